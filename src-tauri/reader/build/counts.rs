//! How many: rows, different things, things that have so many of others.

use super::conditions::Conditions;
use super::{Builder, Built};
use crate::asked::Style;
use crate::constructions::told_apart;
use crate::frame::{Ent, Measure};
use crate::lexicon::Opener;
use crate::link::{Atom, Meaning};
use crate::query::{Agg, Cond, Expr, Query};
use crate::words::TokenKind;

impl Builder<'_> {
    pub(super) fn counts(&self, target: Option<Ent>, conds: &Conditions) -> Vec<Built> {
        let f = self.frame;
        let Some((of, distinct)) = f.counts.first().copied() else {
            return Vec::new();
        };
        // "Different people", of a sheet: those that it names.
        let people = || {
            let t = target.filter(|t| distinct && !self.known.is_human(t.table()))?.table();
            self.named_in(t).into_iter().next().map(Ent::Column)
        };
        let counted = of
            .or_else(|| self.text.headed_by_text().map(Ent::Table))
            .or_else(people)
            .or(target)
            .or_else(|| self.spoken().first().map(|t| Ent::Table(*t)));
        let Some(ent) = counted else { return Vec::new() };
        let table = ent.table();
        let mut out = Vec::new();
        if !conds.having.is_empty() && f.groups.is_empty() {
            let ways = self.owners(ent, conds).into_iter().flat_map(|(e, chance)| {
                let found = self.having_count(e, conds).into_iter();
                found.map(move |b| Built {
                    prior: b.prior + chance,
                    ..b
                })
            });
            return ways.collect();
        }
        out.extend(self.apiece(&[self.count(ent, false)], table, conds));
        let mut tables = vec![table];
        let named = |t: &usize| f.things.iter().any(|thing| thing.0 == Ent::Table(*t));
        tables.extend(self.text.had_by(table).into_iter().filter(named));
        for groups in self.groups(Some(table), conds) {
            let q = self.grouped_by(&groups, vec![Expr::count(table)], conds, tables.clone());
            let several = self.multiplies(table, &q);
            let mut ways: Vec<(Expr, f64, &'static str)> = Vec::new();
            match ent {
                Ent::Table(_) => {
                    let key = self.count(ent, several);
                    ways.push((key.clone(), 0.0, "count"));
                    if several && tables.len() == 1 && key != Expr::count(table) {
                        ways.push((Expr::count(table), -0.8, "count rows joined"));
                    }
                }
                Ent::Column(c) => {
                    let unique = self.known.column(c).unique;
                    ways.push((
                        Expr::each(Agg::Count, Expr::Col(c)),
                        if unique { -0.4 } else { 0.0 },
                        "count different",
                    ));
                    if !distinct && tables.len() == 1 {
                        ways.push((Expr::count(table), if unique { 0.0 } else { -0.9 }, "count"));
                    }
                }
            }
            for (e, prior, choice) in ways {
                let mut figures = vec![e];
                // "Games since May, and number of different days": both.
                if self.is_beside() && distinct && f.things.iter().any(|t| t.0 == Ent::Table(table)) {
                    figures.insert(0, Expr::count(table));
                }
                // "How many X and Y": each counted.
                for (other, _) in f.counts.iter().skip(1) {
                    figures.extend(other.filter(|o| o.table() == table).map(|o| self.count(o, true)));
                }
                let q = self.grouped_by(&groups, figures, conds, tables.clone());
                out.push(Built::new(q, prior + groups.prior, choice));
            }
            if groups.by.is_empty() && self.style == Style::Exact && f.counts.len() > 1 {
                continue;
            }
        }
        out
    }

    /// The rows that have what is told apart, where some have none.
    pub(super) fn with_one(&self, apart: &Expr) -> Option<Expr> {
        match apart {
            Expr::Agg {
                agg: Agg::Count,
                distinct: true,
                of,
            } => match **of {
                Expr::Col(c) if self.known.column(c).has_gaps() => Some(Expr::agg(Agg::Count, Expr::Col(c))),
                _ => None,
            },
            _ => None,
        }
    }

    /// What has several rows of what is added up beside it is counted once: "how many customers, and what did they spend".
    pub(super) fn count_once(&self, q: &mut Query) {
        for t in 0..self.known.tables.len() {
            let rows = Expr::count(t);
            if q.select.contains(&rows) && self.multiplies(t, q) {
                let once = self.count(Ent::Table(t), true);
                let each = q.select.iter_mut().chain(q.order.iter_mut().map(|o| &mut o.0));
                each.filter(|e| **e == rows).for_each(|e| *e = once.clone());
            }
        }
    }

    /// "Customers with two orders or more, and how many": what was counted stands beside each.
    pub(super) fn how_many_behind(&self) -> bool {
        let w = |at: usize| self.text.word(at);
        let tied = |at: usize| matches!(w(at), "and" | "with" | "plus" | "&");
        let asks = |at: usize| matches!((w(at), w(at + 1)), ("how", "many" | "often"));
        let over = |at: usize| {
            let end = self.text.past(at, &["times", "each", "of", "them"]);
            let shut = |end: usize| self.text.tokens.get(end).is_none_or(|t| t.kind == TokenKind::Mark);
            // "With more than one line, and how many lines".
            let again = |a: &Atom| a.meaning.thing().is_some() && shut(a.end) && self.is_compared(&a.meaning);
            shut(end) || self.text.at(at).iter().any(again)
        };
        (1..self.text.tokens.len()).any(|at| tied(at - 1) && asks(at) && over(at + 2)) && !asks(0)
    }

    /// Whether a number of these is compared: "more than one line".
    fn is_compared(&self, of: &Meaning) -> bool {
        let counted = |m: Option<Measure>| matches!(m, Some(Measure::Count(e)) if Some(e) == of.thing());
        self.frame.compares.iter().any(|(c, _)| counted(c.subject))
    }

    /// "Who came late, and how many times": each with its rows counted.
    pub(super) fn counted_beside(&self, target: Option<Ent>, conds: &Conditions) -> Option<Vec<Built>> {
        let f = self.frame;
        let [(of, false)] = f.counts.as_slice() else {
            return None;
        };
        let asks = matches!(f.opener(), Some(Opener::Who | Opener::Which));
        let plain = f.groups.is_empty() && conds.having.is_empty() && !conds.versus;
        let thing = target.filter(|_| asks && plain && self.how_many_behind())?;
        let mut rows = of.map(Ent::table);
        conds
            .filter
            .iter()
            .for_each(|c| c.visit(&mut |t, _| rows = rows.or(Some(t))));
        let rows = rows.unwrap_or(thing.table());
        let below =
            self.known.belongs(rows, thing.table()) && (rows != thing.table() || matches!(thing, Ent::Column(_)));
        if !below {
            return None;
        }
        let groups = self.thing_key(thing).into_iter();
        let built = groups.map(|g| {
            Built::new(
                self.grouped_by(&g, vec![Expr::count(rows)], conds, vec![rows]),
                g.prior,
                "count",
            )
        });
        Some(built.collect())
    }

    /// Whether what is told apart is counted beside something else.
    fn is_beside(&self) -> bool {
        let says = |at: usize, word: &str| self.text.word(at) == word;
        let tied = |at: usize| says(at, "and") && says(at + 1, "number") && says(at + 2, "of");
        self.frame.counts.len() == 1 && (0..self.text.tokens.len()).any(|at| tied(at) && told_apart(self.text, at + 3))
    }

    /// "How many customers ordered more than once": those among the ones that did.
    fn having_count(&self, ent: Ent, conds: &Conditions) -> Vec<Built> {
        let having: Vec<Cond> = conds.having.iter().map(|h| h.1.clone()).collect();
        let filter: Vec<Cond> = conds.filter.iter().chain(&conds.times).cloned().collect();
        let mut out = Vec::new();
        match ent {
            Ent::Column(c) => {
                let inner = Query {
                    select: vec![Expr::Col(c)],
                    filter,
                    group: vec![Expr::Col(c)],
                    having,
                    ..Query::default()
                };
                let select = vec![Expr::each(Agg::Count, Expr::Col(c))];
                let filter = vec![Cond::Among(c, Box::new(inner), false)];
                out.push(Built::new(
                    Query {
                        select,
                        filter,
                        ..Query::default()
                    },
                    0.0,
                    "count having",
                ));
            }
            Ent::Table(t) => {
                for (m, _) in conds.having.iter().take(1) {
                    let Some(other) = m.table() else { continue };
                    let Some((own, theirs)) = self.hook(t, other) else {
                        continue;
                    };
                    let tables = if theirs.table == other {
                        vec![theirs.table]
                    } else {
                        vec![theirs.table, other]
                    };
                    let inner = Query {
                        select: vec![Expr::Col(theirs)],
                        tables,
                        group: vec![Expr::Col(theirs)],
                        having: having.clone(),
                        filter: conds.times.clone(),
                        ..Query::default()
                    };
                    let mut filter = conds.filter.clone();
                    filter.push(Cond::Among(own, Box::new(inner), false));
                    let q = Query {
                        select: vec![Expr::count(t)],
                        tables: vec![t],
                        filter,
                        ..Query::default()
                    };
                    out.push(Built::new(q, 0.0, "count having"));
                }
            }
        }
        out
    }
}
