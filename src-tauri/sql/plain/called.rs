//! Functions in words: the parts of a day, and what only writes a value in another way.

use sqlparser::ast::{Expr, Function};

use super::{arguments, name, plain};

/// Functions of days, and those that change only how something is written. `None`: no words for it.
pub(super) fn function(function: &Function) -> Option<String> {
    let name = name(function);
    let (inside, _) = arguments(function);
    let text = |e: &Expr| e.to_string().trim_matches('\'').to_owned();
    let literal = |e: &Expr| e.to_string().starts_with('\'');
    Some(match (name.as_str(), inside.as_slice()) {
        ("strftime", [a, b, ..]) => {
            let (format, of) = if literal(a) { (text(a), b) } else { (text(b), a) };
            match part(&format) {
                Some("") => plain(of),
                Some(part) => format!("the {part} of {}", plain(of)),
                None => return None,
            }
        }
        ("to_char", [of, format]) => match text(format).as_str() {
            "YYYY-MM" => format!("the month of {}", plain(of)),
            "YYYY" => format!("the year of {}", plain(of)),
            _ => return None,
        },
        ("dayofweek", [of]) => format!("the weekday of {}", plain(of)),
        ("date_trunc" | "date_part", [part, of]) => format!("the {} of {}", text(part), plain(of)),
        ("year" | "month" | "quarter" | "week" | "day", [of]) => format!("the {name} of {}", plain(of)),
        ("date" | "datetime", [now, changes @ ..]) if text(now) == "now" => {
            let changes: Vec<String> = changes.iter().map(|c| text(c)).collect();
            match changes.is_empty() {
                true => "today".to_owned(),
                false => format!("today ({})", changes.join(", ")),
            }
        }
        ("date" | "datetime" | "julianday" | "unixepoch" | "to_timestamp" | "make_timestamp", [of, ..]) => plain(of),
        ("lower" | "upper" | "trim" | "ltrim" | "rtrim" | "round", [of, ..]) => plain(of),
        // What only takes signs out of a text.
        ("replace", [of, _, by]) if by.to_string() == "''" => plain(of),
        ("coalesce" | "ifnull", [of, other]) if plain(of) == plain(other) => plain(of),
        ("coalesce" | "ifnull", [of, other]) => format!("({}, or {} where it is missing)", plain(of), plain(other)),
        ("nullif", [of, other]) if other.to_string() == "0" => plain(of),
        ("length", [of]) => format!("the length of {}", plain(of)),
        ("abs", [of]) => format!("the size of {}", plain(of)),
        _ => return None,
    })
}

/// The day that three columns keep, whatever says that the calendar has it (`view::day_of_parts`).
pub(super) fn day_of_parts(expr: &Expr) -> Option<String> {
    match expr {
        Expr::Case {
            operand: None,
            conditions,
            else_result: None,
            ..
        } => match conditions.as_slice() {
            [only] => day_of_parts(&only.result),
            _ => None,
        },
        Expr::Cast { expr, .. } | Expr::Nested(expr) => day_of_parts(expr),
        Expr::Function(f) => match (name(f).as_str(), arguments(f).0.as_slice()) {
            ("date", [of]) => day_of_parts(of),
            ("make_date", [year, month, day]) => Some(date_of([year, month, day])),
            ("concat_ws" | "printf", [form, year, month, day])
                if matches!(form.to_string().as_str(), "'-'" | "'%04d-%02d-%02d'") =>
            {
                Some(date_of([year, month, day]))
            }
            _ => None,
        },
        _ => None,
    }
}

fn date_of(parts: [&Expr; 3]) -> String {
    fn bare(e: &Expr) -> &Expr {
        match e {
            Expr::Nested(inner) | Expr::Cast { expr: inner, .. } => bare(inner),
            _ => e,
        }
    }
    let [year, month, day] = parts.map(|e| plain(bare(e)));
    format!("the date of {year}, {month} and {day}")
}

/// What a format of `strftime` leaves of a day; the day itself is said by nothing.
fn part(format: &str) -> Option<&'static str> {
    Some(match format {
        "%Y" => "year",
        "%m" | "%Y-%m" => "month",
        "%d" => "day",
        "%w" => "weekday",
        "%H" => "hour",
        "%s" | "%Y-%m-%d" => "",
        _ => return None,
    })
}
