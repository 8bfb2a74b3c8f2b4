//! A small table of which a condition leaves little, read before the large ones that it is joined with

use askwell_contract::Dialect;
use sqlparser::ast::{BinaryOperator, Expr, JoinConstraint, JoinOperator, Query, TableFactor};

use super::{shape, told, Context, Rule, ALL};

pub const RULE: Rule = Rule {
    name: "dimension_first",
    says: "A large table was read before a small one had said which of its rows matter; now the small one comes first.",
    before: "SELECT SUM(o.total) AS t FROM orders o JOIN customers c ON c.id = o.customer_id WHERE c.country = 'Peru'",
    after: "SELECT SUM(o.total) AS t FROM customers c CROSS JOIN orders o WHERE c.id = o.customer_id AND c.country = 'Peru'",
    also: &["SELECT s.town, COUNT(*) AS n FROM orders o, shops s, customers c WHERE s.id = o.shop_id AND c.id = o.customer_id AND s.town \
             <> 'Lima' AND c.name > 'B' GROUP BY s.town"],
    leaves: &[
        "SELECT o.id FROM orders o JOIN customers c ON c.id = o.customer_id WHERE o.total > 3",
        "SELECT o.id FROM orders o JOIN customers c ON c.country = o.status WHERE c.name = 'Ada'",
        "SELECT o.id FROM orders o LEFT JOIN customers c ON c.id = o.customer_id AND c.country = 'Peru'",
    ],
    sound: "An inner join gives the same rows in whichever order its tables are read, and conditions on one table alone may be \
            asked of it before the join as well as after.",
    source: "SQLite, The Query Optimizer Overview, on CROSS JOIN; PostgreSQL 15 documentation, 7.8.3, on MATERIALIZED",
    engines: ALL,
    tells: Some(told::dimension_first),
    apply,
};

/// How many times as long the longest other table has to be, where both lengths are known.
const FAR_SMALLER: u64 = 10;

fn apply(query: &Query, cx: &Context<'_>) -> Option<Query> {
    let select = shape::select(query)?;
    // Somebody has said already what is read first.
    let crossed_already = |j: &sqlparser::ast::Join| matches!(j.join_operator, JoinOperator::CrossJoin(_));
    if select.from.iter().flat_map(|f| &f.joins).any(crossed_already) {
        return None;
    }
    let flat = shape::flat(select).filter(|f| f.sources.len() > 1)?;
    let small: Vec<usize> = (0..flat.sources.len())
        .filter(|at| is_dimension(&flat, *at, cx))
        .collect();
    match cx.dialect() {
        Dialect::Sqlite => crossed(query, flat, *small.first()?),
        _ => apart(query, flat, &small, cx),
    }
}

/// A stored table that a key joins with the others, with a condition of its own.
fn is_dimension(flat: &shape::Flat, at: usize, cx: &Context<'_>) -> bool {
    let (Some(alias), Some(table)) = (flat.alias(at), flat.sources.get(at).and_then(|f| cx.table(f))) else {
        return false;
    };
    let (own, rest) = shape::of_source(&flat.conditions, &alias);
    let ties = rest.iter().filter_map(|condition| match shape::bare(condition) {
        Expr::BinaryOp {
            left,
            op: BinaryOperator::Eq,
            right,
        } => match (shape::col(left)?, shape::col(right)?) {
            (a, b) if a.0 == alias && b.0 != alias => Some(a.1),
            (a, b) if b.0 == alias && a.0 != alias => Some(b.1),
            _ => None,
        },
        _ => None,
    });
    let ties: Vec<String> = ties.collect();
    let longest = flat
        .sources
        .iter()
        .filter_map(|f| cx.table(f)?.rows.map(|r| r.count))
        .max();
    let far_smaller = match (table.rows, longest) {
        (Some(own), Some(longest)) => own.count.saturating_mul(FAR_SMALLER) <= longest,
        _ => true,
    };
    !own.is_empty() && far_smaller && cx.unique(table, &ties)
}

/// SQLite reads what stands to the left of CROSS JOIN before what stands to its right.
fn crossed(query: &Query, mut flat: shape::Flat, at: usize) -> Option<Query> {
    let mut done = query.clone();
    let select = shape::select_mut(&mut done)?;
    let first = flat.sources.remove(at);
    let mut others = flat.from().into_iter();
    let next = others.next()?;
    let mut from = shape::from_one(first);
    from.joins.push(sqlparser::ast::Join {
        relation: next.relation,
        global: false,
        join_operator: JoinOperator::CrossJoin(JoinConstraint::None),
    });
    select.from = std::iter::once(from).chain(others).collect();
    select.selection = shape::all_of(flat.conditions);
    Some(done)
}

/// What the others need of each small table, as a named part that is worked out by itself.
fn apart(query: &Query, mut flat: shape::Flat, small: &[usize], cx: &Context<'_>) -> Option<Query> {
    let mut parts: Vec<String> = Vec::new();
    for at in small {
        let source = flat.sources.get(*at)?.clone();
        let (alias, table) = (flat.alias(*at)?, cx.table(&source)?);
        let read = shape::cols(query);
        let shown: Vec<String> = table
            .columns
            .iter()
            .filter(|c| read.contains(&(alias.clone(), c.name.to_lowercase())))
            .map(|c| shape::column(&alias, &c.name).to_string())
            .collect();
        let (own, rest) = shape::of_source(&flat.conditions, &alias);
        let name = cx.fresh(&format!("first{}", parts.len() + 1));
        parts.push(format!(
            "{name} AS MATERIALIZED (SELECT {} FROM {source} WHERE {})",
            shown.join(", "),
            shape::all_of(own)?
        ));
        flat.conditions = rest;
        *flat.sources.get_mut(*at)? = part(&name, &shape::called(&source)?, cx)?;
    }
    if parts.is_empty() {
        return None;
    }
    let made = cx.query(&format!("WITH {} SELECT 1", parts.join(", ")))?.with?;
    let mut done = query.clone();
    let select = shape::select_mut(&mut done)?;
    select.from = flat.from();
    select.selection = shape::all_of(flat.conditions);
    match &mut done.with {
        Some(with) => with.cte_tables.extend(made.cte_tables),
        none => *none = Some(made),
    }
    Some(done)
}

fn part(name: &str, alias: &str, cx: &Context<'_>) -> Option<TableFactor> {
    let query = cx.query(&format!("SELECT 1 FROM {name} {}", shape::ident(alias)))?;
    let from = shape::select(&query)?.from.first()?;
    Some(from.relation.clone())
}
