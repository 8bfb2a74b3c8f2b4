//! Definitions: "By active I mean customers with an order this year."
//!
//! In: what the person typed, and how what it says was read. Out: a [`Term`] as the glossary would keep it, and what is
//! shown back. Deliberately absent: keeping it, which only the person does.

use askwell_contract::explore::{Meaning, Term};
use askwell_contract::run::{Defined, Reply};
use askwell_contract::RowCount;
use askwell_sql::amend::{self, Item, Parts};
use askwell_sql::dialect;

use super::Heard;
use crate::prepare::Knowledge;
use crate::words::{plural, rows_of, singular, split_name};

/// How a definition begins, what stands between the word and its meaning, and what ends the word before that.
const FORMS: [(&str, &[&str]); 7] = [
    ("by ", &[" i mean ", " we mean ", " is meant "]),
    ("when i say ", &[" i mean ", " it means ", " that means "]),
    ("when we say ", &[" we mean ", " it means ", " that means "]),
    ("if i say ", &[" i mean "]),
    ("define ", &[" as "]),
    ("let's define ", &[" as "]),
    ("", &[" means ", " is defined as ", " are defined as ", " stands for "]),
];
/// A sentence that begins so asks something.
const ASKING: [&str; 16] = [
    "what", "which", "who", "whose", "when", "where", "how", "why", "does", "do", "did", "is", "are", "can", "show",
    "that",
];
/// Words that a term may have.
const LONGEST: usize = 4;
/// A name or value that counts as said.
const NAMED: f64 = 0.9;

/// A word, and what the person says that it means.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Defines {
    pub name: String,
    pub meaning: String,
}

pub fn defines(turn: &str) -> Option<Defines> {
    let plain = turn.trim().trim_end_matches(['.', '!', ' ']);
    if plain.ends_with('?') {
        return None;
    }
    let lower = plain.to_lowercase();
    if lower.len() != plain.len() {
        return None;
    }
    let first = lower.split_whitespace().next().unwrap_or_default();
    FORMS.iter().find_map(|(opening, ties)| {
        let from = lower.starts_with(opening).then_some(opening.len())?;
        if opening.is_empty() && ASKING.contains(&first) {
            return None;
        }
        let (at, tie) = ties
            .iter()
            .find_map(|tie| Some((lower[from..].find(tie)? + from, tie)))?;
        let unquoted = |text: &str| text.trim_matches([' ', ',', '"', '\'', ':', '“', '”']).to_owned();
        let (name, meaning) = (unquoted(&plain[from..at]), unquoted(&plain[at + tie.len()..]));
        let words = name.split_whitespace().count();
        // "By means of" is no definition.
        (!meaning.is_empty() && !meaning.starts_with("of ") && (1..=LONGEST).contains(&words))
            .then_some(Defines { name, meaning })
    })
}

/// What is read in its place, best first: how many rows it means says which rows are counted, and by what.
pub fn sentences(knowledge: &Knowledge, said: &Defines) -> Vec<String> {
    let bare = said
        .meaning
        .trim_start_matches("all ")
        .trim_start_matches("the ")
        .trim_start_matches("those ");
    let mut out = Vec::new();
    out.extend(at_least(knowledge, bare).map(|text| format!("How many {text} are there?")));
    out.push(format!("How many {bare} are there?"));
    out.push(bare.to_owned());
    out
}

/// "With an order" is with at least one, where orders are rows.
fn at_least(knowledge: &Knowledge, meaning: &str) -> Option<String> {
    let lower = meaning.to_lowercase();
    let rows = knowledge.catalog.tables.iter().flat_map(|t| {
        let words = split_name(&t.name);
        let several = rows_of(&words, false);
        [singular(&several), singular(&words.join(" "))]
    });
    let mut rows: Vec<String> = rows.collect();
    rows.sort_by_key(|name| std::cmp::Reverse(name.len()));
    rows.iter().find_map(|one| {
        [" an ", " a "].iter().find_map(|article| {
            let at = lower.find(&format!("{article}{one}"))?;
            let behind = at + article.len() + one.len();
            let ends = meaning
                .get(behind..)?
                .chars()
                .next()
                .is_none_or(|c| !c.is_alphanumeric());
            let head = meaning.get(..at)?;
            let having = ["with", "have", "having", "has", "had"]
                .iter()
                .any(|w| head.to_lowercase().ends_with(w));
            (ends && having).then(|| format!("{head} at least one {one}{}", &meaning[behind..]))
        })
    })
}

/// The term as the glossary would keep it; why not, in plain words.
pub fn term(knowledge: &Knowledge, said: &Defines, heard: &[Heard]) -> Result<Term, String> {
    let term = |meaning: Meaning| Term {
        name: said.name.clone(),
        definition: said.meaning.clone(),
        meaning,
    };
    if let Some(meaning) = heard.last().and_then(another_name) {
        return Ok(term(meaning));
    }
    let mut left_out = Vec::new();
    for sentence in heard {
        for reading in sentence.readings.iter().take(2) {
            let Some(parts) = amend::parts(&reading.sql, &knowledge.catalog) else {
                continue;
            };
            let Some(meaning) = figure(&parts).or_else(|| rows(knowledge, &parts)) else {
                continue;
            };
            // A definition that is understood in part would be another one.
            if reading.unplaced.is_empty() {
                return Ok(term(meaning));
            }
            left_out.clone_from(&reading.unplaced);
        }
    }
    Err(match left_out.is_empty() {
        true => "It does not say which rows are meant.".to_owned(),
        false => format!("These words of it mean nothing here: {}.", left_out.join(", ")),
    })
}

/// The whole meaning is the name of a table or column, or a stored value.
fn another_name(heard: &Heard) -> Option<Meaning> {
    let whole = |start: u32, end: u32| {
        let (head, tail) = (heard.text.get(..start as usize), heard.text.get(end as usize..));
        head.is_some_and(|h| h.trim().is_empty()) && tail.is_some_and(|t| t.trim().is_empty())
    };
    let value = heard
        .grounding
        .values
        .iter()
        .find(|v| v.similarity >= NAMED && !v.part && whole(v.span.start, v.span.end));
    if let Some(v) = value {
        return Some(Meaning::Value {
            table: v.table.clone(),
            column: v.column.clone(),
            value: v.value.clone(),
        });
    }
    let named = |f: &&askwell_contract::run::FieldMatch| f.score >= NAMED && whole(f.span.start, f.span.end);
    let field = heard.linked.precise.iter().find(named)?;
    Some(match &field.column {
        None => Meaning::Table {
            table: field.table.clone(),
        },
        Some(column) => Meaning::Column {
            table: field.table.clone(),
            column: column.clone(),
        },
    })
}

/// One figure of all rows of a table: "quantity times unit price, added up".
fn figure(parts: &Parts) -> Option<Meaning> {
    let ([only], [table]) = (parts.select.as_slice(), parts.tables.as_slice()) else {
        return None;
    };
    let of_column = only.figure.as_ref().is_some_and(|f| f.name != "count");
    let all = parts.filter.is_empty() && parts.group.is_empty() && parts.having.is_empty() && parts.limit.is_none();
    (of_column && all).then(|| Meaning::Formula {
        table: table.clone(),
        sql: only.sql.clone(),
    })
}

/// Rows of one table: what is counted, else what is listed.
fn rows(knowledge: &Knowledge, parts: &Parts) -> Option<Meaning> {
    if parts.limit.is_some() || parts.outer {
        return None;
    }
    let counted = match parts.select.as_slice() {
        [Item { figure: Some(f), .. }] if f.name == "count" => Some(f.of.clone()),
        _ => None,
    };
    let table = match &counted {
        Some(Some((table, _))) => table.clone(),
        // Of several tables joined, nobody knows whose rows are counted.
        Some(None) if parts.tables.len() == 1 => parts.tables.first()?.clone(),
        Some(None) => return None,
        None if parts.lists() => parts.select.iter().find_map(|i| i.column.as_ref())?.0.clone(),
        None => return None,
    };
    if counted.is_some() && !parts.group.is_empty() {
        return None;
    }
    let conds: Vec<&str> = parts.filter.iter().map(|c| c.sql.as_str()).collect();
    if parts.tables.len() == 1 {
        return (!conds.is_empty()).then(|| Meaning::Filter {
            table,
            sql: conds.join(" AND "),
        });
    }
    let known = knowledge.catalog.table(&table)?;
    let [key] = known.primary_key.as_slice() else {
        return None;
    };
    let of = dialect::table(known, knowledge.catalog.dialect);
    let key = format!("{of}.{}", dialect::ident(key, knowledge.catalog.dialect));
    let inside = Parts {
        select: vec![Item {
            sql: key.clone(),
            alias: None,
            column: None,
            figure: None,
        }],
        distinct: false,
        order: Vec::new(),
        ..parts.clone()
    };
    Some(Meaning::Filter {
        table,
        sql: format!("{key} IN ({})", inside.sql()),
    })
}

/// What the person is shown before anything is kept.
pub fn shown(term: Term, sql: String, rows: Option<RowCount>) -> Reply {
    let name = |table: &str| rows_of(&split_name(table), false);
    let means = match &term.meaning {
        Meaning::Table { table } => format!("the {}", name(table)),
        Meaning::Column { table, column } => format!("{} of {}", column.replace('_', " "), name(table)),
        Meaning::Value { column, value, .. } => format!("“{value}”, a {}", column.replace('_', " ")),
        Meaning::Formula { table, .. } => format!("a figure of the {}", name(table)),
        Meaning::Filter { table, .. } | Meaning::Rows { table, .. } => match &rows {
            Some(rows) if rows.count == 1 => format!("one of the {}", name(table)),
            Some(rows) => format!("{} of the {}", rows.count, plural(&singular(&name(table)))),
            None => format!("some of the {}", name(table)),
        },
        Meaning::Words => "nothing that can be looked up".to_owned(),
    };
    let message = format!(
        "“{}” would mean {means}. Keep it, and it is used from now on.",
        term.name
    );
    Reply {
        defines: Some(Box::new(Defined { term, sql, rows })),
        ..Reply::said(message)
    }
}

/// A definition that cannot be kept, and why.
pub fn refused(said: &Defines, why: &str) -> Reply {
    Reply::said(format!(
        "“{}” was not kept. {why} Say it in the words of this database, or write it in the glossary.",
        said.name
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_definition_has_a_word_and_a_meaning() {
        for (turn, name, meaning) in [
            (
                "By active I mean customers with an order this year.",
                "active",
                "customers with an order this year",
            ),
            ("by \"big\" we mean orders over 500", "big", "orders over 500"),
            (
                "When I say regulars, I mean customers with more than 5 orders",
                "regulars",
                "customers with more than 5 orders",
            ),
            (
                "Define dormant as customers without orders",
                "dormant",
                "customers without orders",
            ),
            ("UK means United Kingdom", "UK", "United Kingdom"),
        ] {
            let found = defines(turn);
            let want = Defines {
                name: name.into(),
                meaning: meaning.into(),
            };
            assert_eq!(found, Some(want), "{turn}");
        }
    }

    #[test]
    fn a_question_defines_nothing() {
        for turn in [
            "What means the most to customers?",
            "How many customers are there by segment",
            "Which term means open?",
            "sales by means of payment",
            "By country",
            "Show the orders of customers who mean business",
            "By this I mean",
            "the word that everybody in this company uses means nothing",
        ] {
            assert_eq!(defines(turn), None, "{turn}");
        }
    }
}
