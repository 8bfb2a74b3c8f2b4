//! Times that the words around a time, or words that are no time by themselves, make: "since March 2025", "after 2020",
//! "from 2002 to 2004", "the 90s", "nov and dec".
//!
//! In: tokens and the times found in them. Out: further times with their tokens. Deliberately absent: today; what is counted
//! from it was counted before.

use askwell_contract::run::Span;
use askwell_contract::time::{TimeKind, TimeMatch};

use crate::lexicon;
use crate::words::{Token, TokenKind};

mod bounds;
mod feasts;
mod like;
mod until_now;
mod yearly;

pub(crate) use bounds::to_come;
pub(crate) use like::as_long;

pub(crate) struct Made {
    pub start: usize,
    pub end: usize,
    pub time: TimeMatch,
    /// The time of the question that it was made of.
    pub source: Option<usize>,
}

const MONTHS: [(&str, &str); 12] = [
    ("january", "jan"),
    ("february", "feb"),
    ("march", "mar"),
    ("april", "apr"),
    ("may", "may"),
    ("june", "jun"),
    ("july", "jul"),
    ("august", "aug"),
    ("september", "sep"),
    ("october", "oct"),
    ("november", "nov"),
    ("december", "dec"),
];

/// Whether a word is the whole name of a month.
pub(crate) fn is_month(word: &str) -> bool {
    MONTHS.iter().any(|m| m.0 == word)
}

pub(crate) fn made(
    tokens: &[Token],
    times: &[TimeMatch],
    today: Option<&str>,
    span: impl Fn(&Span) -> Option<(usize, usize)>,
) -> Vec<Made> {
    let word = |at: usize| tokens.get(at).map_or("", |t| t.lower.as_str());
    let before = |at: usize, n: usize| at.checked_sub(n).map_or("", word);
    let spans: Vec<Option<(usize, usize)>> = times.iter().map(|t| span(&t.span).filter(|s| s.0 < s.1)).collect();
    let mut out = Vec::new();
    for (i, time) in times.iter().enumerate() {
        let Some((start, end)) = spans[i] else { continue };
        // "June this year", "since march last year".
        let made = |start: usize, from: Option<String>, to: Option<String>| Made {
            start,
            end,
            time: stretch(time, from, to),
            source: Some(i),
        };
        let month_before = start
            .checked_sub(1)
            .and_then(|at| month(tokens, at))
            .filter(|_| time.relative);
        if let (Some(place), true) = (
            month_before,
            time.from.as_deref().is_some_and(|f| f.ends_with("-01-01")),
        ) {
            if let Some((first, last)) = time
                .from
                .as_deref()
                .and_then(|f| f.get(..4))
                .and_then(|year| whole_month(year, place))
            {
                match before(start, 2) {
                    "since" | "from" | "after" => out.push(made(start - 2, Some(first), None)),
                    _ => out.push(made(start - 1, Some(first), Some(last))),
                }
            }
        }
        if let Some((first, last)) = yearly::quarter(before(start, 1), time) {
            out.push(made(start - 1, Some(first), Some(last)));
        }
        let (Some(from), Some(to)) = (&time.from, &time.to) else {
            continue;
        };
        let mut add = |start: usize, end: usize, from: Option<String>, to: Option<String>| {
            out.push(Made {
                start,
                end,
                time: stretch(time, from, to),
                source: Some(i),
            });
        };
        // "Since the start of 2026", "from march 2025 on".
        let lead = match (before(start, 4), before(start, 3), before(start, 2), before(start, 1)) {
            (_, _, _, "since" | "starting" | "beginning") => 1,
            (_, _, "since" | "starting", "the" | "about" | "early" | "from" | "in") => 2,
            ("since", "the", "start" | "beginning", "of") => 4,
            (_, "since", "start" | "beginning", "of") => 3,
            _ => 0,
        };
        // "Since the end of last month": from the day after it.
        let ended = match (before(start, 4), before(start, 3), before(start, 2), before(start, 1)) {
            ("since" | "after", "the", "end", "of") => 4,
            (_, "since" | "after", "end", "of") => 3,
            _ => 0,
        };
        if ended > 0 {
            add(start - ended, end, day(to, 1), None);
        }
        if lead > 0 {
            add(start - lead, end, Some(from.clone()), None);
        }
        if matches!(word(end), "onwards" | "onward")
            || word(end) == "and" && matches!(word(end + 1), "after" | "later" | "beyond" | "since")
            || word(end) == "or" && matches!(word(end + 1), "later" | "after" | "newer")
        {
            let own = usize::from(matches!(before(start, 1), "from" | "in" | "since"));
            add(
                start - own,
                end + if word(end).starts_with("onward") { 1 } else { 2 },
                Some(from.clone()),
                None,
            );
        }
        if word(end) == "or" && matches!(word(end + 1), "before" | "earlier" | "older") {
            let own = usize::from(matches!(before(start, 1), "from" | "in" | "of"));
            add(start - own, end + 2, None, Some(to.clone()));
        }
        // "Before 1930 vs after": the other side of the same day.
        let tied = matches!(word(end), "vs" | "versus" | "and" | "or" | "against");
        let timed =
            spans.iter().flatten().any(|s| s.0 == end + 2) || tokens.get(end + 2).is_some_and(|t| t.number.is_some());
        match (before(start, 1), word(end + 1)) {
            ("before", "after" | "since" | "later" | "afterwards") if tied && !timed => {
                add(end + 1, end + 2, Some(from.clone()), None);
            }
            ("after", "before" | "earlier") if tied && !timed => add(end + 1, end + 2, None, Some(to.clone())),
            _ => {}
        }
        match before(start, 1) {
            "before" | "predating" => add(start - 1, end, None, day(from, -1)),
            // "Month by month through 2025": from its first day to its last.
            "through"
                if matches!(before(start, 2), "monthly" | "weekly" | "all")
                    || before(start, 3) == "by" && before(start, 2) == before(start, 4) =>
            {
                add(start - 1, end, Some(from.clone()), Some(to.clone()));
            }
            "until" | "till" | "through" | "by" => add(start - 1, end, None, Some(to.clone())),
            "after" => add(start - 1, end, day(to, 1), None),
            _ => {}
        }
        if before(start, 1) == "than" {
            match before(start, 2) {
                "earlier" | "older" => add(start - 2, end, None, day(from, -1)),
                "later" | "newer" => add(start - 2, end, day(to, 1), None),
                _ => {}
            }
        }
        // "From 2002 to 2004", "between May 2020 and June 2021".
        for (j, other) in times.iter().enumerate() {
            // "Between April 2025 and the end of March 2026".
            let of = 3 * usize::from((word(end + 1), word(end + 2), word(end + 3)) == ("the", "end", "of"));
            let Some((next, last)) = spans[j].filter(|s| s.0 == end + 1 + of) else {
                continue;
            };
            let next = next - of;
            let opens = matches!(before(start, 1), "from" | "between");
            let tie = matches!(word(end), "to" | "until" | "till" | "through" | "-" | "and");
            if let (true, Some(until)) = (tie && (opens || word(next - 1) != "and"), &other.to) {
                let first = if opens { start - 1 } else { start };
                out.push(Made {
                    start: first,
                    end: last,
                    time: stretch(time, Some(from.clone()), Some(until.clone())),
                    source: Some(i.min(j)),
                });
            }
        }
    }
    for (i, time) in times.iter().enumerate() {
        if let Some((start, _)) = spans[i] {
            // "This October than October last year" says its own.
            let dated =
                |m: &Made, t: &TimeMatch, s: (usize, usize)| t.from.is_some() && s.0 <= m.start && m.start < s.1;
            let told = |m: &Made| times.iter().zip(&spans).any(|(t, s)| s.is_some_and(|s| dated(m, t, s)));
            let found = yearly::same_year(tokens, start, time).filter(|m| !told(m));
            out.extend(found.map(|m| Made { source: Some(i), ..m }));
        }
    }
    out.extend(yearly::set_against(tokens, times, &spans));
    out.extend(yearly::left_unsaid(tokens, times, &spans));
    for at in 0..tokens.len() {
        out.extend(decade(tokens, at));
        if !spans.iter().flatten().any(|s| s.0 <= at && at < s.1) {
            out.extend(months(tokens, at));
            out.extend(season(tokens, at));
            out.extend(feasts::feast(tokens, at, today));
            out.extend(until_now::to_now(tokens, at, today, times, &spans));
            out.extend(until_now::since(tokens, at, today));
            out.extend(bounds::between(tokens, at, today));
        }
    }
    out
}

/// The first and the last day of a month.
fn whole_month(year: &str, place: u32) -> Option<(String, String)> {
    let last = match place {
        12 => format!("{year}-12-31"),
        _ => day(&format!("{year}-{:02}-01", place + 1), -1)?,
    };
    Some((format!("{year}-{place:02}-01"), last))
}

/// The month that a word names.
fn month(tokens: &[Token], at: usize) -> Option<u32> {
    let t = tokens.get(at).filter(|t| t.kind == TokenKind::Word)?;
    let place = MONTHS
        .iter()
        .position(|(long, short)| t.lower == *long || t.lower == *short || t.lower == "sept" && *short == "sep")?;
    Some(place as u32 + 1)
}

/// A day so many days on; only by one.
fn day(iso: &str, by: i32) -> Option<String> {
    let mut parts = iso.split('-').map(|p| p.parse::<i32>().ok());
    let (mut y, mut m, mut d) = (parts.next()??, parts.next()??, parts.next()?? + by);
    let days = |y: i32, m: i32| match m {
        4 | 6 | 9 | 11 => 30,
        2 if y % 4 == 0 && (y % 100 != 0 || y % 400 == 0) => 29,
        2 => 28,
        _ => 31,
    };
    if d < 1 {
        m -= 1;
        if m < 1 {
            (y, m) = (y - 1, 12);
        }
        d = days(y, m);
    } else if d > days(y, m) {
        (m, d) = (m + 1, 1);
        if m > 12 {
            (y, m) = (y + 1, 1);
        }
    }
    Some(format!("{y:04}-{m:02}-{d:02}"))
}

fn stretch(of: &TimeMatch, from: Option<String>, to: Option<String>) -> TimeMatch {
    let whole =
        from.as_ref().is_none_or(|f| f.ends_with("-01-01")) && to.as_ref().is_none_or(|t| t.ends_with("-12-31"));
    let kind = if whole { TimeKind::Years } else { TimeKind::Stretch };
    TimeMatch {
        kind,
        from,
        to,
        ..of.clone()
    }
}

fn blank(words: &str, kind: TimeKind, from: Option<String>, to: Option<String>) -> TimeMatch {
    TimeMatch {
        span: Span { start: 0, end: 0 },
        words: words.to_owned(),
        kind,
        from,
        to,
        relative: false,
        says: String::new(),
        of_data: None,
        from_data: false,
    }
}

/// "The 80s", "1990s": the years of the last century, but for those that have just been.
fn decade(tokens: &[Token], at: usize) -> Option<Made> {
    const SPOKEN: [&str; 7] = [
        "thirties",
        "forties",
        "fifties",
        "sixties",
        "seventies",
        "eighties",
        "nineties",
    ];
    let text = tokens.get(at)?.lower.trim_start_matches('\'').trim_end_matches("'s");
    let spoken = SPOKEN.iter().position(|s| *s == text).map(|p| 30 + 10 * p as u32);
    let year = spoken.or_else(|| text.strip_suffix('s').unwrap_or(text).parse().ok())?;
    if !year.is_multiple_of(10) || !tokens[at].lower.ends_with('s') {
        return None;
    }
    let year = match year {
        0..=20 => 2000 + year,
        30..=90 => 1900 + year,
        1000..=2090 => year,
        _ => return None,
    };
    let time = blank(
        text,
        TimeKind::Years,
        Some(format!("{year}-01-01")),
        Some(format!("{}-12-31", year + 9)),
    );
    Some(Made {
        start: at,
        end: at + 1,
        time,
        source: None,
    })
}

pub(crate) fn is_season(time: &TimeMatch) -> bool {
    lexicon::season(&time.words).is_some()
}

/// "In winter", "summer 2025", "the autumn of 2024"; a winter of one year lies in two, so that it has none.
fn season(tokens: &[Token], at: usize) -> Option<Made> {
    let word = |i: usize| tokens.get(i).map_or("", |t| t.lower.as_str());
    let name = word(at).strip_suffix('s').unwrap_or(word(at));
    let (words, first, last) = lexicon::season(name)?;
    // "Prices fall", "fall below".
    let led = at > 0
        && matches!(
            word(at - 1),
            "in" | "the" | "during" | "every" | "each" | "last" | "this" | "of"
        );
    if words == "fall" && !led {
        return None;
    }
    let next = if word(at + 1) == "of" { at + 2 } else { at + 1 };
    let year = tokens
        .get(next)
        .and_then(|t| t.number)
        .filter(|n| (1900.0..2100.0).contains(n));
    let (end, time) = match year.filter(|_| first < last) {
        Some(year) => {
            let to = day(&format!("{year:04}-{:02}-01", last + 1), -1)?;
            let from = format!("{year:04}-{first:02}-01");
            (next + 1, blank(words, TimeKind::Stretch, Some(from), Some(to)))
        }
        None => (at + 1, blank(words, TimeKind::Months(first, last), None, None)),
    };
    Some(Made {
        start: at,
        end,
        time,
        source: None,
    })
}

/// Months without a year: one behind "in", several beside each other, and those from one to another.
fn months(tokens: &[Token], at: usize) -> Option<Made> {
    let month = |i: usize| month(tokens, i);
    let word = |i: usize| tokens.get(i).map_or("", |t| t.lower.as_str());
    let first = month(at)?;
    let led = at > 0
        && matches!(
            word(at - 1),
            "in" | "during" | "every" | "each" | "of" | "for" | "and" | "or" | "this" | "last"
        );
    let year = |i: usize| tokens.get(i).and_then(|t| t.number).is_some_and(|n| n > 31.0);
    let now = matches!(word(at + 1), "to" | "until" | "till") && matches!(word(at + 2), "now" | "today" | "date");
    if now || until_now::goes_on(tokens, at) {
        return None;
    }
    let tie = matches!(word(at + 1), "and" | "to" | "-" | "or" | "through" | "till" | "until");
    if let Some(second) = month(at + 2).filter(|s| tie && !year(at + 3) && *s != first) {
        let next = first % 12 + 1 == second;
        let range = !matches!(word(at + 1), "and" | "or");
        if next || range {
            let words = format!("{} {} {}", word(at), word(at + 1), word(at + 2));
            return Some(Made {
                start: at,
                end: at + 3,
                time: blank(&words, TimeKind::Months(first, second), None, None),
                source: None,
            });
        }
    }
    let plain = led && !year(at + 1) && !(word(at) == "may" && word(at - 1) != "in");
    // "October jobs", "july vs august"; "may" and "march" are verbs as well.
    let alone = is_month(word(at)) && !matches!(word(at), "may" | "march") && !year(at + 1);
    (plain || alone).then(|| Made {
        start: at,
        end: at + 1,
        time: blank(word(at), TimeKind::Months(first, first), None, None),
        source: None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::words::tokenise;

    fn read(text: &str, times: &[(&str, &str, &str)]) -> Vec<(Option<String>, Option<String>, TimeKind)> {
        let tokens = tokenise(text);
        let times: Vec<TimeMatch> = times
            .iter()
            .map(|(words, from, to)| {
                let start = text.find(words).unwrap_or_default() as u32;
                let span = Span {
                    start,
                    end: start + words.len() as u32,
                };
                TimeMatch {
                    span,
                    ..blank(words, TimeKind::Named, Some((*from).into()), Some((*to).into()))
                }
            })
            .collect();
        let span = |s: &Span| {
            let within = |t: &&Token| t.start < s.end as usize && t.end > s.start as usize;
            let first = tokens.iter().position(|t| within(&t))?;
            Some((first, first + tokens[first..].iter().take_while(within).count()))
        };
        made(&tokens, &times, None, span)
            .into_iter()
            .map(|m| (m.time.from, m.time.to, m.time.kind))
            .collect()
    }

    #[test]
    fn words_around_a_time_open_or_join_it() {
        let march = [("March 2024", "2024-03-01", "2024-03-31")];
        assert_eq!(
            read("orders since March 2024", &march)[0],
            (Some("2024-03-01".into()), None, TimeKind::Stretch)
        );
        assert_eq!(
            read("orders before March 2024", &march)[0],
            (None, Some("2024-02-29".into()), TimeKind::Stretch)
        );
        assert_eq!(read("orders after March 2024", &march)[0].0, Some("2024-04-01".into()));
        let years = [
            ("2022", "2022-01-01", "2022-12-31"),
            ("2023", "2023-01-01", "2023-12-31"),
        ];
        let both = (Some("2022-01-01".into()), Some("2023-12-31".into()), TimeKind::Years);
        assert_eq!(read("orders from 2022 to 2023", &years)[0], both);
        assert!(read("orders in 2022 and 2023", &years).is_empty());
        let months = [
            ("March 2024", "2024-03-01", "2024-03-31"),
            ("May 2024", "2024-05-01", "2024-05-31"),
        ];
        let both = (Some("2024-03-01".into()), Some("2024-05-31".into()), TimeKind::Stretch);
        assert!(read("orders between March 2024 and the end of May 2024", &months).contains(&both));
        let year = (Some("2022-01-01".into()), Some("2022-12-31".into()), TimeKind::Years);
        assert_eq!(read("orders month by month through 2022", &years[..1])[0], year);
        assert_eq!(read("orders open through 2022", &years[..1])[0].0, None);
        let until = (None, Some("2024-03-31".into()), TimeKind::Stretch);
        assert_eq!(read("orders by month through March 2024", &march)[0], until);
    }

    #[test]
    fn seasons_are_their_months() {
        let months = |text: &str| read(text, &[]);
        assert_eq!(months("orders in winter"), [(None, None, TimeKind::Months(12, 2))]);
        assert_eq!(
            months("orders in summer 2025"),
            [(
                Some("2025-06-01".to_owned()),
                Some("2025-08-31".to_owned()),
                TimeKind::Stretch
            )]
        );
        assert_eq!(months("prices that fall below 5"), []);
    }

    #[test]
    fn decades_and_months_are_read() {
        assert_eq!(read("customers born in the 80s", &[])[0].0, Some("1980-01-01".into()));
        assert_eq!(read("orders in nov and dec", &[])[0].2, TimeKind::Months(11, 12));
        assert!(read("may I see all orders", &[]).is_empty());
    }
}
