//! DuckDB's catalog. In: a connection. Out: tables, views, columns, keys, comments and row counts, from a handful of
//! set queries. Deliberately absent: system schemas, attached databases, and keys that lead to a table that is not
//! there.

use std::path::Path;
use std::sync::Arc;

use askwell_contract::catalog::Index;
use askwell_contract::{Catalog, Column, Dialect, ForeignKey, KeyOrigin, Result, RowCount, Table, TableKind};
use duckdb::{Connection, Row};
use indexmap::IndexMap;

use super::super::feed::{deadline, watch, Stop};
use super::super::file;
use super::{cells, findings};

/// Time for counting rows; what is not counted by then keeps the engine's estimate.
const BUDGET_MS: u64 = 1_500;
/// Tables counted by one statement.
const AT_ONCE: usize = 100;

type Place = (String, String);

/// `views`: they are cheap to count, since each is one file.
pub fn describe(connection: &Connection, path: &Path, views: bool) -> Result<Catalog> {
    let tables = read(connection).map_err(|error| findings::opening(&error, path))?;
    let version = connection.version().map_err(|error| findings::opening(&error, path))?;
    let mut catalog = Catalog {
        dialect: Dialect::Duckdb,
        engine: format!("DuckDB {}", version.trim_start_matches('v')),
        name: file::stem(path),
        tables,
    };
    let stop = Arc::new(Stop::default());
    let handle = connection.interrupt_handle();
    let _watch = watch(
        move || handle.interrupt(),
        stop.clone(),
        deadline(BUDGET_MS),
        std::future::pending(),
    )?;
    let mut counted: Vec<&mut Table> = catalog
        .tables
        .iter_mut()
        .filter(|t| views || t.kind == TableKind::Table)
        .collect();
    for tables in counted.chunks_mut(AT_ONCE) {
        if stop.why().is_some() {
            break;
        }
        count(connection, tables);
    }
    Ok(catalog)
}

// ── set queries ───────────────────────────────────────────────────────────────────────────────────────────────────

const TABLES: &str = "SELECT schema_name, table_name, estimated_size, comment, FALSE AS is_view, table_oid AS oid \
    FROM duckdb_tables() WHERE NOT internal AND database_name = current_database() AND NOT temporary \
    UNION ALL SELECT schema_name, view_name, NULL, comment, TRUE, view_oid \
    FROM duckdb_views() WHERE NOT internal AND database_name = current_database() AND NOT temporary \
    ORDER BY is_view, oid, 1, 2";
const COLUMNS: &str = "SELECT schema_name, table_name, column_name, data_type, is_nullable, comment \
    FROM duckdb_columns() WHERE NOT internal AND database_name = current_database() \
    ORDER BY schema_name, table_name, column_index";
const CONSTRAINTS: &str = "SELECT schema_name, table_name, constraint_type, \
    to_json(constraint_column_names)::VARCHAR, referenced_table, to_json(referenced_column_names)::VARCHAR \
    FROM duckdb_constraints() WHERE database_name = current_database() \
    AND constraint_type IN ('PRIMARY KEY', 'UNIQUE', 'FOREIGN KEY') ORDER BY table_oid, constraint_index";
const INDEXES: &str = "SELECT schema_name, table_name, index_name, is_unique, expressions FROM duckdb_indexes() \
    WHERE database_name = current_database() AND NOT is_primary ORDER BY index_oid";

fn each<T>(connection: &Connection, sql: &str, read: impl Fn(&Row<'_>) -> duckdb::Result<T>) -> duckdb::Result<Vec<T>> {
    let mut statement = connection.prepare(sql)?;
    let rows = statement.query_map([], |row| read(row))?;
    rows.collect()
}

fn read(connection: &Connection) -> duckdb::Result<Vec<Table>> {
    let mut tables: IndexMap<Place, Table> = IndexMap::new();
    let listed = each(connection, TABLES, |row| {
        let schema: String = row.get(0)?;
        let estimate: Option<i64> = row.get(2)?;
        let table = Table {
            name: row.get(1)?,
            schema: (schema != "main").then(|| schema.clone()),
            kind: if row.get(4)? { TableKind::View } else { TableKind::Table },
            columns: Vec::new(),
            primary_key: Vec::new(),
            foreign_keys: Vec::new(),
            unique: Vec::new(),
            indexes: Vec::new(),
            rows: estimate
                .and_then(|n| u64::try_from(n).ok())
                .map(|count| RowCount { count, exact: false }),
            comment: row.get(3)?,
            source: None,
        };
        Ok(((schema, table.name.clone()), table))
    })?;
    tables.extend(listed);

    for (place, column) in each(connection, COLUMNS, |row| {
        let declared: String = row.get(3)?;
        let column = Column {
            name: row.get(2)?,
            kind: cells::kind_of_declared(&declared),
            labels: labels(&declared),
            declared_type: declared,
            nullable: row.get::<_, Option<bool>>(4)?.unwrap_or(true),
            comment: row.get(5)?,
        };
        Ok((place(row)?, column))
    })? {
        if let Some(table) = tables.get_mut(&place) {
            table.columns.push(column);
        }
    }
    // A view that no longer fits its tables has no columns to ask for.
    tables.retain(|_, table| !table.columns.is_empty());

    for (place, kind, columns, to_table, to_columns) in each(connection, CONSTRAINTS, |row| {
        let kind: String = row.get(2)?;
        let to_table: Option<String> = row.get(4)?;
        Ok((place(row)?, kind, names(row.get(3)?), to_table, names(row.get(5)?)))
    })? {
        let target = to_table.and_then(|name| tables.get(&(place.0.clone(), name)).map(|t| t.name.clone()));
        let Some(table) = tables.get_mut(&place) else { continue };
        match (kind.as_str(), target) {
            ("PRIMARY KEY", _) => table.primary_key = columns,
            ("UNIQUE", _) => add_unique(table, columns),
            (_, Some(to_table)) if columns.len() == to_columns.len() => {
                let origin = KeyOrigin::Declared;
                table.foreign_keys.push(ForeignKey {
                    columns,
                    to_table,
                    to_columns,
                    origin,
                });
            }
            _ => {}
        }
    }
    for (place, name, unique, expressions) in each(connection, INDEXES, |row| {
        let expressions: Option<String> = row.get(4)?;
        Ok((place(row)?, row.get(2)?, row.get(3)?, expressions.unwrap_or_default()))
    })? {
        let Some(table) = tables.get_mut(&place) else { continue };
        let parts = indexed(table, &expressions);
        let columns: Option<Vec<String>> = parts
            .iter()
            .map(|part| table.column(part).map(|c| c.name.clone()))
            .collect();
        if let (true, Some(columns)) = (unique, columns) {
            add_unique(table, columns);
        }
        table.indexes.push(Index {
            name,
            columns: parts,
            unique,
        });
    }
    Ok(tables.into_values().collect())
}

fn add_unique(table: &mut Table, columns: Vec<String>) {
    if columns != table.primary_key && !table.unique.contains(&columns) {
        table.unique.push(columns);
    }
}

/// `[a, '"b c"']`, with the real names of columns; expressions as they are.
fn indexed(table: &Table, expressions: &str) -> Vec<String> {
    let list = expressions.trim().trim_start_matches('[').trim_end_matches(']');
    let real = |part: &str| {
        let part = part.trim().trim_matches('\'');
        let name = part.trim_matches('"').replace("\"\"", "\"");
        table.column(&name).map_or_else(|| part.to_string(), |c| c.name.clone())
    };
    list.split(", ").map(real).collect()
}

/// The labels of `ENUM('a', 'it''s')`.
fn labels(declared: &str) -> Vec<String> {
    let Some(list) = declared.strip_prefix("ENUM(").and_then(|rest| rest.strip_suffix(')')) else {
        return Vec::new();
    };
    let mut labels = Vec::new();
    let mut rest = list;
    while let Some(start) = rest.find('\'') {
        let mut label = String::new();
        let mut signs = rest[start + 1..].char_indices().peekable();
        let mut end = rest.len();
        while let Some((at, sign)) = signs.next() {
            match (sign, signs.peek()) {
                ('\'', Some((_, '\''))) => {
                    label.push('\'');
                    signs.next();
                }
                ('\'', _) => {
                    end = start + 1 + at + 1;
                    break;
                }
                _ => label.push(sign),
            }
        }
        labels.push(label);
        rest = &rest[end..];
    }
    labels
}

fn place(row: &Row<'_>) -> duckdb::Result<Place> {
    Ok((row.get(0)?, row.get(1)?))
}

fn names(json: Option<String>) -> Vec<String> {
    json.and_then(|json| serde_json::from_str(&json).ok())
        .unwrap_or_default()
}

// ── values ────────────────────────────────────────────────────────────────────────────────────────────────────────

fn count(connection: &Connection, tables: &mut [&mut Table]) {
    let parts: Vec<String> = tables
        .iter()
        .enumerate()
        .map(|(i, table)| {
            let schema = quoted(table.schema.as_deref().unwrap_or("main"));
            format!("SELECT {i} AS i, count(*) AS n FROM {schema}.{}", quoted(&table.name))
        })
        .collect();
    let counts = each(connection, &parts.join(" UNION ALL "), |row| {
        Ok((row.get::<_, i64>(0)?, row.get::<_, i64>(1)?))
    });
    for (i, n) in counts.unwrap_or_default() {
        if let (Some(table), Ok(count)) = (
            usize::try_from(i).ok().and_then(|i| tables.get_mut(i)),
            u64::try_from(n),
        ) {
            table.rows = Some(RowCount { count, exact: true });
        }
    }
}

/// Double quotes alone keep a name a name, whatever is in it.
fn quoted(name: &str) -> String {
    format!("\"{}\"", name.replace('"', "\"\""))
}
