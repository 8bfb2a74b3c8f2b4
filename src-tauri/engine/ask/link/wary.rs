//! What in this part of the schema leads astray (seed 001, 3b and 3c), worked out from the schema and the question.
//!
//! In: what is grounded and linked. Out: cautions, for the trace and for prompts. Deliberately absent: lists of tables
//! made by hand, and any change to what is linked.

use std::collections::BTreeSet;

use askwell_contract::beside::{Caution, Trap};
use askwell_contract::run::{FieldMatch, Grounding, Linked};
use askwell_contract::Table;

use crate::ask::advice::place;
use crate::prepare::fields::Field;
use crate::prepare::Knowledge;

mod called;
mod overlap;
#[cfg(test)]
mod tests;
mod ways;

use called::Likeness;

/// A name by its own words, most of them, or a synonym of it.
const NAMED: f64 = 0.7;
/// A value as it is stored.
const STORED: f64 = 0.95;
/// Cautions of one kind; more are not read.
const MOST: usize = 4;
/// A word that hundreds of tables are called by is about none of them.
const TOUCHED: usize = 12;
/// Columns that two tables share, as a part of the smaller one's, for them to be taken for each other.
const LIKE: f64 = 0.5;

pub fn cautions(knowledge: &Knowledge, grounding: &Grounding, linked: &Linked) -> Vec<Caution> {
    let tables = tables(linked);
    let mut out = elsewhere(knowledge, linked, &tables);
    out.extend(alike(knowledge, &tables));
    out.extend(shared(knowledge, grounding));
    out.extend(overlap::cautions(knowledge, linked, &tables));
    out.extend(ways::cautions(knowledge, grounding, linked, &tables));
    out
}

fn caution<'t>(trap: Trap, tables: impl IntoIterator<Item = &'t str>, says: String) -> Caution {
    let mut of: Vec<String> = Vec::new();
    for table in tables {
        if !of.iter().any(|known| known == table) {
            of.push(table.to_owned());
        }
    }
    Caution {
        trap,
        says,
        of_data: trap == Trap::Shared,
        tables: of,
    }
}

/// Tables that the question surely touches, in its order, and no more than one question can be about.
fn tables(linked: &Linked) -> Vec<&str> {
    let mut out: Vec<&str> = Vec::new();
    for field in linked.precise.iter().filter(|f| f.score >= NAMED) {
        if !out.contains(&field.table.as_str()) {
            out.push(&field.table);
        }
        if out.len() == TOUCHED {
            break;
        }
    }
    out
}

/// The question names a table and a column that only the table's parent has.
fn elsewhere(knowledge: &Knowledge, linked: &Linked, tables: &[&str]) -> Vec<Caution> {
    let touched = |f: &&FieldMatch| f.score >= NAMED && tables.contains(&f.table.as_str());
    let sure = || linked.precise.iter().filter(touched);
    let mut out = Vec::new();
    let mut seen = BTreeSet::new();
    for child in sure().filter(|f| f.column.is_none()) {
        for field in sure().filter(|f| f.table != child.table) {
            let Some(column) = &field.column else { continue };
            // Where another match of the same words stands in the table itself, nothing is missing there.
            let own = |f: &&FieldMatch| f.table == child.table && f.column.is_some() && f.span == field.span;
            if linked.recall.iter().any(|f| own(&f)) || has_one_like(knowledge, &child.table, &field.table, column) {
                continue;
            }
            // Nor where another table has one that the question names: "q3 of the qualifying" is not that of the races.
            let named = |f: &&FieldMatch| f.column.is_none() && f.table != child.table && f.table != field.table;
            if sure()
                .filter(named)
                .any(|f| place(knowledge, &f.table, column).is_some())
            {
                continue;
            }
            let edges = knowledge.graph.edges_between(&child.table, &field.table);
            // Two ways there are told apart below.
            let [edge] = edges.as_slice() else { continue };
            let key = edge.from_table == field.table && edge.from_column == *column
                || edge.to_table == field.table && edge.to_column == *column;
            if edge.from_table != child.table || key || !seen.insert((&child.table, &field.table, column)) {
                continue;
            }
            out.push(caution(
                Trap::Elsewhere,
                [child.table.as_str(), field.table.as_str()],
                format!(
                    "{0} has no {column}: it stands in {1}, by {0}.{2} = {1}.{3}.",
                    child.table, field.table, edge.from_column, edge.to_column
                ),
            ));
        }
    }
    out.truncate(MOST);
    out
}

/// Whether the table has a column of the same name, its own prefix left out.
fn has_one_like(knowledge: &Knowledge, table: &str, other: &str, column: &str) -> bool {
    let Some((t, c)) = place(knowledge, other, column) else {
        return false;
    };
    let Some(own) = knowledge.catalog.tables.iter().position(|x| x.name == table) else {
        return false;
    };
    let bare = |field: &Field| field.stems[field.implied.min(field.stems.len())..].to_vec();
    let wanted = bare(knowledge.fields.of_column(t, c));
    let columns = 0..knowledge.catalog.tables[own].columns.len();
    columns
        .into_iter()
        .any(|c| bare(knowledge.fields.of_column(own, c)) == wanted)
}

/// A table of the question, and one called nearly the same; where it is called by a word more, one that keeps much the same
/// columns, too. What their values have in common is a matter of data, and said apart from their names.
fn alike(knowledge: &Knowledge, tables: &[&str]) -> Vec<Caution> {
    let (mut out, mut held) = (Vec::new(), Vec::new());
    let mut seen = BTreeSet::new();
    for name in tables {
        let Some(at) = knowledge.catalog.tables.iter().position(|t| t.name == *name) else {
            continue;
        };
        let table = &knowledge.catalog.tables[at];
        for (other_at, other) in knowledge.catalog.tables.iter().enumerate() {
            if other_at == at {
                continue;
            }
            let Some(likeness) = called::alike(
                knowledge.fields.of_table(at),
                knowledge.fields.of_table(other_at),
                (name, &other.name),
            ) else {
                continue;
            };
            let both = in_common(table, other);
            let fewer = table.columns.len().min(other.columns.len());
            // A table and its own children are called alike for good reason.
            let related = !knowledge.graph.edges_between(name, &other.name).is_empty();
            let longer = likeness == Likeness::Akin && (related || (both as f64) < LIKE * fewer as f64);
            if longer || !seen.insert((at.min(other_at), at.max(other_at))) {
                continue;
            }
            let columns = match both {
                0 => " that are called nearly the same".to_owned(),
                1 => " with 1 column in common".to_owned(),
                _ => format!(" with {both} columns in common"),
            };
            out.push(caution(
                Trap::Alike,
                [*name, other.name.as_str()],
                format!(
                    "{name} and {} are two tables{columns}. Use the one that the question names, and not both.",
                    other.name
                ),
            ));
            let same = overlap::columns(knowledge, table, other);
            if !same.is_empty() {
                let says = format!(
                    "{name} and {} hold much the same values in {}.",
                    other.name,
                    same.join(", ")
                );
                held.push(caution(Trap::Shared, [*name, other.name.as_str()], says));
            }
        }
    }
    out.truncate(MOST);
    held.truncate(MOST);
    out.extend(held);
    out
}

fn in_common(a: &Table, b: &Table) -> usize {
    let same = |name: &str| b.columns.iter().any(|c| c.name.eq_ignore_ascii_case(name));
    a.columns.iter().filter(|c| same(&c.name)).count()
}

/// A value of the question that is stored in columns of several tables.
fn shared(knowledge: &Knowledge, grounding: &Grounding) -> Vec<Caution> {
    let mut out = Vec::new();
    let mut seen = BTreeSet::new();
    for value in grounding.values.iter().filter(|v| v.similarity >= STORED) {
        let mut columns: Vec<(&str, &str)> = Vec::new();
        for other in &grounding.values {
            let here = (other.table.as_str(), other.column.as_str());
            let same = other.span == value.span && other.similarity >= STORED && other.value == value.value;
            // A key and what it refers to hold the same by design.
            let keyed = |at: &(&str, &str)| {
                knowledge.graph.edges_between(at.0, here.0).iter().any(|e| {
                    let ends = [
                        (e.from_table.as_str(), e.from_column.as_str()),
                        (e.to_table.as_str(), e.to_column.as_str()),
                    ];
                    ends.contains(at) && ends.contains(&here)
                })
            };
            if same && !columns.contains(&here) && !columns.iter().any(keyed) {
                columns.push(here);
            }
        }
        if columns.len() > 1 && seen.insert((value.span, &value.value)) {
            let names: Vec<String> = columns.iter().take(MOST).map(|(t, c)| format!("{t}.{c}")).collect();
            out.push(caution(
                Trap::Shared,
                columns.iter().take(MOST).map(|(table, _)| *table),
                format!(
                    "'{}' is stored in {}: compare the one that the question is about.",
                    value.value,
                    names.join(", ")
                ),
            ));
        }
    }
    out.truncate(MOST);
    out
}
