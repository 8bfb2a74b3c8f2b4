//! Steps of DuckDB: `TABLE_SCAN (Table: orders; Filters: status='open')`, `HASH_JOIN (Join Type: INNER; Conditions: ...)`.

use super::{joins, label, order, short, Scene};

pub(super) fn says(scene: &Scene<'_>, text: &str) -> Option<String> {
    let label = label(text);
    let by = label.get("Conditions").map(short);
    let said = match label.name {
        "TABLE_SCAN" | "SEQ_SCAN" | "INDEX_SCAN" => {
            let table = label.get("Table").or_else(|| label.get("Text"))?;
            let whole = scene.whole(table);
            match label.get("Filters") {
                Some(filters) => format!("Reads {whole}, and keeps those where {}", short(filters)),
                None => format!("Reads {whole}"),
            }
        }
        "HASH_JOIN"
        | "NESTED_LOOP_JOIN"
        | "BLOCKWISE_NL_JOIN"
        | "PIECEWISE_MERGE_JOIN"
        | "IE_JOIN"
        | "ASOF_JOIN"
        | "DELIM_JOIN"
        | "LEFT_DELIM_JOIN"
        | "RIGHT_DELIM_JOIN"
        | "DEPENDENT_JOIN" => joins(label.get("Join Type").unwrap_or_default(), by.as_deref()),
        "CROSS_PRODUCT" => "Pairs every row with every other".into(),
        "FILTER" => match label.get("Expression") {
            Some(what) => format!("Keeps rows where {}", short(what)),
            None => "Keeps the rows that fit".into(),
        },
        "HASH_GROUP_BY" | "PERFECT_HASH_GROUP_BY" | "PARTITIONED_AGGREGATE" => {
            match (readable(label.get("Groups")), label.get("Aggregates")) {
                (Some(groups), Some(_)) => format!("Puts the rows into groups by {groups}, with the figures of each"),
                (Some(groups), None) => format!("Keeps each different {groups} once"),
                (None, Some(_)) => "Puts the rows into groups, with the figures of each".into(),
                (None, None) => "Keeps each different row once".into(),
            }
        }
        "UNGROUPED_AGGREGATE" | "SIMPLE_AGGREGATE" => "Works out the figures from all rows together".into(),
        "ORDER_BY" => match readable(label.get("Order By")) {
            Some(by) => format!("Sorts the rows by {}", order(&by)),
            None => "Sorts the rows".into(),
        },
        "TOP_N" => match (label.get("Top"), readable(label.get("Order By"))) {
            (Some(top), Some(by)) => format!("Keeps the first {top} by {}", order(&by)),
            (Some(top), None) => format!("Keeps the first {top} in order"),
            (None, _) => "Keeps the first rows in order".into(),
        },
        "LIMIT" | "STREAMING_LIMIT" | "LIMIT_PERCENT" => "Stops after the rows that are asked for".into(),
        "PROJECTION" => "Works out the columns".into(),
        "WINDOW" | "STREAMING_WINDOW" => "Works out figures over rows that go together".into(),
        "UNION" => "Puts the rows of both steps together".into(),
        "CTE" => match label.get("CTE Name") {
            Some(name) => format!("Works out {name} once and keeps its rows"),
            None => "Works out a part once and keeps its rows".into(),
        },
        "CTE_SCAN" | "REC_CTE_SCAN" => "Reads the rows that were kept".into(),
        "DELIM_SCAN" => "Reads the different values that are looked for".into(),
        "COLUMN_DATA_SCAN" => "Reads a short list of values".into(),
        "DUMMY_SCAN" => "Makes one row without reading a table".into(),
        "EMPTY_RESULT" => "Gives no rows: its conditions cannot hold together".into(),
        "UNNEST" => "Makes a row of each part of a list".into(),
        "STREAMING_SAMPLE" | "RESERVOIR_SAMPLE" => "Takes some rows by chance".into(),
        _ => return None,
    };
    Some(said)
}

/// DuckDB writes `#0` for a column of the step below, which says nothing to a person.
fn readable(list: Option<&str>) -> Option<String> {
    list.filter(|list| !list.contains('#')).map(short)
}
