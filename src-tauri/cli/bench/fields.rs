//! From a question to columns. In: questions with known SQL, and databases of many columns. Out: how many of the
//! columns that the SQL uses are among those found, how long it takes, and how large a question's context is.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use askwell_contract::ports::Cancel;
use askwell_contract::{Catalog, Dialect};
use askwell_engine::ask::ground;
use askwell_engine::prepare::context::{self, Asked};
use askwell_engine::prepare::search::TOP;
use askwell_engine::prepare::semantic::Vectors;
use askwell_engine::prepare::{prepare, Knowledge};
use askwell_engine::World;
use askwell_sql::scope::{self, Meaning};
use serde::Deserialize;

use super::p95;
use crate::eval::{questions, Question};
use crate::world;

/// Questions asked of a database of many columns.
const ASKED: usize = 200;
/// Vectors of more columns take minutes; the program makes them in the background, this waits for them.
const PATIENCE: Duration = Duration::from_secs(600);

pub async fn run(file: &Path, root: &Path, schemas: &[String], out: &mut dyn Write) -> Result<()> {
    let folder = super::folder()?;
    let world = world::world(Some(folder.path().join("workspace")))?;
    let model = if world.embedder.is_some() {
        "words and vectors"
    } else {
        "words alone: no model is installed"
    };
    writeln!(out, "Columns of a question, {model}")?;
    let all = questions::read(file)?;
    let all: Vec<Question> = all
        .into_iter()
        .filter(|q| q.flags.is_empty() && !q.gold.is_empty())
        .collect();
    recall(&world, &all, root, out).await?;
    for url in schemas {
        large(&world, url, &all, out).await?;
    }
    Ok(())
}

#[derive(Default)]
struct Recall {
    found: usize,
    gold: usize,
    whole: usize,
    questions: usize,
    times: Vec<f64>,
}

async fn recall(world: &World, all: &[Question], root: &Path, out: &mut dyn Write) -> Result<()> {
    let mut databases: BTreeMap<String, Vec<&Question>> = BTreeMap::new();
    for question in all {
        databases
            .entry(question.url(root).unwrap_or_default())
            .or_default()
            .push(question);
    }
    let mut sum = Recall::default();
    for (url, asked) in databases.iter().filter(|d| !d.0.is_empty()) {
        let database = world.connector.open_address(url).await?;
        let (knowledge, _) = prepare(database, url, world, &Cancel::new(), &|_| {}).await?;
        wait(world, &knowledge).await;
        for question in asked {
            let gold = columns(&knowledge.catalog, question);
            if gold.is_empty() {
                continue;
            }
            let began = Instant::now();
            let found = found(world, &knowledge, &question.question)?;
            sum.times.push(began.elapsed().as_secs_f64());
            let hit = gold.iter().filter(|g| found.contains(g)).count();
            sum.found += hit;
            sum.gold += gold.len();
            sum.whole += usize::from(hit == gold.len());
            sum.questions += 1;
        }
    }
    let share = |part: usize, of: usize| 100.0 * part as f64 / of.max(1) as f64;
    writeln!(
        out,
        "{} questions: {:.2}% of the columns of their SQL are among the first {TOP}, all of them for {:.1}%; p95 {:.1} ms",
        sum.questions,
        share(sum.found, sum.gold),
        share(sum.whole, sum.questions),
        p95(&mut sum.times) * 1e3
    )?;
    Ok(())
}

/// The time and the size of a context where there are many columns; what is in the tables does not matter here.
async fn large(world: &World, url: &str, all: &[Question], out: &mut dyn Write) -> Result<()> {
    let database = world.connector.open_address(url).await?;
    let catalog = database.describe().await?;
    let (tables, count) = (
        catalog.tables.len(),
        catalog.tables.iter().map(|t| t.columns.len()).sum::<usize>(),
    );
    let name = catalog.name.clone();
    let knowledge = Arc::new(Knowledge::build(catalog, String::new(), Vec::new(), Vec::new()));
    askwell_engine::prepare::search::embed_in_background(&knowledge, world, url);
    wait(world, &knowledge).await;
    let step = (all.len() / ASKED).max(1);
    let (mut times, mut most) = (Vec::new(), 0);
    for question in all.iter().step_by(step) {
        let began = Instant::now();
        found(world, &knowledge, &question.question)?;
        times.push(began.elapsed().as_secs_f64());
        let vectors = embedded(world, &question.question);
        let asked = Asked {
            question: &question.question,
            vector: vectors.as_deref(),
            skeleton: None,
        };
        most = most.max(context::context(&knowledge, asked, &[], Vec::new())?.tokens());
    }
    writeln!(
        out,
        "{name}: {tables} tables, {count} columns, {} modules: p95 {:.1} ms, at most {most} tokens of context{}",
        knowledge.modules().all.len(),
        p95(&mut times) * 1e3,
        if knowledge.search.has_vectors() {
            ""
        } else {
            ", by words alone"
        }
    )?;
    Ok(())
}

fn embedded(world: &World, question: &str) -> Option<Vec<f32>> {
    world.embedder.as_ref()?.embed(&[question.to_owned()]).ok()?.pop()
}

fn found(world: &World, knowledge: &Knowledge, question: &str) -> Result<Vec<(usize, usize)>> {
    let values = ground::find(&knowledge.values, question).values;
    let vector = embedded(world, question);
    let asked = Asked {
        question,
        vector: vector.as_deref(),
        skeleton: None,
    };
    let route = context::route(knowledge, asked, &values, TOP);
    Ok(route.fields.iter().map(|f| (f.table, f.column)).collect())
}

async fn wait(world: &World, knowledge: &Knowledge) {
    let began = Instant::now();
    while world.embedder.is_some() && knowledge.search.will_have_vectors() && began.elapsed() < PATIENCE {
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
}

/// The columns that the first accepted SQL uses, by position.
fn columns(catalog: &Catalog, question: &Question) -> Vec<(usize, usize)> {
    let Some(query) = question
        .gold
        .first()
        .and_then(|sql| askwell_sql::parse::query(sql, Dialect::Sqlite).ok())
    else {
        return Vec::new();
    };
    let mut out = Vec::new();
    for used in scope::names(&query, catalog).uses {
        let Meaning::Column(table, column) = used.meaning else {
            continue;
        };
        let at = catalog.tables.iter().position(|t| t.name == table.name);
        let place = at.zip(table.columns.iter().position(|c| c.name == column.name));
        out.extend(place.filter(|p| !out.contains(p)));
    }
    out
}

/// The same model through the library that Python programs use; the vectors of the first texts are compared.
const REFERENCE: &str = r#"
import json, sys, time
from sentence_transformers import SentenceTransformer
texts = open(sys.argv[1], encoding='utf-8').read().split('\n')
model = SentenceTransformer('sentence-transformers/all-MiniLM-L6-v2', device='cpu')
model.encode(texts[:32])
began = time.perf_counter()
vectors = model.encode(texts, batch_size=32, normalize_embeddings=True)
print(json.dumps({'seconds': time.perf_counter() - began, 'vectors': [[float(x) for x in v] for v in vectors[:100]]}))
"#;

#[derive(Deserialize)]
struct Reference {
    seconds: f64,
    vectors: Vec<Vec<f32>>,
}

pub fn embed(count: usize, folder: &Path, out: &mut dyn Write) -> Result<()> {
    let world = world::world(Some(folder.join("workspace")))?;
    let Some(embedder) = world.embedder else {
        writeln!(
            out,
            "The language model for similar words is not installed: nothing to measure"
        )?;
        return Ok(());
    };
    let texts = descriptions(count);
    embedder.embed(&texts[..texts.len().min(32)])?;
    let began = Instant::now();
    let vectors = embedder.embed(&texts)?;
    let ours = began.elapsed().as_secs_f64();
    writeln!(
        out,
        "{count} descriptions embedded in {ours:.1} s, {:.0} a second",
        count as f64 / ours
    )?;
    match reference(&texts, folder)? {
        Some(theirs) => {
            let cosine = |(a, b): (&Vec<f32>, &Vec<f32>)| a.iter().zip(b).map(|(x, y)| f64::from(x * y)).sum::<f64>();
            let least = theirs.vectors.iter().zip(&vectors).map(cosine).fold(1.0, f64::min);
            writeln!(
                out,
                "sentence-transformers: {:.1} s; least cosine between them {least:.4}",
                theirs.seconds
            )?;
        }
        None => writeln!(
            out,
            "sentence-transformers is not measured: it or its model is not installed"
        )?,
    }
    let began = Instant::now();
    let index = Vectors::build(vectors);
    writeln!(
        out,
        "index of {} vectors drawn in {:.2} s",
        index.len(),
        began.elapsed().as_secs_f64()
    )?;
    Ok(())
}

fn reference(texts: &[String], folder: &Path) -> Result<Option<Reference>> {
    let file = folder.join("texts.txt");
    std::fs::write(&file, texts.join("\n"))?;
    let ran = Command::new("python3")
        .args(["-c", REFERENCE])
        .arg(&file)
        .env("HF_HUB_OFFLINE", "1")
        .stderr(Stdio::null())
        .output();
    match ran {
        Ok(ran) if ran.status.success() => Ok(Some(serde_json::from_slice(&ran.stdout).context("no vectors")?)),
        _ => Ok(None),
    }
}

/// Texts as long as descriptions of columns are.
fn descriptions(count: usize) -> Vec<String> {
    const THINGS: [&str; 8] = [
        "order", "customer", "shipment", "invoice", "product", "employee", "visit", "contract",
    ];
    const FACTS: [&str; 6] = ["status", "date", "amount", "name", "country", "identifier"];
    let text = |at: usize| {
        let (thing, fact) = (THINGS[at % 8], FACTS[at / 8 % 6]);
        format!(
            "The {fact} of the {thing}, as kept in table {thing}_{}. {} different values, such as {fact} {at} and {fact} {}; \
             missing in {} of 100 rows.",
            at / 48,
            at * 7 % 900,
            at + 1,
            at % 100
        )
    };
    (0..count).map(text).collect()
}
