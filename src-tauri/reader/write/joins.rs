//! FROM and its joins.

use super::Writer;
use crate::known::Link;
use crate::query::Query;

/// Two lists that only meet in a third multiply each other: more rows than this are no answer to anything.
const MOST: f64 = 2_000_000.0;
const TIMES: f64 = 3.0;

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
    /// rows belong to, which multiplies none; needed tables first.
    fn way(&self, joined: &[usize], target: usize, needed: &[usize], via: &[usize]) -> Option<Vec<(usize, usize)>> {
        if joined.contains(&target) {
            return Some(Vec::new());
        }
        let mut came: Vec<Option<(usize, usize)>> = vec![None; self.known.tables.len()];
        let mut seen = vec![false; self.known.tables.len()];
        joined.iter().for_each(|t| seen[*t] = true);
        // Each with the links on its way that multiply rows, and the tables that nothing else asks for.
        let mut layer: Vec<(usize, usize, usize)> = joined.iter().map(|t| (*t, 0, 0)).collect();
        while !layer.is_empty() {
            let mut steps: Vec<(bool, usize, usize, usize, usize, usize, usize)> = Vec::new();
            for (place, (at, downs, unneeded)) in layer.iter().enumerate() {
                for (i, link) in self.known.links.iter().enumerate() {
                    if let Some(next) = other(link, *at).filter(|n| !seen[*n]) {
                        let down = link.from.first().is_some_and(|c| c.table == next);
                        let downs = downs + usize::from(down);
                        let unneeded = unneeded + usize::from(!needed.contains(&next));
                        steps.push((!via.contains(&i), downs, unneeded, place, i, next, *at));
                    }
                }
            }
            steps.sort_unstable();
            let mut next_layer = Vec::new();
            for (_, downs, unneeded, _, i, next, at) in steps {
                if seen[next] {
                    continue;
                }
                seen[next] = true;
                came[next] = Some((i, at));
                next_layer.push((next, downs, unneeded));
            }
            if seen[target] {
                let mut out = Vec::new();
                let mut step = target;
                while let Some((link, before)) = came[step] {
                    out.push((link, step));
                    step = before;
                }
                out.reverse();
                return Some(out);
            }
            layer = next_layer;
        }
        None
    }
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
