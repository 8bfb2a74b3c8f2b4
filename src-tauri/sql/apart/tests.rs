use super::*;

type Told = Vec<(Kind, String)>;

fn told(a: &str, b: &str) -> (Told, Told) {
    let apart = apart(a, b, Dialect::Sqlite).unwrap();
    let plain = |side: Side| side.only.into_iter().map(|p| (p.kind, p.words)).collect();
    (plain(apart.a), plain(apart.b))
}

fn part(kind: Kind, words: &str) -> Told {
    vec![(kind, words.to_string())]
}

#[test]
fn writing_tells_nothing_apart() {
    let same = [
        (
            "SELECT name FROM t WHERE a = 1 AND b = 2",
            "select NAME from T where b=2 AND 1 = a",
        ),
        (
            "SELECT c.name FROM customers c JOIN orders o ON o.customer_id = c.id",
            "SELECT x.name FROM orders y JOIN customers AS x ON x.id = y.customer_id",
        ),
        (
            "SELECT name, COUNT(*) AS n FROM t GROUP BY name ORDER BY n DESC",
            "SELECT t.name, COUNT(*) FROM t GROUP BY 1 ORDER BY 2 DESC",
        ),
    ];
    for (a, b) in same {
        assert_eq!(told(a, b), (vec![], vec![]), "{a} and {b}");
    }
}

#[test]
fn a_condition_more_is_the_only_part_told() {
    let all = "SELECT COUNT(*) FROM orders";
    let paid = "SELECT COUNT(*) FROM orders AS o WHERE o.pay_status = 'paid'";
    assert_eq!(told(all, paid), (vec![], part(Kind::Condition, "pay status is 'paid'")));
    assert_eq!(told(paid, all), (part(Kind::Condition, "pay status is 'paid'"), vec![]));
    let apart = apart(all, paid, Dialect::Sqlite).unwrap();
    assert!(apart.a.counts && !apart.asked);
    assert_eq!(apart.b.table.as_deref(), Some("orders"));
}

#[test]
fn every_kind_of_part_is_told() {
    let base = "SELECT name FROM t WHERE a = 1";
    let cases = [
        (
            "SELECT name FROM t WHERE a = 1 LIMIT 5",
            part(Kind::Limit, "the first 5 rows"),
        ),
        (
            "SELECT name FROM t WHERE a = 1 ORDER BY b_c DESC",
            part(Kind::Order, "b c, highest first"),
        ),
        ("SELECT DISTINCT name FROM t WHERE a = 1", part(Kind::Distinct, "")),
        ("SELECT name, b FROM t WHERE a = 1", part(Kind::Shown, "shows b")),
        (
            "SELECT name, ROUND(SUM(b), 2) FROM t WHERE a = 1",
            part(Kind::Shown, "adds up b"),
        ),
        ("SELECT name FROM t JOIN u ON u.id = t.id WHERE t.a = 1", vec![]),
        ("SELECT name FROM t WHERE a = 1 GROUP BY b", part(Kind::Group, "b")),
        (
            "SELECT name FROM t WHERE a = 1 HAVING COUNT(*) > 2",
            part(Kind::Having, "the number of rows is more than 2"),
        ),
    ];
    for (sql, expected) in cases {
        let (a, b) = told(base, sql);
        if !expected.is_empty() {
            assert_eq!((a, b), (vec![], expected), "{sql}");
        } else {
            assert!(b.contains(&(Kind::Match, "u".to_string())), "{b:?}");
        }
    }
}

#[test]
fn tables_in_each_others_place_are_what_is_read() {
    let (a, b) = told("SELECT COUNT(*) FROM customers", "SELECT COUNT(*) FROM old_customers");
    assert_eq!(a, part(Kind::Table, "customers"));
    assert_eq!(b, part(Kind::Table, "old customers"));
}

#[test]
fn what_is_sorted_by_what_is_shown_is_told_once() {
    let (a, b) = told(
        "SELECT name, SUM(total) AS s FROM t GROUP BY name ORDER BY s DESC LIMIT 3",
        "SELECT name, COUNT(*) AS n FROM t GROUP BY name ORDER BY n DESC LIMIT 3",
    );
    assert_eq!(a, part(Kind::Shown, "adds up total"));
    assert_eq!(b, part(Kind::Shown, "counts the rows"));
}

#[test]
fn queries_put_together_have_no_plain_words() {
    let (a, b) = told("SELECT a FROM t UNION SELECT a FROM u", "SELECT a FROM t");
    assert!(a.iter().all(|p| p.0 == Kind::Other) && !a.is_empty());
    assert!(b.iter().any(|p| p.0 == Kind::Table));
    assert_eq!(apart("nonsense", "SELECT 1", Dialect::Sqlite), None);
}
