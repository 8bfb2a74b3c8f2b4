//! What the reader knows of a database: names as words, what a column's values are, and how tables join.
//!
//! In: built once for each state of a database by the engine. Out: plain data. Deliberately absent: cells, but for a few
//! frequent texts, and anything of a question.

use askwell_contract::profile::Disguise;
use askwell_contract::time::WeekStart;
use askwell_contract::view::Stretch;
use askwell_contract::{Dialect, TypeKind};
use serde::{Deserialize, Serialize};

use crate::lexicon;
use crate::link::is_state;
use crate::words::questions::asked;
use crate::words::written::{keeps_scores, written_out, Around};
use crate::words::{among, sports, stem, Speech};

mod column;
mod people;

pub use column::WEEKDAYS;

/// The unit of what lasts.
pub const MINUTES: &str = "min";

/// Position of a column: table and column by their places in [`Known`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Col {
    pub table: usize,
    pub column: usize,
}

/// What a column is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Role {
    /// The table's own key, without a meaning.
    Key,
    /// A key of another table.
    Reference,
    /// What a person calls a row by.
    Label,
    /// A short text that stands for something: `JFK`, `PG-13`.
    Code,
    /// One of a few texts.
    Category,
    /// A number that means something when added up, averaged or compared.
    Measure,
    /// A number that only tells rows apart or names them.
    Number,
    Time,
    /// Yes or no.
    Flag,
    Text,
    /// A word of the person's own, which only their word names.
    Told,
}

/// What a person's own word stands for, as SQL over its table; in two spellings, for a query over that table alone and for
/// one over several.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Told {
    /// Which rows: "open order".
    Condition { alone: String, joined: String },
    /// A figure of many rows: "turnover", with the function that makes it and what that takes of each row, where it is one.
    Figure {
        alone: String,
        joined: String,
        each: Option<Each>,
    },
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Each {
    /// In capitals.
    pub function: String,
    pub alone: String,
    pub joined: String,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Column {
    pub name: String,
    /// The name's words, lower case, abbreviations written out.
    pub words: Vec<String>,
    /// Of those words; filled by [`Known::ready`].
    #[serde(skip)]
    pub stems: Vec<String>,
    pub kind: TypeKind,
    pub disguises: Vec<Disguise>,
    pub role: Role,
    pub rows: u64,
    pub nulls: u64,
    pub distinct: u64,
    pub unique: bool,
    pub min: Option<f64>,
    pub max: Option<f64>,
    /// The number that five in a hundred do not exceed, as far as that is known.
    #[serde(default)]
    pub low: Option<f64>,
    /// Its commonest texts, commonest first; only where there are few.
    pub top: Vec<String>,
    /// Texts in which nothing is said, as they are stored: `''`, `N/A`, `-`.
    #[serde(default)]
    pub gaps: Vec<String>,
    /// Texts that are one thing in several spellings, the commonest first: `USA`, `usa `, `U.S.A.`.
    #[serde(default)]
    pub spellings: Vec<Vec<String>>,
    /// Codes and what they stand for, where the words about the column say so: `C`, "cancelled".
    #[serde(default)]
    pub means: Vec<(String, String)>,
    /// Words of those of these texts that have several, each behind its stem; filled by [`Known::ready`].
    #[serde(skip)]
    pub parts: Vec<(String, String)>,
    /// What its texts are told in, as it is written: `kg`.
    #[serde(default)]
    pub units: Vec<String>,
    /// SQL that reads a number or an ISO day out of its texts, `{}` standing for the column, [`place`] for others of its table.
    pub view: Option<String>,
    /// What `view` yields is a day.
    pub view_is_day: bool,
    /// No value has a time of day.
    #[serde(default)]
    pub days_only: bool,
    /// What one of its values names of the calendar.
    #[serde(default)]
    pub stretch: Stretch,
    /// What `view` yields are minutes, however its texts tell how long something lasts.
    #[serde(default)]
    pub minutes: bool,
    /// Its texts are times of day without a day: `08:10`.
    #[serde(default)]
    pub clock: bool,
    /// SQL that reads minutes since midnight out of its texts, `{}` standing for the column.
    #[serde(default)]
    pub minutes_of_day: Option<String>,
    /// Its last day, ISO, where that is known.
    #[serde(default)]
    pub latest: Option<String>,
    /// It is no column of the database, but a word of the person's.
    #[serde(default)]
    pub told: Option<Told>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Table {
    /// As SQL must address it, quoted where needed.
    pub sql: String,
    pub name: String,
    pub words: Vec<String>,
    /// Of those words; filled by [`Known::ready`].
    #[serde(skip)]
    pub stems: Vec<String>,
    pub rows: u64,
    pub columns: Vec<Column>,
    /// Places of its primary key's columns.
    pub key: Vec<usize>,
    /// Places of the columns that a person calls its rows by, best first.
    pub labels: Vec<usize>,
    /// Texts of a column, by its place, that only rows have which add up the others: "Total" at the end of a sheet.
    #[serde(default)]
    pub totals: Vec<(usize, Vec<String>)>,
}

impl Table {
    /// The text that people know each row of a table by beside a name or without one: the number of a pitch, a permit's reference.
    pub fn reference(&self) -> Option<usize> {
        const LAST: [&str; 8] = ["no", "nr", "number", "num", "ref", "reference", "code", "reg"];
        // These tell where or how much, or nobody says them.
        const OTHERS: [&str; 11] = [
            "post",
            "zip",
            "postal",
            "sort",
            "account",
            "card",
            "tax",
            "insurance",
            "vat",
            "phone",
            "telephone",
        ];
        let named = |c: &Column| {
            let other = c.words.iter().any(|w| OTHERS.contains(&w.as_str()));
            !other && c.words.last().is_some_and(|w| LAST.contains(&w.as_str()))
        };
        let known = |c: &Column| c.is_text() && c.unique && c.nulls == 0 && !c.is_contact() && named(c);
        let surrogate = |k: &usize| self.columns[*k].kind.is_number();
        let found = self.columns.iter().position(known);
        found.filter(|at| self.key.iter().all(surrogate) && !self.key.contains(at))
    }
}

/// A way to join: `from[i]` of one table refers to `to[i]` of another, whose rows it picks at most one of.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Link {
    pub from: Vec<Col>,
    pub to: Vec<Col>,
    pub inferred: bool,
    /// Both hold the same texts only once capitals and blanks are set aside.
    #[serde(default)]
    pub untidy: bool,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Known {
    pub dialect: Dialect,
    pub week: WeekStart,
    pub tables: Vec<Table>,
    pub links: Vec<Link>,
    /// How its names are spoken of; filled by [`Known::ready`].
    #[serde(skip)]
    pub speech: Speech,
}

impl Link {
    /// The referring table and the one referred to; `None` for a link without columns.
    pub fn tables(&self) -> Option<(usize, usize)> {
        Some((self.from.first()?.table, self.to.first()?.table))
    }
}

impl Known {
    pub fn column(&self, c: Col) -> &Column {
        &self.tables[c.table].columns[c.column]
    }

    /// Whether a table or a column has this stem in its name.
    pub fn is_named(&self, stem: &str) -> bool {
        let has = |stems: &[String]| stems.iter().any(|s| s == stem);
        self.tables.iter().any(|t| has(&t.stems)) || self.all().any(|(_, c)| has(&c.stems))
    }

    /// Whether a table is called by this one word: a gift is a gift then, and no `gift_aid`.
    pub fn is_table(&self, stem: &str) -> bool {
        self.tables
            .iter()
            .any(|t| matches!(t.stems.as_slice(), [only] if only == stem))
    }

    /// Whether the rows of a table are called so: `sales_orders` are orders.
    pub fn is_rows(&self, stem: &str) -> bool {
        self.tables
            .iter()
            .any(|t| t.stems.last().is_some_and(|last| last == stem))
    }

    /// Whether a column says when a row was entered, where another day of the table is when it happens: `booked_on`
    /// beside `play_date`.
    pub fn is_entry(&self, entry: Col) -> bool {
        const EVENTS: [&str; 7] = ["event", "season", "school", "tax", "financial", "show", "festival"];
        // `booked_for` is when it happens.
        let named = |c: &Column| c.words.iter().any(|w| lexicon::is_entry(w)) && !c.words.iter().any(|w| w == "for");
        // Rows of applications happen when somebody applies.
        let applied = |w: &String| w.starts_with("appli");
        if self.tables[entry.table].words.iter().any(applied) && self.column(entry).words.iter().any(applied) {
            return false;
        }
        named(self.column(entry))
            && self.columns(entry.table).any(|(col, c)| {
                let other = |w: &String| lexicon::is_ahead(w) || lexicon::is_noted(w);
                let day = c.is_time() && !c.is_number() && c.nulls * 2 < c.rows;
                // The year that a row is for is kept as a number.
                let year = c.is_time()
                    && matches!(c.words.as_slice(), [of, year] if year == "year" && EVENTS.contains(&of.as_str()));
                col != entry && (day || year) && !named(c) && !c.words.iter().any(other)
            })
    }

    /// The column that tells a table's rows apart, where one does by itself.
    pub fn key(&self, table: usize) -> Option<Col> {
        match self.tables[table].key.as_slice() {
            [column] => Some(Col { table, column: *column }),
            _ => None,
        }
    }

    /// What a person calls a row of the table by: its label, else its key.
    pub fn label(&self, table: usize) -> Option<Col> {
        let first = self.tables[table].labels.first().copied();
        first.map(|column| Col { table, column }).or_else(|| self.key(table))
    }

    /// Links between two tables, either way.
    pub fn between(&self, a: usize, b: usize) -> impl Iterator<Item = (usize, &Link)> {
        let ties = move |l: &Link| l.tables() == Some((a, b)) || l.tables() == Some((b, a));
        self.links.iter().enumerate().filter(move |(_, l)| ties(l))
    }

    /// Whether rows of the first table refer to rows of the second by a link of one column each.
    pub fn refers(&self, from: usize, to: usize) -> bool {
        self.links.iter().any(|l| l.tables() == Some((from, to)))
    }

    /// The table whose rows a reference tells apart, where it has no name of its own: `volunteer_id`.
    pub(crate) fn told_by(&self, c: Col) -> Option<usize> {
        let id = self.column(c).words.last().is_some_and(|w| w == "id");
        let mut links = self.links.iter().filter(|l| id && l.from == [c]);
        links.find_map(|l| l.tables()).map(|l| l.1)
    }

    /// Whether a row of `many` belongs to at most one of `one`, over links in one direction.
    pub fn belongs(&self, many: usize, one: usize) -> bool {
        let mut reached = vec![many];
        let mut at = 0;
        while let Some(&t) = reached.get(at) {
            if t == one {
                return true;
            }
            for (from, to) in self.links.iter().filter_map(Link::tables) {
                if from == t && !reached.contains(&to) {
                    reached.push(to);
                }
            }
            at += 1;
        }
        false
    }

    /// The table and those that its rows belong to, nearest first.
    pub fn up(&self, home: usize) -> Vec<usize> {
        let mut out = vec![home];
        let mut at = 0;
        while let Some(&t) = out.get(at) {
            for (from, to) in self.links.iter().filter_map(|l| l.tables()) {
                if from == t && !out.contains(&to) {
                    out.push(to);
                }
            }
            at += 1;
        }
        out
    }

    /// Made ready for questions: with the stems of names, and with what people mean by a column that is not there:
    /// revenue, where a row keeps a quantity and a price alone. Once for a database, not for each question.
    #[must_use]
    pub fn ready(mut self) -> Self {
        let columns = self.tables.iter().flat_map(|t| &t.columns).map(|c| c.name.as_str());
        let names = self.tables.iter().map(|t| t.name.as_str()).chain(columns);
        self.speech = Speech::of(self.tables.len(), names);
        self.write_out();
        self.tables.iter_mut().for_each(crate::settle::settle);
        let dialect = self.dialect;
        let made = |t| {
            [
                crate::worths::of(&self, t),
                crate::dues::of(&self, t).into_iter().collect(),
            ]
            .concat()
        };
        let mut made: Vec<Vec<Column>> = (0..self.tables.len()).map(made).collect();
        for (table, made) in self.tables.iter_mut().zip(&mut made) {
            table.columns.append(made);
            table.columns.extend(crate::flows::of(table));
            table.columns.extend(crate::sums::of(table));
            table.columns.extend(crate::timed::of(table));
            crate::apart::dated(table, dialect);
            // A whole number called after what happens once is the year in which it did.
            const HAPPENS: &str = "published launch launched built founded established released opened";
            for c in &mut table.columns {
                let years = c
                    .min
                    .zip(c.max)
                    .is_some_and(|(min, max)| 1000.0 <= min && max <= 2100.0);
                if years && c.role == Role::Measure && c.words.iter().any(|w| among(HAPPENS, w)) {
                    c.role = Role::Time;
                    c.disguises.push(Disguise::Year);
                }
                // That it is a flag says nothing of what it flags.
                let only_said = c.words.len() > 1 && c.words.last().is_some_and(|w| among("flag flg yn ind", w));
                if only_said && c.role == Role::Flag {
                    c.words.pop();
                }
            }
            table.columns.iter_mut().for_each(years_in_text);
            // Noughts and ones written as text, and yes and no in any spelling, say whether, not how much.
            let texts = |c: &&mut Column| c.kind == TypeKind::Text && !c.view_is_day;
            for c in table.columns.iter_mut().filter(texts) {
                let said = c.top.iter().filter(|t| !t.trim().is_empty());
                let sides: Vec<Option<bool>> = said.map(|t| yes_or_no(t)).collect();
                let plain = sides.iter().all(Option::is_some) || c.name.trim_end().ends_with('?') && c.answers();
                let whole = c.distinct as usize <= c.top.len() && plain;
                // 'Y' or nothing says as much as 'Y' and 'N'.
                let both = sides.contains(&Some(false)) || c.has_gaps();
                if whole && sides.contains(&Some(true)) && both {
                    c.role = Role::Flag;
                    c.view = None;
                }
            }
            let stems = |words: &[String]| words.iter().map(|w| stem(w)).collect();
            table.stems = stems(&table.words);
            for c in &mut table.columns {
                c.stems = stems(&c.words);
                c.parts = c.top.iter().flat_map(|text| parts(text)).collect();
            }
        }
        self
    }

    /// Names of columns in words that fit what stands around them.
    fn write_out(&mut self) {
        let names = self.tables.iter().flat_map(|t| &t.words);
        let names: Vec<(String, String)> = names.map(|w| (stem(w), w.clone())).collect();
        let scores = |t: &Table| keeps_scores(t.columns.iter().map(|c| c.name.as_str()));
        let sport = |t: &Table| sports::of_table(t.columns.iter().map(|c| c.name.as_str()));
        // A sheet beside sheets of a sport writes "team" as they do.
        let sporty = self.tables.iter().any(|t| sport(t).is_some());
        let columns = self.tables.iter_mut().flat_map(|t| {
            let (scores, sport) = (scores(t), sport(t));
            t.columns.iter_mut().map(move |c| (c, scores, sport))
        });
        for (c, scores, sport) in columns.filter(|(c, ..)| c.told.is_none()) {
            if sporty && c.means.is_empty() && matches!(c.name.to_lowercase().as_str(), "pos" | "position") {
                let said = sports::positions(&c.top).into_iter();
                c.means = said
                    .flat_map(|(code, words)| words.into_iter().map(move |w| (code.clone(), w)))
                    .collect();
            }
            let short = match sport {
                Some(sport) => sport.written_out(&c.name),
                None => sporty.then(|| sports::common(&c.name)).flatten(),
            };
            if let Some(words) = short {
                c.words = words;
                continue;
            }
            let states = c.top.len() > 2 && c.top.iter().all(|t| is_state(t.trim()));
            let around = Around {
                tables: &names,
                day: c.role == Role::Time,
                number: c.is_number(),
                code: matches!(c.role, Role::Code | Role::Category | Role::Flag | Role::Reference),
                key: c.unique || matches!(c.role, Role::Key | Role::Reference),
                states,
                scores,
            };
            let words = written_out(&c.name, around);
            if !words.is_empty() {
                c.words = asked(&c.name, &words).filter(|_| c.answers()).unwrap_or(words);
            }
        }
    }

    /// Columns of a table with their positions; a person's own words are none.
    pub fn columns(&self, table: usize) -> impl Iterator<Item = (Col, &Column)> {
        let columns = self.tables[table].columns.iter().enumerate();
        let columns = columns.filter(|(_, c)| c.told.is_none());
        columns.map(move |(column, c)| (Col { table, column }, c))
    }

    /// All columns.
    pub fn all(&self) -> impl Iterator<Item = (Col, &Column)> {
        (0..self.tables.len()).flat_map(|t| self.columns(t))
    }
}

/// What stands for a column of the table in the view of another; no pattern of texts has it, as `[0-9]{3}` has `{3}`.
pub(crate) fn place(column: usize) -> String {
    format!("{{#{column}}}")
}

/// What a text answers to a question of yes or no; a cross or a tick marks what is so.
pub fn yes_or_no(text: &str) -> Option<bool> {
    match text.trim().to_lowercase().as_str() {
        "y" | "yes" | "true" | "t" | "1" | "x" | "✓" | "✔" => Some(true),
        "n" | "no" | "false" | "f" | "0" => Some(false),
        _ => None,
    }
}

/// The words of a text of several, each behind its stem.
fn parts(text: &str) -> Vec<(String, String)> {
    let words: Vec<&str> = text
        .split(|c: char| !c.is_alphanumeric())
        .filter(|w| !w.is_empty())
        .collect();
    match words.len() {
        0 | 1 => Vec::new(),
        _ => words
            .iter()
            .map(|w| (stem(&w.to_lowercase()), (*w).to_owned()))
            .collect(),
    }
}

/// A column called for years whose texts all are some: `'2019'`.
fn years_in_text(c: &mut Column) {
    let year = |t: &String| t.len() == 4 && t.parse::<u32>().is_ok_and(|y| (1800..=2100).contains(&y));
    let mut said = c
        .top
        .iter()
        .filter(|t| !t.trim().is_empty() && !c.gaps.contains(t))
        .peekable();
    let all = said.peek().is_some() && said.all(year);
    if all && c.kind == TypeKind::Text && c.view.is_some() && c.words.iter().any(|w| w == "year") {
        c.role = Role::Time;
        c.disguises.push(Disguise::Year);
    }
}
