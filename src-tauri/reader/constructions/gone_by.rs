//! A day of the thing's own that is over: "past their target date", "already past due", "whose deadline has passed".

use super::{columns, Construction, Edge};
use crate::frame::Act;
use crate::known::Col;
use crate::link::{Meaning, Text};
use crate::query::Cond;

pub const GONE_BY: Construction = Construction {
    name: "gone by",
    find,
    reads: &["orders past their due date", "orders whose due date has passed"],
    leaves: &["orders in the past month"],
};

fn find(text: &Text<'_>, at: usize, out: &mut Vec<Edge>) {
    let Some(today) = &text.asked.today else { return };
    let day = |col: Col| {
        let c = text.known.column(col);
        c.is_time() && !c.is_number()
    };
    let mut found: Vec<(Col, usize, f64)> = Vec::new();
    // "Already past its target date".
    let from = text.past(at, &["already", "now", "still"]);
    if matches!(text.word(from), "past" | "beyond" | "passed")
        || (text.word(from), text.word(from + 1)) == ("gone", "past")
    {
        let next = text.past(from + 1, &["past", "its", "their", "the", "his", "her"]);
        let time = text.at(next).iter().any(|a| matches!(a.meaning, Meaning::Time(_)));
        if !time {
            found.extend(columns(text, next));
        }
    }
    // "The target date has passed".
    for (col, end, score) in columns(text, at) {
        let next = text.past(end, &["has", "have", "had", "is", "are", "already", "now"]);
        let gone = matches!((text.word(next), text.word(next + 1)), ("passed" | "past", _))
            || (text.word(next), text.word(next + 1)) == ("gone", "by");
        if next > end && gone {
            found.push((col, next + 1 + usize::from(text.word(next) == "gone"), score));
        }
    }
    for (col, end, score) in found.into_iter().filter(|f| day(f.0)) {
        let cond = Cond::When {
            col,
            from: Some(today.clone()),
            to: None,
            not: true,
        };
        out.push(Edge::new("gone by", at, end, vec![Act::Where(cond)], 0.9 + score));
    }
}
