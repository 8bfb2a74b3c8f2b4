//! Words that name nothing, by what they mean: the nearest names and stored texts.

use askwell_contract::run::Span;

use super::{Atom, Meaning, Text};
use crate::lexicon;

impl Text<'_> {
    /// What words that name nothing mean nearly; words of the grammar and of scales mean what they say.
    pub(super) fn meant(&mut self) {
        let asked = self.asked;
        let grammar = |text: &Self, span: Span| {
            text.place(span).is_none_or(|(start, end)| {
                end - start == 1 && {
                    let word = text.word(start);
                    lexicon::is_filler(word)
                        || lexicon::scale(word).is_some()
                        || lexicon::aggregate(word).is_some()
                        || lexicon::period(word).is_some()
                }
            })
        };
        for field in &asked.meant.fields {
            if !grammar(self, field.span) {
                self.field(field, true);
            }
        }
        for v in &asked.meant.values {
            // What stands in stored texts letter by letter is no guess.
            let stands = |a: &Atom| matches!(a.meaning, Meaning::Value { part, .. } if part || !a.loose);
            if self
                .place(v.span)
                .is_some_and(|(start, _)| self.at(start).iter().any(stands))
            {
                continue;
            }
            if let (false, Some((start, end)), Some(col)) = (grammar(self, v.span), self.place(v.span), self.stored(v))
            {
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
