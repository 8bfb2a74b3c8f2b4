//! "How many visits did the carers of the north team make": one number, and not one for each of them.
//!
//! In: the readings of one question. Out: the same without groups that it does not ask for, where another reading counts the
//! same rows together. Deliberately absent: questions for which or who, and any word that may ask for groups.

use crate::known::{Col, Role};
use crate::lexicon::period;
use crate::link::{Atom, Meaning, Text};
use crate::query::{Agg, Cond, Expr, Query};
use crate::read::{drop_worse, keep_better, Reading};
use crate::words::{among, TokenKind};

/// What may ask for one number of each.
const EACH: &str =
    "each every per which who whose where when what across between among breakdown split respectively individually \
    vs versus compared compare most least more fewer top and or all different various";
/// "Grouped by class" asks for groups, "made by carers" does not.
const GROUPED: &str = "grouped sorted listed ordered split divided shared counted ranked arranged separated displayed";

pub(crate) fn settle(text: &Text<'_>, readings: &mut Vec<Reading>) {
    if asked(text) {
        drop_worse(readings, |all, r| {
            counts(&r.query) && is_split(&r.query) && all.iter().any(|o| is_same(&o.query, &r.query))
        });
    }
    ends(text, readings);
    ratio(text, readings);
    // "Average fee for senior members": one number of all of them.
    if measures(text) {
        let figures = |q: &Query| q.select.iter().filter(|e| e.is_figure()).cloned().collect::<Vec<_>>();
        let whole = |o: &Query, r: &Query| {
            o.group.is_empty() && o.over.is_none() && figures(o) == figures(r) && o.filter == r.filter
        };
        drop_worse(readings, |all, r| {
            let kept = r.query.filter.iter().any(|c| matches!(c, Cond::Is { not: false, .. }));
            kept && is_split(&r.query) && all.iter().any(|o| whole(&o.query, &r.query))
        });
    }
}

/// "Highest score where the outcome is PASS": the highest of those rows, and not the group that has it.
fn ends(text: &Text<'_>, readings: &mut Vec<Reading>) {
    let at = text.past(0, OPENING);
    let agg = match text.word(at) {
        word if among("highest maximum max largest biggest greatest", word) => Agg::Max,
        word if among("lowest minimum min smallest least", word) => Agg::Min,
        _ => return,
    };
    let named = || {
        text.at(at + 1).iter().filter_map(|a| match a.meaning {
            Meaning::Column(c) if a.score >= 0.7 && is_figure(text, c) => Some((c, a.end, a.score)),
            _ => None,
        })
    };
    let Some(best) = named().max_by(|a, b| a.2.total_cmp(&b.2)) else {
        return;
    };
    let of: Vec<Expr> = named().filter(|n| n.2 == best.2).map(|n| Expr::Col(n.0)).collect();
    let end = best.1;
    if !among("of for where with in", text.word(end)) || several(text, end) {
        return;
    }
    let one = |e: &Expr| matches!(e, Expr::Agg { agg: a, of: c, .. } if *a == agg && of.contains(c));
    let kept = |c: &Cond| matches!(c, Cond::Is { not: false, .. });
    keep_better(readings, |r| {
        let q = &r.query;
        q.group.is_empty()
            && q.over.is_none()
            && q.limit.is_none()
            && q.select.iter().all(one)
            && q.filter.iter().any(kept)
    });
}

const OPENING: &[&str] = &[
    "what", "whats", "what's", "is", "was", "the", "show", "give", "me", "find",
];

/// "Ratio of road to mountain bikes": of their number, where no other number is named.
fn ratio(text: &Text<'_>, readings: &mut Vec<Reading>) {
    let at = text.past(0, OPENING);
    let number = |a: &Atom| match a.meaning {
        Meaning::Column(c) => a.score >= 0.7 && is_figure(text, c),
        _ => false,
    };
    let named = (at + 2..text.tokens.len()).any(|at| text.at(at).iter().any(number));
    if (text.word(at), text.word(at + 1)) != ("ratio", "of") || named {
        return;
    }
    let count = |e: &Expr| matches!(e, Expr::Agg { agg: Agg::Count, .. });
    let both = |e: &Expr| matches!(e, Expr::Math(a, '/', b) if count(a) && count(b));
    keep_better(readings, |r| {
        r.query.group.is_empty() && r.query.select.iter().any(both)
    });
}

/// Whether the question begins by asking for one figure, and nothing in it asks for several.
fn measures(text: &Text<'_>) -> bool {
    let at = text.past(0, OPENING);
    let opens = among("average avg mean median total sum", text.word(at));
    let of = (at + 1..text.tokens.len()).any(|at| matches!(text.word(at), "of" | "for"));
    opens && of && !several(text, at + 1)
}

/// Whether the question begins by asking how many, and nothing in it asks for several numbers.
fn asked(text: &Text<'_>) -> bool {
    let at = text.past(
        0,
        &[
            "what", "whats", "what's", "is", "the", "total", "show", "give", "me", "find",
        ],
    );
    let opens = matches!(
        (text.word(at), text.word(at + 1)),
        ("how", "many") | ("number" | "count", "of")
    );
    opens && !several(text, at + 2)
}

/// Whether any word from a token on may ask for one number of each.
fn several(text: &Text<'_>, from: usize) -> bool {
    let mut words = (from..text.tokens.len()).filter(|at| text.tokens[*at].kind != TokenKind::Mark);
    let by = |at: usize| text.word(at) == "by" && !is_done(text.word(at - 1));
    // "Monthly", "a month".
    let timed = |at: usize| {
        let word = text.word(at);
        // "Hourly rate" is a name.
        let adverb = word.ends_with("ly") && !text.is_rhythm(at);
        period(word).is_some() && (adverb || matches!(text.word(at - 1), "a" | "an"))
    };
    words.any(|at| among(EACH, text.word(at)) || by(at) || timed(at))
}

/// "Made by carers": who did it.
fn is_done(word: &str) -> bool {
    word.ends_with("ed") && !among(GROUPED, word)
        || among(
            "made done given taken sent bought sold run won written led paid put built",
            word,
        )
}

fn counts(q: &Query) -> bool {
    matches!(q.select.last(), Some(Expr::Agg { agg: Agg::Count, .. }))
}

/// Whether there is one number for each thing, all of them shown.
fn is_split(q: &Query) -> bool {
    !q.group.is_empty() && q.having.is_empty() && q.limit.is_none() && q.over.is_none()
}

/// Whether one number is told of the same rows; that whose rows they are is known changes nothing.
fn is_same(whole: &Query, split: &Query) -> bool {
    let known = |c: &&Cond| !matches!(c, Cond::Null(_, true));
    let one = matches!(whole.select.as_slice(), [Expr::Agg { agg: Agg::Count, .. }]);
    let held = |q: &Query| q.filter.iter().filter(known).cloned().collect::<Vec<_>>();
    one && whole.group.is_empty() && whole.over.is_none() && held(whole) == held(split)
}

/// Whether a column's numbers say how much, and not which.
fn is_figure(text: &Text<'_>, c: Col) -> bool {
    let column = text.known.column(c);
    column.is_number() && column.role == Role::Measure
}
