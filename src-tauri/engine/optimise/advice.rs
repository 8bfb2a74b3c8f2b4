//! Indexes and statistics that would help, as text to copy. In: a statement and its plan. Out: CREATE INDEX and ANALYZE
//! statements with the reason, from what the engine itself says that it does. Nothing here is ever run. Deliberately absent:
//! DuckDB, which hardly uses indexes to read and counts by itself; any guess that the plan does not bear out.

use std::collections::BTreeSet;

use askwell_contract::optimise::Advice;
use askwell_contract::run::Explain;
use askwell_contract::{Catalog, Dialect, Table};
use askwell_sql::rewrite::Query;
use askwell_sql::{dialect, scope};

use crate::prepare::describe::facts::thousands;

/// Smaller tables are read whole in a moment.
const LARGE: f64 = 10_000.0;
/// A part of a table above this is read as fast without an index.
const FEW: f64 = 0.02;

pub fn advice(query: &Query, plan: &Explain, catalog: &Catalog) -> Vec<Advice> {
    let names = scope::names(query, catalog);
    let find = |called: &str| {
        let is = |name: &str| name.eq_ignore_ascii_case(called);
        let mut relations = names.relations.iter();
        let relation = relations.find(|r| r.alias.as_deref().is_some_and(is) || (r.alias.is_none() && is(&r.name)));
        relation.and_then(|r| r.table)
    };
    let mut found: Vec<Advice> = Vec::new();
    let mut seen: BTreeSet<String> = BTreeSet::new();
    each(plan, &mut |node| {
        if let Some(advice) = stale(node, catalog).filter(|advice| seen.insert(advice.sql.clone())) {
            found.push(advice);
        }
        let wanted = match catalog.dialect {
            Dialect::Sqlite => automatic(node, &find),
            Dialect::Postgres => few_of_many(node, catalog),
            Dialect::Duckdb => None,
        };
        let Some((table, columns, why)) = wanted else { return };
        if !has_index(table, &columns) && seen.insert(format!("{} {columns:?}", table.name)) {
            found.push(Advice {
                sql: create(table, &columns, catalog.dialect),
                why,
                effect: effect(node, plan.cost),
            });
        }
    });
    found
}

/// What PostgreSQL takes as the price of a row that an index leads to (`random_page_cost`, unless it is set).
const BY_INDEX: f64 = 4.0;

/// By the plan's own costs.
fn effect(scan: &Explain, whole: Option<f64>) -> Option<String> {
    let (own, whole, kept) = (scan.cost?, whole?, scan.estimated_rows?);
    let then = (kept + 1.0) * BY_INDEX;
    // A scan that is run again and again says what one run costs.
    if own > whole || then * 2.0 > own {
        return None;
    }
    Some(format!(
        "By the server's own figures this reading is {:.0}% of what the query costs ({} of {}); by an index it would be about {}.",
        own / whole * 100.0,
        thousands(own.round() as u64),
        thousands(whole.round() as u64),
        thousands(then.round() as u64)
    ))
}

/// A scan of a large table of which PostgreSQL expected far more or far fewer rows than there were.
fn stale(node: &Explain, catalog: &Catalog) -> Option<Advice> {
    if catalog.dialect != Dialect::Postgres {
        return None;
    }
    let rest = node.label.strip_prefix("Seq Scan on ")?;
    let name = rest.split_once(" (").map_or(rest, |(name, _)| name);
    let table = catalog.table(name)?;
    let (expected, found) = (node.estimated_rows?, node.rows?);
    let (less, more) = (expected.min(found), expected.max(found));
    if table.rows?.count as f64 <= LARGE || more < (less + 1.0) * FAR_OFF {
        return None;
    }
    Some(Advice {
        sql: format!("ANALYZE {};", dialect::table(table, catalog.dialect)),
        why: format!(
            "The server expected about {} rows of {name} here and found {}. What it knows of the table may be out of date, and it \
             plans by that.",
            thousands(expected as u64),
            thousands(found as u64)
        ),
        effect: None,
    })
}

/// Estimates are never exact; this far from the truth they mislead.
const FAR_OFF: f64 = 10.0;

fn each(node: &Explain, see: &mut dyn FnMut(&Explain)) {
    see(node);
    node.children.iter().for_each(|child| each(child, see));
}

type Wanted<'a> = Option<(&'a Table, Vec<String>, String)>;

/// `SEARCH o USING AUTOMATIC COVERING INDEX (shop_id=?)`: SQLite makes an index for this one run.
fn automatic<'a>(node: &Explain, find: &dyn Fn(&str) -> Option<&'a Table>) -> Wanted<'a> {
    let words: Vec<&str> = node.label.split_whitespace().collect();
    let ["SEARCH", called, "USING", "AUTOMATIC", ..] = words.as_slice() else {
        return None;
    };
    let table = find(called)?;
    let within = node.label.split_once('(')?.1.trim_end_matches(')');
    let columns = within.split(" AND ").filter_map(|part| part.strip_suffix("=?"));
    let columns: Vec<String> = columns
        .filter_map(|name| table.column(name).map(|c| c.name.clone()))
        .collect();
    let why = format!(
        "Each time the query runs, SQLite first makes an index of {} by {} and then throws it away. One that stays would \
         save that.",
        table.name,
        columns.join(" and ")
    );
    (!columns.is_empty()).then_some((table, columns, why))
}

/// `Seq Scan on orders (Filter: (shop_id = 7))` that keeps a small part of a large table.
fn few_of_many<'a>(node: &Explain, catalog: &'a Catalog) -> Wanted<'a> {
    let rest = node.label.strip_prefix("Seq Scan on ")?;
    let (name, filter) = rest.split_once(" (Filter: ")?;
    let table = catalog.table(name)?;
    let (all, kept) = (table.rows?.count as f64, node.estimated_rows?);
    if all < LARGE || kept > all * FEW {
        return None;
    }
    // An index on one side of an OR helps nobody, nor does one on what a function is given.
    if filter.contains(" OR ") {
        return None;
    }
    let column = filter.split(" AND ").find_map(|part| {
        let left = part.split_once(" = ")?.0.split("::").next()?;
        let name = left.trim_matches(['(', ')', '"']);
        table.column(name.rsplit('.').next().unwrap_or(name))
    })?;
    let why = format!(
        "The server reads all of about {} rows of {name} to keep about {}, by its own estimate. With an index it would \
         read these alone.",
        thousands(all as u64),
        thousands(kept as u64)
    );
    Some((table, vec![column.name.clone()], why))
}

fn has_index(table: &Table, columns: &[String]) -> bool {
    let keys = std::iter::once(&table.primary_key).chain(&table.unique);
    let all = keys.chain(table.indexes.iter().map(|index| &index.columns));
    let begins = |key: &Vec<String>| {
        let head = key.get(..columns.len());
        head.is_some_and(|head| head.iter().zip(columns).all(|(a, b)| a.eq_ignore_ascii_case(b)))
    };
    all.into_iter().any(begins)
}

fn create(table: &Table, columns: &[String], of: Dialect) -> String {
    let written: Vec<String> = columns.iter().map(|c| dialect::ident(c, of)).collect();
    let plain = |text: &str| text.to_lowercase().replace(|c: char| !c.is_ascii_alphanumeric(), "_");
    let name = plain(&format!("{} by {}", table.name, columns.join(" ")));
    format!(
        "CREATE INDEX {} ON {} ({});",
        dialect::ident(&name, of),
        dialect::table(table, of),
        written.join(", ")
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use askwell_contract::RowCount;
    use askwell_sql::guard;
    use askwell_sql::rewrite::home::home;

    fn node(label: &str, rows: Option<f64>) -> Explain {
        Explain {
            label: label.into(),
            estimated_rows: rows,
            cost: None,
            rows: None,
            ms: None,
            children: vec![],
        }
    }

    fn advised(dialect: Dialect, sql: &str, step: Explain, rows: u64) -> Vec<Advice> {
        let mut catalog = home(dialect);
        for table in &mut catalog.tables {
            table.rows = Some(RowCount {
                count: rows,
                exact: true,
            });
        }
        let plan = Explain {
            children: vec![step],
            ..node("QUERY PLAN", None)
        };
        advice(&guard::checked(sql, dialect).unwrap(), &plan, &catalog)
    }

    #[test]
    fn statistics_are_advised_where_the_server_was_far_off_over_a_large_table() {
        let step = |expected: f64, found: f64| Explain {
            rows: Some(found),
            ..node("Seq Scan on orders (Filter: (total > 5))", Some(expected))
        };
        let found = advised(Dialect::Postgres, SQL, step(40.0, 60_000.0), 100_000);
        assert_eq!((found.len(), found[0].sql.as_str()), (1, "ANALYZE orders;"));
        assert!(found[0].why.contains("about 40 rows of orders") && found[0].why.contains("found 60,000"));
        assert_eq!(advised(Dialect::Postgres, SQL, step(60_000.0, 40.0), 100_000).len(), 1);
        for (expected, rows, size) in [(40.0, 60_000.0, 5_000), (40.0, 300.0, 100_000), (0.0, 5.0, 100_000)] {
            assert!(
                advised(Dialect::Postgres, SQL, step(expected, rows), size).is_empty(),
                "{expected} {rows}"
            );
        }
        let planned = node("Seq Scan on orders (Filter: (total > 5))", Some(40.0));
        assert!(
            advised(Dialect::Postgres, SQL, planned, 100_000).is_empty(),
            "nothing was measured"
        );
        assert!(advised(Dialect::Duckdb, SQL, step(40.0, 60_000.0), 100_000).is_empty());
    }

    #[test]
    fn the_effect_of_an_index_is_told_by_the_costs_of_the_plan_alone() {
        let step = |cost: f64| Explain {
            cost: Some(cost),
            ..node("Seq Scan on orders (Filter: (status = 'paid'::text))", Some(40.0))
        };
        let effect = |step: Explain, whole: Option<f64>| {
            let plan = Explain {
                cost: whole,
                children: vec![step],
                ..node("QUERY PLAN", None)
            };
            let mut catalog = home(Dialect::Postgres);
            for table in &mut catalog.tables {
                let rows = RowCount {
                    count: 1_000_000,
                    exact: true,
                };
                table.rows = Some(rows);
            }
            advice(&guard::checked(SQL, Dialect::Postgres).unwrap(), &plan, &catalog)[0]
                .effect
                .clone()
        };
        assert_eq!(
            effect(step(18_000.0), Some(20_000.0)).as_deref(),
            Some(
                "By the server's own figures this reading is 90% of what the query costs (18,000 of 20,000); by an index it would be \
                 about 164."
            )
        );
        assert_eq!(effect(step(18_000.0), None), None);
        assert_eq!(effect(step(300.0), Some(20_000.0)), None, "hardly less");
        assert_eq!(effect(step(18_000.0), Some(9_000.0)), None, "run more than once");
    }

    const SQL: &str = "SELECT c.id FROM customers c JOIN orders o ON o.customer_id = c.id WHERE o.status = 'paid'";

    #[test]
    fn an_index_that_sqlite_makes_for_one_run_is_advised_once_and_not_where_there_is_one() {
        let step = node("SEARCH o USING AUTOMATIC PARTIAL COVERING INDEX (customer_id=?)", None);
        let found = advised(Dialect::Sqlite, SQL, step, 5);
        assert_eq!(found.len(), 1);
        assert_eq!(
            found[0].sql,
            "CREATE INDEX orders_by_customer_id ON orders (customer_id);"
        );
        assert!(found[0].why.contains("throws it away"), "{}", found[0].why);
        let step = node("SEARCH c USING AUTOMATIC COVERING INDEX (id=?)", None);
        assert!(advised(Dialect::Sqlite, SQL, step, 5).is_empty(), "its primary key");
        assert!(advised(Dialect::Sqlite, SQL, node("SCAN o", None), 5).is_empty());
    }

    #[test]
    fn postgresql_gets_one_for_a_small_part_of_a_large_table_alone() {
        let step = || node("Seq Scan on orders (Filter: (status = 'paid'::text))", Some(40.0));
        let found = advised(Dialect::Postgres, SQL, step(), 1_000_000);
        assert!(found[0].sql.ends_with("ON orders (status);"), "{}", found[0].sql);
        assert!(found[0].why.contains("1,000,000") && found[0].why.contains("about 40"));
        assert!(advised(Dialect::Postgres, SQL, step(), 1_000).is_empty());
        let filtered = |filter: &str| {
            let step = node(&format!("Seq Scan on orders (Filter: {filter})"), Some(40.0));
            advised(Dialect::Postgres, SQL, step, 1_000_000).len()
        };
        assert_eq!(filtered("((status)::text = 'paid'::text)"), 1);
        assert_eq!(filtered("(lower(status) = 'paid'::text)"), 0, "of a function's value");
        assert_eq!(filtered("(status = 'paid'::text OR id = 3)"), 0, "of one side of an OR");
        let many = node("Seq Scan on orders (Filter: (status = 'paid'::text))", Some(400_000.0));
        assert!(advised(Dialect::Postgres, SQL, many, 1_000_000).is_empty());
    }
}
