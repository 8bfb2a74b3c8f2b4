//! Functions, operators and types of somebody's own that are called like harmless ones, and second readings of texts:
//! each leaves a trace if it is ever run. Tried with every right there is, and with an ordinary login.

use super::super::*;
use super::{cluster, on_a_server};

pub const MADE: &str = "CREATE TABLE customers(id integer PRIMARY KEY, name text, country text);
    INSERT INTO customers VALUES (1, 'Ada', 'France'), (2, 'Bo', 'Chad'), (3, 'Cy', 'Peru');";

/// By a superuser, so that an ordinary login's calls leave their traces, too.
fn strangers(port: u16, database: &str) -> String {
    format!(
        "CREATE EXTENSION dblink; CREATE EXTENSION adminpack; CREATE TABLE audit(what text);
         CREATE FUNCTION trace(what text) RETURNS void LANGUAGE plpgsql SECURITY DEFINER AS $f$ BEGIN
           PERFORM public.dblink_exec('host=127.0.0.1 port={port} user=postgres dbname=''{database}''',
             'INSERT INTO public.audit VALUES (' || quote_literal(what) || ')'); END $f$;
         CREATE FUNCTION abs(text) RETURNS text LANGUAGE plpgsql AS $f$ BEGIN PERFORM public.trace('abs'); RETURN $1; END $f$;
         CREATE FUNCTION upper(integer) RETURNS text LANGUAGE plpgsql AS $f$ BEGIN PERFORM public.trace('upper'); RETURN $1; END $f$;
         CREATE FUNCTION \"UPPER\"(text) RETURNS text LANGUAGE plpgsql AS $f$ BEGIN PERFORM public.trace('UPPER'); RETURN $1; END $f$;
         CREATE FUNCTION rowfn(customers) RETURNS text LANGUAGE plpgsql AS $f$ BEGIN PERFORM public.trace('rowfn'); RETURN 'x'; END $f$;
         CREATE FUNCTION plus(text, text) RETURNS text LANGUAGE plpgsql AS $f$ BEGIN PERFORM public.trace('plus'); RETURN $1; END $f$;
         CREATE FUNCTION minus(text) RETURNS text LANGUAGE plpgsql AS $f$ BEGIN PERFORM public.trace('minus'); RETURN $1; END $f$;
         CREATE OPERATOR + (LEFTARG = text, RIGHTARG = text, FUNCTION = plus);
         CREATE OPERATOR - (RIGHTARG = text, FUNCTION = minus);
         CREATE FUNCTION gather(text, text) RETURNS text LANGUAGE plpgsql AS $f$ BEGIN PERFORM public.trace('gather'); RETURN $2; END $f$;
         CREATE AGGREGATE sum(text) (SFUNC = gather, STYPE = text);
         CREATE FUNCTION unfold(text) RETURNS SETOF text LANGUAGE plpgsql AS $f$ BEGIN PERFORM public.trace('rows'); RETURN NEXT $1; END $f$;
         CREATE FUNCTION fits(text) RETURNS boolean LANGUAGE plpgsql AS $f$ BEGIN PERFORM public.trace('check'); RETURN true; END $f$;
         CREATE DOMAIN evildomain AS text CHECK (fits(VALUE));
         CREATE DOMAIN evil2 AS evildomain;
         CREATE TYPE mood AS ENUM ('sad', 'glad');
         CREATE FUNCTION as_mood(text) RETURNS mood LANGUAGE plpgsql AS $f$ BEGIN PERFORM public.trace('cast'); RETURN 'sad'; END $f$;
         CREATE CAST (text AS mood) WITH FUNCTION as_mood(text) AS IMPLICIT;
         CREATE VIEW calls AS SELECT abs(name) AS a FROM customers;
         CREATE VIEW behind AS SELECT a FROM calls;
         CREATE TABLE checked(id integer, d evildomain);
         CREATE TABLE ruled(id integer); INSERT INTO ruled VALUES (1); ALTER TABLE ruled ENABLE ROW LEVEL SECURITY;
         ALTER TABLE ruled FORCE ROW LEVEL SECURITY;
         CREATE POLICY p ON ruled USING (fits(id::text)); ALTER TABLE ruled OWNER TO {owner};
         GRANT SELECT ON ALL TABLES IN SCHEMA public TO PUBLIC;",
        owner = cluster::USER
    )
}

/// What the statement is, as it would be typed: `SERVER` and `FILE` are filled in.
pub const TRIED: &[&str] = &[
    "SELECT E'a'\n'\\'', dblink_exec($$SERVER$$, $$INSERT INTO audit(what) VALUES (1)$$) --'",
    "SELECT E'a' -- on\n  '\\'', dblink_exec($$SERVER$$, $$INSERT INTO audit(what) VALUES (1)$$) --'",
    "SELECT U&'a'\n'\\0027', dblink_exec($$SERVER$$, $$INSERT INTO audit(what) VALUES (1)$$) --'",
    "SELECT E'a'\n'\\'', lo_export(777001, $$FILE$$) --'",
    "SELECT E'a'\n'\\'', pg_file_write($$FILE$$,$$x$$,false) --'",
    "SELECT pg_catalog.pg_file_write('FILE', 'x', false)",
    "SELECT dblink_exec('SERVER', 'INSERT INTO audit VALUES (1)')",
    "SELECT abs(name) FROM customers LIMIT 1",
    "SELECT public.abs(name) FROM customers LIMIT 1",
    "SELECT ABS (name) FROM customers LIMIT 1",
    "SELECT \"abs\"(name) FROM customers LIMIT 1",
    "SELECT abs(name) OVER () FROM customers LIMIT 1",
    "SELECT abs(VARIADIC ARRAY[name]) FROM customers LIMIT 1",
    "SELECT upper(id) FROM customers LIMIT 1",
    "SELECT \"UPPER\"(name) FROM customers LIMIT 1",
    "SELECT sum(name) FROM customers",
    "SELECT sum(name) OVER () FROM customers",
    "SELECT sum(DISTINCT name) FILTER (WHERE true) FROM customers",
    "SELECT * FROM customers, LATERAL abs(name) AS x",
    "SELECT * FROM unfold('x')",
    "SELECT * FROM ROWS FROM (unfold('x')) AS x",
    "SELECT 'x'::evildomain",
    "SELECT 'x'::public.evildomain",
    "SELECT 'x'::evil2",
    "SELECT 'x'::\"evildomain\"",
    "SELECT ARRAY['x']::evildomain[]",
    "SELECT '{x}'::evildomain[]",
    "SELECT CAST(name AS evildomain) FROM customers LIMIT 1",
    "SELECT CAST(name AS public.evil2) FROM customers LIMIT 1",
    "SELECT evildomain 'x'",
    "SELECT public.evildomain 'x'",
    "SELECT evildomain('x')",
    "SELECT name::text::evildomain FROM customers",
    "SELECT * FROM json_to_record('{\"a\": \"x\"}') AS x(a evildomain)",
    "SELECT * FROM json_to_record('{\"a\": \"x\"}') AS x(a public.evildomain)",
    "SELECT * FROM jsonb_populate_record(NULL::checked, '{\"d\": \"x\"}')",
    "SELECT jsonb_populate_record(c, '{\"d\": \"x\"}') FROM checked c",
    "SELECT '(1,x)'::checked",
    "SELECT '(1,x)'::public.checked",
    "SELECT checked '(1,x)'",
    "SELECT CASE WHEN true THEN '(1,x)' ELSE c END FROM checked c",
    "SELECT COALESCE(checked, '(1,x)') FROM checked",
    "SELECT c FROM checked c UNION SELECT '(1,x)'",
    "SELECT ARRAY[d, 'x'] FROM checked",
    "SELECT array_agg(d) || ARRAY['x'] FROM checked",
    "SELECT CASE WHEN false THEN array_agg(d) ELSE '{x}' END FROM checked",
    "SELECT lag(d, 1, 'x') OVER () FROM checked",
    "SELECT * FROM xmltable('/a' PASSING '<a/>' COLUMNS b evildomain)",
    "SELECT name + country FROM customers LIMIT 1",
    "SELECT name OPERATOR(public.+) country FROM customers LIMIT 1",
    "SELECT - name FROM customers LIMIT 1",
    "SELECT name + ANY (ARRAY['a']) FROM customers LIMIT 1",
    "SELECT id FROM customers ORDER BY name USING OPERATOR(public.+)",
    "SELECT (c).rowfn FROM customers c LIMIT 1",
    "SELECT c.rowfn FROM customers c LIMIT 1",
    "SELECT customers.rowfn FROM customers LIMIT 1",
    "SELECT public.customers.rowfn FROM customers LIMIT 1",
    "SELECT (SELECT x FROM customers x LIMIT 1).rowfn",
    "SELECT rowfn(c) FROM customers c LIMIT 1",
    "SELECT id FROM customers c WHERE c.rowfn = 'x'",
    "SELECT id FROM customers c ORDER BY c.rowfn",
    "SELECT 'glad'::text::mood",
    "SELECT name::public.mood FROM customers",
    "SELECT CAST(name AS mood) FROM customers",
    "SELECT * FROM calls",
    "SELECT a FROM behind",
    "SELECT count(*) FROM (SELECT * FROM behind) AS x",
    "WITH calls AS (SELECT * FROM calls) SELECT * FROM calls",
    "SELECT 1 UNION TABLE calls",
    "SELECT * FROM ruled",
];

#[tokio::test]
async fn no_function_of_somebodys_own_ever_runs() {
    on_a_server!();
    let port = cluster().unwrap().port;
    let sample = Engine::Postgres.sample(MADE);
    let owner = cluster::address(port, "postgres", &sample.name);
    execute(&owner, &strangers(port, &sample.name));
    // Its check runs and leaves its trace.
    execute(&owner, "INSERT INTO checked VALUES (1, 'x')");
    execute(&owner, "DELETE FROM audit");
    let file = format!("/tmp/askwell-stranger-{}", std::process::id());
    let server = format!("host=127.0.0.1 port={port} user=postgres dbname='{}'", sample.name);
    // The traps work: the server itself walks into each.
    for sql in [
        "SELECT abs(name) FROM customers LIMIT 1",
        "SELECT 'x'::evildomain",
        "SELECT a FROM behind LIMIT 1",
    ] {
        assert_ne!(value_of(&owner, sql), "");
    }
    assert_eq!(value_of(&owner, "SELECT count(DISTINCT what) FROM audit"), "2");
    execute(&owner, "DELETE FROM audit");

    let ordinary = cluster::address(port, cluster::USER, &sample.name);
    for (login, address) in [("superuser", &owner), ("ordinary", &ordinary)] {
        let database = Opener.open_address(address).await.unwrap();
        let mut ran = Vec::new();
        for sql in TRIED {
            let sql = sql.replace("SERVER", &server).replace("FILE", &file);
            let came = ask(&*database, &sql).await;
            let traces = value_of(&owner, "SELECT string_agg(what, ' ') FROM audit");
            let asked = database.explain(&sql, &Cancel::new()).await.unwrap();
            let planned = value_of(&owner, "SELECT string_agg(what, ' ') FROM audit");
            if !traces.is_empty() || !planned.is_empty() || std::path::Path::new(&file).exists() {
                ran.push(format!("{login}: {sql}: {traces} {planned} {came:?} {}", asked.is_ok()));
                execute(&owner, "DELETE FROM audit");
            }
        }
        assert!(ran.is_empty(), "{} of {}: {ran:#?}", ran.len(), TRIED.len());
        // What is only beside them goes on working.
        let rows = self::ran(
            &*database,
            "SELECT c.name || '!', abs(c.id), upper(name) FROM customers c ORDER BY 1 LIMIT 1",
        )
        .await
        .rows;
        assert_eq!(rows, [[text("Ada!"), Cell::Int(1), text("ADA")]]);
        let rows = self::ran(&*database, "SELECT d FROM checked WHERE d = 'x'").await.rows;
        assert_eq!(rows, [[text("x")]]);
    }
    assert_eq!(value_of(&owner, "SELECT count(*) FROM audit"), "0");
}

#[tokio::test]
async fn types_and_extensions_that_are_harmless_go_on_working() {
    on_a_server!();
    let port = cluster().unwrap().port;
    let sample = Engine::Postgres.sample("CREATE TABLE before(a integer);");
    let owner = cluster::address(port, "postgres", &sample.name);
    execute(
        &owner,
        "CREATE EXTENSION citext; CREATE EXTENSION pg_trgm; CREATE EXTENSION unaccent; CREATE EXTENSION hstore;
         CREATE SCHEMA app; CREATE TYPE mood AS ENUM ('sad', 'glad'); CREATE TYPE app.size AS ENUM ('S', 'M');
         CREATE DOMAIN short AS text CHECK (length(VALUE) < 9); CREATE DOMAIN money2 AS numeric(9, 2);
         CREATE FUNCTION half(numeric) RETURNS numeric IMMUTABLE LANGUAGE sql AS 'SELECT $1 / 2';
         CREATE TYPE spot AS (x integer, y integer);
         CREATE TABLE t(id integer PRIMARY KEY, mail citext, mood mood, size app.size, code short, price money2,
           spot spot, during tsrange, tags text[], pairs hstore);
         INSERT INTO t VALUES (1, 'Ada@X.org', 'glad', 'M', 'AB', 4, '(1,2)', '[2024-01-01,2024-02-01)', '{a,b}', 'k=>v'),
           (2, 'bo@x.org', 'sad', 'S', 'CD', 6, NULL, NULL, NULL, NULL);
         CREATE VIEW halves AS SELECT id, half(price) AS half FROM t;
         CREATE TABLE app.sale(sale numeric, size app.size); INSERT INTO app.sale VALUES (1, 'S');
         CREATE TABLE app.t(id integer); CREATE TABLE \"Odd name\"(\"Is it?\" text);
         GRANT USAGE ON SCHEMA app TO PUBLIC; GRANT SELECT ON ALL TABLES IN SCHEMA public, app TO PUBLIC;",
    );
    let database = sample.open().await;
    for (sql, expected) in [
        ("SELECT id FROM t WHERE mail = 'ADA@x.ORG'", Cell::Int(1)),
        (
            "SELECT count(*) FROM t GROUP BY mail ORDER BY 1 DESC LIMIT 1",
            Cell::Int(1),
        ),
        ("SELECT id FROM t WHERE mail LIKE 'ada%'", Cell::Int(1)),
        ("SELECT id FROM t WHERE mood = 'glad'", Cell::Int(1)),
        ("SELECT id FROM t WHERE mood = 'glad'::mood", Cell::Int(1)),
        (
            "SELECT id FROM t WHERE mood = CAST('glad' AS public.mood)",
            Cell::Int(1),
        ),
        ("SELECT id FROM t ORDER BY mood LIMIT 1", Cell::Int(2)),
        ("SELECT max(mood) FROM t", text("glad")),
        ("SELECT id FROM t WHERE size > 'S'", Cell::Int(1)),
        ("SELECT code FROM t WHERE code = 'AB'", text("AB")),
        ("SELECT 'AB'::short", text("AB")),
        ("SELECT (spot).x FROM t WHERE id = 1", Cell::Int(1)),
        ("SELECT id FROM t WHERE during @> TIMESTAMP '2024-01-05'", Cell::Int(1)),
        ("SELECT pairs -> 'k' FROM t WHERE id = 1", text("v")),
        (
            "SELECT id FROM t ORDER BY similarity(code, 'AB') DESC LIMIT 1",
            Cell::Int(1),
        ),
        ("SELECT id FROM t WHERE code % 'AB'", Cell::Int(1)),
        ("SELECT unaccent('é')", text("e")),
        ("SELECT id FROM halves WHERE half = 2", Cell::Int(1)),
        ("SELECT sale.sale FROM app.sale", Cell::Int(1)),
        ("SELECT app.sale.sale FROM app.sale", Cell::Int(1)),
        (
            "SELECT count(*) FROM \"Odd name\" WHERE \"Is it?\" IS NULL",
            Cell::Int(0),
        ),
        ("WITH t AS (SELECT id FROM t) SELECT count(*) FROM t", Cell::Int(2)),
        ("SELECT t.id FROM t WHERE t IS NOT NULL AND id = 1", Cell::Int(1)),
    ] {
        let rows = ran(&*database, sql).await.rows;
        let first = rows.first().and_then(|row| row.first());
        let same = first.is_some_and(|cell| *cell == expected || cell.to_string() == expected.to_string());
        assert!(same, "{sql}: {rows:?}");
    }
    // An extension's name that somebody has taken, too, is nobody's.
    execute(
        &owner,
        "CREATE FUNCTION similarity(text, integer) RETURNS real LANGUAGE sql AS 'SELECT 1::real'",
    );
    let database = sample.open().await;
    let finding = refused(&*database, "SELECT similarity(code, 'AB') FROM t").await;
    assert!(finding.message.contains("similarity"), "{finding:?}");
}

#[tokio::test]
async fn a_statement_costs_no_look_up_once_its_names_are_known() {
    on_a_server!();
    let sample = Engine::Postgres.sample(MADE);
    let database = sample.open().await;
    let sql = "SELECT count(*) FROM customers WHERE country = 'Chad'";
    ran(&*database, sql).await;
    let mut took: Vec<std::time::Duration> = Vec::new();
    for _ in 0..50 {
        let began = std::time::Instant::now();
        ran(&*database, sql).await;
        took.push(began.elapsed());
    }
    took.sort();
    eprintln!("a known statement: median {:?}, slowest {:?}", took[25], took[49]);
    let finding = refused(&*database, "SELECT nope FROM customers").await;
    assert_eq!((finding.code.as_str(), finding.position), ("unknown_column", Some(8)));
    assert_eq!(finding.message, "There is no column nope.");
    let finding = refused(&*database, "SELECT 1 FROM nowhere").await;
    assert_eq!(finding.message, "There is no table nowhere.");
}

#[tokio::test]
async fn a_statement_that_would_unfold_without_end_is_planned_as_it_stands() {
    on_a_server!();
    let sample = Engine::Postgres.sample(MADE);
    let database = sample.open().await;
    let doubled = |i: usize| format!(", c{i}(x) AS NOT MATERIALIZED (SELECT a.x FROM c{0} a, c{0} b)", i - 1);
    let sql = format!(
        "WITH c0(x) AS (SELECT 1){} SELECT x FROM c24",
        (1..25).map(doubled).collect::<String>()
    );
    let began = std::time::Instant::now();
    assert_eq!(ran(&*database, &sql).await.rows, [[Cell::Int(1)]]);
    assert!(
        began.elapsed() < std::time::Duration::from_secs(5),
        "{:?}",
        began.elapsed()
    );
}
