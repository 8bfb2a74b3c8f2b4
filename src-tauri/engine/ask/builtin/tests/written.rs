//! What a query becomes as SQL and as words: joins on keys of several columns, rows without a value, places.
#![allow(clippy::unwrap_used)]

use askwell_contract::profile::{ColumnProfile, TableProfile, ValueCount};
use askwell_contract::{Cell, Dialect};

use super::yard::{asked, catalog, first, knowledge, of};
use crate::ask::builtin::query::{Agg, Col, Cond, Expr, Op, Query, Value};
use crate::ask::builtin::reading::reading;
use crate::ask::builtin::write::Writer;
use crate::prepare::{fake, Knowledge};

#[test]
fn a_key_of_several_columns_is_joined_on_all_of_them() {
    const ON: &str = "claims ON parts.job_id = claims.job_id AND parts.part_no = claims.part_no";
    assert_eq!(
        first("Which parts have a claim with the grievance 'warped'? Show the wood and the price"),
        format!("SELECT parts.wood, parts.price FROM parts JOIN {ON} WHERE claims.grievance = 'warped'")
    );
    assert_eq!(
        first("How many claims are there for each wood?"),
        format!(
            "SELECT parts.wood, COUNT(DISTINCT claims.claim_id) AS number_of_claims FROM parts JOIN {ON} \
             GROUP BY parts.wood ORDER BY COUNT(DISTINCT claims.claim_id) DESC"
        )
    );
}

#[test]
fn a_join_over_a_key_of_several_columns_goes_on_to_the_next_table() {
    assert_eq!(
        first("What is the total hours of jobs with a claim 'split'?"),
        "SELECT SUM(hours) AS total_hours FROM jobs WHERE job_id IN (SELECT jobs.job_id FROM jobs \
         JOIN parts ON jobs.job_id = parts.job_id \
         JOIN claims ON parts.job_id = claims.job_id AND parts.part_no = claims.part_no \
         WHERE claims.grievance = 'split')"
    );
}

/// The first candidate's statement on each engine, lengths missing in some rows.
fn on_each(question: &str) -> [String; 3] {
    [Dialect::Sqlite, Dialect::Duckdb, Dialect::Postgres]
        .map(|d| asked(&knowledge(d, &["hulls.length"]), question)[0].sql.clone())
}

#[test]
fn what_is_missing_is_neither_the_most_nor_the_least() {
    assert_eq!(
        on_each("What is the name of the hull with the lowest length?"),
        [
            "SELECT name FROM hulls ORDER BY length NULLS LAST LIMIT 1",
            "SELECT name FROM hulls ORDER BY length LIMIT 1",
            "SELECT name FROM hulls ORDER BY length LIMIT 1",
        ]
    );
    assert_eq!(
        on_each("What is the name of the hull with the highest length?"),
        [
            "SELECT name FROM hulls ORDER BY length DESC LIMIT 1",
            "SELECT name FROM hulls ORDER BY length DESC LIMIT 1",
            "SELECT name FROM hulls ORDER BY length DESC NULLS LAST LIMIT 1",
        ]
    );
    let [sqlite, duckdb, postgres] = on_each("Show the name and length of hulls sorted by length in descending order");
    assert_eq!(sqlite, "SELECT name, length FROM hulls ORDER BY length DESC");
    assert_eq!(duckdb, sqlite);
    assert_eq!(postgres, format!("{sqlite} NULLS LAST"));
}

#[test]
fn where_nothing_is_missing_nothing_is_said_of_it() {
    for dialect in [Dialect::Sqlite, Dialect::Duckdb, Dialect::Postgres] {
        for question in [
            "Which hull has the lowest length?",
            "Which hull has the highest length?",
        ] {
            let found = asked(&knowledge(dialect, &[]), question);
            assert!(found.iter().all(|c| !c.sql.contains("NULLS")), "{}", found[0].sql);
        }
    }
}

#[test]
fn a_reading_says_which_place_is_asked_for() {
    let known = knowledge(Dialect::Sqlite, &[]);
    for (question, place) in [
        (
            "What is the name of the hull with the second highest length?",
            "only the second",
        ),
        (
            "What is the name of the hull with the third lowest length?",
            "only the third",
        ),
        (
            "What is the name of the hull with the highest length?",
            "only the first",
        ),
        (
            "Show the name of the 4 hulls with the highest length",
            "only the first 4",
        ),
    ] {
        let found = asked(&known, question);
        assert!(found[0].reading.ends_with(place), "{}", found[0].reading);
    }
}

#[test]
fn or_ties_a_condition_to_the_next_one_said() {
    assert_eq!(
        first("Which parts have the wood larch or a price above 30?"),
        "SELECT part_no FROM parts WHERE wood = 'larch' OR price > 30"
    );
    assert_eq!(
        first("Which parts have a price above 30 or the wood larch?"),
        "SELECT part_no FROM parts WHERE price > 30 OR wood = 'larch'"
    );
}

#[test]
fn a_reading_says_what_belongs_together_where_and_meets_or() {
    let known = knowledge(Dialect::Sqlite, &[]);
    let over = |column: usize, number: &str| {
        let column = Expr::Column(Col { table: 3, column });
        Cond::Compare(column, Op::Gt, Value::Number(number.into()))
    };
    let wood = Cond::eq(Col { table: 3, column: 2 }, Value::Text("larch".into()));
    let told = |filter: Vec<Cond>| {
        let query = Query {
            select: vec![Expr::Column(Col { table: 3, column: 3 })],
            filter,
            ..Query::default()
        };
        reading(&known, &query)
    };
    let either = || Cond::Any(vec![wood.clone(), over(3, "30")]);
    assert_eq!(
        told(vec![either()]),
        "price of parts, where wood is 'larch' or price is more than 30"
    );
    assert_eq!(
        told(vec![over(1, "2"), either()]),
        "price of parts, where part number is more than 2, and either wood is 'larch' or price is more than 30"
    );
    let both = Cond::All(vec![over(1, "2"), over(3, "30")]);
    assert_eq!(
        told(vec![Cond::Any(vec![both, wood.clone()])]),
        "price of parts, where both part number is more than 2 and price is more than 30, or wood is 'larch'"
    );
}

#[test]
fn a_figure_over_all_rows_has_no_order() {
    let found = asked(
        &knowledge(Dialect::Duckdb, &[]),
        "What are the smallest, largest and average length of hulls?",
    );
    for c in found
        .iter()
        .filter(|c| !c.sql.contains("GROUP BY") && c.sql.contains("AVG("))
    {
        assert!(!c.sql.contains("ORDER BY") && !c.sql.contains("LIMIT"), "{}", c.sql);
    }
}

#[test]
fn only_numbers_are_added_up() {
    for dialect in [Dialect::Sqlite, Dialect::Duckdb, Dialect::Postgres] {
        let known = knowledge(dialect, &[]);
        for question in [
            "What are the smallest, largest and average job of bills?",
            "Which bills have the most jobs? Which bills have the most jobs?",
            "What is the average wood of parts?",
            "What is the total refit date of hulls?",
        ] {
            for c in asked(&known, question) {
                for text in ["_on)", "_date)", "wood)", "name)"] {
                    for figure in ["SUM(", "AVG("] {
                        let part = c
                            .sql
                            .split(figure)
                            .skip(1)
                            .find_map(|rest| rest.split_inclusive(')').next());
                        assert!(!part.is_some_and(|p| p.ends_with(text)), "{question}: {}", c.sql);
                    }
                }
            }
        }
    }
}

#[test]
fn what_is_no_number_is_not_calculated_with_and_no_day_is_a_number() {
    for dialect in [Dialect::Duckdb, Dialect::Postgres] {
        let known = knowledge(dialect, &[]);
        for question in [
            "What is the gap between the length and the refit date of each hull?",
            "What is the ratio of price to wood of parts?",
            "Which hulls have a launch date of 40?",
            "What are the latest 3 hulls by launch date? -5",
        ] {
            for c in asked(&known, question) {
                for wrong in [
                    "_date - ",
                    "- hulls.refit",
                    "- refit",
                    "NULLIF(wood",
                    "* wood",
                    "_date = 40",
                    "_date = -5",
                ] {
                    assert!(!c.sql.contains(wrong), "{question}: {}", c.sql);
                }
            }
        }
    }
}

#[test]
fn a_table_that_is_called_like_a_verb_is_none() {
    let mut catalog = catalog(Dialect::Sqlite);
    // "scaffold by wood" as "sold by wood" would be who did it.
    catalog.tables[3].name = "scaffold".into();
    catalog.tables[4].foreign_keys[0].to_table = "scaffold".into();
    let found = asked(&of(catalog, &[]), "scaffold by wood");
    assert!(found[0].sql.contains("GROUP BY wood"), "{}", found[0].sql);
}

#[test]
fn only_texts_are_compared_with_a_pattern() {
    for (dialect, length) in [
        (Dialect::Sqlite, "length LIKE"),
        (Dialect::Duckdb, "CAST(length AS VARCHAR) ILIKE"),
        (Dialect::Postgres, "CAST(length AS TEXT) ILIKE"),
    ] {
        let writer = Writer {
            knowledge: &knowledge(dialect, &[]),
        };
        let like = |column: usize| Query {
            select: vec![Expr::Column(Col { table: 0, column: 1 })],
            filter: vec![Cond::Compare(
                Expr::Column(Col { table: 0, column }),
                Op::Like,
                Value::Text("1%".into()),
            )],
            ..Query::default()
        };
        let sql = |column: usize| writer.statement(&like(column)).unwrap();
        assert_eq!(sql(4), format!("SELECT name FROM hulls WHERE {length} '1%'"));
        assert!(!sql(1).contains("CAST"), "{}", sql(1));
    }
}

#[test]
fn a_label_is_not_looked_for_as_it_is_misspelt() {
    let mut catalog = catalog(Dialect::Postgres);
    catalog.tables[3].columns[2].labels = vec!["larch".into(), "teak".into()];
    for (labelled, known) in [(true, of(catalog, &[])), (false, knowledge(Dialect::Postgres, &[]))] {
        let found = asked(&known, "Show the price of parts with the wood Larch");
        assert!(found[0].sql.contains("wood = 'larch'"), "{}", found[0].sql);
        assert_eq!(found.iter().all(|c| !c.sql.contains("'Larch'")), labelled);
    }
}

#[test]
fn rows_counted_by_their_key_are_called_by_their_table() {
    let known = knowledge(Dialect::Sqlite, &[]);
    let q = |counted| Query {
        select: vec![Expr::Agg {
            agg: Agg::Count,
            distinct: true,
            of: Box::new(Expr::Column(counted)),
        }],
        tables: vec![1],
        ..Query::default()
    };
    let said = |column| reading(&known, &q(Col { table: 0, column }));
    assert_eq!(said(0), "number of different hulls with their jobs");
    assert_eq!(said(1), "number of different name of hulls with their jobs");
}

#[test]
fn a_join_says_that_things_belong_together() {
    let known = knowledge(Dialect::Sqlite, &[]);
    let left = |question: &str| asked(&known, question)[0].unplaced.join(" ");
    assert_eq!(left("Which jobs contain parts of larch?"), "");
    // Nothing is joined that could say it.
    assert_eq!(left("Which parts of larch include veneer?"), "include veneer");
}

#[test]
fn one_bed_or_two_is_a_number_and_noughts_and_ones_are_yes_and_no() {
    let rooms = |held: [i64; 2]| {
        let mut catalog = fake::catalog(vec![fake::table("rooms", &["id int", "name text", "heated int"])]);
        catalog.tables[0].primary_key = vec!["id".into()];
        let top = held.map(|n| ValueCount {
            value: Cell::Int(n),
            rows: 6,
        });
        let profile = TableProfile {
            table: "rooms".into(),
            rows: 12,
            read: 12,
            columns: vec![ColumnProfile {
                top: top.to_vec(),
                ..fake::profile("rooms", "heated", 12, 2)
            }],
            grain: String::new(),
            freshness: None,
        };
        let known = Knowledge::build(catalog, "1".into(), vec![profile], Vec::new());
        let found = asked(&known, "How many heated rooms are there?");
        found.iter().any(|c| c.sql.contains("heated = 1"))
    };
    assert!(rooms([0, 1]));
    assert!(!rooms([1, 2]));
}

/// Authors and papers, tied to each other by who wrote what and by who reviewed what.
fn papers() -> Knowledge {
    let mut catalog = fake::catalog(vec![
        fake::table("authors", &["id int", "name text"]),
        fake::table("papers", &["id int", "title text"]),
        fake::table("wrote", &["author int", "paper int"]),
        fake::table("judged", &["author int", "paper int"]),
    ]);
    for from in ["wrote", "judged"] {
        fake::refer(&mut catalog, &format!("{from}.author"), "authors.id");
        fake::refer(&mut catalog, &format!("{from}.paper"), "papers.id");
    }
    of(catalog, &[])
}

#[test]
fn another_route_goes_over_another_table() {
    let known = papers();
    let sql = |route| {
        let q = Query {
            select: vec![Expr::Column(Col { table: 0, column: 1 })],
            tables: vec![1],
            route,
            ..Query::default()
        };
        Writer { knowledge: &known }.statement(&q).unwrap()
    };
    let over = |table: &str| {
        format!(
            "SELECT authors.name FROM authors JOIN {table} ON authors.id = {table}.author \
             JOIN papers ON {table}.paper = papers.id"
        )
    };
    assert_eq!([sql(0), sql(1), sql(2)], [over("wrote"), over("judged"), over("wrote")]);
}

#[test]
fn a_candidate_tries_the_other_way_behind_the_first() {
    let found = asked(&papers(), "Show the name of authors and the title of their papers");
    let at = |table: &str| found.iter().position(|c| c.sql.contains(&format!("JOIN {table} ")));
    let (first, other) = (at("wrote").unwrap(), at("judged").unwrap());
    assert!(first < other, "{found:?}");
}
