//! What the rows of a sheet are called, whatever its file is called: "transactions", "entries", "payments".

use super::{Atom, Meaning, Text};

const ROWS: &str =
    "transaction transactions entry entries row rows line lines booking bookings payment payments purchase purchases \
    movement movements posting postings item items";
const SCORE: f64 = 0.6;

impl Text<'_> {
    /// Where there is one table alone, a general word for what is written down means its rows.
    pub(super) fn rows(&mut self) {
        if self.known.tables.len() != 1 {
            return;
        }
        for at in 0..self.tokens.len() {
            if ROWS.split_whitespace().any(|w| w == self.word(at)) && !self.named(at, at + 1, 0.9) {
                self.add(Atom {
                    start: at,
                    end: at + 1,
                    meaning: Meaning::Table(0),
                    score: SCORE,
                    loose: true,
                });
            }
        }
    }
}
