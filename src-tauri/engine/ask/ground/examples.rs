//! Questions like this one, with their SQL (seed 000, operation 1c): the eight likest.
//!
//! In: the question, what the person verified, the embedder where there is one. Out: examples, the person's own first.
//! Deliberately absent: which of them a prompt has room for (`generate`), and any without a model: nobody would read them.

use askwell_contract::beside::ExampleMatch;
use askwell_contract::ports::Embedder;
use askwell_contract::run::Plan;
use tokio::task::JoinHandle;

use crate::cx::Cx;
use crate::prepare::examples::{embed_shipped, for_question, skeleton};
use crate::prepare::Knowledge;
use crate::prompt::Door;

/// A look for examples; the question's vector is made meanwhile.
pub struct Looking {
    vector: Option<JoinHandle<Option<Vec<f32>>>>,
}

impl Looking {
    pub fn begin(cx: &Cx<'_>, plan: &Plan) -> Self {
        let embedder = cx.embedder.clone().filter(|_| cx.door.is_some());
        let vector = embedder.map(|embedder| {
            let masked = skeleton(&plan.question, Some(&cx.knowledge.values));
            tokio::task::spawn_blocking(move || vector(&*embedder, masked))
        });
        Self { vector }
    }

    pub async fn end(self, cx: &Cx<'_>, plan: &Plan) -> Vec<ExampleMatch> {
        let Some(door) = cx.door else { return Vec::new() };
        let vector = match self.vector {
            Some(making) => making.await.ok().flatten(),
            None => None,
        };
        like(cx.knowledge, door, &plan.question, vector.as_deref())
    }
}

/// The vector of the question's skeleton; those that it is compared with are made first, once a process. A model that fails
/// leaves the likeness of words.
fn vector(embedder: &dyn Embedder, masked: String) -> Option<Vec<f32>> {
    embed_shipped(embedder).ok()?;
    embedder.embed(&[masked]).ok()?.pop()
}

/// `vector`: of the question's skeleton.
pub fn like(knowledge: &Knowledge, door: &Door, question: &str, vector: Option<&[f32]>) -> Vec<ExampleMatch> {
    let (name, values, verified) = (&knowledge.catalog.name, &knowledge.values, door.verified.clone());
    let similar = for_question(question, name, values, verified, vector).unwrap_or_default();
    similar.into_iter().map(ExampleMatch::from).collect()
}
