//! How old something is: the years since a day of its row. "Average age", "members under 30", "by age: under 18, 18 and over",
//! "more than 10 years of service", "unpaid bills older than 90 days".
//!
//! Counted on [`crate::Asked`]'s `today`; where that is not known, nothing has an age.

use super::{things, Construction, Edge};
use crate::frame::{Act, Compare, Ent, Measure};
use crate::known::{Col, Column, Role};
use crate::lexicon;
use crate::link::{Atom, Meaning, Text};
use crate::query::{Agg, Op};

pub const AGE: Construction = Construction {
    name: "age",
    find,
    reads: &[
        "average age of orders",
        "orders older than 90 days",
        "orders with their age",
    ],
    leaves: &["orders over 20", "average price of products"],
};

/// Names of days on which somebody or something comes to stay.
const BEGUN: &[&str] = &[
    "join", "hire", "start", "sinc", "instal", "built", "found", "open", "issu", "regist", "order", "purchas",
    "bought", "acquir",
];
/// Behind a number of years: "years old", "years with us".
const BEHIND: &[&str] = &[
    "old", "of", "age", "service", "with", "us", "at", "the", "company", "job", "in", "or",
];

/// Columns that say since when a row is, likeliest first; true: a birthday.
pub(super) fn since(text: &Text<'_>) -> Vec<(Col, bool, f64)> {
    let mut out: Vec<(Col, bool, f64)> = Vec::new();
    if text.asked.today.is_none() {
        return out;
    }
    // Of a year of birth the age is told by the year.
    let dated = |c: &Column| c.is_time() && (!c.is_number() || is_birth(c));
    for (col, c) in text.known.all().filter(|(_, c)| dated(c)) {
        let has = |list: &[&str]| c.stems.iter().chain(&c.words).any(|w| list.contains(&w.as_str()));
        let (born, score) = match () {
            () if is_birth(c) => (true, 0.4),
            () if has(BEGUN) => (false, 0.0),
            // The date of an invoice is what it is old by.
            () if text.said(col.table) && text.day_of(col.table) == Some(col) => (false, -0.2),
            () => continue,
        };
        // An age that is kept needs no counting.
        let kept = text
            .known
            .columns(col.table)
            .any(|(_, c)| c.words == ["age"] && c.role == Role::Measure);
        let said = if text.said(col.table) { 0.4 } else { -0.1 };
        out.push((col, born, score + said - if kept { 1.0 } else { 0.0 }));
    }
    // Where birthdays are kept an age is one of those, unless something else is spoken of that began on a day.
    if out.iter().any(|o| o.1) {
        out.retain(|o| o.1 || text.said(o.0.table));
    }
    out.sort_by(|a, b| b.2.total_cmp(&a.2));
    out.truncate(4);
    out
}

/// Birthdays by which a thing is the oldest or youngest: of a table, or of those whom a column names in it.
pub(super) fn births(text: &Text<'_>, word: &str, thing: usize) -> Vec<Col> {
    if !matches!(word, "old" | "young") {
        return Vec::new();
    }
    let born = |table: usize| -> Vec<Col> {
        let days = text.known.columns(table).filter(|(_, c)| c.is_time() && is_birth(c));
        days.map(|(col, _)| col).collect()
    };
    let whose = |(ent, ..): (Ent, usize, f64)| match ent {
        Ent::Table(t) => born(t),
        // A department has no birthday, whoever is in it.
        Ent::Column(c) if !text.known.column(c).groups() => born(c.table),
        Ent::Column(_) => Vec::new(),
    };
    let mut found = things(text, thing).into_iter().map(whose);
    found.find(|days| !days.is_empty()).unwrap_or_default()
}

fn is_birth(column: &Column) -> bool {
    column.stems.iter().chain(&column.words).any(|w| lexicon::is_birth(w))
}

/// Whether any word speaks of being old, rather than of a number of something else.
pub(super) fn spoken(text: &Text<'_>) -> bool {
    (0..text.tokens.len()).any(|at| {
        let word = text.word(at);
        matches!(
            word,
            "age" | "ages" | "aged" | "old" | "older" | "young" | "younger" | "service" | "tenure"
        )
    })
}

fn find(text: &Text<'_>, at: usize, out: &mut Vec<Edge>) {
    let w = |n: usize| text.word(at + n);
    let aged = |word: &str| matches!(word, "age" | "ages" | "tenure");
    let service = |n: usize| matches!((w(n), w(n + 1), w(n + 2)), ("length" | "years", "of", "service"));
    // "With age", "how old".
    if aged(w(0)) || (w(0), w(1)) == ("how", "old") || service(0) {
        let end = at
            + if aged(w(0)) {
                1
            } else if service(0) {
                3
            } else {
                2
            };
        for (col, born, score) in since(text) {
            if born || w(0) != "ages" {
                out.push(edge(at, end, Act::Aged(col), 0.1 + score));
            }
        }
    }
    // "How old is everyone on average".
    let verb = text.past(
        at + 2,
        &["are", "is", "were", "was", "they", "we", "everyone", "people", "the"],
    );
    let mean = (w(0), w(1)) == ("how", "old") && (text.word(verb), text.word(verb + 1)) == ("on", "average");
    for (col, _, score) in since(text).into_iter().filter(|s| mean && s.1) {
        out.push(edge(
            at,
            verb + 2,
            Act::Figure(Agg::Avg, Measure::Age(col)),
            1.5 + score,
        ));
    }
    // "How old are our guests on average".
    let asked = text.past(at + 2, &["are", "is", "were", "was"]);
    let mean = (asked..asked + 5).find(|i| (text.word(*i), text.word(i + 1)) == ("on", "average"));
    if let (("how", "old"), Some(mean)) = ((w(0), w(1)), mean.filter(|m| *m > verb)) {
        for (col, _, score) in since(text).into_iter().filter(|s| s.1) {
            let acts = vec![Act::Figure(Agg::Avg, Measure::Age(col))];
            out.push(Edge::new("age", at, asked, acts, 1.5 + score));
            out.push(Edge::new("age", mean, mean + 2, Vec::new(), 0.8));
        }
    }
    // "Average age", "median squad age".
    if let Some(agg) = lexicon::aggregate(w(0)) {
        let of = [1, 2].into_iter().find(|n| aged(w(*n)) || service(*n));
        let end = of.map(|n| at + n + if service(n) { 3 } else { 1 });
        for (col, _, score) in end.into_iter().flat_map(|_| since(text)) {
            let far = if of == Some(2) { 0.3 } else { 0.0 };
            let end = end.unwrap_or(at + 1);
            out.push(edge(at, end, Act::Figure(agg, Measure::Age(col)), 1.1 + score - far));
            // "The average age of a meter in years".
            let years = (end..text.tokens.len()).find(|i| (text.word(*i), text.word(i + 1)) == ("in", "years"));
            if let Some(i) = years {
                out.push(edge(i, i + 2, Act::Figure(agg, Measure::Age(col)), 0.2));
            }
        }
    }
    compared(text, at, out);
}

/// "Under 30", "older than 65", "aged 18 to 25", "18 or over", "more than 10 years of service".
fn compared(text: &Text<'_>, at: usize, out: &mut Vec<Edge>) {
    let speaks = spoken(text);
    let from = text.past(at, &["aged", "age", "is", "are"]);
    let words = text.words(from);
    let older = match (text.word(from), text.word(from + 1)) {
        ("older", "than") => Some(Op::Gt),
        ("younger" | "newer", "than") => Some(Op::Lt),
        _ => None,
    };
    let found = older
        .map(|op| (op, from + 2))
        .or_else(|| lexicon::comparison(&words).map(|(op, taken)| (op, from + taken)));
    // "The over 85s", "under-25s".
    let joined = text.word(from).split_once('-').and_then(|(word, years)| {
        let (op, _) = lexicon::comparison(&[word])?;
        Some((op, years_of(years)?))
    });
    let years = joined.map(|(op, number)| (op, number, from + 1));
    let years = years.or_else(|| found.and_then(|(op, next)| Some((op, years_of(text.word(next))?, next + 1))));
    if let Some((op, number, end)) = years {
        for (subject, score) in ages(text) {
            let compare = Compare {
                subject: Some(subject),
                op,
                number,
                upper: None,
                unit: None,
            };
            let people = subject.table().map(|t| Act::Thing(Ent::Table(t)));
            let acts = people.into_iter().chain([Act::Compare(compare)]).collect();
            out.push(Edge::new("age", at, end, acts, 1.4 + score));
        }
        return;
    }
    let (op, (number, end, unit)) = match found.and_then(|(op, next)| Some((op, text.number(next)?))) {
        Some(found) => found,
        None => {
            let Some(found) = text.number(from) else { return };
            let behind = lexicon::bound(&text.words(found.1)).or(match (text.word(found.1), text.word(found.1 + 1)) {
                ("or" | "and", "older") => Some((Op::Ge, 2)),
                ("or" | "and", "younger") => Some((Op::Le, 2)),
                _ => None,
            });
            match behind {
                Some((op, taken)) => (op, (found.0, found.1 + taken, found.2)),
                None => return,
            }
        }
    };
    let stretch = matches!(
        unit.as_deref(),
        Some("years" | "year" | "months" | "month" | "weeks" | "days" | "day")
    );
    if !(stretch || unit.is_none() && (speaks || number < 100.0)) {
        return;
    }
    // "More than 15 times" is no age.
    if matches!(text.word(end), "times" | "occasions") {
        return;
    }
    let end = if stretch {
        text.past(end, BEHIND)
    } else {
        text.past(end, &["years", "old"])
    };
    let service = (at..end).any(|i| text.word(i) == "service");
    let mut days = since(text);
    // "Invoices more than 30 days old" are so by the day of the invoice, and not of whoever works here.
    let noun = at.checked_sub(1).map(|i| text.tokens[i].stem.clone());
    let of_noun = |col: &Col| noun.as_ref().is_some_and(|n| text.known.column(*col).stems.contains(n));
    let dated = text
        .known
        .all()
        .filter(|(col, c)| c.is_time() && !c.is_number() && of_noun(col));
    if !days.iter().any(|d| of_noun(&d.0)) {
        days.extend(dated.take(1).map(|(col, _)| (col, false, 0.5)));
    }
    let named = days.iter().any(|d| of_noun(&d.0));
    for (col, born, score) in days.into_iter().filter(|d| !named || of_noun(&d.0)) {
        // Days are no matter of birthdays, nor is a bare number one of when something was opened.
        let years = unit.as_deref().is_none_or(|u| u.starts_with("year"));
        let fits = if born { years && !service } else { unit.is_some() };
        if !fits {
            continue;
        }
        let sure = if older.is_some() {
            0.7
        } else if speaks || born && unit.is_none() && people(text, at, col) {
            0.3
        } else {
            -0.5
        };
        let compare = Compare {
            subject: Some(Measure::Age(col)),
            op,
            number,
            upper: None,
            unit: unit.clone(),
        };
        out.push(edge(at, end, Act::Compare(compare), sure + score));
    }
}

/// Whether people stand right before, of whose birthdays a table keeps this one: "members over 65".
fn people(text: &Text<'_>, at: usize, col: Col) -> bool {
    let Some(before) = at.checked_sub(1) else { return false };
    let word = text.word(before);
    let any = matches!(
        word,
        "people" | "everyone" | "everybody" | "anyone" | "anybody" | "those" | "all"
    );
    let table = |a: &Atom| a.meaning == Meaning::Table(col.table) && a.end == at && a.score >= 0.5;
    any || (0..at).any(|i| text.at(i).iter().any(table)) || lexicon::is_person(word)
}

/// "85s", "fives", of people.
fn years_of(word: &str) -> Option<f64> {
    let years = crate::words::number_of(word.strip_suffix('s')?.trim_end_matches('\''))?;
    (1.0..=110.0).contains(&years).then_some(years)
}

/// Ages of people: kept as such, or since a birthday.
fn ages(text: &Text<'_>) -> Vec<(Measure, f64)> {
    let kept = text
        .known
        .all()
        .filter(|(_, c)| c.words.last().is_some_and(|w| w == "age") && c.is_number())
        .map(|(c, _)| (Measure::Col(c), if text.said(c.table) { 0.2 } else { 0.0 }));
    let born = since(text)
        .into_iter()
        .filter(|s| s.1)
        .map(|s| (Measure::Age(s.0), s.2));
    kept.chain(born).collect()
}

fn edge(start: usize, end: usize, act: Act, score: f64) -> Edge {
    Edge::new("age", start, end, vec![act], score)
}

#[cfg(test)]
mod tests {
    use super::years_of;

    #[test]
    fn years_are_said_in_figures_or_in_words() {
        assert_eq!(years_of("85s"), Some(85.0));
        assert_eq!(years_of("fives"), Some(5.0));
        assert_eq!(years_of("sales"), None);
    }
}
