#![allow(clippy::unwrap_used)]

use askwell_contract::view::{Clock, DateMark, DateOrder, DecimalMark, Stretch, View, ViewKind};
use askwell_contract::Cell;

use super::{view, Texts};

fn of(values: &[(&str, u64)]) -> Option<View> {
    let cells: Vec<(Cell, u64)> = values.iter().map(|(t, n)| (Cell::Text((*t).into()), *n)).collect();
    cells_of(&cells)
}

fn cells_of(values: &[(Cell, u64)]) -> Option<View> {
    view(&Texts {
        table: "",
        column: "",
        values,
        filled: values.iter().map(|v| v.1).sum(),
        complete: true,
    })
}

fn each(values: &[&str]) -> Option<View> {
    of(&values.iter().map(|v| (*v, 1)).collect::<Vec<_>>())
}

fn orders(view: &View) -> Vec<(DateOrder, DateMark)> {
    match &view.kind {
        ViewKind::Date { formats } => formats.iter().map(|f| (f.order, f.mark)).collect(),
        _ => Vec::new(),
    }
}

#[test]
fn money_is_money_however_it_is_written() {
    let money = of(&[
        ("$1,234.50", 5),
        ("957.58", 1),
        ("USD 12.00", 2),
        ("($3.10)", 1),
        ("-$4", 1),
        ("-", 2),
        (" ", 1),
    ]);
    let money = money.unwrap();
    let ViewKind::Money { figures } = &money.kind else {
        panic!("{money:?}")
    };
    assert_eq!(
        (money.read, money.unread, money.exact, money.strict),
        (10, 3, true, false)
    );
    assert_eq!(money.examples, ["-"]);
    assert_eq!(figures.units, ["$", "USD"]);
    assert_eq!(
        (figures.mark, figures.brackets, figures.whole),
        (DecimalMark::Point, true, false)
    );
    assert_eq!(figures.groups, [","]);

    let euro = each(&["1.234,50 €", "12 €", "3,5 €"]).unwrap();
    assert_eq!(euro.kind.figures().unwrap().mark, DecimalMark::Comma);
    // Nothing but thousands, and the sign behind.
    assert_eq!(
        each(&["1.234 €", "999 €"]).unwrap().kind.figures().unwrap().mark,
        DecimalMark::Comma
    );
    assert_eq!(
        each(&["$1.234", "$9.999"]).unwrap().kind.figures().unwrap().mark,
        DecimalMark::Point
    );
}

#[test]
fn shares_and_numbers_with_units_are_numbers() {
    let share = each(&["0%", "12.5%", "20 %"]).unwrap();
    assert!(matches!(share.kind, ViewKind::Percent { .. }), "{share:?}");
    let weight = each(&["12 kg", "1,204 Kg", "7kg", "30"]).unwrap();
    let ViewKind::Number { figures } = &weight.kind else {
        panic!("{weight:?}")
    };
    assert_eq!((figures.units.len(), figures.whole), (2, true));
    let hours = each(&["1 hour", "2 hours", "3 hours"]).unwrap();
    assert_eq!(hours.read, 3);
    let plain = each(&["1,204", "17", "9,000,000"]).unwrap();
    assert!(matches!(plain.kind, ViewKind::Number { .. }), "{plain:?}");
}

#[test]
fn other_texts_stay_texts() {
    for texts in [
        &["Paris", "Rome", "12"][..],
        &["02139", "10001"],
        &["90 min", "2 Seasons", "101 min", "1 Season"],
        &["12 Main St", "7 Elm Rd", "221B Baker"],
        &["1st", "2nd", "3rd"],
        &["555-1234", "555-9876"],
        &["10-20", "20-30"],
        &["", " "],
        &["n/a", "-"],
    ] {
        assert_eq!(each(texts), None, "{texts:?}");
    }
    assert_eq!(cells_of(&[(Cell::Int(3), 4)]), None);
}

#[test]
fn numbers_among_which_a_few_texts_lie_are_numbers() {
    let mixed = cells_of(&[
        (Cell::Int(3), 40),
        (Cell::Text("1,204".into()), 1),
        (Cell::Text("n/a".into()), 9),
    ])
    .unwrap();
    assert_eq!((mixed.read, mixed.unread), (41, 9));
    let gaps = cells_of(&[(Cell::Real(3.5), 40), (Cell::Text("n/a".into()), 9)]).unwrap();
    assert!(!gaps.kind.figures().unwrap().whole);
}

#[test]
fn one_currency_may_be_left_out_more_often_than_not() {
    let money = each(&["£32.00", "43.00", "15.00", "£1,250.00", "9", "7.50", ""]).unwrap();
    assert!(matches!(money.kind, ViewKind::Money { .. }), "{money:?}");
    assert_eq!(money.read, 6);
    // Weights among prices are two things in one column.
    let both = each(&["£32.00", "43 kg", "15 kg", "9 kg", "7 kg"]);
    assert!(!both.is_some_and(|v| matches!(v.kind, ViewKind::Money { .. })));
}

#[test]
fn days_in_several_formats_are_days_the_commonest_format_first() {
    let mixed = of(&[
        ("11/08/2016", 5),
        ("11/25/2016", 2),
        ("2016-11-08", 3),
        ("08-Nov-2016", 2),
        ("Nov 08, 2016", 1),
        ("soon", 1),
    ]);
    let mixed = mixed.unwrap();
    let expected = [
        (DateOrder::MonthFirst, DateMark::Slash),
        (DateOrder::Iso, DateMark::Dash),
        (DateOrder::DayThenName, DateMark::Dash),
        (DateOrder::NameThenDay, DateMark::Space),
    ];
    assert_eq!(orders(&mixed), expected);
    assert_eq!((mixed.read, mixed.unread, mixed.strict), (13, 1, false));
    assert!(each(&["2016-11-08", "2016-11-08 10:00"]).is_some_and(|v| matches!(
        &v.kind,
        ViewKind::Date { formats } if formats.len() == 1 && formats[0].timed
    )));
}

#[test]
fn months_are_days_and_seasons_are_not() {
    let view = each(&["2024-02", "2024-03", "2023-12"]).unwrap();
    assert_eq!(orders(&view), [(DateOrder::YearMonth, DateMark::Dash)]);
    assert_eq!(each(&["2008-09", "2009-10", "2010-11"]), None);
}

#[test]
fn months_and_quarters_are_read_by_their_first_day() {
    let orders_of = |texts: &[&str]| orders(&each(texts).unwrap());
    assert_eq!(
        orders_of(&["Jan 2025", "February 2025", "Sept. 2024", "Oct 2024", "Total"]),
        [(DateOrder::NameThenYear, DateMark::Space)]
    );
    assert_eq!(
        orders_of(&["03/2025", "4/2025"]),
        [(DateOrder::MonthYear, DateMark::Slash)]
    );
    assert_eq!(
        orders_of(&["2025-Q3", "2025 Q4", "2026Q1"]),
        [(DateOrder::YearQuarter, DateMark::Space)]
    );
    assert_eq!(
        orders_of(&["Jan-25", "Feb-25", "Mar-25"]),
        [(DateOrder::NameThenYear, DateMark::Dash)]
    );
    let sheet = of(&[("Q1 2025", 3), ("Q2 2025", 3), ("Total", 1)]).unwrap();
    assert_eq!(orders(&sheet), [(DateOrder::QuarterYear, DateMark::Space)]);
    assert_eq!(
        (sheet.read, sheet.unread, &sheet.examples[..]),
        (6, 1, &["Total".to_owned()][..])
    );
    assert_eq!(
        (sheet.stretch(), each(&["Jan '25"]).unwrap().stretch()),
        (Stretch::Quarter, Stretch::Month)
    );
    // Of these nobody can say that they are months.
    for texts in [
        &["Jan 25", "Mar 14"][..],
        &["Jan-05", "Mar-14", "Jun-28"],
        &["Marble 2025", "Decor 2024"],
        &["3-2900", "1-2400"],
        &["Q1 FY25", "Q2 FY25"],
    ] {
        assert_eq!(each(texts), None, "{texts:?}");
    }
}

/// What a column of these texts is read as, where its name is this.
fn named(table: &str, column: &str, texts: &[&str]) -> Option<ViewKind> {
    let values: Vec<(Cell, u64)> = texts.iter().map(|text| (Cell::Text((*text).into()), 1)).collect();
    let found = view(&Texts {
        table,
        column,
        values: &values,
        filled: texts.len() as u64,
        complete: true,
    });
    found.map(|v| v.kind)
}

#[test]
fn what_a_clock_is_the_name_says() {
    let clocks = |table: &str, column: &str, texts: &[&str]| match named(table, column, texts) {
        Some(ViewKind::Duration { lengths }) => lengths.clocks,
        None => Vec::new(),
        other => panic!("{column}: {other:?}"),
    };
    use Clock::{HoursMinutes, HoursMinutesSeconds, MinutesSeconds};
    let plain = ["1:25", "0:45"];
    for column in ["Duration", "time taken", "late_by", "On site", "avg time", "Cook Time"] {
        assert_eq!(clocks("jobs", column, &plain), [HoursMinutes], "{column}");
    }
    assert_eq!(clocks("visits", "avg time on page", &plain), [MinutesSeconds]);
    assert_eq!(clocks("Songs", "length", &plain), [MinutesSeconds]);
    assert_eq!(clocks("laps", "took", &["1:25.30", "1:24"]), [MinutesSeconds]);
    assert_eq!(
        clocks("results", "Finish Time", &["25:46", "20:01", "31:20"]),
        [MinutesSeconds]
    );
    assert_eq!(
        clocks("race", "chip time", &["58:12", "1:02:33"]),
        [MinutesSeconds, HoursMinutesSeconds]
    );
    assert_eq!(
        clocks("rota", "hours", &["7:30", "8:15", "7:30:00"]),
        [HoursMinutes, HoursMinutesSeconds]
    );
    // No time of day is past midnight; nor are these told by the name.
    assert_eq!(clocks("rota", "total", &["37:30", "8:15"]), [HoursMinutes]);
    for (column, texts) in [
        ("time", ["8:30", "17:45"]),
        ("total", ["8:30", "24:00"]),
        ("start time", ["8:30", "17:45"]),
        ("Opening hours", ["8:30", "17:45"]),
        ("time of arrival", ["37:30", "8:15"]),
        ("score", ["88:45", "92:17"]),
        ("duration", ["8:30 AM", "9:15 PM"]),
    ] {
        assert_eq!(named("days", column, &texts), None, "{column}");
    }
}

#[test]
fn lengths_of_time_in_several_units_are_minutes_and_those_in_one_are_told_in_it() {
    let lengths = |texts: &[&str]| match named("jobs", "x", texts) {
        Some(ViewKind::Duration { lengths }) => (lengths.units.join(" "), lengths.bare, lengths.joined),
        other => panic!("{texts:?}: {other:?}"),
    };
    assert_eq!(lengths(&["2h 10m", "50m"]), ("h m".into(), false, false));
    assert_eq!(lengths(&["45 mins", "1.5 Hours"]), ("hours mins".into(), false, false));
    assert_eq!(lengths(&["1h25", "85 min", "1:25"]), ("min h".into(), true, false));
    assert_eq!(
        lengths(&["1 hr. and 5 min", "2 hr., 10 min"]),
        ("hr. min".into(), false, true)
    );
    for texts in [&["90 min", "45 mins"][..], &["3 days", "1 day"], &["1.5 h", "2 h"]] {
        assert!(
            matches!(named("jobs", "took", texts), Some(ViewKind::Number { .. })),
            "{texts:?}"
        );
    }
    for texts in [
        &["5 m", "3 km"][..],
        &["10m 2h", "5m 1h"],
        &["1.5h 10m", "2.5h 5m"],
        &["2 months", "1 month 3 days"],
        &["1h75", "2h99"],
        &["h", "m"],
    ] {
        assert!(
            !matches!(named("jobs", "took", texts), Some(ViewKind::Duration { .. })),
            "{texts:?}"
        );
    }
}

#[test]
fn the_data_say_whether_the_day_or_the_month_comes_first() {
    let first = |texts: &[&str]| orders(&each(texts).unwrap())[0].0;
    assert_eq!(first(&["11/08/2016", "25/08/2016", "01/02/2016"]), DateOrder::DayFirst);
    assert_eq!(first(&["11/08/2016", "08/25/2016"]), DateOrder::MonthFirst);
    // Firsts of months.
    assert_eq!(first(&["01/01/2016", "01/02/2016", "01/03/2016"]), DateOrder::DayFirst);
    assert_eq!(
        first(&["01/01/2016", "02/01/2016", "03/01/2016"]),
        DateOrder::MonthFirst
    );
    // Bills of the first days of every month.
    let bills: Vec<String> = (1..=12)
        .flat_map(|month| [1, 2, 3].map(|day| format!("{day:02}/{month:02}/2025")))
        .collect();
    let bills: Vec<&str> = bills.iter().map(String::as_str).collect();
    assert_eq!(first(&bills), DateOrder::DayFirst);
    // Elections of three years, all in May, and a month of bills.
    assert_eq!(first(&["03/05/2018", "05/05/2022", "07/05/2026"]), DateOrder::DayFirst);
    assert_eq!(first(&["05/03/2018", "05/07/2018"]), DateOrder::MonthFirst);
    assert_eq!(first(&["01/02/2016", "02/03/2016"]), DateOrder::MonthFirst);
    assert_eq!(first(&["01.02.2016", "02.03.2016"]), DateOrder::DayFirst);
    // Both: what fits either is as most of the others are.
    let both = of(&[("25/08/2016", 1), ("08/25/2016", 3), ("04/05/2016", 9)]).unwrap();
    assert_eq!(
        orders(&both),
        [
            (DateOrder::MonthFirst, DateMark::Slash),
            (DateOrder::DayFirst, DateMark::Slash)
        ]
    );
}

#[test]
fn what_only_looks_alike_is_told() {
    let dates: Vec<String> = (1..=28)
        .map(|day| format!("{day}/4/2020"))
        .chain(["31/04/2020".into()])
        .collect();
    let dates = each(&dates.iter().map(String::as_str).collect::<Vec<_>>()).unwrap();
    assert!(dates.strict && dates.examples == ["31/04/2020"], "{dates:?}");
    let numbers = of(&[("1,204", 50), ("12.5", 40), ("1,5", 1)]).unwrap();
    assert!(numbers.strict && numbers.unread == 1, "{numbers:?}");
}

#[test]
fn a_sample_speaks_for_the_rest() {
    let values = [(Cell::Text("5%".into()), 90), (Cell::Text("none".into()), 10)];
    let share = view(&Texts {
        table: "",
        column: "",
        values: &values,
        filled: 1_000,
        complete: false,
    });
    let share = share.unwrap();
    assert_eq!(
        (share.read, share.unread, share.exact, share.strict),
        (900, 100, false, true)
    );
}

#[test]
fn the_ends_of_texts_of_days_are_those_of_their_days() {
    let view = each(&[
        "11/08/2016",
        "2014-01-03",
        "06/30/2017",
        "soon",
        "12/31/2015",
        "01/02/2016",
    ])
    .unwrap();
    assert_eq!(view.days, Some(("2014-01-03".into(), "2017-06-30".into())));
    assert_eq!(
        each(&["31/12/2020", "01/02/2021"]).unwrap().days.unwrap().1,
        "2021-02-01"
    );
    assert_eq!(each(&["$1", "$2"]).unwrap().days, None);
    let cells = [
        (Cell::Text("11/08/2016".into()), 1),
        (Cell::Text("06/30/2017".into()), 1),
    ];
    let sampled = view_of_a_sample(&cells).unwrap();
    assert_eq!(sampled.days, None, "the ends of a sample are no ends");
}

fn view_of_a_sample(values: &[(Cell, u64)]) -> Option<View> {
    view(&Texts {
        table: "",
        column: "",
        values,
        filled: 20,
        complete: false,
    })
}
