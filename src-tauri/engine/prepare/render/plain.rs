//! What a prompt is told of a column: facts of the data, and words only where somebody wrote them.
//!
//! In: a column, its description, its profile at the level of the prompt. Out: one line, empty where there is nothing that
//! its name and type do not say. Deliberately absent: the rules' descriptions ("the gender of the gender"), synonyms, and
//! numbers with separators, which mislead more than they tell.

use askwell_contract::explore::{Author, Description};
use askwell_contract::profile::{ColumnProfile, Disguise, ValueCount};
use askwell_contract::view::{Clock, DecimalMark, Figures, Lengths, View, ViewKind};
use askwell_contract::{Cell, Column, Dialect, TypeKind};
use askwell_reader::known::yes_or_no;
use askwell_sql::dialect;

use super::dates;
use crate::prepare::describe::facts::{cut, share};
use crate::prepare::describe::subject::says_yes_or_no;
use crate::prepare::profile::view::is_gap;

/// A column with no more different values than this has all of them written down.
pub const FEW: usize = 20;
/// The same of numbers and dates, which the profile knows.
const WHOLE: usize = 8;
/// Of others some are shown.
const SOME: usize = 3;
/// Characters of a value.
const LONGEST: usize = 40;

/// What a column's own profile does not say.
#[derive(Clone, Copy)]
pub struct Besides<'a> {
    pub dialect: Dialect,
    /// All values of a small column of texts.
    pub few: Option<&'a [String]>,
    /// Some of its values differ in case and blanks alone.
    pub spelt: bool,
    /// Another table writes the same keys in its own way.
    pub untidy: bool,
    /// Its numbers are a key, whose values say nothing.
    pub key: bool,
    /// It tells things apart: nobody adds it up.
    pub identifies: bool,
}

pub fn told(column: &Column, said: &Description, profile: Option<&ColumnProfile>, besides: Besides<'_>) -> String {
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
    let disguise = profile
        .disguises
        .iter()
        .find_map(|d| disguised(*d, column, besides.identifies));
    match &profile.view {
        Some(view) => parts.extend(viewed(column, view, profile, besides)),
        None => parts.extend(disguise.map(str::to_owned)),
    }
    if profile.rows > 0 && profile.nulls == profile.rows {
        parts.push("always NULL".to_owned());
        return parts.join("; ");
    }
    match besides.few.filter(|all| !all.is_empty()) {
        Some(all) => parts.push(each_once(all)),
        None if besides.key => {}
        None => parts.extend(values(column, profile)),
    }
    match (besides.spelt, besides.untidy) {
        (true, true) => {
            parts.push("spelt in several ways, by case and blanks: compare LOWER(REPLACE(..., ' ', ''))".to_owned());
        }
        (true, false) => parts.push("spelt in several ways, by case and blanks: compare LOWER(TRIM(...))".to_owned()),
        (false, _) => {}
    }
    parts.extend(besides.few.and_then(|all| yes_and_no(all, besides.spelt)));
    parts.extend(profile.view.as_ref().and_then(days));
    parts.extend(missing(profile, besides.identifies));
    parts.join("; ")
}

/// From the earliest day to the latest, of texts whose order is not that of their days.
fn days(view: &View) -> Option<String> {
    let (first, last) = view.days.as_ref()?;
    let ViewKind::Date { formats } = &view.kind else {
        return None;
    };
    (!dates::in_order(formats)).then(|| format!("days from {first} to {last}"))
}

/// How much of it is missing, and what stands in its place: NULL, nothing, or a word that says so.
fn missing(profile: &ColumnProfile, identifies: bool) -> Option<String> {
    let counted = profile.top.iter().filter_map(|v| match &v.value {
        Cell::Text(text) if stands_for_nothing(text, profile) => Some((text.as_str(), v.rows)),
        _ => None,
    });
    let counted: Vec<(&str, u64)> = counted.collect();
    let further = profile.view.iter().flat_map(|view| &view.examples);
    let further = further.filter(|text| is_gap(text) && !counted.iter().any(|c| c.0 == *text));
    let nulls = (profile.nulls > 0).then(|| format!("{} NULL", share(profile.nulls, profile.rows)));
    let words = counted
        .iter()
        .map(|(text, rows)| format!("{} {}", share(*rows, profile.rows), dialect::text(text)))
        .chain(further.map(|text| format!("some {}", dialect::text(text))));
    let words: Vec<String> = words.collect();
    match (words.is_empty(), nulls) {
        (true, nulls) => nulls,
        (false, nulls) => {
            let all: Vec<String> = nulls.into_iter().chain(words).collect();
            let cast = profile.view.as_ref().is_some_and(|view| !view.is_date())
                || profile.disguises.contains(&Disguise::NumberInText);
            let first = if cast && !identifies {
                "; leave these out before you cast"
            } else {
                ""
            };
            Some(format!("no value: {}{first}", all.join(", ")))
        }
    }
}

/// Among numbers and days a word for a gap is one; among other texts "none", "unknown" and "NA" may be as good as any.
fn stands_for_nothing(text: &str, profile: &ColumnProfile) -> bool {
    let signs = !text.chars().any(char::is_alphanumeric);
    let sure = ["n/a", "n.a.", "#n/a", "null"]
        .iter()
        .any(|gap| text.trim().eq_ignore_ascii_case(gap));
    is_gap(text) && (signs || sure || profile.view.is_some())
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
        // What stands for no value is told as that.
        let gap = |cell: &&Cell| matches!(cell, Cell::Text(text) if stands_for_nothing(text, profile));
        let known = known.into_iter().filter(|c| !gap(c));
        let some: Vec<String> = match profile.view {
            Some(_) => each_form(known.collect()),
            None => known.take(SOME).map(shown).collect(),
        };
        return (!some.is_empty()).then(|| format!("such as {}", some.join(", ")));
    }
    // Below the level of values a shape is all that there is to say.
    profile.shape.as_ref().map(|shape| format!("mostly like {shape}"))
}

/// Some of texts that are written in several ways, one of each way first.
fn each_form(known: Vec<&Cell>) -> Vec<String> {
    let form = |cell: &Cell| -> String {
        let text = cell.to_string();
        text.chars().map(|c| if c.is_ascii_digit() { '9' } else { c }).collect()
    };
    let mut forms: Vec<String> = Vec::new();
    let (first, rest): (Vec<&Cell>, Vec<&Cell>) = known.into_iter().partition(|cell| {
        let form = form(cell);
        let new = !forms.contains(&form);
        forms.push(form);
        new
    });
    first.into_iter().chain(rest).take(SOME).map(shown).collect()
}

/// As it is written in a statement, cut.
fn shown(cell: &Cell) -> String {
    let text = cut(&cell.to_string(), LONGEST);
    match cell {
        Cell::Int(_) | Cell::Real(_) | Cell::Decimal(_) | Cell::Bool(_) => text,
        _ => dialect::text(&text),
    }
}

/// Which of a few texts say yes and which say no, where one of them has several spellings; `folded`: as they are compared.
fn yes_and_no(all: &[String], folded: bool) -> Option<String> {
    let of = |yes: bool| {
        let said = all
            .iter()
            .map(|text| text.trim())
            .filter(|text| yes_or_no(text) == Some(yes));
        said.fold(Vec::new(), |mut out: Vec<String>, text| {
            let text = dialect::text(&if folded { text.to_lowercase() } else { text.to_owned() });
            if !out.contains(&text) {
                out.push(text);
            }
            out
        })
    };
    let (yes, no) = (of(true), of(false));
    let several = yes.len() > 1 || no.len() > 1;
    (several && !yes.is_empty() && !no.is_empty())
        .then(|| format!("yes is {}; no is {}", yes.join(" or "), no.join(" or ")))
}

/// The values, those that differ in case and blanks alone once.
fn each_once(all: &[String]) -> String {
    let folded = |text: &str| text.trim().to_lowercase();
    let mut seen: Vec<&str> = Vec::new();
    for value in all {
        if !seen.iter().any(|known| folded(known) == folded(value)) {
            seen.push(value.trim());
        }
    }
    list(seen.into_iter())
}

/// How texts are written that stand for numbers or days, and which do not read so; nothing of numbers that only tell things
/// apart.
fn viewed(column: &Column, view: &View, profile: &ColumnProfile, besides: Besides<'_>) -> Option<String> {
    if besides.identifies && !view.is_date() {
        return None;
    }
    let numbers = |what: &str, figures: &Figures| {
        let mut said = format!("text that holds {what}");
        if !figures.units.is_empty() {
            let units: Vec<String> = figures.units.iter().map(|unit| dialect::text(unit)).collect();
            let without = |v: &ValueCount| matches!(&v.value, Cell::Text(text) if bare(text, &figures.units));
            let some = if profile.top.iter().any(without) { ", some" } else { "" };
            said.push_str(&format!("{some} with {}", units.join(" or ")));
        }
        if !figures.groups.is_empty() {
            let groups: Vec<String> = figures.groups.iter().map(|mark| format!("'{mark}'")).collect();
            said.push_str(&format!(", {} between thousands", groups.join(" or ")));
        }
        if figures.mark == DecimalMark::Comma {
            said.push_str(", a comma before the fraction");
        }
        if figures.brackets {
            said.push_str(", negative ones in brackets");
        }
        let steps = [
            (!figures.units.is_empty() || !figures.groups.is_empty()).then_some("take these signs off"),
            (figures.mark == DecimalMark::Comma).then_some("make the comma a point"),
            figures.brackets.then_some("make what stands in brackets negative"),
        ];
        let steps: Vec<&str> = steps.into_iter().flatten().collect();
        let before = match steps.is_empty() {
            true => String::new(),
            false => format!("{} and ", steps.join(", ")),
        };
        format!("{said}: {before}cast before comparing or adding up")
    };
    let said = match &view.kind {
        ViewKind::Money { figures } => numbers("amounts", figures),
        ViewKind::Percent { figures } => numbers("percentages", figures),
        ViewKind::Number { figures } => numbers("numbers", figures),
        ViewKind::Duration { lengths } => lasting(lengths),
        ViewKind::Date { formats } => {
            let forms: Vec<String> = formats.iter().map(dates::form).collect();
            let how = dates::read_by(&dialect::ident(&column.name, besides.dialect), formats, besides.dialect);
            format!("dates as text, {}{how}", forms.join(" or "))
        }
    };
    let others: Vec<&str> = view
        .examples
        .iter()
        .map(String::as_str)
        .filter(|t| !is_gap(t))
        .collect();
    let what = if view.is_date() { "dates" } else { "numbers" };
    Some(match others.is_empty() {
        true => said,
        false => format!("{said}; some are no {what}: {}", list(others.into_iter())),
    })
}

/// A number that stands without any of the units.
fn bare(text: &str, units: &[String]) -> bool {
    text.chars().any(|c| c.is_ascii_digit()) && !units.iter().any(|unit| text.contains(unit.as_str()))
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

fn list<'a>(values: impl Iterator<Item = &'a str>) -> String {
    let quoted: Vec<String> = values.map(|v| dialect::text(&cut(v, LONGEST))).collect();
    quoted.join(", ")
}

/// What the type does not say.
fn disguised(disguise: Disguise, column: &Column, identifies: bool) -> Option<&'static str> {
    let text = column.kind == TypeKind::Text;
    Some(match disguise {
        Disguise::IsoDate if text => "dates as text, YYYY-MM-DD",
        Disguise::SlashDate => "dates as text, with slashes: compare their parts",
        Disguise::CompactDate => "dates as the number YYYYMMDD",
        Disguise::UnixSeconds => "seconds since 1970",
        Disguise::NumberInText if text && !identifies => "text that holds numbers: cast before comparing or adding up",
        Disguise::BooleanInNumber if says_yes_or_no(&column.name) => "1 yes, 0 no",
        Disguise::BooleanInNumber => "only 0 and 1",
        Disguise::Json => "JSON",
        Disguise::Money if text => "text that holds amounts with a currency: cast before adding up",
        Disguise::Percentage if text => "text that holds percentages: cast before adding up",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use askwell_contract::explore::Words;
    use askwell_contract::view::{DateFormat, DateMark, DateOrder};

    use super::*;
    use crate::prepare::fake;

    #[test]
    fn what_is_missing_is_said_as_it_is_written() {
        let profile = |texts: &[(&str, u64)], nulls| ColumnProfile {
            nulls,
            top: texts
                .iter()
                .map(|(text, rows)| ValueCount {
                    value: Cell::Text((*text).into()),
                    rows: *rows,
                })
                .collect(),
            ..fake::profile("orders", "region", 100, 5)
        };
        let of = |texts: &[(&str, u64)], nulls| missing(&profile(texts, nulls), false);
        assert_eq!(of(&[("North", 58)], 42).as_deref(), Some("42% NULL"));
        let both = of(&[("North", 50), ("", 5), ("N/A", 3)], 42);
        assert_eq!(both.as_deref(), Some("no value: 42% NULL, 5% '', 3% 'N/A'"));
        // North America, and a category of its own.
        assert_eq!(of(&[("NA", 50), ("none", 50)], 0), None);
    }

    fn told_of(texts: &[&str], view: Option<View>, besides: Besides<'_>) -> String {
        let table = fake::table("orders", &["total text"]);
        let top = texts.iter().map(|text| ValueCount {
            value: Cell::Text((*text).into()),
            rows: 10,
        });
        let profile = ColumnProfile {
            top: top.collect(),
            distinct_exact: false,
            view,
            ..fake::profile("orders", "total", 100, 50)
        };
        let said = Description {
            words: Words {
                short: String::new(),
                long: String::new(),
            },
            author: Author::Rules,
            synonyms: Vec::new(),
        };
        told(&table.columns[0], &said, Some(&profile), besides)
    }

    const PLAIN: Besides<'_> = Besides {
        dialect: Dialect::Sqlite,
        few: None,
        spelt: false,
        untidy: false,
        key: false,
        identifies: false,
    };

    fn view(kind: ViewKind) -> Option<View> {
        Some(View {
            kind,
            read: 90,
            unread: 10,
            exact: true,
            examples: Vec::new(),
            strict: false,
            days: None,
        })
    }

    #[test]
    fn amounts_of_which_some_have_a_sign_are_said_to_and_what_is_none_is_left_out_first() {
        let money = || {
            view(ViewKind::Money {
                figures: Figures {
                    mark: DecimalMark::Point,
                    groups: Vec::new(),
                    units: vec!["£".into()],
                    brackets: false,
                    whole: false,
                },
            })
        };
        let mixed = told_of(&["£60.00", "85.00", "n/a"], money(), PLAIN);
        assert!(mixed.contains("amounts, some with '£'"), "{mixed}");
        assert!(
            mixed.ends_with("no value: 10% 'n/a'; leave these out before you cast"),
            "{mixed}"
        );
        let all = told_of(&["£60.00", "£85.00"], money(), PLAIN);
        assert!(all.contains("amounts with '£'") && !all.contains("leave"), "{all}");
    }

    #[test]
    fn of_texts_in_several_forms_one_of_each_is_shown() {
        let form = |order, mark| DateFormat {
            order,
            mark,
            short_year: false,
            timed: false,
        };
        let formats = vec![
            form(DateOrder::Iso, DateMark::Dash),
            form(DateOrder::DayFirst, DateMark::Slash),
        ];
        let texts = ["2024-05-01", "2024-05-02", "2024-05-03", "03/05/2024"];
        let said = told_of(&texts, view(ViewKind::Date { formats }), PLAIN);
        assert!(
            said.contains("such as '2024-05-01', '03/05/2024', '2024-05-02'"),
            "{said}"
        );
    }

    #[test]
    fn spellings_of_yes_and_quotes_are_written_as_a_statement_has_them() {
        let few = |all: &[&str]| -> Vec<String> { all.iter().map(|text| (*text).into()).collect() };
        let dogs = few(&["N", "Y", "Yes", "no"]);
        let said = told_of(
            &[],
            None,
            Besides {
                few: Some(&dogs),
                ..PLAIN
            },
        );
        assert_eq!(said, "'N', 'Y', 'Yes', 'no'; yes is 'Y' or 'Yes'; no is 'N' or 'no'");
        let plain = few(&["Y", "N"]);
        assert_eq!(
            told_of(
                &[],
                None,
                Besides {
                    few: Some(&plain),
                    ..PLAIN
                }
            ),
            "'Y', 'N'"
        );
        let place = few(&["Devil's Elbow"]);
        assert_eq!(
            told_of(
                &[],
                None,
                Besides {
                    few: Some(&place),
                    ..PLAIN
                }
            ),
            "'Devil''s Elbow'"
        );
        let codes = Besides {
            spelt: true,
            untidy: true,
            ..PLAIN
        };
        let key = told_of(&["a1", "A 1"], None, codes);
        assert!(key.ends_with("compare LOWER(REPLACE(..., ' ', ''))"), "{key}");
    }
}
