//! Values of the question that were found in the data. That a word is in a column is a fact about its cells.

use std::collections::BTreeSet;

use askwell_contract::model::Privacy;
use askwell_contract::run::ValueMatch;

use super::Sealed;
use crate::prepare::describe::facts::cut;
use crate::prepare::Knowledge;
use crate::trial;

/// A value that is longer says nothing more.
const LONGEST: usize = 120;

impl Sealed {
    /// For texts that a statement looks for in vain, what its columns hold instead.
    pub fn nearest(knowledge: &Knowledge, sql: &str) -> Self {
        Self::absent().data(Privacy::Values, trial::values::instead(knowledge, sql).join("\n"))
    }

    /// Whether what statements compare with is stored.
    pub fn compared(knowledge: &Knowledge, sqls: &[&str]) -> Self {
        let mut lines: Vec<String> = Vec::new();
        for sql in sqls {
            let found = trial::values::found(knowledge, sql);
            let stored = found.stored.into_iter().map(|says| format!("stored: {says}"));
            let missing = found.missing.into_iter().map(|says| format!("stored nowhere: {says}"));
            for line in stored.chain(missing) {
                if !lines.contains(&line) {
                    lines.push(line);
                }
            }
        }
        Self::absent().data(Privacy::Values, lines.join("\n"))
    }

    pub fn values(values: &[ValueMatch]) -> Self {
        let mut seen = BTreeSet::new();
        let once = |v: &&ValueMatch| seen.insert((v.table.clone(), v.column.clone(), v.value.clone()));
        let line = |v: &ValueMatch| {
            let words = cut(&v.words, LONGEST);
            // Blanks at its ends are part of what is stored.
            let value = match v.value.chars().count() <= LONGEST {
                true => v.value.clone(),
                false => cut(&v.value, LONGEST),
            };
            let what = if v.part { "texts with " } else { "" };
            format!("{}.{} holds {what}'{value}' (for \"{words}\")", v.table, v.column)
        };
        let lines: Vec<String> = values.iter().filter(once).map(line).collect();
        Self::absent().data(Privacy::Values, lines.join("\n"))
    }
}
