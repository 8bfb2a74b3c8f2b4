//! Dates and times as people write them. In: one value. Out: its parts, if they make a real day and a real time.
//! Deliberately absent: names of months, years of two digits, and any guess at which number is the day.

/// A date, or a date with a time of day.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Moment {
    /// Between the parts of the date: `-`, `/` or `.`.
    pub mark: u8,
    /// `2024-03-31`; else the year is last.
    pub year_first: bool,
    /// Of a year that is last: whether day and month may stand in this order, and in the other one.
    pub day_first: bool,
    pub month_first: bool,
    /// Whether the two orders are two different days.
    pub differs: bool,
    pub time: Option<Time>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Time {
    pub seconds: bool,
    pub fraction: bool,
    pub zone: bool,
}

/// `31.03.2024`, `2024-03-31T12:00:00Z`, `3/31/2024 9:05`.
pub fn read(value: &str) -> Option<Moment> {
    let bytes = value.as_bytes();
    if bytes.len() < 8 || !bytes[0].is_ascii_digit() {
        return None;
    }
    let end = bytes
        .iter()
        .position(|b| matches!(b, b' ' | b'T'))
        .unwrap_or(bytes.len());
    let mark = *bytes[..end].iter().find(|b| !b.is_ascii_digit())?;
    if !matches!(mark, b'-' | b'/' | b'.') {
        return None;
    }
    let mut parts = bytes[..end].split(|b| *b == mark);
    let (a, b, c) = (parts.next()?, parts.next()?, parts.next()?);
    if parts.next().is_some() {
        return None;
    }
    let time = if end < bytes.len() {
        Some(clock(&value[end + 1..], true)?)
    } else {
        None
    };
    let short = |part: &[u8]| (1..=2).contains(&part.len()).then(|| number(part)).flatten();
    let year = |part: &[u8]| (part.len() == 4).then(|| number(part)).flatten().filter(|y| *y > 0);
    let shape = |year_first, day_first, month_first, differs| Moment {
        mark,
        year_first,
        day_first,
        month_first,
        differs,
        time,
    };
    if a.len() == 4 {
        let (year, month, day) = (year(a)?, short(b)?, short(c)?);
        return is_day(year, month, day).then(|| shape(true, false, false, false));
    }
    let (first, second, year) = (short(a)?, short(b)?, year(c)?);
    let (day_first, month_first) = (is_day(year, second, first), is_day(year, first, second));
    (day_first || month_first).then(|| shape(false, day_first, month_first, first != second))
}

/// `9:05`, `09:05:00.25`
pub fn time_of_day(value: &str) -> bool {
    clock(value, false).is_some()
}

fn clock(text: &str, zoned: bool) -> Option<Time> {
    let (text, zone) = if zoned { without_zone(text) } else { (text, false) };
    let mut parts = text.split(':');
    let (hour, minute, second) = (parts.next()?, parts.next()?, parts.next());
    if parts.next().is_some() || !(1..=2).contains(&hour.len()) || minute.len() != 2 {
        return None;
    }
    if number(hour.as_bytes())? > 23 || number(minute.as_bytes())? > 59 {
        return None;
    }
    let mut fraction = false;
    if let Some(second) = second {
        let whole = match second.split_once('.') {
            // Microseconds are the finest that is kept.
            Some((whole, rest)) if (1..=6).contains(&rest.len()) => {
                number(rest.as_bytes())?;
                fraction = true;
                whole
            }
            Some(_) => return None,
            None => second,
        };
        if whole.len() != 2 || number(whole.as_bytes())? > 59 {
            return None;
        }
    }
    Some(Time {
        seconds: second.is_some(),
        fraction,
        zone,
    })
}

/// `Z`, `+02`, `+0200`, `-02:00`
fn without_zone(text: &str) -> (&str, bool) {
    if let Some(rest) = text.strip_suffix('Z') {
        return (rest, true);
    }
    let Some(at) = text.rfind(['+', '-']) else {
        return (text, false);
    };
    let offset: Vec<u8> = text.as_bytes()[at + 1..]
        .iter()
        .copied()
        .filter(|b| *b != b':')
        .collect();
    let fits = match offset.len() {
        2 => number(&offset).is_some_and(|hours| hours < 16),
        4 => number(&offset[..2]).is_some_and(|hours| hours < 16) && number(&offset[2..]).is_some_and(|m| m < 60),
        _ => false,
    };
    if fits {
        (&text[..at], true)
    } else {
        (text, false)
    }
}

fn number(digits: &[u8]) -> Option<u32> {
    if digits.is_empty() {
        return None;
    }
    digits.iter().try_fold(0_u32, |sum, byte| {
        byte.is_ascii_digit().then(|| sum * 10 + u32::from(byte - b'0'))
    })
}

fn is_day(year: u32, month: u32, day: u32) -> bool {
    let leap = year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    let days = match month {
        1 | 3 | 5 | 7 | 8 | 10 | 12 => 31,
        4 | 6 | 9 | 11 => 30,
        2 if leap => 29,
        2 => 28,
        _ => 0,
    };
    (1..=days).contains(&day)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(value: &str) -> String {
        let Some(moment) = read(value) else {
            return "none".into();
        };
        let order = match (moment.year_first, moment.day_first, moment.month_first) {
            (true, ..) => "year",
            (_, true, true) => "either",
            (_, true, _) => "day",
            _ => "month",
        };
        match moment.time {
            None => order.into(),
            Some(time) => format!("{order} time{}", if time.zone { " zone" } else { "" }),
        }
    }

    #[test]
    fn a_date_says_what_order_it_can_have() {
        for (value, expected) in [
            ("2024-02-29", "year"),
            ("2023-02-29", "none"),
            ("2024/3/1", "year"),
            ("31.03.2024", "day"),
            ("3/31/2024", "month"),
            ("03/04/2024", "either"),
            ("31/31/2024", "none"),
            ("29/02/2023", "none"),
            ("2024-01-02 03:04", "year time"),
            ("2024-01-02T03:04:05.123Z", "year time zone"),
            ("2024-01-02 03:04:05+02:00", "year time zone"),
            ("13.02.2024 7:05", "day time"),
            ("13.02.24", "none"),
            ("2024-13-01", "none"),
            ("2024-01-02 25:00", "none"),
            ("2024-01-02 ", "none"),
            ("192.168.2024", "none"),
            ("555-1234-99", "none"),
            ("20240102", "none"),
            ("1.2.3.2024", "none"),
        ] {
            assert_eq!(told(value), expected, "{value:?}");
        }
    }

    #[test]
    fn a_duration_is_no_time_of_day() {
        assert!(time_of_day("9:05") && time_of_day("23:59:59.999"));
        assert!(!time_of_day("25:30") && !time_of_day("9:5") && !time_of_day("09:05Z") && !time_of_day("12"));
    }
}
