//! How the names of a database are spoken of: English ones as the words they are made of, one or several of them; names in
//! another language as they are written, for nobody says "Kundes".
//!
//! In: names. Out: what stands in a sentence. Deliberately absent: which language it is.

use std::collections::BTreeSet;

use super::names::pieces;
use super::plurals::{rows_of, said};
use super::{is_word, split_name};

/// Different words that have to be there before they say anything of a language.
const ENOUGH: usize = 6;
/// Of the schemas of the public question sets, those in English have more known words than one in five; abbreviated ones
/// come nearest.
const ENGLISH: f64 = 0.2;
/// What people put before the name of a table that says no more than "table".
const MARKS: [&str; 4] = ["tbl", "tab", "t", "table"];

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Speech {
    /// The only table, a sheet by itself: its name says where its rows come from.
    alone: bool,
    foreign: bool,
}

impl Speech {
    /// `names`: of all tables and columns.
    pub fn of<'a>(tables: usize, names: impl Iterator<Item = &'a str>) -> Self {
        let words: BTreeSet<String> = names
            .flat_map(pieces)
            .filter(|w| w.chars().count() > 2 && w.chars().all(char::is_alphabetic))
            .collect();
        let known = words.iter().filter(|w| is_word(w) || split_name(w).len() > 1).count();
        Self {
            alone: tables == 1,
            foreign: words.len() >= ENOUGH && (known as f64) < ENGLISH * words.len() as f64,
        }
    }

    pub fn alone(self) -> bool {
        self.alone
    }

    /// Names in another language have no English plural.
    pub fn foreign(self) -> bool {
        self.foreign
    }

    pub fn table(self, name: &str, words: &[String]) -> String {
        match self.foreign {
            true => written(name),
            false => words[usize::from(marked(name, words))..].join(" "),
        }
    }

    /// What the rows of a table are called.
    pub fn rows(self, name: &str, words: &[String]) -> String {
        match (self.foreign, self.alone) {
            (true, true) => "rows".to_owned(),
            (true, false) => written(name),
            (false, alone) => rows_of(&words[usize::from(marked(name, words))..], alone),
        }
    }

    pub fn column(self, name: &str, words: &[String]) -> String {
        match self.foreign {
            true => written(name),
            false => said(name, words),
        }
    }
}

fn marked(name: &str, words: &[String]) -> bool {
    let first = pieces(name).into_iter().next();
    words.len() > 1 && first.is_some_and(|p| MARKS.contains(&p.as_str()))
}

/// As it is written, without the mark of a table.
fn written(name: &str) -> String {
    let plain = name.trim().replace('_', " ");
    let behind = plain
        .split_once(' ')
        .filter(|(mark, _)| MARKS.contains(&mark.to_lowercase().as_str()));
    behind.map_or(plain.as_str(), |(_, rest)| rest.trim()).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    const CLUB: [&str; 8] = [
        "tbl_mitglieder",
        "Kurse",
        "mg_nr",
        "nachname",
        "eintritt",
        "Gebühr",
        "bezeichnung",
        "id",
    ];
    const SHOP: [&str; 7] = [
        "orders",
        "order_id",
        "customer",
        "sku",
        "unit_price",
        "tbl_sightings",
        "quantity",
    ];

    #[test]
    fn names_in_another_language_are_said_as_they_are_written() {
        let speech = Speech::of(2, CLUB.into_iter());
        let rows = |name: &str| speech.rows(name, &split_name(name));
        assert_eq!(
            (rows("Kurse").as_str(), rows("tbl_mitglieder").as_str()),
            ("Kurse", "mitglieder")
        );
        assert_eq!(speech.column("mg_nr", &split_name("mg_nr")), "mg nr");
        assert_eq!(speech.table("Kurse", &split_name("Kurse")), "Kurse");
        assert_eq!(
            Speech::of(1, CLUB.into_iter()).rows("Kurse", &split_name("Kurse")),
            "rows"
        );
    }

    #[test]
    fn english_names_are_words_and_have_plurals() {
        let speech = Speech::of(2, SHOP.into_iter());
        let rows = |name: &str| speech.rows(name, &split_name(name));
        assert_eq!(
            (rows("order").as_str(), rows("tbl_sightings").as_str()),
            ("orders", "sightings")
        );
        assert_eq!(speech.column("unit_qty", &split_name("unit_qty")), "unit quantity");
    }
}
