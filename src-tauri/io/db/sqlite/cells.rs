//! SQLite's values and declared types. In: what the driver gives. Out: the contract's cells and kinds.
//! Deliberately absent: conversion; SQLite stores what it was given, whatever the column declares, and so it is shown.

use askwell_contract::{Cell, TypeKind};
use rusqlite::types::ValueRef;

/// Bytes of a blob that are kept.
const HEAD: usize = 16;

pub fn cell(value: ValueRef<'_>) -> Cell {
    match value {
        ValueRef::Null => Cell::Null,
        ValueRef::Integer(v) => Cell::Int(v),
        ValueRef::Real(v) => Cell::Real(v),
        // SQLite does not check encodings; a stray byte must not hide a whole result.
        ValueRef::Text(v) => Cell::Text(String::from_utf8_lossy(v).into_owned()),
        ValueRef::Blob(v) => Cell::Blob {
            size: v.len() as u64,
            head: v.get(..HEAD).unwrap_or(v).to_vec(),
        },
    }
}

/// Well-known words first, then SQLite's own rules of affinity (sqlite.org, "Determination Of Column Affinity").
/// `None` where the declaration says nothing about the values.
pub fn kind_of_declared(declared: &str) -> Option<TypeKind> {
    let upper = declared.to_uppercase();
    let word = upper.split('(').next().unwrap_or_default().trim();
    let has = |part: &str| word.contains(part);
    let kind = match word {
        "DATE" => TypeKind::Date,
        "TIME" => TypeKind::Time,
        "JSON" | "JSONB" => TypeKind::Json,
        "YEAR" => TypeKind::Integer,
        "UUID" | "GUID" | "STRING" | "ENUM" | "SET" => TypeKind::Text,
        "INTERVAL" => TypeKind::Interval,
        "POINT" | "MULTIPOINT" => TypeKind::Blob,
        _ if has("DATETIME") || has("TIMESTAMP") => TypeKind::Timestamp,
        _ if word.starts_with("TIME ") => TypeKind::Time,
        _ if has("BOOL") => TypeKind::Boolean,
        _ if has("INT") => TypeKind::Integer,
        _ if has("CHAR") || has("CLOB") || has("TEXT") => TypeKind::Text,
        _ if has("BLOB") || has("BINARY") || has("BYTEA") => TypeKind::Blob,
        _ if has("REAL") || has("FLOA") || has("DOUB") => TypeKind::Real,
        _ if has("DEC") || has("NUM") || has("MONEY") || has("CURRENCY") => TypeKind::Decimal,
        _ => return None,
    };
    Some(kind)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn declared_types_become_kinds() {
        for (declared, kind) in [
            ("INTEGER", Some(TypeKind::Integer)),
            ("unsigned big int", Some(TypeKind::Integer)),
            ("VARCHAR(40)", Some(TypeKind::Text)),
            ("character varying (9)", Some(TypeKind::Text)),
            ("double precision", Some(TypeKind::Real)),
            ("DECIMAL(10,2)", Some(TypeKind::Decimal)),
            ("NUMBER", Some(TypeKind::Decimal)),
            ("Date", Some(TypeKind::Date)),
            ("datetime", Some(TypeKind::Timestamp)),
            ("timestamp with time zone", Some(TypeKind::Timestamp)),
            ("time without time zone", Some(TypeKind::Time)),
            ("BOOLEAN", Some(TypeKind::Boolean)),
            ("json", Some(TypeKind::Json)),
            ("BLOB", Some(TypeKind::Blob)),
            ("", None),
            ("GEOMETRY", None),
        ] {
            assert_eq!(kind_of_declared(declared), kind, "{declared}");
        }
    }
}
