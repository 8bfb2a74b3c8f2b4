//! Ways from tables of a statement to other tables, along the foreign keys.
//!
//! In: the catalog and the tables a statement has. Out: for every table in reach the shortest way, or that there are
//! several as good. Deliberately absent: scoring what a question means by a table (the engine's join planner).

use std::collections::{BTreeMap, BTreeSet};

use askwell_contract::{Catalog, KeyOrigin};

/// Most tables that are joined to reach one. From a customer to the suppliers of what was bought, the longest way
/// that a person asks for in the sample of a trading house, is five.
const MOST: usize = 5;

/// One table joined to the one before it; tables are places in the catalog.
#[derive(Debug, Clone, PartialEq)]
pub struct Step {
    pub to: usize,
    /// Column of the table before, column of `to`.
    pub on: Vec<(String, String)>,
    inferred: bool,
}

#[derive(Debug, Clone, PartialEq)]
pub struct Way {
    /// Place in the list of tables that was given.
    pub start: usize,
    pub steps: Vec<Step>,
}

impl Way {
    fn doubts(&self) -> usize {
        self.steps.iter().filter(|s| s.inferred).count()
    }
}

/// Tables in reach and the way there; `None` where two are equally short and equally certain, so that choosing one
/// would be a guess at what is meant.
pub fn all(catalog: &Catalog, from: &[usize]) -> BTreeMap<usize, Option<Way>> {
    let steps = steps(catalog);
    let mut layer: BTreeMap<usize, Vec<Way>> = BTreeMap::new();
    for (start, table) in from.iter().enumerate() {
        let way = Way {
            start,
            steps: Vec::new(),
        };
        layer.entry(*table).or_default().push(way);
    }
    let mut found: BTreeSet<usize> = layer.keys().copied().collect();
    let mut out = BTreeMap::new();
    for _ in 0..MOST {
        let mut next: BTreeMap<usize, Vec<Way>> = BTreeMap::new();
        for (table, ways) in &layer {
            for step in steps.get(table).into_iter().flatten() {
                if found.contains(&step.to) {
                    continue;
                }
                let longer = ways.iter().map(|way| Way {
                    start: way.start,
                    steps: way.steps.iter().chain([step]).cloned().collect(),
                });
                next.entry(step.to).or_default().extend(longer);
            }
        }
        for (table, ways) in &mut next {
            ways.sort_by_key(Way::doubts);
            // Two are enough to know that there is a choice.
            ways.truncate(2);
            let clear = match ways.as_slice() {
                [one] => Some(one.clone()),
                [one, other] if one.doubts() < other.doubts() => Some(one.clone()),
                _ => None,
            };
            found.insert(*table);
            out.insert(*table, clear);
        }
        layer = next;
    }
    out
}

/// Every key, both ways round.
fn steps(catalog: &Catalog) -> BTreeMap<usize, Vec<Step>> {
    let places: BTreeMap<String, usize> = catalog
        .tables
        .iter()
        .enumerate()
        .map(|(i, t)| (t.name.to_lowercase(), i))
        .collect();
    let mut out: BTreeMap<usize, Vec<Step>> = BTreeMap::new();
    for (child, table) in catalog.tables.iter().enumerate() {
        for key in &table.foreign_keys {
            let Some(parent) = places.get(&key.to_table.to_lowercase()).copied() else {
                continue;
            };
            // A join of untidy texts is more than an equation.
            if key.is_untidy() || parent == child || key.columns.is_empty() || key.columns.len() != key.to_columns.len()
            {
                continue;
            }
            let inferred = key.origin != KeyOrigin::Declared;
            let up: Vec<_> = key
                .columns
                .iter()
                .cloned()
                .zip(key.to_columns.iter().cloned())
                .collect();
            let down = up.iter().map(|(a, b)| (b.clone(), a.clone())).collect();
            for (from, to, on) in [(child, parent, up), (parent, child, down)] {
                let known = out.entry(from).or_default();
                if !known.iter().any(|s| s.to == to && s.on == on) {
                    known.push(Step { to, on, inferred });
                }
            }
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::shop;
    use askwell_contract::ForeignKey;

    fn second_key(origin: KeyOrigin) -> Catalog {
        let mut catalog = shop();
        catalog.tables[1].foreign_keys.push(ForeignKey {
            columns: vec!["total".into()],
            to_table: "customers".into(),
            to_columns: vec!["id".into()],
            origin,
        });
        catalog
    }

    #[test]
    fn the_tables_between_are_on_the_way() {
        let ways = all(&shop(), &[0]);
        let tables = |t: usize| -> Vec<usize> { ways[&t].iter().flat_map(|w| &w.steps).map(|s| s.to).collect() };
        assert_eq!(tables(1), [1]);
        assert_eq!(tables(2), [1, 2]);
        assert!(!ways.contains_key(&0));
    }

    #[test]
    fn between_two_declared_keys_nothing_is_chosen() {
        assert_eq!(all(&second_key(KeyOrigin::Declared), &[0])[&1], None);
        assert_eq!(all(&shop(), &[0, 0])[&1], None);
    }

    #[test]
    fn a_declared_key_goes_before_an_inferred_one() {
        let inferred = KeyOrigin::Inferred {
            confidence: 0.9,
            why: "names".into(),
            untidy: false,
        };
        let ways = all(&second_key(inferred), &[0]);
        let on = ways[&1].as_ref().map(|w| w.steps[0].on.clone());
        assert_eq!(on, Some(vec![("id".to_string(), "customer_id".to_string())]));
    }
}
