//! What a figure says of several kinds of things: who holds most of it, and who lies far from the others.

use askwell_contract::run::{Found, FoundKind};

use super::{also, list, percent, places, robust, Table};
use crate::words::split_name;

/// Less than this is no part worth naming; with few kinds, twice an equal part is asked for.
const MOST: f64 = 0.4;
/// Kinds that half of the total is looked for in, as a part of all.
const FEW: f64 = 0.2;
/// Kinds that a few stand out of, and values that a middle can be said of.
const KINDS: usize = 8;

pub struct Kinds<'a> {
    table: &'a Table<'a>,
    /// Row and figure, largest first; rows without a figure are left out.
    figures: Vec<(usize, f64)>,
}

impl<'a> Kinds<'a> {
    pub fn of(table: &'a Table<'a>) -> Self {
        let rows = 0..table.result.rows.len();
        let mut figures: Vec<(usize, f64)> = rows.filter_map(|r| Some((r, table.value(r)?))).collect();
        figures.sort_by(|a, b| b.1.total_cmp(&a.1));
        Self { table, figures }
    }

    pub fn found(&self) -> Vec<Found> {
        let part = self.share().or_else(|| self.concentration());
        let held = part.as_ref().map_or(&[][..], |f| &f.rows);
        let far = self
            .outlier()
            .filter(|far| far.rows.iter().any(|row| !held.contains(row)));
        part.clone().into_iter().chain(far).collect()
    }

    /// The sum of all kinds, where there is one that means something.
    fn total(&self) -> Option<f64> {
        let sound = self.table.adds_up && self.table.all && self.figures.iter().all(|f| f.1 >= 0.0);
        let total: f64 = self.figures.iter().map(|f| f.1).sum();
        (sound && total > 0.0).then_some(total)
    }

    fn share(&self) -> Option<Found> {
        let total = self.total()?;
        let [first, second, _, ..] = self.figures.as_slice() else {
            return None;
        };
        let share = first.1 / total;
        if share < MOST.max(2.0 / self.figures.len() as f64) || self.unnamed() == Some(first.0) {
            return None;
        }
        let t = self.table;
        Some(Found {
            kind: FoundKind::Share,
            says: format!(
                "{} makes up {} of the total; the next, {}, makes up {}.",
                t.name(first.0),
                percent(share),
                t.name(second.0),
                percent(second.1 / total)
            ),
            rests: format!(
                "{} of {}, over {} rows.",
                t.says(first.1),
                t.says(total),
                self.figures.len()
            ),
            rows: places(&[first.0]),
        })
    }

    fn concentration(&self) -> Option<Found> {
        let total = self.total()?;
        let n = self.figures.len();
        let most = (FEW * n as f64).floor() as usize;
        if n < KINDS {
            return None;
        }
        let mut sum = 0.0;
        let few = self.figures.iter().take(most).position(|f| {
            sum += f.1;
            sum >= total / 2.0
        })? + 1;
        let rows: Vec<usize> = self.figures[..few].iter().map(|f| f.0).collect();
        let names: Vec<String> = rows.iter().map(|r| self.table.name(*r)).collect();
        let t = self.table;
        (few > 1).then(|| Found {
            kind: FoundKind::Concentration,
            says: format!(
                "{few} of {n} make up {} of the total: {}.",
                percent(sum / total),
                list(&names)
            ),
            rests: format!("{} of {}.", t.says(sum), t.says(total)),
            rows: places(&rows),
        })
    }

    /// Rows far from the middle, as they are and, where all are above zero, by their ratio, too: of sums of money some are always
    /// many times the middle.
    fn outlier(&self) -> Option<Found> {
        let n = self.figures.len();
        if n < KINDS || !self.table.all {
            return None;
        }
        let values: Vec<f64> = self.figures.iter().map(|f| f.1).collect();
        let plain = off(&values)?;
        let ratios = match values.iter().all(|v| *v > 0.0) {
            true => off(&values.iter().map(|v| v.ln()).collect::<Vec<_>>())?,
            false => plain.clone(),
        };
        let limit = robust::far(n);
        let mut far: Vec<usize> = (0..n)
            .filter(|i| plain[*i].abs() > limit && ratios[*i].abs() > limit)
            .collect();
        far.sort_by(|a, b| plain[*b].abs().total_cmp(&plain[*a].abs()));
        let first = *far.first().filter(|_| far.len() * 10 <= n.max(10))?;
        let t = self.table;
        let others: Vec<String> = far[1..].iter().map(|i| t.name(self.figures[*i].0)).collect();
        let also = also(&others);
        Some(Found {
            kind: FoundKind::Outlier,
            says: format!(
                "{} stands out: {}, where the middle of all {n} is {}.{also}",
                t.name(self.figures[first].0),
                t.says(values[first]),
                t.says(robust::median(&values))
            ),
            rests: format!(
                "{} times the usual distance from the middle (robust z, by the median).",
                t.says((plain[first].abs() * 10.0).round() / 10.0)
            ),
            rows: places(&far.iter().map(|i| self.figures[*i].0).collect::<Vec<_>>()),
        })
    }

    /// The row whose name is not there.
    fn unnamed(&self) -> Option<usize> {
        let cell = |row: usize| self.table.result.rows.get(row)?.get(self.table.label);
        self.figures
            .iter()
            .map(|f| f.0)
            .find(|row| cell(*row).is_some_and(askwell_contract::Cell::is_null))
    }

    /// A part of the total that belongs to no kind.
    pub fn missing(&self) -> Option<Found> {
        let (total, row) = (self.total()?, self.unnamed()?);
        let value = self.table.value(row)?;
        let name = split_name(&self.table.result.columns[self.table.label].name).join(" ");
        (value / total >= robust::WORTH_SAYING).then(|| Found {
            kind: FoundKind::Missing,
            says: format!("{} of the total has no {name}.", percent(value / total)),
            rests: format!("{} of {}.", self.table.says(value), self.table.says(total)),
            rows: places(&[row]),
        })
    }
}

/// How many usual distances each value is from the middle.
fn off(values: &[f64]) -> Option<Vec<f64>> {
    let middle = robust::median(values);
    let spread = robust::spread(values, middle)?;
    Some(values.iter().map(|v| (v - middle) / spread).collect())
}
