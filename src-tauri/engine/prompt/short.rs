//! Making a prompt shorter where nobody knew beforehand how long it would be.
//!
//! In: its fields, and whether it fits as they are. Out: the same, with fields left out or cut at their ends until it does,
//! and which. Deliberately absent: the question, and everything that a reply cannot do without.

use askwell_contract::model::Privacy;

use super::sealed::Sealed;
use super::template::Rendered;

/// What is left out whole, the least missed first.
const SPARED: [&str; 17] = [
    "examples",
    "beyond",
    "analysis",
    "tried",
    "plan",
    "parts",
    "nearest",
    "semantic",
    "validator",
    "marked",
    "cautions",
    "candidates",
    "glossary",
    "style",
    "joins",
    "rules",
    "apart",
];

/// What is cut at its end, the longest of them first.
const CUT: [&str; 15] = [
    "whitelist",
    "values",
    "notes",
    "result",
    "result_a",
    "result_b",
    "schema",
    "fields",
    "chosen",
    "table",
    "columns",
    "sql",
    "sql_a",
    "sql_b",
    "evidence",
];

/// A field of fewer tokens is not cut any more.
const LEAST: usize = 12;

/// `long`: tokens of a single field that is most of what there is room for. `try_on` renders the fields, and says whether they fit; `None`: the template cannot do without what was left out.
/// `None` where nothing could be left out.
pub fn shorten(
    fields: &mut [(&'static str, Sealed)],
    level: Privacy,
    long: usize,
    try_on: impl Fn(&[(&'static str, Sealed)]) -> Option<(Rendered, bool)>,
) -> Option<(Rendered, Vec<&'static str>)> {
    let mut last: Option<Rendered> = None;
    let mut gone: Vec<&'static str> = Vec::new();
    // One that is too long by itself is no reason to leave out all others.
    for (name, sealed) in fields.iter_mut() {
        if CUT.contains(name) && sealed.tokens(level) > long {
            *sealed = sealed.shortened(level, long);
            gone.push(name);
        }
    }
    if !gone.is_empty() {
        let (rendered, fits) = try_on(fields)?;
        if fits {
            return Some((rendered, gone));
        }
        last = Some(rendered);
    }
    for name in SPARED {
        let Some(field) = fields.iter_mut().find(|(n, _)| *n == name) else {
            continue;
        };
        if field.1.is_absent(level) {
            continue;
        }
        let kept = std::mem::take(&mut field.1);
        match try_on(fields) {
            Some((rendered, fits)) => {
                gone.push(name);
                last = Some(rendered);
                if fits {
                    return last.map(|rendered| (rendered, gone));
                }
            }
            None => {
                if let Some(field) = fields.iter_mut().find(|(n, _)| *n == name) {
                    field.1 = kept;
                }
            }
        }
    }
    loop {
        let longest = fields.iter_mut();
        let longest = longest.filter(|(name, sealed)| CUT.contains(name) && sealed.tokens(level) > LEAST);
        let Some((name, sealed)) = longest.max_by_key(|f| f.1.tokens(level)) else {
            return last.map(|rendered| (rendered, gone));
        };
        *sealed = sealed.shortened(level, sealed.tokens(level) * 4 / 5);
        if !gone.contains(name) {
            gone.push(name);
        }
        let (rendered, fits) = try_on(fields)?;
        last = Some(rendered);
        if fits {
            return last.map(|rendered| (rendered, gone));
        }
    }
}
