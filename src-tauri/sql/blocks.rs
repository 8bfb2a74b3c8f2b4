//! The SELECTs of a query, what each reads, and changes to one of them.
//!
//! In: a query and the meaning of its names. Out: its SELECTs by their place, which of them every name stands in, and
//! the query with tables joined, or asked for with EXISTS, and names qualified. Deliberately absent: why something is joined ([`crate::repair`]).

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use askwell_contract::{Catalog, Dialect, Table};
use sqlparser::ast::{
    Expr, Ident, Join, JoinOperator, ObjectName, ObjectNamePart, Query, Select, SelectItem,
    SelectItemQualifiedWildcardKind, SetExpr, TableFactor, Visitor, VisitorMut, WildcardAdditionalOptions,
};
use sqlparser::tokenizer::Location;

use crate::dialect;
use crate::parse;
use crate::scope::{name_of, Names, Use};
use crate::tree;

mod once;

/// A table or subquery that a SELECT reads.
#[derive(Debug, Clone)]
pub struct Source {
    /// Place in FROM, where commas part the places.
    pub item: usize,
    /// The name that its columns are qualified by.
    pub shown: String,
    /// Place in the catalog.
    pub table: Option<usize>,
    /// Joined by LEFT JOIN: what hangs on it must be so too.
    pub left: bool,
    /// Nothing can be joined to it without changing what the query says.
    pub fixed: bool,
    pub added: bool,
    /// Added, and there may be several rows of it for one of those before.
    pub many: bool,
}

impl Source {
    /// The table, where another can be joined to it.
    pub fn start(&self) -> Option<usize> {
        self.table.filter(|_| !self.fixed)
    }
}

#[derive(Debug, Default)]
pub struct Block {
    pub parent: Option<Location>,
    pub sources: Vec<Source>,
    /// Names given to outputs.
    pub outputs: Vec<String>,
}

#[derive(Debug, Default)]
pub struct Blocks {
    /// By the place of the word SELECT.
    pub all: BTreeMap<Location, Block>,
    owners: BTreeMap<Location, Location>,
}

impl Blocks {
    /// The SELECT that a name stands in; ORDER BY belongs to the SELECT it sorts.
    pub fn owner(&self, used: &Use<'_>) -> Option<Location> {
        self.owners.get(&used.at.start).copied()
    }
}

/// The name of a table without its schema.
pub fn shown(table: &Table) -> String {
    let bare = table
        .schema
        .as_deref()
        .and_then(|schema| table.name.strip_prefix(schema)?.strip_prefix('.'));
    bare.unwrap_or(&table.name).to_string()
}

pub fn of(query: &Query, names: &Names<'_>, catalog: &Catalog) -> Blocks {
    let mut walk = Walk {
        names,
        catalog,
        open: Vec::new(),
        blocks: Blocks::default(),
    };
    let _ = tree::read(query, &mut walk);
    walk.blocks
}

fn place(select: &Select) -> Location {
    select.select_token.0.span.start
}

struct Walk<'a> {
    names: &'a Names<'a>,
    catalog: &'a Catalog,
    open: Vec<Option<Location>>,
    blocks: Blocks,
}

impl Walk<'_> {
    fn enter(&mut self, select: &Select) {
        let at = place(select);
        if !self.blocks.all.contains_key(&at) {
            let block = Block {
                parent: self.open.iter().rev().find_map(|o| *o),
                sources: self.sources(select),
                outputs: outputs(select),
            };
            self.blocks.all.insert(at, block);
        }
        self.open.push(Some(at));
    }

    fn sources(&self, select: &Select) -> Vec<Source> {
        let mut out = Vec::new();
        for (item, from) in select.from.iter().enumerate() {
            // Beyond a RIGHT or FULL JOIN a further join would drop the rows that it keeps.
            let plain = |j: &Join| {
                matches!(
                    j.join_operator,
                    JoinOperator::Join(_)
                        | JoinOperator::Inner(_)
                        | JoinOperator::Left(_)
                        | JoinOperator::LeftOuter(_)
                        | JoinOperator::CrossJoin(_)
                )
            };
            let fixed = !from.joins.iter().all(plain);
            let left = |j: &Join| matches!(j.join_operator, JoinOperator::Left(_) | JoinOperator::LeftOuter(_));
            let joined = from.joins.iter().map(|j| (&j.relation, left(j)));
            for (factor, left) in std::iter::once((&from.relation, false)).chain(joined) {
                let (shown, table) = self.factor(factor);
                out.push(Source {
                    item,
                    shown,
                    table,
                    left,
                    fixed,
                    added: false,
                    many: false,
                });
            }
        }
        out
    }

    fn factor(&self, factor: &TableFactor) -> (String, Option<usize>) {
        let given = match factor {
            TableFactor::Table { alias, .. } | TableFactor::Derived { alias, .. } => {
                alias.as_ref().map(|a| a.name.value.clone())
            }
            _ => None,
        };
        let TableFactor::Table { name, args: None, .. } = factor else {
            return (given.unwrap_or_default(), None);
        };
        let last = name.0.last().and_then(ObjectNamePart::as_ident);
        let relation = last.and_then(|i| self.names.relations.iter().find(|r| r.at == i.span));
        let table = relation.and_then(|r| r.table);
        let table = table.and_then(|t| self.catalog.tables.iter().position(|other| other.name == t.name));
        (
            given.or_else(|| last.map(|i| i.value.clone())).unwrap_or_default(),
            table,
        )
    }
}

impl Visitor for Walk<'_> {
    type Break = ();

    fn pre_visit_query(&mut self, query: &Query) -> ControlFlow<()> {
        match query.body.as_ref() {
            SetExpr::Select(select) => self.enter(select),
            _ => self.open.push(None),
        }
        ControlFlow::Continue(())
    }
    fn post_visit_query(&mut self, _: &Query) -> ControlFlow<()> {
        self.open.pop();
        ControlFlow::Continue(())
    }
    fn pre_visit_select(&mut self, select: &Select) -> ControlFlow<()> {
        self.enter(select);
        ControlFlow::Continue(())
    }
    fn post_visit_select(&mut self, _: &Select) -> ControlFlow<()> {
        self.open.pop();
        ControlFlow::Continue(())
    }
    fn pre_visit_expr(&mut self, expr: &Expr) -> ControlFlow<()> {
        if let (Expr::Identifier(_) | Expr::CompoundIdentifier(_), Some(name)) = (expr, name_of(expr)) {
            if let Some(Some(at)) = self.open.last() {
                self.blocks.owners.insert(name.span.start, *at);
            }
        }
        ControlFlow::Continue(())
    }
}

fn outputs(select: &Select) -> Vec<String> {
    let named = select.projection.iter().filter_map(|item| match item {
        SelectItem::ExprWithAlias { alias, .. } => Some(alias.value.clone()),
        _ => None,
    });
    named.collect()
}

#[derive(Debug, Default)]
pub struct Change {
    /// By SELECT: the place in FROM and `JOIN … ON …`.
    pub joins: BTreeMap<Location, Vec<(usize, String)>>,
    /// By the place of a column's name: what it is qualified by.
    pub qualifiers: BTreeMap<Location, String>,
}

impl Change {
    /// The changed query; and whether EXISTS took the place of joins.
    pub fn apply(&self, query: &Query, blocks: &Blocks, catalog: &Catalog) -> Option<(String, bool)> {
        let dialect = catalog.dialect;
        let mut joins = BTreeMap::new();
        for (at, texts) in &self.joins {
            let read: Option<Vec<(usize, Join)>> = texts
                .iter()
                .map(|(item, text)| Some((*item, read(text, dialect)?)))
                .collect();
            joins.insert(*at, read?);
        }
        let mut query = query.clone();
        let mut walk = Write {
            change: self,
            joins,
            blocks,
            catalog,
            added: BTreeMap::new(),
            once: false,
        };
        tree::change(&mut query, &mut walk);
        let once = walk.once;
        Some((query.to_string(), once))
    }
}

fn read(join: &str, dialect: Dialect) -> Option<Join> {
    let query = parse::query(&format!("SELECT 1 FROM x {join}"), dialect).ok()?;
    match *query.body {
        SetExpr::Select(select) => select.from.into_iter().next()?.joins.into_iter().next(),
        _ => None,
    }
}

struct Write<'a> {
    change: &'a Change,
    joins: BTreeMap<Location, Vec<(usize, Join)>>,
    blocks: &'a Blocks,
    catalog: &'a Catalog,
    /// By SELECT: the places in FROM that joins were put behind.
    added: BTreeMap<Location, Vec<usize>>,
    once: bool,
}

impl Write<'_> {
    fn ident(&self, name: &str) -> Ident {
        if dialect::ident(name, self.catalog.dialect) == name {
            Ident::new(name)
        } else {
            Ident::with_quote('"', name)
        }
    }
}

impl VisitorMut for Write<'_> {
    type Break = ();

    fn pre_visit_expr(&mut self, expr: &mut Expr) -> ControlFlow<()> {
        let at = name_of(expr).map(|name| name.span.start);
        if let Some(qualifier) = at.and_then(|at| self.change.qualifiers.get(&at)) {
            let qualifier = self.ident(qualifier);
            match expr {
                Expr::Identifier(name) => *expr = Expr::CompoundIdentifier(vec![qualifier, name.clone()]),
                Expr::CompoundIdentifier(parts) => {
                    if let [first, _] = parts.as_mut_slice() {
                        *first = qualifier;
                    }
                }
                _ => {}
            }
        }
        ControlFlow::Continue(())
    }

    fn post_visit_select(&mut self, select: &mut Select) -> ControlFlow<()> {
        let at = place(select);
        let (Some(joins), Some(block)) = (self.joins.remove(&at), self.blocks.all.get(&at)) else {
            return ControlFlow::Continue(());
        };
        for (item, join) in joins {
            if let Some(from) = select.from.get_mut(item) {
                from.joins.push(join);
                self.added.entry(at).or_default().push(item);
            }
        }
        // `*` stays what it was: the columns of the tables that were there.
        let own = || block.sources.iter().filter(|s| !s.added);
        if own().all(|s| !s.shown.is_empty()) {
            let before = std::mem::take(&mut select.projection);
            for item in before {
                if item.to_string() != "*" {
                    select.projection.push(item);
                    continue;
                }
                select.projection.extend(own().map(|s| {
                    let name = ObjectName(vec![ObjectNamePart::Identifier(self.ident(&s.shown))]);
                    SelectItem::QualifiedWildcard(
                        SelectItemQualifiedWildcardKind::ObjectName(name),
                        WildcardAdditionalOptions::default(),
                    )
                }));
            }
        }
        ControlFlow::Continue(())
    }

    fn post_visit_query(&mut self, query: &mut Query) -> ControlFlow<()> {
        if let SetExpr::Select(select) = query.body.as_ref() {
            let at = place(select);
            if let (Some(added), Some(block)) = (self.added.remove(&at), self.blocks.all.get(&at)) {
                self.once |= once::put(query, block, &added, self.catalog);
            }
        }
        ControlFlow::Continue(())
    }
}
