//! Gates between a query and its badge: does the query answer what was asked, whoever wrote it?
//!
//! In: the question, a query that ran and what is known of the database. Out: the gates that it does not pass. One rule
//! a file, in one table; a rule is its check, pairs of question and query that it must flag, and near-misses that it must
//! leave. A right answer that is flagged loses its badge, so that a rule speaks only where it is sure. They stand beside
//! the stages because selection and the answer both ask them. Deliberately absent: any choice of a query.

use askwell_contract::run::{Candidate, Judged, Outcome};
use askwell_reader::Style;
use askwell_sql::acts::{self, Acts};

use crate::prepare::Knowledge;
use crate::words::{tokenise, Token};

mod active;
mod again;
mod asked;
mod average;
mod compared;
mod comparison;
mod count;
mod currency;
mod facts;
mod figure;
mod fuzzy;
mod identifier;
mod lines;
mod list;
mod money;
mod month;
mod negation;
mod number;
mod per;
mod several;
mod share;
mod sold;
mod superlative;
mod tally;
#[cfg(test)]
mod tests;
mod time;
mod top_list;
mod unit;
mod which;
mod who;
mod years;

pub use facts::UNITS;

/// What a gate may look at.
pub struct Facts<'a> {
    pub knowledge: &'a Knowledge,
    pub words: &'a [Token],
    pub acts: &'a Acts,
    /// Rows of the result.
    pub rows: u64,
    /// What an answer is to show.
    pub style: Style,
    /// Whose account of the question's words holds; a model gives none.
    pub account: Option<&'a Candidate>,
}

/// Why a query does not pass.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// One plain sentence.
    pub says: String,
    /// Words of the question that nothing in the query stands for.
    pub unused: Vec<String>,
}

pub struct Gate {
    pub name: &'static str,
    /// What it holds, in one sentence.
    pub about: &'static str,
    /// A query that does not pass is likelier wrong than right, and not merely doubtful.
    pub heavy: bool,
    pub flags: &'static [(&'static str, &'static str)],
    pub leaves: &'static [(&'static str, &'static str)],
    pub check: fn(&Facts<'_>) -> Option<Fault>,
}

pub const GATES: &[Gate] = &[
    which::GATE,
    count::GATE,
    tally::GATE,
    superlative::GATE,
    active::GATE,
    number::GATE,
    share::GATE,
    per::GATE,
    negation::GATE,
    comparison::GATE,
    time::GATE,
    top_list::GATE,
    identifier::GATE,
    currency::GATE,
    money::GATE,
    unit::GATE,
    month::GATE,
    years::GATE,
    fuzzy::GATE,
    figure::GATE,
    average::GATE,
    compared::GATE,
    several::GATE,
    lines::GATE,
    again::GATE,
    sold::GATE,
    who::GATE,
    list::GATE,
];

/// A gate that a query does not pass, and why.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Failed {
    pub gate: &'static str,
    pub heavy: bool,
    pub fault: Fault,
}

/// All gates that a query does not pass, in the order of [`GATES`]; none for one that did not run or does not parse.
pub fn failed(knowledge: &Knowledge, question: &str, judged: &Judged, account: Option<&Candidate>) -> Vec<Failed> {
    failed_in(knowledge, question, judged, account, Style::People)
}

/// The same for an answer of any style: where it is to show what was asked for and no more, no figure is missed.
pub fn failed_in(
    knowledge: &Knowledge,
    question: &str,
    judged: &Judged,
    account: Option<&Candidate>,
    style: Style,
) -> Vec<Failed> {
    let Outcome::Ran { rows, .. } = &judged.outcome else {
        return Vec::new();
    };
    let Some(acts) = acts::of(&judged.candidate.sql, &knowledge.catalog) else {
        return Vec::new();
    };
    let facts = Facts {
        knowledge,
        words: &tokenise(question),
        acts: &acts,
        rows: *rows,
        style,
        account,
    };
    all(&facts)
}

/// A number that the person typed in a turn and that got lost on the way to the question it stands for: "and in series 6?"
pub fn lost_number(knowledge: &Knowledge, typed: &str, judged: &Judged) -> Option<Failed> {
    let acts = acts::of(&judged.candidate.sql, &knowledge.catalog)?;
    let facts = Facts {
        knowledge,
        words: &tokenise(typed),
        acts: &acts,
        rows: 0,
        style: Style::People,
        account: None,
    };
    let fault = (number::GATE.check)(&facts)?;
    Some(Failed {
        gate: number::GATE.name,
        heavy: true,
        fault,
    })
}

/// How many gates a query that did not run yet would not pass, if it gave more rows than anyone reads.
pub fn would_fail(knowledge: &Knowledge, question: &str, candidate: &Candidate) -> usize {
    let Some(acts) = acts::of(&candidate.sql, &knowledge.catalog) else {
        return 0;
    };
    let facts = Facts {
        knowledge,
        words: &tokenise(question),
        acts: &acts,
        rows: u64::MAX,
        style: Style::People,
        account: Some(candidate),
    };
    all(&facts).len()
}

/// Whether a query that did not run yet shows no figure where the question asks for one.
pub fn shows_no_figure(knowledge: &Knowledge, question: &str, candidate: &Candidate) -> bool {
    let words = tokenise(question);
    let acts = || acts::of(&candidate.sql, &knowledge.catalog);
    figure::wanted(&words).then(acts).flatten().is_some_and(|acts| {
        figure::shows_none(&Facts {
            knowledge,
            words: &words,
            acts: &acts,
            rows: 0,
            style: Style::People,
            account: Some(candidate),
        })
    })
}

/// Whether what the question asks for by name is among the words that a query has no use for.
pub fn lacks_what_is_asked(question: &str, candidate: &Candidate) -> bool {
    asked::missing(question, &candidate.unplaced).is_some()
}

fn all(facts: &Facts<'_>) -> Vec<Failed> {
    let each = GATES.iter().filter_map(|gate| {
        let fault = (gate.check)(facts)?;
        Some(Failed {
            gate: gate.name,
            heavy: gate.heavy,
            fault,
        })
    });
    each.collect()
}

/// The words that no query part stands for, each once.
pub fn unused(failed: &[Failed]) -> Vec<String> {
    let mut out: Vec<String> = Vec::new();
    for word in failed.iter().flat_map(|f| &f.fault.unused) {
        if !out.contains(word) {
            out.push(word.clone());
        }
    }
    out
}
