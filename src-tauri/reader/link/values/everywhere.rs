//! Words that stand in every text of a column tell no rows apart: "World Cup" where each tournament is one. They name the
//! thing itself where it is counted or asked for, and say nothing elsewhere.
//!
//! In: parts of stored texts that the question's words were found in, with the rows that hold them. Out: sayings, and tables
//! that they name.

use std::ops::Range;

use askwell_contract::run::ValueMatch;

use crate::known::Col;
use crate::link::{Atom, Meaning, Text};
use crate::words::{among, plurals};

/// Fewer texts may share a word by chance.
const FEWEST: u64 = 5;
/// Less than the table's own name.
const SCORE: f64 = 0.7;
/// What stands before a thing that is counted, asked for or parted by.
const COUNTED: &str =
    "many more most fewer least each every per by which what number of different all several two three \
    last first latest next previous recent newest oldest biggest";
/// Where something is denied, or a name is spoken of, the words are a condition.
const MEANT: &str =
    "not no without except but other isn't isnt aren't arent never name names named called title titles";

impl Text<'_> {
    /// The sayings among such words.
    pub(in crate::link) fn said_everywhere(&self) -> Vec<Range<usize>> {
        let found = self.everywhere().into_iter();
        found.filter(|f| !self.is_counted(&f.0)).map(|f| f.0).collect()
    }

    /// What the others name.
    pub(super) fn things_everywhere(&mut self) {
        for (words, table) in self.everywhere() {
            if self.is_counted(&words) {
                self.add(Atom {
                    start: words.start,
                    end: words.end,
                    meaning: Meaning::Table(table),
                    score: SCORE,
                    loose: false,
                });
            }
        }
    }

    /// Whether every row of a column called so holds these words.
    pub(in crate::link) fn is_everywhere(&self, col: Col, words: &str) -> bool {
        let name = &self.known.column(col).name;
        let same = |v: &ValueMatch| v.part && v.value.eq_ignore_ascii_case(words) && v.column == *name;
        self.asked.values.iter().any(|v| same(v) && self.in_all_rows(v))
    }

    fn in_all_rows(&self, v: &ValueMatch) -> bool {
        if (0..self.tokens.len()).any(|at| among(MEANT, self.word(at))) {
            return false;
        }
        self.stored(v).is_some_and(|col| {
            let column = self.known.column(col);
            v.part && column.distinct >= FEWEST && column.rows > 0 && v.rows + column.nulls >= column.rows
        })
    }

    /// Where such words stand, and the table whose rows they name: the smallest that has the column.
    fn everywhere(&self) -> Vec<(Range<usize>, usize)> {
        let mut out: Vec<(Range<usize>, usize)> = Vec::new();
        for v in self.asked.values.iter().filter(|v| self.in_all_rows(v)) {
            let (Some((start, mut end)), Some(col)) = (self.place(v.span), self.stored(v)) else {
                continue;
            };
            if out.iter().any(|o| o.0.contains(&start)) {
                continue;
            }
            // "World cups" are found by their first word alone.
            let longer = format!("{} {}", v.value, plurals::singular(self.word(end))).to_lowercase();
            let column = self.known.column(col);
            if !column.top.is_empty() && column.top.iter().all(|text| text.to_lowercase().contains(&longer)) {
                end += 1;
            }
            let same = self
                .known
                .all()
                .filter(|(_, c)| c.name == column.name)
                .map(|s| s.0.table);
            let table = same.min_by_key(|t| self.known.tables[*t].rows).unwrap_or(col.table);
            out.push((start..end, table));
        }
        out
    }

    fn is_counted(&self, words: &Range<usize>) -> bool {
        let last = self.word(words.end - 1);
        let several = plurals::singular(last) != *last;
        // "The most World Cup matches" are matches.
        let goes_on = self.tokens.get(words.end).is_some_and(|t| self.known.is_named(&t.stem));
        let before = words.start.checked_sub(1).map(|at| &self.tokens[at]);
        let counted = before.is_some_and(|t| t.number.is_some() || among(COUNTED, &t.lower));
        !goes_on && (several || counted)
    }
}
