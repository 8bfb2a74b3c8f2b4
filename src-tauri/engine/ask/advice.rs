//! What the stages share when they ask a model: the run's words and the part of the schema, sealed.
//!
//! In: the run's context and what earlier stages found. Out: sealed fields for prompts. A stage asks through
//! [`Advice::ask`], gets an answer or nothing, and has a way of its own without one (law 2). Deliberately absent: what is
//! asked for.

use std::collections::BTreeSet;

use askwell_contract::beside::ExampleMatch;
use askwell_contract::model::{Effort, Privacy};
use askwell_contract::ports::Cancel;
use askwell_contract::run::{
    Candidate, Finding, Grounding, Judged, Linked, Plan, RepairAttempt, Selection, Stage, ValueMatch,
};
use askwell_contract::{Result, ResultSet};

use askwell_reader::Style;

use crate::ask::generate::recipes::Examples;
use crate::calendar::Date;
use crate::cx::Cx;
use crate::prepare::context::{route, Asked, KEPT};
use crate::prepare::render::{Form, Subset};
use crate::prepare::Knowledge;
use crate::prompt::{self, Answered, Call, Door, Filled, Fitted, Input, Names, Purpose, Sealed, Trim};
use crate::switches::{Mechanism, Switches};

mod needed;
mod part;
mod relevance;
mod times;
mod told;
mod years;

pub use part::{found, is_whole, named, place, places, referenced, used, with_keys, Part};

/// A model that may be asked about this run.
pub struct Advice<'a> {
    pub cx: &'a Cx<'a>,
    pub door: &'a Door,
    pub brief: Brief<'a>,
    stage: Stage,
}

impl<'a> Advice<'a> {
    /// `None`: no model is set up, or none may be told of this database.
    pub fn of(cx: &'a Cx<'a>, plan: &'a Plan, stage: Stage) -> Option<Self> {
        let (door, knowledge) = (cx.door?, cx.knowledge);
        let brief = Brief::new(knowledge, plan, cx.switches, cx.now().today);
        Some(Self { cx, door, brief, stage })
    }

    /// Whether a model is asked which values and columns a question needs: not where it is shown the whole schema anyway and
    /// one call is to do.
    pub fn prepares(&self) -> bool {
        self.door.settings.effort != Effort::Auto || !is_whole(self.cx.knowledge)
    }

    /// Filled in so that the model takes it in: with this part of the schema, or with as much of it as there is room for.
    pub fn fit<I: Input>(
        &self,
        purpose: &Purpose<I>,
        part: &Part,
        fill: impl FnMut(&Part, Trim) -> (I, usize),
    ) -> Fitted<I> {
        self.fit_with(purpose, part, &[], fill)
    }

    /// The same where the prompt names these columns besides.
    pub fn fit_with<I: Input>(
        &self,
        purpose: &Purpose<I>,
        part: &Part,
        besides: &[(usize, usize)],
        mut fill: impl FnMut(&Part, Trim) -> (I, usize),
    ) -> Fitted<I> {
        let knowledge = self.cx.knowledge;
        let held = self.door.holds(purpose) && self.cx.switches.has(Mechanism::Grammar);
        self.door.fit(purpose, |trim| {
            let part = part.cut(knowledge, trim.columns);
            let (input, examples) = fill(&part, trim);
            let names = held.then(|| Names {
                dialect: knowledge.catalog.dialect,
                tables: part.with(besides).written(knowledge),
            });
            Filled {
                names,
                tables: part.tables,
                columns: part.columns(),
                ..Filled::new(input, examples)
            }
        })
    }

    /// The reply; `None` where the model failed, which its event tells. Err only once the person pressed Stop.
    pub async fn ask<I: Input>(
        &self,
        purpose: &Purpose<I>,
        fitted: &Fitted<I>,
        sample: u32,
    ) -> Result<Option<Answered<I::Reply>>> {
        self.ask_until(purpose, fitted, sample, self.cx.cancel).await
    }

    /// The same with a sign of its own to give it up, which is no error.
    pub async fn ask_until<I: Input>(
        &self,
        purpose: &Purpose<I>,
        fitted: &Fitted<I>,
        sample: u32,
        cancel: &Cancel,
    ) -> Result<Option<Answered<I::Reply>>> {
        self.cx.check()?;
        let call = Call {
            tables: fitted.tables,
            sample,
            left_out: fitted.left_out.clone(),
            names: fitted.names.as_ref(),
            ..Call::new(purpose, &fitted.input)
        };
        let answered = self.cx.ask_until(self.stage, &call, cancel).await;
        self.cx.check()?;
        Ok(answered)
    }
}

/// A question and the database it is about, as prompts are filled in from them: for a call, and for reading beforehand.
#[derive(Clone, Copy)]
pub struct Brief<'a> {
    pub knowledge: &'a Knowledge,
    pub plan: &'a Plan,
    style: Style,
    /// A model may ask back.
    asking: bool,
    today: Date,
}

impl<'a> Brief<'a> {
    pub fn new(knowledge: &'a Knowledge, plan: &'a Plan, switches: Switches, today: Date) -> Self {
        Self {
            knowledge,
            plan,
            style: switches.style,
            asking: switches.has(Mechanism::AskBack),
            today,
        }
    }

    /// As the person asked it: what the hints define stands among the evidence.
    pub fn question(&self) -> Sealed {
        Sealed::said(told::question(self.plan))
    }

    /// What of the values found is worth telling a model.
    pub fn values(&self, values: &[ValueMatch]) -> Sealed {
        let mut told = told::values(self.knowledge, self.plan, values);
        let within = told::within(self.knowledge, self.plan, &told);
        told.extend(within);
        told.extend(years::of(self.knowledge, self.plan));
        Sealed::values(&told)
    }

    /// How the question's times were read.
    fn times(&self, grounding: &Grounding) -> Sealed {
        let told = times::meant(self.knowledge, self.plan, &grounding.times);
        Sealed::times(&told, self.today)
    }

    pub fn evidence(&self) -> Sealed {
        Sealed::said(&self.plan.evidence)
    }

    /// All that the person said: what of a statement is in it needs no hiding.
    pub fn said(&self) -> String {
        format!("{}\n{}", self.plan.question, self.plan.evidence)
    }

    pub fn schema(&self, form: Form, part: &Part) -> Sealed {
        Sealed::schema(self.knowledge, form, &part.subset)
    }

    /// The same without samples, where there is no room for them.
    pub fn schema_within(&self, form: Form, part: &Part, trim: Trim) -> Sealed {
        match trim.samples {
            true => self.schema(form, part),
            false => self.schema(form, part).up_to(Privacy::Names),
        }
    }

    /// In the style of the answer, as a recipe shows them, and whether some are the person's own.
    pub fn examples(&self, examples: &[ExampleMatch], which: Examples) -> (Sealed, Sealed) {
        let skeletons = which == Examples::Skeletons;
        (
            Sealed::examples(examples, &self.knowledge.catalog, self.style, skeletons),
            Sealed::examples_own(examples),
        )
    }

    pub fn sql(&self, sql: &str) -> Sealed {
        Sealed::sql(sql, &self.knowledge.catalog, &self.said())
    }

    pub fn ground(&self, part: &Part, trim: Trim) -> prompt::Ground {
        prompt::Ground {
            question: self.question(),
            evidence: self.evidence(),
            schema: self.schema_within(Form::Mschema, part, trim),
        }
    }

    /// `open`: the columns to choose among; `chosen`: those that were chosen before.
    pub fn link(&self, open: &[(usize, usize)], chosen: &[(usize, usize)], values: &[ValueMatch]) -> prompt::Link {
        prompt::Link {
            question: self.question(),
            evidence: self.evidence(),
            glossary: Sealed::glossary(self.knowledge),
            fields: Sealed::fields(self.knowledge, open),
            chosen: Sealed::fields(self.knowledge, chosen),
            values: self.values(values),
            beyond: Sealed::absent(),
        }
    }

    /// The same with the names of what is in neither: what a wider search finds, then the rest, as far as there is room for
    /// `most` columns to choose among and names beside them; and how many these are.
    pub fn link_wider(
        &self,
        open: &[(usize, usize)],
        chosen: &[(usize, usize)],
        values: &[ValueMatch],
        most: usize,
    ) -> (prompt::Link, usize) {
        let asked = Asked {
            question: &self.plan.question,
            vector: None,
            skeleton: None,
        };
        let wide = route(self.knowledge, asked, values, KEPT).fields.into_iter();
        let tables = self.knowledge.catalog.tables.iter().enumerate();
        let all = tables.flat_map(|(t, table)| (0..table.columns.len()).map(move |c| (t, c)));
        let mut seen: BTreeSet<(usize, usize)> = open.iter().chain(chosen).copied().collect();
        let places = wide.map(|hit| (hit.table, hit.column)).chain(all);
        let open = &open[..open.len().min(most)];
        let beyond: Vec<_> = places
            .filter(|at| seen.insert(*at))
            .take(KEPT.min(most - open.len()))
            .collect();
        let input = prompt::Link {
            beyond: Sealed::outline(self.knowledge, &beyond),
            ..self.link(open, chosen, values)
        };
        (input, open.len() + beyond.len())
    }

    /// `schema`: the part's, in the recipe's form.
    pub fn generate(
        &self,
        schema: Sealed,
        part: &Part,
        (examples, examples_own): (Sealed, Sealed),
        grounding: &Grounding,
        linked: &Linked,
    ) -> prompt::Generate {
        let dialect = self.knowledge.catalog.dialect;
        prompt::Generate {
            dialect: Sealed::dialect(dialect),
            rules: Sealed::rules(dialect),
            style: Sealed::style(self.style),
            question: self.question(),
            evidence: self.evidence(),
            glossary: Sealed::glossary(self.knowledge),
            schema,
            whole: Sealed::mark(part.whole),
            marked: Sealed::names(
                &self.knowledge.catalog,
                part.marked.iter().map(|(t, c)| (t.as_str(), c.as_str())),
            ),
            asking: Sealed::mark(self.asking),
            values: self.values(&grounding.values),
            examples,
            examples_own,
            examples_dialect: Sealed::examples_dialect(dialect),
            examples_style: Sealed::mark(self.style == Style::People),
            joins: Sealed::joins(self.knowledge, &part.names),
            cautions: Sealed::cautions(&part.cautions(self.knowledge, &linked.cautions)),
            notes: self.times(grounding),
        }
    }

    /// Without what the schema knows of the failure.
    pub fn repair(
        &self,
        (part, trim): (&Part, Trim),
        sql: &str,
        wrong: &Finding,
        grounding: &Grounding,
    ) -> prompt::Repair {
        let catalog = &self.knowledge.catalog;
        prompt::Repair {
            dialect: Sealed::dialect(catalog.dialect),
            rules: Sealed::rules(catalog.dialect),
            style: Sealed::style(self.style),
            question: self.question(),
            evidence: self.evidence(),
            schema: self.schema_within(Form::Ddl, part, trim),
            whole: Sealed::mark(part.whole),
            values: self.values(&grounding.values),
            notes: self.times(grounding),
            sql: self.sql(sql),
            error: Sealed::finding(wrong, sql, catalog, &self.said()),
            ..prompt::Repair::default()
        }
    }

    /// Statements that were tried before, with what each came to.
    pub fn tried(&self, repairs: &[RepairAttempt]) -> Sealed {
        let (catalog, said) = (&self.knowledge.catalog, self.said());
        Sealed::tried(repairs, catalog, &said)
    }

    /// Both statements with what they came to and how each understood the question. `part` and `values`: of all statements
    /// that are compared, so that the prompts of all pairs begin alike.
    pub fn select(
        &self,
        (part, trim): (&Part, Trim),
        values: Sealed,
        a: (&str, &ResultSet, &str),
        b: (&str, &ResultSet, &str),
    ) -> prompt::Select {
        prompt::Select {
            dialect: Sealed::dialect(self.knowledge.catalog.dialect),
            rules: Sealed::rules(self.knowledge.catalog.dialect),
            style: Sealed::style(self.style),
            values,
            apart: Sealed::apart(a.1, b.1),
            question: self.question(),
            evidence: self.evidence(),
            schema: self.schema_within(Form::Markdown, part, trim),
            reading_a: Sealed::of_values(a.2),
            sql_a: self.sql(a.0),
            result_a: whole(a.1),
            reading_b: Sealed::of_values(b.2),
            sql_b: self.sql(b.0),
            result_b: whole(b.1),
        }
    }

    /// The database as it is declared, and the question: nothing that Askwell found out.
    pub fn plain(&self) -> prompt::Plain {
        let catalog = &self.knowledge.catalog;
        prompt::Plain {
            dialect: Sealed::dialect(catalog.dialect),
            schema: Sealed::schema(self.knowledge, Form::Bare, &Subset::all(catalog)),
            question: self.question(),
            evidence: self.evidence(),
        }
    }

    pub fn parts(&self, (part, trim): (&Part, Trim)) -> prompt::Planner {
        prompt::Planner {
            question: self.question(),
            evidence: self.evidence(),
            glossary: Sealed::glossary(self.knowledge),
            schema: self.schema_within(Form::Mschema, part, trim),
        }
    }

    /// A statement whose answer did not pass, how it understood the question and what it gave, with what its review found and
    /// proposes, and the level that it knew.
    pub fn again(
        &self,
        (schema, part): (Sealed, &Part),
        (grounding, linked): (&Grounding, &Linked),
        (sql, result, reading): (&str, Option<&ResultSet>, &str),
        (issues, suggestions, level): (&[String], &[String], Privacy),
    ) -> prompt::Again {
        let generate = self.generate(schema, part, Default::default(), grounding, linked);
        prompt::Again {
            dialect: generate.dialect,
            rules: generate.rules,
            style: generate.style,
            question: generate.question,
            evidence: generate.evidence,
            glossary: generate.glossary,
            schema: generate.schema,
            whole: generate.whole,
            joins: generate.joins,
            values: generate.values,
            notes: generate.notes,
            reading: Sealed::of_values(reading),
            sql: self.sql(sql),
            result: result.map(whole).unwrap_or_default(),
            issues: Sealed::heard(&issues.join("\n"), level),
            suggestions: Sealed::heard(&suggestions.join("\n"), level),
        }
    }

    /// A statement, its result and how it is read, with the answer made of them.
    pub fn grade(
        &self,
        (part, trim): (&Part, Trim),
        grounding: &Grounding,
        (sql, result, reading): (&str, &ResultSet, &str),
        answer: &str,
        doubts: &[String],
    ) -> prompt::Grade {
        prompt::Grade {
            dialect: Sealed::dialect(self.knowledge.catalog.dialect),
            rules: Sealed::rules(self.knowledge.catalog.dialect),
            style: Sealed::style(self.style),
            question: self.question(),
            evidence: self.evidence(),
            values: self.values(&grounding.values),
            notes: self.times(grounding),
            reading: Sealed::of_values(reading),
            schema: self.schema_within(Form::Markdown, part, trim),
            sql: self.sql(sql),
            result: whole(result),
            answer: Sealed::of_rows(answer),
            doubts: Sealed::of_values(&doubts.join("\n")),
        }
    }

    pub fn answer(&self, sql: &str, result: &ResultSet) -> prompt::Answer {
        prompt::Answer {
            question: self.question(),
            reading: Sealed::absent(),
            sql: self.sql(sql),
            result: whole(result),
            notes: Sealed::absent(),
        }
    }
}

fn whole(result: &ResultSet) -> Sealed {
    Sealed::result(result, result.rows.len() as u64)
}

/// How the generators are called that are models (seed 000, operation 7: reasoning, standard, complex, in context;
/// the one call that gives the schema whole, those that go by parts, a plan or a skeleton, those in the form that their
/// model was trained with, and what is written anew after a review).
pub const WRITERS: [&str; 9] = [
    "whole_",
    "reasoning_",
    "standard_",
    "complex_",
    "icl_",
    "steps_",
    "skeleton_",
    "trained_",
    "again_",
];

/// How a reading is called that the person said is right.
pub const VERIFIED: &str = "verified";

/// Whether the person said that it is right.
pub fn is_verified(candidate: &Candidate) -> bool {
    candidate.generator.split(", ").any(|name| name == VERIFIED)
}

/// What the queries are called that a turn makes of the one before it.
pub const TURN: &str = "conversation";

/// What the reader's candidates are called.
pub const READER: &str = "reader";

/// Whether the reader made it, and whether the older engine did; both where they wrote the same.
pub fn engines(candidate: &Candidate) -> (bool, bool) {
    let names = || candidate.generator.split(", ").filter(|n| *n != VERIFIED);
    let older = names().any(|n| n != READER) && !is_written(candidate);
    (names().any(|n| n == READER), older)
}

/// Whether a model wrote it, perhaps as one of several.
pub fn is_written(candidate: &Candidate) -> bool {
    let of = |name: &str| WRITERS.iter().any(|start| name.starts_with(start));
    candidate.generator.split(", ").any(of)
}

/// Whose account of the question's words holds for a result: a model gives none of its own, but a built-in candidate that
/// came to the same has one. `None`: it is not known which words were used.
pub fn account<'c>(shown: &'c Candidate, agreeing: impl IntoIterator<Item = &'c Candidate>) -> Option<&'c Candidate> {
    let told = |c: &&Candidate| !c.uses.is_empty() || !is_written(c) && c.generator != VERIFIED;
    std::iter::once(shown).chain(agreeing).find(told)
}

/// The same for the answer of a selection, with all that came to its result.
pub fn account_of<'c>(pool: &'c [Judged], selection: &Selection, shown: &'c Candidate) -> Option<&'c Candidate> {
    let cluster = selection.clusters.iter().find(|c| c.members.contains(&shown.id));
    let agrees = |c: &&Candidate| cluster.is_some_and(|cluster| cluster.members.contains(&c.id));
    account(shown, pool.iter().map(|j| &j.candidate).filter(agrees))
}
