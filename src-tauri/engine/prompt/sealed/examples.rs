//! Questions with their SQL. Those that come with Askwell are known to everybody; in a person's own every literal that
//! its question does not hold is a value of theirs.

use askwell_contract::model::Privacy;
use askwell_contract::{Catalog, Dialect};

use super::sql::pieces;
use super::{Piece, Sealed, Voice};
use crate::prepare::examples::Similar;

impl Sealed {
    /// Best first, as they are given.
    pub fn examples(examples: &[Similar], catalog: &Catalog) -> Self {
        let own = examples.iter().any(|e| e.verified);
        let write = |hide: bool| {
            let mut out: Vec<Piece> = Vec::new();
            for (n, similar) in (1..).zip(examples) {
                let example = &similar.example;
                let question = example.question.split_whitespace().collect::<Vec<_>>().join(" ");
                out.push(Piece::Plain(format!("Example {n}\nQuestion: {question}\nSQL:\n")));
                if hide && similar.verified {
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
