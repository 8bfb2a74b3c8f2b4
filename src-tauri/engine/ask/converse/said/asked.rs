//! What a turn asks of the rows shown by a word alone: who, when, where; or all of them, where some were shown.
//!
//! In: the turn's words. Out: what is asked, or nothing where the turn says more. Deliberately absent: the columns that
//! answer it.

use super::lists::ORDINALS;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum What {
    Who,
    When,
    Where,
}

/// "Who recorded those?", "when was each last seen?"
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Asked {
    pub what: What,
    /// What was done: "recorded".
    pub verb: Option<String>,
    /// Of each row, the last time (`true`) or the first.
    pub of_each: Option<bool>,
}

const OPENING: [&str; 9] = ["and", "but", "so", "ok", "okay", "then", "now", "from", "by"];
const POINTING: [&str; 11] = [
    "it", "that", "this", "those", "these", "them", "they", "he", "she", "one", "ones",
];
/// Words that say nothing of what was done.
const LIGHT: [&str; 27] = [
    "is", "are", "was", "were", "did", "does", "do", "has", "have", "had", "been", "the", "from", "of", "by", "in",
    "on", "at", "for", "to", "with", "mostly", "exactly", "happen", "happened", "all", "please",
];

pub fn asked(words: &[&str]) -> Option<Asked> {
    let lead = words.iter().take_while(|w| OPENING.contains(w)).count();
    let (first, rest) = words[lead..].split_first()?;
    let what = match *first {
        "who" | "whom" | "who's" | "whos" => What::Who,
        "when" | "when's" => What::When,
        "where" | "where's" | "wheres" => What::Where,
        _ => return None,
    };
    let each = rest.contains(&"each");
    let time = |w: &&&str| matches!(**w, "last" | "latest" | "first" | "earliest");
    let of_each = rest
        .iter()
        .find(time)
        .filter(|_| each && what == What::When)
        .map(|w| matches!(*w, "last" | "latest"));
    let points = each || rest.iter().any(|w| POINTING.contains(w));
    let says = |w: &&&str| {
        let small = POINTING.contains(w) || LIGHT.contains(w) || ORDINALS.contains(w) || **w == "each";
        !(small || of_each.is_some() && time(w))
    };
    let mut verbs = rest.iter().filter(says);
    let verb = verbs.next().map(|w| (*w).to_owned());
    // "Who were they?" asks for the rows themselves.
    let bare = what == What::Who && verb.is_none() && rest.iter().any(|w| matches!(*w, "they" | "those" | "these"));
    let tied = rest.iter().any(|w| matches!(*w, "from" | "by" | "for" | "with" | "to"));
    let whole = points && verbs.next().is_none() && (!bare || tied) && (!each || of_each.is_some());
    whole.then_some(Asked { what, verb, of_each })
}

/// "In alphabetical order", "sort those names descending": whether it goes by letters, and the noun where one is named.
pub fn in_order(words: &[&str]) -> Option<(bool, Option<String>)> {
    const BESIDE: [&str; 36] = [
        "and", "but", "now", "then", "can", "could", "you", "please", "show", "list", "give", "put", "sort", "sorted",
        "order", "ordered", "arrange", "arranged", "rank", "display", "me", "us", "it", "that", "this", "them",
        "those", "these", "they", "their", "the", "table", "results", "in", "by", "an",
    ];
    const LETTERS: [&str; 2] = ["alphabetical", "alphabetically"];
    const SIDES: [&str; 2] = ["ascending", "descending"];
    let by_letters = words.iter().any(|w| LETTERS.contains(w));
    let says = |w: &&&str| !BESIDE.contains(w) && !LETTERS.contains(w) && !SIDES.contains(w);
    let mut named = words.iter().filter(says);
    let noun = named.next().map(|w| (*w).to_owned());
    let whole = (by_letters || words.iter().any(|w| SIDES.contains(w))) && named.next().is_none();
    whole.then_some((by_letters, noun))
}

/// "All of them", "show me all regions": the noun, where one is named.
pub fn all(words: &[&str]) -> Option<Option<String>> {
    const BEFORE: [&str; 12] = [
        "and", "but", "ok", "now", "show", "list", "give", "see", "me", "us", "please", "the",
    ];
    const BEHIND: [&str; 7] = ["with", "numbers", "counts", "figures", "the", "their", "please"];
    let lead = words.iter().take_while(|w| BEFORE.contains(w)).count();
    let words = &words[lead..];
    let tail = words.iter().rev().take_while(|w| BEHIND.contains(w)).count();
    let words = &words[..words.len() - tail];
    match words {
        ["all"]
        | ["everyone"]
        | ["others"]
        | ["rest"]
        | ["all", "of", "them" | "those"]
        | ["full", "list"]
        | ["all", "others"]
        | ["all", "the", "others" | "rest"] => Some(None),
        ["all", noun] | ["all", "the", noun] | ["all", "of", "the", noun] | ["every", noun] | ["other", noun] => {
            Some(Some((*noun).to_owned()))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(turn: &str) -> Option<Asked> {
        asked(&turn.split(' ').collect::<Vec<_>>())
    }

    #[test]
    fn a_word_asks_something_of_the_rows_shown() {
        for (turn, what, verb) in [
            ("who was it from", What::Who, None),
            ("and who recorded those", What::Who, Some("recorded")),
            ("who is handling the first one", What::Who, Some("handling")),
            ("when was it reported", What::When, Some("reported")),
            ("when was that", What::When, None),
            ("where was it mostly seen", What::Where, Some("seen")),
        ] {
            let found = of(turn).unwrap_or_else(|| panic!("{turn}"));
            assert_eq!(
                (found.what, found.verb.as_deref(), found.of_each),
                (what, verb, None),
                "{turn}"
            );
        }
        let each = of("when was each last seen").unwrap();
        assert_eq!((each.verb.as_deref(), each.of_each), (Some("seen"), Some(true)));
        for turn in [
            "who are they",
            "who were those",
            "who has the most",
            "when did they last order something",
            "where do our customers live",
            "what was it",
        ] {
            assert_eq!(of(turn), None, "{turn}");
        }
    }

    #[test]
    fn an_order_is_of_what_was_shown_where_it_names_nothing_else() {
        let of = |turn: &str| in_order(&turn.split(' ').collect::<Vec<_>>());
        assert_eq!(of("list them in alphabetical order"), Some((true, None)));
        assert_eq!(of("in descending order please"), Some((false, None)));
        assert_eq!(
            of("sort those boats alphabetically"),
            Some((true, Some("boats".into())))
        );
        for turn in ["sort them by rent", "boats by length in ascending order", "order them"] {
            assert_eq!(of(turn), None, "{turn}");
        }
    }

    #[test]
    fn all_of_what_was_cut_is_asked_for() {
        let of = |turn: &str| all(&turn.split(' ').collect::<Vec<_>>());
        for turn in [
            "show me all of them with numbers",
            "all of them",
            "show the rest",
            "show all",
        ] {
            assert_eq!(of(turn), Some(None), "{turn}");
        }
        assert_eq!(of("show all regions"), Some(Some("regions".into())));
        for turn in [
            "how many in all",
            "all orders from Spain",
            "show all orders by month",
            "the first",
        ] {
            assert_eq!(of(turn), None, "{turn}");
        }
    }
}
