//! Conversations on the sample databases, in plain text: each turn is asked behind what was answered before it. The
//! misses are printed, so that a fall shows what fell.

use std::path::Path;

use askwell_cli::eval;
use askwell_cli::{sample, world};

async fn hold(set: &str, enough: f64) {
    let dir = std::env::temp_dir().join(format!("askwell-talk-{set}-{}", std::process::id()));
    std::fs::create_dir_all(&dir).unwrap();
    sample::build(&dir).unwrap();
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/conversations/{set}.md"));
    let world = world::world(Some(dir.join("workspace"))).unwrap();
    let questions = eval::scorable(&file, &dir).unwrap();
    let lines = eval::converse(&world, questions, &dir).await.unwrap();
    let _ = std::fs::remove_dir_all(&dir);
    let right = lines.iter().filter(|line| line.ex == Some(true)).count();
    for line in lines.iter().filter(|line| line.ex != Some(true)) {
        eprintln!(
            "missed {}: {}\n  {:?} {:?}",
            line.id, line.question, line.sql, line.error
        );
    }
    let mut ms: Vec<f64> = lines.iter().map(|line| line.ms).collect();
    ms.sort_by(f64::total_cmp);
    eprintln!(
        "{set}: {right} of {} turns, p95 {:.0} ms",
        lines.len(),
        ms[ms.len() * 95 / 100]
    );
    assert!(
        right as f64 >= enough * lines.len() as f64,
        "{right} of {} turns are right",
        lines.len()
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn turns_about_harbor_goods_go_on_from_each_other() {
    hold("harbor-goods", 0.9).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn turns_about_the_northern_league_go_on_from_each_other() {
    hold("northern-league", 0.9).await;
}
