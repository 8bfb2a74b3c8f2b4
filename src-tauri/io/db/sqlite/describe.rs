//! SQLite's catalog. In: a connection. Out: tables, views, columns, keys and row counts, from a handful of set
//! queries, so that hundreds of tables take no longer than dozens. Deliberately absent: system and shadow tables,
//! spatial indexes (their module prepares writes, which the connection refuses), and keys that lead to a table or
//! column that is not there.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use askwell_contract::catalog::Index;
use askwell_contract::{Catalog, Column, Dialect, ForeignKey, KeyOrigin, Result, RowCount, Table, TableKind, TypeKind};
use rusqlite::types::ValueRef;
use rusqlite::{Connection, Row};

use super::super::feed::{deadline, watch, Stop};
use super::super::file;
use super::comments::{comments, Comments};
use super::{cells, findings};

/// Time for counting rows; what is not counted by then is estimated.
const COUNT_MS: u64 = 1_500;
/// Time for looking at values; what is not seen by then keeps the kind `Other`.
const LOOK_MS: u64 = 500;
/// Rows looked at where a column declares no type.
const LOOK: usize = 20;

pub fn describe(connection: &Connection, path: &Path) -> Result<Catalog> {
    let tables = read(connection).map_err(|error| findings::opening(&error, path))?;
    let mut catalog = Catalog {
        dialect: Dialect::Sqlite,
        engine: format!("SQLite {}", rusqlite::version()),
        name: file::stem(path),
        tables,
    };
    // Counting first: a view may take for ever, and no view is counted.
    within(connection, COUNT_MS, |in_time| {
        for table in catalog.tables.iter_mut().filter(|t| t.kind == TableKind::Table) {
            table.rows = count(connection, &table.name, in_time);
        }
    })?;
    for table in catalog
        .tables
        .iter_mut()
        .filter(|t| t.kind == TableKind::Table && t.rows.is_none())
    {
        table.rows = estimate(connection, &table.name);
    }
    within(connection, LOOK_MS, |in_time| {
        for table in &mut catalog.tables {
            look(connection, table, in_time);
        }
    })?;
    Ok(catalog)
}

// ── set queries ───────────────────────────────────────────────────────────────────────────────────────────────────

/// Statements that somebody may have left comments in; those of views only say what was left out of a query.
const WRITTEN: &str =
    "SELECT name, sql FROM sqlite_schema WHERE type = 'table' AND (sql LIKE '%--%' OR sql LIKE '%/*%')";

const TABLES: &str = "SELECT l.name, l.type FROM pragma_table_list AS l \
    LEFT JOIN sqlite_schema AS s ON s.name = l.name AND s.type IN ('table', 'view') \
    WHERE l.schema = 'main' AND l.type IN ('table', 'view', 'virtual') \
    AND l.name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY s.rowid, l.name";
const COLUMNS: &str = "SELECT ?1, c.name, c.type, c.\"notnull\", c.pk, c.hidden FROM pragma_table_xinfo(?1) AS c";
const KEYS: &str = "SELECT ?1, k.id, k.\"table\", k.\"from\", k.\"to\" FROM pragma_foreign_key_list(?1) AS k \
    ORDER BY k.id, k.seq";
const INDEXES: &str = "SELECT ?1, i.name, i.\"unique\", i.partial, c.name FROM pragma_index_list(?1) AS i \
    JOIN pragma_index_info(i.name) AS c WHERE i.origin <> 'pk' ORDER BY i.seq, c.seqno";

/// One query over all tables. A view that no longer fits its tables, or a virtual table whose module is not there,
/// fails it; then table by table, without that one.
fn each<T>(
    connection: &Connection,
    names: &[String],
    sql: &str,
    read: impl Fn(&Row<'_>) -> rusqlite::Result<T> + Copy,
) -> rusqlite::Result<BTreeMap<String, Vec<T>>> {
    let mut found: BTreeMap<String, Vec<T>> = BTreeMap::new();
    let all = serde_json::json!(names).to_string();
    let joined = sql
        .replace("?1", "t.value")
        .replacen(" FROM ", " FROM json_each(?1) AS t, ", 1);
    let joined = joined.replacen("ORDER BY ", "ORDER BY t.key, ", 1);
    let together = (|| {
        let mut statement = connection.prepare(&joined)?;
        let mut rows = statement.query([&all])?;
        while let Some(row) = rows.next()? {
            found.entry(text(row, 0)?).or_default().push(read(row)?);
        }
        Ok(())
    })();
    if let Err(error) = together {
        found.clear();
        if !matches!(
            error,
            rusqlite::Error::SqliteFailure(..) | rusqlite::Error::SqlInputError { .. }
        ) {
            return Err(error);
        }
        for name in names {
            let mut statement = connection.prepare_cached(sql)?;
            let rows = statement.query_map([name], read).and_then(Iterator::collect);
            if let Ok(rows) = rows {
                found.insert(name.clone(), rows);
            }
        }
    }
    Ok(found)
}

struct Key {
    id: i64,
    to_table: String,
    from: String,
    to: Option<String>,
}

/// One column of an index; `None`: an expression.
struct Part {
    index: String,
    unique: bool,
    partial: bool,
    column: Option<String>,
}

fn read(connection: &Connection) -> rusqlite::Result<Vec<Table>> {
    let mut statement = connection.prepare(TABLES)?;
    let listed: Vec<(String, String)> = statement
        .query_map([], |row| Ok((text(row, 0)?, text(row, 1)?)))?
        .collect::<rusqlite::Result<_>>()?;
    let names: Vec<String> = listed.iter().map(|(name, _)| name.clone()).collect();

    let mut columns = each(connection, &names, COLUMNS, |row| {
        Ok((
            text(row, 1)?,
            text(row, 2)?,
            row.get::<_, bool>(3)?,
            row.get::<_, u32>(4)?,
            row.get::<_, u8>(5)?,
        ))
    })?;
    let mut statement = connection.prepare(WRITTEN)?;
    let said: BTreeMap<String, Comments> = statement
        .query_map([], |row| Ok((text(row, 0)?, comments(&text(row, 1)?))))?
        .collect::<rusqlite::Result<_>>()?;
    let mut tables = Vec::new();
    for (name, kind) in listed {
        let said = said.get(&name);
        // Hidden columns of a virtual table are its arguments; generated columns (2, 3) are columns.
        let mut found = columns.remove(&name).unwrap_or_default();
        found.retain(|c| c.4 != 1);
        if found.is_empty() {
            continue;
        }
        let mut key: Vec<(u32, String)> = found.iter().filter(|c| c.3 > 0).map(|c| (c.3, c.0.clone())).collect();
        key.sort();
        let row_id = key.len() == 1;
        let column = |(name, declared, not_null, pk, _): (String, String, bool, u32, u8)| {
            // Only an INTEGER PRIMARY KEY refuses NULL by itself.
            let is_row_id = row_id && pk == 1 && declared.eq_ignore_ascii_case("INTEGER");
            Column {
                kind: cells::kind_of_declared(&declared).unwrap_or(TypeKind::Other),
                nullable: !not_null && !is_row_id,
                comment: said.and_then(|s| s.of(&name)),
                name,
                declared_type: declared,
                labels: Vec::new(),
            }
        };
        tables.push(Table {
            name,
            schema: None,
            kind: if kind == "view" {
                TableKind::View
            } else {
                TableKind::Table
            },
            columns: found.into_iter().map(column).collect(),
            primary_key: key.into_iter().map(|(_, name)| name).collect(),
            foreign_keys: Vec::new(),
            unique: Vec::new(),
            indexes: Vec::new(),
            rows: None,
            comment: said.and_then(|s| s.table.clone()),
            source: None,
        });
    }
    let mut keys = each(connection, &names, KEYS, |row| {
        Ok(Key {
            id: row.get(1)?,
            to_table: text(row, 2)?,
            from: text(row, 3)?,
            to: maybe_text(row, 4)?,
        })
    })?;
    let mut parts = each(connection, &names, INDEXES, |row| {
        Ok(Part {
            index: text(row, 1)?,
            unique: row.get(2)?,
            partial: row.get(3)?,
            column: maybe_text(row, 4)?,
        })
    })?;
    let linked: Vec<_> = tables
        .iter()
        .map(|table| {
            let keys = keys.remove(&table.name).unwrap_or_default();
            let parts = parts.remove(&table.name).unwrap_or_default();
            let unique = unique_sets(table, &parts);
            (foreign_keys(&tables, table, keys), unique, indexes(parts))
        })
        .collect();
    for (table, (foreign_keys, unique, indexes)) in tables.iter_mut().zip(linked) {
        table.foreign_keys = foreign_keys;
        table.unique = unique;
        table.indexes = indexes;
    }
    Ok(tables)
}

/// With the real spelling of every name, and the parent's primary key where the target is left out.
fn foreign_keys(tables: &[Table], table: &Table, keys: Vec<Key>) -> Vec<ForeignKey> {
    let mut grouped: BTreeMap<i64, Vec<Key>> = BTreeMap::new();
    for key in keys {
        grouped.entry(key.id).or_default().push(key);
    }
    // SQLite numbers them from the last declared to the first.
    let real = |owner: &Table, name: &str| owner.column(name).map(|c| c.name.clone());
    let resolve = |parts: Vec<Key>| {
        let to_table = &parts.first()?.to_table;
        let parent = tables.iter().find(|t| t.name.eq_ignore_ascii_case(to_table))?;
        let columns: Vec<String> = parts.iter().map(|k| real(table, &k.from)).collect::<Option<_>>()?;
        let named: Option<Vec<String>> = parts
            .iter()
            .map(|k| k.to.as_deref().and_then(|to| real(parent, to)))
            .collect();
        let implied = parts.iter().all(|k| k.to.is_none()).then(|| parent.primary_key.clone());
        let to_columns = named.or(implied)?;
        (columns.len() == to_columns.len()).then(|| ForeignKey {
            columns,
            to_table: parent.name.clone(),
            to_columns,
            origin: KeyOrigin::Declared,
        })
    };
    grouped.into_values().rev().filter_map(resolve).collect()
}

/// Indexes that hold for all rows and for columns alone say that these are unique.
fn unique_sets(table: &Table, parts: &[Part]) -> Vec<Vec<String>> {
    let mut unique: Vec<Vec<String>> = Vec::new();
    for index in parts.chunk_by(|a, b| a.index == b.index) {
        let whole = index.iter().all(|part| part.unique && !part.partial);
        let columns: Option<Vec<String>> = index.iter().map(|part| part.column.clone()).collect();
        let Some(columns) = columns.filter(|_| whole) else {
            continue;
        };
        if columns != table.primary_key && !unique.contains(&columns) {
            unique.push(columns);
        }
    }
    unique
}

fn indexes(parts: Vec<Part>) -> Vec<Index> {
    let mut indexes: Vec<Index> = Vec::new();
    for part in parts {
        let column = part.column.unwrap_or_else(|| "(expression)".into());
        match indexes.last_mut().filter(|index| index.name == part.index) {
            Some(index) => index.columns.push(column),
            None => indexes.push(Index {
                name: part.index,
                columns: vec![column],
                unique: part.unique,
            }),
        }
    }
    indexes
}

// ── values ────────────────────────────────────────────────────────────────────────────────────────────────────────

/// Interrupts SQLite when the time is over; work that asks first is then not begun.
fn within(connection: &Connection, milliseconds: u64, work: impl FnOnce(&dyn Fn() -> bool)) -> Result<()> {
    let stop = Arc::new(Stop::default());
    let handle = connection.get_interrupt_handle();
    let _watch = watch(
        move || handle.interrupt(),
        stop.clone(),
        deadline(milliseconds),
        std::future::pending(),
    )?;
    work(&|| stop.why().is_none());
    Ok(())
}

/// Gives columns without a telling declaration (views' expressions above all) the kind of their first values.
fn look(connection: &Connection, table: &mut Table, in_time: &dyn Fn() -> bool) {
    if table.columns.iter().all(|c| c.kind != TypeKind::Other) || !in_time() {
        return;
    }
    let names: Vec<String> = table.columns.iter().map(|c| quoted(&c.name)).collect();
    let sql = format!("SELECT {} FROM {} LIMIT {LOOK}", names.join(", "), quoted(&table.name));
    let Ok(mut statement) = connection.prepare(&sql) else {
        return;
    };
    let mut rows = statement.raw_query();
    while let Ok(Some(row)) = rows.next() {
        for (i, column) in table
            .columns
            .iter_mut()
            .enumerate()
            .filter(|(_, c)| c.kind == TypeKind::Other)
        {
            column.kind = match row.get_ref(i) {
                Ok(ValueRef::Integer(_)) => TypeKind::Integer,
                Ok(ValueRef::Real(_)) => TypeKind::Real,
                Ok(ValueRef::Text(_)) => TypeKind::Text,
                Ok(ValueRef::Blob(_)) => TypeKind::Blob,
                Ok(ValueRef::Null) | Err(_) => TypeKind::Other,
            };
        }
    }
}

fn count(connection: &Connection, table: &str, in_time: &dyn Fn() -> bool) -> Option<RowCount> {
    if !in_time() {
        return None;
    }
    let count = number(connection, &format!("SELECT count(*) FROM {}", quoted(table)))?;
    Some(RowCount { count, exact: true })
}

/// The highest row number, found at the edge of the tree: right where no row was ever deleted.
fn estimate(connection: &Connection, table: &str) -> Option<RowCount> {
    let count = number(connection, &format!("SELECT max(rowid) FROM {}", quoted(table)))?;
    Some(RowCount { count, exact: false })
}

fn number(connection: &Connection, sql: &str) -> Option<u64> {
    let number = connection
        .query_row(sql, [], |row| row.get::<_, Option<i64>>(0))
        .ok()
        .flatten();
    number.and_then(|n| u64::try_from(n).ok())
}

/// Double quotes alone keep a name a name, whatever is in it.
fn quoted(name: &str) -> String {
    format!("\"{}\"", name.replace('"', "\"\""))
}

fn text(row: &Row<'_>, i: usize) -> rusqlite::Result<String> {
    Ok(maybe_text(row, i)?.unwrap_or_default())
}

fn maybe_text(row: &Row<'_>, i: usize) -> rusqlite::Result<Option<String>> {
    Ok(match row.get_ref(i)? {
        ValueRef::Text(v) => Some(String::from_utf8_lossy(v).into_owned()),
        _ => None,
    })
}
