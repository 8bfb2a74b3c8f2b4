//! Rankings: the most and the least of rows, of groups, and the figure itself.

use super::conditions::Conditions;
use super::{Builder, Built};
use crate::asked::Style;
use crate::constructions::by::usual_of;
use crate::frame::{Ent, Key, Measure, Top};
use crate::known::Col;
use crate::lexicon;
use crate::query::{Agg, Expr, Query};

/// Rows of a ranking where the question names no number but asks for several.
const SEVERAL: u64 = 10;
/// What rows without a day cost where something is ranked by how many it has, and each larger table before them.
const STANDING: f64 = 0.7;
const SMALLER: f64 = 0.25;

impl Builder<'_> {
    /// "Which sponsor paid the most": what stands in many rows has the most of all of them together.
    fn adds_up(&self, ent: Option<Ent>) -> bool {
        let many = |c: Col| self.known.column(c).groups() && !self.known.column(c).unique;
        let tokens = &self.text.tokens;
        let most = |at: usize| {
            let scale = tokens.get(at + 1).and_then(|t| lexicon::scale(&t.lower));
            tokens[at].is_any(&["most", "least"]) && scale.is_none()
        };
        matches!(ent, Some(Ent::Column(c)) if many(c)) && (0..tokens.len()).any(most)
    }

    pub(super) fn ranks(&self, target: Option<Ent>, conds: &Conditions) -> Vec<Built> {
        let Some(top) = self.frame.top else { return Vec::new() };
        let mut out = Vec::new();
        // What is ranked: the target, or what it is grouped by.
        let grouped = self.frame.groups.iter().find_map(|k| match k {
            Key::Ent(e) => Some(*e),
            _ => None,
        });
        let ent = grouped.or(target);
        for (by, prior) in self.bases(top, ent) {
            match by {
                Measure::Col(c) => {
                    if let Some(e) = target.filter(|e| e.table() == c.table || self.known.belongs(e.table(), c.table)) {
                        out.extend(self.best_of_each(&Expr::Col(c), c.table, top, e, false, conds, prior + 0.2));
                    }
                    if let Some(q) = self.rows_by(Expr::Col(c), c.table, top, ent, conds) {
                        let prior = prior - if self.adds_up(ent) { 1.0 } else { 0.0 };
                        out.extend(self.rows_named(&q, ent, prior));
                        out.push(Built::new(q, prior, "rank rows"));
                    }
                    for (agg, chance) in self.meant(c).into_iter().chain([(extreme(top.desc), -1.6)]) {
                        let figure = Expr::agg(agg, Expr::Col(c));
                        let below = self.below(c.table, ent);
                        let prior = prior + chance + if below { 0.3 } else { -0.4 };
                        out.extend(self.groups_by(figure, c.table, top, ent, conds, prior, "rank groups"));
                    }
                    // The figure itself: "what is the highest price".
                    let alone = ent.is_none()
                        || ent.is_some_and(|e| e.table() == c.table && matches!(e, Ent::Table(_)) && !self.asks_for(e));
                    if alone && top.rows.is_none() {
                        let filter = conds.filter.iter().chain(&conds.times).cloned().collect();
                        let select = vec![Expr::agg(extreme(top.desc), Expr::Col(c))];
                        let q = Query {
                            select,
                            filter,
                            ..Query::default()
                        };
                        let asked = if ent.is_none() { 0.3 } else { -0.5 };
                        out.push(Built::new(q, prior + asked, "extreme"));
                    }
                }
                Measure::Count(e) => {
                    let same = Some(e) == ent;
                    let figure = if same {
                        Expr::count(e.table())
                    } else {
                        self.count(e, false)
                    };
                    out.extend(self.groups_by(figure, e.table(), top, ent, conds, prior, "rank by count"));
                }
                Measure::Figure(agg, c) => {
                    out.extend(self.groups_by(
                        Expr::agg(agg, Expr::Col(c)),
                        c.table,
                        top,
                        ent,
                        conds,
                        prior,
                        "rank groups",
                    ));
                }
                // How far the best and the worst of one column lie apart.
                Measure::Less(a, b) if a == b => {
                    for (figure, chance) in self.figure(Agg::Max, by) {
                        out.extend(self.groups_by(figure, a.table, top, ent, conds, prior + chance, "rank groups"));
                    }
                }
                Measure::Less(a, b) => {
                    let e = Expr::Abs(Box::new(Expr::math(Expr::Col(a), '-', Expr::Col(b))));
                    let ent = ent.or(Some(Ent::Table(a.table)));
                    if let Some(q) = self.rows_by(e, a.table, top, ent, conds) {
                        out.push(Built::new(q, prior, "rank rows"));
                    }
                }
                Measure::Over(a, b) => {
                    let e = self.over(Expr::Col(a), Expr::Col(b));
                    if let Some(q) = self.rows_by(e, a.table, top, ent, conds) {
                        out.push(Built::new(q, prior, "rank rows"));
                    }
                    for (figure, chance) in self.figure(Agg::Avg, by) {
                        out.extend(self.groups_by(
                            figure,
                            a.table,
                            top,
                            ent,
                            conds,
                            prior + chance - 0.3,
                            "rank groups",
                        ));
                    }
                }
                Measure::Times(a, b) => {
                    let each = Expr::math(Expr::Col(a), '*', Expr::Col(b));
                    if let Some(q) = self.rows_by(each.clone(), a.table, top, ent, conds) {
                        out.push(Built::new(q, prior - 0.5, "rank rows"));
                    }
                    out.extend(self.groups_by(
                        Expr::agg(Agg::Sum, each),
                        a.table,
                        top,
                        ent,
                        conds,
                        prior,
                        "rank groups",
                    ));
                }
                // Who is the oldest is told by the day itself.
                Measure::Age(_) => {}
                Measure::Days(a, b) | Measure::Hours(a, b) => {
                    let hours = matches!(by, Measure::Hours(..));
                    let lasts = if hours { self.lasting(a, b) } else { Expr::Days(a, b) };
                    for (agg, chance) in [(Agg::Avg, -0.3), (extreme(top.desc), -0.6), (Agg::Sum, -1.0)] {
                        let figure = Expr::agg(agg, lasts.clone());
                        out.extend(self.groups_by(figure, a.table, top, ent, conds, prior + chance, "rank groups"));
                    }
                    if ent.is_none() {
                        let filter = conds.filter.iter().chain(&conds.times).cloned().collect();
                        let q = Query {
                            select: vec![Expr::agg(extreme(top.desc), lasts.clone())],
                            filter,
                            ..Query::default()
                        };
                        out.push(Built::new(q, prior, "extreme"));
                    }
                    if let Some(q) = self.rows_by(lasts, a.table, top, ent, conds) {
                        out.push(Built::new(q, prior, "rank rows"));
                    }
                }
            }
        }
        // Several keys are ranked together: "the busiest route", "the brand and year with the most sales".
        if self.frame.groups.len() > 1 && self.within_groups().is_none() {
            out.iter_mut().for_each(|b| b.prior -= 1.0);
            for (by, prior) in self.bases(top, ent) {
                out.extend(self.ranked_groups(by, top, conds, prior, "rank groups together"));
            }
        }
        // Periods are ranked like things: "best month for sales".
        if ent.is_none() || grouped.is_none() {
            let parts: Vec<&Key> = self.frame.groups.iter().filter(|k| !matches!(k, Key::Ent(_))).collect();
            if !parts.is_empty() {
                out.clear();
                // The busiest month is the one with most of the things themselves.
                let own = ent.filter(|_| top.by.is_none() && !top.open && self.measures().is_empty());
                let own = own.filter(|_| self.frame.figures.is_empty() && self.frame.counts.is_empty());
                let own = own.map(|e| (Measure::Count(e), 0.4));
                for (by, prior) in own.into_iter().chain(self.bases(top, ent)) {
                    out.extend(self.ranked_groups(by, top, conds, prior, "rank periods"));
                }
            }
        }
        out
    }

    fn ranked_groups(&self, by: Measure, top: Top, conds: &Conditions, prior: f64, choice: &'static str) -> Vec<Built> {
        let (Some((figure, _)), home) = (self.of_group(by), by.table()) else {
            return Vec::new();
        };
        let mut out = Vec::new();
        if let (Some(e), Some(home)) = (self.within_groups(), home) {
            out.extend(self.best_of_each(&figure, home, top, e, true, conds, prior - 0.2));
        }
        for groups in self.groups(home, conds) {
            let mut q = self.grouped_by(&groups, vec![figure.clone()], conds, home.into_iter().collect());
            q.order = vec![(figure.clone(), top.desc)];
            q.limit = Some(top.rows.unwrap_or(1));
            q.skip = top.skip;
            out.push(Built::new(q, prior + groups.prior, choice));
        }
        out
    }

    /// Ranked rows with their own name where only other columns are shown, and with the names of things beside them.
    fn rows_named(&self, q: &Query, ent: Option<Ent>, prior: f64) -> Vec<Built> {
        let Some(ent) = ent.filter(|_| self.style == Style::People) else {
            return Vec::new();
        };
        let mut out = Vec::new();
        let mut named = q.clone();
        if matches!(ent, Ent::Table(_)) {
            let own: Vec<Expr> = self.called(ent).into_iter().filter(|e| !q.select.contains(e)).collect();
            if !own.is_empty() {
                named.select.splice(0..0, own);
                out.push(Built::new(named.clone(), prior + 0.1, "rank rows named"));
            }
        }
        let others = self.others(ent, &named.select);
        if !others.is_empty() {
            named.select.extend(others);
            let beside = self.says(&["and", "with", "&", "their", "its", "whose", "who", "plus"]);
            out.push(Built::new(
                named,
                prior + if beside { 0.1 } else { -0.5 },
                "rank rows with others",
            ));
        }
        out
    }

    /// A person asks for the thing itself, not for its figure.
    fn asks_for(&self, e: Ent) -> bool {
        self.frame.things.iter().any(|(t, asked)| *t == e && *asked)
    }

    /// The thing that is ranked within groups: "the best customer of each region".
    fn within_groups(&self) -> Option<Ent> {
        let f = self.frame;
        let ranked = |e: &Ent| self.is_thing(*e) && !f.groups.contains(&Key::Ent(*e));
        f.things
            .iter()
            .map(|t| t.0)
            .find(ranked)
            .filter(|_| !f.groups.is_empty())
    }

    /// Whether rows of `table` are several for one of the ranked things.
    fn below(&self, table: usize, ent: Option<Ent>) -> bool {
        match ent {
            Some(Ent::Table(t)) => t != table && !self.known.belongs(t, table),
            Some(Ent::Column(c)) => c.table != table || !self.known.column(c).unique,
            None => false,
        }
    }

    /// What a ranking goes by.
    fn bases(&self, top: Top, ent: Option<Ent>) -> Vec<(Measure, f64)> {
        if let Some(m) = top.by {
            // "What do we spend the most on, on average".
            let figures = &self.frame.figures;
            let sums = |f: &(Agg, Measure)| f.0 == Agg::Sum;
            if let (Measure::Figure(Agg::Sum, c), false) = (m, figures.iter().any(sums)) {
                if figures.contains(&(Agg::Avg, Measure::Col(c))) {
                    return vec![(Measure::Figure(Agg::Avg, c), 0.0)];
                }
            }
            return vec![(m, 0.0)];
        }
        let mut out: Vec<(Measure, f64)> = Vec::new();
        if let Some((agg, Measure::Col(c))) = self.frame.figures.first() {
            return vec![(Measure::Figure(*agg, *c), 0.0)];
        }
        if let Some((_, m)) = self.frame.figures.first() {
            return vec![(*m, 0.0)];
        }
        if let Some((Some(e), _)) = self.frame.counts.first().filter(|c| c.0 != ent) {
            return vec![(Measure::Count(*e), 0.0)];
        }
        for c in self.measures() {
            out.push((Measure::Col(c), 0.0));
        }
        if !out.is_empty() {
            return out;
        }
        match ent {
            Some(Ent::Column(c)) => {
                out.push((Measure::Count(Ent::Table(c.table)), if top.open { -0.8 } else { 0.0 }));
                if top.open {
                    // Whoever stands in several rows is worth what they add up to.
                    let amount = crate::constructions::own(self.text, c.table).into_iter().next();
                    let adds = |a: &Col| usual_of(self.known, *a) == Agg::Sum;
                    let stands = |c: &crate::known::Column| c.is_text() && !c.unique;
                    if let Some(a) = amount.filter(|a| adds(a) && stands(self.known.column(c))) {
                        out.push((Measure::Figure(Agg::Sum, a), -0.2));
                    }
                    out.extend(self.numbers(c.table));
                }
            }
            Some(Ent::Table(t)) => {
                let mentioned = self.spoken();
                // Facts about it, those spoken of first.
                let mut facts: Vec<(usize, f64)> = Vec::new();
                for (from, to) in self.known.links.iter().filter_map(|l| l.tables()) {
                    if to == t && from != t && !facts.iter().any(|f| f.0 == from) {
                        let said = if mentioned.contains(&from) { 0.0 } else { -0.9 };
                        facts.push((from, said));
                    }
                }
                // The most popular product is the one sold most often, not the one with the most suppliers: what happens has days.
                for (_, prior) in facts.iter_mut().filter(|(f, p)| *p < 0.0 && !self.happens(*f, t)) {
                    *prior -= STANDING;
                }
                facts.sort_by(|a, b| {
                    b.1.total_cmp(&a.1)
                        .then(self.known.tables[b.0].rows.cmp(&self.known.tables[a.0].rows))
                });
                for (place, (_, prior)) in facts.iter_mut().enumerate().filter(|f| f.1 .1 < 0.0) {
                    *prior -= SMALLER * place as f64;
                }
                // "Most popular books": loans of their copies, where those are more.
                let most = facts.iter().map(|f| self.known.tables[f.0].rows).max().unwrap_or(0);
                let far = (0..self.known.tables.len()).filter(|f| {
                    let direct = *f == t || facts.iter().any(|(near, _)| near == f);
                    !direct && self.known.tables[*f].rows > most && self.known.belongs(*f, t)
                });
                let far = far
                    .max_by_key(|f| self.known.tables[*f].rows)
                    .filter(|_| !facts.is_empty());
                facts.truncate(3);
                // The best customer is the one who is worth most.
                if top.open {
                    let worth = facts.iter().take(2).filter_map(|(f, p)| {
                        let amount = crate::constructions::own(self.text, *f).into_iter().next()?;
                        (usual_of(self.known, amount) == Agg::Sum)
                            .then_some((Measure::Figure(Agg::Sum, amount), p - 0.3))
                    });
                    out.extend(worth.collect::<Vec<_>>());
                }
                facts.extend(far.map(|f| (f, if mentioned.contains(&f) { 0.0 } else { -1.0 })));
                out.extend(facts.into_iter().map(|(f, p)| (Measure::Count(Ent::Table(f)), p)));
                if top.open {
                    out.extend(self.numbers(t));
                }
            }
            None => {}
        }
        out
    }

    /// Whether its rows have a day, by themselves or by what they are a part of.
    fn happens(&self, table: usize, of: usize) -> bool {
        let dated = |t: usize| self.known.columns(t).any(|(_, c)| c.is_time());
        let heads = self.known.links.iter().filter_map(|l| l.tables());
        dated(table)
            || heads
                .filter(|(from, to)| *from == table && *to != of)
                .any(|(_, to)| dated(to))
    }

    fn numbers(&self, table: usize) -> Vec<(Measure, f64)> {
        let columns = crate::constructions::own(self.text, table).into_iter();
        columns
            .take(4)
            .enumerate()
            .map(|(i, c)| (Measure::Col(c), -1.0 - 0.3 * i as f64))
            .collect()
    }

    fn limit(&self, top: Top) -> u64 {
        top.rows.unwrap_or(if self.style == Style::People && self.several() {
            SEVERAL
        } else {
            1
        })
    }

    /// The ranked things stand in the plural: "top customers". "Which shop gets the worst reviews" asks for one.
    fn several(&self) -> bool {
        let plural = |t: &crate::words::Token| t.lower.ends_with('s') && !t.lower.ends_with("ss") && t.lower.len() > 3;
        let tokens = &self.text.tokens;
        let Some(at) = tokens.iter().position(|t| {
            matches!(
                t.lower.as_str(),
                "top" | "best" | "worst" | "biggest" | "largest" | "bottom"
            )
        }) else {
            return false;
        };
        let one = match self.text.word(at.saturating_sub(2)) {
            "has" | "gets" | "sees" | "makes" | "gives" => true,
            "had" | "got" | "saw" | "made" | "gave" => {
                matches!(self.text.word(0), "which" | "what") && !tokens.get(1).is_some_and(plural)
            }
            _ => false,
        };
        !(one && self.text.word(at.saturating_sub(1)) == "the") && tokens.iter().skip(at + 1).take(2).any(plural)
    }

    fn rows_by(&self, by: Expr, table: usize, top: Top, ent: Option<Ent>, conds: &Conditions) -> Option<Query> {
        let ent = ent?;
        // Rows of the thing have one of it, or the column is of their own table.
        let own = ent.table() == table || self.known.belongs(ent.table(), table);
        if !own || !conds.having.is_empty() {
            return None;
        }
        let mut q = self.listed(Some(ent), conds);
        if self.style == Style::People && !q.select.contains(&by) {
            q.select.push(by.clone());
        }
        q.order = vec![(by, top.desc)];
        q.limit = Some(self.limit(top));
        q.skip = top.skip;
        Some(q)
    }

    #[allow(clippy::too_many_arguments)]
    fn groups_by(
        &self,
        figure: Expr,
        home: usize,
        top: Top,
        ent: Option<Ent>,
        conds: &Conditions,
        prior: f64,
        choice: &'static str,
    ) -> Vec<Built> {
        let Some(ent) = ent else { return Vec::new() };
        let mut out = match self.within_groups() {
            Some(e) => self.best_of_each(&figure, home, top, e, true, conds, prior),
            None => Vec::new(),
        };
        for groups in self.thing_key(ent) {
            let mut groups = groups;
            // Columns that were asked for stand beside: "city and name of the customer with most orders".
            if let Ent::Table(t) = ent {
                let asked: Vec<Col> = self
                    .frame
                    .things
                    .iter()
                    .filter_map(|(e, _)| match e {
                        Ent::Column(c) if c.table == t => Some(*c),
                        _ => None,
                    })
                    .collect();
                if !asked.is_empty() {
                    groups.show = asked.iter().map(|c| Expr::Col(*c)).collect();
                    for e in groups.show.clone() {
                        if !groups.by.contains(&e) {
                            groups.by.push(e);
                        }
                    }
                }
            }
            let mut tables = vec![ent.table()];
            if home != ent.table() {
                tables.push(home);
            }
            let shown = match self.style {
                Style::People => vec![figure.clone()],
                Style::Exact => Vec::new(),
            };
            let mut q = self.grouped_by(&groups, shown, conds, tables);
            q.order = vec![(figure.clone(), top.desc)];
            q.limit = Some(self.limit(top));
            q.skip = top.skip;
            if self.style == Style::Exact && self.frame.counts.iter().any(|c| c.0.is_some()) {
                q.select.push(figure.clone());
            }
            out.push(Built::new(q, prior + groups.prior, choice));
        }
        out
    }
}

pub(super) fn extreme(desc: bool) -> Agg {
    if desc {
        Agg::Max
    } else {
        Agg::Min
    }
}
