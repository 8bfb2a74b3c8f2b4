//! Two readers, one statement.

use super::*;

fn in_public(named: &Named) -> Option<Named> {
    Some(Named {
        schema: Some(named.schema.clone().unwrap_or("public".into())),
        name: named.name.clone(),
    })
}

fn sent(sql: &str) -> String {
    read(sql)
        .unwrap_or_else(|why| panic!("{sql}: {why:?}"))
        .sent(in_public, |_| None)
        .sql
}

#[test]
fn every_table_is_sent_with_its_schema_and_nothing_else_is_touched() {
    for (sql, expected) in [
        (
            "SELECT c.name FROM Customers c JOIN sales.\"Orders\" ON c.id = \"Orders\".customer_id -- x",
            "SELECT c . name FROM \"public\".\"customers\" c JOIN \"sales\".\"Orders\" ON c . id = \"Orders\" . customer_id",
        ),
        (
            "WITH t AS (SELECT * FROM t), u AS (SELECT * FROM t) SELECT * FROM u, v",
            "WITH t AS ( SELECT * FROM \"public\".\"t\" ) , u AS ( SELECT * FROM t ) SELECT * FROM u , \"public\".\"v\"",
        ),
        (
            "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5) SELECT i FROM n",
            "WITH RECURSIVE n ( i ) AS ( SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5 ) SELECT i FROM n",
        ),
        (
            "SELECT (WITH x AS (SELECT 1 AS a) SELECT a FROM x), y.a FROM x AS y",
            "SELECT ( WITH x AS ( SELECT 1 AS a ) SELECT a FROM x ) , y . a FROM \"public\".\"x\" AS y",
        ),
        ("SELECT a FROM u UNION TABLE t", "SELECT a FROM \"public\".\"u\" UNION TABLE \"public\".\"t\""),
        ("SELECT * FROM generate_series(1, 2) AS g(i)", "SELECT * FROM generate_series ( 1 , 2 ) AS g ( i )"),
        (
            "WITH c AS NOT MATERIALIZED (SELECT 1 AS a) SELECT a FROM c",
            "WITH c AS ( SELECT 1 AS a ) SELECT a FROM c",
        ),
        ("SELECT E'a' || $$b$$", "SELECT 'a' || 'b'"),
    ] {
        assert_eq!(sent(sql), expected, "{sql}");
    }
}

#[test]
fn every_harmless_query_passes_and_is_sent_as_it_will_be_read() {
    let (_, queries) = super::super::harmless().pop().unwrap();
    assert!(queries.len() > 60);
    for sql in queries {
        let once = sent(sql);
        assert_eq!(sent(&once), once, "{sql}");
    }
}

#[test]
fn what_the_server_would_read_otherwise_is_refused() {
    for sql in [
        "SELECT E'a'\n'\\'', dblink_exec($$x$$, $$DELETE FROM t$$) --'",
        "SELECT E'a'\n'\\'', lo_export(777001, $$/tmp/x$$) --'",
        "SELECT E'a' -- c\n'\\'', pg_file_write($$/tmp/x$$,$$x$$,false) --'",
        "SELECT public.evildomain 'x'",
        "SELECT public.abs(name) FROM t",
        "SELECT a OPERATOR(public.+) b FROM t",
        "SELECT * FROM json_to_recordset('[]') AS x(a public.evil)",
        "SELECT a COLLATE public.mine FROM t",
    ] {
        let types = read(sql).map(|reading| reading.types().into_iter().cloned().collect::<Vec<_>>());
        // A type is looked up; everything else is refused here.
        let looked_up = types
            .as_ref()
            .is_ok_and(|types| types.iter().any(|kind| kind.name.starts_with("evil")));
        assert!(types.is_err() || looked_up, "{sql}: {types:?}");
    }
}

#[test]
fn types_of_somebodys_own_are_to_be_looked_up() {
    let reading = read("SELECT 'sad'::mood, CAST(a AS app.mood[]), 1::int4, now()::date FROM t").unwrap();
    let named = |schema: Option<&str>, name: &str| Named {
        schema: schema.map(str::to_string),
        name: name.into(),
    };
    assert!(reading.types().contains(&named(None, "mood")));
    assert!(reading.types().contains(&named(Some("app"), "mood")));
    let kind = |kind: &Named| (kind.name == "mood").then(|| named(Some("app"), "mood"));
    let sent = reading.sent(in_public, kind).sql;
    assert!(
        sent.starts_with("SELECT 'sad' :: \"app\".\"mood\" , CAST ( a AS \"app\".\"mood\" [ ] )"),
        "{sent}"
    );
}

#[test]
fn a_place_in_what_is_sent_leads_back_to_the_statement() {
    let sql = "SELECT /* it */ name,\n  nope FROM t";
    let sent = read(sql).unwrap().sent(in_public, |_| None);
    let at = |text: &str, word: &str| u32::try_from(text.find(word).unwrap() + 1).unwrap();
    assert_eq!(sent.place(at(&sent.sql, "nope")), Some(at(sql, "nope")));
    assert_eq!(sent.place(at(&sent.sql, "\"t\"")), u32::try_from(sql.len()).ok());
}

#[test]
fn everything_that_may_be_called_is_told() {
    let reading = read("SELECT \"UPPER\"(a) || b, c <-> d, mood 'sad' FROM t AS x WHERE x.rowfn > 1").unwrap();
    for word in ["UPPER", "||", "<->", ">"] {
        assert!(reading.calls().contains(word), "{word}");
    }
    assert!(reading.parts().contains("rowfn") && !reading.calls().contains("rowfn"));
    assert!(reading.kinds().contains("mood") && !reading.kinds().contains("t"));
}
