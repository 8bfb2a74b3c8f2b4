use askwell_contract::run::{Candidate, Cluster, Judged, Method, Outcome, Standing};
use askwell_contract::{Cell, ResultColumn, TypeKind};

use super::super::clusters::groups;
use super::*;
use crate::prepare::fake::row;
use crate::scripted::candidate;

fn judged(id: &str, sql: &str, columns: &[&str], rows: &[&[&str]]) -> Judged {
    let rows: Vec<_> = rows.iter().map(|r| row(r)).collect();
    let kind = |c: usize| match rows.first().and_then(|r| r.get(c)) {
        Some(Cell::Int(_)) => TypeKind::Integer,
        _ => TypeKind::Text,
    };
    let columns = columns.iter().enumerate().map(|(c, name)| ResultColumn {
        name: (*name).to_string(),
        kind: kind(c),
    });
    let result = ResultSet {
        columns: columns.collect(),
        rows,
        truncated: None,
    };
    Judged {
        candidate: Candidate {
            id: id.into(),
            reading: format!("reading {id}"),
            ..candidate(sql)
        },
        findings: vec![],
        outcome: Outcome::Ran {
            rows: result.rows.len() as u64,
            result,
            ms: 1.0,
        },
        score: 100.0,
        parts: vec![],
        confidence: 1.0,
        repairs: vec![],
    }
}

/// The first of the pool is the winner.
fn disagreement(pool: &[Judged]) -> Option<Disagreement> {
    selected(pool, &[]).disagreement.map(|d| *d)
}

fn selected(pool: &[Judged], wins: &[(&str, u32)]) -> Selection {
    let groups = groups(pool);
    let clusters: Vec<Cluster> = groups.iter().map(|g| g.cluster.clone()).collect();
    let standing = |(cluster, wins): &(&str, u32)| Standing {
        cluster: (*cluster).into(),
        wins: *wins,
    };
    let selection = Selection {
        method: Method::Tournament,
        clusters,
        duels: vec![],
        standings: wins.iter().map(standing).collect(),
        winner: pool[0].candidate.id.clone(),
        why: String::new(),
        others: Vec::new(),
        disagreement: None,
    };
    told(Dialect::Sqlite, &groups, selection)
}

fn said(a: &str, b: &str) -> String {
    disagreement(&[judged("c1", a, &["n"], &[&["1"]]), judged("c2", b, &["n"], &[&["2"]])])
        .unwrap()
        .says
}

const ALL: &str = "SELECT COUNT(*) FROM orders";
const PAID: &str = "SELECT COUNT(*) FROM orders WHERE status = 'paid'";

#[test]
fn results_that_agree_in_another_order_do_not_disagree() {
    let a = judged("c1", "SELECT name FROM t", &["name"], &[&["x"], &["y"]]);
    let b = judged(
        "c2",
        "SELECT name FROM t ORDER BY name DESC",
        &["name"],
        &[&["y"], &["x"]],
    );
    assert_eq!(disagreement(&[a.clone(), b]), None);
    assert_eq!(disagreement(&[a]), None);
}

#[test]
fn an_empty_result_contradicts_nothing() {
    let some = judged("c1", ALL, &["n"], &[&["1"]]);
    let none = judged("c2", PAID, &["n"], &[]);
    assert_eq!(disagreement(&[some.clone(), none.clone()]), None);
    assert_eq!(disagreement(&[none, some]), None);
}

#[test]
fn two_single_values_with_the_condition_that_tells_them_apart() {
    let d = disagreement(&[
        judged("c1", ALL, &["n"], &[&["12"]]),
        judged("c2", PAID, &["paid"], &[&["9"]]),
    ])
    .unwrap();
    assert_eq!((d.a.as_str(), d.b.as_str(), d.partial), ("A", "B", false));
    assert_eq!(
        d.says,
        "One counts all orders, the other only those where status is 'paid'."
    );
    let condition = d.condition.unwrap();
    assert_eq!(
        (condition.cluster.as_str(), condition.words.as_str()),
        ("B", "status is 'paid'")
    );
    assert_eq!((d.only_a.result.rows, d.only_a.rows), (vec![row(&["12"])], 1));
    assert_eq!((d.only_b.result.rows, d.only_b.rows), (vec![row(&["9"])], 1));
    assert_eq!(d.only_b.result.columns[0].name, "paid");
}

#[test]
fn the_sentence_follows_the_difference() {
    let open = "SELECT COUNT(*) FROM orders WHERE status = 'open'";
    let both = "SELECT COUNT(*) FROM orders WHERE status = 'paid' AND total > 5";
    let joined = "SELECT COUNT(*) FROM customers c JOIN orders o ON o.customer_id = c.id";
    let matched = "SELECT COUNT(*) FROM customers c JOIN orders o ON o.customer_id = c.id WHERE o.status = 'paid'";
    let people = "SELECT COUNT(*) FROM customers";
    let cases = [
        (
            PAID,
            ALL,
            "One counts only orders where status is 'paid', the other counts all orders.",
        ),
        (
            PAID,
            open,
            "One counts only orders where status is 'paid', the other only those where status is 'open'.",
        ),
        (
            PAID,
            both,
            "One counts only orders where total is more than 5, the other does not ask for that.",
        ),
        (
            both,
            PAID,
            "One counts only orders where total is more than 5, the other does not ask for that.",
        ),
        (
            people,
            joined,
            "One counts all customers, the other only those that have a match in orders.",
        ),
        (
            people,
            matched,
            "One counts all customers, the other only those that have a match in orders where status is 'paid'.",
        ),
        (
            ALL,
            "SELECT SUM(total) FROM orders",
            "One counts the rows, the other adds up total.",
        ),
        (
            ALL,
            "SELECT COUNT(DISTINCT customer_id) FROM orders",
            "One counts the rows, the other counts the different values of customer id.",
        ),
        (
            "SELECT a FROM t",
            "SELECT DISTINCT a FROM t",
            "One leaves out repeated rows, the other keeps them.",
        ),
        (
            "SELECT a FROM t LIMIT 5",
            "SELECT a FROM t",
            "One keeps the first 5 rows, the other keeps all rows.",
        ),
        (
            "SELECT a FROM t",
            "SELECT a, b FROM t",
            "One also shows b, the other does not.",
        ),
        (
            "SELECT a FROM t ORDER BY b DESC LIMIT 1",
            "SELECT a FROM t ORDER BY b LIMIT 1",
            "One sorts by b, highest first, the other sorts by b, lowest first.",
        ),
        (ALL, people, "One reads orders, the other reads customers."),
    ];
    for (a, b, sentence) in cases {
        assert_eq!(said(a, b), sentence, "{a} and {b}");
    }
}

#[test]
fn where_several_things_differ_the_readings_are_said() {
    let a = judged("c1", ALL, &["n"], &[&["1"]]);
    let b = judged(
        "c2",
        "SELECT SUM(x) FROM u WHERE a = 1 AND b = 2 AND c = 3 AND d = 4",
        &["n"],
        &[&["2"]],
    );
    let d = disagreement(&[a.clone(), b.clone()]).unwrap();
    assert_eq!(
        d.says,
        "One reads the question as “reading c1”, the other as “reading c2”."
    );
    assert_eq!(d.condition, None);
    let mut same = b;
    same.candidate.reading = a.candidate.reading.clone();
    let d = disagreement(&[a, same]).unwrap();
    assert!(
        d.says.starts_with("The two queries differ in several places"),
        "{}",
        d.says
    );
}

#[test]
fn only_the_first_rows_are_shown_and_all_are_counted() {
    let many: Vec<String> = (0..12).map(|n| format!("n{n}")).collect();
    let cells: Vec<[&str; 1]> = many.iter().map(|n| [n.as_str()]).collect();
    let rows: Vec<&[&str]> = cells.iter().map(<[&str; 1]>::as_slice).collect();
    let a = judged("c1", "SELECT name FROM t", &["name"], &rows);
    let b = judged("c2", "SELECT name FROM t WHERE a = 1", &["name"], &rows[..3]);
    let d = disagreement(&[a, b]).unwrap();
    assert_eq!((d.only_a.result.rows.len(), d.only_a.rows), (5, 9));
    assert!(d.only_a.result.truncated.is_some());
    assert_eq!((d.only_b.result.rows.len(), d.only_b.rows), (0, 0));
    assert_eq!(d.only_a.result.rows[0], row(&["n3"]));
}

#[test]
fn what_was_not_read_to_the_end_says_so() {
    let a = judged("c1", ALL, &["n"], &[&["1"]]);
    let mut b = judged("c2", PAID, &["n"], &[&["2"]]);
    if let Outcome::Ran { result, .. } = &mut b.outcome {
        result.truncated = Some(Truncation::Rows);
    }
    assert!(disagreement(&[a, b]).unwrap().partial);
}

#[test]
fn columns_that_differ_where_the_rest_agrees_show_their_rows() {
    let a = judged("c1", "SELECT name, land FROM t", &["name", "land"], &[&["x", "France"]]);
    let b = judged("c2", "SELECT name, size FROM t", &["name", "size"], &[&["x", "3"]]);
    let d = disagreement(&[a, b]).unwrap();
    assert_eq!(d.says, "One shows land, the other shows size.");
    assert_eq!((d.only_a.rows, d.only_b.rows), (1, 1));
}

#[test]
fn beside_the_winner_stands_the_one_with_the_most_wins() {
    let pool = [
        judged("c1", ALL, &["n"], &[&["1"]]),
        judged("c2", PAID, &["n"], &[&["2"]]),
        judged("c3", "SELECT SUM(total) FROM orders", &["n"], &[&["3"]]),
    ];
    let d = selected(&pool, &[("A", 2), ("B", 0), ("C", 1)]).disagreement.unwrap();
    assert_eq!((d.a.as_str(), d.b.as_str()), ("A", "C"));
    assert_eq!(selected(&pool, &[]), selected(&pool, &[]));
}

#[test]
fn the_next_readings_are_those_with_the_most_wins_that_found_something_and_read_otherwise() {
    let mut same = judged("c6", "SELECT f FROM t", &["n"], &[&["6"]]);
    same.candidate.reading = "reading c1".into();
    let pool = [
        judged("c1", "SELECT a FROM t", &["n"], &[&["1"]]),
        judged("c2", "SELECT b FROM t", &["n"], &[&["2"]]),
        judged("c3", "SELECT c FROM t", &["n"], &[]),
        judged("c4", "SELECT d FROM t", &["n"], &[&["4"]]),
        judged("c5", "SELECT e FROM t", &["n"], &[&["5"]]),
        same,
        judged("c7", "SELECT g FROM t", &["n"], &[&["7"]]),
    ];
    let of = |wins: &[(&str, u32)]| {
        let selection = selected(&pool, wins);
        let first = |id: &String| {
            let cluster = selection.clusters.iter().find(|c| c.id == *id).unwrap();
            cluster.members[0].clone()
        };
        selection.others.iter().map(first).collect::<Vec<_>>()
    };
    assert_eq!(of(&[]), ["c2", "c4", "c5"]);
    let last = selected(&pool, &[]);
    let of_c7 = last
        .clusters
        .iter()
        .find(|c| c.members.contains(&"c7".to_owned()))
        .unwrap();
    assert_eq!(of(&[(of_c7.id.as_str(), 2)]), ["c7", "c2", "c4"]);
}
