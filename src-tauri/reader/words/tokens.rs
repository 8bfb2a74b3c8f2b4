//! A question as tokens with their byte offsets.

use super::names::stem;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TokenKind {
    Word,
    /// Digits, or a number word ("three"); `number` holds its value.
    Number,
    /// Text in quotation marks, the marks left out of `text` but not of the offsets.
    Quoted,
    /// A comma or another mark that ends a phrase.
    Mark,
}

#[derive(Debug, Clone, PartialEq)]
pub struct Token {
    pub kind: TokenKind,
    pub text: String,
    pub lower: String,
    pub stem: String,
    pub number: Option<f64>,
    pub start: usize,
    pub end: usize,
}

impl Token {
    pub fn is(&self, word: &str) -> bool {
        self.lower == word
    }
    pub fn is_any(&self, words: &[&str]) -> bool {
        words.contains(&self.lower.as_str())
    }
}

/// How people cut words of time short; names of columns are written out the same way.
const SHORT: [(&str, &str); 10] = [
    ("yr", "year"),
    ("yrs", "years"),
    ("mth", "month"),
    ("mths", "months"),
    ("wk", "week"),
    ("wks", "weeks"),
    ("qtr", "quarter"),
    ("qtrs", "quarters"),
    ("incl", "including"),
    ("thru", "through"),
];

const PAIRS: [(char, char); 7] = [
    ('"', '"'),
    ('\'', '\''),
    ('`', '`'),
    ('“', '”'),
    ('‘', '’'),
    ('«', '»'),
    ('„', '“'),
];

/// Splits a question. Quotation marks open only at a word's start, so that "singer's" stays a word; a
/// possessive `'s` is dropped.
pub fn tokenise(text: &str) -> Vec<Token> {
    let chars: Vec<(usize, char)> = text.char_indices().collect();
    let end_of = |i: usize| chars.get(i).map_or(text.len(), |c| c.0);
    let mut tokens = Vec::new();
    let mut i = 0;
    while i < chars.len() {
        let (at, c) = chars[i];
        if c.is_whitespace() {
            i += 1;
            continue;
        }
        if let Some(close) = PAIRS.iter().find(|p| p.0 == c).map(|p| p.1) {
            let opens = i == 0 || !chars[i - 1].1.is_alphanumeric();
            if let Some(j) = opens.then(|| closing(&chars, i, close)).flatten() {
                let inner = text[end_of(i + 1)..chars[j].0].trim();
                if !inner.is_empty() {
                    tokens.push(token(TokenKind::Quoted, inner, at, end_of(j + 1)));
                }
                i = j + 1;
                continue;
            }
        }
        // "w/o a phone number", "w/ a discount".
        let short =
            c == 'w' && chars.get(i + 1).is_some_and(|n| n.1 == '/') && (i == 0 || chars[i - 1].1.is_whitespace());
        if short {
            let out =
                chars.get(i + 2).is_some_and(|n| n.1 == 'o') && chars.get(i + 3).is_none_or(|n| n.1.is_whitespace());
            let (end, word) = if out { (i + 3, "without") } else { (i + 2, "with") };
            let said = token(TokenKind::Word, word, at, end_of(end));
            let text = text[at..end_of(end)].to_owned();
            tokens.push(Token { text, ..said });
            i = end;
            continue;
        }
        if c.is_alphanumeric() || (c == '-' && starts_number(&chars, i)) {
            let mut j = i + 1;
            while j < chars.len() && continues(&chars, i, j) {
                j += 1;
            }
            let end = end_of(j);
            tokens.push(token(TokenKind::Word, &text[at..end], at, end));
            i = skip_possessive(&chars, j);
            continue;
        }
        if matches!(
            c,
            ',' | ';' | '?' | '!' | '.' | ':' | '(' | ')' | '/' | '&' | '<' | '>' | '=' | '%' | '$' | '€' | '£' | '+'
        ) {
            tokens.push(token(TokenKind::Mark, &text[at..end_of(i + 1)], at, end_of(i + 1)));
        }
        i += 1;
    }
    scaled(text, tokens)
}

/// "5 million", "a hundred thousand": one number.
fn scaled(text: &str, tokens: Vec<Token>) -> Vec<Token> {
    let mut out: Vec<Token> = Vec::with_capacity(tokens.len());
    for token in tokens {
        // "One and a half times", "two and a half hours".
        if let [.., number, and, a] = out.as_mut_slice() {
            if let (Some(n), "and", "a", "half") = (
                number.number,
                and.lower.as_str(),
                a.lower.as_str(),
                token.lower.as_str(),
            ) {
                number.number = Some(n + 0.5);
                number.end = token.end;
                number.text = text[number.start..number.end].to_owned();
                number.lower = number.text.to_lowercase();
                number.stem = number.lower.clone();
                out.truncate(out.len() - 2);
                continue;
            }
        }
        // "Per cent" is one word.
        if let ("cent", Some(per)) = (token.lower.as_str(), out.last_mut().filter(|t| t.lower == "per")) {
            per.end = token.end;
            per.text = text[per.start..per.end].to_owned();
            per.lower = "percent".to_owned();
            per.stem = super::stem(&per.lower);
            continue;
        }
        let scale = token
            .number
            .filter(|_| matches!(token.lower.as_str(), "hundred" | "thousand" | "million" | "billion"))
            .or(informal(text, &token).filter(|_| bounded(&out)));
        // "At least a dozen", "half a dozen": the article is part of the number.
        if let (Some(last), Some(_)) = (out.len().checked_sub(1), scale.filter(|_| token.number.is_none())) {
            let half = last > 0 && out[last - 1].lower == "half";
            let first = if half { last - 1 } else { last };
            if out[last].lower == "a" {
                out[first].end = out[last].end;
                out.truncate(first + 1);
                out[first].number = Some(if half { 0.5 } else { 1.0 });
                out[first].kind = TokenKind::Number;
            }
        }
        match (out.last_mut().filter(|last| last.number.is_some()), scale) {
            (Some(last), Some(scale)) if text[last.end..token.start].trim().is_empty() => {
                last.end = token.end;
                last.text = text[last.start..last.end].to_owned();
                last.lower = last.text.to_lowercase();
                last.stem = last.lower.clone();
                last.number = last.number.map(|n| n * scale);
            }
            _ => out.push(token),
        }
    }
    out
}

/// "Two dozen", "five grand". Pianos and totals are grand, too: it is money where no name follows.
fn informal(text: &str, token: &Token) -> Option<f64> {
    let behind = text[token.end..].trim_start();
    let next = behind.split(|c: char| !c.is_alphabetic()).next().unwrap_or_default();
    let money = || {
        matches!(
            next,
            "" | "or" | "and" | "in" | "on" | "for" | "from" | "each" | "a" | "this" | "last" | "please"
        )
    };
    match token.text.as_str() {
        "dozen" if token.kind == TokenKind::Word => Some(12.0),
        "grand" if token.kind == TokenKind::Word && money() => Some(1e3),
        _ => None,
    }
}

/// Whether a number must follow, or its last word: "half a", "more than a", "five"; a year is none.
fn bounded(before: &[Token]) -> bool {
    let word = |back: usize| before.len().checked_sub(back).map_or("", |i| before[i].lower.as_str());
    let number = before
        .last()
        .and_then(|t| t.number)
        .is_some_and(|n| !(1900.0..2100.0).contains(&n));
    number
        || word(1) == "a"
            && matches!(
                word(2),
                "half" | "least" | "most" | "than" | "over" | "under" | "above" | "below"
            )
}

/// The index of the quotation mark that closes the one at `open`: followed by no letter.
fn closing(chars: &[(usize, char)], open: usize, close: char) -> Option<usize> {
    (open + 1..chars.len())
        .find(|&j| chars[j].1 == close && j > open + 1 && chars.get(j + 1).is_none_or(|n| !n.1.is_alphanumeric()))
}

fn starts_number(chars: &[(usize, char)], i: usize) -> bool {
    chars.get(i + 1).is_some_and(|n| n.1.is_ascii_digit()) && (i == 0 || chars[i - 1].1.is_whitespace())
}

fn continues(chars: &[(usize, char)], start: usize, j: usize) -> bool {
    let c = chars[j].1;
    if c.is_alphanumeric() {
        return true;
    }
    let digits_around = chars[j - 1].1.is_ascii_digit() && chars.get(j + 1).is_some_and(|n| n.1.is_ascii_digit());
    match c {
        // "3.5", "1,000", and dates "2024-02-29", "2/14/2005", "10:30".
        '.' | ',' => digits_around,
        '-' | '/' | ':' => {
            digits_around
                || (c == '-'
                    && chars[start].1.is_alphanumeric()
                    && chars.get(j + 1).is_some_and(|n| n.1.is_alphanumeric()))
        }
        // "don't", "O'Brien"; a possessive is not part of the word.
        '\'' | '’' => chars.get(j + 1).is_some_and(|n| n.1.is_alphabetic()) && !possessive(chars, j),
        _ => false,
    }
}

fn possessive(chars: &[(usize, char)], j: usize) -> bool {
    matches!(chars.get(j), Some((_, '\'' | '’')))
        && matches!(chars.get(j + 1), Some((_, 's' | 'S')))
        && chars.get(j + 2).is_none_or(|n| !n.1.is_alphanumeric())
}

fn skip_possessive(chars: &[(usize, char)], j: usize) -> usize {
    if possessive(chars, j) {
        j + 2
    } else {
        j
    }
}

fn token(kind: TokenKind, text: &str, start: usize, end: usize) -> Token {
    let lower = text.to_lowercase().replace('’', "'");
    let number = if kind == TokenKind::Word {
        number_of(&lower)
    } else {
        None
    };
    let lower = match kind {
        TokenKind::Word => SHORT.iter().find(|s| s.0 == lower).map_or(lower, |s| s.1.to_owned()),
        _ => lower,
    };
    Token {
        kind: if number.is_some() { TokenKind::Number } else { kind },
        stem: stem(&lower),
        text: text.to_owned(),
        lower,
        number,
        start,
        end,
    }
}

/// The value of "1,200", "3.5", "12k", "three"; none of what is too large for a number, such as "1e999".
pub fn number_of(lower: &str) -> Option<f64> {
    written(lower).filter(|n| n.is_finite())
}

fn written(lower: &str) -> Option<f64> {
    let digits = lower.replace(',', "");
    if lower.starts_with(|c: char| c.is_ascii_digit() || c == '-') {
        if let Ok(n) = digits.parse() {
            return Some(n);
        }
        let (head, factor) = match digits.strip_suffix('k') {
            Some(head) => (head, 1e3),
            // "4100m" are metres: thousands of millions are called billions.
            None => (
                digits.strip_suffix('m').filter(|h| h.len() < 4 || h.contains('.'))?,
                1e6,
            ),
        };
        return head.parse::<f64>().ok().map(|n| n * factor);
    }
    const WORDS: [(&str, f64); 26] = [
        ("zero", 0.0),
        ("one", 1.0),
        ("two", 2.0),
        ("three", 3.0),
        ("four", 4.0),
        ("five", 5.0),
        ("six", 6.0),
        ("seven", 7.0),
        ("eight", 8.0),
        ("nine", 9.0),
        ("ten", 10.0),
        ("eleven", 11.0),
        ("twelve", 12.0),
        ("fifteen", 15.0),
        ("twenty", 20.0),
        ("thirty", 30.0),
        ("forty", 40.0),
        ("fifty", 50.0),
        ("sixty", 60.0),
        ("seventy", 70.0),
        ("eighty", 80.0),
        ("ninety", 90.0),
        ("hundred", 100.0),
        ("thousand", 1e3),
        ("million", 1e6),
        ("billion", 1e9),
    ];
    let one = |word: &str| WORDS.iter().find(|w| w.0 == word).map(|w| w.1);
    // "Forty-five".
    let both = || {
        let (tens, rest) = lower.split_once('-')?;
        Some((one(tens)?, one(rest)?)).filter(|(t, r)| (20.0..100.0).contains(t) && (1.0..10.0).contains(r))
    };
    one(lower).or_else(|| both().map(|(tens, rest)| tens + rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(q: &str) -> Vec<String> {
        tokenise(q).into_iter().map(|t| t.text).collect()
    }

    #[test]
    fn quotes_hold_a_value_together_and_apostrophes_do_not_open_one() {
        assert_eq!(
            texts("singer's age in 'New York'?"),
            ["singer", "age", "in", "New York", "?"]
        );
        assert_eq!(texts("rock 'n roll don't"), ["rock", "n", "roll", "don't"]);
        assert_eq!(texts("\"A Tale of a Tub\""), ["A Tale of a Tub"]);
    }

    #[test]
    fn numbers_and_dates_stay_whole() {
        assert_eq!(
            texts("over 1,200 or 3.5 on 2024-02-29, 10:30"),
            ["over", "1,200", "or", "3.5", "on", "2024-02-29", ",", "10:30"]
        );
        assert_eq!(tokenise("1,200")[0].number, Some(1200.0));
        assert_eq!(tokenise("three")[0].number, Some(3.0));
        assert_eq!(tokenise("12k")[0].number, Some(12_000.0));
        assert_eq!(tokenise("forty-five")[0].number, Some(45.0));
        assert_eq!(tokenise("twenty-twenty")[0].number, None);
        assert_eq!(tokenise("2024-02-29")[0].number, None);
        assert_eq!(
            tokenise("1e999")[0].number,
            None,
            "no database knows a number without end"
        );
    }

    #[test]
    fn a_number_and_its_scale_are_one() {
        let numbers = |q: &str| tokenise(q).iter().filter_map(|t| t.number).collect::<Vec<_>>();
        assert_eq!(numbers("over 2.5 million or a hundred thousand"), [2.5e6, 1e5]);
        assert_eq!(numbers("between 3 and two hundred"), [3.0, 200.0]);
        assert_eq!(numbers("3, thousand"), [3.0, 1000.0]);
        assert_eq!(numbers("one and a half times, two and a bit"), [1.5, 2.0]);
        assert_eq!(numbers("at least a dozen orders, or half a dozen"), [12.0, 6.0]);
        assert_eq!(numbers("two dozen, over a grand, five grand"), [24.0, 1000.0, 5000.0]);
        assert_eq!(numbers("a grand piano and a dozen eggs"), [0.0; 0]);
        assert_eq!(
            numbers("at least two grand pianos, top 3 grand slam winners"),
            [2.0, 3.0]
        );
        assert_eq!(numbers("2 Grand Prix, revenue in 2024 grand total"), [2.0, 2024.0]);
    }

    #[test]
    fn offsets_point_into_the_question() {
        let q = "Größe of „Übersee“ 🙂 now";
        for t in tokenise(q) {
            assert!(q[t.start..t.end].contains(&t.text));
        }
    }
}
