//! The average of one: "average donation per payment method", "the average invoice". One of them is worth some money, and that is
//! averaged; their number would be of several ("average donations per day").
//!
//! In: the readings of one question. Out: the same without those that count the things or average another number of theirs.
//! Deliberately absent: things that have no money of their own.

use crate::constructions::money;
use crate::known::Col;
use crate::link::{Meaning, Text};
use crate::query::{Agg, Expr};
use crate::read::{keep_better, Reading};
use crate::words::{among, singular, TokenKind};

/// A synonym of the thing will do.
const NAMED: f64 = 0.6;

pub(crate) fn settle(text: &Text<'_>, readings: &mut Vec<Reading>) {
    let Some(worth) = asked(text) else { return };
    let mean = |e: &Expr| matches!(e, Expr::Agg { agg: Agg::Avg, of, .. } if **of == Expr::Col(worth));
    keep_better(readings, |r| {
        r.query.over.is_none()
            && r.query.select.iter().any(mean)
            && r.query.select.iter().filter(|e| e.is_figure()).count() == 1
    });
}

/// The money of the thing of which one is averaged.
fn asked(text: &Text<'_>) -> Option<Col> {
    let led = |at: &usize| among("average avg mean", text.word(*at));
    let at = (0..text.tokens.len()).find(led)? + 1;
    let token = text.tokens.get(at)?;
    let one = token.kind == TokenKind::Word && singular(&token.lower) == token.lower && text.is_head(at);
    let table = text.at(at).iter().find_map(|a| match a.meaning {
        Meaning::Table(t) if a.score >= NAMED && a.end == at + 1 => Some(t),
        _ => None,
    });
    // A number called so is meant itself.
    let number = text.at(at).iter().any(|a| match a.meaning {
        Meaning::Column(c) => a.score >= 0.8 && text.known.column(c).is_number(),
        _ => false,
    });
    table.filter(|_| one && !number).and_then(|t| money(text, t))
}
