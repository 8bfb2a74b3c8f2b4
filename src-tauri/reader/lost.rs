//! Money that never came, and what was never sold: what failed, bounced, was cancelled or given back is left out of a sum of what did, and as a
//! condition of the query this is said beside the answer.
//!
//! In: a question and a query. Out: the same with that condition, where it adds up money of rows of which some came to
//! nothing. Deliberately absent: counts, and questions that speak of how things ended.

use crate::asked::Style;
use crate::known::{Col, Column, Known};
use crate::link::{came_to_nothing, never_paid, Text};
use crate::query::{Agg, Cond, Expr, Query};

/// Words that speak of money that came in.
const TAKEN: [&str; 27] = [
    "sold",
    "sell",
    "sales",
    "sellers",
    "selling",
    "take",
    "took",
    "taken",
    "takings",
    "earn",
    "earned",
    "make",
    "made",
    "income",
    "revenue",
    "turnover",
    "raise",
    "raised",
    "bring",
    "brought",
    "collected",
    "money",
    "paid",
    "spend",
    "spent",
    "receive",
    "received",
];

/// Words that say that people were there.
const CAME: [&str; 15] = [
    "visited",
    "attended",
    "stayed",
    "boarded",
    "performed",
    "played",
    "ran",
    "drove",
    "driven",
    "carried",
    "travelled",
    "traveled",
    "seen",
    "saw",
    "treated",
];

/// Money that did come, whatever became of the row, and money that went out.
const OTHER: [&str; 12] = [
    "paid",
    "received",
    "collected",
    "cost",
    "costs",
    "expense",
    "expenses",
    "wage",
    "wages",
    "salary",
    "fuel",
    "toll",
];

/// A column by which rows say that no money came, and the texts that do.
pub(crate) type State = (Col, Vec<String>);

/// What a question leaves out unasked, the first column of each table.
#[derive(Default)]
pub(crate) struct States {
    /// Of sums of money that came in.
    money: Vec<State>,
    /// Of rows that somebody came for: who cancelled did not visit.
    came: Vec<State>,
}

/// Nothing where the question speaks neither of money that came in nor of people who came, or is to be taken at its word.
pub(crate) fn states(text: &Text<'_>) -> States {
    let says = |words: &[&str]| text.tokens.iter().any(|t| words.contains(&t.lower.as_str()));
    if text.asked.style == Style::Exact {
        return States::default();
    }
    let all = |of: &dyn Fn(&Column) -> Option<Vec<String>>| {
        let first = |table: usize| {
            let mut columns = text.known.columns(table);
            columns.find_map(|(col, c)| Some((col, of(c)?)))
        };
        (0..text.known.tables.len()).filter_map(first).collect()
    };
    States {
        money: if says(&TAKEN) { all(&never_paid) } else { Vec::new() },
        came: if says(&CAME) {
            all(&|c| Some(came_to_nothing(c)?.0))
        } else {
            Vec::new()
        },
    }
}

pub(crate) fn left_out(text: &Text<'_>, states: &States, q: &mut Query) {
    // "Who stayed in both years": of the rows in which they did.
    for cond in &mut q.filter {
        if let Cond::Among(_, rows, false) = cond {
            came(text, states, rows);
        }
    }
    came(text, states, q);
    let known = text.known;
    let states = &states.money;
    let mut summed: Vec<Col> = Vec::new();
    if !states.is_empty() {
        let figures = q.select.iter().chain(q.order.iter().map(|o| &o.0));
        figures.for_each(|e| sums(e, &mut summed));
    }
    let money = |c: &Col| {
        let column = known.column(*c);
        let other = !column.is_made() && column.words.iter().any(|w| OTHER.contains(&w.as_str()));
        let pieces = crate::worths::pieces(&known.tables[c.table]) == Some(c.column);
        !other && (column.is_money() || column.view.is_some() || pieces)
    };
    let table = summed.into_iter().find(money).map(|c| c.table);
    if let Some(state) = states.iter().find(|(col, _)| Some(col.table) == table) {
        leave_out(text, state, q);
    }
}

/// Leaves out rows that nobody came for.
fn came(text: &Text<'_>, states: &States, q: &mut Query) {
    let tables = q.needed();
    for state in states.came.iter().filter(|s| tables.contains(&s.0.table)) {
        // Who asks for the ones that are booked means them.
        if leave_out(text, state, q) {
            not_yet(text, state.0.table, q);
        }
    }
}

/// Nobody has been where they are only booked in for: rows of days to come, where the table may have some.
fn not_yet(text: &Text<'_>, table: usize, q: &mut Query) {
    let Some(day) = text.day_of(table) else { return };
    let timed = q.filter.iter().any(|c| {
        let mut found = false;
        c.visit(&mut |_, c| found |= c == Some(day));
        found
    });
    if !timed {
        q.filter.extend(until_today(text, day));
    }
}

/// That a day has come; nothing where none of its column is ahead, or nobody knows what day it is.
pub(crate) fn until_today(text: &Text<'_>, day: Col) -> Option<Cond> {
    let today = text.asked.today.as_ref()?;
    let ahead = text.known.column(day).latest.as_ref().is_none_or(|last| last > today);
    ahead.then(|| Cond::When {
        col: day,
        from: None,
        to: Some(today.clone()),
        not: false,
    })
}

/// That a row has none of these states, where it has any.
pub(crate) fn none_of(known: &Known, (col, values): &State) -> Cond {
    let none = Cond::Is {
        col: *col,
        values: values.clone(),
        not: true,
    };
    match known.column(*col).nulls {
        0 => none,
        _ => Cond::Any(vec![none, Cond::Null(Expr::Col(*col), false)]),
    }
}

/// Adds the condition, unless the query looks at the column already; whether it did.
fn leave_out(text: &Text<'_>, state: &State, q: &mut Query) -> bool {
    let mut spoken = false;
    let mut look = |_: usize, c: Option<Col>| spoken |= c == Some(state.0);
    q.filter.iter().chain(&q.having).for_each(|c| c.visit(&mut look));
    q.select.iter().chain(&q.group).for_each(|e| e.visit(&mut look));
    if !spoken {
        q.filter.push(none_of(text.known, state));
    }
    !spoken
}

/// Columns that are added up.
fn sums(e: &Expr, out: &mut Vec<Col>) {
    if let Expr::Agg { agg: Agg::Sum, of, .. } = e {
        of.visit(&mut |_, c| out.extend(c));
    }
}

#[cfg(test)]
mod tests {
    use askwell_contract::TypeKind;

    use crate::constructions::tests::{asked, column, shop};
    use crate::known::{Known, Role};
    use crate::rank::Weights;

    /// The shop, some of whose orders and payments came to nothing.
    fn known() -> Known {
        let mut known = shop();
        let mut state = column("payment", TypeKind::Text, Role::Category);
        (state.distinct, state.top) = (2, vec!["Paid".into(), "Failed".into()]);
        for table in known
            .tables
            .iter_mut()
            .filter(|t| t.name == "orders" || t.name == "ledger")
        {
            table.columns.push(state.clone());
        }
        known.ready()
    }

    fn first(question: &str) -> String {
        let found = crate::read(&known(), &asked(question), Weights::learned());
        found.into_iter().next().map(|r| r.sql).unwrap_or_default()
    }

    #[test]
    fn money_that_never_came_is_not_added_up() {
        let sql = first("how much money did we take");
        assert!(sql.contains("payment <> 'Failed'"), "{sql}");
        // Counted they are, and added up where the question speaks of them or of no takings.
        for question in ["how many orders are there", "total amount of orders"] {
            let sql = first(question);
            assert!(!sql.contains("<> 'Failed'"), "{question}: {sql}");
        }
    }
}
