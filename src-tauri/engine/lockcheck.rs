//! The self-test of the locks: fires every known attack at an open database and says what held each.
//!
//! In: an open database and its catalog. Out: each attempt as it is made, and the count of those that got through.
//! A person runs this on the database they live from, so it takes the way of every query: the statement is refused
//! before it reaches the engine. The system's walls are tried by themselves, from inside the process that runs queries.
//! Deliberately absent: any way around a lock. What each of the others does alone is shown by the drivers' tests, on
//! databases made for it.

use askwell_contract::connect::{Attempt, Lock, LockCheck};
use askwell_contract::ports::{Cancel, Clock, Database, End};
use askwell_contract::run::Finding;
use askwell_contract::{Catalog, Dialect, Limits, Problem, Result, Truncation};
use askwell_sql::attacks::{attacks, Aim, Attack, Nature};
use askwell_sql::guard;

/// Short, because a query without end runs for all of it, and the database is in use.
const LIMITS: Limits = Limits {
    milliseconds: 1_000,
    rows: 100,
    bytes: 1 << 20,
};
/// What an engine may take beyond the limit to stop and to clear up.
const GRACE: f64 = 3_000.0;
/// There is no process of ours to put walls around.
const ELSEWHERE: &str =
    "The server runs the queries, in processes of its own; the walls of this computer do not reach there.";
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
    let walls = database.try_walls().await?;
    let elsewhere = walls.attempts.is_empty();
    walls.attempts.iter().cloned().for_each(on_attempt);
    attempts.extend(walls.attempts);
    let through = attempts.iter().filter(|attempt| attempt.held.is_none()).count();
    Ok(LockCheck {
        engine: catalog.engine.clone(),
        through: u32::try_from(through).unwrap_or(u32::MAX),
        missing: walls.missing.or_else(|| elsewhere.then(|| ELSEWHERE.into())),
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
        Ok((_, End::Cut(why))) if attack.nature != Nature::Harm => (Some(Lock::Limits), cut(why).into()),
        Ok((_, End::Failed(finding))) => refused(finding, attack, database.dialect()),
        // It ended by itself, with no more rows than it may have and in no more time.
        Ok((_, End::Complete)) if attack.nature != Nature::Harm => {
            (Some(Lock::Limits), "It ended within the limits.".into())
        }
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

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::sync::{Arc, Mutex};

    use askwell_contract::connect::Powers;
    use askwell_contract::ports::{Batch, Ran, RowStream};
    use askwell_contract::run::Explain;
    use askwell_contract::{Cell, ResultColumn, TypeKind};
    use async_trait::async_trait;

    use super::*;
    use crate::prepare::fake;
    use crate::scripted::Ticking;

    /// A database with as many locks as the test leaves it.
    struct Doors {
        guarded: bool,
        /// What the engine does with a statement that reaches it.
        ends: fn(&str) -> std::result::Result<End, Finding>,
        asked: AtomicUsize,
        prints: AtomicUsize,
    }

    impl Doors {
        fn new(guarded: bool, ends: fn(&str) -> std::result::Result<End, Finding>) -> Self {
            Self {
                guarded,
                ends,
                asked: AtomicUsize::new(0),
                prints: AtomicUsize::new(0),
            }
        }
        async fn checked(&self) -> LockCheck {
            let seen = Mutex::new(Vec::new());
            let catalog = fake::catalog(vec![fake::table("customers", &["id int"])]);
            let clock = Arc::<Ticking>::default();
            let cancel = Cancel::new();
            let checked = lock_check(self, &catalog, &*clock, &cancel, &|a| seen.lock().unwrap().push(a)).await;
            let checked = checked.unwrap();
            assert_eq!(checked.attempts, seen.into_inner().unwrap());
            checked
        }
    }

    #[async_trait]
    impl Database for Doors {
        fn dialect(&self) -> Dialect {
            Dialect::Sqlite
        }
        async fn describe(&self) -> Result<Catalog> {
            Ok(fake::catalog(vec![]))
        }
        async fn fingerprint(&self) -> Result<String> {
            Ok(self.prints.load(Ordering::SeqCst).to_string())
        }
        async fn query(&self, sql: &str, _: Limits, _: &Cancel) -> Ran<RowStream> {
            if self.guarded {
                if let Err(finding) = guard::check(sql, Dialect::Sqlite) {
                    return Ok(Err(finding));
                }
            }
            self.asked.fetch_add(1, Ordering::SeqCst);
            let end = match (self.ends)(sql) {
                Ok(end) => end,
                Err(finding) => return Ok(Err(finding)),
            };
            let (give, take) = tokio::sync::mpsc::channel(2);
            give.try_send(Batch::Rows(vec![vec![Cell::Int(1)]]))
                .map_err(Problem::internal)?;
            give.try_send(Batch::End(end)).map_err(Problem::internal)?;
            let column = ResultColumn {
                name: "a".into(),
                kind: TypeKind::Integer,
            };
            Ok(Ok(RowStream::new(vec![column], take)))
        }
        async fn explain(&self, _: &str, _: &Cancel) -> Ran<Explain> {
            Err(Problem::internal("nobody asks for a plan here"))
        }
        async fn powers(&self) -> Result<Powers> {
            Err(Problem::internal("nobody asks for powers here"))
        }
    }

    fn held(checked: &LockCheck, lock: Option<Lock>) -> usize {
        checked.attempts.iter().filter(|a| a.held == lock).count()
    }

    #[tokio::test]
    async fn behind_all_locks_only_what_would_not_end_reaches_the_engine() {
        let doors = Doors::new(true, |_| Ok(End::Cut(Truncation::Time)));
        let checked = doors.checked().await;
        assert_eq!(checked.through, 0);
        let limits = held(&checked, Some(Lock::Limits));
        assert_eq!(limits, doors.asked.load(Ordering::SeqCst));
        assert!((5..20).contains(&limits), "{limits}");
        assert_eq!(held(&checked, Some(Lock::Statement)), checked.attempts.len() - limits);
        assert!(checked.unchanged && checked.attempts.len() > 120);
        assert!(checked.attempts.iter().any(|a| a.sql == "DELETE FROM customers"));
        assert!(checked
            .attempts
            .iter()
            .all(|a| a.sql.chars().count() < SHOWN + 40 && !a.says.is_empty()));
    }

    #[tokio::test]
    async fn an_engine_that_runs_everything_is_found_out() {
        let checked = Doors::new(false, |_| Ok(End::Complete)).checked().await;
        assert_eq!(checked.through as usize, held(&checked, None));
        assert!(checked.through > 120, "{}", checked.through);
        // Rows cut at a limit were read all the same.
        let cut = Doors::new(false, |_| Ok(End::Cut(Truncation::Rows))).checked().await;
        assert_eq!(cut.through, checked.through);
    }

    #[tokio::test]
    async fn a_database_that_changed_meanwhile_is_told() {
        let doors = Doors::new(true, |_| Err(Finding::error("timeout", "Stopped.")));
        doors.prints.store(1, Ordering::SeqCst);
        let catalog = fake::catalog(vec![]);
        let clock = Arc::<Ticking>::default();
        let change = |_: Attempt| {
            doors.prints.store(2, Ordering::SeqCst);
        };
        let checked = lock_check(&doors, &catalog, &*clock, &Cancel::new(), &change)
            .await
            .unwrap();
        assert!(!checked.unchanged);
        assert_eq!(checked.through, 0);
        assert!(held(&checked, Some(Lock::Limits)) > 0);
    }

    #[tokio::test]
    async fn a_stop_stops_it() {
        let doors = Doors::new(true, |_| Ok(End::Complete));
        let cancel = Cancel::new();
        cancel.cancel();
        let clock = Arc::<Ticking>::default();
        let stopped = lock_check(&doors, &fake::catalog(vec![]), &*clock, &cancel, &|_| {}).await;
        assert_eq!(stopped.unwrap_err(), Problem::cancelled());
        assert_eq!(doors.asked.load(Ordering::SeqCst), 0);
    }
}
