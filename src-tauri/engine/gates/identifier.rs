//! What identifies is neither added up nor averaged.

use askwell_contract::profile::{ColumnProfile, Disguise};
use askwell_contract::{Cell, TypeKind};
use askwell_sql::acts::Place;

use super::{Facts, Fault, Gate};
use crate::prepare::identifies::is_namesake;
use crate::words::{among, singular, split_name};

pub const GATE: Gate = Gate {
    name: "identifier",
    about: "A number that only tells things apart, by its name, its key, its shape or its values, has no sum and no average.",
    heavy: true,
    flags: &[
        ("total of the orders", "SELECT SUM(customer_id) FROM orders"),
        ("average phone", "SELECT AVG(phone) FROM shops"),
        ("sum of the zips", "SELECT SUM(zip_code) FROM shops"),
        ("total of the films", "SELECT SUM(year) FROM films"),
        ("share of the flights", "SELECT carrier, SUM(flight) FROM flights GROUP BY carrier"),
        ("total of the platforms", "SELECT SUM(platform_number) FROM shops"),
    ],
    leaves: &[
        ("total of the orders", "SELECT SUM(total) FROM orders"),
        ("average year of the films", "SELECT AVG(year) FROM films"),
        ("How many staff are there?", "SELECT SUM(staff_count) FROM shops"),
        ("total number of visitors", "SELECT SUM(visitors_number) FROM shops"),
        ("average years of service", "SELECT AVG(service_years) FROM shops"),
        ("How many orders?", "SELECT COUNT(DISTINCT customer_id) FROM orders"),
    ],
    check,
};

/// Last words of the names of what identifies.
const NAMES: &str =
    "id ids identifier code codes zip zipcode postcode postal phone telephone mobile fax ssn isbn sku barcode \
    iban uuid guid ref";

/// Rows from which on numbers without a gap are a serial number.
const SERIAL: u64 = 20;

fn check(facts: &Facts<'_>) -> Option<Fault> {
    let added = facts
        .acts
        .measured
        .iter()
        .find(|m| identifies(facts, &m.place, &m.is))?;
    let done = if added.is == "sum" || added.is == "total" {
        "sum"
    } else {
        "average"
    };
    Some(Fault {
        says: format!("{} tells things apart; its {done} says nothing.", added.place.column),
        unused: Vec::new(),
    })
}

fn identifies(facts: &Facts<'_>, place: &Place, how: &str) -> bool {
    let Some(table) = facts.table(&place.table) else {
        return false;
    };
    let is = |c: &String| c.eq_ignore_ascii_case(&place.column);
    let key = matches!(table.primary_key.as_slice(), [only] if is(only))
        || table.foreign_keys.iter().any(|k| k.columns.iter().any(is));
    let profile = facts.knowledge.profile(&place.table, &place.column);
    let mut columns = table.columns.iter().filter(|c| is(&c.name));
    let namesake = columns.any(|c| is_namesake(table, c, profile));
    let asked = facts.says(&["year", "years", "date", "dates"]);
    key || namesake
        || named(&place.column, how, asked)
        || profile.is_some_and(|p| shaped(p, how, asked) || serial(facts, place, p))
}

/// By its name. Of years an average may be asked for by name.
fn named(column: &str, how: &str, asked: bool) -> bool {
    let words = split_name(column);
    let Some((last, before)) = words.split_last() else {
        return false;
    };
    match last.as_str() {
        "year" => before.is_empty() && (how == "sum" || how == "total" || !asked),
        // "platform_number" is one's number; "visitors_number" says how many.
        "number" | "no" | "nr" => before
            .last()
            .is_some_and(|w| ONES.contains(&w.as_str()) && singular(w) == *w),
        last => among(NAMES, last),
    }
}

/// Things that carry a number each.
const ONES: &[&str] = &[
    "account",
    "card",
    "customer",
    "document",
    "flight",
    "house",
    "invoice",
    "member",
    "order",
    "phone",
    "platform",
    "policy",
    "product",
    "room",
    "seat",
    "serial",
    "shirt",
    "jersey",
    "tail",
    "ticket",
    "track",
    "tracking",
    "train",
    "vehicle",
    "registration",
];

/// By what its values look like.
fn shaped(profile: &ColumnProfile, how: &str, asked: bool) -> bool {
    let has = |d: Disguise| profile.disguises.contains(&d);
    let sum = how == "sum" || how == "total";
    has(Disguise::Year) && (sum || !asked) || (has(Disguise::CompactDate) || has(Disguise::UnixSeconds)) && sum
}

/// By its values: every whole number from the first to the last, once.
fn serial(facts: &Facts<'_>, place: &Place, profile: &ColumnProfile) -> bool {
    let whole = facts.column(place).is_some_and(|c| c.kind == TypeKind::Integer);
    let (Cell::Int(from), Cell::Int(to)) = (&profile.min, &profile.max) else {
        return false;
    };
    let span = to.abs_diff(*from) + 1;
    whole && profile.unique && profile.rows >= SERIAL && span == profile.rows
}
