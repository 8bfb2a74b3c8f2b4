use super::*;

fn reading(values: &[&str]) -> Reading {
    let mut facts = Facts::default();
    values.iter().for_each(|value| facts.see(value));
    facts.reading(facts.has_decimal_comma())
}

/// The type in the expression, so that what is claimed is what DuckDB is told.
fn kind(values: &[&str]) -> String {
    let sql = reading(values).sql("v");
    match sql.rsplit_once(" AS ") {
        Some((_, kind)) => kind.trim_end_matches(')').to_string(),
        None => "text".into(),
    }
}

#[test]
fn every_value_has_to_fit() {
    for (values, expected) in [
        (&["1", "-2", "", "300"][..], "BIGINT"),
        (&["1", "2", "x"], "text"),
        (&["1.5", "2", "0.25"], "DECIMAL(18,2"),
        (&["1e3", "2"], "DOUBLE"),
        (&["0.1234567", "52.5"], "DOUBLE"),
        (&["1234567890123.123456"], "DECIMAL(38,6"),
        (&["true", "False", "TRUE"], "BOOLEAN"),
        (&["yes", "no"], "text"),
        (&["2024-01-02", "2024-12-31"], "DATE"),
        (&["2024-01-02", "2024-12-31 10:00"], "TIMESTAMP"),
        (&["2024-01-02T10:00:00Z"], "TIMESTAMPTZ"),
        (&["2024-01-02T10:00:00Z", "2024-01-02 10:00"], "text"),
        (&["10:00", "9:30:15"], "TIME"),
        (&["25:00"], "text"),
        (&["", ""], "text"),
        (&[], "text"),
        (&["1", "2024-01-01"], "text"),
    ] {
        assert_eq!(kind(values), expected, "{values:?}");
    }
}

#[test]
fn codes_stay_what_they_are() {
    for values in [
        &["00123", "04567"][..],
        &["123", "00123"],
        &["+4915112345"],
        &["9007199254740993"],
        &["12345678901234567890"],
        &["1234567890123456789.5", "00.5"],
    ] {
        assert_eq!(kind(values), "text", "{values:?}");
    }
    assert!(reading(&["12", "00123"]).says().unwrap().contains("zero"));
}

#[test]
fn a_date_that_may_be_two_days_is_text() {
    let order = |values: &[&str]| match reading(values).kind {
        Kind::Date { order, .. } | Kind::Timestamp { order, .. } => Some(order),
        _ => None,
    };
    assert_eq!(order(&["01/02/2024", "03/04/2024"]), None);
    assert!(reading(&["01/02/2024", "03/04/2024"])
        .says()
        .unwrap()
        .contains("told apart"));
    assert_eq!(order(&["01/02/2024", "13/02/2024"]), Some(Order::Day));
    assert_eq!(order(&["01/02/2024", "02/13/2024"]), Some(Order::Month));
    assert_eq!(order(&["13/02/2024", "02/13/2024"]), None);
    assert_eq!(order(&["01/01/2024", "02/02/2024"]), Some(Order::Day));
    assert_eq!(order(&["03.04.2024"]), Some(Order::Day));
    assert_eq!(order(&["13.04.2024 10:00", "14.04.2024 11:30"]), Some(Order::Day));
    assert_eq!(order(&["13.04.2024 10:00", "14.04.2024"]), None);
    assert_eq!(order(&["2024-01-02", "02.01.2024"]), None);
}

#[test]
fn decimal_commas_are_read_where_they_are_certain() {
    assert_eq!(kind(&["1,50", "2,75", "3"]), "DECIMAL(18,2");
    assert!(reading(&["1,50"]).says().unwrap().contains("comma"));
    assert_eq!(kind(&["1.234,50", "9,99"]), "DECIMAL(18,2");
    assert_eq!(kind(&["1,234.50", "9.99"]), "DECIMAL(18,2");
    assert_eq!(kind(&["1,234,567", "5"]), "BIGINT");
    // One and a half, or fifteen hundred?
    assert_eq!(kind(&["1,500", "2,750"]), "text");
    assert_eq!(kind(&["1,500", "2,75"]), "DECIMAL(18,3");
    assert_eq!(kind(&["1,5", "1.5"]), "text");
    // In a file that writes decimals with a comma elsewhere, 1.234 is more likely a thousand.
    let mut facts = Facts::default();
    facts.see("1.234");
    assert_eq!(facts.reading(true).kind, Kind::Text);
    assert_ne!(facts.reading(false).kind, Kind::Text);
}

#[test]
fn words_for_no_value_and_spaces_do_not_make_a_column_text() {
    let numbers = reading(&["1", "NA", " 2 "]);
    assert_eq!(numbers.kind, Kind::Integer(Notation::Plain));
    assert_eq!(numbers.sql("v"), "CAST(nullif(trim(v), 'NA') AS BIGINT)");
    assert!(numbers.says().unwrap().contains("NA"));
    assert_eq!(reading(&["1", ""]).sql("v"), "CAST(nullif(v, '') AS BIGINT)");
    // In a column of words, NA may be Namibia.
    assert_eq!(reading(&["DE", "NA"]).sql("v"), "v");
}
