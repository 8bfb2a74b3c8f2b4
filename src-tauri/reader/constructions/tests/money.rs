//! What was spent and what came in, of a sheet by itself.

use askwell_contract::TypeKind;

use super::{asked, column, shop};
use crate::known::Role;
use crate::rank::Weights;

#[test]
fn what_was_spent_is_told_from_what_came_in() {
    let known = {
        let mut known = shop();
        known.tables = vec![known.tables.remove(4)];
        known.links.clear();
        known
    };
    let first = |question: &str| crate::read(&known, &asked(question), Weights::learned())[0].sql.clone();
    let spent = "SUM(CASE WHEN amount < 0 THEN -amount END)";
    let sql = first("how much did we spend in 2024");
    assert!(sql.contains(spent) && sql.contains("2024"), "{sql}");
    let sql = first("how much money came in in 2024");
    assert!(sql.contains("SUM(CASE WHEN amount > 0 THEN amount END)"), "{sql}");
    let sql = first("what did we spend most on");
    assert!(sql.contains(spent) && sql.contains("GROUP BY purpose"), "{sql}");
    let sql = first("what do we spend a month on average");
    assert!(sql.starts_with("SELECT AVG(") && sql.contains(spent), "{sql}");
}

#[test]
fn money_that_is_kept_apart_already_is_told_by_the_names_of_its_columns() {
    let first = |out: &str, into: &str| {
        let mut known = shop();
        known.tables = vec![known.tables.remove(4)];
        known.links.clear();
        let columns = &mut known.tables[0].columns;
        columns.truncate(4);
        (columns[2], columns[3]) = (
            column(out, TypeKind::Real, Role::Measure),
            column(into, TypeKind::Real, Role::Measure),
        );
        let known = known.ready();
        let readings = crate::read(&known, &asked("how much did we spend in 2024"), Weights::learned());
        readings.first().map_or_else(String::new, |r| r.sql.clone())
    };
    let sql = first("paid_out", "paid_in");
    assert!(sql.contains("SUM(paid_out)"), "{sql}");
    let sql = first("goods_out", "goods_in");
    assert!(!sql.contains("SUM(goods_out)"), "{sql}");
}

#[test]
fn what_sells_best_is_told_by_what_was_sold_and_not_by_what_is_in_stock() {
    use crate::known::{Col, Link};

    let mut known = shop();
    let mut stock = known.tables[1].clone();
    (stock.name, stock.sql, stock.words) = ("stock".into(), "stock".into(), vec!["stock".into()]);
    known.tables.push(stock);
    let col = |table, column| Col { table, column };
    known.links.push(Link {
        from: vec![col(known.tables.len() - 1, 2)],
        to: vec![col(2, 0)],
        inferred: false,
        untidy: false,
    });
    let known = known.ready();
    let sql = |question: &str| -> Vec<String> {
        let found = crate::read(&known, &asked(question), Weights::learned());
        found.into_iter().map(|r| r.sql).collect()
    };
    let found = sql("best selling products in 2024");
    assert!(
        !found.is_empty() && found.iter().all(|s| !s.contains("stock")),
        "{found:?}"
    );
    let found = sql("best selling products in stock");
    assert!(found.iter().any(|s| s.contains("stock")), "{found:?}");
}
