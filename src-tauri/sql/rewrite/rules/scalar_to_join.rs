//! A figure worked out again for every row, where one pass by its key would do: in WHERE

use sqlparser::ast::{Expr, Query};

use super::{shape, tied, told, Context, Rule, ALL};

pub const RULE: Rule = Rule {
    name: "scalar_to_join",
    says: "A figure was worked out again for every row; now it is worked out once for each key and joined.",
    before: "SELECT o.id FROM orders o WHERE o.total > (SELECT AVG(p.total) FROM orders p WHERE p.shop_id = o.shop_id)",
    after: "SELECT o.id FROM orders o, (SELECT p.shop_id AS key1, AVG(p.total) AS figure FROM orders p GROUP \
            BY p.shop_id) AS by_key WHERE o.total > by_key.figure AND by_key.key1 = o.shop_id",
    also: &[
        "SELECT c.name FROM customers c, orders o WHERE o.customer_id = c.id AND o.total * 2 >= (SELECT MAX(p.total) + 1 \
         FROM orders p WHERE p.customer_id = c.id AND p.status = 'paid')",
    ],
    leaves: &[
        "SELECT c.name FROM customers c WHERE 0 = (SELECT COUNT(*) FROM orders o WHERE o.customer_id = c.id)",
        "SELECT o.id FROM orders o WHERE o.total > (SELECT AVG(p.total) FROM orders p WHERE p.shop_id < o.shop_id)",
    ],
    sound: "Without a matching row the figure is NULL and the comparison is not true, and the inner join drops the row just \
            so; with one, grouping gives exactly one row a key. A count, which is 0 and not NULL, is left alone, and so are \
            keys of different types, which could match several groups.",
    source: "Kim, On Optimizing an SQL-like Nested Query, ACM TODS 1982; Ganski and Wong, SIGMOD 1987, for the count bug",
    engines: ALL,
    tells: Some(told::scalar_to_join),
    apply,
};

fn apply(query: &Query, cx: &Context<'_>) -> Option<Query> {
    let select = shape::select(query)?;
    let outside = shape::factors(select);
    let mut conditions = shape::filters(select);
    let found = conditions.iter().enumerate().find_map(|(at, condition)| {
        tied::scalars(condition).into_iter().find_map(|sub| {
            let target = |e: &Expr| matches!(e, Expr::Subquery(q) if **q == sub);
            if !shape::rejects_null(condition, &target) {
                return None;
            }
            let tied = tied::tied(&sub, &outside, cx)?;
            let value = tied::value(&tied.select).filter(|v| tied::is_summary(v))?.clone();
            (!shape::is_grouped(&tied.select) && tied.select.having.is_none()).then_some((at, sub, tied, value))
        })
    });
    let (at, sub, tied, value) = found?;
    let alias = cx.fresh("by_key");
    let source = tied::grouped(&tied, &value, &alias, cx)?;
    tied::put(conditions.get_mut(at)?, &sub, &shape::column(&alias, "figure"));
    conditions.extend(tied::joined(&tied, &alias));
    let mut done = query.clone();
    let select = shape::select_mut(&mut done)?;
    select.from.push(shape::from_one(source));
    select.selection = shape::all_of(conditions);
    Some(done)
}
