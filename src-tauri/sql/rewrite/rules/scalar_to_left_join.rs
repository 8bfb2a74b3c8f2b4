//! A figure worked out again for every row, where one pass by its key would do: among the outputs

use sqlparser::ast::{Expr, Join, JoinConstraint, JoinOperator, Query};

use super::{shape, tied, told, Context, Rule, ALL};

pub const RULE: Rule = Rule {
    name: "scalar_to_left_join",
    says: "A figure beside each row was worked out again for every one of them; now it is worked out once for each key.",
    before: "SELECT c.name, (SELECT COUNT(*) FROM orders o WHERE o.customer_id = c.id) AS n FROM customers c",
    after: "SELECT c.name, COALESCE(by_key.figure, 0) AS n FROM customers c LEFT OUTER JOIN (SELECT \
            o.customer_id AS key1, COUNT(*) AS figure FROM orders o GROUP BY o.customer_id) AS by_key ON \
            by_key.key1 = c.id",
    also: &["SELECT c.name, (SELECT MAX(o.total) FROM orders o WHERE o.customer_id = c.id AND o.status = 'paid') AS most \
             FROM customers c WHERE c.country = 'France'"],
    leaves: &[
        "SELECT c.name, (SELECT COUNT(*) + 1 FROM orders o WHERE o.customer_id = c.id) AS n FROM customers c",
        "SELECT MAX((SELECT COUNT(*) FROM orders o WHERE o.customer_id = c.id)) AS n FROM customers c",
    ],
    sound: "Grouping gives at most one row a key, so the outer join neither repeats nor drops a row; a key without rows has \
            the figure NULL, or 0 where rows are counted, as the subquery had.",
    source: "Ganski and Wong, Optimization of Nested SQL Queries Revisited, SIGMOD 1987",
    engines: ALL,
    tells: Some(told::scalar_to_left_join),
    apply,
};

fn apply(query: &Query, cx: &Context<'_>) -> Option<Query> {
    let select = shape::select(query)?;
    if shape::is_folded(select) || select.from.len() != 1 {
        return None;
    }
    let outside = shape::factors(select);
    let outputs = shape::outputs(select)?;
    let subs = outputs.iter().flat_map(|(expr, _)| tied::scalars(expr));
    let (sub, tied, value) = subs.into_iter().find_map(|sub| {
        let tied = tied::tied(&sub, &outside, cx)?;
        let value = tied::value(&tied.select)?.clone();
        let fits = tied::is_summary(&value) || tied::is_count(&value);
        let whole = !shape::is_grouped(&tied.select) && tied.select.having.is_none() && tied.select.distinct.is_none();
        (fits && whole).then_some((sub, tied, value))
    })?;
    let alias = cx.fresh("by_key");
    let relation = tied::grouped(&tied, &value, &alias, cx)?;
    let figure = shape::column(&alias, "figure");
    let figure = match tied::is_count(&value) {
        true => cx.expr(&format!("COALESCE({figure}, 0)"))?,
        false => figure,
    };
    let on: Expr = shape::all_of(tied::joined(&tied, &alias))?;
    let mut done = query.clone();
    let select = shape::select_mut(&mut done)?;
    for item in &mut select.projection {
        tied::put(item, &sub, &figure);
    }
    select.from.first_mut()?.joins.push(Join {
        relation,
        global: false,
        join_operator: JoinOperator::LeftOuter(JoinConstraint::On(on)),
    });
    Some(done)
}
