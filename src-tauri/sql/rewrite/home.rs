//! The shop in which the rules' examples are at home.

use askwell_contract::{Catalog, Column, Dialect, ForeignKey, KeyOrigin, Table, TableKind, TypeKind};

/// customers(id, name, country, since), shops(id, town), orders(id, customer_id, shop_id, placed, total, status) and
/// lines(order_id, product, quantity, price); ids, names and the two columns of the lines' key are never NULL.
pub fn home(dialect: Dialect) -> Catalog {
    let column = |spec: &str| {
        let (name, kind) = spec.trim_end_matches('!').split_once(' ').unwrap_or((spec, "text"));
        let (kind, declared) = match kind {
            "int" => (TypeKind::Integer, "INTEGER"),
            "date" => (TypeKind::Date, "DATE"),
            "amount" => (TypeKind::Decimal, "DECIMAL(10,2)"),
            _ => (TypeKind::Text, "VARCHAR"),
        };
        Column {
            name: name.into(),
            declared_type: declared.into(),
            kind,
            nullable: !spec.ends_with('!'),
            comment: None,
            labels: vec![],
        }
    };
    let refers = |from: &str, to: &str| ForeignKey {
        columns: vec![from.into()],
        to_table: to.into(),
        to_columns: vec!["id".into()],
        origin: KeyOrigin::Declared,
    };
    let table = |name: &str, columns: &[&str], key: &[&str], foreign_keys: Vec<ForeignKey>| Table {
        name: name.into(),
        schema: None,
        kind: TableKind::Table,
        columns: columns.iter().map(|c| column(c)).collect(),
        primary_key: key.iter().map(|k| (*k).into()).collect(),
        foreign_keys,
        unique: vec![],
        indexes: vec![],
        rows: None,
        comment: None,
        source: None,
    };
    Catalog {
        dialect,
        engine: String::new(),
        name: "home".into(),
        tables: vec![
            table(
                "customers",
                &["id int!", "name text!", "country text", "since date"],
                &["id"],
                vec![],
            ),
            table("shops", &["id int!", "town text"], &["id"], vec![]),
            table(
                "orders",
                &[
                    "id int!",
                    "customer_id int",
                    "shop_id int",
                    "placed date",
                    "total amount",
                    "status text",
                ],
                &["id"],
                vec![refers("customer_id", "customers"), refers("shop_id", "shops")],
            ),
            table(
                "lines",
                &["order_id int!", "product text!", "quantity int", "price amount"],
                &["order_id", "product"],
                vec![refers("order_id", "orders")],
            ),
        ],
    }
}
