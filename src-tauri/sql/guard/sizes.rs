//! Functions that make a text or a list as long as a number says, in one step that the engine cannot be stopped in.
//!
//! In: a call. Out: by how much it may lengthen what it is given, or why that cannot be told. DuckDB 1.5 neither
//! counts such a text towards its memory limit nor looks for an interrupt while it makes one (measured:
//! `repeat('x', 4000000000)` went on for 29 s after it was told to stop), and a PostgreSQL server makes it on the
//! cost of everybody; SQLite has a limit of its own. Deliberately absent: what grows row by row, which the limits end.

use askwell_contract::Dialect;
use sqlparser::ast::{
    BinaryOperator, Expr, Function, FunctionArg, FunctionArgExpr, FunctionArguments, Interval, Value,
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

fn arguments(function: &Function) -> Vec<&Expr> {
    let FunctionArguments::List(list) = &function.args else {
        return Vec::new();
    };
    let expr = |argument| match argument {
        &FunctionArg::Unnamed(FunctionArgExpr::Expr(ref expr))
        | &FunctionArg::Named {
            arg: FunctionArgExpr::Expr(ref expr),
            ..
        } => Some(expr),
        _ => None,
    };
    list.args.iter().filter_map(expr).collect()
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
            other => other.clone().into_string()?.trim().parse().ok(),
        },
        Expr::Nested(inner) | Expr::Cast { expr: inner, .. } | Expr::UnaryOp { expr: inner, .. } => {
            bound(inner).map(f64::abs)
        }
        Expr::BinaryOp { left, op, right } => match op {
            BinaryOperator::Plus | BinaryOperator::Minus => Some(bound(left)? + bound(right)?),
            BinaryOperator::Multiply => Some(bound(left)? * bound(right)?),
            BinaryOperator::Modulo => bound(right),
            _ => None,
        },
        Expr::Array(array) => array.elem.iter().map(bound).product(),
        Expr::Function(function) if function.name.to_string().eq_ignore_ascii_case("least") => {
            arguments(function).into_iter().filter_map(bound).reduce(f64::min)
        }
        _ => None,
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
        assert!(check("SELECT repeat('x', 1000000000)", Postgres).is_err());
    }
}
