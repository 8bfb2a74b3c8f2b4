//! Expressions in words: comparisons, dates, figures, what queries inside look for.
//!
//! In: a parsed expression. Out: words that say what it does and no more; where there are none, the SQL itself.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use sqlparser::ast::{
    visit_expressions, BinaryOperator, CaseWhen, Expr, Function, FunctionArg, FunctionArgExpr, FunctionArguments,
    GroupByExpr, JoinConstraint, JoinOperator, Query, SelectItem, SetExpr, TableFactor, UnaryOperator, Value,
};

use crate::features::{self, is_aggregate};
use crate::scope::plain_parts;

mod denied;

use denied::denied;

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
    let name = name(function);
    let (inside, distinct) = arguments(function);
    if let Some(rows) = rows_where(&name, &inside) {
        return Some(Measure {
            did: "Counted",
            does: "counts",
            what: format!("the rows where {rows}"),
        });
    }
    let different = if distinct { "different " } else { "" };
    let what = match inside.as_slice() {
        [] => "*".to_owned(),
        list => list.iter().map(|e| plain(e)).collect::<Vec<_>>().join(", "),
    };
    let (did, does, what) = match name.as_str() {
        "count" if inside.is_empty() => ("Counted", "counts", "the rows".to_string()),
        "count" => ("Counted", "counts", format!("the {different}values of {what}")),
        "sum" | "total" => ("Added up", "adds up", format!("{different}{what}")),
        "avg" | "mean" => ("Took", "takes", format!("the average of {different}{what}")),
        "min" => ("Took", "takes", format!("the lowest {what}")),
        "max" => ("Took", "takes", format!("the highest {what}")),
        _ => ("Worked out", "works out", format!("{name} of {different}{what}")),
    };
    Some(Measure { did, does, what })
}

/// An aggregate as a figure: "the total of price".
fn figure(function: &Function) -> String {
    let name = name(function);
    let (inside, distinct) = arguments(function);
    if let Some(rows) = rows_where(&name, &inside) {
        return format!("the number of rows where {rows}");
    }
    let what = inside.iter().map(|e| plain(e)).collect::<Vec<_>>().join(", ");
    let what = if distinct { format!("different {what}") } else { what };
    match name.as_str() {
        "count" if inside.is_empty() => "the number of rows".to_owned(),
        "count" => format!("the number of {what}"),
        "sum" | "total" => format!("the total of {what}"),
        "avg" | "mean" => format!("the average of {what}"),
        "min" => format!("the lowest {what}"),
        "max" => format!("the highest {what}"),
        other => format!("the {other} of {what}"),
    }
}

/// "SUM(CASE WHEN ... THEN 1 ELSE 0 END)" counts rows.
fn rows_where(name: &str, inside: &[&Expr]) -> Option<String> {
    let [Expr::Case {
        operand: None,
        conditions,
        else_result,
        ..
    }] = inside
    else {
        return None;
    };
    let [only] = conditions.as_slice() else { return None };
    let is = |e: &Expr, n: &str| e.to_string().trim_end_matches(".0") == n;
    let nought = else_result.as_ref().map(|e| is(e, "0"));
    let counts = match name {
        "sum" | "total" => is(&only.result, "1") && nought != Some(false),
        "count" => nought.is_none() && matches!(only.result, Expr::Value(_)),
        _ => false,
    };
    counts.then(|| plain(&only.condition))
}

fn name(function: &Function) -> String {
    plain_parts(&function.name).pop().unwrap_or_default().to_lowercase()
}

/// What stands in the brackets, `*` left out, and whether each is taken once.
fn arguments(function: &Function) -> (Vec<&Expr>, bool) {
    let FunctionArguments::List(list) = &function.args else {
        return (Vec::new(), false);
    };
    let expr = |a| match a {
        &FunctionArg::Unnamed(FunctionArgExpr::Expr(ref e)) => Some(e),
        _ => None,
    };
    let distinct = list.duplicate_treatment.is_some_and(|d| d.to_string() == "DISTINCT");
    (list.args.iter().filter_map(expr).collect(), distinct)
}

/// An expression with the commonest signs said in words.
pub(crate) fn plain(expr: &Expr) -> String {
    match expr {
        // What only makes a quotient one with decimals.
        Expr::BinaryOp { left, op, right } if *op == BinaryOperator::Multiply && left.to_string() == "1.0" => {
            plain(right)
        }
        Expr::BinaryOp { left, op, right } => match word(op) {
            Some(word) => format!("{} {word} {}", plain(left), plain(right)),
            None => expr.to_string(),
        },
        Expr::UnaryOp {
            op: UnaryOperator::Not,
            expr,
        } => denied(expr),
        Expr::UnaryOp {
            op: UnaryOperator::Minus,
            expr,
        } => format!("minus {}", plain(expr)),
        Expr::Nested(inner) => format!("({})", plain(inner)),
        Expr::Cast { expr, .. } => plain(expr),
        Expr::IsNull(inner) => format!("{} is missing", plain(inner)),
        Expr::IsNotNull(inner) => format!("{} is there", plain(inner)),
        Expr::Between {
            expr,
            negated,
            low,
            high,
        } => {
            let not = if *negated { "not " } else { "" };
            format!("{} is {not}between {} and {}", plain(expr), plain(low), plain(high))
        }
        Expr::Like {
            negated, expr, pattern, ..
        }
        | Expr::ILike {
            negated, expr, pattern, ..
        } => like(expr, pattern, *negated),
        Expr::InList { expr, list, negated } => {
            let list: Vec<String> = list.iter().map(plain).collect();
            let of = if *negated { "none of" } else { "one of" };
            format!("{} is {of} {}", plain(expr), list.join(", "))
        }
        Expr::InSubquery {
            expr,
            subquery,
            negated,
        } => {
            let not = if *negated { "not " } else { "" };
            format!("{} is {not}among {}", plain(expr), among(subquery))
        }
        Expr::Exists { subquery, negated } => match (looked_for(subquery), negated) {
            (Some((tables, rows)), false) => format!("{tables} has a row{rows}"),
            (Some((tables, rows)), true) => format!("{tables} has no row{rows}"),
            (None, false) => "a query inside finds something".to_string(),
            (None, true) => "a query inside finds nothing".to_string(),
        },
        Expr::Subquery(query) => one_figure(query).unwrap_or_else(|| "the result of a query inside".to_string()),
        Expr::Identifier(ident) => ident.value.clone(),
        Expr::CompoundIdentifier(parts) => parts.iter().map(|p| p.value.as_str()).collect::<Vec<_>>().join("."),
        Expr::Extract { field, expr, .. } => match field.to_string().to_lowercase().as_str() {
            "dow" => format!("the weekday of {}", plain(expr)),
            field => format!("the {field} of {}", plain(expr)),
        },
        Expr::Case {
            operand: Some(of),
            conditions,
            ..
        } if conditions.iter().all(|when| is_text(&when.result)) => format!("the name of {}", plain(of)),
        Expr::Case {
            operand: None,
            conditions,
            else_result: None,
            ..
        } if viewed(conditions).is_some() => viewed(conditions).unwrap_or_default(),
        Expr::Case {
            operand: None,
            conditions,
            else_result: Some(column),
            ..
        } if conditions.iter().all(|when| is_respelt(when, column)) => format!("{} in one spelling", plain(column)),
        Expr::Case {
            operand: None,
            conditions,
            else_result,
            ..
        } => {
            let mut parts: Vec<String> = conditions
                .iter()
                .map(|c| format!("{} where {}", plain(&c.result), plain(&c.condition)))
                .collect();
            parts.extend(else_result.as_ref().map(|e| format!("else {}", plain(e))));
            format!("({})", parts.join(", "))
        }
        Expr::Function(f) if is_aggregate(f) => figure(f),
        Expr::Function(f) if f.over.is_none() => function(f).unwrap_or_else(|| expr.to_string()),
        Expr::Value(value) => {
            let text = value.to_string();
            text.strip_suffix(".0").map(str::to_owned).unwrap_or(text)
        }
        _ => expr.to_string(),
    }
}

/// Whether it only writes some texts of the column in another way: "WHEN country = 'UK' THEN 'United Kingdom' ELSE country".
fn is_respelt(when: &CaseWhen, column: &Expr) -> bool {
    let of = match &when.condition {
        Expr::BinaryOp {
            left,
            op: BinaryOperator::Eq,
            right,
        } if is_text(right) => left,
        Expr::InList {
            expr,
            list,
            negated: false,
        } if list.iter().all(is_text) => expr,
        _ => return false,
    };
    **of == *column && is_text(&when.result)
}

/// A column as it is read where it can be: "CASE WHEN glob('[0-9]*', day) THEN TRIM(day) END" is the day.
fn viewed(conditions: &[CaseWhen]) -> Option<String> {
    let mut names = BTreeSet::new();
    for when in conditions {
        let mut result = BTreeSet::new();
        let _ = visit_expressions(&when.result, |e| {
            if matches!(e, Expr::Identifier(_) | Expr::CompoundIdentifier(_)) {
                result.insert(plain(e));
            }
            ControlFlow::<()>::Continue(())
        });
        let mut tested = BTreeSet::new();
        let mut shapes = false;
        let _ = visit_expressions(&when.condition, |e| {
            if matches!(e, Expr::Identifier(_) | Expr::CompoundIdentifier(_)) {
                tested.insert(plain(e));
            }
            shapes |= matches!(e, Expr::Function(f) if name(f) == "glob" || name(f) == "regexp_matches");
            shapes |= matches!(
                e,
                Expr::BinaryOp {
                    op: BinaryOperator::PGRegexMatch,
                    ..
                }
            );
            ControlFlow::<()>::Continue(())
        });
        if !shapes || result.len() != 1 || tested != result {
            return None;
        }
        names.extend(result);
    }
    (names.len() == 1).then(|| names.into_iter().next()).flatten()
}

fn is_text(expr: &Expr) -> bool {
    matches!(expr, Expr::Value(value) if matches!(value.value, Value::SingleQuotedString(_)))
}

fn word(op: &BinaryOperator) -> Option<&'static str> {
    Some(match op {
        BinaryOperator::Eq => "is",
        BinaryOperator::NotEq => "is not",
        BinaryOperator::Gt => "is more than",
        BinaryOperator::GtEq => "is at least",
        BinaryOperator::Lt => "is less than",
        BinaryOperator::LtEq => "is at most",
        BinaryOperator::And => "and",
        BinaryOperator::Or => "or",
        BinaryOperator::Plus => "plus",
        BinaryOperator::Minus => "minus",
        BinaryOperator::Multiply => "times",
        BinaryOperator::Divide => "divided by",
        _ => return None,
    })
}

fn like(expr: &Expr, pattern: &Expr, negated: bool) -> String {
    let (text, not) = (pattern.to_string(), if negated { "does not " } else { "" });
    let s = if negated { "" } else { "s" };
    let inside = text.strip_prefix('\'').and_then(|t| t.strip_suffix('\'')).unwrap_or("");
    let bare = inside.trim_matches('%');
    let (front, behind) = (inside.starts_with('%'), inside.ends_with('%'));
    let verb = match (front, behind) {
        _ if bare.is_empty() || bare.contains(['%', '_']) => None,
        (true, true) => Some(format!("contain{s}")),
        (false, true) => Some(format!("begin{s} with")),
        (true, false) => Some(format!("end{s} with")),
        (false, false) => None,
    };
    match verb {
        Some(verb) => format!("{} {not}{verb} '{bare}'", plain(expr)),
        None => format!("{} is {}like {text}", plain(expr), if negated { "not " } else { "" }),
    }
}

/// Functions of days, and those that change only how something is written. `None`: no words for it.
fn function(function: &Function) -> Option<String> {
    let name = name(function);
    let (inside, _) = arguments(function);
    let text = |e: &Expr| e.to_string().trim_matches('\'').to_owned();
    let literal = |e: &Expr| e.to_string().starts_with('\'');
    Some(match (name.as_str(), inside.as_slice()) {
        ("strftime", [a, b, ..]) => {
            let (format, of) = if literal(a) { (text(a), b) } else { (text(b), a) };
            match part(&format) {
                Some("") => plain(of),
                Some(part) => format!("the {part} of {}", plain(of)),
                None => return None,
            }
        }
        ("to_char", [of, format]) => match text(format).as_str() {
            "YYYY-MM" => format!("the month of {}", plain(of)),
            "YYYY" => format!("the year of {}", plain(of)),
            _ => return None,
        },
        ("dayofweek", [of]) => format!("the weekday of {}", plain(of)),
        ("date_trunc" | "date_part", [part, of]) => format!("the {} of {}", text(part), plain(of)),
        ("year" | "month" | "quarter" | "week" | "day", [of]) => format!("the {name} of {}", plain(of)),
        ("date" | "datetime", [now, changes @ ..]) if text(now) == "now" => {
            let changes: Vec<String> = changes.iter().map(|c| text(c)).collect();
            match changes.is_empty() {
                true => "today".to_owned(),
                false => format!("today ({})", changes.join(", ")),
            }
        }
        ("date" | "datetime" | "julianday" | "unixepoch" | "to_timestamp" | "make_timestamp", [of, ..]) => plain(of),
        ("lower" | "upper" | "trim" | "round", [of, ..]) => plain(of),
        ("coalesce" | "ifnull", [of, other]) => format!("({}, or {} where it is missing)", plain(of), plain(other)),
        ("nullif", [of, other]) if other.to_string() == "0" => plain(of),
        ("length", [of]) => format!("the length of {}", plain(of)),
        ("abs", [of]) => format!("the size of {}", plain(of)),
        _ => return None,
    })
}

/// What a format of `strftime` leaves of a day; the day itself is said by nothing.
fn part(format: &str) -> Option<&'static str> {
    Some(match format {
        "%Y" => "year",
        "%m" | "%Y-%m" => "month",
        "%d" => "day",
        "%w" => "weekday",
        "%H" => "hour",
        "%s" | "%Y-%m-%d" => "",
        _ => return None,
    })
}

/// What a query inside gives one by one: "the customer_id of the table orders in which ...".
fn among(query: &Query) -> String {
    let shown = match query.body.as_ref() {
        SetExpr::Select(select) => match select.projection.as_slice() {
            [SelectItem::UnnamedExpr(e) | SelectItem::ExprWithAlias { expr: e, .. }] => Some(plain(e)),
            _ => None,
        },
        _ => None,
    };
    match (shown, looked_for(query)) {
        (Some(shown), Some((tables, rows))) => format!("the {shown} of {tables}{rows}"),
        _ => "the result of a query inside".to_owned(),
    }
}

/// A query inside that gives one figure of some rows: "the average of price of the table products".
fn one_figure(query: &Query) -> Option<String> {
    let SetExpr::Select(select) = query.body.as_ref() else {
        return None;
    };
    let [SelectItem::UnnamedExpr(e) | SelectItem::ExprWithAlias { expr: e, .. }] = select.projection.as_slice() else {
        return None;
    };
    measure(e)?;
    let (tables, rows) = read(query)?;
    Some(format!("{} of {tables}{rows}", plain(e)))
}

/// Where a query inside looks, and for which rows; `None` where it does more than that.
fn looked_for(query: &Query) -> Option<(String, String)> {
    // A figure over all rows is a row, whatever there is.
    let figure = !features::of_query(query).aggregates.is_empty();
    read(query).filter(|_| !figure)
}

/// The tables that a query reads and the conditions on their rows; `None` where it groups, cuts or works out more.
fn read(query: &Query) -> Option<(String, String)> {
    let SetExpr::Select(select) = query.body.as_ref() else {
        return None;
    };
    let grouped = match &select.group_by {
        GroupByExpr::All(_) => true,
        GroupByExpr::Expressions(by, _) => !by.is_empty(),
    };
    let cut = query.limit_clause.is_some() || query.fetch.is_some();
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

pub(crate) fn source(factor: &TableFactor) -> String {
    match factor {
        TableFactor::Table { name, .. } => format!("the table {}", plain_parts(name).join(".")),
        TableFactor::Derived { alias: Some(alias), .. } => {
            format!("the result of a query inside ({})", alias.name.value)
        }
        TableFactor::Derived { .. } => "the result of a query inside".to_string(),
        other => other.to_string(),
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

#[cfg(test)]
mod tests {
    use askwell_contract::Dialect;

    use crate::steps;

    #[test]
    fn a_column_that_is_read_as_a_day_is_called_by_its_name() {
        let sql =
            "SELECT COUNT(*) FROM t WHERE CASE WHEN glob('[12][0-9]*', trim(seen)) THEN trim(seen) END >= '2024-01-01'";
        assert!(
            steps::told(sql, Dialect::Sqlite).contains("seen is at least '2024-01-01'"),
            "{}",
            steps::told(sql, Dialect::Sqlite)
        );
        let other = "SELECT COUNT(*) FROM t WHERE CASE WHEN paid = 1 THEN price END > 5";
        assert!(steps::told(other, Dialect::Sqlite).contains("price where paid is 1"));
    }

    #[test]
    fn spellings_that_are_taken_together_are_no_cases() {
        let sql = "SELECT 1 FROM t WHERE CASE WHEN land IN ('uk', 'GB') THEN 'UK' ELSE land END = 'UK'";
        assert!(steps::told(sql, Dialect::Sqlite).contains("land in one spelling is 'UK'"));
    }
}
