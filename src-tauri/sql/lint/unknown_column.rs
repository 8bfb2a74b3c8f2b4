//! `SELECT nmae FROM customers`

use askwell_contract::run::Finding;
use askwell_contract::Dialect;

use super::{Facts, Rule};
use crate::near;
use crate::scope::Meaning;

pub const RULE: Rule = Rule {
    name: "unknown_column",
    about: "No table of the query has such a column.",
    bad: "SELECT nmae FROM customers",
    good: "SELECT name FROM customers",
    check,
};

fn check(facts: &Facts<'_>) -> Vec<Finding> {
    let mut out: Vec<Finding> = Vec::new();
    for used in &facts.names.uses {
        let finding = match &used.meaning {
            Meaning::Unknown(tables) if !tables.is_empty() => {
                if used.quoted && used.qualifier.is_none() && facts.dialect == Dialect::Sqlite {
                    Finding::warning(
                        RULE.name,
                        format!("\"{}\" is no column; SQLite reads it as a text.", used.name),
                    )
                } else {
                    let columns = tables
                        .iter()
                        .flat_map(|t| t.columns.iter().map(|c| (c.name.as_str(), c)));
                    let names: Vec<&str> = tables.iter().map(|t| t.name.as_str()).collect();
                    Finding {
                        hint: near::nearest(&used.name, columns)
                            .map(|(c, _)| format!("The nearest name is {}.", c.name)),
                        ..Finding::error(
                            RULE.name,
                            format!("There is no column {} in {}.", used.name, names.join(", ")),
                        )
                    }
                }
            }
            Meaning::UnknownTable => {
                let qualifier = used.qualifier.as_deref().unwrap_or_default();
                Finding::error(
                    RULE.name,
                    format!(
                        "{qualifier}.{} is named, but the query reads no table {qualifier}.",
                        used.name
                    ),
                )
            }
            _ => continue,
        };
        if !out.contains(&finding) {
            out.push(finding);
        }
    }
    out
}
