//! A statement taken apart.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use askwell_contract::{Catalog, Dialect};
use sqlparser::ast::{
    BinaryOperator, Expr, Function, FunctionArg, FunctionArgExpr, FunctionArguments, GroupByExpr, Ident, JoinOperator,
    LimitClause, ObjectName, ObjectNamePart, OrderByKind, OrderBySort, Query, Select, SelectItem, SetExpr, TableFactor,
    TableWithJoins, UnaryOperator, Value, VisitorMut,
};

use super::{Cond, Figure, Holds, Item, Parts, Place};
use crate::features::is_aggregate;
use crate::scope::{find_table, plain_parts};
use crate::{dialect, parse, tree};

/// `None`: it is no statement of one plain SELECT.
pub fn parts(sql: &str, catalog: &Catalog) -> Option<Parts> {
    let mut query = parse::query(sql, catalog.dialect).ok()?;
    let mut names = Names::of(&query, catalog)?;
    tree::change(&mut query, &mut names);
    if names.lost {
        return None;
    }
    let SetExpr::Select(select) = query.body.as_ref() else {
        return None;
    };
    if select.qualify.is_some() || !select.named_window.is_empty() || select.sql().contains(" OVER ") {
        return None;
    }
    let taker = Taker { catalog };
    let mut filter = Vec::new();
    if let Some(all) = &select.selection {
        taker.conds(all, &mut filter);
    }
    let mut having = Vec::new();
    if let Some(all) = &select.having {
        each_and(all, &mut |e| having.push(bracketed(e)));
    }
    let select_items: Vec<Item> = select
        .projection
        .iter()
        .map(|item| taker.shown(item))
        .collect::<Option<_>>()?;
    let group = match &select.group_by {
        GroupByExpr::Expressions(list, modifiers) if modifiers.is_empty() => {
            list.iter().map(|e| taker.item(e)).collect()
        }
        _ => return None,
    };
    let group = positions(group, &select_items);
    let mut order = Vec::new();
    if let Some(by) = &query.order_by {
        let OrderByKind::Expressions(list) = &by.kind else {
            return None;
        };
        for by in list {
            let item = positions(vec![taker.item(&by.expr)], &select_items).pop()?;
            order.push((item, matches!(by.options.sort, Some(OrderBySort::Desc))));
        }
    }
    let (limit, offset) = match &query.limit_clause {
        None => (None, 0),
        Some(LimitClause::LimitOffset {
            limit,
            offset,
            limit_by,
        }) if limit_by.is_empty() => {
            let number = |e: &Expr| e.to_string().parse::<u64>().ok();
            let limit = match limit {
                Some(limit) => Some(number(limit)?),
                None => None,
            };
            let offset = match offset {
                Some(offset) => number(&offset.value)?,
                None => 0,
            };
            (limit, offset)
        }
        Some(_) => return None,
    };
    Some(Parts {
        select: select_items,
        distinct: select.distinct.is_some(),
        from: select
            .from
            .iter()
            .map(ToString::to_string)
            .collect::<Vec<_>>()
            .join(", "),
        tables: names.tables,
        outer: names.outer,
        filter,
        group,
        having,
        order,
        limit,
        offset,
    })
}

trait Printed {
    fn sql(&self) -> String;
}

impl Printed for Select {
    fn sql(&self) -> String {
        self.to_string()
    }
}

/// A number or an output name in GROUP BY and ORDER BY stands for a column of the result.
fn positions(items: Vec<Item>, select: &[Item]) -> Vec<Item> {
    let meant = |item: Item| {
        let by_place = item
            .sql
            .parse::<usize>()
            .ok()
            .and_then(|n| select.get(n.checked_sub(1)?));
        let by_name = || select.iter().find(|s| s.alias.as_ref() == Some(&item.sql));
        match by_place.or_else(by_name) {
            Some(shown) => Item {
                alias: None,
                ..shown.clone()
            },
            None => item,
        }
    };
    items.into_iter().map(meant).collect()
}

/// Calls `f` for each of the conditions that must all hold.
fn each_and(expr: &Expr, f: &mut dyn FnMut(&Expr)) {
    match expr {
        Expr::BinaryOp {
            left,
            op: BinaryOperator::And,
            right,
        } => {
            each_and(left, f);
            each_and(right, f);
        }
        Expr::Nested(inner)
            if matches!(
                **inner,
                Expr::BinaryOp {
                    op: BinaryOperator::And,
                    ..
                }
            ) =>
        {
            each_and(inner, f)
        }
        _ => f(expr),
    }
}

fn bracketed(expr: &Expr) -> String {
    match expr {
        Expr::BinaryOp {
            op: BinaryOperator::Or, ..
        } => format!("({expr})"),
        _ => expr.to_string(),
    }
}

struct Taker<'a> {
    catalog: &'a Catalog,
}

impl Taker<'_> {
    fn shown(&self, item: &SelectItem) -> Option<Item> {
        match item {
            SelectItem::UnnamedExpr(expr) => Some(self.item(expr)),
            SelectItem::ExprWithAlias { expr, alias } => Some(Item {
                alias: Some(alias.to_string()),
                ..self.item(expr)
            }),
            SelectItem::Wildcard(_) => Some(Item {
                sql: "*".into(),
                alias: None,
                column: None,
                figure: None,
            }),
            _ => None,
        }
    }

    fn item(&self, expr: &Expr) -> Item {
        Item {
            sql: expr.to_string(),
            alias: None,
            column: self.column(expr),
            figure: figure(expr, &|e| self.column(e)),
        }
    }

    /// Names are written out by now.
    fn column(&self, expr: &Expr) -> Option<Place> {
        let Expr::CompoundIdentifier(names) = expr else {
            return None;
        };
        let [table, column] = names.as_slice() else { return None };
        let dialect = self.catalog.dialect;
        let table = self
            .catalog
            .tables
            .iter()
            .find(|t| dialect::table(t, dialect) == table.value)?;
        let column = table
            .columns
            .iter()
            .find(|c| dialect::ident(&c.name, dialect) == column.value)?;
        Some((table.name.clone(), column.name.clone()))
    }

    fn conds(&self, all: &Expr, out: &mut Vec<Cond>) {
        each_and(all, &mut |expr| {
            let mut columns = Columns {
                taker: self,
                found: BTreeSet::new(),
            };
            let mut copy = expr.clone();
            tree::change(&mut copy, &mut columns);
            let (holds, denied) = holds(expr);
            out.push(Cond {
                sql: bracketed(expr),
                column: match columns.found.len() {
                    1 => columns.found.into_iter().next(),
                    _ => None,
                },
                holds,
                denied,
            });
        });
    }
}

fn holds(expr: &Expr) -> (Holds, bool) {
    match expr {
        Expr::BinaryOp { op, .. } => match op {
            BinaryOperator::Eq => (Holds::Equal, false),
            BinaryOperator::NotEq => (Holds::Equal, true),
            BinaryOperator::Gt | BinaryOperator::GtEq => (Holds::Above, false),
            BinaryOperator::Lt | BinaryOperator::LtEq => (Holds::Below, false),
            _ => (Holds::Other, false),
        },
        Expr::InList { negated, .. } | Expr::Like { negated, .. } | Expr::ILike { negated, .. } => {
            (Holds::Equal, *negated)
        }
        Expr::Between { negated, .. } => (Holds::Other, *negated),
        Expr::InSubquery { negated, .. } => (Holds::Other, *negated),
        Expr::UnaryOp {
            op: UnaryOperator::Not,
            expr,
        } => (holds(expr).0, true),
        Expr::Nested(inner) => holds(inner),
        _ => (Holds::Other, false),
    }
}

/// The first aggregate of an expression, also where it is divided or rounded.
fn figure(expr: &Expr, column: &dyn Fn(&Expr) -> Option<Place>) -> Option<Figure> {
    match expr {
        Expr::Function(f) if is_aggregate(f) => Some(aggregate(f, column)),
        Expr::Function(f) => arguments(f).into_iter().find_map(|e| figure(e, column)),
        Expr::BinaryOp { left, right, .. } => figure(left, column).or_else(|| figure(right, column)),
        Expr::Nested(e) | Expr::Cast { expr: e, .. } | Expr::UnaryOp { expr: e, .. } => figure(e, column),
        _ => None,
    }
}

fn aggregate(f: &Function, column: &dyn Fn(&Expr) -> Option<Place>) -> Figure {
    let distinct = match &f.args {
        FunctionArguments::List(list) => list.duplicate_treatment.is_some_and(|d| d.to_string() == "DISTINCT"),
        _ => false,
    };
    let of = match arguments(f).as_slice() {
        [one] => column(one),
        _ => None,
    };
    Figure {
        name: plain_parts(&f.name).pop().unwrap_or_default().to_lowercase(),
        distinct,
        of,
    }
}

fn arguments(f: &Function) -> Vec<&Expr> {
    let FunctionArguments::List(list) = &f.args else {
        return Vec::new();
    };
    let expr = |a| match a {
        &FunctionArg::Unnamed(FunctionArgExpr::Expr(ref e)) => Some(e),
        _ => None,
    };
    list.args.iter().filter_map(expr).collect()
}

struct Columns<'a, 'b> {
    taker: &'a Taker<'b>,
    found: BTreeSet<Place>,
}

impl VisitorMut for Columns<'_, '_> {
    type Break = ();
    fn pre_visit_expr(&mut self, expr: &mut Expr) -> ControlFlow<()> {
        self.found.extend(self.taker.column(expr));
        ControlFlow::Continue(())
    }
}

/// Writes every column of the outer query behind its table's own name, and takes the other names of tables away.
struct Names<'a> {
    catalog: &'a Catalog,
    /// The name that is used, and the table.
    aliases: Vec<(String, String)>,
    tables: Vec<String>,
    outer: bool,
    depth: usize,
    /// Names that queries inside give.
    inner: Vec<BTreeSet<String>>,
    lost: bool,
}

impl<'a> Names<'a> {
    fn of(query: &Query, catalog: &'a Catalog) -> Option<Self> {
        if query.with.is_some() || query.fetch.is_some() {
            return None;
        }
        let SetExpr::Select(select) = query.body.as_ref() else {
            return None;
        };
        let mut out = Self {
            catalog,
            aliases: Vec::new(),
            tables: Vec::new(),
            outer: false,
            depth: 0,
            inner: Vec::new(),
            lost: false,
        };
        for from in &select.from {
            out.take(&from.relation)?;
            for join in &from.joins {
                let inner = matches!(
                    join.join_operator,
                    JoinOperator::Join(_) | JoinOperator::Inner(_) | JoinOperator::CrossJoin(_)
                );
                out.outer |= !inner;
                out.take(&join.relation)?;
            }
        }
        (!out.tables.is_empty()).then_some(out)
    }

    fn take(&mut self, factor: &TableFactor) -> Option<()> {
        let TableFactor::Table { name, alias, .. } = factor else {
            return None;
        };
        let table = find_table(self.catalog, &plain_parts(name))?;
        if self.tables.contains(&table.name) {
            return None;
        }
        let called = match alias {
            Some(alias) => alias.name.value.clone(),
            None => plain_parts(name).pop()?,
        };
        self.aliases.push((called.to_lowercase(), table.name.clone()));
        self.tables.push(table.name.clone());
        Some(())
    }

    fn full(&self, table: &str, column: &str) -> Option<Expr> {
        let table = self.catalog.table(table)?;
        let column = table.columns.iter().find(|c| c.name.eq_ignore_ascii_case(column))?;
        let dialect: Dialect = self.catalog.dialect;
        Some(Expr::CompoundIdentifier(vec![
            Ident::new(dialect::table(table, dialect)),
            Ident::new(dialect::ident(&column.name, dialect)),
        ]))
    }
}

fn given(query: &Query) -> BTreeSet<String> {
    let mut out = BTreeSet::new();
    if let SetExpr::Select(select) = query.body.as_ref() {
        let factors = select.from.iter().flat_map(|TableWithJoins { relation, joins }| {
            std::iter::once(relation).chain(joins.iter().map(|j| &j.relation))
        });
        for factor in factors {
            if let TableFactor::Table { name, alias, .. } = factor {
                out.extend(alias.as_ref().map(|a| a.name.value.to_lowercase()));
                out.extend(plain_parts(name).pop().map(|n| n.to_lowercase()));
            }
        }
    }
    out
}

impl VisitorMut for Names<'_> {
    type Break = ();

    fn pre_visit_query(&mut self, query: &mut Query) -> ControlFlow<()> {
        self.depth += 1;
        if self.depth > 1 {
            self.inner.push(given(query));
        }
        ControlFlow::Continue(())
    }

    fn post_visit_query(&mut self, _: &mut Query) -> ControlFlow<()> {
        if self.depth > 1 {
            self.inner.pop();
        }
        self.depth -= 1;
        ControlFlow::Continue(())
    }

    fn pre_visit_table_factor(&mut self, factor: &mut TableFactor) -> ControlFlow<()> {
        if self.depth != 1 {
            return ControlFlow::Continue(());
        }
        if let TableFactor::Table { name, alias, .. } = factor {
            if let Some(table) = find_table(self.catalog, &plain_parts(name)) {
                let written = dialect::table(table, self.catalog.dialect);
                *name = ObjectName(vec![ObjectNamePart::Identifier(Ident::new(written))]);
                *alias = None;
            }
        }
        ControlFlow::Continue(())
    }

    fn pre_visit_expr(&mut self, expr: &mut Expr) -> ControlFlow<()> {
        match expr {
            Expr::CompoundIdentifier(names) => {
                let Some(column) = names.last().map(|i| i.value.clone()) else {
                    return ControlFlow::Continue(());
                };
                let by = names
                    .iter()
                    .rev()
                    .nth(1)
                    .map(|i| i.value.to_lowercase())
                    .unwrap_or_default();
                let inside = self.inner.iter().any(|given| given.contains(&by));
                let known = self.aliases.iter().find(|(called, _)| *called == by);
                match known.and_then(|(_, table)| self.full(table, &column)) {
                    Some(full) if !inside => *expr = full,
                    _ if self.depth == 1 => self.lost = true,
                    _ => {}
                }
            }
            Expr::Identifier(name) if self.depth == 1 => {
                match self.tables.iter().find_map(|table| self.full(table, &name.value)) {
                    Some(full) => *expr = full,
                    // SQLite reads a name that is none as a text.
                    None if name.quote_style == Some('"') && self.catalog.dialect == Dialect::Sqlite => {
                        *expr = Expr::Value(Value::SingleQuotedString(name.value.clone()).into());
                    }
                    None => {}
                }
            }
            _ => {}
        }
        ControlFlow::Continue(())
    }
}
