//! Values that no index finds by the question's word: a word within a stored text, a word of the same root, a text among
//! others in one cell.
//!
//! In: the columns' commonest texts. Out: atoms. Deliberately absent: codes, which are short for a word (`codes`).

use super::{Atom, Meaning, Text};
use crate::known::{Column, Role};
use crate::lexicon::{self, Degree};
use crate::words::{among, is_word, plurals, stem, Token, TokenKind};

/// A word within a text, where nothing speaks for it; where it is a plain English word; and right before the thing it is of.
const WITHIN: f64 = 0.45;
const PLAIN: f64 = 0.22;
const BEFORE: f64 = 0.65;
/// A word that shares no more than its root with the text.
const ROOT: f64 = 0.5;
/// The verb of a text that is a participle: "win" of `Won`.
const VERB: f64 = 0.75;
/// Verbs whose participle has another stem.
const IRREGULAR: &[(&str, &str)] = &[
    ("win", "won"),
    ("lose", "lost"),
    ("send", "sent"),
    ("leave", "left"),
    ("break", "broken"),
    ("hold", "held"),
    ("withdraw", "withdrawn"),
];
/// Shorter words stand in too many texts.
const SHORTEST: usize = 3;
/// Words of a text that a question says one after the other.
const LONGEST: usize = 5;
const PHRASE: f64 = 0.93;
/// Letters that make a root.
const LETTERS: usize = 5;

impl Text<'_> {
    /// Whether one of all is sought, such as "which park drew the most fans".
    pub(crate) fn ranks(&self) -> bool {
        let top = |word: &str| matches!(lexicon::scale(word), Some((_, Degree::Superlative)));
        let mut words = self.tokens.iter().map(|t| t.lower.as_str());
        words.any(|w| among("most least fewest", w) || top(w))
    }

    /// Words of the question that stand within stored texts, or share their root with one.
    pub(super) fn tops(&mut self) {
        self.capitals();
        for at in 0..self.tokens.len() {
            let token = self.tokens[at].clone();
            let taken = |a: &Atom| a.score >= 0.9 && !matches!(a.meaning, Meaning::Number(_));
            if token.kind != TokenKind::Word
                || token.lower.len() < 3
                || lexicon::is_filler(&token.lower)
                || lexicon::is_not(&token.lower)
                || among("more most less least fewer fewest than", &token.lower)
                || self.atoms[at].iter().any(taken)
            {
                continue;
            }
            let known = self.known;
            for (col, column) in known.all().filter(|(_, c)| c.is_text() && !c.top.is_empty()) {
                if matches!(column.role, Role::Key | Role::Reference | Role::Time) {
                    continue;
                }
                if self.happened(at, col.table) || column.is_contact() {
                    continue;
                }
                let of_next = self.atoms.get(at + 1).is_some_and(|list| {
                    let names = |a: &Atom| a.meaning == Meaning::Table(col.table) && a.score >= 0.6;
                    list.iter().any(names)
                });
                let said = self.said(col.table);
                let within = match () {
                    () if of_next => BEFORE,
                    () if is_word(&token.lower) || !said => PLAIN,
                    () => WITHIN,
                };
                // 'FILLED' is all of its text, whatever stands before "fill".
                let whole = |t: &String| stem(&t.to_lowercase()) == token.stem;
                let acts = self.acts(at, at + 1) && !column.top.iter().any(whole) || column.stems.contains(&token.stem);
                let word = word_within(column, &token.stem).filter(|_| !acts);
                let (value, part, score) = if let Some(word) = word {
                    (word, true, within)
                } else if let Some(value) = hyphened(column, &token.lower) {
                    (value, true, BEFORE)
                } else if let Some(value) = participle(column, &token) {
                    (value, false, if said { VERB } else { VERB * 0.7 })
                } else if let Some(value) = same_root(column, &token.lower) {
                    (value, false, if said { ROOT } else { ROOT * 0.7 })
                } else {
                    continue;
                };
                self.add(Atom {
                    start: at,
                    end: at + 1,
                    meaning: Meaning::Value { col, value, part },
                    score,
                    loose: true,
                });
            }
        }
        self.phrases();
        self.cells();
    }

    /// Words that stand in a stored text as they do in the question, one after the other, are said of that text and not each
    /// of any: "made of oak" of 'Made of Oak/Ash Wood'.
    fn phrases(&mut self) {
        let known = self.known;
        let mut found: Vec<Atom> = Vec::new();
        let texts = known
            .all()
            .filter(|(_, c)| c.is_text() && !c.top.is_empty() && !c.parts.is_empty());
        for (col, column) in texts.filter(|(_, c)| !matches!(c.role, Role::Key | Role::Reference | Role::Time)) {
            let has = |stem: &str| column.parts.iter().any(|(s, _)| s == stem);
            for start in 0..self.tokens.len() {
                let run = self.tokens[start..]
                    .iter()
                    .take(LONGEST)
                    .take_while(|t| has(&t.stem))
                    .count();
                let longest = (2..=run).rev().find(|n| !self.tells(start, *n));
                let phrase = longest.and_then(|n| {
                    let stems: Vec<&str> = self.tokens[start..start + n].iter().map(|t| t.stem.as_str()).collect();
                    Some((n, phrase_within(column, &stems)?))
                });
                if let Some((n, value)) = phrase {
                    found.push(Atom {
                        start,
                        end: start + n,
                        meaning: Meaning::Value { col, value, part: true },
                        score: PHRASE,
                        loose: false,
                    });
                }
            }
        }
        found.into_iter().for_each(|a| self.add(a));
    }

    /// Whether words are no phrase: what they begin or end with is filler or names a table or a column, or all of them are a
    /// stored value.
    fn tells(&self, start: usize, n: usize) -> bool {
        let plain = |at: usize| {
            let t = &self.tokens[at];
            let named = |a: &Atom| matches!(a.meaning, Meaning::Table(_) | Meaning::Column(_)) && a.score >= 0.9;
            t.kind != TokenKind::Word
                || t.lower.len() < SHORTEST
                || lexicon::is_filler(&t.lower)
                || self.atoms[at].iter().any(named)
        };
        let value =
            |a: &Atom| matches!(a.meaning, Meaning::Value { part: false, .. }) && a.score >= 0.9 && a.end >= start + n;
        plain(start) || plain(start + n - 1) || self.atoms[start].iter().any(value)
    }

    /// Capitals tell a text from a word, in a question that is not all in capitals, and so does what is set against
    /// another: "in IT", "in vs out".
    fn capitals(&mut self) {
        let small = |t: &Token| t.text.chars().any(char::is_lowercase);
        let mixed = self.tokens.iter().any(small);
        for at in 0..self.tokens.len() {
            let text = self.tokens[at].text.clone();
            let vs = |at: usize| matches!(self.word(at), "vs" | "versus");
            let told = mixed && text.chars().all(char::is_uppercase) || vs(at + 1) || at > 0 && vs(at - 1);
            if text.len() < 2 || !told || !lexicon::is_filler(&text.to_lowercase()) {
                continue;
            }
            let known = self.known;
            for (col, column) in known.all().filter(|(_, c)| c.is_text()) {
                if let Some(value) = column.top.iter().find(|v| v.trim().eq_ignore_ascii_case(&text)) {
                    let meaning = Meaning::Value {
                        col,
                        value: value.clone(),
                        part: false,
                    };
                    self.add(Atom {
                        start: at,
                        end: at + 1,
                        meaning,
                        score: 0.97,
                        loose: false,
                    });
                    // As if it stood in quotation marks: no word to be passed over.
                    self.tokens[at].kind = TokenKind::Quoted;
                    self.tokens[at].lower = text.clone();
                }
            }
        }
    }

    /// A value that stands among others in cells of its column is meant there, too: "English" in "English, Irish".
    fn cells(&mut self) {
        let mut found: Vec<Atom> = Vec::new();
        for atom in self.atoms.iter().flatten() {
            let Meaning::Value {
                col,
                value,
                part: false,
            } = &atom.meaning
            else {
                continue;
            };
            let lower = value.to_lowercase();
            // The plural of a name is all who are called so: "the Ronaldos".
            let plural = atom.end == atom.start + 1 && self.tokens[atom.start].lower == format!("{lower}s");
            let column = self.known.column(*col);
            let label = column.role == Role::Label;
            let within = |t: &String, v: &str| t.trim().len() > v.trim().len() && t.to_lowercase().contains(v);
            let lists = || {
                column
                    .top
                    .iter()
                    .any(|v| v.len() > 3 && column.top.iter().any(|t| within(t, &v.to_lowercase())))
            };
            let among = column.top.iter().any(|t| within(t, &lower)) || lower.len() > 3 && lists();
            if lower.len() > 2 && column.is_text() && (among || plural && label) {
                found.push(Atom {
                    meaning: Meaning::Value {
                        col: *col,
                        value: value.clone(),
                        part: true,
                    },
                    score: atom.score * 0.95,
                    ..atom.clone()
                });
            }
        }
        found.into_iter().for_each(|a| self.add(a));
    }
}

/// The word of a stored text of several that has this stem, as it stands there.
fn word_within(column: &Column, wanted: &str) -> Option<String> {
    if wanted.len() < SHORTEST {
        return None;
    }
    let mut words = column.parts.iter();
    words.find(|(stem, _)| stem == wanted).map(|(_, word)| word.clone())
}

/// These stems one after the other, as the first stored text that has them so writes them.
fn phrase_within(column: &Column, stems: &[&str]) -> Option<String> {
    let place = |text: &str| {
        let words: Vec<(usize, &str)> = text
            .split(|c: char| !c.is_alphanumeric())
            .filter(|w| !w.is_empty())
            .map(|w| (w.as_ptr() as usize - text.as_ptr() as usize, w))
            .collect();
        let at = words
            .windows(stems.len())
            .position(|some| some.iter().zip(stems).all(|((_, w), s)| stem(&w.to_lowercase()) == *s))?;
        let (first, last) = (words[at], words[at + stems.len() - 1]);
        Some((first.0, last.0 + last.1.len()))
    };
    column.top.iter().find_map(|text| {
        let (from, to) = place(text)?;
        Some(text[from..to].to_owned())
    })
}

/// What several texts have in them that is written with a hyphen: "pop-ups" of 'Pop-up 1' and 'Pop-up 2'.
fn hyphened(column: &Column, word: &str) -> Option<String> {
    let one = plurals::singular(word);
    let mut found = column.top.iter().filter_map(|text| {
        let at = text.to_lowercase().find(&one)?;
        text.get(at..at + one.len()).map(str::to_owned)
    });
    let first = word.contains('-').then(|| found.next()).flatten();
    first.filter(|_| found.next().is_some())
}

/// The text that is the participle of the verb.
fn participle(column: &Column, verb: &Token) -> Option<String> {
    let forms = |w: &str| verb.lower == w || verb.lower == format!("{w}s") || verb.lower == format!("{w}ing");
    let irregular = IRREGULAR.iter().find(|(w, _)| forms(w)).map(|(_, done)| *done);
    let is = |text: &&String| {
        let text = text.trim().to_lowercase();
        // Stems are dear, and begin alike.
        let alike = text.chars().next() == verb.lower.chars().next() && text != verb.lower;
        // Who tips is no participle of what was tipped.
        let alike = alike && !(verb.lower.ends_with("ed") && text.ends_with("er"));
        irregular.map_or_else(|| alike && stem(&text) == verb.stem, |done| text == done)
    };
    column.top.iter().find(is).cloned()
}

/// The one text that begins as the word does: "activated" for `activator`.
fn same_root(column: &Column, word: &str) -> Option<String> {
    let alike = |text: &&String| {
        let text = text.to_lowercase();
        let same = text.chars().zip(word.chars()).take_while(|(a, b)| a == b).count();
        let longest = text.chars().count().max(word.chars().count());
        text.chars().all(char::is_alphabetic) && same >= LETTERS && same + 4 >= longest && stem(&text) != stem(word)
    };
    let mut found = column.top.iter().filter(alike);
    let first = found.next()?;
    found.next().is_none().then(|| first.clone())
}
