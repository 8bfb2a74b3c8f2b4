//! One walk over a statement's tree for all who look at it, and one for all who change it.
//!
//! In: a tree of sqlparser and a visitor. Out: what the visitor broke off with. The compiler makes sqlparser's whole walk
//! anew for every type of visitor, which takes it half a minute each; here they all go through the same two types.

use std::ops::ControlFlow;

use sqlparser::ast::{
    Expr, GroupByExpr, Ident, ObjectName, OrderBy, OrderByExpr, Query, Select, Statement, TableFactor, ValueWithSpan,
    Visit, VisitMut, Visitor, VisitorMut,
};

/// Shows every node below `root` to the visitor, until it breaks off.
pub fn read<V: Visitor>(root: &impl Visit, visitor: &mut V) -> ControlFlow<V::Break> {
    let mut kept = Kept { visitor, why: None };
    let _ = root.visit(&mut Reads(&mut kept));
    kept.why.map_or(ControlFlow::Continue(()), ControlFlow::Break)
}

/// Hands every node below `root` to the visitor to change, until it breaks off.
pub fn change(root: &mut impl VisitMut, visitor: &mut dyn VisitorMut<Break = ()>) {
    let _ = root.visit(&mut Changes(visitor));
}

type Shared<'a, T> = &'a T;
type Mutable<'a, T> = &'a mut T;

/// Every hook of a visitor, each handed on by `$on`.
macro_rules! hooks {
    ($by:ident, $on:ident) => {
        hooks! { $by, $on;
            pre_visit_query Query, post_visit_query Query,
            pre_visit_select Select, post_visit_select Select,
            pre_visit_relation ObjectName, post_visit_relation ObjectName,
            pre_visit_table_factor TableFactor, post_visit_table_factor TableFactor,
            pre_visit_expr Expr, post_visit_expr Expr,
            pre_visit_statement Statement, post_visit_statement Statement,
            pre_visit_value ValueWithSpan, post_visit_value ValueWithSpan,
            pre_visit_ident Ident, post_visit_ident Ident,
            pre_visit_order_by OrderBy, post_visit_order_by OrderBy,
            pre_visit_order_by_expr OrderByExpr, post_visit_order_by_expr OrderByExpr,
            pre_visit_group_by GroupByExpr, post_visit_group_by GroupByExpr
        }
    };
    ($by:ident, $on:ident; $($hook:ident $node:ty),*) => {
        $(fn $hook(&mut self, node: $by<'_, $node>) -> ControlFlow<()> {
            $on!(self, $hook, node)
        })*
    };
}

macro_rules! straight {
    ($self:ident, $hook:ident, $node:ident) => {
        $self.0.$hook($node)
    };
}

macro_rules! keeping {
    ($self:ident, $hook:ident, $node:ident) => {{
        let flow = $self.visitor.$hook($node);
        $self.keep(flow)
    }};
}

struct Reads<'a>(&'a mut dyn Visitor<Break = ()>);

impl Visitor for Reads<'_> {
    type Break = ();
    hooks! { Shared, straight }
}

struct Changes<'a>(&'a mut dyn VisitorMut<Break = ()>);

impl VisitorMut for Changes<'_> {
    type Break = ();
    hooks! { Mutable, straight }
}

/// Keeps what a visitor breaks off with, so that visitors of every kind look alike.
struct Kept<'a, V: Visitor> {
    visitor: &'a mut V,
    why: Option<V::Break>,
}

impl<V: Visitor> Kept<'_, V> {
    fn keep(&mut self, flow: ControlFlow<V::Break>) -> ControlFlow<()> {
        match flow {
            ControlFlow::Continue(()) => ControlFlow::Continue(()),
            ControlFlow::Break(why) => {
                self.why = Some(why);
                ControlFlow::Break(())
            }
        }
    }
}

impl<V: Visitor> Visitor for Kept<'_, V> {
    type Break = ();
    hooks! { Shared, keeping }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parse;
    use askwell_contract::Dialect;

    /// Notes every hook that is called, in order.
    struct Notes(Vec<String>);

    macro_rules! noting {
        ($self:ident, $hook:ident, $node:ident) => {{
            $self.0.push(format!("{} {}", stringify!($hook), $node));
            ControlFlow::Continue(())
        }};
    }

    impl Visitor for Notes {
        type Break = ();
        hooks! { Shared, noting }
    }

    impl VisitorMut for Notes {
        type Break = ();
        hooks! { Mutable, noting }
    }

    const SQL: &str = "SELECT a, COUNT(*) FROM t WHERE b = 'x' AND c IN (SELECT d FROM u) GROUP BY a ORDER BY a";

    #[test]
    fn every_hook_is_called_as_sqlparser_calls_it() {
        let query = parse::query(SQL, Dialect::Sqlite).unwrap();
        let statement = Statement::Query(Box::new(query));
        let (mut ours, mut theirs) = (Notes(Vec::new()), Notes(Vec::new()));
        assert!(read(&statement, &mut ours).is_continue());
        let _ = Visit::visit(&statement, &mut theirs);
        assert_eq!(ours.0, theirs.0);
        for hook in [
            "query",
            "select",
            "relation",
            "table_factor",
            "expr",
            "statement",
            "value",
            "ident",
            "order_by",
            "order_by_expr",
            "group_by",
        ] {
            for side in ["pre", "post"] {
                let name = format!("{side}_visit_{hook} ");
                assert!(ours.0.iter().any(|n| n.starts_with(&name)), "{name}");
            }
        }
        let mut changed = Notes(Vec::new());
        change(&mut statement.clone(), &mut changed);
        assert_eq!(changed.0, theirs.0);
    }

    #[test]
    fn a_visitor_breaks_off_with_its_reason() {
        struct First;
        impl Visitor for First {
            type Break = String;
            fn pre_visit_relation(&mut self, name: &ObjectName) -> ControlFlow<String> {
                ControlFlow::Break(name.to_string())
            }
        }
        let query = parse::query(SQL, Dialect::Sqlite).unwrap();
        assert_eq!(read(&query, &mut First), ControlFlow::Break("t".to_string()));
    }
}
