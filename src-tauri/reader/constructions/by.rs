//! What groups are made by: "by country", "per month", "for each category", "by brand and year"; and behind a ranking the
//! figure it goes by: "top 10 customers by revenue".

use askwell_contract::view::Stretch;

use super::{columns, measures, things, Construction, Edge};
use crate::frame::{Act, Ent, Key, Measure};
use crate::known::{Col, Column, Known, Role};
use crate::lexicon;
use crate::link::{Meaning, Text};
use crate::query::{Agg, Part};
use crate::words::lexicon::synonyms;
use crate::words::{among, TokenKind};

pub const BY: Construction = Construction {
    name: "by",
    find,
    reads: &[
        "orders by country",
        "average price per category",
        "number of orders for each month",
        "orders by month, all years lumped together",
    ],
    leaves: &["products that we sell"],
};

fn find(text: &Text<'_>, at: usize, out: &mut Vec<Edge>) {
    if let Some(end) = any_year(text, at) {
        out.push(Edge::new("by", at, end, Vec::new(), 0.8));
    }
    // "Alphabetically by name" sorts.
    if at > 0 && matches!(text.word(at - 1), "alphabetically" | "alphabetical") {
        return;
    }
    if let Some(end) = text.name_goes_on(at) {
        return out.push(Edge::new("by", at, end, Vec::new(), 0.8));
    }
    if let Some(end) = rated(text, at) {
        return out.push(Edge::new("by", at, end, Vec::new(), 0.8));
    }
    // "Show me every gift": each of them by itself, and no groups.
    let shown = at > 0 && matches!(text.word(at - 1), "me" | "show" | "list" | "see" | "give" | "find");
    let counted =
        |t: &crate::words::Token| lexicon::aggregate(&t.lower).is_some() || t.is_any(&["number", "many", "much"]);
    let rows = things(text, at + 1)
        .iter()
        .any(|(ent, _, score)| matches!(ent, Ent::Table(_)) && *score > -0.1);
    if shown && rows && matches!(text.word(at), "every" | "each") && !text.tokens.iter().any(counted) {
        return out.push(Edge::new("by", at, at + 1, Vec::new(), 0.3));
    }
    if text.is_agent(at) {
        return out.push(Edge::new("by", at, at + 1, Vec::new(), 0.6));
    }
    let words = text.words(at);
    // "The number of different species" counts them.
    let counted = text.word(at) == "of" && at > 0 && matches!(text.word(at - 1), "number" | "count" | "total");
    if let Some(taken) = lexicon::grouping(&words).filter(|_| !counted) {
        let word = words[0];
        let strong = matches!(word, "by" | "per" | "each" | "every" | "across") || taken > 1;
        for (keys, end, score) in keys(text, at + taken) {
            // "By" before a number column ranks rather than groups.
            out.push(Edge::new(
                "by",
                at,
                end,
                vec![Act::Group(keys)],
                if strong { 0.9 + score } else { score },
            ));
        }
        // "Per bedroom count".
        for (key, end, score) in one(text, at + taken) {
            if matches!(text.word(end), "count" | "counts") {
                out.push(Edge::new("by", at, end + 1, vec![Act::Group(vec![key])], 1.4 + score));
            }
        }
        // "Each French customer": for those alone.
        let next = text.past(at + taken, &["the", "of"]);
        for value in text.at(next).iter().filter(|_| strong && word != "by").take(4) {
            let Meaning::Value { col, value: says, part } = &value.meaning else {
                continue;
            };
            for (key, end, score) in one(text, value.end).into_iter().take(4) {
                let cond = super::value_cond(*col, says, *part, false);
                out.push(Edge::new(
                    "by",
                    at,
                    end,
                    vec![Act::Where(cond), Act::Group(vec![key])],
                    1.0 + score + value.score.max(0.05).ln(),
                ));
            }
        }
        // "Cheapest to rent per day": what the price is for.
        if word == "per" && lexicon::period(text.word(at + 1)).is_some() {
            out.push(Edge::new("by", at, at + 2, Vec::new(), -0.2));
        }
        // "Per home city": a word that only tells the key more closely.
        let skipped = at + taken;
        let plain = |t: &crate::words::Token| {
            t.kind == TokenKind::Word && !lexicon::is_filler(&t.lower) && lexicon::aggregate(&t.lower).is_none()
        };
        if strong && text.at(skipped).is_empty() && text.tokens.get(skipped).is_some_and(plain) {
            for (keys, end, score) in keys(text, skipped + 1) {
                out.push(Edge::new("by", at, end, vec![Act::Group(keys)], score - 0.3));
            }
        }
        if word == "by" {
            let from = text.past(at + 1, &["the", "their", "most", "highest"]);
            for (col, end, score) in measures(text, from) {
                out.push(Edge::new("by", at, end, vec![Act::By(Measure::Col(col))], 0.5 + score));
            }
            if let Some(agg) = lexicon::aggregate(text.word(from)) {
                for (col, end, score) in measures(text, from + 1) {
                    let acts = vec![Act::By(Measure::Figure(agg, col))];
                    out.push(Edge::new("by", at, end, acts, 1.0 + score));
                }
            }
            let from = if text.word(from) == "total" { from + 1 } else { from };
            if matches!(text.word(from), "number" | "count" | "amount" | "quantity") {
                let next = text.past(from + 1, &["of", "the"]);
                for (ent, end, score) in things(text, next) {
                    let acts = vec![Act::By(Measure::Count(ent))];
                    out.push(Edge::new("by", at, end, acts, 0.9 + score));
                }
            }
        }
    }
    // "Which month", "what day of the week": periods are asked for.
    if matches!(text.word(at), "which" | "what" | "whats" | "what's") {
        let from = text.past(at + 1, &["is", "was", "the", "single", "one"]);
        // "Which evening had the most guests": on the day of it.
        let part_of_day = matches!(text.word(from), "evening" | "night" | "morning" | "afternoon")
            && matches!(
                text.word(from + 1),
                "had" | "has" | "did" | "do" | "saw" | "was" | "were"
            );
        let evening = part_of_day.then_some((Key::Part(Part::Day), from + 1));
        for (key, end) in period_at(text, from).into_iter().chain(evening) {
            let acts = vec![Act::Ask(crate::lexicon::Opener::Which), Act::Group(vec![key])];
            out.push(Edge::new("by", at, end, acts, 0.9));
        }
    }
    // "Days with the highest sales".
    let leads = at == 0 || matches!(text.word(at - 1), "the" | "our" | "those" | "me");
    for (key, end) in period_at(text, at).into_iter().filter(|_| leads) {
        if matches!(text.word(end), "with" | "when") {
            out.push(Edge::new("by", at, end + 1, vec![Act::Group(vec![key])], 0.9));
        }
    }
    // "Which park drew the most over the years": all of them.
    if text.words(at).starts_with(&["over", "the", "years"]) && text.ranks() {
        return out.push(Edge::new("by", at, at + 3, Vec::new(), 0.9));
    }
    // "Monthly revenue", "daily orders", "over time", "day of the week".
    if let Some((part, end, score)) = adverb(text, at).filter(|_| !text.is_name(at)) {
        out.push(Edge::new("by", at, end, vec![Act::Group(vec![Key::Part(part)])], score));
    }
}

/// "Whatever the year", "all years lumped together": where these words end, which put each month with its namesakes.
pub(crate) fn any_year(text: &Text<'_>, at: usize) -> Option<usize> {
    let w = |n: usize| text.word(at + n);
    let whatever =
        matches!(w(0), "whatever" | "whichever") || matches!((w(0), w(1)), ("regardless" | "irrespective", "of"));
    let year = text.past(at + 1, &["of", "the"]);
    if whatever && matches!(text.word(year), "year" | "years") {
        return Some(year + 1);
    }
    let years = text.past(at + 1, &["the", "of"]);
    let lumped = text.past(
        years + 1,
        &["lumped", "taken", "put", "added", "grouped", "combined", "rolled"],
    );
    let together = match text.word(lumped) {
        "together" => lumped + 1,
        _ if text.word(lumped - 1) == "combined" => lumped,
        _ => return None,
    };
    (w(0) == "all" && text.word(years) == "years").then_some(together)
}

/// "What do we charge an hour", "cheapest by the day", where a column keeps the rate of one: it says what the price is for. Where
/// these words end.
fn rated(text: &Text<'_>, at: usize) -> Option<usize> {
    const MONEY: &str = "charge cost costs pay price rate rates fee cheap cheaper cheapest expensive dear dearest";
    // "How much was paid per month" asks for each month.
    const CHEAP: &str = "cheap cheaper cheapest expensive dear dearest";
    const RATES: [&str; 8] = ["rate", "price", "charge", "fee", "cost", "pay", "wage", "rent"];
    let next = match text.word(at) {
        "a" | "an" | "per" | "each" => at + 1,
        "by" if text.word(at + 1) == "the" => at + 2,
        _ => return None,
    };
    let (unit, adverb) = match text.word(next) {
        "hour" | "hr" => (["hour", "hr"], "hourly"),
        "day" => (["day", "d"], "daily"),
        "week" => (["week", "wk"], "weekly"),
        "month" => (["month", "mth"], "monthly"),
        "night" => (["night", "nt"], "nightly"),
        _ => return None,
    };
    let words = if matches!(text.word(at), "per" | "each") {
        CHEAP
    } else {
        MONEY
    };
    let money = |t: &crate::words::Token| among(words, &t.lower);
    let keeps = |c: &Column| {
        let has = |list: &[&str]| c.words.iter().any(|w| list.contains(&w.as_str()));
        c.is_number() && c.role == Role::Measure && has(&RATES) && (has(&unit) || has(&[adverb]))
    };
    let rates = text.known.all().any(|(_, c)| keeps(c));
    (rates && text.tokens.iter().any(money)).then_some(next + 1)
}

/// "Launches per year over time" are told by year.
fn stretch_said(text: &Text<'_>) -> Option<Part> {
    let each = |at: &usize| matches!(text.word(*at), "per" | "by" | "each" | "every");
    (0..text.tokens.len())
        .filter(each)
        .find_map(|at| lexicon::period(text.word(at + 1)))
}

fn adverb(text: &Text<'_>, at: usize) -> Option<(Part, usize, f64)> {
    let w = |n: usize| text.word(at + n);
    Some(match (w(0), w(1), w(2), w(3)) {
        ("over", "time", ..) => (stretch_said(text).unwrap_or(Part::YearMonth), at + 2, 0.9),
        ("over", "the", "years", _) => (Part::Year, at + 3, 0.9),
        ("year" | "years", "by", "year", _) => (Part::Year, at + 3, 1.0),
        ("month", "by", "month", _) => (Part::YearMonth, at + 3, 1.0),
        // "Orders a month".
        ("a" | "an", "year" | "quarter" | "month" | "week" | "day" | "hour", ..)
            if at > 0 && text.at(at - 1).iter().any(|a| a.meaning.thing().is_some()) =>
        {
            (lexicon::period(w(1))?, at + 2, 0.4)
        }
        ("trend" | "trends" | "timeline", ..) => (Part::YearMonth, at + 1, 0.3),
        ("yearly" | "annual" | "annually" | "quarterly" | "monthly" | "weekly" | "daily" | "hourly", ..) => {
            (lexicon::period(w(0))?, at + 1, 0.6)
        }
        _ => return None,
    })
}

/// Lists of keys from a token on, with their ends.
fn keys(text: &Text<'_>, at: usize) -> Vec<(Vec<Key>, usize, f64)> {
    let mut out = Vec::new();
    for (first, end, score) in one(text, at) {
        if matches!(text.word(end), "and" | "," | "&" | "then") {
            let next = text.past(end + 1, &["and", "by", "per", "then", "the", "each"]);
            // "By year and how they found us".
            let asked = matches!(text.word(next), "how" | "where" | "why");
            let told = asked && matches!(text.word(next + 1), "they" | "he" | "she" | "it" | "we");
            let next = if told { next + 2 } else { next };
            for (second, end, more) in one(text, next).into_iter().take(3) {
                out.push((vec![first, second], end, score + more + 0.4));
            }
        }
        out.push((vec![first], end, score));
    }
    out
}

pub(super) fn one(text: &Text<'_>, at: usize) -> Vec<(Key, usize, f64)> {
    let at = text.past(
        at,
        &[
            "the",
            "each",
            "of",
            "their",
            "its",
            "our",
            "my",
            "calendar",
            "different",
            "individual",
            "single",
        ],
    );
    let mut out = Vec::new();
    let w = |n: usize| text.word(at + n);
    let part = match (w(0), w(1), w(2), w(3)) {
        ("day" | "days", "of", "the", "week") => Some((Part::Weekday, 4)),
        ("day" | "days", "of", "week", _) => Some((Part::Weekday, 3)),
        ("hour" | "time", "of", "the", "day") => Some((Part::Hour, 4)),
        ("hour" | "time", "of", "day", _) => Some((Part::Hour, 3)),
        ("month", "of", "the", "year") => Some((Part::Month, 4)),
        ("year", "and" | ",", "month", _) => Some((Part::YearMonth, 3)),
        ("month", "and" | ",", "year", _) => Some((Part::YearMonth, 3)),
        (word, ..) => lexicon::period(word).map(|p| (p, 1)),
    };
    whether(text, at, &mut out);
    if let Some((part, taken)) = part {
        out.push((Key::Part(part), at + taken, 0.0));
        // "Month they joined", "year of the order": the part of the column named behind.
        for next in behind(text, at + taken) {
            for (c, end, score) in times(text, next) {
                out.push((Key::PartOf(part, c), text.past(end, &["in", "on"]), 0.5 + score));
            }
        }
    }
    // "Birth decade", "arrival weekday".
    for (c, end, score) in times(text, at) {
        if let Some(part) = lexicon::period(text.word(end)) {
            out.push((Key::PartOf(part, c), end + 1, 0.6 + score));
        }
    }
    // "Per election year": the noun only says whose years they are.
    let plain = text.tokens.get(at).is_some_and(|t| t.kind == TokenKind::Word);
    if let (None, Some(part)) = (lexicon::period(w(0)), lexicon::period(w(1)).filter(|_| plain)) {
        out.push((Key::Part(part), at + 2, -0.15));
        for (col, end, score) in columns(text, at + 1).into_iter().take(2) {
            out.push((Key::Ent(Ent::Column(col)), end, score - 0.1));
        }
    }
    // "Each test centre": the centre of the tests.
    for table in text.at(at) {
        let Meaning::Table(t) = table.meaning else { continue };
        for (col, end, score) in columns(text, table.end) {
            let next = text.tokens.get(table.end).is_some_and(|t| t.kind == TokenKind::Word);
            let groups = text.known.column(col).is_text() && !text.known.column(col).is_time();
            if col.table == t && next && groups && table.score >= 0.9 {
                out.push((Key::Ent(Ent::Column(col)), end, score + 0.1));
            }
        }
    }
    // "Each of them": the people, where only one column names any.
    if w(0) == "them" && at > 1 && text.word(at - 1) == "of" && matches!(text.word(at - 2), "each" | "every") {
        let person = |c: &Column| c.is_text() && !c.is_numbering() && c.words.iter().any(|w| lexicon::is_person(w));
        let mut people = text.known.all().filter(|(_, c)| person(c));
        if let (1, Some((col, _)), None) = (text.known.tables.len(), people.next(), people.next()) {
            out.push((Key::Ent(Ent::Column(col)), at + 1, 0.1));
        }
    }
    // A column may be called "what" or "where".
    if lexicon::opener(&[w(0)]).is_some() {
        let called = text.known.all().filter(|(_, c)| c.words == [w(0)]);
        out.extend(called.map(|(col, _)| (Key::Ent(Ent::Column(col)), at + 1, 0.1)));
    }
    for atom in text.at(at) {
        let score = atom.score.max(0.05).ln();
        match atom.meaning {
            Meaning::Table(t) => out.push((Key::Ent(Ent::Table(t)), atom.end, score)),
            Meaning::Column(c) if atom.end == at + 1 && text.is_rather_stored(at, c) => {}
            Meaning::Column(c) => {
                let column = text.known.column(c);
                let number = column.is_number() && column.role == Role::Measure && !column.groups();
                let score = if number { score - 1.2 } else { score };
                if column.stretch == Stretch::Quarter {
                    out.push((Key::PartOf(Part::Quarter, c), atom.end, score - 0.2));
                } else if column.is_time() && !column.is_number() {
                    out.push((Key::PartOf(Part::YearMonth, c), atom.end, score - 0.4));
                    out.push((Key::PartOf(Part::Day, c), atom.end, score - 0.2));
                } else {
                    out.push((Key::Ent(Ent::Column(c)), atom.end, score));
                }
            }
            _ => {}
        }
    }
    out
}

/// "By town and whether they've paid": the column that says yes or no to it.
fn whether(text: &Text<'_>, at: usize, out: &mut Vec<(Key, usize, f64)>) {
    const BETWEEN: &[&str] = &[
        "or", "not", "they", "they've", "theyve", "they're", "it", "it's", "its", "he", "she", "we", "is", "are",
        "was", "were", "has", "have", "had", "been", "got",
    ];
    let next = text.past(at + 1, BETWEEN);
    let Some(said) = text.tokens.get(next).filter(|_| text.word(at) == "whether") else {
        return;
    };
    let names = super::state::done(&said.lower).unwrap_or_default();
    let is = |stem: &String| *stem == said.stem || synonyms(stem, &said.stem) || names.contains(&stem.as_str());
    for (col, _) in text
        .known
        .all()
        .filter(|(col, c)| text.is_flag(*col) && c.stems.iter().any(is))
    {
        let near = if text.said(col.table) { 0.2 } else { -0.3 };
        let end = text.past(next + 1, &["or", "not"]);
        out.push((Key::Ent(Ent::Column(col)), end, near));
    }
}

/// Columns of time at a token.
fn times(text: &Text<'_>, at: usize) -> Vec<(Col, usize, f64)> {
    let found = text.at(at).iter().filter_map(|a| match a.meaning {
        Meaning::Column(c) if text.known.column(c).is_time() => Some((c, a.end, a.score.max(0.05).ln())),
        _ => None,
    });
    found.collect()
}

/// Where the column may stand of which a part is meant: "decade published", "decade of birth", "decade the house was built".
fn behind(text: &Text<'_>, at: usize) -> Vec<usize> {
    const SMALL: &[&str] = &[
        "of", "they", "it", "the", "their", "was", "were", "in", "which", "that", "a", "an", "each", "we", "is", "are",
    ];
    let next = text.past(at, SMALL);
    let tables = text
        .at(next)
        .iter()
        .filter(|a| matches!(a.meaning, Meaning::Table(_)) && next > at);
    let mut out: Vec<usize> = tables.map(|a| text.past(a.end, SMALL)).collect();
    out.insert(0, next);
    out.dedup();
    out
}

/// The figure that is meant where a number column stands with groups and no function is named: how far and how long things
/// went is added up where each row is a thing that happened.
pub(crate) fn usual_of(known: &Known, col: Col) -> Agg {
    const ADDS: [&str; 2] = ["distance", "duration"];
    const NO: [&str; 4] = ["birth", "dob", "born", "founded"];
    let column = known.column(col);
    let happened = |c: &Column| c.is_time() && !c.is_number() && !c.words.iter().any(|w| NO.contains(&w.as_str()));
    let adds = column.words.last().is_some_and(|w| ADDS.contains(&w.as_str()));
    match adds && known.columns(col.table).any(|(_, c)| happened(c)) {
        true => Agg::Sum,
        false => usual(&column.words),
    }
}

/// The same by the words of a name alone.
pub(crate) fn usual(words: &[String]) -> Agg {
    const MEANS: [&str; 39] = [
        "age",
        "rating",
        "score",
        "price",
        "rate",
        "percent",
        "percentage",
        "temperature",
        "humidity",
        "height",
        "weight",
        "duration",
        "speed",
        "delay",
        "length",
        "gpa",
        "salary",
        "distance",
        "ratio",
        "margin",
        "temp",
        "satisfaction",
        "grade",
        "year",
        "depth",
        "size",
        "no2",
        "pm10",
        "pm2",
        "co2",
        "ppm",
        "level",
        "concentration",
        "pressure",
        "ph",
        "turnout",
        "csat",
        "nps",
        "stars",
    ];
    match words.iter().any(|w| MEANS.contains(&w.as_str())) {
        true => Agg::Avg,
        false => Agg::Sum,
    }
}

/// A stretch of time at a token: "month", "day of the week".
pub(crate) fn period_at(text: &Text<'_>, at: usize) -> Vec<(Key, usize)> {
    let w = |n: usize| text.word(at + n);
    let (part, taken) = match (w(0), w(1), w(2), w(3)) {
        ("day" | "days", "of", "the", "week") => (Part::Weekday, 4),
        ("day" | "days", "of", "week", _) => (Part::Weekday, 3),
        ("hour" | "time", "of", "the", "day") => (Part::Hour, 4),
        ("hour" | "time", "of", "day", _) => (Part::Hour, 3),
        ("month" | "months", "of", "the", "year") => (Part::Month, 4),
        (word, ..) => match lexicon::period(word) {
            Some(part) if !word.ends_with("ly") && !text.is_name(at) => (part, 1),
            _ => return Vec::new(),
        },
    };
    let mut out = vec![(Key::Part(part), at + taken)];
    // A sheet may keep the year or the month itself.
    for atom in text.at(at) {
        if let Meaning::Column(c) = atom.meaning {
            if atom.score >= 0.9 {
                out.push((Key::Ent(Ent::Column(c)), atom.end));
            }
        }
    }
    out
}
