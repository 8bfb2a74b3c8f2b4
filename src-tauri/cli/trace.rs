//! `trace`: how questions were answered, as lines that tools of OpenTelemetry read. In: a run's name, or none for all that
//! are kept. Out: the lines, on standard output or in a file. Nothing is sent anywhere.

use std::io::Write;

use anyhow::Result;
use askwell_engine::Desk;

pub fn run(desk: &Desk, run: Option<&str>, to: Option<&str>, out: &mut dyn Write) -> Result<()> {
    if let Some(path) = to {
        let exported = desk.export_trace(path, run)?;
        let runs = if exported.rows == 1 { "run" } else { "runs" };
        let mut err = std::io::stderr().lock();
        writeln!(err, "{} {runs} written to {}", exported.rows, exported.path)?;
        exported.notes.iter().try_for_each(|note| writeln!(err, "{note}"))?;
        return Ok(());
    }
    if let Some(run) = run {
        return Ok(writeln!(out, "{}", desk.trace(run)?)?);
    }
    let mut written = Ok(());
    desk.traces(|line| {
        // A closed pipe has seen enough; it is told as any other failure to write.
        if written.is_ok() {
            written = writeln!(out, "{line}");
        }
        Ok(())
    })?;
    Ok(written?)
}
