//! The same rows on small made-up databases, or one on which they differ.
//!
//! In: two statements. Out: on how many databases both gave the same, and on how many of these there was something to give.
//! Blocking: runs on a worker thread. Deliberately absent: a proof. What a thousand rows in all cannot tell apart may still
//! differ; the rule's argument is the other half.

use askwell_contract::optimise::{CounterExample, Lab, Scratch};
use askwell_contract::ports::Cancel;
use askwell_contract::{Catalog, Cell, ResultSet};
use askwell_sql::guard;
use askwell_sql::rewrite::{self, outer, Query};

use super::agree::{agree, Asked};
use super::made_up::Maker;

/// Fewer databases than this with something in the result say too little.
pub const LEAST_TELLING: u32 = 10;
/// So few of the first databases that as many again would hardly make them enough.
const HOPELESS: u32 = 3;

/// Rows that a LIMIT keeps on a small database.
const FEW: u32 = 2;

#[derive(Debug, Clone, PartialEq)]
pub enum Verdict {
    /// On all of them; whether `telling` are enough is for the caller.
    Same {
        databases: u32,
        telling: u32,
        engine: &'static str,
    },
    Differs(Box<CounterExample>),
    /// No verdict, and why.
    Open(String),
}

pub struct Pair<'a> {
    pub catalog: &'a Catalog,
    pub before: &'a str,
    pub after: &'a str,
    pub databases: u32,
    pub seed: u64,
}

pub fn validate(pair: &Pair<'_>, lab: &dyn Lab, cancel: &Cancel) -> Verdict {
    match tried(pair, lab, cancel) {
        Ok(verdict) | Err(verdict) => verdict,
    }
}

fn tried(pair: &Pair<'_>, lab: &dyn Lab, cancel: &Cancel) -> Result<Verdict, Verdict> {
    let open = |why: String| Verdict::Open(why);
    let dialect = pair.catalog.dialect;
    let read = |sql: &str| guard::checked(sql, dialect).map_err(|f| open(f.message));
    let (before, after) = (read(pair.before)?, read(pair.after)?);
    if let Some(why) = [&before, &after]
        .into_iter()
        .find_map(|q| rewrite::settled::obstacle(q, dialect))
    {
        return Err(open(why));
    }
    let full = |query: &Query| rewrite::qualify(query, pair.catalog).unwrap_or_else(|| query.clone());
    let (told, others) = (full(&before), full(&after));
    let domains = rewrite::domains::domains(&[&told, &others]);
    let queries = [told, others];
    let mut tables = rewrite::tables(&before, pair.catalog);
    for table in rewrite::tables(&after, pair.catalog) {
        if !tables.iter().any(|t| t.name == table.name) {
            tables.push(table);
        }
    }
    let mut maker = Maker::new(pair.catalog, &queries, &tables, &domains, pair.seed).map_err(open)?;
    let mut scratch = lab.open(dialect).map_err(|p| open(p.message))?;
    for statement in maker.schema() {
        scratch.fill(&statement).map_err(open)?;
    }
    // Ties are common among a few rows; with hidden sort keys shown, tied rows may change places.
    let shown = outer::with_order_shown(&before).zip(outer::with_order_shown(&after));
    let (before, after, asked) = match shown.filter(|((_, first), (_, second))| first == second) {
        Some(((before, _), (after, _))) => {
            let asked = Asked::of(&before);
            (before, after, asked)
        }
        None => {
            let asked = Asked::of(queries.first().unwrap_or(&before));
            (before, after, asked)
        }
    };
    let texts = Texts {
        whole: outer::without_limit(&before).to_string(),
        before: outer::with_smaller_limit(&before, FEW).to_string(),
        after: outer::with_smaller_limit(&after, FEW).to_string(),
    };
    let (mut databases, mut telling) = (0, 0);
    let goes_on = |databases: u32, telling: u32| {
        databases < pair.databases || ((HOPELESS..LEAST_TELLING).contains(&telling) && databases < pair.databases * 2)
    };
    while goes_on(databases, telling) {
        if cancel.is_cancelled() {
            return Err(open("Stopped.".into()));
        }
        let rows = maker.another();
        scratch.fill(&rows.join("; ")).map_err(open)?;
        match compared(&mut *scratch, &texts, &asked) {
            Compared::Same { empty } => {
                telling += u32::from(!empty);
                maker.was_telling(!empty);
            }
            Compared::Both => {}
            Compared::Cannot(why) => return Err(open(why)),
            Compared::Differ(before, after) => {
                let kept = rows.into_iter().filter(|s| !s.starts_with("DELETE"));
                return Ok(Verdict::Differs(Box::new(CounterExample {
                    database: maker.schema().into_iter().chain(kept).collect(),
                    before,
                    after,
                })));
            }
        }
        databases += 1;
    }
    Ok(Verdict::Same {
        databases,
        telling,
        engine: scratch.engine(),
    })
}

struct Texts {
    whole: String,
    before: String,
    after: String,
}

enum Compared {
    Same {
        empty: bool,
    },
    /// Both fail, for example on a division by zero.
    Both,
    Differ(ResultSet, ResultSet),
    Cannot(String),
}

fn compared(scratch: &mut dyn Scratch, texts: &Texts, asked: &Asked) -> Compared {
    let (before, after) = (scratch.ask(&texts.before), scratch.ask(&texts.after));
    let (before, after) = match (before, after) {
        (Ok(before), Ok(after)) => (before, after),
        (Err(why), _) if is_of_values(&why) => return Compared::Both,
        (Err(why), _) => return Compared::Cannot(format!("The query cannot be tried on made-up rows: {why}")),
        (_, Err(why)) => return Compared::Cannot(format!("The candidate cannot be tried on made-up rows: {why}")),
    };
    let whole = match asked.limited {
        true => scratch.ask(&texts.whole).unwrap_or_else(|_| before.clone()),
        false => before.clone(),
    };
    if agree(asked, &whole, &before, &after) {
        // A row of NULLs and zeros is what a sum over nothing gives.
        let nothing = |cell: &Cell| cell.is_null() || cell.as_f64() == Some(0.0);
        let empty = before.rows.iter().all(|row| row.iter().all(nothing));
        return Compared::Same { empty };
    }
    Compared::Differ(before, after)
}

/// An error of some rows' values and not of the statement.
fn is_of_values(why: &str) -> bool {
    let why = why.to_lowercase();
    [
        "conversion",
        "out of range",
        "overflow",
        "division",
        "more than one row",
    ]
    .iter()
    .any(|part| why.contains(part))
}
