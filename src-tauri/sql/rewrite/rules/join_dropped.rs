//! An outer join with a table of which nothing is used

use sqlparser::ast::{BinaryOperator, Expr, JoinConstraint, JoinOperator, Query};

use super::{shape, told, Context, Rule, ALL};

pub const RULE: Rule = Rule {
    name: "join_dropped",
    says: "A table was joined of which nothing is shown and which drops no row; it is no longer read.",
    before: "SELECT o.id, o.total FROM orders o LEFT JOIN customers c ON c.id = o.customer_id",
    after: "SELECT o.id, o.total FROM orders o",
    also: &["SELECT o.status, SUM(o.total) AS t FROM orders o LEFT JOIN shops s ON s.id = o.shop_id AND s.town = 'Lima' GROUP \
             BY o.status"],
    leaves: &[
        "SELECT c.id FROM customers c LEFT JOIN orders o ON o.customer_id = c.id",
        "SELECT o.id FROM orders o LEFT JOIN customers c ON c.id = o.customer_id WHERE c.country IS NULL",
        "SELECT o.id FROM orders o JOIN customers c ON c.id = o.customer_id",
    ],
    sound: "The condition names a declared key without NULLs, so at most one row matches and an outer join keeps every row \
            once, match or not.",
    source: "Bhargava, Goel and Iyer, Simplification of Outer Joins, CASCON 1995",
    engines: ALL,
    tells: Some(told::join_dropped),
    apply,
};

fn apply(query: &Query, cx: &Context<'_>) -> Option<Query> {
    let mut done = query.clone();
    let select = shape::select_mut(&mut done)?;
    let everywhere = shape::cols(query);
    for from in &mut select.from {
        let droppable = from.joins.iter().position(|join| {
            let (JoinOperator::Left(JoinConstraint::On(on)) | JoinOperator::LeftOuter(JoinConstraint::On(on))) =
                &join.join_operator
            else {
                return false;
            };
            let Some((table, alias)) = cx.table(&join.relation).zip(shape::alias_of(&join.relation)) else {
                return false;
            };
            let keys: Vec<String> = shape::conjuncts(on).iter().filter_map(|c| key(c, &alias)).collect();
            let own = |cols: &[shape::Col]| cols.iter().filter(|c| c.0 == alias).count();
            cx.unique(table, &keys) && own(&everywhere) == own(&shape::cols(on))
        });
        if let Some(at) = droppable {
            from.joins.remove(at);
            return Some(done);
        }
    }
    None
}

/// The column of the joined table that a condition sets equal to something else.
fn key(condition: &Expr, alias: &str) -> Option<String> {
    let Expr::BinaryOp {
        left,
        op: BinaryOperator::Eq,
        right,
    } = shape::bare(condition)
    else {
        return None;
    };
    let of = |e: &Expr| shape::col(e).filter(|c| c.0 == alias).map(|c| c.1);
    let free = |e: &Expr| !shape::cols(e).iter().any(|c| c.0 == alias);
    of(left)
        .filter(|_| free(right))
        .or_else(|| of(right).filter(|_| free(left)))
}
