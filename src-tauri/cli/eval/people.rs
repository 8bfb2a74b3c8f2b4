//! The measure of people's questions: every column of an accepted answer stands among the answer's columns with the same
//! rows, and there are no more rows. Numbers agree to four digits; a share may stand as a fraction or in percent.
//!
//! In: an accepted answer and a result as cells. Out: whether it is right. Deliberately absent: the order of rows.

use askwell_contract::{Cell, ResultSet};
use serde_json::Value;

/// A cell as a person compares it.
#[derive(Debug, Clone, PartialEq, PartialOrd)]
pub enum Seen {
    Null,
    Number(f64),
    Text(String),
}

pub type Rows = Vec<Vec<Seen>>;

/// More columns are tried in no other place.
const WIDEST: usize = 40;

pub fn of_result(result: &ResultSet) -> Rows {
    result
        .rows
        .iter()
        .map(|row| row.iter().map(of_cell).collect())
        .collect()
}

/// Rows of a file of questions.
pub fn of_json(rows: &[Vec<Value>]) -> Rows {
    let cell = |v: &Value| match v {
        Value::Null => Seen::Null,
        Value::Bool(b) => Seen::Number(f64::from(u8::from(*b))),
        Value::Number(n) => Seen::Number(n.as_f64().unwrap_or_default()),
        Value::String(s) => text(s),
        other => text(&other.to_string()),
    };
    rows.iter().map(|row| row.iter().map(cell).collect()).collect()
}

fn of_cell(cell: &Cell) -> Seen {
    match cell {
        Cell::Null => Seen::Null,
        Cell::Bool(b) => Seen::Number(f64::from(u8::from(*b))),
        Cell::Int(n) => Seen::Number(*n as f64),
        Cell::Real(n) => Seen::Number(*n),
        Cell::Text(t) | Cell::Decimal(t) | Cell::Date(t) | Cell::Time(t) | Cell::Timestamp(t) => text(t),
        other => text(&format!("{other:?}")),
    }
}

fn text(t: &str) -> Seen {
    let t = t.trim();
    match t.parse::<f64>() {
        Ok(n) if n.is_finite() => Seen::Number(n),
        _ => Seen::Text(t.to_lowercase()),
    }
}

/// Whether `got` holds the columns of `gold`, row by row.
pub fn right(gold: &Rows, got: &Rows) -> bool {
    let (Some(first), Some(other)) = (gold.first(), got.first()) else {
        return false;
    };
    if gold.len() != got.len() || other.len() < first.len() || other.len() > WIDEST {
        return false;
    }
    let options: Vec<Vec<(usize, f64)>> = (0..first.len()).map(|i| fitting(gold, got, i)).collect();
    options.iter().all(|o| !o.is_empty()) && choose(gold, got, &options, &mut Vec::new())
}

/// Columns of `got` with the values of a column of `gold`, and what they are multiplied by.
fn fitting(gold: &Rows, got: &Rows, i: usize) -> Vec<(usize, f64)> {
    let wanted = sorted(gold.iter().map(|r| key(&r[i], 1.0)));
    let width = got.first().map_or(0, Vec::len);
    let mut out = Vec::new();
    for j in 0..width {
        let by = [1.0, 100.0, 0.01];
        let same = by
            .into_iter()
            .find(|f| sorted(got.iter().map(|r| key(&r[j], *f))) == wanted);
        out.extend(same.map(|f| (j, f)));
    }
    out
}

fn choose(gold: &Rows, got: &Rows, options: &[Vec<(usize, f64)>], taken: &mut Vec<(usize, f64)>) -> bool {
    let Some(next) = options.get(taken.len()) else {
        let wanted = sorted(
            gold.iter()
                .map(|r| r.iter().map(|c| key(c, 1.0)).collect::<Vec<_>>().join("\u{1}")),
        );
        let given = sorted(got.iter().map(|r| {
            taken
                .iter()
                .map(|(j, f)| key(&r[*j], *f))
                .collect::<Vec<_>>()
                .join("\u{1}")
        }));
        return wanted == given;
    };
    for one in next {
        if taken.iter().any(|t| t.0 == one.0) {
            continue;
        }
        taken.push(*one);
        if choose(gold, got, options, taken) {
            return true;
        }
        taken.pop();
    }
    false
}

fn sorted(keys: impl Iterator<Item = String>) -> Vec<String> {
    let mut keys: Vec<String> = keys.collect();
    keys.sort();
    keys
}

/// Four digits of a number.
fn key(cell: &Seen, by: f64) -> String {
    match cell {
        Seen::Null => "\u{0}".to_owned(),
        Seen::Number(n) if *n == 0.0 => "0".to_owned(),
        Seen::Number(n) => format!("{:.3e}", n * by),
        Seen::Text(t) => t.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(json: &str) -> Rows {
        of_json(&serde_json::from_str::<Vec<Vec<Value>>>(json).unwrap())
    }

    #[test]
    fn further_columns_and_other_orders_are_right() {
        let gold = rows(r#"[["West", 106476.3], ["East", 91522.78]]"#);
        assert!(right(
            &gold,
            &rows(r#"[[1, 91522.78, "east"], [2, 106476.29999, "west"]]"#)
        ));
    }

    #[test]
    fn a_share_may_be_a_fraction() {
        assert!(right(&rows("[[38.13]]"), &rows("[[0.3813]]")));
        assert!(!right(&rows("[[38.13]]"), &rows("[[3.813]]")));
    }

    #[test]
    fn more_rows_or_swapped_pairs_are_wrong() {
        let gold = rows(r#"[["a", 1], ["b", 2]]"#);
        assert!(!right(&gold, &rows(r#"[["a", 2], ["b", 1]]"#)));
        assert!(!right(&gold, &rows(r#"[["a", 1], ["b", 2], ["c", 3]]"#)));
        assert!(!right(&gold, &rows(r#"[["a"], ["b"]]"#)));
    }
}
