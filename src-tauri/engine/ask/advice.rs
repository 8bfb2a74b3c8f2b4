//! What the stages share when they ask a model: the run's words and the part of the schema, sealed.
//!
//! In: the run's context and what earlier stages found. Out: sealed fields for prompts. A stage asks through
//! [`Advice::ask`], gets an answer or nothing, and has a way of its own without one (law 2). Deliberately absent: what is
//! asked for.

use askwell_contract::run::{Candidate, FieldName, Grounding, JoinStep, Linked, Plan, Stage};
use askwell_contract::Result;

use crate::cx::Cx;
use crate::prepare::render::{Form, Subset};
use crate::prepare::Knowledge;
use crate::prompt::{Answered, Call, Door, Input, Purpose, Sealed};

/// A model that may be asked about this run.
pub struct Advice<'a> {
    pub cx: &'a Cx<'a>,
    pub door: &'a Door,
    pub plan: &'a Plan,
    stage: Stage,
}

impl<'a> Advice<'a> {
    /// `None`: no model is set up, or none may be told of this database.
    pub fn of(cx: &'a Cx<'a>, plan: &'a Plan, stage: Stage) -> Option<Self> {
        let door = cx.door?;
        Some(Self { cx, door, plan, stage })
    }

    /// The reply; `None` where the model failed, which its event tells. Err only once the person pressed Stop.
    pub async fn ask<I: Input>(
        &self,
        purpose: &Purpose<I>,
        input: &I,
        tables: usize,
        sample: u32,
    ) -> Result<Option<Answered<I::Reply>>> {
        self.cx.check()?;
        let call = Call {
            tables,
            sample,
            ..Call::new(purpose, input)
        };
        let answered = self.cx.ask(self.stage, &call).await;
        self.cx.check()?;
        Ok(answered)
    }

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
        Sealed::schema(self.cx.knowledge, form, &part.subset)
    }

    pub fn sql(&self, sql: &str) -> Sealed {
        Sealed::sql(sql, &self.cx.knowledge.catalog, &self.said())
    }
}

/// How the generators are called that are models (seed 000, operation 7: reasoning, standard, complex, in context).
pub const WRITERS: [&str; 4] = ["reasoning_", "standard_", "complex_", "icl_"];

/// Whether a model wrote it, perhaps as one of several.
pub fn is_written(candidate: &Candidate) -> bool {
    let of = |name: &str| WRITERS.iter().any(|start| name.starts_with(start));
    candidate.generator.split(", ").any(of)
}

/// A part of the schema.
pub struct Part {
    pub subset: Subset,
    pub tables: usize,
    /// How its tables hang together; none where it is the whole schema, whose keys say so themselves.
    pub joins: Vec<JoinStep>,
}

impl Part {
    pub fn of(knowledge: &Knowledge, places: impl IntoIterator<Item = (usize, usize)>) -> Self {
        let places: Vec<(usize, usize)> = places.into_iter().collect();
        if places.is_empty() {
            let subset = Subset::all(&knowledge.catalog);
            return Self {
                tables: subset.tables(),
                subset,
                joins: Vec::new(),
            };
        }
        let at: std::collections::BTreeSet<usize> = places.iter().map(|(table, _)| *table).collect();
        let named = at.iter().filter_map(|t| knowledge.catalog.tables.get(*t));
        let names: Vec<String> = named.map(|t| t.name.clone()).collect();
        Self {
            tables: at.len(),
            subset: Subset::at(places),
            joins: knowledge.graph.connect(&names).unwrap_or_default(),
        }
    }

    /// S1: what the question surely needs.
    pub fn precise(knowledge: &Knowledge, grounding: &Grounding, linked: &Linked) -> Self {
        match &linked.chosen {
            Some(chosen) => Self::of(knowledge, places(knowledge, &chosen.precise)),
            None => Self::of(knowledge, with_keys(knowledge, named(knowledge, grounding, linked))),
        }
    }

    /// S2: and what it may need.
    pub fn recall(knowledge: &Knowledge, grounding: &Grounding, linked: &Linked) -> Self {
        if let Some(chosen) = &linked.chosen {
            return Self::of(knowledge, places(knowledge, &chosen.recall));
        }
        let mut all = named(knowledge, grounding, linked);
        for found in &linked.recall {
            all.extend(found.column.as_deref().and_then(|c| place(knowledge, &found.table, c)));
        }
        Self::of(knowledge, with_keys(knowledge, all))
    }
}

/// Columns that the question's words and values name, best first.
pub fn named(knowledge: &Knowledge, grounding: &Grounding, linked: &Linked) -> Vec<(usize, usize)> {
    let values = grounding.values.iter().map(|v| (&v.table, Some(&v.column)));
    let fields = linked.precise.iter().map(|f| (&f.table, f.column.as_ref()));
    let mut out = Vec::new();
    for (table, column) in fields.chain(values) {
        match column {
            Some(column) => out.extend(place(knowledge, table, column)),
            // A table that is named stands with all it has.
            None => {
                let at = knowledge.catalog.tables.iter().position(|t| t.name == *table);
                out.extend(at.into_iter().flat_map(|t| {
                    let columns = knowledge.catalog.tables.get(t).map_or(0, |t| t.columns.len());
                    (0..columns).map(move |c| (t, c))
                }));
            }
        }
    }
    let mut seen = std::collections::BTreeSet::new();
    out.retain(|at| seen.insert(*at));
    out
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
    let joins = knowledge.graph.connect(&tables).unwrap_or_default();
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
    let mut seen = std::collections::BTreeSet::new();
    columns.retain(|at| seen.insert(*at));
    columns
}
