//! Whether the keys that a reading joins by are those that the question speaks of.
//!
//! In: a reading, the keys. Out: features. Deliberately absent: finding ways between tables.

use askwell_contract::run::JoinStep;

use super::super::once;
use super::super::query::Query;
use super::super::write::Writer;
use super::{Asked, Features};
use crate::words::lexicon::{alike, is_function_word, Alike};
use crate::words::{among, TokenKind};

/// Words of a key's name that say only that it is one.
const KEY_WORDS: &str = "id key code no num number nr fk ref uid";

/// Whether the question says the words of the keys that rows are joined by ("the stations where trips end").
pub(super) fn features(asked: &Asked<'_>, q: &Query, out: &mut Features) {
    let needed = q.needed();
    if needed.len() < 2 {
        return;
    }
    let steps = (Writer {
        knowledge: asked.knowledge,
    })
    .joins(q, &needed);
    let (mut said, mut unsaid) = (0.0, 0.0);
    for step in steps.unwrap_or_default() {
        let words = role_words(asked, &step);
        let n = words.iter().filter(|w| says(asked, w)).count();
        said += n as f64;
        unsaid += (words.len() - n) as f64;
        let others: Vec<usize> = asked
            .knowledge
            .graph
            .keys(&step.left_table, &step.right_table)
            .iter()
            .filter(|key| **key != step)
            .map(|key| role_words(asked, key).iter().filter(|w| says(asked, w)).count())
            .collect();
        if let Some(best) = others.into_iter().max() {
            let how = match n.cmp(&best) {
                std::cmp::Ordering::Greater => "better",
                std::cmp::Ordering::Equal => "alike",
                std::cmp::Ordering::Less => "worse",
            };
            out.local(format!("key said {how} than another"));
        }
    }
    out.amount("key words said", said);
    out.amount("key words unsaid", unsaid);
}

/// Words of a foreign key's name beside those of the table that it refers to.
fn role_words(asked: &Asked<'_>, step: &JoinStep) -> Vec<String> {
    let knowledge = asked.knowledge;
    let at = |name: &str| {
        knowledge
            .catalog
            .tables
            .iter()
            .position(|t| t.name.eq_ignore_ascii_case(name))
    };
    let edges = knowledge.graph.edges_between(&step.left_table, &step.right_table);
    let refers = |table: &str, column: &str| {
        edges
            .iter()
            .any(|e| e.from_table.eq_ignore_ascii_case(table) && e.from_column.eq_ignore_ascii_case(column))
    };
    let (from, column, to) = if refers(&step.left_table, &step.left_column) {
        (&step.left_table, &step.left_column, &step.right_table)
    } else {
        (&step.right_table, &step.right_column, &step.left_table)
    };
    let (Some(from), Some(to)) = (at(from), at(to)) else {
        return Vec::new();
    };
    let Some(column) = knowledge.catalog.tables[from]
        .columns
        .iter()
        .position(|c| c.name.eq_ignore_ascii_case(column))
    else {
        return Vec::new();
    };
    let of_table = &knowledge.fields.of_table(to).stems;
    let key = once::key_of(knowledge, to).map(|k| knowledge.fields.of_column(k.table, k.column).stems.clone());
    let known = |s: &String| of_table.contains(s) || key.as_ref().is_some_and(|k| k.contains(s));
    let stems = &knowledge.fields.of_column(from, column).stems;
    stems
        .iter()
        .filter(|s| !known(s) && !among(KEY_WORDS, s) && !is_function_word(s))
        .cloned()
        .collect()
}

/// Words of columns that say where or when something begins, and where or when it ends, as stems.
pub(super) const BEGINS: &[&str] = &["origin", "sourc", "src", "depart", "departur", "start", "begin", "from"];
pub(super) const ENDS: &[&str] = &["destin", "dest", "dst", "arriv", "end", "to"];
/// Stems of what a question says of a beginning and of an end.
const STARTING: &[&str] = &["start", "begin", "depart", "departur", "leav", "origin", "outgo"];
const ARRIVING: &[&str] = &["end", "arriv", "land", "incom", "reach"];

fn says(asked: &Asked<'_>, word: &str) -> bool {
    let said = |stems: &[&str]| asked.tokens.iter().any(|t| stems.contains(&t.stem.as_str()));
    if BEGINS.contains(&word) && said(STARTING) || ENDS.contains(&word) && said(ARRIVING) {
        return true;
    }
    asked
        .tokens
        .iter()
        .filter(|t| t.kind == TokenKind::Word)
        .any(|t| matches!(alike(&t.stem, word), Some(Alike::Same | Alike::Synonym)) || shortened(word, &t.lower))
}

/// `src` is `source` without its vowels, or some of its letters.
pub(super) fn shortened(short: &str, word: &str) -> bool {
    let vowel = |c: char| "aeiou".contains(c);
    if short.chars().count() < 3 || short.chars().any(vowel) || short.chars().next() != word.chars().next() {
        return false;
    }
    let mut letters = word.chars();
    short.chars().all(|c| letters.any(|l| l == c))
}
