//! A query told step by step, in the order in which it works.
//!
//! In: SQL text. Out: plain sentences, made from the statement itself, so that they cannot say what it does not do.

use askwell_contract::Dialect;
use sqlparser::ast::{
    BinaryOperator, Distinct, Expr, GroupByExpr, JoinConstraint, JoinOperator, LimitClause, OrderByKind, OrderBySort,
    Query, Select, SelectItem, SetExpr, SetOperator, TableFactor,
};

use crate::features::{self, is_aggregate};
use crate::parse;
use crate::scope::plain_parts;

/// No steps for a text that does not parse.
pub fn steps(sql: &str, dialect: Dialect) -> Vec<String> {
    parse::query(sql, dialect)
        .map(|query| of_query(&query))
        .unwrap_or_default()
}

fn of_query(query: &Query) -> Vec<String> {
    let mut out = Vec::new();
    for cte in query.with.iter().flat_map(|w| &w.cte_tables) {
        out.push(format!("Worked out {} first.", cte.alias.name.value));
    }
    body(&query.body, &mut out);
    let shown = shown(&query.body);
    if let Some(OrderByKind::Expressions(by)) = query.order_by.as_ref().map(|o| &o.kind) {
        let keys: Vec<String> = by
            .iter()
            .map(|e| {
                let down = matches!(e.options.sort, Some(OrderBySort::Desc));
                format!(
                    "{}, {} first",
                    plain(pointed(&e.expr, shown)),
                    if down { "highest" } else { "lowest" }
                )
            })
            .collect();
        out.push(format!("Sorted by {}.", keys.join("; then by ")));
    }
    match &query.limit_clause {
        Some(LimitClause::LimitOffset { limit, offset, .. }) => {
            if let Some(offset) = offset {
                out.push(format!("Skipped the first {}.", offset.value));
            }
            if let Some(limit) = limit {
                out.push(kept(&limit.to_string()));
            }
        }
        Some(LimitClause::OffsetCommaLimit { offset, limit }) => {
            out.push(format!("Skipped the first {offset}."));
            out.push(kept(&limit.to_string()));
        }
        None => {}
    }
    out
}

fn kept(limit: &str) -> String {
    if limit == "1" {
        "Kept only the first row.".to_string()
    } else {
        format!("Kept the first {limit} rows.")
    }
}

fn body(body: &SetExpr, out: &mut Vec<String>) {
    match body {
        SetExpr::Select(s) => select(s, out),
        SetExpr::Query(q) => out.extend(of_query(q)),
        SetExpr::SetOperation { left, op, right, .. } => {
            self::body(left, out);
            out.push(
                match op {
                    SetOperator::Union => "Added the rows of a second query:",
                    SetOperator::Intersect => "Kept only rows that a second query gives, too:",
                    _ => "Took away the rows of a second query:",
                }
                .to_string(),
            );
            self::body(right, out);
        }
        _ => {}
    }
}

fn select(select: &Select, out: &mut Vec<String>) {
    for (i, item) in select.from.iter().enumerate() {
        let name = source(&item.relation);
        out.push(if i == 0 {
            format!("Read {name}.")
        } else {
            format!("Put {name} beside it.")
        });
        for join in &item.joins {
            out.push(joined(&source(&join.relation), &join.join_operator));
        }
    }
    let mut conditions = Vec::new();
    if let Some(filter) = &select.selection {
        conjuncts(filter, &mut conditions);
    }
    for condition in conditions {
        out.push(format!("Kept only rows where {}.", plain(condition)));
    }
    let by = match &select.group_by {
        GroupByExpr::All(_) => vec!["everything that is not added up".to_string()],
        GroupByExpr::Expressions(by, _) => by.iter().map(|e| plain(pointed(e, &select.projection))).collect(),
    };
    if !by.is_empty() {
        out.push(format!("Made a group for each {}.", by.join(" and ")));
    }
    for item in &select.projection {
        if let SelectItem::UnnamedExpr(expr) | SelectItem::ExprWithAlias { expr, .. } = item {
            out.extend(aggregate(expr, !by.is_empty()));
        }
    }
    if let Some(having) = &select.having {
        out.push(format!("Kept only groups where {}.", plain(having)));
    }
    if matches!(select.distinct, Some(Distinct::Distinct | Distinct::On(_))) {
        out.push("Left out repeated rows.".to_string());
    }
}

fn source(factor: &TableFactor) -> String {
    match factor {
        TableFactor::Table { name, .. } => format!("the table {}", plain_parts(name).join(".")),
        TableFactor::Derived { alias: Some(alias), .. } => {
            format!("the result of a query inside ({})", alias.name.value)
        }
        TableFactor::Derived { .. } => "the result of a query inside".to_string(),
        other => other.to_string(),
    }
}

fn joined(name: &str, join: &JoinOperator) -> String {
    use JoinOperator as J;
    let (constraint, every) = match join {
        J::Left(c) | J::LeftOuter(c) => (Some(c), ", keeping rows that have none"),
        J::FullOuter(c) => (Some(c), ", keeping rows of both that have none"),
        J::Right(c) | J::RightOuter(c) => (Some(c), ", keeping all its rows"),
        J::Join(c) | J::Inner(c) | J::CrossJoin(c) => (Some(c), ""),
        _ => (None, ""),
    };
    match constraint {
        Some(JoinConstraint::On(on)) => format!("Joined {name} where {}{every}.", plain(on)),
        Some(JoinConstraint::Using(columns)) => {
            let columns: Vec<String> = columns.iter().map(|c| plain_parts(c).join(".")).collect();
            format!("Joined {name} by equal {}{every}.", columns.join(" and "))
        }
        _ => format!("Put {name} beside it."),
    }
}

pub(crate) fn conjuncts<'a>(expr: &'a Expr, out: &mut Vec<&'a Expr>) {
    match expr {
        Expr::BinaryOp {
            left,
            op: BinaryOperator::And,
            right,
        } => {
            conjuncts(left, out);
            conjuncts(right, out);
        }
        Expr::Nested(inner)
            if matches!(
                **inner,
                Expr::BinaryOp {
                    op: BinaryOperator::And,
                    ..
                }
            ) =>
        {
            conjuncts(inner, out)
        }
        _ => out.push(expr),
    }
}

fn aggregate(expr: &Expr, grouped: bool) -> Option<String> {
    let of = if grouped { " of each group" } else { "" };
    measure(expr).map(|m| format!("{} {}{of}.", m.did, m.what))
}

/// What an aggregate does, as "Added up total" and "adds up total".
pub(crate) struct Measure {
    pub did: &'static str,
    pub does: &'static str,
    pub what: String,
}

pub(crate) fn measure(expr: &Expr) -> Option<Measure> {
    let Expr::Function(function) = expr else { return None };
    if !is_aggregate(function) {
        return None;
    }
    let name = plain_parts(&function.name).pop()?.to_lowercase();
    let inside = function.args.to_string();
    let inside = inside.trim_start_matches('(').trim_end_matches(')');
    let (distinct, what) = match inside.strip_prefix("DISTINCT ") {
        Some(rest) => ("different ", rest),
        None => ("", inside),
    };
    let what = what.replace('"', "");
    let (did, does, what) = match name.as_str() {
        "count" if inside == "*" => ("Counted", "counts", "the rows".to_string()),
        "count" => ("Counted", "counts", format!("the {distinct}values of {what}")),
        "sum" | "total" => ("Added up", "adds up", format!("{distinct}{what}")),
        "avg" | "mean" => ("Took", "takes", format!("the average of {distinct}{what}")),
        "min" => ("Took", "takes", format!("the lowest {what}")),
        "max" => ("Took", "takes", format!("the highest {what}")),
        _ => ("Worked out", "works out", format!("{name} of {distinct}{what}")),
    };
    Some(Measure { did, does, what })
}

/// An expression with the commonest signs said in words.
pub(crate) fn plain(expr: &Expr) -> String {
    match expr {
        Expr::BinaryOp { left, op, right } => {
            let word = match op {
                BinaryOperator::Eq => "is",
                BinaryOperator::NotEq => "is not",
                BinaryOperator::Gt => "is more than",
                BinaryOperator::GtEq => "is at least",
                BinaryOperator::Lt => "is less than",
                BinaryOperator::LtEq => "is at most",
                BinaryOperator::And => "and",
                BinaryOperator::Or => "or",
                _ => return expr.to_string(),
            };
            format!("{} {word} {}", plain(left), plain(right))
        }
        Expr::Nested(inner) => format!("({})", plain(inner)),
        Expr::IsNull(inner) => format!("{} is missing", plain(inner)),
        Expr::IsNotNull(inner) => format!("{} is there", plain(inner)),
        Expr::Between {
            expr,
            negated: false,
            low,
            high,
        } => {
            format!("{} is between {} and {}", plain(expr), plain(low), plain(high))
        }
        Expr::InSubquery { expr, negated, .. } => {
            format!(
                "{} is {}among the result of a query inside",
                plain(expr),
                if *negated { "not " } else { "" }
            )
        }
        Expr::Exists { subquery, negated } => match (looked_for(subquery), negated) {
            (Some((tables, rows)), false) => format!("{tables} has a row{rows}"),
            (Some((tables, rows)), true) => format!("{tables} has no row{rows}"),
            (None, false) => "a query inside finds something".to_string(),
            (None, true) => "a query inside finds nothing".to_string(),
        },
        Expr::Subquery(_) => "the result of a query inside".to_string(),
        Expr::Identifier(ident) => ident.value.clone(),
        Expr::CompoundIdentifier(parts) => parts.iter().map(|p| p.value.as_str()).collect::<Vec<_>>().join("."),
        _ => expr.to_string(),
    }
}

/// Where a query inside looks, and for which rows; `None` where it does more than that.
fn looked_for(query: &Query) -> Option<(String, String)> {
    let SetExpr::Select(select) = query.body.as_ref() else {
        return None;
    };
    let grouped = match &select.group_by {
        GroupByExpr::All(_) => true,
        GroupByExpr::Expressions(by, _) => !by.is_empty(),
    };
    // A figure over all rows is a row, whatever there is.
    let figure = !features::of_query(query).aggregates.is_empty();
    let cut = figure || query.limit_clause.is_some() || query.fetch.is_some();
    if query.with.is_some() || cut || grouped || select.having.is_some() || select.from.is_empty() {
        return None;
    }
    let (mut tables, mut conditions) = (Vec::new(), Vec::new());
    for item in &select.from {
        tables.push(source(&item.relation));
        for join in &item.joins {
            let (JoinOperator::Join(JoinConstraint::On(on)) | JoinOperator::Inner(JoinConstraint::On(on))) =
                &join.join_operator
            else {
                return None;
            };
            tables.push(source(&join.relation));
            conjuncts(on, &mut conditions);
        }
    }
    if let Some(filter) = &select.selection {
        conjuncts(filter, &mut conditions);
    }
    let rows: Vec<String> = conditions.into_iter().map(plain).collect();
    let rows = match rows.is_empty() {
        true => String::new(),
        false => format!(" in which {}", rows.join(" and ")),
    };
    Some((tables.join(" with "), rows))
}

/// What a query shows; of several put together, the first.
fn shown(body: &SetExpr) -> &[SelectItem] {
    match body {
        SetExpr::Select(select) => &select.projection,
        SetExpr::Query(query) => shown(&query.body),
        SetExpr::SetOperation { left, .. } => shown(left),
        _ => &[],
    }
}

/// "ORDER BY 2" points at the second thing that is shown.
fn pointed<'e>(expr: &'e Expr, shown: &'e [SelectItem]) -> &'e Expr {
    let Expr::Value(value) = expr else { return expr };
    let place = value.to_string().parse::<usize>().ok().and_then(|n| n.checked_sub(1));
    match place.and_then(|n| shown.get(n)) {
        Some(SelectItem::UnnamedExpr(of) | SelectItem::ExprWithAlias { expr: of, .. }) => of,
        _ => expr,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_query_is_told_in_the_order_it_works() {
        let sql = "SELECT c.country, SUM(o.total) FROM customers c JOIN orders o ON o.customer_id = c.id
                   WHERE o.status = 'paid' AND o.total >= 5 GROUP BY c.country HAVING COUNT(*) > 3
                   ORDER BY SUM(o.total) DESC LIMIT 5";
        assert_eq!(
            steps(sql, Dialect::Sqlite),
            [
                "Read the table customers.",
                "Joined the table orders where o.customer_id is c.id.",
                "Kept only rows where o.status is 'paid'.",
                "Kept only rows where o.total is at least 5.",
                "Made a group for each c.country.",
                "Added up o.total of each group.",
                "Kept only groups where COUNT(*) is more than 3.",
                "Sorted by SUM(o.total), highest first.",
                "Kept the first 5 rows.",
            ]
        );
    }

    #[test]
    fn a_place_in_the_list_is_told_as_what_stands_there() {
        let told = steps(
            "SELECT a, COUNT(*) AS n FROM t GROUP BY 1 ORDER BY 2 DESC, 9",
            Dialect::Sqlite,
        );
        assert_eq!(told[1], "Made a group for each a.");
        assert_eq!(told[3], "Sorted by COUNT(*), highest first; then by 9, lowest first.");
    }

    #[test]
    fn what_is_only_asked_to_be_there_is_told_with_its_conditions() {
        let told = |inside: &str| steps(&format!("SELECT a FROM t WHERE {inside}"), Dialect::Sqlite).remove(1);
        assert_eq!(
            told("EXISTS (SELECT 1 FROM o JOIN l ON l.oid = o.id WHERE o.tid = t.id AND (o.x > 5 OR l.y = 2))"),
            "Kept only rows where the table o with the table l has a row in which l.oid is o.id and o.tid is t.id and \
             (o.x is more than 5 or l.y is 2)."
        );
        assert_eq!(
            told("NOT EXISTS (SELECT 1 FROM o WHERE o.tid = t.id)"),
            "Kept only rows where the table o has no row in which o.tid is t.id."
        );
        for more in [
            "o GROUP BY o.tid HAVING COUNT(*) > 3",
            "o LEFT JOIN l ON l.oid = o.id",
            "o LIMIT 1 OFFSET 3",
            "(SELECT MAX(x) AS x FROM o) AS m GROUP BY x",
        ] {
            assert_eq!(
                told(&format!("EXISTS (SELECT 1 FROM {more})")),
                "Kept only rows where a query inside finds something."
            );
        }
    }

    #[test]
    fn a_figure_is_there_whatever_it_is_of() {
        let sql = "SELECT a FROM t WHERE EXISTS (SELECT MAX(x) FROM o WHERE x > 3)";
        assert_eq!(
            steps(sql, Dialect::Sqlite)[1],
            "Kept only rows where a query inside finds something."
        );
    }

    #[test]
    fn what_does_not_parse_has_no_steps() {
        assert_eq!(steps("nonsense", Dialect::Sqlite), Vec::<String>::new());
        assert_eq!(
            steps("SELECT COUNT(*) FROM t", Dialect::Sqlite),
            ["Read the table t.", "Counted the rows."]
        );
    }
}
