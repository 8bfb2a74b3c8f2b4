//! The runner's side of the pipe. In: orders. Out: words and rows. Deliberately absent: checking statements, which is done
//! before they come here, and files of its own: what the engine spills goes into a folder that the other side removes.

use std::fs::{self, File};
use std::io::{self, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::mpsc;
use std::sync::Arc;

use askwell_contract::optimise::Scratch;
use askwell_contract::ports::{Cancel, Database, End, Lot, Ran, RowStream};
use askwell_contract::run::Finding;
use askwell_contract::{Limits, Problem, Result};

use super::walls::{self, Room, Standing};
use super::wire::{self, Order, Task, Word};
use crate::db::worker::{spawn, wait};
use crate::db::{duckdb, files, lab, sqlite};

pub fn run() -> ExitCode {
    match serve() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            // The other side reads it once this process is gone.
            let _ = writeln!(io::stderr(), "{error}");
            ExitCode::FAILURE
        }
    }
}

/// Carries an order out and writes its answer.
type Work = Box<dyn FnMut(Order, &Cancel, &mut File, &mut Vec<u8>) -> io::Result<()> + Send>;

/// What the tries of the walls are told.
struct Place {
    path: PathBuf,
    memory: u64,
    walls: Standing,
}

fn serve() -> io::Result<()> {
    #[cfg(target_os = "linux")]
    let_go();
    let mut out = pipe()?;
    let mut orders = BufReader::new(io::stdin().lock());
    let Some(Order::Start { task, scratch, memory }) = wire::next_order(&mut orders)? else {
        return Ok(());
    };
    let scratch = PathBuf::from(scratch);
    let mut room = room(&task);
    room.scratch.push(scratch.clone());
    room.memory = memory;
    // Shared memory that a write-ahead database has not yet has to be made while a file still can be made there.
    let first = match &task {
        Task::Sqlite { path } if sqlite::makes_files_beside(Path::new(path)) => sqlite::connect(Path::new(path)).ok(),
        _ => None,
    };
    let walls = walls::raise(&room);
    let place = Place {
        path: path(&task),
        memory,
        walls,
    };
    let opened = open(task);
    drop(first);
    let mut work: Work = match opened {
        Ok(Opened::Database(database)) => {
            Box::new(move |order, stop, out, buffer| answer(&*database, &place, order, stop, out, buffer))
        }
        Ok(Opened::Lab(mut lab)) => Box::new(move |order, _, out, buffer| tried(&mut *lab, order, out, buffer)),
        Ok(Opened::Loaded(parts)) => return wire::word(&mut out, &Word::Loaded(parts)),
        Err(problem) => return wire::word(&mut out, &Word::Broken(problem)),
    };
    wire::word(&mut out, &Word::Ready(walls))?;

    let (give, take) = mpsc::channel::<(Order, Cancel)>();
    let left = scratch.clone();
    spawn("serve", move || {
        let mut buffer = Vec::new();
        for (order, stop) in take {
            if work(order, &stop, &mut out, &mut buffer).is_err() {
                end(&left);
            }
        }
    })
    .map_err(io::Error::other)?;
    let mut running = Cancel::new();
    loop {
        match wire::next_order(&mut orders) {
            Ok(Some(Order::Stop)) => running.cancel(),
            Ok(Some(order)) => {
                running = Cancel::new();
                if give.send((order, running.clone())).is_err() {
                    end(&scratch);
                }
            }
            Ok(None) | Err(_) => end(&scratch),
        }
    }
}

/// The other side is gone, so nobody waits for what is running. No engine is asked: one that hangs would not answer.
fn end(scratch: &Path) -> ! {
    for left in fs::read_dir(scratch).into_iter().flatten().flatten() {
        let path = left.path();
        let _ = fs::remove_dir_all(&path).or_else(|_| fs::remove_file(&path));
    }
    #[cfg(unix)]
    let _ = rustix::process::kill_process(rustix::process::getpid(), rustix::process::Signal::KILL);
    std::process::exit(0)
}

/// Whatever the program that started this one had open and did not keep to itself.
#[cfg(target_os = "linux")]
fn let_go() {
    let open = fs::read_dir("/proc/self/fd").into_iter().flatten().flatten();
    let open: Vec<i32> = open
        .filter_map(|entry| entry.file_name().to_str()?.parse().ok())
        .collect();
    for descriptor in open.into_iter().filter(|number| *number > 2) {
        let _ = nix::unistd::close(descriptor);
    }
}

/// Standard output as a plain file, without the buffer by lines; whatever a library prints goes to standard error.
#[cfg(unix)]
fn pipe() -> io::Result<File> {
    use std::os::fd::AsFd;
    let pipe = File::from(io::stdout().as_fd().try_clone_to_owned()?);
    rustix::stdio::dup2_stdout(io::stderr())?;
    let _ = rustix::thread::set_name(c"askwell-runner");
    Ok(pipe)
}

#[cfg(windows)]
fn pipe() -> io::Result<File> {
    use std::os::windows::io::AsHandle;
    Ok(File::from(io::stdout().as_handle().try_clone_to_owned()?))
}

fn path(task: &Task) -> PathBuf {
    match task {
        Task::Sqlite { path } | Task::Duckdb { path, .. } | Task::Over { path, .. } => path.into(),
        Task::Load { room, .. } => room.into(),
        Task::Lab { .. } => PathBuf::new(),
    }
}

fn room(task: &Task) -> Room {
    let mut room = files_of(task);
    if let Task::Over { .. } | Task::Load { .. } = task {
        room.list = walls::listed(&room.read);
    }
    room
}

fn files_of(task: &Task) -> Room {
    match task {
        Task::Sqlite { path } => walls::sqlite(Path::new(path)),
        Task::Duckdb { path, .. } => walls::duckdb(Path::new(path)),
        Task::Over { path, files, .. } => {
            let mut room = walls::duckdb(Path::new(path));
            room.read.extend(files.iter().map(PathBuf::from));
            room
        }
        Task::Lab { .. } => Room::default(),
        Task::Load { set, room } => Room {
            read: set.files.iter().map(|found| found.path.clone()).collect(),
            scratch: vec![room.into()],
            ..Room::default()
        },
    }
}

enum Opened {
    Database(Arc<dyn Database>),
    Lab(Box<dyn Scratch>),
    Loaded(files::Parts),
}

fn open(task: Task) -> Result<Opened> {
    let database: Arc<dyn Database> = match task {
        Task::Sqlite { path } => Arc::new(sqlite::open(Path::new(&path))?),
        Task::Duckdb { path, agree } => Arc::new(duckdb::open(Path::new(&path), agree)?),
        Task::Over { path, files, agree } => {
            let files: Vec<PathBuf> = files.into_iter().map(PathBuf::from).collect();
            Arc::new(files::over(Path::new(&path), &files, agree)?)
        }
        Task::Lab { dialect } => return lab::open(dialect).map(Opened::Lab),
        Task::Load { set, room } => return files::load(&set, Path::new(&room)).map(Opened::Loaded),
    };
    Ok(Opened::Database(database))
}

fn answer(
    database: &dyn Database,
    place: &Place,
    order: Order,
    stop: &Cancel,
    out: &mut File,
    buffer: &mut Vec<u8>,
) -> io::Result<()> {
    let word = match order {
        Order::Describe => now(database.describe()).map_or_else(Word::Broken, Word::Catalog),
        Order::Explain { sql, measured } => match now(async {
            match measured {
                Some(limits) => database.measure(&sql, limits.into(), stop).await,
                None => database.explain(&sql, stop).await,
            }
        }) {
            Ok(Ok(plan)) => Word::Plan(wire::flat(plan)),
            Ok(Err(finding)) => Word::Failed(finding),
            Err(problem) => Word::Broken(problem),
        },
        Order::Try => Word::Tried(walls::tries::all(&place.path, place.memory, place.walls)),
        Order::Query {
            sql,
            limits,
            in_columns,
        } => {
            let limits = Limits::from(limits);
            let ran: Ran<RowStream> = if in_columns {
                now(database.scan(&sql, limits, stop))
            } else {
                now(database.query(&sql, limits, stop))
            };
            match ran {
                Ok(Ok(stream)) => pass_on(stream, out, buffer)?,
                Ok(Err(finding)) => Word::Failed(finding),
                Err(problem) => Word::Broken(problem),
            }
        }
        Order::Start { .. } | Order::Stop | Order::Fill { .. } => return Ok(()),
    };
    wire::word(out, &word)
}

/// Orders of a lab: rows are made, and a statement asked of them.
fn tried(lab: &mut dyn Scratch, order: Order, out: &mut File, buffer: &mut Vec<u8>) -> io::Result<()> {
    let said = |why: String| Word::Failed(Finding::error("lab", why));
    let word = match order {
        Order::Fill { statements } => lab.fill(&statements).map_or_else(said, |()| Word::Filled),
        Order::Query { sql, .. } => match lab.ask(&sql) {
            Ok(result) => {
                wire::word(out, &Word::Columns(result.columns))?;
                if !result.rows.is_empty() {
                    wire::lot(out, &Lot::Rows(result.rows), buffer)?;
                }
                Word::Complete
            }
            Err(why) => said(why),
        },
        _ => return Ok(()),
    };
    wire::word(out, &word)
}

fn pass_on(mut stream: RowStream, out: &mut File, buffer: &mut Vec<u8>) -> io::Result<Word> {
    wire::word(out, &Word::Columns(stream.columns.clone()))?;
    while let Some(lot) = wait(stream.next_lot(), None).flatten() {
        wire::lot(out, &lot, buffer)?;
    }
    Ok(match stream.end() {
        End::Complete => Word::Complete,
        End::Cut(why) => Word::Cut(why),
        End::Failed(finding) => Word::Failed(finding),
    })
}

/// The drivers have threads of their own; this one waits for them.
fn now<T>(work: impl std::future::Future<Output = Result<T>>) -> Result<T> {
    wait(work, None).unwrap_or_else(|| Err(Problem::internal("waiting without a limit came to an end")))
}
