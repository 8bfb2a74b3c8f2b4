//! Sets of rows: what is left out, what is never and what is always so, and values and times beside each other. A pottery
//! with its potters, the pots that they made and the firings, and a sheet of a market stall.

use askwell_contract::run::ValueMatch;
use askwell_contract::TypeKind::{Integer, Real, Text as Words};

use super::{asked, column, few, found, shop, table};
use crate::asked::{Asked, Style};
use crate::known::Role::{Flag, Key, Label, Measure, Reference, Time};
use crate::known::{Col, Known, Link};
use crate::rank::Weights;

fn pottery() -> Known {
    let mut left = column("left_on", Words, Time);
    left.nulls = 60;
    let potters = vec![
        column("id", Integer, Key),
        column("name", Words, Label),
        few("town", &["Hove", "Lewes", "Rye"]),
        left,
    ];
    let pots = vec![
        column("id", Integer, Key),
        column("potter_id", Integer, Reference),
        few("glaze", &["Celadon", "Tenmoku", "Shino"]),
        few("shape", &["Bowl", "Jug"]),
        column("made_on", Words, Time),
        column("price", Real, Measure),
        column("cracked", Words, Flag),
        column("pot_signed", Words, Flag),
    ];
    let mut known = shop();
    known.tables = vec![table("potters", potters, Some(1)), table("pots", pots, None)];
    known.links = vec![Link {
        from: vec![Col { table: 1, column: 1 }],
        to: vec![Col { table: 0, column: 0 }],
        inferred: false,
        untidy: false,
    }];
    known.ready()
}

/// One sheet, in which what is sold stands in many rows.
fn stall() -> Known {
    let mut refunded = column("refunded", Words, Flag);
    refunded.gaps = vec![String::new()];
    refunded.nulls = 40;
    let sales = vec![
        column("line", Integer, Key),
        column("sold_on", Words, Time),
        few("item", &["Candle", "Mug", "Soap"]),
        few("market", &["Hove", "Lewes", "Rye"]),
        column("price", Real, Measure),
        refunded,
    ];
    let mut known = shop();
    known.tables = vec![table("sales", sales, None)];
    known.links = Vec::new();
    known.ready()
}

const PLACES: [(&str, &str, &str); 10] = [
    ("Celadon", "pots", "glaze"),
    ("Tenmoku", "pots", "glaze"),
    ("Shino", "pots", "glaze"),
    ("Bowl", "pots", "shape"),
    ("Hove", "potters", "town"),
    ("Lewes", "potters", "town"),
    ("Rye", "potters", "town"),
    ("Candle", "sales", "item"),
    ("Soap", "sales", "item"),
    ("Hove", "sales", "market"),
];

fn people(known: &Known, question: &str) -> Asked {
    let mut out = Asked {
        style: Style::People,
        ..asked(question)
    };
    let kept = |t: &str| known.tables.iter().any(|k| k.name == t);
    out.values = PLACES
        .iter()
        .filter(|p| kept(p.1))
        .filter_map(|(value, table, column)| {
            Some(ValueMatch {
                span: found(question, value)?,
                words: (*value).to_owned(),
                table: (*table).to_owned(),
                column: (*column).to_owned(),
                value: (*value).to_owned(),
                similarity: 1.0,
                exact: true,
                rows: 10,
                part: false,
            })
        })
        .collect();
    out
}

#[track_caller]
fn first(known: &Known, question: &str) -> String {
    let found = crate::read(known, &people(known, question), Weights::learned());
    found.into_iter().next().map(|r| r.sql).unwrap_or_default()
}

#[test]
fn what_is_set_aside_is_left_out_in_whatever_words() {
    for question in [
        "how many pots by shape, leaving aside Celadon ones",
        "how many pots by shape, leaving out anything that got Celadon",
        "pots by shape rather than Celadon",
    ] {
        let sql = first(&pottery(), question);
        assert!(sql.contains("glaze <> 'Celadon'"), "{question}: {sql}");
    }
    let sql = first(
        &pottery(),
        "average price of pots, leaving out anyone who is Celadon or is Shino",
    );
    assert!(sql.contains("glaze NOT IN ('Celadon', 'Shino')"), "{sql}");
    let sql = first(&pottery(), "average price of pots by shape, cracked left out");
    assert!(
        sql.contains("cracked <> 'yes'") || sql.contains("cracked = 'no'") || sql.contains("cracked IN ('no')"),
        "{sql}"
    );
    // Which do the leaving is another matter.
    let sql = first(&pottery(), "how many potters left");
    assert!(sql.contains("left_on IS NOT NULL"), "{sql}");
}

#[test]
fn never_mind_denies_nothing() {
    let sql = first(&pottery(), "how many pots per potter, never mind the reason");
    assert!(!sql.contains("NOT IN"), "{sql}");
    let sql = first(&pottery(), "potters who never made a pot");
    assert!(sql.contains("NOT IN (SELECT potter_id FROM pots)"), "{sql}");
    let sql = first(&pottery(), "potters who have never once made a pot");
    assert!(
        sql.contains("NOT IN (SELECT potter_id FROM pots)") && !sql.contains("HAVING"),
        "{sql}"
    );
}

#[test]
fn words_turned_round_ask_for_what_is_not_so() {
    let no = |sql: &str, col: &str| {
        sql.contains(&format!("{col} <> 'yes'"))
            || sql.contains(&format!("{col} IN ('no')"))
            || sql.contains(&format!("{col} = 'no'"))
    };
    for (question, col) in [
        ("how many uncracked pots are there", "cracked"),
        ("how many un-cracked pots are there", "cracked"),
        ("how many unsigned pots are there", "pot_signed"),
    ] {
        let sql = first(&pottery(), question);
        assert!(no(&sql, col), "{question}: {sql}");
    }
    let sql = first(&pottery(), "how many cracked pots are there");
    assert!(!no(&sql, "cracked"), "{sql}");
}

#[test]
fn what_never_was_so_is_so_of_no_row() {
    let none = "NOT IN (SELECT item FROM sales WHERE";
    for question in [
        "items that have never been refunded",
        "items where Hove was never tried",
    ] {
        let sql = first(&stall(), question);
        assert!(sql.contains(none), "{question}: {sql}");
    }
    // Rows that were not refunded are no items that never were.
    let sql = first(&stall(), "how many sales were not refunded");
    assert!(!sql.contains("NOT IN (SELECT"), "{sql}");
}

#[test]
fn what_is_only_ever_so_is_so_of_every_row() {
    for question in ["potters who only ever made Celadon", "potters who always made Celadon"] {
        let sql = first(&pottery(), question);
        assert!(
            sql.contains("IN (SELECT potter_id FROM pots WHERE glaze = 'Celadon')"),
            "{question}: {sql}"
        );
        assert!(
            sql.contains("NOT IN (SELECT potter_id FROM pots WHERE glaze <> 'Celadon')"),
            "{question}: {sql}"
        );
    }
    let sql = first(&pottery(), "only potters who made Celadon");
    assert!(!sql.contains("<> 'Celadon'"), "{sql}");
}

#[test]
fn a_denial_ends_where_the_thing_itself_is_spoken_of() {
    let sql = first(&pottery(), "potters who never made a pot and live in Hove");
    assert!(
        sql.contains("town = 'Hove'") && sql.contains("NOT IN (SELECT potter_id FROM pots)"),
        "{sql}"
    );
    let sql = first(&pottery(), "potters who never made Celadon but made Shino");
    assert!(
        sql.contains("glaze = 'Shino'") && sql.contains("NOT IN (SELECT potter_id FROM pots WHERE glaze = 'Celadon')"),
        "{sql}"
    );
    // What the pots are like belongs to what is denied.
    let sql = first(&pottery(), "potters who never made a pot in Tenmoku");
    assert!(
        sql.contains("NOT IN (SELECT potter_id FROM pots WHERE glaze = 'Tenmoku')"),
        "{sql}"
    );
}

#[test]
fn rows_are_counted_for_each_of_two_kinds() {
    for question in ["pots per glaze per shape", "pots per glaze in each shape"] {
        let sql = first(&pottery(), question);
        assert!(
            sql.contains("GROUP BY glaze, shape") && sql.contains("COUNT(*)"),
            "{question}: {sql}"
        );
    }
    let sql = first(&pottery(), "pots by shape and whether they've cracked");
    assert!(sql.contains("GROUP BY shape, cracked"), "{sql}");
    // People are what a number is spread over.
    let sql = first(&pottery(), "average number of pots per potter");
    assert!(!sql.contains("GROUP BY glaze"), "{sql}");
}

#[test]
fn values_beside_each_other_have_a_figure_each() {
    for question in [
        "how many Celadon pots and how many Shino pots are there",
        "number of Celadon pots and number of Shino pots",
        "count the Celadon and the Shino pots in each shape",
        "do Celadon pots cost more than Shino, how many of each",
    ] {
        let sql = first(&pottery(), question);
        let apart = sql.contains("GROUP BY glaze") || sql.contains("CASE WHEN glaze = 'Celadon'");
        assert!(apart, "{question}: {sql}");
    }
    let sql = first(&pottery(), "what share of the Celadon and of the Shino are cracked");
    assert!(sql.contains("GROUP BY glaze") && sql.contains("cracked"), "{sql}");
    // Either of the two is one number for each potter.
    let sql = first(&pottery(), "how many Celadon or Shino pots has each potter made");
    assert!(
        !sql.contains("GROUP BY glaze") && sql.contains("glaze IN ('Celadon', 'Shino')"),
        "{sql}"
    );
}

#[test]
fn months_beside_each_other_are_told_apart() {
    for question in [
        "pots made in spring against autumn",
        "September or October, which had more pots",
        "September next to October, number of pots",
    ] {
        let sql = first(&pottery(), question);
        assert!(sql.contains("GROUP BY"), "{question}: {sql}");
    }
    let sql = first(&pottery(), "how many pots in September or October");
    assert!(!sql.contains("GROUP BY"), "{sql}");
}

#[test]
fn what_is_sorted_by_is_no_group() {
    let sql = first(&pottery(), "pots with their glaze, alphabetically by glaze");
    assert!(sql.contains("ORDER BY glaze") && !sql.contains("GROUP BY"), "{sql}");
    let sql = first(&pottery(), "number of pots by glaze");
    assert!(sql.contains("GROUP BY glaze"), "{sql}");
}

#[test]
fn whether_one_is_more_asks_for_both_figures() {
    let apart = |sql: &str| sql.contains("GROUP BY glaze") || sql.contains("CASE WHEN glaze = 'Celadon'");
    let less = |sql: &str| sql.contains(") - ") || sql.contains("END) -");
    let sql = first(&pottery(), "did we make more Celadon pots than Shino");
    assert!(apart(&sql) && !less(&sql), "{sql}");
    let sql = first(&pottery(), "how many more Celadon pots are there than Shino pots");
    assert!(less(&sql), "{sql}");
}

#[test]
fn a_value_or_otherwise_is_no_condition() {
    let sql = first(&pottery(), "potters who never made a pot, in Hove or otherwise");
    assert!(!sql.contains("Hove"), "{sql}");
    let sql = first(&pottery(), "potters in Hove who never made a pot");
    assert!(sql.contains("Hove"), "{sql}");
}

#[test]
fn values_stand_beside_each_other_only_where_two_are_named() {
    let sql = first(&pottery(), "total price of pots in Celadon or Shino");
    assert!(sql.contains("SUM(price)") && !sql.contains("GROUP BY"), "{sql}");
    let sql = first(&pottery(), "which had the higher total price of pots, Celadon or Shino");
    assert!(
        sql.contains("Celadon") && sql.contains("Shino") && sql.contains("GROUP BY"),
        "{sql}"
    );
    // What one word says of all the rows is not said again of others by another.
    let known = pottery();
    let mut asked = people(&known, "Bowls we sold in jugs of Celadon");
    asked.values.push(ValueMatch {
        span: found(&asked.question, "sold").unwrap(),
        words: "sold".to_owned(),
        table: "pots".to_owned(),
        column: "glaze".to_owned(),
        value: "Shino".to_owned(),
        similarity: 0.8,
        exact: false,
        rows: 10,
        part: false,
    });
    let sql = crate::read(&known, &asked, Weights::learned())[0].sql.clone();
    assert!(!sql.contains("Shino"), "{sql}");
}

#[test]
fn how_many_behind_a_list_numbers_each_of_it() {
    let sql = first(&pottery(), "potters who made three or more pots, and how many");
    assert!(
        sql.contains("name") && sql.contains("COUNT(*)") && sql.contains("HAVING"),
        "{sql}"
    );
    let sql = first(&pottery(), "how many potters made three or more pots");
    assert!(!sql.contains("name"), "{sql}");
}
