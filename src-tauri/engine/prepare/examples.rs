//! Questions with their SQL that are built like a question.
//!
//! In: a question, the database it is asked of, and what the person verified there. Out: the likest examples, the
//! person's own first. Deliberately absent: any use of them; a model reads them, the built-in engine does not.

use std::collections::BTreeSet;
use std::sync::OnceLock;

use askwell_contract::beside::ExampleMatch;
use askwell_contract::ports::{Embedder, Workspace};
use askwell_contract::{Dialect, Problem, ProblemCode, Result};
use askwell_sql::skeleton as built;
use serde::{Deserialize, Serialize};

use super::bm25::{fuse, Bm25};
use super::semantic::Vectors;
use super::values::ValueIndex;

mod pool;
mod skeleton;
#[cfg(test)]
mod tests;

pub use pool::{pool, Source, SOURCES};
pub use skeleton::{skeleton, words_of};

/// Seed 000, operation 1c.
pub const TOP: usize = 8;
/// A person's own question as unlike as this is no better than one of ours.
const OWN: f64 = 0.2;
/// So many examples are shown to every prompt (issue 21), where they are as near as [`NEAR`].
pub const NEAREST: usize = 3;
/// Nearer than this, by words alone, the right queries of the pool's own questions are alike to 0.53; any two of the pool are
/// to 0.31 (`examples/tests.rs`).
pub const NEAR: f64 = 0.3;
const ROOM: &str = "verified";

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Example {
    /// The schema it was asked of: ours, or the connection's id.
    pub database: String,
    pub question: String,
    pub sql: String,
}

#[derive(Debug, Clone, PartialEq)]
pub struct Similar {
    pub example: Example,
    /// Without its names, numbers and texts.
    pub skeleton: String,
    /// 0..=1.
    pub similarity: f64,
    /// The person said that the answer was right.
    pub verified: bool,
}

impl From<Similar> for ExampleMatch {
    fn from(similar: Similar) -> Self {
        let Example {
            database,
            question,
            sql,
        } = similar.example;
        Self {
            database,
            question,
            sql,
            similarity: similar.similarity,
            verified: similar.verified,
        }
    }
}

#[derive(Debug)]
pub struct ExampleStore {
    examples: Vec<(Example, String)>,
    /// How their queries are built.
    shapes: Vec<BTreeSet<String>>,
    words: Bm25,
    vectors: OnceLock<Vectors>,
}

impl ExampleStore {
    /// `values`: those of the database that the examples were asked of, where they are known.
    pub fn build(examples: Vec<Example>, values: Option<&ValueIndex>) -> Result<Self> {
        if examples.is_empty() {
            return Err(Problem::new(
                ProblemCode::BadInput,
                "There are no examples to choose from.",
            ));
        }
        let masked = |e: Example| (skeleton(&e.question, values), e);
        let examples: Vec<(Example, String)> = examples.into_iter().map(masked).map(|(s, e)| (e, s)).collect();
        let documents: Vec<Vec<String>> = examples.iter().map(|e| words_of(&e.1)).collect();
        let words = Bm25::build(documents.iter().map(|d| d.iter().map(|w| (w.as_str(), 1.0))));
        let shapes = examples.iter().map(|(e, _)| shape(&e.sql, Dialect::Sqlite)).collect();
        Ok(Self {
            examples,
            shapes,
            words,
            vectors: OnceLock::new(),
        })
    }

    pub fn len(&self) -> usize {
        self.examples.len()
    }

    pub fn is_empty(&self) -> bool {
        self.examples.is_empty()
    }

    /// The skeletons, in the order of their vectors.
    pub fn to_embed(&self) -> Vec<String> {
        self.examples.iter().map(|e| e.1.clone()).collect()
    }

    pub fn embedded(&self, vectors: Vectors) {
        if vectors.len() == self.examples.len() {
            let _ = self.vectors.set(vectors);
        }
    }

    pub fn has_vectors(&self) -> bool {
        self.vectors.get().is_some()
    }

    /// Those whose question, and whose query where `query` has the first one that was thought of, are built most alike, best
    /// first; none of a database named `but`.
    pub fn near(&self, skeleton: &str, query: Option<&BTreeSet<String>>, but: &str) -> Vec<Similar> {
        let mut likeness = self.placed(&self.by_words(skeleton));
        if let Some(query) = query {
            let alike = self.shapes.iter().map(|own| built::likeness(query, own));
            likeness
                .iter_mut()
                .zip(alike)
                .for_each(|(l, alike)| *l = (*l + alike) / 2.0);
        }
        let mut found: Vec<Similar> = (0..self.examples.len())
            .filter(|at| likeness[*at] >= NEAR && !self.examples[*at].0.database.eq_ignore_ascii_case(but))
            .map(|at| self.found(at, likeness[at]))
            .collect();
        found.sort_by(|a, b| b.similarity.total_cmp(&a.similarity));
        found.truncate(NEAREST);
        found
    }

    /// Each with how alike its words are, 0 to 1, best first.
    fn by_words(&self, skeleton: &str) -> Vec<(usize, f64)> {
        let wanted: Vec<(String, f64)> = words_of(skeleton).into_iter().map(|w| (w, 1.0)).collect();
        let best = self.words.ideal(&wanted).max(f64::MIN_POSITIVE);
        let found = self.words.search(&wanted, self.examples.len()).into_iter();
        found.map(|(at, score)| (at, (score / best).min(1.0))).collect()
    }

    /// By the place of the example.
    fn placed(&self, found: &[(usize, f64)]) -> Vec<f64> {
        let mut likeness = vec![0.0; self.examples.len()];
        found.iter().for_each(|(at, alike)| likeness[*at] = *alike);
        likeness
    }

    fn found(&self, at: usize, similarity: f64) -> Similar {
        Similar {
            example: self.examples[at].0.clone(),
            skeleton: self.examples[at].1.clone(),
            similarity,
            verified: false,
        }
    }

    /// The likest examples, best first; none of a database named `but`. `vector` is the skeleton's.
    pub fn similar(&self, skeleton: &str, vector: Option<&[f32]>, but: &str, k: usize) -> Vec<Similar> {
        let by_words = self.by_words(skeleton);
        let mut likeness = self.placed(&by_words);
        let mut lists = vec![by_words.into_iter().map(|f| f.0).collect::<Vec<_>>()];
        if let (Some(vectors), Some(vector)) = (self.vectors.get(), vector) {
            let near = vectors.nearest(vector, self.examples.len());
            near.iter().for_each(|(at, cosine)| likeness[*at] = *cosine);
            lists.push(near.into_iter().map(|f| f.0).collect());
        }
        let chosen = fuse(&lists).into_iter().map(|f| f.0);
        let chosen = chosen.filter(|at| !self.examples[*at].0.database.eq_ignore_ascii_case(but));
        let mut found: Vec<Similar> = chosen.take(k).map(|at| self.found(at, likeness[at])).collect();
        found.sort_by(|a, b| b.similarity.total_cmp(&a.similarity));
        found
    }
}

/// The shipped pool, indexed once.
pub fn shipped() -> Result<&'static ExampleStore> {
    static STORE: OnceLock<Result<ExampleStore>> = OnceLock::new();
    STORE
        .get_or_init(|| ExampleStore::build(pool(), None))
        .as_ref()
        .map_err(Clone::clone)
}

/// From then on the pool is ranked by meaning, too. Done once a process: 462 texts take about two seconds. A model that
/// fails leaves the ranking by words.
pub fn embed_shipped(embedder: &dyn Embedder) -> Result<()> {
    let store = shipped()?;
    if !store.has_vectors() {
        if let Ok(vectors) = embedder.embed(&store.to_embed()) {
            store.embedded(Vectors::build(vectors));
        }
    }
    Ok(())
}

/// How a query is built.
pub fn shape(sql: &str, dialect: Dialect) -> BTreeSet<String> {
    built::pieces(&built::skeleton(sql, dialect))
}

/// Of the shipped pool, those that a question and the first query for it are near to.
pub fn near(question: &str, query: Option<&BTreeSet<String>>, name: &str, values: &ValueIndex) -> Result<Vec<Similar>> {
    Ok(shipped()?.near(&skeleton(question, Some(values)), query, name))
}

/// For a question of a database: what the person verified there, then the shipped pool, at most [`TOP`].
pub fn for_question(
    question: &str,
    name: &str,
    values: &ValueIndex,
    verified: Vec<Example>,
    vector: Option<&[f32]>,
) -> Result<Vec<Similar>> {
    let masked = skeleton(question, Some(values));
    let mut found = Vec::new();
    if !verified.is_empty() {
        let own = ExampleStore::build(verified, Some(values))?.similar(&masked, None, "", TOP);
        found.extend(
            own.into_iter()
                .filter(|s| s.similarity >= OWN)
                .map(|s| Similar { verified: true, ..s }),
        );
    }
    let ours = shipped()?.similar(&masked, vector, name, TOP);
    let open = TOP.saturating_sub(found.len());
    found.extend(ours.into_iter().take(open));
    Ok(found)
}

/// A question as it is kept with what was right for it: a hint can make another query right.
pub fn with_hint(question: &str, hint: &str) -> String {
    match hint.trim() {
        "" => question.to_owned(),
        hint => format!("{question} ({hint})"),
    }
}

/// A line of the log: what the person said of an answer, the last word counts.
#[derive(Serialize, Deserialize)]
struct Said {
    #[serde(flatten)]
    example: Example,
    /// False takes it back.
    #[serde(default = "yes")]
    right: bool,
}

fn yes() -> bool {
    true
}

/// What the person verified of a connection, oldest first; the same question again replaces what it was answered with.
pub fn verified(workspace: &dyn Workspace, connection: &str) -> Result<Vec<Example>> {
    let bytes = workspace.load(ROOM, connection)?.unwrap_or_default();
    let lines = bytes.split(|b| *b == b'\n').filter(|line| !line.is_empty());
    let mut out: Vec<Example> = Vec::new();
    // A line torn by a kill is left out.
    for Said { example, right } in lines.filter_map(|line| serde_json::from_slice(line).ok()) {
        if right {
            out.retain(|known| known.question != example.question);
            out.push(example);
        } else {
            out.retain(|known| *known != example);
        }
    }
    Ok(out)
}

/// Keeps a question whose answer the person found right, or takes that back.
pub fn verify(workspace: &dyn Workspace, connection: &str, question: &str, sql: &str, right: bool) -> Result<()> {
    let example = Example {
        database: connection.to_owned(),
        question: question.to_owned(),
        sql: sql.to_owned(),
    };
    let mut line = serde_json::to_vec(&Said { example, right }).map_err(Problem::internal)?;
    line.push(b'\n');
    workspace.append(ROOM, connection, &line)
}
