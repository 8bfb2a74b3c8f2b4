//! A workload with a model beside the rules: it discovers, is told what came of it, and refines.

use std::sync::{Arc, Mutex};

use askwell_contract::model::{Failure, FailureKind, ModelRef, ModelSettings, Privacy, Reply, Request, Tiers, Usage};
use askwell_contract::optimise::{Hurdle, Optimisation};
use askwell_contract::ports::Llm;
use askwell_engine::optimise::Settings as Search;
use askwell_engine::prompt::{Door, Library};
use async_trait::async_trait;

use super::whole::{slow, ABOVE_AVERAGE};
use super::*;
use crate::optimise::{open, states::Workload};

/// Replies by worker, and the prompts that it was asked with.
struct Scripted {
    replies: Vec<Result<String, FailureKind>>,
    asked: Mutex<Vec<String>>,
}

#[async_trait]
impl Llm for Scripted {
    async fn complete(&self, request: Request, _: &Cancel) -> Result<Reply, Failure> {
        assert_eq!(request.purpose, "optimise");
        let blocks = request.system.iter().chain(&request.user);
        let text: Vec<&str> = blocks.map(|b| b.text.as_str()).collect();
        self.asked.lock().unwrap().push(text.join("\n"));
        let reply = self.replies[request.sample as usize].clone();
        Ok(Reply {
            text: reply.map_err(|kind| Failure::new(kind, "as scripted"))?,
            value: None,
            thinking: None,
            usage: Usage::default(),
            cost: Some(0.0),
            cached: false,
            ms: 1.0,
        })
    }
    fn price(&self, _: &ModelRef, _: Usage) -> Option<f64> {
        Some(0.0)
    }
    fn destination(&self, _: &ModelRef) -> (String, bool) {
        ("127.0.0.1:1".into(), false)
    }
}

impl Scripted {
    fn of(replies: &[Result<&str, FailureKind>]) -> Arc<Self> {
        Arc::new(Self {
            replies: replies.iter().map(|r| (*r).map(str::to_string)).collect(),
            asked: Mutex::default(),
        })
    }

    fn door(self: &Arc<Self>, run: &str) -> Door {
        let model = Some(ModelRef {
            provider: "scripted".into(),
            model: "large".into(),
        });
        Door {
            llm: self.clone(),
            settings: ModelSettings {
                tiers: Tiers {
                    fast: model.clone(),
                    powerful: model.clone(),
                    reasoning: model,
                },
                ..ModelSettings::default()
            },
            privacy: Privacy::Values,
            connection: "shop".into(),
            run: Some(run.into()),
            prompts: Library::shipped(),
            verified: Vec::new(),
            able: askwell_engine::prompt::Able::new(),
        }
    }
}

pub(super) const JOINED: &str = "-- reading: The average of each shop is worked out once.\nWITH a AS (SELECT p.shop_id, AVG(p.total) AS mean FROM \
                      orders p GROUP BY p.shop_id) SELECT o.id FROM orders o JOIN a ON a.shop_id = o.shop_id WHERE o.total > 1.5 * \
                      a.mean AND o.id < 400 ORDER BY id";

/// Rules are left out, so that what is offered is the model's.
fn search(workers: usize) -> Search {
    Search {
        runs: 3,
        most_runs: 4,
        databases: 60,
        candidates: 0,
        workers,
        ..Search::default()
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_model_discovers_in_the_first_state_and_refines_in_the_next_told_of_what_came_of_it() {
    let dir = tempfile::tempdir().unwrap();
    let at = |name: &str| dir.path().join(name);
    slow(&at("shop.sqlite"));
    std::fs::create_dir(at("queries")).unwrap();
    std::fs::write(at("queries").join("above.sql"), ABOVE_AVERAGE).unwrap();
    std::fs::write(at("queries").join("town.sql"), "SELECT town FROM shops WHERE id = 3").unwrap();
    let opened = open(&format!("sqlite:{}", at("shop.sqlite").display())).await.unwrap();
    let fenced = format!("Here it is:\n```sql\n{JOINED};\n```\nIt reads the orders once.");
    let first = Scripted::of(&[
        Ok(&fenced),
        // Other rows: the average of all shops.
        Ok("SELECT o.id FROM orders o WHERE o.total > 1.5 * (SELECT AVG(p.total) FROM orders p) AND o.id < 400 ORDER BY id"),
        // Another column.
        Ok("SELECT o.id AS number FROM orders o ORDER BY number"),
        Err(FailureKind::Network),
        Ok(JOINED),
    ]);
    let door = |run: &str| first.door(run);
    let run = async |door: &(dyn Fn(&str) -> Door + Sync), workers: usize| {
        let (queries, folder) = (at("queries"), at("state"));
        let workload = Workload {
            opened: &opened,
            queries: &queries,
            folder: &folder,
            threshold: 1.05,
            door: Some(door),
        };
        workload.run(&|_| search(workers), &mut Vec::new()).await.unwrap();
    };
    run(&door, 5).await;
    let read = |path: &str| std::fs::read_to_string(at("state").join(path)).unwrap_or_else(|_| panic!("{path}"));
    // The five workers of each query were asked, each in a folder of its own.
    assert_eq!(first.asked.lock().unwrap().len(), 10);
    assert!(first.asked.lock().unwrap()[0].contains("Rewrites that helped on this database engine"));
    for worker in 0..5 {
        assert!(read(&format!("state_0/above/worker_0{worker}/prompt.txt")).contains("The query:"));
    }
    assert!(read("state_0/above/worker_00/response.txt").starts_with("Here it is"));
    assert!(read("state_0/above/worker_00/optimized.sql").starts_with("WITH a AS"));
    assert!(read("state_0/above/worker_03/response.txt").contains("as scripted"));
    assert!(!at("state").join("state_0/above/worker_03/optimized.sql").exists());
    let done: Optimisation = serde_json::from_str(&read("state_0/validation/above.json")).unwrap();
    let best = done.best().expect("the model's statement");
    assert_eq!((best.by.as_str(), best.changes[0].rule.as_str()), ("large", "model"));
    assert_eq!(best.changes[0].says, "The average of each shop is worked out once.");
    let steps: Vec<Option<Hurdle>> = done.attempts.iter().map(|a| a.turned_down).collect();
    assert_eq!(
        steps[1..],
        [Some(Hurdle::Data), Some(Hurdle::Gate)],
        "a statement written twice is tried once"
    );

    // The first query was carried on; its successor begins with it, with one worker, told of the attempts and the analysis.
    assert!(read("state_1/above_promoted.sql").starts_with("WITH a AS"));
    assert!(!at("state").join("state_1/town_promoted.sql").exists());
    let second = Scripted::of(&[Ok(JOINED)]);
    let door = |run: &str| second.door(run);
    run(&door, 1).await;
    assert_eq!(second.asked.lock().unwrap().len(), 2);
    let told = second.asked.lock().unwrap()[0].clone();
    assert!(
        told.contains("WITH a AS") && told.contains("What worked: model"),
        "{told}"
    );
    assert!(
        told.contains("times as fast") && told.contains("gives other rows on the data"),
        "{told}"
    );
    // As if it had been killed behind its first query: what is whole stays, and nobody is asked for it again.
    std::fs::remove_file(at("state").join("state_1/leaderboard.json")).unwrap();
    std::fs::remove_file(at("state").join("state_1/validation/town.json")).unwrap();
    let resumed = Scripted::of(&[Ok("SELECT 1")]);
    let door = |run: &str| resumed.door(run);
    run(&door, 1).await;
    let asked = resumed.asked.lock().unwrap().clone();
    assert!(asked.len() == 1 && asked[0].contains("town"), "{asked:?}");
    for file in [
        "leaderboard.json",
        "leaderboard.md",
        "state_1/leaderboard.md",
        "learning/summary.json",
    ] {
        assert!(read(file).len() > 2);
    }
    let board: Vec<serde_json::Value> = serde_json::from_str(&read("leaderboard.json")).unwrap();
    assert_eq!(board[0]["status"], "WIN");
    let lesson: serde_json::Value = serde_json::from_str(&read("learning/state_0_above.json")).unwrap();
    assert_eq!(lesson["turned_down"]["data"], 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_is_asked_where_nothing_may_be_sent() {
    let dir = tempfile::tempdir().unwrap();
    slow(&dir.path().join("shop.sqlite"));
    let opened = open(&format!("sqlite:{}", dir.path().join("shop.sqlite").display()))
        .await
        .unwrap();
    let silent = Scripted::of(&[]);
    let door = Door {
        privacy: Privacy::Nothing,
        ..silent.door("query")
    };
    let knowledge = opened.knowledge();
    let asking = askwell_engine::optimise::written::Asking {
        door: &door,
        knowledge: &knowledge,
        workers: 3,
        history: Vec::new(),
        analysis: String::new(),
        on_call: &|_| {},
        on_written: &|_, _| {},
    };
    let nobody: &[(String, String)] = &[];
    let asked = (nobody, Some(&asking));
    let done = opened
        .optimise_asking(ABOVE_AVERAGE, search(3), asked, &Cancel::new())
        .await
        .unwrap();
    assert!(done.attempts.is_empty() && silent.asked.lock().unwrap().is_empty());
}
