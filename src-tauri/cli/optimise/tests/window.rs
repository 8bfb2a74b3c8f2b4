//! "Make it faster" in the window with a model set up: one server on this computer stands for it.

use std::sync::{Arc, Mutex};

use askwell_contract::connect::Keep;
use askwell_contract::model::{ModelRef, Price, Privacy, Provider, ProviderKind, ProviderRequest};
use askwell_engine::Desk;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};

use super::asked::JOINED;
use super::whole::{slow, ABOVE_AVERAGE};
use crate::world::world;

type Heard = Arc<Mutex<Vec<String>>>;

async fn server() -> (String, Heard) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = format!("http://{}/v1", listener.local_addr().unwrap());
    let heard = Heard::default();
    let kept = heard.clone();
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            tokio::spawn(reply(stream, kept.clone()));
        }
    });
    (address, heard)
}

async fn reply(mut stream: TcpStream, heard: Heard) {
    let (mut bytes, mut buffer) = (Vec::new(), [0; 8192]);
    let text = loop {
        match stream.read(&mut buffer).await {
            Ok(0) | Err(_) => return,
            Ok(read) => bytes.extend_from_slice(&buffer[..read]),
        }
        let text = String::from_utf8_lossy(&bytes).into_owned();
        let Some((head, body)) = text.split_once("\r\n\r\n") else {
            continue;
        };
        let mut lines = head.lines().filter_map(|line| line.split_once(':'));
        let length = lines.find(|(name, _)| name.eq_ignore_ascii_case("content-length"));
        if body.len() >= length.map_or(0, |(_, n)| n.trim().parse::<usize>().unwrap()) {
            break text;
        }
    };
    if text.starts_with("POST") {
        heard.lock().unwrap().push(text);
    }
    let choice = serde_json::json!({
        "index": 0, "finish_reason": "stop", "message": { "role": "assistant", "content": JOINED }
    });
    let usage = serde_json::json!({ "prompt_tokens": 10, "completion_tokens": 5, "total_tokens": 15 });
    let body = serde_json::json!({
        "id": "r", "object": "chat.completion", "model": "m", "choices": [choice], "usage": usage
    })
    .to_string();
    let head = format!(
        "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: {}\r\nconnection: close\r\n\r\n",
        body.len()
    );
    let _ = stream.write_all((head + &body).as_bytes()).await;
    let _ = stream.shutdown().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_press_asks_the_model_once_and_only_where_the_database_may_be_told_and_the_budget_allows() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("shop.sqlite");
    slow(&path);
    let (address, heard) = server().await;
    let desk = Desk::new(world(Some(dir.path().join("workspace"))).unwrap(), Vec::new());
    let opened = desk.open(&format!("sqlite:{}", path.display())).await.unwrap();
    let id = opened.connection.id.as_str();
    let by_model = async |job: &str, sql: &str| {
        let found = desk.make_faster(id, job, sql, &|_| {}).await.unwrap();
        found.attempts.into_iter().find(|a| a.by == "m")
    };
    assert!(by_model("none", ABOVE_AVERAGE).await.is_none());

    let request = ProviderRequest {
        provider: Provider {
            id: "here".into(),
            kind: ProviderKind::OpenAiCompatible,
            name: "Here".into(),
            address: Some(address),
            keep: Keep::Run,
            has_key: false,
            per_minute: 600,
            at_once: 4,
        },
        key: None,
        passphrase: None,
    };
    let mut settings = desk.save_provider(request).await.unwrap();
    let dear = Price {
        model: "m".into(),
        input: 1_000.0,
        cached: 1_000.0,
        output: 1_000.0,
        of: "2026-11-01".into(),
    };
    settings.prices = vec![dear];
    settings.tiers.fast = Some(ModelRef {
        provider: "here".into(),
        model: "m".into(),
    });
    desk.save_models(settings.clone()).await.unwrap();
    desk.set_privacy(id, Privacy::Nothing).await.unwrap();
    assert!(by_model("told-nothing", ABOVE_AVERAGE).await.is_none());
    assert!(heard.lock().unwrap().is_empty());

    desk.set_privacy(id, Privacy::Names).await.unwrap();
    let attempt = by_model("told-names", ABOVE_AVERAGE)
        .await
        .expect("what the model wrote");
    assert!(attempt.proof.is_some() || attempt.turned_down.is_some(), "{attempt:?}");
    assert_eq!(attempt.changes[0].says, "The average of each shop is worked out once.");
    assert_eq!(heard.lock().unwrap().len(), 1);
    // The ledger holds the call, under the press that made it.
    let page = desk.ledger("", Some(id), 0, 10).unwrap();
    assert_eq!(page.of, 1, "{page:?}");
    assert_eq!(page.entries[0].purpose, "optimise");
    assert_eq!(page.entries[0].run.as_deref(), Some("told-names"));

    // Another statement, since the reply to the first is kept and costs nothing; nothing is sent that the budget forbids,
    // and the rules go on without it.
    settings.budget.per_question = Some(0.000_1);
    desk.save_models(settings).await.unwrap();
    let other = ABOVE_AVERAGE.replace("ORDER BY id", "ORDER BY id DESC");
    assert!(by_model("too-dear", &other).await.is_none());
    assert_eq!(heard.lock().unwrap().len(), 1);
}
