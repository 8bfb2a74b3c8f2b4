//! ledger > cache > cost > retry > breaker > rate limit > provider: each layer is seen to be inside the one before it.

use std::time::Duration;

use tokio::time::{sleep, Instant};

use super::*;

#[tokio::test(start_paused = true)]
async fn a_call_is_one_entry_one_price_and_as_many_attempts_as_it_takes() {
    let provider = Arc::new(Scripted::new().then(vec![
        Step::Fails(FailureKind::Unavailable),
        Step::Asks(Duration::from_secs(30)),
        Step::Replies,
    ]));
    let world = World::over(provider.clone(), &settings());
    let began = Instant::now();
    let reply = world.ask(request("How many?")).await.unwrap();
    assert!(began.elapsed() >= Duration::from_secs(31));
    // ledger > retry: three attempts, one entry. cost > retry: paid once.
    assert_eq!((provider.texts().len(), world.entries().len()), (3, 1));
    // 1,000 tokens at $2 and 100 at $8 a million.
    assert_eq!(reply.cost, Some(0.0028));
    assert!((world.providers.spend().unwrap().today - 0.0028).abs() < 1e-12);
    // ledger > cache: what was kept is an entry, too. cache > cost, rate: it is paid to and sent to nobody.
    let again = world.ask(request("How many?")).await.unwrap();
    assert_eq!((again.cached, again.cost, again.text), (true, Some(0.0), reply.text));
    assert_eq!((provider.texts().len(), world.entries().len()), (3, 2));
    assert!((world.providers.spend().unwrap().month - 0.0028).abs() < 1e-12);
}

#[tokio::test(start_paused = true)]
async fn attempts_go_through_breaker_and_rate_and_the_breaker_is_before_the_rate() {
    let down = (0..5).map(|_| Step::Fails(FailureKind::Unavailable)).collect();
    let provider = Arc::new(Scripted::new().then(down));
    let mut slow = settings();
    slow.providers[0].per_minute = 5;
    let world = World::over(provider.clone(), &slow);
    // retry > breaker: the five attempts of one call open it.
    assert_eq!(world.kind(request("a")).await, Some(FailureKind::Unavailable));
    let began = Instant::now();
    assert_eq!(world.kind(request("b")).await, Some(FailureKind::Resting));
    // breaker > rate: a rest is told at once, though this minute is used up. retry > breaker: it is not tried again.
    assert_eq!(began.elapsed(), Duration::ZERO);
    sleep(Duration::from_secs(121)).await;
    assert_eq!(world.kind(request("c")).await, None);
    assert_eq!(provider.texts(), ["a", "a", "a", "a", "a", "c"]);
    // retry > rate: attempts count as requests.
    let times = provider.times();
    let minute = Duration::from_secs(60);
    assert!(times.windows(6).all(|six| six[5] - six[0] >= minute));
}

#[tokio::test(start_paused = true)]
async fn the_budget_is_before_the_attempts_and_after_the_cache() {
    let provider = Arc::new(Scripted::new());
    let world = World::over(provider.clone(), &settings());
    world.ask(request("kept")).await.unwrap();
    world.set(&ModelSettings {
        budget: Budget {
            per_day: Some(0.0),
            per_question: None,
        },
        ..settings()
    });
    assert_eq!(world.kind(request("new")).await, Some(FailureKind::Budget));
    assert!(world.ask(request("kept")).await.unwrap().cached);
    assert_eq!(provider.texts(), ["kept"]);
    // ledger > cost: the refusal is written down, and nothing of it counts as sent.
    let page = world.providers.ledger("", None, 0, 10).unwrap();
    assert_eq!(page.of, 3);
    assert_eq!(page.left, "Answer.kept".len() as u64);
}

#[tokio::test(start_paused = true)]
async fn breaker_and_rate_are_one_for_all_doors_and_outlive_other_settings() {
    let down = (0..5).map(|_| Step::Fails(FailureKind::Network)).collect();
    let world = World::over(Arc::new(Scripted::new().then(down)), &settings());
    world.kind(request("a")).await;
    let mut other = settings();
    other.cache_hours = 1;
    world.set(&other);
    let llm = world.providers.llm(Privacy::Names);
    let resting = llm.complete(request("b"), &Cancel::new()).await.unwrap_err();
    assert_eq!(resting.kind, FailureKind::Resting);
    // Another address is another provider.
    other.providers[0].address = Some("gateway.example:443".into());
    world.set(&other);
    assert_eq!(world.kind(request("c")).await, None);
}

#[tokio::test(start_paused = true)]
async fn in_airplane_mode_nothing_is_sent_to_listed_by_or_found_at_any_server() {
    let provider = Arc::new(Scripted::new());
    let mut flying = settings();
    flying.airplane = true;
    let mut here = acme();
    (here.id, here.kind) = ("file".into(), ProviderKind::Gguf);
    let mut ollama = acme();
    (ollama.id, ollama.kind, ollama.address) = ("ollama".into(), ProviderKind::Ollama, Some("127.0.0.1:11434".into()));
    flying.providers.extend([here, ollama.clone()]);
    let world = World::over(provider.clone(), &flying);
    let to = |id: &str| {
        let mut asked = request("x");
        asked.to.provider = id.into();
        asked
    };
    assert_eq!(world.kind(to("acme")).await, Some(FailureKind::Airplane));
    assert_eq!(world.kind(to("ollama")).await, Some(FailureKind::Airplane));
    assert!(provider.texts().is_empty() && world.entries().is_empty());
    let listed = world.providers.list(&ollama, None).await.unwrap_err();
    assert_eq!(listed.kind, FailureKind::Airplane);
    let probes = Mutex::new(Vec::new());
    let told = |probe: Probe| probes.lock().unwrap().push(probe);
    assert!(!world.providers.probe(&acme(), None, "gpt-4.1", &told).await);
    let probes = probes.into_inner().unwrap();
    assert_eq!(probes.len(), 1);
    assert_eq!(probes[0].failure.as_ref().unwrap().kind, FailureKind::Airplane);
    let found = world.providers.find().await;
    assert!(found.iter().all(|found| found.kind == ProviderKind::Gguf) && found.len() == 1);
    assert_eq!(world.kind(to("file")).await, None);
}

#[tokio::test(start_paused = true)]
async fn a_trial_is_written_down_and_paid_like_any_call() {
    let provider = Arc::new(Scripted::new());
    let world = World::over(provider.clone(), &settings());
    for _ in 0..2 {
        world.providers.probe(&acme(), None, "gpt-4.1", &|_| {}).await;
    }
    assert_eq!((provider.texts().len(), world.entries().len()), (2, 2));
    assert!((world.providers.spend().unwrap().today - 0.0056).abs() < 1e-12);
}

#[tokio::test(start_paused = true)]
async fn the_level_of_a_door_holds_whatever_the_request_says() {
    let provider = Arc::new(Scripted::new());
    let world = World::over(provider.clone(), &settings());
    let llm = world.providers.llm(Privacy::Profile);
    let mut above = request("secret rows");
    above.privacy = Privacy::Rows;
    let refused = llm.complete(above, &Cancel::new()).await.unwrap_err();
    assert_eq!(refused.kind, FailureKind::Privacy);
    assert!(provider.texts().is_empty() && world.entries().is_empty());
    let unknown = Request {
        to: askwell_contract::model::ModelRef {
            provider: "gone".into(),
            model: "m".into(),
        },
        ..request("x")
    };
    assert_eq!(world.kind(unknown).await, Some(FailureKind::UnknownModel));
}

#[tokio::test(start_paused = true)]
async fn stop_while_waiting_for_a_turn_is_written_as_the_end() {
    let mut slow = settings();
    (slow.providers[0].per_minute, slow.providers[0].at_once) = (1, 1);
    let provider = Arc::new(Scripted::new());
    let world = World::over(provider.clone(), &slow);
    world.ask(request("a")).await.unwrap();
    let cancel = Cancel::new();
    let llm = world.providers.llm(Privacy::Rows);
    let stop = async {
        sleep(Duration::from_secs(5)).await;
        cancel.cancel();
    };
    let (ended, ()) = tokio::join!(llm.complete(request("b"), &cancel), stop);
    assert_eq!(ended.unwrap_err().kind, FailureKind::Cancelled);
    assert_eq!(provider.texts(), ["a"]);
    let entries = world.entries();
    assert!(matches!(&entries[1].ended, Ended::Failed { failure, .. } if failure.kind == FailureKind::Cancelled));
}
