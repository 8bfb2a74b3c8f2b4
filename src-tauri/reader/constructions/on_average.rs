//! What one has on average: "how many orders does a customer place on average", "how many orders does the average customer have".

use super::{is_over, things, Construction, Edge};
use crate::frame::{Act, Ent, Measure};
use crate::known::Role;
use crate::link::Text;
use crate::words::among;

pub const ON_AVERAGE: Construction = Construction {
    name: "on average",
    find,
    reads: &[
        "how many orders does a customer place on average",
        "on average how many orders does each customer have",
        "how many orders does the average customer have",
        "how many orders per customer on average",
    ],
    leaves: &[
        "how many orders does each customer have",
        "how many orders does a customer from France have",
        "how many orders above average",
    ],
};

const EACH: &[&str] = &["a", "an", "each", "every", "one", "the", "our", "any", "single"];
const MEAN: &str = "average typical mean";

fn find(text: &Text<'_>, at: usize, out: &mut Vec<Edge>) {
    let w = |at: usize| text.word(at);
    // "On average", with or without a comma.
    let on = |at: usize| match (w(at), w(at + 1)) {
        ("on", "average" | "avg") => at + 2,
        ("typically" | "usually", _) => at + 1,
        _ => at,
    };
    let how = text.past(on(at), &[","]);
    if (w(how), w(how + 1)) != ("how", "many") {
        return;
    }
    for (counted, end, x) in things(text, how + 2).into_iter().take(3) {
        let Ent::Table(rows) = counted else { continue };
        let asked = matches!(w(end), "does" | "do" | "did" | "has" | "have" | "per");
        let per = text.past(end, &["are", "there", "is"]);
        let per = matches!(w(per), "per" | "for" | "in").then_some(per);
        let Some(from) = per.or(asked.then_some(end)).map(|at| at + 1) else {
            continue;
        };
        let of = text.past(from, EACH);
        let mean = among(MEAN, w(of));
        let of = of + usize::from(mean);
        for (one, end, y) in things(text, of).into_iter().take(4) {
            let below = match one {
                Ent::Table(t) => t != rows && text.known.belongs(rows, t),
                Ent::Column(c) => c.table == rows && text.known.column(c).role != Role::Measure,
            };
            // What is done: "place", "have got".
            let verb = match per {
                Some(_) => end,
                None => (end..=end + 2)
                    .find(|e| is_over(text, *e) || on(*e) > *e)
                    .unwrap_or(end),
            };
            let last = on(verb);
            if below && is_over(text, last) && (mean || last > verb || on(at) > at) {
                let acts = vec![Act::Ratio(Measure::Count(Ent::Table(rows)), Measure::Count(one))];
                out.push(Edge::new("on average", at, last, acts, 3.0 + x + y));
            }
        }
    }
}
