//! How many tokens a text is at most.
//!
//! In: a text. Out: a number that the vocabularies of models hardly pass, and the beginning of the text that is within a
//! number. Deliberately absent: any vocabulary; each model has its own, and a server tells only afterwards what it counted.
//!
//! A text is cut up as byte-pair vocabularies cut it: words with the blank before them, digits, marks. A word that reads like
//! one is a token for every four letters, one of capitals for every two; what reads like a key or a sum ("x7Qk2b") has
//! hardly a pair that a vocabulary knows. Of our prompts the vocabularies cl100k and o200k made 0.62 to 0.74 of the figure, of
//! keys in base 64 0.91, of capitals at random 0.89, of German, Russian and Chinese 0.51 to 0.77. By three bytes a token, keys
//! were half as long again as reckoned.

/// The same sign in a row of letters and digits may change its kind so often before it is read as a key.
const CHANGES: usize = 2;
const KEY: usize = 8;
/// Consonants in a row that no word has.
const CONSONANTS: usize = 5;

pub fn tokens(text: &str) -> usize {
    Pieces { text, at: 0 }.map(|piece| piece.tokens).sum()
}

/// The longest beginning of so many tokens: whole lines of several, of a single line its first words.
pub fn head(text: &str, most: usize) -> &str {
    let (mut end, mut sum) = (0, 0);
    for piece in (Pieces { text, at: 0 }) {
        sum += piece.tokens;
        if sum > most {
            let cut = &text[..end];
            return cut.rfind('\n').map_or(cut, |line| &cut[..line]);
        }
        end = piece.end;
    }
    text
}

struct Piece {
    end: usize,
    tokens: usize,
}

/// A run of letters and digits, a run of blanks, or a single sign.
struct Pieces<'t> {
    text: &'t str,
    at: usize,
}

impl Iterator for Pieces<'_> {
    type Item = Piece;

    fn next(&mut self) -> Option<Piece> {
        let rest = &self.text[self.at..];
        let first = rest.chars().next()?;
        let run = |is: fn(char) -> bool| rest.find(|c| !is(c)).unwrap_or(rest.len());
        let (length, tokens) = if first.is_ascii_alphanumeric() {
            let length = run(|c| c.is_ascii_alphanumeric());
            (length, word(&rest.as_bytes()[..length]))
        } else if first.is_whitespace() {
            let length = run(char::is_whitespace);
            // A single blank belongs to the word behind it.
            (length, usize::from(&rest[..length] != " "))
        } else {
            // Beyond the letters of Europe and its neighbours a sign is up to two.
            let length = first.len_utf8();
            (length, if length > 2 { 2 } else { 1 })
        };
        self.at += length;
        Some(Piece { end: self.at, tokens })
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Digit,
    Capital,
    Small,
}

fn kind(byte: u8) -> Kind {
    match byte {
        b'0'..=b'9' => Kind::Digit,
        b'A'..=b'Z' => Kind::Capital,
        _ => Kind::Small,
    }
}

fn word(word: &[u8]) -> usize {
    let digits = word.iter().filter(|b| b.is_ascii_digit()).count();
    let letters = word.len() - digits;
    let changes = word.windows(2).filter(|pair| {
        let (a, b) = (kind(pair[0]), kind(pair[1]));
        a != b && (a, b) != (Kind::Capital, Kind::Small)
    });
    let key = word.len() >= KEY && changes.count() >= CHANGES && digits > 0 || consonants(word) >= CONSONANTS;
    if key {
        return digits + (letters * 3).div_ceil(4);
    }
    digits + runs(word)
}

fn consonants(word: &[u8]) -> usize {
    let vowel = |byte: &u8| !byte.is_ascii_alphabetic() || b"aeiouy".contains(&byte.to_ascii_lowercase());
    word.split(vowel).map(<[u8]>::len).max().unwrap_or(0)
}

/// "OrderNo": its words one by one.
fn runs(word: &[u8]) -> usize {
    let (mut at, mut sum) = (0, 0);
    while at < word.len() {
        let same = |of: Kind, from: usize| word[from..].iter().take_while(|b| kind(**b) == of).count();
        let (length, tokens) = match kind(word[at]) {
            Kind::Digit => (1, 0),
            Kind::Small => {
                let length = same(Kind::Small, at);
                (length, length.div_ceil(4))
            }
            Kind::Capital => match same(Kind::Capital, at) {
                1 => {
                    let length = 1 + same(Kind::Small, at + 1);
                    (length, length.div_ceil(4))
                }
                length => (length, length.div_ceil(2)),
            },
        };
        at += length;
        sum += tokens;
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_count_by_letters_and_digits_and_marks_one_by_one() {
        for (text, count) in [
            ("", 0),
            ("of", 1),
            ("orders of customers", 6),
            ("2024-01-31", 10),
            ("OrderNo", 3),
            ("VARCHAR", 4),
            ("a\n\n  b", 3),
            ("größe", 4),
            ("東京", 4),
        ] {
            assert_eq!(tokens(text), count, "{text}");
        }
    }

    #[test]
    fn what_reads_like_a_key_counts_nearly_by_letters() {
        assert!(tokens("x7Qk2bZ9pLm4") >= 9, "{}", tokens("x7Qk2bZ9pLm4"));
        assert!(tokens("VLQRTKBDFG") >= 8);
        assert!(tokens("international") <= 4);
    }

    #[test]
    fn a_beginning_has_no_more_tokens_than_it_may() {
        let text = "SELECT name\nFROM customers\nWHERE country = 'France'";
        for most in 0..=tokens(text) + 1 {
            let cut = head(text, most);
            assert!(tokens(cut) <= most && text.starts_with(cut), "{most}: {cut}");
        }
        assert_eq!(head(text, tokens(text)), text);
        assert_eq!(head(text, 9), "SELECT name");
    }
}
