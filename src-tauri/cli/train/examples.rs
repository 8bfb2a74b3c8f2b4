//! Examples to learn from: the readings of a question, each right or wrong by what it gives.
//!
//! In: questions with accepted SQL, one database. Out: for every question its cues, and for every reading its
//! features and whether its result is that of an accepted query. Deliberately absent: numbers for names, and learning.

use std::collections::BTreeMap;
use std::sync::Arc;

use anyhow::Result;
use askwell_contract::ports::{Cancel, Database};
use askwell_contract::run::Plan;
use askwell_contract::time::Calendar;
use askwell_contract::{Limits, ResultSet};
use askwell_engine::ask::builtin::score::{self, Asked, Feature, Weights};
use askwell_engine::ask::builtin::{interpret, mentions};
use askwell_engine::ask::{ground, link};
use askwell_engine::calendar::Now;
use askwell_engine::compare::same;
use askwell_engine::words::tokenise;
use askwell_engine::{Knowledge, World};

use crate::eval::score::orders_rows;
use crate::eval::Question;

/// An accepted query that gives more, or takes longer, teaches nothing.
const GOLD: Limits = Limits {
    milliseconds: 10_000,
    rows: 20_000,
    bytes: 1 << 28,
};

/// A reading that takes longer than this counts as wrong.
const MILLISECONDS: u64 = 2_000;

pub struct Reading {
    pub right: bool,
    pub features: Vec<Feature>,
}

pub struct Example {
    pub cues: Vec<String>,
    pub readings: Vec<Reading>,
}

/// The examples of one database, in the order of its questions; a question whose accepted SQL does not run has none.
pub async fn of_database(world: &World, url: &str, questions: &[Question]) -> Result<Vec<Example>> {
    let database = world.connector.open_address(url).await?;
    let (knowledge, _) = askwell_engine::prepare(database.clone(), url, world, &Cancel::new(), &|_| {}).await?;
    let mut known = BTreeMap::new();
    let mut examples = Vec::new();
    for question in questions {
        let golds = golds(&database, &question.gold).await;
        if !golds.is_empty() {
            examples.push(example(world, &database, &knowledge, question, &golds, &mut known).await);
        }
    }
    Ok(examples)
}

struct Gold {
    result: ResultSet,
    ordered: bool,
}

async fn golds(database: &Arc<dyn Database>, accepted: &[String]) -> Vec<Gold> {
    let mut golds = Vec::new();
    for sql in accepted {
        let result = run(database, sql, GOLD, None).await;
        if let Some(result) = result.filter(|result| result.truncated.is_none()) {
            golds.push(Gold {
                result,
                ordered: orders_rows(sql),
            });
        }
    }
    golds
}

/// `known`: verdicts by accepted and tried SQL, which paraphrases share.
async fn example(
    world: &World,
    database: &Arc<dyn Database>,
    knowledge: &Knowledge,
    question: &Question,
    golds: &[Gold],
    known: &mut BTreeMap<(String, String), bool>,
) -> Example {
    let plan = Plan {
        question: question.question.split_whitespace().collect::<Vec<_>>().join(" "),
        evidence: question.hints(),
        follows: None,
        parts: Vec::new(),
        tells: None,
    };
    let now = Now::new(knowledge, world.clock.now(), Calendar::default());
    let grounding = ground::by_rules(knowledge, &plan.question, &now);
    let linked = link::find_by_meaning(knowledge, &plan, &grounding, world.embedder.as_deref());
    let tokens = tokenise(&plan.question);
    let items = mentions::items(knowledge, &tokens, &grounding, &linked);
    let asked = Asked {
        knowledge,
        tokens: &tokens,
        items: &items,
    };
    let mut found = interpret(knowledge, &plan, &grounding, &linked, Weights::none());
    // The order of earlier weights must not leave a trace in the new ones.
    found.sort_by(|a, b| b.prior.total_cmp(&a.prior).then_with(|| a.sql.cmp(&b.sql)));
    let accepted = question.gold.join(";\n");
    let mut readings = Vec::with_capacity(found.len());
    for reading in &found {
        let key = (accepted.clone(), reading.sql.clone());
        let right = match known.get(&key) {
            Some(right) => *right,
            None => {
                let right = right(database, &reading.sql, golds).await;
                known.insert(key, right);
                right
            }
        };
        readings.push(Reading {
            right,
            features: score::features(&asked, reading),
        });
    }
    Example {
        cues: score::cues(&tokens),
        readings,
    }
}

async fn right(database: &Arc<dyn Database>, sql: &str, golds: &[Gold]) -> bool {
    for gold in golds {
        let rows = gold.result.rows.len() as u64;
        let limits = Limits {
            milliseconds: MILLISECONDS,
            rows: rows + 1,
            bytes: GOLD.bytes,
        };
        // Without rows the columns do not tell results apart.
        let width = (rows > 0).then_some(gold.result.columns.len());
        let result = run(database, sql, limits, width).await;
        if result.is_some_and(|result| same(&gold.result, &result, gold.ordered)) {
            return true;
        }
    }
    false
}

/// `None`: it failed, or has another number of columns than `width`.
async fn run(database: &Arc<dyn Database>, sql: &str, limits: Limits, width: Option<usize>) -> Option<ResultSet> {
    let stream = database.query(sql, limits, &Cancel::new()).await.ok()?.ok()?;
    if width.is_some_and(|width| width != stream.columns.len()) {
        return None;
    }
    stream.collect().await.ok()
}
