//! Whether columns of one table can be paired with those of another so that the rows agree.
//!
//! Columns are paired one after the other; after each, the rows so far must agree, which cuts wrong pairings at
//! once. Exact: rows are compared by class numbers, not by hashes.

use std::collections::BTreeMap;

use super::Table;

/// Pairings tried before giving up. Only columns with equal contents multiply pairings, and the first of those
/// fits; tables made to defeat this are not worth more time.
const TRIES: usize = 20_000;

pub fn exists(a: &Table, b: &Table, ordered: bool) -> bool {
    let contents = |table: &Table| -> Vec<Vec<u32>> {
        table
            .columns
            .iter()
            .map(|column| {
                let mut sorted = column.clone();
                sorted.sort_unstable();
                sorted
            })
            .collect()
    };
    let (inside_a, inside_b) = (contents(a), contents(b));
    // Columns with the rarest contents first: they leave the least choice.
    let mut order: Vec<usize> = (0..a.columns.len()).collect();
    let partners = |c: usize| inside_b.iter().filter(|other| **other == inside_a[c]).count();
    order.sort_by_key(|c| partners(*c));
    let start = vec![0; a.rows];
    let mut search = Search {
        a,
        b,
        inside_a: &inside_a,
        inside_b: &inside_b,
        order: &order,
        ordered,
        tries: 0,
    };
    search.pair(0, &start, &start, &mut vec![false; b.columns.len()])
}

struct Search<'t> {
    a: &'t Table,
    b: &'t Table,
    /// Sorted contents of every column.
    inside_a: &'t [Vec<u32>],
    inside_b: &'t [Vec<u32>],
    order: &'t [usize],
    ordered: bool,
    tries: usize,
}

impl Search<'_> {
    /// Pairs the `depth`th column; `class_a` and `class_b` number the rows by the columns paired so far.
    fn pair(&mut self, depth: usize, class_a: &[u32], class_b: &[u32], taken: &mut Vec<bool>) -> bool {
        let Some(&column) = self.order.get(depth) else {
            return true;
        };
        for other in 0..self.b.columns.len() {
            if taken[other] || self.inside_a[column] != self.inside_b[other] {
                continue;
            }
            self.tries += 1;
            if self.tries > TRIES {
                return false;
            }
            let mut classes = BTreeMap::new();
            let next_a = refine(class_a, &self.a.columns[column], &mut classes);
            let next_b = refine(class_b, &self.b.columns[other], &mut classes);
            if self.agree(&next_a, &next_b) {
                taken[other] = true;
                if self.pair(depth + 1, &next_a, &next_b, taken) {
                    return true;
                }
                taken[other] = false;
            }
        }
        false
    }

    fn agree(&self, a: &[u32], b: &[u32]) -> bool {
        if self.ordered {
            return a == b;
        }
        let (mut a, mut b) = (a.to_vec(), b.to_vec());
        a.sort_unstable();
        b.sort_unstable();
        a == b
    }
}

fn refine(class: &[u32], column: &[u32], classes: &mut BTreeMap<(u32, u32), u32>) -> Vec<u32> {
    class
        .iter()
        .zip(column)
        .map(|(class, cell)| {
            let next = classes.len() as u32;
            *classes.entry((*class, *cell)).or_insert(next)
        })
        .collect()
}
