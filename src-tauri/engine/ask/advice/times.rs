//! How the question's times are told to a model.
//!
//! In: the plan, the times found in it. Out: those that the question means, each with the side of it that is meant.
//! Deliberately absent: the built-in engine, which reads the words around a time itself.

use askwell_contract::run::Plan;
use askwell_contract::time::TimeMatch;

use crate::calendar::Date;
use crate::prepare::Knowledge;

/// Times that the question means. A name of a column that reads like one ("q3", "may") is a column, and what stands in a
/// formula is none.
pub fn meant(knowledge: &Knowledge, plan: &Plan, times: &[TimeMatch]) -> Vec<TimeMatch> {
    let column = |words: &str| {
        let columns = knowledge.catalog.tables.iter().flat_map(|t| &t.columns);
        columns.into_iter().any(|c| c.name.eq_ignore_ascii_case(words.trim()))
    };
    let meant = |time: &&TimeMatch| !column(&time.words) && !calculated(plan, time);
    times.iter().filter(meant).map(|t| bounded(plan, t)).collect()
}

/// "Since January this year" is no January alone: a word before a stretch says which side of it is meant.
fn bounded(plan: &Plan, time: &TimeMatch) -> TimeMatch {
    let day = |day: &Option<String>, more: i64| {
        let date = day.as_deref().and_then(Date::parse);
        date.map(|d| d.plus(more).to_string())
    };
    let mut told = time.clone();
    let before = plan.question.get(..time.span.start as usize).unwrap_or_default();
    let mut words = before.split_whitespace().rev();
    let word = words.next().unwrap_or_default();
    // "The week before last month" is a stretch of its own.
    let length = words.next().is_some_and(|w| {
        matches!(
            w.to_lowercase().trim_end_matches('s'),
            "day" | "week" | "month" | "year"
        )
    });
    if length || time.span.start == time.span.end || time.from.is_none() || time.to.is_none() {
        return told;
    }
    match word.to_lowercase().as_str() {
        "since" => told.to = None,
        "before" => (told.from, told.to) = (None, day(&time.from, -1)),
        "after" => (told.from, told.to) = (day(&time.to, 1), None),
        "until" | "till" => told.from = None,
        _ => return told,
    }
    told.words = format!("{word} {}", time.words);
    told
}

/// Whether a name without a year is calculated with: "q3 / 2", "MAX(q3)", "`q3`".
fn calculated(plan: &Plan, time: &TimeMatch) -> bool {
    let word = time.words.trim().to_lowercase();
    if word.contains(char::is_whitespace) || word.chars().all(|c| c.is_ascii_digit()) {
        return false;
    }
    let (text, from) = match time.span.start == time.span.end {
        true => (plan.evidence.to_lowercase(), 0),
        false => (plan.question.to_lowercase(), time.span.start as usize),
    };
    let Some(at) = text.get(from..).and_then(|rest| rest.find(&word)).map(|at| from + at) else {
        return false;
    };
    let (before, after) = (text[..at].trim_end(), text[at + word.len()..].trim_start());
    let called = before
        .strip_suffix('(')
        .is_some_and(|b| b.ends_with(char::is_alphanumeric));
    let signs = ['*', '/', '+', '`'];
    called || before.ends_with(signs) || after.starts_with(signs)
}

#[cfg(test)]
mod tests {
    use askwell_contract::run::Span;

    use super::*;
    use crate::ask::advice::told::tests::races;
    use crate::ask::ground;

    #[test]
    fn a_column_called_like_a_quarter_is_none() {
        let knowledge = races();
        let now = crate::calendar::Now::new(&knowledge, 0, Default::default());
        let found = ground::resolve(&now, "What is the best q3 of 2019?");
        assert!(found
            .iter()
            .any(|t| t.words.eq_ignore_ascii_case("q3 of 2019") || t.words.eq_ignore_ascii_case("q3")));
        let nothing = crate::scripted::plan("");
        let alone = ground::resolve(&now, "the fastest q3");
        assert!(meant(&knowledge, &nothing, &alone).is_empty(), "{alone:?}");
        let month = ground::resolve(&now, "in march");
        assert_eq!(meant(&knowledge, &nothing, &month).len(), month.len());
    }

    #[test]
    fn a_quarter_in_a_formula_is_none() {
        let knowledge = races();
        let now = crate::calendar::Now::new(&knowledge, 0, Default::default());
        let kept = |evidence: &str| {
            let mut found = ground::resolve(&now, evidence);
            assert!(!found.is_empty(), "{evidence}");
            found.iter_mut().for_each(|t| t.span = Span { start: 0, end: 0 });
            let plan = Plan {
                evidence: evidence.into(),
                ..crate::scripted::plan("How much is it?")
            };
            meant(&knowledge, &plan, &found).len()
        };
        assert_eq!(kept("growth = q2 / 2"), 0);
        assert_eq!(kept("the peak is MAX(q2)"), 0);
        assert_eq!(kept("sold in q2"), 1);
        assert_eq!(kept("sold in q2 (the second quarter)"), 1);
    }

    #[test]
    fn a_word_before_a_stretch_says_which_side_of_it_is_meant() {
        let now = crate::calendar::Now::on("2024-10-05");
        let told = |question: &str| {
            let plan = Plan {
                question: question.into(),
                ..Plan::default()
            };
            let found = ground::by_rules(&races(), question, &now).times;
            let one = |t: TimeMatch| (t.words, t.from, t.to);
            meant(&races(), &plan, &found).into_iter().map(one).collect::<Vec<_>>()
        };
        let day = |d: &str| Some(d.to_owned());
        assert_eq!(
            told("laps since January this year"),
            [("since January this year".to_owned(), day("2024-01-01"), None)]
        );
        let before = ("before last month".to_owned(), None, day("2024-08-31"));
        assert_eq!(told("laps before last month"), [before]);
        assert_eq!(
            told("laps in January this year"),
            [("January this year".to_owned(), day("2024-01-01"), day("2024-01-31"))]
        );
    }
}
