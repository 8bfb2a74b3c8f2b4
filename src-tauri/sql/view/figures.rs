//! A number that is written with a unit, with marks between thousands, or in brackets.
//!
//! SQLite has no patterns: there everything that may stand beside the digits is taken away, and what is left must be a
//! number. The others look at the whole text first.

use askwell_contract::view::{DecimalMark, Figures};
use askwell_contract::Dialect;

use crate::dialect::text;

pub fn number(figures: &Figures, strict: bool, column: &str, dialect: Dialect) -> String {
    match dialect {
        Dialect::Sqlite => sqlite(figures, strict, column),
        Dialect::Duckdb => {
            let (pattern, bare) = (text(&pattern(figures)), translated(figures, column));
            let kind = if figures.whole { "BIGINT" } else { "DOUBLE" };
            format!("CASE WHEN regexp_matches({column}, {pattern}) THEN TRY_CAST({bare} AS {kind}) END")
        }
        Dialect::Postgres => {
            let (pattern, bare) = (text(&pattern(figures)), translated(figures, column));
            // Of any size: a number that is too long for another type would be an error.
            format!("CASE WHEN {column} ~ {pattern} THEN CAST({bare} AS NUMERIC) END")
        }
    }
}

/// Longest first, so that `US$` is not left as `US`.
fn units(figures: &Figures) -> Vec<&str> {
    let mut units: Vec<&str> = figures.units.iter().map(String::as_str).collect();
    units.sort_by_key(|unit| std::cmp::Reverse(unit.len()));
    units
}

fn without(column: String, part: &str) -> String {
    format!("replace({column}, {}, '')", text(part))
}

fn sqlite(figures: &Figures, strict: bool, column: &str) -> String {
    let named = units(figures).into_iter().fold(column.to_owned(), without);
    let blank = |group: &&String| group.as_str() != " ";
    let groups = figures.groups.iter().filter(blank);
    let mut bare = without(groups.fold(named.clone(), |sql, group| without(sql, group)), " ");
    if figures.brackets {
        bare = without(format!("replace({bare}, '(', '-')"), ")");
    }
    if figures.mark == DecimalMark::Comma {
        bare = format!("replace({bare}, ',', '.')");
    }
    let mut tests = vec![
        format!("glob('*[0-9]', {bare})"),
        format!("NOT glob('*[^0-9.]*', ltrim({bare}, '+-'))"),
    ];
    if strict {
        tests.push(format!("NOT glob('*.*.*', {bare})"));
        // Behind a mark between thousands stand three digits, or two and a further mark.
        let wrong = ["[0-9][^0-9]*", "[0-9][0-9][^0-9,]*", "[0-9][0-9][0-9][0-9]*"];
        for group in &figures.groups {
            for end in wrong {
                let end = end.replace("^0-9,", &format!("^0-9{group}"));
                let wrong = text(&format!("*{group}{end}"));
                tests.push(format!("NOT glob({wrong}, trim({named}) || ' ')"));
            }
        }
    }
    let kind = if figures.whole { "INTEGER" } else { "REAL" };
    format!("CASE WHEN {} THEN CAST({bare} AS {kind}) END", tests.join(" AND "))
}

/// What a whole text must look like.
fn pattern(figures: &Figures) -> String {
    let blanks: String = figures.groups.iter().filter(|g| !g.is_ascii()).cloned().collect();
    let blank = format!("[ {blanks}]*");
    let units: Vec<String> = units(figures).into_iter().map(escaped).collect();
    let unit = format!("({})", units.join("|"));
    let groups = figures.groups.concat();
    let point = escaped(&figures.mark.sign().to_string());
    let thousands = match groups.is_empty() {
        true => String::new(),
        false => format!("(([{groups}][0-9]{{2,3}})*[{groups}][0-9]{{3}})?"),
    };
    let digits = format!("([0-9]+{thousands}({point}[0-9]+)?|{point}[0-9]+)");
    let (open, close) = if figures.brackets { ("(", "[)]?") } else { ("", "") };
    let sign = format!("[-+{open}]");
    match units.is_empty() {
        true => format!("^{blank}{sign}?{blank}{digits}{blank}{close} *$"),
        false => {
            format!("^{blank}({sign}?{blank}{unit}?|{unit}{blank}[-+]){blank}{digits}{blank}{unit}?{blank}{close} *$")
        }
    }
}

/// Every character of ASCII that is no letter and no digit means itself behind a backslash.
fn escaped(text: &str) -> String {
    text.chars()
        .flat_map(|c| {
            let special = c.is_ascii_punctuation();
            special.then_some('\\').into_iter().chain([c])
        })
        .collect()
}

/// The sign, the digits and a point, of a text that has the pattern.
fn translated(figures: &Figures, column: &str) -> String {
    let marked = |unit: &&str| unit.contains(['.', ',']);
    let (dotted, plain): (Vec<&str>, Vec<&str>) = units(figures).into_iter().partition(marked);
    let inner = dotted.into_iter().fold(column.to_owned(), without);
    let (mut from, mut to) = (String::new(), String::new());
    if figures.brackets {
        from.push('(');
        to.push('-');
    }
    if figures.mark == DecimalMark::Comma {
        from.push(',');
        to.push('.');
    }
    let close = if figures.brackets { ")" } else { "" };
    for c in [" +", close].into_iter().chain(plain).flat_map(str::chars) {
        if !from.contains(c) {
            from.push(c);
        }
    }
    for c in figures.groups.iter().flat_map(|g| g.chars()) {
        if !from.contains(c) {
            from.push(c);
        }
    }
    format!("translate({inner}, {}, {})", text(&from), text(&to))
}
