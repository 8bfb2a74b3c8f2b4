//! Who did not come, of rows that say so: "no-shows", "didn't turn up", "stood us up", "failed to appear", "missed".

use super::Edge;
use crate::frame::Act;
use crate::known::Column;
use crate::lexicon;
use crate::link::{absent, keeps_outcomes, Atom, Meaning, Text};
use crate::query::Cond;
use crate::words::{among, TokenKind};

/// Texts that say so; what is only known to be absent may be so with leave.
const NO_SHOW: &str = "noshow didnotshow didnotattend dna fta notattended";
const ABSENT_TEXT: &str = "absent missed";
/// And how a match ends to which one side did not come.
const WALKOVER: &str = "default defaulted walkover forfeit forfeited";
/// Names of columns that say whether somebody came.
const THERE: [&str; 9] = [
    "attend", "present", "show", "arriv", "came", "appear", "turn", "attd", "here",
];

pub(super) fn find(text: &Text<'_>, at: usize, out: &mut Vec<Edge>) {
    missed(text, at, out);
    unanswered(text, at, out);
    let Some(end) = stayed_away(text, at) else { return };
    // "No-shows in March" by itself asks how many.
    let no_more =
        |i: usize| lexicon::is_filler(text.word(i)) || timed(text, i) || text.tokens[i].kind == TokenKind::Mark;
    let alone = at == 0 && text.word(0).starts_with("no") && (end..text.tokens.len()).all(no_more);
    for (cond, score) in conds(text) {
        if alone {
            let count = Act::Count {
                of: None,
                distinct: false,
            };
            out.push(Edge::new(
                "idea",
                at,
                end,
                vec![count, Act::Where(cond.clone())],
                score + 0.6,
            ));
        }
        out.push(Edge::new("idea", at, end, vec![Act::Where(cond)], score));
    }
}

/// Whether a time is said at a token.
fn timed(text: &Text<'_>, at: usize) -> bool {
    let time = |a: &Atom| a.end > at && matches!(a.meaning, Meaning::Time(_));
    (0..=at).any(|i| text.at(i).iter().any(time))
}

/// Whether words say that somebody did not come, and rows do: then it is no matter of rows that are not there.
pub(super) fn is_told(text: &Text<'_>, at: usize) -> bool {
    stayed_away(text, at).is_some() && !conds(text).is_empty()
}

/// How rows say it, with how sure that is.
fn conds(text: &Text<'_>) -> Vec<(Cond, f64)> {
    let is = |col, values| Cond::Is {
        col,
        values,
        not: false,
    };
    let mut out: Vec<(Cond, f64)> = Vec::new();
    for (col, column) in text.known.all().filter(|(_, c)| keeps_outcomes(c)) {
        let values = texts(column);
        if !values.is_empty() {
            out.push((is(col, values), 1.4));
        }
    }
    for (col, column) in text.known.all().filter(|(col, _)| text.is_flag(*col)) {
        if is_of_absence(column) {
            out.push((Cond::Yes(col, true), 1.1));
        }
        if is_of_presence(column) {
            let no = column.noes();
            // What says no may stand beside what says nothing yet.
            let cond = match column.is_text() && !no.is_empty() {
                true => is(col, no),
                false => Cond::Yes(col, false),
            };
            out.push((cond, 1.1));
        }
    }
    out
}

fn names_presence(column: &Column) -> bool {
    column.stems.iter().any(|s| THERE.contains(&s.as_str()))
}

/// Whether it says yes of whoever did not come: `no_show`.
fn is_of_absence(column: &Column) -> bool {
    let denied = |w: &String| matches!(w.as_str(), "no" | "not" | "number" | "non");
    names_presence(column) && column.words.iter().any(denied)
}

/// Whether it says yes of whoever came.
pub(super) fn is_of_presence(column: &Column) -> bool {
    names_presence(column) && !is_of_absence(column)
}

/// Past the denial of something done.
fn didnt(text: &Text<'_>, at: usize) -> Option<usize> {
    match (text.word(at), text.word(at + 1)) {
        ("didn't" | "didnt" | "doesn't" | "doesnt", _) => Some(at + 1),
        ("did" | "does", "not") | ("failed" | "fails" | "fail", "to") => Some(at + 2),
        _ => None,
    }
}

/// "Didn't pick up", "did not answer the phone": there was no answer.
fn unanswered(text: &Text<'_>, at: usize, out: &mut Vec<Edge>) {
    let Some(next) = didnt(text, at) else { return };
    let end = match (text.word(next), text.word(next + 1)) {
        ("pick", "up") => next + 2,
        ("answer", _) => next + 1,
        _ => return,
    };
    let phone = text.past(end, &["the", "their", "our", "my"]);
    let end = match text.word(phone) {
        "phone" | "call" | "calls" => phone + 1,
        // "Didn't pick up their parcel" picks up something.
        next if next.is_empty() || phone == end && !SHOWN.contains(&next) => end,
        _ => return,
    };
    for (col, column) in text.known.all().filter(|(_, c)| keeps_outcomes(c)) {
        let none = |v: &&String| matches!(plain(v).as_str(), "noanswer" | "unanswered" | "notanswered");
        let values: Vec<String> = column.top.iter().filter(none).cloned().collect();
        if !values.is_empty() {
            let cond = Cond::Is {
                col,
                values,
                not: false,
            };
            out.push(Edge::new("idea", at, end, vec![Act::Where(cond)], 1.4));
        }
    }
}

/// Where the words end that say that somebody was awaited and did not come; who never came at all may not have been.
fn stayed_away(text: &Text<'_>, at: usize) -> Option<usize> {
    let w = |n: usize| text.word(at + n);
    let verb = |n: usize| match (w(n), w(n + 1)) {
        ("turn" | "show", "up") => Some(n + 2),
        // "Didn't attend any class" is of rows that are not there.
        ("appear" | "attend", next) if !matches!(next, "any" | "a" | "an" | "in" | "at") => Some(n + 1),
        // "Didn't show their age" shows something.
        ("show", next) if next.is_empty() || lexicon::is_filler(next) && !SHOWN.contains(&next) => Some(n + 1),
        ("show", _) if text.tokens.get(at + n + 1).is_some_and(|t| t.kind == TokenKind::Mark) => Some(n + 1),
        _ => None,
    };
    let taken = match (w(0), w(1), w(2)) {
        ("no", "show" | "shows", _) => Some(2),
        ("no-show" | "no-shows" | "noshow" | "noshows", ..) => Some(1),
        ("stood" | "stand" | "standing", "us" | "me" | "them", "up") => Some(3),
        _ => didnt(text, at).and_then(|next| verb(next - at)),
    };
    taken.map(|n| at + n)
}

/// What stands before that which is shown.
const SHOWN: [&str; 10] = ["a", "an", "the", "any", "their", "its", "his", "her", "us", "me"];

fn plain(v: &str) -> String {
    v.trim().to_lowercase().replace(['-', ' ', '_', '\''], "")
}

/// The texts by which a column says so itself.
fn texts(column: &Column) -> Vec<String> {
    let said = |list: &str| -> Vec<String> {
        let is = |v: &&String| among(list, &plain(v));
        column.top.iter().filter(is).cloned().collect()
    };
    let mut found = [NO_SHOW, ABSENT_TEXT, WALKOVER].map(said).into_iter();
    found.find(|texts| !texts.is_empty()).unwrap_or_default()
}

/// "Missed", of a column that says who was present: whatever else it says, apologies or none.
fn missed(text: &Text<'_>, at: usize, out: &mut Vec<Edge>) {
    // Miss Patel, and a near miss.
    let title = text.tokens[at].text.starts_with("Miss") && at > 0;
    let near = at > 0 && text.word(at - 1) == "near";
    if !matches!(text.word(at), "missed" | "miss" | "misses") || title || near {
        return;
    }
    for (col, column) in text.known.all() {
        if let Some(values) = absent(column).filter(|texts| texts.len() > 1) {
            let cond = Cond::Is {
                col,
                values,
                not: false,
            };
            out.push(Edge::new("idea", at, at + 1, vec![Act::Where(cond)], 1.2));
        }
    }
}
