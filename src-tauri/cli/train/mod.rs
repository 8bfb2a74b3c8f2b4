//! `train`: learns which reading of a question is meant, from questions whose right answers are known.
//! In: a file of questions, the databases below a folder. Out: the weights of the built-in engine's judge, and how
//! well weights learned on some databases do on others. Deliberately absent: what a feature is; the engine says that.

mod examples;
mod fit;
mod inputs;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{bail, Context, Result};
use askwell_engine::ask::builtin::score::{Weights, JOINT, PRIOR};
use askwell_engine::calendar::Date;
use askwell_engine::World;
use tokio::sync::Semaphore;

use crate::eval::{load, questions, Question};
use fit::{Example, Fitted, Reading};

#[derive(Debug, Clone, clap::Args)]
pub struct Settings {
    /// JSON lines, or Markdown with SQL blocks
    #[arg(long, value_name = "FILE")]
    pub questions: PathBuf,
    /// The folder that the questions' databases are named from
    #[arg(long, value_name = "DIR")]
    pub root: PathBuf,
    /// The day that the questions were asked on [default: today]
    #[arg(long, value_name = "DATE", value_parser = crate::world::day)]
    pub today: Option<Date>,
    /// Where the weights are written; left out: they are only measured
    #[arg(long, value_name = "WEIGHTS.txt")]
    pub out: Option<PathBuf>,
    /// Parts of the databases, each measured with the weights of the others; 0: none
    #[arg(long, value_name = "N", default_value_t = 5)]
    pub folds: usize,
    /// Where the weights of each part are written that were learned from the others, for `eval --held DIR`
    #[arg(long, value_name = "DIR")]
    pub held: Option<PathBuf>,
    /// Learn from N questions only, spread over all of them
    #[arg(long, value_name = "N")]
    pub limit: Option<usize>,
    /// Databases worked on at the same time
    #[arg(long, value_name = "N", default_value_t = 2)]
    pub jobs: usize,
    /// Write what the reader is given for each question, and learn nothing here
    #[arg(long, value_name = "INPUTS.jsonl")]
    pub inputs: Option<PathBuf>,
}

/// Found on the training databases by their own folds (`TRAINING.md`).
const FIT: fit::Settings = fit::Settings {
    passes: 10,
    rate: 0.03,
    damp: 1.0,
    decay: 0.1,
    least: 5,
    least_joint: 8,
    smallest: 0.03,
};

pub async fn run(world: &World, settings: &Settings, out: &mut dyn Write) -> Result<()> {
    if let Some(path) = &settings.inputs {
        return write_inputs(world, settings, path).await;
    }
    let questions = chosen(questions::read(&settings.questions)?, settings.limit);
    if questions.is_empty() {
        bail!("{} has no question to learn from.", settings.questions.display());
    }
    let mut names = Names::default();
    let examples = gather(world, settings, questions, &mut names).await?;
    let meets: Vec<bool> = names
        .features
        .list
        .iter()
        .map(|name| names.meets.contains(name))
        .collect();
    let before: Vec<Option<usize>> = examples
        .iter()
        .map(|e| fit::place(e, &Fitted::default(), &meets))
        .collect();
    writeln!(out, "{}", figures("by the choices alone", &before))?;
    if settings.folds > 1 {
        let after = folds(&examples, &meets, settings, &names)?;
        writeln!(out, "{}", figures("on databases not learned from", &after))?;
    }
    if let Some(path) = &settings.out {
        let fitted = fit::fit(&examples.iter().collect::<Vec<_>>(), &meets, FIT);
        let text = names.text(&fitted);
        writeln!(out, "{} weights, {} bytes", text.lines().count(), text.len())?;
        std::fs::write(path, text).with_context(|| format!("Cannot write {}", path.display()))?;
    }
    Ok(())
}

/// Every question that can be asked, those without an answer among them.
async fn write_inputs(world: &World, settings: &Settings, path: &Path) -> Result<()> {
    let mut databases: BTreeMap<(String, String), Vec<Question>> = BTreeMap::new();
    let mut all = questions::read(&settings.questions)?;
    let _scripts = load::scripts(&settings.root, &mut all)?;
    for question in all {
        if let Some(url) = question.url(&settings.root).filter(|_| question.flags.is_empty()) {
            databases.entry((url, question.db.clone())).or_default().push(question);
        }
    }
    let file = std::fs::File::create(path).with_context(|| format!("Cannot write {}", path.display()))?;
    let mut out = std::io::BufWriter::new(file);
    for ((url, db), questions) in databases {
        let written = inputs::write(world, &url, &db, &questions, &mut out).await;
        written.with_context(|| format!("Cannot write the inputs of {url}"))?;
    }
    out.flush().context("The inputs cannot be written")
}

/// Questions that can be scored, evenly spread over the file when there is a limit.
fn chosen(questions: Vec<Question>, limit: Option<usize>) -> Vec<Question> {
    let all: Vec<Question> = questions
        .into_iter()
        .filter(|q| q.flags.is_empty() && !q.gold.is_empty() && q.expect.is_none())
        .collect();
    let wanted = limit.unwrap_or(all.len()).min(all.len()).max(1);
    let of = all.len();
    let spread = |i: &usize| i * wanted / of != (i + 1) * wanted / of;
    all.into_iter()
        .enumerate()
        .filter(|(i, _)| spread(i))
        .map(|q| q.1)
        .collect()
}

/// Examples in the order of the databases' names, whichever is done first.
async fn gather(
    world: &World,
    settings: &Settings,
    questions: Vec<Question>,
    names: &mut Names,
) -> Result<Vec<Example>> {
    let mut databases: BTreeMap<String, Vec<Question>> = BTreeMap::new();
    for question in questions {
        if let Some(url) = question.url(&settings.root) {
            databases.entry(url).or_default().push(question);
        }
    }
    let turn = Arc::new(Semaphore::new(settings.jobs.max(1)));
    let mut works = Vec::new();
    for (url, questions) in databases {
        names
            .databases
            .push(questions.first().map_or_else(String::new, |q| q.db_id.clone()));
        let (world, turn) = (world.clone(), turn.clone());
        works.push(tokio::spawn(async move {
            let _turn = turn.acquire_owned().await?;
            examples::of_database(&world, &url, &questions)
                .await
                .with_context(|| format!("Cannot learn from {url}"))
        }));
    }
    let mut examples = Vec::new();
    for (group, work) in works.into_iter().enumerate() {
        examples.extend(work.await??.into_iter().map(|e| names.example(group, e)));
    }
    Ok(examples)
}

/// Places of the first right reading, by weights of the other parts; kept where the settings say so.
fn folds(examples: &[Example], meets: &[bool], settings: &Settings, names: &Names) -> Result<Vec<Option<usize>>> {
    let mut places = Vec::with_capacity(examples.len());
    for fold in 0..settings.folds {
        let (held, rest): (Vec<&Example>, Vec<&Example>) =
            examples.iter().partition(|e| e.group % settings.folds == fold);
        let fitted = fit::fit(&rest, meets, FIT);
        places.extend(held.iter().map(|e| fit::place(e, &fitted, meets)));
        if let Some(dir) = &settings.held {
            let of: Vec<&str> = names
                .databases
                .iter()
                .enumerate()
                .filter(|(group, _)| group % settings.folds == fold)
                .map(|d| d.1.as_str())
                .collect();
            keep(dir, fold, &of, &names.text(&fitted))?;
        }
    }
    Ok(places)
}

/// Two files a part: the names of its databases, and the weights that have not seen them.
fn keep(dir: &Path, fold: usize, databases: &[&str], weights: &str) -> Result<()> {
    let cannot = || format!("{} cannot be written.", dir.display());
    std::fs::create_dir_all(dir).with_context(cannot)?;
    std::fs::write(dir.join(format!("{fold}.databases")), databases.join("\n")).with_context(cannot)?;
    std::fs::write(dir.join(format!("{fold}.weights")), weights).with_context(cannot)
}

/// What [`keep`] wrote: weights by the name of a database that they have not seen.
pub fn held(dir: &Path) -> Result<BTreeMap<String, Weights>> {
    let mut held = BTreeMap::new();
    for fold in 0.. {
        let Ok(databases) = std::fs::read_to_string(dir.join(format!("{fold}.databases"))) else {
            break;
        };
        let path = dir.join(format!("{fold}.weights"));
        let weights = std::fs::read_to_string(&path).with_context(|| format!("{} cannot be read.", path.display()))?;
        held.extend(
            databases
                .lines()
                .map(|name| (name.to_owned(), Weights::parse(&weights))),
        );
    }
    if held.is_empty() {
        bail!("{} holds no weights. They are written by train --held.", dir.display());
    }
    Ok(held)
}

/// How often a right reading is the first, among the first ten, or there at all.
fn figures(what: &str, places: &[Option<usize>]) -> String {
    let share = |within: usize| {
        let n = places.iter().flatten().filter(|place| **place < within).count();
        100.0 * n as f64 / places.len().max(1) as f64
    };
    format!(
        "{what}: {} questions, right first {:.1} %, in ten {:.1} %, at all {:.1} %",
        places.len(),
        share(1),
        share(10),
        share(usize::MAX)
    )
}

/// Numbers for names.
#[derive(Default)]
struct Names {
    features: Interner,
    cues: Interner,
    /// Of the groups, in their order.
    databases: Vec<String>,
    /// Features that are weighed with cues.
    meets: std::collections::BTreeSet<String>,
}

#[derive(Default)]
struct Interner {
    numbers: BTreeMap<String, u32>,
    list: Vec<String>,
}

impl Interner {
    fn number(&mut self, name: &str) -> u32 {
        if let Some(number) = self.numbers.get(name) {
            return *number;
        }
        let number = self.list.len() as u32;
        self.numbers.insert(name.to_owned(), number);
        self.list.push(name.to_owned());
        number
    }
}

impl Names {
    fn example(&mut self, group: usize, example: examples::Example) -> Example {
        let readings = example
            .readings
            .into_iter()
            .map(|reading| self.reading(reading))
            .collect();
        let cues = example.cues.iter().map(|cue| self.cues.number(cue)).collect();
        Example { group, cues, readings }
    }

    fn reading(&mut self, reading: examples::Reading) -> Reading {
        let mut features: BTreeMap<u32, f32> = BTreeMap::new();
        let mut prior = 0.0;
        for feature in reading.features {
            if feature.name == PRIOR {
                prior = feature.value;
            }
            if feature.meets && !self.meets.contains(&feature.name) {
                self.meets.insert(feature.name.clone());
            }
            *features.entry(self.features.number(&feature.name)).or_default() += feature.value as f32;
        }
        Reading {
            right: reading.right,
            prior,
            features: features.into_iter().collect(),
        }
    }

    /// The weights as the engine reads them: sorted lines.
    fn text(&self, fitted: &Fitted) -> String {
        let feature = |f: &u32| &self.features.list[*f as usize];
        let alone = fitted.alone.iter().map(|(f, w)| format!("{}\t{w:.3}\n", feature(f)));
        let joint = fitted
            .joint
            .iter()
            .map(|((f, c), w)| format!("{}{JOINT}{}\t{w:.3}\n", feature(f), self.cues.list[*c as usize]));
        let mut lines: Vec<String> = alone.chain(joint).collect();
        lines.sort();
        lines.concat()
    }
}
