//! Values of the question that were found in the data. That a word is in a column is a fact about its cells.

use askwell_contract::model::Privacy;
use askwell_contract::run::ValueMatch;
use askwell_sql::dialect;

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

    /// Spellings of one value that differ in case and blanks alone are one line.
    pub fn values(values: &[ValueMatch]) -> Self {
        let folded = |text: &str| text.trim().to_lowercase();
        let same = |a: &ValueMatch, b: &ValueMatch| {
            let place = (&a.table, &a.column, a.part) == (&b.table, &b.column, b.part);
            place && folded(&a.value) == folded(&b.value)
        };
        let mut lines: Vec<String> = Vec::new();
        for (n, v) in values.iter().enumerate() {
            if values[..n].iter().any(|before| same(before, v)) {
                continue;
            }
            let words = cut(&v.words, LONGEST);
            // Blanks at its ends are part of what is stored.
            let value = match v.value.chars().count() <= LONGEST {
                true => v.value.clone(),
                false => cut(&v.value, LONGEST),
            };
            let several = values[n..].iter().any(|o| same(o, v) && o.value != v.value);
            let (what, how) = match (v.part, several) {
                (true, _) => ("texts with ", ""),
                (false, false) => ("", ""),
                (false, true) => ("", " in several spellings"),
            };
            let value = dialect::text(&value);
            lines.push(format!(
                "{}.{} holds {what}{value}{how} (for \"{words}\")",
                v.table, v.column
            ));
        }
        Self::absent().data(Privacy::Values, lines.join("\n"))
    }
}

#[cfg(test)]
mod tests {
    use askwell_contract::run::Span;

    use super::super::Piece;
    use super::*;

    #[test]
    fn spellings_of_one_value_are_told_once_and_quotes_are_doubled() {
        let found = |column: &str, value: &str| ValueMatch {
            span: Span { start: 0, end: 4 },
            words: "they".into(),
            table: "stays".into(),
            column: column.into(),
            value: value.into(),
            similarity: 1.0,
            exact: true,
            rows: 3,
            part: false,
        };
        let all = [
            found("status", "Cancelled"),
            found("place", "Devil's Elbow"),
            found("status", "cancelled "),
            found("source", "cancelled"),
        ];
        let sealed = Sealed::values(&all);
        let text = |piece: &Piece| piece.text().to_owned();
        let said: String = sealed
            .at(Privacy::Values)
            .into_iter()
            .flat_map(|t| &t.pieces)
            .map(text)
            .collect();
        assert_eq!(
            said,
            "stays.status holds 'Cancelled' in several spellings (for \"they\")\n\
             stays.place holds 'Devil''s Elbow' (for \"they\")\n\
             stays.source holds 'cancelled' (for \"they\")"
        );
    }
}
