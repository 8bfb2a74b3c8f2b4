//! The first row of each group by a key, found by numbering all rows

use sqlparser::ast::Query;

use super::{numbered, shape, told, Context, Rule, ALL};

pub const RULE: Rule = Rule {
    name: "first_of_group_to_key",
    says: "All rows were put in order and numbered to keep the first of each group; now the least or greatest key of each group is \
           looked up.",
    before: "SELECT t.shop_id, t.total FROM (SELECT o.shop_id, o.total, ROW_NUMBER() OVER (PARTITION BY o.shop_id ORDER BY o.id DESC) AS \
             n FROM orders o) t WHERE t.n = 1",
    after: "SELECT t.shop_id, t.total FROM (SELECT o.shop_id, o.total FROM orders o WHERE o.id IN (SELECT MAX(o.id) FROM orders o GROUP \
            BY o.shop_id)) AS t",
    also: &["SELECT c.name, t.placed FROM customers c JOIN (SELECT o.customer_id AS k, o.placed, ROW_NUMBER() OVER (PARTITION BY \
             o.customer_id, o.status ORDER BY o.id) AS n FROM orders o WHERE o.total > 2) t ON t.k = c.id WHERE t.n <= 1"],
    leaves: &[
        "SELECT t.id FROM (SELECT o.id, ROW_NUMBER() OVER (PARTITION BY o.shop_id ORDER BY o.placed DESC) AS n FROM orders o) t WHERE \
         t.n = 1",
        "SELECT t.id FROM (SELECT o.id, ROW_NUMBER() OVER (PARTITION BY o.shop_id ORDER BY o.id) AS n FROM orders o) t WHERE t.n = 2",
        "SELECT t.id, t.n FROM (SELECT o.id, ROW_NUMBER() OVER (PARTITION BY o.shop_id ORDER BY o.id) AS n FROM orders o) t WHERE t.n = \
         1",
    ],
    sound: "The order is by one column that is never NULL and never comes twice, so that the first row of a group is the one row \
            with its least or, in falling order, greatest value. GROUP BY makes the groups that PARTITION BY does, one for NULL \
            among them, of the same rows, since the conditions are the same.",
    source: "Own; from the definition of ROW_NUMBER in ISO/IEC 9075-2, 6.10 <window function>",
    engines: ALL,
    tells: Some(told::first_of_group_to_key),
    apply,
};

fn apply(query: &Query, cx: &Context<'_>) -> Option<Query> {
    let flat = shape::flat(shape::select(query)?)?;
    let part = numbered::numbered(&flat, query, cx)?;
    let [by] = part.order.as_slice() else { return None };
    let figure = match by.options.sort {
        Some(sqlparser::ast::OrderBySort::Desc) => "MAX",
        _ => "MIN",
    };
    let filter = shape::all_of(shape::filters(&part.select)).map_or_else(String::new, |c| format!(" WHERE {c}"));
    let groups: Vec<String> = part.groups.iter().map(ToString::to_string).collect();
    let list = format!(
        "{key} IN (SELECT {figure}({key}) FROM {}{filter} GROUP BY {})",
        numbered::source(&part.select)?,
        groups.join(", "),
        key = by.expr
    );
    let mut inner = part.select.clone();
    let mut conditions = shape::filters(&inner);
    conditions.push(cx.expr(&list)?);
    inner.selection = shape::all_of(conditions);
    numbered::replaced(query, flat, &part, &inner.to_string(), cx)
}
