//! One and many of what an English noun names: `order line` of `order lines`, and back.
//!
//! In: a lower-case word. Out: the word, in the other number. Deliberately absent: stems, which join more than numbers
//! and are no words (see [`super::stem`]).

use super::{among, is_word, split_name};

const IRREGULAR: [(&str, &str); 18] = [
    ("people", "person"),
    ("men", "man"),
    ("women", "woman"),
    ("children", "child"),
    ("feet", "foot"),
    ("mice", "mouse"),
    ("leaves", "leaf"),
    ("shelves", "shelf"),
    ("movies", "movie"),
    ("cookies", "cookie"),
    ("indices", "index"),
    ("matrices", "matrix"),
    ("vertices", "vertex"),
    ("criteria", "criterion"),
    ("analyses", "analysis"),
    ("diagnoses", "diagnosis"),
    ("gases", "gas"),
    ("lenses", "lens"),
];

/// Words in -s that name one thing, or that name many things and have no other number.
const ONE_FORM: &str = "series species news gas lens atlas canvas goods statistics logistics mathematics physics \
                        economics electronics always was has this";
/// Nouns of which nobody says several.
const MASS: &str = "staff personnel equipment stock inventory furniture information data";

/// Characters of a name that a sentence has room for.
const LONGEST: usize = 40;

/// One of what an English plural names.
pub fn singular(word: &str) -> String {
    if let Some((_, one)) = IRREGULAR.iter().find(|w| w.0 == word) {
        return (*one).to_owned();
    }
    let ends = |tails: &[&str]| tails.iter().any(|tail| word.ends_with(tail));
    if word.len() < 4 || ends(&["ss", "us", "is"]) || one_form(word) {
        return word.to_owned();
    }
    if let Some(start) = word.strip_suffix("ies") {
        return format!("{start}y");
    }
    let Some(long) = word.strip_suffix('s') else {
        return word.to_owned();
    };
    // "houses" is of "house", "statuses" of "status": the vocabulary tells them apart.
    let hissing = ends(&["sses", "xes", "ches", "shes", "uses", "zzes"]);
    match long.strip_suffix('e') {
        Some(short) if hissing && (is_word(short) || !is_word(long)) => short.to_owned(),
        _ => long.to_owned(),
    }
}

/// Several of what a word names.
pub fn plural(word: &str) -> String {
    if let Some((many, _)) = IRREGULAR.iter().find(|w| w.1 == word) {
        return (*many).to_owned();
    }
    let vowel = |w: &str| w.ends_with(['a', 'e', 'i', 'o', 'u']);
    if singular(word) != word || one_form(word) {
        return word.to_owned();
    }
    match word.strip_suffix('y') {
        Some(start) if !start.is_empty() && !vowel(start) => return format!("{start}ies"),
        _ => {}
    }
    if word.ends_with(['s', 'x']) || word.ends_with("ch") || word.ends_with("sh") {
        return format!("{word}es");
    }
    format!("{word}s")
}

/// What the rows of a table are called: several of what it is named after. A sheet by itself, `bank.csv`, has rows; its name
/// says where they come from.
pub fn rows_of(table: &[String], alone: bool) -> String {
    // "Members of club": what stands before "of" is counted.
    let head = table
        .iter()
        .position(|w| w == "of")
        .unwrap_or(table.len())
        .checked_sub(1);
    let Some(head) = head else {
        return "rows".to_owned();
    };
    // "Starters and leavers" are two, and a row is one of them.
    let two = head > 0 && table[head - 1..=head].iter().all(|w| w.ends_with("ers"));
    if alone && two {
        return "rows".to_owned();
    }
    let mut words = table.to_vec();
    if !among(MASS, &words[head]) {
        words[head] = plural(&words[head]);
    }
    match words == table {
        false if alone => "rows".to_owned(),
        _ => words.join(" "),
    }
}

/// A column's name in a sentence: as it is written where a person wrote it in words, "Amount (GBP)", else its words.
pub fn said(name: &str, words: &[String]) -> String {
    match name.trim().contains([' ', '(']) && name.len() <= LONGEST {
        true => name.trim().to_owned(),
        false => words.join(" "),
    }
}

/// Whether a column is called as one of what its table holds many of: `flight` of `flights`. It names a row, and says not
/// how many there are.
pub fn one_of(column: &str, table: &str) -> bool {
    let (column, table) = (split_name(column), split_name(table));
    let (Some((one, of)), Some((many, rest))) = (column.split_last(), table.split_last()) else {
        return false;
    };
    one != many && *one == singular(many) && (of.is_empty() || of == rest)
}

/// "a" or "an".
pub fn article(word: &str) -> &'static str {
    if word.starts_with(['a', 'e', 'i', 'o', 'u']) && !word.starts_with("uni") && !word.starts_with("use") {
        "an"
    } else {
        "a"
    }
}

fn one_form(word: &str) -> bool {
    among(ONE_FORM, word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_called_after_their_table_and_a_sheets_are_rows() {
        let rows = |name: &str, alone| rows_of(&split_name(name), alone);
        assert_eq!(rows("order_line", false), "order lines");
        assert_eq!(rows("member_of_club", false), "members of club");
        assert_eq!(
            (rows("staff", false), rows("bank", true)),
            ("staff".into(), "rows".into())
        );
        assert_eq!(rows("movies", true), "movies");
        assert_eq!(rows("starters_leavers", true), "rows");
        assert_eq!(said("Amount (GBP)", &split_name("Amount (GBP)")), "Amount (GBP)");
        assert_eq!(said("unit_price", &split_name("unit_price")), "unit price");
    }

    #[test]
    fn plurals_and_singulars_are_each_others() {
        for (one, many) in [
            ("order", "orders"),
            ("category", "categories"),
            ("person", "people"),
            ("box", "boxes"),
            ("branch", "branches"),
            ("address", "addresses"),
            ("status", "statuses"),
            ("house", "houses"),
            ("day", "days"),
            ("movie", "movies"),
            ("café", "cafés"),
        ] {
            assert_eq!((singular(many).as_str(), plural(one).as_str()), (one, many));
        }
        for same in ["status", "series", "address", "analysis", "news"] {
            assert_eq!(singular(same), same);
        }
        for same in ["sales", "series", "goods", "orders"] {
            assert_eq!(plural(same), same);
        }
    }

    #[test]
    fn a_column_that_is_called_as_one_row_names_it() {
        assert!(one_of("flight", "flights") && one_of("Flight", "Flights") && one_of("bus_trip", "bus_trips"));
        assert!(!one_of("sales", "sales") && !one_of("visits", "visits") && !one_of("flight_count", "flights"));
    }
}
