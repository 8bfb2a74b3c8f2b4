//! Turns that ask several things, over a scripted database.

use super::*;
use askwell_contract::run::{standing, Combine, PartRun};

const TWO: &str = "How many customers are there and how many orders are there?";

fn shop() -> Scripted {
    counted().gives("SELECT COUNT(*) AS number_of_orders FROM orders", &[&["30"]])
}

fn in_parts(db: Scripted, question: &str) -> (Asked, Vec<Event>) {
    let mut out = None;
    let events = run_with(db, Cancel::new(), async |cx| {
        let cx = Cx {
            switches: cx.switches.styled(askwell_reader::Style::People),
            embedder: None,
            ..*cx
        };
        out = Some(ask(&cx, header(), question, "").await);
    });
    (out.unwrap(), events)
}

fn parts(events: &[Event]) -> Vec<&PartRun> {
    let part = |e: &'_ Event| matches!(e.artifact, Artifact::Part(_));
    events
        .iter()
        .filter(|e| part(e))
        .filter_map(|e| match &e.artifact {
            Artifact::Part(part) => Some(&**part),
            _ => None,
        })
        .collect()
}

#[test]
fn each_part_is_a_run_of_its_own_and_the_answer_says_what_all_say() {
    let (asked, events) = in_parts(shop(), TWO);
    well_formed(&events);
    let parts = parts(&events);
    assert_eq!(parts.iter().map(|p| p.part).collect::<Vec<_>>(), [0, 1]);
    for part in parts {
        well_formed(&part.events);
        assert_eq!(part.events[0].run, format!("r1.{}", part.part + 1));
    }
    let answer = asked.outcome.answer().unwrap_or_else(|| panic!("{:?}", asked.outcome));
    assert!(
        answer.sentence.contains("12") && answer.sentence.contains("30"),
        "{}",
        answer.sentence
    );
}

#[test]
fn a_run_in_parts_that_was_cut_off_goes_on_behind_the_parts_that_are_done() {
    let (whole, events) = in_parts(shop(), TWO);
    let first = events
        .iter()
        .position(|e| matches!(e.artifact, Artifact::Part(_)))
        .unwrap();
    let kept = Kept::of(&events[..=first]);
    assert_eq!((kept.parts.len(), kept.events), (1, first + 1));
    let mut out = None;
    let again = run_with(shop(), Cancel::new(), async |cx| {
        let cx = Cx {
            switches: cx.switches.styled(askwell_reader::Style::People),
            embedder: None,
            ..*cx
        };
        out = Some(go_on(&cx, header(), kept).await);
    });
    assert_eq!(out.unwrap().outcome, whole.outcome);
    // The first part is not worked on again.
    assert_eq!(parts(&again).iter().map(|p| p.part).collect::<Vec<_>>(), [1]);
}

#[test]
fn what_has_no_answer_is_said_and_lowers_the_trust() {
    let (asked, _) = in_parts(shop(), "How many customers are there and what is the meaning of life?");
    let answer = asked.outcome.answer().unwrap_or_else(|| panic!("{:?}", asked.outcome));
    assert_eq!(answer.trust, Trust::Low);
    assert!(
        answer.notes[0].contains("What is the meaning of life?"),
        "{:?}",
        answer.notes
    );
}

#[test]
fn benchmarks_are_asked_whole() {
    let (asked, events) = asked(shop(), Cancel::new(), TWO);
    assert!(parts(&events).is_empty() && asked.plan.unwrap().parts.is_empty());
}

/// Its SQL holds both queries, so that it can be shown, exported and asked again.
#[test]
fn two_counts_are_set_against_each_other_where_that_is_asked() {
    let both = "WITH one(figure) AS (SELECT COUNT(*) AS number_of_customers\nFROM customers), two(figure) AS (SELECT \
                COUNT(*) AS number_of_orders\nFROM orders) SELECT one.figure AS customers, two.figure AS orders, \
                ABS(one.figure - two.figure) AS difference FROM one CROSS JOIN two";
    let db = shop().gives(both, &[&["12", "30", "18"]]);
    let (asked, _) = in_parts(db, &format!("{TWO} What is the difference?"));
    let answer = asked.outcome.answer().unwrap_or_else(|| panic!("{:?}", asked.outcome));
    let combined = answer.combined.as_ref().unwrap_or_else(|| panic!("{}", answer.sql));
    assert_eq!(combined.by, Combine::Figures, "{combined:?}");
    // The made-up database gives its columns no names of the query's.
    assert_eq!(
        combined.says,
        "The difference is 18: 30 (c1) against 12 (c0), 2.5 times as much."
    );
    assert_eq!(answer.sentence, combined.says);
    assert_eq!(combined.how, "30 \u{2212} 12 = 18; 30 \u{f7} 12 = 2.5");
}

/// A joined figure that is not the part's own is a fault of the joining, and nobody sees it.
#[test]
fn what_does_not_hold_the_parts_figures_is_not_joined() {
    let row = "SELECT (SELECT COUNT(*) AS number_of_customers\nFROM customers) AS customers, (SELECT COUNT(*) AS \
               number_of_orders\nFROM orders) AS orders";
    for (figures, by) in [(["12", "30"], Combine::Row), (["12", "31"], Combine::List)] {
        let (asked, _) = in_parts(shop().gives(row, &[&figures]), TWO);
        let answer = asked.outcome.answer().unwrap_or_else(|| panic!("{:?}", asked.outcome));
        assert_eq!(answer.combined.as_ref().map(|c| c.by), Some(by), "{}", answer.sql);
    }
}

#[test]
fn a_joined_answer_is_trusted_no_more_than_the_least_of_its_parts() {
    let (asked, events) = in_parts(shop(), TWO);
    let least = parts(&events)
        .iter()
        .filter_map(|p| standing(&p.events))
        .map(|a| a.trust)
        .max();
    assert!(asked.outcome.answer().map(|a| a.trust) >= least);
}

/// "2024 is read as …" is said once, by the assumption that it belongs to.
#[test]
fn what_the_parts_take_for_granted_points_at_its_own_note() {
    let (asked, events) = in_parts(shop(), TWO);
    let answer = asked.outcome.answer().unwrap_or_else(|| panic!("{:?}", asked.outcome));
    let own = parts(&events);
    let own = own.iter().filter_map(|p| standing(&p.events));
    let said: Vec<&String> = own
        .flat_map(|a| a.assumed.iter().filter_map(|s| a.notes.get(s.note? as usize)))
        .collect();
    let now: Vec<&String> = answer
        .assumed
        .iter()
        .filter_map(|s| answer.notes.get(s.note? as usize))
        .collect();
    assert!(said.iter().all(|note| now.contains(note)), "{said:?} {now:?}");
}
