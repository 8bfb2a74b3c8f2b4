//! What nobody asks to count: "average heart rate by type" is no number of different heart rates, and "which teams haven't paid" no
//! number of those that have and that have not.
//!
//! In: the readings of one question. Out: the same without those that count so, or take a share of money where the question speaks
//! of rows. Deliberately absent: questions that ask how many.

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
        drop_worse(readings, |all, r| {
            counts(&r.query) && all.iter().any(|o| !counts(&o.query))
        });
    }
    if !said("many number count counts by per each every or vs versus compare split breakdown most least fewest often")
    {
        let split = |q: &Query| splits(text, q);
        drop_worse(readings, |all, r| {
            split(&r.query) && all.iter().any(|o| !split(&o.query))
        });
    }
    if (0..text.tokens.len()).any(|at| is_money_by(text, at)) && !said("many number numbers count") {
        let sums = |r: &Reading| r.query.select.iter().any(|e| sums_money(text, e));
        keep_better(readings, sums);
    }
    if (0..text.tokens.len()).any(|at| is_share_of_rows(text, at)) {
        let rows = |r: &Reading| r.query.select.iter().any(|e| matches!(e, Expr::Percent(_)));
        keep_better(readings, rows);
    }
}

/// Whether rows are only counted for yes and for no: "which teams haven't paid" asks for those that have not.
fn splits(text: &Text<'_>, q: &Query) -> bool {
    let flag = |e: &Expr| matches!(e, Expr::Col(c) if text.is_flag(*c));
    let counts = |e: &&Expr| matches!(e, Expr::Agg { agg: Agg::Count, .. });
    !q.group.is_empty() && q.group.iter().all(flag) && q.select.iter().filter(|e| e.is_figure()).all(|e| counts(&e))
}

/// "Takings by month", of a sheet of that name: what was taken, and not how many rows there are.
fn is_money_by(text: &Text<'_>, at: usize) -> bool {
    const MONEY: &str = "takings revenue turnover income proceeds earnings spending expenditure";
    among(MONEY, text.word(at))
        && among("by per each every for", text.word(at + 1))
        && text
            .known
            .tables
            .iter()
            .any(|t| t.words.iter().any(|w| w == text.word(at)))
}

fn sums_money(text: &Text<'_>, e: &Expr) -> bool {
    match e {
        Expr::Agg { agg: Agg::Sum, of, .. } => match &**of {
            Expr::Col(c) => text.known.column(*c).is_money(),
            _ => true,
        },
        _ => false,
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
    let rows = text
        .at(from)
        .iter()
        .filter(|a| matches!(a.meaning, Meaning::Table(_)) && a.score >= 0.9);
    let behind = rows.map(|a| a.end).max();
    !money && behind.is_some_and(|end| among("are were is was get got go went have has", text.word(end)))
}
