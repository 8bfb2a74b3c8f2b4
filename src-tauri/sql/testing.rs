//! A small catalog that the tests of this crate share.

use askwell_contract::{Catalog, Column, Dialect, ForeignKey, KeyOrigin, Table, TableKind, TypeKind};

/// customers(id, name, country, since, active), orders(id, customer_id, status, total, note, placed_at) and
/// order_lines(order_id, product, quantity).
pub fn shop() -> Catalog {
    let column = |name: &str, kind: TypeKind, nullable: bool| Column {
        name: name.into(),
        declared_type: String::new(),
        kind,
        nullable,
        comment: None,
        labels: vec![],
    };
    let table = |name: &str, columns: Vec<Column>, foreign_keys: Vec<ForeignKey>| Table {
        name: name.into(),
        schema: None,
        kind: TableKind::Table,
        columns,
        primary_key: vec!["id".into()],
        foreign_keys,
        unique: vec![],
        indexes: vec![],
        rows: None,
        comment: None,
        source: None,
    };
    let customers = vec![
        column("id", TypeKind::Integer, false),
        column("name", TypeKind::Text, false),
        column("country", TypeKind::Text, true),
        column("since", TypeKind::Date, true),
        column("active", TypeKind::Boolean, true),
    ];
    let orders = vec![
        column("id", TypeKind::Integer, false),
        column("customer_id", TypeKind::Integer, true),
        column("status", TypeKind::Text, true),
        column("total", TypeKind::Real, true),
        column("note", TypeKind::Text, true),
        column("placed_at", TypeKind::Timestamp, true),
    ];
    let order_lines = vec![
        column("order_id", TypeKind::Integer, false),
        column("product", TypeKind::Text, false),
        column("quantity", TypeKind::Integer, true),
    ];
    let key = ForeignKey {
        columns: vec!["customer_id".into()],
        to_table: "customers".into(),
        to_columns: vec!["id".into()],
        origin: KeyOrigin::Declared,
    };
    let line = ForeignKey {
        columns: vec!["order_id".into()],
        to_table: "orders".into(),
        to_columns: vec!["id".into()],
        origin: KeyOrigin::Declared,
    };
    Catalog {
        dialect: Dialect::Sqlite,
        engine: "SQLite".into(),
        name: "shop".into(),
        tables: vec![
            table("customers", customers, vec![]),
            table("orders", orders, vec![key]),
            Table {
                primary_key: vec!["order_id".into(), "product".into()],
                ..table("order_lines", order_lines, vec![line])
            },
        ],
    }
}
