//! Model files from elsewhere: what is shown of them, what is kept of a choice, what a fetch is told.

use std::collections::BTreeMap;

use askwell_contract::model::{FetchedModel, Fetching, Fit, Held, Machine, ShelfModel, Wanted};
use askwell_contract::ports::{Hub, Workspace as _};

use super::models::{scene, Scene};
use super::*;

/// A hub that has everything and a computer of sixteen gigabytes.
#[derive(Default)]
struct Shop {
    asked: Mutex<Vec<(String, String, Wanted)>>,
    parts: BTreeMap<String, u64>,
    gone: Mutex<bool>,
}

#[async_trait]
impl Hub for Shop {
    fn address(&self) -> String {
        "https://hub.example".into()
    }
    fn folder(&self) -> String {
        "/home/models".into()
    }
    fn checked(&self, address: &str) -> Result<String> {
        if address.starts_with("http:") {
            return Err(Problem::new(ProblemCode::BadInput, "It must start with https://."));
        }
        Ok(address.trim().to_string())
    }
    fn placed(&self, folder: &str) -> Result<String> {
        Ok(folder.trim().to_string())
    }
    fn machine(&self, _: &str) -> Machine {
        Machine {
            memory: Some(16 << 30),
            free: Some(1 << 40),
            parts: self.parts.clone(),
            runs_files: true,
        }
    }
    fn size(&self, _: &str) -> Option<u64> {
        (!*self.gone.lock().unwrap()).then_some(4_000_000_000)
    }
    fn measure(&self, milliseconds: u64, cancel: &Cancel) -> Result<u64> {
        assert_eq!(milliseconds, 10_000);
        if cancel.is_cancelled() {
            return Err(Problem::cancelled());
        }
        Ok(40_000_000_000)
    }
    async fn fetch(
        &self,
        from: &str,
        into: &str,
        wanted: &Wanted,
        on_progress: &(dyn Fn(Fetching) + Send + Sync),
        cancel: &Cancel,
    ) -> Result<FetchedModel> {
        self.asked
            .lock()
            .unwrap()
            .push((from.into(), into.into(), wanted.clone()));
        on_progress(Fetching::Asking { host: from.into() });
        if into == "/slow" {
            cancel.cancelled().await;
            return Err(Problem::cancelled());
        }
        Ok(FetchedModel {
            name: wanted.name.clone(),
            path: format!("{into}/{}.gguf", wanted.name),
            bytes: 4_000_000_000,
            sha256: "ab".repeat(32),
        })
    }
}

fn over(shop: Shop) -> (Scene, Arc<Shop>) {
    let (scene, shop) = (scene(), Arc::new(shop));
    *scene.recorder.hub.lock().unwrap() = Some(shop.clone());
    (scene, shop)
}

async fn model(desk: &Desk, name: &str) -> ShelfModel {
    let shelf = desk.shelf().await.unwrap();
    shelf.models.into_iter().find(|model| model.name == name).unwrap()
}

const NAME: &str = "omnisql-7b";

#[tokio::test]
async fn the_shelf_says_what_fits_this_computer_and_nothing_of_a_speed_that_was_not_measured() {
    let (scene, shop) = over(Shop::default());
    let shelf = scene.desk.shelf().await.unwrap();
    assert_eq!(
        (shelf.from.as_str(), shelf.into.as_str()),
        ("https://hub.example", "/home/models")
    );
    assert!(!shelf.own_address && !shelf.own_folder && shelf.runs_here);
    assert!(shelf
        .models
        .iter()
        .all(|model| model.speed.is_none() && model.held == Held::Nothing));
    let fits = |name: &str| shelf.models.iter().find(|model| model.name == name).unwrap().fits;
    assert_eq!([NAME, "xiyansql-32b"].map(fits), [Fit::Well, Fit::TooLarge]);
    let measured = scene.desk.measure_memory("m").await.unwrap();
    assert_eq!(measured.reads, Some(40_000_000_000));
    let small = model(&scene.desk, "qwen2.5-coder-1.5b").await;
    assert!((small.speed.unwrap() - 40.6).abs() < 0.1, "{:?}", small.speed);
    assert!(
        shop.asked.lock().unwrap().is_empty(),
        "looking and measuring ask nobody"
    );
}

#[tokio::test]
async fn a_fetched_model_is_here_until_its_file_is_gone() {
    let (scene, shop) = over(Shop {
        parts: BTreeMap::from([(NAME.to_string(), 7)]),
        ..Shop::default()
    });
    assert_eq!(model(&scene.desk, NAME).await.held, Held::Part { bytes: 7 });
    let steps = Mutex::new(0);
    let told = |_| *steps.lock().unwrap() += 1;
    let fetched = scene.desk.fetch_model(NAME, (None, None), "f", told).await.unwrap();
    let asked = shop.asked.lock().unwrap().clone();
    let [(from, into, wanted)] = asked.as_slice() else {
        panic!("{asked:?}")
    };
    assert_eq!((from.as_str(), into.as_str()), ("https://hub.example", "/home/models"));
    assert_eq!(wanted.repository, "mradermacher/OmniSQL-7B-GGUF");
    assert_eq!(*steps.lock().unwrap(), 1);
    let held = model(&scene.desk, NAME).await.held;
    assert_eq!(
        held,
        Held::Whole {
            path: fetched.path,
            bytes: 4_000_000_000
        }
    );
    *shop.gone.lock().unwrap() = true;
    assert_eq!(model(&scene.desk, NAME).await.held, Held::Part { bytes: 7 });
}

#[tokio::test]
async fn an_address_and_a_folder_of_ones_own_are_kept_and_taken_back() {
    let (scene, shop) = over(Shop::default());
    let refused = scene
        .desk
        .save_shelf(Some("http://x".into()), Some("/mine".into()))
        .await;
    assert_eq!(refused.unwrap_err().code, ProblemCode::BadInput);
    assert!(!scene.desk.shelf().await.unwrap().own_folder, "all or nothing");
    let own = (Some("https://mirror.example".into()), Some("/mine".into()));
    let shelf = scene.desk.save_shelf(own.0, own.1).await.unwrap();
    assert!(shelf.own_address && shelf.own_folder);
    let quiet = |_| {};
    scene.desk.fetch_model(NAME, (None, None), "f", quiet).await.unwrap();
    scene
        .desk
        .fetch_model(NAME, (Some("https://once.example".into()), None), "f", quiet)
        .await
        .unwrap();
    let asked = shop.asked.lock().unwrap().clone();
    let froms: Vec<_> = asked
        .iter()
        .map(|(from, into, _)| (from.as_str(), into.as_str()))
        .collect();
    assert_eq!(
        froms,
        [("https://mirror.example", "/mine"), ("https://once.example", "/mine")]
    );
    // What is as at first is not kept as one's own, so that a later version may begin elsewhere.
    let shelf = scene
        .desk
        .save_shelf(Some(" ".into()), Some("/home/models".into()))
        .await
        .unwrap();
    assert!(!shelf.own_address && !shelf.own_folder);
    // A record that cannot be read costs the choice of places, and nothing else.
    scene.memory.save("models", "shelf", b"{").unwrap();
    assert_eq!(scene.desk.shelf().await.unwrap().reads, None);
}

#[tokio::test]
async fn a_fetch_is_stopped_by_its_job_and_nothing_is_here_then() {
    let (scene, _) = over(Shop::default());
    let place = (None, Some("/slow".to_string()));
    let told = |_| scene.desk.stop("job-1");
    let stopped = scene.desk.fetch_model(NAME, place, "job-1", told).await.unwrap_err();
    assert_eq!(stopped.code, ProblemCode::Cancelled);
    assert_eq!(model(&scene.desk, NAME).await.held, Held::Nothing);
    let unknown = scene.desk.fetch_model("nobody-1b", (None, None), "j", |_| {}).await;
    assert_eq!(unknown.unwrap_err().code, ProblemCode::NotFound);
}

#[tokio::test]
async fn a_program_without_a_hub_says_so() {
    let scene = scene();
    assert_eq!(
        scene.desk.shelf().await.unwrap_err().message,
        "This program downloads no models."
    );
}
