//! What stands out in each part of a statement, before anything is rewritten.
//!
//! In: a qualified query and the catalog. Out: its parts as a graph: the main query, named parts, subqueries and branches
//! of unions, each with what it reads, gives, keeps apart and what is known to make such parts slow.
//! Deliberately absent: costs; an engine knows those.

use std::collections::BTreeSet;

use askwell_contract::optimise::{Flag, Part};
use askwell_contract::Catalog;
use sqlparser::ast::{
    Distinct, Expr, Join, JoinConstraint, JoinOperator, Query, Select, SetExpr, SetOperator, SetQuantifier, TableFactor,
};

use super::alone::Alone;
use super::rules::distinct_dropped::cannot_repeat;
use super::{shape, Context};
use crate::scope::plain_parts;

pub fn parts(query: &Query, catalog: &Catalog) -> Vec<Part> {
    placed(query, catalog).0
}

/// Each part as a statement, in the order of [`parts`].
pub fn alone(query: &Query, catalog: &Catalog) -> Vec<Alone> {
    let cx = Context::new(query, catalog);
    let mut found = Found::default();
    take(query, "main query", None, &cx, &mut found);
    found.alone
}

/// The parts; and of each query below the statement, in the order of a reader, the place of its part among them.
pub(super) fn placed(query: &Query, catalog: &Catalog) -> (Vec<Part>, Vec<usize>) {
    let cx = Context::new(query, catalog);
    let mut found = Found::default();
    take(query, "main query", None, &cx, &mut found);
    let places = places(query, &found);
    let Found { mut parts, stored, .. } = found;
    for (part, own) in parts.iter_mut().zip(&stored) {
        let reads = |table: &Stored| stored.iter().filter(|other| other.contains(table)).count();
        if own.iter().any(|table| reads(table) > 1) {
            part.flags.push(Flag::RepeatedScan);
        }
    }
    (parts, places)
}

/// By their text: of queries that read alike the first is the first part. What is no part of its own, such as a query in
/// ORDER BY, counts with the main one.
fn places(query: &Query, found: &Found) -> Vec<usize> {
    struct Read<'f> {
        left: Vec<&'f (String, usize)>,
        main: usize,
        places: Vec<usize>,
    }
    impl sqlparser::ast::Visitor for Read<'_> {
        type Break = ();
        fn pre_visit_query(&mut self, query: &Query) -> std::ops::ControlFlow<()> {
            let text = query.to_string();
            let at = self.left.iter().position(|(one, _)| *one == text);
            let part = at.map_or(self.main, |at| self.left.remove(at).1);
            self.places.push(part);
            std::ops::ControlFlow::Continue(())
        }
    }
    let text = query.to_string();
    let main = found.queries.iter().find(|(one, _)| *one == text).map_or(0, |q| q.1);
    let mut read = Read {
        left: found.queries.iter().collect(),
        main,
        places: Vec::new(),
    };
    let _ = crate::tree::read(query, &mut read);
    read.places
}

/// The parts, and the stored tables that each reads itself.
#[derive(Default)]
struct Found {
    parts: Vec<Part>,
    stored: Vec<BTreeSet<Stored>>,
    /// The text of each query and the place of its part.
    queries: Vec<(String, usize)>,
    alone: Vec<Alone>,
    /// What WITH names around the query in hand.
    with: Vec<String>,
}

/// Schema and name.
type Stored = (Option<String>, String);

fn take(query: &Query, called: &str, parent: Option<u32>, cx: &Context<'_>, found: &mut Found) {
    let outside = found.with.len();
    for cte in query.with.iter().flat_map(|w| &w.cte_tables) {
        take(&cte.query, &cte.alias.name.value, parent, cx, found);
        found.with.push(cte.to_string());
    }
    found.queries.push((query.to_string(), found.parts.len()));
    let at = found.parts.len();
    body(&query.body, query.limit_clause.is_some(), called, parent, cx, found);
    let mut own = query.clone();
    own.with = None;
    if let Some(alone) = found.alone.get_mut(at) {
        *alone = Alone {
            text: query.to_string(),
            ..Alone::of(&own, &found.with)
        };
    }
    found.with.truncate(outside);
}

/// `limited`: the rows of this body are cut; of a union, those of the whole.
fn body(set: &SetExpr, limited: bool, called: &str, parent: Option<u32>, cx: &Context<'_>, found: &mut Found) {
    let id = u32::try_from(found.parts.len()).unwrap_or(u32::MAX);
    match set {
        SetExpr::Select(select) => {
            found.parts.push(part(id, called, parent, select, limited, cx));
            found.alone.push(Alone::of(select.as_ref(), &found.with));
            let stored = shape::factors(select).into_iter().filter_map(|f| cx.table(f));
            found
                .stored
                .push(stored.map(|t| (t.schema.clone(), t.name.clone())).collect());
            let mut inner = Inner {
                at: 0,
                queries: Vec::new(),
            };
            let _ = crate::tree::read(select.as_ref(), &mut inner);
            for (n, sub) in inner.queries.iter().enumerate() {
                take(sub, &format!("subquery {} of {called}", n + 1), Some(id), cx, found);
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
            if limited {
                flags.push(Flag::Limit);
            }
            found.stored.push(BTreeSet::new());
            found.alone.push(Alone::of(set, &found.with));
            found.parts.push(Part {
                id,
                called: called.into(),
                parent,
                reads: vec![],
                gives: vec![],
                keys: vec![],
                flags,
                dimensions: vec![],
                may_change: vec![],
                cost: None,
                rows: None,
                share: None,
            });
            body(left, false, &format!("first branch of {called}"), Some(id), cx, found);
            body(right, false, &format!("second branch of {called}"), Some(id), cx, found);
        }
        SetExpr::Query(inner) => take(inner, called, parent, cx, found),
        _ => {}
    }
}

struct Inner {
    at: usize,
    queries: Vec<Query>,
}

impl sqlparser::ast::Visitor for Inner {
    type Break = ();
    fn pre_visit_query(&mut self, query: &Query) -> std::ops::ControlFlow<()> {
        if self.at == 0 {
            self.queries.push(query.clone());
        }
        self.at += 1;
        std::ops::ControlFlow::Continue(())
    }
    fn post_visit_query(&mut self, _: &Query) -> std::ops::ControlFlow<()> {
        self.at -= 1;
        std::ops::ControlFlow::Continue(())
    }
}

fn part(id: u32, called: &str, parent: Option<u32>, select: &Select, limited: bool, cx: &Context<'_>) -> Part {
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
        _ if cannot_repeat(select, cx) => key(select, cx),
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
        flags: flags(select, limited, &reads),
        reads,
        dimensions: dimensions(select, cx),
        may_change: vec![],
        cost: None,
        rows: None,
        share: None,
    }
}

/// The outputs without which rows could repeat, of a SELECT whose rows cannot.
fn key(select: &Select, cx: &Context<'_>) -> Vec<String> {
    let mut least = select.clone();
    for at in (0..least.projection.len()).rev() {
        let mut fewer = least.clone();
        fewer.projection.remove(at);
        if cannot_repeat(&fewer, cx) {
            least = fewer;
        }
    }
    let outputs = shape::outputs(&least).unwrap_or_default();
    outputs.iter().filter_map(|(e, _)| shape::col(e).map(|c| c.1)).collect()
}

/// Tables that only add to the rows of another: at most one row of them meets each of its rows, and it has many times as
/// many.
fn dimensions(select: &Select, cx: &Context<'_>) -> Vec<String> {
    const MANY: u64 = 10;
    let factors = shape::factors(select);
    let stored = |alias: &String| {
        let factor = factors.iter().find(|f| shape::alias_of(f).as_ref() == Some(alias))?;
        cx.table(factor)
    };
    let on = select.from.iter().flat_map(|from| &from.joins).filter_map(joined_on);
    let pairs: Vec<(shape::Col, shape::Col)> = shape::filters(select)
        .into_iter()
        .chain(on.flat_map(shape::conjuncts))
        .filter_map(|condition| shape::equal_cols(&condition).filter(|(a, b)| a.0 != b.0))
        .flat_map(|(a, b)| [(a.clone(), b.clone()), (b, a)])
        .collect();
    let mut all: Vec<String> = Vec::new();
    for alias in factors.iter().filter_map(|f| shape::alias_of(f)) {
        let met: Vec<&(shape::Col, shape::Col)> = pairs.iter().filter(|(own, _)| own.0 == alias).collect();
        let by: Vec<String> = met.iter().map(|(own, _)| own.1.clone()).collect();
        let largest = met
            .iter()
            .filter_map(|(_, other)| stored(&other.0)?.rows)
            .map(|r| r.count)
            .max();
        let Some(table) = stored(&alias).filter(|table| cx.unique(table, &by)) else {
            continue;
        };
        let small = table
            .rows
            .zip(largest)
            .is_some_and(|(own, other)| own.count * MANY <= other);
        if small && !all.contains(&table.name) {
            all.push(table.name.clone());
        }
    }
    all
}

fn joined_on(join: &Join) -> Option<&Expr> {
    match &join.join_operator {
        JoinOperator::Join(JoinConstraint::On(on))
        | JoinOperator::Inner(JoinConstraint::On(on))
        | JoinOperator::Left(JoinConstraint::On(on))
        | JoinOperator::LeftOuter(JoinConstraint::On(on)) => Some(on),
        _ => None,
    }
}

fn flags(select: &Select, limited: bool, reads: &[String]) -> Vec<Flag> {
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
    flag(limited, Flag::Limit);
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

#[cfg(test)]
mod tests;
