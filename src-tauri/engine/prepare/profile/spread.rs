//! How numbers and moments lie on their line. In: values with the rows that have them. Out: mean, spread, quantiles,
//! histogram. Deliberately absent: everything that has no place on a line.

use askwell_contract::profile::Histogram;
use askwell_contract::strip::{Value, Written};
use askwell_contract::{Cell, TypeKind};

use super::moment;
use super::order::order;

/// Of every hundred rows.
const QUANTILES: [f64; 5] = [5.0, 25.0, 50.0, 75.0, 95.0];
const STEPS: u64 = 20;

/// What the values of a column are measured by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Axis {
    Number,
    Time,
}

impl Axis {
    /// `dates`: the column holds dates, although as text.
    pub fn of(kind: TypeKind, dates: bool) -> Self {
        if kind.is_time() || dates {
            Self::Time
        } else {
            Self::Number
        }
    }

    pub fn place(self, cell: &Cell) -> Option<f64> {
        self.of_value(Value::of(cell)?)
    }

    pub fn of_value(self, value: Value<'_>) -> Option<f64> {
        let place = match (self, value) {
            (Self::Number, Value::Int(v)) => v as f64,
            (Self::Number, Value::Real(v)) => v,
            (Self::Number, Value::Text(Written::Decimal, v)) => v.parse().ok()?,
            (Self::Time, Value::Text(Written::Date | Written::Timestamp | Written::Text, v)) => moment::seconds(v)?,
            _ => return None,
        };
        place.is_finite().then_some(place)
    }
}

/// Count, mean and squared distance from it; two of them make one of all their values (Chan, Golub and LeVeque 1983).
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Moments {
    pub n: f64,
    pub mean: f64,
    m2: f64,
}

impl Moments {
    pub fn of(value: f64, rows: u64) -> Self {
        Self {
            n: rows as f64,
            mean: value,
            m2: 0.0,
        }
    }

    pub fn add(&mut self, value: f64) {
        self.n += 1.0;
        let off = value - self.mean;
        self.mean += off / self.n;
        self.m2 += off * (value - self.mean);
    }

    pub fn and(self, other: Self) -> Self {
        if self.n == 0.0 || other.n == 0.0 {
            return if self.n == 0.0 { other } else { self };
        }
        let n = self.n + other.n;
        let off = other.mean - self.mean;
        Self {
            n,
            mean: self.mean + off * (other.n / n),
            m2: self.m2 + other.m2 + off * off * self.n * (other.n / n),
        }
    }

    pub fn std_dev(self) -> f64 {
        (self.m2 / self.n).max(0.0).sqrt()
    }
}

/// A value on its line, and how many rows it stands for.
pub struct Placed<'a> {
    pub place: f64,
    pub rows: f64,
    pub cell: &'a Cell,
}

/// Brings them into the order that the functions below want.
pub fn sort(values: &mut [Placed<'_>]) {
    values.sort_by(|a, b| a.place.total_cmp(&b.place).then_with(|| order(a.cell, b.cell)));
}

pub fn quantiles(sorted: &[Placed<'_>]) -> Vec<Cell> {
    let all: f64 = sorted.iter().map(|v| v.rows).sum();
    let mut out = Vec::new();
    let mut seen = 0.0;
    for value in sorted {
        seen += value.rows;
        while out.len() < QUANTILES.len() && seen * 100.0 >= QUANTILES[out.len()] * all {
            out.push(value.cell.clone());
        }
    }
    // A sum of shares of rows may stay below the whole by a last bit.
    if let Some(last) = sorted.last() {
        out.resize(QUANTILES.len(), last.cell.clone());
    }
    out
}

/// `from` and `to`: the least and the greatest value of all, which a sample may miss.
pub fn histogram(sorted: &[Placed<'_>], from: (f64, &Cell), to: (f64, &Cell)) -> Option<Histogram> {
    if sorted.is_empty() {
        return None;
    }
    let different = 1 + sorted.windows(2).filter(|w| w[0].place != w[1].place).count() as u64;
    let steps = if from.0 < to.0 { different.clamp(2, STEPS) } else { 1 };
    // Halves, so that the width of the widest column is finite.
    let width = to.0 / 2.0 - from.0 / 2.0;
    let mut rows = vec![0.0; steps as usize];
    for value in sorted {
        let share = if width > 0.0 {
            (value.place / 2.0 - from.0 / 2.0) / width
        } else {
            0.0
        };
        let step = (share * steps as f64) as usize;
        rows[step.min(steps as usize - 1)] += value.rows;
    }
    // Whole rows whose sum is the sum.
    let mut sum = 0.0;
    let whole = rows.into_iter().map(|r: f64| {
        let before = f64::round(sum);
        sum += r;
        (sum.round() - before) as u64
    });
    Some(Histogram {
        rows: whole.collect(),
        from: from.1.clone(),
        to: to.1.clone(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn placed(cells: &[Cell]) -> Vec<Placed<'_>> {
        let mut out: Vec<Placed<'_>> = cells
            .iter()
            .map(|cell| Placed {
                place: Axis::Number.place(cell).unwrap(),
                rows: 1.0,
                cell,
            })
            .collect();
        sort(&mut out);
        out
    }

    #[test]
    fn quantiles_are_values_of_the_column() {
        let cells: Vec<Cell> = (1..=100).rev().map(Cell::Int).collect();
        let found = quantiles(&placed(&cells));
        assert_eq!(found, [5, 25, 50, 75, 95].map(Cell::Int));
        assert_eq!(quantiles(&placed(&[Cell::Int(7)])), vec![Cell::Int(7); 5]);
        assert_eq!(quantiles(&[]), []);
    }

    #[test]
    fn steps_are_equal_and_hold_all_rows() {
        let cells: Vec<Cell> = (0..=100).map(Cell::Int).collect();
        let sorted = placed(&cells);
        let made = histogram(&sorted, (0.0, &cells[0]), (100.0, &cells[100])).unwrap();
        assert_eq!((made.rows.len(), made.rows.iter().sum::<u64>()), (20, 101));
        assert_eq!((made.rows[0], made.rows[19]), (5, 6), "the last step includes its end");
        let one = vec![Cell::Int(3)];
        let made = histogram(&placed(&one), (3.0, &one[0]), (3.0, &one[0])).unwrap();
        assert_eq!(made.rows, [1]);
    }

    #[test]
    fn the_widest_column_has_a_histogram() {
        let cells = [Cell::Real(f64::MIN), Cell::Real(0.0), Cell::Real(f64::MAX)];
        let made = histogram(&placed(&cells), (f64::MIN, &cells[0]), (f64::MAX, &cells[2])).unwrap();
        assert_eq!(made.rows, [1, 1, 1]);
    }

    #[test]
    fn moments_of_parts_are_those_of_the_whole() {
        // Far from zero, where the naive sum of squares has no digit left.
        let values: Vec<f64> = (0..1_000).map(|i| 1e9 + f64::from(i % 7)).collect();
        let mut whole = Moments::default();
        values.iter().for_each(|v| whole.add(*v));
        let parts = values
            .iter()
            .fold(Moments::default(), |sum, v| sum.and(Moments::of(*v, 1)));
        assert!((whole.std_dev() - 1.999_5).abs() < 0.001, "{}", whole.std_dev());
        assert!((whole.std_dev() - parts.std_dev()).abs() < 1e-9);
        assert!((whole.mean - parts.mean).abs() < 1e-6);
    }
}
