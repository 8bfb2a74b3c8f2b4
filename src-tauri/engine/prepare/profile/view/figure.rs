//! One number written as text. In: a text. Out: what stands before, in and behind its digits, and whether the digits are
//! those of a number under a decimal mark.
//!
//! What is read here is what the SQL of `askwell_sql::view` reads. Deliberately absent: which mark a column has; one text
//! seldom says.

use askwell_contract::view::DecimalMark;

/// Signs of currencies; with letters beside them they are those of one country, as in `US$`.
const SIGNS: &str = "$€£¥₹₽₩₺₪₫฿₦";
const CODES: [&str; 31] = [
    "USD", "EUR", "GBP", "JPY", "CNY", "CHF", "CAD", "AUD", "NZD", "SEK", "NOK", "DKK", "PLN", "CZK", "HUF", "INR",
    "BRL", "MXN", "ZAR", "TRY", "KRW", "SGD", "HKD", "RUB", "ILS", "THB", "kr", "zł", "Kč", "Rs", "Rs.",
];
/// What may stand between thousands besides a comma and a point: blanks of three widths, and two apostrophes.
const SPACES: [char; 3] = [' ', '\u{a0}', '\u{202f}'];
const APOSTROPHES: [char; 2] = ['\'', '’'];
/// `sq ft`, `km/h`; longer words are part of a phrase.
const LONGEST_UNIT: usize = 8;
/// A place in a row is no number of anything.
const ORDINALS: [&str; 4] = ["st", "nd", "rd", "th"];

/// A text taken apart; every part borrowed from it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Figure<'a> {
    pub text: &'a str,
    pub before: &'a str,
    /// From the first digit or mark to the last digit.
    pub digits: &'a str,
    pub behind: &'a str,
    pub bracketed: bool,
}

pub fn is_currency(unit: &str) -> bool {
    let short = unit.chars().count() <= 4;
    short && unit.contains(|c| SIGNS.contains(c)) || CODES.iter().any(|code| code.eq_ignore_ascii_case(unit))
}

/// `None` for what is no number with at most one unit.
pub fn read(text: &str) -> Option<Figure<'_>> {
    let text = text.trim_matches(' ');
    let (inner, bracketed) = match text.strip_prefix('(').and_then(|t| t.strip_suffix(')')) {
        Some(inner) => (inner.trim_matches(' '), true),
        None => (text, false),
    };
    let unsigned = |t: &'_ str| t.strip_prefix(['-', '+']).map(str::len);
    let (rest, signed) = match unsigned(inner) {
        Some(length) => (inner[inner.len() - length..].trim_start_matches(' '), true),
        None => (inner, false),
    };
    let begins = rest.find(|c: char| c.is_ascii_digit())?;
    // `.50`
    let begins = match rest[..begins].ends_with(['.', ',']) {
        true if !CODES.iter().any(|code| code.eq_ignore_ascii_case(&rest[..begins])) => begins - 1,
        _ => begins,
    };
    let ends = rest.rfind(|c: char| c.is_ascii_digit())? + 1;
    let mut before = rest[..begins].trim_end_matches(SPACES);
    let behind = rest[ends..].trim_start_matches(SPACES);
    if let Some(unit) = before.strip_suffix(['-', '+']) {
        if signed || unit.is_empty() {
            return None;
        }
        before = unit.trim_end_matches(SPACES);
    }
    let figure = Figure {
        text,
        before,
        digits: &rest[begins..ends],
        behind,
        bracketed,
    };
    let one = before.is_empty() || behind.is_empty();
    let unit = before.is_empty() || is_currency(before);
    let fits = one && unit && (behind.is_empty() || is_unit(behind)) && !(bracketed && signed);
    (fits && figure.digits.chars().all(|c| c.is_ascii_digit() || is_mark(c))).then_some(figure)
}

fn is_mark(c: char) -> bool {
    matches!(c, '.' | ',') || SPACES.contains(&c) || APOSTROPHES.contains(&c)
}

fn is_unit(text: &str) -> bool {
    let sign = |c: char| c.is_alphabetic() || "%‰°/²³$€£¥₹₽₩₺₪₫฿₦ .".contains(c);
    let short = text.chars().count() <= LONGEST_UNIT;
    short && text.chars().all(sign) && !text.starts_with(['.', '/']) && !ORDINALS.contains(&text)
}

impl<'a> Figure<'a> {
    pub fn unit(&self) -> Option<&'a str> {
        [self.before, self.behind].into_iter().find(|unit| !unit.is_empty())
    }

    /// The mark that these digits cannot do without; `None` where either would do, or none is there.
    pub fn mark(&self) -> Option<DecimalMark> {
        let count = |mark| self.digits.matches(mark).count();
        let (points, commas) = (count('.'), count(','));
        let last = self.digits.rfind(['.', ',']).map(|at| self.digits.as_bytes()[at]);
        let of = |byte| match byte {
            b'.' => DecimalMark::Point,
            _ => DecimalMark::Comma,
        };
        let other = |byte| match byte {
            b'.' => DecimalMark::Comma,
            _ => DecimalMark::Point,
        };
        match (points, commas) {
            (0, 0) => None,
            (1.., 1..) => last.map(of),
            // Between thousands, it comes more than once; before fewer or more than three digits it is no such thing.
            (2.., 0) | (0, 2..) => last.map(other),
            _ => {
                let (whole, fraction) = self.digits.split_once(['.', ','])?;
                let thousands = fraction.len() == 3 && (1..=3).contains(&whole.len()) && whole != "0";
                last.filter(|_| !thousands).map(of)
            }
        }
    }

    /// What must be left out before the digits are a number: what stands between thousands, and blanks of other widths.
    pub fn between(&self, mark: DecimalMark) -> impl Iterator<Item = char> + 'a {
        let groups = self.digits.chars().filter(move |c| is_mark(*c) && *c != mark.sign());
        groups.chain(self.text.chars().filter(|c| SPACES[1..].contains(c)))
    }

    /// Digits in front of the mark and behind it, where they make a number under this mark; groups have three digits, or
    /// two, as in India, but the last.
    pub fn parts(&self, mark: DecimalMark) -> Option<(&'a str, Option<&'a str>)> {
        let point = mark.sign();
        let (whole, fraction) = match self.digits.split_once(point) {
            Some((whole, fraction)) => (whole, Some(fraction)),
            None => (self.digits, None),
        };
        let plain = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
        let mut groups: Vec<&str> = whole.split(|c| is_mark(c) && c != point).collect();
        let last = groups.pop()?;
        let grouped = match groups.split_first() {
            None => plain(last) || last.is_empty() && fraction.is_some(),
            Some((first, middle)) => {
                let two_or_three = |group: &&str| plain(group) && matches!(group.len(), 2 | 3);
                plain(first) && middle.iter().all(two_or_three) && plain(last) && last.len() == 3
            }
        };
        (grouped && fraction.is_none_or(plain)).then_some((whole, fraction))
    }
}

/// A code, whatever else it looks like: `02139`.
pub fn is_padded(figure: &Figure<'_>) -> bool {
    figure.digits.len() > 1 && figure.digits.starts_with('0') && figure.digits.bytes().all(|b| b.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use DecimalMark::{Comma, Point};

    use super::*;

    fn parts(text: &str, mark: DecimalMark) -> Option<(&str, Option<&str>)> {
        read(text)?.parts(mark)
    }

    #[test]
    fn numbers_are_taken_apart() {
        for (text, mark, expected) in [
            ("$1,234.50", Point, ("1,234", Some("50"))),
            ("(12.30)", Point, ("12", Some("30"))),
            ("($3)", Point, ("3", None)),
            ("-$3", Point, ("3", None)),
            ("$-3", Point, ("3", None)),
            ("$.50", Point, ("", Some("50"))),
            ("1.234,50 €", Comma, ("1.234", Some("50"))),
            ("USD 1'000", Point, ("1'000", None)),
            ("Rs. 12,34,567", Point, ("12,34,567", None)),
            ("1\u{a0}204 kg", Point, ("1\u{a0}204", None)),
            ("12.5 %", Point, ("12", Some("5"))),
            ("+7", Point, ("7", None)),
        ] {
            assert_eq!(parts(text, mark), Some(expected), "{text}");
        }
        for text in [
            "",
            "kg",
            "1,2,3",
            "10-20",
            "$5 €",
            "5 apples a day",
            "3rd",
            "Room 12",
            "--5",
            "-(5)",
            "12/5",
            "1.2.3",
            "5 x 7",
            "1,5",
            "#12",
            "$",
            "(5",
            "- $ - 5",
        ] {
            assert_eq!(parts(text, Point), None, "{text}");
        }
    }

    #[test]
    fn digits_tell_the_mark_or_leave_it_open() {
        let mark = |text| read(text).and_then(|f| f.mark());
        assert_eq!(mark("1,234.5"), Some(Point));
        assert_eq!(mark("1.234,5"), Some(Comma));
        assert_eq!(mark("1,234,567"), Some(Point));
        assert_eq!(mark("12,5"), Some(Comma));
        assert_eq!(mark("0.125"), Some(Point));
        assert_eq!(mark("1,234"), None);
        assert_eq!(mark("1.234"), None);
        assert_eq!(mark("12"), None);
    }
}
