//! A query in plain words, so that a person can check it without reading SQL.
//!
//! In: [`Query`]. Out: one sentence that names every filter.

use askwell_sql::amend::worked_out;
use askwell_sql::steps::worded;

use super::once::key_of;
use super::query::{Agg, Col, Cond, Expr, Op, Part, Query, SetOp, Term, Value};
use crate::calendar::{capital, WEEKDAYS};
use crate::prepare::glossary::Sense;
use crate::prepare::Knowledge;
use crate::words::{split_name, Speech};

pub fn reading(knowledge: &Knowledge, q: &Query) -> String {
    let r = Reader {
        knowledge,
        speech: knowledge.speech(),
    };
    let mut text = r.query(q);
    if let Some((op, right)) = &q.set {
        let word = match op {
            SetOp::Union => "together with",
            SetOp::Intersect => "that are also among",
            SetOp::Except => "but not",
        };
        text = format!("{text}, {word} {}", r.query(right));
    }
    text
}

struct Reader<'a> {
    knowledge: &'a Knowledge,
    speech: Speech,
}

impl Reader<'_> {
    fn query(&self, q: &Query) -> String {
        let tables = q.needed();
        let main = tables.first().map_or_else(String::new, |t| self.table(*t));
        // What is grouped by is said once, behind "for each".
        let beside = |e: &&Expr| q.group.is_empty() || !q.group.contains(e);
        let mut shown: Vec<String> = q.select.iter().filter(beside).map(|e| self.expr(e)).collect();
        if shown.is_empty() {
            shown = q.select.iter().map(|e| self.expr(e)).collect();
        }
        let counts = |e: &Expr| match e {
            Expr::Agg {
                agg: Agg::Count, of, ..
            } => self.rows_of(of).is_some_and(|t| tables.first() == Some(&t)),
            _ => false,
        };
        let once = if q.distinct { "different " } else { "" };
        let mut text = match q.select.iter().any(counts) {
            true => format!("{once}{}", list(&shown)),
            // The only table need not be named.
            false if self.speech.alone() => format!("{once}{}", list(&shown)),
            false => format!("{once}{} of {main}", list(&shown)),
        };
        // "Percentage of orders where status is 'Cancelled'": of what, before which.
        if let ([Expr::Share(c, percent)], Some(of)) = (q.select.as_slice(), q.tables.first().or(tables.first())) {
            let part = if *percent { "percentage" } else { "share" };
            text = format!("{part} of {} where {}", self.table(*of), self.cond(c));
            if !q.filter.is_empty() {
                text += &format!(", of those where {}", self.all(&q.filter));
            }
            if q.group.is_empty() {
                return text;
            }
        }
        let others: Vec<String> = tables.iter().skip(1).map(|t| self.table(*t)).collect();
        let part = matches!(q.select.as_slice(), [Expr::Share(..)]);
        if !others.is_empty() && !part {
            text += &format!(" with their {}", list(&others));
        }
        if !q.filter.is_empty() && !part {
            text += &format!(", where {}", self.all(&q.filter));
        }
        let key = |e: &&Expr| q.select.contains(e);
        let said: Vec<&Expr> = if q.group.iter().any(|e| key(&e)) {
            q.group.iter().filter(key).collect()
        } else {
            q.group.iter().collect()
        };
        if !said.is_empty() {
            let groups: Vec<String> = said.into_iter().map(|e| self.expr(e)).collect();
            text += &format!(", for each {}", list(&groups));
        }
        if !q.having.is_empty() {
            let conds: Vec<String> = q.having.iter().map(|c| self.cond(c)).collect();
            text += &format!(", only groups whose {}", conds.join(" and whose "));
        }
        // That months follow each other goes without saying.
        let in_time = |(e, desc): &(Expr, bool)| !desc && q.group.contains(e) && matches!(e, Expr::Part(..));
        let plain = q.limit.is_none() && q.order.iter().all(in_time);
        if !q.order.is_empty() && !plain {
            let keys: Vec<String> = q
                .order
                .iter()
                .map(|(e, desc)| {
                    format!(
                        "{} {}",
                        self.expr(e),
                        if *desc { "from high to low" } else { "from low to high" }
                    )
                })
                .collect();
            text += &format!(", sorted by {}", list(&keys));
        }
        if let Some(each) = &q.each {
            let of: Vec<String> = each.of.iter().map(|e| self.expr(e)).collect();
            let rows = if each.rows == 1 {
                "the row".to_owned()
            } else {
                format!("the {} rows", each.rows)
            };
            let most = if each.desc { "largest" } else { "smallest" };
            text += &format!(
                ", only {rows} with the {most} {} for each {}",
                self.expr(&each.by),
                list(&of)
            );
        }
        match (q.limit, q.offset) {
            (Some(1), skipped) => text += &format!(", only the {}", place(skipped + 1)),
            (Some(n), 0) => text += &format!(", only the first {n}"),
            (Some(n), skipped) => text += &format!(", only {n} from the {} on", place(skipped + 1)),
            (None, _) => {}
        }
        text
    }

    fn table(&self, t: usize) -> String {
        let name = &self.knowledge.catalog.tables[t].name;
        self.speech.table(name, &split_name(name))
    }

    fn rows(&self, t: usize) -> String {
        let name = &self.knowledge.catalog.tables[t].name;
        self.speech.rows(name, &split_name(name))
    }

    /// The table whose rows are counted, by themselves or by what tells them apart.
    fn rows_of(&self, counted: &Expr) -> Option<usize> {
        match counted {
            Expr::Rows(t) => Some(*t),
            Expr::Column(c) => (key_of(self.knowledge, c.table) == Some(*c)).then_some(c.table),
            _ => None,
        }
    }

    fn column(&self, c: Col) -> String {
        let name = &self.knowledge.catalog.tables[c.table].columns[c.column].name;
        self.speech.column(name, &split_name(name))
    }

    fn expr(&self, e: &Expr) -> String {
        match e {
            Expr::Column(c) => self.column(*c),
            Expr::Rows(t) => self.rows(*t),
            Expr::Term(term) => self.term(*term),
            Expr::Agg { agg, distinct, of } => {
                let of = match (agg, self.rows_of(of)) {
                    (Agg::Count, Some(t)) if *distinct => self.rows(t),
                    _ => self.expr(of),
                };
                let once = if *distinct { "different " } else { "" };
                match agg {
                    Agg::Count => format!("number of {once}{of}"),
                    Agg::Sum => worked_out("total", &of),
                    Agg::Avg => worked_out("average", &of),
                    Agg::Median => format!("median {of}"),
                    Agg::Min => format!("smallest {of}"),
                    Agg::Max => format!("largest {of}"),
                }
            }
            Expr::Part(part, c) => {
                let of = self.column(*c);
                match part {
                    Part::Year => format!("year of {of}"),
                    Part::Quarter => format!("quarter of {of}"),
                    Part::Month => format!("month of {of} (whatever the year)"),
                    Part::Weekday => format!("weekday of {of}"),
                    Part::YearMonth => format!("month of {of}"),
                    Part::Week(_) => format!("week of {of}"),
                    Part::FiscalYear(_) => format!("fiscal year of {of}"),
                    Part::FiscalQuarter(_) => format!("fiscal quarter of {of}"),
                    Part::Day => format!("day of {of}"),
                }
            }
            Expr::Share(c, percent) => format!(
                "{} with {}",
                if *percent { "percentage" } else { "share" },
                self.cond(c)
            ),
            Expr::RowsWith(c) => format!("number with {}", self.cond(c)),
            Expr::ShareOfAll(of, percent) => format!(
                "{} as a {} of all",
                self.expr(of),
                if *percent { "percentage" } else { "share" }
            ),
            Expr::Number(n) => n.clone(),
            Expr::Running(of, by) => format!("running total of {} in the order of {}", self.expr(of), self.expr(by)),
            Expr::Change(of, by, percent) => format!(
                "change of {} from one {} to the next{}",
                self.expr(of),
                self.expr(by),
                if *percent { " in percent" } else { "" }
            ),
            Expr::Arith(a, '-', b) if super::write::days(a, b).is_some() => match super::write::days(a, b) {
                Some((end, start)) => format!("days from {} to {}", self.column(start), self.column(end)),
                None => String::new(),
            },
            Expr::Arith(a, op, b) => {
                let word = match op {
                    '*' => "times",
                    '/' => "divided by",
                    '-' => "minus",
                    _ => "plus",
                };
                format!("{} {word} {}", self.expr(a), self.expr(b))
            }
        }
    }

    /// The person's own word, and what they said it stands for.
    fn term(&self, term: Term) -> String {
        let Some(known) = self.knowledge.terms.get(term.index) else {
            return String::new();
        };
        match &known.meaning {
            // What it stands for is a note of the answer.
            _ if known.implied => known.name.clone(),
            Sense::Condition { sql, .. } | Sense::Figure { sql, .. } => format!("\"{}\" ({})", known.name, sql.alone),
            _ => known.name.clone(),
        }
    }

    fn cond(&self, c: &Cond) -> String {
        match c {
            Cond::Compare(Expr::Part(Part::Weekday, of), op @ (Op::Eq | Op::Ne), Value::Number(n)) => {
                let day = n.parse::<usize>().map_or("", |n| WEEKDAYS[(n + 6) % 7]);
                let not = if *op == Op::Ne { "not " } else { "" };
                format!("{} is {not}a {}", self.column(*of), capital(day))
            }
            Cond::Compare(e, op, v) => {
                let word = match op {
                    Op::Eq => "is",
                    Op::Ne => "is not",
                    Op::Lt => "is less than",
                    Op::Le => "is at most",
                    Op::Gt => "is more than",
                    Op::Ge => "is at least",
                    Op::Like => "is like",
                    Op::NotLike => "is not like",
                };
                format!("{} {word} {}", self.expr(e), self.value(v))
            }
            Cond::Between(e, Value::Date(a), Value::Date(b)) if worded::day_of(a).is_some() => {
                let span = worded::day_of(a)
                    .zip(worded::day_of(b))
                    .map(|(a, b)| worded::stretch(a, b));
                let span = span.unwrap_or_else(|| format!("between {a} and {b}"));
                format!("{} is {span}", self.expr(e))
            }
            Cond::Between(e, a, b) => format!("{} is between {} and {}", self.expr(e), self.value(a), self.value(b)),
            Cond::Term(term, not) => format!("{} {}", self.term(*term), if *not { "does not hold" } else { "holds" }),
            Cond::Null(e, false) => format!("{} is missing", self.expr(e)),
            Cond::Null(e, true) => format!("{} is known", self.expr(e)),
            Cond::In(e, q, not) => format!(
                "{} is {}among the {}",
                self.expr(e),
                if *not { "not " } else { "" },
                self.query(q)
            ),
            Cond::Any(list) => {
                let both = |c: &Cond| matches!(c, Cond::All(inner) if inner.len() > 1);
                self.tied(list, "or", "both", both)
            }
            Cond::All(list) => self.all(list),
        }
    }

    /// What must hold together.
    fn all(&self, conds: &[Cond]) -> String {
        let either = |c: &Cond| matches!(c, Cond::Any(inner) if inner.len() > 1);
        self.tied(conds, "and", "either", either)
    }

    /// Where "and" and "or" meet, a word and a comma say what belongs together.
    fn tied(&self, conds: &[Cond], word: &str, opens: &str, mixed: impl Fn(&Cond) -> bool) -> String {
        let several = conds.len() > 1 && conds.iter().any(&mixed);
        let told = conds.iter().map(|c| match several && mixed(c) {
            true => format!("{opens} {}", self.cond(c)),
            false => self.cond(c),
        });
        let between = if several {
            format!(", {word} ")
        } else {
            format!(" {word} ")
        };
        told.collect::<Vec<String>>().join(&between)
    }

    fn value(&self, v: &Value) -> String {
        match v {
            Value::Text(t) => format!("'{t}'"),
            Value::Number(n) => n.clone(),
            Value::Date(day) => worded::day_of(day).map_or_else(|| day.clone(), worded::day_words),
            Value::Expr(e) => self.expr(e),
            Value::Query(q) => format!("the {}", self.query(q)),
        }
    }
}

/// "first", "second", "11th".
fn place(n: u64) -> String {
    const WORDS: [&str; 10] = [
        "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth",
    ];
    let word = usize::try_from(n).ok().and_then(|n| WORDS.get(n.checked_sub(1)?));
    word.map_or_else(|| format!("{n}th"), |w| (*w).to_owned())
}

/// "a", "a and b", "a, b and c"; long lists are shortened.
fn list(items: &[String]) -> String {
    match items {
        [] => String::new(),
        [one] => one.clone(),
        [head @ .., last] if items.len() <= 6 => format!("{} and {last}", head.join(", ")),
        _ => format!("{} and {} more", items[..4].join(", "), items.len() - 4),
    }
}
