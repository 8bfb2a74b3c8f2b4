//! How long something lasts, as minutes.
//!
//! Numbers with colons and numbers with units are read apart, each only where a column has such texts. SQLite has no
//! patterns: there a text is brought to one letter a unit, `1 hr 5 min` to `1h5m`, and what stands between two letters is the
//! number of the second. Texts that only look alike are told apart where a column may hold some (`strict`).

use askwell_contract::view::{Clock, Lengths};
use askwell_contract::Dialect;

use crate::dialect::text;

/// By the letter that every spelling of a unit begins with, the longest unit first; and what one of it is in minutes.
const UNITS: [(char, &str); 5] = [
    ('w', " * 10080"),
    ('d', " * 1440"),
    ('h', " * 60"),
    ('m', ""),
    ('s', " / 60.0"),
];

pub fn minutes(lengths: &Lengths, strict: bool, column: &str, dialect: Dialect) -> String {
    let clocks = lengths.clocks.iter().map(|clock| match dialect {
        Dialect::Sqlite => sqlite_clock(*clock, strict, column),
        _ => Patterns { column, dialect }.clock(*clock),
    });
    let mut ways: Vec<(String, String)> = clocks.collect();
    if !lengths.units.is_empty() {
        ways.push(match dialect {
            Dialect::Sqlite => sqlite_units(lengths, strict, column),
            _ => Patterns { column, dialect }.units(lengths),
        });
    }
    let ways: Vec<String> = ways
        .iter()
        .map(|(fits, made)| format!("WHEN {fits} THEN {made}"))
        .collect();
    match ways.is_empty() {
        true => "NULL".to_owned(),
        false => format!("CASE {} END", ways.join(" ")),
    }
}

/// The units of the column's spellings.
fn kinds(lengths: &Lengths) -> Vec<(char, &'static str)> {
    let has = |letter: char| lengths.units.iter().any(|unit| unit.starts_with(letter));
    // `1h25`
    let kept = UNITS
        .into_iter()
        .filter(|(letter, _)| has(*letter) || *letter == 'm' && lengths.bare);
    kept.collect()
}

fn sqlite_clock(clock: Clock, strict: bool, column: &str) -> (String, String) {
    let whole = format!("trim({column})");
    let behind = format!("substr({whole}, instr({whole}, ':') + 1)");
    let (shape, taken, made) = match clock {
        Clock::HoursMinutes => (":[0-5][0-9]", "0-9:", format!("{whole} * 60 + {behind}")),
        Clock::MinutesSeconds => (":[0-5][0-9]*", "0-9:.", format!("{whole} + {behind} / 60.0")),
        Clock::HoursMinutesSeconds => (
            ":[0-5][0-9]:[0-5][0-9]*",
            "0-9:.",
            format!("{whole} * 60 + {behind} + substr({behind}, 4) / 60.0"),
        ),
    };
    let mut tests = vec![format!("glob('[0-9]*{shape}', {whole})")];
    let mut never = vec![format!("*[^{taken}]*")];
    if clock != Clock::HoursMinutesSeconds {
        never.push("*:*:*".to_owned());
    }
    if strict {
        let none = [
            "*:*:*:*",
            "*.*[:.]*",
            "*[:.][:.]*",
            "*:[0-9][0-9][0-9]*",
            "*.",
            "[0-9][0-9][0-9][0-9][0-9]*",
        ];
        never.extend(none.map(str::to_owned));
    }
    tests.extend(never.iter().map(|shape| format!("NOT glob('{shape}', {whole})")));
    (tests.join(" AND "), made)
}

fn sqlite_units(lengths: &Lengths, strict: bool, column: &str) -> (String, String) {
    let mut spaced = format!("lower({column})");
    if lengths.joined {
        spaced = format!("rtrim(replace(replace({spaced}, ', and ', ','), ' and ', ','), ' ,')");
    }
    let spellings = lengths.units.iter().filter(|unit| unit.len() > 1);
    let short = spellings.fold(format!("replace({spaced}, ' ', '')"), |sql, unit| {
        let letter = unit.chars().next().unwrap_or_default();
        format!("replace({sql}, {}, '{}')", text(unit), short_of(lengths, letter))
    });
    let kinds = kinds(lengths);
    let letters: String = kinds.iter().map(|k| short_of(lengths, k.0)).collect();
    let hour = short_of(lengths, 'h');
    let comma = if lengths.joined { "," } else { "" };
    let end = if lengths.bare { "*" } else { "" };
    let mut tests = vec![format!("glob('[0-9]*[{letters}]{end}', {short})")];
    if !strict {
        tests.push(format!("NOT glob('*[^0-9.{comma}{letters}]*', {short})"));
    }
    if strict {
        // Without its digits: each unit once and none behind a shorter one, a point only where one unit stands alone.
        let marks = ('0'..='9').chain(comma.chars());
        let bare = marks.fold(short.clone(), |sql, mark| format!("replace({sql}, '{mark}', '')"));
        let shapes: Vec<String> = shapes(&letters).iter().map(|shape| text(shape)).collect();
        tests.push(format!("{bare} IN ({})", shapes.join(", ")));
        let mut never = vec![format!("*[{letters}.][{letters}.]*")];
        if lengths.bare {
            // What ends with a digit ends with an hour and at most 59.
            never.push(format!("*.*{hour}[0-9]*"));
            never.push(format!("*[^{hour}0-5][0-9]"));
            never.push(format!("*[^{hour}][0-5][0-9]"));
        }
        if lengths.joined {
            never.extend([format!("*[^{letters}],*"), "*,[^0-9]*".to_owned()]);
        }
        tests.extend(never.iter().map(|shape| format!("NOT glob('{shape}', {short})")));
        let torn = ["*[0-9] [ .0-9]*", "*[0-9]. *", "*[a-z] [a-z]*"];
        tests.extend(torn.map(|shape| format!("NOT glob('{shape}', trim({spaced}))")));
    }
    let places: Vec<String> = letters
        .chars()
        .map(|letter| format!("instr({short}, '{letter}')"))
        .collect();
    let terms = kinds.iter().enumerate().map(|(at, (letter, each))| {
        let number = match &places[..at] {
            [] => short.clone(),
            [one] => format!("substr({short}, {one} + 1)"),
            several => format!("substr({short}, max({}) + 1)", several.join(", ")),
        };
        let number = match lengths.joined && at > 0 {
            true => format!("ltrim({number}, ',')"),
            false => number,
        };
        let has = match (places.len(), *letter == 'm' && lengths.bare) {
            (1, _) => String::new(),
            (_, true) => format!(" * ({} > 0 OR glob('*[0-9]', {short}))", places[at]),
            (_, false) => format!(" * ({} > 0)", places[at]),
        };
        format!("{number}{has}{each}")
    });
    // A text by itself is no number.
    let made = match terms.collect::<Vec<_>>().join(" + ") {
        sum if places.len() == 1 && !sum.contains(['*', '/']) => format!("{sum} * 1"),
        sum => sum,
    };
    (tests.join(" AND "), made)
}

/// What stands for a unit in the short text: its letter, which is large where no text has that letter by itself.
fn short_of(lengths: &Lengths, letter: char) -> char {
    match lengths
        .units
        .iter()
        .any(|unit| unit.len() == 1 && unit.starts_with(letter))
    {
        true => letter,
        false => letter.to_ascii_uppercase(),
    }
}

/// Units that may follow each other, and each alone behind a fraction.
fn shapes(letters: &str) -> Vec<String> {
    let mut out = vec![String::new()];
    for letter in letters.chars() {
        let longer: Vec<String> = out.iter().map(|shape| format!("{shape}{letter}")).collect();
        out.extend(longer);
    }
    out.retain(|shape| !shape.is_empty());
    out.extend(letters.chars().map(|letter| format!(".{letter}")));
    out
}

/// The two engines that have patterns.
struct Patterns<'a> {
    column: &'a str,
    dialect: Dialect,
}

impl Patterns<'_> {
    fn fits(&self, pattern: &str) -> String {
        match self.dialect {
            Dialect::Duckdb => format!("regexp_matches({}, {})", self.column, text(&format!("(?i){pattern}"))),
            _ => format!("{} ~* {}", self.column, text(pattern)),
        }
    }

    /// Of text that is found to fit; else it may be none.
    fn number(&self, sql: &str) -> String {
        match self.dialect {
            Dialect::Duckdb => format!("TRY_CAST({sql} AS DOUBLE)"),
            _ => format!("CAST({sql} AS NUMERIC)"),
        }
    }

    /// What stands in the pattern's brackets.
    fn found(&self, pattern: &str) -> String {
        let (column, pattern) = (self.column, text(pattern));
        self.number(&match self.dialect {
            Dialect::Duckdb => format!("regexp_extract({column}, {pattern}, 1)"),
            _ => format!("substring({column} FROM {pattern})"),
        })
    }

    fn clock(&self, clock: Clock) -> (String, String) {
        let piece = |at: u8| self.number(&format!("split_part({}, ':', {at})", self.column));
        let (first, second) = (piece(1), piece(2));
        let (pattern, made) = match clock {
            Clock::HoursMinutes => (":[0-5][0-9]", format!("{first} * 60 + {second}")),
            Clock::MinutesSeconds => (":[0-5][0-9](?:[.][0-9]{1,9})?", format!("{first} + {second} / 60")),
            Clock::HoursMinutesSeconds => (
                ":[0-5][0-9]:[0-5][0-9](?:[.][0-9]{1,9})?",
                format!("{first} * 60 + {second} + {} / 60", piece(3)),
            ),
        };
        (self.fits(&format!("^ *[0-9]{{1,4}}{pattern} *$")), made)
    }

    fn units(&self, lengths: &Lengths) -> (String, String) {
        let kinds = kinds(lengths);
        let spelt = |letter: char| -> Vec<String> {
            let spellings = lengths.units.iter().filter(|unit| unit.starts_with(letter));
            spellings.map(|unit| unit.replace('.', "[.]")).collect()
        };
        let between = if lengths.joined {
            "(?: *, and +| +and +| *, *| *)"
        } else {
            " *"
        };
        let parts = kinds.iter().map(|(letter, _)| match spelt(*letter) {
            none if none.is_empty() => String::new(),
            spelt => {
                let end = match *letter == 'h' && lengths.bare {
                    true => format!("(?: *[0-5]?[0-9] *$|{between})"),
                    false => between.to_owned(),
                };
                format!("(?:[0-9]{{1,9}} ?(?:{}){end})?", spelt.join("|"))
            }
        });
        let parts: String = parts.collect();
        let all: Vec<String> = kinds.iter().flat_map(|k| spelt(k.0)).collect();
        let fits = self.fits(&format!(
            "^ *(?:[0-9]{{1,9}}[.][0-9]{{1,9}} ?(?:{})|{parts}) *$",
            all.join("|")
        ));
        let number = |letter: char| {
            let upper = letter.to_ascii_uppercase();
            let found = self.found(&format!("([0-9]+(?:[.][0-9]+)?) ?[{letter}{upper}]"));
            match kinds.len() {
                1 => found,
                _ => format!("COALESCE({found}, 0)"),
            }
        };
        let mut terms: Vec<String> = Vec::new();
        for (letter, each) in kinds.iter().filter(|k| !spelt(k.0).is_empty()) {
            terms.push(format!("{}{}", number(*letter), each.trim_end_matches(".0")));
        }
        if lengths.bare {
            terms.push(format!("COALESCE({}, 0)", self.found("[hH][^0-9]*([0-9]{1,2}) *$")));
        }
        // What may be left out is not all left out.
        (format!("{} AND {fits}", self.fits("[0-9]")), terms.join(" + "))
    }
}
