//! Groups that may be one: 'BSc Econ' beside 'BSc Economics', 'Texas' beside 'texas'.
//!
//! In: a result with groups. Out: a sentence about the first two names of which one looks like the other cut short, or that
//! differ in capitals and blanks alone.
//! Deliberately absent: names that differ in a figure, which are things of their own.

use askwell_contract::run::Assumption;
use askwell_contract::{Cell, ResultSet};

use super::strays::Stray;

/// So many letters are left of a word that is cut short, and so many are cut off.
const LEFT: usize = 3;
const CUT: usize = 2;
/// In more rows than these nobody looks for two of a kind.
const ROWS: usize = 200;

pub fn twins(grouped: bool, result: &ResultSet) -> Option<Stray> {
    if !grouped || result.rows.len() > ROWS {
        return None;
    }
    let named = result.rows.iter().filter_map(|row| match row.first()? {
        Cell::Text(text) => Some((text.as_str(), words(text))),
        _ => None,
    });
    let named: Vec<(&str, Vec<String>)> = named.collect();
    let (short, long) = named.iter().find_map(|(short, of)| {
        let long = named
            .iter()
            .find(|(long, other)| is_cut_short(of, other) || short != long && of == other)?;
        Some((short, long.0))
    })?;
    Some(Stray {
        kind: Assumption::Spelling,
        says: format!("'{short}' and '{long}' are counted apart; they may be one."),
        many: true,
    })
}

fn words(text: &str) -> Vec<String> {
    let bare = |word: &str| word.trim_end_matches('.').to_lowercase();
    text.split_whitespace().map(bare).collect()
}

/// Whether the words of one are those of the other, one or more of them cut short.
fn is_cut_short(short: &[String], long: &[String]) -> bool {
    let cut = |(a, b): (&String, &String)| {
        let letters = a.chars().chain(b.chars()).all(char::is_alphabetic);
        letters
            && a.chars().count() >= LEFT
            && b.chars().count() >= a.chars().count() + CUT
            && b.starts_with(a.as_str())
    };
    let pairs = || short.iter().zip(long);
    short.len() == long.len() && pairs().any(cut) && pairs().all(|p| p.0 == p.1 || cut(p))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_cut_short_is_told_from_another_name() {
        for (short, long) in [
            ("BSc Econ", "BSc Economics"),
            ("Acc.", "Accounts"),
            ("Sales Dep", "Sales Department"),
        ] {
            assert!(is_cut_short(&words(short), &words(long)), "{short} {long}");
        }
        for (one, other) in [
            ("Room 1", "Room 12"),
            ("Art", "Arts"),
            ("BSc Econ", "BSc Economics Hons"),
            ("North", "South"),
            ("UK", "Ukraine"),
        ] {
            assert!(!is_cut_short(&words(one), &words(other)), "{one} {other}");
        }
    }

    #[test]
    fn names_that_differ_in_capitals_and_blanks_alone_may_be_one() {
        let result = |names: [&str; 2]| ResultSet {
            columns: Vec::new(),
            rows: names.map(|name| vec![Cell::Text(name.to_owned())]).to_vec(),
            truncated: None,
        };
        assert!(twins(true, &result(["Texas", "texas "])).is_some_and(|s| s.many));
        assert!(twins(true, &result(["Texas", "Texas"])).is_none());
        assert!(twins(true, &result(["Texas", "Kansas"])).is_none());
    }

    #[test]
    fn only_groups_are_looked_through() {
        let result = ResultSet {
            columns: Vec::new(),
            rows: ["BSc Econ", "BSc Economics"]
                .map(|name| vec![Cell::Text(name.to_owned())])
                .to_vec(),
            truncated: None,
        };
        let said = twins(true, &result).map(|t| t.says);
        assert_eq!(
            said.as_deref(),
            Some("'BSc Econ' and 'BSc Economics' are counted apart; they may be one.")
        );
        assert!(twins(false, &result).is_none());
    }
}
