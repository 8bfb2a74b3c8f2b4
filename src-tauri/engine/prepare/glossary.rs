//! The words of a business: "client", "Vereinigte Staaten", "open orders", "revenue".
//!
//! In: terms as a person wrote them. Out: those that mean something in this database, checked against catalog, values
//! and SQL; and where they stand in a question. Deliberately absent: what a stage makes of them.

use std::sync::Arc;

use askwell_contract::explore::{Holds, Meaning, Refused, Term};
use askwell_contract::profile::TableProfile;
use askwell_contract::{Catalog, Table, TypeKind};
use askwell_sql::dialect;
use askwell_sql::term::{self, Kind, Piece};

use super::describe::find;
use super::describe::imported::is_name;
use super::implied;
use super::told::Told;
use super::values::fold;
use super::Knowledge;
use crate::words::lexicon::is_function_word;
use crate::words::{among, split_name, tokenise, Token, TokenKind};

mod rows;
mod takings;

#[cfg(test)]
mod tests;

const LONGEST_NAME: usize = 80;
const LONGEST_DEFINITION: usize = 1_000;

/// Terms after a check.
#[derive(Debug, Default, PartialEq)]
pub struct Checked {
    /// By name, names of the database as it writes them.
    pub kept: Vec<Term>,
    pub refused: Vec<Refused>,
}

pub fn check(knowledge: &Knowledge, terms: Vec<Term>) -> Checked {
    let mut out = Checked::default();
    for term in terms {
        let name = term.name.clone();
        match checked(knowledge, term, &out.kept) {
            Ok(term) => out.kept.push(term),
            Err(why) => out.refused.push(Refused { name, why }),
        }
    }
    out.kept.sort_by_key(|term| fold(&term.name));
    out
}

fn checked(knowledge: &Knowledge, term: Term, kept: &[Term]) -> Result<Term, String> {
    let tidy = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let (name, definition) = (tidy(&term.name), tidy(&term.definition));
    if !name.chars().any(char::is_alphanumeric) {
        return Err("A term needs a name.".into());
    }
    if name.chars().count() > LONGEST_NAME {
        return Err(format!("The name is longer than {LONGEST_NAME} characters."));
    }
    if definition.chars().count() > LONGEST_DEFINITION {
        return Err(format!(
            "The definition is longer than {LONGEST_DEFINITION} characters."
        ));
    }
    if kept.iter().any(|k| fold(&k.name) == fold(&name)) {
        return Err("The glossary has this term already.".into());
    }
    let catalog = &knowledge.catalog;
    let table_of = |table: &str| find(catalog, table, None).map(|f| f.0.clone()).map_err(|p| p.message);
    let column_of = |table: &str, column: &str| {
        let (of, at) = find(catalog, table, Some(column)).map_err(|p| p.message)?;
        Ok::<_, String>((of.name.clone(), at.unwrap_or(column).to_owned()))
    };
    let meaning = match term.meaning {
        Meaning::Words => Meaning::Words,
        Meaning::Table { table } => Meaning::Table {
            table: table_of(&table)?.name,
        },
        Meaning::Column { table, column } => {
            let (table, column) = column_of(&table, &column)?;
            Meaning::Column { table, column }
        }
        Meaning::Value { table, column, value } => {
            let (table, column) = column_of(&table, &column)?;
            let value = stored(knowledge, &table, &column, &value)?;
            Meaning::Value { table, column, value }
        }
        Meaning::Rows {
            table,
            column,
            holds,
            value,
        } => {
            let (table, column) = column_of(&table, &column)?;
            let value = match holds {
                Holds::Is => stored(knowledge, &table, &column, &value)?,
                _ => value.trim().to_owned(),
            };
            let meaning = Meaning::Rows {
                table,
                column,
                holds,
                value,
            };
            condition(catalog, &knowledge.profiles, &meaning)?;
            meaning
        }
        Meaning::Filter { table, sql } => {
            let of = table_of(&table)?;
            let piece = term::check(&sql, Kind::Condition, &of, catalog).map_err(|f| f.message)?;
            Meaning::Filter {
                table: of.name,
                sql: piece.alone,
            }
        }
        Meaning::Formula { table, sql } => {
            let of = table_of(&table)?;
            let piece = term::check(&sql, Kind::Figure, &of, catalog).map_err(|f| f.message)?;
            Meaning::Formula {
                table: of.name,
                sql: piece.alone,
            }
        }
    };
    Ok(Term {
        name,
        definition,
        meaning,
    })
}

/// The table of a condition and the condition, or why it means nothing here.
fn condition(catalog: &Catalog, profiles: &[TableProfile], meaning: &Meaning) -> Result<(Table, Piece), String> {
    let of = |table: &str| find(catalog, table, None).map(|f| f.0).map_err(|p| p.message);
    let (table, sql) = match meaning {
        Meaning::Filter { table, sql } => (of(table)?, sql.clone()),
        Meaning::Value { table, column, value } => (
            of(table)?,
            compared(catalog, profiles, table, column, Holds::Is, value)?,
        ),
        Meaning::Rows {
            table,
            column,
            holds,
            value,
        } => (of(table)?, compared(catalog, profiles, table, column, *holds, value)?),
        _ => return Err("This is no condition on rows.".into()),
    };
    let piece = term::check(&sql, Kind::Condition, table, catalog).map_err(|f| f.message)?;
    Ok((table.clone(), piece))
}

fn compared(
    catalog: &Catalog,
    profiles: &[TableProfile],
    table: &str,
    column: &str,
    holds: Holds,
    value: &str,
) -> Result<String, String> {
    let (of, at) = find(catalog, table, Some(column)).map_err(|p| p.message)?;
    let column = of.column(at.unwrap_or(column)).ok_or("There is no such column.")?;
    let profile = profiles.iter().find(|p| p.table.eq_ignore_ascii_case(&of.name));
    let profile = profile.and_then(|p| p.columns.iter().find(|c| c.column.eq_ignore_ascii_case(&column.name)));
    rows::sql(column, profile, holds, value, catalog.dialect)
}

/// A query that counts the rows which a condition means, or why it means none.
pub fn counting(knowledge: &Knowledge, meaning: &Meaning) -> Result<String, String> {
    let (table, piece) = condition(&knowledge.catalog, &knowledge.profiles, meaning)?;
    let from = dialect::table(&table, knowledge.catalog.dialect);
    Ok(format!("SELECT COUNT(*) FROM {from} WHERE {}", piece.alone))
}

/// The value as the column holds it. One that cannot be looked up is taken as written.
fn stored(knowledge: &Knowledge, table: &str, column: &str, value: &str) -> Result<String, String> {
    let value = value.trim();
    if value.is_empty() {
        return Err("The value is missing.".into());
    }
    let hits = knowledge.values.lookup_in(table, column, value, 5);
    let same = hits.iter().find(|h| h.value == value);
    let cased = || hits.iter().find(|h| h.value.eq_ignore_ascii_case(value));
    if let Some(hit) = same.or_else(cased).or_else(|| hits.iter().find(|h| h.exact)) {
        return Ok(hit.value.clone());
    }
    let profile = knowledge.profile(table, column);
    let known = |p: &askwell_contract::profile::ColumnProfile| p.top.iter().any(|v| v.value.to_string() == value);
    let listed = |p: &askwell_contract::profile::ColumnProfile| p.distinct_exact && p.distinct as usize <= p.top.len();
    let unread = knowledge.values.skipped.iter().any(|s| s.0 == table && s.1 == column);
    let texts = knowledge
        .catalog
        .table(table)
        .and_then(|t| t.column(column))
        .is_some_and(|c| c.kind == TypeKind::Text);
    match profile {
        None => Ok(value.to_owned()),
        Some(p) if known(p) => Ok(value.to_owned()),
        Some(p) if listed(p) || (texts && !unread) => Err(match hits.first() {
            Some(near) => format!(
                "No row of {table} has {column} '{value}'. The nearest is '{}'.",
                near.value
            ),
            None => format!("No row of {table} has {column} '{value}'."),
        }),
        Some(_) => Ok(value.to_owned()),
    }
}

/// A term that means something in the database as it is now.
#[derive(Debug, Clone, PartialEq)]
pub struct Known {
    pub name: String,
    pub definition: String,
    pub meaning: Sense,
    /// Stems of its words.
    pub stems: Vec<String>,
    /// Nobody said so: the database's names and types suggest it; see [`super::implied`].
    pub implied: bool,
}

#[derive(Debug, Clone, PartialEq)]
pub enum Sense {
    Table(String),
    Column(String, String),
    Value {
        table: String,
        column: String,
        value: String,
    },
    Condition {
        table: String,
        sql: Piece,
    },
    Figure {
        table: String,
        sql: Piece,
    },
}

/// Terms that still stand; those whose table or column is gone wait until it is back.
pub fn known(catalog: &Catalog, profiles: &[TableProfile], told: &Told) -> Arc<Vec<Known>> {
    let sense = |meaning: &Meaning| {
        let table = |name: &str| catalog.table(name).map(|t| t.name.clone());
        let column = |t: &str, c: &str| Some((table(t)?, catalog.table(t)?.column(c)?.name.clone()));
        let piece = |t: &str, sql: &str, kind| term::check(sql, kind, catalog.table(t)?, catalog).ok();
        Some(match meaning {
            Meaning::Words => return None,
            Meaning::Table { table: t } => Sense::Table(table(t)?),
            Meaning::Column { table: t, column: c } => {
                let (t, c) = column(t, c)?;
                Sense::Column(t, c)
            }
            Meaning::Value {
                table: t,
                column: c,
                value,
            } => {
                let (table, column) = column(t, c)?;
                Sense::Value {
                    table,
                    column,
                    value: value.clone(),
                }
            }
            Meaning::Rows { table: t, .. } => Sense::Condition {
                table: table(t)?,
                sql: condition(catalog, profiles, meaning).ok()?.1,
            },
            Meaning::Filter { table: t, sql } => Sense::Condition {
                table: table(t)?,
                sql: piece(t, sql, Kind::Condition)?,
            },
            Meaning::Formula { table: t, sql } => Sense::Figure {
                table: table(t)?,
                sql: piece(t, sql, Kind::Figure)?,
            },
        })
    };
    let terms = told.glossary.iter().filter_map(|term| {
        Some(Known {
            name: term.name.clone(),
            definition: term.definition.clone(),
            meaning: sense(&term.meaning)?,
            stems: stems(&tokenise(&term.name)),
            implied: false,
        })
    });
    let mut known: Vec<Known> = terms.filter(|t| !t.stems.is_empty()).collect();
    known.extend(called(catalog, told, &known));
    known.extend(implied::terms(catalog, profiles, &known));
    Arc::new(known)
}

/// Names that people, or files, give tables and columns: those that stand for one thing, which nothing here is called anyway.
fn called(catalog: &Catalog, told: &Told, known: &[Known]) -> Vec<Known> {
    let own = |table: &str, column: Option<&str>| {
        let words = told.words_of(table, column).map(|w| w.short.as_str());
        let words = words
            .filter(|short| is_name(short))
            .map(|short| short.trim_end_matches('.'));
        words.or_else(|| told.imported_of(table, column).map(|i| i.name.as_str()))
    };
    let mut given: Vec<(Vec<String>, &str, Sense)> = Vec::new();
    let mut taken: Vec<Vec<String>> = known.iter().map(|k| k.stems.clone()).collect();
    for table in &catalog.tables {
        let columns = table.columns.iter().map(|c| (Some(c.name.as_str()), c.name.as_str()));
        for (column, name) in std::iter::once((None, table.name.as_str())).chain(columns) {
            taken.push(stems(&tokenise(&split_name(name).join(" "))));
            let Some(said) = own(&table.name, column) else { continue };
            let sense = match column {
                None => Sense::Table(table.name.clone()),
                Some(column) => Sense::Column(table.name.clone(), column.to_owned()),
            };
            given.push((stems(&tokenise(said)), said, sense));
        }
    }
    let once = |stems: &Vec<String>| given.iter().filter(|g| g.0 == *stems).count() == 1;
    let good = given
        .iter()
        .filter(|g| !g.0.is_empty() && once(&g.0) && !taken.contains(&g.0));
    let term = |(stems, said, sense): &(Vec<String>, &str, Sense)| Known {
        name: (*said).to_owned(),
        definition: String::new(),
        meaning: sense.clone(),
        stems: stems.clone(),
        implied: false,
    };
    good.map(term).collect()
}

pub(super) fn stems(tokens: &[Token]) -> Vec<String> {
    let words = tokens.iter().filter(|t| t.kind != TokenKind::Mark);
    words.map(|t| t.stem.clone()).collect()
}

/// Words of time that may follow a figure: "sales January".
const AFTER: &str =
    "year years month months week weeks day days quarter quarters today yesterday january february march april \
    may june july august september october november december total figure figures";

/// Whether a word that nobody put into the glossary is part of something else: "sales manager", "how many sales".
fn otherwise(tokens: &[Token], start: usize, end: usize) -> bool {
    let noun = |t: &Token| t.kind == TokenKind::Word && !is_function_word(&t.lower) && !among(AFTER, &t.lower);
    let counted = start
        .checked_sub(1)
        .and_then(|at| tokens.get(at))
        .is_some_and(|t| t.is_any(&["many"]))
        || start >= 2 && tokens[start - 1].is_any(&["of"]) && tokens[start - 2].is_any(&["number", "count"]);
    counted || tokens.get(end).is_some_and(noun)
}

/// Where terms stand in a question: first and last token (exclusive), and the term's place in the list. The longest at
/// each place, and none inside another.
pub fn said(terms: &[Known], tokens: &[Token]) -> Vec<(usize, usize, usize)> {
    let mut found: Vec<(usize, usize, usize)> = Vec::new();
    let same = |(token, stem): (&Token, &String)| token.kind != TokenKind::Mark && token.stem == *stem;
    let mut start = 0;
    while start < tokens.len() {
        let stands = |term: &Known| {
            let words = tokens.get(start..start + term.stems.len());
            words.is_some_and(|words| words.iter().zip(&term.stems).all(same))
                && !(term.implied && otherwise(tokens, start, start + term.stems.len()))
        };
        let here = terms.iter().enumerate().filter(|(_, t)| stands(t));
        match here.max_by_key(|(at, t)| (t.stems.len(), std::cmp::Reverse(*at))) {
            Some((at, term)) => {
                let end = start + term.stems.len();
                found.push((start, end, at));
                start = end;
            }
            None => start += 1,
        }
    }
    if let (Some((from, to)), Some(at)) = (takings::said(tokens), sales(terms)) {
        found.retain(|f| f.1 <= from || f.0 >= to);
        found.push((from, to, at));
        found.sort_unstable();
    }
    found
}

/// Which of the terms is the figure for sales: a person's own, or the one that order lines imply.
pub fn sales(terms: &[Known]) -> Option<usize> {
    let called = |t: &Known| matches!(t.name.to_lowercase().as_str(), "sales" | "revenue" | "turnover");
    let figure = |t: &&Known| matches!(t.meaning, Sense::Figure { .. });
    terms.iter().position(|t| figure(&t) && called(t))
}
