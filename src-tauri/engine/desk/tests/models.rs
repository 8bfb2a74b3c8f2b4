//! Settings of models, their keys, what may be said of a database.

use std::collections::BTreeMap;

use askwell_contract::connect::Secret;
use askwell_contract::model::{
    Budget, Ended, Failure, FailureKind, FoundModel, LedgerEntry, LedgerPage, ModelInfo, ModelRef, ModelSettings,
    Price, Probe, Provider, ProviderKind, ProviderRequest, Reply, Request, Spend, Tier, Usage,
};
use askwell_contract::ports::{Files, Hub, Llm, Models, Sink, Workspace as _};
use askwell_contract::run::Artifact;

use super::world::{self, Net, Safe};
use super::*;

const KEY: &str = "sk-planted-42";

/// Remembers what it was told.
#[derive(Default)]
pub(super) struct Recorder {
    pub(super) hub: Mutex<Option<Arc<dyn Hub>>>,
    set: Mutex<Option<(ModelSettings, BTreeMap<String, Secret>)>>,
    allowed: Mutex<Vec<Privacy>>,
    probed: Mutex<Vec<Option<Secret>>>,
}

struct Silent;

#[async_trait]
impl Llm for Silent {
    async fn complete(&self, _: Request, _: &Cancel) -> std::result::Result<Reply, Failure> {
        Err(Failure::new(FailureKind::Network, "Nothing answers."))
    }
    fn price(&self, _: &ModelRef, _: Usage) -> Option<f64> {
        None
    }
    fn destination(&self, to: &ModelRef) -> (String, bool) {
        (to.provider.clone(), true)
    }
}

fn entry(number: u64) -> LedgerEntry {
    LedgerEntry {
        number,
        at: 1,
        purpose: "link".into(),
        provider: "acme".into(),
        model: "m".into(),
        destination: "api.acme.example:443".into(),
        leaves: true,
        connection: "shop".into(),
        run: None,
        privacy: Privacy::Names,
        system: "s".into(),
        user: "u".into(),
        ended: Ended::Sent,
    }
}

#[async_trait]
impl Models for Recorder {
    fn set(&self, settings: &ModelSettings, keys: BTreeMap<String, Secret>) -> Result<()> {
        *self.set.lock().unwrap() = Some((settings.clone(), keys));
        Ok(())
    }
    fn llm(&self, allowed: Privacy) -> Arc<dyn Llm> {
        self.allowed.lock().unwrap().push(allowed);
        Arc::new(Silent)
    }
    async fn list(&self, _: &Provider, _: Option<&Secret>) -> std::result::Result<Vec<ModelInfo>, Failure> {
        Err(Failure::new(FailureKind::Key, "The key is wrong."))
    }
    async fn probe(&self, _: &Provider, key: Option<&Secret>, _: &str, _: &(dyn Fn(Probe) + Send + Sync)) -> bool {
        self.probed.lock().unwrap().push(key.cloned());
        true
    }
    async fn find(&self) -> Vec<FoundModel> {
        Vec::new()
    }
    fn ledger(&self, _: &str, _: Option<&str>, _: u64, _: u32) -> Result<LedgerPage> {
        Ok(LedgerPage {
            entries: Vec::new(),
            of: 0,
            left: 0,
        })
    }
    fn each_entry(&self, take: &mut dyn FnMut(&LedgerEntry) -> Result<()>) -> Result<()> {
        (1..=3).try_for_each(|number| take(&entry(number)))
    }
    fn spend(&self) -> Result<Spend> {
        Err(Problem::internal("not asked for here"))
    }
    fn hub(&self) -> Option<Arc<dyn Hub>> {
        self.hub.lock().unwrap().clone()
    }
}

/// One file in memory.
#[derive(Default, Clone)]
struct Paper(Arc<Mutex<(Vec<u8>, bool)>>);

impl Files for Paper {
    fn create(&self, _: &str) -> Result<Box<dyn Sink>> {
        Ok(Box::new(self.clone()))
    }
}

impl Sink for Paper {
    fn write(&mut self, bytes: &[u8]) -> Result<()> {
        self.0.lock().unwrap().0.extend_from_slice(bytes);
        Ok(())
    }
    fn finish(self: Box<Self>) -> Result<()> {
        self.0.lock().unwrap().1 = true;
        Ok(())
    }
}

pub(super) struct Scene {
    pub(super) memory: Arc<Memory>,
    safe: Arc<Safe>,
    pub(super) recorder: Arc<Recorder>,
    pub(super) desk: Desk,
}

fn started(memory: &Arc<Memory>, safe: &Arc<Safe>, recorder: &Arc<Recorder>) -> Desk {
    let mut desk = world::desk(memory, &Arc::new(Net::default()), safe);
    desk.world.models = Some(recorder.clone());
    desk.samples = vec![sample()];
    desk
}

pub(super) fn scene() -> Scene {
    let (memory, safe, recorder) = (Arc::default(), Arc::default(), Arc::default());
    let desk = started(&memory, &safe, &recorder);
    Scene {
        memory,
        safe,
        recorder,
        desk,
    }
}

impl Scene {
    /// Another start of the program over the same workspace and keychain.
    fn restart(&mut self) {
        self.recorder = Arc::default();
        self.desk = started(&self.memory, &self.safe, &self.recorder);
    }
    /// The key that the door has for `acme`.
    fn key(&self) -> Option<String> {
        let set = self.recorder.set.lock().unwrap();
        let (_, keys) = set.as_ref().expect("the settings were handed over");
        keys.get("acme").map(|key| key.expose().to_string())
    }
    fn nowhere_written(&self) {
        for ((room, key), bytes) in self.memory.files.lock().unwrap().iter() {
            let found = bytes.windows(KEY.len()).any(|part| part == KEY.as_bytes());
            assert!(!found, "{room}/{key} holds the key");
        }
    }
}

fn acme(keep: Keep) -> Provider {
    Provider {
        id: "acme".into(),
        kind: ProviderKind::OpenAiCompatible,
        name: "Acme".into(),
        address: Some("https://api.acme.example/v1".into()),
        keep,
        has_key: false,
        per_minute: 60,
        at_once: 10,
    }
}

fn asked(keep: Keep, key: Option<&str>, passphrase: Option<&str>) -> ProviderRequest {
    ProviderRequest {
        provider: acme(keep),
        key: key.map(Secret::new),
        passphrase: passphrase.map(Secret::new),
    }
}

fn to(provider: &str) -> Option<ModelRef> {
    Some(ModelRef {
        provider: provider.into(),
        model: "m".into(),
    })
}

async fn with_tier(desk: &Desk) -> ModelSettings {
    let mut settings = desk.model_settings().unwrap();
    settings.tiers.fast = to("acme");
    desk.save_models(settings).await.unwrap()
}

#[tokio::test]
async fn a_key_in_the_keychain_outlives_the_program_and_leaves_with_its_provider() {
    let mut scene = scene();
    assert_eq!(scene.desk.model_settings().unwrap(), ModelSettings::default());
    let settings = scene
        .desk
        .save_provider(asked(Keep::Keychain, Some(KEY), None))
        .await
        .unwrap();
    assert!(settings.providers[0].has_key);
    assert_eq!(scene.safe.keys(), ["model.acme.key"]);
    scene.nowhere_written();
    scene.restart();
    let settings = with_tier(&scene.desk).await;
    assert!(settings.providers[0].has_key && settings.tiers.serve(Tier::Reasoning).is_some());
    assert_eq!(scene.key().as_deref(), Some(KEY));
    // What comes back from the screen without the key changes nothing of it.
    let mut renamed = asked(Keep::Keychain, None, None);
    renamed.provider.name = "Other".into();
    scene.desk.save_provider(renamed).await.unwrap();
    assert_eq!(scene.key().as_deref(), Some(KEY));
    let mut gone = scene.desk.model_settings().unwrap();
    gone.providers.clear();
    let settings = scene.desk.save_models(gone).await.unwrap();
    assert_eq!(settings.tiers.fast, None, "a tier is not left to nobody");
    assert!(scene.safe.keys().is_empty() && scene.key().is_none());
    scene.nowhere_written();
}

#[tokio::test]
async fn a_key_under_a_passphrase_waits_for_it() {
    let mut scene = scene();
    let refused = scene.desk.save_provider(asked(Keep::Passphrase, Some(KEY), None)).await;
    assert_eq!(refused.unwrap_err().code, ProblemCode::BadInput);
    assert!(scene.desk.model_settings().unwrap().providers.is_empty());
    let kept = asked(Keep::Passphrase, Some(KEY), Some("a b c"));
    scene.desk.save_provider(kept).await.unwrap();
    assert_eq!(scene.memory.list("secrets").unwrap(), ["model.acme.key"]);
    scene.nowhere_written();
    scene.restart();
    assert!(!scene.desk.model_settings().unwrap().providers[0].has_key);
    let wrong = scene.desk.unlock_provider("acme", Secret::new("x")).await.unwrap_err();
    assert_eq!(wrong.code, ProblemCode::Denied);
    // To move a key that is not known it has to be opened first.
    let moved = scene
        .desk
        .save_provider(asked(Keep::Keychain, None, None))
        .await
        .unwrap_err();
    assert_eq!(moved.code, ProblemCode::NeedsSecret);
    let settings = scene.desk.unlock_provider("acme", Secret::new("a b c")).await.unwrap();
    assert!(settings.providers[0].has_key);
    assert_eq!(scene.key().as_deref(), Some(KEY));
    scene
        .desk
        .save_provider(asked(Keep::Keychain, None, None))
        .await
        .unwrap();
    assert!(scene.memory.list("secrets").unwrap().is_empty());
    assert_eq!(scene.safe.keys(), ["model.acme.key"]);
    scene.nowhere_written();
}

#[tokio::test]
async fn a_key_for_this_run_is_forgotten_and_an_empty_one_takes_back() {
    let mut scene = scene();
    scene
        .desk
        .save_provider(asked(Keep::Run, Some(KEY), None))
        .await
        .unwrap();
    assert_eq!(scene.key().as_deref(), Some(KEY));
    scene.restart();
    assert!(!scene.desk.model_settings().unwrap().providers[0].has_key);
    scene
        .desk
        .save_provider(asked(Keep::Keychain, Some(KEY), None))
        .await
        .unwrap();
    let settings = scene
        .desk
        .save_provider(asked(Keep::Keychain, Some(""), None))
        .await
        .unwrap();
    assert_eq!(
        (settings.providers[0].has_key, settings.providers[0].keep),
        (false, Keep::Run)
    );
    assert!(scene.safe.keys().is_empty() && scene.key().is_none());
}

#[tokio::test]
async fn without_a_keychain_nothing_is_saved_and_the_way_out_is_told() {
    let scene = scene();
    scene.safe.take_away();
    let refused = scene
        .desk
        .save_provider(asked(Keep::Keychain, Some(KEY), None))
        .await
        .unwrap_err();
    assert_eq!(refused.code, ProblemCode::Denied);
    assert!(refused.hint.unwrap().contains("passphrase"));
    assert!(scene.desk.model_settings().unwrap().providers.is_empty());
}

#[tokio::test]
async fn trying_a_provider_uses_the_key_of_the_dialog_or_the_one_kept() {
    let scene = scene();
    let probe = |request| scene.desk.probe_provider(request, "m", |_| {});
    assert!(probe(asked(Keep::Keychain, Some("typed"), None)).await.unwrap());
    assert!(scene.safe.keys().is_empty(), "trying keeps nothing");
    scene
        .desk
        .save_provider(asked(Keep::Passphrase, Some(KEY), Some("p")))
        .await
        .unwrap();
    assert!(probe(asked(Keep::Run, None, None)).await.unwrap());
    let used: Vec<Option<Secret>> = scene.recorder.probed.lock().unwrap().clone();
    assert_eq!(used, [Some(Secret::new("typed")), Some(Secret::new(KEY))]);
    let wrong = scene.desk.list_models(asked(Keep::Run, None, None)).await.unwrap_err();
    assert_eq!(wrong.code, ProblemCode::NeedsSecret);
}

#[tokio::test]
async fn what_cannot_be_meant_is_refused() {
    let scene = scene();
    let mut nothing = asked(Keep::Run, None, None);
    nothing.provider.at_once = 0;
    assert_eq!(
        scene.desk.save_provider(nothing).await.unwrap_err().code,
        ProblemCode::BadInput
    );
    let mut odd = asked(Keep::Run, None, None);
    odd.provider.id = "../x".into();
    assert!(scene.desk.save_provider(odd).await.is_err());
    for budget in [-1.0, f64::NAN, f64::INFINITY] {
        let settings = ModelSettings {
            budget: Budget {
                per_question: None,
                per_day: Some(budget),
            },
            ..ModelSettings::default()
        };
        assert_eq!(
            scene.desk.save_models(settings).await.unwrap_err().code,
            ProblemCode::BadInput
        );
    }
    let unnamed = Price {
        model: " ".into(),
        input: 1.0,
        cached: 0.0,
        output: 1.0,
        of: "2026-11-21".into(),
    };
    let settings = ModelSettings {
        prices: vec![unnamed],
        ..ModelSettings::default()
    };
    assert_eq!(
        scene.desk.save_models(settings).await.unwrap_err().code,
        ProblemCode::BadInput
    );
    // Two of a kind without ids.
    for expected in ["open-ai-compatible", "open-ai-compatible-2"] {
        let mut unnamed = asked(Keep::Run, None, None);
        unnamed.provider.id = String::new();
        let settings = scene.desk.save_provider(unnamed).await.unwrap();
        assert_eq!(settings.providers.last().unwrap().id, expected);
    }
}

#[tokio::test]
async fn a_record_of_an_older_version_is_read_and_a_damaged_one_asks_no_model() {
    let scene = scene();
    let id = scene.desk.open("sqlite:/a.db").await.unwrap().connection.id;
    scene.desk.set_privacy(&id, Privacy::Rows).await.unwrap();
    scene
        .memory
        .save("models", "settings", br#"{"airplane":true}"#)
        .unwrap();
    let settings = scene.desk.model_settings().unwrap();
    assert!(settings.airplane && settings.cache_hours == 24);
    scene.memory.save("models", "settings", b"{").unwrap();
    assert_eq!(scene.desk.model_settings().unwrap_err().code, ProblemCode::Lost);
    assert!(scene.desk.door(&id, None).await.is_none());
    let asked = scene
        .desk
        .ask(&id, "How many customers are there?", "", None, |_| {})
        .await
        .unwrap();
    assert!(asked.outcome.answer().is_some());
}

#[tokio::test]
async fn a_level_is_kept_with_the_connection_and_goes_with_it() {
    let mut scene = scene();
    let id = scene.desk.open("sqlite:/a.db").await.unwrap().connection.id;
    scene
        .desk
        .save_provider(asked(Keep::Run, Some(KEY), None))
        .await
        .unwrap();
    with_tier(&scene.desk).await;
    assert!(
        scene.desk.door(&id, None).await.is_none(),
        "nothing may be said at first"
    );
    let level = |desk: &Desk, id: &str| desk.connection(id).unwrap().privacy;
    for id in [id.as_str(), "harbor"] {
        let changed = scene.desk.set_privacy(id, Privacy::Values).await.unwrap();
        assert_eq!(changed.privacy, Privacy::Values);
    }
    scene.restart();
    assert_eq!(level(&scene.desk, "harbor"), Privacy::Values);
    scene.desk.reopen(&id, Secrets::default(), None, None).await.unwrap();
    assert_eq!(level(&scene.desk, &id), Privacy::Values);
    let door = scene.desk.door(&id, Some("run-7")).await.unwrap();
    assert_eq!(
        (door.privacy, door.connection.as_str(), door.run.as_deref()),
        (Privacy::Values, id.as_str(), Some("run-7"))
    );
    assert_eq!(*scene.recorder.allowed.lock().unwrap(), [Privacy::Values]);
    scene.desk.forget("harbor").unwrap();
    assert_eq!(level(&scene.desk, "harbor"), Privacy::Nothing);
    // No tier, no door.
    let mut settings = scene.desk.model_settings().unwrap();
    settings.tiers.fast = None;
    scene.desk.save_models(settings).await.unwrap();
    assert!(scene.desk.door(&id, None).await.is_none());
}

#[tokio::test]
async fn without_a_door_a_run_is_what_it_was() {
    let run = |with: bool| async move {
        let (memory, safe, recorder) = (Arc::default(), Arc::default(), Arc::default());
        let mut desk = started(&memory, &safe, &recorder);
        if !with {
            desk.world.models = None;
        }
        let id = desk.open("sqlite:/a.db").await.unwrap().connection.id;
        let events = Mutex::new(Vec::new());
        let on_event = |event: Event| events.lock().unwrap().push(event);
        desk.ask(&id, "How many customers are there?", "", Some("r".into()), on_event)
            .await
            .unwrap();
        // Times hang on what else looks at the clock meanwhile.
        let told = |e: Event| match e.artifact {
            Artifact::Started(_) | Artifact::Finished { .. } | Artifact::Judged(_) => None,
            artifact => Some((e.seq, e.stage, artifact)),
        };
        events
            .into_inner()
            .unwrap()
            .into_iter()
            .filter_map(told)
            .collect::<Vec<_>>()
    };
    assert_eq!(run(true).await, run(false).await);
}

#[tokio::test]
async fn the_ledger_is_exported_a_line_an_entry() {
    let mut scene = scene();
    let paper = Paper::default();
    scene.desk.world.files = Arc::new(paper.clone());
    let exported = scene.desk.export_ledger("/x.jsonl").unwrap();
    let (bytes, finished) = paper.0.lock().unwrap().clone();
    assert_eq!((exported.rows, exported.bytes, finished), (3, bytes.len() as u64, true));
    let lines = bytes.split(|byte| *byte == b'\n').filter(|line| !line.is_empty());
    let entries: Vec<LedgerEntry> = lines.map(|line| serde_json::from_slice(line).unwrap()).collect();
    assert_eq!(entries, [entry(1), entry(2), entry(3)]);
    scene.desk.world.models = None;
    assert_eq!(scene.desk.spend().unwrap_err().code, ProblemCode::Denied);
}
