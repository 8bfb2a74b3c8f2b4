//! Covers of a question: ways to tile it with edges, best first.
//!
//! In: edges. Out: the best covers, each with its score. What no edge takes is passed over at a price: nothing for words of
//! the grammar, much for a word with content. Exact: the k best ways through a lattice, no order of passes.

use crate::constructions::Edge;
use crate::frame::Act;
use crate::lexicon;
use crate::link::{Atom, Meaning, Text};
use crate::words::TokenKind;

/// Ways kept at each place.
const KEPT: usize = 96;
/// What an edge costs by itself: few long ones beat many short ones.
const EDGE: f64 = 0.35;
/// A word with content that nothing takes.
const SKIPPED: f64 = 1.6;
/// A word that names something, passed over.
const NAMED: f64 = 2.2;

/// A way to tile the question.
#[derive(Debug, Clone, PartialEq)]
pub struct Cover {
    /// Places of its edges.
    pub edges: Vec<usize>,
    pub score: f64,
    /// Tokens with content that nothing took.
    pub skipped: Vec<usize>,
}

#[derive(Clone)]
struct Way {
    score: f64,
    /// The edge or the skipped token that it ends with, and the way before it.
    last: Option<(usize, usize)>,
    edge: Option<usize>,
    skipped: bool,
}

/// What it costs to pass over a token.
pub fn price(text: &Text<'_>, at: usize) -> f64 {
    let Some(token) = text.tokens.get(at) else { return 0.0 };
    // "In april or in may": a month, and no verb.
    let month = token.lower == "may"
        && at > 0
        && matches!(text.word(at - 1), "in" | "since" | "until" | "during")
        && text.at(at).iter().any(|a| matches!(a.meaning, Meaning::Time(_)));
    if token.kind == TokenKind::Mark || lexicon::is_filler(&token.lower) && !month {
        // "Called" and "off" say nothing, "called off" does.
        return if text.plain_pair(at) || done(text, at) {
            SKIPPED
        } else {
            0.0
        };
    }
    if text.is_saying(at) {
        return 0.0;
    }
    let named = text
        .at(at)
        .iter()
        .any(|a| a.score >= 0.9 && !matches!(a.meaning, Meaning::Scale { .. }));
    match () {
        // "Compare" only says that two figures are wanted, which the rest of the question tells.
        () if matches!(token.lower.as_str(), "and" | "or" | "compare") => 0.05,
        () if named => NAMED,
        () => SKIPPED,
    }
}

/// "Done ones", "what got done": a word that helps others elsewhere says here how things stand, where they are stored so.
fn done(text: &Text<'_>, at: usize) -> bool {
    let stored = |a: &Atom| matches!(a.meaning, Meaning::Value { part: false, .. });
    let before = at.checked_sub(1).map_or("", |i| text.word(i));
    let alone =
        matches!(text.word(at + 1), "ones" | "one") || matches!(before, "got" | "gets" | "been" | "were" | "was");
    text.word(at) == "done" && alone && text.at(at).iter().any(stored)
}

/// The best covers, best first, at most `most`.
pub fn covers(text: &Text<'_>, edges: &[Edge], most: usize) -> Vec<Cover> {
    let n = text.tokens.len();
    let mut ways: Vec<Vec<Way>> = vec![Vec::new(); n + 1];
    ways[0].push(Way {
        score: 0.0,
        last: None,
        edge: None,
        skipped: false,
    });
    let mut starting: Vec<Vec<usize>> = vec![Vec::new(); n];
    for (i, e) in edges.iter().enumerate() {
        if e.start < e.end && e.end <= n {
            starting[e.start].push(i);
        }
    }
    for at in 0..n {
        ways[at].sort_by(|a, b| b.score.total_cmp(&a.score));
        ways[at].truncate(KEPT);
        let here = ways[at].clone();
        let cost = price(text, at);
        for (i, way) in here.iter().enumerate() {
            let skip = Way {
                score: way.score - cost,
                last: Some((at, i)),
                edge: None,
                skipped: cost > 0.1,
            };
            ways[at + 1].push(skip);
            for &e in &starting[at] {
                let edge = &edges[e];
                let next = Way {
                    score: way.score + edge.score - EDGE,
                    last: Some((at, i)),
                    edge: Some(e),
                    skipped: false,
                };
                ways[edge.end].push(next);
            }
        }
    }
    ways[n].sort_by(|a, b| b.score.total_cmp(&a.score));
    let mut out: Vec<Cover> = Vec::new();
    let mut told: Vec<Vec<Act>> = Vec::new();
    for way in ways[n].iter().take(most * 5) {
        let mut cover = Cover {
            edges: Vec::new(),
            score: way.score,
            skipped: Vec::new(),
        };
        let mut step = way;
        while let Some((at, i)) = step.last {
            cover.edges.extend(step.edge);
            if step.skipped {
                cover.skipped.push(at);
            }
            step = &ways[at][i];
        }
        cover.edges.reverse();
        cover.skipped.reverse();
        // Two covers that say the same are one.
        let said = |c: &Cover| {
            c.edges
                .iter()
                .flat_map(|e| &edges[*e].acts)
                .cloned()
                .collect::<Vec<Act>>()
        };
        let acts = said(&cover);
        if out.len() < most && !told.contains(&acts) {
            told.push(acts);
            out.push(cover);
        }
    }
    out
}
