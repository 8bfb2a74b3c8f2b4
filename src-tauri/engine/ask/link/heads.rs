//! Names whose last word stands elsewhere: "first and last name", "full name".
//!
//! In: tokens and what each of them may name. Out: matches of the names that such words make together.

use std::collections::BTreeMap;

use askwell_contract::run::FieldMatch;

use super::{field_match, score, touched};
use crate::prepare::Knowledge;
use crate::words::{Alike, Token};

/// "first and last name", "day, night and weekend rates": a head word shared by several names.
pub(super) fn shared(
    knowledge: &Knowledge,
    tokens: &[Token],
    known: &[BTreeMap<&str, Alike>],
    found: &mut Vec<(FieldMatch, f64)>,
) {
    for head in 2..tokens.len() {
        if known[head].is_empty() {
            continue;
        }
        // One word, "and" or commas, one word, the head.
        let mut at = head - 1;
        while at >= 2 && (tokens[at - 1].is_any(&["and", "or", "&"]) || tokens[at - 1].is(",")) {
            at -= if tokens[at - 1].is_any(&["and", "or", "&"]) && tokens[at - 2].is(",") && at >= 3 {
                3
            } else {
                2
            };
            if known[at].is_empty() {
                break;
            }
            let pair = [tokens[at].clone(), tokens[head].clone()];
            let run = [known[at].clone(), known[head].clone()];
            for id in touched(&knowledge.fields, &run) {
                let field = &knowledge.fields.fields[id];
                // "ids, first names": both words must be in the name.
                let both = run
                    .iter()
                    .all(|words| field.stems.iter().any(|s| words.contains_key(s.as_str())));
                let fits = |s: &(f64, &str)| s.0 >= 0.9 && both && field.column.is_some();
                if let Some((score, by)) = score(field, &pair, &run).filter(fits) {
                    found.push((
                        field_match(knowledge, field, tokens, at, at + 1, score, by),
                        score + 0.1,
                    ));
                }
            }
        }
    }
}

/// "full name", or "name" where a table only has a first and a last name: both columns.
pub(super) fn full_names(knowledge: &Knowledge, tokens: &[Token], found: &mut Vec<(FieldMatch, f64)>) {
    for (i, token) in tokens.iter().enumerate() {
        let full = token.is("full") && tokens.get(i + 1).is_some_and(|t| t.stem == "name");
        if !full {
            continue;
        }
        for t in 0..knowledge.catalog.tables.len() {
            let column = |words: [&str; 2]| {
                (0..knowledge.catalog.tables[t].columns.len())
                    .map(|c| knowledge.fields.of_column(t, c))
                    .find(|f| f.stems.ends_with(&words.map(String::from)))
            };
            if let (Some(first), Some(last), None) = (
                column(["first", "name"]),
                column(["last", "name"]),
                column(["full", "name"]),
            ) {
                found.push((field_match(knowledge, first, tokens, i, i + 1, 0.95, "name"), 1.05));
                found.push((field_match(knowledge, last, tokens, i + 1, i + 2, 0.95, "name"), 1.05));
            }
        }
    }
}
