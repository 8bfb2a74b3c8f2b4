//! What we do to statements, beside what the engine does with them as they are, on data and conditions made by chance.
//!
//! Ternary logic: the rows of a query are those for which a condition holds, does not hold and is neither. No rewrite: a
//! statement laid out, paged, asked anew or mended gives the rows that it gave, and a step counts what is counted row by
//! row. Pivoted rows: a row for which the condition was made true is among the answer's.
//! `ASKWELL_ORACLE_TRIES` says how many statements each engine is asked (40), `ASKWELL_ORACLE_SEED` another beginning.

use askwell_contract::grid::{GridFilter, GridTest};
use askwell_contract::Catalog;
use askwell_fuzz::Chance;
use askwell_sql::grid::Grid;
use askwell_sql::repair::{self, Context};
use askwell_sql::{format, page, parse, rewrite, steps};

use super::*;

mod made;

every_engine! {
    rows_are_those_for_which_a_condition_holds_does_not_and_is_neither
    a_statement_keeps_its_rows_laid_out_asked_anew_and_mended
    steps_count_what_is_counted_row_by_row
    a_row_made_to_fit_is_found
    a_grids_filters_part_all_rows
}

/// Statements on one filling of the tables.
const EACH: usize = 10;

fn setting(name: &str, usual: u64) -> u64 {
    std::env::var(name).ok().and_then(|n| n.parse().ok()).unwrap_or(usual)
}

/// Tries a claim on as many statements as are asked for.
async fn try_all(engine: Engine, salt: u64, claim: impl AsyncFn(&dyn Database, &Catalog, &made::Query, &mut Chance)) {
    let mut chance = Chance::new(setting("ASKWELL_ORACLE_SEED", 1).wrapping_mul(1_000) + salt);
    let tries = setting("ASKWELL_ORACLE_TRIES", 40) as usize;
    for _ in 0..tries.div_ceil(EACH) {
        let sample = engine.sample(&made::tables(&mut chance));
        let database = sample.open().await;
        let catalog = database.describe().await.unwrap();
        for _ in 0..EACH {
            let query = made::Query::by_chance(&mut chance);
            claim(&*database, &catalog, &query, &mut chance).await;
        }
    }
}

/// In any order; numbers by their value, since engines differ in how they keep them.
async fn rows(database: &dyn Database, sql: &str) -> Vec<String> {
    let result = ran(database, sql).await;
    assert!(result.rows.len() < 5_000, "{sql}");
    let cell = |cell: &Cell| match cell {
        Cell::Bool(_) => format!("{cell:?}"),
        other => other.as_f64().map_or_else(|| format!("{other:?}"), |n| n.to_string()),
    };
    let row = |row: &Vec<Cell>| row.iter().map(cell).collect::<Vec<_>>().join(" | ");
    let mut rows: Vec<String> = result.rows.iter().map(row).collect();
    rows.sort();
    rows
}

async fn number(database: &dyn Database, sql: &str) -> u64 {
    let result = ran(database, sql).await;
    result.rows[0][0].as_f64().unwrap_or(0.0) as u64
}

/// All that we make of a statement, with what made it.
fn ways(sql: &str, catalog: &Catalog) -> Vec<(String, String)> {
    let dialect = catalog.dialect;
    let mut ways = vec![("laid out".to_string(), format::format(sql, dialect))];
    let query = parse::query(sql, dialect).unwrap();
    if let Some(qualified) = rewrite::qualify(&query, catalog) {
        ways.push(("qualified".into(), qualified.to_string()));
        for step in rewrite::steps(&qualified, catalog) {
            ways.push((step.rule.into(), step.query.to_string()));
        }
    }
    ways
}

async fn rows_are_those_for_which_a_condition_holds_does_not_and_is_neither(engine: Engine) {
    try_all(engine, 1, async |database, catalog, query, chance| {
        let mut all = rows(database, &query.all()).await;
        let mut parts = Vec::new();
        let mut said = Vec::new();
        for part in query.parts() {
            let ways = ways(&part, catalog);
            let (how, sql) = chance.one(&ways).unwrap();
            parts.extend(rows(database, sql).await);
            said.push(format!("{how}: {sql}"));
        }
        parts.sort();
        if query.distinct {
            all.dedup();
            parts.dedup();
        }
        assert_eq!(parts, all, "{}\n{}", query.all(), said.join("\n"));
    })
    .await;
}

async fn a_statement_keeps_its_rows_laid_out_asked_anew_and_mended(engine: Engine) {
    try_all(engine, 2, async |database, catalog, query, _| {
        let sql = query.sql();
        let before = rows(database, &sql).await;
        for (how, after) in ways(&sql, catalog) {
            assert_eq!(rows(database, &after).await, before, "{how}\n{sql}\n{after}");
        }
        let ordered = format!(
            "{sql} ORDER BY {}",
            (1..=query.shown.split(", ").count())
                .map(|n| n.to_string())
                .collect::<Vec<_>>()
                .join(", ")
        );
        let mut paged = Vec::new();
        for at in (0..before.len() as u64 + 4).step_by(4) {
            paged.extend(rows(database, &page::page(&ordered, catalog.dialect, at, 4).unwrap()).await);
        }
        paged.sort();
        assert_eq!(paged, before, "paged\n{ordered}");
        let counted = page::counted(&sql, catalog.dialect).unwrap();
        assert_eq!(number(database, &counted).await, before.len() as u64, "{counted}");

        let none = |_: &str, _: &str, _: &str| Vec::new();
        let context = |failed, found_nothing| Context {
            catalog,
            failed,
            found_nothing,
            values: &none,
        };
        let sound = repair::first(&sql, &context(false, before.is_empty()));
        assert_eq!(sound, None, "a sound statement: {sql}");
        // A slip in a table's name has one cure.
        let slip = sql.replacen("FROM t AS", "FROM tt AS", 1);
        if let Some(mended) = repair::first(&slip, &context(true, false)) {
            assert_eq!(
                rows(database, &mended.sql).await,
                before,
                "{}\n{slip}\n{}",
                mended.rule,
                mended.sql
            );
        }
    })
    .await;
}

async fn steps_count_what_is_counted_row_by_row(engine: Engine) {
    try_all(engine, 3, async |database, catalog, query, _| {
        let sql = query.sql();
        let made = steps::steps(&sql, catalog.dialect);
        let Some(counting) = steps::counting(&sql, catalog.dialect, &made) else {
            return;
        };
        let counts: Vec<u64> = ran(database, &counting).await.rows[0]
            .iter()
            .map(|cell| cell.as_f64().unwrap_or(0.0) as u64)
            .collect();
        let result = number(database, &page::counted(&sql, catalog.dialect).unwrap()).await;
        let flow = steps::flow(&made, &counts, Some(result));
        let by_row = number(database, &query.counted()).await;
        let filter = made.iter().rposition(|step| step.kind == steps::Kind::Filter);
        if let Some(out) = filter.and_then(|at| flow[at].1) {
            assert_eq!(out, by_row, "{sql}\n{counting}\n{made:#?}");
        }
        for (step, (into, out)) in made.iter().zip(&flow) {
            if let (steps::Kind::Filter | steps::Kind::Distinct, Some(into), Some(out)) = (step.kind, into, out) {
                assert!(out <= into, "{sql}\n{counting}\n{step:?}: {into} to {out}");
            }
        }
    })
    .await;
}

async fn a_row_made_to_fit_is_found(engine: Engine) {
    try_all(engine, 4, async |database, catalog, query, chance| {
        let id = 1 + chance.below(made::ROWS);
        let p = &query.condition;
        let fits = format!(
            "SELECT CASE WHEN {p} THEN 1 WHEN NOT ({p}) THEN 2 ELSE 3 END FROM {} WHERE a.id = {id}",
            query.from
        );
        let result = ran(database, &fits).await;
        // A row without a partner is in no inner join.
        let Some(which) = result.rows.first().and_then(|row| row[0].as_f64()) else {
            return;
        };
        let fitted = match which as u8 {
            1 => p.clone(),
            2 => format!("NOT ({p})"),
            _ => format!("({p}) IS NULL"),
        };
        let sql = format!("SELECT DISTINCT a.id FROM {} WHERE {fitted}", query.from);
        for (how, sql) in ways(&sql, catalog) {
            assert!(
                rows(database, &sql).await.contains(&id.to_string()),
                "{how}: {id} is missing from\n{sql}"
            );
        }
    })
    .await;
}

async fn a_grids_filters_part_all_rows(engine: Engine) {
    try_all(engine, 5, async |database, catalog, query, chance| {
        let sql = format!(
            "SELECT a.n, a.r, a.d, a.s, a.k FROM {} WHERE {}",
            query.from, query.condition
        );
        let columns = ran(database, &page::page(&sql, catalog.dialect, 0, 1).unwrap())
            .await
            .columns;
        let grid = Grid::new(&sql, catalog.dialect, &columns).unwrap();
        let column = chance.below(5) as u32;
        let value = match column {
            0 | 4 => ["0", "2", "7", "-3", "1.5"][chance.below(5)],
            1 => ["0", "2.5", "-1.50", "3"][chance.below(4)],
            2 => ["2024-02-29", "2024-01-01", "2023-12-31"][chance.below(3)],
            _ => "",
        };
        let value = || value.to_string();
        let tests = match column {
            3 => vec![GridTest::Empty, GridTest::NotEmpty],
            _ => vec![
                GridTest::Empty,
                GridTest::Less { value: value() },
                GridTest::Equals { value: value() },
                GridTest::More { value: value() },
            ],
        };
        // Each row is of a value or of another.
        let tests = [
            tests,
            vec![
                GridTest::Equals { value: value() },
                GridTest::NotEquals { value: value() },
            ],
        ];
        for tests in tests {
            let (mut sum, mut all) = (0, 0);
            let mut said = Vec::new();
            for test in tests {
                let filters = [GridFilter { column, test }];
                let counts = grid.counts(&filters).unwrap();
                let result = ran(database, &counts).await;
                let [rows, of] = [0, 1].map(|at| result.rows[0][at].as_f64().unwrap() as u64);
                (sum, all) = (sum + rows, of);
                said.push(format!("{rows} of {of}: {:?}", filters[0].test));
            }
            assert_eq!(sum, all, "{sql}\ncolumn {column}\n{}", said.join("\n"));
        }
    })
    .await;
}
