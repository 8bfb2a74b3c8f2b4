//! What stands level with the last row of a list that is cut.
//!
//! In: a query with an order and a LIMIT. Out: the same query a few rows longer, with what it is ordered by as its last
//! column. Deliberately absent: running it, and what is said of a tie.

use askwell_contract::Dialect;
use sqlparser::ast::{Expr, Ident, LimitClause, OrderByKind, Query, SelectItem, SetExpr, Value};

use crate::{guard, parse};

/// Rows that are looked at behind the cut.
pub const MORE: u64 = 10;

/// A longer query.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Longer {
    pub sql: String,
    /// Rows of the query as it was.
    pub limit: u64,
}

/// `None`: nothing is cut, nothing is put in order, or what it is ordered by cannot be shown beside the rows.
pub fn longer(sql: &str, dialect: Dialect) -> Option<Longer> {
    let mut query: Query = parse::query(sql, dialect).ok()?;
    if query.fetch.is_some() {
        return None;
    }
    let Some(LimitClause::LimitOffset {
        limit: Some(Expr::Value(number)),
        offset: None,
        limit_by,
    }) = query.limit_clause.as_mut()
    else {
        return None;
    };
    if !limit_by.is_empty() {
        return None;
    }
    let limit: u64 = match &number.value {
        Value::Number(n, _) => n.parse().ok()?,
        _ => return None,
    };
    number.value = Value::Number((limit + MORE).to_string(), false);
    let OrderByKind::Expressions(by) = &query.order_by.as_ref()?.kind else {
        return None;
    };
    let key = by.first()?.expr.clone();
    let SetExpr::Select(select) = query.body.as_mut() else {
        return None;
    };
    if select.distinct.is_some() || limit == 0 {
        return None;
    }
    let expr = match &key {
        Expr::Identifier(name) => named(&select.projection, name).unwrap_or(key),
        // By the place of a column.
        Expr::Value(place) => match &place.value {
            Value::Number(n, _) => match select.projection.get(n.parse::<usize>().ok()?.checked_sub(1)?)? {
                SelectItem::UnnamedExpr(expr) | SelectItem::ExprWithAlias { expr, .. } => expr.clone(),
                _ => return None,
            },
            _ => return None,
        },
        _ => key,
    };
    select.projection.push(SelectItem::ExprWithAlias {
        expr,
        alias: Ident::new("askwell_key"),
    });
    let sql = query.to_string();
    guard::check(&sql, dialect).ok()?;
    Some(Longer { sql, limit })
}

/// What an output column of that name is made of.
fn named(projection: &[SelectItem], name: &Ident) -> Option<Expr> {
    projection.iter().find_map(|item| match item {
        SelectItem::ExprWithAlias { expr, alias } if alias.value.eq_ignore_ascii_case(&name.value) => {
            Some(expr.clone())
        }
        _ => None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cut_list_grows_by_its_key_and_a_few_rows() {
        for (sql, longer_sql, rows) in [
            (
                "SELECT name FROM t ORDER BY age DESC LIMIT 1",
                "SELECT name, age AS askwell_key FROM t ORDER BY age DESC LIMIT 11",
                1,
            ),
            (
                "SELECT c, COUNT(*) AS n FROM t GROUP BY c ORDER BY n DESC, c LIMIT 5",
                "SELECT c, COUNT(*) AS n, COUNT(*) AS askwell_key FROM t GROUP BY c ORDER BY n DESC, c LIMIT 15",
                5,
            ),
            (
                "SELECT c, SUM(x) FROM t GROUP BY c ORDER BY 2 LIMIT 3",
                "SELECT c, SUM(x), SUM(x) AS askwell_key FROM t GROUP BY c ORDER BY 2 LIMIT 13",
                3,
            ),
        ] {
            let longer = longer(sql, Dialect::Sqlite);
            let expected = Longer {
                sql: longer_sql.into(),
                limit: rows,
            };
            assert_eq!(longer, Some(expected), "{sql}");
        }
    }

    #[test]
    fn what_is_not_cut_or_not_in_order_stays() {
        for sql in [
            "SELECT name FROM t ORDER BY age",
            "SELECT name FROM t LIMIT 3",
            "SELECT DISTINCT name FROM t ORDER BY name LIMIT 3",
            "SELECT name FROM t ORDER BY age LIMIT 3 OFFSET 3",
            "SELECT a FROM t UNION SELECT b FROM u ORDER BY 1 LIMIT 3",
            "SELECT name FROM t ORDER BY age LIMIT 0",
        ] {
            assert_eq!(longer(sql, Dialect::Sqlite), None, "{sql}");
        }
    }
}
