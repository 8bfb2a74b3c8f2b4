//! What a person calls the rows of a table by.

use askwell_contract::TypeKind;
use askwell_reader::known::{self, Role};
use askwell_reader::words::among;

/// Titles that no more than these have are kinds.
const FEW: u64 = 12;

/// Columns that rows are called by, best first.
pub(super) fn labels(columns: &[known::Column], short: impl Fn(&known::Column) -> bool) -> Vec<usize> {
    let mut found: Vec<(i32, usize)> = Vec::new();
    let named = number(columns).is_some();
    for (at, c) in columns.iter().enumerate() {
        // What comes back on several rows is no name of them where something else tells them apart: a ticket is not called by
        // who asked for it.
        let comes_back = named && c.distinct * 5 < (c.rows - c.nulls.min(c.rows)) * 4;
        if c.kind != TypeKind::Text || c.is_time() || c.clock || c.view.is_some() {
            continue;
        }
        let few = c.distinct <= FEW && c.distinct * 10 < c.rows;
        let last = c.words.last().map_or("", String::as_str);
        let first = c.words.first().map_or("", String::as_str);
        let mut score = match last {
            "name" if c.words.len() == 1 => 100,
            "name" if matches!(first, "first" | "last" | "full" | "given" | "sur" | "middle") => 80,
            "name" => 90,
            // Mr and Mrs, or what a car's papers say.
            "title" | "label" if few => 10,
            "title" | "fullname" | "surname" | "label" | "username" => 85,
            _ if c.role == Role::Category || c.role == Role::Flag => 10,
            // Where no column is called a name, a short text that differs on each row is one; a stock number is not.
            "description" if short(c) => 30,
            "sku" | "code" | "barcode" | "ref" | "id" | "serial" => 15,
            _ if first == "serial" => 15,
            _ if is_machine(c) => 5,
            // Nor are the ways to reach somebody.
            "description" | "email" | "mail" | "address" | "phone" | "mobile" | "telephone" | "tel" | "fax" | "url"
            | "website" | "postcode" | "postal" | "zip" | "zipcode" | "pc" | "comment" | "notes" => 5,
            _ if comes_back => 10,
            _ => 30,
        };
        if c.unique {
            score += 8;
        }
        if matches!(c.role, Role::Reference | Role::Code) {
            score -= 40;
        }
        if c.nulls * 2 > c.rows {
            score -= 40;
        }
        if score > 20 {
            found.push((score, at));
        }
    }
    found.sort_by(|a, b| b.0.cmp(&a.0).then(a.1.cmp(&b.1)));
    found.into_iter().map(|f| f.1).collect()
}

/// Whether only programs call a row so: by a GUID, a hash or a token.
fn is_machine(c: &known::Column) -> bool {
    let named = |w: &String| among("guid uuid rowguid hash salt token checksum etag", w);
    let guid = |text: &String| {
        let text = text.trim().trim_matches(['{', '}']);
        text.len() == 36
            && text.char_indices().all(|(i, c)| {
                if matches!(i, 8 | 13 | 18 | 23) {
                    c == '-'
                } else {
                    c.is_ascii_hexdigit()
                }
            })
    };
    c.words.iter().any(named) || !c.top.is_empty() && c.top.iter().all(guid)
}

/// The column that numbers the rows of a sheet: every row has one of its own.
pub(super) fn number(columns: &[known::Column]) -> Option<usize> {
    columns.iter().position(|c| {
        let last = c.words.last().map_or("", String::as_str);
        let called = matches!(
            last,
            "id" | "ref" | "reference" | "number" | "no" | "code" | "key" | "tag"
        );
        let other = |w: &String| {
            matches!(
                w.as_str(),
                "phone" | "mobile" | "telephone" | "tel" | "fax" | "serial" | "house"
            )
        };
        c.unique && c.nulls == 0 && called && !c.words.iter().any(other)
    })
}

#[cfg(test)]
mod tests {
    use askwell_contract::profile::{ColumnProfile, TableProfile, ValueCount};
    use askwell_contract::Cell;

    use crate::prepare::{fake, Knowledge};

    const ROWS: u64 = 400;

    fn profile(name: &str, distinct: u64) -> ColumnProfile {
        let mut profile = fake::profile("tickets", name, ROWS, distinct);
        profile.unique = distinct == ROWS;
        profile.mean_length = Some(12.0);
        profile
    }

    /// What rows of a sheet are called by and what numbers them, by the names of its columns.
    fn called(columns: &[(&str, u64)], clock: Option<&str>) -> (Vec<String>, Vec<String>) {
        let specs: Vec<String> = columns.iter().map(|(name, _)| format!("{name} text")).collect();
        let specs: Vec<&str> = specs.iter().map(String::as_str).collect();
        let mut profiles: Vec<ColumnProfile> = columns
            .iter()
            .map(|(name, distinct)| profile(name, *distinct))
            .collect();
        for p in profiles.iter_mut().filter(|p| Some(p.column.as_str()) == clock) {
            let time = |text: &str| Cell::Text(text.to_owned());
            (p.min, p.max) = (time("08:10"), time("17:45"));
            p.top = vec![ValueCount {
                value: time("12:30"),
                rows: 2,
            }];
        }
        let profiled = TableProfile {
            table: "tickets".into(),
            rows: ROWS,
            read: ROWS,
            columns: profiles,
            grain: String::new(),
            freshness: None,
        };
        let catalog = fake::catalog(vec![fake::table("tickets", &specs)]);
        let knowledge = Knowledge::build(catalog, "1".into(), vec![profiled], Vec::new());
        let table = &knowledge.reader().unwrap().tables[0];
        let names = |places: &[usize]| places.iter().map(|p| table.columns[*p].name.clone()).collect();
        (names(&table.labels), names(&table.key))
    }

    #[test]
    fn a_title_that_few_rows_differ_in_is_no_name() {
        let (labels, _) = called(&[("title", 3), ("surname", 380)], None);
        assert_eq!(labels, ["surname"]);
        let (labels, _) = called(&[("title", 390), ("genre", 8)], None);
        assert_eq!(labels[0], "title");
    }

    #[test]
    fn a_numbered_row_is_not_called_by_what_comes_back() {
        let (labels, key) = called(&[("ticket_id", ROWS), ("requester", 200), ("subject", 390)], None);
        assert_eq!((labels[0].as_str(), key), ("subject", vec!["ticket_id".to_owned()]));
        assert!(!labels.contains(&"requester".to_owned()), "{labels:?}");
        // Where nothing numbers the rows, what comes back is all that they are called by.
        let (labels, key) = called(&[("player", 200), ("club", 220)], None);
        assert_eq!((labels.len(), key.len()), (2, 0));
    }

    #[test]
    fn nobody_calls_a_row_by_its_guid() {
        let (labels, _) = called(&[("order_id", ROWS), ("rowguid", ROWS), ("subject", 390)], None);
        assert_eq!(labels[0], "subject");
        assert!(!labels.contains(&"rowguid".to_owned()), "{labels:?}");
    }

    #[test]
    fn a_phone_number_numbers_no_rows_and_a_time_of_day_names_none() {
        let (_, key) = called(&[("name", 390), ("phone_number", ROWS)], None);
        assert!(key.is_empty(), "{key:?}");
        let (labels, _) = called(&[("time", 380), ("item", 300)], Some("time"));
        assert_eq!(labels, ["item"]);
    }
}
