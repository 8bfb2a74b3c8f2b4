//! What the rows of a sheet are called, whatever its file is called: "transactions", "entries", "payments".

use super::{Atom, Meaning, Text};
use crate::lexicon;
use crate::stretches::is_month;
use crate::words::{is_word, plurals, TokenKind};

const ROWS: &str =
    "transaction transactions entry entries row rows line lines booking bookings payment payments purchase purchases \
    movement movements posting postings item items reading readings record records measurement measurements response responses \
    patient patients client clients guest guests visitor visitors pupil pupils student students attendee attendees \
    job jobs case cases visit visits appointment appointments session sessions trip trips call calls \
    shift shifts";
/// What the rows are called of a sheet that has all these columns.
const OF: &[(&str, &[&str])] = &[
    ("home homes place places property properties", &["address"]),
    ("game games match matches fixture fixtures", &["home", "away"]),
];
const SCORE: f64 = 0.6;
/// Words of files that say nothing of what their rows are.
const FILES: &[&str] = &[
    "export", "exports", "data", "dataset", "sheet", "list", "report", "table", "file", "dump", "extract", "download",
    "csv",
];

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
        let nameless = self.nameless();
        for at in 0..self.tokens.len() {
            let own = nameless.contains(&at);
            if (own || called.contains(&self.word(at))) && !self.named(at, at + 1, 0.9) {
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

    /// Where the file's name says nothing, the one noun that is counted and that nothing else is called by means its rows:
    /// "how many tickets", "tickets per street".
    fn nameless(&self) -> Vec<usize> {
        let table = &self.known.tables[0];
        let word = |(w, stem): (&String, &String)| is_word(w) || is_word(stem) || is_word(&plurals::singular(w));
        let mut words = table.words.iter().zip(&table.stems);
        let named = words.any(|w| word(w) && !FILES.contains(&w.0.as_str()));
        // Where nothing tells the rows apart, several may be of one thing.
        if named || !table.columns.iter().any(|c| c.unique) {
            return Vec::new();
        }
        let counted = |at: &usize| {
            let before = at.checked_sub(1).map_or("", |b| self.word(b));
            let number = |b: usize| self.tokens[b].number.is_some() || is_month(&self.tokens[b].lower);
            let led = matches!(before, "many" | "most" | "fewest" | "more" | "fewer" | "of" | "one")
                || at.checked_sub(1).is_some_and(number);
            led || *at == 0 || matches!(self.word(at + 1), "per" | "by" | "each" | "issued")
        };
        let noun = |at: &usize| {
            let t = &self.tokens[*at];
            let free = self.at(*at).is_empty() && !lexicon::is_filler(&t.lower) && lexicon::period(&t.lower).is_none();
            free && t.kind == TokenKind::Word
                && t.lower.len() > 3
                && (t.lower != t.stem || self.word(at.wrapping_sub(1)) == "one")
        };
        let found: Vec<usize> = (0..self.tokens.len()).filter(|at| counted(at) && noun(at)).collect();
        let first = found.first().map(|at| self.tokens[*at].stem.clone());
        match found.iter().all(|at| Some(&self.tokens[*at].stem) == first.as_ref()) {
            true => found,
            false => Vec::new(),
        }
    }
}
