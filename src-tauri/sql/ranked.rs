//! A ranking with what it ranks by, and groups beyond a bound with the figure that is compared.
//!
//! In: a statement. Out: the same statement with the figure or column that its rows are chosen by behind its columns:
//! "the 5 customers with the most orders" says how many orders. Deliberately absent: whether a person wants it.

use askwell_contract::Dialect;
use sqlparser::ast::{
    BinaryOperator, Expr, GroupByExpr, Ident, LimitClause, OrderByKind, Query, SelectItem, SetExpr, Value,
};

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
    select.projection.push(item(by));
    Some(query.to_string())
}

fn item(by: Expr) -> SelectItem {
    match name(&by) {
        Some(name) => SelectItem::ExprWithAlias {
            expr: by,
            alias: Ident::new(name),
        },
        None => SelectItem::UnnamedExpr(by),
    }
}

/// The same for groups that lie above or below a bound, or one figure above another. `None`: there are none, or all is shown
/// already; what has to be equal is said by the bound itself.
pub fn with_compared(sql: &str, dialect: Dialect) -> Option<String> {
    let mut query = parse::query(sql, dialect).ok()?;
    let SetExpr::Select(select) = query.body.as_mut() else {
        return None;
    };
    if select.distinct.is_some() || select.qualify.is_some() {
        return None;
    }
    let mut compared = Vec::new();
    bounds(select.having.as_ref()?, &mut compared);
    let shown = |expr: &Expr| {
        let same = |item: &SelectItem| match item {
            SelectItem::UnnamedExpr(own) | SelectItem::ExprWithAlias { expr: own, .. } => own == expr,
            _ => true,
        };
        select.projection.iter().any(same)
    };
    compared.retain(|expr| !shown(expr));
    // Two columns of one name would be told apart by nobody.
    let named = compared.len() == 1;
    let items = compared.into_iter();
    let items: Vec<SelectItem> = match named {
        true => items.map(item).collect(),
        false => items.map(SelectItem::UnnamedExpr).collect(),
    };
    match items.is_empty() {
        true => None,
        false => {
            select.projection.extend(items);
            Some(query.to_string())
        }
    }
}

/// The aggregates of a condition that are compared by size.
fn bounds(having: &Expr, out: &mut Vec<Expr>) {
    use BinaryOperator::{And, Gt, GtEq, Lt, LtEq, Or};
    match having {
        Expr::BinaryOp {
            left,
            op: And | Or,
            right,
        } => {
            bounds(left, out);
            bounds(right, out);
        }
        Expr::BinaryOp {
            left,
            op: Gt | GtEq | Lt | LtEq,
            right,
        } => {
            for side in [left, right] {
                if condenses(side) && !out.contains(side) {
                    out.push((**side).clone());
                }
            }
        }
        Expr::Between { expr, .. } if condenses(expr) && !out.contains(expr) => out.push((**expr).clone()),
        Expr::Nested(inner) => bounds(inner, out),
        _ => {}
    }
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

    #[test]
    fn groups_beyond_a_bound_show_the_figure_that_is_compared() {
        let shown = |sql: &str| with_compared(sql, Dialect::Sqlite);
        for (sql, columns) in [
            (
                "SELECT name FROM a GROUP BY name HAVING COUNT(*) > 3",
                "name, COUNT(*) AS how_many",
            ),
            (
                "SELECT name FROM a GROUP BY name HAVING SUM(x) > SUM(y) AND AVG(x) BETWEEN 1 AND 2",
                "name, SUM(x), SUM(y), AVG(x)",
            ),
        ] {
            let rest = &sql[sql.find(" FROM").unwrap()..];
            assert_eq!(shown(sql).as_deref(), Some(format!("SELECT {columns}{rest}").as_str()));
        }
        for sql in [
            "SELECT name FROM a GROUP BY name HAVING COUNT(*) = 0",
            "SELECT name, COUNT(*) FROM a GROUP BY name HAVING COUNT(*) > 3",
            "SELECT DISTINCT name FROM a GROUP BY name HAVING COUNT(*) > 3",
            "SELECT name FROM a WHERE price > 3",
            "SELECT name FROM a GROUP BY name HAVING COUNT(*) > 3 UNION SELECT name FROM b",
        ] {
            assert_eq!(shown(sql), None, "{sql}");
        }
    }
}
