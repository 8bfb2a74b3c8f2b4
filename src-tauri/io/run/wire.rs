//! What goes through the pipe between the program and a runner: frames of a length, a kind and a body.
//!
//! In: orders for the runner, its words and rows. Out: the same on the other side. Orders and words are few and travel as
//! JSON; rows are many and have a form of their own (`cells`). Deliberately absent: what is done about any of them.

use std::ffi::OsString;
use std::io::{self, Read, Write};

use askwell_contract::connect::Attempt;
use askwell_contract::ports::Lot;
use askwell_contract::run::{Explain, Finding};
use askwell_contract::{Catalog, Dialect, Limits, Problem, ResultColumn, Truncation};
use serde::{Deserialize, Serialize};

use super::cells;
use super::walls::Standing;
use crate::db::files::{Parts, Set};

/// More than any batch holds; a length beyond it is no length.
const LONGEST: usize = 1 << 30;

const WORD: u8 = 0;
const ROWS: u8 = 1;
const STRIPS: u8 = 2;

/// What a runner is there for. Paths keep names that are no text.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub enum Task {
    Sqlite {
        path: OsString,
    },
    /// `agree`: the lock on statements has to agree with what DuckDB reads.
    Duckdb {
        path: OsString,
        agree: bool,
    },
    /// A database of our own making, whose views read these files.
    Over {
        path: OsString,
        files: Vec<OsString>,
        agree: bool,
    },
    /// A database in memory, for made-up rows; no file at all.
    Lab {
        dialect: Dialect,
    },
    /// Reads dropped files into a database in this folder, and ends.
    Load {
        set: Set,
        room: OsString,
    },
}

#[derive(Debug, Serialize, Deserialize)]
pub enum Order {
    Start {
        task: Task,
        scratch: OsString,
        memory: u64,
    },
    Describe,
    Query {
        sql: String,
        limits: Bounds,
        in_columns: bool,
    },
    Explain {
        sql: String,
        /// Run it, and measure.
        measured: Option<Bounds>,
    },
    /// Statements of our own that make tables and rows, in a lab alone.
    Fill {
        statements: String,
    },
    /// Try every wall.
    Try,
    /// End what is running.
    Stop,
}

/// [`Limits`] on their way.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
pub struct Bounds(u64, u64, u64);

impl From<Limits> for Bounds {
    fn from(limits: Limits) -> Self {
        Self(limits.milliseconds, limits.rows, limits.bytes)
    }
}

impl From<Bounds> for Limits {
    fn from(Bounds(milliseconds, rows, bytes): Bounds) -> Self {
        Self {
            milliseconds,
            rows,
            bytes,
        }
    }
}

#[derive(Debug, Serialize, Deserialize)]
pub enum Word {
    /// The database is open behind these walls.
    Ready(Standing),
    Catalog(Catalog),
    Plan(Vec<Node>),
    Loaded(Parts),
    Tried(Vec<Attempt>),
    Filled,
    /// Before the first row.
    Columns(Vec<ResultColumn>),
    Complete,
    Cut(Truncation),
    /// The query's fault, before its first row or in the middle.
    Failed(Finding),
    /// The world's fault.
    Broken(Problem),
}

/// A node of a plan and how deep it lies, each before what is below it: JSON may not be as deep as a plan may.
#[derive(Debug, Serialize, Deserialize)]
pub struct Node(u32, Explain);

pub fn flat(plan: Explain) -> Vec<Node> {
    let mut nodes = Vec::new();
    let mut waiting = vec![(0, plan)];
    while let Some((depth, mut node)) = waiting.pop() {
        let below = std::mem::take(&mut node.children);
        nodes.push(Node(depth, node));
        waiting.extend(below.into_iter().rev().map(|child| (depth + 1, child)));
    }
    nodes
}

pub fn tree(nodes: Vec<Node>) -> Option<Explain> {
    let mut open: Vec<Explain> = Vec::new();
    for Node(depth, node) in nodes {
        close(&mut open, depth as usize);
        if open.len() != depth as usize {
            return None;
        }
        open.push(node);
    }
    close(&mut open, 1);
    open.pop()
}

/// Puts what lies deeper than that below what it belongs to.
fn close(open: &mut Vec<Explain>, depth: usize) {
    while open.len() > depth.max(1) {
        let Some(done) = open.pop() else { return };
        if let Some(above) = open.last_mut() {
            above.children.push(done);
        }
    }
}

pub enum Heard {
    Word(Word),
    Lot(Lot),
}

pub fn order(to: &mut impl Write, order: &Order) -> io::Result<()> {
    frame(to, WORD, &serde_json::to_vec(order)?)
}

pub fn word(to: &mut impl Write, word: &Word) -> io::Result<()> {
    frame(to, WORD, &serde_json::to_vec(word)?)
}

/// `buffer` is kept from batch to batch.
pub fn lot(to: &mut impl Write, lot: &Lot, buffer: &mut Vec<u8>) -> io::Result<()> {
    buffer.clear();
    match lot {
        Lot::Rows(rows) => {
            cells::write_rows(buffer, rows);
            frame(to, ROWS, buffer)
        }
        Lot::Strips(strips) => {
            cells::write_strips(buffer, strips);
            frame(to, STRIPS, buffer)
        }
    }
}

/// `None`: the other side is gone.
pub fn next_order(from: &mut impl Read) -> io::Result<Option<Order>> {
    let mut body = Vec::new();
    match read(from, &mut body)? {
        None => Ok(None),
        Some(_) => Ok(Some(serde_json::from_slice(&body)?)),
    }
}

/// `None`: the other side is gone.
pub fn hear(from: &mut impl Read, buffer: &mut Vec<u8>) -> io::Result<Option<Heard>> {
    let Some(kind) = read(from, buffer)? else {
        return Ok(None);
    };
    let lot = |lot: Option<Lot>| lot.map(Heard::Lot).ok_or_else(garbled);
    match kind {
        WORD => Ok(Some(Heard::Word(serde_json::from_slice(buffer)?))),
        ROWS => lot(cells::read_rows(buffer).map(Lot::Rows)).map(Some),
        STRIPS => lot(cells::read_strips(buffer).map(Lot::Strips)).map(Some),
        _ => Err(garbled()),
    }
}

fn frame(to: &mut impl Write, kind: u8, body: &[u8]) -> io::Result<()> {
    let length = u32::try_from(body.len()).ok().filter(|n| *n as usize <= LONGEST);
    let length = length.ok_or_else(|| io::Error::new(io::ErrorKind::InvalidInput, "longer than a frame may be"))?;
    let [a, b, c, d] = length.to_le_bytes();
    to.write_all(&[a, b, c, d, kind])?;
    to.write_all(body)?;
    to.flush()
}

fn read(from: &mut impl Read, body: &mut Vec<u8>) -> io::Result<Option<u8>> {
    let mut head = [0; 5];
    match from.read_exact(&mut head) {
        Ok(()) => {}
        Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => return Ok(None),
        Err(error) => return Err(error),
    }
    let [a, b, c, d, kind] = head;
    let length = u32::from_le_bytes([a, b, c, d]) as usize;
    if length > LONGEST {
        return Err(garbled());
    }
    body.clear();
    // Memory is taken as the bytes come, so that a length alone takes none.
    if from.take(length as u64).read_to_end(body)? < length {
        return Ok(None);
    }
    Ok(Some(kind))
}

fn garbled() -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, "what came through the pipe is no frame")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn node(label: &str, children: Vec<Explain>) -> Explain {
        Explain {
            label: label.into(),
            estimated_rows: Some(0.1),
            cost: None,
            rows: None,
            ms: None,
            children,
        }
    }

    #[test]
    fn a_plan_is_the_same_on_the_other_side_however_deep() {
        let deep = (0..1_000).fold(node("scan", vec![]), |below, i| {
            node(&i.to_string(), vec![node("left", vec![]), below, node("right", vec![])])
        });
        let mut bytes = Vec::new();
        word(&mut bytes, &Word::Plan(flat(deep.clone()))).unwrap();
        let Some(Heard::Word(Word::Plan(nodes))) = hear(&mut bytes.as_slice(), &mut Vec::new()).unwrap() else {
            panic!("another word");
        };
        assert_eq!(tree(nodes), Some(deep));
    }

    #[test]
    fn a_frame_that_was_cut_off_is_the_end_and_another_kind_is_none() {
        let mut bytes = Vec::new();
        order(&mut bytes, &Order::Describe).unwrap();
        assert!(matches!(next_order(&mut bytes.as_slice()), Ok(Some(Order::Describe))));
        bytes.pop();
        assert!(matches!(next_order(&mut bytes.as_slice()), Ok(None)));
        assert!(hear(&mut [0, 0, 0, 0, 9].as_slice(), &mut Vec::new()).is_err());
        assert!(hear(&mut [0xff; 9].as_slice(), &mut Vec::new()).is_err());
    }
}
