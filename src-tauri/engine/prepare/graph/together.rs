//! Joins that bring several tables together.
//!
//! In: the graph and tables by name. Out: steps, each of whose left table is there before it. Deliberately absent: other
//! ways than the cheapest.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use askwell_contract::run::JoinStep;

use super::ways::Way;
use super::JoinGraph;

/// Tables that hang together.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tree {
    /// Of those asked for.
    pub tables: Vec<String>,
    pub steps: Vec<JoinStep>,
}

/// Tables with the joins between those that keys tie together, over others where need be.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Forest {
    pub trees: Vec<Tree>,
}

impl Forest {
    pub fn steps(self) -> Vec<JoinStep> {
        self.trees.into_iter().flat_map(|t| t.steps).collect()
    }

    /// Tables that no key joins to any of the others.
    pub fn apart(&self) -> Vec<&str> {
        let alone = self.trees.iter().filter(|t| self.trees.len() > 1 && t.steps.is_empty());
        alone.flat_map(|t| &t.tables).map(String::as_str).collect()
    }
}

/// Some of the tables, each once and in the order they came, quick to ask for one: a word may name hundreds of tables.
pub(super) struct Few {
    pub list: Vec<usize>,
    is: Vec<bool>,
}

impl Few {
    pub fn of(tables: usize) -> Self {
        Self {
            list: Vec::new(),
            is: vec![false; tables],
        }
    }
    pub fn has(&self, at: usize) -> bool {
        self.is.get(at).is_some_and(|is| *is)
    }
    pub fn add(&mut self, at: usize) {
        if let Some(is) = self.is.get_mut(at).filter(|is| !**is) {
            *is = true;
            self.list.push(at);
        }
    }
}

/// A way from a table that is there to a wanted one, over others that are not wanted.
#[derive(Debug, Clone)]
pub(super) struct Leg {
    pub from: usize,
    pub ways: Vec<Way>,
}

/// How a table was come to in one direction at the least cost, as the how manieth, and from which of those.
#[derive(Clone, Copy)]
struct Reached {
    cost: u32,
    order: usize,
    last: Option<(usize, Way)>,
}

impl JoinGraph {
    /// Joins that bring all these tables together, grown from the first one by whatever is nearest next (an
    /// approximate Steiner tree). Each step's left table is there before it. `None` where some cannot be reached.
    pub fn connect(&self, tables: &[String]) -> Option<Vec<JoinStep>> {
        let wanted = self.all_of(tables)?;
        let make = || {
            let legs = self.legs(&wanted)?;
            Some(legs.iter().flat_map(|leg| self.steps(&leg.ways)).collect())
        };
        (*self.known_trees.or(&wanted.list, make)).clone()
    }

    /// The same for what can be brought together, a tree each; names that no table has are left out.
    pub fn forest(&self, tables: &[String]) -> Forest {
        let mut left = Few::of(self.tables.len());
        tables
            .iter()
            .filter_map(|t| self.find(t))
            .for_each(|table| left.add(table));
        let mut trees = Vec::new();
        while let Some(&root) = left.list.first() {
            let (inside, legs) = self.grow(root, &left);
            let (here, rest): (Vec<usize>, Vec<usize>) = left.list.iter().partition(|t| inside.has(**t));
            trees.push(Tree {
                tables: here.iter().map(|t| self.tables[*t].clone()).collect(),
                steps: legs.iter().flat_map(|leg| self.steps(&leg.ways)).collect(),
            });
            left = Few::of(self.tables.len());
            rest.into_iter().for_each(|table| left.add(table));
        }
        Forest { trees }
    }

    /// `None` where some name is no table's.
    pub(super) fn all_of(&self, tables: &[String]) -> Option<Few> {
        let mut wanted = Few::of(self.tables.len());
        for table in tables {
            wanted.add(self.find(table)?);
        }
        Some(wanted)
    }

    /// `None` where some cannot be reached.
    pub(super) fn legs(&self, wanted: &Few) -> Option<Vec<Leg>> {
        let Some(&root) = wanted.list.first() else {
            return Some(Vec::new());
        };
        let (inside, legs) = self.grow(root, wanted);
        wanted.list.iter().all(|w| inside.has(*w)).then_some(legs)
    }

    /// The tables of the tree from `root`, and how it grew.
    fn grow(&self, root: usize, wanted: &Few) -> (Few, Vec<Leg>) {
        let mut inside = Few::of(self.tables.len());
        inside.add(root);
        let mut legs = Vec::new();
        while wanted.list.iter().any(|w| !inside.has(*w)) {
            let Some(leg) = self.nearest(&inside, wanted) else {
                break;
            };
            leg.ways.iter().for_each(|way| inside.add(way.to));
            legs.push(leg);
        }
        (inside, legs)
    }

    /// The cheapest way from the tables inside to a wanted one outside; among equals the one wanted first. Tables are
    /// told apart by the direction they were come to in, on which depends what the next join costs.
    fn nearest(&self, inside: &Few, wanted: &Few) -> Option<Leg> {
        let state = |at: usize, forward: bool| 2 * at + usize::from(forward);
        let mut reached: Vec<Option<Reached>> = vec![None; 2 * self.tables.len()];
        let mut queue = BinaryHeap::new();
        let mut order = 0;
        for &at in &inside.list {
            let (cost, last) = (0, None);
            reached[state(at, false)] = Some(Reached { cost, order, last });
            queue.push(Reverse((cost, at, order, false)));
            order += 1;
        }
        while let Some(Reverse((cost, at, set, forward))) = queue.pop() {
            let here = state(at, forward);
            let Some(now) = reached[here].filter(|r| r.order == set) else {
                continue;
            };
            if self.only_direct && !inside.has(at) {
                continue;
            }
            for way in self.ways[at].iter().filter(|w| !inside.has(w.to)) {
                let total = cost + self.next(now.last.map(|l| l.1), *way);
                let there = state(way.to, way.forward);
                if reached[there].is_none_or(|r| total < r.cost) {
                    reached[there] = Some(Reached {
                        cost: total,
                        order,
                        last: Some((here, *way)),
                    });
                    queue.push(Reverse((total, way.to, order, way.forward)));
                    order += 1;
                }
            }
        }
        let best = |table: usize| {
            let both = [false, true].map(|forward| state(table, forward));
            let found = both.into_iter().filter_map(|s| Some((reached[s]?, s)));
            found.min_by_key(|(r, _)| (r.cost, r.order))
        };
        let outside = wanted.list.iter().filter(|w| !inside.has(**w));
        let mut at = outside.filter_map(|w| best(*w)).min_by_key(|(r, _)| r.cost)?.1;
        let mut ways = Vec::new();
        while let Some((before, way)) = reached[at].and_then(|r| r.last) {
            ways.push(way);
            at = before;
        }
        ways.reverse();
        Some(Leg { from: at / 2, ways })
    }
}
