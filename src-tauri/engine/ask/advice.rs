//! What the stages share when they ask a model: the run's words and the part of the schema, sealed.
//!
//! In: the run's context and what earlier stages found. Out: sealed fields for prompts. A stage asks through
//! [`Advice::ask`], gets an answer or nothing, and has a way of its own without one (law 2). Deliberately absent: what is
//! asked for.

use std::collections::BTreeSet;

use askwell_contract::ports::Cancel;
use askwell_contract::run::{
    Candidate, FieldName, Finding, Grounding, Judged, Linked, Plan, Selection, Stage, ValueMatch,
};
use askwell_contract::{Result, ResultSet};

use crate::cx::Cx;
use crate::prepare::context::{route, Asked, KEPT};
use crate::prepare::render::{Form, Subset};
use crate::prepare::Knowledge;
use crate::prompt::{self, Answered, Call, Door, Input, Purpose, Sealed};

mod relevance;

use relevance::Relevance;

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
        let brief = Brief { knowledge, plan };
        Some(Self { cx, door, brief, stage })
    }

    /// The reply; `None` where the model failed, which its event tells. Err only once the person pressed Stop.
    pub async fn ask<I: Input>(
        &self,
        purpose: &Purpose<I>,
        input: &I,
        tables: usize,
        sample: u32,
    ) -> Result<Option<Answered<I::Reply>>> {
        self.ask_until(purpose, input, tables, sample, self.cx.cancel).await
    }

    /// The same with a sign of its own to give it up, which is no error.
    pub async fn ask_until<I: Input>(
        &self,
        purpose: &Purpose<I>,
        input: &I,
        tables: usize,
        sample: u32,
        cancel: &Cancel,
    ) -> Result<Option<Answered<I::Reply>>> {
        self.cx.check()?;
        let call = Call {
            tables,
            sample,
            ..Call::new(purpose, input)
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
}

impl Brief<'_> {
    pub fn question(&self) -> Sealed {
        Sealed::said(&self.plan.question)
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

    pub fn sql(&self, sql: &str) -> Sealed {
        Sealed::sql(sql, &self.knowledge.catalog, &self.said())
    }

    pub fn ground(&self, part: &Part) -> prompt::Ground {
        prompt::Ground {
            question: self.question(),
            evidence: self.evidence(),
            schema: self.schema(Form::Mschema, part),
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
            values: Sealed::values(values),
            beyond: Sealed::absent(),
        }
    }

    /// The same with the names of what is in neither: what a wider search finds, then the rest, as far as there is room.
    pub fn link_wider(
        &self,
        open: &[(usize, usize)],
        chosen: &[(usize, usize)],
        values: &[ValueMatch],
    ) -> prompt::Link {
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
        let beyond: Vec<_> = places.filter(|at| seen.insert(*at)).take(KEPT).collect();
        prompt::Link {
            beyond: Sealed::outline(self.knowledge, &beyond),
            ..self.link(open, chosen, values)
        }
    }

    /// `schema`: the part's, in the recipe's form.
    pub fn generate(
        &self,
        schema: Sealed,
        part: &Part,
        examples: Sealed,
        grounding: &Grounding,
        linked: &Linked,
    ) -> prompt::Generate {
        let dialect = self.knowledge.catalog.dialect;
        prompt::Generate {
            dialect: Sealed::dialect(dialect),
            question: self.question(),
            evidence: self.evidence(),
            glossary: Sealed::glossary(self.knowledge),
            schema,
            values: Sealed::values(&grounding.values),
            examples,
            examples_dialect: Sealed::examples_dialect(dialect),
            joins: Sealed::joins(self.knowledge, &part.names),
            cautions: Sealed::cautions(&linked.cautions),
            notes: Sealed::times(&grounding.times),
        }
    }

    /// Without what the schema knows of the failure.
    pub fn repair(&self, part: &Part, sql: &str, wrong: &Finding, values: &[ValueMatch]) -> prompt::Repair {
        let catalog = &self.knowledge.catalog;
        prompt::Repair {
            dialect: Sealed::dialect(catalog.dialect),
            question: self.question(),
            evidence: self.evidence(),
            schema: self.schema(Form::Ddl, part),
            values: Sealed::values(values),
            sql: self.sql(sql),
            error: Sealed::finding(wrong, sql, catalog, &self.said()),
            ..prompt::Repair::default()
        }
    }

    /// Both statements with what they came to.
    pub fn select(&self, part: &Part, a: (&str, &ResultSet), b: (&str, &ResultSet)) -> prompt::Select {
        let result = |result: &ResultSet| Sealed::result(result, result.rows.len() as u64);
        prompt::Select {
            question: self.question(),
            evidence: self.evidence(),
            schema: self.schema(Form::Markdown, part),
            sql_a: self.sql(a.0),
            result_a: result(a.1),
            sql_b: self.sql(b.0),
            result_b: result(b.1),
        }
    }

    pub fn answer(&self, sql: &str, result: &ResultSet) -> prompt::Answer {
        prompt::Answer {
            question: self.question(),
            reading: Sealed::absent(),
            sql: self.sql(sql),
            result: Sealed::result(result, result.rows.len() as u64),
            notes: Sealed::absent(),
        }
    }
}

/// How the generators are called that are models (seed 000, operation 7: reasoning, standard, complex, in context).
pub const WRITERS: [&str; 4] = ["reasoning_", "standard_", "complex_", "icl_"];

/// How a reading is called that the person said is right.
pub const VERIFIED: &str = "verified";

/// Whether the person said that it is right.
pub fn is_verified(candidate: &Candidate) -> bool {
    candidate.generator.split(", ").any(|name| name == VERIFIED)
}

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

/// A part of the schema, never more than a prompt has room for.
pub struct Part {
    pub subset: Subset,
    pub tables: usize,
    /// Its tables by name, for how they hang together.
    pub names: Vec<String>,
}

impl Part {
    /// The first of these columns; without any, the first of the database.
    pub fn of(knowledge: &Knowledge, places: impl IntoIterator<Item = (usize, usize)>) -> Self {
        let mut places: Vec<(usize, usize)> = places.into_iter().take(KEPT).collect();
        if places.is_empty() {
            let tables = knowledge.catalog.tables.iter().enumerate();
            let all = tables.flat_map(|(t, table)| (0..table.columns.len()).map(move |c| (t, c)));
            places.extend(all.take(KEPT));
        }
        let at: BTreeSet<usize> = places.iter().map(|(table, _)| *table).collect();
        let named = at.iter().filter_map(|t| knowledge.catalog.tables.get(*t));
        let names: Vec<String> = named.map(|t| t.name.clone()).collect();
        Self {
            tables: at.len(),
            subset: Subset::at(places),
            names,
        }
    }

    /// S1: what the question surely needs; where nothing is sure, what it may need.
    pub fn precise(knowledge: &Knowledge, grounding: &Grounding, linked: &Linked) -> Self {
        let sure = match &linked.chosen {
            Some(chosen) => places(knowledge, &chosen.precise),
            None => with_keys(knowledge, kept(named(knowledge, grounding, linked))),
        };
        match sure.is_empty() {
            true => Self::recall(knowledge, grounding, linked),
            false => Self::of(knowledge, sure),
        }
    }

    /// S2: and what it may need.
    pub fn recall(knowledge: &Knowledge, grounding: &Grounding, linked: &Linked) -> Self {
        match &linked.chosen {
            Some(chosen) => Self::of(knowledge, places(knowledge, &chosen.recall)),
            None => Self::of(
                knowledge,
                with_keys(knowledge, kept(found(knowledge, grounding, linked))),
            ),
        }
    }
}

/// Room is left for the keys that are added.
fn kept(mut places: Vec<(usize, usize)>) -> Vec<(usize, usize)> {
    places.truncate(KEPT * 3 / 4);
    places
}

/// Columns that the question may be about, the most relevant first.
pub fn found(knowledge: &Knowledge, grounding: &Grounding, linked: &Linked) -> Vec<(usize, usize)> {
    Relevance::of(knowledge, grounding, linked, true).best_first()
}

/// Columns that the question's words, its values and its hints name, the most relevant first.
pub fn named(knowledge: &Knowledge, grounding: &Grounding, linked: &Linked) -> Vec<(usize, usize)> {
    Relevance::of(knowledge, grounding, linked, false).best_first()
}

/// Columns that the hints name; of a table that they name, its key.
pub fn referenced(knowledge: &Knowledge, grounding: &Grounding) -> Vec<(usize, usize)> {
    let columns = grounding.references.iter().flat_map(|named| match &named.column {
        Some(column) => vec![(named.table.as_str(), column.as_str())],
        None => {
            let table = knowledge.catalog.table(&named.table);
            let keys = table.into_iter().flat_map(|t| &t.primary_key);
            keys.map(|key| (named.table.as_str(), key.as_str())).collect()
        }
    });
    columns.filter_map(|(t, c)| place(knowledge, t, c)).collect()
}

pub fn place(knowledge: &Knowledge, table: &str, column: &str) -> Option<(usize, usize)> {
    let tables = &knowledge.catalog.tables;
    let t = tables.iter().position(|t| t.name.eq_ignore_ascii_case(table))?;
    let c = tables
        .get(t)?
        .columns
        .iter()
        .position(|c| c.name.eq_ignore_ascii_case(column))?;
    Some((t, c))
}

pub fn places(knowledge: &Knowledge, names: &[FieldName]) -> Vec<(usize, usize)> {
    names
        .iter()
        .filter_map(|n| place(knowledge, &n.table, &n.column))
        .collect()
}

/// The columns, the primary keys of their tables, and the keys by which these join, tables between them included
/// (seed 000, step 6.2).
pub fn with_keys(knowledge: &Knowledge, mut columns: Vec<(usize, usize)>) -> Vec<(usize, usize)> {
    let mut tables: Vec<String> = Vec::new();
    for (t, _) in &columns {
        if let Some(table) = knowledge.catalog.tables.get(*t) {
            if !tables.contains(&table.name) {
                tables.push(table.name.clone());
            }
        }
    }
    let joins = knowledge.graph.forest(&tables).steps();
    let mut keys: Vec<(String, String)> = Vec::new();
    for step in joins {
        for (table, column) in [
            (step.left_table, step.left_column),
            (step.right_table, step.right_column),
        ] {
            if !tables.contains(&table) {
                tables.push(table.clone());
            }
            keys.push((table, column));
        }
    }
    for table in knowledge.catalog.tables.iter().filter(|t| tables.contains(&t.name)) {
        keys.extend(table.primary_key.iter().map(|k| (table.name.clone(), k.clone())));
        for foreign in table.foreign_keys.iter().filter(|f| tables.contains(&f.to_table)) {
            keys.extend(foreign.columns.iter().map(|c| (table.name.clone(), c.clone())));
        }
    }
    columns.extend(keys.iter().filter_map(|(t, c)| place(knowledge, t, c)));
    let mut seen = BTreeSet::new();
    columns.retain(|at| seen.insert(*at));
    columns
}
