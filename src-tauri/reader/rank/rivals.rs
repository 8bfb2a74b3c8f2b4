//! What a reading looks like beside its rivals.
//!
//! In: the readings of one question, best first, with their scores. Out: for each how far it is behind, and how much of
//! the belief goes to readings that have the same tables, columns, conditions or order. Deliberately absent: results;
//! `select` compares those.

use crate::query::{Cond, Expr, Query};
use crate::rank::features::shape;

/// Parts of a query in which two readings can be the same.
pub const PARTS: [&str; 7] = ["tables", "shown", "filter", "group", "order", "shape", "base"];

/// Features in which a reading is set against the best of all: `true` where more is better.
const GAPS: [(&str, &str, bool); 14] = [
    ("cover", "gap cover", true),
    ("prior", "gap prior", true),
    ("skipped", "gap skipped", false),
    ("skipped name", "gap skipped name", false),
    ("edges", "gap edges", false),
    ("tables", "gap tables", false),
    ("table unsaid", "gap table unsaid", false),
    ("table said unused", "gap table said unused", false),
    ("loose", "gap loose", false),
    ("names met", "gap names met", true),
    ("names missed", "gap names missed", false),
    ("filters", "gap filters", true),
    ("shown unsaid", "gap shown unsaid", false),
    ("figure unsaid", "gap figure unsaid", false),
];

const SAME: [&str; PARTS.len()] = [
    "same tables",
    "same shown",
    "same filter",
    "same group",
    "same order",
    "same shape",
    "same base",
];
const AS_FIRST: [&str; PARTS.len()] = [
    "tables as first",
    "shown as first",
    "filter as first",
    "group as first",
    "order as first",
    "shape as first",
    "base as first",
];

/// For each query a number for each of its parts; the same numbers are the same parts.
pub fn classes(queries: &[&Query]) -> Vec<[usize; PARTS.len()]> {
    let tables = |q: &Query| {
        let mut tables = q.needed();
        tables.sort_unstable();
        tables
    };
    let filter = |q: &Query| -> (Vec<Cond>, Vec<Cond>) { (q.filter.clone(), q.having.clone()) };
    let order = |q: &Query| -> (Vec<(Expr, bool)>, Option<u64>) { (q.order.clone(), q.limit) };
    // A query over another one is told by the rows that it begins with.
    let flat: Vec<Query> = queries.iter().map(|q| q.flat()).collect();
    let of = [
        numbers(queries.iter().map(|q| tables(q))),
        numbers(queries.iter().map(|q| q.select.clone())),
        numbers(flat.iter().map(filter)),
        numbers(flat.iter().map(|q| q.group.clone())),
        numbers(queries.iter().map(|q| order(q))),
        numbers(queries.iter().map(|q| shape(q))),
        numbers(flat.iter().map(|q| (tables(q), filter(q), q.group.clone()))),
    ];
    (0..queries.len())
        .map(|i| of.each_ref().map(|part| part.get(i).copied().unwrap_or_default()))
        .collect()
}

/// Things by the place of the first that is the same.
fn numbers<T: PartialEq>(things: impl Iterator<Item = T>) -> Vec<usize> {
    let mut seen: Vec<T> = Vec::new();
    let number = |thing: T| match seen.iter().position(|s| *s == thing) {
        Some(at) => at,
        None => {
            seen.push(thing);
            seen.len() - 1
        }
    };
    things.map(number).collect()
}

/// Features by name for each of the readings.
pub fn rivals(
    classes: &[[usize; PARTS.len()]],
    scores: &[f64],
    features: &[&[(String, f64)]],
) -> Vec<Vec<(&'static str, f64)>> {
    let best = scores.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let second = scores.get(1).copied().unwrap_or(best);
    let parts: Vec<f64> = scores.iter().map(|s| (s - best).exp()).collect();
    let total: f64 = parts.iter().sum();
    let beliefs: Vec<f64> = parts.iter().map(|p| p / total).collect();
    let value = |i: usize, name: &str| {
        let own = features.get(i).and_then(|f| f.iter().find(|f| f.0 == name));
        own.map_or(0.0, |f| f.1)
    };
    let extremes = GAPS.map(|(name, _, more)| {
        let all = (0..scores.len()).map(|i| value(i, name));
        match more {
            true => all.fold(f64::NEG_INFINITY, f64::max),
            false => all.fold(f64::INFINITY, f64::min),
        }
    });
    let first = classes.first();
    let one = |(i, own): (usize, &[usize; PARTS.len()])| {
        let score = scores.get(i).copied().unwrap_or_default();
        let mut out: Vec<(&'static str, f64)> = vec![
            ("behind", best - score),
            ("ahead", if i == 0 { best - second } else { 0.0 }),
            ("place", i as f64),
            ("belief", beliefs.get(i).copied().unwrap_or_default()),
            ("rivals", scores.len() as f64),
        ];
        for (k, class) in own.iter().enumerate() {
            let same = classes.iter().zip(&beliefs).filter(|(other, _)| other[k] == *class);
            out.push((SAME[k], same.map(|s| s.1).sum()));
            let as_first = first.is_some_and(|f| f[k] == *class);
            out.push((AS_FIRST[k], f64::from(u8::from(as_first))));
        }
        for ((name, gap, _), extreme) in GAPS.iter().zip(extremes) {
            out.push((gap, value(i, name) - extreme));
        }
        out
    };
    classes.iter().enumerate().map(one).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::query::Col;

    fn shows(column: usize, top: Option<u64>) -> Query {
        Query {
            select: vec![Expr::Col(Col { table: 0, column })],
            limit: top,
            ..Query::default()
        }
    }

    #[test]
    fn belief_in_what_readings_share_is_added_up() {
        let queries = [shows(1, None), shows(2, None), shows(1, Some(3))];
        let classes = classes(&queries.iter().collect::<Vec<_>>());
        let none: &[(String, f64)] = &[];
        let cover = [("cover".to_owned(), 2.0)];
        let all = rivals(&classes, &[1.0, 1.0, 0.0], &[none, &cover, none]);
        let of = |i: usize, name: &str| all[i].iter().find(|f| f.0 == name).unwrap().1;
        let e = std::f64::consts::E;
        assert!((of(0, "same shown") - (e + 1.0) / (2.0 * e + 1.0)).abs() < 1e-12);
        assert_eq!(of(2, "shown as first"), 1.0);
        assert_eq!(of(2, "order as first"), 0.0);
        assert_eq!(of(2, "behind"), 1.0);
        assert_eq!((of(1, "gap cover"), of(0, "gap cover")), (0.0, -2.0));
    }
}
