//! Things that have no table of their own: the directors of a table of films, the customers of a sheet of orders.
//!
//! In: a catalog with its keys, and profiles. Out: the columns that name such a thing. Deliberately absent: columns that
//! refer to a table, for that table holds the thing.

use std::collections::BTreeSet;

use askwell_contract::profile::{ColumnProfile, Disguise, TableProfile};
use askwell_contract::{Catalog, Column, Table, TypeKind};

use super::Knowledge;
use crate::words::{among, singular, split_name, stem};

/// Fewer values are classes at best: yes and no, one and the other half.
const FEWEST: u64 = 3;
/// Rows that a value has on average, at least.
const REPEATED: f64 = 1.5;
/// Letters on average: fewer are signs, more are sentences.
const LETTERS: std::ops::RangeInclusive<f64> = 1.5..=60.0;
/// What a name ends in that is called after a thing: `customer name`, `product code`.
const LABELS: &str = "name title id code key no nr number num identifier";
/// What texts tell about a row, and is no thing.
const REMARKS: &str =
    "description comment comments note notes remark remarks text body message summary abstract content \
    address street url link website email mail phone telephone fax password hash token path file image photo icon json \
    date time datetime timestamp day month year";

/// A thing that is a column.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entity {
    pub table: String,
    pub column: String,
    /// What one is called, the head noun last: `["customer"]`, `["major", "genre"]`.
    pub noun: Vec<String>,
    /// How many there are, as far as the profile knows.
    pub distinct: u64,
}

/// In the order of tables and columns.
pub fn of(knowledge: &Knowledge) -> Vec<Entity> {
    entities(&knowledge.catalog, &knowledge.profiles)
}

pub fn entities(catalog: &Catalog, profiles: &[TableProfile]) -> Vec<Entity> {
    let last = |name: &str| name.rsplit('.').next().unwrap_or(name).to_owned();
    let stems = |words: &[String]| words.iter().map(|w| stem(w)).collect::<Vec<String>>();
    let tables: BTreeSet<Vec<String>> = catalog
        .tables
        .iter()
        .map(|t| stems(&split_name(&last(&t.name))))
        .collect();
    let mut found = Vec::new();
    for table in &catalog.tables {
        let Some(profile) = profiles.iter().find(|p| p.table == table.name) else {
            continue;
        };
        for column in &table.columns {
            let profiled = profile.columns.iter().find(|c| c.column == column.name);
            let Some(profiled) = profiled.filter(|p| is_thing(table, column, p)) else {
                continue;
            };
            let Some(noun) = noun(&column.name) else { continue };
            if !tables.contains(&stems(&noun)) {
                found.push(Entity {
                    table: table.name.clone(),
                    column: column.name.clone(),
                    noun,
                    distinct: profiled.distinct,
                });
            }
        }
    }
    found
}

/// Texts that come again, neither numbers nor days nor remarks, that refer to nothing.
fn is_thing(table: &Table, column: &Column, profile: &ColumnProfile) -> bool {
    use Disguise::{BooleanInText, Email, IsoDate, Json, SlashDate, Url};
    let is = |name: &String| name.eq_ignore_ascii_case(&column.name);
    let refers = table.foreign_keys.iter().any(|key| key.columns.iter().any(is));
    let key = matches!(table.primary_key.as_slice(), [only] if is(only));
    let other = |d: &Disguise| matches!(d, BooleanInText | Email | IsoDate | Json | SlashDate | Url);
    let text = matches!(column.kind, TypeKind::Text | TypeKind::Other);
    let filled = profile.rows - profile.nulls;
    text && !refers
        && !key
        && !profile.unique
        && profile.view.is_none()
        && !profile.disguises.iter().any(other)
        && profile.distinct >= FEWEST
        && profile.distinct as f64 * REPEATED <= filled as f64
        && profile.mean_length.is_some_and(|n| LETTERS.contains(&n))
}

/// The words of a name without those that only say that it is a name; `None` where nothing is left, or a remark.
fn noun(name: &str) -> Option<Vec<String>> {
    let mut words: Vec<String> = split_name(name)
        .into_iter()
        .filter(|w| w.chars().any(char::is_alphabetic))
        .collect();
    while words.last().is_some_and(|last| among(LABELS, last)) {
        words.pop();
    }
    // `first name`, `last name`: part of the name of a thing that stands elsewhere.
    let part = |word: &String| among("first last middle given family full short display", word);
    let head = words.last_mut()?;
    *head = singular(head);
    let remark = words.iter().rev().take(1).any(|w| among(REMARKS, w)) || words.iter().all(part);
    (!remark).then_some(words)
}

#[cfg(test)]
mod tests {
    use super::super::fake::{catalog, profile, refer, table};
    use super::*;

    fn column(table: &str, name: &str, rows: u64, distinct: u64) -> ColumnProfile {
        ColumnProfile {
            mean_length: Some(12.0),
            ..profile(table, name, rows, distinct)
        }
    }

    fn profiled(name: &str, columns: Vec<ColumnProfile>) -> TableProfile {
        TableProfile {
            table: name.into(),
            rows: 3_000,
            read: 3_000,
            columns,
            grain: String::new(),
            freshness: None,
        }
    }

    #[test]
    fn columns_of_a_flat_table_name_things_of_their_own() {
        let films = table(
            "films",
            &[
                "Title text",
                "Director text",
                "Major Genres text",
                "Plot Summary text",
                "Colour text",
                "Studio Name text",
                "Sound text",
            ],
        );
        let columns = vec![
            column("films", "Title", 3_000, 3_000),
            column("films", "Director", 3_000, 550),
            column("films", "Major Genres", 3_000, 12),
            column("films", "Plot Summary", 3_000, 900),
            // As good as one each.
            column("films", "Colour", 3_000, 2_900),
            column("films", "Studio Name", 3_000, 170),
            column("films", "Sound", 3_000, 2),
        ];
        let found = entities(&catalog(vec![films]), &[profiled("films", columns)]);
        let nouns: Vec<(String, u64)> = found.iter().map(|e| (e.noun.join(" "), e.distinct)).collect();
        assert_eq!(
            nouns,
            [
                ("director".to_owned(), 550),
                ("major genre".to_owned(), 12),
                ("studio".to_owned(), 170)
            ]
        );
    }

    #[test]
    fn what_has_a_table_is_no_thing_of_a_column() {
        let mut catalog = catalog(vec![
            table("orders", &["customer_name text", "shop text", "state text"]),
            table("customers", &["id int"]),
            table("stores", &["shop text"]),
        ]);
        refer(&mut catalog, "orders.shop", "stores.shop");
        let columns = ["customer_name", "shop", "state"].map(|name| column("orders", name, 900, 40));
        let found = entities(&catalog, &[profiled("orders", columns.to_vec())]);
        let columns: Vec<&str> = found.iter().map(|e| e.column.as_str()).collect();
        assert_eq!(columns, ["state"]);
    }
}
