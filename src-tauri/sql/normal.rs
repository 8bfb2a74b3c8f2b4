//! One text for statements that differ only in how they are written.
//!
//! In: SQL text. Out: text for comparing, never for running: comments and white space gone, lower case, needless
//! quotes gone, table aliases numbered. Statements with equal normal texts are the same statement; the reverse is
//! not promised.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use askwell_contract::Dialect;
use sqlparser::ast::{
    Expr, Ident, Query, SelectItem, SelectItemQualifiedWildcardKind, TableAlias, TableFactor, VisitorMut,
};
use sqlparser::tokenizer::{Token, Tokenizer};

use crate::parse;
use crate::scope::plain_parts;
use crate::tree;

pub fn normal(sql: &str, dialect: Dialect) -> String {
    match parse::query(sql, dialect) {
        Ok(mut query) => {
            rename(&mut query);
            words(&query.to_string(), dialect)
        }
        Err(_) => words(sql, dialect),
    }
}

/// Tokens, one space apart; words in lower case and without needless quotes.
pub(crate) fn words(sql: &str, dialect: Dialect) -> String {
    let grammar = parse::grammar(dialect);
    let Ok(tokens) = Tokenizer::new(grammar.as_ref(), sql).tokenize() else {
        return sql.split_whitespace().collect::<Vec<_>>().join(" ");
    };
    let mut out: Vec<String> = Vec::new();
    for token in tokens {
        match token {
            Token::Whitespace(_) | Token::SemiColon | Token::EOF => {}
            Token::Word(word) => {
                let lower = word.value.to_lowercase();
                let folds = dialect != Dialect::Postgres || word.quote_style.is_none() || lower == word.value;
                let bare = folds && crate::dialect::ident(&lower, dialect) == lower;
                out.push(if word.quote_style.is_none() || bare {
                    lower
                } else {
                    word.to_string()
                });
            }
            other => out.push(other.to_string()),
        }
    }
    out.join(" ")
}

/// Gives every table an alias by its place: `t1`, `t2`, ... The map goes by the name in use, so it stays one to one.
fn rename(query: &mut Query) {
    let mut collect = Collect::default();
    tree::change(query, &mut collect);
    if collect.taken {
        return;
    }
    tree::change(query, &mut Rename(collect.names));
}

#[derive(Default)]
struct Collect {
    names: BTreeMap<String, String>,
    /// A name already looks like ours: renaming could join two into one.
    taken: bool,
}

impl VisitorMut for Collect {
    type Break = ();
    fn pre_visit_table_factor(&mut self, factor: &mut TableFactor) -> ControlFlow<()> {
        if let Some(name) = in_use(factor) {
            let next = format!("t{}", self.names.len() + 1);
            self.taken |= name
                .strip_prefix('t')
                .is_some_and(|n| !n.is_empty() && n.bytes().all(|b| b.is_ascii_digit()));
            self.names.entry(name).or_insert(next);
        }
        ControlFlow::Continue(())
    }
}

struct Rename(BTreeMap<String, String>);

impl Rename {
    fn qualifier(&self, parts: &mut [Ident]) {
        if let [qualifier, _] = parts {
            if let Some(new) = self.0.get(&qualifier.value.to_lowercase()) {
                *qualifier = Ident::new(new.clone());
            }
        }
    }
}

impl VisitorMut for Rename {
    type Break = ();

    fn pre_visit_table_factor(&mut self, factor: &mut TableFactor) -> ControlFlow<()> {
        let new = in_use(factor).and_then(|name| self.0.get(&name));
        if let (Some(new), TableFactor::Table { alias, .. } | TableFactor::Derived { alias, .. }) = (new, factor) {
            let columns = alias.take().map(|a| a.columns).unwrap_or_default();
            *alias = Some(TableAlias {
                explicit: true,
                name: Ident::new(new.clone()),
                columns,
                at: None,
            });
        }
        ControlFlow::Continue(())
    }

    fn pre_visit_expr(&mut self, expr: &mut Expr) -> ControlFlow<()> {
        if let Expr::CompoundIdentifier(parts) = expr {
            self.qualifier(parts);
        }
        ControlFlow::Continue(())
    }

    fn pre_visit_select(&mut self, select: &mut sqlparser::ast::Select) -> ControlFlow<()> {
        for item in &mut select.projection {
            if let SelectItem::QualifiedWildcard(SelectItemQualifiedWildcardKind::ObjectName(name), _) = item {
                let parts = plain_parts(name);
                if let [qualifier] = parts.as_slice() {
                    if let Some(new) = self.0.get(&qualifier.to_lowercase()) {
                        *name = vec![Ident::new(new.clone())].into();
                    }
                }
            }
        }
        ControlFlow::Continue(())
    }
}

/// The name by which a query addresses a table, lower case.
fn in_use(factor: &TableFactor) -> Option<String> {
    let name = match factor {
        TableFactor::Table { alias: Some(alias), .. } | TableFactor::Derived { alias: Some(alias), .. } => {
            alias.name.value.clone()
        }
        TableFactor::Table { name, args: None, .. } => plain_parts(name).pop()?,
        _ => return None,
    };
    Some(name.to_lowercase())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn same(a: &str, b: &str) -> bool {
        normal(a, Dialect::Sqlite) == normal(b, Dialect::Sqlite)
    }

    #[test]
    fn writing_does_not_matter() {
        assert!(same("SELECT  a\nFROM t -- x\n;", "select A from T"));
        assert!(same("SELECT \"a\" FROM [t]", "SELECT a FROM t"));
        assert!(same(
            "SELECT c.name FROM customers c",
            "SELECT customers.name FROM customers"
        ));
        assert!(same(
            "SELECT x.a FROM t AS x JOIN u y ON y.id = x.id",
            "SELECT p.a FROM t p JOIN u AS q ON q.id = p.id"
        ));
        assert!(same("SELECT c.* FROM customers c", "SELECT d.* FROM customers d"));
    }

    #[test]
    fn meaning_does() {
        assert!(!same("SELECT a FROM t WHERE b = 'X'", "SELECT a FROM t WHERE b = 'x'"));
        assert!(!same("SELECT a FROM t", "SELECT a FROM u"));
        assert!(!same("SELECT x.a FROM t x, u y", "SELECT y.a FROM t x, u y"));
        assert!(!same("SELECT \"a b\" FROM t", "SELECT a b FROM t"));
        assert!(!same("SELECT t2.a FROM t t2, u t1", "SELECT t1.a FROM t t2, u t1"));
    }
}
