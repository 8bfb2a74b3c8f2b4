//! What stands in an entry, which searches find it, and which entries count as sent to another machine.

use askwell_contract::model::Form;
use sha2::{Digest, Sha256};

use super::*;
use crate::llm::book::{Book, Sent};
use crate::llm::scripted::NOON;

const DAY: u64 = 86_400_000;

#[tokio::test]
async fn the_rules_that_a_reply_has_to_keep_are_written_down_as_they_are_sent() {
    let world = World::over(Arc::new(Scripted::new()), &settings());
    let mut asked = request("Which city?");
    asked.form = Form::Grammar("root ::= \"SELECT \" planted".into());
    world.ask(asked).await.unwrap();
    let entry = &world.entries()[0];
    assert!(
        entry.system.contains("root ::= \"SELECT \" planted"),
        "{}",
        entry.system
    );
}

#[tokio::test]
async fn a_reply_is_cut_only_beyond_what_is_kept_and_the_sum_is_that_of_the_whole() {
    const KEPT: usize = 64 << 10;
    let world = World::over(Arc::new(Scripted::new()), &settings());
    for (more, is_cut) in [(0, false), (1, true)] {
        let asked = "x".repeat(KEPT - "re: ".len() + more);
        world.ask(request(&asked)).await.unwrap();
        let whole = format!("re: {asked}");
        let entries = world.entries();
        let Ended::Replied { text, cut, .. } = &entries.last().unwrap().ended else {
            panic!("{:?}", entries.last());
        };
        assert_eq!(text.as_str(), &whole[..KEPT]);
        let sum: String = Sha256::digest(&whole).iter().map(|b| format!("{b:02x}")).collect();
        let wanted = is_cut.then_some((whole.len() as u64, sum));
        assert_eq!(cut.as_ref().map(|cut| (cut.bytes, cut.sha256.clone())), wanted);
    }
}

fn sent() -> Sent {
    Sent {
        purpose: "Purpose-1".into(),
        provider: "Provider-2".into(),
        model: "Model-3".into(),
        destination: "Destination-4".into(),
        leaves: true,
        connection: "Connection-5".into(),
        run: Some("Run-6".into()),
        privacy: Privacy::Names,
        system: "System-7".into(),
        user: "User-8".into(),
    }
}

fn book() -> (TempDir, Arc<Hands>, Book) {
    let (dir, clock) = (tempfile::tempdir().unwrap(), noon());
    let book = Book::new(Arc::new(Folder::new(dir.path())), clock.clone());
    (dir, clock, book)
}

fn replied(text: &str, cached: bool, cost: Option<f64>) -> Ended {
    let reply = crate::llm::scripted::reply(text);
    Ended::Replied {
        text: reply.text,
        cut: None,
        usage: reply.usage,
        cost,
        ms: 1.0,
        cached,
    }
}

fn failed(kind: FailureKind) -> Ended {
    Ended::Failed {
        failure: Failure::new(kind, "Message-9").detail("Detail-10"),
        ms: 1.0,
    }
}

#[test]
fn an_entry_is_found_by_any_of_its_words() {
    let (_dir, _, book) = book();
    let place = book.sent(&sent()).unwrap();
    book.ended(&place, &failed(FailureKind::Network)).unwrap();
    let mut other = sent();
    for field in [
        &mut other.purpose,
        &mut other.provider,
        &mut other.model,
        &mut other.destination,
    ] {
        *field = "else".into();
    }
    for field in [&mut other.connection, &mut other.system, &mut other.user] {
        *field = "else".into();
    }
    other.run = None;
    let place = book.sent(&other).unwrap();
    book.ended(&place, &replied("Reply-11", false, None)).unwrap();
    let words = [
        "Purpose-1",
        "Provider-2",
        "Model-3",
        "Destination-4",
        "Connection-5",
        "Run-6",
        "System-7",
        "User-8",
        "Message-9",
        "Detail-10",
        "Reply-11",
    ];
    for word in words {
        let page = book.page(&format!("  {} ", word.to_uppercase()), None, 0, 9).unwrap();
        let number = if word == "Reply-11" { 2 } else { 1 };
        let found: Vec<u64> = page.entries.iter().map(|entry| entry.number).collect();
        assert_eq!((found, page.of), (vec![number], 1), "{word}");
    }
}

#[test]
fn what_counts_as_sent_is_what_may_have_left_this_machine() {
    let characters = "System-7User-8".len() as u64;
    for (leaves, ended, left) in [
        (true, None, characters),
        (true, Some(replied("x", false, None)), characters),
        (true, Some(replied("x", true, None)), 0),
        (true, Some(failed(FailureKind::Network)), characters),
        (true, Some(failed(FailureKind::Budget)), 0),
        (true, Some(failed(FailureKind::QuestionBudget)), 0),
        (true, Some(failed(FailureKind::Resting)), 0),
        (false, None, 0),
        (false, Some(replied("x", false, None)), 0),
    ] {
        let (_dir, _, book) = book();
        let place = book.sent(&Sent { leaves, ..sent() }).unwrap();
        if let Some(ended) = &ended {
            book.ended(&place, ended).unwrap();
        }
        let page = book.page("", None, 0, 9).unwrap();
        assert_eq!((page.of, page.left), (1, left), "{leaves} {ended:?}");
    }
}

#[test]
fn money_counts_for_the_day_and_the_month_of_its_call() {
    let (_dir, clock, book) = book();
    let spends = |at: u64, cost: Option<f64>, cached: bool| {
        *clock.0.lock().unwrap() = at;
        let place = book.sent(&sent()).unwrap();
        book.ended(&place, &replied("x", cached, cost)).unwrap();
    };
    spends(NOON - DAY, Some(1.0), false);
    spends(NOON - DAY, None, false);
    spends(NOON, Some(2.0), false);
    spends(NOON, None, false);
    spends(NOON, Some(4.0), true);
    let spend = book.spend().unwrap();
    assert_eq!((spend.today, spend.month, spend.unpriced), (2.0, 3.0, 1));
    // A call that goes over midnight is paid on the day that it was sent.
    let place = book.sent(&sent()).unwrap();
    *clock.0.lock().unwrap() = NOON + DAY;
    book.ended(&place, &replied("x", false, Some(8.0))).unwrap();
    let spend = book.spend().unwrap();
    assert_eq!((spend.today, spend.month), (0.0, 11.0));
    let before = book.spend_at(NOON).unwrap();
    assert_eq!((before.today, before.month), (10.0, 11.0));
}
