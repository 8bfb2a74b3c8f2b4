//! A provider whose every end is scripted, and what tests need around it.

use std::collections::{BTreeMap, VecDeque};
use std::sync::Mutex;
use std::time::Duration;

use askwell_contract::model::{Block, Failure, FailureKind, Form, ModelRef, Privacy, Reply, Request, Usage};
use askwell_contract::ports::{Cancel, Clock, Workspace};
use askwell_contract::{Problem, ProblemCode, Result as Fallible};
use async_trait::async_trait;
use tokio::time::{sleep, Instant};

use super::call::Call;

pub enum Step {
    Replies,
    Fails(FailureKind),
    /// 429, and when to come back.
    Asks(Duration),
}

type Check = Box<dyn Fn(&Request) + Send + Sync>;

pub struct Scripted {
    began: Instant,
    state: Mutex<State>,
    check: Option<Check>,
}

#[derive(Default)]
struct State {
    steps: VecDeque<Step>,
    takes: Duration,
    asked: Vec<(String, Duration)>,
    now: usize,
    most: usize,
}

impl Scripted {
    /// Replies to everything, once the script is over.
    pub fn new() -> Self {
        Self {
            began: Instant::now(),
            state: Mutex::default(),
            check: None,
        }
    }
    pub fn then(self, steps: Vec<Step>) -> Self {
        self.state.lock().unwrap().steps.extend(steps);
        self
    }
    pub fn taking(self, time: Duration) -> Self {
        self.take(time);
        self
    }
    /// Looks at every request as it arrives.
    pub fn checking(self, check: impl Fn(&Request) + Send + Sync + 'static) -> Self {
        Self {
            check: Some(Box::new(check)),
            ..self
        }
    }
    pub fn take(&self, time: Duration) {
        self.state.lock().unwrap().takes = time;
    }
    /// What was asked, in order.
    pub fn texts(&self) -> Vec<String> {
        self.state
            .lock()
            .unwrap()
            .asked
            .iter()
            .map(|(text, _)| text.clone())
            .collect()
    }
    pub fn times(&self) -> Vec<Duration> {
        self.state.lock().unwrap().asked.iter().map(|(_, at)| *at).collect()
    }
    pub fn most_at_once(&self) -> usize {
        self.state.lock().unwrap().most
    }
}

struct Under<'a>(&'a Scripted);

impl Drop for Under<'_> {
    fn drop(&mut self) {
        self.0.state.lock().unwrap().now -= 1;
    }
}

#[async_trait]
impl Call for Scripted {
    async fn call(&self, request: &Request, _: &Cancel) -> Result<Reply, Failure> {
        if let Some(check) = &self.check {
            check(request);
        }
        let (step, takes, _under) = {
            let mut state = self.state.lock().unwrap();
            state.asked.push((request.user[0].text.clone(), self.began.elapsed()));
            state.now += 1;
            state.most = state.most.max(state.now);
            (state.steps.pop_front(), state.takes, Under(self))
        };
        sleep(takes).await;
        match step {
            None | Some(Step::Replies) => Ok(reply(&format!("re: {}", request.user[0].text))),
            Some(Step::Fails(kind)) => Err(Failure::new(kind, format!("{kind:?}"))),
            Some(Step::Asks(wait)) => Err(Failure {
                retry_after: Some(wait.as_millis() as u64),
                ..Failure::new(FailureKind::RateLimited, "Too many requests.")
            }),
        }
    }
}

/// Takes 1,000 tokens in and gives 100 out.
pub fn reply(text: &str) -> Reply {
    Reply {
        text: text.into(),
        value: None,
        thinking: None,
        usage: Usage {
            input: 1_000,
            output: 100,
            ..Usage::default()
        },
        cost: None,
        cached: false,
        ms: 5.0,
    }
}

pub fn request(text: &str) -> Request {
    Request {
        purpose: "test".into(),
        prompt: "hash".into(),
        to: ModelRef {
            provider: "acme".into(),
            model: "gpt-4.1".into(),
        },
        system: vec![Block {
            text: "Answer.".into(),
            cache: true,
        }],
        user: vec![Block {
            text: text.into(),
            cache: false,
        }],
        form: Form::Text,
        temperature: Some(0.0),
        thinking: None,
        max_tokens: 500,
        sample: 0,
        privacy: Privacy::Names,
        connection: "shop".into(),
        run: Some("run-1".into()),
        offline: false,
        window: None,
    }
}

/// A clock that a test sets.
#[derive(Default)]
pub struct Hands(pub Mutex<u64>);

impl Clock for Hands {
    fn now(&self) -> u64 {
        *self.0.lock().unwrap()
    }
    fn ticks(&self) -> f64 {
        self.now() as f64
    }
}

/// 2026-11-21, 12:00 UTC.
pub const NOON: u64 = 1_795_262_400_000;

pub fn noon() -> std::sync::Arc<Hands> {
    std::sync::Arc::new(Hands(Mutex::new(NOON)))
}

/// A workspace in memory. Its disk can be full for whatever is added to a log.
#[derive(Default)]
pub struct Paper {
    rooms: Mutex<BTreeMap<(String, String), Vec<u8>>>,
    full: bool,
}

impl Paper {
    pub fn full() -> Self {
        Self {
            full: true,
            ..Self::default()
        }
    }
}

impl Workspace for Paper {
    fn load(&self, room: &str, key: &str) -> Fallible<Option<Vec<u8>>> {
        Ok(self.rooms.lock().unwrap().get(&(room.into(), key.into())).cloned())
    }
    fn save(&self, room: &str, key: &str, bytes: &[u8]) -> Fallible<()> {
        let mut rooms = self.rooms.lock().unwrap();
        rooms.insert((room.into(), key.into()), bytes.to_vec());
        Ok(())
    }
    fn append(&self, room: &str, key: &str, line: &[u8]) -> Fallible<()> {
        if self.full {
            return Err(Problem::new(ProblemCode::Lost, "There is no room left."));
        }
        let mut rooms = self.rooms.lock().unwrap();
        let log = rooms.entry((room.into(), key.into())).or_default();
        log.extend_from_slice(line);
        log.push(b'\n');
        Ok(())
    }
    fn list(&self, room: &str) -> Fallible<Vec<String>> {
        let rooms = self.rooms.lock().unwrap();
        Ok(rooms
            .keys()
            .filter(|(of, _)| of == room)
            .map(|(_, key)| key.clone())
            .collect())
    }
    fn remove(&self, room: &str, key: &str) -> Fallible<()> {
        self.rooms.lock().unwrap().remove(&(room.into(), key.into()));
        Ok(())
    }
}
