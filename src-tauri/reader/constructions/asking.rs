//! The words that a question opens with: "which", "how many", "show me".

use super::{Construction, Edge};
use crate::frame::Act;
use crate::lexicon::{self, Opener};
use crate::link::Text;
use crate::words::{among, TokenKind};

pub const ASKING: Construction = Construction {
    name: "asking",
    find,
    reads: &["which customers are there", "show me all products"],
    leaves: &["products sold in May"],
};

fn find(text: &Text<'_>, at: usize, out: &mut Vec<Edge>) {
    // "How many minutes does it run": the minutes say so.
    let asks = |i: usize| text.word(i) == "many" && among("minutes hours seconds mins days", text.word(i + 1));
    let does = (0..at).any(|i| matches!(text.word(i), "do" | "does" | "did"));
    let verb = matches!(text.word(at), "run" | "last" | "take") && does;
    if verb && text.tokens.get(at + 1).is_none_or(|t| t.kind == TokenKind::Mark) && (0..at).any(asks) {
        out.push(Edge::new("asking", at, at + 1, Vec::new(), 0.5));
    }
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
