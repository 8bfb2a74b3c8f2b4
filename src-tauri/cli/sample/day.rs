//! Days of the calendar, and the three ways in which the sample stores them.
//! In: year, month, day. Out: text and integers. Deliberately absent: time zones, clocks, today.

/// Days since 1970-01-01.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Day(pub i64);

impl Day {
    /// The civil calendar in closed form, counted in eras of 400 years that begin on 1 March.
    pub fn new(year: i64, month: i64, day: i64) -> Self {
        let y = if month <= 2 { year - 1 } else { year };
        let era = y.div_euclid(400);
        let of_era = y - era * 400;
        let of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
        Self(era * 146_097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719_468)
    }
    /// Year, month, day.
    pub fn civil(self) -> (i64, i64, i64) {
        let z = self.0 + 719_468;
        let era = z.div_euclid(146_097);
        let doe = z - era * 146_097;
        let yoe = (doe - doe / 1460 + doe / 36_524 - doe / 146_096) / 365;
        let doy = doe - (365 * yoe + yoe / 4 - yoe / 100);
        let mp = (5 * doy + 2) / 153;
        let month = if mp < 10 { mp + 3 } else { mp - 9 };
        (
            yoe + era * 400 + i64::from(month <= 2),
            month,
            doy - (153 * mp + 2) / 5 + 1,
        )
    }
    pub fn year(self) -> i64 {
        self.civil().0
    }
    pub fn month(self) -> i64 {
        self.civil().1
    }
    /// Monday is 0.
    pub fn weekday(self) -> i64 {
        (self.0 + 3).rem_euclid(7)
    }
    pub fn plus(self, days: i64) -> Self {
        Self(self.0 + days)
    }
    /// `2024-02-29`
    pub fn iso(self) -> String {
        let (y, m, d) = self.civil();
        format!("{y:04}-{m:02}-{d:02}")
    }
    /// `20240229`
    pub fn compact(self) -> i64 {
        let (y, m, d) = self.civil();
        y * 10_000 + m * 100 + d
    }
    /// Seconds since 1970 at `seconds` past midnight UTC.
    pub fn unix(self, seconds: i64) -> i64 {
        self.0 * 86_400 + seconds
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_day_of_eighty_years_survives_the_round_trip() {
        for n in 0..80 * 366 {
            let (y, m, d) = Day(n).civil();
            assert_eq!(Day::new(y, m, d), Day(n));
        }
    }

    #[test]
    fn leap_day_is_written_three_ways() {
        let day = Day::new(2024, 2, 29);
        assert_eq!(
            (day.iso().as_str(), day.compact(), day.unix(60)),
            ("2024-02-29", 20_240_229, 1_709_164_860)
        );
        assert_eq!(day.weekday(), 3);
    }
}
