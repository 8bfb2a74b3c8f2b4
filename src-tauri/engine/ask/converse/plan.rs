//! Several questions in one turn, told apart by grammar: sentences, clauses behind "and" or "then" that ask anew.
//!
//! In: the turn's words. Out: [`PlanPart`]s, each a question of its own, or one about the rows of the part before it.
//! Deliberately absent: clauses that one query says better, which stay whole: what only adds a figure or a column of the
//! same rows ("… and how tall is he?"), and what has no verb of its own ("… and how many in Spain?").

use askwell_contract::run::{PlanPart, Reply};

mod condition;
mod told;

pub use told::{of_years, sides, told, year_of};

use super::said::pointing;
use crate::words::lexicon::is_function_word;

const AND: [&str; 4] = ["and", "then", "also", "but"];
const BEING: [&str; 14] = [
    "is", "are", "was", "were", "do", "does", "did", "has", "have", "had", "can", "will", "would", "should",
];
const ORDERS: [&str; 9] = [
    "list", "show", "give", "find", "get", "count", "display", "compare", "tell",
];
const PERSONS: [&str; 7] = ["they", "it", "he", "she", "we", "you", "i"];
const BEFORE_NOUNS: [&str; 9] = ["in", "from", "of", "with", "for", "at", "on", "by", "to"];
/// They point at rows as a pronoun does.
const CORRESPONDING: [&str; 2] = ["corresponding", "respective"];
/// "This year" is a time, and nothing that was named.
const TIMES: [&str; 7] = ["year", "month", "quarter", "week", "day", "season", "morning"];
const ENDS: [&str; 6] = ["first", "last", "latest", "earliest", "newest", "oldest"];
const MOST: [&str; 3] = ["most", "least", "fewest"];
/// A table of its own is made for each; a longer row of questions is a text that was pasted.
const PARTS: usize = 6;

/// The things that a turn asks; none where it asks one.
pub fn parts(question: &str) -> Vec<PlanPart> {
    if let Some(parts) = condition::conditional(question) {
        return parts;
    }
    let words: Vec<&str> = question.split_whitespace().collect();
    let mut clauses: Vec<Vec<&str>> = Vec::new();
    let (mut from, mut at) = (0, 1);
    while at < words.len() {
        let sentence = words[at - 1].ends_with(['?', '.', ';']);
        let mut to = at;
        let mut then = false;
        while to < words.len() && AND.contains(&bare(words[to]).as_str()) {
            then |= bare(words[to]) == "then";
            to += 1;
        }
        let joint = sentence || to > at;
        if joint && parted(&words[from..at], &words[to..], sentence, then) {
            clauses.push(words[from..at].to_vec());
            from = to;
        }
        at = to.max(at) + 1;
    }
    clauses.push(words[from.min(words.len())..].to_vec());
    if clauses.len() < 2 || clauses.len() > PARTS {
        return Vec::new();
    }
    let mut out: Vec<PlanPart> = Vec::new();
    for (n, clause) in clauses.iter().enumerate() {
        let mut clause = clause.as_slice();
        while clause
            .first()
            .is_some_and(|w| ["first", "finally"].contains(&bare(w).as_str()))
        {
            clause = &clause[1..];
        }
        let points = n > 0 && points(clause);
        let mut text = clause.join(" ");
        text = text.trim_end_matches(['?', '.', ',', ';', '!']).to_owned();
        // "Which team plays there?": "in it" is what the rest of the engine knows to point.
        if let Some(before) = text.strip_suffix(" there").filter(|_| points) {
            text = format!("{before} in it");
        }
        // "Who has the most?": of what was counted before.
        let most = matches!(clause, [.., the, most] if bare(the) == "the" && MOST.contains(&bare(most).as_str()));
        if n > 0 && most {
            if let Some(counted) = counted(&clauses[n - 1]) {
                text = format!("{text} {counted}");
            }
        }
        out.push(PlanPart {
            question: sentence(&text),
            needs: match (points, u32::try_from(n)) {
                (true, Ok(n)) => vec![n - 1],
                _ => Vec::new(),
            },
            when: None,
        });
    }
    out
}

/// With a capital and its mark.
fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().map(|c| c.to_uppercase().to_string()).unwrap_or_default();
    let orders = text
        .split_whitespace()
        .next()
        .is_some_and(|w| ORDERS.contains(&bare(w).as_str()));
    format!("{first}{}{}", letters.as_str(), if orders { "." } else { "?" })
}

/// A question back about one part, with what the turn asks besides behind each choice.
pub fn beside(mut reply: Reply, parts: &[PlanPart], part: usize) -> Reply {
    let others: Vec<&str> = parts
        .iter()
        .enumerate()
        .filter(|(n, _)| *n != part)
        .map(|(_, p)| p.question.as_str())
        .collect();
    for choice in &mut reply.choices {
        let own = choice.question.trim();
        let own = match own.ends_with(['?', '.', '!']) {
            true => own.to_owned(),
            false => sentence(own),
        };
        // What another part speaks of stands before it.
        let (before, behind) = others.split_at(part.min(others.len()));
        choice.question = [before, &[own.as_str()], behind].concat().join(" ");
    }
    reply
}

pub(super) fn bare(word: &str) -> String {
    word.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase()
}

/// Whether a joint parts two questions.
fn parted(left: &[&str], right: &[&str], sentence: bool, then: bool) -> bool {
    let quotes = left.iter().flat_map(|w| w.chars()).filter(|c| *c == '"').count();
    if left.len() < 3 || right.len() < 2 || quotes % 2 == 1 || !begins(left) {
        return false;
    }
    let first = bare(right[0]);
    let points = points(right);
    if !then && (of_the_same(right, points) || nothing_new(left, right)) {
        return false;
    }
    // "Which clubs are full? List their names.", "… Give me the names.": an order behind a question says what to show.
    if ORDERS.contains(&first.as_str()) {
        return right.len() > 1 && then;
    }
    // "Staff earning over 5,000 and who work in Leeds": no question, but more of the same.
    let object = |w: &&str| ["them", "it", "him", "her", "they"].contains(&bare(w).as_str());
    let apart = first != "who" || sentence || right.iter().any(object) || bare(left[0]) == "how";
    asks(right) && !relative(left, &first) && apart
}

fn begins(words: &[&str]) -> bool {
    let polite = |w: &&&str| ["first", "please", "so", "finally"].contains(&bare(w).as_str());
    let Some(first) = words.iter().find(|w| !polite(w)).map(|w| bare(w)) else {
        return false;
    };
    ["how", "what", "which", "who", "when", "where", "whose"].contains(&first.as_str())
        || ORDERS.contains(&first.as_str())
        || BEING.contains(&first.as_str())
}

/// A question of its own: its verb stands where a question has it, or its question word is the subject.
fn asks(words: &[&str]) -> bool {
    // What follows the clause's own end is another's.
    let end = words.iter().position(|w| w.ends_with(['?', '.', ';']));
    let own = end.and_then(|at| words.get(..=at)).unwrap_or(words);
    let words: Vec<String> = own.iter().map(|w| bare(w)).collect();
    let [first, second, ..] = words.as_slice() else {
        return false;
    };
    let is = |w: &String| BEING.contains(&w.as_str());
    let last = words.len() - 1;
    match first.as_str() {
        "what" | "when" | "where" => is(second) && last > 1,
        "who" => last > 1 && !PERSONS.contains(&second.as_str()),
        "which" => {
            let third = words.get(2).map_or("", String::as_str);
            let indirect = PERSONS.contains(&third) || BEFORE_NOUNS.contains(&third) || AND.contains(&third);
            last > 2 && !indirect && !is(second) && !BEFORE_NOUNS.contains(&second.as_str())
        }
        "how" => words.iter().position(is).is_some_and(|at| at > 1 && at < last),
        _ => false,
    }
}

/// "Customers who live in Spain and who ordered in 2023": no question, but more of the same.
fn relative(left: &[&str], first: &str) -> bool {
    ["who", "which", "where", "when"].contains(&first) && left.iter().skip(1).any(|w| bare(w) == first)
}

/// Speaks of rows that were named before.
fn points(words: &[&str]) -> bool {
    let words: Vec<String> = words.iter().map(|w| bare(w)).collect();
    let there = |n: usize| words[n] == "there" && (n == 0 || !BEING.contains(&words[n - 1].as_str()));
    // "When was that?"
    let that = matches!(words.as_slice(), [.., being, that] if BEING.contains(&being.as_str()) && that == "that");
    that || (0..words.len()).any(|n| pointing(&words[n]) || there(n) || CORRESPONDING.contains(&words[n].as_str()))
        || words.windows(2).enumerate().any(|(n, w)| match w {
            [this, time] if this == "this" => !TIMES.contains(&time.as_str()),
            [that, _] if that == "that" => {
                n + 2 == words.len() || n > 0 && BEFORE_NOUNS.contains(&words[n - 1].as_str())
            }
            _ => false,
        })
}

/// What it asks is a figure or a column of the rows themselves, or one for each of them.
fn of_the_same(words: &[&str], points: bool) -> bool {
    let words: Vec<String> = words.iter().map(|w| bare(w)).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let own = |w: &&str| ["their", "its", "his", "her"].contains(w);
    if words.contains(&"each") {
        return true;
    }
    match words.as_slice() {
        // "What is the usual colour, and how many are there?": of what was named.
        ["how", "many", being, ..] if BEING.contains(being) => true,
        ["how", ..] => points,
        ["when" | "where", _, "that"] => true,
        // "When was the first sale and when was the last one?": both ends of the same.
        ["when", being, .., end, "one"] if BEING.contains(being) && ENDS.contains(end) => true,
        ["when" | "where", _, object, ..] => pointing(object),
        // "Which month was best and what was the revenue that month?": a row has one figure of that name.
        ["what" | "who", "is" | "are" | "was" | "were", ..] => points,
        [order, ..] if ORDERS.contains(order) => words.iter().any(own),
        _ => false,
    }
}

/// "Which team pays its guards most, and what is the sum it pays?": each word was said before.
fn nothing_new(left: &[&str], right: &[&str]) -> bool {
    let said: Vec<String> = left.iter().map(|w| bare(w)).collect();
    let mut words = right
        .iter()
        .map(|w| bare(w))
        .filter(|w| !is_function_word(w))
        .peekable();
    words.peek().is_some() && words.all(|w| said.contains(&w))
}

/// What a clause counts: "customers" of "How many customers are there?".
fn counted(words: &[&str]) -> Option<String> {
    let words: Vec<String> = words.iter().map(|w| bare(w)).collect();
    let behind = words
        .windows(2)
        .position(|w| (w[0] == "how" && w[1] == "many") || (w[0] == "number" && w[1] == "of"))?;
    let things: Vec<String> = words[behind + 2..]
        .iter()
        .take_while(|w| !BEING.contains(&w.as_str()) && !BEFORE_NOUNS.contains(&w.as_str()))
        .cloned()
        .collect();
    (!things.is_empty() && things.len() < 4).then(|| things.join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(question: &str) -> Vec<(String, bool)> {
        parts(question)
            .into_iter()
            .map(|p| (p.question, !p.needs.is_empty()))
            .collect()
    }

    #[test]
    fn clauses_that_ask_anew_are_parts() {
        for (question, want) in [
            (
                "How many returns were there and what is our total revenue?",
                &[
                    ("How many returns were there?", false),
                    ("What is our total revenue?", false),
                ][..],
            ),
            (
                "Which country has the most customers, and what did they buy?",
                &[
                    ("Which country has the most customers?", false),
                    ("What did they buy?", true),
                ],
            ),
            (
                "First find the team with the most wins, then list its players.",
                &[
                    ("Find the team with the most wins.", false),
                    ("List its players.", true),
                ],
            ),
            (
                "How many products are there? How many suppliers are there?",
                &[
                    ("How many products are there?", false),
                    ("How many suppliers are there?", false),
                ],
            ),
            (
                "How many customers are there and which country has the most?",
                &[
                    ("How many customers are there?", false),
                    ("Which country has the most customers?", false),
                ],
            ),
            (
                "First find the buyer of most lamps, then show their orders.",
                &[("Find the buyer of most lamps.", false), ("Show their orders.", true)],
            ),
            (
                "How many orders came in last year and which product sold best this year?",
                &[
                    ("How many orders came in last year?", false),
                    ("Which product sold best this year?", false),
                ],
            ),
            (
                "Which arena is the largest and which team plays there?",
                &[
                    ("Which arena is the largest?", false),
                    ("Which team plays in it?", true),
                ],
            ),
            (
                "Which team won the most games, and who plays for them?",
                &[("Which team won the most games?", false), ("Who plays for them?", true)],
            ),
        ] {
            let want: Vec<(String, bool)> = want.iter().map(|(q, points)| ((*q).to_owned(), *points)).collect();
            assert_eq!(told(question), want, "{question}");
        }
    }

    #[test]
    fn what_one_query_says_stays_whole() {
        for question in [
            "How many customers are in Germany, and how many in Spain?",
            "Which player has the most injuries and how tall is he?",
            "What is the mean salary of guards and their mean height?",
            "List the customers who live in Spain and who ordered in 2023",
            "Show each customer and what they bought",
            "How many notes say \"here it is and who is it\"?",
            "List teams and show their cities",
            "How many lamps are brass and how many are copper?",
            "List the arenas and list them from small to large",
            "What is the usual colour, and how many are there?",
            "Find the warehouse of the last delivery. What is the phone number of this warehouse?",
            "What is the newest lamp and when was it added?",
            "Whose lamp was sold first and when was that?",
            "When did the first lamp come and when was the last one?",
            "What was our dearest order, who bought it and how much was that?",
            "List arenas that are older than ten years and which have never been full",
            "Which arenas were sold out? Give me the names of those arenas.",
            "What are the brands, and how many returns has each had?",
            "Which team pays its guards most, and what is the sum it pays?",
            "What are the names of the buyers spending over 5000 and who live in Oslo?",
            "What are the parcels, and what are the weights of the corresponding goods?",
            "Which month had the most orders and what was the revenue that month?",
            "Which warehouse is the fullest and how many pallets does it hold?",
            "Which product sells best and what is its price?",
            "What are the names and the cities of customers, and the countries they live in?",
            "How many orders are between 5 and 10?",
            "Which teams have what it takes?",
            "Tell me how many returns came in and what the revenue is",
            "What is the revenue of St. Louis and Paris?",
        ] {
            assert_eq!(told(question), [], "{question}");
        }
    }
}
