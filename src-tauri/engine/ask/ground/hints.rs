//! What the hints of a question hold: values and times, as the question's own are found.
//!
//! In: the hints, and what the question was found to hold. Out: what they say besides, with empty spans: it has no place in
//! the question, so that no reading is built on it. Deliberately absent: names of tables and columns (`references`).

use askwell_contract::run::{Grounding, Plan, Span, ValueMatch};

use super::{find, given, terms, times};
use crate::calendar::Now;
use crate::prepare::Knowledge;

/// Of what has no place in the question.
pub const NOWHERE: Span = Span { start: 0, end: 0 };

pub fn add(knowledge: &Knowledge, plan: &Plan, now: &Now, grounding: &mut Grounding) {
    if plan.evidence.trim().is_empty() {
        return;
    }
    let said = terms(knowledge, &plan.evidence);
    let given = given::of(knowledge, &plan.evidence);
    // What is said of one column is no value of another.
    let elsewhere = |v: &ValueMatch| given.iter().any(|g| g.words.eq_ignore_ascii_case(v.words.trim()));
    let mut found = find(&knowledge.values, &plan.evidence).values;
    found.retain(|v| !elsewhere(v));
    for value in said.into_iter().chain(given).chain(found) {
        push(value, &mut grounding.values);
    }
    for mut time in times::resolve(now, &plan.evidence) {
        time.span = NOWHERE;
        let known = |t: &askwell_contract::time::TimeMatch| t.from == time.from && t.to == time.to;
        if !grounding.times.iter().any(known) {
            grounding.times.push(time);
        }
    }
}

/// Unless the question or the hints hold the same value of the same column already.
pub fn push(mut value: ValueMatch, values: &mut Vec<ValueMatch>) {
    value.span = NOWHERE;
    let same = |v: &ValueMatch| v.table == value.table && v.column == value.column && v.value == value.value;
    if !values.iter().any(same) {
        values.push(value);
    }
}
