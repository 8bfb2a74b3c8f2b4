//! The walk: one reading of the question, from items to the parts of a query.
//!
//! In: items and a [`Chooser`]. Out: [`Parts`], not yet a query. Each pass takes the items its cues speak of and
//! marks them as used, so that the next pass sees only what is left; where words can mean two things it asks the
//! chooser.

mod against;
mod by;
mod conditions;
mod figures;
mod formula;
mod grouping;
mod named;
mod order;
mod per;
mod periods;
mod ranking;
mod share;
mod spans;
mod terms;
mod texts;
mod times;
mod told;
mod top;
mod trade;
mod values;

pub use formula::defined;
pub use periods::Trend;

use super::choose::Chooser;
use super::cues::Cue;
use super::mentions::{Item, Kind, Meaning, Timed};
use super::query::{Agg, Col, Cond, Expr, Part};
use crate::prepare::Knowledge;
use crate::words::Token;
use askwell_contract::TypeKind;

/// What to sort by.
#[derive(Debug, Clone, PartialEq)]
pub enum Key {
    Expr(Expr),
    /// The number of rows of a table, or of what is asked about.
    Count(Option<usize>),
    /// The first column shown.
    Shown,
    /// "highest first": what is calculated or compared, else the first number shown.
    Measure,
}

#[derive(Debug, Clone, PartialEq)]
pub struct Filter {
    pub cond: Cond,
    /// Item where it stands.
    pub at: usize,
    pub negated: bool,
    /// The next filter on the same column belongs to it by "or".
    pub or_next: bool,
    pub and_next: bool,
}

/// A number of rows of a table, compared: "more than 3 concerts".
#[derive(Debug, Clone, PartialEq)]
pub struct CountCond {
    pub table: Option<usize>,
    pub op: super::query::Op,
    pub number: String,
}

#[derive(Debug, Clone, PartialEq)]
pub enum Group {
    Column(Col),
    Entity(usize),
    Part(Part, Option<Col>),
}

/// What the question asks, piece by piece.
#[derive(Debug, Clone, Default)]
pub struct Parts {
    pub select: Vec<(Expr, usize)>,
    pub distinct: bool,
    /// Rows of this table are counted (none: of whatever is asked about), with the place it was said.
    pub count: Option<(Option<usize>, usize)>,
    /// Each of them once: "how many different customers".
    pub count_once: bool,
    /// The noun that a superlative or "top N" stands before: its rows are asked for.
    pub asked: Option<usize>,
    /// Arithmetic between the two results said behind its place.
    pub calculate: Option<(char, usize)>,
    pub tables: Vec<(usize, usize)>,
    pub filters: Vec<Filter>,
    pub counts: Vec<CountCond>,
    pub having: Vec<Cond>,
    /// Tables in which there must be no partner.
    pub without: Vec<(usize, usize)>,
    pub group: Vec<Group>,
    pub order: Vec<(Key, bool)>,
    pub limit: Option<u64>,
    /// "top", where nothing says by what: largest first or not.
    pub top: Option<bool>,
    pub both: bool,
    pub but_at: Option<usize>,
    pub told: Option<told::Told>,
    pub trend: Option<periods::Trend>,
    /// "the most assists", not "the highest price": what belongs to one of those asked for is added up.
    pub most: bool,
    /// Rows passed over: "the second highest".
    pub offset: u64,
    pub formula: Option<formula::Formula>,
    /// However many partners a row has, it is one.
    pub once_each: bool,
    /// A number is asked for that nothing holds.
    pub unknown: bool,
    /// Rows of this table are what a share or ratio is of.
    pub counted: Option<usize>,
}

/// An item with what it was taken for.
#[derive(Debug, Clone, PartialEq)]
pub struct Use {
    pub item: usize,
    pub meaning: String,
}

pub struct Walk<'a> {
    pub knowledge: &'a Knowledge,
    pub tokens: &'a [Token],
    pub items: &'a [Item],
    pub times: &'a [Timed<'a>],
    pub used: Vec<bool>,
    pub meaning: Vec<Option<Meaning>>,
    pub parts: Parts,
    pub uses: Vec<Use>,
}

pub fn walk<'a>(
    knowledge: &'a Knowledge,
    tokens: &'a [Token],
    items: &'a [Item],
    times: &'a [Timed<'a>],
    ch: &mut Chooser,
) -> Walk<'a> {
    let mut w = Walk {
        knowledge,
        tokens,
        items,
        times,
        used: vec![false; items.len()],
        meaning: vec![None; items.len()],
        parts: Parts::default(),
        uses: Vec::new(),
    };
    w.resolve(ch);
    w.terms();
    w.stocked();
    w.whose();
    w.formula();
    w.told(ch);
    w.periods();
    w.spans();
    w.both_ways();
    w.order(ch);
    w.text_conditions(ch);
    w.times();
    w.comparisons(ch);
    w.superlatives(ch);
    w.groups(ch);
    w.negations(ch);
    w.values(ch);
    w.aggregates(ch);
    w.selections(ch);
    w
}

/// A match below this is a guess (the least of a real one is 0.5).
const GUESS: f64 = 0.499;
/// How much likelier it is that such a word names nothing here.
const NO_GUESS: f64 = 1.5;
/// Where one thing is called exactly so, what a synonym of a part of its name leads to is hardly meant: "quantity" of
/// `unit_price`.
const EXACT: f64 = 0.95;
const DISTANT: f64 = 0.6;
const OUTDONE: f64 = 0.3;
/// A day that is called like the table whose rows it is of.
const ECHO: f64 = 0.1;
/// Readings weighed for one mention.
const OPTIONS: usize = 5;

impl Walk<'_> {
    /// Settles what every mention means, tables first, then columns and values in the light of them.
    fn resolve(&mut self, ch: &mut Chooser) {
        let mut near: Vec<usize> = Vec::new();
        for item in self.items {
            if let Kind::Mention(readings) = &item.kind {
                if let Some((Meaning::Table(t), score)) = readings.first() {
                    if *score >= 0.9 {
                        near.push(*t);
                    }
                }
            }
        }
        for i in 0..self.items.len() {
            let Kind::Mention(readings) = &self.items[i].kind else {
                continue;
            };
            let owner = self.owner(i);
            let exact = readings.iter().any(|(_, s)| *s >= EXACT);
            let mut options: Vec<(Meaning, f64)> = readings
                .iter()
                .map(|(m, s)| {
                    let owned = owner.is_some_and(|t| matches!(m, Meaning::Column(c) if c.table == t));
                    let owned = if owned { 2.5 } else { 1.0 };
                    let outdone = if exact && *s < DISTANT { OUTDONE } else { 1.0 };
                    // "Orders" are no `ordered_on`.
                    let said = |t: usize| readings.iter().any(|(m, s)| *s >= EXACT && *m == Meaning::Table(t));
                    let day = matches!(m, Meaning::Column(c) if self.is_time(*c) && said(c.table));
                    let outdone = if day { ECHO } else { outdone };
                    (m.clone(), s.powi(5) * self.fit(i, m, &near) * owned * outdone)
                })
                .collect();
            // "name of the aircraft" where the column is called `aircraft`.
            let called =
                self.items[i].end - self.items[i].start == 1 && self.tokens[self.items[i].start].stem == "name";
            if let Some(c) = owner.filter(|_| called).and_then(|t| self.name_column(t)) {
                if !options.iter().any(|o| o.0 == Meaning::Column(c)) {
                    options.push((Meaning::Column(c), 0.8));
                }
            }
            if let Some(same) = self.alternative(i, &options) {
                options.push(same);
            }
            options.sort_by(|a, b| b.1.total_cmp(&a.1));
            options.truncate(OPTIONS);
            let top = options.first().map_or(0.0, |o| o.1);
            options.retain(|o| o.1 >= 0.08 * top);
            let weights: Vec<f64> = options.iter().map(|o| o.1).collect();
            // Nothing is near the word; what is nearest is a guess that a person may choose.
            if readings.first().is_some_and(|r| r.1 < GUESS) {
                let sum: f64 = weights.iter().sum();
                let weights: Vec<f64> = std::iter::once(NO_GUESS * sum).chain(weights).collect();
                if let Some(pick) = ch.pick("guess", &weights).checked_sub(1) {
                    let meaning = options.swap_remove(pick).0;
                    near.push(meaning.table());
                    self.meaning[i] = Some(meaning);
                }
                continue;
            }
            let pick = ch.pick("meaning", &weights);
            let meaning = options.swap_remove(pick).0;
            near.push(meaning.table());
            self.meaning[i] = Some(meaning);
        }
    }

    /// The table that a column word belongs to by grammar: "name and age of the singers", "singer names".
    fn owner(&self, i: usize) -> Option<usize> {
        let table = |j: usize| match &self.items.get(j)?.kind {
            Kind::Mention(r) => r.first().filter(|r| r.1 >= 0.7).and_then(|r| match r.0 {
                Meaning::Table(t) => Some(t),
                _ => None,
            }),
            _ => None,
        };
        for j in i + 1..self.items.len() {
            if let Some(t) = table(j) {
                return Some(t);
            }
            let passes = matches!(
                &self.items[j].kind,
                Kind::Mark | Kind::Mention(_) | Kind::Cue(Cue::And | Cue::Of | Cue::Distinct | Cue::Each)
            );
            if !passes {
                break;
            }
        }
        i.checked_sub(1).and_then(table)
    }

    /// How well a meaning fits with the tables already spoken of, and with its neighbours.
    fn fit(&self, i: usize, meaning: &Meaning, near: &[usize]) -> f64 {
        let t = meaning.table();
        let mut fit: f64 = if matches!(meaning, Meaning::Table(_)) || near.contains(&t) {
            1.0
        } else if near.is_empty() {
            0.6
        } else if near.iter().any(|n| self.adjacent(*n, t)) {
            0.45
        } else {
            0.15
        };
        let before = (0..i).rev().take(3).find_map(|j| self.meaning[j].clone());
        match (meaning, &before) {
            // "country France", "named Joe": the column said just before.
            (Meaning::Value { col, .. }, Some(Meaning::Column(c))) if c == col => fit *= 4.0,
            (Meaning::Value { col, .. }, Some(Meaning::Value { col: c, .. })) if c == col => fit *= 3.0,
            _ => {}
        }
        if let (Meaning::Value { .. }, Some(next)) = (meaning, self.items.get(i + 1)) {
            if let Kind::Mention(r) = &next.kind {
                let same =
                    |m: &Meaning| matches!((m, meaning), (Meaning::Column(c), Meaning::Value { col, .. }) if c == col);
                if r.iter().any(|(m, _)| same(m)) {
                    fit *= 2.0;
                }
            }
        }
        if let Meaning::Column(c) = meaning {
            // "name of the singer", "singer's name": the table that stands beside the column.
            let beside = (i + 1..self.items.len().min(i + 3))
                .chain(i.checked_sub(1))
                .filter_map(|j| match &self.items[j].kind {
                    Kind::Mention(r) => r.first(),
                    _ => None,
                });
            for (m, _) in beside {
                if *m == Meaning::Table(c.table) {
                    fit *= 1.6;
                }
            }
        }
        fit
    }

    /// Whether "with", "and their" or the like stands before an item, so that it tells more of what is asked for.
    pub fn related_before(&self, i: usize) -> bool {
        self.items[..i]
            .iter()
            .rev()
            .take(3)
            .any(|x| matches!(x.kind, Kind::Cue(Cue::Relative | Cue::And)))
    }

    pub fn adjacent(&self, a: usize, b: usize) -> bool {
        let name = |t: usize| self.knowledge.catalog.tables[t].name.as_str();
        !self.knowledge.graph.edges_between(name(a), name(b)).is_empty()
    }

    pub fn cue(&self, i: usize) -> Option<Cue> {
        match self.items.get(i).map(|i| &i.kind) {
            Some(Kind::Cue(c)) if !self.used[i] => Some(*c),
            _ => None,
        }
    }

    /// The unused mention at an item.
    pub fn mention(&self, i: usize) -> Option<&Meaning> {
        if self.used.get(i).copied().unwrap_or(true) {
            return None;
        }
        self.meaning[i].as_ref()
    }

    pub fn column_at(&self, i: usize) -> Option<Col> {
        match self.mention(i) {
            Some(Meaning::Column(c)) => Some(*c),
            _ => None,
        }
    }

    pub fn table_at(&self, i: usize) -> Option<usize> {
        match self.mention(i) {
            Some(Meaning::Table(t)) => Some(*t),
            _ => None,
        }
    }

    pub fn take(&mut self, i: usize, meaning: impl Into<String>) {
        self.used[i] = true;
        self.uses.push(Use {
            item: i,
            meaning: meaning.into(),
        });
    }

    pub fn kind_of(&self, c: Col) -> TypeKind {
        self.knowledge.catalog.tables[c.table].columns[c.column].kind
    }

    pub fn is_number(&self, c: Col) -> bool {
        self.kind_of(c).is_number()
            || self
                .profile(c)
                .is_some_and(|p| p.disguises.contains(&askwell_contract::profile::Disguise::NumberInText))
    }

    pub fn is_key(&self, c: Col) -> bool {
        let table = &self.knowledge.catalog.tables[c.table];
        let name = &table.columns[c.column].name;
        table.primary_key.len() == 1 && table.primary_key[0].eq_ignore_ascii_case(name)
    }

    pub fn is_foreign(&self, c: Col) -> bool {
        let table = &self.knowledge.catalog.tables[c.table];
        let name = &table.columns[c.column].name;
        self.knowledge
            .graph
            .edges
            .iter()
            .any(|e| e.from_table == table.name && e.from_column == *name)
    }

    pub fn is_time(&self, c: Col) -> bool {
        super::write::stored(self.knowledge, c).is_some()
    }

    pub fn profile(&self, c: Col) -> Option<&askwell_contract::profile::ColumnProfile> {
        let table = &self.knowledge.catalog.tables[c.table];
        self.knowledge.profile(&table.name, &table.columns[c.column].name)
    }

    pub fn name(&self, c: Col) -> &str {
        &self.knowledge.catalog.tables[c.table].columns[c.column].name
    }

    /// Tables the question speaks of: mentioned ones first, then those of its columns and values.
    pub fn scope(&self) -> Vec<usize> {
        let mut out = Vec::new();
        let tables = self.meaning.iter().flatten().filter(|m| matches!(m, Meaning::Table(_)));
        let rest = self
            .meaning
            .iter()
            .flatten()
            .filter(|m| !matches!(m, Meaning::Table(_)));
        for m in tables.chain(rest) {
            if !out.contains(&m.table()) {
                out.push(m.table());
            }
        }
        out
    }

    /// The column of the tables spoken of that an adjective means, and whether it runs the other way.
    pub fn hinted(&self, adjective: &super::cues::Adjective, near: Option<usize>) -> Option<(Col, bool)> {
        let mut tables: Vec<usize> = near.into_iter().collect();
        tables.extend(self.scope());
        let search = |words: &[&str], t: usize| {
            words.iter().find_map(|w| {
                let columns = self.knowledge.catalog.tables[t].columns.len();
                (0..columns).map(|column| Col { table: t, column }).find(|c| {
                    let field = self.knowledge.fields.of_column(c.table, c.column);
                    field.stems.iter().any(|s| s == w)
                        && (self.is_number(*c) || self.is_time(*c))
                        && !self.is_key(*c)
                        && !self.is_foreign(*c)
                })
            })
        };
        for t in tables.iter().copied() {
            if let Some(c) = search(adjective.columns, t) {
                return Some((c, false));
            }
            if let Some(c) = search(adjective.reversed, t) {
                return Some((c, true));
            }
        }
        // "The most recent order" where the column is called `ordered_on`.
        let of_time = adjective.columns.first() == Some(&"date");
        let dated = tables.iter().find_map(|t| self.time_of(*t)).filter(|_| of_time);
        dated.map(|c| (c, false))
    }

    /// The number of a table next to those spoken of: "members younger than 18" where the student has the age.
    pub fn hinted_beside(&self, adjective: &super::cues::Adjective) -> Option<(Col, bool)> {
        let scope = self.scope();
        let first = adjective.columns.first()?;
        let tables = self.knowledge.catalog.tables.len();
        let beside = (0..tables).filter(|t| !scope.contains(t) && scope.iter().any(|s| self.adjacent(*s, *t)));
        beside
            .flat_map(|t| {
                (0..self.knowledge.catalog.tables[t].columns.len()).map(move |column| Col { table: t, column })
            })
            .find(|c| {
                let stems = &self.knowledge.fields.of_column(c.table, c.column).stems;
                stems.iter().any(|s| s == first) && self.measurable(*c) && self.is_number(*c)
            })
            .map(|c| (c, false))
    }

    /// The mention nearest before an item, at most `back` items away, not crossing a used one.
    pub fn before(&self, i: usize, back: usize) -> Option<usize> {
        (0..i).rev().take(back).find(|j| self.mention(*j).is_some())
    }

    pub fn aggregate_name(agg: Agg) -> &'static str {
        match agg {
            Agg::Count => "counted",
            Agg::Sum => "added up",
            Agg::Avg => "averaged",
            Agg::Median => "in the middle",
            Agg::Min => "smallest",
            Agg::Max => "largest",
        }
    }
}
