//! Sales that a table keeps as amounts.

use super::{Facts, Fault, Gate};
use crate::prepare::fields::stems;

pub const GATE: Gate = Gate {
    name: "sold",
    about: "What was sold is the quantity that each row keeps, and not the rows.",
    heavy: false,
    flags: &[
        ("sales per year", "SELECT year, COUNT(*) FROM sales GROUP BY year"),
        (
            "how many lamps were sold",
            "SELECT COUNT(*) FROM sales WHERE product = 'lamp'",
        ),
    ],
    leaves: &[
        ("sales per year", "SELECT year, SUM(quantity) FROM sales GROUP BY year"),
        (
            "how many rows are there per year",
            "SELECT year, COUNT(*) FROM sales GROUP BY year",
        ),
        (
            "how many sales were of more than 5",
            "SELECT COUNT(*) FROM sales WHERE quantity > 5",
        ),
        ("how many payments were there", "SELECT COUNT(*) FROM payments"),
    ],
    check,
};

const SOLD: [&str; 6] = ["sale", "sales", "sold", "sell", "bought", "purchased"];

const QUANTITIES: [&str; 5] = ["quantiti", "unit", "copi", "piec", "qti"];

fn check(facts: &Facts<'_>) -> Option<Fault> {
    let [only] = facts.acts.tables.as_slice() else {
        return None;
    };
    if !facts.counts_rows() || !facts.says(&SOLD) {
        return None;
    }
    let table = facts.knowledge.catalog.table(only)?;
    let amounts = |name: &str| stems(name).last().is_some_and(|s| QUANTITIES.contains(&s.as_str()));
    let kept = table.columns.iter().find(|c| c.kind.is_number() && amounts(&c.name))?;
    let used = facts
        .acts
        .columns
        .iter()
        .any(|p| p.column.eq_ignore_ascii_case(&kept.name));
    (!used).then(|| Fault {
        says: format!("Rows of {only} are counted, and not the {} in each.", kept.name),
        unused: Vec::new(),
    })
}
