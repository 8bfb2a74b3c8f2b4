//! Groups, counts, aggregates, and what is left to be shown.

use super::{Group, Walk};
use crate::ask::builtin::choose::Chooser;
use crate::ask::builtin::cues::{Cue, COMPARED};
use crate::ask::builtin::mentions::{Kind, Meaning};
use crate::ask::builtin::query::{Agg, Cond, Expr, Part};

/// Whether a condition is about a column.
fn mentions(cond: &Cond, c: super::Col) -> bool {
    match cond {
        Cond::Compare(e, ..) | Cond::Between(e, ..) | Cond::Null(e, _) => {
            matches!(e, Expr::Column(x) | Expr::Part(_, x) if *x == c)
        }
        Cond::Any(l) | Cond::All(l) => l.iter().any(|x| mentions(x, c)),
        Cond::In(..) | Cond::Term(..) => false,
    }
}

impl Walk<'_> {
    /// "for each country", "by region", "per year".
    pub(super) fn groups(&mut self, ch: &mut Chooser) {
        let first = (0..self.items.len()).find(|i| matches!(self.cue(*i), Some(Cue::Per(_) | Cue::Each | Cue::By)));
        let summed_up = self.parts.select.is_empty() && first.is_some_and(|first| self.terse_sum(first));
        let figure = self.parts.select.iter().any(|(e, _)| matches!(e, Expr::Term(_)));
        let summed = figure
            || summed_up
            || self.items.iter().enumerate().any(|(i, _)| {
                matches!(
                    self.cue(i),
                    Some(Cue::HowMany | Cue::HowMuch | Cue::Agg(_) | Cue::Share)
                )
            });
        self.compared(summed);
        for i in 0..self.items.len() {
            match self.cue(i) {
                Some(Cue::Per(part)) if self.average_over(i, self.begun(i, part)) => {}
                Some(Cue::Per(part)) => {
                    let part = self.begun(i, part);
                    // "orders by month".
                    if let Some(head) = self.terse_head(i).filter(|_| !summed) {
                        self.counts_or_sums(head);
                    }
                    self.take(i, "for each period");
                    let group = match self.time_column_of(i, part != Part::Year) {
                        None => self.called_so(part).map(Group::Column),
                        column => Some(Group::Part(part, column)),
                    };
                    self.parts.group.push(group.unwrap_or(Group::Part(part, None)));
                    if self.goes_on(i + 1) {
                        self.group_by(i + 1, false);
                    }
                }
                Some(Cue::Each) if self.average_per(i) => {}
                // "all information about each": of every row, no groups.
                Some(Cue::Each) if i == 0 && self.tokens[..self.items[0].start].iter().any(|t| t.is("about")) => {
                    self.take(i, "all");
                }
                Some(Cue::Each) => {
                    // "orders per channel 2023".
                    if let Some(head) = self.terse(i).filter(|_| !summed) {
                        self.counts_or_sums(head);
                    }
                    self.group_by(i, true);
                }
                Some(Cue::By) if self.terse(i).is_some() && ch.whether("by groups", 0.8) => {
                    if let Some(head) = self.terse(i) {
                        self.counts_or_sums(head);
                    }
                    self.group_by(i, false);
                }
                // "orders in May 2024 vs June 2024": how many.
                Some(Cue::And) if !summed && self.tokens[self.items[i].start].is_any(COMPARED) => {
                    let times = self.items.get(i + 1).is_some_and(|_| self.used[i + 1]);
                    if let Some(head) = self.terse_head(i).filter(|_| times) {
                        self.counts_or_sums(head);
                    }
                }
                Some(Cue::By) if summed => {
                    let next = self.headed(i + 1);
                    let groups = self.column_at(next).is_some() || self.table_at(next).is_some();
                    if groups && (summed_up || !self.passive(i) || ch.whether("by groups", 0.5)) {
                        self.group_by(i, false);
                    }
                }
                _ => {}
            }
        }
    }

    /// "Compare orders in May and June": how many.
    fn compared(&mut self, summed: bool) {
        let compares = self.tokens.first().is_some_and(|t| t.is_any(COMPARED)) && self.times.len() > 1;
        let head = (0..self.items.len()).find(|i| self.mention(*i).is_some());
        let table = head.filter(|i| self.table_at(*i).is_some() && compares && !summed);
        if let Some(head) = table.filter(|_| self.parts.count.is_none() && self.parts.select.is_empty()) {
            self.counts_or_sums(head);
        }
    }

    fn group_by(&mut self, i: usize, each: bool) {
        let reach = if each { 4 } else { 2 };
        let mut j = i + 1;
        let mut first = true;
        while j < self.items.len().min(i + reach + 4) {
            if let Some((part, column)) = self.period_named(j).filter(|_| !first) {
                self.take(j, "for each period");
                let column = column.or_else(|| self.time_column_of(j, part != Part::Year));
                self.parts.group.push(Group::Part(part, column));
                break;
            }
            if self.mention(j).is_none() {
                let passes = matches!(self.items[j].kind, Kind::Word(_))
                    || self.says_whose(j)
                    || matches!(self.cue(j), Some(Cue::Distinct | Cue::Of | Cue::And | Cue::Not));
                if !passes || (j > i + reach && first) {
                    break;
                }
                j += 1;
                continue;
            }
            match self.meaning[j].clone() {
                Some(Meaning::Column(c)) => {
                    self.take(j, "for each");
                    self.parts.group.push(Group::Column(c));
                }
                Some(Meaning::Table(t)) => {
                    self.take(j, "for each");
                    self.parts.group.push(Group::Entity(t));
                }
                _ => break,
            }
            first = false;
            // "by country and gender"
            let column = self.column_at(j + 2).is_some() && !each;
            if !matches!(self.cue(j + 1), Some(Cue::And)) || !column && self.period_named(j + 2).is_none() {
                break;
            }
            j += 2;
        }
        if !first {
            self.take(i, "for each");
        }
    }

    /// "how many guests", "the average and maximum price", "share of".
    pub(super) fn aggregates(&mut self, ch: &mut Chooser) {
        for i in 0..self.items.len() {
            match self.cue(i) {
                Some(Cue::HowMany) => self.how_many(i, ch),
                Some(Cue::HowAdjective(a)) => {
                    if let Some((c, _)) = self.hinted(a, None) {
                        self.take(i, "shown");
                        let e = match self.on_average(i) {
                            true => Expr::agg(Agg::Avg, Expr::Column(c)),
                            false => Expr::Column(c),
                        };
                        self.parts.select.push((e, i));
                    }
                }
                Some(Cue::HowMuch) => {
                    let next = (i + 1..self.items.len().min(i + 5))
                        .find(|j| self.column_at(*j).is_some_and(|c| self.measurable(c)));
                    // "How much was paid in 2024": the amounts of what the verb speaks of.
                    if let Some(amount) = self.done_to(i + 1) {
                        self.take(i, "added up");
                        self.used[i + 1] = true;
                        self.parts.select.push((Expr::agg(Agg::Sum, Expr::Column(amount)), i));
                    } else if let Some((j, c)) = next.and_then(|j| self.column_at(j).map(|c| (j, c))) {
                        self.take(i, "added up");
                        self.take(j, "added up");
                        let e = if ch.whether("how much adds", 0.6) {
                            Self::average_of(Agg::Sum, c)
                        } else {
                            Expr::Column(c)
                        };
                        self.parts.select.push((e, j));
                    } else if let Some((c, j)) = self.table_at(i + 1).and_then(|t| Some((self.mass(i + 1, t)?, i + 1)))
                    {
                        // "How much stock do we have?"
                        self.take(i, "added up");
                        self.take(j, "added up");
                        self.parts.select.push((Expr::agg(Agg::Sum, Expr::Column(c)), j));
                    }
                }
                // "On average, how old": the adjective's column is what is averaged.
                Some(Cue::Agg(Agg::Avg)) if self.asks_how(i) => {}
                Some(Cue::Agg(_)) => self.aggregate(i, ch),
                Some(Cue::Share) => self.share(i, ch),
                Some(Cue::Calculate(op)) => {
                    self.take(i, "calculated");
                    self.parts.calculate = Some((op, i));
                }
                Some(Cue::Distinct) => {
                    self.take(i, "each once");
                    self.parts.distinct = true;
                }
                _ => {}
            }
        }
    }

    /// What the rows are worth that a verb speaks of by the day it was done: "paid" of `paid_on`.
    fn done_to(&self, j: usize) -> Option<super::Col> {
        let Meaning::Column(c) = self.meaning.get(j)?.as_ref()? else {
            return None;
        };
        let done = self.is_time(*c) && self.done(j);
        self.amount(c.table).filter(|_| done)
    }

    /// A second table's rows beside those counted already; joined with one another, both are counted by their keys.
    fn count_too(&mut self, t: usize, i: usize, j: usize) {
        let Some(key) = self.identity(t) else { return };
        self.parts.tables.push((t, j));
        self.parts.count_once = true;
        self.parts.select.push((
            Expr::Agg {
                agg: Agg::Count,
                distinct: true,
                of: Box::new(Expr::Column(key)),
            },
            i,
        ));
    }

    pub(super) fn weak(&self, j: usize) -> bool {
        matches!(&self.items[j].kind, Kind::Mention(r) if r.first().is_some_and(|r| r.1 < 0.8))
    }

    /// What is near a word by meaning alone.
    fn felt(&self, j: usize) -> bool {
        matches!(&self.items[j].kind, Kind::Mention(r) if r.first().is_some_and(|r| r.1 < 0.55))
    }

    /// "payments" for `payment_amount`: the words leave out what the column's name ends with.
    pub(super) fn headless(&self, j: usize, c: super::Col) -> bool {
        let name = crate::words::split_name(self.name(c));
        let said = &self.tokens[self.items[j].start..self.items[j].end];
        name.len() > 1
            && name.last().is_some_and(|head| {
                let head = crate::words::stem(head);
                // Such a column holds the number itself.
                !matches!(
                    head.as_str(),
                    "num" | "number" | "count" | "total" | "qty" | "quantiti" | "no"
                ) && !said.iter().any(|t| crate::words::alike(&t.stem, &head).is_some())
            })
    }

    fn how_many(&mut self, i: usize, ch: &mut Chooser) {
        let distinct = (i + 1..self.items.len().min(i + 2)).find(|j| matches!(self.cue(*j), Some(Cue::Distinct)));
        let next =
            (i + 1..self.items.len().min(i + 5)).find(|j| self.table_at(*j).is_some() || self.column_at(*j).is_some());
        // "how many active employees": those that are.
        let flag = next.and_then(|j| {
            let c = self.column_at(j).filter(|c| self.is_flag(*c))?;
            let t = self.table_at(j + 1)?;
            (distinct.is_none() && (t == c.table || self.adjacent(t, c.table))).then_some((j, c))
        });
        let next = match flag.and_then(|(j, c)| Some((j, self.holds(j, c)?))) {
            Some((j, cond)) => {
                self.take(j, "condition");
                self.filter(cond, j);
                Some(j + 1)
            }
            None => next,
        };
        // "how many home games": a word that only partly names a column stands before its noun.
        let next = match next {
            Some(j) if self.table_at(j).is_none() && self.table_at(j + 1).is_some() && self.weak(j) => {
                self.take(j, "kind of");
                Some(j + 1)
            }
            other => other,
        };
        // "number of different boat owners": the owners, not the boats.
        let next = match next {
            Some(j) if distinct.is_some() => match (self.table_at(j), self.column_at(j + 1)) {
                (Some(t), Some(c)) if c.table == t => {
                    self.take(j, "whose");
                    Some(j + 1)
                }
                _ => Some(j),
            },
            other => other,
        };
        self.take(i, "counted");
        if let Some(d) = distinct {
            self.take(d, "each once");
        }
        let Some(j) = next else {
            self.parts.count = Some((None, i));
            return;
        };
        match self.meaning[j].clone() {
            // "the number of nurses and the number of porters": each of them, in a column of its own.
            Some(Meaning::Table(t)) if self.parts.count.is_some_and(|c| c.0.is_some_and(|first| first != t)) => {
                self.take(j, "counted");
                self.count_too(t, i, j);
            }
            Some(Meaning::Table(t)) => {
                self.take(j, "counted");
                self.parts.tables.push((t, j));
                self.parts.count = Some((Some(t), i));
                self.parts.count_once = distinct.is_some();
                // "How many nurses and porters are in each ward?"
                let also = self
                    .table_at(j + 2)
                    .filter(|o| *o != t && self.cue(j + 1) == Some(Cue::And));
                if let Some(other) = also.filter(|_| !self.parts.group.is_empty()) {
                    if ch.whether("both are counted", 0.7) {
                        self.take(j + 2, "counted");
                        self.count_too(other, i, j + 2);
                    }
                }
            }
            Some(Meaning::Column(c)) => {
                let spread = self.profile(c).is_some_and(|p| p.distinct < p.rows);
                let key = self.is_key(c);
                let yes = if distinct.is_some() {
                    0.97
                } else if key || !spread {
                    0.05
                } else {
                    0.5
                };
                self.take(j, "counted");
                let adds = if self.headless(j, c) { 0.4 } else { 0.65 };
                if self.measurable(c) && self.is_number(c) && distinct.is_none() && ch.whether("number adds up", adds) {
                    // "number of employees" where a column already holds the number.
                    let e = if ch.whether("total of number", 0.6) {
                        Self::average_of(Agg::Sum, c)
                    } else {
                        Expr::Column(c)
                    };
                    self.parts.select.push((e, j));
                    return;
                }
                let distinct = ch.whether("count distinct", yes);
                if distinct {
                    self.parts.select.push((
                        Expr::Agg {
                            agg: Agg::Count,
                            distinct,
                            of: Box::new(Expr::Column(c)),
                        },
                        j,
                    ));
                } else {
                    self.parts.tables.push((c.table, j));
                    self.parts.count = Some((Some(c.table), i));
                }
            }
            _ => self.parts.count = Some((None, i)),
        }
    }

    /// What no condition took: columns are shown, tables joined.
    pub(super) fn selections(&mut self, ch: &mut Chooser) {
        if let Some(formula) = self.parts.formula.clone() {
            let ranked = self
                .parts
                .order
                .iter()
                .any(|(k, _)| *k == super::Key::Expr(formula.expr.clone()));
            let shown = self.parts.select.iter().any(|s| s.0 == formula.expr);
            if !ranked && !shown || ranked && self.parts.told.is_none() && ch.whether("formula shown", 0.5) {
                self.parts.select.push((formula.expr, formula.at));
            }
        }
        let told = self.parts.told.map_or(0, |told| told.from);
        let relative = (0..self.items.len()).find(|i| {
            matches!(self.cue(*i), Some(Cue::Relative))
                && self.items[..*i].iter().any(|x| matches!(x.kind, Kind::Mention(_)))
        });
        for i in 0..self.items.len() {
            match self.mention(i).cloned() {
                Some(Meaning::Table(t)) => {
                    self.take(i, "rows of");
                    self.parts.tables.push((t, i));
                    self.partner(t, i, ch);
                }
                // What a list of its own says is to be shown is shown; the rest only says whose it is.
                Some(Meaning::Column(c)) if i < told && !self.is_flag(c) => {
                    self.take(i, "spoken of");
                    self.parts.tables.push((c.table, i));
                }
                Some(Meaning::Column(c)) => {
                    let late = relative.is_some_and(|r| i > r);
                    // A yes-or-no column in a condition: "that are official", "how many games went to overtime".
                    let counting = self.parts.count.is_some() && self.parts.group.is_empty();
                    let measuring = self.parts.select.iter().any(|s| s.0.is_aggregate());
                    // "the active employees": the noun stands right behind.
                    let of_noun = self
                        .items
                        .get(i + 1)
                        .is_some_and(|_| self.table_at(i + 1) == Some(c.table))
                        && self.items[i].end == self.items[i + 1].start;
                    let said = self.predicate(i);
                    if (late || counting || measuring || of_noun || said)
                        && self.is_flag(c)
                        && !self.felt(i)
                        && ch.whether("flag is condition", if late && !said { 0.7 } else { 0.85 })
                    {
                        self.take(i, "condition");
                        if let Some(cond) = self.holds(i, c) {
                            self.filter(cond, i);
                            continue;
                        }
                    }
                    let already = self.parts.select.iter().any(|s| match &s.0 {
                        Expr::Agg { of, .. } => **of == Expr::Column(c),
                        e => *e == Expr::Column(c),
                    });
                    let again = late && self.parts.filters.iter().any(|f| mentions(&f.cond, c))
                        || self
                            .parts
                            .order
                            .iter()
                            .any(|(k, _)| *k == super::Key::Expr(Expr::Column(c)));
                    // "Which branch has the lowest rent? List the branch and its rent.": a second sentence says what to show.
                    let told = self.items[..i].iter().enumerate().any(|(b, x)| {
                        matches!(x.kind, Kind::Mark)
                            && matches!(self.tokens[x.start].lower.as_str(), "?" | ".")
                            && b > 1
                    });
                    if counting
                        && self.follows_having(i)
                        && self.profile(c).is_some_and(|p| p.nulls > 0)
                        && ch.whether("known", 0.7)
                    {
                        self.take(i, "condition");
                        self.filter(Cond::Null(Expr::Column(c), true), i);
                        continue;
                    }
                    let yes = if already || self.acted(i, c) {
                        0.03
                    } else if counting {
                        0.2
                    } else if told {
                        0.9
                    } else if again {
                        0.06
                    } else if late && !self.parts.select.is_empty() {
                        0.55
                    } else {
                        0.96
                    };
                    // "Compare the amount in May and June": one number each.
                    let compared = self.tokens.iter().any(|t| t.is_any(COMPARED)) && self.adds_up(c);
                    let shows = compared || ch.whether("shown", yes);
                    self.take(i, if shows { "shown" } else { "spoken of" });
                    if shows {
                        let shown = Expr::Column(c);
                        let shown = if compared { Expr::agg(Agg::Sum, shown) } else { shown };
                        self.parts.select.push((shown, i));
                    } else {
                        self.parts.tables.push((c.table, i));
                    }
                }
                _ => {}
            }
        }
        self.parts.select.sort_by_key(|s| s.1);
        let mut seen: Vec<Expr> = Vec::new();
        self.parts.select.retain(|s| {
            !seen.contains(&s.0) && {
                seen.push(s.0.clone());
                true
            }
        });
    }

    /// "Who placed the most orders", "Which customers ordered": what they did, and not when.
    fn acted(&self, i: usize, c: super::Col) -> bool {
        let start = self.items[i].start;
        let they = start == 1 && self.tokens[0].is("who")
            || self.tokens[0].is("which") && i > 0 && self.table_at(i - 1).is_some() && self.items[i - 1].end == start;
        they && self.done(i) && self.is_time(c)
    }

    /// "have a mentor": the column must hold something.
    fn follows_having(&self, i: usize) -> bool {
        i > 0 && matches!(&self.items[i - 1].kind, Kind::Cue(Cue::Relative))
    }
}
