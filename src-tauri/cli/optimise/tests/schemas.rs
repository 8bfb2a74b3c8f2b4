//! Schemas from a seed: the home of the rules' examples under other names, with other keys, kinds and NOT NULLs.

use askwell_contract::{Catalog, Dialect, TypeKind};
use askwell_engine::chance::Chance;
use askwell_sql::rewrite::home::home;
use askwell_sql::{dialect, parse};

pub struct Made {
    pub catalog: Catalog,
    /// Old name and new one.
    names: Vec<(String, String)>,
}

const SYLLABLES: [&str; 12] = ["ba", "do", "fi", "gu", "ke", "lo", "mi", "na", "pu", "re", "so", "ti"];

pub fn made(dialect: Dialect, seed: u64) -> Made {
    let mut catalog = home(dialect);
    let mut chance = Chance(seed);
    let mut names: Vec<(String, String)> = Vec::new();
    let every = |catalog: &Catalog| -> Vec<String> {
        let columns = catalog.tables.iter().flat_map(|t| &t.columns).map(|c| c.name.clone());
        catalog.tables.iter().map(|t| t.name.clone()).chain(columns).collect()
    };
    for name in every(&catalog) {
        if names.iter().any(|(old, _)| *old == name) {
            continue;
        }
        // The number keeps two names apart, and no name is a word of SQL.
        let word: String = (0..3).map(|_| SYLLABLES[chance.below(SYLLABLES.len())]).collect();
        names.push(match seed % 3 {
            // They have to be quoted.
            0 => (name, format!("{} no. {}", word.to_uppercase(), names.len())),
            _ => (name, format!("{word}{}", names.len())),
        });
    }
    let wide = chance.of_100(40);
    for table in &mut catalog.tables {
        for column in &mut table.columns {
            column.nullable = match column.nullable {
                true => !chance.of_100(25),
                false => chance.of_100(20),
            };
            match column.kind {
                TypeKind::Decimal if chance.of_100(40) => {
                    (column.kind, column.declared_type) = (TypeKind::Integer, "INTEGER".into());
                }
                TypeKind::Date if chance.of_100(40) => {
                    (column.kind, column.declared_type) = (TypeKind::Timestamp, "TIMESTAMP".into());
                }
                TypeKind::Integer if wide => column.declared_type = "BIGINT".into(),
                _ => {}
            }
        }
        if chance.of_100(25) {
            table.primary_key.clear();
        }
        if chance.of_100(30) {
            table.foreign_keys.clear();
        }
        if chance.of_100(35) {
            let at = chance.below(table.columns.len());
            table.unique.push(vec![table.columns[at].name.clone()]);
        }
    }
    let mut made = Made { catalog, names };
    let mut catalog = made.catalog.clone();
    for table in &mut catalog.tables {
        made.rename(&mut table.name);
        table.columns.iter_mut().for_each(|c| made.rename(&mut c.name));
        table.primary_key.iter_mut().for_each(|c| made.rename(c));
        table.unique.iter_mut().flatten().for_each(|c| made.rename(c));
        for key in &mut table.foreign_keys {
            made.rename(&mut key.to_table);
            key.columns
                .iter_mut()
                .chain(&mut key.to_columns)
                .for_each(|c| made.rename(c));
        }
    }
    made.catalog = catalog;
    made
}

impl Made {
    pub fn as_it_is(catalog: Catalog) -> Self {
        Self {
            catalog,
            names: Vec::new(),
        }
    }

    pub fn is_from_a_seed(&self) -> bool {
        !self.names.is_empty()
    }

    fn rename(&self, name: &mut String) {
        if let Some((_, new)) = self.names.iter().find(|(old, _)| old == name) {
            name.clone_from(new);
        }
    }

    /// A statement over the home, over this schema. What stands between quotes is left.
    pub fn said(&self, sql: &str) -> String {
        let between = |at: usize, text: &str| match at % 2 {
            1 => format!("'{text}'"),
            _ => self.words(text),
        };
        sql.split('\'')
            .enumerate()
            .map(|(at, text)| between(at, text))
            .collect()
    }

    fn words(&self, text: &str) -> String {
        let (mut out, mut word) = (String::new(), String::new());
        for c in text.chars().chain([' ']) {
            if c.is_ascii_alphanumeric() || c == '_' {
                word.push(c);
                continue;
            }
            match self.names.iter().find(|(old, _)| *old == word) {
                Some((_, new)) => out.push_str(&dialect::ident(new, self.catalog.dialect)),
                None => out.push_str(&word),
            }
            out.push(c);
            word.clear();
        }
        out.pop();
        out
    }
}

#[test]
fn a_schema_from_a_seed_has_other_names_and_the_statements_follow() {
    let made = made(Dialect::Sqlite, 3);
    let sql = "SELECT c.name AS name, 'name' AS n FROM customers c WHERE c.id = 1";
    let said = made.said(sql);
    assert!(
        !said.contains("customers") && said.contains("'name' AS n") && said.starts_with("SELECT c."),
        "{said}"
    );
    let query = parse::query(&said, Dialect::Sqlite).unwrap();
    assert!(askwell_sql::rewrite::qualify(&query, &made.catalog).is_some());
    assert_eq!(made.said(sql), self::made(Dialect::Sqlite, 3).said(sql));
    assert_ne!(made.catalog, self::made(Dialect::Sqlite, 4).catalog);
    assert!(said.contains("FROM \""), "{said}");
    assert!(!self::made(Dialect::Sqlite, 4).said(sql).contains('"'));
}
