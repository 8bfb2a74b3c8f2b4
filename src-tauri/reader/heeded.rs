//! Words that one reading heeds and another passes over: "the average height of goalies" is no average of all players.
//!
//! In: the readings of one question, or a query before it becomes one. Out: the same without readings that pass over a stored
//! text or half of the question, count what another adds up, add up what is no money, or give a figure where people, rows, an
//! age or a ratio are asked for; rates of two groups by themselves. Deliberately absent: texts that are only like the word.

use crate::constructions::by::usual_of;
use crate::constructions::is_compared;
use crate::constructions::share::is_part;
use crate::frame::Ent;
use crate::known::{Col, Role};
use crate::lexicon;
use crate::link::{Atom, Meaning, Text};
use crate::query::{Agg, Cond, Expr, Query};
use crate::read::{drop_worse, keep_better, Reading};
use crate::words::among;

/// From here on a text is surely meant.
const SURE: f64 = 0.95;

pub(crate) fn settle(text: &Text<'_>, readings: &mut Vec<Reading>) {
    drop_worse(readings, |all, r| passes_over(text, all, r));
    drop_worse(readings, |all, r| counts_figures(text, all, &r.query));
    drop_worse(readings, |all, r| counts_all(text, all, &r.query));
    if is_compared(text) && readings.iter().any(compares) {
        readings.retain(compares);
        let table = named_rows(text);
        keep_better(readings, |r| table.is_some_and(|t| lists_rows(&r.query, t)));
    }
    if asks_per_one(text) {
        keep_better(readings, divides);
    }
    drop_worse(readings, |all, r| sums_no_money(text, all, &r.query));
    if text.ranks() {
        drop_worse(readings, |all, r| groups_by_flag(text, all, &r.query));
    }
    drop_worse(readings, |all, r| counts_years(text, all, &r.query));
    drop_worse(readings, |all, r| is_of_whose_age(text, all, &r.query));
    drop_worse(readings, |all, r| lasts_elsewhere(text, all, &r.query));
    if text.tokens.iter().any(|t| t.lower == "ratio") {
        keep_better(readings, divides);
    }
    let names = |q: &Query| !q.select.iter().all(Expr::is_figure);
    if asks_who(text) {
        keep_better(readings, |r| names(&r.query) || !r.query.group.is_empty());
    }
    if tells_which(text) {
        keep_better(readings, |r| names(&r.query) && r.query.over.is_none());
    }
    if asks_twice(text) {
        drop_worse(readings, |all, r| answers_half(all, &r.query));
    }
}

/// "How many customers have orders": not how many there are, where another reading counts those that have some; "how many dogs
/// have visits" are dogs.
fn counts_all(text: &Text<'_>, readings: &[Reading], q: &Query) -> bool {
    let counts = |q: &Query| q.select.iter().any(|e| matches!(e, Expr::Agg { agg: Agg::Count, .. }));
    let Some(of) = text.headed_by_text().or(q.tables.first().copied()) else {
        return false;
    };
    let had = text.had_by(of);
    let whole = |q: &Query| q.tables.first() == Some(&of) && had.iter().all(|t| q.needed().contains(t));
    let same = |o: &Query| o.group == q.group && o.filter == q.filter && o.having == q.having;
    counts(q)
        && !whole(q)
        && readings
            .iter()
            .any(|r| counts(&r.query) && whole(&r.query) && same(&r.query))
}

/// "Who has the most lates": of those that are late, and not whether late or on time is more common.
fn groups_by_flag(text: &Text<'_>, readings: &[Reading], q: &Query) -> bool {
    let [Expr::Col(flag)] = q.group.as_slice() else {
        return false;
    };
    let so = |r: &Reading| r.query.filter.contains(&Cond::Yes(*flag, true)) && !r.query.group.is_empty();
    text.is_flag(*flag) && readings.iter().any(so)
}

/// "Anyone under 21 staying": their age, and not how often they stayed.
fn counts_years(text: &Text<'_>, readings: &[Reading], q: &Query) -> bool {
    let counted = q.having.iter().find_map(|c| match c {
        Cond::Compare(Expr::Agg { agg: Agg::Count, .. }, _, Expr::Num(n)) => Some(*n),
        _ => None,
    });
    let Some(n) = counted else { return false };
    const PEOPLE: &str = "anyone anybody someone somebody everyone everybody people those who who's";
    let bound = |at: usize| {
        among("under over below above", text.word(at)) && text.tokens.get(at + 1).and_then(|t| t.number) == Some(n)
    };
    // "Over 20 orders" says what is counted.
    let noun = |at: usize| {
        text.at(at)
            .iter()
            .any(|a| a.score >= 0.9 && matches!(a.meaning, Meaning::Table(_)) && text.word(at).ends_with('s'))
    };
    let said = (1..text.tokens.len()).any(|at| bound(at) && among(PEOPLE, text.word(at - 1)) && !noun(at + 2));
    let aged = |r: &Reading| {
        r.query
            .filter
            .iter()
            .any(|c| matches!(c, Cond::Compare(Expr::Age(..), _, Expr::Num(m)) if *m == n))
    };
    said && readings.iter().any(aged)
}

/// "The oldest open complaint": since when it is there, and not how old the resident is.
fn is_of_whose_age(text: &Text<'_>, readings: &[Reading], q: &Query) -> bool {
    let Some((Expr::Col(age), _)) = q.order.first() else {
        return false;
    };
    let column = text.known.column(*age);
    let whose = column.words.iter().any(|w| w == "age") && column.words.len() > 1;
    let said = |at: usize| matches!(text.word(at), "oldest" | "newest");
    let dated = |r: &Reading| match r.query.order.first() {
        Some((Expr::Col(c), _)) => c.table == age.table && text.known.column(*c).is_time(),
        _ => false,
    };
    let human = text.known.is_human(age.table) || text.tokens.iter().any(|t| lexicon::is_person(&t.lower));
    whose && !human && (0..text.tokens.len()).any(said) && readings.iter().any(dated)
}

/// "More than 200 hours", where a column keeps hours: no stretch from one day to another.
fn lasts_elsewhere(text: &Text<'_>, readings: &[Reading], q: &Query) -> bool {
    let stretch = |c: &Cond| matches!(c, Cond::Compare(Expr::Days(..) | Expr::Hours(..), _, Expr::Num(_)));
    if !q.filter.iter().any(stretch) {
        return false;
    }
    let unit = (1..text.tokens.len()).find(|at| {
        text.tokens[at - 1].number.is_some()
            && matches!(text.word(*at), "hours" | "minutes" | "days" | "weeks" | "nights")
    });
    let Some(unit) = unit.map(|at| &text.tokens[at].stem) else {
        return false;
    };
    let keeps = |c: &Col| text.known.column(*c).stems.contains(unit) && text.known.column(*c).is_number();
    readings.iter().any(|r| {
        let conds = r.query.filter.iter().chain(&r.query.having);
        conds.clone().any(|c| match c {
            Cond::Compare(Expr::Col(c), _, Expr::Num(_)) => keeps(c),
            Cond::Compare(Expr::Agg { of, .. }, _, Expr::Num(_)) => matches!(&**of, Expr::Col(c) if keeps(c)),
            _ => false,
        })
    })
}

/// "Who was paid over twelve pounds an hour": people, and no figure alone.
fn asks_who(text: &Text<'_>) -> bool {
    let first = text.tokens.first().map_or("", |t| t.lower.as_str());
    let asks = |t: &crate::words::Token| {
        among(
            "much many total number average share percentage percent count",
            &t.lower,
        )
    };
    matches!(first, "who" | "whos" | "who's" | "who've") && !text.tokens.iter().any(asks)
}

/// "Items that sold in 2024 but haven't since": which ones, and not how many pieces.
fn tells_which(text: &Text<'_>) -> bool {
    let noun = text.past(0, &["all", "the", "any", "our", "show", "me", "list", "every", "of"]);
    let named = text
        .at(noun)
        .iter()
        .find(|a| a.score >= SURE && a.meaning.thing().is_some());
    let that = named.is_some_and(|a| matches!(text.word(a.end), "that" | "which"));
    let asks = |t: &crate::words::Token| {
        among(
            "how many much total number count sum average share percentage percent per",
            &t.lower,
        )
    };
    that && !text.tokens.iter().any(asks)
}

/// "How many came, and how much did they pay": two figures are asked for.
fn asks_twice(text: &Text<'_>) -> bool {
    let asks = |at: usize| match text.word(at) {
        "how" => matches!(text.word(at + 1), "many" | "much"),
        "what" => matches!(
            text.word(at + 1),
            "did" | "do" | "was" | "were" | "percentage" | "share" | "proportion"
        ),
        _ => false,
    };
    let tied = |at: usize| at > 0 && matches!(text.word(at - 1), "and" | "," | "&");
    let all = 0..text.tokens.len();
    asks(0) && all.clone().skip(1).any(|at| asks(at) && tied(at))
}

/// Whether another reading gives the same figure with one more beside it.
fn answers_half(readings: &[Reading], q: &Query) -> bool {
    let figures = !q.select.is_empty() && q.select.iter().all(|e| e.is_figure() || q.group.contains(e));
    let more = |o: &Query| {
        let new = o.select.iter().filter(|e| !q.select.contains(e));
        o.select.len() > q.select.len()
            && new.clone().all(Expr::is_figure)
            && q.select.iter().all(|e| o.select.contains(e))
    };
    let same = |o: &Query| o.filter == q.filter && o.group == q.group && o.having == q.having;
    figures && readings.iter().any(|r| same(&r.query) && more(&r.query))
}

/// "On average, how many cakes are in one order": of all orders, and not of those that are one alone.
fn asks_per_one(text: &Text<'_>) -> bool {
    let two = |at: usize| (text.word(at), text.word(at + 1));
    let mut all = 0..text.tokens.len();
    let mean = all.clone().any(|at| two(at) == ("on", "average"));
    let one = |at: usize| matches!(two(at), ("in" | "on", "one" | "an" | "a" | "each" | "every"));
    mean && all.clone().any(|at| two(at) == ("how", "many")) && all.any(one)
}

/// "Moves charged at more than the average": the table whose rows are named first, where no figure of them is asked for.
fn named_rows(text: &Text<'_>) -> Option<usize> {
    const ASKS: &str = "many number total count each every per by sum whose";
    if text.tokens.iter().any(|t| among(ASKS, &t.lower)) {
        return None;
    }
    let thing = |at: usize| {
        text.at(at)
            .iter()
            .find(|a| a.score >= SURE && a.meaning.thing().is_some())
    };
    match (0..text.tokens.len()).find_map(thing)?.meaning {
        Meaning::Table(t) => Some(t),
        _ => None,
    }
}

/// Whether it lists rows of the table by a number that each of them keeps: what customers spent is added up first.
fn lists_rows(q: &Query, table: usize) -> bool {
    let own = |c: &Cond| matches!(c, Cond::Compare(Expr::Col(c), ..) if c.table == table);
    q.group.is_empty() && q.over.is_none() && !q.select.iter().any(Expr::is_figure) && q.filter.iter().any(own)
}

/// Whether it sets something beside an average of its own: "above the average price".
fn compares(r: &Reading) -> bool {
    let mean = |e: &Expr| matches!(e, Expr::Query(_) | Expr::Peers(..));
    let held = |c: &Cond| match c {
        Cond::Compare(_, _, Expr::Math(_, '*', e)) => mean(e),
        Cond::Compare(_, _, e) => mean(e),
        _ => false,
    };
    let of = |q: &Query| q.filter.iter().chain(&q.having).any(held);
    of(&r.query) || r.query.over.as_deref().is_some_and(of)
}

fn divides(r: &Reading) -> bool {
    matches!(r.query.select.as_slice(), [Expr::Math(_, '/', _)])
}

/// "How much they spent" by a bare `total` of pieces, where another reading adds up a `total_amount` beside it.
fn sums_no_money(text: &Text<'_>, readings: &[Reading], q: &Query) -> bool {
    let known = text.known;
    let money = (0..text.tokens.len()).any(|at| crate::constructions::money_word(text.word(at)));
    let summed = |e: &Expr| match e {
        Expr::Agg {
            agg: Agg::Sum | Agg::Avg,
            of,
            ..
        } => match **of {
            Expr::Col(c) => Some(c),
            _ => None,
        },
        _ => None,
    };
    let all = |q: &Query| -> Vec<Col> {
        q.select
            .iter()
            .chain(q.order.iter().map(|o| &o.0))
            .filter_map(summed)
            .collect()
    };
    let Some(own) = all(q)
        .first()
        .copied()
        .filter(|c| money && !known.column(*c).is_money())
    else {
        return false;
    };
    let words = &known.column(own).words;
    let amount = |c: &Col| {
        let column = known.column(*c);
        c.table == own.table && column.is_money() && words.iter().all(|w| column.words.contains(w))
    };
    readings
        .iter()
        .any(|r| all(&r.query).first().is_some_and(amount) && r.query.group == q.group && r.query.filter == q.filter)
}

/// "What percentage of the women and of the men survived": a rate of each, and not of both together.
pub(crate) fn each(text: &Text<'_>, q: &mut Query) {
    let [Expr::Percent(so)] = q.select.as_slice() else {
        return;
    };
    let several = q.filter.iter().find_map(|c| match c {
        Cond::Is {
            col,
            values,
            not: false,
        } if values.len() > 1 => Some(*col),
        _ => None,
    });
    let Some(col) = several.filter(|c| q.group.is_empty() && q.over.is_none() && !of_column(so, *c)) else {
        return;
    };
    let of = |at: &usize| {
        let value = |m: &Meaning| matches!(m, Meaning::Value { col: c, .. } if *c == col);
        text.at(*at).iter().any(|a| a.score >= 0.8 && value(&a.meaning))
    };
    let said: Vec<usize> = (0..text.tokens.len()).filter(of).collect();
    let tied = |pair: &[usize]| (pair[0]..pair[1]).any(|at| text.word(at) == "and");
    let either = (0..text.tokens.len()).any(|at| text.word(at) == "or" || text.word(at) == "together");
    if !either && said.windows(2).any(tied) {
        q.select.insert(0, Expr::Col(col));
        q.group.push(Expr::Col(col));
    }
}

/// "How many came, and what percentage of them paid": all who came are counted, and not those who paid.
pub(crate) fn whole(text: &Text<'_>, q: &mut Query) {
    let tied = |at: &usize| matches!(text.word(at - 1), "and" | "," | "&") && text.word(*at) == "what";
    let Some(asked) = (1..text.tokens.len()).find(|at| tied(at) && is_part(text.word(at + 1))) else {
        return;
    };
    let many = (0..asked).any(|at| (text.word(at), text.word(at + 1)) == ("how", "many"));
    let part = q.select.iter().find_map(|e| match e {
        Expr::Percent(c) => Some((**c).clone()),
        _ => None,
    });
    let Some(part) = part.filter(|_| many) else { return };
    let mut cols: Vec<Col> = Vec::new();
    part.visit(&mut |_, c| cols.extend(c));
    let of = |a: &Atom| a.score >= 0.8 && matches!(a.meaning.thing(), Some(Ent::Column(c)) if cols.contains(&c));
    if (0..asked).any(|at| text.at(at).iter().any(of)) {
        return;
    }
    let Some(table) = q.tables.first().copied().or(cols.first().map(|c| c.table)) else {
        return;
    };
    let so = |e: &Expr| match e {
        Expr::Agg {
            agg: Agg::Count, of, ..
        } => matches!(&**of, Expr::Only(c, _) if **c == part),
        _ => false,
    };
    q.select
        .iter_mut()
        .filter(|e| so(e))
        .for_each(|e| *e = Expr::count(table));
}

/// Whether a condition is of this column.
fn of_column(cond: &Cond, col: Col) -> bool {
    match cond {
        Cond::Is { col: c, .. } => *c == col,
        Cond::All(list) | Cond::Any(list) => list.iter().any(|c| of_column(c, col)),
        _ => false,
    }
}

/// Whether another reading is this one with a condition for a text that this one passes over.
fn passes_over(text: &Text<'_>, readings: &[Reading], r: &Reading) -> bool {
    let needed = r.query.needed();
    // "How many are done", "are black and delivered".
    let be = |at: usize| {
        // "Even the ones that were cancelled" are no condition.
        among("is are was were", text.word(at)) && !among("that which who ones", text.word(at.saturating_sub(1)))
    };
    let tied = |at: usize| at >= 4 && among("and or but", text.word(at - 1)) && (be(at - 3) || be(at - 4));
    let of_them = |at: usize| at > 0 && (be(at - 1) || tied(at));
    // What the word also names is no part of the reading.
    let unheeded = |at: usize| {
        let others = text
            .at(at)
            .iter()
            .filter(|a| !matches!(a.meaning, Meaning::Value { .. }));
        let named = |m: &Meaning| m.thing().is_some_and(|e| needed.contains(&e.table()));
        of_them(at)
            || r.unused.contains(&text.tokens[at].text)
            || others.clone().count() > 0 && !others.clone().any(|a| named(&a.meaning))
    };
    let stored = |cond: &Cond| {
        let Cond::Is {
            col,
            values,
            not: false,
        } = cond
        else {
            return false;
        };
        // A word that otherwise says little is meant by itself where it is said of something.
        let sure = |at: usize| if of_them(at) { 0.8 } else { SURE };
        let means = |at: usize| {
            text.at(at).iter().any(|a| match &a.meaning {
                Meaning::Value {
                    col: of,
                    value,
                    part: false,
                } => a.end == at + 1 && a.score >= sure(at) && of == col && values.contains(value),
                _ => false,
            })
        };
        (0..text.tokens.len()).any(|at| means(at) && unheeded(at))
    };
    readings.iter().any(|other| {
        let more: Vec<&Cond> = other
            .query
            .filter
            .iter()
            .filter(|c| !r.query.filter.contains(c))
            .collect();
        matches!(more[..], [only] if same_but_filter(&other.query, &r.query) && stored(only))
    })
}

fn same_but_filter(more: &Query, less: &Query) -> bool {
    let kept = less.filter.iter().all(|c| more.filter.contains(c));
    kept && more.select == less.select
        && more.group == less.group
        && more.having == less.having
        && more.order == less.order
}

/// "How many goals did she score": goals are added up, and no rows that have some counted.
fn counts_figures(text: &Text<'_>, readings: &[Reading], q: &Query) -> bool {
    let counted = q.select.iter().find_map(|e| match e {
        Expr::Agg {
            agg: Agg::Count, of, ..
        } => match **of {
            Expr::Col(c) => Some((e, c)),
            _ => None,
        },
        _ => None,
    });
    let Some((figure, col)) = counted else { return false };
    let column = text.known.column(col);
    let adds = column.is_number()
        && column.role == Role::Measure
        && !column.is_money()
        && usual_of(text.known, col) == Agg::Sum;
    let sum = Expr::agg(Agg::Sum, Expr::Col(col));
    let swapped = |e: &Expr| if e == figure { sum.clone() } else { e.clone() };
    let select: Vec<Expr> = q.select.iter().map(swapped).collect();
    adds && readings
        .iter()
        .any(|r| r.query.select == select && r.query.group == q.group && r.query.filter == q.filter)
}
