//! A person's evening at a disk that fails: each write of preparing, asking, settings and talking refused once, and the
//! program killed at each. The next start has everything that was said to be done, and works.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicUsize, Ordering};

use askwell_contract::model::ModelSettings;
use askwell_contract::time::Calendar;

use super::*;

#[derive(Debug, Clone, Copy, PartialEq)]
enum How {
    Refused,
    /// The line under way is torn, and nothing is written after it.
    Killed,
}

/// A workspace whose write number `at` fails. As the folder does, it leaves out a torn last line of a log.
struct Failing {
    memory: Arc<Memory>,
    logs: Mutex<BTreeSet<(String, String)>>,
    plan: Option<(usize, How)>,
    writes: AtomicUsize,
}

impl Failing {
    fn over(memory: &Arc<Memory>, plan: Option<(usize, How)>) -> Arc<Self> {
        Arc::new(Self {
            memory: memory.clone(),
            logs: Mutex::default(),
            plan,
            writes: AtomicUsize::new(0),
        })
    }

    /// The next start: it knows of logs by their names.
    fn again(self: &Arc<Self>) -> Arc<Self> {
        Arc::new(Self {
            memory: self.memory.clone(),
            logs: Mutex::new(self.logs.lock().unwrap().clone()),
            plan: None,
            writes: AtomicUsize::new(0),
        })
    }

    fn write(&self) -> Result<()> {
        let now = self.writes.fetch_add(1, Ordering::SeqCst);
        let fails = match self.plan {
            None => false,
            Some((at, How::Refused)) => now == at,
            Some((at, How::Killed)) => now >= at,
        };
        match fails {
            true => Err(Problem::new(ProblemCode::Lost, "There is no room left.")),
            false => Ok(()),
        }
    }
}

impl Workspace for Failing {
    fn load(&self, room: &str, key: &str) -> Result<Option<Vec<u8>>> {
        let bytes = self.memory.load(room, key)?;
        let log = self.logs.lock().unwrap().contains(&(room.into(), key.into()));
        Ok(bytes.map(|mut bytes| {
            if log {
                let whole = bytes.iter().rposition(|b| *b == b'\n').map_or(0, |at| at + 1);
                bytes.truncate(whole);
            }
            bytes
        }))
    }
    fn save(&self, room: &str, key: &str, bytes: &[u8]) -> Result<()> {
        self.write()?;
        self.logs.lock().unwrap().remove(&(room.into(), key.into()));
        self.memory.save(room, key, bytes)
    }
    fn append(&self, room: &str, key: &str, line: &[u8]) -> Result<()> {
        let whole = self.load(room, key)?.unwrap_or_default();
        let line = [line.strip_suffix(b"\n").unwrap_or(line), b"\n"].concat();
        let written = self.write();
        let first = self.writes.load(Ordering::SeqCst) == self.plan.map_or(0, |plan| plan.0 + 1);
        let line = match written {
            Ok(()) => line.as_slice(),
            Err(_) if first => &line[..line.len() / 2],
            Err(problem) => return Err(problem),
        };
        self.logs.lock().unwrap().insert((room.into(), key.into()));
        self.memory.save(room, key, &[&whole, line].concat())?;
        written
    }
    fn list(&self, room: &str) -> Result<Vec<String>> {
        self.memory.list(room)
    }
    fn remove(&self, room: &str, key: &str) -> Result<()> {
        self.write()?;
        self.memory.remove(room, key)
    }
}

fn desk(workspace: Arc<Failing>) -> Desk {
    let world = World {
        connector: Arc::new(Fakes),
        clock: Arc::new(Ticking::default()),
        workspace,
        ..fake::world(Arc::new(Memory::default()))
    };
    Desk::new(world, vec![])
}

const QUESTION: &str = "How many customers are there?";

fn moved() -> Calendar {
    Calendar {
        fiscal_start: 7,
        ..Calendar::default()
    }
}

fn careful() -> ModelSettings {
    ModelSettings {
        airplane: true,
        ..ModelSettings::default()
    }
}

/// What was said to be done.
#[derive(Debug, Default)]
struct Done {
    opened: Option<String>,
    answered: Vec<String>,
    right: bool,
    calendar: bool,
    models: bool,
    privacy: bool,
    title: bool,
    deleted: bool,
}

async fn evening(desk: &Desk) -> Done {
    let mut done = Done::default();
    let Ok(opened) = desk.open("sqlite:/a.db").await else {
        return done;
    };
    let id = opened.connection.id;
    done.opened = Some(id.clone());
    let _ = desk.prepare(&id, |_| {}).await;
    for run in ["one", "two", "gone"] {
        let asked = desk.ask(&id, QUESTION, "", Some(run.into()), |_| {}).await;
        if asked.is_ok_and(|asked| asked.outcome.answer().is_some()) {
            done.answered.push(run.into());
        }
    }
    done.right = desk.verify("one", true).is_ok();
    done.calendar = desk.save_calendar(moved()).is_ok();
    done.models = desk.save_models(careful()).await.is_ok();
    done.privacy = desk.set_privacy(&id, Privacy::Names).await.is_ok();
    done.title = desk.rename_thread("one", "Mine").is_ok();
    done.deleted = desk.delete_thread("gone").is_ok();
    done
}

/// The next start of the program.
async fn after(workspace: Arc<Failing>, done: &Done, said: &str) {
    let desk = desk(workspace);
    let known = desk.connections().unwrap();
    if let Some(id) = &done.opened {
        assert!(known.iter().any(|c| &c.id == id), "{said}: the connection is gone");
        assert!(!done.privacy || known[0].privacy == Privacy::Names, "{said}: privacy");
    }
    let calendar = desk.calendar().unwrap();
    assert!(
        calendar == moved() || (!done.calendar && calendar == Calendar::default()),
        "{said}"
    );
    let models = desk.model_settings().unwrap();
    assert!(models.airplane || !done.models, "{said}: the airplane switch");
    let id = desk.open("sqlite:/a.db").await.unwrap().connection.id;
    let history = desk.history(&id).unwrap();
    for run in &done.answered {
        let kept = history.iter().find(|h| &h.run == run);
        if run == "gone" && kept.is_none() {
            continue;
        }
        let kept = kept.unwrap_or_else(|| panic!("{said}: {run} is gone"));
        assert_eq!(kept.state, RunState::Answered, "{said}: {run}");
        assert!(
            run != "one" || kept.verified || !done.right,
            "{said}: what was right is not"
        );
    }
    for run in &history {
        assert!(
            !(done.deleted && run.run == "gone"),
            "{said}: what was deleted is there"
        );
        let events = desk.replay(&run.run).unwrap();
        assert!(
            events.iter().enumerate().all(|(at, e)| e.seq as usize == at),
            "{said}: {}",
            run.run
        );
    }
    let threads = desk.threads(&id).unwrap();
    let mine = threads.iter().any(|t| t.title == "Mine");
    assert!(
        mine || !done.title || !done.answered.iter().any(|r| r == "one"),
        "{said}: the title"
    );
    desk.prepare(&id, |_| {}).await.unwrap();
    let asked = desk.ask(&id, QUESTION, "", Some("next".into()), |_| {}).await.unwrap();
    assert_eq!(
        asked.outcome.answer().unwrap().headline.as_deref(),
        Some("12"),
        "{said}"
    );
    assert!(desk.history(&id).unwrap().iter().any(|h| h.run == "next"), "{said}");
}

#[tokio::test]
async fn whichever_write_fails_the_next_start_has_all_that_was_said_to_be_done() {
    let whole = Failing::over(&Arc::default(), None);
    let done = evening(&desk(whole.clone())).await;
    assert!(
        done.right && done.calendar && done.models && done.privacy && done.title && done.deleted,
        "{done:?}"
    );
    assert_eq!(done.answered.len(), 3);
    let writes = whole.writes.load(Ordering::SeqCst);
    after(whole.again(), &done, "nothing failed").await;
    for how in [How::Refused, How::Killed] {
        for at in 0..writes {
            let workspace = Failing::over(&Arc::default(), Some((at, how)));
            let done = evening(&desk(workspace.clone())).await;
            after(workspace.again(), &done, &format!("write {at} of {writes} {how:?}")).await;
        }
    }
    println!("{} faults, none lost", 2 * writes);
    assert!(writes > 40, "{writes}");
}
