//! Databases in which whole joined rows pass the query, and what may be wrong beside them.
//!
//! In: witnesses, the tables. Out: rows of each table: of one or several witnesses, those of a group as often as the query
//! asks, copies of single rows with something changed; or a database that gave the query rows, with a value, a NULL or a
//! row changed. Deliberately absent: rows drawn by chance alone (`rows`).

use std::collections::{BTreeMap, BTreeSet};

use askwell_contract::{Catalog, Table, TypeKind};
use askwell_sql::rewrite::witness::{witness, Witness};
use askwell_sql::rewrite::Query;

use super::rows::{keys_of, value, Mood, Rows};
use super::worth::{read, worth, written, Asked, Class, Worth};
use super::{Pool, Wanted, MOST_COUNTED};
use crate::chance::Chance;

/// What the making of rows looks at.
pub(super) struct World<'a, 'w> {
    pub catalog: &'a Catalog,
    pub queries: &'a [Query],
    pub tables: &'w [(&'a Table, Vec<Wanted<'a>>)],
    pub pools: &'w BTreeMap<String, Pool>,
}

/// Any value at all, NULL at times.
const WIDE: Mood = Mood {
    nulls: 6,
    own: 40,
    narrow: 4,
    most: 4,
    met: false,
};

impl World<'_, '_> {
    /// `most` witnesses at the most.
    pub(super) fn met(&self, most: usize, chance: &mut Chance) -> Rows {
        let mut rows: Rows = self.tables.iter().map(|_| Vec::new()).collect();
        let mut fresh = chance.below(3) as i64;
        let mut last: Option<(Witness, Vec<Option<Worth>>)> = None;
        for _ in 0..1 + chance.below(most) {
            // Another one like the last shares most of its values: ties, groups of several rows.
            let (made, kept) = match last.take().filter(|_| chance.of_100(60)) {
                Some((made, settled)) => {
                    let kept = settled.into_iter().map(|worth| worth.filter(|_| chance.of_100(70)));
                    (made, kept.collect())
                }
                None => {
                    // What the second statement sees and the first does not is looked for, too.
                    let at = if chance.of_100(70) {
                        0
                    } else {
                        chance.below(self.queries.len())
                    };
                    let Some(query) = self.queries.get(at) else { break };
                    let made = witness(query, self.catalog, &mut |n| chance.below(n));
                    let none = vec![None; made.wishes.len()];
                    (made, none)
                }
            };
            let settled = self.settled(&made, kept, &mut fresh, chance);
            self.place(&made, &settled, &mut rows, chance);
            last = Some((made, settled));
        }
        for at in 0..rows.len() {
            for row in rows.get(at).cloned().unwrap_or_default() {
                if chance.of_100(35) {
                    let changed = self.changed(at, row, &rows, chance);
                    self.add(at, changed, &mut rows);
                }
            }
        }
        rows
    }

    fn settled(
        &self,
        made: &Witness,
        mut settled: Vec<Option<Worth>>,
        fresh: &mut i64,
        chance: &mut Chance,
    ) -> Vec<Option<Worth>> {
        let mut members: Vec<Vec<(usize, &Wanted<'_>, &Table)>> = made.wishes.iter().map(|_| Vec::new()).collect();
        for (at, row) in made.rows.iter().enumerate() {
            let Some((table, wanted)) = self.tables.iter().find(|(t, _)| t.name == row.table) else {
                continue;
            };
            for (name, wish) in &row.cells {
                let column = wanted.iter().find(|w| w.column.name.eq_ignore_ascii_case(name));
                if let (Some(column), Some(all)) = (column, members.get_mut(*wish)) {
                    all.push((at, column, table));
                }
            }
        }
        let mut order: Vec<usize> = (0..made.wishes.len()).collect();
        chance.mix(&mut order);
        // What is fixed first; what is only compared with it follows.
        order.sort_by_key(|at| {
            let fixed = made
                .wishes
                .get(*at)
                .is_some_and(|wish| !wish.must.is_empty() || !wish.like.is_empty());
            u8::from(!fixed)
        });
        for at in order {
            let (Some(wish), Some(all)) = (made.wishes.get(at), members.get(at)) else {
                continue;
            };
            let Some((_, first, _)) = all.first() else { continue };
            if settled.get(at).is_some_and(Option::is_some) {
                continue;
            }
            let pairs: Vec<_> = made
                .pairs
                .iter()
                .filter(|p| p.left == at || p.right == at)
                .cloned()
                .collect();
            let class = Class {
                kind: first.column.kind,
                labels: &first.column.labels,
                pool: self.pools.get(&first.pool),
                joined: all.iter().map(|(row, ..)| row).collect::<BTreeSet<_>>().len() > 1,
                key: all.iter().any(|(_, wanted, table)| is_key(table, &wanted.column.name)),
                filled: all.iter().any(|(_, wanted, _)| wanted.filled),
            };
            let asked = Asked {
                at,
                wish,
                pairs: &pairs,
                settled: &settled,
            };
            let found = worth(&class, &asked, fresh, chance);
            if let Some(place) = settled.get_mut(at) {
                *place = Some(found);
            }
        }
        settled
    }

    fn place(&self, made: &Witness, settled: &[Option<Worth>], rows: &mut Rows, chance: &mut Chance) {
        let mut placed: Vec<(usize, Vec<String>)> = Vec::new();
        for row in &made.rows {
            let table = self.tables.iter().position(|(t, _)| t.name == row.table);
            let wanted = table
                .and_then(|at| self.tables.get(at))
                .map(|(_, w)| w.as_slice())
                .unwrap_or_default();
            let cell = |w: &Wanted<'_>, chance: &mut Chance| {
                let at = row.cells.get(&w.column.name.to_lowercase());
                let known = at.and_then(|at| settled.get(*at)?.as_ref());
                let text = known.and_then(|worth| written(worth, w.column.kind));
                let text = text.filter(|text| w.takes(text) && !(w.filled && text == "NULL"));
                text.unwrap_or_else(|| value(w, &WIDE, true, &BTreeMap::new(), self.pools, chance))
            };
            let values: Vec<String> = wanted.iter().map(|w| cell(w, chance)).collect();
            if let Some(table) = table {
                self.add(table, values.clone(), rows);
            }
            placed.push((table.unwrap_or(usize::MAX), values));
        }
        for (block, count) in &made.repeats {
            // The row that can be repeated under another key and ties the most tables together.
            let of_block = made.rows.iter().enumerate().filter(|(_, row)| row.block == *block);
            let most = of_block.max_by_key(|(at, row)| {
                let table = placed.get(*at).and_then(|(table, _)| self.tables.get(*table));
                let loose = table.is_some_and(|(of, wanted)| {
                    let tied = |at: &usize| {
                        wanted
                            .get(*at)
                            .is_some_and(|w| row.cells.contains_key(&w.column.name.to_lowercase()))
                    };
                    keys_of(of, wanted)
                        .iter()
                        .all(|key| key.len() > 1 || !key.iter().all(tied))
                });
                (loose, row.cells.len())
            });
            for _ in 1..(*count).min(MOST_COUNTED + 1) {
                if let Some((at, _)) = most {
                    self.repeat(made, &placed, at, rows, chance);
                }
            }
        }
    }

    /// One row more of a group: another key, figures of its own. Where every column of the key joins, the partner is
    /// there once more, too.
    fn repeat(
        &self,
        made: &Witness,
        placed: &[(usize, Vec<String>)],
        at: usize,
        rows: &mut Rows,
        chance: &mut Chance,
    ) -> Option<()> {
        let (row, (table, values)) = (made.rows.get(at)?, placed.get(at)?);
        let (of, wanted) = self.tables.get(*table)?;
        let mut other = values.clone();
        for (w, cell) in wanted.iter().zip(&mut other) {
            let wish = row
                .cells
                .get(&w.column.name.to_lowercase())
                .and_then(|at| made.wishes.get(*at));
            let free = wish.is_some_and(|wish| wish.must.is_empty() && wish.like.is_empty());
            if free && !w.joins && chance.of_100(50) {
                *cell = value(w, &WIDE, true, &BTreeMap::new(), self.pools, chance);
            }
        }
        self.apart(
            *table,
            &mut other,
            row.cells.keys().map(String::as_str).collect(),
            rows,
            chance,
        );
        for key in keys_of(of, wanted) {
            let tied = |at: &usize| row.cells.get(&wanted.get(*at)?.column.name.to_lowercase()).copied();
            let Some(wishes) = key.iter().map(tied).collect::<Option<Vec<usize>>>() else {
                continue;
            };
            // `apart` has given the last of them another value.
            let (Some(wish), Some(value)) = (wishes.last(), key.last().and_then(|at| other.get(*at))) else {
                continue;
            };
            for (partner, (of, values)) in made.rows.iter().zip(placed) {
                let shared: Vec<&String> = partner
                    .cells
                    .iter()
                    .filter(|(_, w)| *w == wish)
                    .map(|(c, _)| c)
                    .collect();
                let Some((_, columns)) = self.tables.get(*of).filter(|_| of != table && !shared.is_empty()) else {
                    continue;
                };
                let mut twin = values.clone();
                for (w, cell) in columns.iter().zip(&mut twin) {
                    if shared.iter().any(|name| name.eq_ignore_ascii_case(&w.column.name)) {
                        cell.clone_from(value);
                    }
                }
                self.add(*of, twin, rows);
            }
        }
        self.add(*table, other, rows);
        Some(())
    }

    /// Another key: by a column that the query does not tie, where there is one.
    fn apart(&self, table: usize, row: &mut [String], tied: BTreeSet<&str>, rows: &Rows, chance: &mut Chance) {
        let Some((of, wanted)) = self.tables.get(table) else {
            return;
        };
        for key in keys_of(of, wanted) {
            let name = |at: &usize| {
                wanted
                    .get(*at)
                    .map(|w| w.column.name.to_lowercase())
                    .unwrap_or_default()
            };
            let loose = key.iter().find(|at| !tied.contains(name(at).as_str())).or(key.last());
            let Some(at) = loose else { continue };
            let Some(kind) = wanted.get(*at).map(|w| w.column.kind) else {
                continue;
            };
            let taken = rows.get(table).map_or(0, Vec::len) + 100 + chance.below(4);
            let other = match kind {
                TypeKind::Integer | TypeKind::Decimal | TypeKind::Real => Worth::Number(taken as f64),
                TypeKind::Date | TypeKind::Timestamp => Worth::Number(11_000.0 + taken as f64),
                _ => Worth::Text(format!("k{taken}")),
            };
            if let (Some(cell), Some(text)) = (row.get_mut(*at), written(&other, kind)) {
                *cell = text;
            }
        }
    }

    /// A row is left out that would repeat a key.
    pub(super) fn add(&self, table: usize, row: Vec<String>, rows: &mut Rows) {
        let (Some((of, wanted)), Some(all)) = (self.tables.get(table), rows.get_mut(table)) else {
            return;
        };
        let repeats = keys_of(of, wanted).iter().any(|key| {
            let part = |row: &Vec<String>| key.iter().filter_map(|at| row.get(*at)).cloned().collect::<Vec<_>>();
            let own = part(&row);
            !own.iter().any(|v| v == "NULL") && all.iter().any(|other| part(other) == own)
        });
        if !repeats && (!row.is_empty() || all.is_empty()) {
            all.push(if row.is_empty() { vec!["1".into()] } else { row });
        }
    }

    /// The row with one or two values changed: NULL, a step aside, what another row has, anything.
    fn changed(&self, table: usize, mut row: Vec<String>, rows: &Rows, chance: &mut Chance) -> Vec<String> {
        let Some((_, wanted)) = self.tables.get(table) else {
            return row;
        };
        if chance.of_100(70) {
            self.apart(table, &mut row, BTreeSet::new(), rows, chance);
        }
        for _ in 0..1 + chance.below(2) {
            let at = chance.below(wanted.len());
            let (Some(of), Some(cell)) = (wanted.get(at), row.get_mut(at)) else {
                continue;
            };
            let step = [1.0, -1.0, 0.01, 10.0, 100.0]
                .get(chance.below(5))
                .copied()
                .unwrap_or(1.0);
            let other = match (chance.below(10), read(cell, of.column.kind)) {
                (0..3, _) if !of.filled => Some("NULL".into()),
                (3..6, Worth::Number(n)) => written(&Worth::Number(n + step), of.column.kind),
                (6..8, _) => {
                    let all = rows.get(table).map(Vec::as_slice).unwrap_or_default();
                    all.get(chance.below(all.len()))
                        .and_then(|other| other.get(at))
                        .cloned()
                }
                _ => None,
            };
            *cell = other.unwrap_or_else(|| value(of, &WIDE, false, &BTreeMap::new(), self.pools, chance));
        }
        row
    }

    /// A database that gave rows, and one, two or three things in it otherwise.
    pub(super) fn beside(&self, rows: &Rows, chance: &mut Chance) -> Rows {
        let mut rows = rows.clone();
        for _ in 0..1 + chance.below(3) {
            let filled: Vec<usize> = (0..rows.len())
                .filter(|at| rows.get(*at).is_some_and(|t| !t.is_empty()))
                .collect();
            let Some(table) = filled.get(chance.below(filled.len())).copied() else {
                return rows;
            };
            let Some(all) = rows.get_mut(table) else { continue };
            let at = chance.below(all.len());
            match chance.below(10) {
                0 => {
                    all.remove(at);
                }
                1 => {
                    let same = all.get(at).cloned().unwrap_or_default();
                    self.add(table, same, &mut rows);
                }
                2..6 => {
                    let row = all.remove(at);
                    let changed = self.changed(table, row, &rows, chance);
                    self.add(table, changed, &mut rows);
                }
                _ => {
                    let row = all.get(at).cloned().unwrap_or_default();
                    let changed = self.changed(table, row, &rows, chance);
                    self.add(table, changed, &mut rows);
                }
            }
        }
        rows
    }
}

fn is_key(table: &Table, name: &str) -> bool {
    let mut keys = std::iter::once(&table.primary_key).chain(&table.unique);
    keys.any(|key| matches!(key.as_slice(), [one] if one.eq_ignore_ascii_case(name)))
}
