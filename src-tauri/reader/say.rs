//! A query in plain words, so that a person can check it without reading SQL.
//!
//! In: [`Query`]. Out: one sentence that names every condition. Nothing reads it back.

use crate::known::{Col, Known};
use crate::query::{Agg, Cond, Expr, Op, Part, Query};

/// "average price of products for each brand, where country is 'France'".
pub fn say(known: &Known, q: &Query) -> String {
    let s = Sayer { known };
    s.query(q)
}

struct Sayer<'a> {
    known: &'a Known,
}

impl Sayer<'_> {
    fn query(&self, q: &Query) -> String {
        let main = q.needed().first().map_or_else(String::new, |t| self.table(*t));
        let beside = |e: &&Expr| !q.group.contains(e) || q.select.iter().all(|s| q.group.contains(s));
        let shown: Vec<String> = q.select.iter().filter(beside).map(|e| self.expr(e)).collect();
        let counts = q.select.iter().any(|e| matches!(e, Expr::Agg { agg: Agg::Count, .. }));
        let mut text = match counts {
            true => list(&shown),
            false => format!("{} of {main}", list(&shown)),
        };
        if q.distinct {
            text = format!("different {text}");
        }
        let keys: Vec<String> = q
            .group
            .iter()
            .filter(|e| q.select.contains(e))
            .map(|e| self.expr(e))
            .collect();
        if !keys.is_empty() {
            text += &format!(" for each {}", list(&keys));
        }
        if !q.filter.is_empty() {
            text += &format!(", where {}", self.all(&q.filter));
        }
        if !q.having.is_empty() {
            text += &format!(", only those whose {}", self.all(&q.having));
        }
        if let (Some((e, desc)), Some(n)) = (q.order.first(), q.limit) {
            let end = if *desc { "highest" } else { "lowest" };
            text += &match n {
                1 => format!(", the one with the {end} {}", self.expr(e)),
                n => format!(", the {n} with the {end} {}", self.expr(e)),
            };
        } else if let Some((e, desc)) = q.order.first() {
            text += &format!(
                ", sorted by {} from {}",
                self.expr(e),
                if *desc { "high to low" } else { "low to high" }
            );
        }
        text
    }

    fn table(&self, t: usize) -> String {
        self.known.tables[t].words.join(" ")
    }

    fn column(&self, c: Col) -> String {
        self.known.column(c).words.join(" ")
    }

    fn expr(&self, e: &Expr) -> String {
        match e {
            Expr::Col(c) => self.column(*c),
            Expr::Rows(t) => self.table(*t),
            Expr::Agg { agg, distinct, of } => {
                let of = self.expr(of);
                let once = if *distinct { "different " } else { "" };
                match agg {
                    Agg::Count => format!("number of {once}{of}"),
                    Agg::Sum => format!("total {of}"),
                    Agg::Avg => format!("average {of}"),
                    Agg::Median => format!("median {of}"),
                    Agg::Min => format!("smallest {of}"),
                    Agg::Max => format!("largest {of}"),
                }
            }
            Expr::Part(part, c) => {
                let word = match part {
                    Part::Year => "year",
                    Part::Quarter => "quarter",
                    Part::Month => "month",
                    Part::Weekday => "weekday",
                    Part::Weekend => "weekend or weekday",
                    Part::Hour => "hour",
                    Part::Decade => "decade",
                    Part::YearMonth => "year and month",
                    Part::Week(_) => "week",
                    Part::Day => "day",
                };
                format!("{word} of {}", self.column(*c))
            }
            Expr::Num(n) => n.to_string(),
            Expr::Math(a, op, b) => {
                let word = match op {
                    '*' => "times",
                    '/' => "divided by",
                    '-' => "minus",
                    _ => "plus",
                };
                format!("{} {word} {}", self.expr(a), self.expr(b))
            }
            Expr::Only(c, e) => format!("{} where {}", self.expr(e), self.cond(c)),
            Expr::Percent(c) => format!("percentage where {}", self.cond(c)),
            Expr::OfAll(e) => format!("{} in percent of all", self.expr(e)),
            Expr::Growth { of, by, percent, .. } => format!(
                "growth of {} from one {} to the next{}",
                self.expr(of),
                self.expr(by),
                if *percent { " in percent" } else { "" }
            ),
            Expr::Days(a, b) => format!("days from {} to {}", self.column(*a), self.column(*b)),
            Expr::Hours(a, b) => format!("hours from {} to {}", self.column(*a), self.column(*b)),
            Expr::Abs(e) => format!("size of {}", self.expr(e)),
            Expr::Bands(e, list) => {
                let names: Vec<&str> = list.iter().map(|b| b.name.as_str()).collect();
                format!("band of {} ({})", self.expr(e), names.join(", "))
            }
            Expr::Query(q) => format!("the {}", self.query(q)),
        }
    }

    fn all(&self, conds: &[Cond]) -> String {
        conds.iter().map(|c| self.cond(c)).collect::<Vec<_>>().join(" and ")
    }

    fn cond(&self, c: &Cond) -> String {
        match c {
            Cond::Compare(a, op, b) => {
                let word = match op {
                    Op::Eq => "is",
                    Op::Ne => "is not",
                    Op::Lt => "is less than",
                    Op::Le => "is at most",
                    Op::Gt => "is more than",
                    Op::Ge => "is at least",
                };
                format!("{} {word} {}", self.expr(a), self.expr(b))
            }
            Cond::Is { col, values, not } => {
                let values: Vec<String> = values.iter().map(|v| format!("'{v}'")).collect();
                let word = if *not { "is not" } else { "is" };
                format!("{} {word} {}", self.column(*col), values.join(" or "))
            }
            Cond::Holds { col, text, not } => {
                let word = if *not { "does not hold" } else { "holds" };
                format!("{} {word} '{text}'", self.column(*col))
            }
            Cond::Between(e, a, b) => format!("{} is between {a} and {b}", self.expr(e)),
            Cond::When { col, from, to, not } => {
                let span = match (from, to) {
                    (Some(a), Some(b)) if a == b => format!("on {a}"),
                    (Some(a), Some(b)) => format!("from {a} to {b}"),
                    (Some(a), None) => format!("on {a} or later"),
                    (None, Some(b)) => format!("on {b} or earlier"),
                    (None, None) => "at any time".to_owned(),
                };
                format!("{} is {}{span}", self.column(*col), if *not { "not " } else { "" })
            }
            Cond::PartIs(part, c, numbers) => {
                let numbers: Vec<String> = numbers.iter().map(u32::to_string).collect();
                format!("{} is {}", self.expr(&Expr::Part(*part, *c)), numbers.join(" or "))
            }
            Cond::Null(e, false) => {
                let gaps = match e {
                    Expr::Col(c) => self.known.column(*c).gaps.as_slice(),
                    _ => &[],
                };
                let said = gaps
                    .iter()
                    .filter(|g| !g.trim().is_empty())
                    .map(|g| format!(" or '{g}'"));
                format!("{} is missing{}", self.expr(e), said.collect::<String>())
            }
            Cond::Null(e, true) => format!("{} is known", self.expr(e)),
            Cond::Among(c, q, not) => {
                format!(
                    "{} is {}among the {}",
                    self.column(*c),
                    if *not { "not " } else { "" },
                    self.query(q)
                )
            }
            Cond::Pair(a, b, q) => format!("{} and {} are among the {}", self.expr(a), self.expr(b), self.query(q)),
            Cond::Yes(c, yes) if self.known.column(*c).is_condition() => {
                let name = &self.known.column(*c).name;
                format!("{} is {}“{name}”", self.table(c.table), if *yes { "" } else { "not " })
            }
            Cond::Yes(c, yes) => format!("{} is {}", self.column(*c), if *yes { "yes" } else { "no" }),
            Cond::Any(list) => list.iter().map(|c| self.cond(c)).collect::<Vec<_>>().join(" or "),
            Cond::All(list) => self.all(list),
        }
    }
}

/// "a", "a and b", "a, b and c".
fn list(items: &[String]) -> String {
    match items {
        [] => String::new(),
        [one] => one.clone(),
        [head @ .., last] => format!("{} and {last}", head.join(", ")),
    }
}
