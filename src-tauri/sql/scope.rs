//! Which table and column every name of a query means.
//!
//! In: a parsed query and the catalog. Out: one [`Use`] a column name and one [`Relation`] a table name, in the
//! order of the text. Lenient where SQL is intricate: what cannot be told is [`Meaning::Unsure`], never an error.

use std::ops::ControlFlow;

use askwell_contract::{Catalog, Column, Table};
use sqlparser::ast::{
    Expr, Ident, ObjectName, ObjectNamePart, Query, Select, SelectItem, SetExpr, TableFactor, TableWithJoins, Visitor,
};
use sqlparser::tokenizer::Span;

use crate::tree;

/// A column name in the text.
#[derive(Debug, Clone, PartialEq)]
pub struct Use<'a> {
    pub qualifier: Option<String>,
    pub qualifier_at: Option<Span>,
    pub name: String,
    /// Place of the name itself, without its qualifier.
    pub at: Span,
    /// Written between double quotes, which SQLite may read as a text.
    pub quoted: bool,
    pub meaning: Meaning<'a>,
}

#[derive(Debug, Clone, PartialEq)]
pub enum Meaning<'a> {
    Column(&'a Table, &'a Column),
    /// An output name of the query, or a column of a subquery.
    Derived,
    /// No table in reach has such a column; these are the tables that were looked at.
    Unknown(Vec<&'a Table>),
    /// No table in reach has the qualifier's name.
    UnknownTable,
    /// Several tables in reach have it.
    Ambiguous(Vec<&'a Table>),
    Unsure,
}

/// A table name in the text.
#[derive(Debug, Clone, PartialEq)]
pub struct Relation<'a> {
    pub name: String,
    pub alias: Option<String>,
    pub at: Span,
    /// `None`: neither a table of the catalog nor a subquery's name.
    pub table: Option<&'a Table>,
    pub known: bool,
}

#[derive(Debug, Default)]
pub struct Names<'a> {
    pub uses: Vec<Use<'a>>,
    pub relations: Vec<Relation<'a>>,
}

impl<'a> Names<'a> {
    /// The column that the name at this place means.
    pub fn column_at(&self, at: Span) -> Option<(&'a Table, &'a Column)> {
        self.uses.iter().find(|u| u.at == at).and_then(|u| match u.meaning {
            Meaning::Column(table, column) => Some((table, column)),
            _ => None,
        })
    }
    /// The column that an expression is, where it is nothing but a column.
    pub fn column_of(&self, expr: &Expr) -> Option<(&'a Table, &'a Column)> {
        self.column_at(name_of(expr)?.span)
    }
}

/// The last name of a column expression.
pub fn name_of(expr: &Expr) -> Option<&Ident> {
    match expr {
        Expr::Identifier(ident) => Some(ident),
        Expr::CompoundIdentifier(parts) => parts.last(),
        Expr::Nested(inner) => name_of(inner),
        Expr::Collate { expr, .. } => name_of(expr),
        _ => None,
    }
}

pub fn names<'a>(query: &Query, catalog: &'a Catalog) -> Names<'a> {
    let mut walk = Walk {
        catalog,
        frames: Vec::new(),
        names: Names::default(),
    };
    let _ = tree::read(query, &mut walk);
    walk.names
}

/// The table that a name means. A schema in front is left out where the catalog does not use it.
pub fn find_table<'a>(catalog: &'a Catalog, parts: &[String]) -> Option<&'a Table> {
    let last = parts.last()?;
    catalog.table(&parts.join(".")).or_else(|| catalog.table(last))
}

pub fn plain_parts(name: &ObjectName) -> Vec<String> {
    name.0
        .iter()
        .filter_map(ObjectNamePart::as_ident)
        .map(|i| i.value.clone())
        .collect()
}

enum Source<'a> {
    Table(&'a Table),
    /// Output names of a subquery.
    Columns(Vec<String>),
    Opaque,
}

#[derive(Default)]
struct Frame<'a> {
    /// Names given by WITH, and their columns where they can be told.
    with: Vec<(String, Option<Vec<String>>)>,
    sources: Vec<(String, Source<'a>)>,
    outputs: Vec<String>,
    /// Frames pushed for a query whose body is one SELECT serve that SELECT too.
    shared: bool,
}

struct Walk<'a> {
    catalog: &'a Catalog,
    frames: Vec<Frame<'a>>,
    names: Names<'a>,
}

impl<'a> Walk<'a> {
    fn sources(&self, from: &[TableWithJoins], into: &mut Vec<(String, Source<'a>)>) {
        for item in from {
            self.source(&item.relation, into);
            for join in &item.joins {
                self.source(&join.relation, into);
            }
        }
    }

    fn source(&self, factor: &TableFactor, into: &mut Vec<(String, Source<'a>)>) {
        match factor {
            TableFactor::Table {
                name,
                alias,
                args: None,
                ..
            } => {
                let parts = plain_parts(name);
                let given = alias.as_ref().map(|a| a.name.value.clone());
                let shown = given.unwrap_or_else(|| parts.last().cloned().unwrap_or_default());
                into.push((shown, self.named(&parts)));
            }
            TableFactor::Derived { subquery, alias, .. } => {
                let renamed: Vec<String> = alias
                    .iter()
                    .flat_map(|a| &a.columns)
                    .map(|c| c.name.value.clone())
                    .collect();
                let columns = if renamed.is_empty() {
                    outputs(subquery)
                } else {
                    Some(renamed)
                };
                let name = alias.as_ref().map(|a| a.name.value.clone()).unwrap_or_default();
                into.push((name, columns.map_or(Source::Opaque, Source::Columns)));
            }
            TableFactor::NestedJoin { table_with_joins, .. } => {
                self.sources(std::slice::from_ref(table_with_joins), into);
            }
            _ => into.push((String::new(), Source::Opaque)),
        }
    }

    fn named(&self, parts: &[String]) -> Source<'a> {
        if let [single] = parts {
            for frame in self.frames.iter().rev() {
                if let Some((_, columns)) = frame.with.iter().find(|(n, _)| n.eq_ignore_ascii_case(single)) {
                    return columns.clone().map_or(Source::Opaque, Source::Columns);
                }
            }
        }
        find_table(self.catalog, parts).map_or(Source::Opaque, Source::Table)
    }

    fn is_with_name(&self, parts: &[String]) -> bool {
        matches!(parts, [single] if self.frames.iter().any(|f| f.with.iter().any(|(n, _)| n.eq_ignore_ascii_case(single))))
    }

    fn qualified(&self, qualifier: &str, name: &str) -> Meaning<'a> {
        for frame in self.frames.iter().rev() {
            let Some((_, source)) = frame.sources.iter().find(|(n, _)| n.eq_ignore_ascii_case(qualifier)) else {
                continue;
            };
            return match source {
                Source::Table(table) => match table.column(name) {
                    Some(column) => Meaning::Column(table, column),
                    None if is_hidden(name) => Meaning::Unsure,
                    None => Meaning::Unknown(vec![table]),
                },
                Source::Columns(names) if has(names, name) => Meaning::Derived,
                Source::Columns(_) | Source::Opaque => Meaning::Unsure,
            };
        }
        Meaning::UnknownTable
    }

    fn bare(&self, name: &str) -> Meaning<'a> {
        let mut looked_at = Vec::new();
        let mut unsure = false;
        for frame in self.frames.iter().rev() {
            let mut found: Vec<Meaning<'a>> = Vec::new();
            for (_, source) in &frame.sources {
                match source {
                    Source::Table(table) => match table.column(name) {
                        Some(column) => found.push(Meaning::Column(table, column)),
                        None => looked_at.push(*table),
                    },
                    Source::Columns(names) if has(names, name) => found.push(Meaning::Derived),
                    Source::Columns(_) => {}
                    Source::Opaque => unsure = true,
                }
            }
            let output = has(&frame.outputs, name);
            match found.len() {
                0 if output => return Meaning::Derived,
                0 => {}
                1 => return found.remove(0),
                _ if output => return Meaning::Derived,
                _ => {
                    let tables = found.iter().filter_map(|m| match m {
                        Meaning::Column(table, _) => Some(*table),
                        _ => None,
                    });
                    return Meaning::Ambiguous(tables.collect());
                }
            }
        }
        if unsure || is_hidden(name) {
            Meaning::Unsure
        } else {
            Meaning::Unknown(looked_at)
        }
    }

    fn column(&mut self, parts: &[Ident]) {
        let Some(last) = parts.last() else { return };
        let before = parts.len().checked_sub(2).and_then(|i| parts.get(i));
        let qualifier = before.map(|i| i.value.clone());
        let meaning = match &qualifier {
            Some(q) if parts.len() == 2 => self.qualified(q, &last.value),
            // `schema.table.column`, or a field of a struct.
            Some(_) => Meaning::Unsure,
            None => self.bare(&last.value),
        };
        self.names.uses.push(Use {
            qualifier,
            qualifier_at: before.map(|i| i.span),
            name: last.value.clone(),
            at: last.span,
            quoted: last.quote_style.is_some(),
            meaning,
        });
    }
}

impl Visitor for Walk<'_> {
    type Break = ();

    fn pre_visit_query(&mut self, query: &Query) -> ControlFlow<()> {
        let with: Vec<_> = query
            .with
            .iter()
            .flat_map(|w| &w.cte_tables)
            .map(|cte| {
                let renamed: Vec<String> = cte.alias.columns.iter().map(|c| c.name.value.clone()).collect();
                let columns = if renamed.is_empty() {
                    outputs(&cte.query)
                } else {
                    Some(renamed)
                };
                (cte.alias.name.value.clone(), columns)
            })
            .collect();
        self.frames.push(Frame {
            with,
            ..Frame::default()
        });
        if let SetExpr::Select(select) = query.body.as_ref() {
            let mut sources = Vec::new();
            self.sources(&select.from, &mut sources);
            if let Some(frame) = self.frames.last_mut() {
                frame.sources = sources;
                frame.outputs = aliases(select);
                frame.shared = true;
            }
        } else if let Some(frame) = self.frames.last_mut() {
            // ORDER BY of a set operation sees the outputs alone.
            frame.sources.push((String::new(), Source::Opaque));
        }
        ControlFlow::Continue(())
    }

    fn post_visit_query(&mut self, _: &Query) -> ControlFlow<()> {
        self.frames.pop();
        ControlFlow::Continue(())
    }

    fn pre_visit_select(&mut self, select: &Select) -> ControlFlow<()> {
        let mut frame = Frame {
            outputs: aliases(select),
            ..Frame::default()
        };
        if !self.frames.last().is_some_and(|f| f.shared) {
            let mut sources = Vec::new();
            self.sources(&select.from, &mut sources);
            frame.sources = sources;
        }
        self.frames.push(frame);
        ControlFlow::Continue(())
    }

    fn post_visit_select(&mut self, _: &Select) -> ControlFlow<()> {
        self.frames.pop();
        ControlFlow::Continue(())
    }

    fn pre_visit_table_factor(&mut self, factor: &TableFactor) -> ControlFlow<()> {
        if let TableFactor::Table {
            name,
            alias,
            args: None,
            ..
        } = factor
        {
            let parts = plain_parts(name);
            let with = self.is_with_name(&parts);
            let table = if with { None } else { find_table(self.catalog, &parts) };
            let span = name
                .0
                .last()
                .and_then(ObjectNamePart::as_ident)
                .map_or(Span::empty(), |i| i.span);
            self.names.relations.push(Relation {
                name: parts.join("."),
                alias: alias.as_ref().map(|a| a.name.value.clone()),
                at: span,
                table,
                known: with || table.is_some() || is_system(&parts),
            });
        }
        ControlFlow::Continue(())
    }

    fn pre_visit_expr(&mut self, expr: &Expr) -> ControlFlow<()> {
        match expr {
            Expr::Identifier(ident) => self.column(std::slice::from_ref(ident)),
            Expr::CompoundIdentifier(parts) => self.column(parts),
            _ => {}
        }
        ControlFlow::Continue(())
    }
}

fn has(names: &[String], name: &str) -> bool {
    names.iter().any(|n| n.eq_ignore_ascii_case(name))
}

/// Columns that every table has without declaring them.
fn is_hidden(name: &str) -> bool {
    ["rowid", "oid", "_rowid_", "ctid", "tableoid"]
        .iter()
        .any(|h| h.eq_ignore_ascii_case(name))
}

fn is_system(parts: &[String]) -> bool {
    let all = parts.join(".").to_ascii_lowercase();
    ["sqlite_", "pg_", "information_schema.", "duckdb_"]
        .iter()
        .any(|start| all.starts_with(start))
}

fn aliases(select: &Select) -> Vec<String> {
    let named = select.projection.iter().filter_map(|item| match item {
        SelectItem::ExprWithAlias { alias, .. } => Some(alias.value.clone()),
        _ => None,
    });
    named.collect()
}

/// Output names of a query; `None` where a `*` or an unnamed expression hides one.
fn outputs(query: &Query) -> Option<Vec<String>> {
    let mut body = query.body.as_ref();
    loop {
        match body {
            SetExpr::Select(select) => {
                let name = |item: &SelectItem| match item {
                    SelectItem::ExprWithAlias { alias, .. } => Some(alias.value.clone()),
                    SelectItem::UnnamedExpr(expr) => name_of(expr).map(|i| i.value.clone()),
                    _ => None,
                };
                return select.projection.iter().map(name).collect();
            }
            SetExpr::SetOperation { left, .. } => body = left,
            SetExpr::Query(inner) => body = inner.body.as_ref(),
            _ => return None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::shop;
    use askwell_contract::Dialect;

    fn meanings(sql: &str) -> Vec<String> {
        let catalog = shop();
        let query = crate::parse::query(sql, Dialect::Sqlite).unwrap();
        names(&query, &catalog)
            .uses
            .iter()
            .map(|u| match &u.meaning {
                Meaning::Column(t, c) => format!("{}.{}", t.name, c.name),
                Meaning::Derived => format!("{} derived", u.name),
                Meaning::Unknown(tables) => format!("{} unknown in {}", u.name, tables.len()),
                Meaning::UnknownTable => format!("{} of an unknown table", u.name),
                Meaning::Ambiguous(tables) => format!("{} in {}", u.name, tables.len()),
                Meaning::Unsure => format!("{} unsure", u.name),
            })
            .collect()
    }

    #[test]
    fn names_are_resolved_through_aliases_and_subqueries() {
        assert_eq!(meanings("SELECT c.name FROM customers c"), ["customers.name"]);
        assert_eq!(meanings("SELECT NAME FROM Customers"), ["customers.name"]);
        assert_eq!(
            meanings("SELECT total FROM customers c JOIN orders o ON o.customer_id = c.id"),
            ["orders.total", "orders.customer_id", "customers.id"]
        );
        assert_eq!(
            meanings("SELECT s.n FROM (SELECT id AS n FROM orders) s"),
            ["n derived", "orders.id"]
        );
        assert_eq!(
            meanings("WITH w AS (SELECT id FROM orders) SELECT id FROM w"),
            ["orders.id", "id derived"]
        );
        assert_eq!(
            meanings("SELECT 1 FROM customers c WHERE EXISTS (SELECT 1 FROM orders WHERE customer_id = c.id)"),
            ["orders.customer_id", "customers.id"]
        );
        assert_eq!(
            meanings("SELECT country, COUNT(*) AS n FROM customers GROUP BY country ORDER BY n"),
            ["customers.country", "customers.country", "n derived"]
        );
    }

    #[test]
    fn what_is_wrong_is_told_apart() {
        assert_eq!(meanings("SELECT nam FROM customers"), ["nam unknown in 1"]);
        assert_eq!(meanings("SELECT x.name FROM customers"), ["name of an unknown table"]);
        assert_eq!(meanings("SELECT id FROM customers, orders"), ["id in 2"]);
        assert_eq!(meanings("SELECT a FROM somewhere"), ["a unsure"]);
        assert_eq!(meanings("SELECT rowid FROM customers"), ["rowid unsure"]);
    }
}
