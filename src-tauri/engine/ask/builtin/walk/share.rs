//! Shares: of the rows that fit a condition, and of each group in all of them. And the columns that say yes or no.

use super::{Group, Walk};
use crate::ask::builtin::choose::Chooser;
use crate::ask::builtin::cues::Cue;
use crate::ask::builtin::query::{Agg, Cond, Expr, Op, Value};
use crate::words::lexicon::opposite_of;

/// What stands before a word that says how something is.
const BEING: &[&str] = &[
    "is", "are", "was", "were", "be", "been", "isn't", "aren't", "wasn't", "weren't", "haven't", "hasn't",
];
/// Words between the two.
const BETWEEN: &[&str] = &["not", "never", "been", "already", "currently", "still", "now", "yet"];

impl Walk<'_> {
    /// "percentage of orders that were cancelled": the first condition becomes the part, the rest filters.
    pub(super) fn share(&mut self, i: usize, ch: &mut Chooser) {
        let percent = self.tokens[self.items[i].start..self.items[i].end]
            .iter()
            .any(|t| t.lower.starts_with("percent"));
        let cond = match self.parts.filters.iter().position(|f| f.at > i) {
            Some(at) => self.parts.filters.remove(at).cond,
            None if self.held(i).is_some() => {
                let Some((k, c)) = self.held(i) else { return };
                self.take(k, "known");
                Cond::Null(Expr::Column(c), true)
            }
            None => {
                let flag = (i + 1..self.items.len())
                    .find_map(|k| self.column_at(k).filter(|c| self.is_flag(*c)).map(|c| (k, c)));
                let Some((k, c)) = flag.filter(|_| self.parts.group.is_empty()) else {
                    return self.share_of_all(i, percent, ch);
                };
                let Some(value) = self.truth(c) else { return };
                self.take(k, "condition");
                Cond::Compare(Expr::Column(c), Op::Eq, value)
            }
        };
        self.take(i, "share");
        if let Some((k, t)) = (i + 1..self.items.len().min(i + 3)).find_map(|k| self.table_at(k).map(|t| (k, t))) {
            self.take(k, "of these");
            self.parts.tables.push((t, k));
            self.parts.counted = Some(t);
        }
        self.parts.select.push((Expr::Share(Box::new(cond), percent), i));
    }

    /// "percentage of guests that have an email": a column that not every row has.
    fn held(&self, i: usize) -> Option<(usize, super::Col)> {
        (i + 1..self.items.len()).find_map(|k| {
            let had = &self.tokens[..self.items[k].start];
            let had = match had {
                [.., verb, article] if article.is_any(&["a", "an"]) => verb,
                [.., verb] => verb,
                [] => return None,
            };
            let c = self.column_at(k)?;
            let open = self.profile(c).is_some_and(|p| p.nulls > 0);
            (had.is_any(&["have", "has", "with", "having"]) && open).then_some((k, c))
        })
    }

    /// "percentage of orders by channel", "share of total revenue for each region": of each group.
    fn share_of_all(&mut self, i: usize, percent: bool, ch: &mut Chooser) {
        self.take(i, "share");
        let near = i + 1..self.items.len().min(i + 5);
        let amount = near.clone().find_map(|k| {
            self.column_at(k)
                .filter(|c| self.measurable(*c) && self.is_number(*c))
                .map(|c| (k, c))
        });
        let of = match amount.filter(|_| ch.whether("share of amount", 0.8)) {
            Some((k, c)) => {
                let sums: Vec<usize> = near
                    .filter(|n| *n < k && matches!(self.cue(*n), Some(Cue::Agg(Agg::Sum))))
                    .collect();
                sums.into_iter().for_each(|n| self.take(n, "added up"));
                self.take(k, "added up");
                Expr::agg(Agg::Sum, Expr::Column(c))
            }
            None => {
                let rows = near.clone().find_map(|k| self.table_at(k).map(|t| (k, t)));
                let Some((k, t)) = rows else { return };
                self.take(k, "counted");
                self.parts.tables.push((t, k));
                Expr::count(t)
            }
        };
        self.parts.select.push((Expr::ShareOfAll(Box::new(of), percent), i));
    }

    pub fn is_flag(&self, c: super::Col) -> bool {
        self.kind_of(c) == askwell_contract::TypeKind::Boolean
            || self
                .profile(c)
                .is_some_and(|p| p.distinct <= 2 && p.rows > 2 && self.truth(c).is_some())
    }

    /// What a yes-or-no column says by itself: "active", "not active", "inactive".
    pub(super) fn holds(&mut self, i: usize, c: super::Col) -> Option<Cond> {
        let yes = Cond::Compare(Expr::Column(c), Op::Eq, self.truth(c)?);
        let denied = self.negated(i) != self.contrary(i, c);
        Some(if denied { yes.denied() } else { yes })
    }

    /// "How many active and inactive employees": a figure for each of the two.
    pub(super) fn both_ways(&mut self) {
        let figure = (0..self.items.len()).any(|i| matches!(self.cue(i), Some(Cue::HowMany | Cue::Agg(_))));
        for i in 0..self.items.len() {
            let (Some(c), Some(Cue::And)) = (self.column_at(i), self.cue(i + 1)) else {
                continue;
            };
            let same = figure && self.column_at(i + 2) == Some(c) && self.truth(c).is_some();
            if same && self.contrary(i, c) != self.contrary(i + 2, c) {
                (i..i + 3).for_each(|k| self.take(k, "for each"));
                self.parts.group.push(Group::Column(c));
            }
        }
    }

    /// "Inactive" of a column `active`.
    fn contrary(&self, i: usize, c: super::Col) -> bool {
        let stems = &self.knowledge.fields.of_column(c.table, c.column).stems;
        let item = &self.items[i];
        let word = &self.tokens[item.start];
        let one = item.end == item.start + 1 && !stems.contains(&word.stem);
        one && opposite_of(&word.lower).any(|rest| stems.contains(&rest))
    }

    /// "Which products are discontinued", "have not been paid".
    pub(super) fn predicate(&self, i: usize) -> bool {
        let before = self.tokens[..self.items[i].start].iter().rev();
        let verb = before.clone().find(|t| !t.is_any(BETWEEN));
        verb.is_some_and(|t| t.is_any(BEING)) && !before.clone().any(|t| t.is("whether"))
    }

    /// The value of a two-valued column that means yes.
    pub(super) fn truth(&self, c: super::Col) -> Option<Value> {
        let profile = self.profile(c)?;
        // One bed or two is a number, not a yes.
        let noughts = profile
            .top
            .iter()
            .all(|v| matches!(v.value.to_string().as_str(), "0" | "1"));
        profile.top.iter().find_map(|v| {
            let text = v.value.to_string();
            match text.to_lowercase().as_str() {
                "t" | "true" | "yes" | "y" => Some(match v.value {
                    askwell_contract::Cell::Bool(_) => Value::Number("TRUE".into()),
                    _ => Value::Text(text),
                }),
                "1" if noughts => Some(Value::Number("1".into())),
                _ => None,
            }
        })
    }
}
