//! What a person should know of the data before trusting an answer from it.
//!
//! In: knowledge and the time. Out: notes in lay words, with figures and examples, the weightiest first. Deliberately
//! absent: any query; everything was seen while preparing.

use askwell_contract::explore::{HealthKind, HealthNote};
use askwell_contract::profile::{ColumnProfile, Disguise, TableProfile};
use askwell_contract::{Cell, Column, Dialect, RowCount, Table, TableKind, TypeKind};

use super::describe::facts::{day, example, share, thousands};
use super::describe::names;
use super::Knowledge;
use crate::words::article;

mod spelling;
#[cfg(test)]
mod tests;

pub use spelling::{spellings, Spellings};

/// Of a hundred rows, so many empty ones make a column mostly empty.
const MOSTLY: f64 = 0.9;
/// With fewer rows nothing is "mostly" or "always".
const ENOUGH: u64 = 10;
/// A year without a new row.
const STALE_DAYS: i64 = 365;
const EXAMPLES: usize = 5;
const DAY: u64 = 86_400_000;

/// `now` in milliseconds since 1970.
pub fn notes(knowledge: &Knowledge, now: u64) -> Vec<HealthNote> {
    let mut found: Vec<HealthNote> = Vec::new();
    for unread in &knowledge.unread {
        found.push(HealthNote {
            examples: vec![unread.why.clone()],
            ..note(
                HealthKind::Unread,
                &unread.table,
                None,
                format!("{} could not be read.", unread.table),
                "Nothing is known of what it holds, so questions about it will mostly fail.",
            )
        });
    }
    for table in &knowledge.catalog.tables {
        let Some(profile) = knowledge.table(&table.name) else {
            continue;
        };
        if profile.rows == 0 {
            let says = format!("{} has no rows.", table.name);
            let means = "Every question about it will have an empty answer.";
            found.push(note(HealthKind::EmptyTable, &table.name, None, says, means));
            continue;
        }
        found.extend(no_key(table, profile));
        found.extend(stale(profile, now));
        for of in &profile.columns {
            if let Some(column) = table.column(&of.column) {
                found.extend(empty(profile, of));
                found.extend(one_value(profile, of));
                found.extend(date_in_text(knowledge, column, profile, of));
                found.extend(number_in_text(table, column, profile, of));
                found.extend(mixed(profile, of));
            }
        }
    }
    found.extend(knowledge.finds.spellings.iter().map(|s| near_duplicates(knowledge, s)));
    found.extend(orphaned(knowledge));
    // Stable: among equals the catalog's order stays.
    found.sort_by_key(|n| (weight(n.kind), std::cmp::Reverse(n.rows.map_or(0, |r| r.count))));
    found
}

/// What makes an answer wrong comes before what makes it thin, and that before what one should merely know.
fn weight(kind: HealthKind) -> u8 {
    match kind {
        HealthKind::Unread => 0,
        HealthKind::OrphanedKey => 1,
        HealthKind::NearDuplicates => 2,
        HealthKind::MixedTypes => 3,
        HealthKind::DateInText => 4,
        HealthKind::NumberInText => 5,
        HealthKind::EmptyTable => 6,
        HealthKind::Stale => 7,
        HealthKind::MostlyEmpty => 8,
        HealthKind::OneValue => 9,
        HealthKind::NoKey => 10,
    }
}

fn note(kind: HealthKind, table: &str, column: Option<&str>, says: String, means: &str) -> HealthNote {
    HealthNote {
        kind,
        table: table.to_owned(),
        column: column.map(str::to_owned),
        says,
        means: means.to_owned(),
        examples: Vec::new(),
        rows: None,
    }
}

/// Rows counted in what was read.
fn counted(profile: &TableProfile, count: u64) -> Option<RowCount> {
    Some(RowCount {
        count,
        exact: profile.read >= profile.rows,
    })
}

fn in_rows(n: u64) -> String {
    format!("{} {}", thousands(n), if n == 1 { "row" } else { "rows" })
}

/// " (in a sample of 200,000 of 1,000,000 rows)", where it is one.
fn sample(profile: &TableProfile) -> String {
    match profile.read < profile.rows {
        true => format!(
            " (in a sample of {} of {} rows)",
            thousands(profile.read),
            thousands(profile.rows)
        ),
        false => String::new(),
    }
}

fn examples(of: &ColumnProfile) -> Vec<String> {
    of.top.iter().filter_map(|v| example(&v.value)).take(EXAMPLES).collect()
}

fn no_key(table: &Table, profile: &TableProfile) -> Option<HealthNote> {
    let keyed = !table.primary_key.is_empty() || !table.unique.is_empty() || profile.columns.iter().any(|c| c.unique);
    (table.kind == TableKind::Table && !keyed && profile.rows > 1).then(|| HealthNote {
        rows: counted(profile, profile.rows),
        ..note(
            HealthKind::NoKey,
            &table.name,
            None,
            format!(
                "Nothing tells the rows of {} apart: no column holds a different value in every row.",
                table.name
            ),
            "The same row may be there twice, and is then counted twice.",
        )
    })
}

fn stale(profile: &TableProfile, now: u64) -> Option<HealthNote> {
    let fresh = profile.freshness.as_ref()?;
    let column = profile.columns.iter().find(|c| c.column == fresh.column)?;
    let newest = day(column, &fresh.newest)?;
    let age = (now / DAY) as i64 - days(&newest)?;
    (age > STALE_DAYS).then(|| {
        let years = age / 365;
        let long = if years == 1 {
            "more than a year".into()
        } else {
            format!("more than {years} years")
        };
        HealthNote {
            examples: vec![newest.clone()],
            ..note(
                HealthKind::Stale,
                &profile.table,
                Some(&fresh.column),
                format!(
                    "The newest {} in {} is {newest}, {long} ago.",
                    fresh.column, profile.table
                ),
                "Questions about \"this year\" or \"last month\" will find nothing here.",
            )
        }
    })
}

/// Days from 1970-01-01 to an ISO date (civil-to-days over 400-year eras).
fn days(iso: &str) -> Option<i64> {
    let mut parts = iso.split('-').map(str::parse::<i64>);
    let (year, month, day) = (parts.next()?.ok()?, parts.next()?.ok()?, parts.next()?.ok()?);
    if !(1..=12).contains(&month) || !(1..=31).contains(&day) {
        return None;
    }
    let year = if month <= 2 { year - 1 } else { year };
    let of_era = year.rem_euclid(400);
    let of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
    Some(year.div_euclid(400) * 146_097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719_468)
}

fn empty(profile: &TableProfile, of: &ColumnProfile) -> Option<HealthNote> {
    if of.rows < ENOUGH || (of.nulls as f64) < MOSTLY * of.rows as f64 {
        return None;
    }
    let (table, column) = (&profile.table, &of.column);
    let says = match of.nulls == of.rows {
        true => format!("{column} in {table} is empty in every row{}.", sample(profile)),
        false => format!(
            "{column} in {table} is empty in {} of the rows{}.",
            share(of.nulls, of.rows),
            sample(profile)
        ),
    };
    Some(HealthNote {
        examples: examples(of),
        rows: counted(profile, of.nulls),
        ..note(
            HealthKind::MostlyEmpty,
            table,
            Some(column),
            says,
            "An answer that uses it speaks of few rows only.",
        )
    })
}

fn one_value(profile: &TableProfile, of: &ColumnProfile) -> Option<HealthNote> {
    if of.rows < ENOUGH || of.distinct != 1 || !of.distinct_exact {
        return None;
    }
    let only = examples(of);
    let says = match only.first() {
        Some(value) => format!(
            "{} in {} is {value} in every row that is filled in.",
            of.column, profile.table
        ),
        None => format!("{} in {} has the same value in every row.", of.column, profile.table),
    };
    Some(HealthNote {
        examples: only,
        rows: counted(profile, of.rows - of.nulls),
        ..note(
            HealthKind::OneValue,
            &profile.table,
            Some(&of.column),
            says,
            "It tells no rows apart: groups and filters by it change nothing.",
        )
    })
}

fn date_in_text(
    knowledge: &Knowledge,
    column: &Column,
    profile: &TableProfile,
    of: &ColumnProfile,
) -> Option<HealthNote> {
    let has = |d| of.disguises.contains(&d);
    // SQLite has no dates; text year-month-day is how it keeps them, and sorts rightly.
    let iso = has(Disguise::IsoDate) && knowledge.catalog.dialect != Dialect::Sqlite;
    let slash = has(Disguise::SlashDate);
    if column.kind != TypeKind::Text || !(iso || slash) {
        return None;
    }
    let means = match slash {
        true => {
            "Day and month cannot be told apart for sure, and the values do not sort by time; only the year is used."
        }
        false => "It is read as a date where a question needs one; the database itself sorts it as text.",
    };
    Some(HealthNote {
        examples: examples(of),
        rows: counted(profile, of.rows - of.nulls),
        ..note(
            HealthKind::DateInText,
            &profile.table,
            Some(&of.column),
            format!(
                "{} in {} holds dates, but as text{}.",
                of.column,
                profile.table,
                sample(profile)
            ),
            means,
        )
    })
}

fn number_in_text(table: &Table, column: &Column, profile: &TableProfile, of: &ColumnProfile) -> Option<HealthNote> {
    let what = |d: &Disguise| match d {
        Disguise::NumberInText => Some("numbers"),
        Disguise::Money => Some("amounts of money"),
        Disguise::Percentage => Some("percentages"),
        _ => None,
    };
    let key = table
        .primary_key
        .iter()
        .chain(table.foreign_keys.iter().flat_map(|k| &k.columns));
    let is_key = key.into_iter().any(|k| k.eq_ignore_ascii_case(&column.name));
    let what = of
        .disguises
        .iter()
        .find_map(what)
        .filter(|_| column.kind == TypeKind::Text && !is_key)?;
    Some(HealthNote {
        examples: examples(of),
        rows: counted(profile, of.rows - of.nulls),
        ..note(
            HealthKind::NumberInText,
            &profile.table,
            Some(&of.column),
            format!(
                "{} in {} holds {what}, but as text{}.",
                of.column,
                profile.table,
                sample(profile)
            ),
            "The database sorts them as text, so that 9 comes after 10; sums and averages need care.",
        )
    })
}

fn mixed(profile: &TableProfile, of: &ColumnProfile) -> Option<HealthNote> {
    let number = |c: &Cell| matches!(c, Cell::Int(_) | Cell::Real(_) | Cell::Decimal(_));
    let text = |c: &Cell| matches!(c, Cell::Text(_));
    // Numbers come before texts, so that the least and the greatest value show both.
    if !(number(&of.min) && text(&of.max)) {
        return None;
    }
    let ends = [example(&of.min), example(&of.max)];
    Some(HealthNote {
        examples: ends.into_iter().flatten().collect(),
        ..note(
            HealthKind::MixedTypes,
            &profile.table,
            Some(&of.column),
            format!(
                "{} in {} holds numbers in some rows and text in others{}.",
                of.column,
                profile.table,
                sample(profile)
            ),
            "Text counts as greater than any number here, and as 0 in a sum.",
        )
    })
}

fn near_duplicates(knowledge: &Knowledge, found: &Spellings) -> HealthNote {
    let groups = match found.all {
        1 => "One value".to_owned(),
        n => format!("{} values", thousands(n)),
    };
    let verb = if found.all == 1 { "is" } else { "are" };
    let shown: Vec<String> = found
        .groups
        .iter()
        .take(EXAMPLES)
        .map(|g| {
            g.iter()
                .map(|s| format!("'{}' ({})", s.0, in_rows(s.1)))
                .collect::<Vec<_>>()
                .join(", ")
        })
        .collect();
    let profile = knowledge.table(&found.table);
    HealthNote {
        examples: shown,
        rows: profile.and_then(|p| counted(p, found.odd_rows)),
        ..note(
            HealthKind::NearDuplicates,
            &found.table,
            Some(&found.column),
            format!(
                "{groups} of {} in {} {verb} written in several ways{}.",
                found.column,
                found.table,
                profile.map(sample).unwrap_or_default()
            ),
            "Counted apart: a filter on one spelling misses the rows of the others, and groups come twice.",
        )
    }
}

/// Keys that the person rejected are no keys.
fn orphaned(knowledge: &Knowledge) -> Vec<HealthNote> {
    let stands = |o: &&super::graph::Orphans| {
        let keys = knowledge.catalog.table(&o.table).map_or(&[][..], |t| &t.foreign_keys);
        keys.iter()
            .any(|k| k.columns == [o.column.clone()] && k.to_table == o.to_table)
    };
    let names = names::tables(&knowledge.catalog);
    let named = |table: &str| {
        let at = knowledge.catalog.tables.iter().position(|t| t.name == table)?;
        names.get(at).filter(|name| name.one != "row")
    };
    let said = |o: &super::graph::Orphans| {
        let examples: Vec<String> = o
            .examples
            .iter()
            .map(|(v, n)| format!("{v} ({})", in_rows(*n)))
            .collect();
        let says = match o.rows {
            Some((lost, all)) => {
                let verb = if lost == 1 { "points" } else { "point" };
                let many = named(&o.table).map_or_else(|| format!("rows of {}", o.table), |n| n.many.clone());
                let one = named(&o.to_table).map_or_else(|| format!("row of {}", o.to_table), |n| n.one.clone());
                format!(
                    "{} of {} {many} {verb} by {} to {} {one} that is not there.",
                    thousands(lost),
                    thousands(all),
                    o.column,
                    article(&one)
                )
            }
            None => {
                let (lost, all) = (thousands(o.lost), thousands(o.compared));
                let (of, seen) = match o.exact {
                    true => ("", "Rows with them were not counted."),
                    false => (
                        " that were compared",
                        "The column has more values, and rows were not counted.",
                    ),
                };
                format!(
                    "{lost} of {all} different values{of} of {} in {} do not occur in {}.{}. {seen}",
                    o.column, o.table, o.to_table, o.to_column
                )
            }
        };
        let means = "Rows with these values drop out of every answer that joins the two tables.";
        HealthNote {
            examples,
            rows: o.rows.map(|(count, _)| RowCount { count, exact: true }),
            ..note(HealthKind::OrphanedKey, &o.table, Some(&o.column), says, means)
        }
    };
    knowledge.finds.orphans.iter().filter(stands).map(said).collect()
}
