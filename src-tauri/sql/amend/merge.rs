//! A query changed by the query of the turn behind it.
//!
//! In: both, taken apart. Out: the new one, or `None` where the change makes no sense. Each function is one thing that
//! people do with an answer; which of them they mean is not known here.

use super::within::settled;
use super::{Cond, Holds, Item, Parts, Place, Scene};

pub use super::within::within;

/// More columns than these are rows, not groups.
const MOST_KEYS: usize = 2;

/// Whether a new condition takes the place of an old one: it speaks of the same column in the same manner.
fn replaces(new: &Cond, old: &Cond) -> bool {
    let same = new.column.is_some() && new.column == old.column;
    same && (new.holds == old.holds || new.holds == Holds::Equal || old.holds == Holds::Equal || against(new, old))
}

/// Whether no number is on both sides: "before 1950" of "after 1960".
fn against(new: &Cond, old: &Cond) -> bool {
    let end = |c: &Cond| c.sql.rsplit(' ').next()?.trim_matches('\'').parse::<f64>().ok();
    let (Some(is), Some(was)) = (end(new), end(old)) else {
        return false;
    };
    match (new.holds, old.holds) {
        (Holds::Below, Holds::Above) => is <= was,
        (Holds::Above, Holds::Below) => is >= was,
        _ => false,
    }
}

pub(super) fn kept<'a>(earlier: &'a Parts, turn: &'a Parts) -> impl Iterator<Item = &'a Cond> {
    earlier
        .filter
        .iter()
        .filter(|old| !turn.filter.iter().any(|new| new.sql == old.sql || replaces(new, old)))
}

/// How many conditions of the earlier query give way to one of the turn's.
pub fn swapped(earlier: &Parts, turn: &Parts) -> usize {
    let new = |old: &&Cond| turn.filter.iter().any(|new| new.sql != old.sql && replaces(new, old));
    earlier.filter.iter().filter(new).count()
}

/// What the turn asks, of the rows that were shown, as a query inside: "the names of those customers".
pub fn among(earlier: &Parts, turn: &Parts, scene: &Scene<'_>) -> Option<Parts> {
    if !earlier.picks() && earlier.filter.is_empty() && earlier.tables.len() < 2 {
        return None;
    }
    let key = match key(earlier, turn, scene) {
        Some(key) => (Item::column(scene, &key), key.0),
        None => spelled(earlier, scene)?,
    };
    let mut inside = earlier.clone();
    inside.distinct = false;
    inside.select = vec![key.0.clone()];
    if earlier.limit.is_none() {
        inside.order.clear();
    }
    one_of(turn, &key.0.sql, &key.1, &inside.sql(), scene)
}

/// What groups are called where one name has several spellings, and the table that it stands in.
fn spelled(earlier: &Parts, scene: &Scene<'_>) -> Option<(Item, String)> {
    let [by] = earlier.group.as_slice() else { return None };
    let mut tables = earlier
        .tables
        .iter()
        .filter(|t| by.sql.contains(&format!("{}.", scene.table(t))));
    let table = tables.next().filter(|_| tables.next().is_none())?;
    Some((by.clone(), table.clone()))
}

/// The turn, of what stands in another query's only column.
pub(super) fn one_of(turn: &Parts, key: &str, table: &String, inside: &str, scene: &Scene<'_>) -> Option<Parts> {
    let mut out = turn.clone();
    if !out.reach(std::slice::from_ref(table), scene) {
        return None;
    }
    out.filter.insert(
        0,
        Cond {
            sql: format!("{key} IN ({inside})"),
            column: None,
            holds: Holds::Other,
            denied: false,
        },
    );
    Some(out)
}

/// "Are they open or closed?": a question with the answers in it asks for the column that holds them.
pub fn either(earlier: &Parts, turn: &Parts, scene: &Scene<'_>) -> Option<Parts> {
    let [only] = turn.filter.as_slice() else { return None };
    if !only.sql.contains(" OR ") && !only.sql.contains(" IN (") || only.denied {
        return None;
    }
    let asked = Parts {
        select: vec![Item::column(scene, only.column.as_ref()?)],
        filter: Vec::new(),
        ..turn.clone()
    };
    widened(earlier, &asked, scene)
}

/// What tells the shown rows apart: what they are grouped by, else the key of the table that both speak of.
pub(super) fn key(earlier: &Parts, turn: &Parts, scene: &Scene<'_>) -> Option<Place> {
    if let Some(column) = earlier.group.first().and_then(|g| g.column.clone()) {
        return Some(column);
    }
    if earlier.condenses() {
        return None;
    }
    let shown = earlier
        .select
        .first()
        .and_then(|i| i.column.as_ref())
        .map(|c| c.0.clone());
    let both = |t: &String| earlier.tables.contains(t);
    let table = shown
        .filter(|t| turn.tables.contains(t))
        .or_else(|| turn.tables.iter().find(|t| both(t)).cloned())
        .or_else(|| earlier.tables.first().cloned())?;
    match scene.catalog.table(&table)?.primary_key.as_slice() {
        [only] => Some((table, only.clone())),
        _ => earlier.select.first().and_then(|i| i.column.clone()),
    }
}

/// The same with the turn's conditions; those of the same columns give way: "How about the Warriors?", "only in Spain".
pub fn narrowed(earlier: &Parts, turn: &Parts, scene: &Scene<'_>) -> Option<Parts> {
    if turn.filter.is_empty() && turn.having.is_empty() {
        return None;
    }
    if let Some(inside) = inside(earlier, turn, scene) {
        return Some(inside);
    }
    let mut out = earlier.clone();
    out.filter = kept(earlier, turn).chain(&turn.filter).cloned().collect();
    if !earlier.lists() && !turn.having.is_empty() {
        out.having.extend(turn.having.clone());
    } else if !turn.having.is_empty() {
        return None;
    }
    (out.from, out.tables, out.outer) = joined(earlier, turn, scene)?;
    once(&mut out, earlier, scene);
    Some(out)
}

/// Rows of one table that were counted are counted once each where another table has come in: "how many species is that?"
/// behind a number of sightings.
pub(super) fn once(out: &mut Parts, counted: &Parts, scene: &Scene<'_>) {
    let ([table], true) = (counted.tables.as_slice(), out.tables.len() > 1) else {
        return;
    };
    let Some(known) = scene.catalog.table(table) else {
        return;
    };
    let [key] = known.primary_key.as_slice() else { return };
    // Each of its rows has one partner in a table that it refers to.
    let refers = |other: &String| known.foreign_keys.iter().any(|k| &k.to_table == other);
    if out.tables.iter().all(|t| t == table || refers(t)) {
        return;
    }
    let key = (table.clone(), key.clone());
    let all = |item: &Item| item.sql.eq_ignore_ascii_case("COUNT(*)");
    for item in out.select.iter_mut().chain(out.order.iter_mut().map(|(item, _)| item)) {
        if all(item) {
            item.sql = format!("COUNT(DISTINCT {})", scene.name(&key));
            item.figure = Some(super::Figure {
                name: "count".into(),
                distinct: true,
                of: Some(key.clone()),
            });
        }
    }
}

/// The turn's only condition in the place of one of the same column that a query inside has: "depot_id IN (SELECT depot_id
/// FROM depots WHERE town = 'Leeds')".
fn inside(earlier: &Parts, turn: &Parts, scene: &Scene<'_>) -> Option<Parts> {
    let [new] = turn.filter.as_slice() else { return None };
    let (table, column) = new.column.as_ref().filter(|_| !new.denied)?;
    let (_, value) = new.sql.split_once(" = ").filter(|_| new.holds == Holds::Equal)?;
    let held = format!("{} = '", crate::dialect::ident(column, scene.dialect())).to_lowercase();
    let from = format!(" FROM {} WHERE ", scene.table(table)).to_lowercase();
    let mut out = earlier.clone();
    let cond = out.filter.iter_mut().find(|c| c.sql.to_lowercase().contains(&from))?;
    let lower = Some(cond.sql.to_lowercase()).filter(|lower| lower.len() == cond.sql.len())?;
    let at = lower.find(&held)? + held.len() - 1;
    let end = at + 1 + cond.sql[at + 1..].find('\'')? + 1;
    cond.sql.replace_range(at..end, value);
    (out != *earlier).then_some(out)
}

/// The same with the turn's conditions beside all of its own: "and older than 30".
pub fn added(earlier: &Parts, turn: &Parts, scene: &Scene<'_>) -> Option<Parts> {
    if swapped(earlier, turn) == 0 {
        return None;
    }
    let mut out = narrowed(earlier, turn, scene)?;
    out.filter = earlier.filter.iter().chain(&turn.filter).cloned().collect();
    Some(out)
}

/// The same without what fulfils the turn's conditions: "without the returns".
pub fn without(earlier: &Parts, turn: &Parts, scene: &Scene<'_>) -> Option<Parts> {
    if turn.filter.is_empty() || !turn.tables.iter().all(|t| earlier.tables.contains(t)) && earlier.outer {
        return None;
    }
    let mut out = earlier.clone();
    (out.from, out.tables, out.outer) = joined(earlier, turn, scene)?;
    let all: Vec<String> = turn
        .filter
        .iter()
        .filter(|c| !c.denied)
        .map(|c| c.sql.clone())
        .collect();
    if all.is_empty() {
        return narrowed(earlier, turn, scene);
    }
    out.filter.push(Cond {
        sql: format!("NOT ({})", all.join(" AND ")),
        column: None,
        holds: Holds::Other,
        denied: true,
    });
    Some(out)
}

/// The same in the turn's order, and as many of it as the turn says.
pub fn ordered(earlier: &Parts, turn: &Parts, scene: &Scene<'_>) -> Option<Parts> {
    if turn.order.is_empty() {
        return None;
    }
    let figures = turn.order.iter().any(|(item, _)| item.is_figure());
    if figures && earlier.group.is_empty() {
        return None;
    }
    // Groups have no order by what differs within them.
    let of_rows = |item: &Item| !item.is_figure() && !settled(item, &earlier.group, scene);
    if !earlier.group.is_empty() && turn.order.iter().any(|(item, _)| of_rows(item)) {
        return None;
    }
    let mut out = earlier.clone();
    (out.from, out.tables, out.outer) = joined(earlier, turn, scene)?;
    out.filter = kept(earlier, turn).chain(&turn.filter).cloned().collect();
    (out.order, out.limit, out.offset) = (turn.order.clone(), turn.limit.or(earlier.limit), turn.offset);
    Some(out)
}

/// The same with the turn's columns beside its own: "show their cities too".
pub fn widened(earlier: &Parts, turn: &Parts, scene: &Scene<'_>) -> Option<Parts> {
    let new: Vec<Item> = turn
        .select
        .iter()
        .filter(|i| i.sql != "*" && earlier.select.iter().all(|e| e.sql != i.sql))
        .cloned()
        .collect();
    if new.is_empty() || earlier.select.iter().any(|i| i.sql == "*") {
        return None;
    }
    let condensed = earlier.condenses() || !earlier.group.is_empty();
    // A group has one name, and whatever else is settled by its key.
    let said_of = |i: &Item| !i.is_figure() && settled(i, &earlier.group, scene);
    let of_groups = !earlier.group.is_empty() && new.iter().all(said_of);
    if new.iter().any(Item::is_figure) != condensed && !of_groups {
        return None;
    }
    let mut out = earlier.clone();
    (out.from, out.tables, out.outer) = joined(earlier, turn, scene)?;
    out.filter = kept(earlier, turn).chain(&turn.filter).cloned().collect();
    if of_groups {
        let bare = new.iter().filter(|i| earlier.group.iter().all(|g| g.sql != i.sql));
        out.group.extend(bare.cloned());
    }
    out.select.extend(new);
    Some(out)
}

/// The same of the turn's column: "what about rebounds?"
pub fn measured(earlier: &Parts, turn: &Parts, scene: &Scene<'_>) -> Option<Parts> {
    // What is averaged or added up is a number; the name beside it is not meant.
    let adds = |f: &super::Figure| matches!(f.name.as_str(), "avg" | "sum" | "total");
    let numbers_only = earlier.select.iter().any(|i| i.figure.as_ref().is_some_and(adds));
    let fits = |item: &&Item| match &item.column {
        Some(place) if numbers_only => {
            let table = scene.catalog.table(&place.0);
            let column = table.and_then(|t| t.column(&place.1));
            column.is_some_and(|c| c.kind.is_number()) && !is_key(place, scene)
        }
        found => found.is_some(),
    };
    let new = turn
        .select
        .iter()
        .find(|i| i.is_figure())
        .or_else(|| turn.select.iter().find(fits))?;
    let place = new
        .column
        .clone()
        .or_else(|| new.figure.as_ref().and_then(|f| f.of.clone()));
    let mut out = earlier.clone();
    (out.from, out.tables, out.outer) = joined(earlier, turn, scene)?;
    out.filter = kept(earlier, turn).chain(&turn.filter).cloned().collect();
    // The turn's own figure where it has one, else the old figure of the new column.
    let changed = |item: &Item| -> Option<Item> {
        let figure = item.figure.as_ref()?;
        if new.is_figure() {
            return Some(Item {
                alias: None,
                ..new.clone()
            });
        }
        let (of, place) = (figure.of.as_ref()?, place.as_ref()?);
        let sql = item.sql.replace(&scene.name(of), &scene.name(place));
        Some(Item {
            sql,
            alias: None,
            column: None,
            figure: Some(super::Figure {
                of: Some(place.clone()),
                ..figure.clone()
            }),
        })
    };
    let mut some = false;
    for item in out.select.iter_mut().chain(out.order.iter_mut().map(|(item, _)| item)) {
        if let Some(by) = changed(item) {
            some |= by.sql != item.sql;
            *item = by;
        }
    }
    // A ranking by a plain column is a ranking by the new one.
    if let (false, Some(place)) = (earlier.condenses(), &place) {
        let old: Vec<Place> = out.order.iter().filter_map(|(item, _)| item.column.clone()).collect();
        let by = Item::column(scene, place);
        for item in out
            .order
            .iter_mut()
            .map(|(item, _)| item)
            .filter(|item| item.column.is_some())
        {
            some |= item.sql != by.sql;
            *item = by.clone();
        }
        for item in &mut out.select {
            if item.column.as_ref().is_some_and(|c| old.contains(c)) {
                *item = by.clone();
            }
        }
    }
    some.then_some(out)
}

/// Whether a column tells rows apart or leads to others: its sum says nothing.
fn is_key(place: &Place, scene: &Scene<'_>) -> bool {
    let (name, column) = place;
    let own = scene.catalog.table(name).is_some_and(|table| {
        table.primary_key.contains(column) || table.foreign_keys.iter().any(|k| k.columns.contains(column))
    });
    let mut keys = scene.catalog.tables.iter().flat_map(|t| &t.foreign_keys);
    own || keys.any(|k| &k.to_table == name && k.to_columns.contains(column))
}

/// The turn with the condition of a query inside as its own, where the earlier query holds the same column to another value:
/// "away_team_id IN (SELECT team_id FROM teams WHERE team_name = 'Ambers')" behind "team_name = 'Towers'". `says`: whether
/// the turn speaks of a column by its name, which it then means. Only for what goes on in the earlier query's tables.
pub fn unwrapped(earlier: &Parts, turn: &Parts, says: &dyn Fn(&str) -> bool, scene: &Scene<'_>) -> Parts {
    let unwrap = |cond: &Cond| -> Option<Cond> {
        let (key, inside) = cond.sql.strip_suffix(')')?.split_once(" IN (")?;
        let column = key.rsplit_once('.').map_or(key, |(_, column)| column).trim_matches('"');
        let inside = super::parts(inside, scene.catalog)?;
        let ([held], false) = (inside.filter.as_slice(), cond.denied || inside.picks()) else {
            return None;
        };
        let other = |old: &Cond| old.column == held.column && old.holds == Holds::Equal && !old.denied;
        let fits = held.column.is_some() && held.holds == Holds::Equal && !held.denied && !says(column);
        (fits && earlier.filter.iter().any(other)).then(|| held.clone())
    };
    let mut out = turn.clone();
    for cond in &mut out.filter {
        if let Some(held) = unwrap(cond) {
            *cond = held;
        }
    }
    out
}

/// The same for each of what the turn names: "by month", "per country".
pub fn grouped(earlier: &Parts, turn: &Parts, scene: &Scene<'_>) -> Option<Parts> {
    let called = |key: &Item| Item {
        alias: turn
            .select
            .iter()
            .find(|i| i.sql == key.sql)
            .and_then(|i| i.alias.clone()),
        ..key.clone()
    };
    let keys: Vec<Item> = match turn.group.is_empty() {
        false => turn.group.iter().map(called).collect(),
        // "By city" may be read as an order.
        true if !turn.order.is_empty() => turn
            .order
            .iter()
            .map(|(i, _)| i)
            .filter(|i| i.column.is_some())
            .cloned()
            .collect(),
        true => turn.select.iter().filter(|i| i.column.is_some()).cloned().collect(),
    };
    if keys.is_empty() || keys.len() > MOST_KEYS || !earlier.condenses() {
        return None;
    }
    let mut out = earlier.clone();
    (out.from, out.tables, out.outer) = joined(earlier, turn, scene)?;
    out.filter = kept(earlier, turn).chain(&turn.filter).cloned().collect();
    out.select.retain(Item::is_figure);
    out.select.splice(0..0, keys.clone());
    out.group = keys.into_iter().map(|k| Item { alias: None, ..k }).collect();
    // An order by what is no longer grouped would not run.
    out.order.retain(|(item, _)| item.is_figure());
    if turn
        .order
        .iter()
        .any(|(item, _)| out.group.iter().any(|g| g.sql == item.sql))
    {
        // Months stand in their order, and not only the one with the most.
        out.order = turn.order.clone();
        (out.limit, out.offset) = (None, 0);
    }
    Some(out)
}

/// FROM with the tables of both.
pub(super) fn joined(earlier: &Parts, turn: &Parts, scene: &Scene<'_>) -> Option<(String, Vec<String>, bool)> {
    let all_in = |a: &Parts, b: &Parts| a.tables.iter().all(|t| b.tables.contains(t));
    if all_in(turn, earlier) {
        return Some((earlier.from.clone(), earlier.tables.clone(), earlier.outer));
    }
    if all_in(earlier, turn) {
        return Some((turn.from.clone(), turn.tables.clone(), turn.outer));
    }
    let mut out = earlier.clone();
    out.reach(&turn.tables, scene)
        .then_some((out.from, out.tables, out.outer))
}
