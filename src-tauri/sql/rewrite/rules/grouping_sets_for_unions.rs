//! One table summed up by several keys in several passes

use askwell_contract::Dialect;
use sqlparser::ast::{Expr, GroupByExpr, Query, Select, SetExpr, SetOperator, SetQuantifier, Value};

use super::{shape, told, Context, Rule};

pub const RULE: Rule = Rule {
    name: "grouping_sets_for_unions",
    says: "The same rows were read once for each way of grouping them; now one pass makes all groups.",
    before: "SELECT o.shop_id, o.status, SUM(o.total) AS t FROM orders o GROUP BY o.shop_id, o.status UNION ALL SELECT o.shop_id, \
             NULL, SUM(o.total) FROM orders o GROUP BY o.shop_id",
    after: "SELECT o.shop_id, o.status, SUM(o.total) AS t FROM orders o GROUP BY GROUPING SETS ((o.shop_id, \
            o.status), (o.shop_id))",
    also: &["SELECT o.status, COUNT(*) AS n FROM orders o WHERE o.total > 2 GROUP BY o.status UNION ALL SELECT NULL, COUNT(*) \
             FROM orders o WHERE o.total > 2"],
    leaves: &["SELECT o.shop_id, o.status, SUM(o.total) AS t FROM orders o GROUP BY o.shop_id, o.status UNION ALL SELECT \
               o.shop_id, NULL, SUM(o.total) FROM orders o WHERE o.total > 1 GROUP BY o.shop_id"],
    sound: "GROUPING SETS is defined as the UNION ALL of the groupings, with NULL for the keys that a set leaves out.",
    source: "ISO/IEC 9075-2, 7.13 <group by clause>",
    engines: &[Dialect::Duckdb, Dialect::Postgres],
    tells: Some(told::grouping_sets_for_unions),
    apply,
};

fn apply(query: &Query, cx: &Context<'_>) -> Option<Query> {
    let mut branches = Vec::new();
    collect(&query.body, &mut branches)?;
    let first = branches.first().filter(|_| branches.len() > 1)?;
    let whole = |s: &Select| {
        s.from == first.from
            && s.selection == first.selection
            && s.having.is_none()
            && s.distinct.is_none()
            && s.qualify.is_none()
    };
    if !branches
        .iter()
        .all(|b| whole(b) && shape::ordinary(b) && !shape::has_window(&b.projection))
    {
        return None;
    }
    let sets: Vec<Vec<Expr>> = branches
        .iter()
        .map(|b| shape::group_by(b).map(<[Expr]>::to_vec))
        .collect::<Option<_>>()?;
    let outputs: Vec<Vec<Expr>> = branches
        .iter()
        .map(|b| shape::outputs(b).map(|o| o.into_iter().map(|(e, _)| e).collect()))
        .collect::<Option<_>>()?;
    let width = outputs.first()?.len();
    let mut shown = Vec::new();
    for place in 0..width {
        let column: Vec<&Expr> = outputs.iter().map(|o| o.get(place)).collect::<Option<_>>()?;
        let given = column.iter().find(|e| !is_null(e))?;
        let aggregate = matches!(given, Expr::Function(f) if crate::features::is_aggregate(f));
        let fits = column.iter().zip(&sets).all(|(expr, keys)| {
            if aggregate || keys.contains(given) {
                expr == given
            } else {
                is_null(expr)
            }
        });
        if !fits || !(aggregate || shape::col(given).is_some()) {
            return None;
        }
        shown.push((*given).clone());
    }
    // A key that is not shown would give rows that cannot be told from each other, and is allowed; but it must be a column.
    if !sets.iter().flatten().all(|k| shape::col(k).is_some()) {
        return None;
    }
    let written: Vec<String> = sets
        .iter()
        .map(|keys| {
            format!(
                "({})",
                keys.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
            )
        })
        .collect();
    let grouped = cx.query(&format!("SELECT 1 GROUP BY GROUPING SETS ({})", written.join(", ")))?;
    let by: GroupByExpr = shape::select(&grouped)?.group_by.clone();
    let mut select = (*first).clone();
    for (item, new) in select.projection.iter_mut().zip(shown) {
        let named = match item {
            sqlparser::ast::SelectItem::ExprWithAlias { alias, .. } => Some(alias.clone()),
            _ => None,
        };
        *item = match named {
            Some(alias) => sqlparser::ast::SelectItem::ExprWithAlias { expr: new, alias },
            None => sqlparser::ast::SelectItem::UnnamedExpr(new),
        };
    }
    select.group_by = by;
    let mut done = query.clone();
    *done.body = SetExpr::Select(Box::new(select));
    Some(done)
}

fn collect<'a>(body: &'a SetExpr, into: &mut Vec<&'a Select>) -> Option<()> {
    match body {
        SetExpr::Select(select) => into.push(select),
        SetExpr::SetOperation {
            left,
            op: SetOperator::Union,
            set_quantifier: SetQuantifier::All,
            right,
        } => {
            collect(left, into)?;
            collect(right, into)?;
        }
        _ => return None,
    }
    Some(())
}

fn is_null(expr: &Expr) -> bool {
    matches!(expr, Expr::Value(v) if v.value == Value::Null)
}
