//! Stretches of time told from today: "the last 30 days", "last month", "this year", "yesterday".
//!
//! In: tokens. Out: the tokens of each, and what it means. Deliberately absent: today.

use crate::calendar::Unit;
use crate::words::{Token, TokenKind};

/// From the day `from` units back on; `until`: up to the day so many units back, which is left out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Past {
    pub unit: Unit,
    pub from: u32,
    pub until: Option<u32>,
    /// Counted from the first day of the unit, not from today.
    pub whole: bool,
}

/// The stretch of time that a word names.
pub fn unit(token: &Token) -> Option<Unit> {
    Some(match token.lower.as_str() {
        "day" | "days" => Unit::Day,
        "week" | "weeks" => Unit::Week,
        "month" | "months" => Unit::Month,
        "quarter" | "quarters" => Unit::Quarter,
        "year" | "years" => Unit::Year,
        _ => return None,
    })
}

pub fn at(tokens: &[Token], i: usize) -> Option<(usize, Past)> {
    let past = |unit, from, until, whole| Past {
        unit,
        from,
        until,
        whole,
    };
    let token = &tokens[i];
    if token.kind == TokenKind::Quoted {
        return None;
    }
    // "inclusive of today's date" says how the stretch said before ends.
    let front = &tokens[i.saturating_sub(3)..i];
    if front.iter().any(|t| t.is_any(&["inclusive", "including", "includes"])) {
        return None;
    }
    if token.is_any(&["today", "tonight"]) {
        return Some((i + 1, past(Unit::Day, 0, None, true)));
    }
    if token.is("yesterday") {
        return Some((i + 1, past(Unit::Day, 1, Some(0), true)));
    }
    // "the last month of 2023" is told from 2023.
    let alone = |end: usize| !tokens.get(end).is_some_and(|t| t.is_any(&["of", "before"]));
    if token.is_any(&["this", "current"]) {
        let unit = tokens.get(i + 1).and_then(unit).filter(|u| *u != Unit::Day)?;
        return alone(i + 2).then(|| (i + 2, past(unit, 0, None, true)));
    }
    if !token.is_any(&["last", "past", "previous", "prior", "preceding", "trailing"]) {
        return None;
    }
    let number = tokens
        .get(i + 1)
        .and_then(|t| t.number)
        .filter(|n| *n >= 1.0 && n.fract() == 0.0);
    if let Some(n) = number.filter(|n| *n < 10_000.0) {
        let skip = usize::from(
            tokens
                .get(i + 2)
                .is_some_and(|t| t.is_any(&["calendar", "full", "complete", "consecutive"])),
        );
        let unit = tokens.get(i + 2 + skip).and_then(unit)?;
        let end = i + 3 + skip;
        return Some((
            end,
            if skip == 0 {
                past(unit, n as u32, None, false)
            } else {
                past(unit, n as u32, Some(0), true)
            },
        ));
    }
    let unit = tokens.get(i + 1).and_then(unit).filter(|u| *u != Unit::Day)?;
    // Only one of it: "in last years" says nothing certain.
    let one = !tokens[i + 1].lower.ends_with('s') && alone(i + 2);
    let rolling = token.is_any(&["past", "trailing"]);
    one.then(|| {
        (
            i + 2,
            if rolling {
                past(unit, 1, None, false)
            } else {
                past(unit, 1, Some(0), true)
            },
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::words::tokenise;

    fn found(text: &str) -> Vec<(u32, Option<u32>, bool)> {
        let tokens = tokenise(text);
        let all = (0..tokens.len()).filter_map(|i| at(&tokens, i));
        all.map(|(_, p)| (p.from, p.until, p.whole)).collect()
    }

    #[test]
    fn stretches_are_told_from_today() {
        assert_eq!(found("orders in the past 30 days"), [(30, None, false)]);
        assert_eq!(
            found("sales last month and this year"),
            [(1, Some(0), true), (0, None, true)]
        );
        assert_eq!(found("in the last 3 full months"), [(3, Some(0), true)]);
    }

    #[test]
    fn other_uses_of_the_words_are_left_alone() {
        assert!(found("in 2023, inclusive of today's date").is_empty());
        assert!(found("first and last name, the last 5 orders, this day, the last month of 2023").is_empty());
    }
}
