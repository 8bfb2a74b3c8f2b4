//! PostgreSQL's catalog. In: a connection. Out: tables, views, columns, keys, indexes, comments and row counts, from a
//! handful of set queries in one snapshot. Deliberately absent: system schemas, what belongs to an extension, what this
//! login may not read, and columns of the system catalog that are not the same in versions 12 to 18.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use askwell_contract::catalog::Index;
use askwell_contract::{Catalog, Column, Dialect, ForeignKey, KeyOrigin, RowCount, Table, TableKind, TypeKind};
use indexmap::IndexMap;
use tokio_postgres::types::Type;
use tokio_postgres::Row;

use super::cells;
use super::findings::Trouble;
use super::session::Live;

type Result<T> = std::result::Result<T, Trouble>;

/// For the whole description.
const LIMIT_MS: u64 = 60_000;
/// Time for counting rows; what is not counted by then keeps the engine's estimate.
const BUDGET: Duration = Duration::from_millis(1_500);
/// A table of more bytes than this is not counted: reading it would cost a busy server more than the figure is worth.
const COUNTED: i64 = 16 << 20;
/// Tables counted by one statement.
const AT_ONCE: usize = 100;

/// A table on its way, and its columns' names by number.
struct Found {
    table: Table,
    names: BTreeMap<i16, String>,
    place: String,
    bytes: Option<i64>,
}

impl Found {
    fn names(&self, numbers: &[i16]) -> Option<Vec<String>> {
        numbers.iter().map(|number| self.names.get(number).cloned()).collect()
    }
}

type Tables = IndexMap<u32, Found>;

pub async fn describe(live: &Live, name: &str) -> Result<Catalog> {
    live.begin(LIMIT_MS, None).await?;
    let mut tables = tables(live).await?;
    columns(live, &mut tables).await?;
    // Also a table without columns is a table, but there is nothing to ask about.
    tables.retain(|_, found| !found.table.columns.is_empty());
    constraints(live, &mut tables).await?;
    indexes(live, &mut tables).await?;
    count(live, &mut tables).await;
    Ok(Catalog {
        dialect: Dialect::Postgres,
        engine: live.version.clone(),
        name: name.to_string(),
        tables: tables.into_values().map(|found| found.table).collect(),
    })
}

// ── set queries ───────────────────────────────────────────────────────────────────────────────────────────────────

/// What this login may ask about. `whole`: every column of it.
const SEEN: &str = "seen AS MATERIALIZED (SELECT c.oid, c.relname, c.relkind, c.reltuples, c.relpages, n.nspname, \
      pg_catalog.has_table_privilege(c.oid, 'SELECT') AS whole \
    FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace \
    WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f') AND NOT c.relispartition AND c.relpersistence <> 't' \
      AND n.nspname !~ '^pg_' AND n.nspname <> 'information_schema' \
      AND pg_catalog.has_schema_privilege(n.oid, 'USAGE') AND pg_catalog.has_any_column_privilege(c.oid, 'SELECT') \
      AND NOT EXISTS (SELECT FROM pg_catalog.pg_depend e WHERE e.classid = 'pg_catalog.pg_class'::regclass \
        AND e.objid = c.oid AND e.deptype = 'e'))";

/// A partitioned table is as large as its partitions together. Before version 14 a table that nobody has analysed
/// yet looks like an empty one.
const TABLES: &str = ", part(root, leaf) AS (SELECT oid, oid FROM seen WHERE relkind = 'p' \
      UNION ALL SELECT p.root, i.inhrelid FROM part p JOIN pg_catalog.pg_inherits i ON i.inhparent = p.leaf), \
    leaves AS (SELECT p.root, c.oid, c.reltuples, c.relpages FROM part p \
        JOIN pg_catalog.pg_class c ON c.oid = p.leaf WHERE c.relkind <> 'p' \
      UNION ALL SELECT oid, oid, reltuples, relpages FROM seen WHERE relkind IN ('r', 'm')), \
    sizes AS (SELECT root, sum(reltuples::float8) AS estimate, \
        bool_and(reltuples > 0 OR (reltuples = 0 AND (relpages > 0 \
          OR pg_catalog.current_setting('server_version_num')::int >= 140000))) AS analysed, \
        sum(pg_catalog.pg_relation_size(oid))::bigint AS bytes FROM leaves GROUP BY root) \
    SELECT s.oid, s.nspname::text, s.relname::text, s.relkind::text, pg_catalog.pg_table_is_visible(s.oid), \
      CASE WHEN z.analysed THEN z.estimate END, z.bytes, d.description \
    FROM seen s LEFT JOIN sizes z ON z.root = s.oid LEFT JOIN pg_catalog.pg_description d \
      ON d.objoid = s.oid AND d.classoid = 'pg_catalog.pg_class'::regclass AND d.objsubid = 0 ORDER BY s.oid";
const COLUMNS: &str = "SELECT a.attrelid, a.attnum, a.attname::text, \
      pg_catalog.format_type(a.atttypid, a.atttypmod), a.atttypid, a.attnotnull, d.description \
    FROM seen s JOIN pg_catalog.pg_attribute a ON a.attrelid = s.oid LEFT JOIN pg_catalog.pg_description d \
      ON d.objoid = a.attrelid AND d.classoid = 'pg_catalog.pg_class'::regclass AND d.objsubid = a.attnum \
    WHERE a.attnum > 0 AND NOT a.attisdropped \
      AND (s.whole OR pg_catalog.has_column_privilege(a.attrelid, a.attnum, 'SELECT')) \
    ORDER BY a.attrelid, a.attnum";
const TYPES: &str = "SELECT oid, typname::text, typtype::text, typcategory::text, typbasetype, typnotnull \
    FROM pg_catalog.pg_type WHERE typtype <> 'p' AND oid >= 16384";
const LABELS: &str = "SELECT enumtypid, enumlabel::text FROM pg_catalog.pg_enum ORDER BY enumtypid, enumsortorder";
/// A key that a partition has only because its parent has it is left out, in both directions.
const CONSTRAINTS: &str = "SELECT k.conrelid, k.contype::text, k.conkey, k.confrelid, k.confkey \
    FROM pg_catalog.pg_constraint k JOIN seen s ON s.oid = k.conrelid \
    WHERE k.contype IN ('p', 'u', 'f') AND k.conparentid = 0 ORDER BY k.oid";
const INDEXES: &str = "SELECT i.indrelid, c.relname::text, i.indisunique AND i.indpred IS NULL, i.indnkeyatts, \
      i.indkey::int2[], CASE WHEN i.indexprs IS NOT NULL THEN ARRAY(SELECT pg_catalog.pg_get_indexdef(c.oid, n, true) \
        FROM pg_catalog.generate_series(1, i.indnkeyatts) AS n ORDER BY n) END \
    FROM pg_catalog.pg_index i JOIN seen s ON s.oid = i.indrelid JOIN pg_catalog.pg_class c ON c.oid = i.indexrelid \
    WHERE NOT i.indisprimary AND i.indisvalid ORDER BY c.oid";

async fn each(live: &Live, sql: &str) -> Result<Vec<Row>> {
    Ok(live.client.query(&format!("WITH RECURSIVE {SEEN} {sql}"), &[]).await?)
}

async fn tables(live: &Live) -> Result<Tables> {
    let rows = each(live, TABLES).await?;
    let read = |row: &Row| -> Result<(u32, Found)> {
        let (schema, name): (String, String) = (row.try_get(1)?, row.try_get(2)?);
        let (visible, estimate): (bool, Option<f64>) = (row.try_get(4)?, row.try_get(5)?);
        let place = format!("{}.{}", quoted(&schema), quoted(&name));
        let table = Table {
            name: if visible { name } else { format!("{schema}.{name}") },
            schema: (!visible).then_some(schema),
            kind: match row.try_get::<_, &str>(3)? {
                "v" => TableKind::View,
                "m" => TableKind::MaterializedView,
                "f" => TableKind::Foreign,
                _ => TableKind::Table,
            },
            columns: Vec::new(),
            primary_key: Vec::new(),
            foreign_keys: Vec::new(),
            unique: Vec::new(),
            indexes: Vec::new(),
            rows: estimate.map(|rows| RowCount {
                count: rows as u64,
                exact: false,
            }),
            comment: row.try_get(7)?,
            source: None,
        };
        let found = Found {
            table,
            names: BTreeMap::new(),
            place,
            bytes: row.try_get(6)?,
        };
        Ok((row.try_get(0)?, found))
    };
    rows.iter().map(read).collect()
}

struct Kind {
    name: String,
    class: String,
    category: String,
    base: u32,
    not_null: bool,
}

async fn columns(live: &Live, tables: &mut Tables) -> Result<()> {
    let mut kinds: BTreeMap<u32, Kind> = BTreeMap::new();
    for row in live.client.query(TYPES, &[]).await? {
        let kind = Kind {
            name: row.try_get(1)?,
            class: row.try_get(2)?,
            category: row.try_get(3)?,
            base: row.try_get(4)?,
            not_null: row.try_get(5)?,
        };
        kinds.insert(row.try_get(0)?, kind);
    }
    let mut labels: BTreeMap<u32, Vec<String>> = BTreeMap::new();
    for row in live.client.query(LABELS, &[]).await? {
        labels.entry(row.try_get(0)?).or_default().push(row.try_get(1)?);
    }
    for row in each(live, &format!(" {COLUMNS}")).await? {
        let Some(found) = tables.get_mut(&row.try_get::<_, u32>(0)?) else {
            continue;
        };
        let name: String = row.try_get(2)?;
        let (mut of, mut nullable) = (row.try_get::<_, u32>(4)?, !row.try_get::<_, bool>(5)?);
        while let Some(domain) = kinds.get(&of).filter(|kind| kind.class == "d") {
            nullable &= !domain.not_null;
            of = domain.base;
        }
        found.names.insert(row.try_get(1)?, name.clone());
        found.table.columns.push(Column {
            name,
            declared_type: row.try_get(3)?,
            kind: kind(of, kinds.get(&of)),
            nullable,
            comment: row.try_get(6)?,
            labels: labels.get(&of).cloned().unwrap_or_default(),
        });
    }
    Ok(())
}

/// The same as a result's column of this type would have.
fn kind(of: u32, about: Option<&Kind>) -> TypeKind {
    if let Some(known) = Type::from_oid(of) {
        return cells::kind(&known);
    }
    match about {
        Some(kind) if kind.class == "e" || kind.name == "citext" => TypeKind::Text,
        Some(kind) if kind.class == "c" => TypeKind::Struct,
        Some(kind) if kind.category == "A" => TypeKind::List,
        _ => TypeKind::Other,
    }
}

async fn constraints(live: &Live, tables: &mut Tables) -> Result<()> {
    for row in each(live, &format!(" {CONSTRAINTS}")).await? {
        let (of, to): (u32, u32) = (row.try_get(0)?, row.try_get(3)?);
        let to_numbers: Option<Vec<i16>> = row.try_get(4)?;
        let target = tables.get(&to).and_then(|target| {
            let columns = target.names(to_numbers.as_deref()?)?;
            Some((target.table.name.clone(), columns))
        });
        let Some(found) = tables.get_mut(&of) else { continue };
        let Some(columns) = found.names(&row.try_get::<_, Vec<i16>>(2)?) else {
            continue;
        };
        match (row.try_get::<_, &str>(1)?, target) {
            ("p", _) => found.table.primary_key = columns,
            ("u", _) => add_unique(&mut found.table, columns),
            (_, Some((to_table, to_columns))) => found.table.foreign_keys.push(ForeignKey {
                columns,
                to_table,
                to_columns,
                origin: KeyOrigin::Declared,
            }),
            _ => {}
        }
    }
    Ok(())
}

async fn indexes(live: &Live, tables: &mut Tables) -> Result<()> {
    for row in each(live, &format!(" {INDEXES}")).await? {
        let Some(found) = tables.get_mut(&row.try_get::<_, u32>(0)?) else {
            continue;
        };
        let (unique, keys): (bool, i16) = (row.try_get(2)?, row.try_get(3)?);
        let mut numbers: Vec<i16> = row.try_get(4)?;
        // Columns behind the keys are only carried along.
        numbers.truncate(usize::try_from(keys).unwrap_or_default());
        let expressions: Option<Vec<String>> = row.try_get(5)?;
        let plain = found.names(&numbers);
        let columns = match (&plain, expressions) {
            (Some(columns), _) => columns.clone(),
            (None, Some(expressions)) => {
                let parts = numbers.iter().zip(expressions);
                parts
                    .map(|(number, text)| found.names.get(number).cloned().unwrap_or(text))
                    .collect()
            }
            // Over a column that this login may not see.
            (None, None) => continue,
        };
        if let (true, Some(columns)) = (unique, plain) {
            add_unique(&mut found.table, columns);
        }
        found.table.indexes.push(Index {
            name: row.try_get(1)?,
            columns,
            unique,
        });
    }
    Ok(())
}

fn add_unique(table: &mut Table, columns: Vec<String>) {
    if columns != table.primary_key && !table.unique.contains(&columns) {
        table.unique.push(columns);
    }
}

// ── values ────────────────────────────────────────────────────────────────────────────────────────────────────────

/// Small tables exactly, the smallest first, until the time is up. An error ends the counting, nothing else.
async fn count(live: &Live, tables: &mut Tables) {
    let began = Instant::now();
    let mut small: Vec<(i64, &mut Found)> = tables
        .values_mut()
        .filter_map(|found| Some((found.bytes.filter(|bytes| *bytes <= COUNTED)?, found)))
        .collect();
    small.sort_by_key(|(bytes, _)| *bytes);
    for some in small.chunks_mut(AT_ONCE) {
        let left = BUDGET.saturating_sub(began.elapsed()).as_millis();
        let parts: Vec<String> = some
            .iter()
            .enumerate()
            .map(|(i, (_, found))| format!("SELECT {i}, count(*) FROM {}", found.place))
            .collect();
        let limit = format!("SET LOCAL statement_timeout = {left}");
        if left == 0 || live.client.batch_execute(&limit).await.is_err() {
            return;
        }
        let Ok(counts) = live.client.query(&parts.join(" UNION ALL "), &[]).await else {
            return;
        };
        for row in counts {
            let (Ok(i), Ok(n)) = (row.try_get::<_, i32>(0), row.try_get::<_, i64>(1)) else {
                continue;
            };
            let place = usize::try_from(i).ok().and_then(|i| some.get_mut(i));
            if let (Some((_, found)), Ok(count)) = (place, u64::try_from(n)) {
                found.table.rows = Some(RowCount { count, exact: true });
            }
        }
    }
}

/// Double quotes alone keep a name a name, whatever is in it.
fn quoted(name: &str) -> String {
    format!("\"{}\"", name.replace('"', "\"\""))
}

// ── fingerprint ───────────────────────────────────────────────────────────────────────────────────────────────────

/// The transaction that last touched each table's and each column's entry, how many rows were ever inserted, changed and
/// deleted, and on a replica how far it has followed.
const PRINT: &str = "SELECT d.oid::text || '-' || pg_catalog.current_setting('server_version_num') || '-' || \
      (SELECT count(*) || '.' || coalesce(sum(c.xmin::text::bigint), 0) || '.' || coalesce(sum(c.relfilenode::bigint), 0) \
        FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace \
        WHERE n.nspname !~ '^pg_' AND n.nspname <> 'information_schema') || '-' || \
      (SELECT count(*) || '.' || coalesce(sum(a.xmin::text::bigint), 0) FROM pg_catalog.pg_attribute a \
        WHERE a.attrelid >= 16384 AND a.attnum > 0) || '-' || \
      (SELECT coalesce(sum(n_tup_ins + n_tup_upd + n_tup_del), 0) FROM pg_catalog.pg_stat_user_tables) || '-' || \
      CASE WHEN pg_catalog.pg_is_in_recovery() THEN pg_catalog.pg_last_wal_replay_lsn()::text ELSE '' END \
    FROM pg_catalog.pg_database d WHERE d.datname = pg_catalog.current_database()";

/// Changes when schema or data may have changed. It does not see: a change of the last second, which the server has not
/// yet counted; rows of foreign tables; rights granted or taken away; a server whose statistics are turned off
/// (`track_counts`). It changes without need when the statistics are reset or a write is rolled back.
pub async fn fingerprint(live: &Live) -> Result<String> {
    live.begin(LIMIT_MS, None).await?;
    let allowed = "SELECT pg_catalog.has_function_privilege('pg_catalog.pg_control_system()', 'EXECUTE')";
    let mut print = String::new();
    if live.client.query_one(allowed, &[]).await?.try_get(0)? {
        let system = "SELECT system_identifier::text FROM pg_catalog.pg_control_system()";
        print = live.client.query_one(system, &[]).await?.try_get::<_, String>(0)? + "-";
    }
    Ok(print + live.client.query_one(PRINT, &[]).await?.try_get(0)?)
}

/// As in [`PRINT`], for each table that keeps rows of its own and gives none to others. An inherited or partitioned
/// table changes with its children, a view with anything.
const TABLE_PRINTS: &str = "SELECT n.nspname::text, c.relname::text, pg_catalog.pg_table_is_visible(c.oid), \
      c.oid || '.' || c.xmin || '.' || c.relfilenode || '-' || s.n_tup_ins || '.' || s.n_tup_upd || '.' || s.n_tup_del \
      || '-' || (SELECT count(*) || '.' || coalesce(sum(a.xmin::text::bigint), 0) FROM pg_catalog.pg_attribute a \
        WHERE a.attrelid = c.oid AND a.attnum > 0) \
    FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace \
      JOIN pg_catalog.pg_stat_user_tables s ON s.relid = c.oid \
    WHERE c.relkind = 'r' AND NOT c.relhassubclass AND NOT c.relrowsecurity AND NOT pg_catalog.pg_is_in_recovery() \
      AND n.nspname !~ '^pg_' AND n.nspname <> 'information_schema'";

/// What [`fingerprint`] does not see of a database, these do not see of a table.
pub async fn table_prints(live: &Live) -> Result<BTreeMap<String, String>> {
    live.begin(LIMIT_MS, None).await?;
    let mut prints = BTreeMap::new();
    for row in live.client.query(TABLE_PRINTS, &[]).await? {
        let (schema, name): (String, String) = (row.try_get(0)?, row.try_get(1)?);
        let name = if row.try_get(2)? {
            name
        } else {
            format!("{schema}.{name}")
        };
        prints.insert(name, row.try_get(3)?);
    }
    Ok(prints)
}
