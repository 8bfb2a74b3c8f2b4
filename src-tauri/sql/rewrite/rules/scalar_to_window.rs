//! Each row compared with a figure of its own group, read from the same table a second time

use sqlparser::ast::{Expr, Query};

use super::{shape, tied, told, Context, Rule, ALL};

pub const RULE: Rule = Rule {
    name: "scalar_to_window",
    says: "The same table was read again for every row to find a figure of its group; now one pass gives both.",
    before: "SELECT o.id FROM orders o WHERE o.placed = (SELECT MAX(p.placed) FROM orders p WHERE p.shop_id = o.shop_id)",
    after: "SELECT o.id FROM (SELECT p.id, p.placed, p.shop_id, MAX(p.placed) OVER (PARTITION BY p.shop_id) AS \
            figure FROM orders p) AS o WHERE o.placed = o.figure AND o.shop_id IS NOT NULL",
    also: &["SELECT c.name, o.total FROM orders o, customers c WHERE c.id = o.customer_id AND o.total > (SELECT AVG(p.total) \
             FROM orders p WHERE p.customer_id = o.customer_id)"],
    leaves: &["SELECT o.id FROM orders o WHERE o.placed = (SELECT MAX(p.placed) FROM orders p WHERE p.shop_id = o.shop_id \
               AND p.status = 'paid')"],
    sound: "The partition of a row is exactly the set of rows that the subquery read for it, and the window reads the whole \
            table before any condition. A NULL key matched nothing, so its rows are dropped.",
    source: "Zuzarte et al., WinMagic: Subquery Elimination Using Window Aggregation, SIGMOD 2003",
    engines: ALL,
    tells: Some(told::scalar_to_window),
    apply,
};

fn apply(query: &Query, cx: &Context<'_>) -> Option<Query> {
    let select = shape::select(query)?;
    let mut flat = shape::flat(select)?;
    let outside = shape::factors(select);
    let found = flat.conditions.iter().enumerate().find_map(|(at, condition)| {
        tied::scalars(condition).into_iter().find_map(|sub| {
            let target = |e: &Expr| matches!(e, Expr::Subquery(q) if **q == sub);
            let tied = tied::tied(&sub, &outside, cx).filter(|_| shape::rejects_null(condition, &target))?;
            let value = tied::value(&tied.select)?.clone();
            let Expr::Function(function) = shape::bare(&value) else {
                return None;
            };
            let plain = tied::is_summary(&value) && !shape::is_distinct(function) && function.filter.is_none();
            let inner = tied.select.from.first().map(|f| cx.table(&f.relation))??;
            let around = &tied.ties.first()?.outer.0;
            let place = flat
                .sources
                .iter()
                .position(|f| shape::alias_of(f).as_deref() == Some(around))?;
            let same = cx.table(flat.sources.get(place)?).is_some_and(|t| t.name == inner.name);
            let tied_to_itself = tied.ties.iter().all(|t| t.outer.0 == *around && t.outer.1 == t.inner.1);
            let whole =
                tied.select.from.len() == 1 && tied.select.selection.is_none() && !shape::is_grouped(&tied.select);
            let whole = whole && tied.select.having.is_none() && tied.select.distinct.is_none();
            (plain && same && tied_to_itself && whole).then_some((at, sub, tied, function.clone(), place))
        })
    });
    let (at, sub, tied, function, place) = found?;
    let alias = flat.alias(place)?;
    let figure = cx.fresh("figure");
    let keys: Vec<String> = tied.ties.iter().map(|t| t.inner_expr.to_string()).collect();
    let inner = tied.select.from.first()?;
    let own = shape::alias_of(&inner.relation)?;
    let mut used: Vec<String> = shape::cols(query)
        .into_iter()
        .filter(|(s, _)| *s == alias)
        .map(|(_, c)| c)
        .collect();
    used.extend(tied.ties.iter().map(|t| t.outer.1.clone()));
    used.sort_unstable();
    used.dedup();
    let table = cx.table(&inner.relation)?;
    let columns: Option<Vec<String>> = used
        .iter()
        .map(|c| table.column(c).map(|c| shape::column(&own, &c.name).to_string()))
        .collect();
    let sql = format!(
        "SELECT {}, {function} OVER (PARTITION BY {}) AS {figure} FROM {inner}",
        columns?.join(", "),
        keys.join(", ")
    );
    let source = flat.sources.get_mut(place)?;
    *source = cx.derived(&sql, &shape::called(source)?)?;
    tied::put(flat.conditions.get_mut(at)?, &sub, &shape::column(&alias, &figure));
    for tie in &tied.ties {
        flat.conditions.push(Expr::IsNotNull(Box::new(tie.outer_expr.clone())));
    }
    let mut done = query.clone();
    let select = shape::select_mut(&mut done)?;
    select.from = flat.from();
    select.selection = shape::all_of(flat.conditions);
    Some(done)
}
