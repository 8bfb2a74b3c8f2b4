//! Amounts in several currencies are neither added up nor averaged as if they were one.

use askwell_contract::view::{View, ViewKind};

use super::{Facts, Fault, Gate};

pub const GATE: Gate = Gate {
    name: "currency",
    about: "Amounts kept in several currencies in one column have no sum and no average.",
    heavy: false,
    flags: &[
        ("total advance of the rights", "SELECT SUM(advance) FROM rights"),
        (
            "average advance of the rights",
            "SELECT AVG(CASE WHEN glob('*[0-9]', advance) THEN CAST(replace(advance, '€', '') AS REAL) END) FROM rights",
        ),
    ],
    leaves: &[
        ("total fee of the rights", "SELECT SUM(fee) FROM rights"),
        ("highest advance of the rights", "SELECT advance FROM rights LIMIT 1"),
        ("how many rights have an advance", "SELECT COUNT(advance) FROM rights"),
    ],
    check,
};

/// Spellings of one currency.
const SAME: [&[&str]; 4] = [&["$", "USD", "US$"], &["€", "EUR"], &["£", "GBP"], &["¥", "JPY"]];

fn check(facts: &Facts<'_>) -> Option<Fault> {
    let several = |v: &View| match &v.kind {
        ViewKind::Money { figures } => {
            let first = figures.units.first()?;
            let other = figures.units.iter().find(|unit| currency(unit) != currency(first))?;
            Some((first.clone(), other.clone()))
        }
        _ => None,
    };
    facts.acts.measured.iter().find_map(|m| {
        let profile = facts.knowledge.profile(&m.place.table, &m.place.column)?;
        let (one, other) = several(profile.view.as_ref()?)?;
        let done = if m.is == "sum" || m.is == "total" {
            "added up"
        } else {
            "averaged"
        };
        Some(Fault {
            says: format!(
                "{} holds amounts in {one} and in {other}; they are {done} as if they were one.",
                m.place.column
            ),
            unused: Vec::new(),
        })
    })
}

fn currency(unit: &str) -> String {
    let same = SAME.iter().find(|s| s.iter().any(|u| u.eq_ignore_ascii_case(unit)));
    same.map_or(unit.to_lowercase(), |s| s[0].to_owned())
}
