//! What money goes on, where no thing is named: "what did I spend most on", "where do I spend the most".

use super::{Construction, Edge};
use crate::flows::SPENT;
use crate::frame::{Act, Ent, Measure, Top};
use crate::known::Col;
use crate::link::Text;
use crate::query::Agg;

pub const SPENDING: Construction = Construction {
    name: "spending",
    find,
    reads: &["what did we spend the most on", "where do we spend most"],
    leaves: &["who spent the most", "customers who spent more than 500"],
};

/// What columns are called that say what money was spent for.
const KINDS: [&str; 4] = ["category", "purpose", "budget", "group"];

fn find(text: &Text<'_>, at: usize, out: &mut Vec<Edge>) {
    let asks = (0..at)
        .rev()
        .find(|i| matches!(text.word(*i), "what" | "where" | "whats" | "what's"));
    let (Some(asked), "spend" | "spent") = (asks, text.word(at)) else {
        return;
    };
    // "What day do I spend most": a thing is named.
    let named = (asked + 1..at).any(|i| text.at(i).iter().any(|a| a.score >= 0.6));
    let from = text.past(at + 1, &["the", "my", "our"]);
    let desc = match text.word(from) {
        "most" => true,
        "least" => false,
        _ => return,
    };
    let end = text.past(from + 1, &["of", "my", "our", "money", "cash"]);
    let on = matches!(text.word(end), "on" | "at" | "with");
    if named || !(on || text.word(asked) == "where") {
        return;
    }
    let spent = text.known.all().find(|(_, c)| c.is_made() && c.name == SPENT);
    let Some((spent, _)) = spent else { return };
    // "Debit" and "Credit" are no kinds of spending.
    let mut kinds: Vec<Col> = text.kinds_of(spent.table);
    kinds.retain(|k| text.known.column(*k).distinct > 3);
    kinds.sort_by_key(|k| !text.known.column(*k).words.iter().any(|w| KINDS.contains(&w.as_str())));
    for (i, kind) in kinds.into_iter().take(3).enumerate() {
        let top = Top {
            desc,
            by: Some(Measure::Figure(Agg::Sum, spent)),
            ..Top::default()
        };
        let acts = vec![Act::Thing(Ent::Column(kind)), Act::Top(top)];
        out.push(Edge::new(
            "spending",
            at,
            end + usize::from(on),
            acts,
            1.4 - 0.3 * i as f64,
        ));
    }
}
