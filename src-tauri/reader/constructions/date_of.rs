//! The day of the first or the last: "date of the latest order", "what date was the first order", "most recent order date".

use super::{first_and_last, is_over, named_table, superlative, Construction, Edge};
use crate::frame::{Act, Measure};
use crate::link::Text;
use crate::query::Agg;

pub const DATE_OF: Construction = Construction {
    name: "date of",
    find,
    reads: &[
        "date of the latest order",
        "what is the date of the most recent order from France",
        "what date was the first order",
        "most recent order date",
    ],
    leaves: &[
        "date of birth of the latest customer",
        "the latest order",
        "orders by date",
        "how many orders on the date of the first order",
    ],
};

/// Words between the end and what it is of: "latest unpaid order".
const BETWEEN: usize = 4;

fn find(text: &Text<'_>, at: usize, out: &mut Vec<Edge>) {
    let Some(asked) = asked(text).filter(|a| a.at == at) else {
        return;
    };
    for (day, score) in superlative::days(text, asked.table, 1.6) {
        let acts = vec![Act::Figure(asked.agg, Measure::Col(day))];
        out.push(Edge::new("date of", at, asked.from, acts, score));
    }
    // The word itself adds nothing.
    if let Some(date) = asked.date {
        out.push(Edge::new("date of", date, date + 1, Vec::new(), 1.0));
    }
}

/// The day that is asked for.
pub(crate) struct Asked {
    pub agg: Agg,
    /// The table whose first or last row it is the day of.
    pub table: usize,
    /// Where the question asks for it, behind "what is the".
    at: usize,
    /// Where what it is of begins.
    from: usize,
    /// Where "date" stands behind that.
    date: Option<usize>,
}

/// The day that the whole question asks for: one beside something else is read as its parts say.
pub(crate) fn asked(text: &Text<'_>) -> Option<Asked> {
    const BEFORE: &[&str] = &[
        "what", "whats", "what's", "which", "show", "give", "find", "me", "is", "was", "the",
    ];
    let at = text.past(0, BEFORE);
    let date = |at: usize| matches!(text.word(at), "date" | "day");
    let of = match (date(at), text.word(at + 1)) {
        (true, "of" | "was" | "is") => Some(text.past(at + 2, &["the", "our", "my"])),
        _ => None,
    };
    let (desc, from) = first_and_last::end_of(text, of.unwrap_or(at))?;
    let agg = if desc { Agg::Max } else { Agg::Min };
    let mut nouns = from..(from + BETWEEN).min(text.tokens.len());
    let (table, end) = nouns.find_map(|noun| named_table(text, noun))?;
    let date = (of.is_none() && date(end) && is_over(text, end + 1)).then_some(end);
    (of.is_some() || date.is_some()).then_some(Asked {
        agg,
        table,
        at,
        from,
        date,
    })
}
