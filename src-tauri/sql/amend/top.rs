//! The rows that a highest or a lowest figure is of: "which boat is that?" behind the length of the longest.

use super::{Cond, Holds, Parts, Scene};

/// What the turn lists, of the rows that have the earlier figure.
pub fn holding(earlier: &Parts, turn: &Parts, scene: &Scene<'_>) -> Option<Parts> {
    let [item] = earlier.select.as_slice() else { return None };
    let figure = item.figure.as_ref()?;
    let place = figure
        .of
        .as_ref()
        .filter(|_| matches!(figure.name.as_str(), "max" | "min"))?;
    let plain = earlier.group.is_empty() && !earlier.picks() && turn.lists();
    if !plain || turn.limit.is_some() || !turn.order.is_empty() || !turn.filter.is_empty() {
        return None;
    }
    let mut out = earlier.clone();
    out.reach(&turn.tables, scene).then_some(())?;
    out.select.clone_from(&turn.select);
    out.distinct = turn.distinct;
    out.filter.push(Cond {
        sql: format!("{} = ({})", scene.name(place), earlier.sql()),
        column: Some(place.clone()),
        holds: Holds::Equal,
        denied: false,
    });
    Some(out)
}
