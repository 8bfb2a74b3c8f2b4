//! The time of day in a text: `08:10`, `04/08/2025 08:23`, `2:05 PM`.

use askwell_contract::Dialect;

/// Minutes since midnight, NULL where the text has no colon; `halves`: some texts say which half of the day they mean.
/// `column` must be a name as SQL writes it, quoted where needed.
pub fn minutes_of_day(column: &str, halves: bool, dialect: Dialect) -> String {
    let (hour, minute) = match dialect {
        Dialect::Sqlite => (
            format!("CAST(ltrim(substr({column}, instr({column}, ':') - 2, 2), ' T') AS INTEGER)"),
            format!("CAST(substr({column}, instr({column}, ':') + 1, 2) AS INTEGER)"),
        ),
        Dialect::Duckdb => (
            format!("TRY_CAST(ltrim(right(split_part({column}, ':', 1), 2), ' T') AS INTEGER)"),
            format!("TRY_CAST(left(split_part({column}, ':', 2), 2) AS INTEGER)"),
        ),
        // A cast of what is no number would fail.
        Dialect::Postgres => (
            format!("CAST(substring({column} from '([0-9]{{1,2}}):') AS INTEGER)"),
            format!("CAST(substring({column} from ':([0-9]{{1,2}})') AS INTEGER)"),
        ),
    };
    let hour = match halves {
        true => {
            let second = format!("upper({column}) LIKE '%PM%' OR upper({column}) LIKE '%P.M%'");
            format!("({hour} % 12 + CASE WHEN {second} THEN 12 ELSE 0 END)")
        }
        false => hour,
    };
    let read = format!("{hour} * 60 + {minute}");
    match dialect {
        Dialect::Sqlite => format!("CASE WHEN instr({column}, ':') > 0 THEN {read} END"),
        _ => format!("({read})"),
    }
}

/// Minutes since midnight of a column whose type is a time of day; `None` where the engine has no such type.
pub fn minutes_of_time(column: &str, dialect: Dialect) -> Option<String> {
    match dialect {
        Dialect::Sqlite => None,
        Dialect::Duckdb => Some(format!("(hour({column}) * 60 + minute({column}))")),
        Dialect::Postgres => Some(format!(
            "CAST(EXTRACT(HOUR FROM {column}) * 60 + EXTRACT(MINUTE FROM {column}) AS INTEGER)"
        )),
    }
}
