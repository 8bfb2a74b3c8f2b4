//! What one change did, in a sentence that names the columns and tables that it was about.
//!
//! In: a query before and after one rule's change, and no more of the statement. Out: a sentence, or nothing where the
//! change was of a shape that the names would not explain; the rule's own sentence stands then. Deliberately absent: values.

use sqlparser::ast::{Expr, Function, Query, Select, SetExpr, TableFactor};

use super::rules::count_compared_to_exists::counts_rows;
use super::{shape, tied};
use crate::scope::plain_parts;

mod parts;
mod sources;

pub use parts::*;
pub use sources::{
    count_compared_to_exists, count_distinct_in_two_steps, cte_inlined, differing_pair_to_group, distinct_dropped,
    either_exists_to_membership, extreme_by_limit_to_aggregate, extreme_join_to_window, filter_into_subquery,
    filter_through_group, grouping_sets_for_unions, having_to_where, join_dropped, lookup_to_join, membership_to_join,
    not_exists_to_anti_join, one_scan, or_factored, or_to_in, outer_to_inner, pair_membership_to_group,
    repeated_subquery_named, transitive_filter,
};

pub fn scalar_to_join(before: &Query, after: &Query) -> Option<String> {
    let (figure, keys, _) = lost_figure(before, after)?;
    Some(format!(
        "{} for each {keys} was worked out again for every row; now it is worked out once for each and joined.",
        capital(&figure)
    ))
}

pub fn scalar_to_left_join(before: &Query, after: &Query) -> Option<String> {
    let (figure, keys, _) = lost_figure(before, after)?;
    Some(format!(
        "{} for each {keys} was worked out again for every row; now it is worked out once for each.",
        capital(&figure)
    ))
}

pub fn scalar_to_window(before: &Query, after: &Query) -> Option<String> {
    let (figure, keys, table) = lost_figure(before, after)?;
    Some(format!(
        "The table {table} was read again for every row to find {figure} for each {keys}; now one pass gives both."
    ))
}

pub fn exists_to_membership(before: &Query, after: &Query) -> Option<String> {
    let left = shape::filters(shape::select(after)?);
    let lost = shape::filters(shape::select(before)?)
        .into_iter()
        .find(|c| matches!(c, Expr::Exists { .. }) && !left.contains(c))?;
    let Expr::Exists { subquery, .. } = lost else {
        return None;
    };
    let select = shape::select(&subquery)?;
    let [table] = names(&shape::factors(select))?.try_into().ok()?;
    let keys = and(&ties(&subquery)?);
    Some(format!(
        "Whether a row of {table} matches was looked up for every row; now its values of {keys} are listed once."
    ))
}

pub fn preaggregate(before: &Query, after: &Query) -> Option<String> {
    let (first, second) = (shape::select(before)?, shape::select(after)?);
    let folded = shape::factors(second).into_iter().find_map(|factor| {
        let alias = shape::alias_of(factor)?;
        let was = shape::factors(first)
            .into_iter()
            .find(|f| shape::alias_of(f).as_ref() == Some(&alias))?;
        (was != factor).then_some((was, factor))
    });
    let (was, TableFactor::Derived { subquery, .. }) = folded? else {
        return None;
    };
    let keys = group_keys(shape::select(subquery)?)?;
    Some(format!(
        "Every row of {} was joined before it was added up; now rows are added up by {} first, and few are joined.",
        name(was)?,
        and(&keys)
    ))
}

pub fn join_after_grouping(before: &Query, after: &Query) -> Option<String> {
    let sources = shape::factors(shape::select(after)?);
    let (folded, later): (Vec<&TableFactor>, Vec<&TableFactor>) = sources
        .into_iter()
        .partition(|f| matches!(f, TableFactor::Derived { .. }));
    let [TableFactor::Derived { subquery, .. }] = folded.as_slice() else {
        return None;
    };
    let was = shape::factors(shape::select(before)?);
    let later: Vec<&TableFactor> = later.into_iter().filter(|f| was.contains(f)).collect();
    let (tables, keys) = (and(&names(&later)?), group_keys(shape::select(subquery)?)?);
    Some(format!(
        "Every row was joined with {tables} before it was added up; now rows are added up by {} first, and few are joined with \
         {tables}.",
        and(&keys)
    ))
}

pub fn or_to_union(before: &Query, after: &Query) -> Option<String> {
    let SetExpr::SetOperation { right, .. } = after.body.as_ref() else {
        return None;
    };
    let SetExpr::Select(branch) = right.as_ref() else {
        return None;
    };
    let left = shape::filters(branch);
    let lost = shape::filters(shape::select(before)?)
        .into_iter()
        .find(|c| shape::disjuncts(c).len() > 1 && !left.iter().any(|l| shape::bare(l) == shape::bare(c)))?;
    let columns = distinct(shape::cols(&lost).into_iter().map(|c| c.1));
    Some(format!(
        "An OR over {} made the database read everything; now each branch is looked up by itself.",
        and(&columns)
    ))
}

pub fn function_to_range(before: &Query, after: &Query) -> Option<String> {
    let select = shape::select(before)?;
    let left = shape::filters(shape::select(after)?);
    let lost = shape::filters(select).into_iter().filter(|c| !left.contains(c));
    let columns = distinct(lost.flat_map(|c| shape::cols(&c)).map(|c| column(&c, select)));
    match columns.as_slice() {
        [one] => Some(format!(
            "A part of each {one} was worked out to be compared; now {one} itself is compared with a range."
        )),
        _ => None,
    }
}

// ── parts of sentences ────────────────────────────────────────────────────────────────────────────────────────────

/// The figure of the subquery that is gone, by what it was told apart, and its table.
fn lost_figure(before: &Query, after: &Query) -> Option<(String, String, String)> {
    let left = scalars(shape::select(after)?);
    let lost = scalars(shape::select(before)?)
        .into_iter()
        .find(|sub| !left.contains(sub))?;
    let select = shape::select(&lost)?;
    let table = names(&shape::factors(select))?.into_iter().next()?;
    let Expr::Function(function) = shape::bare(tied::value(select)?) else {
        return None;
    };
    Some((figure(function, select, &table)?, and(&ties(&lost)?), table))
}

fn scalars(select: &Select) -> Vec<Query> {
    let outputs = shape::outputs(select).unwrap_or_default();
    let all = outputs.into_iter().map(|(expr, _)| expr).chain(shape::filters(select));
    all.flat_map(|expr| tied::scalars(&expr)).collect()
}

/// `the average of orders.total`
fn figure(function: &Function, select: &Select, table: &str) -> Option<String> {
    if function.filter.is_some() || function.over.is_some() {
        return None;
    }
    if counts_rows(function) {
        return Some(format!("the number of rows of {table}"));
    }
    let (name, value) = shape::argument(function)?;
    let of = match shape::col(&value) {
        Some(col) => column(&col, select),
        None => arithmetic(&value)?,
    };
    Some(match (name.as_str(), shape::is_distinct(function)) {
        ("count", true) => format!("the number of different {of}"),
        ("count", false) => format!("the number of rows with {of}"),
        ("avg", false) => format!("the average of {of}"),
        ("sum", false) => format!("the sum of {of}"),
        ("min", _) => format!("the least {of}"),
        ("max", _) => format!("the greatest {of}"),
        _ => return None,
    })
}

/// `delivered_at - shipped_at`; nothing with a value in it.
fn arithmetic(value: &Expr) -> Option<String> {
    match value {
        Expr::Nested(inner) => Some(format!("({})", arithmetic(inner)?)),
        Expr::BinaryOp { left, op, right } if shape::is_arithmetic(op) => {
            Some(format!("{} {op} {}", arithmetic(left)?, arithmetic(right)?))
        }
        other => shape::col(other).map(|col| col.1),
    }
}

/// The subquery's own columns that are equal to one of the query around it.
fn ties(query: &Query) -> Option<Vec<String>> {
    let own = shape::aliases(&query.body);
    let tie = |condition: Expr| {
        let (a, b) = shape::equal_cols(&condition)?;
        match (own.contains(&a.0), own.contains(&b.0)) {
            (true, false) => Some(a.1),
            (false, true) => Some(b.1),
            _ => None,
        }
    };
    let ties: Vec<String> = shape::filters(shape::select(query)?)
        .into_iter()
        .filter_map(tie)
        .collect();
    (!ties.is_empty()).then_some(ties)
}

fn group_keys(select: &Select) -> Option<Vec<String>> {
    let keys = shape::group_by(select)?.iter().map(|key| shape::col(key).map(|c| c.1));
    keys.collect::<Option<Vec<_>>>().filter(|keys| !keys.is_empty())
}

/// `orders.total`, whatever the statement calls the table.
fn column(col: &shape::Col, select: &Select) -> String {
    let factors = shape::factors(select);
    let source = factors
        .into_iter()
        .find(|f| shape::alias_of(f).as_ref() == Some(&col.0))
        .and_then(name);
    format!("{}.{}", source.as_ref().unwrap_or(&col.0), col.1)
}

fn name(factor: &TableFactor) -> Option<String> {
    match shape::table_name(factor) {
        Some(name) => plain_parts(name).pop(),
        None => shape::alias_of(factor),
    }
}

fn names(factors: &[&TableFactor]) -> Option<Vec<String>> {
    let all: Option<Vec<String>> = factors.iter().map(|f| name(f)).collect();
    all.filter(|all| !all.is_empty())
}

fn distinct(names: impl Iterator<Item = String>) -> Vec<String> {
    let mut all = Vec::new();
    for name in names {
        if !all.contains(&name) {
            all.push(name);
        }
    }
    all
}

/// `a, b and c`
fn and(names: &[String]) -> String {
    match names {
        [] => String::new(),
        [one] => one.clone(),
        [rest @ .., last] => format!("{} and {last}", rest.join(", ")),
    }
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters
        .next()
        .map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
