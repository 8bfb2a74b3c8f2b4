use std::sync::Arc;

use askwell_contract::api::RunState;
use askwell_contract::connect::{Keep, Place, Secrets, Step, Target, Understood};
use askwell_contract::model::Privacy;
use askwell_contract::ports::{Connector, Workspace};
use askwell_contract::run::{Artifact, Trust};
use async_trait::async_trait;

use super::*;
use crate::prepare::fake::{self, counted, row, table, Fake, Memory};
use crate::scripted::Ticking;

mod choosing;
mod coming_back;
mod comparing;
mod connecting;
mod counting;
mod exploring;
mod exporting;
mod faults;
mod fuzz;
mod jumping;
mod measuring;
mod models;
mod own;
mod pinning;
mod preparing;
mod recalling;
mod resuming;
mod shelf;
mod threads;
mod tracing;
mod verifying;
mod world;

/// Opens one fake database under every URL that begins with `sqlite:`.
struct Fakes;

fn shop() -> Fake {
    let customers = counted(table("customers", &["id int", "name text", "country text"]), 12);
    let rows = (0..12).map(|i| row(&[&i.to_string(), &format!("Name {i}"), ["France", "Peru", "Japan"][i % 3]]));
    Fake::new(fake::catalog(vec![])).with(customers, rows.collect())
}

#[async_trait]
impl Connector for Fakes {
    async fn understand(&self, address: &str) -> Result<Understood> {
        match address.strip_prefix("sqlite:") {
            Some(path) => Ok(Understood {
                place: Place::Sqlite { path: path.into() },
                password: None,
            }),
            None => Err(Problem::new(ProblemCode::NotFound, "There is no such file.")),
        }
    }
    fn address(&self, place: &Place) -> String {
        match place {
            Place::Sqlite { path } => format!("sqlite:{path}"),
            other => panic!("{other:?}"),
        }
    }
    async fn open(&self, _: &Target, _: &Secrets) -> Result<Arc<dyn Database>> {
        Ok(Arc::new(shop()))
    }
    async fn test(&self, _: &Target, _: &Secrets, _: &(dyn Fn(Step) + Send + Sync)) -> bool {
        true
    }
}

fn desk_over(memory: &Arc<Memory>, samples: Vec<Connection>) -> Desk {
    desk_at(memory, samples, &Arc::default())
}

fn desk_at(memory: &Arc<Memory>, samples: Vec<Connection>, clock: &Arc<Ticking>) -> Desk {
    let world = World {
        connector: Arc::new(Fakes),
        clock: clock.clone(),
        ..fake::world(memory.clone())
    };
    Desk::new(world, samples)
}

fn sample() -> Connection {
    Connection {
        id: "harbor".into(),
        name: "Harbor Goods".into(),
        url: "sqlite:/samples/harbor.db".into(),
        dialect: Dialect::Sqlite,
        sample: true,
        about: "A wholesaler.".into(),
        opened: None,
        target: Place::Sqlite {
            path: "/samples/harbor.db".into(),
        }
        .into(),
        colour: None,
        keep: Keep::Run,
        privacy: Privacy::default(),
    }
}

#[tokio::test]
async fn connections_are_remembered_samples_first() {
    let (memory, clock) = (Arc::new(Memory::default()), Arc::default());
    let desk = desk_at(&memory, vec![sample()], &clock);
    let a = desk.open("sqlite:/a.db").await.unwrap().connection;
    let b = desk.open(" sqlite:/b.db ").await.unwrap().connection;
    desk.open("sqlite:/samples/harbor.db").await.unwrap();
    let ids: Vec<String> = desk.connections().unwrap().into_iter().map(|c| c.id).collect();
    assert_eq!(ids, ["harbor".to_string(), b.id.clone(), a.id.clone()]);
    // Another start of the program.
    let desk = desk_at(&memory, vec![sample()], &clock);
    let again = desk.connections().unwrap();
    assert_eq!(again.iter().map(|c| c.id.clone()).collect::<Vec<_>>(), ids);
    assert!(again[0].opened.is_some() && again[0].sample);
    desk.open("sqlite:/a.db").await.unwrap();
    assert_eq!(desk.connections().unwrap()[1].id, a.id);
    desk.forget(&a.id).unwrap();
    desk.forget("harbor").unwrap();
    let ids: Vec<String> = desk.connections().unwrap().into_iter().map(|c| c.id).collect();
    assert_eq!(ids, ["harbor".to_string(), b.id]);
}

#[tokio::test]
async fn what_cannot_be_opened_is_not_remembered() {
    let memory = Arc::new(Memory::default());
    let desk = desk_over(&memory, vec![]);
    assert_eq!(desk.open("nothing:/x").await.unwrap_err().code, ProblemCode::NotFound);
    assert_eq!(desk.open("  ").await.unwrap_err().code, ProblemCode::BadInput);
    assert!(desk.connections().unwrap().is_empty());
    assert_eq!(
        desk.prepare("gone", |_| {}).await.unwrap_err().code,
        ProblemCode::NotFound
    );
}

#[tokio::test]
async fn a_question_is_answered_saved_and_replayed_as_it_was() {
    let memory = Arc::new(Memory::default());
    let desk = desk_over(&memory, vec![]);
    let id = desk.open("sqlite:/a.db").await.unwrap().connection.id;
    let seen = Mutex::new(Vec::new());
    let asked = desk
        .ask(&id, "How many customers are there?", "", Some("my-run".into()), |e| {
            seen.lock().unwrap().push(e)
        })
        .await
        .unwrap();
    assert_eq!(asked.outcome.answer().unwrap().headline.as_deref(), Some("12"));
    let seen = seen.into_inner().unwrap();
    assert_eq!(desk.replay("my-run").unwrap(), seen);
    let history = desk.history(&id).unwrap();
    assert_eq!(history.len(), 1);
    assert_eq!(
        (history[0].run.as_str(), history[0].state),
        ("my-run", RunState::Answered)
    );
    assert_eq!(history[0].sentence, asked.outcome.answer().unwrap().sentence);
    assert!(desk.history("other").unwrap().is_empty());
    assert_eq!(desk.replay("other").unwrap_err().code, ProblemCode::NotFound);
}

#[tokio::test]
async fn a_run_cut_short_is_called_interrupted() {
    let memory = Arc::new(Memory::default());
    let desk = desk_over(&memory, vec![]);
    let id = desk.open("sqlite:/a.db").await.unwrap().connection.id;
    desk.ask(&id, "How many customers are there?", "", Some("whole".into()), |_| {})
        .await
        .unwrap();
    let whole = memory.load("runs", "whole").unwrap().unwrap();
    memory.save("runs", "torn", &whole[..whole.len() / 2]).unwrap();
    let mut history = desk.history(&id).unwrap();
    history.sort_by_key(|s| s.state != RunState::Interrupted);
    assert_eq!((history.len(), history[0].state), (2, RunState::Interrupted));
    let events = desk.replay("torn").unwrap();
    assert!(matches!(events[0].artifact, Artifact::Started(_)) && events.len() < desk.replay("whole").unwrap().len());
}

#[tokio::test]
async fn declined_stopped_and_failed_runs_are_told_apart() {
    let memory = Arc::new(Memory::default());
    let desk = desk_over(&memory, vec![]);
    let id = desk.open("sqlite:/a.db").await.unwrap().connection.id;
    desk.prepare(&id, |_| {}).await.unwrap();
    desk.ask(&id, "What is the meaning of life?", "", Some("a".into()), |_| {})
        .await
        .unwrap();
    desk.ask(&id, "", "", Some("b".into()), |_| {}).await.unwrap();
    // Stop as soon as the run is heard of.
    let stop = |e: Event| desk.stop(&e.run);
    desk.ask(&id, "How many customers are there?", "", Some("c".into()), stop)
        .await
        .unwrap();
    let mut states: Vec<(String, RunState)> = desk
        .history(&id)
        .unwrap()
        .into_iter()
        .map(|s| (s.run, s.state))
        .collect();
    states.sort_by(|a, b| a.0.cmp(&b.0));
    let states: Vec<RunState> = states.into_iter().map(|s| s.1).collect();
    assert_eq!(states, [RunState::Declined, RunState::Failed, RunState::Stopped]);
    desk.stop("never-heard-of");
}

#[tokio::test]
async fn names_of_runs_are_checked_and_made() {
    let memory = Arc::new(Memory::default());
    let desk = desk_over(&memory, vec![]);
    let id = desk.open("sqlite:/a.db").await.unwrap().connection.id;
    for bad in ["", "a/b", "../x", "a b", &"x".repeat(101)] {
        assert!(desk.ask(&id, "q", "", Some(bad.into()), |_| {}).await.is_err(), "{bad}");
    }
    let one = desk
        .ask(&id, "How many customers are there?", "", None, |_| {})
        .await
        .unwrap()
        .header
        .run;
    let two = desk
        .ask(&id, "How many customers are there?", "", None, |_| {})
        .await
        .unwrap()
        .header
        .run;
    assert_ne!(one, two);
    assert_eq!(desk.history(&id).unwrap().len(), 2);
}

#[tokio::test]
async fn examples_are_questions_that_can_be_answered() {
    let memory = Arc::new(Memory::default());
    let desk = desk_over(&memory, vec![]);
    let id = desk.open("sqlite:/a.db").await.unwrap().connection.id;
    let examples = desk.examples(&id).await.unwrap();
    assert!(
        examples.contains(&"How many customers are there?".to_string()),
        "{examples:?}"
    );
    assert!(
        examples.contains(&"How many customers are there for each country?".to_string()),
        "{examples:?}"
    );
    for question in &examples {
        let asked = desk.ask(&id, question, "", None, |_| {}).await.unwrap();
        let one = asked.selection.is_some_and(|s| s.disagreement.is_none());
        let sure = matches!(&asked.outcome, AskOutcome::Answered(a) if a.trust == Trust::High);
        assert!(one && sure, "{question}");
    }
}

#[tokio::test]
async fn examples_are_found_once_and_kept_until_the_database_changes() {
    let memory = Arc::new(Memory::default());
    let desk = desk_over(&memory, vec![]);
    let id = desk.open("sqlite:/a.db").await.unwrap().connection.id;
    let found = desk.examples(&id).await.unwrap();
    let kept = String::from_utf8(memory.load("examples", &id).unwrap().unwrap()).unwrap();
    let put = |text: &str| memory.save("examples", &id, text.as_bytes()).unwrap();
    put(&kept.replace(&found[0], "Is it kept?"));
    let desk = desk_over(&memory, vec![]);
    desk.open("sqlite:/a.db").await.unwrap();
    assert_eq!(desk.examples(&id).await.unwrap()[0], "Is it kept?");
    // Of a database as it was before.
    put(&kept.replace("\"of\":\"", "\"of\":\"another"));
    assert_eq!(desk.examples(&id).await.unwrap(), found);
}

#[tokio::test]
async fn preparing_again_is_from_memory_and_pages_go_through_the_guard() {
    let memory = Arc::new(Memory::default());
    let desk = desk_over(&memory, vec![]);
    let id = desk.open("sqlite:/a.db").await.unwrap().connection.id;
    let first = desk.prepare(&id, |_| {}).await.unwrap();
    let again = desk.prepare(&id, |_| {}).await.unwrap();
    assert!(!first.cached && again.cached && first.values == again.values && first.values > 0);
    let problem = desk.page(&id, "DROP TABLE customers", 0, 10).await.unwrap_err();
    assert_eq!(problem.code, ProblemCode::BadInput);
    assert_eq!(
        desk.format_sql(&id, "select 1 from customers").unwrap(),
        "SELECT 1\nFROM customers"
    );
}
