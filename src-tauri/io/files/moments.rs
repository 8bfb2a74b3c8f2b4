//! Dates and times in texts. In: a text. Out: what kind of moment it is, and the text without its zone, where it is one
//! written by ISO 8601. SQLite keeps its dates so, and other engines hand them over so. Deliberately absent: every other
//! way to write a date; those are the person's own words.

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Moment {
    Date,
    Time,
    Timestamp,
    /// In UTC.
    Zoned,
}

/// `None`: text like any other.
pub fn read(text: &str) -> Option<(Moment, &str)> {
    if !text.is_ascii() {
        return None;
    }
    if text.len() <= 10 {
        return match shape(text) {
            Shape::Date => day(text).then_some((Moment::Date, text)),
            Shape::Other if hours(text) => Some((Moment::Time, text)),
            Shape::Other => None,
        };
    }
    if text.len() <= 15 && hours(text) {
        return Some((Moment::Time, text));
    }
    let (date, rest) = (text.get(..10)?, text.get(10..)?);
    let time = rest.strip_prefix([' ', 'T'])?;
    let (time, zoned) = match time.strip_suffix("+00").or_else(|| time.strip_suffix('Z')) {
        Some(time) => (time, true),
        None => (time, false),
    };
    let fits = matches!(shape(date), Shape::Date) && day(date) && hours(time);
    let kind = if zoned { Moment::Zoned } else { Moment::Timestamp };
    fits.then_some((kind, text.get(..11 + time.len())?))
}

/// Digits behind the second's point.
pub fn fraction(text: &str) -> usize {
    text.rsplit_once('.').map_or(0, |(_, digits)| digits.len())
}

enum Shape {
    Date,
    Other,
}

fn shape(text: &str) -> Shape {
    let fits = text.len() == 10
        && text.bytes().enumerate().all(|(n, b)| match n {
            4 | 7 => b == b'-',
            _ => b.is_ascii_digit(),
        });
    if fits {
        Shape::Date
    } else {
        Shape::Other
    }
}

fn day(text: &str) -> bool {
    let part = |from: usize, to: usize| text.get(from..to).and_then(|p| p.parse::<u32>().ok());
    let (Some(year), Some(month), Some(day)) = (part(0, 4), part(5, 7), part(8, 10)) else {
        return false;
    };
    let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    let last = match month {
        2 if leap => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        1..=12 => 31,
        _ => return false,
    };
    year > 0 && (1..=last).contains(&day)
}

/// `13:05`, `13:05:00`, `13:05:00.25`
fn hours(text: &str) -> bool {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, "0"));
    let mut most = [23, 59, 59].iter();
    let mut parts = 0;
    let fits = whole.split(':').all(|part| {
        parts += 1;
        part.len() == 2
            && part.bytes().all(|b| b.is_ascii_digit())
            && most
                .next()
                .is_some_and(|most| part.parse::<u32>().is_ok_and(|n| n <= *most))
    });
    let digits = !fraction.is_empty() && fraction.len() <= 9 && fraction.bytes().all(|b| b.is_ascii_digit());
    fits && (2..=3).contains(&parts) && digits && (parts == 3 || !text.contains('.'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_a_day_or_a_time_is_one() {
        let kind = |text: &str| read(text).map(|(kind, _)| kind);
        assert_eq!(kind("2024-02-29"), Some(Moment::Date));
        assert_eq!(kind("2024-02-29 13:05:00"), Some(Moment::Timestamp));
        assert_eq!(
            read("2024-02-29T13:05:00Z"),
            Some((Moment::Zoned, "2024-02-29T13:05:00"))
        );
        assert_eq!(
            read("2024-02-29 13:05:00.25+00"),
            Some((Moment::Zoned, "2024-02-29 13:05:00.25"))
        );
        assert_eq!(kind("13:05:00.5"), Some(Moment::Time));
        for none in [
            "2023-02-29",
            "2024-13-01",
            "2024-02",
            "0000-01-01",
            "24:00:00",
            "1:05",
            "13:05.5",
            "2024-02-29 ",
            "",
            "2024-02-29 13:05:00+01",
            "0123456789",
            "２０２４-02-29",
            "13:05:",
            "2024-02-29 25:00:00",
        ] {
            assert_eq!(kind(none), None, "{none}");
        }
    }
}
