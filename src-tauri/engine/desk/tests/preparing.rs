use std::sync::atomic::{AtomicBool, Ordering};

use askwell_contract::api::{Phase, Progress};
use askwell_contract::explore::Words;
use tokio::sync::Notify;

use super::*;

/// A desk whose preparing was paused before the first table.
async fn paused(memory: &Arc<Memory>) -> (Arc<Desk>, String, tokio::task::JoinHandle<Result<()>>) {
    let desk = Arc::new(desk_over(memory, vec![]));
    let id = desk.open("sqlite:/a.db").await.unwrap().connection.id;
    let (waits, name, waiting) = (Arc::new(Notify::new()), id.clone(), desk.clone());
    let heard = waits.clone();
    // Once: progress is told again, with nothing done yet, after it goes on.
    let begun = AtomicBool::new(false);
    let preparing = tokio::spawn(async move {
        let tell = |p: Progress| {
            if p.paused {
                heard.notify_one();
            } else if !begun.swap(true, Ordering::SeqCst) {
                waiting.pause(&name, true);
            }
        };
        waiting.prepare(&name, tell).await.map(|_| ())
    });
    waits.notified().await;
    (desk, id, preparing)
}

async fn answer(desk: &Desk, id: &str) -> askwell_contract::run::Answer {
    let asked = desk
        .ask(id, "How many customers are there?", "", None, |_| {})
        .await
        .unwrap();
    asked.outcome.answer().unwrap().clone()
}

#[tokio::test]
async fn a_question_that_is_asked_meanwhile_is_answered_and_says_what_was_not_known() {
    let (desk, id, preparing) = paused(&Arc::default()).await;
    let meanwhile = answer(&desk, &id).await;
    let said = "Askwell is still reading the database (0 of 1 tables are done)";
    assert!(
        meanwhile.notes.iter().any(|n| n.contains(said)),
        "{:?}",
        meanwhile.notes
    );
    desk.pause(&id, false);
    preparing.await.unwrap().unwrap();
    let afterwards = answer(&desk, &id).await;
    assert!(afterwards.notes.is_empty(), "{:?}", afterwards.notes);
    assert_eq!(meanwhile.headline, afterwards.headline);
}

#[tokio::test]
async fn a_preparing_is_stopped_by_its_connection_even_while_it_waits() {
    let (desk, id, preparing) = paused(&Arc::default()).await;
    desk.stop(&id);
    assert_eq!(preparing.await.unwrap().unwrap_err().code, ProblemCode::Cancelled);
    // Nothing is under way any more, so there is nothing to hold up.
    desk.pause(&id, true);
    desk.prepare(&id, |_| {}).await.unwrap();
}

#[tokio::test]
async fn after_a_stop_questions_are_asked_of_what_is_known_until_it_goes_on() {
    let (desk, id, preparing) = paused(&Arc::default()).await;
    desk.stop(&id);
    preparing.await.unwrap().unwrap_err();
    let meanwhile = answer(&desk, &id).await;
    let said = "Preparing was stopped after 0 of 1 tables";
    assert!(
        meanwhile.notes.iter().any(|n| n.contains(said)),
        "{:?}",
        meanwhile.notes
    );
    // Nothing that the screen asks for reads the tables behind the person's back.
    desk.examples(&id).await.unwrap();
    desk.explore(&id, "", 0, 10).await.unwrap();
    desk.model_context(&id, "How many customers?").await.unwrap();
    let words = Words {
        short: "Who buys from us".into(),
        long: String::new(),
    };
    desk.describe(&id, "customers", None, Some(words)).await.unwrap();
    assert_eq!(desk.table_detail(&id, "customers").await.unwrap().profile, None);
    let prepared = desk.prepare(&id, |_| {}).await.unwrap();
    assert!(!prepared.cached, "an edit does not make the whole of a part");
    let detail = desk.table_detail(&id, "customers").await.unwrap();
    assert!(detail.profile.is_some());
    assert_eq!(detail.description.words.short, "Who buys from us");
    let afterwards = answer(&desk, &id).await;
    assert!(afterwards.notes.is_empty(), "{:?}", afterwards.notes);
}

#[tokio::test]
async fn describing_and_indexing_are_told_once_all_tables_are_read() {
    let told = Mutex::new(Vec::new());
    let desk = desk_over(&Arc::default(), vec![]);
    let id = desk.open("sqlite:/a.db").await.unwrap().connection.id;
    desk.prepare(&id, |p: Progress| told.lock().unwrap().push((p.phase, p.done == p.of)))
        .await
        .unwrap();
    let mut told = told.into_inner().unwrap();
    assert_eq!(
        told.split_off(told.len() - 2),
        [(Phase::Describe, true), (Phase::Index, true)]
    );
    assert!(!told.is_empty() && told.iter().all(|(phase, _)| *phase == Phase::Read));
}
