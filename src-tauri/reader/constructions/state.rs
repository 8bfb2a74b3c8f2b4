//! Where a thing stands, told by a day that has come or has not: "open tickets", "unpaid bills", "members who left",
//! "still running", "not yet delivered".

use super::{open, Construction, Edge};
use crate::frame::Act;
use crate::known::{Col, Column};
use crate::lexicon;
use crate::link::{came_to_nothing, keeps_outcomes, Atom, Meaning, Text};
use crate::query::{Cond, Expr};
use crate::words::{among, stem};

pub const STATE: Construction = Construction {
    name: "state",
    find,
    reads: &[
        "orders that were shipped",
        "unshipped orders",
        "orders still to be shipped",
    ],
    leaves: &["customers from France"],
};

/// Words for what is still so while nothing has ended it.
const STILL: &str = "open active current running ongoing live existing valid remaining employed present outstanding pending unresolved unfinished";
/// Names of days that end something.
const ENDS: &[&str] = &[
    "close",
    "closed",
    "clear",
    "end",
    "ended",
    "left",
    "leave",
    "leav",
    "resolv",
    "finish",
    "complet",
    "termin",
    "retir",
    "remov",
    "return",
    "back",
    "cancel",
    "expir",
    "out",
    "to",
    "until",
    "thru",
    "departur",
    "fulfil",
    "fulfill",
    "settl",
    "resign",
    "withdraw",
    "discontinu",
    "discharg",
];
/// Names of days on which somebody went for good.
const GONE: &[&str] = &["left", "leav", "leave", "resign", "termin", "departur"];
/// What is done, and how the day is called on which it was.
const DONE: &[(&str, &[&str])] = &[
    (
        "paid pay settled outstanding owed owing owe owes",
        &["paid", "pay", "payment", "settl", "receiv", "recd", "rec"],
    ),
    ("received", &["receiv", "recd", "rec", "arriv"]),
    (
        "closed resolved solved sorted fixed cleared finished completed done ended",
        &["close", "closed", "resolv", "clear", "finish", "complet", "end", "done"],
    ),
    ("returned back", &["return", "back"]),
    (
        "left gone quit resigned departed",
        &["left", "leav", "leave", "resign", "end", "termin", "departur"],
    ),
    ("delivered arrived", &["deliv", "deliveri", "arriv"]),
    ("shipped sent dispatched", &["ship", "sent", "dispatch"]),
    // A membership that is cancelled has an end.
    (
        "cancelled canceled cancel",
        &["cancel", "left", "leav", "termin", "end"],
    ),
    (
        "retired scrapped decommissioned removed sold",
        &["retir", "remov", "scrap", "sold", "dispos", "decommiss"],
    ),
    ("fulfilled kept", &["fulfil", "fulfill"]),
    ("discharged released", &["discharg", "releas"]),
    ("died dead", &["death", "die", "died", "deceas"]),
    // What nobody has picked up has nobody's name on it.
    (
        "assigned allocated picked claimed",
        &["assign", "assigne", "agent", "handler", "owner", "technician", "alloc"],
    ),
];

/// How that is called on which what a verb says was done.
pub(super) fn done(verb: &str) -> Option<&'static [&'static str]> {
    let says = |d: &&(&str, &'static [&'static str])| among(d.0, verb);
    DONE.iter().find(says).map(|d| d.1)
}

fn find(text: &Text<'_>, at: usize, out: &mut Vec<Edge>) {
    let not = |w: &str| lexicon::is_not(w) || w == "yet";
    // "Still to be paid".
    let to_come = matches!(
        (text.word(at), text.word(at + 1), text.word(at + 2)),
        ("still" | "yet", "to", "be")
    );
    // "Ignoring anyone who has already left".
    const THOSE: &[&str] = &[
        "anyone", "anybody", "those", "people", "ones", "any", "the", "who", "that", "which", "has", "have", "had",
        "already",
    ];
    let ignores = matches!(text.word(at), "ignoring" | "excluding" | "discounting" | "except");
    let (from, denied) = match not(text.word(at)) {
        _ if to_come => (at + 3, true),
        _ if ignores => (text.past(at + 1, THOSE), true),
        true => (
            text.past(at + 1, &["yet", "been", "be", "have", "has", "had", "already", "it"]),
            true,
        ),
        false => (at, false),
    };
    let books = |i: usize| text.saying(i).is_some_and(|end| text.word(end - 1) == "books");
    let word = text.word(from);
    // What is left out has not left.
    let excluded = word == "left" && text.word(from + 1) == "out";
    if word.len() < 3 && !matches!(word, "at" | "as" | "in") || excluded {
        return;
    }
    let still = |w: &str| among(STILL, w);
    // "Still here", "still with us", "still out".
    let (end, lasts) = match (word, text.word(from + 1), text.word(from + 2)) {
        ("still", w, _) if still(w) => (from + 2, true),
        ("still", "here" | "there" | "around" | "out" | "in", _) => (from + 2, true),
        ("still", "with" | "working" | "work" | "at", "us" | "here") => (from + 3, true),
        ("still", "on", _) if books(from + 1) => (from + 4, true),
        ("at", "the", "moment") | ("as", "of", "now" | "today") => (from + 3, true),
        ("right", "now", _) | ("in", "service" | "use" | "force", _) | ("here", "now", _) => (from + 2, true),
        ("now" | "today" | "currently" | "nowadays" | "here", ..) => (from + 1, true),
        ("still", ..) if !denied => (from + 1, true),
        (w, ..) if still(w) => (from + 1, true),
        _ => (from + 1, false),
    };
    // "How many temps do we have": those who have left are not had.
    let (have, gone): (usize, &[&str]) = match (word, text.word(from + 1), text.word(from + 2)) {
        ("do", "we", "have") | ("have", "we", "got") | ("have", "you", "got") => (from + 3, GONE),
        ("we've", "got", _) | ("we", "have", "") | ("work" | "works" | "working", "for" | "with", "us") => {
            (from + 2, GONE)
        }
        _ => (end, &[]),
    };
    for (col, score) in days(text, gone, false).into_iter().filter(|d| d.1 > 0.5) {
        out.push(edge(at, have, col, false, score - 0.1));
    }
    // "In service at the moment", where that is stored: it always says how things stand now.
    let stands = |a: &Atom| match a.meaning {
        Meaning::Value { col, part: false, .. } => a.end == at && !a.loose && keeps_outcomes(text.known.column(col)),
        _ => false,
    };
    let now = lasts && !denied && !still(word) && word != "still";
    if now && (0..at).any(|i| text.at(i).iter().any(stands)) {
        out.push(Edge::new("state", at, end, Vec::new(), 1.0));
    }
    if lasts {
        for (col, score) in days(text, ENDS, false) {
            if text.stored_elsewhere(at..end, col.table) {
                continue;
            }
            // A text of the same rows that says so itself is surer than a day that has not come.
            let stored = |a: &Atom| matches!(a.meaning, Meaning::Value { col: c, part: false, .. } if c.table == col.table && !a.loose);
            let state = if word == "still" { text.word(from + 1) } else { word };
            // "Still open" is 'Open' where nothing else that is stored is not over yet, either.
            let alone = |a: &Atom| match a.meaning {
                Meaning::Value { col, .. } => {
                    let top = text.known.column(col).top.iter();
                    top.filter(|v| open::awaits(v)).count() < 2
                }
                _ => false,
            };
            let said = match state {
                "active" | "current" | "live" | "valid" => (at..end).any(|i| text.at(i).iter().any(stored)),
                "open" | "pending" if word == "still" => {
                    (at..end).any(|i| text.at(i).iter().any(|a| stored(a) && alone(a)))
                }
                _ => false,
            };
            // "In service" may be a text by itself.
            let said = said || text.at(at).iter().any(|a| a.end == end && end > at + 1 && stored(a));
            let score = score - if said { 0.8 } else { 0.0 };
            let mut edge = edge(
                at,
                end,
                col,
                denied,
                score - if word == "still" && end == from + 1 { 0.4 } else { 0.0 },
            );
            // Who never began is not here now.
            if let (false, Some(begun)) = (denied, begun(text, col)) {
                edge.acts.push(Act::Where(Cond::Null(Expr::Col(begun), true)));
            }
            out.push(edge);
        }
    }
    if matches!(word, "living" | "alive" | "surviving") {
        for (col, score) in days(text, &["death", "die", "died", "deceas"], false) {
            out.push(edge(at, from + 1, col, denied, score + 0.4));
        }
    }
    let bare = word.strip_prefix("un").or(word.strip_prefix("non-")).unwrap_or(word);
    let handed = matches!(bare, "assigned" | "allocated" | "picked" | "claimed");
    let owes = matches!(word, "outstanding" | "owed" | "owing" | "owe" | "owes");
    let (itself, undone) = (bare != word || owes, bare != word || owes || handed && denied);
    let known = done(bare);
    // A day that is called by the word itself goes before those that mean the like.
    let own = stem(bare);
    let names: Vec<&str> = match known {
        Some(names) => std::iter::once(own.as_str()).chain(names.iter().copied()).collect(),
        None if bare.ends_with("ed") && bare.len() > 5 => vec![own.as_str()],
        None => return,
    };
    // "Still unpaid", "not yet paid".
    let start = if at == from && at > 0 && text.word(at - 1) == "still" {
        at - 1
    } else {
        at
    };
    let finished = matches!(bare, "finished" | "completed");
    for (col, score) in days(text, &names, undone) {
        // What ended on a day may have been given up on it, where the same rows tell that from what was completed.
        let told =
            |c: &Column| came_to_nothing(c).is_some() && c.top.iter().any(|v| stem(&v.to_lowercase()) == "complet");
        let score = match finished && !denied && text.known.columns(col.table).any(|(_, c)| told(c)) {
            true => score - 1.2,
            false => score,
        };
        let bonus = if undone || denied { 0.4 } else { 0.0 };
        let end = from + 1 + usize::from(handed && matches!(text.word(from + 1), "up" | "to"));
        out.push(edge(start, end, col, itself == denied, score + bonus - 0.2));
    }
}

/// Columns of time with holes whose names hold one of these, with how well they fit; `texts`: those of text, too, as
/// whom a thing is assigned to.
fn days(text: &Text<'_>, names: &[&str], texts: bool) -> Vec<(Col, f64)> {
    let mut out: Vec<(Col, f64)> = Vec::new();
    for (col, c) in text.known.all() {
        let day = c.is_time() && !c.is_number() && c.has_gaps();
        let named = texts && c.is_text() && c.has_gaps();
        if !(day || named) || c.nulls >= c.rows || lexicon::is_cover(&c.words) {
            continue;
        }
        // "Out" and "to" name an end where a name begins or ends with them: `fit to go` is none.
        let last = c.words.len().saturating_sub(1);
        let within = |at: usize, w: &String| matches!(w.as_str(), "to" | "out") && at > 0 && at < last;
        let place = names.iter().position(|n| {
            let is = |(at, w): (usize, &String)| (stem(w) == *n || w == n) && !within(at, w);
            c.words.iter().enumerate().any(is)
        });
        if let Some(p) = place {
            let spoken = text.said(col.table);
            out.push((col, if spoken { 0.7 } else { 0.2 } - 0.02 * p as f64));
        }
    }
    out.sort_by(|a, b| b.1.total_cmp(&a.1));
    out.truncate(5);
    out
}

/// The day on which it began what ends on the other; only where some never did.
fn begun(text: &Text<'_>, end: Col) -> Option<Col> {
    const BEGINS: [&str; 9] = [
        "start", "begin", "began", "join", "admit", "admiss", "enrol", "hire", "hired",
    ];
    let begins = |c: &crate::known::Column| {
        c.is_time()
            && !c.is_number()
            && c.has_gaps()
            && c.nulls < c.rows
            && c.stems.iter().any(|s| BEGINS.contains(&s.as_str()))
    };
    let mut of = text
        .known
        .columns(end.table)
        .filter(|(col, c)| *col != end && begins(c));
    of.next().map(|f| f.0)
}

fn edge(start: usize, end: usize, col: Col, has: bool, score: f64) -> Edge {
    Edge {
        start,
        end,
        acts: vec![Act::Where(Cond::Null(Expr::Col(col), has))],
        score,
        by: "state",
    }
}
