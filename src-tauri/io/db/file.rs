//! Files that ought to be databases. In: a path. Out: which kind it is by its first bytes, its fingerprint, and what
//! to tell a person when it is something else. Deliberately absent: opening it as a database.

use std::fs::{self, File};
use std::io::{ErrorKind, Read};
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

use askwell_contract::connect::Powers;
use askwell_contract::{Dialect, Problem, ProblemCode, Result};

const SQLITE: &[u8] = b"SQLite format 3\0";
/// At offset 8, after a checksum.
const DUCKDB: &[u8] = b"DUCK";

/// A file that could not be read; every way is told apart.
pub fn broken(path: &Path, error: &std::io::Error) -> Problem {
    match error.kind() {
        ErrorKind::NotFound | ErrorKind::NotADirectory => Problem::new(
            ProblemCode::NotFound,
            format!("There is no file \"{}\".", path.display()),
        )
        .hint("Check the spelling, and whether the file was moved or renamed.")
        .detail(error),
        ErrorKind::PermissionDenied => denied(path).detail(error),
        _ => Problem::new(ProblemCode::Lost, format!("\"{}\" could not be read.", name(path)))
            .hint("Check that the disk or network drive it lies on is still there, then try again.")
            .detail(error),
    }
}

/// The file itself, links followed, and its first bytes.
pub fn readable(path: &Path) -> Result<(PathBuf, Vec<u8>)> {
    let broken = |error: std::io::Error| broken(path, &error);
    let path = fs::canonicalize(path).map_err(broken)?;
    let about = fs::metadata(&path).map_err(broken)?;
    if about.is_dir() {
        return Err(Problem::new(
            ProblemCode::NotADatabase,
            format!("\"{}\" is a folder.", path.display()),
        )
        .hint("Choose the database file inside it."));
    }
    if !about.is_file() {
        return Err(Problem::new(
            ProblemCode::NotADatabase,
            format!("\"{}\" is not a file.", path.display()),
        )
        .hint("Choose a database file."));
    }
    let mut head = Vec::new();
    File::open(&path)
        .and_then(|file| file.take(4096).read_to_end(&mut head))
        .map_err(broken)?;
    if head.is_empty() {
        return Err(Problem::new(
            ProblemCode::NotADatabase,
            format!("\"{}\" is empty (0 bytes).", name(&path)),
        )
        .hint("Perhaps it was not copied or downloaded to its end. Get it again from where it came from."));
    }
    Ok((path, head))
}

pub fn kind(head: &[u8]) -> Option<Dialect> {
    if head.starts_with(SQLITE) {
        Some(Dialect::Sqlite)
    } else if head.get(8..12) == Some(DUCKDB) {
        Some(Dialect::Duckdb)
    } else {
        None
    }
}

/// The version of DuckDB that wrote a file: `v1.5.0`. Its header holds it at offset 52, behind the format's version and
/// flags, and has done so in every version so far.
pub fn duckdb_writer(path: &Path) -> Option<String> {
    let (_, head) = readable(path).ok()?;
    let version = head.get(52..84).filter(|_| kind(&head) == Some(Dialect::Duckdb))?;
    let text = std::str::from_utf8(version).ok()?.trim_end_matches('\0');
    let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-');
    (text.starts_with('v') && text.chars().all(plain)).then(|| text.to_owned())
}

/// The file is no database of the kind asked for; says what it looks like instead.
pub fn not_a(wanted: &str, path: &Path, head: &[u8]) -> Problem {
    let name = name(path);
    let problem = |what: String| Problem::new(ProblemCode::NotADatabase, what);
    match kind(head) {
        Some(Dialect::Sqlite) => {
            return problem(format!("\"{name}\" is not {wanted} but a SQLite database."))
                .hint(format!("Open it as sqlite:{}", path.display()));
        }
        Some(_) => {
            return problem(format!("\"{name}\" is not {wanted} but a DuckDB database."))
                .hint(format!("Open it as duckdb:{}", path.display()));
        }
        None => {}
    }
    match looks_like(head) {
        Some(looks) => {
            let (what, hint) = looks.says(path);
            problem(format!("\"{name}\" is not {wanted}; it looks like {what}.")).hint(hint)
        }
        None => problem(format!("\"{name}\" is not {wanted}, or it is encrypted.")).hint(
            "Askwell opens SQLite and DuckDB files that are not encrypted. Choose another file, or decrypt a copy.",
        ),
    }
}

/// SQLite refused a file whose first bytes it wrote itself.
pub fn not_sqlite(path: &Path) -> Problem {
    Problem::new(
        ProblemCode::NotADatabase,
        format!(
            "\"{}\" begins like a SQLite database, but the rest is damaged or encrypted.",
            name(path)
        ),
    )
    .hint("Restore it from a backup, or open an unencrypted copy.")
}

pub fn denied(path: &Path) -> Problem {
    Problem::new(
        ProblemCode::Denied,
        format!("This user may not read \"{}\".", path.display()),
    )
    .hint("Ask for read access to the file and its folder, or copy it to where it can be read.")
}

/// What a file that is no database may be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Looks {
    /// What it is, and what to do; `OPEN` stands for the address that it opens by.
    Binary(&'static str, &'static str),
    Sql,
    Json,
    Markup,
    /// Fields with marks between them.
    Lines,
    Prose,
}

/// In a hint: the file opens by another address.
const OPEN: &str = "files:";

impl Looks {
    fn says(self, path: &Path) -> (&'static str, String) {
        let (what, hint) = match self {
            Self::Binary(what, hint) => (what, hint),
            Self::Sql => (
                "SQL text",
                "Run it with a database program to make a database of it, then open that.",
            ),
            Self::Json => ("JSON", "Open it as files:"),
            Self::Markup => (
                "HTML or XML",
                "If it was downloaded, the download gave a web page instead of the file.",
            ),
            Self::Lines => ("a CSV file", "Open it as files:"),
            Self::Prose => ("plain text", "Choose a database or a file of data."),
        };
        (what, hint.replace(OPEN, &format!("files:{}", path.display())))
    }
}

pub fn looks_like(head: &[u8]) -> Option<Looks> {
    const OTHER_DATABASE: &str = "Askwell opens SQLite and DuckDB files, CSV, Parquet, JSON and Excel files.";
    const COMPANION: &str = "Choose the database file itself; it has the same name without the ending.";
    let starts: [(&[u8], &str, &str); 12] = [
        (
            b"PK\x03\x04",
            "a spreadsheet or a zip archive",
            "A workbook (.xlsx, .ods) opens as files:. An archive has to be unpacked first.",
        ),
        (
            b"\xd0\xcf\x11\xe0",
            "an old Excel or Access file",
            "An Excel workbook (.xls) opens as files:. From Access, export the tables.",
        ),
        (b"\x00\x01\x00\x00Standard ", "an Access database", OTHER_DATABASE),
        (b"PAR1", "a Parquet file", "Open it as files:"),
        (b"ARROW1", "an Arrow file", "Save it as Parquet, then open that."),
        (b"%PDF", "a PDF", "Choose a database or a file of data."),
        (
            b"\x1f\x8b",
            "a gzip archive",
            "A packed CSV or JSON file (.csv.gz, .json.gz) opens as files:. Unpack any other.",
        ),
        (
            b"\x28\xb5\x2f\xfd",
            "a zstd archive",
            "Unpack it and open what is inside.",
        ),
        (
            b"\x37\x7f\x06\x82",
            "the write-ahead log of a SQLite database",
            COMPANION,
        ),
        (
            b"\x37\x7f\x06\x83",
            "the write-ahead log of a SQLite database",
            COMPANION,
        ),
        (b"\xd9\xd5\x05\xf9", "the journal of a SQLite database", COMPANION),
        (b"PGDMP", "a PostgreSQL dump", "Restore it into a server first."),
    ];
    if let Some((_, what, hint)) = starts.iter().find(|(start, ..)| head.starts_with(start)) {
        return Some(Looks::Binary(what, hint));
    }
    let text = match std::str::from_utf8(head) {
        Ok(text) => text,
        // The 4,096 bytes may end inside a character.
        Err(e) if e.error_len().is_none() => std::str::from_utf8(head.get(..e.valid_up_to())?).ok()?,
        Err(_) => return None,
    };
    if text.contains('\0') {
        return None;
    }
    let first = text.trim_start_matches('\u{feff}').trim_start();
    let upper: String = first.chars().take(2048).collect::<String>().to_uppercase();
    if ["CREATE TABLE", "INSERT INTO", "PRAGMA "]
        .iter()
        .any(|word| upper.contains(word))
    {
        return Some(Looks::Sql);
    }
    if first.starts_with('{') || first.starts_with('[') {
        return Some(Looks::Json);
    }
    if first.starts_with('<') {
        return Some(Looks::Markup);
    }
    let line = first.lines().next().unwrap_or_default();
    if [',', ';', '\t'].iter().any(|mark| line.contains(*mark)) {
        return Some(Looks::Lines);
    }
    Some(Looks::Prose)
}

/// Changes when the file, or a companion that belongs to its content (`-wal`), may have changed.
pub fn fingerprint(path: &Path, companions: &[&str]) -> Result<String> {
    let about = |path: &Path| {
        let about = fs::metadata(path)?;
        let changed = about
            .modified()?
            .duration_since(UNIX_EPOCH)
            .map_or(0, |at| at.as_nanos());
        Ok::<_, std::io::Error>(format!("{}-{changed:x}", about.len()))
    };
    let lost = |error: std::io::Error| {
        Problem::new(
            ProblemCode::NotFound,
            format!("\"{}\" is no longer there.", path.display()),
        )
        .hint("Check whether the file was moved, or its drive removed.")
        .detail(error)
    };
    let mut print = format!(
        "{:016x}-{}",
        hash(path.as_os_str().as_encoded_bytes()),
        about(path).map_err(lost)?
    );
    for ending in companions.iter().filter(|ending| size_beside(path, ending) > 0) {
        if let Ok(about) = about(&beside(path, ending)) {
            print.push('-');
            print.push_str(&about);
        }
    }
    Ok(print)
}

/// Whether this user may write the file, whatever Askwell does.
pub fn powers(path: &Path) -> Result<Powers> {
    let about = fs::metadata(path).map_err(Problem::internal)?;
    let can_write = !about.permissions().readonly();
    Ok(Powers {
        can_write,
        says: if can_write {
            "This user may change the file; Askwell opens it for reading only.".into()
        } else {
            "The file is write-protected, and Askwell opens it for reading only.".into()
        },
        server: None,
    })
}

pub fn size_beside(path: &Path, ending: &str) -> u64 {
    fs::metadata(beside(path, ending)).map_or(0, |about| about.len())
}

pub fn is_beside(path: &Path, ending: &str) -> bool {
    beside(path, ending).exists()
}

fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_os_string();
    name.push(ending);
    name.into()
}

/// FNV-1a, 64 bits: the same in every version of the program, which the standard hasher does not promise.
pub fn hash(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

pub fn name(path: &Path) -> String {
    path.file_name()
        .unwrap_or(path.as_os_str())
        .to_string_lossy()
        .into_owned()
}

pub fn stem(path: &Path) -> String {
    path.file_stem()
        .unwrap_or(path.as_os_str())
        .to_string_lossy()
        .into_owned()
}

/// A path inside a `file:` URI.
pub fn percent_encoded(path: &Path) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"/-._~:\\".contains(&byte);
    let encode = |byte: &u8| {
        if plain(*byte) {
            char::from(*byte).to_string()
        } else {
            format!("%{byte:02x}")
        }
    };
    path.as_os_str().as_encoded_bytes().iter().map(encode).collect()
}
