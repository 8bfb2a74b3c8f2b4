//! Indexes that would help, as text to copy. In: a statement and its plan. Out: CREATE INDEX statements with the reason, from
//! what the engine itself says that it does. Nothing here is ever run. Deliberately absent: DuckDB, which hardly uses indexes
//! to read; any guess that the plan does not bear out.

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
            });
        }
    });
    found
}

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
