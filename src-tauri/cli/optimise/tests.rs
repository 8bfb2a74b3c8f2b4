//! What the optimiser promises, on real engines: rules on made-up data, wrong rewrites caught, whole runs and states.

use std::path::Path;

use askwell_contract::optimise::Lab;
use askwell_contract::ports::Cancel;
use askwell_contract::{Catalog, Dialect};
use askwell_engine::optimise::validate::{validate, Pair, Verdict};
use askwell_io::run::lab::Apart;
use askwell_sql::rewrite::{self, home::home, RULES};
use askwell_sql::{guard, parse};

mod asked;
mod gold;
mod kept;
mod rules;
mod schemas;
mod telling;
mod whole;
mod window;
mod wrong;

fn verdict(catalog: &Catalog, before: &str, after: &str, databases: u32, seed: u64) -> Verdict {
    let pair = Pair {
        catalog,
        before,
        after,
        databases,
        seed,
    };
    validate(&pair, &Apart, &Cancel::new())
}

fn lab() -> &'static dyn Lab {
    &Apart
}
