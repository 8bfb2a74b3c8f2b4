//! Questions made by a machine of words of time: every time that is found lies where its words are, and ends after it began.

use askwell_fuzz::Machine;

use super::*;

#[test]
fn every_time_that_is_read_is_of_the_calendar_and_in_its_order() {
    let machine = Machine {
        name: "times",
        corpus: include_str!("../../../../../fuzz/corpora/times.txt"),
        seeds: Vec::new(),
        words: &[
            "last ",
            "next ",
            "this ",
            "previous ",
            "past ",
            "in the ",
            "since ",
            "before ",
            "after ",
            "until ",
            "between ",
            " and ",
            "to ",
            "from ",
            "Q3 ",
            "FY2024 ",
            "FY ",
            "fiscal year ",
            "quarter ",
            "week ",
            "weeks ",
            "month ",
            "months ",
            "year ",
            "years ",
            "day ",
            "days ",
            "ago ",
            "Monday ",
            "Fridays ",
            "March ",
            "Feb 29 ",
            "5 March 2024 ",
            "2024-02-30 ",
            "31/12/2023 ",
            "week 53 of 2024 ",
            "week 0 of 1 ",
            "9999 ",
            "0000 ",
            "3 full ",
            "twelve ",
            "half of ",
            "to date ",
            "in May ",
            "1st ",
            "the 70s ",
            "4294967295 ",
            "2147483648 ",
            "'24 ",
            "H1 ",
            "noon ",
        ],
    };
    let ran = machine.run_text(|question| {
        let mut kinds = Vec::new();
        for now in [
            now(),
            fiscal_from(7),
            weeks_from(WeekStart::Sunday),
            Now::on("9999-12-31"),
            Now::on("0001-01-01"),
        ] {
            for time in resolve(&now, question) {
                let day =
                    |day: &Option<String>| day.as_deref().map(|d| Date::parse(d).unwrap_or_else(|| panic!("{d}")));
                if let (Some(from), Some(to)) = (day(&time.from), day(&time.to)) {
                    assert!(from <= to || at_an_end(from, to), "{time:?}");
                }
                assert!(!time.says.is_empty() || time.from.is_none(), "{time:?}");
                kinds.push((format!("{:?}", time.kind), time.from.is_some(), time.to.is_some()));
            }
        }
        kinds.truncate(4);
        kinds
    });
    assert!(ran.kinds > 10, "{ran:?}");
}

/// Where the calendar ends, a day before its first is its first.
fn at_an_end(from: Date, to: Date) -> bool {
    [from, to].iter().any(|day| day.year <= 1 || day.year >= 9999)
}
