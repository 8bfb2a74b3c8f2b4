//! What is kept of a reply, seen by a program that starts anew.

use askwell_contract::model::{Block, Form};

use super::*;
use crate::llm::layers::cache::ONLINE;

/// Replies with everything that is easily lost on the way to a file.
struct Odd;

fn odd() -> Reply {
    Reply {
        text: "SELECT 'Zürich\u{0}\u{1F600}' -- \"it's\"\r\n\t\\ \u{202e}x\u{feff}".into(),
        value: Some(serde_json::json!({"b": [1.5e-7, null, "\u{2028}"], "a": {"": 9_007_199_254_740_993_u64}})),
        thinking: Some("First\r\n\r\nthen ``` that.".into()),
        ..crate::llm::scripted::reply("")
    }
}

#[async_trait]
impl Call for Odd {
    async fn call(&self, _: &Request, _: &Cancel) -> Result<Reply, Failure> {
        Ok(odd())
    }
}

/// Whoever asks it has lost what was kept.
struct Nobody;

#[async_trait]
impl Call for Nobody {
    async fn call(&self, request: &Request, _: &Cancel) -> Result<Reply, Failure> {
        panic!("{} was sent", request.purpose)
    }
}

fn asked() -> Request {
    let block = |text: &str| Block {
        text: text.into(),
        cache: true,
    };
    Request {
        user: vec![block("The schema"), block("Wie viele Kunden in \"Zürich\"?")],
        form: Form::Json {
            name: "n".into(),
            schema: serde_json::json!({"type": "object", "properties": {"z": {}, "a": {}}}),
        },
        ..request("x")
    }
}

#[tokio::test]
async fn a_reply_is_a_file_that_the_next_program_finds_and_gives_out_byte_for_byte() {
    let world = World::over(Arc::new(Odd), &settings());
    let first = world.ask(asked()).await.unwrap();
    assert!(!first.cached);
    let World { dir, .. } = world;
    let files: Vec<_> = std::fs::read_dir(dir.path().join(ONLINE)).unwrap().collect();
    assert_eq!(files.len(), 1);
    assert!(files[0].as_ref().unwrap().metadata().unwrap().len() > 0);

    let again = World::at(dir, Arc::new(Nobody), &settings());
    let second = again.ask(asked()).await.unwrap();
    assert!(second.cached);
    let said = |reply: &Reply| (reply.text.clone(), reply.value.clone(), reply.thinking.clone());
    assert_eq!(said(&second), said(&odd()));
    assert_eq!(said(&first), said(&odd()));
    let files = std::fs::read_dir(again.dir.path().join(ONLINE)).unwrap();
    assert_eq!(files.count(), 1, "nothing is kept twice");
}

#[tokio::test]
async fn switched_off_it_writes_no_file_and_each_call_is_sent() {
    let mut off = settings();
    off.cache_hours = 0;
    let provider = Arc::new(Scripted::new());
    let world = World::over(provider.clone(), &off);
    for _ in 0..2 {
        assert!(!world.ask(request("How many?")).await.unwrap().cached);
    }
    assert_eq!(provider.texts().len(), 2);
    let files = std::fs::read_dir(world.dir.path().join(ONLINE));
    assert_eq!(files.map_or(0, Iterator::count), 0);
}
