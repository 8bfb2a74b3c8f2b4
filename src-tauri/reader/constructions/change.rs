//! Growth from one period to the next: "yoy sales growth", "change in revenue from year to year", "month over month".

use super::{Construction, Edge};
use crate::frame::Act;
use crate::link::Text;
use crate::query::Part;

pub const CHANGE: Construction = Construction {
    name: "change",
    find,
    reads: &["yoy revenue growth", "month over month change of orders"],
    leaves: &["orders per year"],
};

fn find(text: &Text<'_>, at: usize, out: &mut Vec<Edge>) {
    let w = |n: usize| text.word(at + n);
    let over = |n: usize| matches!(text.word(at + n), "over" | "on" | "to" | "by" | "after");
    let (part, taken, score) = match (w(0), w(2)) {
        ("yoy", _) => (Some(Part::Year), 1, 1.2),
        ("mom", _) => (Some(Part::YearMonth), 1, 0.6),
        ("qoq", _) => (Some(Part::Quarter), 1, 1.2),
        ("year", "year") if over(1) && w(1) != "by" => (Some(Part::Year), 3, 1.4),
        ("month", "month") if over(1) && w(1) != "by" => (Some(Part::YearMonth), 3, 1.4),
        ("growth" | "grow" | "grew" | "growing", _) => (None, 1, 0.6),
        ("change" | "changed" | "changes", _) if matches!(w(1), "in" | "of" | "over" | "from" | "by" | "per") => {
            (None, 1, 0.2)
        }
        _ => return,
    };
    let end = at + taken;
    let end = if matches!(text.word(end), "growth" | "change" | "rate" | "in" | "of") {
        end + 1
    } else {
        end
    };
    let end = if matches!(text.word(end), "rate" | "in" | "of") {
        end + 1
    } else {
        end
    };
    out.push(Edge {
        start: at,
        end,
        acts: vec![Act::Growth(part)],
        score,
        by: "change",
    });
}
