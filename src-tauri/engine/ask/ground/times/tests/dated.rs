//! Months, seasons and days whose year is said in words.

use super::*;

/// Today is 5 October 2024.
#[test]
fn a_part_of_a_year_takes_the_year_that_words_say() {
    all(
        &now(),
        &[
            ("orders this October", "this October: 2024-10-01 2024-10-31"),
            ("orders last october", "last october: 2023-10-01 2023-10-31"),
            ("orders last June", "last June: 2024-06-01 2024-06-30"),
            ("orders next march", "next march: 2025-03-01 2025-03-31"),
            ("orders in March last year", "March last year: 2023-03-01 2023-03-31"),
            (
                "orders in march of this year",
                "march of this year: 2024-03-01 2024-03-31",
            ),
            (
                "orders on 24 December last year",
                "24 December last year: 2023-12-24 2023-12-24",
            ),
            (
                "who stays on 24 December this year",
                "24 December this year: 2024-12-24 2024-12-24",
            ),
            (
                "arrivals between 18 and 24 December this year",
                "between 18 and 24 December this year: 2024-12-18 2024-12-24",
            ),
            (
                "arrivals from the 18th to the 24th of May",
                "from the 18th to the 24th of May: 2024-05-18 2024-05-24",
            ),
            ("arrivals 18-24 December", "18-24 December: 2023-12-18 2023-12-24"),
            (
                "bookings due between 18 and 24 December",
                "between 18 and 24 December: 2024-12-18 2024-12-24",
            ),
            (
                "sales from March to June 2023",
                "from March to June 2023: 2023-03-01 2023-06-30",
            ),
            (
                "sales between november and february last year",
                "between november and february last year: 2022-11-01 2023-02-28",
            ),
            ("sales last summer", "last summer: 2024-06-01 2024-08-31"),
            ("sales last winter", "last winter: 2023-12-01 2024-02-29"),
            ("sales this autumn", "this autumn: 2024-09-01 2024-11-30"),
            (
                "arrivals 18 \u{2013} 24 December",
                "18 \u{2013} 24 December: 2023-12-18 2023-12-24",
            ),
            (
                "arrivals between December 18 and 24",
                "between December 18 and 24: 2023-12-18 2023-12-24",
            ),
            (
                "sales from November to February 2024",
                "from November to February 2024: 2023-11-01 2024-02-29",
            ),
            (
                "stays from 20 to 29 February 2023",
                "from 20 to 29 February 2023: 2023-02-20 2023-02-28",
            ),
            ("orders last may", "last may: 2024-05-01 2024-05-31"),
            ("how many came this December", "this December: 2023-12-01 2023-12-31"),
            ("sales next spring", "next spring: 2025-03-01 2025-05-31"),
        ],
    );
    assert_eq!(
        says(&now(), "sales last summer"),
        "\"last summer\" is read as 1 June 2024 to 31 August 2024: summer is June to August; today is 5 October 2024."
    );
}

#[test]
fn this_and_last_of_the_same_name_are_a_year_apart() {
    assert_eq!(
        read(&now(), "was this summer better than last summer"),
        [
            "this summer: 2024-06-01 2024-08-31",
            "last summer: 2023-06-01 2023-08-31"
        ]
    );
    assert_eq!(
        read(&now(), "rain this September and last September"),
        [
            "this September: 2024-09-01 2024-09-30",
            "last September: 2023-09-01 2023-09-30"
        ]
    );
}

#[test]
fn other_words_are_no_part_of_a_year() {
    for question in [
        "could this may be wrong",
        "the summer menu",
        "is there a 'last summer' on the shelf",
        "lessons between 5 and 10",
        "shoes from 38 to 42",
        "how many children aged 5-12 may attend",
        "groups between 5 and 10 may share a room",
        "when was Mrs Smith's last fall",
        "the last fall in price",
        "the next summer school",
        "bottles of last Summer Ale sold",
    ] {
        assert!(
            read(&now(), question).is_empty(),
            "{question}: {:?}",
            read(&now(), question)
        );
    }
}

#[test]
fn a_winter_lies_in_two_years_and_a_stretch_is_not_over_on_its_last_day() {
    let mut january = now();
    january.today = Date::parse("2025-01-15").unwrap();
    assert_eq!(
        read(&january, "was this winter colder than last winter"),
        [
            "this winter: 2024-12-01 2025-02-28",
            "last winter: 2023-12-01 2024-02-29"
        ]
    );
    let mut march = now();
    march.today = Date::parse("2025-03-05").unwrap();
    assert_eq!(
        read(&march, "how much oil did we use this winter"),
        ["this winter: 2024-12-01 2025-02-28"]
    );
    assert_eq!(
        read(&march, "February 2025 against the same month last year"),
        [
            "February 2025: 2025-02-01 2025-02-28",
            "same month last year: 2024-02-01 2024-02-29"
        ]
    );
    let mut december = now();
    december.today = Date::parse("2024-12-20").unwrap();
    assert_eq!(
        read(&december, "what is due between 18 and 24 December"),
        ["between 18 and 24 December: 2024-12-18 2024-12-24"]
    );
    let ended = Now {
        data_end: Date::parse("2013-06-30"),
        ..now()
    };
    // Each end with its own month.
    for (question, wants) in [
        (
            "arrivals between mar 3 and mar 9",
            "between mar 3 and mar 9: 2013-03-03 2013-03-09",
        ),
        (
            "arrivals from 20 January to 3 February",
            "from 20 January to 3 February: 2013-01-20 2013-02-03",
        ),
    ] {
        assert_eq!(read(&ended, question), [wants], "{question}");
    }
    assert_eq!(
        says(&ended, "arrivals between 18 and 24 December"),
        "\"between 18 and 24 December\" is read as 18 December 2012 to 24 December 2012: no year is said, so the last one \
         before the data end on 30 June 2013."
    );
}

#[test]
fn several_months_share_the_year_behind_the_last() {
    for (question, wants) in [
        (
            "orders in May and June last year",
            ["May: 2023-05-01 2023-05-31", "June last year: 2023-06-01 2023-06-30"],
        ),
        (
            "compare October, November 2023",
            ["October: 2023-10-01 2023-10-31", "November 2023: 2023-11-01 2023-11-30"],
        ),
        (
            "orders in November, and December 2023",
            [
                "November: 2023-11-01 2023-11-30",
                "December 2023: 2023-12-01 2023-12-31",
            ],
        ),
        (
            "Q1 vs Q2 this year",
            ["Q1: 2024-01-01 2024-03-31", "Q2 this year: 2024-04-01 2024-06-30"],
        ),
        (
            "March this year against March last year",
            [
                "March this year: 2024-03-01 2024-03-31",
                "March last year: 2023-03-01 2023-03-31",
            ],
        ),
        (
            "the first six months of this year vs the same months last year",
            [
                "first six months of this year: 2024-01-01 2024-06-30",
                "same months last year: 2023-01-01 2023-06-30",
            ],
        ),
        (
            "sales this year compared with the same period a year ago",
            [
                "this year: 2024-01-01 2024-12-31",
                "same period a year ago: 2023-01-01 2023-10-05",
            ],
        ),
    ] {
        assert_eq!(read(&now(), question), wants, "{question}");
    }
}
