//! Whether a question is about this database at all.
//!
//! In: the question and what its words were linked to. Out: how many of its words name something here, and how many
//! are strange to it. Deliberately absent: any word of a database.

use std::collections::BTreeSet;

use askwell_contract::run::{FieldMatch, Grounding, Linked, Plan, Span};

use crate::ask::builtin::cues::{self, Cue};
use crate::ask::builtin::score::is_cue;
use crate::ask::builtin::walk;
use crate::ask::GUESSED;
use crate::words::lexicon::is_function_word;
use crate::words::{among, tokenise, Token, TokenKind};

/// A match of a name by its own words, most of them or a synonym; a value may be misspelt a little.
const NAMED: f64 = 0.7;

/// A match by meaning alone that is no better than this names another thing as often as not.
const FELT: f64 = 0.5;

/// Words of a question by what they are here.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Words {
    /// They name a table or a column, or are a stored value.
    pub named: usize,
    /// They are like a part of a name, or near one by meaning.
    pub near: usize,
    /// Nothing here is like them, not by meaning either, and they are no words for asking or calculating.
    pub strange: usize,
    /// It asks for an explanation: "why", "how has".
    pub explains: bool,
    /// What is asked for, measured, counted for each, or had, is strange: "the names of the pilots", "the average volume",
    /// "each email", "with a DOI".
    pub lacking: bool,
}

/// Words that say nothing of what a question is about: doing, having, belonging, and measures of anything.
const LIGHT: &str = "use uses used using get gets take takes took taken make makes made spend spent include includes \
    included contain contained exist exists associated corresponding mentioned respectively currently ever well long size \
    value values amount period score scores \
    query answer result results consider starting column columns data record records row rows final";

/// They are times, which every database with dates knows.
const TIMES: &str =
    "january february march april may june july august september october november december jan feb mar apr \
    jun jul aug sep oct nov dec monday tuesday wednesday thursday friday saturday sunday mondays tuesdays wednesdays thursdays \
    fridays saturdays sundays weekend weekends weekdays workdays today yesterday daily weekly monthly \
    day days week weeks weekday month months quarter quarters year years hour hours minute minutes seconds time times date dates";

pub fn words(plan: &Plan, grounding: &Grounding, linked: &Linked) -> Words {
    let tokens = tokenise(&plan.question);
    let defined = walk::defined(&tokens).map_or(&[][..], |name| &tokens[name]);
    let strange = |t: &Token| {
        t.kind == TokenKind::Word
            && !defined.iter().any(|d| d.stem == t.stem)
            && !is_function_word(&t.lower)
            && !is_cue(&t.lower)
            && !light(t)
            && placed(t, grounding, linked) < FELT
    };
    let named = |t: &Token| placed(t, grounding, linked) >= NAMED;
    let mut out = Words {
        explains: explains(&tokens),
        lacking: lacking(&tokens, &strange, &named) || nameless(&tokens, &strange),
        ..Words::default()
    };
    // "FY2024" is a time that was understood.
    let timed = |t: &Token| {
        let inside = |s: &Span| s.start as usize <= t.start && t.end <= s.end as usize;
        grounding.times.iter().any(|time| inside(&time.span))
    };
    let content = |t: &Token| match t.kind {
        _ if timed(t) => false,
        TokenKind::Quoted => true,
        TokenKind::Word => !is_function_word(&t.lower),
        _ => false,
    };
    // A word said twice is one.
    let mut seen: BTreeSet<&str> = BTreeSet::new();
    for (at, token) in tokens.iter().enumerate().filter(|(_, t)| content(t)) {
        if !seen.insert(token.stem.as_str()) {
            continue;
        }
        match placed(token, grounding, linked) {
            score if score >= NAMED => out.named += 1,
            score if score > 0.0 => out.near += 1,
            _ if token.kind == TokenKind::Word && is_cue(&token.lower) || light(token) => {}
            _ if defined.iter().any(|d| d.stem == token.stem) => {}
            // A name of something that is not here weighs double.
            _ => out.strange += 1 + usize::from(proper(&tokens, at)),
        }
    }
    out
}

/// More of its words are strange than name something; where several are, or where it wants an explanation, as many.
/// A word that is only near a name counts half.
pub fn strange(words: Words) -> bool {
    let (strange, known) = (2 * words.strange, 2 * words.named + words.near);
    let enough = words.strange > 1 || words.explains && words.strange > 0;
    words.lacking || strange > known || enough && strange >= known
}

/// Words that end a noun phrase.
const ENDS: &[&str] = &[
    "of", "for", "in", "on", "at", "from", "to", "by", "that", "which", "who", "and", "or", "is", "are", "was", "were",
    "has", "have", "had", "do", "does", "did", "with", "among", "across", "between", "per", "when", "where", "as",
];

fn light(token: &Token) -> bool {
    let listed = |list: &str| among(list, &token.lower);
    token.lower.starts_with(|c: char| c.is_ascii_digit()) || listed(LIGHT) || listed(TIMES)
}

/// A word with a capital inside a sentence.
fn proper(tokens: &[Token], at: usize) -> bool {
    let token = &tokens[at];
    let first = at
        .checked_sub(1)
        .is_none_or(|before| tokens[before].kind == TokenKind::Mark);
    token.kind == TokenKind::Word && !first && token.text.starts_with(char::is_uppercase)
}

/// The words of the noun phrase that begins at a token.
fn phrase(tokens: &[Token]) -> Vec<&Token> {
    let words = tokens
        .iter()
        .take_while(|t| t.kind == TokenKind::Word && !t.is_any(ENDS));
    words.filter(|t| !is_function_word(&t.lower)).collect()
}

/// A verb or an adverb says how, not what.
fn noun(token: &Token) -> bool {
    !["ed", "ing", "ly"].iter().any(|e| token.lower.ends_with(e))
}

/// Whether a noun that the answer is calculated from, or that its rows must have, is strange.
fn lacking(tokens: &[Token], strange: &dyn Fn(&Token) -> bool, named: &dyn Fn(&Token) -> bool) -> bool {
    cues::find(tokens).into_iter().any(|(start, end, cue)| {
        let had = tokens[start].is_any(&["with", "has", "have", "having"]) && end - start == 1;
        let article = tokens.get(end).is_some_and(|t| t.is_any(&["a", "an"]));
        let phrase = phrase(&tokens[end..]);
        let nouns: Vec<&Token> = phrase.iter().copied().filter(|t| noun(t)).collect();
        match cue {
            // "in total", "on average": no noun of theirs follows.
            Cue::Agg(_) if tokens[start].is_any(&["in", "on"]) => false,
            // A column is called just that.
            Cue::Agg(_) if tokens[start..end].iter().any(named) => false,
            // "did each owner create": a verb may follow.
            Cue::Each => !nouns.is_empty() && nouns.iter().all(|t| strange(t)),
            Cue::Superlative(_, Some(_)) => !nouns.is_empty() && nouns.iter().all(|t| strange(t)),
            // "the average snatch score": a word before the noun may be the name.
            Cue::Agg(_) => nouns.last().is_some_and(|head| strange(head)) && !phrase.iter().any(|t| named(t)),
            Cue::Relative if had && article => {
                nouns.last().is_some_and(|head| strange(head)) && !phrase.iter().any(|t| named(t))
            }
            _ => false,
        }
    })
}

/// Whether the noun whose rows are asked for is strange: "how many budgets", "the names of the pilots".
fn nameless(tokens: &[Token], strange: &dyn Fn(&Token) -> bool) -> bool {
    let all_strange = |from: usize| {
        let words = phrase(tokens.get(from..).unwrap_or_default());
        let mut nouns = words.into_iter().filter(|t| noun(t) && !is_cue(&t.lower)).peekable();
        nouns.peek().is_some() && nouns.all(strange)
    };
    let counted = cues::find(tokens).into_iter().any(|(start, end, cue)| {
        let asks = tokens[start..end]
            .iter()
            .any(|t| t.is_any(&["many", "number", "numbers", "count"]));
        cue == Cue::HowMany && asks && all_strange(end)
    });
    counted
        || (1..tokens.len()).any(|k| {
            let article = &["the", "all", "any", "each", "every", "those", "these"];
            let counts = tokens[k - 1].is_any(&["number", "numbers", "count"]);
            let of = tokens[k].is_any(&["of", "for"]) && tokens.get(k + 1).is_some_and(|t| t.is_any(article));
            of && !counts && all_strange(k + 1)
        })
}

/// How well a word is placed, 0..=1.
fn placed(token: &Token, grounding: &Grounding, linked: &Linked) -> f64 {
    let inside = |span: &Span| span.start as usize <= token.start && token.end <= span.end as usize;
    let known = |f: &&FieldMatch| inside(&f.span) && f.by != GUESSED;
    let names = linked.recall.iter().filter(known).map(|f| f.score);
    let values = grounding
        .values
        .iter()
        .filter(|v| inside(&v.span))
        .map(|v| v.similarity);
    // "Two years ago" speaks of time wherever it is said: it is not strange, and names nothing of this database.
    let times = grounding.times.iter().filter(|t| inside(&t.span)).map(|_| FELT);
    names.chain(values).chain(times).fold(0.0, f64::max)
}

fn explains(tokens: &[Token]) -> bool {
    let word = |i: usize| tokens.get(i).map_or("", |t| t.lower.as_str());
    matches!(word(0), "why" | "should" | "could" | "would" | "explain")
        || word(0) == "how"
            && matches!(
                word(1),
                "has" | "have" | "did" | "does" | "do" | "can" | "could" | "would" | "should"
            )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ask::{ground, link};
    use crate::scripted::{plan, Scripted};

    fn of(question: &str) -> Words {
        let (knowledge, plan) = (Scripted::shop().knowledge(), plan(question));
        let grounding = ground::find(&knowledge.values, &plan.question);
        words(&plan, &grounding, &link::find(&knowledge, &plan, &grounding))
    }

    #[test]
    fn words_for_asking_are_not_strange() {
        let all = of("How many different countries are there, in descending order of the number of orders?");
        assert_eq!(all.strange, 0);
        assert!(all.named >= 2);
        assert!(!strange(all));
    }

    #[test]
    fn a_question_of_strange_words_is_declined_and_one_strange_word_is_not() {
        assert!(strange(of("Which volcanoes erupted near the glacier?")));
        assert!(strange(of("How has technology changed the customers?")));
        assert!(!strange(of("Which flamboyant customers are from France?")));
    }

    #[test]
    fn a_measure_that_the_data_does_not_hold_is_declined() {
        for question in [
            "What is the average glacier of customers in France?",
            "How many orders are there for each volcano?",
            "Which customers in France have a volcano?",
            "How many volcanoes are there in France?",
            "What are the names of the volcanoes in France?",
        ] {
            assert!(of(question).lacking, "{question}");
        }
        for question in [
            "What is the average total of orders?",
            "How many orders are there for each customer?",
            "Which customers have an order?",
            "How many customers in total make orders?",
            "What is the total of the orders placed after September 7th, 2021?",
            "What are the names of all the customers?",
        ] {
            assert!(!of(question).lacking, "{question}");
        }
    }
}
