//! Words that are like a stored value and mean something else.
//!
//! In: words and a value they were found for. Out: whether they are too loose to stand for it.

use askwell_contract::run::ValueMatch;

use crate::prepare::Knowledge;
use crate::words::{demonyms, Token};

/// Letters of a code.
const CODE: usize = 3;

/// A small word that is a code's letters, and a word that is only like a code or a value of a column of names: "who enter" is no Ender. Behind "named" or a preposition, a word
/// that is none of the language's own may be a name misspelt.
pub(super) fn is(
    knowledge: &Knowledge,
    tokens: &[Token],
    start: usize,
    end: usize,
    v: &ValueMatch,
    column: &str,
) -> bool {
    let led = start.checked_sub(1).is_some_and(|at| {
        tokens[at].is_any(&[
            "named", "called", "is", "of", "by", "for", "from", "in", "at", "to", "with",
        ])
    });
    // "male" is what M stands for.
    if end - start != 1 || !demonyms::stands_for(&tokens[start].lower).is_empty() {
        return false;
    }
    // "where most tours end": the word, not the code END.
    let word = crate::words::is_word(&tokens[start].lower);
    let code = |letters| !led && v.value.len() <= letters && v.value.chars().all(|c| c.is_ascii_uppercase());
    if v.value.eq_ignore_ascii_case(&tokens[start].text) {
        return word && code(CODE);
    }
    // "teach" is no slip of the pen for TECH.
    if code(CODE + 1) {
        return true;
    }
    let names = knowledge
        .profile(&v.table, column)
        .is_some_and(|p| 2 * p.distinct > p.rows.saturating_sub(p.nulls));
    names && (!led || word)
}
