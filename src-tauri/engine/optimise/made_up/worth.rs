//! Values that fulfil wishes: what a row that passes all conditions has in its columns.
//!
//! In: the wishes of a witness, the columns that share each. Out: a value for each, chosen among the bounds that the
//! query names, one step beside them and between them, those that fulfil all before others. Deliberately absent: a search
//! for values that fulfil all at once; what does not come out is tried again in the next database.

use askwell_contract::TypeKind;
use askwell_sql::dialect;
use askwell_sql::rewrite::witness::{Is, Known, Of, Pair, Wish};

use super::Pool;
use crate::calendar::Date;
use crate::chance::Chance;

/// Days are numbers of days, and times have their part of the day.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Worth {
    Number(f64),
    Text(String),
    Null,
}

/// The columns that share one value.
pub(super) struct Class<'a> {
    pub kind: TypeKind,
    pub labels: &'a [String],
    pub pool: Option<&'a Pool>,
    /// Of several rows.
    pub joined: bool,
    /// A key by itself, which no two rows of its table share.
    pub key: bool,
    pub filled: bool,
}

pub(super) struct Asked<'a> {
    pub at: usize,
    pub wish: &'a Wish,
    pub pairs: &'a [Pair],
    pub settled: &'a [Option<Worth>],
}

/// Of 100 keys, those that were there before.
const AGAIN: usize = 8;

pub(super) fn worth(class: &Class<'_>, asked: &Asked<'_>, fresh: &mut i64, chance: &mut Chance) -> Worth {
    if asked.wish.null && class.filled {
        return free(class, fresh, chance);
    }
    if asked.wish.null {
        return Worth::Null;
    }
    let mut candidates = candidates(class, asked, chance);
    if candidates.is_empty() {
        return free(class, fresh, chance);
    }
    candidates.extend((0..3).map(|_| free(class, fresh, chance)));
    let met = |worth: &Worth| {
        let must = asked
            .wish
            .must
            .iter()
            .filter(|must| so(worth, must, class.kind))
            .count();
        let like = asked.wish.like.iter().filter(|(pattern, wanted)| match worth {
            Worth::Text(text) => matches(text.as_bytes(), pattern.as_bytes()) == *wanted,
            _ => false,
        });
        let pairs = asked.pairs.iter().filter(|pair| holds(worth, pair, asked)).count();
        must + like.count() + pairs
    };
    let most = candidates.iter().map(met).max().unwrap_or_default();
    candidates.retain(|worth| met(worth) == most);
    let at = chance.below(candidates.len());
    candidates.into_iter().nth(at).unwrap_or(Worth::Null)
}

/// Nothing is asked of it but that it joins, or not even that.
fn free(class: &Class<'_>, fresh: &mut i64, chance: &mut Chance) -> Worth {
    let spread = [0.0, 1.0, 2.0, 3.0, 5.0, 10.0, 20.0, 50.0, 100.0, 1_000.0, -1.0];
    let pooled = |chance: &mut Chance| {
        let all = class.pool.map(|p| p.all.as_slice()).unwrap_or_default();
        read(&chance.pick(all), class.kind)
    };
    let apart = class.key || class.joined && chance.of_100(70);
    match class.kind {
        _ if !apart && class.joined => pooled(chance),
        TypeKind::Integer if apart => {
            if !chance.of_100(AGAIN) {
                *fresh += 1;
            }
            Worth::Number(*fresh as f64)
        }
        TypeKind::Text if apart && class.labels.is_empty() => {
            *fresh += 1;
            Worth::Text(format!("k{fresh}"))
        }
        TypeKind::Date | TypeKind::Timestamp if apart => {
            *fresh += 1;
            Worth::Number(FIRST_DAY + *fresh as f64)
        }
        TypeKind::Integer | TypeKind::Decimal | TypeKind::Real if chance.of_100(75) => {
            Worth::Number(spread.get(chance.below(spread.len())).copied().unwrap_or(1.0))
        }
        _ => pooled(chance),
    }
}

/// 2001-01-01, near the days of every pool.
const FIRST_DAY: f64 = 11_323.0;

fn candidates(class: &Class<'_>, asked: &Asked<'_>, chance: &mut Chance) -> Vec<Worth> {
    let mut all: Vec<Worth> = Vec::new();
    let step = if class.kind == TypeKind::Decimal || class.kind == TypeKind::Real {
        0.01
    } else {
        1.0
    };
    let around = |n: f64, all: &mut Vec<Worth>| {
        all.extend([0.0, step, -step, 1.0, -1.0, 10.0].map(|by| Worth::Number(n + by)));
        all.extend(
            [2.0, 10.0]
                .map(|by| Worth::Number(n * by))
                .into_iter()
                .filter(|_| n.abs() < 500.0),
        );
    };
    for (of, _, known) in &asked.wish.must {
        match (of, of_known(known, class.kind)) {
            (Of::Whole, Some(Worth::Number(n))) => around(n, &mut all),
            (Of::Whole, Some(Worth::Text(text))) => {
                all.extend([format!("{text}x"), String::new()].map(Worth::Text));
                all.push(Worth::Text(text));
            }
            (Of::Start(_), _) => {
                let start = plain(known);
                match class.kind {
                    TypeKind::Date | TypeKind::Timestamp => {
                        let day = Date::parse(&format!("{start}-15")).or_else(|| Date::parse(&start));
                        all.extend(day.map(|d| Worth::Number(d.days() as f64)));
                    }
                    _ => all.extend(["", "x", "1"].map(|end| Worth::Text(format!("{start}{end}")))),
                }
            }
            _ => {}
        }
    }
    let whole = asked.wish.must.iter().filter(|(of, ..)| *of == Of::Whole);
    let bounds: Vec<f64> = whole
        .filter_map(|(_, _, known)| number(&of_known(known, class.kind)?))
        .collect();
    let (low, high) = bounds
        .iter()
        .fold((f64::MAX, f64::MIN), |(a, b), n| (a.min(*n), b.max(*n)));
    if high > low {
        let part = chance.below(9) as f64 + 1.0;
        all.push(Worth::Number((low + (high - low) * part / 10.0).round()));
    }
    all.extend(days(asked.wish, class.kind, chance));
    for (pattern, wanted) in &asked.wish.like {
        let filled = pattern
            .replace('%', if chance.of_100(50) { "" } else { "x" })
            .replace('_', "x");
        all.push(Worth::Text(if *wanted { filled } else { "other".into() }));
    }
    for pair in asked.pairs {
        let other = |at: usize| asked.settled.get(at).and_then(Option::as_ref);
        let from = match (pair.left == asked.at, pair.right == asked.at) {
            (true, _) => other(pair.right).map(|worth| (worth, pair.times, pair.plus)),
            (_, true) if pair.times != 0.0 => {
                other(pair.left).map(|worth| (worth, 1.0 / pair.times, -pair.plus / pair.times))
            }
            _ => None,
        };
        match from {
            Some((Worth::Number(n), times, plus)) => around(n * times + plus, &mut all),
            Some((Worth::Text(text), ..)) => {
                all.extend([text.clone(), format!("{text}x"), String::new()].map(Worth::Text));
            }
            _ => {}
        }
    }
    all
}

/// Days of the year, month and day of the month that are asked for.
fn days(wish: &Wish, kind: TypeKind, chance: &mut Chance) -> Vec<Worth> {
    let part = |part: Of| {
        let mut of = wish.must.iter().filter(|(of, ..)| *of == part);
        of.next_back().and_then(|(_, is, known)| {
            let n = plain(known).trim().parse::<f64>().ok()?;
            Some(match is {
                Is::Equal | Is::Most | Is::Least => n,
                Is::More | Is::Other => n + 1.0,
                Is::Less => n - 1.0,
            })
        })
    };
    let (year, month, day) = (part(Of::Year), part(Of::Month), part(Of::Day));
    if year.is_none() && month.is_none() && day.is_none() {
        return Vec::new();
    }
    let year = year.unwrap_or(2001.0) as i32;
    let months = month.map_or_else(|| vec![1, 12, 1 + chance.below(12) as u32], |m| vec![m as u32]);
    let of_month = |month: u32| match day {
        Some(day) => vec![Date::new(year, month, day as u32)],
        None => vec![
            Date::new(year, month, 1),
            Date::new(year, month, 28),
            Date::new(year, month, 31),
        ],
    };
    let days = months.into_iter().flat_map(of_month).flatten();
    days.map(|date| match kind {
        TypeKind::Text => Worth::Text(date.to_string()),
        _ => Worth::Number(date.days() as f64),
    })
    .collect()
}

fn plain(known: &Known) -> String {
    match known {
        Known::Number(n) => n.to_string(),
        Known::Text(text) | Known::Day(text, _) => text.clone(),
        Known::Truth(yes) => yes.to_string(),
    }
}

fn number(worth: &Worth) -> Option<f64> {
    match worth {
        Worth::Number(n) => Some(*n),
        _ => None,
    }
}

/// As a column of this kind can hold it.
fn of_known(known: &Known, kind: TypeKind) -> Option<Worth> {
    use TypeKind as K;
    Some(match (known, kind) {
        (Known::Text(text), K::Date | K::Timestamp) => Worth::Number(moment(text)?),
        (Known::Day(text, days), K::Date | K::Timestamp) => Worth::Number(moment(text)? + *days as f64),
        (Known::Day(text, days), _) => Worth::Text(Date::parse(text)?.plus(*days).to_string()),
        (Known::Text(text), K::Text) => Worth::Text(text.clone()),
        (Known::Text(text), _) => Worth::Number(text.trim().parse().ok()?),
        (Known::Number(n), K::Text) => Worth::Text(n.to_string()),
        (Known::Number(n), _) => Worth::Number(*n),
        (Known::Truth(yes), _) => Worth::Number(f64::from(u8::from(*yes))),
    })
}

fn moment(text: &str) -> Option<f64> {
    let part = |at: std::ops::Range<usize>| text.get(at).and_then(|t| t.parse::<f64>().ok()).unwrap_or_default();
    let seconds = part(11..13) * 3_600.0 + part(14..16) * 60.0 + part(17..19);
    Some(Date::parse(text)?.days() as f64 + seconds / 86_400.0)
}

/// A value as it was written into a statement.
pub(super) fn read(text: &str, kind: TypeKind) -> Worth {
    let inner = text.strip_prefix('\'').and_then(|t| t.strip_suffix('\''));
    let known = match inner {
        Some(inner) => Known::Text(inner.replace("''", "'")),
        None if text == "NULL" => return Worth::Null,
        None if text.eq_ignore_ascii_case("true") => Known::Truth(true),
        None if text.eq_ignore_ascii_case("false") => Known::Truth(false),
        None => Known::Number(text.parse().unwrap_or_default()),
    };
    of_known(&known, kind).unwrap_or(Worth::Null)
}

/// As a statement writes it; `None`: a column of this kind does not hold it.
pub(super) fn written(worth: &Worth, kind: TypeKind) -> Option<String> {
    use TypeKind as K;
    Some(match (worth, kind) {
        (Worth::Null, _) => "NULL".into(),
        (Worth::Number(n), K::Integer) => format!("{}", n.round() as i64),
        (Worth::Number(n), K::Decimal | K::Real) => format!("{}", (n * 100.0).round() / 100.0),
        (Worth::Number(n), K::Boolean) => if *n == 0.0 { "FALSE" } else { "TRUE" }.into(),
        (Worth::Number(n), K::Date) => format!("'{}'", Date::from_days(n.floor() as i64)),
        (Worth::Number(n), K::Timestamp) => {
            let seconds = ((n - n.floor()) * 86_400.0).round() as i64;
            let (hour, minute, second) = (seconds / 3_600, seconds / 60 % 60, seconds % 60);
            format!(
                "'{} {hour:02}:{minute:02}:{second:02}'",
                Date::from_days(n.floor() as i64)
            )
        }
        (Worth::Number(n), K::Text) => format!("'{n}'"),
        (Worth::Text(text), K::Text) => dialect::text(text),
        (Worth::Text(text), _) => match read(&format!("'{text}'"), kind) {
            number @ Worth::Number(_) => return written(&number, kind),
            _ => return None,
        },
        _ => return None,
    })
}

fn compared(a: &Worth, is: Is, b: &Worth) -> bool {
    let order = match (a, b) {
        (Worth::Number(a), Worth::Number(b)) => a.partial_cmp(b),
        (Worth::Text(a), Worth::Text(b)) => Some(a.cmp(b)),
        _ => None,
    };
    order.is_some_and(|order| is.holds(order))
}

fn so(worth: &Worth, (of, is, known): &(Of, Is, Known), kind: TypeKind) -> bool {
    let day = match worth {
        Worth::Number(n) => Some(Date::from_days(n.floor() as i64)),
        Worth::Text(text) => Date::parse(text),
        Worth::Null => None,
    };
    let as_number = || plain(known).trim().parse().map_or(Worth::Null, Worth::Number);
    let part = |n: Option<f64>| compared(&n.map_or(Worth::Null, Worth::Number), *is, &as_number());
    match of {
        Of::Whole => of_known(known, kind).is_some_and(|known| compared(worth, *is, &known)),
        Of::Start(n) => {
            let text = match (worth, day, kind) {
                (Worth::Text(text), ..) => text.clone(),
                (_, Some(day), TypeKind::Date | TypeKind::Timestamp) => day.to_string(),
                _ => return false,
            };
            compared(
                &Worth::Text(text.chars().take(*n).collect()),
                *is,
                &Worth::Text(plain(known)),
            )
        }
        Of::Year => part(day.map(|d| f64::from(d.year))),
        Of::Month => part(day.map(|d| f64::from(d.month))),
        Of::Day => part(day.map(|d| f64::from(d.day))),
    }
}

fn holds(worth: &Worth, pair: &Pair, asked: &Asked<'_>) -> bool {
    let other = |at: usize| asked.settled.get(at).and_then(Option::as_ref);
    let moved = |worth: &Worth| match worth {
        Worth::Number(n) => Worth::Number(n * pair.times + pair.plus),
        same => same.clone(),
    };
    match (pair.left == asked.at, pair.right == asked.at) {
        (true, _) => other(pair.right).is_none_or(|right| compared(worth, pair.is, &moved(right))),
        (_, true) => other(pair.left).is_none_or(|left| compared(left, pair.is, &moved(worth))),
        _ => false,
    }
}

/// LIKE, without escapes.
fn matches(text: &[u8], pattern: &[u8]) -> bool {
    match (pattern.split_first(), text.split_first()) {
        (None, first) => first.is_none(),
        (Some((b'%', rest)), first) => {
            matches(text, rest) || first.is_some_and(|(_, text_rest)| matches(text_rest, pattern))
        }
        (Some((p, rest)), Some((t, text_rest))) => (*p == b'_' || p == t) && matches(text_rest, rest),
        (Some(_), None) => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(kind: TypeKind, must: Vec<(Of, Is, Known)>, like: Vec<(String, bool)>) -> Vec<String> {
        let class = Class {
            kind,
            labels: &[],
            pool: None,
            joined: false,
            key: false,
            filled: false,
        };
        let wish = Wish {
            must,
            like,
            null: false,
        };
        let asked = Asked {
            at: 0,
            wish: &wish,
            pairs: &[],
            settled: &[],
        };
        let (mut fresh, mut chance) = (0, Chance(3));
        let mut all = || written(&worth(&class, &asked, &mut fresh, &mut chance), kind).unwrap();
        (0..40).map(|_| all()).collect()
    }

    #[test]
    fn values_meet_every_condition_at_once_and_stand_at_the_bounds_too() {
        let number = |is, n| (Of::Whole, is, Known::Number(n));
        let between = of(
            TypeKind::Integer,
            vec![number(Is::Least, 5.0), number(Is::Less, 9.0)],
            vec![],
        );
        assert!(
            between.iter().all(|v| (5..9).contains(&v.parse::<i64>().unwrap())),
            "{between:?}"
        );
        assert!(
            between.contains(&"5".into()) && between.contains(&"8".into()),
            "{between:?}"
        );
        let days = vec![
            (Of::Whole, Is::Least, Known::Text("2024-02-27".into())),
            (Of::Whole, Is::Most, Known::Day("2024-02-27".into(), 3)),
        ];
        let days = of(TypeKind::Date, days, vec![]);
        assert!(
            days.iter()
                .all(|d| ("'2024-02-27'"..="'2024-03-01'").contains(&d.as_str())),
            "{days:?}"
        );
        assert!(days.contains(&"'2024-03-01'".into()), "{days:?}");
        let leap = vec![
            (Of::Year, Is::Equal, Known::Number(2024.0)),
            (Of::Month, Is::Equal, Known::Text("02".into())),
        ];
        let leap = of(TypeKind::Timestamp, leap, vec![]);
        assert!(leap.iter().all(|d| d.starts_with("'2024-02-")), "{leap:?}");
        let text = of(
            TypeKind::Text,
            vec![],
            vec![("ab%_d".into(), true), ("abc%".into(), false)],
        );
        assert!(
            text.iter()
                .all(|t| t.starts_with("'ab") && t.ends_with("d'") && !t.starts_with("'abc")),
            "{text:?}"
        );
        let start = of(
            TypeKind::Text,
            vec![(Of::Start(2), Is::Equal, Known::Text("85".into()))],
            vec![],
        );
        assert!(start.iter().all(|t| t.starts_with("'85")), "{start:?}");
    }
}
