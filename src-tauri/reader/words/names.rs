//! Names of tables and columns as words: `custFirstName`, `order_qty`, `shippingdate`.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use rust_stemmers::{Algorithm, Stemmer};

use super::among;
use super::english::{is_common, is_english};
use crate::lexicon;

/// Words that a schema's names are commonly glued from, and what abbreviations stand for. One entry a line:
/// `word` or `abbreviation = words`.
const VOCABULARY: &str = include_str!("vocabulary.txt");

/// Plural and other forms that the stemmer does not bring together.
const IRREGULAR: [(&str, &str); 31] = [
    ("people", "person"),
    ("persons", "person"),
    ("children", "child"),
    ("men", "man"),
    ("women", "woman"),
    ("mice", "mouse"),
    ("feet", "foot"),
    ("teeth", "tooth"),
    ("geese", "goose"),
    ("oxen", "ox"),
    ("leaves", "leaf"),
    ("lenses", "lens"),
    ("lives", "life"),
    ("wives", "wife"),
    ("knives", "knife"),
    ("shelves", "shelf"),
    ("criteria", "criterion"),
    ("data", "data"),
    ("indices", "index"),
    ("matrices", "matrix"),
    ("staffs", "staff"),
    ("aircrafts", "aircraft"),
    ("movies", "movie"),
    ("series", "series"),
    ("species", "species"),
    ("taught", "teach"),
    ("bought", "buy"),
    ("sold", "sell"),
    ("paid", "pay"),
    ("wrote", "write"),
    ("written", "write"),
];

/// Letters before "name" that say which part of a name it is.
const INITIALS: [(&str, &str); 3] = [("f", "first"), ("m", "middle"), ("l", "last")];

/// A word's stem (Snowball English), after irregular forms; equal stems are taken for the same word.
pub fn stem(lower: &str) -> String {
    // What is paid by the hour is no hour.
    if matches!(lower, "hourly" | "weekly" | "monthly" | "quarterly" | "yearly") {
        return lower.to_owned();
    }
    let base = IRREGULAR.iter().find(|w| w.0 == lower).map_or(lower, |w| w.1);
    if !base.is_ascii() || base.len() < 3 || base.bytes().any(|b| b.is_ascii_digit()) {
        return base.to_owned();
    }
    // "BLTs" and "PCs": the rules of English words see no plural where no vowel is.
    const OWN: [&str; 6] = ["mrs", "gps", "dns", "sms", "hrs", "yrs"];
    let vowels = ['a', 'e', 'i', 'o', 'u', 'y', 's'];
    let one = base.strip_suffix('s').filter(|one| !one.contains(vowels));
    if let Some(one) = one.filter(|_| !OWN.contains(&base)) {
        return one.to_owned();
    }
    Stemmer::create(Algorithm::English).stem(base).into_owned()
}

fn vocabulary() -> &'static BTreeMap<String, Vec<String>> {
    static MAP: OnceLock<BTreeMap<String, Vec<String>>> = OnceLock::new();
    MAP.get_or_init(|| {
        VOCABULARY
            .lines()
            .map(str::trim)
            .filter(|l| !l.is_empty() && !l.starts_with('#'))
            .flat_map(|line| match line.split_once('=') {
                Some((short, long)) => {
                    vec![(
                        short.trim().to_owned(),
                        long.split_whitespace().map(str::to_owned).collect(),
                    )]
                }
                None => line
                    .split_whitespace()
                    .map(|w| (w.to_owned(), vec![w.to_owned()]))
                    .collect(),
            })
            .collect()
    })
}

/// Whether a word of a column's name says which part of a person's name it keeps.
pub fn is_part_of_name(word: &str) -> bool {
    const PARTS: [&str; 11] = [
        "first",
        "last",
        "middle",
        "surname",
        "forename",
        "given",
        "family",
        "fname",
        "lname",
        "firstname",
        "lastname",
    ];
    PARTS.contains(&word)
}

/// Whether a lower-case piece of a name is a word, or stands for one.
pub fn is_word(piece: &str) -> bool {
    vocabulary().contains_key(&piece.to_lowercase())
}

/// Whether a word of English is made of these, as "birthday" is of a birth and a day; "context" has no extension, and postage no age.
fn is_compound(word: &str, parts: &[String]) -> bool {
    const LAST: &str = "book card day end name night paper point points shop station store table time";
    word == parts.concat() && parts.last().is_some_and(|last| among(LAST, last))
}

/// The words of a name, lower-case, abbreviations written out: `custFName` -> `customer first name`.
pub fn split_name(name: &str) -> Vec<String> {
    let mut out = Vec::new();
    let all = pieces(name);
    for (at, piece) in all.iter().enumerate() {
        // "Total inc VAT" keeps no income.
        let taxed = || {
            all.get(at + 1)
                .is_some_and(|p| matches!(p.as_str(), "vat" | "tax" | "gst"))
        };
        if piece == "inc" && taxed() {
            out.push("including".to_owned());
            continue;
        }
        match vocabulary().get(piece) {
            Some(words) => out.extend(words.iter().cloned()),
            None => match segment(piece).filter(|words| !is_english(piece) || is_compound(piece, words)) {
                Some(words) => out.extend(words),
                None => out.extend(ending(piece).unwrap_or_else(|| vec![piece.clone()])),
            },
        }
    }
    // `LName`, `f_name`.
    for at in 1..out.len() {
        let initial = INITIALS.iter().find(|i| i.0 == out[at - 1]);
        if let Some((_, part)) = initial.filter(|_| out[at] == "name") {
            out[at - 1] = (*part).to_owned();
        }
    }
    out
}

/// Cuts at underscores, blanks, dashes, camel humps, and digits that more than two letters stand before: `co2` and `m2` are
/// whole.
pub(crate) fn pieces(name: &str) -> Vec<String> {
    let chars: Vec<char> = name.chars().collect();
    let mut out = vec![String::new()];
    for (i, &c) in chars.iter().enumerate() {
        if !c.is_alphanumeric() {
            out.push(String::new());
            continue;
        }
        let before = i.checked_sub(1).map(|j| chars[j]);
        let hump = c.is_uppercase()
            && (before.is_some_and(char::is_lowercase)
                || (before.is_some_and(char::is_uppercase) && chars.get(i + 1).is_some_and(|n| n.is_lowercase())));
        let number = c.is_ascii_digit() != before.is_some_and(|b| b.is_ascii_digit())
            && before.is_some_and(char::is_alphanumeric)
            && !(c.is_ascii_digit() && out.last().is_some_and(|p| p.chars().count() <= 2));
        if hump || number {
            out.push(String::new());
        }
        if let Some(last) = out.last_mut() {
            last.extend(c.to_lowercase());
        }
    }
    out.retain(|p| !p.is_empty());
    out
}

/// Cuts a glued lower-case word into vocabulary words, the fewest that cover it whole.
fn segment(word: &str) -> Option<Vec<String>> {
    if !word.is_ascii() || word.len() < 5 || word.len() > 40 {
        return None;
    }
    let known = vocabulary();
    let mut best: Vec<Option<Vec<&str>>> = vec![None; word.len() + 1];
    best[0] = Some(Vec::new());
    for end in 2..=word.len() {
        for start in 0..end.saturating_sub(1) {
            let part = &word[start..end];
            if !known.contains_key(part) || (part.len() == 2 && part != "id" && part != "no") {
                continue;
            }
            if let Some(head) = best[start].clone() {
                if best[end].as_ref().is_none_or(|b| b.len() > head.len() + 1) {
                    let mut whole = head;
                    whole.push(part);
                    best[end] = Some(whole);
                }
            }
        }
    }
    let parts = best.pop().flatten()?;
    (parts.len() > 1).then(|| parts.iter().flat_map(|p| known[*p].iter().cloned()).collect())
}

/// A glued name of two or three words of English that ends with one names are glued from: `sugarpercent`, `lipsyncsong`.
fn ending(piece: &str) -> Option<Vec<String>> {
    /// With these a word of its own ends: "ownership", "average".
    const NO_WORD: &str =
        "ship age rent ratio like less able most id no book line head house room work side back board";
    if !piece.is_ascii() || is_common(piece) || piece.strip_suffix('s').is_some_and(is_common) {
        return None;
    }
    let cut = |at: usize| piece.is_char_boundary(at).then(|| piece.split_at(at));
    let last = |word: &str| word.len() > 3 && vocabulary().contains_key(word) && !among(NO_WORD, word);
    let before = |word: &str| word.len() > 2 && (is_common(word) || is_word(word)) && !lexicon::is_filler(word);
    (3..piece.len().saturating_sub(3)).find_map(|at| {
        let (head, tail) = cut(at)?;
        let parts: Vec<&str> = if !last(tail) {
            return None;
        } else if before(head) {
            vec![head, tail]
        } else {
            let within = (3..head.len().saturating_sub(2)).map(|at| head.split_at(at));
            let (one, two) = within.into_iter().find(|(one, two)| before(one) && before(two))?;
            vec![one, two, tail]
        };
        Some(parts.into_iter().map(str::to_owned).collect())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn split(name: &str) -> String {
        split_name(name).join(" ")
    }

    #[test]
    fn words_of_english_are_taken_apart_only_where_they_are_made_of_words() {
        for word in [
            "current",
            "latest",
            "context",
            "transport",
            "postage",
            "refused",
            "contractor",
            "submission",
        ] {
            assert_eq!(split(word), word);
        }
        assert_eq!(split("current_price"), "current price");
        assert_eq!(split("logins"), "logins");
        assert_eq!(split("birthday"), "birth day");
        assert_eq!(split("weekend_rate"), "week end rate");
    }

    #[test]
    fn glued_names_end_with_a_word_that_names_are_glued_from() {
        assert_eq!(split("sugarpercent"), "sugar percent");
        assert_eq!(split("lipsyncartist"), "lip sync artist");
        assert_eq!(split("birdstrikes"), "bird strikes");
        for word in [
            "viewership",
            "campuses",
            "concurrent",
            "seasons",
            "headquarters",
            "therapist",
        ] {
            assert_eq!(split(word), word);
        }
    }

    #[test]
    fn names_become_words() {
        assert_eq!(split("custFirstName"), "customer first name");
        assert_eq!(split("order_qty"), "order quantity");
        assert_eq!(split("HTTPStatus2"), "http status 2");
        assert_eq!(split("fname"), "first name");
        assert_eq!(split("LName"), "last name");
        assert_eq!(split("emp_F_NAME"), "employee first name");
        assert_eq!(split("co2_ppm"), "co2 ppm");
        assert_eq!(split("valid_from"), "valid from");
        assert_eq!(split("Pay Date"), "pay date");
        assert_eq!(split("orderid"), "order id");
        assert_eq!(split("café_größe"), "café größe");
    }

    #[test]
    fn singular_and_plural_share_a_stem() {
        for (a, b) in [
            ("cities", "city"),
            ("people", "person"),
            ("orders", "order"),
            ("children", "child"),
        ] {
            assert_eq!(stem(a), stem(b));
        }
    }
}
