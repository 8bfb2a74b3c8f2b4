//! Comparisons with an average: of all rows, of all groups' figures, or of the like of a row.

use super::conditions::Conditions;
use super::Builder;
use crate::constructions::by::usual_of;
use crate::constructions::money;
use crate::frame::{Ent, Mean, Measure};
use crate::known::{Col, Role};
use crate::query::{Agg, Cond, Expr, Query};

impl Builder<'_> {
    /// The ways to read a comparison with an average; none where nothing can be compared.
    pub(super) fn means(&self, mean: &Mean, target: Option<Ent>, ways: &[Conditions]) -> Vec<Conditions> {
        // A number that only tells rows apart has no average.
        let counts = |c: Col| {
            let column = self.known.column(c);
            column.is_number() && !matches!(column.role, Role::Key | Role::Reference | Role::Number)
        };
        let last = || {
            let said = self.measures();
            said.last()
                .copied()
                .or_else(|| self.only_measure(target))
                // Bills above average are so by what they come to.
                .or_else(|| money(self.text, target?.table()))
                .map(Measure::Col)
        };
        // Days are not averaged, nor is anything else in their place.
        if matches!(mean.of, Some(Measure::Col(c)) if self.known.column(c).is_time()) {
            return Vec::new();
        }
        let mut out = Vec::new();
        for way in ways {
            for (of, prior) in self.compared_with(
                mean.of
                    .filter(|m| !matches!(m, Measure::Col(c) if !counts(*c)))
                    .or_else(last),
                target,
            ) {
                let mut way = way.clone();
                way.prior += prior;
                let held = match of {
                    Of::Row(c) => self.of_row(c, mean).map(|cond| way.filter.push(cond)),
                    Of::Groups(m, e) => self.of_groups(m, e, mean).map(|cond| way.having.push((m, cond))),
                };
                out.extend(held.map(|()| way));
            }
        }
        out
    }

    /// A row's own number, or the figure of a thing's rows.
    fn compared_with(&self, of: Option<Measure>, target: Option<Ent>) -> Vec<(Of, f64)> {
        let mut out = Vec::new();
        match (of, target) {
            (Some(m @ Measure::Col(c)), Some(e)) => {
                let own = e.table() == c.table && matches!(e, Ent::Table(_));
                let below = e.table() != c.table && self.known.belongs(c.table, e.table());
                // A name that nearly each row has for itself stands for the row.
                let named = |k: Col| {
                    let column = self.known.column(k);
                    let each = column.distinct * 4 >= column.rows.saturating_sub(column.nulls) * 3;
                    column.role == Role::Label
                        && (each || self.known.label(k.table) == Some(k) && self.known.key(k.table).is_some())
                };
                if matches!(e, Ent::Column(k) if k.table == c.table && named(k)) {
                    return vec![(Of::Row(c), 0.0), (Of::Groups(m, e), -1.0)];
                }
                if below || matches!(e, Ent::Column(_)) {
                    out.push((Of::Groups(m, e), 0.0));
                    if usual_of(self.known, c) == Agg::Sum && matches!(e, Ent::Column(_)) {
                        out.push((Of::Groups(Measure::Figure(Agg::Avg, c), e), -0.6));
                    }
                }
                out.push((Of::Row(c), if own || !below { 0.0 } else { -0.8 }));
            }
            (Some(Measure::Col(c)), None) => out.push((Of::Row(c), 0.0)),
            (Some(m), Some(e)) => out.push((Of::Groups(m, e), 0.0)),
            _ => {}
        }
        out
    }

    fn times(&self, e: Expr, times: f64) -> Expr {
        match times == 1.0 {
            true => e,
            false => Expr::math(Expr::Num(times), '*', e),
        }
    }

    fn of_row(&self, c: Col, mean: &Mean) -> Option<Cond> {
        let average = match mean.within {
            Some(Ent::Column(k)) if k.table == c.table => Expr::Peers(Agg::Avg, c, vec![k]),
            Some(Ent::Table(t)) => {
                let mut ties = self.known.links.iter().filter(|l| l.tables() == Some((c.table, t)));
                Expr::Peers(Agg::Avg, c, ties.next()?.from.clone())
            }
            Some(_) => return None,
            None => Expr::Query(Box::new(Query {
                select: vec![Expr::agg(Agg::Avg, Expr::Col(c))],
                filter: mean.among.iter().cloned().collect(),
                ..Query::default()
            })),
        };
        Some(Cond::Compare(Expr::Col(c), mean.op, self.times(average, mean.times)))
    }

    /// The average of the figures of all things, each thing's own among them.
    fn of_groups(&self, m: Measure, e: Ent, mean: &Mean) -> Option<Cond> {
        let (figure, _) = self.of_group(self.counted(m, e))?;
        let key = match e {
            Ent::Table(t) => self.known.key(t)?,
            Ent::Column(c) => c,
        };
        if mean.within.is_some() || mean.among.is_some() {
            return None;
        }
        // "Whose average score is below the overall average".
        if let Measure::Figure(Agg::Avg, c) = m {
            let overall = Query {
                select: vec![Expr::agg(Agg::Avg, Expr::Col(c))],
                ..Query::default()
            };
            let overall = self.times(Expr::Query(Box::new(overall)), mean.times);
            return Some(Cond::Compare(figure, mean.op, overall));
        }
        let rows = Query {
            select: vec![figure.clone()],
            tables: vec![e.table()],
            group: vec![Expr::Col(key)],
            ..Query::default()
        };
        let average = Query {
            select: vec![Expr::agg(Agg::Avg, Expr::Out(0))],
            over: Some(Box::new(rows)),
            ..Query::default()
        };
        let average = self.times(Expr::Query(Box::new(average)), mean.times);
        Some(Cond::Compare(figure, mean.op, average))
    }

    /// The one number that a table keeps.
    fn only_measure(&self, target: Option<Ent>) -> Option<Col> {
        let of = |(_, c): &(Col, &crate::known::Column)| c.role == Role::Measure && c.is_number();
        let mut numbers = self.known.columns(target?.table()).filter(of);
        let first = numbers.next()?.0;
        numbers.next().is_none().then_some(first)
    }
}

/// What stands on the left of the comparison.
enum Of {
    Row(Col),
    Groups(Measure, Ent),
}
