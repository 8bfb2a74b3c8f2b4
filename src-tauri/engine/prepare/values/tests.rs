#![allow(clippy::unwrap_used)]

use super::*;

fn column(table: &str, column: &str, values: &[&str]) -> ColumnValues {
    ColumnValues::new(
        table,
        column,
        values.iter().map(|v| ((*v).to_owned(), 1)).collect(),
        true,
        Some(8.0),
    )
}

fn index() -> ValueIndex {
    ValueIndex::build(vec![
        column(
            "countries",
            "country_name",
            &["United States", "United Kingdom", "Germany", "Japan"],
        ),
        column("orders", "status", &["pending", "completed", "cancelled"]),
        column(
            "people",
            "name",
            &[
                "José Müller",
                "Mueller",
                "O'Brien",
                "Zoë",
                "Straßer",
                "Smith, John",
                "Łukasz",
            ],
        ),
        column("planes", "model", &["Boeing 737", "Boeing 747-400", "A320", "2015"]),
        column("things", "kind", &["cities", "e-mail", "Wi-Fi", "children's book"]),
    ])
}

fn best(words: &str) -> (String, f64) {
    index()
        .lookup(words, 5)
        .into_iter()
        .next()
        .map(|h| (h.value, h.similarity))
        .unwrap_or_default()
}

#[test]
fn a_name_is_found_the_other_way_round() {
    assert_eq!(best("john smith"), ("Smith, John".to_owned(), STEMS));
    assert_eq!(best("John Smiths"), ("Smith, John".to_owned(), STEMS));
}

#[test]
fn an_exact_value_is_found_whatever_its_case() {
    for words in ["United States", "united states", "  UNITED   STATES ", "United-States"] {
        let hits = index().lookup(words, 5);
        let first = hits.first().unwrap();
        assert_eq!(
            (first.table.as_str(), first.column.as_str()),
            ("countries", "country_name"),
            "{words}"
        );
        assert_eq!(
            (first.value.as_str(), first.similarity, first.exact),
            ("United States", 1.0, true),
            "{words}"
        );
    }
}

#[test]
fn a_typo_finds_the_value() {
    for (words, value) in [
        ("Untied States", "United States"),
        ("Germny", "Germany"),
        ("cancled", "cancelled"),
        ("Jpaan", "Japan"),
    ] {
        let (found, similarity) = best(words);
        assert_eq!(found, value, "{words}");
        assert!((0.6..=0.9).contains(&similarity), "{words}: {similarity}");
        assert!(!index().has_exact(words), "{words}");
    }
}

#[test]
fn unrelated_words_find_nothing() {
    for words in ["xyz123", "", "   ", "?", "elephants", "id"] {
        assert_eq!(index().lookup(words, 5), [], "{words}");
    }
}

#[test]
fn a_value_is_found_in_its_own_column_only() {
    let hits = index().lookup("pending", 5);
    assert_eq!(hits.iter().map(|h| h.table.as_str()).collect::<Vec<_>>(), ["orders"]);
    assert_eq!(index().lookup_in("countries", "country_name", "pending", 5), []);
    assert_eq!(index().lookup_in("Orders", "STATUS", "pending", 5).len(), 1);
    assert_eq!(index().lookup_in("orders", "nothing", "pending", 5), []);
}

#[test]
fn a_beginning_finds_the_values_that_begin_so_in_that_column() {
    let found = |words: &str| {
        let hits = index().starting("countries", "country_name", words, 5);
        hits.into_iter().map(|h| h.value).collect::<Vec<_>>()
    };
    assert_eq!(found("united"), ["United Kingdom", "United States"]);
    assert_eq!(found("JAP"), ["Japan"]);
    assert!(found("pend").is_empty() && found("nited").is_empty());
    assert!(index().starting("orders", "nothing", "p", 5).is_empty());
}

#[test]
fn words_that_match_nothing_have_a_nearest_value_which_is_no_match() {
    let index = index();
    assert_eq!(index.lookup("Republic of Germany", 5), []);
    let near = index.nearest("countries", "country_name", "Republic of Germany", 1);
    assert_eq!(near[0].value, "Germany");
    assert!(near[0].similarity < 0.6 && !near[0].exact);
    assert_eq!(index.nearest("countries", "country_name", "xyz123", 5), []);
}

#[test]
fn a_slip_in_the_first_letter_or_two_in_a_short_word_are_found_but_never_sure() {
    for (words, value) in [("Jermany", "Germany"), ("Grmny", "Germany"), ("oending", "pending")] {
        let (found, similarity) = best(words);
        assert_eq!(found, value, "{words}");
        assert!(similarity < 0.8, "{words}: {similarity}");
    }
}

#[test]
fn no_more_hits_than_asked_for() {
    let values = [
        "Saint Paul North",
        "Saint Paul South",
        "Saint Paul East",
        "Saint Paul West",
    ];
    let index = ValueIndex::build(vec![column("towns", "name", &values)]);
    assert_eq!(index.lookup("Saint Paul", 10).len(), 4);
    assert_eq!(index.lookup("Saint Paul", 2).len(), 2);
    assert_eq!(index.lookup("Saint Paul", 0), []);
}

#[test]
fn numbers_kept_as_text_are_found_and_never_misspelt() {
    assert_eq!(best("2015"), ("2015".into(), 1.0));
    assert_eq!(index().lookup("2016", 5), []);
    assert_eq!(best("boeing 737"), ("Boeing 737".into(), 1.0));
    let others = index().lookup("Boeing 747", 5);
    assert_eq!(
        others.iter().map(|h| h.value.as_str()).collect::<Vec<_>>(),
        ["Boeing 747-400"]
    );
}

#[test]
fn accents_and_umlauts_may_be_left_out_or_written_out() {
    for (words, value) in [
        ("Jose Muller", "José Müller"),
        ("jose mueller", "José Müller"),
        ("Müller", "Mueller"),
        ("OBrien", "O'Brien"),
        ("O’Brien", "O'Brien"),
        ("Strasser", "Straßer"),
        ("Lukasz", "Łukasz"),
    ] {
        assert_eq!(best(words), (value.into(), 1.0), "{words}");
        assert!(index().has_exact(words), "{words}");
    }
}

#[test]
fn singular_and_plural_are_nearly_the_same() {
    assert_eq!(best("city"), ("cities".into(), STEMS));
    assert_eq!(best("children's books"), ("children's book".into(), STEMS));
}

#[test]
fn joined_and_parted_words_are_nearly_the_same() {
    assert_eq!(best("email"), ("e-mail".into(), SQUASHED));
    assert_eq!(best("wifi"), ("Wi-Fi".into(), SQUASHED));
    assert_eq!(best("O Brien"), ("O'Brien".into(), SQUASHED));
}

#[test]
fn names_are_found_the_other_way_round() {
    assert_eq!(best("John Smith").0, "Smith, John");
}

#[test]
fn ties_go_to_the_value_of_most_rows_then_by_name() {
    let values = |rows| vec![("Paris".to_owned(), rows)];
    let index = ValueIndex::build(vec![
        ColumnValues::new("b", "x", values(2), true, None),
        ColumnValues::new("c", "x", values(9), true, None),
        ColumnValues::new("a", "y", values(2), true, None),
        ColumnValues::new("a", "x", vec![("PARIS".into(), 2)], true, None),
    ]);
    let hits = index.lookup("paris", 9);
    let order: Vec<(&str, &str)> = hits.iter().map(|h| (h.table.as_str(), h.column.as_str())).collect();
    assert_eq!(order, [("c", "x"), ("a", "x"), ("a", "y"), ("b", "x")]);
}

#[test]
fn emoji_and_other_scripts_are_values_too() {
    let index = ValueIndex::build(vec![column("t", "c", &["🍎", "東京", "שלום", "!!!"])]);
    for words in ["🍎", "東京", "שלום", "!!!"] {
        assert!(index.has_exact(words), "{words}");
        assert_eq!(index.lookup(words, 5).len(), 1, "{words}");
    }
}

#[test]
fn an_empty_column_makes_an_empty_index() {
    for index in [
        ValueIndex::build(Vec::new()),
        ValueIndex::build(vec![column("t", "c", &[])]),
    ] {
        assert_eq!((index.len(), index.is_empty()), (0, true));
        assert_eq!(index.lookup("anything", 5), []);
        assert!(!index.has_exact("anything"));
    }
}

#[test]
fn prose_and_identifiers_are_skipped_and_said_so() {
    let many = (0..=COLUMN).map(|i| (format!("v{i}"), 1)).collect();
    let index = ValueIndex::build(vec![
        ColumnValues::new("notes", "body", vec![("long".into(), 1)], true, Some(300.0)),
        ColumnValues::new("events", "uuid", many, true, Some(36.0)),
        ColumnValues::new("events", "part", vec![("x".into(), 1)], false, Some(1.0)),
    ]);
    assert_eq!(index.len(), 0);
    let columns: Vec<&str> = index.skipped.iter().map(|s| s.1.as_str()).collect();
    assert_eq!(columns, ["body", "uuid", "part"]);
    assert!(index.skipped.iter().all(|s| !s.2.is_empty()));
}

#[test]
fn the_largest_columns_go_when_there_is_too_much() {
    assert_eq!(largest_that_fits(&mut [3, 1, 2]), 3);
    assert_eq!(largest_that_fits(&mut [ALL, 10, 20]), 20);
    assert_eq!(largest_that_fits(&mut []), 0);
}

#[test]
fn columns_survive_being_stored() {
    let columns = vec![column("t", "c", &["a \"b\"", "🍎", "ü"])];
    let text = serde_json::to_string(&columns).unwrap();
    let again: Vec<ColumnValues> = serde_json::from_str(&text).unwrap();
    assert_eq!(again, columns);
    assert_eq!(
        ValueIndex::build(again).lookup("Ü", 5),
        ValueIndex::build(columns).lookup("Ü", 5)
    );
}

#[test]
fn words_within_longer_texts_are_found_with_the_rows_of_all_of_them() {
    let index = ValueIndex::build(vec![
        column(
            "airports",
            "name",
            &["London Gatwick", "London Heathrow", "Londonderry", "Paris Orly"],
        ),
        column("members", "home", &["Louisville, Kentucky", "London"]),
    ]);
    let told = |words: &str| -> Vec<(String, u64)> {
        let found = index.holding(words, 5).into_iter();
        found.map(|h| (format!("{}.{}", h.table, h.column), h.rows)).collect()
    };
    // Whole words only, and no text that is the words themselves.
    assert_eq!(told("London"), [("airports.name".to_owned(), 2)]);
    assert_eq!(told("kentucky"), [("members.home".to_owned(), 1)]);
    assert_eq!(told("Orly Paris"), []);
    assert_eq!(told("Hea"), []);
    assert_eq!(told(""), []);
}

#[test]
fn a_column_spelt_in_several_ways_is_known_however_many_values_it_has() {
    let mut many: Vec<String> = (0..200).map(|n| format!("State {n}")).collect();
    let mut tidy = many.clone();
    tidy.push("Stäte 1".into());
    many.push("STATE 7 ".into());
    let of =
        |name: &str, values: &[String]| column("sales", name, &values.iter().map(String::as_str).collect::<Vec<_>>());
    let index = ValueIndex::build(vec![
        of("state", &many),
        of("tidy", &tidy),
        of("other", &["state 7".to_owned()]),
    ]);
    let found: Vec<(String, String)> = index.spelt_in_several_ways().into_iter().collect();
    assert_eq!(found, [("sales".to_owned(), "state".to_owned())]);
}
