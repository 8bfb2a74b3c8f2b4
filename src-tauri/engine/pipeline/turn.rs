//! A turn of a conversation: its sentences are read by the stages, and converse says what the turn means.
//!
//! In: the plan as it was typed. Out: the plan as it is worked on. No model is asked but for a question that grammar sees to be
//! several and cannot part.

use askwell_contract::run::{Artifact, Candidate, Choice, Linked, Plan, PlanPart, Reply};
use askwell_contract::{Cell, Result, RowCount};

use super::SoFar;
use crate::ask;
use crate::ask::converse::aside::{self, Aside};
use crate::ask::converse::{define, Heard, Sentence, Way};
use crate::cx::Cx;
use crate::prepare::glossary;

/// Questions offered under an answer.
const CHIPS: usize = 3;

/// The turn behind those that were asked before.
pub async fn follow(cx: &Cx<'_>, plan: Plan) -> Result<(Plan, Vec<Way>)> {
    let quiet = quiet(cx);
    let mut heard = Vec::new();
    for sentence in ask::converse::sentences(cx, &plan) {
        heard.push(hear(&quiet, sentence).await?);
    }
    for sentence in ask::converse::more(&heard) {
        heard.push(hear(&quiet, sentence).await?);
    }
    Ok(ask::converse::follow(cx, plan, &heard))
}

/// What a turn comes to that may be about the conversation itself.
pub enum Turned {
    /// `again`: it is an earlier question, which stands alone.
    Question {
        plan: Plan,
        again: bool,
    },
    Reply(Reply),
}

pub async fn aside(cx: &Cx<'_>, plan: Plan) -> Result<Turned> {
    Ok(match aside::aside(cx.earlier, &plan.question) {
        None => Turned::Question { plan, again: false },
        Some(Aside::Again(question)) => Turned::Question {
            plan: Plan { question, ..plan },
            again: true,
        },
        Some(Aside::Which(reply)) => Turned::Reply(reply),
        Some(Aside::Why) => Turned::Reply(aside::why(follow_ups(cx).await?)),
    })
}

/// The things that a turn asks. Two things of one question are parts only where one query does not say both.
pub async fn parts(cx: &Cx<'_>, plan: &Plan) -> Result<Vec<PlanPart>> {
    let parts = ask::converse::parts(&plan.question);
    if !parts.is_empty() {
        // "How many failed, and what do they add up to": figures of the same rows, which one query gives.
        let follows = parts.iter().skip(1).all(|p| !p.needs.is_empty() && p.when.is_none());
        let whole = match follows {
            true => {
                hear(
                    &quiet(cx),
                    Sentence {
                        by: "turn",
                        text: plan.question.clone(),
                        reads: true,
                    },
                )
                .await?
            }
            false => return Ok(parts),
        };
        let first = whole.readings.first();
        let one = first.is_some_and(|r| ask::converse::says_figures(cx, r, parts.len()));
        return Ok(if one { Vec::new() } else { parts });
    }
    // A model writes one query for both sides.
    let sides = ask::converse::sides(plan).filter(|_| cx.door.is_none() || plan.tells.is_some());
    let Some(sides) = sides else {
        return planned(cx, plan).await;
    };
    let sentence = Sentence {
        by: "turn",
        text: plan.question.clone(),
        reads: true,
    };
    let heard = hear(&quiet(cx), sentence).await?;
    let one = heard.readings.first().is_some_and(|reading| {
        let figures = plan.tells.is_none() && ask::converse::says_figures(cx, reading, sides.len());
        figures || ask::converse::says_both(cx, reading) || ask::converse::says_years(cx, reading, plan, &sides)
    });
    Ok(if one { Vec::new() } else { sides.to_vec() })
}

/// The parts that a model sees, where each that stands alone is one that the built-in engine can read.
async fn planned(cx: &Cx<'_>, plan: &Plan) -> Result<Vec<PlanPart>> {
    if cx.door.is_none() || plan.tells.is_some() || !ask::converse::planner::seems_parted(&plan.question) {
        return Ok(Vec::new());
    }
    let quiet = quiet(cx);
    let sentence = |text: &str, reads| Sentence {
        by: "part",
        text: text.to_owned(),
        reads,
    };
    let heard = hear(&quiet, sentence(&plan.question, false)).await?;
    let parts = ask::converse::planner::parts(cx, plan, &heard).await?;
    for part in parts.iter().filter(|part| part.needs.is_empty()) {
        if hear(&quiet, sentence(&part.question, true)).await?.readings.is_empty() {
            return Ok(Vec::new());
        }
    }
    Ok(parts)
}

/// A definition as it was heard, with the rows that it means. Nothing is kept here.
pub async fn define(cx: &Cx<'_>, plan: &Plan) -> Result<Option<Reply>> {
    let Some(said) = define::defines(&plan.question) else {
        return Ok(None);
    };
    let quiet = quiet(cx);
    let mut heard = Vec::new();
    for text in define::sentences(cx.knowledge, &said) {
        let sentence = Sentence {
            by: "defined",
            text,
            reads: true,
        };
        heard.push(hear(&quiet, sentence).await?);
    }
    let found = define::term(cx.knowledge, &said, &heard);
    let mut checked = match found {
        Ok(term) => glossary::check(cx.knowledge, vec![term]),
        Err(why) => return Ok(Some(define::refused(&said, &why))),
    };
    let Some(term) = checked.kept.pop() else {
        let why = checked.refused.pop().map_or_else(String::new, |r| r.why);
        return Ok(Some(define::refused(&said, &why)));
    };
    let (sql, rows) = match glossary::counting(cx.knowledge, &term.meaning) {
        Ok(counting) => (counting.clone(), count(cx, &counting).await?),
        Err(_) => (String::new(), None),
    };
    Ok(Some(define::shown(term, sql, rows)))
}

/// The number that a query gives; `None`: it could not be counted within the limits.
async fn count(cx: &Cx<'_>, sql: &str) -> Result<Option<RowCount>> {
    let Ok(stream) = cx.database.query(sql, cx.limits, cx.cancel).await? else {
        return Ok(None);
    };
    let cell = stream
        .collect()
        .await
        .ok()
        .and_then(|set| set.rows.into_iter().flatten().next());
    Ok(match cell {
        Some(Cell::Int(n)) => u64::try_from(n).ok().map(|count| RowCount { count, exact: true }),
        _ => None,
    })
}

/// The question back, where the question is not specific enough. Each choice is one that the built-in engine reads whole.
pub async fn clarify(cx: &Cx<'_>, plan: &Plan, linked: &Linked, readings: &[Candidate]) -> Result<Option<Reply>> {
    let Some(reply) = ask::converse::reply(cx, plan, linked, readings) else {
        return Ok(None);
    };
    let quiet = quiet(cx);
    let mut whole = Vec::new();
    for choice in &reply.choices {
        let sentence = Sentence {
            by: "choice",
            text: choice.question.clone(),
            reads: true,
        };
        let heard = hear(&quiet, sentence).await?;
        whole.push(heard.readings.first().is_some_and(|c| c.unplaced.is_empty()));
    }
    Ok(ask::converse::near(reply, &whole))
}

/// Questions that the last turn's answer allows, at most three; each is understood as it is meant.
pub async fn follow_ups(cx: &Cx<'_>) -> Result<Vec<Choice>> {
    let Some(earlier) = cx.earlier.last() else {
        return Ok(Vec::new());
    };
    let mut out: Vec<Choice> = Vec::new();
    let mut kinds = Vec::new();
    for chip in ask::converse::chips(cx.knowledge, earlier) {
        cx.check()?;
        if out.len() == CHIPS || kinds.contains(&chip.means) {
            continue;
        }
        if let Some(nothing) = &chip.where_any {
            if ask::nothing::among(cx, nothing).await? == 0 {
                continue;
            }
        }
        let plan = Plan {
            question: chip.question.clone(),
            ..Plan::default()
        };
        let (_, ways) = follow(cx, plan).await?;
        if ways.first().is_some_and(|way| chip.means.contains(&way.change)) {
            kinds.push(chip.means);
            out.push(Choice {
                label: chip.question.clone(),
                question: chip.question,
            });
        }
    }
    Ok(out)
}

/// The plan as the chosen query has it, told where that is not what was told before.
pub fn settled(cx: &Cx<'_>, plan: Plan, winner: &str, so_far: &mut SoFar) -> Plan {
    let won = so_far.judged.iter().find(|j| j.candidate.id == winner);
    let Some(won) = won.filter(|_| plan.follows.is_some()) else {
        return plan;
    };
    let settled = ask::converse::settled(cx, &plan, &won.candidate.sql, &so_far.ways);
    if settled != plan {
        cx.trace.emit(so_far.stage, Artifact::Plan(settled.clone()));
        so_far.plan = Some(settled.clone());
    }
    settled
}

/// What a sentence is heard with: no model, and no vectors, which take longer than all the rest.
fn quiet<'a>(cx: &Cx<'a>) -> Cx<'a> {
    Cx {
        door: None,
        embedder: None,
        earlier: &[],
        ..*cx
    }
}

async fn hear(cx: &Cx<'_>, sentence: Sentence) -> Result<Heard> {
    let plan = Plan {
        question: sentence.text,
        ..Plan::default()
    };
    let grounding = ask::ground::ground(cx, &plan).await?;
    let linked = ask::link::link(cx, &plan, &grounding).await?;
    let readings = match sentence.reads {
        true => ask::generate::generate(cx, &plan, &grounding, &linked).await?,
        false => Ok(ask::generate::Generated::default()),
    };
    Ok(Heard {
        by: sentence.by,
        text: plan.question,
        grounding,
        linked,
        readings: readings.map(|g| g.candidates).unwrap_or_default(),
    })
}
