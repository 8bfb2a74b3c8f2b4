//! Rows added up after a join that could be added up before it

use askwell_contract::{Dialect, TypeKind};
use sqlparser::ast::{BinaryOperator, Expr, Function, Query, TableFactor};

use super::{count_compared_to_exists::counts_rows, shape, told, Context, Rule, ALL};

pub const RULE: Rule = Rule {
    name: "preaggregate",
    says: "Every row was joined before it was added up; now rows are added up by their key first, and few are joined.",
    before: "SELECT c.country, SUM(o.total) AS t, COUNT(*) AS n FROM orders o JOIN customers c ON c.id = o.customer_id GROUP BY \
             c.country",
    after: "SELECT c.country, sum(o.part3) AS t, SUM(o.part2) AS n FROM (SELECT o.customer_id, COUNT(*) AS \
            part2, sum(o.total) AS part3 FROM orders o GROUP BY o.customer_id) AS o, customers c WHERE c.id = \
            o.customer_id GROUP BY c.country",
    also: &["SELECT s.town, c.country, AVG(o.total) AS a, MAX(o.placed) AS latest FROM orders o, shops s, customers c WHERE s.id = \
             o.shop_id AND c.id = o.customer_id AND o.status = 'paid' AND c.name > 'A' GROUP BY s.town, c.country HAVING \
             SUM(o.total) > 3"],
    leaves: &[
        "SELECT c.country, COUNT(DISTINCT o.shop_id) AS n FROM orders o JOIN customers c ON c.id = o.customer_id GROUP BY c.country",
        "SELECT c.country, SUM(o.total * c.id) AS t FROM orders o JOIN customers c ON c.id = o.customer_id GROUP BY c.country",
        "SELECT SUM(o.total) AS t FROM orders o JOIN customers c ON c.id = o.customer_id",
    ],
    sound: "Rows that agree in all columns that the join, the conditions and the groups read have the same partners, so their \
            partial sum meets them as often as each of them did. Counts become sums of counts, averages a sum over a count, and \
            on PostgreSQL sums of whole numbers are cast to the type that they had; floats are left alone there. Without GROUP BY nothing is changed, since no rows would give NULL for 0.",
    source: "Yan and Larson, Eager Aggregation and Lazy Aggregation, VLDB 1995",
    engines: ALL,
    tells: Some(told::preaggregate),
    apply,
};

fn apply(query: &Query, cx: &Context<'_>) -> Option<Query> {
    let select = shape::select(query)?;
    let keys = shape::group_by(select).filter(|by| !by.is_empty())?;
    let mut flat = shape::flat(select).filter(|f| f.sources.len() > 1)?;
    let mut aggregates = shape::aggregates(&select.projection);
    aggregates.append(&mut shape::aggregates(&select.having));
    aggregates.append(&mut shape::aggregates(&query.order_by));
    aggregates.sort_by_key(ToString::to_string);
    aggregates.dedup();
    let columns: Vec<shape::Col> = aggregates.iter().flat_map(shape::cols).collect();
    let alias = columns.first()?.0.clone();
    let one_source = columns.iter().all(|c| c.0 == alias);
    let place = (0..flat.sources.len()).find(|at| flat.alias(*at).as_ref() == Some(&alias))?;
    let plain = flat.conditions.iter().chain(keys).all(shape::is_plain)
        && select.distinct.is_none()
        && !shape::has_window(&select.projection)
        && shape::subqueries(&select.projection) + shape::subqueries(&select.having) == 0;
    if !one_source || !plain {
        return None;
    }
    let (own, rest) = shape::of_source(&flat.conditions, &alias);
    let mut outside = select.clone();
    outside.selection = shape::all_of(rest.clone());
    outside.from = Vec::new();
    shape::replace_here(&mut outside, &|e| {
        is_aggregate(e).then(|| Expr::value(sqlparser::ast::Value::Null))
    });
    let mut order = query.order_by.clone();
    shape::replace_here(&mut order, &|e| {
        is_aggregate(e).then(|| Expr::value(sqlparser::ast::Value::Null))
    });
    let mut read: Vec<String> = shape::cols(&outside)
        .into_iter()
        .chain(shape::cols(&order))
        .filter(|c| c.0 == alias)
        .map(|c| c.1)
        .collect();
    read.sort_unstable();
    read.dedup();
    let source = flat.sources.get(place)?.clone();
    // Where the columns read hold a key, or are many, there is nothing to add up.
    let keyed = cx.table(&source).is_some_and(|t| cx.unique(t, &read));
    let grouped = matches!(&source, TableFactor::Derived { subquery, .. }
        if shape::select(subquery).is_none_or(shape::is_grouped));
    if read.is_empty() || read.len() > MOST_COLUMNS || keyed || grouped {
        return None;
    }
    let mut shown: Vec<String> = read.iter().map(|c| shape::column(&alias, c).to_string()).collect();
    let by = shown.join(", ");
    let mut swaps: Vec<(Function, Expr)> = Vec::new();
    let sources = shape::factors(select);
    for function in aggregates {
        let new = partial(&function, &alias, &mut shown, &sources, cx)?;
        swaps.push((function, new));
    }
    let filter = shape::all_of(own).map(|c| format!(" WHERE {c}")).unwrap_or_default();
    let sql = format!("SELECT {} FROM {source}{filter} GROUP BY {by}", shown.join(", "));
    *flat.sources.get_mut(place)? = cx.derived(&sql, &shape::called(&source)?)?;
    let swap = |e: &Expr| match e {
        Expr::Function(f) => swaps.iter().find(|(old, _)| old == f).map(|(_, new)| new.clone()),
        _ => None,
    };
    let mut done = query.clone();
    shape::replace_here(&mut done.order_by, &swap);
    let changed = shape::select_mut(&mut done)?;
    shape::replace_here(&mut changed.projection, &swap);
    shape::replace_here(&mut changed.having, &swap);
    changed.from = flat.from();
    changed.selection = shape::all_of(rest);
    Some(done)
}

const MOST_COLUMNS: usize = 4;

pub(super) fn is_aggregate(expr: &Expr) -> bool {
    matches!(expr, Expr::Function(f) if crate::features::is_aggregate(f))
}

/// Adds the partial sums of an aggregate to the inner outputs; what the aggregate becomes outside.
pub(super) fn partial(
    function: &Function,
    alias: &str,
    shown: &mut Vec<String>,
    sources: &[&TableFactor],
    cx: &Context<'_>,
) -> Option<Expr> {
    if function.filter.is_some()
        || function.over.is_some()
        || shape::is_distinct(function)
        || !function.within_group.is_empty()
    {
        return None;
    }
    let mut add = |text: String| {
        let name = cx.fresh(&format!("part{}", shown.len() + 1));
        shown.push(format!("{text} AS {name}"));
        shape::column(alias, &name).to_string()
    };
    // DuckDB and PostgreSQL add counts up in a wider type than they count in.
    let count = |sum: String| match cx.dialect() {
        Dialect::Sqlite => sum,
        _ => format!("CAST({sum} AS BIGINT)"),
    };
    if counts_rows(function) {
        let part = add("COUNT(*)".into());
        return cx.expr(&count(format!("SUM({part})")));
    }
    let (name, value) = shape::argument(function)?;
    match (name.as_str(), cx.dialect()) {
        ("count", _) => {
            let part = add(format!("COUNT({value})"));
            cx.expr(&count(format!("SUM({part})")))
        }
        // A sum of whole numbers is of a wider type than they are, and a sum of such sums of a wider one still.
        ("sum", Dialect::Postgres) => {
            let part = add(format!("sum({value})"));
            match added(&value, sources, cx)? {
                Added::Whole => cx.expr(&format!("CAST(sum({part}) AS BIGINT)")),
                Added::Exact => cx.expr(&format!("sum({part})")),
            }
        }
        ("sum" | "min" | "max", _) => {
            let part = add(format!("{name}({value})"));
            cx.expr(&format!("{name}({part})"))
        }
        ("avg", dialect) => {
            let wide = match dialect {
                Dialect::Sqlite => "REAL",
                Dialect::Duckdb => "DOUBLE",
                // As the server itself divides for an average of exact numbers.
                Dialect::Postgres => {
                    added(&value, sources, cx)?;
                    "NUMERIC"
                }
            };
            let (sum, count) = (add(format!("SUM({value})")), add(format!("COUNT({value})")));
            cx.expr(&format!("(CAST(SUM({sum}) AS {wide}) / NULLIF(SUM({count}), 0))"))
        }
        _ => None,
    }
}

/// What PostgreSQL makes of the sum of a value.
enum Added {
    /// BIGINT.
    Whole,
    /// NUMERIC.
    Exact,
}

/// Of exact numbers alone: what floats add up to depends on their order and on their width.
fn added(value: &Expr, sources: &[&TableFactor], cx: &Context<'_>) -> Option<Added> {
    match shape::bare(value) {
        Expr::BinaryOp {
            left,
            op: BinaryOperator::Plus | BinaryOperator::Minus | BinaryOperator::Multiply,
            right,
        } => match (added(left, sources, cx)?, added(right, sources, cx)?) {
            (Added::Whole, Added::Whole) => Some(Added::Whole),
            _ => Some(Added::Exact),
        },
        Expr::Value(value) => {
            let text = value.to_string();
            let (digits, point) = (
                text.bytes().all(|b| b.is_ascii_digit() || b == b'.'),
                text.contains('.'),
            );
            match (digits, point) {
                (true, true) => Some(Added::Exact),
                (true, false) if text.len() < 10 => Some(Added::Whole),
                _ => None,
            }
        }
        column => {
            let (_, stored) = cx.origin(sources, &shape::col(column)?)?;
            match (stored.kind, stored.declared_type.to_lowercase().as_str()) {
                (TypeKind::Integer, "smallint" | "int2" | "integer" | "int" | "int4") => Some(Added::Whole),
                (TypeKind::Integer, "bigint" | "int8") => Some(Added::Exact),
                (TypeKind::Decimal, _) => Some(Added::Exact),
                _ => None,
            }
        }
    }
}
