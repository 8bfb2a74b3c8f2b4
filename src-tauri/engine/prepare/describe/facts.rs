//! What the values of a column are, in sentences: where they lie, how many there are, which are commonest, what is
//! missing.
//!
//! In: a column and its profile. Out: sentences, the most telling first. A figure that comes from a sample says so.

use askwell_contract::profile::{ColumnProfile, Disguise, TableProfile};
use askwell_contract::{Cell, Column};

use super::subject::About;

/// Values that are named one by one instead of as a range.
const FEW: u64 = 6;
/// Characters of a value that stands as an example.
const EXAMPLE: usize = 30;
/// Values named as the commonest in a long description.
const COMMONEST: usize = 5;

/// The one sentence for the short description; empty where there is nothing worth saying.
pub fn brief(about: &About<'_>, read: Option<&TableProfile>) -> String {
    let Some(profile) = about.profile else {
        return labels(about.column);
    };
    if profile.rows == 0 {
        return "The table has no rows.".into();
    }
    if profile.nulls == profile.rows {
        return "It is empty in every row.".into();
    }
    let plain = about.target.is_none() && !about.is_key();
    let values = if plain { spread(about, profile) } else { None };
    let missing = missing(profile);
    let sample = if sampled(read) { " in a sample" } else { "" };
    match (values, missing) {
        (Some(values), Some(missing)) => format!("{values}{sample}; {missing}."),
        (Some(values), None) => format!("{values}{sample}."),
        (None, Some(missing)) => {
            let mut chars = missing.chars();
            let first = chars.next().map(|c| c.to_uppercase().to_string()).unwrap_or_default();
            format!("{first}{}{sample}.", chars.as_str())
        }
        (None, None) => String::new(),
    }
}

/// Everything for the long description.
pub fn all(about: &About<'_>, read: Option<&TableProfile>) -> Vec<String> {
    let mut out = vec![stored(about)];
    let listed = labels(about.column);
    out.extend((!listed.is_empty()).then_some(listed));
    let Some(profile) = about.profile else { return out };
    if profile.rows == 0 {
        out.push("The table has no rows.".into());
        return out;
    }
    if profile.nulls == profile.rows {
        out.push("It is empty in every row.".into());
        return out;
    }
    if !about.is_key() && about.target.is_none() {
        out.extend(spread(about, profile).map(|s| format!("{s}.")));
    }
    if let Some(median) = profile
        .quantiles
        .get(2)
        .filter(|_| about.column.kind.is_number() && !about.is_key())
    {
        out.push(format!("Half of the values are at most {}.", show(median)));
    }
    out.push(distinct(profile));
    out.extend(commonest(profile).filter(|_| !profile.unique));
    if profile.nulls > 0 {
        let (nulls, rows) = (thousands(profile.nulls), thousands(profile.rows));
        out.push(format!(
            "{} of the rows are empty ({nulls} of {rows}).",
            share(profile.nulls, profile.rows)
        ));
    }
    if let Some(shape) = profile.shape.as_ref().filter(|_| about.disguised(&[Disguise::Code])) {
        out.push(format!("Most look like {shape}."));
    }
    if profile.max_length > 0 {
        let s = if profile.max_length == 1 { "" } else { "s" };
        out.push(format!("Up to {} character{s} long.", thousands(profile.max_length)));
    }
    if let Some(read) = read.filter(|r| r.read < r.rows) {
        let (some, all) = (thousands(read.read), thousands(read.rows));
        out.push(format!("These figures come from a sample of {some} of {all} rows."));
    }
    out
}

pub fn sampled(read: Option<&TableProfile>) -> bool {
    read.is_some_and(|r| r.read < r.rows)
}

fn labels(column: &Column) -> String {
    if column.labels.is_empty() {
        return String::new();
    }
    let shown: Vec<String> = column.labels.iter().take(12).map(|l| format!("'{l}'")).collect();
    let more = column.labels.len().saturating_sub(shown.len());
    match more {
        0 => format!("One of {}.", or(&shown)),
        more => format!("One of {} and {more} others.", shown.join(", ")),
    }
}

/// Where the values lie, or which they are, without a full stop.
fn spread(about: &About<'_>, profile: &ColumnProfile) -> Option<String> {
    let few = profile.distinct > 0 && profile.distinct <= FEW && profile.distinct_exact;
    if about.is_boolean() && about.disguised(&[Disguise::BooleanInNumber]) {
        return Some("1 means yes, 0 means no".into());
    }
    if about.is_boolean() {
        return None;
    }
    if about.is_time() && !few {
        let (from, to) = (day(profile, &profile.min)?, day(profile, &profile.max)?);
        return Some(format!("Dates from {from} to {to}"));
    }
    if profile.distinct == 1 && profile.distinct_exact {
        let only = profile.top.first()?;
        return Some(format!("Always {}", example(&only.value)?));
    }
    if few {
        let mut values: Vec<String> = profile.top.iter().filter_map(|v| example(&v.value)).collect();
        if values.len() as u64 == profile.distinct && values.iter().map(String::len).sum::<usize>() <= 120 {
            if about.column.kind.is_number() {
                let mut numbers: Vec<&Cell> = profile.top.iter().map(|v| &v.value).collect();
                numbers.sort_by(|a, b| a.as_f64().unwrap_or(0.0).total_cmp(&b.as_f64().unwrap_or(0.0)));
                values = numbers.into_iter().filter_map(example).collect();
            }
            return Some(or(&values));
        }
    }
    if about.column.kind.is_number() || about.column.kind.is_time() {
        if profile.min.is_null() {
            return None;
        }
        let year = about.disguised(&[Disguise::Year]);
        let mean = profile
            .mean
            .filter(|_| !year)
            .map(|m| format!(", {} on average", figure(m)));
        let (min, max) = match year {
            true => (profile.min.to_string(), profile.max.to_string()),
            false => (show(&profile.min), show(&profile.max)),
        };
        return Some(format!("From {min} to {max}{}", mean.unwrap_or_default()));
    }
    let examples: Vec<String> = profile.top.iter().take(3).filter_map(|v| example(&v.value)).collect();
    (!examples.is_empty()).then(|| format!("For example {}", examples.join(", ")))
}

/// `3% are empty`, without a full stop.
fn missing(profile: &ColumnProfile) -> Option<String> {
    match profile.nulls {
        0 => None,
        1 => Some("one row is empty".into()),
        n => Some(format!("{} are empty", share(n, profile.rows))),
    }
}

pub fn share(part: u64, all: u64) -> String {
    let percent = 100.0 * part as f64 / all.max(1) as f64;
    match percent {
        p if p < 1.0 => "fewer than 1%".into(),
        p if p > 99.0 && part < all => "more than 99%".into(),
        p => format!("{p:.0}%"),
    }
}

fn distinct(profile: &ColumnProfile) -> String {
    let n = thousands(profile.distinct);
    match (profile.unique, profile.distinct_exact, profile.distinct_error) {
        (true, ..) => "Every row has another value.".into(),
        (_, true, _) if profile.distinct == 1 => "There is one value.".into(),
        (_, true, _) => format!("There are {n} different values."),
        (_, false, Some(error)) => format!(
            "There are about {n} different values, give or take {:.1}%.",
            100.0 * error
        ),
        (_, false, None) => format!("There are at least {n} different values."),
    }
}

fn commonest(profile: &ColumnProfile) -> Option<String> {
    let of = |v: &askwell_contract::profile::ValueCount| {
        let rows = if v.rows == 1 {
            "1 row".into()
        } else {
            format!("{} rows", thousands(v.rows))
        };
        Some(format!("{} ({rows})", example(&v.value)?))
    };
    let values: Vec<String> = profile
        .top
        .iter()
        .filter(|v| v.rows > 1)
        .take(COMMONEST)
        .filter_map(of)
        .collect();
    (!values.is_empty()).then(|| format!("Most frequent: {}.", values.join(", ")))
}

/// The type, and what the values are although the type does not say it.
fn stored(about: &About<'_>) -> String {
    use askwell_contract::TypeKind as T;
    let kind = match about.column.kind {
        T::Integer => "a whole number",
        T::Decimal | T::Real => "a number",
        T::Text => "text",
        T::Boolean => "yes or no",
        T::Date => "a date",
        T::Time => "a time of day",
        T::Timestamp => "a date with a time",
        T::Interval => "a length of time",
        T::Json => "JSON",
        T::Blob => "binary data",
        T::List => "a list",
        T::Struct => "a group of values",
        T::Other => "values of no declared type",
    };
    let kept = |d: &&Disguise| **d != Disguise::BooleanInNumber || about.is_boolean();
    let disguise = about
        .profile
        .and_then(|p| p.disguises.first())
        .filter(kept)
        .map(|d| match d {
            Disguise::IsoDate => "dates written year-month-day",
            Disguise::SlashDate => "dates written with slashes",
            Disguise::CompactDate => "dates written as the number YYYYMMDD",
            Disguise::UnixSeconds => "moments counted in seconds since 1970",
            Disguise::Year => "years",
            Disguise::NumberInText => "numbers",
            Disguise::BooleanInNumber => "1 for yes and 0 for no",
            Disguise::BooleanInText => "a word for yes or no",
            Disguise::Json => "JSON documents",
            Disguise::Email => "e-mail addresses",
            Disguise::Url => "web addresses",
            Disguise::Code => "short codes",
            Disguise::Money => "amounts of money with their currency",
            Disguise::Percentage => "percentages with their sign",
        });
    match disguise {
        Some(disguise) => format!("Stored as {kind}; the values are {disguise}."),
        None => format!("Stored as {kind}."),
    }
}

/// The day of a point in time, as people write it.
pub fn day(profile: &ColumnProfile, cell: &Cell) -> Option<String> {
    let has = |d| profile.disguises.contains(&d);
    let iso = |text: &str| text.get(..10).unwrap_or(text).to_owned();
    match cell {
        Cell::Date(text) | Cell::Timestamp(text) => Some(iso(text)),
        // The least and greatest text with slashes are no first and last day.
        Cell::Text(_) if has(Disguise::SlashDate) => None,
        Cell::Text(text) => Some(iso(text)),
        Cell::Int(n) if has(Disguise::CompactDate) => {
            Some(format!("{:04}-{:02}-{:02}", n / 10_000, n / 100 % 100, n % 100))
        }
        Cell::Int(n) if has(Disguise::UnixSeconds) => Some(civil(n.div_euclid(86_400))),
        _ => None,
    }
}

/// The date of a day counted from 1970-01-01 (days-to-civil over 400-year eras of 146,097 days).
fn civil(days: i64) -> String {
    let shifted = days + 719_468;
    let era = shifted.div_euclid(146_097);
    let of_era = shifted.rem_euclid(146_097);
    let year_of_era = (of_era - of_era / 1_460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month = (5 * of_year + 2) / 153;
    let day = of_year - (153 * month + 2) / 5 + 1;
    let (month, next) = if month < 10 { (month + 3, 0) } else { (month - 9, 1) };
    format!("{:04}-{month:02}-{day:02}", year_of_era + era * 400 + next)
}

/// A value between quotation marks, cut where it is long; numbers plain.
pub fn example(cell: &Cell) -> Option<String> {
    match cell {
        Cell::Null | Cell::Blob { .. } | Cell::List(_) | Cell::Json(_) => None,
        Cell::Text(text) => Some(format!("'{}'", cut(text, EXAMPLE))),
        Cell::Int(_) | Cell::Real(_) | Cell::Decimal(_) => Some(show(cell)),
        other => Some(other.to_string()),
    }
}

/// On one line, at most so many characters and then three dots (seed 000, operation 0c).
pub fn cut(text: &str, longest: usize) -> String {
    let line: String = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if line.chars().count() <= longest {
        return line;
    }
    let mut start: String = line.chars().take(longest).collect();
    // Half an address would be another address, and a placeholder would stand for it.
    let rest = &line[start.len()..];
    let word = start.rfind(' ').map_or(0, |at| at + 1);
    let more = rest.find(' ').unwrap_or(rest.len());
    if more <= ADDRESS && (start[word..].contains('@') || rest[..more].contains('@')) {
        start.push_str(&rest[..more]);
    }
    match start.len() == line.len() {
        true => line,
        false => format!("{start}..."),
    }
}

/// Bytes by which a text is longer for the sake of the address at its end.
const ADDRESS: usize = 60;

fn or(values: &[String]) -> String {
    match values {
        [] => String::new(),
        [one] => one.clone(),
        [head @ .., last] => format!("{} or {last}", head.join(", ")),
    }
}

/// A number as people write it: thousands apart, few decimals.
pub fn show(cell: &Cell) -> String {
    match cell {
        Cell::Int(n) if n.unsigned_abs() >= 10_000 => {
            let sign = if *n < 0 { "-" } else { "" };
            format!("{sign}{}", thousands(n.unsigned_abs()))
        }
        Cell::Real(n) => figure(*n),
        other => other.to_string(),
    }
}

pub fn thousands(n: u64) -> String {
    let digits = n.to_string();
    let mut out = String::new();
    for (i, c) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            out.push(',');
        }
        out.push(c);
    }
    out
}

/// Two decimals below ten thousand, none above, more only where nothing else would be left.
pub fn figure(value: f64) -> String {
    let size = value.abs();
    if (10_000.0..1e15).contains(&size) {
        let sign = if value < 0.0 { "-" } else { "" };
        return format!("{sign}{}", thousands(size.round() as u64));
    }
    let text = if size >= 0.01 || size == 0.0 {
        format!("{value:.2}")
    } else {
        format!("{value:.2e}")
    };
    if text.contains('e') || !text.contains('.') {
        return text;
    }
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_counted_right() {
        for (days, date) in [
            (0, "1970-01-01"),
            (19_782, "2024-02-29"),
            (-1, "1969-12-31"),
            (11_016, "2000-02-29"),
        ] {
            assert_eq!(civil(days), date);
        }
    }

    #[test]
    fn figures_are_short() {
        assert_eq!(figure(12_345.67), "12,346");
        assert_eq!(figure(-0.5), "-0.5");
        assert_eq!(figure(3.0), "3");
        assert_eq!(figure(0.000_123), "1.23e-4");
        assert_eq!(show(&Cell::Int(1234)), "1234");
        assert_eq!(show(&Cell::Int(-1_234_567)), "-1,234,567");
        assert_eq!(
            (share(1, 1000), share(999, 1000), share(3, 100)),
            ("fewer than 1%".into(), "more than 99%".into(), "3%".into())
        );
    }

    #[test]
    fn long_values_are_cut() {
        assert_eq!(cut(&"x".repeat(31), 30), format!("{}...", "x".repeat(30)));
        assert_eq!(cut("a\n  b", 30), "a b");
    }
}
