//! What can be asked instead of a question that the database cannot answer.
//!
//! In: the question, what its words were linked to, the tables nearest to it. Out: a few questions, each of which the reader
//! reads whole: the same one with a word of the database where it has one of its own, else what is worth asking of the
//! tables. Deliberately absent: running them; a press asks them.

use askwell_contract::run::{FieldMatch, Linked, Plan};
use askwell_reader::Style;

use super::reader::asked;
use crate::ask::{ground, link, worth_asking, MEANING};
use crate::cx::Cx;
use crate::words::split_name;

const OFFERED: usize = 3;
/// Questions that are read at most.
const TRIED: usize = 12;
/// A column less near than this by meaning is another thing.
const NEAR: f64 = 0.4;

pub fn questions(cx: &Cx<'_>, plan: &Plan, linked: &Linked, tables: &[String]) -> Vec<String> {
    let Some(known) = cx.knowledge.reader() else {
        return Vec::new();
    };
    let same = linked.recall.iter().filter_map(|f| replaced(plan, f));
    let place = |name: &String| known.tables.iter().position(|t| t.name == *name);
    let of_tables: Vec<Vec<String>> = tables
        .iter()
        .filter_map(place)
        .map(|t| worth_asking::questions(known, t))
        .collect();
    let longest = of_tables.iter().map(Vec::len).max().unwrap_or_default();
    // The best of each table before the second best of any.
    let rounds = (0..longest).flat_map(|i| of_tables.iter().filter_map(move |q| q.get(i).cloned()));
    let mut out: Vec<String> = Vec::new();
    for question in same.chain(rounds).take(TRIED) {
        if out.len() < OFFERED && !out.contains(&question) && reads(cx, &question) {
            out.push(question);
        }
    }
    out
}

/// "Box office by year" with the name of the column that is nearest: "worldwide gross by year".
fn replaced(plan: &Plan, field: &FieldMatch) -> Option<String> {
    let (start, end) = (field.span.start as usize, field.span.end as usize);
    let column = field.column.as_ref()?;
    if field.by != MEANING || field.score < NEAR || start >= end {
        return None;
    }
    let (before, after) = (plan.question.get(..start)?, plan.question.get(end..)?);
    Some(format!("{before}{}{after}", split_name(column).join(" ")))
}

/// Whether the reader has a use for every word of it.
fn reads(cx: &Cx<'_>, question: &str) -> bool {
    let Some(known) = cx.knowledge.reader() else {
        return false;
    };
    let plan = Plan {
        question: question.to_owned(),
        ..Plan::default()
    };
    let grounding = ground::by_rules(cx.knowledge, question, &cx.now());
    let linked = link::by_rules(cx.knowledge, &plan, &grounding);
    let asked = asked(cx.knowledge, &plan, &grounding, &linked, &cx.now(), Style::People);
    let found = askwell_reader::find(known, &asked, cx.ranking);
    found.readings.first().is_some_and(|r| r.unused.is_empty())
}
