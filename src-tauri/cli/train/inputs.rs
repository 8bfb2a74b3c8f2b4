//! What the reader is given for each question, as JSON lines, for learning outside of the program.
//!
//! In: questions, one database. Out: a line with what is known of the database, and one for each question. Deliberately
//! absent: learning.

use std::io::Write;

use anyhow::Result;
use askwell_contract::ports::Cancel;
use askwell_contract::run::Plan;
use askwell_contract::time::Calendar;
use askwell_engine::ask::generate::reader;
use askwell_engine::ask::{converse, ground, link};
use askwell_engine::calendar::Now;
use askwell_engine::World;
use askwell_reader::Style;

use crate::eval::Question;

/// Writes the lines of one database.
pub async fn write(
    world: &World,
    url: &str,
    db: &str,
    questions: &[Question],
    out: &mut (dyn Write + Send),
) -> Result<()> {
    let database = world.connector.open_address(url).await?;
    let (knowledge, _) = askwell_engine::prepare(database, url, world, &Cancel::new(), &|_| {}).await?;
    let Some(known) = knowledge.reader() else { return Ok(()) };
    writeln!(out, "{}", serde_json::json!({ "db": db, "known": known }))?;
    for question in questions {
        let tidy = question.question.split_whitespace().collect::<Vec<_>>().join(" ");
        let plan = Plan {
            question: converse::plainly(tidy, &knowledge),
            evidence: question.hints(),
            follows: None,
            parts: Vec::new(),
            tells: None,
        };
        let now = Now::new(&knowledge, world.clock.now(), Calendar::default());
        let grounding = ground::by_rules(&knowledge, &plan.question, &now);
        let linked = link::find_by_meaning(&knowledge, &plan, &grounding, world.embedder.as_deref());
        let asked = reader::asked(&knowledge, &plan, &grounding, &linked, &now, Style::People);
        writeln!(
            out,
            "{}",
            serde_json::json!({ "id": question.id, "db": db, "asked": asked })
        )?;
    }
    Ok(())
}
