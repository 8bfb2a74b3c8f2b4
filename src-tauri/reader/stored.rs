//! Texts that are stored word for word: "active contracts" where a status is 'Active', "how many are not email" of those that
//! came by 'email'. They are meant before anything that the word only lets one conclude.
//!
//! In: the readings of one question. Out: the same without readings that tell by an empty day, by a day of the week or by rows
//! elsewhere what a text says. Deliberately absent: texts that are only like the word.

use crate::known::Col;
use crate::link::{Meaning, Text};
use crate::query::{Cond, Query};
use crate::read::{drop_worse, keep_better, Reading};
use crate::words::among;

/// From here on a text is surely meant.
const SURE: f64 = 0.95;

pub(crate) fn settle(text: &Text<'_>, readings: &mut Vec<Reading>) {
    let stored: Vec<(Col, String)> = (0..text.tokens.len()).flat_map(|at| texts(text, at)).collect();
    drop_worse(readings, |all, r| concludes(&stored, all, &r.query));
    for at in 1..text.tokens.len() {
        let denied = match text.word(at - 1) {
            "not" => at > 1 && among("is are was were", text.word(at - 2)),
            word => among("isn't aren't wasn't weren't isnt arent wasnt werent", word),
        };
        let list = if denied {
            texts(text, text.past(at, &["a", "an", "the", "in", "from"]))
        } else {
            Vec::new()
        };
        let is = |q: &Query, c: &Cond| match c {
            Cond::Is { col, values, not: true } => {
                q.tables.first() == Some(&col.table) && list.iter().any(|(of, v)| of == col && values.contains(v))
            }
            _ => false,
        };
        keep_better(readings, |r| r.query.filter.iter().any(|c| is(&r.query, c)));
        // "Which venues aren't step free".
        let flags: Vec<Col> = if denied {
            text.at(at).iter().filter_map(|a| flag(text, a)).collect()
        } else {
            Vec::new()
        };
        let is = |q: &Query, of: bool| {
            let said = |c: &Cond| matches!(c, Cond::Yes(col, yes) if flags.contains(col) && *yes == of);
            q.filter.iter().any(said)
        };
        keep_better(readings, |r| is(&r.query, false) && !is(&r.query, true));
    }
}

/// The column of yes and no that an atom names whole.
fn flag(text: &Text<'_>, a: &crate::link::Atom) -> Option<Col> {
    match a.meaning {
        Meaning::Column(c) if a.score >= SURE && text.is_flag(c) => Some(c),
        _ => None,
    }
}

/// The texts that the word at a token is, all of them.
fn texts(text: &Text<'_>, at: usize) -> Vec<(Col, String)> {
    let of = |a: &crate::link::Atom| match &a.meaning {
        Meaning::Value {
            col,
            value,
            part: false,
        } if a.score >= SURE && !a.loose || value.eq_ignore_ascii_case(text.word(at)) => Some((*col, value.clone())),
        _ => None,
    };
    text.at(at).iter().filter_map(of).collect()
}

/// Whether another reading differs only by the text where this one has a day that is there or not, or a day of the week.
fn concludes(stored: &[(Col, String)], readings: &[Reading], q: &Query) -> bool {
    let concluded = |c: &Cond| matches!(c, Cond::Null(..) | Cond::PartIs(..));
    let needed = q.needed();
    // Another word than the one that is concluded from.
    let already = |v: &str| {
        let is = |c: &Cond| matches!(c, Cond::Is { values, .. } if values.iter().any(|o| o.eq_ignore_ascii_case(v)));
        q.filter.iter().any(is)
    };
    let told = |c: &Cond| match c {
        Cond::Is {
            col,
            values,
            not: false,
        } => {
            let said = |v: &String| stored.iter().any(|(of, text)| of == col && text == v) && !already(v);
            needed.contains(&col.table) && values.iter().any(said)
        }
        _ => false,
    };
    let rest = |q: &Query, without: usize| {
        let rest = q.filter.iter().enumerate().filter(|(at, _)| *at != without);
        rest.map(|(_, c)| c.clone()).collect::<Vec<_>>()
    };
    let same =
        |o: &Query, q: &Query| o.select == q.select && o.group == q.group && o.having == q.having && o.order == q.order;
    let own: Vec<usize> = (0..q.filter.len()).filter(|at| concluded(&q.filter[*at])).collect();
    own.iter().any(|at| {
        readings.iter().any(|r| {
            let o = &r.query;
            let by = (0..o.filter.len()).filter(|i| told(&o.filter[*i]) && !q.filter.contains(&o.filter[*i]));
            same(o, q) && by.into_iter().any(|i| rest(o, i) == rest(q, *at))
        })
    })
}
