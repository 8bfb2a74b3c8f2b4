//! Words that name nothing, by what they mean: the nearest names and stored texts.

use askwell_contract::run::{FieldMatch, Span, ValueMatch};

use super::valued::is_value;
use super::{Atom, Meaning, Text};
use crate::known::{Col, Known, Role, Table};
use crate::lexicon;
use crate::lexicon::fields::{self, is_called, Name, LONGEST};
use crate::words::{alike, among, is_word, plurals, stem, Token};

/// A name said so leaves no doubt.
const NAMED: f64 = 0.95;

/// Letters that two names share before one is taken for short for the other.
const LETTERS: usize = 3;

/// Words for people, firms, money and what is done in general, of which no stored text is just one sort.
const GENERAL: &str =
    "money income takings revenue turnover people folk folks company companies firm firms business businesses organisation organisations organization \
    organizations group groups work works job jobs thing things \
    colour colours color colors type types kind kinds sort sorts category categories size sizes brand brands style styles";

impl Known {
    /// Whether words are only like the name of a column, `table.column`, in what they mean: by no word, no synonym and no idea.
    pub fn resembles(&self, words: &str, of: &str) -> bool {
        let named = |t: &&Table| {
            of.strip_prefix(t.name.as_str())
                .is_some_and(|rest| rest.starts_with('.'))
        };
        let table = self.tables.iter().find(named);
        let column = table.and_then(|t| {
            t.columns
                .iter()
                .find(|c| of[t.name.len() + 1..] == c.name && c.told.is_none())
        });
        let Some(column) = column else { return false };
        let said: Vec<&str> = words.split_whitespace().collect();
        let content =
            |w: &&&str| w.chars().all(char::is_alphabetic) && !lexicon::is_filler(w) && !lexicon::is_grammar(w);
        let ideas = (1..=LONGEST).flat_map(|n| said.windows(n)).any(|run| {
            let run = run.join(" ");
            let called = |name: &Name| is_called(&column.stems, name);
            lexicon::concept(&run).iter().any(|s| column.stems.contains(s))
                || fields::leads(&run, &column.stems)
                || lexicon::scale(&run).is_some_and(|(s, _)| {
                    let of_field = s.of_field.iter().flatten();
                    s.columns.iter().chain(&s.reversed).chain(of_field).any(called)
                })
        });
        let mut content = said.iter().filter(content).peekable();
        let near = |w: &str| {
            let stem = stem(w);
            let letters = |s: &String| {
                let long = s.len().min(stem.len()) >= LETTERS;
                long && (s.starts_with(&stem) || stem.starts_with(s.as_str()))
            };
            // The only value of a table is what that is called.
            let of_table = || is_value(column) && table.is_some_and(|t| t.stems.contains(&stem));
            column.stems.iter().any(|s| letters(s) || alike(s, &stem).is_some()) || of_table()
        };
        content.peek().is_some() && !ideas && !content.any(|w| near(w))
    }
}

impl Text<'_> {
    /// Whether the name of a column of several words begins here, or that of a number: "annual fee", "hours".
    pub(crate) fn is_name(&self, at: usize) -> bool {
        let name = |a: &Atom| match a.meaning {
            Meaning::Column(c) if a.score >= NAMED => {
                let column = self.known.column(c);
                let number = column.is_number() && column.role == Role::Measure;
                a.end > at + 1 || number && column.words == [self.word(at)]
            }
            _ => false,
        };
        self.at(at).iter().any(name)
    }

    /// "By date" of "use by date", which a column called `use_by` begins: where it ends.
    pub(crate) fn name_goes_on(&self, at: usize) -> Option<usize> {
        let before = at.checked_sub(1)?;
        let word = self.word(at);
        let begun = |a: &Atom| match a.meaning {
            Meaning::Column(c) if a.end == at && a.score >= NAMED => {
                let words = &self.known.column(c).words;
                words.len() > 1 && words[0] == self.word(before) && words[1] == word
            }
            _ => false,
        };
        // "Use by 2025" tells a day.
        let timed = |a: &Atom| matches!(a.meaning, Meaning::Time(_) | Meaning::Number(_));
        let end = self.past(at + 1, &["date", "dates", "day"]);
        (self.at(before).iter().any(begun) && !self.at(at + 1).iter().any(timed)).then_some(end)
    }

    /// "Paid by card" is the stored 'Card' of `paid_by`, and no `card_message`: the word is only the beginning of that name.
    pub(crate) fn is_rather_stored(&self, at: usize, col: Col) -> bool {
        let stems = &self.known.column(col).stems;
        let begins = stems.len() > 1 && stems.last() != Some(&self.tokens[at].stem);
        let stored = |a: &Atom| {
            let Meaning::Value {
                col: of, part: false, ..
            } = &a.meaning
            else {
                return false;
            };
            // What it stands in is spoken of, too: "paid".
            let stems = &self.known.column(*of).stems;
            let said = |t: &Token| !among("by of in via with", &t.lower) && stems.contains(&t.stem);
            a.score >= 0.95 && a.end == at + 1 && *of != col && self.tokens[..at].iter().any(said)
        };
        begins && self.at(at).iter().any(stored)
    }

    /// Whether a word is only spelt like a stored text, or means more than it: a club is no 'Clubroom', who tipped is no 'tipper',
    /// companies are of every sector, and birds are all that a `bird_group` may name.
    fn is_other(&self, v: &ValueMatch) -> bool {
        let Some((start, end)) = self.place(v.span) else {
            return false;
        };
        let (token, value) = (&self.tokens[start], v.value.trim().to_lowercase());
        let one = plurals::singular(&token.lower);
        let compound = value
            .strip_prefix(&one)
            .is_some_and(|rest| rest.len() > 1 && is_word(rest));
        let doer = token.lower.ends_with("ed") && value.ends_with("er") && stem(&value).starts_with(&token.stem);
        // "Not companies" where some donors are an 'organisation'.
        let is_general = |word: &str| among(GENERAL, word);
        let general = is_general(&token.lower) && !is_general(&value);
        let named = self
            .stored(v)
            .is_some_and(|col| self.known.column(col).stems.contains(&token.stem));
        compound || doer || end == start + 1 && (general || named)
    }

    /// What words that name nothing mean nearly; words of the grammar and of scales mean what they say.
    pub(super) fn meant(&mut self) {
        let asked = self.asked;
        let grammar = |text: &Self, span: Span| {
            text.place(span).is_none_or(|(start, end)| {
                end - start == 1 && {
                    let word = text.word(start);
                    lexicon::is_filler(word)
                        || lexicon::is_scale(word)
                        || lexicon::aggregate(word).is_some()
                        || lexicon::period(word).is_some()
                }
            })
        };
        // What stands in stored texts letter by letter is no guess, nor is what it stands beside; and "unpaid fees" are not
        // all fees.
        let stands = |text: &Self, span: Span| {
            let found = |a: &Atom| matches!(a.meaning, Meaning::Value { part, .. } if part || !a.loose);
            let (start, end) = text.place(span).unwrap_or_default();
            let state = |at: usize| end - start > 1 && lexicon::is_standing(text.word(at));
            (start..end).any(|at| text.at(at).iter().any(found) || state(at))
        };
        // A word that only means nearly what another one names is something else: "honey per hive".
        let said = |text: &Self, field: &FieldMatch| {
            let (start, end) = text.place(field.span).unwrap_or_default();
            let named = |a: &Atom| match a.meaning {
                Meaning::Table(t) => field.column.is_none() && text.known.tables[t].name == field.table,
                _ => false,
            };
            let apart = (0..text.tokens.len()).filter(|at| *at < start || *at >= end);
            let mut found = apart.flat_map(|at| text.at(at)).filter(|a| a.score >= NAMED);
            found.any(named)
        };
        // A word of business says more surely what it means.
        let business = |text: &Self, span: Span| {
            let column = |a: &Atom| a.loose && matches!(a.meaning, Meaning::Column(_));
            let one = text.place(span).filter(|(start, end)| end - start == 1);
            one.is_some_and(|(at, _)| !lexicon::concept(text.word(at)).is_empty() && text.at(at).iter().any(column))
        };
        // Passengers are no cabin.
        let people = |text: &Self, field: &FieldMatch| {
            let one = text.place(field.span).filter(|(start, end)| end - start == 1);
            if !one.is_some_and(|(at, _)| lexicon::is_person(text.word(at))) {
                return false;
            }
            let table = text.known.tables.iter().find(|t| t.name == field.table);
            let column = table.and_then(|t| t.columns.iter().find(|c| Some(&c.name) == field.column.as_ref()));
            let who = |w: &String| lexicon::is_person(w) || matches!(w.as_str(), "name" | "count" | "number" | "total");
            column.is_some_and(|c| !c.words.iter().any(who))
        };
        // "Bookings" are rows, and no changes of them.
        let rows = |text: &Self, field: &FieldMatch| {
            let one = text.place(field.span).filter(|(start, end)| end - start == 1);
            let table = text.known.tables.iter().position(|t| t.name == field.table);
            let Some(((at, _), table)) = one.zip(table) else {
                return false;
            };
            let mut columns = text.known.columns(table);
            let column = columns.find(|(_, c)| Some(&c.name) == field.column.as_ref());
            column.is_some_and(|(col, _)| text.is_beside_rows(col, &text.tokens[at].stem))
        };
        for field in &asked.meant.fields {
            if people(self, field) || rows(self, field) || business(self, field.span) {
                continue;
            }
            if !grammar(self, field.span) && !stands(self, field.span) && !said(self, field) {
                self.field(field, true);
            }
        }
        // The "weight lifted" says what was done, and is no deadlift.
        let done = |text: &Self, span: Span| {
            let (start, end) = text.place(span).unwrap_or_default();
            let figure = |a: &Atom| match a.meaning {
                Meaning::Column(c) => a.end == start && a.score >= 0.8 && text.known.column(c).role == Role::Measure,
                _ => false,
            };
            let behind = (0..start).any(|at| text.at(at).iter().any(figure));
            end == start + 1 && behind && text.word(start).ends_with("ed")
        };
        for v in &asked.meant.values {
            if grammar(self, v.span) || stands(self, v.span) || done(self, v.span) || self.is_other(v) {
                continue;
            }
            if let (Some((start, end)), Some(col)) = (self.place(v.span), self.stored(v)) {
                if self.is_of_money(start, end, col) {
                    continue;
                }
                self.add(Atom {
                    start,
                    end,
                    meaning: Meaning::Value {
                        col,
                        value: v.value.clone(),
                        part: false,
                    },
                    score: v.similarity,
                    loose: true,
                });
            }
        }
    }
}
