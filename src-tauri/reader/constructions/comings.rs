//! Those who came and those who went, where each has a day of its own: "joiners vs leavers this year", "headcount on 1 May",
//! "average length of service of leavers".

use askwell_contract::time::TimeMatch;

use super::{Construction, Edge};
use crate::frame::{Act, Measure, Top};
use crate::known::Col;
use crate::lexicon;
use crate::link::{Meaning, Text};
use crate::query::{Agg, Cond, Expr};

pub const COMINGS: Construction = Construction {
    name: "comings",
    find,
    reads: &["how many orders were open at the end of 2024"],
    leaves: &["orders at the end of 2024", "customers vs orders"],
};

const CAME: &[&str] = &[
    "joiners",
    "starters",
    "arrivals",
    "hires",
    "joined",
    "started",
    "admissions",
    "hired",
    "enrolments",
    "openings",
    "opened",
    "arrived",
];
const WENT: &[&str] = &[
    "leavers",
    "left",
    "departures",
    "exits",
    "discharges",
    "departed",
    "closures",
    "closed",
    "resignations",
];
/// How the two days are called.
const BEGINS: &[&str] = &[
    "start", "join", "begin", "began", "hire", "hired", "admit", "admiss", "enrol", "open", "move", "arriv", "in",
    "from", "check", "order", "creat", "rais", "report", "book",
];
const ENDS: &[&str] = &[
    "leav", "left", "end", "termin", "depart", "departur", "discharg", "close", "exit", "out", "to", "resign", "until",
    "checkout", "ship", "deliv", "resolv", "complet", "return",
];

fn find(text: &Text<'_>, at: usize, out: &mut Vec<Edge>) {
    both(text, at, out);
    present_on(text, at, out);
    served(text, at, out);
    longest(text, at, out);
}

/// Tables whose rows have a day on which they came and, not all of them, one on which they went.
fn pairs(text: &Text<'_>) -> Vec<(Col, Col, f64)> {
    let day = |table: usize, names: &[&str], gaps: bool| {
        let days = text
            .known
            .columns(table)
            .filter(|(_, c)| c.is_time() && !c.is_number() && c.nulls < c.rows && (!gaps || c.has_gaps()));
        let fits = |c: &crate::known::Column| {
            names
                .iter()
                .position(|n| c.stems.iter().chain(&c.words).any(|w| w == n))
        };
        days.filter_map(|(col, c)| Some((fits(c)?, col))).min().map(|d| d.1)
    };
    let mut out = Vec::new();
    for table in 0..text.known.tables.len() {
        if let (Some(came), Some(went)) = (day(table, BEGINS, false), day(table, ENDS, true)) {
            let said = if text.known.tables.len() == 1 || text.said(table) {
                0.4
            } else {
                0.0
            };
            out.extend((came != went).then_some((came, went, said)));
        }
    }
    out
}

/// The time that stands at a token, with where it ends.
fn time<'t>(text: &'t Text<'_>, at: usize) -> Option<(&'t TimeMatch, usize)> {
    let found = text.at(at).iter().filter_map(|a| match a.meaning {
        Meaning::Time(i) => Some((text.times.get(i)?, a.end)),
        _ => None,
    });
    found
        .filter(|t| t.0.from.is_some() || t.0.to.is_some())
        .max_by_key(|t| t.1)
}

/// "Joiners vs leavers this year", "how many joined and how many left in 2025": each is counted by its own day.
fn both(text: &Text<'_>, at: usize, out: &mut Vec<Edge>) {
    const HOW: &[&str] = &[
        "how", "many", "number", "of", "have", "has", "people", "staff", "we", "who", "new", "the",
    ];
    let before = text.past(at, HOW);
    let side = |i: usize| match text.word(i) {
        w if CAME.contains(&w) => Some(true),
        w if WENT.contains(&w) => Some(false),
        _ => None,
    };
    // "Starters leavers" is what a table may be called.
    let tie = |i: usize| {
        matches!(
            text.word(i),
            "vs" | "v" | "versus" | "and" | "&" | "against" | "compared" | "," | "/"
        )
    };
    let Some(first) = side(before) else { return };
    if !tie(before + 1) {
        return;
    }
    let next = text.past(
        text.past(
            before + 1,
            &[
                "vs", "v", "versus", "and", "&", "against", "compared", ",", "/", "to", "with", ".",
            ],
        ),
        HOW,
    );
    if side(next) != Some(!first) {
        return;
    }
    let found = time(text, text.past(next + 1, &["in", "for", "during", "since"])).or_else(|| time(text, next + 1));
    let end = found.map_or(next + 1, |f| f.1);
    for (came, went, said) in pairs(text) {
        let cond = |col: Col| match found {
            Some((time, _)) => Cond::When {
                col,
                from: time.from.clone(),
                to: time.to.clone(),
                not: false,
            },
            None => Cond::Null(Expr::Col(col), true),
        };
        let (a, b) = if first { (came, went) } else { (went, came) };
        let acts = vec![Act::Versus(vec![cond(a), cond(b)])];
        out.push(Edge::new("comings", at, end, acts, 1.8 + said));
    }
}

/// "Headcount on 1 January 2026", "how many members did we have at the end of 2025": who had come and not yet gone.
fn present_on(text: &Text<'_>, at: usize, out: &mut Vec<Edge>) {
    let last = match (text.word(at), text.word(at + 1), text.word(at + 2), text.word(at + 3)) {
        ("at" | "by", "the", "end", "of") => Some((true, at + 4)),
        ("at" | "by", "end", "of", _) => Some((true, at + 3)),
        ("at", "the", "start" | "beginning", "of") => Some((false, at + 4)),
        ("on" | "at" | "as", ..) => Some((false, text.past(at + 1, &["at", "of", "the"]))),
        _ => None,
    };
    let counts = (0..at)
        .any(|i| matches!(text.word(i), "headcount" | "head") || (text.word(i), text.word(i + 1)) == ("how", "many"));
    let had = (0..text.tokens.len()).any(|i| {
        matches!(
            text.word(i),
            "headcount" | "have" | "had" | "were" | "was" | "employed" | "here" | "working" | "open"
        )
    });
    let Some(((time, end), late)) =
        last.and_then(|(late, next)| Some((time(text, next).or_else(|| time(text, at))?, late)))
    else {
        return;
    };
    let whole = time.from != time.to;
    let Some(day) = (if late { &time.to } else { &time.from })
        .clone()
        .filter(|_| counts && had)
    else {
        return;
    };
    // A year alone is no day, unless its end is said.
    if whole && !late && text.word(at + 2) != "start" && text.word(at + 2) != "beginning" {
        return;
    }
    for (came, went, said) in pairs(text) {
        let when = |col: Col, from: Option<String>, to: Option<String>| Cond::When {
            col,
            from,
            to,
            not: false,
        };
        let stays = Cond::Any(vec![
            Cond::Null(Expr::Col(went), false),
            Cond::All(vec![when(went, Some(day.clone()), None)]),
        ]);
        let acts = vec![Act::Where(when(came, None, Some(day.clone()))), Act::Where(stays)];
        out.push(Edge::new("comings", at, end, acts, 1.0 + said));
    }
}

/// "Who has been with us longest", "longest serving": the first to come of those who are still there.
fn longest(text: &Text<'_>, at: usize, out: &mut Vec<Edge>) {
    let end = match text.word(at) {
        "longest" if matches!(text.word(at + 1), "serving" | "standing" | "service") => at + 2,
        "been" => {
            let here = match (text.word(at + 1), text.word(at + 2)) {
                ("with" | "at" | "for", "us") => at + 3,
                ("here" | "there" | "around" | "employed", _) => at + 2,
                // "Been a member the longest".
                ("a" | "an", _) => at + 3,
                _ => return,
            };
            match text.word(text.past(here, &["for", "the"])) {
                "longest" => text.past(here, &["for", "the"]) + 1,
                _ => return,
            }
        }
        _ => return,
    };
    let start = text.word(at.saturating_sub(1));
    let start = if at > 0 && matches!(start, "has" | "have" | "who've") {
        at - 1
    } else {
        at
    };
    for (came, gone, said) in pairs(text) {
        let top = Top {
            by: Some(Measure::Col(came)),
            ..Top::default()
        };
        let acts = vec![Act::Where(Cond::Null(Expr::Col(gone), false)), Act::Top(top)];
        out.push(Edge::new("comings", start, end, acts, 1.4 + said));
    }
}

/// "Length of service of leavers", "how long do people stay before they leave".
fn served(text: &Text<'_>, at: usize, out: &mut Vec<Edge>) {
    let taken = match (text.word(at), text.word(at + 1), text.word(at + 2)) {
        ("length", "of", "service" | "stay" | "employment" | "membership") => 3,
        ("tenure", ..) => 1,
        ("time", "with" | "at", "us") => 3,
        _ => return,
    };
    let next = text.past(
        at + taken,
        &[
            "of", "for", "the", "our", "all", "those", "people", "staff", "who", "have",
        ],
    );
    let went = WENT.contains(&text.word(next));
    let end = if went { next + 1 } else { at + taken };
    let before = at.checked_sub(1).map_or("", |i| text.word(i));
    let (start, agg) = match lexicon::aggregate(before) {
        Some(agg) => (at - 1, agg),
        None => (at, Agg::Avg),
    };
    if !went {
        return;
    }
    for (came, gone, said) in pairs(text) {
        let acts = vec![
            Act::Figure(agg, Measure::Days(came, gone)),
            Act::Where(Cond::Null(Expr::Col(gone), true)),
        ];
        out.push(Edge::new("comings", start, end, acts, 1.6 + said));
    }
}
