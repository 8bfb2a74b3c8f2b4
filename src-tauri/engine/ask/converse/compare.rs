//! Two figures side by side: "How does that compare with 2023?", "Is that more than in Germany?", "What's the difference?"
//!
//! In: two queries of one figure each. Out: one query with both, their difference and their ratio. Deliberately absent:
//! figures for each group, which stand side by side already.

use askwell_contract::Dialect;
use askwell_sql::amend::{Cond, Parts};
use askwell_sql::dialect;

/// Longer texts are no names of columns.
const LONGEST: usize = 40;

/// One figure of all rows, and nothing beside it.
pub fn is_figure(parts: &Parts) -> bool {
    let one = matches!(parts.select.as_slice(), [only] if only.is_figure());
    one && parts.group.is_empty() && parts.having.is_empty() && parts.limit.is_none()
}

/// `None`: they are not two figures of the same kind, or the same query.
pub fn compared(this: &Parts, other: &Parts, dialect: Dialect) -> Option<String> {
    let same = this
        .select
        .iter()
        .map(|i| &i.sql)
        .eq(other.select.iter().map(|i| &i.sql));
    if !is_figure(this) || !is_figure(other) || !same || this.sql() == other.sql() {
        return None;
    }
    let name = |of: &Parts, against: &Parts, otherwise: &str| {
        let own: Vec<&Cond> = of
            .filter
            .iter()
            .filter(|c| against.filter.iter().all(|a| a.sql != c.sql))
            .collect();
        match own.as_slice() {
            [only] => called(&only.sql).unwrap_or_else(|| otherwise.to_owned()),
            [] => "all".to_owned(),
            _ => otherwise.to_owned(),
        }
    };
    let (mut one, two) = (name(this, other, "this"), name(other, this, "the other"));
    if one.eq_ignore_ascii_case(&two) {
        one = "this".to_owned();
    }
    let figure = |of: &Parts| {
        let mut of = of.clone();
        of.select.iter_mut().for_each(|i| i.alias = Some("figure".to_owned()));
        of.order.clear();
        of.sql()
    };
    let (one, two) = (dialect::ident(&one, dialect), dialect::ident(&two, dialect));
    Some(format!(
        "SELECT this.figure AS {one}, other.figure AS {two}, this.figure - other.figure AS difference, \
         1.0 * this.figure / NULLIF(other.figure, 0) AS ratio \
         FROM ({}) AS this CROSS JOIN ({}) AS other",
        figure(this),
        figure(other)
    ))
}

/// What a condition's side is called: its only text, else its year.
fn called(cond: &str) -> Option<String> {
    let texts: Vec<&str> = cond.split('\'').skip(1).step_by(2).collect();
    let year = |text: &str| {
        let year = text.get(..4).filter(|y| y.chars().all(|c| c.is_ascii_digit()))?;
        let dated = text.len() == 4 || text.as_bytes().get(4) == Some(&b'-');
        dated.then(|| year.to_owned())
    };
    match texts.as_slice() {
        [] => {
            let number = cond.rsplit([' ', '=']).next().unwrap_or_default();
            number
                .chars()
                .all(|c| c.is_ascii_digit())
                .then(|| number.to_owned())
                .filter(|n| !n.is_empty())
        }
        [only] => match year(only) {
            Some(year) => Some(year),
            None => {
                (only.chars().count() <= LONGEST && !only.contains('%') && !only.is_empty()).then(|| (*only).to_owned())
            }
        },
        [from, to] => {
            year(from).filter(|y| year(to).as_ref() == Some(y) && from.ends_with("-01-01") && to.ends_with("-12-31"))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::called;

    #[test]
    fn each_side_is_called_what_tells_it_apart() {
        for (cond, name) in [
            ("customers.country = 'Spain'", Some("Spain")),
            ("d BETWEEN '2024-01-01' AND '2024-12-31'", Some("2024")),
            ("strftime('%Y', d) = '2024'", None),
            ("games.season = 2023", Some("2023")),
            ("d BETWEEN '2024-02-01' AND '2024-02-29'", None),
            ("name LIKE '%a%'", None),
        ] {
            assert_eq!(called(cond).as_deref(), name, "{cond}");
        }
    }
}
