//! Money that comes in and money that goes out, where a sheet keeps both in one column: with a minus for what is spent, or with
//! a word beside it, "Debit" and "Credit".
//!
//! In: a table. Out: columns that hold one of the two alone, as amounts above nought. Deliberately absent: sheets that keep
//! them apart already, and numbers that may be below nought without being money.

use crate::known::{Col, Column, Known, Role, Table};

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
    "outstanding",
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

/// What stands beside "in" and "out" in the names of columns of money.
const BESIDE: &[&str] = &["paid", "money", "cash", "payment", "payments", "amount"];

/// Whether what the column keeps stands at some moment rather than being paid: a balance, a budget.
pub(crate) fn stands(c: &Column) -> bool {
    c.words.iter().any(|w| STANDS.contains(&w.as_str()))
}

/// The column of amounts, by its place, and what tells the two kinds apart.
fn amounts(table: &Table) -> Option<(usize, Sides)> {
    if !table.columns.iter().any(Column::is_time) {
        return None;
    }
    let has = |c: &Column, list: &[&str]| c.words.iter().any(|w| list.contains(&w.as_str()));
    let money = |c: &Column| c.is_number() && c.role == Role::Measure && has(c, MONEY) && !has(c, STANDS);
    let mut found = table.columns.iter().enumerate().filter(|(_, c)| money(c));
    let (Some((place, amount)), None) = (found.next(), found.next()) else {
        return None;
    };
    let signed = amount
        .min
        .zip(amount.max)
        .is_some_and(|(min, max)| min < 0.0 && max > 0.0)
        // A few below nought are given back, and nothing that was spent.
        && amount.low.is_none_or(|low| low < 0.0);
    match signed {
        true => Some((place, Sides::Signed)),
        false => marked(table).map(|sides| (place, sides)),
    }
}

enum Sides {
    Signed,
    /// The column of the words, the word for what goes out, and that for what comes in.
    Marked(usize, String, String),
}

/// What went out and what came in, where a table keeps both: in columns of their own, or in ones made of one.
pub(crate) fn both(known: &Known, t: usize) -> Option<(Col, Col)> {
    let only = |fits: &dyn Fn(&Column) -> bool| {
        let mut found = known.columns(t).filter(|(_, c)| c.is_number() && fits(c));
        match (found.next(), found.next()) {
            (Some((col, _)), None) => Some(col),
            _ => None,
        }
    };
    let has = |c: &Column, list: &[&str]| c.words.iter().any(|w| list.contains(&w.as_str()));
    let named = |list: &[&str]| only(&|c| has(c, list));
    // Goods come in and go out, too.
    let way = |word: &str| only(&|c| has(c, &[word]) && (has(c, BESIDE) || c.is_money()));
    let made = |name: &str| {
        let mut columns = known.columns(t);
        columns.find(|(_, c)| c.is_made() && c.name == name).map(|(col, _)| col)
    };
    // "Paid out" and "Paid in", "Debit" and "Credit" are kept apart by some.
    let apart = || {
        Some((
            named(&["debit", "debits", "withdrawal", "withdrawals"]).or_else(|| way("out"))?,
            named(&["credit", "credits", "deposit", "deposits"]).or_else(|| way("in"))?,
        ))
    };
    made(SPENT).zip(made(RECEIVED)).or_else(apart)
}

/// Columns of what was spent and of what was received; none where the table keeps no such thing.
pub(crate) fn of(table: &Table) -> Vec<Column> {
    let Some((place, sides)) = amounts(table) else {
        return Vec::new();
    };
    let amount = &table.columns[place];
    let each = amount.written(place);
    let (out, into) = match &sides {
        Sides::Signed => (
            format!("CASE WHEN {each} < 0 THEN -{each} END"),
            format!("CASE WHEN {each} > 0 THEN {each} END"),
        ),
        Sides::Marked(column, out, into) => {
            let of = |text: &String| {
                let text = text.replace('\'', "''");
                format!(
                    "CASE WHEN {} = '{text}' THEN abs({each}) END",
                    crate::known::place(*column)
                )
            };
            (of(out), of(into))
        }
    };
    let made = |name: &str, view: String| Column {
        name: name.to_owned(),
        words: vec![name.to_owned()],
        role: Role::Measure,
        // Rows of the other kind have none.
        nulls: (table.rows / 2).max(1),
        unique: false,
        min: None,
        max: None,
        disguises: Vec::new(),
        view: Some(view),
        view_is_day: false,
        ..amount.clone()
    };
    vec![made(SPENT, out), made(RECEIVED, into)]
}

/// What a word for one of the two stands for in a table: "what is below 0 in Amount"; `None`: it is no such word there.
pub fn meaning(table: &Table, name: &str) -> Option<String> {
    let out = match name {
        SPENT => true,
        RECEIVED => false,
        _ => return None,
    };
    let (place, sides) = amounts(table)?;
    let amount = &table.columns[place].name;
    Some(match sides {
        Sides::Signed => format!("what is {} 0 in {amount}", if out { "below" } else { "above" }),
        Sides::Marked(column, spent, received) => {
            let word = if out { spent } else { received };
            format!("{amount} where {} is {word}", table.columns[column].name)
        }
    })
}

/// A column of two words that tell what goes out from what comes in.
fn marked(table: &Table) -> Option<Sides> {
    table.columns.iter().enumerate().find_map(|(place, c)| {
        let whole = c.is_text() && c.distinct <= 3 && c.distinct as usize <= c.top.len();
        let side = |list: &[&str]| c.top.iter().find(|t| list.contains(&t.trim().to_lowercase().as_str()));
        let (out, into) = (side(OUT)?, side(IN)?);
        whole.then(|| Sides::Marked(place, out.clone(), into.clone()))
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
        let spent = "CASE WHEN {#1} < 0 THEN -{#1} END";
        let received = "CASE WHEN {#1} > 0 THEN {#1} END";
        assert_eq!(views(&sheet(-90.0, &["food", "rent"], "amount")), [spent, received]);
    }

    #[test]
    fn a_word_beside_the_amount_tells_where_it_went() {
        let spent = "CASE WHEN {#2} = 'Debit' THEN abs({#1}) END";
        let received = "CASE WHEN {#2} = 'Credit' THEN abs({#1}) END";
        assert_eq!(views(&sheet(0.5, &["Debit", "Credit"], "amount")), [spent, received]);
    }

    #[test]
    fn what_the_words_stand_for_is_said() {
        let told = |table: &Table| meaning(table, SPENT).unwrap_or_default();
        assert_eq!(told(&sheet(-90.0, &["food"], "amount")), "what is below 0 in amount");
        assert_eq!(
            told(&sheet(0.5, &["Debit", "Credit"], "amount")),
            "amount where kind is Debit"
        );
        assert_eq!(meaning(&sheet(-90.0, &["food"], "amount"), "kind"), None);
    }

    #[test]
    fn other_numbers_flow_nowhere() {
        assert!(of(&sheet(-90.0, &["food"], "balance")).is_empty());
        assert!(of(&sheet(-9.0, &["food"], "temperature")).is_empty());
        assert!(of(&sheet(0.5, &["food", "rent"], "amount")).is_empty());
    }
}
