//! Ways of writing that another engine has: MySQL's, SQL Server's, and each of the three engines' own on the other two.
//!
//! In: a statement, perhaps one that the target's grammar cannot read. Out: the same statement as the target writes it,
//! and what was changed. One habit a file. Each works on the tree, and only on what the target does not have, so that a
//! statement which runs as it is stays as it is. A transpiler (polyglot-sql 0.13) was tried and refused: it left
//! `YEAR(d)` standing and wrote `DATEDIFF(day, a, b)` wrongly, both in silence.
//! Deliberately absent: names of tables, columns and values (the other repairs).

use std::ops::ControlFlow;

use askwell_contract::{Catalog, Dialect};
use sqlparser::ast::{Expr, FunctionArg, FunctionArgExpr, FunctionArguments, Query, VisitorMut};
use sqlparser::dialect::GenericDialect;
use sqlparser::parser::Parser;

use super::Repaired;
use crate::parse;
use crate::scope::plain_parts;
use crate::tree;

mod boolean_number;
mod cast_type;
mod concatenation;
mod conditional;
mod date_arithmetic;
mod date_difference;
mod date_format;
mod date_part;
mod double_colon;
mod dual;
mod extract_days;
mod fetch_first;
mod ilike;
mod interval_number;
mod limit_comma;
mod null_function;
mod quoted_text;
mod quotes;
mod random;
mod regexp;
mod round_double;
mod string_aggregate;
mod text_function;
mod today;
mod top;

/// What a habit may look at besides the statement.
pub struct Scene<'a> {
    pub catalog: &'a Catalog,
    pub dialect: Dialect,
    /// The statement did not run.
    pub failed: bool,
}

pub struct Habit {
    pub name: &'static str,
    /// Target, before, after.
    pub examples: &'static [(Dialect, &'static str, &'static str)],
    /// Why the change cannot make a right statement wrong.
    pub safe: &'static str,
    /// Changes the tree and says in plain words what it changed; nothing, where it changed nothing.
    rewrite: fn(&mut Query, &Scene<'_>) -> Vec<String>,
}

pub const HABITS: &[Habit] = &[
    quotes::HABIT,
    dual::HABIT,
    top::HABIT,
    limit_comma::HABIT,
    fetch_first::HABIT,
    double_colon::HABIT,
    cast_type::HABIT,
    null_function::HABIT,
    conditional::HABIT,
    today::HABIT,
    date_difference::HABIT,
    extract_days::HABIT,
    date_arithmetic::HABIT,
    interval_number::HABIT,
    date_format::HABIT,
    date_part::HABIT,
    text_function::HABIT,
    string_aggregate::HABIT,
    random::HABIT,
    regexp::HABIT,
    ilike::HABIT,
    concatenation::HABIT,
    quoted_text::HABIT,
    boolean_number::HABIT,
    round_double::HABIT,
];

/// Those that SQLite runs and answers with something else.
const SILENT: &[Habit] = &[concatenation::HABIT];

/// All habits at once: they stand side by side in one statement, and a candidate has few attempts.
pub fn translate(sql: &str, scene: &Scene<'_>) -> Option<Repaired> {
    let habits = match (scene.failed, scene.dialect) {
        (true, _) => HABITS,
        (false, Dialect::Sqlite) => SILENT,
        (false, _) => return None,
    };
    let mut query = match parse::query(sql, scene.dialect) {
        Ok(query) => query,
        Err(_) if scene.failed => parse::foreign(sql)?,
        Err(_) => return None,
    };
    let mut names = Vec::new();
    let mut whys: Vec<String> = Vec::new();
    for habit in habits {
        let said = (habit.rewrite)(&mut query, scene);
        if !said.is_empty() {
            names.push(habit.name);
        }
        for why in said {
            if !whys.contains(&why) {
                whys.push(why);
            }
        }
    }
    let after = query.to_string();
    // What the target still cannot read is no repair.
    (!names.is_empty() && after != sql && parse::query(&after, scene.dialect).is_ok()).then(|| Repaired {
        rule: names.join(", "),
        sql: after,
        why: whys.join(" "),
    })
}

/// Replaces expressions, the innermost first; `f` gives the new one and what to say of it.
fn each_expr(query: &mut Query, mut f: impl FnMut(&Expr) -> Option<(Expr, String)>) -> Vec<String> {
    type Replace<'f> = &'f mut dyn FnMut(&Expr) -> Option<(Expr, String)>;
    struct Each<'f>(Replace<'f>, Vec<String>);
    impl VisitorMut for Each<'_> {
        type Break = ();
        fn post_visit_expr(&mut self, expr: &mut Expr) -> ControlFlow<()> {
            if let Some((new, why)) = (self.0)(expr) {
                *expr = new;
                self.1.push(why);
            }
            ControlFlow::Continue(())
        }
    }
    let mut each = Each(&mut f, Vec::new());
    tree::change(query, &mut each);
    each.1
}

/// Replaces calls: `f` gets the lower-case name and the arguments as text, and gives the new expression as text.
fn each_call(query: &mut Query, mut f: impl FnMut(&str, &[String]) -> Option<String>) -> Vec<String> {
    each_expr(query, |expr| {
        let (name, args) = call(expr)?;
        let new = f(&name, &args)?;
        let why = format!("{}() is written {new} here.", name.to_uppercase());
        Some((made(&new)?, why))
    })
}

/// The lower-case name and the arguments of a plain call: no OVER, FILTER, DISTINCT or ORDER BY inside.
fn call(expr: &Expr) -> Option<(String, Vec<String>)> {
    let Expr::Function(function) = expr else { return None };
    let name = plain_parts(&function.name).pop()?.to_lowercase();
    if function.over.is_some() || function.filter.is_some() || !function.within_group.is_empty() {
        return None;
    }
    let FunctionArguments::List(list) = &function.args else {
        return matches!(function.args, FunctionArguments::None).then_some((name, Vec::new()));
    };
    if list.duplicate_treatment.is_some() || !list.clauses.is_empty() {
        return None;
    }
    let plain = list.args.iter().map(|arg| match arg {
        FunctionArg::Unnamed(FunctionArgExpr::Expr(expr)) => Some(expr.to_string()),
        _ => None,
    });
    Some((name, plain.collect::<Option<_>>()?))
}

/// An expression from its text.
fn made(text: &str) -> Option<Expr> {
    Parser::new(&GenericDialect {})
        .try_with_sql(text)
        .and_then(|mut parser| parser.parse_expr())
        .ok()
}

/// The text between single quotes, where the argument is nothing else.
fn text_of(arg: &str) -> Option<&str> {
    let inner = arg.strip_prefix('\'')?.strip_suffix('\'')?;
    (!inner.contains('\'')).then_some(inner)
}

/// A unit of time as `day`, `month`, ...; the habits of SQL Server (`dd`, `yy`) and plurals included.
fn unit(word: &str) -> Option<&'static str> {
    let word = text_of(word).unwrap_or(word).to_lowercase();
    Some(match word.trim_end_matches('s') {
        "year" | "yy" | "yyyy" => "year",
        "quarter" | "qq" | "q" => "quarter",
        "month" | "mm" | "m" => "month",
        "week" | "wk" | "ww" => "week",
        "day" | "dd" | "d" => "day",
        "hour" | "hh" => "hour",
        "minute" | "mi" | "n" => "minute",
        "second" | "" if word.starts_with('s') => "second",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::shop;

    fn translated(sql: &str, dialect: Dialect) -> Option<Repaired> {
        let catalog = Catalog { dialect, ..shop() };
        let scene = Scene {
            catalog: &catalog,
            dialect,
            failed: true,
        };
        translate(sql, &scene)
    }

    #[test]
    fn every_habit_is_written_as_the_target_writes_it_and_then_left_alone() {
        for habit in HABITS {
            assert!(
                !habit.examples.is_empty() && habit.safe.ends_with('.'),
                "{}",
                habit.name
            );
            for (dialect, before, after) in habit.examples {
                let repaired = translated(before, *dialect).unwrap_or_else(|| panic!("{}: {before}", habit.name));
                assert_eq!(repaired.sql, *after, "{}", habit.name);
                assert!(
                    repaired.rule.split(", ").any(|r| r == habit.name),
                    "{}: {}",
                    habit.name,
                    repaired.rule
                );
                assert!(repaired.why.ends_with('.'), "{}: {}", habit.name, repaired.why);
                assert_eq!(translated(after, *dialect), None, "{} is not idempotent", habit.name);
                assert_eq!(crate::guard::check(after, *dialect), Ok(()), "{}: {after}", habit.name);
            }
        }
    }

    #[test]
    fn several_habits_in_one_statement_are_put_right_at_once() {
        let mysql = "SELECT IFNULL(`name`, 'none'), YEAR(since) FROM customers WHERE country = \"France\" LIMIT 5, 10";
        assert_eq!(
            translated(mysql, Dialect::Postgres).map(|r| r.sql).as_deref(),
            Some(
                "SELECT COALESCE(\"name\", 'none'), CAST(EXTRACT(YEAR FROM since) AS INTEGER) FROM customers \
                 WHERE country = 'France' LIMIT 10 OFFSET 5"
            )
        );
        let server = "SELECT TOP 3 [name], LEN(name) FROM customers WHERE since > DATEADD(day, -30, GETDATE())";
        assert_eq!(
            translated(server, Dialect::Sqlite).map(|r| r.sql).as_deref(),
            Some("SELECT [name], length(name) FROM customers WHERE since > date(CURRENT_TIMESTAMP, '-30 day') LIMIT 3")
        );
    }

    #[test]
    fn a_statement_of_the_target_itself_is_left_alone() {
        let own = [
            (
                Dialect::Sqlite,
                "SELECT IFNULL(name, ''), strftime('%Y', since), instr(name, 'a') FROM customers LIMIT 1, 2",
            ),
            (
                Dialect::Sqlite,
                "SELECT [name], `country`, iif(id > 1, 'a', 'b') FROM customers",
            ),
            (
                Dialect::Duckdb,
                "SELECT year(since), ifnull(name, ''), since + INTERVAL 3 DAY FROM customers",
            ),
            (
                Dialect::Duckdb,
                "SELECT id::VARCHAR, name ILIKE 'a%', date_diff('day', since, since) FROM customers",
            ),
            (
                Dialect::Postgres,
                "SELECT EXTRACT(YEAR FROM since), to_char(since, 'YYYY'), id::text FROM customers",
            ),
            (
                Dialect::Postgres,
                "SELECT since - INTERVAL '30 days', name ILIKE 'a%' FROM customers",
            ),
            (
                Dialect::Postgres,
                "SELECT \"name\" FROM customers FETCH FIRST 3 ROWS ONLY",
            ),
        ];
        for (dialect, sql) in own {
            assert_eq!(translated(sql, dialect), None, "{dialect:?}: {sql}");
        }
    }

    #[test]
    fn nonsense_and_orders_stay_what_they_are() {
        for sql in [
            "not even SQL",
            "DROP TABLE customers",
            "SELECT 1; SELECT 2",
            "SELECT TOP FROM",
        ] {
            for dialect in [Dialect::Sqlite, Dialect::Duckdb, Dialect::Postgres] {
                assert_eq!(translated(sql, dialect), None, "{sql}");
            }
        }
    }
}
