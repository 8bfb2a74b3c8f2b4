//! One runner as the program sees it. In: a task. Out: a process that answers orders, and what to tell a person when it
//! ended in the middle of one. Deliberately absent: which orders, and how many processes there are.

use std::io::{self, BufReader, Read};
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use askwell_contract::ports::Cancel;
use askwell_contract::run::Finding;
use askwell_contract::{Problem, ProblemCode, Result};

use super::scale::{self, Scale};
use super::walls::Standing;
use super::wire::{self, Heard, Order, Task, Word};
use super::{program, ALONE, ROLE};
use crate::db::feed::{watch, Stop, Watch};
use crate::db::files::temporary::Temporary;

/// Opening may wait for a slow disk, and for another program's write.
const OPENING: Duration = Duration::from_secs(60);
/// DuckDB took 4.8 GB of addresses for a file of 10,000 columns, and wrote to 0.4 GB.
const SET_ASIDE: u64 = 4;
/// Of what a dead process said last.
const LAST_WORDS: u64 = 64 << 10;
/// What of the program's surroundings a runner is told: where libraries are and which time is local. No key that a
/// variable may hold.
const TOLD: [&str; 6] = [
    "LD_LIBRARY_PATH",
    "DYLD_LIBRARY_PATH",
    "TZ",
    "PATH",
    "SystemRoot",
    "windir",
];

/// How a runner is kept within its limits.
#[derive(Debug, Clone, Copy)]
pub struct Leash {
    /// Bytes that it may hold; a runner beyond it is ended.
    pub memory: u64,
    /// From asking an engine to stop to ending its process.
    pub grace: Duration,
}

pub struct Process {
    hand: Arc<Hand>,
    from: BufReader<ChildStdout>,
    last_words: Option<ChildStderr>,
    buffer: Vec<u8>,
    pub walls: Standing,
    // Removed after the process has ended.
    _scratch: Temporary,
}

/// What other threads need to end it.
pub struct Hand {
    to: Mutex<ChildStdin>,
    child: Mutex<Child>,
    ended: AtomicBool,
    outgrew: AtomicBool,
}

impl Process {
    /// Starts a runner and waits until it has done the first part of its task.
    fn begin(task: &Task, leash: Leash, patience: Duration, stop: &Cancel) -> Result<(Self, Word)> {
        let scratch = Temporary::new()?;
        let mut command = Command::new(program()?);
        command
            .arg(ROLE)
            .env_clear()
            .envs(TOLD.iter().filter_map(|name| Some((*name, std::env::var_os(name)?))))
            .envs(["TMPDIR", "SQLITE_TMPDIR", "TMP", "TEMP"].map(|name| (name, scratch.path())))
            .current_dir(scratch.path())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        #[cfg(unix)]
        std::os::unix::process::CommandExt::arg0(&mut command, ALONE);
        #[cfg(windows)]
        std::os::windows::process::CommandExt::creation_flags(&mut command, NO_WINDOW);
        let mut child = command.spawn().map_err(not_started)?;
        let (Some(to), Some(from)) = (child.stdin.take(), child.stdout.take()) else {
            let _ = child.kill();
            let _ = child.wait();
            return Err(Problem::internal("a process without its pipe"));
        };
        let last_words = child.stderr.take();
        let mut process = Self {
            hand: Arc::new(Hand {
                to: Mutex::new(to),
                child: Mutex::new(child),
                ended: AtomicBool::new(false),
                outgrew: AtomicBool::new(false),
            }),
            from: BufReader::with_capacity(1 << 16, from),
            last_words,
            buffer: Vec::new(),
            walls: Standing::default(),
            _scratch: scratch,
        };
        let start = Order::Start {
            task: task.clone(),
            scratch: process._scratch.path().into(),
            // Engines set addresses aside by the gigabyte that they never write to, and the kernel's limit counts them.
            memory: leash.memory.saturating_mul(SET_ASIDE),
        };
        match process.ask(&start, leash, Some(Instant::now() + patience), stop)? {
            Answer::Word(Word::Broken(problem)) => Err(problem),
            Answer::Word(word) => Ok((process, word)),
            Answer::Died(finding) => Err(broken_off(finding)),
        }
    }

    pub fn open(task: &Task, leash: Leash) -> Result<Self> {
        let (mut process, word) = Self::begin(task, leash, OPENING, &Cancel::new())?;
        match word {
            Word::Ready(walls) => {
                process.walls = walls;
                Ok(process)
            }
            other => Err(unexpected(&other)),
        }
    }

    /// A task that ends with its first word.
    pub fn once(task: &Task, leash: Leash, patience: Duration, stop: &Cancel) -> Result<Word> {
        Self::begin(task, leash, patience, stop).map(|(_, word)| word)
    }

    /// One order with one word for an answer.
    pub fn ask(&mut self, order: &Order, leash: Leash, deadline: Option<Instant>, cancel: &Cancel) -> Result<Answer> {
        let stop = Arc::new(Stop::default());
        let gone = cancel.clone();
        let gone = async move { gone.cancelled().await };
        let watch: Watch = watch(self.interrupt(leash.grace), stop.clone(), deadline, gone)?;
        let scale = self.weigh(leash)?;
        let heard = self.send(order).and_then(|()| self.hear());
        drop((watch, scale));
        match heard {
            Ok(Some(Heard::Word(word))) => Ok(Answer::Word(word)),
            Ok(Some(Heard::Lot(_))) => Err(Problem::internal("rows where none were asked for")),
            Ok(None) | Err(_) => match stop.why() {
                Some(askwell_contract::Truncation::Cancelled) => Err(Problem::cancelled()),
                Some(_) => Err(
                    Problem::new(ProblemCode::TimedOut, "The database engine gave no answer in time.")
                        .hint("Try again; if it happens again, the file or its disk may be damaged."),
                ),
                None => Ok(Answer::Died(self.autopsy())),
            },
        }
    }

    pub fn send(&mut self, order: &Order) -> io::Result<()> {
        wire::order(&mut *self.hand.to(), order)
    }

    /// `None`: it has ended.
    pub fn hear(&mut self) -> io::Result<Option<Heard>> {
        wire::hear(&mut self.from, &mut self.buffer)
    }

    /// Asks it to stop, and ends it when it does not; to be called again and again.
    pub fn interrupt(&self, grace: Duration) -> impl Fn() + Send + 'static {
        let hand = self.hand.clone();
        let asked: Mutex<Option<Instant>> = Mutex::new(None);
        move || {
            let mut asked = asked.lock().unwrap_or_else(PoisonError::into_inner);
            match *asked {
                None => {
                    *asked = Some(Instant::now());
                    hand.stop();
                }
                Some(at) if at.elapsed() >= grace => hand.kill(),
                Some(_) => {}
            }
        }
    }

    /// Watches what it takes until the answer is there.
    pub fn weigh(&self, leash: Leash) -> Result<Scale> {
        let (hand, id) = (self.hand.clone(), self.hand.child().id());
        scale::put_on(id, leash.memory, move || {
            hand.outgrew.store(true, Ordering::SeqCst);
            hand.kill();
        })
    }

    /// It holds so much that the next query would soon be at its limit; a new one begins with nothing.
    pub fn is_bloated(&self, leash: Leash) -> bool {
        scale::weight(self.hand.child().id()).is_some_and(|bytes| bytes > leash.memory / 2)
    }

    #[cfg(test)]
    pub fn id(&self) -> u32 {
        self.hand.child().id()
    }

    pub fn kill(&self) {
        self.hand.kill();
    }

    pub fn has_ended(&self) -> bool {
        !matches!(self.hand.child().try_wait(), Ok(None))
    }

    /// Whether something else than the engine and this program ended it: another program, or the system.
    pub fn is_felled(&self) -> bool {
        let ended_here = self.hand.ended.load(Ordering::SeqCst) || self.hand.outgrew.load(Ordering::SeqCst);
        !ended_here
            && self
                .hand
                .child()
                .try_wait()
                .is_ok_and(|how| how.is_some_and(|how| felled(&how)))
    }

    /// Why it ended although nobody here ended it, in words about the query that it was at.
    pub fn autopsy(&mut self) -> Finding {
        // Whatever was garbled is not listened to any longer.
        self.kill_if_alive();
        let mut said = Vec::new();
        if let Some(words) = self.last_words.take() {
            let _ = words.take(LAST_WORDS).read_to_end(&mut said);
        }
        let said = String::from_utf8_lossy(&said).trim().to_string();
        let how = self
            .hand
            .child()
            .wait()
            .map_or_else(|error| error.to_string(), |how| how.to_string());
        let engine = if said.is_empty() {
            how.clone()
        } else {
            format!("{how}: {said}")
        };
        let memory = ["memory allocation", "bad_alloc", "ut of memory", "Cannot allocate"];
        let outgrew = self.hand.outgrew.load(Ordering::SeqCst);
        let (code, message, hint) = if outgrew || memory.iter().any(|words| said.contains(words)) {
            (
                "memory",
                "The query needs more memory than it may have.",
                "Ask for less at once, for example one year or one group.",
            )
        } else {
            (
                "crash",
                "The database engine broke down over this query. Nothing was changed, and the next query runs as usual.",
                "Ask in other words. If it happens again, please report it with the query.",
            )
        };
        Finding {
            hint: Some(hint.into()),
            engine: Some(engine),
            ..Finding::error(code, message)
        }
    }

    fn kill_if_alive(&self) {
        // A process whose pipe has just closed may not have ended yet; its own end says more than ours would.
        let began = Instant::now();
        while !self.has_ended() {
            if began.elapsed() > Duration::from_millis(500) {
                return self.kill();
            }
            std::thread::sleep(Duration::from_millis(2));
        }
    }
}

#[cfg(unix)]
fn felled(how: &std::process::ExitStatus) -> bool {
    use rustix::process::Signal;
    let signal = std::os::unix::process::ExitStatusExt::signal(how);
    [Signal::KILL, Signal::TERM, Signal::HUP]
        .iter()
        .any(|s| signal == Some(s.as_raw()))
}

/// There an end from outside looks like any other.
#[cfg(not(unix))]
fn felled(_: &std::process::ExitStatus) -> bool {
    false
}

#[cfg(windows)]
const NO_WINDOW: u32 = 0x0800_0000;

pub enum Answer {
    Word(Word),
    Died(Finding),
}

impl Hand {
    fn to(&self) -> MutexGuard<'_, ChildStdin> {
        self.to.lock().unwrap_or_else(PoisonError::into_inner)
    }
    fn child(&self) -> MutexGuard<'_, Child> {
        self.child.lock().unwrap_or_else(PoisonError::into_inner)
    }
    /// Left out while an order is still being written: then it has not begun, and is ended by force.
    fn stop(&self) {
        if let Ok(mut to) = self.to.try_lock() {
            let _ = wire::order(&mut *to, &Order::Stop);
        }
    }
    fn kill(&self) {
        if !self.ended.swap(true, Ordering::SeqCst) {
            let _ = self.child().kill();
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.kill();
        // Its locks on files are gone once it is.
        let _ = self.hand.child().wait();
    }
}

fn not_started(error: io::Error) -> Problem {
    Problem::new(
        ProblemCode::Internal,
        "The process that runs queries could not be started.",
    )
    .hint("Close some programs, or start Askwell anew, and try again.")
    .detail(error)
}

/// A runner that ended over something that is no query.
pub fn broken_off(finding: Finding) -> Problem {
    let message = if finding.code == "memory" {
        "Reading it takes more memory than Askwell may use."
    } else {
        "The database engine broke down over it."
    };
    let mut problem = Problem::new(ProblemCode::Lost, message)
        .hint("The file may be damaged. Try a copy of it, or restore it from a backup.");
    problem.detail = finding.engine;
    problem
}

pub fn unexpected(word: &Word) -> Problem {
    let words: String = format!("{word:?}").chars().take(200).collect();
    Problem::internal(format!("not the word that was waited for: {words}"))
}
