//! Ways to write to a database, to reach past it, or to hang it: what the four locks are tried with.
//!
//! In: a dialect, and what to aim at. Out: statements with what each tries, in a person's words. The statements are
//! data, in the files beside this one. Deliberately absent: running them, and what should become of them.
//!
//! The files' signs: `{table}`, `{column}`, `{file}`, `{folder}` and `{port}` are filled in, `{*N:TEXT}` is TEXT N
//! times, and `\n`, `\r`, `\t`, `\0`, `\\` and `\u{HEX}` are the characters that they name elsewhere. A kind whose
//! name begins with `endless:` or `heavy:` holds queries of that [`Nature`].

use askwell_contract::{Catalog, Dialect};

use crate::dialect;

const FILES: [&str; 7] = [
    include_str!("common.txt"),
    include_str!("sqlite.txt"),
    include_str!("duckdb.txt"),
    include_str!("postgres.txt"),
    include_str!("bombs.txt"),
    include_str!("places.txt"),
    include_str!("readings.txt"),
];

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Attack {
    /// "Changing rows".
    pub kind: &'static str,
    /// "delete all rows of a table"; no two attacks of a dialect have the same.
    pub name: &'static str,
    pub sql: String,
    pub nature: Nature,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Nature {
    /// Writes, reaches out or spies: statement and connection each have to hold it alone.
    Harm,
    /// Only reads, and would not end: the limits have to hold it.
    Endless,
    /// Only reads, and fills the memory in one step in which its engine cannot be stopped: the statement has to hold it.
    Heavy,
}

/// What the attacks aim at, as SQL text where it is a name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Aim {
    pub table: String,
    pub column: String,
    pub file: String,
    pub folder: String,
    pub port: u16,
}

impl Aim {
    /// At names that no database has, at no file and at no server.
    pub fn nowhere() -> Self {
        Self {
            table: "nothing_here".into(),
            column: "a".into(),
            file: "askwell-lock-check/file".into(),
            folder: "askwell-lock-check".into(),
            // RFC 863, which nobody runs any more.
            port: 9,
        }
    }

    /// At a real table of a database, one whose names need no quotes where there is one.
    pub fn at(catalog: &Catalog) -> Self {
        let names = catalog.tables.iter().filter_map(|table| {
            let column = table.columns.first()?;
            let name = dialect::table(table, catalog.dialect);
            Some((name, dialect::ident(&column.name, catalog.dialect)))
        });
        let plainest = names.min_by_key(|(table, column)| table.contains('"') || column.contains('"'));
        match plainest {
            Some((table, column)) => Self {
                table,
                column,
                ..Self::nowhere()
            },
            None => Self::nowhere(),
        }
    }
}

/// Every attack that concerns a dialect, kind by kind.
pub fn attacks(dialect: Dialect, aim: &Aim) -> Vec<Attack> {
    let mut found = Vec::new();
    for file in FILES {
        let (mut kind, mut nature) = ("", Nature::Harm);
        for line in file.lines() {
            if let Some(found) = head(line) {
                (kind, nature) = found;
            } else if let Some((name, sql)) = read(line, dialect) {
                let sql = filled(sql, aim);
                found.push(Attack {
                    kind,
                    name,
                    sql,
                    nature,
                });
            }
        }
    }
    found
}

/// The kind of an attack by its name.
pub fn kind(dialect: Dialect, name: &str) -> Option<&'static str> {
    let mut kind = "";
    for line in FILES.iter().flat_map(|file| file.lines()) {
        if let Some((found, _)) = head(line) {
            kind = found;
        } else if read(line, dialect).is_some_and(|(found, _)| found == name) {
            return Some(kind);
        }
    }
    None
}

/// A line that begins a kind.
fn head(line: &'static str) -> Option<(&'static str, Nature)> {
    let head = line.strip_prefix('[')?.strip_suffix(']')?;
    Some(match head.split_once(": ") {
        Some(("endless", kind)) => (kind, Nature::Endless),
        Some(("heavy", kind)) => (kind, Nature::Heavy),
        _ => (head, Nature::Harm),
    })
}

/// Name and statement of a line, where it concerns the dialect.
fn read(line: &'static str, dialect: Dialect) -> Option<(&'static str, &'static str)> {
    let sign = match dialect {
        Dialect::Sqlite => 's',
        Dialect::Duckdb => 'd',
        Dialect::Postgres => 'p',
    };
    let (engines, rest) = line.split_once(" | ")?;
    let (name, sql) = rest.split_once(" | ")?;
    (!line.starts_with('#') && engines.contains(sign)).then_some((name, sql))
}

fn filled(sql: &str, aim: &Aim) -> String {
    let mut out = String::new();
    let mut rest = sql;
    while let Some(at) = rest.find(['\\', '{']) {
        out.push_str(&rest[..at]);
        rest = &rest[at..];
        rest = match sign(rest, aim) {
            Some((text, after)) => {
                out.push_str(&text);
                after
            }
            None => {
                let mut chars = rest.chars();
                out.extend(chars.next());
                chars.as_str()
            }
        };
    }
    out.push_str(rest);
    out
}

/// The text that a sign at the front stands for, and what follows it.
fn sign<'a>(rest: &'a str, aim: &Aim) -> Option<(String, &'a str)> {
    for (mark, text) in [
        ("{table}", aim.table.as_str()),
        ("{column}", &aim.column),
        ("{file}", &aim.file),
        ("{folder}", &aim.folder),
        ("\\n", "\n"),
        ("\\r", "\r"),
        ("\\t", "\t"),
        ("\\0", "\0"),
        ("\\\\", "\\"),
    ] {
        if let Some(after) = rest.strip_prefix(mark) {
            return Some((text.to_string(), after));
        }
    }
    if let Some(after) = rest.strip_prefix("{port}") {
        return Some((aim.port.to_string(), after));
    }
    if let Some((code, after)) = rest.strip_prefix("\\u{").and_then(|rest| rest.split_once('}')) {
        let c = char::from_u32(u32::from_str_radix(code, 16).ok()?)?;
        return Some((c.to_string(), after));
    }
    let (times, rest) = rest.strip_prefix("{*")?.split_once(':')?;
    let (text, after) = rest.split_once('}')?;
    Some((text.repeat(times.parse().ok()?), after))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    const ALL: [Dialect; 3] = [Dialect::Sqlite, Dialect::Duckdb, Dialect::Postgres];

    fn aim() -> Aim {
        Aim {
            table: "t".into(),
            column: "a".into(),
            file: "/f".into(),
            folder: "/d".into(),
            port: 9,
        }
    }

    #[test]
    fn there_are_at_least_120_for_each_engine_and_each_has_a_name_of_its_own() {
        for dialect in ALL {
            let attacks = attacks(dialect, &aim());
            let names: BTreeSet<_> = attacks.iter().map(|a| a.name).collect();
            let mut seen = BTreeSet::new();
            let twice: Vec<_> = attacks.iter().filter(|a| !seen.insert(a.name)).collect();
            assert!(twice.is_empty(), "{dialect:?}: {twice:#?}");
            assert!(names.len() >= 120, "{dialect:?}: {}", names.len());
            let mut seen = BTreeSet::new();
            let twice: Vec<_> = attacks
                .iter()
                .filter(|a| !seen.insert(&a.sql))
                .map(|a| a.name)
                .collect();
            assert!(twice.is_empty(), "the same statement again: {dialect:?}: {twice:#?}");
            assert!(attacks.iter().all(|a| kind(dialect, a.name) == Some(a.kind)));
        }
    }

    #[test]
    fn there_are_at_least_1500_over_the_engines() {
        let all: usize = ALL.iter().map(|dialect| attacks(*dialect, &aim()).len()).sum();
        assert!(all >= 1_500, "{all}");
    }

    /// A line with a slip in it would be an attack that nobody ever tries.
    #[test]
    fn every_line_is_read() {
        for line in FILES.iter().flat_map(|file| file.lines()) {
            let head = line.is_empty() || line.starts_with('#') || (line.starts_with('[') && line.ends_with(']'));
            let read = ALL.iter().any(|dialect| read(line, *dialect).is_some());
            assert!(head || read, "{line}");
        }
    }

    #[test]
    fn signs_are_filled_in_and_braces_left_alone() {
        assert_eq!(
            filled("{*3:(}{table}.{column} \\u{41}\\n\\\\ {'a': 1} {x", &aim()),
            "(((t.a A\n\\ {'a': 1} {x"
        );
    }
}
