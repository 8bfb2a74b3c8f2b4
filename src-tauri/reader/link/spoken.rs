//! Words that say in what state something is: "cars in stock", "who is coming".
//!
//! In: all atoms. Out: the same; "in stock" means a state and no table of that name, what "never" happened is in no state at all,
//! and who comes is who said yes. Deliberately absent: goods whose number in stock is kept.

use super::{Atom, Meaning, Text};
use crate::known::{Col, Column};
use crate::lexicon;
use crate::words::among;

const SCORE: f64 = 0.95;
/// Columns that say who comes.
const REPLIES: &str = "rsvp attending coming attendance reply response";

impl Text<'_> {
    pub(super) fn spoken_states(&mut self) {
        for at in 0..self.tokens.len() {
            self.in_stock(at);
            self.never(at);
            self.comes(at);
        }
    }

    fn in_stock(&mut self, at: usize) {
        let known = self.known;
        let out = (self.word(at), self.word(at + 1), self.word(at + 2)) == ("out", "of", "stock");
        if !out && (self.word(at), self.word(at + 1)) != ("in", "stock") {
            return;
        }
        let end = at + if out { 3 } else { 2 };
        // Where pieces are counted, there are some or none.
        let keeps = |c: &Column| c.words.iter().any(|w| w == "stock") && (c.is_number() || c.says_yes_or_no());
        let kept = known.all().find(|(_, c)| keeps(c));
        if kept.is_some() && !out || known.all().any(|(_, c)| crate::worths::counts_pieces(c)) {
            return;
        }
        let state = |v: &&String| match out {
            true => among(
                "unavailable outofstock",
                &v.trim().to_lowercase().replace([' ', '-'], ""),
            ),
            false => among(
                "available unsold instock",
                &v.trim().to_lowercase().replace([' ', '-'], ""),
            ),
        };
        let stored = || {
            known
                .all()
                .find_map(|(col, c)| Some((col, c.top.iter().find(state)?.clone())))
        };
        let no = kept.and_then(|(col, c)| Some((col, c.noes().into_iter().next()?)));
        let Some((col, value)) = no.or_else(stored) else {
            // What is out of stock is not in stock.
            if out {
                (at..end).for_each(|at| self.atoms[at].clear());
            }
            return;
        };
        for (at, list) in self.atoms[at..end]
            .iter_mut()
            .enumerate()
            .map(|(n, list)| (at + n, list))
        {
            list.retain(|a| a.end > end && a.start == at);
        }
        self.state(at, end, col, value);
    }

    /// "Treatments that have never been booked": there is no booking of theirs, whatever its state.
    fn never(&mut self, at: usize) {
        let before = |n: usize| at.checked_sub(n).map_or("", |b| self.word(b));
        let never = before(1) == "never" || before(1) == "been" && before(2) == "never";
        let table = |a: &Atom| a.end == at + 1 && matches!(a.meaning, Meaning::Table(_));
        if never && self.at(at).iter().any(table) {
            let of = |a: &Atom| match (&a.meaning, self.at(at).iter().find(|a| table(a)).map(|a| &a.meaning)) {
                (Meaning::Value { col, .. }, Some(Meaning::Table(t))) => col.table == *t,
                _ => false,
            };
            let kept: Vec<Atom> = self.at(at).iter().filter(|a| !of(a)).cloned().collect();
            self.atoms[at] = kept;
        }
    }

    /// "Who is coming", "who said no", of a column of replies.
    fn comes(&mut self, at: usize) {
        let known = self.known;
        let not = |at: usize| lexicon::is_not(self.word(at));
        let (yes, end) = match (self.word(at), self.word(at + 1)) {
            ("coming" | "attending", _) => (true, at + 1),
            ("said", "yes") => (true, at + 2),
            ("said", "no") => (false, at + 2),
            (_, "coming" | "attending") if not(at) => (false, at + 2),
            _ => return,
        };
        let replies = |c: &Column| c.words.iter().any(|w| among(REPLIES, w)) && c.is_text();
        let says = |v: &&String| match yes {
            true => among("yes y attending accepted coming", &v.trim().to_lowercase()),
            false => among("no n declined", &v.trim().to_lowercase()),
        };
        let columns = known.all().filter(|(_, c)| replies(c));
        let mut found = columns.filter_map(|(col, c)| Some((col, c.top.iter().find(says)?.clone())));
        if let (Some((col, value)), None) = (found.next(), found.next()) {
            self.state(at, end, col, value);
        }
    }

    fn state(&mut self, start: usize, end: usize, col: Col, value: String) {
        let part = false;
        self.add(Atom {
            start,
            end,
            meaning: Meaning::Value { col, value, part },
            score: SCORE,
            loose: false,
        });
    }
}
