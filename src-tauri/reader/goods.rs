//! How many of something were sold, where a row says how many pieces it is of: "how many mugs have we sold", "tickets by
//! month" of a table of sales of tickets.
//!
//! In: the question and a query. Out: the same with the pieces added up where it counted rows. Deliberately absent: stock and
//! other tables that rows refer to, and rows that are spoken of as such, like orders.

use crate::asked::Style;
use crate::constructions::tally::tally;
use crate::known::{Col, Table};
use crate::lexicon;
use crate::link::{Atom, Meaning, Text};
use crate::query::{Agg, Cond, Expr, Query};
use crate::words::{among, TokenKind};
use crate::worths;

const SELLS: &[&str] = &["sold", "sell", "sells", "shifted", "flogged", "bought", "buy"];
/// Rows called so may stand for several.
const PIECES: &str =
    "ticket seat garment item piece unit jar bottle box card extra copy can tin pack packet bag roll pot";
/// What speaks of the money that was made.
const MONEY: &[&str] = &[
    "much", "money", "worth", "value", "price", "sales", "made", "make", "came", "come", "£", "$", "€", "total",
];
/// What the rows themselves are called.
const EVENTS: &str =
    "order sale line purchase transaction booking receipt invoice bill shipment delivery movement entry \
    record row visit trip export till log basket detail history";
/// Names of columns that tell what a row is of.
const GOODS: &str = "item product article dish title sku description goods category kind type species variety flavour";

pub(crate) fn counted(text: &Text<'_>, q: &mut Query) {
    if text.asked.style != Style::People {
        return;
    }
    let having = q.having.iter().filter_map(|c| match c {
        Cond::Compare(e, ..) | Cond::Between(e, ..) => Some(e),
        _ => None,
    });
    let all = q.select.iter().chain(q.order.iter().map(|o| &o.0)).chain(having);
    // "Items per receipt" are divided.
    let parts = |e: &Expr| match e {
        Expr::Math(a, '/', _) => vec![(**a).clone()],
        e => vec![e.clone()],
    };
    let figures: Vec<Expr> = all.flat_map(parts).collect();
    for figure in figures {
        let found = meant(text, &figure).or_else(|| gone(text, q, &figure));
        if let Some(pieces) = found.or_else(|| held(text, &figure)).or_else(|| stocked(text, &figure)) {
            let sum = match &figure {
                Expr::Percent(part) => part_of(part, pieces),
                _ => Expr::agg(Agg::Sum, Expr::Col(pieces)),
            };
            replace(q, &figure, &sum);
        }
    }
}

/// Whether a word says "bottles" where a query adds up how many there are.
pub(crate) fn are_added_up(text: &Text<'_>, word: &str, q: &Query) -> bool {
    let sum = |e: &Expr| matches!(e, Expr::Agg { agg: Agg::Sum, of, .. } if is_pieces(text, of));
    let adds = |e: &Expr| match e {
        Expr::Math(_, '/', all) => sum(all),
        e => sum(e),
    };
    among(PIECES, &crate::words::singular(&word.to_lowercase())) && q.select.iter().any(adds)
}

fn is_pieces(text: &Text<'_>, of: &Expr) -> bool {
    matches!(of, Expr::Col(c) if worths::counts_pieces(text.known.column(*c)))
}

/// How many pieces a condition holds for, in percent of all.
fn part_of(part: &Cond, pieces: Col) -> Expr {
    let all = Expr::agg(Agg::Sum, Expr::Col(pieces));
    let some = Expr::Only(Box::new(part.clone()), Box::new(Expr::Col(pieces)));
    let hundred = Expr::Math(Box::new(Expr::Num(100.0)), '*', Box::new(Expr::agg(Agg::Sum, some)));
    Expr::Math(Box::new(hundred), '/', Box::new(all))
}

/// "Stock by category", of a table of stock: how much of it, and not how many rows.
fn stocked(text: &Text<'_>, figure: &Expr) -> Option<Col> {
    let t = rows(figure)?;
    let table = &text.known.tables[t];
    let said = |list: &str| text.tokens.iter().any(|t| among(list, &t.lower));
    let stock = table.words.last().is_some_and(|w| among("stock inventory", w));
    let spoken = said("stock inventory") && !said("rows records lines entries items products many");
    let column = only_pieces(table).filter(|_| stock && spoken)?;
    Some(Col { table: t, column })
}

/// The one column that says how many pieces a row is of.
fn only_pieces(table: &Table) -> Option<usize> {
    let mut found = (0..table.columns.len()).filter(|at| worths::counts_pieces(&table.columns[*at]));
    found.next().filter(|_| found.next().is_none())
}

/// "How many bottles do I have", of a sheet of wines with so many of each.
fn held(text: &Text<'_>, figure: &Expr) -> Option<Col> {
    let [table] = text.known.tables.as_slice() else {
        return None;
    };
    let counts = matches!(figure, Expr::Agg { agg: Agg::Count, .. } | Expr::Percent(_));
    let piece = |w: &String| among(PIECES, &crate::words::singular(w));
    // Where a column or the sheet is called so, that is what is counted.
    let named = table
        .words
        .iter()
        .chain(table.columns.iter().flat_map(|c| &c.words))
        .any(piece);
    let apart = "different distinct separate kinds types unique";
    let said = |list: &str| text.tokens.iter().any(|t| among(list, &t.lower));
    // "How many producers have bottles from Italy" counts producers.
    let several = |at: usize| {
        text.tokens
            .get(at)
            .is_some_and(|t| t.lower != t.stem && piece(&t.lower))
    };
    let asks = |at: &usize| matches!((text.word(*at), text.word(at + 1)), ("how", "many") | ("number", "of"));
    let all = 0..text.tokens.len();
    let spoken = match all.clone().find(asks) {
        Some(at) => several(text.past(at + 2, &["of", "the", "my", "our"])),
        None => {
            several(0)
                || all
                    .into_iter()
                    .any(|at| text.word(at) == "of" && several(text.past(at + 1, &["the", "my", "our"])))
        }
    };
    let column = only_pieces(table).filter(|_| counts && spoken && !named && !said(apart))?;
    Some(Col { table: 0, column })
}

/// "How many bikes did we sell", "pizzas per order", "bikes in stock at each shop": the pieces that lines of sales, or of the
/// stock, keep of the goods whose rows are counted.
fn gone(text: &Text<'_>, q: &Query, figure: &Expr) -> Option<Col> {
    let known = text.known;
    let goods = match figure {
        Expr::Agg {
            agg: Agg::Count, of, ..
        } => match **of {
            Expr::Rows(t) => t,
            Expr::Col(c) if known.key(c.table) == Some(c) => c.table,
            // The lines' own number of the goods.
            Expr::Col(c) => {
                let to = known.links.iter().find(|l| l.from == [c])?;
                to.tables()?.1
            }
            _ => return None,
        },
        _ => return None,
    };
    let nested = q.filter.iter().any(|c| matches!(c, Cond::Among(..)));
    let said = |list: &str| text.tokens.iter().any(|t| among(list, &t.lower));
    let apart = "different distinct separate kinds types unique never not no without nothing unsold none times often";
    if nested || !q.having.is_empty() || said(apart) || !worths::is_goods(known, goods) {
        return None;
    }
    // What somebody sells may be what they offer; what was sold has gone.
    let went = said("sold bought purchased shifted flogged") || said("did") && said("sell buy");
    let stock =
        (0..text.tokens.len()).any(|at| matches!((text.word(at), text.word(at + 1)), ("in", "stock") | ("on", "hand")));
    let refers = |t: &usize| known.refers(*t, goods);
    let lines = |t: &usize| {
        let table = &known.tables[*t];
        let column = match stock && !went {
            true => {
                let keeps = |w: &String| among("stock stocks inventory inventories warehouse", w);
                let pieces = table.columns.iter().position(worths::counts_pieces);
                pieces.filter(|_| table.words.iter().any(keeps))
            }
            false => worths::pieces(table).filter(|_| went || ordered(text) || per_sale(text, *t)),
        };
        column.map(|column| Col { table: *t, column })
    };
    // A query that reads another table of the goods, such as purchases, is not about these lines.
    let others = q.needed().into_iter().filter(|t| refers(t)).collect::<Vec<_>>();
    let lines = |t: &usize| lines(t).filter(|_| others.iter().all(|o| o == t));
    let mut found = (0..known.tables.len()).filter(refers).filter_map(|t| lines(&t));
    found.next().filter(|_| found.next().is_none())
}

/// "What do people order most", "ordered in May".
fn ordered(text: &Text<'_>) -> bool {
    let who = |at: usize| {
        at.checked_sub(1)
            .is_some_and(|b| among("people customers they we clients guests folks you", text.word(b)))
    };
    let bought = |at: usize| text.word(at) == "ordered" && !among("by alphabetically from", text.word(at + 1));
    (0..text.tokens.len()).any(|at| bought(at) || text.word(at) == "order" && who(at))
}

/// "Bikes per order", of lines of orders.
fn per_sale(text: &Text<'_>, lines: usize) -> bool {
    let known = text.known;
    let sale = |a: &Atom| matches!(a.meaning, Meaning::Table(t) if t != lines && known.belongs(lines, t) && !known.is_human(t));
    let per = |at: usize| {
        let one = among("per each every", text.word(at))
            || text.word(at) == "in" && among("an one each a every", text.word(at + 1));
        let next = text.past(at + 1, &["an", "one", "each", "a", "every"]);
        let event = among(EVENTS, &crate::words::singular(text.word(next)));
        one && event && text.at(next).iter().any(sale)
    };
    (0..text.tokens.len()).any(per)
}

/// The pieces that a figure is rather meant to add up.
fn meant(text: &Text<'_>, figure: &Expr) -> Option<Col> {
    if let Some(table) = rows(figure) {
        return pieces(text, table).filter(|c| asked(text, *c));
    }
    let Expr::Agg {
        agg: Agg::Sum,
        distinct: false,
        of,
    } = figure
    else {
        return None;
    };
    let Expr::Col(of) = **of else { return None };
    let pieces = pieces(text, of.table).filter(|p| *p != of)?;
    let column = text.known.column(of);
    let said = |stem: &String| text.tokens.iter().any(|t| t.stem == *stem);
    // "Has Ann sold any fudge", "candles sold in May": no money is spoken of.
    let money = text
        .tokens
        .iter()
        .any(|t| MONEY.contains(&t.lower.as_str()) || lexicon::is_money(&t.lower));
    let first = text.tokens.iter().find(|t| t.kind != TokenKind::Mark);
    let what = first.is_some_and(|t| t.is_any(&["what", "whats", "what's"]));
    let sells = column.is_made() && column.name == worths::REVENUE && sells(text) && !money && !what;
    // "The most jars" of `jar_qty` and `jar_grams`.
    let own = &text.known.column(pieces).stems;
    let noun = column.stems.iter().find(|s| own.contains(s) && said(s));
    let only = noun.is_some() && column.stems.iter().filter(|s| said(s)).count() == 1 && column.stems.len() > 1;
    (sells || only && !column.is_made()).then_some(pieces)
}

/// Puts a sum wherever the query has the figure.
pub(crate) fn replace(q: &mut Query, figure: &Expr, sum: &Expr) {
    let swap = |e: &mut Expr| match e {
        Expr::Math(a, '/', _) if **a == *figure => **a = sum.clone(),
        e if e == figure => *e = sum.clone(),
        _ => {}
    };
    q.select.iter_mut().for_each(swap);
    q.order.iter_mut().for_each(|o| swap(&mut o.0));
    for cond in &mut q.having {
        if let Cond::Compare(e, ..) | Cond::Between(e, ..) = cond {
            swap(e);
        }
    }
}

/// The table whose rows are counted.
fn rows(e: &Expr) -> Option<usize> {
    match e {
        Expr::Agg {
            agg: Agg::Count,
            distinct: false,
            of,
        } => match **of {
            Expr::Rows(t) => Some(t),
            _ => None,
        },
        _ => None,
    }
}

/// The column that says how many pieces a row is of, where rows are no goods that others refer to.
fn pieces(text: &Text<'_>, t: usize) -> Option<Col> {
    let table = &text.known.tables[t];
    let referred = text.known.links.iter().filter_map(|l| l.tables()).any(|l| l.1 == t);
    let dated = |t: usize| text.known.columns(t).any(|(_, c)| c.is_time() && !c.is_number());
    let happened = dated(t) || text.known.up(t).into_iter().any(dated);
    let column = worths::pieces(table).or_else(|| tally(table))?;
    (happened && !referred && worths::is_sold(&table.words)).then_some(Col { table: t, column })
}

fn sells(text: &Text<'_>) -> bool {
    text.tokens.iter().any(|t| SELLS.contains(&t.lower.as_str()))
}

/// Whether the question speaks of pieces.
fn asked(text: &Text<'_>, pieces: Col) -> bool {
    let one = |word: &str| crate::words::singular(word);
    let event = |at: usize| {
        let often = text.word(at) == "times" && at > 0 && text.tokens[at - 1].number.is_some();
        often || among(EVENTS, &one(text.word(at)))
    };
    let asks = |at: usize| matches!(text.word(at), "many" | "of" | "most" | "fewest" | "more" | "fewer");
    let all = 0..text.tokens.len();
    // "How many orders", "number of rows", "three times"; "by order" only says how they are grouped.
    let groups = |at: usize| at > 0 && matches!(text.word(at - 1), "by" | "per" | "each" | "which" | "what");
    // "Three different garments" are told apart.
    let apart = |at: usize| {
        matches!(
            text.word(at),
            "different" | "distinct" | "separate" | "kinds" | "types" | "unique"
        )
    };
    if all.clone().any(|at| apart(at) || event(at) && !groups(at)) {
        return false;
    }
    let table = &text.known.tables[pieces.table];
    let named = |at: usize| {
        let table = |a: &Atom| a.meaning == Meaning::Table(pieces.table) && a.score >= 0.85;
        text.at(at).iter().any(table)
    };
    let sold = worths::pieces(table).is_some();
    let own = match table.words.as_slice() {
        [noun] => {
            sold && all
                .clone()
                .any(|at| named(at) && (among(PIECES, &one(noun)) || among(PIECES, &one(text.word(at)))))
        }
        _ => false,
    };
    let sells = sold && sells(text);
    let goods = |at: usize| {
        text.at(at + 1).iter().any(|a| match &a.meaning {
            Meaning::Value { col, part: false, .. } => {
                let of = col.table == pieces.table || text.known.belongs(pieces.table, col.table);
                let words = &text.known.column(*col).words;
                // "Mug orders" are orders.
                let of = of && !event(a.end) && !named(a.end);
                of && a.score >= 0.8 && words.iter().any(|w| among(GOODS, w))
            }
            _ => false,
        })
    };
    // "Items per receipt".
    let each = |at: usize| sold && text.word(at + 1) == "per" && among(PIECES, &one(text.word(at)));
    own || sells || all.clone().any(each) || all.into_iter().any(|at| asks(at) && text.word(at) != "of" && goods(at))
}
