//! Years of a question that columns of years hold.
//!
//! In: the question and its hints. Out: a match for each column whose numbers are years and reach that far. Deliberately
//! absent: dates, of which the schema tells from when to when they are, and any reading that is built on it.

use askwell_contract::run::{Plan, Span, ValueMatch};
use askwell_contract::{Cell, TypeKind};

use crate::prepare::Knowledge;
use crate::words::{split_name, tokenise, TokenKind};

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
    years.into_iter().flat_map(|year| matches(knowledge, year)).collect()
}

fn matches(knowledge: &Knowledge, year: i64) -> Vec<ValueMatch> {
    let mut out = Vec::new();
    for table in &knowledge.catalog.tables {
        for column in table.columns.iter().filter(|c| c.kind == TypeKind::Integer) {
            let called = split_name(&column.name);
            let profile = knowledge.profile(&table.name, &column.name);
            let reaches = profile.is_some_and(|p| match (&p.min, &p.max) {
                (Cell::Int(min), Cell::Int(max)) => (*min..=*max).contains(&year) && YEARS.contains(min),
                _ => false,
            });
            if reaches && called.iter().any(|word| NAMES.contains(&word.as_str())) {
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
