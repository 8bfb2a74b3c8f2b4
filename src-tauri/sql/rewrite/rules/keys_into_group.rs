//! Groups that a join drops again, not worked out at all

use std::collections::BTreeSet;

use sqlparser::ast::{Query, Select, SetExpr, TableFactor};

use super::{shape, told, Context, Rule, ALL};

pub const RULE: Rule = Rule {
    name: "keys_into_group",
    says: "All groups of a part were worked out, and a join dropped most of them; now only those are worked out that it keeps.",
    before: "SELECT c.name, t.total FROM customers c, (SELECT o.customer_id AS k, SUM(o.total) AS total FROM orders o GROUP BY \
             o.customer_id) t WHERE t.k = c.id AND c.country = 'Peru'",
    after: "SELECT c.name, t.total FROM customers c, (SELECT o.customer_id AS k, SUM(o.total) AS total FROM orders o WHERE \
            o.customer_id IN (SELECT c.id FROM customers c WHERE c.country = 'Peru') GROUP BY o.customer_id) t WHERE t.k = c.id AND \
            c.country = 'Peru'",
    also: &["SELECT p.id, t.n FROM orders p JOIN shops s ON s.id = p.shop_id JOIN (SELECT u.k, COUNT(*) AS n FROM (SELECT o.shop_id AS k \
             FROM orders o UNION ALL SELECT a.id FROM shops a) u GROUP BY u.k) t ON t.k = p.shop_id WHERE s.town = 'Lima'"],
    leaves: &[
        "SELECT c.name, t.total FROM customers c LEFT JOIN (SELECT o.customer_id AS k, SUM(o.total) AS total FROM orders o GROUP BY \
         o.customer_id) t ON t.k = c.id WHERE c.country = 'Peru'",
        "SELECT c.name, t.k FROM customers c, (SELECT o.shop_id AS k, MAX(o.customer_id) AS most FROM orders o GROUP BY o.shop_id) t \
         WHERE t.most = c.id AND c.country = 'Peru'",
        "SELECT c.name, t.total FROM customers c, (SELECT o.customer_id AS k, SUM(o.total) AS total FROM orders o GROUP BY \
         o.customer_id) t WHERE t.k = c.id",
    ],
    sound: "A group meets only rows that are equal to it in its key, by one equality or a chain of them, and such a row has to \
            keep its own conditions. A group whose key no such row has is dropped by the inner join, and all rows of a group \
            have its key, so that they need not be read. NULL is equal to nothing and is dropped either way.",
    source: "Mumick, Finkelstein, Pirahesh and Ramakrishnan, Magic is Relevant, SIGMOD 1990",
    engines: ALL,
    tells: Some(told::keys_into_group),
    apply,
};

fn apply(query: &Query, cx: &Context<'_>) -> Option<Query> {
    let select = shape::select(query)?;
    let flat = shape::flat(select)?;
    let sources: Vec<&TableFactor> = flat.sources.iter().collect();
    for (at, source) in sources.iter().enumerate() {
        let Some((subquery, given)) = shape::opened(source).filter(|(q, _)| shape::free(*q).is_empty()) else {
            continue;
        };
        let name = given.value.to_lowercase();
        for (nth, output) in shape::output_names(&subquery.body).into_iter().enumerate() {
            let key = (name.clone(), output);
            let written = subquery.to_string();
            for list in lists(&flat, &key, cx).into_iter().filter(|l| !written.contains(l)) {
                let Some(body) = narrowed(&subquery.body, nth, &list, false, cx) else {
                    continue;
                };
                let mut done = query.clone();
                let mut flat = shape::flat(select)?;
                if let TableFactor::Derived { subquery, .. } = flat.sources.get_mut(at)? {
                    *subquery.body = body;
                }
                let changed = shape::select_mut(&mut done)?;
                changed.from = flat.from();
                changed.selection = shape::all_of(flat.conditions);
                return Some(done);
            }
        }
    }
    None
}

/// The keys of every stored table with conditions of its own whose column is equal to `key` in all rows of the join.
fn lists(flat: &shape::Flat, key: &shape::Col, cx: &Context<'_>) -> Vec<String> {
    let sources: Vec<&TableFactor> = flat.sources.iter().collect();
    let pairs: Vec<(shape::Col, shape::Col)> = flat.conditions.iter().filter_map(shape::equal_cols).collect();
    let mut equal: BTreeSet<shape::Col> = BTreeSet::from([key.clone()]);
    loop {
        let alike = |a: &shape::Col, b: &shape::Col| cx.alike(&sources, a, &sources, b);
        let further = pairs.iter().flat_map(|(a, b)| [(a, b), (b, a)]);
        let new: Vec<shape::Col> = further
            .filter(|(a, b)| equal.contains(*a) && !equal.contains(*b) && alike(a, b))
            .map(|(_, b)| b.clone())
            .collect();
        if new.is_empty() {
            break;
        }
        equal.extend(new);
    }
    let of = |(source, column): &shape::Col| {
        let factor = sources
            .iter()
            .find(|f| shape::alias_of(f).as_ref() == Some(source) && *source != key.0)?;
        let column = cx.table(factor)?.column(column)?;
        let (own, _) = shape::of_source(&flat.conditions, source);
        let column = shape::column(&shape::called(factor)?, &column.name);
        Some(format!("SELECT {column} FROM {factor} WHERE {}", shape::all_of(own)?))
    };
    equal.iter().filter_map(of).collect()
}

/// The body with only those rows whose output `nth` is in the list, dropped as far inside as they can be; nothing where
/// that is not before a grouping.
fn narrowed(body: &SetExpr, nth: usize, list: &str, below_group: bool, cx: &Context<'_>) -> Option<SetExpr> {
    match body {
        SetExpr::Select(select) => {
            let done = of_select(select, nth, list, below_group, cx)?;
            Some(SetExpr::Select(Box::new(done)))
        }
        SetExpr::SetOperation {
            left,
            op,
            set_quantifier,
            right,
        } => Some(SetExpr::SetOperation {
            left: Box::new(narrowed(left, nth, list, below_group, cx)?),
            op: *op,
            set_quantifier: *set_quantifier,
            right: Box::new(narrowed(right, nth, list, below_group, cx)?),
        }),
        _ => None,
    }
}

fn of_select(select: &Select, nth: usize, list: &str, below_group: bool, cx: &Context<'_>) -> Option<Select> {
    if !shape::ordinary(select) || shape::has_window(&select.projection) || select.qualify.is_some() {
        return None;
    }
    let (key, _) = shape::outputs(select)?.into_iter().nth(nth)?;
    let column = shape::col(&key)?;
    let grouped = shape::is_grouped(select);
    let fits = match grouped {
        true => shape::group_by(select)?
            .iter()
            .any(|by| shape::col(by).as_ref() == Some(&column)),
        false => shape::aggregates(&select.projection).is_empty() && select.having.is_none(),
    };
    if !fits {
        return None;
    }
    let mut done = select.clone();
    if let Some(flat) = deeper(select, &column, list, below_group || grouped, cx) {
        done.from = flat.from();
        done.selection = shape::all_of(flat.conditions);
        return Some(done);
    }
    if !(grouped || below_group) {
        return None;
    }
    let mut conditions = shape::filters(select);
    conditions.push(cx.expr(&format!("{key} IN ({list})"))?);
    done.selection = shape::all_of(conditions);
    Some(done)
}

/// The same in the subquery that the key comes from.
fn deeper(select: &Select, key: &shape::Col, list: &str, below_group: bool, cx: &Context<'_>) -> Option<shape::Flat> {
    let mut flat = shape::flat(select)?;
    let at = (0..flat.sources.len()).find(|at| flat.alias(*at).as_ref() == Some(&key.0))?;
    let factor = flat.sources.get_mut(at)?;
    let (subquery, _) = shape::opened(factor)?;
    let nth = shape::output_names(&subquery.body)
        .iter()
        .position(|name| *name == key.1)?;
    let body = narrowed(&subquery.body, nth, list, below_group, cx)?;
    if let TableFactor::Derived { subquery, .. } = factor {
        *subquery.body = body;
    }
    Some(flat)
}
