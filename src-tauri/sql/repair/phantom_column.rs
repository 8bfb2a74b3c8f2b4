//! `SELECT name, shoe_size FROM customers` where nothing has a shoe size

use std::collections::BTreeSet;

use askwell_contract::{Catalog, Dialect};
use sqlparser::ast::{Expr, GroupByExpr, OrderByKind, Query, SelectItem, SetExpr, Value};
use sqlparser::tokenizer::Location;

use super::{Context, Rule, Statement};
use crate::near;
use crate::scope::{name_of, Meaning, Use};

pub const RULE: Rule = Rule {
    name: "phantom_column",
    before: "SELECT name, shoe_size FROM customers ORDER BY name",
    after: "SELECT name FROM customers ORDER BY name",
    safe: "No table has such a column, nor one near it, so the statement cannot run; no condition is taken away, and \
           what is left out is said.",
    apply,
};

fn apply(statement: &Statement<'_>, cx: &Context<'_>) -> Option<(String, String)> {
    if !cx.failed {
        return None;
    }
    let phantoms: Vec<&Use<'_>> = statement
        .names
        .uses
        .iter()
        .filter(|u| is_phantom(u, cx.catalog))
        .collect();
    let places: BTreeSet<Location> = phantoms.iter().map(|u| u.at.start).collect();
    let mut query = statement.query.clone();
    let limited = query.limit_clause.is_some() || query.fetch.is_some();
    let SetExpr::Select(select) = query.body.as_mut() else {
        return None;
    };
    let phantom = |expr: &Expr| name_of(expr).is_some_and(|name| places.contains(&name.span.start));
    let mut gone = 0;
    let mut lost_names: Vec<String> = Vec::new();
    let outputs = select.projection.len();
    select.projection.retain(|item| match item {
        SelectItem::UnnamedExpr(expr) => !phantom(expr),
        SelectItem::ExprWithAlias { expr, alias } if phantom(expr) => {
            lost_names.push(alias.value.clone());
            false
        }
        _ => true,
    });
    gone += outputs - select.projection.len();
    let narrower = gone > 0;
    if select.projection.is_empty() {
        return None;
    }
    if let GroupByExpr::Expressions(by, _) = &mut select.group_by {
        gone += shorter(by, &phantom)?;
    }
    let numbered_group = matches!(&select.group_by, GroupByExpr::Expressions(by, _) if by.iter().any(is_number));
    let numbered_order = sorted_by(&mut query).is_some_and(|by| by.iter().any(|o| is_number(&o.expr)));
    if let Some(by) = sorted_by(&mut query) {
        let before = by.len();
        by.retain(|o| !phantom(&o.expr));
        // Under a LIMIT the order decides which rows come, and an order that is gone cannot be told from chance.
        if by.len() < before && (by.is_empty() || limited) {
            return None;
        }
        gone += before - by.len();
    }
    let named = statement.names.uses.iter().any(|u| {
        let lost = lost_names.iter().any(|n| n.eq_ignore_ascii_case(&u.name));
        u.qualifier.is_none() && lost && matches!(u.meaning, Meaning::Derived)
    });
    // Half a repair is none: a phantom in a condition, a sum or a subquery still stops the statement, and a place
    // counted in the output means another column once one before it is gone.
    if gone == 0 || gone < phantoms.len() || named || (narrower && (numbered_group || numbered_order)) {
        return None;
    }
    let mut names: Vec<&str> = Vec::new();
    for phantom in &phantoms {
        if !names.iter().any(|n| n.eq_ignore_ascii_case(&phantom.name)) {
            names.push(&phantom.name);
        }
    }
    let why = format!(
        "No table has a column {}, nor one of a name near it; it is left out.",
        names.join(" or ")
    );
    Some((query.to_string(), why))
}

/// A column that no table has and that resembles none.
fn is_phantom(used: &Use<'_>, catalog: &Catalog) -> bool {
    // SQLite reads a quoted name that is no column as a text.
    let text = used.quoted && used.qualifier.is_none() && catalog.dialect == Dialect::Sqlite;
    let unknown = matches!(used.meaning, Meaning::Unknown(_) | Meaning::UnknownTable);
    let mut columns = catalog.tables.iter().flat_map(|t| &t.columns);
    unknown && !text && !columns.any(|c| near::likeness(&used.name, &c.name) >= near::ENOUGH)
}

/// Takes phantoms out of a list; `None` where nothing would be left.
fn shorter(list: &mut Vec<Expr>, phantom: &impl Fn(&Expr) -> bool) -> Option<usize> {
    let before = list.len();
    list.retain(|expr| !phantom(expr));
    (before == 0 || !list.is_empty()).then_some(before - list.len())
}

fn sorted_by(query: &mut Query) -> Option<&mut Vec<sqlparser::ast::OrderByExpr>> {
    match &mut query.order_by.as_mut()?.kind {
        OrderByKind::Expressions(by) => Some(by),
        OrderByKind::All(_) => None,
    }
}

fn is_number(expr: &Expr) -> bool {
    matches!(expr, Expr::Value(value) if matches!(value.value, Value::Number(..)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::repair::tests::repaired;

    #[test]
    fn it_goes_from_output_order_and_grouping_at_once() {
        assert_eq!(
            repaired(
                &RULE,
                "SELECT c.country, c.shoe_size AS s, COUNT(*) FROM customers c GROUP BY c.country, c.shoe_size \
                 ORDER BY c.country, c.shoe_size DESC"
            )
            .as_deref(),
            Some("SELECT c.country, COUNT(*) FROM customers c GROUP BY c.country ORDER BY c.country")
        );
    }

    #[test]
    fn a_condition_is_never_taken_away() {
        for sql in [
            "SELECT name FROM customers WHERE shoe_size > 40",
            "SELECT name, shoe_size FROM customers WHERE shoe_size > 40",
            "SELECT country, COUNT(*) FROM customers GROUP BY country HAVING MAX(shoe_size) > 40",
            "SELECT name FROM customers JOIN orders ON orders.shoe_size = customers.id",
        ] {
            assert_eq!(repaired(&RULE, sql), None, "{sql}");
        }
    }

    #[test]
    fn what_would_leave_nothing_or_mean_something_else_is_left() {
        for sql in [
            "SELECT shoe_size FROM customers",
            "SELECT name FROM customers ORDER BY shoe_size",
            "SELECT name FROM customers ORDER BY name, shoe_size LIMIT 5",
            "SELECT COUNT(*) FROM customers GROUP BY shoe_size",
            "SELECT shoe_size, name FROM customers ORDER BY 2",
            "SELECT name, shoe_size AS s FROM customers ORDER BY name, s",
            "SELECT country, SUM(shoe_size) FROM customers GROUP BY country",
            "SELECT name, shoe_size FROM customers UNION SELECT note, id FROM orders",
            // Near a column, or one of another table: other rules know better.
            "SELECT name, contry FROM customers",
            "SELECT name, total FROM customers",
            "SELECT name, \"shoe_size\" FROM customers",
        ] {
            assert_eq!(repaired(&RULE, sql), None, "{sql}");
        }
    }
}
