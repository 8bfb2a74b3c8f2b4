//! Months and quarters said by name: "March 2023", "in May", "Q3 2024".

use super::Walk;
use crate::ask::builtin::cues::Cue;
use crate::ask::builtin::query::{Cond, Expr, Op, Part, Value};

const MONTHS: [&str; 12] = [
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
];

impl Walk<'_> {
    /// A month or quarter with its year becomes a range of days; alone it is a part of the date.
    pub(super) fn times(&mut self) {
        for i in 0..self.items.len() {
            if self.used[i] || self.items[i].end - self.items[i].start != 1 {
                continue;
            }
            let word = self.tokens[self.items[i].start].lower.clone();
            let months = match MONTHS
                .iter()
                .position(|m| *m == word || (word.len() == 3 && m.starts_with(&word) && word != "may"))
            {
                Some(m) => (m + 1, m + 1),
                None => match word
                    .strip_prefix('q')
                    .and_then(|q| q.parse::<usize>().ok())
                    .filter(|q| (1..=4).contains(q))
                {
                    Some(q) => (3 * q - 2, 3 * q),
                    None => continue,
                },
            };
            let year = self
                .number_at(i + 1)
                .and_then(|n| n.parse::<u32>().ok())
                .filter(|n| (1700..=2100).contains(n));
            let led = i > 0 && matches!(self.cue(i - 1), Some(Cue::In));
            if year.is_none() && !led {
                continue;
            }
            let Some(c) = self.time_column(i) else { continue };
            self.take(i, "when");
            let cond = match year {
                Some(year) => {
                    self.take(i + 1, "when");
                    let (from, to) = (
                        format!("{year}-{:02}-01", months.0),
                        format!("{year}-{:02}-{:02}", months.1, days(year, months.1)),
                    );
                    self.within(c, from, to)
                }
                None if months.0 == months.1 => {
                    Cond::Compare(Expr::Part(Part::Month, c), Op::Eq, Value::Number(months.0.to_string()))
                }
                None => Cond::Compare(
                    Expr::Part(Part::Quarter, c),
                    Op::Eq,
                    Value::Number((months.1 / 3).to_string()),
                ),
            };
            self.filter(cond, i);
        }
    }

    /// All of the days from one to another; a column that also keeps hours is cut to its day by comparing parts.
    fn within(&self, c: super::Col, from: String, to: String) -> Cond {
        let clock = self.kind_of(c) == askwell_contract::TypeKind::Timestamp
            || matches!(
                crate::ask::builtin::write::stored(self.knowledge, c),
                Some(askwell_sql::dialect::Stored::Unix)
            );
        if !clock {
            return Cond::Between(Expr::Column(c), Value::Date(from), Value::Date(to));
        }
        let (year, first, last) = (from[..4].to_owned(), from[5..7].to_owned(), to[5..7].to_owned());
        let number = |n: &str| Value::Number(n.trim_start_matches('0').to_owned());
        let month = Expr::Part(Part::Month, c);
        let months = if first == last {
            Cond::Compare(month, Op::Eq, number(&first))
        } else {
            Cond::Between(month, number(&first), number(&last))
        };
        Cond::All(vec![
            Cond::Compare(Expr::Part(Part::Year, c), Op::Eq, Value::Number(year)),
            months,
        ])
    }
}

fn days(year: u32, month: usize) -> u32 {
    match month {
        4 | 6 | 9 | 11 => 30,
        2 if year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400)) => 29,
        2 => 28,
        _ => 31,
    }
}
