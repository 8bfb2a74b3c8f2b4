//! What a turn is as a whole: "who has the most?", "what's the average?", "show me those", "how much is that?"
//!
//! In: the turn's words. Out: a cue, and the noun that it names where there is one. Deliberately absent: what the turn
//! before it showed.

use super::lists::{FIGURES, HIGH, LOW, ORDINALS};

/// What may stand before any turn.
const OPENING: [&str; 8] = ["and", "but", "so", "ok", "okay", "then", "now", "please"];
/// What may stand behind any turn.
const CLOSING: [&str; 6] = ["please", "then", "again", "now", "here", "though"];
/// Superlatives of no measure of their own: they rank by the figure that was shown.
const NEUTRAL: [&str; 14] = [
    "highest", "lowest", "most", "least", "fewest", "biggest", "smallest", "largest", "greatest", "best", "worst",
    "top", "bottom", "maximum",
];
/// Verbs and small words that add nothing to a superlative: "who got the most", "which one is by far the biggest".
const LIGHT: [&str; 28] = [
    "is", "are", "was", "were", "has", "have", "had", "gets", "got", "get", "made", "makes", "did", "does", "do",
    "comes", "came", "out", "on", "at", "the", "by", "far", "of", "them", "those", "these", "all",
];
/// What people do with an amount: behind amounts, "who owes the most" ranks by them.
const WITH_MONEY: [&str; 22] = [
    "owe", "owes", "owed", "spend", "spends", "spent", "pay", "pays", "paid", "earn", "earns", "earned", "give",
    "gives", "gave", "raised", "brought", "brings", "bring", "in", "cost", "costs",
];
const WORTH: [&str; 34] = [
    "how",
    "much",
    "what",
    "what's",
    "whats",
    "is",
    "that",
    "it",
    "are",
    "they",
    "those",
    "these",
    "was",
    "were",
    "worth",
    "in",
    "total",
    "altogether",
    "all",
    "money",
    "pounds",
    "euros",
    "dollars",
    "does",
    "do",
    "did",
    "come",
    "to",
    "add",
    "up",
    "them",
    "cash",
    "value",
    "of",
];
const SHOWING: [&str; 7] = ["show", "list", "give", "see", "display", "name", "get"];

/// Whether a superlative says nothing of what it measures.
pub fn is_neutral(word: &str) -> bool {
    NEUTRAL.contains(&word)
}

/// A cue of the whole turn, and the noun that it names.
pub fn shape(words: &[&str]) -> Option<(&'static str, Option<String>)> {
    let lead = words.iter().take_while(|w| OPENING.contains(w)).count();
    let words = &words[lead..];
    let tail = words.iter().rev().take_while(|w| CLOSING.contains(w)).count();
    let words = &words[..words.len() - tail];
    top(words, &[])
        .map(|noun| ("top alone", noun))
        .or_else(|| top(words, &WITH_MONEY).map(|noun| ("top amount", noun)))
        .or_else(|| figure(words).then_some(("figure alone", None)))
        .or_else(|| listed(words).map(|noun| ("lists them", noun)))
        .or_else(|| cut(words).then_some(("cut alone", None)))
        .or_else(|| worth(words).then_some(("worth", None)))
        .or_else(|| owned(words).map(|noun| ("lists of it", Some(noun))))
        .or_else(|| counts_each(words).then_some(("counts each", None)))
        .or_else(|| row(words).then_some(("row alone", None)))
}

/// "The first one", "show me the third": a row by its place and nothing of it.
fn row(words: &[&str]) -> bool {
    const BESIDE: [&str; 8] = ["the", "one", "row", "show", "me", "just", "only", "about"];
    let places = words.iter().filter(|w| ORDINALS.contains(w)).count();
    places == 1 && words.iter().all(|w| BESIDE.contains(w) || ORDINALS.contains(w))
}

/// "And by month", "split that by channel", "also per region": a further grouping, and none in the place of the one shown.
pub fn by_too(turn: &str) -> bool {
    const FURTHER: [&str; 6] = ["and", "also", "split", "break", "broken", "further"];
    const BESIDE: [&str; 14] = [
        "it", "that", "this", "them", "those", "these", "down", "then", "please", "ok", "okay", "can", "could", "you",
    ];
    let turn = turn.to_lowercase();
    let words: Vec<&str> = turn.split([' ', ',']).filter(|w| !w.is_empty()).collect();
    let Some(at) = words.iter().position(|w| matches!(*w, "by" | "per")) else {
        return false;
    };
    let (head, tail) = words.split_at(at);
    let adds = head.iter().any(|w| FURTHER.contains(w)) || matches!(tail, [.., "too" | "also"] | [.., "as", "well"]);
    adds && head.iter().all(|w| FURTHER.contains(w) || BESIDE.contains(w)) && !tail.contains(&"instead")
}

/// "List its sites": what belongs to the one that was named.
fn owned(words: &[&str]) -> Option<String> {
    let (show, rest) = words.split_first()?;
    let rest = rest.strip_prefix(&["me"]).unwrap_or(rest);
    let rest = rest.strip_prefix(&["all"]).unwrap_or(rest);
    match rest {
        ["its" | "his" | "her", noun] if SHOWING.contains(show) => Some((*noun).to_owned()),
        _ => None,
    }
}

/// "How many each?", "how many does each of them have?"
fn counts_each(words: &[&str]) -> bool {
    const BESIDE: [&str; 13] = [
        "for", "of", "them", "those", "these", "per", "one", "does", "do", "did", "has", "have", "in",
    ];
    words.starts_with(&["how", "many"])
        && words.contains(&"each")
        && words[2..].iter().all(|w| *w == "each" || BESIDE.contains(w))
}

/// "What is the average rent there?": a place that was spoken of, and no "there are".
pub fn in_place(words: &[&str]) -> bool {
    const BEING: [&str; 8] = ["is", "are", "was", "were", "be", "been", "isn't", "aren't"];
    const AFTER: [&str; 5] = ["then", "now", "instead", "please", "though"];
    let tail = words.iter().rev().take_while(|w| AFTER.contains(w)).count();
    match &words[..words.len() - tail] {
        [.., before, "there"] => !BEING.contains(before),
        _ => false,
    }
}

/// "Which one is the highest", "who got the most", "which month was the worst".
fn top(words: &[&str], verbs: &[&str]) -> Option<Option<String>> {
    let (first, mut rest) = words.split_first()?;
    if !["which", "who", "what", "who's", "whos", "what's", "whats"].contains(first) {
        return None;
    }
    let mut noun = None;
    if let Some((word, behind)) = rest.split_first() {
        if matches!(*word, "one" | "ones") {
            rest = behind;
        } else if matches!(*first, "which" | "what")
            && !LIGHT.contains(word)
            && !NEUTRAL.contains(word)
            && !verbs.contains(word)
        {
            noun = Some((*word).to_owned());
            rest = behind;
        }
    }
    // "Which has the lowest one".
    let rest = rest.strip_suffix(&["one"]).unwrap_or(rest);
    let superlatives = rest.iter().filter(|w| NEUTRAL.contains(w)).count();
    let rest_is_light = rest
        .iter()
        .all(|w| LIGHT.contains(w) || NEUTRAL.contains(w) || verbs.contains(w));
    (superlatives == 1 && rest_is_light).then_some(noun)
}

/// "What's the average?", "and the total?"
fn figure(words: &[&str]) -> bool {
    const BESIDE: [&str; 16] = [
        "what", "what's", "whats", "is", "are", "was", "were", "the", "on", "in", "of", "them", "those", "these",
        "that", "it",
    ];
    let named = |w: &&&str| FIGURES.iter().any(|(name, _)| name == *w) && !HIGH.contains(w) && !LOW.contains(w);
    let figures = words.iter().filter(named).count();
    figures == 1 && words.len() > 1 && words.iter().all(|w| BESIDE.contains(w) || named(&w))
}

/// "Top 5", "just the three lowest".
fn cut(words: &[&str]) -> bool {
    const BESIDE: [&str; 12] = [
        "the", "ones", "just", "only", "show", "me", "give", "of", "them", "those", "these", "a",
    ];
    const NUMBERS: [&str; 9] = ["two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
    let number = |w: &&str| w.parse::<u32>().is_ok() || NUMBERS.contains(w);
    let fits = |w: &&str| number(w) || NEUTRAL.contains(w) || BESIDE.contains(w);
    words.iter().all(fits) && words.iter().any(number) && words.iter().any(|w| NEUTRAL.contains(w))
}

/// "Show me those rows", "who were they?"
fn listed(words: &[&str]) -> Option<Option<String>> {
    match words {
        [show, rest @ ..] if SHOWING.contains(show) => {
            let rest = rest
                .strip_prefix(&["me"])
                .or(rest.strip_prefix(&["us"]))
                .unwrap_or(rest);
            let rest = rest.strip_prefix(&["all"]).unwrap_or(rest);
            match rest {
                ["them" | "those" | "these" | "they"] => Some(None),
                ["those" | "these", "rows" | "ones" | "records" | "lines" | "entries"]
                | ["the", "rows" | "records" | "lines" | "entries"] => Some(None),
                ["those" | "these", noun] => Some(Some((*noun).to_owned())),
                _ => None,
            }
        }
        ["who" | "which" | "what" | "whom", "are" | "were", "they" | "those" | "these"]
        | ["which" | "what", "ones"]
        | ["which" | "what", "ones", "are" | "were", "they" | "those" | "these"] => Some(None),
        _ => None,
    }
}

/// "How much is that?", "what are they worth in total?"
fn worth(words: &[&str]) -> bool {
    let asks = words.starts_with(&["how", "much"]) || words.contains(&"worth") || words.ends_with(&["come", "to"]);
    let points = words
        .iter()
        .any(|w| ["that", "it", "they", "those", "these", "them"].contains(w));
    asks && points && words.iter().all(|w| WORTH.contains(w))
}

/// A turn without the words by which it only goes on: "split it by project" is "by project", "litres instead of cost"
/// is "litres", "billable only" is "only billable".
pub fn plain(turn: &str) -> String {
    let lower = turn.to_lowercase();
    // Letters that have no lower case of their length would part the two.
    if lower.len() != turn.len() {
        return turn.to_owned();
    }
    const SPLIT: [&str; 16] = [
        "split",
        "split it",
        "split that",
        "split this",
        "split them",
        "break it down",
        "break that down",
        "break this down",
        "break them down",
        "broken down",
        "group",
        "group it",
        "group them",
        "grouped",
        "show it",
        "show that",
    ];
    for split in SPLIT {
        if let Some(rest) = lower
            .strip_prefix(split)
            .filter(|r| r.starts_with(" by ") || r.starts_with(" per "))
        {
            return turn[turn.len() - rest.len()..].trim_start().to_owned();
        }
    }
    // "Add the price to the list": where it goes is where all goes.
    if lower.starts_with("add ") {
        for what in ["table", "list", "results", "result"] {
            for place in [
                format!(" to the {what}"),
                format!(" to that {what}"),
                format!(" to this {what}"),
            ] {
                // "Add the discount to the list price" goes on; "add to the table the discount" begins so.
                let ends = |at: &usize| {
                    let behind = &lower[at + place.len()..];
                    let next = behind.chars().next();
                    let goes_on = |word: &&str| behind.split_whitespace().next() == Some(*word);
                    *at == "add".len()
                        || next.is_none_or(|c| !c.is_alphanumeric() && c != ' ')
                        || next == Some(' ') && ["please", "too", "as", "also", "for"].iter().any(goes_on)
                };
                if let Some(at) = lower.find(&place).filter(ends) {
                    return format!("{}{}", &turn[..at], &turn[at + place.len()..]);
                }
            }
        }
    }
    if let Some(at) = lower.find(" instead of ").filter(|at| *at > 0) {
        return format!("{} instead", &turn[..at]);
    }
    if let Some(rest) = lower.strip_suffix(" only").filter(|rest| !rest.is_empty()) {
        let opening = ["and ", "but ", "now "]
            .iter()
            .find(|o| rest.starts_with(**o))
            .map_or(0, |o| o.len());
        return format!("only {}", &turn[opening..rest.len()]);
    }
    turn.to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(turn: &str) -> Option<(&'static str, Option<String>)> {
        shape(&turn.split(' ').collect::<Vec<_>>())
    }

    #[test]
    fn a_superlative_alone_ranks_what_was_shown() {
        for turn in [
            "which one is the highest",
            "who got the most",
            "and who has the fewest then",
            "which is by far the biggest",
        ] {
            assert_eq!(of(turn), Some(("top alone", None)), "{turn}");
        }
        assert_eq!(
            of("which month was the worst"),
            Some(("top alone", Some("month".into())))
        );
        assert_eq!(of("who owes the most"), Some(("top amount", None)));
        // These name something to rank by, or somebody to rank.
        for turn in [
            "who ordered the most",
            "which has the highest price",
            "which one is the oldest",
            "the highest",
        ] {
            assert_eq!(of(turn), None, "{turn}");
        }
    }

    #[test]
    fn a_number_of_the_highest_cuts_what_was_shown() {
        for turn in ["top 5", "just the three lowest", "the 10 biggest please"] {
            assert_eq!(of(turn), Some(("cut alone", None)), "{turn}");
        }
        for turn in ["top 5 customers", "the highest", "5 of them"] {
            assert_eq!(of(turn), None, "{turn}");
        }
    }

    #[test]
    fn what_belongs_to_the_one_named_is_listed() {
        assert_eq!(of("list its boats"), Some(("lists of it", Some("boats".into()))));
        assert_eq!(of("show me all her crews"), Some(("lists of it", Some("crews".into()))));
        assert_eq!(of("list the boats"), None);
    }

    #[test]
    fn a_row_is_named_by_its_place_alone() {
        for turn in ["the first one", "and the third", "show me the second row"] {
            assert_eq!(of(turn), Some(("row alone", None)), "{turn}");
        }
        for turn in [
            "the first boat",
            "the price of the first one",
            "the first three",
            "the second and the third",
        ] {
            assert_ne!(of(turn).map(|s| s.0), Some("row alone"), "{turn}");
        }
    }

    #[test]
    fn a_grouping_is_said_to_come_beside_the_one_shown() {
        for turn in [
            "ok, and by month",
            "and by month",
            "split that by depot",
            "break it down by crew",
            "also per depot",
            "by crew too",
        ] {
            assert!(by_too(turn), "{turn}");
        }
        for turn in [
            "by month",
            "and by month instead",
            "now by crew",
            "and how many trips by crew",
            "and in May",
        ] {
            assert!(!by_too(turn), "{turn}");
        }
    }

    #[test]
    fn a_place_spoken_of_is_pointed_at() {
        let there = |turn: &str| in_place(&turn.split(' ').collect::<Vec<_>>());
        for turn in [
            "what is the average rent there",
            "and who works there now",
            "how many boats do we keep there",
        ] {
            assert!(there(turn), "{turn}");
        }
        for turn in [
            "how many are there",
            "is there a boat",
            "there were two",
            "how many boats were there",
        ] {
            assert!(!there(turn), "{turn}");
        }
    }

    #[test]
    fn each_of_those_shown_is_counted() {
        for turn in [
            "how many each",
            "and how many does each of them have",
            "how many for each",
        ] {
            assert_eq!(of(turn), Some(("counts each", None)), "{turn}");
        }
        for turn in ["how many boats each", "how many are there", "each"] {
            assert_eq!(of(turn), None, "{turn}");
        }
    }

    #[test]
    fn a_figure_alone_is_of_what_was_shown() {
        for turn in ["what's the average", "and what is the total", "the average of those"] {
            assert_eq!(of(turn).map(|s| s.0), Some("figure alone"), "{turn}");
        }
        for turn in ["what is the average price", "average", "what is the highest"] {
            assert_ne!(of(turn).map(|s| s.0), Some("figure alone"), "{turn}");
        }
    }

    #[test]
    fn rows_and_their_worth_are_asked_for_by_pointing() {
        for turn in [
            "show me those",
            "who were they",
            "list them please",
            "show me the rows",
            "which ones",
        ] {
            assert_eq!(of(turn), Some(("lists them", None)), "{turn}");
        }
        assert_eq!(
            of("show me those bookings"),
            Some(("lists them", Some("bookings".into())))
        );
        for turn in [
            "how much is that",
            "and what are they worth in total",
            "what does that come to",
        ] {
            assert_eq!(of(turn), Some(("worth", None)), "{turn}");
        }
        for turn in [
            "how much is the rent",
            "how much is there",
            "show me their invoices",
            "who are the drivers",
        ] {
            assert_eq!(of(turn), None, "{turn}");
        }
    }

    #[test]
    fn the_words_of_going_on_are_left_out() {
        for (turn, want) in [
            ("split by project", "by project"),
            ("Break it down by Dept", "by Dept"),
            ("litres instead of cost", "litres instead"),
            ("billable only", "only billable"),
            ("and in Bath only", "only in Bath"),
            ("add the rent to the list", "add the rent"),
            ("add to the table the number of beds", "add the number of beds"),
            ("add the rent to the list please", "add the rent please"),
            ("add the rent to that list for each flat", "add the rent for each flat"),
            ("add a list of beds", "add a list of beds"),
            ("add the beds to the results", "add the beds"),
            ("add the rent to the list price", "add the rent to the list price"),
            ("only hotels", "only hotels"),
            ("group them", "group them"),
            ("by month instead", "by month instead"),
        ] {
            assert_eq!(plain(turn), want, "{turn}");
        }
    }
}
