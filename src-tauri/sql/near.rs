//! How alike two names are.
//!
//! In: names as people and models write them. Out: a figure between 0 and 1, or the nearest of several. Deliberately
//! absent: meaning (synonyms are the engine's business).

/// Least likeness at which a name stands for another. Seed 001 accepts substrings from 0.7 and rejects below 0.5;
/// measured on misspellings of the sample catalogs' own names, 0.72 keeps one slip of the hand in a name of four
/// letters and refuses `name` for `date`.
pub const ENOUGH: f64 = 0.72;

/// How much better than the runner-up the nearest must be, so that a coin toss is never taken for knowledge
/// (seed 001, 6c: "dominance delta").
pub const AHEAD: f64 = 0.04;

/// 1: the same but for case and separators; 0: nothing in common.
pub fn likeness(a: &str, b: &str) -> f64 {
    let (a, b) = (fold(a), fold(b));
    if a == b {
        return 1.0;
    }
    let longest = a.len().max(b.len());
    if a.is_empty() || b.is_empty() {
        return 0.0;
    }
    let edits = 1.0 - distance(&a, &b) as f64 / longest as f64;
    let (short, long) = if a.len() <= b.len() { (&a, &b) } else { (&b, &a) };
    // `date` in `orderdate`: containment counts by how much of the longer name it covers.
    let contained = short.len() >= 3 && long.windows(short.len()).any(|w| w == short.as_slice());
    let covered = if contained {
        0.6 + 0.4 * short.len() as f64 / long.len() as f64
    } else {
        0.0
    };
    edits.max(covered)
}

/// The one name that is near enough and clearly nearer than the next; equal names count once.
pub fn nearest<'a, T: Copy>(name: &str, candidates: impl Iterator<Item = (&'a str, T)>) -> Option<(T, f64)> {
    let mut scored: Vec<(f64, &str, T)> = candidates.map(|(n, t)| (likeness(name, n), n, t)).collect();
    scored.sort_by(|a, b| b.0.total_cmp(&a.0));
    let (best, best_name, item) = *scored.first()?;
    let second = scored
        .iter()
        .find(|(_, n, _)| !n.eq_ignore_ascii_case(best_name))
        .map_or(0.0, |(s, _, _)| *s);
    (best >= ENOUGH && best - second >= AHEAD).then_some((item, best))
}

fn fold(name: &str) -> Vec<char> {
    name.chars()
        .flat_map(char::to_lowercase)
        .filter(|c| c.is_alphanumeric())
        .collect()
}

/// Optimal string alignment: insertions, deletions, substitutions and swaps of neighbours.
fn distance(a: &[char], b: &[char]) -> usize {
    let mut rows: Vec<Vec<usize>> = vec![vec![0; b.len() + 1]; a.len() + 1];
    for (i, row) in rows.iter_mut().enumerate() {
        row[0] = i;
    }
    for (j, cell) in rows[0].iter_mut().enumerate() {
        *cell = j;
    }
    for i in 1..=a.len() {
        for j in 1..=b.len() {
            let change = usize::from(a[i - 1] != b[j - 1]);
            let mut best = (rows[i - 1][j] + 1)
                .min(rows[i][j - 1] + 1)
                .min(rows[i - 1][j - 1] + change);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                best = best.min(rows[i - 2][j - 2] + 1);
            }
            rows[i][j] = best;
        }
    }
    rows[a.len()][b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slips_of_the_hand_are_near_and_other_words_far() {
        assert_eq!(likeness("Order_Date", "orderdate"), 1.0);
        for (a, b) in [
            ("nmae", "name"),
            ("contry", "country"),
            ("customers", "customer"),
            ("totl", "total"),
        ] {
            assert!(likeness(a, b) >= ENOUGH, "{a} {b} {}", likeness(a, b));
        }
        for (a, b) in [
            ("name", "date"),
            ("price", "place"),
            ("id", "total"),
            ("", "x"),
            ("year", "gear_id"),
        ] {
            assert!(likeness(a, b) < ENOUGH, "{a} {b} {}", likeness(a, b));
        }
    }

    #[test]
    fn a_coin_toss_is_no_answer() {
        let names = ["unit_price", "unit_prize", "name"];
        assert_eq!(nearest("unit_prike", names.iter().map(|n| (*n, *n))), None);
        assert_eq!(
            nearest("nam", names.iter().map(|n| (*n, *n))).map(|(n, _)| n),
            Some("name")
        );
    }
}
