//! Joins as text that a statement can begin with.
//!
//! In: tables or join steps. Out: FROM and its joins as the dialect writes them, each with what its joins repeat.
//! Deliberately absent: which of several ways is meant.

use askwell_contract::run::JoinStep;
use askwell_contract::{Catalog, Table};
use askwell_sql::dialect;

use super::graph::Edge;
use super::Knowledge;

mod roles;
mod shared;

/// Ways that are written down for tables that can be joined in several.
const WAYS: usize = 3;

/// The table and those that the steps join to it, in whatever order they come, and which tables these are; `None`
/// where a step joins nothing that is there.
pub fn from(catalog: &Catalog, first: usize, open: Vec<JoinStep>, join: &str) -> Option<(String, Vec<usize>)> {
    written(catalog, first, open, join, |_, _| Vec::new())
}

/// The same with what else ties a table to those that are joined before it: both sides of each condition.
fn written(
    catalog: &Catalog,
    first: usize,
    mut open: Vec<JoinStep>,
    join: &str,
    besides: impl Fn(&[usize], usize) -> Vec<[(usize, String); 2]>,
) -> Option<(String, Vec<usize>)> {
    let at = |name: &str| catalog.tables.iter().position(|t| t.name.eq_ignore_ascii_case(name));
    let name = |table: usize| dialect::table(&catalog.tables[table], catalog.dialect);
    let on = |(t, c): &(usize, String)| format!("{}.{}", name(*t), dialect::ident(c, catalog.dialect));
    let mut joined: Vec<usize> = vec![first];
    // A table with the conditions that it is joined on; a key of several columns has one each.
    let mut parts: Vec<(usize, usize, Vec<[String; 2]>)> = Vec::new();
    while !open.is_empty() {
        let next = open.iter().position(|s| {
            at(&s.left_table).is_some_and(|t| joined.contains(&t))
                || at(&s.right_table).is_some_and(|t| joined.contains(&t))
        })?;
        let step = open.remove(next);
        let (left, right) = (at(&step.left_table)?, at(&step.right_table)?);
        let (old, new) = if joined.contains(&left) {
            (left, right)
        } else {
            (right, left)
        };
        let condition = [on(&(left, step.left_column)), on(&(right, step.right_column))];
        if !joined.contains(&new) {
            let further = besides(&joined, new);
            joined.push(new);
            let mut all = vec![condition];
            further
                .iter()
                .for_each(|sides| add(&mut all, [on(&sides[0]), on(&sides[1])]));
            parts.push((old, new, all));
            continue;
        }
        let same = |p: &&mut (usize, usize, Vec<[String; 2]>)| (p.0, p.1) == (old, new) || (p.0, p.1) == (new, old);
        if let Some(part) = parts.iter_mut().find(same) {
            add(&mut part.2, condition);
        }
    }
    let mut sql = name(first);
    for (_, new, conditions) in parts {
        let all: Vec<String> = conditions.iter().map(|sides| sides.join(" = ")).collect();
        sql += &format!(" {join} {} ON {}", name(new), all.join(" AND "));
    }
    Some((sql, joined))
}

/// A condition once, whichever side stands first.
fn add(all: &mut Vec<[String; 2]>, condition: [String; 2]) {
    let turned = [condition[1].clone(), condition[0].clone()];
    if !all.contains(&condition) && !all.contains(&turned) {
        all.push(condition);
    }
}

/// Every way of joining these tables that is worth a thought, the likeliest first; tables that no key ties together
/// stand in lots of their own. Empty where there is nothing to join.
pub fn of(knowledge: &Knowledge, tables: &[String]) -> String {
    let forest = knowledge.graph.forest(tables);
    let mut lines: Vec<String> = Vec::new();
    for tree in forest.trees.iter().filter(|t| !t.steps.is_empty()) {
        let Some(routes) = knowledge.graph.routes(&tree.tables) else {
            continue;
        };
        let mut ways = 0;
        for route in 0..routes.count().min(WAYS) {
            let steps = routes.pick(route);
            if let Some(hollow) = hollow(knowledge, &tree.tables, &steps) {
                let says = format!("-- {hollow} has no rows: by way of it nothing is found.");
                if !lines.contains(&says) {
                    lines.push(says);
                }
                continue;
            }
            if ways > 0 {
                lines.push("-- Or:".to_owned());
            }
            ways += 1;
            lines.push(along(knowledge, &tree.tables[0], &steps));
        }
        lines.extend(roles::of(knowledge, &routes));
    }
    let folded = untidy(&knowledge.catalog, tables);
    if !lines.is_empty() || !folded.is_empty() {
        let tied = |table: &str| folded.iter().any(|(one, other, _)| [one, other].contains(&&table));
        let apart = forest.apart().into_iter().filter(|table| !tied(table));
        lines.extend(apart.map(|table| format!("-- No key joins {table} to the others.")));
    }
    lines.extend(folded.into_iter().map(|(.., says)| says));
    lines.join("\n")
}

/// Keys that two of the tables write in their own way: the two, and the condition that joins them.
fn untidy<'c>(catalog: &'c Catalog, tables: &[String]) -> Vec<(&'c str, &'c str, String)> {
    let among = |name: &str| tables.iter().any(|t| t.eq_ignore_ascii_case(name));
    let mut out = Vec::new();
    for table in catalog.tables.iter().filter(|t| among(&t.name)) {
        for key in table.foreign_keys.iter().filter(|k| k.is_untidy()) {
            let Some(to) = catalog.table(&key.to_table).filter(|to| among(&to.name)) else {
                continue;
            };
            let side = |table: &Table, column: &String| {
                let (table, column) = (
                    dialect::table(table, catalog.dialect),
                    dialect::ident(column, catalog.dialect),
                );
                format!("LOWER(REPLACE({table}.{column}, ' ', ''))")
            };
            let pairs = key.columns.iter().zip(&key.to_columns);
            let on: Vec<String> = pairs
                .map(|(from, to_column)| format!("{} = {}", side(table, from), side(to, to_column)))
                .collect();
            let says = format!("-- {} and {} join ON {}", table.name, to.name, on.join(" AND "));
            out.push((table.name.as_str(), to.name.as_str(), says));
        }
    }
    out
}

/// A table without rows that the steps go through and nobody asked for.
fn hollow<'s>(knowledge: &Knowledge, tables: &[String], steps: &'s [JoinStep]) -> Option<&'s str> {
    let ends = steps
        .iter()
        .flat_map(|s| [s.left_table.as_str(), s.right_table.as_str()]);
    let mut between = ends.filter(|name| !tables.iter().any(|t| t == name));
    between.find(|name| knowledge.table(name).is_some_and(|p| p.rows == 0))
}

/// One way from a table. What two of its tables say of the same things is joined on all of them.
pub fn along(knowledge: &Knowledge, first: &str, steps: &[JoinStep]) -> String {
    let catalog = &knowledge.catalog;
    let at = |name: &str| catalog.tables.iter().position(|t| t.name.eq_ignore_ascii_case(name));
    let tables = steps.iter().flat_map(|s| [at(&s.left_table), at(&s.right_table)]);
    let tables: Vec<usize> = tables.flatten().collect();
    let besides = |joined: &[usize], new: usize| shared::conditions(knowledge, &tables, joined, new);
    let written = at(first).and_then(|at| written(catalog, at, steps.to_vec(), "JOIN", besides));
    let Some((sql, joined)) = written else {
        return String::new();
    };
    let mut lines = vec![format!("FROM {sql}")];
    for step in steps {
        for says in [
            repeats(knowledge, step),
            loses(knowledge, step),
            crosses(knowledge, step),
        ]
        .into_iter()
        .flatten()
        {
            if !lines.contains(&says) {
                lines.push(says);
            }
        }
    }
    lines.extend(shared::remarks(knowledge, &tables, &joined));
    lines.join("\n")
}

/// The key that the step goes by.
fn key<'k>(knowledge: &'k Knowledge, step: &JoinStep) -> Option<&'k Edge> {
    let edges = knowledge.graph.edges_between(&step.left_table, &step.right_table);
    let there = |column: &str, table: &str, e: &Edge| {
        let own = e.from_table == table;
        let pairs = std::iter::once((&e.from_column, &e.to_column)).chain(e.more.iter().map(|(f, t)| (f, t)));
        pairs
            .into_iter()
            .any(|(f, t)| if own { f == column } else { t == column })
    };
    edges
        .into_iter()
        .find(|e| there(&step.left_column, &step.left_table, e) && there(&step.right_column, &step.right_table, e))
}

fn repeats(knowledge: &Knowledge, step: &JoinStep) -> Option<String> {
    let edge = key(knowledge, step).filter(|e| e.to_table == step.left_table)?;
    let table = knowledge.catalog.table(&edge.from_table)?;
    let columns: Vec<&String> = std::iter::once(&edge.from_column)
        .chain(edge.more.iter().map(|m| &m.0))
        .collect();
    let once = |key: &Vec<String>| !key.is_empty() && key.iter().all(|k| columns.contains(&k));
    let once = once(&table.primary_key) || table.unique.iter().any(once);
    (!once).then(|| {
        let (one, many) = (&step.left_table, &step.right_table);
        format!("-- Each row of {one} comes once for each of its rows of {many}.")
    })
}

/// Where rows refer to nothing, or to what is not there, the join drops them.
fn loses(knowledge: &Knowledge, step: &JoinStep) -> Option<String> {
    let edge = key(knowledge, step).filter(|e| e.more.is_empty())?;
    let absent = |o: &super::graph::Orphans| {
        let child = (&o.table, &o.column) == (&edge.from_table, &edge.from_column);
        child && o.to_table == edge.to_table && o.lost > 0
    };
    let empty = knowledge
        .profile(&edge.from_table, &edge.from_column)
        .is_some_and(|p| p.nulls > 0);
    (empty || knowledge.finds.orphans.iter().any(absent)).then(|| {
        let (many, one) = (&edge.from_table, &edge.to_table);
        format!("-- Some rows of {many} have no row of {one}: LEFT JOIN keeps them.")
    })
}

fn crosses(knowledge: &Knowledge, step: &JoinStep) -> Option<String> {
    let (one, other) = (&step.left_table, &step.right_table);
    let bridges = knowledge.graph.bridges(one, other).len();
    let (from, to) = (knowledge.module(one)?, knowledge.module(other)?);
    let says = match bridges {
        0 => return None,
        1 => "the only key".to_owned(),
        many => format!("one of {many} keys"),
    };
    Some(format!(
        "-- From {one} to {other} leads {says} between the modules {from} and {to}."
    ))
}

#[cfg(test)]
mod tests;
