//! How far the answer may be trusted, and what is said beside it.

use std::collections::BTreeSet;

use askwell_contract::run::{Assumption, Candidate, Judged, Method, Outcome, Selection, Severity, Trust};
use askwell_contract::{ResultSet, Truncation};
use askwell_reader::{dues, flows, sums, timed, worths};
use askwell_sql::features::{self, Features};

use super::guessed::{self, guessed};
use super::strays::Stray;
use super::{blank, odds};
use crate::ask::advice::{account_of, is_written};
use crate::gates::{self, Failed};
use crate::prepare::describe::facts::thousands;
use crate::prepare::glossary::{Known, Sense};
use crate::prepare::Knowledge;
use crate::trial::values;

/// From these odds of being right an answer is called high, and below these low. Over 46 real files, each by the curve that
/// the others give, 36 of 39 answers without a doubt were right from there on (`scripts/train/real.py`).
pub const HIGH: f64 = 0.8;
pub const LOW: f64 = 0.5;
/// From these on an answer is called high in which the reader has no part: such odds are those of benchmarks.
const HIGH_UNREAD: f64 = 0.88;
/// A model's query needs so much of the votes.
const SHARE: f64 = 0.5;

/// The level, the odds where they were measured, and what speaks for and against the answer. `failed`: the gates that its query does not pass.
pub fn trust(
    (knowledge, question): (&Knowledge, &str),
    pool: &[Judged],
    selection: &Selection,
    winner: &Judged,
    failed: &[Failed],
    strays: &[Stray],
) -> (Trust, Option<f64>, Vec<String>) {
    let mut reasons = vec![selection.why.clone()];
    let account = account_of(pool, selection, &winner.candidate);
    let unplaced = not_used(account, failed);
    if account.is_none() {
        let who = if is_written(&winner.candidate) {
            "A model wrote the query; which"
        } else {
            "Which"
        };
        reasons.push(format!("{who} words of the question it used is not known."));
        reasons.push("How often such answers are right was not measured.".to_string());
    } else if unplaced.is_empty() {
        reasons.push("Every word of the question is used.".to_string());
    } else {
        reasons.push(format!(
            "Words of the question that are not used: {}.",
            unplaced.join(", ")
        ));
    }
    reasons.extend(failed.iter().map(|f| f.fault.says.clone()));
    let guess = guessed(knowledge, account);
    reasons.extend(guess.map(guessed::says));
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
    reasons.extend(strays.iter().filter(|s| s.many).map(|s| s.says.clone()));
    let blank = blank::says(knowledge, &winner.candidate.sql);
    reasons.extend(blank.clone());
    // A query that the engine never answered might have been the one.
    let broke = pool
        .iter()
        .filter(|j| matches!(&j.outcome, Outcome::Failed { finding, .. } if finding.code == "crash"));
    let broke = broke.count() > 0;
    if broke {
        reasons.push("The database engine broke down over another query, whose result is not known.".to_string());
    }
    let empty = crate::trial::is_hollow(winner);
    if empty {
        reasons.push("The result is empty.".to_string());
    }
    let f = features::of(&winner.candidate.sql, knowledge.catalog.dialect).unwrap_or_default();
    let nameless = matches!(&winner.outcome, Outcome::Ran { result, .. } if crate::trial::is_nameless(&f, result));
    if nameless {
        reasons.push("What comes first are the rows that say nothing here.".to_string());
    }
    let mut signals = odds::signals(knowledge.catalog.dialect, question, pool, selection, winner);
    signals.insert(odds::DOUBTS, odds::doubts(failed.len(), guess.is_some()));
    let odds = odds::odds(pool, &signals);
    // Queries that models wrote were not among those that the odds were measured on.
    let measured = account.is_some();
    // Nor were answers beside which models wrote any: the odds of such answers without a model are an estimate, and doubt
    // nothing.
    let estimated = pool.iter().any(|j| is_written(&j.candidate));
    if measured && estimated {
        reasons.push(format!(
            "An estimate: of answers like this one without a model, {} were right.",
            in_ten(odds)
        ));
    }
    let high = if odds::is_read(pool) { HIGH } else { HIGH_UNREAD };
    let errors = winner.findings.iter().any(|f| f.severity == Severity::Error);
    // A model's query against which most of the others speak; what `odds` was fitted on knows nothing of it.
    let doubtful = match measured && !estimated {
        true => odds < LOW,
        false => odds::share(pool, selection, &winner.candidate.id) < SHARE,
    };
    let lonely = selection.method == Method::Fallback && pool.len() > 1;
    // A figure that a join counts several times over is wrong, however sure the reading is.
    let multiplied = winner.findings.iter().any(|f| f.code == "fan_out");
    // A word that nothing stands for would have chosen among the rows.
    let whole = !unplaced.is_empty() && is_whole_table(&f);
    // So many of what was only guessed to be the rows.
    let counts_guess = guess.is_some() && matches!(f.aggregates.as_slice(), [only] if only == "count");
    // What a join or a blank leaves out may be what was asked for.
    let partial = blank.is_some() || strays.iter().any(|s| s.many);
    let level = if errors
        || empty
        || nameless
        || whole
        || counts_guess
        || lonely
        || multiplied
        || !values.missing.is_empty()
        || doubtful
        || failed.iter().any(|f| f.heavy)
    {
        Trust::Low
    } else if odds >= high
        && measured
        && !broke
        && !partial
        && unplaced.is_empty()
        && guess.is_none()
        && repairs.is_empty()
        && failed.is_empty()
    {
        Trust::High
    } else {
        Trust::Medium
    };
    // Good odds beside a low trust would contradict the reason for it.
    if measured && !estimated && !(level == Trust::Low && odds >= LOW) {
        reasons.push(format!("Of answers like this one, {} were right.", in_ten(odds)));
    }
    (level, (measured && !estimated).then_some(odds), reasons)
}

/// The doubts of an answer as [`odds`] takes them, for those who measure.
pub fn doubts(knowledge: &Knowledge, question: &str, pool: &[Judged], selection: &Selection, winner: &Judged) -> f64 {
    let account = account_of(pool, selection, &winner.candidate);
    let failed = gates::failed(knowledge, question, winner, account);
    odds::doubts(failed.len(), guessed(knowledge, account).is_some())
}

/// Every row of a table as it stands: nothing is chosen, counted, grouped or cut.
pub fn is_whole_table(f: &Features) -> bool {
    let chosen = f.filters || f.group_by || f.having || f.order_by || f.distinct || f.limit.is_some();
    let one = f.tables.len() == 1 && f.joins == 0 && f.subqueries == 0 && !f.set_operation;
    one && !chosen && f.aggregates.is_empty()
}

/// In words that promise no more than was measured.
fn in_ten(odds: f64) -> String {
    match (10.0 * odds).round() {
        n if n < 1.0 => "fewer than 1 in 10".to_string(),
        n if n > 9.0 => "more than 9 in 10".to_string(),
        n => format!("about {n:.0} in 10"),
    }
}

/// What a word was taken for that names a column made of others: money spent, what a sale is worth.
fn made(knowledge: &Knowledge, account: Option<&Candidate>) -> Vec<Note> {
    let uses = account.map_or(&[][..], |a| &a.uses);
    let mut out: Vec<Note> = Vec::new();
    for used in uses {
        let Some((table, name)) = used.of.rsplit_once('.') else {
            continue;
        };
        let Some(known) = knowledge.reader() else { continue };
        let Some(place) = known.tables.iter().position(|t| t.name == table) else {
            continue;
        };
        let of = &known.tables[place];
        if !of.columns.iter().any(|c| c.is_made() && c.name == name) {
            continue;
        }
        let meaning = flows::meaning(of, name)
            .or_else(|| worths::meaning(of, name))
            .or_else(|| sums::meaning(of, name))
            .or_else(|| timed::meaning(of, name))
            .or_else(|| dues::meaning(known, place, name));
        let Some(meaning) = meaning else { continue };
        let says = format!("\u{201c}{}\u{201d} is taken as {meaning}.", used.words);
        if !out.iter().any(|n| n.says == says) {
            out.push(Note::of(Assumption::Meaning, says));
        }
    }
    out
}

/// The figure that nothing in the database is called by and that the query works out: by the name that was said for it,
/// or by the first where none was ("our best customers").
fn implied<'k>(knowledge: &'k Knowledge, winner: &Judged, account: Option<&Candidate>) -> Option<&'k Known> {
    let worked_out = |k: &&Known| match &k.meaning {
        Sense::Figure { sql, .. } => [&sql.alone, &sql.joined]
            .iter()
            .any(|s| winner.candidate.sql.contains(*s)),
        _ => false,
    };
    let known: Vec<&Known> = knowledge
        .terms
        .iter()
        .filter(|k| k.implied)
        .filter(worked_out)
        .collect();
    let said = |k: &&&Known| account.is_some_and(|a| a.uses.iter().any(|u| u.meaning == k.name));
    known.iter().find(said).or(known.first()).copied()
}

/// Words of the question that the account leaves out, then those that a gate misses in the query.
fn not_used(account: Option<&Candidate>, failed: &[Failed]) -> Vec<String> {
    let mut words = account.map_or_else(Vec::new, |a| a.unplaced.clone());
    words.extend(gates::unused(failed));
    // A word is missed once, however often it was said and by whomever.
    let mut seen = BTreeSet::new();
    words.retain(|word| seen.insert(word.to_lowercase()));
    words
}

/// Something said beside the answer.
#[derive(Debug, Clone, PartialEq)]
pub struct Note {
    pub says: String,
    /// What kind of assumption it is, where it is one.
    pub of: Option<Assumption>,
    /// The words that it speaks of.
    pub words: Vec<String>,
}

impl Note {
    pub fn of(kind: Assumption, says: String) -> Self {
        Self {
            of: Some(kind),
            ..Self::from(says)
        }
    }
}

impl From<String> for Note {
    fn from(says: String) -> Self {
        Self {
            says,
            of: None,
            words: Vec::new(),
        }
    }
}

/// Said beside the answer, so that no number is silently partial (law 7).
/// `account`: whose account of the question's words holds.
pub fn notes(
    knowledge: &Knowledge,
    winner: &Judged,
    account: Option<&Candidate>,
    result: &ResultSet,
    failed: &[Failed],
) -> Vec<Note> {
    let mut out: Vec<Note> = Vec::new();
    let rows = result.rows.len();
    let cut = result.truncated.map(|why| match why {
        Truncation::Rows => {
            format!(
                "An export holds every row, not only the first {}.",
                thousands(rows as u64)
            )
        }
        Truncation::Bytes => {
            format!("Only the first {rows} rows are shown: the rest is too large. An export holds all.")
        }
        Truncation::Time => format!("Only {rows} rows were read before the time was up."),
        Truncation::Cancelled => format!("Stopped after {rows} rows."),
    });
    out.extend(cut.map(Note::from));
    let unplaced = not_used(account, failed);
    if !unplaced.is_empty() {
        out.push(Note {
            words: unplaced.clone(),
            ..Note::of(Assumption::Skipped, format!("Not used: {}.", unplaced.join(", ")))
        });
    }
    out.extend(implied(knowledge, winner, account).into_iter().map(|k| {
        let says = format!(
            "Nothing here is called {}: it is taken as {}. The glossary is where you can say otherwise.",
            k.name, k.definition
        );
        Note::of(Assumption::Meaning, says)
    }));
    out.extend(made(knowledge, account));
    let guess = guessed(knowledge, account).map(guessed::says);
    out.extend(guess.map(|says| Note::of(Assumption::Meaning, says)));
    let repairs = winner.repairs.iter().filter(|r| r.worked);
    out.extend(repairs.map(|r| Note::from(r.why.clone())));
    let f = askwell_sql::features::of(&winner.candidate.sql, knowledge.catalog.dialect).unwrap_or_default();
    for table in &f.tables {
        if let Some(unread) = knowledge.unread.iter().find(|u| u.table.eq_ignore_ascii_case(table)) {
            out.push(format!("{} could not be studied beforehand: {}", unread.table, unread.why).into());
        }
    }
    out.extend(knowledge.unfinished(&f.tables).into_iter().map(Note::from));
    out
}

#[cfg(test)]
mod tests {
    use askwell_contract::Dialect;

    use super::*;

    #[test]
    fn rows_that_nothing_chose_are_the_whole_table() {
        let whole = |sql: &str| is_whole_table(&features::of(sql, Dialect::Sqlite).unwrap_or_default());
        assert!(whole("SELECT title, limit_of_age FROM films"));
        for sql in [
            "SELECT COUNT(*) FROM films",
            "SELECT title FROM films WHERE gross > 5",
            "SELECT title FROM films ORDER BY gross DESC",
            "SELECT title FROM films LIMIT 5",
        ] {
            assert!(!whole(sql), "{sql}");
        }
    }
}
