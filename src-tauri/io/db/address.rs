//! Addresses of databases. In: what a person typed, pasted or dropped. Out: a `Place`, and back again without its
//! secret. Deliberately absent: reaching the place.

use std::path::{Path, PathBuf};

use askwell_contract::connect::{Place, Understood};
use askwell_contract::{Dialect, Problem, ProblemCode, Result};

use super::files::find;
use super::{file, postgres};

/// Between the paths of a `files:` address; a path that holds one has it as `%3B`.
const BETWEEN: char = ';';

/// Blocking: a bare path is looked into.
pub fn read(address: &str) -> Result<Understood> {
    let address = address.trim();
    // As the drivers of Java write it.
    let address = address.strip_prefix("jdbc:").unwrap_or(address);
    let known = |place| Ok(Understood { place, password: None });
    match scheme(address) {
        Some(("sqlite", rest)) => known(Place::Sqlite { path: path(rest)? }),
        Some(("duckdb", rest)) => known(Place::Duckdb { path: path(rest)? }),
        Some(("files", rest)) => {
            let paths = rest.split(BETWEEN).filter(|part| !part.trim().is_empty());
            let paths: Vec<String> = paths.map(|part| path(&unescaped(part))).collect::<Result<_>>()?;
            if paths.is_empty() {
                return Err(bad("The address names no file.".into()));
            }
            known(Place::Files { paths })
        }
        Some(("postgres" | "postgresql", rest)) => postgres::address::read(rest),
        _ => known(bare(path(address)?)?),
    }
}

/// `read` gives the same place back.
pub fn write(place: &Place) -> String {
    match place {
        Place::Sqlite { path } => format!("sqlite:{path}"),
        Place::Duckdb { path } => format!("duckdb:{path}"),
        Place::Files { paths } => {
            let paths: Vec<String> = paths.iter().map(|path| escaped(path)).collect();
            format!("files:{}", paths.join(&BETWEEN.to_string()))
        }
        Place::Postgres(server) => postgres::address::write(server),
    }
}

/// A word before a colon, in lower case. One letter is a drive of Windows.
fn scheme(address: &str) -> Option<(&'static str, &str)> {
    const KNOWN: [&str; 5] = ["sqlite", "duckdb", "files", "postgres", "postgresql"];
    let (word, rest) = address.split_once(':')?;
    KNOWN
        .into_iter()
        .find(|known| word.eq_ignore_ascii_case(known))
        .map(|known| (known, rest))
}

/// The file says itself what it is.
fn bare(path: String) -> Result<Place> {
    if let Some((other, _)) = path.split_once("://") {
        return Err(bad(format!("Askwell does not know databases of the kind \"{other}\".")));
    }
    let at = PathBuf::from(&path);
    if at.is_dir() {
        return Ok(Place::Files { paths: vec![path] });
    }
    let (real, head) = file::readable(&at)?;
    match file::kind(&head) {
        Some(Dialect::Sqlite) => Ok(Place::Sqlite { path }),
        Some(_) => Ok(Place::Duckdb { path }),
        // Its name promises a database; somebody who chose it expects one.
        None if named_as_database(&real) => Err(file::not_a("a SQLite or DuckDB database", &at, &head)),
        None if find::format(&real, &head).is_some() => Ok(Place::Files { paths: vec![path] }),
        None => Err(file::not_a("a database or a file of data", &at, &head)),
    }
}

fn named_as_database(path: &Path) -> bool {
    const ENDINGS: [&str; 7] = ["sqlite", "sqlite3", "s3db", "db", "db3", "duckdb", "ddb"];
    let ending = path.extension().map(|ending| ending.to_string_lossy().to_lowercase());
    ending.is_some_and(|ending| ENDINGS.contains(&ending.as_str()))
}

fn path(text: &str) -> Result<String> {
    // `sqlite:///home/x` and `sqlite:/home/x` are the same file.
    let path = text.strip_prefix("//").unwrap_or(text);
    if path.is_empty() {
        return Err(bad("The address names no file.".into()));
    }
    if path.contains('\0') || path == ":memory:" {
        return Err(bad("The address does not name a file.".into()));
    }
    Ok(path.to_string())
}

fn escaped(path: &str) -> String {
    path.replace('%', "%25").replace(BETWEEN, "%3B")
}

fn unescaped(path: &str) -> String {
    path.replace("%3B", ";").replace("%3b", ";").replace("%25", "%")
}

fn bad(what: String) -> Problem {
    Problem::new(ProblemCode::BadInput, what).hint(
        "Give the path of a database, of a file of data or of a folder, or sqlite:PATH, duckdb:PATH, files:PATH;PATH \
             or postgres://user@host/database.",
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_says_again_where_it_leads() {
        for place in [
            Place::Sqlite {
                path: "/a b/c;d%.db".into(),
            },
            Place::Duckdb {
                path: "C:\\x\\y.duckdb".into(),
            },
            Place::Files {
                paths: vec!["/a;b.csv".into(), "/50%3B.csv".into()],
            },
        ] {
            assert_eq!(read(&write(&place)).unwrap().place, place);
        }
    }
}
