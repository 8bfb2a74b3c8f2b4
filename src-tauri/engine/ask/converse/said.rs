//! What the words of a turn give away before anything is looked up: whether it points back, and what it asks to change.
//!
//! In: the turn's words. Out: [`Said`]. Deliberately absent: any name or value of a database.

use std::collections::BTreeSet;

use crate::words::lexicon::is_function_word;
use crate::words::{tokenise, Token, TokenKind};
use askwell_reader::lexicon;

/// Words that point at things spoken of.
const POINTING: [&str; 15] = [
    "them", "they", "those", "these", "their", "theirs", "it", "its", "he", "him", "his", "she", "her", "hers", "same",
];
/// In front of a noun they point, too: "that customer".
const BEFORE_A_NOUN: [&str; 2] = ["that", "this"];
/// Words that "that" points behind, where it is not a relative pronoun.
const BEFORE_THAT: [&str; 14] = [
    "of", "for", "in", "to", "about", "from", "is", "are", "by", "does", "did", "do", "with", "at",
];
/// "Which ones", "the other one".
const ONES: [&str; 2] = ["one", "ones"];
/// How people go on; what stands behind is the change.
const LEADS: [(&str, &str); 22] = [
    ("and what about", "about"),
    ("and how about", "about"),
    ("what about", "about"),
    ("how about", "about"),
    ("and what of", "about"),
    ("what of", "about"),
    ("and the same for", "about"),
    ("the same for", "about"),
    ("same for", "about"),
    ("now only", "only"),
    ("and only", "only"),
    ("but only", "only"),
    ("only", "only"),
    ("just", "only"),
    ("of those", "of"),
    ("of these", "of"),
    ("of them", "of"),
    ("among them", "of"),
    ("among those", "of"),
    ("and", "and"),
    ("but", "and"),
    ("now", "and"),
];
/// Said for manners.
const MANNERS: [&str; 14] = [
    "ok",
    "okay",
    "please",
    "thanks",
    "thank you",
    "great",
    "good",
    "right",
    "then",
    "so",
    "also",
    "hi",
    "hello",
    "hey",
];
const ASKING: [&str; 9] = ["what", "which", "who", "whose", "when", "where", "how", "why", "whom"];
const ORDERING: [&str; 10] = [
    "show", "list", "give", "find", "tell", "return", "get", "display", "count", "provide",
];
const TOO: [&str; 4] = ["also", "too", "additionally", "plus"];
const DENYING: [&str; 9] = [
    "not",
    "without",
    "except",
    "excluding",
    "exclude",
    "no",
    "other",
    "never",
    "isn't",
];
const SORTING: [&str; 6] = ["sort", "sorted", "order", "ordered", "rank", "ranked"];
const EACH: [&str; 4] = ["by", "per", "each", "every"];
const FREEING: [&str; 5] = ["all", "any", "regardless", "everything", "everyone"];
const LOW: [&str; 14] = [
    "lowest",
    "least",
    "fewest",
    "smallest",
    "cheapest",
    "worst",
    "bottom",
    "last",
    "shortest",
    "youngest",
    "earliest",
    "ascending",
    "minimum",
    "slowest",
];
const HIGH: [&str; 14] = [
    "highest",
    "most",
    "largest",
    "biggest",
    "best",
    "top",
    "longest",
    "oldest",
    "latest",
    "descending",
    "maximum",
    "dearest",
    "greatest",
    "fastest",
];
const FIGURES: [(&str, &str); 14] = [
    ("average", "avg"),
    ("mean", "avg"),
    ("total", "sum"),
    ("sum", "sum"),
    ("altogether", "sum"),
    ("overall", "sum"),
    ("maximum", "max"),
    ("max", "max"),
    ("highest", "max"),
    ("minimum", "min"),
    ("min", "min"),
    ("lowest", "min"),
    ("most", "max"),
    ("least", "min"),
];
const ORDINALS: [&str; 10] = [
    "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth",
];

/// What a turn's words say by themselves.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Said {
    /// What stands behind the opening words, without the last mark.
    pub rest: String,
    /// Stable names of what was noticed.
    pub cues: BTreeSet<&'static str>,
    pub number: Option<u64>,
    /// Highest first, or lowest.
    pub down: Option<bool>,
    /// Rows that were shown, counted from 1.
    pub rows: Vec<u64>,
    /// An aggregate in SQL.
    pub figure: Option<&'static str>,
    /// Months to move a stretch of time by.
    pub shift: Option<i32>,
    /// Words with content.
    pub content: usize,
}

impl Said {
    pub fn has(&self, cue: &str) -> bool {
        self.cues.contains(cue)
    }
}

pub fn said(turn: &str) -> Said {
    let mut out = Said::default();
    let plain = turn.trim().trim_end_matches(['?', '.', '!', ' ']);
    let mut rest = plain.trim_start();
    while let Some(behind) = MANNERS.iter().find_map(|word| led_by(rest, word)) {
        if behind.is_empty() {
            break;
        }
        rest = behind;
    }
    if let Some((behind, cue)) = LEADS.iter().find_map(|(lead, cue)| Some((led_by(rest, lead)?, *cue))) {
        if !behind.is_empty() {
            out.cues.insert(match cue {
                "about" => "lead-about",
                "only" => "lead-only",
                "of" => "lead-of",
                _ => "lead-and",
            });
            rest = behind;
        }
    }
    out.rest = rest.to_owned();
    let tokens = tokenise(plain);
    mark(&mut out, &tokens);
    // "Tell me about the third", "what is their total": the answer to a word is what the word asks for.
    let lower = plain.to_lowercase();
    out.shift = shift(&lower);
    if lower.contains("instead") {
        out.cues.insert("instead");
    }
    if lower.contains("as well") || lower.contains("along with") {
        out.cues.insert("too");
    }
    for phrase in ["other way", "reverse", "opposite order", "the other end"] {
        if lower.contains(phrase) {
            out.cues.insert("turned");
        }
    }
    for phrase in ["share", "percent", "proportion"] {
        if lower.contains(phrase) {
            out.cues.insert("share");
        }
    }
    for phrase in [
        "tell me more",
        "more about",
        "all about",
        "details",
        "detail",
        "everything about",
        "all information",
    ] {
        if lower.contains(phrase) {
            out.cues.insert("details");
        }
    }
    if lower.contains("how many") || lower.contains("number of") || lower.starts_with("count") {
        out.cues.insert("counts");
    }
    if lower.contains("distinct") || lower.contains("different") || lower.contains("duplicate") {
        out.cues.insert("different");
    }
    out
}

fn led_by<'a>(text: &'a str, lead: &str) -> Option<&'a str> {
    let head = text.get(..lead.len())?;
    let behind = text.get(lead.len()..)?;
    let ends = behind.chars().next().is_none_or(|c| !c.is_alphanumeric() && c != '\'');
    (head.eq_ignore_ascii_case(lead) && ends).then(|| behind.trim_start_matches([',', ' ', '.', '!', ':']))
}

fn mark(out: &mut Said, tokens: &[Token]) {
    let is = |at: usize, list: &[&str]| tokens.get(at).is_some_and(|t| t.is_any(list));
    let mut asks = false;
    for (at, token) in tokens.iter().enumerate() {
        let lower = token.lower.as_str();
        if POINTING.contains(&lower) {
            out.cues.insert("points");
        }
        let noun_behind = tokens
            .get(at + 1)
            .is_some_and(|t| t.kind == TokenKind::Word && !is_function_word(&t.lower));
        // "that customer", but not "the customers that ordered".
        if BEFORE_A_NOUN.contains(&lower) && noun_behind && (at == 0 || is(at - 1, &BEFORE_THAT)) {
            out.cues.insert("points");
        }
        if ONES.contains(&lower) && at > 0 && !is(at - 1, &["no", "at", "least", "than"]) {
            out.cues.insert("ones");
        }
        if ASKING.contains(&lower) {
            asks = true;
        }
        if ORDERING.contains(&lower) && at < 4 {
            out.cues.insert("orders");
        }
        for (list, cue) in [
            (TOO.as_slice(), "too"),
            (DENYING.as_slice(), "denies"),
            (SORTING.as_slice(), "sorts"),
            (EACH.as_slice(), "each"),
            (FREEING.as_slice(), "frees"),
        ] {
            if list.contains(&lower) {
                out.cues.insert(cue);
            }
        }
        if LOW.contains(&lower) {
            out.down = Some(false);
            out.cues.insert("superlative");
        }
        if HIGH.contains(&lower) {
            out.down = Some(true);
            out.cues.insert("superlative");
        }
        if let Some((scale, _)) = lexicon::scale(lower).filter(|(_, degree)| *degree == lexicon::Degree::Superlative) {
            out.down.get_or_insert(scale.up);
            out.cues.insert("superlative");
        }
        if let Some((_, figure)) = FIGURES.iter().find(|(word, _)| *word == lower) {
            out.figure.get_or_insert(figure);
            out.cues.insert("figure");
        }
        if let Some(n) = token.number.filter(|n| *n >= 1.0 && *n < 1000.0 && n.fract() == 0.0) {
            if token.kind == TokenKind::Number {
                out.number.get_or_insert(n as u64);
                out.cues.insert("number");
            }
        }
        if let Some(at) = ORDINALS.iter().position(|o| *o == lower) {
            out.rows.push(at as u64 + 1);
        }
        let content = token.kind != TokenKind::Mark
            && !is_function_word(lower)
            && !lexicon::is_filler(lower)
            && !POINTING.contains(&lower);
        out.content += usize::from(content);
    }
    if asks {
        out.cues.insert("asks");
    } else if !out.has("orders") {
        out.cues.insert("fragment");
    }
    if out.content <= 3 {
        out.cues.insert("short");
    }
    // "The first one", "the third": a row; "the first three": a number of rows; "second highest" is neither.
    let row = !out.rows.is_empty() && out.number.is_none() && !out.has("superlative");
    match row {
        true => {
            out.cues.insert("row");
        }
        false => out.rows.clear(),
    }
}

fn shift(lower: &str) -> Option<i32> {
    for (unit, months) in [("year", 12), ("quarter", 3), ("month", 1)] {
        for (way, sign) in [
            (format!("{unit} before"), -1),
            (format!("previous {unit}"), -1),
            (format!("prior {unit}"), -1),
            (format!("{unit} earlier"), -1),
            (format!("{unit} after"), 1),
            (format!("following {unit}"), 1),
            (format!("{unit} later"), 1),
        ] {
            if lower.contains(&way) {
                return Some(sign * months);
            }
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn points(turn: &str) -> bool {
        said(turn).has("points") || said(turn).has("ones")
    }

    #[test]
    fn turns_that_point_back_are_told_from_others() {
        for turn in [
            "What are their names?",
            "How many of them are there?",
            "Which ones are in Spain?",
            "Where does that customer live?",
            "and its price?",
        ] {
            assert!(points(turn), "{turn}");
        }
        for turn in [
            "List the customers that ordered",
            "How many orders are there?",
            "What is the average price?",
        ] {
            assert!(!points(turn), "{turn}");
        }
    }

    #[test]
    fn the_change_stands_behind_the_opening_words() {
        for (turn, rest, cue) in [
            ("How about the Warriors?", "the Warriors", "lead-about"),
            ("Okay, and in Spain?", "in Spain", "lead-and"),
            ("only those in Spain", "those in Spain", "lead-only"),
            ("Of those, which is the oldest?", "which is the oldest", "lead-of"),
        ] {
            let found = said(turn);
            assert_eq!(
                (found.rest.as_str(), found.has(cue)),
                (rest, true),
                "{turn} {:?}",
                found.cues
            );
        }
        assert_eq!(said("Android phones").rest, "Android phones");
    }

    #[test]
    fn numbers_rows_directions_and_stretches_are_noticed() {
        let ten = said("the ten cheapest");
        assert_eq!((ten.number, ten.down), (Some(10), Some(false)));
        assert_eq!(said("tell me more about the third").rows, [3]);
        assert!(said("the second highest price").rows.is_empty());
        assert_eq!(said("and the year before?").shift, Some(-12));
        assert_eq!(said("the average instead").figure, Some("avg"));
        assert!(said("by month").has("each") && said("by month").has("fragment"));
    }
}
