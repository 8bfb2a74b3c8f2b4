//! Words that are a part of one stored text and mean it: "books" of `PAPER_BOOK`, whose last word says what it is, and "wil sha"
//! of 'William Shand', each of whose words begins so.
//!
//! In: the question's tokens, the value index. Out: values. Deliberately absent: words that several texts could be.

use askwell_contract::run::{FieldMatch, Span, ValueMatch};
use askwell_reader::lexicon;

use crate::prepare::values::{ValueHit, ValueIndex};
use crate::words::lexicon::is_function_word;
use crate::words::{is_word, singular, stem, Token, TokenKind};

/// As sure as a value that is spelt otherwise.
const SURE: f64 = 0.95;
/// Texts looked through for those that a word ends.
const MOST: usize = 2_000;
/// Shorter words end too many texts, and shorter beginnings begin too many.
const SHORTEST: usize = 4;
const BEGINNING: usize = 3;
/// The text that has so many of the rows is meant.
const MEANT: f64 = 0.8;
/// Words of a name cut short.
const LONGEST: usize = 3;

pub fn find(values: &ValueIndex, question: &str, tokens: &[Token], fields: &[FieldMatch], found: &mut Vec<ValueMatch>) {
    let free = |t: &Token, found: &[ValueMatch]| {
        let over = |span: Span| (span.start as usize) < t.end && t.start < span.end as usize;
        let valued = found.iter().any(|v| over(v.span) && v.similarity >= SURE);
        !valued && !fields.iter().any(|f| over(f.span) && f.score >= SURE)
    };
    for token in tokens.iter().filter(|t| noun(t)) {
        if free(token, found) {
            if let Some(hit) = head(values, token) {
                found.push(said(question, std::slice::from_ref(token), hit));
            }
        }
    }
    for length in 2..=LONGEST {
        for words in tokens.windows(length) {
            let cut = words.iter().any(|t| !is_word(&t.lower) && !is_word(&t.stem));
            if cut && words.iter().all(|t| begins(t) && free(t, found)) {
                if let Some(hit) = begun(values, words) {
                    found.push(said(question, words, hit));
                }
            }
        }
    }
}

fn said(question: &str, words: &[Token], hit: ValueHit) -> ValueMatch {
    let (start, end) = (words[0].start, words[words.len() - 1].end);
    let span = Span {
        start: start as u32,
        end: end as u32,
    };
    ValueMatch {
        similarity: SURE,
        exact: false,
        ..hit.found_by(span, &question[start..end])
    }
}

/// A plural: one thing is rather said with what kind it is.
fn noun(t: &Token) -> bool {
    let one = singular(&t.lower);
    t.kind == TokenKind::Word
        && one != t.lower
        && one.chars().count() >= SHORTEST
        && !is_function_word(&t.lower)
        && !lexicon::is_filler(&t.lower)
        && lexicon::period(&t.lower).is_none()
        && lexicon::aggregate(&t.lower).is_none()
}

/// The one code of several words that a noun ends.
fn head(values: &ValueIndex, token: &Token) -> Option<ValueHit> {
    let one = singular(&token.lower);
    let ends = |h: &ValueHit| {
        let code = h.value.contains('_') && !h.value.contains(' ');
        code && h
            .value
            .rsplit('_')
            .next()
            .is_some_and(|last| stem(&last.to_lowercase()) == token.stem)
    };
    let hits: Vec<ValueHit> = values.texts_with(&one, MOST).into_iter().filter(ends).collect();
    let all: u64 = hits.iter().map(|h| h.rows).sum();
    let most = hits.into_iter().max_by_key(|h| h.rows)?;
    (most.rows as f64 >= MEANT * all as f64).then_some(most)
}

fn begins(t: &Token) -> bool {
    let long = t.kind == TokenKind::Word && t.lower.chars().count() >= BEGINNING;
    long && !is_function_word(&t.lower) && !lexicon::is_filler(&t.lower)
}

/// The one text each of whose words begins like one of these.
fn begun(values: &ValueIndex, words: &[Token]) -> Option<ValueHit> {
    let fits = |h: &ValueHit| {
        let text = h.value.to_lowercase();
        let parts: Vec<&str> = text.split_whitespace().collect();
        parts.len() == words.len() && parts.iter().zip(words).all(|(p, w)| p.starts_with(&w.lower))
    };
    let hits = values.starting_anywhere(&words[0].lower, MOST).into_iter().filter(fits);
    let mut hits: Vec<ValueHit> = hits.collect();
    let first = hits.first()?.value.to_lowercase();
    let one = hits.iter().all(|h| h.value.to_lowercase() == first);
    one.then(|| hits.swap_remove(0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::prepare::values::ColumnValues;
    use crate::words::tokenise;

    fn found(question: &str) -> Vec<(String, String)> {
        let column = |name: &str, values: &[(&str, u64)]| {
            let values = values.iter().map(|(v, n)| ((*v).to_owned(), *n)).collect();
            ColumnValues::new("sales", name, values, true, Some(12.0))
        };
        let kinds = [
            ("PAPER_BOOK", 90),
            ("BLANK_BOOK", 4),
            ("BOOK_STAND", 30),
            ("DESK_LAMP", 9),
            ("WALL_LAMP", 8),
        ];
        let index = ValueIndex::build(vec![
            column("kind", &kinds),
            column("maker", &[("William Shand", 3), ("Wilma Sharp", 2), ("Willa Cope", 9)]),
        ]);
        let mut out = Vec::new();
        find(&index, question, &tokenise(question), &[], &mut out);
        out.into_iter().map(|v| (v.words, v.value)).collect()
    }

    fn pair(words: &str, value: &str) -> Vec<(String, String)> {
        vec![(words.to_owned(), value.to_owned())]
    }

    #[test]
    fn a_noun_means_the_code_that_it_ends() {
        assert_eq!(found("how many books were sold"), pair("books", "PAPER_BOOK"));
        // Stands hold books, and lamps are of two kinds.
        assert_eq!(found("how many stands were sold"), pair("stands", "BOOK_STAND"));
        assert!(found("how many lamps were sold").is_empty());
    }

    #[test]
    fn a_name_cut_short_means_the_one_that_begins_so() {
        assert_eq!(found("what did willi shan make"), pair("willi shan", "William Shand"));
        assert!(found("what did wil sha make").is_empty());
    }
}
