//! What a figure does over time: a break, a stretch that stands out, the last step, and gaps.

use askwell_contract::run::{Found, FoundKind};

use super::periods::{Length, Series};
use super::{also, list, percent, places, robust, Table};
use crate::calendar::Date;

/// A level that moved by less is not worth a sentence, however sure it is.
const MOVED: f64 = 0.1;
/// Steps before the last one, that say how much a step usually is.
const STEPS: usize = 7;
/// Points that a middle can be said of.
const POINTS: usize = 8;

pub fn found(table: &Table<'_>, series: &Series, newest: Option<Date>) -> Vec<Found> {
    let open = series.open(newest);
    let n = series.points.len() - usize::from(open);
    let points = &series.points[..n];
    let left_out = match open {
        true => format!(
            " {} is left out, because the data ends within it.",
            sentence(&series.name(n))
        ),
        false => String::new(),
    };
    let at: Vec<f64> = points.iter().map(|p| p.0 as f64).collect();
    let values: Vec<f64> = points.iter().map(|p| p.2).collect();
    let far = off(table, series, &at, &values);
    let is_far = |row: usize| far.as_ref().is_some_and(|f| f.rows.iter().any(|r| *r as usize == row));
    let mut out = Vec::new();
    if !points.last().is_some_and(|p| is_far(p.1)) {
        out.extend(last_step(table, series, points));
    }
    // A stretch that stands out would bend the lines on both sides of a break.
    let usual: Vec<(i64, usize, f64)> = points.iter().filter(|p| !is_far(p.1)).copied().collect();
    let at: Vec<f64> = usual.iter().map(|p| p.0 as f64).collect();
    let values: Vec<f64> = usual.iter().map(|p| p.2).collect();
    let split = robust::split(&at, &values, series.season());
    out.extend(split.and_then(|s| broken(table, series, &usual, &values, &s)));
    out.extend(far);
    for found in &mut out {
        found.rests.push_str(&left_out);
    }
    out
}

fn sentence(words: &str) -> String {
    let mut chars = words.chars();
    chars
        .next()
        .map_or_else(String::new, |c| c.to_uppercase().chain(chars).collect())
}

fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len().max(1) as f64
}

fn broken(
    table: &Table<'_>,
    series: &Series,
    points: &[(i64, usize, f64)],
    values: &[f64],
    split: &robust::Split,
) -> Option<Found> {
    let k = split.at;
    let (before, after) = (mean(&values[..k]), mean(&values[k..]));
    let here = points[k].0 as f64;
    let jump = (split.after.1 + split.after.0 * here) - (split.before.1 + split.before.0 * here);
    let (from, one) = (series.words(points[k].0), series.one());
    let level = (after - before).abs() >= MOVED * before.abs();
    let says = match jump.abs() >= 1.5 * split.noise && level && (jump > 0.0) == (after > before) {
        true => format!(
            "From {from} on the figure is {}: {} a {one} on average, {} before.",
            if after > before { "higher" } else { "lower" },
            table.says(after),
            table.says(before)
        ),
        false => {
            let turns = (split.after.0 - split.before.0).abs() * values.len() as f64 / 2.0;
            if turns < 1.5 * split.noise || turns < MOVED * mean(values).abs() {
                return None;
            }
            format!(
                "From {from} on the figure {}; before, it {}.",
                pace(table, split.after.0, one),
                pace(table, split.before.0, one)
            )
        }
    };
    let rests = format!(
        "Two straight lines, {} and {} {one}s long, fit the {} {one}s far better than one; in mixed-up order as clear a break \
         comes up in fewer than {} of 100 cases.",
        k,
        values.len() - k,
        values.len(),
        (100.0 * split.chance).ceil().max(1.0) + 1.0
    );
    Some(Found {
        kind: FoundKind::Break,
        says,
        rests,
        rows: places(&points[k..].iter().map(|p| p.1).collect::<Vec<_>>()),
    })
}

fn pace(table: &Table<'_>, slope: f64, one: &str) -> String {
    let way = if slope >= 0.0 { "rises" } else { "falls" };
    format!("{way} by about {} a {one}", table.says(slope.abs()))
}

/// Stretches far from the straight line through the others.
fn off(table: &Table<'_>, series: &Series, at: &[f64], values: &[f64]) -> Option<Found> {
    if values.len() < POINTS {
        return None;
    }
    let (slope, height) = robust::line(at, values);
    let rest: Vec<f64> = at.iter().zip(values).map(|(x, y)| y - height - slope * x).collect();
    let spread = robust::spread(&rest, robust::median(&rest))?;
    let mut far: Vec<usize> = (0..rest.len())
        .filter(|i| rest[*i].abs() / spread > robust::far(rest.len()))
        .collect();
    far.sort_by(|a, b| rest[*b].abs().total_cmp(&rest[*a].abs()));
    // Where many lie far out, far out is where they are at home.
    let first = *far.first().filter(|_| far.len() * 10 <= rest.len().max(10))?;
    let expected = values[first] - rest[first];
    let others: Vec<String> = far[1..].iter().map(|i| series.name(*i)).collect();
    let also = also(&others);
    Some(Found {
        kind: FoundKind::Outlier,
        says: format!(
            "{} stands out: {}, where the other {}s would lead one to expect about {}.{also}",
            sentence(&series.name(first)),
            table.says(values[first]),
            series.one(),
            table.says(expected)
        ),
        rests: format!(
            "{} times the usual distance from the line through the {} {}s (robust z, by the median).",
            table.says((rest[first].abs() / spread * 10.0).round() / 10.0),
            values.len(),
            series.one()
        ),
        rows: places(&far.iter().map(|i| series.points[*i].1).collect::<Vec<_>>()),
    })
}

/// The last stretch against the one before, where that is no usual step.
fn last_step(table: &Table<'_>, series: &Series, points: &[(i64, usize, f64)]) -> Option<Found> {
    let steps: Vec<f64> = points
        .windows(2)
        .filter(|w| w[1].0 == w[0].0 + 1)
        .map(|w| w[1].2 - w[0].2)
        .collect();
    let (before, last) = match points {
        [.., before, last] if last.0 == before.0 + 1 => (before, last),
        _ => return None,
    };
    let (own, earlier) = steps.split_last()?;
    if earlier.len() < STEPS || before.2 <= 0.0 || last.2 < 0.0 {
        return None;
    }
    let middle = robust::median(earlier);
    let spread = robust::spread(earlier, middle)?;
    let share = own / before.2;
    if (own - middle).abs() / spread <= robust::far(earlier.len()) || share.abs() < MOVED {
        return None;
    }
    let usual = robust::median(&earlier.iter().map(|s| s.abs()).collect::<Vec<_>>());
    let one = series.one();
    let n = points.len();
    Some(Found {
        kind: FoundKind::Change,
        says: format!(
            "{} is {} {} {}: {} after {}.",
            sentence(&series.name(n - 1)),
            percent(share.abs()),
            if share > 0.0 { "above" } else { "below" },
            series.name(n - 2),
            table.says(last.2),
            table.says(before.2)
        ),
        rests: format!(
            "From one {one} to the next the figure usually moves by about {}; this time by {}.",
            table.says(usual),
            table.says(own.abs())
        ),
        rows: places(&[before.1, last.1]),
    })
}

/// Months, quarters and years between the first and the last that have no row. Days and weeks without rows are usual.
pub fn missing(table: &Table<'_>, series: &Series) -> Option<Found> {
    if matches!(series.length, Length::Day | Length::Week) || !table.all {
        return None;
    }
    let (first, last) = (series.points.first()?, series.points.last()?);
    let span = usize::try_from(last.0 - first.0 + 1).ok()?;
    let gone: Vec<i64> = (first.0..=last.0)
        .filter(|at| series.points.binary_search_by_key(at, |p| p.0).is_err())
        .collect();
    // A stretch whose figure is empty has a row.
    let rows = table.result.rows.len();
    if gone.is_empty() || rows + gone.len() > span || gone.len() * 3 > span {
        return None;
    }
    let names: Vec<String> = gone.iter().map(|at| series.words(*at)).collect();
    let around: Vec<usize> = series
        .points
        .windows(2)
        .filter(|w| w[1].0 > w[0].0 + 1)
        .flat_map(|w| [w[0].1, w[1].1])
        .collect();
    let one = series.one();
    Some(Found {
        kind: FoundKind::Missing,
        says: format!(
            "{} of the {span} {one}s {} no rows: {}.",
            gone.len(),
            if gone.len() == 1 { "has" } else { "have" },
            list(&names)
        ),
        rests: format!(
            "{} to {} are {span} {one}s, and {rows} of them are in the result.",
            sentence(&series.words(first.0)),
            series.words(last.0)
        ),
        rows: places(&around),
    })
}
