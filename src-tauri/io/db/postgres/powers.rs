//! What a login could do if Askwell let it. In: a connection. Out: one sentence for the connection's page. Deliberately
//! absent: any use of these powers.

use askwell_contract::connect::Powers;

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

pub async fn powers(live: &Live) -> Result<Powers, Trouble> {
    live.begin(LIMIT).await?;
    let rights = live.client.query_one(RIGHTS, &[]).await?;
    Ok(told(rights.try_get(0)?, rights.try_get(1)?, rights.try_get(2)?))
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
    }
}
