//! A question asked again, put beside what it came to before.

use super::*;

const QUESTION: &str = "How many customers are there for each country?";

async fn asked(desk: &Desk, id: &str, question: &str, run: &str) {
    let asked = desk.ask(id, question, "", Some(run.into()), |_| {}).await.unwrap();
    assert!(asked.outcome.answer().is_some(), "{question}");
}

/// The saved run as if its database had held other rows then.
fn as_if(memory: &Memory, run: &str, change: impl Fn(&mut askwell_contract::ResultSet)) {
    let events = runs::replay(memory, run).unwrap();
    let mut bytes = Vec::new();
    for mut event in events {
        if let Artifact::Answer(answer) = &mut event.artifact {
            change(&mut answer.result);
        }
        bytes.extend(serde_json::to_vec(&event).unwrap());
        bytes.push(b'\n');
    }
    memory.save("runs", run, &bytes).unwrap();
}

#[tokio::test]
async fn a_question_asked_again_is_compared_with_the_newest_run_before_it() {
    let memory = Arc::new(Memory::default());
    let desk = desk_over(&memory, vec![]);
    let id = desk.open("sqlite:/a.db").await.unwrap().connection.id;
    asked(&desk, &id, QUESTION, "first").await;
    let alone = desk.compare_runs("first", None).unwrap();
    assert!(alone.others.is_empty() && alone.changes.is_none());
    asked(&desk, &id, "How many customers are there?", "other").await;
    asked(&desk, &id, "how many customers are there  for each country", "second").await;
    asked(&desk, &id, QUESTION, "third").await;

    let same = desk.compare_runs("third", None).unwrap();
    let others: Vec<&str> = same.others.iter().map(|other| other.run.as_str()).collect();
    assert_eq!(others, ["second", "first"]);
    let changes = same.changes.unwrap();
    assert_eq!(
        (changes.earlier.run.as_str(), changes.later.run.as_str()),
        ("second", "third")
    );
    assert_eq!((changes.new, changes.gone, changes.changed, changes.same), (0, 0, 0, 3));
    assert!(!changes.cut && !changes.other_query);

    // Of two countries then, one had another figure.
    as_if(&memory, "first", |result| {
        result.rows.truncate(2);
        let figure = result.columns.len() - 1;
        result.rows[0][figure] = askwell_contract::Cell::Int(1);
    });
    let changes = desk.compare_runs("third", Some("first")).unwrap().changes.unwrap();
    assert_eq!((changes.new, changes.gone, changes.changed, changes.same), (1, 0, 1, 1));
    assert_eq!(changes.key.as_deref(), Some(&[0][..]));
    assert_eq!((changes.earlier.rows, changes.later.rows), (Some(2), Some(3)));
    // From the older run, the newer one is the later all the same.
    let back = desk.compare_runs("first", Some("third")).unwrap().changes.unwrap();
    assert_eq!(back, changes);

    let gone = desk.compare_runs("third", Some("other")).unwrap_err();
    assert_eq!(gone.code, ProblemCode::NotFound);
}

#[tokio::test]
async fn a_result_that_was_cut_says_so_and_a_run_without_an_answer_is_not_compared() {
    let memory = Arc::new(Memory::default());
    let desk = desk_over(&memory, vec![]);
    let id = desk.open("sqlite:/a.db").await.unwrap().connection.id;
    asked(&desk, &id, QUESTION, "first").await;
    asked(&desk, &id, QUESTION, "second").await;
    as_if(&memory, "first", |result| {
        result.rows.truncate(1);
        result.truncated = Some(askwell_contract::Truncation::Rows);
    });
    let changes = desk.compare_runs("second", None).unwrap().changes.unwrap();
    assert!(changes.cut);
    // The engine counted all of them, though not all were kept.
    assert_eq!((changes.earlier.rows, changes.later.rows), (Some(3), Some(3)));
    desk.ask(&id, "What is the meaning of life?", "", Some("none".into()), |_| {})
        .await
        .unwrap();
    assert_eq!(desk.compare_runs("none", None).unwrap_err().code, ProblemCode::BadInput);
}
