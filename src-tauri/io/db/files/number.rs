//! Numbers as people write them. In: one value. Out: in which notations it is a number, and how many digits it has.
//! Deliberately absent: leading zeros, plus signs, currencies and percent signs; a value with one of these is text.

/// Digits before and after the decimal mark.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Digits {
    pub whole: usize,
    pub fraction: usize,
}

impl Digits {
    pub fn max(self, other: Self) -> Self {
        Self {
            whole: self.whole.max(other.whole),
            fraction: self.fraction.max(other.fraction),
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Number {
    /// `1234.5`
    pub plain: Option<Digits>,
    /// `1234,5` and `1.234,5`
    pub comma: Option<Digits>,
    /// `1234.5` and `1,234.5`
    pub grouped: Option<Digits>,
    /// `1.2e5`, a plain notation.
    pub exponent: bool,
    /// A whole number beyond 2^53, where a double no longer tells neighbours apart.
    pub beyond: bool,
}

/// Sixteen digits, the smallest numbers beyond it first.
const EXACT: u64 = 1 << 53;

/// `None`: no number in any notation.
pub fn read(value: &str) -> Option<Number> {
    let body = value.strip_prefix('-').unwrap_or(value);
    let body = body.as_bytes();
    let begins = body.first()?.is_ascii_digit() || body.len() > 1 && matches!(body[0], b'.' | b',');
    if !begins {
        return None;
    }
    let mut number = Number {
        plain: plain(body, b'.'),
        comma: grouped(body, b'.', b','),
        grouped: grouped(body, b',', b'.'),
        ..Number::default()
    };
    if number.plain.is_none() {
        if let Some(at) = body.iter().position(|b| matches!(b, b'e' | b'E')) {
            let (mantissa, power) = (&body[..at], &body[at + 1..]);
            let power = power.strip_prefix(b"-").or(power.strip_prefix(b"+")).unwrap_or(power);
            if (1..=3).contains(&power.len()) && digits(power) {
                number.plain = plain(mantissa, b'.');
                number.exponent = true;
            }
        }
    }
    number.beyond = digits(body)
        && match std::str::from_utf8(body).ok()?.parse::<u64>() {
            Ok(value) => value > EXACT,
            Err(_) => true,
        };
    (number.plain.is_some() || number.comma.is_some() || number.grouped.is_some()).then_some(number)
}

fn digits(text: &[u8]) -> bool {
    !text.is_empty() && text.iter().all(u8::is_ascii_digit)
}

fn plain(body: &[u8], mark: u8) -> Option<Digits> {
    let (whole, fraction) = split(body, mark)?;
    whole_digits(whole).then_some(Digits {
        whole: whole.len(),
        fraction: fraction.len(),
    })
}

/// Groups of three, or none.
fn grouped(body: &[u8], between: u8, mark: u8) -> Option<Digits> {
    let (whole, fraction) = split(body, mark)?;
    let mut groups = whole.split(|byte| *byte == between);
    let first = groups.next()?;
    let mut count = first.len();
    let mut more = false;
    for group in groups {
        if group.len() != 3 || !digits(group) {
            return None;
        }
        count += 3;
        more = true;
    }
    let begins = if more {
        (1..=3).contains(&first.len()) && digits(first) && first[0] != b'0'
    } else {
        whole_digits(first)
    };
    begins.then_some(Digits {
        whole: count,
        fraction: fraction.len(),
    })
}

/// At the only decimal mark; a mark has digits behind it.
fn split(body: &[u8], mark: u8) -> Option<(&[u8], &[u8])> {
    let Some(at) = body.iter().position(|byte| *byte == mark) else {
        return (!body.is_empty()).then_some((body, &[]));
    };
    let (whole, fraction) = (&body[..at], &body[at + 1..]);
    digits(fraction).then_some((whole, fraction))
}

/// None before the mark (`.5`), a single zero, or no zero in front.
fn whole_digits(text: &[u8]) -> bool {
    text.is_empty() || (digits(text) && (text.len() == 1 || text[0] != b'0'))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn notations(value: &str) -> String {
        let Some(number) = read(value) else {
            return "text".into();
        };
        let names = [
            (number.plain.is_some(), "plain"),
            (number.comma.is_some(), "comma"),
            (number.grouped.is_some(), "grouped"),
            (number.exponent, "exponent"),
            (number.beyond, "beyond"),
        ];
        let held: Vec<&str> = names.iter().filter(|(is, _)| *is).map(|(_, name)| *name).collect();
        held.join(" ")
    }

    #[test]
    fn a_number_is_told_from_what_only_looks_like_one() {
        for (value, expected) in [
            ("0", "plain comma grouped"),
            ("-17", "plain comma grouped"),
            ("1.5", "plain grouped"),
            (".5", "plain grouped"),
            ("1,50", "comma"),
            ("1.234", "plain comma grouped"),
            ("1,234", "comma grouped"),
            ("1.234,50", "comma"),
            ("1,234.50", "grouped"),
            ("1.234.567", "comma"),
            ("1,234,567", "grouped"),
            ("1e5", "plain exponent"),
            ("-2.5E-07", "plain exponent"),
            ("9007199254740992", "plain comma grouped"),
            ("9007199254740993", "plain comma grouped beyond"),
            ("12345678901234567890123", "plain comma grouped beyond"),
            ("00123", "text"),
            ("+4915112345", "text"),
            ("-", "text"),
            ("", "text"),
            (".", "text"),
            ("5.", "text"),
            ("1.2.3", "text"),
            ("12-3", "text"),
            ("0x1f", "text"),
            ("NaN", "text"),
            ("1 000", "text"),
            ("12 €", "text"),
            ("01,234", "text"),
            ("0,123,456", "text"),
            ("1e", "text"),
        ] {
            assert_eq!(notations(value), expected, "{value:?}");
        }
    }

    #[test]
    fn digits_are_counted_for_each_notation() {
        let number = read("1.234").unwrap();
        let digits = |whole, fraction| Some(Digits { whole, fraction });
        assert_eq!((number.plain, number.comma), (digits(1, 3), digits(4, 0)));
        assert_eq!(read("-12,345.678").unwrap().grouped, digits(5, 3));
    }
}
