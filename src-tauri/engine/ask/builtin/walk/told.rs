//! Lists of what to show, said in a sentence of their own: "... Return the name, the number of orders and the total amount."
//!
//! In: items. Out: what is shown, entry by entry; it replaces whatever else the question seems to ask for. Deliberately
//! absent: lists in the question's only sentence, which the other passes read.

use super::Walk;
use crate::ask::builtin::choose::Chooser;
use crate::ask::builtin::cues::Cue;
use crate::ask::builtin::mentions::{Kind, Meaning};
use crate::ask::builtin::query::{Agg, Expr};
use crate::words::TokenKind;

const VERBS: &[&str] = &[
    "return",
    "returning",
    "showing",
    "listing",
    "show",
    "list",
    "give",
    "display",
    "include",
    "provide",
    "output",
    "report",
    "retrieve",
];

/// A list said in a sentence of its own.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Told {
    /// Its first item, and the first one behind it.
    pub from: usize,
    pub to: usize,
    /// "the number", "the count": rows of what is counted elsewhere, at this item.
    pub rows: Option<usize>,
    /// "the average", "the ratio": what the first sentence calculates belongs to it.
    pub calculated: bool,
}

impl Walk<'_> {
    pub(super) fn told(&mut self, ch: &mut Chooser) {
        let Some((from, to)) = self.list_place() else { return };
        let entries = self.entries(from, to);
        let plain = entries.iter().any(|(a, b)| (*a..*b).any(|k| self.mention(k).is_some()));
        if !plain || !ch.whether("told list", 0.93) {
            return;
        }
        let mut told = Told {
            from,
            to,
            rows: None,
            calculated: false,
        };
        for (a, b) in entries {
            self.entry(a, b, &mut told);
        }
        self.parts.told = Some(told);
    }

    /// The items of the list: behind a verb that begins a clause, up to the end of the sentence or of the list.
    fn list_place(&self) -> Option<(usize, usize)> {
        let verb = (1..self.tokens.len()).rev().find(|v| {
            let before = &self.tokens[v - 1];
            let begins = before.kind == TokenKind::Mark && !before.is_any(&["(", ")", "/", "&"])
                || before.is_any(&["then", "and", "please", "only", "to"]) && *v > 1;
            begins && self.tokens[*v].is_any(VERBS)
        })?;
        let from = self.items.iter().position(|x| x.start > verb)?;
        // There must be something in front that is not shown by the list itself.
        if !self.items[..from].iter().any(|x| matches!(x.kind, Kind::Mention(_))) {
            return None;
        }
        let mut to = from;
        while to < self.items.len() {
            let item = &self.items[to];
            let ends = match &item.kind {
                Kind::Mark => matches!(self.tokens[item.start].lower.as_str(), "." | "?" | ";" | "!" | ":"),
                Kind::Cue(
                    Cue::OrderBy
                    | Cue::Each
                    | Cue::Per(_)
                    | Cue::Ascending
                    | Cue::Descending
                    | Cue::Alphabetical
                    | Cue::Top
                    | Cue::Compare(..),
                ) => true,
                Kind::Cue(Cue::Relative) => to > from,
                _ => false,
            };
            if ends {
                break;
            }
            to += 1;
        }
        // "Show only those with more than one": no list.
        let those = self.tokens[verb + 1..]
            .iter()
            .take(3)
            .any(|t| t.is_any(&["those", "ones"]));
        (to > from && !those).then_some((from, to))
    }

    /// Places of the entries, what stands in brackets left out.
    fn entries(&self, from: usize, to: usize) -> Vec<(usize, usize)> {
        let mut out = Vec::new();
        let mut start = from;
        let mut depth = 0;
        let mut k = from;
        while k < to {
            let mark =
                matches!(self.items[k].kind, Kind::Mark).then(|| self.tokens[self.items[k].start].lower.as_str());
            match mark {
                Some("(") => {
                    if depth == 0 && k > start {
                        out.push((start, k));
                    }
                    depth += 1;
                }
                Some(")") => {
                    depth = usize::max(depth, 1) - 1;
                    start = k + 1;
                }
                _ if depth > 0 => {}
                Some(",") => {
                    out.push((start, k));
                    start = k + 1;
                }
                _ if matches!(self.items[k].kind, Kind::Cue(Cue::And)) => {
                    out.push((start, k));
                    start = k + 1;
                }
                _ => {}
            }
            k += 1;
        }
        if depth == 0 && start < to {
            out.push((start, to));
        }
        out.retain(|(a, b)| a < b);
        out
    }

    fn entry(&mut self, a: usize, b: usize, told: &mut Told) {
        let cue = |w: &Self, wanted: &dyn Fn(Cue) -> bool| (a..b).find(|k| w.cue(*k).is_some_and(wanted));
        let many = cue(self, &|c| c == Cue::HowMany);
        let once = cue(self, &|c| c == Cue::Distinct).is_some();
        let agg = (a..b).find_map(|k| match self.cue(k) {
            Some(Cue::Agg(agg)) => Some(agg),
            Some(Cue::Superlative(desc, _)) => Some(if desc { Agg::Max } else { Agg::Min }),
            _ => None,
        });
        let computed = cue(self, &|c| matches!(c, Cue::Share | Cue::Calculate(_))).is_some();
        if computed {
            // The passes for shares and differences read it themselves.
            return;
        }
        let mut column = (a..b).filter(|k| self.column_at(*k).is_some()).collect::<Vec<_>>();
        // "country name": the country.
        let called =
            |k: usize| self.items[k].end - self.items[k].start == 1 && self.tokens[self.items[k].start].stem == "name";
        if let [.., one, last] = column[..] {
            if called(last) && self.items[one].end == self.items[last].start && !called(one) {
                column.pop();
            }
        }
        let table = (a..b).find_map(|k| self.table_at(k).map(|t| (k, t)));
        let number = column
            .iter()
            .rev()
            .find(|k| {
                self.column_at(**k)
                    .is_some_and(|c| self.measurable(c) && self.is_number(c))
            })
            .copied();
        let mut shown: Vec<(Expr, usize)> = Vec::new();
        match (agg, many) {
            (Some(agg), _) => match (number, table) {
                (Some(k), _) => {
                    let Some(c) = self.column_at(k) else { return };
                    shown.push((Expr::agg(agg, Expr::Column(c)), k));
                }
                (None, _) if many.is_some() && agg == Agg::Sum && table.is_some() => {
                    shown.extend(table.map(|(k, t)| (Expr::count(t), k)));
                }
                (None, Some((k, t))) => match self.amount(t) {
                    Some(c) => shown.push((Expr::agg(agg, Expr::Column(c)), k)),
                    None => told.calculated = true,
                },
                (None, None) => match column.last().and_then(|k| Some((*k, self.column_at(*k)?))) {
                    Some((k, c)) if self.is_time(c) && matches!(agg, Agg::Max | Agg::Min) => {
                        shown.push((Expr::agg(agg, Expr::Column(c)), k));
                    }
                    _ => told.calculated = true,
                },
            },
            (None, Some(h)) => {
                let target = (h + 1..b).find(|k| self.mention(*k).is_some());
                match target.and_then(|k| Some((k, self.meaning[k].clone()?))) {
                    Some((k, Meaning::Table(t))) => shown.push((self.rows_of(t, once), k)),
                    // "number of payments" where only a part of `payment_method` is said: rows.
                    Some((k, Meaning::Column(c)))
                        if !once && (self.weak(k) && !self.is_number(c) || self.headless(k, c)) =>
                    {
                        shown.push((Expr::count(c.table), k));
                    }
                    Some((k, Meaning::Column(c))) if self.measurable(c) && self.is_number(c) && !once => {
                        shown.push((Expr::agg(Agg::Sum, Expr::Column(c)), k));
                    }
                    Some((k, Meaning::Column(c))) if once || !self.is_key(c) => shown.push((
                        Expr::Agg {
                            agg: Agg::Count,
                            distinct: true,
                            of: Box::new(Expr::Column(c)),
                        },
                        k,
                    )),
                    Some((k, other)) => shown.push((Expr::count(other.table()), k)),
                    None => told.rows = Some(h),
                }
            }
            (None, None) => {
                for k in &column {
                    shown.extend(self.column_at(*k).map(|c| (Expr::Column(c), *k)));
                }
                if let (true, Some((k, t))) = (column.is_empty(), table) {
                    shown.extend(self.names(t).into_iter().map(|c| (Expr::Column(c), k)));
                }
                told.calculated |= shown.is_empty();
            }
        }
        if let Some(formula) = &self.parts.formula {
            if (a..b).any(|k| formula.items.contains(&k)) {
                shown = vec![(formula.expr.clone(), a)];
                told.calculated = false;
            }
        }
        for k in a..b {
            if !self.used[k] && !matches!(self.items[k].kind, Kind::Mark) {
                self.take(k, "shown");
            }
        }
        for s in shown {
            if !self.parts.select.iter().any(|o| o.0 == s.0) {
                self.parts.select.push(s);
            }
        }
    }

    /// How many rows of a table; `once`: each of them once, however often a join repeats it.
    fn rows_of(&self, t: usize, once: bool) -> Expr {
        let key = match self.knowledge.catalog.tables[t].primary_key.as_slice() {
            [one] => crate::ask::builtin::mentions::column(self.knowledge, t, one),
            _ => None,
        };
        match key.filter(|_| once) {
            Some(key) => Expr::Agg {
                agg: Agg::Count,
                distinct: true,
                of: Box::new(Expr::Column(key)),
            },
            None => Expr::count(t),
        }
    }
}
