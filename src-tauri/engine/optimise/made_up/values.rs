//! Values for made-up rows: common ones of each kind, the query's own and their neighbours, and chance.
//!
//! In: a column and what it meets in the query. Out: values as SQL writes them. Deliberately absent: rows.

use std::collections::BTreeSet;

use askwell_contract::{Column, TypeKind};
use askwell_sql::dialect;
use askwell_sql::rewrite::domains::Domain;

use crate::calendar::Date;
use crate::chance::Chance;

pub(super) fn can_be_made_up(column: &Column) -> bool {
    use TypeKind as K;
    matches!(
        column.kind,
        K::Integer | K::Decimal | K::Real | K::Text | K::Boolean | K::Date | K::Timestamp
    )
}

/// Kinds whose values may stand in one pool.
pub(super) fn family(kind: TypeKind) -> TypeKind {
    match kind {
        TypeKind::Decimal | TypeKind::Real => TypeKind::Decimal,
        other => other,
    }
}

pub(super) fn common(column: &Column) -> Vec<String> {
    let texts: &[&str] = match column.kind {
        TypeKind::Integer => &["1", "2", "3", "0"],
        TypeKind::Decimal | TypeKind::Real => &["0", "1.5", "2", "-1", "10"],
        TypeKind::Boolean => &["TRUE", "FALSE"],
        TypeKind::Date => &["'2001-02-28'", "'2001-03-01'", "'2000-12-31'", "'2001-01-01'"],
        TypeKind::Timestamp => &[
            "'2001-02-28 23:59:59'",
            "'2001-03-01 00:00:00'",
            "'2001-03-01 12:00:00'",
        ],
        _ if !column.labels.is_empty() => return column.labels.iter().map(|l| dialect::text(l)).collect(),
        _ => &["'a'", "'b'", "''", "'A'"],
    };
    texts.iter().map(|t| (*t).to_string()).collect()
}

/// The least and the greatest number that a column of this declared type holds; `None`: any that is made up here.
pub(super) fn bounds(declared: &str) -> Option<(f64, f64)> {
    let declared = declared.to_uppercase();
    let (name, digits) = declared.split_once('(').unwrap_or((&declared, ""));
    let bits = match name.trim() {
        "DECIMAL" | "NUMERIC" => {
            let mut digits = digits.trim_end_matches(')').split(',').map(|n| n.trim().parse::<i32>());
            let all = digits.next()?.ok()?;
            let after = digits.next().and_then(Result::ok).unwrap_or(0);
            let most = 10_f64.powi(all - after) - 10_f64.powi(-after);
            return Some((-most, most));
        }
        "UTINYINT" => return Some((0.0, 255.0)),
        "USMALLINT" => return Some((0.0, 65_535.0)),
        "UINTEGER" => return Some((0.0, 4_294_967_295.0)),
        "UBIGINT" | "UHUGEINT" => return Some((0.0, f64::MAX)),
        "TINYINT" => 7,
        "SMALLINT" => 15,
        "INTEGER" => 31,
        _ => return None,
    };
    let more = 2_f64.powi(bits);
    Some((-more, more - 1.0))
}

/// The query's values as this column can hold them.
pub(super) fn written(column: &Column, domain: &Domain) -> Vec<String> {
    let number = |v: &&String| v.parse::<f64>().is_ok();
    let day = |v: &&String| v.len() == 12 && Date::parse(v.trim_matches('\'')).is_some();
    let fits = |v: &&String| match column.kind {
        TypeKind::Integer => v.parse::<i64>().is_ok(),
        TypeKind::Decimal | TypeKind::Real => number(v) && v.parse::<f64>().is_ok_and(|n| n.abs() < 10_000.0),
        TypeKind::Date | TypeKind::Timestamp => day(v),
        TypeKind::Text => v.starts_with('\''),
        _ => false,
    };
    let plain = |v: &String| match column.kind {
        TypeKind::Text => v.replace('%', "").replace('_', "x"),
        _ => v.clone(),
    };
    if !column.labels.is_empty() {
        return Vec::new();
    }
    domain.values.iter().filter(fits).map(plain).collect()
}

/// The same with their neighbours, where a wrong bound would show.
pub(super) fn own_values(column: &Column, domain: &Domain, days: &BTreeSet<i64>) -> Vec<String> {
    let mut values = written(column, domain);
    for value in values.clone() {
        match column.kind {
            TypeKind::Integer => {
                let near = value
                    .parse::<i64>()
                    .into_iter()
                    .flat_map(|n| [n.saturating_sub(1), n.saturating_add(1), n.saturating_add(10)]);
                values.extend(near.map(|n| n.to_string()));
            }
            TypeKind::Decimal | TypeKind::Real => {
                let near = value
                    .parse::<f64>()
                    .into_iter()
                    .flat_map(|n| [n - 0.01, n + 0.01, n + 10.0]);
                values.extend(near.map(|n| format!("{n:.2}")));
            }
            TypeKind::Date | TypeKind::Timestamp => {
                let near = days.iter().flat_map(|d| [*d, d.saturating_neg(), d.saturating_add(1)]);
                let day = Date::parse(value.trim_matches('\''));
                values.extend(
                    [1, -1]
                        .into_iter()
                        .chain(near)
                        .filter_map(|step| Some(format!("'{}'", day?.plus(step)))),
                );
            }
            TypeKind::Text => {
                let text = value.trim_matches('\'');
                values.push(format!("'{text}x'"));
            }
            _ => {}
        }
    }
    values.truncate(40);
    values
}

impl Chance {
    pub fn of_100(&mut self, n: usize) -> bool {
        self.below(100) < n
    }
    pub fn pick(&mut self, values: &[String]) -> String {
        values
            .get(self.below(values.len()))
            .cloned()
            .unwrap_or_else(|| "NULL".into())
    }
}

#[cfg(test)]
mod tests {
    use askwell_contract::Dialect;
    use askwell_sql::rewrite::home::home;

    use super::*;

    #[test]
    fn a_narrow_type_says_what_it_holds() {
        assert_eq!(bounds("DECIMAL(5,2)"), Some((-999.99, 999.99)));
        assert_eq!(bounds("numeric(3)"), Some((-999.0, 999.0)));
        assert_eq!(bounds("SMALLINT"), Some((-32_768.0, 32_767.0)));
        assert_eq!(bounds("UTINYINT"), Some((0.0, 255.0)));
        assert_eq!(bounds("BIGINT").or(bounds("DOUBLE")).or(bounds("VARCHAR")), None);
    }

    #[test]
    fn neighbours_of_a_day_are_days_however_far_the_query_counts() {
        let catalog = home(Dialect::Duckdb);
        let columns = catalog.tables.iter().flat_map(|t| &t.columns);
        let column = columns.into_iter().find(|c| c.kind == TypeKind::Date).cloned().unwrap();
        let domain = Domain {
            values: ["'2024-02-28'".to_string()].into(),
            ..Domain::default()
        };
        let days = BTreeSet::from([7, i64::MAX, i64::MIN]);
        let values = own_values(&column, &domain, &days);
        for near in [
            "'2024-02-29'",
            "'2024-02-27'",
            "'2024-03-06'",
            "'2024-02-21'",
            "'9999-12-31'",
            "'0001-01-01'",
        ] {
            assert!(values.iter().any(|v| v == near), "{near} of {values:?}");
        }
    }
}
