//! Texts that a query compares with a column for equality.
//!
//! In: a parsed query and the meaning of its names. Out: one [`Compared`] a text, in the order of the query.

use std::ops::ControlFlow;

use sqlparser::ast::{BinaryOperator, Expr, Value, Visitor};
use sqlparser::tokenizer::Span;

use crate::scope::Names;
use crate::tree;

#[derive(Debug, Clone, PartialEq)]
pub struct Compared {
    pub table: String,
    pub column: String,
    pub text: String,
    pub at: Span,
}

pub fn texts(query: &sqlparser::ast::Query, names: &Names<'_>) -> Vec<Compared> {
    let mut walk = Walk {
        names,
        found: Vec::new(),
    };
    let _ = tree::read(query, &mut walk);
    walk.found
}

struct Walk<'a, 'b> {
    names: &'a Names<'b>,
    found: Vec<Compared>,
}

impl Walk<'_, '_> {
    fn pair(&mut self, column: &Expr, value: &Expr) {
        let (Some((table, column)), Expr::Value(value)) = (self.names.column_of(column), value) else {
            return;
        };
        if let Value::SingleQuotedString(text) = &value.value {
            let (table, column) = (table.name.clone(), column.name.clone());
            self.found.push(Compared {
                table,
                column,
                text: text.clone(),
                at: value.span,
            });
        }
    }
}

impl Visitor for Walk<'_, '_> {
    type Break = ();
    fn pre_visit_expr(&mut self, expr: &Expr) -> ControlFlow<()> {
        match expr {
            Expr::BinaryOp {
                left,
                op: BinaryOperator::Eq | BinaryOperator::NotEq,
                right,
            } => {
                self.pair(left, right);
                self.pair(right, left);
            }
            Expr::InList { expr, list, .. } => list.iter().for_each(|value| self.pair(expr, value)),
            _ => {}
        }
        ControlFlow::Continue(())
    }
}
