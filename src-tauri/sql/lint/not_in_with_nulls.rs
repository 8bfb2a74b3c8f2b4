//! `WHERE id NOT IN (SELECT customer_id FROM orders)` where customer_id may be NULL

use askwell_contract::run::Finding;
use sqlparser::ast::{Expr, SelectItem, SetExpr};

use super::{each_expr, Facts, Rule};

pub const RULE: Rule = Rule {
    name: "not_in_with_nulls",
    about: "One NULL in the list makes NOT IN true for no row at all.",
    bad: "SELECT name FROM customers WHERE id NOT IN (SELECT customer_id FROM orders)",
    good: "SELECT name FROM customers WHERE id NOT IN (SELECT customer_id FROM orders WHERE customer_id IS NOT NULL)",
    check,
};

fn check(facts: &Facts<'_>) -> Vec<Finding> {
    let mut out = Vec::new();
    each_expr(facts.query, |expr| {
        let Expr::InSubquery {
            subquery,
            negated: true,
            ..
        } = expr
        else {
            return;
        };
        let SetExpr::Select(select) = subquery.body.as_ref() else {
            return;
        };
        let [SelectItem::UnnamedExpr(item) | SelectItem::ExprWithAlias { expr: item, .. }] =
            select.projection.as_slice()
        else {
            return;
        };
        let Some((table, column)) = facts.names.column_of(item) else {
            return;
        };
        let key = table.primary_key.iter().any(|k| k.eq_ignore_ascii_case(&column.name));
        let nulls = (facts.nulls)(&table.name, &column.name);
        let possible = nulls.map_or(column.nullable && !key, |n| n > 0);
        let excluded = select.selection.as_ref().is_some_and(|s| {
            let mut found = false;
            each_expr(s, |e| {
                found |= matches!(e, Expr::IsNotNull(inner) if facts.names.column_of(inner) == Some((table, column)));
            });
            found
        });
        if possible && !excluded {
            out.push(Finding::warning(
                RULE.name,
                format!(
                    "{}.{} may be NULL, and then NOT IN finds nothing at all.",
                    table.name, column.name
                ),
            ));
        }
    });
    out
}
