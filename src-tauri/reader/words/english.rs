//! Common words of English, so that one spelt right is taken for no slip of another.
//!
//! In: lower-case words. Out: whether they are common English. Deliberately absent: words of two letters, and what words mean.

use std::sync::OnceLock;

use super::among;

/// Past forms that are verbs alone, never a noun or an adjective that a name is made of: "won" is no part of 'Wonder'.
const PAST: &str = "ate became began bought brought built came caught chose chosen did done drank drove fell flew \
    forgot gave given gone got gotten grew had held kept knew known laid made met paid ran risen rode said sang sent \
    sold spent spoke stood swam taken taught threw told took understood was went were woke won wore wrote written";

/// Words in -ly that are no adverbs.
const NO_ADVERBS: &str = "anomaly apply assembly comply costly cuddly curly daily deadly early elderly family friendly ghastly imply jelly jolly kindly likely \
    lively lonely lovely monopoly monthly multiply reply silly smelly supply unfriendly unlikely weekly yearly";

fn words() -> &'static [&'static str] {
    static WORDS: OnceLock<Vec<&'static str>> = OnceLock::new();
    WORDS.get_or_init(|| {
        let lines = include_str!("english.txt").lines().filter(|l| !l.starts_with('#'));
        lines.flat_map(str::split_ascii_whitespace).collect()
    })
}

/// In words of fewer letters no slip is looked for.
const LONG: usize = 5;

/// Whether a word of five letters or more is common English (the two commonest levels of SCOWL).
pub fn is_english(lower: &str) -> bool {
    lower.len() >= LONG && is_common(lower)
}

/// Whether a word of three letters or more is common English.
pub fn is_common(lower: &str) -> bool {
    words().binary_search(&lower).is_ok()
}

/// Letters that a word and another form of it begin with.
const ROOT: usize = 5;

/// Whether two lower-case words are forms of one: "delivery" and "delivered", "cancelled" and "canceled".
pub fn is_form(word: &str, other: &str) -> bool {
    let root = word.chars().zip(other.chars()).take_while(|(a, b)| a == b).count();
    root >= ROOT || squeezed(word) == squeezed(other)
}

fn squeezed(word: &str) -> String {
    let mut letters: Vec<char> = word.chars().collect();
    letters.dedup();
    letters.into_iter().collect()
}

/// Whether a word can only say what is done, or how: "won", "really".
pub fn is_verb_or_adverb(lower: &str) -> bool {
    among(PAST, lower) || lower.ends_with("ly") && is_english(lower) && !among(NO_ADVERBS, lower)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_words_are_in_order_and_each_once() {
        assert!(words().windows(2).all(|w| w[0] < w[1]));
        assert!(words().iter().all(|w| w.len() >= 3));
    }

    #[test]
    fn forms_of_a_word_begin_alike_or_differ_by_a_doubled_letter() {
        assert!(is_form("delivery", "delivered") && is_form("cancelled", "canceled"));
        assert!(!is_form("older", "olver") && !is_form("sales", "salem"));
    }

    #[test]
    fn english_is_told_from_names_and_verbs_from_nouns() {
        assert!(is_english("older") && is_english("colour") && is_english("color"));
        assert!(!is_english("olver") && !is_english("panetta"));
        assert!(is_common("goat") && !is_english("goat"));
        assert!(is_verb_or_adverb("won") && is_verb_or_adverb("really"));
        assert!(!is_verb_or_adverb("family") && !is_verb_or_adverb("delta") && !is_verb_or_adverb("rose"));
    }
}
