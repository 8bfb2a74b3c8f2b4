//! `SELECT customers.name FROM customers WHERE orders.total > 100`

use std::collections::BTreeMap;

use askwell_contract::{Catalog, Dialect, Table};
use sqlparser::tokenizer::Location;

use super::{Context, Rule, Statement};
use crate::blocks::{self, Block, Source};
use crate::dialect;
use crate::near;
use crate::scope::{Meaning, Use};
use crate::ways;

pub const RULE: Rule = Rule {
    name: "missing_join",
    before: "SELECT customers.name FROM customers WHERE orders.total > 100",
    after: "SELECT customers.name FROM customers WHERE EXISTS (SELECT 1 FROM orders WHERE orders.customer_id = \
            customers.id AND orders.total > 100)",
    safe: "The statement names a column of a table it does not read and cannot run as it is; the table is joined only \
           where one way along the foreign keys is the shortest, and repeats no row where nothing of it is shown.",
    apply,
};

fn apply(statement: &Statement<'_>, cx: &Context<'_>) -> Option<(String, String)> {
    if !cx.failed {
        return None;
    }
    let mut blocks = blocks::of(statement.query, statement.names, cx.catalog);
    let mut change = blocks::Change::default();
    let mut whys: Vec<String> = Vec::new();
    for used in &statement.names.uses {
        let Some(at) = blocks.owner(used) else { continue };
        mend(statement, cx.catalog, &mut blocks.all, at, used, &mut change, &mut whys);
    }
    if whys.is_empty() {
        return None;
    }
    for used in &statement.names.uses {
        let block = blocks.owner(used).and_then(|at| blocks.all.get(&at));
        if let Some(shown) = block.and_then(|b| now_ambiguous(b, used, cx.catalog)) {
            change.qualifiers.insert(used.at.start, shown);
        }
    }
    let (after, once) = change.apply(statement.query, &blocks, cx.catalog)?;
    if once {
        whys.push("It is only asked whether there is such a row, so that none is repeated.".to_owned());
    }
    Some((after, whys.join(" ")))
}

/// Puts one name right, where it is wrong and there is one way to.
fn mend(
    statement: &Statement<'_>,
    catalog: &Catalog,
    blocks: &mut BTreeMap<Location, Block>,
    at: Location,
    used: &Use<'_>,
    change: &mut blocks::Change,
    whys: &mut Vec<String>,
) {
    let Some(block) = blocks.get(&at) else { return };
    let joined = |s: &&Source| s.added && s.table.is_some_and(|t| has(catalog, t, &used.name));
    let (target, alias) = match (&used.meaning, &used.qualifier) {
        (Meaning::UnknownTable, Some(qualifier)) => {
            if block.sources.iter().any(|s| s.shown.eq_ignore_ascii_case(qualifier)) {
                return;
            }
            match named(catalog, qualifier) {
                Some(table) => {
                    if let Some(alias) = called(blocks, at, table) {
                        // The table is read under another name, and only by that name can it be spoken of.
                        if let Some(alias) = alias {
                            let why = format!("{qualifier} is called {alias} in this query.");
                            change.qualifiers.insert(used.at.start, alias);
                            told(whys, why);
                        }
                        return;
                    }
                    if !resembles(catalog, table, &used.name) {
                        return;
                    }
                    (table, None)
                }
                None => match of_alias(statement, catalog, block, qualifier) {
                    Some(table) => (table, Some(qualifier.clone())),
                    None => return,
                },
            }
        }
        (Meaning::Unknown(_), qualifier) => {
            // SQLite reads a quoted name that is no column as a text, which may be what was meant.
            if used.quoted && qualifier.is_none() && statement.dialect == Dialect::Sqlite {
                return;
            }
            if let Some(source) = block.sources.iter().find(joined) {
                if qualifier.is_some() {
                    change.qualifiers.insert(used.at.start, source.shown.clone());
                }
                return;
            }
            let mut owners = reach(catalog, block)
                .into_iter()
                .filter(|t| has(catalog, *t, &used.name));
            match (owners.next(), owners.next()) {
                (Some(table), None) => (table, None),
                _ => return,
            }
        }
        _ => return,
    };
    let Some(why) = join(statement.dialect, catalog, blocks, at, target, alias.as_deref(), change) else {
        return;
    };
    told(whys, why);
    if let (Some(_), None) = (&used.qualifier, &alias) {
        let right = catalog.tables.get(target).map(blocks::shown).unwrap_or_default();
        if used.qualifier.as_deref() != Some(right.as_str()) {
            change.qualifiers.insert(used.at.start, right);
        }
    }
}

/// Joins a table and those between, and says so.
fn join(
    dialect: Dialect,
    catalog: &Catalog,
    blocks: &mut BTreeMap<Location, Block>,
    at: Location,
    target: usize,
    alias: Option<&str>,
    change: &mut blocks::Change,
) -> Option<String> {
    let block = blocks.get_mut(&at)?;
    let starts: Vec<(Source, usize)> = block
        .sources
        .iter()
        .filter_map(|s| Some((s.clone(), s.start()?)))
        .collect();
    let tables: Vec<usize> = starts.iter().map(|(_, t)| *t).collect();
    let way = ways::all(catalog, &tables).remove(&target)??;
    let (start, _) = starts.get(way.start)?;
    let mut before = start.shown.clone();
    let mut added = Vec::new();
    let mut keys = Vec::new();
    for step in &way.steps {
        let table = catalog.tables.get(step.to)?;
        let shown = match alias {
            Some(alias) if step.to == target => alias.to_string(),
            _ => blocks::shown(table),
        };
        if block.sources.iter().any(|s| s.shown.eq_ignore_ascii_case(&shown)) {
            return None;
        }
        let name = |table: &str, column: &str| {
            format!("{}.{}", dialect::ident(table, dialect), dialect::ident(column, dialect))
        };
        let on: Vec<String> = step
            .on
            .iter()
            .map(|(theirs, ours)| format!("{} = {}", name(&shown, ours), name(&before, theirs)))
            .collect();
        let word = if start.left { "LEFT JOIN" } else { "JOIN" };
        let renamed = if shown == blocks::shown(table) {
            String::new()
        } else {
            format!(" AS {}", dialect::ident(&shown, dialect))
        };
        let on = on.join(" AND ");
        added.push(format!("{word} {}{renamed} ON {on}", dialect::table(table, dialect)));
        keys.push(on);
        block.sources.push(Source {
            item: start.item,
            shown: shown.clone(),
            table: Some(step.to),
            left: start.left,
            fixed: false,
            added: true,
            many: !is_one(table, &step.on),
        });
        before = shown;
    }
    let joins = change.joins.entry(at).or_default();
    joins.extend(added.into_iter().map(|text| (start.item, text)));
    let name = catalog.tables.get(target).map(|t| t.name.clone())?;
    Some(format!(
        "{name} was used without being joined; it is joined by {}.",
        keys.join(" and ")
    ))
}

/// Whether a row finds one row of the table at most, by the columns that it is joined by.
fn is_one(table: &Table, on: &[(String, String)]) -> bool {
    let within = |key: &Vec<String>| {
        let joined = |column: &String| on.iter().any(|(_, ours)| ours.eq_ignore_ascii_case(column));
        !key.is_empty() && key.iter().all(joined)
    };
    within(&table.primary_key) || table.unique.iter().any(within)
}

/// The table that an undeclared short name can only stand for: its first letter, and every column named by it.
fn of_alias(statement: &Statement<'_>, catalog: &Catalog, block: &Block, alias: &str) -> Option<usize> {
    let first = |name: &str| name.chars().next().map(|c| c.to_ascii_lowercase());
    let columns: Vec<&str> = statement
        .names
        .uses
        .iter()
        .filter(|u| u.qualifier.as_deref().is_some_and(|q| q.eq_ignore_ascii_case(alias)))
        .map(|u| u.name.as_str())
        .collect();
    let fits = |table: &usize| {
        let letter = catalog
            .tables
            .get(*table)
            .is_some_and(|t| first(&blocks::shown(t)) == first(alias));
        letter && columns.iter().all(|c| has(catalog, *table, c))
    };
    // A table of the query may be what is meant, and then nothing is missing.
    if block.sources.iter().filter_map(|s| s.table).any(|t| fits(&t)) {
        return None;
    }
    let mut fitting = reach(catalog, block).into_iter().filter(fits);
    match (fitting.next(), fitting.next()) {
        (Some(table), None) => Some(table),
        _ => None,
    }
}

/// Tables that the keys lead to from those of a SELECT.
fn reach(catalog: &Catalog, block: &Block) -> Vec<usize> {
    let from: Vec<usize> = block.sources.iter().filter_map(Source::start).collect();
    ways::all(catalog, &from).into_keys().collect()
}

/// What a table is called in a SELECT or one around it; `Some(None)`: it is read there more than once.
fn called(blocks: &BTreeMap<Location, Block>, at: Location, table: usize) -> Option<Option<String>> {
    let mut here = blocks.get(&at);
    while let Some(block) = here {
        let mut found = block.sources.iter().filter(|s| s.table == Some(table));
        match (found.next(), found.next()) {
            (Some(one), None) => return Some(Some(one.shown.clone())),
            (Some(_), Some(_)) => return Some(None),
            (None, _) => here = block.parent.and_then(|p| blocks.get(&p)),
        }
    }
    None
}

/// What a bare name must be qualified by, now that a joined table has a column of that name too.
fn now_ambiguous(block: &Block, used: &Use<'_>, catalog: &Catalog) -> Option<String> {
    let Meaning::Column(table, _) = used.meaning else {
        return None;
    };
    let twice = |s: &Source| s.added && s.table.is_some_and(|t| has(catalog, t, &used.name));
    let output = block.outputs.iter().any(|o| o.eq_ignore_ascii_case(&used.name));
    if used.qualifier.is_some() || output || !block.sources.iter().any(twice) {
        return None;
    }
    let own = |s: &&Source| {
        !s.added
            && s.table
                .and_then(|t| catalog.tables.get(t))
                .is_some_and(|t| t.name == table.name)
    };
    block.sources.iter().find(own).map(|s| s.shown.clone())
}

fn named(catalog: &Catalog, name: &str) -> Option<usize> {
    let is = |t: &Table| t.name.eq_ignore_ascii_case(name) || blocks::shown(t).eq_ignore_ascii_case(name);
    catalog.tables.iter().position(is)
}

fn has(catalog: &Catalog, table: usize, column: &str) -> bool {
    catalog.tables.get(table).is_some_and(|t| t.column(column).is_some())
}

fn resembles(catalog: &Catalog, table: usize, column: &str) -> bool {
    let columns = catalog.tables.get(table).into_iter().flat_map(|t| &t.columns);
    near::nearest(column, columns.map(|c| (c.name.as_str(), ()))).is_some()
}

fn told(whys: &mut Vec<String>, why: String) {
    if !whys.contains(&why) {
        whys.push(why);
    }
}

#[cfg(test)]
mod tests;
