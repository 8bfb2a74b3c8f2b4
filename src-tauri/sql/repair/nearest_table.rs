//! `FROM custmers`

use super::{Context, Rule, Statement};
use crate::dialect;
use crate::edit::{self, Edit};
use crate::near;

pub const RULE: Rule = Rule {
    name: "nearest_table",
    before: "SELECT COUNT(*) FROM custmers",
    after: "SELECT COUNT(*) FROM customers",
    safe: "The statement names a table that does not exist and cannot run as it is; the only name near it is taken.",
    apply,
};

fn apply(statement: &Statement<'_>, cx: &Context<'_>) -> Option<(String, String)> {
    let mut edits = Vec::new();
    let mut whys: Vec<String> = Vec::new();
    for relation in statement.names.relations.iter().filter(|r| !r.known) {
        let tables = cx.catalog.tables.iter().map(|t| (t.name.as_str(), t));
        let Some((table, _)) = near::nearest(&relation.name, tables) else {
            continue;
        };
        let right = dialect::table(table, statement.dialect);
        edits.push(Edit {
            at: relation.at,
            text: right.clone(),
        });
        if relation.alias.is_none() {
            let named = statement.names.uses.iter().filter(|u| {
                u.qualifier
                    .as_deref()
                    .is_some_and(|q| q.eq_ignore_ascii_case(&relation.name))
            });
            edits.extend(named.filter_map(|u| {
                Some(Edit {
                    at: u.qualifier_at?,
                    text: right.clone(),
                })
            }));
        }
        whys.push(format!(
            "There is no table {}; the nearest is {}.",
            relation.name, table.name
        ));
    }
    (!edits.is_empty()).then(|| (edit::apply(statement.sql, &edits), whys.join(" ")))
}
