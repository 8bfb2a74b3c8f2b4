//! Two tables that tell of the same things: results and qualifying of the same driver in the same race.
//!
//! In: the tables of a join. Out: the further conditions that keep each row of the one from meeting all of the other, and a
//! remark where that is only likely. Deliberately absent: joins of a table with one that it refers to.

use super::super::Knowledge;

/// A table that both refer to, by one column each.
struct Thing {
    table: usize,
    key: String,
    /// The column of the one, and of the other.
    by: [String; 2],
}

/// What `new` is to be joined on besides, where it and a table that is joined tell of two things that the join is about,
/// or where two of them make a row of either.
pub fn conditions(knowledge: &Knowledge, tables: &[usize], joined: &[usize], new: usize) -> Vec<[(usize, String); 2]> {
    let mut out = Vec::new();
    for other in joined {
        let things = things(knowledge, *other, new);
        for thing in meant(knowledge, tables, [*other, new], &things) {
            let side = match joined.contains(&thing.table) {
                true => (thing.table, thing.key.clone()),
                false => (*other, thing.by[0].clone()),
            };
            out.push([side, (new, thing.by[1].clone())]);
        }
    }
    out
}

/// What is left to whoever writes the statement.
pub fn remarks(knowledge: &Knowledge, tables: &[usize], joined: &[usize]) -> Vec<String> {
    let name = |table: usize| &knowledge.catalog.tables[table].name;
    let mut out = Vec::new();
    for (n, new) in joined.iter().enumerate() {
        for other in &joined[..n] {
            let things = things(knowledge, *other, *new);
            if things.len() < 2 || !meant(knowledge, tables, [*other, *new], &things).is_empty() {
                continue;
            }
            let both = |thing: &Thing| format!("{}.{} = {}.{}", name(*other), thing.by[0], name(*new), thing.by[1]);
            let all: Vec<String> = things.iter().map(both).collect();
            out.push(format!(
                "-- {} and {} have more in common: where the same is meant, join on {} together.",
                name(*other),
                name(*new),
                all.join(" and ")
            ));
        }
    }
    out
}

fn meant<'t>(knowledge: &Knowledge, tables: &[usize], pair: [usize; 2], things: &'t [Thing]) -> Vec<&'t Thing> {
    if things.len() < 2 {
        return Vec::new();
    }
    let asked: Vec<&Thing> = things.iter().filter(|thing| tables.contains(&thing.table)).collect();
    if asked.len() > 1 {
        return asked;
    }
    // Columns of which each table has one row.
    for (side, table) in pair.into_iter().enumerate() {
        let table = &knowledge.catalog.tables[table];
        let of = |key: &Vec<String>| -> Vec<&'t Thing> {
            let is = |thing: &&Thing| key.iter().any(|k| k.eq_ignore_ascii_case(&thing.by[side]));
            things.iter().filter(is).collect()
        };
        let keys = std::iter::once(&table.primary_key).chain(&table.unique);
        let whole = keys.filter(|key| key.len() > 1).map(|key| (key.len(), of(key)));
        if let Some((_, found)) = whole.into_iter().find(|(columns, found)| found.len() == *columns) {
            return found;
        }
    }
    Vec::new()
}

/// What both refer to; nothing where the one refers to the other, nor where either does so twice.
fn things(knowledge: &Knowledge, one: usize, other: usize) -> Vec<Thing> {
    let (tables, graph) = (&knowledge.catalog.tables, &knowledge.graph);
    if one == other || !graph.edges_between(&tables[one].name, &tables[other].name).is_empty() {
        return Vec::new();
    }
    let single = |from: usize, to: usize| {
        let edges = graph.edges_between(&tables[from].name, &tables[to].name);
        match edges.as_slice() {
            [edge] if edge.from_table == tables[from].name && edge.more.is_empty() => {
                Some((edge.from_column.clone(), edge.to_column.clone()))
            }
            _ => None,
        }
    };
    let parents = graph.neighbours(&tables[one].name);
    let parents = parents
        .iter()
        .filter_map(|name| tables.iter().position(|t| t.name == *name));
    let thing = |parent: usize| {
        let ((a, key), (b, same)) = (single(one, parent)?, single(other, parent)?);
        (key == same).then_some(Thing {
            table: parent,
            key,
            by: [a, b],
        })
    };
    parents.filter_map(thing).collect()
}
