//! The questions of one database, one after another. In: a URL, questions, and what their runs may use. Out: a line for
//! each, also where the database cannot be opened or the engine fails; for an ablation, a line for each variant.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, PoisonError};

use askwell_contract::ports::{Cancel, Database};
use askwell_contract::run::{Event, Header, Judged, Method, Outcome};
use askwell_contract::{Problem, Result};
use askwell_engine::ask::answer::odds;
use askwell_engine::ask::builtin::score::Weights;
use askwell_engine::ask::select;
use askwell_engine::cx::Earlier;
use askwell_engine::pipeline::{self, AskOutcome, Asked, Kept};
use askwell_engine::switches::Switches;
use askwell_engine::{Cx, Knowledge, Trace, World};
use askwell_reader::rank::Weights as Ranking;
use askwell_reader::Style;
use tokio::runtime::Handle;
use tokio::sync::mpsc::error::SendError;
use tokio::sync::mpsc::Sender;
use tokio::task::spawn_blocking;

use super::ablation::{self, Variant};
use super::log::{Group, Line, Tried};
use super::questions::Question;
use super::score::{shows_both, Gold, Scorer};
use super::{turns, History};
use crate::world;

/// How a database's questions are asked.
#[derive(Clone)]
pub struct How {
    pub switches: Switches,
    /// Weights that have not seen a database, by its name; the others are asked with those that ship.
    pub held: Arc<BTreeMap<String, Weights>>,
    /// The same of the reader.
    pub ranking: Arc<BTreeMap<String, Arc<Ranking>>>,
    /// Each question as often as there are variants; the first is the whole run.
    pub variants: Vec<Variant>,
    pub history: History,
    pub ways: bool,
}

impl How {
    pub fn plain(switches: Switches) -> Self {
        Self {
            switches,
            held: Arc::default(),
            ranking: Arc::default(),
            variants: vec![Vec::new()],
            history: History::None,
            ways: false,
        }
    }
}

/// Sends the lines of each question together. Err: nobody wants more.
pub async fn database(
    world: &World,
    url: &str,
    questions: Vec<Question>,
    how: &How,
    lines: &Sender<Vec<Line>>,
) -> std::result::Result<(), SendError<Vec<Line>>> {
    let opened = open(world, url).await;
    match opened {
        Err(problem) => {
            for question in questions {
                let line = blank(&question, problem.message.clone());
                lines.send(vec![line; how.variants.len()]).await?;
            }
        }
        Ok((database, knowledge)) => {
            let mut scorer = Scorer::new(database.clone());
            let mut own: BTreeMap<String, Vec<Earlier>> = BTreeMap::new();
            for question in questions {
                let thread = question.thread();
                let earlier = match (how.history, &thread) {
                    (History::Gold, _) => turns::gold(&*database, &question).await,
                    (History::Own, Some(thread)) => own.get(thread).cloned().unwrap_or_default(),
                    _ => Vec::new(),
                };
                let (line, answered) =
                    one(world, url, &database, &knowledge, &mut scorer, question, (how, earlier)).await;
                if let (Some(thread), Some(answered)) = (thread, answered) {
                    own.entry(thread).or_default().push(answered);
                }
                lines.send(line).await?;
            }
        }
    }
    Ok(())
}

async fn open(world: &World, url: &str) -> Result<(Arc<dyn Database>, Arc<Knowledge>)> {
    let database = world.connector.open_address(url).await?;
    let (knowledge, _) = askwell_engine::prepare(database.clone(), url, world, &Cancel::new(), &|_| {}).await?;
    Ok((database, knowledge))
}

async fn one(
    world: &World,
    url: &str,
    database: &Arc<dyn Database>,
    knowledge: &Arc<Knowledge>,
    scorer: &mut Scorer,
    question: Question,
    (how, earlier): (&How, Vec<Earlier>),
) -> (Vec<Line>, Option<Earlier>) {
    let (world, database, known) = (world.clone(), database.clone(), knowledge.clone());
    let (url, asking, asked_how) = (url.to_owned(), question.clone(), how.clone());
    // A thread of its own: a defect of the engine costs this question and no other.
    let handle = Handle::current();
    let asked =
        spawn_blocking(move || handle.block_on(all(&world, &url, &*database, &known, &asking, (&asked_how, &earlier))))
            .await;
    let asked = match asked {
        Ok(asked) => asked,
        Err(defect) => {
            let line = Line {
                ex: Some(false),
                ex_set: Some(false),
                oracle: Some(false),
                ..blank(&question, defect.to_string())
            };
            return (vec![line; how.variants.len()], None);
        }
    };
    let answered = asked.first().and_then(|(asked, _)| turns::answered(asked));
    let mut lines = Vec::with_capacity(asked.len());
    for (asked, ms) in asked {
        let mut line = Line {
            ms,
            ..told(&question, &asked)
        };
        score(scorer, knowledge, &question, &asked, &mut line).await;
        if how.ways && question.expect.is_none() {
            line.ways = turns::ways(scorer, &question.gold, &asked).await;
        }
        lines.push(line);
    }
    (lines, answered)
}

/// A run for every variant. One without a mechanism goes on from where the whole run was when that came in.
async fn all(
    world: &World,
    url: &str,
    database: &dyn Database,
    knowledge: &Knowledge,
    question: &Question,
    (how, earlier): (&How, &[Earlier]),
) -> Vec<(Asked, f64)> {
    let mut runs = Vec::with_capacity(how.variants.len());
    let mut whole = Kept::default();
    for variant in &how.variants {
        let kept = ablation::stage(variant).map(|stage| whole.clone().before(stage));
        let style = match question.is_peoples() {
            true => Style::People,
            false => Style::Exact,
        };
        let switches = ablation::switches(how.switches, variant).styled(style);
        let weights = how.held.get(&question.db_id).unwrap_or(Weights::learned());
        let ranking = match how.ranking.get(&question.db_id) {
            Some(held) => held.as_ref(),
            None => Ranking::learned(),
        };
        let with = (switches, (weights, ranking), earlier);
        let (asked, events, ms) = ask(world, url, database, knowledge, question, with, kept).await;
        if variant.is_empty() {
            whole = Kept::of(&events);
        }
        runs.push((asked, ms));
    }
    runs
}

async fn ask(
    world: &World,
    url: &str,
    database: &dyn Database,
    knowledge: &Knowledge,
    question: &Question,
    (switches, (weights, ranking), earlier): (Switches, (&Weights, &Ranking), &[Earlier]),
    kept: Option<Kept>,
) -> (Asked, Vec<Event>, f64) {
    let (cancel, began) = (Cancel::new(), world.clock.ticks());
    let events = Mutex::new(Vec::new());
    let trace = Trace::new(question.id.clone(), &*world.clock, |event| {
        events.lock().unwrap_or_else(PoisonError::into_inner).push(event);
    });
    let header = Header {
        run: question.id.clone(),
        database: url.to_owned(),
        evidence: question.hints(),
        seed: super::SEED,
        ..world::header(world, knowledge, &question.question)
    };
    let cx = Cx {
        switches,
        weights,
        ranking,
        earlier,
        seed: super::SEED,
        ..world::context(world, database, knowledge, &cancel, &trace)
    };
    let asked = match kept {
        Some(kept) => pipeline::go_on(&cx, header, kept).await,
        None => pipeline::ask(&cx, header, &question.question, &question.hints()).await,
    };
    let ms = world.clock.ticks() - began;
    drop(trace);
    (asked, events.into_inner().unwrap_or_else(PoisonError::into_inner), ms)
}

/// What the run says by itself, before anything is compared.
fn told(question: &Question, asked: &Asked) -> Line {
    let dialect = asked.header.dialect;
    let selection = asked.selection.as_ref();
    let (sql, method, error) = match &asked.outcome {
        AskOutcome::Answered(answer) => (
            Some(answer.sql.clone()),
            selection.map_or("answered", |s| word(s.method)),
            None,
        ),
        AskOutcome::Declined(_) => (None, "declined", None),
        AskOutcome::Replied(reply) if reply.choices.is_empty() => (None, "chat", None),
        AskOutcome::Replied(_) => (None, "clarified", None),
        AskOutcome::Failed(problem) => (None, "failed", Some(whole(problem))),
    };
    let answer = asked.outcome.answer();
    let winner = answer.and_then(|a| asked.judged.iter().find(|j| j.candidate.id == a.candidate));
    let signals = selection
        .zip(winner)
        .map(|(selection, winner)| odds::signals(dialect, &asked.judged, selection, winner))
        .unwrap_or_default();
    let candidates = asked.judged.iter().map(|judged| tried(judged, asked)).collect();
    Line {
        sql,
        error,
        method: method.to_owned(),
        clusters: selection.map_or(0, |s| s.clusters.len()),
        candidates,
        confidence: answer.and_then(|a| a.odds),
        signals: signals
            .into_iter()
            .map(|(name, value)| (name.to_owned(), value))
            .collect(),
        ..blank(question, String::new())
    }
}

async fn score(scorer: &mut Scorer, knowledge: &Knowledge, question: &Question, asked: &Asked, line: &mut Line) {
    let declined = matches!(asked.outcome, AskOutcome::Declined(_));
    let verdict = |right: bool| (Some(right), Some(right), Some(right));
    (line.ex, line.ex_set, line.oracle) = match (question.expect.as_deref(), &question.reading_1, &question.reading_2) {
        (Some("decline"), ..) => verdict(declined),
        (Some("chat"), ..) => verdict(line.method == "chat"),
        (Some("clarify"), Some(one), Some(other)) => {
            let sqls: Vec<String> = asked.judged.iter().map(|judged| judged.candidate.sql.clone()).collect();
            verdict(shows_both(&sqls, [one, other]))
        }
        // Too vague: not answered, or the other reading shown beside it.
        (Some("clarify"), ..) => {
            let asked_back = matches!(&asked.outcome, AskOutcome::Replied(reply) if !reply.choices.is_empty());
            verdict(declined || asked_back || asked.selection.as_ref().is_some_and(|s| s.disagreement.is_some()))
        }
        (Some(expect), ..) => {
            line.error = Some(format!(
                "nobody has said how to score a question that expects {expect:?}"
            ));
            (None, None, None)
        }
        (None, ..) => match golds(scorer, question).await {
            Err(why) => {
                line.error = Some(format!("the accepted SQL does not run: {why}"));
                (None, None, None)
            }
            Ok(golds) => {
                let winner = match &asked.outcome {
                    AskOutcome::Answered(answer) => Some(&answer.candidate),
                    _ => None,
                };
                let (mut ex, mut ex_set, mut oracle) = (false, false, false);
                let mut rights = BTreeSet::new();
                for judged in &asked.judged {
                    let verdict = scorer.verdict(judged, &golds).await;
                    oracle |= verdict.ex;
                    if verdict.ex {
                        rights.insert(judged.candidate.id.clone());
                    }
                    if Some(&judged.candidate.id) == winner {
                        (ex, ex_set) = (verdict.ex, verdict.ex_set);
                    }
                }
                line.groups = groups(knowledge, asked, &rights);
                (Some(ex), Some(ex_set), Some(oracle))
            }
        },
    };
}

/// Accepted answers: rows where the file holds them, else what its SQL gives.
async fn golds(scorer: &mut Scorer, question: &Question) -> std::result::Result<Vec<Gold>, String> {
    if !question.accept.is_empty() {
        return Ok(question.accept.iter().map(|rows| Gold::rows(rows)).collect());
    }
    let golds = scorer.golds(&question.gold).await?;
    Ok(match question.is_peoples() {
        true => golds.into_iter().map(Gold::by_people).collect(),
        false => golds,
    })
}

/// The groups of a question that more than one result was found for.
fn groups(knowledge: &Knowledge, asked: &Asked, rights: &BTreeSet<String>) -> Vec<Group> {
    let Some(plan) = &asked.plan else { return Vec::new() };
    let found = select::signals(knowledge, plan, &asked.judged);
    let named = |signals: BTreeMap<&str, f64>| {
        signals
            .into_iter()
            .map(|(name, value)| (name.to_owned(), value))
            .collect()
    };
    let group = |(id, signals)| Group {
        right: rights.contains(&id),
        signals: named(signals),
    };
    match found.len() {
        0 | 1 => Vec::new(),
        _ => found.into_iter().map(group).collect(),
    }
}

fn tried(judged: &Judged, asked: &Asked) -> Tried {
    let id = &judged.candidate.id;
    let (rows, error) = match &judged.outcome {
        Outcome::Ran { rows, .. } => (Some(*rows), None),
        Outcome::Failed { finding, .. } => (None, Some(finding.message.clone())),
        Outcome::NotRun => (
            None,
            Some(
                judged
                    .findings
                    .first()
                    .map_or("not run".to_owned(), |f| f.message.clone()),
            ),
        ),
    };
    let clusters = asked.selection.iter().flat_map(|selection| &selection.clusters);
    Tried {
        generator: judged.candidate.generator.clone(),
        sql: judged.candidate.sql.clone(),
        rows,
        error,
        repaired: judged.repairs.iter().any(|repair| repair.worked),
        cluster: clusters
            .into_iter()
            .find(|cluster| cluster.members.contains(id))
            .map(|cluster| cluster.id.clone()),
    }
}

fn word(method: Method) -> &'static str {
    match method {
        Method::FastPath => "fast_path",
        Method::Tournament => "tournament",
        Method::Fallback => "fallback",
    }
}

fn whole(problem: &Problem) -> String {
    match &problem.detail {
        Some(detail) => format!("{} ({detail})", problem.message),
        None => problem.message.clone(),
    }
}

/// A question that was not answered; an empty `error` stands for none.
fn blank(question: &Question, error: String) -> Line {
    Line {
        id: question.id.clone(),
        db_id: question.db_id.clone(),
        question: question.question.clone(),
        sql: None,
        ex: None,
        ex_set: None,
        error: Some(error).filter(|error| !error.is_empty()),
        ms: 0.0,
        method: "failed".to_owned(),
        clusters: 0,
        candidates: Vec::new(),
        oracle: None,
        confidence: None,
        signals: Default::default(),
        groups: Vec::new(),
        ways: Vec::new(),
    }
}
