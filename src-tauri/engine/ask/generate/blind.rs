//! What the older engine cannot see of the data, and so cannot be sure of.
//!
//! In: its first query and the reader's. Out: whether the query stands on rows that add up the others, on texts that are
//! numbers, on a text in several spellings, or on single rows where the reader makes groups. Deliberately absent: which
//! of the two is right.

use askwell_contract::run::Candidate;
use askwell_contract::TypeKind;
use askwell_reader::known::{Column, Table};
use askwell_sql::acts::{self, Act, Acts};

use crate::prepare::Knowledge;

/// Whether the older engine's first query passes over such a thing, where the reader's has a use for every word.
pub fn is_blind(knowledge: &Knowledge, older: &[Candidate], read: &[Candidate]) -> bool {
    let (Some(older), Some(read)) = (older.first(), read.first()) else {
        return false;
    };
    let does = |c: &Candidate| acts::of(&c.sql, &knowledge.catalog);
    let Some((older, reader)) = does(older).zip(does(read)).filter(|_| read.unplaced.is_empty()) else {
        return false;
    };
    let groups = |acts: &Acts| acts.any(&[Act::Groups]);
    groups(&reader) && !groups(&older)
        || untidy(knowledge, &older)
        || counts_ones(knowledge, &older)
        || counts_the_same(&older)
        || days_for_periods(knowledge, &older, &reader)
}

/// It reads, as they stand, a table or a column that must be tidied first.
fn untidy(knowledge: &Knowledge, acts: &Acts) -> bool {
    let Some(known) = knowledge.reader() else { return false };
    let uses = |c: &Column, table: &str| {
        let place = |p: &acts::Place| p.table.eq_ignore_ascii_case(table) && p.column.eq_ignore_ascii_case(&c.name);
        acts.columns.iter().any(place)
    };
    let a_number = |c: &Column| c.kind == TypeKind::Text && c.is_number() && !c.is_made();
    let blind = |t: &Table| {
        let column = |c: &Column| (a_number(c) || !c.spellings.is_empty()) && uses(c, &t.name);
        !t.totals.is_empty() || t.columns.iter().any(column)
    };
    let read = |t: &&Table| acts.tables.iter().any(|name| name.eq_ignore_ascii_case(&t.name));
    known.tables.iter().filter(read).any(blind)
}

/// Whether a query looks for one spelling of a text that the column keeps in several.
pub fn misses_spellings(knowledge: &Knowledge, candidate: &Candidate) -> bool {
    let (Some(known), Some(acts)) = (knowledge.reader(), acts::of(&candidate.sql, &knowledge.catalog)) else {
        return false;
    };
    let matched = |place: &acts::Place, text: &String| acts.matched.iter().any(|m| m.place == *place && m.is == *text);
    acts.matched.iter().any(|m| {
        let table = known
            .tables
            .iter()
            .find(|t| t.name.eq_ignore_ascii_case(&m.place.table));
        let column = table.and_then(|t| t.columns.iter().find(|c| c.name.eq_ignore_ascii_case(&m.place.column)));
        let mut groups = column.into_iter().flat_map(|c| &c.spellings);
        groups.any(|all| all.contains(&m.is) && !all.iter().all(|text| matched(&m.place, text)))
    })
}

/// It counts the rows of things that have one row each.
fn counts_ones(knowledge: &Knowledge, acts: &Acts) -> bool {
    // Of a day that is taken apart, "Mondays", there are many rows.
    if acts.tables.len() != 1 || acts.any(&[Act::Times]) {
        return false;
    }
    let counts = acts
        .outputs
        .iter()
        .any(|o| o.of.is_empty() && o.calls.iter().any(|c| c == "count"));
    let unique = |place: &acts::Place| {
        let profile = knowledge.profile(&place.table, &place.column);
        profile.is_some_and(|p| p.unique)
    };
    let shown = acts.outputs.iter().filter(|o| o.calls.is_empty());
    counts && acts.any(&[Act::Groups]) && shown.flat_map(|o| &o.of).any(unique)
}

/// It counts a column in which its own condition leaves one text.
fn counts_the_same(acts: &Acts) -> bool {
    let counted = acts.outputs.iter().filter(|o| o.calls.iter().any(|c| c == "count"));
    let fixed = |place: &acts::Place| acts.matched.iter().any(|m| m.place == *place);
    acts.outputs.len() > 1 && counted.flat_map(|o| &o.of).any(fixed)
}

/// It groups by a day that the reader has no use for, where the reader makes groups of periods: "the busiest month".
fn days_for_periods(knowledge: &Knowledge, older: &Acts, reader: &Acts) -> bool {
    if !older.any(&[Act::Groups]) || !reader.any(&[Act::Groups]) || !reader.any(&[Act::Times]) {
        return false;
    }
    let Some(known) = knowledge.reader() else { return false };
    let is_day = |place: &acts::Place| {
        let table = known.tables.iter().find(|t| t.name.eq_ignore_ascii_case(&place.table));
        let column = table.and_then(|t| t.columns.iter().find(|c| c.name.eq_ignore_ascii_case(&place.column)));
        column.is_some_and(|c| c.is_time() && !c.is_number())
    };
    let shown = older.outputs.iter().filter(|o| o.calls.is_empty());
    shown
        .flat_map(|o| &o.of)
        .any(|place| is_day(place) && !reader.columns.contains(place))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use askwell_contract::profile::TableProfile;

    use super::*;
    use crate::prepare::health::Spellings;
    use crate::prepare::{fake, Finds};
    use crate::scripted::candidate;

    fn suppliers() -> Knowledge {
        let profiled = TableProfile {
            table: "suppliers".into(),
            rows: 40,
            read: 40,
            columns: vec![
                fake::profile("suppliers", "supplier", 40, 40),
                fake::profile("suppliers", "country", 40, 12),
            ],
            grain: String::new(),
            freshness: None,
        };
        let suppliers = fake::table("suppliers", &["supplier text", "country text", "lead int"]);
        Knowledge::build(fake::catalog(vec![suppliers]), "1".into(), vec![profiled], Vec::new())
    }

    fn blind(older: &str, read: &str) -> bool {
        is_blind(&suppliers(), &[candidate(older)], &[candidate(read)])
    }

    #[test]
    fn a_country_in_two_spellings_is_not_read_as_it_stands() {
        let by = |of: &str| {
            [candidate(&format!(
                "SELECT {of}, AVG(lead) FROM suppliers GROUP BY {of}"
            ))]
        };
        let of_country = |knowledge: &Knowledge| is_blind(knowledge, &by("country"), &by("country"));
        assert!(!of_country(&suppliers()));
        let mut knowledge = suppliers();
        knowledge.finds = Arc::new(Finds {
            spellings: vec![Spellings {
                table: "suppliers".into(),
                column: "country".into(),
                groups: vec![vec![("USA".into(), 9), ("U.S.A.".into(), 2)]],
                all: 1,
                odd_rows: 2,
            }],
            ..Finds::default()
        });
        assert!(of_country(&knowledge));
        let misses = |of: &str| {
            let sql = format!("SELECT COUNT(*) FROM suppliers WHERE country {of}");
            misses_spellings(&knowledge, &candidate(&sql))
        };
        assert!(misses("= 'USA'"));
        assert!(!misses("IN ('USA', 'U.S.A.')") && !misses("= 'France'"));
        assert!(!is_blind(&knowledge, &by("lead"), &by("lead")));
    }

    #[test]
    fn single_rows_are_no_answer_where_the_reader_makes_groups() {
        let (rows, groups) = (
            "SELECT country, lead FROM suppliers",
            "SELECT country, SUM(lead) FROM suppliers GROUP BY country",
        );
        assert!(blind(rows, groups));
        assert!(!blind(groups, rows));
    }

    #[test]
    fn there_is_one_row_of_what_is_unique() {
        let count = |of: &str| format!("SELECT {of}, COUNT(*) FROM suppliers GROUP BY {of} ORDER BY 2 LIMIT 1");
        let read = "SELECT supplier, lead FROM suppliers ORDER BY lead DESC LIMIT 1";
        assert!(blind(&count("supplier"), read));
        assert!(!blind(&count("country"), read));
    }

    #[test]
    fn of_one_text_there_is_one_whatever_is_counted() {
        let read = "SELECT COUNT(*) FROM suppliers";
        let counts =
            |of: &str| format!("SELECT COUNT(DISTINCT country), COUNT(*) FROM suppliers WHERE {of} = 'France'");
        assert!(blind(&counts("country"), read));
        assert!(!blind(&counts("supplier"), read));
    }

    #[test]
    fn a_day_is_no_month_where_the_reader_makes_groups_of_months() {
        let profiled = TableProfile {
            table: "visits".into(),
            rows: 40,
            read: 40,
            columns: vec![
                fake::profile("visits", "day", 40, 30),
                fake::profile("visits", "paid", 40, 30),
            ],
            grain: String::new(),
            freshness: None,
        };
        let visits = fake::table("visits", &["day date", "paid date", "fee int"]);
        let knowledge = Knowledge::build(fake::catalog(vec![visits]), "1".into(), vec![profiled], Vec::new());
        let by = |of: &str| [candidate(&format!("SELECT {of}, COUNT(*) FROM visits GROUP BY {of}"))];
        let months = by("strftime('%Y-%m', day)");
        assert!(is_blind(&knowledge, &by("paid"), &months));
        assert!(!is_blind(&knowledge, &by("fee"), &months));
        assert!(!is_blind(&knowledge, &by("day"), &months));
    }
}
