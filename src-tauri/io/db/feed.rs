//! Rows on their way from an engine's thread to a reader, within limits.
//!
//! In: columns and rows of one running query. Out: a `RowStream`, cut where a limit, a stop or a reader that went
//! away says so; then the engine itself is interrupted. Deliberately absent: which engine it is.

use std::sync::atomic::{AtomicBool, AtomicU8, Ordering};
use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use askwell_contract::ports::{Batch, Cancel, End, Lot, Ran, RowStream};
use askwell_contract::run::Finding;
use askwell_contract::strip::{Strips, Values};
use askwell_contract::{Cell, Limits, Problem, Result, ResultColumn, Row, Truncation, TypeKind};
use tokio::sync::{mpsc, oneshot};

use super::worker::{spawn, wait};

/// Rows a batch: large enough that the channel costs little, small enough to reach the screen at once.
const BATCH: usize = 512;
/// A batch of wide rows is handed over earlier.
const BATCH_BYTES: u64 = 1 << 20;
/// Batches that may wait for a slow reader before the engine is held back.
const WAITING: usize = 4;
/// How long a row may wait for its batch to fill.
const LATENCY: Duration = Duration::from_millis(50);
/// An interrupt that hits an engine between two steps is lost, so it is repeated until the query has ended.
const INSIST: Duration = Duration::from_millis(20);

/// A column whose kind may be left to its values.
pub struct Heading {
    pub name: String,
    pub kind: Option<TypeKind>,
}

/// As another process has settled it.
impl From<ResultColumn> for Heading {
    fn from(column: ResultColumn) -> Self {
        Self {
            name: column.name,
            kind: Some(column.kind),
        }
    }
}

type Opened = std::result::Result<std::result::Result<Vec<ResultColumn>, Finding>, Problem>;

/// The engine's end.
pub struct Feed {
    limits: Limits,
    cancel: Cancel,
    started: Arc<AtomicBool>,
    opened: Option<oneshot::Sender<Opened>>,
    batches: mpsc::Sender<Batch>,
    /// A place kept for the end, so that a full channel cannot swallow it.
    last: Option<mpsc::OwnedPermit<Batch>>,
    stop: Arc<Stop>,
    columns: Vec<Heading>,
    batch: Vec<Row>,
    batch_bytes: u64,
    flushed: Instant,
    rows: u64,
    bytes: u64,
    cut: Option<Truncation>,
}

/// The reader's end.
pub struct Reply {
    started: Arc<AtomicBool>,
    opened: oneshot::Receiver<Opened>,
    batches: mpsc::Receiver<Batch>,
}

pub fn feed(limits: Limits, cancel: &Cancel) -> (Feed, Reply) {
    let (batches, receiver) = mpsc::channel(WAITING + 1);
    let (opened, opening) = oneshot::channel();
    let started = Arc::new(AtomicBool::new(false));
    let feed = Feed {
        limits,
        cancel: cancel.clone(),
        started: started.clone(),
        opened: Some(opened),
        last: batches.clone().try_reserve_owned().ok(),
        batches,
        stop: Arc::default(),
        columns: Vec::new(),
        batch: Vec::new(),
        batch_bytes: 0,
        flushed: Instant::now(),
        rows: 0,
        bytes: 0,
        cut: None,
    };
    (
        feed,
        Reply {
            started,
            opened: opening,
            batches: receiver,
        },
    )
}

impl Reply {
    /// The stream, once its first row or its end is known. A query stopped before that is a finding
    /// (`cancelled`, `timeout`): an empty result would look like an answer.
    pub async fn stream(mut self, cancel: &Cancel) -> Ran<RowStream> {
        let opened = tokio::select! {
            opened = &mut self.opened => opened,
            () = cancel.cancelled() => {
                if !self.started.load(Ordering::SeqCst) {
                    return Ok(Err(stopped(Truncation::Cancelled, Limits::ASK)));
                }
                // Stopped means that the engine has stopped, so its word is awaited.
                self.opened.await
            }
        };
        match opened {
            Ok(Ok(Ok(columns))) => Ok(Ok(RowStream::new(columns, self.batches))),
            Ok(Ok(Err(finding))) => Ok(Err(finding)),
            Ok(Err(problem)) => Err(problem),
            Err(_) => Err(Problem::internal("the query ended without a result")),
        }
    }
}

impl Feed {
    /// Starts the clock. `None`: stopped while it waited for a connection; nothing is to be run.
    pub fn start(&mut self, interrupt: impl Fn() + Send + 'static) -> Result<Option<Watch>> {
        self.started.store(true, Ordering::SeqCst);
        if self.cancel.is_cancelled() || self.batches.is_closed() {
            self.stop.set(Truncation::Cancelled);
            return Ok(None);
        }
        let (batches, cancel) = (self.batches.clone(), self.cancel.clone());
        let gone = async move {
            tokio::select! {
                () = cancel.cancelled() => {}
                () = batches.closed() => {}
            }
        };
        watch(interrupt, self.stop.clone(), deadline(self.limits.milliseconds), gone).map(Some)
    }

    /// Resolves once the query is to end for a reason from outside.
    pub fn stopping(&self) -> Cancel {
        self.stop.stopped.clone()
    }

    /// Nothing was handed over yet, so that the query may be begun again.
    pub fn is_untouched(&self) -> bool {
        self.rows == 0
    }

    pub fn columns(&mut self, columns: Vec<Heading>) {
        self.columns = columns;
    }

    /// False once no further row is wanted.
    pub fn row(&mut self, row: Row) -> bool {
        if self.stop.why().is_some() {
            return false;
        }
        let size = size_of_row(&row);
        if self.rows >= self.limits.rows {
            self.cut = Some(Truncation::Rows);
            return false;
        }
        if self.bytes.saturating_add(size) > self.limits.bytes {
            self.cut = Some(Truncation::Bytes);
            return false;
        }
        self.rows += 1;
        self.bytes += size;
        self.batch_bytes += size;
        self.batch.push(row);
        let full = self.batch.len() >= BATCH || self.batch_bytes >= BATCH_BYTES;
        if full || self.flushed.elapsed() >= LATENCY || (self.opened.is_some() && self.kinds_are_known()) {
            return self.flush();
        }
        true
    }

    /// Whole columns at once, where the kind of every column is known; false once no further row is wanted.
    pub fn strips(&mut self, mut strips: Strips) -> bool {
        if self.stop.why().is_some() {
            return false;
        }
        let room = usize::try_from(self.limits.rows - self.rows).unwrap_or(usize::MAX);
        if strips.rows > room {
            self.cut = Some(Truncation::Rows);
            strips.truncate(room);
        }
        let size = size_of_strips(&strips);
        if self.bytes.saturating_add(size) > self.limits.bytes {
            self.cut = Some(Truncation::Bytes);
            return false;
        }
        self.rows += strips.rows as u64;
        self.bytes += size;
        (strips.rows == 0 || self.pass_on(Batch::Strips(strips))) && self.cut.is_none()
    }

    /// A batch that was measured where it was made, and is only counted here; false once no further one is wanted.
    pub fn lot(&mut self, lot: Lot) -> bool {
        if self.stop.why().is_some() {
            return false;
        }
        self.rows = self.rows.saturating_add(lot.rows() as u64);
        if self.rows > self.limits.rows {
            self.cut = Some(Truncation::Rows);
            return false;
        }
        self.pass_on(match lot {
            Lot::Rows(rows) => Batch::Rows(rows),
            Lot::Strips(strips) => Batch::Strips(strips),
        })
    }

    /// It was cut where it was made.
    pub fn end_cut(mut self, why: Truncation) {
        self.cut = Some(why);
        self.end(Ok(()));
    }

    /// How the engine ended; an error that our own interrupt caused is a cut.
    pub fn end(mut self, outcome: std::result::Result<(), Finding>) {
        if self.opened.is_some() {
            match (self.stop.why(), &outcome) {
                (Some(why), _) if self.batch.is_empty() => return self.refuse(Ok(Err(stopped(why, self.limits)))),
                (None, Err(finding)) => return self.refuse(Ok(Err(finding.clone()))),
                _ => {}
            }
        }
        self.flush();
        self.open(&[]);
        // Asked only now: the last batch, too, may not have reached its reader.
        let end = match (self.stop.why(), outcome) {
            (Some(why), _) => End::Cut(why),
            (None, Err(finding)) => End::Failed(finding),
            (None, Ok(())) => self.cut.map_or(End::Complete, End::Cut),
        };
        if let Some(last) = self.last.take() {
            last.send(Batch::End(end));
        }
    }

    /// The world broke before there was a row.
    pub fn fail(mut self, problem: Problem) {
        if self.opened.is_some() {
            return self.refuse(Err(problem));
        }
        self.flush();
        let finding = Finding {
            hint: problem.hint,
            engine: problem.detail,
            ..Finding::error("engine", problem.message)
        };
        if let Some(last) = self.last.take() {
            last.send(Batch::End(End::Failed(finding)));
        }
    }

    fn refuse(&mut self, word: Opened) {
        if let Some(opened) = self.opened.take() {
            let _ = opened.send(word);
        }
    }

    fn kinds_are_known(&self) -> bool {
        let known = |(i, c): (usize, &Heading)| {
            c.kind.is_some()
                || self
                    .batch
                    .iter()
                    .any(|row| row.get(i).is_some_and(|cell| !cell.is_null()))
        };
        self.columns.iter().enumerate().all(known)
    }

    fn open(&mut self, rows: &[Row]) {
        let Some(opened) = self.opened.take() else { return };
        let kind = |i: usize| {
            let first = rows.iter().filter_map(|row| row.get(i)).find(|cell| !cell.is_null());
            first.map_or(TypeKind::Other, kind_of_cell)
        };
        let columns = self.columns.iter().enumerate();
        let columns = columns
            .map(|(i, c)| ResultColumn {
                name: c.name.clone(),
                kind: c.kind.unwrap_or_else(|| kind(i)),
            })
            .collect();
        let _ = opened.send(Ok(Ok(columns)));
    }

    /// Hands the batch over, waiting for a slow reader; false when there is no use in going on. A batch that could not
    /// be handed over is a cut: what the reader has is then never called complete.
    fn flush(&mut self) -> bool {
        if self.batch.is_empty() {
            return true;
        }
        self.batch_bytes = 0;
        let rows = std::mem::take(&mut self.batch);
        self.open(&rows);
        self.pass_on(Batch::Rows(rows))
    }

    fn pass_on(&mut self, batch: Batch) -> bool {
        self.open(&[]);
        let handed = self.hand_over(batch);
        if !handed {
            self.stop.set(Truncation::Cancelled);
        }
        handed
    }

    fn hand_over(&mut self, batch: Batch) -> bool {
        self.flushed = Instant::now();
        match self.batches.try_send(batch) {
            Ok(()) => true,
            Err(mpsc::error::TrySendError::Closed(_)) => false,
            Err(mpsc::error::TrySendError::Full(batch)) => {
                let stop = self.stop.clone();
                let cancel = self.cancel.clone();
                let place = wait(
                    async {
                        tokio::select! {
                            biased;
                            place = self.batches.reserve() => place.ok(),
                            () = cancel.cancelled() => None,
                            () = stop.stopped.cancelled() => None,
                        }
                    },
                    None,
                );
                match place.flatten() {
                    Some(place) => {
                        place.send(batch);
                        true
                    }
                    None => false,
                }
            }
        }
    }
}

/// Why a query was ended from outside, set once.
#[derive(Default)]
pub struct Stop {
    why: AtomicU8,
    stopped: Cancel,
}

impl Stop {
    pub fn set(&self, why: Truncation) {
        let code = if why == Truncation::Time { 1 } else { 2 };
        let _ = self.why.compare_exchange(0, code, Ordering::SeqCst, Ordering::SeqCst);
        self.stopped.cancel();
    }
    pub fn why(&self) -> Option<Truncation> {
        match self.why.load(Ordering::SeqCst) {
            0 => None,
            1 => Some(Truncation::Time),
            _ => Some(Truncation::Cancelled),
        }
    }
}

/// Interrupts the engine when it is time. Dropping it ends the watch before the connection's next query begins,
/// so that no interrupt ever hits the wrong one.
pub struct Watch {
    done: Cancel,
    thread: Option<JoinHandle<()>>,
}

/// Interrupts the engine at the deadline or when `gone` resolves, again and again until the watch is dropped.
pub fn watch(
    interrupt: impl Fn() + Send + 'static,
    stop: Arc<Stop>,
    deadline: Option<Instant>,
    gone: impl std::future::Future<Output = ()> + Send + 'static,
) -> Result<Watch> {
    let done = Cancel::new();
    let finished = done.clone();
    let thread = spawn("watch", move || {
        let end = wait(
            async {
                tokio::select! {
                    biased;
                    () = finished.cancelled() => None,
                    () = gone => Some(Truncation::Cancelled),
                }
            },
            deadline,
        );
        let Some(why) = end.unwrap_or(Some(Truncation::Time)) else {
            return;
        };
        stop.set(why);
        loop {
            interrupt();
            if wait(finished.cancelled(), Some(Instant::now() + INSIST)).is_some() {
                return;
            }
        }
    })?;
    Ok(Watch {
        done,
        thread: Some(thread),
    })
}

impl Drop for Watch {
    fn drop(&mut self) {
        self.done.cancel();
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

/// `None` for limits that lie beyond what a clock can say.
pub fn deadline(milliseconds: u64) -> Option<Instant> {
    Instant::now().checked_add(Duration::from_millis(milliseconds))
}

pub fn stopped(why: Truncation, limits: Limits) -> Finding {
    if why == Truncation::Time {
        let seconds = limits.milliseconds as f64 / 1000.0;
        return Finding {
            hint: Some("Ask for less at once, for example one year or one group.".into()),
            ..Finding::error("timeout", format!("Stopped after {seconds} s without a first row."))
        };
    }
    Finding::error("cancelled", "Stopped before there was a first row.")
}

fn kind_of_cell(cell: &Cell) -> TypeKind {
    match cell {
        Cell::Null => TypeKind::Other,
        Cell::Bool(_) => TypeKind::Boolean,
        Cell::Int(_) => TypeKind::Integer,
        Cell::Real(_) => TypeKind::Real,
        Cell::Text(_) => TypeKind::Text,
        Cell::Decimal(_) => TypeKind::Decimal,
        Cell::Date(_) => TypeKind::Date,
        Cell::Time(_) => TypeKind::Time,
        Cell::Timestamp(_) => TypeKind::Timestamp,
        Cell::Interval(_) => TypeKind::Interval,
        Cell::Json(_) => TypeKind::Json,
        Cell::Blob { .. } => TypeKind::Blob,
        Cell::List(_) => TypeKind::List,
    }
}

fn size_of_row(row: &[Cell]) -> u64 {
    std::mem::size_of::<Row>() as u64 + row.iter().map(size_of_cell).sum::<u64>()
}

fn size_of_strips(strips: &Strips) -> u64 {
    let size = |values: &Values| match values {
        Values::Ints(v) => 8 * v.len() as u64,
        Values::Reals(v) => 8 * v.len() as u64,
        Values::Texts(v) => (v.text.capacity() + std::mem::size_of::<usize>() * v.ends.len()) as u64,
        Values::Cells(v) => v.iter().map(size_of_cell).sum(),
    };
    let columns = strips.columns.iter();
    columns.map(|c| size(&c.values) + c.nulls.len() as u64).sum()
}

fn size_of_cell(cell: &Cell) -> u64 {
    let outside = match cell {
        Cell::Null | Cell::Bool(_) | Cell::Int(_) | Cell::Real(_) => 0,
        Cell::Text(v)
        | Cell::Decimal(v)
        | Cell::Date(v)
        | Cell::Time(v)
        | Cell::Timestamp(v)
        | Cell::Interval(v)
        | Cell::Json(v) => v.capacity() as u64,
        Cell::Blob { head, .. } => head.capacity() as u64,
        Cell::List(v) => v.iter().map(size_of_cell).sum(),
    };
    std::mem::size_of::<Cell>() as u64 + outside
}

#[cfg(test)]
mod tests;
