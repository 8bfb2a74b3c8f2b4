//! Every adapter to the world: database engines, files, the clock, the embedding model, language models.
//!
//! In: paths and URLs that a host passes. Out: the ports of `askwell_contract::ports`; no driver or wire type goes
//! further. Deliberately absent: any decision about questions, candidates or answers, and any way to write to a
//! database that exists ([`create`] makes new files only).

pub mod clock;
pub mod create;
pub mod db;
mod disk;
pub mod embed;
pub mod files;
pub mod llm;
pub mod run;
pub mod tunnel;
pub mod vault;
pub mod workspace;
