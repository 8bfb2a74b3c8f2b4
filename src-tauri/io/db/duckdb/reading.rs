//! DuckDB's own reading of a statement. In: a connection and the statement. Out: nothing, or a finding: DuckDB has to see one
//! query and nothing else and, where the lock on statements is to agree, no function and no table that this lock does not
//! know. Deliberately absent: what its tree means otherwise.

use askwell_contract::run::Finding;
use askwell_contract::Dialect;
use askwell_sql::guard::seen;
use duckdb::Connection;

/// Read-only mode alone lets orders through that change the running engine and not the file (`CALL enable_logging()`,
/// `CREATE TEMP MACRO`), and `prepare` would run all but the last of several statements.
pub fn one_query(connection: &Connection, sql: &str, agree: bool) -> duckdb::Result<Result<(), Finding>> {
    let question = "SELECT json_extract_string(read, '$.error_type'), json_array_length(read, '$.statements'),
        CAST(read AS VARCHAR) FROM (SELECT json_serialize_sql(CAST(? AS VARCHAR)) AS read)";
    let (error, statements, tree) = connection.query_row(question, [sql], |row| {
        Ok((
            row.get::<_, Option<String>>(0)?,
            row.get::<_, Option<u64>>(1)?,
            row.get::<_, String>(2)?,
        ))
    })?;
    Ok(match (error, statements) {
        (None, Some(1)) if agree => agrees(&tree),
        (None, Some(1)) => Ok(()),
        // Preparing it says more about what is wrong.
        (Some(error), _) if error == "parser" => Ok(()),
        _ => Err(Finding::error(
            "not_read_only",
            "This is not a single query; it was not run.",
        )),
    })
}

fn agrees(tree: &str) -> Result<(), Finding> {
    let mut schema = String::new();
    for (key, value) in texts(tree) {
        match key.as_str() {
            "function_name" => seen::function(&value, Dialect::Duckdb)?,
            // In the tree a table's schema stands before its name.
            "schema_name" => schema = value,
            "table_name" if !value.is_empty() => {
                let parts: Vec<&str> = [schema.as_str(), &value]
                    .into_iter()
                    .filter(|p| !p.is_empty())
                    .collect();
                seen::table(&parts, Dialect::Duckdb)?;
            }
            _ => {}
        }
    }
    Ok(())
}

/// The keys of a JSON text whose values are texts, with these. One pass without a stack: the tree of a long sum is deeper
/// than a reader of JSON goes.
pub fn texts(json: &str) -> Vec<(String, String)> {
    let bytes = json.as_bytes();
    let (mut found, mut at) = (Vec::new(), 0);
    let mut key: Option<String> = None;
    while let Some(byte) = bytes.get(at) {
        match byte {
            b'"' => {
                let end = text_end(bytes, at);
                let text = json
                    .get(at..end)
                    .and_then(|text| serde_json::from_str::<String>(text).ok());
                at = end;
                let text = text.unwrap_or_default();
                match (key.take(), bytes.get(at)) {
                    (None, Some(b':')) => {
                        key = Some(text);
                        at += 1;
                    }
                    (Some(key), _) => found.push((key, text)),
                    (None, _) => {}
                }
                continue;
            }
            b' ' | b'\n' | b'\t' | b'\r' => {}
            // Whatever stands behind a key other than a text.
            _ => key = None,
        }
        at += 1;
    }
    found
}

/// Behind the closing quote.
fn text_end(bytes: &[u8], start: usize) -> usize {
    let mut at = start + 1;
    while let Some(byte) = bytes.get(at) {
        match byte {
            b'\\' => at += 2,
            b'"' => return at + 1,
            _ => at += 1,
        }
    }
    bytes.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(sql: &str) -> Result<(), Finding> {
        let connection = Connection::open_in_memory().unwrap();
        one_query(&connection, sql, true).unwrap()
    }

    #[test]
    fn texts_are_found_at_any_depth_and_never_within_a_text() {
        let json = r#"{"a":{"b":[{"c":"x\"function_name\":\"y"},"d",{"e":1,"f":"g"}]},"h":"i"}"#;
        let own = |k: &str, v: &str| (k.to_string(), v.to_string());
        let expected = [own("c", "x\"function_name\":\"y"), own("f", "g"), own("h", "i")];
        assert_eq!(texts(json), expected);
        let deep = format!("{}{{\"a\":\"b\"}}{}", "{\"x\":".repeat(9_000), "}".repeat(9_000));
        assert_eq!(texts(&deep), [own("a", "b")]);
    }

    #[test]
    fn what_duckdb_alone_sees_as_a_function_or_a_file_is_refused() {
        for sql in [
            "SELECT getenv('HOME')",
            "SELECT 1 WHERE (SELECT max(x) FROM (SELECT getvariable('a') AS x)) = 1",
            "FROM read_csv('/etc/passwd')",
            "FROM '/etc/passwd'",
            "SELECT * FROM \"x.parquet\"",
            "SELECT ('x').getenv()",
            "SELECT [getenv(x) FOR x IN ['HOME']]",
        ] {
            let finding = read(sql).expect_err(sql);
            assert_eq!(finding.code, "not_read_only", "{sql}");
            assert!(finding.message.starts_with("The database reads"), "{sql}: {finding:?}");
        }
    }

    #[test]
    fn signs_lists_and_words_of_the_grammar_are_no_functions_of_somebodys_own() {
        for sql in [
            "SELECT a + 1, -a, a || 'x', a ** 2, a // 2, 5 & 3, ~a, a::VARCHAR FROM t",
            "SELECT EXTRACT(year FROM d), d + INTERVAL 3 DAY, d AT TIME ZONE 'UTC', d - INTERVAL '1 month' FROM t",
            "SELECT [1, 2][1], [x * 2 FOR x IN [1, 2] IF x > 1], {'a': 1}.a, MAP {'k': 1}['k'], (1, 'a'), s[1:2] FROM t",
            "SELECT COUNT(*), COUNT(*) FILTER (WHERE a > 1), SUM(a) OVER (PARTITION BY b ORDER BY c) FROM t",
            "SELECT a LIKE 'x' ESCAPE '!', a ILIKE 'x', a NOT ILIKE 'x' ESCAPE '!', a SIMILAR TO 'x', a GLOB 'x*' FROM t",
            "SELECT TRIM(BOTH 'x' FROM a), SUBSTRING(a FROM 2 FOR 3), POSITION('x' IN a) FROM t",
            "SELECT COLUMNS('a.*'), * EXCLUDE (b), t.* REPLACE (a + 1 AS a) FROM t",
            "SELECT a IN (1, 2), a BETWEEN 1 AND 2, CASE WHEN a THEN 1 END, a IS DISTINCT FROM b, a COLLATE NOCASE FROM t",
            "SELECT list_transform(l, x -> x + 1), unnest([1, 2]), DATE '2024-01-01', GROUPING(a) FROM t GROUP BY ROLLUP (a)",
            "PIVOT t ON a IN (1, 2) USING SUM(b)",
            "SELECT * FROM a ASOF JOIN b USING (x), generate_series(1, 3) AS g(i), range(3)",
        ] {
            assert_eq!(read(sql), Ok(()), "{sql}");
        }
    }
}
