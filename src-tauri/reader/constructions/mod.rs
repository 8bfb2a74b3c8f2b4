//! Constructions of English: each finds, from one place of the question, the edges that it can make of what stands there.
//!
//! In: [`Text`] and a token. Out: [`Edge`]s. Every construction is a file of its own with what it must read and the
//! near-misses that it must leave; all stand in [`CONSTRUCTIONS`]. Deliberately absent: which edges go together.

use crate::frame::{Act, Ent};
use crate::known::{Col, Role};
use crate::link::{Atom, Meaning, Text};
use crate::query::{Cond, Spot};

mod absent;
mod against;
mod age;
mod ahead;
mod alike;
mod also;
mod always;
mod asking;
mod average_of;
pub(crate) mod bands;
mod beside;
mod between;
mod both;
mod brought;
mod budget;
pub(crate) mod by;
mod by_number;
mod change;
mod comings;
mod comparing;
mod counting;
mod crossed;
mod crowded;
pub(crate) mod date_of;
mod difference;
mod distribution;
mod doers;
mod each_kind;
mod each_person;
pub(crate) mod each_row;
mod earning;
mod either;
mod ended;
mod even;
mod extent;
mod figure;
mod first_and_last;
mod first_place;
mod flag;
mod fraction;
mod gone_by;
mod holding;
mod hours;
mod idea;
mod in_all;
mod last_done;
mod last_of_each;
mod lasting;
pub(crate) mod leg;
mod lent;
mod manner;
mod name;
mod never_missed;
mod never_there;
mod newly;
mod nothing;
mod of_each;
mod of_which;
mod on_average;
mod open;
mod opposite;
mod order;
mod origin;
mod others;
mod outputs;
mod owed;
pub(crate) mod per;
mod product;
mod running;
pub(crate) mod share;
mod spending;
mod starting;
mod state;
mod superlative;
mod takings;
pub mod tally;
mod than;
mod time;
mod times_over;
mod told;
mod unwritten;
pub(crate) mod valid;
mod value;
mod versus;
mod weekend;
mod why;
mod without;
pub(crate) mod worth;

pub(crate) use average_of::is_compared;
pub(crate) use figure::own;
pub(crate) use last_of_each::is_asked as last_each_asked;
pub(crate) use lasting::keeps_length;
pub(crate) use manner::of_done;
pub(crate) use takings::money;
pub(crate) use worth::{is_sold as money_word, is_unsold};

/// A part of the question and what it says.
#[derive(Debug, Clone, PartialEq)]
pub struct Edge {
    pub start: usize,
    pub end: usize,
    pub acts: Vec<Act>,
    /// Logarithm of how likely the words mean this.
    pub score: f64,
    /// The construction's name.
    pub by: &'static str,
}

impl Edge {
    pub(crate) fn new(by: &'static str, start: usize, end: usize, acts: Vec<Act>, score: f64) -> Self {
        Self {
            start,
            end,
            acts,
            score,
            by,
        }
    }

    /// Whether it says anything of what an atom means.
    pub fn speaks_of(&self, meaning: &Meaning) -> bool {
        meaning
            .thing()
            .is_some_and(|thing| self.acts.iter().any(|a| a.speaks_of(thing)))
    }
}

/// One construction; `reads` and `leaves` are examples in the words of the test's small shop.
pub struct Construction {
    pub name: &'static str,
    pub find: fn(&Text<'_>, usize, &mut Vec<Edge>),
    /// Questions in which it must find something.
    pub reads: &'static [&'static str],
    /// Near-misses in which it must find nothing.
    pub leaves: &'static [&'static str],
}

/// All constructions, in the order of the alphabet: none depends on another.
pub const CONSTRUCTIONS: &[Construction] = &[
    against::AGAINST,
    age::AGE,
    ahead::AHEAD,
    alike::ALIKE,
    also::ALSO,
    always::ALWAYS,
    asking::ASKING,
    average_of::AVERAGE_OF,
    bands::BANDS,
    beside::BESIDE,
    between::BETWEEN,
    both::BOTH,
    brought::BROUGHT,
    budget::BUDGET,
    by::BY,
    by_number::BY_NUMBER,
    change::CHANGE,
    comings::COMINGS,
    comparing::COMPARING,
    counting::COUNTING,
    crossed::CROSSED,
    crowded::CROWDED,
    date_of::DATE_OF,
    difference::DIFFERENCE,
    distribution::DISTRIBUTION,
    doers::DOERS,
    each_kind::EACH_KIND,
    each_person::EACH_PERSON,
    each_row::EACH_ROW,
    earning::EARNING,
    either::EITHER,
    ended::ENDED,
    even::EVEN,
    extent::EXTENT,
    figure::FIGURE,
    first_and_last::FIRST_AND_LAST,
    fraction::FRACTION,
    gone_by::GONE_BY,
    holding::HOLDING,
    starting::STARTING,
    hours::HOURS,
    idea::IDEA,
    in_all::IN_ALL,
    last_done::LAST_DONE,
    last_of_each::LAST_OF_EACH,
    lasting::LASTING,
    leg::LEG,
    lent::LENT,
    manner::MANNER,
    name::NAME,
    newly::NEWLY,
    of_each::OF_EACH,
    of_which::OF_WHICH,
    on_average::ON_AVERAGE,
    open::OPEN,
    order::ORDER,
    origin::ORIGIN,
    others::OTHERS,
    outputs::OUTPUTS,
    owed::OWED,
    per::PER,
    product::PRODUCT,
    running::RUNNING,
    share::SHARE,
    spending::SPENDING,
    state::STATE,
    superlative::SUPERLATIVE,
    takings::TAKINGS,
    tally::TALLY,
    than::THAN,
    time::TIME,
    times_over::TIMES_OVER,
    told::TOLD,
    unwritten::UNWRITTEN,
    valid::VALID,
    value::VALUE,
    versus::VERSUS,
    weekend::WEEKEND,
    why::WHY,
    without::WITHOUT,
    worth::WORTH,
];

/// All edges of a question.
pub fn edges(text: &Text<'_>) -> Vec<Edge> {
    let mut out = Vec::new();
    for at in 0..text.tokens.len() {
        for c in CONSTRUCTIONS {
            (c.find)(text, at, &mut out);
        }
    }
    let whole = text.whole_texts();
    out.retain(|e| !whole.iter().any(|w| w.breaks(e)));
    // "Yearly pay" is one kind of pay where that is stored, and no figure by year.
    let parts = |a: &Act| matches!(a, Act::Group(keys) if keys.iter().any(|k| matches!(k, crate::frame::Key::Part(_))));
    let rhythms: Vec<usize> = (0..text.tokens.len()).filter(|at| text.is_rhythm(*at)).collect();
    out.retain(|e| !(e.acts.iter().any(parts) && rhythms.iter().any(|at| (e.start..e.end).contains(at))));
    // What several constructions say of the same words is said once, by the surest.
    out.sort_by(|a, b| {
        (a.start, a.end)
            .cmp(&(b.start, b.end))
            .then(b.score.total_cmp(&a.score))
    });
    let mut once: Vec<Edge> = Vec::with_capacity(out.len());
    for e in out {
        let same = |o: &&Edge| (o.start, o.end) == (e.start, e.end);
        if !once.iter().rev().take_while(same).any(|o| o.acts == e.acts) {
            once.push(e);
        }
    }
    once
}

/// Words that are all of a stored text, and say nothing else one by one: "no working shown", and no part of 'Miss Ray' is another
/// teacher.
pub(crate) struct Whole {
    pub start: usize,
    pub end: usize,
    pub col: Col,
    /// So long, or so denied, that nothing within means anything by itself.
    pub sure: bool,
}

impl Whole {
    /// Whether an edge reads some of the words alone.
    fn breaks(&self, e: &Edge) -> bool {
        let overlaps = e.start < self.end && self.start < e.end;
        let covers = e.start <= self.start && self.end <= e.end;
        let same = |a: &Act| match a {
            Act::Where(Cond::Is { col, .. } | Cond::Holds { col, .. }) => *col == self.col,
            _ => false,
        };
        let within = self.start <= e.start && e.end <= self.end;
        overlaps && !covers && (self.sure || within && !e.acts.is_empty() && e.acts.iter().all(same))
    }
}

/// From here on words are the name of a table or column, below they are only like it.
const NAMED: f64 = 0.9;

const ARTICLES: &[&str] = &[
    "the", "a", "an", "their", "its", "his", "her", "our", "my", "your", "all", "of", "each", "these", "those",
];

/// What can be measured at a token: number columns, each with where its words end and how likely it is.
pub(crate) fn measures(text: &Text<'_>, at: usize) -> Vec<(Col, usize, f64)> {
    let at = text.past(at, ARTICLES);
    let mut out = Vec::new();
    for atom in text.at(at) {
        if let Meaning::Column(c) = atom.meaning {
            let column = text.known.column(c);
            // Numbers that only tell rows apart are neither added up nor compared.
            let id = column.unique && column.role == Role::Number && column.words.last().is_some_and(|w| w == "id");
            if column.is_number() && !id && !matches!(column.role, Role::Key | Role::Reference) {
                let label = if column.role == Role::Number { -1.5 } else { 0.0 };
                out.push((c, atom.end, atom.score.max(0.05).ln() + label));
            }
        }
    }
    out.truncate(8);
    out
}

/// Any column at a token.
pub(crate) fn columns(text: &Text<'_>, at: usize) -> Vec<(Col, usize, f64)> {
    let at = text.past(at, ARTICLES);
    let found = text.at(at).iter().filter_map(|a| match a.meaning {
        Meaning::Column(c) if text.known.column(c).is_condition() => None,
        Meaning::Column(c) => Some((c, a.end, a.score.max(0.05).ln())),
        _ => None,
    });
    found.take(8).collect()
}

/// Kinds of things at a token: tables, and columns whose values are things.
pub(crate) fn things(text: &Text<'_>, at: usize) -> Vec<(Ent, usize, f64)> {
    let at = text.past(at, ARTICLES);
    let at = if told_apart(text, at) { at + 1 } else { at };
    let mut out = Vec::new();
    for atom in text.at(at).iter().filter(|a| !modifies(text, a)) {
        let score = atom.score.max(0.05).ln();
        match atom.meaning {
            Meaning::Table(t) => {
                let less = if of_column(text, t, at, atom.end) { 0.8 } else { 0.0 };
                out.push((Ent::Table(t), atom.end, score - less));
            }
            Meaning::Column(c) => {
                let column = text.known.column(c);
                let names = !column.is_number() && !column.is_condition()
                    || matches!(column.role, Role::Number | Role::Reference | Role::Key | Role::Flag);
                if names && !column.is_time() {
                    let key = if column.role == Role::Key { -1.0 } else { 0.0 };
                    out.push((Ent::Column(c), atom.end, score + key - 0.25));
                }
                // "Bookings" are the rows that each keep when they were booked.
                let word = &text.tokens[at];
                let doers = text.word(at).ends_with("ers");
                let happens = column.is_time() && (column.nulls == 0 || doers) && atom.end == at + 1;
                if happens && word.lower.ends_with('s') && column.stems.contains(&word.stem) && word.stem != "date" {
                    out.push((Ent::Table(c.table), atom.end, score - 0.4));
                }
            }
            _ => {}
        }
    }
    out.truncate(8);
    out
}

/// The table that is surely named at a token, and where its words end.
pub(crate) fn named_table(text: &Text<'_>, at: usize) -> Option<(usize, usize)> {
    let mut sure = things(text, at).into_iter().filter(|found| found.2 > NAMED.ln());
    sure.find_map(|(e, end, _)| matches!(e, Ent::Table(_)).then_some((e.table(), end)))
}

/// Whether the question, or a part of it, ends before a token.
pub(crate) fn is_over(text: &Text<'_>, at: usize) -> bool {
    text.tokens
        .get(at)
        .is_none_or(|t| t.kind == crate::words::TokenKind::Mark)
}

/// "Different", also misspelt.
pub(crate) fn told_apart(text: &Text<'_>, at: usize) -> bool {
    let word = text.word(at);
    matches!(word, "distinct" | "unique" | "various" | "individual" | "separate")
        || word.starts_with("dif") && text.like(at, "different")
}

/// A word that is only like a name is no head of its phrase where a name follows: "active customers" are no statuses.
fn modifies(text: &Text<'_>, atom: &Atom) -> bool {
    let named = |a: &Atom| matches!(a.meaning, Meaning::Table(_) | Meaning::Column(_)) && a.score >= NAMED;
    atom.score < NAMED && text.at(atom.end).iter().any(named)
}

/// Whether a column of the table is rather meant than its rows: the pages of a "page report", which has many rows of each,
/// and the turnout that a table of turnouts keeps.
fn of_column(text: &Text<'_>, table: usize, at: usize, end: usize) -> bool {
    let Some(word) = text.tokens.get(at).filter(|_| end == at + 1) else {
        return false;
    };
    let part = text.known.tables[table].words.len() > 1;
    text.known.columns(table).any(|(_, c)| {
        let named = c.stems.len() == 1 && c.stems[0] == word.stem;
        let several = part && c.is_text() && !c.is_time() && !c.unique && c.distinct * 2 < c.rows;
        let figure = !part && c.is_number() && c.role == Role::Measure;
        named && (several || figure)
    })
}

/// A stored value as a condition.
pub(crate) fn value_cond(col: Col, value: &str, part: bool, not: bool) -> Cond {
    match part {
        true => Cond::Holds {
            col,
            text: value.to_owned(),
            spot: Spot::Anywhere,
            not,
        },
        false => Cond::Is {
            col,
            values: vec![value.to_owned()],
            not,
        },
    }
}

#[cfg(test)]
pub(crate) mod tests;
