//! Names in the quotes of SQL Server (`[name]`) and of MySQL (backticks).

use std::ops::ControlFlow;

use askwell_contract::Dialect;
use sqlparser::ast::{Expr, Ident, ObjectName, ObjectNamePart, Query, SelectItem, TableAlias, TableFactor, VisitorMut};

use super::{Habit, Scene};
use crate::tree;

pub const HABIT: Habit = Habit {
    name: "quotes",
    examples: &[
        (
            Dialect::Postgres,
            "SELECT `c`.`name` AS `n` FROM `customers` AS `c`",
            "SELECT \"c\".\"name\" AS \"n\" FROM \"customers\" AS \"c\"",
        ),
        (
            Dialect::Duckdb,
            "SELECT [name] FROM [customers]",
            "SELECT \"name\" FROM \"customers\"",
        ),
    ],
    safe: "The target cannot read the statement with these quotes; the names stay the same.",
    rewrite,
};

fn rewrite(query: &mut Query, scene: &Scene<'_>) -> Vec<String> {
    // SQLite reads both.
    if scene.dialect == Dialect::Sqlite {
        return Vec::new();
    }
    let mut quotes = Quotes(false);
    tree::change(query, &mut quotes);
    if quotes.0 {
        vec!["Names are put into double quotes here.".to_string()]
    } else {
        Vec::new()
    }
}

struct Quotes(bool);

impl Quotes {
    fn ident(&mut self, ident: &mut Ident) {
        if matches!(ident.quote_style, Some('`' | '[')) {
            ident.quote_style = Some('"');
            self.0 = true;
        }
    }
    fn alias(&mut self, alias: Option<&mut TableAlias>) {
        if let Some(alias) = alias {
            self.ident(&mut alias.name);
            alias.columns.iter_mut().for_each(|c| self.ident(&mut c.name));
        }
    }
}

impl VisitorMut for Quotes {
    type Break = ();

    fn pre_visit_query(&mut self, query: &mut Query) -> ControlFlow<()> {
        for cte in query.with.iter_mut().flat_map(|w| &mut w.cte_tables) {
            self.alias(Some(&mut cte.alias));
        }
        ControlFlow::Continue(())
    }

    fn pre_visit_select(&mut self, select: &mut sqlparser::ast::Select) -> ControlFlow<()> {
        for item in &mut select.projection {
            if let SelectItem::ExprWithAlias { alias, .. } = item {
                self.ident(alias);
            }
        }
        ControlFlow::Continue(())
    }

    fn pre_visit_table_factor(&mut self, factor: &mut TableFactor) -> ControlFlow<()> {
        match factor {
            TableFactor::Table { alias, .. } | TableFactor::Derived { alias, .. } => self.alias(alias.as_mut()),
            _ => {}
        }
        ControlFlow::Continue(())
    }

    fn pre_visit_relation(&mut self, name: &mut ObjectName) -> ControlFlow<()> {
        for part in &mut name.0 {
            if let ObjectNamePart::Identifier(ident) = part {
                self.ident(ident);
            }
        }
        ControlFlow::Continue(())
    }

    fn pre_visit_expr(&mut self, expr: &mut Expr) -> ControlFlow<()> {
        match expr {
            Expr::Identifier(ident) => self.ident(ident),
            Expr::CompoundIdentifier(parts) => parts.iter_mut().for_each(|p| self.ident(p)),
            _ => {}
        }
        ControlFlow::Continue(())
    }
}
