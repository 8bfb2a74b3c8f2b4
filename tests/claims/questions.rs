//! Questions made from the words of a schema. In: a vocabulary and chance. Out: questions, four in ten as their shape has it,
//! the rest with words left out, moved, added, misspelt, or all in one case. The same seed gives the same questions.

use askwell_contract::ports::Cancel;
use askwell_contract::{Limits, TypeKind};
use askwell_engine::words::split_name;
use askwell_sql::dialect;

use crate::opened::Opened;

/// SplitMix64 (Steele, Lea, Flood 2014): the same numbers on every machine.
pub struct Chance(u64);

impl Chance {
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }
    pub fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % n as u64) as usize
    }
    pub fn of<'a, T>(&mut self, list: &'a [T]) -> Option<&'a T> {
        match list.len() {
            0 => None,
            n => list.get(self.below(n)),
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    Text,
    Number,
    Day,
    Other,
}

pub struct ColumnWords {
    pub name: String,
    pub kind: Kind,
    pub values: Vec<String>,
}

pub struct TableWords {
    pub name: String,
    pub columns: Vec<ColumnWords>,
    /// Positions of the tables that a key joins it to.
    pub beside: Vec<usize>,
}

pub struct Vocabulary {
    pub tables: Vec<TableWords>,
}

/// `{t}` a table, `{o}` one beside it, `{c}` and `{e}` columns of it, `{n}` and `{m}` numbers, `{d}` a day, `{x}` a text
/// with its values `{v}` and `{w}`, `{p}` a column of the other table, `{k}` a number, `{y}` a year.
pub const SHAPES: [&str; 78] = [
    "How many {t} are there?",
    "Show all {t}",
    "List the {c} and {e} of all {t}",
    "What is the average {n} of {t}?",
    "What are the smallest, largest and average {n} of {t}?",
    "What is the total {n} of {t} for each {x}?",
    "How many {t} have the {x} {v}?",
    "How many {t} have the {x} {v} or {w}?",
    "Which {t} are not {v}?",
    "Which {t} have a {x} other than {v}?",
    "Show the {c} of {t} with {n} above {k}",
    "Show the {c} of {t} with {n} of at most {k} and {m} of at least {k}",
    "Which {t} have a {n} between {k} and {k}?",
    "Which {t} have a {n} under {k} or over {k}?",
    "Which {t} have no {c}?",
    "How many {t} are missing their {c}?",
    "Which {t} have a {c}?",
    "Which {t} have no {o}?",
    "Which {t} never had any {o}?",
    "Which {t} have more than {k} {o}?",
    "Which {t} have at least one {o} with {p} {k}?",
    "How many {o} does each {t} have?",
    "For each {t}, show the {c} and the number of {o}",
    "Which {t} has the most {o}?",
    "What are the 3 {t} with the fewest {o}?",
    "Show the {c} and the {p} of {t} and their {o}",
    "What is the {p} of the {o} of the {t} whose {x} is {v}?",
    "What is the {c} of the {t} with the highest {n}?",
    "What are the top {k} {t} by {n}?",
    "What are the bottom 5 {t} by {n}? Show the {c} and the {n}",
    "What is the second highest {n}?",
    "Which {t} has the third lowest {n}?",
    "Which {t} have a {n} above the average {n}?",
    "Which {t} have a {n} higher than that of every {t} with {x} {v}?",
    "What is the median {n} of {t}?",
    "How many different {c} are there?",
    "What are the distinct {c} of {t}?",
    "What percentage of {t} have the {x} {v}?",
    "What share of {t} has no {c}?",
    "What is the ratio of {n} to {m} for each {x}?",
    "What is the difference between {n} and {m} of each {t}?",
    "What is the {n} per {m}?",
    "Show the {t} whose {x} contains {v}",
    "Show the {t} whose {x} starts with 'A' and does not contain 'b'",
    "{t} by {x}",
    "{n} by {x} {y}",
    "{t} {v}",
    "{v}",
    "number of {t} per {x} and {c}",
    "Which {x} has more than {k} {t}?",
    "Which {x} have an average {n} above {k}?",
    "How many {t} have a {d} in {y}?",
    "How many {t} have a {d} before {y} or after {y}?",
    "How many {t} have a {d} in March {y}?",
    "How many {t} have a {d} between Jan 5, {y} and Feb 1, {y}?",
    "How many {t} have a {d} in the last 30 days?",
    "How many {t} have a {d} last month?",
    "How many {t} per month of {d}?",
    "{t} per quarter of {y}",
    "On which weekday is the {d} of most {t}?",
    "Show the running total of {n} by month of {d}",
    "How did the number of {t} change from year to year of {d}?",
    "What are the latest 3 {t} by {d}?",
    "Which {t} have the earliest {d}?",
    "What are the 2 {t} with the highest {n} of each {x}?",
    "For each {x}, which {t} has the largest {n}?",
    "Which {x} appear in {t} both with {n} above {k} and with {n} below {k}?",
    "Which {t} have {x} {v} but not {w}?",
    "The gain is defined as {n} minus {m}. Which {t} has the highest gain?",
    "List {t} sorted by {n} in descending order, then by {c}",
    "Delete all {t}",
    "Update the {n} of {t} to {k}",
    "Is there a {t} with {x} {v}?",
    "Who is {v}?",
    "What is the {c} of {v}?",
    "Compare {v} and {w} by {n}",
    "How many {t} with {x} {v} have more than {k} {o} and no {c}?",
    "What is the average number of {o} per {t} for each {x}?",
];

/// What nobody asks, in between.
const STRAY: [&str; 14] = [
    "not",
    "without",
    "except",
    "florp",
    "'",
    "\"",
    "'; DROP TABLE x; --",
    "%",
    "🙂",
    "1e999",
    "-5",
    "(",
    "NULL",
    "and or",
];

impl Vocabulary {
    /// The names as a person would say them, and values that stand in the columns.
    pub async fn of(opened: &Opened) -> Self {
        let catalog = &opened.knowledge.catalog;
        let mut tables = Vec::new();
        for table in &catalog.tables {
            let mut columns = Vec::new();
            for column in &table.columns {
                let kind = match column.kind {
                    TypeKind::Text => Kind::Text,
                    TypeKind::Integer | TypeKind::Real | TypeKind::Decimal => Kind::Number,
                    TypeKind::Date | TypeKind::Timestamp => Kind::Day,
                    _ => Kind::Other,
                };
                let kind = match column.name.to_lowercase() {
                    name if ["date", "_on", " on", "_at", "when", "launched"]
                        .iter()
                        .any(|end| name.contains(end)) =>
                    {
                        Kind::Day
                    }
                    _ => kind,
                };
                let (name, of) = (
                    dialect::ident(&column.name, catalog.dialect),
                    dialect::table(table, catalog.dialect),
                );
                let sql = format!("SELECT DISTINCT {name} FROM {of} WHERE {name} IS NOT NULL ORDER BY 1 LIMIT 5");
                let values = match opened.database.query(&sql, Limits::ASK, &Cancel::new()).await {
                    Ok(Ok(stream)) => stream.collect().await.unwrap().rows,
                    _ => Vec::new(),
                };
                columns.push(ColumnWords {
                    name: said(&column.name),
                    kind,
                    values: values.iter().map(|row| row[0].to_string()).collect(),
                });
            }
            let at = |name: &str| catalog.tables.iter().position(|t| t.name == name);
            let above = table.foreign_keys.iter().filter_map(|k| at(&k.to_table));
            let below = catalog.tables.iter().enumerate();
            let below = below.filter(|(_, t)| t.foreign_keys.iter().any(|k| k.to_table == table.name));
            tables.push(TableWords {
                name: said(&table.name),
                columns,
                beside: above.chain(below.map(|(i, _)| i)).collect(),
            });
        }
        Self { tables }
    }

    pub fn question(&self, chance: &mut Chance) -> String {
        let whole = self.sensible(chance);
        spoilt(&whole, chance)
    }

    /// A shape whose every place has a word for it.
    pub fn sensible(&self, chance: &mut Chance) -> String {
        loop {
            let shape = chance.of(&SHAPES).copied().unwrap_or_default();
            if let Some(question) = self.filled(shape, chance) {
                return question;
            }
        }
    }

    fn filled(&self, shape: &str, chance: &mut Chance) -> Option<String> {
        let table = chance.of(&self.tables)?;
        let beside = chance.of(&table.beside).and_then(|at| self.tables.get(*at));
        let of = |kind: Kind| -> Vec<&ColumnWords> { table.columns.iter().filter(|c| c.kind == kind).collect() };
        let (numbers, days, texts) = (of(Kind::Number), of(Kind::Day), of(Kind::Text));
        let text = chance.of(&texts).copied();
        let mut out = String::new();
        let mut rest = shape;
        while let Some((before, after)) = rest.split_once('{') {
            let (slot, after) = after.split_once('}')?;
            out += before;
            let value = |chance: &mut Chance| {
                let value = chance.of(&text?.values)?.clone();
                Some(if chance.below(3) == 0 {
                    format!("'{value}'")
                } else {
                    value
                })
            };
            out += &match slot {
                "t" => plural(&table.name, chance),
                "o" => plural(&beside?.name, chance),
                "p" => chance.of(&beside?.columns)?.name.clone(),
                "n" | "m" => chance.of(&numbers)?.name.clone(),
                "d" => chance.of(&days)?.name.clone(),
                "x" => text?.name.clone(),
                "v" | "w" => value(chance)?,
                "k" => chance
                    .of(&["1", "2", "3", "10", "0.5", "1,000", "twenty", "40"])?
                    .to_string(),
                "y" => chance.of(&["2021", "2022", "2023", "2024"])?.to_string(),
                _ => chance.of(&table.columns)?.name.clone(),
            };
            rest = after;
        }
        Some(out + rest)
    }
}

/// A name in the words that it is made of; one of which nothing can be read stays as it is.
fn said(name: &str) -> String {
    match split_name(name).join(" ") {
        words if words.is_empty() => name.to_owned(),
        words => words,
    }
}

fn plural(name: &str, chance: &mut Chance) -> String {
    match chance.below(3) {
        0 if !name.ends_with('s') => format!("{name}s"),
        1 if name.ends_with('s') => name[..name.len() - 1].to_owned(),
        _ => name.to_owned(),
    }
}

/// Four in ten questions stay as they are.
fn spoilt(question: &str, chance: &mut Chance) -> String {
    let mut words: Vec<&str> = question.split(' ').collect();
    let (a, b) = (chance.below(words.len()), chance.below(words.len()));
    match chance.below(18) {
        0 => return question.to_lowercase(),
        1 => return question.to_uppercase(),
        2 => drop(words.remove(a)),
        3 => words.swap(a, b),
        4 => words.insert(a, chance.of(&STRAY).copied().unwrap_or_default()),
        5 => words.push(chance.of(&STRAY).copied().unwrap_or_default()),
        6 => words.extend(words.clone()),
        7 => (1..words.len()).rev().for_each(|i| words.swap(i, chance.below(i + 1))),
        8 => words.retain(|w| !["the", "of", "is", "are", "what", "a"].contains(&w.to_lowercase().as_str())),
        9 => words.truncate(a + 1),
        10 => {
            let mut letters: Vec<char> = words[a].chars().collect();
            let at = chance.below(letters.len().max(1));
            if at < letters.len() {
                letters.remove(at);
            }
            let misspelt: String = letters.into_iter().collect();
            let mut all: Vec<String> = words.iter().map(|w| (*w).to_owned()).collect();
            all[a] = misspelt;
            return all.join(" ");
        }
        _ => {}
    }
    words.join(" ")
}
