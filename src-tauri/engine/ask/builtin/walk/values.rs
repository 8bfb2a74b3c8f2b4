//! Values: negations, and what is left of values, numbers and quotations.

use super::{CountCond, Walk};
use crate::ask::builtin::adjectives::ADJECTIVES;
use crate::ask::builtin::choose::Chooser;
use crate::ask::builtin::cues::Cue;
use crate::ask::builtin::mentions::{self, Kind, Meaning};
use crate::ask::builtin::query::{Col, Cond, Expr, Op, Value};

impl Walk<'_> {
    /// "suppliers from Germany or France", where no supplier is from France: the same column, not another table's of the
    /// same name.
    pub(super) fn alternative(&self, i: usize, options: &[(Meaning, f64)]) -> Option<(Meaning, f64)> {
        let near = i.saturating_sub(3)..i;
        near.clone()
            .find(|k| matches!(self.items[*k].kind, Kind::Cue(Cue::Or)))?;
        let before = near.rev().find_map(|k| match &self.meaning[k] {
            Some(Meaning::Value { col, .. }) => Some(*col),
            _ => None,
        })?;
        let (text, weight) = options.iter().find_map(|(m, w)| match m {
            Meaning::Value {
                col, text, part: false, ..
            } if self.name(*col) == self.name(before) => Some((text.clone(), *w)),
            _ => None,
        })?;
        let known = |m: &Meaning| matches!(m, Meaning::Value { col, .. } if *col == before);
        let same = Meaning::Value {
            col: before,
            text,
            rows: 0,
            part: false,
        };
        (!options.iter().any(|o| known(&o.0))).then_some((same, 6.0 * weight))
    }

    /// "without any concert", "who never ordered", "but not from France".
    pub(super) fn negations(&mut self, _ch: &mut Chooser) {
        for i in 0..self.items.len() {
            let but = matches!(self.cue(i), Some(Cue::But));
            // "all cities except for those with a driver older than 40".
            let besides = matches!(self.cue(i), Some(Cue::Compare(Op::Ne, None)));
            if besides {
                self.besides(i);
                continue;
            }
            if !but && !matches!(self.cue(i), Some(Cue::Not)) {
                continue;
            }
            if self.nobody(i) {
                continue;
            }
            let near = i + 1..self.items.len().min(i + 5);
            let next = near.clone().find(|j| self.mention(*j).is_some());
            // "who have not sent any parcels": the noun behind the verb, where the verb names no day.
            let noun = near.clone().find(|j| self.table_at(*j).is_some());
            let next = match next {
                Some(j) if noun.is_some() && self.done(j) && self.column_at(j).is_some_and(|c| !self.is_time(c)) => {
                    self.take(j, "not");
                    noun
                }
                _ => next,
            };
            // "who do not report to Alma": denied is whom they report to.
            if next.is_some_and(|j| self.tokens[self.items[j].start].stem == "report") {
                continue;
            }
            match next.and_then(|j| self.meaning[j].clone().map(|m| (j, m))) {
                Some((j, Meaning::Table(t))) if !but => {
                    self.take(i, "not");
                    self.take(j, "no such row");
                    self.parts.without.push((t, j));
                }
                Some((j, Meaning::Column(c))) if !but && j == i + 1 && self.profile(c).is_some_and(|p| p.nulls > 0) => {
                    self.take(i, "no value");
                    self.take(j, "condition");
                    self.filter(Cond::Null(Expr::Column(c), false), i);
                }
                // "guests who don't have any phone": no row of what the column is about.
                Some((j, Meaning::Column(c))) if !but && self.has_any(i, j) && !self.asked_of(j, c.table) => {
                    self.take(i, "not");
                    self.take(j, "no such row");
                    self.parts.without.push((c.table, j));
                }
                // "orders that have not been shipped": no row of what the verb speaks of, or no such day.
                Some((j, Meaning::Column(c))) if !but && self.done(j) && self.is_time(c) => {
                    let said = self.meaning[..j].iter().flatten().find_map(|m| match m {
                        Meaning::Table(t) => Some(*t),
                        _ => None,
                    });
                    let Some(asked) = said else { continue };
                    self.take(i, "not");
                    self.take(j, "no such row");
                    if asked == c.table {
                        self.filter(Cond::Null(Expr::Column(c), false), i);
                    } else {
                        self.parts.without.push((c.table, j));
                    }
                }
                Some((_, Meaning::Value { .. })) if !but => {
                    // Kept for the value: it asks `negated`.
                }
                _ if but => {
                    self.take(i, "but not");
                    self.parts.but_at = Some(i);
                }
                _ => {}
            }
        }
    }

    /// "Who report to nobody", "that were ordered by nobody": what stands in front has no value, or there is no such row.
    fn nobody(&mut self, i: usize) -> bool {
        let said = self.tokens[self.items[i].end - 1].is_any(&["nobody", "one", "noone", "no-one", "nothing"]);
        let goes_on = self.items.get(i + 1).is_some_and(|_| self.mention(i + 1).is_some());
        let Some(k) = i.checked_sub(1).filter(|_| said && !goes_on) else {
            return false;
        };
        match self.mention(k).cloned() {
            Some(Meaning::Table(t)) => self.parts.without.push((t, k)),
            Some(Meaning::Column(c)) if self.profile(c).is_some_and(|p| p.nulls > 0) => {
                self.filter(Cond::Null(Expr::Column(c), false), i);
            }
            _ => return false,
        }
        self.take(i, "not");
        self.take(k, "no such row");
        true
    }

    /// "do not have any", "has no", between two items.
    fn has_any(&self, i: usize, j: usize) -> bool {
        let between = &self.tokens[self.items[i].start..self.items[j].start];
        let says = |words: &[&str]| between.iter().any(|t| t.is_any(words));
        says(&["have", "has", "had", "having"]) && says(&["any", "no"])
    }

    /// Whether a table is spoken of before an item.
    fn asked_of(&self, j: usize, table: usize) -> bool {
        let mut said = self.meaning[..j].iter().flatten();
        said.any(|m| *m == Meaning::Table(table))
    }

    fn besides(&mut self, i: usize) {
        let noun = (i + 1..self.items.len().min(i + 4)).find_map(|j| self.table_at(j).map(|t| (j, t)));
        if let Some((j, t)) = noun {
            self.take(i, "not");
            self.take(j, "no such row");
            self.parts.without.push((t, j));
        }
    }

    /// A verb of what was done: "shipped", "been paid".
    pub(super) fn done(&self, j: usize) -> bool {
        let item = &self.items[j];
        let word = &self.tokens[item.end - 1].lower;
        let been = item
            .start
            .checked_sub(1)
            .is_some_and(|k| self.tokens[k].is_any(&["been", "was", "were", "not", "never"]));
        item.end - item.start == 1 && (word.ends_with("ed") || been)
    }

    /// What is left of values, numbers and quotations becomes equalities.
    pub(super) fn values(&mut self, ch: &mut Chooser) {
        self.parts.both = self
            .items
            .iter()
            .enumerate()
            .any(|(i, _)| matches!(self.cue(i), Some(Cue::Both)));
        for i in 0..self.items.len() {
            if let Some(Meaning::Value { col, text, part, .. }) = self.mention(i).cloned() {
                let negated = self.negated_value(i);
                self.take(
                    i,
                    if part {
                        format!("like '{text}'")
                    } else {
                        format!("'{text}'")
                    },
                );
                self.consume_column_of(i, col);
                self.tied_filter(Cond::text(col, text, part), i, negated);
                continue;
            }
            if let Kind::Quoted(text) = &self.items[i].kind {
                if self.used[i] {
                    continue;
                }
                // "whose advisor is "1121"".
                let beside = (0..i).rev().take(2).chain([i + 1]).find_map(|k| self.column_at(k));
                if beside.is_some_and(|c| self.is_number(c)) && self.number_at(i).is_some() {
                    self.bare_number(i, ch);
                    continue;
                }
                if let Some(c) = self.text_column(i, i) {
                    let negated = self.negated_value(i);
                    self.take(i, format!("'{text}'"));
                    self.equal(c, Value::Text(text.clone()), i, negated);
                }
                continue;
            }
            if let Some(iso) = self.date_at(i) {
                if let Some(c) = self.time_column_of(i, true) {
                    self.take(i, iso.clone());
                    self.tied_filter(self.on(c, iso), i, false);
                }
                continue;
            }
            if self.number_at(i).is_some() {
                self.bare_number(i, ch);
            }
        }
    }

    pub(super) fn negated_value(&mut self, i: usize) -> bool {
        let place = (0..i)
            .rev()
            .take(4)
            .take_while(|k| !matches!(self.items[*k].kind, Kind::Mark))
            .find(|k| matches!(self.cue(*k), Some(Cue::Not)));
        if let Some(k) = place {
            self.take(k, "not");
        }
        place.is_some() || self.parts.but_at.is_some_and(|b| i > b)
    }

    pub(super) fn equal(&mut self, col: Col, value: Value, i: usize, negated: bool) {
        self.tied_filter(Cond::eq(col, value), i, negated);
    }

    /// The column named beside its value is part of the condition, not of the result.
    pub(super) fn consume_column_of(&mut self, i: usize, col: Col) {
        let near: Vec<usize> = (0..i).rev().take(2).chain(i + 1..self.items.len().min(i + 2)).collect();
        for k in near {
            if self.column_at(k) == Some(col) {
                let shown_first = k < i && (0..=k).all(|b| b == k || self.meaning[b].is_none()) && i - k > 1;
                if !shown_first {
                    self.take(k, "condition");
                    return;
                }
            }
        }
    }

    pub fn number_at(&self, i: usize) -> Option<String> {
        let item = self.items.get(i)?;
        if self.used[i] {
            return None;
        }
        item.number.clone()
    }

    /// "in 2014", "year 2014", "id 5".
    pub(super) fn bare_number(&mut self, i: usize, ch: &mut Chooser) {
        let Some(number) = self.number_at(i) else { return };
        let year = number.parse::<f64>().is_ok_and(|n| (1700.0..2101.0).contains(&n))
            && self.items[i].end - self.items[i].start == 1;
        if self.years_old(i, &number) {
            return;
        }
        // "a rating that is not 3".
        let said = (0..i).rev().filter(|k| self.cue(*k) != Some(Cue::Not));
        let before = said.take(2).find(|k| self.mention(*k).is_some());
        if let Some(k) = before {
            // "the team with the best rank in 2014": a year is no rank.
            let within = year && matches!(self.cue(i - 1), Some(Cue::In | Cue::From));
            let fits = |c: &Col| self.is_time(*c) || !within && (self.is_number(*c) || self.is_key(*c));
            if let Some(c) = self.column_at(k).filter(fits) {
                self.take(k, "condition");
                self.take(i, number.clone());
                let negated = self.denied_number(i);
                // "age 20 to 25".
                let to = self.tokens.get(self.items[i].end).is_some_and(|t| t.is("to"));
                if let Some(end) = self.number_at(i + 1).filter(|_| to) {
                    self.take(i + 1, end.clone());
                    let between = Cond::Between(Expr::Column(c), Value::Number(number), Value::Number(end));
                    return self.tied_filter(between, i, negated);
                }
                let other = self.or_number(i);
                let conds = std::iter::once(number)
                    .chain(other)
                    .map(|n| self.number_condition(c, Op::Eq, n, year))
                    .collect();
                return self.tied_filter(any(conds), i, negated);
            }
        }
        if year {
            if let Some(c) = self.time_column(i) {
                let negated = self.denied_number(i);
                self.take(i, number.clone());
                let cond = self.number_condition(c, Op::Eq, number, true);
                return self.tied_filter(cond, i, negated);
            }
        }
        // "3 bedrooms", "a rating of 5", "3 or 4 stars".
        let second = matches!(self.cue(i + 1), Some(Cue::Or)) && self.number_at(i + 2).is_some();
        let k = i + if second { 3 } else { 1 };
        let figure = |c: &super::Col| self.is_number(*c) && !self.is_key(*c) && !self.is_foreign(*c);
        if let Some(c) = self.column_at(k).filter(figure) {
            self.take(k, "condition");
            self.take(i, number.clone());
            let other = self.or_number(i);
            let equal = |n| Cond::Compare(Expr::Column(c), Op::Eq, Value::Number(n));
            let negated = self.denied_number(i);
            let cond = any(std::iter::once(number).chain(other).map(equal).collect());
            return self.tied_filter(cond, i, negated);
        }
        if self.numbered(i, &number) {
            return;
        }
        // "courses with two prerequisites", where a key is called so.
        let linked = self.column_at(i + 1).filter(|c| self.is_foreign(*c) || self.is_key(*c));
        let led = self.items[..i]
            .last()
            .is_some_and(|x| matches!(x.kind, Kind::Cue(Cue::Relative)));
        if let Some(t) = self.table_at(i + 1).or(linked.filter(|_| led).map(|c| c.table)) {
            if (number != "1" || led) && ch.whether("exactly so many", 0.6) {
                self.take(i, "exactly");
                self.parts.counts.push(CountCond {
                    table: Some(t),
                    op: Op::Eq,
                    number,
                });
            }
        }
    }

    /// "a rating that is not 3", "not placed in 2023": nothing that is known stands between.
    fn denied_number(&mut self, i: usize) -> bool {
        let between = |k: &usize| matches!(self.items[*k].kind, Kind::Word(_) | Kind::Cue(Cue::In | Cue::Not));
        let not = (0..i)
            .rev()
            .take(3)
            .take_while(between)
            .find(|k| self.cue(*k) == Some(Cue::Not));
        if let Some(k) = not {
            self.take(k, "not");
        }
        not.is_some()
    }

    /// "who are not 35 years old".
    fn years_old(&mut self, i: usize, number: &str) -> bool {
        let behind = &self.tokens[self.items[i].end..];
        let says = matches!(behind, [years, old, ..] if years.is_any(&["year", "years"]) && old.is("old"));
        let old = ADJECTIVES.iter().find(|a| a.positive == "old").filter(|_| says);
        let near = self.meaning[..i].iter().rev().flatten().next().map(Meaning::table);
        let hinted = old.and_then(|a| self.hinted(a, near).or_else(|| self.hinted_beside(a)));
        let Some((c, false)) = hinted.filter(|h| !self.is_time(h.0)) else {
            return false;
        };
        let op = if self.negated_value(i) { Op::Ne } else { Op::Eq };
        self.take(i, number.to_owned());
        self.filter(Cond::Compare(Expr::Column(c), op, Value::Number(number.to_owned())), i);
        true
    }

    /// "department 520", "room 111 or 112": the row with that key.
    fn numbered(&mut self, i: usize, number: &str) -> bool {
        let Some(Meaning::Table(t)) = i.checked_sub(1).and_then(|k| self.meaning[k].clone()) else {
            return false;
        };
        let table = &self.knowledge.catalog.tables[t];
        let [one] = table.primary_key.as_slice() else {
            return false;
        };
        let key = mentions::column(self.knowledge, t, one).filter(|c| self.is_number(*c));
        let Some(key) = key.filter(|_| self.items[i - 1].end == self.items[i].start) else {
            return false;
        };
        self.take(i, number.to_owned());
        self.filter(
            Cond::Compare(Expr::Column(key), Op::Eq, Value::Number(number.to_owned())),
            i,
        );
        if !self.used[i - 1] {
            self.take(i - 1, "rows of");
            self.parts.tables.push((t, i - 1));
        }
        if let Some(other) = self.or_number(i) {
            if let Some(last) = self.parts.filters.last_mut() {
                let both = Cond::Compare(Expr::Column(key), Op::Eq, Value::Number(other));
                last.or_next = false;
                last.cond = Cond::Any(vec![last.cond.clone(), both]);
            }
        }
        true
    }

    /// "3 or 4": the number behind "or", taken.
    fn or_number(&mut self, i: usize) -> Option<String> {
        let other = self
            .number_at(i + 2)
            .filter(|_| matches!(self.cue(i + 1), Some(Cue::Or)))?;
        self.take(i + 1, "or");
        self.take(i + 2, other.clone());
        Some(other)
    }
}

fn any(mut conds: Vec<Cond>) -> Cond {
    match conds.len() {
        1 => conds.swap_remove(0),
        _ => Cond::Any(conds),
    }
}
