//! Where personal data stand in a text: e-mail addresses, phone numbers, numbers of cards and of identities.
//!
//! Numbers are taken for personal data where a checksum holds or where they are written in groups as only such numbers
//! are, or begin with a trunk's zero. Deliberately absent: other bare digits, as likely an order's as a telephone's.

use askwell_contract::model::Allowed;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    Email,
    Phone,
    Card,
    Identity,
}

impl Kind {
    pub fn name(self) -> &'static str {
        match self {
            Self::Email => "EMAIL",
            Self::Phone => "PHONE",
            Self::Card => "CARD",
            Self::Identity => "ID",
        }
    }

    fn is_allowed(self, allowed: Allowed) -> bool {
        match self {
            Self::Email => allowed.emails,
            Self::Phone => allowed.phones,
            Self::Card => allowed.cards,
            Self::Identity => allowed.identities,
        }
    }
}

/// Byte ranges from left to right, none in another.
pub fn find(text: &str, allowed: Allowed) -> Vec<(usize, usize, Kind)> {
    let mut out = Vec::new();
    let mut at = 0;
    let mut before: Option<char> = None;
    while let Some(c) = text[at..].chars().next() {
        let starts = !before.is_some_and(char::is_alphanumeric) && (c.is_alphanumeric() || matches!(c, '+' | '('));
        let found = starts.then(|| longest(&text[at..], before)).flatten();
        match found {
            Some((length, kind)) => {
                if !kind.is_allowed(allowed) {
                    out.push((at, at + length, kind));
                }
                at += length;
                before = text[..at].chars().next_back();
            }
            None => {
                at += c.len_utf8();
                before = Some(c);
            }
        }
    }
    out
}

fn longest(rest: &str, before: Option<char>) -> Option<(usize, Kind)> {
    let joined = before.is_some_and(|c| matches!(c, '.' | '-' | '/' | '_' | '@'));
    if let Some(length) = email(rest) {
        return Some((length, Kind::Email));
    }
    if joined {
        return None;
    }
    let first = rest.chars().next()?;
    if first.is_ascii_alphabetic() {
        return iban(rest)
            .or_else(|| national_insurance(rest))
            .map(|n| (n, Kind::Identity));
    }
    let groups = Groups::read(rest);
    groups.longest()
}

fn email(rest: &str) -> Option<usize> {
    let local = |c: char| c.is_alphanumeric() || matches!(c, '.' | '_' | '%' | '+' | '-' | '\'');
    let at = rest
        .find(|c| !local(c))
        .filter(|at| *at > 0 && rest[*at..].starts_with('@'))?;
    let domain = &rest[at + 1..];
    let end = domain
        .find(|c: char| !c.is_alphanumeric() && c != '.' && c != '-')
        .unwrap_or(domain.len());
    let domain = domain[..end].trim_end_matches(['.', '-']);
    let (name, top) = domain.rsplit_once('.')?;
    let whole =
        !name.is_empty() && !name.starts_with('.') && top.chars().count() >= 2 && top.chars().all(char::is_alphabetic);
    whole.then_some(at + 1 + domain.len())
}

/// ISO 13616: two letters, two check digits, up to 30 more; 97 divides it with remainder 1.
fn iban(rest: &str) -> Option<usize> {
    let mut compact = String::new();
    let mut ends = Vec::new();
    for (at, c) in rest.char_indices() {
        match c {
            c if c.is_ascii_alphanumeric() => compact.push(c.to_ascii_uppercase()),
            ' ' if compact.len().is_multiple_of(4) && !rest[..at].ends_with(' ') => continue,
            _ => break,
        }
        let next = rest[at + 1..].chars().next();
        if (15..=34).contains(&compact.len()) && !next.is_some_and(char::is_alphanumeric) {
            ends.push((at + 1, compact.len()));
        }
        if compact.len() > 34 {
            break;
        }
    }
    let bytes = compact.as_bytes();
    let head =
        bytes.len() > 4 && bytes[..2].iter().all(u8::is_ascii_alphabetic) && bytes[2..4].iter().all(u8::is_ascii_digit);
    let holds = |length: &usize| {
        let (country, rest) = compact[..*length].split_at(4);
        let digits = rest.chars().chain(country.chars()).filter_map(|c| c.to_digit(36));
        digits.fold(0u32, |sum, d| (sum * if d > 9 { 100 } else { 10 } + d) % 97) == 1
    };
    let found = ends.iter().rev().find(|(_, length)| holds(length));
    found.filter(|_| head).map(|(end, _)| *end)
}

/// `AB123456C`, as written in the United Kingdom.
fn national_insurance(rest: &str) -> Option<usize> {
    let mut letters = String::new();
    let mut end = 0;
    for (at, c) in rest.char_indices() {
        match c {
            c if c.is_ascii_alphanumeric() && letters.len() < 9 => letters.push(c.to_ascii_uppercase()),
            ' ' if !letters.is_empty() && letters.len() < 9 => continue,
            _ => break,
        }
        end = at + 1;
    }
    let b = letters.as_bytes();
    let form = b.len() == 9
        && b[..2].iter().all(|c| c.is_ascii_alphabetic() && !b"DFIQUV".contains(c))
        && b[2..8].iter().all(u8::is_ascii_digit)
        && matches!(b[8], b'A'..=b'D');
    (form && !rest[end..].starts_with(char::is_alphanumeric)).then_some(end)
}

/// Runs of digits with what stands between them: `(555) 123-4567`.
struct Groups<'a> {
    text: &'a str,
    /// Byte ranges.
    runs: Vec<(usize, usize)>,
    plus: bool,
}

impl<'a> Groups<'a> {
    fn read(text: &'a str) -> Self {
        let mut runs: Vec<(usize, usize)> = Vec::new();
        let plus = text.starts_with('+');
        let mut gap = 0;
        for (at, c) in text.char_indices() {
            if c.is_ascii_digit() {
                match runs.last_mut() {
                    Some(last) if last.1 == at => last.1 = at + 1,
                    _ => runs.push((at, at + 1)),
                }
                gap = 0;
            } else if matches!(c, ' ' | '-' | '.' | '/' | '(' | ')' | '+') && gap < 2 && (c != '+' || at == 0) {
                gap += 1;
            } else {
                break;
            }
            if runs.len() > 8 {
                break;
            }
        }
        Self { text, runs, plus }
    }

    fn longest(&self) -> Option<(usize, Kind)> {
        for n in (1..=self.runs.len()).rev() {
            let end = self.runs[n - 1].1;
            let after = self.text[end..].chars().next();
            let digits: String = self.runs[..n].iter().map(|(a, b)| &self.text[*a..*b]).collect();
            if let Some(extra) = self.with_letter(n, &digits) {
                return Some((end + extra, Kind::Identity));
            }
            if after.is_some_and(|c| c.is_alphanumeric() || c == '_') {
                continue;
            }
            // A decimal point, a date or a version goes on.
            let goes_on = self.text[end..].starts_with(['.', '-', '/', ':'])
                && self.text[end + 1..].starts_with(|c: char| c.is_ascii_digit());
            if goes_on {
                continue;
            }
            if let Some(kind) = self.kind(n, &digits) {
                return Some((end, kind));
            }
        }
        None
    }

    /// `12345678Z` (Spain; the letter is the remainder by 23), `11010519491231002X` (China).
    fn with_letter(&self, n: usize, digits: &str) -> Option<usize> {
        let end = self.runs[n - 1].1;
        let after = self.text[end..].trim_start_matches('-');
        let letter = after
            .chars()
            .next()
            .filter(char::is_ascii_alphabetic)?
            .to_ascii_uppercase();
        let whole = !after[1..].starts_with(|c: char| c.is_alphanumeric());
        let spanish = n == 1 && digits.len() == 8 && {
            let rest = digits.parse::<usize>().ok()? % 23;
            b"TRWAGMYFPDXBNJZSQVHLCKE"[rest] == letter as u8
        };
        let chinese = n == 1 && digits.len() == 17 && letter == 'X' && chinese(&format!("{digits}X"));
        (whole && (spanish || chinese)).then(|| self.text.len() - end - after.len() + 1)
    }

    fn kind(&self, n: usize, digits: &str) -> Option<Kind> {
        let lengths: Vec<usize> = self.runs[..n].iter().map(|(a, b)| b - a).collect();
        let between = |i: usize| &self.text[self.runs[i].1..self.runs[i + 1].0];
        let all = |mark: &str| (0..n.saturating_sub(1)).all(|i| between(i) == mark);
        let start = &self.text[..self.runs[0].0];
        if start.is_empty() {
            let even = all(" ") || all("-");
            if even && card(digits) && (n == 1 || lengths[..n - 1].iter().all(|l| (4..=6).contains(l))) {
                return Some(Kind::Card);
            }
            if lengths == [3, 2, 4] && even && social_security(digits) {
                return Some(Kind::Identity);
            }
            let dotted = lengths == [3, 3, 3, 2] && [between(0), between(1), between(2)] == [".", ".", "-"];
            if dotted && brazilian(digits) || n == 1 && chinese(digits) {
                return Some(Kind::Identity);
            }
            if matches!(lengths.as_slice(), [6 | 8, 4]) && all("-") && swedish(digits) {
                return Some(Kind::Identity);
            }
        }
        self.is_phone(&lengths, digits, start).then_some(Kind::Phone)
    }

    /// E.164 with its plus; the groups of North America; a trunk's zero with groups, or before nine or ten digits.
    fn is_phone(&self, lengths: &[usize], digits: &str, start: &str) -> bool {
        if self.plus {
            return (8..=15).contains(&digits.len());
        }
        let american = matches!(lengths, [3, 3, 4]) || matches!(lengths, [1, 3, 3, 4]) && digits.starts_with('1');
        if american && !digits.starts_with("000") {
            return true;
        }
        if lengths.len() == 1 && start.is_empty() && national(digits) {
            return true;
        }
        let date = matches!(lengths, [2, 2, 4] | [4, 2, 2] | [2, 2, 2]);
        let trunk = digits.starts_with('0') && !digits.starts_with("000") && (start.is_empty() || start == "(");
        trunk && !date && lengths.len() >= 2 && (2..=5).contains(&lengths[0]) && (9..=13).contains(&digits.len())
    }
}

/// One zero for the trunk, as few other numbers begin; what is masked without need comes back with the reply.
fn national(digits: &str) -> bool {
    matches!(digits.len(), 10 | 11) && digits.starts_with('0') && !digits.starts_with("00")
}

fn numbers(digits: &str) -> impl DoubleEndedIterator<Item = u32> + '_ {
    digits.chars().filter_map(|c| c.to_digit(10))
}

/// Luhn's check, and the first digits of the networks.
fn card(digits: &str) -> bool {
    let network = match digits.as_bytes() {
        [b'4', ..] => matches!(digits.len(), 13 | 16 | 19),
        [b'3', b'4' | b'7', ..] => digits.len() == 15,
        [b'3', b'0' | b'6' | b'8', ..] => digits.len() == 14,
        [b'3' | b'5' | b'6', ..] => (16..=19).contains(&digits.len()),
        [b'2', b'2'..=b'7', ..] => digits.len() == 16,
        _ => false,
    };
    network && luhn(digits)
}

fn luhn(digits: &str) -> bool {
    let double = |(i, d): (usize, u32)| match i % 2 {
        0 => d,
        _ if d > 4 => 2 * d - 9,
        _ => 2 * d,
    };
    numbers(digits).rev().enumerate().map(double).sum::<u32>() % 10 == 0
}

/// Numbers that the Social Security Administration never gives out are none.
fn social_security(digits: &str) -> bool {
    let (area, rest) = digits.split_at(3);
    area != "000" && area != "666" && !area.starts_with('9') && !rest.starts_with("00") && !rest.ends_with("0000")
}

/// Two check digits, modulo 11.
fn brazilian(digits: &str) -> bool {
    let all: Vec<u32> = numbers(digits).collect();
    let check = |n: usize| {
        let sum: u32 = all[..n].iter().zip((2..=n as u32 + 1).rev()).map(|(d, w)| d * w).sum();
        sum * 10 % 11 % 10 == all[n]
    };
    all.len() == 11 && check(9) && check(10)
}

/// ISO 7064 MOD 11-2 over 17 digits.
fn chinese(number: &str) -> bool {
    const WEIGHTS: [u32; 17] = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2];
    if number.len() != 18 || !matches!(number.get(6..8), Some("19" | "20")) {
        return false;
    }
    let sum: u32 = numbers(&number[..17]).zip(WEIGHTS).map(|(d, w)| d * w).sum();
    b"10X98765432"[(sum % 11) as usize] == number.as_bytes()[17]
}

/// Ten digits of which the last is Luhn's, the first six a day.
fn swedish(digits: &str) -> bool {
    let ten = &digits[digits.len() - 10..];
    let month = ten[2..4].parse::<u32>().is_ok_and(|m| (1..=12).contains(&m));
    month && luhn(ten)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn personal_data_are_found() {
        for (text, kind) in [
            ("ada.l+x@mail.example.co.uk", Kind::Email),
            ("+49 (0) 30 1234567", Kind::Phone),
            ("(555) 123-4567", Kind::Phone),
            ("555-123-4567", Kind::Phone),
            ("1-555-123-4567", Kind::Phone),
            ("0170 1234567", Kind::Phone),
            ("020 7946 0958", Kind::Phone),
            ("07007312452", Kind::Phone),
            ("0612345678", Kind::Phone),
            ("4111 1111 1111 1111", Kind::Card),
            ("378282246310005", Kind::Card),
            ("5555-5555-5555-4444", Kind::Card),
            ("078-05-1120", Kind::Identity),
            ("DE89 3704 0044 0532 0130 00", Kind::Identity),
            ("GB82WEST12345698765432", Kind::Identity),
            ("529.982.247-25", Kind::Identity),
            ("12345678Z", Kind::Identity),
            ("11010519491231002X", Kind::Identity),
            ("AB 12 34 56 C", Kind::Identity),
            ("811228-9874", Kind::Identity),
        ] {
            let put = format!("is '{text}', so");
            assert_eq!(find(&put, Allowed::default()), [(4, 4 + text.len(), kind)], "{text}");
        }
    }

    #[test]
    fn other_numbers_are_left_alone() {
        for text in [
            "2024-03-01 12:30:00",
            "01-02-2024",
            "2023-01-01 to 2023-01-28",
            "1,234,567.89",
            "01100170109835",
            "4111 1111 1111 1112",
            "192.168.10.101",
            "000-05-1120",
            "customers.customer_id",
            "5551234567",
            "0000123456",
            "0.25 0.75",
            "3.14159265358979",
            "a@b",
            "12345678A",
            "From 1 to 9, 4.96 on average",
            "978-3-16-148410-0",
        ] {
            assert_eq!(find(text, Allowed::default()), [], "{text}");
        }
    }
}
