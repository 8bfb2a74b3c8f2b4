//! What a question asks, put together from what its parts say.
//!
//! In: the acts of a cover, in the order of the question. Out: [`Frame`]. Deliberately absent: what becomes of it as a query.

use crate::known::Col;
use crate::lexicon::Opener;
use crate::query::{Agg, Band, Cond, Op, Part};

mod also;
mod denied;
mod fraction;
mod halves;
mod measure;
pub(crate) mod ties;

pub use also::{About, Also};
pub use measure::Mean;

/// A kind of thing: the rows of a table, or what a column of a flat table names.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Ent {
    Table(usize),
    Column(Col),
}

/// What things are compared, ranked or added up by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Measure {
    Col(Col),
    Count(Ent),
    Figure(Agg, Col),
    /// The first less the second; of one column the most less the least.
    Less(Col, Col),
    /// The first divided by the second.
    Over(Col, Col),
    /// Days from the first to the second.
    Days(Col, Col),
    /// Hours from the first to the second.
    Hours(Col, Col),
    /// Years since the day.
    Age(Col),
    /// The first times the second, row by row: pieces and what one costs.
    Times(Col, Col),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Key {
    Ent(Ent),
    /// Of the time that the question is about.
    Part(Part),
    PartOf(Part, Col),
}

impl Key {
    /// Calls `f` for what it names; a part of the question's time names nothing.
    pub fn visit(self, f: &mut dyn FnMut(Ent)) {
        match self {
            Self::Ent(e) => f(e),
            Self::PartOf(_, c) => f(Ent::Column(c)),
            Self::Part(_) => {}
        }
    }
}

/// A condition whose column may still have to be found.
#[derive(Debug, Clone, PartialEq)]
pub struct Compare {
    pub subject: Option<Measure>,
    pub op: Op,
    pub number: f64,
    pub upper: Option<f64>,
    pub unit: Option<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Top {
    pub rows: Option<u64>,
    pub desc: bool,
    pub by: Option<Measure>,
    /// How many stand before it: one before "the second highest".
    pub skip: u64,
    /// "Best", "top": what it is measured by was not said.
    pub open: bool,
}

/// A number in bands; what it is of may still have to be found.
#[derive(Debug, Clone, PartialEq)]
pub struct Bands {
    pub of: Option<Measure>,
    /// Where the lowest begins; true: that lies in it.
    pub from: Option<(f64, bool)>,
    pub list: Vec<Band>,
    pub unit: Option<String>,
}

/// One thing that a part of the question says.
#[derive(Debug, Clone, PartialEq)]
pub enum Act {
    Ask(Opener),
    Also(Also),
    Thing(Ent),
    Count {
        of: Option<Ent>,
        distinct: bool,
    },
    Figure(Agg, Measure),
    /// An average of counts: "average number of orders per customer".
    OfCount(Agg, Ent),
    Group(Vec<Key>),
    Where(Cond),
    /// A condition on the very rows that are looked at: "leaving out cancelled ones".
    LeftOut(Cond),
    /// The condition behind it holds of all rows that a thing has: "only ever".
    Always,
    /// What follows is no longer part of what is denied: "never came, although they had paid".
    Although,
    /// A time by its place; true: denied.
    When(usize, bool),
    Compare(Compare),
    /// Above or below an average.
    Average(Mean),
    /// More or less than the row that the condition finds has.
    Than(Col, Op, Cond),
    Top(Top),
    /// "By revenue", behind a ranking.
    By(Measure),
    Sort(Option<Measure>, Option<bool>),
    Without(usize),
    Share,
    /// The share of rows that are so: "pass rate".
    Rate(Cond),
    /// What follows holds for so many percent of a thing's rows.
    Fraction(Op, f64),
    OfTotal,
    Ratio(Measure, Measure),
    Versus(Vec<Cond>),
    Growth(Option<Part>),
    /// Added up from period to period.
    Running,
    /// What follows holds for a part of what was counted, which stands beside the whole.
    OfWhich,
    /// What was said of what is counted holds for a part, beside which the whole stands: "out of how many".
    OutOf,
    /// Each of what was said is counted.
    OfEach,
    /// Things, each where its first row is.
    Newly(Ent),
    /// A figure is taken for each of these before those are taken together: "median order total", "what we spend a month on
    /// average".
    Each(Key),
    /// How old things are stands beside them: the years since this day.
    Aged(Col),
    Bands(Bands),
    /// There several times; true: said to be the same for each thing.
    Alike(bool),
    Distinct,
    /// "And", "or" between conditions.
    Or,
    /// Values of one column are set beside each other: "versus".
    Beside,
    /// All values of one column hold for the same thing: "both".
    Both,
    /// What the condition before leaves out stands beside it: "and the rest".
    Others,
    /// A figure divided by another is told for so many of these: a hundred for percent.
    Scaled(f64),
}

impl Act {
    /// Whether it says anything of a thing.
    pub fn speaks_of(&self, wanted: Ent) -> bool {
        let mut found = false;
        self.visit(&mut |e| found |= e == wanted);
        found
    }

    fn visit(&self, f: &mut dyn FnMut(Ent)) {
        let of_cond = |c: &Cond, f: &mut dyn FnMut(Ent)| {
            c.visit(&mut |t, c| f(c.map_or(Ent::Table(t), Ent::Column)));
        };
        match self {
            Self::Thing(e) | Self::OfCount(_, e) | Self::Count { of: Some(e), .. } => f(*e),
            Self::Newly(e) => f(*e),
            Self::Each(key) => key.visit(f),
            Self::Aged(c) => f(Ent::Column(*c)),
            Self::Figure(_, m) | Self::By(m) | Self::Sort(Some(m), _) => m.visit(f),
            Self::Group(keys) => keys.iter().for_each(|k| k.visit(f)),
            Self::Where(c) | Self::LeftOut(c) | Self::Rate(c) => of_cond(c, f),
            Self::Versus(conds) => conds.iter().for_each(|c| of_cond(c, f)),
            Self::Compare(c) => c.subject.iter().for_each(|m| m.visit(f)),
            Self::Average(mean) => {
                mean.of.iter().for_each(|m| m.visit(f));
                mean.within.iter().for_each(|e| f(*e));
            }
            Self::Than(c, _, cond) => {
                f(Ent::Column(*c));
                of_cond(cond, f);
            }
            Self::Top(top) => top.by.iter().for_each(|m| m.visit(f)),
            Self::Bands(b) => b.of.iter().for_each(|m| m.visit(f)),
            Self::Without(t) => f(Ent::Table(*t)),
            Self::Ratio(a, b) => {
                a.visit(f);
                b.visit(f);
            }
            Self::Ask(_) | Self::Also(_) | Self::Count { of: None, .. } | Self::When(..) | Self::Sort(None, _) => {}
            Self::Share
            | Self::Fraction(..)
            | Self::OfTotal
            | Self::Growth(_)
            | Self::Running
            | Self::OfWhich
            | Self::OutOf
            | Self::OfEach
            | Self::Distinct
            | Self::Alike(_) => {}
            Self::Or | Self::Beside | Self::Both | Self::Others | Self::Scaled(_) | Self::Always | Self::Although => {}
        }
    }
}

/// A table without a row for the thing.
#[derive(Debug, Clone, PartialEq)]
pub struct Absence {
    pub table: usize,
    /// What would have to hold of those rows.
    pub conds: Vec<Cond>,
    /// How many times were said before: "gave last year but not this year" has rows of the former.
    pub times: usize,
}

#[derive(Debug, Clone, PartialEq, Default)]
pub struct Frame {
    pub asks: Vec<Opener>,
    pub also: Vec<Also>,
    /// The table of a value that stands before all things: "girls in clubs".
    pub head: Option<usize>,
    /// Things in the order of the question, with whether an opener stands right before.
    pub things: Vec<(Ent, bool)>,
    pub counts: Vec<(Option<Ent>, bool)>,
    /// Where each of them begins.
    pub starts: Vec<halves::Start>,
    pub figures: Vec<(Agg, Measure)>,
    pub of_count: Option<(Agg, Ent)>,
    pub groups: Vec<Key>,
    pub filter: Vec<Cond>,
    /// What is left out, row by row.
    pub left_out: Vec<Cond>,
    /// What all rows of a thing have in common.
    pub always: Vec<Cond>,
    /// Times with the table spoken of last before them.
    pub whens: Vec<(usize, bool, Option<usize>)>,
    pub compares: Vec<(Compare, Option<Ent>)>,
    /// Comparisons, by their place, that "or" ties to the condition at this place of `filter`; `None`: to the one before.
    pub either: Vec<(usize, Option<usize>)>,
    pub averages: Vec<Mean>,
    pub than: Vec<(Col, Op, Cond)>,
    pub top: Option<Top>,
    /// The ends of scales by columns, in the order of the question: "highest and lowest price".
    pub extremes: Vec<(Agg, Measure)>,
    pub sort: Option<(Option<Measure>, Option<bool>)>,
    pub without: Vec<Absence>,
    pub share: bool,
    /// For how many percent of a thing's rows these hold.
    pub fraction: Option<(Op, f64, Vec<Cond>)>,
    /// What a rate is of: "pass rate" is the share of what passed.
    pub rate: Option<Cond>,
    /// How many conditions stood before "as a share of all": those after it hold for all.
    pub of_total: Option<usize>,
    pub ratio: Option<(Measure, Measure)>,
    pub versus: Vec<Cond>,
    pub growth: Option<Option<Part>>,
    pub running: bool,
    pub of_each: bool,
    /// What holds for a part of what is counted.
    pub part: Option<Vec<Cond>>,
    pub newly: Option<Ent>,
    pub each: Option<Key>,
    pub aged: Option<Col>,
    pub bands: Option<Bands>,
    pub alike: Option<bool>,
    pub distinct: bool,
    /// Each of several values must be there for the same thing.
    pub both: bool,
    /// The last condition and what it leaves out are set beside each other.
    pub others: bool,
    pub scaled: Option<f64>,
}

impl Frame {
    pub fn of<'a>(acts: impl Iterator<Item = &'a Act>) -> Self {
        let mut f = Self::default();
        let mut table: Option<usize> = None;
        let mut asked = false;
        let mut or = false;
        let mut ors = false;
        let mut compared = false;
        let mut beside = false;
        let mut always = false;
        let mut without: Option<usize> = None;
        for act in acts {
            let was_asked = std::mem::take(&mut asked);
            match act {
                Act::Ask(opener) => {
                    f.asks.push(*opener);
                    // "Who has an account" asks for no account.
                    asked = *opener != Opener::Who;
                }
                Act::Also(also) => f.also.push(*also),
                Act::Thing(ent) => {
                    table = Some(ent.table());
                    let denied = without.and_then(|w| f.without.get(w)).map(|w| w.table);
                    if denied.is_some_and(|t| !was_asked && f.within(*ent, t)) || f.is_of_always(*ent) {
                        continue;
                    }
                    if !f.things.iter().any(|t| t.0 == *ent) {
                        f.things.push((*ent, was_asked));
                    }
                }
                Act::Count { of, distinct } => {
                    table = of.map(Ent::table).or(table);
                    // What the one number is without does not bind the next.
                    if !f.starts.is_empty() {
                        without = None;
                    }
                    f.starts.push(f.start());
                    // "How many girls and how many boys": each has its own number; behind "or" nobody knows which.
                    match !ors && of.is_some() && f.counts.contains(&(*of, *distinct)) {
                        true => beside = true,
                        false => f.counts.push((*of, *distinct)),
                    }
                }
                Act::Figure(agg, measure) => {
                    table = measure.table().or(table);
                    f.figures.push((*agg, *measure));
                }
                Act::OfCount(agg, ent) => f.of_count = Some((*agg, *ent)),
                Act::Group(keys) => keys.iter().for_each(|k| {
                    if !f.groups.contains(k) {
                        f.groups.push(*k);
                    }
                }),
                Act::Where(cond) if std::mem::take(&mut always) => {
                    cond.visit(&mut |t, _| table = Some(t));
                    f.always.push(cond.clone());
                }
                Act::Where(cond) => {
                    if let (Cond::Is { col, not: false, .. }, true) = (cond, f.things.is_empty() && f.counts.is_empty())
                    {
                        f.head = f.head.or(Some(col.table));
                    }
                    // What the thing itself is like is said of it, and not of what it is without.
                    let own = |w: &usize| !f.without.get(*w).is_some_and(|w| f.is_own(cond, w.table));
                    let scope = without.filter(own);
                    let whole = f.fraction.is_some() && f.is_own(cond, usize::MAX);
                    let plain = scope.is_none() && f.part.is_none() && f.fraction.is_none();
                    let list = match (scope.and_then(|w| f.without.get_mut(w)), &mut f.part, &mut f.fraction) {
                        (Some(scope), ..) => &mut scope.conds,
                        (None, None, Some(_)) if whole => &mut f.filter,
                        (None, Some(part), _) | (None, None, Some((_, _, part))) => part,
                        (None, None, None) => &mut f.filter,
                    };
                    let tied = std::mem::take(&mut or);
                    let behind = std::mem::take(&mut compared) && tied;
                    ties::add(list, cond.clone(), tied && !behind);
                    // Two values of one column, each counted, are set beside each other as such.
                    if plain && f.starts.len() > 1 && f.starts.last().is_some_and(|s| f.filter.len() == s.filter) {
                        f.starts.clear();
                    }
                    if let (true, Some(c), Some(w)) =
                        (behind, f.compares.len().checked_sub(1), f.filter.len().checked_sub(1))
                    {
                        f.either.push((c, Some(w)));
                    }
                }
                Act::Always => always = true,
                Act::Although => {
                    without = None;
                    table = None;
                }
                Act::LeftOut(cond) => ties::add(&mut f.left_out, cond.clone(), false),
                Act::When(i, not) => {
                    // "Not in 2025 or 2026" is in neither.
                    let also = std::mem::take(&mut or) && f.whens.last().is_some_and(|w| w.1);
                    f.whens.push((*i, *not || also, table));
                }
                Act::Compare(c) => {
                    let last = f.things.last().map(|t| t.0);
                    let mut c = c.clone();
                    let was_compared = std::mem::replace(&mut compared, true);
                    if std::mem::take(&mut or) {
                        let before = f.filter.len().checked_sub(1);
                        if let (true, Some((first, _))) = (was_compared, f.compares.last()) {
                            // "Below 3 or above 5" is of one column.
                            c.subject = c.subject.or(first.subject);
                            f.either.push((f.compares.len(), None));
                        } else if before.is_some() {
                            f.either.push((f.compares.len(), before));
                        }
                    }
                    f.compares.push((c, last));
                }
                Act::Average(mean) => f.averages.push(mean.clone()),
                Act::Than(c, op, of) => f.than.push((*c, *op, of.clone())),
                Act::Top(top) => {
                    if let Some(Measure::Col(c)) = top.by.filter(|_| top.rows.is_none()) {
                        let end = if top.desc { Agg::Max } else { Agg::Min };
                        f.extremes.push((end, Measure::Col(c)));
                    }
                    let both = |old: Top, new: Top| Top {
                        rows: old.rows.or(top.rows),
                        skip: old.skip.max(top.skip),
                        ..new
                    };
                    f.top = Some(match f.top {
                        Some(old) if old.by.is_none() => both(old, *top),
                        Some(old) if top.by.is_none() => both(old, old),
                        _ => *top,
                    });
                }
                Act::By(measure) => match &mut f.top {
                    Some(top) if top.by.is_none() || top.open => {
                        top.by = Some(*measure);
                        top.open = false;
                    }
                    Some(_) => {}
                    None => f.sort = Some((Some(*measure), Some(true))),
                },
                Act::Sort(by, desc) => f.sort = Some((*by, *desc)),
                Act::Without(t) => {
                    f.without.push(Absence {
                        table: *t,
                        conds: Vec::new(),
                        times: f.whens.len(),
                    });
                    without = Some(f.without.len() - 1);
                    table = Some(*t);
                }
                Act::Share => f.share = true,
                Act::Fraction(op, percent) => f.fraction = Some((*op, *percent, Vec::new())),
                Act::Rate(cond) => (f.share, f.rate) = (true, Some(cond.clone())),
                Act::OfTotal => f.of_total = Some(f.filter.len()),
                Act::Ratio(a, b) => f.ratio = Some((*a, *b)),
                Act::Versus(conds) => f.versus.extend(conds.iter().cloned()),
                Act::Growth(part) => f.growth = Some(part.or(f.growth.flatten())),
                Act::Running => f.running = true,
                Act::OfEach => f.of_each = true,
                Act::OfWhich => f.part = Some(Vec::new()),
                Act::OutOf => f.part = Some(f.filter.split_off(f.starts.first().map_or(0, |s| s.filter))),
                Act::Newly(e) => {
                    f.newly = Some(*e);
                    f.counts.push((Some(*e), false));
                    table = Some(e.table());
                }
                Act::Each(e) => f.each = Some(*e),
                Act::Aged(c) => f.aged = Some(*c),
                Act::Bands(bands) => f.bands = Some(bands.clone()),
                Act::Alike(same) => f.alike = Some(*same || f.alike == Some(true)),
                Act::Distinct => f.distinct = true,
                Act::Or => {
                    or = true;
                    ors = true;
                }
                Act::Beside => beside = true,
                Act::Both => f.both = true,
                Act::Others => f.others = true,
                Act::Scaled(by) => f.scaled = Some(*by),
            }
        }
        f.take_part();
        // What is taken for each is not added up beside it: "how much do we make on a typical day".
        if f.each.is_some() && f.figures.iter().any(|(agg, _)| *agg != Agg::Sum) {
            f.figures.retain(|(agg, _)| *agg != Agg::Sum);
        }
        if beside && f.versus.is_empty() {
            let several = |c: &Cond| match c {
                Cond::Is { values, not: false, .. } => values.len() > 1,
                Cond::Any(any) => any.iter().all(|c| matches!(c, Cond::Holds { .. } | Cond::Is { .. })),
                _ => false,
            };
            (f.versus, f.filter) = f.filter.into_iter().partition(several);
        }
        f
    }

    pub fn opener(&self) -> Option<Opener> {
        self.asks.first().copied()
    }
}
