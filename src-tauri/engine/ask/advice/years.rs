//! Years of a question that columns of years hold.
//!
//! In: the question and its hints. Out: a match for each column whose numbers are years and reach that far, and of which
//! year the question speaks: "first_season" is the year of a first season alone. Deliberately absent: dates, of which the
//! schema tells from when to when they are, and any reading that is built on it.

use askwell_contract::run::{Plan, Span, ValueMatch};
use askwell_contract::{Cell, Column, TypeKind};

use crate::prepare::Knowledge;
use crate::words::{split_name, stem, tokenise, TokenKind};

/// More columns than this are told of no year.
const MOST: usize = 5;
/// Numbers that are read as years.
const YEARS: std::ops::RangeInclusive<i64> = 1000..=2999;
/// Words by which a column of years is called.
const NAMES: [&str; 4] = ["year", "season", "yr", "vintage"];

pub fn of(knowledge: &Knowledge, plan: &Plan) -> Vec<ValueMatch> {
    let mut years: Vec<i64> = Vec::new();
    for text in [&plan.question, &plan.evidence] {
        let numbers = tokenise(text).into_iter().filter(|t| t.kind == TokenKind::Number);
        for year in numbers
            .filter_map(|t| t.text.parse().ok())
            .filter(|n| YEARS.contains(n))
        {
            if !years.contains(&year) {
                years.push(year);
            }
        }
    }
    let said: Vec<String> = [&plan.question, &plan.evidence]
        .into_iter()
        .flat_map(|text| tokenise(text).into_iter().map(|t| t.stem))
        .collect();
    let all = years.into_iter().flat_map(|year| matches(knowledge, year, &said));
    all.collect()
}

fn matches(knowledge: &Knowledge, year: i64, said: &[String]) -> Vec<ValueMatch> {
    let mut out = Vec::new();
    for table in &knowledge.catalog.tables {
        for column in table.columns.iter().filter(|c| c.kind == TypeKind::Integer) {
            let called = split_name(&column.name);
            let profile = knowledge.profile(&table.name, &column.name);
            let reaches = profile.is_some_and(|p| match (&p.min, &p.max) {
                (Cell::Int(min), Cell::Int(max)) => (*min..=*max).contains(&year) && YEARS.contains(min),
                _ => false,
            });
            let of_year = |word: &String| NAMES.contains(&word.as_str());
            let about = split_name(&table.name);
            // What else it is called by is the table's name, or the question says it; an only one needs no more.
            let meant = |word: &String| {
                of_year(word) || about.iter().any(|a| stem(a) == stem(word)) || said.contains(&stem(word))
            };
            let of_years = |c: &&Column| split_name(&c.name).iter().any(of_year);
            let only = || !begins(&called) && table.columns.iter().filter(of_years).count() == 1;
            if reaches && called.iter().any(of_year) && (called.iter().all(meant) || only()) {
                out.push(ValueMatch {
                    words: year.to_string(),
                    span: Span { start: 0, end: 0 },
                    table: table.name.clone(),
                    column: column.name.clone(),
                    value: year.to_string(),
                    similarity: 1.0,
                    exact: true,
                    rows: 0,
                    part: false,
                });
            }
        }
    }
    match out.len() > MOST {
        true => Vec::new(),
        false => out,
    }
}

/// The first year or the last of somebody's is no year of what the rows are about.
fn begins(called: &[String]) -> bool {
    const ENDS: [&str; 8] = ["first", "last", "birth", "born", "death", "died", "start", "end"];
    called.iter().any(|word| ENDS.contains(&word.as_str()))
}

#[cfg(test)]
mod tests {
    use askwell_contract::profile::{ColumnProfile, TableProfile};
    use askwell_contract::Cell;

    use super::*;
    use crate::prepare::fake;
    use crate::scripted::plan;

    #[test]
    fn a_year_is_looked_for_where_the_question_may_mean_it() {
        let catalog = fake::catalog(vec![
            fake::table("race", &["year int", "race_year int"]),
            fake::table("picker", &["first_season int"]),
            fake::table("film", &["release_year int"]),
        ]);
        let profile = |table: &str, column: &str| ColumnProfile {
            min: Cell::Int(2019),
            max: Cell::Int(2026),
            ..fake::profile(table, column, 100, 8)
        };
        let table = |name: &str, columns: &[&str]| TableProfile {
            table: name.into(),
            rows: 100,
            read: 100,
            columns: columns.iter().map(|c| profile(name, c)).collect(),
            grain: String::new(),
            freshness: None,
        };
        let profiles = vec![
            table("race", &["year", "race_year"]),
            table("picker", &["first_season"]),
            table("film", &["release_year"]),
        ];
        let knowledge = Knowledge::build(catalog, "1".into(), profiles, Vec::new());
        let found = |question: &str| {
            let all = of(&knowledge, &plan(question)).into_iter();
            all.map(|v| format!("{}.{}", v.table, v.column)).collect::<Vec<_>>()
        };
        assert_eq!(
            found("crates picked in 2025"),
            ["race.year", "race.race_year", "film.release_year"]
        );
        assert_eq!(
            found("whose first season was 2025"),
            [
                "race.year",
                "race.race_year",
                "picker.first_season",
                "film.release_year"
            ]
        );
        assert_eq!(found("crates picked"), Vec::<String>::new());
    }
}
