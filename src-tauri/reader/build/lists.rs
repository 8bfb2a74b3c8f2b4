//! Lists: things by their names, with the columns asked for, and those that have so many of others.

use super::conditions::Conditions;
use super::{Builder, Built};
use crate::asked::Style;
use crate::frame::{Ent, Measure};
use crate::known::{Col, Role, Told};
use crate::lexicon::Opener;
use crate::query::{Cond, Expr, Op, Query};

impl Builder<'_> {
    /// Columns that the question names to be shown, and the thing's own name where it names none.
    fn shown(&self) -> (Vec<Expr>, bool) {
        let columns = self.frame.things.iter().flat_map(|(e, _)| match e {
            Ent::Column(c) => match self.linked(*c) {
                linked if !linked.is_empty() => linked,
                _ => self.named_by(*c).unwrap_or_else(|| vec![Expr::Col(*c)]),
            },
            Ent::Table(_) => Vec::new(),
        });
        let shown: Vec<Expr> = columns.collect();
        let bare = shown.is_empty();
        (shown, bare)
    }

    /// "Pet name and owner": who it refers to by name, and not by number.
    fn named_by(&self, c: Col) -> Option<Vec<Expr>> {
        let link = self.known.links.iter().find(|l| l.from.as_slice() == [c])?;
        let number = self
            .known
            .column(c)
            .words
            .last()
            .is_some_and(|w| matches!(w.as_str(), "id" | "no" | "number" | "code"));
        let (from, to) = link
            .tables()
            .filter(|l| self.style == Style::People && number && l.0 != l.1)?;
        let asked = |w: &String| matches!(w.as_str(), "id" | "number" | "no" | "code") && self.says(&[w.as_str()]);
        if self.known.column(c).words.iter().any(asked)
            || self.known.between(from, to).count() > 1
            || !self.frame.compares.is_empty()
        {
            return None;
        }
        let names = self.called(Ent::Table(to));
        (!self.known.tables[to].labels.is_empty()).then_some(names)
    }

    /// The names of other things that the question speaks of.
    pub(super) fn others(&self, ent: Ent, shown: &[Expr]) -> Vec<Expr> {
        let mut out: Vec<Expr> = Vec::new();
        let tables = self
            .frame
            .things
            .iter()
            .filter(|(e, _)| matches!(e, Ent::Table(_)) && e.table() != ent.table());
        let mut tables: Vec<usize> = tables.map(|(e, _)| e.table()).collect();
        let who = self.frame.asks.iter().skip(1).any(|o| *o == Opener::Who) || self.says(&["who", "whose", "whom"]);
        if tables.is_empty() && who && self.known.full_name(ent.table()).is_none() {
            let people = self.people().into_iter().filter_map(|(e, _)| e).map(Ent::table);
            tables.extend(
                people
                    .filter(|t| *t != ent.table() && self.known.belongs(ent.table(), *t))
                    .take(1),
            );
        }
        for t in tables {
            out.extend(self.called(Ent::Table(t)).into_iter().filter(|e| !shown.contains(e)));
        }
        // "Where and when", "which one": the rest of what a row belongs to.
        let opens = usize::from(crate::lexicon::opener(&self.text.words(0)).is_some());
        let also = |o: Opener| self.frame.asks.iter().skip(opens).any(|a| *a == o);
        if also(Opener::Where) || also(Opener::Which) {
            let places =
                (0..self.known.tables.len()).filter(|t| *t != ent.table() && self.known.belongs(ent.table(), *t));
            out.extend(places.take(4).flat_map(|t| self.called(Ent::Table(t))));
        }
        if also(Opener::When) {
            out.extend(self.days(ent.table()).first().map(|d| Expr::Col(d.0)));
        }
        let mut seen: Vec<Expr> = shown.to_vec();
        out.retain(|e| {
            let new = !seen.contains(e);
            seen.push(e.clone());
            new
        });
        out.truncate(6);
        out
    }

    /// Rows of the target with its columns and all conditions.
    pub(super) fn listed(&self, target: Option<Ent>, conds: &Conditions) -> Query {
        let (mut select, bare) = self.shown();
        if bare {
            select = target.map(|t| self.called(t)).unwrap_or_default();
        }
        // "When did Ann last travel and which run was it": the day, beside what else is asked.
        let last = self.frame.top.and_then(|t| match t.by {
            Some(Measure::Col(c)) if self.known.column(c).is_time() => Some(Expr::Col(c)),
            _ => None,
        });
        if self.frame.asks.first() == Some(&Opener::When) && !bare && self.style == Style::People {
            select.extend(last.filter(|d| !select.contains(d)));
        }
        select.extend(self.frame.aged.and_then(|c| self.age(c, true)));
        let mut tables: Vec<usize> = target.map(Ent::table).into_iter().collect();
        // Things that are only spoken of must be there: "customers with orders".
        tables.extend(self.frame.things.iter().map(|t| t.0.table()));
        tables.dedup();
        let filter = conds.filter.iter().chain(&conds.times).cloned().collect();
        Query {
            select,
            tables,
            filter,
            ..Query::default()
        }
    }

    /// Whose rows are counted where the thing itself is: "people who stayed only once" are the guests of stays.
    pub(super) fn owners(&self, ent: Ent, conds: &Conditions) -> Vec<(Ent, f64)> {
        let own = |m: &Measure| *m == Measure::Count(Ent::Table(ent.table()));
        if !matches!(ent, Ent::Table(_)) || !conds.having.iter().any(|h| own(&h.0)) {
            return vec![(ent, 0.0)];
        }
        let mut out: Vec<(Ent, f64)> = Vec::new();
        let people = self.people().into_iter().filter_map(|(e, _)| e);
        let one = self
            .known
            .links
            .iter()
            .filter_map(|l| l.tables())
            .filter(|l| l.0 == ent.table())
            .map(|l| Ent::Table(l.1));
        // "Suites booked fewer than 10 times" are rooms, and not the guests in them.
        let head = self.frame.head.map(Ent::Table);
        for e in head.into_iter().chain(people).chain(one) {
            if e.table() != ent.table() && self.known.belongs(ent.table(), e.table()) && !out.iter().any(|o| o.0 == e) {
                out.push((e, -0.2 * out.len() as f64));
            }
        }
        let spoken = self.spoken();
        for o in &mut out {
            o.1 -= if spoken.contains(&o.0.table()) { 0.0 } else { 0.2 };
        }
        out.truncate(3);
        out.push((ent, -1.5));
        out
    }

    pub(super) fn lists(&self, target: Option<Ent>, conds: &Conditions) -> Vec<Built> {
        let mut out = Vec::new();
        let Some(ent) = target else { return out };
        if !conds.having.is_empty() {
            let ways = self.owners(ent, conds).into_iter().flat_map(|(e, chance)| {
                let found = self.having(e, conds).into_iter();
                found.map(move |b| Built {
                    prior: b.prior + chance,
                    ..b
                })
            });
            return ways.collect();
        }
        let (shown, bare) = self.shown();
        // "How many" asks for a number, counted or kept, never for the things themselves.
        let number = |e: &Expr| matches!(e, Expr::Col(c) if self.known.column(*c).role == Role::Measure);
        let tokens = &self.text.tokens;
        let how_many = tokens.windows(2).any(|w| w[0].lower == "how" && w[1].lower == "many");
        if how_many && !shown.iter().any(number) {
            return out;
        }
        out.extend(self.in_order_of(ent, conds));
        let mut base = self.listed(target, conds);
        // "Visits since 2020": a heading without a verb may want how many they are.
        if let (Ent::Table(t), true, true, false) = (ent, self.frame.asks.is_empty(), bare, base.filter.is_empty()) {
            out.extend(self.with(vec![Expr::count(t)], target, conds, -1.3, "count of list"));
        }
        self.sorted(&mut base, target);
        let mut push = |mut q: Query, prior: f64, choice: &'static str| {
            // "The shows that we performed": each once, however often it was.
            let shown: Vec<usize> = q
                .select
                .iter()
                .filter_map(|e| match e {
                    Expr::Col(c) => Some(c.table),
                    _ => None,
                })
                .collect();
            // "The customer of each order" is asked for every one, "who directed each one" is not.
            let each = (0..self.text.tokens.len()).any(|at| {
                matches!(self.text.word(at), "each" | "every") && !matches!(self.text.word(at + 1), "one" | "of")
            });
            let unseen = shown.iter().all(|t| self.multiplies(*t, &q)) && !each;
            let several = unseen
                || self.multiplies(ent.table(), &q)
                || matches!(ent, Ent::Column(_)) && !self.known.tables.is_empty();
            // A figure that the person named is one of all rows, and never each of them once.
            let each = |c: Col| !matches!(self.known.column(c).told, Some(Told::Figure { .. }));
            let plain = q
                .select
                .iter()
                .all(|e| matches!(e, Expr::Col(c) | Expr::Linked(c, ..) if each(*c)));
            let key = q
                .select
                .iter()
                .any(|e| matches!(e, Expr::Col(c) if self.known.column(*c).unique));
            if self.frame.distinct {
                q.distinct = true;
                out.push(Built {
                    query: q,
                    prior,
                    choices: vec![choice, "distinct"],
                });
            } else if several && plain && !q.select.is_empty() {
                let mut once = q.clone();
                once.distinct = true;
                let ordered = once.order.iter().all(|(e, _)| once.select.contains(e));
                if ordered {
                    out.push(Built {
                        query: once,
                        prior,
                        choices: vec![choice, "each once"],
                    });
                }
                out.push(Built {
                    query: q,
                    prior: prior - if key { 0.2 } else { 0.6 },
                    choices: vec![choice, "all rows"],
                });
            } else {
                out.push(Built::new(q, prior, choice));
            }
        };
        if base.select.is_empty() {
            return out;
        }
        push(base.clone(), 0.0, "list");
        // Things spoken of beside it are shown by their names: "the oldest book and its author".
        let others = self.others(ent, &base.select);
        if !others.is_empty() {
            let mut q = base.clone();
            q.select.extend(others.clone());
            let beside = self.says(&["and", "with", "&", "their", "its", "whose", "plus"]);
            push(
                q,
                if beside && self.style == Style::People {
                    0.05
                } else {
                    -0.8
                },
                "list with others",
            );
        }
        // The name beside what was asked for, and what conditions are about.
        if !bare {
            let label: Vec<Expr> = self.called(ent).into_iter().filter(|e| !shown.contains(e)).collect();
            if !label.is_empty() && matches!(ent, Ent::Table(_)) {
                let mut q = base.clone();
                q.select = label.into_iter().chain(q.select).collect();
                let prior = if self.style == Style::People { 0.1 } else { -1.0 };
                push(q, prior, "named list");
            }
        } else if let Ent::Table(t) = ent {
            let mut cols: Vec<Col> = Vec::new();
            conds.filter.iter().chain(&conds.times).for_each(|c| {
                if matches!(c, Cond::Compare(..) | Cond::Between(..) | Cond::When { .. }) {
                    c.visit(&mut |_, c| cols.extend(c.filter(|c| c.table == t)));
                }
            });
            cols.dedup();
            if !cols.is_empty() && self.style == Style::People {
                let mut q = base.clone();
                let more = cols
                    .into_iter()
                    .map(Expr::Col)
                    .filter(|e| !base.select.contains(e))
                    .collect::<Vec<_>>();
                q.select.extend(more);
                push(q, 0.1, "list with compared");
            }
            let every: Vec<Expr> = self
                .known
                .columns(t)
                .filter(|(_, c)| !c.is_made())
                .flat_map(|c| self.shown_as(c.0))
                .collect();
            let mut q = base.clone();
            q.select = every;
            // Who is asked for by name.
            let who = self.frame.opener() == Some(Opener::Who) && self.style == Style::People;
            if !who || self.known.tables[t].labels.is_empty() {
                push(q, -1.4, "all columns");
            }
            if let Some(key) = self.known.key(t).filter(|k| self.known.column(*k).role == Role::Key) {
                let mut q = base.clone();
                q.select = vec![Expr::Col(key)];
                push(q, -1.8, "keys");
            }
        }
        out
    }

    /// Things that have so many of others, or whose figure is so.
    fn having(&self, ent: Ent, conds: &Conditions) -> Vec<Built> {
        let mut out = Vec::new();
        let mut tables = vec![ent.table()];
        tables.extend(conds.having.iter().filter_map(|h| h.0.table()));
        tables.dedup();
        // Each row by itself has nothing to add up: "films over two hours".
        let own = |m: &Measure| matches!(m, Measure::Col(c) | Measure::Figure(_, c) if c.table == ent.table());
        let own = conds.having.iter().all(|h| own(&h.0));
        let unique = |e: &Expr| matches!(e, Expr::Col(c) if c.table == ent.table() && self.known.column(*c).unique);
        let groups = self.thing_key(ent).into_iter();
        for groups in groups.filter(|g| !(own && g.by.iter().any(unique))) {
            let figures: Vec<Expr> = conds
                .having
                .iter()
                .filter_map(|h| Some(self.of_group(self.counted(h.0, ent))?.0))
                .collect();
            let conds = Conditions {
                having: conds
                    .having
                    .iter()
                    .map(|(m, c)| (*m, self.recount(*m, c.clone(), ent)))
                    .collect(),
                ..conds.clone()
            };
            let (shown, bare) = self.shown();
            let mut bare_groups = groups.clone();
            if !bare && matches!(ent, Ent::Table(_)) {
                bare_groups.show = shown.clone();
                bare_groups.by.extend(
                    shown
                        .iter()
                        .filter(|s| !groups.by.contains(s))
                        .cloned()
                        .collect::<Vec<_>>(),
                );
            }
            let own = |e: &Expr| matches!(e, Expr::Col(c) if c.table == ent.table());
            if !bare && matches!(ent, Ent::Table(_)) && !shown.iter().all(own) {
                let named = self.grouped_by(&groups, figures.clone(), &conds, tables.clone());
                out.push(Built::new(named, groups.prior - 0.2, "having named"));
            }
            // "Films with 15 tickets or more, and what each took": the figure of the same rows.
            let near = |m: &Measure| m.table().is_some_and(|t| tables.contains(&t));
            let asked = self.frame.figures.iter().filter(|f| near(&f.1));
            let asked: Vec<Expr> = asked
                .flat_map(|(agg, m)| self.figure(*agg, *m).into_iter().take(1))
                .map(|e| e.0)
                .collect();
            let beside = self.frame.opener() != Some(Opener::HowMany) && self.says(&["and", "with", "plus", "&"]);
            if beside && !asked.is_empty() {
                // What they were picked by is told, too.
                let told = figures.iter().filter(|f| !asked.contains(f)).cloned();
                let asked = told.chain(asked.iter().cloned()).collect();
                let also = self.grouped_by(&bare_groups, asked, &conds, tables.clone());
                out.push(Built::new(also, groups.prior + 0.4, "having figure"));
            }
            let plain = self.grouped_by(&bare_groups, Vec::new(), &conds, tables.clone());
            let with = self.grouped_by(&bare_groups, figures, &conds, tables.clone());
            let people = self.style == Style::People;
            if let [(m, Cond::Compare(_, op, n))] = conds.having.as_slice() {
                if let Some(e) = self.different(*m, ent) {
                    let having = vec![(*m, Cond::Compare(e.clone(), *op, n.clone()))];
                    let once = Conditions {
                        having,
                        ..conds.clone()
                    };
                    out.push(Built::new(
                        self.grouped_by(&bare_groups, vec![e], &once, tables.clone()),
                        groups.prior - 0.3,
                        "having different",
                    ));
                }
            }
            out.push(Built::new(
                plain,
                groups.prior - if people { 0.8 } else { 0.0 },
                "having",
            ));
            out.push(Built::new(
                with,
                groups.prior - if people { 0.0 } else { 0.8 },
                "having shown",
            ));
        }
        out
    }

    /// Things that others only lead to may be met several times: each is counted once.
    fn different(&self, m: Measure, of: Ent) -> Option<Expr> {
        let (Measure::Count(e @ Ent::Table(t)), Ent::Table(of)) = (m, of) else {
            return None;
        };
        let apart = t != of && !self.known.belongs(t, of) && !self.known.belongs(of, t);
        (apart && self.known.key(t).is_some()).then(|| self.count(e, true))
    }

    /// Rows of a flat table are counted by rows where the counted thing is what is grouped by.
    pub(super) fn counted(&self, m: Measure, ent: Ent) -> Measure {
        match m {
            Measure::Count(e) if e == ent => Measure::Count(Ent::Table(ent.table())),
            m => m,
        }
    }

    fn recount(&self, m: Measure, cond: Cond, ent: Ent) -> Cond {
        match (self.counted(m, ent), cond) {
            (changed, Cond::Compare(_, op, n)) if changed != m => match self.of_group(changed) {
                Some((e, _)) => Cond::Compare(e, op, n),
                None => Cond::Compare(Expr::count(ent.table()), op, n),
            },
            (_, cond) => cond,
        }
    }

    /// The order that the question asks for.
    pub(super) fn sorted(&self, q: &mut Query, target: Option<Ent>) {
        let Some((by, desc)) = self.frame.sort else { return };
        // "Scores over 85, best first" go by what has just been compared; the alphabet goes by names.
        let bound = q.filter.iter().find_map(|c| match c {
            Cond::Compare(Expr::Col(c), Op::Gt | Op::Ge | Op::Lt | Op::Le, _) => Some(Expr::Col(*c)),
            _ => None,
        });
        let names = self
            .text
            .tokens
            .iter()
            .any(|t| t.lower.starts_with("alphabetic") || t.lower == "z");
        // "Youngest first" says itself what it goes by.
        let plain = self.says(&[
            "best", "worst", "highest", "lowest", "biggest", "smallest", "largest", "most", "least", "top",
        ]);
        let compared = bound.filter(|_| plain && !names && q.group.is_empty());
        let e = match by {
            Some(Measure::Col(c)) => Some(Expr::Col(c)),
            Some(m) => self.of_group(m).map(|m| m.0),
            None => compared
                .or_else(|| q.select.first().cloned())
                .or_else(|| target.and_then(|t| self.called(t).into_iter().next())),
        };
        // Single rows have no order by a figure of several.
        let Some(e) = e.filter(|e| !e.is_figure() || !q.group.is_empty()) else {
            return;
        };
        let desc = desc.unwrap_or(false);
        if self.style == Style::People && !q.select.contains(&e) && q.group.is_empty() {
            q.select.push(e.clone());
        }
        q.order = vec![(e, desc)];
    }
}
