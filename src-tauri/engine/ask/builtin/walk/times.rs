//! Times: what the question's times are conditions on, and the column that says when.
//!
//! In: items, and the times that `ask::ground` found, by their place. Out: conditions. Deliberately absent: what the
//! words of a time mean.

use askwell_contract::time::{TimeKind, TimeMatch};
use askwell_contract::TypeKind;
use askwell_sql::dialect::Stored;

use super::{Key, Walk};
use crate::ask::builtin::cues::Cue;
use crate::ask::builtin::mentions::{Kind, Meaning, Stretch};
use crate::ask::builtin::query::{Col, Cond, Expr, Op, Part, Value};
use crate::ask::builtin::{days, mentions, write};
use crate::words::{Alike, Token};

/// A stretch of days, and the items that say it.
struct Said {
    days: Stretch,
    items: Vec<usize>,
}

/// Words of days that tell of a person or a thing, not of what happened (stems): when nothing else is said, these are
/// not meant.
const PERSONAL: [&str; 13] = [
    "birth", "birthday", "death", "expiri", "updat", "creat", "found", "hire", "built", "draft", "sinc", "join",
    "regist",
];

impl Walk<'_> {
    pub(super) fn times(&mut self) {
        for i in 0..self.items.len() {
            if self.used[i] {
                continue;
            }
            match (self.stretch(i), self.time_at(i).map(|t| t.kind.clone())) {
                (Some(said), _) => self.during(i, said),
                (None, Some(TimeKind::Months(first, last))) => self.months(i, first, last),
                (None, Some(TimeKind::Weekdays(_))) => self.weekdays(i),
                _ => {}
            }
        }
    }

    /// Whether an item is a part of a time, whatever else it is like: "June" of `order_date`.
    fn dated_at(&self, i: usize) -> bool {
        let item = &self.items[i];
        self.times
            .iter()
            .any(|t| t.start <= item.start && item.end <= t.end && t.time.kind == TimeKind::Named)
    }

    /// The time that an item begins.
    pub(super) fn time_at(&self, i: usize) -> Option<&TimeMatch> {
        let start = self.items.get(i)?.start;
        self.times.iter().find(|t| t.start == start).map(|t| t.time)
    }

    /// A stretch of days, or a day that "from" may stand before.
    fn stretch(&self, i: usize) -> Option<Said> {
        let item = self.items.get(i).filter(|_| !self.used[i])?;
        let days = match &item.kind {
            Kind::Day(iso) => Stretch {
                from: iso.clone(),
                to: Some(iso.clone()),
                years: false,
            },
            Kind::Stretch(stretch) => stretch.clone(),
            _ => return self.named(i),
        };
        Some(Said { days, items: vec![i] })
    }

    /// A month or quarter of a year, whose items are nothing else.
    fn named(&self, i: usize) -> Option<Said> {
        let start = self.items.get(i)?.start;
        let timed = self.times.iter().find(|t| t.start == start)?;
        let items: Vec<usize> = (i..self.items.len())
            .take_while(|k| self.items[*k].end <= timed.end)
            .collect();
        let year = *items.last()?;
        let whole = self.items[year].end == timed.end && year > i && self.number_at(year).is_some();
        let fits = whole && timed.time.kind == TimeKind::Named;
        fits.then(|| Stretch::of(timed.time).map(|days| Said { days, items }))?
    }

    fn during(&mut self, i: usize, one: Said) {
        let lead = i.checked_sub(1).and_then(|k| Some((k, self.cue(k)?)));
        let last = one.items.last().copied().unwrap_or(i);
        let day = matches!(self.items[i].kind, Kind::Day(_));
        // "from January 2023 to March 2023", "between January and March 2023" with both years said.
        let behind = self.items[last].end;
        let until = self
            .tokens
            .get(behind)
            .is_some_and(|t| t.is_any(&["to", "until", "till", "through", "and"]));
        let between = matches!(lead, Some((_, Cue::Between)));
        let next = (last + 1..self.items.len().min(last + 3)).find_map(|k| self.stretch(k));
        if let (true, Some(other)) = (until && (between || matches!(lead, Some((_, Cue::From)))), next) {
            let Some(c) = self.time_column_of(i, true) else { return };
            if let Some((k, _)) = lead {
                self.take(k, "when");
            }
            for k in &one.items {
                self.take(*k, one.days.from.clone());
            }
            for k in &other.items {
                self.take(*k, other.days.to.clone().unwrap_or_else(|| "when".to_owned()));
            }
            (last + 1..other.items.first().copied().unwrap_or(last)).for_each(|k| self.take(k, "when"));
            let cond = self.within(c, one.days.from, other.days.to);
            return self.filter(cond, i);
        }
        let late = match lead {
            Some((k, Cue::Compare(op, Some(a)))) if std::ptr::eq(a, &crate::ask::builtin::adjectives::LATE) => {
                Some((k, op))
            }
            _ => None,
        };
        // A day by itself is left to the comparisons and values.
        if day {
            return;
        }
        let Some(c) = self.time_column_of(i, !one.days.years) else {
            return;
        };
        one.items.iter().for_each(|k| self.take(*k, "when"));
        let Stretch { from, to, .. } = one.days;
        let cond = match late {
            None => self.within(c, from, to),
            Some((k, op)) => {
                self.take(k, "compared");
                let day = match op {
                    Op::Gt | Op::Le => to.unwrap_or(from),
                    _ => from,
                };
                self.beside(c, op, day)
            }
        };
        self.filter(cond, last);
    }

    /// "in May", "in Q3" of any year.
    fn months(&mut self, i: usize, first: u32, last: u32) {
        let item = &self.items[i];
        let led = i > 0 && matches!(self.cue(i - 1), Some(Cue::In));
        if !led || item.end - item.start != 1 {
            return;
        }
        let Some(c) = self.time_column_of(i, true) else { return };
        self.take(i, "when");
        let (part, number) = match first == last {
            true => (Part::Month, first),
            false => (Part::Quarter, last / 3),
        };
        let cond = Cond::Compare(Expr::Part(part, c), Op::Eq, Value::Number(number.to_string()));
        self.filter(cond, i);
    }

    /// A day compared with a column; one that also keeps hours is compared with the day after where all of the day counts.
    pub(super) fn beside(&self, c: Col, op: Op, day: String) -> Cond {
        let (op, day) = match (op, days::next(&day).filter(|_| self.keeps_hours(c))) {
            (Op::Gt, Some(next)) => (Op::Ge, next),
            (Op::Le, Some(next)) => (Op::Lt, next),
            _ => (op, day),
        };
        Cond::Compare(Expr::Column(c), op, Value::Date(day))
    }

    /// All of one day.
    pub(super) fn on(&self, c: Col, day: String) -> Cond {
        match self.keeps_hours(c) {
            true => self.within(c, day.clone(), Some(day)),
            false => Cond::Compare(Expr::Column(c), Op::Eq, Value::Date(day)),
        }
    }

    /// All of the days from one to another, or on from it.
    pub(super) fn within(&self, c: Col, from: String, to: Option<String>) -> Cond {
        let Some(to) = to else {
            return Cond::Compare(Expr::Column(c), Op::Ge, Value::Date(from));
        };
        // One year in a column of years.
        if write::stored(self.knowledge, c) == Some(Stored::Year) && from.get(..4) == to.get(..4) {
            return Cond::eq(c, Value::Date(from));
        }
        match days::next(&to).filter(|_| self.keeps_hours(c)) {
            Some(next) => Cond::All(vec![
                Cond::Compare(Expr::Column(c), Op::Ge, Value::Date(from)),
                Cond::Compare(Expr::Column(c), Op::Lt, Value::Date(next)),
            ]),
            None => Cond::Between(Expr::Column(c), Value::Date(from), Value::Date(to)),
        }
    }

    /// Whether a column keeps the hour beside the day.
    pub fn keeps_hours(&self, c: Col) -> bool {
        let texts = || {
            let longer = |text: String| text.trim_matches('\'').len() > 10;
            self.profile(c)
                .is_some_and(|p| p.top.iter().any(|v| longer(v.value.to_string())))
        };
        match write::stored(self.knowledge, c) {
            Some(Stored::Unix) => true,
            Some(Stored::Native | Stored::Iso) => self.kind_of(c) == TypeKind::Timestamp || texts(),
            _ => false,
        }
    }

    /// The first column of a table that says when.
    pub(super) fn time_of(&self, t: usize) -> Option<Col> {
        let mut columns = (0..self.knowledge.catalog.tables[t].columns.len()).map(|column| Col { table: t, column });
        columns.find(|c| self.is_time(*c))
    }

    /// The column that says when: a year or date of the tables spoken of, mentioned ones first.
    pub(super) fn time_column(&mut self, i: usize) -> Option<Col> {
        self.time_column_of(i, false)
    }

    /// `fine`: a column that only keeps years will not do.
    pub(super) fn time_column_of(&mut self, i: usize, fine: bool) -> Option<Col> {
        let coarse = |w: &Self, c: Col| fine && write::stored(w.knowledge, c) == Some(Stored::Year);
        let said = (0..i)
            .rev()
            .take(3)
            .chain(i + 1..self.items.len().min(i + 4))
            .filter(|k| !self.denied_behind(*k, i) && !self.dated_at(*k))
            .find(|k| self.column_at(*k).is_some_and(|c| self.is_time(c) && !coarse(self, c)));
        if let Some(k) = said {
            let c = self.column_at(k);
            self.take(k, "when");
            return c;
        }
        // "since" asks for a time; it does not name `customer_since`.
        let asks = |t: &&Token| t.is_any(&["since", "on", "at", "from", "to", "until", "date", "day", "time"]);
        let words = self.tokens.iter().filter(|t| !asks(t));
        let verb: Vec<&str> = words.map(|t| t.stem.as_str()).collect();
        let mut found: Vec<(i32, Col)> = Vec::new();
        // What is sold has the day of its sale; then come tables spoken of just before.
        let mut tables: Vec<usize> = self.sold_in().or_else(|| self.figured()).into_iter().collect();
        if let Some(lines) = tables.first().copied() {
            tables.extend(self.owners(lines));
        }
        // A column of a condition of its own ("in campus 'North' in 2002") has no say.
        let condition = |k: usize| {
            matches!(self.meaning.get(k + 1), Some(Some(Meaning::Value { .. }))) && self.column_at(k).is_some()
        };
        let named = |k: &usize| {
            !condition(*k)
                && matches!(self.meaning[*k], Some(Meaning::Table(_) | Meaning::Column(_)))
                && matches!(&self.items[*k].kind, Kind::Mention(r) if r.first().is_some_and(|r| r.1 >= 0.7))
        };
        // "the total quantity by product in 2024": when the quantities came about, not the products.
        let (groups, others): (Vec<usize>, Vec<usize>) =
            (0..i).rev().filter(named).partition(|k| self.names_groups(*k));
        let table = |k: usize| self.meaning[k].as_ref().map(Meaning::table);
        // Lines of an order have no date of their own: the order has it.
        let dated = |t: &usize| {
            let columns = 0..self.knowledge.catalog.tables[*t].columns.len();
            let own = |c: &Col| {
                let stems = &self.knowledge.fields.of_column(c.table, c.column).stems;
                self.is_time(*c) && !stems.iter().any(|s| PERSONAL.contains(&s.as_str()))
            };
            columns.map(|column| Col { table: *t, column }).any(|c| own(&c))
        };
        let mut before: Vec<usize> = others.into_iter().filter_map(table).collect();
        if !groups.is_empty() && !before.iter().any(dated) {
            before.extend(before.clone().into_iter().flat_map(|t| self.owners(t)));
        }
        before.extend(groups.into_iter().filter_map(table));
        // "orders of 2022 that have not been paid": the year is not one of a payment.
        let denied = |t: &usize| {
            let of = |k: &usize| self.meaning[*k].as_ref().map(Meaning::table) == Some(*t);
            let said: Vec<usize> = (0..self.items.len()).filter(of).collect();
            !said.is_empty() && said.iter().all(|k| self.denied_behind(*k, i))
        };
        for t in before.into_iter().chain(self.scope()).filter(|t| !denied(t)) {
            if !tables.contains(&t) {
                tables.push(t);
            }
        }
        let spoken = tables.len();
        if !tables.iter().any(dated) {
            let owners: Vec<usize> = tables.iter().flat_map(|t| self.owners(*t)).collect();
            tables.extend(owners);
        }
        for (rank, t) in tables.into_iter().enumerate() {
            for column in 0..self.knowledge.catalog.tables[t].columns.len() {
                let c = Col { table: t, column };
                if !self.is_time(c) || coarse(self, c) {
                    continue;
                }
                let field = self.knowledge.fields.of_column(t, column);
                let stems = &field.stems[field.implied.min(field.stems.len())..];
                let own = stems.iter().any(|s| PERSONAL.contains(&s.as_str()));
                // "joined" is no word for the day that an employee was hired.
                let means = |v: &&str, s: &str| match crate::words::alike(v, s) {
                    Some(alike) => !own || alike == Alike::Same,
                    None => false,
                };
                let named = stems.iter().filter(|s| verb.iter().any(|v| means(v, s))).count() as i32;
                let year = i32::from(stems.iter().any(|s| s == "year"));
                let date = i32::from(stems.iter().any(|s| s == "date"));
                let season = i32::from(stems.iter().any(|s| s == "season"));
                let personal = i32::from(named == 0 && own) * if rank == 0 { 6 } else { 8 };
                let owner = i32::from(rank >= spoken);
                // An employee's own days are none of a customer's.
                if owner > 0 && own {
                    continue;
                }
                found.push((
                    named * 8 + (year + season) * 6 + date * 2 - personal - owner - 2 * rank as i32,
                    c,
                ));
            }
        }
        found
            .into_iter()
            .max_by(|a, b| a.0.cmp(&b.0).then(b.1.cmp(&a.1)))
            .map(|f| f.1)
    }
}

impl Walk<'_> {
    /// The table of a figure that is asked for: "revenue by product", "the top 5 customers by revenue".
    fn figured(&self) -> Option<usize> {
        let ranked = self.parts.order.iter().filter_map(|(key, _)| match key {
            Key::Expr(e) => Some(e),
            _ => None,
        });
        let asked = self.parts.select.iter().map(|(e, _)| e);
        asked.chain(ranked).find_map(|e| match e {
            Expr::Term(term) => Some(term.table),
            _ => None,
        })
    }

    /// Whether an item stands behind "by", "per" or "for each", or only says whose such a one is.
    fn names_groups(&self, k: usize) -> bool {
        let lead = (0..k).rev().find(|b| !self.says_whose(*b));
        lead.is_some_and(|b| matches!(self.items[b].kind, Kind::Cue(Cue::By | Cue::Each)))
    }

    /// Whether what is mentioned at an item is what there is none of, said behind another one.
    fn denied_behind(&self, k: usize, i: usize) -> bool {
        k > i && (k.saturating_sub(3).max(i + 1)..k).any(|n| matches!(self.items[n].kind, Kind::Cue(Cue::Not)))
    }

    /// "on Mondays", "on weekends", "on Mondays and Fridays".
    fn weekdays(&mut self, i: usize) {
        let led = i > 0 && matches!(self.cue(i - 1), Some(Cue::In | Cue::Each));
        let day = |w: &Self, k: usize| {
            let item = w.items.get(k)?;
            let one = item.end - item.start == 1 && matches!(item.kind, Kind::Word(_));
            match &w.time_at(k).filter(|_| one)?.kind {
                TimeKind::Weekdays(days) => Some(days.clone()),
                _ => None,
            }
        };
        let Some(mut days) = day(self, i).filter(|_| led) else {
            return;
        };
        let Some(c) = self.time_column_of(i, true) else { return };
        self.take(i, "when");
        let ties = |w: &Self, k: usize| {
            matches!(w.cue(k), Some(Cue::And | Cue::Or)) || w.items.get(k).is_some_and(|x| x.kind == Kind::Mark)
        };
        let mut at = i;
        while let Some(more) = day(self, at + 2).filter(|_| ties(self, at + 1)) {
            self.take(at + 1, "or");
            self.take(at + 2, "when");
            days.extend(more);
            at += 2;
        }
        let on = |d: &u32| Cond::Compare(Expr::Part(Part::Weekday, c), Op::Eq, Value::Number(d.to_string()));
        let mut conds: Vec<Cond> = days.iter().map(on).collect();
        let cond = match conds.len() {
            1 => conds.swap_remove(0),
            _ => Cond::Any(conds),
        };
        let negated = self.negated(i - 1);
        self.tied_filter(cond, i, negated);
    }

    /// Tables that a row of this one belongs to; first those whose key is part of its own.
    fn owners(&self, t: usize) -> Vec<usize> {
        let table = &self.knowledge.catalog.tables[t];
        let owner = |other: &str| {
            let edges = self.knowledge.graph.edges_between(&table.name, other);
            let edge = edges.iter().find(|e| e.from_table == table.name)?;
            let part = table.primary_key.contains(&edge.from_column);
            Some((!part, mentions::position(self.knowledge, other)?))
        };
        let mut owners: Vec<(bool, usize)> = self
            .knowledge
            .graph
            .neighbours(&table.name)
            .into_iter()
            .filter_map(owner)
            .collect();
        owners.sort_by_key(|o| o.0);
        owners.into_iter().map(|o| o.1).collect()
    }
}
