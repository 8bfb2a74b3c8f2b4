//! Columns that stand beside an aggregate without being grouped by.
//!
//! In: one SELECT and the meaning of its names. Out: the output columns that GROUP BY lacks.

use std::ops::ControlFlow;

use sqlparser::ast::{Expr, GroupByExpr, Query, Select, SelectItem, Value, Visitor};

use crate::features::is_aggregate;
use crate::scope::{name_of, Names};
use crate::tree;

pub struct Grouping {
    /// Column expressions outside aggregates that no GROUP BY expression covers, each once.
    pub missing: Vec<Expr>,
    /// Lower-case names of the aggregates in the output and HAVING.
    pub aggregates: Vec<String>,
}

pub fn of(select: &Select, names: &Names<'_>) -> Grouping {
    let exprs: Vec<&Expr> = select.projection.iter().filter_map(expr_of).collect();
    let by = grouped_by(select, &exprs);
    let mut walk = Bare {
        names,
        by: &by,
        inside: 0,
        found: Vec::new(),
        aggregates: Vec::new(),
    };
    for expr in &exprs {
        let _ = tree::read(*expr, &mut walk);
    }
    let missing = std::mem::take(&mut walk.found);
    if let Some(having) = &select.having {
        let _ = tree::read(having, &mut walk);
    }
    let all = matches!(select.group_by, GroupByExpr::All(_));
    let none = walk.aggregates.is_empty() && by.is_empty();
    Grouping {
        missing: if all || none { Vec::new() } else { missing },
        aggregates: walk.aggregates,
    }
}

fn expr_of(item: &SelectItem) -> Option<&Expr> {
    match item {
        SelectItem::UnnamedExpr(expr) | SelectItem::ExprWithAlias { expr, .. } => Some(expr),
        _ => None,
    }
}

/// GROUP BY expressions; numbers and output names stand for the outputs they name.
fn grouped_by<'a>(select: &'a Select, outputs: &[&'a Expr]) -> Vec<&'a Expr> {
    let GroupByExpr::Expressions(by, _) = &select.group_by else {
        return Vec::new();
    };
    let mut all = Vec::new();
    for expr in by {
        all.push(expr);
        match expr {
            Expr::Value(value) => {
                if let Value::Number(n, _) = &value.value {
                    let place = n.parse::<usize>().ok().and_then(|n| n.checked_sub(1));
                    all.extend(place.and_then(|i| outputs.get(i)));
                }
            }
            Expr::Identifier(ident) => {
                let named = select.projection.iter().find_map(|item| match item {
                    SelectItem::ExprWithAlias { expr, alias } if alias.value.eq_ignore_ascii_case(&ident.value) => {
                        Some(expr)
                    }
                    _ => None,
                });
                all.extend(named);
            }
            // GROUPING SETS, ROLLUP, CUBE: whatever they name is grouped by.
            Expr::Rollup(sets) | Expr::Cube(sets) | Expr::GroupingSets(sets) => all.extend(sets.iter().flatten()),
            Expr::Tuple(items) => all.extend(items),
            _ => {}
        }
    }
    all
}

struct Bare<'a, 'b> {
    names: &'a Names<'b>,
    by: &'a [&'a Expr],
    /// Depth of aggregates, covered expressions and subqueries around the current place.
    inside: usize,
    found: Vec<Expr>,
    aggregates: Vec<String>,
}

impl Bare<'_, '_> {
    fn opens(&self, expr: &Expr) -> bool {
        matches!(expr, Expr::Function(f) if is_aggregate(f)) || self.by.iter().any(|by| same(by, expr, self.names))
    }
}

/// The same column, or the same text.
fn same(a: &Expr, b: &Expr, names: &Names<'_>) -> bool {
    match (names.column_of(a), names.column_of(b)) {
        (Some((ta, ca)), Some((tb, cb))) => ta.name == tb.name && ca.name == cb.name,
        _ => a.to_string().eq_ignore_ascii_case(&b.to_string()),
    }
}

impl Visitor for Bare<'_, '_> {
    type Break = ();

    fn pre_visit_query(&mut self, _: &Query) -> ControlFlow<()> {
        self.inside += 1;
        ControlFlow::Continue(())
    }
    fn post_visit_query(&mut self, _: &Query) -> ControlFlow<()> {
        self.inside -= 1;
        ControlFlow::Continue(())
    }
    fn pre_visit_expr(&mut self, expr: &Expr) -> ControlFlow<()> {
        if let (0, Expr::Function(f)) = (self.inside, expr) {
            if is_aggregate(f) {
                self.aggregates.push(f.name.to_string().to_lowercase());
            }
        }
        if self.opens(expr) {
            self.inside += 1;
        } else if self.inside == 0 {
            if let (Some(_), Some((table, _))) = (name_of(expr), self.names.column_of(expr)) {
                // A grouped primary key fixes every other column of its table.
                let fixed = !table.primary_key.is_empty()
                    && table.primary_key.iter().all(|key| {
                        self.by.iter().any(|by| {
                            self.names
                                .column_of(by)
                                .is_some_and(|(t, c)| t.name == table.name && c.name.eq_ignore_ascii_case(key))
                        })
                    });
                if !fixed && !self.found.iter().any(|f| same(f, expr, self.names)) {
                    self.found.push(expr.clone());
                }
            }
        }
        ControlFlow::Continue(())
    }
    fn post_visit_expr(&mut self, expr: &Expr) -> ControlFlow<()> {
        if self.opens(expr) {
            self.inside -= 1;
        }
        ControlFlow::Continue(())
    }
}
