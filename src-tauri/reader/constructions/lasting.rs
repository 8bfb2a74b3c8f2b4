//! How long something takes: the days from one day of a row to another. "How long does shipping take", "average length of
//! stay", "longest rental", "took more than 3 weeks to ship".

use askwell_contract::TypeKind;

use super::{Construction, Edge};
use crate::frame::{Act, Compare, Measure, Top};
use crate::known::{Col, Column, Role};
use crate::lexicon;
use crate::link::{Atom, Meaning, Text};
use crate::query::Agg;
use crate::words::{among, TokenKind};

mod pairs;

pub(crate) use pairs::keeps_length;
pub(super) use pairs::pairs;

pub const LASTING: Construction = Construction {
    name: "lasting",
    find,
    reads: &[
        "how long does it take to ship an order",
        "how long does shipping take",
        "orders that took more than 3 weeks to ship",
    ],
    leaves: &["name of the product"],
};

/// Names of days that something begins with.
const STARTS: &[&str] = &[
    "start", "begin", "began", "open", "order", "request", "rais", "report", "check in", "in", "out", "from", "hire",
    "hired", "issu", "book", "creat", "made", "sent", "join", "instal", "placed", "file", "departur", "depart",
    "invoic", "inv", "enquiri", "enquir", "enq", "appli", "applic", "regist", "admiss", "admit", "refer", "receiv",
    "log", "arriv", "arrival", "came",
];
/// And what it ends with.
const ENDS: &[&str] = &[
    "end", "close", "closed", "return", "back", "ship", "deliv", "deliveri", "complet", "resolv", "clear", "left",
    "leav", "leave", "leaves", "discharg", "paid", "pay", "out", "to", "finish", "retir", "remov", "arriv", "arrival",
    "settl", "fulfil", "decis", "decid", "answer", "repli", "receiv",
];
/// Words that stand for a stretch of time with a superlative or a function before them.
const STRETCH: &str = "duration length time turnaround wait stay delay gap days span lead tenure";

/// Verbs that ask how long one of them lasts.
const LASTS: &str =
    "take takes took taken last lasts lasted stay stays stayed wait waits waited before ahead usually each per";

/// Whether the two keep times of day that come soon after each other: a visit from check-in to check-out.
fn within_a_day(text: &Text<'_>, a: Col, b: Col) -> bool {
    const PAIRS: [(&str, &str); 9] = [
        ("in", "out"),
        ("start", "end"),
        ("start", "finish"),
        ("begin", "end"),
        ("depart", "arriv"),
        ("pickup", "dropoff"),
        ("open", "close"),
        ("open", "paid"),
        ("from", "to"),
    ];
    let has = |c: Col, stem: &str| {
        let column = text.known.column(c);
        column.stems.iter().chain(&column.words).any(|w| w == stem)
    };
    if [a, b].iter().all(|c| text.known.column(*c).clock) {
        return true;
    }
    let clocks = [a, b].iter().all(|c| {
        let column = text.known.column(*c);
        !column.days_only && column.kind != TypeKind::Date
    });
    clocks && PAIRS.iter().any(|(first, last)| has(a, first) && has(b, last))
}

/// "Average time per wash type", of rows that keep their minutes: how long, and not at what time of day.
fn average_time(text: &Text<'_>, at: usize, out: &mut Vec<Edge>) {
    let mean = among("average avg mean typical", text.word(at)) && text.word(at + 1) == "time";
    if !mean || among("of to between since from until", text.word(at + 2)) {
        return;
    }
    // "Mins taken" is called so, too.
    let taken = |c: &Column| match c.words.as_slice() {
        [.., unit, last] => last == "taken" && c.is_number() && among("minutes mins hours hrs seconds secs", unit),
        _ => false,
    };
    let lasts = |c: &Column| c.role == Role::Measure && !c.is_made() && (pairs::keeps_length(c) || taken(c));
    let mut found = text.known.all().filter(|(_, c)| lasts(c));
    if let (Some((col, _)), None) = (found.next(), found.next()) {
        let acts = vec![Act::Figure(Agg::Avg, Measure::Col(col))];
        out.push(Edge::new("lasting", at, at + 2, acts, 1.6));
    }
}

fn find(text: &Text<'_>, at: usize, out: &mut Vec<Edge>) {
    average_time(text, at, out);
    let w = |n: usize| text.word(at + n);
    let agg = text
        .tokens
        .iter()
        .find_map(|t| lexicon::aggregate(&t.lower).filter(|a| *a != Agg::Sum));
    let stretch = |word: &str| among(STRETCH, word);
    // "How long", "how many days", "how far ahead", "length of stay", "days to ship".
    let asks = match (w(0), w(1), w(2)) {
        ("how", "long", _) => Some(2),
        ("how", "many", "days" | "nights" | "weeks" | "hours") if matches!(w(3), "ahead") => Some(4),
        ("how", "many", "days" | "nights" | "weeks" | "hours") => Some(3),
        ("how", "far", "in") if w(3) == "advance" => Some(4),
        ("how", "far", "ahead" | "in") => Some(3),
        ("how", "quickly" | "fast" | "soon" | "late" | "early", _) => Some(2),
        ("length" | "duration" | "time", "of", _) => Some(2),
        ("days" | "time", "to", _) => Some(2),
        ("days" | "nights" | "weeks" | "months", "from" | "between", _) if apart(text, at).is_some() => Some(1),
        ("days" | "weeks", "ahead", _) => Some(2),
        ("days" | "weeks", "in", "advance") => Some(3),
        ("days" | "time", "late" | "overdue" | "between", _) => Some(2),
        ("taken" | "spent", "to", _) => Some(2),
        ("hours", "to" | "until" | "till" | "before", _) => Some(2),
        ("hours", "it", "takes" | "took") => Some(3),
        // A column of that name keeps it; "length of stay" is one stretch.
        (word, ..)
            if stretch(word)
                && word != "wait"
                && !(at > 1
                    && text.word(at - 1) == "of"
                    && matches!(text.word(at - 2), "length" | "duration" | "time"))
                && agg.is_some()
                // "Days from received to decision" are between two that are named.
                && !(matches!(w(1), "from" | "between") && (at + 2..at + 8).any(|i| matches!(text.word(i), "to" | "and" | "until")))
                && !super::measures(text, at).iter().any(|m| m.2 > -0.6) =>
        {
            Some(1)
        }
        _ => None,
    };
    if let Some(taken) = asks {
        let end = verb(text, at + taken);
        // "Hours to solve": what is done, where it names nothing.
        let done = text.word(end.saturating_sub(1)) == "to" && text.at(end).is_empty();
        let end = end + usize::from(done && text.tokens.get(end).is_some_and(|t| t.kind == TokenKind::Word));
        let end = apart(text, at).or_else(|| clause(text, end)).unwrap_or(end);
        let hours = (0..text.tokens.len()).any(|i| matches!(text.word(i), "hours" | "minutes" | "mins"));
        // "How many hours was the hall booked for": all of them together.
        let stored = |i: usize| {
            let word = text.word(i);
            let same = |a: &Atom| matches!(&a.meaning, Meaning::Value { value, .. } if value.to_lowercase() == word);
            text.at(i).iter().any(same)
        };
        // Nights are stayed, one after the other.
        let nights = |i: usize| w(2) == "nights" && matches!(text.word(i), "stay" | "stays" | "stayed");
        let lasts = |i: usize| among(LASTS, text.word(i)) && !stored(i) && !nights(i);
        let spent = matches!(w(2), "hours" | "nights") && (w(0), w(1)) == ("how", "many");
        let whole = spent && !(0..text.tokens.len()).any(lasts);
        let usual = if whole { Agg::Sum } else { Agg::Avg };
        // Where the hours of each row are kept, or its minutes, they are meant.
        let kept = |m: &(Col, usize, f64)| {
            let column = text.known.column(m.0);
            m.2 > -0.6 && (w(2) == "hours" || column.words.last().is_some_and(|l| l == w(2)))
        };
        if whole && super::measures(text, at + 2).iter().any(kept) {
            return;
        }
        // "The number of days" are no rows to count.
        let counted = at > 1 && (text.word(at - 2), text.word(at - 1)) == ("number", "of");
        // "Average stay": the two words stand together.
        let joined = at > 0 && asks == Some(1) && lexicon::aggregate(text.word(at - 1)).is_some();
        let start = match () {
            () if counted => at - 2,
            () if joined => at - 1,
            () => at,
        };
        // "Length of a lesson" of what keeps its minutes.
        let of = matches!((w(0), w(1)), ("length" | "duration", "of"));
        let mut lengths = Vec::new();
        if of {
            let of_what = super::things(text, text.past(at + 2, super::ARTICLES));
            let table = of_what.first().map(|t| t.0.table());
            lengths = pairs::lengths(text);
            lengths.retain(|c| table.is_none_or(|t| c.table == t));
        }
        for col in lengths.iter().take(2) {
            let figure = Act::Figure(agg.unwrap_or(Agg::Avg), Measure::Col(*col));
            out.push(Edge::new("lasting", start, at + taken, vec![figure], 1.0));
        }
        for (a, b, score) in pairs(text).into_iter().take(6) {
            let score = if lengths.is_empty() { score } else { score - 0.8 };
            for (e, less) in [(end, 0.0), (at + taken, -0.1)] {
                let stretch = match hours || within_a_day(text, a, b) {
                    true => Measure::Hours(a, b),
                    false => Measure::Days(a, b),
                };
                let figure = Act::Figure(agg.unwrap_or(usual), stretch);
                // "How long does shipping take": what it is of stands between.
                let takes =
                    |i: &usize| matches!(text.word(*i), "take" | "takes" | "took" | "last" | "lasts" | "lasted");
                // A value there names rows: "how long do urgent jobs take".
                let value = |i: usize| {
                    text.at(i)
                        .iter()
                        .any(|a| matches!(a.meaning, Meaning::Value { .. }) && a.score >= 0.5)
                };
                let between = (e + 1..e + 4)
                    .find(takes)
                    .filter(|i| w(1) == "long" && !(e..*i).any(value));
                if let Some(i) = between {
                    let next = verb(text, i);
                    let next = clause(text, next).unwrap_or(i + 1);
                    out.push(Edge::new("lasting", start, next, vec![figure.clone()], 0.4 + score));
                }
                let joined = if joined { 0.3 } else { 0.0 };
                out.push(Edge::new(
                    "lasting",
                    start,
                    e,
                    vec![figure],
                    0.2 + score + less + joined,
                ));
                if e == at + taken {
                    break;
                }
            }
        }
    }
    // The function stands elsewhere in the same question: "how long do they stay on average".
    let shown = |i: usize| {
        matches!((text.word(i), text.word(i + 1)), ("how", "long" | "far"))
            || stretch(text.word(i))
            || matches!(text.word(i), "slowest" | "quickest" | "fastest")
    };
    if agg.is_some() && lexicon::aggregate(w(0)) == agg && (0..text.tokens.len()).any(shown) {
        let start = if at > 0 && text.word(at - 1) == "on" {
            at - 1
        } else {
            at
        };
        out.push(Edge::new("lasting", start, at + 1, Vec::new(), 0.0));
    }
    // "How long was each stay, in days".
    let unit = matches!(
        w(1),
        "days" | "nights" | "hours" | "minutes" | "mins" | "weeks" | "months" | "years"
    );
    if w(0) == "in" && unit && ((0..at).any(shown) || (0..at).any(|i| matches!(text.word(i), "longest" | "shortest"))) {
        out.push(Edge::new("lasting", at, at + 2, Vec::new(), 0.3));
    }
    // "Longest game in moves": what it is long in is said.
    let called = |at: usize| {
        let exact = |m: &(Col, usize, f64)| m.2 > -0.2 && text.known.column(m.0).role == Role::Measure;
        let other = |i: usize| matches!(text.word(i), "stock" | "total" | "credit" | "debt" | "use" | "all");
        let within = |t: &(usize, (Col, usize, f64))| text.word(t.0) == "in" && !other(t.0 + 1) && exact(&t.1);
        let all = (at..text.tokens.len()).flat_map(|i| super::measures(text, i + 1).into_iter().map(move |m| (i, m)));
        all.into_iter().find(within)
    };
    if w(0) == "in" && !unit && (0..at).any(|i| matches!(text.word(i), "longest" | "shortest")) {
        if let Some((_, (_, end, _))) = called(at).filter(|c| c.0 == at) {
            out.push(Edge::new("lasting", at, end, Vec::new(), 0.5));
        }
    }
    if matches!(w(0), "longest" | "shortest") {
        if let Some((_, (col, ..))) = called(at) {
            let top = Top {
                desc: w(0) == "longest",
                by: Some(Measure::Col(col)),
                ..Top::default()
            };
            let end = text.past(at + 1, &["single", "individual"]);
            out.push(Edge::new("lasting", at, end, vec![Act::Top(top)], 1.4));
        }
    }
    // "Longest rental", "slowest delivery".
    let desc = match w(0) {
        "longest" | "slowest" => Some(true),
        "shortest" | "fastest" | "quickest" | "briefest" => Some(false),
        _ => None,
    };
    // "Longest job in hours": what keeps the hours is meant, where something does.
    let spoken = |table: usize| {
        let names = |i: usize| text.at(i).iter().any(|a| a.meaning == Meaning::Table(table));
        (0..text.tokens.len()).any(names)
    };
    let between = desc.map(|_| pairs(text)).unwrap_or_default();
    let visits = between.iter().any(|p| spoken(p.0.table));
    let kept = |i: usize| {
        let unit = text.word(i + 1);
        let short = match unit {
            "minutes" | "mins" => "mins",
            "hours" | "hrs" => "hrs",
            _ => unit,
        };
        let keeps = |at: Col, c: &Column| {
            let named = c.words.last().is_some_and(|l| l == unit || l == short);
            // Days lie between dates, too, and the hours of staff are not those of visits.
            c.is_number() && named && (spoken(at.table) || unit != "days" && !visits)
        };
        text.word(i) == "in" && text.known.all().any(|(at, c)| keeps(at, c))
    };
    if let Some(desc) = desc.filter(|_| !(at..text.tokens.len()).any(kept)) {
        let end = if stretch(w(1)) { at + 2 } else { at + 1 };
        // "Longest anyone ever took to pay".
        let who = [
            "anyone", "anybody", "someone", "we", "they", "has", "have", "ever", "it",
        ];
        let took = text.past(text.past(end, &who), &["took", "taken", "take", "waited", "stayed"]);
        let end = match took > text.past(end, &who) {
            true => text.past(took, &["to"]) + usize::from(text.word(took) == "to"),
            false => end,
        };
        let lengths = pairs::lengths(text);
        for (a, b, score) in between.into_iter().take(4) {
            // Whose seconds are kept is fast by those, and not by the days of something else.
            let told = pairs::told(text, a).or(pairs::told(text, b)).is_some();
            let other = !told && !lengths.is_empty() && lengths.iter().all(|c| c.table != a.table);
            let score = if other { score - 1.2 } else { score };
            let top = Top {
                rows: None,
                desc,
                by: Some(match within_a_day(text, a, b) {
                    true => Measure::Hours(a, b),
                    false => Measure::Days(a, b),
                }),
                ..Top::default()
            };
            out.push(Edge::new("lasting", at, end, vec![Act::Top(top)], 0.1 + score));
        }
    }
    // "Took more than 3 weeks", "longer than 30 days", "within 2 days".
    let (op, next) = match lexicon::comparison(&text.words(at)) {
        Some((op, taken)) => (op, at + taken),
        None => match (w(0), w(1)) {
            ("longer", "than") => (crate::query::Op::Gt, at + 2),
            ("shorter" | "quicker" | "faster", "than") => (crate::query::Op::Lt, at + 2),
            ("within" | "inside", _) => (crate::query::Op::Le, at + 1),
            // "Patients in for 3 weeks or more".
            ("in" | "here" | "stayed" | "stay" | "lasted" | "waited", "for") => {
                let more = lexicon::comparison(&text.words(at + 2));
                more.map_or((crate::query::Op::Ge, at + 2), |(op, taken)| (op, at + 2 + taken))
            }
            _ => return,
        },
    };
    let Some((number, end, Some(unit))) = text.number(next) else {
        return;
    };
    // "3 weeks or more".
    let (op, end) = match lexicon::bound(&text.words(end)) {
        Some((op, taken)) => (op, end + taken),
        None => (op, end),
    };
    // Years are an age where no verb of lasting stands by them.
    let stays = at > 0 && among(LASTS, text.word(at - 1));
    let years = matches!(unit.as_str(), "year" | "years") && (stays || matches!(w(0), "longer" | "shorter"));
    if years
        || matches!(
            unit.as_str(),
            "day" | "days" | "night" | "nights" | "week" | "weeks" | "month" | "months" | "hour" | "hours"
        )
    {
        let end = verb(text, text.past(end, &["to"]));
        // "Repairs that took longer than a week".
        let took = at > 0 && among("took taken take takes lasted last lasts", text.word(at - 1));
        let at = if took { at - 1 } else { at };
        for (a, b, score) in pairs(text).into_iter().take(4) {
            let compare = Compare {
                // "Longer than 2 days" counts from hour to hour where hours are kept.
                subject: Some(match within_a_day(text, a, b) {
                    true => Measure::Hours(a, b),
                    false => Measure::Days(a, b),
                }),
                op,
                number,
                upper: None,
                unit: Some(unit.clone()),
            };
            out.push(Edge::new("lasting", at, end, vec![Act::Compare(compare)], 0.3 + score));
        }
    }
}

/// Where "days from the quote to the move" ends: both of the days are named.
fn apart(text: &Text<'_>, at: usize) -> Option<usize> {
    let from = matches!(text.word(at + 1), "from" | "between");
    let (a, b, _) = *pairs(text).first().filter(|_| from)?;
    let (first, second) = pairs::told(text, a).zip(pairs::told(text, b))?;
    let tied = (first..second).any(|i| matches!(text.word(i), "to" | "and" | "until"));
    (first > at + 1 && tied).then(|| text.past(second + 1, &["day", "date", "being"]))
}

/// Past the words of taking time: "does it take to", "did they stay".
fn verb(text: &Text<'_>, at: usize) -> usize {
    let end = text.past(
        at,
        &[
            "does", "do", "did", "it", "is", "was", "the", "a", "an", "they", "we", "on",
        ],
    );
    let end = text.past(
        end,
        &[
            "take",
            "takes",
            "took",
            "taken",
            "last",
            "lasts",
            "lasted",
            "stay",
            "stays",
            "wait",
            "people",
            "usually",
            "typically",
        ],
    );
    text.past(end, &["to", "for", "us", "until"])
}

/// Where a clause ends that says what is done and from when: "to pay once we've invoiced them", "after the invoice date do we pay".
fn clause(text: &Text<'_>, at: usize) -> Option<usize> {
    const WHO: &[&str] = &[
        "we",
        "weve",
        "we've",
        "they",
        "theyve",
        "they've",
        "it",
        "have",
        "has",
        "been",
        "is",
        "was",
        "the",
        "being",
        "their",
        "they're",
        "i",
        "do",
        "does",
        "did",
        "usually",
        "normally",
        "typically",
        "us",
        "them",
    ];
    let is = |i: usize, list: &[&str]| {
        text.tokens
            .get(i)
            .is_some_and(|t| list.iter().any(|s| *s == t.stem || *s == t.lower))
    };
    let from = |i: usize| matches!(text.word(i), "once" | "after" | "from" | "since");
    let date = |i: usize| i + usize::from(matches!(text.word(i), "date" | "day"));
    // "After the move": a day is called by it.
    let day = |i: usize| {
        let Some(word) = text.tokens.get(i).filter(|t| t.stem.len() > 3) else {
            return false;
        };
        let called = |c: &Column| c.is_time() && c.stems.contains(&word.stem);
        text.known.all().any(|(_, c)| called(c))
    };
    // "To pay once we've invoiced them".
    if text.word(at.checked_sub(1)?) == "to" && is(at, ENDS) {
        let next = text.past(at + 1, WHO);
        let begun = text.past(next + 1, WHO);
        let whole = from(next) && (is(begun, STARTS) || day(begun));
        return Some(if whole {
            text.past(date(begun + 1), &["them", "it"])
        } else {
            at + 1
        });
    }
    // "After the invoice date do we pay".
    let begun = text.past(at + 1, WHO);
    let done = text.past(date(begun + 1), WHO);
    (from(at) && is(begun, STARTS) && is(done, ENDS)).then_some(done + 1)
}
