//! Sheets in which the words of a question are names by chance: a bank's customers, a register of pets, films, rides.

use askwell_contract::run::ValueMatch;
use askwell_contract::TypeKind::{Integer, Real, Text as Words};

use super::asked::stored;
use super::{asked, column, shop, table};
use crate::known::Role::{Category, Flag, Key, Label, Measure, Text, Time};
use crate::known::{Column, Known};
use crate::rank::Weights;

fn sheet(name: &str, columns: Vec<Column>, label: Option<usize>) -> Known {
    let mut known = shop();
    known.links.clear();
    known.tables = vec![table(name, columns, label)];
    known.ready()
}

fn first(known: &Known, question: &str, values: Vec<ValueMatch>) -> String {
    let mut asked = asked(question);
    asked.values = values;
    let found = crate::read(known, &asked, Weights::learned());
    found.into_iter().next().map(|r| r.sql).unwrap_or_default()
}

fn many(name: &str) -> Column {
    Column {
        distinct: 700,
        ..column(name, Words, Text)
    }
}

fn bank() -> Known {
    let age = Column {
        min: Some(18.0),
        max: Some(92.0),
        ..column("age", Integer, Measure)
    };
    let tenure = Column {
        max: Some(10.0),
        ..column("tenure", Integer, Measure)
    };
    let columns = vec![
        column("customer_id", Integer, Key),
        many("surname"),
        column("credit_score", Integer, Measure),
        age,
        tenure,
        column("has_credit_card", Integer, Flag),
        column("exited", Integer, Flag),
    ];
    sheet("customers", columns, Some(1))
}

#[test]
fn what_customers_did_is_the_flag_that_says_so() {
    let known = bank();
    for (question, wanted) in [
        ("how many customers have left us", "exited = 1"),
        ("how many customers quit", "exited = 1"),
        ("how many customers didn't leave", "exited = 0"),
        ("how many customers stayed", "exited = 0"),
    ] {
        let sql = first(&known, question, vec![]);
        assert!(sql.contains(wanted), "{question}: {sql}");
    }
}

#[test]
fn a_name_of_several_words_leaves_none_of_them_to_another() {
    let sql = first(&bank(), "customers without a credit card", vec![]);
    assert!(sql.ends_with("WHERE has_credit_card = 0"), "{sql}");
}

#[test]
fn a_number_that_no_row_reaches_is_of_another_column_unless_that_is_named() {
    let known = bank();
    let unsaid = "how many have been with us for less than 2 years";
    assert!(
        !first(&known, unsaid, vec![]).contains("age"),
        "{}",
        first(&known, unsaid, vec![])
    );
    let said = first(&known, "how many customers have an age above 120", vec![]);
    assert!(said.contains("age > 120"), "{said}");
}

#[test]
fn what_is_denied_is_not_split_and_what_nobody_reaches_is_still_asked() {
    let known = bank();
    let sql = first(&known, "how many customers have no credit card", vec![]);
    assert!(sql.ends_with("WHERE has_credit_card = 0"), "{sql}");
    let sql = first(&known, "how many customers are older than 120", vec![]);
    assert!(sql.contains("age > 120"), "{sql}");
    let question = "how many customers are not from Reading but from Bath";
    let columns = vec![column("name", Words, Label), column("town", Words, Category)];
    let people = sheet("customers", columns, Some(0));
    let of = |town: &str| stored(question, town, ("customers", "town"), town);
    let sql = first(&people, question, vec![of("Reading"), of("Bath")]);
    assert!(sql.contains("town = 'Bath'"), "{sql}");
}

#[test]
fn words_are_no_names_of_people_or_animals_by_chance() {
    let columns = vec![
        many("animal_name"),
        column("species", Words, Category),
        column("primary_breed", Words, Category),
        column("secondary_breed", Words, Category),
        column("zip_code", Words, Category),
    ];
    let known = sheet("pets", columns, None);
    let of = |question: &str, word: &str, column: &str, value: &str| ValueMatch {
        exact: word == value,
        ..stored(question, word, ("pets", column), value)
    };
    let question = "how many dogs are there";
    let both = vec![
        of(question, "dogs", "animal_name", "Dog"),
        of(question, "dogs", "species", "Dog"),
    ];
    let sql = first(&known, question, both);
    assert!(sql.contains("species = 'Dog'"), "{sql}");
    let question = "which zip code has the most pets";
    let sql = first(&known, question, vec![of(question, "zip", "animal_name", "Zip")]);
    assert!(!sql.contains("animal_name"), "{sql}");
    // What is called so is meant.
    let question = "how many pets named daisy are there";
    let sql = first(&known, question, vec![of(question, "daisy", "animal_name", "Daisy")]);
    assert!(sql.contains("animal_name = 'Daisy'"), "{sql}");
    let question = "which goat breed is the most common";
    let sql = first(&known, question, vec![of(question, "goat", "species", "Goat")]);
    assert!(
        sql.contains("species = 'Goat'") && sql.contains("GROUP BY primary_breed"),
        "{sql}"
    );
}

#[test]
fn a_text_of_several_words_silences_those_of_one() {
    let columns = vec![many("animal_name"), column("breed", Words, Category)];
    let known = sheet("pets", columns, None);
    let question = "how many golden retrievers are there";
    let values = vec![
        stored(question, "golden", ("pets", "animal_name"), "Golden"),
        stored(question, "golden retrievers", ("pets", "breed"), "Golden Retriever"),
    ];
    let sql = first(&known, question, values);
    assert!(
        sql.contains("breed = 'Golden Retriever'") && !sql.contains("animal_name"),
        "{sql}"
    );
}

#[test]
fn who_did_it_is_the_column_of_those_who_do() {
    let columns = vec![
        column("title", Words, Label),
        column("director", Words, Category),
        column("written_by", Words, Category),
        column("winner", Words, Category),
        column("released", Words, Time),
    ];
    let known = sheet("films", columns, Some(0));
    let of = |question: &str, word: &str, column: &str| stored(question, word, ("films", column), word);
    for (question, value, shown) in [
        ("who directed Stone River", "Stone River", "director FROM"),
        ("who wrote Stone River", "Stone River", "written_by FROM"),
        ("who won Stone River", "Stone River", "winner FROM"),
    ] {
        let sql = first(&known, question, vec![of(question, value, "title")]);
        assert!(sql.contains(shown), "{question}: {sql}");
    }
    // Who is named beside it is the one who did it, and none of the other two.
    for question in [
        "films directed by Ann Poole",
        "how many films did Ann Poole direct",
        "how many films has Ann Poole directed",
    ] {
        let of = |column: &str| of(question, "Ann Poole", column);
        let sql = first(&known, question, vec![of("winner"), of("director"), of("written_by")]);
        assert!(sql.contains("director = 'Ann Poole'"), "{question}: {sql}");
    }
}

#[test]
fn things_are_no_measure_of_them() {
    let columns = vec![
        column("bike", Words, Category),
        column("trip_duration", Integer, Measure),
        column("total_bill", Real, Measure),
        column("price_max", Real, Measure),
        column("price_typical", Real, Measure),
    ];
    let known = sheet("rentals", columns, None);
    let sql = |question: &str| first(&known, question, vec![]);
    for question in ["which bike has the most trips", "how many bills are there"] {
        assert!(!sql(question).contains("SUM"), "{question}: {}", sql(question));
    }
    assert!(sql("total trip duration").contains("SUM(trip_duration)"));
    assert!(
        sql("average price per bike").contains("price_typical"),
        "{}",
        sql("average price per bike")
    );
    assert!(sql("average maximum price per bike").contains("price_max"));
}

#[test]
fn a_beginning_or_an_end_is_looked_for_in_the_names() {
    let known = bank();
    for (question, wanted) in [
        (
            "how many customers have a surname starting with Mc",
            "surname ILIKE 'Mc%'",
        ),
        ("customers whose name begins with the letter Q", "surname ILIKE 'Q%'"),
        (
            "customers whose surname does not end in son",
            "surname NOT ILIKE '%son'",
        ),
    ] {
        let sql = first(&known, question, vec![])
            .replace("LIKE", "ILIKE")
            .replace("IILIKE", "ILIKE");
        assert!(sql.contains(wanted), "{question}: {sql}");
    }
}

fn survey() -> Known {
    let asks = |name: &str| Column {
        top: vec!["Yes".into(), "No".into(), "Response".into()],
        distinct: 3,
        nulls: 8,
        ..column(name, Words, Category)
    };
    let columns = vec![
        column("respondent", Integer, Key),
        asks("Do you ever ride a bicycle?"),
        asks("Have you ever been sailing?"),
        column("region", Words, Category),
    ];
    sheet("survey", columns, None)
}

#[test]
fn the_questions_of_a_survey_are_answered_with_yes_or_no() {
    let known = survey();
    for (question, wanted) in [
        ("how many have been sailing", "\"Have you ever been sailing?\" = 'Yes'"),
        (
            "how many people dont ride a bicycle",
            "\"Do you ever ride a bicycle?\" = 'No'",
        ),
    ] {
        let sql = first(&known, question, vec![]).replace('`', "\"");
        assert!(sql.contains(wanted), "{question}: {sql}");
    }
}

#[test]
fn a_share_of_all_is_not_one_for_each() {
    let columns = vec![
        column("song", Words, Label),
        column("live", Words, Flag),
        column("artist", Words, Category),
    ];
    let known = sheet("plays", columns, Some(0));
    let sql = first(&known, "percent of songs that are live", vec![]);
    assert!(!sql.contains("GROUP BY"), "{sql}");
    let sql = first(&known, "percent of live songs by artist", vec![]);
    assert!(sql.contains("GROUP BY artist"), "{sql}");
}

#[test]
fn none_of_a_number_is_nought_where_some_are_and_money_is_told_in_what_the_name_says() {
    let missed = Column {
        nulls: 30,
        ..column("games_missed", Integer, Measure)
    };
    let columns = vec![
        column("player", Words, Label),
        missed,
        column("salary", Integer, Measure),
        column("salary_currency", Words, Category),
        column("salary_in_usd", Integer, Measure),
        column("year", Integer, Category),
    ];
    let known = sheet("players", columns, Some(0));
    let sql = first(&known, "how many players didn't miss a single game", vec![]);
    assert!(sql.contains("games_missed = 0"), "{sql}");
    let question = "average salary in dollars by year";
    let sql = first(
        &known,
        question,
        vec![stored(question, "dollars", ("players", "salary_currency"), "USD")],
    );
    assert!(sql.contains("AVG(salary_in_usd)") && !sql.contains("WHERE"), "{sql}");
}

#[test]
fn the_last_word_of_a_name_is_a_unit_only_where_it_is_one() {
    let columns = vec![
        column("title", Words, Label),
        column("director", Words, Category),
        column("press_votes", Integer, Measure),
        column("press_rating", Real, Measure),
    ];
    let known = sheet("films", columns, Some(0));
    let question = "all films of Ann Poole";
    let asked = |question: &str| {
        let value = stored(question, "Ann Poole", ("films", "director"), "Ann Poole");
        first(&known, question, vec![value])
    };
    assert!(asked(question).contains("press_votes"), "{}", asked(question));
    let ranked = "Ann Poole films ranked by rating";
    assert!(asked(ranked).contains("ORDER BY press_rating"), "{}", asked(ranked));
    let votes = "press votes of Ann Poole films, with their rating";
    assert!(asked(votes).contains("press_votes"), "{}", asked(votes));
}

#[test]
fn a_stored_text_of_several_words_is_none_of_the_names_in_it() {
    let columns = vec![
        column("first_name", Words, Label),
        column("last_name", Words, Label),
        column("kingdom", Words, Category),
        column("country", Words, Category),
    ];
    let known = sheet("walkers", columns, Some(0));
    let question = "how many participants were not from the United Kingdom";
    let values = vec![stored(
        question,
        "United Kingdom",
        ("walkers", "country"),
        "United Kingdom",
    )];
    let sql = first(&known, question, values);
    assert!(
        sql.contains("country <> 'United Kingdom'") && !sql.contains("kingdom IS"),
        "{sql}"
    );
}

#[test]
fn a_text_is_looked_for_where_people_say_it_and_not_in_a_number() {
    let code = Column {
        unique: true,
        ..column("code", Words, Key)
    };
    let columns = vec![code, column("team", Words, Category)];
    let known = sheet("injuries", columns, None);
    let question = "how many injuries of the rovers";
    let part = |column: &str| ValueMatch {
        part: true,
        exact: false,
        similarity: 0.8,
        ..stored(question, "rovers", ("injuries", column), "rovers")
    };
    let sql = first(&known, question, vec![part("code"), part("team")]);
    assert!(sql.contains("team") && !sql.contains("code"), "{sql}");
}
