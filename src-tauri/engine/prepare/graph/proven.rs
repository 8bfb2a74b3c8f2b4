//! Links that no name tells of and the values prove: `flights.carrier` and `airlines.carrier`, `flights.dest` and
//! `airports.faa`.
//!
//! In: the text columns that no key was found for, with sketches and profiles. Out: what they refer to. A column is
//! referred to if it tells the rows of its table apart and names them; what refers to it has the same name, or hardly a
//! value of its own. Deliberately absent: numbers, which are contained in every numbering, and links of several columns.

use std::collections::{BTreeMap, BTreeSet};

use askwell_contract::profile::{ColumnProfile, Disguise};
use askwell_contract::TypeKind;

use super::super::profile::Sketch;
use super::inclusion::{containment, folded, Contained};
use super::lists::is_common;
use super::names::{same_shape, Named};

/// Of the values of a column with the same name so many must occur there; every sixth plane of an airline may be unknown.
const SAME_NAME: f64 = 0.75;
/// Of any other column's.
const ANY_NAME: f64 = 0.95;
/// Fewer values are contained in something by chance.
const FEWEST: u64 = 3;
/// From so many on, their number speaks for itself; fewer must be written alike, too.
const MANY: u64 = 10;
/// Hashes that are looked up of a column, and those of them that must be known, before it is compared.
const PROBES: usize = 8;
const PROBES_FOUND: usize = 6;
/// Hashes of all columns together, as stored and tidied up, in which values are looked up: some 16 MB, and a second, in the largest schemas.
const LOOKED_UP: usize = 1_000_000;

/// Positions among the columns.
pub struct Link {
    pub child: usize,
    pub parent: usize,
    pub confidence: f64,
    pub contained: Contained,
    pub same_name: bool,
    pub untidy: bool,
}

/// What is known of a column.
pub struct Side<'a> {
    pub named: &'a Named<'a>,
    pub sketch: &'a Sketch,
    pub profile: &'a ColumnProfile,
}

/// One link a column at most. `taken`: columns that refer to something; `joined`: tables that a better reason joins.
pub fn links<'a>(
    columns: &'a [Named<'a>],
    side: &dyn Fn(usize) -> Option<Side<'a>>,
    taken: &BTreeSet<usize>,
    joined: &BTreeSet<(usize, usize)>,
) -> Vec<Link> {
    let texts: Vec<usize> = (0..columns.len())
        .filter(|at| matches!(columns[*at].column.kind, TypeKind::Text | TypeKind::Other))
        .filter(|at| side(*at).is_some_and(|s| says_something(s.profile)))
        .collect();
    let mut parents: Vec<usize> = texts
        .iter()
        .copied()
        .filter(|at| side(*at).is_some_and(|s| tells_apart(&s)))
        .collect();
    parents.sort_by_key(|at| side(*at).map_or(0, |s| s.sketch.hashes.len()));
    let mut by_name: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    let mut by_value: Vec<(u64, usize)> = Vec::new();
    let mut by_folded: Vec<(u64, usize)> = Vec::new();
    for parent in &parents {
        by_name.entry(columns[*parent].raw.as_str()).or_default().push(*parent);
        let Some(known) = side(*parent).filter(|s| s.sketch.complete) else {
            continue;
        };
        let more = known.sketch.hashes.len() + known.sketch.folded.len();
        if by_value.len() + by_folded.len() + more <= LOOKED_UP {
            by_value.extend(known.sketch.hashes.iter().map(|hash| (*hash, *parent)));
            by_folded.extend(known.sketch.folded.iter().map(|hash| (*hash, *parent)));
        }
    }
    by_value.sort_unstable();
    by_folded.sort_unstable();
    let mut found: Vec<Link> = Vec::new();
    let mut pairs = BTreeSet::new();
    for child in texts
        .into_iter()
        .filter(|at| !taken.contains(at) && !columns[*at].refers)
    {
        let Some(known) = side(child) else { continue };
        let same = by_name.get(columns[child].raw.as_str()).into_iter().flatten().copied();
        let alike = holders(&known, &known.sketch.hashes, &by_value);
        let untidy = holders(&known, &known.sketch.folded, &by_folded);
        let candidates: BTreeSet<usize> = same.chain(alike).chain(untidy).collect();
        let best = candidates
            .into_iter()
            .filter(|parent| !joined.contains(&(columns[child].at, columns[*parent].at)))
            .filter(|parent| !pairs.contains(&(*parent, child)))
            .filter_map(|parent| compare(child, &known, parent, &side(parent)?))
            .max_by(|a, b| a.confidence.total_cmp(&b.confidence).then(b.parent.cmp(&a.parent)));
        if let Some(link) = best {
            pairs.insert((link.child, link.parent));
            found.push(link);
        }
    }
    found
}

/// Days, numbers and answers of yes and no occur everywhere, and so do single letters.
fn says_something(profile: &ColumnProfile) -> bool {
    use Disguise::{BooleanInText, IsoDate, Json, SlashDate};
    let plain = !profile
        .disguises
        .iter()
        .any(|d| matches!(d, BooleanInText | IsoDate | Json | SlashDate));
    plain && profile.view.is_none() && profile.mean_length.is_some_and(|n| n >= 2.0) && profile.distinct >= FEWEST
}

/// Every row has a value of its own, and by its place or its name it stands for the row.
fn tells_apart(side: &Side<'_>) -> bool {
    let Side { named, sketch, .. } = side;
    let stands = named.is_key || named.first || named.own_key || named.own_name || named.is_code();
    sketch.unique && sketch.whole && stands
}

/// Columns that hold nearly all of a few values of this one.
fn holders(child: &Side<'_>, hashes: &[u64], by_value: &[(u64, usize)]) -> Vec<usize> {
    // A column whose values are all different lies beside another as a table of its own.
    let coded = child.named.is_code() && child.profile.shape.is_some();
    if child.sketch.unique || child.named.words_are_common() && !coded {
        return Vec::new();
    }
    let probes = &hashes[..hashes.len().min(PROBES)];
    if probes.is_empty() {
        return Vec::new();
    }
    let mut hits: BTreeMap<usize, usize> = BTreeMap::new();
    for probe in probes {
        let from = by_value.partition_point(|(hash, _)| hash < probe);
        for (_, parent) in by_value[from..].iter().take_while(|(hash, _)| hash == probe) {
            *hits.entry(*parent).or_default() += 1;
        }
    }
    let least = probes.len().min(PROBES_FOUND);
    hits.into_iter().filter(|h| h.1 >= least).map(|h| h.0).collect()
}

fn compare(child: usize, of: &Side<'_>, parent: usize, to: &Side<'_>) -> Option<Link> {
    let (small, large) = (of.named, to.named);
    if small.at == large.at || small.table_stems == large.table_stems || same_shape(small.table, large.table) {
        return None;
    }
    let same_name = small.raw == large.raw && !small.words_are_common();
    let alike = of.profile.shape.is_some() && of.profile.shape == to.profile.shape;
    // `Code` and `ISO-alpha3 Code`, both of three letters: some may stand for groups that the other table does not keep.
    let codes = alike && small.is_code() && large.is_code();
    let judge = |contained: Contained| {
        let many = contained.inside >= MANY;
        let (share, worth) = match same_name {
            true => (SAME_NAME, 0.9),
            false if codes && many && !of.sketch.unique => (SAME_NAME, 0.75),
            false if of.sketch.unique || !many && !alike => return None,
            false => (ANY_NAME, if many { 0.75 } else { 0.65 }),
        };
        (contained.inside >= FEWEST && contained.share() >= share).then_some((contained, worth))
    };
    let plain = judge(containment(of.sketch, to.sketch)?);
    let untidy = plain.is_none();
    let (contained, worth) = plain.or_else(|| judge(folded(of.sketch, to.sketch)?))?;
    Some(Link {
        child,
        parent,
        confidence: worth * contained.share(),
        contained,
        same_name,
        untidy,
    })
}

impl Named<'_> {
    /// Whether it is called a code.
    fn is_code(&self) -> bool {
        self.words().last().is_some_and(|word| word == "code")
    }

    fn words_are_common(&self) -> bool {
        matches!(self.words(), [only] if is_common(only))
    }
}
