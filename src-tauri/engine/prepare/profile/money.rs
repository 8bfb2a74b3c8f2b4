//! Amounts and shares that are written as text: `$1,234.50`, `12.5 %`.

/// Signs and codes of the currencies that most money is held in.
const SIGNS: [&str; 14] = ["$", "€", "£", "¥", "₹", "₽", "₩", "₺", "₪", "₫", "฿", "₦", "zł", "kr"];
const CODES: [&str; 24] = [
    "USD", "EUR", "GBP", "JPY", "CNY", "CHF", "CAD", "AUD", "NZD", "SEK", "NOK", "DKK", "PLN", "CZK", "HUF", "INR",
    "BRL", "MXN", "ZAR", "TRY", "KRW", "SGD", "HKD", "RUB",
];

pub fn is_money(text: &str) -> bool {
    let (text, bracketed) = match text.strip_prefix('(').and_then(|t| t.strip_suffix(')')) {
        Some(inside) => (inside, true),
        None => (text, false),
    };
    let text = unsigned(text);
    // One currency, on one side.
    let before = SIGNS.iter().chain(&CODES).find_map(|c| text.strip_prefix(c));
    let after = SIGNS.iter().chain(&CODES).find_map(|c| text.strip_suffix(c));
    let amount = match (before, after) {
        (Some(rest), None) | (None, Some(rest)) => rest.trim(),
        _ => return false,
    };
    let amount = if bracketed { amount } else { unsigned(amount) };
    is_amount(amount)
}

pub fn is_percentage(text: &str) -> bool {
    text.strip_suffix('%')
        .is_some_and(|share| is_amount(unsigned(share.trim_end())))
}

fn unsigned(text: &str) -> &str {
    text.strip_prefix(['-', '+', '−']).unwrap_or(text).trim_start()
}

/// Digits, with marks between them.
fn is_amount(text: &str) -> bool {
    let marks = |c: char| matches!(c, '.' | ',' | '\'' | ' ' | '\u{a0}' | '\u{202f}');
    text.starts_with(|c: char| c.is_ascii_digit() || c == '.')
        && text.ends_with(|c: char| c.is_ascii_digit())
        && text.chars().all(|c| c.is_ascii_digit() || marks(c))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn money_has_a_currency_and_an_amount() {
        for text in [
            "$1,234.50",
            "€ 12",
            "12,50 €",
            "USD 5",
            "1'000 CHF",
            "-$5",
            "$-5",
            "($3.00)",
            "£.50",
            "100 kr",
        ] {
            assert!(is_money(text), "{text}");
        }
        for text in ["12", "$", "USD", "5 apples", "$5 off", "$5€", "A$x", ""] {
            assert!(!is_money(text), "{text}");
        }
    }

    #[test]
    fn a_percentage_ends_in_its_sign() {
        for text in ["12%", "12.5 %", "-3%", "0,4%"] {
            assert!(is_percentage(text), "{text}");
        }
        for text in ["%", "12", "100%!", "a%"] {
            assert!(!is_percentage(text), "{text}");
        }
    }
}
