//! Questions with their SQL. Those that come with Askwell are known to everybody; in a person's own every literal that
//! its question does not hold is a value of theirs.

use askwell_contract::beside::ExampleMatch;
use askwell_contract::model::Privacy;
use askwell_contract::{Catalog, Dialect};
use askwell_reader::Style;
use askwell_sql::{ranked, skeleton};

use super::super::count;
use super::sql::pieces;
use super::{Piece, Sealed, Voice};

/// Of more tokens than this the best six are shown (seed 000, operation 7C).
const MOST: usize = 6_000;
const FEWER: usize = 6;

/// The eight likest, or six where these are too long together.
pub fn fitting(examples: &[ExampleMatch]) -> &[ExampleMatch] {
    let length = |e: &ExampleMatch| count::tokens(&e.question) + count::tokens(&e.sql);
    match examples.iter().map(length).sum::<usize>() > MOST {
        true => &examples[..examples.len().min(FEWER)],
        false => examples,
    }
}

impl Sealed {
    /// Best first, as they are given. Those that come with Askwell select what was asked for and no more: for an answer that
    /// shows the figure that decided it, they show theirs. `skeletons`: with how each query is built, before it.
    pub fn examples(examples: &[ExampleMatch], catalog: &Catalog, style: Style, skeletons: bool) -> Self {
        let examples = fitting(examples);
        let own = examples.iter().any(|e| e.verified);
        let write = |hide: bool| {
            let mut out: Vec<Piece> = Vec::new();
            for (n, example) in (1..).zip(examples) {
                let question = example.question.split_whitespace().collect::<Vec<_>>().join(" ");
                let whose = match example.verified {
                    true => ", of this database, found right by the person who asked; it may be copied",
                    false => "",
                };
                let (sql, dialect) = match example.verified {
                    true => (example.sql.clone(), catalog.dialect),
                    false => (styled(example, style), Dialect::Sqlite),
                };
                let built = match skeletons {
                    true => format!("Skeleton: {}\n", skeleton::written(&sql, dialect)),
                    false => String::new(),
                };
                out.push(Piece::Plain(format!(
                    "Example {n}{whose}\nQuestion: {question}\n{built}SQL:\n"
                )));
                if hide && example.verified {
                    out.extend(pieces(&sql, catalog, &example.question));
                } else {
                    out.push(Piece::Plain(sql));
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

    /// Whether some of those that are shown are marked as the person's own.
    pub fn examples_own(examples: &[ExampleMatch]) -> Self {
        Self::mark(fitting(examples).iter().any(|e| e.verified))
    }

    /// The engine that the examples were written for, where it is another.
    pub fn examples_dialect(dialect: Dialect) -> Self {
        match dialect {
            Dialect::Sqlite => Self::absent(),
            _ => Self::absent().told(Privacy::Names, "SQLite"),
        }
    }
}

fn styled(example: &ExampleMatch, style: Style) -> String {
    if style == Style::Exact {
        return example.sql.clone();
    }
    let figure = ranked::with_figure(&example.sql, Dialect::Sqlite);
    let figure = figure.or_else(|| ranked::with_compared(&example.sql, Dialect::Sqlite));
    figure.unwrap_or_else(|| example.sql.clone())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::prepare::fake;

    #[test]
    fn many_long_examples_are_cut_to_six() {
        let similar = |length: usize| ExampleMatch {
            database: "x".into(),
            question: "How many?".into(),
            sql: format!("SELECT {}", "word".repeat(length / 4)),
            similarity: 1.0,
            verified: false,
        };
        let count = |examples: &[ExampleMatch]| {
            let sealed = Sealed::examples(examples, &fake::catalog(Vec::new()), Style::People, false);
            let text = sealed
                .at(Privacy::Names)
                .map(|t| format!("{:?}", t.pieces))
                .unwrap_or_default();
            text.matches("Example ").count()
        };
        assert_eq!(count(&vec![similar(100); 8]), 8);
        assert_eq!(count(&vec![similar(4_000); 8]), 6, "of 8,000 tokens");
        assert_eq!(count(&vec![similar(2_000); 8]), 8, "of 4,000");
        assert_eq!(count(&[]), 0);
    }

    #[test]
    fn our_examples_show_the_figure_that_decides_where_the_answer_is_to_show_it() {
        let example = |verified| ExampleMatch {
            database: "x".into(),
            question: "Who ordered more than once?".into(),
            sql: "SELECT name FROM orders GROUP BY name HAVING COUNT(*) > 1".into(),
            similarity: 1.0,
            verified,
        };
        let shown = |verified, style| {
            let sealed = Sealed::examples(&[example(verified)], &fake::catalog(Vec::new()), style, false);
            let text = sealed.at(Privacy::Values).map(|t| format!("{:?}", t.pieces));
            text.unwrap_or_default()
                .contains("SELECT name, COUNT(*) AS how_many FROM")
        };
        assert!(shown(false, Style::People) && !shown(false, Style::Exact));
        assert!(
            !shown(true, Style::People),
            "the person's own stands as they found it right"
        );
    }

    #[test]
    fn a_recipe_by_skeletons_shows_how_each_query_is_built() {
        let example = ExampleMatch {
            database: "x".into(),
            question: "Who ordered more than once?".into(),
            sql: "SELECT name FROM orders GROUP BY name HAVING COUNT(*) > 1".into(),
            similarity: 1.0,
            verified: false,
        };
        let sealed = Sealed::examples(&[example], &fake::catalog(Vec::new()), Style::Exact, true);
        let text = sealed
            .at(Privacy::Names)
            .map(|t| format!("{:?}", t.pieces))
            .unwrap_or_default();
        assert!(
            text.contains("Skeleton: SELECT _ FROM _ GROUP BY _ HAVING COUNT(*) > ?"),
            "{text}"
        );
    }
}
