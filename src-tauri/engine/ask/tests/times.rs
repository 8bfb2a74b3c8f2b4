//! A time of the question on its way: into the built-in engine's query, into a prompt, and above the result.

use askwell_contract::profile::{ColumnProfile, Disguise, TableProfile};
use askwell_contract::run::Candidate;
use askwell_contract::time::{Calendar, CountFrom, WeekStart};
use askwell_contract::{ForeignKey, KeyOrigin};

use super::*;
use crate::ask::builtin;
use crate::ask::builtin::score::Weights;
use crate::calendar::{Date, Now};
use crate::prepare::{fake, Knowledge};
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
    builtin::candidates(knowledge, &plan, &grounding, &linked, Weights::learned(), true).remove(0)
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
            "How many customers came in fiscal year 2024?",
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
    assert_eq!(
        filter("How many customers came last month?", &now()),
        is("2024-09-01", "2024-09-30")
    );
    let mut ended = now();
    ended.data_end = Date::parse("2023-12-15");
    assert_eq!(
        filter("How many customers came last month?", &ended),
        is("2023-11-01", "2023-11-30")
    );
}

#[test]
fn today_is_the_clocks_day_and_never_the_databases_own() {
    let knowledge = Scripted::shop().knowledge();
    for (words, days) in [
        ("today", "since BETWEEN '2024-10-05' AND '2024-10-05'"),
        ("yesterday", "since BETWEEN '2024-10-04' AND '2024-10-04'"),
        ("in the last 30 days", "since BETWEEN '2024-09-05' AND '2024-10-05'"),
        ("in the past 2 years", "since BETWEEN '2022-10-05' AND '2024-10-05'"),
        ("this month", "since BETWEEN '2024-10-01' AND '2024-10-31'"),
        ("last quarter", "since BETWEEN '2024-07-01' AND '2024-09-30'"),
        ("year to date", "since BETWEEN '2024-01-01' AND '2024-10-05'"),
        ("before this year", "since < '2024-01-01'"),
        ("since last month", "since >= '2024-09-01'"),
        (
            "in the last 2 fiscal quarters",
            "since BETWEEN '2024-01-01' AND '2024-06-30'",
        ),
        ("in week 12 of 2024", "since BETWEEN '2024-03-17' AND '2024-03-23'"),
    ] {
        let mut now = now();
        now.calendar.fiscal_start = 1;
        if words.contains("fiscal") {
            now.calendar.fiscal_start = 7;
            now.today = Date::parse("2024-09-05").unwrap();
        }
        let sql = best(&knowledge, &format!("How many customers came {words}?"), &now).sql;
        assert!(sql.ends_with(&format!(" WHERE {days}")), "{words}: {sql}");
    }
}

#[test]
fn what_is_said_of_a_time_is_what_the_query_does() {
    let knowledge = Scripted::shop().knowledge();
    let told = |question: &str| best(&knowledge, question, &Now::on("2024-10-05")).times;
    for (question, says) in [
        (
            "How many customers came in 2023?",
            "\"2023\" is read as 1 January 2023 to 31 December 2023.",
        ),
        (
            "How many customers came on 5 March 2024?",
            "\"5 March 2024\" is read as 5 March 2024: a Tuesday.",
        ),
        (
            "How many customers came after 2024-03-05?",
            "\"2024-03-05\" is read as 5 March 2024: a Tuesday.",
        ),
        (
            "How many customers came in March 2024?",
            "\"March 2024\" is read as 1 March 2024 to 31 March 2024.",
        ),
        ("How many customers come in May?", "\"May\" is read as May of any year."),
        (
            "How many customers come in Q3?",
            "\"Q3\" is read as July to September, of every year.",
        ),
        (
            "How many customers came on Mondays?",
            "\"Mondays\" is read as Mondays of any week.",
        ),
        (
            "How many customers came since 2021?",
            "\"since 2021\" is read as 1 January 2021 and later.",
        ),
        (
            "How many customers came in the last 30 days?",
            "\"last 30 days\" is read as 5 September 2024 to 5 October 2024: today is 5 October 2024.",
        ),
    ] {
        assert_eq!(told(question), [says], "{question}");
    }
    // A number that is no year is none.
    assert!(told("Which customers have an id above 2020?").is_empty());
}

/// Regattas by year, which is all that they keep.
fn by_year() -> Knowledge {
    let catalog = fake::catalog(vec![fake::table("regattas", &["rid int", "title text", "year int"])]);
    let year = ColumnProfile {
        disguises: vec![Disguise::Year],
        ..fake::profile("regattas", "year", 12, 9)
    };
    let profile = TableProfile {
        table: "regattas".into(),
        rows: 12,
        read: 12,
        columns: vec![year],
        grain: String::new(),
        freshness: None,
    };
    Knowledge::build(catalog, "1".into(), vec![profile], Vec::new())
}

#[test]
fn a_column_of_years_is_compared_with_years_and_the_plain_ones_are_not_explained() {
    let knowledge = by_year();
    let best = |asked: &str| {
        best(
            &knowledge,
            &format!("How many regattas were there {asked}?"),
            &Now::on("2024-10-05"),
        )
    };
    for (asked, filter, said) in [
        ("in 2023", "year = 2023", 0),
        ("after 2021", "year > 2021", 0),
        ("last year", "year = 2023", 1),
        ("this year", "year = 2024", 1),
        ("in the past 2 years", "year BETWEEN 2022 AND 2024", 1),
        ("before last year", "year < 2023", 1),
        ("year to date", "year = 2024", 1),
    ] {
        let best = best(asked);
        assert!(best.sql.ends_with(&format!(" WHERE {filter}")), "{asked}: {}", best.sql);
        assert_eq!(best.times.len(), said, "{asked}: {:?}", best.times);
    }
}

#[test]
fn the_data_ends_where_the_tables_end_that_are_asked_about() {
    let dated = |table: &str, rows: u64, newest: &str| TableProfile {
        table: table.into(),
        rows,
        read: rows,
        columns: Vec::new(),
        grain: String::new(),
        freshness: Some(askwell_contract::profile::Freshness {
            column: "day".into(),
            newest: askwell_contract::Cell::Date(newest.into()),
        }),
    };
    let mut tables = ["orders", "returns", "customers"].map(|name| fake::table(name, &["id int", "day date"]));
    // More is recorded of customers than there are customers; of orders there are more than of what comes back.
    let refers = |to: &str| ForeignKey {
        columns: vec!["id".into()],
        to_table: to.into(),
        to_columns: vec!["id".into()],
        origin: KeyOrigin::Declared,
    };
    tables[0].foreign_keys.push(refers("customers"));
    tables[1].foreign_keys.push(refers("orders"));
    let knowledge = Knowledge::build(
        fake::catalog(tables.to_vec()),
        "1".into(),
        vec![
            dated("orders", 900, "2025-12-31"),
            dated("returns", 40, "2026-01-30"),
            dated("customers", 80, "2025-06-02"),
        ],
        Vec::new(),
    );
    let calendar = Calendar::default();
    let may = 1_778_000_000_000;
    for (question, day) in [
        ("How many orders came in last month?", "31 December 2025"),
        ("How many returns came in last month?", "30 January 2026"),
        ("How many orders and returns came in last month?", "30 January 2026"),
        ("What did we sell last month?", "31 December 2025"),
        ("Sales by customers last month", "31 December 2025"),
    ] {
        let times = ground::by_rules(&knowledge, question, &Now::new(&knowledge, may, calendar)).times;
        let said = times[0].of_data.clone().unwrap_or_default();
        assert!(said.contains(&format!("The data ends on {day},")), "{question}: {said}");
    }
}

#[test]
fn each_fiscal_year_and_each_week_begin_when_the_person_says() {
    let knowledge = Scripted::shop().knowledge();
    let best = |question: &str| best(&knowledge, question, &now());
    let year = best("How many customers came per fiscal year?");
    assert!(
        year.sql.contains(
            "CAST(strftime('%Y', date(date(since), 'start of month', '+6 months')) AS INTEGER) AS fiscal_year"
        ),
        "{}",
        year.sql
    );
    assert_eq!(
        year.times,
        ["\"per fiscal year\" is read as fiscal years: the fiscal year begins in July and is named after the year it ends in."]
    );
    let which = best("Which fiscal year had the most customers?");
    assert!(which.sql.contains("'+6 months'"), "{}", which.sql);
    let beside = best("How many customers are there by name and fiscal year?");
    assert!(beside.sql.contains("AS fiscal_year"), "{}", beside.sql);
    let week = best("How many customers came per week?");
    assert!(week.sql.contains("'weekday 6', '-6 days'"), "{}", week.sql);
    assert_eq!(week.times, ["\"per week\" is read as weeks that begin on Sunday."]);
}

#[test]
fn a_model_is_told_the_days_and_nothing_of_the_data_below_its_level() {
    let knowledge = Scripted::shop().knowledge();
    let mut now = now();
    let said = |now: &Now, level: Privacy| {
        let llm = Arc::new(ScriptedLlm::default());
        let door = llm.door(level);
        let shown = crate::prompt::preview(&door, &knowledge, ("customers of last month and of FY2024", ""), now);
        shown
            .into_iter()
            .find(|p| p.purpose == "generate_standard")
            .unwrap()
            .user
    };
    assert!(
        said(&now, Privacy::Names).contains("\"last month\" = from 2024-09-01, before 2024-10-01, counted from today")
    );
    assert!(said(&now, Privacy::Names).contains("\"FY2024\" = from 2023-07-01, before 2024-07-01"));
    for purpose in ["repair_empty", "repair_slow", "grade", "generate_again"] {
        let llm = Arc::new(ScriptedLlm::default());
        let question = ("customers of last month", "");
        let all = crate::prompt::preview(&llm.door(Privacy::Names), &knowledge, question, &now);
        let shown = &all.iter().find(|p| p.purpose == purpose).unwrap().user;
        let told = "Today, and how words of the question are to be read:\nToday is 2024-10-05.\n\
                    \"last month\" = from 2024-09-01, before 2024-10-01";
        assert!(shown.contains(told), "{purpose}: {shown}");
    }
    now.data_end = Date::parse("2023-12-15");
    let names = said(&now, Privacy::Names);
    assert!(!names.contains("2023-1") && names.contains("FY2024"), "{names}");
    assert!(said(&now, Privacy::Values)
        .contains("\"last month\" = from 2023-11-01, before 2023-12-01, counted from the last day"));
    assert!(
        !Sealed::times(&[], now.today).is_absent(Privacy::Names),
        "today is always said"
    );
}

#[test]
fn what_was_decided_stands_above_the_result() {
    let sql = "SELECT COUNT(*) AS number_of_customers FROM customers WHERE since BETWEEN '2024-01-01' AND '2024-12-31'";
    let question = "How many customers came in FY2024?";
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
