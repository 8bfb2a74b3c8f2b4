//! Words of the glossary that stand for SQL: "overdue" for a condition, "turnover" for a figure.
//!
//! In: where they stand. Out: filters and calculated columns, before any other pass takes their words for something
//! else. Each such mention means its table, too, so that "how many overdue orders" and "turnover per customer" are
//! read like any other.

use super::{Key, Walk};
use crate::ask::builtin::cues::Cue;
use crate::ask::builtin::query::{Cond, Expr};
use crate::ask::builtin::{mentions, query::Term};
use crate::prepare::glossary::{self, Sense};
use crate::words::Token;

impl Walk<'_> {
    pub(super) fn terms(&mut self) {
        // "where revenue is defined as": the question's own meaning.
        let defined = super::defined(self.tokens).map_or(&[][..], |name| &self.tokens[name]);
        for (start, end, index) in glossary::said(&self.knowledge.terms, self.tokens) {
            let own = |t: &Token| defined.iter().any(|d| d.stem == t.stem);
            if self.tokens[start..end].iter().all(own) {
                continue;
            }
            let item = self.items.iter().position(|x| x.start <= start && end <= x.end);
            let Some(i) = item.filter(|i| self.mention(*i).is_some()) else {
                continue;
            };
            let term = &self.knowledge.terms[index];
            let (Sense::Condition { table, .. } | Sense::Figure { table, .. }) = &term.meaning else {
                continue;
            };
            let Some(table) = mentions::position(self.knowledge, table) else {
                continue;
            };
            let is = Term { index, table };
            let word = i.checked_sub(1).and_then(|k| Some((k, self.cue(k)?)));
            match (&term.meaning, word) {
                (Sense::Condition { .. }, word) => {
                    let not = matches!(word, Some((_, Cue::Not)));
                    if let (true, Some((k, _))) = (not, word) {
                        self.take(k, "not");
                    }
                    self.uses.push(super::Use {
                        item: i,
                        meaning: term.name.clone(),
                    });
                    self.filter(Cond::Term(is, not), i);
                }
                (_, Some((k, Cue::Superlative(down, _)))) => {
                    self.take(k, if down { "highest first" } else { "lowest first" });
                    self.take(i, term.name.clone());
                    self.parts.order.push((Key::Expr(Expr::Term(is)), down));
                    self.parts.limit = Some(1);
                }
                // "top 5 products by revenue": what they are ranked by.
                (_, Some((k, Cue::By))) if self.ranked(k).is_some() => {
                    let down = self.ranked(k).unwrap_or(true);
                    self.take(k, "order");
                    self.take(i, term.name.clone());
                    self.parts.order.push((Key::Expr(Expr::Term(is)), down));
                }
                (_, word) => {
                    // "total turnover", "how much turnover": the figure is calculated already.
                    // "How much did customers spend": whoever does it stands between.
                    let much = (0..i).find(|k| self.cue(*k) == Some(Cue::HowMuch));
                    let agg = word.filter(|w| matches!(w.1, Cue::Agg(_))).map(|w| w.0);
                    for k in much.into_iter().chain(agg) {
                        self.take(k, "calculated");
                    }
                    self.take(i, term.name.clone());
                    self.parts.select.push((Expr::Term(is), i));
                }
            }
        }
    }

    /// Whether "by" stands behind "top 5" (from the most down) or "bottom 5".
    fn ranked(&self, by: usize) -> Option<bool> {
        let top = (0..by)
            .rev()
            .find(|k| matches!(self.cue(*k), Some(Cue::Top | Cue::Superlative(..))))?;
        Some(match self.cue(top) {
            Some(Cue::Superlative(down, _)) => down,
            _ => !self.tokens[self.items[top].start].is_any(&["bottom", "first"]),
        })
    }
}
