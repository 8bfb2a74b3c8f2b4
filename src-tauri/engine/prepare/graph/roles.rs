//! Two keys to one table, called by what each row is there for: `games.white_id` and `games.black_id`, `fixtures.home_id`
//! and `fixtures.away_id`.
//!
//! In: the number columns that no other reason gave a key. Out: what they refer to. One of them alone proves nothing, since small
//! numbers occur in every numbering; that two of a table fill the numbering of one other table, and of no second one, does.
//! Deliberately absent: texts (`proven`), and keys whose name tells of a table (`names`).

use std::collections::BTreeSet;

use super::super::profile::Sketch;
use super::inclusion::{containment, Contained};
use super::lists::may_stand_for;
use super::names::Named;

/// Fewer values occur anywhere.
const FEWEST: u64 = 10;
/// How much of the numbering each of them has to fill.
const FILLED: f64 = 0.5;
/// Values prove it, but no name does.
pub const CONFIDENCE: f64 = 0.7;

/// Positions among the columns.
pub struct Role {
    pub child: usize,
    pub parent: usize,
    pub contained: Contained,
}

/// `taken`: columns that refer to something already.
pub fn roles<'a>(
    columns: &[Named<'_>],
    sketch: &dyn Fn(usize) -> Option<&'a Sketch>,
    taken: &BTreeSet<usize>,
) -> Vec<Role> {
    let number = |at: usize| columns[at].column.kind.is_number();
    let known = |at: usize| Some((at, sketch(at)?));
    let parents: Vec<(usize, &Sketch)> = (0..columns.len())
        .filter(|at| number(*at) && (columns[*at].is_key || columns[*at].own_key))
        .filter_map(known)
        .filter(|(_, s)| s.unique && s.whole)
        .collect();
    let free = |at: &usize| {
        let c = &columns[*at];
        let own = c.is_key || c.own_key || c.refers || taken.contains(at);
        number(*at) && c.keyed() && !c.base.is_empty() && !own
    };
    let mut out = Vec::new();
    // The columns of a table stand together.
    let all: Vec<usize> = (0..columns.len()).collect();
    for table in all.chunk_by(|a, b| columns[*a].at == columns[*b].at) {
        let children: Vec<(usize, &Sketch)> = table.iter().copied().filter(free).filter_map(known).collect();
        if children.len() < 2 {
            continue;
        }
        // How many values there are is compared first: a large schema has millions of such pairs.
        let fits = |from: &Sketch, to: &Sketch| {
            let (few, many) = (from.hashes.len(), to.hashes.len());
            let near = few <= many && few as f64 >= FILLED * many as f64;
            let filled = near && from.resemblance(to) >= FILLED;
            let contained = containment(from, to).filter(|_| filled)?;
            (contained.inside >= FEWEST && contained.inside == contained.compared).then_some(contained)
        };
        let others = parents
            .iter()
            .copied()
            .filter(|p| columns[p.0].at != columns[table[0]].at);
        // The parents that at least two of them fill.
        let mut found: Vec<(usize, Vec<(usize, Contained)>)> = others
            .map(|(p, to)| {
                (
                    p,
                    children
                        .iter()
                        .filter_map(|(c, from)| Some((*c, fits(from, to)?)))
                        .collect(),
                )
            })
            .filter(|f: &(usize, Vec<_>)| f.1.len() > 1)
            .collect();
        // Where two tables are numbered alike, English may tell: home and away are teams.
        if found.len() > 1 {
            found.retain(|(p, list)| {
                let told = |c: usize| {
                    let words = columns[c].base.iter();
                    let named = |word: &String| columns[*p].table_stems.iter().any(|t| may_stand_for(word, t));
                    words.into_iter().any(named)
                };
                list.iter().all(|(c, _)| told(*c))
            });
        }
        if let [(parent, list)] = found.as_slice() {
            out.extend(list.iter().map(|(child, contained)| Role {
                child: *child,
                parent: *parent,
                contained: *contained,
            }));
        }
    }
    out
}
