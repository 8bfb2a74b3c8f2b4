//! The file that an evaluation writes, line by line, so that a kill costs one question at most.
//! In: a header and lines. Out: the same, read back. Deliberately absent: what the figures mean.

use std::collections::BTreeMap;
use std::fs::{File, OpenOptions};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::Path;

use anyhow::{bail, Context, Result};
use askwell_contract::run::{ModelCall, Trust};
use serde::{Deserialize, Serialize};

/// The first line.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Header {
    pub versions: Versions,
    /// Empty where it was not built from a git checkout.
    pub commit: String,
    pub seed: u64,
    pub settings: Asked,
    /// Milliseconds since 1970 UTC.
    pub started: u64,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Versions {
    pub askwell: String,
    /// Database engines of the questions, as they name themselves.
    pub engines: Vec<String>,
}

/// What decides which questions are asked, and how.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Asked {
    pub questions: String,
    pub root: String,
    pub model: String,
    pub limit: Option<usize>,
    /// Mechanisms that were turned off.
    #[serde(default)]
    pub without: Vec<String>,
    /// How models were asked, and which part of the questions; nothing where neither was.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub how: Vec<String>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Line {
    pub id: String,
    pub db_id: String,
    pub question: String,
    /// As the set of questions has it; empty where it has none.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub difficulty: String,
    #[serde(default)]
    pub kind: String,
    /// `None`: declined, or nothing ran.
    pub sql: Option<String>,
    /// `None`: could not be measured; `error` says why.
    pub ex: Option<bool>,
    pub ex_set: Option<bool>,
    pub error: Option<String>,
    pub ms: f64,
    /// How the answer was chosen, or `declined`, `failed`.
    pub method: String,
    pub clusters: usize,
    pub candidates: Vec<Tried>,
    /// Any candidate right; kept here because it cannot be told from the other fields.
    pub oracle: Option<bool>,
    /// Whether the answer or one of the readings that the window shows beside it is right; `None`: nothing was compared.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub near: Option<bool>,
    /// How sure the answer was said to be, 0..=1.
    #[serde(default)]
    pub confidence: Option<f64>,
    /// Its badge; `None` in logs of earlier versions.
    #[serde(default)]
    pub trust: Option<Trust>,
    /// What spoke for and against it.
    #[serde(default)]
    pub signals: BTreeMap<String, f64>,
    /// The groups of equal results that were compared; empty where nothing had to be.
    #[serde(default)]
    pub groups: Vec<Group>,
    /// Every query that a turn may mean behind the one before it; empty where that was not asked for.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub ways: Vec<Group>,
    /// What made the query of the answer.
    #[serde(default)]
    pub winner: Option<String>,
    /// Share of the queries that ran whose result is the answer's.
    #[serde(default)]
    pub agreement: Option<f64>,
    /// Whether the answer would be right if the run had ended behind each of these stages.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub ladder: Vec<Rung>,
    /// Calls to models, in the order of their ends.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub calls: Vec<ModelCall>,
    /// Whether the first answer passed its review; `None`: it was not reviewed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub passed: Option<bool>,
    /// Calls to which no reply was recorded.
    #[serde(default, skip_serializing_if = "is_none")]
    pub missing: usize,
    /// `bird.rs` has both measures.
    #[serde(default)]
    pub soft_f1: Option<f64>,
    #[serde(default)]
    pub reward: Option<f64>,
}

/// A stage, and whether what it would have answered is right.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Rung {
    pub stage: String,
    pub right: bool,
}

fn is_none(count: &usize) -> bool {
    *count == 0
}

/// A group of equal results, as the judge saw it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Group {
    pub right: bool,
    /// Of a turn: the query.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub sql: String,
    pub signals: BTreeMap<String, f64>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Tried {
    pub generator: String,
    pub sql: String,
    pub rows: Option<u64>,
    pub error: Option<String>,
    pub repaired: bool,
    pub cluster: Option<String>,
    /// `None`: nobody has said what is right.
    #[serde(default)]
    pub right: Option<bool>,
    /// A model wrote it.
    #[serde(default)]
    pub written: bool,
}

pub struct Log {
    file: Option<File>,
}

impl Log {
    /// Nothing is kept on disk.
    pub fn none() -> Self {
        Self { file: None }
    }

    /// A new file, or the continued one with what it holds already. A torn last line is cut off.
    pub fn open(path: &Path, header: &Header, resume: bool) -> Result<(Self, BTreeMap<String, Line>)> {
        let cannot = || format!("{} cannot be written.", path.display());
        if resume && path.exists() {
            let mut file = OpenOptions::new()
                .read(true)
                .write(true)
                .open(path)
                .with_context(cannot)?;
            let mut bytes = Vec::new();
            file.read_to_end(&mut bytes).with_context(cannot)?;
            let whole = bytes.iter().rposition(|byte| *byte == b'\n').map_or(0, |end| end + 1);
            if whole > 0 {
                let lines = read(&String::from_utf8_lossy(&bytes[..whole]), header)
                    .with_context(|| format!("{} cannot be continued.", path.display()))?;
                file.set_len(whole as u64).with_context(cannot)?;
                file.seek(SeekFrom::End(0)).with_context(cannot)?;
                return Ok((Self { file: Some(file) }, lines));
            }
        }
        let mut log = Self {
            file: Some(File::create(path).with_context(cannot)?),
        };
        log.put(header).with_context(cannot)?;
        Ok((log, BTreeMap::new()))
    }

    pub fn add(&mut self, line: &Line) -> Result<()> {
        self.put(line).context("The result cannot be written.")
    }

    /// One write a line: what is torn by a kill is the last line, never two.
    fn put(&mut self, value: &impl Serialize) -> Result<()> {
        if let Some(file) = &mut self.file {
            let mut text = serde_json::to_vec(value)?;
            text.push(b'\n');
            file.write_all(&text)?;
        }
        Ok(())
    }
}

/// All of a run's file, for those who compare.
pub fn whole(path: &Path) -> Result<(Header, Vec<Line>)> {
    let text = std::fs::read_to_string(path).with_context(|| format!("{} cannot be read.", path.display()))?;
    let mut lines = text.lines();
    let damaged = || format!("{} is no run of `eval --out`.", path.display());
    let header = serde_json::from_str(lines.next().unwrap_or_default()).with_context(damaged)?;
    let lines = lines
        .map(serde_json::from_str)
        .collect::<Result<_, _>>()
        .with_context(damaged)?;
    Ok((header, lines))
}

fn read(text: &str, wanted: &Header) -> Result<BTreeMap<String, Line>> {
    let mut lines = text.lines();
    let header: Header = serde_json::from_str(lines.next().unwrap_or_default()).context("It has no header")?;
    if header.settings != wanted.settings || header.seed != wanted.seed {
        bail!(
            "It was begun with other settings: {}",
            serde_json::to_string(&header.settings)?
        );
    }
    // Half the answers of one build and half of another would be a figure of neither.
    if header.versions != wanted.versions || header.commit != wanted.commit {
        bail!(
            "It was begun with another build: {} {}",
            header.versions.askwell,
            header.commit
        );
    }
    let mut out = BTreeMap::new();
    for (n, line) in lines.enumerate() {
        let line: Line = serde_json::from_str(line).with_context(|| format!("Line {} is damaged", n + 2))?;
        out.insert(line.id.clone(), line);
    }
    Ok(out)
}

#[cfg(test)]
pub mod tests {
    use super::*;

    fn header() -> Header {
        let settings = Asked {
            questions: "q".into(),
            root: "r".into(),
            model: "builtin".into(),
            limit: None,
            without: vec![],
            how: vec![],
        };
        Header {
            versions: Versions {
                askwell: "0".into(),
                engines: vec![],
            },
            commit: String::new(),
            seed: 1,
            settings,
            started: 5,
        }
    }

    pub fn line(id: &str) -> Line {
        Line {
            id: id.into(),
            db_id: "d".into(),
            question: "q".into(),
            difficulty: String::new(),
            kind: String::new(),
            sql: None,
            ex: Some(true),
            ex_set: Some(false),
            error: None,
            ms: 1.5,
            method: "fast_path".into(),
            clusters: 1,
            candidates: vec![],
            oracle: Some(true),
            near: None,
            confidence: None,
            trust: None,
            signals: BTreeMap::new(),
            groups: Vec::new(),
            ways: Vec::new(),
            winner: None,
            agreement: None,
            ladder: Vec::new(),
            calls: Vec::new(),
            passed: None,
            missing: 0,
            soft_f1: None,
            reward: None,
        }
    }

    fn place(name: &str) -> std::path::PathBuf {
        let dir = std::env::temp_dir().join(format!("askwell-log-{}", std::process::id()));
        std::fs::create_dir_all(&dir).unwrap();
        dir.join(name)
    }

    #[test]
    fn torn_last_line_is_cut_and_the_rest_continued() {
        let path = place("torn");
        let (mut log, _) = Log::open(&path, &header(), false).unwrap();
        log.add(&line("a")).unwrap();
        let whole = std::fs::read(&path).unwrap();
        std::fs::write(&path, [&whole[..], br#"{"id":"b","db_"#].concat()).unwrap();
        let (mut log, known) = Log::open(&path, &header(), true).unwrap();
        assert_eq!(known.into_values().collect::<Vec<_>>(), [line("a")]);
        log.add(&line("b")).unwrap();
        let (_, known) = Log::open(&path, &header(), true).unwrap();
        assert_eq!(known.len(), 2);
    }

    #[test]
    fn other_settings_are_not_continued() {
        let path = place("other");
        drop(Log::open(&path, &header(), false).unwrap());
        let mut other = header();
        other.settings.limit = Some(3);
        assert!(Log::open(&path, &other, true).is_err());
        let mut newer = header();
        newer.commit = "f00".into();
        assert!(Log::open(&path, &newer, true).is_err());
    }

    #[test]
    fn killed_before_the_header_was_whole_starts_anew() {
        let path = place("early");
        std::fs::write(&path, "{\"askw").unwrap();
        let (_, known) = Log::open(&path, &header(), true).unwrap();
        assert!(known.is_empty());
        assert!(std::fs::read_to_string(&path).unwrap().ends_with("}\n"));
    }
}
