//! Parts of a whole in percent.

use super::conditions::{joined_values, Conditions};
use super::{all, Builder, Built};
use crate::constructions::by::usual_of;
use crate::constructions::share::is_part;
use crate::frame::Ent;
use crate::lexicon;
use crate::link::Meaning;
use crate::query::{Agg, Cond, Expr, Query};
use crate::words::TokenKind;

const VERBS: &[&str] = &[
    "is", "are", "was", "were", "have", "has", "had", "did", "get", "got", "go", "went", "end", "ended",
];

impl Builder<'_> {
    pub(super) fn shares(&self, target: Option<Ent>, conds: &Conditions) -> Vec<Built> {
        let mut out = Vec::new();
        // Only what adds up has parts: ratings and ages have none.
        let mut measures = self.measures();
        measures.retain(|c| usual_of(self.known, *c) == Agg::Sum);
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
        let plain = conds.filter.is_empty();
        if grouped && (plain || self.frame.of_total) {
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
        // Rows that are so among all; times hold for both, unless nothing else is said.
        let (part, whole) = match (plain, conds.times.is_empty()) {
            // "What percent of orders this year used a code": the year is no part where what is so has not been understood.
            (true, false) if !self.time_is_said_of() => return out,
            (true, false) => (conds.times.clone(), Vec::new()),
            _ => (conds.filter.clone(), conds.times.clone()),
        };
        let measure = measures.first().map(|c| Expr::Col(*c));
        let whole_conds = Conditions {
            filter: whole,
            times: Vec::new(),
            ..conds.clone()
        };
        if let Some(cond) = all(part.clone()) {
            for groups in self.groups(Some(of), &whole_conds) {
                let mut ways = match &measure {
                    Some(m) => {
                        let only = Expr::Only(Box::new(cond.clone()), Box::new(m.clone()));
                        let part = Expr::math(Expr::Num(100.0), '*', Expr::agg(Agg::Sum, only));
                        vec![
                            (Expr::math(part, '/', Expr::agg(Agg::Sum, m.clone())), 0.0),
                            (Expr::Percent(Box::new(cond.clone())), -0.8),
                        ]
                    }
                    None => vec![(Expr::Percent(Box::new(cond.clone())), 0.0)],
                };
                if let Some(among) = self.among(of, &cond) {
                    ways.push((Expr::Percent(Box::new(among)), -0.4));
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
        }
        out
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
        let tokens = &self.text.tokens;
        let of = (1..tokens.len()).find(|at| tokens[*at].lower == "of" && is_part(&tokens[*at - 1].lower));
        let verb = of.and_then(|of| (of + 2..tokens.len()).find(|at| tokens[*at].is_any(VERBS)));
        verb.is_some_and(|at| at + 1 < tokens.len())
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
