//! A stretch of time that the data does not reach the end of: its figure is not yet what it will be.
//!
//! In: a query. Out: one sentence, or nothing. Deliberately absent: rows that are stretches (`answer/analyse` says of the
//! last of them that it is not over).

use askwell_contract::run::Judged;
use askwell_sql::acts::{self, Act, Acts};

use crate::calendar::{last_days, Date};
use crate::cx::Cx;

/// Not every month ends with a sale: so many days are forgiven.
const FORGIVEN: i64 = 3;

pub fn said(cx: &Cx<'_>, winner: &Judged) -> Option<String> {
    let acts = acts::of(&winner.candidate.sql, &cx.knowledge.catalog)?;
    let read = last_days(cx.knowledge).filter(|(profile, _)| acts.tables.contains(&profile.table.to_lowercase()));
    let newest = read.max_by_key(|(profile, _)| profile.rows).map(|(_, day)| day)?;
    open(&acts, newest).then(|| {
        format!(
            "The data ends on {}, within the time asked about, so that what is said of it is not whole yet.",
            newest.words()
        )
    })
}

/// Days on both sides of the last one of the data, or the year that it is in.
fn open(acts: &Acts, newest: Date) -> bool {
    // A list for each month says of its last one that it is open.
    if acts.any(&[Act::Groups]) && acts.any(&[Act::Times]) {
        return false;
    }
    let days: Vec<i64> = acts
        .texts
        .iter()
        .filter_map(|t| Date::parse(t))
        .map(|d| d.days())
        .collect();
    let (Some(first), Some(last)) = (days.iter().min(), days.iter().max()) else {
        return false;
    };
    // The end is the first day that is no longer meant, or the last one that is.
    *first <= newest.days() && newest.days() + FORGIVEN + 1 < *last
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::prepare::fake::{catalog, table};

    #[test]
    fn a_stretch_is_open_where_the_data_ends_within_it() {
        let shop = catalog(vec![table("orders", &["id int", "day date"])]);
        let newest = Date::parse("2026-06-14").unwrap();
        let of = |sql: &str| open(&acts::of(sql, &shop).unwrap(), newest);
        let between = |from: &str, to: &str| {
            of(&format!(
                "SELECT COUNT(*) FROM orders WHERE day >= '{from}' AND day < '{to}'"
            ))
        };
        assert!(between("2026-01-01", "2027-01-01"));
        assert!(between("2026-06-01", "2026-07-01"));
        assert!(!between("2025-01-01", "2026-01-01"));
        assert!(!between("2026-06-01", "2026-06-16"), "a few days are forgiven");
        assert!(!between("2027-01-01", "2028-01-01"), "nothing of it is there");
        assert!(!of("SELECT COUNT(*) FROM orders WHERE day >= '2026-01-01'"));
        assert!(!of(
            "SELECT strftime('%Y-%m', day), COUNT(*) FROM orders WHERE day >= '2026-01-01' AND day < '2027-01-01' \
             GROUP BY 1"
        ));
    }
}
