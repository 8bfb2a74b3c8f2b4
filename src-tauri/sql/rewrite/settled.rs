//! Whether a query gives the same rows whenever it is asked of the same data.
//!
//! In: a query. Out: what its result leaves to chance, in a sentence, or nothing. A LIMIT of the whole query is no
//! obstacle: which rows it may keep is checked by who compares. Deliberately absent: window functions over ties, whose
//! results are compared like all others, so that a rewrite that orders ties otherwise is turned down.

use std::ops::ControlFlow;

use askwell_contract::Dialect;
use sqlparser::ast::{Distinct, Expr, Function, Query, SetExpr, Value, ValueWithSpan, Visitor};

use super::shape;
use crate::tree;

/// Functions that give something else at each call or at each moment.
const FICKLE: &[&str] = &[
    "random",
    "rand",
    "setseed",
    "uuid",
    "gen_random_uuid",
    "uuidv4",
    "uuidv7",
    "now",
    "current_timestamp",
    "localtimestamp",
    "localtime",
    "current_time",
    "transaction_timestamp",
    "statement_timestamp",
    "clock_timestamp",
    "timeofday",
    "get_current_timestamp",
    "get_current_time",
    "nextval",
    "txid_current",
    "randomblob",
    "changes",
    "total_changes",
    "last_insert_rowid",
    "unixepoch_now",
];

pub fn obstacle(query: &Query, dialect: Dialect) -> Option<String> {
    let mut look = Look { depth: 0, dialect };
    match tree::read(query, &mut look) {
        ControlFlow::Break(why) => Some(why),
        ControlFlow::Continue(()) => None,
    }
}

struct Look {
    depth: usize,
    dialect: Dialect,
}

impl Visitor for Look {
    type Break = String;
    fn pre_visit_query(&mut self, query: &Query) -> ControlFlow<String> {
        self.depth += 1;
        let cut = query.limit_clause.is_some() || query.fetch.is_some();
        if cut && self.depth > 1 && !is_extreme(query) {
            return ControlFlow::Break(
                "A part of the query keeps only the first rows, and which those are may change from run to run.".into(),
            );
        }
        if keeps_any(&query.body) && !first_is_plain(query) {
            return ControlFlow::Break("DISTINCT ON keeps one row of several by chance.".into());
        }
        if query.fetch.is_some() {
            return ControlFlow::Break("FETCH FIRST is not read here; write LIMIT.".into());
        }
        ControlFlow::Continue(())
    }
    fn post_visit_query(&mut self, _: &Query) -> ControlFlow<String> {
        self.depth -= 1;
        ControlFlow::Continue(())
    }
    fn pre_visit_expr(&mut self, expr: &Expr) -> ControlFlow<String> {
        match expr {
            Expr::Function(f) if FICKLE.contains(&shape::function_name(f).as_str()) => ControlFlow::Break(format!(
                "{} gives something else each time, so two runs cannot be compared.",
                shape::function_name(f)
            )),
            Expr::Function(f) => self.clock(f),
            _ => ControlFlow::Continue(()),
        }
    }
    fn pre_visit_value(&mut self, value: &ValueWithSpan) -> ControlFlow<String> {
        match &value.value {
            Value::Placeholder(_) => ControlFlow::Break("The query waits for a parameter.".into()),
            _ => ControlFlow::Continue(()),
        }
    }
}

impl Look {
    /// `date('now')` holds for a day, `datetime('now')` for a second.
    fn clock(&self, function: &Function) -> ControlFlow<String> {
        let timed = matches!(
            shape::function_name(function).as_str(),
            "datetime" | "time" | "julianday" | "unixepoch" | "strftime"
        );
        if self.dialect == Dialect::Sqlite && timed && function.to_string().to_lowercase().contains("'now'") {
            return ControlFlow::Break("The query asks for the present moment, so two runs cannot be compared.".into());
        }
        ControlFlow::Continue(())
    }
}

/// DISTINCT ON in a SELECT of the body itself.
fn keeps_any(body: &SetExpr) -> bool {
    match body {
        SetExpr::Select(select) => matches!(select.distinct, Some(Distinct::On(_))),
        SetExpr::SetOperation { left, right, .. } => keeps_any(left) || keeps_any(right),
        _ => false,
    }
}

/// `SELECT DISTINCT ON (a) a, b ... ORDER BY a, b`: rows that come first alike are alike in all that is shown.
fn first_is_plain(query: &Query) -> bool {
    let SetExpr::Select(select) = query.body.as_ref() else {
        return false;
    };
    let (Some(Distinct::On(_)), Some(by)) = (&select.distinct, shape::order(query)) else {
        return false;
    };
    let ordered: Vec<Expr> = by.iter().filter_map(|o| shape::meant(&o.expr, select)).collect();
    let outputs = shape::outputs(select).unwrap_or_default();
    !outputs.is_empty() && outputs.iter().all(|(expr, _)| ordered.contains(expr))
}

/// `SELECT x ... ORDER BY x LIMIT 1`: which of several equal ones is kept makes no difference.
fn is_extreme(query: &Query) -> bool {
    let Some(select) = shape::select(query) else {
        return false;
    };
    let (Some(by), [item]) = (shape::order(query), select.projection.as_slice()) else {
        return false;
    };
    let one = query
        .limit_clause
        .as_ref()
        .is_some_and(|l| l.to_string().trim() == "LIMIT 1");
    let shown = match item {
        sqlparser::ast::SelectItem::UnnamedExpr(expr) => expr,
        sqlparser::ast::SelectItem::ExprWithAlias { expr, .. } => expr,
        _ => return false,
    };
    one && by.len() == 1
        && by
            .first()
            .is_some_and(|o| shape::meant(&o.expr, select).as_ref() == Some(shown))
}
