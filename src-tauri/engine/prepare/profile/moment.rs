//! Days and moments as a line of numbers. In: text in ISO 8601. Out: seconds since 1970. Deliberately absent: time
//! zones other than a number of hours behind the text, and calendars.

/// `2024-02-29`, perhaps with a time behind it: ` 13:05`, `T13:05:00.25Z`, ` 13:05:00+01`.
pub fn seconds(text: &str) -> Option<f64> {
    let bytes = text.as_bytes();
    let two = |at: usize| number(bytes.get(at..at + 2)?);
    if bytes.get(4) != Some(&b'-') || bytes.get(7) != Some(&b'-') {
        return None;
    }
    let (year, month, day) = (number(bytes.get(..4)?)?, two(5)?, two(8)?);
    if !(1..=12).contains(&month) || !(1..=31).contains(&day) {
        return None;
    }
    let date = f64::from(days(year, month, day)) * 86_400.0;
    let Some(mark) = bytes.get(10) else { return Some(date) };
    if !matches!(mark, b' ' | b'T') || bytes.get(13) != Some(&b':') {
        return None;
    }
    let mut time = f64::from(two(11)? * 3_600 + two(14)? * 60);
    let mut rest = &text[16..];
    if let (19, Some(whole)) = (bytes.len(), two(17)) {
        // Most moments are whole seconds without a zone.
        return (bytes[16] == b':').then(|| date + time + f64::from(whole));
    }
    if let Some(more) = rest.strip_prefix(':') {
        let end = more
            .find(|c: char| !c.is_ascii_digit() && c != '.')
            .unwrap_or(more.len());
        time += more[..end].parse::<f64>().ok()?;
        rest = &more[end..];
    }
    Some(date + time - zone(rest)?)
}

fn zone(text: &str) -> Option<f64> {
    if text.is_empty() || text == "Z" {
        return Some(0.0);
    }
    let sign = match text.as_bytes()[0] {
        b'+' => 1,
        b'-' => -1,
        _ => return None,
    };
    let digits: Vec<u8> = text[1..].bytes().filter(|b| *b != b':').collect();
    let hours = number(digits.get(..2)?)?;
    let minutes = digits.get(2..4).map_or(Some(0), number)?;
    Some(f64::from(sign * (hours * 3_600 + minutes * 60)))
}

fn number(digits: &[u8]) -> Option<i32> {
    digits
        .iter()
        .try_fold(0, |n, d| d.is_ascii_digit().then(|| n * 10 + i32::from(d - b'0')))
}

/// Since 1970-01-01, in the Gregorian calendar carried on to both sides. The year begins in March, so that the day
/// that comes and goes is its last.
fn days(year: i32, month: i32, day: i32) -> i32 {
    let year = if month <= 2 { year - 1 } else { year };
    let era = year.div_euclid(400);
    let of_era = year.rem_euclid(400);
    let of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
    era * 146_097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719_468
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments_are_seconds_since_1970() {
        for (text, expected) in [
            ("1970-01-01", 0.0),
            ("1970-01-02", 86_400.0),
            ("1969-12-31 23:59:59", -1.0),
            ("2000-03-01", 951_868_800.0),
            ("2024-02-29T13:05:00.25Z", 1_709_211_900.25),
            ("2024-02-29 13:05", 1_709_211_900.0),
            ("2024-02-29 13:05:00+00", 1_709_211_900.0),
            ("2024-02-29 14:05:00+01:00", 1_709_211_900.0),
            ("2024-02-29 12:05:00-0100", 1_709_211_900.0),
        ] {
            assert_eq!(seconds(text), Some(expected), "{text}");
        }
    }

    #[test]
    fn other_texts_are_none() {
        for text in [
            "",
            "2024",
            "2024-13-01",
            "2024-02-00",
            "2024-02-29x",
            "2024-02-29 1305",
            "20240229",
            "é024-02-29",
            "2024-02-29 13:05:00é",
        ] {
            assert_eq!(seconds(text), None, "{text}");
        }
    }
}
