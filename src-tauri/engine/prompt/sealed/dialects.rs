//! What is said to every model in the same words: the ways of an engine, and how an answer should look.
//!
//! In: the dialect, the style. Out: text of Askwell's own. Deliberately absent: anything of a database.

use askwell_contract::Dialect;
use askwell_reader::Style;

/// Where queries go wrong that are written for another engine.
pub fn rules(dialect: Dialect) -> &'static str {
    match dialect {
        Dialect::Sqlite => {
            "- Dividing whole numbers drops the fraction: multiply by 1.0 first.\n\
             - Dates are texts or numbers: use date(), strftime() and julianday(). There is no YEAR(), DATEDIFF() or \
             INTERVAL.\n\
             - date() and its like read YYYY-MM-DD, with or without a time behind it, and give NULL for other texts: put \
             those together so, with substr() and instr().\n\
             - Join texts with ||. Names that need it stand in double quotes, texts in single quotes.\n\
             - LIKE ignores the case of plain letters; = does not. There is no ILIKE.\n\
             - There is no TOP, QUALIFY, MEDIAN or STDDEV; rows are limited by LIMIT."
        }
        Dialect::Duckdb => {
            "- / keeps the fraction, // drops it.\n\
             - Dates: date_trunc('month', d), extract(year FROM d), date_diff('day', a, b), strftime(d, '%Y-%m'). Texts become \
             dates by CAST; those of other or mixed forms by a list of formats, which gives NULL where none fits: \
             try_strptime(x, ['%m/%d/%Y', '%Y-%m-%d']). CAST stops at a text that it cannot read, TRY_CAST gives NULL.\n\
             - Join texts with ||. Names that need it stand in double quotes, texts in single quotes.\n\
             - LIKE minds the case, ILIKE does not.\n\
             - Every column that is shown beside an aggregate is in GROUP BY. There is no TOP; rows are limited by LIMIT."
        }
        Dialect::Postgres => {
            "- Dividing whole numbers drops the fraction: cast one to numeric first. round(x, n) takes numeric alone.\n\
             - Dates: date_trunc('month', d), extract(year FROM d), to_char(d, 'YYYY-MM'); date minus date is a number of \
             days. There is no YEAR(), DATEDIFF() or strftime().\n\
             - Texts become dates by to_date(x, 'MM/DD/YYYY'). It and a cast stop at a text that they cannot read, and there \
             is no TRY_CAST: look at the form first, as in CASE WHEN x ~ '^\\d{4}-\\d{2}-\\d{2}$' THEN x::date END.\n\
             - Join texts with ||. Names with capitals or spaces stand in double quotes, texts in single quotes.\n\
             - LIKE minds the case, ILIKE does not.\n\
             - Every column that is shown beside an aggregate is in GROUP BY, and an alias cannot be used in WHERE or HAVING. \
             There is no TOP; rows are limited by LIMIT."
        }
    }
}

pub fn style(style: Style) -> &'static str {
    match style {
        Style::People => {
            "The answer is read by the person who asked. Show names in the place of keys and codes, looked up where they \
             are in another table; a short code that people use themselves, as of an airport, stays beside its name. Beside \
             each name of a ranking, a superlative or a comparison show the figure that decided it, and beside each thing \
             of a list the number or the day that a condition set a bound to (\"films over two hours\": title and length). \
             Where the question asks for two things (\"which ... and how much\"), show both. Where several tie for a place, \
             show all of them. Where a figure is asked for each thing, a thing without one stays in the list with an empty \
             figure; where one text is spelt in several ways, it is one thing, shown in its commonest spelling. A share is \
             given as a percentage. Leave figures unrounded. Show nothing else."
        }
        Style::Exact => {
            "Select exactly the columns that were asked for, in the order in which they were asked for, and no column \
             besides: no figure that only sorts, no key, no name that nobody asked for. Where one thing is asked for, show \
             one row (ORDER BY and LIMIT 1). Leave figures unrounded."
        }
    }
}
