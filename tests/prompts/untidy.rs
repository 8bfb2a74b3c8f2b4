//! A prompt over a table of untidy texts in DuckDB, and whether what it says of reading them is true.

use askwell_contract::ports::{Database, Limits};
use askwell_io::create::create_duckdb;

use super::*;

/// Sales as a person exports them: each state in several spellings, two forms of dates, gaps that are words.
fn sales() -> Vec<String> {
    let state = "'State ' || (i % 30)";
    vec![
        "CREATE TABLE sales (order_no VARCHAR, ordered VARCHAR, shipped VARCHAR, state VARCHAR, zip VARCHAR,
            amount VARCHAR, profit VARCHAR, qty VARCHAR, stops INTEGER, is_gift INTEGER, returned_on DATE)"
            .to_owned(),
        format!(
            "INSERT INTO sales SELECT 'CA-' || (1000 + i // 2),
                CASE WHEN i % 7 = 0 THEN strftime(d, '%Y-%m-%d') ELSE strftime(d, '%m/%d/%Y') END,
                CASE WHEN i % 20 = 0 THEN '' ELSE strftime(d + 3, '%b %d %Y') END,
                CASE i // 30 % 4 WHEN 0 THEN upper({state}) WHEN 1 THEN {state} || ' ' ELSE {state} END,
                CAST(10000 + i % 97 AS VARCHAR),
                '$' || (1 + i % 9) || ',' || (100 + i) || '.50',
                CASE i % 3 WHEN 0 THEN '($' || i || '.25)' WHEN 1 THEN '-' ELSE '$' || i || '.75' END,
                CAST(1 + i % 40 AS VARCHAR), i % 2, i % 2, CASE WHEN i % 5 = 0 THEN NULL ELSE d END
             FROM (SELECT i, DATE '2024-01-01' + CAST(i % 365 AS INTEGER) AS d FROM range(600) AS r(i))"
        ),
    ]
}

/// The first row of a query, as text.
async fn first(database: &dyn Database, sql: &str) -> Vec<String> {
    let ran = database.query(sql, Limits::ASK, &Cancel::new()).await.unwrap();
    let result = ran.unwrap_or_else(|why| panic!("{sql}: {why:?}")).collect().await;
    let rows = result.unwrap_or_else(|why| panic!("{sql}: {why:?}")).rows;
    rows[0].iter().map(ToString::to_string).collect()
}

/// The call of a function that a text shows.
fn call<'t>(text: &'t str, begins: &str) -> &'t str {
    let at = text.find(begins).unwrap_or_else(|| panic!("{begins}:\n{text}"));
    let length = text[at..].find("])").unwrap() + 2;
    &text[at..at + length]
}

#[tokio::test]
async fn what_a_prompt_says_of_untidy_texts_is_true() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("sales.duckdb");
    create_duckdb(&file, &mut sales().into_iter()).unwrap();
    let world = || world::world(Some(dir.path().join("workspace"))).unwrap();
    let knowledge = known(&file, world()).await;
    let now = Now::new(&knowledge, 0, Calendar::default());
    let question = "What share of the sales of March 2024 was a gift, by state?";
    let all = preview(&door(Privacy::Values), &knowledge, (question, ""), &now);
    let shown = &all.iter().find(|p| p.purpose == "generate_whole").unwrap().user;
    let differs = same("cases/untidy.txt", shown);
    for told in [
        "stops INTEGER, -- only 0 and 1\n",
        "is_gift INTEGER, -- 1 yes, 0 no\n",
        "zip VARCHAR, -- such as",
        "spelt in several ways, by case and blanks: compare LOWER(TRIM(...))",
        "qty VARCHAR, -- text that holds numbers: cast before comparing or adding up",
        "make what stands in brackets negative and cast before",
        "no value: 33% '-'",
        "no value: 5% ''",
        "20% NULL",
        "days from 2024-01-01 to 2024-12-30",
        "= from 2024-03-01, before 2024-04-01",
    ] {
        assert!(shown.contains(told), "{told}\n{shown}");
    }
    let database = world().connector.open_address(&file.to_string_lossy()).await.unwrap();
    // The rule's own call, and those beside the columns, read every text that is a date.
    let rule = call(shown, "try_strptime(x,");
    let tried =
        format!("SELECT {rule} FROM (VALUES ('11/08/2016'), ('2016-11-09'), ('soon')) AS t(x) ORDER BY 1 NULLS LAST");
    assert!(first(&*database, &tried).await[0].starts_with("2016-11-08"), "{tried}");
    let counted = format!("SELECT COUNT({rule}), COUNT(TRY_CAST(x AS DATE)) FROM (VALUES ('11/08/2016'), ('2016-11-09'), ('soon')) AS t(x)");
    assert_eq!(first(&*database, &counted).await, ["2", "1"]);
    let (ordered, shipped) = (
        call(shown, "try_strptime(ordered,"),
        call(shown, "try_strptime(shipped,"),
    );
    let counted = format!("SELECT COUNT({ordered}), COUNT({shipped}), MAX({ordered}) FROM sales");
    let row = first(&*database, &counted).await;
    assert_eq!(row[..2], ["600", "570"]);
    assert!(row[2].starts_with("2024-12-30"), "{row:?}");
    assert_eq!(differs, None, "Run the test with BLESS=1 and look at the diff");
}
