//! Sentences about what a change did to the tables that a statement reads, to its conditions and its lists.

use std::ops::ControlFlow;

use sqlparser::ast::{BinaryOperator, Expr, OrderBySort, Query, Select, SetExpr, TableFactor, Visitor};

use super::super::{shape, tied};
use super::{and, capital, column, distinct, figure, group_keys, name, names, ties};
use crate::tree;

/// Conditions that stand in the one and not in the other.
pub(super) fn lost(before: &Query, after: &Query) -> Option<Vec<Expr>> {
    let left = shape::filters(shape::select(after)?);
    let all = shape::filters(shape::select(before)?);
    Some(all.into_iter().filter(|c| !left.contains(c)).collect())
}

pub(super) fn lost_query(before: &Query, after: &Query) -> Option<Query> {
    struct First(Option<Query>);
    impl Visitor for First {
        type Break = ();
        fn pre_visit_query(&mut self, query: &Query) -> ControlFlow<()> {
            self.0 = Some(query.clone());
            ControlFlow::Break(())
        }
    }
    let mut first = First(None);
    let _ = tree::read(lost(before, after)?.first()?, &mut first);
    first.0
}

pub(super) fn one_table(query: &Query) -> Option<String> {
    let [table] = names(&shape::factors(shape::select(query)?))?.try_into().ok()?;
    Some(table)
}

pub fn not_exists_to_anti_join(before: &Query, after: &Query) -> Option<String> {
    let sub = lost_query(before, after)?;
    let (table, keys) = (one_table(&sub)?, and(&ties(&sub)?));
    Some(format!(
        "Every row was checked for having no match in {table}; now the values of {keys} there are listed once."
    ))
}

pub fn count_compared_to_exists(before: &Query, after: &Query) -> Option<String> {
    let table = one_table(&lost_query(before, after)?)?;
    Some(format!(
        "Rows of {table} were counted only to see whether there is one; now the search ends at the first."
    ))
}

pub fn either_exists_to_membership(before: &Query, after: &Query) -> Option<String> {
    let lost = lost(before, after)?;
    let found = shape::disjuncts(lost.first()?).into_iter().filter_map(|c| match c {
        Expr::Exists { subquery, .. } => one_table(&subquery),
        _ => None,
    });
    let tables = distinct(found);
    (!tables.is_empty()).then(|| {
        format!(
            "Matching rows of {} were looked for in several ways, row by row; now the keys of all of them are one list.",
            and(&tables)
        )
    })
}

pub fn membership_to_join(before: &Query, after: &Query) -> Option<String> {
    let lost = lost(before, after)?;
    let (value, list, _) = shape::membership(lost.first()?)?;
    let (value, table) = (column(&shape::col(value)?, shape::select(before)?), one_table(list)?);
    Some(format!(
        "Each {value} was looked up in a list from {table}, row by row; now the list is joined."
    ))
}

pub fn lookup_to_join(before: &Query, after: &Query) -> Option<String> {
    let left = super::scalars(shape::select(after)?);
    let sub = super::scalars(shape::select(before)?)
        .into_iter()
        .find(|s| !left.contains(s))?;
    let select = shape::select(&sub)?;
    let value = column(&shape::col(tied::value(select)?)?, select);
    Some(format!(
        "Each {value} was looked up by itself; now the table {} is joined.",
        one_table(&sub)?
    ))
}

pub fn join_dropped(before: &Query, after: &Query) -> Option<String> {
    let left = shape::factors(shape::select(after)?);
    let gone: Vec<&TableFactor> = shape::factors(shape::select(before)?)
        .into_iter()
        .filter(|f| !left.contains(f))
        .collect();
    let [table] = names(&gone)?.try_into().ok()?;
    Some(format!(
        "The table {table} was joined, though nothing of it is shown and it drops no row; it is no longer read."
    ))
}

pub fn outer_to_inner(before: &Query, after: &Query) -> Option<String> {
    let joins = |q: &Query| -> Option<Vec<sqlparser::ast::Join>> {
        Some(shape::select(q)?.from.iter().flat_map(|f| f.joins.clone()).collect())
    };
    let left = joins(after)?;
    let changed = joins(before)?;
    let changed: Vec<&TableFactor> = changed
        .iter()
        .filter(|j| !left.contains(j))
        .map(|j| &j.relation)
        .collect();
    let tables = and(&names(&changed)?);
    Some(format!(
        "Rows without a partner in {tables} were kept and then dropped; as an inner join the tables can be read in any order."
    ))
}

pub fn distinct_dropped(before: &Query, _: &Query) -> Option<String> {
    let tables = and(&names(&shape::factors(shape::select(before)?))?);
    Some(format!(
        "Rows of {tables} that cannot repeat were searched for repetitions; that search is gone."
    ))
}

pub fn or_to_in(before: &Query, after: &Query) -> Option<String> {
    let lost = lost(before, after)?;
    let select = shape::select(before)?;
    let columns = distinct(lost.iter().flat_map(shape::cols).map(|c| column(&c, select)));
    match columns.as_slice() {
        [one] => Some(format!(
            "Each {one} was compared with several values one by one; now with their list."
        )),
        _ => None,
    }
}

pub fn or_factored(before: &Query, after: &Query) -> Option<String> {
    let had = shape::filters(shape::select(before)?);
    let select = shape::select(after)?;
    let new = shape::filters(select).into_iter().filter(|c| !had.contains(c));
    let alone = new.filter(|c| shape::disjuncts(c).len() == 1);
    let columns = distinct(alone.flat_map(|c| shape::cols(&c)).map(|c| column(&c, select)));
    (!columns.is_empty()).then(|| {
        format!(
            "A condition on {} was repeated in every branch of an OR; in front of it, it can join the tables or use an index.",
            and(&columns)
        )
    })
}

pub fn having_to_where(before: &Query, after: &Query) -> Option<String> {
    let had = shape::filters(shape::select(before)?);
    let select = shape::select(after)?;
    let new = shape::filters(select).into_iter().filter(|c| !had.contains(c));
    let columns = distinct(new.flat_map(|c| shape::cols(&c)).map(|c| column(&c, select)));
    (!columns.is_empty()).then(|| {
        format!(
            "Groups were worked out and then dropped by {}; now their rows are not read at all.",
            and(&columns)
        )
    })
}

pub fn filter_into_subquery(before: &Query, after: &Query) -> Option<String> {
    let (part, columns) = filtered(before, after)?;
    Some(format!(
        "Rows were dropped by {columns} only after the part {part} had been worked out whole; now they are dropped inside it."
    ))
}

pub fn filter_through_group(before: &Query, after: &Query) -> Option<String> {
    let (part, columns) = filtered(before, after)?;
    Some(format!(
        "All groups of the part {part} were worked out and then most of them dropped by {columns}; now only the rows of those that stay \
         are read."
    ))
}

/// The part that lost conditions are about, and their columns.
fn filtered(before: &Query, after: &Query) -> Option<(String, String)> {
    let cols: Vec<shape::Col> = lost(before, after)?.iter().flat_map(shape::cols).collect();
    let parts = distinct(cols.iter().map(|c| c.0.clone()));
    let columns = distinct(cols.into_iter().map(|c| c.1));
    match parts.as_slice() {
        [one] => Some((one.clone(), and(&columns))),
        _ => None,
    }
}

pub fn transitive_filter(before: &Query, after: &Query) -> Option<String> {
    let had: Vec<String> = conditions(shape::select(before)?)?;
    let select = shape::select(after)?;
    let new = shape::flat(select)?
        .conditions
        .into_iter()
        .filter(|c| !had.contains(&c.to_string()));
    let columns = distinct(new.flat_map(|c| shape::cols(&c)).map(|c| column(&c, select)));
    match columns.as_slice() {
        [one] => Some(format!(
            "A condition on one table of a join was not applied to the other; now {one} is narrowed down as well."
        )),
        _ => None,
    }
}

fn conditions(select: &Select) -> Option<Vec<String>> {
    Some(
        shape::flat(select)?
            .conditions
            .iter()
            .map(ToString::to_string)
            .collect(),
    )
}

pub fn cte_inlined(before: &Query, after: &Query) -> Option<String> {
    let left: Vec<&str> = named(after);
    let gone = named(before).into_iter().find(|n| !left.contains(n))?;
    Some(format!(
        "The part {gone} was worked out whole; now it is written where it is used, and only what is needed of it is worked out."
    ))
}

pub fn repeated_subquery_named(before: &Query, after: &Query) -> Option<String> {
    let had = named(before);
    let new = after
        .with
        .as_ref()?
        .cte_tables
        .iter()
        .find(|cte| !had.contains(&cte.alias.name.value.as_str()))?;
    let tables = and(&names(&shape::factors(shape::select(&new.query)?))?);
    Some(format!(
        "The same part of {tables} was written, and worked out, several times; now it has a name, {}, and is worked out once.",
        new.alias.name.value
    ))
}

fn named(query: &Query) -> Vec<&str> {
    let all = query.with.iter().flat_map(|w| &w.cte_tables);
    all.map(|cte| cte.alias.name.value.as_str()).collect()
}

/// Of several scans of the same sources.
pub fn one_scan(before: &Query, after: &Query) -> Option<String> {
    let had = shape::factors(shape::select(before)?);
    let new = shape::factors(shape::select(after)?)
        .into_iter()
        .find(|f| !had.contains(f))?;
    let TableFactor::Derived { subquery, .. } = new else {
        return None;
    };
    let select = shape::select(subquery)?;
    let tables = and(&names(&shape::factors(select))?);
    let figures = select.projection.len();
    Some(format!(
        "{} read once for each of {figures} figures; now one pass works them all out.",
        match shape::factors(select).len() {
            1 => format!("The table {tables} was"),
            _ => format!("The tables {tables} were"),
        }
    ))
}

pub fn extreme_join_to_window(before: &Query, after: &Query) -> Option<String> {
    let left = shape::factors(shape::select(after)?);
    let gone = shape::factors(shape::select(before)?)
        .into_iter()
        .find(|f| matches!(f, TableFactor::Derived { .. }) && !left.contains(f))?;
    let TableFactor::Derived { subquery, .. } = gone else {
        return None;
    };
    let keys = and(&group_keys(shape::select(subquery)?)?);
    Some(format!(
        "The table {} was joined with a summary of itself by {keys}; now one pass over it gives the rows and the figures of each {keys}.",
        one_table(subquery)?
    ))
}

pub fn count_distinct_in_two_steps(before: &Query, _: &Query) -> Option<String> {
    let select = shape::select(before)?;
    let counted = shape::aggregates(&select.projection)
        .into_iter()
        .find(shape::is_distinct)?;
    let table = names(&shape::factors(select))?.into_iter().next()?;
    Some(format!(
        "{} was taken group by group; now repeated rows are dropped first and the rest counted.",
        capital(&figure(&counted, select, &table)?)
    ))
}

pub fn extreme_by_limit_to_aggregate(before: &Query, after: &Query) -> Option<String> {
    let left = super::scalars(shape::select(after)?);
    let sub = super::scalars(shape::select(before)?)
        .into_iter()
        .find(|s| !left.contains(s))?;
    let SetExpr::Select(select) = sub.body.as_ref() else {
        return None;
    };
    let (value, _) = shape::outputs(select)?.into_iter().next()?;
    let value = column(&shape::col(&value)?, select);
    let falling = matches!(shape::order(&sub)?.first()?.options.sort, Some(OrderBySort::Desc));
    Some(format!(
        "Rows were put in order by {value} to take the first; now the {} {value} is taken without ordering.",
        if falling { "greatest" } else { "least" }
    ))
}

pub fn differing_pair_to_group(before: &Query, after: &Query) -> Option<String> {
    let sub = lost_query(before, after)?;
    let (table, keys) = (one_table(&sub)?, and(&ties(&sub)?));
    let differs = differing(&shape::filters(shape::select(&sub)?))?;
    Some(format!(
        "All rows of {table} with the same {keys} were compared with each other; now only the least and the \
         greatest {differs} of each {keys} are compared."
    ))
}

pub fn pair_membership_to_group(before: &Query, after: &Query) -> Option<String> {
    let lost = lost(before, after)?;
    let (_, _, listed) = shape::membership(lost.first()?)?;
    let key = shape::col(tied::value(listed)?)?.1;
    let table = name(shape::factors(listed).into_iter().next()?)?;
    let differs = differing(&shape::flat(listed)?.conditions)?;
    Some(format!(
        "The table {table} was joined with itself to find each {key} with two different values of {differs}; now one pass over it finds \
         them."
    ))
}

/// The column that has to differ between two rows.
fn differing(conditions: &[Expr]) -> Option<String> {
    conditions.iter().find_map(|c| match shape::bare(c) {
        Expr::BinaryOp {
            left,
            op: BinaryOperator::NotEq,
            right,
        } => {
            let (a, b) = (shape::col(left)?, shape::col(right)?);
            (a.1 == b.1).then_some(a.1)
        }
        _ => None,
    })
}

pub fn grouping_sets_for_unions(_: &Query, after: &Query) -> Option<String> {
    let tables = names(&shape::factors(shape::select(after)?))?;
    Some(format!(
        "The same rows of {} were read once for each way of grouping them; now one pass makes all groups.",
        and(&tables)
    ))
}
