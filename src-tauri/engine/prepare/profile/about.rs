//! What a table is about, in words: what one row is, and how recent the rows are.
//!
//! In: a table with its keys, and its profile. Out: `one row per order line`; the column that says how fresh it is.
//! Deliberately absent: a guess where no key says what a row is.

use askwell_contract::profile::{ColumnProfile, Disguise, Freshness, TableProfile};
use askwell_contract::{Column, ForeignKey, Table};

use super::order::order;
use crate::words::{singular, split_name};

/// What a table's name begins with and does not mean.
const PREFIXES: [&str; 12] = [
    "tbl",
    "tb",
    "table",
    "dim",
    "dimension",
    "fact",
    "fct",
    "stg",
    "staging",
    "raw",
    "vw",
    "view",
];
/// What a column's name ends with and does not mean.
const SUFFIXES: [&str; 7] = ["id", "code", "key", "no", "number", "identifier", "fk"];

/// Names of moments when a row last changed, when it came, when something happened; the first list that has a column
/// wins. Of birthdays and of plans no list has any.
const FRESH: [&[&str]; 3] = [
    &["updated", "update", "modified", "changed", "refreshed", "synced"],
    &[
        "created",
        "added",
        "inserted",
        "recorded",
        "loaded",
        "logged",
        "imported",
        "entered",
        "timestamp",
    ],
    &[
        "date", "day", "time", "datetime", "at", "on", "when", "ordered", "sold", "paid", "placed", "posted", "started",
    ],
];
const PLANS: [&str; 22] = [
    "birth",
    "born",
    "birthday",
    "birthdate",
    "dob",
    "death",
    "died",
    "due",
    "deadline",
    "expires",
    "expiry",
    "expiration",
    "expected",
    "planned",
    "plan",
    "scheduled",
    "schedule",
    "until",
    "valid",
    "end",
    "required",
    "renewal",
];

/// Empty where nothing tells one row from another.
pub fn grain(table: &Table, profile: Option<&TableProfile>) -> String {
    let key = &table.primary_key;
    if key.len() > 1 {
        if let Some(words) = of_pairs(table) {
            return words;
        }
    }
    let unique = profile.is_some_and(|p| p.columns.iter().any(|c| c.unique));
    if key.is_empty() && table.unique.is_empty() && !unique {
        return String::new();
    }
    format!("one row per {}", thing(&table.name))
}

/// Of a key whose every column leads to another table or is a moment.
fn of_pairs(table: &Table) -> Option<String> {
    let mut parts = Vec::new();
    let mut times = 0;
    for name in &table.primary_key {
        let column = table.column(name)?;
        match table.foreign_keys.iter().find(|key| leads(key, name)) {
            Some(key) => {
                let target = thing(&key.to_table);
                parts.push(if parts.contains(&target) { role(column) } else { target });
            }
            None if column.kind.is_time() => {
                times += 1;
                parts.push(role(column));
            }
            None => return None,
        }
    }
    let (last, others) = parts.split_last()?;
    let list = format!("{} and {last}", others.join(", "));
    Some(match (parts.len(), times) {
        (2, 0) => format!("one row per pair of {list}"),
        (2, _) => format!("one row per {list}"),
        _ => format!("one row per combination of {list}"),
    })
}

fn leads(key: &ForeignKey, column: &str) -> bool {
    key.columns.iter().any(|c| c.eq_ignore_ascii_case(column))
}

/// A column's words without those that only say that it is a key.
fn role(column: &Column) -> String {
    let mut words = split_name(&column.name);
    while words.len() > 1 && words.last().is_some_and(|w| SUFFIXES.contains(&w.as_str())) {
        words.pop();
    }
    words.join(" ")
}

/// What a table has many of: `order line` of `tbl_OrderLines`.
fn thing(table: &str) -> String {
    let name = table.rsplit('.').next().unwrap_or(table);
    let mut words = split_name(name);
    while words.len() > 1 && words.first().is_some_and(|w| PREFIXES.contains(&w.as_str())) {
        words.remove(0);
    }
    let noun = words.iter_mut().rev().find(|w| !w.bytes().all(|b| b.is_ascii_digit()));
    if let Some(noun) = noun {
        *noun = singular(noun);
    }
    words.join(" ")
}

/// The column that best says when rows came or changed, and its newest value.
pub fn freshness(table: &Table, profile: &TableProfile) -> Option<Freshness> {
    let mut best: Option<(usize, &ColumnProfile)> = None;
    for column in &profile.columns {
        let Some(rank) = table.column(&column.column).and_then(|c| rank(c, column)) else {
            continue;
        };
        let better = |b: &(usize, &ColumnProfile)| rank < b.0 || rank == b.0 && order(&column.max, &b.1.max).is_gt();
        if best.as_ref().is_none_or(better) {
            best = Some((rank, column));
        }
    }
    best.map(|(_, column)| Freshness {
        column: column.column.clone(),
        newest: column.max.clone(),
    })
}

fn rank(column: &Column, profile: &ColumnProfile) -> Option<usize> {
    let dated = |d: &Disguise| matches!(d, Disguise::IsoDate | Disguise::CompactDate | Disguise::UnixSeconds);
    if profile.max.is_null() || !(column.kind.is_time() || profile.disguises.iter().any(dated)) {
        return None;
    }
    let words = split_name(&column.name);
    let any = |list: &[&str]| words.iter().any(|w| list.contains(&w.as_str()));
    if any(&PLANS) {
        return None;
    }
    Some(FRESH.iter().position(|list| any(list)).unwrap_or(FRESH.len()))
}

#[cfg(test)]
mod tests {
    use askwell_contract::Cell;

    use super::super::super::fake::{catalog, profile, refer, table};
    use super::*;

    fn keyed(mut table: Table, key: &[&str]) -> Table {
        table.primary_key = key.iter().map(|k| (*k).to_owned()).collect();
        table
    }

    #[test]
    fn a_table_with_a_key_is_named_in_the_singular() {
        for (name, grain_of) in [
            ("order_lines", "one row per order line"),
            ("tblCategories", "one row per category"),
            ("movies", "one row per movie"),
            ("boxes", "one row per box"),
            ("houses", "one row per house"),
            ("statuses", "one row per status"),
            ("Address", "one row per address"),
            ("people", "one row per person"),
            ("sales.invoices", "one row per invoice"),
            ("dim_customers", "one row per customer"),
        ] {
            assert_eq!(grain(&keyed(table(name, &["id int"]), &["id"]), None), grain_of);
        }
        assert_eq!(grain(&table("notes", &["body text"]), None), "");
    }

    #[test]
    fn a_table_between_two_others_has_a_row_per_pair() {
        let pairs = keyed(
            table("film_actor", &["film_id int", "actor_id int"]),
            &["film_id", "actor_id"],
        );
        let friends = keyed(
            table("friends", &["user_id int", "friend_id int"]),
            &["user_id", "friend_id"],
        );
        let daily = keyed(
            table("weather", &["station_id int", "day date"]),
            &["station_id", "day"],
        );
        let lines = keyed(
            table("order_lines", &["order_id int", "line int"]),
            &["order_id", "line"],
        );
        let mut all = catalog(vec![pairs, friends, daily, lines]);
        refer(&mut all, "film_actor.film_id", "films.id");
        refer(&mut all, "film_actor.actor_id", "actors.id");
        refer(&mut all, "friends.user_id", "users.id");
        refer(&mut all, "friends.friend_id", "users.id");
        refer(&mut all, "weather.station_id", "stations.id");
        refer(&mut all, "order_lines.order_id", "orders.id");
        let grains: Vec<String> = all.tables.iter().map(|t| grain(t, None)).collect();
        assert_eq!(
            grains,
            [
                "one row per pair of film and actor",
                "one row per pair of user and friend",
                "one row per station and day",
                "one row per order line"
            ]
        );
    }

    #[test]
    fn the_column_of_changes_says_how_fresh_a_table_is() {
        let of = |columns: &[(&str, &str)]| {
            let specs: Vec<String> = columns.iter().map(|c| format!("{} date", c.0)).collect();
            let table = table("t", &specs.iter().map(String::as_str).collect::<Vec<_>>());
            let profiled = columns.iter().map(|(name, max)| ColumnProfile {
                column: (*name).into(),
                max: Cell::Date((*max).into()),
                ..profile("t", name, 1, 1)
            });
            let profile = TableProfile {
                table: "t".into(),
                rows: 1,
                read: 1,
                columns: profiled.collect(),
                grain: String::new(),
                freshness: None,
            };
            freshness(&table, &profile).map(|f| f.column)
        };
        assert_eq!(
            of(&[("order_date", "2024-05-01"), ("updated_at", "2024-01-01")]).as_deref(),
            Some("updated_at")
        );
        assert_eq!(
            of(&[("order_date", "2024-05-01"), ("ship_date", "2024-06-01")]).as_deref(),
            Some("ship_date")
        );
        assert_eq!(of(&[("birth_date", "2024-05-01"), ("due_date", "2030-01-01")]), None);
    }
}
