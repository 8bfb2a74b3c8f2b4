//! Killed at any event, a run is in the history as interrupted and can be gone on with.

use super::*;
use crate::scripted::kinds;

const QUESTION: &str = "How many customers are there?";

async fn asked(memory: &Arc<Memory>) -> (String, Vec<u8>) {
    let desk = desk_over(memory, vec![]);
    let id = desk.open("sqlite:/a.db").await.unwrap().connection.id;
    desk.ask(&id, QUESTION, "", Some("r".into()), |_| {}).await.unwrap();
    let log = memory.load("runs", "r").unwrap().unwrap();
    (id, log)
}

/// The places behind each line of a log.
fn ends(log: &[u8]) -> Vec<usize> {
    let end = |(at, byte): (usize, &u8)| (*byte == b'\n').then_some(at + 1);
    log.iter().enumerate().filter_map(end).collect()
}

fn headline(asked: &Asked) -> Option<&str> {
    asked.outcome.answer()?.headline.as_deref()
}

#[tokio::test]
async fn whoever_hears_of_a_run_finds_it_in_the_history() {
    let memory = Arc::new(Memory::default());
    let desk = desk_over(&memory, vec![]);
    let id = desk.open("sqlite:/a.db").await.unwrap().connection.id;
    let (log, heard) = (memory.clone(), Mutex::new(Vec::new()));
    let told = |_: Event| heard.lock().unwrap().push(log.load("runs", "r").unwrap().is_some());
    desk.ask(&id, QUESTION, "", Some("r".into()), told).await.unwrap();
    let heard = heard.into_inner().unwrap();
    assert!(heard.len() > 3 && heard.iter().all(|there| *there), "{heard:?}");
}

#[tokio::test]
async fn killed_at_any_event_it_is_interrupted_and_goes_on() {
    let memory = Arc::new(Memory::default());
    let (id, log) = asked(&memory).await;
    let ends = ends(&log);
    for (n, end) in ends.iter().enumerate().take(ends.len() - 1) {
        // In the middle of the next line, as a kill tears it; another start of the program.
        memory.save("runs", "r", &log[..end + 9]).unwrap();
        let desk = desk_over(&memory, vec![]);
        let before = desk.history(&id).unwrap();
        assert_eq!((before.len(), before[0].state), (1, RunState::Interrupted), "{n}");
        assert_eq!(before[0].question, QUESTION);
        let heard = Mutex::new(Vec::new());
        let told = |event: Event| heard.lock().unwrap().push(event);
        let asked = desk.resume("r", told).await.unwrap();
        assert_eq!(headline(&asked), Some("12"));
        // The screen hears the whole run, and so does the log.
        let heard = heard.into_inner().unwrap();
        assert_eq!(heard, desk.replay("r").unwrap());
        assert_eq!(heard.len(), ends.len());
        assert!(heard
            .iter()
            .enumerate()
            .all(|(seq, e)| e.seq == seq as u32 && e.run == "r"));
        assert!(heard.windows(2).all(|w| w[0].at <= w[1].at));
        let after = desk.history(&id).unwrap();
        assert_eq!((after.len(), after[0].state), (1, RunState::Answered));
        assert_eq!(after[0].started, before[0].started);
    }
}

#[tokio::test]
async fn of_another_database_or_program_nothing_is_taken_over() {
    let memory = Arc::new(Memory::default());
    let (_, log) = asked(&memory).await;
    let text = String::from_utf8(log).unwrap();
    let selecting = text.find(r#"{"kind":"selection""#).unwrap();
    let cut = &text[..selecting];
    let version = format!(r#""askwell":"{}""#, env!("CARGO_PKG_VERSION"));
    assert!(cut.contains(&version) && cut.contains("12"));
    // Their result is another one, so that it shows where the answer came from.
    let other = cut.replace("12]]", "99]]");
    for (log, says) in [
        (other.clone(), "99"),
        (other.replace(&version, r#""askwell":"0.0""#), "12"),
    ] {
        memory.save("runs", "r", log.as_bytes()).unwrap();
        let desk = desk_over(&memory, vec![]);
        let asked = desk.resume("r", |_| {}).await.unwrap();
        assert_eq!(headline(&asked), Some(says));
        assert_eq!(asked.header.askwell, env!("CARGO_PKG_VERSION"));
        let saved = desk.replay("r").unwrap();
        assert_eq!(kinds(&saved).iter().filter(|k| *k == "started").count(), 1);
    }
}

#[tokio::test]
async fn what_came_to_its_end_or_is_unknown_is_not_gone_on_with() {
    let memory = Arc::new(Memory::default());
    let (_, log) = asked(&memory).await;
    let desk = desk_over(&memory, vec![]);
    let over = desk.resume("r", |_| {}).await.unwrap_err();
    assert_eq!(over.code, ProblemCode::BadInput);
    assert!(over.message.contains("came to its end") && over.hint.is_some());
    assert_eq!(memory.load("runs", "r").unwrap().unwrap(), log);
    assert_eq!(
        desk.resume("gone", |_| {}).await.unwrap_err().code,
        ProblemCode::NotFound
    );
    let _still = desk.begin("r");
    assert!(desk
        .resume("r", |_| {})
        .await
        .unwrap_err()
        .message
        .contains("still being answered"));
}
