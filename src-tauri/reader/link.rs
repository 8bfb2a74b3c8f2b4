//! Link: which spans of the question can mean which part of the database.
//!
//! In: [`Asked`], [`Known`]. Out: [`Text`]: tokens, and atoms by where they begin, best first. Names, values and times were
//! looked up before; added here is what needs English: scales ("heaviest"), words of business ("turnover") and numbers.

use std::ops::Range;

use askwell_contract::run::{FieldMatch, Span, ValueMatch};
use askwell_contract::time::TimeMatch;
use askwell_contract::TypeKind;

use crate::asked::Asked;
use crate::frame::Ent;
use crate::known::{Col, Column, Known, Role};
use crate::lexicon::fields::{is_called, is_general, Name};
use crate::lexicon::{self, Degree};
use crate::words::lexicon::edits;
use crate::words::{among, singular, tokenise, Token};
use crate::{apart, aside, timed};

mod agents;
mod begun;
mod concepts;
mod countries;
mod courtesy;
mod crowd;
mod dates;
mod doers;
mod doing;
mod explained;
mod firms;
mod flows;
mod headed;
mod identified;
mod income;
mod initials;
mod joined;
mod kinds;
mod lent;
mod meant;
mod names;
mod nets;
mod numbers;
mod outcomes;
mod places;
mod rates;
mod rhythms;
mod rows;
mod sayings;
mod shortened;
mod slips;
mod spoken;
mod staffed;
mod things;
mod times;
mod told;
mod tops;
mod units;
mod valued;
mod values;

pub use outcomes::came_to_nothing;
pub(crate) use outcomes::{absent, keeps_outcomes, never_paid, senses, BEGAN};
pub(crate) use places::is_state;
pub(crate) use units::says_unit;
pub(crate) use {begun::is_begun, numbers::is_unit};

/// What a span can mean.
#[derive(Debug, Clone, PartialEq)]
pub enum Meaning {
    Table(usize),
    Column(Col),
    Value {
        col: Col,
        value: String,
        part: bool,
    },
    /// Place among the times of the question.
    Time(usize),
    Number(f64),
    /// Columns on an adjective's scale, best first; true: more of the column is more of it.
    Scale {
        word: String,
        degree: Degree,
        cols: Vec<(Col, bool)>,
        up: bool,
    },
}

impl Meaning {
    /// The table, or the column by itself or by a value.
    pub fn thing(&self) -> Option<Ent> {
        match self {
            Self::Table(t) => Some(Ent::Table(*t)),
            Self::Column(c) | Self::Value { col: c, .. } => Some(Ent::Column(*c)),
            _ => None,
        }
    }
}

#[derive(Debug, Clone, PartialEq)]
pub struct Atom {
    /// Tokens, end exclusive.
    pub start: usize,
    pub end: usize,
    pub meaning: Meaning,
    /// 0..=1.
    pub score: f64,
    /// Found by a word that only means the like, not by its name.
    pub loose: bool,
}

/// A question with its atoms.
#[derive(Debug)]
pub struct Text<'a> {
    pub known: &'a Known,
    pub asked: &'a Asked,
    pub tokens: Vec<Token>,
    /// The times of the question, then those that its other words make of them.
    pub times: Vec<TimeMatch>,
    /// For each time the one of the question that it was made of.
    sources: Vec<Option<usize>>,
    atoms: Vec<Vec<Atom>>,
    /// Where words say nothing one by one.
    sayings: Vec<Range<usize>>,
}

/// How a name was found that the person gave.
pub const GLOSSARY: &str = "glossary";

impl<'a> Text<'a> {
    pub fn new(known: &'a Known, asked: &'a Asked) -> Self {
        let mut tokens = tokenise(&asked.question);
        courtesy::taken_off(&mut tokens);
        slips::mended(&mut tokens, known, asked);
        tokens.iter_mut().for_each(numbers::measured);
        doers::named(&mut tokens, known);
        aside::set_aside(&mut tokens, asked);
        let times = asked.times.clone();
        let sources = (0..times.len()).map(Some).collect();
        let mut text = Self {
            known,
            asked,
            atoms: vec![Vec::new(); tokens.len()],
            tokens,
            times,
            sources,
            sayings: Vec::new(),
        };
        text.sayings = text.sayings();
        text.names();
        text.partials();
        text.initials();
        text.phrasal();
        text.numbered();
        text.values();
        text.times();
        text.numbers();
        text.scales();
        text.concepts();
        text.dates();
        text.codes();
        text.rhythms();
        text.outcomes();
        text.lent();
        text.flows();
        text.begun();
        text.units();
        text.rows();
        text.joined();
        text.tops();
        text.places();
        text.countries();
        text.valued();
        text.meant();
        text.coded();
        text.kinds();
        text.rooted();
        text.staffed();
        text.persons();
        text.agents();
        text.doing();
        text.each_person();
        text.crowd();
        text.owned();
        text.suffixed();
        text.identified();
        text.pieces();
        text.firms();
        text.rates();
        text.nets();
        text.headed();
        text.only_explained();
        text.spoken_states();
        text.longest();
        for list in &mut text.atoms {
            list.sort_by(|a, b| b.score.total_cmp(&a.score).then(b.end.cmp(&a.end)));
        }
        text
    }

    /// Atoms that begin at a token, best first.
    pub fn at(&self, start: usize) -> &[Atom] {
        self.atoms.get(start).map_or(&[], Vec::as_slice)
    }

    /// Lower-case words from a token on.
    pub fn words(&self, start: usize) -> Vec<&str> {
        self.tokens[start.min(self.tokens.len())..]
            .iter()
            .map(|t| t.lower.as_str())
            .collect()
    }

    pub fn word(&self, at: usize) -> &str {
        self.tokens.get(at).map_or("", |t| t.lower.as_str())
    }

    /// The next token that is no article or the like.
    pub fn past(&self, mut at: usize, skip: &[&str]) -> usize {
        while at < self.tokens.len() && skip.contains(&self.word(at)) {
            at += 1;
        }
        at
    }

    fn span(&self, start: u32, end: u32) -> Option<(usize, usize)> {
        let within = |t: &&Token| t.start < end as usize && t.end > start as usize;
        let first = self.tokens.iter().position(|t| within(&t))?;
        let count = self.tokens[first..].iter().take_while(within).count();
        Some((first, first + count))
    }

    fn add(&mut self, mut atom: Atom) {
        let whole = |s: &Range<usize>| atom.start <= s.start && s.end <= atom.end;
        let said = |s: &Range<usize>| s.contains(&atom.start) && !whole(s);
        if self.sayings.iter().any(said) || aside::is_aside(&self.tokens[atom.start]) {
            return;
        }
        // A time of day is no date.
        let dates = matches!(self.word(atom.start), "date" | "dates" | "day" | "days");
        // Nor is the last time that something was done.
        let before = atom.start.checked_sub(1).map_or("", |i| self.word(i));
        let times = self.word(atom.start).starts_with("time")
            && matches!(before, "last" | "first" | "next" | "many" | "each" | "every");
        if (dates || times) && matches!(atom.meaning, Meaning::Column(c) if self.known.column(c).clock) {
            return;
        }
        if self.is_no_name(&atom) || self.is_shared(&atom) {
            return;
        }
        // Nobody means the minutes of what is kept in seconds who does not say so.
        let minutes = |at: usize| among("minute minutes min mins", self.word(at));
        if matches!(atom.meaning, Meaning::Column(c) if timed::is_converted(self.known.column(c)))
            && !minutes(atom.start)
        {
            return;
        }
        if atom.end == atom.start + 1 {
            atom.score *= self.of_thing(atom.start, &atom.meaning) * self.of_extreme(atom.start, &atom.meaning);
        }
        let list = &mut self.atoms[atom.start];
        match list.iter_mut().find(|a| a.end == atom.end && a.meaning == atom.meaning) {
            Some(same) => {
                if atom.score > same.score {
                    *same = atom;
                }
            }
            None => list.push(atom),
        }
    }

    fn names(&mut self) {
        for field in &self.asked.fields {
            self.field(field, field.by == "similar");
        }
    }

    fn field(&mut self, field: &FieldMatch, loose: bool) {
        let Some((start, mut end)) = self.place(field.span) else {
            return;
        };
        // "Paid on average": the adverb takes no part in a name.
        if end - start > 1 && self.word(end - 1) == "on" && self.word(end) == "average" {
            end -= 1;
        }
        let tables = &self.known.tables;
        let Some(table) = tables.iter().position(|t| t.name == field.table) else {
            return;
        };
        let own = field.by == GLOSSARY;
        let same = |c: &Column, name: &String| c.name == *name && (c.told.is_none() || own);
        let column = |name: &String| {
            let columns = &tables[table].columns;
            match own {
                // A person's own word may be called like a column.
                true => columns.iter().rposition(|c| same(c, name)),
                false => columns.iter().position(|c| same(c, name)),
            }
        };
        let meaning = match field.column.as_ref().map(column) {
            None => Meaning::Table(table),
            Some(Some(column)) => Meaning::Column(Col { table, column }),
            Some(None) => return,
        };
        let meaning = apart::whole(self, start, meaning);
        if let Meaning::Column(col) = meaning {
            let token = self.tokens[start].stem.as_str();
            let part = end - start == 1 && self.known.column(col).words.len() > 1;
            let other = || self.is_flag(col) && (self.known.is_rows(token) || self.is_several(start, col));
            if part && (self.is_unit_of(start, col, &[token]) || other()) {
                return;
            }
            if self.known.column(col).is_condition() {
                return self.told(start, end, col);
            }
        }
        let formed = if end - start == 1 {
            self.formed(start, &meaning)
        } else {
            1.0
        };
        self.add(Atom {
            start,
            end,
            meaning,
            score: field.score * formed,
            loose,
        });
    }

    /// The column that a value is stored in.
    fn stored(&self, v: &ValueMatch) -> Option<Col> {
        let table = self.known.tables.iter().position(|t| t.name == v.table)?;
        let columns = &self.known.tables[table].columns;
        let column = columns.iter().position(|c| c.name == v.column)?;
        Some(Col { table, column })
    }

    /// The tokens of a span; `None` where it has no place in the question.
    fn place(&self, span: Span) -> Option<(usize, usize)> {
        (span.start < span.end).then(|| self.span(span.start, span.end))?
    }

    fn named(&self, start: usize, end: usize, least: f64) -> bool {
        let covers = |a: &Atom| a.end >= end && a.score >= least;
        let is_name = |a: &&Atom| matches!(a.meaning, Meaning::Table(_) | Meaning::Column(_));
        (0..=start).any(|s| self.atoms[s].iter().filter(is_name).any(covers))
    }

    /// The price that is asked for goods, instead of what they cost those who sell them, where a table keeps both and nobody
    /// speaks of costs.
    pub fn asked_price(&self, col: Col) -> Option<Col> {
        const PAID: &str = "cost costs purchase buying bought trade wholesale";
        let priced = |c: &Column| c.is_number() && c.words.iter().any(|w| w == "price");
        let paid = |c: &Column| c.words.iter().any(|w| among(PAID, w));
        let column = self.known.column(col);
        let said = || self.tokens.iter().any(|t| among(PAID, &t.lower));
        if !priced(column) || !paid(column) || said() {
            return None;
        }
        let mut columns = self.known.columns(col.table);
        columns.find(|(_, c)| priced(c) && !paid(c)).map(|(col, _)| col)
    }

    fn scales(&mut self) {
        for at in 0..self.tokens.len() {
            let lower = self.tokens[at].lower.clone();
            let (word, extra) = match lower.as_str() {
                // "The most expensive", "the least popular": a superlative in two words.
                "most" | "least" if lexicon::scale(self.word(at + 1)).is_some() && !self.is_told(at + 1) => {
                    (self.word(at + 1).to_owned(), 1)
                }
                _ => (lower.clone(), 0),
            };
            let Some((scale, degree)) = lexicon::scale(&word).filter(|_| !self.is_told(at)) else {
                continue;
            };
            if extra == 1 && degree != Degree::Positive {
                continue;
            }
            let mut cols = self.on_scale(scale);
            cols.retain(|(c, _)| self.asked_price(*c).is_none());
            // The dearest of what was bought is what went out most.
            if cols.is_empty() && scale.columns.iter().any(|name| name == &["cost"]) {
                let spent = (0..self.known.tables.len()).filter_map(|t| crate::flows::both(self.known, t));
                cols.extend(spent.map(|f| (f.0, true)));
            }
            // What is said in one field alone says nothing in another.
            if cols.is_empty() && !lexicon::is_scale(&word) {
                continue;
            }
            let degree = if extra == 1 { Degree::Superlative } else { degree };
            let up = scale.up != (lower == "least");
            let cols = cols.into_iter().map(|(c, same)| (c, same == up)).collect();
            let meaning = Meaning::Scale {
                word: scale.word.clone(),
                degree,
                cols,
                up,
            };
            self.add(Atom {
                start: at,
                end: at + 1 + extra,
                meaning,
                score: 0.85,
                loose: false,
            });
        }
    }

    /// Columns that a scale speaks of; true: not reversed. Those of some field only where nothing else says more than "amount".
    fn on_scale(&self, scale: &lexicon::Scale) -> Vec<(Col, bool)> {
        let (any, general) = self.on_names([&scale.columns, &scale.reversed]);
        let [columns, reversed] = &scale.of_field;
        let further = match any.len() == general {
            true => self.on_names([columns, reversed]).0,
            false => Vec::new(),
        };
        let mut found = further;
        for column in any {
            if !found.iter().any(|f| f.0 == column.0) {
                found.push(column);
            }
        }
        found.truncate(8);
        found
    }

    /// Columns that are called one of the names, or run the other way; how many have a name that any may have.
    fn on_names(&self, [columns, reversed]: [&[Name]; 2]) -> (Vec<(Col, bool)>, usize) {
        let mut found: Vec<(usize, Col, bool)> = Vec::new();
        let mut general = 0;
        for (col, column) in self.known.all() {
            if !(column.is_number() || column.is_time()) || matches!(column.role, Role::Key | Role::Reference) {
                continue;
            }
            let stems = &column.stems;
            if timed::is_converted(column) {
                continue;
            }
            // What lasts is long or short, whatever it is called.
            let lasts = |s: &String| column.minutes && matches!(s.as_str(), "durat" | "minut");
            let place = |list: &[Name]| list.iter().position(|n| is_called(stems, n) || n.iter().any(lasts));
            let (at, of, same) = match (place(columns), place(reversed)) {
                (Some(p), _) => (p * 2, &columns[p], true),
                (None, Some(p)) => (p * 2 + 1, &reversed[p], false),
                (None, None) => continue,
            };
            general += usize::from(is_general(of));
            found.push((at, col, same));
        }
        found.sort();
        (found.into_iter().map(|(_, c, same)| (c, same)).collect(), general)
    }

    /// Whether a word in the plural is only the noun of what a flag is called: "goals" are more than those of `own_goal`.
    fn is_several(&self, at: usize, col: Col) -> bool {
        const MARKS: &str = "is has was had are";
        let words = &self.known.column(col).words;
        let said = words.iter().filter(|w| !among(MARKS, w)).count();
        let word = self.word(at);
        said > 1 && words.last().is_some_and(|last| singular(word) == *last && word != last)
    }

    /// Whether a word is a slip of a closed-class word that nothing else explains ("betwen").
    pub fn like(&self, at: usize, word: &str) -> bool {
        let lower = self.word(at);
        lower == word || (word.len() > 4 && lower.len() > 4 && edits(lower, word, 1) <= 1)
    }

    /// Whether any word names the table or, exactly, a column of it.
    pub fn said(&self, table: usize) -> bool {
        let names = |a: &Atom| match a.meaning {
            Meaning::Table(t) => t == table && a.score >= 0.6,
            Meaning::Column(c) => c.table == table && a.score >= 0.95,
            _ => false,
        };
        self.atoms.iter().flatten().any(names)
    }

    /// Whether one of these words is a stored text of rows that are spoken of, where those of this table are not: 'Pending' offers
    /// say so themselves, whatever became of their jobs.
    pub fn stored_elsewhere(&self, words: std::ops::Range<usize>, table: usize) -> bool {
        let stored = |a: &Atom| match a.meaning {
            Meaning::Value { col, part: false, .. } => !a.loose && col.table != table && self.said(col.table),
            _ => false,
        };
        !self.said(table) && words.into_iter().any(|at| self.at(at).iter().any(stored))
    }

    /// Texts that a yes-or-no column could be called for.
    pub fn is_flag(&self, col: Col) -> bool {
        let c = self.known.column(col);
        c.role == Role::Flag || c.kind == TypeKind::Boolean
    }
}
