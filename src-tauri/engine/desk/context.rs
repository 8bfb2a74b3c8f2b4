//! What is known that bears on a question, and answers that a person found right.
//!
//! In: a connection and a question, or a run. Out: the [`Context`]; a verified run is kept for later questions.

use askwell_contract::model::Privacy;
use askwell_contract::optimise::Kept;
use askwell_contract::run::{standing, Artifact, Plan};
use askwell_contract::time::Calendar;
use askwell_contract::{Problem, ProblemCode, Result};
use askwell_sql::parse;
use askwell_sql::scope::{self, Meaning};

use super::Desk;
use crate::ask::advice::{place, Part};
use crate::ask::{ground, link};
use crate::calendar::Now;
use crate::prepare::context::{self, Asked, Context};
use crate::prepare::examples;
use crate::prepare::render::{render_seen, Form};
use askwell_contract::ports::Cancel;

/// What a model is given of the schema for a question, against a query that is right.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Given {
    /// The schema is given whole.
    pub whole: bool,
    /// Columns that the right query names and the prompt does not show, as `table.column`.
    pub lost: Vec<String>,
    /// Of the schema, with rows; an estimate.
    pub tokens: usize,
}

/// The usual estimate of English text and code.
const LETTERS_A_TOKEN: usize = 4;

impl Desk {
    /// Whether S2, found without a model, holds every column that a right query names. Nothing leaves the machine.
    pub async fn given(&self, id: &str, question: &str, evidence: &str, right: &str) -> Result<Given> {
        let open = self.opened(id).await?;
        let knowledge = self.ready(&open, &Cancel::new()).await?;
        let plan = Plan {
            question: question.to_owned(),
            evidence: evidence.to_owned(),
            follows: None,
            parts: Vec::new(),
            tells: None,
        };
        let (right, now) = (right.to_owned(), self.world.clock.now());
        let work = move || {
            let now = Now::new(&knowledge, now, Calendar::default());
            let grounding = ground::hinted(&knowledge, &plan, &now);
            let linked = link::by_rules(&knowledge, &plan, &grounding);
            let part = Part::recall(&knowledge, &grounding, &linked);
            let catalog = &knowledge.catalog;
            let mut lost: Vec<String> = Vec::new();
            if let Ok(query) = parse::query(&right, catalog.dialect) {
                for used in scope::names(&query, catalog).uses {
                    let Meaning::Column(table, column) = used.meaning else {
                        continue;
                    };
                    let shown =
                        place(&knowledge, &table.name, &column.name).is_some_and(|(t, c)| part.subset.has(t, c));
                    let name = format!("{}.{}", table.name, column.name);
                    if !shown && !lost.contains(&name) {
                        lost.push(name);
                    }
                }
            }
            let text = render_seen(&knowledge.seen(Privacy::Rows), Form::Ddl, &part.subset);
            Given {
                whole: part.whole,
                lost,
                tokens: text.chars().count().div_ceil(LETTERS_A_TOKEN),
            }
        };
        tokio::task::spawn_blocking(work).await.map_err(Problem::internal)
    }

    /// The columns, values' places and examples that a question calls for; nothing leaves the machine.
    pub async fn model_context(&self, id: &str, question: &str) -> Result<Context> {
        let open = self.opened(id).await?;
        let knowledge = self.ready(&open, &Cancel::new()).await?;
        let (embedder, workspace) = (self.world.embedder.clone(), self.world.workspace.clone());
        let (id, question) = (id.to_owned(), question.to_owned());
        let work = move || {
            let values = ground::find(&knowledge.values, &question).values;
            let texts = [question.clone(), examples::skeleton(&question, Some(&knowledge.values))];
            // Without a model, or with one that fails, words are enough.
            let vectors = embedder.as_ref().and_then(|e| e.embed(&texts).ok()).unwrap_or_default();
            if let (Some(embedder), false) = (&embedder, vectors.is_empty()) {
                examples::embed_shipped(&**embedder)?;
            }
            let vector = |at: usize| vectors.get(at).map(Vec::as_slice);
            let asked = Asked {
                question: &question,
                vector: vector(0),
                skeleton: vector(1),
            };
            context::context(&knowledge, asked, &values, examples::verified(&*workspace, &id)?)
        };
        tokio::task::spawn_blocking(work).await.map_err(Problem::internal)?
    }

    /// The person looked at the answer and found it right: its question is an example from now on. `right` false takes
    /// that back.
    pub fn verify(&self, run: &str, right: bool) -> Result<()> {
        let events = self.replay(run)?;
        let header = events.iter().find_map(|e| match &e.artifact {
            Artifact::Started(header) => Some(header),
            _ => None,
        });
        let answer = standing(&events);
        let (Some(header), Some(answer)) = (header, answer) else {
            let problem = Problem::new(
                ProblemCode::BadInput,
                "This question has no answer that could be right.",
            );
            return Err(problem.hint("Ask it again first."));
        };
        // Kept under the whole question, one part's query would answer it by halves.
        if answer.candidate.is_empty() {
            let problem = Problem::new(
                ProblemCode::BadInput,
                "An answer in parts is not one query that could be kept.",
            );
            return Err(problem.hint("Ask the part alone, and say there that it is right."));
        }
        let workspace = &*self.world.workspace;
        let question = examples::with_hint(&header.question, &header.evidence);
        // Whoever finds the query before a faster one wrong finds both wrong.
        if !right {
            let faster = super::faster::kept(workspace, &header.database)?;
            let of_it = |k: &&Kept| k.question == question && k.before == answer.sql;
            if let Some(kept) = faster.iter().find(of_it) {
                examples::verify(workspace, &header.database, &question, &kept.after, false)?;
            }
        }
        examples::verify(workspace, &header.database, &question, &answer.sql, right)
    }
}
