//! Codes spoken of by what they stand for: "express" for `EXP`, "withdrawals" for `WDL`, "open" for `O`.
//!
//! In: a word and a column's commonest texts. Out: the text that is short for the word, where just one is. Deliberately
//! absent: codes whose meaning another table holds; that one is looked up like any value.

use crate::known::{Column, Role};
use crate::stretches::is_month;
use crate::words::among;

/// Longest text that is taken for an abbreviation.
const LONGEST: usize = 4;

/// Whether a text is a word with its vowels left out: "Pvt" among 'NHS' and 'Denplan'.
fn is_clipped(value: &str) -> bool {
    let letters = value.trim().to_lowercase();
    (3..=LONGEST).contains(&letters.len())
        && letters.chars().all(|c| c.is_ascii_alphabetic() && !"aeiou".contains(c))
        && !value.trim().chars().all(char::is_uppercase)
}

fn is_coded(column: &Column) -> bool {
    let coded = matches!(column.role, Role::Code | Role::Category | Role::Flag | Role::Reference) && column.is_text();
    let capitals = |v: &str| v.len() == LONGEST + 1 && v.chars().all(char::is_uppercase);
    let short = |v: &String| {
        let v = v.trim();
        (v.len() <= LONGEST || capitals(v)) && v.chars().all(char::is_alphabetic)
    };
    let said = column.top.iter().any(|v| !v.trim().is_empty());
    coded && column.distinct <= 30 && said && column.top.iter().all(short)
}

/// The code of the column that the word may be written out for, with how sure that is, 0..=1.
pub(crate) fn code<'a>(column: &'a Column, word: &str) -> Option<(&'a str, f64)> {
    let sexes = column.words.iter().any(|w| matches!(w.as_str(), "sex" | "gender"))
        || column
            .top
            .iter()
            .all(|v| matches!(v.to_lowercase().as_str(), "y" | "n" | "t" | "f" | "yes" | "no"));
    // Two letters of a place or of a currency are short for its name alone: "order" is no Oregon.
    let place = |w: &String| matches!(w.as_str(), "state" | "province" | "country" | "county" | "currency");
    let places = column.words.iter().any(place) && column.top.iter().all(|v| v.trim().len() <= 2);
    if sexes || places || is_register(column) || is_month(word) {
        return None;
    }
    if is_compass(column) {
        let point = point(word)?;
        let found = column.top.iter().find(|v| v.trim().eq_ignore_ascii_case(point));
        return found.map(|v| (v.as_str(), 0.9));
    }
    if !is_coded(column) {
        return clipped(column, word);
    }
    if is_alphabet(column) {
        return None;
    }
    let mut best: Option<(&str, f64)> = None;
    let mut tied = false;
    // Where some rows say nothing a single letter is a mark rather than short for a word.
    let blank = column.top.iter().any(|v| v.trim().is_empty());
    let least = if blank { 2 } else { 1 };
    for value in column.top.iter().filter(|v| v.trim().chars().count() >= least) {
        let code = value.trim().to_lowercase();
        let Some(sure) = stands_for(&code, word).filter(|_| !is_of_calendar(&code)) else {
            continue;
        };
        match best {
            Some((_, most)) if most > sure => {}
            Some((_, most)) if (most - sure).abs() < 1e-9 => tied = true,
            _ => {
                best = Some((value, sure));
                tied = false;
            }
        }
    }
    best.filter(|_| !tied)
}

/// Two letters for each of many things come from a register of places, languages or firms, and are short for no other word:
/// "since" is no Sweden.
fn is_register(column: &Column) -> bool {
    let pair = |v: &String| v.trim().len() == 2 && v.trim().chars().all(char::is_uppercase);
    column.distinct > 12 && column.top.iter().all(pair)
}

/// Where the wind comes from: three points of the compass or more, and at most one text that is none.
fn is_compass(column: &Column) -> bool {
    const POINTS: &str = "n ne e se s sw w nw nne ene ese sse ssw wsw wnw nnw";
    let points = column.top.iter().filter(|v| among(POINTS, &v.trim().to_lowercase()));
    let points = points.count();
    points >= 3 && points + 1 >= column.top.len()
}

/// The letters of a point of the compass: "northwest", "south-easterly".
fn point(word: &str) -> Option<&'static str> {
    let word = word.replace('-', "");
    let word = word.strip_suffix("erly").or(word.strip_suffix("ern")).unwrap_or(&word);
    Some(match word {
        "north" => "n",
        "northeast" => "ne",
        "east" => "e",
        "southeast" => "se",
        "south" => "s",
        "southwest" => "sw",
        "west" => "w",
        "northwest" => "nw",
        _ => return None,
    })
}

/// Grades: four letters or more that follow each other in the alphabet are short for no word.
fn is_alphabet(column: &Column) -> bool {
    let letter = |v: &String| match v.trim().as_bytes() {
        [one] if one.is_ascii_alphabetic() => Some(one.to_ascii_uppercase()),
        _ => None,
    };
    let Some(mut letters) = column.top.iter().map(letter).collect::<Option<Vec<u8>>>() else {
        return false;
    };
    letters.sort_unstable();
    letters.dedup();
    letters.len() >= 4 && letters.windows(2).all(|w| w[1] == w[0] + 1)
}

/// The one clipped text that runs through the word from its first letter to its last, in a column of other texts.
fn clipped<'a>(column: &'a Column, word: &str) -> Option<(&'a str, f64)> {
    let few = column.is_text() && column.distinct <= 30 && word.len() > LONGEST;
    let stands = |v: &&String| {
        let code = v.trim().to_lowercase();
        is_clipped(v) && !is_of_calendar(&code) && stands_for(&code, word).is_some()
    };
    let mut found = column.top.iter().filter(|_| few).filter(stands);
    let first = found.next()?;
    found.next().is_none().then_some((first.as_str(), 0.6))
}

/// The code of the column that the first letters of some words are: "no shows", "returned to sender" of `RTS`. Two words may
/// begin like a code by chance.
pub(crate) fn initials<'a>(column: &'a Column, words: &[&str]) -> Option<(&'a str, f64)> {
    let letters: String = words.iter().filter_map(|w| w.chars().next()).collect();
    let is = |v: &String| v.trim().to_lowercase() == letters && !is_register(column);
    // Other words may begin so by chance: "units sold after" is no USA.
    let denies = words.contains(&"not") || words.first() == Some(&"no");
    // "Do not contact": three letters in capitals stand by themselves among words.
    let capitals = |v: &String| {
        words.len() > 2 && denies && column.is_text() && column.distinct <= 30 && v.chars().all(char::is_uppercase)
    };
    let found = column.top.iter().find(|v| is(v) && (is_coded(column) || capitals(v)));
    found.map(|v| (v.as_str(), if words.len() > 2 { 0.9 } else { 0.6 }))
}

/// Whether it is short for a day of the week or a month, and so for no other word: "money" is no Monday.
fn is_of_calendar(code: &str) -> bool {
    "mon tue tues wed thu thur thurs fri sat sun jan feb mar apr jun jul aug sep sept oct nov dec"
        .split(' ')
        .any(|w| w == code)
}

/// How sure it is that a code is short for a word.
fn stands_for(code: &str, word: &str) -> Option<f64> {
    // A cross strikes out: `CX`, `X`, `CXL`.
    if word.starts_with("cancel") && matches!(code, "x" | "cx" | "cxl" | "cnx" | "xx") {
        return Some(0.6);
    }
    if word.len() <= code.len() || word.len() < 3 || code.chars().next() != word.chars().next() {
        return None;
    }
    let mut letters = word.chars();
    let within = code.chars().all(|c| letters.any(|l| l == c));
    match code.len() {
        1 => Some(0.25),
        2 if word.starts_with(code) => Some(0.5),
        2 if within => Some(0.3),
        _ if word.starts_with(code) => Some(0.8),
        _ if within => Some(0.6),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_stands_for_words_that_it_begins_or_runs_through() {
        assert_eq!(stands_for("exp", "express"), Some(0.8));
        assert_eq!(stands_for("wdl", "withdrawal"), Some(0.6));
        assert_eq!(stands_for("o", "open"), Some(0.25));
        assert_eq!(stands_for("exp", "economy"), None);
        assert_eq!(stands_for("cx", "cancelled"), Some(0.6));
    }

    #[test]
    fn codes_of_five_capitals_are_codes_among_shorter_ones() {
        let mut column = Column::made("wo_typ", 100, 0, 3, String::new());
        (column.role, column.kind, column.view) = (Role::Category, askwell_contract::TypeKind::Text, None);
        column.top = ["BRKD", "PREV", "CALIB"].map(str::to_owned).to_vec();
        assert_eq!(code(&column, "breakdowns"), Some(("BRKD", 0.6)));
        assert_eq!(code(&column, "calibration"), Some(("CALIB", 0.8)));
        column.top = ["Brkd", "Prev", "Calib"].map(str::to_owned).to_vec();
        assert_eq!(code(&column, "calibration"), None);
    }

    #[test]
    fn a_clipped_word_is_short_among_whole_ones() {
        let mut column = Column::made("plan", 100, 0, 3, String::new());
        (column.role, column.kind, column.view) = (Role::Category, askwell_contract::TypeKind::Text, None);
        column.top = ["NHS", "Pvt", "Denplan"].map(str::to_owned).to_vec();
        assert_eq!(code(&column, "private"), Some(("Pvt", 0.6)));
        // Capitals are letters of several words, and a word that ends before the text does is another.
        assert_eq!(code(&column, "nurses"), None);
        column.top = ["Pvt", "Prvt", "Denplan"].map(str::to_owned).to_vec();
        assert_eq!(code(&column, "private"), None);
    }

    #[test]
    fn blanks_beside_codes_are_no_codes_and_leave_no_single_letters() {
        let mut column = Column::made("paid_by", 100, 0, 3, String::new());
        (column.role, column.kind, column.view) = (Role::Code, askwell_contract::TypeKind::Text, None);
        column.top = ["BACS", "Chq", ""].map(str::to_owned).to_vec();
        assert_eq!(code(&column, "cheque"), Some(("Chq", 0.6)));
        column.top = ["", "K", "E"].map(str::to_owned).to_vec();
        assert_eq!(code(&column, "entries"), None);
    }

    #[test]
    fn points_of_the_compass_and_letters_of_a_register_are_short_for_their_names_alone() {
        let mut column = Column::made("wind", 100, 0, 4, String::new());
        (column.role, column.kind, column.view) = (Role::Code, askwell_contract::TypeKind::Text, None);
        column.top = ["SE", "NW", "cv", "NE"].map(str::to_owned).to_vec();
        assert_eq!(code(&column, "northwest"), Some(("NW", 0.9)));
        assert_eq!(code(&column, "since"), None);
        column.top = ["EE", "SE", "IE", "FR"].map(str::to_owned).to_vec();
        column.distinct = 28;
        assert_eq!(code(&column, "since"), None);
        assert_eq!(initials(&column, &["european", "election"]), None);
    }

    #[test]
    fn days_of_the_week_are_short_for_nothing_else() {
        let mut column = Column::made("day", 100, 0, 3, String::new());
        (column.role, column.kind, column.view) = (Role::Code, askwell_contract::TypeKind::Text, None);
        column.top = ["Mon", "Tue", "Sat"].map(str::to_owned).to_vec();
        assert_eq!(code(&column, "money"), None);
    }
}
