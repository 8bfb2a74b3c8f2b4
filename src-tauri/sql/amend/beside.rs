//! A second grouping beside the first: "and by month" behind figures by country.

use super::merge::{joined, kept};
use super::{Item, Parts, Scene};

/// More columns in front of the figures are no table that anybody reads.
const MOST_SHOWN: usize = 2;

/// The same for each pair of what was shown and what the turn names.
pub fn beside(earlier: &Parts, turn: &Parts, scene: &Scene<'_>) -> Option<Parts> {
    let mut new = turn
        .group
        .iter()
        .filter(|t| earlier.group.iter().all(|e| e.sql != t.sql));
    let key = new.next().filter(|_| new.next().is_none())?;
    let shown = earlier.select.iter().filter(|i| !i.is_figure()).count();
    let grouped = earlier.condenses() && !earlier.group.is_empty();
    if !grouped || earlier.picks() || shown == 0 || shown >= MOST_SHOWN {
        return None;
    }
    // A month has its year in it.
    if earlier.group.iter().any(|old| same_column(old, key, earlier, scene)) {
        return None;
    }
    let mut out = earlier.clone();
    (out.from, out.tables, out.outer) = joined(earlier, turn, scene)?;
    out.filter = kept(earlier, turn).chain(&turn.filter).cloned().collect();
    let alias = turn
        .select
        .iter()
        .find(|i| i.sql == key.sql)
        .and_then(|i| i.alias.clone());
    out.select.insert(shown, Item { alias, ..key.clone() });
    out.group.push(key.clone());
    out.order = out.group.iter().map(|g| (g.clone(), false)).collect();
    Some(out)
}

fn same_column(old: &Item, new: &Item, earlier: &Parts, scene: &Scene<'_>) -> bool {
    let tables = earlier.tables.iter().filter_map(|t| scene.catalog.table(t));
    let mut names = tables.flat_map(|t| t.columns.iter().map(|c| scene.name(&(t.name.clone(), c.name.clone()))));
    // "orders.status" does not stand in "orders.status_reason".
    let within = |c: char| c.is_alphanumeric() || c == '_';
    let stands = |sql: &str, name: &str| {
        let ends = sql.match_indices(name).map(|(at, _)| at + name.len());
        ends.into_iter().any(|end| !sql[end..].starts_with(within))
    };
    names.any(|name| stands(&old.sql, &name) && stands(&new.sql, &name))
}
