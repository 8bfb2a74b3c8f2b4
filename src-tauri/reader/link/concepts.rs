//! Words of business and of single fields, and what columns are called that mean them: "turnover" of `total_sales`, "mileage" of
//! `mpg`.

use super::numbers::is_unit;
use super::{Atom, Meaning, Text};
use crate::known::{Col, Column, Role, Table};
use crate::lexicon;
use crate::lexicon::fields::{self, is_called, Name, LONGEST};
use crate::words::{among, stem};
use crate::worths;

/// What a column found through a word of business is worth, less for each place behind the best: it may be the only one.
const CONCEPT: f64 = 0.62;
const STEP: f64 = 0.06;
const FARTHEST: f64 = 0.4;
/// The same where the names are of one field, and each says much.
const NEXT: f64 = 0.03;

/// What somebody did, and what rows of it are called.
const DEEDS: [(&str, &str); 4] = [
    ("pay pays paid paying", "payment"),
    ("sell sells sold selling", "sale"),
    ("donate donates donated donating gave given", "donation"),
    ("buy buys bought buying purchased", "purchase"),
];

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

    /// Columns and tables that a word of business or of some field means, where nothing is called by it.
    pub(super) fn concepts(&mut self) {
        for at in 0..self.tokens.len() {
            for len in (1..=LONGEST).rev() {
                if at + len > self.tokens.len() {
                    continue;
                }
                let words: Vec<&str> = self.tokens[at..at + len].iter().map(|t| t.lower.as_str()).collect();
                let said = words.join(" ");
                let (means, ideas) = (lexicon::concept(&said), fields::ideas(&said));
                // Behind a number a unit only says what the number is of.
                let unit = at > 0 && self.tokens[at - 1].number.is_some() && is_unit(words[0]);
                let nothing = means.is_empty() && ideas.is_empty();
                if nothing || unit || self.is_done(at) || self.is_choice(at) || self.named(at, at + len, 0.95) {
                    continue;
                }
                // What any business says goes before what is said in one field.
                let mut found = self.of_business(at, means);
                if found.is_empty() {
                    found = self.of_field(at, len, ideas);
                }
                found.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
                let columns = found.into_iter().take(6).filter(|f| f.0 > 0.2);
                let columns: Vec<_> = columns.map(|(score, col)| (score, Meaning::Column(col))).collect();
                let tables = self.tables_of(means);
                for (score, meaning) in tables.into_iter().chain(columns) {
                    self.add(Atom {
                        start: at,
                        end: at + len,
                        meaning,
                        score,
                        loose: true,
                    });
                }
            }
        }
    }

    /// Columns that may be meant at all: no key, no flag that is called by several words, nothing made of other columns that
    /// stands aside.
    fn meant_columns(&self) -> impl Iterator<Item = (Col, &Column)> {
        self.known.all().filter(|(col, column)| {
            // What is said of an amount is not whether: "gift" is no `gift_aid`.
            let whether = column.stems.len() > 1 && self.is_flag(*col);
            let aside = column.is_made() && worths::is_aside(self.known, col.table) && !self.said(col.table);
            !matches!(column.role, Role::Key) && !whether && !aside
        })
    }

    fn of_business(&self, at: usize, means: &[String]) -> Vec<(f64, Col)> {
        // "Paid" is what a table of payments keeps, where there is one, and no other amount.
        let deed = self.keeps_deed(self.word(at)).map(|amount| amount.table);
        let score = |(col, column): (Col, &Column)| {
            let place = means.iter().position(|m| column.stems.contains(m))?;
            // What is taken off or put on top is no amount itself.
            let beside = lexicon::is_beside(&column.words) && place > 0;
            let far = if beside {
                FARTHEST
            } else {
                (STEP * place as f64).min(FARTHEST) - whole(column)
            };
            Some((CONCEPT - far, col))
        };
        let mut found: Vec<(f64, Col)> = self.meant_columns().filter_map(score).collect();
        if found.iter().any(|f| Some(f.1.table) == deed) {
            found.retain(|f| Some(f.1.table) == deed);
        }
        found
    }

    /// The amount in the table that keeps what a verb says was done: that of payments for "paid".
    pub(crate) fn keeps_deed(&self, verb: &str) -> Option<Col> {
        let kept = stem(DEEDS.iter().find(|d| among(d.0, verb))?.1);
        let mut amounts = self.known.all().filter(|(col, c)| {
            let stems = &self.known.tables[col.table].stems;
            c.is_money() && c.role == Role::Measure && stems.contains(&kept)
        });
        amounts.next().map(|(col, _)| col)
    }

    fn of_field(&self, at: usize, len: usize, ideas: &[Vec<Name>]) -> Vec<(f64, Col)> {
        let token = &self.tokens[at];
        let score = |(col, column): (Col, &Column)| {
            // What a `reject_reason` is called by its last word: a reason, and not what was rejected.
            let head = |n: &Name| !column.is_text() || column.stems.last().is_some_and(|last| n.contains(last));
            // Its own word names a column by itself, and an adjective says what is kept in it: "urgent" of a priority.
            let itself = |n: &Name| len == 1 && n.len() == 1 && n[0] == token.stem;
            let kept = len == 1 && column.is_text() && is_adjective(&token.lower);
            let called = |n: &Name| is_called(&column.stems, n) && head(n) && !itself(n) && !kept;
            let places = ideas.iter().filter_map(|names| names.iter().position(called));
            let place = places.min()?;
            Some((CONCEPT + whole(column) - (NEXT * place as f64).min(FARTHEST), col))
        };
        self.meant_columns().filter_map(score).collect()
    }

    fn tables_of(&self, means: &[String]) -> Vec<(f64, Meaning)> {
        let score = |(t, table): (usize, &Table)| {
            let place = means.iter().position(|m| table.stems.contains(m))?;
            let score = CONCEPT + 0.1 / table.stems.len() as f64 - STEP * place as f64;
            Some((score, Meaning::Table(t)))
        };
        self.known.tables.iter().enumerate().filter_map(score).collect()
    }
}

/// What it is worth that a column is called by the one word alone.
fn whole(column: &Column) -> f64 {
    if column.stems.len() == 1 {
        0.03
    } else {
        0.0
    }
}
