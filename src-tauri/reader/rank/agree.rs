//! How the columns and values of a query agree with the words of the question.
//!
//! In: the question with its atoms, a query. Out: features for the ranking, by name. Deliberately absent: which words a
//! cover used; here it only counts whether a word of the question stands in a name, and whether another name has more.

use crate::known::{Col, Column, Role, Table};
use crate::link::{Meaning, Text};
use crate::query::{Cond, Expr, Query};
use crate::words::lexicon::is_function_word;
use crate::words::{plurals, TokenKind};

/// A column that an atom gives this much is one that the question names.
const NAMED: f64 = 0.6;
/// Texts so short stand for something else.
const SHORT: usize = 2;
/// A table with so many of these columns keeps people.
const PERSONAL: usize = 2;
const OF_PEOPLE: [&str; 16] = [
    "first",
    "last",
    "surname",
    "forename",
    "birth",
    "dob",
    "gender",
    "sex",
    "email",
    "phone",
    "salary",
    "age",
    "hire",
    "nationality",
    "hometown",
    "wage",
];

/// What a column is used for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Place {
    Shown,
    Figure,
    Group,
    Filter,
    Having,
    Order,
}

impl Place {
    fn name(self) -> &'static str {
        match self {
            Self::Shown => "shown",
            Self::Figure => "figure",
            Self::Group => "group",
            Self::Filter => "filter",
            Self::Having => "having",
            Self::Order => "order",
        }
    }
}

/// Calls `add` with each feature that is not zero.
pub fn features(text: &Text<'_>, q: &Query, add: &mut dyn FnMut(String, f64)) {
    let stems: Vec<&str> = text
        .tokens
        .iter()
        .filter(|t| t.kind == TokenKind::Word && !is_function_word(&t.lower))
        .map(|t| t.stem.as_str())
        .collect();
    let used = used(q);
    for (place, c) in &used {
        column(text, &stems, &used, *place, *c, add);
    }
    names(text, &stems, q, &used, add);
    head(text, q, add);
    q.filter.iter().for_each(|c| value(text, c, add));
    people(text, q, add);
}

/// Every column of the query with what it is for, each once.
fn used(q: &Query) -> Vec<(Place, Col)> {
    let mut out: Vec<(Place, Col)> = Vec::new();
    let mut put = |place: Place, c: Option<Col>| {
        if let Some(c) = c.filter(|c| !out.contains(&(place, *c))) {
            out.push((place, c));
        }
    };
    for e in &q.select {
        let place = match e.is_figure() {
            true => Place::Figure,
            false => Place::Shown,
        };
        e.visit(&mut |_, c| put(place, c));
    }
    q.group.iter().for_each(|e| e.visit(&mut |_, c| put(Place::Group, c)));
    q.filter.iter().for_each(|e| e.visit(&mut |_, c| put(Place::Filter, c)));
    q.having.iter().for_each(|e| e.visit(&mut |_, c| put(Place::Having, c)));
    for (e, _) in &q.order {
        e.visit(&mut |_, c| put(Place::Order, c));
    }
    out
}

/// Words of the question in the name, but for those that its table has too.
fn said(text: &Text<'_>, stems: &[&str], c: Col) -> usize {
    let table = &text.known.tables[c.table].stems;
    let own = text.known.column(c).stems.iter().filter(|s| !table.contains(s));
    own.filter(|s| stems.contains(&s.as_str())).count()
}

fn named(text: &Text<'_>, c: Col) -> bool {
    let atoms = (0..text.tokens.len()).flat_map(|t| text.at(t));
    atoms.filter(|a| a.score >= NAMED).any(|a| match &a.meaning {
        Meaning::Column(of) | Meaning::Value { col: of, .. } => *of == c,
        Meaning::Scale { cols, .. } => cols.first().is_some_and(|s| s.0 == c),
        _ => false,
    })
}

fn class(c: &Column) -> u8 {
    match c.role {
        Role::Time => 0,
        Role::Measure | Role::Number => 1,
        Role::Key | Role::Reference => 2,
        _ => 3,
    }
}

fn column(
    text: &Text<'_>,
    stems: &[&str],
    used: &[(Place, Col)],
    place: Place,
    c: Col,
    add: &mut dyn FnMut(String, f64),
) {
    let of = text.known.column(c);
    let (own, place) = (said(text, stems, c), place.name());
    let known = own > 0 || named(text, c);
    if !known {
        add(format!("{place} unsaid"), 1.0);
        add(format!("{place} unsaid {:?}", of.role), 1.0);
    }
    add(format!("{place} words"), own as f64);
    let whole = of
        .stems
        .iter()
        .filter(|s| !text.known.tables[c.table].stems.contains(s))
        .count();
    if own > 0 && own < whole {
        add(format!("{place} said in part"), 1.0);
        add(format!("{place} said in part {:?}", of.role), 1.0);
    }
    let taken = |c: Col| used.iter().any(|u| u.1 == c);
    let rivals = text
        .known
        .columns(c.table)
        .filter(|(r, k)| *r != c && class(k) == class(of) && !taken(*r));
    let most = rivals.map(|(r, _)| said(text, stems, r)).max().unwrap_or(0);
    if most > own {
        add(format!("{place} better said"), (most - own) as f64);
    }
}

/// Words of names: those that the query has, and those of the question that stand in names it has not.
fn names(text: &Text<'_>, stems: &[&str], q: &Query, used: &[(Place, Col)], add: &mut dyn FnMut(String, f64)) {
    let tables = q.needed();
    let of_table = |s: &str| {
        tables
            .iter()
            .any(|t| text.known.tables[*t].stems.iter().any(|w| w == s))
    };
    let of_column = |s: &str| used.iter().any(|u| text.known.column(u.1).stems.iter().any(|w| w == s));
    let (mut met, mut missed) = (0.0, 0.0);
    let mut seen: Vec<&str> = Vec::new();
    for s in stems {
        if seen.contains(s) {
            continue;
        }
        seen.push(s);
        if of_table(s) || of_column(s) {
            met += 1.0;
        } else if text.known.all().any(|(_, c)| c.stems.iter().any(|w| w == s)) {
            missed += 1.0;
        }
    }
    add("names met".into(), met);
    add("names missed".into(), missed);
}

/// One thing or several: "which claim", "which claims".
fn head(text: &Text<'_>, q: &Query, add: &mut dyn FnMut(String, f64)) {
    let names_table = |t: usize| {
        let atoms = text.at(t).iter();
        atoms
            .filter(|a| a.score >= NAMED)
            .any(|a| matches!(a.meaning, Meaning::Table(_) | Meaning::Column(_)))
    };
    let Some(token) = (0..text.tokens.len())
        .find(|t| names_table(*t))
        .map(|t| &text.tokens[t])
    else {
        return;
    };
    let number = match plurals::singular(&token.lower) != token.lower {
        true => "several",
        false => "one",
    };
    let rows = match q.limit {
        None if q.order.is_empty() => "all",
        None => "sorted",
        Some(1) => "top one",
        Some(_) => "top",
    };
    add(format!("head {number} {rows}"), 1.0);
    let grouped = if q.group.is_empty() { "plain" } else { "grouped" };
    add(
        format!("head {number} {grouped} {}", q.select.iter().any(Expr::is_figure)),
        1.0,
    );
}

/// Whether a text that is looked for stands in the question as it is stored.
fn value(text: &Text<'_>, c: &Cond, add: &mut dyn FnMut(String, f64)) {
    let (values, by) = match c {
        Cond::Is { values, .. } => (values.as_slice(), "is"),
        Cond::Holds { text, .. } => (std::slice::from_ref(text), "holds"),
        Cond::Any(list) | Cond::All(list) => return list.iter().for_each(|c| value(text, c, add)),
        _ => return,
    };
    let question = text.asked.question.to_lowercase();
    if values.len() > 1 {
        add("several values".into(), 1.0);
    }
    for v in values {
        let lower = v.to_lowercase();
        let words: Vec<&str> = lower
            .split(|c: char| !c.is_alphanumeric())
            .filter(|w| !w.is_empty())
            .collect();
        let here = |w: &&&str| {
            text.tokens
                .iter()
                .any(|t| t.lower == **w || t.stem == crate::words::stem(w))
        };
        let said = words.iter().filter(here).count();
        let how = match said {
            _ if question.contains(&lower) && said == words.len() => "whole",
            n if n == words.len() => "by words",
            0 => "unsaid",
            _ => "in part",
        };
        add(format!("value {by} {how}"), 1.0);
        if v.chars().count() <= SHORT && how != "whole" {
            add("value short unsaid".into(), 1.0);
        }
        if text
            .tokens
            .iter()
            .any(|t| is_function_word(&t.lower) && t.lower == lower)
        {
            add("value of grammar".into(), 1.0);
        }
    }
}

/// Whether its rows are people.
pub fn keeps_people(table: &Table) -> bool {
    let personal = |c: &&Column| c.words.iter().any(|w| OF_PEOPLE.contains(&w.as_str()));
    table.columns.iter().filter(personal).count() >= PERSONAL
}

/// "Who" asks for people.
fn people(text: &Text<'_>, q: &Query, add: &mut dyn FnMut(String, f64)) {
    let who = text
        .tokens
        .iter()
        .take(3)
        .any(|t| matches!(t.lower.as_str(), "who" | "whos" | "whom" | "whose"));
    let Some(Expr::Col(c)) = q.select.first() else {
        return;
    };
    let people = keeps_people(&text.known.tables[c.table]);
    if who {
        add(format!("who lists people {people}"), 1.0);
    }
    let opener = text.tokens.first().map_or("", |t| t.lower.as_str());
    if matches!(opener, "when" | "where" | "who" | "which" | "what" | "how") {
        add(format!("{opener} shows {:?}", text.known.column(*c).role), 1.0);
    }
}
