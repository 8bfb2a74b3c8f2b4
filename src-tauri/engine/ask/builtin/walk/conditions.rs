//! Conditions: comparisons, ranges, missing values, and what ties one to the next.

use super::{CountCond, Filter, Walk};
use crate::ask::builtin::choose::Chooser;
use crate::ask::builtin::cues::{Adjective, Cue};
use crate::ask::builtin::mentions::{Kind, Meaning};
use crate::ask::builtin::query::{Agg, Col, Cond, Expr, Op, Part, Value};
use askwell_contract::time::TimeKind;
use askwell_sql::dialect::Stored;

impl Walk<'_> {
    /// "with unknown height", "whose email is missing".
    pub(super) fn missing(&mut self, i: usize) {
        let place = [i + 1, i + 2]
            .into_iter()
            .chain((0..i).rev().take(3))
            .find(|k| self.column_at(*k).is_some());
        let Some(k) = place else { return };
        let Some(c) = self.column_at(k) else { return };
        let negated = self.negated(i);
        self.take(i, "no value");
        self.take(k, "condition");
        self.filter(Cond::Null(Expr::Column(c), negated), i);
    }

    /// Takes a negation standing just before an item.
    pub(super) fn negated(&mut self, i: usize) -> bool {
        let place = (0..i)
            .rev()
            .take(2)
            .take_while(|k| !matches!(self.items[*k].kind, Kind::Mention(_)) || self.used[*k])
            .find(|k| matches!(self.cue(*k), Some(Cue::Not)));
        if let Some(k) = place {
            self.take(k, "not");
        }
        place.is_some()
    }

    /// Notes a condition, and whether "or" or "and" ties the next one to it.
    pub(super) fn filter(&mut self, cond: Cond, at: usize) {
        self.tied_filter(cond, at, false);
    }

    pub(super) fn tied_filter(&mut self, cond: Cond, at: usize, negated: bool) {
        // "a garden flat or a roof flat": the noun behind its value.
        let noun = |k: usize| k == at + 1 && self.table_at(k).is_some();
        let tie = (at + 1..self.items.len().min(at + 5))
            // A condition of its own stands between.
            .take_while(|k| self.number_at(*k).is_none())
            .take_while(|k| !matches!(self.items[*k].kind, Kind::Mention(_)) || self.used[*k] || noun(*k))
            .find_map(|k| self.cue(k).filter(|c| matches!(c, Cue::And | Cue::Or)));
        // Said twice ("silver cars (colour is 'silver')") it is still one condition.
        if self
            .parts
            .filters
            .iter()
            .any(|f| f.cond == cond && f.negated == negated)
        {
            return;
        }
        self.parts.filters.push(Filter {
            cond,
            at,
            negated,
            or_next: tie == Some(Cue::Or),
            and_next: tie == Some(Cue::And),
        });
    }

    /// "older than 20", "more than 3 concerts", "between 10 and 20", "above the average", "20 or more".
    pub(super) fn comparisons(&mut self, ch: &mut Chooser) {
        for i in 0..self.items.len() {
            match self.cue(i) {
                Some(Cue::Compare(op, adjective)) => self.comparison(i, op, adjective, ch),
                Some(Cue::After(op)) => {
                    let Some(j) = i.checked_sub(1).filter(|j| self.number_at(*j).is_some()) else {
                        continue;
                    };
                    self.take(i, "compared");
                    self.compare_number(j, j, op, None, ch);
                }
                Some(Cue::Between) => self.between(i),
                Some(Cue::From) if self.years_apart(i) => self.between(i),
                _ => {}
            }
        }
    }

    pub(super) fn comparison(&mut self, i: usize, op: Op, adjective: Option<&'static Adjective>, ch: &mut Chooser) {
        let op = if self.negated(i) { op.opposite() } else { op };
        let mut j = i + 1;
        while j < self.items.len()
            && j < i + 3
            && (matches!(self.items[j].kind, Kind::Word(_))
                || self.tokens[self.items[j].start].is_any(&["$", "€", "£"]))
            && self.date_at(j).is_none()
        {
            j += 1;
        }
        // "other than 'x'", "after 'x'": a value stands there; the pass over values takes it.
        if op == Op::Ne {
            if let Some(Meaning::Value { .. }) = self.mention(j) {
                self.take(i, "not");
                self.parts.but_at = self.parts.but_at.or(None);
                let Some(Meaning::Value { col, text, part, .. }) = self.mention(j).cloned() else {
                    return;
                };
                self.take(j, format!("not '{text}'"));
                self.filter(Cond::text(col, text, part).denied(), j);
                return;
            }
        }
        if let Some(iso) = self.date_at(j) {
            if let Some(c) = self.time_column_of(i, true) {
                self.take(i, "compared");
                self.take(j, iso.clone());
                self.filter(self.beside(c, op, iso), i);
            }
            return;
        }
        if self.number_at(j).is_some() {
            self.take(i, "compared");
            let op = match self.cue(j + 1) {
                Some(Cue::After(op)) => {
                    self.take(j + 1, "compared");
                    op
                }
                _ => op,
            };
            return self.compare_number(i, j, op, adjective, ch);
        }
        // "below the largest balance", "above the average".
        let extreme = match self.cue(j) {
            Some(Cue::Agg(agg)) => Some(agg),
            Some(Cue::Superlative(up, _)) => Some(if up { Agg::Max } else { Agg::Min }),
            _ => None,
        };
        if let Some(agg) = extreme {
            return self.against_aggregate(i, j, op, agg, adjective, ch);
        }
        // "above age 40", "over a weight of 50".
        let than = |k: usize| self.items.get(k).is_some_and(|x| self.tokens[x.start].is("than"));
        let passed = self.cue(j + 1) == Some(Cue::Of) || than(j + 1);
        let number = j + if passed { 2 } else { 1 };
        let measure = self.column_at(j).filter(|c| self.is_number(*c) && !self.is_key(*c));
        if let (Some(c), Some(text)) = (measure, self.number_at(number)) {
            self.take(i, "compared");
            self.take(j, "compared");
            self.take(number, text.clone());
            self.filter(self.number_condition(c, op, text, false), i);
            return;
        }
        if let Some(c) = measure {
            let of = (j + 1..self.items.len().min(j + 4)).find_map(|k| match self.cue(k) {
                Some(Cue::Agg(agg)) => Some((k, agg)),
                _ => None,
            });
            let than = self.tokens[self.items[j].end..].iter().take(1).any(|t| t.is("than"));
            if let Some((k, agg)) = of.filter(|_| than) {
                return self.more_than_usual(i, j, k, c, op, agg);
            }
        }
        self.against_column(i, j, op, ch);
    }

    /// The column standing just before a comparison, taken.
    pub(super) fn left_of(&mut self, i: usize) -> Option<Col> {
        let k = (0..i).rev().take(3).find(|k| self.mention(*k).is_some())?;
        let c = self
            .column_at(k)
            .filter(|c| (self.is_number(*c) || self.is_time(*c)) && !self.is_key(*c) && !self.is_foreign(*c))?;
        self.take(k, "compared");
        Some(c)
    }

    pub(super) fn compare_number(
        &mut self,
        i: usize,
        j: usize,
        op: Op,
        adjective: Option<&'static Adjective>,
        ch: &mut Chooser,
    ) {
        let conditions = |w: &Self| (w.parts.filters.len(), w.parts.counts.len(), w.parts.having.len());
        let before = conditions(self);
        let said_twice = |w: &Self| w.parts.filters.iter().any(|f| f.at == i);
        self.compared_with(i, j, op, adjective, ch);
        // Words that led to no condition were not used, whatever comes of them.
        if conditions(self) == before && !said_twice(self) {
            self.uses.retain(|u| !(i..=j + 1).contains(&u.item));
        }
    }

    fn compared_with(&mut self, i: usize, j: usize, op: Op, adjective: Option<&'static Adjective>, ch: &mut Chooser) {
        let Some(number) = self.number_at(j) else { return };
        let year = number.parse::<f64>().is_ok_and(|n| (1700.0..2101.0).contains(&n));
        self.take(j, number.clone());
        let after = (j + 1..self.items.len().min(j + 3)).find(|k| self.mention(*k).is_some());
        let between_words = after.is_some_and(|k| (j + 1..k).any(|m| !matches!(self.items[m].kind, Kind::Word(_))));
        let after = after.filter(|_| !between_words);
        let before = (0..i)
            .rev()
            .take(3)
            .find(|k| self.mention(*k).is_some() || matches!(self.cue(*k), Some(Cue::HowMany)));
        // "width below 4 or above 9": the second end of the same.
        if before.is_none() && matches!(i.checked_sub(1).and_then(|k| self.cue(k)), Some(Cue::Or | Cue::And)) {
            let compared = self
                .parts
                .filters
                .iter()
                .rfind(|f| f.at < i)
                .and_then(|f| match &f.cond {
                    Cond::Compare(Expr::Column(c), Op::Lt | Op::Le | Op::Gt | Op::Ge, Value::Number(_)) => Some(*c),
                    _ => None,
                });
            // "longer than 40 or higher than 12": another column's adjective.
            let own = adjective.and_then(|a| self.hinted(a, None));
            let same = |c: &Col| own.is_none_or(|h| h.0 == *c);
            if let Some(c) = compared.filter(|c| after.is_none() && same(c)) {
                self.filter(self.number_condition(c, op, number, year), i);
                return;
            }
        }
        // "number of concerts is more than 3".
        if let Some(k) = before.filter(|k| self.cue(*k).is_none()) {
            let counted = k.checked_sub(1).filter(|h| matches!(self.cue(*h), Some(Cue::HowMany)));
            if let (Some(h), Some(m)) = (counted, self.meaning[k].clone()) {
                let rows = !self
                    .column_at(k)
                    .is_some_and(|c| self.measurable(c) && self.is_number(c));
                if rows && h > 0 && self.items[..h].iter().any(|x| matches!(x.kind, Kind::Mention(_))) {
                    self.take(h, "counted");
                    self.take(k, "counted");
                    self.parts.counts.push(CountCond {
                        table: Some(m.table()),
                        op,
                        number,
                    });
                    return;
                }
            }
            if let (Some(h), true) = (
                counted,
                self.column_at(k)
                    .is_some_and(|c| self.measurable(c) && self.is_number(c)),
            ) {
                self.take(h, "compared");
            }
            // "guides that guide more than 3 tours": the tours, unless the column holds their number.
            let noun = self.table_at(j + 1).filter(|_| !year);
            let apart = (k + 1..i).any(|m| matches!(self.items[m].kind, Kind::Cue(Cue::Relative)));
            let of_noun = if apart { 0.8 } else { 0.4 };
            if noun.is_some() && (apart || k + 1 == i) && ch.whether("rows behind the number", of_noun) {
                self.take(j + 1, "counted");
                self.parts.counts.push(CountCond {
                    table: noun,
                    op,
                    number,
                });
                return;
            }
            // "keepers who feed more than one animal": the number is not one of `keeper_num`.
            let compares = |c: &Col| !((self.is_foreign(*c) || self.is_key(*c)) && after.is_some());
            if let Some(c) = self
                .column_at(k)
                .filter(|c| self.figure(*c) && compares(c) || year && self.is_time(*c))
            {
                let agg = k.checked_sub(1).and_then(|a| match self.cue(a) {
                    Some(Cue::Agg(agg)) => Some((a, agg)),
                    _ => None,
                });
                self.take(k, "compared");
                // "white percentage above 90": what the column holds.
                if let Some(share) = (k + 1..i).find(|s| self.cue(*s) == Some(Cue::Share)) {
                    self.take(share, "compared");
                }
                if let Some((a, agg)) = agg {
                    self.take(a, "of the group");
                    self.parts.having.push(Cond::Compare(
                        Expr::agg(agg, Expr::Column(c)),
                        op,
                        Value::Number(number),
                    ));
                } else {
                    self.filter(self.number_condition(c, op, number, year), i);
                }
                return;
            }
        }
        // "customers who paid more than 5000": the amounts of what a verb speaks of, added up.
        let spoken = (0..i).rev().take(3).find_map(|k| self.column_at(k).map(|c| (k, c)));
        if let Some((k, c)) = spoken.filter(|s| !year && self.is_time(s.1) && !self.figure(s.1) && after.is_none()) {
            if let Some(amount) = self.amount(c.table) {
                self.take(k, "added up");
                let of = Expr::agg(crate::ask::builtin::query::Agg::Sum, Expr::Column(amount));
                return self.parts.having.push(Cond::Compare(of, op, Value::Number(number)));
            }
        }
        if let Some(k) = after {
            match self.meaning[k].clone() {
                Some(Meaning::Table(t)) => {
                    self.take(k, "counted");
                    self.parts.tables.push((t, k));
                    self.parts.counts.push(CountCond {
                        table: Some(t),
                        op,
                        number,
                    });
                    return;
                }
                Some(Meaning::Column(c)) if self.figure(c) && !self.is_key(c) && !self.is_foreign(c) => {
                    self.take(k, "compared");
                    self.filter(self.number_condition(c, op, number, year), i);
                    return;
                }
                Some(Meaning::Column(c)) if !year => {
                    self.take(k, "counted");
                    self.parts.counts.push(CountCond {
                        table: Some(c.table),
                        op,
                        number,
                    });
                    return;
                }
                _ => {}
            }
        }
        let hinted = adjective.and_then(|a| self.hinted(a, None).or_else(|| self.hinted_beside(a)));
        if let Some((c, back)) = hinted {
            // "older than 30" of a birth date would be a day, not a number.
            if !back || year {
                self.filter(self.number_condition(c, op, number, year), i);
                return;
            }
        }
        if year {
            if let Some(c) = self.time_column(i) {
                self.filter(self.number_condition(c, op, number, true), i);
                return;
            }
        }
        if let Some(Cue::Times) = self.cue(j + 1) {
            self.take(j + 1, "counted");
        }
        // "an average attendance at home games above 5000".
        let measured =
            (0..i.saturating_sub(1))
                .rev()
                .take(8)
                .find_map(|k| match (self.cue(k), self.column_at(k + 1)) {
                    (Some(Cue::Agg(agg)), Some(c)) if self.is_number(c) => Some((k, agg, c)),
                    _ => None,
                });
        if let Some((k, agg, c)) = measured {
            self.take(k, "of the group");
            self.take(k + 1, "of the group");
            let of = Expr::agg(agg, Expr::Column(c));
            self.parts.having.push(Cond::Compare(of, op, Value::Number(number)));
            return;
        }
        let only = self.only_number().filter(|_| !year && self.parts.counts.is_empty());
        // "who is under 40" is a measure, "with over 40" counts.
        let is = self.items[i]
            .start
            .checked_sub(1)
            .is_some_and(|k| self.tokens[k].is_any(&["is", "are", "was", "were"]));
        let sure = if is || self.unknown_before(i) { 0.8 } else { 0.3 };
        // What lies outside of all that the column holds is no question of it: nobody earns under 40.
        let only = only.filter(|c| self.within_reach(*c, &number));
        if let Some(c) = only.filter(|_| ch.whether("the only number", sure)) {
            self.filter(self.number_condition(c, op, number, false), i);
            return;
        }
        // Nothing is lighter by being fewer.
        let counts = adjective.is_none_or(|a| !a.of_one());
        if counts && ch.whether("bare number counts", 0.7) {
            self.parts.counts.push(CountCond {
                table: None,
                op,
                number,
            });
        }
    }

    /// The one number that the rows spoken of have: what is compared with a number can be nothing else.
    fn only_number(&self) -> Option<Col> {
        let mut figures = self.figures(*self.scope().first()?);
        figures.retain(|c| !self.is_flag(*c));
        match figures[..] {
            [only] => Some(only),
            _ => None,
        }
    }

    /// Whether a number lies among those that a column holds, as far as is known.
    fn within_reach(&self, c: Col, number: &str) -> bool {
        let Some(profile) = self.profile(c) else { return true };
        match (number.parse::<f64>(), profile.min.as_f64(), profile.max.as_f64()) {
            (Ok(n), Some(min), Some(max)) => min <= n && n <= max,
            _ => true,
        }
    }

    /// "a guest happiness greater than": a word that nothing in the database is called by.
    fn unknown_before(&self, i: usize) -> bool {
        i.checked_sub(1)
            .is_some_and(|k| matches!(self.items[k].kind, Kind::Word(_)))
    }

    /// A number that is no day: days kept as numbers are compared with days only.
    pub(super) fn figure(&self, c: Col) -> bool {
        let stored = super::super::write::stored(self.knowledge, c);
        self.is_number(c) && stored.is_none_or(|s| s == Stored::Year)
    }

    /// A number against a column; a year against a column of dates.
    pub(super) fn number_condition(&self, c: Col, op: Op, number: String, year: bool) -> Cond {
        match super::super::write::stored(self.knowledge, c) {
            Some(Stored::Year) | None => Cond::Compare(Expr::Column(c), op, Value::Number(number)),
            Some(_) if year => Cond::Compare(Expr::Part(Part::Year, c), op, Value::Number(number)),
            Some(_) => Cond::Compare(Expr::Column(c), op, Value::Number(number)),
        }
    }

    /// "from 2019 to 2021".
    fn years_apart(&self, i: usize) -> bool {
        let year = |k: usize| {
            let n = self.number_at(k).and_then(|n| n.parse::<f64>().ok());
            n.is_some_and(|n| (1700.0..2101.0).contains(&n))
        };
        let to = self.items.get(i + 1).and_then(|x| self.tokens.get(x.end));
        year(i + 1) && year(i + 2) && to.is_some_and(|t| t.is_any(&["to", "until", "till", "through"]))
    }

    /// The day written at an item.
    pub(super) fn date_at(&self, j: usize) -> Option<String> {
        let item = self.items.get(j).filter(|_| !self.used[j])?;
        match &item.kind {
            Kind::Day(iso) => Some(iso.clone()),
            _ => {
                let day = self
                    .time_at(j)
                    .filter(|t| t.kind == TimeKind::Day && item.end - item.start == 1);
                day.and_then(|t| t.from.clone())
            }
        }
    }

    pub(super) fn between(&mut self, i: usize) {
        let ends: Vec<usize> = (i + 1..self.items.len().min(i + 6))
            .filter(|j| self.number_at(*j).is_some() || self.date_at(*j).is_some())
            .take(2)
            .collect();
        let [low, high] = ends[..] else { return };
        let year = self
            .number_at(low)
            .and_then(|n| n.parse::<f64>().ok())
            .is_some_and(|n| (1700.0..2101.0).contains(&n));
        let left = self.left_of(i).or_else(|| {
            let k = (high + 1..self.items.len().min(high + 3))
                .find(|k| self.column_at(*k).is_some_and(|c| self.is_number(c)))?;
            let c = self.column_at(k);
            self.take(k, "compared");
            c
        });
        let dated = self.date_at(low).is_some();
        let Some(c) = left.or_else(|| (year || dated).then(|| self.time_column(i)).flatten()) else {
            return;
        };
        let negated = self.negated(i);
        self.take(i, "between");
        let value = |w: &Self, j: usize| match w.date_at(j) {
            Some(iso) => Some(Value::Date(iso)),
            None => w.number_at(j).map(Value::Number),
        };
        let (Some(a), Some(b)) = (value(self, low), value(self, high)) else {
            return;
        };
        self.take(low, "from");
        self.take(high, "to");
        let stored = super::super::write::stored(self.knowledge, c);
        let left = if year && stored.is_some_and(|s| s != Stored::Year) {
            Expr::Part(Part::Year, c)
        } else {
            Expr::Column(c)
        };
        let cond = match (&a, &b) {
            (Value::Date(a), Value::Date(b)) => self.within(c, a.clone(), Some(b.clone())),
            _ => Cond::Between(left, a, b),
        };
        self.tied_filter(cond, i, negated);
    }
}
