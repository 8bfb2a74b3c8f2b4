//! The first row of each group, found by numbering all rows, as the rules that find it otherwise read it.
//!
//! In: a query. Out: the numbered part and what it numbers by. Deliberately absent: numbers that are read for anything else.

use sqlparser::ast::{
    BinaryOperator, Expr, OrderByExpr, Query, Select, SelectItem, TableFactor, WindowSpec, WindowType,
};

use super::{shape, Context};

/// `(SELECT ..., ROW_NUMBER() OVER (PARTITION BY ... ORDER BY ...) AS n FROM table WHERE ...) t ... WHERE t.n = 1`
pub struct Numbered {
    /// Of the part among the sources.
    pub at: usize,
    /// Of the condition on the number.
    pub condition: usize,
    /// Without the number among its outputs.
    pub select: Select,
    pub groups: Vec<Expr>,
    pub order: Vec<OrderByExpr>,
}

/// The part reads one stored table, whose rows its order puts into one order only: it names a key.
pub fn numbered(flat: &shape::Flat, query: &Query, cx: &Context<'_>) -> Option<Numbered> {
    (0..flat.sources.len()).find_map(|at| of_part(flat, at, query, cx))
}

fn of_part(flat: &shape::Flat, at: usize, query: &Query, cx: &Context<'_>) -> Option<Numbered> {
    let (subquery, given) = shape::opened(flat.sources.get(at)?)?;
    let select = shape::select(subquery)?;
    let plain = !shape::is_grouped(select) && select.distinct.is_none() && select.qualify.is_none();
    let [from] = select.from.as_slice() else { return None };
    let table = cx.table(&from.relation).filter(|_| plain && from.joins.is_empty())?;
    let outputs = shape::outputs(select)?;
    let (numbers, others): (Vec<_>, Vec<_>) = outputs.iter().enumerate().partition(|(_, (e, _))| spec(e).is_some());
    let [(number, (expr, Some(name)))] = numbers.as_slice() else {
        return None;
    };
    let columns = others
        .iter()
        .all(|(_, (expr, name))| shape::col(expr).is_some() && name.is_some());
    let filters = shape::filters(select);
    let spec = spec(expr).filter(|_| columns && filters.iter().all(shape::is_plain))?;
    let by: Vec<String> = spec
        .order_by
        .iter()
        .map(|by| shape::col(&by.expr).map(|c| c.1))
        .collect::<Option<_>>()?;
    let grouped = !spec.partition_by.is_empty() && spec.partition_by.iter().all(|e| shape::col(e).is_some());
    if !grouped || !cx.unique(table, &by) {
        return None;
    }
    let number_of = (given.value.to_lowercase(), name.value.to_lowercase());
    let condition = flat.conditions.iter().position(|c| is_first(c, &number_of))?;
    let read = shape::cols(query).into_iter().filter(|c| *c == number_of).count();
    let mut kept = select.clone();
    kept.projection.remove(*number);
    (read == 1 && !kept.projection.is_empty()).then(|| Numbered {
        at,
        condition,
        select: kept,
        groups: spec.partition_by.clone(),
        order: spec.order_by.clone(),
    })
}

/// Of `ROW_NUMBER() OVER (...)` without a frame.
fn spec(expr: &Expr) -> Option<&WindowSpec> {
    let Expr::Function(function) = shape::bare(expr) else {
        return None;
    };
    match &function.over {
        Some(WindowType::WindowSpec(spec)) => {
            let plain = spec.window_frame.is_none() && spec.window_name.is_none() && function.filter.is_none();
            (plain && shape::function_name(function) == "row_number").then_some(spec)
        }
        _ => None,
    }
}

/// `n = 1`, `1 = n` and `n <= 1`.
fn is_first(condition: &Expr, number: &shape::Col) -> bool {
    let Expr::BinaryOp { left, op, right } = shape::bare(condition) else {
        return false;
    };
    let is_number = |e: &Expr| shape::col(e).as_ref() == Some(number);
    let one = |e: &Expr| matches!(shape::bare(e), Expr::Value(v) if v.to_string() == "1");
    match op {
        BinaryOperator::Eq => (is_number(left) && one(right)) || (one(left) && is_number(right)),
        BinaryOperator::LtEq => is_number(left) && one(right),
        _ => false,
    }
}

/// The query with `inner` in the place of the numbered part, and without the condition.
pub fn replaced(query: &Query, mut flat: shape::Flat, part: &Numbered, inner: &str, cx: &Context<'_>) -> Option<Query> {
    let source = flat.sources.get_mut(part.at)?;
    *source = cx.derived(inner, &shape::called(source)?)?;
    flat.conditions.remove(part.condition);
    let mut done = query.clone();
    let select = shape::select_mut(&mut done)?;
    select.from = flat.from();
    select.selection = shape::all_of(flat.conditions);
    Some(done)
}

/// The stored table that is numbered, as the part reads it.
pub fn source(select: &Select) -> Option<&TableFactor> {
    select.from.first().map(|from| &from.relation)
}

/// The columns that the part shows.
pub fn shown(select: &Select) -> Vec<Expr> {
    let column = |item: &SelectItem| match item {
        SelectItem::UnnamedExpr(expr) | SelectItem::ExprWithAlias { expr, .. } => Some(expr.clone()),
        _ => None,
    };
    select.projection.iter().filter_map(column).collect()
}
