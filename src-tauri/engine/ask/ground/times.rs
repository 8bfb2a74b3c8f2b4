//! The times of a question as days: "last month", "Q3 2024", "since 2021", "fiscal year", "this week", "last Monday",
//! "two years ago".
//!
//! In: the question, today, the data's last day, how the person counts. Out: each time with its days and one sentence
//! that says so. The one place that decides it: the built-in engine, the prompts and the answer all have it from here.
//! Deliberately absent: which column keeps the time.

use askwell_contract::run::Span;
use askwell_contract::time::{CountFrom, TimeMatch, WeekStart};
use askwell_sql::dialect::Unit;

use crate::ask::builtin::days;
use crate::ask::builtin::past::{self, unit, Past};
use crate::calendar::{capital, fiscal_year, Date, Now, WEEKDAYS};
use crate::words::{tokenise, Token, TokenKind};

/// A time before it is a [`TimeMatch`].
struct Said {
    end: usize,
    from: Option<Date>,
    to: Option<Date>,
    fixed: bool,
    /// Counted from today: where the data ends earlier, there may be nothing.
    told: Option<Told>,
    why: String,
}

/// How to count it again from another day.
#[derive(Clone, Copy)]
enum Told {
    Past(Past),
    /// So many units on from the one that holds today; fiscal or not.
    Unit(Unit, i32, bool),
    /// That day of the week, so many weeks on from the last one before today.
    Weekday(usize, i64),
    /// So many units back: that day, or all of the unit it lies in.
    Ago(Unit, u32, bool),
    /// Today and so many units on.
    Ahead(Unit, u32),
}

/// Every time that is said, in the order of the question.
pub fn resolve(now: &Now, question: &str) -> Vec<TimeMatch> {
    let tokens = tokenise(question);
    let pasts = past::find(&tokens);
    let mut out = Vec::new();
    let mut i = 0;
    while i < tokens.len() {
        let past = pasts.iter().find(|p| p.0 == i);
        let said = fiscal(now, &tokens, i)
            .or_else(|| past.map(|p| relative(now, Told::Past(p.2), p.1)))
            .or_else(|| unit_on(now, &tokens, i))
            .or_else(|| weekday(now, &tokens, i))
            .or_else(|| ahead(now, &tokens, i))
            .or_else(|| ago(now, &tokens, i))
            .or_else(|| part_of_year(&tokens, i))
            .or_else(|| since(&tokens, i));
        match said {
            Some(said) => {
                let end = said.end;
                out.push(finished(now, question, &tokens[i..end], said));
                i = end;
            }
            None => i += 1,
        }
    }
    out
}

/// "fiscal year 2023", "FY2023", "fiscal 2023", "Q3 of fiscal 2023", "this fiscal year", "last fiscal quarter".
fn fiscal(now: &Now, tokens: &[Token], i: usize) -> Option<Said> {
    let calendar = now.calendar;
    let why = match calendar.fiscal_start {
        1 => "the fiscal year is the calendar year".to_owned(),
        month => format!(
            "the fiscal year begins in {} and is named after the year it ends in",
            capital(days::MONTHS[(month as usize - 1) % 12])
        ),
    };
    let word = |k: usize| tokens.get(k).map_or("", |t| t.lower.as_str());
    let turn = match word(i) {
        "this" | "current" => Some(0),
        "last" | "previous" | "prior" => Some(-1),
        "next" | "coming" => Some(1),
        _ => None,
    };
    if let (Some(by), "fiscal" | "financial") = (turn, word(i + 1)) {
        let unit = match word(i + 2) {
            "year" => Unit::Year,
            "quarter" => Unit::Quarter,
            _ => return None,
        };
        let said = relative(now, Told::Unit(unit, by, true), i + 3);
        return Some(Said {
            why: format!("{}; {why}", said.why),
            ..said
        });
    }
    // The quarter may stand in front or behind.
    let (quarter, at) = match quarter(word(i)) {
        Some(q) => (Some(q), i + 1 + usize::from(matches!(word(i + 1), "of" | "in"))),
        None => (None, i),
    };
    let (year, end) = fiscal_named(tokens, at)?;
    let first = fiscal_year(year, calendar)?;
    let (from, months, end) = match quarter
        .map(|q| (q, end))
        .or_else(|| Some((self::quarter(word(end))?, end + 1)))
    {
        Some((q, end)) => (first.plus_months(3 * (q as i32 - 1)), 3, end),
        None => (first, 12, end),
    };
    Some(Said {
        end,
        from: Some(from),
        to: Some(from.plus_months(months).plus(-1)),
        fixed: true,
        told: None,
        why,
    })
}

/// A fiscal year by its number, and the token behind it.
fn fiscal_named(tokens: &[Token], i: usize) -> Option<(i32, usize)> {
    let word = |k: usize| tokens.get(k).map_or("", |t| t.lower.as_str());
    let number = |text: &str| {
        let digits = text.strip_prefix('\'').unwrap_or(text);
        let n: i32 = digits.parse().ok()?;
        match digits.len() {
            2 => Some(2000 + n),
            4 if (1700..=2200).contains(&n) => Some(n),
            _ => None,
        }
    };
    if let Some(year) = word(i).strip_prefix("fy").and_then(number) {
        return Some((year, i + 1));
    }
    let at = match (word(i), word(i + 1)) {
        ("fy", _) => i + 1,
        ("fiscal" | "financial", "year") => i + 2,
        ("fiscal", _) => i + 1,
        _ => return None,
    };
    Some((number(word(at))?, at + 1))
}

fn quarter(word: &str) -> Option<u32> {
    let q = word.strip_prefix('q')?.parse().ok()?;
    (1..=4).contains(&q).then_some(q)
}

/// "next month", "tomorrow".
fn unit_on(now: &Now, tokens: &[Token], i: usize) -> Option<Said> {
    if tokens[i].is("tomorrow") {
        return Some(relative(now, Told::Unit(Unit::Day, 1, false), i + 1));
    }
    if !tokens[i].is_any(&["next", "coming"]) || tokens[i].kind == TokenKind::Quoted {
        return None;
    }
    let unit = unit(tokens.get(i + 1)?).filter(|unit| *unit != Unit::Day && !tokens[i + 1].lower.ends_with('s'))?;
    Some(relative(now, Told::Unit(unit, 1, false), i + 2))
}

/// "last Monday", "this Friday"; after "since", "after", "before" and "until" also by itself.
fn weekday(now: &Now, tokens: &[Token], i: usize) -> Option<Said> {
    let which = |k: usize| {
        let token = tokens.get(k).filter(|t| t.kind == TokenKind::Word)?;
        WEEKDAYS.iter().position(|d| token.is(d))
    };
    let told = match tokens[i].lower.as_str() {
        "last" | "previous" | "past" => Told::Weekday(which(i + 1)?, 0),
        "next" | "coming" => Told::Weekday(which(i + 1)?, 1),
        "this" => {
            let day = which(i + 1)?;
            // Of the week that today lies in, whichever day that begins with.
            let start = now.today.start(Unit::Week, now.calendar);
            let date = start.plus(((day + 7 - start.weekday()) % 7) as i64);
            return Some(Said {
                end: i + 2,
                from: Some(date),
                to: Some(date),
                fixed: true,
                told: None,
                why: format!("the one of this week; today is {}", now.today.words()),
            });
        }
        _ => {
            let led = i > 0 && tokens[i - 1].is_any(&["since", "after", "before", "until"]);
            let day = which(i).filter(|_| led)?;
            return Some(relative(now, Told::Weekday(day, 0), i + 1));
        }
    };
    Some(relative(now, told, i + 2))
}

/// "3 days ago": that day; "2 months ago": all of that month, and so weeks, quarters and years. After a word that wants a
/// day ("since 2 months ago") the day itself. After a comparison ("more than 2 months ago") it is no time but a length.
fn ago(now: &Now, tokens: &[Token], i: usize) -> Option<Said> {
    let (number, at) = amount(tokens, i)?;
    let before = |any: &[&str]| i > 0 && tokens[i - 1].is_any(any);
    let unit = unit(tokens.get(at)?)?;
    let fits = tokens.get(at + 1).is_some_and(|t| t.is("ago")) && !before(&["than", "least", "most", "over", "under"]);
    let day = unit == Unit::Day || before(&["since", "after", "before", "until", "from"]);
    fits.then(|| relative(now, Told::Ago(unit, number, day), at + 2))
}

/// "the next 3 weeks": from today on.
fn ahead(now: &Now, tokens: &[Token], i: usize) -> Option<Said> {
    let led = tokens[i].is_any(&["next", "coming", "following"]) && tokens[i].kind != TokenKind::Quoted;
    let (number, at) = amount(tokens, i + 1).filter(|_| led)?;
    let unit = unit(tokens.get(at)?)?;
    Some(relative(now, Told::Ahead(unit, number), at + 1))
}

/// How many, and the token behind: "2", "two", "a", "a couple of". Beyond a thousand it is no stretch of time that any
/// calendar knows.
fn amount(tokens: &[Token], i: usize) -> Option<(u32, usize)> {
    let word = |k: usize, any: &[&str]| tokens.get(k).is_some_and(|t| t.is_any(any));
    if word(i, &["a"]) && word(i + 1, &["couple"]) && word(i + 2, &["of"]) {
        return Some((2, i + 3));
    }
    if word(i, &["a", "an"]) {
        return Some((1, i + 1));
    }
    let number = tokens.get(i)?.number?;
    (number >= 1.0 && number.fract() == 0.0 && number < 1000.0).then_some((number as u32, i + 1))
}

/// "Q3 2024", "first quarter of 2024", "H1 2024", "second half of 2024", "Q3", "March 2023": of the calendar.
fn part_of_year(tokens: &[Token], i: usize) -> Option<Said> {
    let told = part_in_words(tokens, i);
    let (first, months) = match (told, quarter(&tokens[i].lower)) {
        (Some((first, months, _)), _) => (first, months),
        (None, Some(q)) => (3 * q - 2, 3),
        (None, None) => (days::month(&tokens[i].lower)?, 1),
    };
    let i = told.map_or(i, |(_, _, last)| last);
    let at = i + 1 + usize::from(tokens.get(i + 1).is_some_and(|t| t.is_any(&["of"])));
    let year = tokens
        .get(at)
        .and_then(|t| t.lower.parse().ok())
        .filter(|y| (1700..=2100).contains(y));
    let from = year.and_then(|y| Date::new(y, first, 1));
    // A month by its name alone may be anything: "may", "march"; and so may "the first half".
    if from.is_none() && (months == 1 || told.is_some()) {
        return None;
    }
    let name = |m: u32| capital(days::MONTHS[(m as usize - 1) % 12]);
    Some(Said {
        end: if from.is_some() { at + 1 } else { i + 1 },
        from,
        to: from.map(|f| f.plus_months(months).plus(-1)),
        fixed: told.is_some(),
        told: None,
        why: match from {
            Some(_) => String::new(),
            None => format!("{} to {}, of every year", name(first), name(first + months as u32 - 1)),
        },
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
    let year = tokens.get(i + 1)?.lower.parse().ok();
    let year = year.filter(|y| tokens[i].is("since") && (1700..=2100).contains(y))?;
    Some(Said {
        end: i + 2,
        from: Date::new(year, 1, 1),
        to: None,
        fixed: false,
        told: None,
        why: String::new(),
    })
}

/// Counted from today.
fn relative(now: &Now, told: Told, end: usize) -> Said {
    let (from, to) = told.days(now, now.today);
    let own_week = now.calendar.week_start != WeekStart::Monday;
    let fixed = match told {
        Told::Past(past) => past.unit == Unit::Week && past.whole && own_week,
        _ => true,
    };
    let begins = match now.calendar.week_start {
        WeekStart::Monday => "Monday",
        WeekStart::Sunday => "Sunday",
        WeekStart::Saturday => "Saturday",
    };
    let week = match told {
        Told::Past(past) => past.whole && past.unit == Unit::Week,
        Told::Unit(unit, ..) => unit == Unit::Week,
        Told::Ago(unit, _, day) => unit == Unit::Week && !day,
        _ => false,
    };
    let mut why = format!("today is {}", now.today.words());
    if week {
        why += &format!(", and weeks begin on {begins}");
    }
    Said {
        end,
        from: Some(from),
        to,
        fixed,
        told: Some(told),
        why,
    }
}

impl Told {
    fn days(self, now: &Now, from: Date) -> (Date, Option<Date>) {
        let calendar = now.calendar;
        match self {
            Self::Past(past) => {
                let begin = |back: u32| match past.whole {
                    true => from.start(past.unit, calendar).shift(past.unit, -(back as i32)),
                    false => from.shift(past.unit, -(back as i32)),
                };
                (begin(past.from), past.until.map(|until| begin(until).plus(-1)))
            }
            Self::Unit(unit, by, fiscal) => {
                let start = match fiscal {
                    true => from.fiscal_start(unit, calendar),
                    false => from.start(unit, calendar),
                };
                let first = start.shift(unit, by);
                (first, Some(first.shift(unit, 1).plus(-1)))
            }
            Self::Weekday(day, weeks) => {
                let back = (from.weekday() + 6 - day) % 7 + 1;
                let date = from.plus(7 * weeks - back as i64);
                // "next Friday" said on a Friday is a week on.
                let date = if weeks > 0 && date <= from { date.plus(7) } else { date };
                (date, Some(date))
            }
            Self::Ago(unit, back, day) => {
                let date = from.shift(unit, -(back as i32));
                match day {
                    true => (date, Some(date)),
                    false => {
                        let first = date.start(unit, calendar);
                        (first, Some(first.shift(unit, 1).plus(-1)))
                    }
                }
            }
            Self::Ahead(unit, on) => (from, Some(from.shift(unit, on as i32))),
        }
    }
}

fn finished(now: &Now, question: &str, tokens: &[Token], said: Said) -> TimeMatch {
    let span = Span {
        start: tokens.first().map_or(0, |t| t.start) as u32,
        end: tokens.last().map_or(0, |t| t.end) as u32,
    };
    let words = &question[span.start as usize..span.end as usize];
    // The data ends before the time that is asked about.
    let ended = now
        .data_end
        .filter(|end| said.told.is_some() && said.from.is_some_and(|from| *end < from));
    let anew = ended
        .zip(said.told)
        .filter(|_| now.calendar.count_from == CountFrom::DataEnd);
    if let Some((end, told)) = anew {
        let (from, to) = told.days(now, end);
        let to = to.or(Some(end));
        return TimeMatch {
            span,
            words: words.to_owned(),
            says: read_as(words, Some(from), to, &format!("counted from {}", end.words())),
            of_data: Some(format!(
                "The data ends on {}, so \"{words}\" is counted from that day and not from today.",
                end.words()
            )),
            from: Some(from.to_string()),
            to: to.map(|d| d.to_string()),
            fixed: true,
            from_data: true,
        };
    }
    TimeMatch {
        span,
        words: words.to_owned(),
        says: read_as(words, said.from, said.to, &said.why),
        of_data: ended.map(|end| {
            format!(
                "The data ends on {}, before \"{words}\" begins. Settings, Times can have it counted from the data's last day.",
                end.words()
            )
        }),
        from: said.from.map(|d| d.to_string()),
        to: said.to.map(|d| d.to_string()),
        fixed: said.fixed,
        from_data: false,
    }
}

fn read_as(words: &str, from: Option<Date>, to: Option<Date>, why: &str) -> String {
    let days = match (from, to) {
        (Some(from), Some(to)) if from == to => from.words(),
        (Some(from), Some(to)) => format!("{} to {}", from.words(), to.words()),
        (Some(from), None) => format!("{} and later", from.words()),
        _ => return format!("\"{words}\" is read as {why}."),
    };
    let why = if why.is_empty() {
        String::new()
    } else {
        format!(": {why}")
    };
    format!("\"{words}\" is read as {days}{why}.")
}

#[cfg(test)]
mod tests;
