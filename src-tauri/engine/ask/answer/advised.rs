//! A sentence in a model's words, where it says nothing that the result does not.
//!
//! In: the winner and its result. Out: a sentence, or nothing. Every figure in it has to be one of the result, the
//! question or the number of rows; else the sentence made by rule stays.

use askwell_contract::run::{Judged, Plan, Stage};
use askwell_contract::{Result, ResultSet};

use crate::ask::advice::Advice;
use crate::cx::Cx;
use crate::prompt::{Fitted, ANSWER};

/// Characters of a sentence that people read to the end.
const LONGEST: usize = 400;

pub async fn sentence(cx: &Cx<'_>, plan: &Plan, winner: &Judged, result: &ResultSet) -> Result<Option<String>> {
    // Ours says what the result says, at no cost; a model's is made where the person wants one.
    let Some(advice) = Advice::of(cx, plan, Stage::Answer).filter(|a| a.door.settings.sentences) else {
        return Ok(None);
    };
    let fitted = Fitted::whole(advice.brief.answer(&winner.candidate.sql, result), 1);
    let answered = advice.ask(&ANSWER, &fitted, 0).await?;
    let said = answered.map(|a| a.value.sentence.split_whitespace().collect::<Vec<_>>().join(" "));
    Ok(said.filter(|s| !s.is_empty() && s.chars().count() <= LONGEST && is_of(s, plan, result)))
}

/// Whether every figure of the sentence is one of the result or the question.
fn is_of(sentence: &str, plan: &Plan, result: &ResultSet) -> bool {
    let mut known: Vec<f64> = figures(&plan.question);
    known.extend(figures(&plan.evidence));
    known.push(result.rows.len() as f64);
    for cell in result.rows.iter().flatten() {
        known.extend(cell.as_f64());
        known.extend(figures(&cell.to_string()));
    }
    figures(sentence)
        .into_iter()
        .all(|f| known.iter().any(|k| alike(f, *k)))
}

/// The same, or the same rounded as people round: to no decimals, one or two.
fn alike(said: f64, known: f64) -> bool {
    let rounded = |places: f64| (known * places).round() / places;
    [known, rounded(1.0), rounded(10.0), rounded(100.0)]
        .iter()
        .any(|k| (said - k).abs() <= 1e-9 * k.abs().max(1.0))
}

/// Numbers in a text; commas and thin spaces between digits group thousands.
fn figures(text: &str) -> Vec<f64> {
    let chars: Vec<char> = text.chars().collect();
    let mut out = Vec::new();
    let mut at = 0;
    while at < chars.len() {
        if !chars[at].is_ascii_digit() {
            at += 1;
            continue;
        }
        let mut number = String::new();
        while let Some(c) = chars.get(at) {
            let next = chars.get(at + 1).is_some_and(char::is_ascii_digit);
            match c {
                c if c.is_ascii_digit() => number.push(*c),
                ',' | '\u{202f}' | '\u{a0}' if next => {}
                '.' if next && !number.contains('.') => number.push('.'),
                _ => break,
            }
            at += 1;
        }
        out.extend(number.parse::<f64>().ok());
    }
    out
}

#[cfg(test)]
mod tests {
    use askwell_contract::Cell;

    use super::*;
    use crate::scripted::plan;

    fn result() -> ResultSet {
        ResultSet {
            columns: Vec::new(),
            rows: vec![vec![Cell::Text("France".into()), Cell::Real(1234.567)]],
            truncated: None,
        }
    }

    #[test]
    fn a_sentence_may_only_hold_figures_that_the_result_holds() {
        let question = plan("What did customers of 2024 order?");
        for said in [
            "France ordered for 1,234.57 in 2024.",
            "France: 1235, in one row.",
            "There is 1 country.",
            "Nothing to count.",
        ] {
            assert!(is_of(said, &question, &result()), "{said}");
        }
        for said in ["France ordered for 1,334.57.", "About 1200.", "42 countries."] {
            assert!(!is_of(said, &question, &result()), "{said}");
        }
    }
}
