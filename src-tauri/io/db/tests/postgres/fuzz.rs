//! Statements made by a machine beside a real server: does the lock on statements pass what the server reads otherwise?
//!
//! Whatever is somebody's own says so when it is called, what reaches out of the database is not this login's to call, and
//! what writes is refused by the transaction: none of the three may ever be heard, or the lock on statements was passed.

use std::cell::RefCell;

use askwell_fuzz::Machine;
use askwell_sql::attacks::{attacks, Aim};

use super::super::*;
use super::strangers::{MADE, TRIED};

/// Called like what is harmless, and loud.
const LOUD: &str = "CREATE SEQUENCE s; CREATE TABLE checked(id integer);
    CREATE FUNCTION loud() RETURNS boolean LANGUAGE plpgsql AS $f$ BEGIN RAISE EXCEPTION 'planted'; END $f$;
    CREATE FUNCTION abs(text) RETURNS text LANGUAGE plpgsql AS $f$ BEGIN RAISE EXCEPTION 'planted'; END $f$;
    CREATE FUNCTION upper(integer) RETURNS text LANGUAGE plpgsql AS $f$ BEGIN RAISE EXCEPTION 'planted'; END $f$;
    CREATE FUNCTION \"UPPER\"(text) RETURNS text LANGUAGE plpgsql AS $f$ BEGIN RAISE EXCEPTION 'planted'; END $f$;
    CREATE FUNCTION rowfn(customers) RETURNS text LANGUAGE plpgsql AS $f$ BEGIN RAISE EXCEPTION 'planted'; END $f$;
    CREATE FUNCTION plus(text, text) RETURNS text LANGUAGE plpgsql AS $f$ BEGIN RAISE EXCEPTION 'planted'; END $f$;
    CREATE OPERATOR + (LEFTARG = text, RIGHTARG = text, FUNCTION = plus);
    CREATE FUNCTION fits(text) RETURNS boolean LANGUAGE plpgsql AS $f$ BEGIN RAISE EXCEPTION 'planted'; END $f$;
    CREATE DOMAIN evildomain AS text CHECK (fits(VALUE));
    CREATE FUNCTION unfold(text) RETURNS SETOF text LANGUAGE plpgsql AS $f$ BEGIN RAISE EXCEPTION 'planted'; END $f$;
    CREATE VIEW calls AS SELECT abs(name) AS a FROM customers;";

/// What only a statement that passed the lock wrongly can make the server say.
const HEARD: &[&str] = &["planted", "permission denied for function", "read-only transaction"];

const WORDS: &[&str] = &[
    " SELECT ",
    " FROM customers c ",
    " WHERE id = 1 ",
    "(SELECT 1)",
    " -- ",
    "/*",
    "*/",
    "'",
    "\"",
    "$$",
    "$a$",
    "E'\\''",
    "E'a'\n'\\''",
    "U&'\\0027'",
    "U&\"\\0061bs\"",
    "U&\"!0061bs\" UESCAPE '!'",
    "B'1'",
    "X'41'",
    "N'a'",
    ";",
    "\n",
    "\r",
    "\u{b}",
    "\u{c}",
    "\u{a0}",
    "\\",
    "::",
    "::evildomain",
    "evildomain 'x'",
    ", loud()",
    "loud()",
    "public.",
    "pg_catalog.",
    "\"UPPER\"(name)",
    "abs(name)",
    "upper(id)",
    "name + country",
    "c.rowfn",
    "(c).rowfn",
    "unfold('x')",
    "nextval('s')",
    "pg_read_file('x')",
    "lo_import('x')",
    " OPERATOR(public.+) ",
    " INTO x ",
    " FOR UPDATE ",
    "WITH x AS (DELETE FROM customers RETURNING *) ",
    "COPY ",
    "TABLE customers",
    "VALUES (1)",
    " LATERAL ",
    "ROWS FROM (abs(name))",
    "CAST(name AS evildomain)",
    "ARRAY['x']",
    " COLLATE \"C\" ",
    " AT TIME ZONE 'UTC' ",
    "INTERVAL '1 day'",
    "calls",
    "*",
    ",",
    "(",
    ")",
    "é",
    "%",
    "?",
    "$1",
];

#[test]
fn what_the_guard_passes_the_server_reads_as_a_query_of_its_own_functions() {
    if cluster::cluster().is_none() {
        return;
    }
    let sample = Engine::Postgres.sample(&format!("{MADE} {LOUD}"));
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .unwrap();
    let (database, bare) = runtime.block_on(async { (sample.open().await, sample.open_with_one_lock().await) });
    // Without the lock each of the three is heard.
    for (sql, word) in [
        ("SELECT loud()", HEARD[0]),
        ("SELECT pg_read_file('x')", HEARD[1]),
        ("SELECT nextval('s')", HEARD[2]),
    ] {
        let told = runtime.block_on(refused(&*bare, sql));
        assert!(format!("{told:?}").contains(word), "{sql}: {told:?}");
    }
    let own = [
        "SELECT country, count(*) AS n FROM customers GROUP BY country ORDER BY n DESC LIMIT 5",
        "SELECT upper(name) || E'\\n' || 'it''s', abs(id) FROM customers c WHERE c.name LIKE 'A%'",
        "SELECT c.name, x FROM customers c, LATERAL generate_series(1, c.id) AS x",
        "WITH x AS (SELECT id::text AS t FROM customers) SELECT CAST(t AS integer) FROM x -- end",
    ];
    let attacks = attacks(Dialect::Postgres, &Aim::nowhere())
        .into_iter()
        .map(|attack| attack.sql);
    let tried = TRIED.iter().map(|sql| (*sql).to_string());
    let seeds = own.iter().map(|sql| (*sql).to_string()).chain(tried).chain(attacks);
    let sent = RefCell::new(0_u32);
    let machine = Machine {
        name: "guard beside PostgreSQL",
        corpus: include_str!("../../../../fuzz/corpora/statements.txt"),
        seeds: seeds.filter(|sql| sql.len() < 500).map(String::into_bytes).collect(),
        words: WORDS,
    };
    let ran = machine.run_text(|sql| {
        // The engine's own time is not what is tried.
        let limits = Limits {
            milliseconds: 500,
            ..Limits::ASK
        };
        let told = runtime.block_on(async {
            match database.query(sql, limits, &Cancel::new()).await.unwrap() {
                Ok(stream) => stream.collect().await.map(|result| result.columns.len()),
                Err(finding) => Err(finding),
            }
        });
        let told = match told {
            Ok(columns) => {
                *sent.borrow_mut() += 1;
                return format!("{columns} columns");
            }
            Err(finding) => format!("{finding:?}"),
        };
        for word in HEARD {
            assert!(!told.contains(word), "{told}");
        }
        told.chars().filter(|c| !c.is_ascii_digit()).take(70).collect()
    });
    let sent = *sent.borrow();
    eprintln!("{sent} of {} were answered by the server", ran.tries);
    assert!(
        ran.tries > 100 && ran.kinds > 10 && sent > 5,
        "{ran:?}, {sent} answered"
    );
}
