//! Small questions about a statement's tree that the rules of rewriting share, and small ways to build one.
//!
//! In: qualified trees (`qualify`). Out: parts of them. Deliberately absent: any rule.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use askwell_contract::Dialect;
use sqlparser::ast::{
    BinaryOperator, Expr, Function, Ident, ObjectName, Query, Select, SetExpr, TableFactor, TableWithJoins,
    UnaryOperator, Value, Visit, VisitMut, Visitor, VisitorMut,
};

use crate::dialect;
use crate::features::is_aggregate;
use crate::scope::plain_parts;
use crate::tree;

pub use super::block::*;

/// What is looked for in which list, where a condition is `IN` a plain query, and not denied.
pub fn membership(condition: &Expr) -> Option<(&Expr, &Query, &Select)> {
    let Expr::InSubquery {
        expr,
        subquery,
        negated: false,
    } = bare(condition)
    else {
        return None;
    };
    Some((expr, subquery, select(subquery).filter(|_| is_body_only(subquery))?))
}

/// A column as it is written everywhere in a qualified tree: the source's name and its own, in lower case.
pub type Col = (String, String);

pub fn bare(expr: &Expr) -> &Expr {
    match expr {
        Expr::Nested(inner) => bare(inner),
        other => other,
    }
}

pub fn conjuncts(expr: &Expr) -> Vec<Expr> {
    split(expr, &BinaryOperator::And)
}

pub fn disjuncts(expr: &Expr) -> Vec<Expr> {
    split(expr, &BinaryOperator::Or)
}

fn split(expr: &Expr, by: &BinaryOperator) -> Vec<Expr> {
    match bare(expr) {
        Expr::BinaryOp { left, op, right } if op == by => {
            let mut all = split(left, by);
            all.append(&mut split(right, by));
            all
        }
        other => vec![other.clone()],
    }
}

/// The conditions of WHERE.
pub fn filters(select: &Select) -> Vec<Expr> {
    select.selection.as_ref().map(conjuncts).unwrap_or_default()
}

pub fn all_of(conditions: Vec<Expr>) -> Option<Expr> {
    join(conditions, &BinaryOperator::And)
}

pub fn any_of(conditions: Vec<Expr>) -> Option<Expr> {
    join(conditions, &BinaryOperator::Or)
}

fn join(conditions: Vec<Expr>, by: &BinaryOperator) -> Option<Expr> {
    let wrapped = conditions.into_iter().map(|c| match &c {
        Expr::BinaryOp {
            op: BinaryOperator::Or, ..
        } => nested(c),
        _ => c,
    });
    wrapped.reduce(|left, right| binary(left, by.clone(), right))
}

pub fn binary(left: Expr, op: BinaryOperator, right: Expr) -> Expr {
    Expr::BinaryOp {
        left: Box::new(left),
        op,
        right: Box::new(right),
    }
}

/// Between parentheses, where what stands around it could tear it apart.
pub fn nested(expr: Expr) -> Expr {
    match expr {
        Expr::Identifier(_)
        | Expr::CompoundIdentifier(_)
        | Expr::Value(_)
        | Expr::Nested(_)
        | Expr::Function(_)
        | Expr::Subquery(_) => expr,
        other => Expr::Nested(Box::new(other)),
    }
}

pub fn equal(left: Expr, right: Expr) -> Expr {
    binary(left, BinaryOperator::Eq, right)
}

pub fn col(expr: &Expr) -> Option<Col> {
    match bare(expr) {
        Expr::CompoundIdentifier(parts) => match parts.as_slice() {
            [source, column] => Some((source.value.to_lowercase(), column.value.to_lowercase())),
            _ => None,
        },
        _ => None,
    }
}

/// The two columns that a condition holds equal.
pub fn equal_cols(condition: &Expr) -> Option<(Col, Col)> {
    match bare(condition) {
        Expr::BinaryOp {
            left,
            op: BinaryOperator::Eq,
            right,
        } => col(left).zip(col(right)),
        _ => None,
    }
}

/// A name, quoted where an engine would read it otherwise.
pub fn ident(name: &str) -> Ident {
    // Of the three engines it is the one that reads the most names otherwise.
    dialect::named(name, Dialect::Postgres)
}

pub fn column(source: &str, name: &str) -> Expr {
    Expr::CompoundIdentifier(vec![ident(source), ident(name)])
}

pub fn literal(expr: &Expr) -> bool {
    match bare(expr) {
        Expr::Value(value) => !matches!(value.value, Value::Null | Value::Placeholder(_)),
        Expr::TypedString(_) => true,
        Expr::UnaryOp {
            op: UnaryOperator::Minus,
            expr,
        } => literal(expr),
        Expr::Cast { expr, .. } => literal(expr),
        _ => false,
    }
}

pub fn is_comparison(op: &BinaryOperator) -> bool {
    use BinaryOperator as B;
    matches!(op, B::Eq | B::NotEq | B::Lt | B::LtEq | B::Gt | B::GtEq)
}

pub fn is_arithmetic(op: &BinaryOperator) -> bool {
    use BinaryOperator as B;
    matches!(op, B::Plus | B::Minus | B::Multiply | B::Divide | B::Modulo)
}

/// Whether the condition is never true where `target` is NULL.
pub fn rejects_null(condition: &Expr, target: &dyn Fn(&Expr) -> bool) -> bool {
    match bare(condition) {
        Expr::BinaryOp { left, op, right } if is_comparison(op) => strict(left, target) || strict(right, target),
        Expr::BinaryOp {
            left,
            op: BinaryOperator::And,
            right,
        } => rejects_null(left, target) || rejects_null(right, target),
        Expr::BinaryOp {
            left,
            op: BinaryOperator::Or,
            right,
        } => rejects_null(left, target) && rejects_null(right, target),
        Expr::Between {
            expr,
            low,
            high,
            negated: false,
        } => strict(expr, target) || strict(low, target) || strict(high, target),
        Expr::InList { expr, .. } | Expr::IsNotNull(expr) => strict(expr, target),
        Expr::Like { expr, .. } => strict(expr, target),
        _ => false,
    }
}

/// Whether the value is NULL wherever `target` is.
fn strict(expr: &Expr, target: &dyn Fn(&Expr) -> bool) -> bool {
    if target(expr) {
        return true;
    }
    match expr {
        Expr::Nested(inner) => strict(inner, target),
        Expr::UnaryOp {
            op: UnaryOperator::Minus | UnaryOperator::Plus,
            expr,
        } => strict(expr, target),
        Expr::Cast { expr, .. } => strict(expr, target),
        Expr::BinaryOp { left, op, right } if is_arithmetic(op) => strict(left, target) || strict(right, target),
        _ => false,
    }
}

// ── looking through ───────────────────────────────────────────────────────────────────────────────────────────────

#[derive(Default)]
struct Look {
    depth: usize,
    cols: Vec<Col>,
    /// A name without a source: an output of the SELECT itself, or something that is not understood.
    loose: bool,
    names: Vec<Ident>,
    aggregates: Vec<Function>,
    windows: usize,
    subqueries: usize,
}

impl Visitor for Look {
    type Break = ();
    fn pre_visit_query(&mut self, _: &Query) -> ControlFlow<()> {
        self.depth += 1;
        self.subqueries += 1;
        ControlFlow::Continue(())
    }
    fn post_visit_query(&mut self, _: &Query) -> ControlFlow<()> {
        self.depth -= 1;
        ControlFlow::Continue(())
    }
    fn pre_visit_expr(&mut self, expr: &Expr) -> ControlFlow<()> {
        if let Some(col) = col(expr).filter(|_| matches!(expr, Expr::CompoundIdentifier(_))) {
            self.cols.push(col);
        }
        match expr {
            Expr::Identifier(name) if self.depth == 0 => {
                self.loose = true;
                self.names.push(name.clone());
            }
            Expr::Function(f) if self.depth == 0 && f.over.is_some() => self.windows += 1,
            Expr::Function(f) if self.depth == 0 && is_aggregate(f) => self.aggregates.push(f.clone()),
            _ => {}
        }
        ControlFlow::Continue(())
    }
}

fn look(node: &impl Visit) -> Look {
    let mut look = Look::default();
    let _ = tree::read(node, &mut look);
    look
}

/// All columns below, those in subqueries too.
pub fn cols(node: &impl Visit) -> Vec<Col> {
    look(node).cols
}

/// Names without a source.
pub fn names_within(node: &impl Visit) -> Vec<Ident> {
    look(node).names
}

pub fn aggregates(node: &impl Visit) -> Vec<Function> {
    look(node).aggregates
}

pub fn has_window(node: &impl Visit) -> bool {
    look(node).windows > 0
}

pub fn has_loose_name(node: &impl Visit) -> bool {
    look(node).loose
}

/// Of an expression; a query counts itself.
pub fn subqueries(node: &impl Visit) -> usize {
    look(node).subqueries
}

/// Neither a subquery nor an aggregate nor a window: the value of one row alone.
pub fn is_plain(expr: &Expr) -> bool {
    let look = look(expr);
    look.subqueries == 0 && look.aggregates.is_empty() && look.windows == 0 && !look.loose
}

pub fn is_grouped(select: &Select) -> bool {
    crate::features::grouped(select)
}

/// Groups, aggregates, windows or DISTINCT: its rows are not simply those of FROM and WHERE.
pub fn is_folded(select: &Select) -> bool {
    is_grouped(select)
        || select.having.is_some()
        || select.distinct.is_some()
        || select.qualify.is_some()
        || !aggregates(&select.projection).is_empty()
        || has_window(&select.projection)
}

#[derive(Default)]
struct Free {
    frames: Vec<BTreeSet<String>>,
    free: Vec<Col>,
}

impl Visitor for Free {
    type Break = ();
    fn pre_visit_query(&mut self, query: &Query) -> ControlFlow<()> {
        self.frames.push(aliases(&query.body));
        ControlFlow::Continue(())
    }
    fn post_visit_query(&mut self, _: &Query) -> ControlFlow<()> {
        self.frames.pop();
        ControlFlow::Continue(())
    }
    fn pre_visit_expr(&mut self, expr: &Expr) -> ControlFlow<()> {
        if let (Expr::CompoundIdentifier(_), Some(col)) = (expr, col(expr)) {
            if !self.frames.iter().any(|frame| frame.contains(&col.0)) {
                self.free.push(col);
            }
        }
        ControlFlow::Continue(())
    }
}

/// Columns that belong to what is around: of a query, those of the queries around it; of a condition, all that it reads.
pub fn free(node: &impl Visit) -> Vec<Col> {
    let mut free = Free::default();
    let _ = tree::read(node, &mut free);
    free.free
}

/// The names of everything that the SELECTs of a body read.
pub fn aliases(body: &SetExpr) -> BTreeSet<String> {
    match body {
        SetExpr::Select(select) => factors(select).iter().filter_map(|f| alias_of(f)).collect(),
        SetExpr::SetOperation { left, right, .. } => aliases(left).into_iter().chain(aliases(right)).collect(),
        SetExpr::Query(query) => aliases(&query.body),
        _ => BTreeSet::new(),
    }
}

pub fn factors(select: &Select) -> Vec<&TableFactor> {
    fn within<'a>(from: &'a TableWithJoins, into: &mut Vec<&'a TableFactor>) {
        for factor in std::iter::once(&from.relation).chain(from.joins.iter().map(|j| &j.relation)) {
            match factor {
                TableFactor::NestedJoin { table_with_joins, .. } => within(table_with_joins, into),
                other => into.push(other),
            }
        }
    }
    let mut all = Vec::new();
    select.from.iter().for_each(|from| within(from, &mut all));
    all
}

/// The name by which a source is called, in lower case.
pub fn alias_of(factor: &TableFactor) -> Option<String> {
    match factor {
        TableFactor::Table { alias: Some(alias), .. } | TableFactor::Derived { alias: Some(alias), .. } => {
            Some(alias.name.value.to_lowercase())
        }
        TableFactor::Table { name, .. } => plain_parts(name).pop().map(|n| n.to_lowercase()),
        _ => None,
    }
}

/// The same as it is written, for a source that stands in its place.
pub fn called(factor: &TableFactor) -> Option<String> {
    let written = match factor {
        TableFactor::Table { alias: Some(alias), .. } | TableFactor::Derived { alias: Some(alias), .. } => &alias.name,
        TableFactor::Table { name, .. } => name.0.last()?.as_ident()?,
        _ => return None,
    };
    Some(match written.quote_style {
        Some(_) => written.value.clone(),
        None => written.value.to_lowercase(),
    })
}

pub fn table_name(factor: &TableFactor) -> Option<&ObjectName> {
    match factor {
        TableFactor::Table {
            name,
            args: None,
            sample: None,
            ..
        } => Some(name),
        _ => None,
    }
}

// ── changing ──────────────────────────────────────────────────────────────────────────────────────────────────────

struct Replace<'a> {
    with: &'a dyn Fn(&Expr) -> Option<Expr>,
    depth: usize,
    into_subqueries: bool,
    done: usize,
}

impl VisitorMut for Replace<'_> {
    type Break = ();
    fn pre_visit_query(&mut self, _: &mut Query) -> ControlFlow<()> {
        self.depth += 1;
        ControlFlow::Continue(())
    }
    fn post_visit_query(&mut self, _: &mut Query) -> ControlFlow<()> {
        self.depth -= 1;
        ControlFlow::Continue(())
    }
    fn post_visit_expr(&mut self, expr: &mut Expr) -> ControlFlow<()> {
        if self.depth == 0 || self.into_subqueries {
            if let Some(new) = (self.with)(expr) {
                *expr = new;
                self.done += 1;
            }
        }
        ControlFlow::Continue(())
    }
}

/// Replaces expressions everywhere below, in subqueries too. Says how many.
pub fn replace(node: &mut impl VisitMut, with: &dyn Fn(&Expr) -> Option<Expr>) -> usize {
    replacing(node, with, true)
}

/// The same, but for subqueries.
pub fn replace_here(node: &mut impl VisitMut, with: &dyn Fn(&Expr) -> Option<Expr>) -> usize {
    replacing(node, with, false)
}

fn replacing(node: &mut impl VisitMut, with: &dyn Fn(&Expr) -> Option<Expr>, into_subqueries: bool) -> usize {
    let mut replace = Replace {
        with,
        depth: 0,
        into_subqueries,
        done: 0,
    };
    tree::change(node, &mut replace);
    replace.done
}

/// Gives every column of the source `from` the source's new name.
pub fn rename_source(node: &mut impl VisitMut, from: &str, to: &str) {
    replace(node, &|expr| match expr {
        Expr::CompoundIdentifier(parts) if parts.len() == 2 && parts[0].value.eq_ignore_ascii_case(from) => {
            Some(Expr::CompoundIdentifier(vec![ident(to), parts[1].clone()]))
        }
        _ => None,
    });
}
