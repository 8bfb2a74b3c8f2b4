//! What every mention of the question became in a reading's query, told with the listed words around it.

use std::collections::BTreeSet;

use super::super::mentions::{Item, Kind, Meaning};
use super::super::query::{Agg, Col, Cond, Expr, Query, Value};
use super::super::Interpretation;
use super::said::{is_cue, seen};
use super::{Asked, Features};
use crate::words::TokenKind;

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
    let mut last: Option<(usize, String, Option<&Meaning>)> = None;
    let mut sequence: Vec<String> = Vec::new();
    for item in asked.items {
        let Kind::Mention(readings) = &item.kind else { continue };
        let (role, meaning) = played(readings, &roles, out);
        around(asked, item, &role, out);
        trusted(asked, item, readings, meaning, out);
        match &last {
            None => out.local(format!("roles {role} first")),
            Some((end, before, other)) => {
                let middle = between(asked, *end, item.start);
                out.local(format!("roles {before} > {middle} > {role}"));
                out.fact(format!("pair {before} > {role}"));
                let near = nearness(*other, meaning);
                out.local(format!("near {near} > {middle}"));
                out.fact(format!("near {near}"));
            }
        }
        sequence.push(role.clone());
        last = Some((item.end, role, meaning));
    }
    if let Some((_, role, _)) = last {
        out.local(format!("roles {role} last"));
    }
    if sequence.len() <= 4 {
        out.local(format!("sequence {}", sequence.join(" > ")));
    }
}

/// The role of a mention: that of the first of its meanings that the query uses for more than joining.
fn played<'a>(readings: &'a [(Meaning, f64)], roles: &[Role<'_>], out: &mut Features) -> (String, Option<&'a Meaning>) {
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
    match found {
        None => {
            out.amount("unused score", best);
            (format!("{} unused", readings.first().map_or("", |r| kind(&r.0))), None)
        }
        Some((i, meaning, score, names)) => {
            out.amount("used score", score);
            out.amount("score gap", best - score);
            if i > 0 {
                out.local(format!("meaning {}", i.min(3)));
            }
            let names: Vec<&str> = names.into_iter().collect();
            (format!("{} {}", kind(meaning), names.join("+")), Some(meaning))
        }
    }
}

fn kind(m: &Meaning) -> &'static str {
    match m {
        Meaning::Table(_) => "table",
        Meaning::Column(_) => "column",
        Meaning::Value { .. } => "value",
    }
}

/// How two neighbours belong together.
fn nearness(one: Option<&Meaning>, other: Option<&Meaning>) -> String {
    let column = |m: &Meaning| match m {
        Meaning::Table(_) => None,
        Meaning::Column(c) | Meaning::Value { col: c, .. } => Some(*c),
    };
    match (one, other) {
        (Some(a), Some(b)) => {
            let how = match () {
                () if column(a).is_some() && column(a) == column(b) => "one column",
                () if a.table() == b.table() => "one table",
                () => "apart",
            };
            format!("{} {} {how}", kind(a), kind(b))
        }
        (a, b) => format!("{} {}", a.map_or("unused", kind), b.map_or("unused", kind)),
    }
}

/// A value is to be trusted by how it is written, and the less the better the words name something else.
fn trusted(asked: &Asked<'_>, item: &Item, readings: &[(Meaning, f64)], meaning: Option<&Meaning>, out: &mut Features) {
    let words = &asked.tokens[item.start..item.end];
    let style = match words {
        [t] if t.kind == TokenKind::Quoted => "quoted",
        [t] if t.kind == TokenKind::Number && t.text.starts_with(|c: char| c.is_ascii_digit()) => "digits",
        [t] if t.kind == TokenKind::Number => "number word",
        _ if words
            .iter()
            .any(|t| t.start > 0 && t.text.chars().next().is_some_and(char::is_uppercase)) =>
        {
            "capital"
        }
        [t] if is_cue(&t.lower) => "listed",
        [_] => "lower",
        _ => "lower words",
    };
    let of = |wanted: &str| {
        readings
            .iter()
            .filter(|r| kind(&r.0) == wanted)
            .map(|r| r.1)
            .fold(0.0, f64::max)
    };
    let grade = |s: f64| match s {
        s if s >= 0.95 => "sure",
        s if s >= 0.65 => "likely",
        s if s > 0.0 => "weak",
        _ => "no",
    };
    let other = format!(
        "{} table {} column {} value",
        grade(of("table")),
        grade(of("column")),
        grade(of("value"))
    );
    match meaning {
        Some(Meaning::Value { col, .. }) => {
            out.local(format!("value {style} in {}", super::shape::class(asked, *col)));
            out.local(format!("value {style} of {other}"));
        }
        Some(m) => {
            out.local(format!("{} {style} of {other}", kind(m)));
        }
        None => out.local(format!("unused {style} of {other}")),
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
    let words: Vec<&str> = (from..to)
        .map(|i| seen(asked.tokens.get(i)))
        .filter(|w| *w != "_")
        .collect();
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
        out.push(Role {
            of: Thing::Table(t),
            name: pick("from"),
        });
    }
    if !inside {
        for e in q.select.iter().filter(|e| !e.is_aggregate()) {
            e.tables(&mut |t| {
                out.push(Role {
                    of: Thing::Table(t),
                    name: "owner",
                })
            });
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
                (Agg::Avg | Agg::Median, _) => "avg",
                (Agg::Min, _) => "min",
                (Agg::Max, _) => "max",
            };
            plain(of, name, out);
        }
        Expr::Share(c, _) | Expr::RowsWith(c) => condition(c, "", out),
        Expr::Arith(a, _, b) => {
            shown(a, out);
            shown(b, out);
        }
        _ => plain(e, "show", out),
    }
}

fn plain<'q>(e: &Expr, name: &'static str, out: &mut Vec<Role<'q>>) {
    match e {
        Expr::Column(c) | Expr::Part(_, c) => out.push(Role {
            of: Thing::Column(*c),
            name,
        }),
        Expr::Rows(t) => out.push(Role {
            of: Thing::Table(*t),
            name,
        }),
        Expr::Agg { of, .. } | Expr::ShareOfAll(of, _) => plain(of, name, out),
        Expr::Arith(a, _, b) => {
            plain(a, name, out);
            plain(b, name, out);
        }
        Expr::Term(term) => out.push(Role {
            of: Thing::Table(term.table),
            name,
        }),
        Expr::Running(of, _) | Expr::Change(of, ..) => plain(of, name, out),
        Expr::Share(..) | Expr::RowsWith(_) | Expr::Number(_) => {}
    }
}

fn condition<'q>(c: &'q Cond, level: &'static str, out: &mut Vec<Role<'q>>) {
    let name = if level.is_empty() { "where" } else { level };
    match c {
        Cond::Compare(e, _, value) => {
            plain(e, name, out);
            match (e, value) {
                (Expr::Column(c), Value::Text(text) | Value::Number(text) | Value::Date(text)) => {
                    out.push(Role {
                        of: Thing::Value(*c, text.trim_matches('%')),
                        name,
                    });
                }
                (_, Value::Expr(e)) => plain(e, name, out),
                (_, Value::Query(q)) => gather(q, "inner", out),
                _ => {}
            }
        }
        Cond::Between(e, ..) | Cond::Null(e, _) => plain(e, name, out),
        Cond::In(_, q, not) => gather(q, if *not { "not in" } else { "in" }, out),
        Cond::Any(list) | Cond::All(list) => list.iter().for_each(|c| condition(c, level, out)),
        Cond::Term(term, _) => out.push(Role {
            of: Thing::Table(term.table),
            name,
        }),
    }
}
