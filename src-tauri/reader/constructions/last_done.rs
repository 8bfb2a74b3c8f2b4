//! When something was last done: "when did Ann last order", "when was he last in", "when did she first give".

use super::{Construction, Edge};
use crate::asked::Style;
use crate::frame::{Act, Ent, Measure, Top};
use crate::known::Col;
use crate::lexicon;
use crate::link::{came_to_nothing, Meaning, Text};
use crate::lost;
use crate::query::Agg;
use crate::words::stem;

pub const LAST_DONE: Construction = Construction {
    name: "last done",
    find,
    reads: &[
        "when did they last order",
        "when was a customer last in",
        "when was the last time a customer was in",
    ],
    leaves: &["when was the last order", "orders of last year", "who ordered last"],
};

/// Behind "last" they say that somebody was there, whatever the data call it.
const THERE: [&str; 5] = ["in", "here", "seen", "active", "with"];
/// Behind these verbs a particle belongs to them.
const PARTICLES: [&str; 4] = ["in", "up", "from", "with"];

fn find(text: &Text<'_>, at: usize, out: &mut Vec<Edge>) {
    let desc = match text.word(at) {
        "last" => true,
        "first" => false,
        _ => return,
    };
    let asks = |i: usize| text.word(i) == "when" && matches!(text.word(i + 1), "did" | "was" | "were" | "has" | "have");
    if !(0..at).any(asks) {
        return;
    }
    // "When was the last time the Brownies were in": who came stands behind.
    if text.word(at + 1) == "time" {
        let all = 0..text.tokens.len();
        let verb = all
            .clone()
            .rev()
            .map(|i| text.word(i))
            .find(|w| !matches!(*w, "?" | "in" | "up" | "here" | "us" | ""))
            .unwrap_or_default();
        let found = facts(text, all, verb).into_iter();
        let surer = found.map(|(t, day, score)| (t, day, score + 0.8));
        return push(text, (at, at + 2), desc, surer.collect(), out);
    }
    let verb = text.word(at + 1);
    let period = lexicon::period(verb).is_some();
    // "When was the last order" is asked of the order that stands behind it.
    let article = at > 0 && matches!(text.word(at - 1), "the" | "our" | "their" | "his" | "her" | "its");
    if period || verb.is_empty() || article {
        return;
    }
    let end = at + 2 + usize::from(PARTICLES.contains(&text.word(at + 2)) && !THERE.contains(&verb));
    push(text, (at, end), desc, facts(text, 0..at, verb), out);
}

/// Whether a word says that somebody came, as against what they asked for.
fn is_there(word: &str) -> bool {
    THERE.contains(&word)
        || matches!(
            word,
            "come" | "came" | "visit" | "visited" | "attend" | "attended" | "stay" | "stayed"
        )
}

/// The row itself: "and how much was it" is asked of the same. What is booked for a day to come, or came to nothing, has not
/// been done.
fn push(text: &Text<'_>, (at, end): (usize, usize), desc: bool, found: Vec<(usize, Col, f64)>, out: &mut Vec<Edge>) {
    let apart = (0..at).any(|i| matches!(text.word(i), "each" | "every"));
    for (table, day, score) in found.into_iter().take(3) {
        let top = Top {
            rows: Some(1),
            desc,
            by: Some(Measure::Col(day)),
            ..Top::default()
        };
        let mut acts = match apart {
            // "When did each buyer last come": the last day of each.
            true => vec![Act::Figure(if desc { Agg::Max } else { Agg::Min }, Measure::Col(day))],
            false => vec![Act::Thing(Ent::Table(table)), Act::Top(top)],
        };
        acts.extend(lost::until_today(text, day).filter(|_| desc).map(Act::LeftOut));
        let came = text.asked.style == Style::People
            && (at..end + 1)
                .chain(text.tokens.len().saturating_sub(2)..text.tokens.len())
                .any(|i| is_there(text.word(i)));
        let mut columns = text.known.columns(table);
        let nothing = columns.find_map(|(col, c)| Some((col, came_to_nothing(c)?.0)));
        acts.extend(
            nothing
                .filter(|_| came)
                .map(|state| Act::LeftOut(lost::none_of(text.known, &state))),
        );
        out.push(Edge::new("last done", at, end, acts, score));
    }
}

/// Tables of what is done, each with its day: those that the verb names, and those whose rows belong to who is spoken of.
pub(super) fn facts(text: &Text<'_>, within: std::ops::Range<usize>, verb: &str) -> Vec<(usize, Col, f64)> {
    let known = text.known;
    let verb_stem = stem(verb);
    let means = lexicon::concept(verb);
    let said: Vec<(usize, bool)> = within
        .flat_map(|i| text.at(i))
        .filter(|a| a.score >= 0.7 && matches!(a.meaning, Meaning::Table(_) | Meaning::Value { .. }))
        .filter_map(|a| Some((a.meaning.thing()?.table(), matches!(a.meaning, Meaning::Value { .. }))))
        .collect();
    let mut out = Vec::new();
    for (t, table) in known.tables.iter().enumerate() {
        let Some(day) = text.day_of(t) else { continue };
        let named = table
            .stems
            .iter()
            .any(|s| *s == verb_stem || s.starts_with(&verb_stem) && verb_stem.len() > 2);
        let meant = table.stems.iter().any(|s| means.contains(s));
        // What belongs to all that is spoken of goes before what belongs to one of it.
        let mut theirs: Vec<usize> = said
            .iter()
            .map(|s| s.0)
            .filter(|s| *s != t && known.belongs(t, *s))
            .collect();
        theirs.sort_unstable();
        theirs.dedup();
        let of_them = !theirs.is_empty();
        // A sheet has a row for each time, and in it who came.
        let in_it = said.contains(&(t, true)) && known.columns(t).any(|(c, _)| Some(c) != known.key(t));
        let own = if in_it && of_them { 0.3 } else { 0.0 };
        let score: f64 = match () {
            () if named => 1.7,
            () if meant => 1.4,
            () if of_them => 1.2,
            () if in_it => 1.0,
            () => continue,
        };
        out.push((t, day, score + 0.2 * theirs.len().min(2) as f64 + own));
    }
    // "When was each pump last serviced": the verb names the day itself.
    for (col, c) in known.all().filter(|(_, c)| c.is_time() && !c.is_number()) {
        let ahead = c.words.iter().any(|w| lexicon::is_ahead(w) || w == "next");
        let named = verb_stem.len() > 2 && c.stems.contains(&verb_stem) && !ahead;
        if named && !out.iter().any(|o| o.1 == col) {
            out.push((col.table, col, 1.5));
        }
    }
    out.sort_by(|a, b| b.2.total_cmp(&a.2));
    out
}
