//! Whether a question is about this database at all.
//!
//! In: the question and what its words were linked to. Out: how many of its words name something here, and how many
//! are strange to it. Deliberately absent: any word of a database.

use askwell_contract::run::{FieldMatch, Grounding, Linked, Plan, Span};

use crate::ask::builtin::cues::{self, Cue};
use crate::ask::builtin::score::is_cue;
use crate::ask::GUESSED;
use crate::words::lexicon::is_function_word;
use crate::words::{tokenise, Token, TokenKind};

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
    /// What is to be measured, counted for each, or had, is strange: "the average volume", "each email", "with a DOI".
    pub lacking: bool,
}

pub fn words(plan: &Plan, grounding: &Grounding, linked: &Linked) -> Words {
    let tokens = tokenise(&plan.question);
    let mut out = Words {
        explains: explains(&tokens),
        lacking: lacking(&tokens, &|t| {
            t.kind == TokenKind::Word
                && !is_function_word(&t.lower)
                && !is_cue(&t.lower)
                && placed(t, grounding, linked) < FELT
        }),
        ..Words::default()
    };
    let content = |t: &&Token| match t.kind {
        TokenKind::Quoted => true,
        TokenKind::Word => !is_function_word(&t.lower),
        _ => false,
    };
    for token in tokens.iter().filter(content) {
        match placed(token, grounding, linked) {
            score if score >= NAMED => out.named += 1,
            score if score > 0.0 => out.near += 1,
            _ if token.kind == TokenKind::Word && is_cue(&token.lower) => {}
            _ => out.strange += 1,
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

/// Whether a noun that the answer is calculated from, or that its rows must have, is strange.
fn lacking(tokens: &[Token], strange: &dyn Fn(&Token) -> bool) -> bool {
    const ENDS: &[&str] = &[
        "of", "for", "in", "on", "at", "from", "to", "by", "that", "which", "who", "and", "or", "is", "are", "was",
        "were", "has", "have", "had", "do", "does", "did", "with", "among", "across", "between", "per", "when",
        "where", "as",
    ];
    cues::find(tokens).into_iter().any(|(start, end, cue)| {
        let had = tokens[start].is_any(&["with", "has", "have", "having"]) && end - start == 1;
        let article = tokens.get(end).is_some_and(|t| t.is_any(&["a", "an"]));
        match cue {
            Cue::Agg(_) | Cue::Superlative(_, Some(_)) | Cue::Each => {}
            Cue::Relative if had && article => {}
            _ => return false,
        }
        let phrase: Vec<&Token> = tokens[end..]
            .iter()
            .take_while(|t| t.kind == TokenKind::Word && !t.is_any(ENDS))
            .filter(|t| !is_function_word(&t.lower))
            .collect();
        // A verb or an adverb behind it says how, not what.
        let noun = |t: &&&Token| !["ed", "ing", "ly"].iter().any(|e| t.lower.ends_with(e));
        match cue {
            // "did each owner create", "the oldest student chosen": a verb may follow.
            Cue::Each | Cue::Superlative(..) => !phrase.is_empty() && phrase.iter().all(|t| strange(t)),
            _ => phrase.iter().rev().find(noun).is_some_and(|head| strange(head)),
        }
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
        let all = of("How many different customers are there, in descending order of the number of orders?");
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
        ] {
            assert!(of(question).lacking, "{question}");
        }
        for question in [
            "What is the average total of orders?",
            "How many orders are there for each customer?",
            "Which customers have an order?",
        ] {
            assert!(!of(question).lacking, "{question}");
        }
    }
}
