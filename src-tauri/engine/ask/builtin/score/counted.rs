//! What a question counts, adds up and compares, and a reading does otherwise: set by judgement, as in `taste.rs`.
//!
//! In: a reading, the question's words. Out: what its score loses, as a logarithm. Deliberately absent: anything that is
//! learned, and any word of a database.

use super::super::cues::{Cue, COMPARED};
use super::super::mentions::{Kind, Meaning, SURE};
use super::super::query::{Agg, Col, Cond, Expr, Op, Query, Value};
use super::super::write::stored;
use super::promised::{cued, says};
use super::shape::class;
use super::{grain, Asked};
use crate::words::Token;

/// Rows are counted where the table keeps the number itself.
const ROWS_OF_A_TALLY: f64 = 2.0;
/// Keys, or numbers that only tell apart, are added up.
const ADDS_LABELS: f64 = 1.5;
/// "The number of hours worked": how many different hours there are.
const DIFFERENT_NUMBERS: f64 = 2.0;
/// Days are added up or averaged.
const FIGURES_OF_DAYS: f64 = 2.0;
/// "The number of reviews": their ratings are added up.
const SUM_FOR_NUMBER: f64 = 1.5;
/// "The number of documents": how many different names they have.
const NAMES_COUNTED: f64 = 1.0;
/// "How many have one, and how many do not": a single figure.
const ONE_OF_TWO_COUNTS: f64 = 8.0;
/// Each group is one row of its table by itself, and its rows are counted all the same.
const COUNTS_ONES: f64 = 3.0;
/// "The youngest": the least sum of ages.
const SUM_OF_ONE: f64 = 1.5;
/// "For each", and nothing is grouped.
const FOR_EACH_OF_NOTHING: f64 = 3.0;
/// "The average height for boys and girls": one average of both.
const ONE_OF_BOTH: f64 = 4.0;
/// "The total number of beds in the wards": the number of each.
const NO_TOTAL: f64 = 1.5;
/// "The average number of products per order": the number of each.
const ONE_FOR_EACH: f64 = 3.0;
/// "How many units": how many rows, where each has a quantity.
const ROWS_FOR_UNITS: f64 = 3.0;

pub(super) fn loses(asked: &Asked<'_>, q: &Query) -> f64 {
    let of_one = |c: &Cue| matches!(c, Cue::Superlative(_, Some(a)) if a.of_one());
    let broken = [
        (grain::for_each_of_nothing(asked, q), FOR_EACH_OF_NOTHING),
        (grain::counts_ones(asked, q), COUNTS_ONES),
        (
            (cued(asked, of_one) || says(asked, &["single"])) && by_sum(q),
            SUM_OF_ONE,
        ),
        (names_counted(asked, q), NAMES_COUNTED),
        (sum_for_number(asked, q), SUM_FOR_NUMBER),
        (and_how_many(asked) && single(q), ONE_OF_TWO_COUNTS),
        (both(asked, q), ONE_OF_BOTH),
        (no_total(asked, q), NO_TOTAL),
        (one_for_each(asked, q), ONE_FOR_EACH),
        (one_to_compare(asked, q), ONE_OF_BOTH),
        (rows_for_units(asked, q), ROWS_FOR_UNITS),
    ];
    let lost: f64 = broken.iter().filter(|b| b.0).map(|b| b.1).sum();
    lost + figures(asked, q)
}

/// What is counted and added up.
fn figures(asked: &Asked<'_>, q: &Query) -> f64 {
    let different = asked.items.iter().any(|i| matches!(i.kind, Kind::Cue(Cue::Distinct)));
    let exprs = q.select.iter().chain(q.order.iter().map(|o| &o.0));
    let lost = exprs.map(|e| match e {
        Expr::Agg { agg, distinct, of } => match (agg, &**of) {
            (Agg::Count, Expr::Rows(t)) if grain::tally(asked, *t) => ROWS_OF_A_TALLY,
            (Agg::Count, Expr::Column(c)) if *distinct && !different && measured(asked, *c) => DIFFERENT_NUMBERS,
            (Agg::Sum | Agg::Avg, Expr::Column(c)) if stored(asked.knowledge, *c).is_some() => FIGURES_OF_DAYS,
            (Agg::Sum, Expr::Column(c)) if grain::labels(asked, *c) => ADDS_LABELS,
            _ => 0.0,
        },
        _ => 0.0,
    });
    lost.fold(0.0, f64::max)
}

/// Numbers that measure something and tell nothing apart.
fn measured(asked: &Asked<'_>, c: Col) -> bool {
    class(asked, c) == "number" && !grain::labels(asked, c)
}

/// Whether the one is picked by a sum, or what its own row keeps is added up.
fn by_sum(q: &Query) -> bool {
    let summed = |e: &Expr| match e {
        Expr::Agg { agg: Agg::Sum, of, .. } => table_of(of),
        _ => None,
    };
    let Some((by, _)) = q.order.first().filter(|_| q.limit.is_some()) else {
        return false;
    };
    let table = match by {
        Expr::Agg { of, .. } => table_of(of),
        e => table_of(e),
    };
    summed(by).is_some() || q.select.iter().any(|e| summed(e).is_some() && summed(e) == table)
}

fn table_of(e: &Expr) -> Option<usize> {
    match e {
        Expr::Column(c) => Some(c.table),
        _ => None,
    }
}

/// Whether the number of something is asked for that is surely a table's rows.
fn counts_rows_of(asked: &Asked<'_>, is: &dyn Fn(usize) -> bool) -> bool {
    let table = |m: &Meaning| matches!(m, Meaning::Table(t) if is(*t));
    asked.items.windows(2).any(|pair| match (&pair[0].kind, &pair[1].kind) {
        (Kind::Cue(Cue::HowMany), Kind::Mention(readings)) => readings.iter().any(|(m, s)| *s >= SURE && table(m)),
        _ => false,
    })
}

/// "The number of documents", where documents are rows: their different names are counted.
fn names_counted(asked: &Asked<'_>, q: &Query) -> bool {
    let counted = |e: &Expr| match e {
        Expr::Agg {
            agg: Agg::Count,
            distinct: true,
            of,
        } => match **of {
            Expr::Column(c) => {
                matches!(class(asked, c), "name" | "partname") && counts_rows_of(asked, &|t| t == c.table)
            }
            _ => false,
        },
        _ => false,
    };
    let different = asked.items.iter().any(|i| matches!(i.kind, Kind::Cue(Cue::Distinct)));
    !different && q.select.iter().chain(q.order.iter().map(|o| &o.0)).any(counted)
}

/// "The number of reviews", where reviews are rows: something that they hold is added up.
fn sum_for_number(asked: &Asked<'_>, q: &Query) -> bool {
    let rows = counts_rows_of(asked, &|_| true);
    let exprs = || q.select.iter().chain(q.order.iter().map(|o| &o.0));
    let adds = |e: &Expr| match e {
        Expr::Agg { agg: Agg::Sum, of, .. } => match **of {
            Expr::Column(c) => {
                let stems = &asked.knowledge.fields.of_column(c.table, c.column).stems;
                let own = stems.last() == asked.knowledge.fields.of_table(c.table).stems.last();
                !own && !stems.iter().any(|s| NUMBERS.contains(&s.as_str()))
            }
            _ => false,
        },
        _ => false,
    };
    let counts = |e: &Expr| matches!(e, Expr::Agg { agg: Agg::Count, .. });
    rows && !says(asked, &["sum", "average", "mean"]) && exprs().any(adds) && !exprs().any(counts)
}

/// Words of columns that keep a number of things, as stems.
const NUMBERS: &[&str] = &["num", "number", "count", "total", "quantiti", "qti", "amount"];

/// "How many do, and how many do not": the groups are of both.
pub(super) fn of_each(asked: &Asked<'_>, q: &Query) -> bool {
    and_how_many(asked) && !q.group.is_empty()
}

/// Whether a single figure is given.
fn single(q: &Query) -> bool {
    matches!(q.select.as_slice(), [e] if e.is_aggregate()) && q.group.is_empty()
}

/// "How many have a licence and how many do not?", "Which suppliers are there, and how many products does each have?"
fn and_how_many(asked: &Asked<'_>) -> bool {
    let how_many = |t: &[Token]| t[0].is("and") && t[1].is("how") && t[2].is("many");
    // "The towns of breeders and the corresponding number of breeders."
    let number = |at: usize| {
        let behind = asked.tokens[at + 1..].iter();
        let mut rest = behind.skip_while(|t| t.is_any(&["the", "their", "corresponding", "respective", "total"]));
        asked.tokens[at].is_any(&["and", "with"])
            && rest.next().is_some_and(|t| t.is("number"))
            && rest.next().is_some_and(|t| t.is("of"))
    };
    let listed = |at: usize| {
        asked
            .items
            .iter()
            .take_while(|i| i.end <= at)
            .any(|i| matches!(i.kind, Kind::Mention(_)))
    };
    let begins = !asked
        .items
        .first()
        .is_some_and(|i| matches!(i.kind, Kind::Cue(Cue::HowMany | Cue::Agg(_))));
    asked.tokens.windows(3).any(how_many) || begins && (0..asked.tokens.len()).any(|at| number(at) && listed(at))
}

/// "For paid and unpaid bills", where there are no others: each is meant, as all of them are no condition.
fn both(asked: &Asked<'_>, q: &Query) -> bool {
    let of = |c: &Cond| match c {
        Cond::Compare(Expr::Column(c), Op::Eq, Value::Text(_)) => Some(*c),
        _ => None,
    };
    let all = |c: Col, values: usize| {
        let table = &asked.knowledge.catalog.tables[c.table];
        let profile = asked.knowledge.profile(&table.name, &table.columns[c.column].name);
        profile.is_some_and(|p| p.distinct as usize == values)
    };
    let every = |c: &Cond| match c {
        Cond::Any(list) => list
            .first()
            .and_then(of)
            .is_some_and(|c| list.iter().all(|o| of(o) == Some(c)) && all(c, list.len())),
        _ => false,
    };
    let or = cued(asked, |c| matches!(c, Cue::Or | Cue::Both)) || says(asked, &["together", "combined", "total"]);
    single(q) && !or && q.filter.iter().any(every)
}

/// Rows are counted where units are asked for, and a table in question keeps their quantity.
fn rows_for_units(asked: &Asked<'_>, q: &Query) -> bool {
    let quantity = |t: usize| {
        let columns = 0..asked.knowledge.catalog.tables[t].columns.len();
        let stems = |c: usize| &asked.knowledge.fields.of_column(t, c).stems;
        columns
            .into_iter()
            .any(|c| matches!(stems(c).as_slice(), [one] if one == "quantiti" || one == "qti"))
    };
    let counts = |e: &Expr| matches!(e, Expr::Agg { agg: Agg::Count, .. });
    says(asked, &["units", "pieces"]) && q.select.iter().any(counts) && q.needed().into_iter().any(quantity)
}

/// "Compare the sales of 2023 and 2024": one figure of both.
fn one_to_compare(asked: &Asked<'_>, q: &Query) -> bool {
    let several = |c: &Cond| matches!(c, Cond::Any(list) if list.len() > 1);
    single(q) && says(asked, COMPARED) && q.filter.iter().any(several)
}

/// An average number for each of something, and nothing is averaged: the numbers of all of them.
fn one_for_each(asked: &Asked<'_>, q: &Query) -> bool {
    let for_each = |c: &Kind| matches!(c, Kind::Cue(Cue::Each | Cue::By | Cue::Per(_)));
    let once = asked.items.iter().filter(|i| for_each(&i.kind)).count() == 1;
    let averages = |e: &Expr| matches!(e, Expr::Agg { agg: Agg::Avg, .. } | Expr::Arith(..));
    let asks = cued(asked, |c| matches!(c, Cue::Agg(Agg::Avg))) && cued(asked, |c| matches!(c, Cue::HowMany));
    asks && once && says(asked, &["per"]) && !q.group.is_empty() && !q.select.iter().any(averages)
}

/// A total is asked for, and the numbers themselves are shown.
fn no_total(asked: &Asked<'_>, q: &Query) -> bool {
    let total = |c: Col| {
        let stems = &asked.knowledge.fields.of_column(c.table, c.column).stems;
        stems.iter().any(|s| matches!(s.as_str(), "total" | "sum"))
    };
    let number = matches!(q.select.as_slice(), [Expr::Column(c)] if measured(asked, *c) && !total(*c));
    number && says(asked, &["total", "sum"]) && q.limit.is_none()
}
