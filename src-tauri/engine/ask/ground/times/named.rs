//! Times by their names: "5 March 2024", "Q3 2024", "week 12 of 2024", "2023", "in May", "on Mondays".
//!
//! In: tokens, and for a month without its year today. Out: days, or which months or days of the week.

use askwell_contract::time::{Calendar, TimeKind, WeekStart};

use super::past::unit;
use super::relative::begins;
use super::Said;
use crate::ask::builtin::days;
use crate::calendar::{capital, week, Date, Now, WEEKDAYS};
use crate::words::{Token, TokenKind};

/// The time that begins at a token and is called by its name.
pub(super) fn at(now: &Now, tokens: &[Token], i: usize) -> Option<Said> {
    if tokens[i].kind == TokenKind::Quoted {
        return None;
    }
    year_first(tokens, i)
        .or_else(|| part_of_year(now, tokens, i))
        .or_else(|| week_of_year(now.calendar, tokens, i))
        .or_else(|| month_alone(now, tokens, i))
        .or_else(|| weekday_alone(tokens, i))
        .or_else(|| since(tokens, i))
        .or_else(|| year(tokens, i))
}

/// "5 March 2024", "2024-03-05".
pub(super) fn written_day(tokens: &[Token], i: usize) -> Option<Said> {
    let (end, iso) = days::at(tokens, i)?;
    let day = Date::parse(&iso)?;
    Some(Said {
        end,
        kind: TimeKind::Day,
        from: Some(day),
        to: Some(day),
        told: None,
        why: format!("a {}", capital(WEEKDAYS[day.weekday()])),
    })
}

/// "week 12 of 2024", "the 12th week of 2024", "2024-W12".
fn week_of_year(calendar: Calendar, tokens: &[Token], i: usize) -> Option<Said> {
    let text = |k: usize| tokens.get(k).map_or("", |t| t.lower.as_str());
    let number = |text: &str| text.parse::<u32>().ok().filter(|n| (1..=53).contains(n));
    let place = |text: &str| {
        ["st", "nd", "rd", "th"]
            .iter()
            .find_map(|end| number(text.strip_suffix(end)?))
    };
    let whole = text(i)
        .split_once("-w")
        .and_then(|(y, w)| Some((y.parse::<i32>().ok()?, number(w)?)));
    let (year, which, end) = match (whole, place(text(i)).filter(|_| text(i + 1) == "week")) {
        (Some((year, which)), _) => (year, which, i + 1),
        (None, place) => {
            let which = place.or_else(|| number(text(i + 1)).filter(|_| text(i) == "week"))?;
            let at = i + 2 + usize::from(matches!(text(i + 2), "of" | "in" | ","));
            (tokens.get(at).and_then(year_number)?, which, at + 1)
        }
    };
    let first = week(year, which, calendar)?;
    let one = match calendar.week_start {
        WeekStart::Monday => "4 January, as in ISO 8601",
        _ => "1 January",
    };
    Some(Said {
        end,
        kind: TimeKind::Stretch,
        from: Some(first),
        to: Some(first.plus(6)),
        told: None,
        why: format!("weeks begin on {}, and week 1 holds {one}", begins(calendar.week_start)),
    })
}

/// "All the Januaries", "Decembers"; a march has several marches, too.
fn month_of_years(word: &str) -> Option<u32> {
    let one = match word.strip_suffix("ies") {
        Some(stem) => format!("{stem}y"),
        None => word.strip_suffix('s')?.to_owned(),
    };
    days::month(&one).filter(|_| one.len() > 3 && !matches!(one.as_str(), "march" | "sept"))
}

/// "in May". A month by its name alone may be anything: "may", "march".
fn month_alone(now: &Now, tokens: &[Token], i: usize) -> Option<Said> {
    if let Some(month) = month_of_years(&tokens[i].lower) {
        return Some(Said {
            end: i + 1,
            kind: TimeKind::Months(month, month),
            from: None,
            to: None,
            told: None,
            why: format!("{} of any year", month_name(month)),
        });
    }
    let month = days::month(&tokens[i].lower)?;
    let led = i > 0 && tokens[i - 1].is_any(&["in", "during", "within", "on", "at"]) || set_against(tokens);
    let last = latest(now, tokens, month, 1);
    let name = month_name(month);
    led.then(|| match last {
        Some((from, to)) => Said {
            end: i + 1,
            kind: TimeKind::Named,
            from: Some(from),
            to: Some(to),
            told: None,
            why: format!("the last {name}"),
        },
        None => Said {
            end: i + 1,
            kind: TimeKind::Months(month, month),
            from: None,
            to: None,
            told: None,
            why: format!("{name} of any year"),
        },
    })
}

/// "July vs August", "October jobs compared with September": two months without a year, set against each other.
fn set_against(tokens: &[Token]) -> bool {
    const TIES: [&str; 7] = ["vs", "versus", "v", "compare", "compared", "against", "than"];
    let is = |at: usize, words: &[&str]| tokens.get(at).is_some_and(|t| t.is_any(words));
    // "May" and "march" are verbs as well.
    let sure = |at: usize| {
        !is(at, &["may", "march", "mar"])
            || is(at + 1, &TIES)
            || at > 0 && (is(at - 1, &TIES) || is(at - 1, &["in", "with", "to", "and"]))
    };
    let month = |(at, t): (usize, &Token)| days::month(&t.lower).filter(|_| t.kind == TokenKind::Word && sure(at));
    let months: Vec<u32> = tokens.iter().enumerate().filter_map(month).collect();
    let dated = tokens
        .iter()
        .any(|t| t.lower.starts_with(|c: char| c.is_ascii_digit()) || t.is_any(&["year", "years"]));
    matches!(months.as_slice(), [one, other] if one != other) && tokens.iter().any(|t| t.is_any(&TIES)) && !dated
}

/// The last such month or quarter that has begun, where the question speaks of what has happened in it alone; `None` where it
/// speaks of what happens every year, or of several, and where the data ends before it.
fn latest(now: &Now, tokens: &[Token], first: u32, months: i32) -> Option<(Date, Date)> {
    const HAPPENED: [&str; 8] = ["did", "was", "were", "had", "didnt", "didn't", "came", "went"];
    const YEARLY: &str = "any usually typically normally always ever average avg mean median birthday birthdays \
        born year years yearly annual annually weekday weekdays season seasonal seasons most busiest";
    const EACH: [&str; 4] = ["every", "each", "per", "by"];
    let happened = tokens.iter().any(|t| t.is_any(&HAPPENED));
    // "Each May" comes round every year; what each driver did in May is of one.
    let each =
        |pair: &[Token]| pair[0].is_any(&EACH) && (days::month(&pair[1].lower).is_some() || unit(&pair[1]).is_some());
    let yearly = |t: &Token| YEARLY.split_whitespace().any(|w| t.is(w));
    let part = |t: &&Token| days::month(&t.lower).is_some() || quarter(&t.lower).is_some();
    let one = happened && tokens.iter().filter(part).count() == 1;
    if !(one || set_against(tokens)) || tokens.iter().any(yearly) || tokens.windows(2).any(each) {
        return None;
    }
    let today = now.today;
    let year = if first <= today.month {
        today.year
    } else {
        today.year - 1
    };
    let from = Date::new(year, first, 1)?;
    // Data that ends before it has other years; which, is for no prompt to say.
    let held = now.data_end.is_none_or(|end| from <= end);
    held.then(|| (from, from.plus_months(months).plus(-1)))
}

/// "Mondays", "on a Monday", "on weekends".
fn weekday_alone(tokens: &[Token], i: usize) -> Option<Said> {
    let word = tokens[i].lower.as_str();
    let one = word.strip_suffix('s').unwrap_or(word);
    let front = tokens[..i].iter().rev().find(|t| !t.is_any(&["a", "an", "the"]));
    let led = front.is_some_and(|t| t.is_any(&["on", "in", "at", "during", "each", "every", "and", "or", ","]));
    // "Saturday sales": those of any.
    let things = tokens.get(i + 1).is_some_and(|t| {
        let other = [
            "does", "this", "hours", "times", "breaks", "across", "besides", "always", "unless", "perhaps",
        ];
        t.kind == TokenKind::Word && t.lower.len() > 3 && t.lower.ends_with('s') && !t.is_any(&other)
    });
    // "Last Friday" is one day, and "Black Friday" is called so.
    let before = i > 0
        && tokens[i - 1].is_any(&[
            "last", "this", "next", "past", "coming", "due", "by", "since", "black", "good", "cyber", "easter", "palm",
            "ash", "shrove",
        ]);
    if one == word && !led && (before || !things) {
        return None;
    }
    // Sunday is 0 in a query.
    let (days, said) = match (one, WEEKDAYS.iter().position(|d| *d == one)) {
        (_, Some(day)) => (vec![(day as u32 + 1) % 7], format!("{}s", capital(one))),
        ("weekend", _) => (vec![0, 6], "Saturdays and Sundays".to_owned()),
        ("weekday" | "workday", _) => (vec![1, 2, 3, 4, 5], "Mondays to Fridays".to_owned()),
        _ => return None,
    };
    Some(Said {
        end: i + 1,
        kind: TimeKind::Weekdays(days),
        from: None,
        to: None,
        told: None,
        why: format!("{said} of any week"),
    })
}

/// "2023": whether it is a time, the column says that it is compared with.
fn year(tokens: &[Token], i: usize) -> Option<Said> {
    let year = year_number(&tokens[i])?;
    Some(Said {
        end: i + 1,
        kind: TimeKind::Year,
        from: Date::new(year, 1, 1),
        to: Date::new(year, 12, 31),
        told: None,
        why: String::new(),
    })
}

fn year_number(token: &Token) -> Option<i32> {
    let year = token.lower.parse().ok()?;
    (1700..=2100).contains(&year).then_some(year)
}

pub(super) fn month_name(month: u32) -> String {
    capital(days::MONTHS[(month as usize - 1) % 12])
}

/// "Q3".
pub(super) fn quarter(word: &str) -> Option<u32> {
    let q = word.strip_prefix('q')?.parse().ok()?;
    (1..=4).contains(&q).then_some(q)
}

/// "Q3 2024", "first quarter of 2024", "H1 2024", "second half of 2024", "Q3", "March, 2023": of the calendar.
fn part_of_year(now: &Now, tokens: &[Token], i: usize) -> Option<Said> {
    let told = part_in_words(tokens, i);
    let (first, months) = match (told, quarter(&tokens[i].lower)) {
        (Some((first, months, _)), _) => (first, months),
        (None, Some(q)) => (3 * q - 2, 3),
        (None, None) => (days::month(&tokens[i].lower)?, 1),
    };
    let i = told.map_or(i, |(_, _, last)| last);
    let at = i + 1 + usize::from(tokens.get(i + 1).is_some_and(|t| t.is_any(&["of", ","])));
    let year = tokens.get(at).and_then(year_number);
    let from = year.and_then(|y| Date::new(y, first, 1));
    // A month by its name alone may be anything: "may", "march"; and so may "the first half".
    if from.is_none() && (months == 1 || told.is_some()) {
        return None;
    }
    if let Some((from, to)) = latest(now, tokens, first, months).filter(|_| from.is_none()) {
        return Some(Said {
            end: i + 1,
            from: Some(from),
            to: Some(to),
            kind: TimeKind::Named,
            told: None,
            why: "the last one".to_owned(),
        });
    }
    Some(Said {
        end: if from.is_some() { at + 1 } else { i + 1 },
        from,
        to: from.map(|f| f.plus_months(months).plus(-1)),
        kind: match (from, told) {
            (None, _) => TimeKind::Months(first, first + months as u32 - 1),
            (Some(_), None) => TimeKind::Named,
            (Some(_), Some(_)) => TimeKind::Stretch,
        },
        told: None,
        why: match from {
            Some(_) => String::new(),
            None => format!(
                "{} to {}, of every year",
                month_name(first),
                month_name(first + months as u32 - 1)
            ),
        },
    })
}

/// "2024-Q3", "2024 Q3", "Q3-2024", "2024Q3", "2024-03". "2009-10" is a season as well as a month: it is left alone.
fn year_first(tokens: &[Token], i: usize) -> Option<Said> {
    let text = tokens[i].lower.as_str();
    let behind = || tokens.get(i + 1).map(|t| t.lower.as_str());
    let (one, other, end) = match text.split_once('-') {
        Some((one, other)) => (one, other, i + 1),
        None if text.len() == 6 && text.is_char_boundary(4) => (&text[..4], &text[4..], i + 1),
        None => (text, behind()?, i + 2),
    };
    let number = |text: &str| {
        text.parse()
            .ok()
            .filter(|y| text.len() == 4 && (1700..=2100).contains(y))
    };
    let month = |text: &str, year: i32| {
        let two = text.len() == 2 && end == i + 1 && tokens[i].lower.contains('-');
        let month = text.parse::<u32>().ok().filter(|m| two && (1..=12).contains(m))?;
        (i64::from(month) != i64::from(year % 100) + 1).then_some((month, 1))
    };
    let quarter = |text: &str| Some((3 * quarter(text)? - 2, 3));
    let (year, (first, months)) = match (number(one), number(other)) {
        (Some(year), None) => (year, quarter(other).or_else(|| month(other, year))?),
        (None, Some(year)) if end == i + 1 => (year, quarter(one)?),
        _ => return None,
    };
    let from = Date::new(year, first, 1)?;
    Some(Said {
        end,
        kind: TimeKind::Stretch,
        from: Some(from),
        to: Some(from.plus_months(months).plus(-1)),
        told: None,
        why: String::new(),
    })
}

/// "first quarter", "2nd half", "H1": the first month, how many there are, and the last token.
fn part_in_words(tokens: &[Token], i: usize) -> Option<(u32, i32, usize)> {
    const ORDINALS: [[&str; 2]; 4] = [["first", "1st"], ["second", "2nd"], ["third", "3rd"], ["fourth", "4th"]];
    if let Some(half) = ["h1", "h2"].iter().position(|h| tokens[i].is(h)) {
        return Some((6 * half as u32 + 1, 6, i));
    }
    let place = ORDINALS.iter().position(|names| tokens[i].is_any(names))? as u32;
    match tokens.get(i + 1)?.lower.as_str() {
        "quarter" => Some((3 * place + 1, 3, i + 1)),
        "half" if place < 2 => Some((6 * place + 1, 6, i + 1)),
        _ => None,
    }
}

/// "since 2021".
fn since(tokens: &[Token], i: usize) -> Option<Said> {
    let year = tokens
        .get(i + 1)
        .and_then(year_number)
        .filter(|_| tokens[i].is("since"))?;
    Some(Said {
        end: i + 2,
        from: Date::new(year, 1, 1),
        to: None,
        kind: TimeKind::Year,
        told: None,
        why: String::new(),
    })
}
