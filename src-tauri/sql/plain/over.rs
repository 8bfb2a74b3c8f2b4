//! Figures that look beyond their own row or group, in words: shares of a whole, running totals, the change from the one before.
//!
//! In: an expression. Out: words, or `None` where there are none for it; frames other than "up to this row" have none.

use sqlparser::ast::{BinaryOperator, Expr, Function, WindowSpec, WindowType};

use super::{arguments, figure, name, plain};
use crate::features::is_aggregate;

/// A function with OVER.
pub(super) fn over(function: &Function) -> Option<String> {
    let spec = spec(function)?;
    let (inside, _) = arguments(function);
    let name = name(function);
    let what = inside.first().map(|e| plain(e));
    if matches!(name.as_str(), "row_number" | "rank" | "dense_rank") {
        let by = keys(spec.order_by.iter().map(|o| &o.expr));
        let within = match spec.partition_by.is_empty() {
            true => String::new(),
            false => format!(" within each {}", keys(spec.partition_by.iter())),
        };
        return Some(format!("the place by {by}{within}"));
    }
    if let (Some(side), 1) = (beside(&name), inside.len()) {
        return Some(format!("{} of the one {side}", what?));
    }
    if spec.window_frame.is_some() {
        return None;
    }
    // What is added up may be a figure of each group already.
    let grouped = inside.iter().any(|e| matches!(e, Expr::Function(f) if is_aggregate(f)));
    let figure = match (name.as_str(), what) {
        ("sum" | "total", Some(what)) if grouped => what,
        ("sum" | "total" | "avg" | "mean" | "count" | "min" | "max", _) => figure(function),
        _ => return None,
    };
    let all = if grouped { "groups" } else { "rows" };
    let of = match spec.partition_by.as_slice() {
        [] => format!(" of all {all}"),
        by => format!(" of all {all} with the same {}", keys(by.iter())),
    };
    Some(match spec.order_by.is_empty() {
        true => format!("{figure}{of}"),
        false if spec.partition_by.is_empty() => format!("{figure} so far"),
        false => format!("{figure} so far within each {}", keys(spec.partition_by.iter())),
    })
}

/// "100 * SUM(price) / SUM(SUM(price)) OVER ()" is a share, "COUNT(*) - LAG(COUNT(*)) OVER (...)" a change.
pub(super) fn compared(left: &Expr, op: &BinaryOperator, right: &Expr) -> Option<String> {
    let right = unnulled(right);
    match op {
        BinaryOperator::Minus => change(left, right),
        BinaryOperator::Divide => {
            let part = hundred(left)?;
            if let Expr::Nested(inner) = part {
                let Expr::BinaryOp {
                    left,
                    op: BinaryOperator::Minus,
                    right: before,
                } = &**inner
                else {
                    return None;
                };
                let said = change(left, before).filter(|_| unnulled(before) == right)?;
                return Some(format!("{said}, in percent"));
            }
            let Expr::Function(whole) = right else { return None };
            let spec = spec(whole)?;
            let (inside, _) = arguments(whole);
            let same = inside.first().is_some_and(|e| **e == *part) && name(whole) == "sum";
            let among = match spec.partition_by.as_slice() {
                [] => String::new(),
                by => format!(" with the same {}", keys(by.iter())),
            };
            (same && spec.order_by.is_empty()).then(|| format!("{} in percent of that of all{among}", plain(part)))
        }
        _ => None,
    }
}

fn keys<'a>(by: impl Iterator<Item = &'a Expr>) -> String {
    by.map(plain).collect::<Vec<_>>().join(" and ")
}

fn change(now: &Expr, before: &Expr) -> Option<String> {
    let Expr::Function(function) = before else { return None };
    let side = beside(&name(function))?;
    spec(function)?;
    let (inside, _) = arguments(function);
    let same = inside.len() == 1 && *inside[0] == *now;
    same.then(|| format!("the change in {} from the one {side}", plain(now)))
}

fn beside(name: &str) -> Option<&'static str> {
    match name {
        "lag" => Some("before"),
        "lead" => Some("behind"),
        _ => None,
    }
}

fn spec(function: &Function) -> Option<&WindowSpec> {
    match &function.over {
        Some(WindowType::WindowSpec(spec)) => Some(spec),
        _ => None,
    }
}

/// What is taken a hundred times.
fn hundred(expr: &Expr) -> Option<&Expr> {
    let Expr::BinaryOp {
        left,
        op: BinaryOperator::Multiply,
        right,
    } = expr
    else {
        return None;
    };
    let is = |e: &Expr| e.to_string().trim_end_matches(".0") == "100";
    match (is(left), is(right)) {
        (true, _) => Some(right),
        (_, true) => Some(left),
        _ => None,
    }
}

/// Without the guard against a division by nought.
fn unnulled(expr: &Expr) -> &Expr {
    if let Expr::Function(function) = expr {
        let (inside, _) = arguments(function);
        if let ("nullif", [of, other]) = (name(function).as_str(), inside.as_slice()) {
            if other.to_string() == "0" {
                return of;
            }
        }
    }
    expr
}
