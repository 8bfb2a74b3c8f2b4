//! Rows added up after joining tables that only name their groups

use std::collections::BTreeSet;

use sqlparser::ast::{Expr, GroupByExpr, Query, SelectItem, TableFactor};

use super::preaggregate::{is_aggregate, partial};
use super::{shape, told, Context, Rule, ALL};
use crate::rewrite::block::from_one;

pub const RULE: Rule = Rule {
    name: "join_after_grouping",
    says: "Every row was joined with the tables that name its group before it was added up; now rows are added up by the keys \
           of those tables, and few are joined with them.",
    before: "SELECT c.country, SUM(l.price) AS t FROM lines l JOIN orders o ON o.id = l.order_id JOIN customers c ON c.id = \
             o.customer_id WHERE o.status = 'paid' GROUP BY c.country",
    after: "SELECT c.country, sum(summed.part2) AS t FROM customers c, (SELECT o.customer_id, sum(l.price) AS part2 FROM lines \
            l, orders o WHERE o.id = l.order_id AND o.status = 'paid' GROUP BY o.customer_id) AS summed WHERE c.id = \
            summed.customer_id GROUP BY c.country",
    also: &["SELECT c.country, s.town, o.status, AVG(l.price) AS a, COUNT(*) AS n, RANK() OVER (ORDER BY SUM(l.quantity) DESC) AS r \
             FROM lines l, orders o, customers c, shops s WHERE o.id = l.order_id AND c.id = o.customer_id AND s.id = o.shop_id \
             AND o.total > 5 GROUP BY c.country, s.town, o.status HAVING COUNT(*) > 1"],
    leaves: &[
        "SELECT c.country, SUM(o.total) AS t FROM orders o JOIN customers c ON c.id = o.customer_id GROUP BY c.country",
        "SELECT c.country, COUNT(DISTINCT l.product) AS n FROM lines l JOIN orders o ON o.id = l.order_id JOIN customers c ON c.id = \
         o.customer_id WHERE o.status = 'paid' GROUP BY c.country",
        "SELECT c.country, SUM(l.price) AS t FROM lines l JOIN orders o ON o.id = l.order_id JOIN customers c ON c.id = \
         o.customer_id WHERE o.status = 'paid' AND c.name > 'A' GROUP BY c.country",
    ],
    sound: "Rows that agree in all columns that the later joins and the groups read have the same partners, so their partial sum \
            meets them as often as each of them did, and falls into the same groups. Counts become sums of counts, averages a sum \
            over a count, and on PostgreSQL sums of whole numbers are cast to the type that they had. Without GROUP BY nothing is changed, since no rows would give NULL for 0.",
    source: "Yan and Larson, Eager Aggregation and Lazy Aggregation, VLDB 1995",
    engines: ALL,
    tells: Some(told::join_after_grouping),
    apply,
};

/// More columns than this hardly ever bring rows together.
const MOST_COLUMNS: usize = 6;

fn apply(query: &Query, cx: &Context<'_>) -> Option<Query> {
    let select = shape::select(query)?;
    let GroupByExpr::Expressions(keys, modifiers) = &select.group_by else {
        return None;
    };
    let numbered = keys.iter().any(|key| matches!(key, Expr::Value(_)));
    let flat = shape::flat(select).filter(|f| f.sources.len() > 2)?;
    let of_keys = shape::cols(keys);
    let plain = flat.conditions.iter().all(shape::is_plain)
        && select.distinct.is_none()
        && select.qualify.is_none()
        && shape::subqueries(&select.projection) + shape::subqueries(&select.having) == 0
        && shape::subqueries(keys) == 0
        && !shape::has_loose_name(keys);
    if numbered || !modifiers.is_empty() || of_keys.is_empty() || !plain {
        return None;
    }
    let mut aggregates = shape::aggregates(&select.projection);
    aggregates.append(&mut shape::aggregates(&select.having));
    aggregates.append(&mut shape::aggregates(&query.order_by));
    aggregates.sort_by_key(ToString::to_string);
    aggregates.dedup();
    let added: BTreeSet<String> = aggregates.iter().flat_map(shape::cols).map(|c| c.0).collect();
    let aliases: Vec<String> = (0..flat.sources.len())
        .map(|at| flat.alias(at))
        .collect::<Option<_>>()?;
    let later = later(&aliases, &added, &flat.conditions);
    let inner: Vec<&TableFactor> = pick(&flat.sources, &aliases, &|a| !later.contains(a));
    if added.is_empty() || later.is_empty() || inner.len() < 2 {
        return None;
    }
    let (rest, own): (Vec<Expr>, Vec<Expr>) = flat
        .conditions
        .iter()
        .cloned()
        .partition(|c| shape::cols(c).iter().any(|(source, _)| later.contains(source)));
    let read = read(query, select, keys, &rest, &|source| {
        aliases.contains(source) && !later.contains(source)
    });
    let names: BTreeSet<&String> = read.iter().map(|(_, name)| name).collect();
    let keyed = flat.sources.iter().zip(&aliases).any(|(source, alias)| {
        let of_it: Vec<String> = read.iter().filter(|c| c.0 == *alias).map(|c| c.1.clone()).collect();
        added.contains(alias) && cx.table(source).is_some_and(|t| cx.unique(t, &of_it))
    });
    if read.is_empty() || read.len() > MOST_COLUMNS || names.len() < read.len() || keyed {
        return None;
    }
    let summed = cx.fresh("summed");
    let mut shown: Vec<String> = read
        .iter()
        .map(|(source, name)| shape::column(source, name).to_string())
        .collect();
    let by = shown.join(", ");
    let mut swaps = Vec::new();
    let all = shape::factors(select);
    for function in aggregates {
        let new = partial(&function, &summed, &mut shown, &all, cx)?;
        swaps.push((function, new));
    }
    let from: Vec<String> = inner.iter().map(ToString::to_string).collect();
    let filter = shape::all_of(own).map(|c| format!(" WHERE {c}")).unwrap_or_default();
    let sql = format!(
        "SELECT {} FROM {}{filter} GROUP BY {by}",
        shown.join(", "),
        from.join(", ")
    );
    let mut sources: Vec<TableFactor> = pick(&flat.sources, &aliases, &|a| later.contains(a))
        .into_iter()
        .cloned()
        .collect();
    sources.push(cx.derived(&sql, &summed)?);
    let swap = |e: &Expr| match e {
        Expr::Function(f) => swaps.iter().find(|(old, _)| old == f).map(|(_, new)| new.clone()),
        _ => None,
    };
    let handed_on = |e: &Expr| match e {
        Expr::CompoundIdentifier(_) => shape::col(e)
            .filter(|c| read.contains(c))
            .map(|c| shape::column(&summed, &c.1)),
        _ => None,
    };
    let mut done = query.clone();
    shape::replace_here(&mut done.order_by, &swap);
    shape::replace_here(&mut done.order_by, &handed_on);
    let changed = shape::select_mut(&mut done)?;
    changed.from = sources.into_iter().map(from_one).collect();
    changed.selection = shape::all_of(rest);
    shape::replace_here(&mut changed.projection, &swap);
    shape::replace_here(&mut changed.having, &swap);
    shape::replace_here(&mut changed.projection, &handed_on);
    shape::replace_here(&mut changed.having, &handed_on);
    shape::replace_here(&mut changed.selection, &handed_on);
    shape::replace_here(&mut changed.group_by, &handed_on);
    named(select.projection.as_slice(), &mut changed.projection);
    Some(done)
}

/// Sources that nothing is added up of, and that nothing but equal columns ties to the others.
fn later(aliases: &[String], added: &BTreeSet<String>, conditions: &[Expr]) -> BTreeSet<String> {
    let mut later: BTreeSet<String> = aliases.iter().filter(|a| !added.contains(*a)).cloned().collect();
    let equal = |condition: &Expr| match shape::bare(condition) {
        Expr::BinaryOp {
            left,
            op: sqlparser::ast::BinaryOperator::Eq,
            right,
        } => matches!((shape::col(left), shape::col(right)), (Some(a), Some(b)) if a.0 != b.0),
        _ => false,
    };
    let of = |condition: &Expr| shape::cols(condition).into_iter().map(|c| c.0);
    for condition in conditions.iter().filter(|c| !equal(c)) {
        for source in of(condition) {
            later.remove(&source);
        }
    }
    let tied: BTreeSet<String> = conditions.iter().filter(|c| equal(c)).flat_map(of).collect();
    later.retain(|source| tied.contains(source));
    later
}

fn pick<'a>(sources: &'a [TableFactor], aliases: &[String], wanted: &dyn Fn(&String) -> bool) -> Vec<&'a TableFactor> {
    let pairs = sources.iter().zip(aliases);
    pairs
        .filter(|(_, alias)| wanted(alias))
        .map(|(source, _)| source)
        .collect()
}

/// Columns of the inner sources that are read outside of aggregates and of the inner conditions.
fn read(
    query: &Query,
    select: &sqlparser::ast::Select,
    keys: &[Expr],
    rest: &[Expr],
    inner: &dyn Fn(&String) -> bool,
) -> Vec<shape::Col> {
    let without = |e: &Expr| is_aggregate(e).then(|| Expr::value(sqlparser::ast::Value::Null));
    let (mut projection, mut having) = (select.projection.clone(), select.having.clone());
    let mut order = query.order_by.clone();
    shape::replace_here(&mut projection, &without);
    shape::replace_here(&mut having, &without);
    shape::replace_here(&mut order, &without);
    let mut read: Vec<shape::Col> = shape::cols(&projection);
    read.extend(shape::cols(&having));
    read.extend(shape::cols(&order));
    read.extend(keys.iter().chain(rest).flat_map(shape::cols));
    read.retain(|(source, _)| inner(source));
    read.sort_unstable();
    read.dedup();
    read
}

/// An output without a name of its own keeps the one that its column had.
fn named(before: &[SelectItem], after: &mut [SelectItem]) {
    for (old, new) in before.iter().zip(after) {
        if let (SelectItem::UnnamedExpr(was), SelectItem::UnnamedExpr(is)) = (old, &*new) {
            if let (Some(name), true) = (crate::scope::name_of(was), was != is) {
                *new = SelectItem::ExprWithAlias {
                    expr: is.clone(),
                    alias: name.clone(),
                };
            }
        }
    }
}
