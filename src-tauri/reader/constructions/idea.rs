//! Words that stand for a condition on a figure: "losing money", "late", "delayed", "free", "active", "overdue",
//! "out of stock".

use super::{absent, first_place, flag, nothing, opposite, Construction, Edge};
use crate::frame::{Act, Compare, Ent, Measure};
use crate::known::{Col, Role};
use crate::link::{Atom, Meaning, Text};
use crate::query::{Cond, Expr, Op};
use crate::words::stem;
use crate::words::TokenKind;

pub const IDEA: Construction = Construction {
    name: "idea",
    find,
    reads: &["products that lost money", "orders that were late"],
    leaves: &[
        "money spent by customer",
        "customers who never turned up",
        "orders that didn't show the price",
        "first names of customers",
    ],
};

fn with_stem<'a>(text: &'a Text<'_>, wanted: &'a [&'a str]) -> impl Iterator<Item = Col> + 'a {
    let all = text.known.all();
    all.filter(|(_, c)| c.stems.iter().chain(&c.words).any(|w| wanted.contains(&w.as_str())))
        .map(|(col, _)| col)
}

fn find(text: &Text<'_>, at: usize, out: &mut Vec<Edge>) {
    let w = |n: usize| text.word(at + n);
    let push = |end: usize, act: Act, score: f64, out: &mut Vec<Edge>| {
        out.push(Edge {
            start: at,
            end,
            acts: vec![act],
            score,
            by: "idea",
        });
    };
    let less = |col: Col, op: Op| {
        Act::Compare(Compare {
            subject: Some(Measure::Col(col)),
            op,
            number: 0.0,
            upper: None,
            unit: None,
        })
    };
    // A loss is a profit below nought, or costs above what came in.
    let loses = matches!((w(0), w(1)), ("lost" | "lose" | "losing" | "loses", "money" | "us"))
        || matches!(w(0), "unprofitable" | "loss-making" | "lossmaking")
        || (matches!(w(0), "made" | "make" | "making") && w(1) == "a" && w(2) == "loss");
    if loses {
        let end = at
            + if w(1) == "a" {
                3
            } else if matches!(w(1), "money" | "us") {
                2
            } else {
                1
            };
        for col in with_stem(text, &["profit"]).filter(|c| text.known.column(*c).is_number()) {
            push(end, less(col, Op::Lt), 1.2, out);
        }
        let gains: Vec<Col> = with_stem(text, &["gross", "revenu", "incom"]).collect();
        for cost in with_stem(text, &["budget", "cost", "expens"]) {
            for gain in gains
                .iter()
                .filter(|g| g.table == cost.table && text.known.column(**g).is_number())
            {
                let (gain, cost) = (Expr::Col(*gain), Expr::Col(cost));
                push(end, Act::Where(Cond::Compare(gain, Op::Lt, cost)), 1.0, out);
            }
        }
    }
    if matches!(w(0), "profitable") || (matches!(w(0), "made" | "make" | "making") && w(1) == "a" && w(2) == "profit") {
        let end = at + if w(1) == "a" { 3 } else { 1 };
        for col in with_stem(text, &["profit"]).filter(|c| text.known.column(*c).is_number()) {
            push(end, less(col, Op::Gt), 0.4, out);
        }
    }
    // What is late has a delay above nought.
    // "Later than we'd promised".
    let than = (w(0), w(1)) == ("later", "than") || (w(0), w(1)) == ("after", "the");
    let promised = text.past(
        at + 2,
        &[
            "we",
            "we'd",
            "wed",
            "they",
            "it",
            "i",
            "had",
            "was",
            "were",
            "been",
            "the",
            "date",
            "day",
            "originally",
        ],
    );
    let than = than
        && matches!(
            text.word(promised),
            "promised" | "agreed" | "planned" | "expected" | "due" | "scheduled" | "quoted"
        );
    let late = than || matches!(w(0), "late" | "delayed" | "overdue");
    let early = matches!(w(0), "early" | "ahead");
    let punctual = w(0) == "punctual" || (w(0), w(1)) == ("on", "time");
    // A text of the same rows that says so needs no reckoning.
    let stored = |due: &Col| w(0) == "overdue" && told(text, at, due.table);
    if late || early || punctual {
        let end = match () {
            () if than => promised + 1,
            () if w(0) == "on" => at + 2,
            () => at + 1,
        };
        let op = match (punctual, late) {
            (true, _) => Op::Le,
            (false, true) => Op::Gt,
            (false, false) => Op::Lt,
        };
        let before: Vec<String> = (at.saturating_sub(2)..at).map(|i| stem(text.word(i))).collect();
        for col in with_stem(text, &["delay", "late", "overdu"]).filter(|c| text.known.column(*c).is_number()) {
            let said = |w: &String| {
                let w = stem(w);
                before.contains(&w)
                    || (w.starts_with("dep") && before.iter().any(|b| matches!(b.as_str(), "left" | "leav" | "depart")))
                    || (w.starts_with("arr") && before.iter().any(|b| matches!(b.as_str(), "arriv" | "land" | "came")))
            };
            let score = if text.known.column(col).words.iter().any(said) {
                1.1
            } else {
                0.4
            };
            push(end, less(col, op), score, out);
        }
        // What is late is not on time.
        for (col, c) in text.known.all().filter(|(c, _)| text.is_flag(*c)) {
            if c.words.windows(2).any(|w| w == ["on", "time"]) || c.words.iter().any(|w| w == "punctual") {
                push(end, Act::Where(Cond::Yes(col, !late)), 0.8, out);
            }
        }
        // Two days of one table: what was due, and when it came.
        for due in with_stem(
            text,
            &[
                "due", "promis", "expect", "deadlin", "requir", "schedul", "plan", "target", "agre",
            ],
        ) {
            if !text.known.column(due).is_time() || stored(&due) {
                continue;
            }
            for done in with_stem(
                text,
                &[
                    "return", "deliv", "deliveri", "ship", "complet", "paid", "actual", "arriv", "close", "fulfil",
                    "fulfill", "finish", "back", "receiv", "end", "recd", "decis", "decid", "resolv", "issu", "out",
                ],
            ) {
                if done.table == due.table && done != due && text.known.column(done).is_time() {
                    // What every row has before it is due is where it began.
                    let began = !text.known.column(done).has_gaps() && done.column < due.column;
                    push(
                        end,
                        Act::Where(Cond::Compare(Expr::Col(done), op, Expr::Col(due))),
                        if began { 0.0 } else { 0.6 },
                        out,
                    );
                }
            }
        }
    }
    // A cancelled thing has nothing where the others have when it happened.
    if matches!(w(0), "cancelled" | "canceled") {
        for (col, c) in text.known.all() {
            let happened = c.words.iter().any(|w| {
                matches!(
                    w.as_str(),
                    "departure" | "dep" | "arrival" | "arr" | "completed" | "actual"
                )
            });
            let time = c.words.iter().any(|w| matches!(w.as_str(), "time" | "date"));
            let planned = c
                .words
                .iter()
                .any(|w| matches!(w.as_str(), "scheduled" | "sched" | "planned"));
            if happened && time && !planned && c.nulls > 0 {
                push(at + 1, Act::Where(Cond::Null(Expr::Col(col), false)), 0.3, out);
            }
        }
    }
    // "Free delivery": nothing was asked for it.
    if w(0) == "free" && matches!(w(1), "shipping" | "delivery" | "postage" | "carriage") {
        for col in with_stem(text, &["ship", "deliveri", "postag", "carriag", "freight"])
            .filter(|c| text.known.column(*c).is_number() && text.known.column(*c).role == Role::Measure)
        {
            push(at + 2, less(col, Op::Eq), 1.2, out);
        }
    }
    if matches!(w(0), "free" | "complimentary") {
        for col in with_stem(text, &["price", "cost", "fee", "charg"]).filter(|c| text.known.column(*c).is_number()) {
            push(at + 1, less(col, Op::Eq), 0.3, out);
            // "That wasn't free": something was asked for it.
            let shut = |i: usize| text.tokens.get(i).is_none_or(|t| t.kind == TokenKind::Mark);
            let denied = at > 0 && text.word(at - 1) != "no" && crate::lexicon::is_not(text.word(at - 1));
            if denied && shut(at + 1) {
                out.push(Edge::new("idea", at - 1, at + 1, vec![less(col, Op::Gt)], 1.2));
            }
        }
    }
    behind(text, at, out);
    absent::find(text, at, out);
    flag::find(text, at, out);
    first_place::find(text, at, out);
    nothing::find(text, at, out);
    opposite::find(text, at, out);
    overdue(text, at, out);
    stocked(text, at, out);
    flags(text, at, out);
    noted(text, at, out);
}

/// "In arrears", "behind with the rent", "those who are behind": something is owed.
fn behind(text: &Text<'_>, at: usize, out: &mut Vec<Edge>) {
    let end = match (text.word(at), text.word(at + 1)) {
        ("in", "arrears" | "debt") => at + 2,
        ("behind", "" | "?" | "." | ",") => at + 1,
        ("behind", "with" | "on" | "in") => {
            let next = text.past(at + 2, &["the", "their", "his", "her"]);
            match text.word(next) {
                "rent" | "payment" | "payments" | "subs" | "fees" | "bills" => next + 1,
                _ => return,
            }
        }
        _ => return,
    };
    for col in with_stem(text, &["arrear", "debt", "owe", "owed", "outstand"]) {
        if text.known.column(col).is_number() && text.known.column(col).role == Role::Measure {
            let more = Compare {
                subject: Some(Measure::Col(col)),
                op: Op::Gt,
                number: 0.0,
                upper: None,
                unit: None,
            };
            out.push(Edge::new("idea", at, end, vec![Act::Compare(more)], 1.2));
        }
    }
}

/// "Damaged", "what was damaged": few rows have anything to say of their `damage`, and those are meant.
fn noted(text: &Text<'_>, at: usize, out: &mut Vec<Edge>) {
    let word = text.word(at);
    if !word.ends_with("ed") || word.len() < 6 {
        return;
    }
    let named = stem(word);
    let from = at.saturating_sub(usize::from(
        at > 0 && matches!(text.word(at - 1), "got" | "get" | "was" | "were" | "are" | "been"),
    ));
    for (col, c) in text.known.all() {
        let sparse = c.is_text() && !c.is_time() && c.rows > 0 && c.nulls * 2 > c.rows && c.nulls < c.rows;
        if sparse && !text.is_flag(col) && c.stems.last() == Some(&named) && c.words.last().is_some_and(|w| w != word) {
            let acts = vec![Act::Where(Cond::Null(Expr::Col(col), true))];
            out.push(Edge::new("idea", from, at + 1, acts, 1.2));
        }
    }
}

/// Whether the word is itself a text of a table's rows.
fn told(text: &Text<'_>, at: usize, table: usize) -> bool {
    let same =
        |a: &Atom| matches!(a.meaning, Meaning::Value { col, part: false, .. } if col.table == table && !a.loose);
    text.at(at).iter().any(same)
}

/// "Overdue", "past due": the day on which it was due is gone by, and nothing says that it is done.
fn overdue(text: &Text<'_>, at: usize, out: &mut Vec<Edge>) {
    let end = match (text.word(at), text.word(at + 1)) {
        ("overdue", _) => at + 1,
        ("past", "due") => at + 2,
        _ => return,
    };
    let Some(today) = &text.asked.today else { return };
    let day = |c: &Col| text.known.column(*c).is_time();
    for due in with_stem(text, &["due", "deadlin", "expir", "target"]).filter(|c| day(c) && !told(text, at, c.table)) {
        let done = with_stem(
            text,
            &[
                "return", "paid", "deliv", "deliveri", "complet", "close", "receiv", "finish", "settl", "resolv",
                "back", "decis", "book", "done",
            ],
        );
        let gone = || Cond::When {
            col: due,
            from: Some(today.clone()),
            to: None,
            not: true,
        };
        let ours = |c: &Col| c.table == due.table && *c != due;
        let mut some = false;
        for done in done.filter(ours) {
            let undone = match () {
                () if day(&done) && text.known.column(done).has_gaps() => Cond::Null(Expr::Col(done), false),
                () if text.is_flag(done) => Cond::Yes(done, false),
                () => continue,
            };
            some = true;
            let conds = vec![undone, gone()];
            out.push(Edge::new("idea", at, end, vec![Act::Where(Cond::All(conds))], 0.9));
        }
        // Nothing tells when it was done.
        if !some {
            out.push(Edge::new("idea", at, end, vec![Act::Where(gone())], 0.5));
        }
    }
}

/// "Out of stock", "in stock", "running low", "need to reorder": what is there against nought, or against the level at which
/// more is ordered.
fn stocked(text: &Text<'_>, at: usize, out: &mut Vec<Edge>) {
    let w = |n: usize| text.word(at + n);
    let (level, end) = match (w(0), w(1), w(2)) {
        ("out", "of", "stock") => (Some(Op::Le), at + 3),
        ("sold", "out", _) => (Some(Op::Le), at + 2),
        ("in", "stock", _) => (Some(Op::Gt), at + 2),
        ("low", "on", "stock") | ("running", "low", "on") => (None, at + 3),
        ("low", "stock", _) | ("running" | "run" | "runs", "low", _) | ("need" | "needs", "reordering", _) => {
            (None, at + 2)
        }
        ("need" | "needs" | "have", "to", "reorder" | "restock") => (None, at + 3),
        ("need" | "needs", "to", "be") if matches!(w(3), "reordered" | "restocked" | "ordered") => (None, at + 4),
        ("reorder" | "restock", ..) => (None, at + 1),
        ("below" | "under", ..) => match text.past(at + 1, &["the", "their", "its", "our"]) {
            next if matches!(text.word(next), "reorder" | "restock" | "minimum") => {
                return below(
                    text,
                    at,
                    next + 1 + usize::from(matches!(text.word(next + 1), "level" | "point" | "stock")),
                    out,
                );
            }
            _ => return,
        },
        _ => return,
    };
    for (there, least) in stocks(text) {
        let bounds = match level {
            Some(op) => Some((op, Expr::Num(0.0))),
            None => least.map(|l| (Op::Le, Expr::Col(l))),
        };
        out.extend(bounds.map(|(op, bound)| stock_edge(at, end, there, op, bound)));
    }
}

/// "Below the reorder level": not at it.
fn below(text: &Text<'_>, at: usize, end: usize, out: &mut Vec<Edge>) {
    for (there, least) in stocks(text) {
        out.extend(least.map(|l| stock_edge(at, end, there, Op::Lt, Expr::Col(l))));
    }
}

fn stock_edge(at: usize, end: usize, there: Col, op: Op, bound: Expr) -> Edge {
    let acts = vec![
        Act::Thing(Ent::Table(there.table)),
        Act::Where(Cond::Compare(Expr::Col(there), op, bound)),
    ];
    Edge::new("idea", at, end, acts, 1.4)
}

/// How much is there, and each level at which more is ordered.
fn stocks(text: &Text<'_>) -> Vec<(Col, Option<Col>)> {
    let numbers = |wanted: &'static [&'static str]| {
        let all = text.known.all().filter(|(_, c)| c.is_number() && !c.is_made());
        all.filter(|(_, c)| c.words.iter().any(|w| wanted.contains(&w.as_str())))
            .map(|(col, _)| col)
    };
    let levels: Vec<Col> = numbers(&["reorder", "restock", "threshold", "minimum", "min"]).collect();
    let mut out = Vec::new();
    for there in numbers(&["stock", "hand", "inventory", "onhand"]).filter(|c| !levels.contains(c)) {
        let least: Vec<Option<Col>> = levels
            .iter()
            .filter(|l| l.table == there.table)
            .map(|l| Some(*l))
            .collect();
        let least = if least.is_empty() { vec![None] } else { least };
        out.extend(least.into_iter().map(|l| (there, l)));
    }
    out
}

/// How something ended, and the columns that keep it: "won" and "lost" of `elected`, "failed" of `passed`.
fn outcome(word: &str) -> Option<(bool, &'static [&'static str])> {
    const WON: &[&str] = &["won", "win", "winner", "elect", "victori", "success"];
    const PASSED: &[&str] = &["pass"];
    Some(match word {
        "won" | "win" | "wins" | "winner" | "winners" | "winning" | "elected" | "successful" => (true, WON),
        "lost" | "lose" | "loses" | "loser" | "losers" | "losing" | "unsuccessful" | "beaten" => (false, WON),
        "passed" | "pass" | "passes" => (true, PASSED),
        "failed" | "fail" | "fails" | "failing" | "failures" => (false, PASSED),
        _ => return None,
    })
}

/// A yes-or-no column by its name: "active members", "not discontinued", "inactive".
fn flags(text: &Text<'_>, at: usize, out: &mut Vec<Edge>) {
    if absent::is_told(text, at) {
        return;
    }
    let (from, not) = match crate::lexicon::is_not(text.word(at)) {
        true => (at + 1, true),
        false => (at, false),
    };
    let word = stem(text.word(from));
    if word.len() < 3 {
        return;
    }
    let mut opposite: Vec<String> = crate::words::lexicon::opposite_of(text.word(from)).collect();
    // What is owed is not paid.
    let owed = matches!(
        text.word(from),
        "owe" | "owes" | "owed" | "owing" | "outstanding" | "overdue"
    );
    opposite.extend(owed.then(|| stem("paid")));
    if text.is_gone(from) {
        opposite.extend(["active", "current"].map(stem));
    }
    let (ended, end) = match (text.word(from), text.word(from + 1)) {
        ("got" | "get" | "getting", "in" | "elected") => (outcome("won"), from + 2),
        (word, _) => (outcome(word), from + 1),
    };
    // "Backs away from" of `backs_from` is no `backing`, and "from" is none of it.
    if let Some((col, end)) = text.phrasal_flag(from) {
        return out.push(Edge::new("idea", at, end, vec![Act::Where(Cond::Yes(col, !not))], 1.4));
    }
    if word == "from" {
        return;
    }
    for (col, c) in text.known.all() {
        if !text.is_flag(col) {
            continue;
        }
        let stems: Vec<String> = c
            .words
            .iter()
            .map(|w| stem(w))
            .filter(|w| {
                !matches!(
                    w.as_str(),
                    "is" | "has" | "flag" | "was" | "yn" | "y" | "n" | "ind" | "indicator"
                )
            })
            .collect();
        let begun = || crate::link::is_begun(&text.tokens[from], c);
        if let Some((won, _)) = ended.filter(|e| stems.len() == 1 && e.1.contains(&stems[0].as_str())) {
            let acts = vec![Act::Where(Cond::Yes(col, won != not))];
            out.push(Edge::new("idea", at, end, acts, 0.7));
            continue;
        }
        let more = text.tokens.get(from + 1).is_some_and(|t| stems.contains(&t.stem));
        // "Hasn't signed consent" says all of the name.
        if not && more && stems.len() == 2 && word != stems[0] {
            continue;
        }
        let head = stems.first() == Some(&word)
            && stems.iter().all(|s| s.chars().all(char::is_alphabetic))
            && text.is_head(from);
        let other = stems.len() > 1 && !more && (head || text.known.is_rows(&word));
        let yes = (stems.contains(&word) || begun()) && stems.len() <= 2 && !other;
        let no = stems.len() == 1 && opposite.contains(&stems[0]);
        // "Unread letters" of `letter_read`: the name says of what it is, and so does the question.
        let of_it = match stems.as_slice() {
            [of, done] => more && opposite.contains(done) && text.tokens[from + 1].stem == *of,
            _ => false,
        };
        if of_it {
            let acts = vec![Act::Where(Cond::Yes(col, not))];
            out.push(Edge::new("idea", at, from + 2, acts, 1.2));
        } else if yes || no {
            let acts = vec![Act::Where(Cond::Yes(col, yes != not))];
            out.push(Edge {
                start: at,
                end: from + 1,
                acts,
                score: 0.6,
                by: "idea",
            });
        }
    }
}
