//! `bench --gold`: the rewrites that a model is shown, proved and measured again.
//!
//! In: the files, a folder of them to write the gains to, a PostgreSQL server where there is one. Out: a line an example.
//! The data are a shop made for it in each engine. One that differs, or gains nothing any more, is an error.

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{bail, Result};
use askwell_contract::ports::{Cancel, Connector};
use askwell_contract::Dialect;
use askwell_engine::optimise::gold::{self, Gold};
use askwell_engine::optimise::validate::{self, Pair, Verdict};
use askwell_engine::optimise::Settings as Search;
use askwell_io::create::{create_duckdb, create_sqlite};
use askwell_io::db::Opener;

use super::tables;
use crate::optimise::{open, Opened};

#[derive(clap::Args, Default)]
pub struct Examples {
    /// Prove and measure the rewrites that a model is shown; those of PostgreSQL need --postgres
    #[arg(long)]
    gold: bool,
    /// The folder of their files, whose gains are written anew
    #[arg(long, value_name = "DIR", requires = "gold")]
    write_gains: Option<PathBuf>,
}

impl Examples {
    pub fn wanted(&self) -> bool {
        self.gold
    }
}

/// Below this an example teaches nothing.
const LEAST: f64 = 1.1;

pub async fn run(settings: &Examples, server: Option<&str>, out: &mut dyn Write) -> Result<()> {
    let folder = super::folder()?;
    let mut faults = 0;
    for engine in [Dialect::Sqlite, Dialect::Duckdb, Dialect::Postgres] {
        let of_engine: Vec<&Gold> = gold::all().iter().filter(|g| g.engine == engine).collect();
        let mut _kept = None;
        let address = match (engine, server) {
            (Dialect::Postgres, None) => {
                writeln!(out, "PostgreSQL: {} not measured, no server is named", of_engine.len())?;
                continue;
            }
            (Dialect::Postgres, Some(server)) => {
                let all = shop(engine);
                let all: Vec<&str> = all.iter().map(String::as_str).chain(["VACUUM ANALYZE"]).collect();
                let made = tables::Server::with(server, &all)?;
                let url = made.url.clone();
                _kept = Some(made);
                url
            }
            (_, _) => file(engine, folder.path())?,
        };
        let opened = open(&address).await?;
        for example in of_engine {
            let verdict = proved(example, &opened);
            let gain = measured(example, &opened).await?;
            let sound = matches!(verdict, Verdict::Same { telling, .. } if telling >= validate::LEAST_TELLING);
            let gain = gain.unwrap_or(0.0);
            faults += usize::from(!sound || gain < LEAST);
            let said = match verdict {
                Verdict::Same { databases, telling, .. } => {
                    format!("same on {databases} made-up databases, {telling} with rows")
                }
                Verdict::Differs(_) => "DIFFERS".into(),
                Verdict::Open(why) => why,
            };
            writeln!(out, "{}: {gain:.2} times faster, {said}", example.name)?;
            if let (Some(folder), true) = (&settings.write_gains, sound) {
                let path = folder.join(format!("{}.txt", example.name));
                let text = std::fs::read_to_string(&path)?;
                std::fs::write(&path, gold::with_gain(&text, gain))?;
            }
        }
    }
    match faults {
        0 => Ok(()),
        n => bail!("{n} examples are not what they say."),
    }
}

fn proved(example: &Gold, opened: &Opened) -> Verdict {
    let lab = match Opener.lab() {
        Ok(lab) => lab,
        Err(problem) => return Verdict::Open(problem.message),
    };
    let pair = Pair {
        catalog: &opened.catalog,
        before: &example.before,
        after: &example.after,
        databases: Search::default().databases,
        seed: 7,
    };
    // The lab's runner is waited for here; nothing else is under way.
    tokio::task::block_in_place(|| validate::validate(&pair, &*lab, &Cancel::new()))
}

async fn measured(example: &Gold, opened: &Opened) -> Result<Option<f64>> {
    let search = Search {
        runs: 4,
        most_runs: 6,
        ..Search::default()
    };
    let same = askwell_engine::optimise::same_on(
        &*opened.database,
        &opened.catalog,
        &search,
        &example.before,
        &example.after,
    );
    if same.await? != Some(true) {
        return Ok(None);
    }
    let gains = opened
        .race(search, &example.before, std::slice::from_ref(&example.after))
        .await?;
    Ok(gains.first().copied().flatten().map(|g| g.speedup))
}

fn file(engine: Dialect, folder: &Path) -> Result<String> {
    let mut statements = shop(engine).into_iter().map(|s| format!("{s};"));
    Ok(match engine {
        Dialect::Sqlite => {
            let path = folder.join("shop.sqlite");
            create_sqlite(&path, &mut statements)?;
            format!("sqlite:{}", path.display())
        }
        _ => {
            let path = folder.join("shop.duckdb");
            create_duckdb(&path, &mut statements)?;
            format!("duckdb:{}", path.display())
        }
    })
}

/// The statements that make the shop of the rules' examples, with some missing values and partners.
fn shop(engine: Dialect) -> Vec<String> {
    let day = |every: &str| match engine {
        Dialect::Sqlite => format!("date('2021-01-01', '+' || ({every}) || ' days')"),
        _ => format!("DATE '2021-01-01' + CAST({every} AS INTEGER)"),
    };
    let rows = |n: u32| {
        format!("(WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {n}) SELECT i FROM n) AS s")
    };
    vec![
        "CREATE TABLE customers(id INTEGER NOT NULL PRIMARY KEY, name VARCHAR NOT NULL, country VARCHAR, since DATE)".into(),
        "CREATE TABLE shops(id INTEGER NOT NULL PRIMARY KEY, town VARCHAR)".into(),
        "CREATE TABLE orders(id INTEGER NOT NULL PRIMARY KEY, customer_id INTEGER REFERENCES customers(id), shop_id INTEGER \
         REFERENCES shops(id), placed DATE, total DECIMAL(10,2), status VARCHAR)"
            .into(),
        "CREATE TABLE lines(order_id INTEGER NOT NULL REFERENCES orders(id), product VARCHAR NOT NULL, quantity INTEGER, price \
         DECIMAL(10,2), PRIMARY KEY (order_id, product))"
            .into(),
        format!(
            "INSERT INTO customers SELECT i, 'Customer ' || i, CASE i % 9 WHEN 0 THEN NULL WHEN 1 THEN 'Peru' WHEN 2 THEN 'France' \
             ELSE 'Land ' || (i % 9) END, {} FROM {}",
            day("i * 7 % 1400"),
            rows(3_000)
        ),
        format!("INSERT INTO shops SELECT i, 'Town ' || (i % 11) FROM {}", rows(60)),
        format!(
            "INSERT INTO orders SELECT i, CASE WHEN i % 40 = 0 THEN NULL ELSE 1 + i * 37 % 2600 END, CASE WHEN i % 50 = 0 THEN NULL \
             ELSE 1 + i * 13 % 60 END, {}, (i * 7919 % 50000) / 100.0, CASE i % 5 WHEN 0 THEN 'open' WHEN 1 THEN 'sent' ELSE 'paid' \
             END FROM {}",
            day("i * 11 % 1460"),
            rows(40_000)
        ),
        format!(
            "INSERT INTO lines SELECT 1 + i / 2, 'Product ' || (i % 2 + 2 * (i * 31 % 200)), 1 + i * 17 % 9, (i * 613 % 9000) / 100.0 \
             FROM {}",
            rows(76_000)
        ),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(flavor = "multi_thread")]
    async fn the_shop_is_the_one_that_the_examples_are_about() {
        use askwell_sql::rewrite::home::home;
        let folder = tempfile::tempdir().unwrap();
        for engine in [Dialect::Sqlite, Dialect::Duckdb] {
            let opened = open(&file(engine, folder.path()).unwrap()).await.unwrap();
            for table in home(engine).tables {
                let made = opened.catalog.table(&table.name).unwrap();
                let shape = |t: &askwell_contract::Table| -> Vec<_> {
                    t.columns.iter().map(|c| (c.name.clone(), c.kind, c.nullable)).collect()
                };
                assert_eq!(shape(made), shape(&table));
                assert_eq!(made.primary_key, table.primary_key);
            }
        }
    }
}
