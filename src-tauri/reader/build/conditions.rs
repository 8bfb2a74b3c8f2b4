//! What must hold: conditions with their columns found, times among them, and what must be there so often.

use super::Builder;
use crate::asked::Style;
use crate::constructions::by::usual;
use crate::frame::{Compare, Ent, Measure};
use crate::known::{Col, Role};
use crate::lexicon::Opener;
use crate::query::{Agg, Cond, Expr, Part, Query};
use askwell_contract::time::TimeKind;

/// One way to read all conditions of a frame.
#[derive(Debug, Clone, Default)]
pub(crate) struct Conditions {
    pub filter: Vec<Cond>,
    /// Of times, kept apart: a share's whole has them, too.
    pub times: Vec<Cond>,
    pub having: Vec<(Measure, Cond)>,
    /// The column of time that times were read by.
    pub day: Option<Col>,
    /// Things set beside each other: grouped by these.
    pub beside: Vec<Expr>,
    pub versus: bool,
    pub prior: f64,
}

impl Builder<'_> {
    /// The ways to read the conditions, most likely first.
    pub(super) fn conditions(&self, target: Option<Ent>) -> Vec<Conditions> {
        let f = self.frame;
        let mut ways = vec![Conditions::default()];
        for cond in &f.filter {
            if let Some(each) = self.each_of(cond, target) {
                ways.iter_mut().for_each(|w| w.filter.extend(each.iter().cloned()));
                continue;
            }
            let placed = self.placed(cond.clone(), target);
            ways.iter_mut().for_each(|w| w.filter.push(placed.clone()));
        }
        for (table, inner) in &f.without {
            let Some(cond) = self.absent(target, *table, inner) else {
                return Vec::new();
            };
            ways.iter_mut().for_each(|w| w.filter.push(cond.clone()));
        }
        if !f.versus.is_empty() {
            let any = f.versus.clone();
            let mut cols: Vec<Col> = Vec::new();
            any.iter().for_each(|c| c.visit(&mut |_, c| cols.extend(c)));
            cols.dedup();
            for w in &mut ways {
                w.versus = true;
                w.beside = cols.iter().map(|c| Expr::Col(*c)).collect();
                w.filter.push(joined_values(&any));
            }
        }
        for (compare, after) in &f.compares {
            let mut next = Vec::new();
            for way in &ways {
                for (place, chance) in self.subjects(compare, *after, target).into_iter().take(3) {
                    let mut way = way.clone();
                    way.prior += chance;
                    match place {
                        Measure::Col(c) => way.filter.push(self.compared(Expr::Col(c), compare, Some(c))),
                        Measure::Less(a, b) => {
                            let e = Expr::math(Expr::Col(a), '-', Expr::Col(b));
                            way.filter.push(self.compared(e, compare, None));
                        }
                        Measure::Days(a, b) => {
                            let days = Compare {
                                number: compare.number * in_days(compare.unit.as_deref()),
                                ..compare.clone()
                            };
                            way.filter.push(self.compared(Expr::Days(a, b), &days, None));
                        }
                        m => {
                            let Some((e, _)) = self.of_group(m) else { continue };
                            way.having.push((m, self.compared(e, compare, None)));
                        }
                    }
                    next.push(way);
                }
            }
            if next.is_empty() {
                return Vec::new();
            }
            ways = next;
        }
        for (col, op) in &f.averages {
            let col = col
                .or_else(|| self.measures().last().copied())
                .or_else(|| self.only_measure(target));
            let Some(col) = col else { return Vec::new() };
            let mean = Query {
                select: vec![Expr::agg(Agg::Avg, Expr::Col(col))],
                ..Query::default()
            };
            let cond = Cond::Compare(Expr::Col(col), *op, Expr::Query(Box::new(mean)));
            ways.iter_mut().for_each(|w| w.filter.push(cond.clone()));
        }
        if !f.whens.is_empty() {
            ways = self.dated(ways, target);
        }
        let mut ways: Vec<Conditions> = ways.into_iter().flat_map(|w| self.twice(w, target)).collect();
        ways.truncate(8);
        ways
    }

    fn only_measure(&self, target: Option<Ent>) -> Option<Col> {
        let table = target?.table();
        let mut numbers = self
            .known
            .columns(table)
            .filter(|(_, c)| c.role == Role::Measure && c.is_number());
        let first = numbers.next()?.0;
        numbers.next().is_none().then_some(first)
    }

    /// What a group's figure is: a count, or what people mean for a column.
    pub(super) fn of_group(&self, m: Measure) -> Option<(Expr, f64)> {
        match m {
            Measure::Count(e) => Some((self.count(e, false), 0.0)),
            Measure::Figure(agg, c) => Some((Expr::agg(agg, Expr::Col(c)), 0.0)),
            Measure::Col(c) => Some((Expr::agg(usual(&self.known.column(c).words), Expr::Col(c)), 0.0)),
            m @ Measure::Times(..) => self.figure(Agg::Sum, m).into_iter().next(),
            m => self.figure(Agg::Avg, m).into_iter().next(),
        }
    }

    fn compared(&self, e: Expr, c: &Compare, col: Option<Col>) -> Cond {
        let scale = col.map_or(1.0, |col| self.converted(col, c.unit.as_deref(), c.number));
        match c.upper {
            Some(upper) => Cond::Between(e, c.number * scale, upper * scale),
            None => {
                // Older than 30 by a birth date is another matter: left to the columns of age.
                Cond::Compare(e, c.op, Expr::Num(c.number * scale))
            }
        }
    }

    /// What a comparison without a column speaks of.
    fn subjects(&self, c: &Compare, after: Option<Ent>, target: Option<Ent>) -> Vec<(Measure, f64)> {
        if let Some(m) = c.subject {
            return vec![(m, 0.0)];
        }
        let mut out: Vec<(Measure, f64)> = Vec::new();
        if c.unit.as_deref() == Some("times") {
            let spoken = self.spoken();
            let many = spoken
                .iter()
                .filter(|t| target.is_none_or(|e| e.table() != **t || matches!(e, Ent::Column(_))));
            out.extend(many.map(|t| (Measure::Count(Ent::Table(*t)), -0.2)));
            return out;
        }
        if let Some(Ent::Column(col)) = after {
            let column = self.known.column(col);
            if column.is_number() && !matches!(column.role, Role::Key | Role::Reference | Role::Number) {
                out.push((Measure::Col(col), 0.0));
            }
        }
        if let Some((agg, Measure::Col(col))) = self.frame.figures.last() {
            out.push((Measure::Figure(*agg, *col), -0.1));
        }
        if let Some((_, m @ Measure::Times(..))) = self.frame.figures.last() {
            out.push((*m, -0.1));
        }
        let tables: Vec<usize> = target.map(Ent::table).into_iter().chain(self.spoken()).collect();
        let mut seen: Vec<Col> = Vec::new();
        for table in tables {
            for (col, column) in self.known.columns(table) {
                if column.role != Role::Measure || !column.is_number() || seen.contains(&col) {
                    continue;
                }
                seen.push(col);
                let fits = self.fits(col, c);
                if fits > -3.0 {
                    out.push((Measure::Col(col), fits - 0.3));
                }
            }
        }
        // "Orders per country, only those with 2 or more": what is counted for each.
        let counted = self.frame.counts.iter().find_map(|n| n.0).or(target);
        if let Some(e) =
            counted.filter(|_| !self.frame.groups.is_empty() && c.unit.is_none() && c.number.fract() == 0.0)
        {
            out.push((Measure::Count(Ent::Table(e.table())), -0.2));
        }
        out.sort_by(|a, b| b.1.total_cmp(&a.1));
        out
    }

    /// A denial of something that a thing has several of holds where none of them is so.
    fn placed(&self, cond: Cond, target: Option<Ent>) -> Cond {
        let (not, col) = match &cond {
            Cond::Is { not, col, .. } | Cond::Holds { not, col, .. } => (*not, *col),
            Cond::Yes(col, yes) => (!yes, *col),
            _ => return cond,
        };
        let of = match target {
            Some(Ent::Table(of)) => of,
            // "Items never sold in the south": none of the item's rows.
            Some(Ent::Column(c)) if not && c != col && c.table == col.table && self.says(&["never"]) => {
                return self.absent(target, col.table, &[cond.clone().denied()]).unwrap_or(cond);
            }
            _ => return cond,
        };
        if !not || col.table == of || self.known.belongs(of, col.table) {
            return cond;
        }
        self.absent(target, col.table, &[cond.clone().denied()]).unwrap_or(cond)
    }

    /// "Both A and B": for each value the thing has a row with it.
    fn each_of(&self, cond: &Cond, target: Option<Ent>) -> Option<Vec<Cond>> {
        let target = target.filter(|_| self.frame.both)?;
        let single = |v: &String, col: Col| Cond::Is {
            col,
            values: vec![v.clone()],
            not: false,
        };
        let several: Vec<Cond> = match cond {
            Cond::Is {
                col,
                values,
                not: false,
            } => values.iter().map(|v| single(v, *col)).collect(),
            Cond::Any(any) => any.clone(),
            _ => return None,
        };
        let mut cols: Vec<Col> = Vec::new();
        several.iter().for_each(|c| c.visit(&mut |_, c| cols.extend(c)));
        cols.dedup();
        let ([col], true) = (cols.as_slice(), several.len() > 1) else {
            return None;
        };
        let (own, theirs) = match target {
            Ent::Table(of) if of != col.table && !self.known.belongs(of, col.table) => self.hook(of, col.table)?,
            Ent::Column(c) if c != *col => (c, c),
            _ => return None,
        };
        let each = several.into_iter().map(|one| {
            let filter = vec![one];
            let tables = if theirs.table == col.table {
                Vec::new()
            } else {
                vec![theirs.table, col.table]
            };
            Cond::Among(
                own,
                Box::new(Query {
                    select: vec![Expr::Col(theirs)],
                    tables,
                    filter,
                    ..Query::default()
                }),
                false,
            )
        });
        Some(each.collect())
    }

    /// Rows of the thing that no row of `table` belongs to.
    fn absent(&self, target: Option<Ent>, table: usize, inner: &[Cond]) -> Option<Cond> {
        match target? {
            Ent::Table(of) if of == table => None,
            Ent::Table(of) => {
                let (own, theirs) = self.hook(of, table)?;
                let mut filter = inner.to_vec();
                let whens: Vec<Cond> = self
                    .frame
                    .whens
                    .iter()
                    .filter(|w| w.2 == Some(table))
                    .filter_map(|w| self.when(w.0, w.1, self.days(table).first()?.0))
                    .collect();
                filter.extend(whens);
                if self.known.column(theirs).nulls > 0 {
                    filter.push(Cond::Null(Expr::Col(theirs), true));
                }
                let tables = if theirs.table == table {
                    Vec::new()
                } else {
                    vec![theirs.table, table]
                };
                let q = Query {
                    select: vec![Expr::Col(theirs)],
                    tables,
                    filter,
                    ..Query::default()
                };
                Some(Cond::Among(own, Box::new(q), true))
            }
            Ent::Column(col) => {
                let q = Query {
                    select: vec![Expr::Col(col)],
                    tables: vec![table],
                    filter: inner.to_vec(),
                    ..Query::default()
                };
                Some(Cond::Among(col, Box::new(q), true))
            }
        }
    }

    /// The thing's own column and the one that refers to it on the way to `table`.
    pub(super) fn hook(&self, of: usize, table: usize) -> Option<(Col, Col)> {
        let one = |t: usize| {
            crate::routes::between(self.text, of, t)
                .into_iter()
                .filter_map(|i| self.known.links.get(i))
                .find_map(|l| match (l.from.as_slice(), l.to.as_slice()) {
                    ([from], [to]) if to.table == of => Some((*to, *from)),
                    ([from], [to]) => Some((*from, *to)),
                    _ => None,
                })
        };
        // Directly, else over one table between.
        one(table).or_else(|| {
            let near = (0..self.known.tables.len()).filter(|t| *t != of && *t != table);
            near.filter(|t| self.known.between(*t, table).next().is_some())
                .find_map(one)
        })
    }

    /// Columns of time of a table, likeliest first.
    pub(super) fn days(&self, table: usize) -> Vec<(Col, f64)> {
        let mut out: Vec<(Col, f64)> = Vec::new();
        for (col, c) in self.known.columns(table) {
            if !c.is_time() {
                continue;
            }
            let said = c.words.iter().any(|w| {
                self.text
                    .tokens
                    .iter()
                    .any(|t| t.lower.len() > 3 && crate::words::stem(w) == t.stem)
            });
            let born = c.words.iter().any(|w| {
                matches!(
                    w.as_str(),
                    "birth" | "born" | "dob" | "birthday" | "updated" | "modified"
                )
            });
            let holes = if c.rows > 0 {
                c.nulls as f64 / c.rows as f64
            } else {
                0.0
            };
            let score = if said { 1.0 } else { 0.0 } - if born { 1.5 } else { 0.0 } - holes - 0.1 * out.len() as f64;
            out.push((col, score));
        }
        out.sort_by(|a, b| b.1.total_cmp(&a.1));
        out
    }

    fn dated(&self, ways: Vec<Conditions>, target: Option<Ent>) -> Vec<Conditions> {
        let mut tables: Vec<usize> = self.frame.whens.iter().filter_map(|w| w.2).collect();
        tables.extend(target.map(Ent::table));
        tables.extend(self.spoken());
        // Facts that belong to what is spoken of.
        for t in tables.clone() {
            let around = self
                .known
                .links
                .iter()
                .filter_map(|l| l.tables())
                .filter(|l| l.1 == t || l.0 == t);
            tables.extend(around.map(|l| if l.1 == t { l.0 } else { l.1 }));
        }
        let mut days: Vec<(Col, f64)> = Vec::new();
        for (place, t) in tables.into_iter().enumerate() {
            for (col, score) in self.days(t) {
                if !days.iter().any(|d| d.0 == col) {
                    days.push((col, score - 0.35 * place.min(6) as f64));
                }
            }
        }
        days.sort_by(|a, b| b.1.total_cmp(&a.1));
        let mut out = Vec::new();
        for way in ways {
            for (col, score) in days.iter().take(3) {
                let mut way = way.clone();
                let mut conds = Vec::new();
                for (i, not, _) in &self.frame.whens {
                    let Some(cond) = self.when(*i, *not, *col) else {
                        continue;
                    };
                    conds.push(cond);
                }
                if conds.len() < self.frame.whens.len() {
                    continue;
                }
                let conds = together(conds);
                if let ([Cond::PartIs(part, col, list)], true) = (conds.as_slice(), self.frame.whens.len() > 1) {
                    if list.len() > 1 && self.says(&["vs", "versus", "compare", "compared", "against"]) {
                        way.versus = true;
                        way.beside.push(self.part(*part, *col));
                    }
                }
                let stretches = conds.iter().all(|c| matches!(c, Cond::When { .. })) && conds.len() > 1;
                let versus = self.frame.whens.len() > 1
                    && self
                        .text
                        .tokens
                        .iter()
                        .any(|t| matches!(t.lower.as_str(), "vs" | "versus" | "compare" | "compared"));
                if stretches {
                    way.times.push(Cond::Any(conds));
                    if versus
                        || self.style == Style::People
                            && self.frame.opener() != Some(Opener::HowMany)
                            && self.frame.figures.len() == 1
                    {
                        way.versus = true;
                        let part = self.span_part();
                        way.beside.push(self.part(part, *col));
                    }
                } else {
                    way.times.extend(conds);
                }
                way.day = Some(*col);
                way.prior += score.min(0.5);
                out.push(way);
            }
        }
        out
    }

    /// The stretch that two compared times are: years, else months.
    fn span_part(&self) -> Part {
        let years = self.frame.whens.iter().all(|(i, ..)| {
            let t = &self.text.times[*i];
            matches!(t.kind, TimeKind::Year | TimeKind::Years) || t.words.len() == 4
        });
        if years {
            Part::Year
        } else {
            Part::YearMonth
        }
    }

    /// A time of the question as a condition on a column of time.
    pub(super) fn when(&self, i: usize, not: bool, col: Col) -> Option<Cond> {
        let time = self.text.times.get(i)?;
        Some(match &time.kind {
            TimeKind::Months(a, b) => {
                let months: Vec<u32> = if a <= b {
                    (*a..=*b).collect()
                } else {
                    (*a..=12).chain(1..=*b).collect()
                };
                let months = if not {
                    (1..=12).filter(|m| !months.contains(m)).collect()
                } else {
                    months
                };
                Cond::PartIs(Part::Month, col, months)
            }
            TimeKind::Weekdays(days) => {
                let days = if not {
                    (0..7).filter(|d| !days.contains(d)).collect()
                } else {
                    days.clone()
                };
                Cond::PartIs(Part::Weekday, col, days)
            }
            TimeKind::EachWeek(_) | TimeKind::EachFiscalYear(_) | TimeKind::EachFiscalQuarter(_) => return None,
            _ => {
                if time.from.is_none() && time.to.is_none() {
                    return None;
                }
                Cond::When {
                    col,
                    from: time.from.clone(),
                    to: time.to.clone(),
                    not,
                }
            }
        })
    }
}

/// "On Mondays and Fridays": one part of a day is any of what is said of it.
fn together(conds: Vec<Cond>) -> Vec<Cond> {
    let mut out: Vec<Cond> = Vec::new();
    for cond in conds {
        match (out.last_mut(), cond) {
            (Some(Cond::PartIs(part, col, list)), Cond::PartIs(p, c, more)) if *part == p && *col == c => {
                list.extend(more);
                list.sort_unstable();
                list.dedup();
            }
            (_, cond) => out.push(cond),
        }
    }
    out
}

/// Days that one of a unit of time is.
pub(crate) fn in_days(unit: Option<&str>) -> f64 {
    match unit.unwrap_or_default() {
        "week" | "weeks" => 7.0,
        "month" | "months" => 30.0,
        "year" | "years" => 365.25,
        "hour" | "hours" | "hrs" => 1.0 / 24.0,
        "minute" | "minutes" | "min" | "mins" => 1.0 / 1440.0,
        _ => 1.0,
    }
}

/// Values of one column as one condition.
fn joined_values(conds: &[Cond]) -> Cond {
    let mut all: Vec<String> = Vec::new();
    let mut of: Option<Col> = None;
    for c in conds {
        match c {
            Cond::Is {
                col,
                values,
                not: false,
            } if of.is_none_or(|o| o == *col) => {
                of = Some(*col);
                all.extend(values.iter().cloned());
            }
            _ => return Cond::Any(conds.to_vec()),
        }
    }
    match of {
        Some(col) => Cond::Is {
            col,
            values: all,
            not: false,
        },
        None => Cond::Any(conds.to_vec()),
    }
}
