//! Parts of a whole in percent.

use super::conditions::{joined_values, Conditions};
use super::{all, Builder, Built};
use crate::constructions::by::usual_of;
use crate::constructions::money;
use crate::constructions::share::is_part;
use crate::constructions::worth::sold;
use crate::frame::{Ent, Measure};
use crate::known::{yes_or_no, Col, Role};
use crate::lexicon;
use crate::link::{Atom, Meaning};
use crate::query::{Agg, Cond, Expr, Op, Query};
use crate::words::{among, TokenKind};

const VERBS: &[&str] = &[
    "is", "are", "was", "were", "have", "has", "had", "did", "get", "gets", "got", "go", "goes", "went", "end",
    "ended", "come", "comes", "came", "use", "used", "that",
];

impl Builder<'_> {
    /// "What percentage of our total revenue", "share of sales".
    fn part_of_money(&self) -> Option<Expr> {
        const MONEY: &str = "revenue sales turnover takings income money spend spending profit profits";
        let text = self.text;
        (0..text.tokens.len()).find_map(|at| {
            let of = text.past(at + 2, &["the", "our", "all", "total", "overall", "whole"]);
            let said = is_part(text.word(at)) && text.word(at + 1) == "of" && among(MONEY, text.word(of));
            let mut found = if said { sold(text, of) } else { Vec::new() };
            found.sort_by(|a, b| b.1.total_cmp(&a.1));
            found.into_iter().find_map(|(m, _)| match m {
                Measure::Col(c) => Some(Expr::Col(c)),
                Measure::Times(a, b) => Some(Expr::math(Expr::Col(a), '*', Expr::Col(b))),
                _ => None,
            })
        })
    }

    pub(super) fn shares(&self, target: Option<Ent>, conds: &Conditions) -> Vec<Built> {
        let mut out = Vec::new();
        // Only what adds up has parts: ratings and ages have none.
        let mut measures = self.measures();
        measures.retain(|c| usual_of(self.known, *c) == Agg::Sum && !self.is_paper(*c));
        let home = target.map(Ent::table).or_else(|| self.spoken().first().copied());
        if let (true, true, Some(home)) = (measures.is_empty(), self.frame.figures.is_empty(), home) {
            measures.extend(money(self.text, home).filter(|_| self.shares_money()));
        }
        let figure = |b: &Self| -> Vec<(Expr, f64)> {
            if let Some((agg, m)) = b.frame.figures.first() {
                return b.figure(*agg, *m);
            }
            match measures.first() {
                Some(c) => vec![(Expr::agg(Agg::Sum, Expr::Col(*c)), 0.0)],
                None => target.map(|e| (Expr::count(e.table()), 0.0)).into_iter().collect(),
            }
        };
        if let Some(found) = self.shares_of(target, conds) {
            return found;
        }
        let grouped = !self.frame.groups.is_empty();
        let plain = conds.filter.is_empty() && self.frame.rate.is_none();
        // "What percent of each town smokes": each is a whole, and what is so of it has not been understood.
        if grouped && plain && self.frame.of_total.is_none() && self.shares_each() {
            return out;
        }
        if grouped && (plain || self.frame.of_total.is_some()) {
            // Each group's part of all.
            for (e, prior) in figure(self) {
                let home = self.table_of(&e).or(target.map(Ent::table));
                for groups in self.groups(home, conds) {
                    // Of several keys each part is one of all, or of those that have the first or the last in common.
                    let mut wholes: Vec<(Vec<Expr>, f64)> = vec![(Vec::new(), 0.0)];
                    if let ([first, .., last], true) = (groups.by.as_slice(), self.frame.groups.len() > 1) {
                        wholes.extend([(vec![first.clone()], 0.1), (vec![last.clone()], -0.2)]);
                    }
                    for (apart, chance) in wholes {
                        let part = Expr::OfAll(Box::new(e.clone()), apart);
                        let mut q = self.grouped_by(&groups, vec![part.clone()], conds, home.into_iter().collect());
                        if !groups.in_order {
                            q.order = vec![(part, true)];
                        }
                        out.push(Built::new(q, prior + groups.prior + chance, "part of all"));
                    }
                }
            }
            return out;
        }
        let Some(of) = target.map(Ent::table).or_else(|| self.spoken().first().copied()) else {
            return out;
        };
        let (part, whole) = match self.parted(of, conds) {
            Some(found) => found,
            // "What percent of orders this year used a code": the year is no part where what is so has not been understood.
            None if plain && !conds.times.is_empty() && !self.time_is_said_of() => return out,
            None if plain && !conds.times.is_empty() => (conds.times.clone(), Vec::new()),
            // Rows that are so among all; times hold for both, unless nothing else is said.
            None => (conds.filter.clone(), conds.times.clone()),
        };
        let of_what = || part.first().and_then(|c| self.of_what(c));
        let measure = measures.first().copied().or_else(of_what).map(Expr::Col);
        let whole_conds = Conditions {
            filter: whole,
            times: Vec::new(),
            ..conds.clone()
        };
        let part_of_money = self.part_of_money();
        let of_money = part_of_money.is_some();
        let measure = measure.or(part_of_money);
        // What stands before the verb is the whole: the parts of all are another question.
        let joint = all(part.clone()).filter(|_| part.len() == 1 || !self.is_said_of_some());
        if let Some(cond) = joint {
            for groups in self.groups(Some(of), &whole_conds) {
                let mut ways = match &measure {
                    Some(m) => {
                        let only = Expr::Only(Box::new(cond.clone()), Box::new(m.clone()));
                        let part = Expr::math(Expr::Num(100.0), '*', Expr::agg(Agg::Sum, only));
                        vec![
                            (Expr::math(part, '/', Expr::agg(Agg::Sum, m.clone())), 0.0),
                            (Expr::Percent(Box::new(cond.clone())), -0.8),
                        ]
                        .into_iter()
                        // "Of our total revenue" is no share of rows.
                        .filter(|way| !(of_money && matches!(way.0, Expr::Percent(_))))
                        .collect()
                    }
                    None => vec![(Expr::Percent(Box::new(cond.clone())), 0.0)],
                };
                if let Some(among) = self.among(of, &cond) {
                    ways.push((Expr::Percent(Box::new(among)), -0.4));
                }
                // What a line holds its order has; how a line stands, or how much is on it, is of the line.
                let holds = match &cond {
                    Cond::Is { col, not: false, .. } | Cond::Holds { col, not: false, .. } => !self
                        .known
                        .column(*col)
                        .words
                        .iter()
                        .any(|w| matches!(w.as_str(), "status" | "state")),
                    _ => false,
                };
                if let Some(thing) = target.and_then(|t| self.of_lines(t)).filter(|_| holds && !of_money) {
                    ways.iter_mut().for_each(|way| way.1 -= 0.6);
                    let once = |of: Expr| Expr::each(Agg::Count, of);
                    let so = once(Expr::Only(Box::new(cond.clone()), Box::new(Expr::Col(thing))));
                    let part = Expr::math(Expr::Num(100.0), '*', so);
                    ways.push((Expr::math(part, '/', once(Expr::Col(thing))), 0.6));
                }
                // "How many were cancelled, and what share is that": both.
                let both = (!self.frame.counts.is_empty()).then(|| {
                    let one = Expr::Only(Box::new(cond.clone()), Box::new(Expr::Num(1.0)));
                    Expr::agg(Agg::Count, one)
                });
                for (e, prior) in ways {
                    let figures = both.iter().cloned().chain([e]).collect();
                    let q = self.grouped_by(&groups, figures, &whole_conds, vec![of]);
                    out.push(Built::new(q, prior + groups.prior, "share"));
                }
            }
        }
        // Only the last of several is the part: "what share of French orders were late".
        if part.len() > 1 {
            let (last, first) = part
                .split_last()
                .map_or((None, Vec::new()), |(l, f)| (Some(l.clone()), f.to_vec()));
            let mut rest = whole_conds.clone();
            rest.filter.extend(first);
            // "The share that is gift aided" is no part of itself.
            if let Some(last) = last.filter(|l| !rest.filter.contains(l)) {
                for groups in self.groups(Some(of), &rest) {
                    let q = self.grouped_by(&groups, vec![Expr::Percent(Box::new(last.clone()))], &rest, vec![of]);
                    let prior = if self.predicated() { 0.6 } else { -0.1 };
                    out.push(Built::new(q, groups.prior + prior, "share of some"));
                }
            }
        }
        out
    }

    /// The number of what has several lines in a sheet: "orders" by `order_id`.
    fn of_lines(&self, thing: Ent) -> Option<Col> {
        let Ent::Column(c) = thing else { return None };
        let column = self.known.column(c);
        let number = matches!(column.role, Role::Number | Role::Reference | Role::Code) && column.is_numbering();
        (number && !column.unique && column.distinct * 10 < column.rows * 9).then_some(c)
    }

    /// Things of whose rows so many percent are so.
    pub(super) fn fraction(
        &self,
        op: Op,
        percent: f64,
        part: &[Cond],
        target: Option<Ent>,
        conds: &Conditions,
    ) -> Vec<Built> {
        let (Some(part), Some(thing)) = (all(part.to_vec()), target) else {
            return Vec::new();
        };
        let mut rows = None;
        part.visit(&mut |t, _| rows = rows.or(Some(t)));
        let Some(rows) = rows.filter(|t| {
            *t == thing.table() && matches!(thing, Ent::Column(_))
                || self.known.belongs(*t, thing.table()) && *t != thing.table()
        }) else {
            return Vec::new();
        };
        let so = Expr::agg(Agg::Count, Expr::Only(Box::new(part.clone()), Box::new(Expr::Num(1.0))));
        let share = Expr::Percent(Box::new(part));
        let mut conds = conds.clone();
        conds.having.push((
            Measure::Count(thing),
            Cond::Compare(share.clone(), op, Expr::Num(percent)),
        ));
        let groups = self.thing_key(thing).into_iter();
        let built = groups.map(|g| {
            Built::new(
                self.grouped_by(
                    &g,
                    vec![share.clone(), so.clone(), Expr::count(rows)],
                    &conds,
                    vec![rows],
                ),
                g.prior,
                "fraction",
            )
        });
        built.collect()
    }

    /// What the words or the data tell apart for sure: what is counted, and what it is a part of.
    fn parted(&self, of: usize, conds: &Conditions) -> Option<(Vec<Cond>, Vec<Cond>)> {
        let f = self.frame;
        let whole = |more: &[Cond]| more.iter().chain(&conds.times).cloned().collect::<Vec<Cond>>();
        // "Pass rate of Ann": of all that she has.
        if let Some(rate) = &f.rate {
            let rest: Vec<Cond> = conds.filter.iter().filter(|c| *c != rate).cloned().collect();
            return Some((vec![rate.clone()], whole(&rest)));
        }
        // "Refusals as a share of all that were not withdrawn".
        if let Some(n) = f.of_total.filter(|n| (1..conds.filter.len()).contains(n)) {
            return Some((conds.filter[..n].to_vec(), whole(&conds.filter[n..])));
        }
        // "Paid by card": how is only kept of what was paid, which is the whole.
        if let [a, b] = conds.filter.as_slice() {
            for (done, how) in [(a, b), (b, a)] {
                if self.is_how(how, done) {
                    return Some((vec![how.clone()], whole(std::slice::from_ref(done))));
                }
            }
        }
        // "The fee as a percentage of the wage" has no part of rows.
        let a = |at: usize| matches!(self.text.word(at), "a" | "an" | "the");
        let asks = |at: usize| {
            let lead = at.checked_sub(1 + usize::from(at > 0 && a(at - 1)));
            is_part(self.text.word(at)) && lead.is_none_or(|lead| self.text.word(lead) != "as")
        };
        if !conds.filter.is_empty() || !(0..self.text.tokens.len()).any(asks) {
            return None;
        }
        let yes = f.things.iter().find_map(|(e, _)| self.yes(*e));
        // A time may be of either.
        let has = || f.things.iter().find_map(|(e, _)| self.has(of, *e));
        let has = || has().filter(|_| conds.times.is_empty());
        yes.or_else(has).map(|part| (vec![part], whole(&[])))
    }

    /// Whether the one column is filled on just the rows that have the day of the other: a method beside the day of payment.
    fn is_how(&self, how: &Cond, done: &Cond) -> bool {
        let (Cond::Is { col, not: false, .. }, Cond::Null(Expr::Col(of), true)) = (how, done) else {
            return false;
        };
        let (how, day) = (self.known.column(*col), self.known.column(*of));
        let gaps = !how.gaps.is_empty() && how.gaps == day.gaps;
        col.table == of.table && how.nulls == day.nulls && (how.nulls > 0 || gaps) && day.is_time()
    }

    /// "Would recommend", "has a permit": the rows whose column says yes.
    fn yes(&self, e: Ent) -> Option<Cond> {
        let Ent::Column(col) = e else { return None };
        let column = self.known.column(col);
        if self.text.is_flag(col) {
            return Some(Cond::Yes(col, true));
        }
        let mut says = column.top.iter().filter(|v| yes_or_no(v) == Some(true));
        let (Some(yes), None) = (says.next(), says.next()) else {
            return None;
        };
        let values = vec![yes.clone()];
        (column.distinct <= 4).then_some(Cond::Is {
            col,
            values,
            not: false,
        })
    }

    /// "Tickets that go to members", "bookings that got a review": those that refer to such a row, or are referred to by one.
    fn has(&self, of: usize, e: Ent) -> Option<Cond> {
        let Ent::Table(t) = e else { return None };
        let mut refers = self.known.links.iter().filter(|l| l.tables() == Some((of, t)));
        if let (Some([from]), None) = (refers.next().map(|l| l.from.as_slice()), refers.next()) {
            let some = self.known.column(*from).nulls > 0;
            return some.then_some(Cond::Null(Expr::Col(*from), true));
        }
        let (own, theirs) = self.hook(of, t).filter(|h| t != of && h.1.table == t)?;
        let rows = Query {
            select: vec![Expr::Col(theirs)],
            ..Query::default()
        };
        Some(Cond::Among(own, Box::new(rows), false))
    }

    /// Whether a number is only spoken of by the papers that it stands on: "share of bills" is one of bills, not of money.
    fn is_paper(&self, c: Col) -> bool {
        let stems = &self.known.column(c).stems;
        let says = |at: &usize| self.text.at(*at).iter().any(|a| a.meaning == Meaning::Column(c));
        let mut said = (0..self.text.tokens.len()).filter(says).peekable();
        let paper = |at: usize| {
            let token = &self.text.tokens[at];
            token.is_any(&["bills", "invoices", "receipts"]) && !stems.contains(&token.stem)
        };
        said.peek().is_some() && said.all(paper)
    }

    /// "What share of what we billed is unpaid": money.
    fn of_what(&self, part: &Cond) -> Option<Col> {
        let words = &self.text.tokens;
        let says = |at: &usize| {
            is_part(&words[*at].lower) && self.text.word(at + 1) == "of" && self.text.word(at + 2) == "what"
        };
        (0..words.len()).find(says)?;
        let mut table = None;
        part.visit(&mut |t, _| table = table.or(Some(t)));
        money(self.text, table?)
    }

    /// "What share came by phone, by email and by post": each one's part of all, beside the others.
    fn shares_of(&self, target: Option<Ent>, conds: &Conditions) -> Option<Vec<Built>> {
        let [Expr::Col(col)] = conds.beside.as_slice() else {
            return None;
        };
        let listed = joined_values(&self.frame.versus);
        // "France vs Germany" are one condition with two values.
        let values: Vec<Cond> = match &listed {
            Cond::Is { values, not: false, .. } => {
                let one = |values| Cond::Is {
                    col: *col,
                    values,
                    not: false,
                };
                self.known.column(*col).apart(values).into_iter().map(one).collect()
            }
            _ => self.frame.versus.clone(),
        };
        let mut rest = conds.clone();
        rest.filter.retain(|c| *c != listed);
        if values.len() < 2 || rest.filter.len() == conds.filter.len() {
            return None;
        }
        (rest.versus, rest.beside) = (false, Vec::new());
        let of = target.map_or(col.table, Ent::table);
        let figures: Vec<Expr> = values.iter().map(|c| Expr::Percent(Box::new(c.clone()))).collect();
        let none = self.groups(Some(of), &rest);
        let queries = none.into_iter().map(|groups| {
            let prior = groups.prior;
            Built::new(
                self.grouped_by(&groups, figures.clone(), &rest, vec![of]),
                prior,
                "share",
            )
        });
        Some(queries.collect())
    }

    /// "What share of orders came in 2025": the time ends what is said of them.
    fn time_is_said_of(&self) -> bool {
        let tokens = &self.text.tokens;
        let timed = |at: usize| self.text.at(at).iter().any(|a| matches!(a.meaning, Meaning::Time(_)));
        let Some(last) = (0..tokens.len()).rev().find(|at| timed(*at)) else {
            return true;
        };
        let end = self.text.at(last).iter().map(|a| a.end).max().unwrap_or(last + 1);
        let more = |at: usize| tokens[at].kind == TokenKind::Word && !lexicon::is_filler(&tokens[at].lower);
        !(end..tokens.len()).any(more)
    }

    /// "What percentage of laptops are in use": what stands behind the verb is the part, what stands before it the whole.
    fn predicated(&self) -> bool {
        self.subject()
            .is_some_and(|words| words.end + 1 < self.text.tokens.len())
    }

    /// Whether it is money that is shared out: "share of our income", "percentage of the fee money".
    fn shares_money(&self) -> bool {
        const MONEY: &str = "money income takings revenue turnover earnings";
        let parts = (0..self.text.tokens.len()).filter(|at| is_part(self.text.word(*at)));
        parts.into_iter().any(|at| {
            let from = self
                .text
                .past(at + 1, &["of", "the", "our", "my", "all", "total", "overall"]);
            from > at + 1 && (from..from + 3).any(|i| among(MONEY, self.text.word(i)))
        })
    }

    /// "Of each town", "of every course's runners".
    fn shares_each(&self) -> bool {
        let w = |at: usize| self.text.word(at);
        let each = |at: usize| is_part(w(at)) && w(at + 1) == "of" && matches!(w(at + 2), "each" | "every");
        (0..self.text.tokens.len()).any(each)
    }

    /// The words between "share of" and the verb.
    fn subject(&self) -> Option<std::ops::Range<usize>> {
        let tokens = &self.text.tokens;
        let of = (1..tokens.len()).find(|at| tokens[*at].lower == "of" && is_part(&tokens[*at - 1].lower))?;
        let verb = (of + 2..tokens.len()).find(|at| tokens[*at].is_any(VERBS))?;
        Some(of + 1..verb)
    }

    /// Whether the whole is only some of the rows, said before the verb: "urgent orders"; "late and refunded" behind it are one part.
    fn is_said_of_some(&self) -> bool {
        let some = |at: usize| {
            let value = |a: &Atom| matches!(a.meaning, Meaning::Value { .. }) && a.score >= 0.6;
            self.text.at(at).iter().any(value) || lexicon::is_standing(self.text.word(at))
        };
        self.predicated() && self.subject().is_some_and(|mut words| words.any(some))
    }

    /// The condition as one on the things that have such a row, where a thing may have several or none: "what share of
    /// students play football" is a part of all students.
    fn among(&self, of: usize, cond: &Cond) -> Option<Cond> {
        let mut tables: Vec<usize> = Vec::new();
        cond.visit(&mut |t, _| tables.push(t));
        tables.dedup();
        let [table] = tables.as_slice() else { return None };
        if *table == of || self.known.belongs(of, *table) {
            return None;
        }
        let (own, theirs) = self.hook(of, *table)?;
        let mut tables = vec![theirs.table, *table];
        tables.dedup();
        let rows = Query {
            select: vec![Expr::Col(theirs)],
            tables,
            filter: vec![cond.clone()],
            ..Query::default()
        };
        Some(Cond::Among(own, Box::new(rows), false))
    }

    fn table_of(&self, e: &Expr) -> Option<usize> {
        let mut first = None;
        e.visit(&mut |t, _| first = first.or(Some(t)));
        first
    }
}
