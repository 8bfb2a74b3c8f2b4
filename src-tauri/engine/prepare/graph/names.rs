//! How much the name of a column says that it refers to another one.

use askwell_contract::{Column, Table};

use crate::words::lexicon::synonyms;
use crate::words::{split_name, stem};

/// Words that make a name the name of a key.
const KEY: [&str; 14] =
    ["id", "ids", "key", "code", "number", "no", "nr", "ref", "uid", "uuid", "guid", "fk", "pk", "identifier"];
/// Words before or behind a table's name that say what kind of table it is.
const TABLE: [&str; 12] =
    ["tbl", "tb", "t", "table", "dim", "dimension", "fact", "ref", "lookup", "lkp", "master", "list"];
/// What a row of a table may be to another row of it.
const ROLE: [&str; 22] = [
    "parent", "manager", "supervisor", "boss", "super", "superior", "report", "reports", "lead", "leader", "head",
    "predecessor", "previous", "next", "referred", "referrer", "referral", "mentor", "chief", "original", "replaces",
    "replaced",
];
/// Names that so many tables have that sharing one says nothing.
const COMMON: [&str; 26] = [
    "name", "title", "date", "year", "month", "day", "time", "type", "kind", "status", "description", "value",
    "amount", "price", "rank", "position", "score", "level", "note", "comment", "label", "category", "order", "sort",
    "index", "version",
];

/// A column with the words of its name.
pub struct Named<'a> {
    /// Position of its table in the catalog.
    pub at: usize,
    pub table: &'a Table,
    pub column: &'a Column,
    /// Declared as the key of its table, alone.
    pub is_key: bool,
    /// A declared foreign key starts here.
    pub refers: bool,
    /// Part of a key of several columns: not unique by design, whatever the rows say.
    shared_key: bool,
    first: bool,
    words: Vec<String>,
    /// Stems without the words that make it a key's name.
    base: Vec<String>,
    key_word: Option<String>,
    table_stems: Vec<String>,
}

impl<'a> Named<'a> {
    pub fn of(at: usize, table: &'a Table) -> Vec<Self> {
        let is = |column: &Column, name: &String| column.name.eq_ignore_ascii_case(name);
        let alone = |column: &Column, key: &[String]| matches!(key, [only] if is(column, only));
        let columns = table.columns.iter().enumerate().map(|(position, column)| {
            let words = split_name(&column.name);
            let key_word = words.iter().rev().find(|w| KEY.contains(&w.as_str())).cloned();
            let own = words.iter().filter(|w| !KEY.contains(&w.as_str()));
            Self {
                at,
                table,
                column,
                is_key: alone(column, &table.primary_key) || table.unique.iter().any(|key| alone(column, key)),
                refers: table.foreign_keys.iter().any(|key| key.columns.iter().any(|name| is(column, name))),
                shared_key: table.primary_key.len() > 1 && table.primary_key.iter().any(|name| is(column, name)),
                first: position == 0,
                base: own.map(|w| stem(w)).collect(),
                key_word,
                words,
                table_stems: table_stems(&table.name),
            }
        });
        columns.collect()
    }

    fn keyed(&self) -> bool {
        self.key_word.is_some() || self.head().is_some()
    }

    /// `stu` of `stuid`, `a` of `aid`: what stands before a glued `id` and abbreviates a table.
    fn head(&self) -> Option<String> {
        let lower = self.column.name.to_lowercase();
        let head = lower.strip_suffix("id")?.trim_end_matches(['_', ' ', '-']);
        (!head.is_empty() && head.chars().count() <= 4).then(|| head.to_owned())
    }

    /// It is by its name the key of its own table: `customers.id`, `customers.customer_id`, `author.aid`.
    fn is_own_key(&self) -> bool {
        if self.shared_key {
            return false;
        }
        let abbreviates = |head: String| self.table.name.to_lowercase().starts_with(&head);
        let named = self.key_word.is_some() && (self.base.is_empty() || self.base == self.table_stems);
        named || self.head().is_some_and(abbreviates) && (self.is_key || self.first)
    }

    /// It names the rows of its table: `countries.name`, `countries.country_name`, `states.state`.
    fn is_own_name(&self) -> bool {
        let rest = self.base.strip_prefix(self.table_stems.as_slice()).unwrap_or(&self.base);
        !self.shared_key && (self.base == self.table_stems || matches!(rest, [only] if only == "name"))
    }
}

/// The last piece of a qualified name, without words for the kind of table.
fn table_stems(name: &str) -> Vec<String> {
    let words = split_name(name.rsplit('.').next().unwrap_or(name));
    let own: Vec<String> = words.iter().filter(|w| !TABLE.contains(&w.as_str())).map(|w| stem(w)).collect();
    if own.is_empty() {
        words.iter().map(|w| stem(w)).collect()
    } else {
        own
    }
}

/// 1 where the name says all (`orders.customer_id`, `customers.id`), `None` where it says nothing.
pub fn affinity(child: &Named<'_>, parent: &Named<'_>) -> Option<f64> {
    if child.at == parent.at {
        return to_itself(child, parent);
    }
    // `id` refers to nothing; and a table's own key is no reference, unless two tables share it by name.
    if child.base.is_empty() || parent.shared_key {
        return None;
    }
    let scores = [by_table(child, parent), by_name(child, parent)];
    scores.into_iter().flatten().max_by(f64::total_cmp)
}

fn to_itself(child: &Named<'_>, parent: &Named<'_>) -> Option<f64> {
    if child.column.name == parent.column.name || child.is_key || !(parent.is_own_key() || parent.is_key) {
        return None;
    }
    let role = child.words.iter().any(|w| ROLE.contains(&w.as_str()));
    let named = child.base.len() > child.table_stems.len() && child.base.ends_with(&child.table_stems);
    match (role, child.keyed(), named) {
        (true, true, _) => Some(0.9),
        (_, true, true) => Some(0.85),
        (true, false, _) => Some(0.7),
        _ => None,
    }
}

/// The child is named after the parent's table.
fn by_table(child: &Named<'_>, parent: &Named<'_>) -> Option<f64> {
    let table = &parent.table_stems;
    let own_key = parent.is_own_key();
    let own_name = parent.is_own_name() && !child.keyed();
    if !own_key && !own_name {
        return None;
    }
    // The key of a table is named after itself: that is no reference to a table whose name it happens to end in.
    if child.is_own_key() && child.base.len() == child.table_stems.len() && *table != child.table_stems {
        return None;
    }
    let close = if child.base == *table {
        1.0
    } else if child.base.ends_with(table) {
        0.9
    } else if child.base.starts_with(table) && child.key_word.is_some() {
        0.85
    } else if table.ends_with(&child.base) {
        0.78
    } else if child.base.len() == 1 && table.len() == 1 && synonyms(&child.base[0], &table[0]) {
        0.72
    } else {
        return None;
    };
    let kind = match (&child.key_word, &parent.key_word) {
        (Some(a), Some(b)) if a == b => 1.0,
        (Some(_), _) if own_key => 0.85,
        // `orders.customer` may refer to a key or to a name; only values can tell.
        (None, _) => 0.78,
        _ => return None,
    };
    Some(close * kind)
}

/// The child has the parent's name.
fn by_name(child: &Named<'_>, parent: &Named<'_>) -> Option<f64> {
    let same = child.column.name.eq_ignore_ascii_case(&parent.column.name) || child.words == parent.words;
    if !same {
        return None;
    }
    let names_table = parent.table_stems.iter().all(|s| parent.base.contains(s));
    if child.keyed() {
        return Some(match (parent.is_own_key(), parent.is_key, parent.first) {
            (true, ..) => 1.0,
            (_, true, _) => 0.8,
            (_, _, true) => 0.65,
            _ => 0.6,
        });
    }
    let common = child.words.len() == 1 && COMMON.contains(&child.words[0].as_str());
    match (common, names_table, parent.is_key) {
        (true, ..) => None,
        (_, true, true) => Some(0.9),
        (_, true, false) => Some(0.75),
        (_, false, true) => Some(0.65),
        _ => None,
    }
}
