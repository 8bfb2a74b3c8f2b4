//! Words that are a name's words written together, and words whose first letters are a name.
//!
//! In: tokens and what each of them is known as. Out: matches for those that are nothing else. Deliberately absent:
//! names that are glued themselves, which the field index takes apart.

use std::collections::BTreeMap;

use askwell_contract::run::FieldMatch;

use super::field_match;
use crate::prepare::fields::{stems, Field};
use crate::prepare::Knowledge;
use crate::words::lexicon::is_function_word;
use crate::words::{is_word, Alike, Token, TokenKind};

/// Letters of a word that may be several written together.
const GLUED: usize = 6;

/// "payload" for `pay_load`: a word that is nothing else is all words of a name, written together.
pub(super) fn find(
    knowledge: &Knowledge,
    tokens: &[Token],
    known: &[BTreeMap<&str, Alike>],
    found: &mut Vec<(FieldMatch, f64)>,
) {
    initials(knowledge, tokens, found);
    shortened(knowledge, tokens, known, found);
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

/// "gpa" for `stu_gpa`, "dob" for `birth_date`: names are kept with their abbreviations written out, so those of the question
/// are, too, alone and with a word beside them ("student gpa").
fn shortened(
    knowledge: &Knowledge,
    tokens: &[Token],
    known: &[BTreeMap<&str, Alike>],
    found: &mut Vec<(FieldMatch, f64)>,
) {
    let index = &knowledge.fields;
    for (i, token) in tokens.iter().enumerate() {
        // "no" is short for number, and hardly ever means it.
        let short = is_word(&token.lower) && !is_function_word(&token.lower);
        if token.kind != TokenKind::Word || !known[i].is_empty() || !short {
            continue;
        }
        let written = stems(&token.lower);
        if written == [token.stem.as_str()] {
            continue;
        }
        let words: Vec<Token> = written
            .iter()
            .map(|stem| Token {
                lower: stem.clone(),
                stem: stem.clone(),
                ..token.clone()
            })
            .collect();
        let same = |stem: &String| index.alike(stem).into_iter().filter(|a| a.1 == Alike::Same).collect();
        let means: Vec<BTreeMap<&str, Alike>> = written.iter().map(same).collect();
        if means.iter().any(BTreeMap::is_empty) {
            continue;
        }
        let beside = |at: usize| {
            known
                .get(at)
                .is_some_and(|k| !k.is_empty() && !is_function_word(&tokens[at].lower))
        };
        let first = i - usize::from(i > 0 && beside(i - 1));
        let last = i + 1 + usize::from(beside(i + 1));
        let mut spans = vec![(first, i + 1), (i, i + 1), (i, last)];
        spans.dedup();
        for (start, end) in spans {
            let said = [&tokens[start..i], &words, &tokens[i + 1..end]].concat();
            let run = [&known[start..i], &means, &known[i + 1..end]].concat();
            for id in super::touched(index, &run) {
                let field = &index.fields[id];
                if let Some((score, by)) = super::score(field, &said, &run) {
                    let named = field_match(knowledge, field, tokens, start, end, score, by);
                    found.push((named, score + 0.02 * (end - start) as f64));
                }
            }
        }
    }
}

/// Words of a name that is their first letters, at least and at most.
const INITIALS: std::ops::RangeInclusive<usize> = 3..=5;

/// "miles per gallon" for `mpg`, "date of birth" for `dob`.
fn initials(knowledge: &Knowledge, tokens: &[Token], found: &mut Vec<(FieldMatch, f64)>) {
    let short = |field: &&Field| {
        let column = field
            .column
            .map(|c| &knowledge.catalog.tables[field.table].columns[c].name);
        column.is_some_and(|name| INITIALS.contains(&name.len()))
    };
    // Few of a large schema's thousands.
    let fields: Vec<&Field> = knowledge.fields.fields.iter().filter(short).collect();
    for start in 0..tokens.len() {
        for width in INITIALS {
            let Some(run) = tokens.get(start..start + width) else {
                break;
            };
            let ends = |t: Option<&Token>| t.is_some_and(|t| is_function_word(&t.lower));
            if run.iter().any(|t| t.kind != TokenKind::Word) || ends(run.first()) || ends(run.last()) {
                continue;
            }
            let letters: String = run.iter().filter_map(|t| t.lower.chars().next()).collect();
            for field in &fields {
                let Some(column) = field.column else { continue };
                let name = &knowledge.catalog.tables[field.table].columns[column].name;
                if name.eq_ignore_ascii_case(&letters) {
                    let named = field_match(knowledge, field, tokens, start, start + width, 0.95, "name");
                    found.push((named, 0.97 + 0.02 * width as f64));
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::ask::{ground, link};
    use crate::prepare::fake;
    use crate::scripted::{plan, Scripted};

    fn columns(question: &str) -> Vec<String> {
        let mut shop = Scripted::shop();
        shop.catalog.tables.push(fake::table(
            "vans",
            &["id int", "mpg real", "pay_load int", "stock_qty int", "van_gpa real"],
        ));
        let (knowledge, plan) = (shop.knowledge(), plan(question));
        let linked = link::find(&knowledge, &plan, &ground::find(&knowledge.values, &plan.question));
        let sure = linked.recall.into_iter().filter(|m| m.score >= 0.9);
        sure.filter_map(|m| Some(format!("{}: {}", m.words, m.column?)))
            .collect()
    }

    #[test]
    fn first_letters_of_words_are_a_name() {
        assert_eq!(
            columns("How many miles per gallon do the vans do?"),
            ["miles per gallon: mpg"]
        );
        assert_eq!(columns("Which vans may pull goods?"), [""; 0]);
    }

    #[test]
    fn an_abbreviation_is_what_it_stands_for() {
        assert_eq!(columns("What is the stock qty of vans?"), ["stock qty: stock_qty"]);
        assert_eq!(columns("Show the gpa of all vans"), ["gpa: van_gpa"]);
        assert_eq!(columns("Which vans have no stock?"), [""; 0]);
    }

    #[test]
    fn words_written_together_are_a_name() {
        assert_eq!(columns("vans with a payload over 5"), ["payload: pay_load"]);
    }
}
