//! Those who do a thing most: "top scorers", "biggest spenders", "the lowest earner".

use super::figure::own;
use super::{Construction, Edge};
use crate::frame::{Act, Ent, Measure, Top};
use crate::known::{Col, Role};
use crate::lexicon;
use crate::link::Text;
use crate::query::Agg;
use crate::rank::keeps_people;
use crate::words::{plurals, stem};

pub const DOERS: Construction = Construction {
    name: "doers",
    find,
    reads: &["top spenders", "the 3 biggest spenders"],
    leaves: &["top customers", "spenders by country"],
};

/// Rows of a ranking whose number is not said.
const SEVERAL: u64 = 10;

fn find(text: &Text<'_>, at: usize, out: &mut Vec<Edge>) {
    let desc = match text.word(at) {
        "top" | "biggest" | "highest" | "best" | "leading" | "greatest" | "largest" => true,
        "bottom" | "lowest" | "worst" | "smallest" => false,
        _ => return,
    };
    let said = text
        .tokens
        .get(at + 1)
        .and_then(|t| t.number)
        .filter(|n| n.fract() == 0.0);
    let noun = at + 1 + usize::from(said.is_some());
    let Some(token) = text.tokens.get(noun) else { return };
    // What the database has a name for is no doer.
    if text.known.is_named(&token.stem) {
        return;
    }
    let one = plurals::singular(&token.lower);
    let several = one != token.lower;
    let Some(verb) = verb(&one) else { return };
    for (by, table, sure) in done(text, verb).into_iter().take(4) {
        for (person, near) in people(text, table, &one).into_iter().take(2) {
            let top = Top {
                rows: said.map(|n| n as u64).or(several.then_some(SEVERAL)),
                desc,
                by: Some(by),
                ..Top::default()
            };
            let acts = vec![Act::Thing(Ent::Table(person)), Act::Top(top)];
            out.push(Edge::new("doers", at, noun + 1, acts, 0.9 + sure - near));
        }
    }
}

/// Those who buy are customers, those who sell are staff.
const BUYS: [&str; 4] = ["spender", "payer", "shopper", "orderer"];
const SELLS: [&str; 2] = ["seller", "earner"];

/// "Scorer" is who scores, "spender" who spends, "donor" who donates: the words of concepts that mean what is done.
fn verb(noun: &str) -> Option<&'static [String]> {
    let base = noun.strip_suffix("er").or(noun.strip_suffix("or"))?;
    let forms = [base.to_owned(), format!("{base}e"), format!("{base}ate")];
    forms.iter().map(|f| lexicon::concept(f)).find(|c| !c.is_empty())
}

/// What it is measured by, with its table: columns named so, best first, else rows of a table.
fn done(text: &Text<'_>, names: &[String]) -> Vec<(Measure, usize, f64)> {
    let place = |stems: &[String]| names.iter().position(|n| stems.iter().any(|s| s == n || stem(s) == *n));
    let measures = text.known.all().filter_map(|(col, c): (Col, _)| {
        let number = c.is_number() && c.role == Role::Measure;
        let at = place(&c.stems).filter(|_| number)?;
        Some((Measure::Figure(Agg::Sum, col), col.table, -0.03 * at as f64))
    });
    let mut out: Vec<(Measure, usize, f64)> = measures.collect();
    for (t, table) in text.known.tables.iter().enumerate() {
        let Some(at) = place(&table.stems) else { continue };
        let sums = own(text, t).into_iter().take(1).map(|c| Measure::Figure(Agg::Sum, c));
        out.extend(sums.map(|m| (m, t, -0.2 - 0.03 * at as f64)));
        out.push((Measure::Count(Ent::Table(t)), t, -0.3 - 0.03 * at as f64));
    }
    out.sort_by(|a, b| b.2.total_cmp(&a.2));
    out
}

/// Tables of those who may do it, likeliest first: rows of people that what is done belongs to.
fn people(text: &Text<'_>, table: usize, noun: &str) -> Vec<(usize, f64)> {
    let known = text.known;
    let called = |t: usize, word: &str| {
        let names = lexicon::concept(word);
        known.tables[t].stems.iter().any(|s| names.contains(s))
    };
    let other =
        |t: usize| BUYS.contains(&noun) && !called(t, "customer") || SELLS.contains(&noun) && !called(t, "staff");
    let has_name = |t: &usize| !known.tables[*t].labels.is_empty();
    let reached = (0..known.tables.len()).filter(|t| *t == table || known.belongs(table, *t));
    let mut out: Vec<(usize, f64)> = reached
        .filter(has_name)
        .map(|t| {
            (
                t,
                if keeps_people(&known.tables[t]) { 0.0 } else { 0.5 } + if other(t) { 0.4 } else { 0.0 },
            )
        })
        .collect();
    out.sort_by(|a, b| a.1.total_cmp(&b.1));
    out
}
