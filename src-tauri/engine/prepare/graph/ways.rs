//! What ways between tables cost, and the shortest of them.
//!
//! In: the graph. Out: ways, cheapest first. Deliberately absent: joining more than two tables.

use std::cmp::Reverse;
use std::collections::{BTreeSet, BinaryHeap};

use super::JoinGraph;

/// Longest chain of joins looked for between two tables.
const LONGEST: usize = 4;
/// What a join costs in thousandths; an inferred one costs up to 900 more, so that two declared ones are dearer
/// than one inferred, and one declared is cheaper than any.
pub(super) const COST: u32 = 1_000;
const DOUBT: u32 = 900;
/// What it costs to go up to a parent and down again to other children: the rows of both sides then only share
/// the parent, and every pair of them is counted (a fan trap). A little more than one plain join.
const FAN_TRAP: u32 = COST + 100;
/// What leaving a module costs: it decides only between ways that are alike in all else.
const CROSSING: u32 = 20;
/// Tables that may refer to one before going through it costs more, and what each further one adds: who made a row and
/// where it belongs tie everything to everything.
const THRONG: usize = 8;
const PRESS: u32 = 20;
/// A table to which more tables refer is a hub (seed 001, 3d: "employees with 20+ FKs"): it joins others only where
/// nothing else does, for no way of four joins that avoids it is dearer.
pub(super) const HUB: usize = 20;
const BARRED: u32 = LONGEST as u32 * (COST + DOUBT + FAN_TRAP + CROSSING + (HUB - THRONG) as u32 * PRESS);

// A way that comes back to a table to leave it in a better direction costs more than it saves, so that the cheapest
// way visits no table twice.
const _: () = assert!(FAN_TRAP < 2 * COST);

/// A way over an edge, in or against its direction.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Way {
    pub edge: usize,
    pub forward: bool,
    pub to: usize,
}

pub(super) fn fans(first: Way, second: Way) -> bool {
    first.forward && !second.forward
}

impl JoinGraph {
    /// By confidence, and by whether it stays in its module.
    pub(super) fn weight(&self, edge: usize) -> u32 {
        let edge = &self.edges[edge];
        let module = |table: &str| self.find(table).and_then(|t| self.modules.get(t));
        let crosses = module(&edge.from_table) != module(&edge.to_table);
        let doubt = (1.0 - edge.confidence.clamp(0.0, 1.0)) * f64::from(DOUBT);
        COST + doubt as u32 + if crosses { CROSSING } else { 0 }
    }

    /// By how many other tables refer to it, and whether it has rows.
    pub(super) fn toll(&self, table: usize) -> u32 {
        if self.empty.get(table).is_some_and(|empty| *empty) {
            return BARRED;
        }
        let referring = self.ways[table].iter().filter(|w| !w.forward && w.to != table);
        match referring.map(|w| w.to).collect::<BTreeSet<usize>>().len() {
            many if many > HUB => BARRED,
            many => many.saturating_sub(THRONG) as u32 * PRESS,
        }
    }

    /// What a join costs after another one.
    pub(super) fn next(&self, last: Option<Way>, way: Way) -> u32 {
        let turn = last.map_or(0, |last| {
            self.tolls[last.to] + if fans(last, way) { FAN_TRAP } else { 0 }
        });
        self.costs[way.edge] + turn
    }

    pub(super) fn cost(&self, ways: &[Way]) -> u32 {
        let before = std::iter::once(None).chain(ways.iter().copied().map(Some));
        before.zip(ways).map(|(last, way)| self.next(last, *way)).sum()
    }

    /// The `k` cheapest ways that visit no table twice, with their costs; of equals the one over earlier keys.
    ///
    /// J. Y. Yen, "Finding the K Shortest Loopless Paths in a Network", Management Science 17(11), 1971: each further
    /// way leaves one of those found at some table, the spur node, by a key by which none that is the same up to
    /// there leaves it. Two keys between the same tables are two ways.
    pub(super) fn shortest(&self, from: usize, to: usize, k: usize) -> Vec<(u32, Vec<Way>)> {
        let hops = self.hops(to);
        let spur = |root: &[Way], taken: &[Way]| self.spur(from, to, root, taken, &hops);
        let mut found: Vec<(u32, Vec<Way>)> = Vec::new();
        let mut open: BTreeSet<(u32, Vec<Way>)> = spur(&[], &[]).into_iter().collect();
        while found.len() < k {
            let Some((cost, ways)) = open.pop_first() else { break };
            found.push((cost, ways.clone()));
            for (at, _) in ways.iter().enumerate() {
                let root = &ways[..at];
                let same = found.iter().filter(|(_, known)| known.starts_with(root));
                let taken: Vec<Way> = same.filter_map(|(_, known)| known.get(at).copied()).collect();
                open.extend(spur(root, &taken));
            }
        }
        found
    }

    /// The cheapest way that begins with `root` and does not go on by any of the `taken`, by Dijkstra's algorithm over
    /// tables, the direction in which they were come to and the number of joins until there: what the next join costs
    /// depends on the direction.
    fn spur(
        &self,
        from: usize,
        to: usize,
        root: &[Way],
        taken: &[Way],
        hops: &[Option<usize>],
    ) -> Option<(u32, Vec<Way>)> {
        let longest = if self.only_direct { 1 } else { LONGEST };
        let mut queue = BinaryHeap::from([Reverse((self.cost(root), root.to_vec()))]);
        let mut settled = BTreeSet::new();
        while let Some(Reverse((cost, ways))) = queue.pop() {
            let last = ways.last().copied();
            let at = last.map_or(from, |w| w.to);
            if at == to {
                return Some((cost, ways));
            }
            if !settled.insert((at, last.is_some_and(|w| w.forward), ways.len())) {
                continue;
            }
            for way in &self.ways[at] {
                let seen = way.to == from || way.to == at || root.iter().any(|w| w.to == way.to);
                let barred = ways.len() == root.len() && taken.contains(way);
                let reaches = hops[way.to].is_some_and(|hops| ways.len() + 1 + hops <= longest);
                if !seen && !barred && reaches {
                    let longer = [ways.as_slice(), &[*way]].concat();
                    queue.push(Reverse((cost + self.next(last, *way), longer)));
                }
            }
        }
        None
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
}
