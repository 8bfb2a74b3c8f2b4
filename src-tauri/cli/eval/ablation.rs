//! What each mechanism is worth. In: questions with known answers. Out: how many are right with everything, without each
//! mechanism, and at best. Deliberately absent: doing anything twice that a mechanism has no part in: a run without it
//! goes on from where it comes in.

use std::collections::BTreeMap;
use std::fmt::Write;

use askwell_contract::run::Stage;
use askwell_engine::switches::{Mechanism, Switches};

use super::log::Line;

/// A row of the table: what is left out; nothing for the whole.
pub type Variant = Vec<Mechanism>;

/// No comparison of candidates at all: the first one as the generator's rules put them.
const FIRST: [Mechanism; 2] = [Mechanism::Ranking, Mechanism::Selection];

/// All of them, the whole first.
pub fn variants() -> Vec<Variant> {
    let alone = Mechanism::ALL.into_iter().map(|one| vec![one]);
    std::iter::once(Vec::new())
        .chain(alone)
        .chain([FIRST.to_vec()])
        .collect()
}

pub fn switches(base: Switches, variant: &[Mechanism]) -> Switches {
    let without = |switches: Switches, mechanism: &Mechanism| switches.without(*mechanism);
    variant.iter().fold(base, without)
}

/// The first stage that a variant changes; none for the whole.
pub fn stage(variant: &[Mechanism]) -> Option<Stage> {
    variant.iter().map(|mechanism| mechanism.stage()).min()
}

/// One table. Only questions that were measured with every variant count.
pub fn text(lines: &BTreeMap<String, Vec<Line>>) -> String {
    let variants = variants();
    let whole: Vec<&Vec<Line>> = lines
        .values()
        .filter(|row| row.len() == variants.len() && row.iter().all(|line| line.ex.is_some()))
        .collect();
    let right = |at: usize| whole.iter().filter(|row| row[at].ex == Some(true)).count();
    let oracle = |at: usize| whole.iter().filter(|row| row[at].oracle == Some(true)).count();
    let of = whole.len();
    let mut out = String::new();
    // Writing to a String does not fail.
    let _ = writeln!(out, "{of} questions");
    let _ = writeln!(
        out,
        "{:<28} {:>6} {:>7} {:>8} {:>6} {:>6} {:>14}",
        "", "right", "EX", "change", "lost", "won", "any candidate"
    );
    for (at, variant) in variants.iter().enumerate() {
        let lost = whole.iter().filter(|r| r[0].ex == Some(true) && r[at].ex != Some(true));
        let won = whole.iter().filter(|r| r[0].ex != Some(true) && r[at].ex == Some(true));
        let names: Vec<&str> = variant.iter().map(|m| m.name()).collect();
        let name = match names.as_slice() {
            [] => "everything".to_owned(),
            names => format!("without {}", names.join(", ")),
        };
        let _ = writeln!(
            out,
            "{name:<28} {:>6} {:>6.1}% {:>+8.1} {:>6} {:>6} {:>14}",
            right(at),
            share(right(at), of),
            share(right(at), of) - share(right(0), of),
            lost.count(),
            won.count(),
            oracle(at),
        );
    }
    let of = |wanted: &[Mechanism]| right(variants.iter().position(|v| v == wanted).unwrap_or_default());
    let (first, ranked, votes) = (of(&FIRST), of(&[Mechanism::Selection]), of(&[Mechanism::Judge]));
    let _ = writeln!(
        out,
        "\nthe first candidate {first}, the first of the ranking {ranked}, most votes {votes}, judge {}, any candidate {}",
        right(0),
        oracle(0)
    );
    let mut gap = |of: &str, from: usize| {
        let gap = oracle(0).saturating_sub(from);
        if gap > 0 {
            let closed = 100.0 * (right(0) as f64 - from as f64) / gap as f64;
            let _ = writeln!(out, "of the gap between {of} and any candidate {closed:.0}% is closed");
        }
    };
    gap("the first candidate", first);
    gap("the first of the ranking", ranked);
    out
}

fn share(right: usize, of: usize) -> f64 {
    100.0 * right as f64 / of.max(1) as f64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::log;

    fn row(id: &str, right: impl Fn(&[Mechanism]) -> Option<bool>, oracle: bool) -> (String, Vec<Line>) {
        let line = |variant: Variant| Line {
            ex: right(&variant),
            oracle: right(&variant).map(|_| oracle),
            ..log::tests::line(id)
        };
        (id.to_owned(), variants().into_iter().map(line).collect())
    }

    #[test]
    fn the_table_counts_what_each_mechanism_wins_and_loses() {
        let lines = BTreeMap::from([
            row("a", |v| Some(!v.contains(&Mechanism::Selection)), true),
            row("b", |v| Some(v == [Mechanism::Repair]), true),
            row("c", |_| Some(false), true),
            // Could not be measured: it is in no figure.
            row("d", |v| (!v.is_empty()).then_some(true), true),
        ]);
        let said = text(&lines);
        assert!(said.starts_with("3 questions\n"), "{said}");
        let line = |start: &str| {
            let found = said.lines().find(|l| l.starts_with(start)).unwrap();
            found.split_whitespace().map(str::to_owned).collect::<Vec<_>>()
        };
        assert_eq!(line("everything")[1..], ["1", "33.3%", "+0.0", "0", "0", "3"]);
        assert_eq!(line("without repair")[2..], ["2", "66.7%", "+33.3", "0", "1", "3"]);
        assert_eq!(line("without selection")[2..], ["0", "0.0%", "-33.3", "1", "0", "3"]);
        assert!(
            said.contains("the first candidate 0, the first of the ranking 0, most votes 1, judge 1, any candidate 3")
        );
        assert!(
            said.contains("the first candidate and any candidate 33% is closed"),
            "{said}"
        );
    }
}
