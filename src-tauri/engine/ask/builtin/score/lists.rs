//! What a reading shows, held against what the question lists: how many things, whose they are, or everything.
//!
//! In: a reading, the question's words. Out: features. Deliberately absent: which column a word means.

use std::collections::BTreeSet;

use super::super::mentions::{Item, Kind, Meaning};
use super::super::query::{Expr, Query};
use super::{Asked, Features};
use crate::trial::asked::{listed, part_of_name};
use crate::words::Token;

/// Counts above this are told as this.
const MANY: usize = 3;

pub(super) fn features(asked: &Asked<'_>, q: &Query, out: &mut Features) {
    list(asked, q, out);
    owned(asked, q, out);
}

/// How many things are shown, beside how many the question lists.
fn list(asked: &Asked<'_>, q: &Query, out: &mut Features) {
    let shown = q.select.len();
    if everything(asked.tokens) {
        let whole = q.select.iter().filter_map(|e| match e {
            Expr::Column(c) => Some(c.table),
            _ => None,
        });
        let whole = whole
            .into_iter()
            .any(|t| asked.knowledge.catalog.tables[t].columns.len() <= shown);
        out.fact(if whole {
            "everything, as asked"
        } else {
            "a part of everything"
        });
    }
    let Some(listed) = listed(asked.tokens) else { return };
    let names = q.select.iter().filter(|e| match e {
        Expr::Column(c) => part_of_name(&asked.knowledge.catalog.tables[c.table].columns[c.column].name),
        _ => false,
    });
    let things = shown - names.count().saturating_sub(1);
    let plural = if listed > 1 { "several" } else { "one" };
    if shown < listed {
        out.fact(format!("of {plural} listed lacks {}", (listed - shown).min(MANY)));
    } else if things > listed {
        out.fact(format!("more than {plural} listed by {}", (things - listed).min(MANY)));
    } else {
        out.fact(format!("as many as listed, {plural}"));
    }
}

/// "The names of the product categories": what is shown belongs to the last of the words behind "of".
fn owned(asked: &Asked<'_>, q: &Query, out: &mut Features) {
    let mentioned = |item: &Item| matches!(item.kind, Kind::Mention(_));
    let Some(first) = asked.items.iter().find(|i| mentioned(i)) else {
        return;
    };
    let behind = |t: &Token| t.is_any(&["of", "for"]);
    let Some(of) = (first.end..asked.tokens.len()).find(|at| behind(&asked.tokens[*at])) else {
        return;
    };
    let mut run = asked.items.iter().filter(|i| i.start > of && mentioned(i));
    let Some(mut head) = run.next() else { return };
    for next in run {
        if next.start != head.end {
            break;
        }
        head = next;
    }
    let Kind::Mention(readings) = &head.kind else { return };
    let owners: BTreeSet<usize> = readings
        .iter()
        .filter(|(m, score)| *score >= 0.5 && matches!(m, Meaning::Table(_)))
        .map(|(m, _)| m.table())
        .collect();
    if owners.is_empty() {
        return;
    }
    let shown: Vec<bool> = q
        .select
        .iter()
        .filter_map(|e| match e {
            Expr::Column(c) => Some(owners.contains(&c.table)),
            _ => None,
        })
        .collect();
    let own = shown.iter().filter(|own| **own).count();
    let how = match () {
        () if shown.is_empty() => return,
        () if own == shown.len() => "all of its owner",
        () if own > 0 => "partly of its owner",
        () => "not of its owner",
    };
    out.fact(format!("shown {how}"));
}

/// "All the information", "all details", "everything".
fn everything(tokens: &[Token]) -> bool {
    let all = |at: usize| {
        tokens[at.saturating_sub(3)..at]
            .iter()
            .any(|t| t.is_any(&["all", "full", "complete"]))
    };
    (0..tokens.len()).any(|at| {
        let t = &tokens[at];
        t.is_any(&["information", "info", "everything"])
            || t.is_any(&["details", "data", "columns", "fields"]) && all(at)
    })
}
