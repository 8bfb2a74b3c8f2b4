//! A grid's rows at the desk, as the window asks for them: pages of all rows, sorted and filtered, hits and facts.

use askwell_cli::world::world;
use askwell_contract::grid::{GridCounts, GridFilter, GridHit, GridSort, GridTest, GridView, RowSource};
use askwell_contract::{Cell, Truncation};
use askwell_engine::Desk;
use askwell_io::create::create_sqlite;

fn firsts(rows: &[Vec<Cell>]) -> Vec<String> {
    rows.iter().map(|row| row[0].to_string()).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn pages_hits_and_facts_are_those_of_all_rows() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("pears.sqlite");
    let rows = (0..250).map(|n| {
        let kind = ["Conference", "Williams", "conference"][n % 3];
        let weight = if n == 7 { "NULL".to_string() } else { n.to_string() };
        format!("INSERT INTO pears VALUES ({n}, '{kind}', {weight})")
    });
    let create = "CREATE TABLE pears (id INTEGER, kind TEXT, weight INTEGER)".to_string();
    create_sqlite(&path, &mut std::iter::once(create).chain(rows)).unwrap();
    let desk = Desk::new(world(Some(dir.path().join("workspace"))).unwrap(), Vec::new());
    let opened = desk.open(&format!("sqlite:{}", path.display())).await.unwrap();
    let id = opened.connection.id.as_str();
    let table = RowSource::Table { name: "pears".into() };

    // As they are, beyond the first page.
    let plain = GridView::default();
    let page = desk.grid_page(id, &table, &plain, (200, 100), true).await.unwrap();
    assert_eq!(page.counts, Some(GridCounts { rows: 250, of: 250 }));
    assert_eq!(
        (page.result.rows.len(), firsts(&page.result.rows)[0].as_str()),
        (50, "200")
    );
    assert_eq!(page.result.truncated, None, "the last page has all the rest");
    // A page that is full says whether there are more.
    for (limit, cut) in [(100, Some(Truncation::Rows)), (250, None)] {
        let page = desk.grid_page(id, &table, &plain, (0, limit), false).await.unwrap();
        assert_eq!((page.result.rows.len() as u64, page.result.truncated), (limit, cut));
    }

    // Two columns of one name, sorted and filtered: what is missing comes last, and case does not count.
    let query = RowSource::Query {
        sql: "SELECT id, weight AS id, kind FROM pears".into(),
    };
    let view = GridView {
        sort: Some(GridSort {
            column: 1,
            descending: true,
        }),
        filters: vec![GridFilter {
            column: 2,
            test: GridTest::Contains { value: "conf".into() },
        }],
    };
    let page = desk.grid_page(id, &query, &view, (0, 3), true).await.unwrap();
    assert_eq!(page.counts, Some(GridCounts { rows: 167, of: 250 }));
    assert_eq!(firsts(&page.result.rows), ["249", "248", "246"]);
    let names: Vec<&str> = page.result.columns.iter().map(|c| c.name.as_str()).collect();
    assert_eq!(names, ["id", "id", "kind"]);

    // Hits beyond the first page, where the view has them.
    let found = desk.grid_find(id, "find", &query, &view, "101").await.unwrap();
    assert_eq!((found.found, found.whole), (2, true));
    let at = |column| GridHit { row: 99, column };
    assert_eq!(found.hits, [at(0), at(1)]);

    let facts = desk.grid_facts(id, "facts", &table, &plain, 2).await.unwrap();
    assert_eq!((facts.rows, facts.empty, facts.distinct), (250, 1, 249));
    assert_eq!((facts.least, facts.greatest), (Cell::Int(0), Cell::Int(249)));
    let kinds = desk.grid_facts(id, "facts", &table, &plain, 1).await.unwrap();
    assert_eq!(kinds.common[0].rows, 84);

    // What cannot be read, and what is not there, is said.
    for wrong in ["DELETE FROM pears", "SELECT nothing FROM pears"] {
        let wrong = RowSource::Query { sql: wrong.into() };
        assert!(desk.grid_page(id, &wrong, &plain, (0, 10), true).await.is_err());
    }
    let missing = RowSource::Table { name: "apples".into() };
    assert!(desk.grid_page(id, &missing, &plain, (0, 10), true).await.is_err());
    let many = GridTest::More { value: "many".into() };
    let view = GridView {
        sort: None,
        filters: vec![GridFilter { column: 0, test: many }],
    };
    let problem = desk.grid_page(id, &table, &view, (0, 10), true).await.unwrap_err();
    assert!(problem.message.contains("many"), "{}", problem.message);
}
