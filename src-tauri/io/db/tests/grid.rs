//! Grids over every engine: what is asked around a query passes its locks and means the same on each.

use askwell_contract::grid::{GridFilter, GridSort, GridTest, GridView};
use askwell_sql::grid::Grid;
use askwell_sql::page;

use super::*;

every_engine! {
    rows_sort_by_value_and_without_case
    filters_mean_the_same_everywhere
    digits_kept_as_text_are_text
    a_cells_own_value_is_kept_or_left_out
    a_column_is_summed_up
    odd_queries_can_be_sorted
}

const ROWS: &str = "CREATE TABLE t(id INTEGER, name TEXT, price NUMERIC(8, 2), day DATE);
    INSERT INTO t VALUES (1, 'pear', 10.50, '2024-03-01'), (2, 'Apple', 9, '2024-01-15'), (3, NULL, NULL, NULL),
    (4, '', 100, '2023-12-31'), (5, '50%_off', 9, '2024-01-15');";
const ALL: &str = "SELECT id, name, price, day FROM t ORDER BY id";

async fn columns(database: &dyn Database, sql: &str) -> Vec<askwell_contract::ResultColumn> {
    ran(database, &page::page(sql, database.dialect(), 0, 1).unwrap())
        .await
        .columns
}

/// The ids, in the order of the view.
async fn ids(database: &dyn Database, view: GridView) -> Vec<i64> {
    let columns = columns(database, ALL).await;
    let sql = Grid::new(ALL, database.dialect(), &columns)
        .unwrap()
        .rows(&view)
        .unwrap();
    let paged = page::page(&sql, database.dialect(), 0, 100).unwrap();
    let result = ran(database, &paged).await;
    assert_eq!(result.columns[1].name, "name");
    assert_eq!(result.columns[3].kind, columns[3].kind);
    result.rows.iter().map(|row| row[0].as_f64().unwrap() as i64).collect()
}

fn sorted(column: u32, descending: bool) -> GridView {
    GridView {
        sort: Some(GridSort { column, descending }),
        filters: Vec::new(),
    }
}

fn filtered(column: u32, test: GridTest) -> GridView {
    GridView {
        sort: None,
        filters: vec![GridFilter { column, test }],
    }
}

async fn rows_sort_by_value_and_without_case(engine: Engine) {
    let sample = engine.sample(ROWS);
    let database = sample.open().await;
    for (column, descending, order) in [
        (1, false, [4, 5, 2, 1, 3]),
        (1, true, [1, 2, 5, 4, 3]),
        (2, false, [2, 5, 1, 4, 3]),
        (2, true, [4, 1, 2, 5, 3]),
        (3, true, [1, 2, 5, 4, 3]),
    ] {
        assert_eq!(
            ids(&*database, sorted(column, descending)).await,
            order,
            "{column} {descending}"
        );
    }
}

async fn filters_mean_the_same_everywhere(engine: Engine) {
    let sample = engine.sample(ROWS);
    let database = sample.open().await;
    let said = |value: &str| value.to_string();
    for (column, test, rows) in [
        (1, GridTest::Contains { value: said("EA") }, vec![1]),
        (1, GridTest::Contains { value: said("%_") }, vec![5]),
        (1, GridTest::Contains { value: said("a_p") }, vec![]),
        (
            1,
            GridTest::Contains {
                value: said("' OR 1=1 --"),
            },
            vec![],
        ),
        (1, GridTest::Equals { value: said("apple") }, vec![2]),
        (1, GridTest::Empty, vec![3, 4]),
        (1, GridTest::NotEmpty, vec![1, 2, 5]),
        (2, GridTest::Equals { value: said("9.0") }, vec![2, 5]),
        (2, GridTest::Less { value: said("10.5") }, vec![2, 5]),
        (2, GridTest::More { value: said("9") }, vec![1, 4]),
        (
            2,
            GridTest::Between {
                low: said("9"),
                high: said("10.5"),
            },
            vec![1, 2, 5],
        ),
        (
            3,
            GridTest::Less {
                value: said("2024-01-15"),
            },
            vec![4],
        ),
        (
            3,
            GridTest::More {
                value: said("2024-01-15"),
            },
            vec![1],
        ),
        (
            3,
            GridTest::Equals {
                value: said("2024-01-15"),
            },
            vec![2, 5],
        ),
        (
            3,
            GridTest::Between {
                low: said("2023-12-31"),
                high: said("2024-01-15"),
            },
            vec![2, 4, 5],
        ),
        (3, GridTest::Contains { value: said("2024-03") }, vec![1]),
        (2, GridTest::Empty, vec![3]),
    ] {
        assert_eq!(
            ids(&*database, filtered(column, test.clone())).await,
            rows,
            "{column} {test:?}"
        );
        let columns = columns(&*database, ALL).await;
        let grid = Grid::new(ALL, database.dialect(), &columns).unwrap();
        let counts = ran(&*database, &grid.counts(&filtered(column, test).filters).unwrap()).await;
        assert_eq!(counts.rows, [[Cell::Int(rows.len() as i64), Cell::Int(5)]]);
    }
}

async fn digits_kept_as_text_are_text(engine: Engine) {
    let sample = engine.sample("CREATE TABLE z(zip TEXT); INSERT INTO z VALUES ('02134'), ('2134'), ('2024-01-15x');");
    let database = sample.open().await;
    let sql = "SELECT zip FROM z";
    let columns = columns(&*database, sql).await;
    let grid = Grid::new(sql, database.dialect(), &columns).unwrap();
    for (value, rows) in [("02134", 1), ("2134", 1), ("2024-01-15", 0)] {
        let view = filtered(0, GridTest::Equals { value: value.into() });
        let found = ran(&*database, &grid.rows(&view).unwrap()).await;
        assert_eq!(found.rows.len(), rows, "{value}");
    }
}

/// What is missing has none of them, so it is among those without.
async fn a_cells_own_value_is_kept_or_left_out(engine: Engine) {
    let sample = engine.sample(
        "CREATE TABLE c(id INTEGER, whole INTEGER, part REAL, price NUMERIC(8, 2), name TEXT, moment TIMESTAMP, yes BOOLEAN);
        INSERT INTO c VALUES (1, 7, 0.1, 10.50, 'Ærø 100%', '2024-03-01 13:05:00.25', true), (2, 8, 2.5, 9, 'O''Neil ', \
         '2024-03-01 00:00:00', false), (3, NULL, NULL, NULL, NULL, NULL, NULL), (4, 7, 0.1, 10.50, 'Ærø 100%', \
         '2024-03-01 13:05:00.25', true);",
    );
    let database = sample.open().await;
    let sql = "SELECT id, whole, part, price, name, moment, yes FROM c ORDER BY id";
    let columns = columns(&*database, sql).await;
    let grid = Grid::new(sql, database.dialect(), &columns).unwrap();
    let all = ran(&*database, sql).await.rows;
    for column in 1..columns.len() {
        for (row, others) in [(0, vec![2.0, 3.0]), (1, vec![1.0, 3.0, 4.0])] {
            let value = all[row][column].to_string();
            let with = filtered(column as u32, GridTest::Equals { value: value.clone() });
            let without = filtered(column as u32, GridTest::NotEquals { value: value.clone() });
            let kept = ran(&*database, &grid.rows(&with).unwrap()).await.rows;
            let left = ran(&*database, &grid.rows(&without).unwrap()).await.rows;
            let ids = |rows: &[Vec<Cell>]| -> Vec<f64> { rows.iter().map(|r| r[0].as_f64().unwrap()).collect() };
            assert!(ids(&kept).contains(&all[row][0].as_f64().unwrap()), "{value}");
            assert_eq!(ids(&left), others, "{value}");
            assert_eq!(kept.len() + left.len(), 4, "{value}");
        }
    }
}

async fn a_column_is_summed_up(engine: Engine) {
    let sample = engine.sample(ROWS);
    let database = sample.open().await;
    let columns = columns(&*database, ALL).await;
    let grid = Grid::new(ALL, database.dialect(), &columns).unwrap();
    let facts = ran(&*database, &grid.facts(&[], 2).unwrap()).await;
    let numbers: Vec<f64> = facts.rows[0].iter().map(|cell| cell.as_f64().unwrap()).collect();
    assert_eq!(numbers, [5.0, 1.0, 3.0, 9.0, 100.0, 32.125]);
    let common = ran(&*database, &grid.common(&[], 2, 2).unwrap()).await;
    let pairs: Vec<(f64, f64)> = common
        .rows
        .iter()
        .map(|r| (r[0].as_f64().unwrap(), r[1].as_f64().unwrap()))
        .collect();
    assert_eq!(pairs, [(9.0, 2.0), (10.5, 1.0)]);
    let names = ran(&*database, &grid.facts(&[], 1).unwrap()).await;
    assert_eq!(names.rows[0][1..3], [Cell::Int(2), Cell::Int(3)]);
    assert_eq!(names.rows[0][5], Cell::Null);
    for column in 0..4 {
        ran(&*database, &grid.common(&[], column, 5).unwrap()).await;
        ran(&*database, &grid.facts(&[], column).unwrap()).await;
    }
}

async fn odd_queries_can_be_sorted(engine: Engine) {
    let sample = engine.sample(ROWS);
    let database = sample.open().await;
    for sql in [
        "SELECT id, id, count(*) FROM t GROUP BY id",
        "WITH t2 AS (SELECT * FROM t) SELECT * FROM t2 ORDER BY price DESC LIMIT 3 -- few",
        "SELECT name FROM t UNION ALL SELECT name FROM t;",
        "SELECT price > 9 AS dear, NULL AS absent FROM t",
    ] {
        let columns = columns(&*database, sql).await;
        let grid = Grid::new(sql, database.dialect(), &columns).unwrap();
        let sorted = grid.rows(&sorted(0, true)).unwrap();
        let rows = ran(&*database, &sorted).await;
        let names: Vec<_> = rows.columns.iter().map(|c| &c.name).collect();
        assert_eq!(names, columns.iter().map(|c| &c.name).collect::<Vec<_>>());
        ran(&*database, &grid.facts(&[], 0).unwrap()).await;
        ran(&*database, &grid.common(&[], 0, 5).unwrap()).await;
    }
}
