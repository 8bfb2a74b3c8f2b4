//! Words that stand in stored texts as they do in the question, and rows that are shown whole.

use askwell_contract::{Dialect, TypeKind};

use super::{asked, column, table};
use crate::known::{Known, Role};
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
