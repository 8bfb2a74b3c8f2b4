use std::sync::atomic::{AtomicBool, Ordering};

use askwell_contract::api::Progress;
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
