//! The first of an ordered list, where the greatest or least value is meant

use askwell_contract::Dialect;
use sqlparser::ast::{Expr, OrderBySort, Query, SelectItem};

use super::{shape, told, Context, Rule, ALL};

pub const RULE: Rule = Rule {
    name: "extreme_by_limit_to_aggregate",
    says: "A list was put in order to take its first value; now the greatest or least is taken without ordering.",
    before: "SELECT o.id FROM orders o WHERE o.total = (SELECT p.total FROM orders p WHERE p.shop_id = o.shop_id AND p.total \
             IS NOT NULL ORDER BY p.total DESC LIMIT 1)",
    after: "SELECT o.id FROM orders o WHERE o.total = (SELECT MAX(p.total) FROM orders p WHERE p.shop_id = \
            o.shop_id AND p.total IS NOT NULL)",
    also: &["SELECT c.name FROM customers c WHERE c.id > (SELECT o.id FROM orders o WHERE o.status = 'paid' ORDER BY o.id \
             LIMIT 1)"],
    leaves: &[
        "SELECT c.name FROM customers c WHERE c.id = (SELECT o.customer_id FROM orders o ORDER BY o.total DESC LIMIT 1)",
        "SELECT c.name FROM customers c WHERE c.id = (SELECT o.id FROM orders o ORDER BY o.id DESC LIMIT 1 OFFSET 1)",
    ],
    sound: "The first value in falling order is the greatest, and of no rows both are NULL; it is only done where NULL cannot \
            come first, because the column holds none or a condition keeps it out.",
    source: "ISO/IEC 9075-2, 10.9 <aggregate function>, and each engine's documented order of NULLs",
    engines: ALL,
    tells: Some(told::extreme_by_limit_to_aggregate),
    apply,
};

fn apply(query: &Query, cx: &Context<'_>) -> Option<Query> {
    let mut done = query.clone();
    let select = shape::select_mut(&mut done)?;
    let swap = |e: &Expr| match e {
        Expr::Subquery(sub) => extreme(sub, cx).map(|q| Expr::Subquery(Box::new(q))),
        _ => None,
    };
    let count = shape::replace_here(&mut select.projection, &swap)
        + shape::replace_here(&mut select.selection, &swap)
        + shape::replace_here(&mut select.having, &swap);
    (count > 0).then_some(done)
}

fn extreme(sub: &Query, cx: &Context<'_>) -> Option<Query> {
    let select = shape::select(sub).filter(|s| !shape::is_folded(s) && sub.with.is_none())?;
    let ([by], [SelectItem::UnnamedExpr(value) | SelectItem::ExprWithAlias { expr: value, .. }]) =
        (shape::order(sub)?, select.projection.as_slice())
    else {
        return None;
    };
    let limited = sub
        .limit_clause
        .as_ref()
        .is_some_and(|l| l.to_string().trim() == "LIMIT 1");
    let column = shape::col(value)?;
    if !limited || shape::meant(&by.expr, select)? != *value {
        return None;
    }
    let falling = matches!(by.options.sort, Some(OrderBySort::Desc));
    let nulls_first = by.options.nulls_first.unwrap_or(match cx.dialect() {
        Dialect::Sqlite => !falling,
        Dialect::Postgres => falling,
        Dialect::Duckdb => false,
    });
    if nulls_first && !cannot_be_null(select, &column, cx) {
        return None;
    }
    let mut done = sub.clone();
    done.order_by = None;
    done.limit_clause = None;
    let aggregate = cx.expr(&format!("{}({value})", if falling { "MAX" } else { "MIN" }))?;
    shape::select_mut(&mut done)?.projection = vec![SelectItem::UnnamedExpr(aggregate)];
    Some(done)
}

fn cannot_be_null(select: &sqlparser::ast::Select, column: &shape::Col, cx: &Context<'_>) -> bool {
    let Some(flat) = shape::flat(select) else { return false };
    let source = flat
        .sources
        .iter()
        .find(|f| shape::alias_of(f).as_ref() == Some(&column.0));
    let is_it = |e: &Expr| shape::col(e).as_ref() == Some(column);
    source.is_some_and(|s| cx.filled_source(s, &column.1))
        || flat.conditions.iter().any(|c| shape::rejects_null(c, &is_it))
}
