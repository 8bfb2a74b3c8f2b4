//! A month or a quarter by its name alone, of what has happened.

use super::*;

#[test]
fn a_month_in_which_something_happened_is_the_last_one() {
    all(
        &now(),
        &[
            ("what did we sell in May", "May: 2024-05-01 2024-05-31"),
            ("who came in November", "November: 2023-11-01 2023-11-30"),
            ("how many were sold in Q3", "Q3: 2024-07-01 2024-09-30"),
            ("what did we sell each year in May", "May: * *"),
        ],
    );
    let ended = Now {
        data_end: Date::new(2022, 3, 31),
        ..now()
    };
    assert_eq!(read(&ended, "what did we sell in May"), ["May: * *"]);
}
