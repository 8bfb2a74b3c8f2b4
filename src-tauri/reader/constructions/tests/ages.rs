//! Ages, which are counted on a day that is told.

use super::{asked, shop};
use crate::rank::Weights;

fn first(question: &str, today: Option<&str>) -> Option<(String, String)> {
    let mut asked = asked(question);
    asked.today = today.map(str::to_owned);
    let readings = crate::read(&shop(), &asked, &Weights::default());
    let aged = readings.into_iter().find(|r| r.sql.contains("2026-06-15"));
    aged.map(|r| (r.sql, r.says))
}

#[test]
fn ages_are_counted_on_the_day_that_is_told_and_it_is_said() {
    let (sql, says) = first("average age of orders", Some("2026-06-15")).unwrap();
    assert!(
        sql.contains("AVG(((julianday('2026-06-15') - julianday(date(order_date))) / 365.25))"),
        "{sql}"
    );
    assert!(says.contains("to 2026-06-15"), "{says}");
    assert_eq!(first("average age of orders", None), None);
}
