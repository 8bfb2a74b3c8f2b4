//! Above or below the average: "products above the average price", "older than average".

use super::{columns, measures, Construction, Edge};
use crate::frame::Act;
use crate::lexicon::{self, Degree};
use crate::link::{Meaning, Text};
use crate::query::Op;

pub const AVERAGE_OF: Construction = Construction {
    name: "average of",
    find,
    reads: &[
        "products whose price is above the average",
        "products cheaper than average",
    ],
    leaves: &["average price of products"],
};

fn average(text: &Text<'_>, at: usize) -> Option<usize> {
    let at = text.past(at, &["the", "a", "an", "overall", "than"]);
    matches!(text.word(at), "average" | "avg" | "mean").then_some(at + 1)
}

fn find(text: &Text<'_>, at: usize, out: &mut Vec<Edge>) {
    // "Cheaper than average".
    for atom in text.at(at) {
        if let Meaning::Scale {
            degree: Degree::Comparative,
            cols,
            ..
        } = &atom.meaning
        {
            let Some(end) = (text.word(atom.end) == "than")
                .then(|| average(text, atom.end))
                .flatten()
            else {
                continue;
            };
            for (i, (col, more)) in cols.iter().take(4).enumerate() {
                let op = if *more { Op::Gt } else { Op::Lt };
                let own = measures(text, end).into_iter().find(|m| m.0 == *col);
                let end = own.map_or(end, |m| m.1);
                let score = 0.8 - 0.3 * i as f64;
                out.push(Edge {
                    start: at,
                    end,
                    acts: vec![Act::Average(Some(*col), op)],
                    score,
                    by: "average of",
                });
            }
        }
    }
    let words = text.words(at);
    let (before, op, taken) = match lexicon::comparison(&words) {
        Some((op, taken)) => (None, op, taken),
        None => return with_column(text, at, out),
    };
    compare(text, at, at + taken, op, before, out);
}

fn with_column(text: &Text<'_>, at: usize, out: &mut Vec<Edge>) {
    for (col, end, score) in columns(text, at)
        .into_iter()
        .filter(|c| text.known.column(c.0).is_number())
    {
        let next = text.past(end, &["is", "are", "was", "were", "that", "which"]);
        if let Some((op, taken)) = lexicon::comparison(&text.words(next)) {
            if let Some(end) = average(text, next + taken) {
                let own = measures(text, end).into_iter().find(|m| m.0 == col);
                let end = own.map_or(end, |m| m.1);
                let acts = vec![Act::Average(Some(col), op)];
                out.push(Edge {
                    start: at,
                    end,
                    acts,
                    score: 1.2 + score,
                    by: "average of",
                });
            }
        }
    }
}

fn compare(text: &Text<'_>, at: usize, next: usize, op: Op, _before: Option<()>, out: &mut Vec<Edge>) {
    let Some(end) = average(text, next) else { return };
    for (col, end, score) in measures(text, end) {
        out.push(Edge {
            start: at,
            end,
            acts: vec![Act::Average(Some(col), op)],
            score: 1.0 + score,
            by: "average of",
        });
    }
    out.push(Edge {
        start: at,
        end,
        acts: vec![Act::Average(None, op)],
        score: 0.0,
        by: "average of",
    });
}
