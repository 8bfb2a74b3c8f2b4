//! More or less than one that is named: "pricier than Green Tea", "ordered after Rosa Diaz", "a higher price than Sencha".

mod superior;

use super::{measures, value_cond, Construction, Edge};
use crate::frame::Act;
use crate::known::{Col, Role};
use crate::lexicon::Degree;
use crate::link::{Meaning, Text};
use crate::query::Op;

pub const THAN: Construction = Construction {
    name: "than",
    find,
    reads: &[
        "products cheaper than Sencha",
        "products with a higher price than Sencha",
    ],
    leaves: &["products cheaper than 5", "products other than Sencha"],
};

fn find(text: &Text<'_>, at: usize, out: &mut Vec<Edge>) {
    superior::find(text, at, out);
    // "Cheaper than Tea".
    for atom in text.at(at) {
        let Meaning::Scale {
            degree: Degree::Comparative,
            cols,
            ..
        } = &atom.meaning
        else {
            continue;
        };
        if matches!(text.word(atom.end), "than" | "then") {
            for (i, (col, more)) in cols.iter().take(4).enumerate() {
                let op = if *more { Op::Gt } else { Op::Lt };
                push(text, at, atom.end + 1, *col, op, 1.0 - 0.2 * i as f64, out);
            }
        }
    }
    // "A higher price than Tea", "more points than Rosa".
    let op = match text.word(at) {
        "higher" | "more" | "bigger" | "larger" | "greater" | "longer" | "better" => Op::Gt,
        "lower" | "less" | "fewer" | "smaller" | "shorter" => Op::Lt,
        _ => return days(text, at, out),
    };
    for (col, end, score) in measures(text, at + 1) {
        if matches!(text.word(end), "than" | "then") {
            push(text, at, end + 1, col, op, 1.2 + score, out);
        }
    }
}

/// "Joined before Rosa", "opened after Leeds": by a day of the named one's own table.
fn days(text: &Text<'_>, at: usize, out: &mut Vec<Edge>) {
    let (op, taken) = match (text.word(at), text.word(at + 1)) {
        ("after", _) => (Op::Gt, 1),
        ("before", _) => (Op::Lt, 1),
        ("later", "than") => (Op::Gt, 2),
        ("earlier", "than") => (Op::Lt, 2),
        _ => return,
    };
    let next = text.past(at + taken, &["the"]);
    let mut tables: Vec<usize> = text
        .at(next)
        .iter()
        .filter_map(|a| match &a.meaning {
            Meaning::Value { col, .. } => Some(col.table),
            _ => None,
        })
        .collect();
    tables.dedup();
    for t in tables.into_iter().take(3) {
        let times = text.known.columns(t).filter(|(_, c)| c.is_time());
        for (i, (col, _)) in times.take(3).enumerate() {
            push(text, at, next, col, op, 0.9 - 0.2 * i as f64, out);
        }
    }
}

/// The named row must be of the column's own table.
fn push(text: &Text<'_>, start: usize, from: usize, col: Col, op: Op, score: f64, out: &mut Vec<Edge>) {
    let next = text.past(from, &["the", "that", "of", "our"]);
    for atom in text.at(next).iter().take(6) {
        let Meaning::Value { col: of, value, part } = &atom.meaning else {
            continue;
        };
        // One row, not a group of them.
        let column = text.known.column(*of);
        let one = column.role == Role::Label || column.unique || column.distinct * 5 >= column.rows * 4;
        if of.table != col.table || !one {
            continue;
        }
        out.push(Edge::new(
            "than",
            start,
            atom.end,
            vec![Act::Than(col, op, value_cond(*of, value, *part, false))],
            score + atom.score.max(0.05).ln(),
        ));
    }
}
