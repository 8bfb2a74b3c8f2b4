//! What the rows of a sheet are called, whatever its file is called: "transactions", "entries", "payments".

use super::{Atom, Meaning, Text};

const ROWS: &str =
    "transaction transactions entry entries row rows line lines booking bookings payment payments purchase purchases \
    movement movements posting postings item items";
/// What the rows are called of a sheet that has all these columns.
const OF: &[(&str, &[&str])] = &[
    ("home homes place places property properties", &["address"]),
    ("game games match matches fixture fixtures", &["home", "away"]),
];
const SCORE: f64 = 0.6;

impl Text<'_> {
    /// Where there is one table alone, a general word for what is written down means its rows.
    pub(super) fn rows(&mut self) {
        if self.known.tables.len() != 1 {
            return;
        }
        let columns = &self.known.tables[0].columns;
        let has = |word: &&str| columns.iter().any(|c| c.words.iter().any(|w| w == *word));
        let fits = OF.iter().filter(|(_, of)| of.iter().all(&has));
        let called: Vec<&str> = fits
            .map(|f| f.0)
            .chain([ROWS])
            .flat_map(str::split_whitespace)
            .collect();
        for at in 0..self.tokens.len() {
            if called.contains(&self.word(at)) && !self.named(at, at + 1, 0.9) {
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
