//! What a person said: the question, its evidence, the glossary, how words were read.

use askwell_contract::explore::{Holds, Meaning};
use askwell_contract::model::Privacy;
use askwell_contract::time::TimeMatch;

use super::Sealed;
use crate::calendar::Date;
use crate::prepare::Knowledge;

impl Sealed {
    /// The person's own words, or what was worked out from these and the calendar alone.
    pub fn said(text: &str) -> Self {
        Self::absent().told(Privacy::Names, text.trim())
    }

    /// Words made of a statement, or of what stands in the data: they may hold values of cells.
    pub fn of_values(text: &str) -> Self {
        Self::absent().data(Privacy::Values, text.trim())
    }

    /// Words made of rows.
    pub fn of_rows(text: &str) -> Self {
        Self::absent().data(Privacy::Rows, text.trim())
    }

    /// A model's words in reply to a prompt at a level: they can hold nothing above it.
    pub fn heard(text: &str, level: Privacy) -> Self {
        Self::absent().data(level, text.trim())
    }

    /// Today, and how times were read, where the words do not say it themselves. What hangs on the data's last day is a value
    /// of a cell. The day behind a stretch ends it, so that a moment of its last day is in it.
    pub fn times(times: &[TimeMatch], today: Date) -> Self {
        let lines = |level: Privacy| {
            let told = times.iter().filter(|t| !t.plain());
            let known = told.filter(|t| level >= Privacy::Values || !t.from_data);
            let line = |t: &TimeMatch| {
                let why = match (t.relative, t.from_data) {
                    (true, true) => ", counted from the last day in the data".to_owned(),
                    (true, false) => ", counted from today".to_owned(),
                    _ => String::new(),
                };
                let behind = t.to.as_deref().and_then(Date::parse).map(|to| to.plus(1));
                match (&t.from, behind) {
                    (Some(from), Some(end)) => format!("\"{}\" = from {from}, before {end}{why}", t.words),
                    (Some(from), None) => format!("\"{}\" = {from} and later{why}", t.words),
                    (None, Some(end)) => format!("\"{}\" = before {end}{why}", t.words),
                    _ => t.says.clone(),
                }
            };
            let today = std::iter::once(format!("Today is {today}."));
            today.chain(known.map(line)).collect::<Vec<_>>().join("\n")
        };
        let (plain, whole) = (lines(Privacy::Names), lines(Privacy::Values));
        match plain == whole {
            true => Self::absent().told(Privacy::Names, plain),
            false => Self::absent().told(Privacy::Names, plain).told(Privacy::Values, whole),
        }
    }

    /// The words of the business that the person explained. The value that a word stands for is one of a cell.
    pub fn glossary(knowledge: &Knowledge) -> Self {
        let lines = |level: Privacy| {
            let terms = knowledge.told.glossary.iter();
            let lines = terms.map(|term| {
                let means = match &term.meaning {
                    Meaning::Words => String::new(),
                    Meaning::Table { table } => format!(" = table {table}"),
                    Meaning::Column { table, column } => format!(" = column {table}.{column}"),
                    Meaning::Value { table, column, value } if level >= Privacy::Values => {
                        format!(" = the value '{value}' of {table}.{column}")
                    }
                    Meaning::Value { table, column, .. } => format!(" = a value of {table}.{column}"),
                    Meaning::Rows {
                        table, column, holds, ..
                    } if level < Privacy::Values => {
                        format!(" = rows of {table} where {column} {} a value", words(*holds))
                    }
                    Meaning::Rows {
                        table,
                        column,
                        holds,
                        value,
                    } => format!(" = rows of {table} where {column} {} '{value}'", words(*holds)),
                    Meaning::Filter { table, sql } => format!(" = rows of {table} where {sql}"),
                    Meaning::Formula { table, sql } => format!(" = {sql} over {table}"),
                };
                let definition = if term.definition.is_empty() { "" } else { ": " };
                format!("{}{means}{definition}{}", term.name, term.definition)
            });
            lines.collect::<Vec<_>>().join("\n")
        };
        Self::absent()
            .data(Privacy::Names, lines(Privacy::Names))
            .data(Privacy::Values, lines(Privacy::Values))
    }
}

fn words(holds: Holds) -> &'static str {
    match holds {
        Holds::Is => "is",
        Holds::Above => "is above",
        Holds::Below => "is below",
        Holds::Contains => "contains",
    }
}
