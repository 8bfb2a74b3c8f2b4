//! Turns about the conversation itself: "go back to the first one", "why so low?"
//!
//! In: the turn and those before it. Out: [`Aside`], or nothing where the turn is about the data. Deliberately absent:
//! reasons for a figure, which no table holds.

use askwell_contract::run::{Choice, Reply};

use crate::cx::Earlier;
use crate::words::tokenise;

/// Turns that are remembered; of a longer conversation the first is not among them.
const REMEMBERED: usize = 3;
const BACK: [&str; 4] = ["back", "return", "undo", "previous"];
/// What may stand beside it.
const TO: [&str; 30] = [
    "go",
    "going",
    "let's",
    "lets",
    "let",
    "us",
    "me",
    "take",
    "please",
    "can",
    "could",
    "we",
    "i",
    "you",
    "to",
    "the",
    "my",
    "question",
    "questions",
    "one",
    "answer",
    "result",
    "list",
    "first",
    "last",
    "before",
    "previous",
    "again",
    "ok",
    "original",
];
/// What "why" may be asked about without naming anything.
const ABOUT: [&str; 38] = [
    "so", "is", "was", "are", "were", "do", "does", "did", "that", "it", "this", "they", "the", "there", "number",
    "figure", "low", "high", "few", "many", "much", "little", "more", "less", "lower", "higher", "big", "small", "bad",
    "good", "go", "up", "down", "drop", "fall", "rise", "happen", "not",
];

#[derive(Debug, Clone, PartialEq)]
pub enum Aside {
    /// An earlier question, as it was understood.
    Again(String),
    /// Which of the earlier ones is meant has to be chosen.
    Which(Reply),
    /// The reason of a figure; what splits it may be offered.
    Why,
}

pub fn aside(earlier: &[Earlier], turn: &str) -> Option<Aside> {
    let last = earlier.last()?;
    let tokens = tokenise(turn);
    let words: Vec<&str> = tokens
        .iter()
        .map(|t| t.lower.as_str())
        .filter(|w| w.chars().any(char::is_alphanumeric))
        .collect();
    let lead = words
        .iter()
        .take_while(|w| ["and", "but", "ok", "okay", "so", "hm"].contains(w))
        .count();
    let words = &words[lead..];
    match words {
        ["why", about @ ..] | ["how", "come", about @ ..] if about.iter().all(|w| ABOUT.contains(w)) => {
            return Some(Aside::Why);
        }
        _ => {}
    }
    let back = words.iter().any(|w| BACK.contains(w)) && words.iter().all(|w| BACK.contains(w) || TO.contains(w));
    // "The previous one" may be a row; only who goes back leaves the answer.
    if !back || !words.iter().any(|w| ["back", "return", "undo"].contains(w)) {
        return None;
    }
    let first = words.contains(&"first") || words.contains(&"original");
    match (first, earlier.len()) {
        (true, n) if n >= REMEMBERED => Some(Aside::Which(which(earlier))),
        (true, _) => Some(Aside::Again(earlier[0].question.clone())),
        (false, 1) => Some(Aside::Again(last.question.clone())),
        (false, n) => Some(Aside::Again(earlier[n - 2].question.clone())),
    }
}

fn which(earlier: &[Earlier]) -> Reply {
    let choices = earlier.iter().map(|turn| Choice {
        label: turn.question.clone(),
        question: turn.question.clone(),
    });
    Reply {
        choices: choices.collect(),
        ..Reply::said("Which question do you mean? These are the latest; you can also go on from any answer above.")
    }
}

/// What is said to "why": what can be looked at instead.
pub fn why(choices: Vec<Choice>) -> Reply {
    let said = match choices.is_empty() {
        true => "The data say what happened, not why.",
        false => "The data say what happened, not why. You can look at what makes up the figure:",
    };
    Reply {
        choices,
        ..Reply::said(said)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn turns(n: usize) -> Vec<Earlier> {
        (1..=n)
            .map(|n| Earlier {
                run: format!("r{n}"),
                question: format!("Question {n}?"),
                sql: "SELECT 1".into(),
                result: None,
                trust: None,
            })
            .collect()
    }

    #[test]
    fn who_goes_back_is_asked_the_earlier_question_again() {
        let again = |n: usize, turn: &str| match aside(&turns(n), turn) {
            Some(Aside::Again(question)) => question,
            other => panic!("{turn}: {other:?}"),
        };
        assert_eq!(again(2, "go back to the first one"), "Question 1?");
        assert_eq!(again(2, "Ok, back to the original question please"), "Question 1?");
        assert_eq!(again(3, "go back"), "Question 2?");
        assert_eq!(again(1, "go back"), "Question 1?");
        // Of a long conversation the first question is not known.
        assert!(
            matches!(aside(&turns(3), "back to the first question"), Some(Aside::Which(reply)) if reply.choices.len() == 3)
        );
    }

    #[test]
    fn why_is_no_question_to_a_table() {
        for turn in [
            "why?",
            "Why so low?",
            "but why is that?",
            "how come?",
            "why did it go down",
        ] {
            assert_eq!(aside(&turns(1), turn), Some(Aside::Why), "{turn}");
        }
    }

    #[test]
    fn turns_about_the_data_are_none_of_it() {
        for turn in [
            "How many came back?",
            "the previous year",
            "the first one",
            "Why were orders cancelled?",
            "Which customers return goods?",
            "show the previous one",
        ] {
            assert_eq!(aside(&turns(2), turn), None, "{turn}");
        }
        assert_eq!(aside(&[], "go back"), None);
    }
}
