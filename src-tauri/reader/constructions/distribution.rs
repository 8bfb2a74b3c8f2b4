//! How rows spread over the values of a column: "grade distribution", "distribution of scores", "breakdown of orders by country".

use super::{columns, measures, things, Construction, Edge};
use crate::frame::{Act, Ent, Key};
use crate::known::Role;
use crate::link::Text;

pub const DISTRIBUTION: Construction = Construction {
    name: "distribution",
    find,
    reads: &[
        "distribution of quantity",
        "country distribution",
        "countries by popularity",
        "how do customers split between the countries",
    ],
    leaves: &["countries of customers", "distributor of the product"],
};

const WORDS: &[&str] = &["distribution", "breakdown", "spread", "split", "makeup", "mix"];

fn find(text: &Text<'_>, at: usize, out: &mut Vec<Edge>) {
    let mut push = |from: usize, end: usize, col, score: f64| {
        let column = text.known.column(col);
        if column.unique || matches!(column.role, Role::Key | Role::Label) || !column.groups() {
            return;
        }
        let count = Act::Count {
            of: Some(Ent::Table(col.table)),
            distinct: false,
        };
        let acts = vec![count, Act::Group(vec![Key::Ent(Ent::Column(col))])];
        out.push(Edge::new("distribution", from, end, acts, score));
    };
    if WORDS.contains(&text.word(at)) && matches!(text.word(at + 1), "of" | "by" | "over" | "across") {
        for (col, end, score) in columns(text, at + 2) {
            push(at, end, col, 1.0 + score);
        }
    }
    // "How do the customers split between the countries": they are what is counted, where no other rows are.
    const PARTED: &[&str] = &["split", "splits", "divided", "distributed", "divide"];
    let among = text.past(at + 1, &["up", "out"]);
    if PARTED.contains(&text.word(at)) && matches!(text.word(among), "between" | "across" | "among" | "over") {
        let before = (0..at).flat_map(|i| things(text, i)).filter(|t| t.2 > -0.7);
        let before: Vec<usize> = before.map(|t| t.0.table()).collect();
        let measured = (0..at).any(|i| !measures(text, i).is_empty());
        for (col, end, score) in columns(text, among + 1) {
            if !measured && before.iter().all(|t| *t == col.table) {
                push(at, end, col, 1.4 + score);
            }
        }
    }
    for (col, end, score) in columns(text, at) {
        // "Payment methods by popularity".
        if text.word(end) == "by" && matches!(text.word(end + 1), "popularity" | "frequency" | "prevalence") {
            push(at, end + 2, col, 1.6 + score);
        }
        if WORDS.contains(&text.word(end)) && text.word(end) != "spread" {
            push(at, end + 1, col, 1.0 + score);
        }
    }
}
