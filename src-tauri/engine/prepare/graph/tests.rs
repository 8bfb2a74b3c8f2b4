#![allow(clippy::unwrap_used)]

use std::sync::Arc;

use askwell_contract::ports::{Cancel, Database};
use askwell_contract::run::JoinStep;
use askwell_contract::{Catalog, Cell, KeyOrigin, Row, Table};

use super::super::fake::{catalog, refer, row, table, text, Fake, Nothing};
use super::super::pace::Pace;
use super::super::profile;
use super::*;

mod plans;
mod proven;
mod roles;

fn show(steps: &[JoinStep]) -> Vec<String> {
    let one = |s: &JoinStep| {
        format!(
            "{}.{}={}.{}",
            s.left_table, s.left_column, s.right_table, s.right_column
        )
    };
    steps.iter().map(one).collect()
}

fn names(tables: &[&str]) -> Vec<String> {
    tables.iter().map(|t| (*t).to_owned()).collect()
}

/// Students and courses with a bridge between them, teachers, and a table on its own.
fn school() -> Catalog {
    let mut catalog = catalog(vec![
        table("students", &["id int", "name text", "mentor_id int"]),
        table(
            "courses",
            &["id int", "title text", "teacher_id int", "substitute_id int"],
        ),
        table("enrolments", &["student_id int", "course_id int"]),
        table("teachers", &["id int", "name text"]),
        table("weather", &["day text"]),
    ]);
    refer(&mut catalog, "students.mentor_id", "students.id");
    refer(&mut catalog, "courses.teacher_id", "teachers.id");
    refer(&mut catalog, "courses.substitute_id", "teachers.id");
    refer(&mut catalog, "enrolments.student_id", "students.id");
    refer(&mut catalog, "enrolments.course_id", "courses.id");
    catalog
}

#[test]
fn a_path_goes_over_the_bridge() {
    let graph = JoinGraph::build(&school());
    let path = graph.path("Students", "courses").unwrap();
    assert_eq!(
        show(&path),
        ["students.id=enrolments.student_id", "enrolments.course_id=courses.id"]
    );
    assert_eq!(graph.path("students", "students"), Some(Vec::new()));
    assert_eq!(graph.path("students", "weather"), None);
    assert_eq!(graph.path("students", "nothing"), None);
}

#[test]
fn two_keys_between_the_same_tables_are_two_paths() {
    let graph = JoinGraph::build(&school());
    let paths = graph.paths("courses", "teachers", 5);
    let shown: Vec<Vec<String>> = paths.iter().map(|p| show(p)).collect();
    assert_eq!(
        shown,
        [
            ["courses.teacher_id=teachers.id"],
            ["courses.substitute_id=teachers.id"]
        ]
    );
    assert_eq!(graph.edges_between("teachers", "courses").len(), 2);
    assert_eq!(graph.paths("students", "teachers", 9).len(), 2);
    assert_eq!(graph.paths("students", "teachers", 1).len(), 1);
    assert_eq!(graph.paths("students", "teachers", 0).len(), 0);
}

#[test]
fn a_reference_to_itself_is_an_edge_but_no_path() {
    let graph = JoinGraph::build(&school());
    let edges = graph.edges_between("students", "students");
    assert_eq!(
        edges.iter().map(|e| e.from_column.as_str()).collect::<Vec<_>>(),
        ["mentor_id"]
    );
    assert_eq!(graph.neighbours("students"), ["enrolments"]);
    assert_eq!(graph.neighbours("enrolments"), ["students", "courses"]);
}

#[test]
fn tables_are_connected_from_the_first_one() {
    let graph = JoinGraph::build(&school());
    let steps = graph.connect(&names(&["teachers", "students"])).unwrap();
    assert_eq!(
        show(&steps),
        [
            "teachers.id=courses.teacher_id",
            "courses.id=enrolments.course_id",
            "enrolments.student_id=students.id"
        ]
    );
    assert_eq!(
        graph
            .connect(&names(&["students", "courses", "students", "enrolments"]))
            .unwrap()
            .len(),
        2
    );
    assert_eq!(graph.connect(&names(&["weather"])), Some(Vec::new()));
    assert_eq!(graph.connect(&[]), Some(Vec::new()));
    assert_eq!(graph.connect(&names(&["students", "weather"])), None);
    assert_eq!(graph.connect(&names(&["students", "nothing"])), None);
}

#[test]
fn every_step_starts_from_a_table_that_is_there() {
    let graph = JoinGraph::build(&school());
    for start in ["students", "courses", "enrolments", "teachers"] {
        let mut wanted = names(&[start, "teachers", "students", "courses"]);
        wanted.dedup();
        let mut there = vec![start.to_owned()];
        for step in graph.connect(&wanted).unwrap() {
            assert!(there.contains(&step.left_table), "{start}: {step:?}");
            there.push(step.right_table);
        }
        assert!(wanted.iter().all(|w| there.contains(w)), "{start}");
    }
}

#[test]
fn a_declared_key_is_preferred_to_an_inferred_one() {
    let mut catalog = school();
    let mut key = catalog.tables[1].foreign_keys[0].clone();
    key.columns = vec!["id".into()];
    key.origin = KeyOrigin::Inferred {
        confidence: 0.9,
        why: String::new(),
        untidy: false,
    };
    catalog.tables[1].foreign_keys.insert(0, key);
    let graph = JoinGraph::build(&catalog);
    assert_eq!(graph.edges_between("courses", "teachers").len(), 3);
    assert_eq!(
        show(&graph.path("courses", "teachers").unwrap()),
        ["courses.teacher_id=teachers.id"]
    );
}

#[test]
fn a_key_of_two_columns_gives_two_steps() {
    let mut catalog = catalog(vec![
        table("lines", &["order_year int", "order_no int"]),
        table("orders", &["year int", "no int"]),
    ]);
    refer(&mut catalog, "lines.order_year", "orders.year");
    let key = &mut catalog.tables[0].foreign_keys[0];
    key.columns.push("order_no".into());
    key.to_columns.push("no".into());
    let steps = JoinGraph::build(&catalog).path("orders", "lines").unwrap();
    assert_eq!(
        show(&steps),
        ["orders.year=lines.order_year", "orders.no=lines.order_no"]
    );
}

// ── inferred keys ─────────────────────────────────────────────────────────────────────────────────────────────────

async fn inferred(tables: Vec<(Table, Vec<Row>)>) -> Vec<String> {
    inferred_in(tables).await.1
}

/// The catalog with its keys, and those of them that are plain equations.
async fn inferred_in(tables: Vec<(Table, Vec<Row>)>) -> (Catalog, Vec<String>) {
    let mut fake = Fake::new(catalog(Vec::new()));
    for (table, rows) in tables {
        fake = fake.with(table, rows);
    }
    let mut catalog = fake.catalog.clone();
    let database: Arc<dyn Database> = Arc::new(fake);
    let source = profile::Source {
        database: &database,
        clock: &Nothing,
        pace: &Pace::default(),
        cancel: &Cancel::new(),
        budget: profile::BUDGET,
    };
    let (mut profiles, mut sketches) = (Vec::new(), Vec::new());
    for table in &catalog.tables {
        let facts = profile::read(&source, table).await.unwrap().unwrap();
        profiles.push(facts.profile);
        sketches.extend(facts.sketches);
    }
    infer(&mut catalog, &profiles, &sketches);
    let graph = JoinGraph::build(&catalog);
    let edges = graph.edges.iter();
    let edges = edges.map(|e| format!("{}.{}->{}.{}", e.from_table, e.from_column, e.to_table, e.to_column));
    let edges = edges.collect();
    (catalog, edges)
}

fn numbered(n: i64, width: usize) -> Vec<Row> {
    (1..=n)
        .map(|i| {
            (0..width)
                .map(|c| if c == 0 { Cell::Int(i) } else { Cell::Int(i % 3 + 1) })
                .collect()
        })
        .collect()
}

#[tokio::test]
async fn keys_are_found_by_name_and_values() {
    let found = inferred(vec![
        (table("customers", &["id int", "rank int"]), numbered(9, 2)),
        (table("orders", &["id int", "customer_id int"]), numbered(20, 2)),
        (
            table("order_lines", &["id int", "order_id int", "quantity int"]),
            numbered(30, 3),
        ),
    ])
    .await;
    assert_eq!(
        found,
        ["orders.customer_id->customers.id", "order_lines.order_id->orders.id"]
    );
}

#[tokio::test]
async fn a_key_may_be_written_untidily() {
    let text = |t: &str| Cell::Text(t.to_owned());
    let appeals = ["WIN22", "SPR23", "ROOF25", "KIT26"].map(|code| vec![text(code), text(&format!("Appeal {code}"))]);
    let gifts = ["win22", "SPR23 ", "roof25", "KIT26", "Kit26 ", "", "n/a"].map(|code| vec![text(code)]);
    let tables = vec![
        (table("appeals", &["code text", "name text"]), appeals.to_vec()),
        (table("gifts", &["appeal text"]), gifts.to_vec()),
    ];
    let (catalog, edges) = inferred_in(tables).await;
    let key = &catalog.tables[1].foreign_keys[0];
    assert!(key.is_untidy() && key.to_columns == ["code"], "{key:?}");
    // A plain equation would lose rows, so that who only writes those does not see it.
    assert_eq!(edges, [] as [&str; 0]);
    // Number plates with and without their blanks.
    let plates = ["NW12 AFT", "YN10 JUF", "NB57 WAD", "SM13 HGL"];
    let cars = plates.map(|reg| vec![text(reg), text("car")]);
    let jobs = ["nw12aft", "YN10JUF", "NB57 WAD", "sm13hgl", "NW12 AFT"].map(|reg| vec![text(reg)]);
    let tables = vec![
        (table("cars", &["reg text", "kind text"]), cars.to_vec()),
        (table("jobs", &["reg text"]), jobs.to_vec()),
    ];
    let (catalog, _) = inferred_in(tables).await;
    assert!(catalog.tables[1].foreign_keys[0].is_untidy());
}

#[tokio::test]
async fn codes_in_other_spellings_are_a_key_whatever_the_column_is_called() {
    let text = |t: String| Cell::Text(t);
    let products: Vec<Row> = (10..24)
        .map(|i| vec![text(format!("SD-{i}")), text(format!("Loaf {i}"))])
        .collect();
    let lines: Vec<Row> = (10..24)
        .flat_map(|i| [format!("sd-{i}"), format!("Sd-{i} ")].map(|code| vec![text(code)]))
        .collect();
    let tables = vec![
        (table("products", &["code text", "name text"]), products),
        (table("lines", &["bread text"]), [lines.clone(), lines].concat()),
    ];
    let (catalog, _) = inferred_in(tables).await;
    let keys = &catalog.tables[1].foreign_keys;
    assert!(
        keys.first().is_some_and(|k| k.is_untidy() && k.to_table == "products"),
        "{keys:?}"
    );
}

#[tokio::test]
async fn values_alone_are_no_key() {
    let found = inferred(vec![
        (table("cars", &["id int", "doors int"]), numbered(9, 2)),
        (table("towns", &["id int", "rank int"]), numbered(20, 2)),
    ])
    .await;
    assert_eq!(found, [] as [&str; 0]);
}

#[tokio::test]
async fn a_name_whose_values_are_elsewhere_is_no_key() {
    let strangers: Vec<Row> = (1..=20).map(|i| vec![Cell::Int(i), Cell::Int(i + 500)]).collect();
    let found = inferred(vec![
        (table("customers", &["id int", "rank int"]), numbered(9, 2)),
        (table("orders", &["id int", "customer_id int"]), strangers),
    ])
    .await;
    assert_eq!(found, [] as [&str; 0]);
}

#[tokio::test]
async fn a_bridge_refers_to_both_sides_by_abbreviated_keys() {
    let pairs: Vec<Row> = (1..=8).map(|i| vec![Cell::Int(i), Cell::Int(9 - i)]).collect();
    let found = inferred(vec![
        (
            table("author", &["aid int", "name text"]),
            (1..=9).map(|i| vec![Cell::Int(i), text(&format!("A{i}"))]).collect(),
        ),
        (table("publication", &["pid int", "year int"]), numbered(9, 2)),
        // Each author wrote one publication: both columns look unique by accident.
        (table("writes", &["aid int", "pid int"]), pairs.clone()),
        (table("reviews", &["aid int", "pid int"]), pairs),
    ])
    .await;
    assert_eq!(
        found,
        [
            "writes.aid->author.aid",
            "writes.pid->publication.pid",
            "reviews.aid->author.aid",
            "reviews.pid->publication.pid"
        ]
    );
}

#[tokio::test]
async fn a_manager_is_one_of_the_staff() {
    let rows = vec![
        row(&["1", "NULL"]),
        row(&["2", "1"]),
        row(&["3", "1"]),
        row(&["4", "2"]),
    ];
    let found = inferred(vec![(table("employees", &["id int", "manager_id int"]), rows)]).await;
    assert_eq!(found, ["employees.manager_id->employees.id"]);
}

#[tokio::test]
async fn whole_numbers_kept_as_real_ones_are_keys_where_their_values_prove_it() {
    let rows = |last: &str| vec![row(&["1", "1.0"]), row(&["2", "3.0"]), row(&["3", last])];
    let towns = || (table("towns", &["id int", "rank int"]), numbered(4, 2));
    let visits = |last| (table("visits", &["id int", "town_id real"]), rows(last));
    assert_eq!(
        inferred(vec![towns(), visits("NULL")]).await,
        ["visits.town_id->towns.id"]
    );
    assert!(inferred(vec![towns(), visits("2.5")]).await.is_empty());
    // A share of a town is none of its keys.
    let shares = table("visits", &["id int", "town real"]);
    assert!(inferred(vec![towns(), (shares, rows("NULL"))]).await.is_empty());
}

#[tokio::test]
async fn who_sends_and_gets_is_a_user_where_no_table_has_a_closer_name() {
    let sent = || vec![row(&["1", "1", "2"]), row(&["2", "3", "2"]), row(&["3", "2", "1"])];
    let messages = || table("messages", &["id int", "sender_id int", "recipient_id int"]);
    let found = inferred(vec![
        (table("users", &["uid int", "rank int"]), numbered(4, 2)),
        (messages(), sent()),
    ])
    .await;
    assert_eq!(
        found,
        ["messages.sender_id->users.uid", "messages.recipient_id->users.uid"]
    );
    let found = inferred(vec![
        (table("users", &["uid int", "rank int"]), numbered(4, 2)),
        (table("senders", &["id int", "rank int"]), numbered(4, 2)),
        (messages(), sent()),
    ])
    .await;
    assert_eq!(
        found,
        ["messages.sender_id->senders.id", "messages.recipient_id->users.uid"]
    );
}

#[tokio::test]
async fn two_columns_may_refer_to_the_same_table() {
    let games = vec![
        row(&["1", "1", "2"]),
        row(&["2", "3", "2"]),
        row(&["3", "2", "1"]),
        row(&["4", "1", "3"]),
    ];
    let found = inferred(vec![
        (table("teams", &["team_id int", "rank int"]), numbered(4, 2)),
        (
            table("games", &["game_id int", "home_team_id int", "away_team_id int"]),
            games,
        ),
    ])
    .await;
    assert_eq!(
        found,
        ["games.home_team_id->teams.team_id", "games.away_team_id->teams.team_id"]
    );
}

#[tokio::test]
async fn names_of_places_are_keys_too() {
    let states: Vec<Row> = ["Ohio", "Utah", "Iowa"]
        .iter()
        .map(|s| vec![text(s), Cell::Int(1)])
        .collect();
    let towns: Vec<Row> = [("Dayton", "Ohio"), ("Provo", "Utah"), ("Akron", "Ohio")]
        .iter()
        .map(|(t, s)| vec![text(t), text(s)])
        .collect();
    let found = inferred(vec![
        (table("state", &["state_name text", "area int"]), states),
        (table("city", &["city_name text", "state_name text"]), towns),
    ])
    .await;
    assert_eq!(found, ["city.state_name->state.state_name"]);
}

#[tokio::test]
async fn an_empty_table_is_joined_by_name_only_where_the_name_says_all() {
    let found = inferred(vec![
        (table("customers", &["id int"]), numbered(9, 1)),
        (
            table("orders", &["id int", "customer_id int", "owner_customer int"]),
            Vec::new(),
        ),
    ])
    .await;
    assert_eq!(found, ["orders.customer_id->customers.id"]);
}

#[tokio::test]
async fn editions_of_a_table_lie_side_by_side() {
    let found = inferred(vec![
        (table("docs_2023", &["doc_id int", "pages int"]), numbered(9, 2)),
        (table("docs_2024", &["doc_id int", "pages int"]), numbered(9, 2)),
        (
            table("authors_2023", &["name text", "doc_id int"]),
            (1..=9).map(|i| vec![text("x"), Cell::Int(i % 3 + 1)]).collect(),
        ),
        (
            table("authors_2024", &["name text", "doc_id int"]),
            (1..=9).map(|i| vec![text("x"), Cell::Int(i % 3 + 1)]).collect(),
        ),
    ])
    .await;
    assert_eq!(
        found,
        [
            "authors_2023.doc_id->docs_2023.doc_id",
            "authors_2024.doc_id->docs_2024.doc_id"
        ]
    );
}

#[tokio::test]
async fn glued_names_behind_a_common_prefix_are_read() {
    let pairs: Vec<Row> = (1..=9)
        .map(|i| vec![Cell::Int(i), Cell::Int(i % 3 + 1), Cell::Int(i % 2 + 1)])
        .collect();
    let found = inferred(vec![
        (table("xycustomer", &["xycustid int"]), numbered(9, 1)),
        (table("xyticker", &["xytickerid int"]), numbered(9, 1)),
        (
            table("xytrade", &["xytrid int", "xytrcustid int", "xytrtickerid int"]),
            pairs,
        ),
    ])
    .await;
    assert_eq!(
        found,
        [
            "xytrade.xytrcustid->xycustomer.xycustid",
            "xytrade.xytrtickerid->xyticker.xytickerid"
        ]
    );
}

#[tokio::test]
async fn a_number_of_things_is_no_reference_to_them() {
    let found = inferred(vec![
        (table("students", &["id int"]), numbered(9, 1)),
        (
            table("courses", &["id int", "students int", "num_students int"]),
            numbered(9, 3),
        ),
    ])
    .await;
    assert_eq!(found, [] as [&str; 0]);
}
