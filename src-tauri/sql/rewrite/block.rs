//! The SELECTs that the rules read: what they know of one, its sources and conditions, its outputs and its order.
//!
//! In: qualified trees. Out: parts of them. Deliberately absent: SELECTs with anything in them that the rules do not know.

use sqlparser::ast::{
    Distinct, Expr, Function, FunctionArg, FunctionArgExpr, FunctionArguments, GroupByExpr, Ident, Join,
    JoinConstraint, JoinOperator, Query, Select, SelectFlavor, SelectItem, SetExpr, TableFactor, TableWithJoins,
};

use super::shape::{alias_of, cols, conjuncts, filters, is_plain};
use crate::scope::plain_parts;

/// A SELECT in which nothing stands that the rules do not know.
pub fn select(query: &Query) -> Option<&Select> {
    let SetExpr::Select(select) = query.body.as_ref() else {
        return None;
    };
    ordinary(select).then_some(select)
}

pub fn select_mut(query: &mut Query) -> Option<&mut Select> {
    match query.body.as_mut() {
        SetExpr::Select(select) if ordinary(select) => Some(select),
        _ => None,
    }
}

pub fn ordinary(select: &Select) -> bool {
    select.top.is_none()
        && select.select_modifiers.is_none()
        && select.exclude.is_none()
        && select.into.is_none()
        && select.lateral_views.is_empty()
        && select.prewhere.is_none()
        && select.connect_by.is_empty()
        && select.cluster_by.is_empty()
        && select.distribute_by.is_empty()
        && select.sort_by.is_empty()
        && select.named_window.is_empty()
        && select.value_table_mode.is_none()
        && select.flavor == SelectFlavor::Standard
        && !matches!(select.distinct, Some(Distinct::On(_)))
}

/// Nothing but a body: no WITH, no order, no limit.
pub fn is_body_only(query: &Query) -> bool {
    query.with.is_none() && query.order_by.is_none() && query.limit_clause.is_none() && query.fetch.is_none()
}

/// A subquery in FROM that is nothing but a body and renames no column, with its alias.
pub fn opened(factor: &TableFactor) -> Option<(&Query, &Ident)> {
    match factor {
        TableFactor::Derived {
            subquery,
            alias: Some(given),
            ..
        } if given.columns.is_empty() && is_body_only(subquery) => Some((subquery, &given.name)),
        _ => None,
    }
}

/// Sources joined by inner joins and commas alone, with every condition that joins or filters them.
pub struct Flat {
    pub sources: Vec<TableFactor>,
    pub conditions: Vec<Expr>,
}

pub fn flat(select: &Select) -> Option<Flat> {
    let mut flat = Flat {
        sources: Vec::new(),
        conditions: Vec::new(),
    };
    for from in &select.from {
        flat.take(&from.relation)?;
        for join in &from.joins {
            flat.take(&join.relation)?;
            if let Some(on) = inner_on(join)? {
                flat.conditions.extend(conjuncts(on));
            }
        }
    }
    flat.conditions.extend(filters(select));
    Some(flat)
}

/// `None`: not an inner join. The condition where there is one.
#[allow(clippy::option_option)]
fn inner_on(join: &Join) -> Option<Option<&Expr>> {
    use JoinOperator as J;
    match &join.join_operator {
        J::Join(JoinConstraint::On(on)) | J::Inner(JoinConstraint::On(on)) => Some(Some(on)),
        J::Join(JoinConstraint::None) | J::Inner(JoinConstraint::None) | J::CrossJoin(JoinConstraint::None) => {
            Some(None)
        }
        _ => None,
    }
}

impl Flat {
    fn take(&mut self, factor: &TableFactor) -> Option<()> {
        match factor {
            TableFactor::Table {
                args: None,
                sample: None,
                ..
            }
            | TableFactor::Derived {
                lateral: false,
                sample: None,
                alias: Some(_),
                ..
            } => {
                self.sources.push(factor.clone());
                Some(())
            }
            _ => None,
        }
    }
    pub fn alias(&self, at: usize) -> Option<String> {
        self.sources.get(at).and_then(alias_of)
    }
    pub fn from(&self) -> Vec<TableWithJoins> {
        self.sources.iter().cloned().map(from_one).collect()
    }
}

pub fn from_one(relation: TableFactor) -> TableWithJoins {
    TableWithJoins {
        relation,
        joins: Vec::new(),
    }
}

/// Conditions of a source alone, and the others.
pub fn of_source(conditions: &[Expr], alias: &str) -> (Vec<Expr>, Vec<Expr>) {
    conditions.iter().cloned().partition(|c| {
        let cols = cols(c);
        is_plain(c) && !cols.is_empty() && cols.iter().all(|(source, _)| source == alias)
    })
}

pub fn group_by(select: &Select) -> Option<&[Expr]> {
    match &select.group_by {
        GroupByExpr::Expressions(by, modifiers) if modifiers.is_empty() => {
            let sets = |e: &Expr| {
                matches!(
                    e,
                    Expr::GroupingSets(_) | Expr::Cube(_) | Expr::Rollup(_) | Expr::Tuple(_)
                )
            };
            let number = |e: &Expr| matches!(e, Expr::Value(_));
            (!by.iter().any(|e| sets(e) || number(e))).then_some(by)
        }
        _ => None,
    }
}

/// An output's expression and the name that it is known by.
pub fn outputs(select: &Select) -> Option<Vec<(Expr, Option<Ident>)>> {
    let item = |item: &SelectItem| match item {
        SelectItem::UnnamedExpr(expr) => Some((expr.clone(), crate::scope::name_of(expr).cloned())),
        SelectItem::ExprWithAlias { expr, alias } => Some((expr.clone(), Some(alias.clone()))),
        _ => None,
    };
    select.projection.iter().map(item).collect()
}

/// By place, in lower case; an output without a name has the empty one.
pub fn output_names(body: &SetExpr) -> Vec<String> {
    match body {
        SetExpr::Select(select) => outputs(select)
            .unwrap_or_default()
            .into_iter()
            .map(|(_, name)| name.map(|n| n.value.to_lowercase()).unwrap_or_default())
            .collect(),
        SetExpr::SetOperation { left, .. } => output_names(left),
        _ => Vec::new(),
    }
}

pub fn named(expr: Expr, name: &str) -> SelectItem {
    SelectItem::ExprWithAlias {
        expr,
        alias: super::shape::ident(name),
    }
}

/// A function's name in lower case and its one argument; `None` for `count(*)` and for several arguments.
pub fn argument(function: &Function) -> Option<(String, Expr)> {
    let FunctionArguments::List(list) = &function.args else {
        return None;
    };
    match list.args.as_slice() {
        [FunctionArg::Unnamed(FunctionArgExpr::Expr(expr))] if list.clauses.is_empty() => {
            Some((function_name(function), expr.clone()))
        }
        _ => None,
    }
}

pub fn function_name(function: &Function) -> String {
    plain_parts(&function.name).pop().unwrap_or_default().to_lowercase()
}

pub fn is_distinct(function: &Function) -> bool {
    use sqlparser::ast::DuplicateTreatment as D;
    matches!(&function.args, FunctionArguments::List(l) if l.duplicate_treatment == Some(D::Distinct))
}

// ── order ─────────────────────────────────────────────────────────────────────────────────────────────────────────

pub fn order(query: &Query) -> Option<&[sqlparser::ast::OrderByExpr]> {
    match query.order_by.as_ref().map(|o| &o.kind) {
        Some(sqlparser::ast::OrderByKind::Expressions(by)) => Some(by),
        _ => None,
    }
}

/// What a name or a number in ORDER BY stands for.
pub fn meant(expr: &Expr, select: &Select) -> Option<Expr> {
    let outputs = outputs(select)?;
    match expr {
        Expr::Identifier(name) => {
            let same = |n: &Option<Ident>| n.as_ref().is_some_and(|n| n.value.eq_ignore_ascii_case(&name.value));
            outputs.into_iter().find(|(_, n)| same(n)).map(|(expr, _)| expr)
        }
        Expr::Value(value) => {
            let at: usize = value.value.to_string().parse().ok()?;
            outputs.into_iter().nth(at.checked_sub(1)?).map(|(expr, _)| expr)
        }
        other => Some(other.clone()),
    }
}
