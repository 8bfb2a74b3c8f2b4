//! Turns that ask several things of the sample databases, and the one answer that their parts become.

use askwell_cli::{sample, world};
use askwell_contract::run::{Answer, Combine};
use askwell_contract::Cell;
use askwell_engine::desk::Desk;
use tempfile::TempDir;

struct Sample {
    _dir: TempDir,
    desk: Desk,
    id: String,
}

impl Sample {
    async fn open(file: &str) -> Self {
        let dir = tempfile::tempdir().unwrap();
        sample::build(dir.path()).unwrap();
        let desk = world::desk(Some(dir.path().join("workspace"))).unwrap();
        let id = desk
            .open(&dir.path().join(file).display().to_string())
            .await
            .unwrap()
            .connection
            .id;
        Self { _dir: dir, desk, id }
    }

    async fn ask(&self, question: &str, by: Combine) -> Answer {
        let asked = self.desk.ask(&self.id, question, "", None, |_| {}).await.unwrap();
        let answer = asked
            .outcome
            .answer()
            .unwrap_or_else(|| panic!("{:?}", asked.outcome))
            .clone();
        assert_eq!(
            answer.combined.as_ref().map(|c| c.by),
            Some(by),
            "{question}: {}",
            answer.sql
        );
        answer
    }
}

fn numbers(answer: &Answer) -> Vec<f64> {
    answer.result.rows.iter().flatten().filter_map(Cell::as_f64).collect()
}

fn row<'a>(answer: &'a Answer, of: &str) -> &'a [Cell] {
    let found = answer.result.rows.iter().find(|row| row[0].to_string() == of);
    found.unwrap_or_else(|| panic!("no row {of}"))
}

#[tokio::test(flavor = "multi_thread")]
async fn parts_about_harbor_goods_become_one_answer() {
    let shop = Sample::open("harbor-goods.sqlite").await;
    let years = shop
        .ask(
            "How many orders were there in 2023 and in 2024, and what is the difference?",
            Combine::Figures,
        )
        .await;
    assert_eq!(numbers(&years), [4660.0, 5547.0, 887.0]);
    assert!(
        years
            .sentence
            .contains("The difference is 887: 5,547 (2024) against 4,660 (2023)"),
        "{}",
        years.sentence
    );
    let more = shop
        .ask(
            "How many more orders were there in 2024 than in 2023?",
            Combine::Figures,
        )
        .await;
    assert_eq!(numbers(&more), [5547.0, 4660.0, 887.0]);
    let ratio = shop
        .ask(
            "How many returns were there in 2024 and how many orders were there in 2024, and what is the ratio?",
            Combine::Figures,
        )
        .await;
    assert_eq!(numbers(&ratio), [337.0, 5547.0, 0.060_754]);
    // Only one of them has customers, only the other has suppliers.
    let beside = shop
        .ask(
            "How many customers are there per country and how many suppliers are there per country?",
            Combine::Beside,
        )
        .await;
    assert_eq!(row(&beside, "Germany")[1..], [Cell::Int(89), Cell::Int(9)]);
    assert_eq!(row(&beside, "France")[2], Cell::Null);
    assert_eq!(row(&beside, "China")[1..], [Cell::Null, Cell::Int(5)]);
    let list = shop
        .ask(
            "What are the suppliers in Italy and which customers are in Portugal?",
            Combine::Union,
        )
        .await;
    assert_eq!(list.result.rows.len(), 15);
    assert_eq!(row(&list, "supplier")[1].to_string(), "Vinquist Foundry");
    // The rows of the first part are the condition of the second, and each says whose it is.
    let last = shop
        .ask(
            "Which 3 customers bought most, and what did they order last?",
            Combine::Chain,
        )
        .await;
    let whose: Vec<String> = last.result.rows.iter().map(|row| row[0].to_string()).collect();
    // Calholt Home placed two orders on its last day.
    assert_eq!(
        whose,
        ["Branholt Home", "Calholt Home", "Calholt Home", "Halnes Trading"]
    );
    assert!(row(&last, "Branholt Home")
        .iter()
        .any(|c| c.to_string() == "2025-12-27"));
}

#[tokio::test(flavor = "multi_thread")]
async fn parts_about_the_northern_league_become_one_answer() {
    let league = Sample::open("northern-league.duckdb").await;
    let fewer = league
        .ask(
            "How many games were there in 2022 and in 2023, and which year had fewer?",
            Combine::Figures,
        )
        .await;
    assert_eq!(numbers(&fewer)[..2], [1179.0, 1184.0]);
    assert!(
        fewer.sentence.contains("2022 is lower: 1,179 against 1,184 (2023)"),
        "{}",
        fewer.sentence
    );
    let beside = league
        .ask(
            "How many games were there per season and how many contracts were there per season?",
            Combine::Beside,
        )
        .await;
    assert_eq!(row(&beside, "2023")[1..], [Cell::Int(1184), Cell::Int(392)]);
    // Nothing that one has is in the other.
    league
        .ask(
            "How many players are there per nationality and how many coaches are there per team?",
            Combine::List,
        )
        .await;
}
