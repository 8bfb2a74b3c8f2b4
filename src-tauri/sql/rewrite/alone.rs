//! A part of a statement as a statement of its own, and the statement without it.
//!
//! In: parts as `flags` finds them. Out: texts that an engine can be asked to plan. Deliberately absent: what they cost.

use std::ops::ControlFlow;

use sqlparser::ast::{Expr, Query, Select, Value, Visit, Visitor, VisitorMut};

use super::shape;
use crate::tree;

pub struct Alone {
    /// The part with whatever WITH names around it.
    pub sql: String,
    /// It reads columns of what is around it, so `sql` cannot be planned.
    pub correlated: bool,
    /// As it stands in the statement.
    pub(super) text: String,
}

impl Alone {
    pub(super) fn of(part: &(impl Visit + std::fmt::Display), with: &[String]) -> Self {
        let text = part.to_string();
        let sql = match with {
            [] => text.clone(),
            named => format!("WITH {} {text}", named.join(", ")),
        };
        Self {
            sql,
            correlated: !free(part).is_empty(),
            text,
        }
    }

    /// The statement without the conditions that the part stands in, and with NULL where it is an output; `None`: it
    /// stands elsewhere.
    pub fn left_out_of(&self, whole: &Query) -> Option<Query> {
        let mut less = whole.clone();
        tree::change(&mut less, &mut LeaveOut(&self.text));
        (less != *whole).then_some(less)
    }
}

/// A branch of a union is no query, and knows its own sources all the same.
fn free(part: &(impl Visit + std::fmt::Display)) -> Vec<shape::Col> {
    struct Sources(Vec<String>, usize);
    impl Visitor for Sources {
        type Break = ();
        fn pre_visit_query(&mut self, _: &Query) -> ControlFlow<()> {
            self.1 += 1;
            ControlFlow::Continue(())
        }
        fn post_visit_query(&mut self, _: &Query) -> ControlFlow<()> {
            self.1 -= 1;
            ControlFlow::Continue(())
        }
        fn pre_visit_select(&mut self, select: &Select) -> ControlFlow<()> {
            if self.1 == 0 {
                self.0
                    .extend(shape::factors(select).iter().filter_map(|f| shape::alias_of(f)));
            }
            ControlFlow::Continue(())
        }
    }
    let mut own = Sources(Vec::new(), 0);
    let _ = tree::read(part, &mut own);
    let mut free = shape::free(part);
    free.retain(|(source, _)| !own.0.contains(source));
    free
}

struct LeaveOut<'a>(&'a str);

impl LeaveOut<'_> {
    fn holds(&self, node: &impl Visit) -> bool {
        struct Look<'a>(&'a str);
        impl Visitor for Look<'_> {
            type Break = ();
            fn pre_visit_query(&mut self, query: &Query) -> ControlFlow<()> {
                match query.to_string() == self.0 {
                    true => ControlFlow::Break(()),
                    false => ControlFlow::Continue(()),
                }
            }
        }
        tree::read(node, &mut Look(self.0)).is_break()
    }
}

impl VisitorMut for LeaveOut<'_> {
    type Break = ();
    fn pre_visit_select(&mut self, select: &mut Select) -> ControlFlow<()> {
        for condition in [&mut select.selection, &mut select.having] {
            let Some(all) = condition.as_ref().filter(|c| self.holds(*c)) else {
                continue;
            };
            let kept = shape::conjuncts(all).into_iter().filter(|c| !self.holds(c)).collect();
            *condition = shape::all_of(kept);
        }
        shape::replace_here(&mut select.projection, &|e| match e {
            Expr::Subquery(query) if query.to_string() == self.0 => Some(Expr::value(Value::Null)),
            _ => None,
        });
        ControlFlow::Continue(())
    }
}
