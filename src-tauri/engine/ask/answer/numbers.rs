//! Values as people write them.

use askwell_contract::Cell;

/// `1042` as `1,042`, `3.14159` as `3.14`; codes, years and everything else as they are.
pub fn shown(cell: &Cell, column: &str, computed: bool) -> String {
    let grouped = computed || !is_label(column);
    match cell {
        Cell::Null => "nothing".to_string(),
        Cell::Int(v) if grouped && (computed || !is_year(*v)) => thousands(&v.to_string()),
        Cell::Real(v) if v.is_finite() => thousands(&rounded(*v)),
        Cell::Decimal(v) => thousands(&v.parse::<f64>().map_or_else(
            |_| v.clone(),
            |n| {
                if v.contains('.') && v.len() < 15 {
                    rounded(n)
                } else {
                    v.clone()
                }
            },
        )),
        Cell::Bool(v) => if *v { "yes" } else { "no" }.to_string(),
        other => other.to_string(),
    }
}

/// Numbers that name something rather than count it.
fn is_label(column: &str) -> bool {
    let lower = column.to_lowercase();
    let end = lower.trim_end_matches('"');
    ["id", "year", "code", "zip", "phone", "number", "no", "nr", "key"]
        .iter()
        .any(|w| end == *w || end.ends_with(&format!("_{w}")) || (end.ends_with(w) && *w != "no" && *w != "id"))
}

fn is_year(v: i64) -> bool {
    (1800..=2100).contains(&v)
}

/// Two decimals for what is large, four significant digits for what is small, no trailing zeros.
fn rounded(v: f64) -> String {
    let decimals = if v == 0.0 || v.abs() >= 1.0 {
        2
    } else {
        (3 - v.abs().log10().floor() as i32).clamp(2, 12) as usize
    };
    let text = format!("{v:.decimals$}");
    let text = if text.contains('.') {
        text.trim_end_matches('0').trim_end_matches('.')
    } else {
        &text
    };
    if text == "-0" {
        "0".to_string()
    } else {
        text.to_string()
    }
}

fn thousands(text: &str) -> String {
    let (sign, rest) = text.strip_prefix('-').map_or(("", text), |r| ("-", r));
    let (whole, fraction) = rest.split_once('.').map_or((rest, None), |(w, f)| (w, Some(f)));
    if whole.is_empty() || !whole.bytes().all(|b| b.is_ascii_digit()) {
        return text.to_string();
    }
    let mut out = String::from(sign);
    for (i, digit) in whole.chars().enumerate() {
        if i > 0 && (whole.len() - i) % 3 == 0 {
            out.push(',');
        }
        out.push(digit);
    }
    if let Some(fraction) = fraction {
        out.push('.');
        out.push_str(fraction);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_read_well_and_labels_stay() {
        let n = |v| shown(&Cell::Int(v), "total", true);
        assert_eq!(
            (n(7), n(1_000), n(-1_234_567)),
            ("7".into(), "1,000".into(), "-1,234,567".into())
        );
        let r = |v| shown(&Cell::Real(v), "price", true);
        assert_eq!(
            (r(1234.567), r(0.000123456), r(2.0), r(-0.001)),
            ("1,234.57".into(), "0.0001235".into(), "2".into(), "-0.001".into())
        );
        assert_eq!(shown(&Cell::Int(2013), "founded", false), "2013");
        assert_eq!(shown(&Cell::Int(2013), "COUNT(*)", true), "2,013");
        assert_eq!(shown(&Cell::Int(12345), "customer_id", false), "12345");
        assert_eq!(shown(&Cell::Int(12345), "zip", false), "12345");
        assert_eq!(shown(&Cell::Decimal("1234.50".into()), "x", true), "1,234.5");
        assert_eq!(
            shown(&Cell::Decimal("12345678901234567890".into()), "x", true),
            "12,345,678,901,234,567,890"
        );
        assert_eq!(shown(&Cell::Text("1000".into()), "x", false), "1000");
    }
}
