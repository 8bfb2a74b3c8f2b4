//! What a shop sells goes by what its kinds are called: "bikes" where the categories are 'Road Bikes' and 'Electric Bikes'.
//!
//! In: all atoms. Out: the same, with the table of the goods for such a word, and without the texts it was found in.
//! Deliberately absent: databases of one table, and goods of which no other table keeps pieces.

use crate::known::Column;
use crate::lexicon;
use crate::link::{Atom, Meaning, Text};
use crate::words::lexicon::synonyms;
use crate::words::{stem, TokenKind};
use crate::worths;

/// Less than the table's own name.
const SCORE: f64 = 0.9;

impl Text<'_> {
    pub(in crate::link) fn wares(&mut self) {
        let known = self.known;
        let tables = 0..known.tables.len();
        let pieces = |t: &usize| known.tables[*t].columns.iter().any(worths::counts_pieces);
        let kept = |g: &usize| {
            worths::is_goods(known, *g) && tables.clone().filter(pieces).any(|t| t != *g && known.refers(t, *g))
        };
        // Goods come in kinds: a column of theirs, or what their kinds are called.
        let goods: Vec<usize> = tables.clone().filter(kept).collect();
        for at in 0..self.tokens.len() {
            let token = &self.tokens[at];
            let called = |a: &Atom| a.end == at + 1 && a.score >= SCORE && !matches!(a.meaning, Meaning::Value { .. });
            if token.kind != TokenKind::Word || lexicon::is_filler(&token.lower) || self.at(at).iter().any(called) {
                continue;
            }
            let of_kind = |g: &&usize| {
                let own = known.columns(**g).filter(|(_, c)| c.is_text() && c.repeats());
                let up = known.up(**g).into_iter().filter_map(|t| known.label(t)).filter(|c| {
                    let kinds = known.tables[c.table].rows;
                    kinds * 4 <= known.tables[**g].rows
                });
                let mut columns = own.map(|(_, c)| c).chain(up.map(|c| known.column(c)));
                columns.any(|c| ends_kinds(c, &token.stem))
            };
            let mut named = goods.iter().filter(of_kind);
            let (Some(table), None) = (named.next().copied(), named.next()) else {
                continue;
            };
            self.atoms[at].retain(|a| a.end != at + 1);
            self.add(Atom {
                start: at,
                end: at + 1,
                meaning: Meaning::Table(table),
                score: SCORE,
                loose: false,
            });
        }
    }
}

/// Whether nearly all of a column's texts end with the word, or with one that means the same: road bikes and cruiser bicycles.
fn ends_kinds(c: &Column, word: &str) -> bool {
    let same = |last: &str| last == word || synonyms(last, word);
    let last = |text: &&String| {
        text.trim()
            .rsplit_once(' ')
            .is_some_and(|(_, last)| same(&stem(&last.to_lowercase())))
    };
    let held = c.top.iter().filter(last).count();
    held > 2 && held * 4 >= c.top.len() * 3
}
