//! A value as text, such that equal texts are equal values.

use askwell_contract::Cell;

/// Digits that decide whether two fractions are equal: the sums of one column in two orders differ in the 16th, a
/// wrong query in the first few. Ten keeps a margin on both sides.
const DIGITS: usize = 10;

/// A double within this many digits of a whole number is that number.
const WHOLE_DIGITS: usize = 15;

pub fn normal(cell: &Cell) -> String {
    match cell {
        Cell::Null => "null".to_string(),
        Cell::Bool(v) => format!("#{}", u8::from(*v)),
        Cell::Int(v) => format!("#{v}"),
        Cell::Real(v) => real(*v),
        Cell::Decimal(v) => decimal(v),
        // Texts and everything that is shown as one. Trailing spaces stay: they are data.
        Cell::Text(v) | Cell::Date(v) | Cell::Time(v) | Cell::Timestamp(v) | Cell::Interval(v) | Cell::Json(v) => {
            format!("'{v}")
        }
        Cell::Blob { size, head } => format!("x{size}:{head:?}"),
        Cell::List(items) => {
            let items: Vec<String> = items
                .iter()
                .map(|i| normal(i).replace('\\', "\\\\").replace(',', "\\,"))
                .collect();
            format!("[{}]", items.join(","))
        }
    }
}

fn real(v: f64) -> String {
    if !v.is_finite() {
        return format!("#{v}");
    }
    let near = round(v, WHOLE_DIGITS);
    if near.fract() == 0.0 && near.abs() < 1e15 {
        // Adding zero turns -0 into 0.
        return format!("#{:.0}", near + 0.0);
    }
    let v = round(v, DIGITS);
    if v.fract() == 0.0 && v.abs() < 1e15 {
        return format!("#{:.0}", v + 0.0);
    }
    format!("#{v:e}")
}

fn round(v: f64, digits: usize) -> f64 {
    format!("{v:.*e}", digits - 1).parse().unwrap_or(v)
}

/// Whole numbers exactly, at any length; fractions like doubles.
fn decimal(v: &str) -> String {
    let (sign, digits) = match v.strip_prefix('-') {
        Some(rest) => ("-", rest),
        None => ("", v.strip_prefix('+').unwrap_or(v)),
    };
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let plain = |s: &str| s.bytes().all(|b| b.is_ascii_digit());
    if !plain(whole) || !plain(fraction) {
        return v.parse().map_or_else(|_| format!("'{v}"), real);
    }
    if fraction.bytes().all(|b| b == b'0') {
        let whole = whole.trim_start_matches('0');
        return if whole.is_empty() {
            "#0".to_string()
        } else {
            format!("#{sign}{whole}")
        };
    }
    v.parse().map_or_else(|_| format!("'{v}"), real)
}
