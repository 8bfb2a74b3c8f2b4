//! Functions that make a text or a list as long as a number says, in one step that the engine cannot be stopped in.
//!
//! In: a call. Out: by how much it may lengthen what it is given, or why that cannot be told. DuckDB 1.5 neither
//! counts such a text towards its memory limit nor looks for an interrupt while it makes one (measured:
//! `repeat('x', 4000000000)` went on for 29 s after it was told to stop), and a PostgreSQL server makes it on the
//! cost of everybody; SQLite has a limit of its own. Deliberately absent: what grows row by row, which the limits end.

use askwell_contract::Dialect;
use sqlparser::ast::{
    BinaryOperator, Expr, Function, FunctionArg, FunctionArgExpr, FunctionArguments, Interval, UnaryOperator, Value,
};

/// Longer than any text or list that a question needs; a thousand rows of it are held at once.
pub const MOST: f64 = 1_000_000.0;
/// Widest field that a format may ask for.
const WIDEST: usize = 1_000;

/// Name, number of arguments, and which of them is the size; `None`: any of them.
type Lengthens = (&'static str, usize, Option<usize>);

const DUCKDB: &[Lengthens] = &[
    ("array_resize", 2, Some(1)),
    ("bar", 4, Some(3)),
    ("bitstring", 2, Some(1)),
    ("generate_series", 1, None),
    ("list_resize", 2, Some(1)),
    ("lpad", 3, Some(1)),
    ("range", 1, None),
    ("repeat", 2, Some(1)),
    ("rpad", 3, Some(1)),
];
const POSTGRES: &[Lengthens] = &[
    ("array_fill", 2, Some(1)),
    ("lpad", 2, Some(1)),
    ("repeat", 2, Some(1)),
    ("rpad", 2, Some(1)),
];

/// Functions that put a text in place of each of many, and which argument that text is.
const PUTS: &[(&str, usize)] = &[("regexp_replace", 2), ("replace", 2)];
/// What is put in place of what a pattern finds is seldom longer.
const A_PATTERN: f64 = 24.0;
/// What a text from the data may be as long as; nobody replaces a letter by a book.
const A_VALUE: f64 = 1_000.0;

/// PostgreSQL's functions that gather all rows into one value, which its server then holds in memory as a whole.
const GATHERS: &[&str] = &[
    "array_agg",
    "json_agg",
    "json_arrayagg",
    "json_object_agg",
    "json_objectagg",
    "jsonb_agg",
    "jsonb_object_agg",
    "range_agg",
    "string_agg",
    "xmlagg",
];

/// The factor of one call; 1 for a function that makes nothing longer.
pub fn factor(function: &Function, name: &str, dialect: Dialect) -> Result<f64, String> {
    let lengthens = match dialect {
        Dialect::Sqlite => return Ok(1.0),
        Dialect::Duckdb => DUCKDB,
        Dialect::Postgres => POSTGRES,
    };
    let arguments = arguments(function);
    if matches!(name, "format" | "printf") {
        let fits = arguments
            .first()
            .is_some_and(|first| text(first).is_some_and(|text| narrow(&text)));
        return if fits {
            Ok(1.0)
        } else {
            Err(format!(
                "The function {name} may be given only a plain format, with no field wider than {WIDEST}."
            ))
        };
    }
    if let Some((_, place)) = PUTS.iter().find(|(known, _)| *known == name) {
        let length = |place: usize| {
            arguments
                .get(place)
                .map(|argument| text(argument).map(|text| text.len() as f64))
        };
        // For what a pattern finds, which may be one letter, a short text is left alone: `\1|\2`.
        let found = match name {
            "replace" => length(1).flatten().unwrap_or(1.0).max(1.0),
            _ => A_PATTERN,
        };
        return Ok(match length(*place) {
            None => 1.0,
            Some(put) => (put.unwrap_or(A_VALUE) / found).max(1.0),
        });
    }
    let Some((_, number, place)) = lengthens.iter().find(|(known, ..)| *known == name) else {
        return Ok(1.0);
    };
    // A series of days is as long as the time between them, not as a number says.
    if place.is_none()
        && arguments
            .iter()
            .any(|a| matches!(a, Expr::Interval(interval) if days(interval)))
    {
        return Ok(1.0);
    }
    // In DuckDB the first argument may stand in front: `name.repeat(3)`.
    let in_front = usize::from(dialect == Dialect::Duckdb && arguments.len() < *number);
    let counted: Vec<&Expr> = match place {
        Some(place) => arguments.into_iter().skip(place - in_front).take(1).collect(),
        None => arguments,
    };
    let sizes = counted.iter().map(|a| bound(a).unwrap_or(f64::INFINITY));
    let size = sizes.fold(1.0, f64::max);
    if size <= MOST {
        Ok(size)
    } else {
        Err(format!(
            "The function {name} could fill the memory; tell it a number up to {MOST}, or write least(..., 1000)."
        ))
    }
}

/// Whether a function gathers the rows of a PostgreSQL server.
pub fn gathers(name: &str, dialect: Dialect) -> bool {
    dialect == Dialect::Postgres && GATHERS.contains(&name)
}

/// How many rows a series that the statement makes up may have; a series of days has few.
pub fn series(arguments: &[&Expr]) -> f64 {
    let hourly = |interval: &Interval| interval.to_string().to_lowercase().contains("hour");
    let steps = arguments.iter().find_map(|a| match a {
        Expr::Interval(interval) if days(interval) => Some(1.0),
        Expr::Interval(interval) if hourly(interval) => Some(1_000.0),
        _ => None,
    });
    if let Some(rows) = steps {
        return rows;
    }
    let sizes: Option<Vec<f64>> = arguments.iter().take(2).map(|a| bound(a)).collect();
    let Some(sizes) = sizes else {
        return f64::INFINITY;
    };
    let step = arguments.get(2).map_or(Some(1.0), |step| bound(step)).unwrap_or(0.0);
    sizes.iter().sum::<f64>().max(1.0) / step.min(1.0)
}

fn arguments(function: &Function) -> Vec<&Expr> {
    let FunctionArguments::List(list) = &function.args else {
        return Vec::new();
    };
    of_list(&list.args)
}

pub fn of_list(arguments: &[FunctionArg]) -> Vec<&Expr> {
    let expr = |argument| match argument {
        &FunctionArg::Unnamed(FunctionArgExpr::Expr(ref expr))
        | &FunctionArg::Named {
            arg: FunctionArgExpr::Expr(ref expr),
            ..
        } => Some(expr),
        _ => None,
    };
    arguments.iter().filter_map(expr).collect()
}

fn text(expr: &Expr) -> Option<String> {
    match expr {
        Expr::Value(value) => value.value.clone().into_string(),
        Expr::Nested(inner) => text(inner),
        _ => None,
    }
}

/// The largest that a number can be, where the statement itself says so.
fn bound(expr: &Expr) -> Option<f64> {
    match expr {
        Expr::Value(value) => match &value.value {
            Value::Number(digits, _) => digits.replace('_', "").parse().ok(),
            Value::Null => Some(0.0),
            Value::SingleQuotedString(text) => text.trim().parse().ok(),
            // In another form the same signs may be another number: `X'99999'`.
            _ => None,
        },
        // `~` turns a small number of bits into a large one.
        Expr::UnaryOp {
            op: UnaryOperator::Minus | UnaryOperator::Plus,
            expr: inner,
        }
        | Expr::Nested(inner)
        | Expr::Cast { expr: inner, .. } => bound(inner).map(f64::abs),
        Expr::BinaryOp { left, op, right } => match op {
            BinaryOperator::Plus | BinaryOperator::Minus => Some(bound(left)? + bound(right)?),
            BinaryOperator::Multiply => Some(bound(left)? * bound(right)?),
            BinaryOperator::Modulo => bound(right),
            _ => None,
        },
        Expr::Array(array) => array.elem.iter().map(bound).product(),
        Expr::Function(function) if function.name.to_string().eq_ignore_ascii_case("least") => {
            // It passes over what is missing, so only a number written out is sure to bound it.
            arguments(function)
                .into_iter()
                .filter(|argument| is_number(argument))
                .filter_map(bound)
                .reduce(f64::min)
        }
        _ => None,
    }
}

fn is_number(expr: &Expr) -> bool {
    match expr {
        Expr::Value(value) => matches!(value.value, Value::Number(..)),
        Expr::Nested(inner) | Expr::UnaryOp { expr: inner, .. } => is_number(inner),
        _ => false,
    }
}

/// An interval whose smallest unit is a day.
fn days(interval: &Interval) -> bool {
    let words = interval.to_string().to_lowercase();
    let small = ["hour", "minute", "second", "milli", "micro", ":", "us", "ms"];
    let large = ["day", "week", "month", "quarter", "year", "decade", "century"];
    large.iter().any(|unit| words.contains(unit)) && !small.iter().any(|unit| words.contains(unit))
}

/// No number in a format asks for a field wider than any screen.
fn narrow(format: &str) -> bool {
    let numbers = format.split(|c: char| !c.is_ascii_digit());
    // `*` takes the width from an argument.
    !format.contains('*')
        && numbers
            .filter(|n| !n.is_empty())
            .all(|n| n.parse::<usize>().is_ok_and(|n| n <= WIDEST))
}

#[cfg(test)]
mod tests {
    use askwell_contract::Dialect::{Duckdb, Postgres, Sqlite};

    use crate::guard::check;

    #[test]
    fn lengths_that_the_statement_itself_bounds_pass() {
        for sql in [
            "SELECT repeat('x', 10), repeat(name, 1000) FROM t",
            "SELECT lpad(CAST(m AS VARCHAR), 2, '0'), rpad('a', 5, '.') FROM t",
            "SELECT repeat('x', least(n, 100)), repeat('-', n % 40), repeat('x', CAST(3 + 4 AS INTEGER)) FROM t",
        ] {
            for dialect in [Sqlite, Duckdb, Postgres] {
                assert_eq!(check(sql, dialect), Ok(()), "{dialect:?}: {sql}");
            }
        }
        for sql in [
            "SELECT unnest(range(1, 13)), generate_series(2000, 2024), unnest(generate_series(5))",
            "SELECT unnest(range(DATE '2020-01-01', DATE '2024-01-01', INTERVAL 1 MONTH))",
            "SELECT i FROM range(1000000000000) AS t(i) LIMIT 3",
            "SELECT printf('%05.2f', a), format('{:>10} of {}', a, b) FROM t",
        ] {
            assert_eq!(check(sql, Duckdb), Ok(()), "{sql}");
        }
    }

    #[test]
    fn lengths_without_a_bound_do_not() {
        for sql in [
            "SELECT repeat('x', 4000000000)",
            "SELECT repeat('x', '4000000000'::BIGINT)",
            "SELECT repeat('x', 4e9::BIGINT)",
            "SELECT repeat('x', 100000 * 100000)",
            "SELECT repeat(repeat('x', 100000), 100000)",
            "SELECT repeat(a, 100000) FROM (SELECT repeat('x', 100000) AS a)",
            "SELECT 'x'.repeat(4000000000)",
            "SELECT repeat('x', n) FROM (SELECT 4000000000 AS n)",
            "SELECT repeat('x', epoch_ms(now()))",
            "SELECT list_transform([4000000000], n -> lpad('x', n, 'y'))",
            "SELECT length(range(1000000000))",
            "SELECT range(TIMESTAMP '1900-01-01', TIMESTAMP '2000-01-01', INTERVAL 1 SECOND)",
            "SELECT list_resize([1], 1000000000)",
            "SELECT printf('%1000000000d', 1)",
            "SELECT printf('%' || '1000000000' || 'd', 1)",
            "SELECT format('{:1000000000}', 1)",
        ] {
            assert!(check(sql, Duckdb).is_err(), "{sql}");
        }
        for sql in [
            "SELECT repeat('x', least(NULL, 4000000000))",
            "SELECT repeat('x', least(NULL % 5, 4000000000))",
            "SELECT lpad('x', least(CAST(NULL AS INTEGER), 2000000000), 'y')",
            "SELECT repeat('x', (~(1::UINTEGER))::BIGINT)",
            "SELECT repeat('x', X'99999'::INTEGER)",
            "SELECT replace(a, 'x', a) FROM (SELECT repeat('x', 1000000) AS a) AS t",
            "SELECT regexp_replace(a, 'x', a, 'g') FROM (SELECT repeat('x', 1000000) AS a) AS t",
        ] {
            for dialect in [Duckdb, Postgres] {
                assert!(check(sql, dialect).is_err(), "{dialect:?}: {sql}");
            }
        }
    }

    #[test]
    fn what_a_server_would_have_to_hold_as_a_whole_is_bounded() {
        for sql in [
            "SELECT repeat('x', 1000000000)",
            "SELECT string_agg(i::text, '') FROM generate_series(1, 3000000) AS s(i)",
            "SELECT g % 3000, array_agg(repeat('x', 10000) || g) FROM generate_series(1, 10000000) AS t(g) GROUP BY 1",
            "SELECT jsonb_agg(repeat('x', 10000)) FROM generate_series(1, 1000000)",
            "SELECT array_agg(a) FROM generate_series(1, 2000) AS x(a), generate_series(1, 2000) AS y(b)",
            "SELECT string_agg('a', '') FROM generate_series(1, 10, 0.000001)",
            "SELECT string_agg('a', '') FROM generate_series(now(), now() + INTERVAL '9 years', INTERVAL '1 second')",
            "SELECT string_agg('a', '') FROM (SELECT generate_series(1, (SELECT max(n) FROM t))) AS s",
        ] {
            assert!(check(sql, Postgres).is_err(), "{sql}");
        }
        for sql in [
            "SELECT string_agg(name, ', ') FROM t",
            "SELECT string_agg(name, repeat('-', 20)) FROM t GROUP BY replace(a, 'x', b)",
            "SELECT array_agg(i) FROM generate_series(1, 100) AS s(i)",
            "SELECT string_agg(d::text, ',') FROM generate_series(DATE '2020-01-01', now(), INTERVAL '1 month') AS s(d)",
            "SELECT count(*) FROM generate_series(1, 100000000)",
        ] {
            assert_eq!(check(sql, Postgres), Ok(()), "{sql}");
        }
    }
}
