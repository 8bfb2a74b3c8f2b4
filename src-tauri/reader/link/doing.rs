//! Who did it: "who directed it" of a `director`, "sold by" of a `seller`, "what did she write" of an `author`.
//!
//! In: all atoms. Out: the same, with the column of those who do what a verb says, where somebody is asked for or named
//! beside it. Deliberately absent: tables of people, and what was done by nobody in particular ("units sold in May").

use super::{Atom, Meaning, Text};
use crate::known::Column;
use crate::words::{among, stem};

/// Past forms that no rule makes, each behind its verb.
const PAST: &str = "win won,write wrote written,sell sold,build built,make made,teach taught,drive drove driven,sing sang sung,\
    draw drew drawn,lead led,run ran,fly flew flown,hold held,throw threw thrown,buy bought,choose chose chosen,catch caught,\
    ride rode ridden,shoot shot,breed bred,lend lent,keep kept,grow grew grown,give gave given,bring brought";

/// Those who do what a verb says and are not called after it.
const OTHERS: &[(&str, &str)] = &[
    ("write", "author"),
    ("paint", "artist"),
    ("draw", "artist illustrator"),
    ("sing", "artist"),
    ("perform", "artist"),
    ("make", "manufacturer producer"),
    ("teach", "tutor instructor lecturer professor"),
    ("win", "champion"),
    ("play", "actor"),
    ("star", "actor"),
    ("lead", "captain"),
    ("fly", "pilot"),
    ("sell", "vendor"),
    ("invent", "creator"),
    ("host", "presenter"),
];

/// Those whose name is the verb itself.
const SAME: &str = "coach host judge author pilot guide tutor captain sponsor referee chair";

const SCORE: f64 = 0.95;

impl Text<'_> {
    pub(super) fn doing(&mut self) {
        let mut found: Vec<Atom> = Vec::new();
        for at in 1..self.tokens.len() {
            let named = |a: &Atom| a.end == at + 1 && a.score >= SCORE && !a.loose;
            if self.at(at).iter().any(named) {
                continue;
            }
            let Some(verb) = verb(self.word(at)) else { continue };
            let by = self.word(at + 1) == "by";
            let before = (at.saturating_sub(3)..at).rev();
            let mut auxiliary =
                before.take_while(|i| among("who has have had is was were also actually", self.word(*i)));
            let who = auxiliary.any(|i| self.word(i) == "who");
            for (col, _) in self.known.all().filter(|(_, c)| does(c, &verb)) {
                let beside = |a: &Atom| {
                    let own = matches!(a.meaning, Meaning::Value { col: of, .. } if of == col);
                    own && (a.end == at || by && a.start > at)
                };
                let told = self.atoms.iter().flatten().any(beside);
                if told || who {
                    found.push(Atom {
                        start: at,
                        end: at + 1 + usize::from(by),
                        meaning: Meaning::Column(col),
                        score: SCORE,
                        loose: false,
                    });
                }
            }
        }
        found.into_iter().for_each(|a| self.add(a));
    }
}

/// The verb that a word is a form of.
fn verb(word: &str) -> Option<String> {
    let irregular = PAST.split(',').find(|forms| among(forms, word));
    if let Some(verb) = irregular.and_then(|forms| forms.split_whitespace().next()) {
        return Some(verb.to_owned());
    }
    (word.len() > 3 && word.chars().all(char::is_alphabetic)).then(|| stem(word))
}

/// Whether a column names those who do it: its last word, a "name" or a number behind it aside.
fn does(column: &Column, verb: &str) -> bool {
    let words = column.words.iter().rev();
    let Some(head) = words.clone().find(|w| w.parse::<u32>().is_err() && *w != "name") else {
        return false;
    };
    let root = stem(verb);
    let same = |base: &str| stem(base) == root;
    let called = ["er", "or"]
        .iter()
        .filter_map(|end| head.strip_suffix(end))
        .any(|base| {
            let letters: Vec<char> = base.chars().collect();
            let doubled = matches!(letters.as_slice(), [.., a, b] if a == b).then(|| &base[..base.len() - 1]);
            same(base) || same(&format!("{base}e")) || doubled.is_some_and(same)
        });
    let by = head == "by" && column.stems.contains(&root);
    let other = OTHERS.iter().any(|(of, who)| stem(of) == root && among(who, head));
    column.is_text()
        && !column.is_time()
        && column.told.is_none()
        && (called || by || other || among(SAME, head) && same(head))
}
