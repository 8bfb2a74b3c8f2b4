//! Literate cases for each stage of a question: `tests/stages/*.md`, a section for each stage, a heading for each question.
//!
//! Below a heading stand the hints that come with the question behind `> `, where the stage begins from statements these as
//! SQL blocks, and then what the stage must say: a line of its account for each `- `, or none such for `- never `. Where a case fails, all that the stage said is printed
//! in the same form. The clock is that of the file, so that "last month" is always the same.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use askwell_cli::{sample, world};
use askwell_contract::ports::{Cancel, Clock, Database};
use askwell_contract::run::{Candidate, Judged, Outcome, Plan, Severity};
use askwell_contract::Limits;
use askwell_engine::ask::builtin::score::Weights;
use askwell_engine::calendar::Date;
use askwell_engine::switches::Switches;
use askwell_engine::trial::Tried;
use askwell_engine::{ask, prepare, Cx, Knowledge, Trace};

const DAY: u64 = 86_400_000;

struct Case {
    stage: String,
    question: String,
    hints: String,
    sql: Vec<String>,
    says: Vec<String>,
    never: Vec<String>,
}

struct File {
    database: String,
    today: String,
    cases: Vec<Case>,
}

fn read(name: &str) -> File {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/stages").join(name);
    let text = std::fs::read_to_string(path).unwrap();
    let (front, body) = text.strip_prefix("---\n").unwrap().split_once("\n---\n").unwrap();
    let field = |key: &str| {
        let line = front.lines().find_map(|l| l.strip_prefix(key)?.strip_prefix(": "));
        line.unwrap_or_else(|| panic!("{name} has no {key}")).to_owned()
    };
    let (mut cases, mut stage): (Vec<Case>, String) = (Vec::new(), String::new());
    let mut block: Option<String> = None;
    for line in body.lines() {
        if let Some(sql) = &mut block {
            match line {
                "```" => cases.last_mut().unwrap().sql.extend(block.take()),
                line => *sql = [sql.as_str(), line].join(if sql.is_empty() { "" } else { " " }),
            }
        } else if let Some(name) = line.strip_prefix("## ") {
            name.clone_into(&mut stage);
        } else if let Some(question) = line.strip_prefix("### ") {
            cases.push(Case {
                stage: stage.clone(),
                question: question.to_owned(),
                hints: String::new(),
                sql: Vec::new(),
                says: Vec::new(),
                never: Vec::new(),
            });
        } else if line == "```sql" {
            block = Some(String::new());
        } else if let Some(hints) = line.strip_prefix("> ") {
            hints.clone_into(&mut cases.last_mut().unwrap().hints);
        } else if let Some(never) = line.strip_prefix("- never ") {
            cases.last_mut().unwrap().never.push(never.to_owned());
        } else if let Some(says) = line.strip_prefix("- ") {
            cases.last_mut().unwrap().says.push(says.to_owned());
        }
    }
    let silent = cases.iter().find(|c| c.says.is_empty() && c.never.is_empty());
    assert!(
        silent.is_none(),
        "{name}: nothing is asked of {:?}",
        silent.map(|c| &c.question)
    );
    File {
        database: field("database"),
        today: field("today"),
        cases,
    }
}

/// A day that does not pass.
struct Still(u64);

impl Clock for Still {
    fn now(&self) -> u64 {
        self.0
    }
    fn ticks(&self) -> f64 {
        0.0
    }
}

fn written(at: usize, sql: &str) -> Candidate {
    Candidate {
        id: format!("c{}", at + 1),
        generator: "figure".into(),
        sql: sql.to_owned(),
        reading: "as it is written".into(),
        belief: 1.0,
        uses: Vec::new(),
        unplaced: Vec::new(),
        times: Vec::new(),
    }
}

/// What the stage says, a line for each thing.
async fn account(cx: &Cx<'_>, case: &Case) -> Vec<String> {
    if case.stage == "converse" {
        return match ask::converse::converse(cx, &case.question, &case.hints).await {
            Ok(plan) => vec![format!("asks: {}", plan.question), format!("hints: {}", plan.evidence)],
            Err(problem) => vec![format!("refused: {}", problem.message)],
        };
    }
    let plan = Plan {
        question: case.question.clone(),
        evidence: case.hints.clone(),
        follows: None,
        parts: Vec::new(),
        tells: None,
    };
    let grounding = ask::ground::ground(cx, &plan).await.unwrap();
    if case.stage == "ground" {
        let values = grounding.values.iter();
        let values = values.map(|v| {
            let holds = if v.part { "is within" } else { "is" };
            format!("\"{}\" {holds} {}.{} '{}'", v.words, v.table, v.column, v.value)
        });
        let times = grounding.times.iter().map(|t| t.says.clone());
        let named = grounding.references.iter().map(|f| match &f.column {
            Some(column) => format!("the hints name {}.{column}", f.table),
            None => format!("the hints name the table {}", f.table),
        });
        return values.chain(times).chain(named).collect();
    }
    let linked = ask::link::link(cx, &plan, &grounding).await.unwrap();
    if case.stage == "link" {
        let fields = linked.precise.iter().map(|f| match &f.column {
            Some(column) => format!("\"{}\" is {}.{column} by {}", f.words, f.table, f.by),
            None => format!("\"{}\" is the table {} by {}", f.words, f.table, f.by),
        });
        let joins = linked.joins.iter().map(|j| {
            let (left, right) = (&j.left_table, &j.right_table);
            format!("joined by {left}.{} = {right}.{}", j.left_column, j.right_column)
        });
        let unplaced = linked.unplaced.iter().map(|w| format!("not placed: {w}"));
        let cautions = linked.cautions.iter().map(|c| format!("caution: {}", c.says));
        return fields.chain(joins).chain(unplaced).chain(cautions).collect();
    }
    let all = match case.sql.as_slice() {
        [] => match ask::generate::generate(cx, &plan, &grounding, &linked).await.unwrap() {
            Ok(all) => all.candidates,
            Err(refused) => {
                let missing = refused.declined.missing.iter().map(|w| format!("missing: {w}"));
                return std::iter::once("declined".to_owned()).chain(missing).collect();
            }
        },
        given => given.iter().enumerate().map(|(at, sql)| written(at, sql)).collect(),
    };
    if case.stage == "generate" {
        let lines = all.iter().flat_map(|c| {
            [
                format!("{}: {}", c.id, c.sql),
                format!("{} reads: {}", c.id, c.reading),
                format!("{} leaves out: {}", c.id, c.unplaced.join(", ")),
            ]
        });
        return lines.filter(|l| !l.ends_with("leaves out: ")).collect();
    }
    let judged = ask::evaluate::evaluate(cx, &plan, all, &Tried::default())
        .await
        .unwrap();
    if case.stage == "evaluate" {
        return judged.iter().flat_map(tried).collect();
    }
    let mended = ask::repair::repair(cx, &plan, &grounding, &linked, judged)
        .await
        .unwrap();
    if case.stage == "repair" {
        return mended.iter().flat_map(repaired).collect();
    }
    let selection = ask::select::select(cx, &plan, &mended).await.unwrap();
    if case.stage == "select" {
        let clusters = selection.clusters.iter();
        let clusters = clusters.map(|c| format!("{}: {} ({})", c.id, c.members.join(", "), c.summary));
        let duels = selection
            .duels
            .iter()
            .map(|d| format!("{} against {}: {}", d.a, d.b, d.winner));
        let end = [
            format!("winner: {}", selection.winner),
            format!("why: {}", selection.why),
        ];
        return clusters.chain(duels).chain(end).collect();
    }
    assert_eq!(case.stage, "answer", "there is no such stage");
    let answer = ask::answer::answer(cx, &plan, &mended, &selection).await.unwrap();
    let mut out = vec![
        format!("sentence: {}", answer.sentence),
        format!("trust: {:?}", answer.trust).to_lowercase(),
        format!("chart: {}", answer.chart.map_or("none".to_owned(), |c| mark(&c.spec))),
    ];
    out.extend(answer.headline.map(|h| format!("figure: {h}")));
    out.extend(answer.reasons.iter().map(|r| format!("reason: {r}")));
    for step in &answer.steps {
        let text = &step.text;
        out.push(format!("step: {text}"));
        if let (Some(from), Some(to)) = (step.rows_in, step.rows_out) {
            out.push(format!("rows: {from} in, {to} out: {text}"));
        }
        for span in &step.words {
            let words = &plan.question[span.start as usize..span.end as usize];
            out.push(format!("words: {words}: {text}"));
        }
    }
    out.extend(answer.notes.iter().map(|n| format!("note: {n}")));
    out
}

/// The shape that a chart's figures are drawn in.
fn mark(spec: &str) -> String {
    let spec: serde_json::Value = serde_json::from_str(spec).unwrap();
    let mark = &spec["mark"];
    mark.as_str()
        .or_else(|| mark["type"].as_str())
        .unwrap_or("?")
        .to_owned()
}

fn tried(judged: &Judged) -> Vec<String> {
    let id = &judged.candidate.id;
    let end = match &judged.outcome {
        Outcome::Ran { rows, .. } => format!("{id} ran: {rows} rows"),
        Outcome::Failed { finding, .. } => format!("{id} failed: {}", finding.code),
        Outcome::NotRun => format!("{id} was not run"),
    };
    let kind = |s: Severity| format!("{s:?}").to_lowercase();
    let findings = judged.findings.iter();
    let findings = findings.map(|f| format!("{id} {}: {}: {}", kind(f.severity), f.code, f.message));
    std::iter::once(end).chain(findings).collect()
}

fn repaired(judged: &Judged) -> Vec<String> {
    let id = &judged.candidate.id;
    let attempt = |r: &askwell_contract::run::RepairAttempt| {
        let word = if r.worked { "" } else { " in vain" };
        format!("{id} by {}{word}: {}", r.rule, r.why)
    };
    let mut out: Vec<String> = judged.repairs.iter().map(attempt).collect();
    out.push(format!("{id} is: {}", judged.candidate.sql));
    out.push(tried(judged).remove(0));
    out
}

struct Folder(PathBuf);

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

async fn every_case_holds(name: &str) {
    let file = read(name);
    let dir = Folder(std::env::temp_dir().join(format!("askwell-stages-{name}-{}", std::process::id())));
    std::fs::create_dir_all(&dir.0).unwrap();
    sample::build(&dir.0).unwrap();
    let world = world::world(Some(dir.0.join("workspace"))).unwrap();
    let kind = if file.database.ends_with("duckdb") {
        "duckdb"
    } else {
        "sqlite"
    };
    let url = format!("{kind}:{}", dir.0.join(&file.database).display());
    let database: Arc<dyn Database> = world.connector.open_address(&url).await.unwrap();
    let cancel = Cancel::new();
    let (knowledge, _) = prepare(database.clone(), &url, &world, &cancel, &|_| {}).await.unwrap();
    let knowledge: &Knowledge = &knowledge;
    let (begin, end) = (Date::parse("1970-01-01").unwrap(), Date::parse(&file.today).unwrap());
    let days = (0..).find(|n| begin.plus(*n) == end).unwrap();
    let today = Still(days as u64 * DAY);
    let mut wrong = Vec::new();
    for case in &file.cases {
        let trace = Trace::new("r1".into(), &today, |_| {});
        let cx = Cx {
            knowledge,
            database: &*database,
            // Vectors come in the background: what they add is no part of these cases.
            embedder: None,
            door: None,
            clock: &today,
            cancel: &cancel,
            trace: &trace,
            limits: Limits::ASK,
            switches: Switches::default(),
            weights: Weights::learned(),
            ranking: askwell_reader::rank::Weights::learned(),
            verified: &[],
            earlier: &[],
            calendar: askwell_contract::time::Calendar::default(),
            seed: 1,
        };
        let said = account(&cx, case).await;
        let unsaid = case.says.iter().filter(|line| !said.contains(line));
        let said_though = case
            .never
            .iter()
            .filter(|part| said.iter().any(|l| l.contains(part.as_str())));
        let faults: Vec<&String> = unsaid.chain(said_though).collect();
        if !faults.is_empty() {
            let said: Vec<String> = said.iter().map(|l| format!("- {l}")).collect();
            wrong.push(format!(
                "{}: {}\nwrong: {faults:#?}\nit says:\n{}\n",
                case.stage,
                case.question,
                said.join("\n")
            ));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    for stage in [
        "converse", "ground", "link", "generate", "evaluate", "repair", "select", "answer",
    ] {
        assert!(
            file.cases.iter().any(|c| c.stage == stage),
            "{name} has no case of {stage}"
        );
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn each_stage_says_of_harbor_goods_what_it_must() {
    every_case_holds("harbor-goods.md").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn each_stage_says_of_the_northern_league_what_it_must() {
    every_case_holds("northern-league.md").await;
}
