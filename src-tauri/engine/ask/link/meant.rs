//! Words that no name is spelt like, linked to the names that mean nearly the same.
//!
//! In: words of the question that name nothing yet, with their vectors. Out: field matches `by` "meaning", with scores
//! below those of a synonym, and stored texts. Deliberately absent: words that a name or a value already answers to.

use askwell_contract::run::{FieldMatch, Grounding, Linked, Plan, Span, ValueMatch};

use crate::ask::builtin::walk;
use crate::ask::{GUESSED, MEANING};
use crate::prepare::near::Near;
use crate::prepare::Knowledge;
use crate::words::lexicon::is_function_word;
use crate::words::{tokenise, Token, TokenKind};

/// Below it the nearest name is mostly another thing (looked at on spider-train).
const LEAST: f64 = 0.5;
/// Below it a likeness to a key's name says nothing.
const SURE: f64 = 0.6;
/// Below it a column is no guess at all.
const FAR: f64 = 0.25;
/// Columns that are guessed at for a word that nothing is near.
const GUESSES: usize = 4;
/// Below it the nearest stored text is mostly another thing.
const LIKE: f64 = 0.55;
/// Stored texts kept a word.
const TEXTS: usize = 3;
/// Names this much farther than the nearest are left out.
const WITHIN: f64 = 0.1;
/// Fields kept a word.
const KEPT: usize = 6;

/// One word, or two that belong together.
#[derive(Debug, Clone, PartialEq)]
pub struct Unplaced {
    pub text: String,
    pub span: Span,
    /// A noun that is asked for.
    asked: bool,
    /// Written as a name: what is called otherwise is another one, however near it lies.
    name: bool,
}

pub fn words(plan: &Plan, grounding: &Grounding, linked: &Linked) -> Vec<Unplaced> {
    let tokens = tokenise(&plan.question);
    // What the question defines itself is near nothing.
    let defined = walk::defined(&tokens).map_or(&[][..], |name| &tokens[name]);
    let open = |t: &Token| {
        let inside = |s: &Span| s.start as usize <= t.start && t.end <= s.end as usize;
        t.kind == TokenKind::Word
            && t.lower.chars().count() > 2
            && !is_function_word(&t.lower)
            && !defined.iter().any(|d| d.stem == t.stem)
            && !linked.recall.iter().any(|f| inside(&f.span))
            && !grounding.values.iter().any(|v| inside(&v.span))
    };
    let mut found = Vec::new();
    // "which hotels do we supply": what the speaker does names nothing.
    let speaks = |i: usize| i > 0 && tokens[i - 1].is_any(&["we", "i", "you", "they"]);
    for (i, token) in tokens.iter().enumerate().filter(|(i, t)| open(t) && !speaks(*i)) {
        let mut add = |last: &Token, text: String, asked: bool| {
            found.push(Unplaced {
                text,
                asked,
                name: is_name(&tokens, i),
                span: Span {
                    start: token.start as u32,
                    end: last.end as u32,
                },
            });
        };
        add(token, token.lower.clone(), asked(&tokens, i));
        match tokens.get(i + 1) {
            Some(next) if open(next) => add(next, format!("{} {}", token.lower, next.lower), asked(&tokens, i + 1)),
            // "miles per gallon", "year of birth".
            Some(tie) if tie.is_any(&["per", "of"]) => {
                if let Some(next) = tokens.get(i + 2).filter(|t| open(t)) {
                    add(next, format!("{} {} {}", token.lower, tie.lower, next.lower), false);
                }
            }
            _ => {}
        }
    }
    found
}

pub fn add(knowledge: &Knowledge, near: &Near, words: &[Unplaced], vectors: &[Vec<f32>], linked: &mut Linked) {
    for (word, vector) in words.iter().zip(vectors) {
        if !word.name {
            values(near, word, vector, linked);
        }
        let found = near.find(vector, LEAST);
        let Some(best) = found.first().map(|f| f.1) else {
            far(knowledge, near, word, vector, linked);
            continue;
        };
        let close = found.into_iter().take_while(|f| f.1 >= best - WITHIN).take(KEPT);
        for (at, cosine) in close {
            let field = &knowledge.fields.fields[at];
            let table = &knowledge.catalog.tables[field.table];
            // "airlines offer flights": a verb that is a little like `flight_id` hardly asks for a key.
            let key = field.column.is_some() && field.stems.last().is_some_and(|s| s == "id");
            let score = match key && cosine < SURE {
                true => score(FAR),
                false => score(cosine),
            };
            linked.recall.push(FieldMatch {
                table: table.name.clone(),
                column: field.column.map(|c| table.columns[c].name.clone()),
                span: word.span,
                words: word.text.clone(),
                score,
                by: MEANING.into(),
            });
        }
    }
}

/// Stored texts that mean nearly the same: "website" and `web`.
fn values(near: &Near, word: &Unplaced, vector: &[f32], linked: &mut Linked) {
    let found = near.values(vector, LIKE);
    let Some(best) = found.first().map(|f| f.1) else { return };
    let close = found.into_iter().take_while(|f| f.1 >= best - WITHIN).take(TEXTS);
    linked.meant.extend(close.map(|(stored, cosine)| ValueMatch {
        span: word.span,
        words: word.text.clone(),
        table: stored.table.clone(),
        column: stored.column.clone(),
        value: stored.value.clone(),
        similarity: score(cosine),
        exact: false,
        rows: stored.rows,
        part: false,
    }));
}

/// A noun that is asked for and that nothing is near: its nearest columns, for readings that a person may choose from.
fn far(knowledge: &Knowledge, near: &Near, word: &Unplaced, vector: &[f32], linked: &mut Linked) {
    if !word.asked {
        return;
    }
    let columns = near.find(vector, FAR).into_iter().filter_map(|(at, cosine)| {
        let field = &knowledge.fields.fields[at];
        let table = &knowledge.catalog.tables[field.table];
        let column = &table.columns[field.column?].name;
        let key = table.primary_key.iter().any(|k| k.eq_ignore_ascii_case(column));
        (!key).then(|| (table.name.clone(), column.clone(), cosine))
    });
    for (table, column, cosine) in columns.take(GUESSES) {
        linked.recall.push(FieldMatch {
            table,
            column: Some(column),
            span: word.span,
            words: word.text.clone(),
            score: score(cosine),
            by: GUESSED.into(),
        });
    }
}

/// Whether a word is written as a name where others are not: "Norway".
fn is_name(tokens: &[Token], i: usize) -> bool {
    let large = |t: &Token| t.text.chars().next().is_some_and(char::is_uppercase);
    let begins = i == 0 || tokens[i - 1].kind == TokenKind::Mark && tokens[i - 1].is_any(&[".", "?", "!", ";", ":"]);
    let small = tokens
        .iter()
        .any(|t| t.kind == TokenKind::Word && !is_function_word(&t.lower) && !large(t));
    large(&tokens[i]) && !begins && small
}

/// Whether a word is what the question asks for: the last word of a noun phrase behind "show", "what", "and" or "the".
fn asked(tokens: &[Token], i: usize) -> bool {
    let word = tokens[i].lower.as_str();
    if word.ends_with("ed") || word.ends_with("ing") || word.ends_with("ly") {
        return false;
    }
    let ends = tokens.get(i + 1).is_none_or(|t| {
        t.kind == TokenKind::Mark
            || t.is_any(&[
                "of",
                "for",
                "in",
                "on",
                "at",
                "from",
                "with",
                "that",
                "which",
                "and",
                "are",
                "is",
                "were",
                "was",
                "used",
                "to",
                "by",
                "required",
                "needed",
                "available",
                "did",
                "does",
                "do",
                "has",
                "have",
            ])
    });
    let begins = (0..i).rev().take(3).any(|k| {
        tokens[k].is_any(&[
            "show",
            "list",
            "give",
            "display",
            "find",
            "return",
            "what",
            "what's",
            "which",
            "and",
            "all",
            "the",
            "corresponding",
            "respective",
            "related",
            "their",
            "its",
            "each",
        ])
    });
    ends && begins
}

/// From 0.5 at the least cosine to below a synonym's 0.72.
fn score(cosine: f64) -> f64 {
    0.2 + 0.6 * cosine.min(0.86)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ask::{ground, link};
    use crate::scripted::{plan, Scripted};

    fn open(question: &str) -> Vec<String> {
        let (knowledge, plan) = (Scripted::shop().knowledge(), plan(question));
        let grounding = ground::find(&knowledge.values, &plan.question);
        let linked = link::find(&knowledge, &plan, &grounding);
        words(&plan, &grounding, &linked).into_iter().map(|w| w.text).collect()
    }

    #[test]
    fn only_words_that_name_nothing_are_compared_by_meaning() {
        assert_eq!(open("How many customers are in France?"), [""; 0]);
        assert_eq!(open("How many clientage are in France?"), ["clientage"]);
        assert_eq!(
            open("average pints per barrel of customers"),
            ["pints", "pints per barrel", "barrel"]
        );
    }

    #[test]
    fn a_name_is_no_other_name() {
        let names = |question: &str| -> Vec<(String, bool)> {
            let (knowledge, plan) = (Scripted::shop().knowledge(), plan(question));
            let grounding = ground::find(&knowledge.values, &plan.question);
            let linked = link::find(&knowledge, &plan, &grounding);
            let found = words(&plan, &grounding, &linked).into_iter();
            found.map(|w| (w.text, w.name)).collect()
        };
        let told = |words: &[(&str, bool)]| -> Vec<(String, bool)> {
            words.iter().map(|(word, name)| ((*word).to_owned(), *name)).collect()
        };
        assert_eq!(names("How many customers are in Norway?"), told(&[("norway", true)]));
        assert_eq!(names("how many customers are in norway?"), told(&[("norway", false)]));
        assert_eq!(names("Clientage of customers"), told(&[("clientage", false)]));
        assert_eq!(names("HOW MANY CUSTOMERS IN NORWAY"), told(&[("norway", false)]));
    }

    #[test]
    fn what_the_speaker_does_names_nothing() {
        assert_eq!(open("Which customers do we bamboozle?"), [""; 0]);
        assert_eq!(open("Which customers bamboozle?"), ["bamboozle"]);
    }

    #[test]
    fn a_meaning_is_worth_less_than_a_synonym() {
        let synonym = crate::words::Alike::Synonym.weight();
        assert!(score(LEAST) >= 0.5 - 1e-9 && score(1.0) < synonym, "{}", score(1.0));
    }
}
