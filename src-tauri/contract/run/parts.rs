//! A turn that asks several things, and what each of them came to.

use serde::{Deserialize, Serialize};
use specta::Type;

use super::Event;

/// One of the things that a turn asks.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct PlanPart {
    pub question: String,
    /// The parts whose rows it speaks of, counted from 0; each stands before it.
    pub needs: Vec<u32>,
}

/// A part that went through the whole line, with every event of it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type)]
pub struct PartRun {
    /// Its place in the plan, counted from 0.
    pub part: u32,
    pub events: Vec<Event>,
}
