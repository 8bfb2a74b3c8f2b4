//! A noun that nothing is called by, taken for the rows of a file: “cars” in `mpg.csv`.
//!
//! In: what is known and whose account of the question's words holds. Out: the word, where there is one. What is counted by
//! such a guess may be anything; nobody has said that the file's rows are cars.

use askwell_contract::run::{Candidate, WordUse};

use crate::prepare::Knowledge;
use crate::words::stem;

pub fn guessed<'a>(knowledge: &Knowledge, account: Option<&'a Candidate>) -> Option<&'a WordUse> {
    let known = knowledge.reader()?;
    let rows = |u: &&WordUse| u.meaning == "table" && known.is_guess(&stem(&u.words.to_lowercase()));
    account?.uses.iter().find(rows)
}

pub fn says(used: &WordUse) -> String {
    format!(
        "Nothing here is called \u{201c}{}\u{201d}; it is taken for the rows of {}.",
        used.words, used.of
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::prepare::fake;
    use crate::scripted::candidate;
    use askwell_contract::run::Span;

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
}
