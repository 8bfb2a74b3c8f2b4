//! Days whose digits stand side by side with the year last: 3142021 for 14 March 2021.
//!
//! In: a column's name, type and profile. Out: the SQL that reads its days, and the newest that is known. Deliberately absent:
//! the year first (`Disguise::CompactDate`), and digits that could be read both ways.

use askwell_contract::profile::ColumnProfile;
use askwell_contract::{Cell, Dialect, TypeKind};

use crate::calendar::Date;
use crate::words::split_name;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Order {
    MonthFirst,
    DayFirst,
}

/// SQL that reads the day of a column, `{}` standing for it; `None` where any known value is none.
pub fn view(kind: TypeKind, p: &ColumnProfile, dialect: Dialect) -> Option<String> {
    let order = order(kind, p)?;
    let (month, day) = match order {
        Order::MonthFirst => (1, 3),
        Order::DayFirst => (3, 1),
    };
    Some(match dialect {
        Dialect::Duckdb => {
            let form = if order == Order::MonthFirst { "%m%d%Y" } else { "%d%m%Y" };
            format!("CAST(try_strptime(lpad(CAST({{}} AS VARCHAR), 8, '0'), '{form}') AS DATE)")
        }
        Dialect::Sqlite => {
            let digits = "printf('%08d', {})";
            format!(
                "date(substr({digits}, 5) || '-' || substr({digits}, {month}, 2) || '-' || substr({digits}, {day}, 2))"
            )
        }
        Dialect::Postgres => {
            let part =
                |from: u8, len: u8| format!("CAST(substr(lpad(CAST({{}} AS text), 8, '0'), {from}, {len}) AS INTEGER)");
            format!(
                "CASE WHEN {{}} BETWEEN 1000000 AND 99999999 AND {m} BETWEEN 1 AND 12 AND {y} > 0 \
                 THEN make_date({y}, {m}, 1) + {d} - 1 END",
                y = part(5, 4),
                m = part(month, 2),
                d = part(day, 2)
            )
        }
    })
}

/// The newest day that is known of it.
pub fn newest(kind: TypeKind, p: &ColumnProfile) -> Option<Date> {
    let order = order(kind, p)?;
    digits(p).filter_map(|n| read(n, order)).max()
}

fn order(kind: TypeKind, p: &ColumnProfile) -> Option<Order> {
    const NAMES: [&str; 3] = ["date", "day", "dt"];
    let named = split_name(&p.column).iter().any(|w| NAMES.contains(&w.as_str()));
    if kind != TypeKind::Integer || !named || p.distinct < 2 {
        return None;
    }
    let all = |order: Order| digits(p).all(|n| read(n, order).is_some());
    match (all(Order::MonthFirst), all(Order::DayFirst)) {
        (true, false) => Some(Order::MonthFirst),
        (false, true) => Some(Order::DayFirst),
        _ => None,
    }
}

/// Every value that the profile tells; quantiles lie between values.
fn digits(p: &ColumnProfile) -> impl Iterator<Item = i64> + '_ {
    let told = p.top.iter().map(|v| &v.value).chain([&p.min, &p.max]);
    told.filter(|cell| **cell != Cell::Null).map(|cell| match cell {
        Cell::Int(n) => *n,
        _ => 0,
    })
}

fn read(n: i64, order: Order) -> Option<Date> {
    let (first, second, year) = (n / 1_000_000, n / 10_000 % 100, n % 10_000);
    let (month, day) = match order {
        Order::MonthFirst => (first, second),
        Order::DayFirst => (second, first),
    };
    let fits = (1900..=2100).contains(&year) && (1..=12).contains(&month) && (1..=31).contains(&day);
    fits.then(|| Date::new(year as i32, month as u32, day as u32))?
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::prepare::fake;
    use askwell_contract::profile::ValueCount;

    fn kept(name: &str, days: &[i64]) -> ColumnProfile {
        let mut p = fake::profile("sightings", name, 100, days.len() as u64);
        let cells = days.iter().map(|n| Cell::Int(*n));
        p.top = cells.map(|value| ValueCount { value, rows: 1 }).collect();
        p.min = days.iter().min().map_or(Cell::Null, |n| Cell::Int(*n));
        p.max = days.iter().max().map_or(Cell::Null, |n| Cell::Int(*n));
        p
    }

    #[test]
    fn a_column_called_a_date_holds_days_where_all_of_it_reads_so() {
        let read = |name: &str, days: &[i64]| view(TypeKind::Integer, &kept(name, days), Dialect::Duckdb);
        let sql = read("seen_date", &[3_142_021, 12_092_020]).unwrap_or_default();
        assert!(sql.contains("'%m%d%Y'"), "{sql}");
        let sql = read("day", &[14_032_021, 9_122_020]).unwrap_or_default();
        assert!(sql.contains("'%d%m%Y'"), "{sql}");
        // Both orders fit, none does, or nobody calls it a day.
        assert_eq!(read("date", &[3_042_021, 5_062_021]), None);
        assert_eq!(read("date", &[3_142_021, 14_142_021]), None);
        assert_eq!(read("serial", &[3_142_021, 12_092_020]), None);
        let newest = newest(TypeKind::Integer, &kept("date", &[3_142_021, 12_092_020]));
        assert_eq!(newest, Date::new(2021, 3, 14));
    }

    #[test]
    fn digits_are_a_day_in_one_order_or_in_none() {
        assert_eq!(read(11_232_019, Order::MonthFirst), Date::new(2019, 11, 23));
        assert_eq!(read(11_232_019, Order::DayFirst), None);
        assert_eq!(read(3_012_024, Order::DayFirst), Date::new(2024, 1, 3));
        assert_eq!(read(20_240_103, Order::DayFirst), None);
        assert_eq!(read(2_302_024, Order::MonthFirst), None);
    }
}
