//! The questions of one database, one after another. In: a URL, questions, and what their runs may use. Out: a line for
//! each, also where the database cannot be opened or the engine fails; for an ablation, a line for each variant.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use askwell_contract::ports::{Cancel, Database};
use askwell_contract::run::{Artifact, Event, Header, ModelCall};
use askwell_contract::Result;
use askwell_engine::ask::builtin::score::Weights;
use askwell_engine::cx::Earlier;
use askwell_engine::pipeline::{self, Asked, Kept};
use askwell_engine::switches::Switches;
use askwell_engine::{Cx, Knowledge, Trace, World};
use askwell_reader::rank::Weights as Ranking;
use askwell_reader::Style;
use tokio::runtime::Handle;
use tokio::sync::mpsc::error::SendError;
use tokio::sync::mpsc::Sender;
use tokio::task::{spawn_blocking, JoinSet};

use super::ablation::{self, Variant};
use super::log::Line;
use super::model;
use super::questions::Question;
use super::score::Scorer;
use super::told::{blank, score, told};
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
    /// `None`: as each question wants it.
    pub style: Option<Style>,
    /// One plain prompt in the place of the pipeline.
    pub plain: bool,
    /// Times that a right answer is timed beside the accepted SQL.
    pub timed: u32,
    /// Questions of one database worked on at the same time.
    pub workers: usize,
    /// `None`: the built-in engine answers alone.
    pub models: Option<model::Asked>,
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
            style: None,
            plain: false,
            timed: 0,
            workers: 1,
            models: None,
        }
    }

    /// Nothing more is sent to the models, so that no further question could be answered as the others were.
    fn stopped(&self) -> bool {
        self.models.as_ref().is_some_and(|models| models.stopped().is_some())
    }
}

/// A database and what its questions are asked with.
struct Site {
    world: World,
    url: String,
    database: Arc<dyn Database>,
    knowledge: Arc<Knowledge>,
    scorer: tokio::sync::Mutex<Scorer>,
    how: How,
    lines: Sender<Vec<Line>>,
}

type Told = std::result::Result<(), SendError<Vec<Line>>>;

/// Sends the lines of each question together. Err: nobody wants more.
pub async fn database(
    world: &World,
    url: &str,
    questions: Vec<Question>,
    how: &How,
    lines: &Sender<Vec<Line>>,
) -> Told {
    // None of its questions would be asked: it need not be opened for that.
    if how.stopped() {
        return Ok(());
    }
    let (database, knowledge) = match open(world, url).await {
        Ok(opened) => opened,
        Err(problem) => {
            for question in questions {
                let line = blank(&question, problem.message.clone());
                lines.send(vec![line; how.variants.len()]).await?;
            }
            return Ok(());
        }
    };
    let site = Arc::new(Site {
        world: world.clone(),
        url: url.to_owned(),
        scorer: tokio::sync::Mutex::new(Scorer::new(database.clone())),
        database,
        knowledge,
        how: how.clone(),
        lines: lines.clone(),
    });
    let mut going: JoinSet<Told> = JoinSet::new();
    for group in together(questions, how.history) {
        if going.len() >= how.workers.max(1) {
            ended(going.join_next().await)?;
        }
        going.spawn(site.clone().each(group));
    }
    while let Some(one) = going.join_next().await {
        ended(Some(one))?;
    }
    Ok(())
}

/// A defect outside of every question's own thread costs the rest of its group, whose lines are then missing.
fn ended(one: Option<std::result::Result<Told, tokio::task::JoinError>>) -> Told {
    match one {
        Some(Ok(told)) => told,
        _ => Ok(()),
    }
}

/// Turns that wait for each other's answers are one group; every other question is one by itself.
fn together(questions: Vec<Question>, history: History) -> Vec<Vec<Question>> {
    let mut groups: Vec<Vec<Question>> = Vec::new();
    let mut threads: BTreeMap<String, usize> = BTreeMap::new();
    for question in questions {
        match question.thread().filter(|_| history == History::Own) {
            Some(thread) => {
                let at = *threads.entry(thread).or_insert(groups.len());
                match groups.get_mut(at) {
                    Some(group) => group.push(question),
                    None => groups.push(vec![question]),
                }
            }
            None => groups.push(vec![question]),
        }
    }
    groups
}

impl Site {
    async fn each(self: Arc<Self>, group: Vec<Question>) -> Told {
        let mut own: Vec<Earlier> = Vec::new();
        for question in group {
            if self.how.stopped() {
                return Ok(());
            }
            let earlier = match self.how.history {
                History::Gold => turns::gold(&*self.database, &question).await,
                History::Own => own.clone(),
                History::None => Vec::new(),
            };
            let (lines, answered) = one(&self, question, earlier).await;
            own.extend(answered);
            if !lines.is_empty() {
                self.lines.send(lines).await?;
            }
        }
        Ok(())
    }
}

async fn open(world: &World, url: &str) -> Result<(Arc<dyn Database>, Arc<Knowledge>)> {
    let database = world.connector.open_address(url).await?;
    let (knowledge, _) = askwell_engine::prepare(database.clone(), url, world, &Cancel::new(), &|_| {}).await?;
    Ok((database, knowledge))
}

/// No lines: the question could not be asked to its end, and is to be asked again.
async fn one(site: &Arc<Site>, question: Question, earlier: Vec<Earlier>) -> (Vec<Line>, Option<Earlier>) {
    let how = &site.how;
    let (own, asking) = (site.clone(), question.clone());
    // A thread of its own: a defect of the engine costs this question and no other.
    let handle = Handle::current();
    let runs = spawn_blocking(move || handle.block_on(all(&own, &asking, &earlier))).await;
    let trouble = how.models.as_ref().map(|m| m.trouble(&question.id)).unwrap_or_default();
    if trouble.refused > 0 {
        return (Vec::new(), None);
    }
    let runs = match runs {
        Ok(runs) => runs,
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
    let answered = runs.first().and_then(|run| turns::answered(&run.asked));
    let mut scorer = site.scorer.lock().await;
    let mut lines = Vec::with_capacity(runs.len());
    for run in runs {
        let mut line = Line {
            ms: run.ms,
            calls: run.calls.clone(),
            passed: run.passed,
            missing: trouble.missing,
            ..told(&question, &run.asked)
        };
        if trouble.missing > 0 {
            // What the models would have said is not known, and an answer without it is another one.
            line.error = Some(format!("{} of its replies are not in the recording", trouble.missing));
            lines.push(line);
            continue;
        }
        score(&mut scorer, &site.knowledge, &question, &run, &mut line).await;
        if how.ways && question.expect.is_none() {
            line.ways = turns::ways(&mut scorer, &question.gold, &run.asked).await;
        }
        if let (1.., Some(true), Some(sql)) = (how.timed, line.ex_set, &line.sql) {
            let clock = &*site.world.clock;
            line.reward = scorer.reward(sql, &question.gold, how.timed, clock).await;
        } else if how.timed > 0 && line.soft_f1.is_some() {
            line.reward = Some(0.0);
        }
        lines.push(line);
    }
    (lines, answered)
}

/// One run of a question.
pub struct Run {
    pub asked: Asked,
    pub kept: Kept,
    calls: Vec<ModelCall>,
    /// Whether the first answer passed its review.
    passed: Option<bool>,
    ms: f64,
}

/// A run for every variant. One without a mechanism goes on from where the whole run was when that came in.
async fn all(site: &Site, question: &Question, earlier: &[Earlier]) -> Vec<Run> {
    let how = &site.how;
    let mut runs: Vec<Run> = Vec::with_capacity(how.variants.len());
    for variant in &how.variants {
        let whole = runs.first().map(|run| run.kept.clone()).unwrap_or_default();
        let kept = ablation::stage(variant).map(|stage| whole.before(stage));
        let style = how.style.unwrap_or(match question.is_peoples() {
            true => Style::People,
            false => Style::Exact,
        });
        let switches = ablation::switches(how.switches, variant).styled(style);
        runs.push(ask(site, question, switches, earlier, kept).await);
    }
    runs
}

async fn ask(site: &Site, question: &Question, switches: Switches, earlier: &[Earlier], kept: Option<Kept>) -> Run {
    let Site {
        world, knowledge, how, ..
    } = site;
    let weights = how.held.get(&question.db_id).unwrap_or(Weights::learned());
    let ranking = match how.ranking.get(&question.db_id) {
        Some(held) => held.as_ref(),
        None => Ranking::learned(),
    };
    let door = how
        .models
        .as_ref()
        .map(|models| models.door(&question.id, &question.db_id));
    let (cancel, began) = (Cancel::new(), world.clock.ticks());
    let events: Mutex<Vec<Event>> = Mutex::new(Vec::new());
    let trace = Trace::new(question.id.clone(), &*world.clock, |event| {
        events.lock().unwrap_or_else(PoisonError::into_inner).push(event);
    });
    let header = Header {
        run: question.id.clone(),
        database: site.url.clone(),
        evidence: question.hints(),
        seed: super::SEED,
        ..world::header(world, knowledge, &question.question)
    };
    let cx = Cx {
        switches,
        weights,
        ranking,
        earlier,
        door: door.as_ref(),
        seed: super::SEED,
        ..world::context(world, &*site.database, knowledge, &cancel, &trace)
    };
    let asked = match kept {
        _ if how.plain => pipeline::plain::ask(&cx, header, &question.question, &question.hints()).await,
        Some(kept) => pipeline::go_on(&cx, header, kept).await,
        None => pipeline::ask(&cx, header, &question.question, &question.hints()).await,
    };
    let ms = world.clock.ticks() - began;
    drop(trace);
    let events = events.into_inner().unwrap_or_else(PoisonError::into_inner);
    let call = |event: &Event| match &event.artifact {
        Artifact::Model(call) => Some(call.clone()),
        _ => None,
    };
    let passed = events.iter().find_map(|event| match &event.artifact {
        Artifact::Grade(grade) => Some(grade.passes),
        _ => None,
    });
    Run {
        asked,
        kept: Kept::of(&events),
        passed,
        calls: events.iter().filter_map(call).collect(),
        ms,
    }
}
