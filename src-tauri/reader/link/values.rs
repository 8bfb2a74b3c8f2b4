//! Stored values that words of the question are, and codes that they stand for.

use askwell_contract::run::ValueMatch;
use unicode_normalization::UnicodeNormalization;

use self::called::is_surname;
use super::joined::is_half;
use super::{Atom, Meaning, Text};
use crate::codes;
use crate::constructions::money_word;
use crate::known::{Col, Column, Role};
use crate::lexicon;
use crate::words::english::is_common;
use crate::words::{among, is_word, TokenKind};

mod called;
mod endings;
mod everywhere;
mod sexes;
mod wholes;

/// A value that is only like the words is no value where the words are a name or plain English.
const SURE: f64 = 0.95;

/// Among more names than these any plain word of English may be one.
const TITLES: u64 = 200;

/// A code whose meaning stands beside its column.
pub(super) const EXPLAINED: f64 = 0.96;

/// A text as alike is the same in another spelling.
const SAME: f64 = 0.95;

/// From here on a word is the name of a table.
const NAMED: f64 = 0.9;

/// A letter that stands for one kind of what the word is meant for.
const CODED: f64 = 0.7;

/// A part of the column's texts as it is written there: "koln" of 'InterBau Köln'.
fn spelt(column: &Column, part: &str) -> String {
    // A letter that is taken apart leaves its marks behind it.
    let plain = |w: &str| -> String { w.to_lowercase().nfd().filter(|c| c.is_alphanumeric()).collect() };
    let wanted = plain(part);
    let mut words = column.top.iter().flat_map(|t| t.split(|c: char| !c.is_alphanumeric()));
    let found = words.find(|w| plain(w) == wanted);
    found.map_or_else(|| part.to_owned(), str::to_owned)
}

impl Text<'_> {
    /// Whether the word is the whole of what is asked for: "which band has", "how many bands are there".
    fn is_asked_for(&self, at: usize) -> bool {
        let before = at.checked_sub(1).map_or("", |b| self.word(b));
        let asks =
            matches!(before, "which" | "what" | "whose") || before == "many" && at > 1 && self.word(at - 2) == "how";
        asks && lexicon::is_filler(self.word(at + 1))
    }

    pub(super) fn values(&mut self) {
        self.things_everywhere();
        for v in &self.asked.values {
            let (Some((start, end)), Some(col)) = (self.place(v.span), self.stored(v)) else {
                continue;
            };
            let quoted = self.tokens[start..end].iter().any(|t| t.kind == TokenKind::Quoted);
            // A text of several words silences those that its words are one by one: 'Golden Retriever' and a dog called 'Golden'.
            let within = |o: &ValueMatch| o.span != v.span && o.span.start <= v.span.start && v.span.end <= o.span.end;
            let longer = |o: &ValueMatch| within(o) && !o.part && o.similarity >= SURE;
            if !quoted && self.asked.values.iter().any(longer) {
                continue;
            }
            // What is stored so, or nearly, is no slip of another: 'Ararat', and not 'Arayat'.
            let sure = |o: &ValueMatch| o.span == v.span && !o.part && o.similarity >= SAME;
            if !v.exact && !v.part && v.similarity < SAME && self.asked.values.iter().any(sure) {
                continue;
            }
            // "An A" in capitals is no article.
            let grade = start > 0 && v.words.chars().all(char::is_uppercase) && v.value == v.words;
            // "Let plots" are in a state, "let me see" is an order.
            let rows = &self.known.tables[col.table].stems;
            let state = end - start == 1
                && self
                    .tokens
                    .get(end)
                    .is_some_and(|t| rows.as_slice() == [t.stem.as_str()]);
            let counts = |w: &str| {
                matches!(
                    w,
                    "all" | "each" | "any" | "some" | "one" | "total" | "number" | "every"
                )
            };
            let state = state && start > 0 && !counts(&self.tokens[start].lower);
            let state = state && v.exact && self.known.column(col).groups();
            // "In person", "to do": several words that are stored so, one of a few texts.
            let phrase = end - start > 1 && v.exact && self.known.column(col).groups();
            let plain =
                !grade && !state && !phrase && self.tokens[start..end].iter().all(|t| lexicon::is_filler(&t.lower));
            // "The 5 oldest" count, and are no mark of 5 where nobody speaks of marks.
            let column = self.known.column(col);
            let small = self.tokens[start].number.is_some_and(|n| n < 1_000.0);
            let counts = end - start == 1 && small && column.view.is_some();
            if counts && !quoted && !self.tokens.iter().any(|t| column.stems.contains(&t.stem)) {
                continue;
            }
            let one = &self.tokens[start].lower;
            let itself = v.value.trim().eq_ignore_ascii_case(one);
            if end - start == 1 && !quoted && !itself && self.happened(start, col.table) {
                continue;
            }
            let english = end - start == 1
                && (lexicon::is_scale(one)
                    || !lexicon::concept(one).is_empty()
                    || is_word(one)
                    || is_word(&self.tokens[start].stem));
            // "How many minutes does it run": what it does, and no title.
            let runs = end - start == 1
                && matches!(one.as_str(), "run" | "last" | "take")
                && (0..start).any(|at| matches!(self.word(at), "do" | "does" | "did"))
                && (0..start).any(|at| matches!(self.word(at), "minutes" | "hours" | "seconds" | "mins" | "long"));
            if runs && !quoted && self.tokens[start].text.starts_with(char::is_lowercase) {
                continue;
            }
            let fuzzy = v.similarity < SURE || v.part;
            let said = quoted || self.tokens[start].text.starts_with(char::is_uppercase) && start > 0;
            let beside = || self.is_beside_value(start, end, col);
            if !quoted && (plain || fuzzy && !(v.part && said) && (english || self.named(start, end, 0.5)) && !beside())
            {
                continue;
            }
            // "Birds" are all that a `bird_group` may name.
            let named = end - start == 1 && column.stems.contains(&self.tokens[start].stem);
            if v.part && named && !quoted {
                continue;
            }
            if !quoted && (self.is_chance_name(start, end, v, col) || self.is_only_spelt(start, end, v, column)) {
                continue;
            }
            if !quoted && (self.is_of_money(start, end, col) || self.is_of_number(v, col)) {
                continue;
            }
            // "Which band has most": what is asked for is no part of a name.
            if v.part && !said && end - start == 1 && self.is_asked_for(start) {
                continue;
            }
            if v.part && !said && (self.acts(start, end) || self.known.column(col).is_contact()) {
                continue;
            }
            // "Contacts" are no 'Contacted' where a column is called so.
            let other = !v.part
                && !self.tokens[start..end]
                    .iter()
                    .any(|t| v.value.to_lowercase().contains(&t.lower));
            if other && !quoted && self.named(start, end, 1.0) {
                continue;
            }
            let meaning = Meaning::Value {
                col,
                value: match v.part {
                    true => spelt(self.known.column(col), &v.value),
                    false => v.value.clone(),
                },
                part: v.part,
            };
            // "Good" may be a title, but hardly ever is.
            let lower = &self.tokens[start].lower;
            let grammar = end - start == 1
                && (lexicon::is_scale(lower)
                    || lexicon::aggregate(lower).is_some()
                    || lexicon::period(lower).is_some());
            // A word of the sheet's own name is no condition on its rows, but behind an article or a preposition: "force" of
            // `police_force`, and "homes in Sacramento" of `sacramento_homes`.
            const BEFORE: &str = "in from at a an to by";
            let sheet = end - start == 1
                && self.known.tables.len() == 1
                && (rows.len() > 1 && rows.contains(&self.tokens[start].stem)
                    || is_half(&self.known.tables[col.table], &self.tokens[start].stem))
                && (start == 0 || !among(BEFORE, &self.tokens[start - 1].lower));
            // Among hundreds of titles is one for any plain word: "how much money came in" asks for no book 'Money'.
            let titles = column.distinct > TITLES && column.role == Role::Label && !column.is_contact();
            let title = (english || end - start == 1 && is_common(one)) && titles && !said && !quoted;
            if title && (!v.exact || money_word(one) || !lexicon::concept(one).is_empty() || is_surname(column)) {
                continue;
            }
            if said && !quoted && end - start == 1 && is_surname(column) && self.is_other_name(v, end, col) {
                continue;
            }
            let score = match () {
                () if title || (grammar || sheet) && !said => 0.3,
                // A word of no name stands in titles of any kind.
                () if v.part && !said => 0.6 * v.similarity,
                () if v.part => 0.8 * v.similarity,
                () => v.similarity,
            };
            self.add(Atom {
                start,
                end,
                meaning,
                score,
                loose: v.similarity < SURE,
            });
        }
    }

    /// Whether a text of the same column is named beside these words: "street vs home" are two places.
    fn is_beside_value(&self, start: usize, end: usize, col: Col) -> bool {
        const ARTICLES: &[&str] = &["the", "a", "an", "from", "in", "at", "on", "to", "any", "some"];
        let joins = |from: usize, to: usize| {
            let owner = |at: &usize| {
                among("somebody someone people their 's s", self.word(*at)) || ARTICLES.contains(&self.word(*at))
            };
            let between = || (from..to).filter(|at| !owner(at));
            from < to
                && between().count() == 1
                && between().all(|at| among("vs versus or and , vs. nor", self.word(at)))
        };
        let name = &self.known.column(col).name;
        let sure = |v: &&ValueMatch| v.similarity >= SURE && !v.part && v.column == *name;
        let mut others = self.asked.values.iter().filter(sure).filter_map(|v| self.place(v.span));
        others.any(|(a, b)| joins(b, start) || joins(end, a))
    }

    /// Whether a word that stands in longer texts is one of grammar here, or names a table: "have run out", "that we run", "sat
    /// down", "bookings".
    pub(super) fn acts(&self, start: usize, end: usize) -> bool {
        const PARTICLES: [&str; 8] = ["out", "off", "up", "down", "away", "back", "too", "over"];
        const DOERS: [&str; 7] = ["i", "we", "you", "they", "he", "she", "to"];
        let before = start.checked_sub(1).map_or("", |at| self.word(at));
        let one = end - start == 1;
        let name = self.tokens[start].text.starts_with(char::is_uppercase) && !is_word(&self.tokens[start].lower);
        let particle = PARTICLES.contains(&self.word(start)) || PARTICLES.contains(&self.word(end));
        // "Paid to Greenways".
        const GIVES: [&str; 11] = [
            "paid",
            "pay",
            "sent",
            "sold",
            "gave",
            "given",
            "owed",
            "went",
            "delivered",
            "lent",
            "belong",
        ];
        let gives = before == "to" && start > 1 && GIVES.contains(&self.word(start - 2));
        let rows = self.known.is_table(&self.tokens[start].stem);
        one && !name && (particle || DOERS.contains(&before) && !gives || rows)
    }

    /// Whether a word tells what is done to rows of a table that keep the day of it: what was opened in May may be closed by
    /// now, and what it takes to close it is no state.
    pub(super) fn happened(&self, at: usize, table: usize) -> bool {
        let token = &self.tokens[at];
        let done = token.lower.ends_with("ed") || at > 0 && self.word(at - 1) == "to";
        done && self
            .known
            .columns(table)
            .any(|(_, c)| c.is_time() && !c.is_number() && c.stems.contains(&token.stem))
    }

    pub(super) fn codes(&mut self) {
        self.explained();
        self.no_shows();
        self.spelt_out();
        self.sexes();
        self.endings();
        for at in 0..self.tokens.len() {
            let lower = self.tokens[at].lower.clone();
            if self.tokens[at].kind != TokenKind::Word
                || lexicon::is_filler(&lower)
                || lexicon::is_not(&lower)
                || lexicon::aggregate(&lower).is_some()
                || lexicon::period(&lower).is_some()
                || lexicon::is_scale(&lower)
                || matches!(lower.as_str(), "most" | "more" | "least" | "less" | "fewest" | "fewer")
                || self.wholly_named(at)
            {
                continue;
            }
            let exact = |a: &Atom| matches!(a.meaning, Meaning::Value { part: false, .. }) && a.score >= SURE;
            if self.atoms[at].iter().any(exact) {
                continue;
            }
            let known = self.known;
            for (col, column) in known.all() {
                if let Some((value, sure)) = codes::code(column, &lower) {
                    let sure = if self.said(col.table) { sure } else { sure * 0.5 };
                    let meaning = Meaning::Value {
                        col,
                        value: value.to_owned(),
                        part: false,
                    };
                    self.add(Atom {
                        start: at,
                        end: at + 1,
                        meaning,
                        score: sure,
                        loose: true,
                    });
                }
            }
        }
    }

    /// Whether the word is all of a name; "card" is not all of a card type.
    fn wholly_named(&self, at: usize) -> bool {
        let of = |a: &Atom| match a.meaning {
            Meaning::Table(t) => self.known.tables[t].words.len() == 1,
            Meaning::Column(c) => self.known.column(c).words.len() == 1 || self.known.column(c).is_condition(),
            _ => false,
        };
        self.at(at).iter().any(|a| a.end == at + 1 && a.score >= 0.9 && of(a))
    }

    /// "Dogs" are no other word for the table of animals where a code of its rows is short for them: then they are those rows.
    pub(super) fn coded(&mut self) {
        let known = self.known;
        let column = |a: &Atom| match a.meaning {
            Meaning::Column(c) => Some(c),
            _ => None,
        };
        let kind = |a: &Atom| match a.meaning {
            Meaning::Value { col, part: false, .. } if known.column(col).groups() => Some((col.table, a.score)),
            _ => None,
        };
        for (token, atoms) in self.tokens.iter().zip(&mut self.atoms) {
            let mut of: Vec<usize> = Vec::new();
            let like: Vec<Col> = atoms.iter().filter(|a| a.loose).filter_map(column).collect();
            let meant = |t: usize| {
                self.asked.meant.fields.iter().any(|f| {
                    known.tables[t].name == f.table && f.column.is_none() && f.span.start as usize == token.start
                })
            };
            for atom in atoms.iter_mut() {
                if let Meaning::Value {
                    col,
                    value,
                    part: false,
                } = &atom.meaning
                {
                    let code = atom.loose && value.trim().chars().count() == 1;
                    if code
                        && (meant(col.table) || like.contains(col))
                        && codes::code(known.column(*col), &token.lower).is_some()
                    {
                        atom.score = CODED;
                        of.push(col.table);
                    }
                }
            }
            for atom in atoms.iter_mut() {
                if matches!(atom.meaning, Meaning::Table(t) if of.contains(&t)) && atom.loose {
                    atom.score *= CODED;
                }
            }
            // "Houses" are those homes that are a 'House', and not all, which they are only another word for.
            let kinds: Vec<(usize, f64)> = atoms.iter().filter_map(kind).collect();
            for atom in atoms.iter_mut().filter(|a| a.score < NAMED) {
                // "Never booked" speaks of bookings, though some are 'Booked'.
                let kept = |t: usize| kinds.iter().any(|k| k.0 == t && k.1 >= atom.score);
                let other = match atom.meaning {
                    Meaning::Table(t) => kept(t) && !known.tables[t].stems.contains(&token.stem),
                    // "Books" of the kind 'BOOK' are no titles.
                    Meaning::Column(c) => {
                        let whole = |k: &(usize, f64)| k.0 == c.table && k.1 >= SURE;
                        kinds.iter().any(whole) && !known.column(c).stems.contains(&token.stem)
                    }
                    _ => false,
                };
                if other {
                    atom.score *= if matches!(atom.meaning, Meaning::Column(_)) {
                        CODED / 2.0
                    } else {
                        CODED
                    };
                }
            }
        }
    }

    /// "Returned to sender": a code of the first letters of three or four words.
    fn spelt_out(&mut self) {
        let known = self.known;
        for at in 0..self.tokens.len() {
            for end in [at + 3, at + 4] {
                let Some(words) = self.tokens.get(at..end) else {
                    continue;
                };
                let words: Vec<&str> = words.iter().map(|t| t.lower.as_str()).collect();
                let letters = |w: &&str| w.chars().all(char::is_alphabetic);
                let long = words.iter().filter(|w| w.len() > 3).count();
                if long == 0 || !words.iter().all(letters) {
                    continue;
                }
                let coded: Vec<_> = known
                    .all()
                    .filter_map(|(col, column)| Some((col, codes::initials(column, &words)?)))
                    .collect();
                for (col, (value, score)) in coded {
                    self.add(Atom {
                        start: at,
                        end,
                        meaning: Meaning::Value {
                            col,
                            value: value.to_owned(),
                            part: false,
                        },
                        score,
                        loose: false,
                    });
                }
            }
        }
    }

    /// "No shows", "no-show": a state that two words are the name of, as a code of their letters or the first of them.
    fn no_shows(&mut self) {
        let known = self.known;
        for at in 0..self.tokens.len() {
            let (words, end) = match self.word(at).split_once('-') {
                Some((a, b)) if !a.is_empty() && !b.is_empty() => ([a.to_owned(), b.to_owned()], at + 1),
                _ => ([self.word(at).to_owned(), self.word(at + 1).to_owned()], at + 2),
            };
            let no_show = words[0] == "no" && matches!(words[1].as_str(), "show" | "shows");
            let content = |w: &String| w.len() > 1 && w.chars().all(char::is_alphabetic) && !lexicon::is_filler(w);
            if !no_show && !words.iter().all(content) {
                continue;
            }
            for (col, column) in known.all() {
                let both = codes::initials(column, &[&words[0], &words[1]]);
                let one = || codes::code(column, "noshow").filter(|_| no_show);
                let told = || {
                    let missed = lexicon::outcomes("no-show");
                    let says = |m: &&(String, String)| super::senses(&m.1).iter().any(|s| missed.contains(s));
                    column
                        .means
                        .iter()
                        .find(says)
                        .filter(|_| no_show)
                        .map(|m| (m.0.as_str(), SURE))
                };
                let Some((value, sure)) = both.or_else(told).or_else(one) else {
                    continue;
                };
                let sure = match no_show {
                    true => 0.85,
                    false if self.said(col.table) => sure * 0.5,
                    false => sure * 0.35,
                };
                self.add(Atom {
                    start: at,
                    end,
                    meaning: Meaning::Value {
                        col,
                        value: value.to_owned(),
                        part: false,
                    },
                    score: sure,
                    loose: true,
                });
            }
        }
    }
}
