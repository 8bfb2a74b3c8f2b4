//! Times as what is told apart: "per fiscal year", "by fiscal quarter", "each week", "which week".
//!
//! In: tokens, how the person counts. Out: which stretch, and where it begins. Deliberately absent: stretches that
//! begin at the same day for everybody.

use askwell_contract::time::{Calendar, TimeKind};

use super::relative::begins;
use super::{fiscal, Said};
use crate::calendar::Unit;
use crate::words::{Token, TokenKind};

/// Words that a stretch is told apart by.
const EACH: &[&str] = &["per", "by", "each", "every"];

pub(super) fn at(calendar: Calendar, tokens: &[Token], i: usize) -> Option<Said> {
    let word = |k: usize| tokens.get(k).map_or("", |t| t.lower.as_str());
    if tokens[i].kind == TokenKind::Quoted {
        return None;
    }
    // "for each fiscal year".
    let passed = usize::from(matches!(word(i), "for" | "in" | "of") && word(i + 1) == "each");
    let led = tokens.get(i + passed).is_some_and(|t| t.is_any(EACH));
    // "Which fiscal year", "by region and fiscal year": the words in front say more than that.
    let beside = i > 0 && tokens[i - 1].is_any(&["which", "what", "and", ","]);
    if !led && !beside {
        return None;
    }
    let noun = i + if led { passed + 1 } else { 0 };
    let said = |end, kind, why| Said {
        end,
        kind,
        from: None,
        to: None,
        told: None,
        why,
    };
    // "By fiscal year 2023", "and week 12" name one.
    let numbered = |k: usize| word(k).parse::<u32>().is_ok();
    if word(noun) == "week" && !numbered(noun + 1) {
        let why = format!("weeks that begin on {}", begins(calendar.week_start));
        return Some(said(noun + 1, TimeKind::EachWeek(calendar.week_start), why));
    }
    let one = |named: &(Unit, bool)| !named.1 && !numbered(noun + 2);
    let (unit, _) = fiscal::unit(tokens, noun).filter(one)?;
    let (kind, what) = match unit {
        Unit::Quarter => (
            TimeKind::EachFiscalQuarter(calendar.fiscal_start),
            "quarters 1 to 4 of the fiscal year",
        ),
        _ => (TimeKind::EachFiscalYear(calendar.fiscal_start), "fiscal years"),
    };
    Some(said(noun + 2, kind, format!("{what}: {}", fiscal::year_told(calendar))))
}
