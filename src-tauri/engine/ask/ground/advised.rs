//! Values that a model finds in the question where the rules found none (seed 000, steps 5.1 and 5.2).
//!
//! In: the plan and what the rules found. Out: further value matches, with their places in the question, and the names that
//! the model took from question and hints. A literal that is not in the question as it stands has no place there and is
//! left out.

use askwell_contract::run::{FieldMatch, Grounding, Plan, Span, Stage};
use askwell_contract::Result;

use super::{matched, references, TOP};
use crate::ask::advice::{Advice, Part};
use crate::cx::Cx;
use crate::prepare::context::{route, Asked};
use crate::prepare::search;
use crate::prompt::GROUND;

/// Least likeness of a stored value to what the model says is one (seed 000, 1a: threshold 0.5).
const LIKE: f64 = 0.5;

pub async fn add(cx: &Cx<'_>, plan: &Plan, grounding: &mut Grounding) -> Result<()> {
    let Some(advice) = Advice::of(cx, plan, Stage::Ground) else {
        return Ok(());
    };
    let asked = Asked {
        question: &plan.question,
        vector: None,
        skeleton: None,
    };
    let hits = route(cx.knowledge, asked, &grounding.values, search::TOP).fields;
    let part = Part::of(cx.knowledge, hits.iter().map(|hit| (hit.table, hit.column)));
    let input = advice.brief.ground(&part);
    let Some(answered) = advice.ask(&GROUND, &input, part.tables, 0).await? else {
        return Ok(());
    };
    let lower = plan.question.to_lowercase();
    for literal in &answered.value.literals {
        let Some(span) = place(&plan.question, &lower, literal) else {
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
        let hits = cx.knowledge.values.lookup(words, TOP).into_iter();
        let like = hits.filter(|hit| hit.similarity >= LIKE);
        grounding.values.extend(like.map(|hit| matched(span, words, hit)));
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

/// Where the literal stands in the question, whatever its case.
fn place(question: &str, lower: &str, literal: &str) -> Option<Span> {
    let literal = literal.trim();
    // Lower case can change the length of a text; then only the text as it is can be found.
    let at = match lower.len() == question.len() {
        true => lower.find(&literal.to_lowercase())?,
        false => question.find(literal)?,
    };
    let end = at + literal.len();
    (!literal.is_empty() && question.is_char_boundary(at) && question.is_char_boundary(end)).then_some(Span {
        start: at as u32,
        end: end as u32,
    })
}
