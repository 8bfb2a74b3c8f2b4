//! One figure for a plan, to put candidates of one query in order before any is run.
//!
//! In: the engine's plan. Out: its cost. PostgreSQL says it. DuckDB says how many rows each step gives; their sum stands
//! for the work. SQLite says only which tables it reads whole and which by an index; a nested loop multiplies. Such figures
//! are wrong by far at times, so they order what is run and decide nothing.
//! Deliberately absent: a comparison across engines.

use askwell_contract::run::Explain;
use askwell_contract::{Catalog, Dialect};

pub fn cost(plan: &Explain, catalog: &Catalog) -> f64 {
    match catalog.dialect {
        Dialect::Postgres => highest(plan),
        Dialect::Duckdb => rows(plan),
        Dialect::Sqlite => loops(plan, catalog),
    }
}

fn highest(plan: &Explain) -> f64 {
    plan.cost.unwrap_or_else(|| plan.children.iter().map(highest).sum())
}

fn rows(plan: &Explain) -> f64 {
    plan.estimated_rows.unwrap_or(1.0) + plan.children.iter().map(rows).sum::<f64>()
}

/// Steps beside each other are nested loops: each further one runs for every row of those before it.
fn loops(plan: &Explain, catalog: &Catalog) -> f64 {
    let (mut outer, mut total) = (1.0_f64, 0.0);
    for step in &plan.children {
        let inner = loops(step, catalog);
        let words: Vec<&str> = step.label.split_whitespace().collect();
        let size = |name: &str| {
            let table = catalog.table(name);
            table
                .and_then(|t| t.rows)
                .map_or(1_000.0, |r| (r.count as f64).max(1.0))
        };
        match words.as_slice() {
            ["SCAN", name, ..] => {
                outer *= size(name);
                total += outer;
            }
            ["SEARCH", name, ..] => {
                outer *= size(name).sqrt().min(10.0);
                total += outer * 2.0;
            }
            _ if step.label.contains("CORRELATED") => total += outer * inner,
            _ => total += inner,
        }
    }
    total
}

#[cfg(test)]
mod tests {
    use super::*;
    use askwell_sql::rewrite::home::home;

    fn node(label: &str, rows: Option<f64>, cost: Option<f64>, children: Vec<Explain>) -> Explain {
        Explain {
            label: label.into(),
            estimated_rows: rows,
            cost,
            rows: None,
            ms: None,
            children,
        }
    }

    #[test]
    fn each_engine_is_read_in_its_own_words() {
        let plan = node("Sort", None, Some(90.0), vec![node("Scan", None, Some(80.0), vec![])]);
        assert_eq!(cost(&plan, &home(Dialect::Postgres)), 90.0);
        let plan = node(
            "QUERY PLAN",
            None,
            None,
            vec![node(
                "JOIN",
                Some(10.0),
                None,
                vec![node("SCAN", Some(5.0), None, vec![])],
            )],
        );
        assert_eq!(cost(&plan, &home(Dialect::Duckdb)), 16.0);
        let once = node("QUERY PLAN", None, None, vec![node("SCAN orders", None, None, vec![])]);
        let again = node(
            "QUERY PLAN",
            None,
            None,
            vec![
                node("SCAN orders", None, None, vec![]),
                node(
                    "CORRELATED SCALAR SUBQUERY 1",
                    None,
                    None,
                    vec![node("SCAN orders", None, None, vec![])],
                ),
            ],
        );
        let sqlite = home(Dialect::Sqlite);
        assert!(cost(&again, &sqlite) > 100.0 * cost(&once, &sqlite));
    }
}
