use askwell_contract::Dialect;

use crate::steps;

#[test]
fn a_column_that_is_read_as_a_day_is_called_by_its_name() {
    let sql =
        "SELECT COUNT(*) FROM t WHERE CASE WHEN glob('[12][0-9]*', trim(seen)) THEN trim(seen) END >= '2024-01-01'";
    assert!(
        steps::told(sql, Dialect::Sqlite).contains("seen is not before 1 January 2024"),
        "{}",
        steps::told(sql, Dialect::Sqlite)
    );
    let other = "SELECT COUNT(*) FROM t WHERE CASE WHEN paid = 1 THEN price END > 5";
    assert!(steps::told(other, Dialect::Sqlite).contains("price where paid is 1"));
}

#[test]
fn a_day_in_three_columns_is_told_in_words_on_every_engine() {
    for dialect in [Dialect::Sqlite, Dialect::Duckdb, Dialect::Postgres] {
        for whole in [true, false] {
            let day = crate::view::day_of_parts("year", "month", "day", whole, dialect);
            let sql = format!("SELECT COUNT(*) FROM t WHERE {day} >= '2024-01-01'");
            let told = steps::told(&sql, dialect);
            assert!(
                told.contains("the date of year, month and day is not before 1 January 2024"),
                "{told}"
            );
        }
    }
}

#[test]
fn untidy_data_is_told_tidily() {
    for (condition, said) in [
        ("state IN ('PAID', 'Paid', ' paid')", "state is 'Paid' (in 3 spellings)"),
        (
            "state NOT IN ('PAID', 'Paid', 'due')",
            "state is none of 'Paid', 'due' (in 3 spellings)",
        ),
        ("state IN ('paid', 'due')", "state is one of 'paid', 'due'"),
        ("REPLACE(TRIM(code), ' ', '') = 'A1'", "code is 'A1'"),
        ("COALESCE(LOWER(code), code) = 'a1'", "code is 'a1'"),
        ("seen BETWEEN '2024-01-01' AND '2024-12-31'", "seen is in 2024"),
        ("price BETWEEN 1 AND 5", "price is between 1 and 5"),
    ] {
        let told = steps::told(&format!("SELECT 1 FROM t WHERE {condition}"), Dialect::Sqlite);
        assert!(told.contains(&format!("where {said}.")), "{told}");
    }
    let told = steps::told("SELECT k, SUM((a * b)) FROM t GROUP BY k", Dialect::Sqlite);
    assert!(told.contains("Added up a times b of each group."), "{told}");
}

#[test]
fn spellings_that_are_taken_together_are_no_cases() {
    let sql = "SELECT 1 FROM t WHERE CASE WHEN land IN ('uk', 'GB') THEN 'UK' ELSE land END = 'UK'";
    assert!(steps::told(sql, Dialect::Sqlite).contains("land in one spelling is 'UK'"));
}

#[test]
fn figures_beyond_their_own_row_are_told_without_a_word_of_sql() {
    for (figure, said) in [
        (
            "100.0 * SUM(price) / NULLIF(SUM(SUM(price)) OVER (), 0)",
            "the total of price in percent of that of all",
        ),
        (
            "100.0 * SUM(price) / NULLIF(SUM(SUM(price)) OVER (PARTITION BY shop), 0)",
            "the total of price in percent of that of all with the same shop",
        ),
        ("SUM(COUNT(*)) OVER (ORDER BY year)", "the number of rows so far"),
        (
            "COUNT(*) - LAG(COUNT(*)) OVER (ORDER BY year)",
            "the change in the number of rows from the one before",
        ),
        (
            "100.0 * (COUNT(*) - LAG(COUNT(*)) OVER (ORDER BY year)) / LAG(COUNT(*)) OVER (ORDER BY year)",
            "the change in the number of rows from the one before, in percent",
        ),
        (
            "100.0 * SUM(price) / SUM(SUM(weight)) OVER ()",
            "100 times the total of price divided by the total of weight of all groups",
        ),
    ] {
        let told = steps::told(&format!("SELECT year, {figure} FROM t GROUP BY year"), Dialect::Sqlite);
        assert!(told.contains(said), "{figure}: {told}");
        assert!(!told.contains("OVER"), "{told}");
    }
}
