//! A ranking with what it ranks by.
//!
//! In: a statement. Out: the same statement with the figure or column that its first rows are chosen by behind its columns:
//! "the 5 customers with the most orders" says how many orders. Deliberately absent: whether a person wants it.

use askwell_contract::Dialect;
use sqlparser::ast::{Expr, GroupByExpr, Ident, LimitClause, OrderByKind, Query, SelectItem, SetExpr, Value};

use crate::features::is_aggregate;
use crate::parse;

/// `None`: it ranks nothing, shows the figure already, or could not show it and stay the same.
pub fn with_figure(sql: &str, dialect: Dialect) -> Option<String> {
    let mut query = parse::query(sql, dialect).ok()?;
    let by = ranked_by(&query)?;
    let SetExpr::Select(select) = query.body.as_mut() else {
        return None;
    };
    // A column more would tell more rows apart.
    if select.distinct.is_some() || select.qualify.is_some() {
        return None;
    }
    let shown = |item: &SelectItem| match item {
        SelectItem::UnnamedExpr(expr) => *expr == by,
        SelectItem::ExprWithAlias { expr, alias } => {
            *expr == by || matches!(&by, Expr::Identifier(name) if name.value.eq_ignore_ascii_case(&alias.value))
        }
        _ => true,
    };
    if select.projection.iter().any(shown) {
        return None;
    }
    let grouped = match &select.group_by {
        GroupByExpr::Expressions(list, _) => (!list.is_empty()).then(|| list.contains(&by)),
        GroupByExpr::All(_) => return None,
    };
    if grouped == Some(false) && !condenses(&by) {
        return None;
    }
    let item = match name(&by) {
        Some(name) => SelectItem::ExprWithAlias {
            expr: by,
            alias: Ident::new(name),
        },
        None => SelectItem::UnnamedExpr(by),
    };
    select.projection.push(item);
    Some(query.to_string())
}

/// What a column of figures is called; `None`: a column has its name already.
fn name(by: &Expr) -> Option<&'static str> {
    let Expr::Function(f) = by else {
        return condenses(by).then_some("figure");
    };
    Some(match f.name.to_string().to_lowercase().as_str() {
        "count" => "how_many",
        "sum" | "total" => "total",
        "avg" => "average",
        "min" => "smallest",
        "max" => "largest",
        _ => return None,
    })
}

/// What the first rows of a statement with a limit are chosen by.
fn ranked_by(query: &Query) -> Option<Expr> {
    match query.limit_clause.as_ref()? {
        LimitClause::LimitOffset { limit: Some(_), .. } => {}
        _ => return None,
    }
    let OrderByKind::Expressions(list) = &query.order_by.as_ref()?.kind else {
        return None;
    };
    let by = &list.first()?.expr;
    // A place of a column names one that is shown.
    let place = matches!(by, Expr::Value(v) if matches!(v.value, Value::Number(..)));
    (!place).then(|| by.clone())
}

fn condenses(expr: &Expr) -> bool {
    match expr {
        Expr::Function(f) => is_aggregate(f),
        Expr::BinaryOp { left, right, .. } => condenses(left) || condenses(right),
        Expr::Nested(e) | Expr::UnaryOp { expr: e, .. } | Expr::Cast { expr: e, .. } => condenses(e),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(sql: &str) -> Option<String> {
        with_figure(sql, Dialect::Sqlite)
    }

    #[test]
    fn the_figure_of_ranked_groups_stands_behind_their_names() {
        let sql = "SELECT name FROM a GROUP BY id, name ORDER BY COUNT(*) DESC LIMIT 5";
        let with = "SELECT name, COUNT(*) AS how_many FROM a GROUP BY id, name ORDER BY COUNT(*) DESC LIMIT 5";
        assert_eq!(shown(sql).as_deref(), Some(with));
        assert_eq!(shown(with), None);
    }

    #[test]
    fn the_column_of_ranked_rows_is_shown() {
        let sql = "SELECT name FROM a ORDER BY price LIMIT 1";
        assert_eq!(
            shown(sql).as_deref(),
            Some("SELECT name, price FROM a ORDER BY price LIMIT 1")
        );
    }

    #[test]
    fn what_would_change_or_shows_it_already_stays() {
        for sql in [
            "SELECT name FROM a ORDER BY price",
            "SELECT DISTINCT name FROM a ORDER BY price LIMIT 1",
            "SELECT name, COUNT(*) AS n FROM a GROUP BY name ORDER BY n DESC LIMIT 1",
            "SELECT name, price FROM a ORDER BY 2 LIMIT 1",
            "SELECT * FROM a ORDER BY price LIMIT 1",
            "SELECT name FROM a GROUP BY name ORDER BY price LIMIT 1",
            "SELECT name FROM a UNION SELECT name FROM b ORDER BY name LIMIT 1",
        ] {
            assert_eq!(shown(sql), None, "{sql}");
        }
    }
}
