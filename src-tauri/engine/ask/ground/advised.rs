//! Values that a model finds in the question where the rules found none (seed 000, steps 5.1 and 5.2).
//!
//! In: the plan and what the rules found. Out: further value matches, with their places in the question or none where the
//! hints hold them, and the names that the model took from question and hints. A literal that neither holds as it stands
//! ("F" for female) is kept where it is stored so, without a place: nothing but a prompt goes by it.

use askwell_contract::run::{FieldMatch, Grounding, Plan, Span, Stage};
use askwell_contract::Result;

use super::hints::{self, NOWHERE};
use super::{references, TOP};
use crate::ask::advice::{Advice, Part};
use crate::cx::Cx;
use crate::prepare::context::{route, Asked};
use crate::prepare::search;
use crate::prepare::values::ValueHit;
use crate::prompt::GROUND;

/// Least likeness of a stored value to what the model says is one (seed 000, 1a: threshold 0.5).
const LIKE: f64 = 0.5;
/// The same of what the model made of other words.
const INFERRED: f64 = 0.95;

pub async fn add(cx: &Cx<'_>, plan: &Plan, grounding: &mut Grounding) -> Result<()> {
    let Some(advice) = Advice::of(cx, plan, Stage::Ground).filter(Advice::prepares) else {
        return Ok(());
    };
    let asked = Asked {
        question: &plan.question,
        vector: None,
        skeleton: None,
    };
    let hits = route(cx.knowledge, asked, &grounding.values, search::TOP).fields;
    let part = Part::around(cx.knowledge, hits.iter().map(|hit| (hit.table, hit.column)));
    let fitted = advice.fit(&GROUND, &part, |part, trim| (advice.brief.ground(part, trim), 0));
    let Some(answered) = advice.ask(&GROUND, &fitted, 0).await? else {
        return Ok(());
    };
    for literal in &answered.value.literals {
        let Some(span) = place(&plan.question, literal) else {
            let (words, least) = match place(&plan.evidence, literal) {
                Some(at) => (&plan.evidence[at.start as usize..at.end as usize], LIKE),
                None => (literal.trim(), INFERRED),
            };
            for hit in like(cx, words).filter(|hit| hit.exact || hit.similarity >= least) {
                hints::push(hit.found_by(NOWHERE, words), &mut grounding.values);
            }
            continue;
        };
        if grounding
            .values
            .iter()
            .any(|v| v.span.start < span.end && span.start < v.span.end)
        {
            continue;
        }
        let words = &plan.question[span.start as usize..span.end as usize];
        grounding
            .values
            .extend(like(cx, words).map(|hit| hit.found_by(span, words)));
    }
    // What it names that is no name here is dropped.
    let named = references::named(&cx.knowledge.catalog, &answered.value.references.join("; "));
    for one in named {
        let known = |r: &FieldMatch| r.table == one.table && r.column == one.column;
        if !grounding.references.iter().any(known) {
            grounding.references.push(one);
        }
    }
    Ok(())
}

fn like(cx: &Cx<'_>, words: &str) -> impl Iterator<Item = ValueHit> {
    let hits = cx.knowledge.values.lookup(words, TOP).into_iter();
    hits.filter(|hit| hit.similarity >= LIKE)
}

/// Where the literal stands in a text, whatever its case.
fn place(text: &str, literal: &str) -> Option<Span> {
    let literal = literal.trim();
    let lower = text.to_lowercase();
    // Lower case can change the length of a text; then only the text as it is can be found.
    let at = match lower.len() == text.len() {
        true => lower.find(&literal.to_lowercase())?,
        false => text.find(literal)?,
    };
    let end = at + literal.len();
    (!literal.is_empty() && text.is_char_boundary(at) && text.is_char_boundary(end)).then_some(Span {
        start: at as u32,
        end: end as u32,
    })
}
