//! Values that no index finds by the question's word: a word within a stored text, a word of the same root, a text among
//! others in one cell.
//!
//! In: the columns' commonest texts. Out: atoms. Deliberately absent: codes, which are short for a word (`codes`).

use super::{Atom, Meaning, Text};
use crate::known::{Column, Role};
use crate::lexicon;
use crate::words::{is_word, stem, Token, TokenKind};

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
/// Letters that make a root.
const LETTERS: usize = 5;

impl Text<'_> {
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
                || self.atoms[at].iter().any(taken)
            {
                continue;
            }
            let known = self.known;
            for (col, column) in known.all().filter(|(_, c)| c.is_text() && !c.top.is_empty()) {
                if matches!(column.role, Role::Key | Role::Reference | Role::Time) {
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
                let (value, part, score) = if let Some(word) = word_within(column, &token.stem) {
                    (word, true, within)
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
        self.cells();
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
            let within = |t: &String, v: &str| t.len() > v.len() && t.to_lowercase().contains(v);
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

/// The text that is the participle of the verb.
fn participle(column: &Column, verb: &Token) -> Option<String> {
    let forms = |w: &str| verb.lower == w || verb.lower == format!("{w}s") || verb.lower == format!("{w}ing");
    let irregular = IRREGULAR.iter().find(|(w, _)| forms(w)).map(|(_, done)| *done);
    let is = |text: &&String| {
        let text = text.trim().to_lowercase();
        // Stems are dear, and begin alike.
        let alike = text.chars().next() == verb.lower.chars().next() && text != verb.lower;
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
