//! How long something lasted, where each row keeps it: "how many sick days", "the average length of an absence".
//!
//! In: the question and a query. Out: the same with the kept number of days, nights or hours in the place of what lies between
//! two columns, and added up where the question asks how many of them. Deliberately absent: rows with several such numbers.

use crate::known::{Col, Known, Role};
use crate::link::Text;
use crate::query::{Agg, Expr, Query};
use crate::words::stem;

pub(crate) fn kept(text: &Text<'_>, q: &mut Query) {
    let known = text.known;
    let mut figures = q.select.iter().filter(|e| e.is_figure());
    let (Some(figure), None) = (figures.next().cloned(), figures.next()) else {
        return;
    };
    let Expr::Agg { agg, distinct, of } = &figure else {
        return;
    };
    let of = match &**of {
        Expr::Days(from, to) if from.table == to.table => number_of(known, from.table, "day"),
        Expr::Hours(from, to) if from.table == to.table => number_of(known, from.table, "hour"),
        Expr::Rows(t) if !distinct => asked(text).and_then(|unit| number_of(known, *t, &unit)),
        _ => None,
    };
    let Some(of) = of else { return };
    let unit = known.column(of).stems.last();
    let average = text
        .tokens
        .iter()
        .any(|t| matches!(t.lower.as_str(), "average" | "avg" | "mean"));
    let agg = match unit.is_some() && asked(text).as_ref() == unit && !average {
        true => Agg::Sum,
        false if *agg == Agg::Count => return,
        false => *agg,
    };
    let sum = Expr::agg(agg, Expr::Col(of));
    let swap = |e: &mut Expr| {
        if *e == figure {
            *e = sum.clone();
        }
    };
    q.select.iter_mut().for_each(swap);
    q.order.iter_mut().for_each(|o| swap(&mut o.0));
}

/// The one number of a table that is told in this unit by its name.
fn number_of(known: &Known, table: usize, unit: &str) -> Option<Col> {
    let mut found = known.columns(table).filter(|(_, c)| {
        // Days of notice and of warranty are no time that something took.
        const PLAIN: [&str; 7] = ["number", "of", "total", "length", "duration", "day", "night"];
        let named = c.stems.last().is_some_and(|s| s == unit);
        let plain = c.stems.iter().all(|s| s == unit || PLAIN.iter().any(|p| stem(p) == *s));
        named && plain && c.is_number() && c.role == Role::Measure && !c.is_made() && c.told.is_none()
    });
    found.next().filter(|_| found.next().is_none()).map(|f| f.0)
}

/// "How many days", "how many sick days": the unit whose number is asked for.
fn asked(text: &Text<'_>) -> Option<String> {
    let many = (1..text.tokens.len()).find(|at| (text.word(at - 1), text.word(*at)) == ("how", "many"))?;
    let bounds = |at: usize| matches!(text.word(at), "over" | "above" | "more" | "under" | "below" | "less");
    let unit = |at: &usize| matches!(text.word(*at), "days" | "nights" | "hours") && !bounds(at + 1);
    let at = (many + 1..(many + 3).min(text.tokens.len())).find(unit)?;
    Some(text.tokens[at].stem.clone())
}
