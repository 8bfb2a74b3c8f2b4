//! Days and months of the calendar, by UTC. In: milliseconds since 1970. Out: their day and month. Deliberately
//! absent: time zones.

const DAY: u64 = 86_400_000;

/// Days since 1970.
pub fn number(at: u64) -> u64 {
    at / DAY
}

/// `2026-11`.
pub fn month(at: u64) -> String {
    // Counted from 1 March of the year 0, so that a leap day is a year's last, in eras of 400 years of 146,097 days.
    let days = number(at) + 719_468;
    let (era, of_era) = (days / 146_097, days % 146_097);
    let year_of_era = (of_era - of_era / 1_460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let march = (5 * of_year + 2) / 153;
    let month = if march < 10 { march + 3 } else { march - 9 };
    let year = era * 400 + year_of_era + u64::from(month <= 2);
    format!("{year:04}-{month:02}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn months_are_those_of_the_calendar() {
        for (at, expected) in [
            (0, "1970-01"),
            (951_782_399_999, "2000-02"),
            (951_868_799_999, "2000-02"),
            (951_868_800_000, "2000-03"),
            (1_795_262_400_000, "2026-11"),
            (1_798_761_599_999, "2026-12"),
            (1_798_761_600_000, "2027-01"),
            (4_107_542_399_999, "2100-02"),
            (4_107_542_400_000, "2100-03"),
        ] {
            assert_eq!(month(at), expected, "{at}");
        }
        assert_eq!(number(1_795_262_400_000), 20_778);
    }
}
