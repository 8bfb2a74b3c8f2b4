//! Small databases made up for one query, on which two ways to ask it are compared.
//!
//! In: the tables that the query reads, which of its columns meet and what they are compared with, a seed. Out: the
//! statements that make each database. They hold NULLs, repeated rows, ties, tables without rows, keys without partners,
//! the query's own values and their neighbours, ends of months; declared keys and NOT NULL are kept, since a rule may rest
//! on them. Deliberately absent: anything of the person's data.

use std::collections::{BTreeMap, BTreeSet};

use askwell_contract::{Catalog, Column, Dialect, Table, TypeKind};
use askwell_sql::dialect;
use askwell_sql::rewrite::domains::{Domain, Domains};
use askwell_sql::rewrite::Query;

use self::met::World;
use self::rows::{narrow, rows_of, Mood, Rows};
use self::values::{bounds, can_be_made_up, common, family, own_values, written};
use crate::chance::Chance;

mod met;
mod rows;
mod values;
mod worth;

/// The statements of one database after the other.
pub struct Maker<'a> {
    dialect: Dialect,
    catalog: &'a Catalog,
    queries: &'a [Query],
    tables: Vec<(&'a Table, Vec<Wanted<'a>>)>,
    pools: BTreeMap<String, Pool>,
    /// Rows that a group has to have, by the query.
    counts: Vec<i64>,
    chance: Chance,
    made: u32,
    /// Of each mood: databases made, and those that gave the query rows.
    tally: [(u32, u32); MOODS],
    mood: usize,
    last: Rows,
    /// Some of the databases that gave the query rows.
    telling: Vec<Rows>,
}

/// Values that columns share.
#[derive(Default)]
struct Pool {
    all: Vec<String>,
    /// As the query writes them.
    exact: Vec<String>,
    near: Vec<String>,
    /// Distances between two of its columns that the query names.
    steps: Vec<i64>,
}

/// Five of chance; one whole joined row that passes the query, and several; and what lies beside a database that gave rows.
const MOODS: usize = 8;
const OF_CHANCE: usize = 5;
const ONE_MET: usize = 5;
const BESIDE: usize = 7;
const MOST_TELLING: usize = 12;
/// A group that a query asks to be larger than this is not made.
const MOST_COUNTED: i64 = 30;

struct Wanted<'a> {
    column: &'a Column,
    /// Columns that meet share a pool.
    pool: String,
    joins: bool,
    filled: bool,
    /// The query's own values of it, which come more often than others.
    own: Vec<String>,
    bounds: Option<(f64, f64)>,
}

impl Wanted<'_> {
    fn takes(&self, value: &str) -> bool {
        self.bounds
            .is_none_or(|(least, most)| value.parse::<f64>().is_ok_and(|n| n >= least && n <= most) || value == "NULL")
    }
}

impl<'a> Maker<'a> {
    /// The queries with every name told; without them, rows are by chance alone. `Err`: a column that is read holds what no
    /// value can be made up for.
    pub fn new(
        catalog: &'a Catalog,
        queries: &'a [Query],
        tables: &[&'a Table],
        domains: &Domains,
        seed: u64,
    ) -> Result<Self, String> {
        let mut maker = Self {
            dialect: catalog.dialect,
            catalog,
            queries,
            tables: Vec::new(),
            pools: BTreeMap::new(),
            counts: domains
                .counts
                .iter()
                .copied()
                .filter(|n| (2..=MOST_COUNTED).contains(n))
                .collect(),
            chance: Chance(seed ^ 0x9e37_79b9_7f4a_7c15),
            made: 0,
            tally: [(0, 0); MOODS],
            mood: 0,
            last: Vec::new(),
            telling: Vec::new(),
        };
        for table in tables {
            let mut wanted = Vec::new();
            for column in &table.columns {
                let name = column.name.to_lowercase();
                let in_key = key_columns(table).contains(&name);
                if !domains.columns.contains(&name) && !in_key {
                    continue;
                }
                if !can_be_made_up(column) {
                    return Err(format!("No values can be made up for {}.{}.", table.name, column.name));
                }
                wanted.push(maker.wanted(table, column, &name, domains));
            }
            maker.tables.push((table, wanted));
        }
        Ok(maker)
    }

    fn wanted(&mut self, table: &Table, column: &'a Column, name: &str, domains: &Domains) -> Wanted<'a> {
        let none = Domain::default();
        let domain = domains
            .domains
            .iter()
            .find(|d| d.columns.contains(name))
            .unwrap_or(&none);
        let first = domain.columns.first().map_or(name, String::as_str);
        let pool = format!("{first} {:?}", family(column.kind));
        let own = own_values(column, domain, &domains.days);
        let exact = written(column, domain);
        let values = self.pools.entry(pool.clone()).or_insert_with(|| Pool {
            all: common(column),
            ..Pool::default()
        });
        for value in &own {
            if !values.all.contains(value) {
                values.all.push(value.clone());
                match exact.contains(value) {
                    true => values.exact.push(value.clone()),
                    false => values.near.push(value.clone()),
                }
            }
        }
        if column.kind == TypeKind::Integer {
            values.steps = domain.steps.iter().copied().collect();
        }
        let key = table.primary_key.iter().any(|k| k.eq_ignore_ascii_case(name)) && self.dialect != Dialect::Sqlite;
        Wanted {
            column,
            joins: domain.columns.len() > 1,
            filled: !column.nullable || key,
            own,
            pool,
            // SQLite holds what it is given, whatever was declared.
            bounds: match self.dialect {
                Dialect::Sqlite => None,
                _ => bounds(&column.declared_type),
            },
        }
    }

    /// Makes the tables, once.
    pub fn schema(&self) -> Vec<String> {
        let table = |(table, wanted): &(&Table, Vec<Wanted<'_>>)| {
            let columns = wanted
                .iter()
                .map(|w| format!("{} {}", self.ident(&w.column.name), self.kind(w.column)));
            let columns: Vec<String> = columns.collect();
            let columns = if columns.is_empty() {
                "only_rows INTEGER".to_string()
            } else {
                columns.join(", ")
            };
            format!("CREATE TABLE {} ({columns})", self.name(table))
        };
        let schemas = self.tables.iter().filter_map(|(t, _)| t.schema.as_deref());
        let schemas: BTreeSet<String> = schemas
            .filter(|s| *s != "main")
            .map(|s| format!("CREATE SCHEMA IF NOT EXISTS {}", self.ident(s)))
            .collect();
        schemas.into_iter().chain(self.tables.iter().map(table)).collect()
    }

    fn name(&self, table: &Table) -> String {
        dialect::table(table, self.dialect)
    }

    fn ident(&self, name: &str) -> String {
        dialect::ident(name, self.dialect)
    }

    /// In DuckDB an enumerated type is made up as text, and PostgreSQL's types go by what they hold.
    fn kind(&self, column: &Column) -> String {
        let by_kind = match column.kind {
            TypeKind::Integer => "BIGINT",
            TypeKind::Decimal => "DECIMAL(18,4)",
            TypeKind::Real => "DOUBLE",
            TypeKind::Boolean => "BOOLEAN",
            TypeKind::Date => "DATE",
            TypeKind::Timestamp => "TIMESTAMP",
            _ => "VARCHAR",
        };
        match self.dialect {
            Dialect::Sqlite => column.declared_type.clone(),
            Dialect::Duckdb if column.labels.is_empty() && !column.declared_type.is_empty() => {
                column.declared_type.clone()
            }
            Dialect::Postgres if column.declared_type == "integer" => "INTEGER".into(),
            _ => by_kind.into(),
        }
    }

    /// Whether the last database gave the query rows; moods that do come more often.
    pub fn was_telling(&mut self, telling: bool) {
        if let Some(tally) = self.tally.get_mut(self.mood) {
            tally.0 += 1;
            tally.1 += u32::from(telling);
        }
        let last = std::mem::take(&mut self.last);
        if telling && self.telling.len() < MOST_TELLING {
            self.telling.push(last);
        } else if telling {
            let at = self.chance.below(MOST_TELLING);
            if let Some(place) = self.telling.get_mut(at) {
                *place = last;
            }
        }
    }

    /// The moods in turn; after a while every other one is that which gave rows most often.
    fn next_mood(&self) -> usize {
        const LOOK: u32 = 40;
        let moods = if self.queries.is_empty() { OF_CHANCE } else { MOODS };
        let turn = self.made as usize % moods;
        if self.made < LOOK || self.made.is_multiple_of(2) {
            return turn;
        }
        let rate = |(made, told): &(u32, u32)| f64::from(*told) / f64::from((*made).max(1));
        let tally = self.tally.iter().enumerate().take(moods);
        let best = tally.max_by(|a, b| rate(a.1).total_cmp(&rate(b.1)));
        // Where none gave rows, the one made to.
        best.filter(|(_, tally)| tally.1 > 0).map_or(
            match moods {
                OF_CHANCE => OF_CHANCE - 1,
                _ => ONE_MET + 1,
            },
            |(mood, _)| mood,
        )
    }

    /// The rows of the next database; those of the last one are deleted first.
    pub fn another(&mut self) -> Vec<String> {
        self.made += 1;
        self.mood = self.next_mood();
        let world = World {
            catalog: self.catalog,
            queries: self.queries,
            tables: &self.tables,
            pools: &self.pools,
        };
        let mut rows = match (self.mood, self.telling.get(self.chance.below(self.telling.len()))) {
            (..OF_CHANCE, _) => self.by_chance(),
            (BESIDE, Some(telling)) => world.beside(telling, &mut self.chance),
            (ONE_MET, _) => world.met(1, &mut self.chance),
            _ => world.met(4, &mut self.chance),
        };
        let mut statements = Vec::new();
        for ((table, wanted), rows) in self.tables.iter().zip(&mut rows) {
            // Columns that meet share their values, and one may be narrower than the others.
            rows.retain(|row| wanted.iter().zip(row).all(|(of, value)| of.takes(value)));
            let name = self.name(table);
            statements.push(format!("DELETE FROM {name}"));
            let rows: Vec<String> = rows.iter().map(|row| format!("({})", row.join(", "))).collect();
            if !rows.is_empty() {
                statements.push(format!("INSERT INTO {name} VALUES {}", rows.join(", ")));
            }
        }
        self.last = rows;
        statements
    }

    /// Narrow, where joins and conditions meet often; wide; one in which NULL is common; and one of so few values, the
    /// query's own before others, that rows meet all its joins and conditions at once. The last is of so few values and of
    /// many rows, for a query that compares sums with each other, each of which needs rows of its own.
    fn by_chance(&mut self) -> Rows {
        let mood = match self.mood {
            0 => Mood {
                nulls: 8,
                own: 60,
                narrow: 3,
                most: 6,
                met: false,
            },
            1 => Mood {
                nulls: 3,
                own: 85,
                narrow: 1 + self.chance.below(2),
                most: 4 + self.chance.below(5),
                met: false,
            },
            2 => Mood {
                nulls: 30,
                own: 50,
                narrow: 4,
                most: 8,
                met: false,
            },
            3 => Mood {
                nulls: 1,
                own: 0,
                narrow: 1 + self.chance.below(3),
                most: 3 + self.chance.below(6),
                met: true,
            },
            _ => Mood {
                nulls: 1,
                own: 0,
                narrow: 2 + self.chance.below(2),
                most: 12 + self.chance.below(12),
                met: true,
            },
        };
        let mut narrowed: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for (name, pool) in &self.pools {
            narrowed.insert(name.clone(), narrow(pool, &mood, &mut self.chance));
        }
        // A table that stands in the middle of the joins holds groups of the size that is asked for.
        let large = match self.counts.is_empty() || self.chance.of_100(50) {
            true => None,
            false => (0..self.tables.len()).max_by_key(|at| {
                let wanted = self.tables.get(*at).map(|t| t.1.as_slice()).unwrap_or_default();
                wanted.iter().filter(|w| w.joins).count()
            }),
        };
        let mut all = Vec::new();
        for (at, (table, wanted)) in self.tables.iter().enumerate() {
            let count = self
                .counts
                .get(self.chance.below(self.counts.len()))
                .filter(|_| large == Some(at));
            let rows = match count {
                Some(count) => usize::try_from(*count).unwrap_or_default() + self.chance.below(4),
                None if self.chance.of_100(if mood.met { 2 } else { 6 }) => 0,
                None => 1 + self.chance.below(mood.most),
            };
            let rows = rows_of(table, wanted, rows, &mood, &narrowed, &self.pools, &mut self.chance);
            all.push(rows);
        }
        all
    }
}

fn key_columns(table: &Table) -> BTreeSet<String> {
    table
        .primary_key
        .iter()
        .chain(table.unique.iter().flatten())
        .map(|c| c.to_lowercase())
        .collect()
}

#[cfg(test)]
mod tests;
