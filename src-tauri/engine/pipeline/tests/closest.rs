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
    assert_eq!(selection.others, [selection.clusters[0].id.clone()], "{selection:?}");
    assert!(selection.clusters[0].summary.contains("12"), "{selection:?}");
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
fn a_whole_table_is_close_to_nothing() {
    let rows: &[&[&str]] = &[&["1", "Ada", "France", "2024-05-01"]];
    let db = Scripted::shop()
        .gives("SELECT id, name, country, since FROM customers", rows)
        .gives("SELECT name FROM customers", &[&["Ada"]]);
    let (asked, events) = asked(
        db,
        Cancel::new(),
        "Which customers sing loud opera near snowy volcanoes?",
    );
    assert!(matches!(asked.outcome, AskOutcome::Declined(_)), "{:?}", asked.outcome);
    let ran = |e: &Event| matches!(&e.artifact, Artifact::Judged(judged) if judged.ran());
    assert!(events.iter().any(ran), "{:?}", kinds(&events));
    assert!(asked.selection.is_none(), "{:?}", asked.selection);
}

#[test]
fn no_part_and_no_suggestion_looks_for_it() {
    let mut sure = None;
    let events = run_with(counted(), Cancel::new(), async |cx| {
        sure = Some(super::sure(cx, STRANGE).await)
    });
    assert_eq!(sure, Some(Ok(false)));
    assert!(!events.iter().any(|e| matches!(e.artifact, Artifact::Candidate(_))));
}

#[test]
fn the_winner_comes_first_and_no_empty_result_is_close_to_anything() {
    let (asked, _) = asked(counted(), Cancel::new(), STRANGE);
    let selection = asked.selection.unwrap();
    let cluster = |id: &str| askwell_contract::run::Cluster {
        id: id.to_owned(),
        members: vec![id.to_lowercase()],
        ..selection.clusters[0].clone()
    };
    let mut more = Selection {
        clusters: ["A", "B", "C", "D"].map(cluster).to_vec(),
        winner: "b".to_owned(),
        others: ["D", "A", "C"].map(str::to_owned).to_vec(),
        ..selection.clone()
    };
    assert_eq!(crate::pipeline::closest::shown(&more), ["B", "D", "A"]);
    more.clusters[1].empty = true;
    assert_eq!(crate::pipeline::closest::shown(&more), ["D", "A", "C"]);
}
