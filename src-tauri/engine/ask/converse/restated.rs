//! A question that says itself what it means: "who are our regulars, I mean anyone with ten orders or more".
//!
//! In: the question. Out: the same with the vague words gone and what is meant by them in their place. Deliberately absent:
//! what vague words mean where nobody says so.

use askwell_reader::lexicon::{period, season};
use askwell_reader::words::stem;

use super::plan::bare;
use crate::ask::builtin::days;
use crate::words::lexicon::is_function_word;

/// They open what is meant, behind a mark or a bracket; the longest first.
const MARKS: [&str; 11] = [
    "by which i mean",
    "by that i mean",
    "by this i mean",
    "in other words",
    "which means",
    "that is to say",
    "i mean",
    "we mean",
    "meaning",
    "i.e.",
    "ie",
];
/// What a clause behind it opens with that asks for something besides.
const ASKS: &[&str] = &[
    "how", "when", "what", "which", "where", "who", "whose", "with", "give", "show", "list", "tell", "names", "name",
];
/// Whoever is meant, by no name of the data.
const WHOEVER: &[&str] = &[
    "anyone",
    "anybody",
    "everyone",
    "everybody",
    "someone",
    "those",
    "people",
    "ones",
];
const ARTICLES: &[&str] = &["the", "a", "an", "any", "all", "our", "only", "just"];
/// Behind the noun that is meant.
const OF_NOUN: &[&str] = &["who", "that", "which", "whose", "with", "without", "having", "where"];
const BEING: &[&str] = &[
    "is", "are", "was", "were", "has", "have", "had", "do", "does", "did", "count", "counts", "havent", "haven't",
    "look", "seem",
];
/// What a condition opens with.
const CONDITION: &[&str] = &[
    "not", "never", "no", "still", "havent", "haven't", "hasnt", "hasn't", "didnt", "didn't", "with", "without", "who",
    "whose", "that", "which", "over", "under", "more", "less", "paid", "spent", "been", "had", "gone", "bought",
    "sold", "left", "made", "came", "went",
];
/// They open a list of things, or say no more than that one is wanted.
const OPENS: &[&str] = &[
    "who", "whos", "who's", "which", "list", "show", "find", "give", "name", "names", "tell", "me", "our", "real",
    "true", "are",
];
/// Words of the vague part that may be let go: one for a thing, three for a condition.
const ONE: usize = 1;
const FEW: usize = 3;

/// The question as it is meant; `None`: it says nothing of what it means. `named`: whether the data have a name with
/// this stem, which is not let go.
pub fn restated(question: &str, named: &dyn Fn(&str) -> bool) -> Option<String> {
    let words: Vec<&str> = question.split_whitespace().collect();
    let (at, next) = (2..words.len()).find_map(|at| marked(&words, at))?;
    let before = &words[..at];
    // "Regulars (I mean …) by town": what stands behind the bracket belongs to the question.
    let bracket = words[at].starts_with('(');
    let close = bracket
        .then(|| (next..words.len()).find(|i| words[*i].contains(')')))
        .flatten();
    let end = match close {
        Some(close) => close + 1,
        None => (next + 1..words.len())
            .find(|i| asks_besides(&words, *i))
            .unwrap_or(words.len()),
    };
    let meant: Vec<&str> = words[next..end].to_vec();
    let (meant_text, rest) = (meant.join(" "), words[end..].join(" "));
    let meant_text = meant_text
        .trim_end_matches(|c: char| ")?.,;:-\u{2013}\u{2014}".contains(c))
        .trim_end();
    let rest = rest.trim_start_matches(|c: char| ",;:-\u{2013}\u{2014} ".contains(c));
    let whole = thing(before, meant_text, named).or_else(|| condition(before, meant_text, named))?;
    Some(match rest.is_empty() {
        true => whole,
        false => format!("{whole}, {rest}"),
    })
}

/// Where what is meant begins, where a mark stands at `at`: behind a comma, a stop, a dash or a bracket.
fn marked(words: &[&str], at: usize) -> Option<(usize, usize)> {
    let behind =
        words[at - 1].ends_with(['?', '.', ',', ';', ':', '-', '\u{2013}', '\u{2014}']) || words[at].starts_with('(');
    let lower: Vec<String> = words[at..].iter().take(4).map(|w| bare(w)).collect();
    let mark = MARKS.iter().find(|m| {
        let mut said = lower.iter();
        m.split(' ').all(|w| said.next().is_some_and(|l| *l == bare(w)))
    });
    if let Some(mark) = mark.filter(|_| behind) {
        let dash = words[at - 1].chars().all(|c| !c.is_alphanumeric());
        return Some((at - usize::from(dash), at + mark.split(' ').count())).filter(|m| m.0 > 1 && m.1 < words.len());
    }
    // "Our regulars, anyone who …" needs no mark.
    let whoever = WHOEVER.contains(&lower[0].as_str()) && lower.get(1).is_some_and(|w| w == "who");
    (behind && whoever).then_some((at, at))
}

/// Whether a clause begins here that asks for something besides.
fn asks_besides(words: &[&str], at: usize) -> bool {
    let word = bare(words[at]);
    let stop = words[at - 1].ends_with(['?', '.', ',', ';', ':', '-', '\u{2013}', '\u{2014}']);
    let and =
        matches!(word.as_str(), "and" | "then") && words.get(at + 1).is_some_and(|w| ASKS.contains(&bare(w).as_str()));
    // "With" behind no comma belongs to what is meant.
    and || word.is_empty()
        && words
            .get(at + 1)
            .is_some_and(|w| ASKS.contains(&bare(w).as_str()) || bare(w) == "and")
        || stop && ASKS.contains(&word.as_str())
}

/// Whether the part that is let go says no more than a vague word: no number, no time, and few words.
fn vague(words: &[&str], most: usize, named: &dyn Fn(&str) -> bool) -> bool {
    let said: Vec<String> = words
        .iter()
        .map(|w| bare(w))
        .filter(|w| !w.is_empty() && !is_function_word(w) && !OPENS.contains(&w.as_str()))
        .collect();
    let digits = words.iter().any(|w| w.contains(|c: char| c.is_ascii_digit()));
    let timed = words.iter().map(|w| bare(w)).any(|w| timed(&w) || w == "this");
    let ours = said.iter().any(|w| named(&stem(w)));
    !digits && !timed && !ours && said.len() <= most
}

/// Whether a word speaks of a time.
pub(super) fn timed(word: &str) -> bool {
    let said = ["last", "next", "today", "yesterday"].contains(&word);
    said || period(word).is_some() || season(word).is_some() || days::month(word).is_some()
}

/// What is meant is a thing: "guests with ten bookings", "anyone who gave twice".
fn thing(before: &[&str], meant: &str, named: &dyn Fn(&str) -> bool) -> Option<String> {
    let words: Vec<&str> = meant.split_whitespace().collect();
    let articles = words
        .iter()
        .take_while(|w| ARTICLES.contains(&bare(w).as_str()))
        .count();
    let noun = words.get(articles).map(|w| bare(w))?;
    let next = words.get(articles + 1).map(|w| bare(w)).unwrap_or_default();
    let whoever = WHOEVER.contains(&noun.as_str());
    let noun_named = noun.len() > 2
        && !is_function_word(&noun)
        && !CONDITION.contains(&noun.as_str())
        && OF_NOUN.contains(&next.as_str());
    if !(whoever && OF_NOUN.contains(&next.as_str()) || noun_named) || !vague(before, ONE, named) {
        return None;
    }
    let opens = bare(before.first()?);
    let many = opens == "how" && before.get(1).is_some_and(|w| bare(w) == "many");
    // "Show the emails of our regulars" asks for more than who they are.
    let of = before
        .iter()
        .any(|w| matches!(bare(w).as_str(), "of" | "from" | "by" | "for"));
    let asks = !of && (many || OPENS.contains(&opens.as_str()));
    let rest = words[articles + 1..].join(" ");
    asks.then(|| match (many, whoever && next == "who") {
        (true, true) => format!("How many people {rest}"),
        (true, false) => format!("How many {}", words[articles..].join(" ")),
        (false, true) => format!("Who {}", words[articles + 2..].join(" ")),
        (false, false) => format!("Which {}", words[articles..].join(" ")),
    })
}

/// What is meant is a condition: "not booked since June", "paid after the end of November".
fn condition(before: &[&str], meant: &str, named: &dyn Fn(&str) -> bool) -> Option<String> {
    let first = bare(meant.split_whitespace().next()?);
    let done = first.len() > 3 && first.ends_with("ed");
    if !done && !CONDITION.contains(&first.as_str()) {
        return None;
    }
    let being = (1..before.len()).find(|i| BEING.contains(&bare(before[*i]).as_str()))?;
    let subject = &before[..being];
    let opens = bare(subject[0]);
    let asked = subject.len() > 1 && matches!(opens.as_str(), "which" | "what") || opens == "who";
    let many = opens == "how" && subject.len() > 2 && bare(subject[1]) == "many";
    if !(asked || many) || !vague(&before[being..], FEW, named) {
        return None;
    }
    let link = match first.as_str() {
        "not" | "no" | "still" | "been" | "over" | "under" => format!(" {}", before[being]),
        _ => String::new(),
    };
    Some(format!("{}{link} {meant}", subject.join(" ")))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(word: &str) -> bool {
        ["customers", "orders", "suppliers", "bookings"]
            .map(stem)
            .contains(&word.to_owned())
    }

    #[track_caller]
    fn means(question: &str, meant: &str) {
        assert_eq!(restated(question, &named).as_deref(), Some(meant), "{question}");
    }

    #[test]
    fn a_thing_that_is_said_in_other_words_is_asked_for_in_those() {
        means(
            "Who are our regulars? I mean guests with ten or more bookings, and how many each of them has",
            "Which guests with ten or more bookings, and how many each of them has",
        );
        means(
            "Who are our real regulars, meaning the people who gave at least 12 times? Names and number of gifts please.",
            "Who gave at least 12 times, Names and number of gifts please.",
        );
        means(
            "list our regulars, anyone who has hired 15 times or more since 2024, with the number of hires",
            "Who has hired 15 times or more since 2024, with the number of hires",
        );
        means(
            "How many spenders (i.e. customers with over 500 in orders) do we have?",
            "How many customers with over 500 in orders, do we have?",
        );
    }

    #[test]
    fn a_condition_that_is_said_in_other_words_takes_the_place_of_the_vague_one() {
        means(
            "Which customers have gone quiet, I mean not booked anything since the end of June, and when was their last booking?",
            "Which customers have not booked anything since the end of June, and when was their last booking?",
        );
        means(
            "Which members are lapsed - meaning paid nothing this year?",
            "Which members paid nothing this year",
        );
    }

    #[test]
    fn what_would_be_lost_and_what_is_no_restatement_are_left() {
        for question in [
            "How much have our regulars spent, I mean guests with ten or more bookings?",
            "Show the emails of our regulars, meaning people who booked 10 times",
            "Who were our regulars last year, I mean guests with five or more bookings",
            "Who was late with their 2025 subs - I mean paid after 30 November 2025?",
            "What is the meaning of a purple Tuesday?",
            "Which words have a meaning?",
            "I mean the customers in Leeds",
            "List suppliers, those who delivered late",
            "How many orders did we have in May, June and July?",
            "Show customers with no orders, and when they joined",
            "Which orders, of those who paid late, were refunded?",
        ] {
            assert_eq!(restated(question, &named), None, "{question}");
        }
    }
}
