//! What a word of the business stands for, as SQL: a condition on one table's rows, or a figure of them.
//!
//! In: an expression as a person wrote it, and the table. Out: the expression as it may stand in any query over that
//! table, or why it may not. It must be one expression over columns of that table, and pass the guard; a
//! condition may be that a column is among what another query lists, where that query stands by itself. Deliberately absent:
//! other subqueries and windows, which would mean something else in every query they stand in.

use std::ops::ControlFlow;

use askwell_contract::run::Finding;
use askwell_contract::{Catalog, Table};
use sqlparser::ast::{Expr, FunctionArg, FunctionArgExpr, FunctionArguments, Value, VisitorMut};
use sqlparser::parser::Parser;
use sqlparser::tokenizer::{Span, Token, Whitespace};

use crate::edit::{apply, Edit};
use crate::scope::{names, Meaning, Use};
use crate::{dialect, features, guard, parse, tree};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// `status = 'open'`
    Condition,
    /// `SUM(price * quantity)`
    Figure,
}

/// An expression in two spellings.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Piece {
    /// For a query over this table alone.
    pub alone: String,
    /// Every column with its table in front, for a query over several tables.
    pub joined: String,
    /// Of a figure that is one function of each row: the function, in capitals, and what it takes of a row in both spellings.
    pub each: Option<Each>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Each {
    pub function: String,
    pub alone: String,
    pub joined: String,
}

pub fn check(sql: &str, kind: Kind, table: &Table, catalog: &Catalog) -> Result<Piece, Finding> {
    let text = sql.trim().trim_end_matches(';').trim();
    let expr = one_expression(text, catalog)?;
    let (text, lists) = match kind {
        Kind::Condition => set_aside(expr, text, catalog)?,
        Kind::Figure => (text.to_owned(), Vec::new()),
    };
    let text = text.as_str();
    let name = dialect::table(table, catalog.dialect);
    // On lines of its own, so that places in the expression are found again in it.
    let (before, after) = match kind {
        Kind::Condition => (format!("SELECT * FROM {name} WHERE (\n"), "\n)".to_owned()),
        Kind::Figure => ("SELECT (\n".to_owned(), format!("\n) FROM {name}")),
    };
    let whole = format!("{before}{text}{after}");
    let query = guard::checked(&whole, catalog.dialect)?;
    let found = names(&query, catalog);
    if found.relations.len() != 1 {
        return Err(refused("It may not ask a question of its own inside (no SELECT)."));
    }
    for used in &found.uses {
        own_column(used, table)?;
    }
    let facts = features::of_query(&query);
    if facts.window || facts.subqueries > 0 {
        return Err(refused("It may not look at other rows (no OVER, no SELECT)."));
    }
    match kind {
        Kind::Condition if !facts.aggregates.is_empty() => {
            return Err(refused(
                "A condition holds for one row; SUM, COUNT and the like speak of many.",
            ));
        }
        Kind::Figure if facts.aggregates.is_empty() => {
            return Err(refused(
                "A figure is made of many rows: put SUM, AVG, COUNT, MIN or MAX around it.",
            ));
        }
        _ => {}
    }
    let edits: Vec<Edit> = found
        .uses
        .iter()
        .map(|used| Edit {
            at: Span::new(used.qualifier_at.unwrap_or(used.at).start, used.at.end),
            text: format!("{name}.{}", dialect::ident(&used.name, catalog.dialect)),
        })
        .collect();
    let joined = apply(&whole, &edits);
    let joined = joined.get(before.len()..joined.len() - after.len()).unwrap_or(text);
    let each = || {
        let (function, alone) = of_each(text, catalog)?;
        let (_, joined) = of_each(joined, catalog)?;
        Some(Each {
            function,
            alone,
            joined,
        })
    };
    Ok(Piece {
        alone: put_back(text, &lists),
        joined: put_back(joined, &lists),
        each: if kind == Kind::Figure { each() } else { None },
    })
}

/// The one function that makes a figure and what it takes of a row: `SUM` and `price * quantity`.
fn of_each(figure: &str, catalog: &Catalog) -> Option<(String, String)> {
    let tokens = parse::tokens(figure, catalog.dialect).ok()?;
    let grammar = parse::grammar(catalog.dialect);
    let mut parser = Parser::new(grammar.as_ref()).with_tokens_with_locations(tokens);
    let Expr::Function(function) = parser.parse_expr().ok()? else {
        return None;
    };
    let FunctionArguments::List(list) = &function.args else {
        return None;
    };
    let name = function.name.to_string().to_uppercase();
    let plain = list.duplicate_treatment.is_none() && list.clauses.is_empty() && function.filter.is_none();
    match list.args.as_slice() {
        [FunctionArg::Unnamed(FunctionArgExpr::Expr(of))]
            if plain && matches!(name.as_str(), "SUM" | "AVG" | "MIN" | "MAX") =>
        {
            Some((name, of.to_string()))
        }
        _ => None,
    }
}

/// Nothing but one expression: no comment that would swallow what follows, no bracket that ends the one around it.
fn one_expression(text: &str, catalog: &Catalog) -> Result<Expr, Finding> {
    if text.is_empty() {
        return Err(refused("The SQL is missing."));
    }
    let tokens = parse::tokens(text, catalog.dialect)?;
    let comment = |t: &Token| {
        matches!(
            t,
            Token::Whitespace(Whitespace::SingleLineComment { .. } | Whitespace::MultiLineComment(_))
        )
    };
    if tokens.iter().any(|t| comment(&t.token)) {
        return Err(refused("It may not hold a comment."));
    }
    let grammar = parse::grammar(catalog.dialect);
    let mut parser = Parser::new(grammar.as_ref()).with_tokens_with_locations(tokens);
    match parser.parse_expr() {
        Ok(expr) if parser.peek_token().token == Token::EOF => Ok(expr),
        _ => Err(refused("It cannot be read as one SQL expression.")),
    }
}

/// What stands for a list that was taken out.
const MARK: &str = "askwell list";

/// The condition with a mark in the place of each query behind IN, and those queries.
fn set_aside(mut expr: Expr, text: &str, catalog: &Catalog) -> Result<(String, Vec<String>), Finding> {
    let mut out = Aside {
        catalog,
        lists: Vec::new(),
        wrong: text.contains(MARK).then(|| refused("It may not hold such a text.")),
    };
    tree::change(&mut expr, &mut out);
    match (out.wrong, out.lists.is_empty()) {
        (Some(wrong), _) => Err(wrong),
        (None, true) => Ok((text.to_owned(), Vec::new())),
        (None, false) => Ok((expr.to_string(), out.lists)),
    }
}

fn put_back(text: &str, lists: &[String]) -> String {
    let marked = lists.iter().enumerate();
    marked.fold(text.to_owned(), |text, (at, list)| {
        text.replace(&format!("('{MARK} {at}')"), &format!("({list})"))
    })
}

struct Aside<'a> {
    catalog: &'a Catalog,
    lists: Vec<String>,
    wrong: Option<Finding>,
}

impl VisitorMut for Aside<'_> {
    type Break = ();
    fn pre_visit_expr(&mut self, expr: &mut Expr) -> ControlFlow<()> {
        let Expr::InSubquery {
            expr: of,
            subquery,
            negated,
        } = expr
        else {
            return ControlFlow::Continue(());
        };
        let list = subquery.to_string();
        if let Err(wrong) = stands_alone(&list, self.catalog) {
            self.wrong = Some(wrong);
            return ControlFlow::Break(());
        }
        let mark = Value::SingleQuotedString(format!("{MARK} {}", self.lists.len()));
        self.lists.push(list);
        *expr = Expr::InList {
            expr: of.clone(),
            list: vec![Expr::Value(mark.into())],
            negated: *negated,
        };
        ControlFlow::Continue(())
    }
}

/// A query of nothing but the database's tables, whose every name is one of theirs.
fn stands_alone(sql: &str, catalog: &Catalog) -> Result<(), Finding> {
    let query = guard::checked(sql, catalog.dialect)?;
    let found = names(&query, catalog);
    let own = |used: &Use<'_>| matches!(used.meaning, Meaning::Column(..) | Meaning::Derived);
    match found.relations.iter().all(|r| r.known) && found.uses.iter().all(own) {
        true => Ok(()),
        false => Err(refused(
            "A query behind IN may only name tables and columns of this database.",
        )),
    }
}

fn own_column(used: &Use<'_>, table: &Table) -> Result<(), Finding> {
    match &used.meaning {
        Meaning::Column(of, _) if of.name == table.name => Ok(()),
        _ => Err(refused(&format!(
            "{} is no column of {}. Texts stand between single quotes.",
            used.name, table.name
        ))),
    }
}

fn refused(message: &str) -> Finding {
    Finding::error("term", message)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::shop;

    fn of(sql: &str, kind: Kind) -> Result<String, String> {
        let catalog = shop();
        let table = catalog.table("orders").unwrap();
        check(sql, kind, table, &catalog)
            .map(|p| p.joined)
            .map_err(|f| f.message)
    }

    #[test]
    fn columns_get_their_table_in_front() {
        for (sql, joined) in [
            ("status = 'open'", "orders.status = 'open'"),
            (
                "orders.status = 'open' AND total > 5;",
                "orders.status = 'open' AND orders.total > 5",
            ),
            (
                "status IN ('a', 'b')\n  OR note IS NULL",
                "orders.status IN ('a', 'b')\n  OR orders.note IS NULL",
            ),
            (
                "customer_id IN (SELECT id FROM customers WHERE country = 'Peru') AND total > 5",
                "orders.customer_id IN (SELECT id FROM customers WHERE country = 'Peru') AND orders.total > 5",
            ),
        ] {
            assert_eq!(of(sql, Kind::Condition).as_deref(), Ok(joined));
        }
        assert_eq!(
            of("SUM(total * 2)", Kind::Figure).as_deref(),
            Ok("SUM(orders.total * 2)")
        );
    }

    #[test]
    fn a_figure_of_one_function_says_what_it_takes_of_each_row() {
        let catalog = shop();
        let table = catalog.table("orders").unwrap();
        let each = |sql: &str| check(sql, Kind::Figure, table, &catalog).ok().and_then(|p| p.each);
        let sum = each("sum(total * 2)").unwrap();
        assert_eq!(
            (sum.function.as_str(), sum.alone.as_str(), sum.joined.as_str()),
            ("SUM", "total * 2", "orders.total * 2")
        );
        for of_many in ["SUM(total) / COUNT(*)", "COUNT(*)", "COUNT(DISTINCT status)"] {
            assert_eq!(each(of_many), None, "{of_many}");
        }
    }

    #[test]
    fn whatever_is_more_than_one_expression_of_the_table_is_refused() {
        for sql in [
            "",
            "status = 'open') OR (1 = 1",
            "status = 'open' -- and so on",
            "status = 'open'; DROP TABLE orders",
            "country = 'France'",
            "status = open",
            "id IN (SELECT customer_id FROM customers)",
            "id IN (SELECT id FROM customers WHERE total > 5)",
            "id IN (SELECT id FROM nowhere)",
            "id IN (DELETE FROM customers)",
            "id = (SELECT MAX(id) FROM orders)",
            "note = 'askwell list 0' OR id IN (SELECT id FROM customers)",
            "EXISTS (SELECT 1)",
            "SUM(total) > 5",
            "load_extension('x')",
            "SELECT 1",
        ] {
            assert!(of(sql, Kind::Condition).is_err(), "{sql}");
        }
        for sql in [
            "total * 2",
            "SUM(total) OVER ()",
            "SUM(total) FROM customers",
            "COUNT(*), 1",
            "MAX(country)",
        ] {
            assert!(of(sql, Kind::Figure).is_err(), "{sql}");
        }
    }
}
