//! What a person finds natural although no word asks for it: groups are listed largest first, periods in their order;
//! and readings that can only give the same result are one.
//!
//! In: ranked readings. Out: the same with orders, each result once. Deliberately absent: the rank, which is settled
//! before.

use super::query::{Agg, Expr, Query};
use super::write::{self, Writer};
use super::Interpretation;
use crate::prepare::Knowledge;

/// Orders groups that nothing orders. False: the query is as it was.
pub fn order_groups(knowledge: &Knowledge, q: &mut Query) -> bool {
    let settled = !q.order.is_empty() || q.limit.is_some() || q.set.is_some() || q.each.is_some() || q.distinct;
    let special = |e: &Expr| {
        matches!(
            e,
            Expr::Running(..) | Expr::Change(..) | Expr::Agg { agg: Agg::Median, .. }
        )
    };
    if settled || q.group.is_empty() || q.select.iter().any(special) {
        return false;
    }
    let when = |e: &&Expr| match e {
        Expr::Part(..) => true,
        Expr::Column(c) => write::stored(knowledge, *c).is_some(),
        _ => false,
    };
    let shown = |e: &&Expr| q.select.contains(e);
    let periods: Vec<Expr> = q.group.iter().filter(when).filter(shown).cloned().collect();
    if !periods.is_empty() {
        q.order = periods.into_iter().map(|e| (e, false)).collect();
        return true;
    }
    let figure = q.select.iter().find(|e| e.is_aggregate()).cloned();
    q.order.extend(figure.map(|e| (e, true)));
    !q.order.is_empty()
}

/// Every result once, its believers added up, and groups in the order that a person expects.
pub fn settle(knowledge: &Knowledge, found: &mut Vec<Interpretation>) {
    let writer = Writer { knowledge };
    let mut seen: Vec<(Query, usize)> = Vec::new();
    let mut out: Vec<Interpretation> = Vec::new();
    for mut reading in std::mem::take(found) {
        let mut query = reading.query.clone();
        if order_groups(knowledge, &mut query) {
            if let Some(sql) = writer.statement(&query) {
                (reading.query, reading.sql) = (query, sql);
            }
        }
        let result = regardless(&reading.query);
        match seen.iter().find(|s| s.0 == result) {
            Some((_, at)) => {
                if let Some(same) = out.get_mut(*at) {
                    same.belief += reading.belief;
                }
            }
            None => {
                seen.push((result, out.len()));
                out.push(reading);
            }
        }
    }
    out.sort_by(|a, b| b.belief.total_cmp(&a.belief));
    *found = out;
}

/// The query without what a result is the same without: the order of its columns and of its groups.
fn regardless(q: &Query) -> Query {
    let mut out = q.clone();
    let name = |e: &Expr| format!("{e:?}");
    out.select.sort_by_key(name);
    out.group.sort_by_key(name);
    out
}
