//! Names that have to be quoted cost no rule its change.

use std::collections::{BTreeMap, BTreeSet};

use sqlparser::ast::{SelectItem, Visitor};
use sqlparser::tokenizer::{Token, Tokenizer, Word};

use super::*;

/// What is odd about every name of a statement and its tables.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Odd {
    Space,
    Quote,
    Keyword,
    UpperCase,
}

/// In the order of the alphabet, as the names are that they stand for: some rules sort names.
const KEYWORDS: [&str; 38] = [
    "all",
    "and",
    "as",
    "between",
    "by",
    "case",
    "create",
    "cross",
    "distinct",
    "else",
    "end",
    "except",
    "exists",
    "from",
    "group",
    "having",
    "in",
    "inner",
    "intersect",
    "into",
    "is",
    "join",
    "left",
    "limit",
    "not",
    "null",
    "on",
    "or",
    "order",
    "outer",
    "right",
    "select",
    "table",
    "then",
    "union",
    "using",
    "when",
    "where",
];

#[derive(Default)]
struct Said(BTreeSet<String>);

impl Visitor for Said {
    type Break = ();
    fn pre_visit_table_factor(&mut self, factor: &TableFactor) -> ControlFlow<()> {
        self.0.extend(shape::alias_of(factor));
        ControlFlow::Continue(())
    }
    fn pre_visit_query(&mut self, query: &Query) -> ControlFlow<()> {
        let named = query.with.iter().flat_map(|w| &w.cte_tables);
        self.0.extend(named.map(|cte| cte.alias.name.value.clone()));
        ControlFlow::Continue(())
    }
    fn pre_visit_select(&mut self, select: &sqlparser::ast::Select) -> ControlFlow<()> {
        for item in &select.projection {
            if let SelectItem::ExprWithAlias { alias, .. } = item {
                self.0.insert(alias.value.clone());
            }
        }
        ControlFlow::Continue(())
    }
}

/// Every name of the statement and the tables, and the one in its place.
fn names(query: &Query, catalog: &Catalog, odd: Odd) -> BTreeMap<String, String> {
    let mut said = Said::default();
    let _ = tree::read(query, &mut said);
    let columns = catalog.tables.iter().flat_map(|t| &t.columns).map(|c| c.name.clone());
    said.0
        .extend(catalog.tables.iter().map(|t| t.name.clone()).chain(columns));
    let replaced = said.0.into_iter().enumerate().map(|(at, name)| {
        let new = match odd {
            Odd::Space => format!("{name} of it"),
            Odd::Quote => format!("{name}\"s"),
            Odd::Keyword => KEYWORDS[at].to_string(),
            Odd::UpperCase => format!("{}{}", name[..1].to_uppercase(), &name[1..]),
        };
        (name, new)
    });
    replaced.collect()
}

fn home_with(dialect: Dialect, names: &BTreeMap<String, String>) -> Catalog {
    let mut catalog = home::home(dialect);
    let new = |name: &mut String| name.clone_from(&names[name.as_str()]);
    for table in &mut catalog.tables {
        new(&mut table.name);
        table.columns.iter_mut().for_each(|c| new(&mut c.name));
        table.primary_key.iter_mut().for_each(new);
        for key in &mut table.foreign_keys {
            new(&mut key.to_table);
            key.columns.iter_mut().chain(&mut key.to_columns).for_each(new);
        }
    }
    catalog
}

fn tokens(sql: &str, dialect: Dialect) -> Vec<Token> {
    let grammar = parse::grammar(dialect);
    Tokenizer::new(grammar.as_ref(), sql).tokenize().unwrap()
}

/// The statement with other names, all quoted.
fn said_with(sql: &str, dialect: Dialect, names: &BTreeMap<String, String>) -> String {
    let all = tokens(sql, dialect);
    let replaced = all.iter().enumerate().map(|(at, token)| match token {
        Token::Word(word) if all.get(at + 1) != Some(&Token::LParen) => match names.get(&word.value) {
            Some(new) => format!("\"{}\"", new.replace('"', "\"\"")),
            None => token.to_string(),
        },
        other => other.to_string(),
    });
    replaced.collect()
}

/// What the engine reads: a quoted name and a bare one that mean the same are one.
fn read(sql: &str, dialect: Dialect) -> Vec<String> {
    let word = |w: &Word| match (dialect, w.quote_style) {
        (Dialect::Postgres, Some(_)) => w.value.clone(),
        _ => w.value.to_lowercase(),
    };
    let all = tokens(sql, dialect).into_iter();
    all.filter(|t| !matches!(t, Token::Whitespace(_)))
        .map(|t| match &t {
            Token::Word(w) => word(w),
            other => other.to_string(),
        })
        .collect()
}

#[test]
fn no_rule_loses_its_change_to_a_name_that_has_to_be_quoted() {
    let mut wrong = Vec::new();
    let mut tried = 0;
    for rule in RULES {
        for dialect in rule.engines {
            for sql in std::iter::once(&rule.before).chain(rule.also) {
                let home = home::home(*dialect);
                let Some(plain) = qualified(sql, *dialect) else {
                    continue;
                };
                let made: Vec<String> = steps_of(rule, &plain, &home)
                    .iter()
                    .map(|s| s.query.to_string())
                    .collect();
                for odd in [Odd::Space, Odd::Quote, Odd::Keyword, Odd::UpperCase] {
                    let names = names(&parse::query(sql, *dialect).unwrap(), &home, odd);
                    let (catalog, sql) = (home_with(*dialect, &names), said_with(sql, *dialect, &names));
                    let query = qualify(&parse::query(&sql, *dialect).unwrap(), &catalog);
                    let got: Vec<Vec<String>> = query
                        .iter()
                        .flat_map(|q| steps_of(rule, q, &catalog))
                        .map(|s| read(&s.query.to_string(), *dialect))
                        .collect();
                    let expected: Vec<Vec<String>> = made
                        .iter()
                        .map(|m| read(&said_with(m, *dialect, &names), *dialect))
                        .collect();
                    tried += 1;
                    if got != expected {
                        let show =
                            |all: &[Vec<String>]| all.iter().map(|w| w.join(" ")).collect::<Vec<_>>().join("\n    ");
                        wrong.push(format!(
                            "{} {dialect:?} {odd:?}\n  of {sql}\n  is  {}\n  not {}",
                            rule.name,
                            show(&got),
                            show(&expected)
                        ));
                    }
                }
            }
        }
    }
    assert!(tried > 400, "{tried}");
    assert!(wrong.is_empty(), "{} of {tried}\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn what_only_its_case_tells_apart_is_left_alone_on_postgres() {
    let mut catalog = home::home(Dialect::Postgres);
    let orders = catalog.tables.iter_mut().find(|t| t.name == "orders").unwrap();
    let mut total = orders.columns.iter().find(|c| c.name == "total").unwrap().clone();
    total.name = "Total".into();
    orders.columns.push(total);
    let told = |sql: &str, catalog: &Catalog| {
        qualify(&parse::query(sql, Dialect::Postgres).unwrap(), catalog).map(|q| q.to_string())
    };
    let home = home::home(Dialect::Postgres);
    let plain = "SELECT o.total FROM orders o";
    assert!(told(plain, &home).is_some());
    assert_eq!(told(plain, &catalog), None);
    for sql in [
        "WITH \"Shops\" AS (SELECT 1 AS id) SELECT id FROM shops",
        "SELECT o.id FROM orders \"O\", orders o",
        "SELECT \"O\".id FROM orders \"O\" WHERE EXISTS (SELECT 1 FROM lines o WHERE o.order_id = \"O\".id)",
        "SELECT t.a FROM (SELECT id AS a, id AS \"A\" FROM shops) t",
    ] {
        assert_eq!(told(sql, &home), None, "{sql}");
    }
    // The other two read them as one.
    let sqlite = parse::query("SELECT \"O\".TOTAL FROM orders o", Dialect::Sqlite).unwrap();
    let told = qualify(&sqlite, &home::home(Dialect::Sqlite)).unwrap();
    assert_eq!(told.to_string(), "SELECT o.total FROM orders o");
}
