//! How far the answer may be trusted, and what is said beside it.

use askwell_contract::run::{Judged, Method, Selection, Severity, Trust};
use askwell_contract::{ResultSet, Truncation};

use crate::ask::advice::account;
use crate::prepare::glossary::Known;
use crate::prepare::Knowledge;
use crate::trial::values;

/// Share of the votes behind the answer. Measured on 839 answers to questions of spider-train: with these bounds 82%
/// of the answers called high were right, 56% of the medium and 24% of the low.
const FIRM: f64 = 0.7;
const WEAK: f64 = 0.4;
const WEAK_WITH_UNUSED: f64 = 0.6;

/// Unused words from which an answer is weak whatever the votes: 24% of such answers were right.
const MANY_UNUSED: usize = 2;

/// The level, and what speaks for and against it.
pub fn trust(knowledge: &Knowledge, pool: &[Judged], selection: &Selection, winner: &Judged) -> (Trust, Vec<String>) {
    let mut reasons = vec![selection.why.clone()];
    let share = share(pool, selection, winner);
    let cluster = selection
        .clusters
        .iter()
        .find(|c| c.members.contains(&winner.candidate.id));
    let agreeing = pool
        .iter()
        .filter(|j| cluster.is_some_and(|c| c.members.contains(&j.candidate.id)));
    let account = account(&winner.candidate, agreeing.map(|j| &j.candidate));
    let unplaced = account.map_or(&[][..], |c| &c.unplaced);
    if account.is_none() {
        reasons.push("A model wrote the query; which words of the question it used is not known.".to_string());
    } else if unplaced.is_empty() {
        reasons.push("Every word of the question is used.".to_string());
    } else {
        reasons.push(format!(
            "Words of the question that are not used: {}.",
            unplaced.join(", ")
        ));
    }
    let values = values::found(knowledge, &winner.candidate.sql);
    if !values.stored.is_empty() {
        reasons.push(format!("Found in the data: {}.", values.stored.join(", ")));
    }
    if !values.missing.is_empty() {
        reasons.push(format!("Not found in the data: {}.", values.missing.join(", ")));
    }
    let repairs: Vec<&str> = winner
        .repairs
        .iter()
        .filter(|r| r.worked)
        .map(|r| r.why.as_str())
        .collect();
    reasons.extend(repairs.iter().map(|why| format!("The query was repaired: {why}")));
    reasons.extend(
        winner
            .findings
            .iter()
            .filter(|f| f.severity >= Severity::Warning)
            .map(|f| f.message.clone()),
    );
    let empty = crate::trial::is_empty(winner);
    if empty {
        reasons.push("The result is empty.".to_string());
    }
    let errors = winner.findings.iter().any(|f| f.severity == Severity::Error);
    let lonely = selection.method == Method::Fallback && pool.len() > 1;
    let thin = share < if unplaced.is_empty() { WEAK } else { WEAK_WITH_UNUSED };
    let ignored = unplaced.len() >= MANY_UNUSED;
    let level = if errors || empty || lonely || !values.missing.is_empty() || thin || ignored {
        Trust::Low
    } else if share >= FIRM && account.is_some() && unplaced.is_empty() && repairs.is_empty() {
        Trust::High
    } else {
        Trust::Medium
    };
    (level, reasons)
}

/// Said beside the answer, so that no number is silently partial (law 7).
pub fn notes(knowledge: &Knowledge, winner: &Judged, result: &ResultSet) -> Vec<String> {
    let mut out = Vec::new();
    let rows = result.rows.len();
    out.extend(result.truncated.map(|why| match why {
        Truncation::Rows => {
            format!("Only the first {rows} rows are shown; there are more. An export holds all of them.")
        }
        Truncation::Bytes => {
            format!("Only the first {rows} rows are shown: the rest is too large. An export holds all.")
        }
        Truncation::Time => format!("Only {rows} rows were read before the time was up."),
        Truncation::Cancelled => format!("Stopped after {rows} rows."),
    }));
    if !winner.candidate.unplaced.is_empty() {
        out.push(format!("Not used: {}.", winner.candidate.unplaced.join(", ")));
    }
    let implied = |k: &&Known| k.implied && winner.candidate.uses.iter().any(|u| u.meaning == k.name);
    out.extend(knowledge.terms.iter().filter(implied).map(|k| {
        format!(
            "Nothing here is called {}: it is taken as {}. The glossary is where you can say otherwise.",
            k.name, k.definition
        )
    }));
    out.extend(winner.repairs.iter().filter(|r| r.worked).map(|r| r.why.clone()));
    let f = askwell_sql::features::of(&winner.candidate.sql, knowledge.catalog.dialect).unwrap_or_default();
    for table in &f.tables {
        if let Some(unread) = knowledge.unread.iter().find(|u| u.table.eq_ignore_ascii_case(table)) {
            out.push(format!(
                "{} could not be studied beforehand: {}",
                unread.table, unread.why
            ));
        }
    }
    out.extend(knowledge.unfinished(&f.tables));
    out
}

/// Belief in all candidates that gave this result, among all that ran.
fn share(pool: &[Judged], selection: &Selection, winner: &Judged) -> f64 {
    let cluster = selection
        .clusters
        .iter()
        .find(|c| c.members.contains(&winner.candidate.id));
    let belief = |j: &&Judged| j.candidate.belief.max(0.0);
    let all: f64 = pool.iter().filter(|j| j.ran()).map(|j| belief(&j)).sum();
    let Some(cluster) = cluster.filter(|_| all > 0.0) else {
        return 1.0;
    };
    pool.iter()
        .filter(|j| cluster.members.contains(&j.candidate.id))
        .map(|j| belief(&j))
        .sum::<f64>()
        / all
}
