#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::sync::{Arc, Mutex};

use askwell_contract::explore::Author;
use askwell_contract::model::{Privacy, Request};
use serde_json::{json, Value};

use super::*;
use crate::prepare::describe::tests::{known, shop};
use crate::prepare::fake::{catalog, row, table, Fake, Memory};
use crate::prepare::told;
use crate::prompt::scripted::{text, ScriptedLlm};

/// Two tables of four columns.
async fn two() -> Knowledge {
    let one = table("boats", &["id int", "harbour text", "opened date", "crew int"]);
    let other = table("catches", &["boat_id int", "weight int", "sold int", "note text"]);
    let mut all = catalog(vec![]);
    all.name = "fishing_fleet".into();
    let fake = Fake::new(all)
        .with(one, vec![row(&["1", "Lund", "1999-01-01", "200"])])
        .with(other, vec![]);
    known(fake).await
}

fn said(columns: &[&str]) -> Value {
    let field =
        |c: &&str| json!({"column": c, "short": format!("What {c} is."), "long": format!("What {c} is, at length.")});
    json!({ "fields": columns.iter().map(field).collect::<Vec<_>>() })
}

const BOATS: [&str; 4] = ["id", "harbour", "opened", "crew"];
const CATCHES: [&str; 4] = ["boat_id", "weight", "sold", "note"];

async fn run(model: &Arc<ScriptedLlm>, level: Privacy, knowledge: &Knowledge) -> (Described, Found) {
    let found: Mutex<Found> = Mutex::default();
    let on_found = |more: Found| found.lock().unwrap().extend(more);
    let described = describe(
        &model.door(level),
        knowledge,
        &Cancel::new(),
        &|_| {},
        &on_found,
        &|_| {},
    )
    .await;
    (described, found.into_inner().unwrap())
}

#[tokio::test]
async fn columns_are_asked_for_table_by_table_and_all_are_covered() {
    let knowledge = two().await;
    let model = Arc::new(
        ScriptedLlm::default()
            .expects(
                "describe",
                &["Table: boats", "Database: fishing_fleet", "- harbour (TEXT)"],
                said(&BOATS),
            )
            .expects("describe", &["Table: catches", "- sold (INTEGER)"], said(&CATCHES)),
    );
    let (described, found) = run(&model, Privacy::Values, &knowledge).await;
    assert_eq!((described.columns, described.of, described.cost), (8, 8, Some(0.002)));
    assert!(described.notes.is_empty());
    assert_eq!(found.len(), 8);
    assert!(found
        .iter()
        .all(|(_, _, by)| !by.words.short.is_empty() && !by.words.long.is_empty()));
    let asked = model.asked.lock().unwrap();
    assert!(asked.iter().all(|r| r.offline && r.to.model == "small"));
}

#[test]
fn batches_have_five_to_eight_columns_of_one_table() {
    for (columns, sizes) in [
        (1, vec![1]),
        (8, vec![8]),
        (9, vec![5, 4]),
        (12, vec![6, 6]),
        (17, vec![6, 6, 5]),
        (30, vec![8, 8, 8, 6]),
    ] {
        let specs: Vec<String> = (0..columns).map(|i| format!("c{i} int")).collect();
        let specs: Vec<&str> = specs.iter().map(String::as_str).collect();
        let all = catalog(vec![table("a", &["x int"]), table("wide", &specs)]);
        let knowledge = Knowledge::build(all, "1".into(), Vec::new(), Vec::new());
        let found = batches(&knowledge);
        assert_eq!(found[0], (0, vec![0]));
        let lengths: Vec<usize> = found[1..].iter().map(|b| b.1.len()).collect();
        assert_eq!(lengths, sizes);
        assert_eq!(
            found[1..].iter().flat_map(|b| b.1.clone()).collect::<Vec<_>>(),
            (0..columns).collect::<Vec<_>>()
        );
    }
}

#[tokio::test]
async fn the_table_is_the_same_kept_block_for_each_of_its_batches() {
    let specs: Vec<String> = (0..20).map(|i| format!("c{i} int")).collect();
    let specs: Vec<&str> = specs.iter().map(String::as_str).collect();
    let knowledge = known(Fake::new(catalog(vec![])).with(table("wide", &specs), vec![])).await;
    let model: Arc<ScriptedLlm> = Arc::default();
    let door = model.door(Privacy::Values);
    let requests: Vec<Request> = batches(&knowledge)
        .iter()
        .map(|(t, columns)| door.request(&call(&input(&knowledge, *t, columns))).unwrap())
        .collect();
    assert_eq!(requests.len(), 3);
    assert!(requests
        .iter()
        .all(|r| r.user[0] == requests[0].user[0] && r.user[0].cache && r.system == requests[0].system));
    assert_ne!(requests[0].user[1], requests[1].user[1]);
}

#[tokio::test]
async fn statistics_and_ten_values_are_shown_as_the_level_allows() {
    let knowledge = known(shop()).await;
    let model: Arc<ScriptedLlm> = Arc::default();
    let shown = |level| {
        let (t, columns) = batches(&knowledge).swap_remove(1);
        text(
            &model
                .door(level)
                .request(&call(&input(&knowledge, t, &columns)))
                .unwrap(),
        )
    };
    let (names, profile, values) = (shown(Privacy::Names), shown(Privacy::Profile), shown(Privacy::Values));
    assert!(
        names.contains("- status (TEXT)") && !names.contains("rows: 100"),
        "{names}"
    );
    assert!(
        profile.contains("rows: 100, NULL: 0, different values: 3") && !profile.contains("paid"),
        "{profile}"
    );
    assert!(
        values.contains("commonest values (rows): 'open' (34), 'paid' (33), 'sent' (33)"),
        "{values}"
    );
}

#[tokio::test]
async fn failures_that_pass_are_tried_again() {
    let knowledge = two().await;
    let model = Arc::new(
        ScriptedLlm::default()
            .expects("describe", &["Table: boats"], FailureKind::Unavailable)
            .expects("describe", &["Table: catches"], said(&CATCHES))
            .expects("describe", &["Table: boats"], FailureKind::TimedOut)
            .expects("describe", &["Table: boats"], said(&BOATS)),
    );
    let (described, _) = run(&model, Privacy::Names, &knowledge).await;
    assert_eq!((described.columns, described.notes), (8, vec![]));
}

#[tokio::test]
async fn one_table_that_keeps_failing_does_not_stop_the_others() {
    let knowledge = two().await;
    let model = Arc::new(
        ScriptedLlm::default()
            .expects("describe", &["Table: boats"], FailureKind::Unavailable)
            .expects("describe", &["Table: catches"], said(&CATCHES))
            .expects("describe", &["Table: boats"], FailureKind::Unavailable)
            .expects("describe", &["Table: boats"], FailureKind::Unavailable),
    );
    let (described, _) = run(&model, Privacy::Names, &knowledge).await;
    assert_eq!((described.columns, described.of), (4, 8));
    assert_eq!(described.notes, ["boats: It failed as scripted."]);
}

#[tokio::test]
async fn what_fails_for_good_stops_all() {
    let knowledge = two().await;
    let model = Arc::new(ScriptedLlm::default().expects("describe", &["Table: boats"], FailureKind::Key));
    let (described, found) = run(&model, Privacy::Names, &knowledge).await;
    assert_eq!(
        (described.columns, described.notes),
        (0, vec!["It failed as scripted.".to_owned()])
    );
    assert!(found.is_empty());
}

#[tokio::test]
async fn what_is_described_is_kept_and_not_asked_again() {
    let knowledge = two().await;
    let model = Arc::new(ScriptedLlm::default().expects("describe", &[], said(&BOATS)).expects(
        "describe",
        &[],
        said(&CATCHES),
    ));
    assert_eq!(estimate(&model.door(Privacy::Values), &knowledge).calls, 2);
    let (_, found) = run(&model, Privacy::Values, &knowledge).await;
    let memory = Memory::default();
    let mut told = told::load(&memory, "shop").unwrap();
    keep(&mut told, found);
    told::save(&memory, "shop", &told).unwrap();

    // As after a start, or a refresh: from the workspace, by name.
    let again = two().await.with(told::load(&memory, "shop").unwrap());
    let harbour = &again.described.tables[0].columns[1];
    assert_eq!(
        (harbour.author, harbour.words.short.as_str()),
        (Author::Model, "What harbour is.")
    );
    let nobody: Arc<ScriptedLlm> = Arc::default();
    let (described, found) = run(&nobody, Privacy::Values, &again).await;
    assert_eq!((described.columns, described.cost, found.len()), (8, Some(0.0), 0));
    let left = estimate(&nobody.door(Privacy::Values), &again);
    assert_eq!((left.calls, left.input, left.output), (0, 0, 0));
}

#[tokio::test]
async fn another_level_is_asked_anew_and_words_stay_at_theirs() {
    let knowledge = two().await;
    let model = Arc::new(ScriptedLlm::default().expects("describe", &[], said(&BOATS)).expects(
        "describe",
        &[],
        said(&CATCHES),
    ));
    let (_, found) = run(&model, Privacy::Values, &knowledge).await;
    let mut told = told::Told::default();
    keep(&mut told, found);
    let again = knowledge.with(told);
    assert_eq!(estimate(&model.door(Privacy::Names), &again).calls, 2);
    let author = |level| again.seen(level).described.tables[0].columns[1].author;
    assert_eq!(
        (author(Privacy::Names), author(Privacy::Values)),
        (Author::Rules, Author::Model)
    );
}

#[tokio::test]
async fn a_persons_words_and_comments_win() {
    let mut fake = shop();
    fake.catalog.tables[0].columns[1].comment = Some("As registered".into());
    let knowledge = known(fake).await;
    let mut told = told::Told::default();
    let by = |short: &str| ByModel {
        words: Words {
            short: short.into(),
            long: short.into(),
        },
        level: Privacy::Names,
        of: String::new(),
    };
    for column in ["customer_name", "country", "is_active"] {
        told.say_by_model("customers", column, by("By the model."));
    }
    let own = Words {
        short: "Mine".into(),
        long: "Mine".into(),
    };
    told.say("customers", Some("country"), Some(own));
    let columns = knowledge.with(told).described.tables[0].columns.clone();
    let said: Vec<(Author, &str)> = columns.iter().map(|c| (c.author, c.words.short.as_str())).collect();
    assert_eq!(
        said[1..],
        [
            (Author::Database, "As registered"),
            (Author::Person, "Mine"),
            (Author::Model, "By the model.")
        ]
    );
    assert_eq!(columns[1].words.long, "As registered. By the model.");
}

#[tokio::test]
async fn replies_are_checked_against_the_catalog() {
    let knowledge = two().await;
    let long = "A sentence of some length that ends here. ".repeat(30);
    let reply = json!({"fields": [
        {"column": "boats.ID", "short": long, "long": long},
        {"column": "\"harbour\"", "short": "x".repeat(300), "long": ""},
        {"column": "colour", "short": "x", "long": "x"},
        {"column": "harbour", "short": "twice", "long": "twice"},
        {"column": "opened", "short": " ", "long": "x"},
    ]});
    let model = Arc::new(ScriptedLlm::default().expects("describe", &[], reply).expects(
        "describe",
        &[],
        said(&CATCHES),
    ));
    let (described, found) = run(&model, Privacy::Names, &knowledge).await;
    assert_eq!(described.columns, 6);
    assert_eq!(
        described.notes,
        [
            "boats: the model described colour, which was not asked for.",
            "boats: the model left out opened, crew."
        ]
    );
    let words = |at: usize| &found[at].2.words;
    assert_eq!(found[0].1, "id");
    assert!(
        words(0).short.len() <= SHORT && words(0).short.ends_with("ends here."),
        "{}",
        words(0).short
    );
    assert!(words(0).long.len() <= LONG && words(0).long.len() > SHORT && words(0).long.ends_with("ends here."));
    assert_eq!(words(1).short.chars().count(), SHORT);
    assert_eq!(
        words(1).long,
        words(1).short,
        "what is missing is filled from the short one"
    );
}

#[tokio::test]
async fn a_bare_list_is_read_as_well() {
    let knowledge = two().await;
    let list = said(&BOATS)["fields"].to_string();
    let model = Arc::new(
        ScriptedLlm::default()
            .expects("describe", &[], format!("Here:\n```json\n{list}\n```").as_str())
            .expects("describe", &[], said(&CATCHES)),
    );
    assert_eq!(run(&model, Privacy::Names, &knowledge).await.0.columns, 8);
}

#[tokio::test]
async fn a_stop_keeps_what_is_there() {
    let knowledge = two().await;
    let cancel = Cancel::new();
    let inner = cancel.clone();
    let model = Arc::new(ScriptedLlm::default().checks("describe", move |_| inner.cancel(), said(&BOATS)));
    let found: Mutex<Found> = Mutex::default();
    let on_found = |more: Found| found.lock().unwrap().extend(more);
    let steps: Mutex<Vec<(String, u32, u32)>> = Mutex::default();
    let on_progress = |p: Progress| steps.lock().unwrap().push((p.table, p.done, p.of));
    let described = describe(
        &model.door(Privacy::Names),
        &knowledge,
        &cancel,
        &|_| {},
        &on_found,
        &on_progress,
    )
    .await;
    assert_eq!((described.columns, described.notes), (4, vec!["Stopped.".to_owned()]));
    assert_eq!(found.into_inner().unwrap().len(), 4);
    assert_eq!(steps.into_inner().unwrap()[0], ("boats".to_owned(), 1, 2));
}
