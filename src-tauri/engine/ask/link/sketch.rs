//! Backward recall (seed 001, `PRE_SQL_ENABLED`; RSL-SQL): what a first query for the question uses and nobody linked.
//!
//! In: what is linked. Out: the same with the sketches' columns, and the keys of their tables, in S2. One sketch is the
//! built-in engine's best query, the other is what the model jotted down while it chose: both cost no call. The model knows
//! the names of more columns than it chooses among, so that its sketch may use what the search missed. Deliberately absent:
//! S1, which holds what is surely needed, and a sketch without a model: what the built-in engine reads it found itself.

use askwell_contract::run::{FieldMatch, FieldName, Grounding, Linked, Plan, Span};

use crate::ask::advice::{found, place, used, with_keys};
use crate::ask::builtin;
use crate::ask::builtin::score::Weights;
use crate::prepare::Knowledge;

/// As a column that the search brought: no reading is built on it.
const SCORE: f64 = 0.5;

pub fn recall(knowledge: &Knowledge, plan: &Plan, grounding: &Grounding, linked: &mut Linked) {
    let own = builtin::candidates(knowledge, plan, grounding, linked, Weights::learned(), true);
    if let Some(sketch) = own.into_iter().next() {
        add(knowledge, &sketch.sql, grounding, linked);
    }
    let jotted = linked.chosen.as_ref().map(|chosen| chosen.sketch.clone());
    if let Some(sql) = jotted.filter(|sql| !sql.is_empty()) {
        add(knowledge, &sql, grounding, linked);
    }
}

fn add(knowledge: &Knowledge, sql: &str, grounding: &Grounding, linked: &mut Linked) {
    let used = used(knowledge, sql);
    let known = found(knowledge, grounding, linked);
    let missed: Vec<(usize, usize)> = used.iter().filter(|at| !known.contains(at)).copied().collect();
    if let Some(chosen) = &mut linked.chosen {
        let places = chosen
            .recall
            .iter()
            .filter_map(|f| place(knowledge, &f.table, &f.column));
        let places = places.chain(used).collect();
        chosen.recall = with_keys(knowledge, places)
            .into_iter()
            .filter_map(|at| name(knowledge, at))
            .collect();
    }
    let fields = missed.into_iter().filter_map(|at| name(knowledge, at));
    linked.recall.extend(fields.map(|field| FieldMatch {
        table: field.table,
        column: Some(field.column),
        span: Span { start: 0, end: 0 },
        words: String::new(),
        score: SCORE,
        by: "sketch".to_owned(),
    }));
}

fn name(knowledge: &Knowledge, (t, c): (usize, usize)) -> Option<FieldName> {
    let table = knowledge.catalog.tables.get(t)?;
    Some(FieldName {
        table: table.name.clone(),
        column: table.columns.get(c)?.name.clone(),
    })
}

#[cfg(test)]
mod tests {
    use askwell_contract::run::Picked;

    use super::*;
    use crate::ask::{ground, link};
    use crate::scripted::{plan, Scripted};

    const QUESTION: &str = "What is the total of all orders?";

    fn linked(chosen: Option<&[&str]>) -> (Knowledge, Grounding, Linked) {
        let knowledge = Scripted::shop().knowledge();
        let grounding = ground::find(&knowledge.values, QUESTION);
        let mut linked = link::find(&knowledge, &plan(QUESTION), &grounding);
        let field = |name: &&str| {
            let (table, column) = name.split_once('.').unwrap();
            FieldName {
                table: table.into(),
                column: column.into(),
            }
        };
        linked.chosen = chosen.map(|names| Picked {
            precise: Vec::new(),
            recall: names.iter().map(field).collect(),
            dropped: Vec::new(),
            sketch: String::new(),
        });
        (knowledge, grounding, linked)
    }

    fn by_sketch(linked: &Linked) -> Vec<String> {
        let new = linked.recall.iter().filter(|f| f.by == "sketch");
        new.map(|f| format!("{}.{}", f.table, f.column.as_deref().unwrap()))
            .collect()
    }

    #[test]
    fn what_a_sketch_uses_and_nobody_linked_is_added() {
        let (knowledge, grounding, mut linked) = linked(None);
        let before = linked.recall.clone();
        let sql = "SELECT c.since FROM orders o JOIN customers c ON c.id = o.customer_id WHERE c.country = 'Peru'";
        add(&knowledge, sql, &grounding, &mut linked);
        let new = by_sketch(&linked);
        for column in ["customers.since", "customers.country", "customers.id"] {
            assert!(new.contains(&column.to_owned()), "{column}: {new:?}");
        }
        assert_eq!(linked.recall[..before.len()], before, "what was linked stays");
        let again = linked.clone();
        add(&knowledge, sql, &grounding, &mut linked);
        assert_eq!(linked, again, "once is enough");
    }

    #[test]
    fn a_model_that_chose_too_little_is_given_it_all_the_same() {
        let (knowledge, grounding, mut linked) = linked(Some(&["orders.status"]));
        recall(&knowledge, &plan(QUESTION), &grounding, &mut linked);
        let chosen = linked.chosen.unwrap();
        let names: Vec<String> = chosen
            .recall
            .iter()
            .map(|f| format!("{}.{}", f.table, f.column))
            .collect();
        assert!(
            names.contains(&"orders.total".to_owned()) && names.contains(&"orders.status".to_owned()),
            "{names:?}"
        );
        assert!(chosen.precise.is_empty(), "S1 is not touched");
    }

    #[test]
    fn names_that_are_none_of_the_schema_bring_nothing() {
        let (knowledge, grounding, mut linked) = linked(None);
        let before = linked.clone();
        for sql in ["SELECT nonsense FROM nowhere", "not a statement", "SELECT 1"] {
            add(&knowledge, sql, &grounding, &mut linked);
        }
        assert_eq!(linked, before);
    }
}
