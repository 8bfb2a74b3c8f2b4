//! COUNT(DISTINCT x) as a count over distinct rows

use sqlparser::ast::{Expr, GroupByExpr, Query};

use super::{one_scan, shape, told, Context, Rule, ALL};

pub const RULE: Rule = Rule {
    name: "count_distinct_in_two_steps",
    says: "Different values were counted group by group; now repeated rows are dropped first and the rest counted.",
    before: "SELECT o.status, COUNT(DISTINCT o.customer_id) AS n FROM orders o GROUP BY o.status",
    after: "SELECT once.key1 AS status, COUNT(once.counted) AS n FROM (SELECT DISTINCT o.status AS key1, o.customer_id \
            AS counted FROM orders o) AS once GROUP BY once.key1",
    also: &[
        "SELECT COUNT(DISTINCT o.shop_id) AS n FROM orders o WHERE o.total > 2",
        "SELECT c.country, COUNT(DISTINCT o.shop_id) AS n FROM orders o JOIN customers c ON c.id = o.customer_id GROUP BY \
         c.country HAVING COUNT(DISTINCT o.shop_id) > 1",
    ],
    leaves: &["SELECT o.status, COUNT(DISTINCT o.customer_id) AS n, SUM(o.total) AS total FROM orders o GROUP BY o.status"],
    sound: "Each different value of a group stands in exactly one row of the inner result, with the group's keys; NULL \
            stays uncounted.",
    source: "Chaudhuri and Shim, Including Group-By in Query Optimization, VLDB 1994",
    engines: ALL,
    tells: Some(told::count_distinct_in_two_steps),
    apply,
};

fn apply(query: &Query, cx: &Context<'_>) -> Option<Query> {
    let select = shape::select(query)?;
    let keys = shape::group_by(select)?.to_vec();
    let mut aggregates = shape::aggregates(&select.projection);
    aggregates.append(&mut shape::aggregates(&select.having));
    aggregates.append(&mut shape::aggregates(&query.order_by));
    let first = aggregates.first()?.clone();
    let (name, value) = shape::argument(&first)?;
    let alone = aggregates.iter().all(|f| *f == first) && shape::is_distinct(&first) && name == "count";
    let plain = keys.iter().all(|k| shape::col(k).is_some()) && shape::is_plain(&value) && first.filter.is_none();
    let outputs = shape::outputs(select)?;
    if !alone || !plain || shape::has_window(&select.projection) || select.distinct.is_some() {
        return None;
    }
    // Outside of the aggregate only the keys may be read.
    let mut rest = select.clone();
    shape::replace_here(&mut rest.projection, &|e| {
        matches!(e, Expr::Function(f) if *f == first).then(|| Expr::value(sqlparser::ast::Value::Null))
    });
    let known: Vec<shape::Col> = keys.iter().filter_map(shape::col).collect();
    let stray = shape::cols(&rest.projection).iter().any(|c| !known.contains(c));
    let subqueries = shape::subqueries(&select.projection) + shape::subqueries(&select.having) > 0;
    if stray || subqueries || outputs.is_empty() {
        return None;
    }
    let alias = cx.fresh("once");
    let mut shown: Vec<String> = keys
        .iter()
        .enumerate()
        .map(|(i, k)| format!("{k} AS key{}", i + 1))
        .collect();
    shown.push(format!("{value} AS counted"));
    let mut inner = select.clone();
    inner.projection = vec![];
    inner.having = None;
    inner.group_by = GroupByExpr::Expressions(vec![], vec![]);
    let text = inner.to_string();
    let rest = text.strip_prefix("SELECT")?;
    let source = cx.derived(&format!("SELECT DISTINCT {} {rest}", shown.join(", ")), &alias)?;
    let new = cx.expr(&format!("COUNT({alias}.counted)"))?;
    let swap = |e: &Expr| match e {
        Expr::Function(f) if *f == first => Some(new.clone()),
        other => keys
            .iter()
            .position(|k| k == other)
            .map(|i| shape::column(&alias, &format!("key{}", i + 1))),
    };
    let mut done = query.clone();
    let order = &mut done.order_by;
    shape::replace_here(order, &swap);
    let changed = shape::select_mut(&mut done)?;
    shape::replace_here(&mut changed.projection, &swap);
    one_scan::keep_names(select, changed);
    let select = changed;
    shape::replace_here(&mut select.having, &swap);
    shape::replace_here(&mut select.group_by, &swap);
    select.selection = None;
    select.from = vec![shape::from_one(source)];
    Some(done)
}
