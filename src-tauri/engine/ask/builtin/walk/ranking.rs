//! Superlatives, "top N".

use super::trade::SEVERAL;
use super::{Key, Walk};
use crate::ask::builtin::adjectives::Adjective;
use crate::ask::builtin::choose::Chooser;
use crate::ask::builtin::cues::Cue;
use crate::ask::builtin::mentions::{Kind, Meaning};
use crate::ask::builtin::query::{Agg, Col, Expr};
use crate::words::Token;

/// "best" and "worst".
pub(super) fn of_quality(a: &Adjective) -> bool {
    matches!(a.positive, "good" | "bad")
}

/// "big" and "small", of what has no size of its own.
fn of_size(a: &Adjective) -> bool {
    matches!(a.positive, "large" | "big" | "small")
}

impl Walk<'_> {
    /// "the oldest", "with the most concerts", "top 3 by price".
    pub(super) fn superlatives(&mut self, ch: &mut Chooser) {
        for i in 0..self.items.len() {
            match self.cue(i) {
                Some(Cue::Superlative(..)) if self.extremes(i) => {}
                Some(Cue::Superlative(desc, Some(a))) if self.end_to_end(i, desc, a) => {}
                Some(Cue::Superlative(desc, a)) if a.is_none_or(of_quality) && self.sells(i, desc) => {}
                Some(Cue::Top) if self.sells(i, true) => {}
                Some(Cue::Superlative(desc, adjective)) => {
                    let limit = self.how_many_of(i).or_else(|| self.several(i));
                    self.ordinal(i);
                    let near = (i + 1..self.items.len().min(i + 4))
                        .chain((0..i).rev().take(3))
                        .find_map(|j| self.table_at(j));
                    let next = (i + 1..self.items.len().min(i + 4)).find(|j| {
                        self.mention(*j).is_some()
                            || matches!(self.items[*j].kind, Kind::Mark)
                            || self
                                .cue(*j)
                                .is_some_and(|c| !matches!(c, Cue::Of | Cue::HowMany | Cue::Agg(_)))
                    });
                    let next = next.filter(|j| self.mention(*j).is_some());
                    let measured = self.column_at(i + 1).and_then(|_| self.table_at(i + 2));
                    let noun = self.table_at(i + 1).filter(|_| adjective.is_some());
                    self.parts.asked = self.parts.asked.or(noun).or(measured);
                    self.take(i, if desc { "the most" } else { "the least" });
                    self.superlative(i, desc, adjective, next, near, limit, ch);
                }
                Some(Cue::Common(desc)) => {
                    self.take(i, "how often");
                    let limit = self.how_many_of(i);
                    self.rank(Key::Count(None), desc, limit);
                    let target = (i + 1..self.items.len().min(i + 4)).find(|j| self.mention(*j).is_some());
                    if let Some(j) = target {
                        match self.meaning[j].clone() {
                            Some(Meaning::Column(c)) => {
                                self.parts.select.push((Expr::Column(c), j));
                                self.take(j, "grouped");
                            }
                            // "the most common roof type".
                            Some(Meaning::Table(t)) => {
                                let own = self.column_at(j + 1).filter(|c| {
                                    c.table == t && self.items[j].end == self.items[j + 1].start && !self.is_key(*c)
                                });
                                if let Some(c) = own {
                                    self.take(j, "whose");
                                    self.take(j + 1, "grouped");
                                    self.parts.select.push((Expr::Column(c), j + 1));
                                }
                            }
                            Some(Meaning::Value { .. }) | None => {}
                        }
                    }
                }
                Some(Cue::Top) => self.top(i),
                _ => {}
            }
        }
    }

    /// "the highest and lowest prices", "average and oldest age": values, not an order.
    fn extremes(&mut self, i: usize) -> bool {
        let kind = |w: &Self, j: usize| match w.cue(j) {
            Some(Cue::Superlative(desc, _)) => Some(if desc { Agg::Max } else { Agg::Min }),
            Some(Cue::Agg(a)) => Some(a),
            _ => None,
        };
        let joins = |w: &Self, j: usize| matches!(w.cue(j), Some(Cue::And)) || matches!(w.items[j].kind, Kind::Mark);
        let mut first = i;
        while first >= 2 && joins(self, first - 1) && kind(self, first - 2).is_some() {
            first -= 2;
        }
        let mut aggs = Vec::new();
        let mut j = first;
        while j < self.items.len() {
            match kind(self, j) {
                Some(a) if aggs.is_empty() || joins(self, j - 1) => aggs.push((j, a)),
                None if joins(self, j) => {}
                _ => break,
            }
            j += 1;
        }
        let Some(c) = self.column_at(j).filter(|c| self.measurable(*c)) else {
            return false;
        };
        if aggs.len() < 2 {
            return false;
        }
        for (at, a) in aggs {
            self.take(at, Self::aggregate_name(a));
            self.parts.select.push((Expr::agg(a, Expr::Column(c)), at));
        }
        self.take(j, "calculated");
        true
    }

    #[allow(clippy::too_many_arguments)]
    fn superlative(
        &mut self,
        i: usize,
        desc: bool,
        adjective: Option<&'static Adjective>,
        next: Option<usize>,
        near: Option<usize>,
        limit: Option<u64>,
        ch: &mut Chooser,
    ) {
        let named = self
            .parts
            .formula
            .as_ref()
            .filter(|f| f.items.iter().any(|k| *k > i && *k < i + 4));
        if let Some(formula) = named {
            return self.rank(Key::Expr(formula.expr.clone()), desc, limit);
        }
        // "who earns the most", "which product costs the least".
        let earned = i.checked_sub(1).and_then(|k| self.column_at(k).map(|c| (k, c)));
        let verb = earned.filter(|(k, c)| {
            let said = &self.tokens[self.items[*k].end - 1].lower;
            adjective.is_none()
                && next.is_none()
                && said.ends_with('s')
                && self.measurable(*c)
                && self.is_number(*c)
                && !self.is_time(*c)
        });
        // "whose credit limit is the largest".
        let before = i.checked_sub(1).map(|k| self.items[k].end..self.items[i].start);
        let told = before.is_some_and(|between| {
            let words: Vec<&str> = self.tokens[between].iter().map(|t| t.lower.as_str()).collect();
            matches!(
                words[..],
                ["is" | "are" | "was" | "were", "the"] | ["is" | "are" | "was" | "were"]
            )
        });
        let told = earned.filter(|(_, c)| told && next.is_none() && self.measurable(*c));
        if let Some((k, c)) = told.or(verb) {
            self.take(k, "compared");
            return self.rank(Key::Expr(Expr::Column(c)), desc, limit);
        }
        let meaning = next.and_then(|j| self.meaning[j].clone());
        // An aggregate between: "the highest average age".
        let between = next.and_then(|j| {
            (i + 1..j).find_map(|m| match self.cue(m) {
                Some(Cue::Agg(a)) => Some((m, Some(a))),
                Some(Cue::HowMany) => Some((m, None)),
                _ => None,
            })
        });
        if let Some((m, agg)) = between {
            self.take(m, "of the group");
            if let (Some(j), Some(Meaning::Column(c)), Some(agg)) = (next, &meaning, agg) {
                self.take(j, "compared");
                return self.rank(Key::Expr(Expr::agg(agg, Expr::Column(*c))), desc, limit);
            }
            // "the highest average parcel weight", "the lowest average salary" where the salaries are a table.
            if let (Some(j), Some(Meaning::Table(t)), Some(agg)) = (next, &meaning, agg) {
                let behind = self
                    .column_at(j + 1)
                    .filter(|c| self.measurable(*c) && self.is_number(*c));
                if let Some(c) = behind.or_else(|| self.worth(*t)) {
                    self.take(j, "compared");
                    if behind.is_some() {
                        self.take(j + 1, "compared");
                    }
                    return self.rank(Key::Expr(Expr::agg(agg, Expr::Column(c))), desc, limit);
                }
            }
            if let (Some(j), Some(meaning)) = (next, &meaning) {
                self.take(j, "counted");
                return self.rank(Key::Count(Some(meaning.table())), desc, limit);
            }
        }
        // "the lowest savings balance", where savings are a table.
        let (next, meaning) = match (next, meaning) {
            (Some(j), Some(Meaning::Table(t))) => match self.column_at(j + 1) {
                Some(c) if c.table == t && self.measurable(c) && self.is_number(c) => {
                    self.take(j, "whose");
                    (Some(j + 1), Some(Meaning::Column(c)))
                }
                _ => (Some(j), Some(Meaning::Table(t))),
            },
            // "the most registered students": no day of registration.
            (Some(j), Some(Meaning::Column(c))) if adjective.is_none() && self.done(j) && self.is_time(c) => {
                match self.table_at(j + 1) {
                    Some(t) => (Some(j + 1), Some(Meaning::Table(t))),
                    None => (Some(j), Some(Meaning::Column(c))),
                }
            }
            other => other,
        };
        match (adjective, meaning, next) {
            (_, Some(Meaning::Column(c)), Some(j)) if self.measurable(c) && !(self.amounts(i) && self.is_time(c)) => {
                self.take(j, "compared");
                // "What is the highest price": the value itself is asked for.
                let leads = (0..i).all(|b| self.meaning[b].is_none());
                let alone = !self
                    .items
                    .iter()
                    .enumerate()
                    .any(|(b, _)| b > j && self.column_at(b).is_some());
                let what = self.tokens.first().is_some_and(|t| t.is_any(&["what", "what's"]));
                if self.parts.offset > 0 {
                    if leads {
                        self.parts.select.push((Expr::Column(c), j));
                        self.parts.distinct = true;
                    }
                    return self.rank(Key::Expr(Expr::Column(c)), desc, limit);
                }
                // "the top 3 greatest rates": those, and no single one.
                let several = limit.or(self.parts.limit).is_some_and(|n| n > 1);
                if several && leads {
                    self.parts.select.push((Expr::Column(c), j));
                    let desc = desc == adjective.is_none_or(|a| !self.runs_back(a, c));
                    return self.rank(Key::Expr(Expr::Column(c)), desc, limit);
                }
                let yes = if leads && (alone || what) && limit.is_none() {
                    0.85
                } else if leads {
                    0.4
                } else {
                    0.03
                };
                if ch.whether("extreme value", yes) {
                    let agg = if desc { Agg::Max } else { Agg::Min };
                    self.parts.select.push((Expr::agg(agg, Expr::Column(c)), i));
                } else {
                    let desc = desc == adjective.is_none_or(|a| !self.runs_back(a, c));
                    self.parts.most |= adjective.is_none();
                    self.rank(Key::Expr(Expr::Column(c)), desc, limit);
                }
            }
            (None, Some(Meaning::Column(c)), Some(j)) => {
                self.take(j, "counted");
                self.rank(Key::Count(Some(c.table)), desc, limit);
            }
            // "the most stock": how much of it, not how many rows.
            (None, Some(Meaning::Table(t)), Some(j))
                if self.mass(j, t).is_some() && ch.whether("how much of it", 0.8) =>
            {
                let Some(c) = self.mass(j, t) else { return };
                self.take(j, "added up");
                self.rank(Key::Expr(Expr::agg(Agg::Sum, Expr::Column(c))), desc, limit);
            }
            (None, Some(Meaning::Table(t)), Some(j)) => {
                self.take(j, "counted");
                self.parts.tables.push((t, j));
                self.rank(Key::Count(Some(t)), desc, limit);
            }
            // "What is the largest payment": the amount of it.
            (Some(a), Some(Meaning::Table(t)), Some(j))
                if limit.is_none_or(|n| n == 1)
                    && (0..i).all(|b| self.meaning[b].is_none())
                    && self.amount(t).is_some()
                    && a.columns.contains(&"amount") =>
            {
                let Some(c) = self.amount(t) else { return };
                let what = self.tokens.first().is_some_and(|t| t.is_any(&["what", "what's"]));
                if ch.whether("extreme amount", if what { 0.7 } else { 0.2 }) {
                    self.take(j, "compared");
                    self.parts
                        .select
                        .push((Expr::agg(if desc { Agg::Max } else { Agg::Min }, Expr::Column(c)), i));
                } else {
                    self.rank(Key::Expr(Expr::Column(c)), desc, limit);
                }
            }
            (Some(a), ..) => match self.hinted(a, near).or_else(|| self.hinted_beside(a)) {
                Some((c, back)) => {
                    self.rank(Key::Expr(Expr::Column(c)), desc != back, limit);
                }
                // "the top 5 best selling products by revenue": what they are ranked by is said.
                None if self.parts.top.is_some() && !self.parts.order.is_empty() => {}
                // "our best customers": those that most is sold to. "The largest orders": those that are worth most.
                None => match self.sales().filter(|_| of_quality(a) || of_size(a)) {
                    Some(sales) => self.best_by(sales, i, desc, limit),
                    None => self.rank(Key::Count(None), desc, limit),
                },
            },
            _ => self.rank(Key::Count(None), desc, limit),
        }
    }

    /// "Newest customers", "our largest orders", and nothing else is asked: some of them.
    fn several(&self, i: usize) -> Option<u64> {
        let start = self.items[i].start;
        let terse = start == 0 || self.tokens[start - 1].is_any(&["our", "my"]);
        self.table_at(i + 1).filter(|_| terse)?;
        self.in_plural(i + 1).then_some(SEVERAL)
    }

    /// "The most", "the fewest": of days there is none, however much `ordered_on` is like "orders".
    fn amounts(&self, i: usize) -> bool {
        let item = &self.items[i];
        let recent = |t: &Token| t.is_any(&["recent", "recently", "current", "currently"]);
        item.end - item.start == 1
            && self.tokens[item.start].is_any(&["most", "least", "fewest"])
            && !self.tokens.get(item.end).is_some_and(recent)
    }

    /// What "number of" a mention is: a column that holds the number, or rows.
    pub(super) fn counted(&self, n: usize) -> Option<Key> {
        Some(match self.meaning[n].as_ref()? {
            Meaning::Column(c) if self.measurable(*c) && self.is_number(*c) => Key::Expr(Expr::Column(*c)),
            other => Key::Count(Some(other.table())),
        })
    }

    fn runs_back(&self, a: &Adjective, c: Col) -> bool {
        let field = self.knowledge.fields.of_column(c.table, c.column);
        a.reversed.iter().any(|r| field.stems.iter().any(|s| s == r))
    }

    /// Something that can be the highest: a number or a time that is no key.
    pub fn measurable(&self, c: Col) -> bool {
        !self.is_foreign(c) && (self.is_time(c) || self.is_number(c) && !self.is_key(c))
    }

    pub(super) fn rank(&mut self, key: Key, desc: bool, limit: Option<u64>) {
        self.parts.order.insert(0, (key, desc));
        self.parts.limit = limit.or(self.parts.limit).or(Some(1));
    }

    /// "the second highest": rows to pass over.
    fn ordinal(&mut self, i: usize) {
        const ORDINALS: [&[&str]; 5] = [
            &["second", "2nd"],
            &["third", "3rd"],
            &["fourth", "4th"],
            &["fifth", "5th"],
            &["tenth", "10th"],
        ];
        let Some(k) = i.checked_sub(1) else { return };
        let item = &self.items[k];
        let word = &self.tokens[item.start];
        let Some(n) = ORDINALS.iter().position(|o| word.is_any(o)) else {
            return;
        };
        if item.end - item.start == 1 && !self.used[k] {
            self.take(k, "place");
            self.parts.offset = if n == 4 { 9 } else { n as u64 + 1 };
        }
    }

    /// The number beside a superlative: "3 oldest", "the two most".
    pub(super) fn how_many_of(&mut self, i: usize) -> Option<u64> {
        // "Which 3 drivers won the most": the number before the first noun.
        let lead = (0..i).find(|j| {
            self.number_at(*j).is_some() && self.mention(*j + 1).is_some() && (0..*j).all(|b| self.meaning[b].is_none())
        });
        // "the names of the 3 nurses with the most": a number that nothing but a noun follows.
        let noun = (0..i).rev().find(|j| {
            let rows = self.table_at(*j + 1).is_some() || self.column_at(*j + 1).is_some_and(|c| self.is_foreign(c));
            self.number_at(*j).is_some()
                && rows
                && (j.checked_sub(1)).is_none_or(|b| matches!(self.cue(b), None | Some(Cue::Of | Cue::And)))
        });
        // "who parked in bay 12 most recently": the bay's number.
        let numbered = |j: &usize| {
            let named = j
                .checked_sub(1)
                .is_some_and(|b| self.table_at(b).is_some() && self.items[b].end == self.items[*j].start);
            named && self.mention(*j + 1).is_none()
        };
        for j in [
            i.checked_sub(1).filter(|j| !numbered(j)),
            Some(i + 1),
            i.checked_sub(2),
            lead,
            noun,
        ]
        .into_iter()
        .flatten()
        {
            if let Some(n) = self.number_at(j).and_then(|n| n.parse::<u64>().ok()) {
                if (1..=1000).contains(&n) {
                    self.take(j, format!("first {n}"));
                    return Some(n);
                }
            }
        }
        None
    }
}
