//! Words of business and what columns are called that mean them: "turnover" of `total_sales`.

use super::numbers::is_unit;
use super::{Atom, Meaning, Text};
use crate::known::{Col, Role};
use crate::lexicon;
use crate::lexicon::fields::{self, is_called, Name, LONGEST};
use crate::worths;

/// What a column found through a word of business is worth, less for each place behind the best: it may be the only one.
const CONCEPT: f64 = 0.62;
const STEP: f64 = 0.06;
const FARTHEST: f64 = 0.4;
/// The same where the names are of one field, and each says much.
const NEXT: f64 = 0.03;

fn is_adjective(word: &str) -> bool {
    const ENDINGS: [&str; 9] = ["ent", "ant", "ous", "ful", "able", "ible", "ive", "ical", "less"];
    ENDINGS.iter().any(|e| word.ends_with(e) && word.len() > e.len() + 2)
}

impl Text<'_> {
    /// "Bookings made in March" made nothing: they were made.
    fn is_done(&self, at: usize) -> bool {
        let rows = |a: &Atom| matches!(a.meaning, Meaning::Table(_)) && a.end == at && a.score >= 0.6;
        let asks = |i: usize| {
            matches!(
                self.word(i),
                "much" | "what" | "money" | "have" | "has" | "had" | "we" | "they"
            )
        };
        // "Which shops made the most" is of money.
        let most = |i: usize| matches!(self.word(i), "most" | "least" | "more" | "money");
        let done = self.word(at) == "made" && at > 0 && self.at(at - 1).iter().any(rows);
        done && !(0..at).any(asks) && !(at + 1..at + 3).any(most)
    }

    /// "What does a seat go for" asks for its price, "which seats do people go for" for what they choose.
    fn is_choice(&self, at: usize) -> bool {
        let goes = matches!(self.word(at), "go" | "goes" | "went") && self.word(at + 1) == "for";
        let asks = (0..at).any(|i| matches!(self.word(i), "what" | "much"));
        // "The most expensive seat" is one.
        let ranks = |i: usize| {
            matches!(self.word(i), "most" | "least" | "mostly" | "more") && lexicon::scale(self.word(i + 1)).is_none()
        };
        goes && (!asks || (0..self.tokens.len()).any(ranks))
    }

    /// Columns and tables that a word of business means, where nothing is called by it.
    pub(super) fn concepts(&mut self) {
        for at in 0..self.tokens.len() {
            for len in (1..=LONGEST).rev() {
                if at + len > self.tokens.len() {
                    continue;
                }
                let words: Vec<&str> = self.tokens[at..at + len].iter().map(|t| t.lower.as_str()).collect();
                let words_said = words.join(" ");
                let (means, ideas) = (lexicon::concept(&words_said), fields::ideas(&words_said));
                // Behind a number a unit only says what the number is of.
                let unit = at > 0 && self.tokens[at - 1].number.is_some() && is_unit(words[0]);
                if means.is_empty() && ideas.is_empty()
                    || unit
                    || self.is_done(at)
                    || self.is_choice(at)
                    || self.named(at, at + len, 0.95)
                {
                    continue;
                }
                let mut found: Vec<(f64, Col)> = Vec::new();
                let mut of_field: Vec<(f64, Col)> = Vec::new();
                for (col, column) in self.known.all() {
                    // What is said of an amount is not whether: "gift" is no `gift_aid`.
                    let whether = column.stems.len() > 1 && self.is_flag(col);
                    let aside = column.is_made() && worths::is_aside(self.known, col.table) && !self.said(col.table);
                    if matches!(column.role, Role::Key) || whether || aside {
                        continue;
                    }
                    let whole = if column.stems.len() == 1 { 0.03 } else { 0.0 };
                    // What a `reject_reason` is called by its last word: a reason, and not what was rejected.
                    let head = |n: &Name| !column.is_text() || column.stems.last().is_some_and(|last| n.contains(last));
                    // Its own word names a column by itself, and an adjective says what is kept in it: "urgent" of a priority.
                    let itself = |n: &Name| len == 1 && n.len() == 1 && n[0] == self.tokens[at].stem;
                    let kept = len == 1 && column.is_text() && is_adjective(words[0]);
                    let called = |n: &Name| is_called(&column.stems, n) && head(n) && !itself(n) && !kept;
                    let place = |names: &Vec<Name>| names.iter().position(called);
                    if let Some(place) = ideas.iter().filter_map(place).min() {
                        of_field.push((CONCEPT + whole - (NEXT * place as f64).min(FARTHEST), col));
                    }
                    if let Some(place) = means.iter().position(|m| column.stems.contains(m)) {
                        // What is taken off or put on top is no amount itself.
                        if lexicon::is_beside(&column.words) && place > 0 {
                            found.push((CONCEPT - FARTHEST, col));
                            continue;
                        }
                        found.push((CONCEPT + whole - (STEP * place as f64).min(FARTHEST), col));
                    }
                }
                for (t, table) in self.known.tables.iter().enumerate() {
                    if let Some(place) = means.iter().position(|m| table.stems.contains(m)) {
                        let score = CONCEPT + 0.1 / table.stems.len() as f64 - STEP * place as f64;
                        self.add(Atom {
                            start: at,
                            end: at + len,
                            meaning: Meaning::Table(t),
                            score,
                            loose: true,
                        });
                    }
                }
                // What any business says goes before what is said in one field.
                if found.is_empty() {
                    found = of_field;
                }
                found.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
                for (score, col) in found.into_iter().take(6).filter(|f| f.0 > 0.2) {
                    self.add(Atom {
                        start: at,
                        end: at + len,
                        meaning: Meaning::Column(col),
                        score,
                        loose: true,
                    });
                }
            }
        }
    }
}
