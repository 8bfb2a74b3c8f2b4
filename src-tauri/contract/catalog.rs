//! What a database is made of, as its driver describes it.

use serde::{Deserialize, Serialize};
use specta::Type;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum Dialect {
    Sqlite,
    Duckdb,
    Postgres,
}

/// What a value of a column is, whatever the engine calls it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum TypeKind {
    Integer,
    Decimal,
    Real,
    Text,
    Boolean,
    Date,
    Time,
    Timestamp,
    Interval,
    Json,
    Blob,
    List,
    Struct,
    Other,
}

impl TypeKind {
    pub fn is_number(self) -> bool {
        matches!(self, Self::Integer | Self::Decimal | Self::Real)
    }
    pub fn is_time(self) -> bool {
        matches!(self, Self::Date | Self::Timestamp)
    }
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type)]
pub struct Column {
    pub name: String,
    /// As the engine spells it; empty where SQLite has none.
    pub declared_type: String,
    pub kind: TypeKind,
    pub nullable: bool,
    pub comment: Option<String>,
    /// The labels of an enumerated type in their order; empty for every other type.
    pub labels: Vec<String>,
}

/// Where a key was learned from. `confidence` in 0..=1.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum KeyOrigin {
    Declared,
    /// `untidy`: both sides hold the same texts only once capitals and blanks at the ends are set aside.
    Inferred {
        confidence: f64,
        why: String,
        #[serde(default)]
        untidy: bool,
    },
}

/// `columns[i]` of the owning table refers to `to_columns[i]` of `to_table`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type)]
pub struct ForeignKey {
    pub columns: Vec<String>,
    pub to_table: String,
    pub to_columns: Vec<String>,
    pub origin: KeyOrigin,
}

impl ForeignKey {
    /// Whether a join has to set capitals and blanks at the ends aside.
    pub fn is_untidy(&self) -> bool {
        matches!(self.origin, KeyOrigin::Inferred { untidy: true, .. })
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum TableKind {
    /// Partitions are not listed apart: the partitioned table stands for them.
    Table,
    View,
    MaterializedView,
    /// A table of another server, or a file that is read as a table.
    Foreign,
}

/// An index that the engine keeps, the primary key's left out. Expressions appear as the engine writes
/// them, or as `(expression)` where it keeps them to itself.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct Index {
    pub name: String,
    pub columns: Vec<String>,
    pub unique: bool,
}

/// How a dropped file was read. Shown to the person, who may know better.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct Source {
    pub path: String,
    /// Of a workbook.
    pub sheet: Option<String>,
    /// `CSV`, `TSV`, `Parquet`, `JSON`, `XLSX`.
    pub format: String,
    /// For text files: `UTF-8`, `UTF-16LE`, `windows-1252`.
    pub encoding: Option<String>,
    pub delimiter: Option<String>,
    /// Whether the first row holds the names; `None` where the format has no such question.
    pub header: Option<bool>,
}

/// Rows of a table; `exact` false where it is the engine's estimate or a sample's.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, Type)]
pub struct RowCount {
    #[specta(type = f64)]
    pub count: u64,
    pub exact: bool,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type)]
pub struct Table {
    /// The name as SQL must address it, unquoted; qualified by `schema` where that is not the default one.
    pub name: String,
    pub schema: Option<String>,
    pub kind: TableKind,
    pub columns: Vec<Column>,
    pub primary_key: Vec<String>,
    pub foreign_keys: Vec<ForeignKey>,
    /// Declared unique constraints and unique indexes, the primary key left out.
    pub unique: Vec<Vec<String>>,
    pub indexes: Vec<Index>,
    pub rows: Option<RowCount>,
    pub comment: Option<String>,
    /// `Some` where the table is a dropped file.
    pub source: Option<Source>,
}

impl Table {
    pub fn column(&self, name: &str) -> Option<&Column> {
        self.columns.iter().find(|c| c.name.eq_ignore_ascii_case(name))
    }
}

/// Tables in the engine's order of creation where it has one, else by name; columns in their own order.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type)]
pub struct Catalog {
    pub dialect: Dialect,
    /// Engine and version, for example `SQLite 3.54.1`.
    pub engine: String,
    /// What the person calls it: the file's stem or the database's name.
    pub name: String,
    pub tables: Vec<Table>,
}

impl Catalog {
    pub fn table(&self, name: &str) -> Option<&Table> {
        self.tables.iter().find(|t| t.name.eq_ignore_ascii_case(name))
    }
}
