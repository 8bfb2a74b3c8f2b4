//! SQLite 3.54: core, aggregate, window, date, mathematics, JSON, percentile and full-text functions.

pub const KNOWN: &str = "
    bm25 changes char date datetime format fts5_get_locale fts5_insttoken fts5_locale fts5_source_id glob hex
    highlight if json json_array json_array_insert json_array_length json_error_position json_extract
    json_group_array json_group_object json_insert json_object json_patch json_pretty json_quote json_remove
    json_replace json_set json_type json_valid jsonb jsonb_array jsonb_array_insert jsonb_extract jsonb_group_array
    jsonb_group_object jsonb_insert jsonb_object jsonb_patch jsonb_remove jsonb_replace jsonb_set julianday
    last_insert_rowid like likelihood likely matchinfo nullif offsets percentile percentile_cont percentile_disc
    printf quote randomblob regexp snippet soundex sqlite_source_id sqlite_version strftime string_agg subtype time
    timediff total total_changes typeof unhex unicode unistr unistr_quote unixepoch unlikely zeroblob
";
