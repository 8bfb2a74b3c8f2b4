//! Several one-row summaries of the same table side by side

use sqlparser::ast::{Expr, Query, TableFactor};

use super::{one_scan, shape, told, Context, Rule, ALL};

pub const RULE: Rule = Rule {
    name: "single_rows_to_one_scan",
    says: "The same table was read once for each of several figures; now one pass works them all out.",
    before: "SELECT a.n, b.m FROM (SELECT COUNT(*) AS n FROM orders o WHERE o.total > 5) a, (SELECT SUM(o.total) AS m FROM orders o \
             WHERE o.status = 'paid') b",
    after: "SELECT figures.f1 AS n, figures.f2 AS m FROM (SELECT COUNT(*) FILTER (WHERE o.total > 5) AS f1, \
            SUM(o.total) FILTER (WHERE o.status = 'paid') AS f2 FROM orders o WHERE (o.total > 5 OR o.status = \
            'paid')) AS figures",
    also: &["SELECT a.n * 1.0 / b.n AS share FROM (SELECT COUNT(*) AS n FROM orders o, shops s WHERE s.id = o.shop_id AND o.total \
             BETWEEN 1 AND 5) a CROSS JOIN (SELECT COUNT(*) AS n FROM orders o, shops s WHERE s.id = o.shop_id) b WHERE b.n > 0"],
    leaves: &[
        "SELECT a.n, b.m FROM (SELECT COUNT(*) AS n FROM orders o WHERE o.total > 5) a, (SELECT SUM(l.price) AS m FROM lines l) b",
        "SELECT a.n, b.m FROM (SELECT COUNT(*) AS n FROM orders o GROUP BY o.status) a, (SELECT SUM(o.total) AS m FROM orders o) b",
    ],
    sound: "Without GROUP BY each part gives exactly one row, and so does the one pass; FILTER shows each sum the rows that its \
            own conditions kept. Rows that none of them needs are dropped.",
    source: "ISO/IEC 9075-2, 10.9 <aggregate function>, FILTER",
    engines: ALL,
    tells: Some(told::one_scan),
    apply,
};

fn apply(query: &Query, cx: &Context<'_>) -> Option<Query> {
    let select = shape::select(query)?;
    let mut flat = shape::flat(select)?;
    let part = |f: &TableFactor| match f {
        TableFactor::Derived {
            subquery,
            alias: Some(alias),
            ..
        } if alias.columns.is_empty() => one_scan::one_row(subquery).cloned(),
        _ => None,
    };
    let parts: Vec<(usize, sqlparser::ast::Select)> = flat
        .sources
        .iter()
        .enumerate()
        .filter_map(|(at, f)| part(f).map(|s| (at, s)))
        .collect();
    let alike = |one: &sqlparser::ast::Select| {
        let same = parts.iter().filter(|(_, other)| one_scan::same_sources(one, other));
        same.map(|(at, s)| (*at, s.clone())).collect::<Vec<_>>()
    };
    let group = parts.iter().map(|(_, one)| alike(one)).find(|group| group.len() > 1)?;
    let alias = cx.fresh("figures");
    let selects: Vec<&sqlparser::ast::Select> = group.iter().map(|(_, s)| s).collect();
    let (source, columns) = one_scan::merged(&selects, &alias, cx)?;
    let mut swaps: Vec<(shape::Col, Expr)> = Vec::new();
    for ((at, part), columns) in group.iter().zip(columns) {
        let name = flat.alias(*at)?;
        for ((_, output), new) in shape::outputs(part)?.into_iter().zip(columns) {
            swaps.push(((name.clone(), output?.value.to_lowercase()), new));
        }
    }
    let gone: Vec<usize> = group.iter().map(|(at, _)| *at).collect();
    let mut at = 0;
    flat.sources.retain(|_| {
        at += 1;
        !gone.contains(&(at - 1))
    });
    flat.sources.push(source);
    let mut done = query.clone();
    let changed = shape::select_mut(&mut done)?;
    changed.from = flat.from();
    changed.selection = shape::all_of(flat.conditions);
    shape::replace(&mut done, &|e| {
        let column = shape::col(e).filter(|_| matches!(e, Expr::CompoundIdentifier(_)))?;
        swaps.iter().find(|(old, _)| *old == column).map(|(_, new)| new.clone())
    });
    one_scan::keep_names(select, shape::select_mut(&mut done)?);
    Some(done)
}
