//! `SELECT nmae FROM customers`

use askwell_contract::Dialect;

use super::{Context, Rule, Statement};
use crate::dialect;
use crate::edit::{self, Edit};
use crate::near;
use crate::scope::Meaning;

pub const RULE: Rule = Rule {
    name: "nearest_column",
    before: "SELECT nmae FROM customers",
    after: "SELECT name FROM customers",
    safe: "The statement names a column that does not exist and cannot run as it is; the only name near it is taken.",
    apply,
};

fn apply(statement: &Statement<'_>, _: &Context<'_>) -> Option<(String, String)> {
    let mut edits = Vec::new();
    let mut whys: Vec<String> = Vec::new();
    for used in &statement.names.uses {
        let Meaning::Unknown(tables) = &used.meaning else {
            continue;
        };
        // SQLite reads a quoted name that is no column as a text, which may be what was meant.
        if used.quoted && used.qualifier.is_none() && statement.dialect == Dialect::Sqlite {
            continue;
        }
        if let (Some(at), Some(qualifier)) = (used.qualifier_at, &used.qualifier) {
            let mut owners = statement
                .names
                .relations
                .iter()
                .filter(|r| r.table.is_some_and(|t| t.column(&used.name).is_some()));
            if let (Some(owner), None) = (owners.next(), owners.next()) {
                let right = owner.alias.as_ref().unwrap_or(&owner.name);
                edits.push(Edit {
                    at,
                    text: dialect::ident(right, statement.dialect),
                });
                whys.push(format!("{qualifier} has no column {}; {} has.", used.name, owner.name));
                continue;
            }
        }
        let columns = tables
            .iter()
            .flat_map(|t| t.columns.iter().map(move |c| (c.name.as_str(), (*t, c))));
        if let Some(((table, column), _)) = near::nearest(&used.name, columns) {
            edits.push(Edit {
                at: used.at,
                text: dialect::ident(&column.name, statement.dialect),
            });
            let why = format!(
                "There is no column {}; the nearest is {} of {}.",
                used.name, column.name, table.name
            );
            if !whys.contains(&why) {
                whys.push(why);
            }
        }
    }
    (!edits.is_empty()).then(|| (edit::apply(statement.sql, &edits), whys.join(" ")))
}
