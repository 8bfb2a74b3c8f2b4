//! `SELECT country, COUNT(*) FROM customers`

use askwell_contract::Dialect;
use sqlparser::ast::{GroupByExpr, SetExpr};

use super::{Context, Rule, Statement};
use crate::grouping;

pub const RULE: Rule = Rule {
    name: "group_by_completion",
    before: "SELECT country, COUNT(*) FROM customers",
    after: "SELECT country, COUNT(*) FROM customers GROUP BY country",
    safe:
        "Without the column in GROUP BY its value is arbitrary (SQLite) or the statement refused (DuckDB, PostgreSQL).",
    apply,
};

fn apply(statement: &Statement<'_>, _: &Context<'_>) -> Option<(String, String)> {
    let mut query = statement.query.clone();
    let SetExpr::Select(select) = query.body.as_mut() else {
        return None;
    };
    let grouping = grouping::of(select, statement.names);
    // SQLite promises the row of the extreme for a single MIN or MAX: that is a way of asking, not a slip.
    let extreme = matches!(grouping.aggregates.as_slice(), [one] if one == "min" || one == "max");
    if grouping.missing.is_empty() || (extreme && statement.dialect == Dialect::Sqlite) {
        return None;
    }
    let GroupByExpr::Expressions(by, _) = &mut select.group_by else {
        return None;
    };
    let columns: Vec<String> = grouping.missing.iter().map(ToString::to_string).collect();
    by.extend(grouping.missing);
    let why = format!(
        "{} stood beside an aggregate without being grouped by.",
        columns.join(", ")
    );
    Some((query.to_string(), why))
}
