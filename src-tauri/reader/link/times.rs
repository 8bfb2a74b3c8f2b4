//! The times of a question, and those that its other words make of them.

use super::{Atom, Meaning, Text};
use crate::stretches;

impl Text<'_> {
    pub(super) fn times(&mut self) {
        let spans: Vec<Option<(usize, usize)>> = (self.asked.times.iter())
            .map(|t| self.span(t.span.start, t.span.end).filter(|s| s.0 < s.1))
            .collect();
        let today = self.asked.today.as_deref();
        let (mut made, taken) = stretches::as_long(&self.tokens, &self.asked.times, &spans, today).unwrap_or_default();
        for (i, span) in spans.iter().enumerate().filter(|(i, _)| !taken.contains(i)) {
            if let Some((start, end)) = *span {
                if let Some(time) = stretches::to_come(&self.tokens, &self.asked.times[i], today) {
                    self.times[i] = time;
                }
                self.add(Atom {
                    start,
                    end,
                    meaning: Meaning::Time(i),
                    score: 1.0,
                    loose: false,
                });
            }
        }
        if made.is_empty() {
            made = stretches::made(&self.tokens, &self.asked.times, today, |s| self.span(s.start, s.end));
        }
        for made in made {
            // A season may be a text of the data, and so may a month that is somebody's name.
            let stored = |a: &Atom| matches!(a.meaning, Meaning::Value { part: false, .. }) && !a.loose;
            let led = made.start > 0 && matches!(self.word(made.start - 1), "in" | "during" | "since" | "of");
            let month = made.end == made.start + 1 && stretches::is_month(self.word(made.start)) && !led;
            if (stretches::is_season(&made.time) || month) && self.atoms[made.start].iter().any(stored) {
                continue;
            }
            let meaning = Meaning::Time(self.times.len());
            self.times.push(made.time);
            self.sources.push(made.source);
            self.add(Atom {
                start: made.start,
                end: made.end,
                meaning,
                score: 1.0,
                loose: false,
            });
        }
    }

    /// The place among the question's own times that a time was made of.
    pub fn source(&self, time: usize) -> Option<usize> {
        self.sources.get(time).copied().flatten()
    }
}
