//! `SELECT SUM(o.total) FROM orders o JOIN order_lines l ON l.order_id = o.id`

use std::collections::BTreeSet;

use askwell_contract::run::Finding;
use askwell_contract::{Column, Table};
use sqlparser::ast::{
    BinaryOperator, DuplicateTreatment, Expr, FunctionArguments, GroupByExpr, JoinConstraint, JoinOperator, Select,
    TableFactor, Value,
};

use super::{call, each_expr, each_select, Facts, Rule};
use crate::plain::conjuncts;
use crate::scope::plain_parts;

pub const RULE: Rule = Rule {
    name: "fan_out",
    about: "A join gives each row of a table once for every row that belongs to it, and a sum or count then counts it as often.",
    bad: "SELECT SUM(orders.total) FROM orders JOIN order_lines ON order_lines.order_id = orders.id",
    good: "SELECT SUM(total) FROM orders WHERE id IN (SELECT order_id FROM order_lines)",
    check,
};

fn check(facts: &Facts<'_>) -> Vec<Finding> {
    let mut out = Vec::new();
    each_select(facts.query, |select| {
        let joins = Joins::of(select, facts);
        for item in &select.projection {
            each_expr(item, |expr| {
                let columns = measured(expr, facts, &joins);
                let Some((table, column)) = columns.first().copied() else {
                    return;
                };
                // A figure made of two tables belongs to both rows: it comes again only with what repeats each of them.
                let of: BTreeSet<&str> = columns.iter().map(|(t, _)| t.name.as_str()).collect();
                let mut by = joins.repeated(table);
                for (other, _) in &columns {
                    let its = joins.repeated(other);
                    by.retain(|many| !of.contains(many.table) && its.iter().any(|m| m.table == many.table));
                }
                let Some(first) = by.first().map(|m| m.table) else {
                    return;
                };
                // Unknown as soon as one of them is.
                let factor = by
                    .iter()
                    .map(|many| (facts.repeats)(many.table, &many.columns, many.of))
                    .product::<Option<f64>>();
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
                        "A row of {} comes once for each of its rows in {}, so {} is counted several times.{times}",
                        table.name, first, column.name
                    ),
                ));
            });
        }
    });
    out
}

/// The columns of what is added up or averaged, or the one that is counted where it tells rows apart.
fn measured<'a>(expr: &Expr, facts: &Facts<'a>, joins: &Joins<'a>) -> Vec<(&'a Table, &'a Column)> {
    let Some((name, args)) = call(expr) else {
        return Vec::new();
    };
    let [measure] = args.as_slice() else {
        return Vec::new();
    };
    let mut columns: Vec<(&Table, &Column)> = Vec::new();
    each_expr(*measure, |part| columns.extend(facts.names.column_of(part)));
    let once = matches!(expr, Expr::Function(f) if matches!(&f.args, FunctionArguments::List(list)
        if list.duplicate_treatment == Some(DuplicateTreatment::Distinct)));
    let measures = match (name.as_str(), columns.as_slice()) {
        ("sum" | "avg" | "total", _) => true,
        // Within a group of one of its rows, a key is counted for the rows that belong to it.
        ("count", [(table, column)]) => {
            key(table, &BTreeSet::from([lower(&column.name)])) && !joins.grouped.contains(table.name.as_str())
        }
        _ => false,
    };
    columns.retain(|_| measures && !once);
    columns
}

/// A table with several rows for one of another, and the columns by which they belong to it.
struct Many<'a> {
    table: &'a str,
    columns: Vec<&'a str>,
    of: &'a str,
}

/// Two tables that are joined, and the columns of each that are compared.
struct Join<'a> {
    sides: [(&'a Table, BTreeSet<String>); 2],
}

struct Joins<'a> {
    all: Vec<Join<'a>>,
    /// Columns that have one value in each group, or in all rows.
    fixed: BTreeSet<(&'a str, String)>,
    /// Tables whose columns are grouped by.
    grouped: BTreeSet<&'a str>,
}

impl<'a> Joins<'a> {
    fn of(select: &Select, facts: &Facts<'a>) -> Self {
        use JoinOperator as J;
        let mut conditions = Vec::new();
        let mut named: Vec<[(&Table, &Column); 2]> = Vec::new();
        for from in &select.from {
            let mut before: Vec<&Table> = table_of(&from.relation, facts).into_iter().collect();
            for join in &from.joins {
                let own = table_of(&join.relation, facts);
                if let J::Join(constraint)
                | J::Inner(constraint)
                | J::Left(constraint)
                | J::LeftOuter(constraint)
                | J::Right(constraint)
                | J::RightOuter(constraint)
                | J::FullOuter(constraint) = &join.join_operator
                {
                    let using: Vec<String> = match constraint {
                        JoinConstraint::On(on) => {
                            conjuncts(on, &mut conditions);
                            Vec::new()
                        }
                        JoinConstraint::Using(names) => names.iter().filter_map(|n| plain_parts(n).pop()).collect(),
                        JoinConstraint::Natural => {
                            let columns = own.iter().flat_map(|t| &t.columns);
                            columns.map(|c| c.name.clone()).collect()
                        }
                        JoinConstraint::None => Vec::new(),
                    };
                    for name in using {
                        let with = |t: &&'a Table| t.column(&name).map(|c| (*t, c));
                        if let (Some(a), Some(b)) = (before.iter().find_map(with), own.as_ref().and_then(with)) {
                            named.push([a, b]);
                        }
                    }
                }
                before.extend(own);
            }
        }
        if let Some(condition) = &select.selection {
            conjuncts(condition, &mut conditions);
        }
        let mut joins = Self {
            all: Vec::new(),
            fixed: BTreeSet::new(),
            grouped: BTreeSet::new(),
        };
        for condition in conditions {
            joins.condition(condition, facts);
        }
        for [a, b] in named {
            joins.compared(a, b);
        }
        if let GroupByExpr::Expressions(groups, _) = &select.group_by {
            for (table, column) in groups.iter().filter_map(|g| facts.names.column_of(g)) {
                joins.fixed.insert((&table.name, lower(&column.name)));
                joins.grouped.insert(&table.name);
            }
        }
        joins
    }

    fn condition(&mut self, condition: &Expr, facts: &Facts<'a>) {
        let Expr::BinaryOp {
            left,
            op: BinaryOperator::Eq,
            right,
        } = condition
        else {
            return;
        };
        match (facts.names.column_of(left), facts.names.column_of(right)) {
            (Some(a), Some(b)) if a.0.name != b.0.name => self.compared(a, b),
            (Some((table, column)), None) if constant(right) => {
                self.fixed.insert((&table.name, lower(&column.name)));
            }
            (None, Some((table, column))) if constant(left) => {
                self.fixed.insert((&table.name, lower(&column.name)));
            }
            _ => {}
        }
    }

    fn compared(&mut self, a: (&'a Table, &'a Column), b: (&'a Table, &'a Column)) {
        let both = |join: &&mut Join<'a>| {
            let named = |name: &String| join.sides.iter().any(|s| s.0.name == *name);
            named(&a.0.name) && named(&b.0.name)
        };
        match self.all.iter_mut().find(both) {
            Some(join) => {
                for (table, columns) in &mut join.sides {
                    let column = if table.name == a.0.name { a.1 } else { b.1 };
                    columns.insert(lower(&column.name));
                }
            }
            None => self.all.push(Join {
                sides: [a, b].map(|(table, column)| (table, BTreeSet::from([lower(&column.name)]))),
            }),
        }
    }

    /// What repeats the rows of a table, however far away: tables with several rows for one of those that lead to them,
    /// and the column by which they belong to it, where it is one.
    fn repeated(&self, table: &'a Table) -> Vec<Many<'_>> {
        let mut out = Vec::new();
        let mut seen = BTreeSet::from([table.name.as_str()]);
        let mut next = vec![table];
        while let Some(here) = next.pop() {
            for join in &self.all {
                let Some(at) = join.sides.iter().position(|s| s.0.name == here.name) else {
                    continue;
                };
                let ((_, own), (there, theirs)) = (&join.sides[at], &join.sides[1 - at]);
                if !seen.insert(&there.name) {
                    continue;
                }
                if key(here, own) && !key(there, theirs) && !self.settled(there, theirs) {
                    out.push(Many {
                        table: &there.name,
                        columns: theirs.iter().map(String::as_str).collect(),
                        of: &here.name,
                    });
                }
                next.push(there);
            }
        }
        out
    }

    /// Whether a group holds one row of a table for each row that it belongs to: "for each tag, the prices of its
    /// products" takes one row of `product_tags` for each product.
    fn settled(&self, table: &Table, joined: &BTreeSet<String>) -> bool {
        let fixed = |column: &String| {
            let led = self.all.iter().any(|join| {
                let at = join
                    .sides
                    .iter()
                    .position(|s| s.0.name == table.name && s.1.contains(column));
                at.is_some_and(|at| self.grouped.contains(join.sides[1 - at].0.name.as_str()))
            });
            led || self.fixed.contains(&(table.name.as_str(), column.clone()))
        };
        keys(table).any(|key| key.iter().all(|c| joined.contains(c) || fixed(c)))
    }
}

/// The table of the catalog that stands there in FROM.
fn table_of<'a>(factor: &TableFactor, facts: &Facts<'a>) -> Option<&'a Table> {
    let TableFactor::Table { name, .. } = factor else {
        return None;
    };
    let last = name.0.last()?.as_ident()?;
    facts.names.relations.iter().find(|r| r.at == last.span)?.table
}

fn keys(table: &Table) -> impl Iterator<Item = BTreeSet<String>> + '_ {
    let all = std::iter::once(&table.primary_key).chain(&table.unique);
    all.filter(|key| !key.is_empty())
        .map(|key| key.iter().map(|c| lower(c)).collect())
}

/// Whether columns tell a table's rows apart.
fn key(table: &Table, columns: &BTreeSet<String>) -> bool {
    keys(table).any(|key| key.is_subset(columns))
}

fn lower(name: &str) -> String {
    name.to_lowercase()
}

fn constant(expr: &Expr) -> bool {
    matches!(expr, Expr::Value(v) if !matches!(v.value, Value::Null))
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
        let found = lint::check(sql, &catalog, &|_, _| None, &|_, _, _| rows);
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
    fn a_row_is_repeated_by_tables_further_on_too() {
        const FAR: &str = "FROM customers JOIN orders ON orders.customer_id = customers.id \
                           JOIN order_lines ON order_lines.order_id = orders.id";
        let twice = says(
            &format!("SELECT AVG(LENGTH(customers.name)), SUM(orders.total) {FAR}"),
            Some(3.2),
        );
        assert_eq!(twice.len(), 2);
        let far = says(&format!("SELECT COUNT(customers.id) {FAR}"), Some(2.0));
        assert!(
            far[0].ends_with("This would count each row of customers 4.0 times on average."),
            "{far:?}"
        );
        assert!(says(&format!("SELECT SUM(order_lines.quantity) {FAR}"), Some(3.2)).is_empty());
    }

    #[test]
    fn rows_are_counted_twice_like_sums() {
        const JOIN: &str = "FROM orders JOIN order_lines ON order_lines.order_id = orders.id";
        let counted = says(&format!("SELECT COUNT(orders.id) {JOIN}"), Some(3.2));
        assert_eq!(
            counted,
            [
                "A row of orders comes once for each of its rows in order_lines, so id is counted several times. \
              This would count each row of orders 3.2 times on average."
            ]
        );
        for right in [
            format!("SELECT COUNT(DISTINCT orders.id) {JOIN}"),
            format!("SELECT COUNT(*) {JOIN}"),
            format!("SELECT orders.id, COUNT(orders.id) {JOIN} GROUP BY orders.id"),
        ] {
            assert!(says(&right, Some(3.2)).is_empty(), "{right}");
        }
    }

    #[test]
    fn a_group_of_the_other_side_has_each_row_once() {
        const JOIN: &str = "SUM(orders.total) FROM orders JOIN order_lines ON order_lines.order_id = orders.id";
        for once in [
            format!("SELECT order_lines.product, {JOIN} GROUP BY order_lines.product"),
            format!("SELECT {JOIN} WHERE order_lines.product = 'lamp'"),
        ] {
            assert!(says(&once, Some(3.2)).is_empty(), "{once}");
        }
        let other = format!("SELECT order_lines.quantity, {JOIN} GROUP BY order_lines.quantity");
        assert_eq!(says(&other, Some(3.2)).len(), 1);
    }

    #[test]
    fn joins_are_seen_however_they_are_written() {
        for join in ["RIGHT JOIN", "FULL JOIN", "LEFT OUTER JOIN", "INNER JOIN"] {
            let sql =
                format!("SELECT SUM(orders.total) FROM orders {join} order_lines ON order_lines.order_id = orders.id");
            assert_eq!(says(&sql, Some(3.2)).len(), 1, "{join}");
        }
        let catalog = table_pair();
        for join in ["JOIN parts USING (box_id)", "NATURAL JOIN parts"] {
            let sql = format!("SELECT SUM(boxes.weight) FROM boxes {join}");
            let found = lint::check(&sql, &catalog, &|_, _| None, &|_, _, _| Some(4.0));
            let said = found.iter().find(|f| f.code == "fan_out");
            assert!(
                said.is_some_and(|f| f.message.contains("each row of boxes 4.0 times")),
                "{join}: {found:?}"
            );
        }
    }

    /// Boxes, and parts by the key of their box.
    fn table_pair() -> askwell_contract::Catalog {
        let mut catalog = shop();
        catalog.tables.truncate(2);
        let names = [("boxes", ["box_id", "weight"]), ("parts", ["box_id", "part"])];
        for (table, (name, columns)) in catalog.tables.iter_mut().zip(names) {
            table.name = name.into();
            table.foreign_keys.clear();
            table.unique.clear();
            table.columns.truncate(2);
            for (column, name) in table.columns.iter_mut().zip(columns) {
                column.name = name.into();
            }
            table.primary_key = columns.map(String::from)[..usize::from(name == "boxes")].to_vec();
        }
        catalog
    }

    #[test]
    fn what_is_worked_out_of_one_row_is_repeated_with_it() {
        const JOIN: &str = "FROM orders JOIN order_lines ON order_lines.order_id = orders.id";
        let tax = says(&format!("SELECT SUM(orders.total * 1.2) {JOIN}"), Some(3.2));
        assert_eq!(tax.len(), 1);
        assert!(tax[0].ends_with("each row of orders 3.2 times on average."), "{tax:?}");
        // A line's share of its order's total belongs to the line.
        assert!(says(
            &format!("SELECT SUM(orders.total * order_lines.quantity) {JOIN}"),
            Some(3.2)
        )
        .is_empty());
    }

    #[test]
    fn where_each_row_has_one_partner_nothing_is_counted_twice() {
        assert!(says(TWICE, Some(1.0)).is_empty());
    }
}
