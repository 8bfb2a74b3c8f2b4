//! Two things beside each other: "California vs Texas", "2016 compared to 2017", "online or in store".

use super::share::is_part;
use super::value::spelt;
use super::{things, value_cond, Construction, Edge};
use crate::frame::{Act, Ent, Key, Measure};
use crate::known::Col;
use crate::lexicon::{self, Degree};
use crate::link::{Atom, Meaning, Text};
use crate::paired::side_by_side;
use crate::query::Agg;
use crate::words::{among, Token, TokenKind};

pub const VERSUS: Construction = Construction {
    name: "versus",
    find,
    reads: &[
        "orders from France vs Germany",
        "orders in 2023 versus 2024",
        "compare orders from France and Germany",
        "how many from France and how many from Germany",
        "who places more orders, France or Germany",
        "orders in 2023 and in 2024 side by side",
        "who has the cheaper orders, France or Germany",
        "are orders from France cheaper than those from Germany",
    ],
    leaves: &["orders from France"],
};

/// Behind another of the same column a part of a longer text will do: "street, home and parking".
const LISTED: f64 = 0.45;

fn tie(text: &Text<'_>, at: usize) -> Option<(usize, bool)> {
    Some(match (text.word(at), text.word(at + 1)) {
        ("vs" | "versus" | "v", ".") => (2, true),
        ("vs" | "versus" | "v", _) => (1, true),
        ("compared" | "against", "to" | "with") | ("next", "to") | ("as", "against") => (2, true),
        ("against", _) => (1, true),
        ("and" | "or" | "with" | "to", _) => (1, false),
        _ => return None,
    })
}

/// "Who sold more, Ann or Bob": one of two is to be chosen.
fn chooses(text: &Text<'_>) -> bool {
    let more = |i: usize| {
        // "Best at the top" only says how they stand.
        let shut = |n: usize| text.tokens.get(n).is_none_or(|t| t.kind == TokenKind::Mark);
        let sorts = (i + 1..i + 5).any(|n| matches!(text.word(n), "first" | "top") && shut(n + 1));
        const MORE: &str = "more fewer less better worse higher lower bigger longer most fewest";
        !sorts && (among(MORE, text.word(i)) || measured(text, i).next().is_some())
    };
    // "More last year than this year": one of two times.
    let time = |a: &Atom| matches!(a.meaning, Meaning::Time(_));
    let than = |i: usize| text.word(i) == "than" && text.at(text.past(i + 1, &["in", "during"])).iter().any(time);
    let or =
        |i: usize| text.word(i) == "or" || than(i) && (0..i).any(|n| text.at(n).iter().any(|a| time(a) && a.end == i));
    (0..text.tokens.len()).any(or) && (0..text.tokens.len()).any(more)
}

/// "Which is older", "who has the stronger beer": what two things are set beside each other by, best first.
fn measured<'a>(text: &'a Text<'_>, at: usize) -> impl Iterator<Item = (usize, Col)> + 'a {
    let scales = text.at(at).iter().filter_map(|a| match &a.meaning {
        Meaning::Scale {
            degree: Degree::Comparative,
            cols,
            ..
        } if !matches!(text.word(a.end), "than" | "then") => Some(cols.iter().map(|(col, _)| (a.end, *col))),
        _ => None,
    });
    scales.flatten().filter(|(_, col)| text.known.column(*col).is_number())
}

/// "Heavier" right before "than": where it begins and the numbers that it may be of, best first.
fn scales_before(text: &Text<'_>, than: usize) -> Vec<(usize, Col)> {
    // What is dearer costs more, and is rated no higher.
    let dear = |at: usize| among("dearer pricier cheaper costlier", text.word(at));
    let money = (than.saturating_sub(3)..than).any(dear);
    let number = |c: &(Col, bool)| {
        let column = text.known.column(c.0);
        column.is_number() && (!money || column.is_money())
    };
    let cols = |at: usize, a: &Atom| match &a.meaning {
        Meaning::Scale {
            degree: Degree::Comparative,
            cols,
            ..
        } if a.end == than => cols.iter().copied().filter(number).map(|c| (at, c.0)).collect(),
        _ => Vec::new(),
    };
    (than.saturating_sub(3)..than)
        .flat_map(|at| text.at(at).iter().flat_map(move |a| cols(at, a)))
        .collect()
}

/// "Count the men and the women in each town": as each town has its number, so has each of the two.
fn is_for_each(text: &Text<'_>) -> bool {
    let each = |t: &Token| t.is_any(&["each", "every"]);
    let counts = |t: &Token| t.is_any(&["count", "number", "numbers", "many"]);
    text.tokens.iter().any(each) && text.tokens.iter().any(counts)
}

/// "Do the French order more than the Germans": behind "than" stands what the first is set beside.
fn more_than(text: &Text<'_>, at: usize, out: &mut Vec<Edge>) {
    const MORE: [&str; 8] = ["more", "less", "fewer", "better", "worse", "higher", "lower", "longer"];
    if text.word(at) != "than" {
        return;
    }
    let more = (at.saturating_sub(9)..at).rev().find(|i| MORE.contains(&text.word(*i)));
    // "Is Rosa quicker than Ann on average": each by its own figure.
    let figures: Vec<(usize, Col)> = match text.tokens.first() {
        Some(t) if t.is_any(&["is", "are", "was", "were", "do", "does", "did"]) => scales_before(text, at),
        _ => Vec::new(),
    };
    let next = text.past(
        at + 1,
        &[
            "the", "average", "in", "from", "for", "at", "on", "by", "with", "our", "those",
        ],
    );
    for b in text.at(next).iter().filter(|b| b.score >= 0.8) {
        let Meaning::Value { col, value, part } = &b.meaning else {
            continue;
        };
        let same = |a: &Atom| matches!(&a.meaning, Meaning::Value { col: c, value: v, .. } if c == col && v != value);
        let before = (0..at).any(|i| text.at(i).iter().any(|a| a.score >= 0.8 && a.end <= at && same(a)));
        if before {
            let cond = spelt(text, b, value_cond(*col, value, *part, false));
            let end = super::extent::mean(text, b.end).map_or(b.end, |m| m.1);
            for (i, (start, of)) in figures.iter().take(3).enumerate() {
                let figure = Act::Figure(Agg::Avg, Measure::Col(*of));
                let acts = vec![figure, Act::Beside, Act::Where(cond.clone())];
                out.push(Edge::new("versus", *start, end, acts, 1.8 - 0.25 * i as f64));
            }
            let Some(more) = more else { continue };
            let start = if more + 1 == at { more } else { at };
            out.push(Edge::new(
                "versus",
                start,
                b.end,
                vec![Act::Beside, Act::Where(cond)],
                1.2,
            ));
        }
    }
}

/// "By phone, email or the portal", "from individuals and from trusts": where a figure is asked for, each has its own.
fn listed(text: &Text<'_>, at: usize, out: &mut Vec<Edge>) {
    const PREPOSITIONS: [&str; 9] = ["in", "to", "from", "for", "by", "on", "at", "with", "of"];
    let figure = |i: usize| {
        lexicon::aggregate(text.word(i)).is_some()
            || matches!((text.word(i), text.word(i + 1)), ("how", "many" | "much"))
            || matches!(
                text.word(i),
                "share" | "percentage" | "percent" | "proportion" | "split" | "difference" | "gap"
            )
    };
    let shares = (0..text.tokens.len()).any(|i| is_part(text.word(i)) || lexicon::aggregate(text.word(i)).is_some());
    if !(0..text.tokens.len()).any(figure) && !chooses(text) {
        return;
    }
    const OWN: [&str; 5] = ["the", "a", "an", "our", "their"];
    let before = (0..at)
        .rev()
        .map(|i| text.word(i))
        .find(|w| !OWN.contains(w))
        .unwrap_or_default();
    for a in text.at(at) {
        let Meaning::Value { col, value, part } = &a.meaning else {
            continue;
        };
        if a.score < 0.5 {
            continue;
        }
        let mut conds = vec![spelt(text, a, value_cond(*col, value, *part, false))];
        let (mut end, mut again) = (a.end, PREPOSITIONS.contains(&before));
        loop {
            let next = text.past(end, &[",", "and", "or", "&", "vs", "versus", "v"]);
            let from = text.past(next, &PREPOSITIONS);
            let own = text.past(from, &OWN);
            // "At the pupil's home": what it belongs to stands between.
            let of = |i: usize| {
                let same =
                    |b: &&Atom| matches!(&b.meaning, Meaning::Value { col: c, .. } if c == col) && b.score >= LISTED;
                text.at(i).iter().find(same)
            };
            let owner = own > from && of(own).is_none();
            let Some(b) = of(own + usize::from(owner)).filter(|_| next > end) else {
                break;
            };
            let Meaning::Value { value, part, .. } = &b.meaning else {
                break;
            };
            let cond = spelt(text, b, value_cond(*col, value, *part, false));
            if conds.contains(&cond) {
                break;
            }
            conds.push(cond);
            again &= from > next;
            end = b.end;
        }
        // "How many live in Leeds, York or Hull" is one number.
        let either = (at..end).any(|i| text.word(i) == "or") && !again && !chooses(text) && !shares;
        // "What share of the girls and of the boys passed": of each of them, a part.
        let whole = again && (0..at).any(|i| is_part(text.word(i))) && before == "of";
        if whole && conds.len() > 1 {
            let key = Act::Group(vec![Key::Ent(Ent::Column(*col))]);
            let acts = conds.into_iter().map(Act::Where).chain([key]).collect();
            out.push(Edge::new("versus", at, end, acts, 1.9));
            continue;
        }
        if (conds.len() > 2 || conds.len() == 2 && again) && !either {
            let score = 1.3 + 0.3 * conds.len() as f64 + a.score.max(0.05).ln();
            out.push(Edge::new("versus", at, end, vec![Act::Versus(conds)], score));
        }
    }
}

fn find(text: &Text<'_>, at: usize, out: &mut Vec<Edge>) {
    if let Some((_, end, _)) = side_by_side(text, at) {
        out.push(Edge::new("versus", at, end, Vec::new(), 0.3));
    }
    // "More gigs", where one of two has more.
    let versus = |i: usize| matches!(text.word(i), "vs" | "versus" | "v");
    let set_beside = chooses(text) || (0..text.tokens.len()).any(versus);
    if matches!(text.word(at), "more" | "fewer" | "most" | "fewest") && set_beside {
        // "Live more in flats or in houses".
        if matches!(text.word(at + 1), "in" | "at" | "on" | "by" | "with") {
            out.push(Edge::new("versus", at, at + 1, Vec::new(), 0.4));
        }
        for (ent, end, score) in things(text, at + 1) {
            let count = Act::Count {
                of: Some(ent),
                distinct: false,
            };
            out.push(Edge::new("versus", at, end, vec![count], 0.9 + score));
        }
    }
    if set_beside {
        for (i, (end, col)) in measured(text, at).take(3).enumerate() {
            if let Some((from, to)) = super::extent::mean(text, end) {
                out.push(Edge::new("versus", from, to, Vec::new(), 1.6));
            }
            let figure = Act::Figure(Agg::Avg, Measure::Col(col));
            out.push(Edge::new("versus", at, end, vec![figure], 0.8 - 0.25 * i as f64));
        }
    }
    // "How many paid and how many cancelled": each has its own number.
    let counts = |i: usize| matches!((text.word(i), text.word(i + 1)), ("how", "many"));
    let valued = |i: usize| {
        let stored = |a: &Atom| matches!(a.meaning, Meaning::Value { .. }) && a.score >= 0.5;
        (i..text.tokens.len().min(i + 3)).any(|i| text.at(i).iter().any(stored))
    };
    if matches!(text.word(at), "and" | "&" | ",") && counts(at + 1) && valued(at + 3) && (0..at).any(counts) {
        out.push(Edge::new("versus", at, at + 3, vec![Act::Beside], 1.2));
    }
    // "And" sets things beside each other only where the question says "compare" or "difference".
    let compares = text.tokens.iter().any(|t| {
        matches!(
            t.lower.as_str(),
            "compare" | "comparison" | "comparing" | "compared" | "difference" | "gap"
        )
    });
    // The word alone: what is set beside each other stands on both sides.
    if matches!(text.word(at), "vs" | "versus" | "v")
        || matches!(
            (text.word(at), text.word(at + 1)),
            ("compared" | "against", "to" | "with")
        )
    {
        let taken = if matches!(text.word(at), "compared" | "against") || text.word(at + 1) == "." {
            2
        } else {
            1
        };
        out.push(Edge::new("versus", at, at + taken, vec![Act::Beside], 0.1));
    } else if matches!(text.word(at), "compare" | "comparing" | "comparison" | "against") {
        let leads = if at == 0 { 0.8 } else { 0.0 };
        out.push(Edge::new("versus", at, at + 1, vec![Act::Beside], leads));
    }
    // "Approved or not", "members vs non members": the column tells both sides apart.
    for a in text.at(at) {
        let col = match &a.meaning {
            Meaning::Value { col, .. } if text.known.column(*col).distinct <= 4 => *col,
            Meaning::Column(col) if text.is_flag(*col) || text.known.column(*col).distinct <= 2 => *col,
            _ => continue,
        };
        let tied = matches!(text.word(a.end), "vs" | "versus" | "or" | "and" | "against");
        if tied && matches!(text.word(a.end + 1), "not" | "non" | "without") {
            let own: Vec<&str> = (at..a.end).map(|i| text.word(i)).collect();
            let repeated = text.word(a.end + 2) == own[0] || matches!(text.word(a.end + 2), "ones");
            let end = a.end + if repeated { 3 } else { 2 };
            let acts = vec![Act::Group(vec![Key::Ent(Ent::Column(col))])];
            out.push(Edge::new("versus", at, end, acts, 1.2 + a.score.max(0.05).ln()));
        }
    }
    listed(text, at, out);
    more_than(text, at, out);
    for a in text.at(at) {
        // "French customers or Germans": the noun stands with the first.
        let noun = things(text, a.end).first().map(|t| t.1);
        let end = noun.filter(|end| text.word(*end) == "or").unwrap_or(a.end);
        let Some((taken, plain)) = tie(text, end) else {
            continue;
        };
        let tied = plain
            || compares
            || text.word(end) == "or" && chooses(text)
            || text.word(end) == "and" && is_for_each(text);
        if !tied {
            continue;
        }
        let next = text.past(
            end + taken,
            &[
                "in", "the", "to", "from", "for", "those", "of", "by", "a", "an", "our", "their", "on", "with", "non",
            ],
        );
        for b in text.at(next) {
            let score = 1.2 + a.score.max(0.05).ln() + b.score.max(0.05).ln();
            let acts = match (&a.meaning, &b.meaning) {
                (
                    Meaning::Value { col, value, part },
                    Meaning::Value {
                        col: c,
                        value: v,
                        part: p,
                    },
                ) if col == c && value != v => {
                    vec![Act::Versus(vec![
                        spelt(text, a, value_cond(*col, value, *part, false)),
                        spelt(text, b, value_cond(*c, v, *p, false)),
                    ])]
                }
                (Meaning::Time(x), Meaning::Time(y)) if x != y => {
                    vec![Act::When(*x, false), Act::When(*y, false), Act::Versus(Vec::new())]
                }
                _ => continue,
            };
            out.push(Edge::new("versus", at, b.end, acts, score));
        }
    }
}
