//! The fan-out guard: what is added up, averaged or counted is counted once, whatever it is joined with.
//!
//! In: a query. Out: the same with each row of the counted table counted by its key, or, where it adds up or averages,
//! with the conditions on the rows that a join would repeat it for put into a subquery, or, where these rows make the
//! groups, with each row taken once a group; `None` where nothing is repeated. Deliberately absent: queries of models,
//! which the lint rule `fan_out` warns of.

use std::collections::BTreeSet;

use super::query::{Agg, Col, Cond, Expr, Op, Query, Value};
use crate::prepare::Knowledge;

/// And the table whose rows are counted once.
pub fn once(knowledge: &Knowledge, q: &Query) -> Option<(Query, usize)> {
    added(knowledge, q)
        .or_else(|| counted(knowledge, q))
        .or_else(|| grouped(knowledge, q))
}

/// "The credit limits of customers by the channel of their orders": a customer with forty orders of a channel has one
/// credit limit there.
fn grouped(knowledge: &Knowledge, q: &Query) -> Option<(Query, usize)> {
    let plain = q.set.is_none() && q.each.is_none() && !q.outer && !q.distinct && !q.group.is_empty();
    let table = measured(q).filter(|_| plain)?;
    key_of(knowledge, table)?;
    let own = |e: &Expr| {
        let mut own = true;
        e.tables(&mut |t| own &= t == table);
        own
    };
    let figures = |e: &Expr| !e.is_aggregate() || own(e);
    let all_own = q.select.iter().chain(q.order.iter().map(|(e, _)| e)).all(figures);
    // Groups of its own rows: what is asked of each is for each of what repeats it.
    let repeating = repeating(knowledge, q, table)?;
    let by = |t: usize| {
        q.group
            .iter()
            .any(|e| matches!(e, Expr::Column(c) | Expr::Part(_, c) if c.table == t))
    };
    let again = repeating.iter().any(|t| by(*t)) && !settled(knowledge, q, table, &repeating);
    (all_own && again).then(|| {
        let mut out = q.clone();
        out.once = Some(table);
        (out, table)
    })
}

/// Whether a row of `one` and its group leave one row at most of each table that would repeat it: from what is the same
/// in all of them, keys lead to whole rows, and joins to the columns that they compare.
fn settled(knowledge: &Knowledge, q: &Query, one: usize, repeating: &BTreeSet<usize>) -> bool {
    let tables = &knowledge.catalog.tables;
    let names: Vec<String> = q.needed().iter().map(|t| tables[*t].name.clone()).collect();
    let Some(routes) = knowledge.graph.routes(&names) else {
        return false;
    };
    let steps = routes.pick(q.route);
    let at = |name: &str| tables.iter().position(|t| t.name.eq_ignore_ascii_case(name));
    let column = |t: usize, name: &str| (t, name.to_lowercase());
    let mut rows = BTreeSet::from([one]);
    let mut same: BTreeSet<(usize, String)> = q
        .group
        .iter()
        .filter_map(|e| match e {
            Expr::Column(c) => Some(column(c.table, &tables[c.table].columns[c.column].name)),
            _ => None,
        })
        .collect();
    let pairs: Vec<[(usize, String); 2]> = steps
        .iter()
        .filter_map(|s| {
            let left = column(at(&s.left_table)?, &s.left_column);
            Some([left, column(at(&s.right_table)?, &s.right_column)])
        })
        .collect();
    loop {
        let known = (rows.len(), same.len());
        for [a, b] in &pairs {
            for (from, to) in [(a, b), (b, a)] {
                if rows.contains(&from.0) || same.contains(from) {
                    same.insert(to.clone());
                }
            }
        }
        for t in repeating.iter().chain(pairs.iter().flatten().map(|(t, _)| t)) {
            let keys = std::iter::once(&tables[*t].primary_key).chain(&tables[*t].unique);
            let mut keys = keys.filter(|key| !key.is_empty());
            if keys.any(|key| key.iter().all(|c| same.contains(&column(*t, c)))) {
                rows.insert(*t);
            }
        }
        if (rows.len(), same.len()) == known {
            return repeating.iter().all(|t| rows.contains(t));
        }
    }
}

/// Rows of a table that a join repeats are counted by their key: in what is shown, ordered by and asked of groups. Rows of
/// the table that repeats them ("the lines of each product") are not repeated themselves and stay as they are.
fn counted(knowledge: &Knowledge, q: &Query) -> Option<(Query, usize)> {
    if q.set.is_some() || q.each.is_some() || q.outer {
        return None;
    }
    let counts = |e: &Expr| match e {
        Expr::Agg {
            agg: Agg::Count,
            distinct: false,
            of,
        } => match **of {
            Expr::Rows(table) => Some(table),
            _ => None,
        },
        _ => None,
    };
    let asked = q.having.iter().filter_map(|cond| match cond {
        Cond::Compare(e, ..) | Cond::Between(e, ..) => Some(e),
        _ => None,
    });
    let shown = q.select.iter().chain(q.order.iter().map(|(e, _)| e)).chain(asked);
    let tables: BTreeSet<usize> = shown.filter_map(counts).collect();
    // "Players, and how often each came" counts nobody: the counted table is what the groups are made of.
    let grouped = |t: usize| {
        q.group
            .iter()
            .any(|e| matches!(e, Expr::Column(c) if c.table == t && tells(knowledge, *c)))
    };
    // "The tracks of one kind" are many, the kind is one: where a condition leaves one row, it is not what was meant.
    let pinned = |t: usize| {
        let one = |cond: &Cond| {
            matches!(cond, Cond::Compare(Expr::Column(c), Op::Eq, _) if c.table == t && tells(knowledge, *c)
                || refers(knowledge, *c) == Some(t))
        };
        q.filter.iter().any(one)
    };
    let repeated = |t: &usize| {
        let by = reached(knowledge, q, *t).unwrap_or_default();
        !by.is_empty() && !by.iter().any(|(_, both)| *both) && !grouped(*t) && !pinned(*t)
    };
    let table = tables.into_iter().find(repeated)?;
    let key = Expr::Column(key_of(knowledge, table)?);
    let put = |e: &mut Expr| {
        if counts(e) == Some(table) {
            *e = Expr::Agg {
                agg: Agg::Count,
                distinct: true,
                of: Box::new(key.clone()),
            };
        }
    };
    let mut out = q.clone();
    out.select.iter_mut().for_each(put);
    out.order.iter_mut().for_each(|(e, _)| put(e));
    for cond in &mut out.having {
        if let Cond::Compare(e, ..) | Cond::Between(e, ..) = cond {
            put(e);
        }
    }
    Some((out, table))
}

/// The one column that tells the rows of a table apart.
pub fn key_of(knowledge: &Knowledge, table: usize) -> Option<Col> {
    let columns = knowledge.catalog.tables.get(table)?;
    let [key] = columns.primary_key.as_slice() else {
        return None;
    };
    let column = columns.columns.iter().position(|c| c.name.eq_ignore_ascii_case(key))?;
    Some(Col { table, column })
}

/// The table whose key a column holds.
fn refers(knowledge: &Knowledge, c: Col) -> Option<usize> {
    let tables = &knowledge.catalog.tables;
    let table = &tables[c.table];
    let name = &table.columns[c.column].name;
    let edges = knowledge.graph.neighbours(&table.name).into_iter();
    let mut edges = edges.flat_map(|other| knowledge.graph.edges_between(&table.name, other));
    let edge = edges.find(|e| e.from_table == table.name && e.from_column == *name)?;
    tables.iter().position(|t| t.name == edge.to_table)
}

/// Whether no two rows of its table have the same in this column, as far as is known.
pub fn tells(knowledge: &Knowledge, c: Col) -> bool {
    key_of(knowledge, c.table) == Some(c) || tells_of(knowledge, c, 1.0)
}

/// Whether at least this share of the rows that have a value have one of their own; no where that is not known.
pub fn tells_of(knowledge: &Knowledge, c: Col, share: f64) -> bool {
    let table = &knowledge.catalog.tables[c.table];
    let profile = knowledge.profile(&table.name, &table.columns[c.column].name);
    profile.is_some_and(|p| p.distinct > 1 && p.distinct as f64 >= share * p.rows.saturating_sub(p.nulls) as f64)
}

fn added(knowledge: &Knowledge, q: &Query) -> Option<(Query, usize)> {
    let plain = q.set.is_none() && q.each.is_none() && !q.outer;
    let measured = measured(q).filter(|_| plain)?;
    let key = Expr::Column(key_of(knowledge, measured)?);
    let repeating = repeating(knowledge, q, measured)?;
    let mut shown = BTreeSet::new();
    let bare = Query {
        filter: Vec::new(),
        ..q.clone()
    };
    shown.extend(bare.needed());
    // "The total of the orders of each product" is meant for each.
    if repeating.is_empty() || shown.iter().any(|t| repeating.contains(t)) {
        return None;
    }
    let repeats = |cond: &Cond| {
        let mut any = false;
        cond.tables(&mut |t| any |= repeating.contains(&t));
        any
    };
    let (moved, mut filter): (Vec<Cond>, Vec<Cond>) = q.filter.iter().cloned().partition(repeats);
    if moved.is_empty() {
        return None;
    }
    let inner = Query {
        select: vec![key.clone()],
        filter: moved,
        route: q.route,
        ..Query::default()
    };
    filter.push(Cond::In(key, Box::new(inner), false));
    Some((Query { filter, ..q.clone() }, measured))
}

/// The one table whose columns are added up or averaged; `None` where there is none, several, or more than that is done.
fn measured(q: &Query) -> Option<usize> {
    let mut tables = BTreeSet::new();
    let mut adds = false;
    for expr in q.select.iter().chain(q.order.iter().map(|(e, _)| e)) {
        measures(expr, &mut tables, &mut adds)?;
    }
    for cond in &q.having {
        match cond {
            Cond::Compare(expr, _, Value::Expr(other)) => {
                measures(expr, &mut tables, &mut adds)?;
                measures(other, &mut tables, &mut adds)?;
            }
            Cond::Compare(expr, ..) | Cond::Between(expr, ..) => measures(expr, &mut tables, &mut adds)?,
            _ => return None,
        }
    }
    match tables.into_iter().collect::<Vec<_>>().as_slice() {
        [one] if adds => Some(*one),
        _ => None,
    }
}

/// `None`: it is of a kind that is left as it is. `adds`: a join that repeats rows makes it more, and no key can undo that.
fn measures(expr: &Expr, tables: &mut BTreeSet<usize>, adds: &mut bool) -> Option<()> {
    let mut all = |e: &Expr| {
        e.tables(&mut |t| {
            tables.insert(t);
        });
    };
    match expr {
        Expr::Agg {
            agg: Agg::Sum | Agg::Avg,
            distinct: false,
            of,
        } => {
            all(of);
            *adds = true;
        }
        Expr::Agg {
            agg: Agg::Count,
            distinct: false,
            of,
        } if matches!(**of, Expr::Rows(_)) => all(of),
        Expr::Arith(a, _, b) => {
            measures(a, tables, adds)?;
            measures(b, tables, adds)?;
        }
        // The least and the greatest are the same however often they come.
        Expr::Agg {
            agg: Agg::Min | Agg::Max,
            ..
        }
        | Expr::Column(_)
        | Expr::Part(..)
        | Expr::Number(_) => {}
        _ => return None,
    }
    Some(())
}

/// Tables of the query's joins for whose rows a row of `one` comes again.
pub fn repeating(knowledge: &Knowledge, q: &Query, one: usize) -> Option<BTreeSet<usize>> {
    Some(reached(knowledge, q, one)?.into_iter().map(|(t, _)| t).collect())
}

/// The same; true: through rows that belong to both ("students, what they have, allergies"). There a pair may be what is
/// counted, so that counting each once is one of two readings and no repair of a fault; on the training set it is the rarer.
fn reached(knowledge: &Knowledge, q: &Query, one: usize) -> Option<Vec<(usize, bool)>> {
    let tables = &knowledge.catalog.tables;
    let names: Vec<String> = q.needed().iter().map(|t| tables[*t].name.clone()).collect();
    let at = |name: &str| tables.iter().position(|t| t.name.eq_ignore_ascii_case(name));
    let key = |t: usize, column: &str| {
        let alone = |k: &[String]| matches!(k, [c] if c.eq_ignore_ascii_case(column));
        alone(&tables[t].primary_key) || tables[t].unique.iter().any(|k| alone(k))
    };
    let mut ends = Vec::new();
    for step in knowledge.graph.routes(&names)?.pick(q.route) {
        let (left, right) = (at(&step.left_table)?, at(&step.right_table)?);
        ends.push((left, right, !key(right, &step.right_column)));
        ends.push((right, left, !key(left, &step.left_column)));
    }
    let mut open = vec![(one, false)];
    let mut seen = BTreeSet::from([one]);
    let mut out = Vec::new();
    while let Some((t, repeated)) = open.pop() {
        for (_, next, many) in ends.iter().filter(|e| e.0 == t) {
            if seen.insert(*next) {
                let again = repeated || *many;
                if again {
                    out.push((*next, repeated && !many));
                }
                open.push((*next, again));
            }
        }
    }
    Some(out)
}

#[cfg(test)]
mod tests;
