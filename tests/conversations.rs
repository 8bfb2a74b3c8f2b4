//! Conversations on the sample databases, in plain text: each turn is asked behind what was answered before it. The
//! misses are printed, so that a fall shows what fell.

use std::path::Path;

use askwell_cli::eval;
use askwell_cli::{sample, world};
use askwell_contract::run::Trust;
use askwell_engine::desk::Asking;
use askwell_engine::pipeline::{AskOutcome, Asked};

async fn hold(set: &str, enough: f64) {
    let dir = std::env::temp_dir().join(format!("askwell-talk-{set}-{}", std::process::id()));
    std::fs::create_dir_all(&dir).unwrap();
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut scripts =
        ["tests/corpus/own", "tests/conversations"].map(|folder| root.join(format!("{folder}/{set}.sql")));
    match scripts.iter_mut().find(|script| script.is_file()) {
        Some(script) => eval::made_of(script, &dir.join(format!("{set}.sqlite"))).unwrap(),
        None => drop(sample::build(&dir).unwrap()),
    }
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/conversations/{set}.md"));
    let world = world::world(Some(dir.join("workspace"))).unwrap();
    let questions = eval::scorable(&file, &dir).unwrap();
    let lines = eval::converse(&world, questions, &dir).await.unwrap();
    let _ = std::fs::remove_dir_all(&dir);
    let right = lines.iter().filter(|line| line.ex == Some(true)).count();
    for line in lines.iter().filter(|line| line.ex != Some(true)) {
        eprintln!(
            "missed {}: {}\n  {:?} {:?}",
            line.id, line.question, line.sql, line.error
        );
    }
    let mut ms: Vec<f64> = lines.iter().map(|line| line.ms).collect();
    ms.sort_by(f64::total_cmp);
    eprintln!(
        "{set}: {right} of {} turns, p95 {:.0} ms",
        lines.len(),
        ms[ms.len() * 95 / 100]
    );
    assert!(
        right as f64 >= enough * lines.len() as f64,
        "{right} of {} turns are right",
        lines.len()
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn turns_about_harbor_goods_go_on_from_each_other() {
    hold("harbor-goods", 0.9).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn turns_about_the_northern_league_go_on_from_each_other() {
    hold("northern-league", 0.9).await;
}

/// "And those who did not?" behind those who never did is no other question.
#[tokio::test(flavor = "multi_thread")]
async fn a_condition_that_is_denied_again_is_not_turned_round() {
    hold("logins", 1.0).await;
}

/// Data as people keep them: money and days as text, spellings of one name, a total among the rows.
#[tokio::test(flavor = "multi_thread")]
async fn turns_about_untidy_data_go_on_from_each_other() {
    for set in [
        "bnb",
        "bistro",
        "time_sheet",
        "leavers",
        "invoices",
        "claims_desk",
        "birdlog",
    ] {
        hold(set, 1.0).await;
    }
    // Whole conversations with what is not understood yet: amounts that only a verb names, as in "how much was paid".
    hold("allotments", 0.6).await;
}

fn sql_of(asked: &Asked) -> String {
    let answer = asked.outcome.answer().unwrap_or_else(|| panic!("{:?}", asked.outcome));
    answer.sql.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn number(asked: &Asked) -> String {
    let result = &asked.outcome.answer().unwrap().result;
    result.rows.first().and_then(|row| row.first()).unwrap().to_string()
}

/// Nobody's best customer is the one with the highest credit limit, and a product is not popular for its suppliers.
#[tokio::test(flavor = "multi_thread")]
async fn what_is_sold_most_comes_first() {
    let dir = tempfile::tempdir().unwrap();
    sample::build(dir.path()).unwrap();
    let desk = world::desk(Some(dir.path().join("workspace"))).unwrap();
    let url = dir.path().join("harbor-goods.sqlite").display().to_string();
    let id = desk.open(&url).await.unwrap().connection.id;
    let best = desk
        .ask(&id, "Who are our best customers?", "", None, |_| {})
        .await
        .unwrap();
    let AskOutcome::Replied(reply) = best.outcome else {
        panic!("{:?}", best.outcome);
    };
    assert_eq!(reply.choices[0].label, "by revenue", "{:?}", reply.choices);
    let popular = desk.ask(&id, "most popular product", "", None, |_| {}).await.unwrap();
    assert!(sql_of(&popular).contains("JOIN order_lines"), "{}", sql_of(&popular));
}

/// Said, shown, kept by a press, used, and taken back; the counts are the database's own.
#[tokio::test(flavor = "multi_thread")]
async fn a_definition_is_shown_before_it_is_kept_and_used_until_it_is_taken_back() {
    let dir = tempfile::tempdir().unwrap();
    sample::build(dir.path()).unwrap();
    let desk = world::desk(Some(dir.path().join("workspace"))).unwrap();
    let url = dir.path().join("harbor-goods.sqlite").display().to_string();
    let id = desk.open(&url).await.unwrap().connection.id;
    let ask = async |question: &str| {
        desk.ask_in_turn(&id, question, Asking::default(), None, |_| {})
            .await
            .unwrap()
    };
    for (definition, rows, question, want) in [
        (
            "By iberian I mean customers in Spain or Portugal.",
            41,
            "How many iberian customers are there?",
            "41",
        ),
        (
            "By loyal I mean customers with more than 60 orders",
            78,
            "How many loyal customers are in Germany?",
            "18",
        ),
        (
            "By lively we mean customers with an order in 2024",
            411,
            "How many lively customers are in Spain?",
            "25",
        ),
    ] {
        let heard = ask(definition).await;
        let AskOutcome::Replied(reply) = heard.outcome else {
            panic!("{definition}: {:?}", heard.outcome);
        };
        let defined = reply.defines.unwrap_or_else(|| panic!("{}", reply.message));
        assert_eq!(defined.rows.map(|r| r.count), Some(rows), "{}", defined.sql);
        // Nothing is kept by hearing it.
        assert!(!desk
            .glossary(&id)
            .await
            .unwrap()
            .iter()
            .any(|t| t.name == defined.term.name));
        let mut terms = desk.glossary(&id).await.unwrap();
        terms.push(defined.term.clone());
        assert_eq!(desk.save_glossary(&id, terms).await.unwrap(), []);
        let used = ask(question).await;
        assert_eq!(number(&used), want, "{}", sql_of(&used));
        // Taken back, the word means nothing again.
        assert_eq!(desk.save_glossary(&id, Vec::new()).await.unwrap(), []);
        let gone = ask(question).await;
        assert!(
            gone.outcome
                .answer()
                .is_none_or(|a| a.trust != Trust::High && number(&gone) != want),
            "{:?}",
            gone.outcome
        );
    }
    let vague = ask("By splendid I mean customers of great charm").await;
    let AskOutcome::Replied(reply) = vague.outcome else {
        panic!("{:?}", vague.outcome);
    };
    assert!(
        reply.defines.is_none() && reply.message.contains("was not kept"),
        "{}",
        reply.message
    );
}

/// A number of orders says that it counts the cancelled ones, and they can be left out by a press.
#[tokio::test(flavor = "multi_thread")]
async fn what_came_to_nothing_is_said_and_can_be_left_out() {
    let dir = tempfile::tempdir().unwrap();
    sample::build(dir.path()).unwrap();
    let desk = world::desk(Some(dir.path().join("workspace"))).unwrap();
    let url = dir.path().join("harbor-goods.sqlite").display().to_string();
    let id = desk.open(&url).await.unwrap().connection.id;
    let ask = async |question: &str, after: Option<String>| {
        let asking = Asking {
            after,
            ..Asking::default()
        };
        desk.ask_in_turn(&id, question, asking, None, |_| {}).await.unwrap()
    };
    let says = |asked: &Asked| {
        let assumed = asked.outcome.answer().unwrap().assumed.iter();
        let mut too = assumed.filter(|a| a.says.contains("counted, too"));
        too.next().map(|a| a.says.clone())
    };
    let all = ask("How many orders were there in 2024?", None).await;
    let run = all.header.run.clone();
    let chips = desk.follow_ups(&id, &run).await.unwrap();
    assert!(
        chips.iter().any(|c| c.question == "without the cancelled ones"),
        "{chips:?}"
    );
    let kept = ask("without the cancelled ones", Some(run)).await;
    let number = |asked: &Asked| number(asked).parse::<i64>().unwrap();
    let left_out = number(&all) - number(&kept);
    assert!(left_out > 0);
    assert_eq!(
        says(&all),
        Some(format!("{left_out} cancelled orders are counted, too"))
    );
    assert_eq!(says(&kept), None);
}
