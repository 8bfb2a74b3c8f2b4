//! A function around a column that is compared, which no index and no statistics can see through

use askwell_contract::{Dialect, TypeKind};
use sqlparser::ast::{BinaryOperator, DateTimeField, Expr, Query, TableFactor};

use super::{shape, told, Context, Rule, ALL};

pub const RULE: Rule = Rule {
    name: "function_to_range",
    says: "A part of each value was worked out to be compared; now the values themselves are compared with a range.",
    before: "SELECT c.name FROM customers c WHERE SUBSTR(c.country, 1, 2) = '20'",
    after: "SELECT c.name FROM customers c WHERE (c.country >= '20' AND c.country < '21')",
    also: &[
        "SELECT o.id FROM orders o WHERE EXTRACT(YEAR FROM o.placed) = 2024 AND o.total > 1",
        "SELECT o.id FROM orders o WHERE DATE_TRUNC('month', o.placed) = DATE '2024-12-01'",
        "SELECT c.name FROM customers c WHERE SUBSTR(c.name, 1, 4) = '2024'",
    ],
    leaves: &[
        "SELECT c.name FROM customers c WHERE SUBSTR(c.country, 2, 2) = '20'",
        "SELECT c.name FROM customers c WHERE SUBSTR(c.country, 1, 2) = 'Pe'",
        "SELECT c.name FROM customers c WHERE SUBSTR(c.country, 1, 3) = '20'",
    ],
    sound: "The days of a year or month are exactly those from its first day up to the next one's; texts that begin with \
            some digits are exactly those from these digits up to the next ones, in binary order. It needs a column that is \
            declared a day or a moment without a zone, or a text where the engine compares bytes.",
    source: "Winand, SQL Performance Explained, \"Obfuscated Conditions\"",
    engines: ALL,
    tells: Some(told::function_to_range),
    apply,
};

fn apply(query: &Query, cx: &Context<'_>) -> Option<Query> {
    let mut done = query.clone();
    let select = shape::select_mut(&mut done)?;
    let sources: Vec<TableFactor> = shape::factors(select).into_iter().cloned().collect();
    let sources: Vec<&TableFactor> = sources.iter().collect();
    let count = shape::replace_here(&mut select.selection, &|e| range(e, &sources, cx));
    (count > 0).then_some(done)
}

fn range(expr: &Expr, sources: &[&TableFactor], cx: &Context<'_>) -> Option<Expr> {
    let Expr::BinaryOp {
        left,
        op: BinaryOperator::Eq,
        right,
    } = expr
    else {
        return None;
    };
    let (function, value) = if shape::literal(right) {
        (left, right)
    } else {
        (right, left)
    };
    if !shape::literal(value) {
        return None;
    }
    let (column, from, to) = match shape::bare(function) {
        Expr::Extract {
            field: DateTimeField::Year,
            expr,
            ..
        } => year(expr, value)?,
        Expr::Function(f) if shape::function_name(f) == "year" => year(&shape::argument(f)?.1, value)?,
        Expr::Function(f) if shape::function_name(f) == "date_trunc" => truncated(&f.to_string(), value, cx)?,
        Expr::Substring {
            expr,
            substring_from,
            substring_for,
            ..
        } => {
            let (from, length) = (
                substring_from.as_ref()?.to_string(),
                substring_for.as_ref()?.to_string(),
            );
            return prefix(expr, (&from, &length), value, sources, cx);
        }
        _ => return None,
    };
    let (_, stored) = cx.origin(sources, &shape::col(&column)?)?;
    let zoned =
        stored.declared_type.to_lowercase().contains("zone") || stored.declared_type.to_lowercase().contains("tz");
    let typed =
        matches!(stored.kind, TypeKind::Date | TypeKind::Timestamp) && !zoned && cx.dialect() != Dialect::Sqlite;
    typed.then(|| cx.expr(&format!("({column} >= DATE '{from}' AND {column} < DATE '{to}')")))?
}

fn year(column: &Expr, value: &Expr) -> Option<(Expr, String, String)> {
    let year: u32 = value.to_string().parse().ok().filter(|y| (1000..9999).contains(y))?;
    Some((column.clone(), format!("{year}-01-01"), format!("{}-01-01", year + 1)))
}

/// `date_trunc('month', x) = DATE '2024-12-01'`; another day than the first is left alone.
fn truncated(call: &str, value: &Expr, cx: &Context<'_>) -> Option<(Expr, String, String)> {
    let inside = call.split_once('(')?.1.strip_suffix(')')?;
    let (unit, column) = inside.split_once(',')?;
    let text = value.to_string();
    let day = text.rsplit_once('\'')?.0.rsplit_once('\'')?.1;
    if !text.to_uppercase().starts_with("DATE") || day.len() != 10 {
        return None;
    }
    let (year, month): (u32, u32) = (day.get(..4)?.parse().ok()?, day.get(5..7)?.parse().ok()?);
    let to = match (unit.trim().to_lowercase().as_str(), day.get(4..)?) {
        ("'year'", "-01-01") => format!("{}-01-01", year + 1),
        ("'month'", rest) if rest.ends_with("-01") && month == 12 => format!("{}-01-01", year + 1),
        ("'month'", rest) if rest.ends_with("-01") => format!("{year}-{:02}-01", month + 1),
        _ => return None,
    };
    Some((cx.expr(column)?, day.to_string(), to))
}

fn prefix(
    column: &Expr,
    (from, length): (&str, &str),
    value: &Expr,
    sources: &[&TableFactor],
    cx: &Context<'_>,
) -> Option<Expr> {
    let (_, stored) = cx.origin(sources, &shape::col(column)?)?;
    let declared = stored.declared_type.to_lowercase();
    let text = stored.kind == TypeKind::Text && (declared.contains("char") || declared.contains("text"));
    let written = value.to_string();
    let wanted = written.strip_prefix('\'')?.strip_suffix('\'')?;
    let digits = !wanted.is_empty() && wanted.bytes().all(|b| b.is_ascii_digit());
    let whole = length.parse() == Ok(wanted.len()) && from == "1";
    // PostgreSQL orders texts by the rules of a language, where a prefix is no range.
    if !(text && digits && whole) || cx.dialect() == Dialect::Postgres {
        return None;
    }
    // The character after '9' is ':', so the next prefix exists for every digit.
    let (head, last) = wanted.split_at(wanted.len() - 1);
    let next = char::from(last.bytes().next()? + 1);
    cx.expr(&format!("({column} >= '{wanted}' AND {column} < '{head}{next}')"))
}
