//! What a statement's names stand for on this server, and whether reading them would run anything that is not the
//! server's own. In: the names of a statement. Out: schema and name of each table and type, the path that functions and
//! operators are to be looked up by, or why the statement is refused. Looked up by OID: what was there when the server
//! was made is numbered below 16,384 (`FirstNormalObjectId`), and everything else is somebody's own. Deliberately
//! absent: what only the person could know, such as whether a function that calls itself stable tells the truth.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use askwell_contract::run::Finding;
use askwell_sql::guard::server::{Named, Reading, Sent};

use super::findings::Trouble;
use super::session::Live;

/// So long the answers are kept on a connection; a table that moves meanwhile is an unknown table for a moment.
const FRESH: Duration = Duration::from_secs(30);

/// Where a name without a schema can only be the server's own; a session's own tables come last.
pub const STRICT: &str = "pg_catalog, pg_temp";

/// A function that cannot write in a READ ONLY transaction, nor reach out but by lying about itself.
const HARMLESS: &str =
    "(p.oid < 16384 OR (p.provolatile <> 'v' AND (p.prokind = 'a' OR l.lanname IN ('sql', 'plpgsql') \
    OR (l.lanname IN ('c', 'internal') AND EXISTS (SELECT FROM pg_depend e \
      WHERE e.classid = 'pg_proc'::regclass AND e.objid = p.oid AND e.deptype = 'e')))))";

/// A function that came with an extension, compiled; its operators are held to the same.
const OF_EXTENSION: &str =
    "(p.provolatile <> 'v' AND l.lanname IN ('c', 'internal') AND EXISTS (SELECT FROM pg_depend e \
    WHERE e.classid = 'pg_proc'::regclass AND e.objid = p.oid AND e.deptype = 'e'))";

/// A cast by a function that may do anything, from or to a type.
const ODD_CAST: &str = "EXISTS (SELECT FROM pg_cast k JOIN pg_proc p ON p.oid = k.castfunc \
    JOIN pg_language l ON l.oid = p.prolang WHERE k.oid >= 16384 AND t.oid IN (k.castsource, k.casttarget) AND NOT ";

/// Everything that reading a table can run: what its views are made of, the rules of its rows, its parts, and the checks
/// of its columns' types, which run only where a text is made such a value (`lax`).
fn tables_sql() -> String {
    format!(
        "WITH RECURSIVE wanted AS (SELECT w.n, w.name, w.schema \
            FROM unnest($1::text[], $2::text[]) WITH ORDINALITY AS w(name, schema, n)), \
         chosen AS (SELECT DISTINCT ON (w.n) w.n, c.oid, s.nspname, c.relname FROM wanted w \
            JOIN pg_class c ON c.relname = w.name JOIN pg_namespace s ON s.oid = c.relnamespace \
            WHERE s.nspname = w.schema OR (w.schema IS NULL AND s.nspname = ANY($3::text[])) \
            ORDER BY w.n, array_position($3::text[], s.nspname::text)), \
         seen(n, class, obj, lax) AS (SELECT n, 'pg_class'::regclass::oid, oid, false FROM chosen UNION \
          SELECT s.n, e.class, e.obj, s.lax OR e.lax FROM seen s CROSS JOIN LATERAL ( \
            SELECT d.refclassid, d.refobjid, false FROM pg_rewrite r JOIN pg_depend d \
              ON d.classid = 'pg_rewrite'::regclass AND d.objid = r.oid \
              WHERE s.class = 'pg_class'::regclass AND r.ev_class = s.obj AND r.ev_type = '1' \
            UNION ALL SELECT d.refclassid, d.refobjid, false FROM pg_policy y JOIN pg_depend d \
              ON d.classid = 'pg_policy'::regclass AND d.objid = y.oid \
              WHERE s.class = 'pg_class'::regclass AND y.polrelid = s.obj \
            UNION ALL SELECT 'pg_class'::regclass, i.inhrelid, false FROM pg_inherits i \
              WHERE s.class = 'pg_class'::regclass AND i.inhparent = s.obj \
            UNION ALL SELECT 'pg_type'::regclass, a.atttypid, true FROM pg_attribute a \
              WHERE s.class = 'pg_class'::regclass AND a.attrelid = s.obj AND a.attnum > 0 AND NOT a.attisdropped \
            UNION ALL SELECT 'pg_type'::regclass, x.part, false FROM pg_type t \
              CROSS JOIN LATERAL (VALUES (t.typelem), (t.typbasetype)) AS x(part) \
              WHERE s.class = 'pg_type'::regclass AND t.oid = s.obj \
            UNION ALL SELECT 'pg_class'::regclass, t.typrelid, false FROM pg_type t \
              WHERE s.class = 'pg_type'::regclass AND t.oid = s.obj AND t.typtype = 'c' \
            UNION ALL SELECT x.class, x.part, false FROM pg_range r CROSS JOIN LATERAL (VALUES \
              ('pg_type'::regclass, r.rngsubtype), ('pg_proc'::regclass, r.rngcanonical::oid), \
              ('pg_proc'::regclass, r.rngsubdiff::oid)) AS x(class, part) \
              WHERE s.class = 'pg_type'::regclass AND r.rngtypid = s.obj \
            UNION ALL SELECT d.refclassid, d.refobjid, false FROM pg_constraint k JOIN pg_depend d \
              ON d.classid = 'pg_constraint'::regclass AND d.objid = k.oid \
              WHERE s.class = 'pg_type'::regclass AND k.contypid = s.obj \
            UNION ALL SELECT 'pg_proc'::regclass, o.oprcode::oid, false FROM pg_operator o \
              WHERE s.class = 'pg_operator'::regclass AND o.oid = s.obj \
            UNION ALL SELECT d.refclassid, d.refobjid, false FROM pg_depend d \
              WHERE s.class = 'pg_proc'::regclass AND d.classid = 'pg_proc'::regclass AND d.objid = s.obj \
          ) AS e(class, obj, lax) WHERE e.obj >= 16384) \
         SELECT c.n, c.nspname::text, c.relname::text, \
          (SELECT min(x.what) FROM ( \
            SELECT 'the function ' || p.pronamespace::regnamespace || '.' || p.proname FROM seen s \
              JOIN pg_proc p ON p.oid = s.obj JOIN pg_language l ON l.oid = p.prolang \
              WHERE s.n = c.n AND s.class = 'pg_proc'::regclass AND NOT s.lax AND NOT {HARMLESS} \
            UNION ALL SELECT 'the type ' || t.typname FROM seen s JOIN pg_type t ON t.oid = s.obj \
              WHERE s.n = c.n AND s.class = 'pg_type'::regclass AND ((t.typtype = 'b' AND t.typcategory <> 'A' \
                AND NOT EXISTS (SELECT FROM pg_depend e WHERE e.classid = 'pg_type'::regclass AND e.objid = t.oid \
                AND e.deptype = 'e')) OR {ODD_CAST}{HARMLESS})) \
            UNION ALL SELECT 'a program' FROM seen s JOIN pg_foreign_table f ON f.ftrelid = s.obj \
              WHERE s.n = c.n AND s.class = 'pg_class'::regclass AND f.ftoptions::text ~* 'program=' \
          ) AS x(what)), \
          EXISTS (SELECT FROM seen s JOIN pg_proc p ON p.oid = s.obj JOIN pg_language l ON l.oid = p.prolang \
            WHERE s.n = c.n AND s.class = 'pg_proc'::regclass AND s.lax AND p.oid >= 16384), \
          ARRAY(SELECT DISTINCT y.nspname::text FROM seen s JOIN pg_type t ON t.oid = s.obj \
            JOIN pg_namespace y ON y.oid = t.typnamespace \
            WHERE s.n = c.n AND s.class = 'pg_type'::regclass AND t.typtype = 'b' AND t.typcategory <> 'A') \
         FROM chosen c"
    )
}

/// Types that a statement names: an enumeration, or a domain that checks nothing but by the server's own functions, is
/// told with its schema; one of the server's own is left as it stands; every other is refused.
fn types_sql() -> String {
    format!(
        "WITH RECURSIVE wanted AS (SELECT w.n, w.name, w.schema \
            FROM unnest($1::text[], $2::text[]) WITH ORDINALITY AS w(name, schema, n)), \
         chosen AS (SELECT DISTINCT ON (w.n) w.n, t.oid, s.nspname, t.typname FROM wanted w \
            JOIN pg_type t ON t.typname = w.name JOIN pg_namespace s ON s.oid = t.typnamespace \
            WHERE s.nspname = w.schema OR (w.schema IS NULL AND s.nspname = ANY($3::text[])) \
            ORDER BY w.n, array_position($3::text[], s.nspname::text)), \
         parts(n, oid) AS (SELECT n, oid FROM chosen UNION SELECT p.n, x.part FROM parts p \
            JOIN pg_type t ON t.oid = p.oid CROSS JOIN LATERAL (VALUES (t.typbasetype), (t.typelem)) AS x(part) \
            WHERE x.part >= 16384) \
         SELECT c.n, c.nspname::text, c.typname::text, c.oid < 16384, NOT EXISTS (SELECT FROM parts p \
            JOIN pg_type t ON t.oid = p.oid WHERE p.n = c.n AND p.oid >= 16384 AND (\
              NOT (t.typtype IN ('e', 'd') OR (t.typtype = 'b' AND (t.typcategory = 'A' OR EXISTS (SELECT FROM pg_depend e \
                WHERE e.classid = 'pg_type'::regclass AND e.objid = t.oid AND e.deptype = 'e')))) \
              OR EXISTS (SELECT FROM pg_constraint k JOIN pg_depend d ON d.classid = 'pg_constraint'::regclass \
                AND d.objid = k.oid WHERE k.contypid = t.oid AND d.refobjid >= 16384 \
                AND d.refclassid IN ('pg_proc'::regclass, 'pg_operator'::regclass)) \
              OR {ODD_CAST}{HARMLESS}))) \
         FROM chosen c"
    )
}

/// By schema of the path, what could be meant there without naming the schema, and how: of extensions, under a name of
/// their own or one that the server has, too; and of somebody's own, by a call, as a part of a row, or as a type.
fn calls_sql() -> String {
    let how = |catalog: &str, part: &str| {
        format!(
            "CASE WHEN {OF_EXTENSION} THEN CASE WHEN EXISTS ({catalog}) THEN 'shared' ELSE 'extension' END {part} \
             ELSE 'own' END"
        )
    };
    let function = how(
        "SELECT FROM pg_proc b WHERE b.proname = p.proname AND b.pronamespace = 'pg_catalog'::regnamespace",
        "WHEN EXISTS (SELECT FROM pg_type t WHERE t.oid = p.proargtypes[0] AND t.typtype IN ('c', 'p')) THEN 'part'",
    );
    let operator = how(
        "SELECT FROM pg_operator b WHERE b.oprname = o.oprname AND b.oprnamespace = 'pg_catalog'::regnamespace",
        "",
    );
    format!(
        "SELECT s.nspname::text, x.name, x.how FROM pg_namespace s CROSS JOIN LATERAL ( \
            SELECT p.proname::text, {function} FROM pg_proc p JOIN pg_language l ON l.oid = p.prolang \
              WHERE p.pronamespace = s.oid AND p.oid >= 16384 \
            UNION SELECT o.oprname::text, {operator} FROM pg_operator o JOIN pg_proc p ON p.oid = o.oprcode \
              JOIN pg_language l ON l.oid = p.prolang WHERE o.oprnamespace = s.oid AND o.oid >= 16384 \
            UNION SELECT t.typname::text, 'type' FROM pg_type t WHERE t.typnamespace = s.oid AND t.oid >= 16384 \
              AND NOT EXISTS (SELECT FROM pg_depend e WHERE e.classid = 'pg_type'::regclass AND e.objid = t.oid \
                AND e.deptype = 'e') \
         ) AS x(name, how) WHERE s.nspname = ANY($1::text[]) \
         UNION ALL SELECT 'pg_catalog', p.proname::text, 'part' FROM pg_proc p \
            WHERE p.pronamespace = 'pg_catalog'::regnamespace AND p.oid >= 16384 \
         UNION ALL SELECT 'pg_catalog', o.oprname::text, 'own' FROM pg_operator o \
            WHERE o.oprnamespace = 'pg_catalog'::regnamespace AND o.oid >= 16384 \
         UNION ALL SELECT '', '', 'own' FROM pg_cast k JOIN pg_proc p ON p.oid = k.castfunc \
            JOIN pg_language l ON l.oid = p.prolang WHERE k.oid >= 16384 AND k.castsource < 16384 \
            AND k.casttarget < 16384 AND NOT {HARMLESS}"
    )
}

#[derive(Debug, Clone)]
struct Table {
    named: Named,
    /// What reading it would run.
    runs: Option<String>,
    /// A column's type checks its values by a function of somebody's own.
    checked: bool,
    /// Schemas of the extensions whose types its columns have.
    extensions: Vec<String>,
}

#[derive(Debug, Clone)]
struct Type {
    named: Named,
    builtin: bool,
    harmless: bool,
}

/// What a schema holds.
#[derive(Debug, Default)]
struct Calls {
    extension: BTreeSet<String>,
    /// Of an extension, under a name that the server itself has.
    shared: BTreeSet<String>,
    own: BTreeSet<String>,
    /// Of somebody's own, and called by `row.name`, too.
    parts: BTreeSet<String>,
    types: BTreeSet<String>,
}

impl Calls {
    /// What of somebody's own the statement could mean if it looked here; `told`: types that are sent with their schema.
    fn meant(&self, reading: &Reading, told: &BTreeSet<String>) -> Option<String> {
        let own = self.own.intersection(reading.calls()).next();
        let part = || self.parts.intersection(reading.parts()).next();
        let kind = || {
            self.types
                .intersection(reading.kinds())
                .find(|name| !told.contains(*name))
        };
        own.or_else(part).or_else(kind).cloned()
    }
}

#[derive(Debug, Default)]
struct Known {
    since: Option<Instant>,
    tables: BTreeMap<Named, Table>,
    types: BTreeMap<Named, Type>,
    calls: Option<BTreeMap<String, Calls>>,
}

/// What was looked up on one connection.
#[derive(Debug, Default)]
pub struct Memory(Mutex<Known>);

/// A statement ready to be sent.
#[derive(Debug, Clone)]
pub struct Ready {
    pub sent: Sent,
    /// For `search_path`.
    pub path: String,
}

impl Memory {
    fn with<T>(&self, work: impl FnOnce(&mut Known) -> T) -> T {
        work(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Only between statements, so that all of one statement is judged by what was looked up for it.
    fn forget_what_is_old(&self) {
        self.with(|known| {
            if known.since.is_none_or(|since| since.elapsed() > FRESH) {
                *known = Known {
                    since: Some(Instant::now()),
                    ..Known::default()
                };
            }
        });
    }
}

/// Looks up what is not known yet, within the transaction that has begun, and makes the statement ready.
pub async fn ready(live: &Live, reading: &Reading) -> Result<Ready, Trouble> {
    let tables = missing(&reading.tables(), |named| {
        live.memory.with(|known| known.tables.contains_key(named))
    });
    if !tables.is_empty() {
        let found = look_up_tables(live, &tables).await?;
        live.memory.with(|known| known.tables.extend(found));
    }
    let types = missing(&reading.types(), |named| {
        live.memory.with(|known| known.types.contains_key(named))
    });
    if !types.is_empty() {
        let found = look_up_types(live, &types).await?;
        live.memory.with(|known| known.types.extend(found));
    }
    if live.memory.with(|known| known.calls.is_none()) {
        let calls = look_up_calls(live).await?;
        live.memory.with(|known| known.calls = Some(calls));
    }
    live.memory
        .with(|known| known.ready(reading, &live.schemas))
        .map_err(Trouble::from)
}

/// Without a look-up, where everything is known already.
pub fn at_hand(live: &Live, reading: &Reading) -> Option<Result<Ready, Finding>> {
    live.memory.forget_what_is_old();
    live.memory.with(|known| {
        let all = known.calls.is_some()
            && reading.tables().iter().all(|named| known.tables.contains_key(named))
            && reading.types().iter().all(|named| known.types.contains_key(named));
        all.then(|| known.ready(reading, &live.schemas))
    })
}

fn missing(wanted: &BTreeSet<&Named>, known: impl Fn(&Named) -> bool) -> Vec<Named> {
    wanted
        .iter()
        .filter(|named| !known(named))
        .map(|named| (*named).clone())
        .collect()
}

impl Known {
    fn ready(&self, reading: &Reading, path: &[String]) -> Result<Ready, Finding> {
        // Schemas that a column's type needs to be compared at all.
        let mut needed: BTreeSet<&str> = BTreeSet::new();
        for named in reading.tables() {
            let Some(table) = self.tables.get(named) else { continue };
            if let Some(runs) = &table.runs {
                return Err(refused(format!(
                    "Reading {} would run {runs}, of which nobody can say what it does.",
                    named.name
                )));
            }
            if table.checked && reading.may_make_values() {
                return Err(refused(format!(
                    "A column of {} checks its values by a function of the database's own, which this statement could call.",
                    named.name
                )));
            }
            needed.extend(table.extensions.iter().map(String::as_str));
        }
        for named in reading.types() {
            if self
                .types
                .get(named)
                .is_some_and(|found| !found.builtin && !found.harmless)
            {
                return Err(refused(format!(
                    "The type {} is made by somebody of their own, and values of it could run anything.",
                    named.name
                )));
            }
        }
        let told = reading
            .types()
            .into_iter()
            .filter(|named| self.types.contains_key(*named));
        let told: BTreeSet<String> = told.map(|named| named.name.clone()).collect();
        let none = Calls::default();
        let of = |schema: &str| self.calls.as_ref().and_then(|calls| calls.get(schema)).unwrap_or(&none);
        if !of("").own.is_empty() {
            return Err(refused(
                "The database converts between the server's own types by a function of somebody's own.".into(),
            ));
        }
        // What somebody put among the server's own cannot be told apart by a path.
        if let Some(name) = of("pg_catalog").meant(reading, &told) {
            return Err(beside(&name));
        }
        let called = reading.calls();
        let calls = |names: &BTreeSet<String>| !names.is_disjoint(called);
        let mut whole = vec!["pg_catalog".to_string()];
        for schema in path.iter().filter(|schema| *schema != "pg_catalog") {
            let here = of(schema);
            let needed = needed.contains(schema.as_str()) || calls(&here.extension);
            match here.meant(reading, &told) {
                Some(name) if needed => return Err(beside(&name)),
                None if needed || calls(&here.shared) => whole.push(format!("\"{}\"", schema.replace('"', "\"\""))),
                _ => {}
            }
        }
        whole.push("pg_temp".into());
        let table = |named: &Named| self.tables.get(named).map(|table| table.named.clone());
        let kind = |named: &Named| {
            let found = self.types.get(named)?;
            (!found.builtin).then(|| found.named.clone())
        };
        Ok(Ready {
            sent: reading.sent(table, kind),
            path: whole.join(", "),
        })
    }
}

fn refused(why: String) -> Finding {
    Finding {
        hint: Some("Askwell only reads: it never writes to a database, a file or the network.".into()),
        ..Finding::error("not_read_only", why)
    }
}

fn beside(name: &str) -> Finding {
    refused(format!(
        "The database has a {name} of somebody's own, and the statement could mean that one."
    ))
}

// ── look-ups ──────────────────────────────────────────────────────────────────────────────────────────────────────

fn apart(named: &[Named]) -> (Vec<&str>, Vec<Option<&str>>) {
    named
        .iter()
        .map(|named| (named.name.as_str(), named.schema.as_deref()))
        .unzip()
}

/// The name that a row answers to.
fn asked_for(named: &[Named], n: i64) -> Option<&Named> {
    named.get(usize::try_from(n).ok()?.checked_sub(1)?)
}

async fn look_up_tables(live: &Live, wanted: &[Named]) -> Result<Vec<(Named, Table)>, Trouble> {
    let (names, schemas) = apart(wanted);
    let rows = live
        .client
        .query(&tables_sql(), &[&names, &schemas, &live.schemas])
        .await?;
    let mut found = Vec::new();
    for row in rows {
        let table = Table {
            named: Named {
                schema: Some(row.try_get(1)?),
                name: row.try_get(2)?,
            },
            runs: row.try_get(3)?,
            checked: row.try_get(4)?,
            extensions: row.try_get(5)?,
        };
        found.extend(asked_for(wanted, row.try_get(0)?).map(|named| (named.clone(), table)));
    }
    Ok(found)
}

async fn look_up_types(live: &Live, wanted: &[Named]) -> Result<Vec<(Named, Type)>, Trouble> {
    let (names, schemas) = apart(wanted);
    let mut path = vec!["pg_catalog".to_string()];
    path.extend(live.schemas.iter().filter(|schema| *schema != "pg_catalog").cloned());
    let rows = live.client.query(&types_sql(), &[&names, &schemas, &path]).await?;
    let mut found = Vec::new();
    for row in rows {
        let kind = Type {
            named: Named {
                schema: Some(row.try_get(1)?),
                name: row.try_get(2)?,
            },
            builtin: row.try_get(3)?,
            harmless: row.try_get(4)?,
        };
        found.extend(asked_for(wanted, row.try_get(0)?).map(|named| (named.clone(), kind)));
    }
    Ok(found)
}

async fn look_up_calls(live: &Live) -> Result<BTreeMap<String, Calls>, Trouble> {
    let path: Vec<&String> = live.schemas.iter().filter(|schema| *schema != "pg_catalog").collect();
    let mut found: BTreeMap<String, Calls> = BTreeMap::new();
    let rows = live.client.query(&calls_sql(), &[&path]).await?;
    for row in &rows {
        let (schema, name, how): (String, String, &str) = (row.try_get(0)?, row.try_get(1)?, row.try_get(2)?);
        let calls = found.entry(schema).or_default();
        match how {
            "extension" => calls.extension.insert(name),
            "shared" => calls.shared.insert(name),
            "type" => calls.types.insert(name),
            "part" => calls.parts.insert(name.clone()) | calls.own.insert(name),
            _ => calls.own.insert(name),
        };
    }
    Ok(found)
}
