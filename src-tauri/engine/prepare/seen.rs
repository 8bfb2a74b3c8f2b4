//! What may be seen of a database at a level of privacy.
//!
//! In: knowledge and a level. Out: catalog, profiles and descriptions made anew from nothing but what the level allows,
//! so that no text can hold more. Deliberately absent: how it is written down (`render`, `crate::prompt`).

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, OnceLock};

use askwell_contract::model::Privacy;
use askwell_contract::profile::{ColumnProfile, TableProfile};
use askwell_contract::view::View;
use askwell_contract::{Catalog, Cell, KeyOrigin, Row};

use super::describe::{self, Described};
use super::render::FEW;
use super::Knowledge;

#[derive(Debug, Clone)]
pub struct Seen {
    pub catalog: Arc<Catalog>,
    pub profiles: Arc<Vec<TableProfile>>,
    pub described: Arc<Described>,
    /// Rows of each table.
    pub examples: BTreeMap<String, Vec<Row>>,
    /// All values of columns of texts that have few, by table and column.
    pub few: BTreeMap<(String, String), Vec<String>>,
    /// Columns whose values differ in case and blanks alone, by table and column.
    pub spelt: BTreeSet<(String, String)>,
}

/// Made when first asked for, once a level.
#[derive(Debug, Default)]
pub struct Levels([OnceLock<Arc<Seen>>; 5]);

impl Levels {
    pub fn get(&self, knowledge: &Knowledge, level: Privacy) -> Arc<Seen> {
        let make = || Arc::new(Seen::of(knowledge, level));
        match self.0.get(level as usize) {
            Some(slot) => slot.get_or_init(make).clone(),
            None => make(),
        }
    }
}

impl Seen {
    fn of(knowledge: &Knowledge, level: Privacy) -> Self {
        if level == Privacy::Rows {
            return Self {
                examples: knowledge.finds.examples.clone(),
                ..Self::clone(&knowledge.seen(Privacy::Values))
            };
        }
        let catalog = catalog(&knowledge.catalog, level);
        let profiles = match level {
            Privacy::Nothing | Privacy::Names => Arc::default(),
            Privacy::Profile => Arc::new(knowledge.profiles.iter().map(without_values).collect()),
            Privacy::Values | Privacy::Rows => knowledge.profiles.clone(),
        };
        Self {
            described: Arc::new(describe::describe_at(&catalog, &profiles, &knowledge.told, level)),
            catalog: Arc::new(catalog),
            profiles,
            examples: BTreeMap::new(),
            few: match level >= Privacy::Values {
                true => knowledge.values.few(FEW),
                false => BTreeMap::new(),
            },
            spelt: match level >= Privacy::Values {
                true => knowledge.values.spelt_in_several_ways(),
                false => BTreeSet::new(),
            },
        }
    }
}

/// Below `Profile` without counts, below `Values` without the labels of enumerated types, which are values of cells.
fn catalog(whole: &Catalog, level: Privacy) -> Catalog {
    let mut catalog = whole.clone();
    for table in &mut catalog.tables {
        if level < Privacy::Profile {
            table.rows = None;
        }
        // Expressions may hold values.
        table.indexes = Vec::new();
        for key in &mut table.foreign_keys {
            if let KeyOrigin::Inferred { why, .. } = &mut key.origin {
                *why = String::new();
            }
        }
        if level < Privacy::Values {
            for column in &mut table.columns {
                column.labels = Vec::new();
                column.declared_type = without_texts(&column.declared_type);
            }
        }
    }
    catalog
}

/// `ENUM('a', 'b')` is `ENUM`; `VARCHAR(20)` stays.
fn without_texts(declared: &str) -> String {
    match declared.find(['\'', '"']) {
        None => declared.to_owned(),
        Some(_) => declared.split('(').next().unwrap_or_default().trim().to_owned(),
    }
}

/// Counts, rates and shapes alone. An average of one row is its value, so it goes, too.
fn without_values(profile: &TableProfile) -> TableProfile {
    let column = |c: &ColumnProfile| ColumnProfile {
        top: Vec::new(),
        min: Cell::Null,
        max: Cell::Null,
        mean: None,
        std_dev: None,
        quantiles: Vec::new(),
        histogram: None,
        view: c.view.clone().map(|view| View {
            examples: Vec::new(),
            days: None,
            ..view
        }),
        ..c.clone()
    };
    TableProfile {
        columns: profile.columns.iter().map(column).collect(),
        freshness: None,
        ..profile.clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::prepare::describe::tests::{known, shop};

    #[tokio::test]
    async fn each_level_says_no_more_than_it_may() {
        let knowledge = known(shop()).await;
        let says = |level| {
            let seen = knowledge.seen(level);
            let at = seen.catalog.tables.iter().position(|t| t.name == "orders").unwrap();
            let words = &seen.described.tables[at];
            let all: Vec<String> = words
                .columns
                .iter()
                .map(|c| format!("{} {}", c.words.short, c.words.long))
                .collect();
            format!(
                "{} {} {}",
                words.table.words.short,
                words.table.words.long,
                all.join(" ")
            )
        };
        let (names, profile, values) = (says(Privacy::Names), says(Privacy::Profile), says(Privacy::Values));
        assert!(
            !names.contains("100") && !names.contains("paid") && !names.contains("2023"),
            "{names}"
        );
        assert!(profile.contains("100 rows") && profile.contains("3%"), "{profile}");
        assert!(
            !profile.contains("paid") && !profile.contains("2023") && !profile.contains("99.5"),
            "{profile}"
        );
        assert!(values.contains("'paid'") && values.contains("2023-01-01"), "{values}");
        assert!(knowledge.seen(Privacy::Values).examples.is_empty());
        assert!(!knowledge.seen(Privacy::Rows).examples.is_empty());
    }

    #[test]
    fn labels_are_values() {
        assert_eq!(without_texts("ENUM('a', 'b')"), "ENUM");
        assert_eq!(without_texts("DECIMAL(10,2)"), "DECIMAL(10,2)");
    }
}
