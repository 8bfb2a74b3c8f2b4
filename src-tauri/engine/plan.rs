//! An engine's plan in plain words.
//!
//! In: the plan of a statement, the statement, the catalog. Out: its steps, each saying what it does beside the engine's own
//! words for it. The engines tell a step by a label and nothing else, so the labels are read here; one that is not known
//! stands as it is. Deliberately absent: any figure that the engine did not give.

use askwell_contract::run::{Explain, PlanStep};
use askwell_contract::{Catalog, Dialect, Table};
use askwell_sql::guard;
use askwell_sql::scope::{self, Names};

use crate::prepare::describe::facts::thousands;

mod duckdb;
mod postgres;
mod sqlite;
#[cfg(test)]
mod tests;

pub fn steps(plan: &Explain, sql: &str, catalog: &Catalog) -> Vec<PlanStep> {
    let query = guard::checked(sql, catalog.dialect).ok();
    let names = query.as_ref().map(|query| scope::names(query, catalog));
    let scene = Scene {
        catalog,
        names: names.unwrap_or_default(),
    };
    beside(&scene, &plan.children)
}

/// Whether the engine ran the statement and told what came of it.
pub fn measured(steps: &[PlanStep]) -> bool {
    let told = |step: &PlanStep| step.rows.is_some() || step.ms.is_some() || measured(&step.children);
    steps.iter().any(told)
}

fn beside(scene: &Scene<'_>, nodes: &[Explain]) -> Vec<PlanStep> {
    // In SQLite, a step that reads runs once for every row of those that stand before it.
    let mut inside = false;
    let mut steps = Vec::with_capacity(nodes.len());
    for node in nodes {
        let said = match scene.catalog.dialect {
            Dialect::Sqlite => sqlite::says(scene, &node.label, &mut inside),
            Dialect::Duckdb => duckdb::says(scene, &node.label),
            Dialect::Postgres => postgres::says(scene, &node.label),
        };
        steps.push(PlanStep {
            says: said.unwrap_or_else(|| node.label.clone()),
            label: node.label.clone(),
            estimated_rows: node.estimated_rows,
            cost: node.cost,
            rows: node.rows,
            ms: node.ms,
            children: beside(scene, &node.children),
        });
    }
    steps
}

/// What the names in a plan mean.
struct Scene<'a> {
    catalog: &'a Catalog,
    names: Names<'a>,
}

impl<'a> Scene<'a> {
    /// The table that the statement calls so; `None` where it calls two by one name, or an inner query.
    fn table(&self, called: &str) -> Option<&'a Table> {
        let is = |name: &str| name.eq_ignore_ascii_case(called);
        let named = self.names.relations.iter().filter(|r| match &r.alias {
            Some(alias) => is(alias),
            None => is(&r.name),
        });
        let mut tables = named.map(|r| r.table);
        match tables.next() {
            Some(first) => first.filter(|table| tables.all(|t| t.is_some_and(|t| t.name == table.name))),
            None => {
                let last = called.rsplit('.').next().unwrap_or(called).trim_matches('"');
                self.catalog.table(called).or_else(|| self.catalog.table(last))
            }
        }
    }

    /// Its name; with the statement's own beside it where it is read in several places.
    fn name(&self, called: &str) -> String {
        let Some(table) = self.table(called) else {
            return match called.starts_with('(') {
                true => "the inner query".into(),
                false => called.into(),
            };
        };
        let again = |r: &&scope::Relation<'_>| r.table.is_some_and(|t| t.name == table.name);
        if self.names.relations.iter().filter(again).count() > 1 && !table.name.eq_ignore_ascii_case(called) {
            return format!("{} (as {called})", table.name);
        }
        table.name.clone()
    }

    /// "all 60,114 rows of orders"
    fn whole(&self, called: &str) -> String {
        let name = self.name(called);
        match self.table(called).and_then(|table| table.rows) {
            Some(rows) if rows.exact && rows.count == 1 => format!("the one row of {name}"),
            Some(rows) if rows.exact => format!("all {} rows of {name}", thousands(rows.count)),
            Some(rows) => format!("all rows of {name}, about {}", thousands(rows.count)),
            None => format!("all rows of {name}"),
        }
    }

    /// Whether these columns are the table's key.
    fn is_key(&self, called: &str, columns: &[String]) -> bool {
        let Some(table) = self.table(called) else { return false };
        let key = &table.primary_key;
        !key.is_empty()
            && key.len() == columns.len()
            && columns.iter().all(|c| key.iter().any(|k| k.eq_ignore_ascii_case(c)))
    }
}

/// A label's name and what stands behind it: `HASH_JOIN (Join Type: INNER; Conditions: a = b)`.
struct Label<'l> {
    name: &'l str,
    about: Vec<&'l str>,
}

fn label(text: &str) -> Label<'_> {
    let (name, about) = match text.split_once(" (") {
        Some((name, about)) => (name, about.strip_suffix(')').unwrap_or(about)),
        None => (text, ""),
    };
    let about = about.split("; ").filter(|part| !part.is_empty()).collect();
    Label {
        name: name.trim(),
        about,
    }
}

impl<'l> Label<'l> {
    /// What stands behind a word and a colon.
    fn get(&self, key: &str) -> Option<&'l str> {
        let of = |part: &&'l str| part.strip_prefix(key)?.strip_prefix(':').map(str::trim);
        self.about.iter().find_map(of).filter(|value| !value.is_empty())
    }
}

/// What a join does, by its kind and what it joins by.
fn joins(kind: &str, by: Option<&str>) -> String {
    let by = by.map(|by| format!(" where {by}")).unwrap_or_default();
    match kind.to_uppercase().as_str() {
        "LEFT" | "RIGHT" => format!("Joins rows{by}, and keeps those of one side that have no partner"),
        "FULL" | "OUTER" => format!("Joins rows{by}, and keeps those that have no partner"),
        "SEMI" | "RIGHT_SEMI" | "RIGHT SEMI" => format!("Keeps rows that have a partner{by}"),
        "ANTI" | "RIGHT_ANTI" | "RIGHT ANTI" => format!("Keeps rows that have no partner{by}"),
        "MARK" => format!("Marks the rows that have a partner{by}"),
        "SINGLE" => format!("Finds the one partner of each row{by}"),
        _ => format!("Joins rows{by}"),
    }
}

/// `orders.total DESC, name ASC NULLS LAST` as "total, highest first, then name".
fn order(by: &str) -> String {
    let key = |part: &str| {
        let mut words = part.trim();
        for end in [" NULLS LAST", " NULLS FIRST", " ASC"] {
            words = words.strip_suffix(end).unwrap_or(words);
        }
        match words.strip_suffix(" DESC") {
            Some(column) => format!("{}, highest first", short(column)),
            None => short(words),
        }
    };
    by.split(", ").map(key).collect::<Vec<_>>().join(", then ")
}

/// Names without the table and database before them; numbers and texts stay.
fn short(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut word = String::new();
    let mut quoted = false;
    let finish = |word: &mut String, out: &mut String| {
        let number = word.starts_with(|c: char| c.is_ascii_digit());
        let kept = if number {
            word.as_str()
        } else {
            word.rsplit('.').next().unwrap_or_default()
        };
        out.push_str(kept.trim_matches('"'));
        word.clear();
    };
    for c in text.chars() {
        let part_of_name = c.is_alphanumeric() || matches!(c, '_' | '.' | '"');
        if c == '\'' {
            finish(&mut word, &mut out);
            quoted = !quoted;
            out.push(c);
        } else if quoted || !part_of_name {
            finish(&mut word, &mut out);
            out.push(c);
        } else {
            word.push(c);
        }
    }
    finish(&mut word, &mut out);
    out
}
