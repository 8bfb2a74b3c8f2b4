//! Texts that untidy data writes in several ways, said once: "'Cancelled' (in 3 spellings)".
//!
//! In: the texts of a condition. Out: one of each, and how many there were where any is left out. Deliberately absent: which of them are alike
//! beyond capitals and blanks at the ends.

/// Of texts that differ in capitals and in blanks at their ends the one that reads best, in the order of the texts, and
/// what to say behind them; nothing where none is left out.
pub fn once<'a>(texts: impl IntoIterator<Item = &'a str>) -> (Vec<&'a str>, String) {
    let mut kept: Vec<&str> = Vec::new();
    let mut all = 0;
    for text in texts {
        all += 1;
        let text = text.trim();
        match kept
            .iter_mut()
            .find(|other| other.to_lowercase() == text.to_lowercase())
        {
            Some(other) => {
                if grace(text) > grace(other) {
                    *other = text;
                }
            }
            None => kept.push(text),
        }
    }
    let behind = match all > kept.len() {
        true => format!(" (in {all} spellings)"),
        false => String::new(),
    };
    (kept, behind)
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
        assert_eq!(
            once(untidy),
            (vec!["Cancelled", "paid"], " (in 6 spellings)".to_owned())
        );
        assert_eq!(once(["Paris", "Rome"]), (vec!["Paris", "Rome"], String::new()));
        assert_eq!(once(["", "  "]), (vec![""], " (in 2 spellings)".to_owned()));
    }
}
