//! What a query does, as facts that the score, the judge and the answer's sentence read.
//!
//! In: a parsed query or its text. Out: [`Features`]. Deliberately absent: names' meanings (see [`crate::scope`])
//! and any verdict.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use askwell_contract::Dialect;
use sqlparser::ast::{
    Distinct, Expr, Function, GroupByExpr, JoinConstraint, JoinOperator, LimitClause, OrderByKind, Query, Select,
    SelectItem, SetExpr, TableFactor, Value, Visitor,
};

use crate::parse;
use crate::scope::{name_of, plain_parts};
use crate::tree;

#[derive(Debug, Clone, PartialEq, Default)]
pub struct Features {
    /// Names after FROM and JOIN, lower case, each once, subqueries' own names left out.
    pub tables: Vec<String>,
    /// Column names, lower case, each once, qualifiers left out.
    pub columns: Vec<String>,
    /// Aggregate functions, lower case, in the order of the text.
    pub aggregates: Vec<String>,
    pub joins: usize,
    /// Join conditions `a.x = b.y` with aliases resolved, each side `table.column`, the smaller side first.
    pub join_pairs: Vec<(String, String)>,
    pub group_by: bool,
    pub having: bool,
    pub order_by: bool,
    /// The first ORDER BY expression sorts downwards.
    pub descending: bool,
    pub limit: Option<u64>,
    pub distinct: bool,
    pub filters: bool,
    pub subqueries: usize,
    pub set_operation: bool,
    pub window: bool,
    pub wildcard: bool,
    /// Number of output columns; `None` where a `*` hides it.
    pub outputs: Option<usize>,
    /// What the outermost query shows, column by column; empty where a `*` hides it.
    pub shown: Vec<Shown>,
    /// Text literals, in the order of the text.
    pub literals: Vec<String>,
}

/// An output column: a plain column by its name, an aggregate by its function, or something else.
#[derive(Debug, Clone, PartialEq)]
pub enum Shown {
    Column(String),
    Aggregate(String),
    Other,
}

impl Features {
    /// One row whatever the data: aggregates without grouping, at the top of the query.
    pub fn single_row(&self) -> bool {
        (!self.aggregates.is_empty() && !self.group_by && !self.set_operation && !self.window) || self.limit == Some(1)
    }
}

/// Aggregates of the three engines that people meet.
pub const AGGREGATES: &[&str] = &[
    "any_value",
    "arg_max",
    "arg_min",
    "array_agg",
    "avg",
    "bool_and",
    "bool_or",
    "corr",
    "count",
    "first",
    "group_concat",
    "json_agg",
    "last",
    "list",
    "max",
    "max_by",
    "mean",
    "median",
    "min",
    "min_by",
    "mode",
    "percentile_cont",
    "percentile_disc",
    "quantile",
    "quantile_cont",
    "stddev",
    "stddev_pop",
    "stddev_samp",
    "string_agg",
    "sum",
    "total",
    "var_pop",
    "var_samp",
    "variance",
];

pub fn of(sql: &str, dialect: Dialect) -> Option<Features> {
    parse::query(sql, dialect).ok().map(|query| of_query(&query))
}

pub fn of_query(query: &Query) -> Features {
    let mut walk = Walk::default();
    let _ = tree::read(query, &mut walk);
    let mut found = walk.found;
    let with: BTreeSet<String> = query
        .with
        .iter()
        .flat_map(|w| &w.cte_tables)
        .map(|c| c.alias.name.value.to_lowercase())
        .collect();
    found.tables.retain(|t| !with.contains(t));
    found.subqueries = walk.queries.saturating_sub(1);
    top(query, &mut found);
    found
}

/// Whether a call aggregates rows into one (and is no window function).
pub fn is_aggregate(function: &Function) -> bool {
    let name = plain_parts(&function.name).pop().unwrap_or_default().to_lowercase();
    // MIN and MAX of several arguments compare those arguments in SQLite.
    let several = matches!(&function.args, sqlparser::ast::FunctionArguments::List(l) if l.args.len() > 1);
    let compares = several && matches!(name.as_str(), "min" | "max");
    function.over.is_none() && !compares && AGGREGATES.contains(&name.as_str())
}

/// Facts that only the outermost query decides.
fn top(query: &Query, found: &mut Features) {
    found.order_by = query.order_by.is_some();
    if let Some(OrderByKind::Expressions(by)) = query.order_by.as_ref().map(|o| &o.kind) {
        found.descending = by
            .first()
            .is_some_and(|e| matches!(e.options.sort, Some(sqlparser::ast::OrderBySort::Desc)));
    }
    let limit = match &query.limit_clause {
        Some(LimitClause::LimitOffset { limit, .. }) => limit.as_ref(),
        Some(LimitClause::OffsetCommaLimit { limit, .. }) => Some(limit),
        None => query.fetch.as_ref().and_then(|f| f.quantity.as_ref()),
    };
    found.limit = limit.and_then(|e| e.to_string().parse().ok());
    match query.body.as_ref() {
        SetExpr::Select(select) => {
            found.group_by = grouped(select);
            found.having = select.having.is_some();
            found.distinct = matches!(select.distinct, Some(Distinct::Distinct | Distinct::On(_)));
            found.filters = select.selection.is_some();
            let star = |item: &SelectItem| matches!(item, SelectItem::Wildcard(_) | SelectItem::QualifiedWildcard(..));
            found.wildcard = select.projection.iter().any(star);
            if !found.wildcard {
                found.shown = select.projection.iter().map(shown).collect();
            }
            found.outputs = (!found.wildcard).then_some(select.projection.len());
        }
        SetExpr::SetOperation { .. } => found.set_operation = true,
        _ => {}
    }
}

fn shown(item: &SelectItem) -> Shown {
    let (SelectItem::UnnamedExpr(expr) | SelectItem::ExprWithAlias { expr, .. }) = item else {
        return Shown::Other;
    };
    match (expr, name_of(expr)) {
        (_, Some(name)) => Shown::Column(name.value.clone()),
        (Expr::Function(function), _) if is_aggregate(function) => {
            Shown::Aggregate(plain_parts(&function.name).pop().unwrap_or_default().to_lowercase())
        }
        _ => Shown::Other,
    }
}

pub fn grouped(select: &Select) -> bool {
    match &select.group_by {
        GroupByExpr::All(_) => true,
        GroupByExpr::Expressions(by, modifiers) => !by.is_empty() || !modifiers.is_empty(),
    }
}

#[derive(Default)]
struct Walk {
    found: Features,
    queries: usize,
    /// Alias to table, lower case; the last definition of a name wins, which is right within one SELECT.
    aliases: std::collections::BTreeMap<String, String>,
}

impl Walk {
    fn pair(&mut self, expr: &Expr) {
        let Expr::BinaryOp { left, op, right } = expr else {
            return;
        };
        match op {
            sqlparser::ast::BinaryOperator::And => {
                self.pair(left);
                self.pair(right);
            }
            sqlparser::ast::BinaryOperator::Eq => {
                if let (Some(a), Some(b)) = (self.side(left), self.side(right)) {
                    self.found.join_pairs.push(if a <= b { (a, b) } else { (b, a) });
                }
            }
            _ => {}
        }
    }

    fn side(&self, expr: &Expr) -> Option<String> {
        let Expr::CompoundIdentifier(parts) = expr else {
            return None;
        };
        let [qualifier, name] = parts.as_slice() else {
            return None;
        };
        let alias = qualifier.value.to_lowercase();
        let table = self.aliases.get(&alias).cloned().unwrap_or(alias);
        Some(format!("{table}.{}", name.value.to_lowercase()))
    }

    fn constraint(&mut self, join: &JoinOperator) {
        let constraint = match join {
            JoinOperator::Join(c)
            | JoinOperator::Inner(c)
            | JoinOperator::Left(c)
            | JoinOperator::LeftOuter(c)
            | JoinOperator::Right(c)
            | JoinOperator::RightOuter(c)
            | JoinOperator::FullOuter(c) => c,
            _ => return,
        };
        if let JoinConstraint::On(expr) = constraint {
            self.pair(expr);
        }
    }
}

fn push_new(list: &mut Vec<String>, item: String) {
    if !list.contains(&item) {
        list.push(item);
    }
}

impl Visitor for Walk {
    type Break = ();

    fn pre_visit_query(&mut self, _: &Query) -> ControlFlow<()> {
        self.queries += 1;
        ControlFlow::Continue(())
    }

    fn pre_visit_select(&mut self, select: &Select) -> ControlFlow<()> {
        for item in &select.from {
            self.found.joins += item.joins.len();
            let factors = std::iter::once(&item.relation).chain(item.joins.iter().map(|j| &j.relation));
            for factor in factors {
                if let TableFactor::Table {
                    name,
                    alias: Some(alias),
                    ..
                } = factor
                {
                    let table = plain_parts(name).join(".").to_lowercase();
                    self.aliases.insert(alias.name.value.to_lowercase(), table);
                }
            }
            for join in &item.joins {
                self.constraint(&join.join_operator);
            }
        }
        self.found.joins += select.from.len().saturating_sub(1);
        if let (true, Some(expr)) = (select.from.len() > 1, &select.selection) {
            self.pair(expr);
        }
        ControlFlow::Continue(())
    }

    fn pre_visit_table_factor(&mut self, factor: &TableFactor) -> ControlFlow<()> {
        if let TableFactor::Table { name, args: None, .. } = factor {
            push_new(&mut self.found.tables, plain_parts(name).join(".").to_lowercase());
        }
        ControlFlow::Continue(())
    }

    fn pre_visit_expr(&mut self, expr: &Expr) -> ControlFlow<()> {
        match expr {
            Expr::Identifier(_) | Expr::CompoundIdentifier(_) => {
                if let Some(ident) = name_of(expr) {
                    push_new(&mut self.found.columns, ident.value.to_lowercase());
                }
            }
            Expr::Function(function) => {
                self.found.window |= function.over.is_some();
                if is_aggregate(function) {
                    let name = plain_parts(&function.name).pop().unwrap_or_default();
                    self.found.aggregates.push(name.to_lowercase());
                }
            }
            Expr::Value(value) => {
                if let Value::SingleQuotedString(text) = &value.value {
                    self.found.literals.push(text.clone());
                }
            }
            _ => {}
        }
        ControlFlow::Continue(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of_sqlite(sql: &str) -> Features {
        of(sql, Dialect::Sqlite).unwrap()
    }

    #[test]
    fn facts_of_a_grouped_join() {
        let f = of_sqlite(
            "SELECT c.country, COUNT(*) AS n FROM customers c JOIN orders o ON o.customer_id = c.id
             WHERE o.status = 'paid' GROUP BY c.country ORDER BY n DESC LIMIT 5",
        );
        assert_eq!(f.tables, ["customers", "orders"]);
        assert_eq!(f.aggregates, ["count"]);
        assert_eq!(
            f.join_pairs,
            [("customers.id".to_string(), "orders.customer_id".to_string())]
        );
        assert_eq!((f.joins, f.limit, f.outputs), (1, Some(5), Some(2)));
        assert!(f.group_by && f.order_by && f.descending && f.filters && !f.distinct && !f.single_row());
        assert_eq!(f.literals, ["paid"]);
        assert_eq!(
            f.shown,
            [Shown::Column("country".into()), Shown::Aggregate("count".into())]
        );
    }

    #[test]
    fn one_row_is_known_beforehand() {
        assert!(of_sqlite("SELECT MAX(a) FROM t").single_row());
        assert!(!of_sqlite("SELECT MAX(a, b) FROM t").single_row());
        assert!(of_sqlite("SELECT a FROM t ORDER BY b LIMIT 1").single_row());
        assert!(!of_sqlite("SELECT SUM(a) OVER () FROM t").single_row());
    }

    #[test]
    fn names_of_with_are_no_tables() {
        let f = of_sqlite("WITH w AS (SELECT a FROM t) SELECT a FROM w");
        assert_eq!(f.tables, ["t"]);
        assert_eq!(f.subqueries, 1);
    }
}
