//! Mentions that no key joins to the rest of the question.
//!
//! In: items none of whose readings made a query. Out: the same, each mention with only what can be joined to the tables
//! that the question surely names; a mention of nothing else is a plain word. Deliberately absent: questions that have a
//! reading without it.

use super::mentions::{Item, Kind, Meaning, SURE};
use crate::prepare::Knowledge;

pub fn kept(knowledge: &Knowledge, items: Vec<Item>) -> Vec<Item> {
    let name = |t: usize| knowledge.catalog.tables[t].name.as_str();
    let joined = |a: usize, b: usize| a == b || knowledge.graph.path(name(a), name(b)).is_some();
    // The table whose neighbourhood holds the most of what is surely named.
    let mut sure: Vec<(usize, f64)> = Vec::new();
    for item in &items {
        let Kind::Mention(readings) = &item.kind else { continue };
        for (meaning, score) in readings.iter().filter(|r| r.1 >= SURE) {
            let weight = score * if matches!(meaning, Meaning::Table(_)) { 1.5 } else { 1.0 };
            match sure.iter_mut().find(|s| s.0 == meaning.table()) {
                Some(s) => s.1 += weight,
                None => sure.push((meaning.table(), weight)),
            }
        }
    }
    let reach = |t: usize| -> f64 { sure.iter().filter(|s| joined(t, s.0)).map(|s| s.1).sum() };
    let worth = |s: &(usize, f64)| reach(s.0) + s.1;
    let Some(anchor) = sure
        .iter()
        .max_by(|a, b| worth(a).total_cmp(&worth(b)).then(b.0.cmp(&a.0)))
    else {
        return items;
    };
    let anchor = anchor.0;
    let keep = |mut item: Item| {
        if let Kind::Mention(readings) = &mut item.kind {
            readings.retain(|r| joined(anchor, r.0.table()));
            if readings.is_empty() {
                item.kind = Kind::Word(String::new());
            }
        }
        item
    };
    items.into_iter().map(keep).collect()
}

#[cfg(test)]
mod tests {
    use crate::ask::builtin::{candidates, score::Weights};
    use crate::ask::{ground, link};
    use crate::prepare::fake;
    use crate::scripted::{plan, Scripted};

    #[test]
    fn a_word_that_leads_nowhere_does_not_cost_the_answer() {
        let mut shop = Scripted::shop();
        shop.catalog
            .tables
            .push(fake::table("queues", &["position int", "waiting text"]));
        let knowledge = shop.knowledge();
        let sql = |question: &str| {
            let plan = plan(question);
            let grounding = ground::find(&knowledge.values, &plan.question);
            let linked = link::find(&knowledge, &plan, &grounding);
            let found = candidates(&knowledge, &plan, &grounding, &linked, Weights::learned(), true);
            found.first().map(|c| c.sql.clone())
        };
        assert_eq!(
            sql("What is the name of each waiting customer from France?"),
            Some("SELECT name FROM customers WHERE country = 'France'".into())
        );
    }
}
