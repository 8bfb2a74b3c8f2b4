//! The grammar words of a question: counts, averages, superlatives, comparisons, order, groups, negation.
//!
//! In: tokens. Out: cues with the tokens they cover, longest phrase first. No database is looked at here.

mod phrases;

pub use super::adjectives::Adjective;
use super::adjectives::ADJECTIVES;
use super::days;
use super::query::{Agg, Op, Part};
use crate::words::{Token, TokenKind};
use phrases::phrase;

#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Cue {
    HowMany,
    HowMuch,
    /// "how old", "how tall": the column the adjective speaks of is asked for.
    HowAdjective(&'static Adjective),
    Agg(Agg),
    /// "oldest", "the most": descending or not, and the adjective it comes from.
    Superlative(bool, Option<&'static Adjective>),
    /// "older than", "at least".
    Compare(Op, Option<&'static Adjective>),
    /// "or more", standing after its number.
    After(Op),
    Between,
    OrderBy,
    Ascending,
    Descending,
    Alphabetical,
    Each,
    By,
    Distinct,
    Not,
    And,
    Or,
    Both,
    But,
    /// Begins a condition: who, that, whose, with, where.
    Relative,
    Of,
    In,
    From,
    Contains,
    Starts,
    Ends,
    Missing,
    Share,
    /// "difference between a and b", "ratio of a to b".
    Calculate(char),
    Top,
    Common(bool),
    Times,
    Per(Part),
}

/// "older than", "oldest", "more expensive than": from the table of adjectives.
fn adjective(text: &str) -> Option<Cue> {
    ADJECTIVES.iter().find_map(|a| {
        if text.strip_prefix("how ") == Some(a.positive) {
            return Some(Cue::HowAdjective(a));
        }
        if text == a.superlative {
            return Some(Cue::Superlative(a.up, Some(a)));
        }
        let comparative = text.strip_suffix(" than")?;
        (comparative == a.comparative).then_some(Cue::Compare(if a.up { Op::Gt } else { Op::Lt }, Some(a)))
    })
}

/// The superlative that a word is by itself.
pub fn superlative(token: &Token) -> Option<Cue> {
    let cue = phrase(&token.lower).or_else(|| adjective(&token.lower))?;
    matches!(cue, Cue::Superlative(..)).then_some(cue)
}

/// Longest phrase in words.
const LONGEST: usize = 6;

/// Every cue of the question as (first token, past the last token, cue), not overlapping, left to right.
pub fn find(tokens: &[Token]) -> Vec<(usize, usize, Cue)> {
    let mut out = Vec::new();
    let mut i = 0;
    while i < tokens.len() {
        if tokens[i].kind == TokenKind::Quoted {
            i += 1;
            continue;
        }
        let run = tokens[i..]
            .iter()
            .take(LONGEST)
            .take_while(|t| t.kind != TokenKind::Quoted)
            .count();
        let hit = (1..=run).rev().find_map(|n| {
            let words: Vec<&str> = tokens[i..i + n].iter().map(|t| t.lower.as_str()).collect();
            let text = words.join(" ");
            let cue = phrase(&text).or_else(|| adjective(&text))?;
            // "less than 5 or more than 9": two comparisons, no "or more".
            let than = tokens.get(i + n).is_some_and(|t| t.is("than"));
            // "average freight per order by channel": the order is a thing here.
            let before = i.checked_sub(1).and_then(|at| tokens.get(at));
            let thing = text == "order by"
                && before.is_some_and(|t| t.is_any(&["per", "each", "every", "an", "one", "single"]));
            // "over 8 or below 5": the number of a second comparison follows.
            let number = |t: &Token| t.kind == TokenKind::Number || days::iso(&t.text).is_some();
            let than = than || tokens.get(i + n).is_some_and(number);
            // "products that were ordered in May", "customers who ordered in 2024": no order of rows.
            let done = matches!(text.as_str(), "ordered" | "ordered in")
                && (before.is_some_and(|t| t.is_any(ACTED)) || !sorted_by(&tokens[i + 1..]));
            let thing = thing || done;
            (!thing && (!than || !matches!(cue, Cue::After(_)))).then_some((n, cue))
        });
        match hit {
            Some((n, cue)) => {
                out.push((i, i + n, cue));
                i += n;
            }
            None => i += 1,
        }
    }
    out
}

/// Words that set one thing beside another.
pub const COMPARED: &[&str] = &["compare", "compared", "comparing", "vs", "versus"];

/// Words behind which somebody ordered something.
const ACTED: &[&str] = &[
    "was", "were", "been", "be", "not", "never", "n't", "haven't", "hasn't", "had", "who",
];

/// Whether what stands behind "ordered" says what rows are sorted by.
fn sorted_by(behind: &[Token]) -> bool {
    let way = |t: &&Token| !t.is_any(&["the", "an", "a"]);
    let sorts = |t: &Token| {
        let way = [
            "asc",
            "desc",
            "ascending",
            "descending",
            "increasing",
            "decreasing",
            "reverse",
            "order",
            "terms",
        ];
        t.is_any(&way)
            || t.is_any(&[
                "alphabetical",
                "alphabetic",
                "lexicographical",
                "lexicographic",
                "chronological",
            ])
    };
    match behind.first() {
        Some(t) if t.is("in") => behind[1..].iter().find(way).is_some_and(sorts),
        Some(t) => t.is_any(&[
            "by",
            "from",
            "according",
            "alphabetically",
            "descending",
            "ascending",
            "lexicographically",
        ]),
        None => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::words::tokenise;

    fn cues(q: &str) -> Vec<Cue> {
        find(&tokenise(q)).into_iter().map(|c| c.2).collect()
    }

    #[test]
    fn phrases_are_read_longest_first() {
        assert!(
            matches!(cues("singers older than 20").as_slice(), [Cue::Compare(Op::Gt, Some(a))] if a.positive == "old")
        );
        assert_eq!(cues("how many")[0], Cue::HowMany);
        assert_eq!(cues("no less than 3")[0], Cue::Compare(Op::Ge, None));
        assert!(matches!(
            cues("the most expensive")[..],
            [Cue::Superlative(true, None), ..] | [Cue::Superlative(true, Some(_))]
        ));
    }

    #[test]
    fn an_order_that_is_a_thing_is_no_sorting() {
        assert_eq!(cues("order by name"), [Cue::OrderBy]);
        assert_eq!(cues("freight per order by channel"), [Cue::Each, Cue::By]);
        let sorts = |q: &str| cues(q).iter().any(|c| matches!(c, Cue::OrderBy | Cue::Descending));
        assert!(!sorts("customers who ordered in May 2024") && !sorts("which customers ordered in 2024"));
        assert!(sorts("names ordered by age") && sorts("names, ordered in descending order of age"));
    }

    #[test]
    fn time_comparisons_speak_of_dates() {
        assert!(matches!(cues("after 2010")[0], Cue::Compare(Op::Gt, Some(a)) if a.columns.contains(&"date")));
        for (words, op) in [("in or after 2010", Op::Ge), ("before or in 2010", Op::Le)] {
            assert!(matches!(cues(words)[0], Cue::Compare(o, Some(_)) if o == op), "{words}");
        }
    }
}
