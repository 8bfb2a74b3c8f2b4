//! Rows by chance: few values for columns that meet, the query's own more often than others, NULLs, repeated rows.
//!
//! In: a table, its pools, a mood. Out: rows that keep the declared keys. Deliberately absent: any thought of the query's
//! conditions (`met`).

use std::collections::{BTreeMap, BTreeSet};

use askwell_contract::Table;

use super::{Pool, Wanted};
use crate::chance::Chance;

/// Of each table, its rows' values as SQL writes them.
pub(super) type Rows = Vec<Vec<Vec<String>>>;

pub(super) struct Mood {
    /// Of 100 values that may be NULL.
    pub nulls: usize,
    /// Of 100 values that the query names some for.
    pub own: usize,
    /// Values of columns that meet.
    pub narrow: usize,
    pub most: usize,
    /// All columns draw from few values.
    pub met: bool,
}

/// The few values of a pool in one database.
pub(super) fn narrow(pool: &Pool, mood: &Mood, chance: &mut Chance) -> Vec<String> {
    let mut few: Vec<String> = Vec::new();
    // Two years that are compared have to be there both.
    if mood.met && (2..=3).contains(&pool.exact.len()) && chance.of_100(70) {
        few.clone_from(&pool.exact);
    }
    for _ in few.len()..mood.narrow.min(pool.all.len()) {
        let from = match chance.below(100) {
            0..55 if mood.met && !pool.exact.is_empty() => &pool.exact,
            55..80 if mood.met && !pool.near.is_empty() => &pool.near,
            _ => &pool.all,
        };
        few.push(chance.pick(from));
    }
    if let (Some(step), Some(first)) = (
        pool.steps.get(chance.below(pool.steps.len())),
        few.first().and_then(|v| v.parse::<i64>().ok()),
    ) {
        if mood.met || chance.of_100(50) {
            few.push(first.saturating_add(*step).to_string());
        }
    }
    few
}

pub(super) fn rows_of(
    table: &Table,
    wanted: &[Wanted<'_>],
    rows: usize,
    mood: &Mood,
    narrowed: &BTreeMap<String, Vec<String>>,
    pools: &BTreeMap<String, Pool>,
    chance: &mut Chance,
) -> Vec<Vec<String>> {
    let mut keys: Vec<(Vec<usize>, BTreeSet<Vec<String>>)> = keys_of(table, wanted)
        .into_iter()
        .map(|key| (key, BTreeSet::new()))
        .collect();
    let mut made: Vec<Vec<String>> = Vec::new();
    for _ in 0..rows {
        if wanted.is_empty() {
            made.push(vec!["1".into()]);
            continue;
        }
        // A row that would repeat a key is tried again with other values, then left out.
        let row = (0..6).find_map(|attempt| {
            let values: Vec<String> = wanted
                .iter()
                .map(|w| value(w, mood, attempt > 1, narrowed, pools, chance))
                .collect();
            let repeats = keys.iter().any(|(columns, seen)| {
                let key: Vec<String> = columns.iter().filter_map(|c| values.get(*c)).cloned().collect();
                !key.iter().any(|v| v == "NULL") && seen.contains(&key)
            });
            (!repeats).then_some(values)
        });
        let Some(row) = row else { continue };
        for (columns, seen) in &mut keys {
            seen.insert(columns.iter().filter_map(|c| row.get(*c)).cloned().collect());
        }
        made.push(row);
        // A row that comes twice, where nothing forbids it.
        if keys.is_empty() && chance.of_100(15) {
            made.extend(made.last().cloned());
        }
    }
    made
}

pub(super) fn value(
    wanted: &Wanted<'_>,
    mood: &Mood,
    any: bool,
    narrowed: &BTreeMap<String, Vec<String>>,
    pools: &BTreeMap<String, Pool>,
    chance: &mut Chance,
) -> String {
    if !wanted.filled && chance.of_100(mood.nulls) {
        return "NULL".into();
    }
    if !any && !wanted.own.is_empty() && chance.of_100(mood.own) {
        return chance.pick(&wanted.own);
    }
    // What is only added up or compared with other figures keeps all its values.
    let few = wanted.joins || (mood.met && !wanted.own.is_empty() && chance.of_100(96));
    let narrow = if few && !any { narrowed.get(&wanted.pool) } else { None };
    let from = narrow
        .filter(|n| !n.is_empty())
        .or_else(|| pools.get(&wanted.pool).map(|p| &p.all));
    from.map_or_else(|| "NULL".to_string(), |values| chance.pick(values))
}

/// Places of the columns of each declared key.
pub(super) fn keys_of(table: &Table, wanted: &[Wanted<'_>]) -> Vec<Vec<usize>> {
    let place = |name: &String| wanted.iter().position(|w| w.column.name.eq_ignore_ascii_case(name));
    let all = std::iter::once(&table.primary_key)
        .chain(&table.unique)
        .filter(|key| !key.is_empty());
    all.filter_map(|key| key.iter().map(place).collect()).collect()
}
