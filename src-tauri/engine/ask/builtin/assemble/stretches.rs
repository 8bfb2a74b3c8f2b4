//! Stretches of time set beside each other: "May 2024 vs June 2024", "this month and last month".
//!
//! In: conditions on days. Out: whether no row can meet two of them, and the part of a day that tells them apart.
//! Deliberately absent: conditions on years and months by themselves, which are comparisons like any other.

use super::super::query::{Col, Cond, Expr, Op, Part, Value};
use crate::calendar::Date;

/// Days of one column, as `YYYY-MM-DD`: from the first on, up to the last one or to one that is out.
struct Stretch<'a> {
    col: Col,
    from: &'a str,
    to: Option<(&'a str, bool)>,
}

fn stretch(cond: &Cond) -> Option<Stretch<'_>> {
    let (col, from, to) = match cond {
        Cond::Between(Expr::Column(c), Value::Date(from), Value::Date(to)) => (*c, from, Some((to.as_str(), true))),
        Cond::Compare(Expr::Column(c), Op::Ge, Value::Date(from)) => (*c, from, None),
        Cond::All(both) => match both.as_slice() {
            [Cond::Compare(Expr::Column(a), Op::Ge, Value::Date(from)), Cond::Compare(Expr::Column(b), Op::Lt, Value::Date(to))]
                if a == b =>
            {
                (*a, from, Some((to.as_str(), false)))
            }
            _ => return None,
        },
        _ => return None,
    };
    Some(Stretch { col, from, to })
}

/// Whether no row can meet two of these, all of them days of one column.
pub(super) fn disjoint(conds: &[Cond]) -> bool {
    let all: Option<Vec<Stretch<'_>>> = conds.iter().map(stretch).collect();
    let Some(all) = all.filter(|all| all.len() > 1) else {
        return false;
    };
    let ends = |a: &Stretch<'_>, b: &Stretch<'_>| {
        a.to.is_some_and(|(day, within)| if within { day < b.from } else { day <= b.from })
    };
    let apart = |a: &Stretch<'_>, b: &Stretch<'_>| a.col == b.col && (ends(a, b) || ends(b, a));
    all.iter()
        .enumerate()
        .all(|(n, a)| all[n + 1..].iter().all(|b| apart(a, b)))
}

/// What tells such stretches apart: their months, their years or their quarters, where each lies within one.
pub(super) fn told_apart_by(conds: &[Cond]) -> Option<Expr> {
    if !disjoint(conds) {
        return None;
    }
    let all: Vec<Stretch<'_>> = conds.iter().filter_map(stretch).collect();
    let last = |day: &str, within: bool| match within {
        true => Some(day.to_owned()),
        false => Some(Date::parse(day)?.plus(-1).to_string()),
    };
    let by = |part: fn(&str) -> Option<String>| {
        let mut values = Vec::new();
        for one in &all {
            let first = part(one.from)?;
            let end = one.to.and_then(|(day, within)| part(&last(day, within)?));
            if one.to.is_some() && end.as_ref() != Some(&first) || values.contains(&first) {
                return None;
            }
            values.push(first);
        }
        Some(())
    };
    let month = |day: &str| Some(day.get(..7)?.to_owned());
    let year = |day: &str| Some(day.get(..4)?.to_owned());
    let quarter = |day: &str| Some(day.get(5..7)?.parse::<u32>().ok()?.div_ceil(3).to_string());
    let part = by(month)
        .map(|()| Part::YearMonth)
        .or_else(|| by(year).map(|()| Part::Year))
        .or_else(|| by(quarter).map(|()| Part::Quarter))?;
    Some(Expr::Part(part, all[0].col))
}

#[cfg(test)]
mod tests {
    use super::*;

    const DAY: Col = Col { table: 0, column: 0 };

    fn within(from: &str, to: &str) -> Cond {
        Cond::Between(Expr::Column(DAY), Value::Date(from.into()), Value::Date(to.into()))
    }

    fn since(from: &str) -> Cond {
        Cond::Compare(Expr::Column(DAY), Op::Ge, Value::Date(from.into()))
    }

    #[test]
    fn stretches_without_a_day_in_common_are_told_apart_by_what_they_lie_in() {
        let by = |conds: &[Cond]| match told_apart_by(conds) {
            Some(Expr::Part(part, DAY)) => Some(part),
            _ => None,
        };
        let may = within("2024-05-01", "2024-05-31");
        assert_eq!(
            by(&[may.clone(), within("2024-06-01", "2024-06-30")]),
            Some(Part::YearMonth)
        );
        assert_eq!(
            by(&[since("2026-11-01"), within("2026-10-01", "2026-10-31")]),
            Some(Part::YearMonth)
        );
        let first = within("2024-01-01", "2024-03-31");
        assert_eq!(
            by(&[first.clone(), within("2025-01-01", "2025-03-31")]),
            Some(Part::Year)
        );
        assert_eq!(
            by(&[first.clone(), within("2024-04-01", "2024-06-30")]),
            Some(Part::Quarter)
        );
        assert_eq!(
            by(&[since("2026-01-01"), within("2025-01-01", "2025-12-31")]),
            Some(Part::Year)
        );
        assert!(!disjoint(&[may.clone(), within("2024-05-31", "2024-06-30")]));
        assert!(!disjoint(&[may.clone(), since("2024-05-31")]) && !disjoint(&[may]));
    }

    #[test]
    fn a_last_day_that_is_out_is_no_day_of_the_stretch() {
        let month = |from: &str, to: &str| {
            let end = |op, day: &str| Cond::Compare(Expr::Column(DAY), op, Value::Date(day.into()));
            Cond::All(vec![end(Op::Ge, from), end(Op::Lt, to)])
        };
        let both = [month("2024-05-01", "2024-06-01"), month("2024-06-01", "2024-07-01")];
        assert!(disjoint(&both) && told_apart_by(&both) == Some(Expr::Part(Part::YearMonth, DAY)));
    }
}
