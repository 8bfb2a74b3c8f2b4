//! What a reading shows, held against what the question lists: how many things, whose they are, or everything.
//!
//! In: a reading, the question's words. Out: features. Deliberately absent: which column a word means.

use std::collections::BTreeSet;

use askwell_contract::TypeKind;

use super::super::mentions::{Item, Kind, Meaning, SURE};
use super::super::query::{Col, Expr, Query};
use super::super::write::stored;
use super::shape::{class, columns_of};
use super::{Asked, Features};
use crate::trial::asked::{listed, part_of_name};
use crate::words::Token;

/// Counts above this are told as this.
const MANY: usize = 3;

/// From here on a word names a thing and is not only like its name.
const SURELY: f64 = 0.95;

pub(super) fn features(asked: &Asked<'_>, q: &Query, out: &mut Features) {
    list(asked, q, out);
    owned(asked, q, out);
}

/// How many things are shown, beside how many the question lists.
fn list(asked: &Asked<'_>, q: &Query, out: &mut Features) {
    let shown = q.select.len();
    if let Some(whole) = whole(asked, q) {
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

/// Whether all columns of a table are shown, where everything is asked for.
pub(super) fn whole(asked: &Asked<'_>, q: &Query) -> Option<bool> {
    let columns = |t: usize| asked.knowledge.catalog.tables[t].columns.len();
    let all = |e: &Expr| matches!(e, Expr::Column(c) if columns(c.table) <= q.select.len());
    everything(asked).then(|| q.select.iter().any(all))
}

/// "The names of the product categories": what is shown belongs to the last of the words behind "of".
fn owned(asked: &Asked<'_>, q: &Query, out: &mut Features) {
    let owners = owners(asked);
    if owners.is_empty() {
        return;
    }
    let how = match shown_of(&owners, q) {
        (_, 0) => return,
        (own, all) if own == all => "all of its owner",
        (0, _) => "not of its owner",
        _ => "partly of its owner",
    };
    out.fact(format!("shown {how}"));
}

/// Whether the names of something are asked for that has names of its own, and other things' names are shown.
pub(super) fn names_of_others(asked: &Asked<'_>, q: &Query) -> bool {
    let names = first(asked).is_some_and(|i| i.end == i.start + 1 && asked.tokens[i.start].is_any(&["name", "names"]));
    let named = |t: &usize| {
        let columns = 0..asked.knowledge.catalog.tables[*t].columns.len();
        columns
            .into_iter()
            .any(|column| class(asked, Col { table: *t, column }) == "name")
    };
    let owners = owners(asked);
    names && owners.iter().any(named) && matches!(shown_of(&owners, q), (0, all) if all > 0)
}

/// Words that a question asks by, and those between them and what is asked for.
const ASKING: &[&str] = &[
    "what", "show", "list", "find", "give", "return", "tell", "display", "get", "me", "us", "is", "are", "was", "were",
    "the", "all", "please",
];

/// "What is the colour of ...", "List the names of ...": none of the columns that the words may mean is shown.
pub(super) fn not_what_is_asked(asked: &Asked<'_>, q: &Query) -> bool {
    let Some(item) = first(asked) else { return false };
    let Kind::Mention(readings) = &item.kind else {
        return false;
    };
    let begins = asked.tokens[..item.start].iter().all(|t| t.is_any(ASKING)) && item.start > 0;
    let of = asked.tokens.get(item.end).is_some_and(|t| t.is("of"));
    let columns: BTreeSet<Col> = readings
        .iter()
        .filter_map(|(m, _)| match m {
            Meaning::Column(c) => Some(*c),
            _ => None,
        })
        .collect();
    let column = |m: &Meaning| matches!(m, Meaning::Column(_));
    let sure = readings.iter().all(|(m, _)| column(m)) && readings.iter().any(|r| r.1 >= SURE);
    if !begins || !of || !sure || columns.is_empty() {
        return false;
    }
    let mut shown = Vec::new();
    q.select.iter().for_each(|e| columns_of(e, &mut shown));
    // Many a column that holds names is not called so.
    let names = item.end == item.start + 1 && asked.tokens[item.start].is_any(&["name", "names"]);
    let name = |c: &Col| {
        let text = asked.knowledge.catalog.tables[c.table].columns[c.column].kind == TypeKind::Text;
        text && stored(asked.knowledge, *c).is_none()
    };
    let is = |c: &Col| columns.contains(c) || names && name(c);
    !q.select.iter().any(Expr::is_aggregate) && !shown.iter().any(is)
}

/// "Which customer placed the most orders": nothing that is shown says which.
pub(super) fn other_than_which(asked: &Asked<'_>, q: &Query) -> bool {
    let Some(item) = first(asked).filter(|_| asked.tokens[0].is("which")) else {
        return false;
    };
    let Kind::Mention(readings) = &item.kind else {
        return false;
    };
    let [(Meaning::Table(t), score), rest @ ..] = &readings[..] else {
        return false;
    };
    let keys = |m: &Meaning| matches!(m, Meaning::Column(c) if matches!(class(asked, *c), "key" | "foreign"));
    let alone = *score >= SURELY && rest.iter().all(|(m, s)| *s < SURELY || keys(m));
    // "Which customer segment": a column of theirs.
    let did = |i: &Item| asked.tokens[i.end - 1].lower.ends_with("ed");
    let verb = asked
        .items
        .iter()
        .all(|i| i.start != item.end || !mentioned(i) || did(i));
    let knowledge = asked.knowledge;
    let refers = |c: &Col| {
        let (from, to) = (&knowledge.catalog.tables[c.table], &knowledge.catalog.tables[*t].name);
        let edges = knowledge.graph.edges_between(&from.name, to);
        edges
            .iter()
            .any(|e| e.from_table == from.name && e.from_column == from.columns[c.column].name)
    };
    let says = |e: &Expr| matches!(e, Expr::Column(c) if c.table == *t || refers(c));
    item.start == 1 && alone && verb && !q.select.iter().any(says)
}

fn first<'a>(asked: &Asked<'a>) -> Option<&'a Item> {
    asked.items.iter().find(|item| mentioned(item))
}

fn mentioned(item: &Item) -> bool {
    matches!(item.kind, Kind::Mention(_))
}

/// The tables that the last of the words behind the first "of" may mean: "the names of the product categories".
fn owners(asked: &Asked<'_>) -> BTreeSet<usize> {
    let none = BTreeSet::new;
    let behind = |t: &Token| t.is_any(&["of", "for"]);
    let Some(first) = first(asked) else { return none() };
    let Some(of) = (first.end..asked.tokens.len()).find(|at| behind(&asked.tokens[*at])) else {
        return none();
    };
    let mut run = asked.items.iter().filter(|i| i.start > of && mentioned(i));
    let Some(mut head) = run.next() else { return none() };
    for next in run {
        if next.start != head.end {
            break;
        }
        head = next;
    }
    let Kind::Mention(readings) = &head.kind else {
        return none();
    };
    readings
        .iter()
        .filter(|(m, score)| *score >= 0.5 && matches!(m, Meaning::Table(_)))
        .map(|(m, _)| m.table())
        .collect()
}

/// How many of the shown columns are these tables', and how many are shown.
fn shown_of(owners: &BTreeSet<usize>, q: &Query) -> (usize, usize) {
    let columns = q.select.iter().filter_map(|e| match e {
        Expr::Column(c) => Some(c.table),
        _ => None,
    });
    let tables: Vec<usize> = columns.collect();
    (tables.iter().filter(|t| owners.contains(t)).count(), tables.len())
}

/// "All the information", "all details", "everything".
fn everything(asked: &Asked<'_>) -> bool {
    let tokens = asked.tokens;
    let all = |at: usize| {
        tokens[at.saturating_sub(3)..at]
            .iter()
            .any(|t| t.is_any(&["all", "full", "complete"]))
    };
    let about = |at: usize| tokens.get(at + 1).is_some_and(|t| t.is_any(&["of", "about", "on"]));
    // Words that a column is called by are no such words.
    let named = |at: usize| {
        asked.items.iter().any(|i| match &i.kind {
            Kind::Mention(readings) => {
                (i.start..i.end).contains(&at) && (i.end > i.start + 1 || readings.iter().any(|r| r.1 >= SURELY))
            }
            _ => false,
        })
    };
    (0..tokens.len()).filter(|at| !named(*at)).any(|at| {
        let t = &tokens[at];
        t.is_any(&["information", "info", "everything"])
            || t.is("details") && about(at)
            || t.is_any(&["details", "data", "columns", "fields"]) && all(at)
    })
}
