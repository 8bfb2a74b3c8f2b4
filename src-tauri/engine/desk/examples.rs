//! Questions to start with, made from the database itself.
//!
//! In: the catalog and the profiles. Out: a few questions, each of which was asked of the built-in engine and answered
//! with high trust and by one reading. They are asked for behind preparing, by a screen that does not wait for them.

use askwell_contract::profile::{ColumnProfile, Disguise};
use askwell_contract::{Column, Limits, Result, Table, TypeKind};

use crate::cx::Cx;
use crate::pipeline;
use crate::words::{one_of, split_name};

/// As many as fit under the question box.
const OFFERED: usize = 6;
/// Tables looked at, the largest first; the first ones of a big schema say enough.
const TABLES: usize = 8;
/// Questions that are asked at most, and milliseconds that all of them may take: an offer is worth no more.
const TRIED: usize = 18;
const TIME: f64 = 10_000.0;
/// Milliseconds that one may take.
const EACH: u64 = 2_000;
/// Kinds that a person can take in: fewer say nothing, more are no kinds.
const KINDS: std::ops::RangeInclusive<u64> = 2..=25;

pub async fn examples(cx: &Cx<'_>) -> Result<Vec<String>> {
    let cx = &Cx {
        embedder: cx.embedder.clone(),
        limits: Limits {
            milliseconds: EACH,
            ..cx.limits
        },
        ..*cx
    };
    let began = cx.clock.ticks();
    let mut tried: Vec<String> = Vec::new();
    let mut out: Vec<String> = Vec::new();
    // Round by round over the tables, so that the first questions are not all about one.
    let per_table: Vec<Vec<String>> = tables(cx).into_iter().map(|t| questions(cx, t)).collect();
    let rounds = per_table.iter().map(Vec::len).max().unwrap_or_default();
    for round in 0..rounds {
        for (t, questions) in per_table.iter().enumerate() {
            let Some(question) = questions.get((round + t) % questions.len().max(1)) else {
                continue;
            };
            let enough = out.len() >= OFFERED || tried.len() >= TRIED || cx.clock.ticks() - began > TIME;
            if enough || tried.contains(question) {
                continue;
            }
            tried.push(question.clone());
            if pipeline::sure(cx, question).await? {
                out.push(question.clone());
            }
        }
    }
    Ok(out)
}

/// Largest first; tables that only tie others together come last.
fn tables<'a>(cx: &'a Cx<'_>) -> Vec<&'a Table> {
    let mut tables: Vec<&Table> = cx
        .knowledge
        .catalog
        .tables
        .iter()
        .filter(|t| !t.columns.is_empty())
        .collect();
    let rows = |t: &Table| cx.knowledge.table(&t.name).map_or(0, |p| p.rows);
    let own = |t: &Table| t.columns.iter().filter(|c| !is_key(t, c)).count();
    tables.retain(|t| rows(t) > 0);
    tables.sort_by(|a, b| {
        (own(b) > 1)
            .cmp(&(own(a) > 1))
            .then(rows(b).cmp(&rows(a)))
            .then(a.name.cmp(&b.name))
    });
    tables.truncate(TABLES);
    tables
}

fn questions(cx: &Cx<'_>, table: &Table) -> Vec<String> {
    let things = split_name(&table.name).join(" ");
    let mut out = vec![format!("How many {things} are there?")];
    let named = |c: &Column| split_name(&c.name).join(" ");
    let of = |c: &Column| cx.knowledge.profile(&table.name, &c.name);
    let kind = table
        .columns
        .iter()
        .find(|c| !is_key(table, c) && of(c).is_some_and(|p| is_kind(c, p)));
    let figure = table
        .columns
        .iter()
        .find(|c| !is_key(table, c) && !one_of(&c.name, &table.name) && of(c).is_some_and(|p| is_figure(c, p)));
    if let Some(kind) = kind {
        out.push(format!("How many {things} are there for each {}?", named(kind)));
    }
    if let Some(figure) = figure {
        out.push(format!("What is the average {} of {things}?", named(figure)));
        out.push(format!("What are the 5 {things} with the highest {}?", named(figure)));
    }
    if let (Some(kind), Some(figure)) = (kind, figure) {
        out.push(format!(
            "What is the average {} for each {}?",
            named(figure),
            named(kind)
        ));
    }
    out
}

fn is_key(table: &Table, column: &Column) -> bool {
    let name = column.name.to_lowercase();
    table.primary_key.contains(&column.name)
        || table.foreign_keys.iter().any(|k| k.columns.contains(&column.name))
        || name == "id"
        || name.ends_with("_id")
}

fn is_kind(column: &Column, profile: &ColumnProfile) -> bool {
    let prose = profile.mean_length.is_some_and(|m| m > 30.0);
    column.kind == TypeKind::Text && KINDS.contains(&profile.distinct) && !profile.unique && !prose
}

fn is_figure(column: &Column, profile: &ColumnProfile) -> bool {
    let disguised = [
        Disguise::Year,
        Disguise::CompactDate,
        Disguise::UnixSeconds,
        Disguise::BooleanInNumber,
        Disguise::Code,
    ];
    column.kind.is_number()
        && profile.distinct > 10
        && !profile.unique
        && !profile.disguises.iter().any(|d| disguised.contains(d))
}
