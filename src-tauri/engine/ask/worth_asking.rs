//! Questions worth asking of a table: how its money went from month to month, who and what is first, how kinds differ, how many
//! there are.
//!
//! In: what the reader knows of the database. Out: questions in words, best first. Deliberately absent: asking them; who
//! offers them does.

use askwell_reader::flows::SPENT;
use askwell_reader::known::{Col, Column, Known, Role, Table};
use askwell_reader::lexicon;
use askwell_reader::rank::{adds_up, is_rate};

use crate::prepare::codebook;
use crate::words::{among, is_word, singular};

/// Things listed by "which": fewer are all of them.
const RANKED: u64 = 5;
/// More kinds than these make a list and no comparison.
const KINDS: u64 = 20;
/// What the rows of a sheet are called that has no name for them.
const ROWS: &str = "rows";
/// Numbers that nobody adds up though they are no rates: places in an order, sizes of what is there.
const NOT_SUMMED: &str =
    "table vintage year order position rank floor seats capacity beds bedrooms baths bathrooms level stars \
    minimum maximum min max lead height area pin mileage odometer reading number";
/// What a comparison by kinds is about, and what it is about only where there is nothing better.
const TELLING: &str =
    "type category kind department class species genre fund town city area region site building location \
    method channel source group team make membership plan service language village utility campaign";
const DULL: &str =
    "status condition colour color bait position time start end reason description note notes comment comments \
    detail details address vehicle";
/// Who or what is ranked.
const RANKS: &str =
    "customer client buyer donor supplier employee staff driver agent salesperson product item payee payer member \
    patient student";

/// `table` by its place in `known`.
pub fn questions(known: &Known, table: usize) -> Vec<String> {
    let Some(t) = known.tables.get(table) else {
        return Vec::new();
    };
    let Some(things) = called(known, t).filter(|_| !is_book(t)) else {
        return Vec::new();
    };
    let columns: Vec<(Col, &Column)> = known.columns(table).collect();
    let measures = measures(known, &columns);
    let summed = measures.iter().find(|(c, _)| adds_up(known, *c)).map(|m| &m.1);
    let kinds = kinds(known, &columns);
    let dated = columns.iter().any(|c| c.1.is_time() && !c.1.is_number());
    let spent = columns.iter().any(|c| c.1.is_made() && c.1.name == SPENT);
    let total = |measure: &str| match measure {
        "total" => "Total".to_owned(),
        measure => format!("Total {measure}"),
    };
    let mut out = Vec::new();
    if dated {
        match summed {
            Some(_) if spent => out.push("Spending by month".to_owned()),
            Some(measure) => out.push(format!("{} by month", total(measure))),
            None if things != ROWS => out.push(format!("Number of {things} by month")),
            None => {}
        }
    }
    if spent {
        out.push("What did I spend most on?".to_owned());
    }
    // What refers to it most is what it is ranked by.
    let facts = known
        .links
        .iter()
        .filter_map(|l| l.tables())
        .filter(|l| l.1 == table && l.0 != table);
    let rows = |t: usize| known.tables.get(t).map_or(0, |t| t.rows);
    let facts = facts.map(|l| l.0).filter(|f| rows(*f) > t.rows);
    if let (Some(fact), true) = (facts.max_by_key(|f| rows(*f)), !t.labels.is_empty() && t.rows > RANKED) {
        let counted = called(known, &known.tables[fact]);
        out.extend(counted.map(|counted| format!("Which {RANKED} {things} have the most {counted}?")));
    }
    if let (Some(first), Some(measure)) = (kinds.first(), summed) {
        out.push(format!("{} for each {first}", total(measure)));
    }
    let ranked = columns.iter().find(|(_, c)| {
        let named = c.words.iter().any(|w| among(RANKS, &singular(w)));
        named && c.is_text() && c.told.is_none() && c.distinct > RANKED && c.repeats()
    });
    if let (Some((_, who)), Some(measure)) = (ranked, summed) {
        out.extend(said(known, who).map(|who| format!("Which {who} has the highest total {measure}?")));
    }
    if let Some(kind) = kinds.first().filter(|_| several(known, &things) && things != ROWS) {
        out.push(format!("Which {kind} has the most {things}?"));
    }
    let average = measures.first().map(|m| m.1.as_str()).filter(|m| *m != "total");
    if let (Some(kind), Some(measure)) = (kinds.first(), average) {
        out.push(format!("What is the average {measure} for each {kind}?"));
    }
    if let Some(kind) = kinds
        .get(1)
        .or(kinds.first())
        .filter(|_| several(known, &things) && things != ROWS)
    {
        out.push(format!("How many {things} are there for each {kind}?"));
    }
    if let (Some(measure), false) = (average, t.labels.is_empty() || things == ROWS) {
        out.push(format!("What are the {RANKED} {things} with the highest {measure}?"));
    }
    if let Some(measure) = average.filter(|_| things != ROWS && !ties(known, table)) {
        out.push(format!("What is the average {measure} of {things}?"));
    }
    if counted(known, table, &things) {
        out.push(format!("How many {things} are there?"));
    }
    out
}

/// Whether it only says what codes stand for.
fn is_book(t: &Table) -> bool {
    let names: Vec<Vec<String>> = t.columns.iter().map(|c| c.words.clone()).collect();
    codebook::places(&names).is_some()
}

/// What its rows are called, in words that a person would use; `None` where its name has none.
fn called(known: &Known, t: &Table) -> Option<String> {
    let speech = &known.speech;
    if speech.foreign() {
        return Some(speech.rows(&t.name, &t.words));
    }
    let first = |t: &Table| t.words.first().cloned();
    let shared = known.tables.len() > 2 && known.tables.iter().all(|o| first(o) == first(t));
    let own = t.words.iter().skip(usize::from(shared && t.words.len() > 1));
    let own: Vec<String> = own.filter(|w| !is_file(w)).cloned().collect();
    let english = !own.is_empty() && own.iter().all(|w| is_word(w) || is_word(&singular(w)));
    match known.tables.as_slice() {
        [_] if !english => Some(ROWS.to_owned()),
        _ => english.then(|| speech.rows("", &own)),
    }
}

/// Whether a word of a table's name says what it is kept as.
fn is_file(word: &str) -> bool {
    lexicon::is_sheet(word) || among("lookup lookups record records exports master", word)
}

/// What a column is called, without the unit and the sign behind its name; `None` where it is no English.
fn said(known: &Known, c: &Column) -> Option<String> {
    if known.speech.foreign() {
        return Some(known.speech.column(&c.name, &c.words));
    }
    let unit = |w: &String| among("gbp usd eur chf cad aud", w);
    let count = c.words.starts_with(&["number".to_owned(), "of".to_owned()]);
    let from = if count {
        2
    } else {
        usize::from(c.words.len() > 1 && c.words[0] == "total")
    };
    let words: Vec<&str> = c.words[from..]
        .iter()
        .filter(|w| !unit(w))
        .map(String::as_str)
        .collect();
    let english = !words.is_empty() && words.iter().all(|w| is_word(w) || is_word(&singular(w)));
    (english && !c.name.contains('#')).then(|| words.join(" "))
}

/// Numbers with what they are called: money first, then pieces, then what has a unit.
fn measures(known: &Known, columns: &[(Col, &Column)]) -> Vec<(Col, String)> {
    let measured = |c: &Column| {
        let place = c.words.iter().any(|w| among(NOT_SUMMED, w));
        c.role == Role::Measure && c.is_number() && c.distinct > RANKED && !c.unique && !c.is_made() && !place
    };
    let pieces = |c: &Column| c.words.iter().any(|w| among("quantity qty units pieces", w));
    let worth = |c: &Column| {
        let whole = c.words.iter().any(|w| among("amount paid spent charge", w));
        match () {
            () if c.words.iter().any(|w| w == "total") => 0,
            () if c.is_money() && whole => 1,
            () if c.is_money() && !is_rate(c) => 2,
            () if pieces(c) => 3,
            () if !c.units.is_empty() => 4,
            () => 5,
        }
    };
    let mut found: Vec<_> = columns
        .iter()
        .filter(|(_, c)| measured(c))
        .filter_map(|(col, c)| Some((worth(c), *col, said(known, c)?)))
        .collect();
    found.sort();
    found.into_iter().map(|(_, col, name)| (col, name)).collect()
}

/// Columns of a few telling texts, the best to compare by first.
fn kinds(known: &Known, columns: &[(Col, &Column)]) -> Vec<String> {
    let rank = |c: &Column| {
        let any = |list: &str| c.words.iter().any(|w| among(list, w));
        match () {
            () if any(DULL) => 2,
            () if any(TELLING) => 0,
            () => 1,
        }
    };
    let told = |c: &Column| {
        let short = |v: &String| v.split_whitespace().count() <= 3;
        let codes = c.top.iter().all(|v| v.trim().chars().count() <= 2);
        // Nobody asks how many members are called Anna.
        let name = c.words.iter().any(|w| w.ends_with("name") || w == "code");
        !name && !c.clock && !codes && c.top.iter().all(short)
    };
    let mut found: Vec<(u8, usize, String)> = columns
        .iter()
        .enumerate()
        .filter(|(_, (_, c))| c.role == Role::Category && c.groups() && (2..=KINDS).contains(&c.distinct) && told(c))
        .filter_map(|(at, (_, c))| Some((rank(c), at, said(known, c)?)))
        .collect();
    found.sort();
    found.into_iter().map(|f| f.2).collect()
}

/// Nobody asks how many stock there are, nor counts what only ties two things together.
fn counted(known: &Known, table: usize, things: &str) -> bool {
    things != ROWS && several(known, things) && !ties(known, table)
}

fn ties(known: &Known, table: usize) -> bool {
    let leads = known.links.iter().filter_map(|l| l.tables()).filter(|l| l.0 == table);
    known.tables.get(table).is_some_and(|t| t.labels.is_empty()) && leads.count() > 1
}

fn several(known: &Known, things: &str) -> bool {
    let last = things.split(' ').next_back().unwrap_or(things);
    known.speech.foreign() || singular(last) != last
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scripted::Scripted;

    #[test]
    fn what_belongs_together_is_ranked_and_a_count_comes_last() {
        let shop = Scripted::shop();
        let knowledge = shop.knowledge();
        let known = knowledge.reader().unwrap();
        let customers = known.tables.iter().position(|t| t.name == "customers").unwrap();
        let asked = questions(known, customers);
        assert_eq!(asked.last().map(String::as_str), Some("How many customers are there?"));
        assert!(asked.len() > 1, "{asked:?}");
        assert!(asked.iter().all(|q| !q.contains("_id")), "{asked:?}");
    }
    #[test]
    fn names_are_said_as_a_person_would() {
        let shop = Scripted::shop();
        let knowledge = shop.knowledge();
        let mut known = knowledge.reader().unwrap().clone();
        let words = |name: &str| name.split(' ').map(str::to_owned).collect::<Vec<_>>();
        let orders = known.tables.iter().position(|t| t.name == "orders").unwrap();
        known.tables[orders].words = words("orders export");
        assert_eq!(called(&known, &known.tables[orders]).as_deref(), Some("orders"));
        known.tables[orders].words = words("ordrs xqz");
        assert_eq!(called(&known, &known.tables[orders]), None);
        let mut column = known.tables[orders].columns[0].clone();
        let mut said_of = |name: &str, of: &str| {
            (column.name, column.words) = (name.to_owned(), words(of));
            said(&known, &column)
        };
        assert_eq!(said_of("Amt (GBP)", "amount gbp").as_deref(), Some("amount"));
        assert_eq!(said_of("total_charge", "total charge").as_deref(), Some("charge"));
        assert_eq!(said_of("Table #", "table"), None);
        assert_eq!(said_of("xqz", "xqz"), None);
    }
    #[test]
    fn what_cannot_be_counted_is_not() {
        let shop = Scripted::shop();
        let knowledge = shop.knowledge();
        let known = knowledge.reader().unwrap();
        assert!(several(known, "order lines") && several(known, "people"));
        assert!(!several(known, "stock"));
    }
}
