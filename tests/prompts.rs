//! The prompts over a sample database, as they would be sent: one file each under `tests/prompts`, and one of a prompt at
//! every level. `BLESS=1` writes them anew; what changed is then in the diff.

use std::path::Path;
use std::sync::Arc;

use askwell_cli::{sample, world};
use askwell_contract::model::{Failure, ModelRef, ModelSettings, Privacy, Reply, Request, Tiers, Usage};
use askwell_contract::ports::{Cancel, Llm};
use askwell_contract::time::Calendar;
use askwell_engine::calendar::Now;
use askwell_engine::prepare::{prepare, Knowledge};
use askwell_engine::prompt::{preview, preview_in, Door, Library, ALL};
use askwell_reader::Style;
use async_trait::async_trait;

mod cases;
mod untidy;

const QUESTION: &str = "Which customers from France placed more than 3 orders in 2024?";

/// Prompts that are kept in both styles: a first query, one after examples, a correction, a duel, a review.
const EXACT: [&str; 5] = ["generate_whole", "generate_direct", "repair_schema", "select", "grade"];

/// Never asked.
struct Silent;

#[async_trait]
impl Llm for Silent {
    async fn complete(&self, request: Request, _: &Cancel) -> Result<Reply, Failure> {
        panic!("{} was sent", request.purpose)
    }
    fn price(&self, _: &ModelRef, _: Usage) -> Option<f64> {
        None
    }
    fn destination(&self, _: &ModelRef) -> (String, bool) {
        ("127.0.0.1:1".into(), false)
    }
}

fn door(privacy: Privacy) -> Door {
    let model = Some(ModelRef {
        provider: "silent".into(),
        model: "silent".into(),
    });
    Door {
        llm: Arc::new(Silent),
        settings: ModelSettings {
            tiers: Tiers {
                fast: model.clone(),
                powerful: model.clone(),
                reasoning: model,
            },
            ..ModelSettings::default()
        },
        privacy,
        connection: "sample".into(),
        run: None,
        prompts: Library::shipped(),
        verified: Vec::new(),
        able: Default::default(),
    }
}

async fn harbor() -> (tempfile::TempDir, Arc<Knowledge>) {
    let dir = tempfile::tempdir().unwrap();
    let files = sample::build(dir.path()).unwrap();
    let world = world::world(Some(dir.path().join("workspace"))).unwrap();
    let knowledge = known(&files[0], world).await;
    (dir, knowledge)
}

async fn known(file: &Path, world: askwell_engine::World) -> Arc<Knowledge> {
    let url = file.to_string_lossy().into_owned();
    let database = world.connector.open_address(&url).await.unwrap();
    // Without vectors: they are made in the background, and would come or not come.
    let world = askwell_engine::World {
        embedder: None,
        ..world
    };
    let (knowledge, _) = prepare(database, &url, &world, &Cancel::new(), &|_| {}).await.unwrap();
    knowledge
}

fn same(name: &str, text: &str) -> Option<String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/prompts").join(name);
    if std::env::var_os("BLESS").is_some() {
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, text).unwrap();
    }
    let kept = std::fs::read_to_string(&path).unwrap_or_default();
    let line = kept.lines().zip(text.lines()).position(|(a, b)| a != b);
    (kept != text).then(|| format!("{name} differs, first at line {}", line.map_or(0, |l| l + 1)))
}

#[tokio::test]
async fn prompts_over_the_sample_are_as_kept() {
    let (_dir, knowledge) = harbor().await;
    let now = Now::new(&knowledge, 0, Calendar::default());
    let shown = |privacy| preview(&door(privacy), &knowledge, (QUESTION, ""), &now);
    let mut differ = Vec::new();
    let rows = shown(Privacy::Rows);
    assert_eq!(rows.len(), ALL.len());
    for p in &rows {
        let text = format!("{}\n\n=== user\n{}\n", p.system, p.user);
        differ.extend(same(&format!("{}.txt", p.purpose), &text));
    }
    let mut levels = String::new();
    for privacy in Privacy::ALL {
        let all = shown(privacy);
        let p = all.iter().find(|p| p.purpose == "generate_standard").unwrap();
        let why = p.withheld.as_deref().unwrap_or("sent");
        levels.push_str(&format!("##### {privacy:?}: {why}\n{}\n\n", p.user));
    }
    differ.extend(same("levels.txt", &levels));
    // Where the style is benchmarks', what says so and what shows it are others.
    let exact = preview_in(&door(Privacy::Rows), &knowledge, (QUESTION, ""), &now, Style::Exact);
    for p in exact.iter().filter(|p| EXACT.contains(&p.purpose.as_str())) {
        differ.extend(same(&format!("exact/{}.txt", p.purpose), &format!("{}\n", p.user)));
    }
    assert!(
        differ.is_empty(),
        "Run the test with BLESS=1 and look at the diff:\n{}",
        differ.join("\n")
    );
}

#[tokio::test]
async fn the_same_is_sent_twice() {
    let (_dir, knowledge) = harbor().await;
    let now = Now::new(&knowledge, 0, Calendar::default());
    let once = preview(&door(Privacy::Rows), &knowledge, (QUESTION, ""), &now);
    assert_eq!(once, preview(&door(Privacy::Rows), &knowledge, (QUESTION, ""), &now));
}
