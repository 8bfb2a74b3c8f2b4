//! Keys that a database has but does not declare.
//!
//! In: a catalog, profiles, and sketches of the columns' values. Out: further foreign keys in the catalog. A key needs
//! both: a name that points at the other table, and values that occur there. Values alone prove nothing (small
//! integers are contained in every numbering), names alone little; of texts the values can be enough (`proven`).
//! Deliberately absent: keys of several columns, and keys of views.

use std::collections::{BTreeMap, BTreeSet};

use askwell_contract::profile::{ColumnProfile, TableProfile};
use askwell_contract::{Catalog, ForeignKey, KeyOrigin, TableKind, TypeKind};

use super::super::profile::Sketch;
use super::inclusion::{containment, Contained};
use super::lists::{may_mean, raw};
use super::names::{affinity, Named, GUESS};
use super::proven::{self, Link, Side};
use super::roles::{self, Role};
use crate::words::stem;

/// Of the child's values that must occur in the parent: a few dangling references are dirt, more are no key.
const CONTAINED: f64 = 0.95;
/// Enough where the name leaves no doubt; one stray value among a dozen is more than 5%.
const CONTAINED_NAMED: f64 = 0.9;
/// Of so few values one may be a stray, such as a 0 for none, where the name leaves no doubt.
const BESIDES_A_STRAY: u64 = 5;
/// Below this it is more likely chance than key. Chosen on public schemas with their keys taken away.
const BELIEVED: f64 = 0.55;
/// Tables whose rows are numbered under one name before the name is only that of a number.
const NUMBERED: usize = 3;
/// What a name alone is worth where there are no values to compare.
const UNSEEN: f64 = 0.7;

/// Adds the inferred keys to the tables' foreign keys, after the declared ones.
pub fn infer(catalog: &mut Catalog, profiles: &[TableProfile], sketches: &[Sketch]) {
    let finder = Finder::new(catalog, profiles, sketches);
    let named = finder.all();
    let proven = finder.proven(&named, profiles);
    let keys = named.iter().map(|(child, found)| (*child, finder.key(*child, found)));
    let links = proven.iter().map(|link| (link.child, finder.link(link)));
    let taken = named
        .iter()
        .map(|n| n.0)
        .chain(proven.iter().map(|l| l.child))
        .collect();
    let roles = roles::roles(&finder.columns, &|at| finder.sketch(&finder.columns[at]), &taken);
    let roles = roles.iter().map(|role| (role.child, finder.role(role)));
    let found: Vec<(usize, ForeignKey)> = keys
        .chain(links)
        .chain(roles)
        .map(|(child, key)| (finder.columns[child].at, key))
        .collect();
    for (table, key) in found {
        catalog.tables[table].foreign_keys.push(key);
    }
}

struct Finder<'a> {
    rows: BTreeMap<&'a str, u64>,
    sketches: BTreeMap<(&'a str, &'a str), &'a Sketch>,
    columns: Vec<Named<'a>>,
    /// Columns that can be referred to, by what may bring a child to them.
    parents: BTreeMap<Clue, Vec<usize>>,
    /// Names of columns that only number the rows of each table: `key_id`, from 1 on everywhere.
    numberings: BTreeSet<String>,
}

/// What may bring a child to a parent. Comparing every column with every other takes minutes on a warehouse of
/// 70,000 columns.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Clue {
    /// Its name is the parent's.
    Name(String),
    /// Its name ends in the parent's.
    Tail(String),
    /// It shares a word with the parent's table.
    Table(String),
    /// It is in the parent's table.
    Same(usize),
}

/// A parent that a child's column may refer to.
struct Match {
    parent: usize,
    name: f64,
    confidence: f64,
    contained: Option<Contained>,
    untidy: bool,
}

/// How a parent compares with the others: name, edition, confidence, key, resemblance, rows.
type Rank = (f64, bool, f64, bool, f64, u64);

impl<'a> Finder<'a> {
    fn new(catalog: &'a Catalog, profiles: &'a [TableProfile], sketches: &'a [Sketch]) -> Self {
        let tables = catalog
            .tables
            .iter()
            .enumerate()
            .filter(|(_, t)| t.kind == TableKind::Table);
        let prefix = shared_prefix(catalog);
        let mut finder = Self {
            rows: profiles.iter().map(|p| (p.table.as_str(), p.rows)).collect(),
            sketches: sketches
                .iter()
                .map(|s| ((s.table.as_str(), s.column.as_str()), s))
                .collect(),
            columns: tables.flat_map(|(at, table)| Named::of(at, table, &prefix)).collect(),
            parents: BTreeMap::new(),
            numberings: BTreeSet::new(),
        };
        finder.numberings = finder.numberings();
        for at in 0..finder.columns.len() {
            let column = &finder.columns[at];
            if finder.unique(column) {
                let mut clues = vec![Clue::Name(column.raw.clone())];
                if column.own_key || column.is_key {
                    clues.push(Clue::Same(column.at));
                }
                if column.own_key || column.is_key || column.own_name {
                    clues.extend(column.table_stems.iter().map(|s| Clue::Table(s.clone())));
                }
                if column.is_tail() {
                    clues.push(Clue::Tail(column.raw.clone()));
                }
                for clue in clues {
                    finder.parents.entry(clue).or_default().push(at);
                }
            }
        }
        finder
    }

    /// Numbers of one name that are a row's own in each of several tables and named after none of these.
    fn numberings(&self) -> BTreeSet<String> {
        let mut called: BTreeMap<&str, Vec<&Named<'_>>> = BTreeMap::new();
        for column in &self.columns {
            called.entry(column.raw.as_str()).or_default().push(column);
        }
        // `client_id` is that of the clients.
        let tables: BTreeSet<&[String]> = self.columns.iter().map(|c| c.table_stems.as_slice()).collect();
        let of_table = |c: &Named<'_>| !c.base.is_empty() && tables.contains(c.base.as_slice());
        let counts = |c: &&Named<'_>| {
            let own = c.column.kind.is_number() && !c.refers && !c.own_key && self.unique(c);
            own && !of_table(c)
        };
        called.retain(|_, columns| columns.len() >= NUMBERED && columns.iter().all(counts));
        called.into_keys().map(str::to_owned).collect()
    }

    /// Parents whose name or table is touched by the child's name, in order.
    fn candidates(&self, child: &Named<'_>) -> Vec<usize> {
        let mut clues = vec![Clue::Name(child.raw.clone()), Clue::Same(child.at)];
        clues.extend(
            child
                .base
                .iter()
                .cloned()
                .chain(child.head().map(stem))
                .map(Clue::Table),
        );
        let mut found: Vec<usize> = clues
            .iter()
            .filter_map(|c| self.parents.get(c))
            .flatten()
            .copied()
            .collect();
        let tails = Clue::Tail(String::new())..Clue::Table(String::new());
        for (clue, parents) in self.parents.range(tails) {
            if matches!(clue, Clue::Tail(tail) if child.raw.ends_with(tail.as_str())) {
                found.extend(parents);
            }
        }
        if let Some(word) = child.synonym() {
            let tables = Clue::Table(String::new())..Clue::Same(0);
            for (clue, parents) in self.parents.range(tables) {
                if matches!(clue, Clue::Table(other) if may_mean(word, other)) {
                    found.extend(parents);
                }
            }
        }
        found.sort_unstable();
        found.dedup();
        found
    }

    fn sketch(&self, column: &Named<'_>) -> Option<&'a Sketch> {
        self.sketches
            .get(&(column.table.name.as_str(), column.column.name.as_str()))
            .copied()
    }

    fn unique(&self, column: &Named<'_>) -> bool {
        column.is_key || self.sketch(column).is_some_and(|s| s.unique)
    }

    /// By name and values; each with its child.
    fn all(&self) -> Vec<(usize, Match)> {
        let mut found: Vec<(usize, Match)> = Vec::new();
        let refers = |c: &Named<'_>| !c.refers && !self.numberings.contains(&c.raw);
        for (at, child) in self.columns.iter().enumerate().filter(|(_, c)| refers(c)) {
            if let Some(best) = self.best(child) {
                found.push((at, best));
            }
        }
        // Two columns that are both keys may each look like the other's child; the weaker claim goes.
        let claims: BTreeMap<(usize, usize), f64> = found.iter().map(|(c, m)| ((*c, m.parent), m.confidence)).collect();
        found.retain(|(child, m)| {
            let back = claims.get(&(m.parent, *child));
            back.is_none_or(|back| (m.confidence, *child) > (*back, m.parent))
        });
        // A guess from a synonym gives way to any better reason to join the same two tables.
        let tables = |child: usize, m: &Match| (self.columns[child].at, self.columns[m.parent].at);
        let sure: BTreeSet<(usize, usize)> = found
            .iter()
            .filter(|(_, m)| m.name > GUESS)
            .map(|(child, m)| tables(*child, m))
            .collect();
        found.retain(|(child, m)| {
            let declared = self.columns[*child].table.foreign_keys.iter();
            let joined = declared
                .into_iter()
                .any(|k| k.to_table == self.columns[m.parent].table.name);
            m.name > GUESS || !joined && !sure.contains(&tables(*child, m))
        });
        found
    }

    /// By values alone, of the columns that refer to nothing else.
    fn proven(&self, named: &[(usize, Match)], profiles: &[TableProfile]) -> Vec<Link> {
        let columns = profiles.iter().flat_map(|p| &p.columns);
        let profiles: BTreeMap<(&str, &str), &ColumnProfile> =
            columns.map(|c| ((c.table.as_str(), c.column.as_str()), c)).collect();
        let side = |at: usize| {
            let named = &self.columns[at];
            Some(Side {
                named,
                sketch: self.sketch(named)?,
                profile: profiles.get(&(named.table.name.as_str(), named.column.name.as_str()))?,
            })
        };
        let taken = named.iter().map(|(child, _)| *child).collect();
        let at = |child: usize| self.columns[child].at;
        let mut joined: BTreeSet<(usize, usize)> = named
            .iter()
            .flat_map(|(child, m)| [(at(*child), at(m.parent)), (at(m.parent), at(*child))])
            .collect();
        let tables: BTreeMap<&str, usize> = self.columns.iter().map(|c| (c.table.name.as_str(), c.at)).collect();
        for column in &self.columns {
            for to in column
                .table
                .foreign_keys
                .iter()
                .filter_map(|k| tables.get(k.to_table.as_str()))
            {
                joined.extend([(column.at, *to), (*to, column.at)]);
            }
        }
        proven::links(&self.columns, &side, &taken, &joined)
    }

    /// The parent of the best name; among equals of the same edition, then of the better values, then the declared
    /// key, then the one of whose values most occur in the child, then of the larger table, then the first.
    fn best(&self, child: &Named<'_>) -> Option<Match> {
        let mut best: Option<(Match, Rank)> = None;
        for parent in self.candidates(child) {
            let Some(found) = self.compare(child, parent) else {
                continue;
            };
            let other = &self.columns[parent];
            let rows = self.rows.get(other.table.name.as_str()).copied().unwrap_or(0);
            let rank = (
                found.name,
                other.edition == child.edition,
                found.confidence,
                other.is_key,
                self.resemblance(child, other),
                rows,
            );
            if best.as_ref().is_none_or(|b| rank > b.1) {
                best = Some((found, rank));
            }
        }
        best.map(|b| b.0)
    }

    fn compare(&self, child: &Named<'_>, parent: usize) -> Option<Match> {
        let other = &self.columns[parent];
        let name = affinity(child, other)?;
        if !compatible(child.column.kind, other.column.kind) {
            return None;
        }
        let plain = self.containment(child, other);
        let folded = || super::inclusion::folded(self.sketch(child)?, self.sketch(other)?);
        let untidy = plain.filter(|c| !believed(*c, name)).and_then(|_| folded());
        let contained = untidy.or(plain);
        // Whole numbers that were kept as real ones, as programs write them that know no missing integer: the values
        // must prove it, and the child or the parent be called a key.
        let real = [child.column.kind, other.column.kind].contains(&TypeKind::Real);
        if real && (contained.is_none() || !child.keyed() && !other.is_key) {
            return None;
        }
        let confidence = match contained {
            Some(c) if !believed(c, name) => return None,
            Some(c) => name * c.share(),
            None => name * UNSEEN,
        };
        (confidence >= BELIEVED).then_some(Match {
            parent,
            name,
            confidence,
            contained,
            untidy: untidy.is_some(),
        })
    }

    /// How many of the child's values occur in the parent; `None` where it cannot be known.
    fn containment(&self, child: &Named<'_>, parent: &Named<'_>) -> Option<Contained> {
        let (child, parent) = (self.sketch(child)?, self.sketch(parent)?);
        containment(child, parent)
    }

    /// Small numbers occur in every numbering; it is the numbering that they fill which they refer to.
    fn resemblance(&self, child: &Named<'_>, parent: &Named<'_>) -> f64 {
        match (self.sketch(child), self.sketch(parent)) {
            (Some(child), Some(parent)) => child.resemblance(parent),
            _ => 0.0,
        }
    }

    fn key(&self, child: usize, found: &Match) -> ForeignKey {
        let values = occur(found.contained);
        let to = self.called(found.parent);
        let why = if found.name >= 0.9 {
            format!("the name points to {to}, and {values}")
        } else {
            format!("the name is like {to}, and {values}")
        };
        self.foreign(child, found.parent, found.confidence, (why, found.untidy))
    }

    fn link(&self, link: &Link) -> ForeignKey {
        let values = occur(Some(link.contained));
        let to = self.called(link.parent);
        let why = match link.same_name {
            true => format!("the name is that of {to}, and {values}"),
            false => format!("the name says nothing of {to}, but {values}"),
        };
        self.foreign(link.child, link.parent, link.confidence, (why, link.untidy))
    }

    fn role(&self, role: &Role) -> ForeignKey {
        let to = self.called(role.parent);
        let why = format!(
            "it and another column of its table number the rows of {to}, and {}",
            occur(Some(role.contained))
        );
        self.foreign(role.child, role.parent, roles::CONFIDENCE, (why, false))
    }

    fn called(&self, column: usize) -> String {
        let column = &self.columns[column];
        format!("{}.{}", column.table.name, column.column.name)
    }

    fn foreign(&self, child: usize, parent: usize, confidence: f64, (why, untidy): (String, bool)) -> ForeignKey {
        let (child, parent) = (&self.columns[child], &self.columns[parent]);
        ForeignKey {
            columns: vec![child.column.name.clone()],
            to_table: parent.table.name.clone(),
            to_columns: vec![parent.column.name.clone()],
            origin: KeyOrigin::Inferred {
                confidence: (confidence * 100.0).round() / 100.0,
                why: match untidy {
                    true => format!("{why} once capitals and blanks are set aside"),
                    false => why,
                },
                untidy,
            },
        }
    }
}

fn occur(contained: Option<Contained>) -> String {
    match contained.map(Contained::share) {
        Some(share) if share >= 1.0 => "all its values occur there".to_owned(),
        Some(share) => format!("{:.0}% of its values occur there", (share * 100.0).floor()),
        None => "there were no values to compare".to_owned(),
    }
}

/// Whether so many of a child's values occur in the parent that only dirt can be the rest.
fn believed(contained: Contained, name: f64) -> bool {
    let stray = contained.inside >= BESIDES_A_STRAY && contained.compared - contained.inside <= 1;
    match name >= 1.0 {
        true => stray || contained.share() >= CONTAINED_NAMED,
        false => contained.share() >= CONTAINED,
    }
}

fn compatible(a: TypeKind, b: TypeKind) -> bool {
    let never = |k: TypeKind| {
        k.is_time()
            || matches!(
                k,
                TypeKind::Time
                    | TypeKind::Interval
                    | TypeKind::Blob
                    | TypeKind::Json
                    | TypeKind::Boolean
                    | TypeKind::List
                    | TypeKind::Struct
            )
    };
    if never(a) || never(b) {
        return false;
    }
    a == b || a == TypeKind::Other || b == TypeKind::Other || a.is_number() && b.is_number()
}

/// What the names of all tables begin with (`sb` of `sbticker`, `sbcustomer`), where there are enough to tell.
fn shared_prefix(catalog: &Catalog) -> String {
    let names: Vec<String> = catalog.tables.iter().map(|t| raw(&t.name)).collect();
    let Some(first) = names.first().filter(|_| names.len() >= 3) else {
        return String::new();
    };
    let shared = |n: &usize| {
        names
            .iter()
            .all(|name| name.is_char_boundary(*n) && name.starts_with(&first[..*n]))
    };
    let longest = (2..first.len())
        .filter(|n| first.is_char_boundary(*n))
        .take_while(shared)
        .last();
    longest.map_or(String::new(), |n| first[..n].to_owned())
}
