//! Functions whose refusal deserves a plain word of its own: what they would do. Refused they are anyway, since they
//! are on no list of harmless ones; this says why, and a name that has a place here has been looked at.
//!
//! In: a function's name. Out: what it could do, to end a sentence. A `*` stands for any ending; the first line that
//! fits counts.

use askwell_contract::Dialect;

const EVERYWHERE: &[(&str, &str)] = &[
    (
        "read_* readfile parquet_* sniff_csv scan_* st_read* iceberg_* delta_* zipfile sqlar_* csv pg_read_* \
         pg_stat_file pg_file_read get_raw_page",
        "read files",
    ),
    ("writefile pg_file_* pg_logdir_*", "write files"),
    ("glob fsdir pg_ls_* pg_current_logfile", "list files"),
    (
        "sqlite_scan* postgres_* mysql_* dblink* sqlite_attach",
        "read or change other databases",
    ),
    ("http_*", "reach the network"),
    ("load_extension fts3_tokenizer plpgsql_*", "load foreign code"),
    ("edit shell", "start another program"),
    ("pg_sleep* sleep*", "hold the database up"),
    (
        "query query_table query_to_xml* table_to_xml* schema_to_xml* database_to_xml* cursor_to_xml* ts_stat \
         ts_rewrite crosstab* connectby xpath_table eval json_execute_serialized_sql json_serialize_plan \
         dbms_* sql_auto_complete",
        "run a statement hidden in a text",
    ),
    ("nextval setval currval lastval", "use or change a sequence"),
    ("lo_* loread lowrite", "read or write large objects"),
    (
        "pg_terminate_backend pg_cancel_backend pg_notify pg_log_* pg_*advisory* pg_blocking_pids \
         pg_safe_snapshot_blocking_pids pg_isolation_test_session_is_blocked pg_lock_status pg_listening_channels \
         pg_notification_queue_usage",
        "watch or stop other people's work",
    ),
    (
        "set_config setseed current_setting getvariable pragma_* getenv get_block_size pg_show_* pg_settings_* \
         pg_config pg_conf_load_time pg_reload_conf pg_hba_* pg_ident_* sqlite_compileoption_*",
        "read or change settings",
    ),
    ("write_log sqlite_log", "write to a log"),
    (
        "txid_* pg_current_xact_id* pg_current_snapshot pg_export_snapshot",
        "take part in other people's transactions",
    ),
    (
        "pg_* binary_upgrade_* gin_* brin_* gist_* amvalidate",
        "act on the server",
    ),
    (
        "__internal_* combine finalize arrow_scan* seq_scan",
        "work on the engine's own memory",
    ),
];

const SQLITE: &[(&str, &str)] = &[
    (
        "optimize rtreecheck fts5 match",
        "change or check the inside of an index",
    ),
    (
        "rtreedepth rtreenode sqlite_* subtype* bytecode tables_used dbstat",
        "show the inside of the engine",
    ),
];

const DUCKDB: &[(&str, &str)] = &[
    ("duckdb_secret* which_secret", "read passwords"),
    (
        "duckdb_* truncate_duckdb_logs current_connection_id current_query_id current_transaction_id",
        "show the inside of the engine",
    ),
    (
        "checkpoint force_checkpoint enable_* disable_* check_peg_parser",
        "change how the engine works",
    ),
    ("summary test_* histogram*", "read tables named by a text"),
];

const POSTGRES: &[(&str, &str)] = &[
    ("fmgr_*", "load foreign code"),
    ("currtid* acl* makeaclitem", "show the inside of the server"),
    (
        "suppress_redundant_updates_trigger tsvector_update_trigger* unique_key_recheck RI_*",
        "change rows by a trigger",
    ),
];

pub fn does(name: &str, dialect: Dialect) -> Option<&'static str> {
    let own = match dialect {
        Dialect::Sqlite => SQLITE,
        Dialect::Duckdb => DUCKDB,
        Dialect::Postgres => POSTGRES,
    };
    let mut all = EVERYWHERE.iter().chain(own);
    let fits = |names: &str| names.split_ascii_whitespace().any(|pattern| fit(name, pattern));
    all.find(|(names, _)| fits(names)).map(|(_, does)| *does)
}

/// One `*` inside or at the end stands for anything, also nothing.
fn fit(name: &str, pattern: &str) -> bool {
    let mut parts = pattern.split('*');
    let Some(mut rest) = parts.next().and_then(|start| name.strip_prefix(start)) else {
        return false;
    };
    let mut open = false;
    for part in parts {
        open = true;
        match rest.find(part) {
            Some(at) => rest = &rest[at + part.len()..],
            None => return false,
        }
    }
    // Behind the last `*` anything may follow.
    open || rest.is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_fit_whole_names() {
        assert!(fit("edit", "edit") && !fit("editdist3", "edit"));
        assert!(fit("pg_try_advisory_lock", "pg_*advisory*") && fit("pg_advisory_lock", "pg_*advisory*"));
        assert!(fit("read_csv", "read_*") && !fit("thread_csv", "read_*"));
        assert_eq!(does("pg_sleep_for", Dialect::Postgres), Some("hold the database up"));
        assert_eq!(does("launch", Dialect::Postgres), None);
    }
}
