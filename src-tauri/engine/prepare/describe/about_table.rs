//! What a table holds: its grain, its size, what it refers to and what refers to it.
//!
//! In: a table, its words, its profile and its neighbours by key. Out: sentences for the short and the long
//! description.

use askwell_contract::profile::TableProfile;
use askwell_contract::{Catalog, Table, TableKind};

use super::facts::{day, show, thousands};
use super::names::TableName;
use super::subject::sentence;
use crate::words::{plural, Speech};

/// Names listed before "and 7 more".
const LISTED: usize = 8;

pub struct AboutTable<'a> {
    pub table: &'a Table,
    pub name: &'a TableName,
    pub profile: Option<&'a TableProfile>,
    /// Tables that refer to it, each once, in the catalog's order.
    pub referring: Vec<&'a str>,
}

pub fn short(about: &AboutTable<'_>) -> Vec<String> {
    let mut out = vec![grain(about)];
    out.extend(size(about));
    out.extend(refers(about));
    out
}

pub fn long(about: &AboutTable<'_>) -> Vec<String> {
    let mut out = vec![grain(about)];
    out.extend(kind(about.table));
    out.extend(size(about));
    if let Some(fresh) = about.profile.and_then(|p| p.freshness.as_ref()) {
        let columns = about.profile.iter().flat_map(|p| &p.columns);
        let newest = columns
            .filter(|c| c.column == fresh.column)
            .find_map(|c| day(c, &fresh.newest));
        let newest = newest.unwrap_or_else(|| show(&fresh.newest));
        out.push(format!("The newest {} is {newest}.", fresh.column));
    }
    if !about.table.primary_key.is_empty() {
        out.push(format!("Its rows are told apart by {}.", and(&about.table.primary_key)));
    }
    out.extend(refers(about));
    if !about.referring.is_empty() {
        out.push(format!("Referred to by {}.", listed(&about.referring)));
    }
    let columns: Vec<String> = about
        .table
        .columns
        .iter()
        .map(|c| about.name.column(&c.name).words.join(" "))
        .collect();
    let columns: Vec<&str> = columns.iter().map(String::as_str).collect();
    out.push(format!(
        "It says of each {}: {}.",
        about.name.one,
        listed_to(&columns, 24)
    ));
    out
}

fn grain(about: &AboutTable<'_>) -> String {
    let table = about.table;
    if let Some((a, b)) = link(table) {
        return format!("Links {a} and {b}: one row for each pair.");
    }
    let names = table.columns.iter().map(|c| c.name.as_str());
    let speech = Speech::of(1, names.chain([table.name.as_str()]));
    if speech.foreign() {
        return sentence(&speech.table(&table.name, &[]));
    }
    let known = about.profile.map(|p| p.grain.as_str()).filter(|g| !g.is_empty());
    match (about.name.one.as_str(), known) {
        ("row", Some(known)) => sentence(known),
        ("row", None) => sentence(&about.name.many),
        (one, Some(known)) => format!("{} {known}.", start(&many(one))),
        (one, None) if !table.primary_key.is_empty() => format!("{} one row per {one}.", start(&many(one))),
        (one, None) => sentence(&many(one)),
    }
}

fn start(many: &str) -> String {
    let text = sentence(many);
    format!("{}:", text.trim_end_matches('.'))
}

fn many(one: &str) -> String {
    match one.rsplit_once(' ') {
        Some((before, last)) => format!("{before} {}", plural(last)),
        None => plural(one),
    }
}

/// The two tables that a table of nothing but keys brings together.
fn link(table: &Table) -> Option<(&str, &str)> {
    let [a, b] = table.foreign_keys.as_slice() else {
        return None;
    };
    let refers = |name: &String| a.columns.contains(name) || b.columns.contains(name);
    let all = table.primary_key.len() >= 2 && table.primary_key.iter().all(refers);
    (all && table.columns.len() <= 4 && a.to_table != b.to_table).then_some((&a.to_table, &b.to_table))
}

fn kind(table: &Table) -> Option<String> {
    if let Some(source) = &table.source {
        let name = source.path.rsplit(['/', '\\']).next().unwrap_or(&source.path);
        return Some(format!("It is the file {name}."));
    }
    match table.kind {
        TableKind::Table => None,
        TableKind::View => Some("It is a view: the result of a query over other tables.".into()),
        TableKind::MaterializedView => {
            Some("It is a stored view: the result of a query over other tables, as it was when last refreshed.".into())
        }
        TableKind::Foreign => Some("It lies on another server or in a file.".into()),
    }
}

fn size(about: &AboutTable<'_>) -> Option<String> {
    let rows = match (about.profile, about.table.rows) {
        (Some(p), _) if p.read >= p.rows => (p.rows, true),
        (_, Some(counted)) => (counted.count, counted.exact),
        (Some(p), None) => (p.rows, false),
        (None, None) => return None,
    };
    Some(match rows {
        (0, true) => "It is empty.".into(),
        (1, true) => "1 row.".into(),
        (n, true) => format!("{} rows.", thousands(n)),
        (n, false) => format!("About {} rows.", thousands(n)),
    })
}

fn refers(about: &AboutTable<'_>) -> Option<String> {
    let mut to: Vec<&str> = Vec::new();
    for key in &about.table.foreign_keys {
        if !to.contains(&key.to_table.as_str()) {
            to.push(&key.to_table);
        }
    }
    (!to.is_empty()).then(|| format!("Refers to {}.", listed(&to)))
}

fn listed(names: &[&str]) -> String {
    listed_to(names, LISTED)
}

fn listed_to(names: &[&str], most: usize) -> String {
    if names.len() <= most {
        let names: Vec<String> = names.iter().map(|n| (*n).to_owned()).collect();
        return and(&names);
    }
    format!("{} and {} more", names[..most].join(", "), names.len() - most)
}

fn and(names: &[String]) -> String {
    match names {
        [] => String::new(),
        [one] => one.clone(),
        [head @ .., last] => format!("{} and {last}", head.join(", ")),
    }
}

/// Tables that refer to each table, in the catalog's order.
pub fn referring(catalog: &Catalog) -> Vec<Vec<&str>> {
    let places: std::collections::BTreeMap<String, usize> = (0..)
        .zip(&catalog.tables)
        .map(|(at, table)| (table.name.to_lowercase(), at))
        .collect();
    let mut out: Vec<Vec<&str>> = vec![Vec::new(); catalog.tables.len()];
    for table in &catalog.tables {
        for key in &table.foreign_keys {
            let Some(&to) = places.get(&key.to_table.to_lowercase()) else {
                continue;
            };
            if !out[to].contains(&table.name.as_str()) && key.to_table != table.name {
                out[to].push(&table.name);
            }
        }
    }
    out
}
