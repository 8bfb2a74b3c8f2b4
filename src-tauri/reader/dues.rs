//! What is still to be paid, where a row keeps what it comes to and what has been paid of it.
//!
//! In: tables and links. Out: one column that takes the one from the other, where payments may have a table of their own.
//! Deliberately absent: tables that keep a balance already, and prices paid for goods, which say nothing of a debt.

use askwell_contract::{Dialect, TypeKind};
use askwell_sql::dialect;

use crate::known::{place, Col, Column, Known, Role, Table};
use crate::link::{came_to_nothing, never_paid, Text};
use crate::query::{Cond, Query};
use crate::read::{drop_worse, Reading};
use crate::words::among;

/// What the made column is called.
pub const OUTSTANDING: &str = "outstanding";

/// Names of columns that keep it themselves, and of such that may.
const OWED: &str = "outstanding owed owing owes arrears unpaid debt";
const LEFT: &str = "balance remaining";
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
/// Pairs of rows that are looked at, at most. Without an index SQLite took 1.8 s for 5,000 rows and as many payments, and 29 s
/// for 20,000.
const PAIRS: u64 = 40_000_000;
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
    const SPOKEN: &str = "owe owes owed owing unpaid outstanding paid pay";
    if !text.tokens.iter().any(|t| among(SPOKEN, &t.lower)) {
        return;
    }
    let beside = |q: &Query| {
        let mut found = false;
        for cond in &q.filter {
            cond.visit(&mut |_, c| {
                found |= c.is_some_and(|c| {
                    let column = text.known.column(c);
                    let payment = || sides(&text.known.tables[c.table]).is_some_and(|s| s.1 == c.column);
                    is_part(text, column) && !column.is_number() || matches!(cond, Cond::Null(..)) && payment()
                });
            });
        }
        found
    };
    drop_worse(readings, |all, r| {
        beside(&r.query) && all.iter().any(|o| !beside(&o.query))
    });
}

fn has(c: &Column, list: &str) -> bool {
    c.words.iter().any(|w| among(list, w))
}

fn is_amount(c: &Column) -> bool {
    c.is_number() && c.role == Role::Measure && c.told.is_none() && !c.is_made()
}

/// The places of what is due and of what was paid of it.
fn sides(table: &Table) -> Option<(usize, usize)> {
    // Goods are received, too, in whole pieces.
    let money = |c: &Column| c.is_money() || matches!(c.kind, TypeKind::Real | TypeKind::Decimal);
    let called = |c: &Column| has(c, PAID) && c.words.iter().all(|w| among(PAID, w) || among(BESIDE, w));
    let paid = |c: &Column| is_amount(c) && money(c) && called(c);
    let mut found = (0..table.columns.len()).filter(|at| paid(&table.columns[*at]));
    let paid = found.next().filter(|_| found.next().is_none())?;
    Some((due(table, Some(paid))?, paid))
}

/// The place of what is to be paid for a row; what was paid of it is hardly more.
fn due(table: &Table, paid: Option<usize>) -> Option<usize> {
    let most = paid.and_then(|at| table.columns[at].max);
    let fits = |c: &Column| c.max.zip(most).is_none_or(|(due, paid)| due >= paid * 0.9);
    // What a piece or an hour costs is not what all of them do, and neither are pieces and hours themselves.
    const OTHER: &str =
        "unit units each per hourly hour hours hrs minutes mins day days daily rate deposit vat tax discount \
        quantity qty number count items pieces miles km weight";
    let each = |c: &Column| has(c, OTHER);
    DUE.iter().find_map(|words| {
        let called = |at: &usize| {
            let c = &table.columns[*at];
            Some(*at) != paid && is_amount(c) && has(c, words) && !each(c)
        };
        let mut called = (0..table.columns.len()).filter(called);
        called
            .next()
            .filter(|at| called.next().is_none() && fits(&table.columns[*at]))
    })
}

/// The column that a table is given.
pub(crate) fn of(known: &Known, t: usize) -> Option<Column> {
    let table = &known.tables[t];
    let (whole, rest) = parts(known, t)?;
    let sql = match rest {
        Rest::Own(paid) => format!("({} - COALESCE({}, 0))", whole.sql, table.columns[paid].written(paid)),
        Rest::Payments(sql) => format!("({} - COALESCE({sql}, 0))", whole.sql),
    };
    Some(Column::made(OUTSTANDING, table.rows, whole.nulls, whole.distinct, sql))
}

/// What is to be paid for a row, as SQL over it.
struct Whole {
    sql: String,
    nulls: u64,
    distinct: u64,
    says: String,
}

enum Rest {
    /// The row keeps what was paid, in the column at this place.
    Own(usize),
    /// The payments for it, as SQL over the row.
    Payments(String),
}

fn parts(known: &Known, t: usize) -> Option<(Whole, Rest)> {
    let table = &known.tables[t];
    if table
        .columns
        .iter()
        .any(|c| !c.is_made() && c.is_number() && (has(c, OWED) || has(c, LEFT)))
    {
        return None;
    }
    if let Some((due, paid)) = sides(table) {
        return Some((own(table, due), Rest::Own(paid)));
    }
    let mut all = (0..known.tables.len()).filter(|p| *p != t && is_payments(known, *p));
    let payments = all.next().filter(|_| all.next().is_none())?;
    let paid = summed(known, (payments, payment(&known.tables[payments])?), t, never_paid)?;
    if let Some(due) = due(table, None) {
        return Some((own(table, due), Rest::Payments(paid)));
    }
    // What a customer is billed stands in another table, which payments say nothing of.
    let billed =
        |b: &usize| *b != payments && *b != t && due(&known.tables[*b], None).is_some() && link(known, *b, t).is_some();
    let mut bills = (0..known.tables.len()).filter(billed);
    let bill = bills.next().filter(|_| bills.next().is_none() && known.is_human(t))?;
    let at = due(&known.tables[bill], None).filter(|_| link(known, payments, bill).is_none())?;
    let column = &known.tables[bill].columns[at];
    let whole = Whole {
        sql: format!("COALESCE({}, 0)", summed(known, (bill, at), t, called_off)?),
        nulls: 0,
        distinct: table.rows,
        says: column.words.join(" "),
    };
    Some((whole, Rest::Payments(paid)))
}

fn own(table: &Table, at: usize) -> Whole {
    let column = &table.columns[at];
    Whole {
        sql: column.written(at),
        nulls: column.nulls,
        distinct: column.distinct,
        says: column.words.join(" "),
    }
}

/// Whether the rows of a table are payments, each of them for a row of another.
fn is_payments(known: &Known, t: usize) -> bool {
    const CALLED: &str = "payment payments receipt receipts instalment instalments installment installments";
    let table = &known.tables[t];
    table.words.last().is_some_and(|w| among(CALLED, w)) && payment(table).is_some()
}

/// The place of the money of payments.
fn payment(table: &Table) -> Option<usize> {
    let is = |c: &Column| {
        let fee = has(c, "fee tax vat rate due total balance");
        c.is_number() && c.role == Role::Measure && c.is_money() && !c.is_made() && !fee
    };
    let mut found = (0..table.columns.len()).filter(|at| is(&table.columns[*at]));
    found.next().filter(|_| found.next().is_none())
}

/// The columns by which rows of one table belong to rows of the other, where there is only one way.
fn link(known: &Known, from: usize, to: usize) -> Option<(Col, Col)> {
    let mut found = known
        .links
        .iter()
        .filter_map(|l| match (l.from.as_slice(), l.to.as_slice()) {
            ([a], [b]) if a.table == from && b.table == to => Some((*a, *b)),
            _ => None,
        });
    found.next().filter(|_| found.next().is_none())
}

/// The sum of a column over the rows of a table that belong to a row, as SQL over that row, without rows of the states that
/// `void` finds in a column. `None` also where an engine that looks through all of them for each row would take too long.
fn summed(
    known: &Known,
    (of, at): (usize, usize),
    whose: usize,
    void: fn(&Column) -> Option<Vec<String>>,
) -> Option<String> {
    let (from, to) = link(known, of, whose)?;
    let table = &known.tables[of];
    // DuckDB makes a join of it.
    let pairs = table.rows.saturating_mul(known.tables[whose].rows);
    if known.dialect != Dialect::Duckdb && pairs > PAIRS {
        return None;
    }
    let name = |c: &Column| format!("part.{}", dialect::ident(&c.name, known.dialect));
    let summed = &table.columns[at];
    let value = summed
        .view
        .as_ref()
        .map_or_else(|| name(summed), |v| v.replace("{}", &name(summed)));
    let left_out = table.columns.iter().find_map(|c| Some((c, void(c)?)));
    let but = left_out.map_or_else(String::new, |(c, texts)| {
        let texts: Vec<String> = texts.iter().map(|t| dialect::text(t)).collect();
        format!(" AND COALESCE({}, '') NOT IN ({})", name(c), texts.join(", "))
    });
    Some(format!(
        "(SELECT SUM({value}) FROM {} AS part WHERE {} = {}{but})",
        table.sql,
        name(known.column(from)),
        place(to.column)
    ))
}

/// What was called off is owed by nobody.
fn called_off(c: &Column) -> Option<Vec<String>> {
    Some(came_to_nothing(c)?.0)
}

/// What such a column is made of, in words; `None` for any other column.
pub fn meaning(known: &Known, table: usize, name: &str) -> Option<String> {
    let made = |c: &Column| c.is_made() && c.name == OUTSTANDING;
    let t = &known.tables[table];
    t.columns.iter().find(|c| c.name == name && made(c))?;
    let (whole, rest) = parts(known, table)?;
    Some(match rest {
        Rest::Own(paid) => format!("{} less {}", whole.says, t.columns[paid].words.join(" ")),
        Rest::Payments(_) => format!("{} less the payments for it", whole.says),
    })
}

/// The number that says what is still to be paid of a table's rows, kept or made.
pub(crate) fn outstanding(known: &Known, table: usize) -> Option<Col> {
    // A balance beside what is due and what was paid is what is left of it; another one may be a bank's.
    let billed = sides(&known.tables[table]).is_some();
    let left = |c: &Column| has(c, LEFT) && (billed || has(c, "due left"));
    let owed = |c: &Column| is_amount(c) && (has(c, OWED) || left(c)) || c.is_made() && c.name == OUTSTANDING;
    let mut found = known.columns(table).filter(|(_, c)| owed(c));
    found.next().map(|(col, _)| col).filter(|_| found.next().is_none())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::constructions::tests::{column, table};
    use askwell_contract::TypeKind::{Integer, Real};

    fn made(names: &[&str]) -> Option<String> {
        let columns = names.iter().map(|n| column(n, Real, Role::Measure)).collect();
        of(&known(vec![table("jobs", columns, None)]), 0).and_then(|c| c.view)
    }

    fn known(tables: Vec<Table>) -> Known {
        Known {
            speech: Default::default(),
            dialect: askwell_contract::Dialect::Sqlite,
            week: Default::default(),
            tables,
            links: Vec::new(),
        }
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
            &["total_hours", "paid"],
        ] {
            assert_eq!(made(names), None, "{names:?}");
        }
    }

    #[test]
    fn goods_that_were_received_are_no_payments() {
        let order = |kind| {
            let columns = vec![
                column("amount", Real, Role::Measure),
                column("received", kind, Role::Measure),
            ];
            of(&known(vec![table("orders", columns, None)]), 0).is_some()
        };
        assert!(order(Real) && !order(Integer));
    }

    #[test]
    fn it_says_what_it_is_made_of() {
        let columns = ["invoice_total", "received"].map(|n| column(n, Real, Role::Measure));
        let mut jobs = known(vec![table("jobs", columns.into(), None)]);
        let made = of(&jobs, 0);
        jobs.tables[0].columns.extend(made);
        let says = |name: &str| meaning(&jobs, 0, name);
        assert_eq!(says(OUTSTANDING).as_deref(), Some("invoice total less received"));
        assert_eq!(says("received"), None);
    }
}
