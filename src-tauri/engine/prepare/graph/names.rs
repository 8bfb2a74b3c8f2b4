//! How much the name of a column says that it refers to another one.

use askwell_contract::{Column, Table, TypeKind};

use super::lists::{is_common, is_role, is_thing_name, key_word, last_piece, may_mean, raw, table_words};
use crate::words::{split_name, stem};

/// What a synonym is worth.
pub const GUESS: f64 = 0.62;
/// A glued key as the tail of a longer name (`pretickerid`): shorter ones end other words, too.
const TAIL: usize = 5;

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
    /// Letters and digits only, without the prefix that all tables share.
    pub raw: String,
    /// Stems without the words that make it a key's name.
    pub base: Vec<String>,
    pub table_stems: Vec<String>,
    /// The numbers in the table's name: `2023` of `sales_2023`.
    pub edition: Vec<String>,
    /// It is by its name the key of its own table: `customers.id`, `customers.customer_id`, `author.aid`.
    pub own_key: bool,
    /// It names the rows of its table: `countries.name`, `countries.country_name`, `states.state`.
    pub own_name: bool,
    /// Part of a key of several columns: not unique by design, whatever the rows say.
    shared_key: bool,
    /// Of its table.
    pub first: bool,
    words: Vec<String>,
    key_word: Option<String>,
    raw_table: String,
}

impl<'a> Named<'a> {
    /// All columns of a table; `prefix` is what the names of all tables begin with.
    pub fn of(at: usize, table: &'a Table, prefix: &str) -> Vec<Self> {
        let is = |column: &Column, name: &String| column.name.eq_ignore_ascii_case(name);
        let alone = |column: &Column, key: &[String]| matches!(key, [only] if is(column, only));
        let short = |name: &str| {
            let raw = raw(name);
            raw.strip_prefix(prefix).map(str::to_owned).unwrap_or(raw)
        };
        let (mut table_stems, edition) = table_words(&table.name);
        // What all tables begin with says nothing of one of them: `helpdesk_agent_list` holds agents.
        let first = split_name(last_piece(&table.name))
            .into_iter()
            .next()
            .unwrap_or_default();
        if table_stems.len() > 1 && table_stems[0] == stem(&first) && prefix.starts_with(first.as_str()) {
            table_stems.remove(0);
        }
        let columns = table.columns.iter().enumerate().map(|(position, column)| {
            let words = split_name(&column.name);
            let key_word = key_word(&words);
            let own = words.iter().filter(|w| Some(*w) != key_word.as_ref());
            let named = Self {
                at,
                table,
                column,
                is_key: alone(column, &table.primary_key) || table.unique.iter().any(|key| alone(column, key)),
                refers: table
                    .foreign_keys
                    .iter()
                    .any(|key| key.columns.iter().any(|name| is(column, name))),
                raw: short(&column.name),
                base: own.map(|w| stem(w)).collect(),
                table_stems: table_stems.clone(),
                edition: edition.clone(),
                shared_key: table.primary_key.len() > 1 && table.primary_key.iter().any(|name| is(column, name)),
                first: position == 0,
                own_key: false,
                own_name: false,
                key_word,
                words,
                raw_table: short(last_piece(&table.name)),
            };
            Self {
                own_key: named.is_own_key(),
                own_name: named.is_own_name(),
                ..named
            }
        });
        columns.collect()
    }

    /// `cust` of `custid`, `a` of `aid`: what stands before an `id` glued to it.
    pub fn head(&self) -> Option<&str> {
        self.raw.strip_suffix("id").filter(|head| !head.is_empty())
    }

    pub fn keyed(&self) -> bool {
        self.key_word.is_some() || self.head().is_some_and(|head| head.chars().count() <= 4)
    }

    /// `cust` abbreviates `customers`, `da` `domain_author`.
    fn abbreviates_table(&self) -> bool {
        let Some(head) = self.head() else { return false };
        match self.table_stems.as_slice() {
            [_] => self.raw_table.starts_with(head),
            several => several.iter().filter_map(|s| s.chars().next()).eq(head.chars()) || self.raw_table == head,
        }
    }

    fn is_own_key(&self) -> bool {
        let named = self.key_word.is_some() && (self.base.is_empty() || self.base == self.table_stems);
        !self.shared_key && (named || self.abbreviates_table())
    }

    fn is_own_name(&self) -> bool {
        let rest = self
            .base
            .strip_prefix(self.table_stems.as_slice())
            .unwrap_or(&self.base);
        !self.shared_key && (self.base == self.table_stems || matches!(rest, [only] if only == "name"))
    }

    pub fn words(&self) -> &[String] {
        &self.words
    }

    pub fn is_tail(&self) -> bool {
        self.raw.len() >= TAIL && self.abbreviates_table() && !self.shared_key
    }

    /// Named after a table by another word for it; only as good as nothing better.
    pub fn synonym(&self) -> Option<&str> {
        match self.base.as_slice() {
            [only] if self.key_word.is_some() => Some(only),
            _ => None,
        }
    }

    /// A number of things: `students`, `home_games`.
    fn counts(&self) -> bool {
        let singular = |word: &str| ["ss", "us", "is"].iter().any(|end| word.ends_with(end));
        let plural = |word: &String| word.len() > 3 && word.ends_with('s') && !singular(word);
        self.column.kind.is_number() && self.key_word.is_none() && self.words.last().is_some_and(plural)
    }
}

/// 1 where the name says all (`orders.customer_id`, `customers.id`), `None` where it says nothing.
pub fn affinity(child: &Named<'_>, parent: &Named<'_>) -> Option<f64> {
    if child.at == parent.at {
        return to_itself(child, parent);
    }
    // `id` refers to nothing; and the editions of one table (`sales_2023`, `sales_2024`) lie side by side.
    if child.base.is_empty() || parent.shared_key || child.table_stems == parent.table_stems {
        return None;
    }
    let scores = [by_table(child, parent), by_name(child, parent), by_tail(child, parent)];
    scores.into_iter().flatten().max_by(f64::total_cmp)
}

fn to_itself(child: &Named<'_>, parent: &Named<'_>) -> Option<f64> {
    if child.column.name == parent.column.name || child.is_key || !(parent.own_key || parent.is_key) {
        return None;
    }
    let role = child.words.iter().any(|w| is_role(w));
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
    let own_key = parent.own_key;
    let own_name = parent.own_name && !child.keyed();
    if table.is_empty() || child.counts() || !(own_key || own_name || parent.is_key && child.base == *table) {
        return None;
    }
    // The key of a table is named after itself: that is no reference to a table whose name it happens to end in.
    if child.own_key {
        return None;
    }
    let glued = child.key_word.is_none() && child.head().is_some_and(|head| table.as_slice() == [stem(head)]);
    let close = if child.base == *table || glued {
        1.0
    } else if child.base.ends_with(table) {
        0.9
    } else if child.base.starts_with(table) && child.key_word.is_some() {
        0.85
    } else if table.ends_with(&child.base) {
        0.78
    } else if child.key_word.is_some()
        && child.base.len() == 1
        && table.len() == 1
        && may_mean(&child.base[0], &table[0])
    {
        GUESS
    } else {
        return None;
    };
    let kind = match (&child.key_word, &parent.key_word) {
        (Some(a), Some(b)) if own_key && (a == b || a.ends_with("id") && b.ends_with("id")) => 1.0,
        _ if glued && own_key => 0.95,
        (Some(_), _) if own_key => 0.85,
        // `orders.customer` may refer to a key or to a name; only values can tell.
        (None, _) if own_key || own_name => 0.78,
        _ => 0.72,
    };
    Some(close * kind)
}

/// The child has the parent's name.
fn by_name(child: &Named<'_>, parent: &Named<'_>) -> Option<f64> {
    if child.raw != parent.raw {
        return None;
    }
    if parent.own_key {
        return Some(1.0);
    }
    let all = parent.table_stems.iter().all(|s| parent.base.contains(s));
    let score = if child.keyed() {
        let some = parent.table_stems.iter().any(|s| parent.base.contains(s));
        match (parent.is_key, parent.first, some) {
            (true, ..) => 0.8,
            (_, true, _) => 0.65,
            (_, _, true) => 0.6,
            // Texts such as 'millean01' match by chance less than small numbers do.
            _ if [child, parent].iter().all(|c| c.column.kind == TypeKind::Text) => 0.6,
            _ => return None,
        }
    } else {
        let common = matches!(child.words.as_slice(), [only] if is_common(only));
        match (common, all, parent.is_key) {
            // `restaurant.city_name` and a table that begins with a `city_name` of its own.
            (false, false, false) if parent.first && is_thing_name(&child.words) => 0.6,
            (true, ..) | (_, false, false) => return None,
            (_, true, true) => 0.9,
            (_, true, false) => 0.75,
            (_, false, true) => 0.65,
        }
    };
    (!same_shape(child.table, parent.table)).then_some(score)
}

/// The child's name ends in the parent's glued key: `pretickerid`, `tickerid`.
fn by_tail(child: &Named<'_>, parent: &Named<'_>) -> Option<f64> {
    let longer = child.raw.len() > parent.raw.len() && child.raw.ends_with(&parent.raw);
    (longer && !child.own_key && parent.is_tail()).then_some(0.75)
}

/// Most columns of the smaller table are in the other, too: two slices of one table, not parent and child.
pub fn same_shape(a: &Table, b: &Table) -> bool {
    let common = a.columns.iter().filter(|c| b.column(&c.name).is_some()).count();
    common >= 4 && 5 * common >= 3 * a.columns.len().min(b.columns.len())
}
