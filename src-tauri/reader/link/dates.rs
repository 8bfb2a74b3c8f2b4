//! The day on which the rows of a table happened, and "date" where no column is called so.

use super::{Atom, Meaning, Text};
use crate::known::{Col, Role};
use crate::lexicon::{self, Degree};

impl Text<'_> {
    /// "Date", where no column is called so: of each table the day on which its rows happened.
    pub(super) fn dates(&mut self) {
        self.weekdays();
        for at in 0..self.tokens.len() {
            if !matches!(self.word(at), "date" | "dates") || self.named(at, at + 1, 0.6) {
                continue;
            }
            for table in 0..self.known.tables.len() {
                if let Some(col) = self.day_of(table) {
                    self.add(Atom {
                        start: at,
                        end: at + 1,
                        meaning: Meaning::Column(col),
                        score: 0.62,
                        loose: true,
                    });
                }
            }
        }
    }

    /// "Weekday", where the sheet keeps it: `day_of_week` of 'mon' to 'fri'.
    fn weekdays(&mut self) {
        let known = self.known;
        let Some((col, _)) = known.all().find(|(_, c)| c.keeps_weekdays()) else {
            return;
        };
        for at in 0..self.tokens.len() {
            let of = (self.word(at + 1), self.word(at + 2), self.word(at + 3));
            let end = match (self.word(at), of) {
                ("weekday" | "weekdays", _) => at + 1,
                ("day" | "days", ("of", "the", "week")) => at + 4,
                ("day" | "days", ("of", "week", _)) => at + 3,
                _ => continue,
            };
            self.add(Atom {
                start: at,
                end,
                meaning: Meaning::Column(col),
                score: 0.95,
                loose: false,
            });
        }
    }

    /// Whether words mean no column, though one is called so.
    pub(super) fn is_no_name(&self, atom: &Atom) -> bool {
        matches!(atom.meaning, Meaning::Column(c) if self.is_unit_of_time(atom, c) || self.asks_how_many(atom, c))
            || self.is_place_in_order(atom)
            || self.is_told_in(atom)
            || matches!(&atom.meaning, Meaning::Value { col, value, part: true } if self.is_everywhere(*col, value))
    }

    /// "Did it grow, in percent" says how to tell it.
    fn is_told_in(&self, atom: &Atom) -> bool {
        let before = atom.start.checked_sub(1).map_or("", |at| self.word(at));
        before == "in" && matches!(self.word(atom.start), "percent" | "percentages" | "%") && atom.end == atom.start + 1
    }

    /// "The second most" is a place, whatever else counts seconds.
    fn is_place_in_order(&self, atom: &Atom) -> bool {
        let next = self.word(atom.end);
        let top = matches!(next, "most" | "least") || matches!(lexicon::scale(next), Some((_, Degree::Superlative)));
        self.word(atom.start) == "second" && atom.end == atom.start + 1 && top
    }

    /// "How many records": the words ask, though a column is called so.
    fn asks_how_many(&self, atom: &Atom, col: Col) -> bool {
        let words = &self.known.column(col).words;
        matches!(words.as_slice(), [how, many] if how == "how" && many == "many") && self.word(atom.start) == "how"
    }

    /// Whether a word counts time rather than naming a column that has it in its name: "each month" is no `pay_month` of
    /// texts without a month, and "per year" no `valid_years`.
    fn is_unit_of_time(&self, atom: &Atom, col: Col) -> bool {
        let column = self.known.column(col);
        let one =
            atom.end == atom.start + 1 && column.words.len() > 1 && lexicon::period(self.word(atom.start)).is_some();
        if !one || column.is_time() {
            return false;
        }
        let per = atom.start > 0 && matches!(self.word(atom.start - 1), "per" | "each" | "every" | "a" | "by");
        let told = |v: &String| {
            v.contains(|c: char| c.is_ascii_digit()) || crate::stretches::is_month(&v.trim().to_lowercase())
        };
        let texts = column.is_text() && !column.top.is_empty() && !column.top.iter().any(told);
        // A `year_group` is no length of time, `valid_years` are.
        let last = column.stems.last() == Some(&self.tokens[atom.start].stem) || column.words[0].ends_with("years");
        texts && self.word(atom.start) != "day" || column.is_number() && column.role == Role::Measure && per && last
    }

    /// The day on which the rows of a table happened: the first with no holes, births and what is still to come apart.
    pub(crate) fn day_of(&self, table: usize) -> Option<Col> {
        let other = |w: &String| {
            lexicon::is_ahead(w) || matches!(w.as_str(), "birth" | "dob" | "born" | "updated" | "modified")
        };
        let days = self.known.columns(table);
        let days = days.filter(|(_, c)| c.is_time() && !c.is_number() && !c.words.iter().any(other));
        days.min_by_key(|(col, c)| (self.known.is_entry(*col), c.nulls, col.column))
            .map(|d| d.0)
    }
}
