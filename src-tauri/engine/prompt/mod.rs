//! The way to a model: what of a database may be said, in which words, and how the reply is read.
//!
//! In: a prompt's fields, each with its level of privacy. Out: a typed value and findings, or why there is none.
//! Deliberately absent: sockets, keys, prices and the ledger (the port's layers), and what a stage does with a reply.
//!
//! A stage fills in the struct of its prompt and asks; every call becomes an event:
//! ```text
//! let input = Ground { question: Sealed::said(&plan.question), ..Ground::default() };
//! let found = cx.ask(Stage::Ground, &Call::new(&GROUND, &input)).await;
//! ```

use std::sync::Arc;

use askwell_contract::model::{ModelSettings, Privacy};
use askwell_contract::ports::Llm;

use crate::prepare::examples::Example;

mod call;
mod count;
mod fence;
mod file;
mod grammar;
mod input;
mod library;
mod mask;
mod preview;
mod read;
mod reply;
mod room;
mod schema;
#[cfg(test)]
pub(crate) mod scripted;
mod sealed;
mod short;
mod template;
#[cfg(test)]
mod tests;

pub use call::{thinking, tokens, Answered, Call};
pub use fence::hash;
pub use file::{Broken, Prompt, Section};
pub use grammar::{grammar, Named, Names, Reply};
pub use input::{
    Again, Answer, Describe, Generate, Grade, Ground, Input, Link, Optimise, Plain, Planner, Repair, Select,
};
pub use library::*;
pub use preview::{preview, preview_in};
pub use read::Raw;
pub use reply::{
    Ask, Chosen, Complexity, Extracted, Field, Graded, Plainly, Planned, Read, Said, Side, Status, SubQuery, Summaries,
    Summary, Verdict, Written,
};
pub use room::{able, at_most, Able, Filled, Fitted, Room, Trim};
pub use sealed::examples::fitting;
pub use sealed::Sealed;

/// What one run, or preparing one database, may ask of models.
#[derive(Clone)]
pub struct Door {
    pub llm: Arc<dyn Llm>,
    pub settings: ModelSettings,
    /// Of the connection.
    pub privacy: Privacy,
    pub connection: String,
    pub run: Option<String>,
    /// The prompts in use; see [`Library::load`].
    pub prompts: Arc<Library>,
    /// What the person found right about this database: examples that come first.
    pub verified: Vec<Example>,
    /// What is known of each of the models.
    pub able: Able,
}
