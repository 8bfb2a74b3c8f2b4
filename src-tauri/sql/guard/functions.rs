//! Functions that are known to be harmless, engine by engine. Everything else is refused, so that a function that
//! a new version or an extension brings is closed until somebody has looked at it.
//!
//! In: a function's name. Out: nothing, or why it is refused. Sources: the function reference of SQLite 3.54,
//! of DuckDB 1.5 and of PostgreSQL 15, read for effects outside the query.

use askwell_contract::Dialect;
use sqlparser::ast::{ObjectName, ObjectNamePart};

mod duckdb;
mod harmful;
mod postgres;
mod sqlite;

/// Standard functions that all three engines have, or that fail without harm where one has not.
const COMMON: &str = "
    abs acos acosh any_value ascii asin asinh atan atan2 atanh avg ceil ceiling char_length character_length chr
    coalesce concat concat_ws corr cos cosh cot count covar_pop covar_samp cume_dist current_date current_time
    current_timestamp degrees dense_rank exp first_value floor greatest group_concat grouping ifnull iif instr lag
    last_value lead least left length ln localtime localtimestamp log log10 log2 lower lpad ltrim max md5 median min
    mod nth_value ntile nullif octet_length percent_rank percentile_cont percentile_disc pi position pow power radians
    random rank regexp_replace repeat replace reverse right round row row_number rpad rtrim sign sin sinh sqrt stddev
    stddev_pop stddev_samp string_agg strpos substr substring sum tan tanh translate trim trunc upper var_pop var_samp
    variance
";

/// Functions that give rows: the only ones allowed after FROM.
fn rows(dialect: Dialect) -> &'static str {
    match dialect {
        Dialect::Sqlite => "generate_series json_each json_tree jsonb_each jsonb_tree",
        Dialect::Duckdb => {
            "generate_series range unnest json_each json_tree repeat repeat_row generate_subscripts duckdb_columns
             duckdb_constraints duckdb_functions duckdb_indexes duckdb_keywords duckdb_schemas duckdb_sequences
             duckdb_tables duckdb_types duckdb_views icu_calendar_names pg_timezone_names"
        }
        Dialect::Postgres => {
            "generate_series generate_subscripts unnest json_each json_each_text jsonb_each jsonb_each_text
             json_array_elements json_array_elements_text jsonb_array_elements jsonb_array_elements_text
             json_object_keys jsonb_object_keys json_to_record json_to_recordset jsonb_to_record jsonb_to_recordset
             regexp_matches regexp_split_to_table string_to_table jsonb_path_query jsonb_path_query_tz ts_debug ts_parse
             ts_token_type pg_get_keywords pg_timezone_names pg_timezone_abbrevs pg_partition_tree
             pg_partition_ancestors pg_input_error_info"
        }
    }
}

/// A function inside an expression; its bare name where it is known to be harmless.
pub fn scalar(name: &ObjectName, dialect: Dialect) -> Result<String, String> {
    let name = resolved(name, dialect)?;
    // A harmless function may begin like a harmful one (`pg_typeof`), so the known come first.
    if is_known(&name, dialect) {
        return Ok(name);
    }
    Err(refusal(&name, dialect))
}

/// Whether a bare name in lower case is one of a harmless function.
pub fn is_known(name: &str, dialect: Dialect) -> bool {
    let own = match dialect {
        Dialect::Sqlite => sqlite::KNOWN,
        Dialect::Duckdb => duckdb::KNOWN,
        Dialect::Postgres => postgres::KNOWN,
    };
    // DuckDB makes a function of every language's order of letters.
    let collation = dialect == Dialect::Duckdb && name.starts_with("icu_collate_");
    collation || [COMMON, own, rows(dialect)].iter().any(|list| has(list, name))
}

/// A function after FROM.
pub fn table(name: &ObjectName, dialect: Dialect) -> Result<(), String> {
    let name = resolved(name, dialect)?;
    if has(rows(dialect), &name) {
        return Ok(());
    }
    Err(refusal(&name, dialect))
}

fn has(list: &str, name: &str) -> bool {
    list.split_ascii_whitespace().any(|known| known == name)
}

fn refusal(name: &str, dialect: Dialect) -> String {
    match harmful::does(name, dialect) {
        Some(does) => format!("The function {name} could {does}."),
        None => format!("The function {name} is not on the list of functions known to be harmless."),
    }
}

/// The bare name in lower case. A name in somebody's own schema is somebody's own function.
fn resolved(name: &ObjectName, dialect: Dialect) -> Result<String, String> {
    let mut parts = Vec::new();
    for part in &name.0 {
        match part {
            ObjectNamePart::Identifier(ident) => parts.push(ident.value.to_lowercase()),
            ObjectNamePart::Function(_) => return Err("A function's name cannot be computed.".to_string()),
        }
    }
    let Some(last) = parts.pop() else {
        return Err("A function without a name.".to_string());
    };
    let allowed = match dialect {
        Dialect::Sqlite => parts.is_empty(),
        // DuckDB writes method calls the same way: `name.upper()`; only the function itself matters.
        Dialect::Duckdb => true,
        Dialect::Postgres => parts.is_empty() || parts == ["pg_catalog"],
    };
    if allowed {
        Ok(last)
    } else {
        Err(format!(
            "The function {}.{last} is not on the list of functions known to be harmless.",
            parts.join(".")
        ))
    }
}
