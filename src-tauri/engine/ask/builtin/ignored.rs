//! Words of the question that a reading did not use.
//!
//! In: tokens, items, what was used. Out: content words, which the score counts; and those together with words of the
//! grammar that ask for something, which the person is told. Deliberately absent: words that only hold a sentence together.

use super::cues::{Cue, COMPARED};
use super::mentions::{self, Item, Kind};
use super::query::Query;
use super::Taken;
use crate::words::lexicon::is_function_word;
use crate::words::{Token, TokenKind};

/// Words that say no more than that two things belong together; a join says the same.
const BELONGING: &[&str] = &[
    "contain",
    "contains",
    "contained",
    "containing",
    "include",
    "includes",
    "included",
    "including",
    "belong",
    "belongs",
    "belonging",
];

/// Verbs that say no more than that something is there: "orders were placed".
const THERE: &[&str] = &["placed", "exist", "exists", "existing", "recorded"];

/// "This season", "last season": only some of them.
const SOME: &[&str] = &["this", "last", "previous", "current", "next"];
/// Stems of what there is one of after another.
const SPANS: &[&str] = &["year", "season", "month", "quarter", "week", "term", "semest", "period"];

/// A match below this is a guess; what a guess says of rows is nothing.
const GUESS: f64 = 0.499;
/// From here on a word is a part of a column's name, and not only like one.
const LIKE: f64 = 0.75;

/// Content words that nothing used.
pub(super) fn content(tokens: &[Token], uses: &[Taken], joined: bool) -> Vec<String> {
    let named = unused(tokens, uses.iter().collect(), joined, |at| {
        !is_function_word(&tokens[at].lower)
    });
    named.collect()
}

/// The same with words of the grammar that ask for something: "under 25" where nothing is compared.
pub(super) fn words(tokens: &[Token], items: &[Item], uses: &[Taken], query: &Query) -> Vec<String> {
    let joined = query.needed().len() > 1;
    let mut held = Vec::new();
    query.columns(&mut |c| held.push(c));
    let asks = |at: usize| {
        let mut over = items.iter().filter(|i| i.start <= at && at < i.end);
        let some = tokens[at].is_any(SOME) && tokens.get(at + 1).is_some_and(|t| SPANS.contains(&t.stem.as_str()));
        some || over.any(|i| match &i.kind {
            Kind::Cue(cue) => telling(*cue),
            Kind::Stretch(_) | Kind::Day(_) => true,
            _ => false,
        })
    };
    // A guess at a table that no condition uses says nothing of the word, and a column that is only like it, and is
    // nowhere in the query, no more: "open" of `launched`.
    let guessed = |used: &&Taken| {
        let item = items.iter().find(|i| i.start == used.start && i.end == used.end);
        let best = item.and_then(|i| match &i.kind {
            Kind::Mention(readings) => readings.first(),
            _ => None,
        });
        best.is_some_and(|(meaning, score)| match (used.meaning.as_str(), meaning) {
            ("spoken of", mentions::Meaning::Column(c)) => *score < LIKE && !held.contains(c),
            ("rows of" | "spoken of", _) => *score < GUESS,
            _ => false,
        })
    };
    let uses: Vec<&Taken> = uses.iter().filter(|u| !guessed(u)).collect();
    let mut found: Vec<String> = Vec::new();
    let says = |at: usize| {
        let content = !is_function_word(&tokens[at].lower) && !tokens[at].is_any(THERE) && !tokens[at].is_any(COMPARED);
        content || asks(at)
    };
    for word in unused(tokens, uses, joined, says) {
        if !found.contains(&word) {
            found.push(word);
        }
    }
    found
}

fn unused<'t>(
    tokens: &'t [Token],
    uses: Vec<&'t Taken>,
    joined: bool,
    says: impl Fn(usize) -> bool + 't,
) -> impl Iterator<Item = String> + 't {
    let remarks = mentions::remarks::find(tokens);
    tokens
        .iter()
        .enumerate()
        .filter(move |(i, t)| {
            matches!(t.kind, TokenKind::Word | TokenKind::Quoted | TokenKind::Number)
                && says(*i)
                && (!joined || !t.is_any(BELONGING))
                && !uses.iter().any(|u| u.start <= *i && *i < u.end)
                && !remarks.iter().any(|r| r.0 <= *i && *i < r.1)
                && !(t.is("time") && *i > 0 && tokens[*i - 1].is("all"))
        })
        .map(|(_, t)| t.text.clone())
}

/// Whether a word of the grammar asks for something that an answer without it does not give.
fn telling(cue: Cue) -> bool {
    matches!(
        cue,
        Cue::Superlative(..)
            | Cue::Compare(..)
            | Cue::After(_)
            | Cue::Between
            | Cue::Not
            | Cue::Missing
            | Cue::Share
            | Cue::Calculate(_)
            | Cue::Top
            | Cue::Common(_)
            | Cue::Agg(_)
            | Cue::Contains
            | Cue::Starts
            | Cue::Ends
            | Cue::Per(_)
            | Cue::HowAdjective(_)
    )
}
