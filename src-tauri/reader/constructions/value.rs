//! A stored value, alone or with its column before or behind: "country France", "comedy movies", "not in Paris".

use super::{value_cond, Construction, Edge, ARTICLES};
use crate::frame::{Act, Compare, Measure};
use crate::known::{Col, Column, Role};
use crate::lexicon;
use crate::link::{says_unit, Atom, Meaning, Text};
use crate::query::{Cond, Expr, Op};
use crate::words::{among, Token, TokenKind};

pub const VALUE: Construction = Construction {
    name: "value",
    find,
    reads: &[
        "customers from France",
        "products in the category Tea",
        "orders not from Germany",
        "products apart from Tea",
        "orders of customer 12",
        "orders by month, leaving out customers from France",
    ],
    leaves: &["which customers are there", "top customers 5 or more"],
};

const BETWEEN: &[&str] = &[
    "is", "are", "was", "were", "of", "=", "equals", "named", "called", "in", "the", "as", ":", "to", "a", "an", "be",
    "being",
];

fn find(text: &Text<'_>, at: usize, out: &mut Vec<Edge>) {
    value(text, at, at, None, out);
    // "Still open", where that is stored, says it of now.
    if text.word(at) == "still" {
        let known = out.len();
        value(text, at, at + 1, None, out);
        let stored = |e: &Edge| text.at(at + 1).iter().any(|a| a.end == e.end && !a.loose);
        let found: Vec<Edge> = out.drain(known..).filter(|e| stored(e)).collect();
        out.extend(found.into_iter().map(|e| Edge {
            score: e.score + 0.4,
            ..e
        }));
    }
    left_out(text, at, out);
    numbered(text, at, out);
    sized(text, at, out);
    // The column before: only its own values.
    for atom in text.at(at) {
        let Meaning::Column(c) = atom.meaning else { continue };
        let next = text.past(atom.end, BETWEEN);
        let (next, not) = match lexicon::is_not(text.word(next)) {
            true => (text.past(next + 1, BETWEEN), true),
            false => (next, false),
        };
        for v in text.at(next) {
            match &v.meaning {
                Meaning::Value { col, value, part } if *col == c => {
                    let acts = vec![Act::Where(spelt(text, v, value_cond(c, value, *part, not)))];
                    let score = 0.9 + atom.score.max(0.05).ln() + v.score.max(0.05).ln();
                    out.push(Edge {
                        start: at,
                        end: v.end,
                        acts,
                        score,
                        by: "value",
                    });
                }
                _ => {}
            }
        }
        quoted(text, at, next, c, not, out);
        lettered(text, at, (atom.end, c), out);
    }
}

/// "50m races", "500g jars": a number written together with its unit is what a column says that is called by the unit.
fn sized(text: &Text<'_>, at: usize, out: &mut Vec<Edge>) {
    const COMPARED: &str =
        "over under than least most about around to and or below above within between up exceeding not > < = >= <=";
    let word = text.word(at);
    let digits = word.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let unit = &word[digits.len()..];
    let compared = at > 0 && among(COMPARED, text.word(at - 1));
    // "50m" may be fifty million elsewhere.
    let clock = matches!(unit, "" | "am" | "pm");
    let Some(number) = digits.parse::<f64>().ok().filter(|_| !compared && !clock) else {
        return;
    };
    let called = |c: &Column| {
        let last = c.words.last().filter(|_| c.words.len() > 1);
        let few = c.is_number() && c.distinct <= 30 && c.spans(std::iter::once(number));
        few && last.is_some_and(|w| says_unit(unit, w))
    };
    for (col, _) in text.known.all().filter(|(_, c)| called(c)) {
        let compare = Compare {
            subject: Some(Measure::Col(col)),
            op: Op::Eq,
            number,
            upper: None,
            unit: None,
        };
        out.push(Edge::new("value", at, at + 1, vec![Act::Compare(compare)], 0.9));
    }
}

/// "Leaving out cancelled ones", "cancelled rides left out", "not counting Germany", "cancelled ones dont count".
fn left_out(text: &Text<'_>, at: usize, out: &mut Vec<Edge>) {
    let (lead, behind) = leaves_out(text, at);
    let from = text.past(
        at + lead,
        &[
            "the",
            "all",
            "any",
            "those",
            "from",
            "anyone",
            "anybody",
            "anything",
            "everything",
            "ones",
            "which",
            "that",
            "who",
            "is",
            "are",
            "was",
            "were",
            "been",
            "got",
            "with",
            "has",
            "have",
            "had",
        ],
    );
    let mut found = Vec::new();
    value(text, at, from, Some(true), &mut found);
    for atom in text.at(from) {
        if let Meaning::Column(col) = &atom.meaning {
            // "Not counting tips": a sum of something else has none of them in it.
            let column = text.known.column(*col);
            if lead > 0 && column.is_number() && column.role == Role::Measure && !text.is_flag(*col) {
                found.push(Edge::new(
                    "value",
                    at,
                    atom.end,
                    Vec::new(),
                    0.9 + atom.score.max(0.05).ln(),
                ));
            }
            if text.is_flag(*col) && (lead > 0 || is_left_out(text, atom.end).is_some()) {
                let acts = vec![Act::Where(Cond::Yes(*col, false))];
                found.push(Edge::new("value", at, atom.end, acts, 0.4 + atom.score.max(0.05).ln()));
            }
        }
    }
    for e in found {
        let ends = (e.end..e.end + 3).find_map(|i| {
            let left = is_left_out(text, i).filter(|_| lead == 0).map(|taken| i + taken);
            left.or_else(|| (behind && text.word(i) == "out").then_some(i + 1))
        });
        let end = match (lead, behind) {
            (0, _) | (_, true) => ends,
            _ => Some(rest(text, e.end)),
        };
        // What is left out is so row by row, whatever is counted or listed.
        let row = |act: Act| match act {
            Act::Where(cond) => Act::LeftOut(cond),
            act => act,
        };
        out.extend(end.map(|end| Edge {
            end,
            score: e.score + 0.8,
            acts: e.acts.into_iter().map(row).collect(),
            ..e
        }));
    }
}

/// How many words here say that what follows is left out, and whether an "out" has to stand behind it.
fn leaves_out(text: &Text<'_>, at: usize) -> (usize, bool) {
    let verb = |w: &str| matches!(w, "count" | "include");
    let before = at.checked_sub(1).and_then(|i| text.tokens.get(i));
    let begins = before.is_none_or(|t| t.kind == TokenKind::Mark || t.is_any(&["and", "but", "please", "so"]));
    match (text.word(at), text.word(at + 1), text.word(at + 2)) {
        ("leaving" | "leave", "out" | "aside", _) | ("setting" | "putting", "aside", _) | ("never", "mind", _) => {
            (2, false)
        }
        ("not" | "without", "counting" | "including", _) => (2, false),
        // "Which packages do not include breakfast" orders nothing.
        ("dont" | "don't", w, _) if verb(w) && begins => (2, false),
        ("do", "not", w) if verb(w) && begins => (3, false),
        ("leaving" | "leave", ..) => (1, true),
        ("ignoring" | "ignore" | "disregarding" | "excluding" | "exclude" | "skipping", ..) => (1, false),
        _ => (0, false),
    }
}

/// How many words here say that what stands before is left out.
fn is_left_out(text: &Text<'_>, at: usize) -> Option<usize> {
    Some(match (text.word(at), text.word(at + 1), text.word(at + 2)) {
        ("left", "out", _) => 2,
        ("excluded" | "ignored" | "aside", ..) => 1,
        ("dont" | "don't" | "shouldnt" | "shouldn't", "count", _) | ("not", "counted", _) => 2,
        ("do" | "should", "not", "count") | ("are" | "is", "not", "counted") => 3,
        _ => return None,
    })
}

/// Past the things that are named by what they are like: "cancelled ones", "cancelled bookings".
fn rest(text: &Text<'_>, end: usize) -> usize {
    let next = text.past(end, &["ones", "one"]);
    let table = |a: &&Atom| matches!(a.meaning, Meaning::Table(_)) && a.score >= 0.8;
    let last = text.at(next).iter().find(table).filter(|_| next == end);
    last.map_or(next, |a| a.end)
}

/// "Farm 3", "room 12": the thing whose key is the number.
fn numbered(text: &Text<'_>, at: usize, out: &mut Vec<Edge>) {
    for atom in text.at(at) {
        let Meaning::Table(t) = atom.meaning else { continue };
        let Some(number) = text.tokens.get(atom.end).filter(|n| n.kind == TokenKind::Number) else {
            continue;
        };
        let whole = number
            .number
            .filter(|n| n.fract() == 0.0 && number.text.starts_with(|c: char| c.is_ascii_digit()));
        let time = text.at(atom.end).iter().any(|a| matches!(a.meaning, Meaning::Time(_)));
        let more = lexicon::bound(&text.words(atom.end + 1)).is_some() || text.open(atom.end);
        let key = text.known.key(t).filter(|k| text.known.column(*k).kind.is_number());
        // "Customers 5" counts nothing that has a number: only one thing is called by it.
        let one = text.tokens[atom.end - 1].lower == text.tokens[atom.end - 1].stem
            || !text.word(atom.end - 1).ends_with('s');
        if let (Some(n), Some(key), false, false, true) = (whole, key, time, more, one) {
            out.push(Edge {
                start: at,
                end: atom.end + 1,
                acts: vec![Act::Where(Cond::Compare(Expr::Col(key), Op::Eq, Expr::Num(n)))],
                score: 0.3 + atom.score.max(0.05).ln(),
                by: "value",
            });
        }
    }
}

/// "Zone A", "grade b": one letter or figure is a value right behind its column, though it may be an article elsewhere.
fn lettered(text: &Text<'_>, at: usize, (end, c): (usize, Col), out: &mut Vec<Edge>) {
    let column = text.known.column(c);
    let is = |token: &Token, v: &str| token.lower.chars().count() == 1 && v.trim().to_lowercase() == token.lower;
    let token = text.tokens.get(end).filter(|_| column.is_text());
    let value = token.and_then(|t| column.top.iter().find(|v| is(t, v)));
    if let Some(value) = value {
        let acts = vec![Act::Where(value_cond(c, value, false, false))];
        out.push(Edge::new("value", at, end + 1, acts, 1.3));
    }
}

/// A quotation that no index knows is looked for in the column that stands before it.
fn quoted(text: &Text<'_>, at: usize, next: usize, c: Col, not: bool, out: &mut Vec<Edge>) {
    let Some(token) = text.tokens.get(next).filter(|t| t.kind == TokenKind::Quoted) else {
        return;
    };
    if text.known.column(c).is_text() && !text.at(next).iter().any(|a| matches!(a.meaning, Meaning::Value { .. })) {
        let acts = vec![Act::Where(value_cond(c, &token.text, false, not))];
        out.push(Edge {
            start: at,
            end: next + 1,
            acts,
            score: -0.4,
            by: "value",
        });
    }
}

fn value(text: &Text<'_>, at: usize, from: usize, denied: Option<bool>, out: &mut Vec<Edge>) {
    let apart = matches!(
        (text.word(from), text.word(from + 1)),
        ("apart" | "aside", "from") | ("but" | "save", "for") | ("bar", "the") | ("rather", "than") | ("instead", "of")
    );
    // A denial may be part of a text: 'No working shown'.
    let whole = |a: &Atom| matches!(a.meaning, Meaning::Value { part: false, .. }) && !a.loose && a.end > from + 1;
    let denies = lexicon::is_not(text.word(from)) && !text.at(from).iter().any(whole);
    if denied.is_none() && (apart || denies || matches!(text.word(from), "besides" | "other")) {
        let mut next = from + 1 + usize::from(apart);
        // "Not done", where that is stored.
        let done = |a: &Atom| matches!(&a.meaning, Meaning::Value { value, .. } if value.eq_ignore_ascii_case("done"));
        let stored = |at: usize| text.word(at) == "done" && text.at(at).iter().any(done);
        while !stored(next)
            && matches!(
                text.word(next),
                "in" | "from"
                    | "by"
                    | "at"
                    | "of"
                    | "the"
                    | "than"
                    | "for"
                    | "to"
                    | "with"
                    | "a"
                    | "an"
                    | "on"
                    | "out"
                    | "is"
                    | "are"
                    | "be"
                    | "been"
                    | "had"
                    | "have"
                    | "got"
                    | "any"
                    | "yet"
                    | "ever"
                    | "done"
            )
        {
            next += 1;
        }
        value(text, at, next, Some(true), out);
        // "Dont fly out of LaGuardia": what is not done stands between.
        let verb = text.past(
            next + 1,
            &[
                "out", "of", "from", "to", "in", "at", "the", "any", "with", "for", "by", "on", "a",
            ],
        );
        if verb > next && !lexicon::is_filler(text.word(next)) {
            value(text, at, verb, Some(true), out);
        }
        return;
    }
    let not = denied.unwrap_or(false);
    let values: Vec<&Atom> = text
        .at(from)
        .iter()
        .filter(|a| matches!(a.meaning, Meaning::Value { .. }))
        .collect();
    for v in values.iter().take(10) {
        let Meaning::Value { col, value, part } = &v.meaning else {
            continue;
        };
        let mut conds = vec![spelt(text, v, value_cond(*col, value, *part, not))];
        let mut score = 0.5 + v.score.max(0.05).ln();
        // The column behind: "the Tea category".
        let mut end = v.end;
        // "When was Ann Hill last in" speaks of no last name.
        let order = matches!(text.word(end), "last" | "first" | "next");
        // "Goat breed": a word that another column is nearer to is not the column of the goats.
        let nearer = |a: &Atom| {
            let rival = |b: &Atom| matches!(b.meaning, Meaning::Column(_)) && b.end == a.end && b.score > a.score;
            a.loose && text.at(a.start).iter().any(rival)
        };
        let behind = |a: &&Atom| a.meaning == Meaning::Column(*col) && !order && !nearer(a);
        if let Some(a) = text.at(end).iter().find(behind) {
            end = a.end;
            score += 0.5;
        }
        // The same words as a part of more texts: all of them are meant.
        if !*part && !not {
            let whole = |a: &&&Atom| {
                matches!(&a.meaning, Meaning::Value { col: c, part: true, .. } if c == col) && a.end == v.end
            };
            if values.iter().any(|a| whole(&a)) {
                score -= 0.1;
            }
        }
        let before = at.checked_sub(1).map(|b| text.word(b)).unwrap_or_default();
        if matches!(before, "in" | "from" | "of" | "at" | "by" | "for" | "to" | "with") {
            score += 0.1;
        }
        if ARTICLES.contains(&before) && v.loose {
            score -= 0.2;
        }
        // "The most patients": what is counted is no value that only means the like.
        if matches!(before, "most" | "fewest" | "many" | "more" | "fewer") && v.loose && v.score < 0.7 {
            score -= 1.0;
        }
        if let (Some(end), false) = (nowhere(text, at, end), not) {
            let none = value_cond(*col, value, *part, true);
            let acts = vec![Act::Where(spelt(text, v, none))];
            out.push(Edge::new("value", at, end, acts, score + 0.6));
        }
        // "Paid or otherwise" is no condition.
        if let ("or" | "and", "otherwise") = (text.word(end), text.word(end + 1)) {
            out.push(Edge::new("value", at, end + 2, Vec::new(), score + 0.8));
        }
        let acts: Vec<Act> = conds.drain(..).map(Act::Where).collect();
        if not {
            out.extend(and_others(text, (at, end), *col, &acts, score));
        }
        out.push(Edge {
            start: at,
            end,
            acts,
            score,
            by: "value",
        });
    }
    if let Some(token) = text
        .tokens
        .get(from)
        .filter(|t| t.kind == TokenKind::Quoted && values.is_empty())
    {
        for table in 0..text.known.tables.len().min(40) {
            if let Some(col) = text.known.label(table).filter(|c| text.known.column(*c).is_text()) {
                let acts = vec![Act::Where(value_cond(col, &token.text, false, not))];
                out.push(Edge {
                    start: at,
                    end: from + 1,
                    acts,
                    score: -1.5,
                    by: "value",
                });
            }
        }
    }
}

/// "Shops where tea was never sold": what is denied of the value between "where" and "never". Where these words end.
fn nowhere(text: &Text<'_>, at: usize, end: usize) -> Option<usize> {
    let first = (0..at).rev().find(|i| !ARTICLES.contains(&text.word(*i)))?;
    let never = text.past(end, &["has", "have", "had", "was", "were", "is", "are"]);
    if !matches!(text.word(first), "where" | "when") || text.word(never) != "never" {
        return None;
    }
    let verb = text.past(never + 1, &["once", "been", "yet"]);
    let said = text.tokens.get(verb).filter(|t| t.kind == TokenKind::Word)?;
    let named = |a: &Atom| a.score >= 0.9 && matches!(a.meaning, Meaning::Value { .. } | Meaning::Table(_));
    let plain = !lexicon::is_filler(&said.lower) && !text.at(verb).iter().any(named);
    plain.then(|| text.past(verb + 1, &["up", "out", "in", "by", "over", "off"]))
}

/// "Leaving out companies and trusts": what is left out of a list is all of it.
fn and_others(text: &Text<'_>, (at, mut end): (usize, usize), col: Col, first: &[Act], score: f64) -> Option<Edge> {
    let mut acts = first.to_vec();
    loop {
        // "Who dropped out or are waiting".
        let over = text.past(end, &["out", "off"]);
        let next = text.past(over, &[",", "and", "or", "nor", "&"]);
        let from = text.past(
            next,
            &[
                "the", "any", "all", "from", "in", "for", "who", "is", "are", "was", "were",
            ],
        );
        let of = |a: &&Atom| matches!(&a.meaning, Meaning::Value { col: c, .. } if *c == col) && a.score >= 0.5;
        let Some(atom) = text.at(from).iter().find(of).filter(|_| next > over) else {
            break;
        };
        if let Meaning::Value { value, part, .. } = &atom.meaning {
            acts.push(Act::Where(spelt(text, atom, value_cond(col, value, *part, true))));
        }
        end = atom.end;
    }
    (acts.len() > first.len()).then_some(Edge {
        start: at,
        end,
        acts,
        score: score + 0.6,
        by: "value",
    })
}

/// A word that is several spellings of one text ("USA", "usa ", "U.S.A.") means all of them.
pub(super) fn spelt(text: &Text<'_>, atom: &Atom, cond: Cond) -> Cond {
    let Cond::Is { col, mut values, not } = cond else {
        return cond;
    };
    let plain = |s: &str| s.trim().to_lowercase();
    let own = values.first().map(|v| plain(v)).unwrap_or_default();
    for other in text.at(atom.start).iter().filter(|a| a.end == atom.end) {
        if let Meaning::Value {
            col: c,
            value,
            part: false,
        } = &other.meaning
        {
            if *c == col && plain(value) == own && !values.contains(value) {
                values.push(value.clone());
            }
        }
    }
    for group in &text.known.column(col).spellings {
        if group.iter().any(|s| values.contains(s)) {
            let others = group.iter().filter(|s| !values.contains(s)).cloned();
            values.extend(others.collect::<Vec<String>>());
        }
    }
    values.sort();
    Cond::Is { col, values, not }
}
