//! Two times against each other: "shipped late", "delivered on time", "how long does shipping take", "days between order
//! and payment".
//!
//! In: tokens and the columns that keep times. Out: a comparison of two days, or the days between them.

use super::Walk;
use crate::ask::builtin::cues::Cue;
use crate::ask::builtin::mentions::Kind;
use crate::ask::builtin::query::{Agg, Col, Cond, Expr, Op, Part, Value};
use crate::words::alike;

/// Words for what was done after the day that was promised.
pub(super) const LATE: &[&str] = &["late", "delayed", "overdue"];
/// Stems in the name of a day by which something is to be done.
const PROMISED: &[&str] = &[
    "requir", "due", "promis", "deadlin", "expect", "schedul", "estim", "plan", "target",
];
/// Stems in the name of a day on which something was done.
const DONE: &[&str] = &[
    "deliv", "deliveri", "ship", "arriv", "complet", "finish", "dispatch", "sent", "actual", "return", "close",
];
/// Of two times of one row these are the later.
const ENDS: &[&str] = &[
    "deliv", "deliveri", "arriv", "complet", "finish", "end", "return", "close", "paid", "pai", "to",
];

impl Walk<'_> {
    pub(super) fn spans(&mut self) {
        self.how_long();
        self.late();
    }

    /// "shipped late": done on a later day than promised.
    fn late(&mut self) {
        let token = |k: usize| self.tokens.get(k);
        let found = (0..self.tokens.len()).find_map(|k| {
            let t = &self.tokens[k];
            let in_time = t.is_any(&["on", "in"]) && token(k + 1).is_some_and(|n| n.is("time"));
            match () {
                () if t.is_any(LATE) => Some((k, k, Op::Gt)),
                () if in_time => Some((k, k + 1, Op::Le)),
                () => None,
            }
        });
        let Some((from, to, op)) = found else { return };
        // "late fees": a name says the word.
        if (from..=to).any(|k| {
            self.item_of(k)
                .is_some_and(|i| self.meaning[i].is_some() && self.items[i].end - self.items[i].start > to + 1 - from)
        }) {
            return;
        }
        let times = self.times_near();
        let has = |c: &Col, stems: &[&str]| self.own_stems(*c).iter().any(|s| stems.contains(&s.as_str()));
        let Some(promised) = times.iter().copied().find(|c| has(c, PROMISED)) else {
            return;
        };
        // "Late orders": nothing says what was late with them.
        let verb = from.checked_sub(1).map(|k| self.tokens[k].stem.as_str());
        let others: Vec<Col> = times.iter().copied().filter(|c| *c != promised).collect();
        let done = verb
            .and_then(|verb| self.called(verb, &others))
            .or_else(|| others.iter().copied().find(|c| has(c, DONE)));
        let Some(done) = done else { return };
        self.parts.once_each |= done.table != promised.table;
        let negated = self.tokens[from.saturating_sub(3)..from]
            .iter()
            .any(|t| t.is_any(&["not", "never", "n't", "weren't", "wasn't"]));
        let op = match (op, negated) {
            (Op::Gt, true) => Op::Le,
            (_, true) => Op::Gt,
            (op, false) => op,
        };
        let at = self.item_of(from).unwrap_or(0);
        for k in from.saturating_sub(3)..=to {
            let spoken = k >= from
                || self.tokens[k].is_any(&["not", "never", "n't"])
                || k + 1 == from
                    && self
                        .item_of(k)
                        .is_some_and(|i| self.table_at(i).is_none_or(|t| t != self.counted_first()));
            if let Some(i) = self
                .item_of(k)
                .filter(|i| spoken && !self.used[*i] && !matches!(self.items[*i].kind, Kind::Cue(Cue::HowMany)))
            {
                self.take(i, "compared with what was promised");
            }
        }
        let day = |c: Col| Expr::Part(Part::Day, c);
        self.filter(Cond::Compare(day(done), op, Value::Expr(day(promised))), at);
    }

    /// The table said first.
    fn counted_first(&self) -> usize {
        (0..self.items.len())
            .find_map(|i| self.table_at(i))
            .unwrap_or(usize::MAX)
    }

    /// "how long does shipping take", "how many days between order and payment".
    fn how_long(&mut self) {
        let Some(span) = self.span_said() else { return };
        let (from, to, start, end) = span;
        let mut agg = Agg::Avg;
        let mut at = 0;
        for k in 0..self.tokens.len() {
            let t = &self.tokens[k];
            let most = t.is_any(&["longest", "maximum", "slowest"]).then_some(Agg::Max);
            let least = t.is_any(&["shortest", "minimum", "fastest"]).then_some(Agg::Min);
            let said = most.or(least);
            agg = said.unwrap_or(agg);
            let usual = t.is_any(&["average", "usually", "typically", "mean", "median"]);
            if t.is("median") {
                agg = Agg::Median;
            }
            let inside = k >= from && k < to;
            if let Some(i) = self
                .item_of(k)
                .filter(|i| (usual || inside || said.is_some()) && !self.used[*i])
            {
                self.take(i, "days between");
                at = i;
            }
        }
        let day = |c: Col| Box::new(Expr::Part(Part::Day, c));
        let days = Expr::Arith(day(end), '-', day(start));
        self.parts.select.push((Expr::agg(agg, days), at));
    }

    /// The tokens that speak of a stretch of time, and the columns where it begins and ends.
    fn span_said(&self) -> Option<(usize, usize, Col, Col)> {
        let times = self.times_near();
        let word = |k: usize| self.tokens.get(k).map_or("", |t| t.lower.as_str());
        let plain = |c: &Col| !self.own_stems(*c).iter().any(|s| PROMISED.contains(&s.as_str()));
        let done: Vec<Col> = times.iter().copied().filter(plain).collect();
        let called = |k: usize| {
            let stem = &self.tokens.get(k)?.stem;
            let table = |c: &&Col| {
                let named = &self.knowledge.fields.of_table(c.table).stems;
                named.iter().any(|s| alike(stem, s).is_some())
            };
            self.called(stem, &done).or_else(|| done.iter().find(table).copied())
        };
        for k in 0..self.tokens.len() {
            if word(k) == "between"
                && k > 0
                && matches!(word(k - 1), "days" | "time" | "delay" | "gap" | "long" | "pass")
            {
                let rest: Vec<usize> = (k + 1..self.tokens.len())
                    .filter(|j| !matches!(word(*j), "the" | "an" | "a" | "and" | "date" | "day" | "of"))
                    .collect();
                let (a, b) = (*rest.first()?, *rest.get(1)?);
                let asked = (0..k).rev().take(4).find(|j| word(*j) == "how");
                // "the average number of days between": nothing is counted.
                let number = k
                    .checked_sub(3)
                    .filter(|j| (word(*j), word(*j + 1)) == ("number", "of"));
                let begin = asked.or(number).unwrap_or(k - 1);
                let (start, end) = (called(a)?, called(b)?);
                return (start != end).then_some((begin, b + 1, start, end));
            }
            if word(k) == "how" && word(k + 1) == "long" {
                let take =
                    (k + 2..self.tokens.len().min(k + 8)).find(|j| matches!(word(*j), "take" | "takes" | "took"))?;
                let said = (k + 2..self.tokens.len().min(take + 5))
                    .filter(|j| *j != take)
                    .find_map(|j| Some((j, called(j)?)))?;
                let (start, end) = self.beside_time(said.1, &times)?;
                return Some((k, take.max(said.0) + 1, start, end));
            }
        }
        None
    }

    /// The column whose name is most like a word.
    fn called(&self, stem: &str, columns: &[Col]) -> Option<Col> {
        let like = |c: &Col| {
            let stems = self.own_stems(*c).iter();
            let alike = stems.clone().filter_map(|s| alike(stem, s)).max();
            alike
                .map(Some)
                .or_else(|| stems.clone().any(|s| one_root(stem, s)).then_some(None))
        };
        let found = columns.iter().filter_map(|c| Some((like(c)?, *c)));
        found.rev().max_by_key(|f| f.0).map(|f| f.1)
    }

    /// The time that goes with one: of its own row, else of the row it belongs to.
    fn beside_time(&self, c: Col, times: &[Col]) -> Option<(Col, Col)> {
        let ends = |c: &Col| self.own_stems(*c).iter().any(|s| ENDS.contains(&s.as_str()));
        if let Some(other) = times.iter().find(|o| o.table == c.table && **o != c) {
            return Some(if ends(&c) || !ends(other) && other.column < c.column {
                (*other, c)
            } else {
                (c, *other)
            });
        }
        let promised = |o: &Col| self.own_stems(*o).iter().any(|s| PROMISED.contains(&s.as_str()));
        let owner = times
            .iter()
            .find(|o| o.table != c.table && self.adjacent(o.table, c.table) && !promised(o))?;
        Some((*owner, c))
    }

    /// Columns that keep days, of the tables spoken of and then of those beside them.
    fn times_near(&self) -> Vec<Col> {
        let mut tables = self.scope();
        let all = 0..self.knowledge.catalog.tables.len();
        let beside: Vec<usize> = all
            .filter(|t| !tables.contains(t) && tables.iter().any(|s| self.adjacent(*s, *t)))
            .collect();
        tables.extend(beside);
        let columns = tables.into_iter().flat_map(|t| {
            (0..self.knowledge.catalog.tables[t].columns.len()).map(move |column| Col { table: t, column })
        });
        columns
            .filter(|c| {
                use askwell_sql::dialect::Stored;
                matches!(crate::ask::builtin::write::stored(self.knowledge, *c), Some(s) if !matches!(s, Stored::Year | Stored::Slash))
            })
            .collect()
    }

    fn own_stems(&self, c: Col) -> &[String] {
        let field = self.knowledge.fields.of_column(c.table, c.column);
        &field.stems[field.implied.min(field.stems.len())..]
    }

    fn item_of(&self, token: usize) -> Option<usize> {
        self.items.iter().position(|x| x.start <= token && token < x.end)
    }
}

/// "delivery" and "delivered", "payment" and "paid": what is done, and what was done. Three letters are no root but of "pay".
fn one_root(a: &str, b: &str) -> bool {
    let (short, long) = if a.len() < b.len() { (a, b) } else { (b, a) };
    (short.len() > 3 || short == "pay") && long.starts_with(short)
}
