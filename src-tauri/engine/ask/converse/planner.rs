//! A question taken apart by a model, where grammar sees that it asks several things and cannot part them (seed 002, 6.3).
//!
//! In: the turn, and what was heard of it. Out: parts in an order in which each stands behind those that it speaks of, or
//! none. Deliberately absent: whether the parts can be answered, which the pipeline hears from the stages.

use std::collections::BTreeMap;

use askwell_contract::run::{Plan, PlanPart, Stage};
use askwell_contract::Result;

use super::Heard;
use crate::ask::advice::{Advice, Part};
use crate::cx::Cx;
use crate::prompt::{Complexity, Planned, PLAN};

/// As many as grammar takes.
const MOST: usize = 6;
/// Characters of a part; longer ones explain rather than ask.
const LONGEST: usize = 300;
/// Words of order and condition.
const SIGNS: [&str; 5] = ["then", "afterwards", "otherwise", "compare", "finally"];

/// Whether grammar sees signs of several things; asked where it could not part them.
pub fn seems_parted(question: &str) -> bool {
    let words: Vec<String> = question
        .split_whitespace()
        .map(|w| w.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase())
        .collect();
    let first = words.first().map_or("", String::as_str);
    let asks = question.matches('?').count();
    words.len() > 6
        && (asks > 1 || first == "if" || first == "first" || words.iter().any(|w| SIGNS.contains(&w.as_str())))
}

pub async fn parts(cx: &Cx<'_>, plan: &Plan, heard: &Heard) -> Result<Vec<PlanPart>> {
    let Some(advice) = Advice::of(cx, plan, Stage::Converse) else {
        return Ok(Vec::new());
    };
    let part = Part::recall(cx.knowledge, &heard.grounding, &heard.linked);
    let fitted = advice.fit(&PLAN, &part, |part, trim| (advice.brief.parts((part, trim)), 0));
    let answered = advice.ask(&PLAN, &fitted, 0).await?;
    Ok(answered.and_then(|a| checked(a.value)).unwrap_or_default())
}

/// `None`: a simple question, or a plan that cannot be followed.
fn checked(planned: Planned) -> Option<Vec<PlanPart>> {
    let queries = planned.sub_queries;
    if planned.complexity == Complexity::Simple || !(2..=MOST).contains(&queries.len()) {
        return None;
    }
    let long = |text: &str| text.trim().is_empty() || text.chars().count() > LONGEST;
    let ids: BTreeMap<&str, usize> = queries.iter().enumerate().map(|(at, q)| (q.id.as_str(), at)).collect();
    if ids.len() < queries.len() || queries.iter().any(|q| long(&q.description)) {
        return None;
    }
    let needs: Vec<Vec<usize>> = queries
        .iter()
        .map(|q| q.depends_on.iter().map(|id| ids.get(id.as_str()).copied()).collect())
        .collect::<Option<_>>()?;
    // One after the other, each once all that it needs stands; what is left over waits for itself.
    let mut order: Vec<usize> = Vec::new();
    while order.len() < queries.len() {
        let next = (0..queries.len()).find(|at| !order.contains(at) && needs[*at].iter().all(|n| order.contains(n)))?;
        order.push(next);
    }
    let place = |at: &usize| order.iter().position(|o| o == at).and_then(|at| u32::try_from(at).ok());
    let part = |at: &usize| {
        Some(PlanPart {
            question: queries[*at].description.trim().to_owned(),
            needs: needs[*at].iter().map(place).collect::<Option<_>>()?,
            when: None,
        })
    };
    order.iter().map(part).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::prompt::SubQuery;

    fn planned(parts: &[(&str, &str, &[&str])]) -> Planned {
        let query = |(id, description, depends_on): &(&str, &str, &[&str])| SubQuery {
            id: (*id).to_owned(),
            description: (*description).to_owned(),
            depends_on: depends_on.iter().map(|d| (*d).to_owned()).collect(),
        };
        Planned {
            complexity: Complexity::Complex,
            sub_queries: parts.iter().map(query).collect(),
        }
    }

    #[test]
    fn parts_come_in_an_order_in_which_each_stands_behind_what_it_needs() {
        let plan = planned(&[
            ("b", "List those customers.", &["a"]),
            ("a", "Which country has the most orders?", &[]),
        ]);
        let parts = checked(plan).unwrap();
        let told: Vec<(&str, &[u32])> = parts
            .iter()
            .map(|p| (p.question.as_str(), p.needs.as_slice()))
            .collect();
        assert_eq!(
            told,
            [
                ("Which country has the most orders?", &[][..]),
                ("List those customers.", &[0])
            ]
        );
    }

    #[test]
    fn a_plan_that_cannot_be_followed_is_none() {
        let long = "x".repeat(LONGEST + 1);
        for plan in [
            planned(&[("a", "One?", &[])]),
            planned(&[("a", "One?", &["b"]), ("b", "Two?", &["a"])]),
            planned(&[("a", "One?", &[]), ("b", "Two?", &["c"])]),
            planned(&[("a", "One?", &[]), ("a", "Two?", &[])]),
            planned(&[("a", "One?", &[]), ("b", " ", &[])]),
            planned(&[("a", "One?", &[]), ("b", &long, &[])]),
            Planned {
                complexity: Complexity::Simple,
                ..planned(&[("a", "One?", &[]), ("b", "Two?", &[])])
            },
        ] {
            assert_eq!(checked(plan.clone()), None, "{plan:?}");
        }
    }

    #[test]
    fn only_what_has_signs_of_several_things_is_worth_a_call() {
        for question in [
            "Take the country with the most orders and then who buys there",
            "If the revenue grew since last year by half, list the months",
            "Compare lamps and chairs by revenue and tell who buys them",
        ] {
            assert!(seems_parted(question), "{question}");
        }
        for question in [
            "How many customers are there?",
            "Then by month",
            "Which customers ordered lamps and chairs in 2024?",
        ] {
            assert!(!seems_parted(question), "{question}");
        }
    }
}
