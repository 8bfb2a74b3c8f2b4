#![allow(clippy::unwrap_used)]

use askwell_contract::profile::{ColumnProfile, Disguise};
use askwell_contract::strip::{Strip, Strips, Texts, Values, Written};
use askwell_contract::{Row, TableKind};

use super::super::fake::{catalog, counted, row, table, text, Fake, Nothing};
use super::*;

async fn facts_of(table: Table, rows: Vec<Row>) -> Facts {
    within(BUDGET, table, rows).await
}

async fn within(budget: Budget, table: Table, rows: Vec<Row>) -> Facts {
    let fake = Fake::new(catalog(Vec::new())).with(table.clone(), rows);
    read_from(Arc::new(fake), &table, budget, &Cancel::new())
        .await
        .unwrap()
        .unwrap()
}

async fn read_from(
    database: Arc<dyn Database>,
    table: &Table,
    budget: Budget,
    cancel: &Cancel,
) -> Result<std::result::Result<Facts, Finding>> {
    let source = Source {
        database: &database,
        clock: &Nothing,
        pace: &Pace::default(),
        cancel,
        budget,
    };
    read(&source, table).await
}

/// The table of seed 000, operation 0a.
async fn students() -> Facts {
    let mut students = table(
        "students",
        &["id int", "name text", "age int", "gpa real", "country text"],
    );
    students.primary_key = vec!["id".into()];
    let rows = vec![
        row(&["1", "Alice", "20", "3.9", "USA"]),
        row(&["2", "Bob", "22", "NULL", "UK"]),
        row(&["3", "Alice", "21", "3.5", "USA"]),
        row(&["4", "NULL", "25", "2.8", "NULL"]),
    ];
    facts_of(students, rows).await
}

fn column<'a>(facts: &'a Facts, name: &str) -> &'a ColumnProfile {
    facts.profile.columns.iter().find(|c| c.column == name).unwrap()
}

#[tokio::test]
async fn every_column_has_a_profile() {
    let facts = students().await;
    let names: Vec<&str> = facts.profile.columns.iter().map(|c| c.column.as_str()).collect();
    assert_eq!(names, ["id", "name", "age", "gpa", "country"]);
    assert_eq!((facts.profile.rows, facts.profile.read), (4, 4));
}

#[tokio::test]
async fn nulls_and_distinct_values_are_counted() {
    let facts = students().await;
    let figures = |name| {
        let c = column(&facts, name);
        (c.nulls, c.distinct, c.distinct_exact, c.unique)
    };
    assert_eq!(figures("id"), (0, 4, true, true));
    assert_eq!(figures("name"), (1, 2, true, false));
    assert_eq!(figures("age"), (0, 4, true, true));
    assert_eq!(figures("gpa"), (1, 3, true, true));
    assert_eq!(figures("country"), (1, 2, true, false));
}

#[tokio::test]
async fn the_commonest_values_come_first_and_ties_by_value() {
    let facts = students().await;
    let top = |name| {
        column(&facts, name)
            .top
            .iter()
            .map(|t| (t.value.to_string(), t.rows))
            .collect::<Vec<_>>()
    };
    assert_eq!(top("name"), [("Alice".into(), 2), ("Bob".into(), 1)]);
    assert_eq!(
        top("age").iter().map(|t| t.0.as_str()).collect::<Vec<_>>(),
        ["20", "21", "22", "25"]
    );
}

#[tokio::test]
async fn numbers_and_texts_are_measured() {
    let facts = students().await;
    let age = column(&facts, "age");
    assert_eq!(
        (&age.min, &age.max, age.mean),
        (&Cell::Int(20), &Cell::Int(25), Some(22.0))
    );
    assert_eq!((age.mean_length, age.max_length, age.shape.as_deref()), (None, 0, None));
    let name = column(&facts, "name");
    assert_eq!((&name.min, &name.max, name.mean), (&text("Alice"), &text("Bob"), None));
    assert_eq!((name.mean_length, name.max_length), (Some(13.0 / 3.0), 5));
    assert_eq!(name.shape.as_deref(), Some("[A-Z][a-z]{4}"));
    assert_eq!(column(&facts, "country").disguises, [Disguise::Code]);
}

#[tokio::test]
async fn an_empty_table_has_an_empty_profile() {
    let facts = facts_of(table("nothing", &["a int", "b text"]), Vec::new()).await;
    assert_eq!((facts.profile.rows, facts.profile.read, facts.values.len()), (0, 0, 0));
    let a = column(&facts, "a");
    assert_eq!(
        (a.rows, a.nulls, a.distinct, a.top.len(), a.unique),
        (0, 0, 0, 0, false)
    );
    assert_eq!((&a.min, &a.max, a.mean), (&Cell::Null, &Cell::Null, None));
}

#[tokio::test]
async fn a_column_of_nulls_has_no_values() {
    let facts = facts_of(table("t", &["a text"]), vec![vec![Cell::Null]; 3]).await;
    let a = column(&facts, "a");
    assert_eq!(
        (a.rows, a.nulls, a.distinct, a.unique, facts.values.len()),
        (3, 3, 0, false, 0)
    );
}

#[tokio::test]
async fn nulls_are_not_among_the_values() {
    let facts = students().await;
    let named: Vec<(&str, Vec<&str>)> = facts
        .values
        .iter()
        .map(|c| (c.column.as_str(), c.values.iter().map(|v| v.0.as_str()).collect()))
        .collect();
    assert_eq!(named, [("name", vec!["Alice", "Bob"]), ("country", vec!["UK", "USA"])]);
}

#[tokio::test]
async fn integers_in_a_text_column_are_values_too() {
    let facts = facts_of(
        table("t", &["year text", "n int"]),
        vec![row(&["2015", "7"]), row(&["n/a", "8"])],
    )
    .await;
    let values: Vec<(String, u64)> = facts.values.into_iter().flat_map(|c| c.values).collect();
    assert_eq!(values, [("2015".into(), 1), ("n/a".into(), 1)]);
}

#[tokio::test]
async fn more_rows_than_the_budget_are_a_sample() {
    let budget = Budget { rows: 2_000, ..BUDGET };
    let rows: Vec<Row> = (0..2_005).map(|i| vec![Cell::Int(i)]).collect();
    let million = counted(table("t", &["n int"]), 1_000_000);
    let known = within(budget, million, rows.clone()).await.profile;
    assert_eq!((known.rows, known.read), (1_000_000, 2_000));
    let asked = within(budget, table("t", &["n int"]), rows).await.profile;
    assert_eq!((asked.rows, asked.read), (2_005, 2_000));
    assert_eq!(
        (asked.columns[0].unique, asked.columns[0].distinct_exact),
        (false, false)
    );
}

#[tokio::test]
async fn many_distinct_values_are_exact_in_order_or_while_none_repeats_and_else_estimated() {
    let n = 150_000;
    let rows: Vec<Row> = (0..n)
        .map(|i| {
            let backwards = text(&format!("{:06}", n - i));
            vec![Cell::Int(i), backwards, Cell::Int(n - i / 2)]
        })
        .collect();
    let profile = facts_of(table("t", &["a int", "b text", "c int"]), rows).await.profile;
    let figures = |c: &ColumnProfile| (c.distinct, c.distinct_exact, c.distinct_error.is_some(), c.unique);
    assert_eq!(figures(&profile.columns[0]), (150_000, true, false, true));
    assert_eq!(figures(&profile.columns[1]), (150_000, true, false, true));
    assert_eq!(profile.columns[2].distinct, 75_000);
    let more: Vec<Row> = (0..400_000).map(|i| vec![Cell::Int(i * 7_919 % 200_000)]).collect();
    let profile = facts_of(table("t", &["a int"]), more).await.profile;
    let a = &profile.columns[0];
    assert_eq!(
        (a.distinct_exact, a.distinct_error.is_some(), a.unique),
        (false, true, false)
    );
    assert!(a.distinct.abs_diff(200_000) < 4_000, "{}", a.distinct);
}

#[tokio::test]
async fn long_texts_are_counted_and_not_kept() {
    let rows = vec![vec![text(&"x".repeat(5_000))], vec![text(&"y".repeat(400))]];
    let facts = facts_of(table("t", &["body text"]), rows).await;
    let body = column(&facts, "body");
    assert_eq!(
        (body.distinct, body.max_length, body.top.len(), &body.min),
        (2, 5_000, 0, &Cell::Null)
    );
    assert!(facts.values[0].skipped.is_some());
}

#[tokio::test]
async fn awkward_names_are_read() {
    for name in ["select", "my table", "say \"hi\"", "🍎", "שם", "a.b"] {
        let facts = facts_of(table(name, &["group int"]), vec![row(&["1"])]).await;
        assert_eq!((facts.profile.table.as_str(), facts.profile.read), (name, 1));
    }
}

#[tokio::test]
async fn the_profile_of_a_column_does_not_depend_on_the_order_of_rows() {
    let rows: Vec<Row> = (0..500)
        .map(|i| vec![text(&format!("v{}", i * 7 % 90)), Cell::Int(i % 17)])
        .collect();
    let mut other = rows.clone();
    other.reverse();
    let columns = ["a text", "b int"];
    let (one, two) = (
        facts_of(table("t", &columns), rows).await,
        facts_of(table("t", &columns), other).await,
    );
    assert_eq!(one.profile, two.profile);
    assert_eq!((one.values, one.sketches), (two.values, two.sketches));
}

#[tokio::test]
async fn a_profile_survives_being_stored() {
    let profile = students().await.profile;
    let again: TableProfile = serde_json::from_str(&serde_json::to_string(&profile).unwrap()).unwrap();
    assert_eq!(again, profile);
}

#[tokio::test]
async fn a_view_that_fails_is_a_finding() {
    let mut view = table("broken", &["a int"]);
    view.kind = TableKind::View;
    let database: Arc<dyn Database> = Arc::new(Fake::new(catalog(vec![view.clone()])));
    let finding = read_from(database, &view, BUDGET, &Cancel::new())
        .await
        .unwrap()
        .unwrap_err();
    assert_eq!(finding.code, "unknown_table");
}

#[tokio::test]
async fn a_stop_ends_the_reading() {
    let stop = Cancel::new();
    let table = table("t", &["a int"]);
    let mut fake = Fake::new(catalog(Vec::new())).with(table.clone(), vec![row(&["1"])]);
    fake.trap = Some(stop.clone());
    let database: Arc<dyn Database> = Arc::new(fake);
    assert_eq!(
        read_from(database, &table, BUDGET, &stop).await.unwrap_err().code,
        ProblemCode::Cancelled
    );
}

/// Numbers in order that repeat late, repeated texts, gaps, and a type that a strip has no form for.
fn mixed() -> Vec<Row> {
    let rows = 0..6_000i64;
    rows.map(|i| {
        let scattered = i * 7_919 % 3_001;
        vec![
            Cell::Int(if i == 5_500 { 40 } else { i }),
            if i % 4 == 0 {
                Cell::Null
            } else {
                text(&format!("é{scattered}"))
            },
            Cell::Real(scattered as f64 / 8.0),
            Cell::Timestamp(format!(
                "2024-01-{:02} 00:{:02}:{:02}",
                1 + i % 28,
                i % 60,
                scattered % 60
            )),
            Cell::Bool(i % 3 == 0),
        ]
    })
    .collect()
}

fn strips(rows: &[Row]) -> Strips {
    let column = |at: usize| {
        let cells = || rows.iter().map(move |row| &row[at]);
        let values = match at {
            0 => Values::Ints(cells().filter_map(|c| c.to_string().parse().ok()).collect()),
            2 => Values::Reals(cells().filter_map(Cell::as_f64).collect()),
            4 => Values::Cells(cells().cloned().collect()),
            _ => {
                let mut texts = Texts::new(if at == 1 { Written::Text } else { Written::Timestamp }, rows.len());
                cells().for_each(|cell| {
                    texts.text.push_str(&cell.to_string());
                    texts.end();
                });
                Values::Texts(texts)
            }
        };
        Strip {
            values,
            nulls: if at == 1 {
                cells().map(Cell::is_null).collect()
            } else {
                Vec::new()
            },
        }
    };
    Strips {
        rows: rows.len(),
        columns: (0..5).map(column).collect(),
    }
}

/// Law 6: how fast the rows came decides how they are cut.
#[test]
fn a_profile_does_not_depend_on_how_rows_are_cut_nor_on_rows_or_columns() {
    let rows = mixed();
    let table = table("t", &["a int", "b text", "c real", "d timestamp", "e boolean"]);
    for (values, hashes) in [(100_000, 100_000), (1_000, 10_000), (41, 100)] {
        let profiled = |lots: Vec<Lot>| {
            let bounds = column::Bounds { values, hashes };
            let columns = table.columns.iter();
            let mut tallies: Vec<Tally> = columns.map(|c| Tally::new(c.clone(), bounds)).collect();
            let mut new = Vec::new();
            for (at, tally) in tallies.iter_mut().enumerate() {
                lots.iter().for_each(|lot| tally.add(lot, at, &mut new));
            }
            facts(&table, 6_000, 6_000, tallies.into_iter().map(Some).collect())
        };
        let one_by_one = profiled(rows.chunks(1).map(|rows| Lot::Rows(rows.to_vec())).collect());
        assert_eq!(one_by_one.profile.columns[0].nulls, 0);
        for size in [7, 512, 2_048, 6_000] {
            let cut = rows.chunks(size);
            assert_eq!(
                profiled(cut.clone().map(|rows| Lot::Rows(rows.to_vec())).collect()),
                one_by_one,
                "{size}"
            );
            assert_eq!(
                profiled(cut.map(|rows| Lot::Strips(strips(rows))).collect()),
                one_by_one,
                "{size}"
            );
        }
    }
}
