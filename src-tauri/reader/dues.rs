//! What is still to be paid, where a row keeps what it comes to and what has been paid of it.
//!
//! In: a table. Out: one column that takes the one from the other. Deliberately absent: tables that keep a balance already, and
//! prices paid for goods, which say nothing of a debt.

use crate::known::{Col, Column, Known, Role, Table};
use crate::link::Text;
use crate::query::{Cond, Query};
use crate::read::{drop_worse, Reading};
use crate::words::among;

/// What the made column is called.
pub const OUTSTANDING: &str = "outstanding";

/// Names of columns that keep it themselves.
const KEPT: &str = "outstanding owed owing owes balance arrears remaining unpaid debt";
/// What is to be paid, the plainest name first.
const DUE: [&str; 6] = [
    "due",
    "total invoiced billed charged",
    "claimed quoted agreed",
    "amount bill invoice",
    "price fee fees rent subs subscription charge",
    "cost",
];
const PAID: &str = "paid received collected settled";
/// What may stand beside "paid" without making it something else: a "price paid" is no part of a debt.
const BESIDE: &str = "amount sum total payment payments money cash so far to date already us now been gbp usd eur";

/// What is paid beside the rest, or as a part of it.
pub(crate) const PARTS: &str = "deposit commission tax vat insurance bond tip refund mileage bonus";

/// Whether a column is of such a part, and the question is not: whose deposit was paid may owe the rest.
pub(crate) fn is_part(text: &Text<'_>, c: &Column) -> bool {
    let said = |w: &str| text.tokens.iter().any(|t| t.is(w));
    c.words.iter().any(|w| among(PARTS, w) && !said(w))
}

/// Of what is owed neither the deposit says anything nor a payment that is not there: some have paid nought.
pub(crate) fn settle(text: &Text<'_>, readings: &mut Vec<Reading>) {
    const OWED: &str = "owe owes owed owing unpaid outstanding paid pay";
    if !text.tokens.iter().any(|t| among(OWED, &t.lower)) {
        return;
    }
    let beside = |q: &Query| {
        let mut found = false;
        for cond in &q.filter {
            cond.visit(&mut |_, c| {
                found |= c.is_some_and(|c| {
                    let column = text.known.column(c);
                    let payment = sides(&text.known.tables[c.table]).is_some_and(|s| s.1 == c.column);
                    is_part(text, column) && !column.is_number() || payment && matches!(cond, Cond::Null(..))
                });
            });
        }
        found
    };
    drop_worse(readings, |all, r| {
        beside(&r.query) && all.iter().any(|o| !beside(&o.query))
    });
}

/// The places of what is due and of what was paid of it.
fn sides(table: &Table) -> Option<(usize, usize)> {
    let money = |c: &Column| c.is_number() && c.role == Role::Measure && c.told.is_none() && !c.is_made();
    let has = |c: &Column, list: &str| c.words.iter().any(|w| among(list, w));
    if table
        .columns
        .iter()
        .any(|c| c.is_number() && !c.is_made() && has(c, KEPT))
    {
        return None;
    }
    let all: Vec<(usize, &Column)> = table.columns.iter().enumerate().filter(|(_, c)| money(c)).collect();
    let paid = |c: &Column| has(c, PAID) && c.words.iter().all(|w| among(PAID, w) || among(BESIDE, w));
    let mut found = all.iter().filter(|(_, c)| paid(c));
    let (Some((paid_at, paid)), None) = (found.next(), found.next()) else {
        return None;
    };
    // Nobody pays much more than is due.
    let fits = |c: &Column| match (c.max, paid.max) {
        (Some(due), Some(paid)) => due >= paid * 0.9,
        _ => true,
    };
    // What a piece or an hour costs is not what all of them do.
    let each = |c: &Column| has(c, "unit each per hourly hour day daily rate deposit vat tax discount");
    let due = DUE.iter().find_map(|words| {
        let mut called = all.iter().filter(|(at, c)| at != paid_at && has(c, words) && !each(c));
        match (called.next(), called.next()) {
            (Some((at, c)), None) if fits(c) => Some(*at),
            _ => None,
        }
    });
    Some((due?, *paid_at))
}

/// The column that a table is given.
pub(crate) fn of(table: &Table) -> Option<Column> {
    let (due, paid) = sides(table)?;
    let (whole, part) = (&table.columns[due], &table.columns[paid]);
    let sql = format!("({} - COALESCE({}, 0))", whole.written(due), part.written(paid));
    Some(Column::made(OUTSTANDING, table.rows, whole.nulls, whole.distinct, sql))
}

/// What such a column is made of, in words; `None` for any other column.
pub fn meaning(table: &Table, name: &str) -> Option<String> {
    let made = |c: &Column| c.is_made() && c.name == OUTSTANDING;
    table.columns.iter().find(|c| c.name == name && made(c))?;
    let (due, paid) = sides(table)?;
    let said = |at: usize| table.columns[at].words.join(" ");
    Some(format!("{} less {}", said(due), said(paid)))
}

/// The number that says what is still to be paid of a table's rows, kept or made.
pub(crate) fn outstanding(known: &Known, table: usize) -> Option<Col> {
    let owed = |c: &Column| {
        let kept = c
            .words
            .iter()
            .any(|w| among("outstanding owed owing owes arrears unpaid debt", w));
        let balance = c.words.iter().any(|w| among("balance remaining", w))
            && c.words.iter().any(|w| among("due owed outstanding left", w));
        c.is_number() && c.role == Role::Measure && c.told.is_none() && (kept || balance)
    };
    let mut found = known.columns(table).filter(|(_, c)| owed(c));
    found.next().map(|(col, _)| col).filter(|_| found.next().is_none())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::constructions::tests::{column, table};
    use askwell_contract::TypeKind::Real;

    fn made(names: &[&str]) -> Option<String> {
        let columns = names.iter().map(|n| column(n, Real, Role::Measure)).collect();
        of(&table("jobs", columns, None)).and_then(|c| c.view)
    }

    #[test]
    fn what_is_due_less_what_was_paid_is_outstanding() {
        let first_less_second = Some("({#0} - COALESCE({#1}, 0))".to_owned());
        assert_eq!(made(&["total_due", "paid_so_far"]), first_less_second);
        assert_eq!(made(&["amount", "amount_paid"]), first_less_second);
        assert_eq!(made(&["claimed", "paid"]), first_less_second);
    }

    #[test]
    fn a_balance_that_is_kept_and_prices_paid_make_nothing() {
        for names in [
            &["total_due", "paid", "balance"][..],
            &["sale_total", "price_paid"],
            &["unit_price", "paid"],
            &["hours", "paid"],
        ] {
            assert_eq!(made(names), None, "{names:?}");
        }
    }

    #[test]
    fn it_says_what_it_is_made_of() {
        let columns = ["invoice_total", "received"].map(|n| column(n, Real, Role::Measure));
        let mut jobs = table("jobs", columns.into(), None);
        let made = of(&jobs);
        jobs.columns.extend(made);
        assert_eq!(
            meaning(&jobs, OUTSTANDING).as_deref(),
            Some("invoice total less received")
        );
        assert_eq!(meaning(&jobs, "received"), None);
    }
}
