//! Money that came in: "what did we take in fees", "what have we earned from hires this year", "fees billed per month".

mod called;
mod gained;

pub(super) use called::{by_sum, most};

use called::{cost, is_piece, money_of_column, money_of_rows, money_of_value, paid_most, total_of};

use super::{measures, things, value_cond, Construction, Edge};
use crate::frame::{Act, Ent, Measure};
use crate::known::{Col, Role};
use crate::link::{Atom, Meaning, Text};
use crate::query::Agg;
use crate::words::plurals::singular;
use crate::words::{among, TokenKind};
use crate::worths::REVENUE;

pub const TAKINGS: Construction = Construction {
    name: "takings",
    find,
    reads: &[
        "what did we earn from orders",
        "what have we taken in amounts this year",
        "what do we earn per quantity",
        "orders billed per month",
    ],
    leaves: &["what did they order", "who earned the most"],
};

const VERBS: [&str; 18] = [
    "earn",
    "earned",
    "take",
    "taken",
    "make",
    "made",
    "bill",
    "billed",
    "charge",
    "charged",
    "raise",
    "raised",
    "collect",
    "collected",
    "invoiced",
    "receive",
    "received",
    "gross",
];

/// Whether a word says that money came in or went out.
pub(super) fn is_verb(word: &str) -> bool {
    VERBS.contains(&word) || matches!(word, "spend" | "spent" | "pay" | "paid")
}

fn find(text: &Text<'_>, at: usize, out: &mut Vec<Edge>) {
    let named = |from: usize| {
        let mut found: Vec<(Measure, usize, f64)> = measures(text, from)
            .into_iter()
            .map(|(c, end, score)| (Measure::Col(c), end, score))
            .collect();
        for (ent, end, score) in things(text, from) {
            let Ent::Table(table) = ent else { continue };
            let money = own(text, table);
            found.extend(money.map(|c| (Measure::Col(c), end, score - 0.2)));
        }
        found
    };
    // "What did we take in fees", "what have we earned from hires".
    if matches!(text.word(at), "what" | "how") {
        let from = text.past(
            at + 1,
            &["much", "did", "do", "have", "has", "does", "we", "i", "they", "it"],
        );
        let spent = matches!(text.word(from), "spend" | "spent" | "pay" | "paid");
        let asks = from > at + 1 && (spent || VERBS.contains(&text.word(from)));
        let of = text.past(from + 1, &["altogether", "overall"]);
        let with = matches!(text.word(of), "in" | "from" | "on" | "for" | "to" | "with");
        let next = text.past(of + usize::from(with), &["the", "our", "my", "all", "total"]);
        // "What have we spent on cleaning", "how much did I pay British Gas": a stored value names the rows.
        if asks && (with || matches!(text.word(from), "pay" | "paid")) {
            for atom in text.at(next).iter().filter(|a| a.score >= 0.8) {
                if let Meaning::Value { col, value, part } = &atom.meaning {
                    // What was spent went out, where a sheet keeps both.
                    let went = crate::flows::both(text.known, col.table).map(|f| if spent { f.0 } else { f.1 });
                    if let Some(c) = went.or_else(|| own(text, col.table)) {
                        let acts = vec![
                            Act::Figure(Agg::Sum, Measure::Col(c)),
                            Act::Where(value_cond(*col, value, *part, false)),
                        ];
                        // A price per unit is not what was spent.
                        let money = if text.known.column(c).is_money() { 0.0 } else { -0.8 };
                        out.push(Edge::new("takings", at, atom.end, acts, 1.6 + money));
                    }
                }
            }
        }
        if asks && with {
            // What is spent is money: the fuel's cost, and not its litres.
            let costs = |m: &Measure| match m {
                Measure::Col(c) => text.known.column(*c).is_money(),
                _ => false,
            };
            // "What did we spend on kit", of a sheet of kit that says nowhere that it is.
            let unnamed = text.at(next).iter().all(|a| a.score < 0.6);
            if let (true, true, [_]) = (spent, unnamed, text.known.tables.as_slice()) {
                if let Some(c) = money(text, 0) {
                    let acts = vec![Act::Figure(Agg::Sum, Measure::Col(c))];
                    out.push(Edge::new("takings", at, next, acts, 1.2));
                }
            }
            let mut found = named(next);
            if spent && found.iter().any(|f| costs(&f.0)) {
                found.retain(|f| costs(&f.0));
            }
            for (m, end, score) in found {
                // "On fuel and tolls".
                if matches!(text.word(end), "and" | "&" | "plus") {
                    for (other, end, more) in named(end + 1).into_iter().filter(|o| o.0 != m).take(2) {
                        let acts = vec![Act::Figure(Agg::Sum, m), Act::Figure(Agg::Sum, other)];
                        out.push(Edge::new("takings", at, end, acts, 1.8 + score + more));
                    }
                }
                out.push(Edge::new(
                    "takings",
                    at,
                    end,
                    vec![Act::Figure(Agg::Sum, m)],
                    1.4 + score,
                ));
            }
        }
    }
    cost(text, at, out);
    money_of_value(text, at, out);
    money_of_rows(text, at, out);
    money_of_column(text, at, out);
    paid_most(text, at, out);
    come_in(text, at, out);
    gained::find(text, at, out);
    came_to(text, at, out);
    taken_in(text, at, out);
    // "Revenue by month", of a sheet that calls it nothing of the kind.
    if let Some(col) = text.income(at) {
        let acts = vec![Act::Figure(Agg::Sum, Measure::Col(col))];
        out.push(Edge::new("takings", at, at + 1, acts, 0.4));
    }
    // "How much did we invoice last month": what is done has a table of its own.
    if (text.word(at), text.word(at + 1)) == ("how", "much") {
        let from = text.past(at + 2, &["did", "do", "have", "has", "does", "we", "i", "they"]);
        for (ent, end, score) in things(text, from) {
            let Ent::Table(table) = ent else { continue };
            if let Some(c) = own(text, table).filter(|_| from > at + 2) {
                let acts = vec![Act::Figure(Agg::Sum, Measure::Col(c))];
                out.push(Edge::new("takings", at, end, acts, 1.2 + score));
            }
        }
    }
    total_at(text, at, out);
    total_of(text, at, out);
    // "Fees billed", "hires charged": the money of what is named.
    const DONE: [&str; 6] = ["billed", "charged", "taken", "collected", "invoiced", "raised"];
    for (ent, end, score) in things(text, at) {
        let Ent::Table(table) = ent else { continue };
        // Orders and calls are taken, and not the money of them.
        let booked = text.word(end) == "taken"
            && among(
                "order booking call reservation enquiry appointment",
                &singular(text.word(at)),
            );
        if DONE.contains(&text.word(end)) && !booked {
            if let Some(c) = own(text, table) {
                let acts = vec![Act::Figure(Agg::Sum, Measure::Col(c))];
                out.push(Edge::new("takings", at, end + 1, acts, 0.7 + score));
            }
        }
    }
}

/// "How much rent has come in", "how much money came in": what was received of it.
fn come_in(text: &Text<'_>, at: usize, out: &mut Vec<Edge>) {
    if (text.word(at), text.word(at + 1)) != ("how", "much") {
        return;
    }
    let came =
        (at + 2..at + 8).find(|i| matches!((text.word(*i), text.word(i + 1)), ("come" | "came" | "comes", "in")));
    // A condition in between has to be read as one.
    let between = |i: usize| matches!(text.word(i), "has" | "have" | "did" | "had" | "money" | "so" | "far");
    let Some(came) = came.filter(|came| {
        things(text, at + 2)
            .iter()
            .any(|(_, end, _)| (*end..*came).all(between))
    }) else {
        return;
    };
    let mut tables: Vec<usize> = things(text, at + 2).into_iter().map(|(ent, ..)| ent.table()).collect();
    tables.dedup();
    // How much feed came in is its weight.
    let weighed = |t: usize| text.known.columns(t).any(|(_, c)| !c.units.is_empty() && !c.is_money());
    for t in tables.into_iter().filter(|t| !weighed(*t)).take(3) {
        if let Some(c) = received(text, t).or_else(|| money(text, t)) {
            let acts = vec![Act::Figure(Agg::Sum, Measure::Col(c))];
            out.push(Edge::new("takings", at, came + 2, acts, 1.6));
        }
    }
}

/// "And what they came to", "what it adds up to": the money of what is spoken of.
fn came_to(text: &Text<'_>, at: usize, out: &mut Vec<Edge>) {
    let from = at + usize::from(text.word(at) == "and");
    if !matches!(text.word(from), "what" | "how") {
        return;
    }
    let next = text.past(from + 1, &["much", "do", "did", "does", "have", "has"]);
    let them = text.past(next, &["they", "it", "that", "those", "these", "all", "each"]);
    // "And what did they fetch", "and what each made": of those that were named.
    let over = |at: usize| text.tokens.get(at).is_none_or(|t| t.kind == TokenKind::Mark);
    let fetched = match text.word(them) {
        "fetch" | "fetched" => Some(them + 1),
        "bring" | "brought" if text.word(them + 1) == "in" => Some(them + 2),
        verb if is_in(verb) || matches!(verb, "pay" | "paid" | "spend" | "spent") => {
            Some(text.past(them + 1, &["us", "between", "them", "in", "all", "total", "altogether"]))
        }
        _ => None,
    };
    if let (Some(end), true) = (fetched.filter(|end| over(*end)), them > next && from > 0) {
        let each = (next..them).any(|i| text.word(i) == "each").then_some(Act::OfEach);
        for c in of_before(text, at)
            .into_iter()
            .filter(|c| text.known.column(*c).is_money())
        {
            let acts = each.clone().into_iter().chain([Act::Figure(Agg::Sum, Measure::Col(c))]);
            out.push(Edge::new("takings", at, end, acts.collect(), 1.6));
        }
    }
    let verb = text.past(
        them,
        &[
            "came", "comes", "come", "add", "adds", "added", "amount", "amounts", "amounted",
        ],
    );
    let end = text.past(verb, &["up"]);
    if verb == them || text.word(end) != "to" || from == 0 && them == next {
        return;
    }
    for c in of_before(text, at) {
        let acts = vec![Act::Figure(Agg::Sum, Measure::Col(c))];
        out.push(Edge::new("takings", at, end + 1, acts, 1.4));
    }
}

/// The money of what was named before, or of the only table.
pub(super) fn of_before(text: &Text<'_>, at: usize) -> Vec<Col> {
    // "How many deposits do we hold and what do they add up to": what is kept of each.
    let kept = (0..at).flat_map(|i| text.at(i)).find_map(|a| match a.meaning {
        Meaning::Column(c) if a.score >= 0.9 => {
            let column = text.known.column(c);
            (column.is_money() && column.role == Role::Measure && super::by::usual_of(text.known, c) == Agg::Sum)
                .then_some(c)
        }
        _ => None,
    });
    if let Some(c) = kept {
        return vec![c];
    }
    let before: Vec<&Meaning> = (0..at)
        .flat_map(|i| text.at(i))
        .filter(|a| a.score >= 0.6)
        .map(|a| &a.meaning)
        .collect();
    let named = before.iter().filter(|m| matches!(m, Meaning::Table(_)));
    let mut tables: Vec<usize> = named.filter_map(|m| Some(m.thing()?.table())).collect();
    if tables.is_empty() {
        tables = before.iter().filter_map(|m| Some(m.thing()?.table())).collect();
    }
    tables.sort_unstable();
    tables.dedup();
    if let [_] = text.known.tables.as_slice() {
        tables = vec![0];
    }
    // "How many silk scarves did we sell": the rows of a stored text.
    let stored = |a: &Atom| match &a.meaning {
        Meaning::Value { col, .. } if a.score >= 0.9 => Some(col.table),
        _ => None,
    };
    let of = |tables: Vec<usize>| -> Vec<Col> { tables.into_iter().filter_map(|t| own(text, t)).take(3).collect() };
    match of(tables) {
        found if found.is_empty() => {
            let mut tables: Vec<usize> = (0..at).flat_map(|i| text.at(i)).filter_map(stored).collect();
            tables.dedup();
            of(tables)
        }
        found => found,
    }
}

/// "Came to", "added up to", "were worth": where what follows begins.
pub(super) fn came(text: &Text<'_>, at: usize) -> Option<usize> {
    match (text.word(at), text.word(at + 1), text.word(at + 2)) {
        ("added" | "adds" | "add", "up", "to") => Some(at + 3),
        ("came" | "comes" | "come" | "amounted" | "amount" | "amounts", "to", _) => Some(at + 2),
        ("was" | "were" | "are" | "is", "worth", _) => Some(at + 2),
        ("totalled" | "totaled" | "worth", ..) => Some(at + 1),
        _ => None,
    }
}

/// Whether a word may name a table or something of it.
pub(super) fn names(text: &Text<'_>, at: usize, table: usize) -> bool {
    let of = |a: &Atom| a.score >= 0.5 && a.meaning.thing().is_some_and(|e| e.table() == table);
    text.at(at).iter().any(of)
}

pub(super) fn is_in(verb: &str) -> bool {
    matches!(
        verb,
        "take" | "taken" | "make" | "made" | "earn" | "earned" | "bring" | "brought"
    )
}

pub(super) fn is_done(verb: &str) -> bool {
    matches!(
        verb,
        "invoice"
            | "invoiced"
            | "bill"
            | "billed"
            | "charge"
            | "charged"
            | "pay"
            | "paid"
            | "award"
            | "awarded"
            | "refund"
            | "refunded"
    )
}

/// "What did we take yesterday", "how much have we made this year": all money that came in.
fn taken_in(text: &Text<'_>, at: usize, out: &mut Vec<Edge>) {
    if !matches!(text.word(at), "what" | "how") {
        return;
    }
    let who = text.past(at + 1, &["much", "money", "did", "do", "have", "has"]);
    let verb = text.past(who, &["we", "i"]);
    if verb == who || !(is_in(text.word(verb)) || is_done(text.word(verb))) {
        return;
    }
    let end = text.past(verb + 1, &["in", "out", "so", "far", "altogether", "money"]);
    let timed = text.at(end).iter().any(|a| matches!(a.meaning, Meaning::Time(_)));
    let over = end >= text.tokens.len()
        || matches!(text.word(end), "?" | "on" | "by" | "per" | "each" | "from")
        || text.word(end) == "for" && matches!(text.word(end + 1), "each" | "every");
    if !timed && !over {
        return;
    }
    let dated = |t: usize| text.known.columns(t).any(|(_, c)| c.is_time() && !c.is_number());
    // What was invoiced or paid out stands where the word says.
    let named = |t: usize| names(text, verb, t);
    let done = is_done(text.word(verb));
    let mut tables: Vec<usize> = (0..text.known.tables.len())
        .filter(|t| dated(*t) && (!done || named(*t)))
        .collect();
    // What suppliers are paid and what is thrown away was not taken.
    if is_in(text.word(verb)) && tables.iter().any(|t| !goes_out(text, *t)) {
        tables.retain(|t| !goes_out(text, *t));
    }
    let came = tables
        .into_iter()
        .filter_map(|t| received(text, t).or_else(|| money(text, t)));
    for (place, c) in came.take(4).enumerate() {
        // "What do we earn per mile": a rate, and no list of all distances.
        if text.word(end) == "per" {
            let each = measures(text, end + 1).into_iter();
            for (b, end, x) in each.filter(|(b, ..)| b.table == c.table && *b != c) {
                let [c, b] = [c, b].map(|col| Measure::Figure(Agg::Sum, col));
                out.push(Edge::new("takings", at, end, vec![Act::Ratio(c, b)], 1.8 + x));
            }
        }
        let acts = vec![Act::Figure(Agg::Sum, Measure::Col(c))];
        out.push(Edge::new("takings", at, end, acts, 1.1 - 0.1 * place as f64));
    }
}

/// Whether a table keeps what a business pays or loses.
pub(super) fn goes_out(text: &Text<'_>, table: usize) -> bool {
    const OUT: &str = "supplier vendor purchase expense expenditure waste wastage wage payroll salary cost overhead";
    let words = &text.known.tables[table].words;
    words.iter().any(|w| {
        let one = crate::words::plurals::singular(w);
        among(OUT, &one)
    })
}

/// The money of a table's rows: what fuel cost, and not its litres; no balance.
pub(super) fn own(text: &Text<'_>, table: usize) -> Option<Col> {
    let all = super::figure::own(text, table);
    let paid = |c: &&Col| text.known.column(**c).is_money() && !crate::flows::stands(text.known.column(**c));
    // An invoice comes to its total, and not to what it is before tax.
    let called = |c: Col| text.known.column(c).words.iter().any(|w| among("total gross", w));
    let gross = |c: &&Col| paid(c) && called(**c);
    let money = all.iter().find(gross).or_else(|| all.iter().find(paid)).copied();
    // What the hours of a row cost is money, too.
    let made = |name: &str| {
        let mut columns = text.known.columns(table);
        columns.find(|(_, c)| c.is_made() && c.name == name).map(|c| c.0)
    };
    // Cash is only a part of what was taken.
    let whole = made(crate::sums::TAKINGS);
    whole.or(money).or_else(|| made(REVENUE)).or(all.first().copied())
}

/// What was paid of a table's rows, where that is kept beside what they came to.
pub(super) fn received(text: &Text<'_>, table: usize) -> Option<Col> {
    let paid = |c: &&Col| {
        let words = &text.known.column(**c).words;
        words
            .iter()
            .any(|w| matches!(w.as_str(), "paid" | "received" | "collected"))
    };
    super::figure::own(text, table).iter().find(paid).copied()
}

/// The same where it is money and nothing else.
pub(crate) fn money(text: &Text<'_>, table: usize) -> Option<Col> {
    own(text, table).filter(|c| text.known.column(*c).is_money())
}

/// The money of the only sheet there is: what was spent, where it keeps what came in as well.
fn of_sheet(text: &Text<'_>) -> Option<Col> {
    let [_] = text.known.tables.as_slice() else { return None };
    let spent = crate::flows::both(text.known, 0).map(|f| f.0);
    spent.or_else(|| money(text, 0))
}

/// "Total at Tesco", "total for the roof appeal", "total billed per person": the money of the only sheet there is.
fn total_at(text: &Text<'_>, at: usize, out: &mut Vec<Edge>) {
    let next = text.word(at + 1);
    let verb = VERBS.contains(&next) || matches!(next, "spent" | "paid");
    let [_] = text.known.tables.as_slice() else { return };
    // "The total for May" is of what was spoken of.
    let stored = |a: &Atom| a.score >= 0.9 && matches!(a.meaning, Meaning::Value { .. });
    let value = next == "for" && text.at(text.past(at + 2, &["the", "all", "our"])).iter().any(stored);
    if text.word(at) != "total" || !(verb || value || matches!(next, "at" | "from" | "with")) {
        return;
    }
    if let Some(col) = of_sheet(text) {
        let acts = vec![Act::Figure(Agg::Sum, Measure::Col(col))];
        out.push(Edge::new("takings", at, at + 1 + usize::from(verb), acts, 0.7));
    }
}
