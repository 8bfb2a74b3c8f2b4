//! What a login could do if Askwell let it. In: a connection. Out: one sentence for the connection's page. Deliberately
//! absent: any use of these powers.

use askwell_contract::connect::{Powers, ServerPowers};

use super::findings::Trouble;
use super::session::Live;

/// Milliseconds; every table's rights are looked at.
const LIMIT: u64 = 10_000;

const RIGHTS: &str = "SELECT r.rolsuper, \
    (SELECT count(*) FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace \
     WHERE c.relkind IN ('r', 'p', 'v', 'f') AND n.nspname !~ '^pg_' AND n.nspname <> 'information_schema' \
     AND NOT c.relispartition AND pg_catalog.has_schema_privilege(n.oid, 'USAGE') \
     AND (pg_catalog.has_table_privilege(c.oid, 'INSERT, UPDATE, DELETE, TRUNCATE') \
          OR pg_catalog.has_any_column_privilege(c.oid, 'INSERT, UPDATE'))), \
    EXISTS (SELECT FROM pg_catalog.pg_namespace n WHERE n.nspname !~ '^pg_' \
     AND pg_catalog.has_schema_privilege(n.oid, 'CREATE')) \
    OR pg_catalog.has_database_privilege(pg_catalog.current_database(), 'CREATE') \
    FROM pg_catalog.pg_roles r WHERE r.rolname = current_user";

/// Where there is something that this login may read.
const SCHEMAS: &str = "SELECT DISTINCT n.nspname::text FROM pg_catalog.pg_class c \
    JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace \
    WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f') AND n.nspname !~ '^pg_' AND n.nspname <> 'information_schema' \
    AND pg_catalog.has_schema_privilege(n.oid, 'USAGE') ORDER BY 1";

pub async fn powers(live: &Live, database: &str) -> Result<Powers, Trouble> {
    live.begin(LIMIT, None).await?;
    let rights = live.client.query_one(RIGHTS, &[]).await?;
    let rows = live.client.query(SCHEMAS, &[]).await?;
    let schemas: Vec<String> = rows.iter().map(|row| row.try_get(0)).collect::<Result<_, _>>()?;
    let server = ServerPowers {
        unbounded: unbounded(live.disk_is_bounded).into(),
        reader: reader(database, &schemas),
    };
    Ok(Powers {
        server: Some(server),
        ..told(rights.try_get(0)?, rights.try_get(1)?, rights.try_get(2)?)
    })
}

fn unbounded(disk_is_bounded: bool) -> &'static str {
    if disk_is_bounded {
        "Askwell ends each query after its time limit and bounds what it leaves on the server's disk. How much of the \
         server's memory one step of a query takes only its administrator can bound, and some of the server's own \
         functions cannot be stopped while they run."
    } else {
        "Askwell ends each query after its time limit. How much of the server's memory and disk one step of a query \
         takes only its administrator can bound, and some of the server's own functions cannot be stopped while they run."
    }
}

/// For an administrator, who may set what a login cannot set for itself.
fn reader(database: &str, schemas: &[String]) -> String {
    let name = |name: &str| format!("\"{}\"", name.replace('"', "\"\""));
    let schemas: Vec<String> = schemas.iter().map(|schema| name(schema)).collect();
    let each: String = schemas
        .iter()
        .map(|schema| {
            format!(
                "GRANT USAGE ON SCHEMA {schema} TO askwell_reader;\n\
                 GRANT SELECT ON ALL TABLES IN SCHEMA {schema} TO askwell_reader;\n\
                 ALTER DEFAULT PRIVILEGES IN SCHEMA {schema} GRANT SELECT ON TABLES TO askwell_reader;\n"
            )
        })
        .collect();
    format!(
        "CREATE ROLE askwell_reader LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE CONNECTION LIMIT 8;\n\
         -- In psql, to give it a password: \\password askwell_reader\n\
         ALTER ROLE askwell_reader SET default_transaction_read_only = on;\n\
         ALTER ROLE askwell_reader SET statement_timeout = '60s';\n\
         ALTER ROLE askwell_reader SET idle_in_transaction_session_timeout = '60s';\n\
         ALTER ROLE askwell_reader SET work_mem = '64MB';\n\
         ALTER ROLE askwell_reader SET temp_file_limit = '4GB';\n\
         GRANT CONNECT ON DATABASE {} TO askwell_reader;\n{each}",
        name(database)
    )
}

fn told(all: bool, tables: i64, create: bool) -> Powers {
    let says = match (all, tables, create) {
        (true, ..) => "This login is a superuser and could change everything on the server; Askwell will not.".into(),
        (_, 0, false) => "This login may only read.".into(),
        (_, 0, true) => "This login could make tables of its own; Askwell will not.".into(),
        (_, 1, _) => "This login could change 1 table; Askwell will not.".into(),
        (_, n, _) => format!("This login could change {n} tables; Askwell will not."),
    };
    Powers {
        can_write: all || tables > 0 || create,
        says,
        server: None,
    }
}
