//! A day written as text. The parts are taken from the text and put together again; what does not make a day is NULL.
//!
//! SQLite and the way PostgreSQL is asked here take 31 April for 1 May. Where a column may hold such texts (`strict`)
//! the day that comes out is compared with the one that went in.

use askwell_contract::view::{DateFormat, DateMark, DateOrder, Stretch};
use askwell_contract::Dialect;

use crate::dialect::text;

/// Four letters a month, so that the place of a name tells its number.
const MONTHS: &str = " jan feb mar apr may jun jul aug sep oct nov dec";

pub fn day(format: DateFormat, strict: bool, column: &str, dialect: Dialect) -> String {
    match dialect {
        Dialect::Sqlite => sqlite(format, strict, column),
        Dialect::Duckdb => duckdb(format, column),
        Dialect::Postgres => postgres(format, strict, column),
    }
}

fn sqlite(format: DateFormat, strict: bool, column: &str) -> String {
    let mark = format.mark.sign();
    // `10:00` goes with what stands before it; a text without a time keeps its whole length.
    let whole = match format.timed {
        true => format!("trim(substr({column}, 1, instr({column} || '  :', ':') - 3), ' T')"),
        false => format!("trim({column})"),
    };
    let (end, year) = match format.short_year {
        true => ("[0-9][0-9]", format!("(substr({whole}, -2) + 31) % 100 + 1969")),
        false => ("[12][0-9][0-9][0-9]", format!("substr({whole}, -4)")),
    };
    let behind = format!("substr({whole}, instr({whole}, '{mark}') + 1)");
    let month = |name: &str| format!("(instr('{MONTHS}', ' ' || lower(substr({name}, 1, 3))) + 3) / 4");
    let like = |pattern: String| format!("glob('{pattern}', {whole})");
    let numbers = |pattern: String| {
        let mut tests = vec![like(pattern), format!("NOT glob('*[^0-9{mark}]*', {whole})")];
        // A dash means itself only at the end of a list.
        if strict {
            tests.push(format!("NOT glob('*{mark}*{mark}*{mark}*', {whole})"));
        }
        tests.join(" AND ")
    };
    // What stands between a year and its quarter is nothing but marks.
    let apart = |from: u8, taken: u8, marks: &str| match strict {
        true => format!(" AND trim(substr({whole}, {from}, length({whole}) - {taken}), ' -/{marks}') = ''"),
        false => String::new(),
    };
    let fits = match format.order {
        DateOrder::Iso => like("[12][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]".to_owned()),
        DateOrder::YearFirst => numbers(format!("[12][0-9][0-9][0-9]{mark}[0-9]*{mark}[0-9]*")),
        DateOrder::YearMonth => like(format!("[12][0-9][0-9][0-9]{mark}[0-9][0-9]")),
        DateOrder::DayFirst | DateOrder::MonthFirst => numbers(format!("[0-9]*{mark}[0-9]*{mark}{end}")),
        DateOrder::DayThenName => like(format!("[0-9]*{mark}[A-Za-z]*{mark}{end}")),
        DateOrder::NameThenDay => like(format!("[A-Za-z]* [0-9]* {end}")),
        DateOrder::MonthYear => {
            format!("length({whole}) < 8 AND glob('[01][0-9]{mark}{end}', substr('0' || {whole}, -7))")
        }
        DateOrder::NameThenYear => {
            // `Jan '25`
            let apart = match format.short_year {
                true => format!("[''{mark}]"),
                false => mark.to_string(),
            };
            let mut tests = vec![like(format!("[A-Za-z]*{apart}{end}"))];
            if strict {
                let name = format!("substr({whole}, 1, instr({whole}, '{mark}') - 1)");
                tests.push(format!("NOT glob('*[^A-Za-z]*', rtrim({name}, '.'))"));
                tests.push(format!("glob('{end}', ltrim({behind}, ' '''))"));
            }
            tests.join(" AND ")
        }
        DateOrder::YearQuarter => like(format!("{end}*[Qq][1-4]")) + &apart(5, 6, ""),
        DateOrder::QuarterYear => {
            let taken = if format.short_year { 4 } else { 6 };
            like(format!("[Qq][1-4]*[ /''-]{end}")) + &apart(3, taken, "''")
        }
    };
    // `printf` takes of each the digits that it begins with.
    let (y, m, d) = match format.order {
        // Short, as it is by far the commonest: nothing lies beside it that only begins like a day.
        DateOrder::Iso if format.timed && !strict => {
            return format!(
                "CASE WHEN glob('[12][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]*', trim({column})) THEN \
                 date(substr(trim({column}), 1, 10)) END"
            )
        }
        DateOrder::YearMonth => return first(&fits, &whole, &format!("substr({whole}, 6)")),
        DateOrder::MonthYear => return first(&fits, &year, &whole),
        DateOrder::NameThenYear => return first(&fits, &year, &month(&whole)),
        DateOrder::YearQuarter => return first(&fits, &whole, &format!("substr({whole}, -1) * 3 - 2")),
        DateOrder::QuarterYear => return first(&fits, &year, &format!("substr({whole}, 2, 1) * 3 - 2")),
        DateOrder::Iso => return checked(&fits, &whole, &format!("substr({whole}, 9)"), strict),
        DateOrder::YearFirst => (
            whole.clone(),
            format!("substr({whole}, 6)"),
            format!("substr({whole}, 6 + instr(substr({whole}, 6), '{mark}'))"),
        ),
        DateOrder::DayFirst => (year, behind, whole),
        DateOrder::MonthFirst => (year, whole, behind),
        DateOrder::DayThenName => (year, month(&format!("ltrim({behind})")), whole),
        DateOrder::NameThenDay => (year, month(&whole), behind),
    };
    checked(&fits, &format!("printf('%04d-%02d-%02d', {y}, {m}, {d})"), &d, strict)
}

/// The first day of a month. There is no thirteenth, and every month has one.
fn first(fits: &str, year: &str, month: &str) -> String {
    format!("CASE WHEN {fits} THEN date(printf('%04d-%02d-01', {year}, {month})) END")
}

fn checked(fits: &str, made: &str, day: &str, strict: bool) -> String {
    match strict {
        true => format!("CASE WHEN {fits} AND strftime('%d', {made}) = printf('%02d', {day}) THEN {made} END"),
        false => format!("CASE WHEN {fits} THEN date({made}) END"),
    }
}

fn year(format: DateFormat) -> String {
    match format.short_year {
        true => "([0-9]{2})".to_owned(),
        false => "([12][0-9]{3})".to_owned(),
    }
}

fn is_named(order: DateOrder) -> bool {
    matches!(
        order,
        DateOrder::DayThenName | DateOrder::NameThenDay | DateOrder::NameThenYear
    )
}

fn duckdb(format: DateFormat, column: &str) -> String {
    let named = is_named(format.order);
    let digits = match format.order {
        DateOrder::Iso | DateOrder::YearMonth => "([0-9]{2})",
        DateOrder::YearQuarter | DateOrder::QuarterYear => "([1-4])",
        _ => "([0-9]{1,2})",
    };
    let pattern = pattern(format, if named { "([A-Za-z]{3})" } else { digits }, digits);
    let year = if format.short_year { "%y" } else { "%Y" };
    // Bars, which no text has that the pattern does not fit: such a text stays as it is, and no day.
    let parts = match format.order {
        DateOrder::Iso | DateOrder::YearFirst => r"\1|\2|\3",
        DateOrder::YearMonth => r"\1|\2|1",
        DateOrder::DayFirst | DateOrder::DayThenName => r"\3|\2|\1",
        DateOrder::MonthFirst | DateOrder::NameThenDay => r"\3|\1|\2",
        DateOrder::MonthYear | DateOrder::NameThenYear => r"\2|\1|1",
        DateOrder::YearQuarter => return duckdb_quarter(&pattern, 1, 2, year, column),
        DateOrder::QuarterYear => return duckdb_quarter(&pattern, 2, 1, year, column),
    };
    let month = if named { "%b" } else { "%m" };
    format!(
        "CAST(try_strptime(regexp_replace({column}, {}, '{parts}'), '{year}|{month}|%d') AS DATE)",
        text(&pattern)
    )
}

/// `year_at` and `quarter_at`: which of the brackets of the pattern they stand in. Of other texts both are empty.
fn duckdb_quarter(pattern: &str, year_at: u8, quarter_at: u8, year: &str, column: &str) -> String {
    let part = |at: u8| format!("regexp_extract({column}, {}, {at})", text(pattern));
    format!(
        "CAST(try_strptime({} || '|' || (TRY_CAST({} AS INTEGER) * 3 - 2), '{year}|%m') AS DATE)",
        part(year_at),
        part(quarter_at)
    )
}

fn postgres(format: DateFormat, strict: bool, column: &str) -> String {
    let named = is_named(format.order);
    let zero = match format.order {
        DateOrder::Iso | DateOrder::YearMonth => "0",
        _ => "0?",
    };
    let day = format!("(?:{zero}[1-9]|[12][0-9]|3[01])");
    let months = match (format.order, named) {
        (DateOrder::YearQuarter | DateOrder::QuarterYear, _) => "[1-4]".to_owned(),
        (_, true) => format!("(?:{})", MONTHS.trim().replace(' ', "|")),
        (_, false) => format!("(?:{zero}[1-9]|1[0-2])"),
    };
    let pattern = pattern(format, &months, &day);
    let mark = format.mark.sign();
    let piece = |at: u8| format!("split_part({column}, '{mark}', {at})");
    let first = |sql: &str| format!("substring({sql} FROM '[0-9]+')");
    let whole = |sql: &str| format!("CAST({sql} AS INTEGER)");
    let (mut y, m, d) = match format.order {
        DateOrder::Iso | DateOrder::YearFirst => (whole(&piece(1)), whole(&piece(2)), whole(&first(&piece(3)))),
        DateOrder::YearMonth => (whole(&piece(1)), whole(&first(&piece(2))), "1".to_owned()),
        DateOrder::DayFirst => (whole(&first(&piece(3))), whole(&piece(2)), whole(&piece(1))),
        DateOrder::MonthFirst => (whole(&first(&piece(3))), whole(&piece(1)), whole(&piece(2))),
        DateOrder::DayThenName | DateOrder::NameThenDay => (
            whole(&format!("substring({column} FROM '[0-9]+[^0-9]+([0-9]+)')")),
            // Of a day and a name the first letters are `st` to `th` of the day, where it has them.
            match format.order {
                DateOrder::NameThenDay => month(&format!("substring({column} FROM '[A-Za-z]{{3}}')")),
                _ => month(&format!("substring({column} FROM '[-/ ]([A-Za-z]{{3}})')")),
            },
            whole(&first(column)),
        ),
        DateOrder::MonthYear => (whole(&first(&piece(2))), whole(&piece(1)), "1".to_owned()),
        DateOrder::NameThenYear => (
            whole(&first(column)),
            month(&format!("substring({column} FROM '[A-Za-z]{{3}}')")),
            "1".to_owned(),
        ),
        DateOrder::YearQuarter | DateOrder::QuarterYear => (
            whole(&match format.short_year {
                true => format!("substring({column} FROM '([0-9]{{2}}) *$')"),
                false => format!("substring({column} FROM '[0-9]{{4}}')"),
            }),
            format!("{} * 3 - 2", whole(&format!("substring({column} FROM '[Qq]([1-4])')"))),
            "1".to_owned(),
        ),
    };
    if format.short_year {
        y = format!("({y} + 31) % 100 + 1969");
    }
    let made = match format.order.stretch() {
        Stretch::Day => format!("make_date({y}, {m}, 1) + {d} - 1"),
        Stretch::Month | Stretch::Quarter => format!("make_date({y}, {m}, {d})"),
    };
    let made = match strict && format.order.stretch() == Stretch::Day {
        // Never before the text was found to fit: the inner CASE stands behind the outer one.
        true => format!("CASE WHEN EXTRACT(MONTH FROM {made}) = {m} THEN {made} END"),
        false => made,
    };
    format!("CASE WHEN {column} ~* {} THEN {made} END", text(&pattern))
}

/// What a whole text must look like; `month` and `day` in brackets.
fn pattern(format: DateFormat, month: &str, day: &str) -> String {
    let year = year(format);
    let mark = match format.mark {
        DateMark::Dot => "[.]",
        DateMark::Space => " +",
        DateMark::Dash => "-",
        DateMark::Slash => "/",
    };
    let date = match format.order {
        DateOrder::Iso | DateOrder::YearFirst => format!("{year}{mark}{month}{mark}{day}"),
        DateOrder::YearMonth => format!("{year}{mark}{month}"),
        DateOrder::DayFirst => format!("{day}{mark}{month}{mark}{year}"),
        DateOrder::MonthFirst => format!("{month}{mark}{day}{mark}{year}"),
        DateOrder::DayThenName => format!("{day}(?:st|nd|rd|th)?{mark} *{month}[A-Za-z]*[.]?,?{mark} *{year}"),
        DateOrder::NameThenDay => format!("{month}[A-Za-z]*[.]? +{day}(?:st|nd|rd|th)?,? +{year}"),
        DateOrder::MonthYear => format!("{month}{mark}{year}"),
        DateOrder::NameThenYear => format!("{month}[A-Za-z]*[.]?{mark}[ ']*{year}"),
        DateOrder::YearQuarter => format!("{year}[-/ ]*[Qq]{month}"),
        DateOrder::QuarterYear => format!("[Qq]{month}[-/ ']+{year}"),
    };
    let time = if format.timed { "(?:[ T]+[0-9]{1,2}:.*)?" } else { "" };
    format!("^ *{date}{time} *$")
}

fn month(name: &str) -> String {
    format!("(strpos('{MONTHS}', ' ' || lower({name})) + 3) / 4")
}
