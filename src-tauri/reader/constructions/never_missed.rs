//! What was never missed: "children who havent missed a session", "never skipped a lesson". Two denials: none of their rows says
//! that they were not there.

use super::absent::is_of_presence;
use super::{things, Edge};
use crate::frame::{Act, Ent};
use crate::known::Col;
use crate::lexicon;
use crate::link::{absent, Text};
use crate::query::Cond;

const GAP: &[&str] = &["a", "an", "any", "one", "single", "their", "of", "the"];

/// Whether it is denied that something was missed, and rows say so: then none of them may be there, and the rest is no absence.
pub(super) fn find(text: &Text<'_>, at: usize, out: &mut Vec<Edge>) -> bool {
    let from = text.past(at + 1, &["ever", "have", "has", "had", "been"]);
    if !lexicon::is_not(text.word(at)) || !matches!(text.word(from), "missed" | "miss" | "skipped" | "skip") {
        return false;
    }
    let before = out.len();
    for (ent, end, score) in things(text, text.past(from + 1, GAP)) {
        let Ent::Table(table) = ent else { continue };
        for (column, c) in text.known.tables[table].columns.iter().enumerate() {
            let named = is_of_presence(c);
            let no = match c.noes() {
                no if named && !no.is_empty() => no,
                _ => absent(c).unwrap_or_default(),
            };
            if no.is_empty() {
                continue;
            }
            let col = Col { table, column };
            let absent = Cond::Is {
                col,
                values: no,
                not: false,
            };
            let acts = vec![Act::Without(table), Act::Where(absent)];
            out.push(Edge::new("without", at, end, acts, 1.8 + score));
        }
    }
    out.len() > before
}
