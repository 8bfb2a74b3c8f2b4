//! Literate cases: what a person says on Saturday, 5 October 2024, and the days it stands for.

use askwell_contract::time::WeekStart;

use super::*;

mod dated;
mod fuzz;
mod latest;
mod yearless;

fn now() -> Now {
    Now::on("2024-10-05")
}

fn fiscal_from(month: u32) -> Now {
    let mut now = now();
    now.calendar.fiscal_start = month;
    now
}

fn weeks_from(week_start: WeekStart) -> Now {
    let mut now = now();
    now.calendar.week_start = week_start;
    now
}

/// "words: from to" for each time.
fn read(now: &Now, question: &str) -> Vec<String> {
    let show = |day: &Option<String>| day.clone().unwrap_or_else(|| "*".into());
    let line = |t: &TimeMatch| format!("{}: {} {}", t.words, show(&t.from), show(&t.to));
    resolve(now, question).iter().map(line).collect()
}

/// The sentence of the only time.
#[track_caller]
fn says(now: &Now, question: &str) -> String {
    let mut times = resolve(now, question);
    assert_eq!(times.len(), 1, "{times:?}");
    times.remove(0).says
}

#[track_caller]
fn all(now: &Now, cases: &[(&str, &str)]) {
    for (question, means) in cases {
        assert_eq!(read(now, question), [*means], "{question}");
    }
}

#[test]
fn stretches_told_from_today() {
    all(
        &now(),
        &[
            ("orders of last month", "last month: 2024-09-01 2024-09-30"),
            ("orders this month", "this month: 2024-10-01 2024-10-31"),
            ("sales last quarter", "last quarter: 2024-07-01 2024-09-30"),
            ("sales in the previous year", "previous year: 2023-01-01 2023-12-31"),
            ("visits in the last 30 days", "last 30 days: 2024-09-05 2024-10-05"),
            (
                "visits in the last 3 full months",
                "last 3 full months: 2024-07-01 2024-09-30",
            ),
            ("who came yesterday?", "yesterday: 2024-10-04 2024-10-04"),
            ("what is due next month?", "next month: 2024-11-01 2024-11-30"),
            ("what is due tomorrow?", "tomorrow: 2024-10-06 2024-10-06"),
            ("orders placed 3 days ago", "3 days ago: 2024-10-02 2024-10-02"),
        ],
    );
}

#[test]
fn so_long_ago_and_so_far_ahead() {
    all(
        &now(),
        &[
            ("orders placed 2 months ago", "2 months ago: 2024-08-01 2024-08-31"),
            ("sales two years ago", "two years ago: 2022-01-01 2022-12-31"),
            ("sales one quarter ago", "one quarter ago: 2024-07-01 2024-09-30"),
            ("who joined a year ago?", "a year ago: 2023-01-01 2023-12-31"),
            (
                "visits a couple of weeks ago",
                "a couple of weeks ago: 2024-09-16 2024-09-22",
            ),
            ("orders ten days ago", "ten days ago: 2024-09-25 2024-09-25"),
            // From there on, and up to there, it is that day.
            ("orders since 2 months ago", "2 months ago: 2024-08-05 2024-08-05"),
            (
                "customers from before three years ago",
                "three years ago: 2021-10-05 2021-10-05",
            ),
            // What lies ahead is not of the last weeks.
            ("orders of the last 3 weeks", "last 3 weeks: 2024-09-14 2024-10-05"),
            (
                "orders in the past two months",
                "past two months: 2024-08-05 2024-10-05",
            ),
            (
                "what is due in the next 2 weeks?",
                "next 2 weeks: 2024-10-05 2024-10-19",
            ),
            (
                "what expires within the next six months?",
                "next six months: 2024-10-05 2025-04-05",
            ),
        ],
    );
    all(
        &weeks_from(WeekStart::Sunday),
        &[("visits 2 weeks ago", "2 weeks ago: 2024-09-15 2024-09-21")],
    );
    // The last day of a shorter month is the one the calendar has.
    let mut end = now();
    end.today = Date::parse("2024-03-31").unwrap();
    all(
        &end,
        &[("orders since 1 month ago", "1 month ago: 2024-02-29 2024-02-29")],
    );
    let told = resolve(&now(), "orders placed 2 months ago").remove(0);
    assert!(told.relative);
    assert_eq!(
        told.says,
        "\"2 months ago\" is read as 1 August 2024 to 31 August 2024: today is 5 October 2024."
    );
}

#[test]
fn weeks_begin_when_the_person_says() {
    all(&now(), &[("orders last week", "last week: 2024-09-23 2024-09-29")]);
    all(
        &weeks_from(WeekStart::Sunday),
        &[
            ("orders last week", "last week: 2024-09-22 2024-09-28"),
            ("orders this week", "this week: 2024-09-29 2024-10-05"),
        ],
    );
    all(
        &weeks_from(WeekStart::Saturday),
        &[("what is due next week?", "next week: 2024-10-12 2024-10-18")],
    );
}

#[test]
fn days_of_the_week() {
    all(
        &now(),
        &[
            ("orders of last Monday", "last Monday: 2024-09-30 2024-09-30"),
            ("orders of last Saturday", "last Saturday: 2024-09-28 2024-09-28"),
            ("orders this Wednesday", "this Wednesday: 2024-10-02 2024-10-02"),
            ("what is due next Saturday?", "next Saturday: 2024-10-12 2024-10-12"),
            ("what is due next Monday?", "next Monday: 2024-10-07 2024-10-07"),
            ("orders since Thursday", "Thursday: 2024-10-03 2024-10-03"),
            ("orders since june", "since june: 2024-06-01 *"),
            ("orders since december", "since december: 2023-12-01 *"),
        ],
    );
}

#[test]
fn fiscal_years_and_quarters() {
    all(
        &fiscal_from(7),
        &[
            ("sales of fiscal year 2024", "fiscal year 2024: 2023-07-01 2024-06-30"),
            ("sales in FY2024", "FY2024: 2023-07-01 2024-06-30"),
            ("sales in FY 24", "FY 24: 2023-07-01 2024-06-30"),
            ("sales this fiscal year", "this fiscal year: 2024-07-01 2025-06-30"),
            ("sales last fiscal year", "last fiscal year: 2023-07-01 2024-06-30"),
            (
                "sales last fiscal quarter",
                "last fiscal quarter: 2024-07-01 2024-09-30",
            ),
            (
                "sales in Q3 of fiscal year 2024",
                "Q3 of fiscal year 2024: 2024-01-01 2024-03-31",
            ),
            ("sales in FY2024 Q1", "FY2024 Q1: 2023-07-01 2023-09-30"),
        ],
    );
    all(&now(), &[("sales in FY2024", "FY2024: 2024-01-01 2024-12-31")]);
}

#[test]
fn parts_of_the_calendars_year() {
    all(
        &fiscal_from(7),
        &[
            ("sales in Q3 2024", "Q3 2024: 2024-07-01 2024-09-30"),
            ("sales in March of 2023", "March of 2023: 2023-03-01 2023-03-31"),
            ("customers since 2021", "since 2021: 2021-01-01 *"),
            ("sales in Q3", "Q3: * *"),
            ("sales in March, 2023", "March, 2023: 2023-03-01 2023-03-31"),
            ("sales in Q3, 2024", "Q3, 2024: 2024-07-01 2024-09-30"),
            ("sales in 2024-Q3", "2024-Q3: 2024-07-01 2024-09-30"),
            ("sales in 2024 Q3", "2024 Q3: 2024-07-01 2024-09-30"),
            ("sales in 2024Q1", "2024Q1: 2024-01-01 2024-03-31"),
            ("sales in Q4-2023", "Q4-2023: 2023-10-01 2023-12-31"),
            ("sales in 2024-02", "2024-02: 2024-02-01 2024-02-29"),
        ],
    );
    // A season, and what no year has.
    for question in ["goals in 2009-10", "goals in 2009-13", "part 2024-q5"] {
        assert!(
            read(&now(), question).is_empty(),
            "{question}: {:?}",
            read(&now(), question)
        );
    }
}

#[test]
fn what_is_no_time_is_left_alone() {
    for question in [
        "first and last name of our clients",
        "orders that cost more than 30",
        "may I see the march of progress",
        "the next order of 'last month'",
        "shipped more than 3 days ago",
        "hired over two years ago",
        "the next 5 orders, a month, 2 years of service",
    ] {
        assert!(
            read(&now(), question).is_empty(),
            "{question}: {:?}",
            read(&now(), question)
        );
    }
}

#[test]
fn it_says_what_it_decided_and_from_what() {
    let said = |now: &Now, question: &str| resolve(now, question).remove(0).says;
    assert_eq!(
        said(&now(), "orders of last month"),
        "\"last month\" is read as 1 September 2024 to 30 September 2024: today is 5 October 2024."
    );
    assert_eq!(
        said(&weeks_from(WeekStart::Sunday), "orders this week"),
        "\"this week\" is read as 29 September 2024 to 5 October 2024: today is 5 October 2024, and weeks begin on Sunday."
    );
    assert_eq!(
        said(&fiscal_from(7), "sales in FY2024"),
        "\"FY2024\" is read as 1 July 2023 to 30 June 2024: the fiscal year begins in July and is named after the year it ends in."
    );
    assert_eq!(
        said(&now(), "sales in Q3"),
        "\"Q3\" is read as July to September, of every year."
    );
}

#[test]
fn where_the_data_ends_earlier_it_is_said_and_counted_as_the_person_wants() {
    let mut now = now();
    now.data_end = Date::parse("2023-12-15");
    let today = resolve(&now, "orders of last month").remove(0);
    assert_eq!((today.from.as_deref(), today.from_data), (Some("2024-09-01"), false));
    assert!(today
        .of_data
        .unwrap()
        .starts_with("The data ends on 15 December 2023, before \"last month\" begins."));
    now.calendar.count_from = CountFrom::DataEnd;
    let end = resolve(&now, "orders of last month").remove(0);
    assert_eq!(
        (end.from.as_deref(), end.to.as_deref()),
        (Some("2023-11-01"), Some("2023-11-30"))
    );
    assert!(end.relative && end.from_data);
    assert_eq!(
        end.of_data.unwrap(),
        "The data ends on 15 December 2023, so \"last month\" is counted from that day and not from today."
    );
    let days = resolve(&now, "orders of the last 30 days").remove(0);
    assert_eq!(
        (days.from.as_deref(), days.to.as_deref()),
        (Some("2023-11-15"), Some("2023-12-15"))
    );
    // A time that the data reaches is counted from today, and nothing is said of it.
    let reached = resolve(&now, "orders since 2021").remove(0);
    assert_eq!((reached.from.as_deref(), reached.of_data), (Some("2021-01-01"), None));
    let year = resolve(&now, "orders of the last 2 years").remove(0);
    assert_eq!((year.from.as_deref(), year.of_data), (Some("2022-10-05"), None));
}

#[test]
fn parts_of_a_year_in_words() {
    all(
        &now(),
        &[
            (
                "freight in the first quarter of 2024",
                "first quarter of 2024: 2024-01-01 2024-03-31",
            ),
            (
                "freight in the 4th quarter of 2023",
                "4th quarter of 2023: 2023-10-01 2023-12-31",
            ),
            (
                "freight in the second half of 2023",
                "second half of 2023: 2023-07-01 2023-12-31",
            ),
            ("freight in H1 2024", "H1 2024: 2024-01-01 2024-06-30"),
        ],
    );
    assert_eq!(read(&now(), "the first half of the list"), [""; 0]);
    all(
        &now(),
        &[("the first customers of 2024", "2024: 2024-01-01 2024-12-31")],
    );
}

#[test]
fn a_day_that_is_written_is_that_day_and_not_its_month() {
    all(
        &now(),
        &[
            ("orders on 5 March 2024", "5 March 2024: 2024-03-05 2024-03-05"),
            ("orders on March 5th, 2024", "March 5th, 2024: 2024-03-05 2024-03-05"),
            ("orders after 2024-03-05", "2024-03-05: 2024-03-05 2024-03-05"),
            ("orders after '2024-03-05'", "2024-03-05: 2024-03-05 2024-03-05"),
            ("orders in March 2024", "March 2024: 2024-03-01 2024-03-31"),
        ],
    );
    assert_eq!(
        read(&now(), "orders between 5 Jan 2023 and Feb 1, 2023"),
        [
            "5 Jan 2023: 2023-01-05 2023-01-05",
            "Feb 1, 2023: 2023-02-01 2023-02-01"
        ]
    );
    assert_eq!(
        says(&now(), "orders on 5 March 2024"),
        "\"5 March 2024\" is read as 5 March 2024: a Tuesday."
    );
    assert!(read(&now(), "orders on '2024-02-30'").is_empty());
}

#[test]
fn a_year_is_all_of_it() {
    all(&now(), &[("orders in 2023", "2023: 2023-01-01 2023-12-31")]);
    assert_eq!(
        read(&now(), "orders from 2019 to 2021"),
        ["2019: 2019-01-01 2019-12-31", "2021: 2021-01-01 2021-12-31"]
    );
    assert_eq!(
        says(&now(), "orders in 2023"),
        "\"2023\" is read as 1 January 2023 to 31 December 2023."
    );
    assert!(read(&now(), "orders above 12000, the year 3000, '2023'").is_empty());
}

#[test]
fn months_and_days_of_the_week_by_themselves_are_of_any_year_and_week() {
    all(
        &now(),
        &[("orders in May", "May: * *"), ("orders on weekends", "weekends: * *")],
    );
    assert_eq!(says(&now(), "orders in May"), "\"May\" is read as May of any year.");
    assert_eq!(
        read(&now(), "orders on Mondays and Fridays"),
        ["Mondays: * *", "Fridays: * *"]
    );
    assert_eq!(
        says(&now(), "Saturday sales in total"),
        "\"Saturday\" is read as Saturdays of any week."
    );
    assert!(read(&now(), "who is called Friday").is_empty());
    assert_eq!(
        says(&now(), "orders on a Monday"),
        "\"Monday\" is read as Mondays of any week."
    );
    assert_eq!(
        says(&now(), "orders on weekdays"),
        "\"weekdays\" is read as Mondays to Fridays of any week."
    );
}

#[test]
fn weeks_by_their_number_are_counted_as_the_person_counts_weeks() {
    all(
        &now(),
        &[
            ("orders in week 12 of 2024", "week 12 of 2024: 2024-03-18 2024-03-24"),
            ("orders in week 1 2021", "week 1 2021: 2021-01-04 2021-01-10"),
            (
                "orders in the 1st week of 2020",
                "1st week of 2020: 2019-12-30 2020-01-05",
            ),
            ("orders in week 53 of 2020", "week 53 of 2020: 2020-12-28 2021-01-03"),
        ],
    );
    all(
        &weeks_from(WeekStart::Sunday),
        &[("orders in week 12 of 2024", "week 12 of 2024: 2024-03-17 2024-03-23")],
    );
    // 2024 has no week 53; the year is one all the same.
    all(&now(), &[("orders in week 53 of 2024", "2024: 2024-01-01 2024-12-31")]);
    assert_eq!(
        says(&now(), "orders in week 12 of 2024"),
        "\"week 12 of 2024\" is read as 18 March 2024 to 24 March 2024: weeks begin on Monday, and week 1 holds 4 \
         January, as in ISO 8601."
    );
    assert_eq!(
        says(&weeks_from(WeekStart::Sunday), "orders in week 12 of 2024"),
        "\"week 12 of 2024\" is read as 17 March 2024 to 23 March 2024: weeks begin on Sunday, and week 1 holds 1 January."
    );
}

#[test]
fn up_to_today() {
    all(
        &now(),
        &[
            ("sales year to date", "year to date: 2024-01-01 2024-10-05"),
            ("sales YTD", "YTD: 2024-01-01 2024-10-05"),
            (
                "sales this quarter to date",
                "this quarter to date: 2024-10-01 2024-10-05",
            ),
            ("sales month to date", "month to date: 2024-10-01 2024-10-05"),
            ("sales MTD", "MTD: 2024-10-01 2024-10-05"),
            ("sales week to date", "week to date: 2024-09-30 2024-10-05"),
        ],
    );
    all(
        &fiscal_from(7),
        &[
            (
                "sales this fiscal year to date",
                "this fiscal year to date: 2024-07-01 2024-10-05",
            ),
            (
                "sales fiscal year to date",
                "fiscal year to date: 2024-07-01 2024-10-05",
            ),
            ("sales FYTD", "FYTD: 2024-07-01 2024-10-05"),
            (
                "sales fiscal quarter to date",
                "fiscal quarter to date: 2024-10-01 2024-10-05",
            ),
        ],
    );
}

#[test]
fn several_fiscal_units_are_whole_ones() {
    all(
        &fiscal_from(6),
        &[
            (
                "sales of the last 3 fiscal quarters",
                "last 3 fiscal quarters: 2023-12-01 2024-08-31",
            ),
            (
                "sales of the past two fiscal years",
                "past two fiscal years: 2022-06-01 2024-05-31",
            ),
        ],
    );
}

#[test]
fn stretches_told_apart_begin_when_the_person_says() {
    let kind = |now: &Now, question: &str| resolve(now, question).remove(0).kind;
    for question in [
        "sales per fiscal year",
        "sales by fiscal year",
        "sales for each fiscal year",
        "sales by region and fiscal year",
        "which fiscal year had the highest sales?",
    ] {
        assert_eq!(
            kind(&fiscal_from(7), question),
            TimeKind::EachFiscalYear(7),
            "{question}"
        );
    }
    assert_eq!(
        kind(&fiscal_from(7), "sales by fiscal quarter"),
        TimeKind::EachFiscalQuarter(7)
    );
    assert_eq!(
        kind(&weeks_from(WeekStart::Sunday), "orders per week"),
        TimeKind::EachWeek(WeekStart::Sunday)
    );
    assert_eq!(
        says(&fiscal_from(7), "sales per fiscal year"),
        "\"per fiscal year\" is read as fiscal years: the fiscal year begins in July and is named after the year it ends \
         in."
    );
    assert_eq!(
        says(&weeks_from(WeekStart::Sunday), "orders per week"),
        "\"per week\" is read as weeks that begin on Sunday."
    );
}
