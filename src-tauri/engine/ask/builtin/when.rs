//! Which of the question's times a query holds, and what is said of them.
//!
//! In: a query, the times that were found. Out: the sentences of those that it uses, for the person. Deliberately absent:
//! a time in words that the query took for something else, as "2023" for a number.

use askwell_contract::time::{TimeKind, TimeMatch};

use super::days;
use super::mentions::part_of;
use super::query::{Cond, Expr, Part, Query, Value};

/// The sentences of the times that a query uses.
pub(super) fn told(query: &Query, times: &[TimeMatch]) -> Vec<String> {
    let mut held = Held::default();
    held.query(query);
    let used = times.iter().filter(|time| held.holds(time));
    used.flat_map(TimeMatch::said).cloned().collect()
}

/// The times of a query.
#[derive(Default)]
struct Held {
    /// Days, as `YYYY-MM-DD`.
    days: Vec<String>,
    /// Numbers that a column or a part of its days is compared with.
    numbers: Vec<(Option<Part>, String)>,
    /// Parts that are shown or told apart by.
    parts: Vec<Part>,
}

impl Held {
    fn holds(&self, time: &TimeMatch) -> bool {
        let compared = |part: Part, with: &str| self.numbers.iter().any(|(p, n)| *p == Some(part) && n == with);
        let year = time.from.as_deref().and_then(|day| day.get(..4)).unwrap_or_default();
        match &time.kind {
            TimeKind::Stretch | TimeKind::Years | TimeKind::Named | TimeKind::Day => {
                let ends = [
                    time.from.clone(),
                    time.to.clone(),
                    time.to.as_deref().and_then(days::next),
                ];
                ends.iter().flatten().any(|day| self.days.contains(day))
            }
            TimeKind::Year if time.to.is_none() => self.numbers.iter().any(|(_, n)| n == year),
            TimeKind::Year => compared(Part::Year, year),
            TimeKind::Months(first, last) if first == last => compared(Part::Month, &first.to_string()),
            TimeKind::Months(_, last) => compared(Part::Quarter, &(last / 3).to_string()),
            TimeKind::Weekdays(days) => days.iter().any(|d| compared(Part::Weekday, &d.to_string())),
            TimeKind::EachWeek(_) | TimeKind::EachFiscalYear(_) | TimeKind::EachFiscalQuarter(_) => {
                part_of(time).is_some_and(|part| self.parts.contains(&part))
            }
        }
    }

    fn query(&mut self, q: &Query) {
        let shown = q.select.iter().chain(&q.group).chain(q.order.iter().map(|o| &o.0));
        shown.for_each(|e| self.expr(e));
        q.filter.iter().chain(&q.having).for_each(|c| self.cond(c));
        if let Some((_, other)) = &q.set {
            self.query(other);
        }
    }

    fn expr(&mut self, e: &Expr) {
        match e {
            Expr::Part(part, _) => self.parts.push(*part),
            Expr::Agg { of, .. } | Expr::ShareOfAll(of, _) => self.expr(of),
            Expr::Share(cond, _) | Expr::RowsWith(cond) => self.cond(cond),
            Expr::Arith(a, _, b) | Expr::Running(a, b) | Expr::Change(a, b, _) => {
                self.expr(a);
                self.expr(b);
            }
            Expr::Column(_) | Expr::Rows(_) | Expr::Term(_) | Expr::Number(_) => {}
        }
    }

    fn cond(&mut self, c: &Cond) {
        match c {
            Cond::Compare(e, _, value) => self.compared(e, value),
            Cond::Between(e, low, high) => {
                self.compared(e, low);
                self.compared(e, high);
            }
            Cond::In(_, q, _) => self.query(q),
            Cond::Any(list) | Cond::All(list) => list.iter().for_each(|c| self.cond(c)),
            Cond::Null(..) | Cond::Term(..) => {}
        }
    }

    fn compared(&mut self, e: &Expr, value: &Value) {
        self.expr(e);
        match value {
            Value::Date(day) => self.days.push(day.clone()),
            // A day may also be a text of the data, with an hour behind it.
            Value::Text(text) => self.days.extend(text.get(..10).map(str::to_owned)),
            Value::Number(n) => {
                let part = match e {
                    Expr::Part(part, _) => Some(*part),
                    _ => None,
                };
                self.numbers.push((part, n.clone()));
            }
            Value::Expr(e) => self.expr(e),
            Value::Query(q) => self.query(q),
        }
    }
}
