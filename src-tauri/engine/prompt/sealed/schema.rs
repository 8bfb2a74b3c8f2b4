//! The schema, as a whole, in part, or a column at a time; at each level made from what may be seen there.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use askwell_contract::beside::Caution;
use askwell_contract::model::Privacy;
use askwell_contract::run::JoinStep;
use askwell_contract::{Catalog, Column, Table};
use askwell_sql::dialect;

use super::Sealed;
use crate::prepare::describe::facts::cut;
use crate::prepare::render::{render_seen, told, Form, Subset};
use crate::prepare::seen::Seen;
use crate::prepare::{skeleton, Knowledge};

const LEVELS: [Privacy; 4] = [Privacy::Names, Privacy::Profile, Privacy::Values, Privacy::Rows];
/// Values of a column to be described (seed 000, operation 0b).
const SAMPLES: usize = 10;
const LONGEST: usize = 60;

impl Sealed {
    /// Columns with their types, keys and descriptions: names alone, with counts and shapes, with values, with a row.
    pub fn schema(knowledge: &Knowledge, form: Form, subset: &Subset) -> Self {
        Self::seen(knowledge, |seen| render_seen(seen, form, subset))
    }

    /// A line a column, by position in the catalog: its name and type, and what a schema tells of it.
    pub fn fields(knowledge: &Knowledge, places: &[(usize, usize)]) -> Self {
        Self::seen(knowledge, |seen| {
            let mut out = String::new();
            for (t, c) in places {
                let Some((table, column)) = place(seen, *t, *c) else {
                    continue;
                };
                let name = format!("{}.{}", table.name, column.name);
                let told = match told(seen, *t, *c) {
                    told if told.is_empty() => told,
                    told => format!(": {told}"),
                };
                let _ = writeln!(out, "{}{}{told}", kinds(&name, column), key(table, &column.name));
            }
            out
        })
    }

    /// A line a table with the names of its columns, for what is only to be known of.
    pub fn outline(knowledge: &Knowledge, places: &[(usize, usize)]) -> Self {
        let mut tables: BTreeMap<usize, Vec<&str>> = BTreeMap::new();
        for (t, c) in places {
            let table = knowledge.catalog.tables.get(*t);
            if let Some(column) = table.and_then(|table| table.columns.get(*c)) {
                tables.entry(*t).or_default().push(&column.name);
            }
        }
        let line =
            |(t, columns): (usize, Vec<&str>)| format!("{}({})", knowledge.catalog.tables[t].name, columns.join(", "));
        let lines: Vec<String> = tables.into_iter().map(line).collect();
        Self::absent().data(Privacy::Names, lines.join("\n"))
    }

    /// Names of columns as a statement has to write them.
    pub fn names<'a>(catalog: &Catalog, names: impl IntoIterator<Item = (&'a str, &'a str)>) -> Self {
        let dialect = catalog.dialect;
        let line = |(table, column): (&str, &str)| {
            let known = catalog.table(table).map(|t| dialect::table(t, dialect));
            let table = known.unwrap_or_else(|| dialect::ident(table, dialect));
            format!("{table}.{}", dialect::ident(column, dialect))
        };
        let lines: Vec<String> = names.into_iter().map(line).collect();
        Self::absent().data(Privacy::Names, lines.join("\n"))
    }

    /// How tables join, to be copied, the likeliest way first, with what they repeat.
    pub fn joins(knowledge: &Knowledge, tables: &[String]) -> Self {
        Self::absent().data(Privacy::Names, skeleton::of(knowledge, tables))
    }

    /// The same of one way.
    pub fn join(knowledge: &Knowledge, steps: &[JoinStep]) -> Self {
        let first = steps.first().map_or("", |s| s.left_table.as_str());
        Self::absent().data(Privacy::Names, skeleton::along(knowledge, first, steps))
    }

    /// What leads astray; that a value is in several columns is a fact about cells.
    pub fn cautions(cautions: &[Caution]) -> Self {
        let lines = |values: bool| {
            let known = cautions.iter().filter(|c| values || !c.of_data);
            let mut said: Vec<&str> = Vec::new();
            for caution in known {
                if !said.contains(&caution.says.as_str()) {
                    said.push(&caution.says);
                }
            }
            said.join("\n")
        };
        let (names, values) = (lines(false), lines(true));
        let sealed = Self::absent().data(Privacy::Names, names.as_str());
        match names == values {
            true => sealed,
            false => sealed.data(Privacy::Values, values),
        }
    }

    /// A table among its neighbours: what describing any of its columns needs.
    pub fn table(knowledge: &Knowledge, at: usize) -> Self {
        Self::seen(knowledge, |seen| {
            let Some(table) = seen.catalog.tables.get(at) else {
                return String::new();
            };
            let mut out = format!("Database: {}\nTable: {}\n", seen.catalog.name, table.name);
            let words = &seen.described.tables[at].table.words;
            let _ = writeln!(out, "About: {}", words.long);
            out.push_str("All columns:\n");
            for column in &table.columns {
                let _ = writeln!(out, "- {}{}", kinds(&column.name, column), key(table, &column.name));
            }
            for foreign in &table.foreign_keys {
                let (from, to) = (foreign.columns.join(", "), foreign.to_columns.join(", "));
                let _ = writeln!(out, "({from}) refers to {}({to})", foreign.to_table);
            }
            out
        })
    }

    /// Columns of a table with all that is known of them.
    pub fn columns(knowledge: &Knowledge, table: usize, columns: &[usize]) -> Self {
        Self::seen(knowledge, |seen| {
            let mut out = String::new();
            for c in columns {
                if let Some((table, column)) = place(seen, table, *c) {
                    out.push_str(&known(seen, table, column));
                }
            }
            out
        })
    }

    /// The same at each level from what may be seen there; a level that adds nothing has no text of its own.
    fn seen(knowledge: &Knowledge, write: impl Fn(&Seen) -> String) -> Self {
        let mut last = String::new();
        LEVELS.into_iter().fold(Self::absent(), |sealed, level| {
            let text = write(&knowledge.seen(level));
            if text == last {
                return sealed;
            }
            last.clone_from(&text);
            sealed.data(level, text)
        })
    }
}

fn place(seen: &Seen, table: usize, column: usize) -> Option<(&Table, &Column)> {
    let table = seen.catalog.tables.get(table)?;
    Some((table, table.columns.get(column)?))
}

fn kinds(name: &str, column: &Column) -> String {
    let declared = match column.declared_type.as_str() {
        "" => format!("{:?}", column.kind).to_uppercase(),
        declared => declared.to_owned(),
    };
    format!("{name} ({declared})")
}

fn key(table: &Table, column: &str) -> String {
    let own = table.primary_key.iter().any(|k| k.eq_ignore_ascii_case(column));
    let mut out = if own { ", primary key".to_owned() } else { String::new() };
    for foreign in &table.foreign_keys {
        let at = foreign.columns.iter().position(|c| c.eq_ignore_ascii_case(column));
        if let Some(to) = at.and_then(|at| foreign.to_columns.get(at)) {
            let _ = write!(out, ", refers to {}.{to}", foreign.to_table);
        }
    }
    out
}

/// Everything that the level's profile holds; what it lacks is not there to be written.
fn known(seen: &Seen, table: &Table, column: &Column) -> String {
    let mut out = format!("- {}{}\n", kinds(&column.name, column), key(table, &column.name));
    if let Some(comment) = &column.comment {
        let _ = writeln!(out, "  comment: {}", cut(comment, 400));
    }
    if !column.labels.is_empty() {
        let _ = writeln!(out, "  one of: {}", column.labels.join(", "));
    }
    let profile = seen.profiles.iter().find(|p| p.table == table.name);
    let Some(profile) = profile.and_then(|p| p.columns.iter().find(|c| c.column == column.name)) else {
        return out;
    };
    let about = if profile.distinct_exact { "" } else { "about " };
    let _ = writeln!(
        out,
        "  rows: {}, NULL: {}, different values: {about}{}{}",
        profile.rows,
        profile.nulls,
        profile.distinct,
        if profile.unique { ", each once" } else { "" }
    );
    if let Some(shape) = &profile.shape {
        let _ = writeln!(out, "  commonest shape: {shape}");
    }
    if !profile.min.is_null() {
        let ends = [&profile.min, &profile.max].map(|cell| cut(&cell.to_string(), LONGEST));
        let _ = writeln!(out, "  from {} to {}", ends[0], ends[1]);
    }
    let values = profile.top.iter().filter(|v| !v.value.is_null()).take(SAMPLES);
    let values: Vec<String> = values
        .map(|v| format!("'{}' ({})", cut(&v.value.to_string(), LONGEST), v.rows))
        .collect();
    if !values.is_empty() {
        let _ = writeln!(out, "  commonest values (rows): {}", values.join(", "));
    }
    out
}
