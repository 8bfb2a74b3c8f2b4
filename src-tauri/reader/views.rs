//! Days that a column keeps in a form which the engine cannot read by itself, told by its commonest texts: `2025-02`, `1978-8-1`.
//!
//! In: [`Column`] and the dialect. Out: SQL that yields a day, `{}` standing for the column. Deliberately absent: forms that
//! the profile already knows.

use askwell_contract::{Dialect, TypeKind};

use crate::known::Column;

/// SQL that reads a day out of the column's texts; `None` where they are no such days.
pub(crate) fn day(column: &Column, dialect: Dialect) -> Option<String> {
    let texts = || column.top.iter().filter(|t| !t.trim().is_empty());
    if column.view.is_some() || texts().next().is_none() {
        return None;
    }
    let words = column.kind == TypeKind::Text;
    if words && texts().all(|t| parts(t).as_deref().is_some_and(|p| matches!(p, [_, m] if m.len() == 2))) {
        return Some(match dialect {
            Dialect::Sqlite => "date({} || '-01')".to_owned(),
            Dialect::Duckdb => "TRY_CAST({} || '-01' AS DATE)".to_owned(),
            Dialect::Postgres => "to_date(NULLIF({}, '') || '-01', 'YYYY-MM-DD')".to_owned(),
        });
    }
    let short = |t: &String| parts(t).is_some_and(|p| p.len() == 3 && p.iter().skip(1).any(|n| n.len() == 1));
    let days = texts().all(|t| parts(t).is_some_and(|p| p.len() == 3));
    // SQLite reads no day whose month or day lacks its zero.
    (dialect == Dialect::Sqlite && days && texts().any(short)).then(|| {
        let rest = "substr({}, instr({}, '-') + 1)";
        let day = format!("substr({rest}, instr({rest}, '-') + 1)");
        format!(
            "date(printf('%04d-%02d-%02d', CAST({{}} AS INTEGER), CAST({rest} AS INTEGER), CAST({day} AS INTEGER)))"
        )
    })
}

/// Year, month and day as they are written; `None` for other texts.
fn parts(text: &str) -> Option<Vec<&str>> {
    let parts: Vec<&str> = text.trim().split('-').collect();
    let number = |p: &&str| p.parse::<u32>().ok();
    let year = parts.first().filter(|y| y.len() == 4).and_then(number)?;
    let month = parts.get(1).and_then(number)?;
    let fits = (1000..=2999).contains(&year) && (1..=12).contains(&month);
    let day = parts
        .get(2)
        .is_none_or(|d| number(d).is_some_and(|d| (1..=31).contains(&d)));
    (fits && day && parts.len() <= 3).then_some(parts)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_days_are_taken_for_days() {
        assert_eq!(parts("2025-02").map(|p| p.len()), Some(2));
        assert_eq!(parts("1978-8-1").map(|p| p.len()), Some(3));
        for other in ["2025", "2025-13", "555-0123", "2025-02-40", "A-1"] {
            assert_eq!(parts(other).filter(|p| p.len() > 1), None, "{other}");
        }
    }
}
