//! A condition on the keys of groups that stands in HAVING

use sqlparser::ast::{Expr, Query};

use super::{shape, told, Context, Rule, ALL};

pub const RULE: Rule = Rule {
    name: "having_to_where",
    says: "Groups were worked out and then dropped by their key; now their rows are not read at all.",
    before: "SELECT o.status, COUNT(*) AS n FROM orders o GROUP BY o.status HAVING o.status = 'paid' AND COUNT(*) > 1",
    after: "SELECT o.status, COUNT(*) AS n FROM orders o WHERE o.status = 'paid' GROUP BY o.status HAVING \
            COUNT(*) > 1",
    also: &["SELECT c.country, o.status, SUM(o.total) AS t FROM orders o JOIN customers c ON c.id = o.customer_id WHERE o.total \
             > 1 GROUP BY c.country, o.status HAVING c.country IN ('France', 'Peru') AND o.status <> 'open'"],
    leaves: &[
        "SELECT o.status, COUNT(*) AS n FROM orders o GROUP BY o.status HAVING COUNT(*) > 1",
        "SELECT COUNT(*) AS n FROM orders o HAVING COUNT(*) > 1",
    ],
    sound: "All rows of a group have the same keys, so the condition keeps or drops whole groups; without GROUP BY there is a \
            group even of no rows, and then nothing is moved.",
    source: "Levy, Mumick and Sagiv, Query Optimization by Predicate Move-Around, VLDB 1994",
    engines: ALL,
    tells: Some(told::having_to_where),
    apply,
};

fn apply(query: &Query, _: &Context<'_>) -> Option<Query> {
    let select = shape::select(query)?;
    let keys = shape::group_by(select).filter(|by| !by.is_empty())?;
    let columns: Vec<shape::Col> = keys.iter().filter_map(shape::col).collect();
    let movable = |c: &Expr| {
        let cols = shape::cols(c);
        shape::is_plain(c) && !cols.is_empty() && cols.iter().all(|col| columns.contains(col))
    };
    let (moved, kept): (Vec<Expr>, Vec<Expr>) =
        shape::conjuncts(select.having.as_ref()?).into_iter().partition(movable);
    if moved.is_empty() {
        return None;
    }
    let mut done = query.clone();
    let select = shape::select_mut(&mut done)?;
    select.selection = shape::all_of(shape::filters(select).into_iter().chain(moved).collect());
    select.having = shape::all_of(kept);
    Some(done)
}
