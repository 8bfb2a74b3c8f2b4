//! The answer's sentence: the reading with the result put into it.

use askwell_contract::{Cell, ResultSet};
use askwell_sql::amend::undoubled;
use askwell_sql::features::Features;
use askwell_sql::steps::worded;

use super::numbers::shown;
use crate::words::{plural, singular};

/// Whether a reading puts the highest first.
fn direction(reading: &str) -> Option<bool> {
    let says = |words: &[&str]| words.iter().any(|w| reading.contains(w));
    match (
        says(&[" highest", "from high to low"]),
        says(&[" lowest", "from low to high"]),
    ) {
        (true, false) => Some(true),
        (false, true) => Some(false),
        _ => None,
    }
}

/// Longer texts are no codes.
const CODE: usize = 5;
/// Values of the first row that a sentence names.
const NAMED: usize = 3;
/// Decimals of money.
const MONEY: usize = 2;
/// From here on a figure with decimals is taken for money.
const LARGE: f64 = 1_000.0;
/// Rows whose decimals are counted: what a screen shows at once, many times over.
const LOOKED_AT: usize = 1_000;
/// Values of a single row that a sentence can hold.
const READ: usize = 6;

/// Words in the name of things, at most.
const THINGS: usize = 3;

pub struct Told<'a> {
    /// "number of customers, where country is 'France'"; empty: nobody but a model says what the query does.
    pub reading: &'a str,
    pub features: &'a Features,
    pub result: &'a ResultSet,
}

impl Told<'_> {
    pub fn headline(&self) -> Option<String> {
        let cell = self.single()?;
        (!cell.is_null()).then(|| self.value(0, cell))
    }

    pub fn sentence(&self) -> String {
        let reading = in_days(self.reading.trim().trim_end_matches('.'));
        let reading = reading.as_str();
        if reading.is_empty() {
            return self.bare();
        }
        if let Some(cell) = self.single() {
            return self.figure(reading, cell);
        }
        if let Some(led) = direction(reading).and_then(|down| self.led(down)) {
            return format!("{led}: {reading}.");
        }
        match self.result.rows.as_slice() {
            [] => format!("Nothing in the data fits: {reading}."),
            [row] => match self.named(row) {
                Some(named) => format!("The answer is {named}: {reading}."),
                None => format!("The answer is {} ({reading}).", self.values(row)),
            },
            [first, ..] => {
                let rows = thousands(self.result.rows.len());
                let head = match (self.result.truncated, things(reading)) {
                    (Some(_), Some(things)) => format!("The first {rows} {things}; there are more."),
                    (None, Some(things)) => format!("{rows} {things}."),
                    (cut, None) => match cut {
                        Some(_) => format!("The first {rows} rows, and there are more: {reading}."),
                        None => format!("{rows} rows: {reading}."),
                    },
                };
                // How far a figure goes says more of months in a row than the first of them.
                match self.range().filter(|_| direction(reading).is_none()) {
                    Some(range) => format!("{range}: {reading}."),
                    None if self.features.order_by && first.iter().any(|c| !c.is_null()) => {
                        format!("{head} The first is {}.", self.values(first))
                    }
                    None => head,
                }
            }
        }
    }

    /// The result alone.
    fn bare(&self) -> String {
        match self.result.rows.as_slice() {
            [] => "Nothing in the data fits.".to_owned(),
            [row] if row.iter().all(Cell::is_null) => "The data holds no value for this.".to_owned(),
            // More than a few values are told by what they are.
            [row] if (NAMED + 1..=READ).contains(&row.len()) => format!("The answer is {}.", self.each(row, 0)),
            [row] => {
                let values = self.named(row).unwrap_or_else(|| self.values(row));
                format!("The answer is {values}.")
            }
            rows => {
                let head = match self.result.truncated {
                    Some(_) => format!("The first {} rows, and there are more.", thousands(rows.len())),
                    None => format!("There are {} rows.", thousands(rows.len())),
                };
                let falls = self.falls().filter(|_| self.result.columns.len() == 2);
                let told = falls.and_then(|down| self.led(down)).or_else(|| self.range());
                match (told, rows.first()) {
                    (Some(told), _) => format!("{head} {told}."),
                    (None, Some(first)) if self.features.order_by && first.iter().any(|c| !c.is_null()) => {
                        format!("{head} The first is {}.", self.values(first))
                    }
                    _ => head,
                }
            }
        }
    }

    /// Whether the last column falls or rises from row to row, and does not stay as it is.
    fn falls(&self) -> Option<bool> {
        let last = self.result.columns.len().checked_sub(1)?;
        let figure = |row: &Vec<Cell>| row.get(last).and_then(Cell::as_f64);
        let (first, end) = (figure(self.result.rows.first()?)?, figure(self.result.rows.last()?)?);
        (first.total_cmp(&end).is_ne()).then_some(first > end)
    }

    /// Of a figure for each of several kinds, all of them there: the least and the most, with their kind where one alone has it.
    fn range(&self) -> Option<String> {
        let whole = self.result.truncated.is_none() && self.result.columns.len() == 2;
        if !whole || self.features.aggregates.is_empty() {
            return None;
        }
        let rows = &self.result.rows;
        let numeric = |at: usize| {
            let number = |row: &Vec<Cell>| {
                row.get(at)
                    .is_some_and(|c| matches!(c, Cell::Int(_) | Cell::Real(_) | Cell::Decimal(_)))
            };
            // A year is what a figure is of.
            !self.result.columns[at].name.eq_ignore_ascii_case("year") && rows.iter().all(number)
        };
        let figure = match (numeric(0), numeric(1)) {
            (false, true) => 1,
            (true, false) => 0,
            _ => return None,
        };
        let value = |row: &Vec<Cell>| row.get(figure).and_then(Cell::as_f64);
        let end = |wanted: f64| {
            let mut there = rows.iter().filter(|row| value(row) == Some(wanted));
            let row = there.next()?;
            let shown = self.value(figure, row.get(figure)?);
            let kind = row.get(1 - figure).filter(|c| !c.is_null() && there.next().is_none());
            Some((shown, kind.map(|kind| self.value(1 - figure, kind))))
        };
        let all = rows.iter().map(value).collect::<Option<Vec<f64>>>()?;
        let least = all.iter().copied().fold(f64::INFINITY, f64::min);
        let most = all.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        (least < most).then_some(())?;
        let (least, most) = (end(least)?, end(most)?);
        Some(match (least, most) {
            ((least, Some(lowest)), (most, Some(highest))) => {
                format!("{highest} is highest with {most}, {lowest} lowest with {least}")
            }
            (least, most) => {
                let said = |(figure, kind): (String, Option<String>)| match kind {
                    Some(kind) => format!("{figure} ({kind})"),
                    None => figure,
                };
                format!("From {} to {}", said(least), said(most))
            }
        })
    }

    /// Of what stands in the order of its figure: who is at the top, and who follows.
    fn led(&self, down: bool) -> Option<String> {
        let figure = self
            .result
            .columns
            .len()
            .checked_sub(1)
            .filter(|at| (1..=2).contains(at))?;
        let number = |row: &Vec<Cell>| match row.get(figure)? {
            cell @ (Cell::Int(_) | Cell::Real(_) | Cell::Decimal(_)) => cell.as_f64(),
            _ => None,
        };
        let rows = &self.result.rows;
        let figures: Vec<f64> = rows.iter().map(number).collect::<Option<_>>()?;
        let in_order = figures
            .windows(2)
            .all(|w| if down { w[0] >= w[1] } else { w[0] <= w[1] });
        let ranked = self.features.order_by && !self.features.aggregates.is_empty();
        if !in_order || !ranked {
            return None;
        }
        // A code beside its name need not be said: "Los Angeles Intl" of `LAX`.
        let short =
            |cell: &Cell| matches!(cell, Cell::Text(t) if t.len() <= CODE && !t.chars().any(char::is_lowercase));
        let coded = figure == 2 && rows.iter().all(|row| row.get(1).is_some_and(short));
        let named = |row: &Vec<Cell>| -> Option<String> {
            if coded {
                let at = usize::from(row.first().is_none_or(Cell::is_null));
                return row.get(at).map(|cell| self.value(at, cell));
            }
            let kinds: Option<Vec<String>> = (0..figure)
                .map(|at| row.get(at).filter(|c| !c.is_null()).map(|c| self.value(at, c)))
                .collect();
            // A first and a last name are one name; two other things are not.
            let is_name = |at: usize| self.result.columns[at].name.to_lowercase().contains("name");
            (figure == 1 || (0..figure).all(is_name)).then_some(kinds?.join(" "))
        };
        let shown = |row: &Vec<Cell>| Some(self.value(figure, row.get(figure)?));
        let level = figures.iter().take_while(|f| **f == figures[0]).count();
        let (first, top) = (named(rows.first()?)?, shown(rows.first()?)?);
        let head = match (level, down) {
            (1, true) => format!("{first} comes first with {top}"),
            (1, false) => format!("{first} has the lowest, {top}"),
            (2, true) => format!("{first} and {} come first with {top} each", named(&rows[1])?),
            (2, false) => format!("{first} and {} have the lowest, {top} each", named(&rows[1])?),
            _ => return None,
        };
        let behind: Vec<String> = rows[level..]
            .iter()
            .take(NAMED - level)
            .map(|row| Some(format!("{} ({})", named(row)?, shown(row)?)))
            .collect::<Option<_>>()?;
        Some(match behind.is_empty() {
            true => head,
            false => format!("{head}, before {}", behind.join(" and ")),
        })
    }

    fn single(&self) -> Option<&Cell> {
        match self.result.rows.as_slice() {
            [row] => match row.as_slice() {
                [cell] => Some(cell),
                _ => None,
            },
            _ => None,
        }
    }

    fn figure(&self, reading: &str, cell: &Cell) -> String {
        if cell.is_null() {
            return format!("The data holds no value for this: {reading}.");
        }
        let value = self.value(0, cell);
        let computed = self
            .features
            .aggregates
            .first()
            .is_some_and(|a| !matches!(a.as_str(), "group_concat" | "string_agg"));
        let things = reading
            .strip_prefix("number of ")
            .map(|things| things.replacen(", where ", " where ", 1));
        match (things, cell) {
            (Some(things), Cell::Int(0)) => format!("There are no {things}."),
            (Some(things), Cell::Int(n)) if *n > 1 && computed => format!("There are {value} {things}."),
            _ if computed && self.features.outputs == Some(1) && self.features.limit.is_none() => {
                let comma = if reading.contains(", ") { "," } else { "" };
                format!("The {reading}{comma} is {value}.")
            }
            _ => format!("The answer is {value} ({reading})."),
        }
    }

    fn value(&self, column: usize, cell: &Cell) -> String {
        let name = self.result.columns.get(column).map_or("", |c| c.name.as_str());
        // Where anything is computed, a number in a column without a plain name is a computed one; what groups are told
        // apart by is none: the year with the most orders is 2024, not 2,024.
        let alone = self.result.columns.len() == 1 && !self.features.group_by;
        let computed = !self.features.aggregates.is_empty() && (alone || name.contains('('));
        let percent = self.result.columns.len() == 1 && self.reading.starts_with("percentage of ") && !cell.is_null();
        if let (Cell::Text(text), true) = (cell, name.to_lowercase().contains("month")) {
            if let Some(month) = month_of(text) {
                return month;
            }
        }
        let text = shown(cell, name, computed);
        format!("{}{}", self.level(column, cell, text), if percent { "%" } else { "" })
    }

    /// With as many decimals as the column's others: 28,404.50 beside 29,214.25.
    fn level(&self, column: usize, cell: &Cell, text: String) -> String {
        let decimals = |text: &str| text.split_once('.').map_or(0, |(_, behind)| behind.len());
        if !matches!(cell, Cell::Real(_) | Cell::Decimal(_)) || decimals(&text) > MONEY {
            return text;
        }
        let rows = self.result.rows.iter().take(LOOKED_AT);
        let shown = rows.filter_map(|row| row.get(column));
        // Nobody writes 28,404.5 and 29,214.0 of money.
        let large = |cell: &Cell| cell.as_f64().is_some_and(|v| v.abs() >= LARGE);
        let large = self.result.rows.len() > 1 && shown.clone().any(large);
        let most = shown
            .map(|cell| decimals(&shown_plainly(cell)))
            .max()
            .unwrap_or_default()
            .min(MONEY);
        let most = if most == 1 && large { MONEY } else { most };
        let own = decimals(&text);
        let point = if own == 0 && most > 0 { "." } else { "" };
        format!("{text}{point}{}", "0".repeat(most.saturating_sub(own)))
    }

    /// Numbers side by side, or behind a name, say nothing without their own names.
    fn named(&self, row: &[Cell]) -> Option<String> {
        let number = |c: &Cell| matches!(c, Cell::Int(_) | Cell::Real(_) | Cell::Decimal(_));
        match row {
            [_, _, ..] if row.iter().all(number) => Some(self.each(row, 0)),
            [first @ Cell::Text(_), figures @ ..] if !figures.is_empty() && row.len() <= NAMED => figures
                .iter()
                .all(number)
                .then(|| format!("{}, {}", self.value(0, first), self.each(row, 1))),
            _ => None,
        }
    }

    fn called(&self, column: usize) -> String {
        let name = self.result.columns.get(column).map_or("", |c| c.name.as_str());
        undoubled(&name.replace('_', " "))
    }

    /// Each value from this one on with the name of its column.
    fn each(&self, row: &[Cell], from: usize) -> String {
        let told = row.iter().enumerate().skip(from).filter(|(_, cell)| !cell.is_null());
        let all: Vec<String> = told
            .map(|(i, cell)| format!("{} ({})", self.value(i, cell), self.called(i)))
            .collect();
        all.join(", ")
    }

    fn values(&self, row: &[Cell]) -> String {
        // Two figures are told apart by what they are.
        let figure = |c: &Cell| matches!(c, Cell::Int(_) | Cell::Real(_) | Cell::Decimal(_));
        let several = row.iter().skip(1).filter(|c| figure(c)).count() > 1;
        let mut shown: Vec<(usize, &Cell)> = row.iter().enumerate().filter(|(_, c)| !c.is_null()).collect();
        // What a row is first by stands last, and is told before what else the row says.
        let first = self.features.limit == Some(1) && self.features.order_by && shown.len() > NAMED;
        let by = shown.last().copied().filter(|(_, c)| first && figure(c));
        shown.truncate(if by.is_some() { NAMED - 1 } else { NAMED });
        shown.extend(by);
        let named = |i: usize| several || by.is_some_and(|by| by.0 == i);
        let all: Vec<String> = shown
            .into_iter()
            .map(|(i, c)| match named(i) && i > 0 && figure(c) {
                true => format!("{} ({})", self.value(i, c), self.called(i)),
                false => self.value(i, c),
            })
            .collect();
        if all.is_empty() {
            "nothing".to_string()
        } else {
            all.join(", ")
        }
    }
}

/// Days as people write them: "from 2024-01-01 to 2024-12-31" is "in 2024".
fn in_days(reading: &str) -> String {
    let mut out: Vec<String> = Vec::new();
    for word in reading.split(' ') {
        let end = word.trim_end_matches([',', ';', ')']);
        let day = worded::day_of(end.trim_matches('\''));
        out.push(match day {
            Some(day) => format!("{}{}", worded::day_words(day), &word[end.len()..]),
            None => word.to_owned(),
        });
        // "from … to …" once the second day is there.
        if let [.., from, low, to, _] = out.as_slice() {
            let low = match (from.as_str(), to.as_str()) {
                ("from", "to") | ("between", "and") => low.clone(),
                _ => continue,
            };
            let (Some(low), Some(high)) = (worded::read_day(&low), day) else {
                continue;
            };
            let said = format!("{}{}", worded::stretch(low, high), &word[end.len()..]);
            out.truncate(out.len() - 4);
            out.push(said);
        }
    }
    out.join(" ")
}

/// "cottages where dogs ok is 'Y'" of a reading that names nothing but things, whole rows of them.
fn things(reading: &str) -> Option<String> {
    let head = reading.split(", ").next().unwrap_or(reading);
    // "different cafe of orders" are several cafes.
    if let Some((what, of)) = head.strip_prefix("different ").and_then(|h| h.split_once(" of ")) {
        let rest = &reading[head.len()..];
        let one = !what.contains([' ', ',']) && !of.contains(" for each ");
        return one.then(|| {
            format!(
                "different {} of {of}{}",
                plural(what),
                rest.replacen(", where ", " where ", 1)
            )
        });
    }
    let last = head.split(' ').next_back().unwrap_or(head);
    let only = head.split(' ').count() <= THINGS && [" of ", " and ", " for "].iter().all(|w| !head.contains(w));
    (only && singular(last) != last && !head.starts_with("number ")).then(|| reading.replacen(", where ", " where ", 1))
}

fn shown_plainly(cell: &Cell) -> String {
    match cell {
        Cell::Real(_) | Cell::Decimal(_) => shown(cell, "", true),
        _ => String::new(),
    }
}

/// "2024-01" as "January 2024".
fn month_of(text: &str) -> Option<String> {
    let (year, month) = text.split_once('-')?;
    let day = worded::day_of(&format!("{year}-{month}-01")).filter(|_| year.len() == 4 && month.len() == 2)?;
    let words = worded::day_words(day);
    words.split_once(' ').map(|(_, month)| month.to_owned())
}

fn thousands(n: usize) -> String {
    shown(&Cell::Int(n as i64), "rows", true)
}

#[cfg(test)]
mod tests;
