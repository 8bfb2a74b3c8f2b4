//! Which tables can be joined on what, and how to get from one table to another.
//!
//! In: a catalog whose foreign keys are declared or inferred, and the modules of its tables. Out: join steps.
//! Deliberately absent: SQL, and the number of rows a join makes, but for tables that have none.

use std::collections::BTreeMap;
use std::sync::Arc;

use askwell_contract::profile::TableProfile;
use askwell_contract::run::JoinStep;
use askwell_contract::{Catalog, KeyOrigin};

mod inclusion;
mod infer;
mod kept;
mod lists;
mod names;
mod proven;
mod roles;
mod routes;
#[cfg(test)]
mod tests;
mod together;
mod ways;

pub use inclusion::{orphans, Orphans};
pub use infer::infer;
pub use routes::{Choice, Routes};
pub use together::{Forest, Tree};

use kept::Kept;
use ways::Way;

/// `from_table.from_column` refers to `to_table.to_column`.
#[derive(Debug, Clone, PartialEq)]
pub struct Edge {
    pub from_table: String,
    pub from_column: String,
    pub to_table: String,
    pub to_column: String,
    /// Further column pairs of a key of several columns: all of them hold together.
    pub more: Vec<(String, String)>,
    pub origin: KeyOrigin,
    /// 1 where declared.
    pub confidence: f64,
}

impl Edge {
    /// The join from `table`, either end, to the other: one step a column pair.
    fn steps(&self, forward: bool) -> Vec<JoinStep> {
        let pairs = std::iter::once((&self.from_column, &self.to_column)).chain(self.more.iter().map(|(f, t)| (f, t)));
        pairs
            .map(|(from, to)| {
                let from = (self.from_table.clone(), from.clone());
                let to = (self.to_table.clone(), to.clone());
                let (left, right) = if forward { (from, to) } else { (to, from) };
                JoinStep {
                    left_table: left.0,
                    left_column: left.1,
                    right_table: right.0,
                    right_column: right.1,
                }
            })
            .collect()
    }
}

#[derive(Debug, Clone, Default)]
pub struct JoinGraph {
    pub edges: Vec<Edge>,
    tables: Vec<String>,
    /// Lower-case name to position in `tables`.
    by_name: BTreeMap<String, usize>,
    /// Of every table, in the order of `edges`.
    ways: Vec<Vec<Way>>,
    /// Of every edge, in thousandths of a join.
    costs: Vec<u32>,
    /// What going through a table costs, in thousandths of a join.
    tolls: Vec<u32>,
    /// The module of every table; empty where the schema is small.
    modules: Vec<usize>,
    /// Tables without a row: a way through one finds nothing.
    empty: Vec<bool>,
    /// Only joins between neighbours, each in its shortest way.
    only_direct: bool,
    /// By both ends and how many.
    known_ways: Kept<(usize, usize, usize), Vec<Vec<JoinStep>>>,
    /// By tables in their order: the first is where the tree is grown from.
    known_trees: Kept<Vec<usize>, Option<Vec<JoinStep>>>,
    known_routes: Kept<Vec<usize>, Option<Arc<Routes>>>,
}

impl JoinGraph {
    /// Edges in the catalog's order; of two keys on the same columns the first counts.
    pub fn build(catalog: &Catalog) -> Self {
        let tables: Vec<String> = catalog.tables.iter().map(|t| t.name.clone()).collect();
        let by_name: BTreeMap<String, usize> = tables
            .iter()
            .enumerate()
            .rev()
            .map(|(i, name)| (name.to_lowercase(), i))
            .collect();
        let mut graph = Self {
            ways: vec![Vec::new(); tables.len()],
            tables,
            by_name,
            ..Self::default()
        };
        for (from, table) in catalog.tables.iter().enumerate() {
            // A join of untidy texts is more than an equation; the reader writes it.
            for key in table.foreign_keys.iter().filter(|k| !k.is_untidy()) {
                let Some(&to) = graph.by_name.get(&key.to_table.to_lowercase()) else {
                    continue;
                };
                let mut pairs = key.columns.iter().cloned().zip(key.to_columns.iter().cloned());
                let Some((from_column, to_column)) = pairs.next() else {
                    continue;
                };
                let confidence = match &key.origin {
                    KeyOrigin::Declared => 1.0,
                    KeyOrigin::Inferred { confidence, .. } => *confidence,
                };
                let edge = Edge {
                    from_table: table.name.clone(),
                    from_column,
                    to_table: graph.tables[to].clone(),
                    to_column,
                    more: pairs.collect(),
                    origin: key.origin.clone(),
                    confidence,
                };
                graph.push(from, to, edge);
            }
        }
        graph.weigh();
        graph
    }

    /// The same, knowing the module of every table; see [`super::modules::Modules::places`].
    #[must_use]
    pub fn divided(mut self, modules: &[usize]) -> Self {
        self.modules = modules.to_vec();
        self.weigh();
        self.forget();
        self
    }

    /// The same, knowing which tables have no rows.
    #[must_use]
    pub fn through_rows(mut self, profiles: &[TableProfile]) -> Self {
        let none = |name: &String| {
            profiles
                .iter()
                .any(|p| p.rows == 0 && p.table.eq_ignore_ascii_case(name))
        };
        self.empty = self.tables.iter().map(none).collect();
        self.weigh();
        self.forget();
        self
    }

    /// The same without planning: tables join where a key ties them to each other, and no other table stands between.
    #[must_use]
    pub fn only_direct(mut self) -> Self {
        self.only_direct = true;
        self.forget();
        self
    }

    fn weigh(&mut self) {
        self.costs = (0..self.edges.len()).map(|e| self.weight(e)).collect();
        self.tolls = (0..self.tables.len()).map(|t| self.toll(t)).collect();
    }

    fn forget(&mut self) {
        (self.known_ways, self.known_trees, self.known_routes) = Default::default();
    }

    fn push(&mut self, from: usize, to: usize, edge: Edge) {
        let own = self.ways[from]
            .iter()
            .filter(|w| w.forward)
            .map(|w| &self.edges[w.edge]);
        if own.into_iter().any(|e| e.steps(true) == edge.steps(true)) {
            return;
        }
        let at = self.edges.len();
        self.ways[from].push(Way {
            edge: at,
            forward: true,
            to,
        });
        if from != to {
            self.ways[to].push(Way {
                edge: at,
                forward: false,
                to: from,
            });
        }
        self.edges.push(edge);
    }

    fn find(&self, table: &str) -> Option<usize> {
        self.by_name.get(&table.to_lowercase()).copied()
    }

    /// Edges between two tables in either direction; the same table twice gives its references to itself.
    pub fn edges_between(&self, a: &str, b: &str) -> Vec<&Edge> {
        let (Some(a), Some(b)) = (self.find(a), self.find(b)) else {
            return Vec::new();
        };
        self.ways[a]
            .iter()
            .filter(|w| w.to == b)
            .map(|w| &self.edges[w.edge])
            .collect()
    }

    /// Tables one join away, without the table itself, in the order of the edges.
    pub fn neighbours(&self, table: &str) -> Vec<&str> {
        let mut found: Vec<&str> = Vec::new();
        let Some(at) = self.find(table) else { return found };
        for way in self.ways[at].iter().filter(|w| w.to != at) {
            if !found.contains(&self.tables[way.to].as_str()) {
                found.push(&self.tables[way.to]);
            }
        }
        found
    }

    /// The keys by which tables of the one's module refer to tables of the other's, or are referred to by them, the
    /// cheapest first; none within a module, or where the schema is too small to have any.
    pub fn bridges(&self, a: &str, b: &str) -> Vec<&Edge> {
        let of = |table: &str| self.find(table).and_then(|t| self.modules.get(t)).copied();
        let (Some(a), Some(b)) = (of(a), of(b)) else {
            return Vec::new();
        };
        let between = |e: &usize| {
            let edge = &self.edges[*e];
            let ends = (of(&edge.from_table), of(&edge.to_table));
            a != b && (ends == (Some(a), Some(b)) || ends == (Some(b), Some(a)))
        };
        let mut found: Vec<usize> = (0..self.edges.len()).filter(between).collect();
        found.sort_by_key(|e| self.costs[*e]);
        found.into_iter().map(|e| &self.edges[e]).collect()
    }

    /// The shortest way; empty from a table to itself.
    ///
    /// A step whose right table is joined already is a further condition of that join (a key of several columns).
    pub fn path(&self, from: &str, to: &str) -> Option<Vec<JoinStep>> {
        self.paths(from, to, 1).pop()
    }

    /// The `k` shortest ways of at most four joins that visit no table twice, declared keys before inferred ones.
    pub fn paths(&self, from: &str, to: &str, k: usize) -> Vec<Vec<JoinStep>> {
        let (Some(from), Some(to)) = (self.find(from), self.find(to)) else {
            return Vec::new();
        };
        let k = if self.only_direct { k.min(1) } else { k };
        let make = || {
            let ways = self.shortest(from, to, k).into_iter();
            ways.map(|(_, ways)| self.steps(&ways)).collect()
        };
        self.known_ways.or(&(from, to, k), make).to_vec()
    }

    fn steps(&self, ways: &[Way]) -> Vec<JoinStep> {
        ways.iter().flat_map(|w| self.edges[w.edge].steps(w.forward)).collect()
    }
}
