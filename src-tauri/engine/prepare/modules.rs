//! Groups of tables that belong together, in schemas too large to be looked at whole.
//!
//! In: the catalog, its join graph, and sentence vectors where there are any. Out: modules with names, and for a
//! question the one to three that it is about. Deliberately absent: any limit on what may be asked; a question whose
//! module cannot be told, or was told wrongly, is looked for everywhere.

use std::collections::{BTreeMap, BTreeSet};

use askwell_contract::Catalog;

use super::fields::stems;
use super::graph::JoinGraph;
use super::search::FieldHit;
use crate::words::split_name;

mod communities;
#[cfg(test)]
mod tests;

/// A schema of fewer tables is looked at whole: a diagram of it is still readable, and its compact rendering fits.
pub const FEWEST: usize = 30;
/// Seed 001 and issue "Prepare": a question is routed to one to three modules.
const MOST: usize = 3;
/// A module is taken in beside the best one when it scores so much of it.
const BESIDE: f64 = 0.35;
/// The best of a question's columns that are kept wherever they are: the route may be wrong.
const ANYWHERE: usize = 10;
/// What ties two tables: a key, the same first word of the name, the same schema, a like meaning.
const KEY: f64 = 2.0;
const PREFIX: f64 = 1.0;
const SCHEMA: f64 = 1.0;
const MEANING: f64 = 1.0;
/// Vectors of tables less alike say nothing: so much two unrelated texts about data have in common.
const ALIKE: f64 = 0.6;
/// Tables of like meaning that a table is tied to.
const NEIGHBOURS: usize = 4;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Module {
    pub name: String,
    /// By position in the catalog, in order.
    pub tables: Vec<usize>,
}

/// None where the schema is small.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Modules {
    pub all: Vec<Module>,
    of: Vec<usize>,
}

/// The modules a question is about, and its columns there.
#[derive(Debug, Clone, PartialEq)]
pub struct Route {
    /// By position in [`Modules::all`]; empty where the whole schema was looked at.
    pub modules: Vec<usize>,
    pub fields: Vec<FieldHit>,
}

impl Modules {
    pub fn build(catalog: &Catalog, graph: &JoinGraph, vectors: Option<&[Vec<f32>]>) -> Self {
        let count = catalog.tables.len();
        if count < FEWEST {
            return Self::default();
        }
        let mut ties = joined(catalog, graph);
        ties.extend(named(catalog));
        ties.extend(vectors.into_iter().flat_map(alike));
        let nodes = ties
            .iter()
            .flat_map(|t| [t.0 + 1, t.1 + 1])
            .max()
            .unwrap_or(0)
            .max(count);
        let groups = communities::communities(nodes, &ties);
        let mut tables: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        for (table, group) in groups.into_iter().take(count).enumerate() {
            tables.entry(group).or_default().push(table);
        }
        let mut all: Vec<Vec<usize>> = tables.into_values().collect();
        all.sort_by(|a, b| b.len().cmp(&a.len()).then(a.cmp(b)));
        let mut of = vec![0; count];
        for (module, tables) in all.iter().enumerate() {
            tables.iter().for_each(|t| of[*t] = module);
        }
        let names = names(catalog, &all);
        let all = all.into_iter().zip(names).map(|(tables, name)| Module { name, tables });
        Self { all: all.collect(), of }
    }

    /// The module of a table, `None` where the schema is small.
    pub fn of(&self, table: usize) -> Option<&Module> {
        self.of.get(table).and_then(|m| self.all.get(*m))
    }

    /// The module of every table, by position in `all`; empty where the schema is small.
    pub fn places(&self) -> &[usize] {
        &self.of
    }

    /// Of a question's columns, best first, those of its one to three modules, and the best ones wherever they are.
    pub fn route(&self, hits: Vec<FieldHit>, k: usize) -> Route {
        let mut scores = vec![0.0; self.all.len()];
        let mut tables: BTreeMap<usize, f64> = BTreeMap::new();
        for hit in &hits {
            let best = tables.entry(hit.table).or_default();
            *best = f64::max(*best, hit.score);
        }
        for (table, score) in tables {
            if let Some(module) = self.of.get(table) {
                // Squared, so that a module of many middling tables does not win over the one with the right table.
                scores[*module] += score * score;
            }
        }
        let mut order: Vec<usize> = (0..scores.len()).filter(|m| scores[*m] > 0.0).collect();
        order.sort_by(|a, b| scores[*b].total_cmp(&scores[*a]).then(a.cmp(b)));
        let best = order.first().map_or(0.0, |m| scores[*m]);
        order.retain(|m| scores[*m] >= BESIDE * best);
        order.truncate(MOST);
        let inside = |hit: &FieldHit| order.is_empty() || self.of.get(hit.table).is_some_and(|m| order.contains(m));
        let kept = hits
            .iter()
            .enumerate()
            .filter(|(at, hit)| *at < ANYWHERE || inside(hit));
        Route {
            fields: kept.map(|(_, hit)| *hit).take(k).collect(),
            modules: order,
        }
    }
}

type Tie = (usize, usize, f64);

/// A hub, to which half of the schema refers, ties its tables together less.
fn joined(catalog: &Catalog, graph: &JoinGraph) -> Vec<Tie> {
    let places: BTreeMap<String, usize> = (0..)
        .zip(&catalog.tables)
        .map(|(at, t)| (t.name.to_lowercase(), at))
        .collect();
    let place = |name: &str| places.get(&name.to_lowercase()).copied();
    let ends = graph
        .edges
        .iter()
        .filter_map(|e| Some((place(&e.from_table)?, place(&e.to_table)?, e.confidence)));
    let ends: Vec<Tie> = ends.filter(|e| e.0 != e.1).collect();
    let mut degree: BTreeMap<usize, f64> = BTreeMap::new();
    for (a, b, _) in &ends {
        *degree.entry(*a).or_default() += 1.0;
        *degree.entry(*b).or_default() += 1.0;
    }
    let weight = |a: &usize, b: &usize| KEY / degree[a].max(degree[b]).sqrt();
    ends.iter().map(|(a, b, sure)| (*a, *b, sure * weight(a, b))).collect()
}

/// Tables of one schema, or with names that begin alike, are tied to a point between them, which is no table.
fn named(catalog: &Catalog) -> Vec<Tie> {
    let mut groups: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    for (at, table) in catalog.tables.iter().enumerate() {
        if let Some(schema) = &table.schema {
            groups.entry(format!("schema {schema}")).or_default().push(at);
        }
        let words = stems(table.name.rsplit('.').next().unwrap_or(&table.name));
        for length in 1..=2.min(words.len()) {
            groups.entry(words[..length].join(" ")).or_default().push(at);
        }
    }
    // What all begin with, or only one, tells nothing.
    let telling = groups
        .into_iter()
        .filter(|g| g.1.len() > 1 && g.1.len() * 2 < catalog.tables.len());
    let tied = (catalog.tables.len()..)
        .zip(telling)
        .flat_map(|(point, (name, tables))| {
            let weight = if name.starts_with("schema ") { SCHEMA } else { PREFIX };
            tables.into_iter().map(move |table| (table, point, weight))
        });
    tied.collect()
}

/// Every table and those that mean nearly the same.
fn alike(vectors: &[Vec<f32>]) -> Vec<Tie> {
    let cosine = |a: &[f32], b: &[f32]| a.iter().zip(b).map(|(x, y)| f64::from(x * y)).sum::<f64>();
    let of = |at: usize| {
        let others = (0..vectors.len()).filter(move |other| *other != at);
        let mut near: Vec<(f64, usize)> = others
            .map(|other| (cosine(&vectors[at], &vectors[other]), other))
            .filter(|n| n.0 >= ALIKE)
            .collect();
        near.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
        near.truncate(NEIGHBOURS);
        near.into_iter()
            .map(move |(cosine, other)| (at, other, MEANING * cosine / NEIGHBOURS as f64))
    };
    (0..vectors.len()).flat_map(of).collect()
}

/// The two words that are commonest in a module's table names and rare elsewhere; no two modules have one name.
fn names(catalog: &Catalog, modules: &[Vec<usize>]) -> Vec<String> {
    let words = |table: usize| {
        let name = &catalog.tables[table].name;
        let words = split_name(name.rsplit('.').next().unwrap_or(name)).into_iter();
        words
            .filter(|w| w.chars().any(char::is_alphabetic))
            .collect::<BTreeSet<String>>()
    };
    let mut everywhere: BTreeMap<String, f64> = BTreeMap::new();
    for word in (0..catalog.tables.len()).flat_map(words) {
        *everywhere.entry(word).or_default() += 1.0;
    }
    let mut taken = BTreeSet::new();
    let name_of = |tables: &Vec<usize>| {
        let mut here: BTreeMap<String, f64> = BTreeMap::new();
        for word in tables.iter().flat_map(|t| words(*t)) {
            *here.entry(word).or_default() += 1.0;
        }
        let mut ranked: Vec<(f64, String)> = here
            .into_iter()
            .map(|(word, n)| (n * n / everywhere.get(&word).unwrap_or(&1.0), word))
            .collect();
        ranked.sort_by(|a, b| b.0.total_cmp(&a.0).then_with(|| a.1.cmp(&b.1)));
        let chosen: Vec<String> = ranked.into_iter().take(2).map(|r| r.1).collect();
        let mut name = chosen.join(" ");
        if let Some(first) = name.get(..1) {
            name = first.to_uppercase() + &name[1..];
        }
        if name.is_empty() {
            name = tables
                .first()
                .map_or_else(String::new, |t| catalog.tables[*t].name.clone());
        }
        let plain = name.clone();
        for number in 2.. {
            if taken.insert(name.clone()) {
                break;
            }
            name = format!("{plain} {number}");
        }
        name
    };
    modules.iter().map(name_of).collect()
}
