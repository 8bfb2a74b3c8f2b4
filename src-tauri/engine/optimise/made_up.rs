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

/// The statements of one database after the other.
pub struct Maker<'a> {
    dialect: Dialect,
    tables: Vec<(&'a Table, Vec<Wanted<'a>>)>,
    pools: BTreeMap<String, Vec<String>>,
    chance: Chance,
    made: u32,
}

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
            chance: Chance(seed ^ 0x9e37_79b9_7f4a_7c15),
            made: 0,
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
        let values = self.pools.entry(pool.clone()).or_insert_with(|| common(column));
        for value in &own {
            if !values.contains(value) {
                values.push(value.clone());
            }
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

    /// The rows of the next database; those of the last one are deleted first.
    pub fn another(&mut self) -> Vec<String> {
        self.made += 1;
        let mut statements = Vec::new();
        // Three kinds in turn: narrow, where joins and conditions meet often; wide; and one in which NULL is common.
        let mood = match self.made % 3 {
            0 => Mood {
                nulls: 8,
                own: 60,
                narrow: 3,
                most: 6,
            },
            1 => Mood {
                nulls: 3,
                own: 85,
                narrow: 1 + self.chance.below(2),
                most: 4 + self.chance.below(5),
            },
            _ => Mood {
                nulls: 30,
                own: 50,
                narrow: 4,
                most: 8,
            },
        };
        let mut narrowed: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for (name, values) in &self.pools {
            let count = mood.narrow.min(values.len());
            let some = (0..count)
                .filter_map(|_| values.get(self.chance.below(values.len())))
                .cloned();
            narrowed.insert(name.clone(), some.collect());
        }
        for (table, wanted) in &self.tables {
            let name = dialect::table(table, self.dialect);
            statements.push(format!("DELETE FROM {name}"));
            let rows = if self.chance.of_100(6) {
                0
            } else {
                1 + self.chance.below(mood.most)
            };
            let rows = rows_of(table, wanted, rows, &mood, &narrowed, &self.pools, &mut self.chance);
            if !rows.is_empty() {
                statements.push(format!("INSERT INTO {name} VALUES {}", rows.join(", ")));
            }
        }
        statements
    }
}

struct Mood {
    /// Of 100 values that may be NULL.
    nulls: usize,
    /// Of 100 values that the query names some for.
    own: usize,
    /// Values of columns that meet.
    narrow: usize,
    most: usize,
}

fn rows_of(
    table: &Table,
    wanted: &[Wanted<'_>],
    rows: usize,
    mood: &Mood,
    narrowed: &BTreeMap<String, Vec<String>>,
    pools: &BTreeMap<String, Vec<String>>,
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
    pools: &BTreeMap<String, Vec<String>>,
    chance: &mut Chance,
) -> String {
    if !wanted.filled && chance.of_100(mood.nulls) {
        return "NULL".into();
    }
    if !any && !wanted.own.is_empty() && chance.of_100(mood.own) {
        return chance.pick(&wanted.own);
    }
    let narrow = if wanted.joins && !any {
        narrowed.get(&wanted.pool)
    } else {
        None
    };
    let from = narrow.filter(|n| !n.is_empty()).or_else(|| pools.get(&wanted.pool));
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

fn can_be_made_up(column: &Column) -> bool {
    use TypeKind as K;
    matches!(
        column.kind,
        K::Integer | K::Decimal | K::Real | K::Text | K::Boolean | K::Date | K::Timestamp
    )
}

/// Kinds whose values may stand in one pool.
fn family(kind: TypeKind) -> TypeKind {
    match kind {
        TypeKind::Decimal | TypeKind::Real => TypeKind::Decimal,
        other => other,
    }
}

fn common(column: &Column) -> Vec<String> {
    let texts: &[&str] = match column.kind {
        TypeKind::Integer => &["1", "2", "3", "0"],
        TypeKind::Decimal | TypeKind::Real => &["0", "1.5", "2", "-1", "10"],
        TypeKind::Boolean => &["TRUE", "FALSE"],
        TypeKind::Date => &["'2001-02-28'", "'2001-03-01'", "'2000-12-31'", "'2001-01-01'"],
        TypeKind::Timestamp => &[
            "'2001-02-28 23:59:59'",
            "'2001-03-01 00:00:00'",
            "'2001-03-01 12:00:00'",
        ],
        _ if !column.labels.is_empty() => return column.labels.iter().map(|l| dialect::text(l)).collect(),
        _ => &["'a'", "'b'", "''", "'A'"],
    };
    texts.iter().map(|t| (*t).to_string()).collect()
}

/// The query's values as this column can hold them.
fn written(column: &Column, domain: &Domain) -> Vec<String> {
    let number = |v: &&String| v.parse::<f64>().is_ok();
    let day = |v: &&String| v.len() == 12 && civil(v.trim_matches('\'')).is_some();
    let fits = |v: &&String| match column.kind {
        TypeKind::Integer => v.parse::<i64>().is_ok(),
        TypeKind::Decimal | TypeKind::Real => number(v) && v.parse::<f64>().is_ok_and(|n| n.abs() < 10_000.0),
        TypeKind::Date | TypeKind::Timestamp => day(v),
        TypeKind::Text => v.starts_with('\''),
        _ => false,
    };
    let plain = |v: &String| match column.kind {
        TypeKind::Text => v.replace('%', "").replace('_', "x"),
        _ => v.clone(),
    };
    if !column.labels.is_empty() {
        return Vec::new();
    }
    domain.values.iter().filter(fits).map(plain).collect()
}

/// The same with their neighbours, where a wrong bound would show.
fn own_values(column: &Column, domain: &Domain, days: &BTreeSet<i64>) -> Vec<String> {
    let mut values = written(column, domain);
    for value in values.clone() {
        match column.kind {
            TypeKind::Integer => {
                let near = value
                    .parse::<i64>()
                    .into_iter()
                    .flat_map(|n| [n.saturating_sub(1), n.saturating_add(1), n.saturating_add(10)]);
                values.extend(near.map(|n| n.to_string()));
            }
            TypeKind::Decimal | TypeKind::Real => {
                let near = value
                    .parse::<f64>()
                    .into_iter()
                    .flat_map(|n| [n - 0.01, n + 0.01, n + 10.0]);
                values.extend(near.map(|n| format!("{n:.2}")));
            }
            TypeKind::Date | TypeKind::Timestamp => {
                let steps = [1, -1].into_iter().chain(days.iter().flat_map(|d| [*d, -d, d + 1]));
                let day = civil(value.trim_matches('\''));
                values.extend(steps.filter_map(|step| Some(format!("'{}'", shown(day? + step)))));
            }
            TypeKind::Text => {
                let text = value.trim_matches('\'');
                values.push(format!("'{text}x'"));
            }
            _ => {}
        }
    }
    values.truncate(40);
    values
}

/// Days since 1970-01-01 (Howard Hinnant's days_from_civil).
fn civil(text: &str) -> Option<i64> {
    let mut parts = text.get(..10)?.split('-');
    let mut number = || parts.next()?.parse::<i64>().ok();
    let (year, month, day) = (number()?, number()?, number()?);
    let year = if month <= 2 { year - 1 } else { year };
    let era = year.div_euclid(400);
    let of_year = (153 * (month + if month > 2 { -3 } else { 9 }) + 2) / 5 + day - 1;
    let of_era = year.rem_euclid(400);
    Some(era * 146_097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719_468)
}

fn shown(days: i64) -> String {
    let days = days + 719_468;
    let (era, of_era) = (days.div_euclid(146_097), days.rem_euclid(146_097));
    let year = (of_era - of_era / 1_460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year + year / 4 - year / 100);
    let shifted = (5 * of_year + 2) / 153;
    let day = of_year - (153 * shifted + 2) / 5 + 1;
    let month = if shifted < 10 { shifted + 3 } else { shifted - 9 };
    let year = year + era * 400 + i64::from(month <= 2);
    format!("{year:04}-{month:02}-{day:02}")
}

/// SplitMix64 (Steele, Lea and Flood 2014): the same seed gives the same databases on every machine.
struct Chance(u64);

impl Chance {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }
    fn below(&mut self, n: usize) -> usize {
        (self.next() % (n.max(1) as u64)) as usize
    }
    fn of_100(&mut self, n: usize) -> bool {
        self.below(100) < n
    }
    fn pick(&mut self, values: &[String]) -> String {
        values
            .get(self.below(values.len()))
            .cloned()
            .unwrap_or_else(|| "NULL".into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use askwell_sql::rewrite::{self, home::home};

    #[test]
    fn days_are_counted_over_leap_years() {
        for day in ["1970-01-01", "2000-02-29", "2023-12-31", "2100-03-01"] {
            assert_eq!(shown(civil(day).unwrap()), day);
        }
        assert_eq!(shown(civil("2024-02-28").unwrap() + 1), "2024-02-29");
    }

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
}
