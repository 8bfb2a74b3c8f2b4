//! Why a question is asked is no part of it: "The council wants our figures tonight, how many members do we have?".
//!
//! In: the question. Out: the same without the clause that gives the reason, where what is left asks by itself.
//! Deliberately absent: names of the data; a clause that the rest refers back to stays.

use super::plan::bare;

/// What a question opens with.
const OPENS: &[&str] = &[
    "how", "which", "what", "whats", "what's", "who", "whos", "who's", "whose", "when", "where", "list", "show",
    "give", "tell", "find", "pull", "count", "name", "please", "is", "are", "was", "were", "has", "have", "had", "do",
    "does", "did", "any", "anyone", "anybody", "anything", "total", "average",
];
/// The first word, and what may follow it in an opening of two.
const OPENS_TWO: &[(&str, &[&str])] = &[
    ("can", &["you", "we", "i", "someone", "anyone"]),
    ("could", &["you", "we", "i", "someone"]),
    ("would", &["you"]),
    ("id", &["like", "love"]),
    ("i'd", &["like", "love"]),
    ("i", &["need", "want"]),
    ("number", &["of"]),
];
/// Words that stand for something said before.
const BACK: &[&str] = &[
    "they", "them", "their", "theirs", "it", "its", "it's", "he", "she", "him", "her", "his", "hers", "those", "these",
    "that", "one", "ones", "there", "then", "this", "both", "either", "neither", "same",
];
/// Verbs of saying, thinking and wanting, and what people are about when they ask.
const SAYING: &[&str] = &[
    "want",
    "wants",
    "wanted",
    "need",
    "needs",
    "needed",
    "ask",
    "asks",
    "asked",
    "asking",
    "say",
    "says",
    "said",
    "saying",
    "reckon",
    "reckons",
    "think",
    "thinks",
    "thinking",
    "thought",
    "worry",
    "worries",
    "worried",
    "wonder",
    "wonders",
    "wondering",
    "trying",
    "plan",
    "planning",
    "writing",
    "checking",
    "chasing",
    "decide",
    "deciding",
    "convinced",
    "hunch",
    "feeling",
    "suspect",
    "hear",
    "heard",
    "told",
    "complain",
    "complains",
    "complaining",
    "moan",
    "moaning",
    "grumbling",
    "nervous",
    "curious",
    "know",
    "knows",
    "rang",
    "ringing",
    "phoned",
    "phone",
    "emailed",
    "settle",
    "arguing",
    "preparing",
    "coming",
    "meeting",
    "swears",
    "insists",
    "claims",
    "looking",
];
/// Who says it, where the clause begins with it.
const PEOPLE: &[&str] = &[
    "i",
    "i'm",
    "im",
    "i've",
    "ive",
    "we",
    "we're",
    "we've",
    "my",
    "our",
    "someone",
    "somebody",
    "one",
    "people",
    "everyone",
    "everybody",
    "the",
    "he",
    "she",
    "they",
    "a",
    "an",
];
const GREETINGS: &[&str] = &[
    "hi",
    "hello",
    "hey",
    "morning",
    "afternoon",
    "sorry",
    "quickly",
    "quick",
    "right",
    "ok",
    "okay",
];
/// They join a reason to its question.
const JOINTS: &[&str] = &[
    "so", "and", "but", "now", "then", "just", "please", "well", "right", "ok", "okay",
];
/// What a question names in its last clause rather than a reason.
const NAMES: &[&str] = &[
    "how", "which", "what", "who", "when", "list", "show", "first", "last", "top", "names", "dates", "with", "only",
];
/// Fewest words that ask something.
const LEAST: usize = 3;

/// The question without its reason; `None`: it gives none.
pub fn without_reason(question: &str) -> Option<String> {
    let words: Vec<&str> = question.split_whitespace().collect();
    let from = behind_reason(&words).unwrap_or(0);
    let to = before_reason(&words[from..]).map_or(words.len(), |n| from + n);
    if from == 0 && to == words.len() {
        return None;
    }
    let left = words[from..to].join(" ");
    Some(
        left.trim_end_matches([',', ';', ':', '.', '-', '\u{2013}', '\u{2014}', ' '])
            .to_owned(),
    )
}

/// Where the question begins, behind a clause that says why it is asked.
fn behind_reason(words: &[&str]) -> Option<usize> {
    let first_person = matches!(bare(words.first()?).as_str(), "i" | "i'd" | "id");
    if opens(words) && !first_person {
        return None;
    }
    (1..words.len()).find_map(|at| {
        let colon = words[at - 1].ends_with(':');
        let begins = ends_clause(words[at - 1]) || bare(words[at]) == "so" || asks_for(&words[..at]);
        if !begins || !is_reason(&words[..at]) {
            return None;
        }
        let joints = words[at..]
            .iter()
            .take_while(|w| JOINTS.contains(&bare(w).as_str()))
            .count();
        let rest = &words[at + joints..];
        let back = rest.iter().any(|w| BACK.contains(&bare(w).as_str()));
        (rest.len() >= LEAST && (colon || opens(rest)) && !back).then_some(at + joints)
    })
}

/// How many words stand before a clause that says what the answer is for.
fn before_reason(words: &[&str]) -> Option<usize> {
    (LEAST..words.len()).find(|at| {
        let rest: Vec<String> = words[*at..].iter().map(|w| bare(w)).filter(|w| !w.is_empty()).collect();
        let said: Vec<&str> = rest.iter().map(String::as_str).collect();
        let begins = ends_clause(words[at - 1]) || matches!(said.first(), Some(&("so" | "because")));
        let names = said
            .iter()
            .any(|w| NAMES.contains(w) || w.contains(|c: char| c.is_ascii_digit()));
        begins && !names && is_use(&said)
    })
}

/// "So I can ring them", "I want to thank them", "it's for the newsletter", "because the bank is asking".
fn is_use(said: &[&str]) -> bool {
    const WE: [&str; 6] = ["i", "we", "they", "he", "she", "sales"];
    match said {
        ["so", "that", who, ..] => WE.contains(who) || *who == "the",
        ["so", who, does, ..] => WE.contains(who) && !matches!(*does, "need" | "want" | "needs" | "wants" | "would"),
        ["i" | "we", "want" | "need" | "have" | "plan", "to", does, ..] => !matches!(*does, "know" | "see"),
        ["i'd" | "id", "like", "to", does, ..] => !matches!(*does, "know" | "see"),
        ["i'd" | "id", "like", "it", ..] | ["i" | "we", "need" | "want", "it", ..] => true,
        ["i'm" | "im" | "we're", doing, ..] => doing.ends_with("ing"),
        ["i", "feel" | "think" | "reckon", ..] | ["because" | "cos", ..] => true,
        ["it's" | "its" | "this" | "that's" | "thats", "for", ..] | ["this", "is", "for", ..] => true,
        ["thanks" | "thank" | "cheers", ..] => true,
        _ => false,
    }
}

/// Whether the words say that someone asks, or greet, or name the occasion.
fn is_reason(words: &[&str]) -> bool {
    let said: Vec<String> = words.iter().map(|w| bare(w)).collect();
    let [first, rest @ ..] = said.as_slice() else {
        return false;
    };
    let second = rest.first().map_or("", String::as_str);
    let occasion = matches!(first.as_str(), "for" | "before")
        && matches!(
            second,
            "the" | "my" | "our" | "we" | "i" | "a" | "an" | "his" | "her" | "this" | "next" | "tomorrow" | "tonight"
        );
    let meant = matches!(first.as_str(), "it's" | "its" | "this" | "that's")
        && (second == "for" || second == "is" && rest.get(1).is_some_and(|w| w == "for"));
    let named = words[0].starts_with(char::is_uppercase) && !opens(words);
    let someone = PEOPLE.contains(&first.as_str()) || named;
    let says = rest.iter().any(|w| SAYING.contains(&w.as_str()));
    let doing = matches!(first.as_str(), "i'm" | "im" | "i've" | "ive" | "we're" | "we've");
    GREETINGS.contains(&first.as_str()) || occasion || meant || someone && says || doing
}

/// "… wants to know", "… keep asking me": what is asked comes next.
fn asks_for(before: &[&str]) -> bool {
    let said: Vec<String> = before.iter().rev().take(3).map(|w| bare(w)).collect();
    let said: Vec<&str> = said.iter().map(String::as_str).collect();
    matches!(
        said.as_slice(),
        ["know" | "see", "to", ..]
            | ["asking" | "asks" | "asked" | "wondering", ..]
            | ["me" | "us", "asking" | "asks" | "asked", ..]
    )
}

fn opens(words: &[&str]) -> bool {
    let Some(first) = words.first().map(|w| bare(w)) else {
        return false;
    };
    let second = words.get(1).map(|w| bare(w)).unwrap_or_default();
    let two = |(a, b): &(&str, &[&str])| *a == first && b.contains(&second.as_str());
    OPENS.contains(&first.as_str()) || OPENS_TWO.iter().any(two)
}

fn ends_clause(word: &str) -> bool {
    word.ends_with([',', ':', ';', '.', '!', '?', '-', '\u{2013}', '\u{2014}'])
}

#[cfg(test)]
mod tests {
    use super::without_reason;

    #[track_caller]
    fn leaves(question: &str, asked: &str) {
        assert_eq!(without_reason(question).as_deref(), Some(asked), "{question}");
    }

    #[test]
    fn a_clause_that_says_why_goes() {
        leaves(
            "The county wants our figures tonight, how many members do we have?",
            "how many members do we have?",
        );
        leaves(
            "I need this for the accountant, can you give me total spend by category?",
            "can you give me total spend by category?",
        );
        leaves(
            "Our treasurer is asking how much we took in fees last year",
            "how much we took in fees last year",
        );
        leaves(
            "Quick one before the AGM: which ten members put in the most hours?",
            "which ten members put in the most hours?",
        );
        leaves(
            "We're thinking of raising prices on linings; how many linings have we done?",
            "how many linings have we done?",
        );
        leaves(
            "Before we renew the hire, tell me how many lanes we use",
            "tell me how many lanes we use",
        );
        leaves(
            "Which members have not paid? I want to drop a line to each",
            "Which members have not paid?",
        );
        leaves(
            "Jobs and money for every bay so I can see for myself.",
            "Jobs and money for every bay",
        );
        leaves(
            "How many personal bests have we had this year? It's for the newsletter",
            "How many personal bests have we had this year?",
        );
    }

    #[test]
    fn what_the_rest_refers_to_and_what_asks_itself_stays() {
        for question in [
            "Our vans keep breaking down, which of them is the oldest?",
            "Slowest payer on average, and how many days",
            "Before 2020, how many members did we have?",
            "Men to women, what's our ratio?",
            "Which customers paid late, and how late?",
            "How many orders were there in May, so far?",
            "Clients in Leeds: how many of each kind",
            "Discogs or eBay, which earns more?",
            "I want the names of everyone who is asked to pay",
            "Stock we still have, I want to clear it, dearest first",
        ] {
            assert_eq!(without_reason(question), None, "{question}");
        }
    }
}
