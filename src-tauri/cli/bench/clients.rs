//! Each engine's own command line client, writing CSV. In: where the database is. Out: how long it took, or nothing
//! where the client is not installed.

use std::io::{ErrorKind, Read};
use std::process::{Command, Stdio};
use std::time::Instant;

use anyhow::{ensure, Context, Result};
use askwell_contract::Dialect;

use super::{tables, Figures};

pub fn program(dialect: Dialect) -> &'static str {
    match dialect {
        Dialect::Sqlite => "sqlite3",
        Dialect::Duckdb => "duckdb",
        Dialect::Postgres => "psql",
    }
}

/// Time to the first byte of a pipe, and to the end when writing to nothing; the program's own start is part of both.
pub fn read(dialect: Dialect, url: &str) -> Result<Option<Figures>> {
    let began = Instant::now();
    let mut piped = match command(dialect, url).stdout(Stdio::piped()).spawn() {
        Ok(child) => child,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(error).with_context(|| format!("{} did not start", program(dialect))),
    };
    let mut pipe = piped.stdout.take().context("no pipe")?;
    let mut byte = [0];
    pipe.read_exact(&mut byte)
        .with_context(|| format!("{} wrote nothing", program(dialect)))?;
    let first = began.elapsed().as_secs_f64();
    let _ = piped.kill();
    piped.wait()?;

    let began = Instant::now();
    let status = command(dialect, url).stdout(Stdio::null()).status()?;
    ensure!(status.success(), "{} failed", program(dialect));
    Ok(Some(Figures {
        first,
        last: began.elapsed().as_secs_f64(),
        memory: None,
    }))
}

fn command(dialect: Dialect, url: &str) -> Command {
    let mut command = Command::new(program(dialect));
    let path = url.split_once(':').map_or(url, |(_, path)| path);
    match dialect {
        Dialect::Sqlite => command.args(["-readonly", "-csv", path, tables::QUERY]),
        Dialect::Duckdb => command.args(["-readonly", "-csv", path, "-c", tables::QUERY]),
        // Without it psql holds the whole result before it writes the first row.
        Dialect::Postgres => command.args([
            "--no-psqlrc",
            "--csv",
            "-v",
            "FETCH_COUNT=1000",
            "-c",
            tables::QUERY,
            url,
        ]),
    };
    command.stdin(Stdio::null()).stderr(Stdio::null());
    command
}
