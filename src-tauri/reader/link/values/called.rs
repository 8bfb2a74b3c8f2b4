//! Stored texts that a word is only by chance: of the many names of people and animals any word may be one ("holders" are no
//! Holder), dollars say what an amount is told in, and a number that tells rows apart is spelt from what others say plainly.

use askwell_contract::run::ValueMatch;

use crate::known::{Col, Column, Role};
use crate::link::{says_unit, Text};
use crate::words::english::is_common;
use crate::words::{among, stem};

/// With fewer values a column hardly has one by chance.
const MANY: u64 = 20;

/// Another column with so many times fewer values is meant.
const RARER: u64 = 10;

/// Whether a column keeps surnames.
pub(in crate::link) fn is_surname(c: &Column) -> bool {
    let has = |list: &str| c.words.iter().any(|w| among(list, w));
    has("surname lname lastname") || has("last family") && has("name")
}

impl Text<'_> {
    /// Whether a word in small letters is only by chance one of the many names of a column: in another form, a word of another
    /// name, or one of the few values of another column. What is "called" or "named" so is meant.
    pub(super) fn is_chance_name(&self, start: usize, end: usize, v: &ValueMatch, col: Col) -> bool {
        let column = self.known.column(col);
        let token = &self.tokens[start];
        let before = start.checked_sub(1).map_or("", |at| self.word(at));
        if end - start != 1
            || !names_beings(column)
            || !token.text.starts_with(char::is_lowercase)
            || among("called named name is mr mrs ms miss dr", before)
        {
            return false;
        }
        let value = v.value.trim().to_lowercase();
        let inflected = !v.part && value != token.lower && stem(&value) == token.stem;
        inflected || self.known.is_named(&token.stem) || self.is_of_fewer(v, column)
    }

    /// Whether the same words are a text of another column with far fewer of them: the award, and no one of that name.
    fn is_of_fewer(&self, v: &ValueMatch, column: &Column) -> bool {
        let few = |o: &ValueMatch| {
            let other = self.stored(o).map(|c| self.known.column(c));
            o.span == v.span && o.exact && other.is_some_and(|c| c.distinct * RARER <= column.distinct)
        };
        self.asked.values.iter().any(few)
    }

    /// Whether a verb or a plain word is only spelt like a text: who "scored" is no note 'Scoring' beside a table of that name,
    /// and to "win" is no code 'WIN'.
    pub(in crate::link) fn is_only_spelt(&self, start: usize, end: usize, v: &ValueMatch, column: &Column) -> bool {
        let token = &self.tokens[start];
        if end - start != 1 || v.part || !token.text.starts_with(char::is_lowercase) {
            return false;
        }
        let value = v.value.trim();
        let inflected = value.to_lowercase() != token.lower && stem(&value.to_lowercase()) == token.stem;
        let of_thing = column.words.len() > 1 && column.words.last().is_some_and(|w| w == "id");
        let code = of_thing && value.chars().all(char::is_uppercase) && is_common(&token.lower);
        code || inflected && self.known.is_rows(&token.stem)
    }

    /// Whether another name goes on behind a surname, so that it is the beginning of something else: the "Stanley" of a
    /// "Stanley Cup", the "Hall" of "Hall of Fame".
    pub(in crate::link) fn is_other_name(&self, v: &ValueMatch, end: usize, col: Col) -> bool {
        let start = end.saturating_sub(1);
        let before = start.checked_sub(1).map_or("", |at| self.word(at));
        if among("name surname named called mr mrs ms miss dr is", before) {
            return false;
        }
        if self.is_of_fewer(v, self.known.column(col)) {
            return true;
        }
        let next = end + usize::from(self.word(end) == "of");
        let Some(token) = self.tokens.get(next) else {
            return false;
        };
        // "King of Leeds" are two texts.
        let stored = |v: &ValueMatch| self.place(v.span).is_some_and(|(from, _)| from == next);
        token.text.starts_with(char::is_uppercase) && !self.asked.values.iter().any(stored)
    }

    /// Whether a word says in which money an amount is told, of which a column keeps it: "pay in dollars" of `salary_in_usd`.
    pub(in crate::link) fn is_of_money(&self, start: usize, end: usize, col: Col) -> bool {
        const MONEY: [&str; 3] = ["usd", "eur", "gbp"];
        let named = |c: &Column| c.words.iter().any(|w| w == "currency");
        if end - start != 1 || !named(self.known.column(col)) {
            return false;
        }
        let Some(short) = MONEY.iter().find(|m| says_unit(self.word(start), m)) else {
            return false;
        };
        let mut columns = self.known.columns(col.table);
        columns.any(|(_, c)| c.is_number() && c.words.iter().any(|w| w == short))
    }

    /// Whether it stands in what tells the rows apart where another column of the table says the same plainly.
    pub(super) fn is_of_number(&self, v: &ValueMatch, col: Col) -> bool {
        let alone = |c: &Column| c.unique || c.role == Role::Key;
        let plainly = |o: &ValueMatch| {
            let other = self.stored(o).filter(|c| c.table == col.table && *c != col);
            o.span == v.span && other.is_some_and(|c| !alone(self.known.column(c)))
        };
        v.part && alone(self.known.column(col)) && self.asked.values.iter().any(plainly)
    }
}

/// Whether a column has the names of many people or animals.
fn names_beings(column: &Column) -> bool {
    const BEINGS: &str = "first last middle full given family customer client person people member employee staff patient student pupil player \
        user owner guest driver contact animal pet dog cat horse nick";
    let of = |list: &str| column.words.iter().any(|w| among(list, w));
    let name = of("name") && of(BEINGS) || of("surname forename firstname lastname nickname actor author artist");
    column.distinct > MANY && column.is_text() && name
}
