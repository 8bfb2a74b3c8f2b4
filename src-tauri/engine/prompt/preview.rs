//! Every prompt as it would be sent, for a person to read before anything is.
//!
//! In: a door, what is known of a database, a question. Out: the texts, by the way that a call takes, with destination and
//! price. What a run would have made by then (a statement, a result, an error) is stood in for, by statements over the
//! table that fits best ([`stand_in`]).

use askwell_contract::model::{Privacy, PromptPreview, Usage};
use askwell_contract::run::{Grounding, Linked, Plan};
use askwell_reader::Style;

use super::call::{tokens, Call};
use super::input::Input;
use super::library::*;
use super::room::{Filled, Trim};
use super::sealed::Sealed;
use super::Door;
use crate::ask::advice::{found, named, used, with_keys, Brief, Part};
use crate::ask::generate::advised::Similar;
use crate::ask::generate::recipes::shown;
use crate::ask::{ground, link, repair};
use crate::calendar::Now;
use crate::optimise::written;
use crate::prepare::describe::by_model;
use crate::prepare::render::Form;
use crate::prepare::search::TOP;
use crate::prepare::Knowledge;
use crate::switches::Switches;

mod stand_in;

/// How the statements that stand in understood their question.
const ONE: &str = "one row of the table";
const ALL_ROWS: &str = "how many rows the table has";

/// In the order in which a question meets them, filled in as the stages fill them in ([`Brief`]), for an answer that a person
/// reads. Blocking, and nothing is sent.
pub fn preview(door: &Door, knowledge: &Knowledge, asked: (&str, &str), now: &Now) -> Vec<PromptPreview> {
    preview_in(door, knowledge, asked, now, Style::People)
}

/// The same for an answer of any style.
pub fn preview_in(
    door: &Door,
    knowledge: &Knowledge,
    (question, evidence): (&str, &str),
    now: &Now,
    style: Style,
) -> Vec<PromptPreview> {
    let plan = Plan {
        question: question.to_owned(),
        evidence: evidence.to_owned(),
        follows: None,
        parts: Vec::new(),
        tells: None,
    };
    let brief = Brief::new(knowledge, &plan, Switches::default().styled(style), now.today);
    let grounding = ground::hinted(knowledge, &plan, now);
    let linked = link::by_rules(knowledge, &plan, &grounding);
    let mut out = Out { door, all: Vec::new() };
    if let Some((table, columns)) = by_model::batches(knowledge).into_iter().next() {
        out.add(&DESCRIBE, &by_model::input(knowledge, table, &columns), 1);
    }
    let wide = Part::recall(knowledge, &grounding, &linked);
    out.fit(&PLAN, &brief, &wide, |part, trim| (brief.parts((part, trim)), 0));
    choosing(&mut out, &brief, &grounding, &linked);
    let (narrow, wide) = (
        Part::precise(knowledge, &grounding, &linked),
        Part::recall(knowledge, &grounding, &linked),
    );
    let likest = ground::like(knowledge, door, question, None);
    let similar = Similar::of(knowledge, question, None, &likest);
    for purpose in [
        &GENERATE_WHOLE,
        &GENERATE_REASONING,
        &GENERATE_REASONING_STEPS,
        &GENERATE_STANDARD,
        &GENERATE_COMPLEX,
        &GENERATE_DIRECT,
        &GENERATE_CHAIN,
        &GENERATE_STEP_BACK,
        &GENERATE_DIVIDE,
        &GENERATE_PLAN,
        &GENERATE_SKELETON,
        &GENERATE_OMNISQL,
        &GENERATE_XIYAN,
    ] {
        let Some((broad, form, in_context)) = shown(purpose.name) else {
            continue;
        };
        let chosen = similar.chosen(in_context);
        out.fit(purpose, &brief, if broad { &wide } else { &narrow }, |part, trim| {
            let examples = &chosen[..chosen.len().min(trim.examples)];
            let sealed = brief.examples(examples, in_context);
            let schema = brief.schema_within(form, part, trim);
            (
                brief.generate(schema, part, sealed, &grounding, &linked),
                examples.len(),
            )
        });
    }
    let first = found(knowledge, &grounding, &linked).first().map_or(0, |at| at.0);
    for broken in stand_in::broken(knowledge, first) {
        let part = wide.clone().led_by(used(knowledge, &broken.judged.candidate.sql));
        out.fit(broken.purpose, &brief, &part, |part, trim| {
            let input = repair::asked(&brief, &grounding, (part, trim), &broken.judged, &broken.wrong);
            (input, 0)
        });
    }
    let [(sql, result), (other, counted)] = stand_in::pair(knowledge, first);
    let columns = knowledge.catalog.tables.get(first).map_or(0, |t| t.columns.len());
    let read = Part::of(knowledge, (0..columns).map(|column| (first, column)));
    let compared = Sealed::compared(knowledge, &[&sql, &other]);
    out.fit(&SELECT, &brief, &read, |part, trim| {
        let (a, b) = ((&*sql, &result, ONE), (&*other, &counted, ALL_ROWS));
        (brief.select((part, trim), compared.clone(), a, b), 0)
    });
    out.add(&ANSWER, &brief.answer(&sql, &result), 1);
    let sentence = "1 row.";
    out.fit(&GRADE, &brief, &read, |part, trim| {
        (
            brief.grade((part, trim), &grounding, (&sql, &result, ONE), sentence, &[]),
            0,
        )
    });
    out.fit(&GENERATE_AGAIN, &brief, &wide, |part, trim| {
        let schema = brief.schema_within(Form::Ddl, part, trim);
        let issues = "It does not answer the whole question.".to_owned();
        let review = (&[issues][..], &[][..], door.privacy);
        (
            brief.again(
                (schema, part),
                (&grounding, &linked),
                (&sql, Some(&result), ONE),
                review,
            ),
            0,
        )
    });
    out.add(&PLAIN, &brief.plain(), knowledge.catalog.tables.len());
    let about = written::About {
        sql: &sql,
        plan: None,
        parts: &[],
        tried: &[],
        analysis: "",
    };
    out.add(&OPTIMISE, &written::input(knowledge, &about), 1);
    out.all
}

/// The prompts by which a model chooses values and columns.
fn choosing(out: &mut Out<'_>, brief: &Brief<'_>, grounding: &Grounding, linked: &Linked) {
    let knowledge = brief.knowledge;
    let mut fields = found(knowledge, grounding, linked);
    fields.truncate(TOP);
    let part = Part::around(knowledge, fields.iter().copied());
    out.fit(&GROUND, brief, &part, |part, trim| (brief.ground(part, trim), 0));
    out.add(&LINK_PRECISE, &brief.link(&fields, &[], &grounding.values), 1);
    // What the first round would choose: what the rules are sure of.
    let mut sure = named(knowledge, grounding, linked);
    sure.truncate(TOP);
    let sure = with_keys(knowledge, sure);
    let open: Vec<(usize, usize)> = fields.into_iter().filter(|at| !sure.contains(at)).collect();
    let (wider, _) = brief.link_wider(&open, &sure, &grounding.values, usize::MAX);
    out.add(&LINK_RECALL, &wider, 1);
}

struct Out<'a> {
    door: &'a Door,
    all: Vec<PromptPreview>,
}

impl Out<'_> {
    /// As much of a part of the schema as the model takes in.
    fn fit<I: Input>(
        &mut self,
        purpose: &Purpose<I>,
        brief: &Brief<'_>,
        part: &Part,
        mut fill: impl FnMut(&Part, Trim) -> (I, usize),
    ) {
        let fitted = self.door.fit(purpose, |trim| {
            let part = part.cut(brief.knowledge, trim.columns);
            let (input, examples) = fill(&part, trim);
            Filled {
                tables: part.tables,
                columns: part.columns(),
                ..Filled::new(input, examples)
            }
        });
        self.add(purpose, &fitted.input, fitted.tables);
    }

    fn add<I: Input>(&mut self, purpose: &Purpose<I>, input: &I, tables: usize) {
        let Ok(prompt) = self.door.prompt(purpose.name) else {
            return;
        };
        let to = self.door.settings.tiers.serve(prompt.tier);
        let destination = to.map(|to| self.door.llm.destination(to));
        let leaves = destination.as_ref().is_some_and(|d| d.1);
        let mut shown = PromptPreview {
            purpose: purpose.name.to_owned(),
            about: prompt.about.clone(),
            to: to.cloned(),
            destination: destination.map(|d| d.0).unwrap_or_default(),
            leaves,
            system: String::new(),
            user: String::new(),
            tokens: 0,
            cost: None,
            masked: 0,
            withheld: self.door.withheld(&prompt),
        };
        if shown.withheld.is_none() && to.is_none() {
            shown.withheld = Some("No model is chosen.".into());
        }
        if shown.withheld.is_none() && leaves && self.door.settings.airplane {
            shown.withheld = Some("Airplane mode is on, and this model is on another machine.".into());
        }
        // Shown without a model, too, so that one can be chosen knowing what it would be told.
        let nobody = askwell_contract::model::ModelRef {
            provider: String::new(),
            model: String::new(),
        };
        let call = Call {
            tables,
            ..Call::new(purpose, input)
        };
        if self.door.privacy > Privacy::Nothing && self.door.privacy >= prompt.needs {
            match self.door.filled(&prompt, to.unwrap_or(&nobody), &call) {
                Ok(ready) => {
                    let text = |blocks: &[askwell_contract::model::Block]| {
                        blocks.iter().map(|b| b.text.as_str()).collect::<Vec<_>>().join("\n\n")
                    };
                    let request = &ready.request;
                    shown.tokens = tokens(&request.system) + tokens(&request.user);
                    let usage = Usage {
                        input: shown.tokens,
                        output: request.max_tokens + request.thinking.unwrap_or(0),
                        ..Usage::default()
                    };
                    shown.cost = to.and_then(|to| self.door.llm.price(to, usage));
                    shown.masked = u32::try_from(ready.rendered.masks.count()).unwrap_or(u32::MAX);
                    shown.system = text(&request.system);
                    shown.user = text(&request.user);
                }
                Err(failure) => shown.withheld = Some(failure.message),
            }
        }
        self.all.push(shown);
    }
}
