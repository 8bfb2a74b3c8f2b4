//! How fast a table is profiled, beside what a person would write in the engine's own client: the same aggregates and
//! the commonest values in SQL for SQLite and PostgreSQL, and `SUMMARIZE` for DuckDB.
//!
//! In: a number of rows. Out: a table of seconds, ratios, memory, and how far off the worst count of distinct values is.

use std::io::{ErrorKind, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::time::Instant;

use anyhow::{ensure, Context, Result};
use askwell_contract::ports::{Cancel, Connector, Database};
use askwell_contract::profile::TableProfile;
use askwell_contract::{Cell, Dialect, Limits};
use askwell_engine::prepare::profile::{self, Budget, Source};
use askwell_engine::prepare::Pace;
use askwell_io::create::{create_duckdb, create_sqlite};
use askwell_io::{clock, db::Opener};

use super::clients::program;
use super::tables::Server;
use super::{folder, memory, Settings};

/// Every row, however long it takes.
const WHOLE: Budget = Budget {
    rows: u64::MAX,
    milliseconds: 1e9,
};
/// A server is measured on a table as large as people have there.
const ON_A_SERVER: u64 = 10;

/// Bytes; no profile of the table takes so few.
const NOISE: u64 = 16 << 20;

const TABLE: &str = "sales";
const COLUMNS: [(&str, &str); 20] = [
    ("id", "BIGINT PRIMARY KEY"),
    ("customer_id", "BIGINT"),
    ("product_id", "INTEGER"),
    ("country", "VARCHAR(2)"),
    ("city", "VARCHAR"),
    ("status", "VARCHAR"),
    ("channel", "VARCHAR"),
    ("quantity", "INTEGER"),
    ("price", "DOUBLE PRECISION"),
    ("discount", "DOUBLE PRECISION"),
    ("total", "DOUBLE PRECISION"),
    ("weight", "DOUBLE PRECISION"),
    ("ordered_on", "DATE"),
    ("shipped_on", "DATE"),
    ("changed_at", "TIMESTAMP"),
    ("email", "VARCHAR"),
    ("phone", "VARCHAR"),
    ("reference", "VARCHAR"),
    ("note", "VARCHAR"),
    ("gift", "BOOLEAN"),
];

/// `h` scatters the number `i`; both engines of days and times say what a day and a moment of it are.
fn row(dialect: Dialect) -> String {
    let (day, later, moment, truth, whole) = match dialect {
        Dialect::Sqlite => (
            "date('2018-01-01', '+' || (h % 2500) || ' days')",
            "date('2018-01-01', '+' || (h % 2500 + 3) || ' days')",
            "datetime('2018-01-01', '+' || (i * 7) || ' seconds')",
            "h % 20 = 0",
            "",
        ),
        _ => (
            "DATE '2018-01-01' + (h % 2500)::INT",
            "DATE '2018-01-01' + (h % 2500 + 3)::INT",
            "TIMESTAMP '2018-01-01' + (i * 7) * INTERVAL '1 second'",
            "h % 20 = 0",
            "::INT",
        ),
    };
    format!(
        "SELECT i, h % 300000, h % 20000, substr('DEFRUSGBJPBRINCNITES', (1 + 2 * (h % 10)){whole}, 2),
            'City of ' || (h % 5000), CASE h % 5 WHEN 0 THEN 'open' WHEN 1 THEN 'paid' WHEN 2 THEN 'sent' ELSE 'done' END,
            CASE h % 3 WHEN 0 THEN 'web' WHEN 1 THEN 'shop' ELSE 'phone' END, 1 + h % 12, (h % 9973) / 100.0,
            CASE WHEN h % 4 = 0 THEN (h % 50) / 100.0 END, (h % 4000037) / 128.0, (h % 65537) / 16.0, {day},
            CASE WHEN h % 10 > 0 THEN {later} END, {moment}, 'person' || (h % 300000) || '@example.org',
            '+49 30 ' || (1000000 + h % 8999993), 'R-' || (10000000 + i) || '-' || (h % 89),
            CASE WHEN h % 3 = 0 THEN 'to be left with the neighbours, number ' || (h % 700) END, {truth}"
    )
}

/// Knuth's multiplier scatters the numbers.
const SCATTERED: &str = "i * 2654435761 % 4294967291 AS h";

fn definition() -> String {
    let columns: Vec<String> = COLUMNS.iter().map(|(name, kind)| format!("{name} {kind}")).collect();
    format!("CREATE TABLE {TABLE}({})", columns.join(", "))
}

fn sqlite(folder: &Path, rows: u64) -> Result<String> {
    let path = folder.join("sales.sqlite");
    let sql = format!(
        "{}; WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {rows})
         INSERT INTO {TABLE} {} FROM (SELECT i, {SCATTERED} FROM n);",
        definition(),
        row(Dialect::Sqlite)
    );
    create_sqlite(&path, &mut std::iter::once(sql))?;
    Ok(format!("sqlite:{}", path.display()))
}

fn from_a_series(dialect: Dialect, series: &str) -> String {
    format!(
        "INSERT INTO {TABLE} {} FROM (SELECT i, {SCATTERED} FROM {series} AS t(i)) AS s",
        row(dialect)
    )
}

fn duckdb(folder: &Path, rows: u64) -> Result<String> {
    let path = folder.join("sales.duckdb");
    // Without the key: its index would cost more memory than the table.
    let plain = definition().replace(" PRIMARY KEY", "");
    let insert = from_a_series(Dialect::Duckdb, &format!("range(1, {})", rows + 1));
    create_duckdb(&path, &mut std::iter::once(format!("{plain}; {insert};")))?;
    Ok(format!("duckdb:{}", path.display()))
}

pub async fn run(settings: &Settings, out: &mut dyn Write) -> Result<()> {
    let folder = folder()?;
    let rows = settings.rows;
    writeln!(out, "a profile of {} columns, best of {}", COLUMNS.len(), settings.runs)?;
    writeln!(
        out,
        "{:<12} {:>10} {:>10} {:>10} {:>7} {:>11} {:>14}",
        "engine", "rows", "askwell", "client", "ratio", "memory", "distinct off"
    )?;
    let path = duckdb(folder.path(), rows)?;
    let truth = truth(&path).await?;
    measure(settings, Dialect::Duckdb, &path, rows, Some(&truth), out).await?;
    let path = sqlite(folder.path(), rows)?;
    measure(settings, Dialect::Sqlite, &path, rows, Some(&truth), out).await?;
    if let Some(server) = &settings.postgres {
        let rows = (rows / ON_A_SERVER).max(1);
        let insert = from_a_series(Dialect::Postgres, &format!("generate_series(1::bigint, {rows})"));
        let server = Server::with(server, &[&definition(), &insert, &format!("VACUUM ANALYZE {TABLE}")])?;
        measure(settings, Dialect::Postgres, &server.url, rows, None, out).await?;
    }
    Ok(())
}

async fn measure(
    settings: &Settings,
    dialect: Dialect,
    url: &str,
    rows: u64,
    truth: Option<&[u64]>,
    out: &mut dyn Write,
) -> Result<()> {
    let (mut ours, mut theirs, mut most, mut off) = (f64::MAX, f64::MAX, None, None);
    for _ in 0..settings.runs.max(1) {
        let gauge = memory::Gauge::start();
        let (seconds, profile) = profiled(url).await?;
        most = most.max(gauge.peak());
        ensure!(profile.read == rows, "{} of {rows} rows were read", profile.read);
        off = truth.map(|truth| worst(&profile, truth));
        ours = ours.min(seconds);
        if let Some(seconds) = peer(dialect, url)? {
            theirs = theirs.min(seconds);
        }
    }
    let (client, ratio) = if theirs < f64::MAX {
        (format!("{theirs:.2}s"), format!("{:.2}", ours / theirs))
    } else {
        (format!("no {}", program(dialect)), "-".into())
    };
    // Making the table may have left the process with more than the profile needs; then nothing can be told.
    let told = most.filter(|bytes| *bytes > NOISE);
    let memory = told.map_or("unknown".into(), |bytes| format!("{:.0} MB", bytes as f64 / 1e6));
    let off = off.map_or("-".into(), |off: f64| format!("{:.2}%", off * 100.0));
    writeln!(
        out,
        "{:<12} {rows:>10} {ours:>9.2}s {client:>10} {ratio:>7} {memory:>11} {off:>14}",
        super::name(dialect)
    )?;
    Ok(())
}

async fn profiled(url: &str) -> Result<(f64, TableProfile)> {
    let database: Arc<dyn Database> = Opener.open_address(url).await?;
    let catalog = database.describe().await?;
    let table = catalog.table(TABLE).context("the table is gone")?;
    let began = Instant::now();
    let source = Source {
        database: &database,
        clock: &clock::System::new(),
        pace: &Pace::default(),
        cancel: &Cancel::new(),
        budget: WHOLE,
    };
    let facts = profile::read(&source, table).await?;
    let facts = facts.map_err(|finding| anyhow::anyhow!("{}", finding.message))?;
    Ok((began.elapsed().as_secs_f64(), facts.profile))
}

/// How many distinct values each column has, counted one by one.
async fn truth(url: &str) -> Result<Vec<u64>> {
    let database = Opener.open_address(url).await?;
    let mut counts = Vec::new();
    for (name, _) in COLUMNS {
        let sql = format!("SELECT count(DISTINCT {name}) FROM {TABLE}");
        let stream = database.query(&sql, Limits::EXPORT, &Cancel::new()).await?;
        let stream = stream.map_err(|finding| anyhow::anyhow!("{}", finding.message))?;
        let set = stream.collect().await.map_err(|f| anyhow::anyhow!("{}", f.message))?;
        match set.rows.first().and_then(|row| row.first()) {
            Some(Cell::Int(n)) => counts.push(u64::try_from(*n)?),
            other => anyhow::bail!("{other:?} is no count"),
        }
    }
    Ok(counts)
}

fn worst(profile: &TableProfile, truth: &[u64]) -> f64 {
    let off = |(column, &truth): (&askwell_contract::profile::ColumnProfile, &u64)| {
        (column.distinct as f64 / truth.max(1) as f64 - 1.0).abs()
    };
    profile.columns.iter().zip(truth).map(off).fold(0.0, f64::max)
}

/// Seconds of the engine's client; nothing where it is not installed.
fn peer(dialect: Dialect, url: &str) -> Result<Option<f64>> {
    let path = url.split_once(':').map_or(url, |(_, path)| path);
    let mut command = Command::new(program(dialect));
    match dialect {
        Dialect::Sqlite => command.args(["-readonly", "-csv", path, &statements(dialect)]),
        Dialect::Duckdb => command.args(["-readonly", "-csv", path, "-c", &format!("SUMMARIZE {TABLE}")]),
        Dialect::Postgres => command.args([
            "--no-psqlrc",
            "--csv",
            "-v",
            "ON_ERROR_STOP=1",
            "-c",
            &statements(dialect),
            url,
        ]),
    };
    let began = Instant::now();
    let ran = command
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .output();
    match ran {
        Ok(ran) if ran.status.success() => Ok(Some(began.elapsed().as_secs_f64())),
        Ok(ran) => anyhow::bail!("{} failed: {}", program(dialect), String::from_utf8_lossy(&ran.stderr)),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error).with_context(|| format!("{} did not start", program(dialect))),
    }
}

/// One scan for the aggregates of all columns, and one a column for its ten commonest values.
fn statements(dialect: Dialect) -> String {
    let mut figures = vec!["count(*)".to_owned()];
    let mut commonest = String::new();
    for (name, kind) in COLUMNS {
        figures.push(format!("count({name}), count(DISTINCT {name})"));
        if kind != "BOOLEAN" {
            figures.push(format!("min({name}), max({name})"));
        }
        if kind.starts_with("VARCHAR") {
            figures.push(format!("avg(length({name})), max(length({name}))"));
        } else if dialect == Dialect::Postgres && (kind.contains("INT") || kind.starts_with("DOUBLE")) {
            figures.push(format!("avg({name}), stddev_pop({name})"));
        } else if kind.contains("INT") || kind.starts_with("DOUBLE") {
            // The shell has no function for the deviation.
            figures.push(format!(
                "avg({name}), avg(1.0 * {name} * {name}) - avg({name}) * avg({name})"
            ));
        }
        commonest.push_str(&format!(
            "SELECT {name}, count(*) FROM {TABLE} WHERE {name} IS NOT NULL GROUP BY 1 ORDER BY 2 DESC LIMIT 10; "
        ));
    }
    format!("SELECT {} FROM {TABLE}; {commonest}", figures.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn every_engine_without_a_server_has_its_line() {
        let settings = Settings {
            rows: 2_000,
            runs: 1,
            postgres: None,
            profile: true,
            texts: None,
            beside: None,
            fields: None,
            root: std::path::PathBuf::new(),
            schema: Vec::new(),
            embed: None,
            machinery: false,
            whole: None,
            tpcds: super::super::tpcds::Faster::default(),
            examples: super::super::gold::Examples::default(),
            faults: super::super::wrong::Faults::default(),
        };
        let mut out = Vec::new();
        run(&settings, &mut out).await.unwrap();
        let said = String::from_utf8(out).unwrap();
        assert!(said.contains("\nSQLite ") && said.contains("\nDuckDB "), "{said}");
        assert_eq!(said.matches("0.00%").count(), 2, "few values are counted: {said}");
    }
}
