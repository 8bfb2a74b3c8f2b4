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

/// Catalog relations of PostgreSQL that show passwords, files or other people's work.
const POSTGRES_SECRETS: &[&str] = &[
    "pg_authid",
    "pg_backend_memory_contexts",
    "pg_config",
    "pg_file_settings",
    "pg_hba_file_rules",
    "pg_ident_file_mappings",
    "pg_largeobject",
    "pg_replication_slots",
    "pg_settings",
    "pg_shadow",
    "pg_shmem_allocations",
    "pg_stat_activity",
    "pg_stat_ssl",
    "pg_stat_wal_receiver",
    "pg_subscription",
    "pg_user_mapping",
    "pg_user_mappings",
];

/// Virtual tables of SQLite that read files, raw pages or the connection's inner state.
const SQLITE_VIRTUAL: &[&str] = &[
    "bytecode",
    "dbstat",
    "fsdir",
    "sqlite_dbdata",
    "sqlite_dbpage",
    "sqlite_dbptr",
    "sqlite_memstat",
    "sqlite_stmt",
    "tables_used",
    "zipfile",
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
    match dialect {
        Dialect::Sqlite => {
            if last.starts_with("pragma_") || SQLITE_VIRTUAL.contains(&last.as_str()) {
                return Err(format!("{last} shows the inside of the database engine, not data."));
            }
        }
        Dialect::Duckdb => {
            if last.starts_with("pragma_") {
                return Err(format!("{last} shows the inside of the database engine, not data."));
            }
            if parts.iter().any(|p| looks_like_a_file(p)) || looks_like_a_file(&parts.join(".")) {
                return Err(format!(
                    "FROM \"{}\" would read a file instead of a table.",
                    parts.join(".")
                ));
            }
        }
        Dialect::Postgres => {
            if POSTGRES_SECRETS.contains(&last.as_str()) {
                return Err(format!("{last} shows the inside of the server, not data."));
            }
        }
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
