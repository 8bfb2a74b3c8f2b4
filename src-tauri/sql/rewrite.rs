//! Other ways to ask a database the same thing, some of them much faster.
//!
//! In: a query and the catalog. Out: queries that give the same rows, each with the rule that made it. One rule a file;
//! a rule is its change, what it needs of keys and types, a statement before and after, one that it must leave alone, and
//! why the two say the same. Deliberately absent: any judgement of speed, and any proof but the argument; both are the
//! engine's work (`engine/optimise`).

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use askwell_contract::optimise::{MayChange, Part};
use askwell_contract::{Catalog, Column, Dialect, Table, TypeKind};
use sqlparser::ast::{Expr, Ident, SetExpr, TableFactor, Visitor};
use sqlparser::parser::Parser;

use crate::scope::{find_table, plain_parts};
use crate::{parse, tree};

pub mod alone;
mod block;
mod numbered;
mod one_scan;
mod places;
mod qualify;
mod shape;
mod tied;
mod told;

pub mod domains;
pub mod flags;
pub mod home;
pub mod normal;
pub mod outer;
mod rules;
pub mod settled;
pub mod vector;
pub mod witness;

pub use qualify::qualify;
pub use rules::RULES;
pub use sqlparser::ast::Query;

pub struct Rule {
    pub name: &'static str,
    /// What was changed, as a person is told.
    pub says: &'static str,
    pub before: &'static str,
    pub after: &'static str,
    /// Further statements that it changes.
    pub also: &'static [&'static str],
    /// Statements that look alike and must stay as they are.
    pub leaves: &'static [&'static str],
    /// Why both say the same, and what has to hold for it.
    pub sound: &'static str,
    /// Where the change is described.
    pub source: &'static str,
    /// The engines whose statements it looks at.
    pub engines: &'static [Dialect],
    /// What one change did, naming what was changed; without it, and where it finds no words, `says` stands.
    tells: Option<fn(&Query, &Query) -> Option<String>>,
    apply: fn(&Query, &Context<'_>) -> Option<Query>,
}

const ALL: &[Dialect] = &[Dialect::Sqlite, Dialect::Duckdb, Dialect::Postgres];

/// What a rule may look at besides the query in hand.
pub struct Context<'a> {
    pub catalog: &'a Catalog,
    /// Names of WITH, in lower case, and their queries.
    named: Vec<(String, Query)>,
    /// The whole statement, so that a new name is new everywhere.
    text: String,
}

#[derive(Debug, Clone)]
pub struct Rewritten {
    pub rule: &'static str,
    pub query: Query,
    /// What was changed, as a person is told.
    pub says: String,
}

/// Every single change that a rule can make to a qualified query; where a rule finds several places, all of them at once
/// as well.
pub fn steps(query: &Query, catalog: &Catalog) -> Vec<Rewritten> {
    RULES.iter().flat_map(|rule| steps_of(rule, query, catalog)).collect()
}

pub fn steps_of(rule: &'static Rule, query: &Query, catalog: &Catalog) -> Vec<Rewritten> {
    if !rule.engines.contains(&catalog.dialect) {
        return Vec::new();
    }
    let mut found: Vec<Rewritten> = (0..all_places(query))
        .filter_map(|at| apply_at(rule, query, at, catalog))
        .collect();
    if let (true, Some(first)) = (found.len() > 1, found.first()) {
        let mut all = first.clone();
        let mut said = vec![all.says.clone()];
        // A change may make places for further ones; no statement has use for more.
        for _ in 0..MOST_AT_ONCE {
            let next = (0..all_places(&all.query)).find_map(|at| apply_at(rule, &all.query, at, catalog));
            let Some(next) = next.filter(|next| next.query != all.query) else {
                break;
            };
            if !said.contains(&next.says) {
                said.push(next.says.clone());
            }
            all = next;
        }
        all.says = match said.len() {
            ..=MOST_SAID => said.join(" "),
            _ => rule.says.to_string(),
        };
        found.push(all);
    }
    found.dedup_by(|a, b| a.query == b.query);
    found
}

/// Whether a rule leaves what is asked as it is and only makes the engine reckon or plan otherwise.
pub fn only_plans(rule: &str) -> bool {
    const ALL: [&str; 4] = [
        "cte_materialised",
        "filter_of_named_part_weighed",
        "membership_as_filter",
        "subquery_worked_out_apart",
    ];
    ALL.contains(&rule)
}

/// The statement's parts, each with the rules that can change it and what they would do there.
pub fn annotated(query: &Query, catalog: &Catalog) -> Vec<Part> {
    let (mut parts, part_at) = flags::placed(query, catalog);
    for rule in RULES.iter().filter(|rule| rule.engines.contains(&catalog.dialect)) {
        for (at, part) in part_at.iter().enumerate() {
            let (Some(made), Some(part)) = (apply_at(rule, query, at, catalog), parts.get_mut(*part)) else {
                continue;
            };
            part.may_change.push(MayChange {
                rule: rule.name.into(),
                because: made.says,
            });
        }
    }
    parts
}

/// Sentences for changes of one rule in several places; more of them say less than the rule's own.
const MOST_SAID: usize = 2;
const MOST_AT_ONCE: usize = 12;

fn apply_at(rule: &'static Rule, query: &Query, at: usize, catalog: &Catalog) -> Option<Rewritten> {
    let cx = Context::new(query, catalog);
    let mut whole = query.clone();
    let mut says = None;
    places::change(&mut whole, at, &mut |query| {
        if let Some(new) = (rule.apply)(query, &cx) {
            if new != *query {
                let told = rule.tells.and_then(|tells| tells(query, &new));
                says = Some(told.unwrap_or_else(|| rule.says.to_string()));
            }
            *query = new;
        }
    });
    let says = says?;
    Some(Rewritten {
        rule: rule.name,
        query: qualify::spelled(whole.clone(), catalog).unwrap_or(whole),
        says,
    })
}

fn all_places(query: &Query) -> usize {
    let (queries, branches) = places::count(query);
    queries + branches
}

impl<'a> Context<'a> {
    fn new(query: &Query, catalog: &'a Catalog) -> Self {
        struct Named(Vec<(String, Query)>);
        impl Visitor for Named {
            type Break = ();
            fn pre_visit_query(&mut self, query: &Query) -> ControlFlow<()> {
                for cte in query.with.iter().flat_map(|w| &w.cte_tables) {
                    self.0.push((cte.alias.name.value.to_lowercase(), (*cte.query).clone()));
                }
                ControlFlow::Continue(())
            }
        }
        let mut named = Named(Vec::new());
        let _ = tree::read(query, &mut named);
        Self {
            catalog,
            named: named.0,
            text: query.to_string().to_lowercase(),
        }
    }

    pub fn dialect(&self) -> Dialect {
        self.catalog.dialect
    }

    /// A name that stands nowhere in the statement, nor in the catalog.
    pub fn fresh(&self, base: &str) -> String {
        let taken = |name: &str| {
            self.text.contains(name)
                || self.catalog.table(name).is_some()
                || self.catalog.tables.iter().any(|t| t.column(name).is_some())
        };
        let mut names = std::iter::once(base.to_string()).chain((2..).map(|n| format!("{base}_{n}")));
        names.find(|name| !taken(name)).unwrap_or_default()
    }

    /// The stored table that a source is.
    pub fn table(&self, factor: &TableFactor) -> Option<&'a Table> {
        let name = shape::table_name(factor)?;
        let parts = plain_parts(name);
        if let [one] = parts.as_slice() {
            if self.named.iter().any(|(n, _)| n.eq_ignore_ascii_case(one)) {
                return None;
            }
        }
        find_table(self.catalog, &parts)
    }

    /// What WITH calls by the source's name.
    pub fn named(&self, factor: &TableFactor) -> Option<&Query> {
        let parts = plain_parts(shape::table_name(factor)?);
        let [one] = parts.as_slice() else { return None };
        // Two of one name in different places: which is meant here is not looked up.
        let mut of_that_name = self.named.iter().filter(|(n, _)| n.eq_ignore_ascii_case(one));
        let found = of_that_name.next();
        found.filter(|_| of_that_name.next().is_none()).map(|(_, query)| query)
    }

    /// The stored column that a column of a source is in the end, whatever hands it on.
    pub fn origin(&self, sources: &[&TableFactor], col: &shape::Col) -> Option<(&'a Table, &'a Column)> {
        self.origin_within(sources, col, 0)
    }

    fn origin_within(
        &self,
        sources: &[&TableFactor],
        col: &shape::Col,
        depth: usize,
    ) -> Option<(&'a Table, &'a Column)> {
        let factor = sources
            .iter()
            .find(|f| shape::alias_of(f).as_deref() == Some(col.0.as_str()))?;
        if let Some(table) = self.table(factor) {
            return table.column(&col.1).map(|column| (table, column));
        }
        let query = match factor {
            TableFactor::Derived { subquery, .. } => subquery,
            _ => self.named(factor)?,
        };
        let SetExpr::Select(select) = query.body.as_ref() else {
            return None;
        };
        let outputs = shape::outputs(select)?;
        let named = |name: &Option<Ident>| name.as_ref().is_some_and(|n| n.value.eq_ignore_ascii_case(&col.1));
        let (expr, _) = outputs.into_iter().find(|(_, name)| named(name))?;
        if depth > 8 {
            return None;
        }
        self.origin_within(&shape::factors(select), &shape::col(&expr)?, depth + 1)
    }

    /// Both hold values of the same kind, so that equality and grouping agree.
    pub fn alike(&self, sources: &[&TableFactor], a: &shape::Col, others: &[&TableFactor], b: &shape::Col) -> bool {
        match (self.kind(sources, a, 0), self.kind(others, b, 0)) {
            (Some(a), Some(b)) => a == b && groups_by_equality(a),
            _ => false,
        }
    }

    /// The kind of the stored column behind it; of a union, where all branches have one and the same.
    fn kind(&self, sources: &[&TableFactor], col: &shape::Col, depth: usize) -> Option<TypeKind> {
        if let Some((_, column)) = self.origin(sources, col) {
            return Some(column.kind);
        }
        let called = |f: &&&TableFactor| shape::alias_of(f).as_deref() == Some(col.0.as_str());
        let query = match sources.iter().find(called)? {
            TableFactor::Derived { subquery, .. } => subquery,
            factor => self.named(factor)?,
        };
        let names = shape::output_names(&query.body);
        let nth = names.iter().position(|name| *name == col.1)?;
        self.kind_of_output(&query.body, nth, depth)
    }

    fn kind_of_output(&self, body: &SetExpr, nth: usize, depth: usize) -> Option<TypeKind> {
        match body {
            SetExpr::Select(select) if depth <= 8 => {
                let (expr, _) = shape::outputs(select)?.into_iter().nth(nth)?;
                self.kind(&shape::factors(select), &shape::col(&expr)?, depth + 1)
            }
            SetExpr::SetOperation { left, right, .. } => {
                let kind = self.kind_of_output(left, nth, depth)?;
                (self.kind_of_output(right, nth, depth)? == kind).then_some(kind)
            }
            _ => None,
        }
    }

    /// The table has at most one row for each value of these columns, none of which can be NULL.
    pub fn unique(&self, table: &Table, columns: &[String]) -> bool {
        let has = |key: &[String]| {
            !key.is_empty()
                && key
                    .iter()
                    .all(|k| columns.iter().any(|c| c.eq_ignore_ascii_case(k)) && self.filled(table, k))
        };
        has(&table.primary_key) || table.unique.iter().any(|key| has(key))
    }

    /// Never NULL in a stored row. SQLite lets a primary key be NULL unless the column says otherwise.
    pub fn filled(&self, table: &Table, column: &str) -> bool {
        let declared = table.column(column).is_some_and(|c| !c.nullable);
        let in_key = table.primary_key.iter().any(|k| k.eq_ignore_ascii_case(column));
        declared || (in_key && self.dialect() != Dialect::Sqlite)
    }

    /// Never NULL, whether the table holds it or a subquery that only hands it on.
    pub fn filled_source(&self, factor: &TableFactor, column: &str) -> bool {
        self.table(factor).is_some_and(|table| self.filled(table, column))
    }

    pub fn query(&self, sql: &str) -> Option<Query> {
        parse::query(sql, self.dialect()).ok()
    }

    pub fn expr(&self, sql: &str) -> Option<Expr> {
        let grammar = parse::grammar(self.dialect());
        let mut parser = Parser::new(grammar.as_ref()).try_with_sql(sql).ok()?;
        parser.parse_expr().ok()
    }

    /// A subquery as a source.
    pub fn derived(&self, sql: &str, alias: &str) -> Option<TableFactor> {
        let query = self.query(&format!("SELECT 1 FROM ({sql}) AS {}", shape::ident(alias)))?;
        let SetExpr::Select(select) = *query.body else {
            return None;
        };
        select.from.into_iter().next().map(|from| from.relation)
    }
}

/// Equal values of such a kind are one group; floats and texts of JSON are left out, and so is what the engine keeps to
/// itself.
fn groups_by_equality(kind: TypeKind) -> bool {
    use TypeKind as K;
    matches!(
        kind,
        K::Integer | K::Decimal | K::Text | K::Boolean | K::Date | K::Timestamp
    )
}

/// Gives the outputs the names that they had before, where a change would give them others.
pub fn with_names(query: &Query, names: &[String], dialect: Dialect) -> Option<Query> {
    fn first(body: &mut SetExpr) -> Option<&mut sqlparser::ast::Select> {
        match body {
            SetExpr::Select(select) => Some(select),
            SetExpr::SetOperation { left, .. } => first(left),
            SetExpr::Query(query) => first(&mut query.body),
            _ => None,
        }
    }
    let mut done = query.clone();
    let select = first(&mut done.body)?;
    if select.projection.len() != names.len() {
        return None;
    }
    let outputs = shape::outputs(select)?;
    for ((item, name), (expr, present)) in select.projection.iter_mut().zip(names).zip(outputs) {
        if present.is_some_and(|p| p.value == *name) {
            continue;
        }
        let alias = crate::dialect::named(name, dialect);
        *item = sqlparser::ast::SelectItem::ExprWithAlias { expr, alias };
    }
    Some(done)
}

/// The distinct names of stored tables that a query reads.
pub fn tables<'a>(query: &Query, catalog: &'a Catalog) -> Vec<&'a Table> {
    let cx = Context::new(query, catalog);
    struct Read<'c, 'a>(&'c Context<'a>, Vec<&'a Table>, BTreeSet<String>);
    impl Visitor for Read<'_, '_> {
        type Break = ();
        fn pre_visit_table_factor(&mut self, factor: &TableFactor) -> ControlFlow<()> {
            if let Some(table) = self.0.table(factor) {
                if self.2.insert(table.name.clone()) {
                    self.1.push(table);
                }
            }
            ControlFlow::Continue(())
        }
    }
    let mut read = Read(&cx, Vec::new(), BTreeSet::new());
    let _ = tree::read(query, &mut read);
    read.1
}

#[cfg(test)]
mod tests;
