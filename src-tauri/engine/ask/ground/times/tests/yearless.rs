//! Days and weeks that are said without their year.

use super::*;

/// Today is 5 October 2024.
#[test]
fn a_day_or_a_week_of_no_year_is_the_last_one() {
    all(
        &now(),
        &[
            ("orders on 5 March", "5 March: 2024-03-05 2024-03-05"),
            ("orders on december 24th", "december 24th: 2023-12-24 2023-12-24"),
            ("orders since the 5th of March", "5th of March: 2024-03-05 2024-03-05"),
            ("orders on 5 October", "5 October: 2024-10-05 2024-10-05"),
            ("orders in week 12", "week 12: 2024-03-18 2024-03-24"),
            ("orders in week 50", "week 50: 2023-12-11 2023-12-17"),
            (
                "clients with 30 orders since the start of june",
                "since the start of june: 2024-06-01 *",
            ),
            ("nobody since the end of june", "since the end of june: 2024-07-01 *"),
            ("fees up to the end of august", "up to the end of august: * 2024-08-31"),
            (
                "checks that expire before the end of january",
                "before the end of january: * 2025-01-31",
            ),
            ("who is booked in for 30 November", "30 November: 2024-11-30 2024-11-30"),
            (
                "bookings in the week starting Monday 7 October",
                "week starting Monday 7 October: 2024-10-07 2024-10-13",
            ),
            (
                "nobody since the end of december",
                "since the end of december: 2024-01-01 *",
            ),
        ],
    );
    assert_eq!(
        says(&now(), "orders on 5 March"),
        "\"5 March\" is read as 5 March 2024: no year is said, so the last one; today is 5 October 2024."
    );
    let ended = Now {
        data_end: Date::parse("2022-02-20"),
        ..now()
    };
    assert_eq!(read(&ended, "orders on 5 March"), ["5 March: 2021-03-05 2021-03-05"]);
    assert_eq!(
        says(&ended, "orders in week 12"),
        "\"week 12\" is read as 22 March 2021 to 28 March 2021: no year is said, so the last one before the data end \
         on 20 February 2022; weeks begin on Monday."
    );
    for question in [
        "which of them may 5 people see?",
        "steps of the march 5 times",
        "week 60",
        "on 31 February",
    ] {
        assert!(
            read(&now(), question).is_empty(),
            "{question}: {:?}",
            read(&now(), question)
        );
    }
}

/// Today is 5 October 2024.
#[test]
fn two_months_set_against_each_other_are_the_last_ones() {
    let both = |question: &str| read(&now(), question);
    let july_august = ["july: 2024-07-01 2024-07-31", "august: 2024-08-01 2024-08-31"];
    assert_eq!(both("sales july vs august"), july_august);
    assert_eq!(both("sales in july against august"), july_august);
    assert_eq!(
        both("december orders compared with january"),
        ["december: 2023-12-01 2023-12-31", "january: 2024-01-01 2024-01-31"]
    );
    assert!(both("who may order more than june").is_empty());
    assert!(both("orders july").is_empty());
    // One of them has its year, and every year is meant.
    assert!(!both("orders july 2023 vs august").contains(&july_august[1].to_owned()));
    assert!(!both("average orders per july vs august").contains(&july_august[0].to_owned()));
}

#[test]
fn a_time_without_a_beginning_is_told_by_its_end() {
    let told = says(&now(), "checks that expire before the end of january");
    assert!(
        told.starts_with("\"before the end of january\" is read as up to 31 January 2025"),
        "{told}"
    );
}

#[test]
fn a_month_said_of_several_is_that_of_any_year() {
    assert_eq!(
        says(&now(), "arrivals in all the Januaries put together"),
        "\"Januaries\" is read as January of any year."
    );
    assert_eq!(read(&now(), "Januarys against Julys"), ["Januarys: * *", "Julys: * *"]);
    assert!(read(&now(), "how many marches did we hold").is_empty());
}
