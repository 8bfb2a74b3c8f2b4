//! Which of several links joins two tables: "flights to", "home team".
//!
//! In: the question and two tables. Out: the links between them, likeliest first.

use crate::constructions::leg::{FROM, TO};
use crate::known::{Col, Link};
use crate::link::Text;
use crate::query::{Cond, Query};
use crate::words::stem;

/// A column of the key's own name is the link itself; others play a part that words would tell.
const SAME: f64 = 0.5;

/// Where two tables have several links, the one whose words the question says: "flights to", "home team".
pub(crate) fn route(text: &Text<'_>, q: &mut Query) {
    if let Some(inner) = &mut q.over {
        return route(text, inner);
    }
    let needed = q.needed();
    for (i, a) in needed.iter().enumerate() {
        for b in &needed[i + 1..] {
            let mut links = text.known.between(*a, *b).map(|l| l.0);
            if links.any(|l| q.via.contains(&l)) {
                continue;
            }
            let links = between(text, *a, *b);
            if links.len() > 1 {
                // One that a condition already goes by leaves the others for what is asked.
                let taken = |l: &usize| {
                    let from = text.known.links.get(*l).map_or(&[][..], |l| &l.from);
                    q.filter
                        .iter()
                        .any(|c| matches!(c, Cond::Among(c, ..) if from.contains(c)))
                };
                let open = links.iter().find(|l| !taken(l));
                q.via.extend(open.or(links.first()));
            }
        }
    }
}

/// The links between two tables, likeliest first.
pub(crate) fn between(text: &Text<'_>, a: usize, b: usize) -> Vec<usize> {
    let same = |l: &Link| {
        let name = |c: &Col| text.known.column(*c).name.to_lowercase();
        l.from.iter().map(name).eq(l.to.iter().map(name))
    };
    // Of two names that are said, the shorter has less that is not.
    let length = |l: &Link| l.from.iter().map(|c| text.known.column(*c).words.len()).sum::<usize>() as f64;
    let fit = |l: &Link| said(text, &l.from) - 0.01 * length(l) + if same(l) { SAME } else { 0.0 };
    let mut found: Vec<(usize, f64)> = text.known.between(a, b).map(|(i, l)| (i, fit(l))).collect();
    found.sort_by(|x, y| y.1.total_cmp(&x.1).then(x.0.cmp(&y.0)));
    found.into_iter().map(|l| l.0).collect()
}

fn said(text: &Text<'_>, cols: &[Col]) -> f64 {
    let mut score = 0.0;
    for c in cols {
        for word in &text.known.column(*c).words {
            let near = stem(word);
            for token in &text.tokens {
                let way = match token.lower.as_str() {
                    "from" | "leaving" | "left" | "departing" | "out" => FROM.contains(&word.as_str()),
                    "to" | "into" | "arriving" | "arrived" | "reach" | "went" => TO.contains(&word.as_str()),
                    _ => false,
                };
                if way {
                    score += 0.7;
                } else if token.stem == near {
                    score += 1.0;
                }
            }
        }
    }
    score
}
