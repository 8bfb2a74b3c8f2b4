//! Types of columns: every value fits, none changes its meaning, and what was decided is said.

use super::*;

async fn read(lines: &[&str]) -> (Table, Vec<Vec<Cell>>) {
    let drop = Drop::of("t.csv", lines.join("\n"));
    let database = drop.open().await;
    (table(&*database).await, ran(&*database, "SELECT * FROM t").await.rows)
}

fn comment<'a>(table: &'a Table, column: &str) -> &'a str {
    table.column(column).unwrap().comment.as_deref().unwrap_or_default()
}

#[tokio::test]
async fn values_come_through_as_what_they_are() {
    let (table, rows) = read(&[
        "n,amount,ratio,ok,day,at,zoned,clock",
        "1,1.50,1e-3,true,2024-02-29,2024-02-29 13:05,2024-02-29T13:05:00+02:00,13:05",
        "-2,22.75,0.5,FALSE,2023-12-31,2023-12-31T00:00:01.5,2023-12-31T00:00:00Z,00:00:01",
    ])
    .await;
    let kinds = [
        "BIGINT",
        "DECIMAL(18,2)",
        "DOUBLE",
        "BOOLEAN",
        "DATE",
        "TIMESTAMP",
        "TIMESTAMP WITH TIME ZONE",
        "TIME",
    ];
    assert_eq!(types(&table).iter().map(|(_, kind)| *kind).collect::<Vec<_>>(), kinds);
    assert_eq!(
        rows[0],
        [
            Cell::Int(1),
            decimal("1.50"),
            Cell::Real(0.001),
            Cell::Bool(true),
            date("2024-02-29"),
            Cell::Timestamp("2024-02-29 13:05:00".into()),
            Cell::Timestamp("2024-02-29 11:05:00+00".into()),
            Cell::Time("13:05:00".into()),
        ]
    );
    assert_eq!(rows[1][5], Cell::Timestamp("2023-12-31 00:00:01.5".into()));
}

#[tokio::test]
async fn codes_and_long_numbers_stay_text() {
    let (table, rows) = read(&[
        "id,zip,phone,card,mixed",
        "1,00123,+4915112345,12345678901234567890,123",
        "2,04567,+4915112346,9007199254740993,0456",
    ])
    .await;
    let kinds: Vec<&str> = types(&table).iter().map(|(_, kind)| *kind).collect();
    assert_eq!(kinds, ["BIGINT", "VARCHAR", "VARCHAR", "VARCHAR", "VARCHAR"]);
    assert_eq!(
        rows[0][1..],
        ["00123", "+4915112345", "12345678901234567890", "123"].map(text)
    );
    assert!(comment(&table, "zip").contains("zero") && comment(&table, "card").contains("too long"));
}

#[tokio::test]
async fn one_value_at_the_very_end_decides() {
    let mut lines: Vec<String> = vec!["n,zip".into()];
    lines.extend((0..60_000).map(|i| format!("{i},{}", 10_000 + i)));
    lines.push("x,00001".into());
    let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
    let (table, rows) = read(&lines).await;
    assert_eq!(types(&table), [("n", "VARCHAR"), ("zip", "VARCHAR")]);
    // The first page of a longer result.
    assert_eq!(rows[7], [text("7"), text("10007")]);
}

#[tokio::test]
async fn dates_are_read_only_where_the_order_is_certain() {
    let (table, rows) = read(&[
        "unclear,day_first,month_first,dotted,slashed_year,moment",
        "01/02/2024,13/02/2024,02/13/2024,03.04.2024,2024/3/1,13.02.2024 9:05",
        "03/04/2024,03/04/2024,03/04/2024,13.4.2024,2024/12/31,01.02.2024 23:59",
    ])
    .await;
    let kinds: Vec<&str> = types(&table).iter().map(|(_, kind)| *kind).collect();
    assert_eq!(kinds, ["VARCHAR", "DATE", "DATE", "DATE", "DATE", "TIMESTAMP"]);
    assert_eq!(
        rows[1],
        [
            text("03/04/2024"),
            date("2024-04-03"),
            date("2024-03-04"),
            date("2024-04-13"),
            date("2024-12-31"),
            Cell::Timestamp("2024-02-01 23:59:00".into()),
        ]
    );
    assert!(comment(&table, "unclear").contains("cannot be told apart"));
    assert!(comment(&table, "month_first").contains("month, day, year"));
}

#[tokio::test]
async fn decimal_commas_are_read_where_they_are_certain() {
    let (table, rows) = read(&[
        "name;price;total;unclear;dots",
        "a;1,50;1.234,50;1,500;1.234",
        "b;22,75;9,99;2,750;5",
    ])
    .await;
    let kinds: Vec<&str> = types(&table).iter().map(|(_, kind)| *kind).collect();
    assert_eq!(
        kinds,
        ["VARCHAR", "DECIMAL(18,2)", "DECIMAL(18,2)", "VARCHAR", "VARCHAR"]
    );
    assert_eq!(
        rows[0][1..],
        [decimal("1.50"), decimal("1234.50"), text("1,500"), text("1.234")]
    );
    assert!(comment(&table, "price").contains("decimal comma"));
    assert!(comment(&table, "dots").contains("Kept as text"));
    let (table, rows) = read(&["a,b", "\"1,234.50\",x", "\"12,000,000.00\",y"]).await;
    assert_eq!(types(&table)[0].1, "DECIMAL(18,2)");
    assert_eq!(rows[1][0], decimal("12000000.00"));
}

#[tokio::test]
async fn words_for_no_value_are_no_value_among_numbers_and_words_among_words() {
    let (table, rows) = read(&["n,country", "1,DE", "NA,NA", " 3 ,US"]).await;
    assert_eq!(types(&table), [("n", "BIGINT"), ("country", "VARCHAR")]);
    assert_eq!(rows[1], [Cell::Null, text("NA")]);
    assert_eq!(rows[2][0], Cell::Int(3));
    assert!(comment(&table, "n").contains("no value: NA"));
}

#[tokio::test]
async fn a_column_without_a_value_is_text() {
    let (table, rows) = read(&["a,b", "1,", "2,"]).await;
    assert_eq!(types(&table), [("a", "BIGINT"), ("b", "VARCHAR")]);
    assert_eq!(rows[0], [Cell::Int(1), Cell::Null]);
}
