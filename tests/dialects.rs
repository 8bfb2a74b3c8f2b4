//! Every construction is understood in every dialect: the sample databases are copied into the other engines, asked there,
//! and each answer is compared with what the accepted SQL gives on the original, by the engine's own "the same result".
//! So no accepted SQL is needed in other dialects. The misses are printed.

use std::path::Path;

use askwell_cli::eval;
use askwell_cli::sample::{self, harbor, league};
use askwell_contract::run::Outcome;
use askwell_contract::{Dialect, Limits, ResultSet};
use askwell_engine::compare::same;
use askwell_engine::pipeline::AskOutcome;
use askwell_io::create::{create_duckdb, create_sqlite};
use askwell_sql::parse;

use crate::opened::Opened;
use crate::server::Filled;

/// Of forty constructions, as `literate` asks for on the original.
const ENOUGH: usize = 36;

const LIMITS: Limits = Limits {
    milliseconds: 60_000,
    rows: 200_000,
    bytes: 1 << 30,
};

/// What a sample's statements become in another engine: every type by the one that keeps the same values there.
fn translated(statements: &[String], types: &[(&str, &str)]) -> Vec<String> {
    let mut out = Vec::new();
    for statement in statements {
        match statement.strip_prefix("CREATE TABLE ") {
            Some(_) => {
                let put =
                    |text: String, (from, to): &(&str, &str)| text.replace(&format!(" {from}"), &format!(" {to}"));
                out.push(types.iter().fold(statement.clone(), put));
            }
            None if statement.starts_with(REFERS_TO_ITSELF) => out.extend(one_by_one(statement)),
            None if statement.starts_with("INSERT") => out.push(unpacked(statement)),
            None if types.iter().any(|(from, _)| statement.contains(from)) => {}
            None => out.push(statement.clone()),
        }
    }
    out.iter().map(|s| format!("{s};")).collect()
}

/// DuckDB looks for the row that a key refers to before the statement's own rows are there.
const REFERS_TO_ITSELF: &str = "INSERT INTO employees VALUES\n(";

fn one_by_one(statement: &str) -> Vec<String> {
    let rows = statement[REFERS_TO_ITSELF.len()..].trim_end_matches(')');
    let one = |row: &str| format!("{REFERS_TO_ITSELF}{row})");
    rows.split("),\n(").map(one).collect()
}

/// Rows that travel as one text that DuckDB takes apart, as rows that every engine reads.
fn unpacked(statement: &str) -> String {
    let Some((head, rows)) = statement.split_once(" SELECT field[1]") else {
        return statement.to_owned();
    };
    let rows = rows.split('\'').nth(1).unwrap();
    let rows: Vec<String> = rows.split(';').map(|row| format!("({row})")).collect();
    format!("{head} VALUES {}", rows.join(","))
}

pub struct Sample {
    set: &'static str,
    file: &'static str,
    statements: fn(u64) -> Vec<String>,
    /// Its types in PostgreSQL.
    types: &'static [(&'static str, &'static str)],
}

pub const HARBOR: Sample = Sample {
    set: "harbor-goods.constructions",
    file: harbor::FILE,
    statements: harbor::statements,
    types: &FROM_SQLITE,
};
pub const LEAGUE: Sample = Sample {
    set: "northern-league.constructions",
    file: league::FILE,
    statements: league::statements,
    types: &[],
};

/// INTEGER of SQLite has 8 bytes, and its REAL is a double.
const FROM_SQLITE: [(&str, &str); 2] = [("INTEGER", "BIGINT"), ("REAL", "DOUBLE PRECISION")];
/// SQLite has no type for days and truth values; it keeps them as their text and as 0 and 1.
const INTO_SQLITE: [(&str, &str); 3] = [
    ("playing_position", "VARCHAR"),
    ("injury_severity", "VARCHAR"),
    ("CREATE TYPE", ""),
];

type Create = fn(&Path, &mut dyn Iterator<Item = String>) -> askwell_contract::Result<()>;

impl Sample {
    async fn original(&self, dir: &Path) -> Opened {
        sample::build(dir).unwrap();
        Opened::file(&dir.join(self.file), &dir.join("original")).await
    }

    /// The address of a copy in a file of the engine.
    pub fn file(&self, dialect: Dialect, dir: &Path) -> String {
        let types: &[_] = match dialect {
            Dialect::Sqlite => &INTO_SQLITE,
            _ => &FROM_SQLITE,
        };
        let mut statements = translated(&(self.statements)(sample::SEED), types).into_iter();
        let (path, made) = match dialect {
            Dialect::Sqlite => (dir.join("copy.sqlite"), create_sqlite as Create),
            _ => (dir.join("copy.duckdb"), create_duckdb as Create),
        };
        made(&path, &mut statements).unwrap();
        format!("{}:{}", path.extension().unwrap().display(), path.display())
    }

    /// A copy on the tests' server, where there is one.
    pub fn on_server(&self, name: &str) -> Option<Filled> {
        let script = translated(&(self.statements)(sample::SEED), self.types).join("\n");
        Filled::new(&format!("{} {name}", self.set), &script)
    }

    /// Asks the copy; the answers must be those of the original.
    async fn is_understood(&self, original: &Opened, copy: &Opened, dir: &Path) {
        let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("sample-data/{}.md", self.set));
        let questions = eval::scorable(&file, dir).unwrap();
        let (mut right, number, mut missed) = (0, questions.len(), Vec::new());
        for question in questions {
            let asked = copy.asked(&question.question, &question.hints()).await;
            let answered = match &asked.outcome {
                AskOutcome::Answered(answer) => match copy.run(&answer.sql, LIMITS).await {
                    Ok(result) => Ok((answer.sql.clone(), result)),
                    Err(_) => Err(format!("does not run: {}", answer.sql)),
                },
                AskOutcome::Declined(declined) => Err(format!("declined: {}", declined.message)),
                AskOutcome::Replied(reply) => Err(format!("asked back: {}", reply.message)),
                AskOutcome::Failed(problem) => Err(format!("{} {:?}", problem.message, problem.detail)),
            };
            let mut accepted = Vec::new();
            for gold in &question.gold {
                let result = original.run(gold, LIMITS).await;
                let result = result.unwrap_or_else(|_| panic!("{gold} does not run"));
                accepted.push((result, ordered(gold, original.knowledge.catalog.dialect)));
            }
            let fits = |given: &ResultSet| accepted.iter().any(|(gold, ordered)| fits(gold, given, *ordered));
            match &answered {
                Ok((_, given)) if fits(given) => right += 1,
                Ok((sql, given)) => missed.push(format!(
                    "{}: {}\n    {sql}\n    {:?}\n    {:?}",
                    question.id,
                    question.question,
                    given.rows.first(),
                    accepted[0].0.rows.first()
                )),
                Err(why) => {
                    let failed = asked.judged.iter().filter_map(|j| match &j.outcome {
                        Outcome::Failed { finding, .. } => {
                            Some(format!("\n    {} {:?}", j.candidate.sql, finding.engine))
                        }
                        _ => None,
                    });
                    let failed: String = failed.collect();
                    missed.push(format!("{}: {}\n    {why}{failed}", question.id, question.question));
                }
            }
        }
        let engine = &copy.knowledge.catalog.engine;
        eprintln!("{} on {engine}: {right} of {number}\n{}", self.set, missed.join("\n"));
        assert!(
            right >= number * ENOUGH / 40,
            "{} on {engine}: {right} of {number}",
            self.set
        );
    }
}

/// The same rows; where the order was asked for, what they are sorted by in the same order. Rows that are sorted alike may
/// stand in any order, which is each engine's own.
fn fits(gold: &ResultSet, given: &ResultSet, ordered: bool) -> bool {
    let column = |result: &ResultSet, at: usize| ResultSet {
        columns: vec![result.columns[at].clone()],
        rows: result.rows.iter().map(|row| vec![row[at].clone()]).collect(),
        ..result.clone()
    };
    let sorted_alike = || {
        let pairs = (0..gold.columns.len()).flat_map(|a| (0..given.columns.len()).map(move |b| (a, b)));
        pairs
            .into_iter()
            .any(|(a, b)| same(&column(gold, a), &column(given, b), true))
    };
    same(gold, given, false) && (!ordered || gold.rows.is_empty() || sorted_alike())
}

fn ordered(sql: &str, dialect: Dialect) -> bool {
    parse::query(sql, dialect).is_ok_and(|query| query.order_by.is_some())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn constructions_on_harbor_goods_are_understood_on_duckdb() {
    let dir = tempfile::tempdir().unwrap();
    let original = HARBOR.original(dir.path()).await;
    let url = HARBOR.file(Dialect::Duckdb, dir.path());
    let copy = Opened::whole(&url, &dir.path().join("copy")).await;
    HARBOR.is_understood(&original, &copy, dir.path()).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn constructions_on_the_northern_league_are_understood_on_sqlite() {
    let dir = tempfile::tempdir().unwrap();
    let original = LEAGUE.original(dir.path()).await;
    let url = LEAGUE.file(Dialect::Sqlite, dir.path());
    let copy = Opened::whole(&url, &dir.path().join("copy")).await;
    LEAGUE.is_understood(&original, &copy, dir.path()).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn constructions_on_harbor_goods_are_understood_on_postgres() {
    let Some(server) = HARBOR.on_server("asked") else {
        return;
    };
    let dir = tempfile::tempdir().unwrap();
    let original = HARBOR.original(dir.path()).await;
    let copy = Opened::whole(&server.url(), &dir.path().join("copy")).await;
    HARBOR.is_understood(&original, &copy, dir.path()).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn constructions_on_the_northern_league_are_understood_on_postgres() {
    let Some(server) = LEAGUE.on_server("asked") else {
        return;
    };
    let dir = tempfile::tempdir().unwrap();
    let original = LEAGUE.original(dir.path()).await;
    let copy = Opened::whole(&server.url(), &dir.path().join("copy")).await;
    LEAGUE.is_understood(&original, &copy, dir.path()).await;
}
