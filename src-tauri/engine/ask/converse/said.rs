//! What the words of a turn give away before anything is looked up: whether it points back, and what it asks to change.
//!
//! In: the turn's words. Out: [`Said`]. Deliberately absent: any name or value of a database.

mod asked;
mod bare;
mod lists;
mod shape;

use std::collections::BTreeSet;

use crate::words::lexicon::is_function_word;
use crate::words::{tokenise, Token, TokenKind};
use askwell_reader::lexicon;

pub use asked::{Asked, What};
use lists::{
    ASKING, BEFORE_A_NOUN, BEFORE_THAT, BEING, BOUNDING, COUNTING, DENYING, EACH, FIGURES, FREEING, HIGH, LEADS, LOW,
    MANNERS, ONES, ORDERING, ORDINALS, PHRASES, POINTING, SORTING, TOO,
};
pub use shape::is_neutral;

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
    /// What a turn about the rows shown calls them.
    pub noun: Option<String>,
    /// What a word alone asks of the rows shown.
    pub asked: Option<Asked>,
    /// All of what the first few were shown of, by its noun where one is said.
    pub all: Option<Option<String>>,
    /// Only another order of what was shown: whether by letters, and its noun where one is said.
    pub order: Option<(bool, Option<String>)>,
}

impl Said {
    pub fn has(&self, cue: &str) -> bool {
        self.cues.contains(cue)
    }
}

/// Whether a word stands for things that were named before.
pub fn pointing(word: &str) -> bool {
    POINTING.contains(&word)
}

pub fn said(turn: &str) -> Said {
    let mut out = Said::default();
    let plain = turn.trim().trim_end_matches(['?', '.', '!', ' ']);
    let mut rest = plain.trim_start();
    let mut also = false;
    while let Some((word, behind)) = MANNERS.iter().find_map(|word| Some((*word, led_by(rest, word)?))) {
        if behind.is_empty() {
            break;
        }
        also |= word == "also";
        rest = behind;
    }
    let plainly = shape::plain(rest);
    let mut rest = plainly.as_str();
    // "Can you also show …" adds to what is shown; "also, how many …" is only polite.
    if also && ORDERING.iter().any(|verb| led_by(rest, verb).is_some()) {
        out.cues.insert("too");
    }
    let asked = rest;
    if let Some((behind, cue)) = LEADS.iter().find_map(|(lead, cue)| Some((led_by(rest, lead)?, *cue))) {
        if !behind.is_empty() {
            out.cues.insert(match cue {
                "about" => "lead-about",
                "only" => "lead-only",
                "of" => "lead-of",
                "too" => "too",
                "denies" => "denies",
                _ => "lead-and",
            });
            rest = behind;
        }
    }
    out.rest = rest.to_owned();
    let tokens = tokenise(asked);
    mark(&mut out, &tokens);
    let lower_asked = asked.to_lowercase();
    let words: Vec<&str> = lower_asked
        .split(|c: char| c.is_whitespace() || c == ',')
        .filter(|w| !w.is_empty())
        .collect();
    out.asked = asked::asked(&words);
    out.all = asked::all(&words);
    out.order = asked::in_order(&words);
    if shape::by_too(plain) {
        out.cues.insert("by too");
    }
    if out.asked.is_some() {
        out.cues.insert("asks of rows");
    }
    if out.all.is_some() {
        out.cues.insert("all of it");
    }
    // "Which was seen most often?" leaves out what it asks for.
    if matches!(words.as_slice(), ["which", verb, ..] if BEING.contains(verb)) {
        out.cues.insert("which alone");
    }
    if let Some((cue, noun)) = shape::shape(&words) {
        out.cues.insert(cue);
        out.noun = noun;
    }
    if ["of those", "of these", "of them"]
        .iter()
        .any(|of| lower_asked.contains(of))
    {
        out.cues.insert("of those");
    }
    // "Tickets per customer" says what is counted, and "per customer" does not.
    if shape::in_place(&words) {
        out.cues.insert("points");
        out.cues.insert("there");
    }
    let each = words.iter().position(|w| EACH.contains(w)).unwrap_or(0);
    if each > 0 && out.has("fragment") {
        out.cues.insert("names what");
    }
    // "Biggest first" puts in order, and speaks of no first row.
    if words.last() == Some(&"first") && out.has("superlative") {
        out.cues.insert("sorts");
        out.cues.insert("order alone");
        out.cues.remove("row");
        out.rows.clear();
    }
    for time in ["last", "latest", "earliest"] {
        if words.contains(&time) {
            out.cues.insert("by time");
        }
    }
    // "Tell me about the third", "what is their total": the answer to a word is what the word asks for.
    let lower = plain.to_lowercase();
    out.shift = shift(&lower);
    for (phrase, cue) in PHRASES {
        if lower.contains(phrase) {
            out.cues.insert(cue);
        }
    }
    for unit in ["more", "less", "fewer", "higher", "lower", "better", "worse"] {
        if (out.has("points") || lower.starts_with("is that")) && lower.contains(&format!("{unit} than")) {
            out.cues.insert("compares");
        }
    }
    if BEING.iter().any(|word| led_by(asked, word).is_some()) && lower.contains(" or ") {
        out.cues.insert("either");
    }
    // What is spoken of as "the" is taken to be known.
    let definite = [
        "what is the ",
        "what are the ",
        "what's the ",
        "whats the ",
        "what was the ",
        "what were the ",
    ];
    if definite.iter().any(|opening| asked.to_lowercase().starts_with(opening)) {
        out.cues.insert("definite");
    }
    // "The largest number of seats" is the top of a column or of counts, and not a count.
    let number = lower.find("number of").is_some_and(|at| {
        let word = lower[..at].split_whitespace().next_back().unwrap_or_default();
        !LOW.contains(&word) && !HIGH.contains(&word)
    });
    if lower.contains("how many") || number || lower.starts_with("count") {
        out.cues.insert("counts");
    }
    out
}

/// Whether a word only counts what was there, or takes all of it.
pub fn counting(word: &str) -> bool {
    COUNTING.contains(&word) || FREEING.contains(&word) || ["number", "count", "differ", "uniqu"].contains(&word)
}

/// Whether the turn ends in "there" and means a place by it.
pub fn in_place(turn: &str) -> bool {
    let lower = turn.to_lowercase();
    let words: Vec<&str> = lower
        .split_whitespace()
        .map(|w| w.trim_matches(['?', '.', '!', ',']))
        .collect();
    shape::in_place(&words)
}

/// What a figure is compared with: "in Germany" of "Is that more than in Germany?"
pub fn compared(turn: &str) -> Option<String> {
    let lower = turn.to_lowercase();
    let ties = [
        " than ",
        " compare with ",
        " compare to ",
        " compared with ",
        " compared to ",
        " versus ",
        " vs ",
        " from ",
    ];
    let found = ties.iter().filter_map(|tie| Some(lower.find(tie)? + tie.len())).min()?;
    let other = turn.get(found..)?.trim_end_matches(['?', '.', '!', ' ']);
    (lower.len() == turn.len() && !other.is_empty()).then(|| other.to_owned())
}

/// What a turn leaves out: "the returned ones" of "without the returned ones".
pub fn left(rest: &str) -> Option<&str> {
    let leads = [
        "without",
        "excluding",
        "except for",
        "except",
        "not counting",
        "leave out",
        "leaving out",
        "ignoring",
        "minus",
    ];
    let left = leads.iter().find_map(|lead| led_by(rest, lead))?;
    Some(left.strip_prefix("the ").unwrap_or(left)).filter(|left| !left.is_empty())
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
        if POINTING.contains(&lower) && !named_here(tokens, at) {
            out.cues.insert("points");
        }
        let noun_behind = tokens
            .get(at + 1)
            .is_some_and(|t| t.kind == TokenKind::Word && !is_function_word(&t.lower));
        // "that customer", but not "the customers that ordered".
        if BEFORE_A_NOUN.contains(&lower) && noun_behind && (at == 0 || is(at - 1, &BEFORE_THAT)) {
            out.cues.insert("points");
        }
        // "What type is that?", "what year is that for?"
        let ends = |from: usize| tokens[from..].iter().all(|t| t.kind == TokenKind::Mark);
        let tied = at > 0 && is(at - 1, &BEING) && is(at + 1, &BEFORE_THAT) && ends(at + 2);
        if BEFORE_A_NOUN.contains(&lower) && at > 0 && (tied || ends(at + 1)) {
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
        // "Those three" are as many as there are.
        let told = at > 0 && is(at - 1, &["those", "these", "both"]);
        // "The first one", "which one": a thing, and no number.
        let told = told
            || lower == "one"
                && at > 0
                && (is(at - 1, &["which", "that", "this", "the", "other"]) || is(at - 1, &ORDINALS));
        // "Higher than 21", "at least five", "flat number 2": no number of rows.
        let bound = at > 0 && is(at - 1, &BOUNDING) || at > 1 && is(at - 2, &["at"]) && is(at - 1, &["least", "most"]);
        if let Some(n) = token
            .number
            .filter(|_| !told && !bound)
            .filter(|n| *n >= 1.0 && *n < 1000.0 && n.fract() == 0.0)
        {
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
    let words: Vec<&str> = tokens
        .iter()
        .filter(|t| t.kind != TokenKind::Mark)
        .map(|t| t.lower.as_str())
        .collect();
    // "And how many are not?" leaves out what is denied, and "how many are there" what is counted: both were said before.
    if words.last().is_some_and(|w| *w == "not" || w.ends_with("n't")) {
        out.cues.insert("elliptic");
    }
    if words.contains(&"many") && words.iter().all(|w| COUNTING.contains(w)) {
        out.cues.insert("counts alone");
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

/// Whether a word stands for what the turn itself names before it: "for each crew, their boats", "with Leeds as their town".
fn named_here(tokens: &[Token], at: usize) -> bool {
    let is = |at: usize, list: &[&str]| tokens.get(at).is_some_and(|t| t.is_any(list));
    let owned = is(at, &["their", "its", "his", "her", "them"]);
    let each = (0..at).any(|j| is(j, &["each", "every"]) && j + 1 < at && !is(j + 1, &["of"]));
    owned && (each || at > 0 && is(at - 1, &["as"]))
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
            "What year is that for?",
        ] {
            assert!(points(turn), "{turn}");
        }
        for turn in [
            "List the customers that ordered",
            "How many orders are there?",
            "What is the average price?",
            "For each crew, list their boats",
            "How many crews have Leeds as their town?",
        ] {
            assert!(!points(turn), "{turn}");
        }
    }

    #[test]
    fn a_number_of_rows_is_told_from_a_limit() {
        assert_eq!(said("the 5 lowest").number, Some(5));
        for turn in ["higher than 21", "at least 5 rooms", "the name of flat number 2"] {
            assert_eq!(said(turn).number, None, "{turn}");
        }
    }

    #[test]
    fn the_change_stands_behind_the_opening_words() {
        for (turn, rest, cue) in [
            ("How about the Warriors?", "the Warriors", "lead-about"),
            ("Okay, and in Spain?", "in Spain", "lead-and"),
            ("only those in Spain", "those in Spain", "lead-only"),
            ("Of those, which is the oldest?", "which is the oldest", "lead-of"),
            (
                "Great. Would you please list only those in Spain?",
                "list only those in Spain",
                "orders",
            ),
            ("And how many are not?", "how many are not", "elliptic"),
            (
                "Could you tell me how many there are?",
                "tell me how many there are",
                "counts alone",
            ),
            ("Are they open or closed?", "Are they open or closed", "either"),
            (
                "Is that more than in Germany?",
                "Is that more than in Germany",
                "compares",
            ),
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
    fn what_is_to_be_shown_also_comes_beside_what_is_shown() {
        assert!(said("Can you also show their years?").has("too"));
        assert!(!said("Also, how many boats are there?").has("too"));
    }

    #[test]
    fn numbers_rows_directions_and_stretches_are_noticed() {
        // As many as were shown, and no limit; the top of a number, and no count.
        assert_eq!(said("the average of those 3 prices").number, None);
        assert!(!said("Which one has the largest number of seats?").has("counts"));
        assert!(said("the number of seats").has("counts"));
        assert_eq!(compared("Is that more than in Germany?").as_deref(), Some("in Germany"));
        assert_eq!(compared("How many are they?"), None);
        let ten = said("the ten cheapest");
        assert_eq!((ten.number, ten.down), (Some(10), Some(false)));
        assert_eq!(said("tell me more about the third").rows, [3]);
        assert!(said("the second highest price").rows.is_empty());
        assert_eq!(said("and the year before?").shift, Some(-12));
        assert_eq!(said("the average instead").figure, Some("avg"));
        assert!(said("by month").has("each") && said("by month").has("fragment"));
    }
}
