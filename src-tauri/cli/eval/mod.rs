//! `eval`: answers questions whose right answers are known, and counts.
//! In: a file of questions, the databases below a folder. Out: one line a question, and figures; with `--ablation`, what
//! each mechanism is worth; with `--calibrate`, how sure an answer may be.
//! Deliberately absent: anything that would answer differently than `ask` does.

mod ablation;
mod bird;
mod calibrate;
pub mod compare;
mod judge;
mod ladder;
mod layouts;
pub(crate) mod load;
pub mod log;
pub mod model;
mod newton;
mod people;
pub mod questions;
mod ranking;
pub mod report;
pub mod sample;
pub(crate) mod score;
mod settings;
mod told;
mod turns;
mod work;

use std::collections::{BTreeMap, VecDeque};
use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{bail, Context, Result};
use askwell_contract::{Problem, ProblemCode};
use askwell_engine::switches::Switches;
use askwell_engine::World;
use tokio::sync::mpsc;

pub use load::made_of;
pub use log::{Header, Line, Log};
pub use questions::Question;
pub use settings::{History, Looks, Settings, WhichReader};

/// Every tie that chance breaks is broken the same way in every evaluation.
const SEED: u64 = 1;

pub async fn run(world: &World, settings: &Settings, out: &mut dyn Write) -> Result<()> {
    if let [before, after] = settings.compare.as_slice() {
        let found = compare::files(before, after)?;
        return shown(settings, &found, &compare::text(&found), out);
    }
    let root = match (&settings.root, settings.questions.parent()) {
        (Some(root), _) => root.clone(),
        (None, Some(parent)) => parent.to_owned(),
        (None, None) => PathBuf::new(),
    };
    if !root.as_os_str().is_empty() && !root.is_dir() {
        let problem = Problem::new(ProblemCode::NotFound, format!("There is no folder {}.", root.display()));
        return Err(problem
            .hint("Name the folder that the databases lie in with --root DIR.")
            .into());
    }
    let mut all = questions::read_in(&settings.questions, &root)?;
    let _scripts = load::scripts(&root, &mut all)?;
    let with_server;
    let world = match &settings.postgres {
        Some(url) => {
            with_server = load::dumps(world, url, &root, &mut all).await?;
            &with_server
        }
        None => world,
    };
    turns::fill(&mut all);
    let (questions, left_out) = chosen(all, &root, settings.limit);
    let questions = sample::drawn(questions, &settings.sampled);
    if questions.is_empty() && left_out.dumps == 0 {
        bail!("{} has no question that can be scored.", settings.questions.display());
    }
    if settings.plain_prompt && settings.model == model::BUILTIN {
        let problem = Problem::new(ProblemCode::BadInput, "A plain prompt takes a model.");
        return Err(problem
            .hint("Name one with --model settings or --model PROVIDER/MODEL.")
            .into());
    }
    if settings.ablation {
        let models = model::open(world, &settings.model, &settings.asking, None, false).await?;
        return ablate(world, questions, &root, settings, models, out).await;
    }
    let models = model::open(
        world,
        &settings.model,
        &settings.asking,
        settings.out.as_deref(),
        settings.resume,
    )
    .await?;
    let header = header(world, settings, models.as_ref(), &root, &questions).await;
    let (mut log, mut lines) = match &settings.out {
        Some(path) => Log::open(path, &header, settings.resume)?,
        None => (Log::none(), BTreeMap::new()),
    };
    let open: Vec<Question> = questions
        .iter()
        .filter(|q| !lines.contains_key(&q.id))
        .cloned()
        .collect();
    let (known, of, watched) = (
        questions.len() - open.len(),
        questions.len(),
        std::io::stderr().is_terminal(),
    );
    let mut done = known;
    let mut right = lines.values().filter(|line| line.ex == Some(true)).count();
    let how = work::How {
        held: Arc::new(
            settings
                .held
                .as_deref()
                .map(crate::train::held)
                .transpose()?
                .unwrap_or_default(),
        ),
        history: settings.history,
        ways: settings.ways,
        style: settings.style.map(Looks::style),
        plain: settings.plain_prompt,
        timed: settings.ves,
        workers: settings.workers,
        models: models.clone(),
        ranking: Arc::new(
            settings
                .ranking
                .as_deref()
                .map(ranking::held)
                .transpose()?
                .unwrap_or_default(),
        ),
        ..work::How::plain(
            settings
                .without
                .iter()
                .copied()
                .chain(settings.reader.without())
                .fold(Switches::default(), Switches::without),
        )
    };
    answer_in(world, open, &root, settings.jobs, how, |asked| {
        let Some(line) = asked.into_iter().next() else {
            return Ok(());
        };
        log.add(&line)?;
        done += 1;
        right += usize::from(line.ex == Some(true));
        if watched || done % 100 == 0 {
            let end = if watched { "\r" } else { "\n" };
            write!(std::io::stderr(), "{done} of {of}, {right} right{end}")?;
        }
        lines.insert(line.id.clone(), line);
        Ok(())
    })
    .await?;
    let questions: Vec<Question> = questions.into_iter().filter(|q| lines.contains_key(&q.id)).collect();
    let lines: Vec<Line> = questions
        .iter()
        .filter_map(|question| lines.get(&question.id).cloned())
        .collect();
    let report = report::of(&questions, &lines, &left_out, settings.history);
    shown(settings, &report, &report::text(&report), out)?;
    if let Some(models) = &models {
        ended(models, of - lines.len(), settings.json, out)?;
    }
    if let Some(path) = &settings.calibrate {
        let text = calibrate::fitted(&lines, &made(settings, "--calibrate odds.txt"));
        std::fs::write(path, text).with_context(|| format!("Cannot write {}", path.display()))?;
    }
    if let Some(path) = &settings.judge {
        write!(out, "{}", judge::text(&lines))?;
        let text = judge::fitted(&lines, &made(settings, "--judge judge.txt"));
        std::fs::write(path, text).with_context(|| format!("Cannot write {}", path.display()))?;
    }
    Ok(())
}

/// Figures as they were asked for.
fn shown(settings: &Settings, figures: &impl serde::Serialize, text: &str, out: &mut dyn Write) -> Result<()> {
    match settings.json {
        true => writeln!(out, "{}", serde_json::to_string_pretty(figures)?)?,
        false => write!(out, "{text}")?,
    }
    Ok(())
}

/// What is to be known of the models beside the figures. Err: the run ended for another reason than its budget.
fn ended(models: &model::Asked, open: usize, json: bool, out: &mut dyn Write) -> Result<()> {
    let mut notes = Vec::new();
    let unended = models.unended();
    if models.replaying() {
        notes.push(
            "every reply came from the recording: nothing was sent; dollars and seconds are those of then".to_owned(),
        );
    } else if unended.left + unended.cut_off + unended.failed > 0 {
        notes.push(format!(
            "calls whose cost is not known: {} given up on their way, {} cut off by the end of the program, {} failed; \
             together at most ${:.4}, which a budget counts",
            unended.left, unended.cut_off, unended.failed, unended.at_most
        ));
    }
    let stopped = models.stopped();
    if let Some(model::Stop::Budget { spent, unsure, limit }) = &stopped {
        let unsure = match *unsure > 0.0 {
            true => format!(" and up to ${unsure:.4} by calls without a reply"),
            false => String::new(),
        };
        notes.push(format!(
            "stopped: ${spent:.4} were spent{unsure}, and the next call might have passed ${limit:.4}; {open} questions \
             are left (--resume)"
        ));
    }
    for note in &notes {
        match json {
            true => writeln!(std::io::stderr(), "{note}")?,
            false => writeln!(out, "{note}")?,
        }
    }
    match stopped {
        Some(model::Stop::Failed(failure)) => Err(Problem::from(failure)
            .hint(format!("{open} questions are left; go on with --resume."))
            .into()),
        _ => Ok(()),
    }
}

/// The command that a file of weights was made with.
fn made(settings: &Settings, how: &str) -> String {
    let name = settings.questions.file_name().unwrap_or_default().to_string_lossy();
    let limit = settings.limit.map(|n| format!(" --limit {n}")).unwrap_or_default();
    let held = if settings.held.is_some() { " --held weights" } else { "" };
    format!("askwell-cli eval --questions {name}{limit}{held} {how}")
}

/// What each mechanism is worth on these questions.
async fn ablate(
    world: &World,
    questions: Vec<Question>,
    root: &Path,
    settings: &Settings,
    models: Option<model::Asked>,
    out: &mut dyn Write,
) -> Result<()> {
    let jobs = settings.jobs;
    let how = work::How {
        variants: ablation::variants(),
        workers: settings.workers,
        style: settings.style.map(Looks::style),
        models,
        ..work::How::plain(Switches::default())
    };
    let (of, mut lines) = (questions.len(), BTreeMap::new());
    answer_in(world, questions, root, jobs, how, |asked| {
        if let Some(first) = asked.first() {
            lines.insert(first.id.clone(), asked);
        }
        if lines.len() % 100 == 0 {
            writeln!(std::io::stderr(), "{} of {of}", lines.len())?;
        }
        Ok(())
    })
    .await?;
    write!(out, "{}", ablation::text(&lines))?;
    Ok(())
}

/// Answers and scores conversations, each turn behind what was answered before it.
pub async fn converse(world: &World, questions: Vec<Question>, root: &Path) -> Result<Vec<Line>> {
    let how = work::How {
        history: History::Own,
        ..work::How::plain(Switches::default())
    };
    let mut all = Vec::new();
    answer_in(world, questions, root, 1, how, |lines| {
        all.extend(lines);
        Ok(())
    })
    .await?;
    Ok(all)
}

/// Answers and scores, `jobs` databases at a time; `on_line` gets every line as soon as it is there.
pub async fn answer(
    world: &World,
    questions: Vec<Question>,
    root: &Path,
    jobs: usize,
    mut on_line: impl FnMut(Line) -> Result<()>,
) -> Result<()> {
    let how = work::How::plain(Switches::default());
    answer_in(world, questions, root, jobs, how, |lines| {
        lines.into_iter().try_for_each(&mut on_line)
    })
    .await
}

async fn answer_in(
    world: &World,
    questions: Vec<Question>,
    root: &Path,
    jobs: usize,
    how: work::How,
    mut on_lines: impl FnMut(Vec<Line>) -> Result<()>,
) -> Result<()> {
    let mut databases: BTreeMap<String, Vec<Question>> = BTreeMap::new();
    for question in questions {
        databases
            .entry(question.url(root).unwrap_or_default())
            .or_default()
            .push(question);
    }
    let waiting: VecDeque<(String, Vec<Question>)> = databases.into_iter().collect();
    let waiting = Arc::new(std::sync::Mutex::new(waiting));
    let (send, mut receive) = mpsc::channel(16);
    for _ in 0..jobs.max(1) {
        let (waiting, send, world, how) = (waiting.clone(), send.clone(), world.clone(), how.clone());
        tokio::spawn(async move {
            loop {
                let next = waiting
                    .lock()
                    .unwrap_or_else(std::sync::PoisonError::into_inner)
                    .pop_front();
                let Some((url, questions)) = next else { return };
                if work::database(&world, &url, questions, &how, &send).await.is_err() {
                    return; // Nobody listens any more.
                }
            }
        });
    }
    drop(send);
    while let Some(lines) = receive.recv().await {
        on_lines(lines)?;
    }
    Ok(())
}

/// Those that are scored, and a count of the others.
fn chosen(all: Vec<Question>, root: &Path, limit: Option<usize>) -> (Vec<Question>, report::LeftOut) {
    let mut left_out = report::LeftOut::default();
    let mut questions = Vec::new();
    for question in all {
        if !question.flags.is_empty() {
            left_out.flagged += 1;
        } else if question.url(root).is_none() {
            left_out.dumps += 1;
        } else {
            questions.push(question);
        }
    }
    questions.truncate(limit.unwrap_or(usize::MAX));
    (questions, left_out)
}

async fn header(
    world: &World,
    settings: &Settings,
    models: Option<&model::Asked>,
    root: &Path,
    questions: &[Question],
) -> Header {
    let versions = log::Versions {
        askwell: env!("CARGO_PKG_VERSION").to_owned(),
        engines: engines(world, root, questions).await,
    };
    Header {
        versions,
        commit: env!("ASKWELL_COMMIT").to_owned(),
        seed: SEED,
        settings: log::Asked {
            questions: settings.questions.display().to_string(),
            root: root.display().to_string(),
            model: settings.model.clone(),
            limit: settings.limit,
            without: settings.without.iter().map(|m| m.name().to_owned()).collect(),
            how: how(settings, models),
        },
        started: world.clock.now(),
    }
}

/// What else decides the answers, in words that stay the same.
fn how(settings: &Settings, models: Option<&model::Asked>) -> Vec<String> {
    let mut how = Vec::new();
    if let Some(models) = models {
        how.extend(models.serving());
        how.push(match settings.plain_prompt {
            true => "one plain prompt".to_owned(),
            false => format!("{:?}", models.effort()).to_lowercase(),
        });
        how.push(format!("{:?}", models.privacy()).to_lowercase());
    }
    if let Some(day) = settings.today {
        how.push(format!("as of {day}"));
    }
    if let Some(style) = settings.style {
        how.push(format!("{style:?}").to_lowercase());
    }
    if let Some(count) = settings.sampled.sample {
        let by: Vec<&str> = settings.sampled.stratify.iter().map(|by| by.name()).collect();
        how.push(format!("{count} by {} from {}", by.join(","), settings.sampled.seed));
    }
    how
}

/// Asked of the first database of each kind; one that cannot be opened is told of at its questions.
async fn engines(world: &World, root: &Path, questions: &[Question]) -> Vec<String> {
    let mut firsts: BTreeMap<String, String> = BTreeMap::new();
    for url in questions.iter().filter_map(|question| question.url(root)) {
        let scheme = url.split(':').next().unwrap_or_default().to_owned();
        firsts.entry(scheme).or_insert(url);
    }
    let mut engines = Vec::new();
    for url in firsts.values() {
        if let Ok(database) = world.connector.open_address(url).await {
            engines.extend(database.describe().await.map(|catalog| catalog.engine));
        }
    }
    engines
}

/// The questions of a file that can be scored, for the tests of the sample databases.
pub fn scorable(path: &Path, root: &Path) -> Result<Vec<Question>> {
    let (questions, _) = chosen(
        questions::read(path).context("The questions cannot be read.")?,
        root,
        None,
    );
    Ok(questions)
}
