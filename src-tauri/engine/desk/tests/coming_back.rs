//! Databases that are lost, let go of, and come back.

use std::sync::{OnceLock, Weak};
use std::time::Duration;

use askwell_contract::ports::{Files, Sink};
use askwell_contract::run::Answer;

use super::held::{Held, IDLE};
use super::world::{self, Net, Safe, Wire};
use super::*;
use crate::pipeline::AskOutcome;

const QUESTION: &str = "How many customers are there?";

async fn opened(net: &Arc<Net>, url: &str) -> (Desk, String) {
    let desk = world::desk(&Arc::default(), net, &Arc::new(Safe::default()));
    let id = desk.open(url).await.unwrap().connection.id;
    (desk, id)
}

async fn asked(desk: &Desk, id: &str) -> Result<Box<Answer>> {
    match desk.ask(id, QUESTION, "", None, |_| {}).await.unwrap().outcome {
        AskOutcome::Answered(answer) => Ok(answer),
        AskOutcome::Failed(problem) => Err(problem),
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn a_lost_connection_is_opened_once_more_and_the_question_goes_on() {
    let net = Arc::new(Net::default());
    let (desk, id) = opened(&net, "sqlite:/a.db").await;
    desk.prepare(&id, |_| {}).await.unwrap();
    // Before the first stage, and in the midst of running a candidate.
    for (reopened, works) in (2..).zip([0, 1]) {
        net.lose(works, 1);
        assert_eq!(asked(&desk, &id).await.unwrap().headline.as_deref(), Some("12"));
        assert_eq!((net.openings(), net.open_now()), (reopened, 1));
    }
}

#[tokio::test]
async fn a_connection_lost_twice_is_a_problem_and_the_question_is_kept() {
    let net = Arc::new(Net::default());
    let (desk, id) = opened(&net, "sqlite:/a.db").await;
    desk.prepare(&id, |_| {}).await.unwrap();
    net.lose(1, 2);
    let problem = asked(&desk, &id).await.unwrap_err();
    assert_eq!(problem.code, ProblemCode::Lost);
    let history = desk.history(&id).unwrap();
    assert_eq!(
        (history[0].question.as_str(), history[0].state),
        (QUESTION, RunState::Failed)
    );
    let events = desk.replay(&history[0].run).unwrap();
    assert!(matches!(events.last().unwrap().artifact, Artifact::Finished { .. }));
    // The next question finds a connection again.
    assert!(asked(&desk, &id).await.is_ok());
}

#[tokio::test]
async fn a_database_that_stays_away_says_so_and_comes_back_by_itself() {
    let net = Arc::new(Net::default());
    let (desk, id) = opened(&net, "sqlite:/a.db").await;
    desk.prepare(&id, |_| {}).await.unwrap();
    net.lose(0, 1);
    net.take_down(true);
    let problem = asked(&desk, &id).await.unwrap_err();
    assert_eq!(problem.code, ProblemCode::Lost);
    assert!(
        problem
            .message
            .contains("was lost, and connecting again failed: Nothing answers"),
        "{problem:?}"
    );
    assert_eq!(
        (problem.hint.as_deref(), problem.detail.as_deref()),
        (Some("Check the VPN."), Some("reset by peer"))
    );
    net.take_down(false);
    assert!(asked(&desk, &id).await.is_ok());
    assert_eq!(desk.history(&id).unwrap().len(), 2);
}

#[tokio::test]
async fn a_database_that_cannot_be_opened_still_leaves_the_question_in_the_history() {
    let (memory, net) = (Arc::default(), Arc::new(Net::default()));
    let safe = Arc::new(Safe::default());
    let desk = world::desk(&memory, &net, &safe);
    let id = desk.open("sqlite:/a.db").await.unwrap().connection.id;
    let desk = world::desk(&memory, &net, &safe);
    net.take_down(true);
    let seen = Mutex::new(Vec::new());
    let told = |event: Event| seen.lock().unwrap().push(event);
    let run = desk.ask(&id, QUESTION, "", Some("r".into()), told).await.unwrap();
    assert!(matches!(run.outcome, AskOutcome::Failed(problem) if problem.code == ProblemCode::NotFound));
    let seen = seen.into_inner().unwrap();
    assert_eq!(crate::scripted::kinds(&seen), ["started", "problem", "finished"]);
    assert_eq!(desk.history(&id).unwrap()[0].question, QUESTION);
    assert_eq!(desk.replay("r").unwrap(), seen);
}

#[tokio::test]
async fn several_calls_that_lose_one_connection_open_it_once() {
    let net = Arc::new(Net::default());
    let (desk, id) = opened(&net, "sqlite:/a.db").await;
    let open = desk.opened(&id).await.unwrap();
    net.cut();
    let calls = [(); 3].map(|()| open.database.fingerprint());
    let [a, b, c] = calls;
    let (a, b, c) = tokio::join!(a, b, c);
    assert!(a.is_ok() && b.is_ok() && c.is_ok());
    assert_eq!((net.openings(), net.open_now()), (2, 1));
}

fn duck(net: &Arc<Net>, clock: &Arc<Ticking>, idle: Duration) -> (World, Connection, Duration) {
    let world = World {
        connector: Arc::new(Wire(net.clone())),
        clock: clock.clone(),
        ..fake::world(Arc::default())
    };
    let place = Place::Duckdb {
        path: "/a.duckdb".into(),
    };
    let connection = Connection {
        target: place.into(),
        ..sample()
    };
    (world, connection, idle)
}

async fn held_duck((world, connection, idle): (World, Connection, Duration)) -> Arc<Held> {
    let database = world
        .connector
        .open(&connection.target, &Secrets::default())
        .await
        .unwrap();
    Held::new(&world, &connection, Secrets::default(), database, idle)
}

#[tokio::test]
async fn a_duckdb_file_is_let_go_of_when_nobody_uses_it() {
    let (net, clock) = (Arc::new(Net::default()), Arc::<Ticking>::default());
    let held = held_duck(duck(&net, &clock, IDLE)).await;
    let half = IDLE.as_millis() as u64 / 2;
    clock.advance(half);
    held.fingerprint().await.unwrap();
    clock.advance(half);
    let left = held.let_go().await;
    assert!(left > Duration::ZERO && left <= IDLE / 2, "{left:?}");
    assert_eq!(net.open_now(), 1, "it was used half-way");
    clock.advance(half);
    held.let_go().await;
    assert_eq!(net.open_now(), 0);
    // The next use opens it again.
    held.fingerprint().await.unwrap();
    assert_eq!((net.open_now(), net.openings()), (1, 2));
    // Locked meanwhile by another program: its words reach the person.
    clock.advance(3 * half);
    held.let_go().await;
    net.take_down(true);
    assert_eq!(
        held.fingerprint().await.unwrap_err().message,
        "Nothing answers at db.example."
    );
}

#[tokio::test]
async fn letting_go_needs_nobody_to_call() {
    let (net, clock) = (Arc::new(Net::default()), Arc::<Ticking>::default());
    let _held = held_duck(duck(&net, &clock, Duration::from_millis(20))).await;
    clock.advance(1_000);
    let gone = async {
        while net.open_now() > 0 {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(10), gone).await.unwrap();
}

#[tokio::test]
async fn a_sqlite_file_stays_open() {
    let (net, clock) = (Arc::new(Net::default()), Arc::<Ticking>::default());
    let (world, mut connection, idle) = duck(&net, &clock, Duration::from_millis(1));
    connection.target = Place::Sqlite { path: "/a.db".into() }.into();
    let _held = held_duck((world, connection, idle)).await;
    clock.advance(1_000);
    tokio::time::sleep(Duration::from_millis(100)).await;
    assert_eq!(net.open_now(), 1);
}

/// Files that come to nothing; making one stops the export "stopped".
#[derive(Default)]
struct Trap(OnceLock<Weak<Desk>>);

impl Files for Trap {
    fn create(&self, _: &str) -> Result<Box<dyn Sink>> {
        if let Some(desk) = self.0.get().and_then(Weak::upgrade) {
            desk.stop("stopped");
        }
        Ok(Box::new(Nowhere))
    }
}

struct Nowhere;

impl Sink for Nowhere {
    fn write(&mut self, _: &[u8]) -> Result<()> {
        Ok(())
    }
    fn finish(self: Box<Self>) -> Result<()> {
        Ok(())
    }
}

#[tokio::test]
async fn stop_ends_an_export_by_its_name() {
    let trap = Arc::new(Trap::default());
    let world = World {
        connector: Arc::new(Wire(Arc::new(Net::default()))),
        files: trap.clone(),
        ..fake::world(Arc::default())
    };
    let desk = Arc::new(Desk::new(world, Vec::new()));
    assert!(trap.0.set(Arc::downgrade(&desk)).is_ok());
    let id = desk.open("sqlite:/a.db").await.unwrap().connection.id;
    let request = askwell_contract::api::ExportRequest {
        sql: "SELECT * FROM customers".into(),
        path: "/x.csv".into(),
        format: crate::export::by_name("/x.csv").unwrap(),
        asked: None,
        view: None,
    };
    let export = |run: &'static str| desk.export(&id, run, &request, |_| {});
    assert_eq!(export("another").await.unwrap().rows, 12);
    assert_eq!(export("stopped").await.unwrap_err().code, ProblemCode::Cancelled);
    assert_eq!(export("not a name").await.unwrap_err().code, ProblemCode::Internal);
    assert!(desk.history(&id).unwrap().is_empty(), "an export is no question");
}
