//! What the turn asks, of what fulfils the earlier conditions: "What are their names?"
//!
//! In: both queries, taken apart. Out: the turn's, held to the earlier rows, or `None` where that makes no sense.

use super::merge::{joined, kept, once};
use super::{Cond, Item, Parts, Place, Scene};

/// What the turn asks, of what fulfils the earlier conditions: "What are their names?"
pub fn within(earlier: &Parts, turn: &Parts, scene: &Scene<'_>) -> Option<Parts> {
    // Tables that are joined leave out the rows without a partner.
    let orders = earlier.order.iter().any(|(item, _)| item.column.is_some()) && earlier.lists();
    if earlier.filter.is_empty()
        && earlier.limit.is_none()
        && earlier.tables.len() < 2
        && earlier.having.is_empty()
        && !orders
    {
        return None;
    }
    let mut out = turn.clone();
    (out.from, out.tables, out.outer) = joined(earlier, turn, scene)?;
    let conds: Vec<Cond> = kept(earlier, turn).cloned().collect();
    out.filter.splice(0..0, conds);
    once(&mut out, turn, scene);
    // What a join gives several times was shown once.
    out.distinct |= earlier.distinct && earlier.tables.len() > 1 && earlier.lists() && out.lists();
    // The row at the top stays the one that is spoken of.
    let top = earlier.limit.is_some() && turn.limit.is_none() && turn.order.is_empty();
    if earlier.limit.is_some() && turn.limit.is_none() && !turn.group.is_empty() {
        return None;
    }
    if top {
        if turn.condenses() || !earlier.having.is_empty() {
            return None;
        }
        let by_group = earlier.order.iter().any(|(item, _)| item.is_figure());
        if by_group {
            out = of_groups(out, earlier, scene)?;
        }
        (out.order, out.limit, out.offset) = (earlier.order.clone(), earlier.limit, earlier.offset);
    }
    // Rows are shown in the order in which they were shown.
    if orders && !top && turn.limit.is_none() && turn.order.is_empty() && out.lists() && !out.distinct {
        out.order.clone_from(&earlier.order);
    }
    // Groups that fulfil something stay the ones that do.
    if !top && !earlier.having.is_empty() {
        if turn.condenses() || !turn.group.is_empty() || !turn.order.is_empty() {
            return None;
        }
        out = of_groups(out, earlier, scene)?;
        out.having.clone_from(&earlier.having);
    }
    Some(out)
}

/// A list of what is said of the earlier groups. A group has one name and many rows: what differs within it is asked of its rows.
fn of_groups(mut out: Parts, earlier: &Parts, scene: &Scene<'_>) -> Option<Parts> {
    if !out.select.iter().all(|item| settled(item, &earlier.group, scene)) {
        return None;
    }
    out.group.clone_from(&earlier.group);
    let bare = out.select.iter().filter(|i| !out.group.iter().any(|g| g.sql == i.sql));
    let bare: Vec<Item> = bare.cloned().collect();
    out.group.extend(bare);
    Some(out)
}

/// Whether every row of a group has the same of it: it is what the rows are grouped by, or a column of a table whose key
/// that is.
pub(super) fn settled(item: &Item, group: &[Item], scene: &Scene<'_>) -> bool {
    let of_key = |place: &Place, by: &Place| {
        let is_key =
            |table: &askwell_contract::Table, column: &String| table.primary_key.as_slice() == [column.clone()];
        let Some(table) = scene.catalog.table(&by.0) else {
            return false;
        };
        let leads = |k: &askwell_contract::ForeignKey| {
            k.columns.as_slice() == [by.1.clone()]
                && k.to_table == place.0
                && scene
                    .catalog
                    .table(&k.to_table)
                    .is_some_and(|to| k.to_columns.len() == 1 && is_key(to, &k.to_columns[0]))
        };
        place.0 == by.0 && is_key(table, &by.1) || table.foreign_keys.iter().any(leads)
    };
    let by = |g: &Item| match (&item.column, &g.column) {
        (Some(place), Some(by)) => of_key(place, by),
        _ => false,
    };
    item.is_figure() || group.iter().any(|g| g.sql == item.sql || by(g))
}
