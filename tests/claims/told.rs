//! Does a reading tell what its statement asks for? In: SQL and the words. Out: the conditions that the words leave out.
//!
//! A condition is told where the words of its column, then a word for its comparison, then its value follow one another.
//! A condition with which tables are joined is none; nor is what numbers rows within a group, if the words say how many.

use std::ops::ControlFlow;

use askwell_contract::Dialect;
use askwell_engine::calendar::Date;
use askwell_engine::words::{said, split_name};
use askwell_sql::parse;
use sqlparser::ast::{
    BinaryOperator, Expr, LimitClause, Query, Select, UnaryOperator, Value, ValueWithSpan, Visit, Visitor,
};

pub fn untold(sql: &str, reading: &str, dialect: Dialect) -> Vec<String> {
    let Ok(query) = parse::query(sql, dialect) else {
        return vec!["it does not parse".into()];
    };
    let mut told = Told {
        reading,
        sorted: sql.contains("middle_value"),
        missed: Vec::new(),
    };
    let _ = query.visit(&mut told);
    told.missed
}

struct Told<'a> {
    reading: &'a str,
    /// Rows are sorted to find the middle one: those without a value have no place.
    sorted: bool,
    missed: Vec<String>,
}

impl Visitor for Told<'_> {
    type Break = ();

    fn pre_visit_select(&mut self, select: &Select) -> ControlFlow<()> {
        select
            .selection
            .iter()
            .chain(&select.having)
            .for_each(|e| self.condition(e, false));
        ControlFlow::Continue(())
    }

    fn pre_visit_expr(&mut self, expr: &Expr) -> ControlFlow<()> {
        // With an operand it gives what is found another name, and leaves nothing out.
        if let Expr::Case {
            operand: None,
            conditions,
            ..
        } = expr
        {
            conditions
                .iter()
                .for_each(|when| self.condition(&when.condition, false));
        }
        ControlFlow::Continue(())
    }

    fn pre_visit_query(&mut self, query: &Query) -> ControlFlow<()> {
        if let Some(LimitClause::LimitOffset { limit, offset, .. }) = &query.limit_clause {
            let rows = limit.as_ref().map(literal).unwrap_or_default();
            let number = |n: &str| if n == "1" { "only the ".to_owned() } else { n.to_owned() };
            self.asks(query, &[number(&rows)]);
            if let Some(offset) = offset {
                let from: usize = literal(&offset.value).parse().unwrap_or_default();
                self.asks(query, &[place(from + 1)]);
            }
        }
        ControlFlow::Continue(())
    }
}

/// "second", "11th".
fn place(n: usize) -> String {
    let words = [
        "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth",
    ];
    words.get(n - 1).map_or_else(|| format!("{n}th"), |w| (*w).to_owned())
}

const NUMBERED: &str = "place_in_group";

impl Told<'_> {
    fn asks(&mut self, what: &impl ToString, parts: &[String]) {
        if !in_order(self.reading, parts) {
            self.missed.push(format!("{} ({parts:?})", what.to_string()));
        }
    }

    fn condition(&mut self, expr: &Expr, not: bool) {
        match expr {
            Expr::Nested(inner) => self.condition(inner, not),
            Expr::UnaryOp {
                op: UnaryOperator::Not,
                expr,
            } => self.condition(expr, !not),
            Expr::BinaryOp {
                left,
                op: BinaryOperator::And | BinaryOperator::Or,
                right,
            } => {
                self.condition(left, not);
                self.condition(right, not);
            }
            Expr::BinaryOp { left, op, right } if left.to_string() == NUMBERED => {
                let rows = literal(right);
                let words = if rows == "1" {
                    "only the row".to_owned()
                } else {
                    format!("only the {rows} rows")
                };
                let numbers = *op == BinaryOperator::LtEq;
                self.asks(expr, &[if numbers { words } else { "?".into() }]);
            }
            Expr::BinaryOp { left, op, right } => {
                let words: &[&str] = match (op, not) {
                    (BinaryOperator::Eq, false) | (BinaryOperator::NotEq, true) => &[" is "],
                    (BinaryOperator::NotEq, false) | (BinaryOperator::Eq, true) => &[" is not ", " not "],
                    (BinaryOperator::Lt, _) => &["less than", "before", "below", "under"],
                    (BinaryOperator::LtEq, _) => &["at most", "up to", "until", "or before"],
                    (BinaryOperator::Gt, _) => &["more than", "after", "above", "over"],
                    (BinaryOperator::GtEq, _) => &["at least", "from", "since"],
                    _ => &["?"],
                };
                self.compares(expr, left, words, &[right]);
            }
            Expr::Like {
                expr: left,
                pattern,
                negated,
                ..
            }
            | Expr::ILike {
                expr: left,
                pattern,
                negated,
                ..
            } => {
                let words: &[&str] = match *negated != not {
                    true => &["is not like", "not contain", "not start", "not end"],
                    false => &["is like", "contain", "start", "end"],
                };
                self.compares(expr, left, words, &[pattern]);
            }
            Expr::Between {
                expr: left, low, high, ..
            } => {
                // A whole month or year is told by its name.
                let mut whole = stretch(&literal(low), &literal(high)).into_iter();
                let told = |name: String| {
                    let parts: Vec<String> = named(left).into_iter().chain(["is in".to_owned(), name]).collect();
                    in_order(self.reading, &parts)
                };
                if !whole.any(told) {
                    self.compares(expr, left, &["is between", "is from", "is on"], &[low, high]);
                }
            }
            Expr::IsNull(left) => self.compares(expr, left, &["is missing"], &[]),
            Expr::IsNotNull(_) if self.sorted => {}
            Expr::IsNotNull(left) => self.compares(expr, left, &["is known"], &[]),
            // What a join would repeat is picked by its key; the conditions inside are looked at.
            Expr::InSubquery { negated: false, .. } if self.reading.ends_with(" counted once") => {}
            Expr::InSubquery {
                expr: left, negated, ..
            } => {
                self.compares(expr, left, &[if *negated { "not among" } else { "is among" }], &[]);
            }
            Expr::InList { .. } if self.sorted => {}
            Expr::InList { expr: left, list, .. } => {
                self.compares(expr, left, &[" is "], &list.iter().collect::<Vec<_>>())
            }
            other => self.asks(other, &["?".into()]),
        }
    }

    fn compares(&mut self, whole: &Expr, left: &Expr, words: &[&str], values: &[&Expr]) {
        let columns = match left {
            // Rows are counted by their key.
            Expr::Function(f) if f.name.to_string() == "COUNT" => vec!["number of ".to_owned()],
            _ => named(left),
        };
        let tell = |word: &str| -> Vec<Vec<String>> {
            let head: Vec<String> = columns.iter().cloned().chain([word.to_owned()]).collect();
            let mut all = vec![head];
            for value in values {
                let forms = match weekday(left).then(|| literal(value).parse().ok()).flatten() {
                    Some(day) => WEEKDAYS.iter().skip(day).take(1).map(|d| (*d).to_owned()).collect(),
                    None => forms(value),
                };
                all = forms
                    .iter()
                    .flat_map(|form| all.iter().map(|a| a.iter().cloned().chain([form.clone()]).collect()))
                    .collect();
            }
            all
        };
        if !words
            .iter()
            .any(|word| tell(word).iter().any(|parts| in_order(self.reading, parts)))
        {
            self.missed.push(format!("{whole} ({columns:?} {words:?})"));
        }
    }
}

fn literal(expr: &Expr) -> String {
    match expr {
        Expr::Value(v) => match &v.value {
            Value::SingleQuotedString(text) => text.trim_matches('%').to_owned(),
            Value::Number(n, _) => n.to_string(),
            Value::Boolean(b) => b.to_string().to_uppercase(),
            other => other.to_string(),
        },
        Expr::UnaryOp {
            op: UnaryOperator::Minus,
            expr,
        } => format!("-{}", literal(expr)),
        Expr::TypedString(typed) => match &typed.value.value {
            Value::SingleQuotedString(text) => text.clone(),
            other => other.to_string(),
        },
        Expr::Cast { expr, .. } | Expr::Nested(expr) => literal(expr),
        _ => String::new(),
    }
}

const WEEKDAYS: [&str; 7] = [
    "Sunday",
    "Monday",
    "Tuesday",
    "Wednesday",
    "Thursday",
    "Friday",
    "Saturday",
];

/// Whether an expression is the weekday of a day, as a number.
fn weekday(expr: &Expr) -> bool {
    let sql = expr.to_string();
    ["EXTRACT(DOW ", "dayofweek(", "'%w'"]
        .iter()
        .any(|part| sql.contains(part))
}

const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];

/// `20240501` as `2024-05-01`; a text as it stands.
fn iso(text: &str) -> Option<String> {
    match text.parse::<u32>() {
        Ok(n) => (19_000_101..=21_001_231)
            .contains(&n)
            .then(|| format!("{}-{:02}-{:02}", n / 10_000, n / 100 % 100, n % 100)),
        Err(_) => Some(text.to_owned()),
    }
}

/// Year, month and day of `2024-05-01`.
fn day(text: &str) -> Option<(&str, usize, usize)> {
    let (year, rest) = text.split_once('-')?;
    let (month, day) = rest.split_once('-')?;
    Some((year, month.parse().ok()?, day.parse().ok()?)).filter(|d| (1..=12).contains(&d.1))
}

/// The name of the month or the year that two days begin and end.
fn stretch(low: &str, high: &str) -> Option<String> {
    let (low, high) = (iso(low)?, iso(high)?);
    let ((year, first, 1), (same, last, end)) = (day(&low)?, day(&high)?) else {
        return None;
    };
    match (year == same, first, last) {
        (true, 1, 12) if end == 31 => Some(year.to_owned()),
        (true, first, last) if first == last && end >= 28 => Some(format!("{} {year}", MONTHS[first - 1])),
        _ => None,
    }
}

/// How a value may be told: as it stands, as the day that a number stands for, or as how long ago.
fn forms(value: &Expr) -> Vec<String> {
    if matches!(value, Expr::Subquery(_)) {
        return vec!["the ".into()];
    }
    let (plain, columns) = (literal(value), named(value));
    match (plain.as_str(), columns.last()) {
        ("", Some(column)) => vec![column.clone()],
        ("", None) => {
            // The engine works a day out: from a day that is told, or from today.
            let days = texts(value)
                .into_iter()
                .filter(|t| Date::parse(t).is_some())
                .collect::<Vec<_>>();
            match days.is_empty() {
                true => ["ago", "the start of", "today"].map(str::to_owned).to_vec(),
                false => days,
            }
        }
        _ => {
            let compact = iso(&plain).filter(|iso| *iso != plain);
            let written = compact.clone().unwrap_or_else(|| plain.clone());
            let spelt = day(&written).map(|(year, month, day)| format!("{day} {} {year}", MONTHS[month - 1]));
            std::iter::once(plain).chain(compact).chain(spelt).collect()
        }
    }
}

/// Every text in an expression.
fn texts(expr: &Expr) -> Vec<String> {
    let mut found = Texts::default();
    let _ = expr.visit(&mut found);
    found.0
}

#[derive(Default)]
struct Texts(Vec<String>);

impl Visitor for Texts {
    type Break = ();
    fn pre_visit_value(&mut self, value: &ValueWithSpan) -> ControlFlow<()> {
        if let Value::SingleQuotedString(text) = &value.value {
            self.0.push(text.clone());
        }
        ControlFlow::Continue(())
    }
}

/// The words of every column in an expression, in its order.
fn named(expr: &Expr) -> Vec<String> {
    let mut columns = Columns::default();
    let _ = expr.visit(&mut columns);
    columns.0
}

#[derive(Default)]
struct Columns(Vec<String>);

impl Visitor for Columns {
    type Break = ();
    fn pre_visit_expr(&mut self, expr: &Expr) -> ControlFlow<()> {
        let name = match expr {
            Expr::Identifier(name) => Some(name),
            Expr::CompoundIdentifier(parts) => parts.last(),
            _ => None,
        };
        if let Some(name) = name {
            let words = said(&name.value, &split_name(&name.value));
            if !self.0.contains(&words) {
                self.0.push(words);
            }
        }
        ControlFlow::Continue(())
    }
}

/// Whether the parts stand in the text, one behind the other, from some place of the first on.
fn in_order(text: &str, parts: &[String]) -> bool {
    let mut from = 0;
    parts.iter().all(|part| match text[from..].find(part.as_str()) {
        Some(at) => {
            from += at + part.len();
            true
        }
        None => false,
    })
}
