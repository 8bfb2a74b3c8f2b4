//! Plain questions over links, ends and days, however politely they are put.

use super::asked::{few, stored};
use super::joined::{day, key, label, linked, people, reads, refers};
use super::published::{number, table};
use crate::known::Known;

/// A boatyard: owners, their boats, and what was mended.
fn yard() -> Known {
    let owners = vec![
        key("owner_id"),
        label("owner_name"),
        few("owner_type", &["Private", "Charter", "Club"]),
        day("birth_date"),
    ];
    let boats = vec![
        key("boat_id"),
        refers("owner_id"),
        label("boat_name"),
        few("hull", &["Steel", "Wood", "Carbon"]),
        number("length", 5.0, 30.0),
        number("weekly_rent", 40.0, 400.0),
        few("state", &["Active", "Sold"]),
        {
            let mut sold = day("sold_on");
            sold.nulls = 600;
            sold
        },
    ];
    let repairs = vec![
        key("repair_id"),
        refers("boat_id"),
        day("repair_date"),
        few("status", &["Done", "Booked", "Dropped"]),
        number("cost", 20.0, 4000.0),
    ];
    linked(
        vec![
            table("owners", owners, Some(1)),
            table("boats", boats, Some(2)),
            table("repairs", repairs, None),
        ],
        &[("boats", "owner_id", "owners"), ("repairs", "boat_id", "boats")],
    )
}

#[test]
fn those_that_have_some_are_counted_once_each() {
    let known = yard();
    for question in ["how many owners have boats", "how many owners with a boat"] {
        reads(&known, question, vec![], &["COUNT(DISTINCT", "JOIN boats"]);
    }
    let all = reads(&known, "how many owners are there", vec![], &["COUNT(*)"]);
    assert!(!all.contains("boats"), "{all}");
}

#[test]
fn what_one_has_on_average_is_divided_by_those_that_have_some() {
    let known = yard();
    for question in [
        "how many boats does an owner have on average",
        "on average, how many boats does an owner have?",
        "how many boats does the average owner have",
    ] {
        reads(&known, question, vec![], &["COUNT(*)", "/ NULLIF(COUNT(DISTINCT"]);
    }
    let each = reads(
        &known,
        "how many boats does each owner have",
        vec![],
        &["owner_name", "GROUP BY"],
    );
    assert!(!each.contains('/'), "{each}");
}

#[test]
fn the_ends_of_a_scale_are_figures() {
    let known = yard();
    let both = reads(&known, "lowest and highest cost", vec![], &["MIN(cost)", "MAX(cost)"]);
    assert!(!both.contains("LIMIT"), "{both}");
    let each = reads(
        &known,
        "highest length by hull",
        vec![],
        &["MAX(length)", "GROUP BY hull"],
    );
    assert!(!each.contains("LIMIT"), "{each}");
    let total = reads(
        &known,
        "which owner has the highest total cost",
        vec![],
        &["SUM(repairs.cost)"],
    );
    assert!(total.contains("LIMIT 1"), "{total}");
}

#[test]
fn a_date_asked_for_is_that_of_the_rows_named() {
    let known = yard();
    for question in [
        "date of the latest repair",
        "what is the date of the most recent repair",
        "most recent repair date",
    ] {
        let sql = reads(&known, question, vec![], &["SELECT MAX("]);
        assert!(sql.contains("repair_date") && !sql.contains("birth_date"), "{sql}");
    }
}

#[test]
fn the_first_of_each_group_is_a_row() {
    let known = yard();
    for question in [
        "which boat has the highest length in each hull",
        "the boat with the highest length for each hull",
    ] {
        let sql = reads(
            &known,
            question,
            vec![],
            &["PARTITION BY hull ORDER BY length DESC", "boat_name"],
        );
        assert!(!sql.contains("SUM("), "{sql}");
    }
}

#[test]
fn what_each_row_has_is_listed() {
    let known = yard();
    for question in ["show the length of each boat", "list all boats with their length"] {
        let sql = reads(&known, question, vec![], &["boat_name", "length"]);
        assert!(!sql.contains("GROUP BY") && !sql.contains("WHERE"), "{sql}");
    }
}

#[test]
fn how_many_is_told_once() {
    let known = yard();
    let question = "how many repairs of boats with hull steel";
    let steel = vec![stored(question, "steel", ("boats", "hull"), "Steel")];
    let sql = reads(&known, question, steel, &["COUNT(*)", "'Steel'"]);
    assert!(!sql.contains("GROUP BY"), "{sql}");
    for question in ["number of boats", "number of boats with length over 20"] {
        let sql = reads(&known, question, vec![], &["COUNT(*)"]);
        assert!(!sql.contains("boat_name"), "{sql}");
    }
}

#[test]
fn what_is_stored_word_for_word_is_meant_before_what_it_lets_one_conclude() {
    let known = yard();
    let question = "total weekly rent of active boats";
    let active = vec![stored(question, "active", ("boats", "state"), "Active")];
    let sql = reads(&known, question, active, &["state = 'Active'"]);
    assert!(!sql.contains("sold_on IS NULL"), "{sql}");
    for (question, is) in [
        ("how many repairs are done", "status = 'Done'"),
        ("how many repairs are not done", "status <> 'Done'"),
    ] {
        let done = vec![stored(question, "done", ("repairs", "status"), "Done")];
        reads(&known, question, done, &[is]);
    }
}

#[test]
fn a_thing_is_no_kind_of_it() {
    let known = yard();
    let sql = reads(
        &known,
        "which owner has the most boats",
        vec![],
        &["owner_name", "LIMIT 1"],
    );
    assert!(!sql.contains("owner_type"), "{sql}");
    let rent = reads(
        &known,
        "top 5 boats by weekly rent",
        vec![],
        &["boat_name", "weekly_rent", "LIMIT 5"],
    );
    assert!(!rent.contains("strftime"), "{rent}");
}

#[test]
fn a_question_reads_the_same_however_politely_it_is_put() {
    let known = yard();
    let plain = reads(
        &known,
        "what different hulls are there",
        vec![],
        &["SELECT DISTINCT hull"],
    );
    for question in [
        "can you tell me what different hulls are there",
        "Hi, what different hulls are there?",
        "I'd like to know what different hulls are there please",
    ] {
        assert_eq!(reads(&known, question, vec![], &[]), plain, "{question}");
    }
    // A courtesy alone asks for nothing, and is no reason to fail.
    for question in ["you", "please", "hi", "can you", "thank you", "tell me", ", thank you"] {
        crate::read(&known, &people(question, vec![]), crate::rank::Weights::learned());
    }
}
