//! What the screen may ask of the engine, and what it gets back. The shell's commands have these shapes:
//!
//! | command | arguments | result |
//! |---|---|---|
//! | `connections` | | `Vec<Connection>`, the samples first, then most recently opened first |
//! | `open` | `url` | `Opened`; a password in the URL lasts until the program ends |
//! | `reopen` | `id, secrets, passphrase, keep` | `Opened`; a saved connection. Secrets or the passphrase only after `needs_secret`; `keep`: where the secrets are kept from now on |
//! | `paste` | `address` | `Pasted` |
//! | `connect` | `request` | `Opened`; saved, too |
//! | `test` | `request, on_step: Channel<Step>` | whether all steps passed |
//! | `keychain` | | `Keychain` |
//! | `lock_check` | `id, on_attempt: Channel<Attempt>` | `LockCheck` |
//! | `forget` | `id` | nothing; the connection and its secrets are gone, the database and the questions asked stay |
//! | `prepare` | `id, on_progress: Channel<Progress>` | `Prepared`; after a stop it goes on where it was |
//! | `pause` | `id, paused` | nothing; preparing waits, and goes on; `stop` with the connection's id ends it: questions are then asked of what was read until `prepare` is called again |
//! | `examples` | `id` | `Vec<String>`, questions made from this database |
//! | `ask` | `id, run, question, asking, on_event: Channel<Event>` | the run's id; the run is over when `Finished` arrives; `evidence`: a hint for this question alone, empty where none; `anew`: never answered from an earlier question; `after`: the run that it comes behind, `None` at the start of a conversation; `anyway`: no question back |
//! | `stop` | `run` | nothing; the engine has stopped when `Finished` arrives; also stops an export by its name |
//! | `history` | `id` | `Vec<RunSummary>`, newest first |
//! | `threads` | `id` | `Vec<Thread>`, the one that was gone on with last first |
//! | `rename_thread` | `thread, title` | nothing; an empty title: the first question again |
//! | `export_thread` | `run, path` | `Exported`; the conversation of a run as one page, with every turn as it was answered then: Markdown where the path ends so, else HTML |
//! | `delete_thread` | `thread` | nothing; its runs are gone |
//! | `follow_ups` | `id, run` | `Vec<Choice>`, at most three that this answer allows |
//! | `replay` | `run` | `Vec<Event>`, as they were |
//! | `resume` | `run, on_event: Channel<Event>` | nothing; a run that was cut off goes on behind its last finished stage; all its events come, those that are kept first |
//! | `compare_runs` | `run, other` | `Compared`: what changed between a run and another of its question; `other` `None`: the newest before it |
//! | `pins` | `id` | `Vec<Pin>`, in the order in which they were pinned |
//! | `pin` | `run, pinned` | nothing; of one question, one run is pinned |
//! | `run_pin_again` | `id, pinned, run` | `Pin`; its query ran again, as a run of its own; `stop` with `run` ends it |
//! | `export_pins` | `id, run, request, on_progress: Channel<ExportProgress>` | `Exported`; all pinned answers as one page, which is there only when whole; `stop` with `run` ends it |
//! | `choose` | `id, run, candidate` | `Event`, the run's new last one: its answer is now that candidate's, made without running anything, and its SQL an example as `verify` makes it; `candidate` `None` takes both back |
//! | `verify` | `run, right` | nothing; the run's question and SQL are an example for similar questions from now on, or no longer |
//! | `measured` | `id` | `Measured`: what was measured on the person's own questions, and before; nothing is asked |
//! | `measure` | `id, run, on_progress: Channel<Measuring>` | `Measured`; the person's own questions are asked again; `stop` with `run` ends it, and nothing is kept of it |
//! | `page` | `id, sql, offset, limit` | `ResultSet` |
//! | `grid_page` | `id, source, view, offset, limit, count` | `GridPage`; rows as they are sorted and filtered; `count`: and how many there are |
//! | `grid_find` | `id, job, source, view, words` | `GridHits`, over all rows; `stop` with `job` ends it |
//! | `grid_facts` | `id, job, source, view, column` | `GridFacts`, over all rows; `stop` with `job` ends it |
//! | `plan` | `id, job, sql` | `Planned`; how the engine runs it, measured where it measures; `stop` with `job` ends it |
//! | `format_sql` | `id, sql` | the statement laid out on several lines |
//! | `own_files` | | `OwnFiles`: what Askwell keeps on this computer |
//! | `show_own_files` | | nothing; the folder is opened among the system's files |
//! | `erase_all` | | what could not be erased, in words; nothing is written from then on until `start_again` |
//! | `start_again` | | nothing; the program ends and starts anew |
//! | `given_files` | | paths of files that the program was started with, or started with once more, since the last call |
//! | `bounds` | | `Bounds` |
//! | `save_bounds` | `bounds` | `Bounds`, for the next question |
//! | `models` | | `ModelSettings` |
//! | `save_models` | `settings` | `ModelSettings`, as kept; providers that are gone lose their keys |
//! | `save_provider` | `request` | `ModelSettings` |
//! | `unlock_provider` | `id, passphrase` | `ModelSettings`; a key that is kept under a passphrase, for this run |
//! | `probe_provider` | `request, model, on_probe: Channel<Probe>` | whether all steps passed |
//! | `list_models` | `request` | `Vec<ModelInfo>` |
//! | `found_models` | | `Vec<FoundModel>` on this computer |
//! | `shelf` | | `Shelf`: model files worth having, and what this computer makes of them; nothing is asked of anyone |
//! | `save_shelf` | `from: Option, into: Option` | `Shelf`; another hub or folder, `None`: the one to begin with |
//! | `measure_memory` | `job` | `Shelf`; reads memory for ten seconds; `stop` with `job` ends it |
//! | `fetch_model` | `name, job, on_progress: Channel<Fetching>` | `FetchedModel`; `stop` with `job` ends it and keeps what came |
//! | `set_privacy` | `id, privacy` | `Connection` |
//! | `preview_prompts` | `id, question, privacy` | `Vec<PromptPreview>`, just as they would be sent |
//! | `prompts` | | `Vec<PromptFile>` |
//! | `save_prompt` | `name, text: Option` | `PromptFile`; `None`: the shipped one again; a broken one is refused and the shipped one stays |
//! | `ledger` | `search, id: Option, offset, limit` | `LedgerPage` |
//! | `export_ledger` | `path` | `Exported`, JSON lines |
//! | `export_trace` | `path, run: Option` | `Exported`; how a run went, or all that are kept, as JSON lines with the names of OpenTelemetry; nothing sends them anywhere |
//! | `spend` | | `Spend` |
//! | `effort_estimates` | | `EffortEstimate[]`, one an effort; none without a model |
//! | `describe_estimate` | `id` | `Estimate` of describing this database by model |
//! | `describe_by_model` | `id, on_progress: Channel<Progress>` | `Described`; `stop` with the connection's id ends it |
//! | `calendar` | | `Calendar`, how the person counts time |
//! | `save_calendar` | `calendar` | `Calendar`, as kept; the next question is counted by it |
//! | `make_faster` | `id, job, sql, on_progress: Channel<Trying>` | `Optimisation`; `stop` with `job` ends the trying and keeps what was found, with `job` and `-now` behind it ends at once |
//! | `keep_faster` | `id, job, run` | `Kept`; the run's question is answered by what the job found from now on, and counts as right |
//! | `kept_faster` | `id` | `Vec<Kept>`, what is in use, newest first |
//! | `take_back_faster` | `id, question` | nothing; the query before answers the question again |
//! | `workload` | `folder` | `Workload`: what a folder of `askwell-cli optimise --queries` holds; nothing is run |
//! | `workload_query` | `folder, state, query` | `Optimisation`: what was tried of one of its queries |
//! | `export_rows` | `id, run, request, on_progress: Channel<ExportProgress>` | `Exported`; all rows of a query as a file, which is there only when whole; `stop` with `run` ends it |
//! | `save_picture` | `path, picture: Vec<u8>` | `Exported`; a chart as PNG or SVG |
//! | `show_exported` | `path, how` | nothing; opens a file that was exported since the start, or shows it in its folder |

use serde::{Deserialize, Serialize};
use specta::Type;

use crate::catalog::{Catalog, Dialect};
use crate::connect::{Colour, Keep, Powers, Target};
pub use crate::export::{CsvOptions, Encoding, ExportFormat, ExportProgress, ExportRequest, Exported, Show};
use crate::model::Privacy;
use crate::profile::TableProfile;
use crate::run::Trust;

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type)]
pub struct Connection {
    /// Stable for a URL; `[a-z0-9-]+`.
    pub id: String,
    pub name: String,
    pub url: String,
    pub dialect: Dialect,
    pub sample: bool,
    /// One line for a sample; empty otherwise.
    pub about: String,
    /// Milliseconds since 1970 UTC; `None`: never opened.
    #[specta(type = Option<f64>)]
    pub opened: Option<u64>,
    pub target: Target,
    pub colour: Option<Colour>,
    pub keep: Keep,
    /// What of this database may be in a prompt.
    #[serde(default)]
    pub privacy: Privacy,
}

/// How a question is asked.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, Type)]
pub struct Asking {
    /// A hint for this question alone; empty where there is none.
    pub evidence: String,
    /// Never answered from an earlier question.
    pub anew: bool,
    /// The run that it comes behind; `None`: a conversation begins.
    pub after: Option<String>,
    /// No question back.
    pub anyway: bool,
}

/// What Askwell keeps on this computer, as a whole.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct OwnFiles {
    pub version: String,
    pub folder: String,
    #[specta(type = f64)]
    pub bytes: u64,
    pub questions: u32,
    pub connections: u32,
    /// Where model files are, which are no part of it; empty where this build fetches none.
    pub models: String,
}

/// What a question's query may take.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct Bounds {
    pub seconds: u32,
    /// On the first page.
    pub rows: u32,
}

/// A database that is open.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type)]
pub struct Opened {
    pub connection: Connection,
    pub catalog: Catalog,
    pub powers: Powers,
}

/// What preparing is at. Only reading can be paused and stopped; the others take seconds at most.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum Phase {
    Read,
    Describe,
    Index,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type)]
pub struct Progress {
    pub phase: Phase,
    /// The one being read; several are read at a time, and this is the latest.
    pub table: String,
    /// Tables that are done.
    pub done: u32,
    pub of: u32,
    /// Over the last seconds; 0 while paused.
    pub rows_per_second: f64,
    /// `None` while there is nothing to judge it by.
    pub seconds_left: Option<f64>,
    pub paused: bool,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type)]
pub struct Prepared {
    pub tables: Vec<TableProfile>,
    #[specta(type = f64)]
    pub values: u64,
    pub ms: f64,
    /// From the workspace rather than read again.
    pub cached: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum RunState {
    Answered,
    Declined,
    /// Asked back, or small talk.
    Replied,
    Failed,
    Stopped,
    /// The program ended before the run did.
    Interrupted,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type)]
pub struct RunSummary {
    pub run: String,
    pub question: String,
    #[specta(type = f64)]
    pub started: u64,
    pub state: RunState,
    pub sentence: String,
    pub trust: Option<Trust>,
    /// The person said that this answer to this question is right.
    pub verified: bool,
    /// Verified, and the database was another one then: its tables or its data have changed since.
    #[serde(default)]
    pub stale: bool,
    /// Among the pinned answers.
    #[serde(default)]
    pub pinned: bool,
    /// The conversation that it belongs to.
    pub thread: String,
    /// The run that it came behind.
    pub follows: Option<String>,
}

/// A conversation with a database.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type)]
pub struct Thread {
    pub thread: String,
    /// The person's, else the first question.
    pub title: String,
    /// Its turns, oldest first; of a branch, with those of before it branched off.
    pub runs: Vec<RunSummary>,
}

/// What describing by model came to.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type)]
pub struct Described {
    /// Columns that have the model's description now.
    pub columns: u32,
    /// Of all; the rest keep what they had.
    pub of: u32,
    /// US dollars; `None`: no price is known.
    pub cost: Option<f64>,
    /// What went wrong on the way, in words; empty where nothing did.
    pub notes: Vec<String>,
}
