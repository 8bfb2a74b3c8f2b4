//! Remarks on the ends of a stretch of time, which say nothing new: "(inclusive of 14 days ago)", "from Jan 1 to Mar 31
//! inclusive", "including today's date".
//!
//! In: tokens. Out: the tokens of such remarks. Deliberately absent: what they would change. Every stretch has both its
//! ends.

use crate::ask::builtin::days;
use crate::words::{Token, TokenKind};

/// What a remark that begins with "including" is about.
const ENDS: &[&str] = &["today", "today's", "yesterday", "both", "start", "end", "first", "last"];

/// Tokens from and to (past the last), left to right.
pub fn find(tokens: &[Token]) -> Vec<(usize, usize)> {
    let mut out: Vec<(usize, usize)> = Vec::new();
    for (at, token) in tokens.iter().enumerate() {
        let inclusive = token.is_any(&["inclusive", "inclusively"]);
        let including = token.is("including") && tokens[at + 1..].iter().take(2).any(|t| t.is_any(ENDS));
        if !inclusive && !including || out.last().is_some_and(|r| at < r.1) {
            continue;
        }
        let of = including || tokens.get(at + 1).is_some_and(|t| t.is("of"));
        let mark = |t: &Token| t.kind == TokenKind::Mark;
        let end = match of {
            true => (at + 1..tokens.len())
                .find(|k| mark(&tokens[*k]))
                .unwrap_or(tokens.len()),
            false => at + 1,
        };
        let ends = |t: &Token| timed(t) || t.is_any(ENDS);
        if of && !tokens[at + 1..end].iter().any(ends) {
            continue;
        }
        let both = at > 0 && tokens[at - 1].is("both");
        let from = if both { at - 1 } else { at };
        out.push(bracketed(tokens, from, end).unwrap_or((from, end)));
    }
    out
}

fn timed(token: &Token) -> bool {
    let units = [
        "day", "days", "date", "dates", "week", "month", "quarter", "year", "now",
    ];
    token.number.is_some() || days::month(&token.lower).is_some() || token.is_any(&units)
}

/// The brackets around a remark, where there is nothing but times in them and a time stands in front.
fn bracketed(tokens: &[Token], from: usize, end: usize) -> Option<(usize, usize)> {
    let open = (0..from).rev().find(|k| tokens[*k].is_any(&["(", ")"]))?;
    let close = (end..tokens.len()).find(|k| tokens[*k].is_any(&["(", ")"]))?;
    let before = tokens[open.saturating_sub(4)..open].iter().any(timed);
    (tokens[open].is("(") && tokens[close].is(")") && before).then_some((open, close + 1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::words::tokenise;

    fn left(question: &str) -> String {
        let tokens = tokenise(question);
        let remarks = find(&tokens);
        let kept = |(at, _): &(usize, &Token)| !remarks.iter().any(|r| r.0 <= *at && *at < r.1);
        let words: Vec<&str> = tokens
            .iter()
            .enumerate()
            .filter(kept)
            .map(|t| t.1.text.as_str())
            .collect();
        words.join(" ")
    }

    #[test]
    fn a_remark_on_the_ends_is_left_out() {
        assert_eq!(
            left("orders of the past 14 days, inclusive of 14 days ago?"),
            "orders of the past 14 days , ?"
        );
        assert_eq!(
            left("orders placed in 2022 (from May 2nd to Nov 29th inclusive), by city"),
            "orders placed in 2022 , by city"
        );
        assert_eq!(left("between May 1 and May 9 inclusive"), "between May 1 and May 9");
        assert_eq!(left("the last week, including today"), "the last week ,");
    }

    #[test]
    fn what_is_included_otherwise_stays() {
        assert_eq!(left("orders including their lines"), "orders including their lines");
        assert_eq!(
            left("prices (inclusive of tax) of products"),
            "prices ( inclusive of tax ) of products"
        );
    }
}
