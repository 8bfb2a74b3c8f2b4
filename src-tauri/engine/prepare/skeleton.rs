//! Joins as text that a statement can begin with.
//!
//! In: tables or join steps. Out: FROM and its joins as the dialect writes them, each with what its joins repeat.
//! Deliberately absent: which of several ways is meant.

use askwell_contract::run::JoinStep;
use askwell_contract::Catalog;
use askwell_sql::dialect;

use super::graph::Edge;
use super::Knowledge;

/// Ways that are written down for tables that can be joined in several.
const WAYS: usize = 3;

/// The table and those that the steps join to it, in whatever order they come, and which tables these are; `None`
/// where a step joins nothing that is there.
pub fn from(catalog: &Catalog, first: usize, mut open: Vec<JoinStep>, join: &str) -> Option<(String, Vec<usize>)> {
    let at = |name: &str| catalog.tables.iter().position(|t| t.name.eq_ignore_ascii_case(name));
    let name = |table: usize| dialect::table(&catalog.tables[table], catalog.dialect);
    let mut joined: Vec<usize> = vec![first];
    // A table with the conditions that it is joined on; a key of several columns has one each.
    let mut parts: Vec<(usize, usize, Vec<String>)> = Vec::new();
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
        let on = |t: usize, c: &str| format!("{}.{}", name(t), dialect::ident(c, catalog.dialect));
        let condition = format!("{} = {}", on(left, &step.left_column), on(right, &step.right_column));
        if !joined.contains(&new) {
            joined.push(new);
            parts.push((old, new, vec![condition]));
            continue;
        }
        let same = |p: &&mut (usize, usize, Vec<String>)| (p.0, p.1) == (old, new) || (p.0, p.1) == (new, old);
        if let Some(part) = parts.iter_mut().find(same).filter(|p| !p.2.contains(&condition)) {
            part.2.push(condition);
        }
    }
    let mut sql = name(first);
    for (_, new, conditions) in parts {
        sql += &format!(" {join} {} ON {}", name(new), conditions.join(" AND "));
    }
    Some((sql, joined))
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
        for route in 0..routes.count().min(WAYS) {
            if route > 0 {
                lines.push("-- Or:".to_owned());
            }
            lines.push(along(knowledge, &tree.tables[0], &routes.pick(route)));
        }
    }
    if !lines.is_empty() {
        let apart = forest.apart().into_iter();
        lines.extend(apart.map(|table| format!("-- No key joins {table} to the others.")));
    }
    lines.join("\n")
}

/// One way from a table.
pub fn along(knowledge: &Knowledge, first: &str, steps: &[JoinStep]) -> String {
    let catalog = &knowledge.catalog;
    let at = catalog.tables.iter().position(|t| t.name.eq_ignore_ascii_case(first));
    let Some((sql, _)) = at.and_then(|at| from(catalog, at, steps.to_vec(), "JOIN")) else {
        return String::new();
    };
    let mut lines = vec![format!("FROM {sql}")];
    for step in steps {
        for says in [repeats(knowledge, step), crosses(knowledge, step)]
            .into_iter()
            .flatten()
        {
            if !lines.contains(&says) {
                lines.push(says);
            }
        }
    }
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
