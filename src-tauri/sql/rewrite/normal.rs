//! One form for statements that say the same in other words.
//!
//! In: a checked statement. Out: a text; two statements with the same one ask for the same rows. What is levelled: names
//! of sources, joins written with commas, the order of conditions and of lists, which side a literal stands on, constants,
//! named parts, HAVING over keys. Deliberately absent: everything that needs more than that; different texts show nothing.

use std::ops::ControlFlow;

use askwell_contract::{Catalog, Dialect};
use sqlparser::ast::{
    BinaryOperator, Expr, GroupByExpr, Ident, ObjectName, Query, Select, SelectItem, SetExpr, TableAlias, TableFactor,
    TableWithJoins, VisitorMut,
};

use super::{qualify, shape, steps_of, Rule, RULES};
use crate::scope::{find_table, plain_parts};
use crate::tree;

/// Rules whose change only says the same more plainly; each is proven like all others.
const PLAINER: [&str; 5] = [
    "cte_inlined",
    "constants_folded",
    "or_to_in",
    "having_to_where",
    "order_in_subquery_dropped",
];
/// A statement on which they find no end is left alone.
const MOST_STEPS: usize = 60;
/// Stands in no name of a statement that has a normal form.
const MARK: char = '#';

/// `None`: a name in it cannot be told, or something stands in it that is not known here.
pub fn normal(query: &Query, catalog: &Catalog) -> Option<String> {
    let mut query = qualify(query, catalog).filter(|q| !q.to_string().contains(MARK))?;
    let rules: Vec<&'static Rule> = RULES.iter().filter(|rule| PLAINER.contains(&rule.name)).collect();
    let mut left = MOST_STEPS;
    // The last of a rule's steps changes all its places at once.
    while let Some(step) = rules.iter().find_map(|rule| steps_of(rule, &query, catalog).pop()) {
        left = left.checked_sub(1)?;
        query = step.query;
    }
    let mut numbers = Numbers::default();
    tree::change(&mut query, &mut numbers);
    tree::change(&mut query, &mut Level { catalog });
    (!numbers.failed).then(|| query.to_string())
}

/// An output that is a column is written with its name, as one that is given a name is.
fn name_outputs(body: &mut SetExpr) {
    match body {
        SetExpr::Select(select) => {
            for item in &mut select.projection {
                if let SelectItem::UnnamedExpr(expr) = item {
                    if let Some(name) = crate::scope::name_of(expr).cloned() {
                        *item = SelectItem::ExprWithAlias {
                            expr: expr.clone(),
                            alias: name,
                        };
                    }
                }
            }
        }
        SetExpr::SetOperation { left, .. } => name_outputs(left),
        SetExpr::Query(query) => name_outputs(&mut query.body),
        _ => {}
    }
}

/// Calls every source by its place.
#[derive(Default)]
struct Numbers {
    sources: usize,
    failed: bool,
}

impl VisitorMut for Numbers {
    type Break = ();

    /// The innermost first, so that a name that is still there belongs to what is around.
    fn post_visit_query(&mut self, query: &mut Query) -> ControlFlow<()> {
        if query.with.is_some() || self.body(query).is_none() {
            self.failed = true;
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    }
}

impl Numbers {
    fn body(&mut self, query: &mut Query) -> Option<()> {
        let SetExpr::Select(select) = query.body.as_mut() else {
            return self.branches(&mut query.body);
        };
        let own = self.of_select(select)?;
        own.iter().for_each(|(old, new)| shape::rename_source(query, old, new));
        Some(())
    }

    fn branches(&mut self, body: &mut SetExpr) -> Option<()> {
        match body {
            SetExpr::Select(select) => {
                let own = self.of_select(select)?;
                own.iter()
                    .for_each(|(old, new)| shape::rename_source(select.as_mut(), old, new));
                Some(())
            }
            SetExpr::SetOperation { left, right, .. } => {
                self.branches(left)?;
                self.branches(right)
            }
            // It is a query of its own, and was visited.
            SetExpr::Query(_) => Some(()),
            _ => None,
        }
    }

    /// What each source was called and is called now.
    fn of_select(&mut self, select: &mut Select) -> Option<Vec<(String, String)>> {
        let mut own = Vec::new();
        for from in &mut select.from {
            self.numbered(from, &mut own)?;
        }
        Some(own)
    }

    fn numbered(&mut self, from: &mut TableWithJoins, own: &mut Vec<(String, String)>) -> Option<()> {
        let joined = from.joins.iter_mut().map(|join| &mut join.relation);
        for factor in std::iter::once(&mut from.relation).chain(joined) {
            if let TableFactor::NestedJoin { table_with_joins, .. } = factor {
                self.numbered(table_with_joins, own)?;
                continue;
            }
            let old = shape::alias_of(factor)?;
            let (TableFactor::Table { alias, .. } | TableFactor::Derived { alias, .. }) = factor else {
                return None;
            };
            if alias.as_ref().is_some_and(|a| !a.columns.is_empty()) {
                return None;
            }
            self.sources += 1;
            let new = format!("{MARK}{}", self.sources);
            *alias = Some(TableAlias {
                explicit: true,
                name: Ident::with_quote('"', &new),
                columns: vec![],
                at: None,
            });
            own.push((old, new));
        }
        Some(())
    }
}

/// Everything but the names.
struct Level<'a> {
    catalog: &'a Catalog,
}

impl VisitorMut for Level<'_> {
    type Break = ();

    fn pre_visit_expr(&mut self, expr: &mut Expr) -> ControlFlow<()> {
        while let Expr::Nested(inner) = expr {
            let inner = (**inner).clone();
            *expr = inner;
        }
        ControlFlow::Continue(())
    }

    fn post_visit_expr(&mut self, expr: &mut Expr) -> ControlFlow<()> {
        match expr {
            Expr::BinaryOp { left, op, right } => match op {
                BinaryOperator::And | BinaryOperator::Or => {
                    let op = op.clone();
                    let parts = if op == BinaryOperator::And {
                        shape::conjuncts(expr)
                    } else {
                        shape::disjuncts(expr)
                    };
                    *expr = chain(parts, &op);
                }
                op => {
                    if let Some(turned) = turned(op).filter(|_| self.may_turn(left, right)) {
                        std::mem::swap(left, right);
                        *op = turned;
                    }
                }
            },
            Expr::InList { list, .. } => {
                list.sort_by_key(ToString::to_string);
                list.dedup();
            }
            Expr::Function(function) => {
                for part in &mut function.name.0 {
                    if let sqlparser::ast::ObjectNamePart::Identifier(name) = part {
                        name.value = name.value.to_lowercase();
                    }
                }
            }
            _ => {}
        }
        // Everything in parentheses is read one way, whatever stood around it.
        *expr = shape::nested(expr.clone());
        ControlFlow::Continue(())
    }

    fn post_visit_table_factor(&mut self, factor: &mut TableFactor) -> ControlFlow<()> {
        if let TableFactor::Table { name, .. } = factor {
            if let Some(table) = find_table(self.catalog, &plain_parts(name)) {
                let by_name = name.0.len() == 1 || table.name.contains('.');
                if by_name {
                    *name = ObjectName::from(vec![Ident::with_quote('"', &table.name)]);
                }
            }
        }
        ControlFlow::Continue(())
    }

    fn post_visit_select(&mut self, select: &mut Select) -> ControlFlow<()> {
        if let Some(flat) = shape::flat(select).filter(|_| shape::ordinary(select)) {
            select.from = flat.from();
            select.selection = (!flat.conditions.is_empty()).then(|| chain(flat.conditions, &BinaryOperator::And));
        }
        if let Some(by) = shape::group_by(select).filter(|by| !by.is_empty()) {
            let mut by = by.to_vec();
            by.sort_by_key(ToString::to_string);
            by.dedup();
            select.group_by = GroupByExpr::Expressions(by, vec![]);
        }
        ControlFlow::Continue(())
    }

    fn post_visit_query(&mut self, query: &mut Query) -> ControlFlow<()> {
        name_outputs(&mut query.body);
        ControlFlow::Continue(())
    }
}

impl Level<'_> {
    /// Whether the sides belong the other way round. Where SQLite compares two columns, the left one says how.
    fn may_turn(&self, left: &Expr, right: &Expr) -> bool {
        match (shape::literal(left), shape::literal(right)) {
            (true, false) => true,
            (false, true) => false,
            _ => self.catalog.dialect != Dialect::Sqlite && left.to_string() > right.to_string(),
        }
    }
}

fn chain(mut parts: Vec<Expr>, by: &BinaryOperator) -> Expr {
    parts = parts.into_iter().map(shape::nested).collect();
    parts.sort_by_key(ToString::to_string);
    parts.dedup();
    let whole = parts
        .into_iter()
        .reduce(|left, right| shape::binary(left, by.clone(), right));
    whole.unwrap_or_else(|| Expr::value(sqlparser::ast::Value::Boolean(true)))
}

fn turned(op: &BinaryOperator) -> Option<BinaryOperator> {
    use BinaryOperator as B;
    Some(match op {
        B::Eq => B::Eq,
        B::NotEq => B::NotEq,
        B::Lt => B::Gt,
        B::LtEq => B::GtEq,
        B::Gt => B::Lt,
        B::GtEq => B::LtEq,
        _ => return None,
    })
}
