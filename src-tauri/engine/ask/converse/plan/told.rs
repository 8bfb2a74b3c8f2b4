//! What a turn asks of two figures beside the figures: their difference, their ratio, which is higher.
//!
//! In: the turn's words. Out: the turn without the clause that asks it, and what is asked; a question about two things as
//! two questions. Deliberately absent: figures, and clauses with a measure of their own ("… and which one is older?").

use askwell_contract::run::{PlanPart, Tells};

use super::{bare, sentence, BEFORE_NOUNS};

/// They join a clause to what is before it, or lead up to what is asked.
const FILLS: [&str; 21] = [
    "and",
    "then",
    "tell",
    "say",
    "me",
    "us",
    "see",
    "show",
    "give",
    "also",
    "please",
    "finally",
    "so",
    "but",
    "you",
    "can",
    "could",
    "what",
    "is",
    "calculate",
    "work",
];
/// They may stand behind "difference" without saying more.
const OF_BOTH: [&str; 16] = [
    "between", "in", "of", "them", "the", "these", "those", "two", "both", "figures", "numbers", "amounts", "totals",
    "years", "then", "percent",
];
const BEING: [&str; 7] = ["is", "was", "are", "were", "had", "has", "have"];
const LESS: [&str; 8] = [
    "less", "fewer", "lower", "smaller", "worse", "least", "lowest", "fewest",
];
const MORE: [&str; 10] = [
    "more", "higher", "larger", "bigger", "greater", "better", "most", "highest", "largest", "biggest",
];
/// What two figures may be of, said again: "which year was better?"
const WHOSE: [&str; 11] = [
    "one", "of", "them", "the", "two", "year", "month", "quarter", "half", "number", "figure",
];
/// Longest name of one of the two things, in words.
const NAME: usize = 4;

/// The turn without what it asks of its figures; `None`: it asks for the figures alone.
pub fn told(question: &str) -> Option<(String, Tells)> {
    let words: Vec<&str> = question.split_whitespace().collect();
    if let Some(head) = between(&words) {
        return Some((head, Tells::Difference));
    }
    if let Some(head) = how_many_more(&words) {
        return Some((head, Tells::Difference));
    }
    // The clause behind the last mark, "and" or "then" that leaves a whole question before it.
    for at in (3..words.len()).rev() {
        let joint = words[at - 1].ends_with(['?', '.', ',', ';', ':'])
            || ["and", "then", "also"].contains(&bare(words[at]).as_str());
        if !joint {
            continue;
        }
        if let Some(tells) = asked(&words[at..], &words[..at]) {
            let head = words[..at].join(" ");
            let head = head.trim_end_matches(|c: char| !c.is_alphanumeric() && c != '"' && c != ')');
            return (head.split_whitespace().count() > 2).then(|| (sentence(head), tells));
        }
    }
    // To compare two figures is to ask how far apart they are.
    let compares = bare(words.first()?) == "compare" && words.len() > 3;
    compares.then(|| (question.to_owned(), Tells::Difference))
}

/// What a clause asks of the figures before it.
fn asked(clause: &[&str], before: &[&str]) -> Option<Tells> {
    let words: Vec<String> = clause.iter().map(|w| whole(w)).collect();
    let lead = words.iter().take_while(|w| FILLS.contains(&w.as_str())).count();
    let rest: Vec<&str> = words[lead..].iter().map(String::as_str).collect();
    let said = |word: &&str| {
        let is = |w: &&str| {
            let w = bare(w);
            w == *word || w.strip_suffix('s') == Some(word) || word.strip_suffix('s') == Some(w.as_str())
        };
        OF_BOTH.contains(word) || WHOSE.contains(word) || before.iter().any(is)
    };
    match rest.as_slice() {
        ["the", "difference" | "gap", of @ ..] if of.iter().all(said) => Some(Tells::Difference),
        ["by", "how", "much" | "many"] | ["how", "do" | "did", "they" | "these" | "those", "compare"] => {
            Some(Tells::Difference)
        }
        ["how", "big" | "large" | "great", "is" | "was", "the", "difference" | "gap", of @ ..]
            if of.iter().all(said) =>
        {
            Some(Tells::Difference)
        }
        ["how", "much" | "many", more, ..] if MORE.contains(more) || LESS.contains(more) => rest[3..]
            .iter()
            .all(|w| said(w) || ["is", "was", "that", "it", "did", "were"].contains(w))
            .then_some(Tells::Difference),
        ["the", "ratio", of @ ..] | ["the", "quotient", of @ ..] if of.iter().all(said) => Some(Tells::Ratio),
        ["which" | "who", mid @ ..] => which(mid, said).or_else(|| of_compared(mid, before)),
        _ => None,
    }
}

/// "one is higher", "of them had more orders", "year was better".
fn which(words: &[&str], said: impl Fn(&&str) -> bool) -> Option<Tells> {
    let at = words.iter().position(|w| MORE.contains(w) || LESS.contains(w))?;
    let (before, behind) = (&words[..at], &words[at + 1..]);
    let verb = |w: &&str| {
        BEING.contains(w)
            || w.ends_with("ed")
            || ["did", "brought", "made", "got", "saw", "came", "sold", "in"].contains(w)
    };
    let names = before.iter().filter(|w| !verb(w)).all(|w| WHOSE.contains(w) || said(w));
    let again = behind.iter().all(|w| said(w) || ["than", "other", "out"].contains(w));
    (names && again && !before.is_empty()).then(|| match LESS.contains(&words[at]) {
        true => Tells::Less,
        false => Tells::More,
    })
}

/// "Compare … and say which is cheaper": whatever it is called, both are shown, and how far they are apart.
fn of_compared(words: &[&str], before: &[&str]) -> Option<Tells> {
    let compares = before.first().is_some_and(|w| bare(w) == "compare");
    let words: Vec<&&str> = words.iter().filter(|w| !WHOSE.contains(w)).collect();
    let [being, more] = words.as_slice() else { return None };
    (compares && BEING.contains(being) && more.ends_with("er")).then_some(Tells::Difference)
}

/// "what's" as "what", which says as much.
fn whole(word: &str) -> String {
    let bare = bare(word);
    ["'s", "'re"]
        .iter()
        .find_map(|end| bare.strip_suffix(end))
        .unwrap_or(&bare)
        .to_owned()
}

/// "What is the difference between X and Y?" as "What is X and Y?"; "… in M between X and Y" as "What is the M in X and Y?"
fn between(words: &[&str]) -> Option<String> {
    let at = words.iter().take(6).position(|w| bare(w) == "difference")?;
    let lead = words[..at]
        .iter()
        .all(|w| FILLS.contains(&whole(w).as_str()) || bare(w) == "the" || bare(w) == "find");
    let behind = &words[at + 1..];
    let between = behind.iter().position(|w| bare(w) == "between")?;
    if !lead || !behind.iter().any(|w| bare(w) == "and") || behind.len() < between + 4 {
        return None;
    }
    let both = behind[between + 1..].join(" ");
    let both = both.trim_end_matches(['?', '.', '!']);
    match &behind[..between] {
        [] => Some(format!("What is {both}?")),
        [of, measure @ ..] if ["in", "of"].contains(&bare(of).as_str()) && !measure.is_empty() => {
            let the = if bare(measure[0]) == "the" { "" } else { "the " };
            Some(format!("What is {the}{} in {both}?", measure.join(" ")))
        }
        _ => None,
    }
}

/// "How many more orders were there in 2024 than in 2023?" as "How many orders were there in 2024 and in 2023?"
fn how_many_more(words: &[&str]) -> Option<String> {
    let [how, many, more, rest @ ..] = words else {
        return None;
    };
    let (many, more) = (bare(many), bare(more));
    let opens = bare(how) == "how"
        && ["many", "much"].contains(&many.as_str())
        && ["more", "fewer", "less"].contains(&more.as_str());
    let than = rest.iter().position(|w| bare(w) == "than")?;
    let ends = rest
        .get(than + 1)
        .is_some_and(|w| BEFORE_NOUNS.contains(&bare(w).as_str()));
    let (first, second) = (rest[..than].join(" "), rest[than + 1..].join(" "));
    let head = format!("How {many} {first} and {second}");
    (opens && ends && than > 1 && sides(&head).is_some()).then_some(head)
}

/// A question about two things as two: "in 2023 and in 2024", "the Ravens and the Wolves".
pub fn sides(question: &str) -> Option<[PlanPart; 2]> {
    let words: Vec<&str> = question.split_whitespace().collect();
    let and = words
        .iter()
        .rposition(|w| ["and", "versus", "vs", "or", "with"].contains(&bare(w).as_str()))?;
    let (left, right) = (&words[..and], &words[and + 1..]);
    let first = right.first()?;
    let place = BEFORE_NOUNS.contains(&bare(first).as_str()).then(|| bare(first));
    let skip = usize::from(place.is_some());
    let name = |words: &[&str]| {
        let the = words.iter().take(1).filter(|w| bare(w) == "the").count();
        let run = words[the..].iter().take_while(|w| named(w)).count();
        let end = words
            .iter()
            .take(the + run)
            .position(|w| w.ends_with(['?', '.', ',']))
            .map_or(the + run, |at| at + 1);
        (run > 0).then_some(end)
    };
    let ends = skip + name(&right[skip..])?;
    // The other one stands right before "and", behind the same word.
    let starts = match &place {
        Some(place) => left.iter().rposition(|w| bare(w) == *place)?,
        None => {
            let run = left.iter().rev().take_while(|w| named(w)).count();
            let at = left.len() - run;
            let the = at > 0 && bare(left[at - 1]) == "the" && bare(first) == "the";
            match run {
                0 => return None,
                // The question's own first word has a capital, too.
                _ if at == 0 => return None,
                _ => at - usize::from(the),
            }
        }
    };
    if left.len() - starts > NAME + 1 || left.len() == starts + skip || ends > NAME + 1 || starts == 0 {
        return None;
    }
    let (head, tail) = (&words[..starts], &right[ends..]);
    // "Between June and March" is one stretch.
    if head.last().is_some_and(|w| bare(w) == "between") {
        return None;
    }
    let of = |name: &[&str]| {
        let name = name.join(" ");
        let text = [
            head.join(" ").as_str(),
            name.trim_end_matches([',', '?', '.']),
            tail.join(" ").as_str(),
        ]
        .join(" ");
        let text = text.trim();
        let text = text
            .strip_prefix("Compare ")
            .or(text.strip_prefix("compare "))
            .map_or(text.to_owned(), |of| {
                let the = if bare(of.split_whitespace().next().unwrap_or_default()) == "the" {
                    ""
                } else {
                    "the "
                };
                format!("What is {the}{of}")
            });
        PlanPart {
            question: sentence(text.trim_end_matches(['?', '.', ',', '!'])),
            needs: Vec::new(),
            when: None,
        }
    };
    Some([of(&left[starts..]), of(&right[..ends])])
}

/// "… in 2023" and "… in 2024", which no column of a table holds.
pub fn of_years(sides: &[PlanPart; 2]) -> bool {
    sides.iter().all(|part| year_of(part).is_some())
}

/// The year that a part speaks of.
pub fn year_of(part: &PlanPart) -> Option<String> {
    let year = |w: &String| w.len() == 4 && w.parse::<u16>().is_ok_and(|y| (1900..2100).contains(&y));
    part.question.split_whitespace().map(bare).find(year)
}

/// A name or a number, as people write them.
fn named(word: &str) -> bool {
    word.trim_matches(|c: char| !c.is_alphanumeric())
        .chars()
        .next()
        .is_some_and(|c| c.is_uppercase() || c.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clause_about_two_figures_is_taken_off() {
        for (question, head, tells) in [
            (
                "How many orders were there in 2023 and in 2024, and what is the difference?",
                "How many orders were there in 2023 and in 2024?",
                Tells::Difference,
            ),
            (
                "Compare revenue in Germany and Spain and tell me which is higher.",
                "Compare revenue in Germany and Spain.",
                Tells::More,
            ),
            (
                "How many customers are in Spain? How many are in Italy? What's the difference?",
                "How many customers are in Spain? How many are in Italy?",
                Tells::Difference,
            ),
            (
                "Compare the Ravens and the Wolves in points and say who scored more points",
                "Compare the Ravens and the Wolves in points.",
                Tells::More,
            ),
            (
                "What was the freight in 2022 and in 2023, and what is the ratio of the two?",
                "What was the freight in 2022 and in 2023?",
                Tells::Ratio,
            ),
            (
                "How many games did we have in 2022 and in 2023, and which year had fewer?",
                "How many games did we have in 2022 and in 2023?",
                Tells::Less,
            ),
            (
                "What is the difference between revenue in 2023 and revenue in 2024?",
                "What is revenue in 2023 and revenue in 2024?",
                Tells::Difference,
            ),
            (
                "What is the difference in revenue between 2023 and 2024?",
                "What is the revenue in 2023 and 2024?",
                Tells::Difference,
            ),
            (
                "How many more orders were there in 2024 than in 2023?",
                "How many orders were there in 2024 and in 2023?",
                Tells::Difference,
            ),
            (
                "Compare sales in May and June",
                "Compare sales in May and June",
                Tells::Difference,
            ),
        ] {
            assert_eq!(told(question), Some((head.to_owned(), tells)), "{question}");
        }
    }

    #[test]
    fn what_asks_for_more_than_its_figures_stays() {
        for question in [
            "Compare the Ravens and the Wolves",
            "Which arena is the largest and which one is older?",
            "What is the difference?",
            "Which customers ordered in 2023 and which ordered more in 2024?",
            "Which month had the highest revenue and which product sold more?",
            "What makes the difference between us and others?",
            "Who scored the most points and who is the best coach?",
        ] {
            let found = told(question).filter(|(head, _)| head != question);
            assert_eq!(found, None, "{question}");
        }
    }

    #[test]
    fn two_things_are_two_questions() {
        for (question, one, two) in [
            (
                "How many orders were there in 2023 and in 2024?",
                "How many orders were there in 2023?",
                "How many orders were there in 2024?",
            ),
            (
                "How many orders did Germany and Spain place?",
                "How many orders did Germany place?",
                "How many orders did Spain place?",
            ),
            (
                "What are the average points of the Ravens and the Wolves?",
                "What are the average points of the Ravens?",
                "What are the average points of the Wolves?",
            ),
            (
                "Compare revenue in Germany and Spain.",
                "What is the revenue in Germany?",
                "What is the revenue in Spain?",
            ),
        ] {
            let [first, second] = sides(question).unwrap();
            assert_eq!((first.question.as_str(), second.question.as_str()), (one, two));
        }
        for question in [
            "How many orders and returns were there?",
            "How many orders are between 5 and large ones?",
            "How many orders were there between June 2025 and March 2026?",
            "Show customers and what they bought",
        ] {
            assert_eq!(sides(question), None, "{question}");
        }
    }
}
