//! How long something lasts, written as text. In: a text; and a column's texts with its name. Out: how the text is written;
//! and whether the column holds lengths of time, which only its name says of `1:25`.
//!
//! What is read here is what the SQL of `askwell_sql::view` reads. Deliberately absent: signs, and numbers without a unit.

use std::collections::{BTreeMap, BTreeSet};

use askwell_contract::view::{Clock, Lengths};

use crate::words::{among, split_name};

/// Spellings by their first letter, the longest unit first.
const UNITS: [(char, &str); 5] = [
    ('w', "w wk wks week weeks"),
    ('d', "d day days"),
    ('h', "h hr hrs hour hours"),
    ('m', "m min mins minute minutes"),
    ('s', "s sec secs second seconds"),
];
/// What columns are called whose numbers with colons were read off a clock, or are no time at all.
const CLOCKS: &str = "start starts started begin begins began end ends ended open opens opened opening close closes closed \
    closing score scores result ratio odds verse arrive arrives arrived arrival depart departs departed departure at from to until till in out clock";
/// What columns are called that keep how long something lasts.
const LASTS: &str =
    "duration durations length runtime lasted took taken elapsed delay hours hrs minutes mins min lap laps \
    split splits pace wait waited overtime downtime uptime walltime";
/// What stands before "time" there.
const TIMES: &str = "run running chip gun net finish finishing avg average mean total cook cooking prep preparation baking \
    response resolution handling reply travel drive driving flight journey playing play screen viewing waiting queue lead \
    turnaround cycle call talk hold idle down race working worked spent moving swim swimming ride riding cycling walk walking stopped paused rest resting";
/// What lasts minutes rather than hours: of columns, and of tables.
const SHORT: &str = "min mins minutes lap laps song songs track tracks split splits pace video videos episode podcast";
/// Of the texts of a column whose name says nothing, so many must have a unit before the others are read with them.
const WORDED: f64 = 0.2;

/// So many spellings of units are read, the commonest; the SQL of more would be too long.
const SPELLINGS: usize = 8;

/// How one text is written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Length {
    /// The first number, and whether the last part says seconds or a fraction of them.
    Two {
        first: u32,
        fraction: bool,
    },
    Three {
        seconds: bool,
    },
    Worded {
        /// In small letters, with their point.
        units: Vec<String>,
        bare: bool,
        joined: bool,
    },
}

pub fn read(text: &str) -> Option<Length> {
    let text = text.trim_start_matches(' ');
    match text.contains(':') {
        true => clock(text.trim_end_matches(' ')),
        false => worded(&text.to_ascii_lowercase()),
    }
}

fn clock(text: &str) -> Option<Length> {
    let (rest, fraction) = match text.split_once('.') {
        Some((rest, fraction)) if (1..=9).contains(&fraction.len()) && digits(fraction) => (rest, Some(fraction)),
        Some(_) => return None,
        None => (text, None),
    };
    let parts: Vec<&str> = rest.split(':').collect();
    let (first, behind) = parts.split_first()?;
    let sixtieth = |part: &&str| part.len() == 2 && digits(part) && **part < *"60";
    if !(1..=4).contains(&first.len()) || !digits(first) || !behind.iter().all(sixtieth) {
        return None;
    }
    match behind {
        [_] => Some(Length::Two {
            first: first.parse().ok()?,
            fraction: fraction.is_some(),
        }),
        [_, seconds] => Some(Length::Three {
            seconds: *seconds != "00" || fraction.is_some(),
        }),
        _ => None,
    }
}

/// One number with a unit, which may have a fraction, or several whole ones, each of a shorter unit than the one before.
fn worded(text: &str) -> Option<Length> {
    let (mut units, mut bare, mut joined, mut fraction) = (Vec::new(), false, false, false);
    let (mut last, mut apart) = (None, false);
    let mut rest = text.trim_end_matches(' ');
    while let Some(shorter) = rest.strip_suffix(',').or_else(|| rest.strip_suffix(" and")) {
        // Only "and" before a blank is one.
        if rest.len() == text.len() && rest.ends_with("and") {
            break;
        }
        joined = true;
        rest = shorter.trim_end_matches(' ');
    }
    while !rest.trim_matches(' ').is_empty() {
        let (whole, behind) = number(rest)?;
        // `1h25`
        if last == Some('h') && !apart && behind.trim_matches(' ').is_empty() {
            bare = whole.len() <= 2 && whole < "60" || whole.len() == 1;
            return (bare && !fraction).then_some(Length::Worded { units, bare, joined });
        }
        let (behind, broken) = match behind.strip_prefix('.') {
            Some(part) => (number(part)?.1, true),
            None => (behind, false),
        };
        fraction |= broken;
        if fraction && !units.is_empty() {
            return None;
        }
        let behind = behind.strip_prefix(' ').unwrap_or(behind);
        let ends = behind.find(|c: char| !c.is_ascii_lowercase()).unwrap_or(behind.len());
        let ends = ends + usize::from(behind[ends..].starts_with('.'));
        let (unit, behind) = behind.split_at(ends);
        let at = |letter| UNITS.iter().position(|u| u.0 == letter);
        let kind = UNITS.iter().find(|u| among(u.1, unit.trim_end_matches('.')))?.0;
        if last.is_some_and(|last| at(last) >= at(kind)) {
            return None;
        }
        last = Some(kind);
        units.push(unit.to_owned());
        let (next, by_word) = between(behind);
        joined |= by_word;
        (rest, apart) = (next, by_word);
    }
    (!units.is_empty()).then_some(Length::Worded { units, bare, joined })
}

/// What stands behind a comma or "and", and whether one of them was there.
fn between(text: &str) -> (&str, bool) {
    let next = text.trim_start_matches(' ');
    let and = |text: &'_ str| text.strip_prefix("and ").map(str::len);
    let past = |text: &str, kept: usize| text.len() - kept;
    if let Some(behind) = next.strip_prefix(',') {
        let kept = behind.strip_prefix(' ').and_then(and);
        return match kept {
            Some(kept) => (behind[past(behind, kept)..].trim_start_matches(' '), true),
            None => (behind.trim_start_matches(' '), true),
        };
    }
    match and(next).filter(|_| next.len() < text.len()) {
        Some(kept) => (next[past(next, kept)..].trim_start_matches(' '), true),
        None => (next, false),
    }
}

/// Nine digits at most, and what stands behind them.
fn number(text: &str) -> Option<(&str, &str)> {
    let ends = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    (1..=9).contains(&ends).then(|| text.split_at(ends))
}

fn digits(text: &str) -> bool {
    text.bytes().all(|b| b.is_ascii_digit())
}

/// How a column's lengths of time are written; `None` where they may be something else: `1:25` may be a time of day, and
/// numbers that all have one unit are told in that.
pub fn lengths(read: &[(Length, u64)], column: &str, table: &str) -> Option<Lengths> {
    let (mut units, mut kinds): (BTreeMap<&str, u64>, BTreeSet<char>) = Default::default();
    let (mut bare, mut joined, mut several) = (false, false, false);
    let (mut two, mut three, mut letters, mut all, mut past_a_day) = (false, false, 0, 0, 0);
    let (mut day, mut fraction, mut seconds) = (false, false, false);
    for (length, rows) in read {
        all += rows;
        match length {
            Length::Worded {
                units: spelt,
                bare: without,
                joined: by,
            } => {
                letters += rows;
                bare |= without;
                joined |= by;
                several |= spelt.len() > 1 || *without;
                kinds.extend(spelt.iter().filter_map(|unit| unit.chars().next()));
                spelt.iter().for_each(|unit| *units.entry(unit).or_default() += rows);
            }
            Length::Two { first, fraction: part } => {
                two = true;
                // Midnight may be written `24:00`.
                day |= *first > 24;
                past_a_day += if *first > 24 { *rows } else { 0 };
                fraction |= part;
            }
            Length::Three { seconds: said } => {
                three = true;
                seconds |= said;
            }
        }
    }
    let clocked = two || three;
    let worded = letters as f64 >= WORDED * all as f64 && letters > 0;
    let words = split_name(column);
    if !(clocked || several || kinds.len() > 1) || clocked && !worded && (is_clock(&words) || !day && !lasts(&words)) {
        return None;
    }
    let has = |word: &str| words.iter().any(|w| w == word);
    let hours = has("hours") || has("hrs");
    let page = has("on") && (has("page") || has("site") && (has("avg") || has("average")));
    let short = words.iter().any(|w| among(SHORT, w)) || split_name(table).iter().any(|w| among(SHORT, w)) || page;
    // A race seldom lasts longer than a day.
    let raced = 2 * past_a_day > all && ["finish", "chip", "gun"].iter().any(|w| has(w));
    let minutes = fraction || !hours && (short || raced || three && seconds);
    let mut clocks = Vec::new();
    if two {
        clocks.push(if minutes {
            Clock::MinutesSeconds
        } else {
            Clock::HoursMinutes
        });
    }
    if three {
        clocks.push(Clock::HoursMinutesSeconds);
    }
    let mut commonest: Vec<(&str, u64)> = units.into_iter().collect();
    commonest.sort_by_key(|unit| std::cmp::Reverse(unit.1));
    commonest.truncate(SPELLINGS);
    let mut units: Vec<String> = commonest.into_iter().map(|unit| unit.0.to_owned()).collect();
    units.sort_by(|a, b| b.len().cmp(&a.len()).then(a.cmp(b)));
    Some(Lengths {
        clocks,
        units,
        bare,
        joined,
    })
}

fn is_clock(words: &[String]) -> bool {
    let site = words.windows(2).any(|w| w[0] == "on" && w[1] == "site");
    !site && words.iter().any(|w| among(CLOCKS, w))
}

fn lasts(words: &[String]) -> bool {
    let pair = |first: &str, second: &str| match second {
        "time" => among(TIMES, first),
        "site" | "page" | "task" | "hold" => first == "on",
        "by" => first == "late",
        _ => false,
    };
    words.iter().any(|w| among(LASTS, w)) || words.windows(2).any(|w| pair(&w[0], &w[1]))
}

/// Whether the column's SQL reads a text that is written so.
pub fn fits(lengths: &Lengths, length: &Length) -> bool {
    match length {
        Length::Two { fraction, .. } => {
            lengths.clocks.contains(&Clock::MinutesSeconds)
                || !fraction && lengths.clocks.contains(&Clock::HoursMinutes)
        }
        Length::Three { .. } => lengths.clocks.contains(&Clock::HoursMinutesSeconds),
        Length::Worded { units, bare, joined } => {
            let known = units.iter().all(|unit| lengths.units.contains(unit));
            known && (lengths.bare || !bare) && (lengths.joined || !joined)
        }
    }
}

/// Whether nothing but its order tells a text from one that is read.
pub fn is_like(lengths: &Lengths, text: &str) -> bool {
    let mut rest = text.to_ascii_lowercase();
    for unit in &lengths.units {
        rest = rest.replace(unit.as_str(), "");
    }
    rest = rest.replace("and", "");
    rest.chars().all(|c| c.is_ascii_digit() || " .,:".contains(c)) && text.contains(|c: char| c.is_ascii_digit())
}
