//! "How many X", "number of X", "count of X": rows, things of a column, or a stored number.

use super::{measures, tally, things, told_apart, value_cond, Construction, Edge, NAMED};
use crate::apart;
use crate::frame::{Act, Ent, Measure};
use crate::known::{Col, Column, Role};
use crate::lexicon::{self, Opener};
use crate::link::{Atom, Meaning, Text};
use crate::query::{Agg, Cond, Expr};
use crate::words::{plurals, Token, TokenKind};

pub const COUNTING: Construction = Construction {
    name: "counting",
    find,
    reads: &[
        "how many customers do we have",
        "number of orders by country",
        "count of different cities",
    ],
    leaves: &["phone number of each customer"],
};

/// A word that is no more like a name than this (a logarithm) does not stand for the rows that have one.
const LIKE: f64 = -0.4;
/// More different texts than these are things of their own.
const FEW: u64 = 12;

/// "How many and in how many cities": rows, and what they are spread over.
fn at_how_many(text: &Text<'_>, at: usize, out: &mut Vec<Edge>) {
    let tied = text.past(at + 2, &["and", "&", ","]);
    let from = text.past(tied, &["at", "in", "on", "from", "for", "across", "with", "by"]);
    if from == tied || (text.word(from), text.word(from + 1)) != ("how", "many") {
        return;
    }
    let from = text.past(from + 2, &["different", "distinct", "separate"]);
    for (ent, end, score) in things(text, from) {
        let mut acts = count(None, false);
        acts.extend(count(Some(ent), true));
        out.push(Edge::new("counting", at, end, acts, 1.2 + score));
    }
}

/// "How many people live in France", of a table of places: they are in its population, and no row is one of them.
fn inhabitants(text: &Text<'_>, at: usize, from: usize, out: &mut Vec<Edge>) {
    if !matches!(text.word(from), "people" | "inhabitants" | "residents") || text.ranks() {
        return;
    }
    // Of several years one must be named: nobody adds them up.
    let dated = |t: usize| text.known.columns(t).any(|(_, c)| c.is_time()) && text.times.is_empty();
    let kept = |(col, c): &(Col, &Column)| {
        let places = !text.known.is_human(col.table) && !dated(col.table);
        c.stems == ["popul"] && c.is_number() && c.role == Role::Measure && places
    };
    let mut found = text.known.all().filter(kept);
    let (Some((col, _)), None) = (found.next(), found.next()) else {
        return;
    };
    let end = text.past(from + 1, &["live", "lives", "lived", "living", "are", "were", "there"]);
    // "How many people smoke" is nothing that a population tells, nor is "on average".
    let verb = |t: &Token| t.kind == TokenKind::Word && !lexicon::is_filler(&t.lower);
    let other = text.tokens.get(end).is_some_and(verb) && text.at(end).is_empty();
    let averages = text.tokens.iter().any(|t| t.is_any(&["average", "mean", "median"]));
    if other || averages {
        return;
    }
    let acts = vec![Act::Ask(Opener::HowMany), Act::Figure(Agg::Sum, Measure::Col(col))];
    out.push(Edge::new("counting", at, end, acts, 2.4));
}

fn find(text: &Text<'_>, at: usize, out: &mut Vec<Edge>) {
    // "Order count by year", "orders, number of".
    for (ent, end, score) in things(text, at) {
        if matches!(text.word(end), "count" | "counts" | "tally") {
            out.push(Edge::new("counting", at, end + 1, count(Some(ent), false), 0.7 + score));
        }
        if text.word(at) == "headcount" && end == at + 1 {
            let rows = Some(Ent::Table(ent.table()));
            out.push(Edge::new("counting", at, end, count(rows, false), 0.9 + score));
        }
    }
    let w = |n: usize| text.word(at + n);
    // The number of a phone is no number of things.
    let before = at.checked_sub(1).map_or("", |b| text.word(b));
    if matches!(
        before,
        "phone" | "telephone" | "fax" | "mobile" | "account" | "serial" | "house" | "id" | "room" | "part" | "flight"
    ) {
        return;
    }
    let (taken, how) = match (w(0), w(1), w(2)) {
        ("how", "many", "times") => {
            out.push(Edge::new("counting", at, at + 3, count(None, false), 0.3));
            return;
        }
        ("how", "many", "and" | "&" | ",") => {
            let known = out.len();
            at_how_many(text, at, out);
            if out.len() > known {
                return;
            }
            (2, true)
        }
        ("how", "many", _) => (2, true),
        ("howmany", _, _) => (1, true),
        ("how", "often", _) => {
            out.push(Edge::new("counting", at, at + 2, count(None, false), 0.3));
            return;
        }
        ("total" | "overall", "number", "of") => (3, false),
        ("number" | "count" | "amount" | "no" | "nr" | "num" | "numbers" | "counts" | "tally", "of", _) => (2, false),
        ("count", ..) if at == 0 => (1, false),
        // "Payments by month, number and total".
        ("number" | "count", "and" | "&" | ",", word) if at > 0 && lexicon::aggregate(word).is_some() => {
            out.push(Edge::new("counting", at, at + 1, count(None, false), 0.4));
            return;
        }
        ("#", "of", _) => (2, false),
        _ => return,
    };
    let mut from = at + taken;
    while matches!(
        text.word(from),
        "the" | "of" | "all" | "total" | "our" | "those" | "these"
    ) {
        from += 1;
    }
    let mut distinct = false;
    while told_apart(text, from) {
        distinct = true;
        from += 1;
    }
    let ask = |mut acts: Vec<Act>| {
        if how {
            acts.insert(0, Act::Ask(Opener::HowMany));
        }
        acts
    };
    inhabitants(text, at, from, out);
    // Where each row says how many of a thing it stands for, only what the rows are called counts them.
    let counted = |table: usize| tally::tally(&text.known.tables[table]).is_some();
    for (ent, end, score) in things(text, from) {
        if score < NAMED.ln() && counted(ent.table()) {
            continue;
        }
        // The firms of contractors that go by `firm` are counted as its rows.
        let ent = rows_of(text, ent).filter(|_| !distinct).unwrap_or(ent);
        let said = rows_that(text, ent, score).filter(|_| !distinct);
        if let Some(cond) = said {
            let mut acts = count(Some(Ent::Table(ent.table())), false);
            acts.push(Act::Where(cond));
            out.push(Edge::new("counting", at, end, ask(acts), 0.9 + score));
        }
        out.push(Edge::new(
            "counting",
            at,
            end,
            ask(count(Some(ent), distinct)),
            0.8 + score,
        ));
    }
    // Days that a sheet keeps in three columns come back with each of its rows.
    let whole = |a: &Atom| matches!(a.meaning, Meaning::Column(c) if apart::is_date(text.known.column(c)));
    for atom in text.at(from).iter().filter(|a| whole(a)) {
        let day = atom.meaning.thing();
        out.push(Edge::new("counting", at, atom.end, ask(count(day, true)), 1.2));
    }
    // "How many dogs", of a code or a kind: the rows that have it.
    for atom in text.at(from).iter().filter(|a| a.score >= 0.6).take(4) {
        let Meaning::Value {
            col,
            value,
            part: false,
        } = &atom.meaning
        else {
            continue;
        };
        if counted(col.table) {
            continue;
        }
        if matches!(text.known.column(*col).role, Role::Code | Role::Category) && text.known.column(*col).groups() {
            let mut acts = count(Some(Ent::Table(col.table)), false);
            acts.push(Act::Where(value_cond(*col, value, false, false)));
            out.push(Edge::new("counting", at, atom.end, ask(acts), 0.8 + atom.score.ln()));
        }
    }
    for (col, end, score) in measures(text, from) {
        let column = text.known.column(col);
        if column.role == Role::Measure {
            // A number kept in the table itself: "how many points", "number of employees".
            let acts = vec![Act::Figure(Agg::Sum, Measure::Col(col))];
            out.push(Edge::new("counting", at, end, ask(acts), 0.5 + score));
            // "How many ratings": the rows that have one.
            if column.nulls > 0 {
                let acts = vec![Act::Figure(Agg::Count, Measure::Col(col))];
                out.push(Edge::new("counting", at, end, ask(acts), 0.3 + score));
            }
        } else {
            let acts = count(Some(Ent::Column(col)), true);
            out.push(Edge::new("counting", at, end, ask(acts), 0.1 + score));
        }
    }
    if distinct {
        unnamed(text, at, from, &ask, out);
    }
    // "How many are there", "how many rows have".
    let rows = matches!(
        text.word(from),
        "rows" | "records" | "entries" | "row" | "people" | "ones" | "times" | "of"
    );
    let end = if rows { from + 1 } else { from };
    // ", how many?" counts what was said before.
    let last = at > 0 && (from >= text.tokens.len() || matches!(text.word(from), "and" | "&" | ","));
    // "How many have no phone, and how many no email": the second number is of the same rows.
    let many = |i: usize| (text.word(i), text.word(i + 1)) == ("how", "many");
    let plain = things(text, from).is_empty() && measures(text, from).is_empty();
    let tied = at > 1 && matches!(text.word(at - 1), "and" | "," | "but" | "&");
    let again = how && plain && tied && (0..at - 1).any(many);
    let score = if rows || last || again { 0.4 } else { -0.9 };
    out.push(Edge::new("counting", at, end, ask(count(None, false)), score));
}

/// "How many appeals", of a column in which most rows say nothing: those that say something. Of yes and no: those that say yes.
fn rows_that(text: &Text<'_>, ent: Ent, score: f64) -> Option<Cond> {
    let Ent::Column(col) = ent else { return None };
    let column = text.known.column(col);
    if text.is_flag(col) {
        return Some(Cond::Yes(col, true));
    }
    let blank = column.top.first().is_some_and(|t| column.gaps.contains(t));
    let few = matches!(column.role, Role::Category | Role::Code) && column.distinct <= FEW;
    (few && score > LIKE && (blank || column.nulls * 2 > column.rows)).then_some(Cond::Null(Expr::Col(col), true))
}

/// The rows that a column names, one by one.
fn rows_of(text: &Text<'_>, ent: Ent) -> Option<Ent> {
    let Ent::Column(c) = ent else { return None };
    let (table, column) = (&text.known.tables[c.table], text.known.column(c));
    let called = table.labels.first() == Some(&c.column) && !table.key.is_empty();
    let apart = column.distinct * 20 >= column.rows * 19 && column.nulls == 0;
    let named = column.words.last().is_some_and(|w| w == "name");
    (called && apart && !named).then_some(Ent::Table(c.table))
}

/// "Different people", "different things", "different days", of a sheet that calls them something else.
fn unnamed(text: &Text<'_>, at: usize, from: usize, ask: &dyn Fn(Vec<Act>) -> Vec<Act>, out: &mut Vec<Edge>) {
    const GOODS: [&str; 4] = ["item", "product", "article", "sku"];
    let word = text.word(from);
    let mut push =
        |of: Option<Ent>, score: f64| out.push(Edge::new("counting", at, from + 1, ask(count(of, true)), score));
    let known = text
        .at(from)
        .iter()
        .any(|a| a.score >= NAMED && a.meaning.thing().is_some());
    if known {
        return;
    }
    if word == "people" || lexicon::is_person(&plurals::singular(word)) {
        push(None, 0.6);
    }
    if matches!(word, "things" | "items" | "products" | "lines" | "goods") {
        let goods = |c: &Column| c.is_text() && c.words.iter().any(|w| GOODS.contains(&w.as_str()));
        let found = text.known.all().filter(|(_, c)| goods(c));
        found.take(2).for_each(|(col, c)| {
            let called = c.words.last().is_some_and(|w| GOODS.contains(&w.as_str()));
            push(Some(Ent::Column(col)), if called { 0.9 } else { 0.6 });
        });
    }
    if matches!(word, "days" | "dates" | "evenings" | "nights" | "mornings") {
        let days = (0..text.known.tables.len())
            .filter(|t| text.said(*t))
            .filter_map(|t| text.day_of(t));
        let days = days.filter(|day| text.known.column(*day).days_only);
        days.take(2).for_each(|day| push(Some(Ent::Column(day)), 0.9));
    }
}

fn count(of: Option<Ent>, distinct: bool) -> Vec<Act> {
    vec![Act::Count { of, distinct }]
}
