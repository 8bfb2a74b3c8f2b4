//! FROM and its joins.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::Writer;
use crate::known::Link;
use crate::query::Query;

/// Two lists that only meet in a third multiply each other: more rows than this are no answer to anything.
const MOST: f64 = 2_000_000.0;
const TIMES: f64 = 3.0;
/// Links that the way over what two tables both belong to counts for besides its own.
const ROUND: usize = 2;

impl Writer<'_> {
    /// FROM, and whether it is a single table, so that columns need no prefix.
    pub(super) fn from(&self, q: &Query) -> Option<(String, bool)> {
        let first = *q.needed().first()?;
        let steps = self.steps(q)?;
        let mut sql = self.known.tables.get(first)?.sql.clone();
        for (link, table) in &steps {
            let link = &self.known.links[*link];
            let on: Vec<String> = link
                .from
                .iter()
                .zip(&link.to)
                .map(|(a, b)| {
                    let (a, b) = (self.raw(*a, false), self.raw(*b, false));
                    match link.untidy {
                        true => format!("{} = {}", folded(&a), folded(&b)),
                        false => format!("{a} = {b}"),
                    }
                })
                .collect();
            let join = if q.keeps.is_some() { "LEFT JOIN" } else { "JOIN" };
            sql += &format!(" {join} {} ON {}", self.known.tables[*table].sql, on.join(" AND "));
        }
        Some((sql, steps.is_empty()))
    }

    /// Links with the tables that they add to the first; `None` where something cannot be reached, or where the joins
    /// multiply rows beyond use.
    pub(super) fn steps(&self, q: &Query) -> Option<Vec<(usize, usize)>> {
        let needed = q.needed();
        let (first, rest) = needed.split_first()?;
        let mut joined = vec![*first];
        let rows = |t: usize| self.known.tables[t].rows.max(1) as f64;
        let (mut many, mut largest) = (rows(*first), rows(*first));
        let mut out = Vec::new();
        for target in rest {
            for (at, table) in self.way(&joined, *target, &needed, &q.via)? {
                let link = &self.known.links[at];
                joined.push(table);
                out.push((at, table));
                // Down to a table that refers to this one, each row meets several.
                if link.from.first().is_some_and(|c| c.table == table) {
                    many *= (rows(table) / rows(link.to[0].table)).max(1.0);
                }
                largest = largest.max(rows(table));
                if many > MOST && many > TIMES * largest {
                    return None;
                }
            }
        }
        Some(out)
    }

    /// Links with the tables that they add, from what is joined to `target`: the fewest, and of as many those that lead to what
    /// rows belong to, which multiplies none; needed tables first. What two tables both belong to is the longer way round:
    /// customers and films of one shop have nothing to do with each other, but a customer's rentals do.
    fn way(&self, joined: &[usize], target: usize, needed: &[usize], via: &[usize]) -> Option<Vec<(usize, usize)>> {
        if joined.contains(&target) {
            return Some(Vec::new());
        }
        // A place is a table, and whether what belongs to it was joined before.
        let place = |table: usize, up: bool| 2 * table + usize::from(up);
        let places = 2 * self.known.tables.len();
        let (mut came, mut seen) = (vec![None; places], vec![false; places]);
        // Open places by what the way to them costs and by the order in which they were found.
        let mut open: BinaryHeap<Reverse<Open>> = BinaryHeap::new();
        for table in joined {
            let up = joined
                .iter()
                .any(|other| other != table && self.known.belongs(*other, *table));
            open.push(Reverse((Cost::default(), open.len(), place(*table, up), None)));
        }
        let mut found = open.len();
        while let Some(Reverse((cost, _, at, before))) = open.pop() {
            if std::mem::replace(&mut seen[at], true) {
                continue;
            }
            came[at] = before;
            let (table, up) = (at / 2, at % 2 == 1);
            if table == target {
                let (mut out, mut step) = (Vec::new(), at);
                while let Some((link, before)) = came[step] {
                    out.push((link, step / 2));
                    step = before;
                }
                out.reverse();
                return Some(out);
            }
            for (i, link) in self.known.links.iter().enumerate() {
                let Some(next) = other(link, table) else { continue };
                let down = link.from.first().is_some_and(|c| c.table == next);
                let to = place(next, !down);
                if seen[to] || joined.contains(&next) {
                    continue;
                }
                let cost = Cost {
                    long: cost.long
                        + 1
                        + if down && up && !needed.contains(&table) {
                            ROUND
                        } else {
                            0
                        },
                    beside: cost.beside + usize::from(!via.contains(&i)),
                    downs: cost.downs + usize::from(down),
                    unneeded: cost.unneeded + usize::from(!needed.contains(&next)),
                };
                open.push(Reverse((cost, found, to, Some((i, at)))));
                found += 1;
            }
        }
        None
    }
}

/// A place that may be next: what the way to it costs, when it was found, and the link and the place that lead there.
type Open = (Cost, usize, usize, Option<(usize, usize)>);

/// What a way costs: the earlier, the more it counts.
#[derive(Default, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Cost {
    long: usize,
    /// Links that the question does not say.
    beside: usize,
    downs: usize,
    unneeded: usize,
}

/// A text with capitals and blanks set aside.
pub(super) fn folded(text: &str) -> String {
    format!("LOWER(REPLACE({text}, ' ', ''))")
}

fn other(link: &Link, table: usize) -> Option<usize> {
    let (a, b) = link.tables()?;
    match table {
        t if t == a && a != b => Some(b),
        t if t == b && a != b => Some(a),
        _ => None,
    }
}
