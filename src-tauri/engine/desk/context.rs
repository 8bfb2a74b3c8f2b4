//! What is known that bears on a question, and answers that a person found right.
//!
//! In: a connection and a question, or a run. Out: the [`Context`]; a verified run is kept for later questions.

use askwell_contract::optimise::Kept;
use askwell_contract::run::Artifact;
use askwell_contract::{Problem, ProblemCode, Result};

use super::Desk;
use crate::ask::ground;
use crate::prepare::context::{self, Asked, Context};
use crate::prepare::examples;
use askwell_contract::ports::Cancel;

impl Desk {
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
        let answer = events.iter().rev().find_map(|e| e.artifact.answer());
        let (Some(header), Some(answer)) = (header, answer) else {
            let problem = Problem::new(
                ProblemCode::BadInput,
                "This question has no answer that could be right.",
            );
            return Err(problem.hint("Ask it again first."));
        };
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
