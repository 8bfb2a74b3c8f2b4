//! Whose day a time is, where nothing says so: "best selling products last year" were sold then, not launched.
//!
//! In: the readings of one question. Out: the same without those that take the day of what is named, where another one is
//! like them but for the day of what is counted. Deliberately absent: days that the question names.

use crate::known::{Col, Known};
use crate::lexicon;
use crate::link::Text;
use crate::query::{Cond, Expr, Part, Query};
use crate::read::{drop_worse, Reading};
use crate::words::{among, stem};

pub(crate) fn settle(text: &Text<'_>, readings: &mut Vec<Reading>) {
    let days: Vec<Option<(Col, Day)>> = readings.iter().map(|r| whose(text.known, &r.query)).collect();
    let stays: Vec<bool> = readings
        .iter()
        .zip(&days)
        .map(|(r, day)| match day {
            Some((col, Day::Named)) if !said(text, *col) => {
                let counted = |other: &Option<(Col, Day)>| matches!(other, Some((_, Day::Counted)));
                let mut others = readings.iter().zip(&days);
                !others.any(|(other, day)| counted(day) && alike(&other.query, &r.query))
            }
            _ => true,
        })
        .collect();
    let mut stays = stays.into_iter();
    readings.retain(|_| stays.next().unwrap_or(true));
    drop_worse(readings, |all, r| is_own_day(text, all, &r.query));
    drop_worse(readings, |all, r| is_year_of_goods(text, all, &r.query));
    drop_worse(readings, |all, r| is_of_life(text, all, &r.query));
    drop_worse(readings, |all, r| {
        let other = |o: &Reading| only_day(&o.query).is_some() && !is_past(text.known, &o.query);
        is_past(text.known, &r.query) && all.iter().any(other)
    });
    drop_worse(readings, |all, r| is_end(text, all, &r.query));
    if is_month_by_month(text) {
        let month = |e: &Expr| match e {
            Expr::Part(Part::Month, day) => Some(*day),
            _ => None,
        };
        let of_year = |q: &Query| q.group.iter().find_map(month);
        let in_turn = |q: &Query, day: Col| q.group.contains(&Expr::Part(Part::YearMonth, day));
        drop_worse(readings, |all, r| {
            of_year(&r.query).is_some_and(|day| all.iter().any(|o| in_turn(&o.query, day)))
        });
    }
    if !speaks_of_age(text) {
        let birth = |c: Col| text.known.column(c).words.iter().any(|w| lexicon::is_birth(w));
        drop_worse(readings, |all, r| {
            let own = only_day(&r.query).map(|day| day.table);
            let other = |o: &Reading| {
                only_day(&o.query).is_some_and(|day| !birth(day) && Some(day.table) == own) && alike(&o.query, &r.query)
            };
            only_day(&r.query).is_some_and(birth) && all.iter().any(other)
        });
    }
}

/// "By month", "each month": one after the other, and not all Januaries together.
fn is_month_by_month(text: &Text<'_>) -> bool {
    let said = |list: &str| text.tokens.iter().any(|t| among(list, &t.lower));
    let by = |at: usize| among("by per each every", text.word(at)) && text.word(at + 1) == "month";
    let behind = |at: usize| !(by(at) && text.word(at + 2) == "of");
    let each = (0..text.tokens.len()).any(by) || said("monthly");
    each && (0..text.tokens.len()).all(behind)
        && !said(
            "season seasonal seasonality year years typical typically usually calendar born birth birthday birthdays",
        )
}

/// Whether a query takes the day on which something ended, where another is like it but for the day on which that began, and no
/// word says so: a holiday "in May" began then. Where a word says so, the other way round.
fn is_end(text: &Text<'_>, readings: &[Reading], q: &Query) -> bool {
    const ENDS: [(&str, &str); 7] = [
        ("first", "last"),
        ("start", "end"),
        ("begin", "end"),
        ("from", "to"),
        ("in", "out"),
        ("arrive", "depart"),
        ("arrival", "departure"),
    ];
    const OVER: &str = "expire expires expired expiring end ends ended ending finish finished leave leaves left leaving complete completed \
        conclude concluded depart departing departed return returned checkout checked out until closed";
    let over = text.tokens.iter().any(|t| among(OVER, &t.lower));
    let Some(day) = only_day(q).filter(|day| !said(text, *day)) else {
        return false;
    };
    let stems = &text.known.column(day).stems;
    let began = |other: Col| {
        let own = &text.known.column(other).stems;
        let differ: Vec<_> = own.iter().zip(stems).filter(|(a, b)| a != b).collect();
        let ends = |a: &str, b: &str| ENDS.iter().any(|(from, to)| stem(from) == a && stem(to) == b);
        // "Contracts that expire in June" end then.
        let pair = |(a, b): &(&String, &String)| if over { ends(b, a) } else { ends(a, b) };
        other.table == day.table && own.len() == stems.len() && matches!(differ.as_slice(), [one] if pair(one))
    };
    readings
        .iter()
        .any(|r| only_day(&r.query).is_some_and(began) && alike(&r.query, q))
}

/// Whether the only time is when people came or were born, and no word says so: "how many runners did we have last Saturday".
pub(crate) fn takes_a_life(text: &Text<'_>, q: &Query) -> bool {
    let known = text.known;
    let last = q.order.iter().find_map(|o| match &o.0 {
        Expr::Col(c) if q.limit.is_some() => Some(*c),
        _ => None,
    });
    let day = only_day(q).or(last.filter(|c| known.column(*c).is_time()));
    let new = text.tokens.iter().any(|t| among("new newest join joined", &t.lower));
    let own = |c: &Col| known.is_human(c.table) && is_life(known, *c);
    day.filter(own)
        .is_some_and(|day| !new && !speaks_of_age(text) && !said(text, day))
}

/// Whether a column keeps since when somebody or something was there.
fn is_life(known: &Known, c: Col) -> bool {
    let mut words = known.column(c).words.iter();
    words.any(|w| lexicon::is_birth(w) || among(LIFE, w))
}

fn speaks_of_age(text: &Text<'_>) -> bool {
    const AGE: &str = "age aged old older oldest young younger youngest turn turned turning";
    let age = |w: &str| lexicon::is_birth(w) || among(AGE, w);
    text.tokens.iter().any(|t| age(&t.lower))
}

/// "Hours by duty in 2025": worked by those who joined then, where another reading takes the day of the show that they were
/// worked at.
fn is_of_life(text: &Text<'_>, readings: &[Reading], q: &Query) -> bool {
    let known = text.known;
    let life = |c: Col| is_life(known, c);
    let Some(day) = only_day(q).filter(|day| life(*day) && !said(text, *day)) else {
        return false;
    };
    let mut facts: Vec<usize> = Vec::new();
    let figures = q.select.iter().filter(|e| e.is_figure());
    figures.for_each(|e| e.visit(&mut |t, _| facts.push(t)));
    let Some(fact) = facts.first().copied().filter(|f| *f != day.table) else {
        return false;
    };
    readings.iter().any(|r| {
        let other = only_day(&r.query).filter(|d| !life(*d) && (d.table == fact || known.belongs(fact, d.table)));
        other.is_some() && alike(&r.query, q)
    })
}

/// "Runs in 2026" of a club that was founded in 1954 at the earliest and in 2002 at the latest.
fn is_past(known: &Known, q: &Query) -> bool {
    let year = |day: &Option<String>| day.as_deref().and_then(|d| d.get(..4)?.parse::<f64>().ok());
    q.filter.iter().any(|c| match c {
        Cond::When {
            col,
            from,
            to,
            not: false,
        } => {
            let column = known.column(*col);
            let (Some(min), Some(max)) = (column.min, column.max) else {
                return false;
            };
            column.is_number() && (year(from).is_some_and(|y| y > max) || year(to).is_some_and(|y| y < min))
        }
        _ => false,
    })
}

/// Days from which on somebody or something was there.
const LIFE: &str =
    "joined join joining hired hire started registered signup enrolled founded established opened added member since";

/// "Revenue per year" by the year of the model sold, where another reading takes the year of the sale.
fn is_year_of_goods(text: &Text<'_>, readings: &[Reading], q: &Query) -> bool {
    let known = text.known;
    let year = match q.group[..] {
        [Expr::Col(year)] if is_looked_up(text, readings, q, year) => return true,
        [Expr::Col(year)] => year,
        // "Sold in 2017".
        [] => match only_day(q) {
            Some(year) => year,
            None => return false,
        },
        _ => return false,
    };
    let column = known.column(year);
    let of_goods = column.is_number() && column.is_time() && column.words.len() > 1 && !said(text, year);
    let figures = |q: &Query| -> Vec<Expr> { q.select.iter().filter(|e| e.is_figure()).cloned().collect() };
    let mut facts: Vec<usize> = Vec::new();
    figures(q).iter().for_each(|e| e.visit(&mut |t, _| facts.push(t)));
    let Some(fact) = facts.first().copied().filter(|f| of_goods && *f != year.table) else {
        return false;
    };
    readings.iter().any(|r| match r.query.group[..] {
        [Expr::Part(Part::Year, day)] => known.belongs(fact, day.table) && figures(&r.query) == figures(q),
        [] if q.group.is_empty() => {
            only_day(&r.query).is_some_and(|d| !known.column(d).is_number() && known.belongs(fact, d.table))
                && alike(&r.query, q)
        }
        _ => false,
    })
}

/// "Members who had the tennis court in August": those who joined then, where another reading takes the day of the bookings that
/// tie them to the court.
fn is_own_day(text: &Text<'_>, readings: &[Reading], q: &Query) -> bool {
    let known = text.known;
    let Some(day) = only_day(q).filter(|day| known.is_human(day.table) && !said(text, *day)) else {
        return false;
    };
    let mut others: Vec<usize> = Vec::new();
    q.filter.iter().for_each(|c| c.visit(&mut |t, _| others.push(t)));
    others.retain(|t| *t != day.table && !known.belongs(*t, day.table) && !known.belongs(day.table, *t));
    readings.iter().any(|r| {
        let ties = |e: usize| known.belongs(e, day.table) && others.iter().any(|o| known.belongs(e, *o));
        only_day(&r.query).is_some_and(|d| d.table != day.table && ties(d.table)) && alike(&r.query, q)
    })
}

/// "Goals of a player per season" by the year of an award, where the goals have a year of their own.
fn is_looked_up(text: &Text<'_>, readings: &[Reading], q: &Query, year: Col) -> bool {
    let known = text.known;
    let column = known.column(year);
    let figure = |q: &Query| q.select.iter().find(|e| e.is_figure()).cloned();
    let mut facts: Vec<usize> = Vec::new();
    if let Some(e) = figure(q) {
        e.visit(&mut |t, _| facts.push(t));
    }
    let other = |c: Col| facts.contains(&c.table) && known.column(c).name == column.name;
    column.is_time()
        && !facts.is_empty()
        && !facts.contains(&year.table)
        && readings.iter().any(|r| {
            matches!(r.query.group[..], [Expr::Col(c)] if other(c))
                && figure(&r.query) == figure(q)
                && r.query.filter == q.filter
        })
}

/// The day of the only time.
fn only_day(q: &Query) -> Option<Col> {
    let mut days = q.filter.iter().filter_map(|c| match c {
        Cond::When { col, .. } => Some(*col),
        _ => None,
    });
    days.next().filter(|_| days.next().is_none())
}

/// The tables that the figures are of, and that of what they stand beside; `None` where the first of those is it.
pub(crate) fn sides(q: &Query) -> Option<(Vec<usize>, usize)> {
    let mut counted: Vec<usize> = Vec::new();
    let all = q.select.iter().chain(q.order.iter().map(|o| &o.0));
    for e in all.filter(|e| e.is_figure()) {
        e.visit(&mut |t, _| counted.push(t));
    }
    let named = q.group.iter().find_map(|e| match e {
        Expr::Col(c) => Some(c.table),
        _ => None,
    })?;
    counted
        .first()
        .is_some_and(|first| *first != named)
        .then_some((counted, named))
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Day {
    /// Of the thing that the figures stand beside, or of what it is part of.
    Named,
    /// Of what is counted or added up, or of what its rows are lines of.
    Counted,
}

/// The day of the only time, and whose it is; `None` where the figures are of the named thing itself.
fn whose(known: &Known, q: &Query) -> Option<(Col, Day)> {
    let day = only_day(q)?;
    let (counted, named) = sides(q)?;
    let fact = *counted.first()?;
    // Lines without a day have that of the order that they are part of.
    let dated = known.columns(fact).any(|(_, c)| c.is_time());
    let between = |t: usize| dated && t != fact && known.belongs(fact, t) && known.belongs(t, named);
    let within = |t: usize| t == named || between(t);
    match () {
        () if within(day.table) => Some((day, Day::Named)),
        () if day.table == fact || known.belongs(fact, day.table) => Some((day, Day::Counted)),
        () => None,
    }
}

/// Whether a word of the question stands in the day's name.
fn said(text: &Text<'_>, day: Col) -> bool {
    let stems = &text.known.column(day).stems;
    let human = text.known.is_human(day.table);
    let own = |s: &String| human && text.known.tables[day.table].stems.contains(s);
    // "Customers" does not name the day since which they are customers.
    let plain = |s: &String| matches!(s.as_str(), "date" | "day" | "time" | "year" | "month" | "at" | "on") || own(s);
    let mut telling = stems.iter().filter(|s| !plain(s));
    telling.any(|s| text.tokens.iter().any(|t| t.stem == *s))
}

/// The same but for the time.
fn alike(a: &Query, b: &Query) -> bool {
    let rest = |q: &Query| -> Vec<Cond> {
        let other = |c: &&Cond| !matches!(c, Cond::When { .. });
        q.filter.iter().filter(other).cloned().collect()
    };
    a.select == b.select && a.group == b.group && a.having == b.having && rest(a) == rest(b)
}

#[cfg(test)]
mod tests {
    use crate::constructions::tests::{asked, column, shop};
    use crate::known::{Known, Role};
    use crate::rank::Weights;
    use askwell_contract::TypeKind::Date;

    /// The shop, whose customers joined on some day.
    fn known() -> Known {
        let mut known = shop();
        known.tables[0].columns.push(column("joined_on", Date, Role::Time));
        known.ready()
    }

    fn read(question: &str) -> Vec<String> {
        let found = crate::read(&known(), &asked(question), Weights::learned());
        found.into_iter().map(|r| r.sql).collect()
    }

    #[test]
    fn a_ranking_by_orders_takes_the_day_of_the_orders() {
        let found = read("top 3 customers by number of orders in 2024");
        assert!(found[0].contains("orders.order_date"), "{found:?}");
        assert!(found.iter().all(|sql| !sql.contains("joined_on")), "{found:?}");
    }

    #[test]
    fn a_day_that_is_named_stays() {
        let found = read("top 3 customers by number of orders that joined in 2024");
        assert!(found.iter().any(|sql| sql.contains("joined_on")), "{found:?}");
    }
}
