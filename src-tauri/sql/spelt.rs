//! Texts that untidy data writes in several ways, said once: "'Cancelled' (however written)".
//!
//! In: the texts of a condition. Out: one of each, and whether any was left out. Deliberately absent: which of them are alike
//! beyond capitals and blanks at the ends.

/// What is said behind texts of which some were left out.
pub const HOWEVER: &str = " (however written)";

/// Of texts that differ in capitals and in blanks at their ends the one that reads best, in the order of the texts, and
/// whether there was more than one of any.
pub fn once<'a>(texts: impl IntoIterator<Item = &'a str>) -> (Vec<&'a str>, bool) {
    let mut kept: Vec<&str> = Vec::new();
    let mut folded = false;
    for text in texts {
        let text = text.trim();
        match kept
            .iter_mut()
            .find(|other| other.to_lowercase() == text.to_lowercase())
        {
            Some(other) => {
                folded = true;
                if grace(text) > grace(other) {
                    *other = text;
                }
            }
            None => kept.push(text),
        }
    }
    (kept, folded)
}

/// "Cancelled" before "cancelled" before "CANCELLED".
fn grace(text: &str) -> u8 {
    let small = text.chars().any(char::is_lowercase);
    let first = text.chars().find(|c| c.is_alphabetic());
    match (small, first.is_some_and(char::is_uppercase)) {
        (true, true) => 2,
        (true, false) => 1,
        (false, _) => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_written_in_several_ways_is_said_once_in_the_best_of_them() {
        let untidy = ["CANCELLED", "Cancelled", "Cancelled ", "cancelled", "PAID", "paid"];
        assert_eq!(once(untidy), (vec!["Cancelled", "paid"], true));
        assert_eq!(once(["Paris", "Rome"]), (vec!["Paris", "Rome"], false));
        assert_eq!(once(["", "  "]), (vec![""], true));
    }
}
