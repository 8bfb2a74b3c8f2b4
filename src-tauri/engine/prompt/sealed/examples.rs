//! Questions with their SQL. Those that come with Askwell are known to everybody; in a person's own every literal that
//! its question does not hold is a value of theirs.

use askwell_contract::beside::ExampleMatch;
use askwell_contract::model::Privacy;
use askwell_contract::{Catalog, Dialect};

use super::sql::pieces;
use super::{Piece, Sealed, Voice};

/// Examples of more characters than 6,000 tokens' worth are cut to the best six (seed 000, operation 7C).
const MOST: usize = 4 * 6_000;
const FEWER: usize = 6;

impl Sealed {
    /// Best first, as they are given.
    pub fn examples(examples: &[ExampleMatch], catalog: &Catalog) -> Self {
        let length = |e: &ExampleMatch| e.question.len() + e.sql.len();
        let examples = match examples.iter().map(length).sum::<usize>() > MOST {
            true => &examples[..examples.len().min(FEWER)],
            false => examples,
        };
        let own = examples.iter().any(|e| e.verified);
        let write = |hide: bool| {
            let mut out: Vec<Piece> = Vec::new();
            for (n, example) in (1..).zip(examples) {
                let question = example.question.split_whitespace().collect::<Vec<_>>().join(" ");
                let whose = match example.verified {
                    true => ", of this database, found right by the person who asked; it may be copied",
                    false => "",
                };
                out.push(Piece::Plain(format!(
                    "Example {n}{whose}\nQuestion: {question}\nSQL:\n"
                )));
                if hide && example.verified {
                    out.extend(pieces(&example.sql, catalog, &example.question));
                } else {
                    out.push(Piece::Plain(example.sql.clone()));
                }
                out.push(Piece::Plain("\n\n".into()));
            }
            out
        };
        let sealed = Self::absent().with(Privacy::Names, Voice::Data, write(true));
        match own {
            true => sealed.with(Privacy::Values, Voice::Data, write(false)),
            false => sealed,
        }
    }

    /// The engine that the examples were written for, where it is another.
    pub fn examples_dialect(dialect: Dialect) -> Self {
        match dialect {
            Dialect::Sqlite => Self::absent(),
            _ => Self::absent().told(Privacy::Names, "SQLite"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::prepare::fake;

    #[test]
    fn many_long_examples_are_cut_to_six() {
        let similar = |length| ExampleMatch {
            database: "x".into(),
            question: "How many?".into(),
            sql: format!("SELECT {}", "x".repeat(length)),
            similarity: 1.0,
            verified: false,
        };
        let count = |examples: &[ExampleMatch]| {
            let sealed = Sealed::examples(examples, &fake::catalog(Vec::new()));
            let text = sealed
                .at(Privacy::Names)
                .map(|t| format!("{:?}", t.pieces))
                .unwrap_or_default();
            text.matches("Example ").count()
        };
        assert_eq!(count(&vec![similar(100); 8]), 8);
        assert_eq!(count(&vec![similar(4_000); 8]), 6);
        assert_eq!(count(&[]), 0);
    }
}
