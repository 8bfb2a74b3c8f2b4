//! Kinds by something else, where nothing else is said: "payment methods by year", "grades by country", "pens by month: how many
//! stays". Each kind is counted in each of the others.

use super::{by, things, Construction, Edge};
use crate::frame::{Act, Ent, Key};
use crate::link::Text;
use crate::words::{plurals, stem};

/// Nobody counts more kinds than these in each of something else.
const MOST: u64 = 40;

pub const CROSSED: Construction = Construction {
    name: "crossed",
    find,
    reads: &["categories by year", "show me the countries by month"],
    leaves: &["orders by year", "how many countries by year", "categories by price"],
};

fn find(text: &Text<'_>, at: usize, out: &mut Vec<Edge>) {
    // Kinds stand first; a number, a figure or a verb before them says what is asked of them.
    const LEAD: [&str; 8] = ["show", "me", "give", "the", "all", "our", "different", "please"];
    if (0..at).any(|i| !LEAD.contains(&text.word(i))) {
        return;
    }
    // "Payment methods", of whatever way or method is kept.
    let paid = matches!(text.word(at), "payment" | "pay")
        && matches!(text.word(at + 1), "method" | "methods" | "type" | "types");
    let found = things(text, if paid { at + 1 } else { at });
    for (ent, end, score) in found.clone() {
        let Ent::Column(col) = ent else { continue };
        // "Bookings by year" are counted as they are.
        let rows = |f: &(Ent, usize, f64)| matches!(f.0, Ent::Table(_)) && f.1 >= end && f.2 > -0.3;
        if found.iter().any(rows) {
            continue;
        }
        let column = text.known.column(col);
        let kinds = column.is_text() && column.groups() && !column.unique && !column.is_contact();
        // By its whole name and in the plural: "accounts" are no `account_status`, and "jobs" may be the rows of a sheet.
        let last = text.word(end - 1);
        let whole = end - at == column.words.len() && (at..end).all(|i| column.stems.contains(&text.tokens[i].stem));
        let pays = |w: &String| matches!(w.as_str(), "payment" | "pay" | "paid" | "tender" | "method");
        let named = paid && column.words.iter().any(pays) || whole && plurals::singular(last) != last;
        let rows = text.known.tables[col.table].words.iter().any(|w| stem(w) == stem(last));
        let kinds = kinds && named && !rows && column.distinct <= MOST;
        if !kinds || score < -0.9 || !matches!(text.word(end), "by" | "per") {
            continue;
        }
        for (key, last, near) in by::one(text, end + 1) {
            let own = Key::Ent(ent);
            let same = |k: Key| matches!(k, Key::Ent(Ent::Column(c)) if c == col || text.known.column(c).is_number());
            let rest = text.past(last, &["please", "?", "."]);
            // "Number of bookings" behind it says no more.
            let counted = matches!(text.word(rest), "," | ":" | "-")
                && matches!(
                    (text.word(rest + 1), text.word(rest + 2)),
                    ("how", "many") | ("number", "of") | ("count", "of")
                );
            if same(key) || !(counted || rest >= text.tokens.len()) {
                continue;
            }
            let count = Act::Count {
                of: None,
                distinct: false,
            };
            let counts = (!counted).then_some(count);
            let acts = std::iter::once(Act::Group(vec![own, key])).chain(counts);
            out.push(Edge::new("crossed", at, last, acts.collect(), 1.6 + score + near));
        }
    }
}
