//! How much a column has to do with a question, so that the first thirty are those that count.
//!
//! In: what is grounded and linked. Out: columns with a figure each, a sum over what speaks for them. Deliberately absent:
//! the keys that join their tables, which are added to whatever is chosen.

use std::collections::BTreeMap;

use askwell_contract::run::{FieldMatch, Grounding, Linked, Span};

use super::{place, referenced};
use crate::prepare::Knowledge;

/// A value, and a name, that is less like the question's words is not spoken of.
const SURE: f64 = 0.95;
const LIKE: f64 = 0.7;

/// It holds a value of the question: by likeness. More than any name, which many columns can have.
const VALUED: f64 = 2.0;
/// The hints name it.
const HINTED: f64 = 2.0;
/// The question names it: by score.
const NAMED: f64 = 1.0;
/// The same of words that name something else better.
const OUTDONE: f64 = 0.5;
/// The first of those that the whole question leads to by words and meaning; the last of them gets nearly nothing.
const SEARCHED: f64 = 0.5;
/// What its table is worth of this by the score of seed 001, 3b: all of its columns where the question names it.
const OF_TABLE: f64 = 0.25;

/// What speaks for a column: values, hints, names, the search, its table. Of each the strongest counts.
type Signs = [f64; 5];

#[derive(Default)]
pub struct Relevance {
    /// In the order in which they were found.
    columns: Vec<((usize, usize), Signs)>,
    at: BTreeMap<(usize, usize), usize>,
}

impl Relevance {
    /// `wide`: with what is only like the question's words, or came up in a search for all of them.
    pub fn of(knowledge: &Knowledge, grounding: &Grounding, linked: &Linked, wide: bool) -> Self {
        let mut out = Self::default();
        for value in &grounding.values {
            let at = place(knowledge, &value.table, &value.column);
            out.says(at, 0, VALUED * value.similarity);
        }
        for at in referenced(knowledge, grounding) {
            out.says(Some(at), 1, HINTED);
        }
        let column = |f: &FieldMatch| f.column.as_deref().and_then(|c| place(knowledge, &f.table, c));
        // "How many flights" names the table, and no number that a flight has.
        let a_table = |f: &FieldMatch| {
            let same = |t: &&FieldMatch| t.column.is_none() && t.span == f.span && t.score >= f.score;
            !wide && f.column.is_some() && linked.precise.iter().any(|t| same(&t))
        };
        let precise = linked
            .precise
            .iter()
            .filter(|f| !numbers_a_day(grounding, f) && !a_table(f));
        for field in precise {
            match field.column {
                Some(_) => out.says(column(field), 2, NAMED * field.score),
                // A table that is named stands with all it has.
                None => out.table(knowledge, &field.table),
            }
        }
        if wide {
            let by_search = |f: &&FieldMatch| f.span.start == f.span.end;
            let (searched, like): (Vec<&FieldMatch>, Vec<&FieldMatch>) = linked.recall.iter().partition(by_search);
            for field in like.into_iter().filter(|f| !numbers_a_day(grounding, f)) {
                out.says(column(field), 2, OUTDONE * field.score);
            }
            for (rank, field) in searched.iter().enumerate() {
                let share = 1.0 - rank as f64 / searched.len() as f64;
                out.says(column(field), 3, SEARCHED * share);
            }
        }
        out.tables(knowledge, linked);
        out
    }

    fn table(&mut self, knowledge: &Knowledge, name: &str) {
        let tables = &knowledge.catalog.tables;
        let Some(t) = tables.iter().position(|t| t.name == name) else {
            return;
        };
        for c in 0..tables[t].columns.len() {
            self.says(Some((t, c)), 4, 0.0);
        }
    }

    /// Between columns that are alike in all else the table decides.
    fn tables(&mut self, knowledge: &Knowledge, linked: &Linked) {
        let tables = &knowledge.catalog.tables;
        for ((t, _), signs) in &mut self.columns {
            let table = linked.tables.iter().find(|m| m.table == tables[*t].name);
            signs[4] = table.map_or(0.0, |m| OF_TABLE * m.score);
        }
    }

    fn says(&mut self, place: Option<(usize, usize)>, sign: usize, weight: f64) {
        let Some(place) = place else { return };
        let at = *self.at.entry(place).or_insert(self.columns.len());
        if at == self.columns.len() {
            self.columns.push((place, Signs::default()));
        }
        let known = &mut self.columns[at].1[sign];
        *known = known.max(weight);
    }

    /// Columns that the question or the hints speak of themselves, not only of their table; best first.
    pub fn said(self) -> Vec<(usize, usize)> {
        let spoken = |signs: &Signs| signs[0] >= VALUED * SURE || signs[1] > 0.0 || signs[2] >= NAMED * LIKE;
        let kept: Vec<((usize, usize), bool)> = self.columns.iter().map(|(at, signs)| (*at, spoken(signs))).collect();
        let best = self.best_first();
        best.into_iter().filter(|at| kept.contains(&(*at, true))).collect()
    }

    pub fn best_first(mut self) -> Vec<(usize, usize)> {
        let sum = |signs: &Signs| signs.iter().sum::<f64>();
        self.columns.sort_by(|a, b| sum(&b.1).total_cmp(&sum(&a.1)));
        self.columns.into_iter().map(|(place, _)| place).collect()
    }
}

/// The number of a day names no column: of "5 March 2024" the 5 is no `reading_5`.
fn numbers_a_day(grounding: &Grounding, field: &FieldMatch) -> bool {
    const DAYS: std::ops::RangeInclusive<u8> = 1..=31;
    let (span, day) = (field.span, field.words.trim().parse::<u8>());
    let within = |time: Span| {
        let all = time.start <= span.start && span.end <= time.end;
        all && span.end - span.start < time.end - time.start
    };
    day.is_ok_and(|day| DAYS.contains(&day)) && grounding.times.iter().any(|time| within(time.span))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ask::{ground, link};
    use crate::prepare::fake::{catalog, refer, table};
    use crate::prepare::search::TOP;
    use crate::prepare::values::ColumnValues;
    use crate::scripted::plan;

    /// A table of sixty columns that the question names, and one whose value it names.
    fn wide() -> Knowledge {
        let columns: Vec<String> = (0..60).map(|n| format!("reading_{n} real")).collect();
        let mut columns: Vec<&str> = columns.iter().map(String::as_str).collect();
        columns.extend(["station_id int", "pressure real"]);
        let mut catalog = catalog(vec![
            table("measurements", &columns),
            table("stations", &["id int", "region text", "height int"]),
        ]);
        refer(&mut catalog, "measurements.station_id", "stations.id");
        let regions = ColumnValues::new("stations", "region", vec![("Lapland".into(), 3)], true, None);
        Knowledge::build(catalog, "1".into(), Vec::new(), vec![regions])
    }

    fn first(question: &str) -> Vec<String> {
        let knowledge = wide();
        let grounding = ground::find(&knowledge.values, question);
        let linked = link::by_rules(&knowledge, &plan(question), &grounding);
        let name = |(t, c): (usize, usize)| {
            let table = &knowledge.catalog.tables[t];
            format!("{}.{}", table.name, table.columns[c].name)
        };
        let all = super::super::found(&knowledge, &grounding, &linked).into_iter();
        all.take(TOP).map(name).collect()
    }

    #[test]
    fn the_number_of_a_day_names_no_column_and_a_number_by_itself_does() {
        let knowledge = wide();
        let now = crate::calendar::Now::new(&knowledge, 0, Default::default());
        let named = |question: &str| {
            let plan = plan(question);
            let grounding = ground::hinted(&knowledge, &plan, &now);
            let linked = link::by_rules(&knowledge, &plan, &grounding);
            let said = Relevance::of(&knowledge, &grounding, &linked, true).said();
            said.into_iter()
                .any(|(t, c)| knowledge.catalog.tables[t].columns[c].name == "reading_5")
        };
        assert!(!named("What was the pressure on 5 March 2024?"));
        assert!(named("What was the 5 reading in Lapland?"));
    }

    #[test]
    fn a_wide_table_that_is_named_pushes_out_neither_a_value_nor_a_named_column() {
        let first = first("What is the highest pressure of the measurements in Lapland?");
        assert_eq!(first.len(), TOP);
        assert_eq!(first[..2], ["stations.region", "measurements.pressure"], "{first:?}");
        let plain = first.iter().filter(|f| f.contains("reading_")).count();
        assert!(plain >= 20, "there is room for more: {first:?}");
    }
}
