//! Steps of SQLite: `SCAN o`, `SEARCH c USING INTEGER PRIMARY KEY (rowid=?)`, `USE TEMP B-TREE FOR ORDER BY`.

use super::Scene;

/// `inside`: a step before it gives rows, and this one runs for each of them.
pub(super) fn says(scene: &Scene<'_>, label: &str, inside: &mut bool) -> Option<String> {
    if label == "SCAN CONSTANT ROW" {
        return Some("Makes one row without reading a table".into());
    }
    let reads = label
        .strip_prefix("SCAN ")
        .map(|rest| scan(scene, rest))
        .or_else(|| label.strip_prefix("SEARCH ").and_then(|rest| search(scene, rest)));
    if let Some(reads) = reads {
        let each = std::mem::replace(inside, true);
        return Some(if each {
            format!("For each of these rows, {}", lowered(&reads))
        } else {
            reads
        });
    }
    if let Some(what) = label.strip_prefix("USE TEMP B-TREE FOR ") {
        return match what {
            "GROUP BY" => Some("Sorts the rows to put them into groups".into()),
            "DISTINCT" => Some("Keeps each different row once".into()),
            what if what.contains("DISTINCT") => Some("Counts each different value once".into()),
            "ORDER BY" => Some("Sorts the rows".into()),
            what if what.ends_with("ORDER BY") => Some("Sorts by what their order does not give yet".into()),
            _ => None,
        };
    }
    let inner = |prefix: &str| label.strip_prefix(prefix).map(|name| scene.name(name));
    if let Some(name) = inner("CO-ROUTINE ") {
        return Some(format!("Works out {name}, row by row as they are needed"));
    }
    if let Some(name) = inner("MATERIALIZE ") {
        return Some(format!("Works out {name} once and keeps its rows"));
    }
    if let Some(on) = label.strip_prefix("BLOOM FILTER ON ") {
        let name = scene.name(on.split(" (").next().unwrap_or(on));
        return Some(format!("Leaves out early what has no partner in {name}"));
    }
    let kind = label.trim_end_matches(|c: char| c.is_ascii_digit()).trim();
    Some(
        match kind {
            "SCALAR SUBQUERY" => "Works out one value by an inner query, once",
            "CORRELATED SCALAR SUBQUERY" => "For each row, works out one value by an inner query",
            "LIST SUBQUERY" | "REUSE LIST SUBQUERY" => "Makes a list by an inner query, once",
            "CORRELATED LIST SUBQUERY" => "For each row, makes a list by an inner query",
            "COMPOUND QUERY" => "Puts the rows of several queries together",
            "LEFT-MOST SUBQUERY" => "The first of them",
            "UNION ALL" => "The next; its rows are added",
            "UNION USING TEMP B-TREE" => "The next; its rows are added, each once",
            "INTERSECT USING TEMP B-TREE" => "The next; rows that it gives, too, stay",
            "EXCEPT USING TEMP B-TREE" => "The next; rows that it gives go",
            "MERGE (UNION ALL)" | "MERGE (UNION)" => "Puts the sorted rows of two queries together",
            "MERGE (EXCEPT)" => "Takes from the sorted rows of one query those of another",
            "MERGE (INTERSECT)" => "Keeps the sorted rows that two queries give",
            "LEFT" => "The first of them",
            "RIGHT" => "The second of them",
            "MULTI-INDEX OR" => "Looks up by each condition apart and puts the rows together",
            "INDEX" => "By one of the conditions",
            "SETUP" => "Begins with these rows",
            "RECURSIVE STEP" => "Finds further rows from those before, until there are none",
            _ => return None,
        }
        .into(),
    )
}

/// Whatever is behind the name of a table that is read whole.
fn scan(scene: &Scene<'_>, rest: &str) -> String {
    let rest = rest.strip_suffix(" LEFT-JOIN").unwrap_or(rest);
    let (called, how) = rest.split_once(" USING ").unwrap_or((rest, ""));
    let called = called.split(" VIRTUAL TABLE").next().unwrap_or(called);
    let whole = scene.whole(called);
    if let Some(index) = how.strip_prefix("COVERING INDEX ") {
        return format!("Reads {whole}, from the index {} alone", named(index));
    }
    match how.strip_prefix("INDEX ") {
        Some(index) => format!("Reads {whole}, in the order of the index {}", named(index)),
        None => format!("Reads {whole}"),
    }
}

/// `c USING INDEX by_country (country=? AND since>?)`
fn search(scene: &Scene<'_>, rest: &str) -> Option<String> {
    let (rest, stays) = match rest.strip_suffix(" LEFT-JOIN") {
        Some(rest) => (rest, "; a row without a partner stays"),
        None => (rest, ""),
    };
    let (called, how) = rest.split_once(" USING ")?;
    let name = scene.name(called);
    let (by, conditions) = how.split_once(" (").unwrap_or((how, ""));
    let conditions: Vec<&str> = conditions.trim_end_matches(')').split(" AND ").collect();
    let column = |c: &&str| c.split(['=', '<', '>']).next().unwrap_or(c).trim().to_string();
    let columns: Vec<String> = conditions.iter().map(column).filter(|c| !c.is_empty()).collect();
    let stretch = conditions.iter().any(|c| c.contains(['<', '>']));
    let verb = if stretch { "Reads a stretch of" } else { "Looks up" };
    let key = by.ends_with("PRIMARY KEY") || scene.is_key(called, &columns);
    let what = if key {
        "its key".to_string()
    } else if columns.is_empty() {
        return None;
    } else {
        columns.join(" and ")
    };
    let index = by.rsplit_once("INDEX ").map(|(_, index)| index).unwrap_or_default();
    let with = if by.contains("AUTOMATIC") {
        ", with an index made for this run alone".to_string()
    } else if index.is_empty() || index.starts_with("sqlite_autoindex") {
        String::new()
    } else {
        format!(", with the index {}", named(index))
    };
    Some(format!("{verb} {name} by {what}{with}{stays}"))
}

fn named(index: &str) -> &str {
    index.split(" (").next().unwrap_or(index)
}

fn lowered(text: &str) -> String {
    let mut chars = text.chars();
    chars
        .next()
        .map_or_else(String::new, |first| first.to_lowercase().chain(chars).collect())
}
