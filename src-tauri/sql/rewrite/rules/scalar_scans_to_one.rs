//! Several figures of one table, each read by a subquery of its own

use sqlparser::ast::{Expr, Query, Select};

use super::{one_scan, shape, tied, told, Context, Rule, ALL};

pub const RULE: Rule = Rule {
    name: "scalar_scans_to_one",
    says: "The same table was read once for each of several figures; now one pass works them all out.",
    before: "SELECT c.name, (SELECT COUNT(*) FROM orders o WHERE o.total > 5) AS n, (SELECT SUM(o.total) FROM orders o WHERE \
             o.status = 'paid') AS paid FROM customers c",
    after: "SELECT c.name, figures.f1 AS n, figures.f2 AS paid FROM customers c, (SELECT COUNT(*) FILTER \
            (WHERE o.total > 5) AS f1, SUM(o.total) FILTER (WHERE o.status = 'paid') AS f2 FROM orders o WHERE \
            (o.total > 5 OR o.status = 'paid')) AS figures",
    also: &["SELECT CASE WHEN (SELECT COUNT(*) FROM orders o WHERE o.shop_id = 1) > 2 THEN (SELECT AVG(o.total) FROM orders o \
             WHERE o.shop_id = 1) ELSE (SELECT MAX(o.total) FROM orders o WHERE o.shop_id = 2) END AS figure FROM shops s WHERE \
             s.id = 1"],
    leaves: &["SELECT c.name, (SELECT COUNT(*) FROM orders o WHERE o.customer_id = c.id) AS n, (SELECT SUM(o.total) FROM orders o \
               WHERE o.customer_id = c.id) AS paid FROM customers c"],
    sound: "Each subquery gives exactly one value whatever row it stands beside, and the one pass gives one row, so joining it \
            repeats nothing; FILTER shows each sum the rows that its own conditions kept.",
    source: "ISO/IEC 9075-2, 10.9 <aggregate function>, FILTER",
    engines: ALL,
    tells: Some(told::one_scan),
    apply,
};

fn apply(query: &Query, cx: &Context<'_>) -> Option<Query> {
    let select = shape::select(query)?;
    if shape::is_folded(select) || select.from.is_empty() {
        return None;
    }
    let outputs = shape::outputs(select)?;
    let mut found: Vec<Query> = outputs.iter().flat_map(|(expr, _)| tied::scalars(expr)).collect();
    found.extend(shape::filters(select).iter().flat_map(tied::scalars));
    let mut distinct: Vec<(Query, Select)> = Vec::new();
    for sub in found {
        if let Some(one) = one_scan::one_row(&sub).filter(|s| s.projection.len() == 1) {
            if !distinct.iter().any(|(seen, _)| *seen == sub) {
                distinct.push((sub.clone(), one.clone()));
            }
        }
    }
    let alike = |one: &Select| -> Vec<&(Query, Select)> {
        distinct
            .iter()
            .filter(|(_, other)| one_scan::same_sources(one, other))
            .collect()
    };
    let group = distinct
        .iter()
        .map(|(_, one)| alike(one))
        .find(|group| group.len() > 1)?;
    let alias = cx.fresh("figures");
    let selects: Vec<&Select> = group.iter().map(|(_, s)| s).collect();
    let (source, columns) = one_scan::merged(&selects, &alias, cx)?;
    let swap = |e: &Expr| match e {
        Expr::Subquery(sub) => {
            let at = group.iter().position(|(q, _)| *q == **sub)?;
            columns.get(at)?.first().cloned()
        }
        _ => None,
    };
    let mut done = query.clone();
    let changed = shape::select_mut(&mut done)?;
    shape::replace_here(&mut changed.projection, &swap);
    shape::replace_here(&mut changed.selection, &swap);
    changed.from.push(shape::from_one(source));
    one_scan::keep_names(select, changed);
    Some(done)
}
