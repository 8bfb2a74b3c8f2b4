//! A key is planted, used, and repeated by the server in all it says; afterwards it is searched for in everything that
//! Askwell shows, keeps, exports or says when it breaks. Askwell writes no log: what it prints are these texts.

use std::path::Path;
use std::sync::{Arc, Mutex};

use askwell_cli::{models, world};
use askwell_contract::connect::{Keep, Secret};
use askwell_contract::model::{ModelRef, Privacy, Probe, Provider, ProviderKind, ProviderRequest};
use askwell_contract::run::{Artifact, Event};
use askwell_io::create::create_sqlite;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};

const KEY: &str = "sk-planted-9c41e7d2b0";
const PASSPHRASE: &str = "planted horse battery";

type Heard = Arc<Mutex<Vec<String>>>;

/// Speaks as a compatible server does: every third request is refused; each reply repeats the key.
async fn telltale() -> (String, Heard) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = format!("http://{}/v1", listener.local_addr().unwrap());
    let (heard, log) = (Heard::default(), Heard::default());
    let kept = heard.clone();
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            tokio::spawn(serve(stream, kept.clone(), log.clone()));
        }
    });
    (address, heard)
}

async fn serve(mut stream: TcpStream, heard: Heard, log: Heard) {
    let (mut bytes, mut buffer) = (Vec::new(), [0; 4096]);
    let whole = |bytes: &[u8]| {
        let text = String::from_utf8_lossy(bytes).into_owned();
        let (head, body) = text.split_once("\r\n\r\n")?;
        let length = head.lines().find_map(|l| {
            let (name, value) = l.split_once(':')?;
            name.eq_ignore_ascii_case("content-length")
                .then(|| value.trim().parse::<usize>().ok())?
        });
        (body.len() >= length.unwrap_or(0)).then_some(text.clone())
    };
    let text = loop {
        match stream.read(&mut buffer).await {
            Ok(0) | Err(_) => return,
            Ok(read) => bytes.extend_from_slice(&buffer[..read]),
        }
        if let Some(text) = whole(&bytes) {
            break text;
        }
    };
    heard.lock().unwrap().push(text);
    let number = {
        let mut log = log.lock().unwrap();
        log.push(String::new());
        log.len()
    };
    let (status, body) = if number % 3 == 0 {
        let says = format!("Incorrect API key provided: {KEY}.");
        (
            "401 Unauthorized",
            serde_json::json!({ "error": { "message": says, "code": KEY } }),
        )
    } else {
        let says = format!("SELECT COUNT(*) AS number_of_customers FROM customers -- by {KEY}");
        let choice = serde_json::json!({
            "index": 0, "finish_reason": "stop", "message": { "role": "assistant", "content": says }
        });
        let usage = serde_json::json!({ "prompt_tokens": 10, "completion_tokens": 5, "total_tokens": 15 });
        let id = format!("reply-{KEY}");
        let reply = serde_json::json!({ "id": id, "object": "chat.completion", "model": KEY, "choices": [choice], "usage": usage });
        ("200 OK", reply)
    };
    let body = body.to_string();
    let head = format!(
        "HTTP/1.1 {status}\r\ncontent-type: application/json\r\ncontent-length: {}\r\nconnection: close\r\n\r\n",
        body.len()
    );
    let _ = stream.write_all((head + &body).as_bytes()).await;
    let _ = stream.shutdown().await;
}

fn files(folder: &Path, found: &mut Vec<(String, Vec<u8>)>) {
    for entry in std::fs::read_dir(folder).unwrap().flatten() {
        let path = entry.path();
        if path.is_dir() {
            files(&path, found);
        } else {
            found.push((path.display().to_string(), std::fs::read(&path).unwrap()));
        }
    }
}

fn request(address: &str) -> ProviderRequest {
    let provider = Provider {
        id: "acme".into(),
        kind: ProviderKind::OpenAiCompatible,
        name: "Acme".into(),
        address: Some(address.into()),
        keep: Keep::Passphrase,
        has_key: false,
        per_minute: 600,
        at_once: 10,
    };
    ProviderRequest {
        provider,
        key: Some(Secret::new(KEY)),
        passphrase: Some(Secret::new(PASSPHRASE)),
    }
}

#[tokio::test]
async fn a_planted_key_is_in_nothing_that_is_shown_kept_exported_or_said_in_a_crash() {
    let (address, heard) = telltale().await;
    let dir = tempfile::tempdir().unwrap();
    let database = dir.path().join("shop.sqlite");
    let rows = "CREATE TABLE customers(id INTEGER PRIMARY KEY, name TEXT); INSERT INTO customers VALUES (1, 'Ada'), (2, 'Bob');";
    create_sqlite(&database, &mut std::iter::once(rows.to_string())).unwrap();
    let workspace = dir.path().join("workspace");
    let desk = world::desk(Some(workspace.clone())).unwrap();
    let mut settings = desk.save_provider(request(&address)).await.unwrap();
    settings.tiers.fast = Some(ModelRef {
        provider: "acme".into(),
        model: "m".into(),
    });
    let settings = desk.save_models(settings).await.unwrap();
    let id = desk
        .open(&format!("sqlite:{}", database.display()))
        .await
        .unwrap()
        .connection
        .id;
    desk.set_privacy(&id, Privacy::Rows).await.unwrap();

    let mut said = vec![format!("{settings:?}"), serde_json::to_string(&settings).unwrap()];
    let (mut replied, mut failed) = (0, 0);
    for question in ["How many customers are there?", "Which customers are called Ada?"] {
        let events = Mutex::new(Vec::new());
        let told = |event: Event| events.lock().unwrap().push(event);
        let asked = desk.ask(&id, question, "", None, told).await.unwrap();
        for event in events.into_inner().unwrap() {
            if let Artifact::Model(call) = &event.artifact {
                (replied, failed) = (
                    replied + usize::from(call.failure.is_none()),
                    failed + usize::from(call.failure.is_some()),
                );
            }
            said.push(serde_json::to_string(&event).unwrap());
        }
        said.push(format!("{asked:?}"));
        said.push(serde_json::to_string(&desk.replay(&asked.header.run).unwrap()).unwrap());
    }
    // There was something to hide: the key was sent, and came back in replies and in failures.
    assert!(
        heard.lock().unwrap().iter().any(|text| text.contains(KEY)),
        "the key was never sent"
    );
    assert!(replied > 0 && failed > 0, "{replied} replied, {failed} failed");

    let probes = Mutex::new(Vec::new());
    let told = |probe: Probe| probes.lock().unwrap().push(serde_json::to_string(&probe).unwrap());
    let _ = desk.probe_provider(request(&address), "m", told).await;
    said.extend(probes.into_inner().unwrap());
    said.push(format!("{:?}", desk.list_models(request(&address)).await));
    said.push(serde_json::to_string(&desk.history(&id).unwrap()).unwrap());
    let page = desk.ledger("", None, 0, 500).unwrap();
    assert!(page.of > 3);
    said.push(serde_json::to_string(&page).unwrap());
    assert_eq!(desk.ledger(KEY, None, 0, 500).unwrap().of, 0, "the ledger finds it");
    desk.export_ledger(&dir.path().join("ledger.jsonl").to_string_lossy())
        .unwrap();
    for action in [
        models::Action::List,
        models::Action::Ledger {
            search: None,
            limit: 500,
        },
    ] {
        let mut out = Vec::new();
        models::run(&desk, action, &mut out).await.unwrap();
        said.push(String::from_utf8(out).unwrap());
    }
    // What a crash would print of it.
    let asked = request(&address);
    let crash = std::panic::catch_unwind(|| panic!("{asked:?} {:#?} {:?}", asked.key, asked.passphrase)).unwrap_err();
    said.push(crash.downcast_ref::<String>().unwrap().clone());
    let wrong = desk
        .unlock_provider("acme", Secret::new("another phrase"))
        .await
        .unwrap_err();
    said.push(format!("{wrong:?} {wrong}"));
    drop(desk);

    assert!(said.iter().any(|text| text.contains("***")), "nothing was hidden");
    for text in &said {
        assert!(!text.contains(KEY) && !text.contains(PASSPHRASE), "{text}");
    }
    let mut found = Vec::new();
    files(dir.path(), &mut found);
    let rooms = ["runs", "ledger", "replies", "secrets", "models"];
    for room in rooms {
        let within = workspace.join(room).display().to_string();
        assert!(
            found.iter().any(|(path, _)| path.starts_with(&within)),
            "nothing is in {room}"
        );
    }
    for (path, bytes) in found {
        for secret in [KEY, PASSPHRASE] {
            assert!(
                !bytes.windows(secret.len()).any(|part| part == secret.as_bytes()),
                "{path}"
            );
        }
    }
}
