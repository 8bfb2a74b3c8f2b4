//! The self-test of the locks: fires every known attack at an open database and says what held each.
//!
//! In: an open database and its catalog. Out: each attempt as it is made, and the count of those that got through.
//! A person runs this on the database they live from, so it takes the way of every query: the statement is refused
//! before it reaches the engine. Deliberately absent: any way around a lock. What each lock does alone is shown by
//! the drivers' tests, on databases made for it.

use askwell_contract::connect::{Attempt, Lock, LockCheck};
use askwell_contract::ports::{Cancel, Clock, Database, End};
use askwell_contract::run::Finding;
use askwell_contract::{Catalog, Dialect, Limits, Problem, Result, Truncation};
use askwell_sql::attacks::{attacks, Aim, Attack};
use askwell_sql::guard;

/// Short, because a query without end runs for all of it, and the database is in use.
const LIMITS: Limits = Limits {
    milliseconds: 2_000,
    rows: 100,
    bytes: 1 << 20,
};
/// What an engine may take beyond the limit to stop and to clear up.
const GRACE: f64 = 3_000.0;
/// Characters of a statement that are shown.
const SHOWN: usize = 400;

pub async fn lock_check(
    database: &dyn Database,
    catalog: &Catalog,
    clock: &dyn Clock,
    cancel: &Cancel,
    on_attempt: &(dyn Fn(Attempt) + Send + Sync),
) -> Result<LockCheck> {
    let began = clock.ticks();
    let before = database.fingerprint().await?;
    let mut attempts = Vec::new();
    for attack in attacks(database.dialect(), &Aim::at(catalog)) {
        if cancel.is_cancelled() {
            return Err(Problem::cancelled());
        }
        let (held, says) = fire(database, &attack, clock, cancel).await?;
        let attempt = Attempt {
            name: attack.name.to_string(),
            sql: shown(&attack.sql),
            held,
            says,
        };
        on_attempt(attempt.clone());
        attempts.push(attempt);
    }
    let through = attempts.iter().filter(|attempt| attempt.held.is_none()).count();
    Ok(LockCheck {
        engine: catalog.engine.clone(),
        through: u32::try_from(through).unwrap_or(u32::MAX),
        attempts,
        unchanged: database.fingerprint().await? == before,
        ms: clock.ticks() - began,
    })
}

/// What held one attack, and its words.
async fn fire(
    database: &dyn Database,
    attack: &Attack,
    clock: &dyn Clock,
    cancel: &Cancel,
) -> Result<(Option<Lock>, String)> {
    let began = clock.ticks();
    let ran = match database.query(&attack.sql, LIMITS, cancel).await? {
        Ok(mut stream) => {
            let mut rows = 0;
            while let Some(batch) = stream.next().await {
                rows += batch.len() as u64;
            }
            Ok((rows, stream.end()))
        }
        Err(finding) => Err(finding),
    };
    if cancel.is_cancelled() {
        return Err(Problem::cancelled());
    }
    let took = clock.ticks() - began;
    let overran = took > LIMITS.milliseconds as f64 + GRACE;
    Ok(match ran {
        _ if overran => (None, format!("It went on for {:.1} s.", took / 1000.0)),
        Ok((rows, _)) if rows > LIMITS.rows => (None, format!("It gave {rows} rows.")),
        Ok((_, End::Cut(why))) if attack.endless => (Some(Lock::Limits), cut(why).into()),
        Ok((_, End::Failed(finding))) => refused(finding, attack, database.dialect()),
        // It ended by itself, with no more rows than it may have and in no more time.
        Ok((_, End::Complete)) if attack.endless => (Some(Lock::Limits), "It ended within the limits.".into()),
        Ok((rows, _)) => (None, format!("The database ran it; it gave {rows} rows.")),
        Err(finding) => refused(finding, attack, database.dialect()),
    })
}

/// A statement that is refused never gets to the engine, so what the guard refuses was held by it.
fn refused(finding: Finding, attack: &Attack, dialect: Dialect) -> (Option<Lock>, String) {
    let lock = match finding.code.as_str() {
        _ if guard::check(&attack.sql, dialect).is_err() => Lock::Statement,
        "timeout" | "memory" | "cancelled" => Lock::Limits,
        _ => Lock::Connection,
    };
    (Some(lock), finding.message)
}

fn cut(why: Truncation) -> &'static str {
    match why {
        Truncation::Rows => "Cut at the limit on rows.",
        Truncation::Bytes => "Cut at the limit on memory.",
        Truncation::Time => "Cut at the limit on time.",
        Truncation::Cancelled => "Stopped.",
    }
}

/// The statement, shortened where nobody would read it to its end.
fn shown(sql: &str) -> String {
    let length = sql.chars().count();
    if length <= SHOWN {
        return sql.to_string();
    }
    let head: String = sql.chars().take(SHOWN).collect();
    format!("{head}… ({length} characters)")
}
