//! The way to a model: what of a database may be said, in which words, and how the reply is read.
//!
//! In: a prompt's fields, each with its level of privacy. Out: a typed value and findings, or why there is none.
//! Deliberately absent: sockets, keys, prices and the ledger (the port's layers), and what a stage does with a reply.

use std::sync::Arc;

use askwell_contract::model::{ModelSettings, Privacy};
use askwell_contract::ports::Llm;

/// What one run, or preparing one database, may ask of models.
#[derive(Clone)]
pub struct Door {
    pub llm: Arc<dyn Llm>,
    pub settings: ModelSettings,
    /// Of the connection.
    pub privacy: Privacy,
    pub connection: String,
    pub run: Option<String>,
}
