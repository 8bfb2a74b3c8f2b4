//! Names said in part.

use super::identified::is_sheet_of;
use super::rows::is_row;
use super::{Atom, Meaning, Text};
use crate::known::{Col, Column, Role};
use crate::lexicon;
use crate::words::lexicon::is_function_word;
use crate::words::{among, Token, TokenKind};
use crate::worths;
use crate::{apart, sums};

/// What is left of a name that the word is shortened to.
const SHORT: f64 = 0.9;
/// And of a column whose name only shares the root of a word that it holds.
const ROOTED: f64 = 0.5;
/// And of a flag's by words that are not the last of its name.
const FLAG: f64 = 0.5;
/// And of a tax's or a discount's by words that do not call it one.
const BESIDE: f64 = 0.6;

impl Text<'_> {
    /// Whether words from a token on say only what a column is a figure per: "nights" of `rate_per_night`, unless "per"
    /// stands before them, too.
    pub(super) fn is_unit_of(&self, start: usize, col: Col, run: &[&str]) -> bool {
        let column = self.known.column(col);
        let said = start > 0 && matches!(self.word(start - 1), "per" | "a" | "each" | "every");
        let Some(per) = column.words.iter().position(|w| w == "per").filter(|_| !said) else {
            return false;
        };
        let among = |stems: &[String], word: &str| stems.iter().any(|s| s == word);
        let (before, behind) = column.stems.split_at(per.min(column.stems.len()));
        per > 0 && run.iter().all(|w| among(behind, w) && !among(before, w))
    }

    /// Words that are some of a column's or a table's name: "budget" of `production budget`.
    pub(super) fn partials(&mut self) {
        let known = self.known;
        let aside =
            |c: Col, column: &Column| column.is_made() && worths::is_aside(known, c.table) && !self.said(c.table);
        let columns = known
            .all()
            .filter(|(c, column)| !self.divided(*c) && !aside(*c, column) && !apart::is_day_of_month(column));
        let columns = columns.map(|(c, column)| (Meaning::Column(c), &column.stems));
        let tables = known.tables.iter().enumerate();
        let names: Vec<(Meaning, &Vec<String>)> = columns
            .chain(tables.map(|(t, table)| (Meaning::Table(t), &table.stems)))
            .collect();
        let stems = self.shortened();
        for start in 0..self.tokens.len() {
            for len in 1..=4.min(self.tokens.len() - start) {
                let run: Vec<&str> = stems[start..start + len].iter().map(String::as_str).collect();
                let written = |at: usize| stems[at] == self.tokens[at].stem;
                let short = if (start..start + len).all(written) { 1.0 } else { SHORT };
                // "The show" is a thing, "show" an order.
                let noun = |t: &Token| {
                    let article =
                        start > 0 && matches!(self.word(start - 1), "the" | "a" | "each" | "which" | "every" | "per");
                    let mean = start > 0 && matches!(self.word(start - 1), "average" | "avg" | "mean" | "median");
                    let called = article && matches!(t.lower.as_str(), "show" | "list" | "record" | "figure");
                    // "The average count" is of what a column calls a count, "the average count of" is of rows.
                    let count = mean && t.lower == "count" && self.word(start + 1) != "of";
                    len == 1 && (called || count)
                };
                let edge = |t: &Token| lexicon::is_filler(&t.lower) && !noun(t) || t.kind != TokenKind::Word;
                if edge(&self.tokens[start]) || edge(&self.tokens[start + len - 1]) {
                    continue;
                }
                // "Last year" speaks of no `last_counted`.
                let which = len == 1
                    && matches!(self.word(start), "last" | "next")
                    && (lexicon::period(self.word(start + 1)).is_some()
                        || self.tokens.get(start + 1).is_some_and(|t| t.number.is_some()));
                let mut found: Vec<Atom> = Vec::new();
                for (meaning, name) in &names {
                    if matches!(meaning, Meaning::Column(c) if self.is_unit_of(start, *c, &run) || len == 1 && self.is_beside_rows(*c, run[0]))
                    {
                        continue;
                    }
                    let part = name.len() >= len
                        && !(which && name.len() > 1)
                        && name.windows(len).any(|w| w.iter().zip(&run).all(|(a, b)| a == b));
                    if part {
                        let whole = len as f64 / name.len() as f64;
                        let sheet =
                            matches!(meaning, Meaning::Table(t) if len == 1 && is_sheet_of(&known.tables[*t], run[0]));
                        let score = match () {
                            () if whole >= 1.0 => 1.0,
                            () if sheet => 0.95,
                            () => 0.55 + 0.3 * whole,
                        };
                        let score = score
                            * short
                            * self.formed(start, meaning)
                            * self.of_flag(start, meaning, name, &run)
                            * self.of_beside(meaning, name, &run);
                        if score < 0.01 {
                            continue;
                        }
                        found.push(Atom {
                            start,
                            end: start + len,
                            meaning: meaning.clone(),
                            score,
                            loose: whole < 1.0 || short < 1.0,
                        });
                    }
                }
                found.sort_by(|a, b| b.score.total_cmp(&a.score));
                found.into_iter().take(12).for_each(|a| self.add(a));
            }
        }
    }

    /// A verb and its particle that a column is called by, with others between them: "back away from" of `backs_from`.
    pub(super) fn phrasal(&mut self) {
        const PARTICLES: &str = "from to at into onto off out up in on away with by after";
        const BETWEEN: &[&str] = &["away", "back", "right", "straight", "up", "down", "off", "out", "over"];
        let known = self.known;
        for (col, column) in known.all() {
            let (Some(last), Some(first)) = (column.words.last(), column.stems.first()) else {
                continue;
            };
            if column.words.len() != 2 || !among(PARTICLES, last) || column.is_time() {
                continue;
            }
            for start in 0..self.tokens.len() {
                let end = self.past(start + 1, BETWEEN);
                let end = if self.word(end) == last { end } else { start + 1 };
                if self.tokens[start].stem == *first && self.word(end) == last {
                    // What one of the words names by itself is not meant.
                    let column = |a: &Atom| matches!(a.meaning, Meaning::Column(_));
                    for atoms in &mut self.atoms[start..=end] {
                        atoms.retain(|a| a.end > end + 1 || !column(a));
                    }
                    self.add(Atom {
                        start,
                        end: end + 1,
                        meaning: Meaning::Column(col),
                        score: 1.0,
                        loose: false,
                    });
                }
            }
        }
    }

    /// The flag that a verb and its particle name, and where they end.
    pub(crate) fn phrasal_flag(&self, at: usize) -> Option<(Col, usize)> {
        let named = |a: &Atom| match a.meaning {
            Meaning::Column(c) => (a.end > at + 1 && a.score >= 1.0 && self.is_flag(c)).then_some((c, a.end)),
            _ => None,
        };
        let verb = |end: usize| lexicon::is_filler(self.word(end - 1));
        self.at(at).iter().find_map(named).filter(|(_, end)| verb(*end))
    }

    /// A measure with a word behind it that only says that it is one: "bounce rate" of `bounce`; or a text, "hair colour" of `hair`.
    pub(super) fn suffixed(&mut self) {
        const OF_TEXT: &str = "colour colours color colors";
        const BEHIND: [&str; 10] = [
            "rate",
            "rates",
            "level",
            "levels",
            "figure",
            "figures",
            "percentage",
            "reading",
            "readings",
            "amount",
        ];
        let known = self.known;
        let tokens = &self.tokens;
        for atoms in &mut self.atoms {
            let longer = |a: &Atom| {
                let behind = tokens.get(a.end).is_some_and(|t| BEHIND.contains(&t.lower.as_str()));
                let number = matches!(a.meaning, Meaning::Column(c) if known.column(c).is_number() && known.column(c).role == Role::Measure);
                let text = matches!(a.meaning, Meaning::Column(c) if known.column(c).is_text());
                let kind = tokens.get(a.end).is_some_and(|t| text && among(OF_TEXT, &t.lower));
                ((behind && number || kind) && a.score >= 0.8).then(|| Atom {
                    end: a.end + 1,
                    ..a.clone()
                })
            };
            let more: Vec<Atom> = atoms.iter().filter_map(longer).collect();
            atoms.extend(more);
        }
    }

    /// Whether the question names one of the parts that a column adds up: "goals scored at home" is not all goals.
    fn divided(&self, col: Col) -> bool {
        let table = &self.known.tables[col.table];
        let whole = &table.columns[col.column].stems;
        let parts = sums::parts(table, col.column).unwrap_or_default();
        let mut own = parts
            .iter()
            .flat_map(|p| &table.columns[*p].stems)
            .filter(|s| !whole.contains(s));
        own.any(|s| self.tokens.iter().any(|t| t.stem == *s))
    }

    /// What is left of words that are not the last of a flag's name: "gift" says little of `gift_aid`.
    fn of_flag(&self, start: usize, meaning: &Meaning, name: &[String], run: &[&str]) -> f64 {
        let flag = matches!(meaning, Meaning::Column(c) if self.is_flag(*c));
        if run.len() == 1 && self.is_only_of(start, meaning) {
            return 0.0;
        }
        if flag && name.len() > 1 && matches!(run, [only] if self.known.is_rows(only)) {
            return 0.0;
        }
        let word = |w: &String| w.chars().all(char::is_alphabetic);
        if flag
            && name.len() > 1
            && name.iter().all(word)
            && run.len() == 1
            && name.first().is_some_and(|w| w == run[0])
            && self.is_head(start)
        {
            return 0.0;
        }
        if matches!(meaning, Meaning::Column(c) if flag && run.len() == 1 && self.is_several(start, *c)) {
            return 0.0;
        }
        let last = name.last().is_some_and(|w| run.last() == Some(&w.as_str()));
        match meaning {
            Meaning::Column(_) if flag && !last => FLAG,
            _ => 1.0,
        }
    }

    /// Whether a word says that somebody is there no longer: "who has left", "former members".
    pub(crate) fn is_gone(&self, at: usize) -> bool {
        let before = at.checked_sub(1).map_or("", |b| self.word(b));
        let left = among("left departed resigned quit", self.word(at)) && among("have has had who that", before);
        // "Has left a booking".
        let object = among("a an the their his her any some no it", self.word(at + 1));
        self.word(at) == "former" || left && !object
    }

    /// Whether a noun stands at the head of its phrase: "the average gift per month" asks for no gift aid.
    pub(crate) fn is_head(&self, at: usize) -> bool {
        let led = at > 0
            && among(
                "average total many each every per biggest largest smallest highest",
                self.word(at - 1),
            );
        let several = self.tokens[at].lower != self.tokens[at].stem && self.tokens[at].lower.ends_with('s');
        let behind = self.tokens.get(at + 1);
        const BEHIND: &str = "per by for in over under above below of from each this last and or with at on than";
        let follows = |t: &Token| is_function_word(&t.lower) || among(BEHIND, &t.lower);
        let ends = behind.is_none_or(|t| t.kind != TokenKind::Word || follows(t));
        (led || several) && ends
    }

    /// Whether a word says only of what a person is, or what the rows of a table bring in: "sales" are no sales person, and no
    /// payments but the money of these.
    pub(super) fn is_only_of(&self, at: usize, meaning: &Meaning) -> bool {
        const MONEY: &str = "sales revenue turnover takings income earnings proceeds";
        let token = &self.tokens[at];
        match meaning {
            Meaning::Column(c) => {
                let column = self.known.column(*c);
                let last = column.words.last().zip(column.stems.last());
                let person = last
                    .is_some_and(|(word, stem)| (lexicon::is_person(word) || word == "person") && *stem != token.stem);
                person && column.words.len() > 1 && among(MONEY, &token.lower)
            }
            Meaning::Table(t) => {
                let money = |c: &Column| c.is_money() && c.role == Role::Measure;
                let table = &self.known.tables[*t];
                let last = table.words.last().zip(table.stems.last());
                let people = last.is_some_and(|(word, stem)| {
                    (lexicon::is_person(word) || lexicon::is_staff(word)) && *stem != token.stem
                });
                people && among(MONEY, &token.lower)
                    || self.known.only_mentions(*t, &token.stem)
                    || among(MONEY, &token.lower)
                        && !table.stems.contains(&token.stem)
                        && table.columns.iter().any(money)
            }
            _ => false,
        }
    }

    /// What is left of words that only say what a tax or a discount is on: "sales" says little of `sales_tax`.
    fn of_beside(&self, meaning: &Meaning, name: &[String], run: &[&str]) -> f64 {
        let Meaning::Column(c) = meaning else { return 1.0 };
        let column = self.known.column(*c);
        let said = name
            .iter()
            .zip(&column.words)
            .filter(|(s, _)| run.contains(&s.as_str()));
        let said: Vec<String> = said.map(|(_, w)| w.clone()).collect();
        match lexicon::is_beside(&column.words) && !lexicon::is_beside(&said) {
            true => BESIDE,
            false => 1.0,
        }
    }

    /// Whether a column counts something else of each row than a general word for rows, by its stem, says: "bookings" are no
    /// `booking_changes`.
    pub(super) fn is_beside_rows(&self, col: Col, word: &str) -> bool {
        let column = self.known.column(col);
        const SUMS: &str = "amount total sum value count number cost price fee paid";
        let last = column.words.last().zip(column.stems.last());
        let other = last.is_some_and(|(w, s)| s != word && w.ends_with('s') && w != s)
            // `previous_bookings_kept` are some of them.
            || column.words.len() > 2 && !column.words.iter().any(|w| among(SUMS, w));
        let counts = column.is_number() && column.role == Role::Measure;
        self.known.tables.len() == 1 && other && counts && is_row(word)
    }

    /// A word that is stored in the column whose name has its root is that value, not the column: "severe" of `severity`.
    pub(super) fn rooted(&mut self) {
        let known = self.known;
        for (token, atoms) in self.tokens.iter().zip(&mut self.atoms) {
            let is_of_root = |c: &Col| {
                let column = known.column(*c);
                column.stems.contains(&token.stem) && !column.words.contains(&token.lower)
            };
            let one = |a: &Atom| a.end == a.start + 1;
            let mut of: Vec<Col> = Vec::new();
            for atom in atoms.iter_mut().filter(|a| one(a)) {
                if let Meaning::Value {
                    col,
                    value,
                    part: false,
                } = &atom.meaning
                {
                    if value.to_lowercase() == token.lower && is_of_root(col) {
                        of.push(*col);
                        (atom.score, atom.loose) = (1.0, false);
                    }
                }
            }
            for atom in atoms.iter_mut().filter(|a| one(a)) {
                if matches!(&atom.meaning, Meaning::Column(c) if of.contains(c)) {
                    atom.score *= ROOTED;
                }
            }
        }
    }

    /// How far a word and the name that shares its stem are one: a rating is no rate.
    pub(super) fn formed(&self, at: usize, meaning: &Meaning) -> f64 {
        let Some(token) = self.tokens.get(at) else { return 1.0 };
        let (words, stems) = match meaning {
            Meaning::Table(t) => (&self.known.tables[*t].words, &self.known.tables[*t].stems),
            Meaning::Column(c) => (&self.known.column(*c).words, &self.known.column(*c).stems),
            _ => return 1.0,
        };
        // "Rated" is of a rating where one is kept, and of no rate.
        let rated = |w: &String| w == "rate" || w == "rates";
        let rating = |w: &String| matches!(w.as_str(), "rating" | "ratings" | "stars");
        if token.lower == "rated"
            && words.iter().any(rated)
            && self.known.all().any(|(_, c)| c.words.iter().any(rating))
        {
            return 0.5;
        }
        let doing = |w: &str| w.trim_end_matches('s').ends_with("ing");
        let mut same = words
            .iter()
            .zip(stems)
            .filter(|(_, stem)| **stem == token.stem)
            .peekable();
        match same.peek().is_none() || same.any(|(w, _)| doing(w) == doing(&token.lower)) {
            true => 1.0,
            false => 0.6,
        }
    }
}
