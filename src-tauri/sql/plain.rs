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
use crate::spelt;
use crate::steps::worded::{compared, day, day_words, stretch};

mod called;
mod denied;
mod over;

use called::function;
use denied::denied;

/// What is said of a query inside that has no words of its own.
pub(crate) const INSIDE: &str = "a query inside";

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
        list => list.iter().map(|e| unwrapped(e)).collect::<Vec<_>>().join(", "),
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
    let what = inside.iter().map(|e| unwrapped(e)).collect::<Vec<_>>().join(", ");
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

/// Brackets around all of it tell a reader nothing.
fn unwrapped(expr: &Expr) -> String {
    match expr {
        Expr::Nested(inner) => unwrapped(inner),
        expr => plain(expr),
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
        Expr::BinaryOp { left, op, right } => over::compared(left, op, right).unwrap_or_else(|| {
            match (day(right).and_then(|day| compared(op, day_words(day))), word(op)) {
                (Some(held), _) => format!("{} is {held}", plain(left)),
                (None, Some(word)) => format!("{} {word} {}", plain(left), plain(right)),
                (None, None) => expr.to_string(),
            }
        }),
        Expr::UnaryOp {
            op: UnaryOperator::Not,
            expr,
        } => denied(expr),
        Expr::UnaryOp {
            op: UnaryOperator::Minus,
            expr,
        } => format!("minus {}", plain(expr)),
        Expr::Nested(inner) => format!("({})", plain(inner)),
        Expr::Cast { expr, .. } | Expr::Trim { expr, .. } => plain(expr),
        Expr::IsNull(inner) => format!("{} is missing", plain(inner)),
        Expr::IsNotNull(inner) => format!("{} is there", plain(inner)),
        Expr::Between {
            expr,
            negated,
            low,
            high,
        } => {
            let not = if *negated { "not " } else { "" };
            let span = match (day(low), day(high)) {
                (Some(low), Some(high)) => stretch(low, high),
                _ => format!("between {} and {}", plain(low), plain(high)),
            };
            format!("{} is {not}{span}", plain(expr))
        }
        Expr::Like {
            negated, expr, pattern, ..
        }
        | Expr::ILike {
            negated, expr, pattern, ..
        } => like(expr, pattern, *negated),
        Expr::InList { expr, list, negated } => {
            let (list, behind) = values(list);
            let of = match (negated, list.len()) {
                (false, 1) => "",
                (true, 1) => "not ",
                (false, _) => "one of ",
                (true, _) => "none of ",
            };
            format!("{} is {of}{}{behind}", plain(expr), list.join(", "))
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
        e if called::day_of_parts(e).is_some() => called::day_of_parts(e).unwrap_or_default(),
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
        Expr::Function(f) if f.over.is_some() => over::over(f).unwrap_or_else(|| expr.to_string()),
        Expr::Function(f) if is_aggregate(f) => figure(f),
        Expr::Function(f) => function(f).unwrap_or_else(|| expr.to_string()),
        Expr::Value(value) => {
            let text = value.to_string();
            text.strip_suffix(".0").map(str::to_owned).unwrap_or(text)
        }
        _ => expr.to_string(),
    }
}

/// The values of a list, texts that are written in several ways once, and what to say of that.
fn values(list: &[Expr]) -> (Vec<String>, String) {
    let texts: Option<Vec<&str>> = list.iter().map(text).collect();
    match texts.map(spelt::once) {
        Some((texts, behind)) if !behind.is_empty() => (texts.iter().map(|t| format!("'{t}'")).collect(), behind),
        _ => (list.iter().map(plain).collect(), String::new()),
    }
}

fn text(expr: &Expr) -> Option<&str> {
    match expr {
        Expr::Value(value) => match &value.value {
            Value::SingleQuotedString(text) => Some(text),
            _ => None,
        },
        _ => None,
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
    text(expr).is_some()
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
    let inside = |f: &TableFactor| matches!(f, TableFactor::Derived { .. });
    let nested = select.from.iter().any(|item| inside(&item.relation));
    if query.with.is_some() || cut || grouped || nested || select.having.is_some() || select.from.is_empty() {
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
mod tests;
