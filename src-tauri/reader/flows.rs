//! Money that comes in and money that goes out, where a sheet keeps both in one column: with a minus for what is spent, or with
//! a word beside it, "Debit" and "Credit".
//!
//! In: a table. Out: columns that hold one of the two alone, as amounts above nought. Deliberately absent: sheets that keep
//! them apart already, and numbers that may be below nought without being money.

use crate::known::{Column, Role, Table};

/// What the two columns are called.
pub const SPENT: &str = "spent";
pub const RECEIVED: &str = "received";

const MONEY: &[&str] = &[
    "amount",
    "value",
    "sum",
    "payment",
    "transaction",
    "cash",
    "money",
    "net",
    "amt",
];
/// Amounts that stand, and do not flow.
const STANDS: &[&str] = &[
    "balance",
    "profit",
    "margin",
    "difference",
    "change",
    "variance",
    "budget",
    "target",
    "growth",
];
const OUT: &[&str] = &[
    "debit",
    "dr",
    "d",
    "out",
    "withdrawal",
    "expense",
    "expenses",
    "outgoing",
    "paid",
    "spent",
    "spending",
    "payment",
    "outflow",
    "purchase",
];
const IN: &[&str] = &[
    "credit", "cr", "c", "in", "deposit", "income", "incoming", "received", "earning", "inflow",
];

/// Columns of what was spent and of what was received; none where the table keeps no such thing.
pub(crate) fn of(table: &Table) -> Vec<Column> {
    if !table.columns.iter().any(Column::is_time) {
        return Vec::new();
    }
    let has = |c: &Column, list: &[&str]| c.words.iter().any(|w| list.contains(&w.as_str()));
    let money = |c: &Column| c.is_number() && c.role == Role::Measure && has(c, MONEY) && !has(c, STANDS);
    let mut found = table.columns.iter().enumerate().filter(|(_, c)| money(c));
    let (Some((place, amount)), None) = (found.next(), found.next()) else {
        return Vec::new();
    };
    let each = amount.written(place);
    let signed = amount
        .min
        .zip(amount.max)
        .is_some_and(|(min, max)| min < 0.0 && max > 0.0);
    let sides = match signed {
        true => Some((format!("{each} < 0"), format!("{each} > 0"), format!("-{each}"))),
        false => marked(table).map(|(out, into)| (out, into, format!("abs({each})"))),
    };
    let Some((out, into, spent)) = sides else {
        return Vec::new();
    };
    let made = |name: &str, only: &str, value: &str| Column {
        name: name.to_owned(),
        words: vec![name.to_owned()],
        role: Role::Measure,
        // Rows of the other kind have none.
        nulls: (table.rows / 2).max(1),
        unique: false,
        min: None,
        max: None,
        disguises: Vec::new(),
        view: Some(format!("CASE WHEN {only} THEN {value} END")),
        view_is_day: false,
        ..amount.clone()
    };
    let received = if signed { &each } else { &spent };
    vec![made(SPENT, &out, &spent), made(RECEIVED, &into, received)]
}

/// The conditions for what goes out and what comes in, where a column of two words tells them apart.
fn marked(table: &Table) -> Option<(String, String)> {
    table.columns.iter().enumerate().find_map(|(place, c)| {
        let whole = c.is_text() && c.distinct <= 3 && c.distinct as usize <= c.top.len();
        let side = |list: &[&str]| c.top.iter().find(|t| list.contains(&t.trim().to_lowercase().as_str()));
        let (out, into) = (side(OUT)?, side(IN)?);
        let is = |text: &String| format!("{{{place}}} = '{}'", text.replace('\'', "''"));
        whole.then(|| (is(out), is(into)))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::constructions::tests::{column, table};
    use askwell_contract::TypeKind::{Date, Real, Text};

    fn sheet(low: f64, kinds: &[&str], amount: &str) -> Table {
        let mut money = column(amount, Real, Role::Measure);
        money.min = Some(low);
        let mut kind = column("kind", Text, Role::Category);
        kind.distinct = kinds.len() as u64;
        kind.top = kinds.iter().map(|k| (*k).to_owned()).collect();
        table("bank", vec![column("day", Date, Role::Time), money, kind], None)
    }

    fn views(table: &Table) -> Vec<String> {
        of(table).into_iter().filter_map(|c| c.view).collect()
    }

    #[test]
    fn what_has_a_minus_was_spent() {
        let spent = "CASE WHEN {1} < 0 THEN -{1} END";
        let received = "CASE WHEN {1} > 0 THEN {1} END";
        assert_eq!(views(&sheet(-90.0, &["food", "rent"], "amount")), [spent, received]);
    }

    #[test]
    fn a_word_beside_the_amount_tells_where_it_went() {
        let spent = "CASE WHEN {2} = 'Debit' THEN abs({1}) END";
        let received = "CASE WHEN {2} = 'Credit' THEN abs({1}) END";
        assert_eq!(views(&sheet(0.5, &["Debit", "Credit"], "amount")), [spent, received]);
    }

    #[test]
    fn other_numbers_flow_nowhere() {
        assert!(of(&sheet(-90.0, &["food"], "balance")).is_empty());
        assert!(of(&sheet(-9.0, &["food"], "temperature")).is_empty());
        assert!(of(&sheet(0.5, &["food", "rent"], "amount")).is_empty());
    }
}
