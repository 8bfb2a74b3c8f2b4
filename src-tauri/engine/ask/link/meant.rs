//! Words that no name is spelt like, linked to the names that mean nearly the same.
//!
//! In: words of the question that name nothing yet, with their vectors. Out: field matches `by` "meaning", with scores
//! below those of a synonym. Deliberately absent: words that a name or a value already answers to.

use askwell_contract::run::{FieldMatch, Grounding, Linked, Plan, Span};

use crate::prepare::near::Near;
use crate::prepare::Knowledge;
use crate::words::lexicon::is_function_word;
use crate::words::{tokenise, Token, TokenKind};

/// Below it the nearest name is mostly another thing (looked at on spider-train).
const LEAST: f64 = 0.5;
/// Names this much farther than the nearest are left out.
const WITHIN: f64 = 0.1;
/// Fields kept a word.
const KEPT: usize = 6;

/// One word, or two that belong together.
#[derive(Debug, Clone, PartialEq)]
pub struct Unplaced {
    pub text: String,
    pub span: Span,
}

pub fn words(plan: &Plan, grounding: &Grounding, linked: &Linked) -> Vec<Unplaced> {
    let tokens = tokenise(&plan.question);
    let open = |t: &Token| {
        let inside = |s: &Span| s.start as usize <= t.start && t.end <= s.end as usize;
        t.kind == TokenKind::Word
            && t.lower.chars().count() > 2
            && !is_function_word(&t.lower)
            && !linked.recall.iter().any(|f| inside(&f.span))
            && !grounding.values.iter().any(|v| inside(&v.span))
    };
    let mut found = Vec::new();
    // "which hotels do we supply": what the speaker does names nothing.
    let speaks = |i: usize| i > 0 && tokens[i - 1].is_any(&["we", "i", "you", "they"]);
    for (i, token) in tokens.iter().enumerate().filter(|(i, t)| open(t) && !speaks(*i)) {
        let mut add = |last: &Token, text: String| {
            found.push(Unplaced {
                text,
                span: Span {
                    start: token.start as u32,
                    end: last.end as u32,
                },
            });
        };
        add(token, token.lower.clone());
        match tokens.get(i + 1) {
            Some(next) if open(next) => add(next, format!("{} {}", token.lower, next.lower)),
            // "miles per gallon", "year of birth".
            Some(tie) if tie.is_any(&["per", "of"]) => {
                if let Some(next) = tokens.get(i + 2).filter(|t| open(t)) {
                    add(next, format!("{} {} {}", token.lower, tie.lower, next.lower));
                }
            }
            _ => {}
        }
    }
    found
}

pub fn add(knowledge: &Knowledge, near: &Near, words: &[Unplaced], vectors: &[Vec<f32>], linked: &mut Linked) {
    for (word, vector) in words.iter().zip(vectors) {
        let found = near.find(vector, LEAST);
        let Some(best) = found.first().map(|f| f.1) else {
            continue;
        };
        let close = found.into_iter().take_while(|f| f.1 >= best - WITHIN).take(KEPT);
        for (at, cosine) in close {
            let field = &knowledge.fields.fields[at];
            let table = &knowledge.catalog.tables[field.table];
            linked.recall.push(FieldMatch {
                table: table.name.clone(),
                column: field.column.map(|c| table.columns[c].name.clone()),
                span: word.span,
                words: word.text.clone(),
                score: score(cosine),
                by: "meaning".into(),
            });
        }
    }
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
            open("average miles per gallon of customers"),
            ["miles", "miles per gallon", "gallon"]
        );
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
