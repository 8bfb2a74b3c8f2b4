//! Looking for tables and columns by the words people use.
//!
//! In: knowledge and words. Out: tables in which every word occurs somewhere, best first. Names weigh more than other
//! words for the same thing, and those more than what a description happens to mention.

use askwell_contract::explore::{Description, Explored, StoredValue, TableCard};
use askwell_contract::Table;

use crate::prepare::describe::TableWords;
use crate::prepare::values::fold;
use crate::prepare::Knowledge;
use crate::words::singular;
use crate::words::{split_name, stem};

/// Values offered while a question is typed.
const OFFERED: usize = 8;
/// One text often stands in several columns; so many are looked at to find enough different ones.
const LOOKED_AT: usize = 64;
/// Fewer letters begin half of all there is.
const BEGINS: usize = 2;
/// Columns named below a table that was found.
const FOUND: usize = 10;

const SAME: u32 = 100;
const NAMED: u32 = 40;
const WITHIN: u32 = 25;
const ALSO: u32 = 12;
const DESCRIBED: u32 = 3;

pub fn position(knowledge: &Knowledge, table: &str) -> Option<usize> {
    let mut tables = knowledge.catalog.tables.iter();
    tables.position(|t| t.name.eq_ignore_ascii_case(table))
}

pub fn explore(knowledge: &Knowledge, search: &str, offset: u32, limit: u32) -> Explored {
    let words: Vec<Word> = fold(search).split_whitespace().map(Word::new).collect();
    let tables = knowledge.catalog.tables.iter().zip(&knowledge.described.tables);
    let mut found: Vec<(u32, &Table, &TableWords)> = tables
        .filter_map(|(table, described)| Some((worth(table, described, &words)?, table, described)))
        .collect();
    // Stable: among equals the catalog's order stays.
    found.sort_by_key(|f| std::cmp::Reverse(f.0));
    let page = found.iter().skip(offset as usize).take(limit as usize);
    Explored {
        tables: page
            .map(|(_, table, described)| card(knowledge, table, described, &words))
            .collect(),
        total: found.len() as u32,
    }
}

/// Stored texts that begin with what is being typed, each once, the commonest first.
pub fn complete(knowledge: &Knowledge, prefix: &str) -> Vec<StoredValue> {
    let mut offered: Vec<StoredValue> = Vec::new();
    if fold(prefix).chars().count() < BEGINS {
        return offered;
    }
    for hit in knowledge.values.starting_anywhere(prefix, LOOKED_AT) {
        if offered.iter().all(|known| known.value != hit.value) {
            offered.push(StoredValue {
                value: hit.value,
                table: hit.table,
                column: hit.column,
            });
        }
    }
    offered.truncate(OFFERED);
    offered
}

/// A word that is looked for, folded, and its stem.
struct Word {
    text: String,
    stem: String,
    one: String,
}

impl Word {
    fn new(text: &str) -> Self {
        Self {
            text: text.to_owned(),
            stem: stem(text),
            one: singular(text),
        }
    }

    fn named(&self, name: &str) -> u32 {
        let folded = fold(name);
        if folded == self.text || folded.replace(' ', "") == self.text {
            return SAME;
        }
        if split_name(name).iter().any(|w| *w == self.text || stem(w) == self.stem) {
            return NAMED;
        }
        if folded.replace(' ', "").contains(&self.text) {
            return WITHIN;
        }
        0
    }

    fn described(&self, description: &Description) -> u32 {
        // Folding and stemming thousands of descriptions would be felt at every key; lower case and a singular are not.
        let has = |text: &str| {
            let lower = text.to_lowercase();
            lower
                .split(|c: char| !c.is_alphanumeric())
                .any(|w| w == self.text || w == self.one)
        };
        if description.synonyms.iter().any(|s| has(s)) {
            return ALSO;
        }
        if has(&description.words.short) {
            return DESCRIBED;
        }
        0
    }
}

/// `None` where some word occurs nowhere.
fn worth(table: &Table, described: &TableWords, words: &[Word]) -> Option<u32> {
    let mut sum = 0;
    for word in words {
        let own = word.named(&table.name) * 2;
        let own = if own > 0 {
            own
        } else {
            word.described(&described.table) * 2
        };
        let columns = table.columns.iter().zip(&described.columns);
        let column = columns.map(|(c, d)| word.named(&c.name).max(word.described(d))).max();
        let best = own.max(column.unwrap_or(0));
        if best == 0 {
            return None;
        }
        sum += best;
    }
    Some(sum)
}

fn card(knowledge: &Knowledge, table: &Table, described: &TableWords, words: &[Word]) -> TableCard {
    let columns = table.columns.iter().zip(&described.columns);
    let found = columns.filter(|(c, d)| {
        // A description mentions much; a column is named for its name and its synonyms.
        let hit = |w: &Word| w.named(&c.name).max(w.described(d)) > DESCRIBED;
        words.iter().any(hit)
    });
    TableCard {
        name: table.name.clone(),
        kind: table.kind,
        rows: knowledge.rows(table),
        columns: table.columns.len() as u32,
        short: described.table.words.short.clone(),
        module: knowledge.module(&table.name),
        unread: knowledge.why_unread(&table.name).map(str::to_owned),
        found: found.map(|(c, _)| c.name.clone()).take(FOUND).collect(),
    }
}
