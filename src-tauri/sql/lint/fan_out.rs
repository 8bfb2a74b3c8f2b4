//! `SELECT SUM(o.total) FROM orders o JOIN order_lines l ON l.order_id = o.id`

use askwell_contract::run::Finding;
use askwell_contract::Table;
use sqlparser::ast::{BinaryOperator, Expr, JoinConstraint, JoinOperator, Select};

use super::{each_measure, each_select, Facts, Rule};

pub const RULE: Rule = Rule {
    name: "fan_out",
    about: "A join gives each row of a table once for every row that belongs to it, and a sum then counts it as often.",
    bad: "SELECT SUM(orders.total) FROM orders JOIN order_lines ON order_lines.order_id = orders.id",
    good: "SELECT SUM(total) FROM orders WHERE id IN (SELECT order_id FROM order_lines)",
    check,
};

fn check(facts: &Facts<'_>) -> Vec<Finding> {
    let mut out = Vec::new();
    each_select(facts.query, |select| {
        let multiplied = multiplied(select, facts);
        for item in &select.projection {
            each_measure(item, facts, |table, column| {
                let mut by = multiplied.iter().filter(|m| m.one.name == table.name).peekable();
                let Some(first) = by.peek() else { return };
                let many = first.many;
                // Unknown as soon as one of them is.
                let factor = by.map(|m| (facts.repeats)(m.many, m.column)).product::<Option<f64>>();
                // As it is now, each row has one partner at most.
                if factor.is_some_and(|f| f <= 1.0) {
                    return;
                }
                let times = factor.map_or_else(String::new, |f| {
                    format!(" This would count each row of {} {f:.1} times on average.", table.name)
                });
                out.push(Finding::warning(
                    RULE.name,
                    format!(
                        "A row of {} comes once for each of its rows in {many}, so {} is counted several times.{times}",
                        table.name, column.name
                    ),
                ));
            });
        }
    });
    out
}

/// A table whose rows a join repeats, and the column of another table that repeats them.
struct Multiplied<'a> {
    one: &'a Table,
    many: &'a str,
    column: &'a str,
}

/// The join goes by the whole key of the one and not by a key of the other.
fn multiplied<'a>(select: &Select, facts: &Facts<'a>) -> Vec<Multiplied<'a>> {
    let mut pairs = Vec::new();
    let joins = select.from.iter().flat_map(|f| &f.joins);
    for join in joins {
        use JoinOperator as J;
        if let J::Join(JoinConstraint::On(on))
        | J::Inner(JoinConstraint::On(on))
        | J::Left(JoinConstraint::On(on))
        | J::LeftOuter(JoinConstraint::On(on)) = &join.join_operator
        {
            equalities(on, &mut pairs);
        }
    }
    if let Some(condition) = &select.selection {
        equalities(condition, &mut pairs);
    }
    let mut out = Vec::new();
    for (a, b) in pairs {
        let (Some(a), Some(b)) = (facts.names.column_of(a), facts.names.column_of(b)) else {
            continue;
        };
        if a.0.name == b.0.name {
            continue;
        }
        for ((one, one_column), (many, many_column)) in [(a, b), (b, a)] {
            if alone(one, &one_column.name) && !alone(many, &many_column.name) {
                let known = out
                    .iter()
                    .any(|m: &Multiplied| m.one.name == one.name && m.many == many.name);
                if !known {
                    out.push(Multiplied {
                        one,
                        many: &many.name,
                        column: &many_column.name,
                    });
                }
            }
        }
    }
    out
}

/// Whether the column is a key by itself.
fn alone(table: &Table, column: &str) -> bool {
    let is = |key: &[String]| matches!(key, [single] if single.eq_ignore_ascii_case(column));
    is(&table.primary_key) || table.unique.iter().any(|key| is(key))
}

fn equalities<'e>(expr: &'e Expr, into: &mut Vec<(&'e Expr, &'e Expr)>) {
    match expr {
        Expr::BinaryOp {
            left,
            op: BinaryOperator::And,
            right,
        } => {
            equalities(left, into);
            equalities(right, into);
        }
        Expr::BinaryOp {
            left,
            op: BinaryOperator::Eq,
            right,
        } => into.push((left, right)),
        Expr::Nested(inner) => equalities(inner, into),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use askwell_contract::Dialect;

    use crate::lint;
    use crate::testing::shop;

    /// With so many rows of a child for each parent.
    fn says(sql: &str, rows: Option<f64>) -> Vec<String> {
        let catalog = shop();
        assert_eq!(catalog.dialect, Dialect::Sqlite);
        let found = lint::check(sql, &catalog, &|_, _| None, &|_, _| rows);
        found
            .into_iter()
            .filter(|f| f.code == "fan_out")
            .map(|f| f.message)
            .collect()
    }

    const TWICE: &str = super::RULE.bad;

    #[test]
    fn the_factor_is_said_where_it_is_known() {
        assert_eq!(
            says(TWICE, Some(3.2)),
            [
                "A row of orders comes once for each of its rows in order_lines, so total is counted several times. \
              This would count each row of orders 3.2 times on average."
            ]
        );
        assert_eq!(
            says(TWICE, None),
            ["A row of orders comes once for each of its rows in order_lines, so total is counted several times."]
        );
    }

    #[test]
    fn where_each_row_has_one_partner_nothing_is_counted_twice() {
        assert!(says(TWICE, Some(1.0)).is_empty());
    }
}
