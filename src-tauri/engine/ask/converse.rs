//! Converse: the question as it will be worked on.
//!
//! In: what the person typed, and hints that came with it. Out: [`Plan`]; a formula that the hints give for a word of the
//! question is said behind it. Deliberately absent: any change of meaning; else only white space and quotation marks are
//! put in order.

mod hints;

use askwell_contract::run::Plan;
use askwell_contract::{Problem, ProblemCode, Result};

use crate::cx::Cx;

/// Longest question, in characters: a page of text. Longer input is a paste by mistake.
const LONGEST: usize = 4_000;

pub async fn converse(cx: &Cx<'_>, question: &str, evidence: &str) -> Result<Plan> {
    cx.check()?;
    let question = tidy(question);
    if !question.chars().any(char::is_alphanumeric) {
        return Err(Problem::new(ProblemCode::BadInput, "There is no question yet.")
            .hint("Type a question about the data, for example: How many customers are there?"));
    }
    if question.chars().count() > LONGEST {
        return Err(Problem::new(
            ProblemCode::BadInput,
            format!("The question is longer than {LONGEST} characters."),
        )
        .hint("Ask it in a sentence or two."));
    }
    let question = match hints::formula(&question, evidence) {
        Some(said) if question.ends_with(['.', '?', '!']) => format!("{question} {}", tidy(&said)),
        Some(said) => format!("{question}. {}", tidy(&said)),
        None => question,
    };
    Ok(Plan {
        question,
        evidence: tidy(evidence),
    })
}

/// One space between words; curly quotation marks and apostrophes straight; invisible characters gone.
fn tidy(text: &str) -> String {
    let straight = text.chars().filter_map(|c| match c {
        '\u{2018}' | '\u{2019}' | '\u{201a}' | '\u{201b}' | '\u{2032}' => Some('\''),
        '\u{201c}' | '\u{201d}' | '\u{201e}' | '\u{201f}' | '\u{2033}' => Some('"'),
        '\u{200b}' | '\u{2060}' | '\u{feff}' => None,
        c if c.is_whitespace() || c.is_control() => Some(' '),
        c => Some(c),
    });
    straight
        .collect::<String>()
        .split_whitespace()
        .collect::<Vec<_>>()
        .join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scripted::{run, Scripted};

    #[test]
    fn spaces_and_quotes_are_put_in_order() {
        assert_eq!(
            tidy("  How\tmany\u{a0}\n “big” orders?\u{200b} "),
            "How many \"big\" orders?"
        );
        assert_eq!(tidy("Côte d’Ivoire"), "Côte d'Ivoire");
    }

    #[test]
    fn an_empty_question_is_refused_with_a_hint() {
        run(Scripted::shop(), async |cx| {
            for nothing in ["", "  \n", "???", "\u{200b}"] {
                let problem = converse(cx, nothing, "").await.unwrap_err();
                assert_eq!(problem.code, ProblemCode::BadInput);
                assert!(problem.hint.is_some());
            }
            assert_eq!(
                converse(cx, &"why ".repeat(2_000), "").await.unwrap_err().code,
                ProblemCode::BadInput
            );
            assert_eq!(
                converse(cx, " a  b ", " c ").await.unwrap(),
                Plan {
                    question: "a b".into(),
                    evidence: "c".into()
                }
            );
        });
    }
}
