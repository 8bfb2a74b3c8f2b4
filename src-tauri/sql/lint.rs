//! Patterns that are mistakes more often than not, found before a query runs.
//!
//! In: a query, the catalog, and what is known of NULLs and of how often values come. Out: findings, each named after its rule. One rule a file;
//! a rule is its check, one statement that breaks it and one that does not.

use std::ops::ControlFlow;

use askwell_contract::run::Finding;
use askwell_contract::{Catalog, Column, Dialect, Table};
use sqlparser::ast::{Expr, FunctionArg, FunctionArgExpr, FunctionArguments, Query, Select, Visit, Visitor};

use crate::features::is_aggregate;
use crate::parse;
use crate::scope::{self, Names};
use crate::tree;

mod aggregate_in_where;
mod ambiguous_column;
mod between_times;
mod cartesian_join;
mod distinct_beside_group;
mod equals_null;
mod fan_out;
mod having_without_group;
mod integer_division;
mod left_join_undone;
mod like_without_wildcard;
mod limit_without_order;
mod missing_group_by;
mod mixed_and_or;
mod nested_aggregate;
mod never_true;
mod not_in_with_nulls;
mod null_in_list;
mod select_star;
mod sum_of_key;
mod sum_of_text;
mod text_number_comparison;
mod union_widths;
mod unknown_column;
mod unknown_table;
mod window_without_order;

/// Of a table, its columns, and the table that these refer to.
pub type Repeats<'a> = dyn Fn(&str, &[&str], &str) -> Option<f64> + 'a;

/// What a rule may look at.
pub struct Facts<'a> {
    pub query: &'a Query,
    pub names: &'a Names<'a>,
    pub catalog: &'a Catalog,
    pub dialect: Dialect,
    /// NULLs in a column, where they have been counted.
    pub nulls: &'a dyn Fn(&str, &str) -> Option<u64>,
    /// How many rows of a table belong to one row of another on average, by the columns that refer to it, where known.
    pub repeats: &'a Repeats<'a>,
}

pub struct Rule {
    /// The finding's code.
    pub name: &'static str,
    /// Why it is a mistake, in one sentence.
    pub about: &'static str,
    pub bad: &'static str,
    pub good: &'static str,
    pub check: fn(&Facts<'_>) -> Vec<Finding>,
}

pub const RULES: &[Rule] = &[
    unknown_table::RULE,
    unknown_column::RULE,
    ambiguous_column::RULE,
    missing_group_by::RULE,
    aggregate_in_where::RULE,
    having_without_group::RULE,
    cartesian_join::RULE,
    text_number_comparison::RULE,
    equals_null::RULE,
    not_in_with_nulls::RULE,
    limit_without_order::RULE,
    select_star::RULE,
    nested_aggregate::RULE,
    union_widths::RULE,
    fan_out::RULE,
    integer_division::RULE,
    sum_of_text::RULE,
    sum_of_key::RULE,
    between_times::RULE,
    never_true::RULE,
    null_in_list::RULE,
    window_without_order::RULE,
    left_join_undone::RULE,
    like_without_wildcard::RULE,
    mixed_and_or::RULE,
    distinct_beside_group::RULE,
];

/// All findings, in the order of [`RULES`]; none for a text that does not parse (the guard says that).
pub fn check(
    sql: &str,
    catalog: &Catalog,
    nulls: &dyn Fn(&str, &str) -> Option<u64>,
    repeats: &Repeats<'_>,
) -> Vec<Finding> {
    let Ok(query) = parse::query(sql, catalog.dialect) else {
        return Vec::new();
    };
    let names = scope::names(&query, catalog);
    let facts = Facts {
        query: &query,
        names: &names,
        catalog,
        dialect: catalog.dialect,
        nulls,
        repeats,
    };
    RULES.iter().flat_map(|rule| (rule.check)(&facts)).collect()
}

/// Calls `f` for every SELECT of the query, the outermost first.
fn each_select(query: &Query, mut f: impl FnMut(&Select)) {
    struct Each<'f>(&'f mut dyn FnMut(&Select));
    impl Visitor for Each<'_> {
        type Break = ();
        fn pre_visit_select(&mut self, select: &Select) -> ControlFlow<()> {
            (self.0)(select);
            ControlFlow::Continue(())
        }
    }
    let _ = tree::read(query, &mut Each(&mut f));
}

/// Calls `f` for every expression below `root`, subqueries included.
pub(crate) fn each_expr<V: Visit>(root: &V, mut f: impl FnMut(&Expr)) {
    struct Each<'f>(&'f mut dyn FnMut(&Expr));
    impl Visitor for Each<'_> {
        type Break = ();
        fn pre_visit_expr(&mut self, expr: &Expr) -> ControlFlow<()> {
            (self.0)(expr);
            ControlFlow::Continue(())
        }
    }
    let _ = tree::read(root, &mut Each(&mut f));
}

/// The aggregates below `root`, those of subqueries left out.
pub(crate) fn aggregates<V: Visit>(root: &V) -> Vec<String> {
    struct Aggregates {
        depth: usize,
        names: Vec<String>,
    }
    impl Visitor for Aggregates {
        type Break = ();
        fn pre_visit_query(&mut self, _: &Query) -> ControlFlow<()> {
            self.depth += 1;
            ControlFlow::Continue(())
        }
        fn post_visit_query(&mut self, _: &Query) -> ControlFlow<()> {
            self.depth -= 1;
            ControlFlow::Continue(())
        }
        fn pre_visit_expr(&mut self, expr: &Expr) -> ControlFlow<()> {
            if let (0, Expr::Function(f)) = (self.depth, expr) {
                if is_aggregate(f) {
                    self.names.push(f.to_string());
                }
            }
            ControlFlow::Continue(())
        }
    }
    let mut found = Aggregates {
        depth: 0,
        names: Vec::new(),
    };
    let _ = tree::read(root, &mut found);
    found.names
}

/// The lower-case name and the plain arguments of a call.
pub(crate) fn call(expr: &Expr) -> Option<(String, Vec<&Expr>)> {
    let Expr::Function(function) = expr else { return None };
    let name = scope::plain_parts(&function.name).pop()?.to_lowercase();
    let FunctionArguments::List(list) = &function.args else {
        return Some((name, Vec::new()));
    };
    let plain = list.args.iter().filter_map(|arg| match arg {
        FunctionArg::Unnamed(FunctionArgExpr::Expr(expr)) => Some(expr),
        _ => None,
    });
    Some((name, plain.collect()))
}

/// Calls `f` for every column below `root` that is added up or averaged.
fn each_measure<'a, V: Visit>(root: &V, facts: &Facts<'a>, mut f: impl FnMut(&'a Table, &'a Column)) {
    each_expr(root, |expr| {
        let Some((name, args)) = call(expr) else { return };
        let ([measure], "sum" | "avg" | "total") = (args.as_slice(), name.as_str()) else {
            return;
        };
        if let Some((table, column)) = facts.names.column_of(measure) {
            f(table, column);
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::shop;

    fn codes(sql: &str) -> Vec<String> {
        check(sql, &shop(), &|_, _| None, &|_, _, _| None)
            .into_iter()
            .map(|f| f.code)
            .collect()
    }

    #[test]
    fn every_rule_finds_its_mistake_and_spares_the_right_way() {
        for rule in RULES {
            assert!(
                codes(rule.bad).contains(&rule.name.to_string()),
                "{} misses {}",
                rule.name,
                rule.bad
            );
            assert_eq!(codes(rule.good), Vec::<String>::new(), "{}: {}", rule.name, rule.good);
            assert!(rule.about.ends_with('.'), "{}", rule.name);
        }
    }

    #[test]
    fn names_are_distinct() {
        let names: std::collections::BTreeSet<_> = RULES.iter().map(|r| r.name).collect();
        assert_eq!(names.len(), RULES.len());
    }

    #[test]
    fn ordinary_queries_have_no_findings() {
        for sql in [
            "SELECT COUNT(*) FROM customers WHERE country = 'France'",
            "SELECT c.name, SUM(o.total) FROM customers c JOIN orders o ON o.customer_id = c.id GROUP BY c.id",
            "SELECT country, COUNT(*) AS n FROM customers GROUP BY country HAVING COUNT(*) > 1 ORDER BY n DESC LIMIT 5",
            "SELECT name FROM customers WHERE id IN (SELECT customer_id FROM orders WHERE total > 10)",
            "SELECT a.name, b.name FROM customers a, customers b WHERE a.country = b.country AND a.id < b.id",
            "SELECT COUNT(*) FROM customers, (SELECT AVG(total) AS t FROM orders) WHERE id > t",
            "SELECT MAX(total) FROM orders LIMIT 1",
            "SELECT MAX((SELECT SUM(o.total) FROM orders o WHERE o.customer_id = c.id)) FROM customers c",
            "SELECT UPPER(country), COUNT(*) FROM customers GROUP BY UPPER(country)",
            "SELECT country AS land, COUNT(*) FROM customers GROUP BY land",
            "SELECT name FROM customers WHERE since = '2024-01-01' OR id = '7'",
        ] {
            assert_eq!(codes(sql), Vec::<String>::new(), "{sql}");
        }
    }
}
