//! Periods as what is asked about: "which month had the most orders", "running total by month", "change from year to
//! year".
//!
//! In: items. Out: a group for the period, and what is done along the periods.

use askwell_contract::time::WeekStart;

use super::ranking::of_quality;
use super::{Group, Key, Walk};
use crate::ask::builtin::cues::Cue;
use crate::ask::builtin::mentions::{part_of, Kind};
use crate::ask::builtin::query::{Col, Part};
use crate::ask::BY_SALES;

/// What becomes of a figure along the periods.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Trend {
    Running,
    /// True: in percent.
    Change(bool),
}

fn part(word: &str) -> Option<Part> {
    Some(match word {
        "year" | "years" => Part::Year,
        "quarter" | "quarters" => Part::Quarter,
        "month" | "months" | "monthly" => Part::YearMonth,
        "week" | "weeks" => Part::Week(WeekStart::Monday),
        "weekday" | "weekdays" => Part::Weekday,
        "day" | "days" => Part::Day,
        _ => return None,
    })
}

/// What a column is called that keeps such a period by itself.
fn names(part: Part) -> &'static [&'static str] {
    match part {
        Part::Weekday => &["weekday", "dow", "day"],
        Part::Day => &["day"],
        Part::Week(_) => &["week"],
        Part::Month | Part::YearMonth => &["month"],
        Part::Quarter | Part::FiscalQuarter(_) => &["quarter"],
        Part::Year | Part::FiscalYear(_) => &["year"],
    }
}

impl Walk<'_> {
    /// The column of the tables spoken of that holds the period itself: a month's name, the day of a week.
    pub(super) fn called_so(&self, part: Part) -> Option<Col> {
        let called = |c: &Col, name: &str| {
            let field = self.knowledge.fields.of_column(c.table, c.column);
            let own = &field.stems[field.implied.min(field.stems.len())..];
            matches!(own, [only] if *only == crate::words::stem(name))
        };
        let columns: Vec<Col> = self
            .scope()
            .into_iter()
            .flat_map(|table| {
                let columns = 0..self.knowledge.catalog.tables[table].columns.len();
                columns.map(move |column| Col { table, column })
            })
            .collect();
        let find = |name: &&str| columns.iter().copied().find(|c| called(c, name));
        names(part).iter().find_map(find)
    }

    /// The period that an item names, and nothing more.
    fn period_at(&self, i: usize) -> Option<Part> {
        let item = self.items.get(i).filter(|_| !self.used[i])?;
        let begins = self.time_at(i).and_then(part_of);
        begins.or_else(|| part(&self.tokens[item.start].lower).filter(|_| item.end - item.start == 1))
    }

    /// A period told apart, which begins when the person says.
    pub(super) fn begun(&self, i: usize, part: Part) -> Part {
        let item = &self.items[i];
        let over = self.times.iter().filter(|t| t.start < item.end && item.start < t.end);
        over.filter_map(|t| part_of(t.time)).next().unwrap_or(part)
    }

    /// "by category and year": a period, where no column is called so, and the column that was found for the word.
    pub(super) fn period_named(&self, i: usize) -> Option<(Part, Option<super::Col>)> {
        let part = self.period_at(i)?;
        let column = self.column_at(i);
        column.is_none_or(|c| self.is_time(c)).then_some((part, column))
    }

    /// "by year and category": behind "and" stands one thing more to group by, and no figure.
    pub(super) fn goes_on(&self, and: usize) -> bool {
        let next = and + 1;
        if !matches!(self.cue(and), Some(Cue::And)) || self.used.get(next).is_none_or(|used| *used) {
            return false;
        }
        let item = &self.items[next];
        let one = |t: &crate::words::Token| crate::words::singular(&t.lower) == t.lower;
        match (self.column_at(next), self.table_at(next)) {
            (Some(c), _) => !self.is_number(c),
            (None, Some(_)) => one(&self.tokens[item.end - 1]),
            _ => false,
        }
    }

    pub(super) fn periods(&mut self) {
        self.trend();
        self.best_period();
        self.period_asked();
    }

    /// "Our best month", "the worst quarter of 2024": by what was sold.
    fn best_period(&mut self) {
        let best = |w: &Self, i: usize| match w.cue(i) {
            Some(Cue::Superlative(desc, Some(a))) if of_quality(a) => Some((i, desc, w.period_at(i + 1)?)),
            _ => None,
        };
        let found = (0..self.items.len()).find_map(|i| best(self, i));
        let (Some((i, desc, part)), Some(sales)) = (found, self.sales()) else {
            return;
        };
        self.take(i, BY_SALES[usize::from(!desc)]);
        self.take(i + 1, "for each period");
        self.rank(Key::Expr(sales), desc, None);
        let column = self.time_column_of(i + 1, part != Part::Year);
        self.parts.group.push(Group::Part(part, column));
    }

    fn trend(&mut self) {
        let at = |words: &[&str]| self.tokens.iter().position(|t| t.is_any(words));
        let running = at(&["running", "cumulative", "cumulatively"]);
        let changes = at(&[
            "change",
            "changed",
            "changes",
            "growth",
            "grow",
            "grew",
            "increase",
            "difference",
            "develop",
        ]);
        if let Some(t) = running {
            self.take_token(t, "added up along the way");
            self.parts.trend = Some(Trend::Running);
            return;
        }
        let Some(t) = changes else { return };
        // Without a word for the period before, "change" may be anything.
        let Some((from, to, part)) = self.period_to_period() else {
            return;
        };
        self.take_token(t, "change");
        for k in from..to {
            self.take_token(k, "from one to the next");
        }
        let percent = self
            .tokens
            .iter()
            .any(|t| t.lower.starts_with("percent") || t.is_any(&["growth", "rate"]));
        let column = self.time_column(0);
        if !self.items.iter().any(|x| matches!(x.kind, Kind::Cue(Cue::Per(_)))) {
            self.parts.group.push(Group::Part(part, column));
        }
        self.parts.trend = Some(Trend::Change(percent));
    }

    /// "from year to year", "year over year", "compared to the previous month": its tokens and the period.
    fn period_to_period(&self) -> Option<(usize, usize, Part)> {
        let word = |k: usize| self.tokens.get(k).map_or("", |t| t.lower.as_str());
        for k in 0..self.tokens.len() {
            let Some(part) = part(word(k)) else { continue };
            let ties = ["to", "over", "by", "on", "after"];
            if ties.contains(&word(k + 1)) && word(k + 2) == word(k) {
                let from = if k > 0 && word(k - 1) == "from" { k - 1 } else { k };
                return Some((from, k + 3, part));
            }
            if k > 0 && matches!(word(k - 1), "previous" | "prior" | "preceding") {
                let begin = (0..k - 1)
                    .rev()
                    .take(4)
                    .take_while(|b| {
                        matches!(
                            word(*b),
                            "the" | "to" | "with" | "on" | "from" | "over" | "compared" | "versus"
                        )
                    })
                    .last()
                    .unwrap_or(k - 1);
                return Some((begin, k + 1, part));
            }
        }
        None
    }

    /// "Which month had the most orders", "the month with the highest sales".
    fn period_asked(&mut self) {
        let ranked = self
            .items
            .iter()
            .any(|x| matches!(x.kind, Kind::Cue(Cue::Superlative(..) | Cue::Common(_))));
        if !ranked {
            return;
        }
        let asked = self.items.iter().enumerate().find_map(|(i, item)| {
            let part = self.period_at(i)?;
            let t = &self.tokens[item.end - 1];
            let front = item.start.checked_sub(1).map_or("", |b| self.tokens[b].lower.as_str());
            let behind = self.tokens.get(item.end).map_or("", |t| t.lower.as_str());
            let asks = matches!(front, "which" | "what" | "the")
                && matches!(behind, "with" | "had" | "has" | "have" | "saw" | "did" | "when")
                || matches!(front, "which" | "what");
            let first = self.items[..i].iter().all(|x| !matches!(x.kind, Kind::Mention(_)));
            // A column of that very name holds it.
            let own = self.column_at(i).is_some_and(|c| {
                let field = self.knowledge.fields.of_column(c.table, c.column);
                field.stems.len() - field.implied.min(field.stems.len()) <= 1 && field.stems.last() == Some(&t.stem)
            });
            (asks && first && !own).then_some((i, part))
        });
        let Some((i, part)) = asked else { return };
        self.take(i, "for each period");
        let Some(c) = self.time_column_of(i, part != Part::Year) else {
            return;
        };
        self.parts.group.push(Group::Part(part, Some(c)));
    }

    fn take_token(&mut self, t: usize, meaning: &str) {
        let item = self.items.iter().position(|x| x.start <= t && t < x.end);
        if let Some(i) =
            item.filter(|i| !self.used[*i] && !matches!(self.items[*i].kind, Kind::Mention(_)) || self.single(*i, t))
        {
            self.take(i, meaning);
        }
    }

    /// Whether an item is nothing but this word.
    fn single(&self, i: usize, t: usize) -> bool {
        !self.used[i] && self.items[i].start == t && self.items[i].end == t + 1
    }
}
