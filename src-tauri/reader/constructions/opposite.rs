//! Yes-or-no columns by what is so or not so of the same thing: "died" and "got out alive" of `survived`, "absent" of
//! `attended`, "failed" of `passed`.

use super::Edge;
use crate::frame::Act;
use crate::known::Column;
use crate::lexicon;
use crate::link::{Atom, Meaning, Text};
use crate::query::Cond;
use crate::words::among;

/// What one of two outcomes is called, and what the other.
const PAIRS: &[(&str, &str)] = &[
    (
        "survived survive survives survivor survivors surviving alive lived living",
        "died dead dies die deceased killed perished perish",
    ),
    ("attended present attend", "absent missed"),
    ("won win wins", "lost lose loses"),
    ("passed pass passes", "failed fail fails"),
    ("employed", "unemployed jobless"),
    ("active", "inactive dormant"),
    ("married", "unmarried"),
    ("private", "public state-run"),
    ("indoor indoors", "outdoor outdoors"),
    ("domestic", "foreign international"),
    ("urban", "rural"),
    ("online", "offline in-store"),
    ("automatic", "manual"),
    ("permanent", "temporary"),
    ("occupied", "vacant empty"),
    ("armed", "unarmed"),
    ("insured", "uninsured"),
    ("vaccinated", "unvaccinated"),
    ("licensed licenced", "unlicensed unlicenced"),
    ("furnished", "unfurnished"),
    ("guilty", "innocent"),
    ("legal", "illegal"),
];
/// What lives on "makes it" or "gets out".
const GOT: &[(&str, &str)] = &[
    ("made", "it"),
    ("make", "it"),
    ("got", "out"),
    ("got", "away"),
    ("came", "out"),
];

pub(super) fn find(text: &Text<'_>, at: usize, out: &mut Vec<Edge>) {
    let known = text.known;
    for (col, c) in known.all().filter(|(col, _)| text.is_flag(*col)) {
        let Some((side, other)) = sides(c) else { continue };
        let Some((end, yes)) = said(text, at, side, other) else {
            continue;
        };
        // What is kept by name is meant by it.
        let kept = |a: &Atom| match a.meaning {
            Meaning::Value { part, .. } => a.score >= 0.8 && !part,
            Meaning::Table(_) | Meaning::Column(_) => a.score >= 0.9,
            _ => false,
        };
        if text.at(at).iter().any(kept) {
            continue;
        }
        let denied = at > 0 && lexicon::is_not(text.word(at - 1));
        let start = at - usize::from(denied);
        let acts = vec![Act::Where(Cond::Yes(col, yes != denied))];
        out.push(Edge::new("idea", start, end, acts, 1.4 + 0.2 * (end - at - 1) as f64));
    }
}

/// The words that say yes to a column called for one of two outcomes, and those that say no.
fn sides(column: &Column) -> Option<(&'static str, &'static str)> {
    const BESIDE: &str = "is was has did";
    let mut words = column.words.iter().filter(|w| !among(BESIDE, w));
    let (name, None) = (words.next()?, words.next()) else {
        return None;
    };
    let pairs = PAIRS.iter().flat_map(|(a, b)| [(*a, *b), (*b, *a)]);
    pairs.into_iter().find(|(side, _)| among(side, name))
}

/// Where words end that say yes or no to it.
fn said(text: &Text<'_>, at: usize, side: &str, other: &str) -> Option<(usize, bool)> {
    let word = text.word(at);
    // Who lost their life did not live.
    let alive = among(side, "alive");
    if alive || among(other, "alive") {
        let whose = text.past(at + 1, &["their", "his", "her", "the", "its"]);
        if matches!(word, "lost" | "lose") && whose > at + 1 && matches!(text.word(whose), "life" | "lives") {
            return Some((whose + 1, !alive));
        }
        if GOT.contains(&(word, text.word(at + 1))) {
            let end = text.past(at + 2, &["out", "back", "through", "home", "of", "there"]);
            let said = text.word(end) == "alive";
            // "Made it" says so by itself; others may come out of a room.
            return (said || text.word(at + 1) == "it").then_some((end + usize::from(said), alive));
        }
    }
    match () {
        () if among(other, word) => Some((at + 1, false)),
        () if among(side, word) => Some((at + 1, true)),
        () => None,
    }
}
