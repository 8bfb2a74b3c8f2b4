//! Model files that can be fetched onto this computer: which are worth having, what they need, and how far a fetch is.

use serde::{Deserialize, Serialize};
use specta::Type;

/// A model worth having, and what this computer makes of it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type)]
pub struct ShelfModel {
    /// `[a-z0-9.-]+`, what the command line calls it.
    pub name: String,
    pub title: String,
    pub maker: String,
    /// What it is good for, in a sentence.
    pub says: String,
    /// Billions.
    pub parameters: f64,
    /// As the file's name says it: `Q4_K_M`.
    pub quantisation: String,
    /// `owner/name` at the hub.
    pub repository: String,
    /// Where all this is written.
    pub page: String,
    pub licence: String,
    /// Whom the licence leaves out, in a sentence; `None`: everybody may use it for anything.
    pub leaves_out: Option<String>,
    /// Bytes, as the page rounds them; `None`: not known before the hub is asked.
    #[specta(type = Option<f64>)]
    pub about: Option<u64>,
    /// Bytes of memory that it is expected to take.
    #[specta(type = f64)]
    pub needs: u64,
    pub fits: Fit,
    /// Tokens a second that it cannot exceed here; `None`: this computer was not measured.
    pub speed: Option<f64>,
    pub held: Held,
}

/// Whether a model fits this computer's memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum Fit {
    Well,
    /// Other programs will feel it.
    Tight,
    TooLarge,
    /// This system does not say how much memory it has.
    Unknown,
}

/// What of a model's file is here.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Held {
    Nothing,
    /// A fetch that ended early; it goes on from there.
    Part {
        #[specta(type = f64)]
        bytes: u64,
    },
    Whole {
        path: String,
        #[specta(type = f64)]
        bytes: u64,
    },
}

/// All that the screen shows of fetching models.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type)]
pub struct Shelf {
    pub models: Vec<ShelfModel>,
    /// The address of the hub.
    pub from: String,
    /// Whether that is the one to begin with.
    pub own_address: bool,
    /// The folder that files are fetched into.
    pub into: String,
    pub own_folder: bool,
    /// Bytes that are free there; `None`: this system does not say.
    #[specta(type = Option<f64>)]
    pub free: Option<u64>,
    /// Bytes of memory that this computer has.
    #[specta(type = Option<f64>)]
    pub memory: Option<u64>,
    /// Bytes a second that its processor reads from memory, as measured.
    #[specta(type = Option<f64>)]
    pub reads: Option<u64>,
    /// Whether this build runs model files itself.
    pub runs_here: bool,
}

/// How far a fetch is.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Fetching {
    /// The hub is asked how large the file is and what its sum is.
    Asking { host: String },
    /// What an earlier try left is read again, for its sum.
    Rereading {
        #[specta(type = f64)]
        done: u64,
        #[specta(type = f64)]
        of: u64,
    },
    Fetching {
        #[specta(type = f64)]
        done: u64,
        #[specta(type = f64)]
        of: u64,
        /// Since this try began.
        #[specta(type = f64)]
        bytes_a_second: u64,
    },
    /// The connection broke; it goes on in a moment.
    Waiting {
        #[specta(type = f64)]
        done: u64,
        #[specta(type = f64)]
        of: u64,
        why: String,
    },
}

/// A model's file that is here and is what the hub said.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct FetchedModel {
    pub name: String,
    pub path: String,
    #[specta(type = f64)]
    pub bytes: u64,
    /// In hexadecimal digits.
    pub sha256: String,
}

/// What is to be fetched.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Wanted {
    pub name: String,
    pub repository: String,
    pub quantisation: String,
}

/// This computer, as far as it matters to a model.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Machine {
    pub memory: Option<u64>,
    pub free: Option<u64>,
    /// Bytes of begun fetches, by the model's name.
    pub parts: std::collections::BTreeMap<String, u64>,
    pub runs_files: bool,
}
