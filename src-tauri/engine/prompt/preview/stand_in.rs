//! What a run would have made by the time of a prompt: statements over one table, and what became of them.
//!
//! In: what is known of a database, a table. Out: two statements with their results, and one for each way to fail. Deliberately
//! absent: running anything; the rows are those that are known of the table.

use askwell_contract::run::{Candidate, Finding, Judged, Outcome};
use askwell_contract::{Cell, Column, ResultColumn, ResultSet, Row, Table, TypeKind};
use askwell_sql::dialect::{self, ident};

use crate::prepare::Knowledge;
use crate::prompt::library::{REPAIR_EMPTY, REPAIR_SCHEMA, REPAIR_SLOW, REPAIR_SYNTAX, REPAIR_TYPE};
use crate::prompt::{Purpose, Repair};

/// A statement that failed, and the prompt that is written of it.
pub struct Broken {
    pub purpose: &'static Purpose<Repair>,
    pub judged: Judged,
    pub wrong: Finding,
}

/// Some rows of a table, and how many it has.
pub fn pair(knowledge: &Knowledge, table: usize) -> [(String, ResultSet); 2] {
    let Some(table) = knowledge.catalog.tables.get(table) else {
        let nothing = || ResultSet {
            columns: Vec::new(),
            rows: Vec::new(),
            truncated: None,
        };
        return [("SELECT 1".into(), nothing()), ("SELECT 2".into(), nothing())];
    };
    let name = dialect::table(table, knowledge.catalog.dialect);
    let rows: Vec<Row> = knowledge.example(&table.name).cloned().into_iter().collect();
    let column = |c: &Column| ResultColumn {
        name: c.name.clone(),
        kind: c.kind,
    };
    let some = ResultSet {
        columns: table.columns.iter().map(column).collect(),
        rows,
        truncated: None,
    };
    let count = table.rows.as_ref().map_or(0, |rows| rows.count);
    let counted = ResultSet {
        columns: vec![ResultColumn {
            name: "how_many".into(),
            kind: TypeKind::Integer,
        }],
        rows: vec![vec![Cell::Int(i64::try_from(count).unwrap_or(i64::MAX))]],
        truncated: None,
    };
    [
        (format!("SELECT *\nFROM {name}\nLIMIT 1"), some),
        (format!("SELECT COUNT(*) AS how_many\nFROM {name}"), counted),
    ]
}

/// One of each kind: misspelt, without its column, of two kinds of values, in vain, too slow.
pub fn broken(knowledge: &Knowledge, table: usize) -> Vec<Broken> {
    let Some(table) = knowledge.catalog.tables.get(table).filter(|t| !t.columns.is_empty()) else {
        return Vec::new();
    };
    let dialect = knowledge.catalog.dialect;
    let name = dialect::table(table, dialect);
    let (column, value) = text(knowledge, table);
    let shown = ident(&column.name, dialect);
    let slip = format!("{}_", column.name);
    let failed = |purpose, sql: String, code: &str, says: &str| Broken {
        purpose,
        judged: judged(sql),
        wrong: Finding::error(code, says),
    };
    // Half of a stored value is found by nobody and near to something.
    let half: String = value.chars().take(value.chars().count().div_ceil(2)).collect();
    vec![
        failed(
            &REPAIR_SYNTAX,
            format!("SELECT {shown}\nFORM {name}"),
            "syntax",
            "The statement cannot be read as SQL.",
        ),
        failed(
            &REPAIR_SCHEMA,
            format!("SELECT {}\nFROM {name}", ident(&slip, dialect)),
            "unknown_column",
            &format!("There is no column {slip} in {}.", table.name),
        ),
        failed(
            &REPAIR_TYPE,
            format!("SELECT {shown} + 1\nFROM {name}"),
            "type",
            &format!("{} holds texts, and texts cannot be added to.", column.name),
        ),
        Broken {
            wrong: Finding::warning("empty_result", "The statement ran and found nothing."),
            ..failed(
                &REPAIR_EMPTY,
                format!("SELECT *\nFROM {name}\nWHERE {shown} = {}", dialect::text(&half)),
                "",
                "",
            )
        },
        failed(
            &REPAIR_SLOW,
            format!("SELECT a.{shown}\nFROM {name} AS a, {name} AS b"),
            "timeout",
            "The query took longer than it may and was stopped.",
        ),
    ]
}

/// A column of texts of which a value is known, where there is one.
fn text<'a>(knowledge: &Knowledge, table: &'a Table) -> (&'a Column, String) {
    let texts = table.columns.iter().filter(|c| c.kind == TypeKind::Text);
    let known = texts.filter_map(|column| {
        let profile = knowledge.profile(&table.name, &column.name)?;
        let value = profile.top.iter().map(|v| v.value.to_string()).find(|v| v.len() > 3)?;
        (profile.distinct <= 20).then_some((column, value))
    });
    let first = || (&table.columns[0], "x".to_owned());
    known.into_iter().next().unwrap_or_else(first)
}

fn judged(sql: String) -> Judged {
    Judged {
        candidate: Candidate {
            id: String::new(),
            generator: String::new(),
            sql,
            reading: String::new(),
            belief: 1.0,
            uses: Vec::new(),
            unplaced: Vec::new(),
            times: Vec::new(),
        },
        findings: Vec::new(),
        outcome: Outcome::NotRun,
        score: 0.0,
        parts: Vec::new(),
        confidence: 0.0,
        repairs: Vec::new(),
    }
}
