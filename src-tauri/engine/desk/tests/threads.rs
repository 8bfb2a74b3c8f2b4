//! Conversations as the workspace keeps them.

use super::world::{self, Net, Safe};
use super::*;

const FIRST: &str = "How many customers are there?";
const SECOND: &str = "How many customers are there in Peru?";

async fn asked(desk: &Desk, id: &str, question: &str, after: Option<&str>) -> String {
    let asking = Asking {
        after: after.map(str::to_owned),
        ..Asking::default()
    };
    let asked = desk.ask_in_turn(id, question, asking, None, |_| {}).await.unwrap();
    asked.header.run
}

fn new_desk(memory: &Arc<Memory>) -> Desk {
    world::desk(memory, &Arc::new(Net::default()), &Arc::new(Safe::default()))
}

fn runs(thread: &askwell_contract::api::Thread) -> Vec<&str> {
    thread.runs.iter().map(|r| r.run.as_str()).collect()
}

#[tokio::test]
async fn a_conversation_is_continued_after_a_restart() {
    let memory = Arc::<Memory>::default();
    let desk = new_desk(&memory);
    let id = desk.open("sqlite:/a.db").await.unwrap().connection.id;
    let first = asked(&desk, &id, FIRST, None).await;
    let desk = new_desk(&memory);
    let second = asked(&desk, &id, SECOND, Some(&first)).await;
    let threads = desk.threads(&id).unwrap();
    assert_eq!(threads.len(), 1);
    assert_eq!(threads[0].title, FIRST);
    assert_eq!(runs(&threads[0]), [first.as_str(), second.as_str()]);
}

#[tokio::test]
async fn a_question_behind_an_earlier_turn_begins_a_branch() {
    let memory = Arc::<Memory>::default();
    let desk = new_desk(&memory);
    let id = desk.open("sqlite:/a.db").await.unwrap().connection.id;
    let first = asked(&desk, &id, FIRST, None).await;
    let second = asked(&desk, &id, SECOND, Some(&first)).await;
    let branch = asked(&desk, &id, "How many orders are there?", Some(&first)).await;
    let threads = desk.threads(&id).unwrap();
    assert_eq!(threads.len(), 2);
    let of = |run: &str| threads.iter().find(|t| runs(t).last() == Some(&run)).unwrap();
    assert_eq!(runs(of(&second)), [first.as_str(), second.as_str()]);
    assert_eq!(runs(of(&branch)), [first.as_str(), branch.as_str()]);
    assert_eq!(of(&branch).title, "How many orders are there?");
    // What was told of one is not told of the other.
    desk.delete_thread(&of(&branch).thread).unwrap();
    assert_eq!(desk.threads(&id).unwrap().len(), 1);
    assert!(!desk.replay(&second).unwrap().is_empty());
}

#[tokio::test]
async fn a_conversation_is_renamed_and_deleted_with_its_runs() {
    let memory = Arc::<Memory>::default();
    let desk = new_desk(&memory);
    let id = desk.open("sqlite:/a.db").await.unwrap().connection.id;
    let first = asked(&desk, &id, FIRST, None).await;
    let thread = desk.threads(&id).unwrap()[0].thread.clone();
    desk.rename_thread(&thread, "  All   customers ").unwrap();
    assert_eq!(desk.threads(&id).unwrap()[0].title, "All customers");
    desk.rename_thread(&thread, "").unwrap();
    assert_eq!(desk.threads(&id).unwrap()[0].title, FIRST);
    desk.delete_thread(&thread).unwrap();
    assert!(desk.threads(&id).unwrap().is_empty());
    assert_eq!(desk.replay(&first).unwrap_err().code, ProblemCode::NotFound);
}

#[tokio::test]
async fn a_turn_behind_a_run_of_another_database_is_refused() {
    let memory = Arc::<Memory>::default();
    let desk = new_desk(&memory);
    let one = desk.open("sqlite:/a.db").await.unwrap().connection.id;
    let other = desk.open("sqlite:/b.db").await.unwrap().connection.id;
    let first = asked(&desk, &one, FIRST, None).await;
    let asking = Asking {
        after: Some(first),
        ..Asking::default()
    };
    let problem = desk
        .ask_in_turn(&other, SECOND, asking, None, |_| {})
        .await
        .unwrap_err();
    assert_eq!(problem.code, ProblemCode::BadInput);
}

#[tokio::test]
async fn a_run_of_an_earlier_version_is_a_conversation_of_one() {
    let memory = Arc::<Memory>::default();
    let desk = new_desk(&memory);
    let id = desk.open("sqlite:/a.db").await.unwrap().connection.id;
    let first = asked(&desk, &id, FIRST, None).await;
    // As it was written before there were conversations.
    let log = String::from_utf8(memory.load("runs", &first).unwrap().unwrap()).unwrap();
    let old = log.replace(&format!(r#","thread":"{first}","follows":null,"anyway":false"#), "");
    assert_ne!(old, log);
    memory.save("runs", &first, old.as_bytes()).unwrap();
    memory.remove("threads", &first).unwrap();
    let threads = desk.threads(&id).unwrap();
    assert_eq!((threads.len(), threads[0].title.as_str()), (1, FIRST));
    let second = asked(&desk, &id, SECOND, Some(&first)).await;
    assert_eq!(runs(&desk.threads(&id).unwrap()[0]), [first.as_str(), second.as_str()]);
}

#[tokio::test]
async fn small_talk_runs_no_query_and_stays_in_the_conversation() {
    let memory = Arc::<Memory>::default();
    let desk = new_desk(&memory);
    let id = desk.open("sqlite:/a.db").await.unwrap().connection.id;
    let first = asked(&desk, &id, FIRST, None).await;
    let thanks = asked(&desk, &id, "thanks!", Some(&first)).await;
    let summary = &desk.threads(&id).unwrap()[0].runs[1];
    assert_eq!(
        (summary.run.as_str(), summary.state),
        (thanks.as_str(), RunState::Replied)
    );
    // The turn behind goes on from the last answer.
    let third = asked(&desk, &id, "and in Peru?", Some(&thanks)).await;
    let follows = desk.replay(&third).unwrap().into_iter().find_map(|e| match e.artifact {
        Artifact::Plan(plan) => plan.follows,
        _ => None,
    });
    assert_eq!(follows.map(|f| f.run), Some(first));
}

#[tokio::test]
async fn a_list_of_conversations_reads_only_what_is_new() {
    let memory = Arc::<Memory>::default();
    let desk = new_desk(&memory);
    let id = desk.open("sqlite:/a.db").await.unwrap().connection.id;
    for _ in 0..3 {
        let first = asked(&desk, &id, FIRST, None).await;
        asked(&desk, &id, SECOND, Some(&first)).await;
    }
    let listed = || {
        memory.reads.lock().unwrap().clear();
        let threads = desk.threads(&id).unwrap();
        let reads = memory.reads.lock().unwrap();
        (threads, reads.get("runs").copied().unwrap_or_default())
    };
    let (all, reads) = listed();
    assert_eq!((all.len(), reads), (3, 6));
    assert_eq!(listed(), (all.clone(), 0));
    let third = asked(&desk, &id, FIRST, None).await;
    assert_eq!(listed().1, 1, "the new one is read");
    // As another window adds to a log: what it says now is read again.
    memory.append("runs", &third, b"{}\n").unwrap();
    assert_eq!(listed().1, 1);
    // What is gone is not told from memory.
    let gone = listed()
        .0
        .iter()
        .find(|t| runs(t) == [third.as_str()])
        .unwrap()
        .thread
        .clone();
    desk.delete_thread(&gone).unwrap();
    assert_eq!(listed(), (all, 0));
}
