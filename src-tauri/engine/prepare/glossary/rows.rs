//! A condition that a person gives without SQL: a column, whether it is, is above, is below or contains, and a value.
//!
//! In: these, and what is known of the column. Out: the condition as SQL, or why it means nothing. Deliberately absent:
//! several conditions in one term; whoever needs them writes SQL.

use askwell_contract::explore::Holds;
use askwell_contract::profile::ColumnProfile;
use askwell_contract::{Column, Dialect, TypeKind};
use askwell_sql::{dialect, view};

pub(super) fn sql(
    column: &Column,
    profile: Option<&ColumnProfile>,
    holds: Holds,
    value: &str,
    engine: Dialect,
) -> Result<String, String> {
    let value = value.trim();
    if value.is_empty() {
        return Err("The value is missing.".into());
    }
    let name = &column.name;
    let raw = dialect::ident(name, engine);
    let number = number(value);
    let typed = profile
        .and_then(|p| p.view.as_ref())
        .filter(|_| column.kind == TypeKind::Text);
    let stored = match typed {
        Some(v) if v.is_date() => Some(dialect::Stored::Native),
        Some(_) => None,
        None => dialect::stored(column.kind, profile.map_or(&[][..], |p| &p.disguises)),
    };
    // A year is compared like any number.
    let stored = stored.filter(|s| *s != dialect::Stored::Year);
    let left = typed.map_or_else(|| raw.clone(), |v| view::expr(v, &raw, engine));
    let is_number = column.kind.is_number() && stored.is_none() || typed.is_some_and(|v| !v.is_date());
    let op = match holds {
        Holds::Is => "=",
        Holds::Above => ">",
        Holds::Below => "<",
        Holds::Contains => return Ok(contains(&raw, column.kind, value, engine)),
    };
    if let Some(stored) = stored {
        let day = is_day(value)
            .then(|| Some((dialect::as_date(&left, stored, engine)?, value)))
            .flatten();
        let Some((day, value)) = day else {
            return Err(format!("{name} holds days: write one as 2024-03-31."));
        };
        return Ok(match engine {
            Dialect::Sqlite => format!("{day} {op} {}", dialect::text(value)),
            _ => format!("{day} {op} DATE {}", dialect::text(value)),
        });
    }
    if column.kind == TypeKind::Boolean {
        let yes = match value.to_lowercase().as_str() {
            "yes" | "true" | "1" => "TRUE",
            "no" | "false" | "0" => "FALSE",
            _ => return Err(format!("{name} is yes or no.")),
        };
        return match holds {
            Holds::Is => Ok(format!("{raw} = {yes}")),
            _ => Err(format!("{name} is yes or no, and neither above nor below anything.")),
        };
    }
    match (is_number, number, holds) {
        (true, Some(n), _) => Ok(format!("{left} {op} {n}")),
        (true, None, _) => Err(format!("{name} holds numbers, and “{value}” is none.")),
        (false, _, Holds::Is) if column.kind == TypeKind::Text => Ok(format!("{raw} = {}", dialect::text(value))),
        (false, _, Holds::Is) => Ok(format!("{} = {}", as_text(&raw, engine), dialect::text(value))),
        (false, ..) => Err(format!(
            "{name} holds texts, which are neither above nor below anything."
        )),
    }
}

/// As SQL writes it, whether a person wrote `1,200`, `1200` or `$1200`.
fn number(value: &str) -> Option<String> {
    let plain: String = value
        .trim_start_matches(['$', '€', '£'])
        .trim_end_matches('%')
        .chars()
        .filter(|c| !matches!(c, ',' | ' ' | '_'))
        .collect();
    let digits = plain.chars().all(|c| c.is_ascii_digit() || matches!(c, '.' | '-'));
    (digits && plain.parse::<f64>().is_ok()).then_some(plain)
}

fn is_day(value: &str) -> bool {
    let parts: Vec<&str> = value.split('-').collect();
    let digits = |s: &&str, n: usize| s.len() == n && s.chars().all(|c| c.is_ascii_digit());
    matches!(parts.as_slice(), [y, m, d] if digits(y, 4) && digits(m, 2) && digits(d, 2)
        && (1..=12).contains(&m.parse::<u32>().unwrap_or(0)) && (1..=31).contains(&d.parse::<u32>().unwrap_or(0)))
}

fn as_text(raw: &str, engine: Dialect) -> String {
    match engine {
        Dialect::Sqlite | Dialect::Postgres => format!("CAST({raw} AS TEXT)"),
        Dialect::Duckdb => format!("CAST({raw} AS VARCHAR)"),
    }
}

/// Whatever the case it is written in; signs that stand for others in a pattern stand for themselves.
fn contains(raw: &str, kind: TypeKind, value: &str, engine: Dialect) -> String {
    let special = value.contains(['%', '_', '!']);
    let value: String = value
        .chars()
        .flat_map(|c| match c {
            '%' | '_' | '!' => vec!['!', c],
            c => vec![c],
        })
        .collect();
    let text = match kind {
        TypeKind::Text => raw.to_owned(),
        _ => as_text(raw, engine),
    };
    let like = if engine == Dialect::Sqlite { "LIKE" } else { "ILIKE" };
    let escape = if special { " ESCAPE '!'" } else { "" };
    format!("{text} {like} {}{escape}", dialect::text(&format!("%{value}%")))
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn of(kind: TypeKind, holds: Holds, value: &str) -> Result<String, String> {
        let column = Column {
            kind,
            ..crate::prepare::fake::table("t", &["size text"]).columns[0].clone()
        };
        sql(&column, None, holds, value, Dialect::Sqlite)
    }

    #[test]
    fn a_condition_is_written_as_its_column_keeps_what_is_compared() {
        for (kind, holds, value, sql) in [
            (TypeKind::Text, Holds::Is, "open", "size = 'open'"),
            (TypeKind::Text, Holds::Is, "it's", "size = 'it''s'"),
            (TypeKind::Integer, Holds::Above, "1,200", "size > 1200"),
            (TypeKind::Real, Holds::Below, "$2.50", "size < 2.50"),
            (TypeKind::Text, Holds::Contains, "tea", "size LIKE '%tea%'"),
            (TypeKind::Text, Holds::Contains, "5%", "size LIKE '%5!%%' ESCAPE '!'"),
            (TypeKind::Boolean, Holds::Is, "yes", "size = TRUE"),
        ] {
            assert_eq!(of(kind, holds, value).as_deref(), Ok(sql));
        }
    }

    #[test]
    fn what_cannot_be_compared_is_refused_with_the_reason() {
        for (kind, holds, value, why) in [
            (TypeKind::Text, Holds::Above, "5", "texts"),
            (TypeKind::Integer, Holds::Is, "open", "numbers"),
            (TypeKind::Integer, Holds::Above, "1; DROP TABLE x", "numbers"),
            (TypeKind::Date, Holds::Below, "last week", "days"),
            (TypeKind::Boolean, Holds::Is, "maybe", "yes or no"),
            (TypeKind::Text, Holds::Is, " ", "missing"),
        ] {
            assert!(of(kind, holds, value).is_err_and(|e| e.contains(why)), "{value}");
        }
    }
}
