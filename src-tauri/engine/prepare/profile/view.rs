//! What the texts of a column stand for: amounts, shares, numbers, lengths of time, days.
//!
//! In: a column's distinct values with their rows. Out: a view, where nearly all texts can be read so. Deliberately
//! absent: the SQL that reads them (`askwell_sql::view`), and columns whose type says what they hold.

use std::collections::BTreeMap;

use askwell_contract::view::{DateFormat, DateOrder, DecimalMark, Figures, View, ViewKind};
use askwell_contract::Cell;

mod date;
mod figure;
mod length;
#[cfg(test)]
mod tests;

use date::Day;
use figure::Figure;
use length::Length;

/// Of the texts that say something, so many must be read; a currency, a percent sign or a day is no accident, a bare
/// number may be.
const MARKED: f64 = 0.8;
const BARE: f64 = 0.95;
/// So many of the shares have a percent sign, or of the amounts a currency, before the column is one of them. A currency
/// that is the only unit there is may be left out more often than not: '£32.00' among '43.00'.
const HALF: f64 = 0.5;
const SOME: f64 = 0.02;
/// A second unit on more rows would be other things in the same column.
const STRAY_UNIT: f64 = 0.05;
/// Texts that cannot be read and are shown.
const SHOWN: usize = 3;
/// What stands for a gap.
const GAPS: &str = "- -- — – . ? n/a n.a. na #n/a none null nil nan unknown missing tbd tba x";

/// The values of a column that were kept, each with its rows.
pub struct Texts<'a> {
    pub table: &'a str,
    pub column: &'a str,
    pub values: &'a [(Cell, u64)],
    /// Rows of the column that are not NULL.
    pub filled: u64,
    /// Every row of the table was read and every value is there.
    pub complete: bool,
}

/// What a column's texts are read as; `None` where they are just texts, or the column has none.
pub fn view(texts: &Texts<'_>) -> Option<View> {
    let mut said: Vec<Said<'_>> = Vec::new();
    let (mut numbers, mut real) = (0, false);
    for (cell, rows) in texts.values {
        match cell {
            Cell::Text(text) if !is_gap(text) => said.push(Said { text, rows: *rows }),
            Cell::Int(_) => numbers += rows,
            Cell::Real(number) if number.is_finite() => {
                numbers += rows;
                real = true;
            }
            _ => {}
        }
    }
    let any = texts
        .values
        .iter()
        .any(|v| matches!(&v.0, Cell::Text(t) if !t.trim().is_empty()));
    if !any || said.is_empty() && numbers == 0 {
        return None;
    }
    let found = days(&said, numbers).or_else(|| {
        let numbers_read = amounts(&said, numbers, real, texts.complete);
        // Numbers that all have one unit are told in that.
        let lasting = lengths(&said, numbers, texts).filter(|l| numbers_read.as_ref().is_none_or(|n| n.read < l.read));
        lasting.or(numbers_read)
    })?;
    let (kept, read) = (texts.values.iter().map(|v| v.1).sum::<u64>(), found.read);
    // Values that were not kept are as those that were.
    let read = match texts.complete || kept == 0 {
        true => read,
        false => (read as f64 * texts.filled as f64 / kept as f64).round() as u64,
    };
    let mut unread: Vec<(&str, u64)> = texts
        .values
        .iter()
        .filter_map(|(cell, rows)| match cell {
            Cell::Text(text) if !text.trim().is_empty() && !reads(&found.kind, text) => Some((text.as_str(), *rows)),
            _ => None,
        })
        .collect();
    let strict = !texts.complete || are_alike(&found.kind) || unread.iter().any(|u| nearly(&found.kind, u.0));
    unread.sort_by_key(|u| std::cmp::Reverse(u.1));
    unread.truncate(SHOWN);
    let days = ends(&found.kind, &said).filter(|_| texts.complete);
    Some(View {
        kind: found.kind,
        read,
        unread: texts.filled.saturating_sub(read),
        exact: texts.complete,
        examples: unread.iter().map(|u| u.0.to_owned()).collect(),
        strict,
        days,
    })
}

/// A text that is more than a gap.
struct Said<'a> {
    text: &'a str,
    rows: u64,
}

struct Found {
    kind: ViewKind,
    read: u64,
}

/// Whether it says that there is nothing to say.
pub fn is_gap(text: &str) -> bool {
    let text = text.trim();
    text.is_empty() || GAPS.split(' ').any(|gap| gap.eq_ignore_ascii_case(text))
}

/// The first and the last of the days, as ISO 8601 writes them.
fn ends(kind: &ViewKind, said: &[Said<'_>]) -> Option<(String, String)> {
    let ViewKind::Date { formats } = kind else {
        return None;
    };
    let days = said.iter().filter_map(|s| date::day(s.text, formats));
    let (first, last) = days.fold(None, |ends: Option<(date::Date, date::Date)>, day| {
        Some(ends.map_or((day, day), |(first, last)| (first.min(day), last.max(day))))
    })?;
    let written = |(year, month, day): date::Date| format!("{year:04}-{month:02}-{day:02}");
    Some((written(first), written(last)))
}

fn rows<'a>(said: impl Iterator<Item = &'a Said<'a>>) -> u64 {
    said.map(|s| s.rows).sum()
}

fn enough(read: u64, of: u64, share: f64) -> bool {
    read > 0 && read as f64 >= share * of as f64
}

/// Formats that the texts need, the commonest first. Which of two numbers is the day, the other texts say.
fn days(said: &[Said<'_>], numbers: u64) -> Option<Found> {
    let read: Vec<(Vec<DateFormat>, &Said<'_>)> = said
        .iter()
        .filter_map(|s| match date::read(s.text)? {
            Day::Real(formats) => Some((formats, s)),
            Day::Impossible => None,
        })
        .collect();
    let all = rows(read.iter().map(|r| r.1));
    if seasons(&read) || months_in_doubt(&read) || !enough(all, rows(said.iter()) + numbers, MARKED) {
        return None;
    }
    let mut seen: BTreeMap<(DateOrder, DateFormat), (u64, bool)> = BTreeMap::new();
    let mut count = |format: DateFormat, rows| {
        let same = DateFormat { timed: false, ..format };
        let kept = seen.entry((format.order, same)).or_default();
        kept.0 += rows;
        kept.1 |= format.timed;
    };
    let (sure, open): (Vec<_>, Vec<_>) = read.iter().partition(|r| r.0.len() == 1);
    let of = |order| rows(sure.iter().filter(|r| r.0[0].order == order).map(|r| r.1));
    let (day, month) = (of(DateOrder::DayFirst), of(DateOrder::MonthFirst));
    let day_first = match day.cmp(&month) {
        std::cmp::Ordering::Equal => day_first_by_sameness(&open),
        order => order.is_gt(),
    };
    let meant = if day_first {
        DateOrder::DayFirst
    } else {
        DateOrder::MonthFirst
    };
    for (formats, said) in &read {
        let format = formats.iter().find(|f| f.order == meant).or(formats.first());
        format.into_iter().for_each(|f| count(*f, said.rows));
    }
    let mut formats: Vec<(DateFormat, u64)> = seen
        .into_iter()
        .map(|((_, format), (rows, timed))| (DateFormat { timed, ..format }, rows))
        .collect();
    formats.sort_by_key(|f| std::cmp::Reverse(f.1));
    // A text that either order fits goes to the one meant, however rare.
    formats.sort_by_key(|f| u8::from(f.0.order == other(meant)));
    Some(Found {
        kind: ViewKind::Date {
            formats: formats.into_iter().map(|f| f.0).collect(),
        },
        read: all,
    })
}

/// `2010-11` beside `2009-10` is a season: every second number is the year after the first.
fn seasons(read: &[(Vec<DateFormat>, &Said<'_>)]) -> bool {
    read.iter().all(|(formats, said)| {
        let year = said.text.trim().get(..4).and_then(|y| y.parse::<u32>().ok());
        let last = said.text.trim().get(5..).and_then(|m| m.parse::<u32>().ok());
        formats.iter().all(|f| f.order == DateOrder::YearMonth) && year.map(|y| (y + 1) % 100) == last
    })
}

fn months_in_doubt(read: &[(Vec<DateFormat>, &Said<'_>)]) -> bool {
    let first = read
        .iter()
        .filter_map(|(formats, said)| Some((*formats.first()?, said.text, said.rows)));
    let first: Vec<(DateFormat, &str, u64)> = first.collect();
    date::stretch::is_doubtful(&first)
}

fn other(order: DateOrder) -> DateOrder {
    match order {
        DateOrder::DayFirst => DateOrder::MonthFirst,
        _ => DateOrder::DayFirst,
    }
}

/// So many different texts of which no day is past the 12th are of a few days of the month, as bills are.
const MANY_DAYS: usize = 12;
/// So many times as many months as days are then seen at least.
const SPREAD: usize = 2;

/// Where no day is past the 12th: firsts of months share their day, and any other number that all share is the month. Of many
/// texts the days are those that differ least: bills are sent in the first days of a month. Points are written where the day
/// is first.
fn day_first_by_sameness(open: &[&(Vec<DateFormat>, &Said<'_>)]) -> bool {
    let mut parts: [std::collections::BTreeSet<&str>; 2] = Default::default();
    let mut dots = false;
    for (formats, said) in open {
        let Some(sign) = formats.first().map(|f| f.mark.sign()) else {
            continue;
        };
        dots |= sign == '.';
        for (set, part) in parts.iter_mut().zip(said.text.trim().split(sign)) {
            set.insert(part.trim_start_matches('0'));
        }
    }
    let first = |set: &std::collections::BTreeSet<&str>| set.first() == Some(&"1");
    match (parts[0].len(), parts[1].len()) {
        (1, 2..) => first(&parts[0]),
        (2.., 1) => !first(&parts[1]),
        _ if dots => true,
        (days, months) if open.len() >= MANY_DAYS && days * SPREAD <= months => true,
        (months, days) if open.len() >= MANY_DAYS && days * SPREAD <= months => false,
        _ => false,
    }
}

fn lengths(said: &[Said<'_>], numbers: u64, texts: &Texts<'_>) -> Option<Found> {
    let read: Vec<(Length, u64)> = said
        .iter()
        .filter_map(|s| Some((length::read(s.text)?, s.rows)))
        .collect();
    let lengths = length::lengths(&read, texts.column, texts.table)?;
    let fitting = read.iter().filter(|(length, _)| length::fits(&lengths, length));
    let all: u64 = fitting.map(|l| l.1).sum();
    enough(all, rows(said.iter()) + numbers, MARKED).then_some(Found {
        kind: ViewKind::Duration { lengths },
        read: all,
    })
}

fn amounts(said: &[Said<'_>], numbers: u64, real: bool, complete: bool) -> Option<Found> {
    let figures: Vec<(Figure<'_>, u64)> = said
        .iter()
        .filter_map(|s| Some((figure::read(s.text)?, s.rows)))
        .collect();
    let mark = mark(&figures);
    let read: Vec<&(Figure<'_>, u64)> = figures.iter().filter(|f| f.0.parts(mark).is_some()).collect();
    let count = |fits: &dyn Fn(&Figure<'_>) -> bool| -> u64 { read.iter().filter(|f| fits(&f.0)).map(|f| f.1).sum() };
    let unit = |f: &Figure<'_>, is: fn(&str) -> bool| f.unit().is_some_and(is);
    let percent = count(&|f| f.behind == "%");
    let money = count(&|f| unit(f, figure::is_currency) || f.bracketed);
    let bare = count(&|f| f.unit().is_none());
    let kind: fn(Figures) -> ViewKind = match count(&|_| true) {
        all if enough(percent, all, HALF) => |figures| ViewKind::Percent { figures },
        all if enough(money, all, HALF) || enough(money, all, SOME) && money + bare == all => {
            |figures| ViewKind::Money { figures }
        }
        _ => |figures| ViewKind::Number { figures },
    };
    let fits = |f: &Figure<'_>| match kind(blank(mark)) {
        ViewKind::Percent { .. } => f.unit().is_none_or(|u| u == "%"),
        ViewKind::Money { .. } => f.unit().is_none_or(figure::is_currency),
        _ => !figure::is_currency(f.unit().unwrap_or_default()) && f.behind != "%",
    };
    let (units, strays) = units(
        read.iter().filter(|f| fits(&f.0)).copied(),
        matches!(kind(blank(mark)), ViewKind::Number { .. }),
    );
    let taken: Vec<&(Figure<'_>, u64)> = read
        .into_iter()
        .filter(|f| fits(&f.0) && f.0.unit().is_none_or(|u| units.iter().any(|known| known == u)))
        .collect();
    let all: u64 = taken.iter().map(|f| f.1).sum();
    let of = rows(said.iter()) + numbers;
    let bare = matches!(kind(blank(mark)), ViewKind::Number { .. });
    let share = if bare { BARE } else { MARKED };
    let padded = bare && taken.iter().any(|f| f.0.unit().is_none() && figure::is_padded(&f.0));
    if padded || strays as f64 > STRAY_UNIT * of as f64 || !enough(all + numbers, of, share) {
        return None;
    }
    let groups = groups(&taken, mark);
    let whole = complete && !real && taken.iter().all(|f| matches!(f.0.parts(mark), Some((_, None))));
    let brackets = taken.iter().any(|f| f.0.bracketed);
    Some(Found {
        kind: kind(Figures {
            groups,
            units,
            brackets,
            whole,
            ..blank(mark)
        }),
        read: all + numbers,
    })
}

fn blank(mark: DecimalMark) -> Figures {
    Figures {
        mark,
        groups: Vec::new(),
        units: Vec::new(),
        brackets: false,
        whole: false,
    }
}

/// The mark that most rows cannot do without. Where each could have either, `1.234 €` has points between thousands, as
/// where the currency stands behind.
fn mark(figures: &[(Figure<'_>, u64)]) -> DecimalMark {
    let needs = |mark| -> u64 {
        let those = figures.iter().filter(|f| f.0.mark() == Some(mark));
        those.map(|f| f.1).sum()
    };
    let (points, commas) = (needs(DecimalMark::Point), needs(DecimalMark::Comma));
    let behind = |f: &&(Figure<'_>, u64)| f.0.digits.contains('.') && figure::is_currency(f.0.behind);
    match points.cmp(&commas) {
        std::cmp::Ordering::Less => DecimalMark::Comma,
        std::cmp::Ordering::Equal if figures.iter().any(|f| behind(&f)) => DecimalMark::Comma,
        _ => DecimalMark::Point,
    }
}

fn groups(figures: &[&(Figure<'_>, u64)], mark: DecimalMark) -> Vec<String> {
    let mut found: Vec<char> = figures.iter().flat_map(|f| f.0.between(mark)).collect();
    found.sort_unstable();
    found.dedup();
    found.into_iter().map(String::from).collect()
}

/// The spellings in use, the commonest first, and the rows of others. `one`: all mean the same, whatever they are
/// called; `kg` and `Kg` do, `1 hour` and `2 hours` do.
fn units<'a>(figures: impl Iterator<Item = &'a (Figure<'a>, u64)>, one: bool) -> (Vec<String>, u64) {
    let mut spelt: BTreeMap<&str, u64> = BTreeMap::new();
    for (figure, rows) in figures {
        if let Some(unit) = figure.unit() {
            *spelt.entry(unit).or_default() += rows;
        }
    }
    let mut commonest: Vec<(&str, u64)> = spelt.into_iter().collect();
    commonest.sort_by_key(|u| std::cmp::Reverse(u.1));
    let same = |unit: &str| unit.to_lowercase().trim_end_matches(['.', 's']).to_owned();
    let first = commonest.first().map(|u| same(u.0));
    let (kept, strays): (Vec<_>, Vec<_>) = commonest
        .into_iter()
        .partition(|u| !one || first.as_ref() == Some(&same(u.0)));
    (
        kept.into_iter().map(|u| u.0.to_owned()).collect(),
        strays.iter().map(|u| u.1).sum(),
    )
}

/// Whether the view gives this text a value.
pub fn reads(kind: &ViewKind, text: &str) -> bool {
    match kind {
        ViewKind::Date { formats } => matches!(date::read(text), Some(Day::Real(ways)) if ways.iter().any(|way| {
            formats.iter().any(|f| f.timed >= way.timed && DateFormat { timed: way.timed, ..*f } == *way)
        })),
        ViewKind::Duration { lengths } => length::read(text).is_some_and(|l| length::fits(lengths, &l)),
        ViewKind::Money { figures } | ViewKind::Percent { figures } | ViewKind::Number { figures } => {
            figure::read(text).is_some_and(|f| {
                f.parts(figures.mark).is_some() && f.unit().is_none_or(|u| figures.units.iter().any(|known| known == u))
            })
        }
    }
}

/// Whether one of its formats begins and ends as another does: `Jan 2025` and `Jan 5 2025`.
fn are_alike(kind: &ViewKind) -> bool {
    let ViewKind::Date { formats } = kind else {
        return false;
    };
    let has = |order| formats.iter().any(|f| f.order == order);
    has(DateOrder::NameThenYear) && has(DateOrder::NameThenDay)
}

/// Whether a text that cannot be read could be taken for one that can, by who looks at nothing but its characters.
fn nearly(kind: &ViewKind, text: &str) -> bool {
    if let ViewKind::Duration { lengths } = kind {
        return length::is_like(lengths, text);
    }
    let Some(figures) = kind.figures() else {
        let begins = text
            .trim_matches(' ')
            .get(..10)
            .is_some_and(|day| date::read(day).is_some());
        return begins
            || date::read(text).is_some()
            || date::stretch::is_like(text)
            || text.matches(['/', '-', '.']).count() > 2;
    };
    let mut rest = text.to_owned();
    for part in figures.units.iter().chain(&figures.groups) {
        rest = rest.replace(part.as_str(), "");
    }
    rest.ends_with(|c: char| c.is_ascii_digit() || c == ')')
        && rest.chars().all(|c| c.is_ascii_digit() || " .,()+-".contains(c))
}
