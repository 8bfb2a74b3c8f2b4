//! Values that the hints give to a column by name: `grade = 3`, "the sex is 'F'".
//!
//! In: the hints. Out: a match for each, where the column holds the value. Deliberately absent: which words of the question
//! it stands for, and every comparison but "is".

use askwell_contract::run::{Span, ValueMatch};
use askwell_contract::{Cell, Column, TypeKind};

use super::references;
use crate::prepare::Knowledge;

/// Between a column and its value.
const TIES: [&str; 6] = ["==", "=", "is ", "refers to ", "means ", "equals "];
/// Around a name.
const MARKS: [char; 4] = ['`', '"', ']', '\''];

pub fn of(knowledge: &Knowledge, hints: &str) -> Vec<ValueMatch> {
    let lower = hints.to_lowercase();
    // Lower case can change the length of a text; then places in the one are none in the other.
    if lower.len() != hints.len() {
        return Vec::new();
    }
    let mut out = Vec::new();
    for named in references::named(&knowledge.catalog, hints) {
        let Some(name) = named.column else { continue };
        let table = knowledge.catalog.table(&named.table);
        let column = table.and_then(|t| t.columns.iter().find(|c| c.name == name));
        let Some(column) = column else { continue };
        let bare = name.to_lowercase();
        for (at, _) in lower.match_indices(&bare) {
            let whole = !lower[..at].ends_with(part) && !lower[at + bare.len()..].starts_with(part);
            let literal = if whole { after(&hints[at + bare.len()..]) } else { None };
            let value = literal.and_then(|text| Some((text, held(knowledge, &named.table, column, text)?)));
            if let Some((text, (value, rows))) = value {
                out.push(ValueMatch {
                    words: text.to_owned(),
                    span: Span { start: 0, end: 0 },
                    table: named.table.clone(),
                    column: name.clone(),
                    value,
                    similarity: 1.0,
                    exact: true,
                    rows,
                    part: false,
                });
            }
        }
    }
    out
}

fn part(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// What stands behind a name and a tie: a quoted text, or a word or number up to the next blank or mark.
fn after(rest: &str) -> Option<&str> {
    let rest = rest.trim_start_matches(MARKS).trim_start();
    let tie = TIES
        .iter()
        .find(|tie| rest.get(..tie.len()).is_some_and(|r| r.eq_ignore_ascii_case(tie)))?;
    let rest = rest[tie.len()..].trim_start();
    let quote = rest.chars().next().filter(|c| ['\'', '"'].contains(c));
    let text = match quote {
        Some(quote) => rest[1..].split(quote).next()?,
        None => rest
            .split(|c: char| c.is_whitespace() || ",;)".contains(c))
            .next()?
            .trim_end_matches('.'),
    };
    (!text.is_empty()).then_some(text)
}

/// As it is stored, with its rows where they are known.
fn held(knowledge: &Knowledge, table: &str, column: &Column, text: &str) -> Option<(String, u64)> {
    let hits = knowledge.values.lookup_in(table, &column.name, text, 1);
    if let Some(hit) = hits.into_iter().find(|hit| hit.exact) {
        return Some((hit.value, hit.rows));
    }
    let number: f64 = text.parse().ok()?;
    let numbers = matches!(column.kind, TypeKind::Integer | TypeKind::Real | TypeKind::Decimal);
    let profile = knowledge.profile(table, &column.name).filter(|_| numbers)?;
    let rows = profile
        .top
        .iter()
        .find(|v| v.value.as_f64() == Some(number))
        .map(|v| v.rows);
    let end = |cell: &Cell| cell.as_f64();
    let within = end(&profile.min)
        .zip(end(&profile.max))
        .is_some_and(|(min, max)| (min..=max).contains(&number));
    (rows.is_some() || within).then(|| (text.to_owned(), rows.unwrap_or(0)))
}
