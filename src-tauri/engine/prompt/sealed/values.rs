//! Values of the question that were found in the data. That a word is in a column is a fact about its cells.

use std::collections::BTreeSet;

use askwell_contract::model::Privacy;
use askwell_contract::run::ValueMatch;

use super::Sealed;
use crate::prepare::describe::facts::cut;

/// A value that is longer says nothing more.
const LONGEST: usize = 120;

impl Sealed {
    pub fn values(values: &[ValueMatch]) -> Self {
        let mut seen = BTreeSet::new();
        let once = |v: &&ValueMatch| seen.insert((v.table.clone(), v.column.clone(), v.value.clone()));
        let line = |v: &ValueMatch| {
            let (words, value) = (cut(&v.words, LONGEST), cut(&v.value, LONGEST));
            let what = if v.part { "texts with " } else { "" };
            format!("{}.{} holds {what}'{value}' (for \"{words}\")", v.table, v.column)
        };
        let lines: Vec<String> = values.iter().filter(once).map(line).collect();
        Self::absent().data(Privacy::Values, lines.join("\n"))
    }
}
