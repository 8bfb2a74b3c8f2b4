//! Patterns of texts: "name contains 'x'", "starting with a".

use super::Walk;
use crate::ask::builtin::choose::Chooser;
use crate::ask::builtin::cues::Cue;
use crate::ask::builtin::mentions::{Kind, Meaning};
use crate::ask::builtin::query::{Col, Cond, Expr, Op, Value};

/// Words for a piece of text, before the piece itself.
const TEXTS: &[&str] = &[
    "letter",
    "letters",
    "word",
    "text",
    "string",
    "substring",
    "character",
    "characters",
    "phrase",
];

impl Walk<'_> {
    /// "name contains 'x'", "starting with a", "missing".
    pub(super) fn text_conditions(&mut self, _ch: &mut Chooser) {
        for i in 0..self.items.len() {
            let (before, after) = match self.cue(i) {
                Some(Cue::Contains) => ("%", "%"),
                Some(Cue::Starts) => ("", "%"),
                Some(Cue::Ends) => ("%", ""),
                Some(Cue::Missing) => {
                    self.missing(i);
                    continue;
                }
                _ => continue,
            };
            // The text itself: quoted, or the next word or value as it stands.
            let kind_of_text = |j: usize| {
                let next = self
                    .items
                    .get(j + 1)
                    .is_some_and(|x| matches!(x.kind, Kind::Quoted(_) | Kind::Word(_)))
                    || self.quoted(j + 1);
                next && self.tokens[self.items[j].start].is_any(TEXTS)
            };
            let near = (i + 1..self.items.len().min(i + 4)).take_while(|j| !self.sentence_ends(*j));
            let Some(j) = near.into_iter().find(|j| {
                matches!(self.items[*j].kind, Kind::Quoted(_))
                    || self.quoted(*j)
                    || matches!(self.mention(*j), Some(Meaning::Value { .. }))
                    || matches!(self.items[*j].kind, Kind::Word(_))
                        && self.items[*j].end - self.items[*j].start == 1
                        && !kind_of_text(*j)
            }) else {
                continue;
            };
            let said = &self.tokens[self.items[j].start..self.items[j].end];
            let text = said.iter().map(|t| t.text.as_str()).collect::<Vec<_>>().join(" ");
            let Some(c) = self.text_column(i, j) else { continue };
            let negated = self.negated(i);
            let op = if negated { Op::NotLike } else { Op::Like };
            self.take(i, "partial match");
            self.take(j, format!("like '{text}'"));
            self.filter(
                Cond::Compare(Expr::Column(c), op, Value::Text(format!("{before}{text}{after}"))),
                i,
            );
        }
    }

    fn sentence_ends(&self, j: usize) -> bool {
        let item = &self.items[j];
        matches!(item.kind, Kind::Mark) && self.tokens[item.start].is_any(&["?", "!", "."])
    }

    pub(super) fn quoted(&self, j: usize) -> bool {
        let item = self.items.get(j);
        item.is_some_and(|x| self.tokens[x.start].kind == crate::words::TokenKind::Quoted)
    }

    /// The text column a pattern speaks of: mentioned before, after, or the name of the table spoken of.
    pub(super) fn text_column(&mut self, i: usize, j: usize) -> Option<Col> {
        let place = (0..i)
            .rev()
            .take(4)
            .chain(j + 1..self.items.len().min(j + 4))
            .find(|k| self.column_at(*k).is_some_and(|c| !self.is_number(c)));
        if let Some(k) = place {
            let c = self.column_at(k)?;
            // "the names of boats whose name contains": the nearer mention is the condition's.
            let again = self
                .items
                .iter()
                .enumerate()
                .any(|(o, _)| o != k && self.column_at(o) == Some(c));
            if k > j || again || (i - k) <= 2 {
                self.take(k, "condition");
            }
            // "publishers whose name contains": the publishers are a column themselves.
            let whose =
                k >= 2 && self.cue(k - 1) == Some(Cue::Relative) && self.tokens[self.items[k].start].stem == "name";
            let noun = (whose && self.name_column(c.table) == Some(c))
                .then(|| self.column_at(k - 2))
                .flatten();
            return noun.filter(|n| !self.is_number(*n) && !self.is_key(*n)).or(Some(c));
        }
        let t = *self.scope().first()?;
        self.name_column(t)
    }
}
