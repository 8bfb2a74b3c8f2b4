//! Orders that say nothing, and days of the wrong thing.

use askwell_contract::TypeKind;

use crate::known::{Col, Column, Known, Role};
use crate::lexicon;
use crate::link::{is_unit, says_unit, Meaning, Text};
use crate::query::{Agg, Cond, Expr, Op, Query};
use crate::words::{among, is_part_of_name, singular};

/// A figure with more values than this is no kind of anything.
const KINDS: u64 = 20;

/// Whether a query is no reading of this question.
pub(crate) fn is_amiss(text: &Text<'_>, q: &Query) -> bool {
    const CHECKS: [fn(&Text<'_>, &Query) -> bool; 8] = [
        pays_for_many,
        groups_aside,
        counts_amounts,
        sums_what_is_measured,
        groups_the_whole,
        tells_in_another_unit,
        splits_what_is_denied,
        super::vain::beyond,
    ];
    CHECKS.iter().any(|amiss| amiss(text, q))
}

/// "The youngest in year 9", by the year that all of them have in common.
pub(super) fn sorts_what_is_fixed(q: &Query) -> bool {
    let fixed = |e: &Expr| {
        let Expr::Col(c) = e else { return false };
        q.filter.iter().any(|cond| match cond {
            Cond::Compare(Expr::Col(col), Op::Eq, Expr::Num(_)) => col == c,
            Cond::Is {
                col,
                values,
                not: false,
            } => col == c && values.len() == 1,
            _ => false,
        })
    };
    let first = q.order.first().filter(|_| q.limit.is_some() && q.over.is_none());
    first.is_some_and(|(e, _)| match e {
        Expr::Agg { agg, of, .. } => matches!(agg, Agg::Avg | Agg::Min | Agg::Max) && fixed(of),
        e => fixed(e),
    })
}

/// "When was Priya Shah last in?", by the day on which she joined: of one row there is no last, and what she came for has days
/// of its own.
pub(super) fn last_of_one(known: &Known, q: &Query) -> bool {
    let Some((Expr::Col(day), _)) = q.order.first() else {
        return false;
    };
    if q.limit != Some(1) || !q.group.is_empty() || !known.column(*day).is_time() {
        return false;
    }
    let named = |cond: &Cond| match cond {
        Cond::Is {
            col,
            values,
            not: false,
        } if col.table == day.table && values.len() == 1 => Some(known.column(*col)),
        _ => None,
    };
    let named: Vec<_> = q.filter.iter().filter_map(named).collect();
    let alone = |c: &&Column| c.unique || c.rows > 0 && 10 * c.distinct >= 9 * c.rows;
    let parts = named.iter().filter(|c| c.words.iter().any(|w| is_part_of_name(w)));
    let one = named.iter().any(alone) || parts.count() > 1;
    let dated = |t: usize| t != day.table && known.columns(t).any(|(_, c)| c.is_time());
    one && (0..known.tables.len()).any(|t| dated(t) && known.belongs(t, day.table))
}

/// The number of different keys, where rows are counted, too: each customer counted once is a row of customers.
pub(super) fn counted_twice(known: &Known, q: &Query) -> Option<Expr> {
    let key = q.select.iter().find_map(|e| match e {
        Expr::Agg {
            agg: Agg::Count,
            distinct: false,
            of,
        } => match **of {
            Expr::Rows(t) if q.tables == [t] => known.key(t),
            _ => None,
        },
        _ => None,
    });
    key.map(|key| Expr::each(Agg::Count, Expr::Col(key)))
}

/// "Orders by country" go by the customers' countries, and not by those of warehouses whose managers took the orders.
fn groups_aside(text: &Text<'_>, q: &Query) -> bool {
    let known = text.known;
    let mut rows: Vec<usize> = Vec::new();
    let figures = q.select.iter().filter(|e| !q.group.contains(e));
    figures.for_each(|e| e.visit(&mut |t, _| rows.push(t)));
    let above = |table: usize| rows.iter().all(|t| known.belongs(*t, table));
    let named = |table: usize| {
        let stems = &known.tables[table].stems;
        text.tokens.iter().any(|t| stems.contains(&t.stem))
    };
    !rows.is_empty()
        && q.group.iter().any(|e| {
            let Expr::Col(c) = e else { return false };
            let alike = |(other, column): (Col, &Column)| {
                other.table != c.table && column.stems == known.column(*c).stems && above(other.table)
            };
            !rows.iter().any(|t| known.belongs(*t, c.table)) && !named(c.table) && known.all().any(alike)
        })
}

/// "With an order in 2024", by the day on which the customer of each order came: orders have days of their own.
pub(super) fn dates_the_other(known: &Known, q: &Query) -> bool {
    q.filter.iter().any(|c| {
        let Cond::Among(outer, inner, _) = c else { return false };
        let timed =
            |c: &Cond| matches!(c, Cond::When { col, .. } | Cond::PartIs(_, col, _) if col.table == outer.table);
        let own = |t: usize| t != outer.table && known.columns(t).any(|(_, c)| c.is_time());
        inner.filter.iter().any(timed) && inner.needed().into_iter().any(own)
    })
}

/// Whether the question speaks of money anywhere: "how many came and what did they pay".
fn says_money(text: &Text<'_>) -> bool {
    const MONEY: &str = "much worth money cost costs revenue spend spent spending takings value amount pay paid earn earned take took taken \
        price come came income turnover made make bring brought owe owed owes total add adds pounds euros dollars quid raise raised donate donated donations charge charged bill billed";
    text.tokens.iter().any(|t| among(MONEY, &t.lower))
}

/// Whether a question for how many of something is answered by money that it does not speak of.
fn pays_for_many(text: &Text<'_>, q: &Query) -> bool {
    let all = 0..text.tokens.len();
    let many = all
        .clone()
        .any(|at| (text.word(at), text.word(at + 1)) == ("how", "many"));
    if !many || says_money(text) {
        return false;
    }
    let unsaid = |c: &Col| {
        let column = text.known.column(*c);
        let priced = |w: &String| matches!(w.as_str(), "price" | "cost" | "fee" | "payment" | "charge");
        let money = column.view.is_some() || column.words.iter().any(priced);
        column.is_money() && money && !all.clone().any(|at| column.stems.contains(&text.tokens[at].stem))
    };
    q.select.iter().any(|e| match e {
        Expr::Agg { agg: Agg::Sum, of, .. } => matches!(&**of, Expr::Col(c) if unsaid(c)),
        _ => false,
    })
}

/// "How many days" are not the different figures of a column that measures something, nor does such a figure make groups of
/// its rows, where nobody asks for different ones.
fn counts_amounts(text: &Text<'_>, q: &Query) -> bool {
    let known = text.known;
    let amount = |e: &Expr| {
        let Expr::Col(c) = e else { return false };
        let column = known.column(*c);
        let measures = column.role == Role::Measure && column.is_number() && !column.is_time();
        measures && column.kind != TypeKind::Integer && column.distinct > KINDS
    };
    let counted = |e: &Expr| matches!(e, Expr::Agg { agg: Agg::Count, distinct: true, of } if amount(of));
    let different = text.tokens.iter().any(|t| among("different distinct unique", &t.lower));
    let counts = q.select.iter().chain(q.order.iter().map(|o| &o.0)).any(counted);
    let named = |e: &Expr| {
        let Expr::Col(c) = e else { return false };
        let last = known.column(*c).stems.last();
        last.is_some_and(|s| text.tokens.iter().any(|t| t.stem == *s))
    };
    counts && !different || q.group.iter().any(|e| amount(e) && !named(e))
}

/// "Salaries in dollars" are the `salary_in_usd`, where a plain `salary` is told in whatever was paid.
fn tells_in_another_unit(text: &Text<'_>, q: &Query) -> bool {
    let known = text.known;
    let said = |unit: &String| is_unit(unit) && text.tokens.iter().any(|t| says_unit(&t.lower, unit));
    let mut used: Vec<Col> = Vec::new();
    let shown = q.select.iter().chain(q.order.iter().map(|o| &o.0));
    shown.for_each(|e| e.visit(&mut |_, c| used.extend(c)));
    let other = |c: &Col| {
        let plain = known.column(*c);
        let told = |(o, column): (Col, &Column)| {
            let unit = column
                .words
                .last()
                .filter(|u| !used.contains(&o) && column.is_number() && said(u));
            unit.is_some_and(|u| !plain.words.contains(u)) && plain.words.iter().any(|w| column.words.contains(w))
        };
        plain.is_number() && known.columns(c.table).any(told)
    };
    used.iter().any(other)
}

/// "People with no credit card" are those alone, and not both sides of it.
fn splits_what_is_denied(text: &Text<'_>, q: &Query) -> bool {
    let denied = |c: Col| {
        let no = |at: &usize| among("no without", text.word(*at));
        let named = |at: usize| text.at(at).iter().any(|a| a.meaning == Meaning::Column(c));
        text.is_flag(c) && (0..text.tokens.len()).filter(no).any(|at| named(at + 1))
    };
    let group = |e: &Expr| matches!(e, Expr::Col(c) if denied(*c));
    let side = |e: &Expr, yes: bool| {
        let Expr::Agg { of, .. } = e else { return false };
        matches!(&**of, Expr::Only(cond, _) if matches!(**cond, Cond::Yes(c, is) if is == yes && denied(c)))
    };
    let both = || [true, false].iter().all(|yes| q.select.iter().any(|e| side(e, *yes)));
    let split = text
        .tokens
        .iter()
        .any(|t| among("by per each every or vs versus and", &t.lower));
    !split && (q.group.iter().any(group) || both())
}

/// "The share of songs that are live" is one of all songs, and not one for each song.
fn groups_the_whole(text: &Text<'_>, q: &Query) -> bool {
    const SHARES: &str = "percent percentage share proportion fraction";
    const WHOLE: &[&str] = &["the", "all", "our", "their", "its", "these", "those"];
    let of = |at: usize| among(SHARES, text.word(at)) && text.word(at + 1) == "of";
    let Some(noun) = (0..text.tokens.len())
        .find(|at| of(*at))
        .map(|at| text.past(at + 2, WHOLE))
    else {
        return false;
    };
    let whole = |e: &Expr| {
        let Expr::Col(c) = e else { return false };
        text.at(noun).iter().any(|a| a.meaning == Meaning::Column(*c))
    };
    // "The percentage of genders" is that of each.
    let last = text.past(noun + 1, &["?", "."]) >= text.tokens.len();
    let by = last || text.tokens.iter().any(|t| among("by per each every which", &t.lower));
    !by && q.group.len() == 1 && q.group.iter().any(whole)
}

/// "How many rides" are not how long they took together, where nobody speaks of a length or says what it is told in; nor are
/// "how many bills" what a `total_bill` adds up to.
fn sums_what_is_measured(text: &Text<'_>, q: &Query) -> bool {
    let many = (0..text.tokens.len()).find(|at| text.word(*at) == "many" && *at > 0 && text.word(at - 1) == "how");
    let Some(many) = many else { return false };
    let told = lexicon::period(text.word(many + 1)).is_some() || is_unit(text.word(many + 1));
    let measured = |e: &Expr| {
        let Expr::Agg { agg: Agg::Sum, of, .. } = e else {
            return false;
        };
        let Expr::Col(c) = **of else { return false };
        let column = text.known.column(c);
        let thing = singular(text.word(many + 1));
        let one = thing != text.word(many + 1) && column.words.len() > 1 && column.words.last() == Some(&thing);
        if one && column.kind != TypeKind::Integer {
            return true;
        }
        let of = column.words.iter().any(|w| lexicon::is_measure(w)) && !(column.is_money() && says_money(text));
        of && !text
            .tokens
            .iter()
            .any(|t| lexicon::is_measure(&t.lower) || column.stems.first() == Some(&t.stem))
    };
    !told && q.select.iter().any(measured)
}

/// "Who never visited Cobalt" is no firm but Cobalt itself: what is left out of a column is told by another one.
pub(super) fn denies_itself(q: &Query) -> bool {
    q.filter.iter().any(|c| {
        let Cond::Among(outer, inner, _) = c else { return false };
        let own = |c: &Cond| matches!(c, Cond::Is { col, .. } if col == outer);
        inner.tables == [outer.table] && inner.filter.iter().any(own)
    })
}

/// Whether numbers are added up that only tell things apart: zip codes, years, the numbers of flights; or that say where
/// something is, or in what state.
pub(super) fn adds_numbers(known: &Known, q: &Query) -> bool {
    const STATES: &str =
        "latitude longitude elevation altitude temperature humidity pressure average mean median percent percentage";
    let tells = |c: &Col| {
        let column = known.column(*c);
        let number = matches!(column.role, Role::Number | Role::Key | Role::Reference);
        // How far one climbs is added up, how high a place lies is not.
        let climbs = column
            .words
            .iter()
            .any(|w| among("gain loss change climb ascent descent", w));
        number || !climbs && column.words.iter().any(|w| among(STATES, w))
    };
    let adds = |e: &Expr| matches!(e, Expr::Agg { agg: Agg::Sum, of, .. } if matches!(&**of, Expr::Col(c) if tells(c)));
    q.select.iter().chain(q.order.iter().map(|o| &o.0)).any(adds)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::constructions::tests::shop;
    use crate::known::Col;

    const ORDERED: Col = Col { table: 1, column: 3 };

    const AMOUNT: Col = Col { table: 1, column: 6 };

    #[test]
    fn what_a_condition_fixes_orders_nothing() {
        let by = |e: Expr, n: f64, op: Op| Query {
            select: vec![Expr::Col(AMOUNT)],
            filter: vec![Cond::Compare(Expr::Col(AMOUNT), op, Expr::Num(n))],
            order: vec![(e, true)],
            limit: Some(1),
            ..Query::default()
        };
        assert!(sorts_what_is_fixed(&by(Expr::Col(AMOUNT), 9.0, Op::Eq)));
        assert!(sorts_what_is_fixed(&by(
            Expr::agg(Agg::Avg, Expr::Col(AMOUNT)),
            9.0,
            Op::Eq
        )));
        assert!(!sorts_what_is_fixed(&by(
            Expr::agg(Agg::Sum, Expr::Col(AMOUNT)),
            9.0,
            Op::Eq
        )));
        assert!(!sorts_what_is_fixed(&by(Expr::Col(AMOUNT), 9.0, Op::Gt)));
    }

    #[test]
    fn of_one_row_there_is_no_last() {
        let mut known = shop();
        let ordered = known.tables[1].columns[3].clone();
        known.tables[0].columns[3] = ordered;
        (known.tables[0].columns[1].rows, known.tables[0].columns[1].distinct) = (100, 99);
        let last = |day: Col| Query {
            select: vec![Expr::Col(day)],
            filter: vec![Cond::Is {
                col: Col { table: 0, column: 1 },
                values: vec!["Priya Shah".to_owned()],
                not: false,
            }],
            order: vec![(Expr::Col(day), true)],
            limit: Some(1),
            ..Query::default()
        };
        assert!(last_of_one(&known, &last(Col { table: 0, column: 3 })));
        assert!(!last_of_one(&known, &last(ORDERED)));
        // Where many are called so, one of them came last.
        known.tables[0].columns[1].distinct = 20;
        assert!(!last_of_one(&known, &last(Col { table: 0, column: 3 })));
    }

    #[test]
    fn what_has_days_of_its_own_is_not_dated_by_whom_it_belongs_to() {
        let within = |col: Col| {
            let when = Cond::When {
                col,
                from: Some("2024-01-01".to_owned()),
                to: None,
                not: false,
            };
            let inner = Query {
                select: vec![Expr::Col(Col { table: 1, column: 1 })],
                filter: vec![when],
                tables: vec![1],
                ..Query::default()
            };
            Query {
                select: vec![Expr::count(0)],
                filter: vec![Cond::Among(Col { table: 0, column: 0 }, Box::new(inner), false)],
                ..Query::default()
            }
        };
        assert!(!dates_the_other(&shop(), &within(ORDERED)));
        assert!(dates_the_other(&shop(), &within(Col { table: 0, column: 3 })));
    }
}
