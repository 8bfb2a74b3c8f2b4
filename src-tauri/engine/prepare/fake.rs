//! A database of a few scripted tables, for tests.
//!
//! Answers `SELECT * FROM <table>` (all rows, in batches), `SELECT COUNT(*) FROM <table>`, `WHERE <column> = '<text>'` behind it, and
//! `SELECT <column>, COUNT(*) FROM <table> GROUP BY <column>`, the most first where it says so, with the name
//! written as the dialect writes it; any other statement is a finding.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use askwell_contract::connect::{Keychain, Place, Powers, Secret, Secrets, Step, Target, Understood};
use askwell_contract::ports::{
    Batch, Cancel, Clock, Connector, Database, End, Files, Ran, RowStream, Sink, Vault, Workspace,
};
use askwell_contract::profile::ColumnProfile;
use askwell_contract::run::{Explain, Finding};
use askwell_contract::{
    Catalog, Cell, Column, Dialect, ForeignKey, KeyOrigin, Limits, Problem, ProblemCode, Result, ResultColumn, Row,
    RowCount, Table, TableKind, Truncation, TypeKind,
};
use async_trait::async_trait;
use tokio::sync::mpsc;

use crate::cx::World;

/// A table: `name`, then columns as `name kind`, where a kind is `int`, `real`, `text`, `date` or `any`.
pub fn table(name: &str, columns: &[&str]) -> Table {
    let column = |spec: &&str| {
        let (name, kind) = spec.rsplit_once(' ').expect("a column is a name and a kind");
        let kind = match kind {
            "int" => TypeKind::Integer,
            "real" => TypeKind::Real,
            "text" => TypeKind::Text,
            "date" => TypeKind::Date,
            _ => TypeKind::Other,
        };
        Column {
            name: name.into(),
            declared_type: String::new(),
            kind,
            nullable: true,
            comment: None,
            labels: Vec::new(),
        }
    };
    Table {
        name: name.into(),
        schema: None,
        kind: TableKind::Table,
        columns: columns.iter().map(column).collect(),
        primary_key: Vec::new(),
        foreign_keys: Vec::new(),
        unique: Vec::new(),
        indexes: Vec::new(),
        rows: None,
        comment: None,
        source: None,
    }
}

/// Declares a key; every name of the form `table.column`.
pub fn refer(catalog: &mut Catalog, from: &str, to: &str) {
    let (from, column) = from.split_once('.').unwrap();
    let (to, to_column) = to.split_once('.').unwrap();
    let table = catalog.tables.iter_mut().find(|t| t.name == from).unwrap();
    table.foreign_keys.push(ForeignKey {
        columns: vec![column.into()],
        to_table: to.into(),
        to_columns: vec![to_column.into()],
        origin: KeyOrigin::Declared,
    });
}

pub fn catalog(tables: Vec<Table>) -> Catalog {
    Catalog {
        dialect: Dialect::Sqlite,
        engine: "Fake 1".into(),
        name: "fake".into(),
        tables,
    }
}

/// Cells from the way they are written: `NULL`, integers, reals, and text for the rest.
pub fn row(cells: &[&str]) -> Row {
    let cell = |text: &&str| match *text {
        "NULL" => Cell::Null,
        text => match (text.parse::<i64>(), text.parse::<f64>()) {
            (Ok(n), _) => Cell::Int(n),
            (_, Ok(n)) => Cell::Real(n),
            _ => Cell::Text(text.into()),
        },
    };
    cells.iter().map(cell).collect()
}

pub fn text(value: &str) -> Cell {
    Cell::Text(value.into())
}

pub struct Fake {
    pub catalog: Catalog,
    pub rows: BTreeMap<String, Vec<Row>>,
    pub fingerprint: String,
    pub prints: BTreeMap<String, String>,
    /// Every statement, in order.
    pub asked: Mutex<Vec<String>>,
    /// Cancelled by the first query, to see what stops.
    pub trap: Option<Cancel>,
}

impl Fake {
    pub fn new(catalog: Catalog) -> Self {
        Self {
            catalog,
            rows: BTreeMap::new(),
            fingerprint: "1".into(),
            prints: BTreeMap::new(),
            asked: Mutex::default(),
            trap: None,
        }
    }
    /// Adds a table and its rows; a number of rows in the catalog only where it has one already.
    pub fn with(mut self, table: Table, rows: Vec<Row>) -> Self {
        self.rows.insert(table.name.clone(), rows);
        self.catalog.tables.push(table);
        self
    }
    pub fn asked(&self) -> Vec<String> {
        self.asked.lock().unwrap().clone()
    }
    fn answer(&self, sql: &str) -> std::result::Result<(Vec<ResultColumn>, Vec<Row>), Finding> {
        let refused = || Finding::error("unknown_table", format!("The fake database does not know: {sql}"));
        let (what, name) = sql.split_once(" FROM ").ok_or_else(refused)?;
        let (name, most) = name
            .strip_suffix(" ORDER BY COUNT(*) DESC")
            .map_or((name, false), |n| (n, true));
        let (name, by) = name.split_once(" GROUP BY ").unwrap_or((name, ""));
        let (name, only) = name.split_once(" WHERE ").unwrap_or((name, ""));
        let written = |t: &&Table| askwell_sql::dialect::table(t, self.catalog.dialect) == name;
        let table = self.catalog.tables.iter().find(written).ok_or_else(refused)?;
        let rows = self.rows.get(&table.name).ok_or_else(refused)?;
        let count = ResultColumn {
            name: "COUNT(*)".into(),
            kind: TypeKind::Integer,
        };
        match what {
            _ if !by.is_empty() => {
                let at = table.columns.iter().position(|c| c.name == by).ok_or_else(refused)?;
                if !what.starts_with(&format!("SELECT {by}, COUNT(*)")) {
                    return Err(refused());
                }
                let mut groups: BTreeMap<String, (Cell, i64)> = BTreeMap::new();
                for cell in rows.iter().map(|row| &row[at]) {
                    groups.entry(cell.to_string()).or_insert((cell.clone(), 0)).1 += 1;
                }
                let key = ResultColumn {
                    name: by.into(),
                    kind: table.columns[at].kind,
                };
                let mut groups: Vec<(Cell, i64)> = groups.into_values().collect();
                if most {
                    groups.sort_by_key(|group| std::cmp::Reverse(group.1));
                }
                let rows = groups.into_iter().map(|(cell, n)| vec![cell, Cell::Int(n)]);
                Ok((vec![key, count], rows.collect()))
            }
            "SELECT *" => {
                let columns = table.columns.iter().map(|c| ResultColumn {
                    name: c.name.clone(),
                    kind: c.kind,
                });
                Ok((columns.collect(), rows.clone()))
            }
            counts if counts.starts_with("SELECT COUNT(*)") => {
                let meant = match only.split_once(" = ") {
                    Some((by, value)) => {
                        let at = table.columns.iter().position(|c| c.name == by).ok_or_else(refused)?;
                        let is = |row: &&Row| row[at].to_string() == value.trim_matches('\'');
                        rows.iter().filter(is).count()
                    }
                    None if only.is_empty() => rows.len(),
                    None => return Err(refused()),
                };
                Ok((vec![count], vec![vec![Cell::Int(meant as i64)]]))
            }
            _ => Err(refused()),
        }
    }
}

#[async_trait]
impl Database for Fake {
    fn dialect(&self) -> Dialect {
        self.catalog.dialect
    }
    async fn describe(&self) -> Result<Catalog> {
        Ok(self.catalog.clone())
    }
    async fn fingerprint(&self) -> Result<String> {
        Ok(self.fingerprint.clone())
    }
    async fn table_prints(&self) -> Result<BTreeMap<String, String>> {
        Ok(self.prints.clone())
    }
    async fn query(&self, sql: &str, limits: Limits, cancel: &Cancel) -> Ran<RowStream> {
        if cancel.is_cancelled() {
            return Err(Problem::cancelled());
        }
        self.asked.lock().unwrap().push(sql.into());
        if let Some(trap) = &self.trap {
            trap.cancel();
        }
        let (columns, rows) = match self.answer(sql) {
            Ok(found) => found,
            Err(finding) => return Ok(Err(finding)),
        };
        let all = rows.len() as u64;
        let end = if all > limits.rows {
            End::Cut(Truncation::Rows)
        } else {
            End::Complete
        };
        let batches: Vec<Vec<Row>> = rows
            .into_iter()
            .take(limits.rows as usize)
            .collect::<Vec<_>>()
            .chunks(512)
            .map(<[Row]>::to_vec)
            .collect();
        let (give, take) = mpsc::channel(batches.len() + 1);
        for batch in batches {
            give.try_send(Batch::Rows(batch)).map_err(Problem::internal)?;
        }
        give.try_send(Batch::End(end)).map_err(Problem::internal)?;
        Ok(Ok(RowStream::new(columns, take)))
    }
    async fn explain(&self, _sql: &str, _cancel: &Cancel) -> Ran<Explain> {
        Ok(Ok(Explain {
            label: "FAKE".into(),
            estimated_rows: None,
            cost: None,
            rows: None,
            ms: None,
            children: Vec::new(),
        }))
    }
    async fn powers(&self) -> Result<Powers> {
        Ok(Powers {
            can_write: false,
            says: String::new(),
            server: None,
        })
    }
}

/// A workspace in memory.
#[derive(Default)]
pub struct Memory {
    pub files: Mutex<BTreeMap<(String, String), Vec<u8>>>,
    /// How often something was read, by its room.
    pub reads: Mutex<BTreeMap<String, usize>>,
}

impl Workspace for Memory {
    fn load(&self, room: &str, key: &str) -> Result<Option<Vec<u8>>> {
        *self.reads.lock().unwrap().entry(room.into()).or_default() += 1;
        Ok(self.files.lock().unwrap().get(&(room.into(), key.into())).cloned())
    }
    fn save(&self, room: &str, key: &str, bytes: &[u8]) -> Result<()> {
        self.files
            .lock()
            .unwrap()
            .insert((room.into(), key.into()), bytes.to_vec());
        Ok(())
    }
    fn append(&self, room: &str, key: &str, line: &[u8]) -> Result<()> {
        let mut files = self.files.lock().unwrap();
        files
            .entry((room.into(), key.into()))
            .or_default()
            .extend_from_slice(line);
        Ok(())
    }
    fn length(&self, room: &str, key: &str) -> Result<Option<u64>> {
        let files = self.files.lock().unwrap();
        Ok(files.get(&(room.into(), key.into())).map(|kept| kept.len() as u64))
    }
    fn list(&self, room: &str) -> Result<Vec<String>> {
        Ok(self
            .files
            .lock()
            .unwrap()
            .keys()
            .filter(|k| k.0 == room)
            .map(|k| k.1.clone())
            .collect())
    }
    fn remove(&self, room: &str, key: &str) -> Result<()> {
        self.files.lock().unwrap().remove(&(room.into(), key.into()));
        Ok(())
    }
}

pub struct Nothing;

impl Clock for Nothing {
    fn now(&self) -> u64 {
        0
    }
    fn ticks(&self) -> f64 {
        0.0
    }
}

impl Files for Nothing {
    fn create(&self, path: &str) -> Result<Box<dyn Sink>> {
        Err(Problem::new(
            ProblemCode::Denied,
            format!("The fake world has no files: {path}"),
        ))
    }
}

#[async_trait]
impl Connector for Nothing {
    async fn understand(&self, address: &str) -> Result<Understood> {
        Err(Problem::new(
            ProblemCode::NotFound,
            format!("The fake world has no databases: {address}"),
        ))
    }
    fn address(&self, place: &Place) -> String {
        format!("{place:?}")
    }
    async fn open(&self, target: &Target, _: &Secrets) -> Result<Arc<dyn Database>> {
        Err(Problem::new(
            ProblemCode::NotFound,
            format!("The fake world has no databases: {target:?}"),
        ))
    }
    async fn test(&self, _: &Target, _: &Secrets, _: &(dyn Fn(Step) + Send + Sync)) -> bool {
        false
    }
}

fn no_vault() -> Problem {
    Problem::new(ProblemCode::Denied, "The fake world has no vault.")
}

impl Vault for Nothing {
    fn keychain(&self) -> Keychain {
        Keychain {
            available: false,
            says: "The fake world has no keychain.".into(),
        }
    }
    fn save(&self, _: &str, _: &Secret) -> Result<()> {
        Err(no_vault())
    }
    fn load(&self, _: &str) -> Result<Option<Secret>> {
        Err(no_vault())
    }
    fn remove(&self, _: &str) -> Result<()> {
        Err(no_vault())
    }
    fn seal(&self, _: &Secret, _: &Secret) -> Result<Vec<u8>> {
        Err(no_vault())
    }
    fn unseal(&self, _: &[u8], _: &Secret) -> Result<Secret> {
        Err(no_vault())
    }
}

pub fn world(workspace: Arc<Memory>) -> World {
    World {
        connector: Arc::new(Nothing),
        workspace,
        files: Arc::new(Nothing),
        vault: Arc::new(Nothing),
        clock: Arc::new(Nothing),
        embedder: None,
        models: None,
    }
}

/// What is known of a column of so many rows with so many different values, none of them looked at.
pub fn profile(table: &str, column: &str, rows: u64, distinct: u64) -> ColumnProfile {
    ColumnProfile {
        table: table.to_owned(),
        column: column.to_owned(),
        rows,
        nulls: 0,
        distinct,
        distinct_exact: true,
        distinct_error: None,
        top: Vec::new(),
        min: Cell::Null,
        max: Cell::Null,
        mean: None,
        std_dev: None,
        quantiles: Vec::new(),
        histogram: None,
        mean_length: None,
        max_length: 0,
        shape: None,
        disguises: Vec::new(),
        view: None,
        unique: distinct == rows,
    }
}

/// An exact count, as drivers give it.
pub fn counted(mut table: Table, count: u64) -> Table {
    table.rows = Some(RowCount { count, exact: true });
    table
}
