//! Rows as JSON: one array of objects, or an object a line.
//!
//! In: rows. Out: objects by column names, each name once. Numbers keep every digit; what JSON has no form for (dates,
//! bytes, "not a number") is text. Deliberately absent: where the rows came from; a program reads this.

use askwell_contract::{Cell, ResultColumn, Row};
use serde_json::Value;

use super::{unique, Form};

pub struct Json {
    lines: bool,
    names: Vec<String>,
    begun: bool,
}

impl Json {
    pub fn array() -> Self {
        Self {
            lines: false,
            names: Vec::new(),
            begun: false,
        }
    }
    pub fn lines() -> Self {
        Self {
            lines: true,
            ..Self::array()
        }
    }
}

impl Form for Json {
    fn head(&mut self, columns: &[ResultColumn], into: &mut String) {
        self.names = unique(columns).iter().map(|name| text(name)).collect();
        if !self.lines {
            into.push('[');
        }
    }

    fn row(&mut self, row: &Row, into: &mut String) {
        if !self.lines {
            into.push_str(if self.begun { ",\n" } else { "\n" });
        }
        self.begun = true;
        into.push('{');
        for (n, (name, cell)) in self.names.iter().zip(row).enumerate() {
            if n > 0 {
                into.push(',');
            }
            into.push_str(name);
            into.push(':');
            into.push_str(&value(cell));
        }
        into.push('}');
        if self.lines {
            into.push('\n');
        }
    }

    fn foot(&mut self, _: u64, into: &mut String) {
        if !self.lines {
            into.push_str(if self.begun { "\n]\n" } else { "]\n" });
        }
    }
}

fn value(cell: &Cell) -> String {
    match cell {
        Cell::Null => "null".into(),
        Cell::Bool(v) => v.to_string(),
        Cell::Int(v) => v.to_string(),
        Cell::Real(v) => serde_json::Number::from_f64(*v).map_or_else(|| text(&v.to_string()), |n| n.to_string()),
        Cell::Decimal(v) if is_number(v) => v.clone(),
        // Kept as it was written: reading it and writing it again could change a number.
        Cell::Json(v) if serde_json::from_str::<Value>(v).is_ok() => v.replace(['\n', '\r'], " "),
        Cell::List(items) => format!("[{}]", items.iter().map(value).collect::<Vec<_>>().join(",")),
        other => text(&other.to_string()),
    }
}

fn text(text: &str) -> String {
    Value::from(text).to_string()
}

/// JSON has no leading zeros and no sign but a minus.
fn is_number(digits: &str) -> bool {
    let bare = digits.strip_prefix('-').unwrap_or(digits);
    let (whole, fraction) = bare.split_once('.').unwrap_or((bare, "0"));
    let all = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
    all(whole) && all(fraction) && (whole == "0" || !whole.starts_with('0'))
}
