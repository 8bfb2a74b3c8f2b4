//! How much a model can take in, and what was left out of a prompt because of it.

use serde::{Deserialize, Serialize};
use specta::Type;

/// Who says how much a model takes in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum WindowFrom {
    /// The model's file.
    File,
    /// The server that runs it.
    Server,
    /// Its maker, of all models of that name.
    Maker,
    /// Nobody: a careful guess.
    Assumed,
}

/// The tokens that a model takes in, its reply included.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct Window {
    pub tokens: u32,
    pub from: WindowFrom,
}

impl Window {
    pub fn new(tokens: u32, from: WindowFrom) -> Self {
        Self { tokens, from }
    }
    /// Of a model that nobody knows anything of: few that are offered take in less, and servers that give one less say so.
    pub const ASSUMED: Self = Self {
        tokens: 32_768,
        from: WindowFrom::Assumed,
    };
}

/// What is known of a model beforehand.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Abilities {
    pub window: Window,
    /// What runs it can hold it to a grammar (GBNF).
    pub grammar: bool,
}

impl Abilities {
    pub const ASSUMED: Self = Self {
        window: Window::ASSUMED,
        grammar: false,
    };
}

/// What a prompt lacks because the model's window has no room for it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct LeftOut {
    pub window: Window,
    /// Columns that are shown, of those that would have been; both 0 where no schema was shortened.
    pub columns: u32,
    pub of_columns: u32,
    /// The same of examples.
    pub examples: u32,
    pub of_examples: u32,
    /// Sample values and rows were left out.
    pub samples: bool,
    /// Further parts of the prompt that were shortened or left out, by their fields' names.
    pub parts: Vec<String>,
}

impl LeftOut {
    pub fn nothing(window: Window) -> Self {
        Self {
            window,
            columns: 0,
            of_columns: 0,
            examples: 0,
            of_examples: 0,
            samples: false,
            parts: Vec::new(),
        }
    }
}
