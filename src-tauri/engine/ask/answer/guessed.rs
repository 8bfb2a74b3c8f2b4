//! Words that are only a guess: “cars” for the rows of `mpg.csv`, “tuition” for the column that means most nearly the same.
//!
//! In: what is known and whose account of the question's words holds. Out: the words, where there are any. Nobody has said that
//! the file's rows are cars, or that what a word resembles is what it asks for.

use askwell_contract::run::{Candidate, WordUse};

use crate::prepare::glossary::{self, Known, Sense};
use crate::prepare::Knowledge;
use crate::words::{stem, tokenise};

/// The first word that is taken for something which nothing in its name or meaning says.
pub fn guessed<'a>(knowledge: &Knowledge, account: Option<&'a Candidate>) -> Option<&'a WordUse> {
    let known = knowledge.reader()?;
    let guess = |u: &&WordUse| match u.meaning.as_str() {
        "table" => known.is_guess(&stem(&u.words.to_lowercase())),
        "column" => known.resembles(&u.words.to_lowercase(), &u.of),
        _ => false,
    };
    // What the person said of a word is no guess.
    let told = |u: &WordUse| {
        let said = glossary::said(&knowledge.terms, &tokenise(&u.words));
        let is_so = |term: &Known| match &term.meaning {
            Sense::Table(table) => *table == u.of,
            Sense::Column(table, column) => format!("{table}.{column}") == u.of,
            Sense::Value { .. } | Sense::Condition { .. } | Sense::Figure { .. } => false,
        };
        said.iter()
            .map(|(.., at)| &knowledge.terms[*at])
            .any(|term| !term.implied && is_so(term))
    };
    account?.uses.iter().find(|u| guess(u) && !told(u))
}

pub fn says(used: &WordUse) -> String {
    let rows = if used.meaning == "table" { "the rows of " } else { "" };
    format!(
        "Nothing here is called \u{201c}{}\u{201d}; it is taken for {rows}{}.",
        used.words, used.of
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::prepare::fake;
    use crate::scripted::candidate;
    use askwell_contract::explore::{Meaning, Term};
    use askwell_contract::run::Span;

    use crate::prepare::told::Told;

    fn rows_called(words: &str) -> Candidate {
        let mut account = candidate("SELECT COUNT(*) FROM hbrx");
        account.uses = vec![WordUse {
            span: Span { start: 9, end: 15 },
            words: words.into(),
            meaning: "table".into(),
            of: "hbrx".into(),
        }];
        account
    }

    #[test]
    fn what_a_word_only_resembles_is_a_guess() {
        let table = fake::table(
            "colleges",
            &["name text", "enroll int", "outstate int", "author text", "mpg real"],
        );
        let knowledge = Knowledge::build(fake::catalog(vec![table]), "1".into(), Vec::new(), Vec::new());
        let found = |words: &str, of: &str| {
            let mut account = candidate("SELECT 1");
            account.uses = vec![WordUse {
                span: Span { start: 0, end: 1 },
                words: words.into(),
                meaning: "column".into(),
                of: format!("colleges.{of}"),
            }];
            guessed(&knowledge, Some(&account)).map(says)
        };
        let says = found("tuition", "enroll").unwrap();
        assert_eq!(
            says,
            "Nothing here is called \u{201c}tuition\u{201d}; it is taken for colleges.enroll."
        );
        for (words, of) in [
            ("enrolled", "enroll"),
            ("writer", "author"),
            ("gas mileage", "mpg"),
            ("how many", "enroll"),
        ] {
            assert_eq!(found(words, of), None, "{words}");
        }
    }

    #[test]
    fn what_the_rows_are_is_a_guess_where_nothing_is_called_so() {
        let columns = ["name text", "rig text", "weight real"];
        let file = |tables: Vec<_>| Knowledge::build(fake::catalog(tables), "1".into(), Vec::new(), Vec::new());
        let one = file(vec![fake::table("hbrx", &columns)]);
        let found = |knowledge: &Knowledge, words: &str| guessed(knowledge, Some(&rows_called(words))).map(says);
        let says = found(&one, "ships").unwrap();
        assert_eq!(
            says,
            "Nothing here is called \u{201c}ships\u{201d}; it is taken for the rows of hbrx."
        );
        for known in ["rows", "rigs", "hbrx"] {
            assert_eq!(found(&one, known), None, "{known}");
        }
        let two = file(vec![fake::table("hbrx", &columns), fake::table("crew", &["name text"])]);
        assert_eq!(found(&two, "ships"), None);
        assert_eq!(guessed(&one, None), None);
    }

    #[test]
    fn what_the_person_said_of_a_word_is_no_guess() {
        let table = fake::table("colleges", &["name text", "enroll int"]);
        let knowledge = Knowledge::build(fake::catalog(vec![table]), "1".into(), Vec::new(), Vec::new());
        let mut account = candidate("SELECT SUM(enroll) FROM colleges");
        account.uses = vec![WordUse {
            span: Span { start: 0, end: 1 },
            words: "Intakes".into(),
            meaning: "column".into(),
            of: "colleges.enroll".into(),
        }];
        assert!(guessed(&knowledge, Some(&account)).is_some());
        let term = Term {
            name: "intake".into(),
            definition: String::new(),
            meaning: Meaning::Column {
                table: "colleges".into(),
                column: "enroll".into(),
            },
        };
        let mut told = Told::default();
        told.glossary.push(term);
        assert_eq!(guessed(&knowledge.with(told), Some(&account)), None);
    }
}
