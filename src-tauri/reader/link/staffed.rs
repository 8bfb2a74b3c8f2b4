//! "Staff", and "each person", of a sheet that keeps a clerk or a driver in each row and no table of them.
//!
//! In: all atoms. Out: the same, with the column that names those who work.

use super::{Atom, Meaning, Text};
use crate::known::Column;
use crate::lexicon;
use crate::words::among;

/// Less sure than a name of its own.
const SCORE: f64 = 0.88;

/// Surer, but less than the table's own name.
const NUMBERED: f64 = 0.95;

impl Text<'_> {
    /// "Sales of each person", "runs per person": whoever is named in the rows, or kept in a table of people.
    pub(super) fn each_person(&mut self) {
        for at in 1..self.tokens.len() {
            let each = matches!(self.word(at - 1), "each" | "per" | "every");
            let named = self.at(at).iter().any(|a| a.score >= SCORE);
            // A "fee per head" is one by itself.
            let heads = |c: &Column| c.is_number() && c.words.iter().any(|w| among("head person pp capita", w));
            let rated = self.word(at - 1) == "per" && {
                let mut said = self.atoms[..at].iter().flatten();
                said.any(|a| matches!(a.meaning, Meaning::Column(c) if heads(self.known.column(c))))
            };
            if named || rated || !each || !self.tokens[at].is_any(&["person", "person's", "persons"]) {
                continue;
            }
            let by = |c: &Column| c.words.len() > 1 && c.words.last().is_some_and(|w| w == "by");
            let who = |c: &Column| by(c) || c.words.iter().any(|w| lexicon::is_person(w) || lexicon::is_staff(w));
            let names = |c: &Column| c.is_text() && !c.is_time() && !c.unique && c.distinct > 2 && !c.is_numbering();
            let columns = self.known.all().filter(|(_, c)| names(c) && who(c));
            let mut found: Vec<Meaning> = columns.map(|(col, _)| Meaning::Column(col)).take(3).collect();
            let humans = (0..self.known.tables.len()).filter(|t| self.known.is_human(*t));
            found.extend(humans.take(3).map(Meaning::Table));
            for meaning in found {
                self.add(Atom {
                    start: at,
                    end: at + 1,
                    meaning,
                    score: SCORE,
                    loose: false,
                });
            }
        }
    }

    /// "Contestants" of a table whose rows are people, where nothing is called so.
    pub(super) fn persons(&mut self) {
        let humans: Vec<usize> = (0..self.known.tables.len())
            .filter(|t| self.known.is_human(*t))
            .collect();
        // "Players" are those who have a `playerID` of their own.
        for at in 0..self.tokens.len() {
            let (word, stem) = (self.word(at), self.tokens[at].stem.as_str());
            let own = |c: &Column| c.unique && c.stems.len() == 2 && c.stems[0] == stem && c.stems[1] == "id";
            let numbered = humans
                .iter()
                .copied()
                .find(|t| self.known.columns(*t).any(|(_, c)| own(c)));
            let called = self
                .at(at)
                .iter()
                .any(|a| a.score >= SCORE && matches!(a.meaning, Meaning::Table(_)));
            if let Some(table) = numbered.filter(|_| lexicon::is_person(word) && !called) {
                self.add(Atom {
                    start: at,
                    end: at + 1,
                    meaning: Meaning::Table(table),
                    score: NUMBERED,
                    loose: false,
                });
            }
        }
        let [table] = humans[..] else { return };
        for at in 0..self.tokens.len() {
            let word = self.word(at);
            if self.at(at).is_empty() && lexicon::is_person(word) && !lexicon::is_filler(word) {
                self.add(Atom {
                    start: at,
                    end: at + 1,
                    meaning: Meaning::Table(table),
                    score: SCORE,
                    loose: true,
                });
            }
        }
    }

    /// "Salesperson", "sales reps": the staff, where nothing is called so.
    fn sellers(&mut self) {
        const ONE: &str =
            "salesperson salespersons salespeople salesman salesmen saleswoman saleswomen saleslady seller sellers";
        const TWO: &str =
            "person persons people rep reps representative representatives man men woman women agent agents";
        let staff: Vec<usize> = (0..self.known.tables.len())
            .filter(|t| self.known.is_staff(*t))
            .collect();
        let [table] = staff[..] else { return };
        // Sales that somebody of them has made.
        let sold = |t: usize| self.known.belongs(t, table) && crate::worths::pieces(&self.known.tables[t]).is_some();
        if !self.known.is_human(table) || !(0..self.known.tables.len()).any(|t| t != table && sold(t)) {
            return;
        }
        for at in 0..self.tokens.len() {
            let end = match (self.word(at), self.word(at + 1)) {
                ("sales", next) if among(TWO, next) => at + 2,
                (one, _) if among(ONE, one) => at + 1,
                _ => continue,
            };
            // "Sales people" may be those of a department.
            let stored = |a: &Atom| matches!(a.meaning, Meaning::Value { .. }) && a.score >= SCORE;
            if !self.named(at, end, SCORE) && !self.at(at).iter().any(stored) {
                self.atoms[at].retain(|a| a.end > end || matches!(a.meaning, Meaning::Value { .. }));
                if end == at + 2 {
                    self.atoms[at + 1].clear();
                }
                self.add(Atom {
                    start: at,
                    end,
                    meaning: Meaning::Table(table),
                    score: SCORE,
                    loose: false,
                });
            }
        }
    }

    pub(super) fn staffed(&mut self) {
        self.sellers();
        const STAFF: [&str; 7] = [
            "staff",
            "employee",
            "employees",
            "colleague",
            "colleagues",
            "worker",
            "workers",
        ];
        for at in 0..self.tokens.len() {
            let named = self.at(at).iter().any(|a| a.score >= SCORE);
            if named || !STAFF.contains(&self.word(at)) {
                continue;
            }
            let names = |c: &crate::known::Column| {
                let staff = c.words.iter().any(|w| lexicon::is_staff(w));
                c.is_text() && !c.unique && staff && !c.is_numbering()
            };
            let found: Vec<_> = self
                .known
                .all()
                .filter(|(_, c)| names(c))
                .map(|(col, _)| col)
                .take(3)
                .collect();
            for col in found {
                self.add(Atom {
                    start: at,
                    end: at + 1,
                    meaning: Meaning::Column(col),
                    score: SCORE,
                    loose: false,
                });
            }
        }
    }
}
