//! Parquet files, written by DuckDB. In: typed cells, row by row. Out: a file with a type for each column.
//!
//! A column has the type that every one of its values has; where they differ (SQLite lets them) it is text, and no value
//! is changed. So the types are known only at the end: rows wait as text in a temporary database of our own, on disk, and
//! DuckDB reads them once more. Deliberately absent: reading Parquet (`db/files`), and where the rows came from.

use std::fs;

use askwell_contract::ports::{Cancel, TableSink, Written};
use askwell_contract::{Cell, Problem, ProblemCode, Result, ResultColumn, Row, TypeKind};
use duckdb::{appender_params_from_iter, Config, Connection};

use super::moments::{self, Moment};
use super::Place;
use crate::db::{literal, quoted, Temporary};

/// DuckDB's widest exact number.
const WIDEST: usize = 38;

pub struct Parquet {
    connection: Connection,
    place: Place,
    columns: Vec<ResultColumn>,
    seen: Vec<Seen>,
    // Dropped after the connection, whose file is in it.
    _room: Temporary,
}

/// What all values of a column so far are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Seen {
    Nothing,
    Bool,
    Int,
    /// Digits before and behind the point.
    Decimal(usize, usize),
    Real,
    Date,
    Time,
    Timestamp,
    Zoned,
    Text,
}

impl Parquet {
    pub fn new(place: Place, columns: &[ResultColumn]) -> Result<Self> {
        let room = Temporary::new()?;
        let open = || {
            let config = crate::db::common(Config::default(), &room.path().join("spill"))?;
            let connection = Connection::open_with_flags(room.path().join("rows.duckdb"), config)?;
            let names: Vec<String> = (0..columns.len()).map(|n| format!("c{n} VARCHAR")).collect();
            connection.execute_batch(&format!(
                "SET GLOBAL TimeZone = 'UTC'; CREATE TABLE rows({})",
                names.join(", ")
            ))?;
            Ok(connection)
        };
        Ok(Self {
            connection: open().map_err(broken)?,
            place,
            columns: columns.to_vec(),
            seen: vec![Seen::Nothing; columns.len()],
            _room: room,
        })
    }
}

impl TableSink for Parquet {
    fn rows(&mut self, rows: &[Row]) -> Result<()> {
        let mut appender = self.connection.appender("rows").map_err(broken)?;
        for row in rows {
            for (seen, cell) in self.seen.iter_mut().zip(row) {
                *seen = seen.and(of(cell));
            }
            let texts = row.iter().map(|cell| (!cell.is_null()).then(|| cell.to_string()));
            appender.append_row(appender_params_from_iter(texts)).map_err(broken)?;
        }
        appender.flush().map_err(broken)
    }

    fn finish(mut self: Box<Self>, _: &[(String, String)], cancel: &Cancel) -> Result<Written> {
        let columns: Vec<String> = self
            .columns
            .iter()
            .zip(&self.seen)
            .enumerate()
            .map(|(n, (column, seen))| format!("CAST(c{n} AS {}) AS {}", seen.sql(column.kind), quoted(&column.name)))
            .collect();
        let draft = self.place.path()?.to_path_buf();
        let sql = format!(
            "COPY (SELECT {} FROM rows ORDER BY rowid) TO {} (FORMAT parquet, USE_TMP_FILE false)",
            columns.join(", "),
            literal(&draft.to_string_lossy())
        );
        let interrupt = self.connection.interrupt_handle();
        let watching = tokio::runtime::Handle::try_current().ok().map(|runtime| {
            let cancel = cancel.clone();
            runtime.spawn(async move {
                cancel.cancelled().await;
                interrupt.interrupt();
            })
        });
        let copied = self.connection.execute_batch(&sql);
        if let Some(watching) = watching {
            watching.abort();
        }
        if cancel.is_cancelled() {
            return Err(Problem::cancelled());
        }
        copied.map_err(broken)?;
        let held = fs::metadata(&draft).is_ok();
        if !held {
            return Err(Problem::internal("DuckDB wrote no file"));
        }
        self.place.publish().map(|bytes| Written {
            bytes,
            notes: Vec::new(),
        })
    }
}

impl Seen {
    fn and(self, other: Self) -> Self {
        match (self, other) {
            (Self::Nothing, seen) | (seen, Self::Nothing) => seen,
            (a, b) if a == b => a,
            (Self::Decimal(w, s), Self::Decimal(v, t)) => Self::Decimal(w.max(v), s.max(t)),
            // An integer of 64 bits has up to 19 digits.
            (Self::Int, Self::Decimal(w, s)) | (Self::Decimal(w, s), Self::Int) => Self::Decimal(w.max(19), s),
            (Self::Int, Self::Real) | (Self::Real, Self::Int) => Self::Real,
            _ => Self::Text,
        }
    }

    fn sql(self, kind: TypeKind) -> String {
        match self {
            Self::Bool => "BOOLEAN".into(),
            Self::Int => "BIGINT".into(),
            Self::Decimal(whole, scale) if whole + scale <= WIDEST => {
                format!("DECIMAL({}, {scale})", (whole + scale).max(1))
            }
            Self::Real => "DOUBLE".into(),
            Self::Date => "DATE".into(),
            Self::Time => "TIME".into(),
            Self::Timestamp => "TIMESTAMP".into(),
            Self::Zoned => "TIMESTAMPTZ".into(),
            Self::Text | Self::Decimal(..) => "VARCHAR".into(),
            // Without a value, what the database says.
            Self::Nothing => match kind {
                TypeKind::Integer => "BIGINT",
                TypeKind::Real => "DOUBLE",
                TypeKind::Boolean => "BOOLEAN",
                TypeKind::Date => "DATE",
                TypeKind::Time => "TIME",
                TypeKind::Timestamp => "TIMESTAMP",
                _ => "VARCHAR",
            }
            .into(),
        }
    }
}

fn of(cell: &Cell) -> Seen {
    match cell {
        Cell::Null => Seen::Nothing,
        Cell::Bool(_) => Seen::Bool,
        Cell::Int(_) => Seen::Int,
        Cell::Real(_) => Seen::Real,
        Cell::Decimal(v) => {
            let bare = v.strip_prefix('-').unwrap_or(v);
            let (whole, fraction) = bare.split_once('.').unwrap_or((bare, ""));
            let digits = |part: &str| part.bytes().all(|b| b.is_ascii_digit());
            if digits(whole) && digits(fraction) && !whole.is_empty() {
                Seen::Decimal(whole.len(), fraction.len())
            } else {
                Seen::Text
            }
        }
        Cell::Date(v) | Cell::Timestamp(v) | Cell::Time(v) | Cell::Text(v) => match moments::read(v) {
            // DuckDB's moments have microseconds; finer ones stay text.
            Some((_, text)) if moments::fraction(text) > 6 => Seen::Text,
            Some((Moment::Date, _)) => Seen::Date,
            Some((Moment::Timestamp, _)) => Seen::Timestamp,
            Some((Moment::Zoned, _)) => Seen::Zoned,
            Some((Moment::Time, _)) if matches!(cell, Cell::Time(_)) => Seen::Time,
            _ => Seen::Text,
        },
        Cell::Interval(_) | Cell::Json(_) | Cell::Blob { .. } | Cell::List(_) => Seen::Text,
    }
}

fn broken(error: duckdb::Error) -> Problem {
    Problem::new(ProblemCode::Lost, "The Parquet file could not be written.")
        .hint("Check that there is room on the disk, then try again. Nothing was left behind.")
        .detail(error)
}
