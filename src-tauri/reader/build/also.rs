//! Columns that stand beside what is asked for, because the question asks for them behind it: who, when, where, what for.
//!
//! In: a query of rows, or of one row for each thing. Out: the same with these columns. Deliberately absent: figures over all
//! rows, which belong to nobody.

use super::{Builder, Built};
use crate::constructions::money;
use crate::frame::{About, Also, Ent};
use crate::known::{Col, Column, Role};
use crate::lexicon;
use crate::query::{Expr, Query};

/// What it costs to leave out what is asked for.
const LEFT_OUT: f64 = 2.0;

impl Builder<'_> {
    /// The query with what is asked for besides; as it is where that cannot be had.
    pub(super) fn also(&self, built: Built) -> Built {
        if self.frame.also.is_empty() {
            return built;
        }
        let mut out = built;
        for also in &self.frame.also {
            // What it is how much of may stand there by its name.
            let much = |e: &Expr| e.is_figure() || matches!(e, Expr::Col(c) if self.measures().contains(c));
            if *also == Also::HowMuch && out.query.select.iter().any(much) {
                continue;
            }
            let home = self.home_of(&out.query);
            let more = home.map(|t| self.beside_row(t, *also)).unwrap_or_default();
            if more.is_empty() {
                out.prior -= LEFT_OUT;
                continue;
            }
            let q = &mut out.query;
            for e in more {
                if !q.select.contains(&e) {
                    q.select.push(e.clone());
                    if !q.group.is_empty() && !q.group.contains(&e) {
                        q.group.push(e);
                    }
                }
            }
        }
        out.choices.push("also");
        out
    }

    /// The table of whose rows the query shows one each, or that it groups by.
    fn home_of(&self, q: &Query) -> Option<usize> {
        if q.over.is_some() {
            return None;
        }
        if !q.group.is_empty() {
            return q.group.iter().find_map(|e| match e {
                Expr::Col(c) if self.known.key(c.table) == Some(*c) => Some(c.table),
                _ => None,
            });
        }
        if q.select.iter().any(Expr::is_figure) {
            return None;
        }
        let tables = q.needed();
        let whole = |t: &&usize| tables.iter().all(|other| self.known.belongs(**t, *other));
        tables.iter().find(whole).copied()
    }

    fn beside_row(&self, home: usize, also: Also) -> Vec<Expr> {
        match also {
            Also::Who => self.whose(home, self.paid_or_booked()),
            Also::Whom => self.whose(home, true),
            Also::When => self.days(home).first().map(|d| Expr::Col(d.0)).into_iter().collect(),
            Also::Where => self.place_of(home),
            Also::HowMuch => money(self.text, home).map(Expr::Col).into_iter().collect(),
            Also::What(about) => self.told_of(home, about).map(Expr::Col).into_iter().collect(),
        }
    }

    /// Whether "who" is asked of what those do who come from outside: "and who paid it", not "and who did it".
    fn paid_or_booked(&self) -> bool {
        let tokens = 0..self.text.tokens.len();
        let mut who = tokens.filter(|at| matches!(self.text.word(*at), "who" | "whom"));
        who.any(|at| (at + 1..at + 4).any(|i| i < self.text.tokens.len() && self.comes_from_outside(i)))
    }

    /// Whom a row belongs to: the nearest people that it refers to, else those named in it; `outside`: those who work here only
    /// where there are no others.
    fn whose(&self, home: usize, outside: bool) -> Vec<Expr> {
        let human = |t: &usize| self.known.is_human(*t);
        let near = self.known.up(home);
        let from_outside = near
            .iter()
            .filter(|_| outside)
            .find(|t| human(t) && !self.known.is_staff(**t));
        if let Some(t) = from_outside.or_else(|| near.iter().find(|t| human(t))) {
            return self.called(Ent::Table(*t));
        }
        let named = self.named_in(home).into_iter().take(1);
        named.map(Expr::Col).collect()
    }

    /// What a row says of itself: the first column whose name answers to the question, else its description.
    fn told_of(&self, home: usize, about: About) -> Option<Col> {
        let first = match about {
            About::Itself => "",
            About::Purpose => "purpose reason why cause occasion",
            About::Subject => "subject topic about theme",
            About::Trouble => "damage fault problem issue complaint symptom defect",
            About::Work => "work job task treatment service action procedure",
        };
        const REST: &str =
            "description details detail subject item product title what kind type summary purpose reason name";
        let says = |c: &Column| c.is_text() && !matches!(c.role, Role::Reference | Role::Key);
        let found = |name: &str| {
            let mut columns = self.known.columns(home).filter(|(_, c)| says(c));
            columns.find_map(|(col, c)| c.words.iter().any(|w| w == name).then_some(col))
        };
        first.split_whitespace().chain(REST.split_whitespace()).find_map(found)
    }

    /// Where a row is: what it says of a place, else the nearest place that it refers to.
    fn place_of(&self, home: usize) -> Vec<Expr> {
        let place = |words: &[String]| words.iter().any(|w| lexicon::is_place(w));
        let own = |t: usize| -> Option<Col> {
            let names = |c: &Column| c.is_text() && !matches!(c.role, Role::Reference | Role::Key);
            let mut columns = self.known.columns(t).filter(|(_, c)| names(c) && place(&c.words));
            columns.next().map(|(c, _)| c)
        };
        for t in self.known.up(home) {
            if t != home && place(&self.known.tables[t].words) {
                return self.called(Ent::Table(t));
            }
            if let Some(c) = own(t) {
                return vec![Expr::Col(c)];
            }
        }
        Vec::new()
    }
}
