//! The reason for asking is not part of the question: "The council wants our figures tonight, how many members do we have?".
//!
//! In: the question. Out: the same without the clause that gives the reason, where what is left asks by itself. A clause
//! that holds a number, a time or a name, that asks for something, or that the rest refers back to stays: better a word too
//! many than a condition lost. Deliberately absent: names of the data.

use super::plan::bare;
use super::restated::timed;
use crate::words::among;

/// What a question opens with.
const OPENS: &str =
    "how which what whats what's who whos who's whose when where list show give tell find is are was were has \
    have had do does did any anyone anybody anything";
/// The first word, and what may follow it in an opening of two.
const OPENS_TWO: &[(&str, &str)] = &[
    ("can", "you we i someone anyone"),
    ("could", "you we i someone"),
    ("would", "you"),
    ("number", "of"),
];
/// Words that stand for something said before.
const BACK: &str =
    "they them their theirs it its it's he she him her his hers those these that one ones there then this both \
    either neither same";
/// Verbs of saying, thinking and wanting.
const SAYING: &str =
    "want wants wanted need needs ask asks asked say says said reckon reckons think thinks thought wonder \
    wonders decide complain complains moan moans swears insists rang phoned emailed hear heard suspect know knows";
/// The same behind "is", "are" or "keep".
const DOING: &str =
    "saying asking thinking worried wondering trying planning writing checking chasing deciding convinced \
    complaining moaning grumbling nervous curious ringing arguing preparing";
const BEING: &str = "is are am was were keep keeps been i'm im we're he's she's";
/// Who says it, where the clause begins with it; another name is followed by its verb.
const PEOPLE: &str =
    "i i'm im i've ive we we're we've my our someone somebody one people everyone everybody the he she they a an";
const GREETINGS: &str = "hi hello hey morning afternoon sorry quickly quick right ok okay";
const GREETED: &str = "one question check all folks everyone there again to for";
/// They join a reason to its question; "and" joins two questions.
const JOINTS: &str = "so but now then just please well right ok okay";
/// What somebody wants who has not asked for anything yet.
const VAGUE: &str = "this it something figures numbers list report fact facts answer update";
/// Verbs that ask for what stands behind them.
const GETTING: &str = "see know get have list compare find view look include exclude leave";
/// Words of a clause that gives no reason but goes on asking.
const ASKING_ON: &str =
    "how which what who when list show first last top name names date dates amount percentage with only by per \
    as too well grade";
/// Fewest words that ask something.
const LEAST: usize = 4;

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
    if words.is_empty() || opens(words) {
        return None;
    }
    (1..words.len()).find_map(|at| {
        let asked = asks_for(&words[..at]);
        let begins = ends_clause(words[at - 1]) || bare(words[at]) == "so" || asked;
        if !begins || !is_reason(&words[..at]) {
            return None;
        }
        let joints = words[at..].iter().take_while(|w| among(JOINTS, &bare(w))).count();
        let rest = &words[at + joints..];
        let back = rest.iter().any(|w| among(BACK, &bare(w)));
        (rest.len() >= LEAST && opens(rest) && !back).then_some(at + joints)
    })
}

/// How many words stand before a clause that says what the answer is for.
fn before_reason(words: &[&str]) -> Option<usize> {
    (LEAST..words.len()).find(|at| {
        let clause = &words[*at..];
        if !ends_clause(words[at - 1]) && bare(clause[0]) != "so" {
            return false;
        }
        let rest: Vec<String> = clause.iter().map(|w| bare(w)).filter(|w| !w.is_empty()).collect();
        let said: Vec<&str> = rest.iter().map(String::as_str).collect();
        // What stands behind the reason would go with it.
        let goes_on = clause[..clause.len() - 1]
            .iter()
            .any(|w| w.ends_with([':', ';', '.', '?', '!']));
        let asks_on = said.iter().any(|w| among(ASKING_ON, w)) || particular(&clause[1..]);
        !goes_on && !asks_on && is_use(&said)
    })
}

/// "So I can ring them", "I want to thank them", "it's for the newsletter", "because we are short of them".
fn is_use(said: &[&str]) -> bool {
    const WE: &str = "i we they he she sales i'm we're my our";
    match said {
        ["so", "that", who, ..] => among(WE, who) || *who == "the",
        ["so", who, "can" | "could" | "know" | "dont" | "don't" | "may", ..] => among(WE, who),
        ["i" | "we", "want" | "need" | "have" | "plan", "to", does, ..] => !among(GETTING, does),
        ["i'd" | "id", "like", "to", does, ..] => !among(GETTING, does),
        ["i'm" | "im" | "we're", doing, ..] => doing.ends_with("ing"),
        ["i", "feel" | "think" | "reckon", ..] => true,
        ["because" | "cos", who, ..] => among("i we i'm we're my our", who),
        ["it's" | "its" | "this" | "that's" | "thats", "for", ..] | ["this", "is", "for", ..] => true,
        ["thanks" | "thank" | "cheers", ..] => true,
        _ => false,
    }
}

/// Whether the words say that someone asks, or greet, or name the occasion, and no more: no number, time or name.
fn is_reason(words: &[&str]) -> bool {
    let said: Vec<String> = words.iter().map(|w| bare(w)).collect();
    let said: Vec<&str> = said.iter().map(String::as_str).collect();
    let [first, rest @ ..] = said.as_slice() else {
        return false;
    };
    if particular(&words[1..]) || rest.iter().any(|w| among("who whose which that", w)) {
        return false;
    }
    let second = rest.first().copied().unwrap_or_default();
    let greeting = among(GREETINGS, first) && (rest.is_empty() || among(GREETED, second));
    // "For the accountant", "before we renew it"; "for the shop in Leeds" is a condition.
    let occasion = *first == "before" && among("we i they he she", second);
    let meant = matches!(*first, "it's" | "this" | "that's")
        && (second == "for" || second == "is" && rest.get(1) == Some(&"for"));
    greeting || occasion || meant || asks(&said) && !gets(&said)
}

/// Whether somebody says, thinks or wants something.
fn asks(said: &[&str]) -> bool {
    let saying = |at: usize| said.get(at).is_some_and(|w| among(SAYING, w));
    let doing = |at: usize| said.get(at).is_some_and(|w| among(DOING, w)) && among(BEING, said[at - 1]);
    let most = match among(PEOPLE, said[0]) {
        true => said.len().min(6),
        false => said.len().min(3),
    };
    let begun = matches!(said[0], "i'm" | "im" | "we're") && said.get(1).is_some_and(|w| w.ends_with("ing"));
    begun || (1..most).any(|at| saying(at) || doing(at))
}

/// "I need total sales": what is wanted is asked for already.
fn gets(said: &[&str]) -> bool {
    let wanting = |w: &&str| among("want wants wanted need needs", w);
    let Some(at) = said.iter().position(wanting) else {
        return false;
    };
    match &said[at + 1..] {
        ["to", "know" | "see"] => false,
        ["to", does, ..] => among(GETTING, does),
        object => !object.iter().any(|w| among(VAGUE, w)),
    }
}

/// Whether a number, a time or a name stands among the words; capitals alone are an abbreviation.
fn particular(words: &[&str]) -> bool {
    words.iter().any(|word| {
        let text = bare(word);
        let capital = word
            .trim_start_matches(['"', '\'', '('])
            .starts_with(char::is_uppercase);
        let short = word.chars().filter(|c| c.is_alphabetic()).all(char::is_uppercase);
        let own = among("i i'm i've i'd", &text);
        word.contains(|c: char| c.is_ascii_digit()) || timed(&text) && text != "may" || capital && !short && !own
    })
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
    among(OPENS, &first) || OPENS_TWO.iter().any(|(a, b)| *a == first && among(b, &second))
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
            "I need total sales, how many orders and which products",
            "I want to know the total sales, and which products sold best",
            "The boss wants the total for each shop, and how many orders",
            "People who asked for a quote, how many of the quotes were booked?",
            "I'm looking at 2025, how many orders did we have?",
            "I'm thinking about Leeds, how many orders did we have?",
            "Paid claims coming to over a thousand, how many are in each region?",
            "For our Leeds branch, how many orders came in?",
            "For this year, how many orders were cancelled?",
            "Morning calls versus bedtime calls, how many of each kind?",
            "Our phone bookings for the club, what was the total of all?",
            "Which orders were refunded because the item was damaged?",
            "Which members left, because they moved to Leeds?",
            "Visits missed because of no access, how many were there?",
            "Sales by month, I want to compare them with those of Leeds",
            "Those with fewer than four bookings, because we lose money on those: course and date",
        ] {
            assert_eq!(without_reason(question), None, "{question}");
        }
    }
}
