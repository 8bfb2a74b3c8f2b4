//! The figures of an evaluation. In: the questions and their lines. Out: text. Deliberately absent: anything that is
//! not counted from the lines, so that a continued run prints what an unbroken one would.

use std::collections::BTreeMap;
use std::fmt::Write;

use super::log::Line;
use super::questions::Question;

/// Rows that were left out, and why.
#[derive(Debug, Default, Clone)]
pub struct LeftOut {
    pub flagged: usize,
    pub dumps: usize,
}

/// 95 in a hundred intervals made like this hold the true share (Wilson 1927, z = 1.96).
pub fn wilson(right: usize, of: usize) -> (f64, f64) {
    if of == 0 {
        return (0.0, 1.0);
    }
    let (z, n, p) = (1.96_f64, of as f64, right as f64 / of as f64);
    let (centre, spread) = (
        p + z * z / (2.0 * n),
        z * (p * (1.0 - p) / n + z * z / (4.0 * n * n)).sqrt(),
    );
    let all = 1.0 + z * z / n;
    (((centre - spread) / all).max(0.0), ((centre + spread) / all).min(1.0))
}

/// `questions` and `lines` are of the same length and order.
pub fn text(questions: &[Question], lines: &[Line], left_out: &LeftOut) -> String {
    let mut out = String::new();
    let pairs: Vec<(&Question, &Line)> = questions.iter().zip(lines).collect();
    let measured: Vec<&Line> = lines.iter().filter(|line| line.ex.is_some()).collect();
    for (name, right) in [
        ("EX", measured.iter().filter(|line| line.ex == Some(true)).count()),
        (
            "EX as sets",
            measured.iter().filter(|line| line.ex_set == Some(true)).count(),
        ),
        (
            "oracle",
            measured.iter().filter(|line| line.oracle == Some(true)).count(),
        ),
    ] {
        say(&mut out, name, right, measured.len());
    }
    by(&mut out, "by set", &pairs, |question, _| question.set().to_owned());
    by(&mut out, "by database", &pairs, |_, line| line.db_id.clone());
    by(&mut out, "by kind", &pairs, |question, _| question.kind());
    let mut ms: Vec<f64> = lines.iter().map(|line| line.ms).collect();
    ms.sort_by(f64::total_cmp);
    let _ = writeln!(
        out,
        "\nms a question: p50 {:.0}, p95 {:.0}",
        percentile(&ms, 50),
        percentile(&ms, 95)
    );
    let mut methods: BTreeMap<&str, usize> = BTreeMap::new();
    for line in lines {
        *methods.entry(&line.method).or_default() += 1;
    }
    let methods: Vec<String> = methods
        .iter()
        .map(|(method, count)| format!("{method} {count}"))
        .collect();
    let _ = writeln!(out, "chosen by: {}", methods.join(", "));
    let unmeasured: Vec<&Line> = lines.iter().filter(|line| line.ex.is_none()).collect();
    if !unmeasured.is_empty() {
        let _ = writeln!(out, "not measured: {}", unmeasured.len());
        for line in unmeasured {
            let _ = writeln!(out, "  {}: {}", line.id, line.error.as_deref().unwrap_or("no reason"));
        }
    }
    if left_out.flagged > 0 {
        let _ = writeln!(out, "left out because they are flagged: {}", left_out.flagged);
    }
    if left_out.dumps > 0 {
        let _ = writeln!(
            out,
            "left out because they need a server (--postgres URL): {}",
            left_out.dumps
        );
    }
    let turns = questions.iter().filter(|question| !question.history.is_empty()).count();
    if turns > 0 {
        let _ = writeln!(out, "asked without the earlier turns of their conversation: {turns}");
    }
    out
}

fn by(out: &mut String, title: &str, pairs: &[(&Question, &Line)], key: impl Fn(&Question, &Line) -> String) {
    let mut groups: BTreeMap<String, (usize, usize)> = BTreeMap::new();
    for (question, line) in pairs {
        if let Some(ex) = line.ex {
            let (right, of) = groups.entry(key(question, line)).or_default();
            *right += usize::from(ex);
            *of += 1;
        }
    }
    let _ = writeln!(out, "\n{title}");
    for (name, (right, of)) in groups {
        say(out, &format!("  {name}"), right, of);
    }
}

fn say(out: &mut String, name: &str, right: usize, of: usize) {
    if of == 0 {
        let _ = writeln!(out, "{name:<38} no question was measured");
        return;
    }
    let (low, high) = wilson(right, of);
    let share = 100.0 * right as f64 / of as f64;
    // Writing to a String does not fail.
    let _ = writeln!(
        out,
        "{name:<38} {right:>5} of {of:<5} {share:>5.1}%  (95%: {:.1} to {:.1})",
        100.0 * low,
        100.0 * high
    );
}

/// Nearest rank.
fn percentile(sorted: &[f64], percent: usize) -> f64 {
    let rank = (sorted.len() * percent).div_ceil(100).max(1);
    sorted.get(rank - 1).copied().unwrap_or(0.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn interval_agrees_with_a_published_example() {
        // 15 of 50: (0.191, 0.438), a common worked example.
        let (low, high) = wilson(15, 50);
        assert!(
            (low - 0.1910).abs() < 5e-4 && (high - 0.4375).abs() < 5e-4,
            "{low} {high}"
        );
        assert_eq!(wilson(0, 0), (0.0, 1.0));
        assert!(wilson(40, 40).1 <= 1.0 && wilson(40, 40).0 > 0.9);
    }

    #[test]
    fn percentiles_are_nearest_ranks() {
        let ms: Vec<f64> = (1..=20).map(f64::from).collect();
        assert_eq!((percentile(&ms, 50), percentile(&ms, 95)), (10.0, 19.0));
        assert_eq!(percentile(&[], 95), 0.0);
    }
}
