//! Every prompt as it would be sent, for a person to read before anything is.
//!
//! In: a door, what is known of a database, a question. Out: the texts, by the way that a call takes, with destination and
//! price. What a run would have made by then (a statement, a result, an error) is stood in for: the statement by one over
//! the table that fits best, its result by that table's example row.

use askwell_contract::model::{Privacy, PromptPreview, Usage};
use askwell_contract::run::{Finding, Plan, ValueMatch};
use askwell_contract::{ResultColumn, ResultSet, Row};
use askwell_sql::dialect;

use super::call::{tokens, Call};
use super::input::{Answer, Generate, Ground, Input, Link, Repair, Select};
use super::library::*;
use super::sealed::Sealed;
use super::Door;
use crate::ask::{ground, link};
use crate::prepare::context::{route, Asked};
use crate::prepare::describe::by_model;
use crate::prepare::examples::{self, Example};
use crate::prepare::render::{Form, Subset};
use crate::prepare::search::TOP;
use crate::prepare::Knowledge;

/// In the order in which a question meets them. Blocking, and nothing is sent.
pub fn preview(door: &Door, knowledge: &Knowledge, question: &str, verified: Vec<Example>) -> Vec<PromptPreview> {
    let made = Made::of(knowledge, question, verified);
    let mut out = Out {
        door,
        tables: made.subset.tables(),
        all: Vec::new(),
    };
    if let Some((table, columns)) = by_model::batches(knowledge).into_iter().next() {
        out.add(&DESCRIBE, &by_model::input(knowledge, table, &columns));
    }
    out.add(&GROUND, &made.ground());
    out.add(&LINK_PRECISE, &made.link(Vec::new()));
    out.add(&LINK_RECALL, &made.link(made.precise.clone()));
    for purpose in [
        &GENERATE_REASONING,
        &GENERATE_REASONING_STEPS,
        &GENERATE_STANDARD,
        &GENERATE_COMPLEX,
        &GENERATE_DIRECT,
        &GENERATE_CHAIN,
        &GENERATE_STEP_BACK,
    ] {
        // As the seeds have it: the reasoning prompts read DDL, the others Markdown.
        let form = match purpose.name {
            name if name.starts_with("generate_reasoning") => Form::Ddl,
            _ => Form::Markdown,
        };
        out.add(purpose, &made.generate(form));
    }
    for purpose in [&REPAIR_SYNTAX, &REPAIR_SCHEMA, &REPAIR_TYPE, &REPAIR_EMPTY] {
        out.add(purpose, &made.repair());
    }
    out.add(&SELECT, &made.select());
    out.add(&ANSWER, &made.answer());
    out.all
}

struct Out<'a> {
    door: &'a Door,
    tables: usize,
    all: Vec<PromptPreview>,
}

impl Out<'_> {
    fn add<I: Input>(&mut self, purpose: &Purpose<I>, input: &I) {
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
            tables: self.tables,
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

/// What the first stages, which need no model, make of the question.
struct Made<'a> {
    knowledge: &'a Knowledge,
    question: &'a str,
    values: Vec<ValueMatch>,
    fields: Vec<(usize, usize)>,
    precise: Vec<(usize, usize)>,
    subset: Subset,
    joins: Sealed,
    examples: Sealed,
    sql: String,
    result: ResultSet,
}

impl<'a> Made<'a> {
    fn of(knowledge: &'a Knowledge, question: &'a str, verified: Vec<Example>) -> Self {
        let catalog = &knowledge.catalog;
        let plan = Plan {
            question: question.to_owned(),
            evidence: String::new(),
        };
        let grounding = ground::find(&knowledge.values, question);
        let linked = link::find(knowledge, &plan, &grounding);
        let asked = Asked {
            question,
            vector: None,
            skeleton: None,
        };
        let hits = route(knowledge, asked, &grounding.values, TOP).fields;
        let fields: Vec<(usize, usize)> = hits.iter().map(|hit| (hit.table, hit.column)).collect();
        let place = |table: &str, column: Option<&str>| {
            let t = catalog.tables.iter().position(|t| t.name.eq_ignore_ascii_case(table))?;
            let c = catalog.tables[t]
                .columns
                .iter()
                .position(|c| column.is_some_and(|name| c.name.eq_ignore_ascii_case(name)))?;
            Some((t, c))
        };
        let precise: Vec<(usize, usize)> = linked
            .precise
            .iter()
            .filter_map(|m| place(&m.table, m.column.as_deref()))
            .collect();
        let first = fields.first().or(precise.first()).map_or(0, |(table, _)| *table);
        let (sql, result) = stand_in(knowledge, first);
        let examples = examples::for_question(question, &catalog.name, &knowledge.values, verified, None);
        Self {
            subset: match fields.is_empty() {
                true => Subset::all(catalog),
                false => Subset::at(fields.iter().copied()),
            },
            joins: Sealed::joins(&linked.joins),
            examples: Sealed::examples(&examples.unwrap_or_default(), catalog),
            values: grounding.values,
            knowledge,
            question,
            fields,
            precise,
            sql,
            result,
        }
    }

    fn said(&self) -> Sealed {
        Sealed::said(self.question)
    }

    fn schema(&self, form: Form) -> Sealed {
        Sealed::schema(self.knowledge, form, &self.subset)
    }

    fn sealed_sql(&self) -> Sealed {
        Sealed::sql(&self.sql, &self.knowledge.catalog, self.question)
    }

    fn ground(&self) -> Ground {
        Ground {
            question: self.said(),
            schema: self.schema(Form::Mschema),
            ..Ground::default()
        }
    }

    fn link(&self, chosen: Vec<(usize, usize)>) -> Link {
        let open: Vec<(usize, usize)> = self.fields.iter().filter(|f| !chosen.contains(f)).copied().collect();
        Link {
            question: self.said(),
            glossary: Sealed::glossary(self.knowledge),
            fields: Sealed::fields(self.knowledge, &open),
            chosen: Sealed::fields(self.knowledge, &chosen),
            values: Sealed::values(&self.values),
            ..Link::default()
        }
    }

    fn generate(&self, form: Form) -> Generate {
        let dialect = self.knowledge.catalog.dialect;
        Generate {
            dialect: Sealed::dialect(dialect),
            question: self.said(),
            glossary: Sealed::glossary(self.knowledge),
            schema: self.schema(form),
            values: Sealed::values(&self.values),
            examples: self.examples.clone(),
            examples_dialect: Sealed::examples_dialect(dialect),
            joins: self.joins.clone(),
            ..Generate::default()
        }
    }

    fn repair(&self) -> Repair {
        let catalog = &self.knowledge.catalog;
        let finding = Finding::error("syntax", "The statement cannot be read as SQL.");
        Repair {
            dialect: Sealed::dialect(catalog.dialect),
            question: self.said(),
            schema: self.schema(Form::Ddl),
            values: Sealed::values(&self.values),
            sql: self.sealed_sql(),
            error: Sealed::finding(&finding, &self.sql, catalog, self.question),
            ..Repair::default()
        }
    }

    fn select(&self) -> Select {
        let result = Sealed::result(&self.result, self.result.rows.len() as u64);
        Select {
            question: self.said(),
            schema: self.schema(Form::Markdown),
            sql_a: self.sealed_sql(),
            result_a: result.clone(),
            sql_b: self.sealed_sql(),
            result_b: result,
            ..Select::default()
        }
    }

    fn answer(&self) -> Answer {
        Answer {
            question: self.said(),
            sql: self.sealed_sql(),
            result: Sealed::result(&self.result, self.result.rows.len() as u64),
            ..Answer::default()
        }
    }
}

/// A statement over one table, and the row that is known of it.
fn stand_in(knowledge: &Knowledge, table: usize) -> (String, ResultSet) {
    let Some(table) = knowledge.catalog.tables.get(table) else {
        return (
            "SELECT 1".into(),
            ResultSet {
                columns: Vec::new(),
                rows: Vec::new(),
                truncated: None,
            },
        );
    };
    let name = dialect::table(table, knowledge.catalog.dialect);
    let rows: Vec<Row> = knowledge.example(&table.name).cloned().into_iter().collect();
    let column = |c: &askwell_contract::Column| ResultColumn {
        name: c.name.clone(),
        kind: c.kind,
    };
    let result = ResultSet {
        columns: table.columns.iter().map(column).collect(),
        rows,
        truncated: None,
    };
    (format!("SELECT *\nFROM {name}\nLIMIT 1"), result)
}
