//! What is not there: "customers without orders", "never ordered", "no email", "dont have a director listed".

use askwell_contract::TypeKind;

use super::{columns, things, Construction, Edge};
use crate::frame::{Act, Compare, Ent, Measure};
use crate::known::Role;
use crate::lexicon;
use crate::link::{Atom, Meaning, Text};
use crate::query::{Agg, Cond, Expr, Op};
use crate::words::lexicon::synonyms;
use crate::words::{among, TokenKind};

pub const WITHOUT: Construction = Construction {
    name: "without",
    find,
    reads: &[
        "customers without orders",
        "customers who never ordered",
        "customers that dont have an email",
        "customers with an email",
    ],
    leaves: &["customers with an email of smith"],
};

const BETWEEN: &[&str] = &[
    "have", "has", "had", "having", "once", "any", "a", "an", "the", "made", "placed", "been", "got", "get", "with",
    "in", "to", "by", "listed", "recorded", "single", "one", "given", "give", "say", "tell", "taken", "received",
    "their", "own", "appeared", "ever", "yet", "signed", "up", "for", "at", "all", "of", "from", "on", "is", "are",
    "was", "were", "did", "we", "us", "they", "who", "that", "anything", "anyone", "along", "out", "off", "over",
    "back", "come", "came", "gone", "go", "do", "done",
];
/// What a value is that is there.
const KNOWN: &[&str] = &[
    "listed",
    "recorded",
    "given",
    "set",
    "specified",
    "known",
    "filled",
    "assigned",
    "entered",
    "available",
    "left",
    "attached",
    "on",
    "file",
];
/// What may follow a denial's verb without adding to it.
const AFTER: &[&str] = &[
    "anything",
    "anywhere",
    "any",
    "at",
    "all",
    "ever",
    "yet",
    "so",
    "far",
    "it",
    "them",
    "itself",
    "themselves",
    "for",
];

fn find(text: &Text<'_>, at: usize, out: &mut Vec<Edge>) {
    although(text, at, out);
    let denies = lexicon::is_not(text.word(at));
    // What went missing was lost or stolen, and no cell is empty.
    let gone = at > 0 && matches!(text.word(at - 1), "go" | "goes" | "went" | "gone" | "going");
    let missing = matches!(
        text.word(at),
        "missing" | "empty" | "blank" | "unknown" | "unspecified" | "null"
    ) && !gone;
    // "Did we forget to put a price on": nobody wrote one.
    let forgot = matches!(text.word(at), "forget" | "forgot" | "forgotten");
    if !denies && !missing && !forgot {
        had(text, at, out);
        return present(text, at, out);
    }
    if forgot {
        const WRITE: &[&str] = &[
            "to", "put", "enter", "record", "write", "fill", "in", "add", "give", "set", "note", "down", "a", "an",
            "the", "any",
        ];
        let mut found = Vec::new();
        absences(text, at, text.past(at + 1, WRITE), &mut found);
        // What is not written was never there, and no figure of nought.
        let null = |a: &Act| matches!(a, Act::Where(Cond::Null(..)));
        let of = |e: &Edge| e.acts.iter().all(null);
        return out.extend(found.into_iter().filter(of).map(|e| Edge {
            end: text.past(e.end, &["on", "for", "in", "down"]),
            score: e.score + 0.3,
            ..e
        }));
    }
    // "Never mind the cost" sets it aside.
    if matches!((text.word(at), text.word(at + 1)), ("never", "mind")) {
        return out.push(Edge::new("without", at, at + 2, Vec::new(), 0.3));
    }
    // What never went out was never lent.
    if denies && lent(text, at + 1).is_some() {
        return;
    }
    let from = text.past(at + 1, BETWEEN);
    // Who "didn't turn up" is told by a row, and never missed a lesson is not without lessons.
    if super::absent::is_told(text, at) || super::never_missed::find(text, at, out) {
        return;
    }
    absences(text, at, from, out);
    for (ent, end, score) in things(text, from) {
        if let Ent::Table(t) = ent {
            // "Never had a lesson booked": that there is one, and not how it stands.
            let end = text.past(end, &["booked", "placed", "made", "arranged", "recorded", "logged"]);
            out.push(Edge::new("without", at, end, vec![Act::Without(t)], 0.9 + score));
            // "Missing readings": rows that lack the one figure that they are kept for.
            let mut gaps = text
                .known
                .columns(t)
                .filter(|(_, c)| c.role == Role::Measure && c.has_gaps());
            if let (true, Some((col, _)), None) = (missing, gaps.next(), gaps.next()) {
                let acts = vec![Act::Thing(ent), Act::Where(Cond::Null(Expr::Col(col), false))];
                out.push(Edge::new("without", at, end, acts, 1.1 + score));
            }
        }
    }
    // "Never hosted an event": what is not done stands between.
    let verb = text.past(from + 1, BETWEEN);
    // "Havent been since June": a time is not what was not done.
    let timed = |a: &Atom| matches!(a.meaning, Meaning::Time(_));
    let when = text.at(from).iter().any(timed) || matches!(text.word(from), "since" | "during" | "this" | "last");
    let unnamed = denies
        && !when
        && from < text.tokens.len()
        && !lexicon::is_filler(text.word(from))
        && text.tokens[from].kind == TokenKind::Word
        && lent(text, from).is_none();
    // "Never had an urgent ticket": what the thing is like stays to be read as a condition on what is not there.
    for start in std::iter::once(from).chain(unnamed.then_some(verb)) {
        let sure =
            |a: &&Atom| matches!(a.meaning, Meaning::Value { .. }) && a.score >= if start == from { 0.8 } else { 0.6 };
        if let Some(end) = text.at(start).iter().filter(sure).map(|a| a.end).max() {
            for (ent, _, score) in things(text, end) {
                if let (Ent::Table(t), true) = (ent, denies) {
                    out.push(Edge::new("without", at, start, vec![Act::Without(t)], 0.8 + score));
                }
            }
        }
    }
    super::never_there::find(text, at, from, out);
    if unnamed {
        absences(text, at, verb, out);
        for (ent, end, score) in things(text, verb) {
            if let Ent::Table(t) = ent {
                out.push(Edge::new("without", at, end, vec![Act::Without(t)], 0.4 + score));
            }
        }
    }
    if denies {
        undone(text, at, from, unnamed, out);
    }
}

/// "Never came, although they had paid", "never ordered but have an account": where a denial ends.
fn although(text: &Text<'_>, at: usize, out: &mut Vec<Edge>) {
    const SUBJECT: &[&str] = &[
        "they", "they've", "theyve", "have", "has", "had", "he", "she", "it", "did",
    ];
    let denied = (0..at).any(|i| lexicon::is_not(text.word(i)));
    let ends = match text.word(at) {
        "although" | "though" => true,
        // "Nothing but tea" is all of it.
        "but" => {
            let but = at > 0 && matches!(text.word(at - 1), "nothing" | "none" | "nobody" | "anything" | "all");
            !but && !lexicon::is_not(text.word(at + 1)) && !matches!(text.word(at + 1), "for" | "only")
        }
        _ => false,
    };
    if denied && ends {
        out.push(Edge::new(
            "without",
            at,
            text.past(at + 1, SUBJECT),
            vec![Act::Although],
            1.0,
        ));
    }
}

/// "Products nobody ever bought", "never turned up": the tables that refer to what is spoken of, however they are called.
fn undone(text: &Text<'_>, at: usize, from: usize, unnamed: bool, out: &mut Vec<Edge>) {
    let sure = match (text.word(at), text.word(at + 1)) {
        ("no", "one") | ("not", "yet") => 0.2,
        // "Which customers have we not seen".
        ("not", _)
            if at > 1 && among("i we you they", text.word(at - 1)) && among("have has had", text.word(at - 2)) =>
        {
            0.2
        }
        (
            "never" | "nobody" | "none" | "nothing" | "nowhere" | "noone" | "hasnt" | "havent" | "hasn't" | "haven't"
            | "didnt" | "didn't",
            _,
        ) => 0.2,
        ("dont" | "don't" | "doesnt" | "doesn't" | "isnt" | "isn't" | "arent" | "aren't" | "werent" | "weren't", _) => {
            -0.2
        }
        _ => return,
    };
    // What is a value itself stays to be read: "never had anything damaged".
    let value = |a: &Atom| matches!(a.meaning, Meaning::Value { .. }) && a.score >= 0.5;
    let valued = text.at(from).iter().any(value);
    let end = tail(text, if unnamed && !valued { from + 1 } else { at + 1 });
    let verb = (from < end).then(|| text.tokens.get(from)).flatten();
    let refers: Vec<(usize, usize)> = text
        .known
        .links
        .iter()
        .filter_map(|l| l.tables())
        .filter(|l| l.0 != l.1)
        .collect();
    let mut near: Vec<(usize, f64)> = refers
        .iter()
        .filter(|l| spoken(text, l.1))
        .map(|l| (l.0, 0.0))
        .collect();
    if near.is_empty() {
        // "People who never attended": whoever is kept.
        let people = |t: usize| text.known.tables[t].words.iter().any(|w| lexicon::is_person(w));
        near.extend(refers.iter().filter(|l| people(l.1)).map(|l| (l.0, -0.2)));
    }
    // Loans are of copies, and copies of titles.
    let far = refers
        .iter()
        .filter(|l| near.iter().any(|n| n.0 == l.1) && !spoken(text, l.0));
    let far: Vec<(usize, f64)> = far.map(|l| (l.0, -0.3)).collect();
    near.extend(far);
    let says = |stem: &String| verb.is_some_and(|v| v.stem.len() > 3 && (*stem == v.stem || synonyms(stem, &v.stem)));
    // "Never returned anything": the verb names the table, and no other is meant.
    let verbal = |s: &String| verb.is_some_and(|v| v.stem.len() > 3 && *s == v.stem);
    // "The gold ones who never came": whose value it is.
    let valued_in = |o: usize| {
        let of = |a: &Atom| matches!(&a.meaning, Meaning::Value { col, .. } if col.table == o) && a.score >= 0.9;
        (0..text.tokens.len()).any(|at| text.at(at).iter().any(of))
    };
    let whose = |t: usize| {
        let mut others = (0..text.known.tables.len()).filter(|o| *o != t && text.known.belongs(t, *o));
        others.any(|o| spoken(text, o) || valued_in(o))
    };
    let named = |t: usize| text.known.tables[t].stems.iter().any(verbal) && whose(t);
    if (0..text.known.tables.len()).any(named) {
        near.retain(|n| named(n.0));
        if near.is_empty() {
            near.extend((0..text.known.tables.len()).filter(|t| named(*t)).map(|t| (t, 0.0)));
        }
    }
    // "Never taken a book out": what goes out is kept in one table.
    if let Some(t) = lent(text, from) {
        near = vec![(t, 0.5)];
    }
    for n in &mut near {
        let table = &text.known.tables[n.0];
        if table.stems.iter().any(says) || table.columns.iter().any(|c| c.stems.iter().any(says)) {
            n.1 += 0.5;
        }
    }
    near.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
    let mut seen: Vec<usize> = Vec::new();
    near.retain(|n| {
        !seen.contains(&n.0) && {
            seen.push(n.0);
            true
        }
    });
    let few = near.len().min(4) as f64;
    let several = near.len() > 1;
    for (t, likely) in near.into_iter().take(5) {
        // Where several tables might keep it, a verb that names none of them has not been understood.
        let table = &text.known.tables[t];
        let meant = |a: &Atom| a.meaning.thing().is_some_and(|thing| thing.table() == t);
        let told = text.at(from).iter().any(meant)
            || table.stems.iter().any(says)
            || table.columns.iter().any(|c| c.stems.iter().any(says));
        let end = if several && unnamed && !valued && !told {
            at + 1
        } else {
            end
        };
        out.push(Edge::new(
            "without",
            at,
            end,
            vec![Act::Without(t)],
            sure + likely - 0.15 * few,
        ));
    }
}

/// The table that a verb of going out means.
fn lent(text: &Text<'_>, at: usize) -> Option<usize> {
    text.at(at).iter().find_map(|a| match a.meaning {
        Meaning::Table(t) if text.lends(at, a.end) => Some(t),
        _ => None,
    })
}

/// Past what only stresses a denial: "at all", "so far", "a single one".
fn tail(text: &Text<'_>, end: usize) -> usize {
    let next = text.past(end, AFTER);
    match (text.word(next), text.word(next + 1)) {
        ("a" | "one", "single") => (next + 3).min(text.tokens.len()),
        _ => next,
    }
}

/// A table that any word names, if only by a column of it.
fn spoken(text: &Text<'_>, table: usize) -> bool {
    let names = |a: &Atom| match a.meaning {
        Meaning::Table(t) => t == table && a.score >= 0.6,
        Meaning::Column(c) => c.table == table && a.score >= 0.9,
        _ => false,
    };
    (0..text.tokens.len()).any(|at| text.at(at).iter().any(names))
}

/// Columns in which nothing stands: no value, nought, or not a row of their table.
fn absences(text: &Text<'_>, at: usize, from: usize, out: &mut Vec<Edge>) {
    let found = columns(text, from);
    for (col, end, score) in found.iter().copied() {
        // "Never been PAT tested": all of a column's name.
        if found.iter().any(|f| f.0 == col && f.1 > end) {
            continue;
        }
        let end = text.past(end, KNOWN);
        let column = text.known.column(col);
        let mut push = |act: Act, score: f64| {
            out.push(Edge::new("without", at, end, vec![act], score));
        };
        let none = |subject: Measure| {
            Act::Compare(Compare {
                subject: Some(subject),
                op: Op::Eq,
                number: 0.0,
                upper: None,
                unit: None,
            })
        };
        let measure = column.is_number() && column.role == Role::Measure;
        // "Haven't paid": a price says what something costs, and not whether anybody paid.
        let paying = matches!(text.word(from), "paid" | "pay" | "pays" | "settled" | "settle");
        let of_paying = |s: &String| {
            ["pay", "paid", "settl", "owe", "due", "balanc", "outstand"]
                .iter()
                .any(|w| s.starts_with(w))
        };
        if measure && paying && !column.stems.iter().any(of_paying) {
            continue;
        }
        // "Pages that never brought in an enquiry", in a sheet with many rows of each.
        if measure && text.word(at) == "never" {
            push(none(Measure::Figure(Agg::Sum, col)), 0.8 + score);
        }
        // Of yes and no, what is left blank is no yes; what says that neither holds is no no.
        if text.is_flag(col) && column.has_gaps() {
            let blank = column.gaps.iter().all(|g| g.trim().is_empty());
            let no = Cond::Yes(col, false);
            let cond = if blank {
                Cond::Any(vec![no, Cond::Null(Expr::Col(col), false)])
            } else {
                no
            };
            push(Act::Where(cond), 0.8 + score);
            continue;
        }
        // "Zero fee" is a fee of nought, and none that nobody knows; so is "no game missed" of a whole number that is nought elsewhere.
        let whole = column.kind == TypeKind::Integer && column.min == Some(0.0) && lexicon::is_not(text.word(at));
        let nought = measure && (text.word(at) == "zero" || whole);
        if column.has_gaps() && !nought {
            push(Act::Where(Cond::Null(Expr::Col(col), false)), 0.6 + score);
            continue;
        }
        if text.is_flag(col) {
            push(Act::Where(Cond::Yes(col, false)), 0.7 + score);
        } else if measure {
            push(none(Measure::Col(col)), 0.5 + score);
        }
        push(Act::Without(col.table), 0.3 + score);
    }
}

/// "Customers with an email", "bookings with kids": one is there, or more than none. What follows the column must not say more of it.
fn had(text: &Text<'_>, at: usize, out: &mut Vec<Edge>) {
    if !matches!(
        text.word(at),
        "have"
            | "has"
            | "having"
            | "with"
            | "brought"
            | "bring"
            | "had"
            | "used"
            | "use"
            | "uses"
            | "using"
            | "gave"
            | "left"
            | "get"
            | "gets"
            | "got"
            | "getting"
            | "receive"
            | "receives"
            | "received"
            | "receiving"
    ) {
        return;
    }
    // "How many people get commission": of whom it is known.
    let counted = (0..at).any(|i| (text.word(i), text.word(i + 1)) == ("how", "many"));
    let from = text.past(at + 1, &["a", "an", "any", "their"]);
    for (col, end, score) in columns(text, from) {
        let end = text.past(end, KNOWN);
        let over = end == text.tokens.len() || matches!(text.word(end), "and" | "but" | "or" | "?" | "," | ".");
        let column = text.known.column(col);
        // A number that is nought for some rows says for which there is none.
        if over && column.is_number() && column.role == Role::Measure && column.min == Some(0.0) {
            let some = Compare {
                subject: Some(Measure::Col(col)),
                op: Op::Gt,
                number: 0.0,
                upper: None,
                unit: None,
            };
            out.push(Edge::new("without", at, end, vec![Act::Compare(some)], 0.4 + score));
        }
        // "Which passengers use a wheelchair", of a column that says yes or no.
        if from > at + 1 && over && column.says_yes_or_no() {
            let acts = vec![Act::Where(Cond::Yes(col, true))];
            out.push(Edge::new("without", at, end, acts, 1.0 + score));
            continue;
        }
        // "Which clients have allergies".
        let several = matches!(text.word(at), "have" | "has") && column.is_text() && text.word(end - 1).ends_with('s');
        let amount = counted && column.is_number() && column.role == Role::Measure;
        if (from > at + 1 || several && at > 0 || amount) && over && column.has_gaps() {
            let mut acts = vec![Act::Where(Cond::Null(Expr::Col(col), true))];
            // 'None' and 'n/a' say that there is none.
            let denies = |v: &&String| {
                matches!(
                    v.trim().to_lowercase().as_str(),
                    "none" | "no" | "nil" | "n/a" | "na" | "-"
                )
            };
            let none: Vec<String> = column.top.iter().filter(denies).cloned().collect();
            if !none.is_empty() {
                acts.push(Act::Where(Cond::Is {
                    col,
                    values: none,
                    not: true,
                }));
            }
            out.push(Edge::new("without", at, end, acts, 0.8 + score));
        }
    }
}

/// The column first: "where segment is missing", "director is null".
fn present(text: &Text<'_>, at: usize, out: &mut Vec<Edge>) {
    // "Which playlists are empty": nothing belongs to them.
    for (ent, end, score) in things(text, at) {
        let next = text.past(end, &["is", "are", "that", "which", "still"]);
        if let (Ent::Table(t), "empty" | "vacant" | "unused", true) = (ent, text.word(next), next > end) {
            let links = text.known.links.iter().filter_map(|l| l.tables());
            for (from, _) in links.filter(|l| l.1 == t && l.0 != t).take(3) {
                let acts = vec![Act::Thing(ent), Act::Without(from)];
                out.push(Edge::new("without", at, next + 1, acts, 1.2 + score));
            }
        }
    }
    for (col, end, score) in columns(text, at) {
        // A key is never empty.
        if text.known.column(col).role == Role::Key {
            continue;
        }
        let next = text.past(end, &["is", "are", "was", "were", "value", "not"]);
        let known = (end..next).any(|i| text.word(i) == "not");
        if matches!(
            text.word(next),
            "missing" | "empty" | "blank" | "unknown" | "null" | "unspecified"
        ) {
            let acts = vec![Act::Where(Cond::Null(Expr::Col(col), known))];
            out.push(Edge::new("without", at, next + 1, acts, 1.0 + score));
        }
    }
}
