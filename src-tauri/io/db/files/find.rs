//! Which files are meant. In: paths of files and folders. Out: the data files among them, each with its format by its
//! content and its name, or why the set cannot be opened. Deliberately absent: reading them.

use std::fs;
use std::path::{Path, PathBuf};

use askwell_contract::{Dialect, Problem, ProblemCode, Result};
use indexmap::IndexSet;
use serde::{Deserialize, Serialize};

use super::super::file;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Format {
    /// Lines of fields, whatever is between them.
    Lines,
    Json,
    Parquet,
    Workbook,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Found {
    /// The file itself, links followed.
    #[serde(with = "any_name")]
    pub path: PathBuf,
    pub format: Format,
    /// With gzip.
    pub packed: bool,
}

/// A path on its way to another process, also one whose name is no text.
mod any_name {
    use std::ffi::OsString;
    use std::path::{Path, PathBuf};

    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    pub fn serialize<S: Serializer>(path: &Path, to: S) -> Result<S::Ok, S::Error> {
        path.as_os_str().serialize(to)
    }
    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<PathBuf, D::Error> {
        OsString::deserialize(from).map(PathBuf::from)
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Set {
    pub files: Vec<Found>,
    /// Files in the folders that are no data files.
    pub others: usize,
    /// What a person calls it.
    pub name: String,
}

/// Endings of names, the inner one of `a.csv.gz`.
const LINES: [&str; 5] = ["csv", "tsv", "tab", "psv", "txt"];
const JSON: [&str; 3] = ["json", "jsonl", "ndjson"];
const WORKBOOKS: [&str; 5] = ["xlsx", "xlsm", "xlsb", "xls", "ods"];

pub fn find(paths: &[String]) -> Result<Set> {
    let mut files: IndexSet<PathBuf> = IndexSet::new();
    let mut found = Vec::new();
    let mut others = 0;
    for path in paths.iter().map(PathBuf::from) {
        let add = |one: Found, found: &mut Vec<Found>, files: &mut IndexSet<PathBuf>| {
            if files.insert(one.path.clone()) {
                found.push(one);
            }
        };
        if path.is_dir() {
            let inside = folder(&path)?;
            if inside.files.is_empty() {
                return Err(no_data(&path));
            }
            others += inside.others;
            inside
                .files
                .into_iter()
                .for_each(|one| add(one, &mut found, &mut files));
        } else {
            add(single(&path)?, &mut found, &mut files);
        }
    }
    let name = match (paths, found.as_slice()) {
        (_, []) => return Err(none()),
        ([path], _) if Path::new(path).is_dir() => folder_name(Path::new(path)),
        (_, [one]) => stem(&one.path),
        (_, many) => format!("{} files", many.len()),
    };
    Ok(Set {
        files: found,
        others,
        name,
    })
}

/// The data files directly inside, by name.
fn folder(path: &Path) -> Result<Set> {
    let entries = fs::read_dir(path).map_err(|error| file::broken(path, &error))?;
    let mut names: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    names.sort();
    let (mut files, mut others) = (Vec::new(), 0);
    for path in names.into_iter().filter(|path| path.is_file()) {
        // Hidden files, `~$book.xlsx` (Excel has it open) and files of other kinds were not meant.
        let name = file::name(&path);
        let meant = !name.starts_with(['.', '~']) && ending(&path).is_some_and(|(_, known)| known.is_some());
        let read = if meant { file::readable(&path).ok() } else { None };
        match read.and_then(|(path, head)| format(&path, &head).map(|(format, packed)| (path, head, format, packed))) {
            Some((path, head, format, packed)) if packed || !is_prose(&path, &head) => {
                files.push(Found { path, format, packed })
            }
            _ => others += 1,
        }
    }
    Ok(Set {
        files,
        others,
        name: String::new(),
    })
}

fn single(path: &Path) -> Result<Found> {
    let (path, head) = file::readable(path)?;
    match format(&path, &head) {
        Some((format, packed)) => Ok(Found { path, format, packed }),
        None if file::kind(&head).is_some() => {
            let kind = match file::kind(&head) {
                Some(Dialect::Sqlite) => "a SQLite database",
                _ => "a DuckDB database",
            };
            let name = file::name(&path);
            let what = format!("\"{name}\" is {kind}; it cannot be opened together with other files.");
            Err(Problem::new(ProblemCode::BadInput, what)
                .hint("Open the database by itself, and the other files by themselves."))
        }
        None => Err(file::not_a("a file that can be read as a table", &path, &head)),
    }
}

/// Whether a file can be read as tables, and how; `true`: it is packed.
pub fn format(path: &Path, head: &[u8]) -> Option<(Format, bool)> {
    let known = ending(path);
    let inner = known.as_ref().and_then(|(_, known)| *known);
    if file::kind(head).is_some() {
        return None;
    }
    if head.starts_with(b"PAR1") {
        return Some((Format::Parquet, false));
    }
    if head.starts_with(b"\x1f\x8b") {
        return inner
            .filter(|format| matches!(format, Format::Lines | Format::Json))
            .map(|format| (format, true));
    }
    if head.starts_with(b"PK\x03\x04") || head.starts_with(b"\xd0\xcf\x11\xe0") {
        return (inner == Some(Format::Workbook)).then_some((Format::Workbook, false));
    }
    match file::looks_like(head) {
        // A page that a server gave instead of the file, whatever it is called.
        Some(file::Looks::Markup | file::Looks::Binary(..)) => None,
        Some(file::Looks::Sql) if inner.is_none() => None,
        Some(file::Looks::Json) if inner != Some(Format::Lines) => Some((Format::Json, false)),
        Some(file::Looks::Lines) if inner != Some(Format::Json) => Some((Format::Lines, false)),
        // In another encoding, or of one column.
        _ => inner
            .filter(|format| matches!(format, Format::Lines | Format::Json))
            .map(|format| (format, false)),
    }
}

/// The last ending of a name without `.gz`, and what it stands for.
fn ending(path: &Path) -> Option<(String, Option<Format>)> {
    let name = file::name(path).to_lowercase();
    let name = name.strip_suffix(".gz").unwrap_or(&name);
    let (_, ending) = name.rsplit_once('.')?;
    let known = if LINES.contains(&ending) {
        Some(Format::Lines)
    } else if JSON.contains(&ending) {
        Some(Format::Json)
    } else if WORKBOOKS.contains(&ending) {
        Some(Format::Workbook)
    } else if ["parquet", "pq"].contains(&ending) {
        Some(Format::Parquet)
    } else {
        None
    };
    Some((ending.to_string(), known))
}

/// A `readme.txt` in a folder is no table: its lines have not the same marks.
fn is_prose(path: &Path, head: &[u8]) -> bool {
    if ending(path).is_none_or(|(ending, _)| ending != "txt") {
        return false;
    }
    let text = String::from_utf8_lossy(head);
    let mut lines = text.lines().filter(|line| !line.trim().is_empty());
    let (first, second) = (lines.next().unwrap_or_default(), lines.next());
    let alike = |mark: &char| {
        let count = |line: &str| line.matches(*mark).count();
        count(first) > 0 && second.is_none_or(|second| count(second) == count(first))
    };
    !['\t', ';', '|', ','].iter().any(alike)
}

/// The name without its known endings.
pub fn stem(path: &Path) -> String {
    let name = file::name(path);
    let cut = |name: &str, known: &dyn Fn(&str) -> bool| match name.rsplit_once('.') {
        Some((stem, ending)) if !stem.is_empty() && known(&ending.to_lowercase()) => stem.to_string(),
        _ => name.to_string(),
    };
    let name = cut(&name, &|ending| ending == "gz");
    match ending(path) {
        Some((_, Some(_))) => cut(&name, &|_| true),
        _ => file::stem(Path::new(&name)),
    }
}

pub fn folder_name(path: &Path) -> String {
    fs::canonicalize(path).map_or_else(|_| file::name(path), |path| file::name(&path))
}

fn none() -> Problem {
    Problem::new(ProblemCode::BadInput, "No file is named.").hint("Choose at least one file or folder.")
}

fn no_data(path: &Path) -> Problem {
    let what = format!(
        "In the folder \"{}\" is no file that can be read as a table.",
        path.display()
    );
    Problem::new(ProblemCode::NotADatabase, what).hint(
        "Askwell reads CSV, TSV, Parquet, JSON and Excel files that lie directly in the folder, not in folders below it.",
    )
}
