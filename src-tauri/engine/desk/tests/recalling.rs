//! Questions that are answered from earlier ones, and those that are not.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};

use askwell_contract::connect::Secret;
use askwell_contract::explore::{Meaning, Term};
use askwell_contract::model::{
    Effort, Failure, FailureKind, Form, FoundModel, LedgerEntry, LedgerPage, ModelInfo, ModelRef, ModelSettings, Probe,
    Provider, ProviderKind, ProviderRequest, Reply, Request, Spend, Usage,
};
use askwell_contract::ports::{Embedder, Llm, Models, Workspace as _};
use askwell_contract::run::{Recalled, Trust};

use super::*;
use crate::desk::recall::store;

const COUNT: &str = "How many customers are there?";
const HOUR: u64 = 3_600_000;

/// Writes the same query to whatever it is asked, a count at first; counts its calls.
#[derive(Default)]
struct Counting {
    calls: AtomicUsize,
    fails: Mutex<bool>,
    sql: Mutex<Option<&'static str>>,
}

#[async_trait]
impl Llm for Counting {
    async fn complete(&self, request: Request, _: &Cancel) -> std::result::Result<Reply, Failure> {
        self.calls.fetch_add(1, Ordering::SeqCst);
        if *self.fails.lock().unwrap() {
            return Err(Failure::new(FailureKind::Network, "Nothing answers."));
        }
        let sql = *self.sql.lock().unwrap();
        let text = match &request.form {
            Form::Text | Form::Grammar(_) => sql.unwrap_or("SELECT COUNT(*) AS number_of_customers FROM customers"),
            Form::Json { .. } => "{}",
        };
        Ok(Reply {
            text: text.into(),
            value: None,
            thinking: None,
            usage: Usage::default(),
            cost: Some(0.0),
            cached: false,
            ms: 1.0,
        })
    }
    fn price(&self, _: &ModelRef, _: Usage) -> Option<f64> {
        None
    }
    fn destination(&self, to: &ModelRef) -> (String, bool) {
        (to.provider.clone(), true)
    }
}

struct Door(Arc<Counting>);

#[async_trait]
impl Models for Door {
    fn set(&self, _: &ModelSettings, _: BTreeMap<String, Secret>) -> Result<()> {
        Ok(())
    }
    fn llm(&self, _: Privacy) -> Arc<dyn Llm> {
        self.0.clone()
    }
    async fn list(&self, _: &Provider, _: Option<&Secret>) -> std::result::Result<Vec<ModelInfo>, Failure> {
        Ok(Vec::new())
    }
    async fn probe(&self, _: &Provider, _: Option<&Secret>, _: &str, _: &(dyn Fn(Probe) + Send + Sync)) -> bool {
        true
    }
    async fn find(&self) -> Vec<FoundModel> {
        Vec::new()
    }
    fn ledger(&self, _: &str, _: Option<&str>, _: u64, _: u32) -> Result<LedgerPage> {
        Err(Problem::internal("there is no ledger"))
    }
    fn each_entry(&self, _: &mut dyn FnMut(&LedgerEntry) -> Result<()>) -> Result<()> {
        Ok(())
    }
    fn spend(&self) -> Result<Spend> {
        Err(Problem::internal("there is no ledger"))
    }
}

/// Questions that begin with "what" lie 0.96 from those that begin with "how", all others at a right angle.
struct Angles;

impl Embedder for Angles {
    fn embed(&self, texts: &[String]) -> Result<Vec<Vec<f32>>> {
        let vector = |text: &String| {
            let mut vector = vec![0.0; 384];
            match text.to_lowercase().split(' ').next() {
                Some("how") => vector[0] = 1.0,
                Some("what") => (vector[0], vector[1]) = (0.96, 0.28),
                _ => vector[2] = 1.0,
            }
            vector
        };
        Ok(texts.iter().map(vector).collect())
    }
}

/// A shop with that many customers; none: its table can no longer be read.
struct Shops {
    customers: Option<usize>,
    fingerprint: &'static str,
}

#[async_trait]
impl Connector for Shops {
    async fn understand(&self, address: &str) -> Result<Understood> {
        Fakes.understand(address).await
    }
    fn address(&self, place: &Place) -> String {
        Fakes.address(place)
    }
    async fn open(&self, _: &Target, _: &Secrets) -> Result<Arc<dyn Database>> {
        let mut shop = shop();
        shop.fingerprint = self.fingerprint.into();
        let rows = shop.rows.remove("customers").unwrap();
        if let Some(count) = self.customers {
            shop.rows
                .insert("customers".into(), rows.into_iter().take(count).collect());
        }
        Ok(Arc::new(shop))
    }
    async fn test(&self, _: &Target, _: &Secrets, _: &(dyn Fn(Step) + Send + Sync)) -> bool {
        true
    }
}

struct Scene {
    memory: Arc<Memory>,
    clock: Arc<Ticking>,
    llm: Arc<Counting>,
    desk: Desk,
    id: String,
}

impl Scene {
    /// A model is set up and may be told names.
    async fn new() -> Self {
        let (memory, clock, llm) = (Arc::default(), Arc::<Ticking>::default(), Arc::<Counting>::default());
        let mut scene = Self {
            desk: desk_at(&memory, vec![], &clock),
            memory,
            clock,
            llm,
            id: String::new(),
        };
        scene.start(Some(12), "1").await;
        let provider = Provider {
            id: "acme".into(),
            kind: ProviderKind::OpenAiCompatible,
            name: "Acme".into(),
            address: Some("https://api.acme.example/v1".into()),
            keep: Keep::Run,
            has_key: false,
            per_minute: 60,
            at_once: 10,
        };
        let request = ProviderRequest {
            provider,
            key: None,
            passphrase: None,
        };
        scene.desk.save_provider(request).await.unwrap();
        scene.settings(|s| s.tiers.fast = to("m")).await;
        scene.desk.set_privacy(&scene.id, Privacy::Names).await.unwrap();
        scene
    }

    /// Another start of the program, over what the database is by then.
    async fn start(&mut self, customers: Option<usize>, fingerprint: &'static str) {
        let mut desk = desk_at(&self.memory, vec![], &self.clock);
        desk.world.connector = Arc::new(Shops { customers, fingerprint });
        desk.world.models = Some(Arc::new(Door(self.llm.clone())));
        self.desk = desk;
        self.id = self.desk.open("sqlite:/a.db").await.unwrap().connection.id;
    }

    async fn settings(&self, change: impl FnOnce(&mut ModelSettings)) {
        let mut settings = self.desk.model_settings().unwrap();
        change(&mut settings);
        self.desk.save_models(settings).await.unwrap();
    }

    /// Asks; gives the earlier question, how it ended, and how many calls were made.
    async fn ask(&self, question: &str) -> (Option<Recalled>, Asked, usize) {
        self.ask_or(question, false).await
    }

    async fn ask_or(&self, question: &str, anew: bool) -> (Option<Recalled>, Asked, usize) {
        let before = self.llm.calls.load(Ordering::SeqCst);
        let events = Mutex::new(Vec::new());
        let told = |event: Event| events.lock().unwrap().push(event);
        let asked = self
            .desk
            .ask_or_recall(&self.id, question, "", None, anew, told)
            .await
            .unwrap();
        let events = events.into_inner().unwrap();
        assert_eq!(self.desk.replay(&asked.header.run).unwrap(), events);
        let recalled = events.iter().find_map(|e| match &e.artifact {
            Artifact::Recalled(recalled) => Some(recalled.clone()),
            _ => None,
        });
        let calls = self.llm.calls.load(Ordering::SeqCst) - before;
        assert!(recalled.is_none() || calls == 0, "a model was asked all the same");
        (recalled, asked, calls)
    }

    async fn is_anew(&self, question: &str, why: &str) {
        let (recalled, _, calls) = self.ask(question).await;
        assert!(recalled.is_none() && calls > 0, "{why}");
    }

    fn kept(&self) -> usize {
        store::load(&*self.memory).len()
    }
}

fn to(model: &str) -> Option<ModelRef> {
    Some(ModelRef {
        provider: "acme".into(),
        model: model.into(),
    })
}

fn headline(asked: &Asked) -> String {
    asked.outcome.answer().unwrap().headline.clone().unwrap()
}

#[tokio::test]
async fn the_same_question_asks_no_model_again_and_a_restart_forgets_nothing() {
    let mut scene = Scene::new().await;
    let (recalled, first, calls) = scene.ask(COUNT).await;
    assert!(recalled.is_none() && calls > 0);
    for restart in [false, true] {
        if restart {
            scene.start(Some(12), "1").await;
        }
        let (recalled, again, calls) = scene.ask(" how many customers  are there").await;
        let recalled = recalled.expect("an earlier question");
        assert_eq!(
            (recalled.question.as_str(), recalled.similarity, calls),
            (COUNT, 1.0, 0)
        );
        assert_eq!(
            (recalled.run, recalled.at),
            (first.header.run.clone(), first.header.started)
        );
        let (now, then) = (again.outcome.answer().unwrap(), first.outcome.answer().unwrap());
        assert_eq!(
            (&now.sql, &now.result, &now.sentence),
            (&then.sql, &then.result, &then.sentence)
        );
        assert_eq!(now.trust, then.trust);
        assert!(now.reasons[0].contains("earlier question") && now.reasons.ends_with(&then.reasons));
    }
    assert_eq!(scene.desk.history(&scene.id).unwrap().len(), 3);
    assert_eq!(scene.kept(), 1);
}

#[tokio::test]
async fn the_query_runs_on_the_data_of_now() {
    let mut scene = Scene::new().await;
    scene.ask(COUNT).await;
    // The fingerprint is the database's word; this one did not notice.
    scene.start(Some(5), "1").await;
    let (recalled, asked, _) = scene.ask(COUNT).await;
    assert!(recalled.is_some());
    assert_eq!(headline(&asked), "5");
    assert!(asked.outcome.answer().unwrap().sentence.contains('5'));
}

#[tokio::test]
async fn a_query_that_no_longer_runs_is_dropped_and_the_question_asked_anew() {
    let mut scene = Scene::new().await;
    scene.ask(COUNT).await;
    assert_eq!(scene.kept(), 1);
    scene.start(None, "1").await;
    scene.is_anew(COUNT, "its table cannot be read").await;
    assert_eq!(scene.kept(), 0);
}

#[tokio::test]
async fn asking_anew_asks_the_model_and_takes_the_place_of_the_earlier_answer() {
    let scene = Scene::new().await;
    scene.ask(COUNT).await;
    let (recalled, second, calls) = scene.ask_or(COUNT, true).await;
    assert!(recalled.is_none() && calls > 0);
    let (recalled, ..) = scene.ask(COUNT).await;
    assert_eq!(recalled.unwrap().run, second.header.run);
    assert_eq!(scene.kept(), 1);
}

#[tokio::test]
async fn another_way_to_put_it_is_recalled_and_another_number_is_not() {
    let mut scene = Scene::new().await;
    scene.desk.world.embedder = Some(Arc::new(Angles));
    scene.ask(COUNT).await;
    let (recalled, ..) = scene.ask("What is the number of customers?").await;
    let recalled = recalled.expect("0.96 is near enough");
    assert_eq!(recalled.question, COUNT);
    assert!((recalled.similarity - 0.96).abs() < 1e-4);
    scene.is_anew("Count the customers", "its vector is far away").await;
    scene.ask("How many customers came in 2023?").await;
    scene.is_anew("How many customers came in 2024?", "another year").await;
    scene.is_anew("How many countries are there?", "another column").await;
    // Without vectors only the text itself counts.
    scene.desk.world.embedder = None;
    scene.is_anew("What is the number of customers?", "no embedder").await;
}

#[tokio::test]
async fn whatever_changes_the_answer_makes_another_question() {
    let mut scene = Scene::new().await;
    scene.ask(COUNT).await;
    let again = async |scene: &Scene, why: &str| {
        scene.is_anew(COUNT, why).await;
        assert!(scene.ask(COUNT).await.0.is_some(), "kept: {why}");
    };
    scene.desk.set_privacy(&scene.id, Privacy::Values).await.unwrap();
    again(&scene, "the level of privacy").await;
    scene.desk.set_privacy(&scene.id, Privacy::Names).await.unwrap();
    assert!(scene.ask(COUNT).await.0.is_some(), "the level is what it was");
    scene.settings(|s| s.effort = Effort::Quick).await;
    again(&scene, "the effort").await;
    scene.settings(|s| s.tiers.fast = to("other")).await;
    again(&scene, "the model").await;
    scene
        .settings(|s| s.providers[0].address = Some("https://other.example/v1".into()))
        .await;
    again(&scene, "the provider").await;
    scene.settings(|s| s.allowed.emails = true).await;
    again(&scene, "what is masked").await;
    let term = Term {
        name: "regulars".into(),
        definition: String::new(),
        meaning: Meaning::Table {
            table: "customers".into(),
        },
    };
    let terms = vec![term];
    assert!(scene.desk.save_glossary(&scene.id, terms).await.unwrap().is_empty());
    again(&scene, "the glossary").await;
    let run = scene.ask(COUNT).await.1.header.run;
    scene.desk.verify(&run, true).unwrap();
    again(&scene, "the examples").await;
    scene.start(Some(12), "2").await;
    again(&scene, "the fingerprint").await;
}

#[tokio::test]
async fn an_answer_lasts_a_day_and_one_of_today_no_longer_than_today() {
    let scene = Scene::new().await;
    // 1,700,000,000,000 is 22:13:20 of its day.
    let today = "How many customers are there this month?";
    scene.ask(COUNT).await;
    scene.ask(today).await;
    assert!(scene.ask(today).await.0.is_some());
    scene.clock.advance(2 * HOUR);
    assert!(scene.ask(COUNT).await.0.is_some(), "two hours later");
    scene.is_anew(today, "another day").await;
    scene.clock.advance(22 * HOUR);
    scene.is_anew(COUNT, "a day later").await;
    // No longer than the settings say.
    scene.settings(|s| s.cache_hours = 1).await;
    assert!(scene.ask(COUNT).await.0.is_some());
    scene.clock.advance(HOUR);
    scene.is_anew(COUNT, "an hour later").await;
    scene.settings(|s| s.cache_hours = 0).await;
    scene.is_anew(COUNT, "nothing is to be kept").await;
}

#[tokio::test]
async fn only_runs_in_which_models_replied_are_kept() {
    let scene = Scene::new().await;
    *scene.llm.fails.lock().unwrap() = true;
    scene.is_anew(COUNT, "first").await;
    scene.is_anew(COUNT, "a call failed").await;
    assert_eq!(scene.kept(), 0);
    *scene.llm.fails.lock().unwrap() = false;
    scene.desk.set_privacy(&scene.id, Privacy::Nothing).await.unwrap();
    for _ in 0..2 {
        let (recalled, asked, calls) = scene.ask(COUNT).await;
        assert!(recalled.is_none() && calls == 0 && headline(&asked) == "12");
    }
    assert_eq!(scene.kept(), 0);
    // What is kept at a level is not given out where no model may be asked.
    scene.desk.set_privacy(&scene.id, Privacy::Names).await.unwrap();
    scene.ask(COUNT).await;
    assert_eq!(scene.kept(), 1);
    scene.desk.set_privacy(&scene.id, Privacy::Nothing).await.unwrap();
    assert!(scene.ask(COUNT).await.0.is_none());
}

#[tokio::test]
async fn a_doubtful_answer_is_not_kept() {
    let mut scene = Scene::new().await;
    scene.start(Some(0), "empty").await;
    *scene.llm.sql.lock().unwrap() = Some("SELECT * FROM customers");
    let (_, asked, calls) = scene.ask("Show all customers").await;
    assert_eq!((asked.outcome.answer().unwrap().trust, calls > 0), (Trust::Low, true));
    assert_eq!(scene.kept(), 0);
}

#[tokio::test]
async fn a_torn_file_is_an_empty_one() {
    let scene = Scene::new().await;
    scene.ask(COUNT).await;
    let whole = scene.memory.load(store::ROOM, store::FILE).unwrap().unwrap();
    scene
        .memory
        .save(store::ROOM, store::FILE, &whole[..whole.len() / 2])
        .unwrap();
    scene.is_anew(COUNT, "the file is torn").await;
    assert!(scene.ask(COUNT).await.0.is_some());
}
