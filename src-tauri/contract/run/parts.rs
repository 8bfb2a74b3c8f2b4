//! A turn that asks several things, and what each of them came to.

use serde::{Deserialize, Serialize};
use specta::Type;

use super::Event;

/// One of the things that a turn asks.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type)]
pub struct PlanPart {
    pub question: String,
    /// The parts whose rows it speaks of, counted from 0; each stands before it.
    pub needs: Vec<u32>,
    /// It is asked only where this holds.
    #[serde(default)]
    pub when: Option<When>,
}

/// What decides whether a part is asked.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type)]
pub struct When {
    pub holds: Decides,
    /// The parts whose figures decide it, counted from 0; each stands before it.
    pub parts: Vec<u32>,
    /// Of `above` and `below`.
    pub bound: Option<f64>,
    /// It is asked where this does not hold.
    pub not: bool,
    /// In the person's words.
    pub says: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum Decides {
    /// The figure is not zero.
    Anything,
    Nothing,
    Above,
    Below,
    /// The first figure is the higher one.
    More,
    Less,
}

/// A part that went through the whole line, with every event of it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type)]
pub struct PartRun {
    /// Its place in the plan, counted from 0.
    pub part: u32,
    pub events: Vec<Event>,
}

/// What a turn asks of two figures beside the figures themselves: "… and what is the difference?", "… which is higher?"
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum Tells {
    Difference,
    Ratio,
    /// Which of them is the higher one.
    More,
    /// Which of them is the lower one.
    Less,
}

/// How what was found became one answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum Combine {
    /// Two figures, and what follows from them.
    Figures,
    /// Single figures in one row.
    Row,
    /// Rows about the same things, side by side.
    Beside,
    /// Rows of the same form, one list.
    Union,
    /// What one part found is what the next was asked of.
    Chain,
    /// Nothing joins them: each stands for itself.
    List,
}

/// How an answer was put together, and what follows from its figures.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct Combined {
    pub by: Combine,
    /// "The difference is 312: 3,412 (2024) against 3,100 (2023)." Empty where no figure follows.
    pub says: String,
    /// "3,412 − 3,100 = 312"; or how the rows were joined.
    pub how: String,
}
