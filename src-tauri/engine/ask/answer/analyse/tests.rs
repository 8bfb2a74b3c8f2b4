//! Facts planted in made-up lines are found; the same lines with the fact mixed away say nothing.

use askwell_contract::{ResultColumn, Truncation};

use super::*;
use crate::chance::Chance;

const TABLES: u64 = 200;

/// Numbers around 0 with the spread of a normal distribution.
fn noise(chance: &mut Chance) -> f64 {
    let one = |c: &mut Chance| (c.draw() >> 11) as f64 / (1u64 << 53) as f64;
    (0..12).map(|_| one(chance)).sum::<f64>() - 6.0
}

fn table(label: &str, figure: &str, rows: Vec<(String, f64)>) -> ResultSet {
    let column = |name: &str, kind| ResultColumn {
        name: name.into(),
        kind,
    };
    ResultSet {
        columns: vec![column(label, TypeKind::Text), column(figure, TypeKind::Real)],
        rows: rows
            .into_iter()
            .map(|(name, v)| vec![Cell::Text(name), Cell::Real(v)])
            .collect(),
        truncated: None,
    }
}

fn sums() -> Features {
    Features {
        group_by: true,
        aggregates: vec!["sum".into()],
        shown: vec![Shown::Column("a".into()), Shown::Aggregate("sum".into())],
        ..Features::default()
    }
}

fn found(result: &ResultSet) -> Vec<Found> {
    analyse(result, &sums(), "SELECT a, SUM(b) FROM t GROUP BY a", None)
}

fn month(at: usize) -> String {
    format!("{}-{:02}", 2020 + at / 12, at % 12 + 1)
}

/// Lines of a made-up table: the place of their group, and an amount. Groups have about as many lines each.
fn lines(chance: &mut Chance, groups: usize, of: impl Fn(usize) -> f64) -> Vec<(usize, f64)> {
    (0..groups * 40)
        .map(|i| (i % groups, (of(i % groups) + 6.0 * noise(chance)).max(0.0)))
        .collect()
}

fn added(lines: &[(usize, f64)], groups: usize, name: impl Fn(usize) -> String) -> ResultSet {
    let mut sums = vec![0.0; groups];
    lines.iter().for_each(|(group, amount)| sums[*group] += amount);
    table(
        "a",
        "total",
        sums.into_iter().enumerate().map(|(i, v)| (name(i), v)).collect(),
    )
}

/// How often the planted fact is found, and how often anything is said once the amounts are mixed among the lines.
fn held(
    groups: usize,
    name: fn(usize) -> String,
    of: impl Fn(usize) -> f64,
    is: impl Fn(&Found) -> bool,
) -> (u64, u64) {
    let (mut hits, mut false_ones) = (0, 0);
    for seed in 0..TABLES {
        let mut chance = Chance(seed);
        let mut lines = lines(&mut chance, groups, &of);
        hits += u64::from(found(&added(&lines, groups, name)).iter().any(&is));
        let mut amounts: Vec<f64> = lines.iter().map(|l| l.1).collect();
        chance.mix(&mut amounts);
        lines.iter_mut().zip(amounts).for_each(|(line, amount)| line.1 = amount);
        false_ones += u64::from(!found(&added(&lines, groups, name)).is_empty());
    }
    (hits, false_ones)
}

fn holds(what: &str, (hits, false_ones): (u64, u64)) {
    eprintln!("{what}: found in {hits} of {TABLES}, something said of {false_ones} mixed up");
    assert!(hits * 10 >= TABLES * 9, "{what}: found in {hits} of {TABLES}");
    assert!(
        false_ones * 20 <= TABLES,
        "{what}: something is said of {false_ones} of {TABLES} mixed up"
    );
}

#[test]
fn a_planted_break_is_found_and_mixed_up_months_say_nothing() {
    let of = |at: usize| if at < 15 { 20.0 } else { 26.0 };
    let is = |f: &Found| f.kind == FoundKind::Break && (8..=10).contains(&f.rows.len());
    holds("a break", held(24, month, of, is));
}

#[test]
fn a_planted_turn_of_a_trend_is_found() {
    let of = |at: usize| {
        20.0 + if at < 14 {
            0.1 * at as f64
        } else {
            1.4 + 0.9 * (at - 14) as f64
        }
    };
    holds("a turn", held(28, month, of, |f| f.kind == FoundKind::Break));
}

#[test]
fn a_planted_outlier_is_found_and_mixed_up_kinds_say_nothing() {
    for groups in [8, 12, 30] {
        let of = |at: usize| if at == 3 { 42.0 } else { 20.0 };
        let is = |f: &Found| f.kind == FoundKind::Outlier && f.rows == [3];
        holds("an outlier among kinds", held(groups, |i| format!("kind {i}"), of, is));
        holds("an outlier among months", held(groups.max(12), month, of, is));
    }
}

#[test]
fn a_planted_share_and_a_planted_few_are_found() {
    let of = |at: usize| if at == 1 { 110.0 } else { 20.0 };
    let is = |f: &Found| f.kind == FoundKind::Share && f.rows == [1];
    holds("a share", held(6, |i| format!("kind {i}"), of, is));
    let of = |at: usize| if at < 4 { 110.0 } else { 20.0 };
    let is = |f: &Found| f.kind == FoundKind::Concentration && f.rows.len() < 5;
    holds("a few", held(24, |i| format!("kind {i}"), of, is));
}

#[test]
fn a_planted_last_step_is_found() {
    let of = |at: usize| if at == 17 { 11.0 } else { 20.0 };
    let is = |f: &Found| matches!(f.kind, FoundKind::Change | FoundKind::Outlier) && f.rows.contains(&17);
    holds("a last step", held(18, month, of, is));
}

#[test]
fn a_steady_rise_a_year_that_comes_round_and_money_of_every_size_say_nothing() {
    let mut said = 0;
    for seed in 0..TABLES {
        let mut chance = Chance(seed);
        let rise = (0..30)
            .map(|i| (month(i), 100.0 + 8.0 * i as f64 + 5.0 * noise(&mut chance)))
            .collect();
        let round = (0..36).map(|i| {
            let season = (std::f64::consts::TAU * i as f64 / 12.0).sin();
            (month(i), 100.0 + 30.0 * season + 5.0 * noise(&mut chance))
        });
        let round = round.collect();
        let sizes = (0..40)
            .map(|i| (format!("kind {i}"), (5.0 + 0.8 * noise(&mut chance)).exp()))
            .collect();
        for rows in [rise, round, sizes] {
            // That a few of many sizes make up half is true of them.
            let few = |f: &Found| f.kind == FoundKind::Concentration;
            said += u64::from(!found(&table("a", "total", rows)).iter().all(few));
        }
    }
    eprintln!("said of {said} of {} that have nothing to say", 3 * TABLES);
    assert!(said * 20 <= 3 * TABLES, "{said}");
}

#[test]
fn a_finding_says_its_figures_and_points_at_its_rows() {
    let rows = [("Web", 620.0), ("Phone", 210.0), ("Shop", 120.0), ("Fair", 50.0)];
    let result = table("channel", "total", rows.map(|(n, v)| (n.to_owned(), v)).to_vec());
    let [one] = found(&result).try_into().unwrap();
    assert_eq!(
        one.says,
        "Web makes up 62% of the total; the next, Phone, makes up 21%."
    );
    assert_eq!((one.rests.as_str(), one.rows), ("620 of 1,000, over 4 rows.", vec![0]));
}

#[test]
fn nothing_is_found_in_a_part_or_in_what_does_not_add_up() {
    let rows = [("Web", 620.0), ("Phone", 210.0), ("Shop", 120.0), ("Fair", 50.0)];
    let result = table("channel", "total", rows.map(|(n, v)| (n.to_owned(), v)).to_vec());
    let cut = ResultSet {
        truncated: Some(Truncation::Rows),
        ..result.clone()
    };
    assert_eq!(found(&cut), []);
    let with = |features: Features, sql: &str| analyse(&result, &features, sql, None);
    let sql = "SELECT a, SUM(b) FROM t GROUP BY a";
    assert_eq!(
        with(
            Features {
                limit: Some(4),
                ..sums()
            },
            sql
        ),
        []
    );
    assert_eq!(with(Features { having: true, ..sums() }, sql), []);
    let mean = Features {
        shown: vec![Shown::Column("a".into()), Shown::Aggregate("avg".into())],
        ..sums()
    };
    assert_eq!(with(mean, sql), []);
    assert_eq!(with(sums(), "SELECT a, COUNT(DISTINCT b) FROM t GROUP BY a"), []);
}

#[test]
fn what_is_not_there_is_said() {
    let mut result = table("country", "total", (0..10).map(|i| (format!("k{i}"), 10.0)).collect());
    result.rows[4][0] = Cell::Null;
    assert_eq!(found(&result)[0].says, "10% of the total has no country.");
    result.rows[4] = vec![Cell::Text("k4".into()), Cell::Null];
    assert_eq!(found(&result)[0].says, "1 of 10 has no figure: k4.");
    let gap = (0..12)
        .filter(|i| *i != 5)
        .map(|i| (month(i), 10.0 + i as f64))
        .collect();
    let gap = found(&table("month", "total", gap));
    assert_eq!(gap[0].says, "1 of the 12 months has no rows: June 2020.");
    assert_eq!(gap[0].rows, [4, 5]);
}

#[test]
fn a_month_that_the_data_ends_in_is_compared_with_nothing() {
    let mut values: Vec<(String, f64)> = (0..20).map(|i| (month(i), 100.0 + (i * 7 % 5) as f64)).collect();
    values[19].1 = 30.0;
    let result = table("month", "total", values);
    let on = |day| analyse(&result, &sums(), "SELECT", Date::parse(day));
    assert_eq!(on("2021-08-09"), []);
    let whole = on("2021-08-31");
    assert_eq!(whole.len(), 1, "{whole:?}");
    assert_eq!(whole[0].rows, [19]);
}
