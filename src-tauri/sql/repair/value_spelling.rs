//! `country = 'germany'` where the data says 'Germany'

use super::{Context, Rule, Statement};
use crate::compared::{self, Compared};
use crate::dialect;
use crate::edit::{self, Edit};

pub const RULE: Rule = Rule {
    name: "value_spelling",
    before: "SELECT COUNT(*) FROM customers WHERE country = 'germany'",
    after: "SELECT COUNT(*) FROM customers WHERE country = 'Germany'",
    safe: "The column holds no such text, so the comparison could not be true for any row; the stored value that \
           replaces it is the only one near.",
    apply,
};

/// Least similarity of a stored value that replaces a text where the statement found nothing. Same scale as the
/// value look-up; 0.8 is seed 001's "prefix >= 0.8", one slip in a word of five letters.
const NEAR: f64 = 0.8;

/// Equal but for case and accents: replaced also where other conditions found rows.
const SAME: f64 = 0.999;

/// How much nearer than the runner-up it must be.
const AHEAD: f64 = 0.02;

fn apply(statement: &Statement<'_>, cx: &Context<'_>) -> Option<(String, String)> {
    let mut edits = Vec::new();
    let mut whys: Vec<String> = Vec::new();
    for found in compared::texts(statement.query, statement.names) {
        let Compared {
            table,
            column,
            text,
            at,
        } = found;
        let near = (cx.values)(&table, &column, &text);
        if near.iter().any(|n| n.value == text) {
            continue;
        }
        let Some(best) = near.first() else { continue };
        let least = if cx.found_nothing { NEAR } else { SAME };
        let second = near
            .iter()
            .skip(1)
            .find(|n| n.value != best.value)
            .map_or(0.0, |n| n.similarity);
        // Two spellings that differ only in case are both right; the commoner comes first.
        let clear = best.similarity >= SAME || best.similarity - second >= AHEAD;
        if best.similarity >= least && clear {
            edits.push(Edit {
                at,
                text: dialect::text(&best.value),
            });
            let why = format!(
                "{table}.{column} holds no '{text}'; the nearest stored value is '{}'.",
                best.value
            );
            if !whys.contains(&why) {
                whys.push(why);
            }
        }
    }
    (!edits.is_empty()).then(|| (edit::apply(statement.sql, &edits), whys.join(" ")))
}
