//! What a query does, in the terms that a question is put in: it compares, denies, divides, groups, orders, tells time.
//!
//! In: SQL text and the catalog. Out: [`Acts`]. Broader than [`crate::features`], which knows what a query looks like:
//! here every way to the same end counts. Deliberately absent: the question, and any verdict.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use askwell_contract::Catalog;
use sqlparser::ast::{
    BinaryOperator, Expr, Query, Select, SetExpr, SetOperator, TableFactor, UnaryOperator, Value, Visit, Visitor,
};

use crate::features::{grouped, is_aggregate};
use crate::scope::{self, plain_parts, Names};
use crate::{lint, parse};

mod shown;

/// A kind of doing that a question can ask for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Act {
    /// NOT, `<>`, IS NULL, EXCEPT and their kin.
    Denies,
    /// `<`, `>=`, BETWEEN and their kin.
    Compares,
    Subtracts,
    /// A quotient, or a rank as a share.
    Divides,
    /// Times a hundred.
    Hundredfold,
    Averages,
    Aggregates,
    /// MIN, MAX and their kin, or a rank.
    Extremes,
    Orders,
    Limits,
    Groups,
    Windows,
    /// A function of time, an interval or a typed date.
    Times,
    /// CASE, FILTER, a list of values, OR or a second query beside the first: two sides can be told apart.
    Sides,
    Nests,
}

/// A column of the catalog.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    pub table: String,
    pub column: String,
}

/// An output column of the outermost SELECT.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Output {
    /// The columns that it is made of.
    pub of: Vec<Place>,
    /// Its aggregate functions, lower case.
    pub calls: Vec<String>,
    /// It is, or holds, a name that no table of the catalog has, such as a subquery's.
    pub derived: bool,
    /// It holds a query of its own.
    pub nested: bool,
    /// Its text without qualifiers, lower case.
    text: String,
    alias: Option<String>,
}

/// A number, written or added up, and the column beside it.
#[derive(Debug, Clone, PartialEq)]
pub struct Beside<T> {
    pub place: Place,
    pub is: T,
}

#[derive(Debug, Clone, PartialEq, Default)]
pub struct Acts {
    pub does: BTreeSet<Act>,
    /// Every number that is written, without its sign, LIMIT's too.
    pub numbers: Vec<f64>,
    /// Every text that is written.
    pub texts: Vec<String>,
    /// Lower case, without names of subqueries.
    pub tables: Vec<String>,
    pub columns: BTreeSet<Place>,
    /// Of the outermost SELECT; empty where a `*` hides them.
    pub outputs: Vec<Output>,
    /// The outermost SELECT shows a `*`.
    pub all_columns: bool,
    /// The outermost SELECT groups or aggregates.
    pub condenses: bool,
    /// What is added up (`sum`, `total`) or averaged (`avg`, `median`).
    pub measured: Vec<Beside<String>>,
    /// Columns compared with numbers, the columns bare.
    pub weighed: Vec<Beside<f64>>,
    /// Columns that rows must have something in.
    pub filled: BTreeSet<Place>,
    /// Columns compared with texts for equality or likeness.
    pub matched: Vec<Beside<String>>,
    /// Whether each expression that the outermost query is ordered by is shown; empty where it is not ordered.
    pub keys_shown: Vec<bool>,
}

impl Acts {
    pub fn any(&self, acts: &[Act]) -> bool {
        acts.iter().any(|act| self.does.contains(act))
    }
}

/// `None` for a text that does not parse.
pub fn of(sql: &str, catalog: &Catalog) -> Option<Acts> {
    let query = parse::query(sql, catalog.dialect).ok()?;
    let names = scope::names(&query, catalog);
    let mut walk = Walk {
        names: &names,
        found: Acts::default(),
    };
    let _ = query.visit(&mut walk);
    let mut found = walk.found;
    let tables = names.relations.iter().filter_map(|r| r.table);
    found.tables = tables.map(|t| t.name.to_lowercase()).collect();
    found.tables.dedup();
    shown::top(&query, &names, &mut found);
    Some(found)
}

/// Functions that tell the time or take it apart, in the three engines.
const TIME: &str =
    "age current_date current_timestamp date date_add date_diff date_part date_sub date_trunc datediff datepart \
    datesub datetime datetrunc day dayname dayofmonth dayofweek dayofyear epoch extract hour isodow isoyear \
    julianday last_day localtimestamp make_date make_timestamp minute month monthname now quarter strftime \
    strptime time_bucket timediff to_date to_timestamp today try_strptime unixepoch week weekday weekofyear \
    year yearweek";

const EXTREMES: &str =
    "any_value arg_max arg_min dense_rank first first_value greatest last last_value least max max_by min \
    min_by mode nth_value ntile rank row_number";

struct Walk<'a, 'b> {
    names: &'a Names<'b>,
    found: Acts,
}

impl Walk<'_, '_> {
    fn does(&mut self, act: Act) {
        self.found.does.insert(act);
    }

    fn place(&self, expr: &Expr) -> Option<Place> {
        place(self.names, expr)
    }

    /// A column and what it is compared with.
    fn beside(&mut self, column: &Expr, value: &Expr) {
        let Some(place) = self.place(column) else { return };
        let Expr::Value(value) = value else { return };
        match &value.value {
            Value::Number(n, _) => {
                if let Ok(is) = n.parse() {
                    self.found.weighed.push(Beside { place, is });
                }
            }
            Value::SingleQuotedString(text) => self.found.matched.push(Beside {
                place,
                is: text.clone(),
            }),
            _ => {}
        }
    }

    fn binary(&mut self, left: &Expr, op: &BinaryOperator, right: &Expr) {
        use BinaryOperator as B;
        let hundred =
            |e: &Expr| matches!(e, Expr::Value(v) if matches!(&v.value, Value::Number(n, _) if n.parse() == Ok(100.0)));
        match op {
            B::NotEq => self.does(Act::Denies),
            B::Lt | B::LtEq | B::Gt | B::GtEq => self.does(Act::Compares),
            B::Minus => self.does(Act::Subtracts),
            // A discount in percent is made a fraction of one.
            B::Divide if hundred(right) => {}
            B::Divide | B::DuckIntegerDivide | B::MyIntegerDivide => self.does(Act::Divides),
            B::Multiply if hundred(left) || hundred(right) => self.does(Act::Hundredfold),
            B::Or => self.does(Act::Sides),
            _ => {}
        }
        if matches!(op, B::Eq | B::NotEq | B::Lt | B::LtEq | B::Gt | B::GtEq) {
            self.beside(left, right);
            self.beside(right, left);
        }
    }

    fn call(&mut self, function: &sqlparser::ast::Function, expr: &Expr) {
        let name = plain_parts(&function.name).pop().unwrap_or_default().to_lowercase();
        if function.over.is_some() {
            self.does(Act::Windows);
        }
        if function.filter.is_some() || name.starts_with("countif") || name == "count_if" {
            self.does(Act::Sides);
        }
        if is_aggregate(function) {
            self.does(Act::Aggregates);
        }
        if EXTREMES.split(' ').any(|f| f == name) {
            self.does(Act::Extremes);
        }
        if TIME.split(' ').any(|f| f == name) {
            self.does(Act::Times);
        }
        if matches!(name.as_str(), "percent_rank" | "cume_dist" | "divide") {
            self.does(Act::Divides);
        }
        if matches!(
            name.as_str(),
            "avg" | "mean" | "median" | "percentile_cont" | "quantile_cont"
        ) {
            self.does(Act::Averages);
        }
        if matches!(name.as_str(), "sum" | "total" | "avg" | "mean" | "median") {
            let measure = lint::call(expr).and_then(|(_, args)| args.first().and_then(|arg| self.place(read_out(arg))));
            if let Some(place) = measure {
                self.found.measured.push(Beside { place, is: name });
            }
        }
    }
}

/// The column that a number is read out of: `CASE WHEN … THEN CAST(replace(fee, '£', '') AS REAL) END`.
fn read_out(expr: &Expr) -> &Expr {
    match expr {
        Expr::Cast { expr, .. } | Expr::Nested(expr) | Expr::UnaryOp { expr, .. } => read_out(expr),
        Expr::Case { conditions, .. } => conditions.first().map_or(expr, |c| read_out(&c.result)),
        Expr::Function(_) => match lint::call(expr) {
            Some((name, args))
                if matches!(name.as_str(), "replace" | "trim" | "ltrim" | "rtrim" | "regexp_replace") =>
            {
                args.first().map_or(expr, |arg| read_out(arg))
            }
            _ => expr,
        },
        _ => expr,
    }
}

fn place(names: &Names<'_>, expr: &Expr) -> Option<Place> {
    let inner = match expr {
        Expr::Cast { expr, .. } | Expr::Nested(expr) => expr,
        other => other,
    };
    names.column_of(inner).map(|(table, column)| Place {
        table: table.name.clone(),
        column: column.name.clone(),
    })
}

impl Visitor for Walk<'_, '_> {
    type Break = ();

    fn pre_visit_query(&mut self, query: &Query) -> ControlFlow<()> {
        if query.order_by.is_some() {
            self.does(Act::Orders);
        }
        if query.limit_clause.is_some() || query.fetch.is_some() {
            self.does(Act::Limits);
        }
        let mut bodies = vec![query.body.as_ref()];
        while let Some(body) = bodies.pop() {
            if let SetExpr::SetOperation { op, left, right, .. } = body {
                let act = if *op == SetOperator::Except {
                    Act::Denies
                } else {
                    Act::Sides
                };
                self.does(act);
                bodies.extend([left.as_ref(), right.as_ref()]);
            }
        }
        ControlFlow::Continue(())
    }

    fn pre_visit_select(&mut self, select: &Select) -> ControlFlow<()> {
        if grouped(select) {
            self.does(Act::Groups);
        }
        if select.distinct.is_some() && select.projection.len() == 1 {
            // One row of each: a group without a figure.
            self.does(Act::Groups);
        }
        ControlFlow::Continue(())
    }

    fn pre_visit_table_factor(&mut self, factor: &TableFactor) -> ControlFlow<()> {
        if matches!(factor, TableFactor::Derived { .. }) {
            self.does(Act::Nests);
        }
        ControlFlow::Continue(())
    }

    fn pre_visit_expr(&mut self, expr: &Expr) -> ControlFlow<()> {
        match expr {
            Expr::BinaryOp { left, op, right } => self.binary(left, op, right),
            Expr::UnaryOp {
                op: UnaryOperator::Not | UnaryOperator::BangNot,
                ..
            }
            | Expr::IsNull(_)
            | Expr::IsFalse(_)
            | Expr::IsNotTrue(_)
            | Expr::IsDistinctFrom(..) => self.does(Act::Denies),
            Expr::IsNotNull(expr) => {
                self.does(Act::Denies);
                self.found.filled.extend(place(self.names, expr));
            }
            Expr::InList { expr, list, negated } => {
                self.does(if *negated { Act::Denies } else { Act::Sides });
                list.iter().for_each(|value| self.beside(expr, value));
            }
            Expr::InSubquery { negated, .. } | Expr::Exists { negated, .. } => {
                self.does(Act::Nests);
                if *negated {
                    self.does(Act::Denies);
                }
            }
            Expr::Between {
                expr,
                negated,
                low,
                high,
            } => {
                self.does(if *negated { Act::Denies } else { Act::Compares });
                self.beside(expr, low);
                self.beside(expr, high);
            }
            Expr::Like {
                negated, expr, pattern, ..
            }
            | Expr::ILike {
                negated, expr, pattern, ..
            } => {
                if *negated {
                    self.does(Act::Denies);
                }
                self.beside(expr, pattern);
            }
            Expr::AnyOp { .. } | Expr::AllOp { .. } => self.does(Act::Compares),
            Expr::Case { .. } => self.does(Act::Sides),
            Expr::Subquery(_) => self.does(Act::Nests),
            Expr::Extract { .. } | Expr::Interval(_) => self.does(Act::Times),
            // `DATE '2025-01-01'`
            Expr::TypedString(typed) => {
                self.does(Act::Times);
                if let Value::SingleQuotedString(text) = &typed.value.value {
                    self.found.texts.push(text.clone());
                }
            }
            Expr::Function(function) => self.call(function, expr),
            Expr::Identifier(_) | Expr::CompoundIdentifier(_) => match (self.place(expr), expr) {
                (Some(place), _) => {
                    self.found.columns.insert(place);
                }
                // Between double quotes SQLite reads a text where no column has the name.
                (None, Expr::Identifier(ident)) if ident.quote_style == Some('"') => {
                    self.found.texts.push(ident.value.clone());
                }
                _ => {}
            },
            Expr::Value(value) => match &value.value {
                Value::SingleQuotedString(text) => self.found.texts.push(text.clone()),
                Value::Number(n, _) => self.found.numbers.extend(n.parse::<f64>().ok()),
                Value::Boolean(false) => self.does(Act::Denies),
                _ => {}
            },
            _ => {}
        }
        ControlFlow::Continue(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::shop;

    fn acts(sql: &str) -> Acts {
        of(sql, &shop()).unwrap()
    }

    #[test]
    fn every_way_to_one_end_counts() {
        for (sql, act) in [
            ("SELECT name FROM customers WHERE NOT active", Act::Denies),
            ("SELECT name FROM customers WHERE country <> 'Peru'", Act::Denies),
            (
                "SELECT id FROM customers EXCEPT SELECT customer_id FROM orders",
                Act::Denies,
            ),
            (
                "SELECT name FROM customers WHERE id NOT IN (SELECT customer_id FROM orders)",
                Act::Denies,
            ),
            ("SELECT name FROM customers WHERE country IS NULL", Act::Denies),
            ("SELECT id FROM orders WHERE total BETWEEN 1 AND 2", Act::Compares),
            (
                "SELECT country FROM customers GROUP BY country HAVING COUNT(*) >= 2",
                Act::Compares,
            ),
            ("SELECT SUM(total) / COUNT(*) FROM orders", Act::Divides),
            ("SELECT COUNT(note) * 100.0 FROM orders", Act::Hundredfold),
            ("SELECT strftime('%Y', placed_at) FROM orders", Act::Times),
            ("SELECT id FROM orders WHERE placed_at >= DATE '2024-01-01'", Act::Times),
            ("SELECT id, rank() OVER (ORDER BY total) FROM orders", Act::Extremes),
            ("SELECT id FROM orders ORDER BY total DESC LIMIT 3", Act::Limits),
            (
                "SELECT SUM(CASE WHEN status = 'paid' THEN 1 ELSE 0 END) FROM orders",
                Act::Sides,
            ),
        ] {
            assert!(acts(sql).any(&[act]), "{sql} {:?}", acts(sql).does);
        }
        let plain = acts("SELECT name FROM customers WHERE country = 'Peru'");
        assert!(plain.does.is_empty(), "{:?}", plain.does);
    }

    #[test]
    fn what_orders_is_shown_or_not() {
        for (sql, shown) in [
            ("SELECT id, total FROM orders ORDER BY total DESC LIMIT 3", true),
            ("SELECT o.id, o.total FROM orders o ORDER BY total DESC LIMIT 3", true),
            ("SELECT id FROM orders ORDER BY total DESC LIMIT 3", false),
            ("SELECT * FROM orders ORDER BY total DESC LIMIT 3", true),
            (
                "SELECT status, COUNT(*) FROM orders GROUP BY status ORDER BY COUNT(id) DESC",
                true,
            ),
            (
                "SELECT status, COUNT(*) AS n FROM orders GROUP BY status ORDER BY n DESC",
                true,
            ),
            (
                "SELECT status FROM orders GROUP BY status ORDER BY COUNT(*) DESC",
                false,
            ),
            (
                "SELECT status, SUM(total) FROM orders GROUP BY status ORDER BY 2 DESC",
                true,
            ),
        ] {
            assert_eq!(acts(sql).keys_shown, [shown], "{sql}");
        }
    }

    #[test]
    fn days_are_texts_of_the_query() {
        let found = acts("SELECT SUM(total) FROM orders WHERE placed BETWEEN DATE '2025-01-01' AND DATE '2025-12-31'");
        assert_eq!(found.texts, ["2025-01-01", "2025-12-31"]);
    }

    #[test]
    fn columns_that_must_hold_something_are_named() {
        let found =
            acts("SELECT status, COUNT(*) FROM orders WHERE status IS NOT NULL AND total IS NULL GROUP BY status");
        let names: Vec<&str> = found.filled.iter().map(|p| p.column.as_str()).collect();
        assert_eq!(names, ["status"]);
    }

    #[test]
    fn columns_stand_beside_their_numbers_and_texts() {
        let found = acts("SELECT SUM(total) FROM orders WHERE customer_id = 7 AND status LIKE '%paid%' LIMIT 5");
        let place = |column: &str| Place {
            table: "orders".into(),
            column: column.into(),
        };
        assert_eq!(
            found.measured,
            [Beside {
                place: place("total"),
                is: "sum".into()
            }]
        );
        assert_eq!(
            found.weighed,
            [Beside {
                place: place("customer_id"),
                is: 7.0
            }]
        );
        assert_eq!(
            found.matched,
            [Beside {
                place: place("status"),
                is: "%paid%".into()
            }]
        );
        assert_eq!((found.numbers, found.condenses), (vec![7.0, 5.0], true));
    }
}
