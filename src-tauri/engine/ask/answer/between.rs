//! What follows from two figures: how far they are apart, the one by the other, which is higher.
//!
//! In: a result, and what the turn asks of it. Out: [`Combined`], worked out from the rows. Deliberately absent: more than
//! two figures, and figures that the rows do not hold whole.

use askwell_contract::run::{Combine, Combined, Tells};
use askwell_contract::{Cell, ResultSet};
use askwell_sql::features::{Features, Shown};

use super::numbers::shown;

/// From here on "times as much" says more than percent do.
const TIMES: f64 = 2.0;

/// A figure and what it is of.
struct Figure {
    of: String,
    cell: Cell,
    value: f64,
}

/// `None`: the result is not two figures.
pub fn between(result: &ResultSet, features: &Features, tells: Tells) -> Option<Combined> {
    let [one, two] = figures(result, features)?;
    let text = |f: &Figure| shown(&f.cell, "", true);
    if one.value == two.value {
        return Some(Combined {
            by: Combine::Figures,
            says: format!("Both are the same: {}.", text(&one)),
            how: format!("{} \u{2212} {} = 0", text(&one), text(&two)),
        });
    }
    if tells == Tells::Ratio {
        if two.value == 0.0 {
            return None;
        }
        let ratio = number(one.value / two.value);
        return Some(Combined {
            by: Combine::Figures,
            says: format!(
                "The ratio is {ratio}: {} ({}) to {} ({}).",
                text(&one),
                one.of,
                text(&two),
                two.of
            ),
            how: format!("{} \u{f7} {} = {ratio}", text(&one), text(&two)),
        });
    }
    let (high, low) = if one.value > two.value { (one, two) } else { (two, one) };
    let apart = match (&high.cell, &low.cell) {
        (Cell::Int(a), Cell::Int(b)) => shown(&Cell::Int(a.checked_sub(*b)?), "", true),
        _ => number(high.value - low.value),
    };
    let (a, b) = (text(&high), text(&low));
    let mut how = format!("{a} \u{2212} {b} = {apart}");
    let share = |of: f64| (of > 0.0).then(|| (high.value - low.value) / of);
    let says = match tells {
        Tells::Less => {
            let less = share(high.value).filter(|_| low.value >= 0.0).map(|share| {
                how += &format!("; {apart} \u{f7} {a} = {}%", percent(share));
                format!(" or {}%", percent(share))
            });
            let less = less.unwrap_or_default();
            format!(
                "{} is lower: {b} against {a} ({}), {apart}{less} less.",
                capital(&low.of),
                high.of
            )
        }
        _ => {
            let share = share(low.value);
            let more = match share {
                Some(share) if share + 1.0 >= TIMES => {
                    let times = number(high.value / low.value);
                    how += &format!("; {a} \u{f7} {b} = {times}");
                    format!("{times} times as much")
                }
                Some(share) => {
                    how += &format!("; {apart} \u{f7} {b} = {}%", percent(share));
                    format!("{}% more", percent(share))
                }
                None => String::new(),
            };
            let behind = if more.is_empty() {
                String::new()
            } else {
                format!(", {more}")
            };
            match tells {
                Tells::More => format!(
                    "{} is higher: {a} against {b} ({}), a difference of {apart}{behind}.",
                    capital(&high.of),
                    low.of
                ),
                _ => format!(
                    "The difference is {apart}: {a} ({}) against {b} ({}){behind}.",
                    high.of, low.of
                ),
            }
        }
    };
    Some(Combined {
        by: Combine::Figures,
        says,
        how,
    })
}

/// Two rows of a name and a figure, or one row of two figures.
fn figures(result: &ResultSet, features: &Features) -> Option<[Figure; 2]> {
    if result.truncated.is_some() {
        return None;
    }
    let name = |at: usize| result.columns.get(at).map_or("", |c| c.name.as_str()).replace('_', " ");
    let figure = |of: String, cell: &Cell| {
        Some(Figure {
            of,
            value: cell
                .as_f64()
                .filter(|v| v.is_finite() && !matches!(cell, Cell::Bool(_)))?,
            cell: cell.clone(),
        })
    };
    match result.rows.as_slice() {
        [row] => {
            let [one, two, ..] = row.as_slice() else { return None };
            // A third figure is one that follows from the two.
            (row.len() < 4).then_some(())?;
            Some([figure(name(0), one)?, figure(name(1), two)?])
        }
        [one, two] => {
            (result.columns.len() == 2).then_some(())?;
            let number = |at: usize| {
                [one, two]
                    .iter()
                    .all(|row| row.get(at).is_some_and(|c| c.as_f64().is_some()))
            };
            let computed = |at: usize| matches!(features.shown.get(at), Some(Shown::Aggregate(_)));
            let at = (0..2)
                .find(|at| computed(*at) && number(*at))
                .or_else(|| [1, 0].into_iter().find(|at| number(*at) && !number(1 - *at)))?;
            let of = |row: &Vec<Cell>| row.get(1 - at).map(ToString::to_string).filter(|of| !of.is_empty());
            Some([figure(of(one)?, one.get(at)?)?, figure(of(two)?, two.get(at)?)?])
        }
        _ => None,
    }
}

fn number(value: f64) -> String {
    shown(&Cell::Real(value), "", true)
}

/// One decimal, or two of what is less than one percent.
fn percent(share: f64) -> String {
    let digits = if share >= 0.01 { 10.0 } else { 100.0 };
    number((100.0 * share * digits).round() / digits)
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters
        .next()
        .map_or_else(String::new, |c| c.to_uppercase().chain(letters).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use askwell_contract::{ResultColumn, TypeKind};

    fn result(columns: &[&str], rows: Vec<Vec<Cell>>) -> ResultSet {
        ResultSet {
            columns: columns
                .iter()
                .map(|name| ResultColumn {
                    name: (*name).to_owned(),
                    kind: TypeKind::Integer,
                })
                .collect(),
            rows,
            truncated: None,
        }
    }

    fn counted(rows: &[(&str, i64)]) -> ResultSet {
        let rows = rows
            .iter()
            .map(|(of, n)| vec![Cell::Text((*of).to_owned()), Cell::Int(*n)]);
        result(&["country", "orders"], rows.collect())
    }

    fn says(result: &ResultSet, tells: Tells) -> Option<(String, String)> {
        between(result, &Features::default(), tells).map(|c| (c.says, c.how))
    }

    #[test]
    fn two_figures_are_set_against_each_other() {
        let two = counted(&[("Spain", 1000), ("Italy", 1250)]);
        let (said, how) = says(&two, Tells::Difference).unwrap();
        assert_eq!(
            said,
            "The difference is 250: 1,250 (Italy) against 1,000 (Spain), 25% more."
        );
        assert_eq!(how, "1,250 \u{2212} 1,000 = 250; 250 \u{f7} 1,000 = 25%");
        assert_eq!(
            says(&two, Tells::More).unwrap().0,
            "Italy is higher: 1,250 against 1,000 (Spain), a difference of 250, 25% more."
        );
        assert_eq!(
            says(&two, Tells::Less).unwrap().0,
            "Spain is lower: 1,000 against 1,250 (Italy), 250 or 20% less."
        );
        assert_eq!(
            says(&two, Tells::Ratio).unwrap().0,
            "The ratio is 0.8: 1,000 (Spain) to 1,250 (Italy)."
        );
        let row = result(
            &["number_of_orders", "returns"],
            vec![vec![Cell::Int(90), Cell::Real(30.0)]],
        );
        assert_eq!(
            says(&row, Tells::Difference).unwrap().0,
            "The difference is 60: 90 (number of orders) against 30 (returns), 3 times as much."
        );
        assert_eq!(
            says(&counted(&[("a", 7), ("b", 7)]), Tells::More).unwrap().0,
            "Both are the same: 7."
        );
    }

    #[test]
    fn what_is_not_two_whole_figures_is_left_alone() {
        let mut cut = counted(&[("a", 1), ("b", 2)]);
        cut.truncated = Some(askwell_contract::Truncation::Rows);
        for other in [
            counted(&[("a", 1)]),
            counted(&[("a", 1), ("b", 2), ("c", 3)]),
            result(&["n"], vec![vec![Cell::Int(1)]]),
            result(&["n", "m"], vec![vec![Cell::Int(1), Cell::Null]]),
            cut,
        ] {
            assert_eq!(says(&other, Tells::Difference), None, "{other:?}");
        }
        let none = result(&["n", "m"], vec![vec![Cell::Int(1), Cell::Int(0)]]);
        assert_eq!(says(&none, Tells::Ratio), None);
        // Nothing is a share of nothing.
        assert_eq!(
            says(&none, Tells::Difference).unwrap().0,
            "The difference is 1: 1 (n) against 0 (m)."
        );
    }
}
