//! A schema as text, for a model, for a person, for a file.
//!
//! In: knowledge and any subset of its columns. Out: DDL with long descriptions, a Markdown table with short ones, or
//! compact M-Schema; the same for the same input. Deliberately absent: which columns a question needs.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use askwell_contract::explore::Author;
use askwell_contract::profile::TableProfile;
use askwell_contract::{
    Catalog, Cell, Column, ForeignKey, KeyOrigin, Problem, ProblemCode, Result, Row, Table, TypeKind,
};
use askwell_sql::dialect::{self, ident};

use super::describe::facts::cut;
use super::describe::{find, Described, TableWords};
use super::identifies::{identifies, Identifies};
use super::seen::Seen;
use super::Knowledge;

mod dates;
mod plain;
pub use plain::FEW;
#[cfg(test)]
mod tests;

/// Characters of a sample value (seed 000, operation 0c).
const SAMPLE: usize = 30;
/// Sample values of a column.
const SAMPLES: usize = 3;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// `CREATE TABLE` with long descriptions as comments, keys and an example row.
    Ddl,
    /// `CREATE TABLE` as declared, with example rows: nothing that was found out.
    Bare,
    /// One table a table, with short descriptions and samples.
    Markdown,
    /// One line a column, for models that are short of room.
    Mschema,
}

/// Columns by position, table by table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Subset(Vec<(usize, Vec<usize>)>);

impl Subset {
    pub fn all(catalog: &Catalog) -> Self {
        let whole = |(at, table): (usize, &Table)| (at, (0..table.columns.len()).collect());
        Self(catalog.tables.iter().enumerate().map(whole).collect())
    }

    /// From places in the catalog. Keys that lead from one chosen table to another are not added.
    pub fn at(places: impl IntoIterator<Item = (usize, usize)>) -> Self {
        let mut chosen: BTreeMap<usize, BTreeSet<usize>> = BTreeMap::new();
        for (table, column) in places {
            chosen.entry(table).or_default().insert(column);
        }
        Self(
            chosen
                .into_iter()
                .map(|(t, columns)| (t, columns.into_iter().collect()))
                .collect(),
        )
    }

    pub fn has(&self, table: usize, column: usize) -> bool {
        self.0
            .iter()
            .any(|(t, columns)| *t == table && columns.contains(&column))
    }

    /// Table by table, the columns in the catalog's order.
    pub fn places(&self) -> &[(usize, Vec<usize>)] {
        &self.0
    }

    /// Tables in it.
    pub fn tables(&self) -> usize {
        self.0.len()
    }

    /// From names: `orders` is the whole table, `orders.status` one column. In the catalog's order whatever theirs is.
    pub fn named(catalog: &Catalog, names: &[String]) -> Result<Self> {
        let mut chosen: Vec<Vec<usize>> = vec![Vec::new(); catalog.tables.len()];
        for name in names.iter().map(|n| n.trim()).filter(|n| !n.is_empty()) {
            let (table, column) = match (catalog.table(name), name.rsplit_once('.')) {
                (None, Some((table, column))) => (table, Some(column)),
                _ => (name, None),
            };
            let (found, column) = find(catalog, table, column)?;
            let of = catalog
                .tables
                .iter()
                .zip(&mut chosen)
                .find(|(t, _)| t.name == found.name);
            if let Some((table, columns)) = of {
                let wanted =
                    (0..table.columns.len()).filter(|c| column.is_none_or(|name| table.columns[*c].name == name));
                columns.extend(wanted);
                columns.sort_unstable();
                columns.dedup();
            }
        }
        let some: Vec<(usize, Vec<usize>)> = chosen.into_iter().enumerate().filter(|c| !c.1.is_empty()).collect();
        if some.is_empty() {
            return Err(Problem::new(ProblemCode::BadInput, "No table was named."));
        }
        Ok(Self(some))
    }
}

/// With all that is known, for a person or a file of theirs.
pub fn render(knowledge: &Knowledge, form: Form, subset: &Subset) -> String {
    let source = Source {
        catalog: &knowledge.catalog,
        described: &knowledge.described,
        profiles: &knowledge.profiles,
        examples: &knowledge.finds.examples,
        few: None,
        spelt: None,
    };
    write(source, form, subset)
}

/// For a prompt: with what a level allows, and without what only repeats the names.
pub fn render_seen(seen: &Seen, form: Form, subset: &Subset) -> String {
    write(Source::of(seen), form, subset)
}

/// What a prompt is told of one column, by position in the catalog.
pub fn told(seen: &Seen, table: usize, column: usize) -> String {
    let columns = [column];
    let part = Part::new(Source::of(seen), table, &columns);
    part.said(column, &part.table.columns[column], false)
}

/// What is written down.
#[derive(Clone, Copy)]
struct Source<'a> {
    catalog: &'a Catalog,
    described: &'a Described,
    profiles: &'a [TableProfile],
    examples: &'a BTreeMap<String, Vec<Row>>,
    /// For a prompt: all values of small columns, by table and column.
    few: Option<&'a BTreeMap<(String, String), Vec<String>>>,
    /// For a prompt: columns whose values differ in case and blanks alone.
    spelt: Option<&'a BTreeSet<(String, String)>>,
}

impl<'a> Source<'a> {
    fn of(seen: &'a Seen) -> Self {
        Self {
            catalog: &seen.catalog,
            described: &seen.described,
            profiles: &seen.profiles,
            examples: &seen.examples,
            few: Some(&seen.few),
            spelt: Some(&seen.spelt),
        }
    }
}

fn write(source: Source<'_>, form: Form, subset: &Subset) -> String {
    let parts: Vec<Part<'_>> = subset
        .0
        .iter()
        .map(|(table, columns)| Part::new(source, *table, columns))
        .collect();
    match form {
        Form::Ddl => parts.iter().map(Part::ddl).collect::<Vec<_>>().join("\n"),
        Form::Bare => parts.iter().map(Part::bare).collect::<Vec<_>>().join("\n"),
        Form::Markdown => parts.iter().map(Part::markdown).collect::<Vec<_>>().join("\n"),
        Form::Mschema => mschema(source.catalog, &parts),
    }
}

/// One table with the columns chosen.
struct Part<'a> {
    source: Source<'a>,
    table: &'a Table,
    words: &'a TableWords,
    columns: &'a [usize],
    /// Those keys whose columns are all there.
    keys: Vec<&'a ForeignKey>,
}

impl<'a> Part<'a> {
    fn new(source: Source<'a>, table: usize, columns: &'a [usize]) -> Self {
        let of = &source.catalog.tables[table];
        let has = |name: &String| columns.iter().any(|c| of.columns[*c].name.eq_ignore_ascii_case(name));
        Self {
            source,
            table: of,
            words: &source.described.tables[table],
            columns,
            keys: of.foreign_keys.iter().filter(|k| k.columns.iter().all(has)).collect(),
        }
    }

    fn columns(&self) -> impl Iterator<Item = (usize, &'a Column)> + '_ {
        self.columns.iter().map(|c| (*c, &self.table.columns[*c]))
    }

    fn in_key(&self, column: &Column) -> bool {
        self.table
            .primary_key
            .iter()
            .any(|k| k.eq_ignore_ascii_case(&column.name))
    }

    /// What is said above the table. The rules' sentence names columns that may not be shown here: a prompt has its rows.
    fn about(&self, long: bool) -> String {
        let said = &self.words.table;
        let words = if long { &said.words.long } else { &said.words.short };
        if self.source.few.is_none() {
            return words.clone();
        }
        let profile = self.source.profiles.iter().find(|p| p.table == self.table.name);
        let rows = profile.map(|p| p.rows).or(self.table.rows.as_ref().map(|r| r.count));
        let rows = match rows {
            Some(0) => "no rows".to_owned(),
            Some(1) => "1 row".to_owned(),
            Some(rows) => format!("{rows} rows"),
            None => String::new(),
        };
        match (said.author, rows.as_str()) {
            (Author::Rules, _) => rows,
            (_, "") => words.clone(),
            _ => format!("{} {rows}.", words.trim_end()),
        }
    }

    /// What is said of a column.
    fn said(&self, at: usize, column: &Column, long: bool) -> String {
        let said = &self.words.columns[at];
        let Some(few) = self.source.few else {
            return if long {
                said.words.long.clone()
            } else {
                said.words.short.clone()
            };
        };
        let profile = self.source.profiles.iter().find(|p| p.table == self.table.name);
        let profile = profile.and_then(|p| p.columns.iter().find(|c| c.column == column.name));
        let place = (self.table.name.clone(), column.name.clone());
        let refers = |k: &&ForeignKey| k.columns.iter().any(|c| c.eq_ignore_ascii_case(&column.name));
        let number = matches!(column.kind, TypeKind::Integer);
        let key = number && (self.in_key(column) || self.table.foreign_keys.iter().any(|k| refers(&k)));
        let besides = plain::Besides {
            dialect: self.source.catalog.dialect,
            few: few.get(&place).map(Vec::as_slice),
            spelt: self.source.spelt.is_some_and(|spelt| spelt.contains(&place)),
            untidy: self.is_untidy(column),
            key,
            identifies: identifies(self.table, column, profile).is_some_and(|why| why != Identifies::Time),
        };
        plain::told(column, said, profile, besides)
    }

    /// Whether it is one side of a key that two tables write in their own way.
    fn is_untidy(&self, column: &Column) -> bool {
        let named = |names: &[String]| names.iter().any(|n| n.eq_ignore_ascii_case(&column.name));
        let own = |k: &ForeignKey| k.is_untidy() && named(&k.columns);
        let meant = |k: &ForeignKey| k.is_untidy() && k.to_table == self.table.name && named(&k.to_columns);
        let mut all = self.source.catalog.tables.iter().flat_map(|t| &t.foreign_keys);
        self.table.foreign_keys.iter().any(own) || all.any(meant)
    }

    fn ddl(&self) -> String {
        let above = match self.about(true) {
            about if about.is_empty() => about,
            about => format!("-- {about}\n"),
        };
        let words = |at, column: &Column| match self.said(at, column, true) {
            words if words.is_empty() => words,
            words => format!(" -- {words}"),
        };
        let mut out = format!("{above}{}", self.created(words));
        self.references(&mut out, &self.keys);
        self.rows(&mut out, if self.source.few.is_some() { usize::MAX } else { 1 });
        out
    }

    fn bare(&self) -> String {
        let mut out = self.created(|_, _| String::new());
        let declared = self.keys.iter().filter(|k| k.origin == KeyOrigin::Declared);
        self.references(&mut out, &declared.copied().collect::<Vec<_>>());
        self.rows(&mut out, usize::MAX);
        out
    }

    fn created(&self, words: impl Fn(usize, &Column) -> String) -> String {
        let dialect = self.source.catalog.dialect;
        let mut out = format!("CREATE TABLE {} (\n", dialect::table(self.table, dialect));
        let whole_key = self
            .table
            .primary_key
            .iter()
            .all(|k| self.columns().any(|c| c.1.name.eq_ignore_ascii_case(k)));
        let several = self.table.primary_key.len() > 1 && whole_key;
        let last = self.columns.len().saturating_sub(1);
        for (i, (at, column)) in self.columns().enumerate() {
            // A part of a key by itself tells no two rows apart.
            let alone = self.table.primary_key.len() == 1;
            let key = if alone && self.in_key(column) {
                " PRIMARY KEY"
            } else {
                ""
            };
            let comma = if i < last || several { "," } else { "" };
            let (name, kind) = (ident(&column.name, dialect), kind(column));
            let _ = writeln!(out, "  {name} {kind}{key}{comma}{}", words(at, column));
        }
        if several {
            let key: Vec<String> = self.table.primary_key.iter().map(|k| ident(k, dialect)).collect();
            let _ = writeln!(out, "  PRIMARY KEY ({})", key.join(", "));
        }
        out.push_str(");\n");
        out
    }

    fn references(&self, out: &mut String, keys: &[&ForeignKey]) {
        let dialect = self.source.catalog.dialect;
        for key in keys {
            let list = |names: &[String]| names.iter().map(|n| ident(n, dialect)).collect::<Vec<_>>().join(", ");
            let (from, to) = (list(&key.columns), list(&key.to_columns));
            let target = self.source.catalog.table(&key.to_table);
            let target = target.map_or_else(|| ident(&key.to_table, dialect), |t| dialect::table(t, dialect));
            let _ = writeln!(out, "-- Foreign key{}: ({from}) REFERENCES {target} ({to})", doubt(key));
        }
    }

    fn rows(&self, out: &mut String, many: usize) {
        let rows = self.source.examples.get(&self.table.name);
        for row in rows.into_iter().flatten().take(many) {
            let cells: Vec<String> = self.columns.iter().filter_map(|c| row.get(*c)).map(literal).collect();
            let _ = writeln!(out, "-- Example row: ({})", cells.join(", "));
        }
    }

    fn markdown(&self) -> String {
        let about = match self.about(false) {
            about if about.is_empty() => about,
            about => format!("*{about}*\n"),
        };
        // A prompt's names are copied into statements.
        let dialect = self.source.catalog.dialect;
        let copied = self.source.few.is_some();
        let table = match copied {
            true => dialect::table(self.table, dialect),
            false => self.table.name.clone(),
        };
        let mut out = format!("## Table: {table}\n{about}\n");
        // Where no values may be seen, there would be nothing in it.
        let mut profiles = self.source.profiles.iter().flat_map(|t| &t.columns);
        let samples = profiles.any(|c| !c.top.is_empty()) && self.source.few.is_none();
        let more = if samples {
            (" Sample Values |", "---|")
        } else {
            ("", "")
        };
        let _ = writeln!(
            out,
            "| Column | Type | Description |{}\n|---|---|---|{}",
            more.0, more.1
        );
        for (at, column) in self.columns() {
            let key = if self.in_key(column) { " (PK)" } else { "" };
            let mut cells = vec![
                match copied {
                    true => ident(&column.name, dialect),
                    false => column.name.clone(),
                },
                format!("{}{key}", kind(column)),
                self.said(at, column, false),
            ];
            cells.extend(samples.then(|| self.samples(column).join(", ")));
            let cells: Vec<String> = cells.iter().map(|c| c.replace('|', "\\|")).collect();
            let _ = writeln!(out, "| {} |", cells.join(" | "));
        }
        if !self.keys.is_empty() {
            let keys: Vec<String> = self.keys.iter().map(|k| format!("{}{}", arrow(k), doubt(k))).collect();
            let _ = writeln!(out, "\n**Foreign keys:** {}", keys.join("; "));
        }
        out
    }

    /// The commonest values, cut.
    fn samples(&self, column: &Column) -> Vec<String> {
        let table = self.source.profiles.iter().find(|p| p.table == self.table.name);
        let profile = table.and_then(|p| p.columns.iter().find(|c| c.column == column.name));
        let values = profile.iter().flat_map(|p| &p.top).filter(|v| !v.value.is_null());
        values
            .take(SAMPLES)
            .map(|v| cut(&v.value.to_string(), SAMPLE))
            .collect()
    }

    fn mschema(&self) -> String {
        let mut out = match self.about(false) {
            about if about.is_empty() => format!("# Table: {}\n[\n", self.table.name),
            about => format!("# Table: {}, {about}\n[\n", self.table.name),
        };
        for (at, column) in self.columns() {
            let said = &self.words.columns[at];
            // The samples stand behind; the rules' second sentence would only repeat them.
            let short = match said.author {
                Author::Rules => said.words.short.split(". ").next().unwrap_or_default(),
                _ => said.words.short.as_str(),
            };
            let mut parts = match said.author {
                Author::Rules if self.source.few.is_some() => Vec::new(),
                _ => vec![short.trim_end_matches('.').to_owned()],
            };
            if self.in_key(column) {
                parts.push("Primary Key".into());
            }
            let samples = self.samples(column);
            if !samples.is_empty() {
                parts.push(format!("Examples: [{}]", samples.join(", ")));
            }
            let parts: Vec<String> = parts.into_iter().map(|part| format!(", {part}")).collect();
            let _ = writeln!(out, "({}:{}{}),", column.name, kind(column), parts.concat());
        }
        out.push_str("]\n");
        out
    }
}

fn mschema(catalog: &Catalog, parts: &[Part<'_>]) -> String {
    let mut out = format!("【DB_ID】 {}\n【Schema】\n", catalog.name);
    for part in parts {
        out.push_str(&part.mschema());
    }
    let mut keys = parts
        .iter()
        .flat_map(|p| p.keys.iter().map(move |k| (p.table, *k)))
        .peekable();
    if keys.peek().is_some() {
        out.push_str("【Foreign keys】\n");
    }
    for (table, key) in keys {
        for (from, to) in key.columns.iter().zip(&key.to_columns) {
            let _ = match key.is_untidy() {
                true => writeln!(
                    out,
                    "LOWER(REPLACE({}.{from},' ',''))=LOWER(REPLACE({}.{to},' ',''))",
                    table.name, key.to_table
                ),
                false => writeln!(out, "{}.{from}={}.{to}", table.name, key.to_table),
            };
        }
    }
    out
}

fn doubt(key: &ForeignKey) -> &'static str {
    match key.origin {
        KeyOrigin::Declared => "",
        KeyOrigin::Inferred { untidy: true, .. } => " (inferred; compare LOWER(REPLACE(..., ' ', '')) of both)",
        KeyOrigin::Inferred { .. } => " (inferred)",
    }
}

fn arrow(key: &ForeignKey) -> String {
    let to: Vec<String> = key.to_columns.iter().map(|c| format!("{}.{c}", key.to_table)).collect();
    format!("{} → {}", key.columns.join(", "), to.join(", "))
}

/// As declared; where SQLite has no type, what the values are.
fn kind(column: &Column) -> String {
    if column.declared_type.is_empty() {
        return format!("{:?}", column.kind).to_uppercase();
    }
    column.declared_type.clone()
}

fn literal(cell: &Cell) -> String {
    match cell {
        Cell::Null => "NULL".into(),
        Cell::Int(_) | Cell::Real(_) | Cell::Decimal(_) | Cell::Bool(_) => cell.to_string(),
        other => dialect::text(&cut(&other.to_string(), SAMPLE)),
    }
}
