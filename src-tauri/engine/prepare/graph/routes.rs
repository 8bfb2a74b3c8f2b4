//! The joins between tables, and where there are several ways, which.
//!
//! In: the graph and tables by name. Out: [`Routes`], numbered. Deliberately absent: which of them is meant.

use std::ops::Range;
use std::sync::Arc;

use askwell_contract::run::JoinStep;

use super::together::Leg;
use super::ways::{Way, COST};
use super::JoinGraph;

/// Keys between the same two tables that are told apart.
const KEYS: usize = 4;
/// Ways over different tables between two that no key ties to each other, the cheapest among them.
const WAYS: usize = 3;
/// Ways looked at for these: several may go over the same tables.
const LOOKED: usize = 12;

/// Some of the steps can be taken otherwise.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Choice {
    at: Range<usize>,
    /// At least two; the first is that of the cheapest plan.
    pub ways: Vec<Vec<JoinStep>>,
}

impl Choice {
    /// Between two tables that no key ties to each other, over other tables.
    pub fn over_others(&self) -> bool {
        self.ways[0].len() > 1
    }
}

/// The cheapest joins, and what may be chosen otherwise: first among keys of the same two tables, then among ways over
/// other tables.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Routes {
    steps: Vec<JoinStep>,
    pub choices: Vec<Choice>,
}

impl Routes {
    pub fn count(&self) -> usize {
        self.choices.iter().map(|c| c.ways.len()).product()
    }

    /// The steps of one of the routes, 0 being the cheapest. The number holds a digit for each choice, that of the
    /// first choice the lowest.
    pub fn pick(&self, mut route: usize) -> Vec<JoinStep> {
        let mut steps: Vec<Vec<JoinStep>> = self.steps.iter().map(|s| vec![s.clone()]).collect();
        for choice in &self.choices {
            let option = route % choice.ways.len();
            route /= choice.ways.len();
            if option > 0 {
                steps[choice.at.clone()].iter_mut().for_each(Vec::clear);
                steps[choice.at.start].clone_from(&choice.ways[option]);
            }
        }
        steps.into_iter().flatten().collect()
    }
}

impl JoinGraph {
    /// The joins of [`JoinGraph::connect`] with their alternatives.
    pub fn routes(&self, tables: &[String]) -> Option<Arc<Routes>> {
        let wanted = self.all_of(tables)?;
        let make = || self.routes_along(&self.legs(&wanted)?, &wanted.list);
        let known = self.known_routes.or(&wanted.list, || Some(Arc::new(make()?)));
        (*known).clone()
    }

    fn routes_along(&self, legs: &[Leg], wanted: &[usize]) -> Option<Routes> {
        let (mut steps, mut keys, mut ways) = (Vec::new(), Vec::new(), Vec::new());
        for leg in legs {
            let start = steps.len();
            for way in &leg.ways {
                let at = steps.len();
                steps.extend(self.steps(&[*way]));
                keys.push((at..steps.len(), self.same_ends(*way)));
            }
            ways.push((start..steps.len(), self.others(leg, legs, wanted)));
        }
        let choices = keys.into_iter().chain(ways).filter(|c| c.1.len() > 1);
        let choices = choices.map(|(at, ways)| Choice { at, ways }).collect();
        Some(Routes { steps, choices })
    }

    /// Joins by a key of one column between two tables, the surest first.
    pub fn keys(&self, from: &str, to: &str) -> Vec<JoinStep> {
        let (Some(from), Some(to)) = (self.find(from), self.find(to)) else {
            return Vec::new();
        };
        let mut ways: Vec<Way> = self.ways[from].iter().filter(|w| w.to == to).copied().collect();
        ways.sort_by_key(|w| (self.costs[w.edge], *w));
        ways.truncate(if self.only_direct { 1 } else { KEYS });
        ways.retain(|w| self.edges[w.edge].more.is_empty());
        self.steps(&ways)
    }

    /// The join and those by other keys of one column between its tables. A key of several has no others.
    fn same_ends(&self, way: Way) -> Vec<Vec<JoinStep>> {
        let edge = &self.edges[way.edge];
        let (from, to) = match way.forward {
            true => (&edge.from_table, &edge.to_table),
            false => (&edge.to_table, &edge.from_table),
        };
        let own = edge.steps(way.forward);
        let mut keys: Vec<Vec<JoinStep>> = self.keys(from, to).into_iter().map(|k| vec![k]).collect();
        match keys.iter().position(|k| *k == own) {
            Some(at) => keys[..=at].rotate_right(1),
            None => keys.clear(),
        }
        keys
    }

    /// The leg and other ways between its ends, over tables that are not joined yet and at the price of at most one
    /// more join. A leg that others hang on has no others.
    fn others(&self, leg: &Leg, legs: &[Leg], wanted: &[usize]) -> Vec<Vec<JoinStep>> {
        let inner = |ways: &[Way]| -> Vec<usize> {
            let before = ways.split_last().map_or(&[][..], |(_, before)| before);
            before.iter().map(|w| w.to).collect()
        };
        let Some(to) = leg.ways.last().map(|w| w.to) else {
            return Vec::new();
        };
        let between = inner(&leg.ways);
        let held = legs.iter().any(|other| between.contains(&other.from)) || !wanted.contains(&leg.from);
        if self.only_direct || between.is_empty() || held {
            return Vec::new();
        }
        let mut joined: Vec<usize> = legs.iter().flat_map(|l| &l.ways).map(|w| w.to).collect();
        joined.extend(legs.first().map(|first| first.from));
        let mut out = vec![self.steps(&leg.ways)];
        let dearest = self.cost(&leg.ways) + COST;
        for (_, ways) in self
            .shortest(leg.from, to, LOOKED)
            .into_iter()
            .filter(|w| w.0 <= dearest)
        {
            let over = inner(&ways);
            if out.len() < WAYS && !over.iter().any(|t| joined.contains(t)) {
                joined.extend(over);
                out.push(self.steps(&ways));
            }
        }
        out
    }
}
