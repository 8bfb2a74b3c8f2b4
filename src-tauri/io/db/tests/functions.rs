//! The guard's lists against what the engines really have: every function built into an engine is either known to be
//! harmless or refused with what it could do. A new version's functions show up here until somebody has looked.

use super::*;

every_engine! {
    every_function_of_the_engine_is_known_to_the_guard
}

/// Functions as the engine lists them, and how many of them have to be allowed at least.
fn listed(engine: Engine) -> (Vec<String>, usize) {
    let names = |rows: Vec<Option<String>>| rows.into_iter().flatten().collect();
    match engine {
        Engine::Sqlite => {
            let connection = rusqlite::Connection::open_in_memory().unwrap();
            let mut statement = connection
                .prepare("SELECT DISTINCT name FROM pragma_function_list ORDER BY name")
                .unwrap();
            let rows = statement.query_map([], |row| row.get(0)).unwrap();
            (names(rows.map(|row| row.unwrap()).collect()), 110)
        }
        Engine::Duckdb => {
            let connection = ::duckdb::Connection::open_in_memory().unwrap();
            let mut statement = connection
                .prepare(
                    "SELECT DISTINCT function_name FROM duckdb_functions()
                     WHERE function_type IN ('scalar', 'aggregate', 'macro') ORDER BY ALL",
                )
                .unwrap();
            let rows = statement.query_map([], |row| row.get(0)).unwrap();
            (names(rows.map(|row| row.unwrap()).collect()), 740)
        }
        // Those that a person may call: not the ones behind operators, types, indexes and totals.
        Engine::Postgres => {
            let sample = engine.sample("SELECT 1");
            let listed = value_of(
                &sample.url(),
                "SELECT string_agg(DISTINCT proname, ' ') FROM pg_proc AS p
                 WHERE pronamespace = 'pg_catalog'::regnamespace AND prokind <> 'p' AND provolatile = 'i'
                 AND NOT EXISTS (SELECT FROM pg_type WHERE oid = ANY (proargtypes::oid[] || prorettype)
                   AND typname IN ('internal', 'cstring', 'trigger'))
                 AND NOT EXISTS (SELECT FROM pg_operator WHERE oprcode = p.oid)
                 AND NOT EXISTS (SELECT FROM pg_amproc WHERE amproc = p.oid)
                 AND NOT EXISTS (SELECT FROM pg_aggregate WHERE p.oid IN (aggtransfn, aggfinalfn, aggcombinefn,
                   aggserialfn, aggdeserialfn, aggmtransfn, aggminvtransfn, aggmfinalfn))
                 AND NOT EXISTS (SELECT FROM pg_type WHERE p.oid IN (typinput, typoutput, typreceive, typsend,
                   typmodin, typmodout))",
            );
            (listed.split(' ').map(str::to_string).collect(), 200)
        }
    }
}

async fn every_function_of_the_engine_is_known_to_the_guard(engine: Engine) {
    let (names, least) = listed(engine);
    // Operators are listed as functions too.
    let named = |name: &&String| name.chars().all(|c| c.is_alphanumeric() || c == '_');
    let (mut allowed, mut unknown) = (0, Vec::new());
    for name in names.iter().filter(named) {
        match askwell_sql::guard::check(&format!("SELECT \"{name}\"(a, 1, 'x') FROM t"), engine.dialect()) {
            Ok(()) => allowed += 1,
            Err(finding) if finding.message.contains(" could ") => {}
            // Known, and given here what it may not be given.
            Err(finding) if finding.message.contains("may be given only") => allowed += 1,
            Err(finding) => unknown.push(format!("{name}: {}", finding.message)),
        }
    }
    assert!(unknown.is_empty(), "{} unknown: {unknown:#?}", unknown.len());
    assert!(allowed >= least, "{allowed} of {} allowed", names.len());
    eprintln!("{engine:?}: {allowed} of {} functions are allowed", names.len());
}
