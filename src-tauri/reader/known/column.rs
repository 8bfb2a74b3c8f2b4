//! What follows from what is known of one column.

use crate::words::among;
use askwell_contract::profile::Disguise;
use askwell_contract::view::Stretch;
use askwell_contract::TypeKind;
use askwell_sql::dialect::{self, Stored};

use super::{yes_or_no, Column, Role, Told};
use crate::words::demonyms::{is_one, stands_for};

/// Names of days, Monday first.
pub const WEEKDAYS: [&str; 7] = [
    "monday",
    "tuesday",
    "wednesday",
    "thursday",
    "friday",
    "saturday",
    "sunday",
];

impl Column {
    /// Whether some row says nothing here.
    pub fn has_gaps(&self) -> bool {
        self.nulls > 0 || !self.gaps.is_empty()
    }

    /// Values that can be added up and compared as numbers.
    pub fn is_number(&self) -> bool {
        self.kind.is_number() || (self.view.is_some() && !self.view_is_day)
    }

    pub fn is_text(&self) -> bool {
        matches!(self.kind, TypeKind::Text) && self.view.is_none()
    }

    /// Whether its texts are yes and no, and nothing else but blanks.
    pub fn says_yes_or_no(&self) -> bool {
        let said = |v: &String| v.trim().is_empty() || yes_or_no(v).is_some();
        self.is_text() && !self.top.is_empty() && self.top.iter().all(said)
    }

    /// Whether its texts are the answers yes and no, and at most one that is neither: what a form writes below its heading.
    pub(crate) fn answers(&self) -> bool {
        let sides: Vec<_> = self
            .top
            .iter()
            .filter(|t| !t.trim().is_empty())
            .map(|t| yes_or_no(t))
            .collect();
        let neither = sides.iter().filter(|s| s.is_none()).count();
        self.kind == TypeKind::Text && neither < 2 && sides.contains(&Some(true)) && sides.contains(&Some(false))
    }

    /// Whether each of its texts is men, women or neither, and both are there.
    pub fn keeps_sexes(&self) -> bool {
        const NEITHER: &str =
            "x u o unknown other none n/a na - non-binary nonbinary nb agender genderfluid genderless";
        let is_of = |words: [&str; 2], v: &str| words.iter().any(|w| is_one(stands_for(w), v));
        let (man, woman) = (
            |v: &str| is_of(["man", "boy"], v),
            |v: &str| is_of(["woman", "girl"], v),
        );
        let neither = |v: &str| NEITHER.split(' ').any(|n| n.eq_ignore_ascii_case(v));
        let said: Vec<&str> = self
            .top
            .iter()
            .map(|v| self.bare(v))
            .filter(|v| !v.is_empty())
            .collect();
        self.is_text()
            && said.iter().any(|v| man(v))
            && said.iter().any(|v| woman(v))
            && said.iter().all(|v| man(v) || woman(v) || neither(v))
    }

    /// The word that nearly all of its texts end with, which says no more than what they are of: "Dogs" of 'Calm Dogs'
    /// and 'Shy Dogs'.
    pub fn ending(&self) -> Option<&str> {
        let said: Vec<&str> = self.top.iter().map(|v| v.trim()).filter(|v| !v.is_empty()).collect();
        let last = |v: &&str| v.rsplit_once(' ').map(|(_, last)| last.len());
        let first = said.iter().find_map(|v| Some(&v[v.len() - last(v)?..]))?;
        let same = said.iter().filter(|v| self.is_text() && ends(v, first)).count();
        let letters = first.chars().all(char::is_alphabetic) && first.len() > 2;
        (letters && same > 1 && same * 4 >= said.len() * 3).then_some(first)
    }

    /// Whether nearly all of its texts hold a word, by its stem: it tells no row from another, and says what the rows are.
    pub fn shares(&self, stem: &str) -> bool {
        let (hold, said) = self.holding(stem);
        hold > 1 && hold * 4 >= said * 3
    }

    /// Whether at least half of its texts hold a word, by its stem, and so say what they are of.
    pub fn mostly_hold(&self, stem: &str) -> bool {
        let (hold, said) = self.holding(stem);
        said > 2 && hold * 2 >= said
    }

    /// How many of its texts hold a word, by its stem, and how many say anything.
    fn holding(&self, stem: &str) -> (usize, usize) {
        let said = self.top.iter().filter(|v| !v.trim().is_empty()).count();
        (self.parts.iter().filter(|(part, _)| part == stem).count(), said)
    }

    /// Whether each of its values has several rows, by and large.
    pub fn repeats(&self) -> bool {
        self.distinct > 1 && self.distinct * 2 <= self.rows
    }

    /// A text of it without that word.
    pub fn bare<'a>(&self, text: &'a str) -> &'a str {
        let text = text.trim();
        let ending = self.ending().filter(|e| ends(text, e));
        ending.map_or(text, |e| text[..text.len() - e.len()].trim_end())
    }

    /// Whether it says where to reach somebody or something: nobody asks for a word of that.
    pub fn is_contact(&self) -> bool {
        let says = |w: &String| {
            matches!(
                w.as_str(),
                "email"
                    | "mail"
                    | "eml"
                    | "phone"
                    | "telephone"
                    | "tel"
                    | "mobile"
                    | "fax"
                    | "url"
                    | "website"
                    | "link"
            )
        };
        self.words.iter().any(says)
    }

    /// Whether it keeps the days of the week on which its rows happened, 'mon' to 'fri': it is called by nothing else.
    pub fn keeps_weekdays(&self) -> bool {
        const NAMES: &str = "weekday weekdays day days of the week dow wday name";
        let called = self.words.iter().all(|w| among(NAMES, w));
        let mut said = self.top.iter().filter(|v| !self.gaps.contains(v));
        called && self.is_text() && self.top.len() > 2 && said.all(|v| is_weekday(&v.trim().to_lowercase()))
    }

    /// Its texts that say no.
    pub fn noes(&self) -> Vec<String> {
        let no = |v: &&String| yes_or_no(v) == Some(false);
        self.top.iter().filter(no).cloned().collect()
    }

    /// Whether it numbers what it is called by, and is no name: "clerk no", "customer id".
    pub fn is_numbering(&self) -> bool {
        let number = |w: &String| matches!(w.as_str(), "no" | "number" | "id" | "code" | "ref");
        self.words.last().is_some_and(number)
    }

    /// How it keeps days; `None`: it keeps none.
    pub fn stored(&self) -> Option<Stored> {
        if self.view.is_some() {
            let year = self.disguises.contains(&Disguise::Year);
            return match self.view_is_day {
                true => Some(Stored::Native),
                false => year.then_some(Stored::Year),
            };
        }
        dialect::stored(self.kind, &self.disguises)
    }

    pub fn is_money(&self) -> bool {
        let signed = |view: &String| ["£", "$", "€"].iter().any(|sign| view.contains(sign));
        const CALLED: &str =
            "cost price amount fee fare toll spend charge paid rent salary wage revenue income payment premium donation deposit subtotal outstanding";
        let called = |w: &String| among(CALLED, w);
        // A total may count anything; where it has a fraction it hardly does.
        let total =
            || matches!(self.kind, TypeKind::Real | TypeKind::Decimal) && self.words.iter().any(|w| w == "total");
        self.is_number() && (self.view.as_ref().is_some_and(signed) || self.words.iter().any(called) || total())
    }

    pub fn is_time(&self) -> bool {
        self.stored().is_some()
    }

    /// How the view of another column of its table writes it: by its place.
    pub(crate) fn written(&self, place: usize) -> String {
        let own = super::place(place);
        self.view.as_ref().map_or(own.clone(), |v| v.replace("{}", &own))
    }

    /// Whether it is calculated from other columns of its table.
    pub fn is_made(&self) -> bool {
        self.view.as_ref().is_some_and(|v| !v.contains("{}"))
    }

    /// A measure that is made of other columns.
    pub(crate) fn made(name: &str, rows: u64, nulls: u64, distinct: u64, view: String) -> Self {
        Self {
            name: name.to_owned(),
            words: vec![name.to_owned()],
            stems: Vec::new(),
            kind: TypeKind::Real,
            disguises: Vec::new(),
            role: Role::Measure,
            rows,
            nulls,
            distinct,
            unique: false,
            min: None,
            max: None,
            low: None,
            top: Vec::new(),
            gaps: Vec::new(),
            means: Vec::new(),
            spellings: Vec::new(),
            parts: Vec::new(),
            units: Vec::new(),
            view: Some(view),
            view_is_day: false,
            days_only: false,
            stretch: Stretch::Day,
            minutes: false,
            clock: false,
            minutes_of_day: None,
            latest: None,
            told: None,
        }
    }

    /// A column for a word of the person's own.
    pub fn of_word(name: &str, words: Vec<String>, rows: u64, told: Told) -> Self {
        let figure = matches!(told, Told::Figure { .. });
        Self {
            words,
            kind: if figure { TypeKind::Real } else { TypeKind::Other },
            role: Role::Told,
            view: None,
            told: Some(told),
            ..Self::made(name, rows, 0, if figure { rows } else { 2 }, String::new())
        }
    }

    /// Whether it says which rows a word of the person's own means.
    pub fn is_condition(&self) -> bool {
        matches!(self.told, Some(Told::Condition { .. }))
    }

    /// Whether one of these numbers lies among its own, as far as those are known.
    pub fn spans(&self, mut numbers: impl Iterator<Item = f64>) -> bool {
        self.min
            .zip(self.max)
            .is_none_or(|(min, max)| numbers.any(|n| min <= n && n <= max))
    }

    /// These texts, those together that are one thing in several spellings.
    pub fn apart(&self, values: &[String]) -> Vec<Vec<String>> {
        let plain = |text: &str| text.trim().to_lowercase();
        let spelt = |a: &String, b: &String| self.spellings.iter().any(|g| g.contains(a) && g.contains(b));
        let mut out: Vec<Vec<String>> = Vec::new();
        for value in values {
            let same = |g: &&mut Vec<String>| g.iter().any(|v| plain(v) == plain(value) || spelt(v, value));
            match out.iter_mut().find(same) {
                Some(group) => group.push(value.clone()),
                None => out.push(vec![value.clone()]),
            }
        }
        out
    }

    /// Groups people ask for: few enough values that each stands for many rows.
    pub fn groups(&self) -> bool {
        self.distinct > 0 && (self.distinct * 2 <= self.rows.saturating_sub(self.nulls) || self.distinct <= 30)
    }
}

/// Whether a text of several words ends with this one.
fn ends(text: &str, word: &str) -> bool {
    text.rsplit_once(' ').is_some_and(|(_, last)| last == word)
}

fn is_weekday(text: &str) -> bool {
    text.len() > 2 && WEEKDAYS.iter().any(|day| day.starts_with(text.trim_end_matches('.')))
}
