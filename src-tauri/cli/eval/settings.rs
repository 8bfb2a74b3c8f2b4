//! What `eval` is told on the command line. In: words. Out: settings. Deliberately absent: what is done with them.

use std::path::PathBuf;

use askwell_engine::calendar::Date;
use askwell_engine::switches::Mechanism;
use askwell_reader::Style;

use super::{model, sample};

#[derive(Debug, Clone, Default, clap::Args)]
pub struct Settings {
    /// JSON lines, Markdown with SQL blocks, BIRD's dev.json or Spider's
    #[arg(
        long,
        value_name = "FILE",
        default_value = ".",
        hide_default_value = true,
        required_unless_present = "compare"
    )]
    pub questions: PathBuf,
    /// The folder that the questions' databases are named from [default: the folder of FILE]
    #[arg(long, value_name = "DIR")]
    pub root: Option<PathBuf>,
    /// The day that the questions were asked on, for "this year" and ages [default: today]
    #[arg(long, value_name = "DATE", value_parser = crate::world::day)]
    pub today: Option<Date>,
    /// Where a line a question is written
    #[arg(long, value_name = "RUN.jsonl")]
    pub out: Option<PathBuf>,
    /// What writes the SQL: `builtin`; `settings`, the models that are set up; or PROVIDER/MODEL
    #[arg(long, default_value = "builtin")]
    pub model: String,
    #[command(flatten)]
    pub asking: model::Options,
    #[command(flatten)]
    pub sampled: sample::Options,
    /// Ask the model with one plain prompt (the whole schema as declared, rows, the question) in the place of Askwell's own
    /// way: what a run with everything has to be better than
    #[arg(long, conflicts_with_all = ["ablation", "ways", "judge", "calibrate", "history"])]
    pub plain_prompt: bool,
    /// Ask the first N questions only
    #[arg(long, value_name = "N")]
    pub limit: Option<usize>,
    /// Databases worked on at the same time
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub jobs: usize,
    /// Questions of one database worked on at the same time
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub workers: usize,
    /// Go on where an earlier run was cut off
    #[arg(long)]
    pub resume: bool,
    /// A PostgreSQL server to load dumps into
    #[arg(long, value_name = "URL")]
    pub postgres: Option<String>,
    /// Do without these mechanisms: values, meaning, link-recall, join-planner, ranking, repair, judge, selection
    #[arg(long, value_name = "NAME", value_delimiter = ',', value_parser = mechanism)]
    pub without: Vec<Mechanism>,
    /// How answers are to look [default: by the questions]
    #[arg(long, value_enum)]
    pub style: Option<Looks>,
    /// Which of the two built-in engines reads the questions
    #[arg(long, value_enum, default_value_t)]
    pub reader: WhichReader,
    /// Which turns are before a question of a conversation
    #[arg(long, value_enum, default_value_t)]
    pub history: History,
    /// Write down every query that a turn may mean, and whether it is right
    #[arg(long, requires = "out")]
    pub ways: bool,
    /// Time each right answer beside the accepted SQL so many times, for BIRD's measure of speed (BIRD: 100)
    #[arg(long, value_name = "TIMES", default_value_t = 0, hide_default_value = true)]
    pub ves: u32,
    /// Print the figures as JSON
    #[arg(long)]
    pub json: bool,
    /// Say which rows two runs answer differently, and whether by more than chance
    #[arg(long, num_args = 2, value_names = ["A.jsonl", "B.jsonl"], conflicts_with_all = ["questions", "out", "resume", "ablation"])]
    pub compare: Vec<PathBuf>,
    /// Ask with everything and without each mechanism, and print one table
    #[arg(long, conflicts_with_all = ["out", "resume", "without", "calibrate", "judge", "json"])]
    pub ablation: bool,
    /// Write the weights of how sure an answer is, fitted on these questions
    #[arg(long, value_name = "ODDS.txt")]
    pub calibrate: Option<PathBuf>,
    /// Write the weights of what speaks for one result against another, fitted on these questions
    #[arg(long, value_name = "JUDGE.txt")]
    pub judge: Option<PathBuf>,
    /// Rank the readings of each database with the weights of `train --held DIR` that have not seen it
    #[arg(long, value_name = "DIR")]
    pub held: Option<PathBuf>,
    /// Read the questions of each database with what the reader learned without it (`scripts/train/fit.py`)
    #[arg(long, value_name = "DIR")]
    pub ranking: Option<PathBuf>,
}

/// Which turns are before a question of a conversation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, clap::ValueEnum)]
pub enum History {
    /// None: each question stands alone
    #[default]
    None,
    /// As they were asked, with their accepted SQL
    Gold,
    /// As they were answered
    Own,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, clap::ValueEnum)]
pub enum WhichReader {
    Old,
    New,
    #[default]
    Both,
}

impl WhichReader {
    pub fn without(self) -> Option<Mechanism> {
        match self {
            Self::Old => Some(Mechanism::Reader),
            Self::New => Some(Mechanism::Older),
            Self::Both => None,
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum Looks {
    /// As people want them: the figure beside the name
    People,
    /// As benchmarks count them: the asked columns and no more
    Exact,
}

impl Looks {
    pub fn style(self) -> Style {
        match self {
            Self::People => Style::People,
            Self::Exact => Style::Exact,
        }
    }
}

fn mechanism(name: &str) -> std::result::Result<Mechanism, String> {
    let names = Mechanism::ALL.map(Mechanism::name).join(", ");
    Mechanism::named(name).ok_or_else(|| format!("There are these mechanisms: {names}."))
}
