//! "How many people did it": each person once, where the rows that are counted are what people did.
//!
//! In: the question and a query. Out: the same with persons counted where it counted rows. Deliberately absent: rows that are
//! people themselves, and heads that a column counts.

use crate::goods;
use crate::known::{Col, Column, Link};
use crate::lexicon;
use crate::link::Text;
use crate::query::{Agg, Expr, Query};
use crate::words::{among, singular};

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
    let many = |at: &usize| {
        matches!(
            (text.word(*at), text.word(at + 1)),
            ("how", "many") | ("number" | "numbers", "of")
        )
    };
    let at = (0..text.tokens.len()).find(many)?;
    let next = text.past(at + 2, &["different", "distinct", "unique", "separate", "individual"]);
    let one = singular(text.word(next));
    // "Pupils" of a sheet of results are no results.
    let others = match text.known.tables.as_slice() {
        [sheet] => lexicon::is_person(&one) && !sheet.words.iter().any(|w| singular(w) == one),
        _ => false,
    };
    (others || among("people persons individuals folk folks", text.word(next))).then_some(next > at + 2)
}

/// The column that tells whose a row is: the one key of people among its own, or the one that names them in a sheet.
fn person(text: &Text<'_>, table: usize, different: bool) -> Option<Col> {
    let known = text.known;
    // Where each row is of several, its heads are added up elsewhere.
    const HEADS: &str = "guests people persons heads pax attendees covers party adults";
    let heads = known
        .columns(table)
        .any(|(_, c)| c.is_number() && c.words.iter().any(|w| among(HEADS, w)));
    if heads {
        return None;
    }
    // Rows of people are one each, unless a number says that several are of the same.
    if known.is_human(table) {
        return numbered(text, table);
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
        [] => numbered(text, table),
        _ => None,
    }
}

/// The number by which people are told apart in a sheet that has several rows of each: "Cand No", "Member ID".
fn numbered(text: &Text<'_>, table: usize) -> Option<Col> {
    const SHORT: &str = "cand emp stud mem memb cust pat";
    let of_people = |w: &String| lexicon::is_person(w) || among(SHORT, w);
    let several = |c: &Column| c.is_numbering() && c.distinct * 2 <= c.rows && c.words.iter().any(of_people);
    let mut found = text.known.columns(table).filter(|(_, c)| several(c));
    found.next().map(|(c, _)| c).filter(|_| found.next().is_none())
}
