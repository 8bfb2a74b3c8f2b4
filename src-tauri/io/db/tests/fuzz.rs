//! Statements and addresses made by a machine: does the lock on statements pass what an engine reads otherwise?

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::rc::Rc;

use askwell_fuzz::Machine;
use askwell_sql::attacks::{attacks, Aim};
use askwell_sql::guard::{self, seen};
use rusqlite::hooks::{AuthAction, AuthContext, Authorization};

use super::*;
use crate::db::{address, duckdb};

const TABLES: &str =
    "CREATE TABLE t(a INTEGER, b TEXT, d DATE); CREATE TABLE customers(id INTEGER, name TEXT, country TEXT);
    CREATE TABLE orders(id INTEGER, customer_id INTEGER, total REAL);";
const STATEMENTS: &str = include_str!("../../../fuzz/corpora/statements.txt");
const WORDS: &[&str] = &[
    "SELECT ",
    " FROM t ",
    " FROM customers c ",
    " JOIN orders o ON o.customer_id = c.id ",
    " WHERE a > 1 ",
    " GROUP BY 1 ",
    " -- ",
    "/*",
    "*/",
    "'",
    "\"",
    "`",
    "[a]",
    "]",
    "$$",
    "$a$",
    "E'\\'",
    "X'41'",
    ";",
    "\n",
    "\r\n",
    "::",
    "->>",
    "->",
    "||",
    " GLOB ",
    " MATCH ",
    "; DROP TABLE t",
    "'t'",
    "\"main\".t",
    "(SELECT 1)",
    "WITH x AS (SELECT 1) ",
    "count(*)",
    "abs(a)",
    "load_extension('x')",
    "getenv('HOME')",
    "read_csv('x')",
    "'x.csv'",
    "duckdb_settings()",
    "COLUMNS(*)",
    "x -> x + 1",
    "[x FOR x IN [1]]",
    "{'a': 1}",
    " NOT INDEXED ",
    " INDEXED BY i ",
    "pragma_table_info('t')",
    ".getenv()",
    "a.b",
    "*",
    " OVER ()",
    "UNPIVOT",
    "PIVOT t ON a",
    "FROM t ",
    "INTERVAL 1 DAY",
    "CASE WHEN a THEN b END",
    " COLLATE NOCASE",
    "\u{a0}",
    "é",
    "%",
    "#1",
    "VALUES (1)",
    "TABLE t",
    " USING SAMPLE 1",
];

fn seeds(dialect: Dialect) -> Vec<Vec<u8>> {
    let own = [
        "SELECT country, COUNT(*) AS n FROM customers GROUP BY country ORDER BY n DESC LIMIT 5",
        "SELECT c.name, SUM(o.total) FROM customers c JOIN orders o ON o.customer_id = c.id WHERE c.country = 'it''s' GROUP BY 1",
        "WITH x AS (SELECT a, row_number() OVER (ORDER BY a) AS r FROM t) SELECT * FROM x WHERE r = 1 -- end",
        "SELECT CAST(a AS TEXT) || '%', CASE WHEN a IS NULL THEN 0 ELSE a * 1.5 END FROM t UNION ALL SELECT \"b\", 1 FROM t",
        "SELECT 1 WHERE EXISTS (SELECT * FROM t WHERE b LIKE 'x%' ESCAPE '!')",
    ];
    let attacks = attacks(dialect, &Aim::nowhere()).into_iter().map(|a| a.sql);
    let short = attacks.filter(|sql| sql.len() < 500);
    own.into_iter()
        .map(str::to_string)
        .chain(short)
        .map(String::into_bytes)
        .collect()
}

fn machine(name: &'static str, dialect: Dialect) -> Machine<'static> {
    Machine {
        name,
        corpus: STATEMENTS,
        seeds: seeds(dialect),
        words: WORDS,
    }
}

/// Everything that SQLite would do for a statement, as it says itself when it compiles it.
#[test]
fn what_the_guard_passes_sqlite_reads_as_a_query_of_known_functions() {
    let mut connection = rusqlite::Connection::open_in_memory().unwrap();
    connection.execute_batch(TABLES).unwrap();
    let does: Rc<RefCell<BTreeSet<String>>> = Rc::default();
    let told = std::sync::Arc::new(std::sync::Mutex::new(BTreeSet::new()));
    let heard = told.clone();
    connection
        .authorizer(Some(move |context: AuthContext<'_>| {
            let word = match context.action {
                AuthAction::Select | AuthAction::Recursive => return Authorization::Allow,
                AuthAction::Read { table_name, .. } => format!("read {table_name}"),
                AuthAction::Function { function_name } => format!("call {function_name}"),
                other => format!("do {other:?}"),
            };
            heard.lock().unwrap().insert(word);
            Authorization::Allow
        }))
        .unwrap();
    let ran = machine("guard beside SQLite", Dialect::Sqlite).run_text(|sql| {
        if let Err(why) = guard::check(sql, Dialect::Sqlite) {
            return why.message.chars().take(40).collect();
        }
        told.lock().unwrap().clear();
        let prepared = match connection.prepare(sql) {
            Ok(statement) => {
                assert!(statement.readonly(), "it writes: {sql}");
                "runs".to_string()
            }
            Err(rusqlite::Error::MultipleStatement) => panic!("several statements: {sql}"),
            Err(other) => other.to_string().chars().take(30).collect(),
        };
        *does.borrow_mut() = told.lock().unwrap().clone();
        for word in does.borrow().iter() {
            match word.split_once(' ') {
                Some(("read", table)) => {
                    seen::table(&[table], Dialect::Sqlite).unwrap_or_else(|w| panic!("{w:?}: {sql}"))
                }
                // Words of the grammar that SQLite makes functions of.
                Some(("call", "like" | "glob" | "match" | "regexp")) => {}
                Some(("call", name)) => {
                    seen::function(name, Dialect::Sqlite).unwrap_or_else(|w| panic!("{w:?}: {sql}"))
                }
                _ => panic!("{word}: {sql}"),
            }
        }
        prepared + &does.borrow().len().to_string()
    });
    assert!(ran.tries > 300 && ran.kinds > 20, "{ran:?}");
}

/// DuckDB's tree, by the check that stands before every statement, and a statement that it then takes.
#[test]
fn what_the_guard_passes_duckdb_reads_as_a_query_of_known_functions_and_tables() {
    let connection = ::duckdb::Connection::open_in_memory().unwrap();
    connection.execute_batch(TABLES).unwrap();
    connection.execute_batch("SET enable_external_access = false").unwrap();
    let ran = machine("guard beside DuckDB", Dialect::Duckdb).run_text(|sql| {
        if let Err(why) = guard::check(sql, Dialect::Duckdb) {
            return why.message.chars().take(40).collect();
        }
        match duckdb::reading::one_query(&connection, sql, true) {
            Ok(Ok(())) => {}
            Ok(Err(why)) => panic!("{why:?}: {sql}"),
            Err(error) => return error.to_string().chars().take(30).collect(),
        }
        match connection.prepare(sql) {
            Ok(_) => "runs".to_string(),
            Err(error) => error.to_string().chars().take(30).collect::<String>(),
        }
    });
    assert!(ran.tries > 100 && ran.kinds > 20, "{ran:?}");
}

#[test]
fn an_address_that_is_understood_is_understood_again_and_shows_no_password() {
    const ADDRESSES: &str = include_str!("../../../fuzz/corpora/addresses.txt");
    let machine = Machine {
        name: "addresses",
        corpus: ADDRESSES,
        seeds: Vec::new(),
        words: &[
            "postgres://",
            "postgresql://",
            "jdbc:",
            "sqlite:",
            "duckdb:",
            "files:",
            "@",
            ":",
            "/",
            "//",
            "?",
            "&",
            "=",
            "%20",
            "%00",
            "%3B",
            "%",
            "[::1]",
            "sslmode=require",
            "password=s3cret",
            "user=a",
            "host=h",
            ";",
            "..",
            "~",
            "C:\\",
            "\u{0}",
            "é",
            "search_path=a",
        ],
    };
    machine.run_text(|text| {
        let understood = match address::read(text) {
            Ok(understood) => understood,
            Err(why) => return why.message.chars().take(30).collect(),
        };
        let written = address::write(&understood.place);
        let again = address::read(&written).unwrap_or_else(|why| panic!("{written:?}: {why:?}"));
        assert_eq!(again.place, understood.place, "{written:?}");
        assert!(
            again.password.is_none_or(|secret| secret.expose().is_empty()),
            "{written:?}"
        );
        format!("{:?}", std::mem::discriminant(&understood.place))
    });
}
