//! Words that stand in stored texts as they do in the question, and rows that are shown whole.

use askwell_contract::{Dialect, TypeKind};

use super::{asked, column, table};
use crate::known::{Col, Known, Link, Role};
use crate::rank::Weights;
use crate::Reading;

fn chairs() -> Known {
    use Role::{Category, Key, Label, Measure};
    use TypeKind::{Integer, Text as Words};
    let mut chairs = vec![
        column("id", Integer, Key),
        column("title", Words, Label),
        column("source", Words, Category),
        column("genre", Words, Category),
        column("minutes", Integer, Measure),
        column("gross", Integer, Measure),
        column("rating", Integer, Measure),
    ];
    let texts = [
        "Flat Pack",
        "Made of Oak/Ash Wood",
        "Made of Cane/Split Rattan",
        "Made of Steel",
    ];
    chairs[2].top = texts.map(str::to_owned).to_vec();
    chairs[3].top = ["Split", "Wood", "Stool"].map(str::to_owned).to_vec();
    let known = Known {
        speech: Default::default(),
        dialect: Dialect::Sqlite,
        week: Default::default(),
        tables: vec![table("chairs", chairs, Some(1))],
        links: Vec::new(),
    };
    known.ready()
}

fn first(question: &str) -> Reading {
    crate::read(&chairs(), &asked(question), Weights::learned())[0].clone()
}

#[test]
fn words_one_after_the_other_are_said_of_one_text() {
    for question in ["chairs made of oaks", "how many chairs are made of oak"] {
        let sql = first(question).sql;
        assert!(!sql.contains("OR source"), "{question}: {sql}");
    }
    let sql = first("how many chairs are made of oak").sql;
    assert!(sql.contains("LIKE '%Made of Oak%'"), "{sql}");
}

#[test]
fn nobody_reads_out_every_column_of_whole_rows() {
    let reading = first("chairs over 120 minutes");
    assert!(
        reading.sql.contains("rating") && reading.sql.contains("gross"),
        "{}",
        reading.sql
    );
    assert!(reading.says.starts_with("chairs, where minutes"), "{}", reading.says);
}

fn swims(second: &str) -> Known {
    use Role::{Key, Label, Measure, Reference, Time};
    use TypeKind::{Integer, Text as Words};
    let swimmers = vec![column("id", Integer, Key), column("name", Words, Label)];
    let heats = vec![
        column("id", Integer, Key),
        column("swimmer_id", Integer, Reference),
        column("booked_on", Words, Time),
        column("seconds", Integer, Measure),
        column("charge_percent", Integer, Measure),
    ];
    let known = Known {
        speech: Default::default(),
        dialect: Dialect::Sqlite,
        week: Default::default(),
        tables: vec![table("swimmers", swimmers, Some(1)), table(second, heats, None)],
        links: vec![Link {
            from: vec![Col { table: 1, column: 1 }],
            to: vec![Col { table: 0, column: 0 }],
            inferred: false,
            untidy: false,
        }],
    };
    known.ready()
}

fn of_swims(second: &str, question: &str) -> String {
    crate::read(&swims(second), &asked(question), Weights::learned())[0]
        .sql
        .clone()
}

#[test]
fn a_saying_names_nothing() {
    for question in [
        "how many swimmers are on our books",
        "how many swimmers are on file at any time",
    ] {
        let sql = of_swims("heats", question);
        assert!(sql.contains("COUNT(*)") && !sql.contains("heats"), "{question}: {sql}");
    }
    // Where books are kept, they are meant.
    let known = swims("books");
    let asked = asked("which swimmers are on the books");
    let text = crate::link::Text::new(&known, &asked);
    assert_eq!(text.saying(3), None);
}

#[test]
fn the_second_most_is_a_place_and_no_time() {
    let sql = of_swims("heats", "which swimmer has the second most heats");
    assert!(sql.contains("OFFSET 1") && !sql.contains("seconds"), "{sql}");
    let sql = of_swims("heats", "which swimmer has the most seconds");
    assert!(sql.contains("SUM(heats.seconds)") && !sql.contains("OFFSET"), "{sql}");
}

#[test]
fn over_so_many_units_is_more_than_they_are() {
    let sql = first("chairs over two hours").sql;
    assert!(sql.contains("> 120") && !sql.contains("= "), "{sql}");
    let sql = first("chairs over 120 minutes").sql;
    assert!(sql.contains("> 120") && !sql.contains("= 120"), "{sql}");
    let sql = first("genres that average over 100 minutes a go").sql;
    assert!(sql.contains("HAVING AVG(minutes) > 100"), "{sql}");
    let sql = first("which chairs have 5 minutes").sql;
    assert!(sql.contains("= 5"), "{sql}");
}

#[test]
fn in_percent_says_how_to_tell_it() {
    let sql = of_swims("heats", "did heats go up from 2023 to 2024, in percent");
    assert!(!sql.contains("charge_percent"), "{sql}");
    let sql = of_swims("heats", "average percent of charge");
    assert!(sql.contains("charge_percent"), "{sql}");
}
