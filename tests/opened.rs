//! A real database that is known and can be asked, with nothing but the built-in engine.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use askwell_cli::world;
use askwell_contract::ports::{Cancel, Database};
use askwell_contract::run::{Candidate, Finding, Plan};
use askwell_contract::{Limits, Problem, ProblemCode, ResultSet, Truncation};
use askwell_engine::ask::builtin;
use askwell_engine::pipeline::{self, Asked};
use askwell_engine::switches::Switches;
use askwell_engine::{ask, prepare, Cx, Knowledge, Trace, World};
use askwell_reader::Style;

/// Enough rows to run through what a statement calculates; what takes longer than a second is no failure.
const LIMITS: Limits = Limits {
    milliseconds: 1_000,
    rows: 20,
    bytes: 1 << 20,
};

pub struct Opened {
    world: World,
    pub database: Arc<dyn Database>,
    pub knowledge: Arc<Knowledge>,
}

/// What became of a statement.
pub enum Fate {
    Ran,
    Failed(String),
}

impl Opened {
    /// `path` ends with the engine's name; the workspace is made below `dir`.
    pub async fn file(path: &Path, dir: &Path) -> Self {
        let kind = path.extension().unwrap().to_str().unwrap();
        Self::at(&format!("{kind}:{}", path.display()), dir).await
    }

    pub async fn at(url: &str, dir: &Path) -> Self {
        let world = World {
            // Vectors come in the background, and a claim holds with and without them.
            embedder: None,
            ..world::world(Some(dir.join("workspace"))).unwrap()
        };
        Self::within(world, url).await
    }

    /// With the vectors, where their model is installed.
    pub async fn whole(url: &str, dir: &Path) -> Self {
        let opened = Self::within(world::world(Some(dir.join("workspace"))).unwrap(), url).await;
        while opened.world.embedder.is_some() && !opened.knowledge.search.has_vectors() {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        opened
    }

    async fn within(world: World, url: &str) -> Self {
        let database = world.connector.open_address(url).await.unwrap();
        let (knowledge, _) = prepare(database.clone(), url, &world, &Cancel::new(), &|_| {})
            .await
            .unwrap();
        Self {
            world,
            database,
            knowledge,
        }
    }

    pub async fn candidates(&self, question: &str) -> Vec<Candidate> {
        let plan = Plan {
            question: question.to_owned(),
            evidence: String::new(),
            follows: None,
            parts: Vec::new(),
            tells: None,
        };
        let (cancel, clock) = (Cancel::new(), &*self.world.clock);
        let trace = Trace::new("r1".into(), clock, |_| {});
        let cx: Cx<'_> = world::context(&self.world, &*self.database, &self.knowledge, &cancel, &trace);
        let grounding = ask::ground::ground(&cx, &plan).await.unwrap();
        let linked = ask::link::link(&cx, &plan, &grounding).await.unwrap();
        builtin::candidates(&self.knowledge, &plan, &grounding, &linked, cx.weights, true)
    }

    /// What the reader makes of the question, in people's style.
    pub async fn readings(&self, question: &str) -> Vec<Candidate> {
        let plan = Plan {
            question: question.to_owned(),
            evidence: String::new(),
            follows: None,
            parts: Vec::new(),
            tells: None,
        };
        let (cancel, clock) = (Cancel::new(), &*self.world.clock);
        let trace = Trace::new("r1".into(), clock, |_| {});
        let cx = Cx {
            switches: Switches::default().styled(Style::People),
            ..world::context(&self.world, &*self.database, &self.knowledge, &cancel, &trace)
        };
        let grounding = ask::ground::ground(&cx, &plan).await.unwrap();
        let linked = ask::link::link(&cx, &plan, &grounding).await.unwrap();
        ask::generate::reader::read(&cx, &plan, &grounding, &linked).candidates
    }

    /// The whole line of stages.
    pub async fn asked(&self, question: &str, hints: &str) -> Asked {
        let (cancel, clock) = (Cancel::new(), &*self.world.clock);
        let trace = Trace::new("r1".into(), clock, |_| {});
        let cx: Cx<'_> = world::context(&self.world, &*self.database, &self.knowledge, &cancel, &trace);
        let header = world::header(&self.world, &self.knowledge, question);
        pipeline::ask(&cx, header, question, hints).await
    }

    pub async fn fate(&self, sql: &str) -> Fate {
        match self.database.explain(sql, &Cancel::new()).await {
            Ok(Ok(_)) => {}
            Ok(Err(finding)) => return failed(&finding),
            Err(problem) => return slow(problem),
        }
        match self.run(sql, LIMITS).await {
            Ok(_) => Fate::Ran,
            Err(fate) => fate,
        }
    }

    pub async fn run(&self, sql: &str, limits: Limits) -> Result<ResultSet, Fate> {
        let stream = match self.database.query(sql, limits, &Cancel::new()).await {
            Ok(Ok(stream)) => stream,
            Ok(Err(finding)) => return Err(failed(&finding)),
            Err(problem) => return Err(slow(problem)),
        };
        match stream.collect().await {
            Ok(result) if result.truncated == Some(Truncation::Time) => Err(Fate::Ran),
            Ok(result) => Ok(result),
            Err(finding) => Err(failed(&finding)),
        }
    }
}

fn failed(finding: &Finding) -> Fate {
    match finding.code.as_str() {
        "timeout" => Fate::Ran,
        code => Fate::Failed(format!("{code}: {} {:?}", finding.message, finding.engine)),
    }
}

fn slow(problem: Problem) -> Fate {
    match problem.code {
        ProblemCode::TimedOut => Fate::Ran,
        _ => Fate::Failed(format!("{} {:?}", problem.message, problem.detail)),
    }
}
