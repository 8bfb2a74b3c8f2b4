//! A statement in one phrase: "number of customers, where country is 'Spain'".
//!
//! In: a statement taken apart. Out: words. Deliberately absent: steps; `steps` has them.

use std::collections::BTreeSet;

use askwell_contract::{Catalog, Dialect, TypeKind};
use sqlparser::ast::{SetExpr, TableFactor};

use super::{alone, parts, said, told, Item, Parts};
use crate::parse;
use crate::plain::INSIDE;

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
                Some(say(&inside, catalog))
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
    Some(format!("{}, in percent of all", say(&whole, catalog)))
}

/// A statement in one phrase. `None`: no phrase says it.
pub fn phrase(sql: &str, catalog: &Catalog) -> Option<String> {
    let said = match parts(sql, catalog) {
        Some(parts) => Some(say(&parts, catalog)),
        None => beside(sql, catalog).or_else(|| share(sql, catalog)),
    };
    // What a query inside does is told by steps.
    said.filter(|said| !said.contains(INSIDE))
}

/// What a statement shows, of which rows, in which order.
pub fn say(parts: &Parts, catalog: &Catalog) -> String {
    let dialect = catalog.dialect;
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
        (true, _) => match columns.split_last() {
            Some((last, head)) if !head.is_empty() => format!("{} and {last} of {table}", head.join(", ")),
            _ => format!("{} of {table}", columns.concat()),
        },
    };
    if parts.distinct {
        out = format!("different {out}");
    }
    let mut said_once = BTreeSet::new();
    let filter = parts.filter.iter().map(|c| told(c, dialect));
    let filter: Vec<String> = filter.filter(|c| said_once.insert(c.clone())).collect();
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
    out + &order(parts, &table, catalog)
}

/// "sorted by month, earliest first"; "the 3 highest"; "the one with the lowest price".
fn order(parts: &Parts, table: &str, catalog: &Catalog) -> String {
    let cut = match (parts.limit, parts.offset) {
        (Some(1), 0) => ", only the first row".to_owned(),
        (Some(n), 0) => format!(", only the first {n} rows"),
        (Some(1), at) => format!(", only row {}", at + 1),
        (Some(n), at) => format!(", {n} rows from row {}", at + 1),
        (None, _) => String::new(),
    };
    let Some((by, down)) = parts.order.first() else {
        return cut;
    };
    // What is shown under a name is called by it.
    let by = parts.select.iter().find(|i| i.sql == by.sql).unwrap_or(by);
    let said = match by.is_figure() {
        true => figure(by, table, catalog.dialect),
        false => plain(by, catalog.dialect),
    };
    let end = match (of_time(&said, by, catalog), of_text(by, catalog), down) {
        (true, _, true) => "latest",
        (true, _, false) => "earliest",
        (false, true, true) => return format!(", sorted by {said} from Z to A{cut}"),
        (false, true, false) => return format!(", sorted by {said} from A to Z{cut}"),
        (false, false, true) => "highest",
        (false, false, false) => "lowest",
    };
    // That months follow each other goes without saying.
    if end == "earliest" && cut.is_empty() && !parts.group.is_empty() {
        return cut;
    }
    // The only figure shown need not be named again.
    let mut figures = parts.select.iter().filter(|i| i.is_figure());
    let alone = figures.next().is_some_and(|f| f == by) && figures.next().is_none();
    match (parts.limit, parts.offset, alone) {
        (Some(1), 0, true) => format!(", the {end}"),
        (Some(1), 0, false) => format!(", the one with the {end} {said}"),
        (Some(n), 0, true) => format!(", the {n} {end}"),
        (Some(n), 0, false) => format!(", the {n} with the {end} {said}"),
        _ => format!(", sorted by {said}, {end} first{cut}"),
    }
}

/// A day, a month, a year: earlier and later, not lower and higher.
fn of_time(said: &str, item: &Item, catalog: &Catalog) -> bool {
    let kind = kind(item, catalog);
    let named = said.split(' ').next_back().is_some_and(|word| {
        matches!(
            word.to_lowercase().as_str(),
            "date" | "day" | "week" | "month" | "quarter" | "year" | "time" | "since"
        )
    });
    // Minutes of preparing are no time of the day.
    let number = matches!(kind, Some(TypeKind::Integer | TypeKind::Real));
    let counted = number
        && said
            .split(' ')
            .next_back()
            .is_some_and(|w| matches!(w.to_lowercase().as_str(), "time" | "day" | "since"));
    named && !counted && !item.is_figure()
        || matches!(kind, Some(TypeKind::Date | TypeKind::Timestamp | TypeKind::Time))
}

fn of_text(item: &Item, catalog: &Catalog) -> bool {
    kind(item, catalog) == Some(TypeKind::Text)
}

fn kind(item: &Item, catalog: &Catalog) -> Option<TypeKind> {
    let (table, column) = item.column.as_ref()?;
    Some(catalog.table(table)?.column(column)?.kind)
}

fn words(name: &str) -> String {
    name.replace('_', " ")
}

/// An item by its alias, else in words.
fn called(item: &Item, dialect: Dialect) -> String {
    let told = || said(&item.sql, dialect).unwrap_or_else(|| item.sql.clone());
    item.alias
        .as_deref()
        .map_or_else(told, |alias| undoubled(&words(alias)))
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
        ("sum" | "total", Some(of)) => worked_out("total", &of),
        ("avg" | "mean", Some(of)) => worked_out("average", &of),
        ("min", Some(of)) => format!("lowest {of}"),
        ("max", Some(of)) => format!("highest {of}"),
        _ => called(item, dialect),
    }
}

/// "total" of "total total", as a column of figures is called.
pub fn undoubled(words: &str) -> String {
    match words.split_once(' ') {
        Some((how, of)) => worked_out(how, of),
        None => words.to_owned(),
    }
}

/// "total price"; the total of a column "total" is the total.
pub fn worked_out(how: &str, of: &str) -> String {
    match of.to_lowercase().split(' ').next() {
        Some(first) if first == how => of.to_owned(),
        _ => format!("{how} {of}"),
    }
}
