//! What can be asked next of an answer.
//!
//! In: the answered turn. Out: questions that its result allows, each with the change that it has to be understood as; the
//! pipeline tries them, and only those are offered that are.

use askwell_contract::run::Change;
use askwell_reader::known::{self, Role};
use askwell_sql::amend;

use crate::ask::nothing::{nothing, Nothing};
use crate::cx::Earlier;
use crate::prepare::Knowledge;

/// Groups that are worth a question: one is none, and of many nobody reads all.
const FEW: u64 = 2;
const MANY: u64 = 40;
/// Rows of which the five lowest are a part.
const ROWS: usize = 6;

/// A question, and what it has to be understood as.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Chip {
    pub question: String,
    pub means: Vec<Change>,
    /// Rows that have to be there: it is offered only where they are among those that were counted.
    pub where_any: Option<Nothing>,
}

pub fn chips(knowledge: &Knowledge, earlier: &Earlier) -> Vec<Chip> {
    let Some(parts) = amend::parts(&earlier.sql, &knowledge.catalog) else {
        return Vec::new();
    };
    let chip = |question: String, means: &[Change]| Chip {
        question,
        means: means.to_vec(),
        where_any: None,
    };
    let rows = earlier.result.as_ref().map_or(0, |r| r.rows.len());
    let mut out = Vec::new();
    let main = parts.tables.first().cloned().unwrap_or_default();
    let its = knowledge
        .reader()
        .and_then(|k| k.tables.iter().find(|t| t.name == main));
    let columns = || its.into_iter().flat_map(|t| &t.columns);
    let fixed = |name: &str| {
        parts
            .filter
            .iter()
            .any(|c| c.column.as_ref().is_some_and(|p| p.1 == name))
    };
    if parts.condenses() && parts.group.is_empty() {
        if columns().any(|c| c.is_time()) {
            out.push(chip("by month".into(), &[Change::Grouped, Change::Said]));
        }
        for column in
            columns().filter(|c| c.role == Role::Category && (FEW..=MANY).contains(&c.distinct) && !fixed(&c.name))
        {
            out.push(chip(
                format!("by {}", column.words.join(" ")),
                &[Change::Grouped, Change::Said],
            ));
        }
    }
    if let Some(nothing) = nothing(knowledge, &parts) {
        out.push(Chip {
            where_any: Some(nothing.clone()),
            ..chip(format!("without the {} ones", nothing.word), &[Change::Without])
        });
    }
    if !parts.group.is_empty() && rows > 1 {
        out.push(chip("as a share".into(), &[Change::Shared]));
    }
    let figures = parts.condenses() && !parts.group.is_empty();
    if figures && rows >= ROWS {
        let down = parts.order.first().is_none_or(|(_, down)| *down);
        let end = if down { "lowest" } else { "highest" };
        out.push(chip(format!("the 5 {end}"), &[Change::Ranked]));
    }
    if parts.lists() && rows > 1 {
        out.push(chip("How many are they?".into(), &[Change::Counted]));
    }
    // Where some rows say nothing, or say it in their own words, it is no class of things.
    let class = |c: &&known::Column| c.role == Role::Category && c.distinct <= MANY && !c.has_gaps() && !fixed(&c.name);
    for column in columns().filter(class).take(2) {
        if let Some(value) = column.top.iter().find(|v| v.trim() == v.as_str() && !v.is_empty()) {
            out.push(chip(format!("only {value}"), &[Change::Narrowed]));
        }
    }
    out
}
