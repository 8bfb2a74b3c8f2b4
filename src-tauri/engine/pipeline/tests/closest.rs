//! What comes closest to a question that the database cannot answer.

use askwell_contract::run::Selection;

use super::*;

const STRANGE: &str = "How many customers sing loud opera near snowy volcanoes?";
const COUNT: &str = "SELECT COUNT(*) AS number_of_customers FROM customers";

fn at(events: &[Event], is: impl Fn(&Artifact) -> bool) -> usize {
    events.iter().position(|e| is(&e.artifact)).unwrap()
}

#[test]
fn it_is_run_and_shown_once_the_question_was_declined() {
    let (asked, events) = asked(counted(), Cancel::new(), STRANGE);
    well_formed(&events);
    assert!(matches!(asked.outcome, AskOutcome::Declined(_)), "{:?}", asked.outcome);
    let declined = at(&events, |a| matches!(a, Artifact::Declined(_)));
    let candidate = at(&events, |a| matches!(a, Artifact::Candidate(_)));
    let selection = at(&events, |a| matches!(a, Artifact::Selection(_)));
    assert!(declined < candidate && candidate < selection);
    assert!(!events
        .iter()
        .any(|e| matches!(e.artifact, Artifact::Answer(_) | Artifact::Repair(_))));
    let selection = asked.selection.unwrap();
    let closest: Vec<&str> = selection.closest().map(|c| c.summary.as_str()).collect();
    assert_eq!(closest.len(), 1, "{selection:?}");
    assert!(closest[0].contains("12"), "{closest:?}");
}

#[test]
fn nothing_comes_close_to_what_no_word_is_known_of() {
    let (asked, events) = asked(counted(), Cancel::new(), "What is the meaning of life?");
    assert!(asked.selection.is_none(), "{:?}", asked.selection);
    assert!(!events.iter().any(|e| matches!(e.artifact, Artifact::Candidate(_))));
}

#[test]
fn stopped_or_failing_then_the_question_stays_declined() {
    let cancel = Cancel::new();
    let broken = Scripted::shop().breaks(COUNT, ProblemCode::Lost);
    for (db, cancel) in [
        (Scripted::shop().traps(COUNT, &cancel), cancel.clone()),
        (broken, Cancel::new()),
    ] {
        let (asked, events) = asked(db, cancel, STRANGE);
        well_formed(&events);
        assert!(matches!(asked.outcome, AskOutcome::Declined(_)), "{:?}", asked.outcome);
        assert!(!events.iter().any(|e| matches!(e.artifact, Artifact::Problem(_))));
    }
}

#[test]
fn an_empty_result_is_close_to_nothing() {
    let (asked, _) = asked(counted(), Cancel::new(), STRANGE);
    let selection = asked.selection.unwrap();
    let mut empty = selection.clone();
    empty.clusters.iter_mut().for_each(|c| c.empty = true);
    assert_eq!(empty.closest().count(), 0);
    let more = Selection {
        clusters: ["A", "B", "C", "D"]
            .map(|id| askwell_contract::run::Cluster {
                id: id.to_owned(),
                members: vec![id.to_lowercase()],
                ..selection.clusters[0].clone()
            })
            .to_vec(),
        winner: "b".to_owned(),
        others: ["D", "A", "C"].map(str::to_owned).to_vec(),
        ..selection
    };
    let ids: Vec<&str> = more.closest().map(|c| c.id.as_str()).collect();
    assert_eq!(
        ids,
        ["B", "D", "A"],
        "the winner first, then as the selection names them, three in all"
    );
}
