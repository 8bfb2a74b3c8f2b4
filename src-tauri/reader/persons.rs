//! "How many people did it": each person once, where the rows that are counted are what people did.
//!
//! In: the question and a query. Out: the same with persons counted where it counted rows. Deliberately absent: rows that are
//! people themselves, and heads that a column counts.

use crate::goods;
use crate::known::{Col, Link};
use crate::lexicon;
use crate::link::Text;
use crate::query::{Agg, Expr, Query};
use crate::words::among;

pub(crate) fn once(text: &Text<'_>, q: &mut Query) {
    let Some(different) = asks(text) else { return };
    let counted = q.select.iter().find_map(|e| match e {
        Expr::Agg {
            agg: Agg::Count,
            distinct: false,
            of,
        } => match **of {
            Expr::Rows(t) => Some((e.clone(), t)),
            _ => None,
        },
        _ => None,
    });
    let Some((figure, table)) = counted else { return };
    if let Some(person) = person(text, table, different) {
        goods::replace(q, &figure, &Expr::each(Agg::Count, Expr::Col(person)));
    }
}

/// Whether "how many people" are asked for, and whether "how many different people".
fn asks(text: &Text<'_>) -> Option<bool> {
    let many = |at: &usize| (text.word(*at), text.word(at + 1)) == ("how", "many");
    let at = (0..text.tokens.len()).find(many)?;
    let next = text.past(at + 2, &["different", "distinct", "unique", "separate", "individual"]);
    among("people persons individuals folk folks", text.word(next)).then_some(next > at + 2)
}

/// The column that tells whose a row is: the one key of people among its own, or the one that names them in a sheet.
fn person(text: &Text<'_>, table: usize, different: bool) -> Option<Col> {
    let known = text.known;
    // Where each row is of several, its heads are added up elsewhere.
    const HEADS: &str = "guests people persons heads pax attendees covers party adults";
    let heads = known
        .columns(table)
        .any(|(_, c)| c.is_number() && c.words.iter().any(|w| among(HEADS, w)));
    if known.is_human(table) || heads {
        return None;
    }
    let key = |l: &Link| match (l.tables(), l.from.as_slice()) {
        (Some((from, to)), [key]) if from == table && from != to && known.is_human(to) => Some(*key),
        _ => None,
    };
    let mut keys: Vec<Col> = known.links.iter().filter_map(key).collect();
    keys.dedup();
    // Of patients and doctors, those who came are the patients.
    let staff = |c: &Col| known.told_by(*c).is_some_and(|t| known.is_staff(t));
    if keys.len() > 1 {
        keys.retain(|c| !staff(c));
    }
    match keys.as_slice() {
        [one] => return Some(*one),
        [_, ..] => return None,
        [] => {}
    }
    let named = known.columns(table).filter(|(_, c)| {
        let whom = c.words.iter().any(|w| lexicon::is_person(w));
        // Nearly every row is another's: then rows are as good.
        let again = different || c.distinct * 2 <= c.rows;
        c.is_text() && !c.is_numbering() && whom && again
    });
    let named: Vec<Col> = named.map(|(c, _)| c).collect();
    match named.as_slice() {
        [one] => Some(*one),
        _ => None,
    }
}
