//! Where things come from: "where do our orders come from", "customers from abroad".

use super::{things, Construction, Edge};
use crate::frame::{Act, Ent, Key, Measure, Top};
use crate::known::{Col, Table};
use crate::link::{Atom, Meaning, Text};
use crate::query::Cond;
use crate::words::among;

pub const ORIGIN: Construction = Construction {
    name: "origin",
    find,
    reads: &["where do our customers come from", "where do most customers come from"],
    leaves: &["where is the customer", "customers from France"],
};

/// What a column is called that says how something came about, likeliest first, and then places.
const SOURCES: &[&str] = &[
    "source", "sourc", "channel", "origin", "referr", "refer", "heard", "campaign", "medium",
];
const PLACES: &[&str] = &[
    "country", "countri", "nation", "region", "counti", "city", "citi", "town",
];
/// Names of one country.
const SAME: &[&[&str]] = &[
    &[
        "uk",
        "united kingdom",
        "gb",
        "great britain",
        "britain",
        "england",
        "scotland",
        "wales",
    ],
    &["us", "usa", "united states", "united states of america", "america"],
];

fn find(text: &Text<'_>, at: usize, out: &mut Vec<Edge>) {
    comes_from(text, at, out);
    abroad(text, at, out);
    staying(text, at, out);
}

/// "Who live in a mobile home", "who work in Leeds": the place behind the verb says it all.
fn staying(text: &Text<'_>, at: usize, out: &mut Vec<Edge>) {
    const VERBS: &str = "sit sits lie lies lying located situated based found occur occurred";
    const OF_PEOPLE: &str = "live lives lived living work works worked working stay stays stayed staying";
    const PERSON: &str = "sex gender age salary wage job occupation profession marital ethnic ethnicity education";
    const WHERE: &str = "in at on near under within inside around";
    let to = text.past(at + 1, &["mostly", "mainly", "more"]);
    // Who works at a shop is told by no sheet of shops.
    let person = |t: &Table| t.columns.iter().flat_map(|c| &c.words).any(|w| among(PERSON, w));
    let people =
        || text.known.tables.iter().any(person) || (0..text.known.tables.len()).any(|t| text.known.is_human(t));
    let verb = among(VERBS, text.word(at)) || among(OF_PEOPLE, text.word(at)) && people();
    if at == 0 || !verb || !among(WHERE, text.word(to)) {
        return;
    }
    let named = |a: &Atom| match a.meaning {
        Meaning::Value { .. } => a.score >= 0.6,
        Meaning::Column(_) => a.score >= 0.8,
        _ => false,
    };
    let place = text.past(to + 1, &["the", "a", "an", "our", "their"]);
    if text.at(place).iter().any(named) && !text.at(at).iter().any(named) {
        out.push(Edge::new("origin", at, at + 1, Vec::new(), 0.4));
    }
}

/// The columns of a table, or of what its rows belong to, that one of the words names: the likeliest first.
fn called(text: &Text<'_>, table: usize, words: &[&str]) -> Option<Col> {
    let place = |stems: &[String]| words.iter().position(|w| stems.iter().any(|s| s == w));
    let all = text.known.all().filter(|(_, c)| c.is_text() && c.groups());
    let near = all.filter(|(col, _)| col.table == table || text.known.belongs(table, col.table));
    let found = near.filter_map(|(col, c)| Some((place(&c.stems)?, col.table != table, col)));
    found.min().map(|f| f.2)
}

fn comes_from(text: &Text<'_>, at: usize, out: &mut Vec<Edge>) {
    if text.word(at) != "where" {
        return;
    }
    let verb = |i: &usize| matches!(text.word(*i), "come" | "comes" | "came" | "coming");
    let Some(verb) = (at + 1..text.tokens.len().min(at + 8)).find(verb) else {
        return;
    };
    let end = text.past(verb + 1, &["from"]);
    let first = text.past(at + 1, &["do", "does", "did", "have", "are", "all"]);
    let most = text.word(first) == "most";
    let named = things(text, text.past(first, &["most", "of"]));
    let mut of: Vec<Ent> = named.into_iter().filter(|t| t.1 == verb).map(|t| t.0).collect();
    if let (true, [_]) = (of.is_empty(), text.known.tables.as_slice()) {
        of = vec![Ent::Table(0)];
    }
    for ent in of.into_iter().filter(|e| matches!(e, Ent::Table(_))).take(2) {
        let Some(col) = called(text, ent.table(), SOURCES).or_else(|| called(text, ent.table(), PLACES)) else {
            continue;
        };
        let mut acts = vec![
            Act::Count {
                of: Some(ent),
                distinct: false,
            },
            Act::Group(vec![Key::Ent(Ent::Column(col))]),
        ];
        if most {
            acts.push(Act::Top(Top {
                rows: None,
                desc: true,
                by: Some(Measure::Count(ent)),
                ..Top::default()
            }));
        }
        out.push(Edge::new("origin", at, end, acts, 2.2));
    }
}

/// "From abroad": of any country but the one that most are of.
fn abroad(text: &Text<'_>, at: usize, out: &mut Vec<Edge>) {
    let from = text.past(at, &["from", "live", "living", "based"]);
    if !matches!(text.word(from), "abroad" | "overseas") || from > at + 2 {
        return;
    }
    for (col, column) in text.known.all().filter(|(_, c)| c.is_text()) {
        let Some(home) = column
            .top
            .first()
            .filter(|_| column.stems.iter().any(|s| PLACES[..3].contains(&s.as_str())))
        else {
            continue;
        };
        let name = |v: &String| v.trim().to_lowercase();
        let names = SAME.iter().find(|s| s.contains(&name(home).as_str()));
        let here = |v: &&String| *v == home || names.is_some_and(|n| n.contains(&name(v).as_str()));
        let cond = Cond::Is {
            col,
            values: column.top.iter().filter(here).cloned().collect(),
            not: true,
        };
        let said = if text.said(col.table) { 0.3 } else { 0.0 };
        out.push(Edge::new("origin", at, from + 1, vec![Act::Where(cond)], 0.9 + said));
    }
}

#[cfg(test)]
mod tests {
    use askwell_contract::{Dialect, TypeKind};

    use super::*;
    use crate::constructions::tests::asked;
    use crate::constructions::tests::{column, table};
    use crate::known::{Known, Role};

    #[test]
    fn home_is_the_commonest_country_under_any_of_its_names() {
        let mut country = column("country", TypeKind::Text, Role::Category);
        country.top = ["UK", "Ireland", "United Kingdom"].map(str::to_owned).to_vec();
        let columns = vec![column("id", TypeKind::Integer, Role::Key), country];
        let known = Known {
            dialect: Dialect::Sqlite,
            week: askwell_contract::time::WeekStart::Monday,
            tables: vec![table("guests", columns, None)],
            links: Vec::new(),
            speech: Default::default(),
        }
        .ready();
        let asked = asked("how many guests from abroad");
        let text = Text::new(&known, &asked);
        let mut out = Vec::new();
        find(&text, 3, &mut out);
        let cond = Cond::Is {
            col: Col { table: 0, column: 1 },
            values: vec!["UK".to_owned(), "United Kingdom".to_owned()],
            not: true,
        };
        assert_eq!(out.first().map(|e| e.acts.as_slice()), Some(&[Act::Where(cond)][..]));
    }
}
