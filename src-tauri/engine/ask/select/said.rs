//! Words of the question that a group's query leaves out although another group's query uses them.
//!
//! In: the question, the groups. Out: for each group those words, in the order of the question. A query uses a word that
//! names one of its tables or columns, or is part of a text that it looks for. Deliberately absent: words that no query
//! uses; they tell no two apart.

use std::collections::BTreeSet;

use askwell_sql::features;

use super::clusters::Group;
use crate::prepare::Knowledge;
use crate::words::lexicon::{alike, is_function_word, Alike};
use crate::words::{stem, tokenise, Token, TokenKind};

pub fn left_out(knowledge: &Knowledge, question: &str, groups: &[Group<'_>]) -> Vec<Vec<String>> {
    let tokens = tokenise(question);
    let words: Vec<&Token> = tokens
        .iter()
        .filter(|t| t.kind == TokenKind::Word && !is_function_word(&t.lower))
        .collect();
    let used: Vec<Vec<bool>> = groups
        .iter()
        .map(|group| {
            let names = names(knowledge, &group.best.candidate.sql);
            let says = |word: &&Token| {
                let same = |name: &String| matches!(alike(&word.stem, name), Some(Alike::Same | Alike::Synonym));
                names.contains(&word.stem) || names.iter().any(same)
            };
            words.iter().map(says).collect()
        })
        .collect();
    let by_any = |at: usize| used.iter().any(|used| used.get(at) == Some(&true));
    let missing = |used: &Vec<bool>| {
        let each = words.iter().zip(used).enumerate();
        each.filter(|(at, (_, used))| !**used && by_any(*at))
            .map(|(_, (word, _))| word.text.clone())
            .collect()
    };
    used.iter().map(missing).collect()
}

/// Stems of what a query names: tables, columns, texts.
fn names(knowledge: &Knowledge, sql: &str) -> BTreeSet<String> {
    let f = features::of(sql, knowledge.catalog.dialect).unwrap_or_default();
    let mut names = BTreeSet::new();
    for (t, table) in knowledge.catalog.tables.iter().enumerate() {
        if !f.tables.iter().any(|name| name.eq_ignore_ascii_case(&table.name)) {
            continue;
        }
        names.extend(knowledge.fields.of_table(t).stems.iter().cloned());
        for (c, column) in table.columns.iter().enumerate() {
            if f.columns.iter().any(|name| name.eq_ignore_ascii_case(&column.name)) {
                names.extend(knowledge.fields.of_column(t, c).stems.iter().cloned());
            }
        }
    }
    for text in &f.literals {
        let words = text.split(|c: char| !c.is_alphanumeric()).filter(|w| !w.is_empty());
        names.extend(words.map(|w| stem(&w.to_lowercase())));
    }
    names
}
