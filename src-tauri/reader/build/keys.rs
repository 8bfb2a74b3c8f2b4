//! What groups are made by.

use super::conditions::Conditions;
use super::Builder;
use crate::asked::Style;
use crate::frame::{Ent, Key};
use crate::known::{Col, Column, Role};
use crate::lexicon;
use crate::link::{Atom, Meaning};
use crate::query::{Agg, Cond, Expr, Op, Part, Query};
use crate::words::among;

/// One way to group: what is shown, what is grouped by, and the links to join by.
#[derive(Debug, Clone, Default)]
pub(crate) struct Groups {
    pub show: Vec<Expr>,
    pub by: Vec<Expr>,
    pub via: Vec<usize>,
    /// They are stretches of time, in whose order rows are shown.
    pub in_order: bool,
    pub prior: f64,
}

/// What says that something holds from year to year.
const USUALLY: &[&str] = &[
    "usually",
    "normally",
    "generally",
    "typically",
    "usual",
    "tend",
    "tends",
    "traditionally",
];

impl Builder<'_> {
    /// The ways to group by the frame's keys, and by what stands beside each other.
    pub(super) fn groups(&self, near: Option<usize>, conds: &Conditions) -> Vec<Groups> {
        let mut ways = vec![Groups::default()];
        for e in &conds.beside {
            ways.iter_mut().for_each(|w| {
                w.show.push(e.clone());
                w.by.push(e.clone());
                w.in_order |= matches!(e, Expr::Part(..));
            });
        }
        for key in self.frame.groups.iter().filter(|k| !self.is_rate_of(**k)) {
            let mut next = Vec::new();
            for way in &ways {
                for one in self.key(*key, near, conds) {
                    let mut way = way.clone();
                    if one.by.iter().all(|e| way.by.contains(e)) {
                        next.push(way);
                        continue;
                    }
                    let new =
                        |list: &[Expr], of: Vec<Expr>| of.into_iter().filter(|e| !list.contains(e)).collect::<Vec<_>>();
                    way.show.extend(new(&way.show, one.show));
                    way.by.extend(new(&way.by, one.by));
                    way.via.extend(one.via);
                    way.in_order |= one.in_order;
                    way.prior += one.prior;
                    next.push(way);
                }
            }
            ways = next;
            ways.truncate(6);
        }
        ways
    }

    /// "Rent per week" where the rent is a weekly one.
    fn is_rate_of(&self, key: Key) -> bool {
        let Key::Part(part) = key else { return false };
        let weekly = |a: &Atom| match a.meaning {
            Meaning::Column(c) if a.score >= 0.5 && self.known.column(c).is_number() => {
                let of = |w: &String| w.ends_with("ly") && lexicon::period(w) == Some(part);
                self.known.column(c).words.iter().any(of)
            }
            _ => false,
        };
        // Right behind it: "fees taken each month" are told by month, though the fee is a monthly one.
        let per = |a: &Atom| {
            (a.end..a.end + 2).any(|at| {
                matches!(self.text.word(at), "per" | "a") && lexicon::period(self.text.word(at + 1)) == Some(part)
            })
        };
        let mut all = 0..self.text.tokens.len();
        all.any(|at| self.text.at(at).iter().any(|a| weekly(a) && per(a)))
    }

    /// The column of what is counted that keeps the day of the week.
    fn weekdays(&self, near: Option<usize>) -> Option<Col> {
        let tables = near.into_iter().chain(self.spoken());
        let mut columns = tables.flat_map(|t| self.known.columns(t));
        columns.find(|(_, c)| c.keeps_weekdays()).map(|found| found.0)
    }

    fn key(&self, key: Key, near: Option<usize>, conds: &Conditions) -> Vec<Groups> {
        match key {
            Key::Ent(e) => self.thing_key(e),
            Key::PartOf(part, c) => self.parts(part, c, 0.0, conds),
            // Days of the week that are kept need no date.
            Key::Part(Part::Weekday) if self.weekdays(near).is_some() => {
                let kept = self.weekdays(near).map(Ent::Column);
                kept.map_or_else(Vec::new, |e| self.thing_key(e))
            }
            Key::Part(part) => {
                let mut tables: Vec<usize> = near.into_iter().collect();
                tables.extend(self.spoken());
                let mut days: Vec<(Col, f64)> = conds.day.map(|d| (d, 0.5)).into_iter().collect();
                for (place, t) in tables.iter().enumerate() {
                    for (col, score) in self.days(*t) {
                        if !days.iter().any(|d| d.0 == col) {
                            days.push((col, score - 0.3 * place as f64));
                        }
                    }
                }
                if days.is_empty() {
                    let linked = self.known.links.iter().filter_map(|l| l.tables());
                    let around = linked.filter(|l| tables.contains(&l.1) || tables.contains(&l.0));
                    let around: Vec<usize> = around.flat_map(|l| [l.0, l.1]).collect();
                    for t in around {
                        days.extend(self.days(t).into_iter().map(|(c, s)| (c, s - 1.0)));
                    }
                }
                if part == Part::Hour {
                    days.retain(|d| !self.known.column(d.0).days_only);
                    for (place, t) in tables.iter().enumerate() {
                        let clocks = self.known.columns(*t).filter(|(_, c)| c.clock);
                        days.extend(clocks.map(|(col, _)| (col, 0.2 - 0.3 * place as f64)));
                    }
                    // What is spoken of keeps days alone: the hour is that of what belongs to it, or of anything that has one.
                    if days.is_empty() {
                        let all = 0..self.known.tables.len();
                        let clocks = all
                            .flat_map(|t| self.days(t))
                            .filter(|d| !self.known.column(d.0).days_only);
                        days.extend(clocks.map(|(c, s)| (c, s - 0.8)));
                        let tells = self.known.all().filter(|(_, c)| c.clock);
                        days.extend(tells.map(|(col, _)| (col, -0.8)));
                    }
                }
                // What is told of one day is grouped by it, where no other is named.
                if let Some(own) = conds.day {
                    days.iter_mut()
                        .filter(|d| d.0 != own && d.1 < 0.5)
                        .for_each(|d| d.1 -= 0.8);
                }
                days.sort_by(|a, b| b.1.total_cmp(&a.1));
                days.into_iter()
                    .take(3)
                    .flat_map(|(c, s)| self.parts(part, c, s.min(0.0), conds))
                    .collect()
            }
        }
    }

    /// Months of one year are its months; of several years they stand with their years, or all Januaries together. So do
    /// quarters, where no time is said.
    fn parts(&self, part: Part, c: Col, prior: f64, conds: &Conditions) -> Vec<Groups> {
        let one = |part: Part, prior: f64| {
            let e = self.part(part, c);
            Groups {
                show: vec![e.clone()],
                by: vec![e],
                in_order: true,
                prior,
                via: Vec::new(),
            }
        };
        let ranked = self.frame.top.is_some() && self.frame.each.is_none() && self.frame.of_count.is_none();
        match part {
            // "Which month is usually the busiest": of any year.
            // "Losses by month, all years together".
            Part::YearMonth if self.of_any_year() => vec![one(Part::Month, prior + 0.5)],
            Part::YearMonth if ranked && self.says(USUALLY) => vec![one(Part::Month, prior + 0.5)],
            Part::YearMonth => vec![one(Part::YearMonth, prior), one(Part::Month, prior - 0.7)],
            Part::Quarter if !within_a_year(&conds.times) => {
                let both = [Part::Year, Part::Quarter].map(|p| self.part(p, c)).to_vec();
                let of_years = Groups {
                    show: both.clone(),
                    by: both,
                    ..one(Part::Quarter, prior)
                };
                vec![of_years, one(Part::Quarter, prior - 0.7)]
            }
            part => vec![one(part, prior)],
        }
    }

    fn of_any_year(&self) -> bool {
        (0..self.text.tokens.len()).any(|at| crate::constructions::by::any_year(self.text, at).is_some())
    }

    /// A thing's name where it has one, else itself.
    pub(super) fn thing_key(&self, e: Ent) -> Vec<Groups> {
        let plain = |show: Vec<Expr>, by: Vec<Expr>, via: Vec<usize>, prior: f64| Groups {
            show,
            by,
            via,
            in_order: false,
            prior,
        };
        match e {
            Ent::Table(t) => {
                let show = self.called(e);
                let mut by: Vec<Expr> = self.known.key(t).map(Expr::Col).into_iter().collect();
                by.extend(show.iter().filter(|s| !by.contains(s)).cloned().collect::<Vec<_>>());
                // Rows that nothing tells apart make no groups.
                let table = &self.known.tables[t];
                let tells = |e: &Expr| matches!(e, Expr::Col(c) if self.known.column(*c).unique);
                if table.key.is_empty() && table.labels.is_empty() && !by.iter().any(tells) {
                    return Vec::new();
                }
                vec![plain(show, by, Vec::new(), 0.0)]
            }
            Ent::Column(c) => {
                let column = self.known.column(c);
                let own = plain(vec![Expr::Col(c)], vec![Expr::Col(c)], Vec::new(), 0.0);
                let mut show = self.linked(c);
                if !show.is_empty() {
                    if column.kind == askwell_contract::TypeKind::Text {
                        show.push(Expr::Col(c));
                    }
                    return vec![
                        plain(show, vec![Expr::Col(c)], Vec::new(), 0.0),
                        Groups { prior: -0.6, ..own },
                    ];
                }
                // "state" and "state_name" are one thing: people read the name.
                if let Some(name) = self.written_out(c).filter(|_| self.style == Style::People) {
                    let both = vec![Expr::Col(name), Expr::Col(c)];
                    return vec![plain(both.clone(), both, Vec::new(), 0.0)];
                }
                // A code of another table's rows is shown by their name.
                let link = self
                    .known
                    .links
                    .iter()
                    .enumerate()
                    .find(|(_, l)| l.from.as_slice() == [c]);
                let named = link.and_then(|(i, l)| {
                    let label = self.known.label(l.tables()?.1)?;
                    let code = matches!(column.role, Role::Reference | Role::Code | Role::Key | Role::Number);
                    (code && label != l.to[0]).then_some((i, label, l.to[0]))
                });
                match (named, self.style) {
                    (Some((i, label, key)), Style::People) => {
                        // First and last name belong together.
                        let mut show: Vec<Expr> = match self.known.full_label(label.table) {
                            names if names.contains(&label) => names.into_iter().map(Expr::Col).collect(),
                            _ => vec![Expr::Col(label)],
                        };
                        let mut by = vec![Expr::Col(key)];
                        by.extend(show.iter().cloned());
                        // A code that people use stands beside its name.
                        if self.known.column(key).kind == askwell_contract::TypeKind::Text {
                            show.push(Expr::Col(key));
                        }
                        vec![plain(show, by, vec![i], 0.0), Groups { prior: -0.6, ..own }]
                    }
                    (Some((i, label, key)), Style::Exact) => {
                        let by = vec![Expr::Col(key), Expr::Col(label)];
                        vec![own, plain(vec![Expr::Col(label)], by, vec![i], -1.0)]
                    }
                    (None, _) => vec![own],
                }
            }
        }
    }

    /// The column of a sheet that holds the names of what another holds in short: as many, and called so with "name" behind.
    fn written_out(&self, c: Col) -> Option<Col> {
        let code = self.known.column(c);
        let named = |o: &Column| {
            o.words
                .split_last()
                .is_some_and(|(last, of)| last == "name" && *of == code.words)
        };
        let same = |o: &Column| o.is_text() && o.distinct == code.distinct && o.nulls == code.nulls;
        let mut others = self.known.columns(c.table);
        let found = others.find(|(_, o)| named(o) && same(o)).map(|o| o.0);
        found.or_else(|| self.titled(c))
    }

    /// The name of what a sheet numbers: `title` beside `book_id`, `product_name` beside `product_id`; about as many.
    fn titled(&self, c: Col) -> Option<Col> {
        const WORKS: &str = "book film movie song album work show episode article paper course game play track";
        let number = self.known.column(c);
        let (last, of) = number.words.split_last()?;
        let numbers = matches!(last.as_str(), "id" | "no" | "nr" | "num" | "number" | "code");
        let works = matches!(of, [one] if among(WORKS, one));
        let named = |o: &Column| match o.words.split_last() {
            Some((name, [])) => name == "title" && works,
            Some((name, base)) => matches!(name.as_str(), "name" | "title") && base == of,
            None => false,
        };
        let about = |o: &Column| o.distinct * 10 >= number.distinct * 7 && number.distinct * 10 >= o.distinct * 7;
        let mut others = self.known.columns(c.table).filter(|_| numbers && !of.is_empty());
        others.find(|(_, o)| named(o) && o.is_text() && about(o)).map(|o| o.0)
    }

    /// A number of the very thing that rows are grouped by is not added up once for each of its rows: "sales and budget of
    /// each shop".
    fn once(&self, e: Expr, by: &[Expr], from: &[usize]) -> Expr {
        match e {
            Expr::Math(a, op, b) => Expr::math(self.once(*a, by, from), op, self.once(*b, by, from)),
            Expr::Agg {
                agg: Agg::Sum | Agg::Avg,
                distinct: false,
                of,
            } if matches!(&*of, Expr::Col(c) if self.is_of_group(*c, by, from)) => Expr::agg(Agg::Max, *of),
            e => e,
        }
    }

    fn is_of_group(&self, c: Col, by: &[Expr], from: &[usize]) -> bool {
        let key = self.known.key(c.table);
        let below = |t: &usize| *t != c.table && self.known.belongs(*t, c.table);
        key.is_some_and(|k| by.contains(&Expr::Col(k))) && from.iter().any(below)
    }

    /// What the row is called that a column refers to, where its table is referred to twice or refers to itself: no join
    /// of that table could stand for both.
    pub(super) fn linked(&self, c: Col) -> Vec<Expr> {
        let link = self.known.links.iter().find(|l| l.from.as_slice() == [c]);
        let Some((link, (a, b))) = link.and_then(|l| Some((l, l.tables()?))) else {
            return Vec::new();
        };
        let several = self.known.links.iter().filter(|l| l.tables() == Some((a, b))).count() > 1;
        let code = matches!(self.known.column(c).role, Role::Reference | Role::Code | Role::Number);
        if self.style != Style::People || !code || !(several || a == b) {
            return Vec::new();
        }
        let names = match self.known.full_name(b) {
            Some(both) => both.to_vec(),
            None => self.known.label(b).into_iter().collect(),
        };
        let names = names.into_iter().filter(|n| *n != link.to[0]);
        names.map(|n| Expr::Linked(c, link.to[0], n)).collect()
    }

    /// A column as a listed row shows it: what it refers to by name, since people know no numbers that only keys are.
    pub(super) fn shown_as(&self, c: Col) -> Vec<Expr> {
        let own = vec![Expr::Col(c)];
        if self.style != Style::People || !self.known.column(c).kind.is_number() {
            return own;
        }
        let Some(link) = self.known.links.iter().find(|l| l.from.as_slice() == [c]) else {
            return own;
        };
        let Some((_, to)) = link.tables() else { return own };
        let names = self.known.full_label(to).into_iter();
        let names: Vec<Expr> = names
            .filter(|n| *n != link.to[0])
            .map(|n| Expr::Linked(c, link.to[0], n))
            .collect();
        if names.is_empty() {
            own
        } else {
            names
        }
    }

    /// The query with these groups, its figures and conditions.
    pub(super) fn grouped_by(
        &self,
        groups: &Groups,
        figures: Vec<Expr>,
        conds: &Conditions,
        from: Vec<usize>,
    ) -> Query {
        let mut near = from.clone();
        figures.iter().for_each(|e| e.visit(&mut |t, _| near.push(t)));
        let figures: Vec<Expr> = figures.into_iter().map(|e| self.once(e, &groups.by, &near)).collect();
        let figure = figures.first().cloned();
        let mut select = groups.show.clone();
        select.extend(figures);
        // What loses money loses most of it at the top.
        let nought = |e: &Expr| matches!(e, Expr::Num(n) if *n == 0.0);
        let below = |c: &Cond| matches!(c, Cond::Compare(of, Op::Lt, e) if Some(of) == figure.as_ref() && nought(e));
        let down = !conds.having.iter().any(|h| below(&h.1));
        let order = match (groups.by.is_empty(), groups.in_order, figure.clone()) {
            (true, ..) => Vec::new(),
            (_, true, _) => groups.show.iter().map(|e| (e.clone(), false)).collect(),
            (_, false, Some(e)) => vec![(e, down)],
            _ => Vec::new(),
        };
        let having = conds.having.iter().map(|h| h.1.clone()).collect();
        let filter = conds.filter.iter().chain(&conds.times).cloned().collect();
        Query {
            select,
            tables: from,
            filter,
            group: groups.by.clone(),
            having,
            order,
            via: groups.via.clone(),
            ..Query::default()
        }
    }
}

/// Whether a time that holds lies in one year, so that a quarter is one.
fn within_a_year(times: &[Cond]) -> bool {
    let year = |day: &Option<String>| day.as_deref().and_then(|d| d.get(..4)).map(str::to_owned);
    times.iter().any(|t| match t {
        Cond::When {
            from, to, not: false, ..
        } => year(from).is_some() && year(from) == year(to),
        _ => false,
    })
}
