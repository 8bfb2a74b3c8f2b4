//! Times of day in texts: of a till's own column, or behind the day in an export.

use askwell_contract::profile::ColumnProfile;
use askwell_contract::view::ViewKind;
use askwell_contract::{Cell, Dialect, TypeKind};
use askwell_sql::view;

/// Whether all that is known of a column are times of day: `08:10`, `17:45:00`.
pub(super) fn is_clock(p: &ColumnProfile, kind: TypeKind) -> bool {
    let last = p.max.to_string();
    // What the engine calls a time may still be how long something took.
    p.distinct > 1 && (are_clocks(texts(p)) || kind == TypeKind::Time && are_clocks(std::iter::once(last.as_str())))
}

fn are_clocks<'a>(texts: impl Iterator<Item = &'a str>) -> bool {
    let below = |part: &str, most: u32| {
        let digits = (1..=2).contains(&part.len()) && part.chars().all(|c| c.is_ascii_digit());
        digits && part.parse::<u32>().is_ok_and(|n| n < most)
    };
    let clock = |text: &str| {
        let plain = text.trim().to_lowercase();
        let parts: Vec<&str> = plain.trim_end_matches(['a', 'p', 'm', '.', ' ']).split(':').collect();
        let rest = |part: &&str| part.len() == 2 && below(part, 60);
        matches!(parts.len(), 2 | 3) && below(parts[0], 24) && parts[1..].iter().all(rest)
    };
    // A day's business goes on past noon; what lasts from nought to a few hours is no time of day.
    let late = |text: &str| {
        let text = text.trim().to_lowercase();
        let hour = text.split(':').next().and_then(|h| h.parse::<u32>().ok());
        text.trim_end_matches('.').ends_with('m') || hour.is_some_and(|h| h >= 12)
    };
    let (mut all, mut some) = (true, false);
    for text in texts {
        all &= clock(text);
        some |= late(text);
    }
    all && some
}

/// SQL that reads minutes since midnight out of a column's texts, `{}` standing for the column; `None` where it has no time
/// of day, or a day that the engine reads with its time by itself.
pub(super) fn minutes_of_day(p: &ColumnProfile, kind: TypeKind, dialect: Dialect) -> Option<String> {
    if let Some(native) = view::minutes_of_time("{}", dialect).filter(|_| kind == TypeKind::Time && is_clock(p, kind)) {
        return Some(native);
    }
    let timed = match p.view.as_ref().map(|v| &v.kind) {
        Some(ViewKind::Date { formats }) => formats.iter().any(|f| f.timed),
        Some(_) => false,
        None => is_clock(p, kind),
    };
    let halves = texts(p).any(|text| text.trim().to_lowercase().trim_end_matches('.').ends_with('m'));
    timed.then(|| view::minutes_of_day("{}", halves, dialect))
}

fn texts(p: &ColumnProfile) -> impl Iterator<Item = &str> {
    let cells = p.top.iter().map(|v| &v.value).chain([&p.min, &p.max]);
    cells.filter_map(|cell| match cell {
        Cell::Text(text) => Some(text.as_str()),
        _ => None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::prepare::fake;

    #[test]
    fn what_the_engine_calls_a_time_is_one_where_it_goes_on_past_noon() {
        let kept = |last: &str| ColumnProfile {
            max: Cell::Text(last.to_owned()),
            top: Vec::new(),
            ..fake::profile("sales", "time", 40, 30)
        };
        assert!(is_clock(&kept("19:30:00"), TypeKind::Time));
        assert!(!is_clock(&kept("03:30:00"), TypeKind::Time), "how long something took");
        let minutes = |dialect| minutes_of_day(&kept("19:30:00"), TypeKind::Time, dialect);
        assert!(minutes(Dialect::Duckdb).is_some_and(|sql| sql.contains("hour({})")));
        assert!(minutes(Dialect::Postgres).is_some_and(|sql| sql.contains("EXTRACT(HOUR FROM {})")));
    }

    #[test]
    fn only_texts_of_hours_and_minutes_are_times_of_day() {
        assert!(are_clocks(["08:10", "17:45", "9:05"].into_iter()));
        assert!(are_clocks(["8:10 am", "5:45 pm"].into_iter()));
        assert!(!are_clocks(["08:10", "25:00"].into_iter()));
        assert!(!are_clocks(["17:10", "closed"].into_iter()));
        assert!(!are_clocks(["0:42:10", "1:05:00"].into_iter()));
        assert!(!are_clocks(["13:02:75", "1:03:10"].into_iter()));
        assert!(!are_clocks([].into_iter()));
    }
}
