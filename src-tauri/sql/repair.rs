//! Mistakes that a rule can put right.
//!
//! In: a statement, the catalog, what went wrong, and a look-up of stored values. Out: the repaired statement and
//! why. One rule a file; a rule is its change, a statement before and after, and why the change is safe.
//! Deliberately absent: running anything; whether a repair helped is for the caller to see.

use askwell_contract::{Catalog, Dialect};
use sqlparser::ast::Query;

use crate::parse;
use crate::scope::{self, Names};

mod folded_name;
mod group_by_completion;
pub mod habits;
mod missing_join;
mod nearest_column;
mod nearest_table;
mod phantom_column;
mod value_spelling;

use habits::Scene;

/// A stored value that resembles a text of the statement.
#[derive(Debug, Clone, PartialEq)]
pub struct Near {
    pub value: String,
    /// 0..=1; 1 is the same after folding case and accents.
    pub similarity: f64,
}

/// What a rule may look at.
pub struct Context<'a> {
    pub catalog: &'a Catalog,
    /// The statement did not run.
    pub failed: bool,
    /// The statement ran and found nothing: no rows, or only NULL and 0.
    pub found_nothing: bool,
    /// Stored values of `table.column` near to a text, best first.
    pub values: &'a (dyn Fn(&str, &str, &str) -> Vec<Near> + Send + Sync),
}

pub struct Rule {
    pub name: &'static str,
    pub before: &'static str,
    pub after: &'static str,
    /// Why the change cannot make a right statement wrong.
    pub safe: &'static str,
    apply: fn(&Statement<'_>, &Context<'_>) -> Option<(String, String)>,
}

/// A statement as a rule sees it.
struct Statement<'a> {
    sql: &'a str,
    query: &'a Query,
    names: &'a Names<'a>,
    dialect: Dialect,
}

/// Names first: only then do values and grouping mean something. A name is given up last of all, when it is like no
/// column and of no table in reach.
pub const RULES: &[Rule] = &[
    folded_name::RULE,
    nearest_table::RULE,
    nearest_column::RULE,
    missing_join::RULE,
    phantom_column::RULE,
    group_by_completion::RULE,
    value_spelling::RULE,
];

#[derive(Debug, Clone, PartialEq)]
pub struct Repaired {
    /// The rule's name; of habits, all that were changed.
    pub rule: String,
    pub sql: String,
    /// What was wrong and what was done, in plain words.
    pub why: String,
}

/// The first rule that changes something; another engine's ways of writing first, since what cannot be read has no
/// names to put right.
pub fn first(sql: &str, cx: &Context<'_>) -> Option<Repaired> {
    let scene = Scene {
        catalog: cx.catalog,
        dialect: cx.catalog.dialect,
        failed: cx.failed,
    };
    let translated = habits::translate(sql, &scene);
    if translated.is_some() {
        return translated;
    }
    RULES.iter().find_map(|rule| apply(rule, sql, cx))
}

fn apply(rule: &Rule, sql: &str, cx: &Context<'_>) -> Option<Repaired> {
    let query = parse::query(sql, cx.catalog.dialect).ok()?;
    let names = scope::names(&query, cx.catalog);
    let statement = Statement {
        sql,
        query: &query,
        names: &names,
        dialect: cx.catalog.dialect,
    };
    let (after, why) = (rule.apply)(&statement, cx)?;
    (after != sql).then_some(Repaired {
        rule: rule.name.to_string(),
        sql: after,
        why,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::shop;

    fn stored(table: &str, column: &str, text: &str) -> Vec<Near> {
        let values: &[&str] = match (table, column) {
            ("customers", "country") => &["France", "Germany", "Côte d'Ivoire"],
            ("orders", "status") => &["open", "paid"],
            _ => &[],
        };
        let mut near: Vec<Near> = values
            .iter()
            .map(|v| Near {
                value: (*v).to_string(),
                similarity: crate::near::likeness(v, text),
            })
            .collect();
        near.sort_by(|a, b| b.similarity.total_cmp(&a.similarity));
        near
    }

    /// A catalog in which the rule's example is at home.
    fn catalog_of(rule: &Rule) -> Catalog {
        if rule.name == folded_name::RULE.name {
            folded_name::tests::catalog()
        } else {
            shop()
        }
    }

    pub(super) fn repaired(rule: &Rule, sql: &str) -> Option<String> {
        repaired_in(&catalog_of(rule), rule, sql)
    }

    fn repaired_in(catalog: &Catalog, rule: &Rule, sql: &str) -> Option<String> {
        let cx = Context {
            catalog,
            failed: true,
            found_nothing: true,
            values: &stored,
        };
        apply(rule, sql, &cx).map(|r| r.sql)
    }

    #[test]
    fn every_rule_makes_before_into_after_and_leaves_after_alone() {
        for rule in RULES {
            assert_eq!(
                repaired(rule, rule.before).as_deref(),
                Some(rule.after),
                "{}",
                rule.name
            );
            assert_eq!(repaired(rule, rule.after), None, "{} is not idempotent", rule.name);
            let dialect = catalog_of(rule).dialect;
            assert!(crate::guard::check(rule.after, dialect).is_ok(), "{}", rule.name);
            assert!(rule.safe.ends_with('.'), "{}", rule.name);
        }
    }

    #[test]
    fn right_statements_are_left_alone() {
        for sql in [
            "SELECT COUNT(*) FROM customers WHERE country = 'France'",
            "SELECT name FROM customers WHERE name = 'Nobody'",
            "SELECT country, COUNT(*) FROM customers GROUP BY country",
            "SELECT name, MAX(id) FROM customers",
            "not even SQL",
        ] {
            for rule in RULES {
                let changed = repaired_in(&shop(), rule, sql);
                assert_eq!(changed, None, "{} changed {sql}", rule.name);
            }
        }
    }

    #[test]
    fn several_values_and_lists_are_put_right_at_once() {
        let rule = &value_spelling::RULE;
        assert_eq!(
            repaired(
                rule,
                "SELECT 1 FROM customers c WHERE c.country IN ('FRANCE', 'germany') OR 'france' = c.country"
            ),
            Some("SELECT 1 FROM customers c WHERE c.country IN ('France', 'Germany') OR 'France' = c.country".into())
        );
        assert_eq!(
            repaired(rule, "SELECT 1 FROM customers WHERE country = 'cote d''ivoire'"),
            Some("SELECT 1 FROM customers WHERE country = 'Côte d''Ivoire'".into())
        );
        assert_eq!(repaired(rule, "SELECT 1 FROM customers WHERE country = 'Peru'"), None);
    }

    #[test]
    fn a_slip_is_only_put_right_when_nothing_was_found() {
        let catalog = shop();
        let sql = "SELECT COUNT(*) FROM customers WHERE country = 'Germny'";
        let cx = |found_nothing| Context {
            catalog: &catalog,
            failed: false,
            found_nothing,
            values: &stored,
        };
        assert_eq!(first(sql, &cx(false)), None);
        let repaired = first(sql, &cx(true)).unwrap();
        assert_eq!(repaired.rule, "value_spelling");
        assert_eq!(
            repaired.why,
            "customers.country holds no 'Germny'; the nearest stored value is 'Germany'."
        );
    }

    #[test]
    fn texts_that_are_added_up_in_sqlite_are_put_together_though_the_statement_ran() {
        let catalog = shop();
        let cx = Context {
            catalog: &catalog,
            failed: false,
            found_nothing: false,
            values: &stored,
        };
        let after = |sql: &str| first(sql, &cx).map(|r| r.sql);
        assert_eq!(
            after("SELECT name + ', ' + country FROM customers").as_deref(),
            Some("SELECT name || ', ' || country FROM customers")
        );
        assert_eq!(after("SELECT IFNULL(name, '') || YEAR(since) FROM customers"), None);
        assert_eq!(after("SELECT CAST(total AS UNSIGNED) FROM orders"), None);
    }

    #[test]
    fn a_wrong_qualifier_is_put_right_when_only_one_table_has_the_column() {
        let rule = &nearest_column::RULE;
        assert_eq!(
            repaired(
                rule,
                "SELECT c.total FROM customers c JOIN orders o ON o.customer_id = c.id"
            ),
            Some("SELECT o.total FROM customers c JOIN orders o ON o.customer_id = c.id".into())
        );
    }

    #[test]
    fn a_table_renamed_is_renamed_in_its_columns_too() {
        assert_eq!(
            repaired(
                &nearest_table::RULE,
                "SELECT custmers.name FROM custmers WHERE custmers.id = 1"
            ),
            Some("SELECT customers.name FROM customers WHERE customers.id = 1".into())
        );
    }
}
