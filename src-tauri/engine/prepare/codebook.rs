//! What codes stand for, where the words about their column say so ("A attended, C cancelled, M missed", "Y=yes; N=no"), or a table
//! that explains the codes of several columns, each under the name of its kind.
//!
//! In: a comment or a description, or the rows of such a table; and a column's texts. Out: texts with what they stand for.
//! Deliberately absent: codes that a table of their own explains, which is joined, and a single code, which may be an example.

use std::collections::BTreeMap;

use askwell_contract::{Cell, Row};

use crate::words::stem;

/// Characters of a text that is a code.
const CODE: usize = 12;
/// Words that one stands for.
const WORDS: usize = 6;

/// Texts with what the words about their column say of them; empty unless at least two, and half of them, are explained.
pub fn codes(words: &str, texts: &[String]) -> Vec<(String, String)> {
    let is_code = |t: &&String| !t.trim().is_empty() && t.trim().chars().count() <= CODE;
    let found: Vec<(String, String)> = texts
        .iter()
        .filter(is_code)
        .filter_map(|t| Some((t.clone(), meaning(words, t.trim())?)))
        .collect();
    match found.len() >= 2 && found.len() * 2 >= texts.len() {
        true => found,
        false => Vec::new(),
    }
}

/// What stands behind the code at the head of a part of the words.
fn meaning(words: &str, code: &str) -> Option<String> {
    let mut parts = words.split([',', ';', '\n', '|', '(', ')', '/', '.']);
    parts.find_map(|part| {
        let part = part.trim_start();
        // "Status: A attended" begins with the column.
        let heads = std::iter::once(part).chain(part.split_once(':').map(|p| p.1.trim_start()));
        heads.filter_map(|head| behind(head, code)).next()
    })
}

fn behind(head: &str, code: &str) -> Option<String> {
    let rest = head.trim_start_matches(['\'', '"']).strip_prefix(code)?;
    let rest = rest.trim_start_matches(['\'', '"']);
    if !rest.starts_with([' ', '=', ':', '-', '–', '—']) {
        return None;
    }
    let said = rest.trim_matches([' ', '=', ':', '-', '–', '—', '\'', '"']);
    let said = said.strip_prefix("means ").or(said.strip_prefix("is ")).unwrap_or(said);
    let letters = said.chars().next().is_some_and(char::is_alphabetic);
    let short = said.split_whitespace().count() <= WORDS;
    (letters && short && said.to_lowercase() != code.to_lowercase()).then(|| said.to_lowercase())
}

/// Kinds of codes by name, each with its codes and what they stand for.
#[derive(Debug, Default, PartialEq)]
pub struct Book(BTreeMap<String, Vec<(String, String)>>);

/// The places of kinds, codes and meanings among columns of these names; `None` where they are of something else.
pub fn places(names: &[Vec<String>]) -> Option<[usize; 3]> {
    let named = |words: &[&str]| {
        let has = |n: &Vec<String>| n.last().is_some_and(|w| words.contains(&w.as_str()));
        names.iter().position(has)
    };
    let kind = named(&["type", "kind", "category", "group", "domain", "set", "list", "field"])?;
    let code = named(&["code", "key", "value", "abbreviation", "short"])?;
    let meaning = named(&["meaning", "description", "desc", "explanation"])?;
    (kind != code).then_some([kind, code, meaning])
}

/// Reads a table of kinds, codes and meanings; `None` for any other. `names` are its columns in the order of the cells.
pub fn book(names: &[Vec<String>], rows: &[Row]) -> Option<Book> {
    let [kind, code, meaning] = places(names)?;
    let text = |row: &Row, at: usize| match row.get(at) {
        Some(Cell::Text(t)) => Some(t.trim().to_owned()),
        Some(Cell::Int(n)) => Some(n.to_string()),
        _ => None,
    };
    let mut kinds: BTreeMap<String, Vec<(String, String)>> = BTreeMap::new();
    for row in rows {
        let (kind, code, meaning) = (text(row, kind)?, text(row, code)?, text(row, meaning)?);
        let codes = kinds.entry(kind).or_default();
        if codes.iter().any(|c| c.0 == code) {
            return None;
        }
        // A code without a meaning explains nothing.
        if meaning.chars().any(char::is_alphanumeric) {
            codes.push((code, meaning.to_lowercase()));
        }
    }
    let several = kinds.len() > 1 && kinds.values().all(|codes| codes.len() > 1);
    let short = kinds.values().flatten().all(|c| c.0.chars().count() <= CODE);
    (several && short).then_some(Book(kinds))
}

impl Book {
    /// What a column's texts stand for: those of the kind that has them all and is called as the column or its table is.
    pub fn explains(&self, table: &[String], column: &[String], texts: &[String]) -> Vec<(String, String)> {
        let texts: Vec<&str> = texts.iter().map(|t| t.trim()).filter(|t| !t.is_empty()).collect();
        let holds = |codes: &[(String, String)]| texts.iter().all(|t| codes.iter().any(|c| c.0 == **t));
        let said = |words: &[String], kind: &str| words.iter().any(|w| stem(w) == stem(&kind.to_lowercase()));
        let found: Vec<_> = self.0.iter().filter(|k| holds(k.1)).collect();
        let by = |words: &[String]| {
            let mut called = found
                .iter()
                .filter(|k| k.0.split(['_', ' ']).any(|part| said(words, part)));
            called.next().filter(|_| called.next().is_none()).copied()
        };
        let kind = by(column).or_else(|| by(table)).filter(|_| !texts.is_empty());
        kind.map(|k| k.1.clone()).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(words: &str, texts: &[&str]) -> Vec<(String, String)> {
        codes(words, &texts.iter().map(|t| (*t).to_owned()).collect::<Vec<_>>())
    }

    #[test]
    fn codes_are_explained_in_the_ways_that_people_write() {
        let of = |words| {
            told(words, &["A", "C", "M"])
                .into_iter()
                .map(|c| c.1)
                .collect::<Vec<_>>()
        };
        let all = ["attended", "cancelled", "missed"];
        assert_eq!(of("A attended, C cancelled, M missed"), all);
        assert_eq!(of("A=attended; C = cancelled; M: missed"), all);
        assert_eq!(of("Status: A - attended, C - cancelled, M - missed"), all);
        assert_eq!(of("how it went (A attended / C cancelled / M missed)"), all);
    }

    #[test]
    fn words_that_only_begin_alike_explain_nothing() {
        assert_eq!(told("Always set, can be changed", &["A", "C"]), []);
        assert_eq!(told("A attended", &["A", "C", "M"]), []);
        assert_eq!(told("", &["A", "C"]), []);
    }

    fn words(name: &str) -> Vec<String> {
        name.split(' ').map(str::to_owned).collect()
    }

    fn rows(of: &[[&str; 3]]) -> Vec<Row> {
        let cell = |text: &&str| Cell::Text((*text).to_owned());
        of.iter().map(|row| row.iter().map(cell).collect()).collect()
    }

    #[test]
    fn one_table_explains_the_codes_of_several_kinds() {
        let names = [words("code type"), words("code"), words("meaning")];
        let all = rows(&[
            ["ACCOUNT", "A", "Active"],
            ["ACCOUNT", "S", "Suspended"],
            ["BOOKING", "A", "Arrived"],
            ["BOOKING", "X", "Cancelled"],
        ]);
        let book = book(&names, &all).unwrap();
        let of = |column: &str, texts: &[&str]| {
            let texts: Vec<String> = texts.iter().map(|t| (*t).to_owned()).collect();
            let found = book.explains(&words("members"), &words(column), &texts);
            found.into_iter().map(|c| c.1).collect::<Vec<_>>()
        };
        assert_eq!(of("booking status", &["A", "X"]), ["arrived", "cancelled"]);
        assert_eq!(of("account status", &["A"]), ["active", "suspended"]);
        // Grades are no states, though their letters are.
        assert!(of("grade", &["A", "X"]).is_empty() && of("account status", &["A", "Q"]).is_empty());
    }

    #[test]
    fn a_list_of_one_kind_and_a_code_twice_explain_nothing() {
        let names = [words("code type"), words("code"), words("meaning")];
        assert_eq!(book(&names, &rows(&[["A", "X", "Left"], ["A", "Y", "Right"]])), None);
        let twice = rows(&[
            ["A", "X", "Left"],
            ["A", "X", "Right"],
            ["B", "X", "Up"],
            ["B", "Y", "Down"],
        ]);
        assert_eq!(book(&names, &twice), None);
        let gap = rows(&[
            ["A", "X", ""],
            ["A", "Y", "Up"],
            ["A", "Z", "Down"],
            ["B", "X", "In"],
            ["B", "Y", "Out"],
        ]);
        let found = book(&names, &gap)
            .unwrap()
            .explains(&[], &words("a"), &["Y".to_owned()]);
        assert!(found.iter().all(|c| c.0 != "X"), "{found:?}");
        // A menu is none.
        let menu = [words("category"), words("code"), words("name")];
        assert_eq!(book(&menu, &gap), None);
        let plain = [words("code"), words("name"), words("town")];
        assert_eq!(book(&plain, &rows(&[["A", "Ann", "Leeds"], ["B", "Bo", "York"]])), None);
    }
}
