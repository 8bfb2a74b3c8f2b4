//! What the optimiser promises, on real engines: rules on made-up data, wrong rewrites caught, whole runs and states.

use std::cell::RefCell;
use std::path::Path;

use askwell_contract::optimise::{Lab, Scratch};
use askwell_contract::ports::Cancel;
use askwell_contract::{Catalog, Dialect, Result, ResultSet};
use askwell_engine::optimise::validate::{validate, Pair, Verdict};
use askwell_io::run::lab::Apart;
use askwell_sql::rewrite::{self, home::home, RULES};
use askwell_sql::{guard, parse};

mod asked;
mod gold;
mod kept;
mod rules;
mod schemas;
mod whole;
mod wrong;

fn verdict(catalog: &Catalog, before: &str, after: &str, databases: u32, seed: u64) -> Verdict {
    let pair = Pair {
        catalog,
        before,
        after,
        databases,
        seed,
    };
    validate(&pair, &Again, &Cancel::new())
}

thread_local! {
    /// Runners that have nothing to do, each for one engine.
    static IDLE: RefCell<Vec<(Dialect, Box<dyn Scratch>)>> = const { RefCell::new(Vec::new()) };
}

/// The real laboratory, whose runner is asked again once its tables are gone: starting one takes longer than what is asked
/// of it about one pair.
struct Again;

impl Lab for Again {
    fn open(&self, dialect: Dialect) -> Result<Box<dyn Scratch>> {
        let idle = IDLE.with_borrow_mut(|idle| {
            let at = idle.iter().position(|(of, _)| *of == dialect)?;
            Some(idle.swap_remove(at).1)
        });
        let scratch = match idle {
            Some(scratch) => scratch,
            None => Apart.open(dialect)?,
        };
        Ok(Box::new(Borrowed {
            dialect,
            scratch: Some(scratch),
            tables: Vec::new(),
        }))
    }
}

struct Borrowed {
    dialect: Dialect,
    scratch: Option<Box<dyn Scratch>>,
    /// As they were named when they were made.
    tables: Vec<String>,
}

impl Borrowed {
    fn scratch(&mut self) -> &mut dyn Scratch {
        &mut **self.scratch.as_mut().unwrap()
    }
}

impl Scratch for Borrowed {
    fn engine(&self) -> &'static str {
        self.scratch.as_ref().unwrap().engine()
    }

    fn fill(&mut self, statements: &str) -> std::result::Result<(), String> {
        if let Some(table) = statements.strip_prefix("CREATE TABLE ") {
            let (name, _) = table.split_once(" (").unwrap();
            self.tables.push(name.to_string());
        }
        self.scratch().fill(statements)
    }

    fn ask(&mut self, sql: &str) -> std::result::Result<ResultSet, String> {
        self.scratch().ask(sql)
    }
}

impl Drop for Borrowed {
    fn drop(&mut self) {
        let drops: Vec<String> = self.tables.iter().map(|name| format!("DROP TABLE {name}")).collect();
        let mut scratch = self.scratch.take().unwrap();
        // One in which a table cannot be dropped is not asked again.
        if scratch.fill(&drops.join("; ")).is_ok() {
            IDLE.with_borrow_mut(|idle| idle.push((self.dialect, scratch)));
        }
    }
}

fn lab() -> &'static dyn Lab {
    &Apart
}
