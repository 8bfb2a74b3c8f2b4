use askwell_contract::view::{Clock, DateFormat, DateMark, DateOrder, DecimalMark, Figures, Lengths, View, ViewKind};
use askwell_contract::Dialect;

use super::expr;
use crate::guard;

const DIALECTS: [Dialect; 3] = [Dialect::Sqlite, Dialect::Duckdb, Dialect::Postgres];

fn view(kind: ViewKind, strict: bool) -> View {
    View {
        kind,
        read: 1,
        unread: 0,
        exact: true,
        examples: Vec::new(),
        strict,
        days: None,
    }
}

fn figures(mark: DecimalMark, groups: &[&str], units: &[&str], brackets: bool) -> Figures {
    let owned = |texts: &[&str]| texts.iter().map(|t| (*t).to_owned()).collect();
    Figures {
        mark,
        groups: owned(groups),
        units: owned(units),
        brackets,
        whole: false,
    }
}

fn money() -> ViewKind {
    ViewKind::Money {
        figures: figures(DecimalMark::Point, &[","], &["$"], true),
    }
}

fn every_view() -> Vec<View> {
    use DateOrder::{
        DayFirst, DayThenName, Iso, MonthFirst, MonthYear, NameThenDay, NameThenYear, QuarterYear, YearFirst,
        YearMonth, YearQuarter,
    };
    let mut kinds = vec![
        money(),
        ViewKind::Percent {
            figures: figures(DecimalMark::Comma, &["."], &["%"], false),
        },
        ViewKind::Number {
            figures: figures(DecimalMark::Point, &["'", "\u{a0}"], &["km/h", "it's", "Rs."], false),
        },
    ];
    for order in [
        Iso,
        YearFirst,
        YearMonth,
        DayFirst,
        MonthFirst,
        DayThenName,
        NameThenDay,
        MonthYear,
        NameThenYear,
        YearQuarter,
        QuarterYear,
    ] {
        for mark in [DateMark::Dash, DateMark::Slash, DateMark::Dot, DateMark::Space] {
            for flags in 0..4 {
                let format = DateFormat {
                    order,
                    mark,
                    short_year: flags & 1 != 0,
                    timed: flags & 2 != 0,
                };
                kinds.push(ViewKind::Date { formats: vec![format] });
            }
        }
    }
    for (clocks, units, flags) in [
        (
            &[Clock::HoursMinutes, Clock::HoursMinutesSeconds][..],
            "hours hour hrs mins min h",
            3,
        ),
        (&[Clock::MinutesSeconds], "hr m", 1),
        (&[], "hours hour days mins min day h d", 2),
        (&[], "mins days hrs min hr d h s", 0),
    ] {
        kinds.push(ViewKind::Duration {
            lengths: Lengths {
                clocks: clocks.to_vec(),
                units: units.split(' ').map(str::to_owned).collect(),
                bare: flags & 1 != 0,
                joined: flags & 2 != 0,
            },
        });
    }
    // As many as an untidy column has, each with what makes it longest.
    let long = |order, mark| DateFormat {
        order,
        mark,
        short_year: false,
        timed: true,
    };
    kinds.push(ViewKind::Date {
        formats: vec![
            long(MonthFirst, DateMark::Slash),
            long(Iso, DateMark::Dash),
            long(DayThenName, DateMark::Dash),
            long(NameThenDay, DateMark::Space),
        ],
    });
    let both = |kind: ViewKind| [view(kind.clone(), false), view(kind, true)];
    kinds.into_iter().flat_map(both).collect()
}

#[test]
fn every_view_passes_the_guard_wherever_a_column_may_stand() {
    for dialect in DIALECTS {
        for view in every_view() {
            let sql = expr(&view, "t.\"Sales \"\"net\"\" ($)\"", dialect);
            let statement =
                format!("SELECT {sql}, COUNT(*) FROM t WHERE {sql} IS NOT NULL GROUP BY {sql} ORDER BY {sql}");
            assert_eq!(guard::check(&statement, dialect), Ok(()), "{statement}");
        }
    }
}

#[test]
fn a_view_is_one_expression_without_a_question_of_its_own() {
    for dialect in DIALECTS {
        for view in every_view() {
            let sql = expr(&view, "d", dialect);
            assert!(!sql.contains("SELECT") && !sql.contains(" OVER"), "{sql}");
        }
    }
}

const BARE: &str = "replace(replace(replace(replace(replace(price, '$', ''), ',', ''), ' ', ''), '(', '-'), ')', '')";

#[test]
fn amounts_are_written_as_each_engine_can() {
    let money = view(money(), false);
    assert_eq!(
        expr(&money, "price", Dialect::Sqlite),
        format!("CASE WHEN glob('*[0-9]', {BARE}) AND NOT glob('*[^0-9.]*', ltrim({BARE}, '+-')) THEN CAST({BARE} AS REAL) END")
    );
    assert_eq!(
        expr(&money, "price", Dialect::Duckdb),
        "CASE WHEN regexp_matches(price, '^[ ]*([-+(]?[ ]*(\\$)?|(\\$)[ ]*[-+])[ ]*([0-9]+(([,][0-9]{2,3})*[,][0-9]{3})?\
         (\\.[0-9]+)?|\\.[0-9]+)[ ]*(\\$)?[ ]*[)]? *$') THEN TRY_CAST(translate(price, '( +)$,', '-') AS DOUBLE) END"
    );
}

#[test]
fn lengths_of_time_are_written_as_each_engine_can() {
    let lengths = |clocks: &[Clock], units: &[&str]| {
        let lengths = Lengths {
            clocks: clocks.to_vec(),
            units: units.iter().map(|u| (*u).to_owned()).collect(),
            bare: false,
            joined: false,
        };
        view(ViewKind::Duration { lengths }, false)
    };
    assert_eq!(
        expr(&lengths(&[Clock::HoursMinutes], &[]), "d", Dialect::Sqlite),
        "CASE WHEN glob('[0-9]*:[0-5][0-9]', trim(d)) AND NOT glob('*[^0-9:]*', trim(d)) AND NOT glob('*:*:*', trim(d)) \
         THEN trim(d) * 60 + substr(trim(d), instr(trim(d), ':') + 1) END"
    );
    assert_eq!(
        expr(&lengths(&[], &["h", "m"]), "d", Dialect::Sqlite),
        "CASE WHEN glob('[0-9]*[hm]', replace(lower(d), ' ', '')) AND NOT glob('*[^0-9.hm]*', replace(lower(d), ' ', '')) \
         THEN replace(lower(d), ' ', '') * (instr(replace(lower(d), ' ', ''), 'h') > 0) * 60 + substr(replace(lower(d), ' ', \
         ''), instr(replace(lower(d), ' ', ''), 'h') + 1) * (instr(replace(lower(d), ' ', ''), 'm') > 0) END"
    );
    assert_eq!(
        expr(&lengths(&[Clock::MinutesSeconds], &[]), "d", Dialect::Postgres),
        "CASE WHEN d ~* '^ *[0-9]{1,4}:[0-5][0-9](?:[.][0-9]{1,9})? *$' THEN CAST(split_part(d, ':', 1) AS NUMERIC) + \
         CAST(split_part(d, ':', 2) AS NUMERIC) / 60 END"
    );
}

#[test]
fn days_are_written_as_each_engine_can() {
    let format = DateFormat {
        order: DateOrder::MonthFirst,
        mark: DateMark::Slash,
        short_year: false,
        timed: false,
    };
    let formats = vec![format];
    let days = view(ViewKind::Date { formats }, false);
    assert_eq!(
        expr(&days, "d", Dialect::Sqlite),
        "CASE WHEN glob('[0-9]*/[0-9]*/[12][0-9][0-9][0-9]', trim(d)) AND NOT glob('*[^0-9/]*', trim(d)) THEN \
         date(printf('%04d-%02d-%02d', substr(trim(d), -4), trim(d), substr(trim(d), instr(trim(d), '/') + 1))) END"
    );
    assert_eq!(
        expr(&days, "d", Dialect::Duckdb),
        "CAST(try_strptime(regexp_replace(d, '^ *([0-9]{1,2})/([0-9]{1,2})/([12][0-9]{3}) *$', '\\3|\\1|\\2'), \
         '%Y|%m|%d') AS DATE)"
    );
    assert_eq!(
        expr(&days, "d", Dialect::Postgres),
        "CASE WHEN d ~* '^ *(?:0?[1-9]|1[0-2])/(?:0?[1-9]|[12][0-9]|3[01])/([12][0-9]{3}) *$' THEN \
         make_date(CAST(substring(split_part(d, '/', 3) FROM '[0-9]+') AS INTEGER), CAST(split_part(d, '/', 1) AS \
         INTEGER), 1) + CAST(split_part(d, '/', 2) AS INTEGER) - 1 END"
    );
}
