//! What must hold: conditions with their columns found, times among them, and what must be there so often.

use super::every::rows_with;
use super::Builder;
use crate::constructions::by::usual_of;
use crate::frame::{Absence, Compare, Ent, Measure};
use crate::known::{Col, Role};
use crate::query::{Agg, Cond, Expr, Op, Query};

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
        // Rows that are counted or added up are left out one by one; of things that are only listed none has such a row.
        let rows = !(f.compares.is_empty() && f.counts.is_empty() && f.figures.is_empty() && f.groups.is_empty());
        for cond in &f.left_out {
            let cond = match rows || f.top.is_some() {
                true => cond.clone(),
                false => self.placed(cond.clone(), target),
            };
            ways.iter_mut().for_each(|w| w.filter.push(cond.clone()));
        }
        for cond in &f.always {
            let all = self.always(cond, target);
            ways.iter_mut().for_each(|w| w.filter.extend(all.iter().cloned()));
        }
        for absence in &f.without {
            let Some(cond) = self.absent(target, absence.table, &absence.conds, absence.times) else {
                return Vec::new();
            };
            let there = self.there_before(target, absence);
            for w in &mut ways {
                w.filter.push(cond.clone());
                w.filter.extend(there.clone());
            }
        }
        if !f.versus.is_empty() {
            let any = f.versus.clone();
            let mut cols: Vec<Col> = Vec::new();
            any.iter().for_each(|c| c.visit(&mut |_, c| cols.extend(c)));
            cols.dedup();
            for w in &mut ways {
                w.versus = true;
                // Those who came and those who went stand beside each other, each by its own day.
                if cols.len() > 1 {
                    continue;
                }
                w.beside = cols.iter().map(|c| Expr::Col(*c)).collect();
                w.filter.push(joined_values(&any));
            }
        }
        for (at, (compare, after)) in f.compares.iter().enumerate() {
            let tied = f.either.iter().find(|e| e.0 == at).map(|e| e.1);
            let mut next = Vec::new();
            for way in &ways {
                for (place, chance) in self.subjects(compare, *after, target).into_iter().take(3) {
                    let mut way = way.clone();
                    let before = (way.filter.len(), way.having.len());
                    way.prior += chance;
                    match place {
                        Measure::Col(c) => {
                            if self.is_timeless(c, compare.unit.as_deref()) {
                                continue;
                            }
                            way.filter.push(self.compared(Expr::Col(c), compare, Some(c)));
                        }
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
                        Measure::Hours(a, b) => {
                            let hours = Compare {
                                number: compare.number * in_days(compare.unit.as_deref()) * 24.0,
                                ..compare.clone()
                            };
                            way.filter.push(self.compared(Expr::Hours(a, b), &hours, None));
                        }
                        Measure::Age(c) => {
                            let unit = compare.unit.as_deref();
                            let years = unit.is_none_or(|u| u.starts_with("year"));
                            let scale = if years { 1.0 } else { in_days(unit) / 365.25 };
                            let since = Compare {
                                number: compare.number * scale,
                                ..compare.clone()
                            };
                            // A person is 65 until the next birthday, and over 65 from the last; what serves for more than 10
                            // years is past the day.
                            let whole = unit.is_none() && compare.op != Op::Gt;
                            let Some(e) = self.age(c, whole) else { continue };
                            way.filter.push(self.compared(e, &since, None));
                        }
                        m => {
                            let Some((e, _)) = self.of_group(m) else { continue };
                            way.having.push((m, self.compared(e, compare, None)));
                        }
                    }
                    if tied.is_none_or(|with| either(&mut way, with, before)) {
                        next.push(way);
                    }
                }
            }
            if next.is_empty() {
                return Vec::new();
            }
            ways = next;
        }
        for mean in &f.averages {
            ways = self.means(mean, target, &ways);
            if ways.is_empty() {
                return ways;
            }
        }
        for (c, op, of) in &f.than {
            let row = Query {
                select: vec![Expr::Col(*c)],
                filter: vec![of.clone()],
                limit: Some(1),
                ..Query::default()
            };
            let cond = Cond::Compare(Expr::Col(*c), *op, Expr::Query(Box::new(row)));
            ways.iter_mut().for_each(|w| w.filter.push(cond.clone()));
        }
        if !f.whens.is_empty() {
            ways = self.dated(ways, target);
        }
        ways.retain(|w| !apart(&w.filter));
        let mut ways: Vec<Conditions> = ways.into_iter().flat_map(|w| self.twice(w, target)).collect();
        ways.truncate(8);
        ways
    }

    /// What a group's figure is: a count, or what people mean for a column.
    pub(super) fn of_group(&self, m: Measure) -> Option<(Expr, f64)> {
        match m {
            Measure::Count(e) => Some((self.count(e, false), 0.0)),
            Measure::Figure(agg, c) => Some((Expr::agg(agg, Expr::Col(c)), 0.0)),
            // Days do not add up.
            Measure::Col(c) if self.known.column(c).is_time() && !self.known.column(c).is_number() => {
                Some((Expr::agg(Agg::Max, Expr::Col(c)), 0.0))
            }
            Measure::Col(c) => Some((Expr::agg(usual_of(self.known, c), Expr::Col(c)), 0.0)),
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
            return match self.balance(m, c, target) {
                Some(sum) => vec![(sum, 0.0), (m, -0.5)],
                None => vec![(m, 0.0)],
            };
        }
        let mut out: Vec<(Measure, f64)> = Vec::new();
        if c.unit.as_deref() == Some("times") {
            let spoken = self.spoken();
            let many = spoken
                .iter()
                .filter(|t| target.is_none_or(|e| e.table() != **t || matches!(e, Ent::Column(_))));
            out.extend(many.map(|t| (Measure::Count(Ent::Table(*t)), -0.2)));
            if let (true, Some(Ent::Table(of))) = (out.is_empty(), target) {
                // "Members that came only once": rows of what refers to them, however that is called.
                let refers = self
                    .known
                    .links
                    .iter()
                    .filter_map(|l| l.tables())
                    .filter(|l| l.1 == of && l.0 != of);
                let mut refers: Vec<usize> = refers.map(|l| l.0).collect();
                refers.sort_by_key(|t| std::cmp::Reverse(self.known.tables[*t].rows));
                refers.dedup();
                out.extend(refers.into_iter().map(|t| (Measure::Count(Ent::Table(t)), -1.2)));
            }
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

    /// "Categories that lose money": the profit of all their rows is below nought.
    fn balance(&self, m: Measure, c: &Compare, target: Option<Ent>) -> Option<Measure> {
        let (Measure::Col(col), Ent::Column(thing)) = (m, target?) else {
            return None;
        };
        let repeats = !self.known.column(thing).unique && thing != col && thing.table == col.table;
        let profit = self.known.column(col).stems.iter().any(|s| s == "profit");
        let adds = profit && usual_of(self.known, col) == Agg::Sum;
        (c.number == 0.0 && c.upper.is_none() && repeats && adds).then_some(Measure::Figure(Agg::Sum, col))
    }

    /// A denial of something that a thing has several of holds where none of them is so.
    fn placed(&self, cond: Cond, target: Option<Ent>) -> Cond {
        let (not, col) = match &cond {
            Cond::Is { not, col, .. } | Cond::Holds { not, col, .. } => (*not, *col),
            Cond::Yes(col, yes) => (!yes, *col),
            // What is left blank is no yes, either.
            Cond::Any(any) => match any.as_slice() {
                [no @ Cond::Yes(_, false), Cond::Null(_, false)] if self.says(&["never"]) => {
                    let placed = self.placed(no.clone(), target);
                    return if placed == *no { cond } else { placed };
                }
                _ => return cond,
            },
            _ => return cond,
        };
        let of = match target {
            Some(Ent::Table(of)) => of,
            // "Items never sold in the south": none of the item's rows.
            Some(Ent::Column(c)) if not && c != col && c.table == col.table && self.says(&["never", "ever"]) => {
                return self
                    .absent(target, col.table, &[cond.clone().denied()], 0)
                    .unwrap_or(cond);
            }
            _ => return cond,
        };
        // "How much do patients owe": of the same rows that are added up.
        let summed = |f: &(crate::query::Agg, Measure)| matches!(f.1, Measure::Col(c) if c.table == col.table);
        if !not || col.table == of || self.known.belongs(of, col.table) || self.frame.figures.iter().any(summed) {
            return cond;
        }
        self.absent(target, col.table, &[cond.clone().denied()], 0)
            .unwrap_or(cond)
    }

    /// "Gave last year but not this year": rows of the times that were said before the denial.
    fn there_before(&self, target: Option<Ent>, absence: &Absence) -> Option<Cond> {
        let Absence { table, times, .. } = *absence;
        let day = self.days(table).first()?.0;
        let said = self.frame.whens.iter().take(times).filter(|w| w.2 == Some(table));
        let filter: Vec<Cond> = said.filter_map(|w| self.when(w.0, w.1, day)).collect();
        let (own, theirs) = match target.filter(|_| !filter.is_empty())? {
            Ent::Table(of) => self.hook(of, table)?,
            Ent::Column(c) if c.table == table => (c, c),
            Ent::Column(_) => return None,
        };
        Some(Cond::Among(own, Box::new(rows_with(theirs, table, filter)), false))
    }

    /// Rows of the thing that no row of `table` belongs to, but for the first so many `times`.
    pub(super) fn absent(&self, target: Option<Ent>, table: usize, inner: &[Cond], times: usize) -> Option<Cond> {
        let mut filter = inner.to_vec();
        let whens = self.frame.whens.iter().skip(times).filter(|w| w.2 == Some(table));
        let whens: Vec<_> = whens.collect();
        // "Have not had a pet here since May": pets keep no day on which they were here, their stays do.
        let asked = target.map(Ent::table);
        let below = (0..self.known.tables.len())
            .filter(|t| Some(*t) != asked && self.known.belongs(*t, table) && self.keeps_event(*t));
        let below: Vec<usize> = below.collect();
        let said = below.iter().copied().find(|t| self.text.said(*t));
        // Of stays and their bills the stays are the pets' own.
        let direct = |t: &usize| self.known.between(*t, table).next().is_some();
        let near: Vec<usize> = below.into_iter().filter(direct).collect();
        let below = said.or(near.first().copied().filter(|_| near.len() == 1));
        let table = below
            .filter(|_| !whens.is_empty() && !self.keeps_event(table))
            .unwrap_or(table);
        for w in whens {
            filter.extend(self.when(w.0, w.1, self.days(table).first()?.0));
        }
        let (own, theirs, tables) = match target? {
            Ent::Table(of) if of == table => return None,
            Ent::Table(of) => {
                let (own, theirs) = self.hook(of, table)?;
                let between = theirs.table != table;
                (
                    own,
                    theirs,
                    if between { vec![theirs.table, table] } else { Vec::new() },
                )
            }
            // Whoever is in a sheet has a row of it.
            Ent::Column(col) if col.table == table && filter.is_empty() => return None,
            Ent::Column(col) => {
                // "Countries with customers but no suppliers": tables that have no row in common have a name in common.
                let apart = col.table != table && crate::routes::between(self.text, col.table, table).is_empty();
                let namesake = self.namesake(col, table).filter(|_| apart);
                namesake.map_or((col, col, vec![table]), |c| (col, c, Vec::new()))
            }
        };
        // NOT IN over a list with a NULL holds for nothing.
        if self.known.column(theirs).nulls > 0 {
            filter.push(Cond::Null(Expr::Col(theirs), true));
        }
        let q = Query {
            select: vec![Expr::Col(theirs)],
            tables,
            filter,
            ..Query::default()
        };
        let refers = matches!(target, Some(Ent::Table(of)) if own.table == of) && self.known.column(own).nulls > 0;
        let absent = Cond::Among(own, Box::new(q), true);
        // What refers to nothing has no partner, either.
        Some(match refers {
            true => Cond::Any(vec![Cond::Null(Expr::Col(own), false), absent]),
            false => absent,
        })
    }

    /// The column of another table that keeps the same kind of text under the same name.
    fn namesake(&self, col: Col, table: usize) -> Option<Col> {
        let own = self.known.column(col);
        let called = |c: &crate::known::Column| c.stems == own.stems && c.is_text() && own.is_text();
        self.known.columns(table).find(|(_, c)| called(c)).map(|(c, _)| c)
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
}

/// Makes one condition of the one that was added last and the one that "or" ties it to; false: rows and groups have none in
/// common.
fn either(way: &mut Conditions, with: Option<usize>, before: (usize, usize)) -> bool {
    let both = |a: Cond, b: Cond| match a {
        Cond::Any(mut any) => {
            any.push(b);
            Cond::Any(any)
        }
        a => Cond::Any(vec![a, b]),
    };
    if way.having.len() > before.1 {
        let (Some((_, last)), None) = (way.having.pop(), with) else {
            return false;
        };
        let Some((m, first)) = way.having.pop() else {
            return false;
        };
        way.having.push((m, both(first, last)));
        return true;
    }
    let place = with.or(before.0.checked_sub(1)).filter(|p| *p < before.0);
    let (Some(place), Some(last)) = (place, way.filter.pop()) else {
        return false;
    };
    let first = way.filter.remove(place);
    way.filter.insert(place, both(first, last));
    true
}

/// Whether a column would have to lie below one number and above a higher one.
fn apart(filter: &[Cond]) -> bool {
    let bounds = filter.iter().filter_map(|c| match c {
        Cond::Compare(Expr::Col(c), Op::Lt | Op::Le, Expr::Num(n)) => Some((*c, f64::NEG_INFINITY, *n)),
        Cond::Compare(Expr::Col(c), Op::Gt | Op::Ge, Expr::Num(n)) => Some((*c, *n, f64::INFINITY)),
        Cond::Between(Expr::Col(c), low, high) => Some((*c, *low, *high)),
        _ => None,
    });
    let bounds: Vec<(Col, f64, f64)> = bounds.collect();
    let meets = |a: &(Col, f64, f64), b: &(Col, f64, f64)| a.0 != b.0 || a.1 <= b.2 && b.1 <= a.2;
    !bounds
        .iter()
        .enumerate()
        .all(|(i, a)| bounds[i + 1..].iter().all(|b| meets(a, b)))
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
pub(super) fn joined_values(conds: &[Cond]) -> Cond {
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
