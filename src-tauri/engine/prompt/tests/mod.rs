#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::sync::Arc;

use askwell_contract::beside::ExampleMatch;
use askwell_contract::explore::{Meaning, Term, Words};
use askwell_contract::model::{ModelRef, Privacy};
use askwell_contract::optimise::{Hurdle, Status};
use askwell_contract::run::{Explain, Finding, JoinStep, RepairAttempt, Span, ValueMatch};
use askwell_contract::{Cell, ResultColumn, ResultSet, TypeKind};
use askwell_reader::Style;

use super::call::Ready;
use super::scripted::ScriptedLlm;
use super::*;
use crate::optimise::written::{self, Tried};
use crate::prepare::describe::by_model;
use crate::prepare::fake::{catalog, refer, row, table, Fake};
use crate::prepare::render::{Form, Subset};
use crate::prepare::told::ByModel;
use crate::prepare::Knowledge;

mod calls;
mod canary;
mod files;
mod fuzz;
mod hostile;
mod reading;

/// The clock's first day, counted as the calendar has it.
pub fn now(knowledge: &Knowledge) -> crate::calendar::Now {
    crate::calendar::Now::new(knowledge, 0, Default::default())
}

/// Everything that can be put into a prompt.
pub struct Full {
    pub knowledge: Knowledge,
    pub question: String,
    pub sql: String,
    pub finding: Finding,
    pub result: ResultSet,
    pub value: String,
}

impl Full {
    fn value(&self) -> ValueMatch {
        ValueMatch {
            span: Span { start: 0, end: 1 },
            words: "it".into(),
            table: self.knowledge.catalog.tables[0].name.clone(),
            column: self.knowledge.catalog.tables[0].columns[1].name.clone(),
            value: self.value.clone(),
            similarity: 1.0,
            exact: true,
            rows: 1,
            part: false,
        }
    }

    fn examples(&self) -> Sealed {
        let example = |sql: &str, verified| ExampleMatch {
            database: "x".into(),
            question: "How many are there?".into(),
            sql: sql.to_owned(),
            similarity: 1.0,
            verified,
        };
        let all = [example(&self.sql, true), example("SELECT COUNT(*) FROM bakery", false)];
        Sealed::examples(&all, &self.knowledge.catalog, Style::People, true)
    }

    fn places(&self) -> Vec<(usize, usize)> {
        let tables = self.knowledge.catalog.tables.iter().enumerate();
        tables
            .flat_map(|(t, table)| (0..table.columns.len()).map(move |c| (t, c)))
            .collect()
    }

    fn schema(&self, form: Form) -> Sealed {
        Sealed::schema(&self.knowledge, form, &Subset::all(&self.knowledge.catalog))
    }

    fn named(&self) -> Sealed {
        let table = &self.knowledge.catalog.tables[0];
        Sealed::names(
            &self.knowledge.catalog,
            [(table.name.as_str(), table.columns[1].name.as_str())],
        )
    }

    fn said(&self) -> Sealed {
        Sealed::said(&self.question)
    }

    fn sealed_sql(&self) -> Sealed {
        Sealed::sql(&self.sql, &self.knowledge.catalog, &self.question)
    }

    fn found(&self) -> Sealed {
        Sealed::finding(&self.finding, &self.sql, &self.knowledge.catalog, &self.question)
    }

    fn joins(&self) -> Sealed {
        let table = &self.knowledge.catalog.tables[0];
        let step = JoinStep {
            left_table: table.name.clone(),
            left_column: table.columns[0].name.clone(),
            right_table: table.name.clone(),
            right_column: table.columns[1].name.clone(),
        };
        Sealed::join(&self.knowledge, &[step])
    }

    fn attempt(&self) -> RepairAttempt {
        RepairAttempt {
            candidate: "c1".into(),
            rule: "repair_syntax".into(),
            before: self.sql.clone(),
            after: format!("{} LIMIT 1", self.sql),
            why: self.value.clone(),
            worked: false,
        }
    }

    pub fn describe(&self) -> Describe {
        let columns: Vec<usize> = (0..self.knowledge.catalog.tables[0].columns.len()).collect();
        by_model::input(&self.knowledge, 0, &columns)
    }

    pub fn ground(&self) -> Ground {
        Ground {
            question: self.said(),
            evidence: self.said(),
            schema: self.schema(Form::Mschema),
        }
    }

    pub fn link(&self) -> Link {
        Link {
            question: self.said(),
            evidence: self.said(),
            glossary: Sealed::glossary(&self.knowledge),
            fields: Sealed::fields(&self.knowledge, &self.places()),
            chosen: Sealed::fields(&self.knowledge, &self.places()),
            beyond: Sealed::outline(&self.knowledge, &self.places()),
            values: Sealed::values(&[self.value()]),
        }
    }

    pub fn generate(&self, form: Form) -> Generate {
        Generate {
            dialect: Sealed::dialect(self.knowledge.catalog.dialect),
            rules: Sealed::rules(self.knowledge.catalog.dialect),
            style: Sealed::style(Default::default()),
            question: self.said(),
            evidence: self.said(),
            glossary: Sealed::glossary(&self.knowledge),
            schema: self.schema(form),
            whole: Sealed::mark(true),
            marked: self.named(),
            asking: Sealed::mark(true),
            values: Sealed::values(&[self.value()]),
            examples: self.examples(),
            examples_own: Sealed::mark(true),
            examples_dialect: Sealed::examples_dialect(askwell_contract::Dialect::Postgres),
            examples_style: Sealed::mark(true),
            joins: self.joins(),
            cautions: self.said(),
            notes: self.said(),
        }
    }

    pub fn repair(&self) -> Repair {
        Repair {
            dialect: Sealed::dialect(self.knowledge.catalog.dialect),
            rules: Sealed::rules(self.knowledge.catalog.dialect),
            style: Sealed::style(Default::default()),
            question: self.said(),
            evidence: self.said(),
            schema: self.schema(Form::Ddl),
            whole: Sealed::mark(true),
            values: Sealed::values(&[self.value()]),
            notes: self.said(),
            sql: self.sealed_sql(),
            error: self.found(),
            whitelist: self.schema(Form::Mschema),
            join: self.joins(),
            phantom: self.named(),
            candidates: self.named(),
            validator: self.found(),
            semantic: self.found(),
            tried: Sealed::tried(&[self.attempt()], &self.knowledge.catalog, &self.question),
            nearest: Sealed::nearest(&self.knowledge, &self.sql),
        }
    }

    pub fn select(&self) -> Select {
        Select {
            dialect: Sealed::dialect(self.knowledge.catalog.dialect),
            rules: Sealed::rules(self.knowledge.catalog.dialect),
            style: Sealed::style(Default::default()),
            values: Sealed::compared(&self.knowledge, &[&self.sql]),
            apart: Sealed::apart(
                &self.result,
                &ResultSet {
                    rows: Vec::new(),
                    ..self.result.clone()
                },
            ),
            question: self.said(),
            evidence: self.said(),
            schema: self.schema(Form::Markdown),
            reading_a: self.reading(),
            reading_b: self.reading(),
            sql_a: self.sealed_sql(),
            result_a: Sealed::result(&self.result, 2),
            sql_b: self.sealed_sql(),
            result_b: Sealed::result(&self.result, 2),
        }
    }

    pub fn plain(&self) -> Plain {
        Plain {
            dialect: Sealed::dialect(self.knowledge.catalog.dialect),
            schema: self.schema(Form::Bare),
            question: self.said(),
            evidence: self.said(),
        }
    }

    pub fn optimise(&self) -> Optimise {
        let catalog = &self.knowledge.catalog;
        let plan = Explain {
            label: format!("Filter {} on {}", self.value, catalog.tables[0].name),
            estimated_rows: Some(3.0),
            cost: Some(2.0),
            rows: None,
            ms: None,
            children: vec![],
        };
        let tried = [Tried {
            sql: self.sql.clone(),
            status: Status::Error,
            speedup: None,
            turned_down: Some(Hurdle::Data),
            rules: vec![],
        }];
        let about = written::About {
            sql: &self.sql,
            plan: Some(&plan),
            parts: &[],
            tried: &tried,
            analysis: "A window helped.",
        };
        written::input(&self.knowledge, &about)
    }

    pub fn planner(&self) -> Planner {
        Planner {
            question: self.said(),
            evidence: self.said(),
            glossary: Sealed::glossary(&self.knowledge),
            schema: self.schema(Form::Mschema),
        }
    }

    fn reading(&self) -> Sealed {
        Sealed::of_values(&format!("those whose name is '{}'", self.value))
    }

    pub fn grade(&self) -> Grade {
        Grade {
            dialect: Sealed::dialect(self.knowledge.catalog.dialect),
            rules: Sealed::rules(self.knowledge.catalog.dialect),
            style: Sealed::style(Default::default()),
            question: self.said(),
            evidence: self.said(),
            values: Sealed::values(&[self.value()]),
            notes: self.said(),
            reading: self.reading(),
            schema: self.schema(Form::Markdown),
            sql: self.sealed_sql(),
            result: Sealed::result(&self.result, 2),
            answer: Sealed::of_rows(&format!("It is {}.", self.result.rows[0][0])),
            doubts: Sealed::of_values(&format!("Not found in the data: {}.", self.value)),
        }
    }

    pub fn again(&self, level: Privacy) -> Again {
        let generate = self.generate(Form::Ddl);
        Again {
            dialect: generate.dialect,
            rules: generate.rules,
            style: generate.style,
            question: generate.question,
            evidence: generate.evidence,
            glossary: generate.glossary,
            schema: generate.schema,
            whole: Sealed::mark(true),
            joins: generate.joins,
            values: generate.values,
            notes: generate.notes,
            reading: self.reading(),
            sql: self.sealed_sql(),
            result: Sealed::result(&self.result, 2),
            issues: Sealed::heard("It counts rows twice.", level),
            suggestions: Sealed::heard("Count them once.", level),
        }
    }

    pub fn answer(&self) -> Answer {
        Answer {
            question: self.said(),
            reading: self.said(),
            sql: self.sealed_sql(),
            result: Sealed::result(&self.result, 2),
            notes: self.said(),
        }
    }
}

fn put<I: Input>(door: &Door, purpose: &Purpose<I>, input: &I, out: &mut Vec<(&'static str, Ready)>) {
    let prompt = door.prompt(purpose.name).unwrap();
    if door.withheld(&prompt).is_some() {
        return;
    }
    let to = ModelRef {
        provider: "p".into(),
        model: "m".into(),
    };
    let ready = door.filled(&prompt, &to, &Call::new(purpose, input));
    out.push((purpose.name, ready.unwrap()));
}

/// Every prompt, filled in with everything, at a level.
pub fn every(full: &Full, level: Privacy) -> Vec<(&'static str, Ready)> {
    let door = Arc::new(ScriptedLlm::default()).door(level);
    let mut out = Vec::new();
    put(&door, &DESCRIBE, &full.describe(), &mut out);
    put(&door, &PLAN, &full.planner(), &mut out);
    put(&door, &GROUND, &full.ground(), &mut out);
    put(&door, &LINK_PRECISE, &full.link(), &mut out);
    put(&door, &LINK_RECALL, &full.link(), &mut out);
    for (purpose, form) in [
        (&GENERATE_REASONING, Form::Ddl),
        (&GENERATE_REASONING_STEPS, Form::Ddl),
        (&GENERATE_STANDARD, Form::Markdown),
        (&GENERATE_COMPLEX, Form::Mschema),
        (&GENERATE_DIRECT, Form::Markdown),
        (&GENERATE_CHAIN, Form::Markdown),
        (&GENERATE_STEP_BACK, Form::Markdown),
        (&GENERATE_WHOLE, Form::Ddl),
        (&GENERATE_DIVIDE, Form::Ddl),
        (&GENERATE_PLAN, Form::Ddl),
        (&GENERATE_SKELETON, Form::Ddl),
        (&GENERATE_OMNISQL, Form::Ddl),
        (&GENERATE_XIYAN, Form::Mschema),
    ] {
        put(&door, purpose, &full.generate(form), &mut out);
    }
    for purpose in [
        &REPAIR_SYNTAX,
        &REPAIR_SCHEMA,
        &REPAIR_TYPE,
        &REPAIR_EMPTY,
        &REPAIR_SLOW,
    ] {
        put(&door, purpose, &full.repair(), &mut out);
    }
    put(&door, &SELECT, &full.select(), &mut out);
    put(&door, &ANSWER, &full.answer(), &mut out);
    put(&door, &GRADE, &full.grade(), &mut out);
    put(&door, &GENERATE_AGAIN, &full.again(level), &mut out);
    put(&door, &PLAIN, &full.plain(), &mut out);
    put(&door, &OPTIMISE, &full.optimise(), &mut out);
    let withheld = usize::from(level < Privacy::Rows);
    assert_eq!(
        out.len(),
        ALL.len() - withheld,
        "every prompt is among them, but for the answer's below its level"
    );
    out
}

/// A result of one text column.
fn rows_of(name: &str, cells: &[&str]) -> ResultSet {
    ResultSet {
        columns: vec![ResultColumn {
            name: name.into(),
            kind: TypeKind::Text,
        }],
        rows: cells.iter().map(|c| vec![Cell::Text((*c).into())]).collect(),
        truncated: None,
    }
}
