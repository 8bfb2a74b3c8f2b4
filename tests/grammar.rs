//! The grammar that holds a small model to a schema: every checked statement over the schema's names can be written by it,
//! and none that names what the schema lacks.

use std::path::Path;

use askwell_cli::eval;
use askwell_contract::Dialect;
use askwell_engine::prompt::{grammar, Named, Reply};
use askwell_sql::dialect::ident;
use askwell_sql::parse;
use sqlparser::ast::Statement;
use sqlparser::dialect::GenericDialect;
use sqlparser::parser::Parser;

mod matcher;

use matcher::Grammar;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The tables that a script makes.
fn tables(script: &Path, dialect: Dialect) -> Vec<Named> {
    let text = std::fs::read_to_string(root().join(script)).unwrap();
    let mut out = Vec::new();
    for (at, _) in text.match_indices("CREATE TABLE") {
        let rest = &text[at..];
        let made = &rest[..rest.find(");").map_or(rest.len(), |end| end + 1)];
        // What only a kind of table of its own engine says is not needed.
        let Ok(parsed) = Parser::parse_sql(&GenericDialect {}, made) else {
            panic!("{}: {made}", script.display());
        };
        for statement in parsed {
            let Statement::CreateTable(table) = statement else {
                continue;
            };
            let last = table.name.0.last().and_then(|part| part.as_ident());
            out.push(Named {
                table: ident(&last.unwrap().value, dialect),
                columns: table.columns.iter().map(|c| ident(&c.name.value, dialect)).collect(),
            });
        }
    }
    assert!(!out.is_empty(), "{}", script.display());
    out
}

fn read(names: &[Named], dialect: Dialect, reply: Reply) -> Grammar {
    Grammar::read(&grammar(names, dialect, reply))
}

/// As the engine prints it: keywords in capitals, one blank between words.
fn printed(sql: &str, dialect: Dialect) -> String {
    parse::query(sql, dialect)
        .unwrap_or_else(|why| panic!("{sql}: {why:?}"))
        .to_string()
}

fn harbor() -> Vec<Named> {
    tables(Path::new("src-tauri/cli/sample/harbor/schema.sql"), Dialect::Sqlite)
}

#[test]
fn every_checked_statement_of_the_samples_can_be_written() {
    for (set, script, dialect) in [
        (
            "harbor-goods",
            "src-tauri/cli/sample/harbor/schema.sql",
            Dialect::Sqlite,
        ),
        (
            "northern-league",
            "src-tauri/cli/sample/league/schema.sql",
            Dialect::Duckdb,
        ),
    ] {
        let grammar = read(&tables(Path::new(script), dialect), dialect, Reply::default());
        let mut count = 0;
        for kind in ["questions", "constructions"] {
            let file = root().join(format!("sample-data/{set}.{kind}.md"));
            for question in eval::scorable(&file, &root().join("sample-data")).unwrap() {
                for sql in &question.gold {
                    let sql = printed(sql, dialect);
                    assert_eq!(grammar.furthest(&sql), None, "{sql}");
                    count += 1;
                }
            }
        }
        assert!(count > 30, "{set}: {count}");
    }
}

#[test]
fn every_checked_statement_of_our_own_corpus_can_be_written_but_for_aliases_in_filters_and_names_without_quotes() {
    let file = std::fs::read_to_string(root().join("tests/corpus/questions/own.jsonl")).unwrap();
    let mut known: Option<(String, Grammar, Vec<String>)> = None;
    let (mut count, mut unread, mut refused) = (0, 0, Vec::new());
    for line in file.lines() {
        let row: serde_json::Value = serde_json::from_str(line).unwrap();
        let db = row["db"].as_str().unwrap();
        if known.as_ref().is_none_or(|(name, ..)| name != db) {
            let names = tables(&Path::new("tests/corpus").join(db), Dialect::Sqlite);
            let quoted = names.iter().flat_map(|n| &n.columns);
            let quoted: Vec<String> = quoted
                .filter_map(|c| Some(c.strip_prefix('"')?.strip_suffix('"')?.to_owned()))
                .collect();
            known = Some((db.to_owned(), read(&names, Dialect::Sqlite, Reply::default()), quoted));
        }
        let (_, grammar, quoted) = known.as_ref().unwrap();
        // A name that is a word of the engine's stands in quotes in a prompt: `plan`.
        let bare = |sql: &str| {
            let mut words = sql.split(|c: char| !c.is_alphanumeric() && c != '_' && c != '"');
            words.any(|w| quoted.iter().any(|q| q == w))
        };
        for sql in row["gold"].as_array().into_iter().flatten() {
            // A few are read by SQLite and not by our parser: IN over a list of queries.
            let sql = sql.as_str().unwrap();
            if parse::query(sql, Dialect::Sqlite).is_err() {
                unread += 1;
                continue;
            }
            let sql = printed(sql, Dialect::Sqlite);
            count += 1;
            if let Some(stop) = grammar.furthest(&sql) {
                refused.push((bare(&sql), sql, stop));
            }
        }
    }
    for (_, sql, stop) in refused.iter().filter(|r| !r.0) {
        // SQLite alone lets a filter name what the list before it calls something.
        let word = stop.rsplit(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap();
        let named = !word.is_empty() && sql.contains(&format!(" AS {word}"));
        assert!(stop.contains(" WHERE ") && named, "{sql}\n  stops behind: {stop}");
    }
    assert!(
        count > 2_000 && refused.len() * 100 < count && unread * 100 < count,
        "{} of {count}",
        refused.len()
    );
}

#[test]
fn what_the_schema_lacks_cannot_be_written_nor_anything_but_a_query() {
    let grammar = read(&harbor(), Dialect::Sqlite, Reply::default());
    for good in [
        "SELECT country FROM customers",
        "SELECT c.country FROM customers AS c",
        "-- reading: customers of each country\nSELECT country, COUNT(*) AS n\nFROM customers\nGROUP BY country\nORDER BY n DESC",
    ] {
        assert_eq!(grammar.furthest(good), None, "{good}");
    }
    for bad in [
        "SELECT colour FROM customers",
        "SELECT c.colour FROM customers AS c",
        "SELECT country FROM clients",
        "SELECT country FROM customers WHERE colour = 'red'",
        "SELECT country FROM customers JOIN clients ON customers.customer_id = clients.id",
        "SELECT country FROM customers WHERE customer_id IN (SELECT client_id FROM orders)",
        "SELECT country FROM customers WHERE customer_id IN (SELECT customer_id FROM clients)",
        "SELECT SUM(colour) FROM customers GROUP BY country",
        "SELECT country FROM (SELECT country FROM clients) AS t",
        "WITH t AS (SELECT colour FROM customers) SELECT COUNT(*) FROM t",
        "SELECT name FROM sqlite_master",
        "DELETE FROM customers",
        "UPDATE customers SET country = 'x'",
        "DROP TABLE customers",
        "PRAGMA table_info(customers)",
        "SELECT country FROM customers; DROP TABLE customers",
        "SELECT load_extension('x')",
        "",
    ] {
        assert!(!grammar.accepts(bad), "{bad}");
    }
}

#[test]
fn names_that_need_quotes_have_them_in_every_dialect() {
    let names = [Named {
        table: "\"Order Lines\"".into(),
        columns: vec!["\"Unit Price\"".into(), "id".into(), "\"say \"\"so\"\"\"".into()],
    }];
    for dialect in [Dialect::Sqlite, Dialect::Duckdb, Dialect::Postgres] {
        let grammar = read(&names, dialect, Reply::default());
        for good in [
            "SELECT SUM(\"Unit Price\") FROM \"Order Lines\"",
            "SELECT \"id\", id FROM \"Order Lines\"",
            "SELECT l.\"say \"\"so\"\"\" FROM \"Order Lines\" AS l",
        ] {
            assert_eq!(grammar.furthest(good), None, "{dialect:?}: {good}");
        }
        assert!(!grammar.accepts("SELECT Unit Price FROM \"Order Lines\""));
        assert!(!grammar.accepts("SELECT id FROM Order Lines"));
    }
    let own = |dialect| read(&names, dialect, Reply::default());
    let cast = "SELECT id::DATE FROM \"Order Lines\"";
    assert!(own(Dialect::Duckdb).accepts(cast) && !own(Dialect::Sqlite).accepts(cast));
    let case = "SELECT id FROM \"Order Lines\" WHERE id ILIKE 'a%'";
    assert!(own(Dialect::Postgres).accepts(case) && !own(Dialect::Sqlite).accepts(case));
}

#[test]
fn each_engine_can_read_texts_that_are_dates_in_its_own_way() {
    let names = [Named {
        table: "sales".into(),
        columns: vec!["sold".into()],
    }];
    let duck = [
        "SELECT try_strptime(sold, ['%m/%d/%Y', '%Y-%m-%d']) FROM sales",
        "SELECT TRY_CAST(sold AS DATE) FROM sales",
    ];
    let postgres = [
        "SELECT to_date(sold, 'MM/DD/YYYY') FROM sales",
        "SELECT CASE WHEN sold ~ '^\\d{4}-' THEN sold::date END FROM sales",
    ];
    let accepts = |dialect, sql: &str| {
        assert!(parse::query(sql, dialect).is_ok(), "{sql}");
        read(&names, dialect, Reply::default()).accepts(sql)
    };
    for sql in duck {
        assert!(accepts(Dialect::Duckdb, sql), "{sql}");
        assert!(!read(&names, Dialect::Sqlite, Reply::default()).accepts(sql), "{sql}");
    }
    for sql in postgres {
        assert!(accepts(Dialect::Postgres, sql), "{sql}");
        assert!(!read(&names, Dialect::Duckdb, Reply::default()).accepts(sql), "{sql}");
    }
}

#[test]
fn a_reply_has_the_form_that_its_prompt_asks_for() {
    let query = "SELECT country FROM customers";
    let fenced = format!("It is about customers.\n```sql\n-- reading: countries\n{query}\n```");
    let both = format!("{fenced}\n\n```sql\n-- second: the same\n{query}\n```");
    let missing = "-- missing: when an order was delivered";
    let ask = "-- ask: What makes one the best?\n-- option: dearest = Which is dearest?\n-- option: quickest = Which is quickest?";
    let of = |prompt: &str| {
        let grammar = read(&harbor(), Dialect::Sqlite, Reply::asked_by(prompt));
        [query, &fenced, &both, missing, ask].map(|reply| grammar.accepts(reply))
    };
    assert_eq!(of("Reply with one query."), [true, false, false, false, false]);
    assert_eq!(of("between ```sql and ```"), [false, true, false, false, false]);
    let whole = of("between ```sql and ```, -- second: x, -- missing: y, -- ask: z");
    assert_eq!(whole, [false, true, true, true, true]);
}

#[test]
fn a_large_schema_opens_few_rules_at_a_time() {
    let names: Vec<Named> = (0..40)
        .map(|t| Named {
            table: format!("ledger_{t:02}"),
            columns: (0..20).map(|c| format!("amount_{t:02}_{c:02}")).collect(),
        })
        .collect();
    let text = grammar(&names, Dialect::Sqlite, Reply::default());
    let column = text.lines().find(|line| line.starts_with("column ::=")).unwrap();
    // Bare and quoted: one way for each beginning, however many names go on from it.
    assert_eq!(column.matches(" | ").count(), 1, "{column}");
    assert!(Grammar::read(&text).accepts("SELECT amount_39_19 FROM ledger_39"));
    assert!(!Grammar::read(&text).accepts("SELECT amount_40_19 FROM ledger_39"));
}

/// A script is loaded in a transaction that begins before it.
#[test]
fn no_script_of_the_corpus_begins_a_transaction() {
    let folder = std::fs::read_dir(root().join("tests/corpus/own")).unwrap();
    let scripts: Vec<_> = folder.map(|f| f.unwrap().path()).collect();
    assert!(scripts.len() > 80);
    for path in scripts {
        let text = std::fs::read_to_string(&path).unwrap();
        let begins = |l: &str| matches!(l.split([' ', ';']).next(), Some("BEGIN" | "COMMIT"));
        assert!(!text.lines().any(begins), "{}", path.display());
    }
}
