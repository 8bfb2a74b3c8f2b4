//! The cache: the same call is not paid twice, and nothing that differs is taken for the same.

use askwell_contract::model::{Block, Form, ModelRef};

use super::*;
use crate::llm::layers::cache::{OFFLINE, ONLINE};
use crate::llm::scripted::NOON;

const HOUR: u64 = 3_600_000;

type Change = fn(&mut Request);

#[tokio::test]
async fn whatever_changes_the_output_makes_another_call() {
    let changes: &[(&str, Change)] = &[
        ("model", |r| r.to.model = "gpt-5.4".into()),
        ("prompt", |r| r.prompt = "other".into()),
        ("system", |r| r.system[0].text.push('!')),
        ("user", |r| r.user[0].text.push('!')),
        ("blocks", |r| {
            r.user = vec![block("How "), block("many?")];
        }),
        ("form", |r| {
            r.form = Form::Json {
                name: "n".into(),
                schema: serde_json::json!({}),
            }
        }),
        ("temperature", |r| r.temperature = Some(0.5)),
        ("no temperature", |r| r.temperature = None),
        ("thinking", |r| r.thinking = Some(4_000)),
        ("max_tokens", |r| r.max_tokens += 1),
        ("sample", |r| r.sample = 1),
        ("privacy", |r| r.privacy = Privacy::Values),
        ("connection", |r| r.connection = "other".into()),
    ];
    let provider = Arc::new(Scripted::new());
    let world = World::over(provider.clone(), &settings());
    world.ask(request("How many?")).await.unwrap();
    for (at, (what, change)) in changes.iter().enumerate() {
        let mut asked = request("How many?");
        change(&mut asked);
        assert!(!world.ask(asked.clone()).await.unwrap().cached, "{what}");
        assert!(world.ask(asked).await.unwrap().cached, "{what}");
        assert_eq!(provider.texts().len(), at + 2, "{what}");
    }
    // Whom it is for, and what the provider may keep, change nothing of it.
    let mut same = request("How many?");
    (same.run, same.purpose, same.system[0].cache) = (None, "again".into(), false);
    assert!(world.ask(same).await.unwrap().cached);
}

fn block(text: &str) -> Block {
    Block {
        text: text.into(),
        cache: false,
    }
}

#[tokio::test]
async fn another_provider_of_the_same_name_is_another_provider() {
    let provider = Arc::new(Scripted::new());
    let world = World::over(provider.clone(), &settings());
    world.ask(request("x")).await.unwrap();
    let mut moved = settings();
    moved.providers[0].address = Some("gateway.example:443".into());
    world.set(&moved);
    assert!(!world.ask(request("x")).await.unwrap().cached);
    let mut second = settings();
    second.providers.push(Provider {
        id: "second".into(),
        ..acme()
    });
    world.set(&second);
    let mut asked = request("x");
    asked.to = ModelRef {
        provider: "second".into(),
        ..asked.to
    };
    assert!(!world.ask(asked).await.unwrap().cached);
}

#[tokio::test]
async fn replies_to_questions_last_a_day_and_those_of_preparing_for_ever() {
    let provider = Arc::new(Scripted::new());
    let world = World::over(provider.clone(), &settings());
    let mut preparing = request("describe");
    preparing.offline = true;
    world.ask(preparing.clone()).await.unwrap();
    world.ask(request("question")).await.unwrap();
    let at = |time| *world.clock.0.lock().unwrap() = time;
    at(NOON + 24 * HOUR - 1);
    assert!(world.ask(request("question")).await.unwrap().cached);
    at(NOON + 24 * HOUR);
    assert!(!world.ask(request("question")).await.unwrap().cached);
    at(NOON + 10 * 365 * 24 * HOUR);
    assert!(world.ask(preparing).await.unwrap().cached);
    // The old ones are swept away when a new one is kept.
    world.ask(request("new")).await.unwrap();
    let kept = |room: &str| std::fs::read_dir(world.dir.path().join(room)).unwrap().count();
    assert_eq!((kept(ONLINE), kept(OFFLINE)), (1, 1));
}

#[tokio::test]
async fn no_hours_keep_nothing_and_failures_are_not_kept() {
    let provider = Arc::new(Scripted::new().then(vec![Step::Fails(FailureKind::BadReply)]));
    let world = World::over(provider.clone(), &settings());
    assert!(world.ask(request("x")).await.is_err());
    assert!(!world.ask(request("x")).await.unwrap().cached);
    let mut never = settings();
    never.cache_hours = 0;
    world.set(&never);
    assert!(!world.ask(request("x")).await.unwrap().cached);
    assert_eq!(provider.texts().len(), 3);
}

#[tokio::test]
async fn a_damaged_record_is_no_record() {
    let provider = Arc::new(Scripted::new());
    let world = World::over(provider.clone(), &settings());
    world.ask(request("x")).await.unwrap();
    let room = world.dir.path().join(ONLINE);
    let file = std::fs::read_dir(room).unwrap().next().unwrap().unwrap().path();
    std::fs::write(file, "{\"at\":").unwrap();
    assert!(!world.ask(request("x")).await.unwrap().cached);
    assert!(world.ask(request("x")).await.unwrap().cached);
}
