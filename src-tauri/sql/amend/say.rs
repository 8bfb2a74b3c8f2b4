//! A statement in one phrase: "number of customers, where country is 'Spain'".
//!
//! In: a statement taken apart. Out: words. Deliberately absent: steps; `steps` has them.

use askwell_contract::{Catalog, Dialect};
use sqlparser::ast::{SetExpr, TableFactor};

use super::{alone, parts, said, told, Item, Parts};
use crate::parse;

/// Two statements that stand side by side in a third: "number of orders, beside number of returns". `None`: it is none
/// of that kind.
pub fn beside(sql: &str, catalog: &Catalog) -> Option<String> {
    let query = parse::query(sql, catalog.dialect).ok()?;
    let SetExpr::Select(select) = query.body.as_ref() else {
        return None;
    };
    let sources = select
        .from
        .iter()
        .flat_map(|from| std::iter::once(&from.relation).chain(from.joins.iter().map(|j| &j.relation)));
    let sides: Vec<String> = sources
        .map(|source| match source {
            TableFactor::Derived { subquery, .. } => {
                let mut inside = parts(&subquery.to_string(), catalog)?;
                inside.select.iter_mut().for_each(|i| i.alias = None);
                Some(say(&inside, catalog.dialect))
            }
            _ => None,
        })
        .collect::<Option<_>>()?;
    (sides.len() == 2).then(|| sides.join(", beside "))
}

/// Figures in percent of all: "number of orders for each channel, in percent of all". `None`: it is none of that kind.
fn share(sql: &str, catalog: &Catalog) -> Option<String> {
    let (before, from) = sql.split_once("100.0 * ")?;
    let (figure, _) = from.split_once(" / SUM(")?;
    let written = format!("{} AS {}", alone::of_all(figure), alone::SHARE);
    let behind = sql[before.len()..].strip_prefix(&written)?;
    let whole = parts(&format!("{before}{figure}{behind}"), catalog)?;
    Some(format!("{}, in percent of all", say(&whole, catalog.dialect)))
}

/// A statement in one phrase. `None`: no phrase says it.
pub fn phrase(sql: &str, catalog: &Catalog) -> Option<String> {
    match parts(sql, catalog) {
        Some(parts) => Some(say(&parts, catalog.dialect)),
        None => beside(sql, catalog).or_else(|| share(sql, catalog)),
    }
}

/// What a statement shows, of which rows, in which order.
pub fn say(parts: &Parts, dialect: Dialect) -> String {
    let table = parts.tables.first().map(|t| words(t)).unwrap_or_default();
    let plain = |item: &Item| plain(item, dialect);
    let figure = |item: &Item, table: &str| figure(item, table, dialect);
    let figures: Vec<String> = parts
        .select
        .iter()
        .filter(|i| i.is_figure())
        .map(|i| figure(i, &table))
        .collect();
    let columns: Vec<String> = parts.select.iter().filter(|i| !i.is_figure()).map(plain).collect();
    let mut out = match (figures.is_empty(), columns.is_empty()) {
        (false, true) => figures.join(" and "),
        (false, false) => format!("{} for each {}", figures.join(" and "), columns.join(" and ")),
        (true, _) if columns == ["*"] => table.clone(),
        (true, _) => format!("{} of {table}", columns.join(", ")),
    };
    if parts.distinct {
        out = format!("different {out}");
    }
    let filter: Vec<String> = parts.filter.iter().map(|c| told(c, dialect)).collect();
    if !filter.is_empty() {
        out += &format!(", where {}", filter.join(" and "));
    }
    if !parts.having.is_empty() {
        let having = parts
            .having
            .iter()
            .map(|h| said(h, dialect).unwrap_or_else(|| h.clone()));
        out += &format!(", only groups where {}", having.collect::<Vec<_>>().join(" and "));
    }
    if let Some((by, down)) = parts.order.first() {
        // What is shown under a name is called by it.
        let by = parts.select.iter().find(|i| i.sql == by.sql).unwrap_or(by);
        let by = match by.is_figure() {
            true => figure(by, &table),
            false => plain(by),
        };
        out += &format!(", sorted by {by}, {} first", if *down { "highest" } else { "lowest" });
    }
    match (parts.limit, parts.offset) {
        (Some(1), 0) => out += ", only the first row",
        (Some(n), 0) => out += &format!(", only the first {n} rows"),
        (Some(1), at) => out += &format!(", only row {}", at + 1),
        (Some(n), at) => out += &format!(", {n} rows from row {}", at + 1),
        (None, _) => {}
    }
    out
}

fn words(name: &str) -> String {
    name.replace('_', " ")
}

/// An item by its alias, else in words.
fn called(item: &Item, dialect: Dialect) -> String {
    let told = || said(&item.sql, dialect).unwrap_or_else(|| item.sql.clone());
    item.alias.as_deref().map_or_else(told, words)
}

fn plain(item: &Item, dialect: Dialect) -> String {
    match &item.column {
        Some((_, column)) => words(column),
        None => called(item, dialect),
    }
}

fn figure(item: &Item, table: &str, dialect: Dialect) -> String {
    if let Some(alias) = item.alias.as_ref().filter(|a| a.starts_with("share")) {
        return words(alias);
    }
    let Some(figure) = &item.figure else {
        return called(item, dialect);
    };
    let of = figure.of.as_ref().map(|(_, column)| words(column));
    let different = if figure.distinct { "different " } else { "" };
    match (figure.name.as_str(), of) {
        ("count", None) => format!("number of {table}"),
        ("count", Some(of)) => format!("number of {different}{of}"),
        ("sum" | "total", Some(of)) => format!("total {of}"),
        ("avg" | "mean", Some(of)) => format!("average {of}"),
        ("min", Some(of)) => format!("lowest {of}"),
        ("max", Some(of)) => format!("highest {of}"),
        _ => called(item, dialect),
    }
}
