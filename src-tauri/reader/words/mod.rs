//! Words, the same way for questions and for names of a schema: tokens, stems, split names, synonyms.
//!
//! In: text. Out: [`Token`]s, stems, and how alike two words are. Deliberately absent: any database.

pub mod demonyms;
pub mod english;
pub mod lexicon;
pub mod names;
pub mod plurals;
pub mod questions;
pub mod speech;
pub(crate) mod sports;
pub mod tokens;
pub mod written;

pub use lexicon::{alike, Alike};
pub(crate) use names::pieces;
pub use names::{is_part_of_name, is_word, split_name, stem};
pub use plurals::{article, one_of, plural, rows_of, said, singular};
pub use speech::Speech;
pub use tokens::{number_of, tokenise, Token, TokenKind};

/// Whether one of the words of a list, which stand with blanks between them, is this one.
pub fn among(list: &str, word: &str) -> bool {
    // Most words are in no list; a search for their letters tells so sooner than a walk over its words.
    list.contains(word) && list.split_ascii_whitespace().any(|w| w == word)
}
