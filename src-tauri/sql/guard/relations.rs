//! Names after FROM that are not tables of the person's own: files, settings, password lists.
//!
//! In: a name and a dialect. Out: nothing, or why it is refused.

use askwell_contract::Dialect;
use sqlparser::ast::{ObjectName, ObjectNamePart};

/// Endings that make DuckDB open a file where no table has the name (its replacement scans, DuckDB 1.5).
const FILE_ENDINGS: &[&str] = &[
    "arrow", "avro", "bz2", "csv", "db", "ddb", "duckdb", "feather", "geojson", "gz", "ipc", "json", "jsonl", "ndjson",
    "orc", "parquet", "sqlite", "sqlite3", "tbl", "tsv", "txt", "xls", "xlsx", "xml", "zip", "zst",
];

/// Relations of PostgreSQL's catalog that describe tables. The others show passwords, files, settings, other
/// people's work, or values that the rules of rows would hide.
const POSTGRES_DESCRIBED: &[&str] = &[
    "pg_aggregate",
    "pg_am",
    "pg_attrdef",
    "pg_attribute",
    "pg_available_extensions",
    "pg_class",
    "pg_collation",
    "pg_constraint",
    "pg_database",
    "pg_depend",
    "pg_description",
    "pg_enum",
    "pg_extension",
    "pg_index",
    "pg_indexes",
    "pg_inherits",
    "pg_language",
    "pg_matviews",
    "pg_namespace",
    "pg_operator",
    "pg_partitioned_table",
    "pg_proc",
    "pg_range",
    "pg_sequence",
    "pg_sequences",
    "pg_stats",
    "pg_tables",
    "pg_timezone_names",
    "pg_type",
    "pg_views",
];

/// Views of PostgreSQL's other schemas that show passwords for other servers, and of its extensions that show other
/// people's queries, under whatever schema they were installed.
const POSTGRES_SECRETS: &[&str] = &[
    "_pg_foreign_servers",
    "_pg_user_mappings",
    "foreign_server_options",
    "pg_buffercache",
    "pg_stat_statements",
    "user_mapping_options",
];

/// What SQLite keeps beside a person's tables, and that only describes them. Its other `sqlite_...` tables are raw
/// pages, memory and running statements.
const SQLITE_DESCRIBED: &[&str] = &[
    "sqlite_master",
    "sqlite_schema",
    "sqlite_sequence",
    "sqlite_stat1",
    "sqlite_stat4",
    "sqlite_temp_master",
    "sqlite_temp_schema",
];

/// Virtual tables of SQLite that read files, raw pages or the connection's inner state.
const SQLITE_VIRTUAL: &[&str] = &[
    "bytecode",
    "completion",
    "csv",
    "dbstat",
    "fsdir",
    "tables_used",
    "zipfile",
];

/// Views of DuckDB that show open files, logs, settings and other statements.
const DUCKDB_INSIDE: &[&str] = &[
    "duckdb_databases",
    "duckdb_logs",
    "pg_prepared_statements",
    "pg_settings",
];

pub fn table(name: &ObjectName, dialect: Dialect) -> Result<(), String> {
    let mut plain = Vec::new();
    for part in &name.0 {
        match part {
            ObjectNamePart::Identifier(ident) if ident.quote_style == Some('\'') && dialect != Dialect::Sqlite => {
                return Err(format!("FROM '{}' would read a file instead of a table.", ident.value));
            }
            ObjectNamePart::Identifier(ident) => plain.push(ident.value.as_str()),
            ObjectNamePart::Function(_) => return Err("A table's name cannot be computed.".to_string()),
        }
    }
    parts(&plain, dialect)
}

pub fn parts(parts: &[&str], dialect: Dialect) -> Result<(), String> {
    let last = parts.last().map(|p| p.to_ascii_lowercase()).unwrap_or_default();
    let last = last.as_str();
    let schema = parts.iter().rev().nth(1).map(|p| p.to_ascii_lowercase());
    let inside = match dialect {
        Dialect::Sqlite => {
            last.starts_with("pragma_")
                || SQLITE_VIRTUAL.contains(&last)
                || (last.starts_with("sqlite_") && !SQLITE_DESCRIBED.contains(&last))
        }
        Dialect::Duckdb => {
            if parts.iter().any(|p| looks_like_a_file(p)) || looks_like_a_file(&parts.join(".")) {
                return Err(format!(
                    "FROM \"{}\" would read a file instead of a table.",
                    parts.join(".")
                ));
            }
            last.starts_with("pragma_") || DUCKDB_INSIDE.contains(&last)
        }
        Dialect::Postgres => {
            // A schema of the person's own may hold whatever they like.
            let own = schema.is_some_and(|schema| schema != "pg_catalog");
            POSTGRES_SECRETS.contains(&last) || (last.starts_with("pg_") && !own && !POSTGRES_DESCRIBED.contains(&last))
        }
    };
    if inside {
        return Err(format!("{last} shows the inside of the database engine, not data."));
    }
    Ok(())
}

fn looks_like_a_file(name: &str) -> bool {
    let ending = name.rsplit_once('.').map(|(_, e)| e.to_ascii_lowercase());
    name.contains(['/', '\\', '*', '?'])
        || name.contains("::")
        || name.contains("://")
        || ending.is_some_and(|e| FILE_ENDINGS.contains(&e.as_str()))
}
