//! What was told about a database: by a person descriptions, decisions on keys and the glossary; by a model
//! descriptions.
//!
//! In and out: one record a connection in the workspace, everything by name, so that it outlives a refresh and a
//! table that is gone for a while. Deliberately absent: anything read from the database.

use std::collections::BTreeMap;

use askwell_contract::explore::{Meaning, Term, Words};
use askwell_contract::model::Privacy;
use askwell_contract::ports::Workspace;
use askwell_contract::{Catalog, ForeignKey, KeyOrigin, Problem, ProblemCode, Result};
use serde::{Deserialize, Serialize};

const ROOM: &str = "told";
/// Raised whenever the meaning of anything below changes.
const FORMAT: u32 = 1;

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Told {
    format: u32,
    /// By table, then by column; the table's own words under the empty name. All names in lower case.
    words: BTreeMap<String, BTreeMap<String, Words>>,
    keys: Vec<Decision>,
    /// Of files that the person brought in, by table and column as above.
    #[serde(default)]
    imported: BTreeMap<String, BTreeMap<String, Imported>>,
    /// What files had said before the last ones came in; `None` where there is nothing to go back to.
    #[serde(default)]
    before_import: Option<BTreeMap<String, BTreeMap<String, Imported>>>,
    /// Of columns, by table and column in lower case.
    #[serde(default)]
    by_model: BTreeMap<String, BTreeMap<String, ByModel>>,
    /// By name.
    pub glossary: Vec<Term>,
}

/// A column in a model's words.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ByModel {
    pub words: Words,
    /// What the model was shown: its words may repeat a value, and go out again only where that may.
    pub level: Privacy,
    /// Hash of what the model was shown; the same again need not be asked.
    pub of: String,
}

/// A table or column in the words of a file.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Imported {
    pub words: Words,
    /// What people call it; empty where the file does not say.
    pub name: String,
}

/// What the person said of an inferred key.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct Decision {
    table: String,
    columns: Vec<String>,
    to_table: String,
    to_columns: Vec<String>,
    accepted: bool,
}

impl Default for Told {
    fn default() -> Self {
        Self {
            format: FORMAT,
            words: BTreeMap::new(),
            keys: Vec::new(),
            imported: BTreeMap::new(),
            before_import: None,
            by_model: BTreeMap::new(),
            glossary: Vec::new(),
        }
    }
}

impl Decision {
    fn is_about(&self, table: &str, key: &ForeignKey) -> bool {
        self.table == table
            && self.columns == key.columns
            && self.to_table == key.to_table
            && self.to_columns == key.to_columns
    }
}

impl Told {
    pub fn words_of(&self, table: &str, column: Option<&str>) -> Option<&Words> {
        let column = column.unwrap_or_default().to_lowercase();
        self.words.get(&table.to_lowercase())?.get(&column)
    }

    /// `None` takes them back.
    pub fn say(&mut self, table: &str, column: Option<&str>, words: Option<Words>) {
        let of = self.words.entry(table.to_lowercase()).or_default();
        let column = column.unwrap_or_default().to_lowercase();
        match words {
            Some(words) => of.insert(column, words),
            None => of.remove(&column),
        };
        self.words.retain(|_, of| !of.is_empty());
    }

    pub fn imported_of(&self, table: &str, column: Option<&str>) -> Option<&Imported> {
        let column = column.unwrap_or_default().to_lowercase();
        self.imported.get(&table.to_lowercase())?.get(&column)
    }

    /// A later file's words take the place of an earlier one's.
    pub fn import(&mut self, table: &str, column: Option<&str>, said: Imported) {
        let of = self.imported.entry(table.to_lowercase()).or_default();
        of.insert(column.unwrap_or_default().to_lowercase(), said);
    }

    /// What follows is one import, which can be undone.
    pub fn begin_import(&mut self) {
        self.before_import = Some(self.imported.clone());
    }

    /// What files had said before the last import stands again; how many descriptions that import brought or changed.
    pub fn undo_import(&mut self) -> usize {
        let Some(before) = self.before_import.take() else {
            return 0;
        };
        let after = std::mem::replace(&mut self.imported, before);
        let stood = |table: &String, column: &String, said: &Imported| {
            self.imported.get(table).and_then(|of| of.get(column)) == Some(said)
        };
        let all = after
            .iter()
            .flat_map(|(table, of)| of.iter().map(move |(column, said)| (table, column, said)));
        all.filter(|(table, column, said)| !stood(table, column, said)).count()
    }

    /// Takes back what files said; how many descriptions that were.
    pub fn forget_imported(&mut self) -> usize {
        self.before_import = None;
        let all = std::mem::take(&mut self.imported);
        all.values().map(BTreeMap::len).sum()
    }

    /// Whether anything is said that the rules do not know.
    pub fn says_something(&self) -> bool {
        !self.words.is_empty() || !self.imported.is_empty() || !self.by_model.is_empty()
    }

    pub fn model_words_of(&self, table: &str, column: &str) -> Option<&ByModel> {
        self.by_model.get(&table.to_lowercase())?.get(&column.to_lowercase())
    }

    pub fn say_by_model(&mut self, table: &str, column: &str, words: ByModel) {
        let of = self.by_model.entry(table.to_lowercase()).or_default();
        of.insert(column.to_lowercase(), words);
    }

    pub fn decision(&self, table: &str, key: &ForeignKey) -> Option<bool> {
        self.keys.iter().find(|d| d.is_about(table, key)).map(|d| d.accepted)
    }

    /// `None` undoes the decision.
    pub fn decide(&mut self, table: &str, key: &ForeignKey, decision: Option<bool>) {
        self.keys.retain(|d| !d.is_about(table, key));
        self.keys.extend(decision.map(|accepted| Decision {
            table: table.to_owned(),
            columns: key.columns.clone(),
            to_table: key.to_table.clone(),
            to_columns: key.to_columns.clone(),
            accepted,
        }));
    }

    /// The catalog without rejected keys; accepted ones are as sure as declared ones.
    pub fn decided(&self, catalog: &Catalog) -> Catalog {
        let mut catalog = catalog.clone();
        if self.keys.is_empty() {
            return catalog;
        }
        for table in &mut catalog.tables {
            let name = table.name.clone();
            let inferred = |key: &ForeignKey| key.origin != KeyOrigin::Declared;
            table
                .foreign_keys
                .retain(|key| !inferred(key) || self.decision(&name, key) != Some(false));
            for key in &mut table.foreign_keys {
                let accepted = self.decision(&name, key) == Some(true);
                if let KeyOrigin::Inferred { confidence, .. } = &mut key.origin {
                    *confidence = if accepted { 1.0 } else { *confidence };
                }
            }
        }
        catalog
    }

    /// Words of the glossary, or of a file, that stand for a table or a column.
    pub fn names_of(&self, table: &str, column: Option<&str>) -> Vec<&str> {
        let same = |term: &&Term| match (&term.meaning, column) {
            (Meaning::Table { table: t }, None) => t.eq_ignore_ascii_case(table),
            (Meaning::Column { table: t, column: c }, Some(column)) => {
                t.eq_ignore_ascii_case(table) && c.eq_ignore_ascii_case(column)
            }
            _ => false,
        };
        let own = self.glossary.iter().filter(same).map(|t| t.name.as_str());
        let imported = self.imported_of(table, column).map(|i| i.name.as_str());
        own.chain(imported.filter(|name| !name.is_empty())).collect()
    }
}

/// What was told of a connection; nothing where nothing was. A record that cannot be read is a problem here, so that
/// no edit is ever written over what the person wrote before.
pub fn load(workspace: &dyn Workspace, id: &str) -> Result<Told> {
    let Some(bytes) = workspace.load(ROOM, &key(id))? else {
        return Ok(Told::default());
    };
    match serde_json::from_slice::<Told>(&bytes) {
        Ok(told) if told.format == FORMAT => Ok(told),
        Ok(_) => Err(unreadable("another version of Askwell wrote it")),
        Err(why) => Err(unreadable(&why.to_string())),
    }
}

pub fn save(workspace: &dyn Workspace, id: &str, told: &Told) -> Result<()> {
    let bytes = serde_json::to_vec_pretty(told).map_err(Problem::internal)?;
    workspace.save(ROOM, &key(id), &bytes)
}

fn key(id: &str) -> String {
    format!("{id}.json")
}

fn unreadable(why: &str) -> Problem {
    Problem::new(
        ProblemCode::BadInput,
        "What was written about this database before cannot be read, so nothing was changed.",
    )
    .hint("Move the connection's file out of the folder \"told\" of Askwell's data to start afresh.")
    .detail(why)
}
