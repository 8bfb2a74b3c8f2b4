//! Whether a query makes sense of its data, whatever was asked.
//!
//! In: the question with its atoms, a query. Out: features for the ranking, by name: prices added up, ranks among rows that
//! are alone, bounds that no value reaches, groups that a condition has already settled, lines counted where one thing has
//! several. Deliberately absent: how names agree with words (`agree`).

use crate::constructions::by::usual_of;
use crate::dated::sides;
use crate::known::{Col, Column, Known, Role};
use crate::link::{Meaning, Text};
use crate::query::{Agg, Cond, Expr, Query};

/// A thing that the question names: atoms below this are guesses.
const NAMED: f64 = 0.6;
/// Numbers that say something of one row and nothing when added up.
const RATES: [&str; 27] = [
    "price",
    "rate",
    "ratio",
    "percent",
    "percentage",
    "pct",
    "share",
    "score",
    "rating",
    "grade",
    "gpa",
    "age",
    "year",
    "rank",
    "position",
    "level",
    "index",
    "temperature",
    "temp",
    "speed",
    "latitude",
    "longitude",
    "lat",
    "lon",
    "average",
    "avg",
    "per",
];

/// Calls `add` with each feature that is not zero. `cues`: words of the question that say what a query looks like.
pub fn features(text: &Text<'_>, cues: &[&'static str], q: &Query, add: &mut dyn FnMut(String, f64)) {
    for e in q.select.iter().chain(q.order.iter().map(|o| &o.0)) {
        figure(text, e, add);
    }
    for (agg, what) in q.select.iter().filter_map(agg_of) {
        for cue in cues {
            add(format!("cue {cue} makes {agg:?} {what}"), 1.0);
        }
    }
    key_for_name(text, q, add);
    q.filter.iter().for_each(|c| reach(text, c, add));
    settled(q, add);
    repeats(text, q, add);
    dated(text, q, add);
}

fn agg_of(e: &Expr) -> Option<(Agg, &'static str)> {
    let Expr::Agg { agg, of, distinct } = e else {
        return None;
    };
    let what = match (&**of, distinct) {
        (Expr::Rows(_), _) => "rows",
        (_, true) => "distinct",
        (Expr::Col(_), _) => "column",
        (Expr::Days(..) | Expr::Hours(..), _) => "days",
        (Expr::Only(..), _) => "some",
        _ => "sums",
    };
    Some((*agg, what))
}

/// Whether people add a number up rather than average it.
pub fn adds_up(known: &Known, col: Col) -> bool {
    usual_of(known, col) == Agg::Sum
}

/// Whether its numbers say something of one row and nothing when added up.
pub fn is_rate(c: &Column) -> bool {
    c.words.iter().any(|w| RATES.contains(&w.as_str()))
}

/// Figures that mean nothing: the sum of prices, the average of identifiers.
fn figure(text: &Text<'_>, e: &Expr, add: &mut dyn FnMut(String, f64)) {
    match e {
        Expr::Math(a, _, b) => {
            figure(text, a, add);
            figure(text, b, add);
        }
        Expr::Agg { agg, of, .. } => match (agg, &**of) {
            (Agg::Sum, Expr::Col(c)) if is_rate(text.known.column(*c)) => {
                add("adds up rates".into(), 1.0);
                let counted = |k: &Column| {
                    k.words
                        .iter()
                        .any(|w| matches!(w.as_str(), "quantity" | "qty" | "units"))
                };
                if text.known.columns(c.table).any(|(_, k)| counted(k)) {
                    add("adds up prices beside quantities".into(), 1.0);
                }
            }
            (Agg::Sum, Expr::Math(..)) => add("adds up products".into(), 1.0),
            (Agg::Avg, Expr::Col(c)) if is_rate(text.known.column(*c)) => add("averages rates".into(), 1.0),
            _ => {}
        },
        _ => {}
    }
}

/// Ranks within groups, of which those of one row each say nothing. `q` as it is written, not flat.
pub fn places(text: &Text<'_>, q: &Query, add: &mut dyn FnMut(String, f64)) {
    let known = text.known;
    let alone = |e: &Expr| matches!(e, Expr::Col(c) if known.column(*c).unique || known.key(c.table) == Some(*c));
    let inner = q.over.iter().flat_map(|q| q.select.iter());
    for e in q.select.iter().chain(inner) {
        if let Expr::Place(apart, ..) = e {
            add("ranks within groups".into(), 1.0);
            if apart.iter().any(alone) {
                add("ranks within single rows".into(), 1.0);
            }
        }
    }
}

/// A number that tells rows apart, shown where the table has a name for them.
fn key_for_name(text: &Text<'_>, q: &Query, add: &mut dyn FnMut(String, f64)) {
    let known = text.known;
    let shown: Vec<Col> = q.select.iter().filter_map(column).collect();
    for c in &shown {
        let key = matches!(known.column(*c).role, Role::Key | Role::Reference | Role::Number);
        let labels = &known.tables[c.table].labels;
        let label_shown = shown.iter().any(|s| s.table == c.table && labels.contains(&s.column));
        if key && !labels.is_empty() && !label_shown && !names(text, *c) {
            add("key for a name".into(), 1.0);
        }
    }
}

fn column(e: &Expr) -> Option<Col> {
    match e {
        Expr::Col(c) => Some(*c),
        _ => None,
    }
}

fn names(text: &Text<'_>, c: Col) -> bool {
    let atoms = (0..text.tokens.len()).flat_map(|t| text.at(t));
    atoms
        .filter(|a| a.score >= NAMED)
        .any(|a| matches!(a.meaning, Meaning::Column(of) if of == c))
}

/// Bounds beside all values of their column: every row passes, or none.
fn reach(text: &Text<'_>, c: &Cond, add: &mut dyn FnMut(String, f64)) {
    let mut bound = |e: &Expr, numbers: &[f64]| {
        if let Expr::Col(c) = e {
            let inside = text.known.column(*c).spans(numbers.iter().copied());
            add(format!("bound within {inside}"), 1.0);
        }
    };
    match c {
        Cond::Compare(e, _, Expr::Num(n)) => bound(e, &[*n]),
        Cond::Between(e, a, b) => bound(e, &[*a, *b]),
        Cond::Any(list) | Cond::All(list) => list.iter().for_each(|c| reach(text, c, add)),
        _ => {}
    }
}

/// Columns that a condition leaves one value of, and that are grouped by, counted or shown all the same.
fn settled(q: &Query, add: &mut dyn FnMut(String, f64)) {
    let fixed: Vec<Col> = q
        .filter
        .iter()
        .filter_map(|c| match c {
            Cond::Is {
                col,
                values,
                not: false,
            } if values.len() == 1 => Some(*col),
            Cond::Yes(col, _) => Some(*col),
            Cond::Null(Expr::Col(col), _) => Some(*col),
            _ => None,
        })
        .collect();
    let is = |e: &Expr| column(e).is_some_and(|c| fixed.contains(&c));
    add(
        "groups by what is settled".into(),
        q.group.iter().filter(|e| is(e)).count() as f64,
    );
    add(
        "shows what is settled".into(),
        q.select.iter().filter(|e| is(e)).count() as f64,
    );
    let counted = |e: &&Expr| matches!(e, Expr::Agg { of, .. } if is(of));
    add(
        "counts what is settled".into(),
        q.select.iter().filter(counted).count() as f64,
    );
}

/// "How many orders" of a sheet that has a line for each article: lines are not orders.
fn repeats(text: &Text<'_>, q: &Query, add: &mut dyn FnMut(String, f64)) {
    let first = (0..text.tokens.len()).find_map(|t| {
        let atoms = text.at(t).iter().filter(|a| a.score >= NAMED);
        atoms
            .filter(|a| matches!(a.meaning, Meaning::Table(_) | Meaning::Column(_)))
            .max_by(|a, b| a.score.total_cmp(&b.score))
    });
    let Some(Meaning::Column(c)) = first.map(|a| &a.meaning) else {
        return;
    };
    let known = text.known.column(*c);
    let named = matches!(known.role, Role::Key | Role::Reference | Role::Number | Role::Label);
    if known.unique || !named {
        return;
    }
    for e in &q.select {
        match agg_of(e) {
            Some((Agg::Count, "rows")) => add("counts lines of what repeats".into(), 1.0),
            Some((Agg::Count, "distinct")) => add("counts what repeats once".into(), 1.0),
            _ => {}
        }
    }
}

/// Whether a time is that of what is counted or added up, or of what the figures stand beside: "best selling products last
/// year" were sold then, not made.
fn dated(text: &Text<'_>, q: &Query, add: &mut dyn FnMut(String, f64)) {
    let Some((counted, named)) = sides(q) else { return };
    for c in &q.filter {
        let Cond::When { col, .. } = c else { continue };
        let by = match () {
            () if counted.contains(&col.table) => "counted",
            () if col.table == named => "named",
            () if text.known.belongs(counted[0], col.table) => "head",
            () => "other",
        };
        add(format!("time of the {by}"), 1.0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::constructions::tests::{asked, shop};
    use crate::query::Op;

    const PRICE: Col = Col { table: 1, column: 10 };
    const AMOUNT: Col = Col { table: 1, column: 6 };
    const COUNTRY: Col = Col { table: 0, column: 2 };
    const CUSTOMER: Col = Col { table: 0, column: 0 };

    fn seen(q: &Query) -> Vec<String> {
        let (known, asked) = (shop(), asked("how much did customers spend"));
        let text = Text::new(&known, &asked);
        let mut out = Vec::new();
        let mut add = |name: String, value: f64| {
            if value != 0.0 {
                out.push(name);
            }
        };
        features(&text, &["much"], q, &mut add);
        places(&text, q, &mut add);
        out
    }

    fn shows(select: Vec<Expr>) -> Query {
        Query {
            select,
            ..Query::default()
        }
    }

    fn has(q: &Query, name: &str) -> bool {
        seen(q).iter().any(|n| n == name)
    }

    #[test]
    fn prices_that_are_added_up_are_seen_and_amounts_are_not() {
        let sum = |c| shows(vec![Expr::agg(Agg::Sum, Expr::Col(c))]);
        assert!(has(&sum(PRICE), "adds up rates") && has(&sum(PRICE), "adds up prices beside quantities"));
        assert!(!has(&sum(AMOUNT), "adds up rates"));
        assert!(has(&sum(AMOUNT), "cue much makes Sum column"));
    }

    #[test]
    fn bounds_that_no_value_reaches_are_told_from_those_that_some_do() {
        let above = |n| Query {
            filter: vec![Cond::Compare(Expr::Col(AMOUNT), Op::Gt, Expr::Num(n))],
            ..shows(vec![Expr::count(1)])
        };
        assert!(has(&above(100.0), "bound within true"));
        assert!(has(&above(90_000.0), "bound within false"));
    }

    #[test]
    fn what_a_condition_has_settled_is_no_group() {
        let by_country = |values: &[&str]| Query {
            filter: vec![Cond::Is {
                col: COUNTRY,
                values: values.iter().map(|v| (*v).to_owned()).collect(),
                not: false,
            }],
            group: vec![Expr::Col(COUNTRY)],
            ..shows(vec![Expr::Col(COUNTRY), Expr::count(0)])
        };
        assert!(has(&by_country(&["France"]), "groups by what is settled"));
        assert!(!has(&by_country(&["France", "Germany"]), "groups by what is settled"));
    }

    #[test]
    fn the_time_of_what_is_counted_is_told_from_that_of_what_is_named() {
        let when = |col| Query {
            filter: vec![Cond::When {
                col,
                from: None,
                to: None,
                not: false,
            }],
            group: vec![Expr::Col(COUNTRY)],
            ..shows(vec![Expr::Col(COUNTRY), Expr::count(1)])
        };
        let ordered = Col { table: 1, column: 3 };
        assert!(has(&when(ordered), "time of the counted"));
        assert!(has(&when(COUNTRY), "time of the named"));
    }

    #[test]
    fn a_rank_among_rows_that_are_alone_is_seen() {
        let within = |c| shows(vec![Expr::Place(vec![Expr::Col(c)], Box::new(Expr::count(0)), true)]);
        assert!(has(&within(CUSTOMER), "ranks within single rows"));
        assert!(!has(&within(COUNTRY), "ranks within single rows"));
    }

    #[test]
    fn a_key_stands_for_a_name_only_where_none_is_shown() {
        let name = Col { table: 0, column: 1 };
        assert!(has(&shows(vec![Expr::Col(CUSTOMER)]), "key for a name"));
        assert!(!has(
            &shows(vec![Expr::Col(CUSTOMER), Expr::Col(name)]),
            "key for a name"
        ));
    }
}
