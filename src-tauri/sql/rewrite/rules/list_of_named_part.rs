//! A list that only hands on one column of a named part

use sqlparser::ast::{Expr, Query, SelectItem, SetExpr, TableFactor};

use super::{cte_inlined, settled, shape, tied, told, Context, Rule, ALL};
use crate::scope::plain_parts;

pub const RULE: Rule = Rule {
    name: "list_of_named_part",
    says: "A list took one column of a named part that was worked out whole; now it reads that column where it comes from.",
    before: "WITH paid AS (SELECT o.customer_id, o.total FROM orders o WHERE o.status = 'paid') SELECT c.name FROM customers c WHERE \
             c.id IN (SELECT p.customer_id FROM paid p)",
    after: "SELECT c.name FROM customers c WHERE c.id IN (SELECT o.customer_id FROM orders o WHERE o.status = 'paid')",
    also: &["SELECT c.name FROM customers c WHERE c.id IN (SELECT t.k FROM (SELECT o.customer_id AS k, o.total FROM orders o JOIN shops s \
             ON s.id = o.shop_id WHERE s.town = 'Lima') t)"],
    leaves: &[
        "WITH sums AS (SELECT o.customer_id, SUM(o.total) AS total FROM orders o GROUP BY o.customer_id) SELECT c.name FROM customers c \
         WHERE c.id IN (SELECT s.customer_id FROM sums s)",
        "SELECT c.name FROM customers c WHERE c.id IN (SELECT o.customer_id FROM orders o)",
    ],
    sound: "The part hands its rows on as they are, one for one, so that its column and the expression behind it give the same list.",
    source: "ISO/IEC 9075-2, 7.17 <query expression>",
    engines: ALL,
    tells: Some(told::list_of_named_part),
    apply,
};

fn apply(query: &Query, cx: &Context<'_>) -> Option<Query> {
    let select = shape::select(query)?;
    let mut conditions = shape::filters(select);
    let (at, new, name) = conditions.iter().enumerate().find_map(|(at, condition)| {
        let Expr::InSubquery {
            expr,
            subquery,
            negated,
        } = shape::bare(condition)
        else {
            return None;
        };
        let list = shape::select(subquery).filter(|_| shape::is_body_only(subquery))?;
        let flat = shape::flat(list)?;
        let ([source], true) = (flat.sources.as_slice(), flat.conditions.is_empty()) else {
            return None;
        };
        let inner = match source {
            TableFactor::Derived { subquery, .. } => subquery.as_ref(),
            _ => cx.named(source)?,
        };
        let plain = shape::select(inner).filter(|_| shape::is_body_only(inner) && shape::free(inner).is_empty())?;
        if shape::is_folded(plain) || shape::is_folded(list) || settled::obstacle(inner, cx.dialect()).is_some() {
            return None;
        }
        let column = shape::col(tied::value(list)?)?.1;
        let (value, _) = shape::outputs(plain)?
            .into_iter()
            .find(|(_, name)| name.as_ref().is_some_and(|n| n.value.eq_ignore_ascii_case(&column)))?;
        let mut direct = plain.clone();
        direct.projection = vec![SelectItem::UnnamedExpr(value)];
        let direct = SetExpr::Select(Box::new(direct));
        let not = if *negated { "NOT " } else { "" };
        let new = cx.expr(&format!("{} {not}IN ({direct})", shape::nested((**expr).clone())))?;
        Some((at, new, shape::table_name(source).and_then(|n| plain_parts(n).pop())))
    })?;
    *conditions.get_mut(at)? = new;
    let mut done = query.clone();
    shape::select_mut(&mut done)?.selection = shape::all_of(conditions);
    // What nothing reads any more need not be named.
    if let (Some(name), Some(with)) = (name, query.with.as_ref()) {
        let own = with
            .cte_tables
            .iter()
            .position(|c| c.alias.name.value.eq_ignore_ascii_case(&name));
        if let Some(own) = own.filter(|_| cte_inlined::uses(&done, &name) == 0) {
            let kept = done.with.as_mut()?;
            kept.cte_tables.remove(own);
            if kept.cte_tables.is_empty() {
                done.with = None;
            }
        }
    }
    Some(done)
}
