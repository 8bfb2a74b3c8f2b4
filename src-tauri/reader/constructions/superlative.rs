//! The most and the least: "most orders", "highest price", "top 5", "3 cheapest", "busiest", "the latest order".

use super::{first_place, measures, things, Construction, Edge};
use crate::frame::{Act, Ent, Key, Measure, Top};
use crate::known::Col;
use crate::lexicon::Degree;
use crate::link::{Meaning, Text};
use crate::query::Cond;
use crate::words::{among, plurals};

pub const SUPERLATIVE: Construction = Construction {
    name: "superlative",
    find,
    reads: &[
        "customer with the most orders",
        "top 5 products by price",
        "cheapest product",
        "busiest country",
        "the second highest price",
        "which 5 customers have the most orders",
    ],
    leaves: &["at most 5 orders"],
};

/// Words for the end of a scale, with whether it is the upper one.
fn extreme(word: &str) -> Option<bool> {
    Some(match word {
        "most" | "highest" | "largest" | "biggest" | "greatest" | "maximum" | "max" | "top" | "best" | "strongest" => {
            true
        }
        "least" | "fewest" | "lowest" | "smallest" | "minimum" | "min" | "bottom" | "worst" | "weakest" => false,
        _ => return None,
    })
}

/// Words that rank by how many rows there are.
fn counted(words: (&str, &str)) -> Option<(bool, usize)> {
    const MANY: [&str; 9] = [
        "common",
        "popular",
        "frequent",
        "frequently",
        "active",
        "used",
        "often",
        "prolific",
        "commonly",
    ];
    Some(match words {
        ("most", word) if MANY.contains(&word) => (true, 2),
        ("least", word) if MANY.contains(&word) => (false, 2),
        // "Most visited", "least borrowed": done most often.
        ("most", word) if done(word) => (true, 2),
        ("least", word) if done(word) => (false, 2),
        ("busiest" | "commonest" | "keenest" | "favourite" | "favorite", _) => (true, 1),
        ("quietest" | "rarest" | "slowest", _) => (false, 1),
        _ => return None,
    })
}

/// A participle of what is done to things.
fn done(word: &str) -> bool {
    word.len() > 5 && word.ends_with("ed") || matches!(word, "sold" | "bought" | "seen" | "taken" | "driven" | "ridden")
}

mod spread;

fn find(text: &Text<'_>, at: usize, out: &mut Vec<Edge>) {
    let known = out.len();
    most(text, at, out);
    dearest(text, at, out);
    spread::each(text, known, out);
    main(text, at, out);
    so_many(text, at, out);
    first_place::ladder(text, at, out);
    // "The second highest", "3rd most expensive".
    let from = text.past(at, &["the"]);
    if let Some(nth) = nth(text.word(from)).filter(|_| from == at || from == at + 1) {
        let mut found = Vec::new();
        most(text, from + 1, &mut found);
        for e in &mut found {
            (e.start, e.score) = (at, e.score + 0.8);
            for act in &mut e.acts {
                if let Act::Top(top) = act {
                    (top.skip, top.rows) = (nth - 1, Some(1));
                }
            }
        }
        out.extend(found);
    }
}

/// "Which 5 customers have the most orders": the number stands before the things, the superlative behind them.
fn so_many(text: &Text<'_>, at: usize, out: &mut Vec<Edge>) {
    let before = text.word(at.wrapping_sub(1));
    let bound = at > 0 && (extreme(before).is_some() || matches!(before, "than" | "first" | "last" | "over" | "under"));
    let (Some(rows), from) = number(text, at) else { return };
    // "Customers", "product categories".
    let plural = |word: &str| plurals::singular(word) != word;
    let several = things(text, from).iter().any(|(_, end, _)| plural(text.word(end - 1)));
    if bound || rows < 2 || from != at + 1 || !several {
        return;
    }
    let ranks = |t: usize| {
        let scale = |m: &Meaning| {
            matches!(
                m,
                Meaning::Scale {
                    degree: Degree::Superlative,
                    ..
                }
            )
        };
        let at_least = text.word(t - 1) == "at";
        !at_least
            && (extreme(text.word(t)).is_some()
                || counted((text.word(t), text.word(t + 1))).is_some()
                || text.at(t).iter().any(|a| scale(&a.meaning)))
    };
    if (from + 1..text.tokens.len()).any(ranks) {
        let top = Top {
            rows: Some(rows),
            desc: true,
            ..Top::default()
        };
        out.push(Edge::new("superlative", at, from, vec![Act::Top(top)], 0.5));
    }
}

/// "Second", "3rd".
fn nth(word: &str) -> Option<u64> {
    Some(match word {
        "second" | "2nd" => 2,
        "third" | "3rd" => 3,
        "fourth" | "4th" => 4,
        "fifth" | "5th" => 5,
        _ => return None,
    })
}

/// "The dearest invoice": by the money that it keeps itself.
fn dearest(text: &Text<'_>, at: usize, out: &mut Vec<Edge>) {
    let (rows, from) = number(text, at);
    for atom in text.at(from) {
        let Meaning::Scale {
            word,
            degree: Degree::Superlative,
            ..
        } = &atom.meaning
        else {
            continue;
        };
        let desc = match word.as_str() {
            "dear" | "expensive" | "costly" | "pricey" => true,
            "cheap" => false,
            _ => continue,
        };
        let desc = desc != (text.word(from) == "least");
        for (ent, end, score) in things(text, text.past(atom.end, &["single"])) {
            let Ent::Table(t) = ent else { continue };
            if let Some(c) = super::money(text, t).map(|c| text.asked_price(c).unwrap_or(c)) {
                let top = Top {
                    rows,
                    desc,
                    by: Some(Measure::Col(c)),
                    ..Top::default()
                };
                out.push(Edge::new(
                    "superlative",
                    at,
                    end,
                    vec![Act::Thing(ent), Act::Top(top)],
                    1.2 + score,
                ));
            }
        }
    }
}

/// "The main reasons for leaving" are all of them, the commonest first; "the main reason" is the commonest.
fn main(text: &Text<'_>, at: usize, out: &mut Vec<Edge>) {
    let several = text.word(at + 1).ends_with('s');
    if !matches!(text.word(at), "main" | "usual") {
        return;
    }
    for (ent, end, score) in things(text, at + 1) {
        if !several {
            let sorts = matches!(ent, Ent::Column(c) if text.known.column(c).groups() && !text.known.column(c).unique);
            let top = Top {
                rows: Some(1),
                desc: true,
                ..Top::default()
            };
            if sorts {
                let acts = vec![Act::Group(vec![Key::Ent(ent)]), Act::Top(top)];
                out.push(Edge::new("superlative", at, end, acts, 0.9 + score));
            }
            continue;
        }
        let acts = vec![
            Act::Group(vec![Key::Ent(ent)]),
            Act::Count {
                of: None,
                distinct: false,
            },
            Act::Sort(None, Some(true)),
        ];
        out.push(Edge::new("superlative", at, end, acts, 0.9 + score));
    }
}

fn most(text: &Text<'_>, at: usize, out: &mut Vec<Edge>) {
    if matches!(text.word(at.wrapping_sub(1)), "at") && at > 0 {
        return;
    }
    let (rows, from) = number(text, at);
    let mut push = |end: usize, top: Top, then: Option<Act>, score: f64| {
        let acts = std::iter::once(Act::Top(top)).chain(then).collect();
        out.push(Edge::new("superlative", at, end, acts, score));
    };
    let top = |desc: bool, by: Option<Measure>, open: bool, rows: Option<u64>| Top {
        rows,
        desc,
        by,
        open,
        skip: 0,
    };
    if let Some((desc, taken)) = counted((text.word(from), text.word(from + 1))) {
        let (rows, end) = after(text, rows, from + taken);
        push(end, top(desc, None, false, rows), None, 0.7);
        for (key, end) in super::by::period_at(text, end) {
            push(end, top(desc, None, false, rows), Some(Act::Group(vec![key])), 1.3);
        }
    }
    if let Some(desc) = extreme(text.word(from)) {
        let word = text.word(from).to_owned();
        let (rows, next) = after(text, rows, from + 1);
        // "The biggest single order" is one among all.
        let next = text.past(next, &["single", "individual"]);
        let open = matches!(
            word.as_str(),
            "top" | "best" | "worst" | "bottom" | "biggest" | "largest" | "smallest" | "greatest"
        );
        // "The most orders", "the highest number of orders".
        let counts = matches!(text.word(next), "number" | "amount" | "count" | "numbers")
            && text.word(next + 1) == "of"
            || matches!(text.word(next), "total" | "overall") && text.word(next + 1) == "number";
        let of = match counts {
            true => text.past(
                next,
                &["total", "overall", "number", "numbers", "amount", "count", "of"],
            ),
            false => next,
        };
        for (ent, end, score) in things(text, of) {
            let many = matches!(word.as_str(), "most" | "least" | "fewest") || counts;
            // "The most lates": rows that are so.
            let flag = ent.column().filter(|c| many && text.is_flag(*c));
            if let Some(so) = flag.map(|c| Act::Where(Cond::Yes(c, true))) {
                push(end, top(desc, None, false, rows), Some(so), 1.4 + score);
            } else if many {
                push(
                    end,
                    top(desc, Some(Measure::Count(ent)), false, rows),
                    None,
                    0.9 + score,
                );
            }
            if open || matches!(word.as_str(), "highest" | "lowest") {
                push(end, top(desc, None, true, rows), Some(Act::Thing(ent)), 0.7 + score);
            }
            // "The worst site for noise": what it is measured by is said behind, and much of it may be bad.
            if matches!(word.as_str(), "best" | "worst") && matches!(text.word(end), "for" | "on" | "in" | "by") {
                for (col, last, near) in measures(text, end + 1) {
                    let by = Measure::Figure(super::by::usual_of(text.known, col), col);
                    let desc = desc != spread::harms(text, col);
                    push(
                        last,
                        top(desc, Some(by), false, rows),
                        Some(Act::Thing(ent)),
                        1.3 + score + near,
                    );
                }
            }
        }
        // "The most wins": rows with a value.
        if matches!(word.as_str(), "most" | "least" | "fewest") || counts {
            for atom in text.at(of).iter().filter(|a| !a.loose || a.score >= 0.7).take(4) {
                if let Meaning::Value { col, value, part } = &atom.meaning {
                    let cond = super::value_cond(*col, value, *part, false);
                    push(
                        atom.end,
                        top(desc, None, false, rows),
                        Some(Act::Where(cond)),
                        0.6 + atom.score.max(0.05).ln(),
                    );
                }
            }
        }
        // "The best and the worst score": both ends.
        let other = text.past(next, &["and", "&", "or", "vs", "to", "the"]);
        if other > next && extreme(text.word(other)) == Some(!desc) {
            for (col, end, score) in measures(text, other + 1) {
                let by = Some(Measure::Col(col));
                let low = Act::Top(top(!desc, by, false, rows));
                push(end, top(desc, by, false, rows), Some(low), 1.3 + score);
            }
        }
        for (col, end, score) in measures(text, of) {
            let harms = matches!(word.as_str(), "best" | "worst") && spread::harms(text, col);
            let desc = desc != (harms || first_place::turns(text, &word, col));
            push(end, top(desc, Some(Measure::Col(col)), false, rows), None, 0.9 + score);
        }
        // "Best month", "busiest day of the week": periods are ranked.
        for (key, end) in super::by::period_at(text, of) {
            push(end, top(desc, None, open, rows), Some(Act::Group(vec![key])), 1.0);
        }
        let of = text.past(of, &["total", "average", "avg", "overall", "combined", "median"]);
        if of > next {
            if let Some(agg) = crate::lexicon::aggregate(text.word(of - 1)) {
                for (col, end, score) in measures(text, of) {
                    push(
                        end,
                        top(desc, Some(Measure::Figure(agg, col)), false, rows),
                        None,
                        1.2 + score,
                    );
                }
            }
        }
        if open {
            push(
                next,
                top(desc, None, true, rows),
                None,
                if word == "top" { 0.3 } else { -0.4 },
            );
        } else if matches!(word.as_str(), "most" | "least" | "fewest") {
            push(next, top(desc, None, false, rows), None, -0.5);
        }
    }
    scaled(text, at, from, rows, out);
    ends(text, at, from, rows, out);
}

/// "Cheapest", "3 most expensive", "top 5 longest".
fn scaled(text: &Text<'_>, at: usize, from: usize, rows: Option<u64>, out: &mut Vec<Edge>) {
    let led = matches!(text.word(from), "top" | "bottom" | "first");
    let (rows, from) = match led {
        true => after(text, rows, from + 1),
        false => (rows, from),
    };
    // "Highest grossing": what stands behind says what is high.
    if extreme(text.word(from)).is_some() && !measures(text, from + 1).is_empty() {
        return;
    }
    for atom in text.at(from) {
        let Meaning::Scale {
            degree: Degree::Superlative,
            cols,
            word,
            ..
        } = &atom.meaning
        else {
            continue;
        };
        let (rows, end) = match !led && super::comparing::is_kind(text, atom.end) {
            true => (rows, atom.end),
            false => after(text, rows, atom.end),
        };
        // "The dearest job" is so by its own price, where it has one, and not by a rate of whoever did it.
        // "The biggest vacant plot".
        let behind = match things(text, end).is_empty() {
            true => text
                .at(end)
                .iter()
                .find(|a| matches!(a.meaning, Meaning::Value { .. }))
                .map_or(end, |a| a.end),
            false => end,
        };
        // The oldest member is so by a birthday, where members have one, and not by a day of something that they did.
        let born = super::age::births(text, word, behind);
        let noun = things(text, behind).into_iter().find_map(|(ent, ..)| match ent {
            Ent::Table(t) => Some(t),
            Ent::Column(_) => None,
        });
        let own = noun.filter(|t| cols.iter().any(|(c, _)| c.table == *t));
        // How big a thing is itself goes before what was paid for it.
        const SIZES: &str = "size area sq sqm sqft m2 acres hectares length height width capacity population weight";
        let size = |w: &String| among(SIZES, w);
        let sized = |c: &Col| text.known.column(*c).words.iter().any(size);
        let measured = own.filter(|t| cols.iter().any(|(c, _)| c.table == *t && sized(c)));
        let fits = |c: &Col| match (measured, own) {
            _ if !born.is_empty() => born.contains(c),
            (Some(t), _) => c.table == t,
            (None, Some(t)) => c.table == t || !text.known.belongs(t, c.table),
            (None, None) => true,
        };
        for (i, (col, desc)) in cols.iter().filter(|c| fits(&c.0)).take(6).enumerate() {
            let by = Some(Measure::Col(*col));
            let act = Act::Top(Top {
                rows,
                desc: *desc,
                by,
                ..Top::default()
            });
            // "Oldest queens", of the queen's year.
            let noun = text
                .tokens
                .get(end)
                .filter(|t| text.known.column(*col).stems.contains(&t.stem));
            if noun.is_some_and(|t| t.stem != "date" && t.stem != "time") && text.known.column(*col).stems.len() > 1 {
                let acts = vec![act.clone(), Act::Thing(Ent::Table(col.table))];
                out.push(Edge::new("superlative", at, end + 1, acts, 1.2 - 0.18 * i as f64));
            }
            out.push(Edge::new("superlative", at, end, vec![act], 0.8 - 0.18 * i as f64));
        }
    }
}

/// "The first 3", "the last order", "most recent", "latest": by the day.
fn ends(text: &Text<'_>, at: usize, from: usize, rows: Option<u64>, out: &mut Vec<Edge>) {
    let (desc, taken) = match (text.word(from), text.word(from + 1)) {
        ("most", "recent") | ("most", "recently") => (true, 2),
        ("longest", "serving" | "standing" | "running" | "established") => (false, 2),
        ("last" | "latest" | "newest" | "recent", _) => (true, 1),
        ("first" | "earliest", _) => (false, 1),
        _ => return,
    };
    // "Dearest first" sorts.
    if text.word(from) == "first" && from > 0 && sorts(text, from - 1) {
        return;
    }
    // "The last 6 months" is a time, and "first aid" what a column says that somebody has.
    if first_place::is_flag(text, from) || text.at(from).iter().any(|a| matches!(a.meaning, Meaning::Time(_))) {
        return;
    }
    let (rows, end) = after(text, rows, from + taken);
    let days: Vec<(crate::known::Col, f64)> = match things(text, end).first() {
        Some((Ent::Table(t), ..)) => days(text, *t, 0.9),
        _ => {
            let named = text.tokens.iter().enumerate().flat_map(|(i, _)| text.at(i));
            let mut tables: Vec<usize> = named
                .filter_map(|a| match a.meaning {
                    Meaning::Table(t) => Some(t),
                    Meaning::Column(c) | Meaning::Value { col: c, .. } => Some(c.table),
                    _ => None,
                })
                .collect();
            tables.sort_unstable();
            tables.dedup();
            tables.truncate(6);
            tables.into_iter().flat_map(|t| days(text, t, 0.5)).collect()
        }
    };
    for (col, score) in days.into_iter().take(8) {
        let act = Act::Top(Top {
            rows,
            desc,
            by: Some(Measure::Col(col)),
            ..Top::default()
        });
        out.push(Edge::new("superlative", at, end, vec![act], score));
    }
}

fn sorts(text: &Text<'_>, at: usize) -> bool {
    extreme(text.word(at)).is_some() || crate::lexicon::scale(text.word(at)).is_some() || text.word(at).ends_with("est")
}

pub(super) fn days(text: &Text<'_>, table: usize, base: f64) -> Vec<(crate::known::Col, f64)> {
    let times = text.known.columns(table).filter(|(_, c)| c.is_time());
    let born = |words: &[String]| words.iter().any(|w| crate::lexicon::is_birth(w));
    let mut out: Vec<(crate::known::Col, f64)> = times
        .enumerate()
        .map(|(i, (col, c))| {
            let other = born(&c.words) || text.known.is_entry(col);
            (col, base - 0.2 * i as f64 - if other { 0.6 } else { 0.0 })
        })
        .collect();
    out.sort_by(|a, b| b.1.total_cmp(&a.1));
    out
}

/// A number before the word: "3 cheapest", "5 most".
fn number(text: &Text<'_>, at: usize) -> (Option<u64>, usize) {
    let skip = text.past(at, &["the"]);
    match text.tokens.get(skip).and_then(|t| t.number) {
        Some(n) if n.fract() == 0.0 && (1.0..=1000.0).contains(&n) => (Some(n as u64), skip + 1),
        _ => (None, skip),
    }
}

/// And behind it: "top 5", "the first 3".
fn after(text: &Text<'_>, rows: Option<u64>, at: usize) -> (Option<u64>, usize) {
    match text.tokens.get(at).and_then(|t| t.number) {
        Some(n) if rows.is_none() && n.fract() == 0.0 && (1.0..=1000.0).contains(&n) => (Some(n as u64), at + 1),
        _ => (rows, at),
    }
}
