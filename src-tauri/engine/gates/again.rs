//! Rows of which several have the same name.

use askwell_contract::TypeKind;

use super::lines::ROWS;
use super::{Facts, Fault, Gate};
use crate::prepare::fields::stems;

pub const GATE: Gate = Gate {
    name: "again",
    about: "Where nothing tells the rows of a table apart and each name has several, they may be several of one thing.",
    heavy: false,
    flags: &[
        ("how many voyages were there", "SELECT COUNT(*) FROM voyages"),
        ("voyages per year", "SELECT year, COUNT(*) FROM voyages GROUP BY year"),
    ],
    leaves: &[
        (
            "how many voyages were there",
            "SELECT COUNT(DISTINCT name) FROM voyages",
        ),
        ("how many rows are there", "SELECT COUNT(*) FROM voyages"),
        ("rows of each name", "SELECT name, COUNT(*) FROM voyages GROUP BY name"),
        ("how many rights are there", "SELECT COUNT(*) FROM rights"),
        ("payments per year", "SELECT year, COUNT(*) FROM payments GROUP BY year"),
    ],
    check,
};

/// Rows of each name, by and large, from which on a name stands for something that has several.
const SEVERAL: u64 = 2;

fn check(facts: &Facts<'_>) -> Option<Fault> {
    let [only] = facts.acts.tables.as_slice() else {
        return None;
    };
    if !facts.counts_rows() || facts.says(&ROWS) {
        return None;
    }
    let table = facts.knowledge.catalog.table(only)?;
    // `candidate_visits` are visits, and have several rows of a candidate's name.
    let own = stems(&table.name).pop()?;
    let names = |column: &str| {
        let stems = stems(column);
        matches!(stems.as_slice(), [one] if one == "name" || one == "titl" || *one == own)
            || matches!(stems.as_slice(), [of, name] if name == "name" && *of == own)
    };
    let text = |name: &str| table.column(name).is_some_and(|c| c.kind == TypeKind::Text);
    let profile = facts.knowledge.table(only)?;
    // The number that a program put before each row when it wrote the file tells nothing apart.
    let counter = |name: &str| {
        matches!(
            name.to_lowercase().as_str(),
            "rownames" | "row_names" | "index" | "row" | "column0"
        )
    };
    let kept_apart = profile.columns.iter().any(|c| c.unique && !counter(&c.column));
    let mut repeated = profile.columns.iter().filter(|c| {
        names(&c.column) && text(&c.column) && c.distinct > 1 && c.distinct * SEVERAL <= c.rows.saturating_sub(c.nulls)
    });
    let name = repeated
        .next()
        .filter(|_| table.primary_key.is_empty() && !kept_apart)?;
    // Rows of one name, or of each, are counted as rows.
    let used = facts
        .acts
        .columns
        .iter()
        .any(|p| p.column.eq_ignore_ascii_case(&name.column));
    (!used).then(|| Fault {
        says: format!("Rows of {only} are counted; several have the same {}.", name.column),
        unused: Vec::new(),
    })
}
