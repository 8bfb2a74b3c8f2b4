//! Connections on threads of their own: engine calls block, so none of them runs on the async runtime.
//!
//! In: jobs. Out: the jobs done, each on one connection that nobody else uses meanwhile. Deliberately absent:
//! anything about SQL.

use std::collections::VecDeque;
use std::future::Future;
use std::panic::{catch_unwind, AssertUnwindSafe};
use std::pin::pin;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, Wake, Waker};
use std::thread::{self, Thread};
use std::time::{Duration, Instant};

use askwell_contract::{Problem, Result};
use tokio::sync::oneshot;

/// Two candidates run side by side while an export and a page of results are being read.
const CONNECTIONS: usize = 4;
/// How long a further connection stays without a job: a runner takes some 20 MB that it shares with nobody.
const REST: Duration = Duration::from_secs(3);

type Job<C> = Box<dyn FnOnce(&mut C) + Send>;
type Connect<C> = Box<dyn Fn() -> Result<C> + Send + Sync>;

/// Opens further connections only when jobs wait, and keeps them as long as there are jobs; the first one stays. Dropping it
/// ends the threads after the jobs they are at.
pub struct Pool<C: Send + 'static> {
    shared: Arc<Shared<C>>,
}

struct Shared<C> {
    name: &'static str,
    connect: Connect<C>,
    rest: Duration,
    state: Mutex<State<C>>,
    wake: Condvar,
}

struct State<C> {
    queue: VecDeque<Job<C>>,
    idle: usize,
    threads: usize,
    closed: bool,
}

impl<C: Send + 'static> Pool<C> {
    /// `first` is the connection that proved that the database opens.
    pub fn new(name: &'static str, first: C, connect: impl Fn() -> Result<C> + Send + Sync + 'static) -> Result<Self> {
        Self::resting(name, first, connect, REST)
    }

    fn resting(
        name: &'static str,
        first: C,
        connect: impl Fn() -> Result<C> + Send + Sync + 'static,
        rest: Duration,
    ) -> Result<Self> {
        let state = State {
            queue: VecDeque::new(),
            idle: 0,
            threads: 1,
            closed: false,
        };
        let shared = Arc::new(Shared {
            name,
            connect: Box::new(connect),
            rest,
            state: Mutex::new(state),
            wake: Condvar::new(),
        });
        let worker = shared.clone();
        spawn(name, move || work(&worker, first, None))?;
        Ok(Self { shared })
    }

    pub fn submit(&self, job: impl FnOnce(&mut C) + Send + 'static) {
        let mut state = self.shared.lock();
        state.queue.push_back(Box::new(job));
        if state.queue.len() > state.idle && state.threads < CONNECTIONS {
            state.threads += 1;
            let shared = self.shared.clone();
            let spawned = spawn(self.shared.name, move || match (shared.connect)() {
                Ok(connection) => work(&shared, connection, Some(shared.rest)),
                // The first connection is there and takes the job.
                Err(_) => shared.lock().threads -= 1,
            });
            if spawned.is_err() {
                state.threads -= 1;
            }
        }
        drop(state);
        self.shared.wake.notify_one();
    }

    /// Runs a job to its end, even when the caller loses interest.
    pub async fn run<T: Send + 'static>(&self, job: impl FnOnce(&mut C) -> T + Send + 'static) -> Result<T> {
        let (give, take) = oneshot::channel();
        self.submit(move |connection| {
            let _ = give.send(job(connection));
        });
        take.await
            .map_err(|_| Problem::internal("a database job ended without a result"))
    }
}

impl<C: Send + 'static> Drop for Pool<C> {
    fn drop(&mut self) {
        self.shared.lock().closed = true;
        self.shared.wake.notify_all();
    }
}

impl<C> Shared<C> {
    /// A job never panics while this lock is held, so a poisoned state is a whole one.
    fn lock(&self) -> MutexGuard<'_, State<C>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// `None`: there will be none, or there was none for as long as `rest`.
    fn next(&self, rest: Option<Duration>) -> Option<Job<C>> {
        let mut state = self.lock();
        loop {
            if let Some(job) = state.queue.pop_front() {
                return Some(job);
            }
            if state.closed {
                return None;
            }
            state.idle += 1;
            let rested;
            (state, rested) = match rest {
                None => (self.wake.wait(state).unwrap_or_else(PoisonError::into_inner), false),
                Some(rest) => {
                    let woken = self.wake.wait_timeout(state, rest);
                    let (state, waited) = woken.unwrap_or_else(PoisonError::into_inner);
                    (state, waited.timed_out())
                }
            };
            state.idle -= 1;
            if rested && state.queue.is_empty() {
                state.threads -= 1;
                return None;
            }
        }
    }
}

fn work<C>(shared: &Shared<C>, mut connection: C, rest: Option<Duration>) {
    while let Some(job) = shared.next(rest) {
        // A driver that panics must cost one query, not every later one. What it left behind is not trusted.
        if catch_unwind(AssertUnwindSafe(|| job(&mut connection))).is_err() {
            if let Ok(fresh) = (shared.connect)() {
                connection = fresh;
            }
        }
    }
}

pub fn spawn(name: &str, body: impl FnOnce() + Send + 'static) -> Result<thread::JoinHandle<()>> {
    thread::Builder::new()
        .name(format!("askwell-{name}"))
        .spawn(body)
        .map_err(Problem::internal)
}

/// Waits on this thread, which is not one of the runtime's, for a future or for the deadline (`None`).
pub fn wait<F: Future>(future: F, deadline: Option<Instant>) -> Option<F::Output> {
    struct Unpark(Thread);
    impl Wake for Unpark {
        fn wake(self: Arc<Self>) {
            self.0.unpark();
        }
    }
    let waker = Waker::from(Arc::new(Unpark(thread::current())));
    let mut context = Context::from_waker(&waker);
    let mut future = pin!(future);
    loop {
        if let Poll::Ready(output) = future.as_mut().poll(&mut context) {
            return Some(output);
        }
        match deadline.map(|at| at.saturating_duration_since(Instant::now())) {
            Some(left) if left.is_zero() => return None,
            Some(left) => thread::park_timeout(left),
            None => thread::park(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_panicking_job_is_a_problem_and_its_connection_is_never_used_again() {
        use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};
        // Connections are numbers here, each its own.
        let (made, broken) = (AtomicUsize::new(1), Arc::new(AtomicUsize::new(usize::MAX)));
        let pool = Pool::new("test", 0, move || Ok(made.fetch_add(1, SeqCst))).unwrap();
        let seen = broken.clone();
        let ended = pool.run(move |c| {
            seen.store(*c, SeqCst);
            panic!("driver")
        });
        assert!(ended.await.map(|(): ()| ()).is_err());
        // As many at once as there are connections, so that every one is asked.
        let together = Arc::new(std::sync::Barrier::new(CONNECTIONS));
        let number = || {
            let together = together.clone();
            pool.run(move |c| {
                together.wait();
                *c
            })
        };
        let (a, b, c, d) = tokio::join!(number(), number(), number(), number());
        let used = [a.unwrap(), b.unwrap(), c.unwrap(), d.unwrap()];
        assert!(!used.contains(&broken.load(SeqCst)), "{used:?}");
    }

    #[tokio::test]
    async fn jobs_run_side_by_side_up_to_the_number_of_connections() {
        let pool = Pool::new("test", (), || Ok(())).unwrap();
        let together = Arc::new(std::sync::Barrier::new(CONNECTIONS));
        let meet = || {
            let together = together.clone();
            pool.run(move |()| {
                together.wait();
            })
        };
        let (a, b, c, d) = tokio::join!(meet(), meet(), meet(), meet());
        assert!(a.is_ok() && b.is_ok() && c.is_ok() && d.is_ok());
    }

    #[tokio::test]
    async fn further_connections_are_closed_when_there_is_nothing_to_do_and_opened_when_there_is() {
        struct Counted(Arc<std::sync::atomic::AtomicUsize>);
        impl Drop for Counted {
            fn drop(&mut self) {
                self.0.fetch_sub(1, std::sync::atomic::Ordering::SeqCst);
            }
        }
        let open = Arc::new(std::sync::atomic::AtomicUsize::new(0));
        let counter = open.clone();
        let another = move || {
            counter.fetch_add(1, std::sync::atomic::Ordering::SeqCst);
            Ok(Counted(counter.clone()))
        };
        let pool = Pool::resting("test", another().unwrap(), another, Duration::from_millis(20)).unwrap();
        for _ in 0..2 {
            let together = Arc::new(std::sync::Barrier::new(CONNECTIONS));
            let meet = || {
                let together = together.clone();
                pool.run(move |_| {
                    together.wait();
                })
            };
            let (a, b, c, d) = tokio::join!(meet(), meet(), meet(), meet());
            assert!(a.is_ok() && b.is_ok() && c.is_ok() && d.is_ok());
            let began = Instant::now();
            while open.load(std::sync::atomic::Ordering::SeqCst) > 1 {
                assert!(began.elapsed() < Duration::from_secs(20), "they stay open");
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
            // The first one is there for the next question.
            tokio::time::sleep(Duration::from_millis(60)).await;
            assert_eq!(open.load(std::sync::atomic::Ordering::SeqCst), 1);
        }
    }

    #[test]
    fn waiting_ends_at_the_deadline() {
        let began = Instant::now();
        assert!(wait(std::future::pending::<()>(), Some(began + Duration::from_millis(5))).is_none());
        assert!(began.elapsed() >= Duration::from_millis(5));
    }
}
