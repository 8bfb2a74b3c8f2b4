//! What the rows of a sheet are called, whatever its file is called: "transactions", "entries", "payments".

mod wares;

use super::joined::is_half;
use super::{Atom, Meaning, Text};
use crate::known::{Column, Known};
use crate::lexicon;
use crate::stretches::is_month;
use crate::words::lexicon::synonyms;
use crate::words::{among, is_word, plurals, stem, TokenKind};

const ROWS: &str =
    "transaction transactions entry entries row rows line lines booking bookings payment payments purchase purchases \
    movement movements posting postings item items reading readings record records measurement measurements response responses";
/// Words for people and for what happens, of whom or which a sheet may be; one that is named after other things is not.
const SOME: &str =
    "patient patients client clients guest guests visitor visitors pupil pupils student students attendee attendees \
    job jobs case cases visit visits appointment appointments session sessions trip trips call calls \
    shift shifts";
/// What the rows are called of a sheet that has all these columns.
const OF: &[(&str, &[&str])] = &[
    ("home homes place places property properties", &["address"]),
    ("car cars vehicle vehicles", &["make", "model"]),
    ("game games match matches fixture fixtures", &["home", "away"]),
    ("place places spot spots", &["latitude", "longitude"]),
    ("place places spot spots", &["name", "region"]),
    ("place places spot spots", &["name", "province"]),
];
const SCORE: f64 = 0.6;
/// What texts call themselves.
const THINGS: f64 = 0.95;
/// Words of files that say nothing of what their rows are.
const FILES: &[&str] = &[
    "export", "exports", "data", "dataset", "sheet", "list", "report", "table", "file", "dump", "extract", "download",
    "csv",
];

/// What rows that have such columns are called.
fn fitting(columns: &[Column]) -> impl Iterator<Item = &'static str> + '_ {
    let has = |name: &&str| columns.iter().any(|c| c.words.iter().any(|w| w == *name));
    OF.iter().filter(move |(_, of)| of.iter().all(has)).map(|of| of.0)
}

/// Whether rows that have such columns are called by the word.
pub(super) fn are_called(columns: &[Column], word: &str) -> bool {
    fitting(columns).any(|called| among(called, word))
}

/// Whether a general word for what is written down has this stem.
pub(super) fn is_row(noun: &str) -> bool {
    ROWS.split_whitespace().any(|w| stem(w) == noun)
}

impl Known {
    /// Whether nothing in a database of one table is called by a noun, given by its stem, so that it can only be a guess at what the rows are.
    pub fn is_guess(&self, noun: &str) -> bool {
        let [table] = self.tables.as_slice() else { return false };
        let called = |name: &String| name == noun || synonyms(name, noun);
        let general = || OF.iter().map(|of| of.0).chain([ROWS]).flat_map(str::split_whitespace);
        let person = || self.is_human(0) && lexicon::is_person(noun);
        let mut columns = table.columns.iter().filter(|c| c.told.is_none());
        let held = |c: &Column| c.parts.iter().any(|(part, _)| part == noun);
        !(table.stems.iter().any(called)
            || is_half(table, noun)
            || general().any(|w| stem(w) == noun)
            || person()
            || columns.any(|c| c.stems.iter().any(called) || held(c)))
    }
}

impl Text<'_> {
    /// Where there is one table alone, a general word for what is written down means its rows.
    pub(super) fn rows(&mut self) {
        if self.known.tables.len() != 1 {
            return self.wares();
        }
        let columns = &self.known.tables[0].columns;
        let called: Vec<&str> = fitting(columns)
            .chain([ROWS])
            .chain(Some(SOME).filter(|_| !self.is_called()))
            .flat_map(str::split_whitespace)
            .collect();
        self.told_by_texts();
        let nameless = self.nameless();
        let human = self.known.is_human(0);
        for at in 0..self.tokens.len() {
            let who = human && lexicon::is_person(self.word(at)) && self.at(at).is_empty();
            // What the texts of several kinds are all of: "dogs" of calm ones and of old ones.
            let shared = || columns.iter().any(|c| c.shares(&self.tokens[at].stem));
            let own = who || nameless.contains(&at) || shared();
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

    /// "People affected by breaches", of a sheet of these: "by" says what did it, and parts nothing.
    pub(crate) fn is_agent(&self, at: usize) -> bool {
        let participle = |word: &str| word.ends_with("ed") || among("hit made run done hurt struck caught", word);
        let rows = |stem: &String| self.known.tables.iter().any(|t| t.stems.last() == Some(stem));
        self.word(at) == "by"
            && at.checked_sub(1).is_some_and(|b| participle(self.word(b)))
            && self
                .tokens
                .get(at + 1)
                .is_some_and(|t| t.lower != t.stem && rows(&t.stem))
    }

    /// "Hospitals" of a sheet with several rows of each 'City Hospital' and 'St. Mary Hospital' are these, and no rows.
    fn told_by_texts(&mut self) {
        let known = self.known;
        for at in 0..self.tokens.len() {
            let rows = self.atoms[at]
                .iter()
                .any(|a| a.end == at + 1 && a.meaning == Meaning::Table(0));
            let before = at.checked_sub(1).map_or("", |b| self.word(b));
            // "Greenwich Hospital" is one of them.
            let rows = rows
                && (self.tokens[at].lower != self.tokens[at].stem || among("which what each every per by", before));
            let stem = self.tokens[at].stem.clone();
            let mut things = known
                .columns(0)
                .filter(|(_, c)| c.is_text() && c.repeats() && c.mostly_hold(&stem));
            let (Some((col, _)), None, true) = (things.next(), things.next(), rows) else {
                continue;
            };
            self.atoms[at].retain(|a| a.meaning != Meaning::Table(0));
            self.add(Atom {
                start: at,
                end: at + 1,
                meaning: Meaning::Column(col),
                score: THINGS,
                loose: false,
            });
        }
    }

    /// Whether the sheet's name says what its rows are, in the plural: "squirrels.csv".
    fn is_called(&self) -> bool {
        let table = &self.known.tables[0];
        let last = table.words.iter().rev().find(|w| w.chars().all(char::is_alphabetic));
        last.is_some_and(|w| {
            let one = plurals::singular(w);
            one != *w && is_word(&one) && !FILES.contains(&w.as_str())
        })
    }

    /// Whether several rows may be of one thing: a number that tells things apart stands in more than one.
    fn is_of_lines(&self) -> bool {
        let of = |c: &Column| {
            let last = c.words.last().map_or("", String::as_str);
            let named = matches!(
                last,
                "id" | "ids" | "no" | "nr" | "number" | "ref" | "reference" | "code"
            );
            c.told.is_none() && named && !c.unique && c.distinct * 10 < c.rows * 9
        };
        let columns = &self.known.tables[0].columns;
        !columns.iter().any(|c| c.unique) && columns.iter().any(of)
    }

    /// Where the file's name says nothing, the one noun that nothing else is called by means its rows: "how many tickets",
    /// "tickets per street", "the five heaviest cars".
    fn nameless(&self) -> Vec<usize> {
        let table = &self.known.tables[0];
        // What an abbreviation stands for names nothing: "mpg.csv" keeps no miles.
        let name = table.name.to_lowercase();
        let word = |(w, stem): (&String, &String)| {
            name.contains(w.as_str()) && (is_word(w) || is_word(stem) || is_word(&plurals::singular(w)))
        };
        let mut words = table.words.iter().zip(&table.stems);
        let named = words.any(|w| word(w) && !FILES.contains(&w.0.as_str()));
        if named || self.is_of_lines() {
            return Vec::new();
        }
        let numbered = table.columns.iter().any(|c| c.unique);
        let counted = |at: &usize| {
            let before = at.checked_sub(1).map_or("", |b| self.word(b));
            let number = |b: usize| self.tokens[b].number.is_some() || is_month(&self.tokens[b].lower);
            let scale = |b: usize| lexicon::is_scale(&self.tokens[b].lower);
            let led = matches!(
                before,
                "many"
                    | "most"
                    | "fewest"
                    | "more"
                    | "fewer"
                    | "of"
                    | "one"
                    | "which"
                    | "each"
                    | "every"
                    | "per"
                    | "all"
                    | "list"
                    | "show"
            ) || at.checked_sub(1).is_some_and(|b| number(b) || scale(b));
            // "8 cylinder cars"; behind a place or a time a noun is of something else.
            const PLACES: &str =
                "in on at from to with by for about than as into near behind before after since during";
            let named = |b: usize| self.at(b).iter().any(|a| a.score >= 0.8) && !among(PLACES, before);
            led || at.checked_sub(1).is_some_and(named)
                || *at == 0
                || matches!(
                    self.word(at + 1),
                    "per" | "by" | "each" | "issued" | "made" | "with" | "that" | "who"
                )
        };
        let noun = |at: &usize| {
            let t = &self.tokens[*at];
            let free = self.at(*at).is_empty() && !lexicon::is_filler(&t.lower) && lexicon::period(&t.lower).is_none();
            let before = at.checked_sub(1).map_or("", |b| self.word(b));
            let english = numbered || is_word(&plurals::singular(&t.lower));
            let one = matches!(before, "which" | "each" | "every" | "per") && is_word(&t.lower) && t.lower.len() > 2;
            let many = t.lower.len() > 3 && t.lower != t.stem && english;
            free && t.kind == TokenKind::Word && (many || one || before == "one")
        };
        let found: Vec<usize> = (0..self.tokens.len()).filter(|at| counted(at) && noun(at)).collect();
        let first = found.first().map(|at| self.tokens[*at].stem.clone());
        match found.iter().all(|at| Some(&self.tokens[*at].stem) == first.as_ref()) {
            true => found,
            false => Vec::new(),
        }
    }
}
