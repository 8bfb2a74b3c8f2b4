//! What a prompt is told of a column: facts of the data, and words only where somebody wrote them.
//!
//! In: a column, its description, its profile at the level of the prompt. Out: one line, empty where there is nothing that
//! its name and type do not say. Deliberately absent: the rules' descriptions ("the gender of the gender"), synonyms, and
//! numbers with separators, which mislead more than they tell.

use askwell_contract::explore::{Author, Description};
use askwell_contract::profile::{ColumnProfile, Disguise};
use askwell_contract::view::{Clock, DateFormat, DateOrder, DecimalMark, Figures, Lengths, View, ViewKind};
use askwell_contract::{Cell, Column, TypeKind};

use crate::prepare::describe::facts::{cut, share};

/// A column with no more different values than this has all of them written down.
pub const FEW: usize = 20;
/// The same of numbers and dates, which the profile knows.
const WHOLE: usize = 8;
/// Of others some are shown.
const SOME: usize = 3;
/// Characters of a value.
const LONGEST: usize = 40;

/// `few`: all values of a small column of texts.
pub fn told(
    column: &Column,
    said: &Description,
    profile: Option<&ColumnProfile>,
    few: Option<&[String]>,
    key: bool,
) -> String {
    let mut parts: Vec<String> = Vec::new();
    if said.author != Author::Rules {
        parts.push(said.words.short.trim_end_matches('.').to_owned());
    }
    if !column.labels.is_empty() && column.labels.len() <= FEW {
        parts.push(list(column.labels.iter().map(String::as_str)));
        return parts.join("; ");
    }
    let Some(profile) = profile else {
        return parts.join("; ");
    };
    let disguise = profile.disguises.iter().find_map(|d| disguised(*d, column.kind));
    match &profile.view {
        Some(view) => parts.push(viewed(view)),
        None => parts.extend(disguise.map(str::to_owned)),
    }
    if profile.rows > 0 && profile.nulls == profile.rows {
        parts.push("always empty".to_owned());
        return parts.join("; ");
    }
    match few.filter(|all| !all.is_empty()) {
        Some(all) => parts.push(each_way(all)),
        None if key => {}
        None => parts.extend(values(column, profile)),
    }
    if profile.nulls > 0 {
        parts.push(format!("{} empty", share(profile.nulls, profile.rows)));
    }
    parts.join("; ")
}

fn values(column: &Column, profile: &ColumnProfile) -> Option<String> {
    if profile.disguises.contains(&Disguise::BooleanInNumber) {
        return None;
    }
    let known: Vec<&Cell> = profile.top.iter().map(|v| &v.value).filter(|v| !v.is_null()).collect();
    let whole = profile.distinct_exact && profile.distinct as usize == known.len();
    if !known.is_empty() && whole && known.len() <= WHOLE {
        return Some(known.into_iter().map(shown).collect::<Vec<_>>().join(", "));
    }
    let ordered = matches!(
        column.kind,
        TypeKind::Integer | TypeKind::Real | TypeKind::Decimal | TypeKind::Date | TypeKind::Timestamp | TypeKind::Time
    );
    let dated = profile.disguises.contains(&Disguise::IsoDate);
    if (ordered || dated) && !profile.min.is_null() && !profile.max.is_null() {
        return Some(format!("{} to {}", shown(&profile.min), shown(&profile.max)));
    }
    if !known.is_empty() {
        let some: Vec<String> = known.into_iter().take(SOME).map(shown).collect();
        return Some(format!("such as {}", some.join(", ")));
    }
    // Below the level of values a shape is all that there is to say.
    profile.shape.as_ref().map(|shape| format!("mostly like {shape}"))
}

/// As it is written in a statement, cut.
fn shown(cell: &Cell) -> String {
    let text = cut(&cell.to_string(), LONGEST);
    match cell {
        Cell::Int(_) | Cell::Real(_) | Cell::Decimal(_) | Cell::Bool(_) => text,
        _ => format!("'{text}'"),
    }
}

/// The values, those that differ in case and blanks alone once, with what that means for comparing them.
fn each_way(all: &[String]) -> String {
    let folded = |text: &str| text.trim().to_lowercase();
    let mut seen: Vec<&str> = Vec::new();
    for value in all {
        if !seen.iter().any(|known| folded(known) == folded(value)) {
            seen.push(value.trim());
        }
    }
    let values = list(seen.iter().copied());
    match seen.len() < all.len() {
        true => format!("{values}; spelt in several ways, by case and blanks: compare LOWER(TRIM(...))"),
        false => values,
    }
}

/// How texts are written that stand for numbers or days, and which do not read so.
fn viewed(view: &View) -> String {
    let numbers = |what: &str, figures: &Figures| {
        let mut said = format!("text that holds {what}");
        if !figures.units.is_empty() {
            let units: Vec<String> = figures.units.iter().map(|unit| format!("'{unit}'")).collect();
            said.push_str(&format!(" with {}", units.join(" or ")));
        }
        if !figures.groups.is_empty() {
            let groups: Vec<String> = figures.groups.iter().map(|mark| format!("'{mark}'")).collect();
            said.push_str(&format!(", {} between thousands", groups.join(" or ")));
        }
        if figures.mark == DecimalMark::Comma {
            said.push_str(", a comma before the fraction");
        }
        if figures.brackets {
            said.push_str(", some negative ones in brackets");
        }
        said + ": take the signs off and cast before comparing or adding up"
    };
    let said = match &view.kind {
        ViewKind::Money { figures } => numbers("amounts", figures),
        ViewKind::Percent { figures } => numbers("percentages", figures),
        ViewKind::Number { figures } => numbers("numbers", figures),
        ViewKind::Duration { lengths } => lasting(lengths),
        ViewKind::Date { formats } => {
            let forms: Vec<String> = formats.iter().map(dated).collect();
            format!("dates as text, {}", forms.join(" or "))
        }
    };
    match view.examples.is_empty() {
        true => said,
        false => format!("{said}; not so: {}", list(view.examples.iter().map(String::as_str))),
    }
}

/// How lengths of time are written.
fn lasting(lengths: &Lengths) -> String {
    let clocks = lengths.clocks.iter().map(|clock| match clock {
        Clock::HoursMinutes => "H:MM".to_owned(),
        Clock::MinutesSeconds => "M:SS".to_owned(),
        Clock::HoursMinutesSeconds => "H:MM:SS".to_owned(),
    });
    let units = lengths.units.iter().map(|unit| format!("'{unit}'"));
    let forms: Vec<String> = clocks.chain(units).collect();
    format!(
        "lengths of time as text, with {}, read as minutes: make minutes of them before comparing or adding up",
        forms.join(", ")
    )
}

fn dated(format: &DateFormat) -> String {
    let year = if format.short_year { "YY" } else { "YYYY" };
    let parts: Vec<&str> = match format.order {
        DateOrder::Iso | DateOrder::YearFirst => vec![year, "MM", "DD"],
        DateOrder::YearMonth => vec![year, "MM"],
        DateOrder::DayFirst => vec!["DD", "MM", year],
        DateOrder::MonthFirst => vec!["MM", "DD", year],
        DateOrder::DayThenName => vec!["DD", "Mon", year],
        DateOrder::NameThenDay => vec!["Mon", "DD", year],
        DateOrder::MonthYear => vec!["MM", year],
        DateOrder::NameThenYear => vec!["Mon", year],
        DateOrder::YearQuarter => vec![year, "QN"],
        DateOrder::QuarterYear => vec!["QN", year],
    };
    let time = if format.timed { " with a time" } else { "" };
    format!("{}{time}", parts.join(&format.mark.sign().to_string()))
}

fn list<'a>(values: impl Iterator<Item = &'a str>) -> String {
    let quoted: Vec<String> = values.map(|v| format!("'{}'", cut(v, LONGEST))).collect();
    quoted.join(", ")
}

/// What the type does not say.
fn disguised(disguise: Disguise, kind: TypeKind) -> Option<&'static str> {
    let text = kind == TypeKind::Text;
    Some(match disguise {
        Disguise::IsoDate if text => "dates as text, YYYY-MM-DD",
        Disguise::SlashDate => "dates as text, with slashes: compare their parts",
        Disguise::CompactDate => "dates as the number YYYYMMDD",
        Disguise::UnixSeconds => "seconds since 1970",
        Disguise::NumberInText if text => "text that holds numbers: cast it before comparing or adding up",
        Disguise::BooleanInNumber => "1 yes, 0 no",
        Disguise::Json => "JSON",
        Disguise::Money if text => "text that holds amounts with a currency: cast before adding up",
        Disguise::Percentage if text => "text that holds percentages: cast before adding up",
        _ => return None,
    })
}
