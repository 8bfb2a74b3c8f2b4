//! A time of the question on its way: into the built-in engine's query, into a prompt, and above the result.

use askwell_contract::run::Candidate;
use askwell_contract::time::{Calendar, CountFrom, WeekStart};

use super::*;
use crate::ask::builtin;
use crate::ask::builtin::score::Weights;
use crate::calendar::{Date, Now};
use crate::prepare::Knowledge;
use crate::prompt::Sealed;

fn now() -> Now {
    Now {
        today: Date::parse("2024-10-05").unwrap(),
        data_end: None,
        calendar: Calendar {
            fiscal_start: 7,
            week_start: WeekStart::Sunday,
            count_from: CountFrom::DataEnd,
        },
    }
}

fn best(knowledge: &Knowledge, question: &str, now: &Now) -> Candidate {
    let (plan, grounding) = (plan(question), ground::by_rules(knowledge, question, now));
    let linked = link::find(knowledge, &plan, &grounding);
    builtin::candidates(knowledge, &plan, &grounding, &linked, Weights::learned()).remove(0)
}

#[test]
fn the_built_in_engine_counts_by_the_persons_calendar() {
    let knowledge = Scripted::shop().knowledge();
    let filter = |question: &str, now: &Now| {
        let sql = best(&knowledge, question, now).sql;
        sql.split_once(" WHERE ")
            .map_or(sql.clone(), |(_, rest)| rest.to_owned())
    };
    let is = |from: &str, to: &str| format!("since BETWEEN '{from}' AND '{to}'");
    for (question, from, to) in [
        (
            "How many customers are there in fiscal year 2024?",
            "2023-07-01",
            "2024-06-30",
        ),
        ("How many customers are there since FY2023?", "", ""),
        ("How many customers came two years ago?", "2022-01-01", "2022-12-31"),
        ("How many customers came 2 months ago?", "2024-08-01", "2024-08-31"),
        ("How many customers came last week?", "2024-09-22", "2024-09-28"),
        (
            "How many customers came last fiscal quarter?",
            "2024-07-01",
            "2024-09-30",
        ),
    ] {
        let expected = match from {
            "" => "since >= '2022-07-01'".to_owned(),
            _ => is(from, to),
        };
        assert_eq!(filter(question, &now()), expected, "{question}");
    }
    assert_eq!(
        filter("How many customers came since 2 months ago?", &now()),
        "since >= '2024-08-05'"
    );
    // Where nothing hangs on the person's calendar, a saved query goes on being right.
    assert!(filter("How many customers came last month?", &now()).contains("'now'"));
    let mut ended = now();
    ended.data_end = Date::parse("2023-12-15");
    assert_eq!(
        filter("How many customers came last month?", &ended),
        is("2023-11-01", "2023-11-30")
    );
}

#[test]
fn a_model_is_told_the_days_and_nothing_of_the_data_below_its_level() {
    let knowledge = Scripted::shop().knowledge();
    let mut now = now();
    let said = |now: &Now, level: Privacy| {
        let llm = Arc::new(ScriptedLlm::default());
        let door = llm.door(level);
        let shown = crate::prompt::preview(&door, &knowledge, "customers of last month and of FY2024", now);
        shown
            .into_iter()
            .find(|p| p.purpose == "generate_standard")
            .unwrap()
            .user
    };
    assert!(said(&now, Privacy::Names).contains("\"last month\" = from 2024-09-01 to 2024-09-30, both included"));
    assert!(said(&now, Privacy::Names).contains("\"FY2024\" = from 2023-07-01 to 2024-06-30"));
    now.data_end = Date::parse("2023-12-15");
    let names = said(&now, Privacy::Names);
    assert!(!names.contains("2023-1") && names.contains("FY2024"), "{names}");
    assert!(said(&now, Privacy::Values)
        .contains("\"last month\" = from 2023-11-01 to 2023-11-30, counted from the last day"));
    assert!(Sealed::times(&[]).is_absent(Privacy::Rows));
}

#[test]
fn what_was_decided_stands_above_the_result() {
    let sql = "SELECT COUNT(*) AS number_of_customers FROM customers WHERE since BETWEEN '2024-01-01' AND '2024-12-31'";
    let question = "How many customers are there in FY2024?";
    crate::scripted::run(Scripted::shop().gives(sql, &[&["3"]]), async |cx| {
        let plan = plan(question);
        let grounding = ground::ground(cx, &plan).await.unwrap();
        let linked = link::link(cx, &plan, &grounding).await.unwrap();
        let pool = generate::generate(cx, &plan, &grounding, &linked)
            .await
            .unwrap()
            .unwrap()
            .candidates;
        assert_eq!(pool[0].sql, sql);
        let judged = trial::judge(cx, &plan, pool[0].clone()).await.unwrap();
        let pool = [judged];
        let selection = select::select(cx, &plan, &pool).await.unwrap();
        let answer = answer::answer(cx, &plan, &pool, &selection).await.unwrap();
        assert_eq!(
            answer.notes.first().map(String::as_str),
            Some("\"FY2024\" is read as 1 January 2024 to 31 December 2024: the fiscal year is the calendar year.")
        );
    });
}
