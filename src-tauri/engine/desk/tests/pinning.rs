//! Pinned answers: kept, run again, compared with the run before.

use super::*;

const QUESTION: &str = "How many customers are there for each country?";

async fn asked(desk: &Desk, id: &str, question: &str, run: &str) {
    let asked = desk.ask(id, question, "", Some(run.into()), |_| {}).await.unwrap();
    assert!(asked.outcome.answer().is_some(), "{question}");
}

fn runs_of(desk: &Desk, id: &str) -> Vec<String> {
    desk.pins(id, None).unwrap().into_iter().map(|pin| pin.run).collect()
}

#[tokio::test]
async fn an_answer_is_pinned_once_a_question_and_stays_after_a_restart() {
    let memory = Arc::new(Memory::default());
    let desk = desk_over(&memory, vec![]);
    let id = desk.open("sqlite:/a.db").await.unwrap().connection.id;
    assert!(desk.pins(&id, None).unwrap().is_empty());
    asked(&desk, &id, QUESTION, "first").await;
    asked(&desk, &id, "How many customers are there?", "other").await;
    asked(&desk, &id, "how many customers are there for each country", "second").await;
    for run in ["first", "other", "second"] {
        desk.pin(run, true).await.unwrap();
    }
    assert_eq!(runs_of(&desk, &id), ["second", "other"]);
    let again = desk_over(&memory, vec![]);
    assert_eq!(runs_of(&again, &id), ["second", "other"]);
    let pinned: Vec<String> = again
        .history(&id)
        .unwrap()
        .into_iter()
        .filter(|r| r.pinned)
        .map(|r| r.run)
        .collect();
    assert_eq!(pinned.len(), 2);
    assert!(again.pins("elsewhere", None).unwrap().is_empty());

    // Any run of the question takes the pin off.
    again.pin("first", false).await.unwrap();
    assert_eq!(runs_of(&again, &id), ["other"]);
    // A run that is gone is no pin any more.
    again.delete_thread("other").unwrap();
    assert!(runs_of(&again, &id).is_empty());
    again
        .ask(&id, "What is the meaning of life?", "", Some("none".into()), |_| {})
        .await
        .unwrap();
    assert_eq!(again.pin("none", true).await.unwrap_err().code, ProblemCode::BadInput);
}

#[tokio::test]
async fn a_pin_that_runs_again_is_a_new_run_behind_the_old_one_and_is_compared_with_it() {
    let memory = Arc::new(Memory::default());
    let desk = desk_over(&memory, vec![]);
    let id = desk.open("sqlite:/a.db").await.unwrap().connection.id;
    asked(&desk, &id, QUESTION, "first").await;
    desk.pin("first", true).await.unwrap();
    let pin = &desk.pins(&id, Some("as it was")).unwrap()[0];
    assert!(pin.changes.is_none() && pin.stale);

    let again = desk.run_pin_again(&id, "first", "second").await.unwrap();
    assert_eq!(
        (again.run.as_str(), again.question.as_str(), again.stale),
        ("second", QUESTION, false)
    );
    let changes = again.changes.as_ref().unwrap();
    assert_eq!(
        (changes.earlier.run.as_str(), changes.same, changes.changed),
        ("first", 3, 0)
    );
    assert_eq!(again.answer.sentence, pin.answer.sentence);
    assert_eq!(runs_of(&desk, &id), ["second"]);
    // The old run is still there, and both are one conversation.
    let threads = desk.threads(&id).unwrap();
    let runs: Vec<&str> = threads[0].runs.iter().map(|r| r.run.as_str()).collect();
    assert_eq!((threads.len(), runs), (1, vec!["first", "second"]));

    let third = desk.run_pin_again(&id, "second", "third").await.unwrap();
    let said = third.answer.reasons.iter().filter(|r| r.contains("run again")).count();
    assert_eq!(said, 1, "{:?}", third.answer.reasons);
    assert_eq!(
        desk.run_pin_again(&id, "gone", "x").await.unwrap_err().code,
        ProblemCode::NotFound
    );
}
