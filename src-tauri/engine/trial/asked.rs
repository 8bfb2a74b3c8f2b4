//! How many things a question lists to be shown, and the words that list them.

use crate::words::{split_name, Token, TokenKind};

/// Words with which a person asks for a key.
pub const KEY_WORDS: &[&str] = &[
    "id",
    "ids",
    "identifier",
    "identifiers",
    "key",
    "keys",
    "number",
    "numbers",
    "code",
    "codes",
];

/// Words before the first thing that is to be shown.
const OPENERS: &[&str] = &[
    "what",
    "is",
    "are",
    "was",
    "were",
    "list",
    "show",
    "give",
    "find",
    "return",
    "display",
    "tell",
    "please",
    "me",
    "us",
    "all",
    "every",
    "each",
    "the",
    "a",
    "an",
    "of",
    "out",
    "different",
    "distinct",
    "their",
    "its",
    "his",
    "her",
    "corresponding",
    "respective",
];

/// Of these a question has one at its beginning where it lists what to show.
const ASKING: &[&str] = &[
    "what",
    "list",
    "show",
    "give",
    "find",
    "return",
    "display",
    "tell",
    "please",
    "report",
    "select",
    "get",
    "provide",
    "compute",
    "calculate",
];

/// Behind "and" these begin another thing, even where the list seemed over: "the names of guests and their tables".
const AGAIN: &[&str] = &["their", "its", "his", "her", "corresponding", "respective"];

/// Words that say whose things they are, or how many, or in what order: the list is over.
const CLOSERS: &[&str] = &[
    "of",
    "for",
    "from",
    "in",
    "on",
    "at",
    "to",
    "by",
    "with",
    "without",
    "whose",
    "that",
    "which",
    "who",
    "where",
    "when",
    "if",
    "is",
    "are",
    "was",
    "were",
    "has",
    "have",
    "had",
    "do",
    "does",
    "did",
    "than",
    "as",
    "or",
    "but",
    "having",
    "belonging",
    "sorted",
    "ordered",
    "order",
    "sort",
    "grouped",
];

/// A thing of more words than this is a clause.
const LONGEST_THING: usize = 5;

/// How many things are listed at the beginning of a question: "Show the id, name and age of ..." lists three; `None` where
/// none is named or what it is cannot be told. What a sentence of its own lists ("... Show the name and the city.") counts
/// alone; what several questions ask for counts together.
pub fn listed(tokens: &[Token]) -> Option<usize> {
    let begins = |at: usize| {
        let behind = |t: &Token| t.kind == TokenKind::Mark && !t.is_any(&["'s", "'", "’s", "(", "\""]);
        tokens[at].is_any(ASKING) && (at == 0 || behind(&tokens[at - 1]) || at == 2 && tokens[at - 1].is("and"))
    };
    let clauses: Vec<usize> = (0..tokens.len()).filter(|at| begins(*at)).collect();
    match clauses.iter().rev().find(|at| !tokens[**at].is("what")) {
        Some(own) => things(&tokens[*own..]),
        None => clauses.iter().map(|at| things(&tokens[*at..])).sum(),
    }
    .filter(|things| *things > 0)
}

/// Things that a clause lists at its beginning, and behind "and their" or "and how many" once more.
fn things(tokens: &[Token]) -> Option<usize> {
    let (mut things, mut words, mut over) = (0, 0, false);
    let mut last: Option<&Token> = None;
    for token in tokens.iter().skip_while(|t| t.is_any(OPENERS) || t.is_any(ASKING)) {
        let before = last.replace(token);
        let after = |words: &[&str]| before.is_some_and(|t| t.is_any(words));
        if over {
            if token.is_any(&[".", "?", ";"]) {
                break;
            }
            let again = token.is_any(AGAIN) && after(&["and", "&", "with"]);
            let another = token.is_any(&["what", "how", "when", "where", "which"]) && after(&["and", "&", ","]);
            // The list goes on, or a question of its own asks for one thing more.
            over = !again;
            things += usize::from(another);
        } else if token.is_any(&[",", "and", "&"]) {
            things += usize::from(words > 0);
            words = 0;
        } else if token.is("of") && after(&["number", "numbers", "count", "amount"]) {
            words += 1;
        } else if token.is_any(CLOSERS) || token.kind == TokenKind::Mark && !token.is_any(&["'s", "'", "’s"]) {
            things += usize::from(words > 0);
            words = 0;
            over = true;
            if token.is_any(&[".", "?", ";"]) {
                break;
            }
        } else if token.is("how") && after(&["and", "&", ","]) {
            // "..., and how many parcels it sent": one thing, however many words it takes.
            things += 1;
            words = 0;
            over = true;
        } else if token.kind != TokenKind::Word && token.kind != TokenKind::Mark {
            return None;
        } else if !token.is_any(OPENERS) {
            words += 1;
        }
        if words > LONGEST_THING {
            return None;
        }
    }
    Some(things + usize::from(words > 0))
}

/// Whether a column holds a part of a person's name.
pub fn part_of_name(column: &str) -> bool {
    let words = split_name(column);
    let of_name = ["first", "last", "middle", "given", "family"];
    let whole = ["fname", "lname", "firstname", "lastname", "surname"];
    words.last().is_some_and(|w| w == "name") && words.iter().any(|w| of_name.contains(&w.as_str()))
        || matches!(words.as_slice(), [one] if whole.contains(&one.as_str()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::words::tokenise;

    #[test]
    fn things_to_show_are_counted_where_the_question_lists_them() {
        for (question, things) in [
            (
                "Show the id, the company name, and the phone number for all customers.",
                3,
            ),
            ("What are the name and city of our oldest customer?", 2),
            (
                "List every customer's first name, last name, city and matching region",
                4,
            ),
            ("What are the names of customers and suppliers?", 0),
            ("How many customers and orders are there?", 0),
            ("Which customers are from France and Germany?", 0),
            ("List customers whose city is Lyon and who ordered twice", 0),
            ("Show customers, sorted by name", 0),
            ("Which city has the most suppliers? Give the city and its country.", 2),
            ("What are the names of customers and their cities?", 2),
            ("Who bought the most? Give first name, last name and email.", 3),
            ("For each kind of product, return its maximum and minimum price.", 2),
            ("What is the name of our newest customer and what is the city?", 2),
            (
                "What is the name of each customer, along with its city and how many orders it has?",
                3,
            ),
            (
                "Which cities sell best? Return the city, the number of orders and the total amount.",
                3,
            ),
            ("What are the names of suppliers with their phone, city and country?", 4),
        ] {
            assert_eq!(
                listed(&tokenise(question)).filter(|n| *n > 1).unwrap_or(0),
                things,
                "{question}"
            );
        }
    }
}
