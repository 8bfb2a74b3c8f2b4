//! Which tables can be joined on what, and how to get from one table to another.
//!
//! In: a catalog whose foreign keys are declared or inferred. Out: join steps. Deliberately absent: SQL, and the
//! number of rows a join makes.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};

use askwell_contract::run::JoinStep;
use askwell_contract::{Catalog, KeyOrigin};

mod inclusion;
mod infer;
mod lists;
mod names;
#[cfg(test)]
mod tests;

pub use inclusion::{orphans, Orphans};
pub use infer::infer;

/// Longest chain of joins looked for between two tables.
const LONGEST: usize = 4;
/// Chains looked at before giving up on further ones; a dense schema has millions.
const PATIENCE: usize = 20_000;
/// What a join costs in thousandths; an inferred one costs up to 900 more, so that two declared ones are dearer
/// than one inferred, and one declared is cheaper than any.
const COST: u32 = 1_000;
const DOUBT: f64 = 900.0;

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

    fn cost(&self) -> u32 {
        COST + ((1.0 - self.confidence.clamp(0.0, 1.0)) * DOUBT) as u32
    }
}

/// A way over an edge, in or against its direction.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Way {
    edge: usize,
    forward: bool,
    to: usize,
}

/// Some of the tables, each once and in the order they came, quick to ask for one: a word may name hundreds of tables.
struct Few {
    list: Vec<usize>,
    is: Vec<bool>,
}

impl Few {
    fn of(tables: usize) -> Self {
        Self {
            list: Vec::new(),
            is: vec![false; tables],
        }
    }
    fn has(&self, at: usize) -> bool {
        self.is.get(at).is_some_and(|is| *is)
    }
    fn add(&mut self, at: usize) {
        if let Some(is) = self.is.get_mut(at).filter(|is| !**is) {
            *is = true;
            self.list.push(at);
        }
    }
}

/// How a table was reached at the least cost: the cost, the table before and the way from there.
#[derive(Clone, Copy)]
struct Reached {
    cost: u32,
    last: Option<(usize, Way)>,
}

#[derive(Debug, Clone, Default)]
pub struct JoinGraph {
    pub edges: Vec<Edge>,
    tables: Vec<String>,
    /// Lower-case name to position in `tables`.
    by_name: BTreeMap<String, usize>,
    /// Of every table, in the order of `edges`.
    ways: Vec<Vec<Way>>,
    /// Only joins between neighbours, each in its shortest way.
    only_direct: bool,
}

/// What it costs to go up to a parent and down again to other children: the rows of both sides then only share
/// the parent, and every pair of them is counted (a fan trap). A little more than one plain join.
const FAN_TRAP: u32 = COST + 100;

fn fans(first: Way, second: Way) -> bool {
    first.forward && !second.forward
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
            edges: Vec::new(),
            only_direct: false,
        };
        for (from, table) in catalog.tables.iter().enumerate() {
            for key in &table.foreign_keys {
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
        graph
    }

    /// The same without planning: tables join where a key ties them to each other, and no other table stands between.
    #[must_use]
    pub fn only_direct(mut self) -> Self {
        self.only_direct = true;
        self
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
        let left = self.hops(to);
        let mut queue = BinaryHeap::from([Reverse((0u32, Vec::<Way>::new()))]);
        let (mut found, mut looked) = (Vec::new(), 0);
        let (k, longest) = if self.only_direct { (1, 1) } else { (k, LONGEST) };
        while let Some(Reverse((cost, ways))) = queue.pop() {
            let at = ways.last().map_or(from, |w| w.to);
            if at == to {
                found.push(self.steps(&ways));
            }
            looked += 1;
            if found.len() >= k || looked > PATIENCE {
                break;
            }
            if at == to {
                continue;
            }
            for way in &self.ways[at] {
                let seen = way.to == from || ways.iter().any(|w| w.to == way.to);
                let reaches = left[way.to].is_some_and(|hops| ways.len() + 1 + hops <= longest);
                if !seen && reaches {
                    let mut longer = ways.clone();
                    longer.push(*way);
                    let trap = if ways.last().is_some_and(|l| fans(*l, *way)) {
                        FAN_TRAP
                    } else {
                        0
                    };
                    queue.push(Reverse((cost + self.edges[way.edge].cost() + trap, longer)));
                }
            }
        }
        found
    }

    fn steps(&self, ways: &[Way]) -> Vec<JoinStep> {
        ways.iter().flat_map(|w| self.edges[w.edge].steps(w.forward)).collect()
    }

    /// Fewest joins from every table to this one.
    fn hops(&self, to: usize) -> Vec<Option<usize>> {
        let mut hops = vec![None; self.tables.len()];
        hops[to] = Some(0);
        let mut edge = vec![to];
        for far in 1..=LONGEST {
            let mut next = Vec::new();
            for way in edge.iter().flat_map(|&at| &self.ways[at]) {
                if hops[way.to].is_none() {
                    hops[way.to] = Some(far);
                    next.push(way.to);
                }
            }
            edge = next;
        }
        hops
    }

    /// Joins that bring all these tables together, grown from the first one by whatever is nearest next (an
    /// approximate Steiner tree). Each step's left table is there before it. `None` where some cannot be reached.
    pub fn connect(&self, tables: &[String]) -> Option<Vec<JoinStep>> {
        let mut wanted = Few::of(self.tables.len());
        for table in tables {
            wanted.add(self.find(table)?);
        }
        let mut inside = Few::of(self.tables.len());
        wanted.list.first().into_iter().for_each(|first| inside.add(*first));
        let mut steps = Vec::new();
        while wanted.list.iter().any(|w| !inside.has(*w)) {
            let ways = self.nearest(&inside, &wanted)?;
            ways.iter().for_each(|way| inside.add(way.to));
            steps.extend(self.steps(&ways));
        }
        Some(steps)
    }

    /// The cheapest way from the tables inside to a wanted one outside; among equals the one wanted first.
    fn nearest(&self, inside: &Few, wanted: &Few) -> Option<Vec<Way>> {
        let mut reached: Vec<Option<Reached>> = vec![None; self.tables.len()];
        let mut queue = BinaryHeap::new();
        for &at in &inside.list {
            reached[at] = Some(Reached { cost: 0, last: None });
            queue.push(Reverse((0u32, at)));
        }
        while let Some(Reverse((cost, at))) = queue.pop() {
            if reached[at].is_none_or(|r| r.cost < cost) {
                continue;
            }
            if self.only_direct && !inside.has(at) {
                continue;
            }
            for way in &self.ways[at] {
                let last = reached[at].and_then(|r| r.last).filter(|_| !wanted.has(at));
                let trap = if last.is_some_and(|(_, l)| fans(l, *way)) {
                    FAN_TRAP
                } else {
                    0
                };
                let total = cost + self.edges[way.edge].cost() + trap;
                if reached[way.to].is_none_or(|r| total < r.cost) {
                    reached[way.to] = Some(Reached {
                        cost: total,
                        last: Some((at, *way)),
                    });
                    queue.push(Reverse((total, way.to)));
                }
            }
        }
        let outside = wanted.list.iter().filter(|w| !inside.has(**w));
        let mut at = outside
            .filter_map(|&w| Some((reached[w]?.cost, w)))
            .min_by_key(|g| g.0)?
            .1;
        let mut ways = Vec::new();
        while let Some((before, way)) = reached[at].and_then(|r| r.last) {
            ways.push(way);
            at = before;
        }
        ways.reverse();
        Some(ways)
    }
}
