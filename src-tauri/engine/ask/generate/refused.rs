//! What is said where the database cannot answer.
//!
//! In: the question's links, the words that nothing has a use for, and the readings that come closest. Out: what is missing, what is
//! near, and what can be asked instead. Deliberately absent: the decision.

use askwell_contract::run::{Candidate, Declined, FieldMatch, Linked, Plan};

use super::nearest;
use crate::cx::Cx;
use crate::words::split_name;

/// The database cannot answer.
#[derive(Debug)]
pub struct Refused {
    pub declined: Declined,
    /// What the built-in engine would have answered with, had it believed any of it.
    pub closest: Vec<Candidate>,
}

/// Names that are near to what was asked, and questions that can be answered.
const NEAREST: usize = 3;
/// Tables named where nothing is near.
const FIRST: usize = 5;

/// What is missing, and the nearest that there is. `over`: words that nothing here is called by; `lacks`: what the schema
/// lacks, as a model says.
pub(super) fn refused(
    cx: &Cx<'_>,
    plan: &Plan,
    linked: &Linked,
    over: Vec<String>,
    lacks: Option<&String>,
    closest: Vec<Candidate>,
) -> Refused {
    let speech = cx.knowledge.speech();
    let words = |name: &str| speech.table(name, &split_name(name));
    let mut near: Vec<&FieldMatch> = Vec::new();
    // A few tables are named sooner than columns that hardly anything speaks for.
    let guessed = if cx.knowledge.catalog.tables.len() > FIRST {
        linked.recall.as_slice()
    } else {
        &[]
    };
    for field in linked.precise.iter().chain(guessed) {
        let new = near
            .iter()
            .all(|n| (&n.table, &n.column) != (&field.table, &field.column));
        if new && near.len() < NEAREST {
            near.push(field);
        }
    }
    let called = |f: &FieldMatch| match &f.column {
        Some(column) => format!(
            "the {} of {}",
            speech.column(column, &split_name(column)),
            words(&f.table)
        ),
        None => words(&f.table),
    };
    // What is worked out is called nothing: "average", "total".
    let over: Vec<String> = over
        .into_iter()
        .filter(|w| askwell_reader::lexicon::aggregate(&w.to_lowercase()).is_none())
        .collect();
    let missing = match (lacks, over.as_slice()) {
        (Some(lacks), _) => format!(" It lacks {}.", lacks.trim_end_matches('.')),
        (None, []) => String::new(),
        (None, unplaced) => format!(" Nothing here is called {}.", either(unplaced)),
    };
    let catalog = &cx.knowledge.catalog.tables;
    let held = if near.is_empty() {
        let tables: Vec<String> = catalog.iter().take(FIRST).map(|t| words(&t.name)).collect();
        match tables.split_last() {
            Some((last, head)) if catalog.len() == tables.len() && !head.is_empty() => {
                format!(" It holds {} and {last}.", head.join(", "))
            }
            _ if catalog.len() == tables.len() => format!(" It holds one table: {}.", tables.join(", ")),
            _ => format!(" It holds {} and more.", tables.join(", ")),
        }
    } else {
        let near: Vec<String> = near.iter().map(|f| called(f)).collect();
        format!(" The nearest it has: {}.", near.join("; "))
    };
    let mut tables: Vec<String> = Vec::new();
    for name in near.iter().map(|f| &f.table).chain(catalog.iter().map(|t| &t.name)) {
        if !tables.contains(name) && tables.len() < NEAREST {
            tables.push(name.clone());
        }
    }
    let declined = Declined {
        message: format!("Nothing in this database seems to answer that.{missing}{held}"),
        missing: over,
        suggestions: nearest::questions(cx, plan, linked, &tables),
    };
    Refused { declined, closest }
}

/// "“moods”", "“moods”, “hours” or “work”".
fn either(words: &[String]) -> String {
    let quoted: Vec<String> = words.iter().map(|w| format!("“{w}”")).collect();
    match quoted.split_last() {
        Some((last, head)) if !head.is_empty() => format!("{} or {last}", head.join(", ")),
        _ => quoted.concat(),
    }
}
