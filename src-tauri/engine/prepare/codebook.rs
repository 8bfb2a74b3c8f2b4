//! What codes stand for, where the words about their column say so: "A attended, C cancelled, M missed", "Y=yes; N=no".
//!
//! In: a comment or a description, and the column's texts. Out: texts with what they stand for. Deliberately absent: codes
//! that another table explains, and a single code, which may be an example.

/// Characters of a text that is a code.
const CODE: usize = 12;
/// Words that one stands for.
const WORDS: usize = 6;

/// Texts with what the words about their column say of them; empty unless at least two, and half of them, are explained.
pub fn codes(words: &str, texts: &[String]) -> Vec<(String, String)> {
    let is_code = |t: &&String| !t.trim().is_empty() && t.trim().chars().count() <= CODE;
    let found: Vec<(String, String)> = texts
        .iter()
        .filter(is_code)
        .filter_map(|t| Some((t.clone(), meaning(words, t.trim())?)))
        .collect();
    match found.len() >= 2 && found.len() * 2 >= texts.len() {
        true => found,
        false => Vec::new(),
    }
}

/// What stands behind the code at the head of a part of the words.
fn meaning(words: &str, code: &str) -> Option<String> {
    let mut parts = words.split([',', ';', '\n', '|', '(', ')', '/', '.']);
    parts.find_map(|part| {
        let part = part.trim_start();
        // "Status: A attended" begins with the column.
        let heads = std::iter::once(part).chain(part.split_once(':').map(|p| p.1.trim_start()));
        heads.filter_map(|head| behind(head, code)).next()
    })
}

fn behind(head: &str, code: &str) -> Option<String> {
    let rest = head.trim_start_matches(['\'', '"']).strip_prefix(code)?;
    let rest = rest.trim_start_matches(['\'', '"']);
    if !rest.starts_with([' ', '=', ':', '-', '–', '—']) {
        return None;
    }
    let said = rest.trim_matches([' ', '=', ':', '-', '–', '—', '\'', '"']);
    let said = said.strip_prefix("means ").or(said.strip_prefix("is ")).unwrap_or(said);
    let letters = said.chars().next().is_some_and(char::is_alphabetic);
    let short = said.split_whitespace().count() <= WORDS;
    (letters && short && said.to_lowercase() != code.to_lowercase()).then(|| said.to_lowercase())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(words: &str, texts: &[&str]) -> Vec<(String, String)> {
        codes(words, &texts.iter().map(|t| (*t).to_owned()).collect::<Vec<_>>())
    }

    #[test]
    fn codes_are_explained_in_the_ways_that_people_write() {
        let of = |words| {
            told(words, &["A", "C", "M"])
                .into_iter()
                .map(|c| c.1)
                .collect::<Vec<_>>()
        };
        let all = ["attended", "cancelled", "missed"];
        assert_eq!(of("A attended, C cancelled, M missed"), all);
        assert_eq!(of("A=attended; C = cancelled; M: missed"), all);
        assert_eq!(of("Status: A - attended, C - cancelled, M - missed"), all);
        assert_eq!(of("how it went (A attended / C cancelled / M missed)"), all);
    }

    #[test]
    fn words_that_only_begin_alike_explain_nothing() {
        assert_eq!(told("Always set, can be changed", &["A", "C"]), []);
        assert_eq!(told("A attended", &["A", "C", "M"]), []);
        assert_eq!(told("", &["A", "C"]), []);
    }
}
