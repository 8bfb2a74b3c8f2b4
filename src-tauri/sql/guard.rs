//! The second of the four locks: only a query that is known to read, and only to read, gets through.
//!
//! In: SQL text and its dialect. Out: nothing, or one finding (`syntax`, `not_read_only`). Deliberately absent:
//! trust in the connection's own read-only mode (the first lock) and in the limits (the third), and any list of
//! "bad words" as the only defence: what is not known to be harmless is refused.

use std::ops::ControlFlow;

use askwell_contract::run::Finding;
use askwell_contract::Dialect;
use sqlparser::ast::{
    BinaryOperator, Expr, Function, FunctionArg, FunctionArguments, ObjectName, OrderByExpr, OrderBySort, Query,
    Select, SetExpr, Statement, TableFactor, Value, ValueWithSpan, Visitor,
};

use crate::parse;
use crate::tree;

mod functions;
mod reading;
mod relations;
pub mod seen;
pub mod server;
mod sizes;
#[cfg(test)]
mod tests;

/// Refuses everything but one harmless query. What cannot be parsed is not run.
pub fn check(sql: &str, dialect: Dialect) -> Result<(), Finding> {
    match dialect {
        Dialect::Postgres => server::read(sql).map(|_| ()),
        Dialect::Sqlite | Dialect::Duckdb => checked(sql, dialect).map(|_| ()),
    }
}

/// The parsed query, once it has passed.
pub fn checked(sql: &str, dialect: Dialect) -> Result<Query, Finding> {
    reading::check(sql, dialect, &parse::tokens(sql, dialect)?)?;
    let query = parse::query(sql, dialect)?;
    let mut guard = Guard {
        dialect,
        longer: 1.0,
        rows: 1.0,
        gathers: false,
    };
    let flow = match tree::read(&query, &mut guard) {
        ControlFlow::Continue(()) => guard.whole(),
        refused => refused,
    };
    match flow {
        ControlFlow::Continue(()) => Ok(query),
        ControlFlow::Break(why) => Err(Finding {
            hint: Some("Askwell only reads: it never writes to a database, a file or the network.".to_string()),
            ..Finding::error("not_read_only", *why)
        }),
    }
}

struct Guard {
    dialect: Dialect,
    /// By how much all functions together may lengthen a text or a list.
    longer: f64,
    /// Rows that all series together may make up.
    rows: f64,
    /// A function gathers rows into one value.
    gathers: bool,
}

type Flow = ControlFlow<Box<String>>;

fn refuse(why: impl Into<String>) -> Flow {
    ControlFlow::Break(Box::new(why.into()))
}

fn verdict(result: Result<(), String>) -> Flow {
    result.map_or_else(refuse, |()| ControlFlow::Continue(()))
}

impl Guard {
    /// After all of the statement was seen.
    fn whole(&self) -> Flow {
        if self.gathers && self.rows * self.longer > sizes::MOST {
            return refuse(
                "Rows that the statement makes up, gathered into one value, could fill the server's memory.",
            );
        }
        ControlFlow::Continue(())
    }

    fn series(&mut self, name: &ObjectName, arguments: &[FunctionArg]) {
        let last = name.0.last().map(|part| part.to_string().to_lowercase());
        if last.as_deref() == Some("generate_series") {
            self.rows *= sizes::series(&sizes::of_list(arguments));
        }
    }

    fn function(&mut self, function: &Function) -> Flow {
        if let FunctionArguments::List(list) = &function.args {
            self.series(&function.name, &list.args);
        }
        let factor = functions::scalar(&function.name, self.dialect).and_then(|name| {
            self.gathers |= sizes::gathers(&name, self.dialect);
            sizes::factor(function, &name, self.dialect)
        });
        match factor {
            Ok(factor) if self.longer * factor <= sizes::MOST => {
                self.longer *= factor;
                ControlFlow::Continue(())
            }
            Ok(_) => refuse("Functions that each make a text longer could fill the memory together."),
            Err(why) => refuse(why),
        }
    }
}

impl Visitor for Guard {
    type Break = Box<String>;

    /// A statement inside a query is a write in disguise: `WITH x AS (DELETE ... RETURNING *) SELECT ...`.
    fn pre_visit_statement(&mut self, statement: &Statement) -> Flow {
        match statement {
            Statement::Query(_) => ControlFlow::Continue(()),
            _ => refuse("A part of the statement would change data."),
        }
    }

    fn pre_visit_query(&mut self, query: &Query) -> Flow {
        if !query.locks.is_empty() {
            return refuse("FOR UPDATE and FOR SHARE lock rows, which a question never needs.");
        }
        let foreign = query.settings.is_some() || query.format_clause.is_some() || query.for_clause.is_some();
        if foreign || !query.pipe_operators.is_empty() {
            return refuse("The statement uses a form of query that this database does not have.");
        }
        set(&query.body, self.dialect)
    }

    fn pre_visit_select(&mut self, select: &Select) -> Flow {
        if select.into.is_some() {
            return refuse("SELECT INTO would create a table or a file.");
        }
        ControlFlow::Continue(())
    }

    fn pre_visit_table_factor(&mut self, factor: &TableFactor) -> Flow {
        match factor {
            TableFactor::Table {
                name,
                args,
                version,
                with_hints,
                ..
            } => {
                if version.is_some() || !with_hints.is_empty() {
                    return refuse("The statement uses a form of table that this database does not have.");
                }
                match args {
                    Some(args) => {
                        self.series(name, &args.args);
                        verdict(functions::table(name, self.dialect))
                    }
                    None => verdict(relations::table(name, self.dialect)),
                }
            }
            TableFactor::Function { name, args, .. } => {
                self.series(name, args);
                verdict(functions::table(name, self.dialect))
            }
            TableFactor::TableFunction { expr, .. } => match expr {
                Expr::Function(f) => verdict(functions::table(&f.name, self.dialect)),
                _ => refuse("TABLE(...) is not a form that is known to be harmless."),
            },
            TableFactor::Derived { .. }
            | TableFactor::UNNEST { .. }
            | TableFactor::NestedJoin { .. }
            | TableFactor::Pivot { .. }
            | TableFactor::Unpivot { .. } => ControlFlow::Continue(()),
            // Their arguments are expressions, which are visited like all others.
            TableFactor::XmlTable { .. } | TableFactor::JsonTable { .. } if self.dialect == Dialect::Postgres => {
                ControlFlow::Continue(())
            }
            _ => refuse("The statement uses a form of table that is not known to be harmless."),
        }
    }

    fn pre_visit_expr(&mut self, expr: &Expr) -> Flow {
        match expr {
            Expr::Function(f) => self.function(f),
            Expr::BinaryOp {
                op: BinaryOperator::PGCustomBinaryOperator(_) | BinaryOperator::Custom(_),
                ..
            } => refuse("An operator of somebody's own is not known to be harmless."),
            _ => ControlFlow::Continue(()),
        }
    }

    fn pre_visit_value(&mut self, value: &ValueWithSpan) -> Flow {
        match &value.value {
            Value::Placeholder(name) => refuse(format!("The statement waits for a parameter ({name}).")),
            _ => ControlFlow::Continue(()),
        }
    }

    fn pre_visit_order_by_expr(&mut self, by: &OrderByExpr) -> Flow {
        match by.options.sort {
            Some(OrderBySort::Using(_)) => {
                refuse("ORDER BY ... USING calls an operator that is not known to be harmless.")
            }
            _ => ControlFlow::Continue(()),
        }
    }
}

/// Set operations have no hook of their own; a data-changing member or `TABLE name` is found here.
fn set(body: &SetExpr, dialect: Dialect) -> Flow {
    match body {
        SetExpr::Select(_) | SetExpr::Query(_) | SetExpr::Values(_) => ControlFlow::Continue(()),
        SetExpr::SetOperation { left, right, .. } => {
            set(left, dialect)?;
            set(right, dialect)
        }
        SetExpr::Table(table) => {
            let parts: Vec<&str> = [&table.schema_name, &table.table_name]
                .into_iter()
                .flatten()
                .map(String::as_str)
                .collect();
            verdict(relations::parts(&parts, dialect))
        }
        SetExpr::Insert(_) | SetExpr::Update(_) | SetExpr::Delete(_) | SetExpr::Merge(_) => {
            refuse("A part of the statement would change data.")
        }
    }
}

/// The queries that must pass, for other modules' tests.
#[cfg(test)]
pub(crate) fn harmless() -> Vec<(Dialect, Vec<&'static str>)> {
    tests::harmless_by_dialect()
}
