//! How values are written. In: numbers as engines store them. Out: the notation that the contract's cells hold (ISO
//! 8601, plain decimals, JSON). Deliberately absent: locale; the screen adds it.

/// `unscaled` divided by ten to the power of `scale`.
pub fn decimal(unscaled: i128, scale: i8) -> String {
    let digits = unscaled.unsigned_abs().to_string();
    let sign = if unscaled < 0 { "-" } else { "" };
    let Ok(scale) = usize::try_from(scale) else {
        return format!("{sign}{digits}{}", "0".repeat(usize::from(scale.unsigned_abs())));
    };
    if scale == 0 {
        return format!("{sign}{digits}");
    }
    let padded = format!("{digits:0>width$}", width = scale + 1);
    let (whole, fraction) = padded.split_at(padded.len() - scale);
    format!("{sign}{whole}.{fraction}")
}

/// Days since 1970-01-01.
pub fn date(days: i32) -> String {
    let mut text = String::new();
    write_date(&mut text, days);
    text
}

/// The same, behind what is there already.
pub fn write_date(text: &mut String, days: i32) {
    match days {
        // DuckDB's infinities.
        i32::MAX => text.push_str("infinity"),
        d if d == -i32::MAX => text.push_str("-infinity"),
        d => write_day(text, d.into()),
    }
}

/// The proleptic Gregorian calendar, counted in eras of 400 years (146,097 days) that begin on a 1 March, so that
/// the leap day is the last of its year.
pub fn day_of(days: i64) -> String {
    // As long as a moment with its zone.
    let mut text = String::with_capacity(29);
    write_day(&mut text, days);
    text
}

/// The same, behind what is there already.
pub fn write_day(text: &mut String, days: i64) {
    let shifted = days + 719_468;
    let era = shifted.div_euclid(146_097);
    let day_of_era = shifted.rem_euclid(146_097);
    let year_of_era = (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let from_march = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * from_march + 2) / 5 + 1;
    let month = if from_march < 10 {
        from_march + 3
    } else {
        from_march - 9
    };
    let year = year_of_era + era * 400 + i64::from(month <= 2);
    if (1..=9_999).contains(&year) {
        // The common case, in a tenth of the time of a format.
        two(text, year / 100);
        two(text, year % 100);
        text.push('-');
        two(text, month);
        text.push('-');
        two(text, day);
    } else if year > 0 {
        text.push_str(&format!("{year:04}-{month:02}-{day:02}"));
    } else {
        text.push_str(&format!("{:04}-{month:02}-{day:02} (BC)", 1 - year));
    }
}

/// Two digits of a number below a hundred.
fn two(text: &mut String, number: i64) {
    for digit in [number / 10, number % 10] {
        text.push(char::from(b'0' + u8::try_from(digit).unwrap_or_default()));
    }
}

/// Nanoseconds since midnight; a fraction without trailing zeros.
pub fn clock(nanos: i128) -> String {
    let mut text = String::with_capacity(18);
    write_clock(&mut text, nanos);
    text
}

/// The same, behind what is there already.
pub fn write_clock(text: &mut String, nanos: i128) {
    // Sixty-four bits divide in a fraction of the time of 128.
    let (seconds, fraction) = match i64::try_from(nanos) {
        Ok(nanos) => (
            nanos.div_euclid(1_000_000_000).into(),
            nanos.rem_euclid(1_000_000_000).into(),
        ),
        Err(_) => (nanos.div_euclid(1_000_000_000), nanos.rem_euclid(1_000_000_000)),
    };
    match i64::try_from(seconds) {
        Ok(seconds @ 0..360_000) => {
            two(text, seconds / 3_600);
            text.push(':');
            two(text, seconds / 60 % 60);
            text.push(':');
            two(text, seconds % 60);
        }
        _ => text.push_str(&format!(
            "{:02}:{:02}:{:02}",
            seconds / 3_600,
            seconds / 60 % 60,
            seconds % 60
        )),
    }
    if fraction > 0 {
        text.push('.');
        text.push_str(format!("{fraction:09}").trim_end_matches('0'));
    }
}

/// `1 year 2 months 3 days 04:05:06`
pub fn interval(months: i32, days: i32, nanos: i64) -> String {
    let mut parts = Vec::new();
    for (count, unit) in [(months / 12, "year"), (months % 12, "month"), (days, "day")] {
        if count != 0 {
            parts.push(format!("{count} {unit}{}", if count.abs() == 1 { "" } else { "s" }));
        }
    }
    if nanos != 0 || parts.is_empty() {
        let sign = if nanos < 0 { "-" } else { "" };
        parts.push(format!("{sign}{}", clock(i128::from(nanos).abs())));
    }
    parts.join(" ")
}

pub mod json {
    use askwell_contract::Cell;

    /// Fields in their own order. Exact decimals stay as written, since a JSON number has no width of its own.
    pub fn object(fields: impl Iterator<Item = (String, Cell)>) -> String {
        let fields: Vec<String> = fields
            .map(|(name, cell)| format!("{}:{}", string(&name), value(&cell)))
            .collect();
        format!("{{{}}}", fields.join(","))
    }

    fn value(cell: &Cell) -> String {
        match cell {
            Cell::Null => "null".into(),
            Cell::Bool(v) => v.to_string(),
            Cell::Int(v) => v.to_string(),
            Cell::Real(v) if v.is_finite() => serde_json::json!(v).to_string(),
            Cell::Decimal(v) | Cell::Json(v) => v.clone(),
            Cell::List(v) => format!("[{}]", v.iter().map(value).collect::<Vec<_>>().join(",")),
            other => string(&other.to_string()),
        }
    }

    fn string(text: &str) -> String {
        serde_json::Value::from(text).to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decimals_keep_every_digit() {
        assert_eq!(decimal(1250, 2), "12.50");
        assert_eq!(decimal(-5, 3), "-0.005");
        assert_eq!(decimal(0, 2), "0.00");
        assert_eq!(decimal(7, 0), "7");
        assert_eq!(decimal(i128::MIN, 0), i128::MIN.to_string());
    }

    #[test]
    fn days_are_dates() {
        assert_eq!(day_of(0), "1970-01-01");
        assert_eq!(day_of(19_782), "2024-02-29");
        assert_eq!(day_of(-1), "1969-12-31");
        assert_eq!(day_of(-719_468), "0000-03-01".replace("0000", "0001") + " (BC)");
        assert_eq!(day_of(-719_162), "0001-01-01");
    }

    #[test]
    fn clocks_drop_empty_fractions() {
        assert_eq!(clock(47_100_250_000_000), "13:05:00.25");
        assert_eq!(clock(0), "00:00:00");
    }

    #[test]
    fn intervals_read_like_words() {
        assert_eq!(interval(14, 3, 3_661_000_000_000), "1 year 2 months 3 days 01:01:01");
        assert_eq!(interval(0, 0, 0), "00:00:00");
        assert_eq!(interval(0, -1, -1_000_000_000), "-1 day -00:00:01");
    }
}
