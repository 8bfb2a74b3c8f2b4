//! A table joined with a summary of itself

use sqlparser::ast::{Expr, Query};

use super::{shape, told, Context, Rule, ALL};

pub const RULE: Rule = Rule {
    name: "extreme_join_to_window",
    says: "A table was joined with a summary of itself; now one pass over it gives the rows and their group's figure.",
    before: "SELECT o.id FROM orders o JOIN (SELECT p.shop_id, MAX(p.placed) AS latest FROM orders p GROUP BY p.shop_id) m ON \
             m.shop_id = o.shop_id AND m.latest = o.placed",
    after: "SELECT o.id FROM (SELECT p.id, p.shop_id, p.placed, MAX(p.placed) OVER (PARTITION BY p.shop_id) AS \
            figure2 FROM orders p) AS o WHERE o.figure2 = o.placed AND o.shop_id IS NOT NULL",
    also: &["SELECT o.id, t.total AS of_shop FROM orders o, (SELECT p.shop_id AS shop, SUM(p.total) AS total, COUNT(*) AS n \
             FROM orders p GROUP BY p.shop_id) t WHERE t.shop = o.shop_id AND t.n > 1"],
    leaves: &[
        "SELECT o.id FROM orders o JOIN (SELECT p.shop_id, MAX(p.placed) AS latest FROM orders p WHERE p.total > 1 GROUP BY \
         p.shop_id) m ON m.shop_id = o.shop_id AND m.latest = o.placed",
        "SELECT o.id FROM orders o JOIN (SELECT p.shop_id, MAX(p.placed) AS latest FROM orders p GROUP BY p.shop_id) m ON \
         m.latest = o.placed",
    ],
    sound: "The summary has one row for each key and each row with a key meets its own; the window gives the same figure \
            over the same rows. Rows whose key is NULL met none and are dropped.",
    source: "Zuzarte et al., WinMagic: Subquery Elimination Using Window Aggregation, SIGMOD 2003",
    engines: ALL,
    tells: Some(told::extreme_join_to_window),
    apply,
};

fn apply(query: &Query, cx: &Context<'_>) -> Option<Query> {
    let select = shape::select(query)?;
    let mut flat = shape::flat(select)?;
    let (at, to) = (0..flat.sources.len()).find_map(|at| fits(&flat, at, cx).map(|to| (at, to)))?;
    let (subquery, _) = shape::opened(flat.sources.get(at)?)?;
    let inner = shape::select(subquery)?.clone();
    let (alias, summary) = (flat.alias(to)?, flat.alias(at)?);
    let table = cx.table(flat.sources.get(to)?)?;
    let source = inner.from.first()?;
    let own = shape::alias_of(&source.relation)?;
    let keys: Vec<Expr> = shape::group_by(&inner)?.to_vec();
    let partition: Vec<String> = keys.iter().map(ToString::to_string).collect();
    let mut shown: Vec<String> = table
        .columns
        .iter()
        .filter(|c| shape::cols(query).contains(&(alias.clone(), c.name.to_lowercase())))
        .map(|c| shape::column(&own, &c.name).to_string())
        .collect();
    let mut columns: Vec<(String, Expr)> = Vec::new();
    for (i, (expr, name)) in shape::outputs(&inner)?.into_iter().enumerate() {
        let name = name?.value.to_lowercase();
        if let Some(key) = shape::col(&expr).filter(|_| keys.contains(&expr)) {
            columns.push((name, shape::column(&alias, &table.column(&key.1)?.name)));
        } else {
            let new = cx.fresh(&format!("figure{}", i + 1));
            shown.push(format!("{expr} OVER (PARTITION BY {}) AS {new}", partition.join(", ")));
            columns.push((name, shape::column(&alias, &new)));
        }
    }
    let windowed = format!("SELECT {} FROM {source}", shown.join(", "));
    let source = flat.sources.get_mut(to)?;
    *source = cx.derived(&windowed, &shape::called(source)?)?;
    flat.sources.remove(at);
    let tied: Vec<Expr> = keys
        .iter()
        .filter_map(|k| Some(shape::column(&alias, &table.column(&shape::col(k)?.1)?.name)))
        .collect();
    let swap = |e: &Expr| {
        let (source, column) = shape::col(e).filter(|_| matches!(e, Expr::CompoundIdentifier(_)))?;
        let found = columns.iter().find(|(name, _)| source == summary && *name == column)?;
        Some(found.1.clone())
    };
    let mut done = query.clone();
    let select = shape::select_mut(&mut done)?;
    select.from = flat.from();
    select.selection = shape::all_of(flat.conditions);
    shape::replace(&mut done, &swap);
    let select = shape::select_mut(&mut done)?;
    // `o.shop_id = o.shop_id` is what the tie has become; it only keeps NULL out.
    let trivial = |c: &Expr| shape::equal_cols(c).is_some_and(|(left, right)| left == right);
    let mut conditions: Vec<Expr> = shape::filters(select).into_iter().filter(|c| !trivial(c)).collect();
    conditions.extend(tied.into_iter().map(|key| Expr::IsNotNull(Box::new(key))));
    select.selection = shape::all_of(conditions);
    Some(done)
}

/// The source of which `at` is a summary, tied by every key and whole.
fn fits(flat: &shape::Flat, at: usize, cx: &Context<'_>) -> Option<usize> {
    let (subquery, _) = shape::opened(flat.sources.get(at)?)?;
    let inner = shape::select(subquery)?;
    let whole =
        inner.selection.is_none() && inner.having.is_none() && inner.distinct.is_none() && inner.from.len() == 1;
    let source = inner.from.first().filter(|f| f.joins.is_empty() && whole)?;
    let table = cx.table(&source.relation)?;
    let keys = shape::group_by(inner).filter(|by| !by.is_empty())?;
    let outputs = shape::outputs(inner)?;
    let known = outputs.iter().all(|(expr, name)| {
        let plain = |f: &sqlparser::ast::Function| {
            let over = matches!(
                shape::function_name(f).as_str(),
                "sum" | "avg" | "min" | "max" | "count"
            );
            over && f.filter.is_none() && f.over.is_none() && !shape::is_distinct(f)
        };
        name.is_some() && (keys.contains(expr) || matches!(expr, Expr::Function(f) if plain(f)))
    });
    if !known {
        return None;
    }
    let summary = flat.alias(at)?;
    (0..flat.sources.len()).filter(|to| *to != at).find(|to| {
        let Some(alias) = flat.alias(*to) else { return false };
        let same = flat
            .sources
            .get(*to)
            .and_then(|f| cx.table(f))
            .is_some_and(|t| t.name == table.name);
        let inside = [&source.relation];
        same && keys.iter().all(|key| {
            let Some(column) = shape::col(key) else { return false };
            let shown = outputs
                .iter()
                .find(|(expr, _)| expr == key)
                .and_then(|(_, name)| name.clone());
            let Some(shown) = shown else { return false };
            let ends = [
                (summary.clone(), shown.value.to_lowercase()),
                (alias.clone(), column.1.clone()),
            ];
            let ties = |c: &Expr| match shape::bare(c) {
                Expr::BinaryOp {
                    left,
                    op: sqlparser::ast::BinaryOperator::Eq,
                    right,
                } => {
                    let pair = [shape::col(left), shape::col(right)];
                    ends.iter().all(|end| pair.contains(&Some(end.clone())))
                }
                _ => false,
            };
            cx.alike(&inside, &column, &inside, &column) && flat.conditions.iter().any(ties)
        })
    })
}
