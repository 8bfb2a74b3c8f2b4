//! Turns that ask several things, over a scripted database.

use super::*;
use askwell_contract::run::PartRun;

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
