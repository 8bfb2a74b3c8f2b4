//! Questions worth asking of a table: who is first, how it went from month to month, how kinds differ, how many there are.
//!
//! In: what the reader knows of the database. Out: questions in words, best first. Deliberately absent: asking them; who
//! offers them does.

use askwell_reader::flows::SPENT;
use askwell_reader::known::{Col, Column, Known, Role, Table};
use askwell_reader::rank::is_rate;

use crate::words::singular;

/// Things listed by "which": fewer are all of them.
const RANKED: u64 = 5;
/// What the rows of a sheet are called that has no name for them.
const ROWS: &str = "rows";

/// `table` by its place in `known`.
pub fn questions(known: &Known, table: usize) -> Vec<String> {
    let Some(t) = known.tables.get(table) else {
        return Vec::new();
    };
    let called = |t: &Table| known.speech.rows(&t.name, &t.words);
    let said = |c: &Column| known.speech.column(&c.name, &c.words);
    let things = called(t);
    let columns: Vec<(Col, &Column)> = known.columns(table).collect();
    // Heights are no rates, but nobody adds them up.
    let adds_up = |c: &Column| !is_rate(c) && !c.words.iter().any(|w| w == "height");
    let measured =
        |c: &Column| c.role == Role::Measure && c.is_number() && c.distinct > RANKED && !c.unique && !c.is_made();
    // What has a unit, as money has, is asked about before what is merely counted.
    let measures = || {
        let all = || columns.iter().map(|c| c.1).filter(|c| measured(c));
        let united = all().filter(|c| !c.units.is_empty());
        united.chain(all().filter(|c| c.units.is_empty()))
    };
    let kind = columns
        .iter()
        .map(|c| c.1)
        // Nobody asks how many members are called Anna.
        .filter(|c| !c.words.iter().any(|w| w.ends_with("name")))
        .find(|c| c.role == Role::Category && c.groups() && c.distinct > 1);
    let dated = columns.iter().any(|c| c.1.is_time());
    let spent = columns.iter().any(|c| c.1.is_made() && c.1.name == SPENT);
    let mut out = Vec::new();
    // What refers to it most is what it is ranked by.
    let facts = known
        .links
        .iter()
        .filter_map(|l| l.tables())
        .filter(|l| l.1 == table && l.0 != table);
    let rows = |t: usize| known.tables.get(t).map_or(0, |t| t.rows);
    let facts = facts.map(|l| l.0).filter(|f| rows(*f) > t.rows);
    if let (Some(fact), true) = (facts.max_by_key(|f| rows(*f)), !t.labels.is_empty() && t.rows > RANKED) {
        let counted = called(&known.tables[fact]);
        out.push(format!("Which {RANKED} {things} have the most {counted}?"));
    }
    if dated {
        out.push(match measures().find(|c| adds_up(c)) {
            Some(_) if spent => "Spending by month".to_owned(),
            Some(measure) if things == ROWS => format!("Total {} by month", said(measure)),
            Some(measure) => format!("Total {} of {things} by month", said(measure)),
            None => format!("Number of {things} by month"),
        });
    }
    if spent {
        out.push("What did I spend most on?".to_owned());
    }
    if let (Some(kind), Some(measure)) = (kind, measures().find(|c| adds_up(c))) {
        out.push(match things == ROWS {
            true => format!("Total {} for each {}", said(measure), said(kind)),
            false => format!("Total {} of {things} for each {}", said(measure), said(kind)),
        });
    }
    if let (Some(kind), Some(measure)) = (kind, measures().next()) {
        out.push(format!(
            "What is the average {} for each {}?",
            said(measure),
            said(kind)
        ));
    }
    if let (Some(measure), false) = (measures().next(), t.labels.is_empty() || things == ROWS) {
        out.push(format!(
            "What are the {RANKED} {things} with the highest {}?",
            said(measure)
        ));
    }
    if let Some(kind) = kind.filter(|_| several(known, &things)) {
        out.push(format!("How many {things} are there for each {}?", said(kind)));
    }
    if let Some(measure) = measures().next().filter(|_| things != ROWS && !ties(known, table)) {
        out.push(format!("What is the average {} of {things}?", said(measure)));
    }
    if counted(known, table, &things) {
        out.push(format!("How many {things} are there?"));
    }
    out
}

/// Nobody asks how many stock there are, nor counts what only ties two things together.
fn counted(known: &Known, table: usize, things: &str) -> bool {
    several(known, things) && !ties(known, table)
}

fn ties(known: &Known, table: usize) -> bool {
    let leads = known.links.iter().filter_map(|l| l.tables()).filter(|l| l.0 == table);
    known.tables.get(table).is_some_and(|t| t.labels.is_empty()) && leads.count() > 1
}

fn several(known: &Known, things: &str) -> bool {
    let last = things.split(' ').next_back().unwrap_or(things);
    known.speech.foreign() || singular(last) != last
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scripted::Scripted;

    #[test]
    fn what_belongs_together_is_ranked_and_a_count_comes_last() {
        let shop = Scripted::shop();
        let knowledge = shop.knowledge();
        let known = knowledge.reader().unwrap();
        let customers = known.tables.iter().position(|t| t.name == "customers").unwrap();
        let asked = questions(known, customers);
        assert_eq!(asked.last().map(String::as_str), Some("How many customers are there?"));
        assert!(asked.len() > 1, "{asked:?}");
        assert!(asked.iter().all(|q| !q.contains("_id")), "{asked:?}");
    }
    #[test]
    fn what_cannot_be_counted_is_not() {
        let shop = Scripted::shop();
        let knowledge = shop.knowledge();
        let known = knowledge.reader().unwrap();
        assert!(several(known, "order lines") && several(known, "people"));
        assert!(!several(known, "stock"));
    }
}
