//! A table that was joined for its conditions alone, where it has several rows for one: each row is to be kept once.
//!
//! In: a SELECT with joins behind those it had. Out: the same with `EXISTS` in their place, where nothing but conditions
//! speaks of them. Deliberately absent: tables of which something is shown, grouped or sorted; their rows are asked for.

use std::ops::ControlFlow;

use askwell_contract::{Catalog, Dialect};
use sqlparser::ast::{
    BinaryOperator, Expr, Join, JoinConstraint, JoinOperator, Query, Select, SelectItem,
    SelectItemQualifiedWildcardKind, SetExpr, Visit, Visitor,
};

use super::{Block, Source};
use crate::parse;
use crate::plain::conjuncts;
use crate::scope::plain_parts;
use crate::tree;

/// A join that was added, and the chain that it is of: those that hang on each other.
struct Added<'a> {
    source: &'a Source,
    item: usize,
    join: Join,
    chain: usize,
}

/// Puts `EXISTS` in the place of the last joins of a query's FROM, `items` being their places there; whether it did.
pub fn put(query: &mut Query, block: &Block, items: &[usize], catalog: &Catalog) -> bool {
    match changed(query, block, items, catalog) {
        Some(changed) => {
            *query = changed;
            true
        }
        None => false,
    }
}

fn changed(query: &Query, block: &Block, items: &[usize], catalog: &Catalog) -> Option<Query> {
    let mut bare = query.clone();
    let added = taken(selected(&mut bare)?, block, items)?;
    let condition = selected(&mut bare)?.selection.take()?;
    let speaks_of = |chain: usize| {
        let added = &added;
        move |expr: &Expr| chain_of(expr, block, added, catalog) == Some(chain)
    };
    let mut parts = Vec::new();
    conjuncts(&condition, &mut parts);
    let parts: Vec<Expr> = parts.into_iter().map(whole).collect();
    let chains = added.iter().map(|a| a.chain + 1).max()?;
    let leaves: Vec<bool> = (0..chains)
        .map(|chain| {
            let of = || added.iter().filter(move |a| a.chain == chain);
            let apart = of().any(|a| a.source.many) && of().all(|a| !a.source.left && on(&a.join).is_some());
            let shown = speaks(&bare, &speaks_of(chain)) || of().any(|a| is_shown_whole(&bare, a.source));
            apart && !shown && parts.iter().any(|part| speaks(part, &speaks_of(chain)))
        })
        .collect();
    let leaves = |chain: usize| leaves.get(chain).copied().unwrap_or_default();
    // Chains that one condition speaks of are asked for together.
    let mut same: Vec<usize> = (0..chains).collect();
    let of = |part: &Expr| -> Vec<usize> {
        let all = (0..chains).filter(|chain| leaves(*chain));
        all.filter(|chain| speaks(part, &speaks_of(*chain))).collect()
    };
    for part in &parts {
        for pair in of(part).windows(2) {
            if let [a, b] = pair {
                let (to, from) = (same.get(*a).copied()?, same.get(*b).copied()?);
                same.iter_mut().filter(|s| **s == from).for_each(|s| *s = to);
            }
        }
    }
    let mut out: Vec<(Option<usize>, Vec<Expr>)> = Vec::new();
    for part in parts {
        let class = of(&part).first().and_then(|chain| same.get(*chain).copied());
        match out.iter_mut().find(|(known, _)| class.is_some() && *known == class) {
            Some((_, inside)) => inside.push(part),
            None => out.push((class, vec![part])),
        }
    }
    if out.iter().all(|(class, _)| class.is_none()) {
        return None;
    }
    let mut conditions = Vec::new();
    for (class, inside) in out {
        match class {
            None => conditions.extend(inside),
            Some(class) => {
                let within = added
                    .iter()
                    .filter(|a| leaves(a.chain) && same.get(a.chain) == Some(&class));
                conditions.push(exists(&within.collect::<Vec<_>>(), inside, catalog.dialect)?);
            }
        }
    }
    let stay: Vec<(usize, Join)> = added
        .iter()
        .filter(|a| !leaves(a.chain))
        .map(|a| (a.item, a.join.clone()))
        .collect();
    let select = selected(&mut bare)?;
    select.selection = conditions.into_iter().reduce(and);
    for (item, join) in stay {
        select.from.get_mut(item)?.joins.push(join);
    }
    Some(bare)
}

fn selected(query: &mut Query) -> Option<&mut Select> {
    match query.body.as_mut() {
        SetExpr::Select(select) => Some(select),
        _ => None,
    }
}

/// Takes the added joins out of FROM, in the order in which they were put there.
fn taken<'a>(select: &mut Select, block: &'a Block, items: &[usize]) -> Option<Vec<Added<'a>>> {
    let mut joins = Vec::with_capacity(items.len());
    for item in items.iter().rev() {
        joins.push(select.from.get_mut(*item)?.joins.pop()?);
    }
    joins.reverse();
    let mut out: Vec<Added<'a>> = Vec::new();
    let sources: Vec<&Source> = block.sources.iter().filter(|s| s.added).collect();
    if sources.len() != joins.len() {
        return None;
    }
    for ((source, item), join) in sources.into_iter().zip(items).zip(joins) {
        let hangs = out.iter().rev().find(|before| {
            let tied = |expr: &Expr| qualifier(expr).is_some_and(|q| q.eq_ignore_ascii_case(&before.source.shown));
            on(&join).is_some_and(|on| speaks(on, &tied))
        });
        let fresh = out.iter().map(|a| a.chain + 1).max().unwrap_or(0);
        let chain = hangs.map_or(fresh, |before| before.chain);
        out.push(Added {
            source,
            item: *item,
            join,
            chain,
        });
    }
    Some(out)
}

fn qualifier(expr: &Expr) -> Option<&str> {
    match expr {
        Expr::CompoundIdentifier(parts) => {
            let at = parts.len().checked_sub(2)?;
            parts.get(at).map(|q| q.value.as_str())
        }
        _ => None,
    }
}

/// The chain of the added table whose column an expression is.
fn chain_of(expr: &Expr, block: &Block, added: &[Added<'_>], catalog: &Catalog) -> Option<usize> {
    let own = || block.sources.iter().filter(|s| !s.added);
    let is = |source: &Source| match expr {
        Expr::Identifier(name) => {
            let table = source.table.and_then(|t| catalog.tables.get(t));
            table.is_some_and(|t| t.column(&name.value).is_some())
        }
        _ => qualifier(expr).is_some_and(|q| q.eq_ignore_ascii_case(&source.shown)),
    };
    let output = match expr {
        Expr::Identifier(name) => block.outputs.iter().any(|o| o.eq_ignore_ascii_case(&name.value)),
        _ => false,
    };
    if output || own().any(is) {
        return None;
    }
    added.iter().find(|a| is(a.source)).map(|a| a.chain)
}

/// `orders.*`
fn is_shown_whole(query: &Query, source: &Source) -> bool {
    let SetExpr::Select(select) = query.body.as_ref() else {
        return true;
    };
    select.projection.iter().any(|item| match item {
        SelectItem::QualifiedWildcard(SelectItemQualifiedWildcardKind::ObjectName(name), _) => {
            let last = plain_parts(name).pop().unwrap_or_default();
            source.shown.eq_ignore_ascii_case(&last)
        }
        _ => false,
    })
}

/// A condition that stands between others joined by AND without falling apart.
fn whole(part: &Expr) -> Expr {
    match part {
        Expr::BinaryOp {
            op: BinaryOperator::Or, ..
        } => Expr::Nested(Box::new(part.clone())),
        part => part.clone(),
    }
}

fn and(left: Expr, right: Expr) -> Expr {
    Expr::BinaryOp {
        left: Box::new(left),
        op: BinaryOperator::And,
        right: Box::new(right),
    }
}

/// `EXISTS (SELECT 1 FROM … WHERE …)`: each chain begins a place of its own in FROM.
fn exists(added: &[&Added<'_>], inside: Vec<Expr>, dialect: Dialect) -> Option<Expr> {
    let mut from = String::new();
    let mut all: Vec<Expr> = Vec::new();
    let mut begun: Vec<usize> = Vec::new();
    let mut sorted: Vec<&&Added<'_>> = added.iter().collect();
    sorted.sort_by_key(|a| a.chain);
    for one in sorted {
        if begun.contains(&one.chain) {
            from.push_str(&format!(" {}", one.join));
            continue;
        }
        let comma = if from.is_empty() { "" } else { ", " };
        from.push_str(&format!("{comma}{}", one.join.relation));
        all.push(on(&one.join)?.clone());
        begun.push(one.chain);
    }
    let all = all.into_iter().chain(inside).reduce(and)?;
    let text = format!("SELECT 1 WHERE EXISTS (SELECT 1 FROM {from} WHERE {all})");
    match *parse::query(&text, dialect).ok()?.body {
        SetExpr::Select(select) => select.selection,
        _ => None,
    }
}

fn on(join: &Join) -> Option<&Expr> {
    match &join.join_operator {
        JoinOperator::Join(JoinConstraint::On(on)) | JoinOperator::Inner(JoinConstraint::On(on)) => Some(on),
        _ => None,
    }
}

/// Whether an expression like this is anywhere below.
fn speaks<V: Visit>(root: &V, like: &dyn Fn(&Expr) -> bool) -> bool {
    struct Any<'a>(&'a dyn Fn(&Expr) -> bool);
    impl Visitor for Any<'_> {
        type Break = ();
        fn pre_visit_expr(&mut self, expr: &Expr) -> ControlFlow<()> {
            match (self.0)(expr) {
                true => ControlFlow::Break(()),
                false => ControlFlow::Continue(()),
            }
        }
    }
    tree::read(root, &mut Any(like)).is_break()
}
