//! Two measures of BIRD, as the evaluation of its mini-dev set defines them (github.com/bird-bench/mini_dev,
//! `evaluation/evaluation_f1.py` and `evaluation/evaluation_ves.py`): soft F1, for which a result that is right in part is
//! worth something, and the reward-based valid efficiency score. In: two results, or how long two queries took. Out:
//! numbers. Deliberately absent: BIRD's EX, equal sets of rows, which is the engine's own `same_set`.

use askwell_contract::{Cell, ResultSet};

/// Rows without repetition, in their order, are laid side by side by their place. Of each pair it counts what share of the
/// accepted row's cells is found in the other row, wherever; what the answer's row has besides, and what it lacks, in the
/// same unit. Rows without a partner count whole. F1 is the harmonic mean of precision and recall over these sums.
pub fn soft_f1(answer: &ResultSet, accepted: &ResultSet) -> f64 {
    let (answer, accepted) = (distinct(answer), distinct(accepted));
    if answer.is_empty() && accepted.is_empty() {
        return 1.0;
    }
    let (mut both, mut ours, mut theirs) = (0.0, 0.0, 0.0);
    for (row, wanted) in answer.iter().zip(&accepted) {
        let of = wanted.len().max(1) as f64;
        let found = row.iter().filter(|cell| wanted.contains(cell)).count();
        both += found as f64 / of;
        ours += (row.len() - found) as f64 / of;
        theirs += wanted.iter().filter(|cell| !row.contains(cell)).count() as f64 / of;
    }
    ours += answer.len().saturating_sub(accepted.len()) as f64;
    theirs += accepted.len().saturating_sub(answer.len()) as f64;
    let share = |beside: f64| {
        if both + beside > 0.0 {
            both / (both + beside)
        } else {
            0.0
        }
    };
    let (precision, recall) = (share(ours), share(theirs));
    match precision + recall > 0.0 {
        true => 2.0 * precision * recall / (precision + recall),
        false => 0.0,
    }
}

/// How often faster than the accepted query an answer is: the mean over the repetitions of the one's time by the other's,
/// those left out that are three standard deviations and more from the mean. `None`: nothing was timed.
pub fn ratio(times: &[(f64, f64)]) -> Option<f64> {
    let ratios: Vec<f64> = times
        .iter()
        .map(|(accepted, answer)| accepted / answer.max(1e-9))
        .collect();
    let mean = |of: &[f64]| of.iter().sum::<f64>() / of.len() as f64;
    if ratios.is_empty() {
        return None;
    }
    let middle = mean(&ratios);
    let spread = mean(&ratios.iter().map(|r| (r - middle).powi(2)).collect::<Vec<_>>()).sqrt();
    let kept: Vec<f64> = ratios
        .iter()
        .copied()
        .filter(|r| (r - middle).abs() < 3.0 * spread)
        .collect();
    // Where all took the same time nothing lies within a spread of nothing.
    Some(if kept.is_empty() { middle } else { mean(&kept) })
}

/// What a right answer earns by its ratio; a wrong one earns nothing.
pub fn reward(ratio: f64) -> f64 {
    match ratio {
        r if r >= 2.0 => 1.25,
        r if r >= 1.0 => 1.0,
        r if r >= 0.5 => 0.75,
        r if r >= 0.25 => 0.5,
        _ => 0.25,
    }
}

/// Of all questions: the mean of the rewards' square roots, times 100.
pub fn efficiency(rewards: impl Iterator<Item = f64>) -> Option<f64> {
    let roots: Vec<f64> = rewards.map(|reward| 100.0 * reward.sqrt()).collect();
    (!roots.is_empty()).then(|| roots.iter().sum::<f64>() / roots.len() as f64)
}

fn distinct(result: &ResultSet) -> Vec<Vec<String>> {
    let mut seen = std::collections::BTreeSet::new();
    let rows = result.rows.iter().map(|row| row.iter().map(cell).collect::<Vec<_>>());
    rows.filter(|row| seen.insert(row.clone())).collect()
}

/// Equal texts for values that are equal to Python, which compares them there: numbers by value, `1` with `1.0` and true.
fn cell(cell: &Cell) -> String {
    let number = |n: f64| match n.fract() == 0.0 && n.abs() < 9e15 {
        true => format!("#{n:.0}"),
        false => format!("#{n:?}"),
    };
    match cell {
        Cell::Null => "-".to_owned(),
        Cell::Bool(b) => format!("#{}", u8::from(*b)),
        Cell::Int(n) => format!("#{n}"),
        Cell::Real(n) => number(*n + 0.0),
        Cell::Decimal(text) => text.parse().map_or_else(|_| format!("'{text}"), number),
        Cell::Text(text) | Cell::Date(text) | Cell::Time(text) | Cell::Timestamp(text) => format!("'{text}"),
        other => format!("{other:?}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use askwell_contract::{ResultColumn, TypeKind};

    fn result(rows: &[&[&str]]) -> ResultSet {
        let width = rows.first().map_or(0, |row| row.len());
        let column = |n: usize| ResultColumn {
            name: format!("c{n}"),
            kind: TypeKind::Text,
        };
        let read = |text: &&str| match text.parse() {
            Ok(n) => Cell::Int(n),
            Err(_) => Cell::Text((*text).to_owned()),
        };
        ResultSet {
            columns: (0..width).map(column).collect(),
            rows: rows.iter().map(|row| row.iter().map(read).collect()).collect(),
            truncated: None,
        }
    }

    fn f1(answer: &[&[&str]], accepted: &[&[&str]]) -> f64 {
        soft_f1(&result(answer), &result(accepted))
    }

    #[test]
    fn soft_f1_gives_a_part_of_the_worth_for_a_part_of_the_rows_and_columns() {
        let accepted: &[&[&str]] = &[&["Apple", "325"], &["Orange", "4"], &["Pear", "7"]];
        assert_eq!(f1(accepted, accepted), 1.0);
        // Columns in another order are the same; rows repeated count once.
        assert_eq!(
            f1(
                &[&["325", "Apple"], &["325", "Apple"], &["4", "Orange"], &["7", "Pear"]],
                accepted
            ),
            1.0
        );
        // One column of two: all that is there is right, half of what is wanted is there.
        let half = f1(&[&["Apple"], &["Orange"], &["Pear"]], accepted);
        assert!((half - 2.0 / 3.0).abs() < 1e-9, "{half}");
        // Two rows of three.
        let rows = f1(&accepted[..2], accepted);
        assert!((rows - 0.8).abs() < 1e-9, "{rows}");
        // A row too many, and nothing in common.
        let more = f1(
            &[&["Apple", "325"], &["Orange", "4"], &["Pear", "7"], &["Fig", "1"]],
            accepted,
        );
        assert!((more - 6.0 / 7.0).abs() < 1e-9, "{more}");
        assert_eq!(f1(&[&["x", "y"]], &[&["a", "b"]]), 0.0);
        assert_eq!((f1(&[], &[]), f1(&[], accepted)), (1.0, 0.0));
    }

    #[test]
    fn numbers_are_equal_by_value() {
        let real = ResultSet {
            rows: vec![vec![Cell::Real(4.0), Cell::Bool(true)]],
            ..result(&[&["4", "1"]])
        };
        assert_eq!(soft_f1(&real, &result(&[&["4", "1"]])), 1.0);
        let text = ResultSet {
            rows: vec![vec![Cell::Text("4".into()), Cell::Bool(true)]],
            ..real
        };
        assert!(soft_f1(&text, &result(&[&["4", "1"]])) < 1.0);
    }

    #[test]
    fn rewards_go_by_steps_of_the_mean_ratio_without_outliers() {
        let rewards = [2.0, 1.0, 0.99, 0.5, 0.49, 0.25, 0.1].map(reward);
        assert_eq!(rewards, [1.25, 1.0, 0.75, 0.75, 0.5, 0.5, 0.25]);
        let mut times = vec![(10.0, 10.0); 30];
        times.push((1_000.0, 1.0));
        assert_eq!(ratio(&times), Some(1.0), "one that is far off is left out");
        assert_eq!(ratio(&[(20.0, 10.0); 3]), Some(2.0));
        assert_eq!(ratio(&[]), None);
        let score = efficiency([1.0, 0.0, 1.25, 0.25].into_iter()).unwrap();
        assert!(
            (score - (100.0 + 0.0 + 125.0_f64.sqrt() * 10.0 + 50.0) / 4.0).abs() < 1e-9,
            "{score}"
        );
    }
}
