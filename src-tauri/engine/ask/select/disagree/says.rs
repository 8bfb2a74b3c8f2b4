//! The sentence that tells two statements apart.
//!
//! In: what each asks that the other does not, and both readings. Out: "One ..., the other ...". Where things of
//! several kinds differ, the readings are said instead: a list of differences is no plain sentence.

use askwell_sql::apart::{Apart, Kind, Side};

use crate::words::{plural, split_name};

/// More than this on one side can no longer be taken in.
const MOST: usize = 3;

pub fn says(apart: Option<&Apart>, readings: (&str, &str)) -> String {
    if let Some((one, other)) = apart.and_then(sides).filter(|(one, other)| one != other) {
        return format!("One {one}, the other {other}.");
    }
    let (a, b) = (readings.0.trim_end_matches('.'), readings.1.trim_end_matches('.'));
    if a == b || a.is_empty() || b.is_empty() {
        return "The two queries differ in several places and give different results.".to_string();
    }
    format!("One reads the question as “{a}”, the other as “{b}”.")
}

/// What a side asks on its own.
enum Own {
    Nothing,
    /// Fewer rows: "where status is 'paid'", "that have a match in orders".
    Rows(String),
    Of(Kind, String),
}

fn sides(apart: &Apart) -> Option<(String, String)> {
    let (a, b) = (&apart.a, &apart.b);
    // "All orders" is true only where nothing else is asked of them.
    let all = |side: &Side| {
        things(side)
            .filter(|_| !apart.asked)
            .map(|things| format!("all {things}"))
    };
    let rows = |side: &Side| things(side).unwrap_or_else(|| "rows".to_string());
    Some(match (own(a)?, own(b)?) {
        (Own::Nothing, Own::Nothing) => return None,
        (Own::Rows(x), Own::Rows(y)) => (format!("{} only {} {x}", verb(a), rows(a)), format!("only those {y}")),
        (Own::Rows(x), Own::Nothing) => match all(b) {
            Some(all) => (
                format!("{} only {} {x}", verb(a), rows(a)),
                format!("{} {all}", verb(b)),
            ),
            None => narrower(a, &x),
        },
        (Own::Nothing, Own::Rows(y)) => match all(a) {
            Some(all) => (format!("{} {all}", verb(a)), format!("only those {y}")),
            None => narrower(b, &y),
        },
        (Own::Of(kind, x), Own::Nothing) | (Own::Nothing, Own::Of(kind, x)) => (also(kind, &x), without(kind)),
        (x, y) => (x.does(a), y.does(b)),
    })
}

/// Beside what both ask of the rows.
fn narrower(side: &Side, which: &str) -> (String, String) {
    let rows = things(side).unwrap_or_else(|| "rows".to_string());
    (
        format!("{} only {rows} {which}", verb(side)),
        "does not ask for that".to_string(),
    )
}

/// `None`: several kinds of things, or too many.
fn own(side: &Side) -> Option<Own> {
    let Some(first) = side.only.first() else {
        return Some(Own::Nothing);
    };
    if side.only.len() > MOST {
        return None;
    }
    let words = |kind: Kind| -> Vec<&str> {
        let of = side.only.iter().filter(|p| p.kind == kind);
        of.map(|p| p.words.as_str()).collect()
    };
    let (found, asked) = (words(Kind::Match), words(Kind::Condition));
    if found.len() + asked.len() == side.only.len() {
        let found = (!found.is_empty()).then(|| format!("that have a match in {}", found.join(" and ")));
        let asked = (!asked.is_empty()).then(|| format!("where {}", asked.join(" and ")));
        return Some(Own::Rows(found.into_iter().chain(asked).collect::<Vec<_>>().join(" ")));
    }
    let alike = first.kind != Kind::Other && side.only.iter().all(|p| p.kind == first.kind);
    alike.then(|| Own::Of(first.kind, words(first.kind).join(" and ")))
}

impl Own {
    fn does(&self, side: &Side) -> String {
        match self {
            Self::Nothing => "does not".to_string(),
            Self::Rows(which) => {
                let things = things(side).unwrap_or_else(|| "rows".to_string());
                format!("{} only {things} {which}", verb(side))
            }
            Self::Of(kind, words) => does(*kind, words),
        }
    }
}

fn does(kind: Kind, words: &str) -> String {
    match kind {
        Kind::Match | Kind::Table => format!("reads {words}"),
        Kind::Join => format!("joins the tables where {words}"),
        Kind::Condition => format!("takes only rows where {words}"),
        Kind::Group => format!("makes a group for each {words}"),
        Kind::Having => format!("keeps only groups where {words}"),
        Kind::Distinct => "leaves out repeated rows".to_string(),
        Kind::Order => format!("sorts by {words}"),
        Kind::Limit => format!("keeps {words}"),
        Kind::Shown | Kind::Other => words.to_string(),
    }
}

fn also(kind: Kind, words: &str) -> String {
    match kind {
        Kind::Table | Kind::Shown => format!("also {}", does(kind, words)),
        _ => does(kind, words),
    }
}

fn without(kind: Kind) -> String {
    match kind {
        Kind::Having => "keeps all groups",
        Kind::Distinct => "keeps them",
        Kind::Limit => "keeps all rows",
        _ => "does not",
    }
    .to_string()
}

fn verb(side: &Side) -> &'static str {
    if side.counts {
        "counts"
    } else {
        "takes"
    }
}

/// "order lines" of the one table `order_line`.
fn things(side: &Side) -> Option<String> {
    let mut words = split_name(side.table.as_deref()?);
    let last = words.pop()?;
    words.push(plural(&last));
    Some(words.join(" "))
}
