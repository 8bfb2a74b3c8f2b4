//! What made-up databases hold.

use super::*;
use askwell_sql::rewrite::{self, home::home};

#[test]
fn databases_keep_declared_keys_and_hold_nulls_and_the_querys_own_values() {
    let catalog = home(Dialect::Duckdb);
    let sql = "SELECT o.id FROM orders o JOIN customers c ON c.id = o.customer_id WHERE o.status = 'paid'";
    let query = askwell_sql::guard::checked(sql, Dialect::Duckdb).unwrap();
    let tables = rewrite::tables(&query, &catalog);
    let mut maker = Maker::new(&catalog, &[], &tables, &rewrite::domains::domains(&[&query]), 7).unwrap();
    assert_eq!(maker.schema().len(), 2);
    let all: Vec<String> = (0..60).flat_map(|_| maker.another()).collect();
    let rows = all.join(" ");
    assert!(rows.contains("NULL") && rows.contains("'paid'") && rows.contains("'paidx'"));
    for statement in all.iter().filter(|s| s.contains("INSERT INTO customers")) {
        let ids: Vec<&str> = statement
            .split('(')
            .skip(1)
            .filter_map(|row| row.split([',', ')']).next())
            .collect();
        let mut once = ids.clone();
        once.sort_unstable();
        once.dedup();
        assert_eq!(once.len(), ids.len(), "{statement}");
        assert!(!ids.contains(&"NULL"));
    }
}

/// Of so many databases, those in which rows meet all joins and conditions, as the query itself would see.
#[test]
fn groups_as_large_as_the_query_asks_for_and_distances_that_it_names_are_made() {
    let catalog = home(Dialect::Duckdb);
    let sql =
        "SELECT o.customer_id, COUNT(*) AS n FROM orders o JOIN orders p ON p.id = o.id - 53 GROUP BY o.customer_id \
               HAVING COUNT(*) > 15";
    let query = askwell_sql::guard::checked(sql, Dialect::Duckdb).unwrap();
    let domains = rewrite::domains::domains(&[&rewrite::qualify(&query, &catalog).unwrap()]);
    assert_eq!(domains.counts.iter().copied().collect::<Vec<_>>(), [15]);
    let mut bare = catalog.clone();
    bare.tables.iter_mut().for_each(|t| t.primary_key.clear());
    let tables = rewrite::tables(&query, &bare);
    let mut maker = Maker::new(&bare, &[], &tables, &domains, 7).unwrap();
    let all: Vec<String> = (0..60).flat_map(|_| maker.another()).collect();
    let rows = |s: &String| s.matches("), (").count() + 1;
    assert!(all.iter().any(|s| s.starts_with("INSERT") && rows(s) > 15));
    let apart = |s: &&String| {
        let ids = s
            .split('(')
            .skip(1)
            .filter_map(|r| r.split(',').next()?.parse::<i64>().ok());
        let ids: Vec<i64> = ids.collect();
        ids.iter().any(|a| ids.contains(&(a + 53)))
    };
    assert!(all.iter().filter(apart).count() > 5);
}

/// One value too large for its column would fail the whole database, and the query with it.
#[test]
fn no_made_up_number_is_too_large_for_the_type_that_its_column_declares() {
    let mut catalog = home(Dialect::Duckdb);
    for column in catalog.tables.iter_mut().flat_map(|t| &mut t.columns) {
        if column.kind == TypeKind::Decimal {
            column.declared_type = "DECIMAL(4,2)".into();
        }
    }
    let sql = "SELECT o.id FROM orders o JOIN lines l ON l.price = o.total AND l.order_id = o.id WHERE o.total < 5000";
    let query = askwell_sql::guard::checked(sql, Dialect::Duckdb).unwrap();
    let told = [rewrite::qualify(&query, &catalog).unwrap()];
    let tables = rewrite::tables(&query, &catalog);
    let mut maker = Maker::new(&catalog, &told, &tables, &rewrite::domains::domains(&[&told[0]]), 7).unwrap();
    let all: Vec<String> = (0..200).flat_map(|_| maker.another()).collect();
    let rows = all.iter().filter(|s| s.starts_with("INSERT INTO lines"));
    let rows: Vec<&str> = rows.flat_map(|s| s.split('(').skip(1)).collect();
    assert!(rows.len() > 200, "{}", rows.len());
    for row in rows {
        let numbers = row.trim_end_matches([',', ' ', ')']).split(", ");
        let price = numbers.last().and_then(|n| n.parse::<f64>().ok());
        assert!(price.is_none_or(|n| n.abs() < 100.0), "{row}");
    }
}
