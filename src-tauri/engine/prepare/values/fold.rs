//! Forms of a text under which it is the same as another.

use unicode_normalization::char::is_combining_mark;
use unicode_normalization::UnicodeNormalization;

use super::triples::mix;
use crate::words::stem;

/// Lower case, no accents, and nothing but words with one blank between them. Apostrophes, trade marks and the dots of
/// abbreviations go without a trace: `O'Brien` is `obrien`, `U.S.A.` is `usa`. A text without any letter or digit
/// stays as it is.
pub fn fold(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut letters = 0;
    let mut gap = false;
    let mut dotted = false;
    // Plain letters need none of Unicode's tables, and most texts have no others.
    let plain = text
        .is_ascii()
        .then(|| text.bytes().map(|b| char::from(b.to_ascii_lowercase())));
    let named = |c: &char| !matches!(c, '™' | '℠');
    let other = (!text.is_ascii()).then(|| {
        text.chars()
            .filter(named)
            .nfkd()
            .flat_map(char::to_lowercase)
            .filter(|&c| !is_accent(c))
    });
    for c in plain.into_iter().flatten().chain(other.into_iter().flatten()) {
        if c.is_alphanumeric() || is_combining_mark(c) {
            // A dot joins single letters only: `u.s.a`, not `st.petersburg`.
            if gap && !out.is_empty() && !(dotted && letters == 1 && c.is_alphabetic()) {
                out.push(' ');
                letters = 0;
            }
            if dotted && gap {
                letters = 0;
            }
            letters += if c.is_alphabetic() { 1 } else { 2 };
            (gap, dotted) = (false, false);
            push(&mut out, c);
        } else if c == '&' {
            // "Cut & blow dry" is "cut and blow dry".
            if !out.is_empty() {
                out.push(' ');
            }
            out.push_str("and");
            (gap, dotted, letters) = (true, false, 2);
        } else if !matches!(c, '\'' | '’' | '‘' | 'ʼ' | '`' | '´') {
            dotted = c == '.' && !gap;
            gap = true;
        }
    }
    if out.is_empty() {
        return text.trim().to_lowercase();
    }
    out
}

/// Marks of the scripts whose writers leave them out; in others (Devanagari, Thai, Japanese) a mark is a letter.
fn is_accent(c: char) -> bool {
    matches!(c, '\u{300}'..='\u{36f}' | '\u{591}'..='\u{5c7}' | '\u{610}'..='\u{61a}' | '\u{64b}'..='\u{65f}' | '\u{670}')
}

/// Letters that Unicode does not take apart.
fn push(out: &mut String, c: char) {
    match c {
        'ß' => out.push_str("ss"),
        'æ' => out.push_str("ae"),
        'œ' => out.push_str("oe"),
        'þ' => out.push_str("th"),
        'ø' => out.push('o'),
        'ł' => out.push('l'),
        'đ' | 'ð' => out.push('d'),
        'ħ' => out.push('h'),
        'ı' => out.push('i'),
        'ς' => out.push('σ'),
        _ => out.push(c),
    }
}

/// The fold of the spelling that writes umlauts with an e (`Müller`, `Mueller`), where there are any.
pub fn spelt(text: &str) -> Option<String> {
    if text.is_ascii() {
        return None;
    }
    let mut out = String::with_capacity(text.len() + 4);
    let mut changed = false;
    for c in text.nfc().flat_map(char::to_lowercase) {
        let letters = match c {
            'ä' => "ae",
            'ö' | 'ø' => "oe",
            'ü' => "ue",
            'å' => "aa",
            _ => {
                out.push(c);
                continue;
            }
        };
        changed = true;
        out.push_str(letters);
    }
    changed.then(|| fold(&out))
}

/// Of a name written the other way round: `Retriever, Golden` is `golden retriever`.
pub fn turned(text: &str) -> Option<String> {
    const WORDS: usize = 3;
    let (last, first) = text.split_once(", ")?;
    let name = |part: &str| {
        let letters = part
            .chars()
            .all(|c| c.is_alphabetic() || matches!(c, ' ' | '-' | '.' | '\''));
        letters && (1..=WORDS).contains(&part.split_whitespace().count())
    };
    (name(first) && name(last)).then(|| fold(&format!("{first} {last}")))
}

/// Of a name without what stands in brackets behind it: `The Long Pier (2015)`, `Night Ferry_(2016)`.
pub fn bare(text: &str) -> Option<String> {
    let (name, remark) = text.trim_end().strip_suffix(')')?.rsplit_once('(')?;
    let name = fold(name.trim_end_matches(['_', ' ', '-']));
    (!remark.contains(')') && name.chars().any(char::is_alphabetic)).then_some(name)
}

pub fn squash(folded: &str) -> String {
    folded.replace(' ', "")
}

/// Of a folded text.
pub fn stems(folded: &str) -> String {
    folded.split(' ').map(stem).collect::<Vec<_>>().join(" ")
}

/// FNV-1a over whole letters: the same in every release of the language, since it is kept in files. Whoever looks
/// something up by it compares the texts, too.
pub fn hash(letters: impl IntoIterator<Item = u32>) -> u32 {
    let spread = |hash: u64, letter: u32| (hash ^ u64::from(letter)).wrapping_mul(0x0100_0000_01b3);
    (mix(letters.into_iter().fold(0xcbf2_9ce4_8422_2325, spread)) >> 32) as u32
}

pub fn hash_text(text: &str) -> u32 {
    hash(text.chars().map(u32::from))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn case_accents_and_punctuation_do_not_count() {
        for (text, folded) in [
            ("  United   States ", "united states"),
            ("CAFÉ-Crème", "cafe creme"),
            ("O'Brien", "obrien"),
            ("O’Brien", "obrien"),
            ("U.S.A.", "usa"),
            ("J.R.R. Tolkien", "jrr tolkien"),
            ("St.Petersburg", "st petersburg"),
            ("3.5", "3 5"),
            ("Straße", "strasse"),
            ("Łódź", "lodz"),
            ("Ⅳ", "iv"),
            ("ﬁne", "fine"),
            ("İstanbul", "istanbul"),
            ("!!!", "!!!"),
            ("🍎", "🍎"),
            ("", ""),
            ("東京", "東京"),
            ("שָׁלוֹם", "שלום"),
        ] {
            assert_eq!(fold(text), folded, "{text}");
        }
    }

    #[test]
    fn a_trade_mark_is_no_letter_and_a_name_may_be_written_backwards() {
        assert_eq!(fold("Technic™"), "technic");
        assert_eq!(fold("LEGO® Movie"), "lego movie");
        assert_eq!(turned("Retriever, Golden").as_deref(), Some("golden retriever"));
        assert_eq!(turned("O'Neil, Mary Ann").as_deref(), Some("mary ann oneil"));
        assert_eq!(turned("Bolts, 10 mm"), None);
        assert_eq!(turned("red, green, blue"), None);
        assert_eq!(bare("The Long Pier (2015)").as_deref(), Some("the long pier"));
        assert_eq!(bare("Night Ferry_(2016)").as_deref(), Some("night ferry"));
        assert_eq!(bare("(2016)"), None);
    }

    #[test]
    fn a_mark_that_is_a_letter_stays() {
        assert_ne!(fold("が"), fold("か"));
        assert_ne!(fold("कि"), fold("का"));
    }

    #[test]
    fn folding_twice_changes_nothing() {
        for text in [
            "Łódź, U.S.A.",
            "J. R. Tolkien",
            "a.b.c d",
            "x-1.2.c",
            "東京タワー",
            "!?",
        ] {
            assert_eq!(fold(&fold(text)), fold(text), "{text}");
        }
    }

    #[test]
    fn umlauts_have_a_second_spelling() {
        assert_eq!(spelt("Müller").as_deref(), Some("mueller"));
        assert_eq!(spelt("Århus").as_deref(), Some("aarhus"));
        assert_eq!(spelt("Muller"), None);
        assert_eq!(spelt("Café"), None);
    }
}
