//! Whether two questions ask for the same thing.
//!
//! In: two questions and what is known of the database. Out: yes or no. Vectors alone cannot say it: "orders of 2023"
//! and "orders of 2024" lie nearer to each other than 0.95, and so do "the highest" and "the lowest". So everything that
//! a query could hang on has to stand in both, in the same order: numbers, quoted texts, names, values of the database,
//! names of its tables and columns, words of the glossary, and the small words that count, compare, deny or speak of
//! time. What is left to be alike is how it is put. Deliberately absent: vectors.

use std::collections::BTreeSet;

use crate::ask::ground;
use crate::prepare::Knowledge;
use crate::words::lexicon::is_function_word;
use crate::words::{among, split_name, stem, tokenise, Token, TokenKind};

/// Grammar that no query hangs on. Every other function word does: `to` is not `from`, `with` not `without`.
const FILLERS: &str = "a an the this that these those of in on at for is are was were be been being am do does did there \
    here it its they them their we us our you your i me my have has had can could will would shall should may might what \
    which who whom whose how please just give show list find tell return display get provide own so such";

/// Content words that decide what is asked for, and that no schema has to name.
const DECIDING: &str = "max maximum min minimum sum mean avg median higher lower greater larger smaller bigger older \
    younger earlier later longer shorter cheaper fewer better worse exceed exceeds exceeding exactly least ascending \
    descending distinct unique different percent percentage share ratio rate difference growth increase decrease none \
    except excluding including exclude include missing empty today yesterday tomorrow now current currently previous \
    past next recent recently ago upcoming week weekday weekend month quarter year day hour minute daily weekly monthly \
    quarterly yearly annual january february march april may june july august september october november december \
    monday tuesday wednesday thursday friday saturday sunday top bottom";

/// Several words for one thing, as long as no column is called so.
const ALIKE: &[(&str, &[&str])] = &[
    ("count", &["many", "number", "count"]),
    ("sum", &["total", "sum"]),
    ("average", &["average", "mean", "avg"]),
    ("maximum", &["maximum", "max"]),
    ("minimum", &["minimum", "min"]),
];

/// Words by which a question means another time each day.
const OF_TODAY: &str = "today yesterday tomorrow now current currently this last past previous next recent recently \
    latest ago upcoming coming since until still yet overdue ytd mtd qtd wtd fytd far date";

/// Case, blanks and the mark at the end do not make another question; what is in quotation marks does.
pub fn normalised(question: &str) -> String {
    let quoted: Vec<(usize, usize)> = tokenise(question)
        .into_iter()
        .filter(|t| t.kind == TokenKind::Quoted)
        .map(|t| (t.start, t.end))
        .collect();
    let mut out = String::with_capacity(question.len());
    for (at, c) in question.char_indices() {
        if quoted.iter().any(|(start, end)| (*start..*end).contains(&at)) {
            out.push(c);
        } else if !c.is_whitespace() {
            out.extend(c.to_lowercase());
        } else if !out.ends_with(' ') {
            out.push(' ');
        }
    }
    out.trim()
        .trim_end_matches(|c: char| matches!(c, '?' | '.' | '!') || c.is_whitespace())
        .to_string()
}

/// Whether its answer hangs on the day on which it is asked.
pub fn speaks_of_today(question: &str) -> bool {
    tokenise(question).iter().any(|t| among(OF_TODAY, &t.lower))
}

/// Whether all that a query could hang on is the same in both.
pub fn same(a: &str, b: &str, knowledge: &Knowledge) -> bool {
    let named = Named::of(knowledge);
    let (first, second) = (Read::of(a, knowledge, &named), Read::of(b, knowledge, &named));
    // A word that counts in one counts in the other: "france" is the name that "France" is.
    let counts: BTreeSet<&String> = first.counts.union(&second.counts).collect();
    let kept = |read: &'_ Read| -> Vec<String> { read.words.iter().filter(|w| counts.contains(w)).cloned().collect() };
    kept(&first) == kept(&second)
}

/// Stems of what the database and the person call things.
struct Named(BTreeSet<String>);

impl Named {
    fn of(knowledge: &Knowledge) -> Self {
        let tables = knowledge.catalog.tables.iter();
        let names = tables.flat_map(|t| t.columns.iter().map(|c| &c.name).chain([&t.name]));
        let terms = knowledge.told.glossary.iter().map(|t| &t.name);
        let words = names.chain(terms).flat_map(|name| split_name(name));
        Self(words.map(|word| stem(&word)).collect())
    }
}

/// A question as one word after the other, and those of them that count.
struct Read {
    words: Vec<String>,
    counts: BTreeSet<String>,
}

impl Read {
    fn of(question: &str, knowledge: &Knowledge, named: &Named) -> Self {
        let tokens = tokenise(question);
        let values = ground::find(&knowledge.values, question).values;
        let (mut words, mut counts) = (Vec::new(), BTreeSet::new());
        for (at, token) in tokens.iter().enumerate() {
            let word = canonical(token, named);
            let (start, end) = (token.start as u32, token.end as u32);
            let value = values.iter().any(|v| v.span.start < end && start < v.span.end);
            if value || counting(token, at, &tokens, named) {
                counts.insert(word.clone());
            }
            words.push(word);
        }
        Self { words, counts }
    }
}

fn counting(token: &Token, at: usize, tokens: &[Token], named: &Named) -> bool {
    let lower = token.lower.as_str();
    match token.kind {
        TokenKind::Number | TokenKind::Quoted => return true,
        TokenKind::Mark => return matches!(lower, "<" | ">" | "=" | "%" | "$"),
        TokenKind::Word => {}
    }
    let filler = among(FILLERS, lower);
    let begins = at == 0 || tokens.get(at - 1).is_some_and(|t| t.is_any(&[".", "?", "!"]));
    let capital = token.text.chars().any(char::is_uppercase);
    // At a sentence's start every word is written so; a name may stand there all the same.
    let name = capital && !(begins && (filler || is_function_word(lower)));
    let superlative = lower.len() > 4 && lower.ends_with("est");
    lower.chars().any(|c| c.is_ascii_digit())
        || lower.ends_with("n't")
        || name
        || superlative
        || among(DECIDING, lower)
        || is_function_word(lower) && !filler
        || named.0.contains(&token.stem)
}

fn canonical(token: &Token, named: &Named) -> String {
    match (token.kind, token.number) {
        (TokenKind::Quoted, _) => return format!("'{}'", token.text),
        (_, Some(number)) => return number.to_string(),
        _ => {}
    }
    let alike = ALIKE.iter().find(|(_, all)| all.contains(&token.lower.as_str()));
    match alike {
        Some((one, _)) if !named.0.contains(&token.stem) => (*one).to_string(),
        _ => token.stem.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scripted::Scripted;

    #[test]
    fn case_blanks_and_the_last_mark_make_no_other_question() {
        let one = normalised("How many customers are there?");
        for same in [
            " how many  customers are there ",
            "How Many Customers are there?!",
            "how many\tcustomers are there.",
        ] {
            assert_eq!(normalised(same), one, "{same}");
        }
        assert_ne!(normalised("Orders of 'Bob'?"), normalised("Orders of 'bob'?"));
        assert_ne!(normalised("orders of 2023"), normalised("orders of 2024"));
    }

    #[test]
    fn another_way_to_put_it_is_the_same_question() {
        let knowledge = Scripted::shop().knowledge();
        for (a, b) in [
            ("How many customers are there?", "What is the number of customers?"),
            ("Show me the customers in France", "Which customers are in France?"),
            ("customers in france", "Customers in France"),
            ("Average total of orders?", "What is the mean total of the orders?"),
            ("Give me three customers", "Show 3 customers"),
            ("Orders over 1,000", "Which orders were over 1000?"),
        ] {
            assert!(same(a, b, &knowledge) && same(b, a, &knowledge), "{a} | {b}");
        }
    }

    #[test]
    fn what_a_query_hangs_on_tells_questions_apart() {
        let knowledge = Scripted::shop().knowledge();
        for (a, b) in [
            ("How many orders in 2023?", "How many orders in 2024?"),
            ("Customers since 2024-02-28", "Customers since 2024-02-29"),
            ("The 5 biggest orders", "The 10 biggest orders"),
            ("Orders of \"Bob\"", "Orders of \"Rob\""),
            ("How many customers in France?", "How many customers in Germany?"),
            ("how many customers in france?", "how many customers in germany?"),
            ("How much did Acme order?", "How much did Apex order?"),
            ("Acme orders, please", "Apex orders, please"),
            ("The highest total of an order", "The lowest total of an order"),
            ("Customers with orders", "Customers without orders"),
            ("Customers who have paid", "Customers who have not paid"),
            ("Customers who did order", "Customers who didn't order"),
            ("Orders shipped to Lyon", "Orders shipped from Lyon"),
            ("Orders over 100", "Orders under 100"),
            ("Name of each customer", "Country of each customer"),
            ("How many orders per customer?", "How many customers per order?"),
            ("Orders per month", "Orders per week"),
            ("Total of orders", "Average total of orders"),
            ("The sum of orders", "The total of orders"),
            ("Orders before March", "Orders after March"),
            ("When did Ada order?", "Where did Ada order?"),
            ("Orders = 5", "Orders > 5"),
            ("Did Ada pay Bob?", "Did Bob pay Ada?"),
            ("open orders", "paid orders"),
        ] {
            assert!(!same(a, b, &knowledge) && !same(b, a, &knowledge), "{a} | {b}");
        }
    }

    #[test]
    fn a_word_of_the_glossary_counts() {
        use askwell_contract::explore::{Meaning, Term};
        let mut knowledge = Scripted::shop().knowledge();
        let (a, b) = ("regulars we have", "strangers we have");
        assert!(same(a, b, &knowledge));
        knowledge.told.glossary.push(Term {
            name: "regulars".into(),
            definition: String::new(),
            meaning: Meaning::Table {
                table: "customers".into(),
            },
        });
        assert!(!same(a, b, &knowledge));
    }

    #[test]
    fn a_question_of_today_is_known() {
        for question in [
            "Orders of last month",
            "Sales this year",
            "Who ordered today?",
            "orders 3 days ago",
        ] {
            assert!(speaks_of_today(question), "{question}");
        }
        assert!(!speaks_of_today("Orders of March 2024"));
    }
}
