//! Money that never came: what failed, bounced, was cancelled or given back is left out of a sum of what did, and as a
//! condition of the query this is said beside the answer.
//!
//! In: a question and a query. Out: the same with that condition, where it adds up money of rows of which some came to
//! nothing. Deliberately absent: counts, and questions that speak of how things ended.

use crate::known::{Col, Column, Known};
use crate::lexicon;
use crate::link::{senses, Text};
use crate::query::{Agg, Cond, Expr, Query};

/// Of a payment it says that no money came.
const FAILED: [&str; 9] = [
    "failed",
    "bounced",
    "declined",
    "rejected",
    "reversed",
    "refunded",
    "chargeback",
    "unsuccessful",
    "void",
];
/// That it did.
const CAME: [&str; 8] = [
    "paid",
    "settled",
    "cleared",
    "successful",
    "succeeded",
    "confirmed",
    "captured",
    "received",
];
/// Texts of a column that keeps how things ended are few.
const MOST: u64 = 12;
/// Words that speak of money that came in.
const TAKEN: [&str; 22] = [
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

pub(crate) fn left_out(text: &Text<'_>, q: &mut Query) {
    if !text.tokens.iter().any(|t| TAKEN.contains(&t.lower.as_str())) {
        return;
    }
    let known = text.known;
    let mut summed: Vec<Col> = Vec::new();
    for e in q.select.iter().chain(q.order.iter().map(|o| &o.0)) {
        sums(e, &mut summed);
    }
    let money = |c: &Col| {
        let column = known.column(*c);
        let other = !column.is_made() && column.words.iter().any(|w| OTHER.contains(&w.as_str()));
        !other && (column.is_money() || column.view.is_some())
    };
    let Some(table) = summed.into_iter().find(money).map(|c| c.table) else {
        return;
    };
    let Some((col, values)) = state(known, table) else {
        return;
    };
    let mut spoken = false;
    let mut look = |_: usize, c: Option<Col>| spoken |= c == Some(col);
    q.filter.iter().chain(&q.having).for_each(|c| c.visit(&mut look));
    q.select.iter().chain(&q.group).for_each(|e| e.visit(&mut look));
    if spoken {
        return;
    }
    let none = Cond::Is { col, values, not: true };
    q.filter.push(match known.column(col).nulls {
        0 => none,
        _ => Cond::Any(vec![none, Cond::Null(Expr::Col(col), false)]),
    });
}

/// Columns that are added up.
fn sums(e: &Expr, out: &mut Vec<Col>) {
    if let Expr::Agg { agg: Agg::Sum, of, .. } = e {
        of.visit(&mut |_, c| out.extend(c));
    }
}

/// The column by which rows of a table say that no money came, with all spellings of those texts; only where others of its
/// texts say that it did.
fn state(known: &Known, table: usize) -> Option<(Col, Vec<String>)> {
    known.columns(table).find_map(|(col, c)| Some((col, lost(c)?)))
}

fn lost(column: &Column) -> Option<Vec<String>> {
    let listed = column.is_text() && !column.is_time() && !column.unique && (2..=MOST).contains(&column.distinct);
    if !listed {
        return None;
    }
    let plain = |value: &String| value.trim().to_lowercase();
    let kind = |value: &String, kind: &str| senses(value).iter().any(|s| lexicon::is_outcome(*s, kind));
    let came = |value: &String| CAME.contains(&plain(value).as_str()) || kind(value, "made");
    let failed = |value: &String| FAILED.contains(&plain(value).as_str()) || kind(value, "void");
    if !column.top.iter().any(came) {
        return None;
    }
    let mut found: Vec<String> = column.top.iter().filter(|v| failed(v)).cloned().collect();
    for group in &column.spellings {
        if group.iter().any(|s| found.contains(s)) {
            let more: Vec<String> = group.iter().filter(|s| !found.contains(s)).cloned().collect();
            found.extend(more);
        }
    }
    found.sort();
    (!found.is_empty()).then_some(found)
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
