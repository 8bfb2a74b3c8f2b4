//! The words that a question opens with: "which", "how many", "show me".

use super::{Construction, Edge};
use crate::frame::Act;
use crate::lexicon::{self, Opener};
use crate::link::Text;

pub const ASKING: Construction = Construction {
    name: "asking",
    find,
    reads: &["which customers are there", "show me all products"],
    leaves: &["products sold in May"],
};

fn find(text: &Text<'_>, at: usize, out: &mut Vec<Edge>) {
    let words = text.words(at);
    let Some((opener, taken)) = lexicon::opener(&words) else {
        return;
    };
    // "Is" and "do" open only at the start; "which" also binds a clause to a noun, where it asks for nothing.
    let first = at == 0
        || matches!(
            text.word(at - 1),
            "," | "and" | "hi" | "hey" | "hello" | "please" | "me" | "know" | "see" | "in"
        );
    if opener == Opener::Whether && at > 0 || opener == Opener::List && !first {
        return;
    }
    let relative = at > 0
        && !first
        && matches!(
            opener,
            Opener::Which | Opener::Who | Opener::What | Opener::Where | Opener::When
        );
    if relative || matches!(opener, Opener::HowMany) {
        return;
    }
    out.push(Edge::new("asking", at, at + taken, vec![Act::Ask(opener)], 0.2));
}
