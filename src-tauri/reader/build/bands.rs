//! Bands of a number, each with how many rows lie in it and the figures that are asked for.

use super::conditions::Conditions;
use super::{Builder, Built};
use crate::constructions::bands::FAR;
use crate::frame::{Bands, Compare, Ent, Frame, Key, Measure};
use crate::known::{Col, Role};
use crate::query::{Agg, Band, Cond, Expr, Op, Query};

impl Builder<'_> {
    pub(super) fn bands(&self, bands: &Bands, target: Option<Ent>, conds: &Conditions) -> Vec<Built> {
        let mut out = Vec::new();
        for (of, prior) in self.banded(bands, target) {
            let (value, scale, col) = match of {
                Measure::Col(c) => {
                    let most = bands.list.iter().filter_map(|b| b.to).map(|t| t.0).fold(0.0, f64::max);
                    (Expr::Col(c), self.converted(c, bands.unit.as_deref(), most), Some(c))
                }
                Measure::Days(a, b) => (Expr::Days(a, b), 1.0, None),
                Measure::Age(c) => match self.age(c, bands.unit.is_none()) {
                    Some(age) => (age, 1.0, None),
                    None => continue,
                },
                _ => continue,
            };
            let Some(home) = of.table() else { continue };
            let list: Vec<Band> = bands
                .list
                .iter()
                .map(|b| Band {
                    name: b.name.clone(),
                    to: b.to.map(|(n, within)| (n * scale, within)),
                })
                .collect();
            let mut filter: Vec<Cond> = conds.filter.iter().chain(&conds.times).cloned().collect();
            if let Some((n, within)) = bands.from {
                let op = if within { Op::Ge } else { Op::Gt };
                filter.push(Cond::Compare(value.clone(), op, Expr::Num(n * scale)));
            } else if col.is_none_or(|c| self.known.column(c).nulls > 0) {
                filter.push(Cond::Null(value.clone(), true));
            }
            if let Some((n, within)) = list.last().and_then(|b| b.to) {
                let op = if within { Op::Le } else { Op::Lt };
                filter.push(Cond::Compare(value.clone(), op, Expr::Num(n)));
            }
            let banded = Expr::Bands(Box::new(value.clone()), list);
            let figures = self.of_band(home, col);
            // What is banded is no group by itself.
            let mut frame: Frame = self.frame.clone();
            frame.groups.retain(|k| match k {
                Key::Ent(Ent::Column(c)) => Some(*c) != col,
                Key::Ent(Ent::Table(_)) => false,
                Key::Part(_) | Key::PartOf(..) => true,
            });
            let inner = Builder { frame: &frame, ..*self };
            for groups in inner.groups(Some(home), conds) {
                let mut select = groups.show.clone();
                select.push(banded.clone());
                select.extend(figures.iter().cloned());
                let mut group = groups.by.clone();
                group.push(banded.clone());
                let mut order: Vec<(Expr, bool)> = groups.show.iter().map(|e| (e.clone(), false)).collect();
                order.push((Expr::agg(Agg::Min, value.clone()), false));
                let query = Query {
                    select,
                    tables: vec![home],
                    filter: filter.clone(),
                    group,
                    order,
                    via: groups.via.clone(),
                    ..Query::default()
                };
                out.push(Built::new(query, prior + groups.prior, "bands"));
            }
        }
        out
    }

    /// How many there are, and what else is asked of each band.
    fn of_band(&self, home: usize, banded: Option<Col>) -> Vec<Expr> {
        let f = self.frame;
        let counted = f.counts.iter().find_map(|c| c.0).filter(|e| e.table() != home);
        let mut out = vec![counted.map_or(Expr::count(home), |e| self.count(e, true))];
        for (agg, m) in &f.figures {
            out.extend(self.figure(*agg, *m).into_iter().next().map(|e| e.0));
        }
        for c in self.measures().into_iter().filter(|c| Some(*c) != banded) {
            out.extend(self.meant(c).first().map(|(agg, _)| Expr::agg(*agg, Expr::Col(c))));
        }
        out.dedup();
        out
    }

    /// What the bands are of.
    fn banded(&self, bands: &Bands, target: Option<Ent>) -> Vec<(Measure, f64)> {
        if let Some(m) = bands.of {
            return vec![(m, 0.0)];
        }
        // None of its numbers lies near what the bands end with.
        let apart = |c: Col| match self
            .known
            .column(c)
            .spans(bands.list.iter().filter_map(|b| Some(b.to?.0)))
        {
            true => 0.0,
            false => -FAR,
        };
        let named = self.measures().into_iter().map(|c| (Measure::Col(c), apart(c)));
        let mut out: Vec<(Measure, f64)> = named.collect();
        let number = bands.list.iter().find_map(|b| b.to).map_or(0.0, |t| t.0);
        let like = Compare {
            subject: None,
            op: Op::Lt,
            number,
            upper: None,
            unit: bands.unit.clone(),
        };
        let tables = target.map(Ent::table).into_iter().chain(self.spoken());
        let columns = tables.flat_map(|t| self.known.columns(t));
        for (col, _) in columns.filter(|(_, c)| c.is_number() && c.role == Role::Measure) {
            if !out.iter().any(|o| o.0 == Measure::Col(col)) {
                out.push((Measure::Col(col), self.fits(col, &like) - 0.3));
            }
        }
        out.sort_by(|a, b| b.1.total_cmp(&a.1));
        out.truncate(3);
        out
    }
}
