//! What a question asks for by name, and that nothing stands for: "how many miles", "what did we spend on diesel".
//!
//! In: the question, the words that a query has no use for. Out: the word that is missing. Whatever such a query counts or
//! adds up, it is something else. Deliberately absent: words of any database, and whether another query has a use for it.

use askwell_reader::lexicon;

use crate::words::lexicon::is_function_word;
use crate::words::{tokenise, Token, TokenKind};

/// Any rows are these, and any people: whoever buys is a customer, whatever the table is called.
const ANYTHING: &[&str] = &[
    "people",
    "persons",
    "ppl",
    "folk",
    "folks",
    "kids",
    "individuals",
    "supporters",
    "customers",
    "clients",
    "times",
    "others",
    "occasions",
    "things",
    "cases",
    "items",
    "records",
    "rows",
    "entries",
    "units",
    "ones",
    "kinds",
    "types",
    "lots",
    "different",
    "distinct",
    "money",
    "percent",
    "time",
    "answers",
    "replies",
    "names",
];
const SPENDING: &[&str] = &["spend", "spent", "spending", "pay", "paid", "paying"];
const DOING: &[&str] = &["did", "do", "does", "have", "has", "had", "is", "was", "were", "are"];

/// The first of the nouns asked for that is among the words that were not used.
pub fn missing(question: &str, unused: &[String]) -> Option<String> {
    let words = tokenise(question);
    let is = |at: usize, any: &[&str]| words.get(at).is_some_and(|t| t.is_any(any));
    let left = |t: &&Token| unused.iter().any(|word| word.eq_ignore_ascii_case(&t.text));
    let found = (0..words.len()).find_map(|at| {
        let noun = if is(at, &["how"]) && is(at + 1, &["many"]) {
            phrase(&words[at + 2..]).iter().rfind(|t| is_plural(t))
        } else if is(at, &["how"]) && is(at + 1, &["much"]) || is(at, &["what"]) {
            let behind = at + if is(at, &["how"]) { 2 } else { 1 };
            let phrase = phrase(words.get(behind..)?);
            let asks = is(behind + phrase.len(), DOING);
            phrase.last().filter(|t| asks && !is_scale(t))
        } else {
            None
        };
        let money = words.iter().any(|t| t.is_any(&["much", "what"]));
        noun.filter(left)
            .or_else(|| spent_on(&words, at).find(|t| money && left(t)))
    });
    found.map(|t| t.text.clone())
}

/// What money went on: "spend on heating and electricity".
fn spent_on(words: &[Token], at: usize) -> impl Iterator<Item = &Token> {
    let spends = words.get(at).is_some_and(|t| t.is_any(SPENDING));
    let on = words.iter().enumerate().skip(at + 1).take(4).find(|(_, t)| t.is("on"));
    let behind = on.filter(|_| spends).map_or(words.len(), |(on, _)| on + 1);
    let list = words[behind..]
        .iter()
        .take_while(|t| is_noun(t) || t.is_any(&["and", "or", "the", "our", ","]));
    list.filter(|t| is_noun(t))
}

/// The words of a noun phrase, as far as grammar without a dictionary can tell.
fn phrase(words: &[Token]) -> &[Token] {
    &words[..words.iter().take_while(|t| is_noun(t)).count()]
}

fn is_noun(token: &Token) -> bool {
    let word = token.lower.as_str();
    token.kind == TokenKind::Word
        && word.chars().all(char::is_alphabetic)
        && !is_function_word(word)
        && !word.ends_with("ed")
        && !ANYTHING.contains(&word)
        && lexicon::period(word).is_none()
        && lexicon::aggregate(word).is_none()
}

/// "How much dearer is …?", "what else".
fn is_scale(token: &Token) -> bool {
    lexicon::is_scale(&token.lower) || token.is_any(&["else", "other"])
}

fn is_plural(token: &Token) -> bool {
    token.lower.ends_with('s') && !token.lower.ends_with("ss") && token.stem != token.lower
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_noun_that_is_asked_for_has_to_stand_for_something() {
        for (question, unused, lacks) in [
            ("How many miles did our vans do last summer?", "miles", Some("miles")),
            ("how many complaints came in", "complaints", Some("complaints")),
            ("How much overtime did we pay in October?", "overtime", Some("overtime")),
            ("What profit did we make?", "profit", Some("profit")),
            (
                "what did we spend on dog food and bedding last year",
                "food bedding",
                Some("food"),
            ),
            (
                "How much did each branch spend on the heating?",
                "heating",
                Some("heating"),
            ),
            ("How many sales calls did we make?", "calls", Some("calls")),
            ("How much beer did we sell?", "beer", Some("beer")),
            ("How many Christmas cards did we sell?", "Christmas", None),
            ("How many orders were paid on delivery?", "delivery", None),
            ("What else did Anna order?", "else", None),
            // It counts what was asked for, and leaves out another word.
            ("How many orders came in by post?", "post", None),
            ("how many joined each year", "joined", None),
            ("how many kids in each class", "kids", None),
            (
                "How many volunteers turned up to help?",
                "volunteers",
                Some("volunteers"),
            ),
            ("How much dearer is oak than pine?", "dearer", None),
            ("How many times did it ring?", "times", None),
            ("What did we take on Mondays?", "take", None),
            ("What is the total?", "total", None),
        ] {
            let unused: Vec<String> = unused.split(' ').map(str::to_owned).collect();
            assert_eq!(missing(question, &unused).as_deref(), lacks, "{question}");
        }
    }
}
