//! "If …, then …, otherwise …": what is asked only where something holds.
//!
//! In: the turn's words. Out: parts: the figures that the condition is about, and behind them what hangs on it. Deliberately
//! absent: conditions that no figure decides ("if it rains"), which stay in the question as they are.

use askwell_contract::run::{Decides, PlanPart, When};

use super::{asks, bare, points, sentence, told, BEING, ORDERS};

const OVER: [&str; 6] = ["more", "above", "over", "higher", "greater", "larger"];
const UNDER: [&str; 6] = ["less", "below", "under", "lower", "fewer", "smaller"];

/// `None`: the turn is none of this kind.
pub fn conditional(question: &str) -> Option<Vec<PlanPart>> {
    let words: Vec<&str> = question.split_whitespace().collect();
    if bare(words.first()?) != "if" {
        return None;
    }
    // The first comma or "then" behind which something is asked.
    let at = (3..words.len()).find(|at| {
        let mark = words[at - 1].ends_with(',') || bare(words[*at]) == "then";
        let rest = &words[at + usize::from(bare(words[*at]) == "then")..];
        mark && wants(rest)
    })?;
    let rest = &words[at + usize::from(bare(words[at]) == "then")..];
    let said = words[1..at].join(" ");
    let said = said.trim_end_matches([',', ';']);
    let (mut parts, when) = figures(said)?;
    let (then, otherwise) = apart(rest);
    // What points back means the things that the condition counts.
    let needs = |clause: &[&str]| if points(clause) { vec![0] } else { Vec::new() };
    let mut behind = |clause: &[&str], not: bool| {
        let text = clause.join(" ");
        parts.push(PlanPart {
            question: sentence(text.trim_end_matches(['?', '.', ',', ';', '!'])),
            needs: needs(clause),
            when: Some(When { not, ..when.clone() }),
        });
    };
    behind(then, false);
    if let Some(otherwise) = otherwise {
        behind(otherwise, true);
    }
    Some(parts)
}

/// A question of its own, or an order.
fn wants(words: &[&str]) -> bool {
    let first = words.first().map(|w| bare(w)).unwrap_or_default();
    words.len() > 1 && (ORDERS.contains(&first.as_str()) || asks(words))
}

/// What is asked otherwise, behind "otherwise", "else" or "if not".
fn apart<'w>(words: &'w [&'w str]) -> (&'w [&'w str], Option<&'w [&'w str]>) {
    let is = |at: usize, word: &str| words.get(at).is_some_and(|w| bare(w) == word);
    for at in 2..words.len() {
        let long = match () {
            () if is(at, "otherwise") || is(at, "else") => 1,
            () if is(at, "if") && is(at + 1, "not") => 2,
            () => continue,
        };
        let joint = usize::from(is(at - 1, "and") || is(at - 1, "or"));
        let rest = words.get(at + long..).filter(|rest| wants(rest));
        if rest.is_some() {
            return (&words[..at - joint], rest);
        }
    }
    (words, None)
}

/// The figures that decide a condition, and how.
fn figures(said: &str) -> Option<(Vec<PlanPart>, When)> {
    let words: Vec<&str> = said.split_whitespace().collect();
    let lower: Vec<String> = words.iter().map(|w| bare(w)).collect();
    let when = |holds, parts: &[u32], bound| When {
        holds,
        parts: parts.to_vec(),
        bound,
        not: false,
        says: said.to_owned(),
    };
    let part = |text: String| PlanPart {
        question: sentence(text.trim()),
        needs: Vec::new(),
        when: None,
    };
    let there = match lower.iter().map(String::as_str).collect::<Vec<_>>().as_slice() {
        ["there", "is" | "are" | "was" | "were", ..] | ["we", "have" | "had" | "got", ..] => Some(2),
        ["any", ..] => Some(0),
        _ => None,
    };
    if let Some(from) = there {
        let being = match lower.get(1).map(String::as_str) {
            Some("was" | "were" | "had") => "were",
            _ => "are",
        };
        let rest = words.get(from..)?;
        let first = bare(rest.first()?);
        // "more orders in 2024 than in 2023"
        let than = rest.iter().position(|w| bare(w) == "than");
        let more = OVER.contains(&first.as_str());
        if let (Some(than), true) = (than, more || UNDER.contains(&first.as_str())) {
            if let Some(bound) = rest.get(than + 1).and_then(|w| number(w)).filter(|_| than == 1) {
                let things = rest.get(than + 2..).filter(|t| !t.is_empty())?.join(" ");
                let holds = if more { Decides::Above } else { Decides::Below };
                return Some((vec![part(counted(&things, being))], when(holds, &[0], Some(bound))));
            }
            let both = format!("{} and {}", rest[1..than].join(" "), rest[than + 1..].join(" "));
            let [one, two] = told::sides(&counted(&both, being))?;
            let holds = if more { Decides::More } else { Decides::Less };
            return Some((vec![one, two], when(holds, &[0, 1], None)));
        }
        let (skip, holds) = match first.as_str() {
            "no" => (1, Decides::Nothing),
            "any" | "some" | "a" | "an" => (1, Decides::Anything),
            _ => (0, Decides::Anything),
        };
        let things = rest.get(skip..).filter(|t| !t.is_empty())?.join(" ");
        // "any customers are in Norway" has its verb already.
        let text = match from {
            0 => format!("how many {things}"),
            _ => counted(&things, being),
        };
        return Some((vec![part(text)], when(holds, &[0], None)));
    }
    // "revenue in 2024 was higher than in 2023", "the average salary is above 5,000"
    let at = lower.iter().position(|w| BEING.contains(&w.as_str()))?;
    let which = lower.get(at + 1)?;
    let more = OVER.contains(&which.as_str());
    if at == 0 || !(more || UNDER.contains(&which.as_str())) {
        return None;
    }
    let than = at + 2 + usize::from(lower.get(at + 2).is_some_and(|w| w == "than"));
    let the = if lower[0] == "the" { "" } else { "the " };
    let measure = words[..at].join(" ");
    let being = words[at];
    match words.get(than).and_then(|w| number(w)) {
        Some(bound) if than + 1 == words.len() => {
            let holds = if more { Decides::Above } else { Decides::Below };
            Some((
                vec![part(format!("what {being} {the}{measure}"))],
                when(holds, &[0], Some(bound)),
            ))
        }
        _ => {
            let both = format!("what {being} {the}{measure} and {}", words.get(than..)?.join(" "));
            let [one, two] = told::sides(&both)?;
            let holds = if more { Decides::More } else { Decides::Less };
            Some((vec![one, two], when(holds, &[0, 1], None)))
        }
    }
}

fn counted(things: &str, being: &str) -> String {
    format!("how many {things} {being} there")
}

fn number(word: &str) -> Option<f64> {
    word.trim_matches(|c: char| !c.is_ascii_digit())
        .replace(',', "")
        .parse()
        .ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The questions, and what the last of them hangs on.
    fn told(question: &str) -> Option<(Vec<String>, Decides, Option<f64>)> {
        let parts = conditional(question)?;
        let when = parts.last()?.when.clone()?;
        Some((parts.into_iter().map(|p| p.question).collect(), when.holds, when.bound))
    }

    #[test]
    fn a_condition_is_a_figure_and_what_hangs_on_it_comes_behind() {
        for (question, parts, holds, bound) in [
            (
                "If there are any customers in Norway, list them.",
                &["How many customers in Norway are there?", "List them."][..],
                Decides::Anything,
                None,
            ),
            (
                "If we have no suppliers in Peru then show all suppliers",
                &["How many suppliers in Peru are there?", "Show all suppliers."],
                Decides::Nothing,
                None,
            ),
            (
                "If there were more orders in 2024 than in 2023, show revenue by month",
                &[
                    "How many orders in 2023 were there?",
                    "How many orders in 2024 were there?",
                    "Show revenue by month.",
                ],
                Decides::More,
                None,
            ),
            (
                "If there are more than 40 suppliers, which countries are they from?",
                &["How many suppliers are there?", "Which countries are they from?"],
                Decides::Above,
                Some(40.0),
            ),
            (
                "If the average salary is above 5,000, list the players",
                &["What is the average salary?", "List the players."],
                Decides::Above,
                Some(5_000.0),
            ),
            (
                "If revenue in 2024 was lower than in 2023, then list the customers",
                &[
                    "What was the revenue in 2024?",
                    "What was the revenue in 2023?",
                    "List the customers.",
                ],
                Decides::Less,
                None,
            ),
        ] {
            let (mut got, got_holds, got_bound) = told(question).unwrap_or_else(|| panic!("{question}"));
            let mut want: Vec<String> = parts.iter().map(|p| (*p).to_owned()).collect();
            if holds == Decides::More {
                // In the order in which they are said, which the next assertion holds them to.
                assert!(got[0].contains("2024") && got[1].contains("2023"), "{got:?}");
                got.sort();
                want.sort();
            }
            assert_eq!((got, got_holds, got_bound), (want, holds, bound), "{question}");
        }
    }

    #[test]
    fn otherwise_is_asked_where_it_does_not_hold() {
        let parts =
            conditional("If there are customers in Norway, list them, otherwise list customers in Sweden.").unwrap();
        let nots: Vec<Option<bool>> = parts.iter().map(|p| p.when.as_ref().map(|w| w.not)).collect();
        assert_eq!(nots, [None, Some(false), Some(true)]);
        assert_eq!(
            (parts[1].needs.as_slice(), parts[2].needs.as_slice()),
            (&[0][..], &[][..])
        );
        assert_eq!(parts[2].question, "List customers in Sweden.");
    }

    #[test]
    fn what_no_figure_decides_stays_whole() {
        for question in [
            "If it rains, who plays?",
            "If possible, show the revenue by month",
            "List customers if they are in Norway",
            "If there are any customers in Norway",
        ] {
            assert_eq!(conditional(question), None, "{question}");
        }
    }
}
