//! Connections and their secrets: opened, kept, changed, forgotten.

use askwell_contract::connect::{Colour, ConnectRequest, Secret, Server, StepResult, TlsMode, Tunnel, TunnelLogin};
use askwell_contract::ports::Workspace as _;

use super::world::{self, Net, Safe, PASSWORD};
use super::*;

struct Scene {
    memory: Arc<Memory>,
    net: Arc<Net>,
    safe: Arc<Safe>,
    desk: Desk,
}

fn scene() -> Scene {
    let (memory, net, safe) = (Arc::default(), Arc::new(Net::default()), Arc::new(Safe::default()));
    let desk = world::desk(&memory, &net, &safe);
    Scene {
        memory,
        net,
        safe,
        desk,
    }
}

impl Scene {
    /// Another start of the program over the same workspace and keychain.
    fn restart(&mut self) {
        self.desk = world::desk(&self.memory, &self.net, &self.safe);
    }
    /// Nothing that was written down holds the secret.
    fn nowhere_written(&self, secret: &str) {
        for ((room, key), bytes) in self.memory.files.lock().unwrap().iter() {
            let found = bytes.windows(secret.len()).any(|part| part == secret.as_bytes());
            assert!(!found, "{room}/{key} holds the secret");
        }
    }
    fn sealed(&self) -> Vec<String> {
        self.memory.list("secrets").unwrap()
    }
}

fn server() -> Server {
    Server {
        host: "db.example".into(),
        port: 5432,
        database: "shop".into(),
        user: "ada".into(),
        tls: TlsMode::Prefer,
        authorities: None,
        schema: None,
    }
}

pub fn request(keep: Keep) -> ConnectRequest {
    ConnectRequest {
        id: None,
        name: "Shop".into(),
        colour: Some(Colour::Red),
        target: Place::Postgres(server()).into(),
        secrets: Secrets {
            database: Some(Secret::new(PASSWORD)),
            tunnel: None,
        },
        keep,
        passphrase: None,
    }
}

fn phrase() -> Option<Secret> {
    Some(Secret::new("correct horse"))
}

#[tokio::test]
async fn what_the_dialog_asks_for_is_saved_without_its_password() {
    let mut s = scene();
    let opened = s.desk.connect(request(Keep::Run)).await.unwrap();
    let made = opened.connection;
    assert_eq!(
        (made.name.as_str(), made.colour, made.keep),
        ("Shop", Some(Colour::Red), Keep::Run)
    );
    assert_eq!(made.url, "postgres://ada@db.example:5432/shop");
    assert_eq!(s.desk.connections().unwrap(), std::slice::from_ref(&made));
    s.nowhere_written(PASSWORD);
    // Until the program ends, nobody is asked again.
    assert!(s.desk.reopen(&made.id, Secrets::default(), None, None).await.is_ok());
    assert!(s.desk.open(&made.url).await.is_ok());
    s.restart();
    let problem = s.desk.open(&made.url).await.unwrap_err();
    assert_eq!(problem.code, ProblemCode::NeedsSecret);
    let given = request(Keep::Run).secrets;
    assert!(s.desk.reopen(&made.id, given, None, None).await.is_ok());
}

#[tokio::test]
async fn a_wrong_password_saves_nothing() {
    let s = scene();
    let mut wrong = request(Keep::Keychain);
    wrong.secrets.database = Some(Secret::new("guess"));
    assert_eq!(s.desk.connect(wrong).await.unwrap_err().code, ProblemCode::Denied);
    assert!(s.desk.connections().unwrap().is_empty() && s.safe.keys().is_empty());
}

#[tokio::test]
async fn the_keychain_keeps_a_password_between_starts() {
    let mut s = scene();
    let id = s.desk.connect(request(Keep::Keychain)).await.unwrap().connection.id;
    assert_eq!(s.safe.keys(), [format!("{id}.database")]);
    s.nowhere_written(PASSWORD);
    s.restart();
    let asked = s
        .desk
        .ask(&id, "How many customers are there?", "", None, |_| {})
        .await
        .unwrap();
    assert!(asked.outcome.answer().is_some(), "{:?}", asked.outcome);
    // A keychain that does not answer is no reason not to open; the person is asked, and told why.
    s.restart();
    s.safe.lock(true);
    let problem = s.desk.reopen(&id, Secrets::default(), None, None).await.unwrap_err();
    assert_eq!(problem.code, ProblemCode::NeedsSecret);
    assert!(problem.hint.unwrap().contains("keychain is locked"));
    let given = request(Keep::Run).secrets;
    assert!(s.desk.reopen(&id, given, None, None).await.is_ok());
}

#[tokio::test]
async fn without_a_keychain_it_is_said_before_anything_is_opened() {
    let s = scene();
    s.safe.take_away();
    let problem = s.desk.connect(request(Keep::Keychain)).await.unwrap_err();
    assert_eq!(problem.code, ProblemCode::Denied);
    assert_eq!(problem.message, s.desk.keychain().says);
    assert_eq!(s.net.openings(), 0);
    assert!(s.desk.connect(request(Keep::Run)).await.is_ok());
}

#[tokio::test]
async fn a_passphrase_keeps_a_password_in_the_workspace() {
    let mut s = scene();
    let problem = s.desk.connect(request(Keep::Passphrase)).await.unwrap_err();
    assert_eq!(problem.code, ProblemCode::BadInput);
    let mut with = request(Keep::Passphrase);
    with.passphrase = phrase();
    let made = s.desk.connect(with).await.unwrap().connection;
    assert_eq!(made.keep, Keep::Passphrase);
    assert_eq!(s.sealed(), [format!("{}.database", made.id)]);
    assert!(s.safe.keys().is_empty());
    s.nowhere_written(PASSWORD);
    s.nowhere_written("correct horse");
    s.restart();
    let problem = s.desk.open(&made.url).await.unwrap_err();
    assert_eq!(problem.code, ProblemCode::NeedsSecret);
    assert!(problem.message.contains("passphrase"));
    let guess = Some(Secret::new("wrong"));
    let reopened = s.desk.reopen(&made.id, Secrets::default(), guess, None).await;
    assert_eq!(reopened.unwrap_err().code, ProblemCode::Denied);
    assert!(s
        .desk
        .reopen(&made.id, Secrets::default(), phrase(), None)
        .await
        .is_ok());
    // Whoever forgot the passphrase still knows the password, and may keep it elsewhere.
    s.restart();
    let given = request(Keep::Run).secrets;
    let moved = s
        .desk
        .reopen(&made.id, given, None, Some(Keep::Keychain))
        .await
        .unwrap();
    assert_eq!(moved.connection.keep, Keep::Keychain);
    assert!(s.sealed().is_empty() && s.safe.keys().len() == 1);
}

#[tokio::test]
async fn moving_a_password_leaves_no_copy_behind() {
    let s = scene();
    let id = s.desk.connect(request(Keep::Keychain)).await.unwrap().connection.id;
    let edit = |keep| ConnectRequest {
        id: Some(id.clone()),
        secrets: Secrets::default(),
        passphrase: phrase(),
        ..request(keep)
    };
    s.desk.connect(edit(Keep::Passphrase)).await.unwrap();
    assert!(s.safe.keys().is_empty() && s.sealed().len() == 1);
    s.desk.connect(edit(Keep::Keychain)).await.unwrap();
    assert!(s.safe.keys().len() == 1 && s.sealed().is_empty());
    s.desk.connect(edit(Keep::Run)).await.unwrap();
    assert!(s.safe.keys().is_empty() && s.sealed().is_empty());
    // An empty password takes the kept one back: the server then asks.
    s.desk.connect(edit(Keep::Keychain)).await.unwrap();
    let mut none = edit(Keep::Keychain);
    none.secrets.database = Some(Secret::default());
    assert_eq!(s.desk.connect(none).await.unwrap_err().code, ProblemCode::NeedsSecret);
    assert_eq!(s.safe.keys().len(), 1, "what could not be opened changed nothing");
}

#[tokio::test]
async fn editing_keeps_the_id_and_the_password() {
    let mut s = scene();
    let before = s.desk.connect(request(Keep::Keychain)).await.unwrap().connection;
    let mut edit = request(Keep::Keychain);
    edit.id = Some(before.id.clone());
    edit.secrets = Secrets::default();
    edit.name = "  Test shop ".into();
    edit.colour = Some(Colour::Green);
    edit.target = Place::Postgres(Server {
        database: "test".into(),
        ..server()
    })
    .into();
    let after = s.desk.connect(edit).await.unwrap().connection;
    assert_eq!(
        (after.id.as_str(), after.name.as_str()),
        (before.id.as_str(), "Test shop")
    );
    assert_eq!(after.url, "postgres://ada@db.example:5432/test");
    assert_eq!(s.desk.connections().unwrap().len(), 1);
    // The place it had is free for another connection, with an id of its own.
    let again = s.desk.connect(request(Keep::Run)).await.unwrap().connection;
    assert_ne!(again.id, before.id);
    assert_eq!(s.desk.connections().unwrap().len(), 2);
    s.restart();
    assert!(s.desk.reopen(&before.id, Secrets::default(), None, None).await.is_ok());
}

#[tokio::test]
async fn a_password_in_an_address_lasts_until_the_program_ends() {
    let mut s = scene();
    let address = format!("postgres://ada:{PASSWORD}@db.example:5432/shop");
    let pasted = s.desk.paste(&address).await.unwrap();
    assert_eq!(pasted.password.as_deref(), Some(PASSWORD));
    assert!(!format!("{pasted:?}").contains(PASSWORD));
    let made = s.desk.open(&address).await.unwrap().connection;
    assert_eq!(made.url, "postgres://ada@db.example:5432/shop");
    assert!(s.desk.open(&made.url).await.is_ok());
    s.nowhere_written(PASSWORD);
    s.restart();
    assert_eq!(s.desk.open(&made.url).await.unwrap_err().code, ProblemCode::NeedsSecret);
}

#[tokio::test]
async fn another_tunnel_leads_to_another_connection() {
    let s = scene();
    let direct = s.desk.connect(request(Keep::Run)).await.unwrap().connection;
    let mut through = request(Keep::Keychain);
    through.secrets.tunnel = Some(Secret::new("ssh secret"));
    through.target.tunnel = Some(Tunnel {
        host: "bastion".into(),
        port: 22,
        user: "ada".into(),
        login: TunnelLogin::Password,
        trust: None,
    });
    let made = s.desk.connect(through).await.unwrap().connection;
    assert_ne!((&made.id, &made.url), (&direct.id, &direct.url));
    assert_eq!(s.safe.keys().len(), 2);
    s.nowhere_written("ssh secret");
    // The list opens by the URL as well.
    assert_eq!(s.desk.open(&made.url).await.unwrap().connection.id, made.id);
}

#[tokio::test]
async fn forgetting_takes_the_secrets_along_and_leaves_the_questions() {
    for keep in [Keep::Run, Keep::Keychain, Keep::Passphrase] {
        let s = scene();
        let asked = ConnectRequest {
            passphrase: phrase(),
            ..request(keep)
        };
        let made = s.desk.connect(asked).await.unwrap().connection;
        s.desk
            .ask(&made.id, "How many customers are there?", "", None, |_| {})
            .await
            .unwrap();
        s.desk.forget(&made.id).unwrap();
        assert!(s.desk.connections().unwrap().is_empty());
        assert!(s.safe.keys().is_empty() && s.sealed().is_empty());
        assert_eq!(s.desk.open(&made.url).await.unwrap_err().code, ProblemCode::NeedsSecret);
        let again = s.desk.connect(request(Keep::Run)).await.unwrap().connection;
        assert_eq!(s.desk.history(&again.id).unwrap().len(), 1);
    }
}

#[tokio::test]
async fn a_keychain_that_keeps_its_entry_is_told_of() {
    let s = scene();
    let id = s.desk.connect(request(Keep::Keychain)).await.unwrap().connection.id;
    s.safe.lock(true);
    let problem = s.desk.forget(&id).unwrap_err();
    assert!(problem.message.contains("still in the keychain"), "{problem:?}");
    assert!(s.desk.connections().unwrap().is_empty());
}

#[tokio::test]
async fn testing_tells_the_steps_and_saves_nothing() {
    let s = scene();
    let steps = Mutex::new(Vec::new());
    let told = |step: Step| steps.lock().unwrap().push(step);
    assert!(s.desk.test(request(Keep::Keychain), told).await.unwrap());
    let mut wrong = request(Keep::Run);
    wrong.secrets.database = Some(Secret::new("guess"));
    assert!(!s.desk.test(wrong, told).await.unwrap());
    let steps = steps.into_inner().unwrap();
    assert!(matches!(steps[0].result, StepResult::Passed { .. }));
    assert!(matches!(steps[1].result, StepResult::Failed { .. }));
    assert!(s.desk.connections().unwrap().is_empty() && s.safe.keys().is_empty());
    // A saved connection is tested with its kept password.
    let id = s.desk.connect(request(Keep::Keychain)).await.unwrap().connection.id;
    let mut edit = request(Keep::Keychain);
    (edit.id, edit.secrets) = (Some(id), Secrets::default());
    assert!(s.desk.test(edit, |_| {}).await.unwrap());
}

#[tokio::test]
async fn records_of_the_first_version_still_open() {
    let s = scene();
    // As version 0.1.0 wrote them, letter by letter.
    for (id, record) in [
        (
            "shop-1",
            r#"{"id":"shop-1","name":"shop","url":"sqlite:/data/shop.db","dialect":"sqlite","sample":false,"about":"","opened":1795269600000}"#,
        ),
        (
            "bare-2",
            r#"{"id":"bare-2","name":"bare","url":"/data/bare.db","dialect":"sqlite","sample":false,"about":"","opened":1795269500000}"#,
        ),
        (
            "duck-3",
            r#"{"id":"duck-3","name":"duck","url":"duckdb:///data/duck.db","dialect":"duckdb","sample":false,"about":"","opened":null}"#,
        ),
        ("torn-4", r#"{"id":"torn-4","na"#),
    ] {
        s.memory.save("connections", id, record.as_bytes()).unwrap();
    }
    let all = s.desk.connections().unwrap();
    let places: Vec<Place> = all.iter().map(|c| c.target.place.clone()).collect();
    let path = |path: &str| path.to_string();
    assert_eq!(
        places,
        [
            Place::Sqlite {
                path: path("/data/shop.db")
            },
            Place::Sqlite {
                path: path("/data/bare.db")
            },
            Place::Duckdb {
                path: path("/data/duck.db")
            }
        ]
    );
    assert!(all.iter().all(|c| c.keep == Keep::Run && c.colour.is_none()));
    assert_eq!(
        s.desk.open("sqlite:/data/shop.db").await.unwrap().connection.id,
        "shop-1"
    );
    assert_eq!(s.desk.open("/data/bare.db").await.unwrap().connection.id, "bare-2");
}

#[test]
fn no_type_of_connecting_prints_its_secret() {
    let asked = ConnectRequest {
        passphrase: phrase(),
        secrets: Secrets {
            database: Some(Secret::new(PASSWORD)),
            tunnel: Some(Secret::new("ssh secret")),
        },
        ..request(Keep::Passphrase)
    };
    let printed = format!("{asked:?} {:?} {:?}", asked.secrets, asked.secrets.database);
    for secret in [PASSWORD, "ssh secret", "correct horse"] {
        assert!(!printed.contains(secret), "{printed}");
    }
}
