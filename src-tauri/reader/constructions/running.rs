//! Figures added up from period to period: "running total of orders by month", "cumulative revenue".

use super::{Construction, Edge};
use crate::frame::Act;
use crate::link::Text;

pub const RUNNING: Construction = Construction {
    name: "running",
    find,
    reads: &[
        "running total of orders by month",
        "cumulative revenue per year",
        "orders per month, adding up",
    ],
    leaves: &["total amount by month", "orders that are still running"],
};

fn find(text: &Text<'_>, at: usize, out: &mut Vec<Edge>) {
    let taken = match (text.word(at), text.word(at + 1)) {
        ("running" | "cumulative", "total" | "sum" | "count" | "number" | "totals") => 2,
        ("running" | "rolling", "tally") => 2,
        ("cumulative" | "cumulated" | "accumulated" | "cumulatively", _) => 1,
        ("adding", "up") => 2,
        ("year" | "month", "to") if text.word(at + 2) == "date" => 3,
        _ => return,
    };
    let end = at + taken;
    let end = if text.word(end) == "of" { end + 1 } else { end };
    let end = if text.word(end) == "number" && text.word(end + 1) == "of" {
        end + 2
    } else {
        end
    };
    out.push(Edge::new("running", at, end, vec![Act::Running], 1.5));
}
