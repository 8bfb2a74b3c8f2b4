//! What a whole question takes on a large schema: from its words to the answer, every query run, no model asked.
//!
//! In: addresses, and how many questions. Out: for each the time that half and 95 of 100 do not exceed, and the longest.
//! The questions are made of the schema's own names and values, spread evenly over its tables, so that no file of questions
//! is needed and each finds something to work on. Deliberately absent: whether the answers are right.

use std::io::Write;
use std::time::Instant;

use anyhow::{ensure, Result};
use askwell_contract::ports::{Cancel, Database};
use askwell_contract::TypeKind;
use askwell_engine::pipeline::{self, AskOutcome};
use askwell_engine::words::split_name;
use askwell_engine::{Knowledge, Trace, World};

use crate::world;

pub async fn run(schemas: &[String], count: usize, out: &mut dyn Write) -> Result<()> {
    ensure!(!schemas.is_empty(), "Name a database with --schema");
    let folder = super::folder()?;
    let world = world::world(Some(folder.path().join("workspace")))?;
    for url in schemas {
        let database = world.connector.open_address(url).await?;
        let began = Instant::now();
        let (knowledge, _) = askwell_engine::prepare(database.clone(), url, &world, &Cancel::new(), &|_| {}).await?;
        let prepared = began.elapsed().as_secs_f64();
        let questions = questions(&knowledge, count);
        ensure!(!questions.is_empty(), "{url} has no tables to ask about");
        let (mut times, mut ends) = (Vec::new(), [0_usize; 3]);
        let mut longest = (0.0, "");
        // The first fills caches and is not counted.
        for (at, question) in questions.iter().take(1).chain(&questions).enumerate() {
            let began = Instant::now();
            let end = once(&world, &*database, &knowledge, question).await;
            if at > 0 {
                let ms = began.elapsed().as_secs_f64() * 1000.0;
                times.push(ms);
                if ms > longest.0 {
                    longest = (ms, question);
                }
                ends[match end {
                    AskOutcome::Answered(_) => 0,
                    AskOutcome::Declined(_) => 1,
                    AskOutcome::Replied(_) => 1,
                    AskOutcome::Failed(_) => 2,
                }] += 1;
            }
        }
        let tables = knowledge.catalog.tables.len();
        let columns: usize = knowledge.catalog.tables.iter().map(|t| t.columns.len()).sum();
        writeln!(
            out,
            "{}: {tables} tables, {columns} columns, prepared in {prepared:.1} s",
            knowledge.catalog.name
        )?;
        let p95 = super::p95(&mut times);
        writeln!(
            out,
            "{} questions: p50 {:.1} ms   p95 {p95:.1} ms   ({} answered, {} declined, {} failed)",
            times.len(),
            times.get(times.len() / 2).copied().unwrap_or_default(),
            ends[0],
            ends[1],
            ends[2]
        )?;
        writeln!(out, "longest {:.1} ms: {}", longest.0, longest.1)?;
    }
    Ok(())
}

/// A count, an average, a count for each, the highest, and a value looked for, in turn.
fn questions(knowledge: &Knowledge, count: usize) -> Vec<String> {
    let tables = &knowledge.catalog.tables;
    let said = |name: &str| split_name(name).join(" ");
    let one = |at: usize| {
        let table = &tables[at * tables.len() / count.max(1) % tables.len()];
        let rows = said(&table.name);
        let first = |fits: &dyn Fn(TypeKind) -> bool| {
            let column = table
                .columns
                .iter()
                .find(|c| fits(c.kind) && !table.primary_key.contains(&c.name));
            column.or(table.columns.first())
        };
        let number = first(&|k| matches!(k, TypeKind::Integer | TypeKind::Real | TypeKind::Decimal))?;
        let text = first(&|k| k == TypeKind::Text)?;
        let value = knowledge.profile(&table.name, &text.name).and_then(|p| p.top.first());
        Some(match (at % 5, value) {
            (0, _) => format!("How many {rows} are there?"),
            (1, _) => format!("What is the average {} of {rows}?", said(&number.name)),
            (2, _) => format!("How many {rows} are there for each {}?", said(&text.name)),
            (4, Some(value)) => format!(
                "List the {} of {rows} where {} is {}",
                said(&number.name),
                said(&text.name),
                value.value
            ),
            _ => format!("Which {rows} have the highest {}?", said(&number.name)),
        })
    };
    match tables.is_empty() {
        true => Vec::new(),
        false => (0..count).filter_map(one).collect(),
    }
}

async fn once(world: &World, database: &dyn Database, knowledge: &Knowledge, question: &str) -> AskOutcome {
    let (cancel, trace) = (Cancel::new(), Trace::new("bench".into(), &*world.clock, |_| {}));
    let header = world::header(world, knowledge, question);
    let cx = world::context(world, database, knowledge, &cancel, &trace);
    pipeline::ask(&cx, header, question, "").await.outcome
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample;

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn questions_of_a_schemas_own_names_are_answered_and_timed() {
        let folder = tempfile::tempdir().unwrap();
        let paths = sample::build(folder.path()).unwrap();
        let mut out = Vec::new();
        let url = format!("sqlite:{}", paths[0].display());
        run(&[url], 10, &mut out).await.unwrap();
        let said = String::from_utf8(out).unwrap();
        assert!(
            said.contains("15 tables") && said.contains("\n10 questions: p50 "),
            "{said}"
        );
        assert!(said.contains(" 0 failed)") && !said.contains("(0 answered"), "{said}");
        assert!(run(&[], 10, &mut Vec::new()).await.is_err());
    }
}
