//! A condition on the keys of groups, moved before the grouping

use sqlparser::ast::{Expr, Query, Select};

use super::{shape, told, Context, Rule, ALL};

pub const RULE: Rule = Rule {
    name: "filter_through_group",
    says: "All groups were worked out and most of them dropped; now only the rows of those that stay are read.",
    before: "SELECT t.total FROM (SELECT o.shop_id, SUM(o.total) AS total FROM orders o GROUP BY o.shop_id) t WHERE t.shop_id = \
             1",
    after: "SELECT t.total FROM (SELECT o.shop_id, SUM(o.total) AS total FROM orders o WHERE o.shop_id = 1 \
            GROUP BY o.shop_id) t",
    also: &["SELECT s.town, t.n FROM shops s, (SELECT o.shop_id AS shop, o.status AS state, COUNT(*) AS n FROM orders o WHERE \
             o.total > 1 GROUP BY o.shop_id, o.status) t WHERE s.id = t.shop AND t.state IN ('paid', 'open') AND t.n > 1"],
    leaves: &["SELECT t.shop_id FROM (SELECT o.shop_id, SUM(o.total) AS total FROM orders o GROUP BY o.shop_id) t WHERE \
               t.total > 1"],
    sound: "All rows of a group have the same keys, so a condition on keys alone keeps or drops whole groups, before the \
            grouping as well as after it.",
    source: "Gupta, Harinarayan and Quass, Aggregate-Query Processing in Data Warehousing Environments, VLDB 1995",
    engines: ALL,
    tells: Some(told::filter_through_group),
    apply,
};

fn apply(query: &Query, cx: &Context<'_>) -> Option<Query> {
    super::filter_into_subquery::moved(query, cx, &before_grouping)
}

fn before_grouping(select: &Select, conditions: &[Expr]) -> Option<Select> {
    let keys = shape::group_by(select).filter(|by| !by.is_empty())?;
    let columns: Vec<shape::Col> = keys.iter().filter_map(shape::col).collect();
    let of_keys = |c: &Expr| shape::is_plain(c) && shape::cols(c).iter().all(|col| columns.contains(col));
    if !conditions.iter().all(of_keys) || shape::has_window(&select.projection) {
        return None;
    }
    let mut done = select.clone();
    let all = shape::filters(select).into_iter().chain(conditions.iter().cloned());
    done.selection = shape::all_of(all.collect());
    Some(done)
}
