//! The sample databases' own questions: every accepted SQL gives an answer, and the built-in engine finds at least
//! nine of ten. The misses are printed, so that a fall shows what fell.

use std::path::{Path, PathBuf};

use askwell_cli::eval::{self, Line, Question, Settings};
use askwell_cli::{sample, world};
use askwell_contract::ports::Cancel;
use askwell_contract::Limits;

/// Of forty questions a database.
const ENOUGH: usize = 36;

struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let dir = std::env::temp_dir().join(format!("askwell-literate-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&dir).unwrap();
        Self(dir)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn questions(set: &str, root: &Path) -> Vec<Question> {
    let file = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("sample-data")
        .join(if set.contains('.') {
            format!("{set}.md")
        } else {
            format!("{set}.questions.md")
        });
    eval::scorable(&file, root).unwrap()
}

async fn every_gold_answers(set: &str) {
    let dir = Folder::new(&format!("gold-{set}"));
    sample::build(&dir.0).unwrap();
    let world = world::world(Some(dir.0.join("workspace"))).unwrap();
    for question in questions(set, &dir.0) {
        let database = world
            .connector
            .open_address(&question.url(&dir.0).unwrap())
            .await
            .unwrap();
        for sql in &question.gold {
            let ran = database.query(sql, Limits::ASK, &Cancel::new()).await.unwrap();
            let result = ran
                .unwrap_or_else(|finding| panic!("{}: {finding:?}", question.question))
                .collect()
                .await
                .unwrap();
            assert_eq!(result.truncated, None, "{}", question.question);
            assert!(
                result.rows.iter().flatten().any(|cell| !cell.is_null()),
                "nothing comes back for {}",
                question.question
            );
        }
    }
}

async fn enough_are_answered(set: &str) {
    let dir = Folder::new(&format!("ask-{set}"));
    sample::build(&dir.0).unwrap();
    let world = world::world(Some(dir.0.join("workspace"))).unwrap();
    let mut lines: Vec<Line> = Vec::new();
    let all = questions(set, &dir.0);
    let number = all.len();
    eval::answer(&world, all, &dir.0, 1, |line| {
        lines.push(line);
        Ok(())
    })
    .await
    .unwrap();
    assert_eq!(lines.len(), number, "every question has a line");
    let right = lines.iter().filter(|line| line.ex == Some(true)).count();
    for line in lines.iter().filter(|line| line.ex != Some(true)) {
        let given = line.sql.as_deref().or(line.error.as_deref()).unwrap_or("declined");
        eprintln!("missed {}: {}\n    {given}", line.id, line.question);
    }
    let enough = number * ENOUGH / 40;
    eprintln!("{set}: {right} of {number}");
    assert!(
        right >= enough,
        "{set}: {right} of {number} right, {enough} are promised"
    );
}

/// The figures without the one line that a clock decides.
async fn figures(settings: &Settings, workspace: &Path) -> String {
    let world = world::world(Some(workspace.to_owned())).unwrap();
    let mut out = Vec::new();
    eval::run(&world, settings, &mut out).await.unwrap();
    let text = String::from_utf8(out).unwrap();
    text.lines()
        .filter(|line| !line.starts_with("ms "))
        .collect::<Vec<_>>()
        .join("\n")
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn evaluation_cut_off_goes_on_to_the_same_figures() {
    let dir = Folder::new("resume");
    sample::build(&dir.0).unwrap();
    let (out, workspace) = (dir.0.join("run.jsonl"), dir.0.join("workspace"));
    let mut settings = Settings {
        questions: Path::new(env!("CARGO_MANIFEST_DIR")).join("sample-data/harbor-goods.questions.md"),
        root: Some(dir.0.clone()),
        out: Some(out.clone()),
        model: "builtin".into(),
        limit: Some(6),
        jobs: 1,
        ..Settings::default()
    };
    let unbroken = figures(&settings, &workspace).await;
    let whole = std::fs::read_to_string(&out).unwrap();
    let lines: Vec<&str> = whole.lines().collect();
    assert_eq!(lines.len(), 7, "a header and a line a question");
    // Killed in the middle of the fourth line.
    std::fs::write(&out, format!("{}\n{}", lines[..3].join("\n"), &lines[3][..20])).unwrap();
    settings.resume = true;
    assert_eq!(figures(&settings, &workspace).await, unbroken);
    let continued = std::fs::read_to_string(&out).unwrap();
    assert!(continued.starts_with(&lines[..3].join("\n")) && continued.lines().count() == 7);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn harbor_goods_accepted_sql_answers() {
    every_gold_answers("harbor-goods").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn northern_league_accepted_sql_answers() {
    every_gold_answers("northern-league").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn harbor_goods_questions_are_answered() {
    enough_are_answered("harbor-goods").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn northern_league_questions_are_answered() {
    enough_are_answered("northern-league").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn constructions_on_harbor_goods_are_understood() {
    every_gold_answers("harbor-goods.constructions").await;
    enough_are_answered("harbor-goods.constructions").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn constructions_on_the_northern_league_are_understood() {
    every_gold_answers("northern-league.constructions").await;
    enough_are_answered("northern-league.constructions").await;
}
