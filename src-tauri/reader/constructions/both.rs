//! "Both A and B", "A as well as B": the same thing has a row with each, or at each of two times.

use super::{Construction, Edge};
use crate::frame::Act;
use crate::link::{Meaning, Text};

pub const BOTH: Construction = Construction {
    name: "both",
    find,
    reads: &[
        "customers who ordered both Tea and Coffee",
        "customers who ordered in both 2023 and 2024",
        "customers who ordered in 2023 and again in 2024",
    ],
    leaves: &["customers from France or Germany", "orders in 2023 and 2024"],
};

fn find(text: &Text<'_>, at: usize, out: &mut Vec<Edge>) {
    let value = |m: &Meaning| matches!(m, Meaning::Value { .. });
    let time = |m: &Meaning| matches!(m, Meaning::Time(_));
    let said = |from: usize, to: usize, is: &dyn Fn(&Meaning) -> bool| {
        (from..to.min(text.tokens.len()))
            .filter(|i| text.at(*i).iter().any(|a| is(&a.meaning)))
            .count()
    };
    let values = |from: usize, to: usize| said(from, to, &value);
    let times = |from: usize, to: usize| said(from, to, &time);
    match text.word(at) {
        "both" if values(at + 1, at + 9) > 1 || times(at + 1, at + 9) > 1 => {
            out.push(Edge::new("both", at, at + 1, vec![Act::Both], 0.6));
        }
        "both" | "each" => {}
        "and" if at > 0 => {
            let end = at + 1 + usize::from(matches!(text.word(at + 1), "also" | "then" | "again"));
            let again = end > at + 1;
            let first = at.saturating_sub(3);
            let valued = values(at + 1, at + 4) > 0 && values(first, at) > 0;
            let timed = again && times(end, end + 3) > 0 && times(first, at) > 0;
            if valued || timed {
                let score = if again { 0.4 } else { -0.6 };
                out.push(Edge::new("both", at, end, vec![Act::Both], score));
            }
        }
        _ => {}
    }
}
