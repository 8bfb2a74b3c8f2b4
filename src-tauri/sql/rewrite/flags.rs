//! What stands out in each part of a statement, before anything is rewritten.
//!
//! In: a qualified query and the catalog. Out: its parts as a graph: the main query, named parts, subqueries and branches
//! of unions, each with what it reads, gives, keeps apart and what is known to make such parts slow.
//! Deliberately absent: costs; an engine knows those.

use askwell_contract::optimise::{Flag, Part};
use askwell_contract::Catalog;
use sqlparser::ast::{Distinct, Expr, Query, Select, SetExpr, SetOperator, SetQuantifier, TableFactor};

use super::{shape, Context};
use crate::scope::plain_parts;

pub fn parts(query: &Query, catalog: &Catalog) -> Vec<Part> {
    let cx = Context::new(query, catalog);
    let mut parts = Vec::new();
    take(query, "main query", None, &cx, &mut parts);
    parts
}

fn take(query: &Query, called: &str, parent: Option<u32>, cx: &Context<'_>, parts: &mut Vec<Part>) {
    for cte in query.with.iter().flat_map(|w| &w.cte_tables) {
        take(&cte.query, &cte.alias.name.value, parent, cx, parts);
    }
    body(&query.body, query, called, parent, cx, parts);
}

fn body(set: &SetExpr, query: &Query, called: &str, parent: Option<u32>, cx: &Context<'_>, parts: &mut Vec<Part>) {
    let id = u32::try_from(parts.len()).unwrap_or(u32::MAX);
    match set {
        SetExpr::Select(select) => {
            parts.push(part(id, called, parent, select, query, cx));
            let mut inner = Inner {
                at: 0,
                found: Vec::new(),
            };
            let _ = crate::tree::read(select.as_ref(), &mut inner);
            for (n, sub) in inner.found.iter().enumerate() {
                take(sub, &format!("subquery {} of {called}", n + 1), Some(id), cx, parts);
            }
        }
        SetExpr::SetOperation {
            left,
            op,
            set_quantifier,
            right,
        } => {
            let mut flags = Vec::new();
            match (op, set_quantifier) {
                (SetOperator::Union, SetQuantifier::All) => flags.push(Flag::UnionAll),
                (SetOperator::Union, _) => flags.push(Flag::Union),
                _ => {}
            }
            parts.push(Part {
                id,
                called: called.into(),
                parent,
                reads: vec![],
                gives: vec![],
                keys: vec![],
                flags,
                targets: vec![],
            });
            body(left, query, &format!("first branch of {called}"), Some(id), cx, parts);
            body(right, query, &format!("second branch of {called}"), Some(id), cx, parts);
        }
        SetExpr::Query(inner) => take(inner, called, parent, cx, parts),
        _ => {}
    }
}

struct Inner {
    at: usize,
    found: Vec<Query>,
}

impl sqlparser::ast::Visitor for Inner {
    type Break = ();
    fn pre_visit_query(&mut self, query: &Query) -> std::ops::ControlFlow<()> {
        if self.at == 0 {
            self.found.push(query.clone());
        }
        self.at += 1;
        std::ops::ControlFlow::Continue(())
    }
    fn post_visit_query(&mut self, _: &Query) -> std::ops::ControlFlow<()> {
        self.at -= 1;
        std::ops::ControlFlow::Continue(())
    }
}

fn part(id: u32, called: &str, parent: Option<u32>, select: &Select, query: &Query, cx: &Context<'_>) -> Part {
    let outputs = shape::outputs(select).unwrap_or_default();
    let reads: Vec<String> = shape::factors(select)
        .iter()
        .map(|f| match f {
            TableFactor::Table { name, .. } => plain_parts(name).join("."),
            other => shape::alias_of(other).unwrap_or_default(),
        })
        .collect();
    let keys: Vec<String> = match shape::group_by(select) {
        Some(by) if !by.is_empty() => by.iter().map(ToString::to_string).collect(),
        _ if super::rules::distinct_dropped::cannot_repeat(select, cx) => {
            outputs.iter().filter_map(|(e, _)| shape::col(e).map(|c| c.1)).collect()
        }
        _ => vec![],
    };
    Part {
        id,
        called: called.into(),
        parent,
        gives: outputs
            .iter()
            .map(|(e, n)| n.as_ref().map_or_else(|| e.to_string(), |n| n.value.clone()))
            .collect(),
        keys,
        flags: flags(select, query, &reads),
        reads,
        targets: vec![],
    }
}

fn flags(select: &Select, query: &Query, reads: &[String]) -> Vec<Flag> {
    let conditions = shape::filters(select);
    let mut flags = Vec::new();
    let mut flag = |holds: bool, flag: Flag| {
        if holds && !flags.contains(&flag) {
            flags.push(flag);
        }
    };
    let any = |test: &dyn Fn(&Expr) -> bool| conditions.iter().any(|c| test(shape::bare(c)));
    let own = shape::aliases(&SetExpr::Select(Box::new(select.clone())));
    flag(
        shape::free(select).iter().any(|(source, _)| !own.contains(source)),
        Flag::Correlated,
    );
    flag(any(&|c| matches!(c, Expr::InSubquery { .. })), Flag::InSubquery);
    flag(
        any(&|c| matches!(c, Expr::Exists { .. }) || c.to_string().starts_with("NOT EXISTS")),
        Flag::Exists,
    );
    flag(
        conditions.iter().any(|c| !super::tied::scalars(c).is_empty()),
        Flag::Scalar,
    );
    flag(select.projection.iter().any(|p| shape::subqueries(p) > 0), Flag::Scalar);
    flag(shape::has_window(&select.projection), Flag::Window);
    flag(matches!(select.distinct, Some(Distinct::Distinct)), Flag::Distinct);
    let mut sorted = reads.to_vec();
    sorted.sort_unstable();
    flag(sorted.windows(2).any(|w| w.first() == w.get(1)), Flag::SelfJoin);
    flag(any(&|c| shape::disjuncts(c).len() > 1), Flag::OrCondition);
    flag(conditions.iter().any(function_on_column), Flag::FunctionOnColumn);
    let joined = conditions.iter().filter(|c| matches!(shape::bare(c), Expr::BinaryOp { left, right, .. } if shape::col(left).is_some() && shape::col(right).is_some()));
    let on = select.from.iter().map(|f| f.joins.len()).sum::<usize>();
    flag(
        select.from.len() > 1 && joined.count() + on + 1 < reads.len(),
        Flag::CrossJoin,
    );
    let late = shape::factors(select).iter().any(|f| {
        let derived = matches!(f, TableFactor::Derived { .. });
        derived && shape::alias_of(f).is_some_and(|alias| !shape::of_source(&conditions, &alias).0.is_empty())
    });
    flag(late, Flag::LateFilter);
    flag(query.limit_clause.is_some(), Flag::Limit);
    flag(shape::is_grouped(select), Flag::Grouped);
    flags
}

fn function_on_column(condition: &Expr) -> bool {
    let Expr::BinaryOp { left, op, right } = shape::bare(condition) else {
        return false;
    };
    let around = |e: &Expr| {
        matches!(
            shape::bare(e),
            Expr::Function(_) | Expr::Extract { .. } | Expr::Substring { .. } | Expr::Cast { .. }
        ) && !shape::cols(e).is_empty()
            && shape::is_plain(e)
    };
    shape::is_comparison(op) && ((around(left) && shape::literal(right)) || (around(right) && shape::literal(left)))
}
