//! Words that are a name's words written together.
//!
//! In: tokens and what each of them is known as. Out: matches for those that are nothing else. Deliberately absent:
//! names that are glued themselves, which the field index takes apart.

use std::collections::BTreeMap;

use askwell_contract::run::FieldMatch;

use super::field_match;
use crate::prepare::Knowledge;
use crate::words::{Alike, Token, TokenKind};

/// Letters of a word that may be several written together.
const GLUED: usize = 6;

/// "payload" for `pay_load`: a word that is nothing else is all words of a name, written together.
pub(super) fn find(
    knowledge: &Knowledge,
    tokens: &[Token],
    known: &[BTreeMap<&str, Alike>],
    found: &mut Vec<(FieldMatch, f64)>,
) {
    for (i, token) in tokens.iter().enumerate() {
        let long = token.kind == TokenKind::Word && token.lower.len() >= GLUED && known[i].is_empty();
        if !long {
            continue;
        }
        for field in knowledge.fields.fields.iter().filter(|f| f.stems.len() > 1) {
            let table = &knowledge.catalog.tables[field.table];
            let name = field.column.map_or(&table.name, |c| &table.columns[c].name);
            let letters = || {
                name.chars()
                    .filter(|c| c.is_alphanumeric())
                    .flat_map(char::to_lowercase)
            };
            let one = token.lower.strip_suffix('s').unwrap_or(&token.lower);
            if letters().eq(token.lower.chars()) || letters().eq(one.chars()) {
                found.push((field_match(knowledge, field, tokens, i, i + 1, 0.95, "name"), 0.97));
            }
        }
    }
}
