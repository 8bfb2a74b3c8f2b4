//! The end of a scale of figures, not of single rows: "the dearest venue on average", "who spoke longest in total".

use super::Edge;
use crate::frame::{Act, Measure, Top};
use crate::known::Col;
use crate::link::Text;
use crate::query::Agg;
use crate::words::{among, TokenKind};

/// Adds to the edges from `known` on the same by the figure that the question takes.
pub(super) fn each(text: &Text<'_>, known: usize, out: &mut Vec<Edge>) {
    let more: Vec<Edge> = out[known..].iter().filter_map(|e| figured(text, e)).collect();
    out.extend(more);
}

fn figured(text: &Text<'_>, edge: &Edge) -> Option<Edge> {
    // It belongs to the phrase that the superlative stands in.
    let within = |at: &usize| text.tokens[*at].kind != TokenKind::Mark && !matches!(text.word(*at), "and" | "but");
    let mut phrase = (edge.end..text.tokens.len()).take_while(within);
    let (agg, at, end) = phrase.find_map(|at| Some((figure(text, at)?, at, at + 2)))?;
    let ranks = |act: &Act| match act {
        Act::Top(Top {
            by: Some(Measure::Col(c)),
            ..
        }) => text.known.column(*c).is_number().then_some(*c),
        _ => None,
    };
    let taken = |act: &Act| match (act, ranks(act)) {
        (Act::Top(top), Some(c)) => Act::Top(Top {
            by: Some(Measure::Figure(agg, c)),
            ..*top
        }),
        _ => act.clone(),
    };
    let by = edge.acts.iter().any(|act| ranks(act).is_some());
    let acts = edge.acts.iter().map(taken).collect();
    // Right behind it the words belong to it; further on they are taken by themselves.
    let end = if at == edge.end { end } else { edge.end };
    by.then_some(Edge {
        acts,
        end,
        score: edge.score + 0.9,
        ..edge.clone()
    })
}

/// "On average", "in total".
fn figure(text: &Text<'_>, at: usize) -> Option<Agg> {
    match (text.word(at), text.word(at + 1)) {
        ("on", "average") => Some(Agg::Avg),
        ("in", "total") => Some(Agg::Sum),
        _ => None,
    }
}

/// The more of it, the worse.
pub(super) fn harms(text: &Text<'_>, col: Col) -> bool {
    const HARM: &str =
        "delay delays loss losses errors faults complaints cost costs defects late damage absences absence \
        absent fines emissions pollution no2 nox so2 pm10 pm2 co2 noise crimes accidents incidents injuries debt debts \
        returns refunds downtime mistakes spoilt bounce";
    // The best time of a race is the shortest; of time that one has, more is better.
    const SPARE: &str = "playing play game air screen flight running free spare talk on off up";
    let words = &text.known.column(col).words;
    let race = words.iter().any(|w| among("time seconds secs", w)) && !words.iter().any(|w| among(SPARE, w));
    race || words.iter().any(|w| among(HARM, w))
}
