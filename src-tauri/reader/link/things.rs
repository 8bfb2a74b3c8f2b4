//! Words that are some of a name and mean less than all of it: trips are rows and no `trip_duration`, a price is not the lowest.

use super::{Atom, Meaning, Text};
use crate::known::{Col, Column, Known, Role};
use crate::lexicon;
use crate::words::{among, singular, stem};

/// What is left of the measure.
const THING: f64 = 0.4;

/// What is left of the lowest or the highest of a figure.
const EXTREME: f64 = 0.8;

/// Letters of a code at most.
const SHORT: usize = 4;

/// A text that is no more like the word than this is not meant where the word names something.
const LIKE: f64 = 0.7;

/// Whether a text looked for within others would be found inside a word of theirs.
fn cuts(known: &Known, col: Col, value: &str) -> bool {
    let value = value.to_lowercase();
    known.column(col).top.iter().any(|text| {
        let text = text.to_lowercase();
        text.contains(&value)
            && !text
                .split(|c: char| !c.is_alphanumeric())
                .any(|word| value.starts_with(word) && !word.is_empty())
    })
}

impl Text<'_> {
    /// Whether it takes the one word that the texts of a column share for some of them.
    pub(super) fn is_shared(&self, atom: &Atom) -> bool {
        let Meaning::Value { col, value, part } = &atom.meaning else {
            return false;
        };
        let (column, token) = (self.known.column(*col), &self.tokens[atom.start]);
        atom.end == atom.start + 1 && (*part || value.trim().contains(' ')) && column.shares(&token.stem)
    }

    /// A word that names a column or a table leaves no text its meaning that is only like it, or is spelt from its root: "goals"
    /// are no note 'Scoring' beside a column of goals, nor does who "scored" have one beside a table of that name.
    fn named_apart(&mut self) {
        let known = self.known;
        for at in 0..self.atoms.len() {
            let mut list = std::mem::take(&mut self.atoms[at]);
            list.retain(|a| a.end > at + 1 || !self.is_only_of(at, &a.meaning));
            self.atoms[at] = list;
        }
        for (at, (list, token)) in self.atoms.iter_mut().zip(&self.tokens).enumerate() {
            let one = |a: &Atom| a.end == at + 1;
            let named = list
                .iter()
                .any(|a| one(a) && a.score >= 1.0 && matches!(a.meaning, Meaning::Column(_)));
            let rows = known.is_rows(&token.stem);
            let text = |a: &Atom| matches!(a.meaning, Meaning::Value { part: false, .. });
            let stored = token.text.starts_with(char::is_uppercase)
                && at > 0
                && list.iter().any(|a| one(a) && !a.loose && a.score >= 0.95 && text(a));
            // What is stored whole is not looked for within: "men" of 'male' is no part of 'female'.
            let whole: Vec<(Col, String)> = list
                .iter()
                .filter_map(|a| match &a.meaning {
                    Meaning::Value {
                        col,
                        value,
                        part: false,
                    } if one(a) => Some((*col, value.clone())),
                    _ => None,
                })
                .collect();
            list.retain(|a| match &a.meaning {
                Meaning::Value { col, value, part: true } if one(a) => !whole
                    .iter()
                    .any(|w| w.0 == *col && w.1 == *value && cuts(known, *col, value)),
                Meaning::Value { value, part: false, .. } if one(a) && a.loose && a.score < LIKE => {
                    let code = value.trim().len() <= SHORT && value.chars().all(char::is_uppercase);
                    let root = stem(&value.trim().to_lowercase()) == token.stem;
                    !(named || rows && (root || code))
                }
                // "NHL goals" are those of that league, and no `first_nhl`.
                Meaning::Column(c) => !(stored && one(a) && a.score < 0.9 && known.column(*c).words.len() > 1),
                _ => true,
            });
        }
    }

    /// A name of several words leaves its words no other loose meaning: the "credit card" of `has_cr_card` is no credit score; and
    /// a stored text none at all: the "United States" are no `state`.
    pub(super) fn longest(&mut self) {
        self.named_apart();
        let of = |m: &Meaning| matches!(m, Meaning::Column(_) | Meaning::Value { part: false, .. });
        let named = |a: &Atom| of(&a.meaning) && !a.loose && a.end > a.start + 1 && a.score >= 0.8;
        let whole: Vec<Atom> = self.atoms.iter().flatten().filter(|a| named(a)).cloned().collect();
        for list in &mut self.atoms {
            list.retain(|a| {
                let within = |w: &Atom| w.start <= a.start && a.end <= w.end && a.end - a.start < w.end - w.start;
                let stored = |w: &Atom| matches!(w.meaning, Meaning::Value { .. }) && w.score >= 0.95;
                let less =
                    |w: &Atom| within(w) && a.meaning != w.meaning && (stored(w) || a.loose && a.score < w.score);
                !(matches!(a.meaning, Meaning::Column(_)) && whole.iter().any(less))
            });
        }
    }

    /// What is left of a column that keeps the lowest or the highest of what the word names, where another keeps it plainly and
    /// nobody asks for extremes.
    pub(super) fn of_extreme(&self, at: usize, meaning: &Meaning) -> f64 {
        const ENDS: &str = "max maximum min minimum highest lowest peak";
        let (Some(token), Meaning::Column(c)) = (self.tokens.get(at), meaning) else {
            return 1.0;
        };
        let ends = |words: &[String]| words.iter().any(|w| among(ENDS, w));
        let column = self.known.column(*c);
        if !column.is_number() || !ends(&column.words) || !column.stems.contains(&token.stem) {
            return 1.0;
        }
        let said = self
            .tokens
            .iter()
            .any(|t| among(ENDS, &t.lower) || among("most least top bottom", &t.lower));
        let plain = |(other, o): (Col, &Column)| {
            other != *c && o.is_number() && o.told.is_none() && !ends(&o.words) && o.stems.contains(&token.stem)
        };
        match !said && self.known.columns(c.table).any(plain) {
            true => EXTREME,
            false => 1.0,
        }
    }

    /// What is left of a measure whose name has the singular of a plural in the question.
    pub(super) fn of_thing(&self, at: usize, meaning: &Meaning) -> f64 {
        let (Some(token), Meaning::Column(c)) = (self.tokens.get(at), meaning) else {
            return 1.0;
        };
        let column = self.known.column(*c);
        if !column.is_number() || column.role != Role::Measure || column.told.is_some() {
            return 1.0;
        }
        let one = singular(&token.lower);
        let place = column
            .words
            .iter()
            .position(|w| *w == one)
            .filter(|_| one != token.lower);
        let measured = |place: usize| column.words[place + 1..].iter().any(|w| lexicon::is_measure(w));
        match place.is_some_and(measured) {
            true => THING,
            false => 1.0,
        }
    }

    /// "How many customers have orders", "have pets with visits": tables of which each thing of `of` must have a row.
    pub fn had_by(&self, of: usize) -> Vec<usize> {
        const HAVE: &str = "have has had having with";
        const SOME: &[&str] = &["any", "some", "a", "an", "placed", "made", "got", "had"];
        let below = |t: &usize| *t != of && self.known.belongs(*t, of) && self.known.key(of).is_some();
        let table = |a: &Atom| match a.meaning {
            Meaning::Table(t) if a.score >= 0.9 => Some(t),
            _ => None,
        };
        let named = |at: usize| self.at(self.past(at + 1, SOME)).iter().find_map(table);
        let had = (1..self.tokens.len()).filter(|at| among(HAVE, self.word(*at)));
        had.filter_map(named).filter(below).collect()
    }

    /// "How many dogs have visits": the table whose rows the text right behind "how many" tells apart.
    pub fn headed_by_text(&self) -> Option<usize> {
        let how = (self.word(0), self.word(1)) == ("how", "many");
        let text = |a: &Atom| match a.meaning {
            Meaning::Value { col, .. } if a.score >= 0.9 => Some(col.table),
            _ => None,
        };
        let named = |a: &Atom| a.score >= 0.9 && matches!(a.meaning, Meaning::Table(_));
        let found = self.at(2).iter().filter(|_| how).find_map(text);
        let plain = !self.at(2).iter().any(named) && among("have has had with", self.word(3));
        found.filter(|t| plain && !self.had_by(*t).is_empty())
    }
}
