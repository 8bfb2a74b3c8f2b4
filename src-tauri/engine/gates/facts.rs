//! What several gates ask of the question and the query.

use askwell_contract::profile::Disguise;
use askwell_contract::{Column, Table, TypeKind};
use askwell_sql::acts::{Act, Output, Place};

use super::{Facts, Fault};
use crate::prepare::fields::stems;
use crate::words::{among, split_name, Token, TokenKind};

/// Units of time, one and many.
pub const UNITS: &[&str] = &[
    "year", "years", "month", "months", "week", "weeks", "day", "days", "quarter", "quarters", "decade", "decades",
];

/// What people say with the unit left unsaid: "the monthly total".
pub const ADVERBS: &[&str] = &[
    "yearly",
    "annual",
    "annually",
    "monthly",
    "weekly",
    "daily",
    "quarterly",
];

/// Months and weekdays that are no other words.
pub const NAMED: &[&str] = &[
    "january",
    "february",
    "april",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
    "monday",
    "tuesday",
    "wednesday",
    "thursday",
    "friday",
    "saturday",
    "sunday",
    "weekday",
    "weekdays",
    "weekend",
    "weekends",
];

/// Words that the names of columns of time hold.
const TIMELY: &str = "year years yr yyyy month months week weeks day days date dates datetime time times timestamp ts dt \
    quarter season decade century hour hours minute minutes second seconds duration age tenure period since born birth \
    birthday founded established opened built debut vintage created updated started ended weekday annual monthly weekly \
    daily yearly quarterly semester term start end from to at on until joined hired released published left arrived";

impl<'a> Facts<'a> {
    pub fn does(&self, acts: &[Act]) -> bool {
        self.acts.any(acts)
    }

    pub fn word(&self, at: usize) -> &str {
        self.words.get(at).map_or("", |t| t.lower.as_str())
    }

    /// The word before a place; empty at the beginning.
    pub fn before(&self, at: usize) -> &str {
        at.checked_sub(1).map_or("", |before| self.word(before))
    }

    pub fn number(&self, at: usize) -> Option<f64> {
        self.words.get(at).and_then(|t| t.number)
    }

    pub fn says(&self, words: &[&str]) -> bool {
        self.words.iter().any(|t| t.is_any(words))
    }

    /// "how many" or "how much" at the beginning.
    pub fn how(&self, much: &[&str]) -> Option<usize> {
        (0..2).find(|at| self.word(*at) == "how" && much.contains(&self.word(at + 1)))
    }

    /// Whether something else stands for a word: it is quoted, a part of a text that is looked for, a part of the name of a
    /// column or table of the query, or told as unused.
    pub fn settled(&self, token: &Token) -> bool {
        let told = |c: &&askwell_contract::run::Candidate| {
            let mut words = c.unplaced.iter().flat_map(|u| u.split_whitespace());
            words.any(|w| w.eq_ignore_ascii_case(&token.lower))
        };
        token.kind == TokenKind::Quoted
            || self.in_texts(&token.lower)
            || self.in_names(&token.stem)
            || self.within_names(&token.lower)
            || self.account.as_ref().is_some_and(told)
    }

    /// Whether a text of the query holds this word.
    pub fn in_texts(&self, lower: &str) -> bool {
        let holds = |text: &String| {
            let text = text.to_lowercase();
            let found = text.split(|c: char| !c.is_alphanumeric()).any(|w| w == lower);
            found
        };
        self.acts.texts.iter().any(holds)
    }

    /// Whether the name of a column or a table of the query holds a word with this stem.
    pub fn in_names(&self, stem: &str) -> bool {
        let holds = |name: &str| stems(name).iter().any(|s| s == stem);
        self.acts.columns.iter().any(|p| holds(&p.column)) || self.acts.tables.iter().any(|t| holds(t))
    }

    /// Whether the name of a column of the query holds these letters, glued to others: `hoursperweek`.
    pub fn within_names(&self, lower: &str) -> bool {
        let holds = |p: &Place| p.column.to_lowercase().contains(lower);
        lower.len() > 3 && self.acts.columns.iter().any(holds)
    }

    pub fn table(&self, name: &str) -> Option<&'a Table> {
        self.knowledge.catalog.table(name)
    }

    pub fn column(&self, place: &Place) -> Option<&'a Column> {
        self.table(&place.table)?.column(&place.column)
    }

    /// Whether a column keeps times, years or lengths of time, by its type, its values or its name.
    pub fn timely(&self, place: &Place) -> bool {
        let kept = [
            Disguise::IsoDate,
            Disguise::SlashDate,
            Disguise::CompactDate,
            Disguise::UnixSeconds,
            Disguise::Year,
        ];
        let kind = self.column(place).map(|c| c.kind);
        let profile = self.knowledge.profile(&place.table, &place.column);
        let disguised = profile.is_some_and(|p| p.disguises.iter().any(|d| kept.contains(d)));
        let timed = matches!(
            kind,
            Some(TypeKind::Date | TypeKind::Time | TypeKind::Timestamp | TypeKind::Interval)
        );
        let named = || split_name(&place.column).iter().any(|w| among(TIMELY, w));
        disguised || timed || named()
    }

    /// Whether the query says a time: a function, a date, a year.
    pub fn dates(&self) -> bool {
        let year = |n: &f64| n.fract() == 0.0 && (1800.0..=2100.0).contains(n);
        self.does(&[Act::Times]) || self.acts.texts.iter().any(|t| dated(t)) || self.acts.numbers.iter().any(year)
    }

    /// Whether the query has to do with time at all.
    pub fn tells_time(&self) -> bool {
        self.dates() || self.acts.columns.iter().any(|p| self.timely(p))
    }

    /// One row of figures where the question wants one for each.
    pub fn one_for_all(&self) -> bool {
        let each = [Act::Groups, Act::Windows, Act::Nests, Act::Divides];
        self.acts.condenses && !self.does(&each)
    }

    /// Whether it shows a number of rows, whatever stands in them.
    pub fn counts_rows(&self) -> bool {
        let rows = |o: &Output| o.calls == ["count"] && o.of.is_empty();
        self.acts.outputs.iter().any(rows)
    }

    /// Words that nothing in the query stands for.
    pub fn lost(&self, from: usize, to: usize) -> Fault {
        let words: Vec<&str> = self.words.iter().take(to).skip(from).map(|t| t.text.as_str()).collect();
        let words = words.join(" ");
        Fault {
            says: format!("Nothing in the query stands for “{words}”."),
            unused: vec![words],
        }
    }
}

/// Whether a text holds a day, a month of a year, or a year.
fn dated(text: &str) -> bool {
    let year = |w: &str| w.len() == 4 && w.parse::<u32>().is_ok_and(|n| (1800..=2100).contains(&n));
    text.split(|c: char| !c.is_alphanumeric()).any(year)
}
