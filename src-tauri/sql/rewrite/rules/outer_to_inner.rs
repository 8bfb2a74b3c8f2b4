//! An outer join whose rows without a partner are dropped afterwards

use sqlparser::ast::{Expr, JoinConstraint, JoinOperator, Query};

use super::{shape, told, Context, Rule, ALL};

pub const RULE: Rule = Rule {
    name: "outer_to_inner",
    says: "Rows without a partner were kept and then dropped; as an inner join the tables can be read in any order.",
    before: "SELECT c.name, o.total FROM customers c LEFT JOIN orders o ON o.customer_id = c.id WHERE o.total > 5",
    after: "SELECT c.name, o.total FROM customers c INNER JOIN orders o ON o.customer_id = c.id WHERE o.total \
            > 5",
    also: &["SELECT c.name FROM customers c LEFT JOIN orders o ON o.customer_id = c.id WHERE c.country = 'Peru' AND o.status \
             IN ('paid', 'open')"],
    leaves: &[
        "SELECT c.name, o.total FROM customers c LEFT JOIN orders o ON o.customer_id = c.id WHERE o.total IS NULL",
        "SELECT c.name, o.total FROM customers c LEFT JOIN orders o ON o.customer_id = c.id WHERE COALESCE(o.total, 9) > 5",
    ],
    sound: "A row without a partner has NULL in every column of the joined table, and the condition is never true of NULL.",
    source: "Galindo-Legaria and Rosenthal, Outerjoin Simplification and Reordering, ACM TODS 1997",
    engines: ALL,
    tells: Some(told::outer_to_inner),
    apply,
};

fn apply(query: &Query, _: &Context<'_>) -> Option<Query> {
    let mut done = query.clone();
    let select = shape::select_mut(&mut done)?;
    let conditions = shape::filters(select);
    let mut changed = false;
    for from in &mut select.from {
        for join in &mut from.joins {
            let Some(alias) = shape::alias_of(&join.relation) else {
                continue;
            };
            let of_it =
                |e: &Expr| shape::col(e).is_some_and(|c| c.0 == alias) && matches!(e, Expr::CompoundIdentifier(_));
            let (JoinOperator::Left(on) | JoinOperator::LeftOuter(on)) = &join.join_operator else {
                continue;
            };
            let plain = matches!(on, JoinConstraint::On(_));
            if plain && conditions.iter().any(|c| shape::rejects_null(c, &of_it)) {
                join.join_operator = JoinOperator::Inner(on.clone());
                changed = true;
            }
        }
    }
    changed.then_some(done)
}
