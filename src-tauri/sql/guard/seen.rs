//! What an engine's own parser saw in a statement, held against what this lock knows.
//!
//! In: names of functions and tables as the engine read them. Out: nothing, or a finding. The lock reads a statement with a
//! parser of its own, and a function that only the engine sees is one that nobody has checked; so the engine is asked before
//! it runs anything, and its reading has to pass the same lists. Deliberately absent: how an engine is asked.

use askwell_contract::run::Finding;
use askwell_contract::Dialect;

use super::{functions, relations};

/// Names under which DuckDB's parser writes what has no name in the text: signs, `EXTRACT`, `INTERVAL`, lists, structs.
const DUCKDB_WRITES: &str = "
    add array_extract array_slice construct_array contains count_star date_part ilike_escape like_escape list_apply
    list_concat list_extract list_filter list_slice list_transform list_value map map_extract not_ilike_escape
    not_like_escape overlaps regexp_full_match row similar_escape struct_extract struct_pack subtract timezone
    to_centuries to_days to_decades to_hours to_microseconds to_millennia to_milliseconds to_minutes to_months
    to_quarters to_seconds to_weeks to_years unpack
";

pub fn function(name: &str, dialect: Dialect) -> Result<(), Finding> {
    let bare = name.to_lowercase();
    // A sign calls an operator; those of somebody's own are refused where the statement is read.
    let sign = !bare.chars().any(char::is_alphanumeric);
    let written = dialect == Dialect::Duckdb && DUCKDB_WRITES.split_ascii_whitespace().any(|known| known == bare);
    if sign || written || functions::is_known(&bare, dialect) {
        return Ok(());
    }
    Err(otherwise(&format!("it calls {name}")))
}

pub fn table(parts: &[&str], dialect: Dialect) -> Result<(), Finding> {
    relations::parts(parts, dialect).map_err(|_| otherwise(&format!("it reads {}", parts.join("."))))
}

fn otherwise(what: &str) -> Finding {
    Finding {
        hint: Some("Askwell runs a statement only where it and the database read it alike.".into()),
        ..Finding::error(
            "not_read_only",
            format!("The database reads this statement otherwise: {what}."),
        )
    }
}
