//! What an engine or a rule says of a statement. Engines quote values in their errors, so that below `Values` only words
//! pass that are known to be none: names, words of the statement and the question, and the engines' own vocabulary.

use std::collections::BTreeSet;

use askwell_contract::model::Privacy;
use askwell_contract::run::Finding;
use askwell_contract::Catalog;

use super::sql::pieces;
use super::{Piece, Sealed};

/// What SQLite, DuckDB and PostgreSQL write their errors with.
const VOCABULARY: &str = "a about after aggregate alias all ambiguous an and any appear are argument arguments array as at \
    avg bare be because before between bigint binder boolean but by byte call can cannot cast catalog character clause \
    column columns comparison condition constraint conversion convert could count create data database date datetime \
    decimal did different division does doesn't double duplicate each element empty end engine entry error errors exact \
    exist exists expected explicit expression expressions failed field find first float for format found from full \
    function functions given group grouped grouping has have having hint if in incomplete incompatible index input \
    instead int integer interval into invalid is isn't it join json key left like limit line list literal match matches \
    max maybe mean message min mismatch missing misuse more most must name named names near need needed needs no none not \
    null number numeric of offset on one only operator operators or order out outer overflow parameter parser perhaps \
    permission position precision query range read real recursive reference referenced references relation replace \
    required result results return returned returns right row rows same schema select set should single smallint some \
    statement string subquery such sum supported syntax table tables text than that the their them then there this time \
    timestamp to token too try type types unable unambiguous unexpected union unique unknown unrecognized unterminated \
    use used uses using value values varchar view want was were when where which while window with within without word \
    words wrong you your zero add aggregates bindings candidate casts meant might operand operands perhaps \
    quoted referenced ungrouped unquoted";

/// Their hints tell the person to ask for less; a query that is written anew has to give the same.
const OF_LIMITS: [&str; 2] = ["timeout", "memory"];

impl Sealed {
    /// What is wrong with a statement. `said`: the question and its evidence.
    pub fn finding(finding: &Finding, sql: &str, catalog: &Catalog, said: &str) -> Self {
        Self::findings(std::slice::from_ref(finding), sql, catalog, said)
    }

    pub fn findings(findings: &[Finding], sql: &str, catalog: &Catalog, said: &str) -> Self {
        let known = known(sql, catalog, said);
        let write = |tidy: &dyn Fn(&str) -> String| {
            let lines = findings.iter().map(|f| {
                let mut out = tidy(&f.message);
                let engine = f.engine.as_deref().filter(|words| *words != f.message);
                out.extend(engine.map(|words| format!("\nThe engine says: {}", tidy(words))));
                out.extend(
                    f.engine_code
                        .as_deref()
                        .map(|code| format!("\nIts code: {}", tidy_code(code))),
                );
                out.extend(f.position.map(|at| format!("\nAt character {at} of the statement.")));
                let hint = f.hint.as_deref().filter(|_| !OF_LIMITS.contains(&f.code.as_str()));
                out.extend(hint.map(|hint| format!("\nHint: {}", tidy(hint))));
                out
            });
            lines.collect::<Vec<_>>().join("\n")
        };
        Self::absent()
            .data(Privacy::Names, write(&|text| only(text, &known)))
            .data(Privacy::Values, write(&str::to_owned))
    }
}

/// SQLSTATE, `SQLITE_ERROR`, `Binder`: one word.
fn tidy_code(code: &str) -> String {
    let word = |c: &char| c.is_ascii_alphanumeric() || *c == '_';
    code.chars().take(40).take_while(word).collect()
}

/// Words that are no values, in lower case.
fn known(sql: &str, catalog: &Catalog, said: &str) -> BTreeSet<String> {
    let mut out: BTreeSet<String> = VOCABULARY.split_whitespace().map(str::to_owned).collect();
    let mut add = |text: &str| out.extend(words(text).map(|(_, word)| word.to_lowercase()));
    add(said);
    for piece in pieces(sql, catalog, said) {
        if let Piece::Plain(text) = piece {
            add(&text);
        }
    }
    for table in &catalog.tables {
        add(&table.name);
        table.columns.iter().for_each(|c| add(&c.name));
    }
    out
}

fn words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let inside = |c: char| c.is_alphanumeric() || c == '_' || c == '\'';
    text.split(move |c| !inside(c))
        .map(|word| word.trim_matches('\''))
        .filter(|word| !word.is_empty())
        .map(|word| (word.as_ptr() as usize - text.as_ptr() as usize, word))
}

/// The text with every other word replaced by an ellipsis.
fn only(text: &str, known: &BTreeSet<String>) -> String {
    let mut out = String::new();
    let mut done = 0;
    for (at, word) in words(text) {
        out.push_str(&text[done..at]);
        done = at + word.len();
        if known.contains(&word.to_lowercase()) {
            out.push_str(word);
        } else if !out.ends_with("…") {
            out.push('…');
        }
    }
    out.push_str(&text[done..]);
    // Marks between hidden words are nothing but noise.
    while let Some(at) = out.find("… …") {
        out.replace_range(at..at + "… …".len(), "…");
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::prepare::fake;

    #[test]
    fn the_hint_of_a_limit_is_for_the_person_alone() {
        let catalog = fake::catalog(vec![fake::table("orders", &["total real"])]);
        let told = |code: &str| {
            let finding = Finding {
                hint: Some("Ask for less at once.".into()),
                ..Finding::error(code, "It was stopped.")
            };
            let sealed = Sealed::finding(&finding, "SELECT total FROM orders", &catalog, "");
            let pieces = sealed.at(Privacy::Values).map(|text| text.pieces.clone());
            let text = pieces.iter().flatten().map(Piece::text);
            text.collect::<String>()
        };
        assert_eq!(told("timeout"), "It was stopped.");
        assert_eq!(told("memory"), "It was stopped.");
        assert!(told("type").ends_with("Hint: Ask for less at once."));
    }

    #[test]
    fn only_known_words_are_left_of_an_error() {
        let catalog = fake::catalog(vec![fake::table("orders", &["total real"])]);
        let known = known(
            "SELECT total FROM orders WHERE note = 'hidden'",
            &catalog,
            "what of Ada?",
        );
        for (text, left) in [
            ("no such column: orders.total", "no such column: orders.total"),
            (
                "Could not convert string 'Jane Roe' to INT",
                "Could not convert string '…' to INT",
            ),
            (
                "invalid input: \"4711\" of Ada, hidden",
                "invalid input: \"…\" of Ada, …",
            ),
        ] {
            assert_eq!(only(text, &known), left);
        }
    }
}
