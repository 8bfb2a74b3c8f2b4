//! Rows that a join leaves out because what they refer to is not there: a code spelt otherwise, a customer who was deleted.
//!
//! In: the query, the keys whose values were compared. Out: one sentence for each such key that it joins by. Deliberately
//! absent: outer joins, which keep their rows, and keys without a count of rows.

use askwell_contract::run::Assumption;
use askwell_contract::Dialect;
use askwell_sql::features;

use crate::prepare::describe::facts::thousands;
use crate::prepare::graph::Orphans;
use crate::prepare::Knowledge;

/// A share of the rows above which an answer without them is not a sure one.
const MANY: f64 = 0.005;

/// What an answer leaves out or takes apart, in words, and whether it is much.
pub struct Stray {
    pub kind: Assumption,
    pub says: String,
    pub many: bool,
}

pub fn strays(knowledge: &Knowledge, sql: &str) -> Vec<Stray> {
    let dialect: Dialect = knowledge.catalog.dialect;
    let words = sql.to_uppercase();
    let keeps = ["LEFT JOIN", "RIGHT JOIN", "FULL JOIN", "OUTER JOIN"];
    if keeps.iter().any(|k| words.contains(k)) {
        return Vec::new();
    }
    let pairs = features::of(sql, dialect).unwrap_or_default().join_pairs;
    let joins = |o: &Orphans| {
        let child = format!("{}.{}", o.table, o.column).to_lowercase();
        let parent = format!("{}.{}", o.to_table, o.to_column).to_lowercase();
        let is = |a: &str, b: &str| a.to_lowercase() == child && b.to_lowercase() == parent;
        pairs.iter().any(|(a, b)| is(a, b) || is(b, a))
    };
    let told = |o: &Orphans| {
        let (lost, all) = o.rows.filter(|r| r.0 > 0)?;
        let examples: Vec<&str> = o.examples.iter().take(2).map(|e| e.0.as_str()).collect();
        let such = match examples.is_empty() {
            true => String::new(),
            false => format!(" ({})", examples.join(", ")),
        };
        let (are, their) = if lost == 1 { ("is", "its") } else { ("are", "their") };
        Some(Stray {
            kind: Assumption::Join,
            says: format!(
                "{} of {} rows of {} {are} left out: {their} {}{such} is not in {}.",
                thousands(lost),
                thousands(all),
                o.table,
                o.column,
                o.to_table
            ),
            many: lost as f64 > MANY * all as f64,
        })
    };
    knowledge
        .finds
        .orphans
        .iter()
        .filter(|o| joins(o))
        .filter_map(told)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::prepare::fake;

    fn knowledge(lost: u64) -> Knowledge {
        let catalog = fake::catalog(vec![
            fake::table("parties", &["code text", "name text"]),
            fake::table("results", &["party text", "votes int"]),
        ]);
        let mut knowledge = Knowledge::build(catalog, "1".into(), Vec::new(), Vec::new());
        std::sync::Arc::make_mut(&mut knowledge.finds).orphans.push(Orphans {
            table: "results".into(),
            column: "party".into(),
            to_table: "parties".into(),
            to_column: "code".into(),
            compared: 8,
            lost: 1,
            exact: true,
            rows: Some((lost, 1000)),
            examples: vec![("Grn".into(), lost)],
        });
        knowledge
    }

    const JOIN: &str =
        "SELECT p.name, SUM(r.votes) FROM results AS r JOIN parties AS p ON r.party = p.code GROUP BY p.name";

    #[test]
    fn rows_whose_key_points_nowhere_are_told() {
        let found = strays(&knowledge(40), JOIN);
        assert_eq!(found.len(), 1);
        assert_eq!(
            found[0].says,
            "40 of 1,000 rows of results are left out: their party (Grn) is not in parties."
        );
        let one = &strays(&knowledge(1), JOIN)[0];
        assert_eq!(
            one.says,
            "1 of 1,000 rows of results is left out: its party (Grn) is not in parties."
        );
        assert!(found[0].many && !strays(&knowledge(4), JOIN)[0].many);
    }

    #[test]
    fn what_is_not_joined_or_keeps_its_rows_leaves_nothing_out() {
        let knowledge = knowledge(40);
        for sql in [
            "SELECT SUM(votes) FROM results",
            "SELECT p.name, SUM(r.votes) FROM results AS r LEFT JOIN parties AS p ON r.party = p.code GROUP BY p.name",
        ] {
            assert!(strays(&knowledge, sql).is_empty(), "{sql}");
        }
    }
}
