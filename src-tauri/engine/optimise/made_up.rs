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

use self::values::{can_be_made_up, common, family, own_values, written};
use crate::chance::Chance;

mod values;

/// The statements of one database after the other.
pub struct Maker<'a> {
    dialect: Dialect,
    tables: Vec<(&'a Table, Vec<Wanted<'a>>)>,
    pools: BTreeMap<String, Pool>,
    /// Rows that a group has to have, by the query.
    counts: Vec<i64>,
    chance: Chance,
    made: u32,
    /// Of each mood: databases made, and those that gave the query rows.
    tally: [(u32, u32); MOODS],
    mood: usize,
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

const MOODS: usize = 5;

struct Wanted<'a> {
    column: &'a Column,
    /// Columns that meet share a pool.
    pool: String,
    joins: bool,
    filled: bool,
    /// The query's own values of it, which come more often than others.
    own: Vec<String>,
}

impl<'a> Maker<'a> {
    /// `Err`: a column that is read holds what no value can be made up for.
    pub fn new(catalog: &Catalog, tables: &[&'a Table], domains: &Domains, seed: u64) -> Result<Self, String> {
        let mut maker = Self {
            dialect: catalog.dialect,
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
    }

    /// The moods in turn; after a while every other one is that which gave rows most often.
    fn next_mood(&self) -> usize {
        const LOOK: u32 = 40;
        let turn = self.made as usize % MOODS;
        if self.made < LOOK || self.made.is_multiple_of(2) {
            return turn;
        }
        let rate = |(made, told): &(u32, u32)| f64::from(*told) / f64::from((*made).max(1));
        let best = self
            .tally
            .iter()
            .enumerate()
            .max_by(|a, b| rate(a.1).total_cmp(&rate(b.1)));
        // Where none gave rows, the one made to.
        best.filter(|(_, tally)| tally.1 > 0)
            .map_or(MOODS - 1, |(mood, _)| mood)
    }

    /// The rows of the next database; those of the last one are deleted first.
    pub fn another(&mut self) -> Vec<String> {
        self.made += 1;
        self.mood = self.next_mood();
        let mut statements = Vec::new();
        // Narrow, where joins and conditions meet often; wide; one in which NULL is common; and one of so few values, the
        // query's own before others, that rows meet all its joins and conditions at once. The last is of so few values and of
        // many rows, for a query that compares sums with each other, each of which needs rows of its own.
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
        for (at, (table, wanted)) in self.tables.iter().enumerate() {
            let name = dialect::table(table, self.dialect);
            statements.push(format!("DELETE FROM {name}"));
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
            if !rows.is_empty() {
                statements.push(format!("INSERT INTO {name} VALUES {}", rows.join(", ")));
            }
        }
        statements
    }
}

/// A group that a query asks to be larger than this is not made.
const MOST_COUNTED: i64 = 30;

struct Mood {
    /// Of 100 values that may be NULL.
    nulls: usize,
    /// Of 100 values that the query names some for.
    own: usize,
    /// Values of columns that meet.
    narrow: usize,
    most: usize,
    /// All columns draw from few values.
    met: bool,
}

/// The few values of a pool in one database.
fn narrow(pool: &Pool, mood: &Mood, chance: &mut Chance) -> Vec<String> {
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

fn rows_of(
    table: &Table,
    wanted: &[Wanted<'_>],
    rows: usize,
    mood: &Mood,
    narrowed: &BTreeMap<String, Vec<String>>,
    pools: &BTreeMap<String, Pool>,
    chance: &mut Chance,
) -> Vec<String> {
    let mut keys: Vec<(Vec<usize>, BTreeSet<Vec<String>>)> = keys(table, wanted);
    let mut made: Vec<String> = Vec::new();
    for _ in 0..rows {
        if wanted.is_empty() {
            made.push("(1)".into());
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
        made.push(format!("({})", row.join(", ")));
        // A row that comes twice, where nothing forbids it.
        if keys.is_empty() && chance.of_100(15) {
            made.extend(made.last().cloned());
        }
    }
    made
}

fn value(
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

/// Places of the columns of each declared key, and the keys seen so far.
fn keys(table: &Table, wanted: &[Wanted<'_>]) -> Vec<(Vec<usize>, BTreeSet<Vec<String>>)> {
    let place = |name: &String| wanted.iter().position(|w| w.column.name.eq_ignore_ascii_case(name));
    let all = std::iter::once(&table.primary_key)
        .chain(&table.unique)
        .filter(|key| !key.is_empty());
    all.filter_map(|key| Some((key.iter().map(place).collect::<Option<Vec<usize>>>()?, BTreeSet::new())))
        .collect()
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
mod tests {
    use super::*;
    use askwell_sql::rewrite::{self, home::home};

    #[test]
    fn databases_keep_declared_keys_and_hold_nulls_and_the_querys_own_values() {
        let catalog = home(Dialect::Duckdb);
        let sql = "SELECT o.id FROM orders o JOIN customers c ON c.id = o.customer_id WHERE o.status = 'paid'";
        let query = askwell_sql::guard::checked(sql, Dialect::Duckdb).unwrap();
        let tables = rewrite::tables(&query, &catalog);
        let mut maker = Maker::new(&catalog, &tables, &rewrite::domains::domains(&[&query]), 7).unwrap();
        assert_eq!(maker.schema().len(), 2);
        let all: Vec<String> = (0..60).flat_map(|_| maker.another()).collect();
        let rows = all.join(" ");
        assert!(rows.contains("NULL") && rows.contains("'paid'") && rows.contains("'paidx'"));
        for statement in all.iter().filter(|s| s.contains("INSERT INTO customers")) {
            let ids: Vec<&str> = statement
                .split('(')
                .skip(1)
                .filter_map(|row| row.split([',', ')']).next())
                .collect();
            let mut once = ids.clone();
            once.sort_unstable();
            once.dedup();
            assert_eq!(once.len(), ids.len(), "{statement}");
            assert!(!ids.contains(&"NULL"));
        }
    }

    /// Of so many databases, those in which rows meet all joins and conditions, as the query itself would see.
    #[test]
    fn groups_as_large_as_the_query_asks_for_and_distances_that_it_names_are_made() {
        let catalog = home(Dialect::Duckdb);
        let sql = "SELECT o.customer_id, COUNT(*) AS n FROM orders o JOIN orders p ON p.id = o.id - 53 GROUP BY o.customer_id \
                   HAVING COUNT(*) > 15";
        let query = askwell_sql::guard::checked(sql, Dialect::Duckdb).unwrap();
        let domains = rewrite::domains::domains(&[&rewrite::qualify(&query, &catalog).unwrap()]);
        assert_eq!(domains.counts.iter().copied().collect::<Vec<_>>(), [15]);
        let mut bare = catalog.clone();
        bare.tables.iter_mut().for_each(|t| t.primary_key.clear());
        let tables = rewrite::tables(&query, &bare);
        let mut maker = Maker::new(&bare, &tables, &domains, 7).unwrap();
        let all: Vec<String> = (0..60).flat_map(|_| maker.another()).collect();
        let rows = |s: &String| s.matches("), (").count() + 1;
        assert!(all.iter().any(|s| s.starts_with("INSERT") && rows(s) > 15));
        let apart = |s: &&String| {
            let ids = s
                .split('(')
                .skip(1)
                .filter_map(|r| r.split(',').next()?.parse::<i64>().ok());
            let ids: Vec<i64> = ids.collect();
            ids.iter().any(|a| ids.contains(&(a + 53)))
        };
        assert!(all.iter().filter(apart).count() > 5);
    }
}
