//! Figures that nobody asks to count: "average heart rate by type" is no number of different heart rates.
//!
//! In: the readings of one question. Out: the same without those that count the different numbers of a column, or take a share of
//! money where the question speaks of rows. Deliberately absent: questions that ask how many.

use crate::known::Role;
use crate::lexicon;
use crate::link::{Meaning, Text};
use crate::query::{Agg, Expr, Query};
use crate::read::{drop_worse, keep_better, Reading};
use crate::words::among;

pub(crate) fn settle(text: &Text<'_>, readings: &mut Vec<Reading>) {
    let said = |list: &str| text.tokens.iter().any(|t| among(list, &t.lower));
    if !said("many number numbers count counts different distinct unique often times") {
        let counts = |q: &Query| q.select.iter().any(|e| counts_numbers(text, e));
        drop_worse(readings, |all, r| counts(&r.query) && all.iter().any(|o| !counts(&o.query)));
    }
    if (0..text.tokens.len()).any(|at| is_share_of_rows(text, at)) {
        let rows = |r: &Reading| r.query.select.iter().any(|e| matches!(e, Expr::Percent(_)));
        keep_better(readings, rows);
    }
}

fn counts_numbers(text: &Text<'_>, e: &Expr) -> bool {
    let number = |of: &Expr| match of {
        Expr::Col(c) => {
            let column = text.known.column(*c);
            column.is_number() && column.role == Role::Measure && column.told.is_none()
        }
        _ => false,
    };
    matches!(e, Expr::Agg { agg: Agg::Count, distinct: true, of } if number(of))
}

/// "What percentage of payments are made by card": of so many payments, and not of their money.
fn is_share_of_rows(text: &Text<'_>, at: usize) -> bool {
    if !among("percentage percent % share proportion fraction", text.word(at)) || text.word(at + 1) != "of" {
        return false;
    }
    let money = text.tokens.iter().any(|t| lexicon::is_money(&t.lower));
    let from = text.past(at + 2, &["the", "our", "my", "all", "their"]);
    let rows = text.at(from).iter().filter(|a| matches!(a.meaning, Meaning::Table(_)) && a.score >= 0.9);
    let behind = rows.map(|a| a.end).max();
    !money && behind.is_some_and(|end| among("are were is was get got go went have has", text.word(end)))
}
