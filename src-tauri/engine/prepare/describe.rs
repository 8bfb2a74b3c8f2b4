//! What tables and columns are, in words a lay person likes.
//!
//! In: catalog, profiles, and what was told. Out: a description of every table and every column, short (at most 200
//! characters) and long (at most 1,000). A person's words win over a comment of the database, that over a model's
//! words ([`by_model`]), and those over the rules; a file's ([`imported`]) stand between the person's and the comment's. Words from elsewhere come in through [`check`].

use std::collections::BTreeMap;

use askwell_contract::explore::{Author, Description, Words};
use askwell_contract::model::Privacy;
use askwell_contract::profile::TableProfile;
use askwell_contract::{Catalog, Problem, ProblemCode, Result, Table};

use super::told::Told;
use crate::words::{among, lexicon};

mod about_table;
pub mod by_model;
pub mod facts;
pub mod imported;
pub mod names;
pub mod subject;
#[cfg(test)]
pub mod tests;

use about_table::AboutTable;
use names::TableName;
use subject::{About, Target};

/// Seed 000, operation 0b.
pub const SHORT: usize = 200;
pub const LONG: usize = 1_000;
/// Nobody asks for an order identifier by another name.
const KEYS: &str = "ID id code key number uuid";
/// Synonyms shown of one thing.
const SYNONYMS: usize = 6;

/// Descriptions by position in the catalog.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Described {
    pub tables: Vec<TableWords>,
}

#[derive(Debug, Clone, PartialEq)]
pub struct TableWords {
    pub table: Description,
    /// One a column, in their order.
    pub columns: Vec<Description>,
}

impl Described {
    /// What a person, a file or the database itself says of a column; a model may only have guessed.
    pub fn words_of(&self, catalog: &Catalog, table: &str, column: &str) -> Option<&str> {
        let at = catalog.tables.iter().position(|t| t.name == table)?;
        let place = catalog.tables[at].columns.iter().position(|c| c.name == column)?;
        let said = self.tables.get(at)?.columns.get(place)?;
        let told = matches!(said.author, Author::Person | Author::File | Author::Database);
        told.then_some(said.words.long.as_str())
    }
}

pub fn describe(catalog: &Catalog, profiles: &[TableProfile], told: &Told) -> Described {
    describe_at(catalog, profiles, told, Privacy::Rows)
}

/// From what a level allows of catalog and profiles; words that a model wrote when it was shown more are left out.
pub fn describe_at(catalog: &Catalog, profiles: &[TableProfile], told: &Told, level: Privacy) -> Described {
    let names = names::tables(catalog);
    let places: BTreeMap<String, usize> = (0..)
        .zip(&catalog.tables)
        .map(|(at, table)| (table.name.to_lowercase(), at))
        .collect();
    let profiles: BTreeMap<&str, &TableProfile> = profiles.iter().map(|p| (p.table.as_str(), p)).collect();
    let referring = about_table::referring(catalog);
    let tables = catalog.tables.iter().zip(&names).zip(referring);
    let described = tables.map(|((table, name), referring)| {
        let profile = profiles.get(table.name.as_str()).copied();
        let about = AboutTable {
            table,
            name,
            profile,
            referring,
        };
        let rules = Words {
            short: fitting(about_table::short(&about), SHORT),
            long: fitting(about_table::long(&about), LONG),
        };
        TableWords {
            table: Description {
                synonyms: synonyms(&name.words, told.names_of(&table.name, None)),
                ..best(rules, None, table.comment.as_deref(), (told, &table.name, None))
            },
            columns: columns(table, name, profile, &names, &places, catalog, (told, level)),
        }
    });
    Described {
        tables: described.collect(),
    }
}

fn columns(
    table: &Table,
    entity: &TableName,
    profile: Option<&TableProfile>,
    names: &[TableName],
    places: &BTreeMap<String, usize>,
    catalog: &Catalog,
    (told, level): (&Told, Privacy),
) -> Vec<Description> {
    let describe = |column| {
        let of: &askwell_contract::Column = column;
        let name = entity.column(&of.name);
        let about = About {
            table,
            entity,
            column: of,
            name: &name,
            profile: profile.and_then(|p| p.columns.iter().find(|c| c.column == of.name)),
            target: target(table, &of.name, names, places, catalog),
        };
        let subject = subject::subject(&about);
        let brief = facts::brief(&about, profile);
        let also = synonyms(&name.words, told.names_of(&table.name, Some(&of.name)));
        let mut long = vec![subject.clone(), format!("Column {} of table {}.", of.name, table.name)];
        long.extend(facts::all(&about, profile));
        long.extend((!also.is_empty()).then(|| format!("Also called {}.", also.join(", "))));
        let rules = Words {
            short: fitting([subject, brief], SHORT),
            long: fitting(long, LONG),
        };
        let by_model = told.model_words_of(&table.name, &of.name);
        let by_model = by_model.filter(|known| known.level <= level).map(|known| &known.words);
        Description {
            synonyms: also,
            ..best(
                rules,
                by_model,
                of.comment.as_deref(),
                (told, &table.name, Some(&of.name)),
            )
        }
    };
    table.columns.iter().map(describe).collect()
}

/// What a column alone refers to.
fn target<'a>(
    table: &'a Table,
    column: &str,
    names: &'a [TableName],
    places: &BTreeMap<String, usize>,
    catalog: &'a Catalog,
) -> Option<Target<'a>> {
    let key = table
        .foreign_keys
        .iter()
        .find(|k| k.columns.len() == 1 && k.columns[0].eq_ignore_ascii_case(column))?;
    let at = *places.get(&key.to_table.to_lowercase())?;
    Some(Target {
        entity: &names[at],
        table: &catalog.tables[at].name,
        column: key.to_columns.first()?,
        origin: &key.origin,
    })
}

/// The words of whoever knows best. A comment keeps what was found without it behind it.
fn best(
    rules: Words,
    by_model: Option<&Words>,
    comment: Option<&str>,
    (told, table, column): (&Told, &str, Option<&str>),
) -> Description {
    let (person, file) = (told.words_of(table, column), told.imported_of(table, column));
    let (rules, author) = match by_model {
        Some(words) => (words.clone(), Author::Model),
        None => (rules, Author::Rules),
    };
    let comment = comment.map(str::trim).filter(|c| !c.is_empty());
    let (words, author) = match (person, file, comment) {
        (Some(words), ..) => (words.clone(), Author::Person),
        (None, Some(file), _) => (file.words.clone(), Author::File),
        (None, None, Some(comment)) => {
            let comment = comment.split_whitespace().collect::<Vec<_>>().join(" ");
            let words = Words {
                short: fitting([comment.clone()], SHORT),
                long: fitting([subject::sentence(&comment), rules.long], LONG),
            };
            (words, Author::Database)
        }
        (None, None, None) => (rules, author),
    };
    Description {
        words,
        author,
        synonyms: Vec::new(),
    }
}

/// Other words for the last word of a name, those the person gave first.
fn synonyms(words: &[String], given: Vec<&str>) -> Vec<String> {
    let mut out: Vec<String> = given.into_iter().map(str::to_owned).collect();
    if let Some((last, before)) = words.split_last().filter(|(last, _)| !among(KEYS, last)) {
        for other in lexicon::others(last) {
            let name = before
                .iter()
                .map(String::as_str)
                .chain([other])
                .collect::<Vec<_>>()
                .join(" ");
            if !out.contains(&name) {
                out.push(name);
            }
        }
    }
    out.truncate(SYNONYMS);
    out
}

/// Sentences as long as they fit; the first is cut at a word where it alone is too long.
fn fitting(sentences: impl IntoIterator<Item = String>, most: usize) -> String {
    let mut out = String::new();
    for text in sentences.into_iter().filter(|s| !s.is_empty()) {
        let more = text.chars().count() + usize::from(!out.is_empty());
        if out.chars().count() + more <= most {
            if !out.is_empty() {
                out.push(' ');
            }
            out.push_str(&text);
        } else if out.is_empty() {
            out = clipped(&text, most);
        }
    }
    out
}

fn clipped(text: &str, most: usize) -> String {
    let start: String = text.chars().take(most.saturating_sub(1)).collect();
    let end = start
        .rfind(' ')
        .filter(|at| *at > start.len() / 2)
        .unwrap_or(start.len());
    format!("{}…", start[..end].trim_end_matches([',', ';', ':', ' ']))
}

/// Whether words from outside may describe this table or column: it exists, and they are there and short enough.
/// Gives them tidied up.
pub fn check(catalog: &Catalog, table: &str, column: Option<&str>, words: &Words) -> Result<Words> {
    find(catalog, table, column)?;
    let tidy = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let short = tidy(&words.short);
    let long = tidy(&words.long);
    let bad = |message: String| Err(Problem::new(ProblemCode::BadInput, message));
    let (n, m) = (short.chars().count(), long.chars().count());
    if n == 0 {
        return bad("A description needs at least a few words.".into());
    }
    if n > SHORT {
        return bad(format!(
            "The short description has {n} characters; it may have {SHORT}."
        ));
    }
    if m > LONG {
        return bad(format!("The long description has {m} characters; it may have {LONG}."));
    }
    let long = if long.is_empty() { short.clone() } else { long };
    Ok(Words { short, long })
}

/// The table and column of these names, as the catalog writes them.
pub fn find<'a>(catalog: &'a Catalog, table: &str, column: Option<&str>) -> Result<(&'a Table, Option<&'a str>)> {
    let gone = |what: &str, name: &str| {
        Problem::new(ProblemCode::NotFound, format!("This database has no {what} {name}."))
            .hint("It may have been renamed or removed. Prepare the database again to see it as it is now.")
    };
    let found = catalog.table(table).ok_or_else(|| gone("table", table))?;
    let column = match column {
        None => None,
        Some(name) => {
            let known = found
                .column(name)
                .ok_or_else(|| gone("column", &format!("{table}.{name}")))?;
            Some(known.name.as_str())
        }
    };
    Ok((found, column))
}
