//! From what is asked to queries: every choice that the words leave open is one more query.
//!
//! In: [`Frame`]. Out: queries with the logarithm of how likely each choice is before anything learned. Deliberately
//! absent: SQL text and learned weights.

use crate::asked::Style;
use crate::constructions::by::usual_of;
use crate::constructions::keeps_length;
use crate::frame::{Ent, Frame, Measure};
use crate::known::{Col, Known, Role, Told};
use crate::lexicon::Opener;
use crate::link::{Atom, Meaning, Text};
use crate::query::{Agg, Cond, Expr, Part, Query};

mod alike;
mod also;
mod apiece;
mod bands;
mod beside;
mod conditions;
mod counts;
mod days;
mod deeds;
mod each_time;
mod every;
mod figures;
mod halves;
mod keys;
mod lists;
mod means;
mod nested;
mod present;
mod ranks;
mod shares;
mod spans;
mod targets;
mod turns;
mod twice;
mod units;

pub(crate) use conditions::in_days;
use conditions::Conditions;

/// A query and what was chosen for it.
#[derive(Debug, Clone, PartialEq)]
pub struct Built {
    pub query: Query,
    pub prior: f64,
    /// Names of the choices, for learning.
    pub choices: Vec<&'static str>,
}

impl Built {
    fn new(query: Query, prior: f64, choice: &'static str) -> Self {
        Self {
            query,
            prior,
            choices: vec![choice],
        }
    }
}

/// What building needs to know.
pub(crate) struct Builder<'a> {
    pub text: &'a Text<'a>,
    pub known: &'a Known,
    pub frame: &'a Frame,
    pub style: Style,
}

/// Queries for one frame, at most so many.
const MOST: usize = 24;

/// All queries of a frame; none where it asks for nothing that can be built.
pub fn queries(text: &Text<'_>, frame: &Frame) -> Vec<Built> {
    let b = Builder {
        text,
        known: text.known,
        frame,
        style: text.asked.style,
    };
    let mut out: Vec<Built> = b.at_each_time();
    out.extend(b.halves());
    let targets = if out.is_empty() { b.wanted() } else { Vec::new() };
    for (target, chance) in targets {
        for conds in b.conditions(target).into_iter().flat_map(|c| b.beside(c)) {
            let shapes = b.shapes(target, &conds).into_iter().flat_map(|q| b.known_groups(q));
            for built in shapes.flat_map(|q| b.present(q)).map(|q| b.also(q)) {
                let prior = built.prior + conds.prior + chance;
                out.push(Built { prior, ..built });
            }
        }
    }
    out.sort_by(|a, b| b.prior.total_cmp(&a.prior));
    out.truncate(MOST);
    out
}

impl Builder<'_> {
    /// A column that names things, rather than one of numbers.
    fn is_thing(&self, e: Ent) -> bool {
        match e {
            Ent::Table(_) => true,
            Ent::Column(c) => {
                let column = self.known.column(c);
                !(column.is_time() || column.is_number() && column.role == Role::Measure)
            }
        }
    }

    /// Tables that anything of the question speaks of.
    fn spoken(&self) -> Vec<usize> {
        let f = self.frame;
        let mut out: Vec<usize> = Vec::new();
        let mut add = |t: usize| {
            if !out.contains(&t) {
                out.push(t);
            }
        };
        f.things.iter().for_each(|(e, _)| add(e.table()));
        f.counts.iter().filter_map(|c| c.0).for_each(|e| add(e.table()));
        f.figures.iter().filter_map(|(_, m)| m.table()).for_each(&mut add);
        f.top.iter().filter_map(|t| t.by?.table()).for_each(&mut add);
        f.filter
            .iter()
            .chain(&f.left_out)
            .chain(&f.always)
            .chain(&f.rate)
            .chain(f.fraction.iter().flat_map(|f| &f.2))
            .chain(&f.versus)
            .for_each(|c| c.visit(&mut |t, _| add(t)));
        f.compares
            .iter()
            .filter_map(|(c, _)| c.subject?.table())
            .for_each(&mut add);
        f.groups.iter().for_each(|k| k.visit(&mut |e| add(e.table())));
        f.averages.iter().filter_map(|a| a.of?.table()).for_each(&mut add);
        f.newly.iter().for_each(|e| add(e.table()));
        f.each.iter().for_each(|k| k.visit(&mut |e| add(e.table())));
        f.than.iter().for_each(|t| add(t.0.table));
        f.of_count.iter().for_each(|o| add(o.1.table()));
        f.bands.iter().filter_map(|b| b.of?.table()).for_each(&mut add);
        f.ratio.iter().for_each(|(a, b)| {
            a.table().into_iter().chain(b.table()).for_each(&mut add);
        });
        out
    }

    fn shapes(&self, target: Option<Ent>, conds: &Conditions) -> Vec<Built> {
        let f = self.frame;
        if let Some(bands) = &f.bands {
            let found = self.bands(bands, target, conds);
            if !found.is_empty() {
                return found;
            }
        }
        if let Some(same) = f.alike {
            let found = self.alike(same, conds);
            if !found.is_empty() {
                return found;
            }
        }
        if let Some(e) = f.newly {
            let found = self.newly(e, conds);
            if !found.is_empty() {
                return found;
            }
        }
        if f.growth.is_some() || f.running {
            let mut found = self.growth(target, conds);
            // "Growth from 2023 to 2024": from the one to the other.
            if let Some(apart) = self.apart(target, conds).filter(|_| conds.having.is_empty()) {
                found.iter_mut().for_each(|b| b.prior -= 0.8);
                found.extend(apart);
            }
            if !found.is_empty() {
                return found;
            }
        }
        if let Some((op, percent, part)) = &f.fraction {
            return self.fraction(*op, *percent, part, target, conds);
        }
        if f.share || f.of_total.is_some() {
            let found = self.shares(target, conds);
            if !found.is_empty() {
                return found;
            }
        }
        let both = (f.top.is_none() && f.ratio.is_none() && conds.having.is_empty()).then(|| self.apart(target, conds));
        if let Some(found) = both.flatten() {
            return found;
        }
        if f.top.is_some() {
            let mut found = self.extremes(target, conds);
            found.extend(self.ranks(target, conds));
            if !found.is_empty() {
                return found;
            }
        }
        if let Some((a, b)) = f.ratio {
            return self.ratio(a, b, conds);
        }
        if let Some((agg, ent)) = f.of_count {
            let found = self.of_count(agg, ent, conds);
            if !found.is_empty() {
                return found;
            }
        }
        if let Some(part) = f.part.as_ref().and_then(|p| all(p.clone())) {
            // Those of one side stand beside those of the other, and not beside all.
            return if f.others {
                Vec::new()
            } else {
                self.of_which(&part, target, conds)
            };
        }
        if !f.figures.is_empty() && (conds.having.is_empty() || !f.groups.is_empty()) {
            return self.figures(target, conds);
        }
        if let Some(found) = self.counted_beside(target, conds) {
            return found;
        }
        if !f.counts.is_empty() && (conds.having.is_empty() || !self.how_many_behind()) {
            return self.counts(target, conds);
        }
        if let (true, Some(e)) = (f.of_each && conds.having.is_empty(), target) {
            let mut found = self.apiece(&[Expr::count(e.table())], e.table(), conds);
            if let (Ent::Table(_), true) = (e, found.is_empty()) {
                for link in self
                    .known
                    .links
                    .iter()
                    .filter_map(|l| l.tables())
                    .filter(|l| l.1 == e.table())
                    .take(2)
                {
                    found.extend(self.apiece(&[Expr::count(link.0)], link.0, conds));
                }
            }
            return match found.is_empty() {
                true => self.with(vec![Expr::count(e.table())], target, conds, 0.0, "count"),
                false => found,
            };
        }
        // A number column with groups, or after "how much", is added up or averaged.
        if !f.groups.is_empty() || conds.versus || f.opener() == Some(Opener::HowMuch) {
            let found = self.grouped(target, conds);
            if !found.is_empty() {
                return found;
            }
        }
        let mut listed = self.lists(target, conds);
        if self.opens_with_amount() {
            listed.iter_mut().for_each(|l| l.prior -= 0.8);
            listed.extend(self.grouped(target, conds));
        }
        listed
    }

    /// "Parcels given out this year", "donations since May": an amount alone, over a stretch of time, is added up.
    fn opens_with_amount(&self) -> bool {
        let f = self.frame;
        let measures = self.measures();
        let first = self.text.past(0, &["the", "our", "my", "all"]);
        let named = |a: &Atom| match a.meaning {
            Meaning::Column(c) => measures.contains(&c) && matches!(self.meant(c).first(), Some((Agg::Sum, _))),
            _ => false,
        };
        let sure = |a: &Atom| !a.loose && a.score >= 0.9 && named(a);
        !f.whens.is_empty() && f.opener().is_none() && self.text.at(first).iter().any(sure)
    }

    /// Number columns that are only named.
    fn measures(&self) -> Vec<Col> {
        let things = self.frame.things.iter();
        let columns = things.filter_map(|(e, _)| match e {
            Ent::Column(c) => {
                let column = self.known.column(*c);
                let own = matches!(column.told, Some(Told::Figure { .. }));
                (own || column.is_number() && column.role == Role::Measure).then_some(*c)
            }
            _ => None,
        });
        columns.collect()
    }

    /// Whether the question speaks of money that changed hands, and the column is what each row of that cost.
    fn spent_on(&self, c: Col) -> bool {
        const MONEY: [&str; 17] = [
            "spend", "spent", "spending", "worth", "income", "revenue", "turnover", "takings", "earn", "earned",
            "took", "take", "made", "make", "charge", "charged", "billed",
        ];
        let column = self.known.column(c);
        let dated = |t: usize| self.known.columns(t).any(|(_, c)| c.is_time() && !c.is_number());
        let named = self.text.tokens.iter().any(|t| column.stems.contains(&t.stem));
        column.words.iter().any(|w| w == "price") && !named && self.says(&MONEY) && dated(c.table)
    }

    /// The function that people mean for a column, most likely first.
    fn meant(&self, c: Col) -> Vec<(Agg, f64)> {
        let column = self.known.column(c);
        // "The dearest kind on average", "what do we spend the most on, on average".
        let mean = (Agg::Avg, Measure::Col(c));
        if self.frame.top.is_some_and(|t| t.by == Some(mean.1))
            && self.frame.figures.as_slice() == [mean]
            && !self.says(&["mean"])
        {
            return vec![(Agg::Avg, 0.3)];
        }
        // The fastest of each is the one lap that was, and not all of them together.
        const ALL: [&str; 4] = ["total", "altogether", "overall", "all"];
        const PACE: [&str; 5] = ["fastest", "slowest", "quickest", "longest", "shortest"];
        let top = self
            .frame
            .top
            .filter(|t| t.by == Some(mean.1) && self.says(&PACE) && !self.says(&ALL));
        if let Some(top) = top.filter(|_| keeps_length(column)) {
            return vec![(ranks::extreme(top.desc), 0.2), (Agg::Avg, -0.5)];
        }
        match usual_of(self.known, c) {
            // Days are neither added up nor averaged, but there is a first and a last one.
            _ if column.is_time() && !column.is_number() => vec![(Agg::Max, 0.0), (Agg::Min, -0.2)],
            // What was spent on things that each have a price is what they cost together.
            Agg::Avg if self.spent_on(c) => vec![(Agg::Sum, 0.0), (Agg::Avg, -1.2)],
            Agg::Avg => vec![(Agg::Avg, 0.0), (Agg::Sum, -1.2)],
            _ => vec![(Agg::Sum, 0.0), (Agg::Avg, -1.2)],
        }
    }

    fn figure(&self, agg: Agg, m: Measure) -> Vec<(Expr, f64)> {
        match m {
            Measure::Col(c) | Measure::Figure(_, c) => vec![(Expr::agg(agg, Expr::Col(c)), 0.0)],
            Measure::Count(e) => vec![(self.count(e, false), 0.0)],
            Measure::Over(a, b) => {
                let sums = self.over(Expr::agg(Agg::Sum, Expr::Col(a)), Expr::agg(Agg::Sum, Expr::Col(b)));
                let mean = Expr::agg(Agg::Avg, self.over(Expr::Col(a), Expr::Col(b)));
                // "Average percentage" is that of each row.
                let each = self.frame.scaled.is_some() && self.says(&["average", "avg", "mean"]);
                vec![
                    (sums, if each { -1.5 } else { 0.0 }),
                    (mean, if each { 0.0 } else { -0.8 }),
                ]
            }
            // The most less the least.
            Measure::Less(a, b) if a == b => {
                let [most, least] = [Agg::Max, Agg::Min].map(|agg| Expr::agg(agg, Expr::Col(a)));
                vec![(Expr::math(most, '-', least), 0.0)]
            }
            Measure::Less(a, b) => vec![(Expr::agg(agg, Expr::math(Expr::Col(a), '-', Expr::Col(b))), 0.0)],
            Measure::Times(a, b) => vec![(Expr::agg(agg, Expr::math(Expr::Col(a), '*', Expr::Col(b))), 0.0)],
            Measure::Days(a, b) => vec![(Expr::agg(agg, self.days_between(a, b)), 0.0)],
            Measure::Hours(a, b) => vec![(Expr::agg(agg, self.lasting(a, b)), 0.0)],
            Measure::Age(c) => [(false, 0.0), (true, -0.1)]
                .into_iter()
                .filter_map(|(whole, prior)| Some((Expr::agg(agg, self.age(c, whole)?), prior)))
                .collect(),
        }
    }

    /// Years since the day of a column.
    fn age(&self, c: Col, whole: bool) -> Option<Expr> {
        Some(Expr::Age(c, self.text.asked.today.clone()?, whole))
    }

    /// Days from one to another, in longer units where the question names one.
    fn days_between(&self, a: Col, b: Col) -> Expr {
        let days = Expr::Days(a, b);
        let in_unit = |unit: &str| {
            let at = |i: usize| {
                let before = |n: usize| i.checked_sub(n).map_or("", |j| self.text.word(j));
                let counted = matches!((before(2), before(1)), ("how", "many") | ("number", "of"));
                let stretch = matches!(self.text.word(i + 1), "from" | "between" | "ahead" | "in");
                self.text.word(i) == unit && (before(1) == "in" || counted || stretch)
            };
            (0..self.text.tokens.len()).any(at)
        };
        match ["weeks", "months", "years"].into_iter().find(|u| in_unit(u)) {
            Some("weeks") => Expr::math(days, '/', Expr::Num(7.0)),
            Some("months") => Expr::math(days, '/', Expr::Num(30.4375)),
            Some(_) => Expr::math(days, '/', Expr::Num(365.25)),
            None => days,
        }
    }

    /// Hours from one time to another, in minutes or days where the question says so.
    fn lasting(&self, a: Col, b: Col) -> Expr {
        let hours = Expr::Hours(a, b);
        match () {
            () if self.says(&["minutes", "mins", "minute"]) => Expr::math(hours, '*', Expr::Num(60.0)),
            () if self.says(&["days", "nights"]) => Expr::math(hours, '/', Expr::Num(24.0)),
            () => hours,
        }
    }

    /// One divided by another, for a hundred or a thousand where the question says so.
    pub(super) fn over(&self, a: Expr, b: Expr) -> Expr {
        match self.frame.scaled {
            Some(by) => Expr::math(Expr::math(Expr::Num(by), '*', a), '/', b),
            None => Expr::math(a, '/', b),
        }
    }

    /// How many of something: rows of its table, or different values of its column.
    fn count(&self, e: Ent, joined: bool) -> Expr {
        match e {
            Ent::Table(t) if joined => match self.known.key(t) {
                Some(key) => Expr::each(Agg::Count, Expr::Col(key)),
                None => Expr::count(t),
            },
            Ent::Table(t) => Expr::count(t),
            Ent::Column(c) => Expr::each(Agg::Count, Expr::Col(c)),
        }
    }

    /// What a person calls the thing, shown and grouped by.
    fn called(&self, e: Ent) -> Vec<Expr> {
        match e {
            Ent::Table(t) => {
                let names = match self.style {
                    Style::People => self.known.full_label(t),
                    Style::Exact => self.known.label(t).into_iter().collect(),
                };
                // A number alone says little of a row of a sheet.
                let numbered = self.style == Style::People && self.known.tables[t].labels.is_empty();
                let sheet = numbered
                    && !self
                        .known
                        .links
                        .iter()
                        .any(|l| l.tables().is_some_and(|l| l.0 == t || l.1 == t));
                let mut shown: Vec<Expr> = names.into_iter().map(Expr::Col).collect();
                if shown.is_empty() || sheet {
                    let more = self
                        .telling(t)
                        .into_iter()
                        .filter(|e| !shown.contains(e))
                        .collect::<Vec<_>>();
                    shown.extend(more.into_iter().take(if sheet { 3 } else { 4 }));
                }
                shown
            }
            Ent::Column(c) => vec![Expr::Col(c)],
        }
    }

    /// What tells the rows of a table without names apart for a person: its first texts, else its first columns.
    fn telling(&self, t: usize) -> Vec<Expr> {
        let text = |r: Role| {
            matches!(
                r,
                Role::Reference | Role::Code | Role::Category | Role::Text | Role::Time
            )
        };
        let texts: Vec<Expr> = self
            .known
            .columns(t)
            .filter(|(_, c)| text(c.role))
            .flat_map(|(c, _)| self.shown_as(c))
            .take(4)
            .collect();
        match texts.is_empty() {
            true => self.known.columns(t).map(|(c, _)| Expr::Col(c)).take(3).collect(),
            false => texts,
        }
    }

    /// Whether conditions or the like bring in tables of which a row of `of` has several.
    fn multiplies(&self, of: usize, q: &Query) -> bool {
        q.needed().into_iter().any(|t| t != of && !self.known.belongs(of, t))
    }

    /// The year of a day, where a table keeps that one day and its year beside it.
    fn year_of(&self, c: Col) -> Option<Col> {
        let times = self.known.columns(c.table).filter(|(_, o)| o.is_time());
        let year = match times.map(|t| t.0).collect::<Vec<Col>>().as_slice() {
            [other, day] | [day, other] if *day == c => *other,
            _ => return None,
        };
        let kept = self.known.column(year);
        (kept.words == ["year"] && kept.is_number() && kept.nulls * 20 <= kept.rows).then_some(year)
    }

    fn part(&self, part: Part, c: Col) -> Expr {
        if let (Part::Year | Part::Decade, Some(year)) = (part, self.year_of(c)) {
            return self.part(part, year);
        }
        match self.known.column(c).stored() {
            Some(askwell_sql::dialect::Stored::Year) if matches!(part, Part::Year) => Expr::Col(c),
            _ => Expr::Part(part, c),
        }
    }
}

fn all(mut conds: Vec<Cond>) -> Option<Cond> {
    match conds.len() {
        0 => None,
        1 => conds.pop(),
        _ => Some(Cond::All(conds)),
    }
}
