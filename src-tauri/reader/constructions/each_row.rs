//! What each row has: "the price of each product", "the prices of all products", "list all products with their price".

use super::{columns, is_over, named_table, Construction, Edge, NAMED};
use crate::frame::{Act, Ent};
use crate::known::Col;
use crate::link::Text;

pub const EACH_ROW: Construction = Construction {
    name: "each row",
    find,
    reads: &["show the price of each product", "list all products with their price"],
    leaves: &[
        "average price of each product",
        "price of each category",
        "products with a price",
        "which products and their price",
        "what is the total price of all products",
    ],
};

const BEFORE: &[&str] = &[
    "show", "list", "give", "display", "get", "see", "me", "us", "what", "whats", "what's", "is", "are", "all", "the",
    "please", "of", "our", "every", "each",
];

fn find(text: &Text<'_>, at: usize, out: &mut Vec<Edge>) {
    let Some(asked) = asked(text).filter(|a| a.from == at) else {
        return;
    };
    for col in &asked.cols {
        let acts = vec![Act::Thing(Ent::Table(asked.table)), Act::Thing(Ent::Column(*col))];
        out.push(Edge::new("each row", at, asked.end, acts, 3.0));
    }
}

pub(crate) struct Asked {
    pub table: usize,
    /// What is asked for of each of its rows; each may be meant.
    pub cols: Vec<Col>,
    from: usize,
    end: usize,
}

/// All of a question that asks what each row of a table has.
pub(crate) fn asked(text: &Text<'_>) -> Option<Asked> {
    let from = text.past(0, BEFORE);
    let own = |at: usize, table: usize, last: Option<usize>| {
        let found = columns(text, at).into_iter();
        let fits = |c: &(Col, usize, f64)| c.0.table == table && c.2 > NAMED.ln() && last.is_none_or(|end| c.1 == end);
        let mut found: Vec<(Col, usize)> = found.filter(fits).map(|c| (c.0, c.1)).collect();
        let end = found.iter().map(|c| c.1).max()?;
        found.retain(|c| c.1 == end);
        Some((found.into_iter().map(|c| c.0).collect::<Vec<Col>>(), end))
    };
    // "The price of each product".
    let lists = matches!(text.word(0), "list" | "show" | "give" | "display");
    let of = |at: &usize| match (text.word(*at), text.word(at + 1)) {
        ("of" | "for", "each" | "every") => true,
        // One price of all products is what they come to.
        ("of" | "for", "all") => lists || text.word(at - 1).ends_with('s'),
        _ => false,
    };
    if let Some(of) = (from + 1..text.tokens.len()).find(of) {
        let (table, end) = named_table(text, text.past(of + 2, &["the", "our"]))?;
        let (cols, _) = own(from, table, Some(of))?;
        return is_over(text, end).then_some(Asked { table, cols, from, end });
    }
    // "All products with their price".
    let (table, end) = named_table(text, from).filter(|_| lists)?;
    if !matches!((text.word(end), text.word(end + 1)), ("with" | "and", "their" | "its")) {
        return None;
    }
    let (cols, end) = own(end + 2, table, None)?;
    is_over(text, end).then_some(Asked { table, cols, from, end })
}
