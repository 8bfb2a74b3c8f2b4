//! Which columns of a schema a prompt shows, and which it points at.
//!
//! In: what is grounded and linked. Out: a [`Part`]; the whole schema where it fits. Deliberately absent: how it is
//! written down.

use std::collections::BTreeSet;

use askwell_contract::beside::Caution;
use askwell_contract::run::{FieldMatch, FieldName, Grounding, Linked, ValueMatch};
use askwell_sql::{dialect, parse, scope};

use super::needed;
use super::relevance::Relevance;
use crate::prepare::context::KEPT;
use crate::prepare::render::Subset;
use crate::prepare::Knowledge;
use crate::prompt::Named;

/// A schema with no more columns than this is given whole: what a cut may lose costs more than what it spares (issue
/// "Answers with a model"; ten tables with 31 columns were cut to 25).
const WHOLE: usize = 200;

/// A name or a value as it is spelt.
const SURE: f64 = 0.95;

/// Whether a prompt has room for all of it.
pub fn is_whole(knowledge: &Knowledge) -> bool {
    let tables = &knowledge.catalog.tables;
    tables.iter().map(|t| t.columns.len()).sum::<usize>() <= WHOLE
}

/// A part of the schema, never more than a prompt of an ordinary model has room for.
#[derive(Clone)]
pub struct Part {
    pub subset: Subset,
    /// That the question is about.
    pub tables: usize,
    /// These tables by name, for how they hang together.
    pub names: Vec<String>,
    /// It is the whole schema.
    pub whole: bool,
    /// Columns to be pointed at among those that are shown, by table and column.
    pub marked: Vec<(String, String)>,
    /// Its columns, those first that are needed most: what a smaller model is shown.
    order: Vec<(usize, usize)>,
}

impl Part {
    /// These columns; without any, the first of the database.
    pub fn of(knowledge: &Knowledge, places: impl IntoIterator<Item = (usize, usize)>) -> Self {
        let mut places: Vec<(usize, usize)> = places.into_iter().collect();
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
            subset: Subset::at(places.iter().copied()),
            names,
            whole: false,
            marked: Vec::new(),
            order: places,
        }
    }

    fn nothing() -> Self {
        Self {
            subset: Subset::at([]),
            tables: 1,
            names: Vec::new(),
            whole: false,
            marked: Vec::new(),
            order: Vec::new(),
        }
    }

    /// With these columns besides.
    pub fn with(&self, besides: &[(usize, usize)]) -> Self {
        let places = self.subset.places().iter();
        let own = places.flat_map(|(t, columns)| columns.iter().map(|c| (*t, *c)));
        Self {
            subset: Subset::at(own.chain(besides.iter().copied())),
            ..self.clone()
        }
    }

    /// Its names as a statement has to write them.
    pub fn written(&self, knowledge: &Knowledge) -> Vec<Named> {
        let dialect = knowledge.catalog.dialect;
        let shown = self.subset.places().iter();
        let named = shown.filter_map(|(t, columns)| {
            let table = knowledge.catalog.tables.get(*t)?;
            let columns = columns.iter().filter_map(|c| table.columns.get(*c));
            Some(Named {
                table: dialect::table(table, dialect),
                columns: columns.map(|c| dialect::ident(&c.name, dialect)).collect(),
            })
        });
        named.collect()
    }

    /// Of what leads astray, what speaks of nothing but tables that are shown.
    pub fn cautions(&self, knowledge: &Knowledge, all: &[Caution]) -> Vec<Caution> {
        let shown = |name: &String| {
            let tables = &knowledge.catalog.tables;
            let at = tables.iter().position(|t| t.name == *name);
            at.is_some_and(|at| self.subset.places().iter().any(|(t, _)| *t == at))
        };
        all.iter().filter(|c| c.tables.iter().all(shown)).cloned().collect()
    }

    /// How many columns it shows.
    pub fn columns(&self) -> usize {
        self.order.len()
    }

    /// With these of its columns as the last to be left out.
    #[must_use]
    pub fn led_by(mut self, first: impl IntoIterator<Item = (usize, usize)>) -> Self {
        let mut rest: BTreeSet<(usize, usize)> = self.order.iter().copied().collect();
        let mut order: Vec<(usize, usize)> = first.into_iter().filter(|at| rest.remove(at)).collect();
        order.extend(self.order.iter().filter(|at| rest.contains(at)));
        self.order = order;
        self
    }

    /// Of so many columns, and the keys of their tables besides, for a model that takes in no more.
    pub fn cut(&self, knowledge: &Knowledge, columns: usize) -> Self {
        if columns >= self.order.len() {
            return self.clone();
        }
        let first = self.order.iter().copied().take(columns.max(1)).collect();
        let part = Self::of(knowledge, with_keys(knowledge, first));
        let shown = |(table, column): &(String, String)| {
            place(knowledge, table, column).is_some_and(|(t, c)| part.subset.has(t, c))
        };
        let marked = self.marked.iter().filter(|name| shown(name)).cloned().collect();
        Self { marked, ..part }
    }

    /// For looking around in: the whole schema where it fits, else these columns.
    pub fn around(knowledge: &Knowledge, places: impl IntoIterator<Item = (usize, usize)>) -> Self {
        let part = Self::of(knowledge, places);
        match is_whole(knowledge) {
            true => part.within(knowledge),
            false => part,
        }
    }

    /// The whole schema, with the tables of this part as those that the question is about.
    fn within(self, knowledge: &Knowledge) -> Self {
        let tables = knowledge.catalog.tables.iter().enumerate();
        let all = tables.flat_map(|(t, table)| (0..table.columns.len()).map(move |c| (t, c)));
        let order = self.order.clone();
        Self {
            subset: Subset::all(&knowledge.catalog),
            whole: true,
            order: all.collect(),
            ..self
        }
        .led_by(order)
    }

    fn marking(self, knowledge: &Knowledge, places: &[(usize, usize)]) -> Self {
        let name = |(t, c): &(usize, usize)| {
            let table = knowledge.catalog.tables.get(*t)?;
            Some((table.name.clone(), table.columns.get(*c)?.name.clone()))
        };
        Self {
            marked: places.iter().filter_map(name).collect(),
            ..self
        }
    }

    /// S1: what the question surely needs; where nothing is sure, what it may need. Of a schema that is given whole it is
    /// marked, and hides nothing.
    pub fn precise(knowledge: &Knowledge, grounding: &Grounding, linked: &Linked) -> Self {
        let sure = match &linked.chosen {
            Some(chosen) => places(knowledge, &chosen.precise),
            None => with_keys(knowledge, kept(named(knowledge, grounding, linked))),
        };
        if is_whole(knowledge) {
            let marked = match &linked.chosen {
                Some(_) => sure.clone(),
                None => Relevance::of(knowledge, grounding, linked, false).said(),
            };
            // Where nothing is sure, no table is joined for the model.
            let surely = match &linked.chosen {
                Some(_) => sure,
                None => only_there(knowledge, grounding, linked),
            };
            let about = match surely.is_empty() {
                true => Self::nothing(),
                false => Self::of(knowledge, surely),
            };
            let part = about.within(knowledge).marking(knowledge, &marked);
            return part.led_by(core(knowledge, grounding, linked));
        }
        match sure.is_empty() {
            true => Self::recall(knowledge, grounding, linked),
            false => {
                let part = Self::of(knowledge, needing(knowledge, grounding, sure));
                part.led_by(core(knowledge, grounding, linked))
            }
        }
    }

    /// S2: and what it may need.
    pub fn recall(knowledge: &Knowledge, grounding: &Grounding, linked: &Linked) -> Self {
        match is_whole(knowledge) {
            // How the tables hang together is said of those that the question surely needs.
            true => Self::precise(knowledge, grounding, linked).marking(knowledge, &[]),
            false => {
                let part = Self::of(knowledge, wide(knowledge, grounding, linked));
                part.led_by(core(knowledge, grounding, linked))
            }
        }
    }
}

/// What a question cannot do without, then what it may need, the most relevant first: columns that hold its values, that
/// hints or the glossary name, that a first query uses, and that were surely chosen.
fn core(knowledge: &Knowledge, grounding: &Grounding, linked: &Linked) -> Vec<(usize, usize)> {
    let valued = grounding.values.iter().filter(|v| v.similarity >= SURE);
    let mut out: Vec<_> = valued.filter_map(|v| place(knowledge, &v.table, &v.column)).collect();
    out.extend(referenced(knowledge, grounding));
    let fields = linked.precise.iter().chain(&linked.recall);
    let told = fields.filter(|f| f.by == "glossary" || f.by == "sketch");
    out.extend(told.filter_map(|f| place(knowledge, &f.table, f.column.as_deref()?)));
    if let Some(chosen) = &linked.chosen {
        out.extend(used(knowledge, &chosen.sketch));
        out.extend(places(knowledge, &chosen.precise));
    }
    let besides = needed::besides(knowledge, grounding, &out);
    out.extend(besides);
    out.extend(found(knowledge, grounding, linked));
    out
}

/// The columns that a statement names, each once, in its order; a table that is only counted stands with its key.
pub fn used(knowledge: &Knowledge, sql: &str) -> Vec<(usize, usize)> {
    let catalog = &knowledge.catalog;
    let Ok(query) = parse::query(sql, catalog.dialect) else {
        return Vec::new();
    };
    let names = scope::names(&query, catalog);
    let columns = names.uses.iter().filter_map(|used| match &used.meaning {
        scope::Meaning::Column(table, column) => place(knowledge, &table.name, &column.name),
        _ => None,
    });
    let tables = names.relations.iter().filter_map(|relation| relation.table);
    let keys = tables.flat_map(|t| t.primary_key.iter().filter_map(|key| place(knowledge, &t.name, key)));
    let mut out: Vec<(usize, usize)> = Vec::new();
    for at in columns.chain(keys) {
        if !out.contains(&at) {
            out.push(at);
        }
    }
    out
}

/// A column or key of each table that the question surely speaks of: that it names, whose value it names, or that alone has
/// a column of that name. A word that several tables have a column for joins none of them.
fn only_there(knowledge: &Knowledge, grounding: &Grounding, linked: &Linked) -> Vec<(usize, usize)> {
    let mut tables: Vec<&str> = Vec::new();
    let valued = grounding.values.iter().filter(|v| v.similarity >= SURE && !v.part);
    for value in valued {
        let elsewhere = |o: &&ValueMatch| o.span == value.span && o.similarity >= SURE && o.table != value.table;
        if !grounding.values.iter().any(|o| elsewhere(&o)) {
            tables.push(&value.table);
        }
    }
    for field in linked.precise.iter().filter(|f| f.score >= SURE) {
        let elsewhere = |o: &&FieldMatch| {
            let over = o.span.start < field.span.end && field.span.start < o.span.end;
            over && o.table != field.table && o.score >= field.score
        };
        if field.column.is_none() || !linked.precise.iter().any(|o| elsewhere(&o)) {
            tables.push(&field.table);
        }
    }
    let all = knowledge.catalog.tables.iter().enumerate();
    let named = all.filter(|(_, t)| tables.contains(&t.name.as_str()) && !t.columns.is_empty());
    named.map(|(at, _)| (at, 0)).collect()
}

fn wide(knowledge: &Knowledge, grounding: &Grounding, linked: &Linked) -> Vec<(usize, usize)> {
    match &linked.chosen {
        Some(chosen) => needing(knowledge, grounding, places(knowledge, &chosen.recall)),
        None => with_keys(
            knowledge,
            needing(knowledge, grounding, kept(found(knowledge, grounding, linked))),
        ),
    }
}

/// The same with what a question of them needs besides.
fn needing(knowledge: &Knowledge, grounding: &Grounding, mut places: Vec<(usize, usize)>) -> Vec<(usize, usize)> {
    let besides = needed::besides(knowledge, grounding, &places);
    places.extend(besides);
    places
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
