//! Two runs of the same questions. In: what both wrote. Out: which rows changed, and whether by more than chance, by
//! McNemar's test, exact at every count. Deliberately absent: rows that only one of them measured, but for their number.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::Path;

use anyhow::Result;
use askwell_engine::chance::mcnemar;
use serde::Serialize;

use super::log::{self, Line};
use super::report::Share;

/// Above this, a difference is no more than chance may make.
const CHANCE: f64 = 0.05;

#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Changed {
    pub id: String,
    pub db_id: String,
    /// Right in the second run and not in the first.
    pub won: bool,
    pub before: Option<String>,
    pub after: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Comparison {
    /// Measured in both.
    pub rows: usize,
    pub only_one: usize,
    pub before: Share,
    pub after: Share,
    pub won: usize,
    pub lost: usize,
    /// Of a difference at least as great, were both runs equally good.
    pub p: f64,
    /// Rows with another query and the same verdict.
    pub rewritten: usize,
    /// A question: calls, dollars, seconds.
    pub took: [(f64, f64, f64); 2],
    pub changed: Vec<Changed>,
}

pub fn files(before: &Path, after: &Path) -> Result<Comparison> {
    let (_, before) = log::whole(before)?;
    let (_, after) = log::whole(after)?;
    Ok(of(&before, &after))
}

pub fn of(before: &[Line], after: &[Line]) -> Comparison {
    let firsts: BTreeMap<&str, &Line> = before.iter().map(|line| (line.id.as_str(), line)).collect();
    let pairs: Vec<(&Line, &Line)> = after
        .iter()
        .filter_map(|line| Some((*firsts.get(line.id.as_str())?, line)))
        .filter(|(a, b)| a.ex.is_some() && b.ex.is_some())
        .collect();
    let rights = |of: fn(&(&Line, &Line)) -> bool| pairs.iter().filter(|pair| of(pair)).count();
    let changed: Vec<Changed> = pairs
        .iter()
        .filter(|(a, b)| a.ex != b.ex)
        .map(|(a, b)| Changed {
            id: b.id.clone(),
            db_id: b.db_id.clone(),
            won: b.ex == Some(true),
            before: a.sql.clone(),
            after: b.sql.clone(),
        })
        .collect();
    let won = changed.iter().filter(|row| row.won).count();
    let lost = changed.len() - won;
    let took = |lines: Vec<&Line>| {
        let all = lines.len().max(1) as f64;
        let calls = || lines.iter().flat_map(|line| &line.calls);
        (
            calls().count() as f64 / all,
            calls().filter_map(|call| call.cost).sum::<f64>() / all,
            lines.iter().map(|line| line.ms / 1_000.0).sum::<f64>() / all,
        )
    };
    Comparison {
        rows: pairs.len(),
        only_one: before.len() + after.len() - 2 * pairs.len(),
        before: Share::new(rights(|(a, _)| a.ex == Some(true)), pairs.len()),
        after: Share::new(rights(|(_, b)| b.ex == Some(true)), pairs.len()),
        won,
        lost,
        p: mcnemar(won, lost),
        rewritten: rights(|(a, b)| a.ex == b.ex && a.sql != b.sql),
        took: [
            took(pairs.iter().map(|pair| pair.0).collect()),
            took(pairs.iter().map(|pair| pair.1).collect()),
        ],
        changed,
    }
}

pub fn text(of: &Comparison) -> String {
    let mut out = String::new();
    let percent = |share: &Share| 100.0 * share.right as f64 / share.of.max(1) as f64;
    // Writing to a String does not fail.
    let _ = writeln!(
        out,
        "of {} questions measured in both: {} right before ({:.1}%), {} after ({:.1}%)",
        of.rows,
        of.before.right,
        percent(&of.before),
        of.after.right,
        percent(&of.after)
    );
    let verdict = match (of.won + of.lost, of.p < CHANCE, of.won > of.lost) {
        (0, ..) => "no question changed".to_owned(),
        (_, true, better) => {
            let how = if better { "better" } else { "worse" };
            format!("{how} by more than chance (p = {:.4})", of.p)
        }
        (_, false, _) => format!("no more than chance may make (p = {:.3})", of.p),
    };
    let _ = writeln!(out, "won {}, lost {}: {verdict} (McNemar, exact)", of.won, of.lost);
    let _ = writeln!(out, "another query with the same verdict: {}", of.rewritten);
    let [(a, b, c), (d, e, f)] = of.took;
    let _ = writeln!(
        out,
        "a question: {a:.1} calls, ${b:.5}, {c:.1} s before; {d:.1} calls, ${e:.5}, {f:.1} s after"
    );
    if of.only_one > 0 {
        let _ = writeln!(out, "not measured in both: {} rows", of.only_one);
    }
    for row in &of.changed {
        let _ = writeln!(
            out,
            "  {} {} ({})",
            if row.won { "won " } else { "lost" },
            row.id,
            row.db_id
        );
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(id: usize, ex: Option<bool>, sql: &str) -> Line {
        Line {
            ex,
            sql: Some(sql.into()),
            ..log::tests::line(&format!("q-{id}"))
        }
    }

    #[test]
    fn changed_rows_are_named_and_counted_each_way() {
        let before: Vec<Line> = (0..10).map(|n| line(n, Some(n < 5), "SELECT 1")).collect();
        let after: Vec<Line> = (0..11)
            .map(|n| {
                line(
                    n,
                    (n != 9).then_some(n != 0 && n < 8),
                    if n == 1 { "SELECT 2" } else { "SELECT 1" },
                )
            })
            .collect();
        let found = of(&before, &after);
        assert_eq!((found.rows, found.won, found.lost, found.rewritten), (9, 3, 1, 1));
        assert_eq!((found.before.right, found.after.right, found.only_one), (5, 7, 3));
        let lost: Vec<&str> = found.changed.iter().filter(|c| !c.won).map(|c| c.id.as_str()).collect();
        assert_eq!(lost, ["q-0"]);
        let said = text(&found);
        assert!(
            said.contains("won 3, lost 1: no more than chance may make (p = 0.625)"),
            "{said}"
        );
    }
}
