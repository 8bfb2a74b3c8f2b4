//! What goes out is lent: "which books go out most", "books that went out in May".

use super::{Construction, Edge};
use crate::frame::{Act, Ent, Measure, Top};
use crate::lexicon;
use crate::link::{Meaning, Text};

pub const LENT: Construction = Construction {
    name: "lent",
    find,
    reads: &["how many went out in 2024"],
    leaves: &["orders out of stock"],
};

fn find(text: &Text<'_>, at: usize, out: &mut Vec<Edge>) {
    for atom in text.at(at) {
        let Meaning::Table(t) = atom.meaning else { continue };
        if !text.lends(at, atom.end) {
            continue;
        }
        let thing = Ent::Table(t);
        // "Never gone out", "never taken a book out".
        let before = at.checked_sub(1).filter(|b| lexicon::is_not(text.word(*b)));
        if let Some(never) = before {
            out.push(Edge::new("lent", never, atom.end, vec![Act::Without(t)], 1.3));
        }
        if text.word(atom.end - 1) != "out" {
            continue;
        }
        // "Out on loan" says it twice.
        let loan = text.word(atom.end) == "on" && text.at(atom.end + 1).iter().any(|a| a.meaning == atom.meaning);
        let end = atom.end + if loan { 2 } else { 0 };
        out.push(Edge::new("lent", at, end, vec![Act::Thing(thing)], 0.9));
        // "Go out most often".
        let desc = match text.word(text.past(end, &["the"])) {
            "most" => true,
            "least" => false,
            _ => continue,
        };
        let end = text.past(text.past(end, &["the"]) + 1, &["often"]);
        let top = Top {
            rows: None,
            desc,
            by: Some(Measure::Count(thing)),
            ..Top::default()
        };
        out.push(Edge::new("lent", at, end, vec![Act::Top(top)], 1.4));
    }
}
