//! A figure that is said by a verb: "how much did we sell", "how much did customers spend", "how much money was made".
//!
//! In: tokens. Out: the words that say it. Deliberately absent: which figure it is, and questions that name one.

use crate::words::{Token, TokenKind};

/// What may stand behind "how much".
const MONEY: &[&str] = &["money", "revenue", "turnover", "cash", "income", "sales"];
const AUXILIARIES: &[&str] = &["did", "do", "does", "have", "has", "was", "were", "is", "are", "will"];
/// Whose takings are the sales.
const OURS: &[&str] = &[
    "we", "i", "our", "the", "company", "shop", "store", "business", "firm", "they", "you",
];
/// What whoever sells does.
const TAKE: &[&str] = &[
    "make",
    "made",
    "earn",
    "earned",
    "take",
    "took",
    "taken",
    "get",
    "got",
    "generate",
    "generated",
    "bring",
    "brought",
];
const SELL: &[&str] = &["sell", "sold"];
/// What whoever buys does.
const SPEND: &[&str] = &["spend", "spent"];

/// Words of a subject at most.
const SUBJECT: usize = 6;

/// First and last token (exclusive) of what says the figure.
pub(super) fn said(tokens: &[Token]) -> Option<(usize, usize)> {
    let much = tokens.windows(2).position(|t| t[0].is("how") && t[1].is("much"))?;
    let mut at = much + 2;
    let from = at;
    while tokens.get(at).is_some_and(|t| t.is_any(MONEY)) {
        at += 1;
    }
    if !tokens.get(at)?.is_any(AUXILIARIES) {
        return None;
    }
    at += 1;
    let subject = at;
    let words = tokens[at..].iter().take(SUBJECT + 1);
    let verb = subject
        + words
            .take_while(|t| !t.is_any(&[".", "?", "!", ";", ",", ":"]))
            .position(|t| t.is_any(SELL) || t.is_any(SPEND) || t.is_any(TAKE))?;
    let ours = tokens[subject..verb].iter().all(|t| t.is_any(OURS));
    let (spends, takes) = (tokens[verb].is_any(SPEND), tokens[verb].is_any(TAKE));
    // What we spend is no sale, what others make neither; "spent on freight" is spent on something.
    let on = tokens.get(verb + 1).is_some_and(|t| t.is("on"))
        && tokens.get(verb + 2).is_some_and(|t| t.kind == TokenKind::Word);
    let passive = verb == subject;
    let sales = match (spends, takes) {
        (true, _) => (passive || !ours) && !on,
        (_, true) => ours && !passive,
        _ => true,
    };
    sales.then_some((if ours { from } else { verb }, verb + 1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::words::tokenise;

    fn words(question: &str) -> Option<String> {
        let tokens = tokenise(question);
        let (a, b) = said(&tokens)?;
        Some(
            tokens[a..b]
                .iter()
                .map(|t| t.lower.as_str())
                .collect::<Vec<_>>()
                .join(" "),
        )
    }

    #[test]
    fn a_verb_says_the_sales() {
        for (question, said) in [
            ("How much did we sell last month?", "did we sell"),
            ("How much money did we make in 2024?", "money did we make"),
            ("How much was sold in May?", "was sold"),
            ("How much did customers in Germany spend?", "spend"),
            ("How much did Marsh & Sons spend?", "spend"),
        ] {
            assert_eq!(words(question).as_deref(), Some(said), "{question}");
        }
    }

    #[test]
    fn what_is_no_sale_is_not_said_so() {
        for question in [
            "How much did we spend in 2024?",
            "How much was spent on freight?",
            "How much do employees earn?",
            "How much stock do we have?",
            "How much revenue in May?",
        ] {
            assert_eq!(words(question), None, "{question}");
        }
    }
}
