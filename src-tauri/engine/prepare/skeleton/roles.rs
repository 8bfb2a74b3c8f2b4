//! A table that another one refers to several times: eye and hair are both colours.
//!
//! In: the ways to join tables. Out: one FROM in which each role of such a table stands under a name of its own.
//! Deliberately absent: which roles a question needs.

use askwell_contract::run::JoinStep;
use askwell_sql::dialect;

use super::super::graph::Routes;
use super::super::Knowledge;
use crate::words::split_name;

/// Words at the end of a key's name that say no more than that it is one.
const KEYS: [&str; 6] = ["id", "key", "code", "no", "fk", "ref"];

/// For each table that is met in several roles: a line that says so, and the joins.
pub fn of(knowledge: &Knowledge, routes: &Routes) -> Vec<String> {
    let steps = routes.pick(0);
    let choices = routes.choices.iter().filter(|choice| !choice.over_others());
    let keys = choices.map(|choice| choice.ways.iter().filter_map(|way| way.first()).collect::<Vec<_>>());
    keys.filter_map(|keys| joined(knowledge, &steps, &keys))
        .flatten()
        .collect()
}

fn joined(knowledge: &Knowledge, steps: &[JoinStep], keys: &[&JoinStep]) -> Option<[String; 2]> {
    let catalog = &knowledge.catalog;
    let first = keys.first()?;
    let edges = knowledge.graph.edges_between(&first.left_table, &first.right_table);
    let (one, many) = (&edges.first()?.to_table, &edges.first()?.from_table);
    // Keys in both directions are no roles of one table, nor is a table's own parent among its rows.
    if one == many || edges.iter().any(|e| e.to_table != *one) {
        return None;
    }
    let rest: Vec<JoinStep> = steps.iter().filter(|s| s != first).cloned().collect();
    if rest.iter().any(|s| s.left_table == *one || s.right_table == *one) {
        return None;
    }
    let at = |name: &str| catalog.tables.iter().position(|t| t.name == name);
    let (start, looked_up) = (at(many)?, at(one)?);
    let (mut sql, tables) = super::from(catalog, start, rest, "JOIN")?;
    let name = |table: usize| dialect::table(&catalog.tables[table], catalog.dialect);
    let mut taken: Vec<String> = tables.iter().map(|t| catalog.tables[*t].name.to_lowercase()).collect();
    for key in keys {
        let (own, other) = match key.left_table == *one {
            true => (&key.right_column, &key.left_column),
            false => (&key.left_column, &key.right_column),
        };
        let role = role(own, one, &taken);
        taken.push(role.to_lowercase());
        let role = dialect::ident(&role, catalog.dialect);
        let (own, other) = (
            dialect::ident(own, catalog.dialect),
            dialect::ident(other, catalog.dialect),
        );
        sql += &format!(
            " JOIN {} AS {role} ON {}.{own} = {role}.{other}",
            name(looked_up),
            name(start)
        );
    }
    let of = match keys.len() {
        2 => "both".to_owned(),
        many => format!("all {many}"),
    };
    Some([format!("-- Or, where {of} are meant:"), format!("FROM {sql}")])
}

/// What the table is to the other one, as its key says; no name that is taken.
fn role(key: &str, table: &str, taken: &[String]) -> String {
    let mut words = split_name(key);
    while words.len() > 1 && words.last().is_some_and(|last| KEYS.contains(&last.as_str())) {
        words.pop();
    }
    let mut role = words.join("_");
    while role.is_empty() || taken.contains(&role.to_lowercase()) {
        role = format!("{role}_{}", table.to_lowercase());
    }
    role
}
