//! `lockcheck`: try the four locks on a database. In: a URL. Out: a table by kind of attack and a last line with the
//! count, or one attempt a line.

use std::io::{IsTerminal, Write};
use std::sync::atomic::{AtomicUsize, Ordering};

use anyhow::Result;
use askwell_contract::connect::{Attempt, Lock, LockCheck};
use askwell_contract::Dialect;
use askwell_engine::Desk;
use askwell_sql::attacks;
use indexmap::IndexMap;

/// Says whether every lock held.
pub async fn run(desk: &Desk, url: &str, json: bool, out: &mut dyn Write) -> Result<bool> {
    let opened = desk.open(url).await?;
    let (watched, tried) = (std::io::stderr().is_terminal(), AtomicUsize::new(0));
    let on_attempt = |_| {
        let tried = tried.fetch_add(1, Ordering::Relaxed) + 1;
        if watched {
            // A progress line that cannot be written is not missed.
            let _ = write!(std::io::stderr(), "\r{tried} tried ");
        }
    };
    let checked = desk.lock_check(&opened.connection.id, on_attempt).await?;
    if watched {
        let _ = writeln!(std::io::stderr());
    }
    if json {
        for attempt in &checked.attempts {
            writeln!(out, "{}", serde_json::to_string(attempt)?)?;
        }
    } else {
        writeln!(
            out,
            "{}",
            report(&opened.connection.name, opened.catalog.dialect, &checked)
        )?;
    }
    Ok(checked.through == 0)
}

fn report(name: &str, dialect: Dialect, checked: &LockCheck) -> String {
    let mut kinds: IndexMap<&str, Vec<&Attempt>> = IndexMap::new();
    for attempt in &checked.attempts {
        let kind = attacks::kind(dialect, &attempt.name).unwrap_or("Leaving the process");
        kinds.entry(kind).or_default().push(attempt);
    }
    let all: Vec<&Attempt> = checked.attempts.iter().collect();
    let widest = kinds.keys().map(|kind| kind.chars().count()).max().unwrap_or_default();
    let line = |kind: &str, cells: [String; 6]| {
        let numbers: Vec<String> = cells.iter().map(|cell| format!("{cell:>10}")).collect();
        format!("{kind:<widest$}  {}", numbers.join("  "))
    };
    let counted = |kind: &str, of: &[&Attempt]| {
        let held = |lock| of.iter().filter(|attempt| attempt.held == lock).count().to_string();
        let locks = [Lock::Statement, Lock::Connection, Lock::Limits, Lock::Walls].map(|lock| held(Some(lock)));
        let [statement, connection, limits, walls] = locks;
        line(
            kind,
            [of.len().to_string(), statement, connection, limits, walls, held(None)],
        )
    };
    let heads = ["tried", "statement", "connection", "limits", "process", "through"].map(str::to_string);
    let mut lines = vec![
        format!("{name} ({})", checked.engine),
        String::new(),
        line("held by", heads),
    ];
    lines.extend(kinds.iter().map(|(kind, of)| counted(kind, of)));
    lines.push(counted("All", &all));
    lines.push(String::new());
    for attempt in all.iter().filter(|attempt| attempt.held.is_none()) {
        lines.push(format!("THROUGH: {}: {}: {}", attempt.name, attempt.sql, attempt.says));
    }
    lines.extend(checked.missing.clone());
    lines.push(if checked.unchanged {
        format!("The database is as it was. It took {:.1} s.", checked.ms / 1000.0)
    } else {
        "The database changed meanwhile. If another program was writing to it, run this again while it rests.".into()
    });
    lines.push(format!("{} of {} got through", checked.through, checked.attempts.len()));
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn attempt(name: &str, held: Option<Lock>) -> Attempt {
        Attempt {
            name: name.into(),
            sql: "DELETE FROM t".into(),
            held,
            says: "said".into(),
        }
    }

    fn checked(attempts: Vec<Attempt>) -> LockCheck {
        LockCheck {
            engine: "SQLite 3".into(),
            through: attempts.iter().filter(|a| a.held.is_none()).count() as u32,
            attempts,
            missing: None,
            unchanged: true,
            ms: 1500.0,
        }
    }

    #[test]
    fn attempts_are_counted_by_kind_and_lock() {
        let attempts = vec![
            attempt("delete all rows of a table", Some(Lock::Statement)),
            attempt("overwrite a column", Some(Lock::Connection)),
            attempt("count without end", Some(Lock::Limits)),
            attempt("start a program of the system", Some(Lock::Walls)),
        ];
        let report = report("Shop", Dialect::Sqlite, &checked(attempts));
        let numbers = |kind: &str| {
            let line = report
                .lines()
                .find(|line| line.starts_with(kind))
                .expect("the kind has a line");
            line[kind.len()..].split_whitespace().collect::<Vec<_>>().join(" ")
        };
        assert_eq!(numbers("Changing rows "), "2 1 1 0 0 0");
        assert_eq!(numbers("Using up time or memory"), "1 0 0 1 0 0");
        assert_eq!(numbers("Leaving the process"), "1 0 0 0 1 0");
        assert_eq!(numbers("All"), "4 1 1 1 1 0");
        assert!(report.ends_with("It took 1.5 s.\n0 of 4 got through"), "{report}");
    }

    #[test]
    fn what_got_through_is_shown() {
        let report = report(
            "Shop",
            Dialect::Sqlite,
            &checked(vec![attempt("delete all rows of a table", None)]),
        );
        assert!(
            report.contains("THROUGH: delete all rows of a table: DELETE FROM t: said"),
            "{report}"
        );
        assert!(report.ends_with("1 of 1 got through"), "{report}");
    }

    /// Through the whole program, on a real database: one with a table, and one with none.
    async fn nothing_gets_through(dialect: Dialect) {
        let dir = tempfile::tempdir().expect("a folder");
        let desk = crate::world::desk(Some(dir.path().join("workspace"))).expect("a desk");
        let tried = attacks::attacks(dialect, &attacks::Aim::nowhere()).len();
        let full = "CREATE TABLE t(a INTEGER); INSERT INTO t VALUES (1);";
        for (sql, json) in [(full, false), ("CREATE TABLE t(a INTEGER); DROP TABLE t;", true)] {
            let path = dir.path().join(if json { "empty" } else { "full" });
            let mut statements = std::iter::once(sql.to_string());
            let (kind, made) = match dialect {
                Dialect::Sqlite => ("sqlite", askwell_io::create::create_sqlite(&path, &mut statements)),
                _ => ("duckdb", askwell_io::create::create_duckdb(&path, &mut statements)),
            };
            made.expect("a database");
            let before = std::fs::read(&path).expect("its bytes");
            let mut out = Vec::new();
            let url = format!("{kind}:{}", path.display());
            assert!(run(&desk, &url, json, &mut out).await.expect("checked"), "{url}");
            let out = String::from_utf8(out).expect("text");
            if json {
                assert!(out.lines().count() >= tried);
                assert!(!out.contains("\"held\":null"), "{out}");
            } else {
                assert!(out.contains("The database is as it was."), "{out}");
                let last = out
                    .lines()
                    .last()
                    .and_then(|line| line.strip_prefix("0 of ")?.strip_suffix(" got through"));
                let all: usize = last.and_then(|n| n.parse().ok()).expect("a count");
                // The calls of the walls come on top, where this system has them.
                assert!(all >= tried, "{out}");
            }
            assert!(std::fs::read(&path).expect("its bytes") == before, "{url}");
        }
    }

    #[tokio::test]
    async fn nothing_gets_through_on_sqlite() {
        nothing_gets_through(Dialect::Sqlite).await;
    }

    #[tokio::test]
    async fn nothing_gets_through_on_duckdb() {
        nothing_gets_through(Dialect::Duckdb).await;
    }
}
