//! A statement in which every column names its source and no `*` is left.
//!
//! In: a parsed query and the catalog. Out: the same query, so written; `None` where a name cannot be told for certain,
//! and then no rule looks at the statement. Deliberately absent: USING and NATURAL, whose columns belong to two sources.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use askwell_contract::{Catalog, Dialect, Table};
use sqlparser::ast::{
    Expr, Ident, JoinConstraint, JoinOperator, OrderBy, Query, Select, SelectItem, SelectItemQualifiedWildcardKind,
    SetExpr, TableAlias, TableFactor, TableWithJoins, VisitorMut,
};

use super::shape;
use crate::dialect;
use crate::scope::{find_table, name_of, plain_parts};
use crate::tree;

pub fn qualify(query: &Query, catalog: &Catalog) -> Option<Query> {
    let mut done = query.clone();
    let mut calling = Calling {
        text: query.to_string().to_lowercase(),
        count: 0,
    };
    tree::change(&mut done, &mut calling);
    walked(done, Walk::over(catalog, Vec::new()))
}

/// What a rule made of a statement that was told, with every name as its table, its WITH or its AS spells it: rules write
/// names in lower case, and tell none apart by its case.
pub(super) fn spelled(query: Query, catalog: &Catalog) -> Option<Query> {
    let mut walk = Walk::over(catalog, Vec::new());
    walk.of_a_rule = true;
    walked(query, walk)
}

fn walked(mut query: Query, mut walk: Walk<'_>) -> Option<Query> {
    tree::change(&mut query, &mut walk);
    (!walk.failed).then_some(query)
}

/// Gives a name to every subquery in FROM that has none.
struct Calling {
    text: String,
    count: usize,
}

impl VisitorMut for Calling {
    type Break = ();
    fn pre_visit_table_factor(&mut self, factor: &mut TableFactor) -> ControlFlow<()> {
        if let TableFactor::Derived {
            alias: alias @ None, ..
        } = factor
        {
            let name = loop {
                self.count += 1;
                let name = format!("part_{}", self.count);
                if !self.text.contains(&name) {
                    break name;
                }
            };
            *alias = Some(TableAlias {
                explicit: true,
                name: Ident::new(name),
                columns: vec![],
                at: None,
            });
        }
        ControlFlow::Continue(())
    }
}

#[derive(Clone)]
struct Source {
    alias: Ident,
    columns: Vec<Ident>,
}

impl Source {
    /// The name as it is spelt here; one that is not known stays as it is.
    fn column(&self, name: &Ident) -> Ident {
        let same = |c: &&Ident| c.value.eq_ignore_ascii_case(&name.value);
        self.columns.iter().find(same).unwrap_or(name).clone()
    }
}

#[derive(Default)]
struct Frame {
    sources: Vec<Source>,
    outputs: Vec<String>,
    /// Names that the SELECT gives itself, which some engines let its other clauses use.
    given: Vec<String>,
}

struct Walk<'a> {
    catalog: &'a Catalog,
    /// What WITH names, the innermost last; one level a query.
    with: Vec<Vec<(Ident, Vec<Ident>)>>,
    frames: Vec<Frame>,
    in_order: bool,
    depth: usize,
    failed: bool,
    of_a_rule: bool,
}

impl<'a> Walk<'a> {
    fn over(catalog: &'a Catalog, with: Vec<Vec<(Ident, Vec<Ident>)>>) -> Self {
        Self {
            catalog,
            with,
            frames: Vec::new(),
            in_order: false,
            depth: 0,
            failed: false,
            of_a_rule: false,
        }
    }

    /// As the engine keeps a name apart from others: PostgreSQL alone tells two cases apart, where they are quoted.
    fn exact(&self, name: &Ident) -> String {
        match (self.catalog.dialect, name.quote_style) {
            (Dialect::Postgres, Some(_)) => name.value.clone(),
            _ => name.value.to_lowercase(),
        }
    }

    fn or_fail<T: Default>(&mut self, value: Option<T>) -> T {
        self.failed |= value.is_none();
        value.unwrap_or_default()
    }

    fn columns_of(&self, factor: &TableFactor) -> Option<Source> {
        match factor {
            TableFactor::Table {
                name,
                alias,
                args: None,
                ..
            } => {
                let parts = plain_parts(name);
                let alias_name = alias.as_ref().map(|a| a.name.clone());
                let own = name.0.last()?.as_ident()?.clone();
                let named = match parts.as_slice() {
                    [one] => self
                        .with
                        .iter()
                        .rev()
                        .flatten()
                        .find(|(n, _)| n.value.eq_ignore_ascii_case(one)),
                    _ => None,
                };
                let columns = match named {
                    Some((name, _)) if self.exact(name) != self.exact(&own) => return None,
                    Some((_, columns)) => columns.clone(),
                    None => {
                        let table = find_table(self.catalog, &parts)?;
                        let alike = |t: &&Table| t.name.eq_ignore_ascii_case(&table.name);
                        if self.catalog.tables.iter().filter(alike).count() > 1 {
                            return None;
                        }
                        table.columns.iter().map(|c| self.ident(&c.name)).collect()
                    }
                };
                let columns = self.apart(columns)?;
                let given = alias.iter().flat_map(|a| &a.columns).count();
                (given == 0).then_some(Source {
                    alias: alias_name.unwrap_or(own),
                    columns,
                })
            }
            TableFactor::Derived {
                lateral: false,
                subquery,
                alias: Some(alias),
                ..
            } => {
                let given: Vec<Ident> = alias.columns.iter().map(|c| c.name.clone()).collect();
                let columns = if given.is_empty() {
                    self.outputs(subquery)?
                } else {
                    given
                };
                let columns = self.apart(columns)?;
                Some(Source {
                    alias: alias.name.clone(),
                    columns,
                })
            }
            _ => None,
        }
    }

    /// `None`: some are told apart by their case alone, which rules do not do.
    fn apart(&self, columns: Vec<Ident>) -> Option<Vec<Ident>> {
        let folded: BTreeSet<String> = columns.iter().map(|c| c.value.to_lowercase()).collect();
        let exact: BTreeSet<String> = columns.iter().map(|c| self.exact(c)).collect();
        (folded.len() == exact.len()).then_some(columns)
    }

    fn ident(&self, name: &str) -> Ident {
        dialect::named(name, self.catalog.dialect)
    }

    fn sources(&self, from: &[TableWithJoins]) -> Option<Vec<Source>> {
        let mut all = Vec::new();
        for item in from {
            for factor in std::iter::once(&item.relation).chain(item.joins.iter().map(|j| &j.relation)) {
                match factor {
                    TableFactor::NestedJoin {
                        table_with_joins,
                        alias: None,
                    } => {
                        all.append(&mut self.sources(std::slice::from_ref(table_with_joins))?);
                    }
                    other => all.push(self.columns_of(other)?),
                }
            }
            if item.joins.iter().any(|j| shares_columns(&j.join_operator)) {
                return None;
            }
        }
        Some(all)
    }

    /// Output names of a query; an output without a name is called ``, which no column is.
    fn outputs(&self, query: &Query) -> Option<Vec<Ident>> {
        let mut inner = Walk::over(self.catalog, self.with.clone());
        inner.enter_with(query)?;
        inner.body_outputs(&query.body)
    }

    fn body_outputs(&self, body: &SetExpr) -> Option<Vec<Ident>> {
        match body {
            SetExpr::Select(select) => self.select_outputs(select),
            SetExpr::SetOperation { left, .. } => self.body_outputs(left),
            SetExpr::Query(query) => self.outputs(query),
            _ => None,
        }
    }

    fn select_outputs(&self, select: &Select) -> Option<Vec<Ident>> {
        let mut names = Vec::new();
        let sources = self.sources(&select.from).unwrap_or_default();
        for item in &select.projection {
            match item {
                SelectItem::UnnamedExpr(expr) => {
                    let name = name_of(expr).cloned().unwrap_or_else(|| Ident::new(""));
                    let of = shape::col(expr).map(|(of, _)| of);
                    let is = |s: &&Source| of.as_ref().is_some_and(|of| s.alias.value.eq_ignore_ascii_case(of));
                    let spelled = sources.iter().find(is).map(|s| s.column(&name));
                    names.push(spelled.unwrap_or(name));
                }
                SelectItem::ExprWithAlias { alias, .. } => names.push(alias.clone()),
                SelectItem::Wildcard(_) | SelectItem::QualifiedWildcard(..) => {
                    for (_, column) in self.starred(item, &self.sources(&select.from)?)? {
                        names.push(column);
                    }
                }
                SelectItem::ExprWithAliases { .. } => return None,
            }
        }
        Some(names)
    }

    fn starred(&self, item: &SelectItem, sources: &[Source]) -> Option<Vec<(Ident, Ident)>> {
        let plain = |options: &sqlparser::ast::WildcardAdditionalOptions| options.to_string().is_empty();
        let of: Vec<&Source> = match item {
            SelectItem::Wildcard(options) if plain(options) => sources.iter().collect(),
            SelectItem::QualifiedWildcard(SelectItemQualifiedWildcardKind::ObjectName(name), options)
                if plain(options) =>
            {
                let parts = plain_parts(name);
                let [one] = parts.as_slice() else { return None };
                vec![sources.iter().find(|s| s.alias.value.eq_ignore_ascii_case(one))?]
            }
            _ => return None,
        };
        let pairs = of
            .iter()
            .flat_map(|s| s.columns.iter().map(|c| (s.alias.clone(), c.clone())));
        let pairs: Vec<(Ident, Ident)> = pairs.collect();
        (!pairs.iter().any(|(_, c)| c.value.is_empty())).then_some(pairs)
    }

    fn enter_with(&mut self, query: &Query) -> Option<()> {
        self.with.push(Vec::new());
        let Some(with) = &query.with else { return Some(()) };
        if with.recursive {
            return None;
        }
        for cte in &with.cte_tables {
            let given: Vec<Ident> = cte.alias.columns.iter().map(|c| c.name.clone()).collect();
            let columns = if given.is_empty() {
                self.outputs(&cte.query)?
            } else {
                given
            };
            self.with.last_mut()?.push((cte.alias.name.clone(), columns));
        }
        Some(())
    }

    fn frame(&self, select: &Select) -> Option<Frame> {
        let sources = self.sources(&select.from)?;
        let mut names: Vec<String> = sources.iter().map(|s| s.alias.value.to_lowercase()).collect();
        names.sort_unstable();
        names.dedup();
        let outputs = self.select_outputs(select)?.into_iter().map(|i| i.value).collect();
        let given = select.projection.iter().filter_map(|item| match item {
            SelectItem::ExprWithAlias { alias, .. } => Some(alias.value.clone()),
            _ => None,
        });
        let given = given.collect();
        (names.len() == sources.len()).then_some(Frame {
            sources,
            outputs,
            given,
        })
    }

    /// The column with its source in front; `Some(None)`: an output's name, which stays as it is.
    fn resolve(&self, name: &Ident) -> Option<Option<Expr>> {
        for frame in self.frames.iter().rev() {
            let has = |s: &&Source| s.columns.iter().any(|c| c.value.eq_ignore_ascii_case(&name.value));
            let owners: Vec<&Source> = frame.sources.iter().filter(has).collect();
            match owners.as_slice() {
                [one] => {
                    let spelled = one.column(name);
                    return Some(Some(Expr::CompoundIdentifier(vec![one.alias.clone(), spelled])));
                }
                [] if frame.given.iter().any(|o| o.eq_ignore_ascii_case(&name.value)) => return Some(None),
                [] => {}
                _ => return None,
            }
        }
        None
    }
}

fn shares_columns(operator: &JoinOperator) -> bool {
    use JoinOperator as J;
    match operator {
        J::Join(on)
        | J::Inner(on)
        | J::Left(on)
        | J::LeftOuter(on)
        | J::Right(on)
        | J::RightOuter(on)
        | J::FullOuter(on)
        | J::CrossJoin(on) => matches!(on, JoinConstraint::Using(_) | JoinConstraint::Natural),
        _ => true,
    }
}

impl VisitorMut for Walk<'_> {
    type Break = ();

    fn pre_visit_query(&mut self, query: &mut Query) -> ControlFlow<()> {
        let entered = self.enter_with(query);
        self.failed |= entered.is_none();
        let frame = match query.body.as_ref() {
            SetExpr::Select(select) => self.frame(select),
            other => self.body_outputs(other).map(|outputs| Frame {
                sources: Vec::new(),
                given: outputs.iter().map(|i| i.value.clone()).collect(),
                outputs: outputs.into_iter().map(|i| i.value).collect(),
            }),
        };
        let frame = self.or_fail(frame);
        self.frames.push(frame);
        if self.failed {
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    }

    fn post_visit_query(&mut self, _: &mut Query) -> ControlFlow<()> {
        self.frames.pop();
        self.with.pop();
        ControlFlow::Continue(())
    }

    fn pre_visit_select(&mut self, select: &mut Select) -> ControlFlow<()> {
        let frame = self.frame(select);
        let frame = self.or_fail(frame);
        let mut projection = Vec::new();
        for item in std::mem::take(&mut select.projection) {
            if let SelectItem::Wildcard(_) | SelectItem::QualifiedWildcard(..) = item {
                let starred = self.starred(&item, &frame.sources);
                for (source, column) in self.or_fail(starred) {
                    projection.push(SelectItem::UnnamedExpr(Expr::CompoundIdentifier(vec![source, column])));
                }
            } else {
                projection.push(item);
            }
        }
        select.projection = projection;
        self.frames.push(frame);
        ControlFlow::Continue(())
    }

    fn post_visit_select(&mut self, _: &mut Select) -> ControlFlow<()> {
        self.frames.pop();
        ControlFlow::Continue(())
    }

    fn pre_visit_order_by(&mut self, _: &mut OrderBy) -> ControlFlow<()> {
        self.in_order = true;
        self.depth = 0;
        ControlFlow::Continue(())
    }

    fn post_visit_order_by(&mut self, _: &mut OrderBy) -> ControlFlow<()> {
        self.in_order = false;
        ControlFlow::Continue(())
    }

    fn pre_visit_expr(&mut self, expr: &mut Expr) -> ControlFlow<()> {
        self.depth += 1;
        match expr {
            Expr::Identifier(name) => {
                let output = self.in_order
                    && self.depth == 1
                    && self
                        .frames
                        .last()
                        .is_some_and(|f| f.outputs.iter().any(|o| o.eq_ignore_ascii_case(&name.value)));
                if !output {
                    match self.resolve(name) {
                        Some(Some(column)) => *expr = column,
                        Some(None) => {}
                        None => self.failed = true,
                    }
                }
            }
            Expr::CompoundIdentifier(parts) => {
                let sources = || self.frames.iter().rev().flat_map(|f| &f.sources);
                let [of, name] = parts.as_mut_slice() else {
                    self.failed = true;
                    return ControlFlow::Continue(());
                };
                let meant = sources().find(|s| s.alias.value.eq_ignore_ascii_case(&of.value));
                let wanted = self.exact(of);
                let other = !self.of_a_rule && sources().any(|s| self.exact(&s.alias) == wanted);
                match meant.filter(|s| !other || self.exact(&s.alias) == wanted) {
                    Some(source) => (*of, *name) = (source.alias.clone(), source.column(name)),
                    None => self.failed = true,
                }
            }
            _ => {}
        }
        ControlFlow::Continue(())
    }

    fn post_visit_expr(&mut self, _: &mut Expr) -> ControlFlow<()> {
        self.depth = self.depth.saturating_sub(1);
        ControlFlow::Continue(())
    }
}
