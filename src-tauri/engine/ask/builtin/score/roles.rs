//! What every mention of the question became in a reading's query, told with the listed words around it.

use std::collections::BTreeSet;

use super::super::mentions::{Item, Kind, Meaning};
use super::super::query::{Agg, Col, Cond, Expr, Query, Value};
use super::super::Interpretation;
use super::said::seen;
use super::{Asked, Features};

/// A part of the database in a part of the query.
struct Role<'a> {
    of: Thing<'a>,
    name: &'static str,
}

#[derive(PartialEq)]
enum Thing<'a> {
    Table(usize),
    Column(Col),
    Value(Col, &'a str),
}

pub(super) fn features(asked: &Asked<'_>, reading: &Interpretation, out: &mut Features) {
    let mut roles = Vec::new();
    gather(&reading.query, "", &mut roles);
    let mut last: Option<(usize, String)> = None;
    let mut sequence: Vec<String> = Vec::new();
    for item in asked.items {
        let Kind::Mention(readings) = &item.kind else { continue };
        let role = played(readings, &roles, out);
        around(asked, item, &role, out);
        let link = match &last {
            None => format!("roles {role} first"),
            Some((end, before)) => format!("roles {before} > {} > {role}", between(asked, *end, item.start)),
        };
        out.local(link);
        if let Some((_, before)) = &last {
            out.fact(format!("pair {before} > {role}"));
        }
        sequence.push(role.clone());
        last = Some((item.end, role));
    }
    if let Some((_, role)) = last {
        out.local(format!("roles {role} last"));
    }
    if sequence.len() <= 4 {
        out.local(format!("sequence {}", sequence.join(" > ")));
    }
}

/// The role of a mention: that of the first of its meanings that the query uses for more than joining.
fn played(readings: &[(Meaning, f64)], roles: &[Role<'_>], out: &mut Features) -> String {
    let names = |meaning: &Meaning| -> BTreeSet<&'static str> {
        let thing = match meaning {
            Meaning::Table(t) => Thing::Table(*t),
            Meaning::Column(c) => Thing::Column(*c),
            Meaning::Value { col, text, .. } => Thing::Value(*col, text),
        };
        roles.iter().filter(|r| r.of == thing).map(|r| r.name).collect()
    };
    let weak = |names: &BTreeSet<&'static str>| names.iter().all(|n| matches!(*n, "from" | "owner"));
    let best = readings.first().map_or(0.0, |r| r.1);
    let found = readings
        .iter()
        .enumerate()
        .map(|(i, (m, score))| (i, m, *score, names(m)))
        .filter(|r| !r.3.is_empty())
        .min_by_key(|r| (weak(&r.3), r.0));
    let kind = |m: &Meaning| match m {
        Meaning::Table(_) => "table",
        Meaning::Column(_) => "column",
        Meaning::Value { .. } => "value",
    };
    match found {
        None => {
            out.amount("unused score", best);
            format!("{} unused", readings.first().map_or("", |r| kind(&r.0)))
        }
        Some((i, meaning, score, names)) => {
            out.amount("used score", score);
            out.amount("score gap", best - score);
            if i > 0 {
                out.local(format!("meaning {}", i.min(3)));
            }
            let names: Vec<&str> = names.into_iter().collect();
            format!("{} {}", kind(meaning), names.join("+"))
        }
    }
}

/// The role with the words before and behind.
fn around(asked: &Asked<'_>, item: &Item, role: &str, out: &mut Features) {
    let at = |i: Option<usize>| seen(i.and_then(|i| asked.tokens.get(i)));
    let (one, two) = (at(item.start.checked_sub(1)), at(item.start.checked_sub(2)));
    let next = asked.tokens.get(item.end).map_or("$", |t| seen(Some(t)));
    out.fact(format!("role {role}"));
    out.local(format!("role {role} after {one}"));
    out.local(format!("role {role} after {two} {one}"));
    out.local(format!("role {role} before {next}"));
    out.local(format!("role {role} amid {one} {next}"));
}

/// The listed words between two mentions, at most three.
fn between<'a>(asked: &Asked<'a>, from: usize, to: usize) -> String {
    let words: Vec<&str> = (from..to).map(|i| seen(asked.tokens.get(i))).filter(|w| *w != "_").collect();
    match words.len() {
        0..=3 => words.join(" "),
        n => format!("{} .. {}", words[0], words[n - 1]),
    }
}

fn gather<'q>(q: &'q Query, level: &'static str, out: &mut Vec<Role<'q>>) {
    let inside = !level.is_empty();
    let pick = |outer: &'static str| if inside { level } else { outer };
    for e in &q.select {
        if !inside {
            shown(e, out);
        }
    }
    for c in &q.filter {
        condition(c, level, out);
    }
    for e in &q.group {
        plain(e, pick("group"), out);
    }
    for c in &q.having {
        if let Cond::Compare(e, ..) = c {
            plain(e, if inside { level } else { "having" }, out);
        }
    }
    for (e, _) in &q.order {
        plain(e, pick("order"), out);
    }
    for t in q.needed() {
        out.push(Role { of: Thing::Table(t), name: pick("from") });
    }
    if !inside {
        for e in q.select.iter().filter(|e| !e.is_aggregate()) {
            e.tables(&mut |t| out.push(Role { of: Thing::Table(t), name: "owner" }));
        }
    }
}

fn shown<'q>(e: &'q Expr, out: &mut Vec<Role<'q>>) {
    match e {
        Expr::Agg { agg, distinct, of } => {
            let name = match (agg, distinct) {
                (Agg::Count, false) => "count",
                (Agg::Count, true) => "count distinct",
                (Agg::Sum, _) => "sum",
                (Agg::Avg, _) => "avg",
                (Agg::Min, _) => "min",
                (Agg::Max, _) => "max",
            };
            plain(of, name, out);
        }
        Expr::Share(c) => condition(c, "", out),
        Expr::Arith(a, _, b) => {
            shown(a, out);
            shown(b, out);
        }
        _ => plain(e, "show", out),
    }
}

fn plain<'q>(e: &Expr, name: &'static str, out: &mut Vec<Role<'q>>) {
    match e {
        Expr::Column(c) | Expr::Part(_, c) => out.push(Role { of: Thing::Column(*c), name }),
        Expr::Rows(t) => out.push(Role { of: Thing::Table(*t), name }),
        Expr::Agg { of, .. } => plain(of, name, out),
        Expr::Arith(a, _, b) => {
            plain(a, name, out);
            plain(b, name, out);
        }
        Expr::Share(_) => {}
    }
}

fn condition<'q>(c: &'q Cond, level: &'static str, out: &mut Vec<Role<'q>>) {
    let name = if level.is_empty() { "where" } else { level };
    match c {
        Cond::Compare(e, _, value) => {
            plain(e, name, out);
            match (e, value) {
                (Expr::Column(c), Value::Text(text) | Value::Number(text) | Value::Date(text)) => {
                    out.push(Role { of: Thing::Value(*c, text), name });
                }
                (_, Value::Expr(e)) => plain(e, name, out),
                (_, Value::Query(q)) => gather(q, "inner", out),
                _ => {}
            }
        }
        Cond::Between(e, ..) | Cond::Null(e, _) => plain(e, name, out),
        Cond::In(_, q, not) => gather(q, if *not { "not in" } else { "in" }, out),
        Cond::Any(list) | Cond::All(list) => list.iter().for_each(|c| condition(c, level, out)),
    }
}
